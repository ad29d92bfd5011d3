//! Published gear, spells and hirelings, as data: what sheets can name. Start at [`weapons`].

use std::collections::BTreeMap;

use frame::dice::Die;
use frame::rules::declare::{section, words};

use super::Attribute;

section! {
    /// A weapon. [CAP-C04]
    WeaponKind {
        /// Its die. [CAP-064]
        die: Die,
        /// True if it is shot or thrown. [CAP-022]
        ranged: bool = false,
        /// True if it takes two hands and the slots of bulky items. [CAP-C04]
        bulky: bool = false,
        /// True if it is made of metal and does not burn. [CAP-168]
        metal: bool = true,
        /// Price in gold pieces. [CAP-C04]
        #[schemars(range(min = 0, max = 1_000_000))]
        price: u32 = 0,
    }
}

/// Published weapons. [CAP-C04]
pub fn weapons() -> BTreeMap<String, WeaponKind> {
    let kind = |die: u8, price: u32| WeaponKind { die: Die::new(1, die), ranged: false, bulky: false, metal: true, price };
    let light = |metal| WeaponKind { metal, ..kind(6, 5) };
    let medium = |metal| WeaponKind { metal, ..kind(8, 10) };
    let heavy = || WeaponKind { bulky: true, ..kind(10, 20) };
    let list = [
        ("dagger", light(true)),
        ("cudgel", light(false)),
        ("sickle", light(true)),
        ("staff", light(false)),
        ("spear", medium(false)),
        ("sword", medium(true)),
        ("mace", medium(true)),
        ("axe", medium(true)),
        ("flail", medium(true)),
        ("halberd", heavy()),
        ("war hammer", heavy()),
        ("long sword", heavy()),
        ("sling", WeaponKind { ranged: true, metal: false, ..kind(6, 5) }),
        ("bow", WeaponKind { ranged: true, bulky: true, metal: false, ..kind(6, 20) }),
        ("crossbow", WeaponKind { ranged: true, bulky: true, metal: false, ..kind(8, 30) }),
    ];
    list.map(|(name, kind)| (name.to_owned(), kind)).into()
}

section! {
    /// Armor. [CAP-C05]
    ArmorKind {
        /// Armor while it is worn. [CAP-078]
        #[schemars(range(min = 0, max = 20))]
        armor: u8,
        /// True if it takes the slots of bulky items. [CAP-C05]
        bulky: bool = false,
        /// True if it is made of metal and does not burn. [CAP-168]
        metal: bool = true,
        /// Price in gold pieces. [CAP-C05]
        #[schemars(range(min = 0, max = 1_000_000))]
        price: u32 = 0,
    }
}

/// Published armor. [CAP-C05]
pub fn armor() -> BTreeMap<String, ArmorKind> {
    let list = [
        ("helmet", 1, false, true, 10),
        ("gambeson", 1, false, false, 15),
        ("brigandine", 1, true, true, 20),
        ("chainmail", 2, true, true, 40),
        ("plate", 3, true, true, 60),
        ("shield", 1, false, false, 10),
    ];
    list.map(|(name, armor, bulky, metal, price)| (name.to_owned(), ArmorKind { armor, bulky, metal, price })).into()
}

words! {
    /// The effect of a spell.
    SpellEffect {
        /// Sleep: out of the fight while it lasts.
        Sleep,
        /// No will to fight while it lasts, or until harmed.
        Pacify,
        /// An attribute comes back, up to its maximum.
        Restore,
        /// Weapons that are not magical do nothing.
        Ward,
        /// Images that may be struck instead.
        Decoys,
        /// Held fast.
        Restrain,
        /// Damage to hit points.
        Damage,
        /// Creatures that fight for the caster.
        Summon,
        /// A longer Move.
        Speed,
        /// Nothing in a fight.
        None,
    }

    /// A number that the Magic Dice give.
    Measure {
        /// The number of dice that were invested. [CAP-160]
        Dice,
        /// Their total. [CAP-160]
        Sum,
        /// One.
        One,
    }

    /// The duration of an effect. [CAP-157, CAP-C09]
    Lasting {
        /// `[sum]` times the minutes of the book.
        Sum,
        /// `[dice]` times the minutes of the book.
        Dice,
        /// `[dice]` minutes.
        Minutes,
        /// To the end of the fight.
        Fight,
        /// No time at all.
        Once,
    }

    /// The targets of a spell.
    SpellTarget {
        /// Enemies.
        Enemies,
        /// One of the own side, oneself included.
        Ally,
        /// The caster.
        Caster,
    }
}

