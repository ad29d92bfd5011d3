//! Selectors: who is chosen among several candidates.
//!
//! Owns the order of candidates: by the keys of a selector one after the other; of those who are equal by all of them one is drawn where the
//! rules want that, else the lowest slot is taken. Which selectors have names and what their keys are is data of each rules core. Start at [`Selector::choose`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compiler::{LineText, condition};
use super::defect::advice;
use super::observer::Observer;
use super::program::{Condition, Measure};
use super::scope::{Frame, Scope};
use super::uses::Use;
use crate::dice::Slot;
use crate::fight::Slots;
use crate::scenario::Complaints;
use crate::scenario::declared::TypedValue;

/// The end of a measure that comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extreme {
    /// The smallest value.
    Least,
    /// The largest value.
    Most,
}

/// The order in which a named selector puts candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// By these measures of `it`, the first one first.
    By(&'static [(Extreme, &'static str)]),
    /// By these measures, and of equals always the lowest slot: for names that say so.
    Listed(&'static [(Extreme, &'static str)]),
    /// Not at all: each is as likely.
    Random,
}

/// A selector with a name, as a rules core defines it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedSelector {
    /// Its name: `weakest`.
    pub name: &'static str,
    /// Its order of candidates.
    pub order: Order,
    /// Its choice, for the reference.
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
    /// The condition under which the line applies.
    #[serde(default)]
    pub when: Option<String>,
    /// A policy whose lines for the same decision stand here.
    #[serde(default)]
    pub include: Option<String>,
}

impl TypedValue for SelectorText {}

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
        let parts: Vec<String> =
            whom.iter().filter_map(|(word, text)| text.as_ref().map(|text| format!("{word}{text}"))).collect();
        parts.join(", ")
    }

    fn asks_of_candidates(&self) -> Vec<(&'static str, &str)> {
        let texts = [("least", &self.least), ("most", &self.most), ("among", &self.among)];
        texts.into_iter().filter_map(|(key, text)| Some((key, text.as_deref()?))).collect()
    }
}

/// The order in which candidates are taken.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ordering {
    By(Vec<(Extreme, Measure)>),
    Listed(Vec<(Extreme, Measure)>),
    Random,
}

impl Ordering {
    /// Its measures, the first one first.
    fn keys(&self) -> &[(Extreme, Measure)] {
        match self {
            Ordering::By(keys) | Ordering::Listed(keys) => keys,
            Ordering::Random => &[],
        }
    }
}

/// Chooses one of several candidates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    ordering: Ordering,
    among: Option<Condition>,
    /// True if one of those who are equal by all keys is drawn; else the lowest slot is taken.
    draws: bool,
}

impl Selector {
    /// True if it chooses somebody whenever there is anybody.
    #[must_use]
    pub fn always_chooses(&self) -> bool {
        self.among.is_none()
    }

    /// Returns everything that it reads.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        let keys = self.ordering.keys().iter().flat_map(|(_, measure)| measure.uses());
        keys.chain(self.among.iter().flat_map(Condition::uses))
    }

    /// The one that `own` chooses among `candidates`; `None` when nobody comes into question. `pick` is asked only where
    /// chance decides between two or more: it is given their number and returns one of `0..` that number, each as likely, by
    /// which they are counted in the order of their slots.
    #[inline]
    pub fn choose<O: Observer>(
        &self,
        observer: &O,
        own: Slot,
        candidates: Slots,
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<Slot> {
        match candidates.single() {
            Some(only) if self.among.is_none() => Some(only),
            _ => self.choose_of_several(observer, own, candidates, pick),
        }
    }

    /// Chooses among those that `among` lets through, key by key or by `pick`; none if nobody is left.
    #[inline(never)]
    fn choose_of_several<O: Observer>(
        &self,
        observer: &O,
        own: Slot,
        candidates: Slots,
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<Slot> {
        let mut left = self.foremost_of(observer, own, candidates);
        let drawn = self.is_random() || (self.draws && !matches!(self.ordering, Ordering::Listed(_)));
        if drawn && left.len() > 1 { left.nth(pick(left.len())) } else { left.next() }
    }

    /// True if each of those whom `among` lets through is as likely.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(self.ordering, Ordering::Random)
    }

    /// Returns those of `candidates` who come into question at all.
    pub fn among_of<O: Observer>(&self, observer: &O, own: Slot, candidates: Slots) -> Slots {
        match &self.among {
            None => candidates,
            Some(among) => candidates.those(|slot| among.holds_of(observer, own, slot)),
        }
    }

    /// Returns those of `candidates` among whom nothing decides any more: who are equal by all keys, or whom chance chooses from.
    pub fn foremost_of<O: Observer>(&self, observer: &O, own: Slot, candidates: Slots) -> Slots {
        let mut left = self.among_of(observer, own, candidates);
        for (extreme, measure) in self.ordering.keys() {
            if left.len() <= 1 {
                break;
            }
            left = foremost(left, *extreme, |slot| measure.value_of(observer, own, slot));
        }
        left
    }
}

