//! Pools: combatants of one entry of the file, shown as one row, one line, one panel.
//!
//! Owns which metrics of a catalogue belong together when equals are pooled, and the figure that several equal ones come to.
//! Must not read counts: [`Reading`](crate::report::reading::Reading) does. Start at [`Pools`].

use crate::report::figure::{Figure, Kind};
use crate::report::input::Fighter;
use frame::dice::Slot;
use frame::fight::{Catalogue, Subject};
use frame::stats::Interval;

/// A catalogue in which every entry of several combatants has the metrics of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pools {
    /// The pooled catalogue; the metrics of a pool are about its first member.
    pub catalogue: Catalogue,
    /// By metric of the pooled catalogue: the metrics of the whole catalogue that stand behind it.
    pub members: Vec<Vec<usize>>,
    /// By slot: the name of the pool that begins there, such as `raider (6)`.
    names: Vec<Option<String>>,
}

impl Pools {
    /// Pools the combatants that share an entry of the file.
    #[must_use]
    pub fn new(catalogue: &Catalogue, combatants: &[Fighter]) -> Self {
        let firsts = firsts(combatants);
        let names = (0..combatants.len()).map(|slot| {
            let count = firsts.iter().filter(|first| **first == slot).count();
            let entry = combatants[slot].entry.as_ref().filter(|_| firsts[slot] == slot && count > 1)?;
            Some(format!("{entry} ({count})"))
        });
        let names = names.collect();
        let pooled = |subject: Subject| match subject {
            Subject::Combatant(slot) => Subject::Combatant(Slot(firsts[slot.index()] as u8)),
            other => other,
        };
        let mut metrics: Vec<frame::fight::Metric> = Vec::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut places = std::collections::BTreeMap::new();
        for (index, metric) in catalogue.metrics.iter().enumerate() {
            let subject = pooled(metric.subject);
            if let Subject::Combatant(slot) = subject {
                let place = *places.entry((slot.index(), metric.family.as_str())).or_insert(metrics.len());
                if place < metrics.len() {
                    members[place].push(index);
                    continue;
                }
            }
            metrics.push(frame::fight::Metric { subject, ..metric.clone() });
            members.push(vec![index]);
        }
        Pools { catalogue: Catalogue { metrics, ..catalogue.clone() }, members, names }
    }

    /// The name of the pool that begins with this combatant.
    #[must_use]
    pub fn name(&self, slot: Slot) -> Option<&str> {
        self.names.get(slot.index())?.as_deref()
    }

    /// True if anybody is pooled.
    #[must_use]
    pub fn any(&self) -> bool {
        self.names.iter().any(Option::is_some)
    }
}

/// By slot: the first combatant of the same entry.
pub(super) fn firsts(combatants: &[Fighter]) -> Vec<usize> {
    let same = |one: &Fighter, other: &Fighter| one.entry.is_some() && one.entry == other.entry && one.side == other.side;
    let first = |slot: usize| combatants.iter().position(|other| same(&combatants[slot], other)).unwrap_or(slot);
    (0..combatants.len()).map(first).collect()
}

/// The figure of one of several equals: the average of theirs. Its limits are the averages of their limits, which holds
/// however closely the fates of equals hang together.
#[must_use]
pub fn average(figures: &[Figure]) -> Option<Figure> {
    let first = figures.first()?;
    if figures.len() == 1 {
        return Some(*first);
    }
    let intervals: Vec<Interval> = figures.iter().map(Figure::interval).collect();
    let Interval { estimate: value, low, high } = Interval::average(&intervals)?;
    let all = |count: u64| figures.iter().all(|one| one.kind == Kind::Share(Some(count)) && one.n == first.n);
    let kind = match first.kind {
        Kind::Share(_) if all(0) => Kind::Share(Some(0)),
        Kind::Share(_) if all(first.n) => Kind::Share(Some(first.n)),
        Kind::Share(_) => Kind::Share(None),
        _ => figures.iter().map(|one| one.kind).find(|kind| matches!(kind, Kind::TooFew(_))).unwrap_or_else(|| {
            let constant = figures.iter().all(|one| one.kind == first.kind && one.value == first.value);
            if constant || first.kind == Kind::Whole { first.kind } else { Kind::Mean }
        }),
    };
    Some(Figure { value, low, high, exact: figures.iter().all(|one| one.exact), n: first.n, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::fight::{Metric, Scale, Side};

    fn fighter(name: &str, entry: Option<&str>) -> Fighter {
        Fighter { name: name.into(), side: Side(0), entry: entry.map(str::to_owned) }
    }

    #[test]
    fn combatants_of_one_entry_are_one_metric() {
        let combatants = [fighter("raider 1", Some("raider")), fighter("Ada", None), fighter("raider 2", Some("raider"))];
        let metric = |slot: u8| {
            let subject = Subject::Combatant(Slot(slot));
            Metric::of(&combatants[usize::from(slot)].name, subject, "hp", "HP left", Scale::Amount("HP"))
        };
        let catalogue = Catalogue { metrics: vec![metric(0), metric(1), metric(2)], ..Catalogue::default() };
        let pools = Pools::new(&catalogue, &combatants);
        assert_eq!(pools.members, [vec![0, 2], vec![1]]);
        assert_eq!(pools.name(Slot(0)), Some("raider (2)"));
        assert_eq!((pools.name(Slot(1)), pools.name(Slot(2))), (None, None));
    }

    #[test]
    fn a_pooled_figure_is_as_wide_as_those_of_its_members() {
        let share = |count: u64, low: f64, high: f64| Figure {
            value: count as f64 / 100.0,
            low,
            high,
            exact: false,
            n: 100,
            kind: Kind::Share(Some(count)),
        };
        let pooled = average(&[share(40, 0.3, 0.5), share(50, 0.4, 0.6)]).expect("there are two");
        assert_eq!((pooled.value, pooled.kind), (0.45, Kind::Share(None)));
        assert!((pooled.high - pooled.low - 0.2).abs() < 1e-12);
        let none = average(&[share(0, 0.0, 0.04), share(0, 0.0, 0.04)]).expect("there are two");
        assert_eq!((none.kind, none.high), (Kind::Share(Some(0)), 0.04));
    }
}
