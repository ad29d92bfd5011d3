//! Rulings of `bdp`: named switches for what the published rules leave open, and the version of the rules.
//!
//! Owns the switches and nothing else; rulings that are numbers stand in the [book](super::book), those that are a matter of
//! who plays in the [policy](super::policy). The [version](Version) decides every switch that is left out and that its
//! comment says it decides; the functions of the same names say what holds then. Start at [`Rulings`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::declare::section;

use super::book::Book;

mod options;

pub use options::*;

/// The switches, and what holds where all of them are left out, which the compiler knows too.
macro_rules! rulings {
    ($(#[$meta:meta])* $all:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr, )* }) => {
        section! { $(#[$meta])* $all { $( $(#[$field_meta])* $field: $type = $default, )* } }

        impl $all {
            /// Every switch as it stands when nobody has touched it.
            pub const UNTOUCHED: $all = $all { $( $field: $default, )* };
        }
    };
}

rulings! {
    /// What the published rules leave open.
    Rulings {
        /// Which version of the rules is played. [BDP-601]
        version: Version = Version::Two,
        /// Whether some faces of a save always pass or fail; without it, in version 2. [BDP-007, BDP-601]
        save_auto: Option<bool> = None,
        /// Which weapons there are; without it, those of the version. [BDP-617]
        weapon_table: Option<WeaponTable> = None,
        /// Equal successful rolls of a contested save.
        contest_tie: ContestTie = ContestTie::Draw,
        /// A contested save that both fail.
        contest_both_fail: ContestBothFail = ContestBothFail::Draw,
        /// A natural 1 against a Difficulty.
        gambit_nat1: NaturalOne = NaturalOne::Difficulty,
        /// When abilities count for Time, Gear, Skill.
        tgs_ability: TgsAbility = TgsAbility::Listed,
        /// What a success at a cost costs.
        tgs_cost_effect: CostEffect = CostEffect::Fatigue,
        /// Whether Armor reduces damage that skips HP.
        direct_armor: DirectArmor = DirectArmor::Weapons,
        /// What a turn in noxious gas is.
        gas_unit: GasUnit = GasUnit::Round,
        /// What becomes of a non-player combatant that fails its STR save.
        npc_on_crit: NpcOnCrit = NpcOnCrit::Down,
        /// What STR 0 from a nonlethal blow is.
        nonlethal_zero: NonlethalZero = NonlethalZero::Dead,
        /// What failing the save against a nonlethal blow does. [BDP-250]
        nonlethal_on_crit: NonlethalOnCrit = NonlethalOnCrit::KnockedOut,
        /// What a second injury to an area does.
        injury_repeat: InjuryRepeat = InjuryRepeat::WoundChoice,
        /// How often gear protects an area.
        guard_uses: GuardUses = GuardUses::Always,
        /// Whether an injury that gear stops still leaves its wound.
        guard_wound: GuardWound = GuardWound::Skip,
        /// Which hand drops what it holds.
        injury_arm_side: ArmSide = ArmSide::ByHand,
        /// Whether a firm grip also holds on when the arm is injured.
        firm_grip_injury: bool = true,
        /// How long an injured arm impairs attacks.
        injury_arm_until: ArmUntil = ArmUntil::Wound,
        /// What the loss of an eye does.
        injury_eye: EyeLoss = EyeLoss::Nothing,
        /// Whether a scar leaves the wound of an injury too.
        injury_scar_wound: bool = true,
        /// How bad a wound becomes that is made worse.
        wound_raise: WoundRaise = WoundRaise::AtLeastNew,
        /// Which injuries are of the same kind.
        wound_key: WoundKey = WoundKey::Area,
        /// When the Fatigue of a reaction is paid.
        fatigue_timing: FatigueTiming = FatigueTiming::Declare,
        /// What becomes of Fatigue or wounds without a free slot.
        overflow: Overflow = Overflow::Drop,
        /// What dropping the backpack costs.
        backpack_drop: ActionCost = ActionCost::Free,
        /// What a full inventory takes away.
        inventory_full: InventoryFull = InventoryFull::Defenceless,
        /// What becomes of the HP of a full inventory.
        inventory_full_hp: FullHp = FullHp::Lost,
        /// Which Armor makes armor heavy; without it, worn in version 2 and total in version 1.32. [R-19, BDP-607]
        heavy_by: Option<HeavyBy> = None,
        /// How the order of a round is found; without it, clash in version 2 and dex in version 1.32. [R-20, BDP-602, BDP-603]
        order_mode: Option<OrderMode> = None,
        /// When full turns without a weapon come. [BDP-311]
        full_no_weapon: FullNoWeapon = FullNoWeapon::Last,
        /// What becomes of an action whose target is gone.
        intent_fallback: IntentFallback = IntentFallback::Retarget,
        /// Whether player characters know their foes' targets when they decide. [BDP-228]
        intent_telegraph: bool = false,
        /// Whether policies see the abilities of enemies, or read them as 0. [BDP-228]
        sees_abilities: bool = true,
        /// What decides the category of a weapon.
        category_by: CategoryBy = CategoryBy::Listed,
        /// An attack that is impaired and enhanced at once.
        impaired_and_enhanced: BothStates = BothStates::Cancel,
        /// Which attacks come at the same time.
        multi_same_time: SameTime = SameTime::Slot,
        /// Which of several attacks is the highest.
        multi_compare: Highest = Highest::Value,
        /// How often one may react.
        reaction_per: ReactionPer = ReactionPer::Event,
        /// Which rules of block and dodge hold; without it, those of the version. [BDP-605, BDP-606, BDP-607, BDP-608]
        react_rules: Option<ReactRules> = None,
        /// Whether Armor counts in a parry.
        parry_armor: bool = true,
        /// What is compared in a parry.
        parry_compare: ParryCompare = ParryCompare::Total,
        /// Whether shots can be parried.
        parry_ranged: bool = false,
        /// Whether whoever is taken out by the blow still fights back.
        fight_back_if_down: bool = false,
        /// Whether Counter works against shots too, or in melee only.
        counter_melee_only: bool = false,
        /// Whether Armor counts against what bounces back.
        counter_armor: bool = true,
        /// What the properties of weapons look at.
        tag_roll: TagRoll = TagRoll::Natural,
        /// Whether Magic stops at the die's highest face; without it, in version 1.32. [R-30, BDP-616]
        magic_x_cap: Option<bool> = None,
        /// Whom a sweep can strike.
        sweep_reach: SweepReach = SweepReach::Engaged,
        /// From whom a push separates.
        push_scope: PushScope = PushScope::Side,
        /// Whether Brutal kills player characters too.
        brutal_pc: bool = true,
        /// What a shock does; without it, fail_dex in version 2 and lose_turn in version 1.32. [BDP-337, BDP-615]
        shock_mode: Option<ShockMode> = None,
        /// Whether bleeding adds up.
        bleed_stack: bool = true,
        /// What becomes of bleeding at the end of a fight.
        bleed_after: BleedAfter = BleedAfter::Roll,
        /// How far a weapon can be thrown.
        throw_range: ThrowRange = ThrowRange::Near,
        /// Whether those who fled count among the lost half.
        morale_half_counts_fled: bool = true,
        /// What those do who lose heart.
        morale_failure: MoraleFailure = MoraleFailure::Leave,
        /// Whose WIL a group saves with. [R-36, BDP-299]
        morale_use: MoraleUse = MoraleUse::Own,
        /// When one decides to sacrifice gear.
        sacrifice_when: SacrificeWhen = SacrificeWhen::AfterRoll,
        /// Whether weapons can be broken to enhance an attack; without it, in version 1.32. [BDP-613]
        sacrifice_offensive: Option<bool> = None,
        /// Whether a move may end engaged.
        move_engages: bool = true,
        /// What leaving a zone with engaged enemies provokes.
        zone_leave: ZoneLeave = ZoneLeave::Attack,
        /// What a failed retreat means.
        retreat_failure: RetreatFailure = RetreatFailure::Stay,
        /// Whether reaction totals beyond the table count as its ends.
        reaction_clamp: bool = true,
        /// Whether the surprised can use their HP. [R-41, BDP-203]
        surprise_hp_denied: bool = false,
        /// Whether the surprised can react.
        surprise_reactions: bool = false,
        /// Whether those who are unaware cannot use their HP. [BDP-244]
        unaware_hp_denied: bool = true,
        /// Where damage to a detachment goes beyond its HP.
        detachment_overflow: DetachmentOverflow = DetachmentOverflow::Wil,
        /// How many a Blast strikes.
        blast_count: BlastCount = BlastCount::All,
        /// What passing the save against a gambit allows; without it, counter_gambit in version 2 and counter_attack in version 1.32. [BDP-271, BDP-609, R-44]
        gambit_on_pass: Option<GambitOnPass> = None,
        /// Which gambit comes back.
        gambit_counter_kind: CounterKind = CounterKind::Same,
        /// Whether one can fight back against a gambit.
        gambit_fight_back: bool = false,
        /// Whether those who are surprised or unaware can gambit back.
        gambit_surprised: bool = true,
        /// Whether somebody who is stunned again loses one more turn.
        stun_stacks: bool = false,
        /// Whether terror can be overcome.
        terror_recover: TerrorRecover = TerrorRecover::Never,
        /// Whether each terrifying enemy asks for a save of its own, instead of all of them for one. [BDP-422]
        terror_each: bool = false,
        /// Whether bows and other weapons that shoot allow a Defensive Posture. [BDP-513]
        posture_bows: bool = true,
        /// What a blow at the impenetrable does. [BDP-413]
        impenetrable: Impenetrable = Impenetrable::Impaired,
        /// What commands, rousing words and the like cost.
        skill_action: ActionCost = ActionCost::Quick,
        /// Whether each invested Magic Die needs a free slot.
        md_needs_slots: bool = true,
        /// Whether high Magic Dice bring more dice; without it, in version 2. [BDP-453, BDP-622]
        md_explode: Option<bool> = None,
        /// Whether wands and staffs have Power; without it, in version 2. [BDP-472, BDP-627]
        device_power: Option<bool> = None,
        /// When the properties of a spell are chosen.
        sculpt_choose: SculptChoose = SculptChoose::Intention,
        /// Whether the number of dice adds to the damage of a spell; without it, in version 1.32. [BDP-624]
        sculpt_plus_dice: Option<bool> = None,
        /// What a die can buy for a spell; without it, as the version says. [BDP-457, BDP-625]
        sculpt_table: Option<SculptTable> = None,
        /// What the dice of a trick do; without it, minus in version 2 and difficulty in version 1.32. [BDP-461, BDP-626]
        trick_mode: Option<TrickMode> = None,
        /// Whether feedback that costs WIL asks for a Critical Damage Save.
        feedback_crit: bool = false,
        /// What interrupts a spell.
        cast_interrupt: CastInterrupt = CastInterrupt::Out,
        /// Whether those who will lose their turn can counter a spell. [BDP-463]
        counter_stunned: bool = true,
        /// Which numbers skills have that both versions know; without it, those of the version. [BDP-631]
        skills: Option<SkillTable> = None,
        /// What critical damage to STR does to player characters; without it, injury in version 2 and d6 in version 1.32. [BDP-065, BDP-610, BDP-611]
        crit_str: Option<CritStr> = None,
        /// Whether DEX asks for Critical Damage Saves; without it, in version 2. [BDP-067, BDP-620]
        crit_dex: Option<bool> = None,
        /// Whether WIL asks for Critical Damage Saves; without it, in version 2. [BDP-068, BDP-620]
        crit_wil: Option<bool> = None,
        /// Whether the attacks of those who fight on after critical damage are impaired. [BDP-612]
        injured_impaired: bool = true,
        /// Whether attacks on those who fight on after critical damage are enhanced. [BDP-612]
        injured_target_enhanced: bool = true,
        /// Whether Fatigue stays while one is deprived.
        deprived_locks_fatigue: bool = false,
        /// How much comfortable sleep restores; without it, one in version 2 and die in version 1.32. [BDP-101, BDP-618]
        comfortable_restores: Option<ComfortableRestores> = None,
        /// Which abilities comfortable sleep restores.
        comfortable_which: ComfortableWhich = ComfortableWhich::Each,
        /// How services count; without it, per_day in version 2 and week_all in version 1.32. [BDP-128, BDP-619]
        care_mode: Option<CareMode> = None,
        /// Whether a service adds to what comfortable sleep restores.
        care_stacks: bool = true,
        /// What becomes of the days of a wound's treatment when a night passes without it. [BDP-055]
        wound_treatment: WoundTreatment = WoundTreatment::Counted,
        /// Which saves heal a disease.
        disease_success: DiseaseSuccess = DiseaseSuccess::Cumulative,
        /// How well the potency of ingredients has to fit.
        recipe_match: RecipeMatch = RecipeMatch::AtLeast,
        /// What Ironroot is worth.
        ironroot_disarm: Ironroot = Ironroot::Advantage,
        /// Whether the unit that makes a step without a roll can bring another one.
        task_chain: bool = false,
        /// Whether the clash of a duel asks for a Critical Damage Save.
        duel_crit: bool = true,
        /// What reactions with a price cost a non-player combatant.
        npc_reactions: NpcReactions = NpcReactions::Uses,
        /// When those wake who were taken out otherwise than by STR.
        casualty_wakes: CasualtyWakes = CasualtyWakes::Break,
        /// Whether those who wake at a short break drink in that very break.
        wakes_drink: bool = true,
        /// Who treats those who are down.
        down_treated: DownTreated = DownTreated::Ally,
        /// Who picks up what was dropped in a fight.
        gear_recover: GearRecover = GearRecover::Winner,
    }
}

/// What the version decides where a switch is left out: the value in version 2, the value in version 1.32.
macro_rules! by_version {
    ($( $(#[$meta:meta])* $name:ident: $type:ty = ($two:expr, $older:expr); )*) => {
        impl Rulings {
            $(
                $(#[$meta])*
                #[inline]
                #[must_use]
                pub fn $name(&self) -> $type {
                    self.$name.unwrap_or(match self.version {
                        Version::Two => $two,
                        Version::Older => $older,
                    })
                }
            )*
        }
    };
}

by_version! {
    /// Whether some faces of a save always pass or fail. [BDP-007, BDP-601]
    save_auto: bool = (true, false);
    /// Which weapons there are. [BDP-617]
    weapon_table: WeaponTable = (WeaponTable::Two, WeaponTable::Older);
    /// Which Armor makes armor heavy.
    heavy_by: HeavyBy = (HeavyBy::Worn, HeavyBy::Total);
    /// How the order of a round is found.
    order_mode: OrderMode = (OrderMode::Clash, OrderMode::Dex);
    /// Which rules of block and dodge hold. [BDP-605]
    react_rules: ReactRules = (ReactRules::Two, ReactRules::Older);
    /// Whether Magic stops at the die's highest face. [BDP-616]
    magic_x_cap: bool = (false, true);
    /// What a shock does. [BDP-615]
    shock_mode: ShockMode = (ShockMode::FailDex, ShockMode::LoseTurn);
    /// Whether weapons can be broken to enhance an attack. [BDP-613]
    sacrifice_offensive: bool = (false, true);
    /// What passing the save against a gambit allows. [BDP-609]
    gambit_on_pass: GambitOnPass = (GambitOnPass::CounterGambit, GambitOnPass::CounterAttack);
    /// Whether high Magic Dice bring more dice. [BDP-622]
    md_explode: bool = (true, false);
    /// Whether wands and staffs have Power. [BDP-627]
    device_power: bool = (true, false);
    /// Whether the number of dice adds to the damage of a spell. [BDP-624]
    sculpt_plus_dice: bool = (false, true);
    /// What a die can buy for a spell. [BDP-625]
    sculpt_table: SculptTable = (SculptTable::Two, SculptTable::Older);
    /// What the dice of a trick do. [BDP-626]
    trick_mode: TrickMode = (TrickMode::Minus, TrickMode::Difficulty);
    /// Which numbers skills have that both versions know. [BDP-631]
    skills: SkillTable = (SkillTable::Two, SkillTable::Older);
    /// What critical damage to STR does to player characters. [BDP-610]
    crit_str: CritStr = (CritStr::Injury, CritStr::D6);
    /// Whether DEX asks for Critical Damage Saves. [BDP-620]
    crit_dex: bool = (true, false);
    /// Whether WIL asks for Critical Damage Saves. [BDP-620]
    crit_wil: bool = (true, false);
    /// How much comfortable sleep restores. [BDP-618]
    comfortable_restores: ComfortableRestores = (ComfortableRestores::One, ComfortableRestores::Die);
    /// How services count. [BDP-619]
    care_mode: CareMode = (CareMode::PerDay, CareMode::WeekAll);
}

impl Rulings {
    fn number(&self, given: Option<u8>, two: u8, older: u8) -> u8 {
        given.unwrap_or(match self.version {
            Version::Two => two,
            Version::Older => older,
        })
    }

    /// Armor from which on it can be given up against a blow. [BDP-282, BDP-614]
    #[must_use]
    pub fn sacrifice_armor_min(&self, book: &Book) -> u8 {
        self.number(book.sacrifice.armor_min, 2, 1)
    }

    /// Armor from which on it can be given up against magic and elements. [BDP-283, BDP-614]
    #[must_use]
    pub fn sacrifice_special_min(&self, book: &Book) -> u8 {
        self.number(book.sacrifice.special_min, 3, 2)
    }

    /// Feedback above this strikes everybody close. [BDP-455, BDP-623]
    #[must_use]
    pub fn feedback_blast_over(&self, book: &Book) -> u8 {
        self.number(book.feedback.blast_over, 6, 3)
    }
}

/// A version of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Version {
    /// Version 2.
    #[default]
    #[serde(rename = "2")]
    Two,
    /// Version 1.32.
    #[serde(rename = "1.32")]
    Older,
}

/// The weapons of a version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum WeaponTable {
    /// Those of version 2.
    #[default]
    #[serde(rename = "2")]
    Two,
    /// Those of version 1.32.
    #[serde(rename = "1.32")]
    Older,
}

/// Rules of block and dodge. [BDP-287, BDP-605, BDP-607, BDP-608]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum ReactRules {
    /// Those of version 2: gear allows them, and makes some of them free.
    #[default]
    #[serde(rename = "2")]
    Two,
    /// Those of version 1.32: everybody can, at a price.
    #[serde(rename = "1.32")]
    Older,
    /// The stricter ones of version 1.32: gear allows them, always at a price.
    #[serde(rename = "1.32_strict")]
    OlderStrict,
    /// Those of version 1.32 in which the well-equipped void an attack and the others impair it.
    #[serde(rename = "1.32_negate")]
    OlderNegate,
}

/// What a die can buy for a spell. [BDP-457, BDP-625]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum SculptTable {
    /// Damage, range, speed, targets, an element, another ability.
    #[default]
    #[serde(rename = "2")]
    Two,
    /// The tags of version 1.32, piercing and force among them.
    #[serde(rename = "1.32")]
    Older,
}

/// The numbers of skills. [BDP-631]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum SkillTable {
    /// Those of version 2.
    #[default]
    #[serde(rename = "2")]
    Two,
    /// Those of version 1.32.
    #[serde(rename = "1.32")]
    Older,
}