/// Those with the smallest or the largest value.
fn foremost(slots: Slots, extreme: Extreme, value_of: impl Fn(Slot) -> i64) -> Slots {
    let (mut best, mut found) = (0, Slots::NONE);
    for slot in slots {
        let value = value_of(slot);
        let better = match extreme {
            Extreme::Least => value < best,
            Extreme::Most => value > best,
        };
        if found.is_empty() || better {
            (best, found) = (value, Slots::only(slot));
        } else if value == best {
            found = found.with(slot);
        }
    }
    found
}

/// The named selectors of a rules core, compiled for one scenario.
#[derive(Clone, Debug)]
pub struct Selectors {
    named: Vec<(&'static str, Ordering)>,
    draws: bool,
}

impl Selectors {
    /// Compiles a core's selectors.
    ///
    /// # Panics
    /// A key that is not a measure of `it` in this vocabulary: a mistake in the core.
    #[must_use]
    pub fn new(named: &[NamedSelector], scope: &dyn Scope) -> Self {
        let key = |name: &str, text: &str| match Measure::new(text, scope, Frame::CANDIDATE) {
            Ok(measure) => measure,
            Err(defects) => panic!("the key `{text}` of the selector `{name}` is wrong: {defects:?}"),
        };
        let keys =
            |name: &str, keys: &[(Extreme, &str)]| keys.iter().map(|(extreme, text)| (*extreme, key(name, text))).collect();
        let ordering = |named: &NamedSelector| match named.order {
            Order::Random => Ordering::Random,
            Order::By(by) => Ordering::By(keys(named.name, by)),
            Order::Listed(by) => Ordering::Listed(keys(named.name, by)),
        };
        Selectors { named: named.iter().map(|named| (named.name, ordering(named))).collect(), draws: false }
    }

    /// Returns them with one of those drawn who are equal by all that a selector asks, where that is wanted; else the lowest slot is taken.
    #[must_use]
    pub fn drawing_equals(self, draws: bool) -> Self {
        Selectors { draws, ..self }
    }

    /// The selector called `name`, or a report at `path` that there is none.
    pub fn named(&self, name: &str, path: &str, complaints: &mut Complaints) -> Option<Selector> {
        Some(Selector { ordering: self.ordering(name, path, complaints)?, among: None, draws: self.draws })
    }

    /// The selector called `name` of the system's own, for decisions that no line makes.
    ///
    /// # Panics
    /// A name that no selector of the system has.
    #[must_use]
    pub fn of_defaults(&self, name: &str) -> Selector {
        self.named(name, "", &mut Complaints::default())
            .unwrap_or_else(|| panic!("the selectors of defaults exist, `{name}` too"))
    }

    /// The selector that a line at `path` describes, or a report of everything wrong with it.
    pub fn selector(
        &self,
        text: &SelectorText,
        scope: &dyn Scope,
        path: &str,
        complaints: &mut Complaints,
    ) -> Option<Selector> {
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
        Some(Selector { ordering: ordering?, among: among?.filter(|among| !among.always()), draws: self.draws })
    }

    /// Returns the ordering of a name, and complains of a name that is none.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::testing::{Board, Person, vocabulary};

    const NAMED: [NamedSelector; 4] = [
        NamedSelector { name: "first", order: Order::Listed(&[]), about: "the lowest slot" },
        NamedSelector {
            name: "nearest",
            order: Order::By(&[(Extreme::Least, "it.distance"), (Extreme::Least, "it.hp")]),
            about: "the nearest, then the one with the fewest hit points",
        },
        NamedSelector { name: "strongest", order: Order::By(&[(Extreme::Most, "it.hp")]), about: "the most hit points" },
        NamedSelector { name: "random", order: Order::Random, about: "anybody, each as likely" },
    ];
    const OWN: Slot = Slot(0);

    /// The selector of a line in TOML.
    fn line(text: &str) -> Selector {
        let (selector, complaints) = read(text);
        assert_eq!(complaints, [], "{text}");
        selector.expect("a right line")
    }

    fn read(text: &str) -> (Option<Selector>, Vec<(String, String)>) {
        let text: SelectorText = toml::from_str(text).expect("a line in TOML");
        let mut complaints = Complaints::default();
        let selector = Selectors::new(&NAMED, &vocabulary()).selector(&text, &vocabulary(), "aim[0]", &mut complaints);
        (selector, complaints.into_list().into_iter().map(|complaint| (complaint.path, complaint.message)).collect())
    }

