//! The report of a sensitivity study: what one more of each number does, and what numbers are worth in terms of each other.
//!
//! Owns the sentences, tables and pictures; how bars are drawn is in [`tornado`]. Start at [`SensitivityReport`].

pub mod tornado;

use serde_json::{Value, json};

use crate::report::columns::Rows;
use crate::report::compare::words::{line, moved, unit};
use crate::report::document::{Origin, Picture, Section, Sheet, Study, exactness, interval_json, percent};
use crate::report::figure::{Figure, Kind, Words, decimals, fixed, thousands};
use crate::report::listing::Listing;
use crate::report::naming::{self, Ends};
use crate::report::plot::slug;
use crate::report::table::capitalised;
use frame::analysis::effect::{CULLED_AFTER, Effect, exchange};
use frame::analysis::outcome::OutcomeMeasure;
use frame::analysis::sensitivity::Sensitivity;
use frame::error::Failure;
use frame::fight::typed;
use frame::stats::{Interval, apart};

use tornado::Tornado;

/// Bars of one drawing at the most.
const BARS_MOST: usize = 30;

/// The report of a sensitivity study.
#[derive(Clone, PartialEq, Debug)]
pub struct SensitivityReport {
    /// The origin.
    pub origin: Origin,
    /// Sections and numbers that were asked for.
    pub of: Vec<String>,
    /// Names of the outcomes that were asked for, the most important first.
    pub outcomes: Vec<String>,
    /// The number in which the others are expressed; without it, the one that is known best.
    pub currency: Option<String>,
    /// What was found.
    pub found: Sensitivity,
}

impl SensitivityReport {
    /// The measure of an outcome, by any effect on it that is known.
    fn measure(&self, key: &str) -> OutcomeMeasure {
        let parts = self.found.effects.iter().chain(&self.found.idle).flat_map(|effect| &effect.parts);
        parts.into_iter().find(|part| part.key == key).map_or(OutcomeMeasure::Share, |part| part.measure)
    }

    /// Effects on an outcome, the largest first.
    fn sorted(&self, key: &str) -> Vec<(&Effect, Interval)> {
        let known = self.found.effects.iter().filter_map(|effect| Some((effect, effect.per_one(key, self.origin.level)?)));
        let mut known: Vec<(&Effect, Interval)> = known.collect();
        known.sort_by(|one, other| other.1.estimate.abs().total_cmp(&one.1.estimate.abs()));
        known
    }

