//! Rulings of `vogt`: named switches for what the published rules leave open, each with the specification's choice as default.
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use crate::rules::declare::{switches, words};

switches! {
    /// What the published rules leave open.
    Rulings {
        /// Whether an attack has to hit.
        attack_resolution: AttackResolution {
            /// An attack within range deals its damage; AR takes points off it.
            Auto,
            /// A check first (STR with range 1, DEX beyond): below the target's AR it misses, from there on AR takes nothing off.
            CheckVsAr,
        }
        /// What AR takes off damage.
        ar_mode: ArMode {
            /// As many points as AR in each round, whoever strikes.
            PoolPerRound,
            /// As many points as AR off every blow.
            PerHit,
            /// Nothing.
            Off,
        }
        /// When the pool of AR is full again.
        ar_refresh: ArRefresh {
            /// At the beginning of every round.
            RoundStart,
            /// At the beginning of one's own turn.
            OwnTurn,
        }
        /// What being prone does to AR.
        prone_ar: ProneAr {
            /// AR is 0, whatever adds to it.
            Zero,
            /// Nothing.
            Kept,
        }
        /// What comes first, the type of damage or AR.
        damage_order: DamageOrder {
            /// Resistance and vulnerability, then AR.
            TypeThenAr,
            /// AR, then resistance and vulnerability.
            ArThenType,
        }
        /// Which way half a point goes.
        resistance_rounding: HalfRounding {
            /// Down.
            Down,
            /// Up.
            Up,
        }
        /// Resistance and vulnerability to the same damage.
        resistant_and_vulnerable: BothTypes {
            /// They cancel.
            Cancel,
            /// Halved, then doubled.
            HalveThenDouble,
            /// Doubled, then halved.
            DoubleThenHalve,
        }
        /// What the Strength modifier of a weapon is.
        strength_modifier: StrengthModifier {
            /// The median of the STR die, rounded down.
            Median,
            /// A STR check, rolled after the damage dice.
            Roll,
            /// Nothing.
            None,
        }
        /// Whether the extra die of a critical can be critical itself.
        crit: Crit {
            /// Yes, without end.
            Chain,
            /// No: one extra die for each die that shows its highest face.
            Once,
            /// No extra dice at all.
            Off,
        }
        /// Whether a blow of which nothing gets through can exhaust.
        exhaustion_from_zero_damage: ZeroDamage {
            /// No: at least one point has to get through.
            Never,
            /// Yes, when it leaves the target at or below the limit.
            Counts,
        }
        /// How low hit points go.
        hp_floor: HpFloor {
            /// Without limit.
            None,
            /// To 0.
            Zero,
        }
        /// Whether penalties of lower levels apply again at each level.
        exhaustion_stacking: Stacking {
            /// Each penalty holds once.
            Once,
            /// Speed and the maximum of hit points are reduced once more at each level.
            EachLevel,
        }
        /// Whether the level of exhaustion has a limit.
        exhaustion_cap: Cap {
            /// It has none.
            None,
            /// It stays at the level of the death table; each further level is still a roll.
            DeathLevel,
        }
        /// What breaks when weapon or armor breaks.
        death_gear: GearLoss {
            /// Either, drawn, when both are there.
            Random,
            /// The weapon, when there is one.
            WeaponFirst,
            /// The armor, when there is one.
            ArmorFirst,
        }
        /// What the loss of the first eye does.
        death_eye: EyeLoss {
            /// Nothing; without eyes one is Blind.
            Nothing,
            /// AWR -1 for each eye lost; without eyes one is Blind.
            AwrPenalty,
        }
        /// What happens when the table takes what is already gone.
        death_repeat: Repeat {
            /// Nothing.
            Nothing,
            /// The table is rolled again.
            Reroll,
            /// Death.
            Dead,
        }
        /// What standing up costs.
        stand: Standing {
            /// Half the movement of the turn.
            Half,
            /// All movement of the turn.
            All,
            /// An action of its own; until then one crawls.
            Action,
            /// It cannot be done: one crawls.
            Never,
        }
        /// How squares are counted.
        grid_distance: GridDistance {
            /// A diagonal step is one square.
            Chebyshev,
            /// There are no diagonal steps.
            Manhattan,
        }
        /// What is decided at the beginning of a round.
        declare: Declare {
            /// The action with its weapon or dice.
            Action,
            /// The target as well; when it is gone, the action is lost.
            ActionAndTarget,
        }
        /// Who goes first when everything else is equal.
        initiative_final: FinalTie {
            /// Drawn at random.
            Random,
            /// Whoever comes first in the scenario.
            Index,
        }
        /// What -1 to an ability means when abilities are dice.
        stat_penalty: AbilityPenalty {
            /// -1 on checks and on what is read off the die.
            Flat,
            /// A die one rung smaller on the ladder for each point.
            DieStep,
        }
        /// What being Blind does to an attack.
        blind_damage: BlindDamage {
            /// Damage is rolled twice and the lower roll counts.
            Disadvantage,
            /// Nothing.
            None,
        }
        /// What Help is good for.
        help_applies_to: HelpAppliesTo {
            /// The next ability check.
            Checks,
            /// The next ability check or damage roll of an attack.
            ChecksAndDamage,
        }
        /// What a tied contest means.
        contest_tie: ContestTie {
            /// Nobody succeeds.
            Nobody,
            /// Both roll again.
            Reroll,
            /// Whoever was challenged holds out.
            Defender,
        }
        /// Whether a contest can be had as an action.
        contest_action: ContestAction {
            /// No.
            Off,
            /// Yes, with an adjacent foe.
            On,
        }
        /// What a won contest does to the foe.
        contest_effect: ContestEffect {
            /// It falls prone.
            Prone,
            /// It cannot move until the end of the next round.
            Immobile,
            /// It is afraid of the winner until the end of the next round.
            Afraid,
        }
        /// Whether AR stops bleeding.
        bleeding_ar: BleedingAr {
            /// No.
            Ignored,
            /// Yes: bleeding uses up points of AR like a blow.
            Used,
        }
        /// When a blow brings the statuses that go with it.
        riders: RiderNeed {
            /// When at least one point gets through.
            Damage,
            /// Whenever it lands.
            Always,
        }
        /// When a side is beaten. (step E1)
        end_condition: EndCondition {
            /// When nobody of it is active: all are unconscious, dead or gone.
            Incapacitated,
            /// When nobody of it is left alive on the field.
            Dead,
        }
        /// What becomes of the unconscious when the day goes on. (step B2)
        unconscious_between_fights: LeftBehind {
            /// They take no part in the next fight.
            LeftBehind,
            /// They lie on the field of the next fight.
            Present,
        }
        /// Whether too heavy a load is also checked while resting. (step B5)
        load_at_rest: LoadAtRest {
            /// No: it is put down.
            PutDown,
            /// Yes.
            Carried,
        }
    }
}

words! {
    /// What a result of the death and dismemberment table takes. Each one's place among all is its number.
    Loss {
        /// The weapon or the armor breaks. [VOG-046]
        Gear,
        /// An arm. [VOG-047]
        Arm,
        /// An eye. [VOG-048]
        Eye,
        /// A leg. [VOG-049]
        Leg,
        /// The voice. [VOG-050]
        Voice,
        /// The life. [VOG-051]
        Dead,
        /// Nothing.
        Nothing,
    }
}
