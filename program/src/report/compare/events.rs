//! Events: findings that tell the same story, told once.
//!
//! Owns which findings of a scenario are one event (it comes and goes in the same fights), and which are its opposite.
//! Start at [`events`].

use crate::report::compare::Found;
use frame::analysis::compare::OutcomeFinding;
use frame::stats::paired::{Evidence, Pairs};

/// Fights that have to come out otherwise before two findings are taken for one: fewer could fall together by luck.
const FIGHTS_LEAST: u64 = 5;

/// A finding, and what comes about in the very same fights.
pub struct Event<'a> {
    /// The finding that stands for all of them: the first in the order of the catalogue.
    pub found: Found<'a>,
    /// Names of those that come about with it.
    pub with: Vec<String>,
    /// Names of those that come about when it does not.
    pub without: Vec<String>,
}

impl Event<'_> {
    /// The events that come about with it and without it, in words; empty where nothing does.
    #[must_use]
    pub fn others(&self) -> String {
        let mut parts = Vec::new();
        for (word, names) in [("with it", &self.with), ("the opposite", &self.without)] {
            if !names.is_empty() {
                parts.push(format!("{word}: {}", names.join(", ")));
            }
        }
        parts.join("; ")
    }
}

/// Findings with equal ones merged, in the order given.
#[must_use]
pub fn events<'a>(found: &[Found<'a>]) -> Vec<Event<'a>> {
    let mut events: Vec<Event<'a>> = Vec::new();
    for found in found {
        let same = events.iter_mut().find_map(|event| {
            let here = std::ptr::eq(event.found.entry, found.entry);
            let kin = kinship(event.found.finding, found.finding).filter(|_| here)?;
            Some((event, kin))
        });
        match same {
            None => events.push(Event { found: *found, with: Vec::new(), without: Vec::new() }),
            Some((event, kin)) => {
                // The first of the catalogue leads: who wins stands before who falls.
                let mut other = found.finding.outcome.key.clone();
                if found.place() < event.found.place() {
                    other.clone_from(&event.found.finding.outcome.key);
                    event.found = *found;
                    if kin == Kin::Opposite {
                        std::mem::swap(&mut event.with, &mut event.without);
                    }
                }
                if kin == Kin::Same { event.with.push(other) } else { event.without.push(other) }
            }
        }
    }
    events
}

/// The relation of two findings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kin {
    Same,
    Opposite,
}

/// Relates two findings that are one event: the same, or opposite ones; none of others or of too few fights.
fn kinship(one: &OutcomeFinding, other: &OutcomeFinding) -> Option<Kin> {
    if one.word != other.word {
        return None;
    }
    match (&one.evidence, &other.evidence) {
        (Evidence::Event(first), Evidence::Event(second)) => {
            if first.gained + first.lost < FIGHTS_LEAST {
                return None;
            }
            let [up, down] = &other.examples;
            let Pairs { neither, gained, lost, both } = *second;
            if first == second && one.examples == other.examples {
                Some(Kin::Same)
            } else if *first == (Pairs { neither: both, gained: lost, lost: gained, both: neither })
                && one.examples == [down.clone(), up.clone()]
            {
                Some(Kin::Opposite)
            } else {
                None
            }
        }
        (first, second) => {
            let (up, down) = first.moved();
            let same = first == second && one.examples == other.examples && up + down >= FIGHTS_LEAST;
            same.then_some(Kin::Same)
        }
    }
}
