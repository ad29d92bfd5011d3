//! Rulings of `injury-d20`: named switches for what the published rules leave open, each with the specification's choice as
//! default. What they leave open as a number is in the [`book`](super::book).
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use frame::rules::declare::switches;

switches! {
    /// The questions that the published rules leave open.
    Rulings {
        /// The sum of several advantages or disadvantages.
        advantage: Advantage {
            /// One die more for each that is left when both kinds are set off; the best or the worst counts.
            ExtraDice,
            /// One more die at the most.
            Single,
            /// A bonus or penalty for each.
            Flat,
        }
        /// The tie-breaker between equal initiatives. [INJ-003, R-02]
        initiative_tie: InitiativeTie {
            /// The higher Dexterity, then another die each.
            DexThenRolloff,
            /// Another die each.
            Rolloff,
            /// The order of the scenario.
            ScenarioOrder,
        }
        /// The dodge of a defender who is off-guard. [INJ-225, R-04]
        dodge_when_off_guard: DodgeWhenOffGuard {
            /// It is lost.
            Lost,
            /// It is kept.
            Kept,
        }
        /// The effect of strain. [INJ-063, R-06]
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
        exhaustion_pool: ExhaustionPool {
            /// The book's number and Constitution.
            TenPlusCon,
            /// The maximum of stamina.
            MaxStamina,
            /// The book's fixed number.
            Fixed,
        }
        /// Prices in stamina and the pool of exhaustion. [INJ-027, R-07]
        spend_from_exhaustion: SpendFromExhaustion {
            /// Exhaustion pays none.
            No,
            /// Exhaustion pays them, down to the last point but one.
            Yes,
        }
        /// When an injury asks for the death save. [INJ-034, R-10]
        death_save_scope: DeathSaveScope {
            /// When one was unconscious before.
            WhileUnconscious,
            /// Also when the blow makes one unconscious.
            AlsoWhenFalling,
            /// Always.
            Always,
        }
        /// The count of an injury in the number of the death save. [INJ-036, R-10]
        injury_value: InjuryValue {
            /// The tier of its part.
            Severity,
            /// One.
            One,
        }
        /// The injury that asks for the save, in the number of the save. [INJ-036, R-10]
        save_counts_new_injury: SaveCountsNewInjury {
            /// It counts.
            Yes,
            /// It does not count.
            No,
        }
        /// The meaning of a critical death save. [INJ-038, R-11]
        critical_save: CriticalSave {
            /// The highest face, when the total is enough.
            Nat20,
            /// A margin.
            Margin,
            /// Either.
            Either,
        }
        /// A natural 1 on a death save. [INJ-039, R-11]
        save_nat1_fails: SaveNat1Fails {
            /// It fails.
            Yes,
            /// It is a roll like any other.
            No,
        }
        /// The effect of a new bleeding beside another. [INJ-028, R-12]
        bleed_stack: BleedStack {
            /// The larger one counts.
            Highest,
            /// They add up.
            Sum,
        }
        /// Constitution checks of those who have none. [INJ-041, R-13]
        no_con_checks: NoConChecks {
            /// They roll them.
            Roll,
            /// Immune to all that asks for them.
            Immune,
        }
        /// The comparison of an attack roll with its number. [INJ-044, R-15]
        attack_hits_on: AttackHitsOn {
            /// Above the defence value.
            Greater,
            /// At least the defence value.
            GreaterOrEqual,
        }
        /// The sum of several injured parts of a kind. [INJ-065, INJ-080, R-17]
        part_stacking: PartStacking {
            /// Each counts.
            PerPart,
            /// Only the worst counts.
            WorstOnly,
        }
        /// Holding with a disabled hand. [INJ-087, INJ-108, R-21]
        disabled_hand_holds: DisabledHandHolds {
            /// It is impossible.
            No,
            /// It is possible once the thing has been picked up.
            Yes,
        }
        /// A critical save in a coma. [INJ-038, INJ-129, R-25]
        critical_save_ends_coma: CriticalSaveEndsComa {
            /// The coma goes on.
            No,
            /// It ends the coma.
            Yes,
        }
        /// The heads that have the same number of injuries. [INJ-132, R-26]
        multihead_count: MultiheadCount {
            /// Those with that many or more.
            AtLeast,
            /// Those with just as many.
            Exactly,
        }
        /// The combatants that know where a heart is. [INJ-135, R-27]
        heart_lore: HeartLore {
            /// Those who made the Lore check.
            Roll,
            /// Everybody.
            Known,
            /// Nobody but its own kind.
            Unknown,
        }
        /// The confirmation of critical hits. [INJ-148, R-28]
        crit_confirm: CritConfirm {
            /// None is needed.
            None,
            /// By a second attack roll that hits.
            Roll,
        }
        /// A hit of a Reckless Attack by nothing but a natural 20. [INJ-144, R-28]
        auto_hit_takes_reckless: AutoHitTakesReckless {
            /// It has no degrees of the Reckless Attack.
            No,
            /// It has the degrees of the Reckless Attack.
            Yes,
        }
        /// The fate of the weapon on a natural 1 that misses. [INJ-151, R-28]
        fumble_drop: FumbleDrop {
            /// It is dropped, or of no use for a while.
            Yes,
            /// It stays in hand.
            No,
        }
        /// Natural weapons in Multiweapon. [INJ-204, R-38]
        multiweapon_natural: MultiweaponNatural {
            /// They count.
            Yes,
            /// They do not count.
            No,
        }
        /// The roll of maneuvers. [INJ-154, INJ-187, R-31]
        maneuver_roll: ManeuverRoll {
            /// The skill and the martial bonus.
            SkillPlusMb,
            /// An attack roll and the skill.
            AttackPlusSkill,
        }
        /// The effect of a natural 20 on a maneuver.
        maneuver_nat20: ManeuverNat20 {
            /// It succeeds.
            Succeeds,
            /// Nothing.
            None,
        }
        /// The growth of bonuses with size. [INJ-158, INJ-160, INJ-164, R-33]
        size_scaling: SizeScaling {
            /// They double.
            Doubling,
            /// Evenly.
            Linear,
        }
        /// The number of free actions of a turn. [INJ-177, INJ-237, R-36]
        free_actions: FreeActions {
            /// One of each kind.
            EachKindOnce,
            /// Any number.
            Unlimited,
            /// One.
            OnePerTurn,
        }
        /// The roll of a cleave. [INJ-200, R-39]
        cleave_roll: CleaveRoll {
            /// Dice of its own.
            New,
            /// The total of the blow before.
            Same,
        }
        /// Defences opened more than once. [INJ-201, R-39]
        open_defences_stack: OpenDefencesStack {
            /// They add up.
            Yes,
            /// They do not add up.
            No,
        }
        /// The check for getting worse. [INJ-050, R-40]
        worsen_per: WorsenPer {
            /// Each injury has its own.
            Injury,
            /// Each part has one.
            Part,
        }
        /// The count of range increments. [INJ-209, R-42]
        range_increments: RangeIncrements {
            /// The distance divided by the increment, rounded down.
            Floor,
            /// The first increment is free.
            BeyondFirst,
        }
        /// The reaction that a parry takes. [INJ-242, R-45]
        parry_uses_reaction: ParryUsesReaction {
            /// One.
            Yes,
            /// None.
            No,
        }
        /// A natural 20 or 1 of a parry.
        parry_naturals: ParryNaturals {
            /// It is a roll like any other.
            No,
            /// It always or never beats the attack.
            Yes,
        }
        /// The first effect of a hit.
        hit_order: HitOrder {
            /// Injuries.
            InjuryThenStrain,
            /// Strain.
            StrainThenInjury,
        }
        /// The fate of injuries that a part cannot hold.
        overflow_injuries: OverflowInjuries {
            /// They are wasted.
            Wasted,
            /// They go to the next part that comes into question.
            NextPart,
        }
        /// The number of reactions. [INJ-239, R-51]
        reactions: Reactions {
            /// One, and as many as the higher bonus of Strength and Dexterity.
            OnePlusBonus,
            /// One.
            One,
        }
        /// When somebody is out of a fight.
        end_out: EndOut {
            /// Unconscious.
            Unconscious,
            /// Dead.
            Dead,
        }
        /// The fate of the losers.
        defeated_fate: DefeatedFate {
            /// They are killed.
            Killed,
            /// They are left.
            Left,
        }
        /// The room that the unconscious take up on a grid.
        fallen_room: FallenRoom {
            /// None: others pass where they lie, and stop there too.
            None,
            /// Others pass where they lie, but do not stop there.
            Passable,
            /// As much as when they stand: nobody enters it.
            Barred,
        }
        /// The choice among several targets where no policy makes one.
        default_target: DefaultTarget {
            /// One at random, of those who are nearest.
            Random,
            /// The first in the order of the file.
            Listed,
            /// Likewise, and one of those who are equal by a line of a policy.
            Everywhere,
        }
        /// The grip of somebody who comes out of reach of whom it holds. [INJ-190, R-55]
        grip_out_of_reach: GripOutOfReach {
            /// It is loose.
            Loose,
            /// It holds at any distance.
            Holds,
        }
        /// The fate of those who cannot eat. [INJ-102]
        starvation: Starvation {
            /// They live on.
            Off,
            /// They die after the days of the book.
            On,
        }
        /// The price of a diagonal step.
        grid_diagonal: GridDiagonal {
            /// As much as any other.
            Chebyshev,
            /// Every second one twice as much.
            FiveTenFive,
        }
    }
}