    /// Combatants with these distances and hit points.
    fn board(people: &[(i64, i64)]) -> Board {
        let person = |(distance, hp): &(i64, i64)| Person { distance: *distance, hp: *hp, ..Person::default() };
        Board { people: people.iter().map(person).collect(), ..Board::default() }
    }

    fn slots(slots: &[u8]) -> Slots {
        slots.iter().copied().map(Slot).collect()
    }

    fn chosen(text: &str, board: &Board, candidates: &[u8]) -> Option<u8> {
        let unasked = |_| panic!("`{text}` leaves nothing to chance");
        line(text).choose(board, OWN, slots(candidates), unasked).map(|slot| slot.0)
    }

    #[test]
    fn keys_are_compared_one_after_the_other_and_the_lowest_slot_at_last() {
        let board = board(&[(9, 9), (2, 5), (1, 5), (1, 3), (1, 3), (3, 8), (3, 8)]);
        assert_eq!(chosen("at = 'nearest'", &board, &[1, 2, 3, 4, 5]), Some(3));
        assert_eq!(chosen("at = 'nearest'", &board, &[5, 4, 3, 2, 1]), Some(3), "the order of candidates does not matter");
        assert_eq!(chosen("at = 'nearest'", &board, &[1, 2]), Some(2));
        assert_eq!(chosen("at = 'strongest'", &board, &[6, 5, 1]), Some(5));
        assert_eq!(chosen("at = 'first'", &board, &[4, 2, 6]), Some(2));
        assert_eq!(chosen("least = 'it.hp + it.distance * 2'", &board, &[1, 2, 3]), Some(3));
        assert_eq!(chosen("most = 'it.hp - hp'", &board, &[2, 3, 6]), Some(6));
    }

    #[test]
    fn values_at_the_ends_of_the_range_are_found() {
        let board = board(&[(0, 0), (1, i64::MAX), (1, i64::MAX), (2, i64::MIN)]);
        assert_eq!(chosen("least = 'it.hp'", &board, &[1, 2]), Some(1));
        assert_eq!(chosen("most = 'it.hp'", &board, &[3]), Some(3));
        assert_eq!(chosen("most = 'it.hp'", &board, &[3, 2, 1]), Some(1));
    }

    #[test]
    fn a_condition_can_be_a_measure() {
        let mut board = board(&[(0, 0), (1, 1), (1, 1)]);
        board.people[2].prone = true;
        assert_eq!(chosen("most = 'it.prone'", &board, &[1, 2]), Some(2));
        assert_eq!(chosen("least = 'it.prone'", &board, &[1, 2]), Some(1));
    }

    #[test]
    fn only_those_of_whom_it_is_true_come_into_question() {
        let board = board(&[(0, 4), (1, 5), (2, 3), (3, 2)]);
        assert_eq!(chosen("at = 'nearest'\namong = 'it.hp < hp'", &board, &[1, 2, 3]), Some(2));
        assert_eq!(chosen("at = 'nearest'\namong = 'it.hp > 90'", &board, &[1, 2, 3]), None);
        assert_eq!(chosen("at = 'nearest'\namong = 'it.hp > 90'", &board, &[1]), None);
        assert_eq!(chosen("at = 'nearest'", &board, &[]), None);
    }

    #[test]
    fn one_of_those_who_are_equal_is_drawn_where_the_rules_want_that_and_nothing_where_one_is_left_or_the_first_is_meant() {
        let board = board(&[(9, 9), (1, 5), (1, 3), (1, 3), (2, 1)]);
        let selectors = Selectors::new(&NAMED, &vocabulary()).drawing_equals(true);
        let line = |text: &str| {
            let (text, mut complaints) = (toml::from_str(text).expect("a line in TOML"), Complaints::default());
            selectors.selector(&text, &vocabulary(), "aim[0]", &mut complaints).expect("a right line")
        };
        let unasked = |_| panic!("one alone is left");
        assert_eq!(line("at = 'first'").choose(&board, OWN, slots(&[3, 2]), unasked), Some(Slot(2)));
        let least = line("least = 'it.hp'\namong = 'it.distance == 1'");
        assert_eq!(least.choose(&board, OWN, slots(&[1, 2, 3, 4]), |count| count - 1), Some(Slot(3)));
        let nearest = selectors.of_defaults("nearest");
        for (pick, slot) in [(0, 2), (1, 3)] {
            let drawn = |count| {
                assert_eq!(count, 2);
                pick
            };
            assert_eq!(nearest.choose(&board, OWN, slots(&[1, 2, 3, 4]), drawn), Some(Slot(slot)));
        }
        assert_eq!(nearest.choose(&board, OWN, slots(&[1, 2, 4]), unasked), Some(Slot(2)));
    }

