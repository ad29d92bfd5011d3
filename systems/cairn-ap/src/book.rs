//! The book of `cairn-ap`: every number of the rules, with the published values as defaults.
//!
//! Owns data only. What is rolled on tables is in [`scars`], spells and mishaps in [`magic`], what lies between fights in
//! [`between`], gear, spells and hirelings in [`library`]. Each field's comment ends with the ledger ids of the rules it comes
//! from; ranges are part of the schema. What the published rules leave open is in [`rulings`](super::rulings). Start at
//! [`Book`].

use std::collections::BTreeMap;

use frame::dice::Die;
use frame::fight::Ratio;
use frame::rules::declare::{section, words};

pub mod between;
pub mod library;
pub mod magic;
pub mod scars;

use between::{Aftercare, Copying, Costs, Day, Deprivation, Fate, Hazard, Making, NewCharacter, NewHireling, Reaction, Rests};
use library::{ArmorKind, HirelingKind, SpellKind, WeaponKind};
use magic::{Grimoire, Magic, Mishaps};
use scars::Scars;

section! {
    /// Every number and table of the rules.
    Book {
        /// Action points and what actions cost.
        ap: ActionPoints = ActionPoints::default(),
        /// Rounds.
        round: Round = Round::default(),
        /// Spaces.
        space: Space = Space::default(),
        /// Checks of all kinds.
        check: Check = Check::default(),
        /// The attribute for each use.
        attribute: Attributes = Attributes::default(),
        /// Steps of advantage.
        step: Steps = Steps::default(),
        /// The action Move.
        moving: Moving = Moving::default(),
        /// Attacks and weapons.
        attack: Attack = Attack::default(),
        /// Stunts.
        stunt: Stunts = Stunts::default(),
        /// Damage and armor.
        damage: Damage = Damage::default(),
        /// Critical damage.
        crit: Critical = Critical::default(),
        /// Scars.
        scars: Scars = Scars::default(),
        /// Morale.
        morale: Morale = Morale::default(),
        /// Initiative.
        initiative: Initiative = Initiative::default(),
        /// Retreat.
        retreat: Retreat = Retreat::default(),
        /// Aid with bandages.
        aid: Aid = Aid::default(),
        /// Inventory slots.
        inventory: Inventory = Inventory::default(),
        /// Casting spells.
        magic: Magic = Magic::default(),
        /// The Grimoire.
        grimoire: Grimoire = Grimoire::default(),
        /// The mishaps table.
        mishap: Mishaps = Mishaps::default(),
        /// Copying a spell into the Grimoire.
        copy: Copying = Copying::default(),
        /// Making a Grimoire.
        make: Making = Making::default(),
        /// Rests.
        rest: Rests = Rests::default(),
        /// Deprivation.
        deprived: Deprivation = Deprivation::default(),
        /// The care after a fight.
        aftercare: Aftercare = Aftercare::default(),
        /// Days of several fights.
        day: Day = Day::default(),
        /// The will to fight of those who are met.
        reaction: Reaction = Reaction::default(),
        /// The die of fate.
        fate: Fate = Fate::default(),
        /// A danger on the way.
        hazard: Hazard = Hazard::default(),
        /// Characters rolled by dice.
        pc: NewCharacter = NewCharacter::default(),
        /// Hirelings rolled by dice.
        hireling: NewHireling = NewHireling::default(),
        /// Prices in gold pieces.
        cost: Costs = Costs::default(),
        /// The knowledge of policies.
        policy: Knowledge = Knowledge::default(),
        /// Weapons by name. [CAP-C04]
        weapon: BTreeMap<String, WeaponKind> = library::weapons(),
        /// Armor by name. [CAP-C05]
        armor: BTreeMap<String, ArmorKind> = library::armor(),
        /// Spells by name. [CAP-154, CAP-C10]
        spell: BTreeMap<String, SpellKind> = library::spells(),
        /// Roles of hirelings with what a day of each costs. [CAP-087, CAP-C08]
        role: BTreeMap<String, HirelingKind> = library::hirelings(),
    }
}

