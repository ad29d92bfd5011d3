//! The exact tier: whether fights are played as they were when a baseline was made, and if not, which is the first that is not.
//!
//! Owns the comparison of counts and digests. The fights of the baseline are played again; nothing is estimated. Start at
//! [`difference`].

use std::ops::Range;

use crate::error::Failure;
use crate::sim::scan::{Fights, Stretch};
use crate::tally::{Baseline, RECORDS_MOST, Recorded, STRETCH, kind, order, stretches};

/// The number of fights that are named at the most among those played otherwise.
const NAMED_MOST: usize = 5;

/// The part that is played otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DifferentPart {
    /// These of the first fights, the earliest ones.
    Fights(Vec<u64>),
    /// None of the first fights, but one or more in this stretch.
    Within(Range<u64>),
    /// Metrics are gone, and counts of those that both have are the same.
    Gone,
    /// Metrics are gone, so single fights cannot be compared, and counts of those that both have differ.
    Metrics,
    /// The random streams or the seed are not the same, so single fights cannot be compared.
    Streams,
    /// Metrics stand in another order, so single fights cannot be compared, and counts differ.
    Order,
    /// There was no time to find out.
    Unknown,
}

/// The metrics of a scenario that are those of a baseline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BaselineMatch {
    /// Index of each in the catalogue, in the order of the baseline, with its place there.
    pub both: Vec<(usize, usize)>,
    /// Keys of those that only the baseline has, or that measure something else now.
    pub gone: Vec<String>,
    /// The number of metrics that only the scenario has.
    pub new: usize,
}

impl BaselineMatch {
    /// Matches by key and kind.
    #[must_use]
    pub fn new(fights: &dyn Fights, recorded: &Recorded) -> Self {
        let own = &fights.catalogue().metrics[..fights.own_metrics()];
        let mut matched = BaselineMatch::default();
        for (place, metric) in recorded.metrics.iter().enumerate() {
            let same = |(_, now): &(usize, &crate::fight::Metric)| now.key == metric.key && kind(&now.scale) == metric.kind;
            match own.iter().enumerate().find(same) {
                Some((index, _)) => matched.both.push((index, place)),
                None => matched.gone.push(metric.key.clone()),
            }
        }
        matched.new = own.len() - matched.both.len();
        matched
    }
}

/// The part of the baseline's fights that is played otherwise now; nothing when every fight and every count is the same.
///
/// # Errors
/// More threads than can be started.
pub fn difference(
    fights: &dyn Fights,
    baseline: &Baseline,
    matched: &BaselineMatch,
    threads: Option<u16>,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<DifferentPart>, Failure> {
    let recorded = &baseline.recorded;
    let mut digested: Vec<usize> = matched.both.iter().map(|(index, _)| *index).collect();
    digested.sort_unstable();
    let metrics = &fights.catalogue().metrics;
    let ordered = order(digested.iter().map(|&index| metrics[index].key.as_str())) == baseline.order;
    let stretch = Stretch { seed: recorded.header.seed, numbers: recorded.fights.clone(), digested: &digested };
    let Some(scanned) = fights.play(&stretch, threads, stop)? else { return Ok(Some(DifferentPart::Unknown)) };
    let same = matched.both.iter().all(|&(index, place)| scanned.tally.counts(index) == recorded.metrics[place].counts);
    // A digest is over all metrics of its fight, those that are gone included.
    if !matched.gone.is_empty() {
        return Ok(Some(if same { DifferentPart::Gone } else { DifferentPart::Metrics }));
    }
    if !ordered {
        return Ok((!same).then_some(DifferentPart::Order));
    }
    let first = recorded.fights.start;
    let pairs = baseline.records.iter().zip(&scanned.digests).zip(first..);
    let differing: Vec<u64> = pairs.filter(|((then, now), _)| then != now).map(|(_, number)| number).take(NAMED_MOST).collect();
    if !differing.is_empty() {
        return Ok(Some(DifferentPart::Fights(differing)));
    }
    let now = stretches(&scanned.digests);
    if let Some(at) = baseline.stretches.iter().zip(&now).position(|(then, now)| then != now) {
        let from = first + at as u64 * STRETCH;
        let to = (from + STRETCH).min(recorded.fights.end);
        let known = first + RECORDS_MOST;
        return Ok(Some(DifferentPart::Within(from.max(known)..to)));
    }
    // Digests are the same and counts are not: two fights that differ have the same digest, or somebody wrote the file.
    Ok((!same).then(|| DifferentPart::Within(recorded.fights.clone())))
}
