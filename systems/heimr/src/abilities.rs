//! Attributes and abilities of a scenario: the book's tables by number, and what a combatant's values come to.
//!
//! Owns averages of attributes, what is physical, and how far situational penalties reach; training is the business of
//! [`build`](super::build). Start at [`Abilities`], then [`Abilities::values`].

use std::collections::BTreeMap;
use std::ops::{Add, Sub};

use frame::scenario::Complaints;

use super::book::tables::Group;
use super::book::{Book, Fatigue};
use super::ground::unknown;
use super::rulings::{Average, Physical, Rulings};

/// An ability by its number in the book's order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct AbilityId(pub u8);

impl AbilityId {
    /// The ability as an index.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Consistency and potential.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// Consistency.
    pub c: i32,
    /// Potential.
    pub p: i32,
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score { c: self.c + other.c, p: self.p + other.p }
    }
}

impl Sub for Score {
    type Output = Score;

    fn sub(self, other: Score) -> Score {
        Score { c: self.c - other.c, p: self.p - other.p }
    }
}

/// An ability of the book.
#[derive(Clone, Debug)]
pub struct AbilityRow {
    /// Its name.
    pub name: String,
    /// Numbers of its attributes.
    pub attributes: Vec<usize>,
    /// Base consistency.
    pub base_c: i32,
    /// True if its rolls have to meet fatigue.
    pub physical: bool,
}

/// The abilities that the rules themselves ask for.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// Brawl attacks, and holding on to the held.
    pub brawl: AbilityId,
    /// Dodging.
    pub dodge: AbilityId,
    /// Hiding.
    pub hide: AbilityId,
    /// Looking for hidden enemies, and waking up.
    pub observe: AbilityId,
    /// Masking an intention, and demanding surrender.
    pub speak: AbilityId,
    /// Seeing through it.
    pub insight: AbilityId,
    /// Climbing and holding on; crossing, unless the border says otherwise.
    pub climb: AbilityId,
    /// Falling and jumping.
    pub fall: AbilityId,
    /// Chases on plain terrain.
    pub chase: AbilityId,
}

/// The parts of which initiative is made.
#[derive(Clone, Copy, Debug)]
pub struct InitiativeRule {
    /// Number of the attribute that is its consistency.
    pub consistency: usize,
    /// Number of the attribute that is its potential; without it, the present willpower.
    pub potential: Option<usize>,
    /// True if it counts as physical: that attribute is, and the rulings say so.
    pub physical: bool,
}

/// The reach of a penalty of the situation. [HEI-042]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Everything.
    All,
    /// Every ability with an attribute of this group.
    Group(Group),
    /// Every ability with this attribute.
    Attribute(usize),
    /// One ability.
    Ability(AbilityId),
}

/// A penalty on consistency and how far it reaches.
pub type Penalty = (Scope, i32);

/// The parts of a combatant's abilities, besides its attributes: by ability, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trained {
    /// Points that training adds.
    pub training: Score,
    /// Consistency itself, where the sheet gives it.
    pub c: Option<i32>,
    /// Potential itself, where the sheet gives it.
    pub p: Option<i32>,
}

/// The values of a combatant with what it wields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    /// Attributes, in their order.
    pub attributes: Vec<i32>,
    /// Abilities, in their order, situational penalties of the scenario included, item bonuses not.
    pub abilities: Vec<Score>,
    /// Base fatigue.
    pub base_fatigue: u8,
    /// Consistency of the initiative roll, penalties on everything included.
    pub initiative_c: i32,
    /// Potential of the initiative roll; without it, the present willpower.
    pub initiative_p: Option<i32>,
}

impl Values {
    /// Consistency and potential of the initiative roll at this much willpower (HEI-104).
    #[inline]
    #[must_use]
    pub fn initiative(&self, willpower: u8) -> Score {
        Score { c: self.initiative_c, p: self.initiative_p.unwrap_or(willpower.into()) }
    }

    /// Consistency and potential of an ability.
    #[inline]
    #[must_use]
    pub fn score(&self, ability: AbilityId) -> Score {
        self.abilities[ability.index()]
    }
}

/// The attributes and abilities of a scenario.
#[derive(Clone, Debug)]
pub struct Abilities {
    /// Attributes with their groups, in their order.
    pub attributes: Vec<(String, Group)>,
    /// Abilities, in their order.
    pub rows: Vec<AbilityRow>,
    /// Those that the rules ask for.
    pub roles: Roles,
    /// The parts of which initiative is made.
    pub initiative: InitiativeRule,
    /// Number of the attribute that holds fatigue off.
    pub stamina: usize,
    average: Average,
    fatigue: Fatigue,
}

