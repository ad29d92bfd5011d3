//! A trial: the real rules, loaded for two nameless combatants, so that questions about what a roll does are answered by the
//! code that plays fights.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::dice::AnyDice;
use crate::fight::{AnyWatch, Lineup};
use crate::rules::trial::of_two;
pub use crate::rules::trial::{ONE, OTHER, Stage};

use super::super::book::{Book, Encounter, RollKind};
use super::super::check::Rolled;
use super::super::rulings::{CritConfirm, Rulings};
use super::super::sheet::{Attribute, Skill};
use super::super::strike::{Attempt, Gains, Judged, Use};
use super::super::{Core, Fight, Play, Words, load};

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
    /// Degrees by Reckless Attack; the disadvantages of it come on top.
    pub reckless: i32,
    /// The lowest critical face.
    pub critical_from: i32,
    /// Sizes that the target is larger.
    pub larger: i32,
}

/// The mean of the face that counts.
pub fn mean(faces: &[(Rolled, BigRational)]) -> BigRational {
    faces.iter().map(|(rolled, chance)| super::integer(rolled.natural.into()) * chance).sum()
}

impl Asked {
    /// A plain attack.
    pub fn plain(bonus: i32, dv: i32, net: i32) -> Self {
        Asked { bonus, dv, net, reckless: 0, critical_from: i32::MAX, larger: 0 }
    }
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let book = Book { encounter: Encounter::default(), ..book.clone() };
        Ok(Trial { core: of_two(Words { book: &book, rulings }, "", "", load)? })
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
        let (more, flat) = self.core.dice_of(net);
        let dice = more.unsigned_abs() + 1;
        let sides = i64::from(sides);
        let up_to = |face: i64| BigInt::from(face).pow(dice);
        let all = up_to(sides);
        let ways = |face: i64| {
            if more >= 0 { up_to(face) - up_to(face - 1) } else { up_to(sides - face + 1) - up_to(sides - face) }
        };
        (1..=sides).map(|face| (Rolled { natural: face as i32, flat }, BigRational::new(ways(face), all.clone()))).collect()
    }

    /// Returns the results of an attack, each with its probability.
    pub fn attack(&self, asked: &Asked) -> BTreeMap<Come, BigRational> {
        let core = &self.core;
        let net = asked.net - asked.reckless * core.book.reckless.disadvantage;
        let faces = self.faces(core.book.attack.die, net);
        let hits = |rolled: &Rolled| core.beats(rolled.sum() + asked.bonus, asked.dv);
        let confirms: BigRational = match core.rulings.crit_confirm {
            CritConfirm::None => super::integer(1),
            CritConfirm::Roll => faces.iter().filter(|(rolled, _)| hits(rolled)).map(|(_, chance)| chance).sum(),
        };
        let mut results: BTreeMap<Come, BigRational> = BTreeMap::new();
        for (rolled, chance) in faces {
            let attempt = Attempt { natural: rolled.natural, total: rolled.sum() + asked.bonus, dv: asked.dv };
            let mut add = |result, chance: BigRational| *results.entry(result).or_default() += chance;
            match core.judge(attempt, || asked.critical_from) {
                Judged::Misses => add(Come::Miss, chance),
                Judged::Fumbles => add(Come::Fumble, chance),
                Judged::Hits { bare, threatens } => {
                    let of = |critical| {
                        let gains = Gains { critical, reckless: asked.reckless, sizes: -asked.larger };
                        Come::Hit { degrees: core.degrees_of(attempt, bare, gains), critical }
                    };
                    if threatens {
                        add(of(true), &chance * &confirms);
                        add(of(false), chance * (super::integer(1) - &confirms));
                    } else {
                        add(of(false), chance);
                    }
                }
            }
        }
        results.retain(|_, chance| *chance != BigRational::default());
        results
    }
}
