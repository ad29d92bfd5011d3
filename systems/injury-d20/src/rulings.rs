//! Rulings of `injury-d20`: named switches for what the published rules leave open, each with the specification's choice as
//! default. What they leave open as a number is in the [`book`](super::book).
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use frame::rules::declare::switches;

/// The features that no plain blow takes for granted: it does not meet them, or asks for their rulings as they are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    /// Dice that are added to a roll, and the order of turns.
    Dice,
    /// Stamina, exhaustion and strain.
    Stamina,
    /// What a hit does to whom it hits, until that is healed.
    Wounds,
    /// What an attack roll comes to.
    Hits,
    /// Attacks of several weapons, maneuvers, what follows a hit.
    Maneuvers,
    /// Actions and reactions.
    Actions,
    /// Shots, and squares.
    Ground,
    /// The choice between equals.
    Equals,
}

switches! {
    /// The questions that the published rules leave open.
    Rulings {
        /// The sum of several advantages or disadvantages.
        #[belongs_to(Dice)]
        advantage: Advantage {
            /// One die more for each that is left when both kinds are set off; the best or the worst counts.
            ExtraDice,
            /// One more die at the most.
            Single,
            /// A bonus or penalty for each.
            Flat,
        }
        /// The tie-breaker between equal initiatives. [INJ-003, R-02]
        #[belongs_to(Dice)]
        initiative_tie: InitiativeTie {
            /// The higher Dexterity, then another die each.
            DexThenRolloff,
            /// Another die each.
            Rolloff,
            /// The order of the scenario.
            ScenarioOrder,
        }
        /// The dodge of a defender who is off-guard. [INJ-225, R-04]
        #[belongs_to(Actions)]
        dodge_when_off_guard: DodgeWhenOffGuard {
            /// It is lost.
            Lost,
            /// It is kept.
            Kept,
        }
        /// The effect of strain. [INJ-063, R-06]
        #[belongs_to(Stamina)]
        strain: Strain {
            /// Each point costs stamina at once.
            StaminaNow,
            /// In each turn it costs as much stamina as there are points, and falls by 1.
            StaminaEachTurn,
            /// It raises all prices in stamina.
            StaminaCost,
            /// Nothing.
            None,
        }
        /// The maximum of the pool of exhaustion. [INJ-026, R-07]
        #[belongs_to(Stamina)]
        exhaustion_pool: ExhaustionPool {
            /// The book's number and Constitution.
            TenPlusCon,
            /// The maximum of stamina.
            MaxStamina,
            /// The book's fixed number.
            Fixed,
        }
        /// Prices in stamina and the pool of exhaustion. [INJ-027, R-07]
        #[belongs_to(Stamina)]
        spend_from_exhaustion: SpendFromExhaustion {
            /// Exhaustion pays none.
            No,
            /// Exhaustion pays them, down to the last point but one.
            Yes,
        }
        /// When an injury asks for the death save. [INJ-034, R-10]
        #[belongs_to(Wounds)]
        death_save_scope: DeathSaveScope {
            /// When one was unconscious before.
            WhileUnconscious,
            /// Also when the blow makes one unconscious.
            AlsoWhenFalling,
            /// Always.
            Always,
        }
        /// The count of an injury in the number of the death save. [INJ-036, R-10]
        #[belongs_to(Wounds)]
        injury_value: InjuryValue {
            /// The tier of its part.
            Severity,
            /// One.
            One,
        }
        /// The injury that asks for the save, in the number of the save. [INJ-036, R-10]
        #[belongs_to(Wounds)]
        save_counts_new_injury: SaveCountsNewInjury {
            /// It counts.
            Yes,
            /// It does not count.
            No,
        }
        /// The meaning of a critical death save. [INJ-038, R-11]
        #[belongs_to(Wounds)]
        critical_save: CriticalSave {
            /// The highest face, when the total is enough.
            Nat20,
            /// A margin.
            Margin,
            /// Either.
            Either,
        }
        /// A natural 1 on a death save. [INJ-039, R-11]
        #[belongs_to(Wounds)]
        save_nat1_fails: SaveNat1Fails {
            /// It fails.
            Yes,
            /// It is a roll like any other.
            No,
        }
        /// The effect of a new bleeding beside another. [INJ-028, R-12]
        #[belongs_to(Wounds)]
        bleed_stack: BleedStack {
            /// The larger one counts.
            Highest,
            /// They add up.
            Sum,
        }
        /// Constitution checks of those who have none. [INJ-041, R-13]
        #[belongs_to(Wounds)]
        no_con_checks: NoConChecks {
            /// They roll them.
            Roll,
            /// Immune to all that asks for them.
            Immune,
        }
        /// The comparison of an attack roll with its number. [INJ-044, R-15]
        #[belongs_to(Hits)]
        attack_hits_on: AttackHitsOn {
            /// Above the defence value.
            Greater,
            /// At least the defence value.
            GreaterOrEqual,
        }
        /// The sum of several injured parts of a kind. [INJ-065, INJ-080, R-17]
        #[belongs_to(Wounds)]
        part_stacking: PartStacking {
            /// Each counts.
            PerPart,
            /// Only the worst counts.
            WorstOnly,
        }
        /// Holding with a disabled hand. [INJ-087, INJ-108, R-21]
        #[belongs_to(Wounds)]
        disabled_hand_holds: DisabledHandHolds {
            /// It is impossible.
            No,
            /// It is possible once the thing has been picked up.
            Yes,
        }
        /// A critical save in a coma. [INJ-038, INJ-129, R-25]
        #[belongs_to(Wounds)]
        critical_save_ends_coma: CriticalSaveEndsComa {
            /// The coma goes on.
            No,
            /// It ends the coma.
            Yes,
        }
        /// The heads that have the same number of injuries. [INJ-132, R-26]
        #[belongs_to(Wounds)]
        multihead_count: MultiheadCount {
            /// Those with that many or more.
            AtLeast,
            /// Those with just as many.
            Exactly,
        }
        /// The combatants that know where a heart is. [INJ-135, R-27]
        #[belongs_to(Wounds)]
        heart_lore: HeartLore {
            /// Those who made the Lore check.
            Roll,
            /// Everybody.
            Known,
            /// Nobody but its own kind.
            Unknown,
        }
        /// The confirmation of critical hits. [INJ-148, R-28]
        #[belongs_to(Hits)]
        crit_confirm: CritConfirm {
            /// None is needed.
            None,
            /// By a second attack roll that hits.
            Roll,
        }
        /// A hit of a Reckless Attack by nothing but a natural 20. [INJ-144, R-28]
        #[belongs_to(Hits)]
        auto_hit_takes_reckless: AutoHitTakesReckless {
            /// It has no degrees of the Reckless Attack.
            No,
            /// It has the degrees of the Reckless Attack.
            Yes,
        }
        /// The fate of the weapon on a natural 1 that misses. [INJ-151, R-28]
        #[belongs_to(Hits)]
        fumble_drop: FumbleDrop {
            /// It is dropped, or of no use for a while.
            Yes,
            /// It stays in hand.
            No,
        }
        /// Natural weapons in Multiweapon. [INJ-204, R-38]
        #[belongs_to(Maneuvers)]
        multiweapon_natural: MultiweaponNatural {
            /// They count.
            Yes,
            /// They do not count.
            No,
        }
        /// The roll of maneuvers. [INJ-154, INJ-187, R-31]
        #[belongs_to(Maneuvers)]
        maneuver_roll: ManeuverRoll {
            /// The skill and the martial bonus.
            SkillPlusMb,
            /// An attack roll and the skill.
            AttackPlusSkill,
        }
        /// The effect of a natural 20 on a maneuver.
        #[belongs_to(Maneuvers)]
        maneuver_nat20: ManeuverNat20 {
            /// It succeeds.
            Succeeds,
            /// Nothing.
            None,
        }
        /// The growth of bonuses with size. [INJ-158, INJ-160, INJ-164, R-33]
        #[belongs_to(Hits)]
        size_scaling: SizeScaling {
            /// They double.
            Doubling,
            /// Evenly.
            Linear,
        }
        /// The number of free actions of a turn. [INJ-177, INJ-237, R-36]
        #[belongs_to(Actions)]
        free_actions: FreeActions {
            /// One of each kind.
            EachKindOnce,
            /// Any number.
            Unlimited,
            /// One.
            OnePerTurn,
        }
        /// The roll of a cleave. [INJ-200, R-39]
        #[belongs_to(Maneuvers)]
        cleave_roll: CleaveRoll {
            /// Dice of its own.
            New,
            /// The total of the blow before.
            Same,
        }
        /// Defences opened more than once. [INJ-201, R-39]
        #[belongs_to(Maneuvers)]
        open_defences_stack: OpenDefencesStack {
            /// They add up.
            Yes,
            /// They do not add up.
            No,
        }
        /// The check for getting worse. [INJ-050, R-40]
        #[belongs_to(Wounds)]
        worsen_per: WorsenPer {
            /// Each injury has its own.
            Injury,
            /// Each part has one.
            Part,
        }
        /// The count of range increments. [INJ-209, R-42]
        #[belongs_to(Ground)]
        range_increments: RangeIncrements {
            /// The distance divided by the increment, rounded down.
            Floor,
            /// The first increment is free.
            BeyondFirst,
        }
        /// The reaction that a parry takes. [INJ-242, R-45]
        #[belongs_to(Actions)]
        parry_uses_reaction: ParryUsesReaction {
            /// One.
            Yes,
            /// None.
            No,
        }
        /// A natural 20 or 1 of a parry.
        #[belongs_to(Actions)]
        parry_naturals: ParryNaturals {
            /// It is a roll like any other.
            No,
            /// It always or never beats the attack.
            Yes,
        }
        /// The first effect of a hit.
        #[belongs_to(Wounds)]
        hit_order: HitOrder {
            /// Injuries.
            InjuryThenStrain,
            /// Strain.
            StrainThenInjury,
        }
        /// The fate of injuries that a part cannot hold.
        #[belongs_to(Wounds)]
        overflow_injuries: OverflowInjuries {
            /// They are wasted.
            Wasted,
            /// They go to the next part that comes into question.
            NextPart,
        }
        /// The number of reactions. [INJ-239, R-51]
        #[belongs_to(Actions)]
        reactions: Reactions {
            /// One, and as many as the higher bonus of Strength and Dexterity.
            OnePlusBonus,
            /// One.
            One,
        }
        /// When a combatant is out of a fight.
        end_out: EndOut {
            /// Unconscious.
            Unconscious,
            /// Dead.
            Dead,
        }
        /// The fate of the losers.
        #[belongs_to(Wounds)]
        defeated_fate: DefeatedFate {
            /// They are killed.
            Killed,
            /// They are left.
            Left,
        }
        /// The room that the unconscious take up on a grid.
        #[belongs_to(Ground)]
        fallen_room: FallenRoom {
            /// None: others pass where they lie, and stop there too.
            None,
            /// Others pass where they lie, but do not stop there.
            Passable,
            /// As much as when they stand: nobody enters it.
            Barred,
        }
        /// The choice among several targets where no policy makes one.
        #[belongs_to(Equals)]
        default_target: DefaultTarget {
            /// One at random, of those who are nearest.
            Random,
            /// The first in the order of the file.
            Listed,
            /// Likewise, and one of those who are equal by a line of a policy.
            Everywhere,
        }
        /// The grip of a grappler that comes out of reach of its target. [INJ-190, R-55]
        #[belongs_to(Maneuvers)]
        grip_out_of_reach: GripOutOfReach {
            /// It is loose.
            Loose,
            /// It holds at any distance.
            Holds,
        }
        /// The fate of those who cannot eat. [INJ-102]
        #[belongs_to(Stamina)]
        starvation: Starvation {
            /// They live on.
            Off,
            /// They die after the days of the book.
            On,
        }
        /// The price of a diagonal step.
        #[belongs_to(Ground)]
        grid_diagonal: GridDiagonal {
            /// As much as any other.
            Chebyshev,
            /// Every second one twice as much.
            FiveTenFive,
        }
    }
}
