//! The sheet: a combatant of `cairn-ap` as the designer describes it, with its gear, spells and the condition it starts in.
//!
//! Owns the data types of the scenario file. What the rules need to know in a fight is made of them in
//! [`fighter`](super::fighter). Start at [`Sheet`].

use frame::dice::Die;
use frame::rules::declare::{combatant, section, words};

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

section! {
    /// A combatant as the designer describes it. Everything has a default: attributes of 10, three hit points, no gear.
    Sheet {
        /// The name; without it, the name of its kind.
        name: String = String::new(),
        /// The named combatant it starts from; whatever is said here replaces what that one says.
        like: Option<String> = None,
        /// The number of combatants of its kind, numbered from 1.
        #[schemars(range(min = 0, max = 64))]
        count: Option<u32> = None,
        /// The policy by which it decides; without it, it attacks as often as it can.
        policy: Option<String> = None,
        /// The kind of combatant. [CAP-087, CAP-091]
        kind: Kind = Kind::Npc,
        /// True if it is a group of many that counts as one. [CAP-127]
        detachment: bool = false,
        /// Strength. [CAP-002]
        #[schemars(range(min = 0, max = 30))]
        str: i16 = 10,
        /// Dexterity. [CAP-003]
        #[schemars(range(min = 0, max = 30))]
        dex: i16 = 10,
        /// Willpower. [CAP-004]
        #[schemars(range(min = 0, max = 30))]
        wil: i16 = 10,
        /// Maximum of STR; without it, what STR is.
        #[schemars(range(min = 0, max = 30))]
        str_max: Option<i16> = None,
        /// Maximum of DEX; without it, what DEX is.
        #[schemars(range(min = 0, max = 30))]
        dex_max: Option<i16> = None,
        /// Maximum of WIL; without it, what WIL is.
        #[schemars(range(min = 0, max = 30))]
        wil_max: Option<i16> = None,
        /// Hit points it starts with; without it, the maximum.
        #[schemars(range(min = 0, max = 99))]
        hp: Option<i16> = None,
        /// Maximum of hit points. [CAP-C11]
        #[schemars(range(min = 1, max = 99))]
        hp_max: i16 = 3,
        /// Rolls attributes and hit points anew at the beginning of every day instead. [CAP-088, CAP-090, CAP-C01]
        rolled: Option<Rolled> = None,
        /// Its role as a hireling, by the book's list. [CAP-C08]
        role: Option<String> = None,
        /// Armor it wears or carries. [CAP-078]
        armor: Vec<ArmorText> = Vec::new(),
        /// Action points of a turn, where they differ from the book's. [CAP-099]
        #[schemars(range(min = 1, max = 20))]
        action_points: Option<u8> = None,
        /// True if it fights from a position of strength, or daringly: all its attacks are Enhanced. [CAP-110]
        enhanced: bool = false,
        /// Armor it has by nature. [CAP-080]
        #[schemars(range(min = 0, max = 20))]
        natural_armor: u8 = 0,
        /// Armor that magic gives it. [CAP-080]
        #[schemars(range(min = 0, max = 20))]
        magical_armor: u8 = 0,
        /// Weapons in the order of preference; bare hands come last by themselves. [CAP-021]
        weapons: Vec<WeaponText> = Vec::new(),
        /// Its shield. [CAP-054, CAP-058]
        shield: Option<ShieldText> = None,
        /// The other things that it carries. [CAP-C02]
        items: Vec<ItemText> = Vec::new(),
        /// Sets of bandages. [CAP-068, CAP-C07]
        #[schemars(range(min = 0, max = 20))]
        bandages: u8 = 0,
        /// True if it has an inventory of slots; without it, player characters and hirelings have one. [CAP-C02, CAP-C03]
        inventory: Option<bool> = None,
        /// Slots of its inventory; without it, the book's. [CAP-C02]
        #[schemars(range(min = 0, max = 100))]
        slots: Option<u8> = None,
        /// Fatigue it starts with. [CAP-075]
        #[schemars(range(min = 0, max = 100))]
        fatigue: u8 = 0,
        /// Mana dust it carries. [CAP-155]
        #[schemars(range(min = 0, max = 100))]
        mana_dust: u8 = 0,
        /// True if it has a Grimoire. [CAP-153]
        grimoire: bool = false,
        /// Spells in it, by the book's list. [CAP-153, CAP-154]
        spells: Vec<String> = Vec::new(),
        /// Scrolls it carries, by the book's list of spells. [CAP-191]
        scrolls: Vec<String> = Vec::new(),
        /// Free Magic Dice it has. [CAP-173]
        #[schemars(range(min = 0, max = 8))]
        free_magic_dice: u8 = 0,
        /// Gold pieces; without it, money is no matter. [CAP-070]
        #[schemars(range(min = 0, max = 1_000_000))]
        gold: Option<u32> = None,
        /// True if it has to save for morale; without it, only those who are neither player characters nor hired. [CAP-086]
        morale: Option<bool> = None,
        /// True if it never needs to. [CAP-082]
        fearless: bool = false,
        /// True if it leads its side. [CAP-084]
        leader: bool = false,
        /// True if a failed save against critical damage does not stop it. [CAP-120]
        fights_on: bool = false,
        /// True if the fight surprises it. [CAP-100]
        surprised: bool = false,
        /// True if it lacks a crucial need. [CAP-071]
        deprived: bool = false,
        /// True if it starts doomed. [CAP-152]
        doomed: bool = false,
        /// The things in hand at the beginning. [CAP-156]
        ready: Hands = Hands::Weapons,
        /// True if it starts prone. [CAP-026]
        prone: bool = false,
        /// Its own turns that have to end before it sees again. [CAP-038]
        #[schemars(range(min = 0, max = 100))]
        blind: u8 = 0,
        /// Defences that it holds at the beginning, until its first turn. [CAP-027, CAP-028]
        #[schemars(range(min = 0, max = 100))]
        held_defences: u8 = 0,
        /// True if its hands are bound: all its attacks are Impaired. [CAP-109]
        bound: bool = false,
        /// From whom it has cover, until it moves. [CAP-109]
        cover: Cover = Cover::None,
        /// The marks that earlier days have left on it: scars that wait for recovery, marks, being down or dying.
        condition: Condition = Condition::default(),
        /// The place at the beginning of a fight, in Spaces, one for each of `count`. [RU-26]
        at: Vec<i32> = Vec::new(),
        /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the
        /// beginning.
        #[schemars(range(min = 1, max = 1000))]
        arrives: Option<u16> = None,
    }
}

