//! The sheet: a combatant of `vogt` as the designer describes it, its weapons and techniques, and the condition it starts in.
//!
//! Owns the data types of the scenario file. What the rules need to know in a fight is made of them in
//! [`fighter`](super::fighter). Start at [`Sheet`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::Die;
use crate::scenario::Combatant;

/// One of the four abilities. [VOG-202]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Strength: fitness and constitution.
    Str,
    /// Dexterity: agility and reflexes.
    Dex,
    /// Awareness: perception and intuition.
    Awr,
    /// Will: fortitude and personality.
    Wil,
}

impl Ability {
    /// All of them, in their order.
    pub const ALL: [Ability; 4] = [Ability::Str, Ability::Dex, Ability::Awr, Ability::Wil];

    /// Its place in that order.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name at the table.
    pub fn short(self) -> &'static str {
        ["STR", "DEX", "AWR", "WIL"][self.index()]
    }
}

/// A status. [VOG-080 to VOG-104]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Status {
    /// Does not willingly come closer to the source of the fear. [VOG-080]
    Afraid,
    /// Loses hit points at the beginning of each turn. [VOG-081]
    Bleeding,
    /// Cannot see. [VOG-082]
    Blind,
    /// Cannot hear. [VOG-086]
    Deaf,
    /// Resists fire, is vulnerable to lightning. [VOG-089]
    Drenched,
    /// Weaker and clumsier. [VOG-091]
    Frozen,
    /// May waste its action on what is not there. [VOG-092]
    Hallucinating,
    /// Cannot move. [VOG-093]
    Immobile,
    /// Cannot speak. [VOG-094]
    Mute,
    /// Vulnerable to blows. [VOG-096]
    Nauseated,
    /// Lies on the ground. [VOG-097]
    Prone,
    /// Less aware and less willed. [VOG-100]
    Scorched,
    /// Out of its senses. [VOG-101]
    Unconscious,
}

impl Status {
    /// All of them, in their order.
    pub const ALL: [Status; 13] = [
        Status::Afraid,
        Status::Bleeding,
        Status::Blind,
        Status::Deaf,
        Status::Drenched,
        Status::Frozen,
        Status::Hallucinating,
        Status::Immobile,
        Status::Mute,
        Status::Nauseated,
        Status::Prone,
        Status::Scorched,
        Status::Unconscious,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Status::Afraid => "afraid",
            Status::Bleeding => "bleeding",
            Status::Blind => "blind",
            Status::Deaf => "deaf",
            Status::Drenched => "drenched",
            Status::Frozen => "frozen",
            Status::Hallucinating => "hallucinating",
            Status::Immobile => "immobile",
            Status::Mute => "mute",
            Status::Nauseated => "nauseated",
            Status::Prone => "prone",
            Status::Scorched => "scorched",
            Status::Unconscious => "unconscious",
        }
    }
}

