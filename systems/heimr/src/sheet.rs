//! The sheet: a combatant of `heimr` as the designer describes it, with gear, skills, and the condition it starts in.
//!
//! Owns the data types of the scenario file. What experience and attributes make of it is worked out in
//! [`build`](super::build), what the rules need to know in a fight in [`fighter`](super::fighter). Start at [`Sheet`].

use std::collections::BTreeMap;

use frame::rules::declare::{choices, combatant, section, words};

use super::book::tables::{BodyPart, Hands, Sound};
use super::ground::Direction;

section! {
    /// A combatant as the designer describes it. Everything has a default: attributes of 0, no training, the hit points and
    /// willpower of the book, no weapon.
    Sheet {
        /// The name; without it, the name of what it is like.
        name: String = String::new(),
        /// The named combatant it starts from; whatever is said here replaces what that one says.
        like: Option<String> = None,
        /// The number of combatants of its kind, numbered from 1.
        #[schemars(range(min = 0, max = 64))]
        count: Option<u32> = None,
        /// The policy by which it decides; without it, it fights as best it can.
        policy: Option<String> = None,
        /// Attributes by their names in the book; 0 for those that are missing. [HEI-007]
        attributes: BTreeMap<String, i8> = BTreeMap::new(),
        /// Abilities by their names in the book; untrained for those that are missing. [HEI-008, HEI-080]
        abilities: BTreeMap<String, AbilityText> = BTreeMap::new(),
        /// True if training has raised the attributes, which are then given as they were before any of it. [HEI-099, HEI-100]
        progress: bool = false,
        /// Experience points that its training may have cost; without it, any number. [HEI-096]
        #[schemars(range(min = 0, max = 100_000_000))]
        xp: Option<u32> = None,
        /// Maximum of hit points; without it, the book's. [HEI-002, R-46]
        #[schemars(range(min = 1, max = 1000))]
        hp_max: Option<i16> = None,
        /// Maximum of willpower; without it, the book's. [HEI-002, R-46]
        #[schemars(range(min = 0, max = 200))]
        willpower_max: Option<u8> = None,
        /// Points that armour takes off the damage of weapons.
        #[schemars(range(min = 0, max = 1000))]
        armour: i16 = 0,
        /// Penalties of its situation: scope to penalty on consistency, as in the book. [HEI-041, HEI-042]
        situational_penalty: BTreeMap<String, i8> = BTreeMap::new(),
        /// Weapons, in the order in which they are preferred. [HEI-184]
        weapons: Vec<WeaponText> = Vec::new(),
        /// Shields. [HEI-205]
        shields: Vec<ShieldText> = Vec::new(),
        /// Lights that it carries: `[{}]` is a torch. [HEI-274, R-76]
        lights: Vec<LampText> = Vec::new(),
        /// Skills. [HEI-161, R-73]
        skills: Vec<SkillText> = Vec::new(),
        /// The square it starts in, such as `B2`; without it, the middle one. [HEI-012]
        at: Option<String> = None,
        /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning. Then it comes last in the order
        /// of turns.
        #[schemars(range(min = 1, max = 1000))]
        arrives: Option<u16> = None,
        /// Height above the ground of its square. [HEI-255, R-67]
        #[schemars(range(min = -100, max = 100))]
        elevation: i8 = 0,
        /// Number of the combat cluster it starts in, together with all others of that number in its square. [HEI-114]
        #[schemars(range(min = 1, max = 64))]
        cluster: Option<u8> = None,
        /// True if it tries to hide before the first round. [HEI-171]
        hidden: bool = false,
        /// The object of its square behind which it has taken cover. [HEI-219, HEI-278]
        cover: Option<String> = None,
        /// The surface on which it climbs. [HEI-167, HEI-226]
        climbing: Option<String> = None,
        /// Hit points it starts with; without it, the maximum.
        #[schemars(range(min = -100, max = 1000))]
        hp: Option<i16> = None,
        /// Willpower it starts with; without it, the maximum.
        #[schemars(range(min = 0, max = 200))]
        willpower: Option<u8> = None,
        /// Fatigue it starts with; without it, its base. [HEI-132]
        #[schemars(range(min = 0, max = 100))]
        fatigue: Option<u8> = None,
        /// Injured body parts. [HEI-072]
        injuries: Vec<BodyPart> = Vec::new(),
        /// True if its injuries have been stabilised. [HEI-078, HEI-079]
        stabilised: bool = false,
        /// True if it starts prone. [HEI-215]
        prone: bool = false,
        /// True if it is asleep. [HEI-217]
        asleep: bool = false,
        /// True if it is unconscious. [HEI-218]
        unconscious: bool = false,
        /// Rounds for which it has been dying of its injuries. [HEI-076, HEI-077]
        #[schemars(range(min = 0, max = 100_000))]
        dying_rounds: u32 = 0,
        /// True if it is dead: it counts among the dead, and takes part in nothing. [HEI-076, HEI-077]
        dead: bool = false,
        /// Effects it has just received. [HEI-049]
        effects: Vec<StartingEffect> = Vec::new(),
        /// Initiative it has instead of rolling it. [HEI-104]
        #[schemars(range(min = -1000, max = 1000))]
        initiative: Option<i16> = None,
        /// The defence it has rolled already, instead of rolling its first one. [HEI-211, R-12]
        stance: Option<Stance> = None,
    }
}

