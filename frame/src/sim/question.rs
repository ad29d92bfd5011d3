//! Conditions over the outcomes of a fight: `winner == ogre and rounds > 12`.
//!
//! Owns the meaning of names in such conditions: they are the keys of a layout's metrics, and of sums over a side, which become
//! metrics of the layout when they are asked for. Used to find fights for replays and by expectations. A [`Quantity`] is a number of a
//! fight in the same language. Start at [`FightQuestion::new`].

use std::cell::{Cell, RefCell};

use crate::dice::Slot;
use crate::error::nearest;
use crate::fight::Catalogue;
use crate::fight::span::Span;
use crate::fight::{ABSENT, Scale, Slots, typed};
use crate::policy::{Condition, Defect, Frame, Group, Kind, Measure, Name, Observer, Of, Read, Resolved, Scope, Use, WordList};

use super::layout::Layout;

/// A condition over the metrics of a fight.
#[derive(Clone, Debug)]
pub struct FightQuestion {
    condition: Condition,
}

impl FightQuestion {
    /// Reads a condition whose names are keys of this layout's metrics, or a share as it is printed: `win(party)`, `winner = party`.
    /// Sums over a side become metrics of the layout.
    ///
    /// # Errors
    /// With everything that is wrong with it.
    pub fn new(text: &str, layout: &mut Layout) -> Result<Self, Vec<Defect>> {
        let read = |text: &str, layout: &mut Layout| Condition::new(text, &Metrics::of(layout), Frame::WITHOUT_TARGET);
        let condition = read(text, layout).or_else(|defects| {
            let printed = typed::condition(text);
            if printed == text { Err(defects) } else { read(&printed, layout).map_err(|_| defects) }
        });
        let said = condition.is_err().then(|| said(text, &layout.catalogue)).flatten();
        let explained = |mut defects: Vec<Defect>| {
            if let (Some(said), Some(first)) = (said, defects.first_mut()) {
                first.help = vec![format!("write `{said}`")];
            }
            defects.into_iter().map(|defect| layout.explain(defect)).collect()
        };
        condition.map(|condition| FightQuestion { condition }).map_err(explained)
    }

    /// True if it holds of a fight with these values. A metric that the fight does not have decides nothing: `None` when the
    /// answer depends on one.
    #[must_use]
    pub fn holds(&self, values: &[i64]) -> Option<bool> {
        self.condition.known(&Values::new(KnownValues::all(values)), Slot(0))
    }
}

/// The known values of a fight of which not everything is known.
#[derive(Clone, Copy, Debug)]
pub struct KnownValues<'a> {
    /// Values of the first metrics.
    pub first: &'a [i64],
    /// The index of the first metric that is made of others.
    pub made: usize,
    /// Values of those: nothing where one could not be worked out, and an absent value inside where the fight does not have it.
    pub answers: &'a [Option<Option<i64>>],
}

impl<'a> KnownValues<'a> {
    /// Everything that is known when a fight is over.
    fn all(values: &'a [i64]) -> Self {
        KnownValues { first: values, made: values.len(), answers: &[] }
    }

    /// The value of a metric: nothing when it is not known.
    fn get(self, metric: usize) -> Option<i64> {
        let made = || self.answers.get(metric.checked_sub(self.made)?).copied().flatten();
        self.first.get(metric).copied().or_else(|| made().map(|answer| answer.unwrap_or(ABSENT)))
    }
}

/// A number of a fight, made of its metrics: `rounds`, `Ysolde.hp + Bram.hp`, `rounds > 8`, the hit points of a side.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A metric as it is, by its index.
    Metric(usize),
    /// 1 when a condition holds, else 0.
    Flag(FightQuestion),
    /// A calculation.
    Amount(Measure),
    /// The sum of these metrics, by their indices.
    Sum(Vec<usize>),
    /// The last of them and all before it: absent where the last one is.
    SoFar(Vec<usize>),
    /// By fight, its rounds and the rounds in which some went out: the rounds that they sat beside, those after the one in which they went out.
    Beside(Vec<(usize, Vec<usize>)>),
    /// The sum of these metrics, each so many times.
    Weighted(Vec<(i64, usize)>),
    /// The sum of these metrics, where all of them are there and none of the flags before them is set.
    First {
        /// The metrics that are added up.
        sum: Vec<usize>,
        /// Flags that none may have set.
        unless: Vec<usize>,
    },
}

