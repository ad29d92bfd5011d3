//! Rulings of `injury-d20`: named switches for what the published rules leave open, each with the specification's choice as
//! default. What they leave open as a number is in the [`book`](super::book).
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use crate::rules::declare::switches;

switches! {
    /// What the published rules leave open.
    Rulings {
        /// What several advantages or disadvantages come to.
        advantage: Advantage {
            /// One die more for each that is left when both kinds are set off; the best or the worst counts.
            ExtraDice,
            /// One more die at the most.
            Single,
            /// A bonus or penalty for each.
            Flat,
        }
        /// What decides between equal initiatives. [INJ-003, R-02]
        initiative_tie: InitiativeTie {
            /// The higher Dexterity, then another die each.
            DexThenRolloff,
            /// Another die each.
            Rolloff,
            /// The order of the scenario.
            ScenarioOrder,
        }
        /// Whether whoever defends still dodges when off-guard. [INJ-225, R-04]
        dodge_when_off_guard: DodgeWhenOffGuard {
            /// No.
            Lost,
            /// Yes.
            Kept,
        }
        /// What strain does. [INJ-063, R-06]
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
        /// Whether prices in stamina can be paid out of exhaustion. [INJ-027, R-07]
        spend_from_exhaustion: SpendFromExhaustion {
            /// No.
            No,
            /// Yes, down to the last point but one.
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
        /// What an injury counts in the number of the death save. [INJ-036, R-10]
        injury_value: InjuryValue {
            /// The tier of its part.
            Severity,
            /// One.
            One,
        }
        /// Whether the injury that asks for the save counts in it. [INJ-036, R-10]
        save_counts_new_injury: SaveCountsNewInjury {
            /// Yes.
            Yes,
            /// No.
            No,
        }
        /// What a critical death save is. [INJ-038, R-11]
        critical_save: CriticalSave {
            /// The highest face, when the total is enough.
            Nat20,
            /// A margin.
            Margin,
            /// Either.
            Either,
        }
        /// Whether a natural 1 fails a death save. [INJ-039, R-11]
        save_nat1_fails: SaveNat1Fails {
            /// Yes.
            Yes,
            /// No.
            No,
        }
        /// What a new bleeding does beside another. [INJ-028, R-12]
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
            /// What asks for them does nothing to them.
            Immune,
        }
        /// What an attack roll has to be. [INJ-044, R-15]
        attack_hits_on: AttackHitsOn {
            /// Above the defence value.
            Greater,
            /// At least the defence value.
            GreaterOrEqual,
        }
        /// What several injured parts of a kind come to. [INJ-065, INJ-080, R-17]
        part_stacking: PartStacking {
            /// Each counts.
            PerPart,
            /// Only the worst counts.
            WorstOnly,
        }
        /// Whether a disabled hand can hold again. [INJ-087, INJ-108, R-21]
        disabled_hand_holds: DisabledHandHolds {
            /// No.
            No,
            /// Yes, once the thing has been picked up.
            Yes,
        }
        /// Whether a critical save ends a coma. [INJ-038, INJ-129, R-25]
        critical_save_ends_coma: CriticalSaveEndsComa {
            /// No.
            No,
            /// Yes.
            Yes,
        }
        /// Which heads have the same number of injuries. [INJ-132, R-26]
        multihead_count: MultiheadCount {
            /// Those with that many or more.
            AtLeast,
            /// Those with just as many.
            Exactly,
        }
        /// Who knows where a heart is. [INJ-135, R-27]
        heart_lore: HeartLore {
            /// Whoever made the Lore check.
            Roll,
            /// Everybody.
            Known,
            /// Nobody but its own kind.
            Unknown,
        }
        /// Whether critical hits have to be confirmed. [INJ-148, R-28]
        crit_confirm: CritConfirm {
            /// No.
            None,
            /// By a second attack roll that hits.
            Roll,
        }
        /// Whether a hit by nothing but a natural 20 has the degrees of Reckless Attack. [INJ-144, R-28]
        auto_hit_takes_reckless: AutoHitTakesReckless {
            /// No.
            No,
            /// Yes.
            Yes,
        }
        /// Whether a natural 1 that misses drops the weapon. [INJ-151, R-28]
        fumble_drop: FumbleDrop {
            /// Yes, or it is of no use for a while.
            Yes,
            /// No.
            No,
        }
        /// Whether natural weapons count for Multiweapon. [INJ-204, R-38]
        multiweapon_natural: MultiweaponNatural {
            /// Yes.
            Yes,
            /// No.
            No,
        }
        /// What maneuvers roll. [INJ-154, INJ-187, R-31]
        maneuver_roll: ManeuverRoll {
            /// The skill and the martial bonus.
            SkillPlusMb,
            /// An attack roll and the skill.
            AttackPlusSkill,
        }
        /// What a natural 20 does for a maneuver.
        maneuver_nat20: ManeuverNat20 {
            /// It succeeds.
            Succeeds,
            /// Nothing.
            None,
        }
        /// How bonuses grow with size. [INJ-158, INJ-160, INJ-164, R-33]
        size_scaling: SizeScaling {
            /// They double.
            Doubling,
            /// Evenly.
            Linear,
        }
        /// How many free actions a turn has. [INJ-177, INJ-237, R-36]
        free_actions: FreeActions {
            /// One of each kind.
            EachKindOnce,
            /// Any number.
            Unlimited,
            /// One.
            OnePerTurn,
        }
        /// What a cleave rolls. [INJ-200, R-39]
        cleave_roll: CleaveRoll {
            /// Dice of its own.
            New,
            /// The total of the blow before.
            Same,
        }
        /// Whether opened defences add up. [INJ-201, R-39]
        open_defences_stack: OpenDefencesStack {
            /// Yes.
            Yes,
            /// No.
            No,
        }
        /// What grows worse by one check. [INJ-050, R-40]
        worsen_per: WorsenPer {
            /// Each injury has its own.
            Injury,
            /// Each part has one.
            Part,
        }
        /// How range increments are counted. [INJ-209, R-42]
        range_increments: RangeIncrements {
            /// The distance divided by the increment, rounded down.
            Floor,
            /// The first increment is free.
            BeyondFirst,
        }
        /// Whether a parry takes a reaction. [INJ-242, R-45]
        parry_uses_reaction: ParryUsesReaction {
            /// Yes.
            Yes,
            /// No.
            No,
        }
        /// Whether a natural 20 or 1 of a parry always or never beats the attack.
        parry_naturals: ParryNaturals {
            /// No.
            No,
            /// Yes.
            Yes,
        }
        /// What comes first, injuries or strain.
        hit_order: HitOrder {
            /// Injuries.
            InjuryThenStrain,
            /// Strain.
            StrainThenInjury,
        }
        /// What becomes of injuries that a part cannot hold.
        overflow_injuries: OverflowInjuries {
            /// They are wasted.
            Wasted,
            /// They go to the next part that comes into question.
            NextPart,
        }
        /// How many reactions there are. [INJ-239, R-51]
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
        /// What becomes of the losers.
        defeated_fate: DefeatedFate {
            /// They are killed.
            Killed,
            /// They are left.
            Left,
        }
        /// Whether those starve who cannot eat. [INJ-102]
        starvation: Starvation {
            /// No.
            Off,
            /// Yes, after the days of the book.
            On,
        }
        /// What a diagonal step costs.
        grid_diagonal: GridDiagonal {
            /// As much as any other.
            Chebyshev,
            /// Every second one twice as much.
            FiveTenFive,
        }
    }
}
