//! The report of a tuning: which value brings an outcome to its target.
//!
//! Owns the sentences, the tables and the picture. What was found comes from [`analysis`](frame::analysis). Start at
//! [`TuneReport`].

pub mod bands;
pub mod plans;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::report::columns::Rows;
use crate::report::document::{Origin, Picture, Section, Sheet, Study, exactness, interval_json, percent};
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::listing::Listing;
use crate::report::naming;
use crate::report::sweep::either;
use crate::report::sweep::ribbon::Ribbons;
use crate::report::table::capitalised;
use frame::analysis::grid::Axis;
use frame::analysis::tune::{Target, TargetSide, Try, TuneAnswer, TuneEnd, TuneSearch, again};
use frame::error::Failure;
use frame::stats::{Interval, Level, apart};

/// Values that are nearer to each other than this part of the axis have marks that touch.
const CLOSE: f64 = 0.05;
/// Values to either side of the target that are seen closely.
const BESIDE: usize = 1;

/// The report of a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneReport {
    /// The origin.
    pub origin: Origin,
    /// The values among which was looked.
    pub axis: Axis,
    /// Name of the outcome.
    pub outcome: String,
    /// The unit of a mean; none for a share of fights.
    pub unit: Option<String>,
    /// The target of the outcome.
    pub target: Target,
    /// The search and its finds.
    pub search: TuneSearch,
    /// Level of the intervals of the search: each look has its share of the level.
    pub level_of_search: Level,
    /// The values that matter, played again with fights that nothing was chosen by.
    pub confirmed: Vec<Try>,
    /// True if some of them were not, because of an interruption.
    pub interrupted: bool,
}

impl TuneReport {
    /// The value at a place of the axis, as it is typed.
    fn value(&self, place: usize) -> &str {
        &self.axis.values[place]
    }

    /// The outcome of a try as a figure.
    fn figure(&self, one: &Try) -> Figure {
        let kind = Kind::uncounted(self.unit.is_none());
        if self.origin.exact { Figure::exact(one.interval, kind) } else { Figure::of(one.interval, one.fights, kind) }
    }

    /// A height of the outcome with its unit.
    fn height(&self, height: f64) -> String {
        match &self.unit {
            None => format!("{} %", (height * 1e4).round() / 1e2),
            Some(unit) => format!("{height} {unit}"),
        }
    }

    /// The target in words: a height, or from one to another.
    fn aim(&self) -> String {
        let Target { low, high } = self.target;
        if low == high { self.height(low) } else { format!("{} to {}", self.height(low), self.height(high)) }
    }

    /// The findings that the answer rests on: those of fights that had no part in the search, or what was solved.
    fn findings(&self) -> &[Try] {
        if self.origin.exact { &self.search.tries } else { &self.confirmed }
    }

    /// A finding by its value.
    fn finding(&self, value: usize) -> Option<&Try> {
        self.findings().iter().find(|one| one.value == value)
    }

    /// The outcome of a value in words, or that it has not been played.
    fn told(&self, value: usize) -> String {
        let number = naming::of(&self.axis.path);
        let figure = self.finding(value).map_or_else(|| format!("not {}", self.done()), |one| self.figure(one).short());
        format!("{number} = {}: {figure}", self.value(value))
    }

    /// The outcomes of some values in words.
    fn all_told(&self, values: &[usize]) -> String {
        values.iter().map(|value| self.told(*value)).collect::<Vec<_>>().join("; ")
    }