combatant!(Sheet);

section! {
    /// The values of a combatant in an ability: training, or the values themselves.
    #[derive(Eq)]
    AbilityText {
        /// Trained consistency. [HEI-080]
        #[schemars(range(min = 0, max = 40))]
        trained_c: u8 = 0,
        /// Trained potential. [HEI-080]
        #[schemars(range(min = 0, max = 40))]
        trained_p: u8 = 0,
        /// Consistency itself, instead of base and training. [HEI-080]
        #[schemars(range(min = -20, max = 40))]
        c: Option<i8> = None,
        /// Potential itself without that of items, instead of base and training. [HEI-080]
        #[schemars(range(min = -20, max = 60))]
        p: Option<i8> = None,
        /// The attribute that gains the progress of this training; without it, the ability's first. [HEI-099]
        progress: Option<String> = None,
        /// The points of progress by attribute, where several share them: `{ str = 2, dex = 1 }`. [HEI-099]
        progress_shares: BTreeMap<String, u8> = BTreeMap::new(),
    }
}

words! {
    /// The place of an item. [HEI-173, HEI-176, HEI-187]
    Carried {
        /// In the sword hand.
        SwordHand,
        /// In the off-hand.
        OffHand,
        /// In both hands.
        BothHands,
        /// Worn, where it can be drawn.
        Worn,
        /// In a bag, from where it has to be got.
        Stored,
        /// On the ground, or on a table, of its square.
        Ground,
        /// Nowhere yet: another combatant has such an item, and this one can get it when it lies on the ground.
        Elsewhere,
    }
}