section! {
    /// Action points and what actions cost. [CAP-103]
    ActionPoints {
        /// Points at the beginning of a turn. [CAP-099, CAP-104]
        #[schemars(range(min = 0, max = 20))]
        max: u8 = 4,
        /// Points of the surprised in their first turn. [CAP-100]
        #[schemars(range(min = 0, max = 20))]
        surprised: u8 = 2,
        /// Seconds that one point takes. [CAP-005]
        #[schemars(range(min = 1, max = 3600))]
        seconds: u32 = 3,
        /// An attack with a weapon that states no cost. [CAP-021, CAP-103, RU-05]
        #[schemars(range(min = 0, max = 20))]
        attack: u8 = 2,
        /// An attack on several in front. [CAP-036, CAP-103, RU-18]
        #[schemars(range(min = 0, max = 20))]
        sweep: u8 = 3,
        /// A stunt, and an attempt to break free. [CAP-023, CAP-024, CAP-025, CAP-026, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        stunt: u8 = 2,
        /// Casting a spell. [CAP-037, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        cast: u8 = 2,
        /// Aid for an ally who is down. [CAP-068, CAP-118, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        aid: u8 = 2,
        /// Using an item. [CAP-035, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        item: u8 = 2,
        /// Moving. [CAP-042]
        #[schemars(range(min = 0, max = 20))]
        r#move: u8 = 1,
        /// Gaining advantage. [CAP-043]
        #[schemars(range(min = 0, max = 20))]
        gain: u8 = 1,
        /// Standing up. [CAP-038, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        stand: u8 = 1,
        /// Changing what is in hand, or taking up a weapon. [CAP-103, CAP-156]
        #[schemars(range(min = 0, max = 20))]
        ready: u8 = 1,
        /// Picking up sand to blind a target with. [CAP-038]
        #[schemars(range(min = 0, max = 20))]
        pick: u8 = 1,
        /// Trying to leave the fight. [CAP-103, CAP-132]
        #[schemars(range(min = 0, max = 20))]
        retreat: u8 = 1,
        /// Holding a defence. [CAP-027, CAP-028, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        defend: u8 = 1,
        /// Holding help for a friend's attack. [CAP-031, CAP-103]
        #[schemars(range(min = 0, max = 20))]
        help: u8 = 1,
        /// A save against an attack. [CAP-102, RU-13]
        #[schemars(range(min = 0, max = 20))]
        save: u8 = 0,
    }
}

section! {
    /// Rounds.
    Round {
        /// Seconds in a round. [CAP-006, RU-21]
        #[schemars(range(min = 1, max = 86_400))]
        seconds: u32 = 120,
        /// Rounds after which a fight is broken off undecided.
        #[schemars(range(min = 1, max = 10_000))]
        rounds_max: u16 = 100,
    }
}

section! {
    /// Spaces: the unit of position.
    Space {
        /// Feet to a Space: ranges in feet are divided by it. [CAP-007]
        #[schemars(range(min = 1, max = 100))]
        feet: u16 = 5,
    }
}

section! {
    /// Checks of all kinds.
    Check {
        /// Faces of the base die. [CAP-018, CAP-056]
        #[schemars(range(min = 2, max = 100))]
        base_die: u8 = 20,
        /// Objects that may help one save. [CAP-015, CAP-054, RU-06]
        #[schemars(range(min = 0, max = 2))]
        max_object_dice: u8 = 1,
        /// Dice that each Advantage adds, of which the highest counts. [CAP-016, CAP-055]
        #[schemars(range(min = 1, max = 4))]
        advantage_dice: u8 = 1,
        /// Dice that each Disadvantage adds, of which the lowest counts. [CAP-017, CAP-055]
        #[schemars(range(min = 1, max = 4))]
        disadvantage_dice: u8 = 1,
        /// The number where the rules name none. [CAP-011, CAP-050, RU-04]
        #[schemars(range(min = 0, max = 1000))]
        dc: i32 = 20,
        /// Actions that succeed without a roll; others of these kinds need a check against `dc`. [CAP-009]
        trivial: Vec<Trivial> = Trivial::ALL.to_vec(),
        /// The attribute of that check. [CAP-014]
        attribute: Attribute = Attribute::Dex,
        /// The number that attacks are rolled against. [CAP-010]
        attack: Against = Against::Contested,
        /// The number that stunts are rolled against. [CAP-010]
        stunt: Against = Against::Contested,
        /// The number that resisted spells are rolled against. [CAP-010]
        spell: Against = Against::Contested,
        /// Damage that a natural 1 or 20 adds, where the rulings say that it does. [CAP-063, CAP-066]
        #[schemars(range(min = 0, max = 100))]
        natural_damage: i32 = 1,
    }
}

