//! Selectors: who is chosen among several candidates.
//!
//! Owns the order of candidates: by the keys of a selector one after the other, the lowest slot at last. Which selectors
//! have names and what their keys are is data of each rules core. Start at [`Selector::choose`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compiler::{LineText, condition};
use super::defect::advice;
use super::observer::Observer;
use super::program::{Condition, Measure};
use super::scope::{Frame, Scope};
use crate::dice::Slot;
use crate::scenario::Complaints;

/// Which end of a measure comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The smallest value.
    Least,
    /// The largest value.
    Most,
}

/// How a named selector orders candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By these measures of `it`, the first one first, the lowest slot at last.
    By(&'static [(Extreme, &'static str)]),
    /// Not at all: each is as likely.
    Random,
}

/// A selector with a name, as a rules core defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its name: `weakest`.
    pub name: &'static str,
    /// How it orders candidates.
    pub order: Order,
    /// Whom it chooses, for the reference.
    pub about: &'static str,
}

/// A line of a list that chooses among candidates. Exactly one of `at`, `least`, `most` and `include` is given.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SelectorText {
    /// A selector by its name.
    #[serde(default)]
    pub at: Option<String>,
    /// The one with the smallest value of this: `it.hp + it.ar`.
    #[serde(default)]
    pub least: Option<String>,
    /// The one with the largest value of this.
    #[serde(default)]
    pub most: Option<String>,
    /// Only those of whom this is true: `it.prone`. When it is true of nobody, the next line is tried.
    #[serde(default)]
    pub among: Option<String>,
    /// When the line applies.
    #[serde(default)]
    pub when: Option<String>,
    /// A policy whose lines for the same decision stand here.
    #[serde(default)]
    pub include: Option<String>,
}

impl LineText for SelectorText {
    fn when(&self) -> Option<&str> {
        self.when.as_deref()
    }

    fn include(&self) -> Option<&str> {
        self.include.as_deref()
    }

    fn acts(&self) -> bool {
        self.at.is_some() || self.least.is_some() || self.most.is_some() || self.among.is_some()
    }

    fn summary(&self) -> String {
        let whom = [("", &self.at), ("least ", &self.least), ("most ", &self.most), ("among ", &self.among)];
        let parts: Vec<String> = whom.iter().filter_map(|(word, text)| text.as_ref().map(|text| format!("{word}{text}"))).collect();
        parts.join(", ")
    }
}

/// The order in which candidates are taken.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ordering {
    By(Vec<(Extreme, Measure)>),
    Random,
}

/// Chooses one of several candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    ordering: Ordering,
    among: Option<Condition>,
}

impl Selector {
    /// Whether it chooses somebody whenever there is anybody.
    #[must_use]
    pub fn always_chooses(&self) -> bool {
        self.among.is_none()
    }

    /// The one that `own` chooses among `candidates`, of whom there are at most [`Slot::MOST`]; `None` when nobody comes
    /// into question. `pick` is asked only where chance decides between two or more: it is given their number and returns
    /// one of `0..` that number, each as likely, by which they are counted in the order of `candidates`.
    #[inline]
    pub fn choose<O: Observer>(
        &self,
        observer: &O,
        own: Slot,
        candidates: &[Slot],
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<Slot> {
        match (candidates, &self.among) {
            ([], _) => None,
            ([only], None) => Some(*only),
            _ => self.choose_of_several(observer, own, candidates, pick),
        }
    }

    fn choose_of_several<O: Observer>(
        &self,
        observer: &O,
        own: Slot,
        candidates: &[Slot],
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<Slot> {
        let mut places = u64::MAX >> (Slot::MOST - candidates.len().min(Slot::MOST));
        if let Some(among) = &self.among {
            places = kept(places, |place| among.holds_of(observer, own, candidates[place]));
        }
        let keys = match &self.ordering {
            Ordering::By(keys) => keys,
            Ordering::Random => {
                let count = places.count_ones() as usize;
                let picked = if count > 1 { pick(count) } else { 0 };
                return walk(places).nth(picked).map(|place| candidates[place]);
            }
        };
        for (extreme, measure) in keys {
            if places.count_ones() <= 1 {
                break;
            }
            places = foremost(places, *extreme, |place| measure.value_of(observer, own, candidates[place]));
        }
        walk(places).map(|place| candidates[place]).min()
    }
}

/// The places of a set of places, of which each is one bit.
fn walk(mut places: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (places != 0).then(|| places.trailing_zeros() as usize);
        places &= places.wrapping_sub(1);
        next
    })
}

