//! Names that live as long as the program: what compiled systems write down as constants, a page says when it is loaded.
//!
//! Owns the store. Each text is kept once however often pages are loaded, so that a study takes no more memory than one fight. Start at
//! [`name`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use frame::dice::{Purpose, Roll};

/// Returns the text for as long as the program lives.
pub fn name(text: &str) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(text) {
        return known;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    known.insert(kept);
    kept
}

/// Returns the value for as long as the program lives: one that prints alike is kept once.
pub fn kept<T: std::fmt::Debug + Sync + 'static>(
    known: &Mutex<BTreeMap<String, &'static [T]>>,
    values: Vec<T>,
) -> &'static [T] {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(format!("{values:?}")).or_insert_with(|| Box::leak(values.into_boxed_slice()))
}

/// Returns the roll of this name by a rule.
pub fn roll(what: &str, rule: &str) -> &'static Roll {
    static KNOWN: Mutex<BTreeMap<(&'static str, &'static str), &'static Roll>> = Mutex::new(BTreeMap::new());
    let (what, rule) = (name(what), name(rule));
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry((what, rule)).or_insert_with(|| Box::leak(Box::new(roll_of(what, rule))))
}

/// A roll by its name: one of fate is read off a table.
fn roll_of(what: &'static str, rule: &'static str) -> Roll {
    let purpose = purpose(what);
    Roll { purpose, what, rule, looks_up: purpose == Purpose::Fate }
}

/// The purpose of a roll, by its name: the streams of dice that rolls share.
fn purpose(what: &str) -> Purpose {
    match what.split([' ', '_']).next().unwrap_or_default() {
        "initiative" | "order" | "tied" => Purpose::Initiative,
        "damage" | "harm" | "critical" => Purpose::Damage,
        "random" | "struck" => Purpose::Choice,
        "injury" | "fate" | "death" | "wound" => Purpose::Fate,
        "rest" | "hazard" | "fall" => Purpose::Rest,
        _ => Purpose::Check,
    }
}