impl Quantity {
    /// Reads a number whose names are keys of this layout's metrics. Sums over a side become metrics of it. A metric that is no number
    /// is taken as it is.
    ///
    /// # Errors
    /// With everything that is wrong with it.
    pub fn new(text: &str, layout: &mut Layout) -> Result<Self, Vec<Defect>> {
        if let Some(index) = layout.index_or_sum(&text.trim().replace('"', "")) {
            return Ok(Quantity::Metric(index));
        }
        match FightQuestion::new(text, layout) {
            Ok(question) => Ok(Quantity::Flag(question)),
            Err(_) => Measure::new(text, &Metrics::of(layout), Frame::WITHOUT_TARGET).map(Quantity::Amount),
        }
    }

    /// Its value in a fight with these values; none where it depends on a metric that the fight does not have. A sum leaves out
    /// what the fight does not have.
    #[must_use]
    pub fn value(&self, values: &[i64]) -> Option<i64> {
        self.among(&Values::new(KnownValues::all(values)))
    }

    /// Returns the metrics that it asks for.
    #[must_use]
    pub fn reads(&self) -> Vec<usize> {
        let metric = |asked: Use| usize::from(asked.read.observable);
        match self {
            Quantity::Metric(index) => vec![*index],
            Quantity::Flag(question) => question.condition.uses().map(metric).collect(),
            Quantity::Amount(measure) => measure.uses().map(metric).collect(),
            Quantity::Sum(metrics) | Quantity::SoFar(metrics) => metrics.clone(),
            Quantity::Beside(fights) => fights.iter().flat_map(|(rounds, outs)| outs.iter().chain([rounds])).copied().collect(),
            Quantity::Weighted(parts) => parts.iter().map(|&(_, metric)| metric).collect(),
            Quantity::First { sum, unless } => sum.iter().chain(unless).copied().collect(),
        }
    }

    /// What the range of its values follows from.
    #[must_use]
    pub fn span(&self) -> Span {
        let total = |metrics: &[usize]| Span::Sum(metrics.iter().map(|&metric| Span::or_nothing(metric)).collect());
        match self {
            Quantity::Metric(index) => Span::Metric(*index),
            Quantity::Flag(_) => Span::TRUTH,
            Quantity::Amount(measure) => measure.span(),
            Quantity::Beside(fights) => {
                let each = fights.iter().flat_map(|(rounds, outs)| outs.iter().map(|_| Span::or_nothing(*rounds)));
                Span::Sum(each.collect())
            }
            Quantity::Weighted(parts) => {
                let times = |&(weight, metric): &(i64, usize)| {
                    Span::Product(Box::new(Span::Between(weight, weight)), Box::new(Span::or_nothing(metric)))
                };
                Span::Sum(parts.iter().map(times).collect())
            }
            Quantity::Sum(metrics) | Quantity::SoFar(metrics) | Quantity::First { sum: metrics, .. } => total(metrics),
        }
    }

    /// The value for a fight of which not everything is known; nothing when it asks for what is not.
    #[must_use]
    pub fn value_by(&self, known: KnownValues<'_>) -> Option<Option<i64>> {
        let values = Values::new(known);
        let value = self.among(&values);
        (!values.missed.get()).then_some(value)
    }