    /// The verb for what was done with values.
    fn done(&self) -> &'static str {
        if self.origin.exact { "solved" } else { "played" }
    }

    /// The answers in sentences: which value meets the target, or why none does. Nothing of the search is in them but where it looked.
    fn answers(&self) -> Vec<String> {
        let (key, number, aim) = (&self.outcome, naming::of(&self.axis.path), self.aim());
        let mut answer = TuneAnswer::of(self.findings());
        match self.search.found {
            TuneEnd::Interrupted => return vec!["Interrupted before anything was found".to_owned()],
            TuneEnd::Turned(one, other) => {
                return vec![
                    format!(
                        "{key} does not follow {} one way, so there is nothing to halve: {}",
                        naming::definite(&self.axis.path),
                        self.all_told(&[one, other])
                    ),
                    format!("Look at the whole curve with `sweep{}`", if self.origin.exact { " --exact" } else { "" }),
                ];
            }
            // Of all that was solved only what lies beside the answer is worth a word.
            found => answer.outside.retain(|value| !self.origin.exact || again(found, self.axis.values.len()).contains(value)),
        }
        let mut said: Vec<String> = self.players(&answer).into_iter().collect();
        let from_to = format!(
            "{} from {} to {}",
            naming::definite(&self.axis.path),
            self.value(0),
            self.value(self.axis.values.len() - 1)
        );
        let beside = |values: &[usize]| (!values.is_empty()).then(|| format!("Beside it: {}", self.all_told(values)));
        match (&answer.inside[..], &answer.open[..]) {
            ([first, .., last], open) => {
                let ends = self.all_told(&[*first, *last]);
                said.push(format!(
                    "{} from {} to {} brings {key} to {aim} ({ends})",
                    capitalised(&number),
                    self.value(*first),
                    self.value(*last)
                ));
                said.extend((!open.is_empty()).then(|| format!("Perhaps it does so too: {}", self.all_told(open))));
                said.extend(beside(&answer.outside));
            }
            ([only], open) => {
                let (value, figure) = (self.value(*only), self.all_told(&[*only]));
                said.push(format!("{} = {value} brings {key} to {aim} ({figure})", capitalised(&number)));
                said.extend((!open.is_empty()).then(|| format!("Perhaps it does so too: {}", self.all_told(open))));
                said.extend(beside(&answer.outside));
            }
            ([], []) => match self.search.found {
                TuneEnd::Between(one, other) => {
                    said.push(format!("No value of {from_to} brings {key} to {aim}"));
                    said.push(match self.nearer(one, other) {
                        Some([near, far]) => {
                            format!("{key} is nearest to {aim} with {}; beside it: {}", self.told(near), self.told(far))
                        }
                        None => format!("It lies between {}", self.all_told(&[one, other])),
                    });
                }
                _ => {
                    said.push(format!("No value of {from_to} brings {key} to {aim}"));
                    said.extend(self.nearest(&answer.outside));
                }
            },
            ([], open) if answer.outside.is_empty() && self.search.tries.iter().all(|one| !one.sure) => {
                said.push(format!(
                    "All values of {from_to} that were tried are too near to {aim} to tell: {}",
                    self.all_told(open)
                ));
            }
            ([], open) if self.target.low == self.target.high => {
                said.push(format!("{key} is not told apart from {aim} with {}", self.all_told(open)));
                said.extend(beside(&answer.outside));
            }
            ([], open) => {
                said.push(format!(
                    "No value of {from_to} is shown to bring {key} to {aim}; it may do so with {}",
                    self.all_told(open)
                ));
                said.extend(beside(&answer.outside));
            }
        }
        said
    }

    /// The answer for players: the values that are shown to meet the target, or two neighbours between which it lies.
    fn players(&self, answer: &TuneAnswer) -> Option<String> {
        let Target { low, high } = self.target;
        let needs = |value: &str| naming::needs(&self.axis.path, value, &self.outcome, low, high);
        let listed = |values: &[usize]| either(&values.iter().map(|value| self.value(*value).to_owned()).collect::<Vec<_>>());
        match (&answer.inside[..], &answer.open[..], self.search.found) {
            ([first, .., last], open, _) => {
                let perhaps = if open.is_empty() { String::new() } else { format!("; {} perhaps", listed(open)) };
                needs(&format!("{} to {}", self.value(*first), self.value(*last))).map(|said| said + &perhaps)
            }
            ([only], open, _) => {
                let perhaps = if open.is_empty() { String::new() } else { format!("; {} perhaps", listed(open)) };
                needs(self.value(*only)).map(|said| said + &perhaps)
            }
            ([], [], TuneEnd::Between(one, other)) if low == high => {
                let [(first, before), (last, after)] =
                    [one.min(other), one.max(other)].map(|value| (value, self.finding(value)));
                let ends = [(self.value(first), before?.interval.estimate), (self.value(last), after?.interval.estimate)];
                naming::lies_between(&self.axis.path, &self.outcome, ends, low)
            }
            ([], open, _) if low == high && !open.is_empty() && !answer.outside.is_empty() => {
                needs(&listed(open)).map(|said| format!("{said}, as far as can be told"))
            }
            _ => None,
        }
    }

    /// The one of two values that misses the target by less, and the other one; nothing where that cannot be told.
    fn nearer(&self, one: usize, other: usize) -> Option<[usize; 2]> {
        let miss = |value: usize| {
            let Try { interval: Interval { estimate, low, high }, side, .. } = *self.finding(value)?;
            let Target { low: least, high: most } = self.target;
            Some(match side {
                TargetSide::Below => Interval { estimate: least - estimate, low: least - high, high: least - low },
                _ => Interval { estimate: estimate - most, low: low - most, high: high - most },
            })
        };
        let (here, there) = (miss(one)?, miss(other)?);
        match () {
            () if apart::less(here, there) => Some([one, other]),
            () if apart::less(there, here) => Some([other, one]),
            () => None,
        }
    }

    /// The value that comes nearest to a target that none reaches, or those of which any may be that.
    fn nearest(&self, values: &[usize]) -> Option<String> {
        let found: Vec<&Try> = values.iter().filter_map(|value| self.finding(*value)).collect();
        let intervals: Vec<Interval> = found.iter().map(|one| one.interval).collect();
        let below = found.first()?.side == TargetSide::Below;
        let extreme = if below { apart::largest(&intervals) } else { apart::smallest(&intervals) };
        let all = || (0..found.len()).collect();
        let places: Vec<usize> = extreme.map_or_else(all, |extreme| extreme.named);
        let values: Vec<usize> = places.into_iter().map(|place| found[place].value).collect();
        Some(if values.len() == 1 {
            format!("Nearest is {}", self.all_told(&values))
        } else {
            format!("Near to it: {}", self.all_told(&values))
        })
    }

    /// The warnings: an interruption, and values of which the answer is not sure.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.interrupted {
            warnings.push("Interrupted: not every value that matters was played again with fresh fights.".to_owned());
        }
        warnings.extend(self.unsure());
        warnings
    }

    /// The values of which it is not sure on which side of the target they lie, in a sentence.
    fn unsure(&self) -> Option<String> {
        let open = TuneAnswer::of(self.findings()).open;
        let unsure: Vec<&str> = open.iter().map(|value| self.value(*value)).collect();
        (!unsure.is_empty()).then(|| {
            let advice = if self.origin.exact {
                "by its bounds; more of --time, --states or --memory can decide it, or fights without --exact".to_owned()
            } else {
                format!("after {} fights; --fights can decide it", thousands(self.origin.fights))
            };
            format!("On which side of the target {} lies is not sure {advice}.", unsure.join(", "))
        })
    }

    /// The table of tries, with the side of the target on which each lies.
    fn listing(&self, tries: &[Try]) -> Listing {
        let rows = tries.iter().map(|one| {
            let side = match one.side {
                TargetSide::Below => "below",
                TargetSide::Inside => "inside",
                TargetSide::Above => "above",
            };
            let side = if one.sure { side.to_owned() } else { format!("probably {side}") };
            let mut row = vec![self.value(one.value).to_owned(), self.figure(one).short(), side];
            row.extend((!self.origin.exact).then(|| thousands(one.fights)));
            row
        });
        let fights = (!self.origin.exact).then_some("fights");
        Listing::new([self.axis.path.as_str(), self.outcome.as_str(), "target"].into_iter().chain(fights), rows)
    }

    /// The values that were tried, and once more those around the target where marks would touch each other.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let tries = &self.search.tries;
        if tries.is_empty() {
            return Ok(Vec::new());
        }
        let title = format!("{} and its target", self.outcome);
        let mut pictures = vec![self.picture("search", title, tries)?];
        let places = self.axis.places();
        let places: Vec<f64> = tries.iter().map(|one| places[one.value]).collect();
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]);
        let close = gaps.fold(f64::INFINITY, f64::min) < CLOSE * (places[places.len() - 1] - places[0]);
        let at = |value: usize| tries.iter().position(|one| one.value == value);
        let around = match self.search.found {
            TuneEnd::Values(one, other) | TuneEnd::Between(one, other) | TuneEnd::Turned(one, other) => at(one).zip(at(other)),
            TuneEnd::Unreached(nearest) => at(nearest).map(|at| (at, at)),
            TuneEnd::Interrupted => None,
        };
        if let Some((first, last)) = around.filter(|_| close) {
            let (first, last) = (first.min(last).saturating_sub(BESIDE), (first.max(last) + BESIDE).min(tries.len() - 1));
            if last - first + 1 < tries.len() {
                pictures.push(self.picture("near-the-target", "Near the target".to_owned(), &tries[first..=last])?);
            }
        }
        Ok(pictures)
    }

    /// These of the values that were tried; seen closely when they are not all.
    fn picture(&self, slug: &str, title: String, shown: &[Try]) -> Result<Picture, Failure> {
        let places = self.axis.places();
        let line = |tries: &[Try]| {
            let of = |tick: &Try| tries.iter().find(|one| one.value == tick.value).map(|one| one.interval);
            shown.iter().map(of).collect::<Vec<Option<Interval>>>()
        };
        let name = if self.origin.exact { "solved" } else { "search" };
        let mut lines = vec![(name.to_owned(), line(&self.search.tries))];
        if !self.confirmed.is_empty() {
            lines.push(("fresh fights".to_owned(), line(&self.confirmed)));
        }
        let Target { low, high } = self.target;
        let drawing = Ribbons {
            axis: naming::of(&self.axis.path),
            ticks: shown.iter().map(|one| (places[one.value], self.value(one.value).to_owned())).collect(),
            joined: self.axis.numbers().is_some(),
            lines,
            unit: self.unit.clone(),
            targets: if low == high { vec![low] } else { vec![low, high] },
            stretches: Vec::new(),
            close: shown.len() < self.search.tries.len(),
        };
        Ok(Picture::twice(slug.to_owned(), title, "Dashed: the target.".into(), drawing.draw_both()?))
    }
}

