//! Rulings of `vogt`: named switches for what the published rules leave open, each with the specification's choice as default.
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the published rules leave open.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rulings {
    /// Whether an attack has to hit.
    pub attack_resolution: AttackResolution,
    /// What AR takes off damage.
    pub ar_mode: ArMode,
    /// When the pool of AR is full again.
    pub ar_refresh: ArRefresh,
    /// What being prone does to AR.
    pub prone_ar: ProneAr,
    /// What comes first, the type of damage or AR.
    pub damage_order: DamageOrder,
    /// Which way half a point goes.
    pub resistance_rounding: HalfRounding,
    /// Resistance and vulnerability to the same damage.
    pub resistant_and_vulnerable: BothTypes,
    /// What the Strength modifier of a weapon is.
    pub strength_modifier: StrengthModifier,
    /// Whether the extra die of a critical can be critical itself.
    pub crit: Crit,
    /// Whether a blow of which nothing gets through can exhaust.
    pub exhaustion_from_zero_damage: ZeroDamage,
    /// How low hit points go.
    pub hp_floor: HpFloor,
    /// Whether penalties of lower levels apply again at each level.
    pub exhaustion_stacking: Stacking,
    /// Whether the level of exhaustion has a limit.
    pub exhaustion_cap: Cap,
    /// What breaks when weapon or armor breaks.
    pub death_gear: GearLoss,
    /// What the loss of the first eye does.
    pub death_eye: EyeLoss,
    /// What happens when the table takes what is already gone.
    pub death_repeat: Repeat,
    /// What standing up costs.
    pub stand: Standing,
    /// How squares are counted.
    pub grid_distance: GridDistance,
    /// What is decided at the beginning of a round.
    pub declare: Declare,
    /// Who goes first when everything else is equal.
    pub initiative_final: FinalTie,
    /// What -1 to an ability means when abilities are dice.
    pub stat_penalty: AbilityPenalty,
    /// What being Blind does to an attack.
    pub blind_damage: BlindDamage,
    /// What Help is good for.
    pub help_applies_to: HelpAppliesTo,
    /// What a tied contest means.
    pub contest_tie: ContestTie,
    /// Whether a contest can be had as an action.
    pub contest_action: ContestAction,
    /// What a won contest does to the foe.
    pub contest_effect: ContestEffect,
    /// Whether AR stops bleeding.
    pub bleeding_ar: BleedingAr,
    /// When a blow brings the statuses that go with it.
    pub riders: RiderNeed,
    /// When a side is beaten. (step E1)
    pub end_condition: EndCondition,
    /// What becomes of the unconscious when the day goes on. (step B2)
    pub unconscious_between_fights: LeftBehind,
    /// Whether too heavy a load is also checked while resting. (step B5)
    pub load_at_rest: LoadAtRest,
}

/// Whether an attack has to hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttackResolution {
    /// An attack within range deals its damage; AR takes points off it.
    #[default]
    Auto,
    /// A check first (STR with range 1, DEX beyond): below the target's AR it misses, from there on AR takes nothing off.
    CheckVsAr,
}

/// What AR takes off damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArMode {
    /// As many points as AR in each round, whoever strikes.
    #[default]
    PoolPerRound,
    /// As many points as AR off every blow.
    PerHit,
    /// Nothing.
    Off,
}

/// When the pool of AR is full again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArRefresh {
    /// At the beginning of every round.
    #[default]
    RoundStart,
    /// At the beginning of one's own turn.
    OwnTurn,
}

/// What being prone does to AR.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProneAr {
    /// AR is 0, whatever adds to it.
    #[default]
    Zero,
    /// Nothing.
    Kept,
}

/// What comes first, the type of damage or AR.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageOrder {
    /// Resistance and vulnerability, then AR.
    #[default]
    TypeThenAr,
    /// AR, then resistance and vulnerability.
    ArThenType,
}

/// Which way half a point goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HalfRounding {
    /// Down.
    #[default]
    Down,
    /// Up.
    Up,
}

/// Resistance and vulnerability to the same damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BothTypes {
    /// They cancel.
    #[default]
    Cancel,
    /// Halved, then doubled.
    HalveThenDouble,
    /// Doubled, then halved.
    DoubleThenHalve,
}

/// What the Strength modifier of a weapon is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrengthModifier {
    /// The median of the STR die, rounded down.
    #[default]
    Median,
    /// A STR check, rolled after the damage dice.
    Roll,
    /// Nothing.
    None,
}

/// Whether the extra die of a critical can be critical itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Crit {
    /// Yes, without end.
    #[default]
    Chain,
    /// No: one extra die for each die that shows its highest face.
    Once,
    /// No extra dice at all.
    Off,
}

