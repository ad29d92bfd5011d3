//! The tables of the book: attributes and abilities, experience, injuries, weapons and shields, surroundings.
//!
//! Owns data only. Start at the part of [`Book`](super::Book) that is looked for.

use std::collections::BTreeMap;

use frame::rules::declare::{section, words};

words! {
    /// The group of an attribute. [HEI-007]
    Group {
        /// The body: rolls based on it are touched by fatigue.
        Physical,
        /// The mind.
        Mental,
    }
}

section! {
    /// An ability.
    #[derive(Eq)]
    Ability {
        /// The attributes from which it is derived. [HEI-084, HEI-085, R-71]
        #[schemars(length(min = 1))]
        attributes: Vec<String>,
        /// Base consistency. [HEI-083, R-71]
        #[schemars(range(min = -2, max = 3))]
        base_c: i8,
    }
}

section! {
    /// Experience.
    Experience {
        /// The price of each level of trained consistency or potential, from the first on; each level beyond the list costs as
        /// much as the two before it. [HEI-097, HEI-098]
        #[schemars(length(min = 2, max = 100))]
        cost: Vec<u32> = vec![5, 10, 15, 25, 40, 65, 105],
    }
}

section! {
    /// Progress of attributes.
    Progress {
        /// The new value that the first number of the list is for, and every lower one. [HEI-101]
        #[schemars(range(min = -20, max = 20))]
        lowest: i8 = -2,
        /// Progress needed for that new value, the next one and so on; the last number is for all higher ones. [HEI-101]
        #[schemars(length(min = 1, max = 40))]
        needed: Vec<u8> = vec![8, 6, 4, 6, 8, 10, 12],
        /// Progress from each point of ability training. [HEI-099]
        #[schemars(range(min = 0, max = 20))]
        per_training: u8 = 1,
    }
}

words! {
    /// A part of the body. [HEI-199]
    BodyPart {
        /// The torso.
        Torso,
        /// The arm of the sword hand.
        SwordArm,
        /// The arm of the off-hand.
        OffArm,
        /// The right leg.
        RightLeg,
        /// The left leg.
        LeftLeg,
    }
}

impl BodyPart {
    /// Its name in a story.
    pub fn spoken(self) -> &'static str {
        match self {
            BodyPart::Torso => "torso",
            BodyPart::SwordArm => "sword arm",
            BodyPart::OffArm => "other arm",
            BodyPart::RightLeg => "right leg",
            BodyPart::LeftLeg => "left leg",
        }
    }

    /// The part as a set of one.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The parts in a set, in their order.
    #[inline]
    pub fn of_set(set: u8) -> impl Iterator<Item = BodyPart> {
        let rest = |left: &u8| Some(left & (left - 1)).filter(|&left| left != 0);
        let sets = std::iter::successors(Some(set).filter(|&set| set != 0), rest);
        sets.map(|left| BodyPart::ALL[left.trailing_zeros() as usize])
    }
}

section! {
    /// Levels of injury, by the hit points that are left.
    Injuries {
        /// At or below this one is injured: bloodied. [HEI-066, HEI-075]
        #[schemars(range(min = -100, max = 1000))]
        threshold: i16 = 0,
        /// At or below this: mangled. [HEI-076]
        #[schemars(range(min = -100, max = 1000))]
        mangled: i16 = -2,
        /// At or below this: mutilated. [HEI-077]
        #[schemars(range(min = -100, max = 1000))]
        mutilated: i16 = -4,
        /// The last row of the table; what is below is for the rulings. [HEI-077, R-52]
        #[schemars(range(min = -100, max = 1000))]
        lowest: i16 = -5,
        /// Seconds after which the mangled fall unconscious. [HEI-076]
        #[schemars(range(min = 0, max = 100_000))]
        mangled_unconscious_s: u32 = 300,
        /// Seconds after which the mangled die. [HEI-076]
        #[schemars(range(min = 0, max = 100_000))]
        mangled_death_s: u32 = 600,
        /// Seconds after which the mutilated die. [HEI-077]
        #[schemars(range(min = 0, max = 100_000))]
        mutilated_death_s: u32 = 120,
    }
}

section! {
    /// The effects of an injury, by body part.
    InjuryEffects {
        /// Either arm. [HEI-074]
        arm: InjuryEffect = InjuryEffect::Drop,
        /// Either leg. [HEI-074]
        leg: InjuryEffect = InjuryEffect::Fall,
        /// The torso. [HEI-074]
        torso: InjuryEffect = InjuryEffect::Daze,
    }
}