section! {
    /// A weapon. What is not said comes from the book's kind of weapon; without a kind there has to be an ability.
    #[derive(Eq)]
    WeaponText {
        /// The kind of weapon in the book: `medium`. [HEI-285]
        kind: Option<String> = None,
        /// The name; without it, the name of its kind.
        name: Option<String> = None,
        /// The ability with which it is used; without it, the first of its kind that the combatant's `abilities` name, else the
        /// first of its kind. [HEI-094]
        ability: Option<String> = None,
        /// Range; a melee weapon has none. [HEI-117]
        #[schemars(range(min = 0, max = 100))]
        range: Option<u8> = None,
        /// Damage. [HEI-285]
        #[schemars(range(min = 0, max = 1000))]
        damage: Option<i16> = None,
        /// Points that it adds to the potential. [HEI-293]
        #[schemars(range(min = -100, max = 100))]
        bonus: Option<i8> = None,
        /// The hands that it needs. [HEI-187]
        hands: Option<Hands> = None,
        /// The loudness of its use. [HEI-224, HEI-225]
        sound: Option<Sound> = None,
        /// True if it shoots ammunition.
        ammo: Option<bool> = None,
        /// True if it leaves the hand when used.
        thrown: Option<bool> = None,
        /// The place; without it, the first weapon is in the hand or hands it needs if they are free, and others are worn.
        /// [HEI-176, HEI-187]
        place: Option<Carried> = None,
        /// True if it is concealed: worn where nobody sees it. [HEI-177]
        concealed: bool = false,
        /// True if it starts ready to shoot; without it, as the book says.
        loaded: Option<bool> = None,
        /// Shots, or pieces of a thrown weapon, that it has; without it, as the book says.
        ammunition: Option<u16> = None,
        /// Effects that its hits add. [HEI-049, R-31]
        on_hit: Vec<EffectText> = Vec::new(),
        /// Its toughness; without it, it cannot be broken. [HEI-057, R-64]
        #[schemars(range(min = 1, max = 1000))]
        toughness: Option<u16> = None,
        /// Blows that it has taken, where they add up.
        #[schemars(range(min = 0, max = 1000))]
        wear: u16 = 0,
    }

    /// A shield, for the off-hand.
    #[derive(Eq)]
    ShieldText {
        /// The kind of shield in the book: `medium`. [HEI-294]
        #[schemars(length(min = 1))]
        kind: String,
        /// The name; without it, the name of its kind.
        name: Option<String> = None,
        /// The ability with which it blocks; without it, the first of its kind that the combatant's `abilities` name, else the
        /// first of its kind. [HEI-205]
        ability: Option<String> = None,
        /// The place; without it, the first shield is in the off-hand if that is free, and others are worn. [HEI-294]
        place: Option<Carried> = None,
        /// Its toughness; without it, it cannot be broken. [HEI-057, R-64]
        #[schemars(range(min = 1, max = 1000))]
        toughness: Option<u16> = None,
        /// Blows that it has taken, where they add up.
        #[schemars(range(min = 0, max = 1000))]
        wear: u16 = 0,
    }

    /// A light that is carried: a torch, where nothing else is said.
    #[derive(Eq)]
    LampText {
        /// The name; without it, `torch`.
        name: Option<String> = None,
        /// Squares over which it drives darkness away, its own being 0; without it, as far as the book's torch. [HEI-274]
        #[schemars(range(min = 0, max = 40))]
        reach: Option<u8> = None,
        /// The hands that it needs; without it, either hand. [HEI-187, R-76]
        hands: Option<Hands> = None,
        /// The place; without it, it is in a hand that weapons and shields leave free, else worn. [HEI-176, HEI-187]
        place: Option<Carried> = None,
        /// True if it burns when a day begins; without it, if it is in a hand or on the ground.
        lit: Option<bool> = None,
        /// Its toughness; without it, it cannot be broken. [HEI-057, R-64]
        #[schemars(range(min = 1, max = 1000))]
        toughness: Option<u16> = None,
        /// Blows that it has taken, where they add up.
        #[schemars(range(min = 0, max = 1000))]
        wear: u16 = 0,
    }
}

words! {
    /// The kind of an effect. [HEI-049]
    EffectKind {
        /// Loses hit points; on a hit, instead of the weapon's damage. [HEI-051]
        Hit,
        /// Loses willpower. [HEI-052]
        Drain,
        /// Falls to the ground. [HEI-053]
        Fall,
        /// Drops what it holds. [HEI-054]
        Drop,
        /// Stumbles out of its cluster. [HEI-055, HEI-127]
        Stumble,
        /// Neither acts nor defends. [HEI-056, HEI-130]
        Daze,
        /// An item is destroyed. [HEI-057]
        Break,
        /// A part of the body is bound. [HEI-058, HEI-059, HEI-060, HEI-061, HEI-062]
        Bind,
        /// Skills cost more. [HEI-063]
        Weaken,
        /// No longer dies, and is conscious again. [HEI-078]
        Stabilise,
    }
}

impl EffectKind {
    /// True if its number counts points rather than seconds (HEI-050).
    #[must_use]
    pub fn counts_points(self) -> bool {
        matches!(self, EffectKind::Hit | EffectKind::Drain | EffectKind::Break | EffectKind::Stabilise)
    }
}

words! {
    /// A part that can be bound. [HEI-058, HEI-059, HEI-060, HEI-061, HEI-062]
    BindPart {
        /// Both hands, together. [HEI-058]
        Hands,
        /// The arm of the sword hand. [HEI-059]
        SwordArm,
        /// The arm of the off-hand. [HEI-059]
        OffArm,
        /// Both feet, together. [HEI-060]
        Feet,
        /// The right leg. [HEI-061]
        RightLeg,
        /// The left leg. [HEI-061]
        LeftLeg,
        /// The body. [HEI-062]
        Body,
    }
}

impl BindPart {
    /// The number of parts.
    pub const COUNT: usize = BindPart::Body as usize + 1;