    #[test]
    fn a_single_candidate_is_taken_unseen() {
        let board = board(&[(0, 0), (1, 1)]);
        assert_eq!(chosen("at = 'nearest'", &board, &[1]), Some(1));
        assert_eq!(chosen("at = 'random'", &board, &[1]), Some(1));
        assert_eq!(board.asked.get(), 0);
    }

    #[test]
    fn a_key_that_decides_leaves_the_next_one_unasked() {
        let board = board(&[(0, 0), (1, 1), (2, 1), (3, 1)]);
        assert_eq!(chosen("at = 'nearest'", &board, &[1, 2, 3]), Some(1));
        assert_eq!(board.asked.get(), 3);
    }

    #[test]
    fn chance_picks_among_those_in_question_in_the_order_of_slots() {
        let board = board(&[(0, 0), (1, 5), (1, 1), (1, 7), (1, 9)]);
        let among = line("at = 'random'\namong = 'it.hp >= 5'");
        for (pick, slot) in [(0, 1), (1, 3), (2, 4)] {
            let picked = among.choose(&board, OWN, slots(&[4, 2, 1, 3]), |count| {
                assert_eq!(count, 3);
                pick
            });
            assert_eq!(picked, Some(Slot(slot)));
        }
        assert_eq!(chosen("at = 'random'\namong = 'it.hp == 7'", &board, &[1, 2, 3]), Some(3));
        assert_eq!(chosen("at = 'random'\namong = 'it.hp == 70'", &board, &[1, 2, 3]), None);
    }

    #[test]
    fn as_many_candidates_as_there_can_be_combatants_are_compared() {
        let board = board(&(0..64).map(|slot| (1, 100 - slot)).collect::<Vec<_>>());
        let everybody: Vec<u8> = (0..64).collect();
        assert_eq!(chosen("least = 'it.hp'", &board, &everybody), Some(63));
    }

    #[test]
    fn every_mistake_of_a_line_has_its_path() {
        let several = "a target is chosen by exactly one of `at`, `least` and `most`";
        for (text, path, message) in [
            ("at = 'nearst'", "aim[0].at", "there is no way to choose called `nearst`"),
            ("among = 'it.prone'", "aim[0]", several),
            ("at = 'nearest'\nleast = 'it.hp'", "aim[0]", several),
            ("least = 'hp'", "aim[0].least", "`hp` says nothing about `it`"),
            ("most = 'it.declared'", "aim[0].most", "a number is needed, and `it.declared` is a word (action)"),
            ("at = 'random'\namong = 'it.hp'", "aim[0].among", "a condition is needed, and `it.hp` is a number"),
            ("at = 'random'\namong = 'target.prone'", "aim[0].among", "there is no `target` here"),
        ] {
            let (selector, complaints) = read(text);
            assert_eq!(complaints[0], (path.to_owned(), message.to_owned()), "{text}");
            assert_eq!(selector, None, "{text}");
        }
    }

    #[test]
    fn a_name_is_enough_where_no_line_is_needed() {
        let selectors = Selectors::new(&NAMED, &vocabulary());
        let mut complaints = Complaints::default();
        assert_eq!(selectors.named("strongest", "do.at", &mut complaints), Some(line("at = 'strongest'")));
        assert_eq!(selectors.named("strongst", "do.at", &mut complaints), None);
        let complaint = &complaints.into_list()[0];
        assert_eq!(
            (complaint.path.as_str(), complaint.help.as_slice()),
            ("do.at", &["did you mean `strongest`?".to_owned()][..])
        );
    }

    #[test]
    fn a_line_tells_what_it_does() {
        let text = |text| toml::from_str::<SelectorText>(text).expect("a line in TOML");
        assert_eq!(text("at = 'nearest'\namong = 'it.prone'\nwhen = 'hp > 3'").summary(), "nearest, among it.prone");
        assert_eq!(text("least = 'it.hp'").summary(), "least it.hp");
        assert!(!text("include = 'x'\nwhen = 'hp > 3'").acts());
        assert!(line("at = 'nearest'").always_chooses() && !line("at = 'nearest'\namong = 'it.prone'").always_chooses());
    }

    #[test]
    #[should_panic(expected = "the key `hp` of the selector `odd` is wrong")]
    fn a_core_cannot_name_a_selector_with_a_wrong_key() {
        let odd = NamedSelector { name: "odd", order: Order::By(&[(Extreme::Least, "hp")]), about: "" };
        let _ = Selectors::new(&[odd], &vocabulary());
    }
}
