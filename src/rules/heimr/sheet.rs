//! The sheet: a combatant of `heimr` as the designer describes it, with gear, skills, and the condition it starts in.
//!
//! Owns the data types of the scenario file. What experience and attributes make of it is worked out in
//! [`build`](super::build), what the rules need to know in a fight in [`fighter`](super::fighter). Start at [`Sheet`].

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scenario::Combatant;

use super::book::tables::{BodyPart, Hands, Sound};
use super::ground::Direction;

/// A combatant as the designer describes it. Everything has a default: attributes of 0, no training, the hit points and
/// willpower of the book, no weapon.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// The name; without it, the name of what it is like.
    pub name: String,
    /// The named combatant it starts from; whatever is said here replaces what that one says.
    pub like: Option<String>,
    /// The number of combatants of its kind, numbered from 1.
    #[schemars(range(min = 0, max = 64))]
    pub count: Option<u32>,
    /// The policy by which it decides; without it, it fights as best it can.
    pub policy: Option<String>,
    /// Attributes by their names in the book; 0 for those that are missing. [HEI-007]
    pub attributes: BTreeMap<String, i8>,
    /// Abilities by their names in the book; untrained for those that are missing. [HEI-008, HEI-080]
    pub abilities: BTreeMap<String, AbilityText>,
    /// True if training has raised the attributes, which are then given as they were before any of it. [HEI-099, HEI-100]
    pub progress: bool,
    /// Experience points that its training may have cost; without it, any number. [HEI-096]
    #[schemars(range(min = 0, max = 100_000_000))]
    pub xp: Option<u32>,
    /// Maximum of hit points; without it, the book's. [HEI-002, R-46]
    #[schemars(range(min = 1, max = 1000))]
    pub hp_max: Option<i16>,
    /// Maximum of willpower; without it, the book's. [HEI-002, R-46]
    #[schemars(range(min = 0, max = 200))]
    pub willpower_max: Option<u8>,
    /// Points that armour takes off the damage of weapons.
    #[schemars(range(min = 0, max = 1000))]
    pub armour: i16,
    /// Penalties of its situation: scope to penalty on consistency, as in the book. [HEI-041, HEI-042]
    pub situational_penalty: BTreeMap<String, i8>,
    /// Weapons, in the order in which they are preferred. [HEI-184]
    pub weapons: Vec<WeaponText>,
    /// Shields. [HEI-205]
    pub shields: Vec<ShieldText>,
    /// Lights that it carries: `[{}]` is a torch. [HEI-274, R-76]
    pub lights: Vec<LampText>,
    /// Skills. [HEI-161, R-73]
    pub skills: Vec<SkillText>,
    /// The square it starts in, such as `B2`; without it, the middle one. [HEI-012]
    pub at: Option<String>,
    /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning. Then it comes last in the order
    /// of turns.
    #[schemars(range(min = 1, max = 1000))]
    pub arrives: Option<u16>,
    /// Height above the ground of its square. [HEI-255, R-67]
    #[schemars(range(min = -100, max = 100))]
    pub elevation: i8,
    /// Number of the combat cluster it starts in, together with all others of that number in its square. [HEI-114]
    #[schemars(range(min = 1, max = 64))]
    pub cluster: Option<u8>,
    /// True if it tries to hide before the first round. [HEI-171]
    pub hidden: bool,
    /// The object of its square behind which it has taken cover. [HEI-219, HEI-278]
    pub cover: Option<String>,
    /// The surface on which it climbs. [HEI-167, HEI-226]
    pub climbing: Option<String>,
    /// Hit points it starts with; without it, the maximum.
    #[schemars(range(min = -100, max = 1000))]
    pub hp: Option<i16>,
    /// Willpower it starts with; without it, the maximum.
    #[schemars(range(min = 0, max = 200))]
    pub willpower: Option<u8>,
    /// Fatigue it starts with; without it, its base. [HEI-132]
    #[schemars(range(min = 0, max = 100))]
    pub fatigue: Option<u8>,
    /// Injured body parts. [HEI-072]
    pub injuries: Vec<BodyPart>,
    /// True if its injuries have been stabilised. [HEI-078, HEI-079]
    pub stabilised: bool,
    /// True if it starts prone. [HEI-215]
    pub prone: bool,
    /// True if it is asleep. [HEI-217]
    pub asleep: bool,
    /// True if it is unconscious. [HEI-218]
    pub unconscious: bool,
    /// Rounds for which it has been dying of its injuries. [HEI-076, HEI-077]
    #[schemars(range(min = 0, max = 100_000))]
    pub dying_rounds: u32,
    /// True if it is dead: it counts among the dead, and takes part in nothing. [HEI-076, HEI-077]
    pub dead: bool,
    /// Effects it has just received. [HEI-049]
    pub effects: Vec<StartingEffect>,
    /// Initiative it has instead of rolling it. [HEI-104]
    #[schemars(range(min = -1000, max = 1000))]
    pub initiative: Option<i16>,
    /// The defence it has rolled already, instead of rolling its first one. [HEI-211, R-12]
    pub stance: Option<Stance>,
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

