//! Splits: what each of several changes does alone, what all do together, and what is interplay.
//!
//! Owns which pairs are played and what follows from their differences. How a change is made is asked of whoever knows. Start at
//! [`SplitPlan::play`].

use crate::error::Failure;
use crate::stats::{Interval, Level};

use super::compare::{Compared, ComparisonRule, compare};
use super::many::Looked;
use super::margin::Margins;
use super::variant::{Listener, Underway, Variants};

/// An outcome that is told where nobody asks for others, beside the one that a scenario is looked at by: how long it takes.
const ROUNDS: &str = "rounds";

/// The plan of a split.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitPlan {
    /// The number of changes.
    pub changes: usize,
    /// The outcomes that are asked for.
    pub asked: Vec<String>,
    /// Fights of each pair.
    pub fights: u64,
    /// In how many of such studies no interval misses.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// What is changed in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Under {
    /// A change by its place.
    Alone(usize),
    /// All of them.
    Together,
}

/// Makes a scenario as it is and under changes, by the place of the scenario.
pub type Changed<'a> = &'a dyn Fn(usize, Under) -> Result<Variants, Failure>;

/// An outcome of a scenario under each change.
#[derive(Clone, PartialEq, Debug)]
pub struct Split {
    /// The scenario.
    pub scenario: String,
    /// The outcome.
    pub key: String,
    /// The unit of a mean; none of a share.
    pub unit: Option<String>,
    /// The difference that each change makes alone, in their order.
    pub alone: Vec<Option<Interval>>,
    /// The difference that all make together.
    pub together: Option<Interval>,
}

impl Split {
    /// What all changes do together beyond the sum of what each does alone. Its limits hold however the differences depend on each other.
    #[must_use]
    pub fn interplay(&self) -> Option<Interval> {
        let mut rest = self.together?;
        for alone in &self.alone {
            rest = rest.minus((*alone)?);
        }
        Some(rest)
    }

    /// True if the changes are shown to do more or less together than one by one.
    #[must_use]
    pub fn interplays(&self) -> bool {
        self.interplay().is_some_and(|rest| rest.low > 0.0 || rest.high < 0.0)
    }
}

/// The result of a split.
#[derive(Clone, PartialEq, Debug)]
pub struct SplitFound {
    /// The outcomes.
    pub rows: Vec<Split>,
    /// The level of each interval, so that all of them hold together.
    pub level: Level,
    /// Scenarios that could not be played, and why.
    pub refused: Vec<(String, String)>,
    /// True if it was broken off.
    pub interrupted: bool,
}

impl SplitPlan {
    /// Plays every scenario with each change alone and with all of them.
    ///
    /// # Errors
    /// More threads than can be started; scenarios of which none can be played; an interruption before the first look.
    pub fn play(&self, scenarios: &[Looked], changed: Changed<'_>, listener: &mut Listener<'_>) -> Result<SplitFound, Failure> {
        let (mut refused, mut failed) = (Vec::new(), None);
        let mut ready: Vec<(&Looked, Vec<Variants>)> = Vec::new();
        for (place, looked) in scenarios.iter().enumerate().take_while(|_| !listener.is_gone()) {
            let each = (0..self.changes).map(Under::Alone).chain([Under::Together]);
            match each.map(|under| changed(place, under)).collect::<Result<Vec<Variants>, Failure>>() {
                Ok(pairs) => ready.push((looked, pairs)),
                Err(failure) => {
                    refused.push((looked.name.clone(), failure.in_short()));
                    failed.get_or_insert(failure);
                }
            }
        }
        if let (true, Some(failure)) = (ready.is_empty(), failed) {
            return Err(failure);
        }
        let compared = self.compared(&ready, listener)?;
        let mut rows = Vec::new();
        for ((looked, pairs), found) in ready.iter().zip(compared.chunks(self.changes + 1)) {
            rows.extend(self.keys(looked, pairs).into_iter().map(|key| (looked, pairs, found, key)));
        }
        let level = self.level.shared(rows.len().max(1) * (self.changes + 1));
        let row = |(looked, pairs, found, key): (&&Looked, &Vec<Variants>, &[Compared], String)| {
            let of = |place: usize| {
                let finding = found[place].findings.iter().find(|finding| finding.outcome.key == key)?;
                finding.evidence.difference(level)
            };
            let outcome = pairs[0].outcomes.both.iter().find(|outcome| outcome.key == key);
            Split {
                scenario: looked.name.clone(),
                unit: outcome.and_then(|outcome| outcome.measure.unit()).map(str::to_owned),
                alone: (0..self.changes).map(of).collect(),
                together: of(self.changes),
                key,
            }
        };
        let rows = rows.into_iter().map(row).collect();
        Ok(SplitFound { rows, level, refused, interrupted: listener.is_gone() })
    }