impl Study for TuneReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.interrupted && self.search.found != TuneEnd::Interrupted,
            kind: "tuning",
            about: format!("{} for {} = {}", naming::of(&self.axis.path), self.outcome, self.aim()),
            answers: self.answers(),
            source: {
                let (tries, values) = (self.search.tries.len(), self.axis.values.len());
                let (fights, seed) = (thousands(self.origin.fights), self.origin.seed);
                let how = if self.origin.exact { String::new() } else { format!(", n = {fights} at the most, seed {seed}") };
                format!("{tries} of {values} values {}{how}", self.done())
            },
            meaning: if self.origin.exact {
                exactness(self.search.tries.iter().map(|one| one.interval))
            } else {
                format!(
                    "Intervals: {} each on fresh fights, and all of them together where a value is put inside or outside; {} each in \
                     the search, which looks more than once.",
                    percent(self.origin.level),
                    percent(self.level_of_search),
                )
            },
            warnings: self.warnings(),
            pictures: self.pictures()?,
            sections: vec![
                Section::of(
                    "Confirmed on fresh fights",
                    "No fight of these had a part in the search.",
                    self.listing(&self.confirmed),
                    true,
                ),
                Section::new("The search", self.listing(&self.search.tries)),
            ],
        })
    }

    fn known(&self) -> Value {
        let tries = |tries: &[Try]| {
            let one = |one: &Try| {
                json!({
                    "value": self.value(one.value), "figure": interval_json(Some(one.interval)), "fights": one.fights,
                    "side": format!("{:?}", one.side).to_lowercase(), "sure": one.sure,
                })
            };
            tries.iter().map(one).collect::<Vec<_>>()
        };
        let answer = TuneAnswer::of(self.findings());
        let (word, values) = match (self.search.found, &answer.inside[..]) {
            (TuneEnd::Interrupted, _) => ("interrupted", Vec::new()),
            (TuneEnd::Turned(one, other), _) => ("not one way", vec![one, other]),
            (_, [first, .., last]) => ("values", vec![*first, *last]),
            (_, [only]) => ("values", vec![*only, *only]),
            (_, []) if !answer.open.is_empty() => ("open", answer.open.clone()),
            (TuneEnd::Between(one, other), _) => ("between", vec![one, other]),
            _ => ("unreached", answer.outside.clone()),
        };
        let values: Vec<&str> = values.into_iter().map(|value| self.value(value)).collect();
        let open: Vec<&str> = answer.open.iter().map(|value| self.value(*value)).collect();
        let known = json!({
            "path": self.axis.path, "outcome": self.outcome, "target": [self.target.low, self.target.high], "found": word,
            "values": values, "open": open, "confirmed": tries(&self.confirmed), "search": tries(&self.search.tries),
            "warnings": self.warnings(),
        });
        self.origin.json("tune", known)
    }

    fn figures(&self) -> String {
        let search = self.search.tries.iter().map(|one| ("search", one));
        let rows: Vec<(&str, &Try)> = search.chain(self.confirmed.iter().map(|one| ("fresh", one))).collect();
        let rows = Rows::of(rows)
            .column(self.axis.path.as_str(), |(_, one)| self.value(one.value))
            .column("fights_of", |(what, _)| *what)
            .column("n", |(_, one)| one.fights)
            .interval(["value", "low", "high"], |(_, one)| Some(one.interval));
        rows.csv()
    }
}
