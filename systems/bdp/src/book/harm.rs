//! Harm: critical damage, injuries by area, wounds, and damage from the surroundings.

use std::collections::BTreeMap;

use crate::sheet::{Ability, Source};
use frame::dice::Die;
use frame::rules::declare::{section, words};

use super::checks::Amount;

section! {
    /// The d6 of critical damage in version 1.32.
    Critical {
        /// Faces of the die. [BDP-610]
        #[schemars(range(min = 1, max = 100))]
        die: u8 = 6,
        /// The highest face that kills. [BDP-610]
        #[schemars(range(min = 0, max = 100))]
        dead: u8 = 1,
        /// The lowest face on which one fights on; the faces between are incapacitated. [BDP-610]
        #[schemars(range(min = 1, max = 101))]
        rally: u8 = 6,
        /// HP regained by a combatant that fights on. [BDP-610]
        rally_hp: Die = Die::new(1, 4),
        /// True if HP regained stop at the maximum. [BDP-610]
        rally_capped: bool = true,
    }

    /// Injuries by area.
    Injuries {
        /// The area that each face of the die hits, from face 1 on. [BDP-069, BDP-073, BDP-074, BDP-075, BDP-076, BDP-077,
        /// BDP-078]
        area: Vec<Area> = areas(),
        /// STR lost by an injured torso. [BDP-073]
        torso: Die = Die::new(1, 4),
        /// DEX lost by an injured leg. [BDP-074, BDP-075]
        leg: Die = Die::new(1, 4),
        /// True if an injured arm drops what it holds. [BDP-076, BDP-077]
        arm_drops: bool = true,
        /// True if an injured arm impairs attacks. [BDP-076, BDP-077]
        arm_impairs: bool = true,
        /// Faces of the die of an injured head. [BDP-078]
        #[schemars(range(min = 1, max = 100))]
        head: u8 = 6,
        /// The highest face that kills. [BDP-078]
        #[schemars(range(min = 0, max = 100))]
        head_dead: u8 = 3,
        /// The highest face that costs an eye; beyond, a scar. [BDP-078]
        #[schemars(range(min = 0, max = 100))]
        head_eye: u8 = 5,
        /// Level of the wound that an injury leaves. [BDP-079]
        wound_level: Level = Level::Severe,
        /// Chance in percent that an injured limb is lost at once. [BDP-071, R-09]
        #[schemars(range(min = 0, max = 100))]
        dismember_percent: u8 = 0,
        /// True if an injured head kills, where version 1.32 locates injuries. [BDP-611]
        location_head_dead: bool = true,
    }

    /// Wounds.
    Wounds {
        /// Level of a wound from a source that states none. [BDP-049, R-14]
        level: Level = Level::Light,
        /// Nights of treatment that heal a light wound. [BDP-054]
        #[schemars(range(min = 1, max = 1000))]
        light_nights: u8 = 1,
        /// True if a light wound needs medicine. [BDP-054]
        light_medicine: bool = true,
        /// Days of serious care that heal a severe wound. [BDP-055]
        #[schemars(range(min = 1, max = 250))]
        severe_days: u8 = 7,
        /// The least grade of sleep that counts as one of these days. [BDP-055]
        severe_rest: super::recovery::Grade = super::recovery::Grade::Comfortable,
        /// True if these days need care as well. [BDP-055]
        severe_care: bool = true,
        /// Points that each permanent wound takes off an ability. [BDP-057]
        #[schemars(range(min = 0, max = 20))]
        permanent_loss: i16 = 1,
        /// True if training brings that back; the slot stays lost. [BDP-058]
        permanent_trainable: bool = true,
        /// The wound that an element leaves, by the element. [BDP-049, R-72]
        of_source: BTreeMap<Source, String> = wounds_of_sources(),
        /// The ability that suffers from a permanent wound, by its key; STR for any other. [BDP-057, R-15]
        ability: BTreeMap<String, Ability> = wound_abilities(),
    }

    /// Damage from the surroundings.
    Perils {
        /// A fall, for each floor. [BDP-042]
        fall: Peril = Peril { damage: Amount::dice(1, 10), critical: true, ..Peril::default() },
        /// Noxious gas, for each turn. [BDP-043, R-07]
        gas: Peril = Peril { damage: Amount::flat(1), ..Peril::default() },
        /// Freezing without clothing, for each Watch. [BDP-044, R-07]
        cold: Peril = Peril { damage: Amount::flat(1), ..Peril::default() },
        /// A bear trap. [BDP-045]
        bear_trap: Peril = Peril { damage: Amount::dice(1, 4), ability: Ability::Dex, ..Peril::default() },
        /// The venom of the Night Spider. [BDP-046]
        night_spider: Peril = Peril { damage: Amount::dice(1, 8), ability: Ability::Dex, critical: true, ..Peril::default() },
        /// Something unnatural. [BDP-047]
        unnatural: Peril = Peril { damage: Amount::flat(1), ability: Ability::Wil, ..Peril::default() },
        /// The true form of an eldritch being. [BDP-048]
        eldritch: Peril = Peril { damage: Amount::dice(1, 8), ability: Ability::Wil, critical: true, ..Peril::default() },
        /// Darts out of a wall: something that can be defended against. [BDP-036]
        darts: Peril = Peril { damage: Amount::dice(1, 6), defendable: true, ..Peril::default() },
        /// Fire; its damage is not published, the burns are. [BDP-049]
        fire: Peril = Peril { damage: Amount::dice(1, 6), wound: "burn".to_owned(), ..Peril::default() },
        /// Down a flight of stairs. [BDP-310]
        stairs: Peril = Peril { damage: Amount::dice(1, 4), ..Peril::default() },
    }

    /// One source of damage.
    Peril {
        /// Damage. [BDP-037]
        damage: Amount = Amount::flat(1),
        /// The ability that it damages. [BDP-038, BDP-039, BDP-040]
        ability: Ability = Ability::Str,
        /// True if it asks for a Critical Damage Save. [BDP-041]
        critical: bool = false,
        /// True if it can be defended against, so that it meets Armor and HP first. [BDP-036]
        defendable: bool = false,
        /// The wound that it leaves, of the book's level; empty for none. [BDP-049]
        wound: String = String::new(),
    }
}