/// A combatant as the designer describes it. Everything has a default: abilities 1d6, the movement of the book, no weapon
/// but fists.
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
    /// The policy by which it decides; without it, it attacks whoever is nearest.
    pub policy: Option<String>,
    /// Strength. [VOG-202]
    pub str: Die,
    /// Dexterity. [VOG-202]
    pub dex: Die,
    /// Awareness. [VOG-202]
    pub awr: Die,
    /// Will. [VOG-202]
    pub wil: Die,
    /// Rolls the abilities anew at the beginning of every day instead. [VOG-203, VOG-204]
    pub rolled: Option<RolledAbilities>,
    /// Points that skills add to checks. [VOG-003]
    pub bonus: Bonuses,
    /// Level: the number of styles, when it is given. [VOG-201]
    #[schemars(range(min = 0, max = 100))]
    pub level: Option<u32>,
    /// Styles picked, the same one possibly more than once; they give hit points and technique dice. [VOG-201, VOG-209, VOG-213]
    pub styles: Vec<String>,
    /// Maximum of hit points; without it, the book's base and what the styles give. [VOG-212, VOG-213]
    #[schemars(range(min = 1, max = 10_000))]
    pub hp_max: Option<i32>,
    /// AR before armor; without it, the median of DEX rounded down. [VOG-206]
    #[schemars(range(min = 0, max = 1000))]
    pub ar_base: Option<i32>,
    /// Points that armor adds to AR. [VOG-206]
    #[schemars(range(min = 0, max = 1000))]
    pub armor: i32,
    /// Slots of the armor.
    #[schemars(range(min = 0, max = 100))]
    pub armor_slots: u8,
    /// Weapons in the order of preference: the first usable one is wielded. Fists come last by themselves. [VOG-011]
    pub weapons: Vec<WeaponText>,
    /// Techniques it knows. [VOG-014, VOG-217]
    pub techniques: Vec<TechniqueText>,
    /// Technique dice by their size, beside those of the styles. [VOG-215]
    pub td: TechniqueDice,
    /// Movement in squares; without it, the book's. [VOG-009]
    #[schemars(range(min = 0, max = 30))]
    pub movement: Option<u8>,
    /// Damage types it resists. [VOG-038]
    pub resist: Vec<String>,
    /// Damage types it is vulnerable to. [VOG-039]
    pub vulnerable: Vec<String>,
    /// Flies: passes over occupied squares unless prone. [VOG-098]
    pub fly: bool,
    /// Hands. [VOG-047, VOG-054]
    #[schemars(range(min = 0, max = 8))]
    pub hands: u8,
    /// Eyes. [VOG-048]
    #[schemars(range(min = 0, max = 100))]
    pub eyes: u8,
    /// Legs. [VOG-049]
    #[schemars(range(min = 0, max = 100))]
    pub legs: u8,
    /// True if it has a voice. [VOG-050]
    pub voice: bool,
    /// True if it has a bag: without one it carries one item in each hand. [VOG-055]
    pub has_bag: bool,
    /// The other things that it carries. [VOG-052, VOG-056]
    pub items: Vec<ItemText>,
    /// Also owns what a new character owns: gold by the dice and one random item. [VOG-207, VOG-208]
    pub belongings: bool,
    /// Squares where it stands at the beginning of a fight, `[column, row]` from 0, one for each of `count`. [VOG-009]
    pub at: Vec<[i32; 2]>,
    /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning.
    #[schemars(range(min = 1, max = 1000))]
    pub arrives: Option<u16>,
    /// Hit points it starts with; without it, the maximum.
    #[schemars(range(min = -10_000, max = 10_000))]
    pub hp: Option<i32>,
    /// Exhaustion it starts with. [VOG-040]
    #[schemars(range(min = 0, max = 100))]
    pub exhaustion: u16,
    /// True if it starts prone. [VOG-097]
    pub prone: bool,
    /// Statuses it starts with. [VOG-080]
    pub statuses: Vec<StatusText>,
    /// Siestas it has taken since its last full rest. [VOG-076]
    #[schemars(range(min = 0, max = 250))]
    pub siestas: u8,
    /// Minutes on the road since the last save for its load was due. [VOG-063]
    #[schemars(range(min = 0, max = 100_000))]
    pub on_the_road: u32,
    /// Technique dice that are already spent, by their size.
    pub td_spent: TechniqueDice,
    /// True if its armor is broken from the start. [VOG-046]
    pub armor_broken: bool,
    /// True if it is dead: it counts among the dead, and takes part in nothing. [VOG-051]
    pub dead: bool,
}

