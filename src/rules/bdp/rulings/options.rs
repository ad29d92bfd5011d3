//! The options of the rulings that no version decides by its number: each switch with its words, the first of them the default.
//!
//! Owns words, and no rule. Start at the switch of the same meaning in [`Rulings`](super::Rulings).

use crate::rules::declare::choices;

choices! {
    /// Equal successful rolls.
    ContestTie {
        /// Nobody wins.
        Draw,
        /// Both roll again.
        Reroll,
        /// The higher ability wins.
        HigherAbility,
        /// Whoever was challenged wins.
        Defender,
    }

    /// Two failures.
    ContestBothFail {
        /// Nobody wins.
        Draw,
        /// Both roll again.
        Reroll,
        /// Whoever failed by less wins.
        LowerMargin,
    }

    /// A natural 1 against a Difficulty.
    NaturalOne {
        /// It fails, like every roll that is not above the Difficulty.
        Difficulty,
        /// It passes.
        Pass,
    }

    /// When abilities count for Time, Gear, Skill.
    TgsAbility {
        /// When the action lists them: a high one stands in for the Skill, a low one cancels a benefit.
        Listed,
        /// Always.
        Always,
        /// Never.
        Never,
    }

    /// What a success at a cost costs.
    CostEffect {
        /// Fatigue.
        Fatigue,
        /// Damage.
        Damage,
        /// Something breaks.
        Break,
        /// Nothing that has a number.
        None,
    }

    /// Whether Armor reduces damage that skips HP.
    DirectArmor {
        /// That of weapons.
        Weapons,
        /// No.
        None,
        /// Yes, that of the surroundings, of poison and of bleeding too.
        All,
    }

    /// What a turn in noxious gas is.
    GasUnit {
        /// A round of combat.
        Round,
        /// Ten minutes: 60 rounds.
        TenMinutes,
    }

    /// What becomes of a non-player combatant that fails its STR save.
    NpcOnCrit {
        /// It is down: alive and out of the fight.
        Down,
        /// It rolls for an injury like a player character.
        Injury,
        /// It fights on, impaired and easier to strike. [BDP-612]
        Impaired,
        /// It dies.
        Dead,
    }

    /// What STR 0 from a nonlethal blow is.
    NonlethalZero {
        /// Death.
        Dead,
        /// Being knocked out.
        KnockedOut,
    }

    /// What failing the save against a nonlethal blow does. [BDP-250]
    NonlethalOnCrit {
        /// It knocks out.
        KnockedOut,
        /// The same as against any other.
        Normal,
    }

    /// What a second injury to an area does.
    InjuryRepeat {
        /// What every second wound of a kind does: it makes the first worse, or takes another slot.
        WoundChoice,
        /// It makes the first wound permanent.
        Permanent,
    }

    /// How often gear protects an area.
    GuardUses {
        /// Always.
        Always,
        /// Once; then it is broken.
        Once,
    }

    /// Whether an injury that gear stops still leaves its wound.
    GuardWound {
        /// No.
        Skip,
        /// Yes.
        Keep,
    }

    /// Which hand drops what it holds.
    ArmSide {
        /// The right arm that of the main hand, the left arm the other one.
        ByHand,
        /// Always the main hand.
        MainAlways,
    }

    /// How long an injured arm impairs attacks.
    ArmUntil {
        /// Until its wound is healed.
        Wound,
        /// To the end of the fight.
        Fight,
    }

    /// What the loss of an eye does.
    EyeLoss {
        /// Nothing that has a number.
        Nothing,
        /// Shots are impaired.
        RangedImpaired,
    }

    /// How bad a wound becomes that is made worse.
    WoundRaise {
        /// One level worse, and at least as bad as the new one.
        AtLeastNew,
        /// One level worse.
        OneLevel,
    }

    /// Which injuries are of the same kind.
    WoundKey {
        /// Those of the same area.
        Area,
        /// Those of the same area by the same type of damage.
        WeaponArea,
    }

    /// When the Fatigue of a reaction is paid.
    FatigueTiming {
        /// When the reaction is declared.
        Declare,
        /// After the blow.
        After,
    }

    /// What becomes of Fatigue or wounds without a free slot.
    Overflow {
        /// Something stored is dropped for it, then a miracle; without either it counts above the slots.
        Drop,
        /// It does not happen.
        Ignore,
        /// Whoever has no slot left collapses, unconscious.
        Collapse,
    }

    /// What something costs.
    ActionCost {
        /// Nothing.
        Free,
        /// A quick turn.
        Quick,
    }

    /// What a full inventory takes away.
    InventoryFull {
        /// HP and reactions.
        Defenceless,
        /// HP.
        HpOnly,
    }

    /// What becomes of the HP of a full inventory.
    FullHp {
        /// They are lost.
        Lost,
        /// They do not count while it is full.
        Suppressed,
    }

    /// Which Armor makes armor heavy.
    HeavyBy {
        /// What is worn.
        Worn,
        /// All Armor, the shield included.
        Total,
    }

    /// How the order of a round is found.
    OrderMode {
        /// Quick before full, lengths, then DEX saves of those who are tied.
        Clash,
        /// Quick before full, then DEX saves.
        Dex,
        /// Quick before full, lengths, enhanced before normal before impaired, then DEX saves.
        DexClash,
        /// DEX saves alone.
        Simple,
    }

    /// When full turns without a weapon come. [BDP-311]
    FullNoWeapon {
        /// After all others.
        Last,
        /// Before all others.
        First,
    }

    /// What becomes of an action whose target is gone.
    IntentFallback {
        /// Another target within the declared speed, else the action is lost.
        Retarget,
        /// The action is lost.
        Lose,
        /// Another action altogether.
        Free,
    }

    /// What decides the category of a weapon.
    CategoryBy {
        /// Its row in the list.
        Listed,
        /// The size of its die.
        Die,
    }

    /// An attack that is impaired and enhanced at once.
    BothStates {
        /// It is neither.
        Cancel,
        /// It is impaired.
        Impaired,
        /// It is enhanced.
        Enhanced,
        /// It rolls both dice and keeps the higher.
        Both,
    }

    /// Which attacks come at the same time.
    SameTime {
        /// Those of one side with the same place in the order.
        Slot,
        /// Those of one side in a round.
        SideRound,
        /// None.
        Never,
    }

    /// Which of several attacks is the highest.
    Highest {
        /// The one with the highest value, bonuses included.
        Value,
        /// The one with the highest face.
        Natural,
        /// The one with the highest damage behind Armor.
        Damage,
    }

    /// How often one may react.
    ReactionPer {
        /// Once for each event.
        Event,
        /// Once in a round.
        Round,
        /// Once until one's next turn.
        OnceUntilTurn,
    }

    /// What is compared in a parry.
    ParryCompare {
        /// Damage rolls with their bonuses.
        Total,
        /// Faces.
        Natural,
    }

    /// What the properties of weapons look at.
    TagRoll {
        /// The highest face.
        Natural,
        /// The damage roll with its bonuses.
        Total,
    }

    /// Whom a sweep can strike.
    SweepReach {
        /// Somebody else who is engaged with the wielder.
        Engaged,
        /// Anybody else in the zone.
        Zone,
    }

    /// From whom a push separates.
    PushScope {
        /// From everybody of the attacker's side.
        Side,
        /// From the attacker.
        Attacker,
    }

    /// What a shock does. [BDP-337, BDP-615]
    ShockMode {
        /// The next DEX save fails.
        FailDex,
        /// A failed STR save costs the next turn.
        LoseTurn,
    }

    /// What becomes of bleeding at the end of a fight.
    BleedAfter {
        /// Its dice are still rolled.
        Roll,
        /// It stops.
        Drop,
    }

    /// How far a weapon can be thrown.
    ThrowRange {
        /// Near, and into the next zone.
        Near,
        /// As far as a bow shoots.
        Far,
    }

    /// What those do who lose heart.
    MoraleFailure {
        /// They are gone.
        Leave,
        /// They try to retreat.
        RetreatSave,
    }

    /// Whose WIL a group saves with.
    MoraleUse {
        /// Each its own.
        Own,
        /// The leader's, once for all.
        Leader,
    }

    /// When one decides to sacrifice gear.
    SacrificeWhen {
        /// When the damage is known.
        AfterRoll,
        /// Before it is rolled.
        BeforeRoll,
    }

    /// What leaving a zone with engaged enemies provokes.
    ZoneLeave {
        /// One quick attack of all of them together.
        Attack,
        /// Nothing.
        None,
    }

    /// What a failed retreat means.
    RetreatFailure {
        /// One stays, the turn spent.
        Stay,
        /// One stays, and everybody engaged strikes.
        Hits,
    }

    /// Where damage to a detachment goes beyond its HP.
    DetachmentOverflow {
        /// To WIL.
        Wil,
        /// To STR.
        Str,
    }

    /// How many a Blast strikes.
    BlastCount {
        /// All.
        All,
        /// As many as the damage die says.
        Die,
    }

    /// What passing the save against a gambit allows. [BDP-271, BDP-609]
    GambitOnPass {
        /// A gambit in return, and so on.
        CounterGambit,
        /// An attack in return.
        CounterAttack,
    }

    /// Which gambit comes back.
    CounterKind {
        /// The same.
        Same,
        /// What the policy says.
        Policy,
    }

    /// Whether terror can be overcome.
    TerrorRecover {
        /// Not in this fight.
        Never,
        /// By a save at the end of each own turn.
        Save,
    }

    /// What a blow at the impenetrable does. [BDP-413]
    Impenetrable {
        /// It is impaired.
        Impaired,
        /// Nothing.
        Void,
    }

    /// When the properties of a spell are chosen.
    SculptChoose {
        /// With the intention, out of the invested dice.
        Intention,
        /// After the roll, out of all dice; only the speed with the intention.
        AfterRoll,
    }

    /// What the dice of a trick do. [BDP-461, BDP-626]
    TrickMode {
        /// They lower the ability that is saved with.
        Minus,
        /// They raise a Difficulty.
        Difficulty,
    }

    /// What interrupts a spell.
    CastInterrupt {
        /// Being out of the fight.
        Out,
        /// Any damage.
        Damage,
    }

    /// What critical damage to STR does to player characters. [BDP-065, BDP-610, BDP-611]
    CritStr {
        /// An injury by area.
        Injury,
        /// A roll of one die between death and fighting on.
        D6,
        /// The injuries of version 1.32.
        Location,
    }

    /// How much comfortable sleep restores. [BDP-101, BDP-618]
    ComfortableRestores {
        /// The number of version 2.
        One,
        /// The dice of version 1.32.
        Die,
    }

    /// Which abilities comfortable sleep restores.
    ComfortableWhich {
        /// Each that is damaged.
        Each,
        /// The most damaged one.
        One,
    }

    /// How services count. [BDP-128, BDP-619]
    CareMode {
        /// Each day restores some.
        PerDay,
        /// A week restores all.
        WeekAll,
    }

    /// What becomes of the days of a wound's treatment when a night passes without it. [BDP-055]
    WoundTreatment {
        /// They count.
        Counted,
        /// It starts again.
        InARow,
    }

    /// Which saves heal a disease.
    DiseaseSuccess {
        /// All that were ever passed.
        Cumulative,
        /// Those passed in a row.
        Consecutive,
    }

    /// How well the potency of ingredients has to fit.
    RecipeMatch {
        /// It may be higher than needed.
        AtLeast,
        /// It has to be exactly as needed.
        Exact,
    }

    /// What Ironroot is worth.
    Ironroot {
        /// Advantage on saves against being disarmed.
        Advantage,
        /// Nothing that has a number.
        None,
    }

    /// What reactions with a price cost a non-player combatant.
    NpcReactions {
        /// One of its uses.
        Uses,
        /// Fatigue.
        Slots,
    }

    /// When those wake who were taken out otherwise than by STR.
    CasualtyWakes {
        /// With the next short break.
        Break,
        /// After the next night.
        Night,
    }

    /// Who treats those who are down.
    DownTreated {
        /// Any active ally on the winning side.
        Ally,
        /// Somebody with a healer's kit.
        Kit,
        /// Nobody.
        Never,
    }

    /// Who picks up what was dropped in a fight.
    GearRecover {
        /// The winners their own, as far as it fits.
        Winner,
        /// Nobody.
        Nobody,
    }
}