    /// The share of victories with the lower value of a number and with the higher one.
    fn ends<'a>(&self, key: &str, effect: &'a Effect) -> Option<Ends<'a>> {
        let [low, high] = effect.ends(key, self.origin.level)?;
        let (from, to) = effect.between;
        Some(Ends { path: &effect.path, low: (from, low.estimate), high: (to, high.estimate) })
    }

    /// An effect on an outcome in words.
    fn words(&self, key: &str, interval: Interval) -> String {
        let (scale, unit) = unit(self.measure(key));
        if self.origin.exact { exactly(interval, scale, unit) } else { line(&moved(interval, scale, unit)) }
    }

    /// Effects on an outcome that are told apart from none, all of them together, the largest first: those of numbers that are
    /// somebody's before those of the rules.
    fn told(&self, key: &str) -> Vec<(&Effect, Interval)> {
        let sorted = self.sorted(key);
        let together = apart::together(self.origin.level, sorted.len());
        let zero = |interval: Interval| apart::side(interval, 0.0);
        let told = |effect: &Effect| {
            effect.per_one(key, together).and_then(zero).is_some_and(|side| side != std::cmp::Ordering::Equal)
        };
        let mut told: Vec<_> = sorted.into_iter().filter(|(effect, _)| told(effect)).collect();
        told.sort_by_key(|(effect, _)| !naming::is_somebodys(&effect.path));
        told
    }

    /// The number in which others are expressed: the one that was named, or else hit points, those of the side whose victories are
    /// counted before others, or else any: of these the one whose effect is known best.
    fn currency(&self, key: &str) -> Option<(&Effect, Interval)> {
        let sorted = self.sorted(key);
        let known = |(_, interval): &&(&Effect, Interval)| interval.low > 0.0 || interval.high < 0.0;
        match &self.currency {
            Some(path) => sorted.into_iter().find(|(effect, _)| effect.path == *path),
            None => {
                let part = |(_, interval): &(&Effect, Interval)| interval.half_width() / interval.estimate.abs();
                let points = |(effect, _): &(&Effect, Interval)| effect.path.ends_with(".hp_max");
                let own = |(effect, _): &(&Effect, Interval)| {
                    naming::side(&effect.path).is_some_and(|side| Some(side) == typed::winner_of(key))
                };
                let order = |one: &(&Effect, Interval)| ((!points(one), !own(one)), part(one));
                let of = |one: &&(&Effect, Interval), other: &&(&Effect, Interval)| {
                    let ((one, first), (other, second)) = (order(one), order(other));
                    one.cmp(&other).then(first.total_cmp(&second))
                };
                sorted.iter().filter(known).min_by(of).copied()
            }
        }
    }

    /// The worth of one of each number in the currency, by an outcome: each with its interval.
    fn rates(&self, key: &str) -> Option<(String, Vec<(String, Interval)>)> {
        let level = self.origin.level.shared(2);
        let (money, _) = self.currency(key)?;
        let other = money.per_one(key, level)?;
        let rate = |(effect, _): (&Effect, Interval)| {
            let one = effect.per_one(key, level).filter(|one| one.low > 0.0 || one.high < 0.0)?;
            (effect.path != money.path).then_some(())?;
            Some((effect.path.clone(), exchange(one, other)?))
        };
        Some((money.path.clone(), self.sorted(key).into_iter().filter_map(rate).collect()))
    }

    /// An exchange rate in words.
    fn worth(&self, rate: Interval) -> String {
        if self.origin.exact { Figure::exact(rate, Kind::Mean).short() } else { worth(rate) }
    }

    /// The table of effects on an outcome, the largest first.
    fn effects_of(&self, key: &str) -> Listing {
        let rows = self.sorted(key).into_iter().map(|(effect, interval)| {
            let (low, high) = effect.between;
            let how = format!("{low} and {high}");
            let mut row = vec![effect.path.clone(), effect.value.to_string(), self.words(key, interval), how];
            row.extend((!self.origin.exact).then(|| thousands(effect.fights)));
            row
        });
        let columns: &[&str] = if self.origin.exact { &["solved with"] } else { &["played with", "fights"] };
        Listing::new(["number", "here", "one more does"].into_iter().chain(columns.iter().copied()), rows)
    }

    /// The sections: effects and exchange rates of each outcome, and numbers that do nothing or cannot be moved.
    fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        for key in &self.outcomes {
            sections.push(Section::new(key.clone(), self.effects_of(key)));
            let Some((money, rates)) = self.rates(key) else { continue };
            let rows =
                rates.into_iter().map(|(path, rate)| vec![naming::one_more(&path), self.worth(rate), naming::of(&money)]);
            let note = if self.origin.exact {
                "Here and by this outcome, to a first approximation: the quotient of two effects.".to_owned()
            } else {
                let level = percent(self.origin.level);
                let ranges = format!("Ranges hold however the effects depend on each other ({level}).");
                format!("Here and by this outcome, to a first approximation. {ranges}")
            };
            let listing = Listing::new(["", "is worth", "of"], rows);
            sections.push(Section::of(format!("Exchange rates by {key}"), note, listing, true));
        }
        let idle =
            self.found.idle.iter().map(|effect| vec![effect.path.clone(), effect.value.to_string(), thousands(effect.fights)]);
        let note = if self.origin.exact {
            "Everything that was looked at is exactly as likely with one less as with one more."
        } else {
            "Not one of these fights came out otherwise in anything that was looked at."
        };
        sections.push(Section::of(
            "Numbers that do nothing here",
            note,
            Listing::new(["number", "here", "fights"], idle),
            false,
        ));
        let refused = self.found.refused.iter().map(|(path, why)| vec![path.clone(), why.clone()]);
        sections.push(Section::of("Numbers that cannot be moved", "", Listing::new(["number", "why"], refused), false));
        sections
    }

    /// A drawing for each outcome of what one more of each number does to it.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let mut pictures = Vec::new();
        for key in &self.outcomes {
            let (scale, unit) = unit(self.measure(key));
            let sorted = self.sorted(key);
            let all = sorted.len();
            if all == 0 {
                continue;
            }
            let row = |(effect, interval): (&Effect, Interval)| {
                (naming::one_more(&effect.path), interval.times(scale), self.words(key, interval))
            };
            let rows = sorted.into_iter().take(BARS_MOST).map(row).collect();
            let unit = if unit == "points" { "percentage points" } else { unit };
            let drawing = Tornado { axis: format!("{unit} per one more"), rows };
            let note = if all > BARS_MOST { format!("The first {BARS_MOST} of {all} are drawn.") } else { String::new() };
            let title = format!("What one more does to {key}");
            let (slug, svg, page) = (format!("tornado-{}", slug(key)), drawing.draw()?, drawing.tracks().html()?);
            pictures.push(Picture { slug, title, note, svg, page });
        }
        Ok(pictures)
    }

    /// The answers in sentences: the largest effects on the first outcomes, and the first exchange rate.
    fn answers(&self) -> Vec<String> {
        let mut answers = Vec::new();
        if let Some(key) = self.outcomes.first() {
            let told = self.told(key);
            let top: Vec<Ends<'_>> = told.iter().take(3).filter_map(|(effect, _)| self.ends(key, effect)).collect();
            answers.extend(naming::at_ends(key, &top));
        }
        for key in self.outcomes.iter().take(2) {
            let top: Vec<String> = (self.told(key).iter().take(3))
                .map(|(effect, interval)| format!("{} {}", naming::of(&effect.path), self.words(key, *interval)))
                .collect();
            if !top.is_empty() {
                answers.push(format!("{key}, per one more: {}", top.join("; ")));
            }
        }
        if answers.is_empty() {
            let shown = if self.found.effects.is_empty() { "does anything here" } else { "is shown to do anything here" };
            answers.push(format!("None of these numbers {shown}"));
        }
        let told = self.outcomes.first().map(|key| self.told(key)).unwrap_or_default();
        let is_told = |path: &String| told.iter().any(|(effect, _)| effect.path == *path);
        if let Some((money, rates)) = self.outcomes.first().and_then(|key| self.rates(key))
            && is_told(&money)
            && let Some((path, rate)) = rates.iter().find(|(path, _)| is_told(path))
        {
            let one = capitalised(&naming::one_more(path));
            let Interval { estimate, low, high } = *rate;
            let fewer = Interval { estimate: -estimate, low: -high, high: -low };
            let (rate, way) = if estimate < 0.0 { (fewer, "fewer") } else { (*rate, "more") };
            answers.push(format!("{one} does here about as much as {} {way} of {}", self.worth(rate), naming::of(&money)));
        }
        answers
    }
}