words! {
    /// One of the three attributes. [CAP-001]
    Attribute {
        /// Strength: physical power. [CAP-002]
        Str,
        /// Dexterity: poise, speed, reflexes. [CAP-003]
        Dex,
        /// Willpower. [CAP-004]
        Wil,
    }

    /// A kind of action that can be done without a roll. [CAP-009]
    Trivial {
        /// Moving.
        Move,
        /// Standing up.
        Stand,
        /// Changing what is in hand.
        Ready,
        /// Aid for the fallen.
        Aid,
        /// Using an item.
        Item,
        /// Holding help.
        Help,
        /// Holding a defence.
        Defend,
    }

    /// The number that an action is rolled against. [CAP-010]
    Against {
        /// The save of the target.
        Contested,
        /// The number `check.dc`.
        Dc,
    }
}

impl Attribute {
    /// Its place in the order of all.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name at the table.
    #[must_use]
    pub fn short(self) -> &'static str {
        ["STR", "DEX", "WIL"][self.index()]
    }
}

section! {
    /// The attribute for each use. [CAP-002, CAP-003, CAP-004]
    Attributes {
        /// Attacks with weapons for close combat. [CAP-002, CAP-014]
        melee: Attribute = Attribute::Str,
        /// Attacks with ranged weapons. [CAP-003, CAP-014]
        ranged: Attribute = Attribute::Dex,
        /// Stunts. [CAP-002]
        stunt: Attribute = Attribute::Str,
        /// Throwing sand, and saving against it. [CAP-038]
        blind: Attribute = Attribute::Dex,
        /// Casting spells that are resisted. [CAP-004]
        spell: Attribute = Attribute::Wil,
        /// Saving by a dodge. [CAP-003, CAP-053]
        dodge: Attribute = Attribute::Dex,
        /// Saving by a block. [CAP-053, CAP-058]
        block: Attribute = Attribute::Str,
        /// Saving by a parry. [CAP-053]
        parry: Attribute = Attribute::Str,
        /// Saving by bracing oneself. [CAP-053]
        brace: Attribute = Attribute::Str,
    }
}

section! {
    /// Steps of advantage and disadvantage on the base die.
    Steps {
        /// Gaining advantage. [CAP-043]
        #[schemars(range(min = 0, max = 10))]
        gain: i8 = 1,
        /// A held defence, on the next save. [CAP-027, CAP-028, RU-07]
        #[schemars(range(min = 0, max = 10))]
        defend: i8 = 1,
        /// A friend's help. [CAP-031]
        #[schemars(range(min = 0, max = 10))]
        help: i8 = 1,
        /// The target is occupied with another attacker. [CAP-040, RU-08]
        #[schemars(range(min = 0, max = 10))]
        occupied: i8 = 1,
        /// Each reason for an Enhanced attack. [CAP-110]
        #[schemars(range(min = 0, max = 10))]
        enhanced: i8 = 1,
        /// Each reason for an Impaired attack. [CAP-109]
        #[schemars(range(min = 0, max = 10))]
        impaired: i8 = 1,
        /// Close attacks against the prone. [CAP-026]
        #[schemars(range(min = 0, max = 10))]
        against_prone: i8 = 1,
        /// Own close attacks while prone, taken off. [CAP-026]
        #[schemars(range(min = 0, max = 10))]
        prone: i8 = 1,
        /// A save for which the action points are missing, taken off. [RU-13]
        #[schemars(range(min = 0, max = 10))]
        unpaid_save: i8 = 1,
    }
}

section! {
    /// The action Move.
    Moving {
        /// The divisor of DEX for the Spaces of one Move. [CAP-042]
        #[schemars(range(min = 1, max = 30))]
        divisor: i32 = 2,
        /// True if a half is rounded up. [CAP-042]
        round_up: bool = true,
    }
}

section! {
    /// Attacks and weapons.
    Attack {
        /// Spaces that a weapon for close combat reaches when it states none. [RU-26]
        #[schemars(range(min = 0, max = 100))]
        reach: i32 = 1,
        /// The unarmed. [CAP-106, RU-14]
        unarmed: Die = Die::new(1, 4),
        /// The die of a thrown thing that is no weapon. [CAP-033]
        improvised: Die = Die::new(1, 4),
        /// True if it can be thrown. [CAP-033]
        improvised_ranged: bool = true,
        /// A shield that states no die. [CAP-054, CAP-058, RU-06]
        shield: Die = Die::new(1, 6),
        /// Most targets of a sweep. [CAP-036]
        #[schemars(range(min = 1, max = 64))]
        sweep_targets: u8 = 3,
        /// True if a sweep is Impaired. [RU-18]
        sweep_impaired: bool = false,
        /// Targets of a blast, where the rulings fix their number. [CAP-111, RU-18]
        #[schemars(range(min = 1, max = 64))]
        blast_targets: u8 = 3,
        /// Spaces up to which shots are not Impaired. [CAP-134]
        #[schemars(range(min = 0, max = 1000))]
        near_spaces: i32 = 8,
        /// Spaces beyond which nobody can be shot at; without it, none. [CAP-135]
        far_spaces: Option<u16> = None,
        /// True if striking back by a held attack needs that the save succeeded. [CAP-029, RU-07]
        riposte_requires_parry: bool = false,
    }
}

