//! A trial: the real rules, loaded for two nameless combatants, so that questions about what a roll does are answered by the
//! code that plays fights.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_rational::BigRational;

use frame::dice::{AnyDice, Slot};
use frame::fight::{AnyWatch, Lineup};
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

use super::super::book::{Book, Encounter, RollKind};
use super::super::check::Rolled;
use super::super::rulings::Rulings;
use super::super::sheet::{Attribute, Skill};
use super::super::strike::{Blow, Hit, Outcome, Use};
use super::super::{Core, Fight, Play, Words, load, rolls};

/// More stamina than any turn costs.
pub const PLENTY: i32 = 1_000_000;

stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>, play_on);

/// The rules with two combatants.
pub struct Trial {
    /// The rules.
    pub core: Core,
}

/// The result of an attack roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Come {
    /// A miss.
    Miss,
    /// A miss that costs the weapon.
    Fumble,
    /// A hit.
    Hit {
        /// Its degrees.
        degrees: i32,
        /// True if it is critical.
        critical: bool,
    },
}

/// An attack that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Points that are added to the roll.
    pub bonus: i32,
    /// Defence value.
    pub dv: i32,
    /// Advantages less disadvantages.
    pub net: i32,
    /// Disadvantages of the action that it belongs to.
    pub handicap: i32,
    /// Stamina for Power Attack.
    pub power: i32,
    /// Degrees by Reckless Attack; the disadvantages of it come on top.
    pub reckless: i32,
    /// The lowest critical face.
    pub critical_from: i32,
    /// Sizes that the target is larger.
    pub larger: i32,
}

impl Asked {
    /// A plain attack.
    pub fn plain(bonus: i32, dv: i32, net: i32) -> Self {
        Asked { bonus, dv, net, handicap: 0, power: 0, reckless: 0, critical_from: i32::MAX, larger: 0 }
    }

    /// The blow of the attack.
    fn blow(&self) -> Blow {
        let Asked { handicap, power, reckless, .. } = *self;
        Blow { handicap, power, reckless, ..Blow::plain(0, Use::Melee) }
    }
}

impl From<Outcome> for Come {
    fn from(outcome: Outcome) -> Come {
        match outcome {
            Outcome::Hit(Hit { degrees, critical, .. }) => Come::Hit { degrees, critical },
            Outcome::Miss => Come::Miss,
            Outcome::Fumble => Come::Fumble,
        }
    }
}