/// The values of a combatant in an ability: training, or the values themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AbilityText {
    /// Trained consistency. [HEI-080]
    #[schemars(range(min = 0, max = 40))]
    pub trained_c: u8,
    /// Trained potential. [HEI-080]
    #[schemars(range(min = 0, max = 40))]
    pub trained_p: u8,
    /// Consistency itself, instead of base and training. [HEI-080]
    #[schemars(range(min = -20, max = 40))]
    pub c: Option<i8>,
    /// Potential itself without that of items, instead of base and training. [HEI-080]
    #[schemars(range(min = -20, max = 60))]
    pub p: Option<i8>,
    /// The attribute that gains the progress of this training; without it, the ability's first. [HEI-099]
    pub progress: Option<String>,
}

/// The place of an item. [HEI-173, HEI-176, HEI-187]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
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
    /// Nowhere yet: somebody else has such an item, and this one can get it when it lies on the ground.
    Elsewhere,
}

/// A weapon. What is not said comes from the book's kind of weapon; without a kind there has to be an ability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WeaponText {
    /// The kind of weapon in the book: `medium`. [HEI-285]
    pub kind: Option<String>,
    /// The name; without it, the name of its kind.
    pub name: Option<String>,
    /// The ability with which it is used; without it, the first of its kind that the combatant's `abilities` name, else the
    /// first of its kind. [HEI-094]
    pub ability: Option<String>,
    /// Range; a melee weapon has none. [HEI-117]
    #[schemars(range(min = 0, max = 100))]
    pub range: Option<u8>,
    /// Damage. [HEI-285]
    #[schemars(range(min = 0, max = 1000))]
    pub damage: Option<i16>,
    /// Points that it adds to the potential. [HEI-293]
    #[schemars(range(min = -100, max = 100))]
    pub bonus: Option<i8>,
    /// The hands that it needs. [HEI-187]
    pub hands: Option<Hands>,
    /// The loudness of its use. [HEI-224, HEI-225]
    pub sound: Option<Sound>,
    /// True if it shoots ammunition.
    pub ammo: Option<bool>,
    /// True if it leaves the hand when used.
    pub thrown: Option<bool>,
    /// The place; without it, the first weapon is in the hand or hands it needs if they are free, and others are worn.
    /// [HEI-176, HEI-187]
    pub place: Option<Carried>,
    /// True if it is concealed: worn where nobody sees it. [HEI-177]
    pub concealed: bool,
    /// True if it starts ready to shoot; without it, as the book says.
    pub loaded: Option<bool>,
    /// Shots, or pieces of a thrown weapon, that it has; without it, as the book says.
    pub ammunition: Option<u16>,
    /// Effects that its hits add. [HEI-049, R-31]
    pub on_hit: Vec<EffectText>,
    /// Its toughness; without it, it cannot be broken. [HEI-057, R-64]
    #[schemars(range(min = 1, max = 1000))]
    pub toughness: Option<u16>,
    /// Blows that it has taken, where they add up.
    #[schemars(range(min = 0, max = 1000))]
    pub wear: u16,
}

/// A shield, for the off-hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShieldText {
    /// The kind of shield in the book: `medium`. [HEI-294]
    #[schemars(length(min = 1))]
    pub kind: String,
    /// The name; without it, the name of its kind.
    #[serde(default)]
    pub name: Option<String>,
    /// The ability with which it blocks; without it, the first of its kind that the combatant's `abilities` name, else the
    /// first of its kind. [HEI-205]
    #[serde(default)]
    pub ability: Option<String>,
    /// The place; without it, the first shield is in the off-hand if that is free, and others are worn. [HEI-294]
    #[serde(default)]
    pub place: Option<Carried>,
    /// Its toughness; without it, it cannot be broken. [HEI-057, R-64]
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub toughness: Option<u16>,
    /// Blows that it has taken, where they add up.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub wear: u16,
}