/// A difference that is solved, in words: `+3.20812 points exact`.
fn exactly(interval: Interval, scale: f64, unit: &str) -> String {
    let figure = Figure::exact(interval.times(scale), Kind::Mean);
    let sign = if !figure.bounded() && figure.value > 0.0 { "+" } else { "" };
    let Words { number, error } = figure.words();
    format!("{sign}{number} {unit} {error}")
}

/// An exchange rate in words.
fn worth(rate: Interval) -> String {
    let digits = decimals(rate.half_width()).min(6);
    if rate.reach() > rate.half_width() * 1.1 {
        return format!("{} ({} to {})", fixed(rate.estimate, digits), fixed(rate.low, digits), fixed(rate.high, digits));
    }
    format!("{} \u{b1} {}", fixed(rate.estimate, digits), fixed(rate.half_width(), digits))
}

impl Study for SensitivityReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let mut warnings = Vec::new();
        if self.found.open > 0 {
            warnings.push(format!("Interrupted: {} numbers were not reached.", self.found.open));
        }
        let one_sided = self.found.effects.iter().filter(|effect| effect.one_sided());
        let one_sided: Vec<String> = one_sided.map(|effect| naming::of(&effect.path)).collect();
        if !one_sided.is_empty() {
            warnings.push(format!(
                "One of the two neighbours is not allowed, so that only one step was {}: {}.",
                if self.origin.exact { "solved" } else { "played" },
                one_sided.join(", ")
            ));
        }
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: self.found.open == 0,
            kind: "sensitivity",
            about: format!("one more of each number of {}", self.of.join(", ")),
            answers: self.answers(),
            source: {
                let fights = thousands(CULLED_AFTER.min(self.origin.fights));
                let idle = match (self.found.idle.len(), self.origin.exact) {
                    (0, _) => String::new(),
                    (idle, true) => format!("; {idle} more do nothing"),
                    (idle, false) => format!("; {idle} more do nothing in {fights} fights"),
                };
                let (fights, seed) = (thousands(self.origin.fights), self.origin.seed);
                let how = if self.origin.exact {
                    "solved on both sides".to_owned()
                } else {
                    format!("n = {fights} on both sides, seed {seed}")
                };
                format!("{} numbers, {how}{idle}", self.found.effects.len())
            },
            meaning: if self.origin.exact {
                let numbers = self.outcomes.iter().flat_map(|key| self.sorted(key)).map(|(_, effect)| effect);
                format!("Central differences, divided by the distance of the two values. {}", exactness(numbers))
            } else {
                let level = percent(self.origin.level);
                format!("Central differences, divided by the distance of the two values; paired intervals, {level} each.")
            },
            warnings,
            pictures: self.pictures()?,
            sections: self.sections(),
        })
    }

    fn known(&self) -> Value {
        let level = self.origin.level;
        let effect = |effect: &Effect| {
            let parts = effect.parts.iter().map(|part| {
                let unit = part.measure.unit();
                let per_one = interval_json(effect.per_one(&part.key, level));
                json!({ "outcome": part.key, "unit": unit, "per_one": per_one })
            });
            let parts: Vec<_> = parts.collect();
            json!({
                "number": effect.path, "value": effect.value, "between": [effect.between.0, effect.between.1],
                "fights": effect.fights, "effects": parts,
            })
        };
        let refused = self.found.refused.iter().map(|(path, why)| json!({ "number": path, "why": why }));
        let rates = self.outcomes.iter().filter_map(|key| Some((key, self.rates(key)?))).map(|(key, (money, rates))| {
            let rates: Vec<_> =
                rates.into_iter().map(|(path, rate)| json!({ "one": path, "worth": interval_json(Some(rate)) })).collect();
            json!({ "outcome": key, "in": money, "rates": rates })
        });
        let known = json!({
            "of": self.of, "outcomes": self.outcomes, "numbers": self.found.effects.iter().map(effect).collect::<Vec<_>>(),
            "idle": self.found.idle.iter().map(|effect| &effect.path).collect::<Vec<_>>(), "refused": refused.collect::<Vec<_>>(),
            "exchange": rates.collect::<Vec<_>>(),
        });
        self.origin.json("sensitivity", known)
    }

    fn figures(&self) -> String {
        let level = self.origin.level;
        let all = self.found.effects.iter().chain(&self.found.idle);
        let rows = Rows::of(all.flat_map(|effect| effect.parts.iter().map(move |part| (effect, part))))
            .column("number", |(effect, _)| effect.path.clone())
            .column("value", |(effect, _)| effect.value)
            .column("outcome", |(_, part)| part.key.clone())
            .column("unit", |(_, part)| part.measure.unit().unwrap_or("share").to_owned())
            .interval(["per_one", "low", "high"], |(effect, part)| effect.per_one(&part.key, level))
            .column("from", |(effect, _)| effect.between.0)
            .column("to", |(effect, _)| effect.between.1)
            .column("n", |(_, part)| part.n());
        rows.csv()
    }
}
