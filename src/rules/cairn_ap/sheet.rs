//! The sheet: a combatant of `cairn-ap` as the designer describes it, with its gear, spells and the condition it starts in.
//!
//! Owns the data types of the scenario file. What the rules need to know in a fight is made of them in
//! [`fighter`](super::fighter). Start at [`Sheet`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Die;
use crate::rules::declare::words;
use crate::scenario::Combatant;

use super::book::Attribute;
use super::condition::Condition;

words! {
    /// The kind of a combatant. [CAP-087, CAP-091, CAP-120]
    Kind {
        /// A player character: scars, no morale, down instead of dead.
        Pc,
        /// Hired by player characters: no scars, no morale.
        Hireling,
        /// Anybody else, monsters included.
        Npc,
    }

    /// The improvement of rolled attributes: two may be swapped. [CAP-C01]
    Rolled {
        /// They stay as they were rolled.
        Keep,
        /// The highest is swapped into STR.
        HighestToStr,
        /// The highest is swapped into DEX.
        HighestToDex,
        /// The highest is swapped into WIL.
        HighestToWil,
    }

    /// The things in hand. [CAP-156]
    Hands {
        /// Weapons and shield.
        Weapons,
        /// The Grimoire or a scroll.
        Grimoire,
        /// Nothing.
        Nothing,
    }

    /// From whom cover hides. [CAP-109]
    Cover {
        /// Nobody.
        None,
        /// Ranged weapons.
        Ranged,
        /// Everybody.
        All,
    }

    /// The room that an item takes. [CAP-C02]
    Size {
        /// As much as most things.
        Normal,
        /// More.
        Bulky,
        /// Hardly any.
        Petty,
    }

    /// The effect of an item when it is used. [CAP-035]
    ItemEffect {
        /// Nothing.
        None,
        /// All hit points come back.
        HpFull,
        /// Hit points come back by dice.
        Hp,
        /// STR comes back by dice.
        Str,
        /// DEX comes back by dice.
        Dex,
        /// WIL comes back by dice.
        Wil,
        /// The magical aid that undoes mishap 23. [CAP-185]
        MagicalAid,
    }

    /// A further effect of a failed save against critical damage. [CAP-121]
    OnCritKind {
        /// STR is lost by dice.
        Str,
        /// DEX is lost by dice.
        Dex,
        /// WIL is lost by dice.
        Wil,
        /// The victim is Deprived.
        Deprived,
        /// The victim dies.
        Death,
    }
}