/// Whether a blow of which nothing gets through can exhaust.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ZeroDamage {
    /// No: at least one point has to get through.
    #[default]
    Never,
    /// Yes, when it leaves the target at or below the limit.
    Counts,
}

/// How low hit points go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HpFloor {
    /// Without limit.
    #[default]
    None,
    /// To 0.
    Zero,
}

/// Whether penalties of lower levels apply again at each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// Each penalty holds once.
    #[default]
    Once,
    /// Speed and the maximum of hit points are reduced once more at each level.
    EachLevel,
}

/// Whether the level of exhaustion has a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cap {
    /// It has none.
    #[default]
    None,
    /// It stays at the level of the death table; each further level is still a roll.
    DeathLevel,
}

/// What breaks when weapon or armor breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GearLoss {
    /// Either, drawn, when both are there.
    #[default]
    Random,
    /// The weapon, when there is one.
    WeaponFirst,
    /// The armor, when there is one.
    ArmorFirst,
}

/// What the loss of the first eye does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EyeLoss {
    /// Nothing; without eyes one is Blind.
    #[default]
    Nothing,
    /// AWR -1 for each eye lost; without eyes one is Blind.
    AwrPenalty,
}

/// What happens when the table takes what is already gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// Nothing.
    #[default]
    Nothing,
    /// The table is rolled again.
    Reroll,
    /// Death.
    Dead,
}

/// What standing up costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Half the movement of the turn.
    #[default]
    Half,
    /// All movement of the turn.
    All,
    /// An action of its own; until then one crawls.
    Action,
    /// It cannot be done: one crawls.
    Never,
}

/// How squares are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GridDistance {
    /// A diagonal step is one square.
    #[default]
    Chebyshev,
    /// There are no diagonal steps.
    Manhattan,
}

/// What is decided at the beginning of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Declare {
    /// The action with its weapon or dice.
    #[default]
    Action,
    /// The target as well; when it is gone, the action is lost.
    ActionAndTarget,
}

/// Who goes first when everything else is equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FinalTie {
    /// Drawn at random.
    #[default]
    Random,
    /// Whoever comes first in the scenario.
    Index,
}

/// What -1 to an ability means when abilities are dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbilityPenalty {
    /// -1 on checks and on what is read off the die.
    #[default]
    Flat,
    /// A die one rung smaller on the ladder for each point.
    DieStep,
}

/// What being Blind does to an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BlindDamage {
    /// Damage is rolled twice and the lower roll counts.
    #[default]
    Disadvantage,
    /// Nothing.
    None,
}

/// What Help is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HelpAppliesTo {
    /// The next ability check.
    #[default]
    Checks,
    /// The next ability check or damage roll of an attack.
    ChecksAndDamage,
}

/// What a tied contest means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContestTie {
    /// Nobody succeeds.
    #[default]
    Nobody,
    /// Both roll again.
    Reroll,
    /// Whoever was challenged holds out.
    Defender,
}

/// Whether a contest can be had as an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContestAction {
    /// No.
    #[default]
    Off,
    /// Yes, with an adjacent foe.
    On,
}

/// What a won contest does to the foe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContestEffect {
    /// It falls prone.
    #[default]
    Prone,
    /// It cannot move until the end of the next round.
    Immobile,
    /// It is afraid of the winner until the end of the next round.
    Afraid,
}

/// Whether AR stops bleeding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BleedingAr {
    /// No.
    #[default]
    Ignored,
    /// Yes: bleeding uses up points of AR like a blow.
    Used,
}

/// When a blow brings the statuses that go with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiderNeed {
    /// When at least one point gets through.
    #[default]
    Damage,
    /// Whenever it lands.
    Always,
}

/// When a side is beaten. (step E1)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndCondition {
    /// When nobody of it is active: all are unconscious, dead or gone.
    #[default]
    Incapacitated,
    /// When nobody of it is left alive on the field.
    Dead,
}

/// What becomes of the unconscious when the day goes on. (step B2)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeftBehind {
    /// They take no part in the next fight.
    #[default]
    LeftBehind,
    /// They lie on the field of the next fight.
    Present,
}

/// Whether too heavy a load is also checked while resting. (step B5)
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LoadAtRest {
    /// No: it is put down.
    #[default]
    PutDown,
    /// Yes.
    Carried,
}

/// What a result of the death and dismemberment table takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
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

impl Loss {
    /// All of them; each one's place is its number.
    pub const ALL: [Loss; 7] = [Loss::Gear, Loss::Arm, Loss::Eye, Loss::Leg, Loss::Voice, Loss::Dead, Loss::Nothing];
}
