//! Prowess of a fighter in striking and defending with what it has: worked out once for each of its weapons and shields.
//!
//! Owns [`Masteries`]. What circumstances take off them is the business of [`attack`](super::attack) and
//! [`defend`](super::defend). Start at [`Masteries::new`].

use super::abilities::{Abilities, AbilityId, Score, Values};
use super::gear::Gear;
use super::rulings::{Rulings, WeaponBonus};
use super::sheet::DefenceKind;

/// The mastery of one thing: its consistency and potential.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mastery {
    /// Consistency and potential, bonus of the item included.
    pub score: Score,
    /// True if its rolls have to meet fatigue.
    pub physical: bool,
}

/// The masteries of a combatant in all that it does with items, while it wields what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Masteries {
    /// Attacks, by weapon.
    attacks: [Mastery; Gear::WEAPONS_MOST],
    /// Brawl attacks.
    brawl: Mastery,
    /// Defences, by kind and item; see [`FIRST`].
    defences: [Mastery; DEFENCES],
}

/// The largest number of defences: the dodge, a block with each shield, a parry with each weapon.
const DEFENCES: usize = 1 + Gear::SHIELDS_MOST + Gear::WEAPONS_MOST;

/// The index at which the defences of a kind begin.
const FIRST: [usize; 3] = {
    let mut first = [0; 3];
    first[DefenceKind::Block as usize] = 1;
    first[DefenceKind::Parry as usize] = 1 + Gear::SHIELDS_MOST;
    first
};

impl Masteries {
    /// Everything that these values come to with this gear (HEI-081, HEI-160, HEI-204, HEI-205, HEI-206, HEI-293, R-27).
    #[must_use]
    pub fn new(values: &Values, gear: &Gear, abilities: &Abilities, rulings: &Rulings) -> Self {
        let of = |ability: AbilityId, bonus: i32| {
            let score = values.score(ability);
            Mastery { score: Score { p: score.p + bonus, ..score }, physical: abilities.is_physical(ability) }
        };
        let mut masteries = Masteries {
            attacks: [Mastery::default(); Gear::WEAPONS_MOST],
            brawl: of(abilities.roles.brawl, 0),
            defences: [Mastery::default(); DEFENCES],
        };
        masteries.defences[FIRST[DefenceKind::Dodge as usize]] = of(abilities.roles.dodge, 0);
        for (item, shield) in gear.shields.iter().enumerate() {
            masteries.defences[FIRST[DefenceKind::Block as usize] + item] = of(shield.ability, shield.bonus);
        }
        for (item, weapon) in gear.weapons.iter().enumerate() {
            masteries.attacks[item] = of(weapon.ability, weapon.bonus);
            let bonus = if rulings.weapon_bonus == WeaponBonus::AttackAndParry { weapon.bonus } else { 0 };
            masteries.defences[FIRST[DefenceKind::Parry as usize] + item] = of(weapon.ability, bonus);
        }
        masteries
    }

    /// An attack with this weapon; without one, a brawl attack.
    #[inline]
    #[must_use]
    pub fn attack(&self, weapon: Option<u8>) -> &Mastery {
        weapon.map_or(&self.brawl, |weapon| &self.attacks[usize::from(weapon)])
    }

    /// A defence of this kind, with this weapon or shield.
    #[inline(always)]
    #[must_use]
    pub fn defence(&self, kind: DefenceKind, item: u8) -> &Mastery {
        &self.defences[FIRST[kind as usize] + usize::from(item)]
    }
}