    /// Returns the value of a quantity, as far as it is known.
    fn among(&self, values: &Values<'_>) -> Option<i64> {
        match self {
            Quantity::Metric(index) => values.present(*index),
            Quantity::Flag(question) => question.condition.known(values, Slot(0)).map(i64::from),
            Quantity::Amount(measure) => measure.known(values, Slot(0)),
            Quantity::Sum(metrics) => sum(metrics, values),
            Quantity::Beside(fights) => {
                let there = fights.iter().filter_map(|(rounds, outs)| values.present(*rounds).map(|rounds| (rounds, outs)));
                let beside = there.map(|(rounds, outs)| {
                    let went = outs.iter().filter_map(|&out| values.present(out)).filter(|&out| out > 0);
                    went.map(|out| (rounds - out).max(0)).sum::<i64>()
                });
                beside.reduce(i64::saturating_add)
            }
            Quantity::Weighted(parts) => {
                let there = parts
                    .iter()
                    .filter_map(|&(weight, metric)| values.present(metric).map(|value| weight.saturating_mul(value)));
                there.reduce(i64::saturating_add)
            }
            Quantity::First { sum: metrics, unless } => {
                let set = unless.iter().any(|&flag| values.present(flag) == Some(1));
                let there = metrics.iter().all(|&metric| values.present(metric).is_some());
                if set || !there { None } else { sum(metrics, values) }
            }
            Quantity::SoFar(metrics) => {
                metrics.last().and_then(|&last| values.present(last)).and_then(|_| sum(metrics, values))
            }
        }
    }
}

/// The sum of these metrics, as far as they are there.
fn sum(metrics: &[usize], values: &Values<'_>) -> Option<i64> {
    metrics.iter().filter_map(|&index| values.present(index)).reduce(i64::saturating_add)
}

/// The keys of metrics as names.
struct Metrics<'a> {
    layout: RefCell<&'a mut Layout>,
    words: Vec<WordList>,
}

impl<'a> Metrics<'a> {
    /// Those of a layout.
    fn of(layout: &'a mut Layout) -> Self {
        let words = layout.catalogue.metrics.iter().filter_map(|metric| match &metric.scale {
            Scale::Category(labels) => Some(WordList { name: "outcome", words: labels.clone() }),
            _ => None,
        });
        Metrics { words: words.collect(), layout: RefCell::new(layout) }
    }
}

impl Scope for Metrics<'_> {
    fn resolve(&self, name: &Name<'_>, _: Frame) -> Result<Resolved, Defect> {
        let key = name.path();
        let mut layout = self.layout.borrow_mut();
        let index = layout.index_or_sum(&key);
        let catalogue = &layout.catalogue;
        let Some(index) = index else {
            let defect = Defect::new(name.span.clone(), format!("there is no metric `{key}`"));
            let moments: Vec<String> = layout.moments_meant(&key).iter().map(|key| format!("`{}`", quoted(key))).collect();
            let help =
                if moments.is_empty() { meant(&key, catalogue) } else { format!("did you mean {}?", moments.join(" or ")) };
            return Err(defect.help(help));
        };
        let categories = catalogue.metrics[..index].iter().filter(|metric| matches!(metric.scale, Scale::Category(_)));
        let kind = match catalogue.metrics[index].scale {
            Scale::Category(_) => Kind::Word(categories.count()),
            Scale::Flag => Kind::Boolean,
            Scale::Amount(_) | Scale::Moment => Kind::Integer,
        };
        let observable =
            u16::try_from(index).map_err(|_| Defect::new(name.span.clone(), "the scenario has too many metrics"))?;
        Ok(Resolved { read: Read { of: Of::Situation, observable, argument: 0 }, kind })
    }

    fn words(&self) -> &[WordList] {
        &self.words
    }
}

/// Metrics of somebody that are shown where only the name is written.
const OWN_SHOWN: usize = 6;

