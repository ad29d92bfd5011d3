//! Names that live as long as the program: what compiled systems write down as constants, a page says when it is loaded.
//!
//! Owns the store. Each text is kept once however often pages are loaded, so that a study takes no more memory than one fight.
//! Start at
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

/// Returns the roll of this name by a rule, with a purpose.
pub fn roll(what: &str, rule: &str, purpose: Purpose) -> &'static Roll {
    kind(Roll { purpose, what: name(what), rule: name(rule), looks_up: false })
}

/// Returns the same roll as one that is read off a table.
pub fn looked_up(roll: &Roll) -> &'static Roll {
    kind(Roll { looks_up: true, ..*roll })
}

/// Returns a roll for as long as the program lives.
fn kind(roll: Roll) -> &'static Roll {
    type Known = BTreeMap<(&'static str, &'static str, Purpose, bool), &'static Roll>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry((roll.what, roll.rule, roll.purpose, roll.looks_up)).or_insert_with(|| Box::leak(Box::new(roll)))
}
