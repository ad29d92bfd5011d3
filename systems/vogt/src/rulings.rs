//! Rulings of `vogt`: named switches for what the published rules leave open, each with the specification's choice as default.
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use frame::rules::declare::{switches, words};

/// The features that no plain turn takes for granted: it does not meet them, or asks for their rulings as they are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    /// Dice and types of damage.
    Damage,
    /// Exhaustion, and death and dismemberment.
    Exhaustion,
    /// Standing up, and squares.
    Movement,
    /// The choice between equals.
    Equals,
    /// Statuses.
    Statuses,
    /// Help.
    Help,
    /// Contests.
    Contests,
    /// What comes between fights.
    Day,
}

switches! {
    /// The questions that the published rules leave open.
    Rulings {
        /// The way in which an attack is resolved.
        attack_resolution: AttackResolution {
            /// An attack within range deals its damage; AR takes points off it.
            Auto,
            /// A check first (STR with range 1, DEX beyond): below the target's AR it misses, from there on AR takes nothing off.
            CheckVsAr,
        }
        /// The damage that AR takes off.
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
        /// The effect of being prone on AR.
        prone_ar: ProneAr {
            /// AR is 0, whatever adds to it.
            Zero,
            /// Nothing.
            Kept,
        }
        /// The order of the type of damage and AR.
        damage_order: DamageOrder {
            /// Resistance and vulnerability, then AR.
            TypeThenAr,
            /// AR, then resistance and vulnerability.
            ArThenType,
        }
        /// The rounding of half a point.
        #[belongs_to(Damage)]
        resistance_rounding: HalfRounding {
            /// Down.
            Down,
            /// Up.
            Up,
        }
        /// Resistance and vulnerability to the same damage.
        #[belongs_to(Damage)]
        resistant_and_vulnerable: BothTypes {
            /// They cancel.
            Cancel,
            /// Halved, then doubled.
            HalveThenDouble,
            /// Doubled, then halved.
            DoubleThenHalve,
        }
        /// The Strength modifier of a weapon.
        strength_modifier: StrengthModifier {
            /// The median of the STR die, rounded down.
            Median,
            /// A STR check, rolled after the damage dice.
            Roll,
            /// Nothing.
            None,
        }
        /// The rule for an extra die that is critical itself.
        #[belongs_to(Damage)]
        crit: Crit {
            /// It can be critical itself, without end.
            Chain,
            /// It cannot: one extra die for each die that shows its highest face.
            Once,
            /// There are no extra dice at all.
            Off,
        }
        /// The exhaustion by a blow of which nothing gets through.
        exhaustion_from_zero_damage: ZeroDamage {
            /// It exhausts nobody: at least one point has to get through.
            Never,
            /// It exhausts when it leaves the target at or below the limit.
            Counts,
        }
        /// The lowest number of hit points.
        hp_floor: HpFloor {
            /// None.
            None,
            /// To 0.
            Zero,
        }
        /// The penalties of lower levels at each level.
        #[belongs_to(Exhaustion)]
        exhaustion_stacking: Stacking {
            /// Each penalty holds once.
            Once,
            /// Speed and the maximum of hit points are reduced once more at each level.
            EachLevel,
        }
        /// The limit of the level of exhaustion.
        #[belongs_to(Exhaustion)]
        exhaustion_cap: Cap {
            /// None.
            None,
            /// It stays at the level of the death table; each further level is still a roll.
            DeathLevel,
        }
        /// The thing that breaks when weapon or armor breaks.
        #[belongs_to(Exhaustion)]
        death_gear: GearLoss {
            /// Either, drawn, when both are there.
            Random,
            /// The weapon, when there is one.
            WeaponFirst,
            /// The armor, when there is one.
            ArmorFirst,
        }
        /// The effect of the loss of the first eye.
        #[belongs_to(Exhaustion)]
        death_eye: EyeLoss {
            /// Nothing; without eyes one is Blind.
            Nothing,
            /// AWR less for each eye lost, by the number of the book; without eyes one is Blind.
            AwrPenalty,
        }
        /// The result when the table takes what is already gone.
        #[belongs_to(Exhaustion)]
        death_repeat: Repeat {
            /// Nothing.
            Nothing,
            /// The table is rolled again.
            Reroll,
            /// Death.
            Dead,
        }
        /// The price of standing up.
        #[belongs_to(Movement)]
        stand: Standing {
            /// Half the movement of the turn.
            Half,
            /// All movement of the turn.
            All,
            /// An action of its own; until then one crawls.
            Action,
            /// None: it cannot be done, and one crawls.
            Never,
        }
        /// The way in which squares are counted.
        #[belongs_to(Movement)]
        grid_distance: GridDistance {
            /// A diagonal step is one square.
            Chebyshev,
            /// There are no diagonal steps.
            Manhattan,
        }
        /// The choices that are made at the beginning of a round.
        declare: Declare {
            /// The action with its weapon or dice.
            Action,
            /// The target as well; when it is gone, the action is lost.
            ActionAndTarget,
        }
        /// The choice among those who are equal by what the default chooses, where no line of a policy decides.
        #[belongs_to(Equals)]
        default_target: DefaultTarget {
            /// One of them is drawn.
            Random,
            /// The one who comes first in the scenario.
            Listed,
            /// One of them is drawn, of those too who are equal by a line of a policy.
            Everywhere,
        }
        /// The one who goes first when everything else is equal.
        #[belongs_to(Equals)]
        initiative_final: FinalTie {
            /// Drawn at random.
            Random,
            /// The one who comes first in the scenario.
            Index,
        }
        /// The meaning of -1 to an ability when abilities are dice.
        #[belongs_to(Statuses)]
        stat_penalty: AbilityPenalty {
            /// -1 on checks and on what is read off the die.
            Flat,
            /// A die one rung smaller on the ladder for each point.
            DieStep,
        }
        /// The effect of being Blind on an attack.
        #[belongs_to(Statuses)]
        blind_damage: BlindDamage {
            /// Damage is rolled twice and the lower roll counts.
            Disadvantage,
            /// Nothing.
            None,
        }
        /// The rolls that Help is good for.
        #[belongs_to(Help)]
        help_applies_to: HelpAppliesTo {
            /// The next ability check.
            Checks,
            /// The next ability check or damage roll of an attack.
            ChecksAndDamage,
        }
        /// The meaning of a tied contest.
        #[belongs_to(Contests)]
        contest_tie: ContestTie {
            /// Nobody succeeds.
            Nobody,
            /// Both roll again.
            Reroll,
            /// The one who was challenged holds out.
            Defender,
        }
        /// The use of a contest as an action.
        #[belongs_to(Contests)]
        contest_action: ContestAction {
            /// It cannot be had.
            Off,
            /// It can be had with an adjacent foe.
            On,
        }
        /// The effect of a won contest on the foe.
        #[belongs_to(Contests)]
        contest_effect: ContestEffect {
            /// It falls prone.
            Prone,
            /// It cannot move until the end of the next round.
            Immobile,
            /// It is afraid of the winner until the end of the next round.
            Afraid,
        }
        /// The use of AR against bleeding.
        #[belongs_to(Statuses)]
        bleeding_ar: BleedingAr {
            /// It does not count.
            Ignored,
            /// It counts: bleeding uses up points of AR like a blow.
            Used,
        }
        /// When a blow brings the statuses that go with it.
        #[belongs_to(Statuses)]
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
        /// The fate of the unconscious when the day goes on. (step B2)
        #[belongs_to(Day)]
        unconscious_between_fights: LeftBehind {
            /// They take no part in the next fight.
            LeftBehind,
            /// They lie on the field of the next fight.
            Present,
        }
        /// The check of too heavy a load while resting. (step B5)
        #[belongs_to(Day)]
        load_at_rest: LoadAtRest {
            /// It is put down, and not checked.
            PutDown,
            /// It is checked as well.
            Carried,
        }
    }
}

words! {
    /// A loss by a result of the death and dismemberment table. Each one's place among all is its number.
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