section! {
    /// A spell: its effect as data. [CAP-154, CAP-157, CAP-C10]
    SpellKind {
        /// The effect. [CAP-C10]
        effect: SpellEffect,
        /// The kind of target. [CAP-C10]
        target: SpellTarget,
        /// The number of targets. [CAP-160]
        targets: Measure = Measure::One,
        /// The attribute that resists it; without it, nothing does. [CAP-C10]
        resist: Option<Attribute> = None,
        /// The amount. [CAP-160]
        amount: Measure = Measure::One,
        /// The attribute that comes back. [CAP-C10]
        attribute: Attribute = Attribute::Str,
        /// The duration. [CAP-157]
        duration: Lasting = Lasting::Once,
        /// True if it needs a touch; otherwise it reaches as far as the book says. [CAP-157]
        touch: bool = false,
        /// The named combatant that comes when it calls. [CAP-C10]
        summons: Option<String> = None,
    }
}

/// Published spells with a plain use in a fight. [CAP-C10]
pub fn spells() -> BTreeMap<String, SpellKind> {
    let spell = |effect, target| SpellKind {
        effect,
        target,
        targets: Measure::One,
        resist: None,
        amount: Measure::Dice,
        attribute: Attribute::Str,
        duration: Lasting::Once,
        touch: false,
        summons: None,
    };
    let hostile = |effect, resist, duration| SpellKind {
        targets: Measure::Dice,
        resist: Some(resist),
        duration,
        ..spell(effect, SpellTarget::Enemies)
    };
    let list = [
        ("Sleep", hostile(SpellEffect::Sleep, Attribute::Wil, Lasting::Sum)),
        ("Pacify", hostile(SpellEffect::Pacify, Attribute::Wil, Lasting::Sum)),
        ("Cone of Foam", hostile(SpellEffect::Restrain, Attribute::Dex, Lasting::Sum)),
        ("Web", hostile(SpellEffect::Restrain, Attribute::Dex, Lasting::Sum)),
        ("Cure Wounds", SpellKind { touch: true, ..spell(SpellEffect::Restore, SpellTarget::Ally) }),
        ("Shield", SpellKind { touch: true, duration: Lasting::Minutes, ..spell(SpellEffect::Ward, SpellTarget::Ally) }),
        ("Mirror Image", SpellKind { duration: Lasting::Sum, ..spell(SpellEffect::Decoys, SpellTarget::Caster) }),
        ("Haste", SpellKind { duration: Lasting::Sum, ..spell(SpellEffect::Speed, SpellTarget::Caster) }),
        (
            "Raise Dead",
            SpellKind {
                amount: Measure::Sum,
                duration: Lasting::Fight,
                summons: Some("skeleton".to_owned()),
                ..spell(SpellEffect::Summon, SpellTarget::Caster)
            },
        ),
    ];
    list.map(|(name, spell)| (name.to_owned(), spell)).into()
}

section! {
    /// A role of hirelings. [CAP-C08]
    HirelingKind {
        /// Gold pieces for a day. [CAP-C08]
        #[schemars(range(min = 0, max = 1_000_000))]
        wage: u32,
    }
}

/// Published roles. [CAP-C08]
pub fn hirelings() -> BTreeMap<String, HirelingKind> {
    let list = [
        ("bodyguard", 10),
        ("veteran bodyguard", 20),
        ("scholar", 20),
        ("alchemist", 30),
        ("blacksmith", 15),
        ("lockpick", 10),
        ("navigator", 10),
        ("guide", 5),
        ("sailor", 5),
        ("tracker", 5),
        ("trapper", 5),
        ("animal handler", 5),
    ];
    list.map(|(name, wage)| (name.to_owned(), HirelingKind { wage })).into()
}