section! {
    /// Stunts.
    Stunts {
        /// Spaces that a shove moves. [CAP-025]
        #[schemars(range(min = 1, max = 100))]
        shove_spaces: i32 = 1,
        /// Breaking free of what a spell holds. [CAP-C10]
        #[schemars(range(min = 0, max = 1000))]
        break_dc: i32 = 20,
    }
}

section! {
    /// Damage and armor.
    Damage {
        /// The least damage that a hit does after armor. [CAP-077]
        #[schemars(range(min = 0, max = 100))]
        minimum: i32 = 0,
        /// The most Armor of anybody. [CAP-080]
        #[schemars(range(min = 0, max = 100))]
        armor_cap: i32 = 3,
    }
}

words! {
    /// The meaning of a failed save against critical damage for those who are no player characters. [CAP-120]
    Fallen {
        /// Death.
        Dead,
        /// Lying on the ground, as a player character would.
        Down,
    }
}

section! {
    /// Critical damage.
    Critical {
        /// The attribute that takes the damage beyond hit points and makes the save. [CAP-113, CAP-114]
        attribute: Attribute = Attribute::Str,
        /// The number of the save. [CAP-114]
        #[schemars(range(min = 0, max = 1000))]
        dc: i32 = 15,
        /// Minutes after which the untreated die. [CAP-119]
        #[schemars(range(min = 0, max = 100_000))]
        untreated_minutes: u32 = 60,
        /// The fate of others than player characters. [CAP-120]
        npc: Fallen = Fallen::Dead,
    }
}

section! {
    /// Morale.
    Morale {
        /// The number of the save. [CAP-082, RU-04]
        #[schemars(range(min = 0, max = 1000))]
        dc: i32 = 20,
        /// True if the first casualty asks for it. [CAP-082]
        first_casualty: bool = true,
        /// The share of casualties that asks for it. [CAP-083]
        half: Ratio = Ratio::new(1, 2),
        /// True if hirelings have to make it when their sheet does not say. [CAP-086, RU-11]
        hirelings: bool = false,
    }
}

section! {
    /// Initiative.
    Initiative {
        /// Faces of its die. [CAP-095]
        #[schemars(range(min = 1, max = 100))]
        die: u8 = 20,
        /// The attribute that is added. [CAP-095]
        attribute: Attribute = Attribute::Wil,
    }
}

section! {
    /// Retreat.
    Retreat {
        /// The number of the save. [CAP-132, RU-04]
        #[schemars(range(min = 0, max = 1000))]
        dc: i32 = 20,
        /// The attribute of the save. [CAP-132]
        attribute: Attribute = Attribute::Dex,
        /// Attempts in a turn. [CAP-132]
        #[schemars(range(min = 0, max = 20))]
        per_turn: u8 = 1,
        /// True if there is anywhere to run to. [CAP-133]
        safe_destination: bool = true,
    }
}

section! {
    /// Aid with bandages.
    Aid {
        /// True if aid takes bandages. [CAP-068, CAP-118]
        needs_bandages: bool = true,
        /// Uses of one set of bandages. [CAP-C07]
        #[schemars(range(min = 1, max = 100))]
        bandage_uses: u8 = 3,
    }
}

section! {
    /// Inventory slots.
    Inventory {
        /// Slots of everybody whose sheet states none. [CAP-C02]
        #[schemars(range(min = 0, max = 100))]
        slots: u8 = 10,
        /// Slots of a normal item. [CAP-C02]
        #[schemars(range(min = 0, max = 20))]
        normal: u8 = 1,
        /// Slots of a bulky item. [CAP-C02]
        #[schemars(range(min = 0, max = 20))]
        bulky: u8 = 2,
        /// Slots of a petty item. [CAP-C02]
        #[schemars(range(min = 0, max = 20))]
        petty: u8 = 0,
        /// Slots that each Fatigue fills. [CAP-075]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 1,
    }
}

section! {
    /// The knowledge of policies.
    Knowledge {
        /// True if the numbers that the Warden sets can be asked for. [CAP-012, CAP-051]
        knows_dc: bool = true,
        /// True if hit points and attributes of others can be asked for. (section 6 of the specification)
        omniscient: bool = false,
    }
}