words! {
    /// An effect of an injury.
    InjuryEffect {
        /// The arm drops what it holds; for any other part, the sword hand does.
        Drop,
        /// One falls.
        Fall,
        /// One is dazed.
        Daze,
        /// Nothing.
        Nothing,
    }

    /// The hands that a weapon needs. [HEI-187]
    Hands {
        /// Either hand.
        Either,
        /// The sword hand or both.
        OneOrTwo,
        /// Both.
        Two,
        /// The sword hand.
        Sword,
        /// The off-hand.
        Off,
    }

    /// The loudness of a weapon's use. [HEI-224, HEI-225]
    Sound {
        /// It lowers the hide value.
        Soft,
        /// It gives the position away.
        Loud,
    }
}

section! {
    /// A kind of weapon.
    #[derive(Eq)]
    WeaponKind {
        /// Range; without it, it is a melee weapon. [HEI-113, HEI-117]
        #[schemars(range(min = 0, max = 100))]
        range: Option<u8> = None,
        /// Damage. [HEI-285]
        #[schemars(range(min = 0, max = 1000))]
        damage: i16,
        /// Points that it adds to the potential. [HEI-293]
        #[schemars(range(min = -100, max = 100))]
        bonus: i8 = 0,
        /// The hands that it needs. [HEI-187]
        hands: Hands,
        /// The abilities with which it can be used. [HEI-285]
        #[schemars(length(min = 1))]
        abilities: Vec<String>,
        /// The loudness of its use. [HEI-224, HEI-225]
        sound: Sound,
        /// True if it shoots ammunition, which has to be drawn.
        ammo: bool = false,
        /// True if it leaves the hand when used.
        thrown: bool = false,
    }

    /// A kind of shield, for the off-hand.
    #[derive(Eq)]
    ShieldKind {
        /// Points that it adds to the potential of blocks. [HEI-294, R-27]
        #[schemars(range(min = -100, max = 100))]
        bonus: i8 = 0,
        /// The abilities with which it can be used. [HEI-294]
        #[schemars(length(min = 1))]
        abilities: Vec<String>,
        /// Points that it adds to attributes while it is wielded. [HEI-294]
        attributes: BTreeMap<String, i8> = BTreeMap::new(),
        /// Points that it takes off the consistency of rolls while it is wielded, by scope as in `situational_penalty`. [HEI-295,
        ///
        penalty: BTreeMap<String, i8> = BTreeMap::new(),
    }

    /// An object that conceals.
    #[derive(Eq)]
    Object {
        /// Points that it takes off the consistency of attacks against whom it conceals. [HEI-219, HEI-272, HEI-278]
        #[schemars(range(min = 0, max = 20))]
        value: u8,
        /// The height: it conceals from attackers less than so much above. [HEI-278, R-68]
        #[schemars(range(min = 0, max = 100))]
        height: u8,
    }
}

/// A table of rows by their names.
fn named<T, const N: usize>(rows: [(&str, T); N]) -> BTreeMap<String, T> {
    rows.into_iter().map(|(name, row)| (name.to_owned(), row)).collect()
}

/// A list of texts.
fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// The published attributes, three of the body and three of the mind (HEI-007).
pub(super) fn attributes() -> BTreeMap<String, Group> {
    let (body, mind) = (Group::Physical, Group::Mental);
    named([("str", body), ("dex", body), ("sta", body), ("int", mind), ("soc", mind), ("emp", mind)])
}

/// The published abilities (HEI-087, HEI-088, HEI-089, HEI-090, HEI-091, HEI-092, R-71).
pub(super) fn abilities() -> BTreeMap<String, Ability> {
    let ability = |attributes: &[&str], base_c| Ability { attributes: texts(attributes), base_c };
    named([
        ("brawl", ability(&["str"], 1)),
        ("agility", ability(&["dex"], 1)),
        ("survival", ability(&["sta"], 1)),
        ("perception", ability(&["int"], 1)),
        ("persuasion", ability(&["soc"], 1)),
        ("insight", ability(&["emp"], 0)),
        ("knife_fighting", ability(&["dex"], 1)),
        ("dueling", ability(&["dex"], 1)),
        ("swordsmanship", ability(&["str", "dex"], 1)),
        ("sword_and_shield", ability(&["str", "sta"], 1)),
        ("pole_arms", ability(&["str", "dex"], 1)),
        ("archery", ability(&["str", "dex"], 0)),
        ("throwing", ability(&["dex"], 0)),
        ("blowguns", ability(&["dex"], 0)),
    ])
}

