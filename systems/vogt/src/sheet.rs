//! The sheet: a combatant of `vogt` as the designer describes it, its weapons and techniques, and the condition it starts in.
//!
//! Owns the data types of the scenario file. What the rules need to know in a fight is made of them in
//! [`fighter`](super::fighter). Start at [`Sheet`].

use frame::dice::Die;
use frame::rules::declare::{choices, combatant, section, words};

words! {
    /// One of the four abilities. [VOG-202]
    Ability {
        /// Strength: fitness and constitution.
        Str,
        /// Dexterity: agility and reflexes.
        Dex,
        /// Awareness: perception and intuition.
        Awr,
        /// Will: fortitude and personality.
        Wil,
    }
}

impl Ability {
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

words! {
    /// A status. [VOG-080 to VOG-104]
    Status {
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
}

section! {
    /// A combatant as the designer describes it. Everything has a default: abilities 1d6, the movement of the book, no weapon
    /// but fists.
    Sheet {
        /// The name; without it, the name of its kind.
        name: String = String::new(),
        /// The named combatant it starts from; whatever is said here replaces what that one says.
        like: Option<String> = None,
        /// The number of combatants of its kind, numbered from 1.
        #[schemars(range(min = 0, max = 64))]
        count: Option<u32> = None,
        /// The policy by which it decides; without it, it attacks the nearest enemy.
        policy: Option<String> = None,
        /// Strength. [VOG-202]
        str: Die = Die::new(1, 6),
        /// Dexterity. [VOG-202]
        dex: Die = Die::new(1, 6),
        /// Awareness. [VOG-202]
        awr: Die = Die::new(1, 6),
        /// Will. [VOG-202]
        wil: Die = Die::new(1, 6),
        /// Rolls the abilities anew at the beginning of every day instead. [VOG-203, VOG-204]
        rolled: Option<RolledAbilities> = None,
        /// Points that skills add to checks. [VOG-003]
        bonus: Bonuses = Bonuses::default(),
        /// Level: the number of styles, when it is given. [VOG-201]
        #[schemars(range(min = 0, max = 100))]
        level: Option<u32> = None,
        /// Styles picked, the same one possibly more than once; they give hit points and technique dice. [VOG-201, VOG-209, VOG-213]
        styles: Vec<String> = Vec::new(),
        /// Maximum of hit points; without it, the book's base and what the styles give. [VOG-212, VOG-213]
        #[schemars(range(min = 1, max = 10_000))]
        hp_max: Option<i32> = None,
        /// AR before armor; without it, the median of DEX rounded down. [VOG-206]
        #[schemars(range(min = 0, max = 1000))]
        ar_base: Option<i32> = None,
        /// Points that armor adds to AR. [VOG-206]
        #[schemars(range(min = 0, max = 1000))]
        armor: i32 = 0,
        /// Slots of the armor.
        #[schemars(range(min = 0, max = 100))]
        armor_slots: u8 = 1,
        /// Weapons in the order of preference: the first usable one is wielded. Fists come last by themselves. [VOG-011]
        weapons: Vec<WeaponText> = Vec::new(),
        /// Techniques it knows. [VOG-014, VOG-217]
        techniques: Vec<TechniqueText> = Vec::new(),
        /// Technique dice by their size, beside those of the styles. [VOG-215]
        td: TechniqueDice = TechniqueDice::default(),
        /// Movement in squares; without it, the book's. [VOG-009]
        #[schemars(range(min = 0, max = 30))]
        movement: Option<u8> = None,
        /// Damage types it resists. [VOG-038]
        resist: Vec<String> = Vec::new(),
        /// Damage types it is vulnerable to. [VOG-039]
        vulnerable: Vec<String> = Vec::new(),
        /// Flies: passes over occupied squares unless prone. [VOG-098]
        fly: bool = false,
        /// Hands. [VOG-047, VOG-054]
        #[schemars(range(min = 0, max = 8))]
        hands: u8 = 2,
        /// Eyes. [VOG-048]
        #[schemars(range(min = 0, max = 100))]
        eyes: u8 = 2,
        /// Legs. [VOG-049]
        #[schemars(range(min = 0, max = 100))]
        legs: u8 = 2,
        /// Eyes that it has lost in earlier fights, beside those that it has. [VOG-048, R-16]
        #[schemars(range(min = 0, max = 100))]
        lost_eyes: u8 = 0,
        /// Legs that it has lost in earlier fights, beside those that it has. [VOG-049, R-17]
        #[schemars(range(min = 0, max = 100))]
        lost_legs: u8 = 0,
        /// True if it has a voice. [VOG-050]
        voice: bool = true,
        /// True if it has a bag: without one it carries one item in each hand. [VOG-055]
        has_bag: bool = true,
        /// The other things that it carries. [VOG-052, VOG-056]
        items: Vec<ItemText> = Vec::new(),
        /// Also owns what a new character owns: gold by the dice and one random item. [VOG-207, VOG-208]
        belongings: bool = false,
        /// Squares where it stands at the beginning of a fight, `[column, row]` from 0, one for each of `count`. [VOG-009]
        at: Vec<[i32; 2]> = Vec::new(),
        /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning.
        #[schemars(range(min = 1, max = 1000))]
        arrives: Option<u16> = None,
        /// Hit points it starts with; without it, the maximum.
        #[schemars(range(min = -10_000, max = 10_000))]
        hp: Option<i32> = None,
        /// Exhaustion it starts with. [VOG-040]
        #[schemars(range(min = 0, max = 100))]
        exhaustion: u16 = 0,
        /// True if it starts prone. [VOG-097]
        prone: bool = false,
        /// Statuses it starts with. [VOG-080]
        statuses: Vec<StatusText> = Vec::new(),
        /// Siestas it has taken since its last full rest. [VOG-076]
        #[schemars(range(min = 0, max = 250))]
        siestas: u8 = 0,
        /// Minutes on the road since the last save for its load was due. [VOG-063]
        #[schemars(range(min = 0, max = 100_000))]
        on_the_road: u32 = 0,
        /// Technique dice that are already spent, by their size.
        td_spent: TechniqueDice = TechniqueDice::default(),
        /// True if its armor is broken from the start. [VOG-046]
        armor_broken: bool = false,
        /// True if it is dead: it counts among the dead, and takes part in nothing. [VOG-051]
        dead: bool = false,
    }
}

combatant!(Sheet);

words! {
    /// The improvement of rolled abilities: one may be rolled again, or two may be swapped. [VOG-204]
    RolledAbilities {
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
}

section! {
    /// Points that skills add to checks. [VOG-003]
    #[derive(Copy, Eq)]
    Bonuses {
        /// To checks of STR.
        #[schemars(range(min = -100, max = 100))]
        str: i32 = 0,
        /// To checks of DEX.
        #[schemars(range(min = -100, max = 100))]
        dex: i32 = 0,
        /// To checks of AWR.
        #[schemars(range(min = -100, max = 100))]
        awr: i32 = 0,
        /// To checks of WIL.
        #[schemars(range(min = -100, max = 100))]
        wil: i32 = 0,
    }

    /// Technique dice by their size. [VOG-215]
    #[derive(Copy, Eq)]
    TechniqueDice {
        /// Dice of four faces.
        #[schemars(range(min = 0, max = 200))]
        d4: u8 = 0,
        /// Dice of six faces.
        #[schemars(range(min = 0, max = 200))]
        d6: u8 = 0,
        /// Dice of eight faces.
        #[schemars(range(min = 0, max = 200))]
        d8: u8 = 0,
        /// Dice of ten faces.
        #[schemars(range(min = 0, max = 200))]
        d10: u8 = 0,
        /// Dice of twelve faces.
        #[schemars(range(min = 0, max = 200))]
        d12: u8 = 0,
    }

    /// A weapon.
    WeaponText {
        /// The name.
        #[schemars(length(min = 1))]
        name: String,
        /// Damage dice. [VOG-012, VOG-028]
        die: Die,
        /// Rungs of the ladder by which the damage dice are larger or, if negative, smaller. [VOG-105, VOG-106]
        #[schemars(range(min = -20, max = 20))]
        step: i8 = 0,
        /// Type of its damage: `blunt`, `slash`, `stab`, `fire`, `lightning` or any other word. [VOG-038]
        #[serde(rename = "type")]
        kind: String = "blunt".into(),
        /// Range in squares; without it, the book's. [VOG-011]
        #[schemars(range(min = 0, max = 100))]
        range: Option<u8> = None,
        /// Hands it takes; 0 for a natural weapon, which cannot break or be lost. [VOG-047]
        #[schemars(range(min = 0, max = 2))]
        hands: u8 = 1,
        /// True if the Strength modifier is added; without it, as the book says. [VOG-033]
        add_str: Option<bool> = None,
        /// Points that are added to its damage besides. [VOG-028]
        #[schemars(range(min = -1000, max = 1000))]
        bonus: i32 = 0,
        /// Initiative dice, when they differ from its damage dice. [VOG-013]
        initiative: Option<Die> = None,
        /// Statuses that its blows bring.
        riders: Vec<RiderText> = Vec::new(),
        /// True if it lies in the bag and has to be retrieved. [VOG-059]
        stowed: bool = false,
        /// True if it is broken from the start. [VOG-046]
        broken: bool = false,
        /// Slots it takes; without it, the book's number for its hands. [VOG-056]
        #[schemars(range(min = 0, max = 100))]
        slots: Option<u8> = None,
    }
}

section! {
    /// A status that a blow brings.
    #[derive(Copy, Eq)]
    RiderText {
        /// The status.
        status: Status,
        /// Rounds beyond the present one that it lasts; without it and without `seconds`, to the end of the fight.
        #[schemars(range(min = 0, max = 10_000))]
        rounds: Option<u16> = None,
        /// The rest of it in seconds, where a round that has begun counts as a whole one. [VOG-067]
        #[schemars(range(min = 0, max = 100_000))]
        seconds: Option<u32> = None,
    }

    /// A technique. [VOG-014]
    TechniqueText {
        /// The name.
        #[schemars(length(min = 1))]
        name: String,
        /// The kind.
        kind: TechniqueKind = TechniqueKind::Damage,
        /// Size of the technique dice it takes: 4, 6, 8, 10 or 12. [VOG-215]
        #[schemars(range(min = 4, max = 12))]
        die: u8,
        /// Fewest dice. [VOG-014]
        #[schemars(range(min = 1, max = 20))]
        min_dice: u8 = 1,
        /// Most dice; without it, the book's. [VOG-218]
        #[schemars(range(min = 1, max = 20))]
        max_dice: Option<u8> = None,
        /// Type of its damage. [VOG-038]
        #[serde(rename = "type")]
        damage_type: String = "blunt".into(),
        /// Those whom it strikes. [VOG-035]
        targets: Targets = Targets::One,
        /// With targets `all`: only those within so many squares of a chosen one, instead of all within range.
        #[schemars(range(min = 0, max = 100))]
        radius: Option<u8> = None,
        /// With targets `all`: who is struck besides active enemies. [VOG-035]
        also: Vec<AlsoStruck> = Vec::new(),
        /// Range in squares; without it, the book's for weapons.
        #[schemars(range(min = 0, max = 100))]
        range: Option<u8> = None,
        /// The ability whose modifier is added. [VOG-034]
        ability: Option<Ability> = None,
        /// Points that are added. [VOG-034]
        #[schemars(range(min = -1000, max = 1000))]
        bonus: i32 = 0,
        /// Initiative dice, when they differ from the dice spent. [VOG-016]
        initiative: Option<Die> = None,
        /// Statuses that it brings.
        riders: Vec<RiderText> = Vec::new(),
        /// True if it needs a voice. [VOG-095]
        voice: bool = false,
    }
}

choices! {
    /// The kind of a technique.
    TechniqueKind {
        /// Deals damage.
        Damage,
        /// Restores hit points.
        Heal,
    }

    /// Those whom a technique strikes.
    Targets {
        /// One.
        One,
        /// All active enemies within range.
        All,
    }
}

words! {
    /// Those in the way of a technique that strikes all enemies. [VOG-035]
    AlsoStruck {
        /// Friends; with a `radius` oneself as well.
        Friends,
        /// The fallen.
        Fallen,
    }
}

section! {
    /// A status at the beginning.
    #[derive(Eq)]
    StatusText {
        /// The status.
        status: Status,
        /// The last round in which it holds, in the first fight of its bearer; without it, it lasts to the end of the fight.
        #[schemars(range(min = 1, max = 10_000))]
        until_round: Option<u16> = None,
        /// Name of the combatant that an Afraid one fears. [VOG-080]
        of: Option<String> = None,
    }

    /// Something carried. [VOG-052, VOG-056]
    #[derive(Eq)]
    ItemText {
        /// The name; one of the book's list of belongings brings its own slots and bundle.
        #[schemars(length(min = 1))]
        name: String,
        /// The number of pieces.
        #[schemars(range(min = 0, max = 10_000))]
        amount: u32 = 1,
        /// Slots it takes; without it, the list's or the book's. [VOG-056]
        #[schemars(range(min = 0, max = 100))]
        slots: Option<u8> = None,
        /// The number of pieces that share one slot. [VOG-057]
        #[schemars(range(min = 1, max = 1000))]
        bundle: Option<u16> = None,
        /// The kind that it can be bundled with: items of the same kind share slots; without it, only its own name. [VOG-058]
        bundle_kind: Option<String> = None,
    }
}