/// A combatant as the designer describes it. Everything has a default: attributes of 10, three hit points, no gear.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The name; without it, the name of its kind.
    pub name: String,
    /// The named combatant it starts from; whatever is said here replaces what that one says.
    pub like: Option<String>,
    /// The number of combatants of its kind, numbered from 1.
    #[schemars(range(min = 0, max = 64))]
    pub count: Option<u32>,
    /// The policy by which it decides; without it, it attacks as often as it can.
    pub policy: Option<String>,
    /// The kind of combatant. [CAP-087, CAP-091]
    pub kind: Kind,
    /// True if it is a group of many that counts as one. [CAP-127]
    pub detachment: bool,
    /// Strength. [CAP-002]
    #[schemars(range(min = 0, max = 30))]
    pub str: i16,
    /// Dexterity. [CAP-003]
    #[schemars(range(min = 0, max = 30))]
    pub dex: i16,
    /// Willpower. [CAP-004]
    #[schemars(range(min = 0, max = 30))]
    pub wil: i16,
    /// Maximum of STR; without it, what STR is.
    #[schemars(range(min = 0, max = 30))]
    pub str_max: Option<i16>,
    /// Maximum of DEX; without it, what DEX is.
    #[schemars(range(min = 0, max = 30))]
    pub dex_max: Option<i16>,
    /// Maximum of WIL; without it, what WIL is.
    #[schemars(range(min = 0, max = 30))]
    pub wil_max: Option<i16>,
    /// Hit points it starts with; without it, the maximum.
    #[schemars(range(min = 0, max = 99))]
    pub hp: Option<i16>,
    /// Maximum of hit points. [CAP-C11]
    #[schemars(range(min = 1, max = 99))]
    pub hp_max: i16,
    /// Rolls attributes and hit points anew at the beginning of every day instead. [CAP-088, CAP-090, CAP-C01]
    pub rolled: Option<Rolled>,
    /// Its role as a hireling, by the book's list. [CAP-C08]
    pub role: Option<String>,
    /// Armor it wears or carries. [CAP-078]
    pub armor: Vec<ArmorText>,
    /// Action points of a turn, where they differ from the book's. [CAP-099]
    #[schemars(range(min = 1, max = 20))]
    pub action_points: Option<u8>,
    /// True if it fights from a position of strength, or daringly: all its attacks are Enhanced. [CAP-110]
    pub enhanced: bool,
    /// Armor it has by nature. [CAP-080]
    #[schemars(range(min = 0, max = 20))]
    pub natural_armor: u8,
    /// Armor that magic gives it. [CAP-080]
    #[schemars(range(min = 0, max = 20))]
    pub magical_armor: u8,
    /// Weapons in the order of preference; bare hands come last by themselves. [CAP-021]
    pub weapons: Vec<WeaponText>,
    /// Its shield. [CAP-054, CAP-058]
    pub shield: Option<ShieldText>,
    /// The other things that it carries. [CAP-C02]
    pub items: Vec<ItemText>,
    /// Sets of bandages. [CAP-068, CAP-C07]
    #[schemars(range(min = 0, max = 20))]
    pub bandages: u8,
    /// True if it has an inventory of slots; without it, player characters and hirelings have one. [CAP-C02, CAP-C03]
    pub inventory: Option<bool>,
    /// Slots of its inventory; without it, the book's. [CAP-C02]
    #[schemars(range(min = 0, max = 100))]
    pub slots: Option<u8>,
    /// Fatigue it starts with. [CAP-075]
    #[schemars(range(min = 0, max = 100))]
    pub fatigue: u8,
    /// Mana dust it carries. [CAP-155]
    #[schemars(range(min = 0, max = 100))]
    pub mana_dust: u8,
    /// True if it has a Grimoire. [CAP-153]
    pub grimoire: bool,
    /// Spells in it, by the book's list. [CAP-153, CAP-154]
    pub spells: Vec<String>,
    /// Scrolls it carries, by the book's list of spells. [CAP-191]
    pub scrolls: Vec<String>,
    /// Free Magic Dice it has. [CAP-173]
    #[schemars(range(min = 0, max = 8))]
    pub free_magic_dice: u8,
    /// Gold pieces; without it, money is no matter. [CAP-070]
    #[schemars(range(min = 0, max = 1_000_000))]
    pub gold: Option<u32>,
    /// True if it has to save for morale; without it, only those who are neither player characters nor hired. [CAP-086]
    pub morale: Option<bool>,
    /// True if it never needs to. [CAP-082]
    pub fearless: bool,
    /// True if it leads its side. [CAP-084]
    pub leader: bool,
    /// True if a failed save against critical damage does not stop it. [CAP-120]
    pub fights_on: bool,
    /// True if the fight surprises it. [CAP-100]
    pub surprised: bool,
    /// True if it lacks a crucial need. [CAP-071]
    pub deprived: bool,
    /// True if it starts doomed. [CAP-152]
    pub doomed: bool,
    /// The things in hand at the beginning. [CAP-156]
    pub ready: Hands,
    /// True if it starts prone. [CAP-026]
    pub prone: bool,
    /// Its own turns that have to end before it sees again. [CAP-038]
    #[schemars(range(min = 0, max = 100))]
    pub blind: u8,
    /// Defences that it holds at the beginning, until its first turn. [CAP-027, CAP-028]
    #[schemars(range(min = 0, max = 100))]
    pub held_defences: u8,
    /// True if its hands are bound: all its attacks are Impaired. [CAP-109]
    pub bound: bool,
    /// From whom it has cover, until it moves. [CAP-109]
    pub cover: Cover,
    /// The marks that earlier days have left on it: scars that wait for recovery, marks, being down or dying.
    pub condition: Condition,
    /// The place at the beginning of a fight, in Spaces, one for each of `count`. [RU-26]
    pub at: Vec<i32>,
    /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning.
    #[schemars(range(min = 1, max = 1000))]
    pub arrives: Option<u16>,
}

impl Default for Sheet {
    fn default() -> Self {
        Sheet {
            name: String::new(),
            like: None,
            count: None,
            policy: None,
            kind: Kind::Npc,
            detachment: false,
            str: 10,
            dex: 10,
            wil: 10,
            str_max: None,
            dex_max: None,
            wil_max: None,
            hp: None,
            hp_max: 3,
            rolled: None,
            role: None,
            armor: Vec::new(),
            action_points: None,
            enhanced: false,
            natural_armor: 0,
            magical_armor: 0,
            weapons: Vec::new(),
            shield: None,
            items: Vec::new(),
            bandages: 0,
            inventory: None,
            slots: None,
            fatigue: 0,
            mana_dust: 0,
            grimoire: false,
            spells: Vec::new(),
            scrolls: Vec::new(),
            free_magic_dice: 0,
            gold: None,
            morale: None,
            fearless: false,
            leader: false,
            fights_on: false,
            surprised: false,
            deprived: false,
            doomed: false,
            ready: Hands::Weapons,
            prone: false,
            blind: 0,
            held_defences: 0,
            bound: false,
            cover: Cover::None,
            condition: Condition::default(),
            at: Vec::new(),
            arrives: None,
        }
    }
}

impl Combatant for Sheet {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self) -> Option<u32> {
        self.count
    }

    fn policy(&self) -> Option<&str> {
        self.policy.as_deref()
    }

    fn arrives(&self) -> Option<u16> {
        self.arrives
    }
}

