//! The report of a tuning: which value brings an outcome to its target.
//!
//! Owns the sentences, the tables and the picture. What was found comes from [`analysis`](crate::analysis). Start at
//! [`TuneReport`].

pub mod plans;

use serde_json::json;

use crate::analysis::grid::Axis;
use crate::analysis::tune::{Found, Search, Side, Target, Try};
use crate::error::Failure;
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::listing::Listing;
use crate::report::naming;
use crate::report::sheet::{Origin, Picture, Section, Sheet, Study, exactness, interval_json, json_text, percent, solved};
use crate::report::sweep::ribbon::Ribbons;
use crate::stats::{Interval, Level};
use crate::tables::{Column, csv};

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
    pub search: Search,
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
        if self.origin.exact {
            return solved(one.interval, self.unit.is_none());
        }
        let Interval { estimate: value, low, high } = one.interval;
        let kind = if self.unit.is_none() { Kind::Share(None) } else { Kind::Mean };
        Figure { value, low, high, exact: false, n: one.fights, kind }
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

    /// The reading of a value by fresh fights, or by the search.
    fn best(&self, value: usize) -> Option<&Try> {
        let of = |tries: &'_ [Try]| tries.iter().position(|one| one.value == value);
        of(&self.confirmed).map(|at| &self.confirmed[at]).or_else(|| of(&self.search.tries).map(|at| &self.search.tries[at]))
    }

    /// The outcome of a value in words, or that it has not been played.
    fn told(&self, value: usize) -> String {
        let path = &self.axis.path;
        let figure = self.best(value).map_or_else(|| format!("not {}", self.done()), |one| self.figure(one).short());
        format!("{path} = {}: {figure}", self.value(value))
    }

    /// The verb for what was done with values.
    fn done(&self) -> &'static str {
        if self.origin.exact { "solved" } else { "played" }
    }

    /// The answers in sentences: which value meets the target, or why none does.
    fn answers(&self) -> Vec<String> {
        let (key, path, aim) = (&self.outcome, &self.axis.path, self.aim());
        let exactly = match self.search.found {
            Found::Values(first, last) => {
                let values = if first == last {
                    format!("{path} = {}", self.value(first))
                } else {
                    format!("{path} from {} to {}", self.value(first), self.value(last))
                };
                let ends = if first == last { vec![first] } else { vec![first, last] };
                let ends: Vec<String> = ends.into_iter().map(|end| self.told(end)).collect();
                let beside = [first.checked_sub(1), Some(last + 1).filter(|next| *next < self.axis.values.len())];
                let beside: Vec<String> = beside.into_iter().flatten().map(|value| self.told(value)).collect();
                let mut answers = vec![format!("{values} brings {key} to {aim} ({})", ends.join("; "))];
                if !beside.is_empty() {
                    answers.push(format!("Beside it: {}", beside.join("; ")));
                }
                answers
            }
            Found::Between(one, other) => {
                let nearer = self.nearer(one, other);
                let further = if nearer == one { other } else { one };
                let near = format!("{key} is nearest to {aim} with {}; beside it: {}", self.told(nearer), self.told(further));
                vec![near, format!("There is no value between {} and {}", self.value(one), self.value(other))]
            }
            Found::Unreached(nearest) => vec![
                format!(
                    "No value of {path} from {} to {} brings {key} to {aim}",
                    self.value(0),
                    self.axis.values[self.axis.values.len() - 1]
                ),
                format!("Nearest is {}", self.told(nearest)),
            ],
            Found::Turned(one, other) => vec![
                format!(
                    "{key} does not follow {path} one way, so there is nothing to halve: {}; {}",
                    self.told(one),
                    self.told(other)
                ),
                format!("Look at the whole curve with `sweep{}`", if self.origin.exact { " --exact" } else { "" }),
            ],
            Found::Interrupted => vec!["Interrupted before anything was found".to_owned()],
        };
        self.players().into_iter().chain(exactly).collect()
    }

    /// The answer for players: the values, or the nearest where a target is missed by little.
    fn players(&self) -> Option<String> {
        let value = match self.search.found {
            Found::Values(first, last) if first == last => self.value(first).to_owned(),
            Found::Values(first, last) => format!("{} to {}", self.value(first), self.value(last)),
            Found::Between(one, other) => self.value(self.nearer(one, other)).to_owned(),
            Found::Unreached(_) | Found::Turned(..) | Found::Interrupted => return None,
        };
        let nearest = if matches!(self.search.found, Found::Between(..)) { ", as near as its values come" } else { "" };
        let Target { low, high } = self.target;
        Some(format!("{}{nearest}", naming::needs(&self.axis.path, &value, &self.outcome, low, high)?))
    }

    /// The one of two values that misses the target by less.
    fn nearer(&self, one: usize, other: usize) -> usize {
        let miss = |value: usize| self.best(value).map_or(f64::INFINITY, |one| self.miss(one.interval.estimate));
        if miss(one) <= miss(other) { one } else { other }
    }

    /// The distance of an outcome from the target, 0 inside of it.
    fn miss(&self, estimate: f64) -> f64 {
        (self.target.low - estimate).max(estimate - self.target.high).max(0.0)
    }

    /// The warnings: an interruption, verdicts that are not sure, and values that fresh fights put elsewhere.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.interrupted {
            warnings.push("Interrupted: not every value that matters was played again with fresh fights.".to_owned());
        }
        warnings.extend(self.unsure().filter(|_| !matches!(self.search.found, Found::Between(..))));
        let changed = self.confirmed.iter().filter(|fresh| {
            let before = self.search.tries.iter().find(|one| one.value == fresh.value);
            before.is_some_and(|before| before.side != fresh.side)
        });
        let changed: Vec<&str> = changed.map(|one| self.value(one.value)).collect();
        if !changed.is_empty() {
            warnings
                .push(format!("Fresh fights put {} on another side of the target than the search did.", changed.join(", ")));
        }
        warnings
    }

    /// The values of which it is not sure on which side of the target they lie, in a sentence.
    fn unsure(&self) -> Option<String> {
        let unsure: Vec<&str> = self.search.tries.iter().filter(|one| !one.sure).map(|one| self.value(one.value)).collect();
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
                Side::Below => "below",
                Side::Inside => "inside",
                Side::Above => "above",
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
            Found::Values(one, other) | Found::Between(one, other) | Found::Turned(one, other) => at(one).zip(at(other)),
            Found::Unreached(nearest) => at(nearest).map(|at| (at, at)),
            Found::Interrupted => None,
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
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn sheet(&self) -> Result<Sheet, Failure> {
        let between = matches!(self.search.found, Found::Between(..));
        let section = |title: &str, tries: &[Try], note: &str| Section {
            title: title.to_owned(),
            note: note.to_owned(),
            listing: self.listing(tries),
            headline: true,
        };
        Ok(Sheet {
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
                    "Intervals: {} each on fresh fights; {} each in the search, which looks more than once.{}",
                    percent(self.origin.level),
                    percent(self.level_of_search),
                    // Both neighbours of a target that no value meets are near to it.
                    self.unsure().filter(|_| between).map(|unsure| format!(" {unsure}")).unwrap_or_default()
                )
            },
            warnings: self.warnings(),
            pictures: self.pictures()?,
            sections: vec![
                section("Confirmed on fresh fights", &self.confirmed, "No fight of these had a part in the search."),
                section("The search", &self.search.tries, ""),
            ],
        })
    }

    fn json(&self) -> Result<String, Failure> {
        let mut document = self.origin.json("tune");
        let tries = |tries: &[Try]| {
            let one = |one: &Try| {
                json!({
                    "value": self.value(one.value), "figure": interval_json(Some(one.interval)), "fights": one.fights,
                    "side": format!("{:?}", one.side).to_lowercase(), "sure": one.sure,
                })
            };
            tries.iter().map(one).collect::<Vec<_>>()
        };
        let (word, values) = match self.search.found {
            Found::Values(first, last) => ("values", vec![first, last]),
            Found::Between(one, other) => ("between", vec![one, other]),
            Found::Unreached(nearest) => ("unreached", vec![nearest]),
            Found::Turned(one, other) => ("not one way", vec![one, other]),
            Found::Interrupted => ("interrupted", Vec::new()),
        };
        let values: Vec<&str> = values.into_iter().map(|value| self.value(value)).collect();
        document.insert("path".into(), json!(self.axis.path));
        document.insert("outcome".into(), json!(self.outcome));
        document.insert("target".into(), json!([self.target.low, self.target.high]));
        document.insert("found".into(), json!(word));
        document.insert("values".into(), json!(values));
        document.insert("confirmed".into(), json!(tries(&self.confirmed)));
        document.insert("search".into(), json!(tries(&self.search.tries)));
        document.insert("warnings".into(), json!(self.warnings()));
        json_text(document)
    }

    fn csv(&self) -> Result<String, Failure> {
        let search = self.search.tries.iter().map(|one| ("search", one));
        let rows: Vec<(&str, &Try)> = search.chain(self.confirmed.iter().map(|one| ("fresh", one))).collect();
        let columns = vec![
            Column::new(self.axis.path.as_str(), rows.iter().map(|(_, one)| self.value(one.value))),
            Column::new("fights_of", rows.iter().map(|(what, _)| *what)),
            Column::new("n", rows.iter().map(|(_, one)| one.fights)),
            Column::new("value", rows.iter().map(|(_, one)| one.interval.estimate)),
            Column::new("low", rows.iter().map(|(_, one)| one.interval.low)),
            Column::new("high", rows.iter().map(|(_, one)| one.interval.high)),
        ];
        Ok(csv(&columns))
    }
}