/// Those for which `belongs` is true.
fn kept(places: u64, belongs: impl Fn(usize) -> bool) -> u64 {
    walk(places).filter(|place| belongs(*place)).fold(0, |kept, place| kept | 1 << place)
}

/// Those with the smallest or the largest value.
fn foremost(places: u64, extreme: Extreme, value_of: impl Fn(usize) -> i64) -> u64 {
    let (mut best, mut found) = (0, 0);
    for place in walk(places) {
        let value = value_of(place);
        let better = match extreme {
            Extreme::Least => value < best,
            Extreme::Most => value > best,
        };
        if found == 0 || better {
            (best, found) = (value, 1 << place);
        } else if value == best {
            found |= 1 << place;
        }
    }
    found
}

/// The named selectors of a rules core, compiled for one scenario.
#[derive(Clone, Debug)]
pub struct Selectors {
    named: Vec<(&'static str, Ordering)>,
}

impl Selectors {
    /// Compiles a core's selectors.
    ///
    /// # Panics
    /// When a key is not a measure of `it` in this vocabulary: a mistake in the core.
    #[must_use]
    pub fn new(named: &[Named], scope: &dyn Scope) -> Self {
        let key = |name: &str, text: &str| match Measure::new(text, scope, Frame::CANDIDATE) {
            Ok(measure) => measure,
            Err(defects) => panic!("the key `{text}` of the selector `{name}` is wrong: {defects:?}"),
        };
        let ordering = |named: &Named| match named.order {
            Order::Random => Ordering::Random,
            Order::By(keys) => Ordering::By(keys.iter().map(|(extreme, text)| (*extreme, key(named.name, text))).collect()),
        };
        Selectors { named: named.iter().map(|named| (named.name, ordering(named))).collect() }
    }

    /// The selector called `name`, or a report at `path` that there is none.
    pub fn named(&self, name: &str, path: &str, complaints: &mut Complaints) -> Option<Selector> {
        Some(Selector { ordering: self.ordering(name, path, complaints)?, among: None })
    }

    /// The selector that a line at `path` describes, or a report of everything wrong with it.
    pub fn selector(&self, text: &SelectorText, scope: &dyn Scope, path: &str, complaints: &mut Complaints) -> Option<Selector> {
        let ordering = match (&text.at, &text.least, &text.most) {
            (Some(name), None, None) => self.ordering(name, &format!("{path}.at"), complaints),
            (None, Some(measure), None) => free(Extreme::Least, measure, scope, &format!("{path}.least"), complaints),
            (None, None, Some(measure)) => free(Extreme::Most, measure, scope, &format!("{path}.most"), complaints),
            _ => {
                complaints.error(path, "a target is chosen by exactly one of `at`, `least` and `most`");
                None
            }
        };
        let among = match &text.among {
            None => Some(None),
            Some(text) => condition(text, scope, Frame::CANDIDATE, &format!("{path}.among"), complaints).map(Some),
        };
        Some(Selector { ordering: ordering?, among: among?.filter(|among| !among.always()) })
    }

    fn ordering(&self, name: &str, path: &str, complaints: &mut Complaints) -> Option<Ordering> {
        let found = self.named.iter().find(|(known, _)| *known == name);
        if found.is_none() {
            let known: Vec<&str> = self.named.iter().map(|(known, _)| *known).collect();
            complaints.error(path, format!("there is no way to choose called `{name}`")).help(advice(name, &known));
        }
        found.map(|(_, ordering)| ordering.clone())
    }
}

/// The ordering by one measure that the designer wrote.
fn free(extreme: Extreme, text: &str, scope: &dyn Scope, path: &str, complaints: &mut Complaints) -> Option<Ordering> {
    match Measure::new(text, scope, Frame::CANDIDATE) {
        Ok(measure) => Some(Ordering::By(vec![(extreme, measure)])),
        Err(defects) => {
            defects.into_iter().for_each(|defect| defect.complain(path, complaints));
            None
        }
    }
}
