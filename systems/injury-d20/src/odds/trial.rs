//! A trial: the real rules, loaded for two nameless combatants, so that questions about what a roll does are answered by the
//! code that plays fights.
//!
//! Start at [`Trial::new`].

use num_rational::BigRational;

use frame::dice::{AnyDice, Slot};
use frame::fight::AnyWatch;
use frame::rules::chances::{Chances as _, Spread};
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

use super::super::book::{Book, Encounter, RollKind};
use super::super::check::Rolled;
use super::super::fighter::Fighter;
use super::super::rulings::Rulings;
use super::super::strike::{Blow, Outcome, Use};
use super::super::{Core, Fight, Play, Words, load, rolls};

/// More stamina than any turn costs.
pub const PLENTY: i32 = 1_000_000;

stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>, play_on);

/// A sheet with two weapons, with which no face is critical but that of the book.
pub const ARMED: &str = "weapons = [{ name = 'weapon', count = 2, critical_from = 1000 }]";

/// The rules with two combatants.
pub struct Trial {
    /// The rules.
    pub core: Core,
}

/// The result of an attack roll, before anything is made of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Come {
    /// The face that counts.
    pub natural: i32,
    /// True if that is the best or the worst of the book.
    pub best_or_worst: [bool; 2],
    /// The degrees of a hit that lands.
    pub degrees: Option<i32>,
    /// True if it is a critical hit.
    pub critical: bool,
    /// True if it costs the weapon.
    pub fumble: bool,
    /// The strain that it brings.
    pub strain: i32,
    /// The degrees that a parry takes away from a hit.
    pub parried: Option<i32>,
}

impl Come {
    /// True for a hit of so many degrees or more.
    pub fn reaches(&self, degrees: i32) -> bool {
        self.degrees >= Some(degrees)
    }
}

/// A blow with the first weapon that has so many disadvantages of its action.
pub fn blow(handicap: i32) -> Blow {
    Blow { handicap, ..Blow::plain(0, Use::Melee) }
}

impl Play<'_, AnyDice, AnyWatch> {
    /// The result of a blow of the first of them at the other, who parries a hit or does not.
    pub fn comes_of(&mut self, blow: Blow, parries: bool) -> Come {
        let rules = self.rules;
        let (net, terms) = (rules.net(self.fight, ONE, OTHER, &blow), rules.terms(self.fight, ONE, OTHER, &blow));
        let rolled = self.d20(ONE, &rolls::ATTACK, rules.book.attack.die, net);
        let outcome = self.outcome(ONE, OTHER, blow, terms, rolled);
        let best_or_worst = [rules.book.crit.natural, rules.book.fumble.natural].map(|face| rolled.natural == face);
        let mut come = Come { natural: rolled.natural, best_or_worst, fumble: outcome == Outcome::Fumble, ..Come::default() };
        if let Outcome::Hit(mut hit) = outcome {
            let degrees = hit.degrees;
            let deflected = parries && self.deflects(OTHER, ONE, &mut hit);
            come.parried = parries.then_some(degrees - hit.degrees);
            (come.degrees, come.critical) = ((!deflected).then_some(hit.degrees), hit.critical);
            come.strain = rules.add_strain(0, hit.degrees);
        }
        come
    }
}

impl Trial {
    /// The rules of this book and these rulings, with these lines on both sheets.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(lines: &str, book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let book = Book { encounter: Encounter::default(), ..book.clone() };
        Ok(Trial { core: of_two(Words { book: &book, rulings }, lines, lines, load)? })
    }

    /// The rules with bare hands.
    ///
    /// # Errors
    /// A book that cannot be played by, or in which they do not strike.
    pub fn unarmed(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let trial = Trial::new("", book, rulings)?;
        let never = "nobody strikes without a weapon: `book.unarmed.allowed` allows none with bare hands";
        if book.unarmed.allowed { Ok(trial) } else { Err(never.to_owned()) }
    }

    /// The numbers of one of them, to be changed.
    pub fn sheet(&mut self, who: Slot) -> &mut Fighter {
        &mut self.core.fighters[who.index()]
    }

    /// Gives one of them so many advantages in rolls of a kind, disadvantages as negative ones.
    pub fn gets(&mut self, who: Slot, kind: RollKind, net: i32) {
        self.sheet(who).exhausted_net[0][kind as usize] = net;
    }

    /// Lets the first of them attack, with so much added and so many advantages, and the other one have this defence value,
    /// whether it is on its guard or not.
    pub fn attacks(&mut self, bonus: i32, dv: i32, net: i32) {
        self.gets(ONE, RollKind::Attack, net);
        self.sheet(ONE).weapons[0].to_hit[Use::Melee as usize] = bonus;
        let target = self.sheet(OTHER);
        (target.dv, target.dv_off_guard, target.armor) = (dv, dv, 0);
    }

    /// The two combatants before anything has happened, both on the field. The other one can parry and never tires of it.
    pub fn fight(&self) -> Fight {
        let mut fight = self.core.morning.clone();
        fight.bodies.iter_mut().for_each(|body| (body.in_field, body.had_turn) = (true, true));
        (fight.body_mut(OTHER).stamina, fight.body_mut(OTHER).reactions) = (PLENTY, 1);
        Stage::new(&self.core).play_on(&mut fight, |play| play.muster_all());
        fight
    }

    /// Plays a scene from a state of the fight on. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(&self, from: &Fight, scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> T) -> Spread<T> {
        Stage::new(&self.core).scene(from, scene)
    }

    /// Returns how likely this comes true before anything else has happened.
    pub fn chance(&self, scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> bool) -> BigRational {
        self.scene(&self.fight(), scene).chance(|&holds| holds)
    }

    /// Returns the results of an attack.
    pub fn attack(&self, blow: Blow) -> Spread<Come> {
        self.scene(&self.fight(), |play| play.comes_of(blow, false))
    }

    /// Returns the faces that may count, with what is added to each, by so many advantages.
    pub fn faces(&self, sides: u16, net: i32) -> Spread<(i32, i32)> {
        self.scene(&self.core.morning, |play| {
            let Rolled { natural, flat } = play.d20(ONE, &rolls::ATTACK, sides, net);
            (natural, flat)
        })
    }

    /// Disadvantages of an attack action after so many others of the same turn (INJ-185).
    pub fn handicap(&self, attacks: i32) -> i32 {
        let mut body = *self.core.morning.body(ONE);
        (0..attacks).for_each(|_| body.attacked(1));
        self.core.handicap(&body)
    }
}
