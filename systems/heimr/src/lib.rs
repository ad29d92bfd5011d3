//! `heimr`: a core without a theme in which every roll is one small die and a pool of big ones, and fatigue eats the pool.
//!
//! Owns everything that the rules of this system say, and nothing of any other. Read the folder's `README.md` for rolls and
//! rulings. In the order of a scenario: [`sheet`], [`ground`] and [`policy`] (what a designer writes), [`book`] and [`rulings`]
//! (what can be changed), [`abilities`], [`build`], [`gear`], [`mastery`] and [`fighter`] (what the rules make of it when a
//! scenario is loaded), [`challenge`] (the roll), [`rolls`] (who rolls it, and why). In the order of play, in which each calls
//! only what comes after it: [`round`], [`initiative`], [`turn`], [`perform`] (actions), [`items`], [`climb`] and [`movement`],
//! [`chase`], [`brawl`], [`melee`] and [`shoot`] (attacks of each kind), [`guard`], [`attack`] (what they share), [`skills`],
//! [`effects`], [`breakage`], [`harm`], [`grapple`] (holds and clusters), [`defend`], [`lamp`], [`hide`], [`exertion`],
//! [`ending`]. Readied actions ([`ready`]) are the one way by which the rules go round. Between fights: [`rest`]. What is
//! compiled once more without all that is in [`plain`]. Start at [`Core`].

#![forbid(unsafe_code)]

pub mod abilities;
mod attack;
pub mod book;
mod brawl;
mod breakage;
pub mod build;
pub mod challenge;
mod chase;
mod choose;
mod climb;
mod core;
mod decide;
mod defend;
mod derived;
mod effects;
mod ending;
mod exchange;
mod exertion;
pub mod fighter;
pub mod gear;
mod grapple;
pub mod ground;
mod guard;
mod harm;
mod hazard;
mod hide;
mod idle;
mod initiative;
mod items;
mod lamp;
pub mod mastery;
mod melee;
mod merge;
mod metrics;
mod movement;
mod odds;
mod perform;
mod plain;
pub mod policy;
mod profile;
mod quantities;
mod ready;
mod rest;
pub mod rolls;
mod round;
pub mod rulings;
pub mod sheet;
mod shoot;
mod skills;
mod state;
mod turn;

use frame::rules::declare::words;
use frame::rules::play::play;
use frame::scenario::{Complaints, Document, Enlisted, Format};

use abilities::Abilities;
use book::Book;
use book::tables::Injuries;
use fighter::{Fighter, Surroundings};
use ground::{ArenaText, Ground};
use policy::PolicyText;
use rulings::Rulings;
use sheet::Sheet;

pub use core::{Core, SYSTEM};
pub use plain::Played;
pub use state::Fight;

play!(Core<PLAIN>, Fight, const PLAIN: bool);

/// The system.
#[derive(Clone, Debug)]
pub struct Heimr;

words! {
    /// Kinds of rest.
    RestKind {
        /// Half a minute at most: fatigue returns to its base. [HEI-140]
        Breather,
        /// Five minutes without a roll: hit points and rested skills come back as well. [HEI-068, HEI-070]
        ShortRest,
        /// The night: willpower comes back as well.
        Night,
    }
}

impl Format for Heimr {
    const NAME: &'static str = "heimr";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = ArenaText;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = RestKind;
    type Hazard = hazard::HazardText;
}

/// The parts of a scenario, ready for use: abilities, ground and fighters.
#[derive(Clone, Debug)]
pub struct Fabric {
    /// Attributes and abilities.
    pub abilities: Abilities,
    /// The ground.
    pub ground: Ground,
    /// The combatants, in slot order.
    pub fighters: Vec<Fighter>,
}

impl Fabric {
    /// Makes everything that a document describes, for those who are enlisted; what is wrong goes to `complaints`.
    #[must_use]
    pub fn new(document: &Document<Heimr>, enlisted: &[Enlisted<'_, Heimr>], complaints: &mut Complaints) -> Self {
        let (book, rulings) = (&document.book, &document.rulings);
        check_book(book, complaints);
        let abilities = Abilities::new(book, rulings, complaints);
        let mut ground = Ground::new(document, &abilities, complaints);
        let penalties = abilities.penalties(&book.situational_penalty, "book.situational_penalty", complaints);
        let around = Surroundings { book, rulings, abilities: &abilities, ground: &ground, penalties: &penalties };
        let fighters: Vec<Fighter> = enlisted.iter().map(|one| Fighter::new(one, around, complaints)).collect();
        let starts: Vec<_> = fighters.iter().map(|fighter| (fighter.start.at, fighter.start.elevation)).collect();
        ground.find_tops(&starts, book);
        let place = |fighter: &Fighter| (fighter.start.cluster, fighter.start.at);
        for (one, fighter) in enlisted.iter().zip(&fighters) {
            let members = fighters.iter().filter(|other| place(other) == place(fighter)).count();
            if fighter.start.cluster.is_some() && members < 2 {
                complaints
                    .warning(format!("{}.cluster", one.path), "it begins in a cluster of its own, which is none")
                    .help("those of one number in one square begin in one cluster (HEI-114)");
            }
        }
        Fabric { abilities, ground, fighters }
    }
}

/// Checks of the book what the schema cannot.
fn check_book(book: &Book, complaints: &mut Complaints) {
    let (faces, rows) = (usize::from(book.dice.small), book.body_part.len());
    if faces != rows {
        complaints
            .error("book.body_part", format!("{rows} body parts for a small die of {faces} faces"))
            .help("every face of the small die hits one (HEI-199)");
    }
    if book.hidden.luck_face > book.dice.big {
        let (face, big) = (book.hidden.luck_face, book.dice.big);
        complaints
            .error("book.hidden.luck_face", format!("no big die of {big} faces shows a {face}"))
            .help(format!("set `book.hidden.luck_face` to a face from 1 to {big} (HEI-222)"));
    }
    if book.fatigue.min > book.fatigue.max {
        complaints.error("book.fatigue.min", "the least fatigue is more than the most");
    }
    let Injuries { threshold, mangled, mutilated, lowest, .. } = book.injury;
    if !(threshold >= mangled && mangled >= mutilated && mutilated >= lowest) {
        complaints
            .error("book.injury", "the levels of injury are not in their order")
            .help("`threshold`, `mangled`, `mutilated` and `lowest` do not rise (HEI-075, HEI-076, HEI-077)");
    }
    for (index, change) in book.chase.switch.iter().enumerate() {
        if !book.ability.contains_key(&change.ability) {
            let path = format!("book.chase.switch[{index}].ability");
            ground::unknown(&change.ability, "ability", book.ability.keys(), path, complaints);
        }
    }
}

#[cfg(test)]
mod tests;