impl Abilities {
    /// The most attributes, and the most abilities.
    const MOST: usize = 128;

    /// The tables of a book by number; what is wrong with them goes to `complaints` (HEI-006, HEI-007, HEI-009, HEI-087,
    /// HEI-088, HEI-089, HEI-090, HEI-091, HEI-092, R-04, R-05, R-71).
    #[must_use]
    pub fn new(book: &Book, rulings: &Rulings, complaints: &mut Complaints) -> Self {
        let attributes: Vec<(String, Group)> = book.attribute.iter().map(|(name, &group)| (name.clone(), group)).collect();
        for (table, length) in [("attribute", attributes.len()), ("ability", book.ability.len())] {
            if length > Self::MOST {
                complaints.error(format!("book.{table}"), format!("at most {} are possible, not {length}", Self::MOST));
            }
        }
        let attribute = |name: &str, path: String, complaints: &mut Complaints| {
            number(name, "attribute", book.attribute.keys(), path, complaints)
        };
        let mut rows = Vec::with_capacity(book.ability.len());
        for (name, ability) in &book.ability {
            let path = |index: usize| format!("book.ability.{name}.attributes[{index}]");
            let numbers = ability.attributes.iter().enumerate();
            let numbers: Vec<usize> = numbers.filter_map(|(index, name)| attribute(name, path(index), complaints)).collect();
            let is_physical = |&number: &usize| attributes[number].1 == Group::Physical;
            let physical = match rulings.physical {
                Physical::Any => numbers.iter().any(is_physical),
                Physical::All => !numbers.is_empty() && numbers.iter().all(is_physical),
            };
            rows.push(AbilityRow { name: name.clone(), attributes: numbers, base_c: i32::from(ability.base_c), physical });
        }
        let role = |name: &str, path: &str, complaints: &mut Complaints| {
            AbilityId(number(name, "ability", book.ability.keys(), path, complaints).unwrap_or(0) as u8)
        };
        let roles = Roles {
            brawl: role(&book.brawl.ability, "book.brawl.ability", complaints),
            dodge: role(&book.defence.dodge, "book.defence.dodge", complaints),
            hide: role(&book.hidden.ability, "book.hidden.ability", complaints),
            observe: role(&book.observe.ability, "book.observe.ability", complaints),
            speak: role(&book.speak.ability, "book.speak.ability", complaints),
            insight: role(&book.speak.against, "book.speak.against", complaints),
            climb: role(&book.climb.ability, "book.climb.ability", complaints),
            fall: role(&book.fall.ability, "book.fall.ability", complaints),
            chase: role(&book.chase.ability, "book.chase.ability", complaints),
        };
        let consistency =
            attribute(&book.initiative.consistency, "book.initiative.consistency".into(), complaints).unwrap_or(0);
        let potential = match book.initiative.potential.as_str() {
            "willpower" => None,
            name => attribute(name, "book.initiative.potential".into(), complaints),
        };
        let physical = rulings.initiative_physical == super::rulings::InitiativePhysical::Yes
            && attributes.get(consistency).is_some_and(|(_, group)| *group == Group::Physical);
        let stamina = attribute(&book.fatigue.attribute, "book.fatigue.attribute".into(), complaints).unwrap_or(0);
        Abilities {
            roles,
            initiative: InitiativeRule { consistency, potential, physical },
            stamina,
            average: rulings.average,
            fatigue: book.fatigue.clone(),
            attributes,
            rows,
        }
    }

    /// The ability of this name; complains when there is none.
    pub fn find(&self, name: &str, path: impl Into<String>, complaints: &mut Complaints) -> Option<AbilityId> {
        let found = number(name, "ability", self.rows.iter().map(|row| &row.name), path, complaints);
        found.map(|index| AbilityId(index as u8))
    }

    /// The attribute of this name; complains when there is none.
    pub fn find_attribute(&self, name: &str, path: impl Into<String>, complaints: &mut Complaints) -> Option<usize> {
        number(name, "attribute", self.attributes.iter().map(|(name, _)| name), path, complaints)
    }

    /// True if rolls of an ability have to meet fatigue (HEI-137, R-04).
    #[inline]
    #[must_use]
    pub fn is_physical(&self, ability: AbilityId) -> bool {
        self.rows[ability.index()].physical
    }