    /// The part as a set of one.
    #[inline]
    #[must_use]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The part that a grab of this part of the body binds (HEI-196, HEI-199).
    #[must_use]
    pub fn of(part: BodyPart) -> Self {
        match part {
            BodyPart::Torso => BindPart::Body,
            BodyPart::SwordArm => BindPart::SwordArm,
            BodyPart::OffArm => BindPart::OffArm,
            BodyPart::RightLeg => BindPart::RightLeg,
            BodyPart::LeftLeg => BindPart::LeftLeg,
        }
    }
}

section! {
    /// An effect that is called. [HEI-049]
    #[derive(Copy, Eq)]
    EffectText {
        /// The kind of effect.
        effect: EffectKind,
        /// Its number: seconds or points; without it, the book's. [HEI-050]
        #[schemars(range(min = 0, max = 1000))]
        number: Option<u16> = None,
        /// The part that a bind binds; without it, the body part that was hit. [HEI-058]
        part: Option<BindPart> = None,
    }

    /// An effect at the beginning.
    #[derive(Copy, Eq)]
    StartingEffect {
        /// The kind of effect: one that lasts.
        effect: EffectKind,
        /// Its seconds; without it, the book's. [HEI-050]
        #[schemars(range(min = 0, max = 1000))]
        number: Option<u16> = None,
        /// The part that a bind binds. [HEI-058]
        part: Option<BindPart> = None,
        /// The direction that a stumble bars. [HEI-129]
        direction: Option<Direction> = None,
    }

    /// A skill. [HEI-161, R-73]
    #[derive(Eq)]
    SkillText {
        /// The name.
        #[schemars(length(min = 1))]
        name: String,
        /// When it is used. [HEI-161]
        action: SkillAction,
        /// The effect as a reaction. [HEI-064, HEI-065]
        reaction: Option<Reaction> = None,
        /// Willpower it costs. [HEI-161]
        #[schemars(range(min = 0, max = 200))]
        willpower: u8 = 0,
        /// True if it can be used once until the next short rest. [HEI-068]
        rested: bool = false,
        /// True if a `rested` one has been used since the last short rest. [HEI-068]
        used: bool = false,
        /// Its effects. [HEI-049]
        effects: Vec<EffectText> = Vec::new(),
        /// Those whom it affects.
        target: SkillTarget = SkillTarget::Enemy,
        /// The reach in squares; without it, into the own square. [HEI-117]
        #[schemars(range(min = 0, max = 100))]
        range: Option<u8> = None,
        /// The prerequisite, as a condition; without it, there is none. [HEI-161]
        when: Option<String> = None,
    }
}

words! {
    /// When a skill is used. [HEI-161]
    SkillAction {
        /// As a standard action.
        Standard,
        /// As a free action.
        Free,
        /// As an ongoing action.
        Ongoing,
        /// As an upcoming action.
        Upcoming,
        /// With an attack: declared before the roll, it adds its effects to a hit.
        OnHit,
        /// In answer to an attack.
        Reaction,
    }

    /// The effect of a reaction. [HEI-064, HEI-065]
    Reaction {
        /// The effect of the attack is negated. [HEI-064]
        Resist,
        /// The attack does no damage either. [HEI-065]
        Miss,
    }
}

choices! {
    /// Those whom a skill affects.
    SkillTarget {
        /// An enemy.
        Enemy,
        /// A combatant of one's side.
        Ally,
        /// Oneself.
        Own,
        /// The structure on a border of the own square: it can only be broken.
        Structure,
    }
}

words! {
    /// Kinds of defence. [HEI-201]
    DefenceKind {
        /// Getting out of the way. [HEI-204]
        Dodge,
        /// With a shield. [HEI-205]
        Block,
        /// With a melee weapon. [HEI-206]
        Parry,
    }
}

section! {
    /// A defence that has been rolled. [HEI-211]
    #[derive(Eq)]
    Stance {
        /// Its kind.
        kind: DefenceKind,
        /// The weapon that parries; without it, the first one that is wielded.
        weapon: Option<String> = None,
        /// The consistency with which it was rolled.
        #[schemars(range(min = -60, max = 60))]
        c: i8,
        /// The roll before potential.
        #[schemars(range(min = -60, max = 60))]
        pre: i8,
        /// The face of the small die.
        #[schemars(range(min = 1, max = 100))]
        d6: u8,
    }
}
