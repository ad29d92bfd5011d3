//! Ranges: what the values of each metric can be, as far as a tally knows.
//!
//! Owns the rule for it: the values of a metric say nothing of how large those are that did not come up. A flag is 0 or 1, and no more
//! can be standing on a side than there are. Of an amount it is what others that are counted in its unit have been, or, where all of
//! them were smaller, anything that was counted of a combatant; it is below 0 only where its family has been. A sum over a side is as large as all its
//! members together. What is made of others can be what those allow ([`Span`]). Start at [`Ranges::of`].

use std::collections::{HashMap, HashSet};

use crate::fight::span::{Range, Span};
use crate::fight::{Catalogue, Metric, Scale, Subject};

use super::Tally;

/// The ranges of the metrics of a catalogue.
#[derive(Clone, Debug)]
pub struct Ranges<'a> {
    catalogue: &'a Catalogue,
    made: HashMap<usize, &'a Span>,
    seen: Vec<Option<Seen>>,
    units: HashMap<&'a Scale, Largest>,
    /// Of all amounts of combatants.
    all: Option<Range>,
    below: HashSet<&'a str>,
}

/// The values of the metrics of a unit.
#[derive(Clone, Copy, Debug)]
struct Largest {
    least: i64,
    /// The largest value, and the metric that had it.
    most: i64,
    of: usize,
    /// The largest value of any other metric.
    next: i64,
}

impl Largest {
    /// With the values of one metric more.
    fn with(self, metric: usize, [least, most]: Range) -> Self {
        let least = self.least.min(least);
        if most > self.most {
            Largest { least, most, of: metric, next: self.most }
        } else {
            Largest { least, next: self.next.max(most), ..self }
        }
    }

    /// The largest value of a metric other than this one.
    fn beside(self, metric: usize) -> i64 {
        if self.of == metric { self.next } else { self.most }
    }
}

/// The values of a metric that have come up.
#[derive(Clone, Copy, Debug)]
struct Seen {
    range: Range,
    /// The most frequent one.
    usual: i64,
}

impl Seen {
    /// Those of a histogram.
    fn of(counts: &[(i64, u64)]) -> Option<Self> {
        let (&(least, _), &(most, _)) = counts.first().zip(counts.last())?;
        let usual = counts.iter().rev().max_by_key(|(_, count)| *count)?.0;
        Some(Seen { range: [least, most], usual })
    }
}

impl<'a> Ranges<'a> {
    /// The ranges by the fights of a tally of this catalogue.
    #[must_use]
    pub fn of(catalogue: &'a Catalogue, tally: &Tally) -> Self {
        Ranges::by(catalogue, |metric| tally.counts(metric))
    }

    /// The ranges by the histogram of each metric, in ascending order; empty where nothing was counted.
    pub fn by(catalogue: &'a Catalogue, counts: impl Fn(usize) -> Vec<(i64, u64)>) -> Self {
        let made: HashMap<usize, &Span> = catalogue.made.iter().map(|(metric, span)| (*metric, span)).collect();
        let seen: Vec<Option<Seen>> = (0..catalogue.metrics.len()).map(|metric| Seen::of(&counts(metric))).collect();
        let (mut units, mut below, mut all) = (HashMap::<&Scale, Largest>::new(), HashSet::new(), None);
        for (index, (metric, seen)) in catalogue.metrics.iter().zip(&seen).enumerate() {
            let (Some(Seen { range: [least, most], .. }), false) = (seen, made.contains_key(&index)) else { continue };
            let unit = units.entry(&metric.scale).or_insert(Largest { least: 0, most: 0, of: index, next: 0 });
            *unit = unit.with(index, [*least, *most]);
            if let (Scale::Amount(_), Subject::Combatant(_)) = (&metric.scale, metric.subject) {
                let [low, high]: Range = all.unwrap_or_default();
                all = Some([low.min(*least), high.max(*most)]);
            }
            if *least < 0 {
                below.insert(metric.family.as_str());
            }
        }
        Ranges { catalogue, made, seen, units, all, below }
    }

    /// The range of a metric; nothing where nobody knows it.
    #[must_use]
    pub fn get(&self, metric: usize) -> Option<Range> {
        if let Some(span) = self.made.get(&metric) {
            return self.span(span);
        }
        let Metric { family, subject, scale, .. } = &self.catalogue.metrics[metric];
        let members = match subject {
            Subject::Side(side) => self.catalogue.rosters.get(side.index()).map(|roster| roster.members.len() as i64),
            _ => None,
        };
        match (scale, members) {
            (Scale::Flag, _) => Some([0, 1]),
            (Scale::Category(labels), _) => Some([0, (labels.len() as i64 - 1).max(0)]),
            (Scale::Amount("combatants"), Some(members)) => Some([0, members]),
            _ => {
                let unit = self.units.get(scale).copied();
                let own = self.seen[metric].map_or(0, |seen| seen.range[1]);
                let beside = unit.map(|unit| unit.beside(metric)).filter(|beside| *beside >= own.max(1));
                let most = beside.or(self.all.map(|[_, most]| most.max(own)))?;
                let least = unit.map_or(0, |unit| unit.least);
                let times = if matches!(scale, Scale::Amount("rounds" | "fights")) { 1 } else { members.unwrap_or(1).max(1) };
                let negative = self.below.contains(family.as_str());
                let [mut least, mut most] = [if negative { least * times } else { 0 }, most * times];
                // One away from the most frequent value there is always room.
                if let Some(Seen { usual, .. }) = self.seen[metric] {
                    least = least.min(if negative { usual - 1 } else { (usual - 1).max(0) });
                    most = most.max(usual + 1);
                }
                Some([least, most])
            }
        }
    }

    /// The range of what is made of metrics.
    #[must_use]
    pub fn span(&self, span: &Span) -> Option<Range> {
        span.range(&|metric| self.get(metric))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Roster, Side, Slots};

    #[test]
    fn a_metric_that_never_came_up_has_the_range_of_its_unit() {
        let of = |name: &str, subject, scale| Metric::of(name, subject, name, name, scale);
        let hp = || Scale::Amount("HP");
        let ada = || Subject::Combatant(Slots::first(1).next().expect("there is a first one"));
        let metrics = vec![
            of("hp", ada(), hp()),
            of("hp_lost", ada(), hp()),
            of("dead", ada(), Scale::Flag),
            of("party", Subject::Side(Side(0)), hp()),
            of("standing", Subject::Side(Side(0)), Scale::Amount("combatants")),
            of("own", Subject::Fight, Scale::Amount("points")),
            of("debt", Subject::Fight, Scale::Amount("coins")),
        ];
        let hundred = Span::Product(Box::new(Span::Between(100, 100)), Box::new(Span::Metric(2)));
        let made = vec![(5, hundred)];
        let rosters = vec![Roster { name: "party".into(), members: Slots::first(3) }];
        let catalogue = Catalogue { metrics, rosters, made, ..Catalogue::default() };
        let mut tally = Tally::new(&catalogue, 0);
        (0..50).for_each(|number| tally.record(&[number % 21, 0, 0, 30, 3, 0, -2]));
        let ranges = Ranges::of(&catalogue, &tally);
        let all: Vec<Option<Range>> = (0..7).map(|metric| ranges.get(metric)).collect();
        let expected = [[0, 30], [0, 30], [0, 1], [0, 90], [0, 3], [0, 100], [-3, 20]];
        assert_eq!(all, expected.map(Some));
        let nothing = Ranges::of(&catalogue, &Tally::new(&catalogue, 0)).get(0);
        assert_eq!(nothing, None, "without fights nobody knows the hit points");
    }
}