impl Default for Sheet {
    fn default() -> Self {
        let d6 = Die::new(1, 6);
        Sheet {
            name: String::new(),
            like: None,
            count: None,
            policy: None,
            str: d6,
            dex: d6,
            awr: d6,
            wil: d6,
            rolled: None,
            bonus: Bonuses::default(),
            level: None,
            styles: Vec::new(),
            hp_max: None,
            ar_base: None,
            armor: 0,
            armor_slots: 1,
            weapons: Vec::new(),
            techniques: Vec::new(),
            td: TechniqueDice::default(),
            movement: None,
            resist: Vec::new(),
            vulnerable: Vec::new(),
            fly: false,
            hands: 2,
            eyes: 2,
            legs: 2,
            voice: true,
            has_bag: true,
            items: Vec::new(),
            belongings: false,
            at: Vec::new(),
            arrives: None,
            hp: None,
            exhaustion: 0,
            prone: false,
            statuses: Vec::new(),
            siestas: 0,
            on_the_road: 0,
            td_spent: TechniqueDice::default(),
            armor_broken: false,
            dead: false,
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

/// The improvement of rolled abilities: one may be rolled again, or two may be swapped. [VOG-204]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RolledAbilities {
    /// They stay as they were rolled.
    Keep,
    /// The smallest one is rolled again.
    RerollSmallest,
    /// The largest one is swapped into STR.
    LargestToStr,
    /// The largest one is swapped into DEX.
    LargestToDex,
    /// The largest one is swapped into AWR.
    LargestToAwr,
    /// The largest one is swapped into WIL.
    LargestToWil,
    /// The smallest one is swapped into STR.
    SmallestToStr,
    /// The smallest one is swapped into DEX.
    SmallestToDex,
    /// The smallest one is swapped into AWR.
    SmallestToAwr,
    /// The smallest one is swapped into WIL.
    SmallestToWil,
}

/// Points that skills add to checks. [VOG-003]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bonuses {
    /// To checks of STR.
    #[schemars(range(min = -100, max = 100))]
    pub str: i32,
    /// To checks of DEX.
    #[schemars(range(min = -100, max = 100))]
    pub dex: i32,
    /// To checks of AWR.
    #[schemars(range(min = -100, max = 100))]
    pub awr: i32,
    /// To checks of WIL.
    #[schemars(range(min = -100, max = 100))]
    pub wil: i32,
}

/// Technique dice by their size. [VOG-215]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TechniqueDice {
    /// Dice of four faces.
    #[schemars(range(min = 0, max = 200))]
    pub d4: u8,
    /// Dice of six faces.
    #[schemars(range(min = 0, max = 200))]
    pub d6: u8,
    /// Dice of eight faces.
    #[schemars(range(min = 0, max = 200))]
    pub d8: u8,
    /// Dice of ten faces.
    #[schemars(range(min = 0, max = 200))]
    pub d10: u8,
    /// Dice of twelve faces.
    #[schemars(range(min = 0, max = 200))]
    pub d12: u8,
}

/// A weapon.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponText {
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Damage dice. [VOG-012, VOG-028]
    pub die: Die,
    /// Rungs of the ladder by which the damage dice are larger or, if negative, smaller. [VOG-105, VOG-106]
    #[serde(default)]
    #[schemars(range(min = -20, max = 20))]
    pub step: i8,
    /// Type of its damage: `blunt`, `slash`, `stab`, `fire`, `lightning` or any other word. [VOG-038]
    #[serde(rename = "type", default = "blunt")]
    pub kind: String,
    /// Range in squares; without it, the book's. [VOG-011]
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub range: Option<u8>,
    /// Hands it takes; 0 for a natural weapon, which cannot break or be lost. [VOG-047]
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 2))]
    pub hands: u8,
    /// True if the Strength modifier is added; without it, as the book says. [VOG-033]
    #[serde(default)]
    pub add_str: Option<bool>,
    /// Points that are added to its damage besides. [VOG-028]
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub bonus: i32,
    /// Initiative dice, when they differ from its damage dice. [VOG-013]
    #[serde(default)]
    pub initiative: Option<Die>,
    /// Statuses that its blows bring.
    #[serde(default)]
    pub riders: Vec<RiderText>,
    /// True if it lies in the bag and has to be retrieved. [VOG-059]
    #[serde(default)]
    pub stowed: bool,
    /// True if it is broken from the start. [VOG-046]
    #[serde(default)]
    pub broken: bool,
    /// Slots it takes; without it, the book's number for its hands. [VOG-056]
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub slots: Option<u8>,
}

