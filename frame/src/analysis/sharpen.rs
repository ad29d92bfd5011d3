//! Sharpening: what is known of the outcomes of a run when the luck of its dice is taken out.
//!
//! Owns which outcomes are sharpened, and by what: by how far the dice of each side fell above and below their middles, for each purpose.
//! That luck has the mean 0, whatever the rules are. How it is taken out is for [`controls`](crate::stats::controls). Fights are the same, and so are
//! their counts; what is sharpened is told beside them. Start at [`Sharpening::new`].

use super::outcome::{Outcome, OutcomeMeasure, Outcomes};
use super::reading::Reading;
use crate::fight::{ABSENT, Scale, Subject};
use crate::sim::Layout;
use crate::stats::Level;
use crate::stats::controls::{Sharper, Sums};
use crate::tally::{Matching, Tally};

/// Fights in which something happens, and in which it does not, at least: the intervals of what is rarer are no normal ones.
const RARE: u64 = 30;
/// Fights that have another value than the most frequent one, at least.
pub const SELDOM: u64 = 50;
/// Fights at least.
pub const FIGHTS_LEAST: u64 = 200;
/// Outcomes at the most.
pub const OUTCOMES_MOST: usize = 60;

/// An outcome that can be sharpened: the share of fights with a value, or a mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sought {
    metric: usize,
    value: Option<i64>,
}

impl Sought {
    /// Its number in a fight with these values.
    fn of(self, values: &[i64]) -> i64 {
        let value = values[self.metric];
        self.value.map_or(value, |sought| i64::from(value == sought))
    }
}

/// An outcome without what luck explains.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sharpened {
    /// The metric.
    pub metric: usize,
    /// The value of which it is the share; without it, it is the mean.
    pub value: Option<i64>,
    /// The fights.
    pub fights: u64,
    /// What is known.
    pub sharper: Sharper,
}

/// Sums over the fights of a run.
pub struct Sharpening {
    sought: Vec<Sought>,
    /// The metrics of luck, one behind the other.
    luck: Vec<usize>,
    /// Of the metrics of the layout, how many a fight has.
    width: usize,
    sums: Sums,
}

impl Sharpening {
    /// Of no fights yet. Asks the layout for the luck of its dice.
    #[must_use]
    pub fn new(layout: &mut Layout) -> Self {
        let catalogue = &layout.catalogue;
        let headlined = |family: &String| catalogue.overviews.iter().any(|one| one.headline && one.families.contains(family));
        let mut sought = Vec::new();
        for (metric, described) in catalogue.metrics.iter().enumerate() {
            let of_fight = described.subject == Subject::Fight;
            match &described.scale {
                scale @ Scale::Category(_) if of_fight => {
                    sought.extend(scale.outcomes().map(|(value, _)| Sought { metric, value: Some(value) }));
                }
                Scale::Amount(_) if of_fight || headlined(&described.family) => sought.push(Sought { metric, value: None }),
                Scale::Flag if headlined(&described.family) => sought.push(Sought { metric, value: Some(1) }),
                _ => {}
            }
        }
        Self::of(layout, sought)
    }

    /// Of no fights yet, by these outcomes of one variant, which are matched with themselves.
    #[must_use]
    pub fn by(layout: &mut Layout, outcomes: &Outcomes, matching: &Matching) -> Self {
        let sought = |outcome: &Outcome| {
            let metric = matching.matched.get(outcome.matched)?.before;
            match (outcome.measure, &layout.catalogue.metrics[metric].scale) {
                (OutcomeMeasure::Mean(_), _) => Some(Sought { metric, value: None }),
                (OutcomeMeasure::Share, Scale::Category(_) | Scale::Flag) => {
                    Some(Sought { metric, value: i64::try_from(outcome.labels.0).ok() })
                }
                _ => None,
            }
        };
        let sought = outcomes.both.iter().filter_map(sought).collect();
        Self::of(layout, sought)
    }

    /// Of no fights yet, for what is sought. Asks the layout for the luck of its dice.
    fn of(layout: &mut Layout, mut sought: Vec<Sought>) -> Self {
        sought.truncate(OUTCOMES_MOST);
        let luck = layout.luck();
        let sums = Sums::new(sought.len(), luck.len());
        Sharpening { sought, luck, width: layout.catalogue.metrics.len(), sums }
    }

    /// Tells the readings of the same outcomes what was found of them.
    pub fn tell(found: &[Sharpened], readings: &mut [Reading], outcomes: &Outcomes, matching: &Matching) {
        for (reading, outcome) in readings.iter_mut().zip(&outcomes.both) {
            let metric = matching.matched.get(outcome.matched).map(|matched| matched.before);
            let value = (outcome.measure == OutcomeMeasure::Share).then_some(outcome.labels.0 as i64);
            let ratio = matches!(outcome.measure, OutcomeMeasure::Ratio(_));
            let known = found.iter().find(|one| !ratio && Some(one.metric) == metric && one.value == value);
            reading.sharper = known.map(|known| known.sharper.into());
        }
    }

    /// Adds fights from this number on, by the values of each.
    pub fn add(&mut self, first: u64, values: &[i64]) {
        let mut controls = vec![0; self.luck.len()];
        for (number, values) in (first..).zip(values.chunks_exact(self.width)) {
            // A fight that does not take place is no luck of dice.
            let known = |value: i64| if value == ABSENT { 0 } else { value };
            controls.iter_mut().zip(&self.luck).for_each(|(control, &metric)| *control = known(values[metric]));
            self.sums.add(number, self.sought.iter().map(|sought| known(sought.of(values))), &controls);
        }
    }

    /// What is known of all outcomes that every fight has and that are not too rare, by the counts of the same fights.
    #[must_use]
    pub fn found(&self, tally: &Tally, level: Level) -> Vec<Sharpened> {
        let fights = tally.fights();
        let common = |sought: &Sought| {
            let counts = tally.counts(sought.metric);
            let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0);
            match sought.value {
                Some(value) => {
                    let count = counts.iter().find(|(counted, _)| *counted == value).map_or(0, |(_, count)| *count);
                    count.min(fights - count) >= RARE
                }
                None => fights - most >= SELDOM,
            }
        };
        let known = |sought: &Sought| fights >= FIGHTS_LEAST && tally.n(sought.metric) == fights && common(sought);
        let sharpened = |(place, sought): (usize, &Sought)| {
            let sharper = self.sums.sharper(place, level).filter(|_| known(sought))?;
            Some(Sharpened { metric: sought.metric, value: sought.value, fights, sharper })
        };
        self.sought.iter().enumerate().filter_map(sharpened).collect()
    }
}