/// The published body parts by face of the small die; the torso has two faces.
pub(super) fn body_parts() -> Vec<BodyPart> {
    vec![BodyPart::LeftLeg, BodyPart::RightLeg, BodyPart::OffArm, BodyPart::SwordArm, BodyPart::Torso, BodyPart::Torso]
}

/// The published weapons.
pub(crate) fn weapons() -> BTreeMap<String, WeaponKind> {
    let melee = |damage, bonus, hands, abilities: &[&str]| WeaponKind {
        range: None,
        damage,
        bonus,
        hands,
        abilities: texts(abilities),
        sound: Sound::Loud,
        ammo: false,
        thrown: false,
    };
    let shooting = |range, damage, bonus, hands, abilities: &[&str]| WeaponKind {
        range: Some(range),
        sound: Sound::Soft,
        ammo: true,
        ..melee(damage, bonus, hands, abilities)
    };
    let throwing = shooting(1, 1, 0, Hands::Sword, &["throwing", "knife_fighting"]);
    named([
        ("light", melee(1, 2, Hands::Either, &["knife_fighting", "dueling"])),
        ("medium", melee(2, 3, Hands::OneOrTwo, &["dueling", "swordsmanship", "sword_and_shield"])),
        ("great", melee(3, 5, Hands::Two, &["swordsmanship"])),
        ("pole", melee(2, 4, Hands::Two, &["pole_arms"])),
        ("bow", shooting(6, 3, 1, Hands::Two, &["archery"])),
        ("crossbow", shooting(4, 3, 0, Hands::Two, &["archery"])),
        ("throwing", WeaponKind { ammo: false, thrown: true, ..throwing }),
        ("blowgun", shooting(2, 0, 1, Hands::Sword, &["blowguns"])),
    ])
}

/// The published shields.
pub(crate) fn shields() -> BTreeMap<String, ShieldKind> {
    let shield = |bonus, abilities: &[&str]| ShieldKind {
        bonus,
        abilities: texts(abilities),
        attributes: BTreeMap::new(),
        penalty: BTreeMap::new(),
    };
    let tower = ShieldKind { attributes: named([("sta", -1)]), ..shield(5, &["sword_and_shield"]) };
    named([
        ("buckler", shield(0, &["dueling", "swordsmanship", "sword_and_shield"])),
        ("small", shield(2, &["sword_and_shield"])),
        ("medium", shield(3, &["sword_and_shield"])),
        ("tower", tower),
    ])
}

/// The published numbers of combatants that can cross a kind of border at once.
pub(super) fn limits() -> BTreeMap<String, u8> {
    named([("single_door", 2), ("thick_vegetation", 2), ("double_door", 4), ("window", 1), ("ladder", 1)])
}

/// The published requirements of crossing kinds of borders.
pub(super) fn crossings() -> BTreeMap<String, u8> {
    named([("window", 5), ("jump_1_5m", 1), ("jump_2m", 3), ("jump_2_5m", 6), ("jump_3m", 9), ("rope_swing", 4)])
}

/// The published toughness of structures.
pub(super) fn toughness() -> BTreeMap<String, u8> {
    named([("regular_door", 2), ("strong_door", 4), ("regular_gate", 6), ("wooden_wall", 4), ("stone_wall", 6)])
}

/// The published requirements of climbing surfaces, 0 where none is needed.
pub(super) fn surfaces() -> BTreeMap<String, u8> {
    named([
        ("ladder", 0),
        ("stairs", 0),
        ("rope_ladder", 2),
        ("rope", 4),
        ("tree", 5),
        ("rock_face", 6),
        ("steep_rock_face", 9),
        ("stone_wall", 11),
    ])
}

/// The published objects that conceal, with their values and heights.
pub(super) fn objects() -> BTreeMap<String, Object> {
    let object = |value, height| Object { value, height };
    named([
        ("thick_tree", object(2, 4)),
        ("crate", object(2, 1)),
        ("shrubbery", object(1, 1)),
        ("merlon", object(5, 2)),
        ("table", object(3, 1)),
        ("tall_grass", object(1, 1)),
    ])
}
