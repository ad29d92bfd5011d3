//! The options of the rulings that no version decides by its number: each switch with its words, the first of them the default.
//!
//! Owns words, and no rule. Start at the switch of the same meaning in [`Rulings`](super::Rulings).

use frame::rules::declare::choices;

choices! {
    /// Equal successful rolls.
    ContestTie {
        /// Nobody wins.
        Draw,
        /// Both roll again.
        Reroll,
        /// The higher ability wins.
        HigherAbility,
        /// The one who was challenged wins.
        Defender,
    }

    /// Two failures.
    ContestBothFail {
        /// Nobody wins.
        Draw,
        /// Both roll again.
        Reroll,
        /// The one who failed by less wins.
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

    /// The price of a success at a cost.
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

    /// The kinds of damage past HP that Armor reduces.
    DirectArmor {
        /// That of weapons.
        Weapons,
        /// None.
        None,
        /// All: that of the surroundings, of poison and of bleeding too.
        All,
    }

    /// The length of a turn in noxious gas.
    GasUnit {
        /// A round of combat.
        Round,
        /// Ten minutes: 60 rounds.
        TenMinutes,
    }

    /// The fate of a non-player combatant that fails its STR save.
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

    /// The meaning of STR 0 from a nonlethal blow.
    NonlethalZero {
        /// Death.
        Dead,
        /// Being knocked out.
        KnockedOut,
    }

    /// The effect of a failed save against a nonlethal blow. [BDP-250]
    NonlethalOnCrit {
        /// It knocks out.
        KnockedOut,
        /// As against any other blow.
        Normal,
    }

    /// The effect of a second injury to an area.
    InjuryRepeat {
        /// As every second wound of a kind: it makes the first worse, or takes another slot.
        WoundChoice,
        /// It makes the first wound permanent.
        Permanent,
    }

    /// The use of gear that protects an area.
    GuardUses {
        /// Always.
        Always,
        /// Once; then it is broken.
        Once,
    }

    /// The wound of an injury that gear stops.
    GuardWound {
        /// It is left out.
        Skip,
        /// It is left.
        Keep,
    }

    /// The hand that drops what it holds.
    ArmSide {
        /// The right arm that of the main hand, the left arm the other one.
        ByHand,
        /// Always the main hand.
        MainAlways,
    }

    /// The time for which an injured arm impairs attacks.
    ArmUntil {
        /// Until its wound is healed.
        Wound,
        /// To the end of the fight.
        Fight,
    }

    /// The effect of the loss of an eye.
    EyeLoss {
        /// Nothing that has a number.
        Nothing,
        /// Shots are impaired.
        RangedImpaired,
    }

    /// The level of a wound that is made worse.
    WoundRaise {
        /// One level worse, and at least as bad as the new one.
        AtLeastNew,
        /// One level worse.
        OneLevel,
    }

    /// The injuries that are of the same kind.
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

    /// The fate of Fatigue or wounds without a free slot.
    Overflow {
        /// Something stored is dropped for it, then a miracle; without either it counts above the slots.
        Drop,
        /// It does not happen.
        Ignore,
        /// Those who have no slot left collapse, unconscious.
        Collapse,
    }

    /// The price of something.
    ActionCost {
        /// Nothing.
        Free,
        /// A quick turn.
        Quick,
    }

    /// The loss from a full inventory.
    InventoryFull {
        /// HP and reactions.
        Defenceless,
        /// HP.
        HpOnly,
    }

    /// The fate of HP with a full inventory.
    FullHp {
        /// They are lost.
        Lost,
        /// They do not count while it is full.
        Suppressed,
    }

    /// The Armor that makes armor heavy.
    HeavyBy {
        /// The Armor that is worn.
        Worn,
        /// All Armor, the shield included.
        Total,
    }

    /// The order of a round.
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

    /// The fate of an action whose target is gone.
    IntentFallback {
        /// Another target within the declared speed, else the action is lost.
        Retarget,
        /// The action is lost.
        Lose,
        /// Another action altogether.
        Free,
    }

    /// The rule that decides the category of a weapon.
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

    /// The attacks that come at the same time.
    SameTime {
        /// Those of one side with the same place in the order.
        Slot,
        /// Those of one side in a round.
        SideRound,
        /// None.
        Never,
    }

    /// The one of several attacks that is the highest.
    Highest {
        /// The one with the highest value, bonuses included.
        Value,
        /// The one with the highest face.
        Natural,
        /// The one with the highest damage behind Armor.
        Damage,
    }

    /// The number of times that one may react.
    ReactionPer {
        /// Once for each event.
        Event,
        /// Once in a round.
        Round,
        /// Once until one's next turn.
        OnceUntilTurn,
    }

    /// The numbers that are compared in a parry.
    ParryCompare {
        /// Damage rolls with their bonuses.
        Total,
        /// Faces.
        Natural,
    }

    /// The number that the properties of weapons look at.
    TagRoll {
        /// The highest face.
        Natural,
        /// The damage roll with its bonuses.
        Total,
    }

    /// The targets that a sweep can strike.
    SweepReach {
        /// Another combatant that is engaged with the wielder.
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

    /// The effect of a shock. [BDP-337, BDP-615]
    ShockMode {
        /// The next DEX save fails.
        FailDex,
        /// A failed STR save costs the next turn.
        LoseTurn,
    }

    /// The fate of bleeding at the end of a fight.
    BleedAfter {
        /// Its dice are still rolled.
        Roll,
        /// It stops.
        Drop,
    }

    /// The distance at which a weapon can be thrown.
    ThrowRange {
        /// Near, and into the next zone.
        Near,
        /// As far as a bow shoots.
        Far,
    }

    /// The conduct of those who lose heart.
    MoraleFailure {
        /// They are gone.
        Leave,
        /// They try to retreat.
        RetreatSave,
    }

    /// The WIL that a group saves with.
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

    /// The attack that leaving a zone with engaged enemies provokes.
    ZoneLeave {
        /// One quick attack of all of them together.
        Attack,
        /// Nothing.
        None,
    }

    /// The meaning of a failed retreat.
    RetreatFailure {
        /// One stays, the turn spent.
        Stay,
        /// One stays, and everybody engaged strikes.
        Hits,
    }

    /// The ability that takes damage to a detachment beyond its HP.
    DetachmentOverflow {
        /// WIL.
        Wil,
        /// STR.
        Str,
    }

    /// The number of targets that a Blast strikes.
    BlastCount {
        /// All.
        All,
        /// As many as the damage die says.
        Die,
    }

    /// The answer that passing the save against a gambit allows. [BDP-271, BDP-609]
    GambitOnPass {
        /// A gambit in return, and so on.
        CounterGambit,
        /// An attack in return.
        CounterAttack,
    }

    /// The gambit that comes back.
    CounterKind {
        /// The gambit that was tried.
        Same,
        /// The one that the policy names.
        Policy,
    }

    /// The end of terror.
    TerrorRecover {
        /// Not in this fight.
        Never,
        /// By a save at the end of each own turn.
        Save,
    }

    /// The effect of a blow at the impenetrable. [BDP-413]
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

    /// The effect of the dice of a trick. [BDP-461, BDP-626]
    TrickMode {
        /// They lower the ability that is saved with.
        Minus,
        /// They raise a Difficulty.
        Difficulty,
    }

    /// The cause that interrupts a spell.
    CastInterrupt {
        /// Being out of the fight.
        Out,
        /// Any damage.
        Damage,
    }

    /// The effect of critical damage to STR on player characters. [BDP-065, BDP-610, BDP-611]
    CritStr {
        /// An injury by area.
        Injury,
        /// A roll of one die between death and fighting on.
        D6,
        /// The injuries of version 1.32.
        Location,
    }

    /// Points that comfortable sleep restores. [BDP-101, BDP-618]
    ComfortableRestores {
        /// The number of version 2.
        One,
        /// The dice of version 1.32.
        Die,
    }

    /// The abilities that comfortable sleep restores.
    ComfortableWhich {
        /// Each that is damaged.
        Each,
        /// The most damaged one.
        One,
    }

    /// The count of services. [BDP-128, BDP-619]
    CareMode {
        /// Each day restores some.
        PerDay,
        /// A week restores all.
        WeekAll,
    }

    /// The fate of the days of a wound's treatment when a night passes without it. [BDP-055]
    WoundTreatment {
        /// They count.
        Counted,
        /// It starts again.
        InARow,
    }

    /// The saves that heal a disease.
    DiseaseSuccess {
        /// All that were ever passed.
        Cumulative,
        /// Those passed in a row.
        Consecutive,
    }

    /// The fit of the potency of ingredients.
    RecipeMatch {
        /// It may be higher than needed.
        AtLeast,
        /// It has to be exactly as needed.
        Exact,
    }

    /// The worth of Ironroot.
    Ironroot {
        /// Advantage on saves against being disarmed.
        Advantage,
        /// Nothing that has a number.
        None,
    }

    /// The price of reactions for a non-player combatant.
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

    /// The one who treats those who are down.
    DownTreated {
        /// Any active ally on the winning side.
        Ally,
        /// An ally with a healer's kit.
        Kit,
        /// Nobody.
        Never,
    }

    /// The one who picks up what was dropped in a fight.
    GearRecover {
        /// The winners their own, as far as it fits.
        Winner,
        /// Nobody.
        Nobody,
    }

    /// The sides that roll for the order.
    OrderRoll {
        /// Each side with player characters; without any, every side. A draw decides between sides that are still tied.
        Each,
        /// The first listed of these sides alone; sides that are still tied act as they are listed.
        First,
    }

    /// The one of several equals that nobody has chosen.
    DefaultTarget {
        /// Any of them, by a die.
        Random,
        /// The first listed.
        Listed,
        /// Any of them, by a die, also of those who are equal by a line of a policy.
        Everywhere,
    }

    /// Those who cannot follow the others to a new target.
    LeftBehind {
        /// Each chooses a target of its own.
        Choose,
        /// They lose their attack.
        Lose,
    }

    /// The kills that count as killing blows.
    KillCredit {
        /// Those by blows.
        Blows,
        /// Those by Counter too, with the weapon that throws the blow back, and by spells, from which no weapon learns.
        All,
    }

    /// The one whom words of grace leave deprived.
    GraceDeprives {
        /// The speaker.
        Speaker,
        /// The character whom they restore.
        Restored,
    }

    /// When an element, or the bite of a monster, leaves its wound.
    ElementWounds {
        /// When a Critical Damage Save against it fails.
        Critical,
        /// Whenever it damages an ability.
        Damage,
        /// Never.
        Never,
    }
}