/// A weapon: one of the book's list by its name, with what is said here in its place, or one of its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponText {
    /// The name. [CAP-021]
    #[schemars(length(min = 1))]
    pub name: String,
    /// Its die: one die of any size. [CAP-015, CAP-064]
    #[serde(default)]
    pub die: Option<Die>,
    /// The die of a second weapon that is used together with it. [CAP-112]
    #[serde(default)]
    pub second: Option<Die>,
    /// Advantages on its own dice. [CAP-041]
    #[serde(default)]
    #[schemars(range(min = 0, max = 10))]
    pub die_adv: u8,
    /// The attribute of attacks; without it, as the book says. [CAP-014]
    #[serde(default)]
    pub attribute: Option<Attribute>,
    /// True if it is shot or thrown. [CAP-022, CAP-134]
    #[serde(default)]
    pub ranged: Option<bool>,
    /// Spaces it reaches in close combat; without it, the book's. [RU-26]
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub reach: Option<i32>,
    /// Hands it takes; 0 for what is part of the body. [CAP-C04]
    #[serde(default)]
    #[schemars(range(min = 0, max = 2))]
    pub hands: Option<u8>,
    /// Action points of an attack; without it, the book's. [CAP-021, RU-05]
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub ap: Option<u8>,
    /// True if it is magical. [CAP-186, CAP-C10]
    #[serde(default)]
    pub magical: bool,
    /// True if it burns. [CAP-178]
    #[serde(default)]
    pub fire: bool,
    /// True if it is made of metal and does not burn. [CAP-168]
    #[serde(default)]
    pub metal: Option<bool>,
    /// True if it strikes several at once. [CAP-111, CAP-C11]
    #[serde(default)]
    pub blast: bool,
    /// The number of shots in a fight; without it, no end of them. [CAP-136]
    #[serde(default)]
    #[schemars(range(min = 0, max = 200))]
    pub ammo: Option<u8>,
    /// The further effects on those who fail the save against critical damage from it. [CAP-121]
    #[serde(default)]
    pub on_crit: Vec<OnCrit>,
    /// Slots it takes; without it, the book's. [CAP-C02]
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub slots: Option<u8>,
}

/// Something that a failed save against critical damage brings. [CAP-121]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnCrit {
    /// The effect.
    pub effect: OnCritKind,
    /// Dice of an attribute that is lost.
    #[serde(default = "one_d4")]
    pub dice: Die,
}

/// A d4, where no dice are said.
fn one_d4() -> Die {
    Die::new(1, 4)
}

/// Armor that is worn or carried. [CAP-078]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmorText {
    /// The name; one of the book's list brings its own numbers.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Armor while it is worn. [CAP-078]
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub armor: Option<u8>,
    /// True if it is worn. [CAP-078]
    #[serde(default = "yes")]
    pub worn: bool,
    /// True if it is made of metal. [CAP-168]
    #[serde(default)]
    pub metal: Option<bool>,
    /// Slots it takes. [CAP-C02]
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub slots: Option<u8>,
}

/// True where nothing is said.
fn yes() -> bool {
    true
}

/// A shield. [CAP-054, CAP-058, RU-06]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ShieldText {
    /// Its die; without it, the book's. [CAP-058]
    pub die: Option<Die>,
    /// Advantages on its die. [CAP-055]
    #[schemars(range(min = 0, max = 10))]
    pub die_adv: u8,
    /// Armor it gives where the rulings say that it does; without it, the book's for `shield`. [RU-06]
    #[schemars(range(min = 0, max = 20))]
    pub armor: Option<u8>,
    /// True if it is made of metal. [CAP-168]
    pub metal: bool,
    /// Slots it takes; without it, those of a normal item. [CAP-C02]
    #[schemars(range(min = 0, max = 20))]
    pub slots: Option<u8>,
}

/// Something carried. [CAP-C02]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemText {
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The number of pieces.
    #[serde(default = "one_of_it")]
    #[schemars(range(min = 1, max = 32))]
    pub amount: u8,
    /// The room that one takes. [CAP-C02]
    #[serde(default = "normal")]
    pub size: Size,
    /// True if it is made of metal and does not burn. [CAP-168]
    #[serde(default)]
    pub metal: bool,
    /// True if it is dropped when Fatigue needs its place. [CAP-076]
    #[serde(default = "yes")]
    pub droppable: bool,
    /// The effect when it is used up. [CAP-035]
    #[serde(default = "no_effect")]
    pub effect: ItemEffect,
    /// Dice of what it gives back.
    #[serde(default = "one_d6")]
    pub dice: Die,
}

/// One piece, where no amount is said.
fn one_of_it() -> u8 {
    1
}

/// The normal size, where none is said.
fn normal() -> Size {
    Size::Normal
}

/// No effect, where none is said.
fn no_effect() -> ItemEffect {
    ItemEffect::None
}

/// A d6, where no dice are said.
fn one_d6() -> Die {
    Die::new(1, 6)
}