    /// Compares all pairs.
    fn compared(&self, ready: &[(&Looked, Vec<Variants>)], listener: &mut Listener<'_>) -> Result<Vec<Compared>, Failure> {
        let rule = ComparisonRule {
            level: self.level,
            fights_max: self.fights,
            margins: Margins::default(),
            full: true,
            strict: false,
            waits_for: Vec::new(),
        };
        let contests: Vec<_> = ready.iter().flat_map(|(_, pairs)| pairs.iter().map(Variants::contest)).collect();
        let interrupted = listener.interrupted;
        let compared = compare(&contests, &rule, self.threads, interrupted, &mut |progress| {
            let what = &ready[progress.contest / (self.changes + 1)].0.name;
            (listener.hear)(Underway { fights: progress.fights, needed: progress.needed, what });
        })?;
        if compared.iter().all(|one| one.fights == 0) {
            return Err(Failure::Interrupted("interrupted before the first look: nothing is kept".into()));
        }
        Ok(compared)
    }

    /// The outcomes of a scenario that are told: the one that it is looked at by, then those that are asked for by their names, or else how
    /// long it takes; of all these what every pair is compared by.
    fn keys(&self, looked: &Looked, pairs: &[Variants]) -> Vec<String> {
        let rounds = self.asked.is_empty().then(|| ROUNDS.to_owned());
        let all = std::iter::once(looked.key.clone()).chain(self.asked.iter().skip(1).cloned()).chain(rounds);
        let has = |pair: &Variants, key: &str| pair.outcomes.both.iter().any(|outcome| outcome.key == key);
        all.filter(|key| pairs.iter().all(|pair| has(pair, key))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::testing::MadeUp;

    /// The right wins of ten fights five, one more by each change; and by both together as many more as are said.
    fn played(both: u64, interrupted: bool) -> Result<SplitFound, Failure> {
        let changed = |_: usize, under: Under| {
            let more = match under {
                Under::Alone(_) => 1,
                Under::Together => both,
            };
            let pair = MadeUp::new(move |number| [5, 5 + more].map(|won| [i64::from(number % 10 < won), 3, 0, 5]));
            let (digests, outcomes) = (["a", "b"].map(str::to_owned), pair.outcomes.clone());
            Ok(Variants { digests, outcomes, pair: Box::new(pair) })
        };
        let looked = [Looked { name: "one".into(), key: "win(right)".into(), unit: None }];
        let plan = SplitPlan { changes: 2, asked: Vec::new(), fights: 40_000, level: Level::default(), threads: Some(1) };
        let interrupted = AtomicBool::new(interrupted);
        plan.play(&looked, &changed, &mut Listener { interrupted: &interrupted, hear: &mut |_| {} })
    }

    #[test]
    fn what_changes_do_alone_is_taken_from_what_they_do_together() {
        let found = played(4, false).expect("it can be played");
        let [wins, rounds] = &found.rows[..] else { panic!("{found:?}") };
        let interplay = wins.interplay().expect("all is known");
        assert!((interplay.estimate - 0.2).abs() < 1e-12 && wins.interplays(), "{interplay:?}");
        assert_eq!((rounds.key.as_str(), rounds.unit.as_deref(), rounds.interplays()), ("rounds", Some("rounds"), false));
    }

    #[test]
    fn changes_that_add_up_have_no_interplay() {
        let found = played(2, false).expect("it can be played");
        let interplay = found.rows[0].interplay().expect("all is known");
        assert!(interplay.estimate.abs() < 1e-12 && interplay.low < 0.0 && interplay.high > 0.0, "{interplay:?}");
        assert!(!found.rows[0].interplays());
        assert!(matches!(played(2, true), Err(Failure::Interrupted(_))));
    }

    #[test]
    fn interplay_is_what_is_left_of_both_and_takes_all_errors() {
        let split = |together: f64| Split {
            scenario: "duel".into(),
            key: "win(left)".into(),
            unit: None,
            alone: [0.05, 0.10].map(|alone| Some(Interval::around(alone, 0.01))).to_vec(),
            together: Some(Interval::around(together, 0.01)),
        };
        let rest = split(0.25).interplay().expect("all are known");
        let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
        assert!(near(rest.estimate, 0.10) && near(rest.low, 0.07) && near(rest.high, 0.13), "{rest:?}");
        assert!(split(0.25).interplays() && !split(0.16).interplays());
        assert_eq!(Split { alone: vec![None, None], ..split(0.25) }.interplay(), None);
    }
}