/// A light that is carried: a torch, where nothing else is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LampText {
    /// The name; without it, `torch`.
    pub name: Option<String>,
    /// Squares over which it drives darkness away, its own being 0; without it, as far as the book's torch. [HEI-274]
    #[schemars(range(min = 0, max = 40))]
    pub reach: Option<u8>,
    /// The hands that it needs; without it, either hand. [HEI-187, R-76]
    pub hands: Option<Hands>,
    /// The place; without it, it is in a hand that weapons and shields leave free, else worn. [HEI-176, HEI-187]
    pub place: Option<Carried>,
    /// True if it burns when a day begins; without it, if it is in a hand or on the ground.
    pub lit: Option<bool>,
    /// Its toughness; without it, it cannot be broken. [HEI-057, R-64]
    #[schemars(range(min = 1, max = 1000))]
    pub toughness: Option<u16>,
    /// Blows that it has taken, where they add up.
    #[schemars(range(min = 0, max = 1000))]
    pub wear: u16,
}

/// The kind of an effect. [HEI-049]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
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

impl EffectKind {
    /// True if its number counts points rather than seconds (HEI-050).
    #[must_use]
    pub fn counts_points(self) -> bool {
        matches!(self, EffectKind::Hit | EffectKind::Drain | EffectKind::Break | EffectKind::Stabilise)
    }
}

/// A part that can be bound. [HEI-058, HEI-059, HEI-060, HEI-061, HEI-062]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum BindPart {
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

/// An effect that is called. [HEI-049]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EffectText {
    /// The kind of effect.
    pub effect: EffectKind,
    /// Its number: seconds or points; without it, the book's. [HEI-050]
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub number: Option<u16>,
    /// The part that a bind binds; without it, the body part that was hit. [HEI-058]
    #[serde(default)]
    pub part: Option<BindPart>,
}

/// An effect at the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartingEffect {
    /// The kind of effect: one that lasts.
    pub effect: EffectKind,
    /// Its seconds; without it, the book's. [HEI-050]
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub number: Option<u16>,
    /// The part that a bind binds. [HEI-058]
    #[serde(default)]
    pub part: Option<BindPart>,
    /// The direction that a stumble bars. [HEI-129]
    #[serde(default)]
    pub direction: Option<Direction>,
}

/// A skill. [HEI-161, R-73]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkillText {
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// When it is used. [HEI-161]
    pub action: SkillAction,
    /// The effect as a reaction. [HEI-064, HEI-065]
    #[serde(default)]
    pub reaction: Option<Reaction>,
    /// Willpower it costs. [HEI-161]
    #[serde(default)]
    #[schemars(range(min = 0, max = 200))]
    pub willpower: u8,
    /// True if it can be used once until the next short rest. [HEI-068]
    #[serde(default)]
    pub rested: bool,
    /// True if a `rested` one has been used since the last short rest. [HEI-068]
    #[serde(default)]
    pub used: bool,
    /// Its effects. [HEI-049]
    #[serde(default)]
    pub effects: Vec<EffectText>,
    /// Those whom it affects.
    #[serde(default)]
    pub target: SkillTarget,
    /// The reach in squares; without it, into the own square. [HEI-117]
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub range: Option<u8>,
    /// The prerequisite, as a condition; without it, there is none. [HEI-161]
    #[serde(default)]
    pub when: Option<String>,
}

/// When a skill is used. [HEI-161]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillAction {
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// The effect of the attack is negated. [HEI-064]
    Resist,
    /// The attack does no damage either. [HEI-065]
    Miss,
}

/// Those whom a skill affects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkillTarget {
    /// An enemy.
    #[default]
    Enemy,
    /// Somebody of one's side.
    Ally,
    /// Oneself.
    Own,
    /// The structure on a border of the own square: it can only be broken.
    Structure,
}

/// Kinds of defence. [HEI-201]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefenceKind {
    /// Getting out of the way. [HEI-204]
    Dodge,
    /// With a shield. [HEI-205]
    Block,
    /// With a melee weapon. [HEI-206]
    Parry,
}

/// A defence that has been rolled. [HEI-211]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stance {
    /// Its kind.
    pub kind: DefenceKind,
    /// The weapon that parries; without it, the first one that is wielded.
    #[serde(default)]
    pub weapon: Option<String>,
    /// The consistency with which it was rolled.
    #[schemars(range(min = -60, max = 60))]
    pub c: i8,
    /// The roll before potential.
    #[schemars(range(min = -60, max = 60))]
    pub pre: i8,
    /// The face of the small die.
    #[schemars(range(min = 1, max = 100))]
    pub d6: u8,
}