words! {
    /// An area of the body.
    Area {
        /// The torso.
        Torso,
        /// The left leg.
        LeftLeg,
        /// The right leg.
        RightLeg,
        /// The left arm.
        LeftArm,
        /// The right arm.
        RightArm,
        /// The head.
        Head,
    }

    /// The level of a wound.
    Level {
        /// Light: healed in the field.
        Light,
        /// Severe: healed by a week of care.
        Severe,
        /// Permanent: never healed.
        Permanent,
    }
}

impl Area {
    /// True if it is an arm.
    #[must_use]
    pub fn is_arm(self) -> bool {
        matches!(self, Area::LeftArm | Area::RightArm)
    }

    /// True if it is a leg.
    #[must_use]
    pub fn is_leg(self) -> bool {
        matches!(self, Area::LeftLeg | Area::RightLeg)
    }

    /// True if gear made for the one also protects the other: both arms, both legs. [BDP-072, R-10]
    #[must_use]
    pub fn guarded_with(self, other: Area) -> bool {
        self == other || self.is_arm() && other.is_arm() || self.is_leg() && other.is_leg()
    }
}

/// The published areas by face of the die: the torso five times, then limbs and head once each.
fn areas() -> Vec<Area> {
    let mut areas = vec![Area::Torso; 5];
    areas.extend([Area::LeftLeg, Area::RightLeg, Area::LeftArm, Area::RightArm, Area::Head]);
    areas
}

/// The published wounds of elements.
fn wounds_of_sources() -> BTreeMap<Source, String> {
    let rows = [(Source::Fire, "burn"), (Source::Cold, "frostbite"), (Source::Lightning, "nerve")];
    rows.map(|(source, key)| (source, key.to_owned())).into()
}

/// The published abilities that suffer from permanent wounds, by kind of wound or area.
fn wound_abilities() -> BTreeMap<String, Ability> {
    let rows = [
        ("burn", Ability::Str),
        ("frostbite", Ability::Dex),
        ("nerve", Ability::Wil),
        ("poisoning", Ability::Str),
        ("torso", Ability::Str),
        ("left_leg", Ability::Dex),
        ("right_leg", Ability::Dex),
        ("left_arm", Ability::Dex),
        ("right_arm", Ability::Dex),
        ("head", Ability::Wil),
    ];
    rows.map(|(key, ability)| (key.to_owned(), ability)).into()
}