/// Advice for somebody who writes a key that no metric has: the nearest one, of a day or of some combatant where the key stands alone.
#[must_use]
pub fn meant(key: &str, catalogue: &Catalogue) -> String {
    let keys = || catalogue.metrics.iter().map(|metric| metric.key.as_str());
    let within = || keys().find(|known| known.strip_suffix(key).is_some_and(|part| part.ends_with('.')));
    let of_somebody = || {
        let family = nearest(key, catalogue.metrics.iter().map(|metric| metric.family.as_str()))?;
        catalogue.metrics.iter().find(|metric| metric.family == family).map(|metric| metric.key.as_str())
    };
    if key == "sum" {
        return "a sum over a side is a metric by itself: `SIDE.hp`".to_owned();
    }
    // The name of somebody alone: what can be asked of them.
    let own: Vec<String> = keys()
        .filter(|known| known.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')))
        .map(|key| format!("`{}`", quoted(key)))
        .take(OWN_SHOWN)
        .collect();
    if !own.is_empty() {
        return format!("what of `{key}`? {} ...", own.join(", "));
    }
    match nearest(key, keys()).or_else(within).or_else(of_somebody) {
        Some(near) => format!("did you mean `{}`?", quoted(near)),
        None => "`sparring metrics FILE` lists them".to_owned(),
    }
}

/// The condition for somebody and what becomes of them, as a sentence says it: `Ada dies`, `left dead`.
fn said(text: &str, catalogue: &Catalogue) -> Option<String> {
    let (who, what) = text.trim().rsplit_once(' ')?;
    let who = who.trim().trim_end_matches(" is").trim_end_matches(" are").trim_matches('"');
    let metric = |family: &str| catalogue.metrics.iter().find(|metric| metric.key == format!("{who}.{family}"));
    let families: &[&str] = match what {
        "dies" | "die" | "dead" | "died" | "killed" => &["dead", "dies"],
        "falls" | "down" | "out" | "loses" => &["out", "down", "dead"],
        "flees" | "fled" | "runs" => &["fled", "lost_heart"],
        "wins" | "win" | "won" => {
            let winner = catalogue.metrics.iter().find(|metric| metric.key == "winner")?;
            let Scale::Category(labels) = &winner.scale else { return None };
            return labels.iter().any(|label| label == who).then(|| format!("winner == {}", quoted(who)));
        }
        _ => return None,
    };
    let metric = families.iter().find_map(|family| metric(family))?;
    let key = quoted(&metric.key);
    Some(if matches!(metric.scale, Scale::Flag) { key } else { format!("{key} > 0") })
}

/// A key as a condition writes it.
fn quoted(key: &str) -> String {
    let plain = |piece: &str| piece.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let pieces = key.split('.').map(|piece| if plain(piece) { piece.to_owned() } else { format!("\"{piece}\"") });
    pieces.collect::<Vec<_>>().join(".")
}

/// The values of one fight.
struct Values<'a> {
    /// Those that are known.
    known: KnownValues<'a>,
    /// True if another one was asked for.
    missed: Cell<bool>,
}

impl<'a> Values<'a> {
    /// Values of which it is noted when one is missed.
    fn new(known: KnownValues<'a>) -> Self {
        Values { known, missed: Cell::new(false) }
    }

    /// The value of a metric, where it is known and the fight has it.
    fn present(&self, metric: usize) -> Option<i64> {
        let value = self.known.get(metric);
        self.missed.set(self.missed.get() || value.is_none());
        value.filter(|&value| value != ABSENT)
    }
}

impl Observer for Values<'_> {
    fn situation(&self, _: Slot, observable: u16, _: i32) -> i64 {
        self.known.get(usize::from(observable)).unwrap_or(ABSENT)
    }

    fn known(&self, _: Slot, read: &Read) -> bool {
        self.present(usize::from(read.observable)).is_some()
    }

    fn combatant(&self, _: Slot, _: Slot, _: u16, _: i32) -> i64 {
        0
    }

    fn target(&self, _: Slot) -> Option<Slot> {
        None
    }

    fn group(&self, _: Slot, _: Group) -> Slots {
        Slots::NONE
    }
}