    /// Penalties by scope; complains about scopes that do not exist.
    pub fn penalties(&self, given: &BTreeMap<String, i8>, path: &str, complaints: &mut Complaints) -> Vec<Penalty> {
        let mut penalties = Vec::with_capacity(given.len());
        for (scope, &penalty) in given {
            let at = format!("{path}.{}", frame::scenario::quoted(scope));
            let found = match scope.split_once(':') {
                None if scope == "all" => Some(Scope::All),
                Some(("group", "physical")) => Some(Scope::Group(Group::Physical)),
                Some(("group", "mental")) => Some(Scope::Group(Group::Mental)),
                Some(("attribute", name)) => self.find_attribute(name, at, complaints).map(Scope::Attribute),
                Some(("ability", name)) => self.find(name, at, complaints).map(Scope::Ability),
                _ => {
                    complaints
                        .error(at, format!("`{scope}` is no scope of a penalty"))
                        .help("write `all`, `group:physical`, `group:mental`, `attribute:dex` or `ability:brawl`");
                    None
                }
            };
            penalties.extend(found.map(|scope| (scope, i32::from(penalty))));
        }
        penalties
    }

    /// True if a penalty reaches an ability (HEI-042).
    #[must_use]
    pub fn reaches(&self, scope: Scope, ability: AbilityId) -> bool {
        let row = &self.rows[ability.index()];
        match scope {
            Scope::All => true,
            Scope::Group(group) => row.attributes.iter().any(|&number| self.attributes[number].1 == group),
            Scope::Attribute(attribute) => row.attributes.contains(&attribute),
            Scope::Ability(only) => only == ability,
        }
    }

    /// Base potential of an ability: the average of its attributes (HEI-084, HEI-085, R-03).
    #[must_use]
    pub fn base_potential(&self, ability: AbilityId, attributes: &[i32]) -> i32 {
        let row = &self.rows[ability.index()];
        let sum: i32 = row.attributes.iter().map(|&number| attributes[number]).sum();
        let count = row.attributes.len().max(1) as i32;
        match self.average {
            Average::Floor => sum.div_euclid(count),
            Average::TowardZero => sum / count,
        }
    }

    /// An ability without training, on these attributes (HEI-080).
    #[must_use]
    pub fn untrained(&self, ability: AbilityId, attributes: &[i32]) -> Score {
        Score { c: self.rows[ability.index()].base_c, p: self.base_potential(ability, attributes) }
    }

    /// The values to which attributes, changed by what is wielded, and training come to (HEI-008, HEI-041, HEI-080, HEI-081,
    /// HEI-139). A potential that a sheet gives itself moves with the attributes as far as items change them.
    #[must_use]
    pub fn values(&self, own: &[i32], changes: &[(usize, i32)], trained: &[Trained], penalties: &[Penalty]) -> Values {
        let mut attributes = own.to_vec();
        for &(number, change) in changes {
            attributes[number] += change;
        }
        let abilities = (0..self.rows.len()).map(|index| {
            let (ability, trained) = (AbilityId(index as u8), trained.get(index).copied().unwrap_or_default());
            let base_p = self.base_potential(ability, &attributes);
            let p = match trained.p {
                Some(p) => p + base_p - self.base_potential(ability, own),
                None => base_p + trained.training.p,
            };
            let c = trained.c.unwrap_or(self.rows[index].base_c + trained.training.c);
            let reach = penalties.iter().filter(|(scope, _)| self.reaches(*scope, ability));
            Score { c: c - reach.map(|(_, penalty)| penalty).sum::<i32>(), p }
        });
        let everywhere: i32 = penalties.iter().filter(|(scope, _)| *scope == Scope::All).map(|(_, penalty)| penalty).sum();
        Values {
            base_fatigue: self.fatigue.base_with(attributes[self.stamina]),
            initiative_c: attributes[self.initiative.consistency] - everywhere,
            initiative_p: self.initiative.potential.map(|number| attributes[number]),
            abilities: abilities.collect(),
            attributes,
        }
    }
}

impl Fatigue {
    /// Base fatigue of a combatant with this much stamina (HEI-138, HEI-139).
    #[must_use]
    pub fn base_with(&self, stamina: i32) -> u8 {
        let (least, most) = (i32::from(self.min), i32::from(self.max.max(self.min)));
        (i32::from(self.base) - stamina).clamp(least, most) as u8
    }
}

/// The number of a name among those that are known; complains when it is none of them.
fn number<'a>(
    name: &str,
    what: &str,
    known: impl Iterator<Item = &'a String> + Clone,
    path: impl Into<String>,
    complaints: &mut Complaints,
) -> Option<usize> {
    let found = known.clone().position(|known| known == name);
    if found.is_none() {
        unknown(name, what, known, path, complaints);
    }
    found
}