/// Blunt, where no type of damage is said.
fn blunt() -> String {
    "blunt".into()
}

/// One, where no number is said.
fn one() -> u8 {
    1
}

/// A status that a blow brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RiderText {
    /// The status.
    pub status: Status,
    /// Rounds beyond the present one that it lasts; without it and without `seconds`, to the end of the fight.
    #[serde(default)]
    #[schemars(range(min = 0, max = 10_000))]
    pub rounds: Option<u16>,
    /// The rest of it in seconds, where a round that has begun counts as a whole one. [VOG-067]
    #[serde(default)]
    #[schemars(range(min = 0, max = 100_000))]
    pub seconds: Option<u32>,
}

/// A technique. [VOG-014]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TechniqueText {
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The kind.
    #[serde(default)]
    pub kind: TechniqueKind,
    /// Size of the technique dice it takes: 4, 6, 8, 10 or 12. [VOG-215]
    #[schemars(range(min = 4, max = 12))]
    pub die: u8,
    /// Fewest dice. [VOG-014]
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 20))]
    pub min_dice: u8,
    /// Most dice; without it, the book's. [VOG-218]
    #[serde(default)]
    #[schemars(range(min = 1, max = 20))]
    pub max_dice: Option<u8>,
    /// Type of its damage. [VOG-038]
    #[serde(rename = "type", default = "blunt")]
    pub damage_type: String,
    /// Those whom it strikes. [VOG-035]
    #[serde(default)]
    pub targets: Targets,
    /// With targets `all`: only those within so many squares of a chosen one, instead of all within range.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub radius: Option<u8>,
    /// With targets `all`: who is struck besides active enemies. [VOG-035]
    #[serde(default)]
    pub also: Vec<AlsoStruck>,
    /// Range in squares; without it, the book's for weapons.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub range: Option<u8>,
    /// The ability whose modifier is added. [VOG-034]
    #[serde(default)]
    pub ability: Option<Ability>,
    /// Points that are added. [VOG-034]
    #[serde(default)]
    #[schemars(range(min = -1000, max = 1000))]
    pub bonus: i32,
    /// Initiative dice, when they differ from the dice spent. [VOG-016]
    #[serde(default)]
    pub initiative: Option<Die>,
    /// Statuses that it brings.
    #[serde(default)]
    pub riders: Vec<RiderText>,
    /// True if it needs a voice. [VOG-095]
    #[serde(default)]
    pub voice: bool,
}

/// The kind of a technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TechniqueKind {
    /// Deals damage.
    #[default]
    Damage,
    /// Restores hit points.
    Heal,
}

/// Those whom a technique strikes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Targets {
    /// One.
    #[default]
    One,
    /// All active enemies within range.
    All,
}

/// Those in the way of a technique that strikes all enemies. [VOG-035]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AlsoStruck {
    /// Friends; with a `radius` oneself as well.
    Friends,
    /// The fallen.
    Fallen,
}

/// A status at the beginning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusText {
    /// The status.
    pub status: Status,
    /// The last round in which it holds, in the first fight of its bearer; without it, it lasts to the end of the fight.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000))]
    pub until_round: Option<u16>,
    /// Name of the combatant that an Afraid one fears. [VOG-080]
    #[serde(default)]
    pub of: Option<String>,
}

/// Something carried. [VOG-052, VOG-056]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemText {
    /// The name; one of the book's list of belongings brings its own slots and bundle.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The number of pieces.
    #[serde(default = "one_of_it")]
    #[schemars(range(min = 0, max = 10_000))]
    pub amount: u32,
    /// Slots it takes; without it, the list's or the book's. [VOG-056]
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub slots: Option<u8>,
    /// The number of pieces that share one slot. [VOG-057]
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub bundle: Option<u16>,
    /// The kind that it can be bundled with: items of the same kind share slots; without it, only its own name. [VOG-058]
    #[serde(default)]
    pub bundle_kind: Option<String>,
}

/// One piece, where no amount is said.
fn one_of_it() -> u32 {
    1
}