combatant!(Sheet);

impl Sheet {
    /// True if it has anything to cast from: scrolls bring the same mishaps as a Grimoire, and can become one. [CAP-191, CAP-195]
    pub fn casts(&self) -> bool {
        self.grimoire || !self.scrolls.is_empty()
    }
}

section! {
    /// A weapon: one of the book's list by its name, with what is said here in its place, or one of its own.
    WeaponText {
        /// The name. [CAP-021]
        #[schemars(length(min = 1))]
        name: String,
        /// Its die: one die of any size. [CAP-015, CAP-064]
        die: Option<Die> = None,
        /// The die of a second weapon that is used together with it. [CAP-112]
        second: Option<Die> = None,
        /// Advantages on its own dice. [CAP-041]
        #[schemars(range(min = 0, max = 10))]
        die_adv: u8 = 0,
        /// The attribute of attacks; without it, as the book says. [CAP-014]
        attribute: Option<Attribute> = None,
        /// True if it is shot or thrown. [CAP-022, CAP-134]
        ranged: Option<bool> = None,
        /// Spaces it reaches in close combat; without it, the book's. [RU-26]
        #[schemars(range(min = 0, max = 100))]
        reach: Option<i32> = None,
        /// Hands it takes; 0 for what is part of the body. [CAP-C04]
        #[schemars(range(min = 0, max = 2))]
        hands: Option<u8> = None,
        /// Action points of an attack; without it, the book's. [CAP-021, RU-05]
        #[schemars(range(min = 0, max = 20))]
        ap: Option<u8> = None,
        /// True if it is magical. [CAP-186, CAP-C10]
        magical: bool = false,
        /// True if it burns. [CAP-178]
        fire: bool = false,
        /// True if it is made of metal and does not burn. [CAP-168]
        metal: Option<bool> = None,
        /// True if it strikes several at once. [CAP-111, CAP-C11]
        blast: bool = false,
        /// The number of shots in a fight; without it, no end of them. [CAP-136]
        #[schemars(range(min = 0, max = 200))]
        ammo: Option<u8> = None,
        /// The further effects on those who fail the save against critical damage from it. [CAP-121]
        on_crit: Vec<OnCrit> = Vec::new(),
        /// Slots it takes; without it, the book's. [CAP-C02]
        #[schemars(range(min = 0, max = 20))]
        slots: Option<u8> = None,
    }

    /// Something that a failed save against critical damage brings. [CAP-121]
    #[derive(Copy, Eq)]
    OnCrit {
        /// The effect.
        effect: OnCritKind,
        /// Dice of an attribute that is lost.
        dice: Die = Die::new(1, 4),
    }

    /// Armor that is worn or carried. [CAP-078]
    #[derive(Eq)]
    ArmorText {
        /// The name; one of the book's list brings its own numbers.
        #[schemars(length(min = 1))]
        name: String,
        /// Armor while it is worn. [CAP-078]
        #[schemars(range(min = 0, max = 20))]
        armor: Option<u8> = None,
        /// True if it is worn. [CAP-078]
        worn: bool = true,
        /// True if it is made of metal. [CAP-168]
        metal: Option<bool> = None,
        /// Slots it takes. [CAP-C02]
        #[schemars(range(min = 0, max = 20))]
        slots: Option<u8> = None,
    }

    /// A shield. [CAP-054, CAP-058, RU-06]
    #[derive(Eq)]
    ShieldText {
        /// Its die; without it, the book's. [CAP-058]
        die: Option<Die> = None,
        /// Advantages on its die. [CAP-055]
        #[schemars(range(min = 0, max = 10))]
        die_adv: u8 = 0,
        /// Armor it gives where the rulings say that it does; without it, the book's for `shield`. [RU-06]
        #[schemars(range(min = 0, max = 20))]
        armor: Option<u8> = None,
        /// True if it is made of metal. [CAP-168]
        metal: bool = false,
        /// Slots it takes; without it, those of a normal item. [CAP-C02]
        #[schemars(range(min = 0, max = 20))]
        slots: Option<u8> = None,
    }

    /// Something carried. [CAP-C02]
    #[derive(Eq)]
    ItemText {
        /// The name.
        #[schemars(length(min = 1))]
        name: String,
        /// The number of pieces.
        #[schemars(range(min = 1, max = 32))]
        amount: u8 = 1,
        /// The room that one takes. [CAP-C02]
        size: Size = Size::Normal,
        /// True if it is made of metal and does not burn. [CAP-168]
        metal: bool = false,
        /// True if it is dropped when Fatigue needs its place. [CAP-076]
        droppable: bool = true,
        /// The effect when it is used up. [CAP-035]
        effect: ItemEffect = ItemEffect::None,
        /// Dice of what it gives back.
        dice: Die = Die::new(1, 6),
    }
}
