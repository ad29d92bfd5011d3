//! Studies of several scenarios: what the same things do in each of them.
//!
//! Owns what is known of a thing in a scenario, and the outcome that a scenario is looked at by. What is tried is for
//! [`sweep`](super::sweep), [`sensitivity`](super::sensitivity) and [`knockout`](super::knockout). Start at [`ManyFound`].

use std::cmp::Ordering;

use crate::stats::{Interval, Level};

use super::compare::OutcomeVerdict;
use super::variant::VariantSource;

/// A scenario and the outcome that it is looked at by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Looked {
    /// The name.
    pub name: String,
    /// The outcome: `win(party)`.
    pub key: String,
    /// The unit of a mean; none of a share.
    pub unit: Option<String>,
}

/// A scenario of a study, with what makes its variants.
#[derive(Clone, Copy)]
pub struct LookedAt<'a> {
    /// The scenario.
    pub looked: &'a Looked,
    /// Its variants.
    pub source: &'a dyn VariantSource,
}

/// What a thing does in a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectThere {
    /// The difference that it makes to the outcome, or the outcome itself where a value is varied.
    pub interval: Option<Interval>,
    /// The same at a level at which those of all scenarios and values hold together, where a value is varied.
    pub together: Option<Interval>,
    /// The verdict on it; none where a value is varied.
    pub word: Option<OutcomeVerdict>,
    /// The number of other outcomes that are seen to move.
    pub others: usize,
    /// Fights that were played on each side.
    pub fights: u64,
}

impl EffectThere {
    /// True if the outcome is seen to move.
    #[must_use]
    pub fn seen(&self) -> bool {
        self.word.is_some_and(OutcomeVerdict::is_seen_to_move)
    }

    /// The size of the difference; 0 where it is not seen.
    #[must_use]
    pub fn size(&self) -> f64 {
        if self.seen() { self.interval.map_or(0.0, |interval| interval.estimate.abs()) } else { 0.0 }
    }
}

/// A thing that was tried in a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried<T> {
    /// The thing.
    pub thing: T,
    /// The place of the scenario.
    pub scenario: usize,
    /// What it does there.
    pub effect: EffectThere,
}

/// What was found of all things in all scenarios.
#[derive(Clone, PartialEq, Debug)]
pub struct ManyFound<T> {
    /// Everything that was tried, in the order of the things.
    pub tried: Vec<Tried<T>>,
    /// What could not be tried, and why.
    pub refused: Vec<(String, String)>,
    /// The level of each interval.
    pub level: Level,
    /// True if it was broken off.
    pub interrupted: bool,
}

/// A thing with what it does in each scenario; none where a scenario does not have it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thing {
    /// The name, as programs read it.
    pub name: String,
    /// The name, as players say it.
    pub said: String,
    /// One per scenario.
    pub effects: Vec<Option<EffectThere>>,
}

impl Thing {
    /// In how many scenarios the outcome is seen to move.
    #[must_use]
    pub fn matters(&self) -> usize {
        self.effects.iter().flatten().filter(|effect| effect.seen()).count()
    }

    /// In how many scenarios anything is seen to move.
    #[must_use]
    pub fn does_something(&self) -> usize {
        self.effects.iter().flatten().filter(|effect| effect.seen() || effect.others > 0).count()
    }

    /// The scenario, by its place, in which the outcome moves most.
    #[must_use]
    pub fn most(&self) -> Option<(usize, &EffectThere)> {
        let effects = self.effects.iter().enumerate().filter_map(|(place, effect)| Some((place, effect.as_ref()?)));
        effects.filter(|(_, effect)| effect.seen()).max_by(|(_, one), (_, other)| one.size().total_cmp(&other.size()))
    }

    /// The mean size of what is seen, over all scenarios that have it.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let there: Vec<&EffectThere> = self.effects.iter().flatten().collect();
        there.iter().map(|effect| effect.size()).sum::<f64>() / there.len().max(1) as f64
    }

    /// Which of two things comes first: the one that matters in more scenarios, then the larger, then the one that does something in more.
    #[must_use]
    pub fn rank(&self, other: &Thing) -> Ordering {
        let size = other.mean().total_cmp(&self.mean());
        other.matters().cmp(&self.matters()).then(size).then(other.does_something().cmp(&self.does_something()))
    }
}

/// Things with what each does in every one of so many scenarios, in the order in which they were tried; `names` says of a thing how
/// programs read it, and how players say it.
pub fn things<T>(tried: &[Tried<T>], scenarios: usize, names: impl Fn(&T) -> (String, String)) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for one in tried {
        let (name, said) = names(&one.thing);
        let known = things.iter().position(|known| known.name == name).unwrap_or_else(|| {
            things.push(Thing { name, said, effects: vec![None; scenarios] });
            things.len() - 1
        });
        things[known].effects[one.scenario] = Some(one.effect.clone());
    }
    things
}

/// True if with one value more than half of the fights of a scenario are won, and with another one less than half of them.
#[must_use]
pub fn turns(values: &[Thing], scenario: usize) -> bool {
    let shares = || values.iter().filter_map(|value| value.effects[scenario].as_ref()?.together);
    shares().any(|share| share.low > 0.5) && shares().any(|share| share.high < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effect(estimate: f64, word: OutcomeVerdict) -> EffectThere {
        let interval = Some(Interval::around(estimate, 0.02));
        EffectThere { interval, together: interval, word: Some(word), others: 0, fights: 100 }
    }

    #[test]
    fn what_matters_in_most_scenarios_comes_first_and_there_the_largest() {
        let tried =
            |name: &'static str, scenario, estimate, word| Tried { thing: name, scenario, effect: effect(estimate, word) };
        let tried = [
            tried("small", 0, 0.1, OutcomeVerdict::Changed),
            tried("nothing", 0, 0.9, OutcomeVerdict::Undecided),
            tried("large", 0, 0.3, OutcomeVerdict::Changed),
            tried("both", 0, 0.05, OutcomeVerdict::Changed),
            tried("both", 1, 0.05, OutcomeVerdict::Moved),
        ];
        let mut found = things(&tried, 2, |name| ((*name).to_owned(), name.to_uppercase()));
        found.sort_by(Thing::rank);
        let names: Vec<&str> = found.iter().map(|thing| thing.name.as_str()).collect();
        assert_eq!(names, ["both", "large", "small", "nothing"]);
        assert_eq!((found[0].matters(), found[1].effects[1].is_none(), found[1].mean()), (2, true, 0.3));
    }

    #[test]
    fn a_value_turns_who_wins_where_both_sides_of_half_are_sure() {
        let value = |share: f64| Thing {
            name: String::new(),
            said: String::new(),
            effects: vec![Some(effect(share, OutcomeVerdict::Changed)), None],
        };
        assert!(turns(&[value(0.4), value(0.6)], 0) && !turns(&[value(0.4), value(0.6)], 1));
        assert!(!turns(&[value(0.49), value(0.6)], 0) && !turns(&[value(0.6), value(0.7)], 0));
    }
}