impl Play<'_, AnyDice, AnyWatch> {
    /// The outcome of a blow of the first of them at the other, before anything is made of it.
    pub fn comes_of(&mut self, blow: Blow) -> Outcome {
        let rules = self.rules;
        let (net, terms) = (rules.net(self.fight, ONE, OTHER, &blow), rules.terms(self.fight, ONE, OTHER, &blow));
        let rolled = self.d20(ONE, &rolls::ATTACK, rules.book.attack.die, net);
        self.outcome(ONE, OTHER, blow, terms, rolled)
    }
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        Trial::of("", book, rulings)
    }

    /// The rules with a weapon in the hand of each of them.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn armed(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        Trial::of("weapons = [{ name = 'weapon' }]", book, rulings)
    }

    /// The rules with these lines on both sheets.
    ///
    /// # Errors
    /// A book that cannot be played by.
    fn of(lines: &str, book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let book = Book { encounter: Encounter::default(), ..book.clone() };
        Ok(Trial { core: of_two(Words { book: &book, rulings }, lines, lines, load)? })
    }

    /// The two combatants before anything has happened, both on the field.
    pub fn fight(&self) -> Fight {
        let mut fight = self.core.morning.clone();
        fight.bodies.iter_mut().for_each(|body| (body.in_field, body.had_turn) = (true, true));
        Stage::new(&self.core).play_on(&mut fight, |play| play.muster_all());
        fight
    }

    /// Lets the first of them strike at the other with its first weapon: with so much added to its rolls, against this defence
    /// value without guard.
    ///
    /// # Errors
    /// When there is no weapon.
    pub fn comes_to_blows(&mut self, bonus: i32, dv: i32) -> Result<(), String> {
        let target = &mut self.core.fighters[OTHER.index()];
        (target.dv_off_guard, target.armor) = (dv, 0);
        let Some(weapon) = self.core.fighters[ONE.index()].weapons.first_mut() else {
            return Err("nobody strikes without a weapon: `book.unarmed.allowed` allows none with bare hands".to_owned());
        };
        weapon.to_hit[Use::Melee as usize] = bonus;
        Ok(())
    }

    /// Lets the other one lie with this Constitution and so many advantages in its checks.
    pub fn falls_ill(&mut self, con: i32, net: i32) {
        let patient = &mut self.core.fighters[OTHER.index()];
        patient.attributes[Attribute::Con as usize] = con;
        patient.exhausted_net[0][RollKind::Check as usize] = net;
    }

    /// Makes the first of them a healer of the other one's side, with so much of Heal and so many advantages in its checks.
    pub fn is_treated(&mut self, heal: i32, net: i32) {
        let core = &mut self.core;
        core.fighters[ONE.index()].exhausted_net[0][RollKind::Check as usize] = net;
        // Of two who know as much the first one treats.
        let (side, lineup) = (core.fighters[OTHER.index()].side, &core.lineup);
        core.lineup = Lineup::new([side; 2], lineup.sides, &lineup.relations, &lineup.arrivals);
        for fighter in &mut core.fighters {
            (fighter.side, fighter.skills[Skill::Heal as usize]) = (side, heal);
        }
    }

    /// Returns how likely this comes true before anything else has happened.
    pub fn chance(&self, scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> bool) -> BigRational {
        self.scene(&self.fight(), scene).remove(&true).unwrap_or_default()
    }

    /// Plays a scene from a state of the fight on. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(
        &self,
        from: &Fight,
        scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> T,
    ) -> BTreeMap<T, BigRational> {
        Stage::new(&self.core).scene(from, scene)
    }

    /// The faces that may count, each with its probability, with so many advantages.
    pub fn faces(&self, sides: u16, net: i32) -> Vec<(Rolled, BigRational)> {
        let shown = self.scene(&self.core.morning, |play| {
            let Rolled { natural, flat } = play.d20(ONE, &rolls::ATTACK, sides, net);
            (natural, flat)
        });
        shown.into_iter().map(|((natural, flat), chance)| (Rolled { natural, flat }, chance)).collect()
    }

    /// Disadvantages of an attack action after so many others of the same turn (INJ-185).
    pub fn handicap(&self, attacks: i32) -> i32 {
        let mut fight = self.core.morning.clone();
        let body = fight.body_mut(ONE);
        (0..attacks).for_each(|_| body.attacked(1));
        self.core.handicap(body)
    }

    /// Advantages of rolls of attacks, parries and maneuvers of somebody, disadvantages as negative ones.
    pub fn gets(&mut self, who: Slot, net: i32) {
        self.core.fighters[who.index()].exhausted_net[0][RollKind::Attack as usize] = net;
    }

    /// Gives the other one this defence value, whatever it wears and whether it is on its guard or not.
    pub fn defends(&mut self, dv: i32) {
        let target = &mut self.core.fighters[OTHER.index()];
        (target.dv, target.dv_off_guard, target.armor) = (dv, dv, 0);
    }

    /// Lets somebody parry and strike with so much added to its rolls, by the weapon in its hand.
    pub fn wields(&mut self, who: Slot, bonus: i32) {
        self.core.fighters[who.index()].weapons[0].to_hit[Use::Melee as usize] = bonus;
    }

    /// Prepares an attack of the first of them on the other. Returns the blow.
    pub fn prepares(&mut self, asked: &Asked) -> Blow {
        self.defends(asked.dv);
        self.wields(ONE, asked.bonus);
        self.gets(ONE, asked.net);
        let attacker = &mut self.core.fighters[ONE.index()];
        attacker.weapons[0].critical_from = asked.critical_from;
        let size = attacker.size + asked.larger;
        self.core.fighters[OTHER.index()].size = size;
        asked.blow()
    }

    /// Returns the results of an attack, each with its probability.
    pub fn attack(&mut self, asked: &Asked) -> BTreeMap<Come, BigRational> {
        let blow = self.prepares(asked);
        self.scene(&self.fight(), |play| Come::from(play.comes_of(blow)))
    }

    /// Returns what is added to the roll of an attack.
    pub fn bonus(&mut self, asked: &Asked) -> i32 {
        let blow = self.prepares(asked);
        self.core.bonus(&self.fight(), ONE, OTHER, &blow)
    }

    /// Returns the face that counts in an attack, each with its probability.
    pub fn attack_faces(&mut self, asked: &Asked) -> Vec<(Rolled, BigRational)> {
        let blow = self.prepares(asked);
        self.faces(self.core.book.attack.die, self.core.net(&self.fight(), ONE, OTHER, &blow))
    }
}
