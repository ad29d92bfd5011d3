//! The report of chances: when fights are decided, how they turn, and how chances stand round by round.
//!
//! Owns the sentences, tables and pictures of many fights; those of one fight are in [`story`]. Start at [`ChancesReport`].

pub mod story;

use serde_json::{Value, json};

use crate::report::answer::does;
use crate::report::chart;
use crate::report::columns::Rows;
use crate::report::document::{Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind, fixed, thousands};
use crate::report::listing::Listing;
use crate::report::plot::{Named, Panel, Shape, slug};
use crate::report::table::{Table, capitalised};
use frame::analysis::chances::{
    Border, COMEBACK, ChanceNumber, ChancePlan, DECIDED, FAVOURITE, FightChances, NumberUnit, QUANTILES, Round, SETTLED_BY,
};
use frame::error::Failure;
use frame::stats::Interval;
use frame::stats::proportion::proportion;

/// Width of a drawing, and of one for a phone.
const WIDTHS: [u32; 2] = [720, 320];
/// Rounds between two rows of quantiles in a table of many rounds.
const ROUNDS_MOST: usize = 24;

/// The report of chances.
#[derive(Clone, PartialEq, Debug)]
pub struct ChancesReport {
    /// The origin.
    pub origin: Origin,
    /// The scenario, as it was typed.
    pub scenario: String,
    /// What was played.
    pub plan: ChancePlan,
    /// The fight of a day, in words.
    pub days: Option<String>,
    /// True if all fights were followed.
    pub finished: bool,
    /// What was found.
    pub chances: FightChances,
}

/// A share in per cent without decimals, but for one that is neither none nor all.
#[must_use]
pub fn share(share: f64) -> String {
    match share * 100.0 {
        all if (99.5..100.0).contains(&all) => "> 99 %".to_owned(),
        none if none > 0.0 && none < 0.5 => "< 1 %".to_owned(),
        other => format!("{other:.0} %"),
    }
}

impl ChancesReport {
    /// A number in words, with its interval.
    fn words(number: &ChanceNumber) -> String {
        let scale = if number.unit == NumberUnit::Points { 100.0 } else { 1.0 };
        let kind = if number.unit == NumberUnit::Share { Kind::Share(number.count) } else { Kind::Mean };
        let figure = Figure::of(number.interval.times(scale), number.n, kind);
        match number.unit {
            NumberUnit::Points => format!("{} points", figure.short()),
            NumberUnit::Share | NumberUnit::Rounds | NumberUnit::Times => figure.short(),
        }
    }

    /// A number by its name.
    fn number(&self, key: &str) -> Option<ChanceNumber> {
        self.chances.numbers(self.origin.level).into_iter().find(|number| number.key == key)
    }

    /// A plain number with one decimal.
    fn plain(&self, key: &str) -> Option<String> {
        let number = self.number(key)?;
        let scale = if number.unit == NumberUnit::Points { 100.0 } else { 1.0 };
        Some(fixed(number.interval.estimate * scale, 1))
    }

    /// The word for a move.
    fn step(&self) -> &'static str {
        if self.plan.turns { "turn" } else { "round" }
    }

    /// The answers, a sentence each.
    fn answers(&self) -> Vec<String> {
        let chances = &self.chances;
        let rounds = chances.courses.iter().map(|course| f64::from(course.rounds)).sum::<f64>() / chances.fights() as f64;
        let mut answers = Vec::new();
        if let (Some(decided), Some(dead)) = (self.plain("decided"), self.number("dead_rounds")) {
            let after = if dead.interval.estimate < 0.05 {
                "hardly anything is played after that".to_owned()
            } else {
                format!(
                    "{} {} played after that",
                    self.plain("dead_rounds").unwrap_or_default(),
                    if dead.interval.estimate == 1.0 { "round is" } else { "rounds are" }
                )
            };
            answers.push(format!("On average a fight is decided with round {decided} of {}: {after}", fixed(rounds, 1)));
        }
        let starts = (0..chances.sides)
            .filter(|&side| chances.ended(side) > 0 || chances.courses.iter().any(|one| one.chances[0].of(side) > 0.0));
        let start = |side: usize| {
            let chance = chances.start(side, self.origin.level)?;
            let figure = Figure::of(chance, chances.fights(), Kind::Share(None));
            Some(format!("{} {}", does(&chances.endings[side], "win"), figure.short()))
        };
        let starts: Vec<String> = starts.filter_map(start).collect();
        if !starts.is_empty() {
            answers.push(format!("As it begins: {}", starts.join(", ")));
        }
        if let Some(swing) = self.plain("swing") {
            let comebacks = self.number("comebacks").map(|number| {
                format!(
                    "; {} of the victories are comebacks from below about {:.0} %",
                    Self::words(&number),
                    COMEBACK.middle * 100.0
                )
            });
            let changes = self.plain("changes").unwrap_or_default();
            answers.push(format!(
                "A {} moves a chance by {swing} points, and the favourite changes {changes} times a fight{}",
                self.step(),
                comebacks.unwrap_or_default()
            ));
        }
        answers
    }

    /// What a number says.
    fn says(key: &str) -> String {
        match key {
            "swing" => "how far a chance moves at a time, root of the mean square".to_owned(),
            "decided" => format!("the winner never falls below about {:.0} % again", DECIDED.middle * 100.0),
            "dead_rounds" => "rounds that are played all the same".to_owned(),
            "comebacks" => format!("of the victories: the winner once stood below about {:.0} %", COMEBACK.middle * 100.0),
            "changes" => format!("another side comes to about {:.0} %", FAVOURITE.middle * 100.0),
            "surprise" => "all moves of a fight, added up".to_owned(),
            "suspense" => "the same, as it is to be expected before each move".to_owned(),
            _ => String::new(),
        }
    }

    /// The table of numbers.
    fn numbers(&self) -> Listing {
        let rows = self.chances.numbers(self.origin.level).into_iter().map(|number| {
            let label = if number.key == "swing" { format!("swing of a {}", self.step()) } else { number.label.clone() };
            vec![label, Self::words(&number), Self::says(&number.key)]
        });
        Listing::new(["", "", "that is"], rows)
    }

    /// The table of rounds.
    fn rounds(&self, rounds: &[Round]) -> Listing {
        let all = self.chances.fights();
        let rows = rounds.iter().map(|round| {
            let swing =
                round.swing.map_or_else(String::new, |swing| Figure::of(swing.times(100.0), round.fights, Kind::Mean).short());
            let figure = |count, n| figure(count, n, self).short();
            vec![round.round.to_string(), figure(round.fights, all), figure(round.decided, round.fights), swing]
        });
        Listing::new(["round", "fights that come to it", "of them decided before", "swing in it, points"], rows)
    }

    /// The sides that ever stand between nothing and all.
    fn shown(&self) -> Vec<usize> {
        let seen =
            |side: &usize| self.chances.courses.iter().any(|course| course.chances.iter().any(|one| one.of(*side) > 0.0));
        let sides: Vec<usize> = (0..self.chances.sides).filter(seen).collect();
        // Of two the second mirrors the first.
        if sides.len() == 2 { sides[..1].to_vec() } else { sides }
    }

    /// The table of the quantiles of a side's chance.
    fn quantiles(fan: &[[f64; QUANTILES.len()]]) -> Listing {
        let row = |(round, spread): (usize, &[f64; QUANTILES.len()])| {
            std::iter::once(round.to_string()).chain(spread.iter().map(|one| share(*one))).collect()
        };
        let columns = QUANTILES.map(|percent| if percent == 50 { "median".to_owned() } else { format!("{percent} %") });
        let every = fan.len().div_ceil(ROUNDS_MOST).max(1);
        Listing::new(std::iter::once("after round".to_owned()).chain(columns), fan.iter().enumerate().step_by(every).map(row))
    }

    /// The pictures: how the chances of each side spread, and how long it is fought and open.
    fn pictures(&self, rounds: &[Round]) -> Result<Vec<Picture>, Failure> {
        let mut pictures = Vec::new();
        for side in self.shown() {
            let name = &self.chances.endings[side];
            let figure = |share: &f64| Figure::of(Interval::around(share * 100.0, 0.0), self.chances.fights(), Kind::Whole);
            let fan = self.chances.fan(side);
            let points =
                fan.iter().enumerate().map(|(round, spread)| (round.to_string(), spread.each_ref().map(figure))).collect();
            let shape = Shape::Fan {
                axis: format!("chance of {name} in per cent, after round"),
                of: "fights",
                side: Some(side),
                points,
            };
            let title = format!("How the chance of {name} goes");
            let note = "Fights that are over count with what they came to; what the estimates scatter is taken out.".to_owned();
            pictures.push(Picture::twice(format!("chance-{}", slug(name)), title, note, drawn(shape)?));
        }
        let all = self.chances.fights();
        let line = |name: &str, side, counts: Vec<u64>| {
            let figures = counts.into_iter().map(|count| figure(count, all, self)).collect();
            (Named { name: name.to_owned(), side: Some(side), person: None }, figures)
        };
        let fought: Vec<u64> = rounds.iter().map(|round| round.fights).collect();
        let open: Vec<u64> = rounds.iter().map(|round| round.fights - round.decided).collect();
        let lines = vec![line("still fought", 0, fought), line("still open", 1, open)];
        let shape = Shape::Lines { axis: "rounds that are over".into(), lines };
        let title = "How long it is fought, and how long it is open".to_owned();
        let note = "What lies between the lines is played after the decision.".to_owned();
        pictures.push(Picture::twice("open".into(), title, note, drawn(shape)?));
        Ok(pictures)
    }
}

/// From where to where a border is spread, in per cent.
fn spread(border: Border) -> String {
    let [from, to] = [border.middle - border.reach, border.middle + border.reach].map(|share| (share * 1000.0).round() / 10.0);
    format!("{from} to {to}")
}

/// A share of fights.
fn figure(count: u64, n: u64, report: &ChancesReport) -> Figure {
    let nothing = Interval { estimate: 0.0, low: 0.0, high: 1.0 };
    Figure::counted(proportion(count, n, report.origin.level).unwrap_or(nothing), count, n)
}

/// A shape, wide and narrow.
fn drawn(shape: Shape) -> Result<[String; 2], Failure> {
    let table = Table { title: String::new(), rows_are: "round", columns: Vec::new(), rows: Vec::new(), headline: false };
    let panel = Panel { title: String::new(), shape, table };
    let [wide, narrow] = WIDTHS.map(|width| chart::draw(&panel, width));
    Ok([wide?, narrow?])
}

impl Study for ChancesReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let (level, chances) = (self.origin.level, &self.chances);
        let rounds = chances.rounds(level);
        let mut warnings = Vec::new();
        if !self.finished {
            warnings.push(format!(
                "Interrupted after {} of {} fights.",
                thousands(chances.played),
                thousands(self.origin.fights)
            ));
        }
        if chances.fights() < chances.played {
            warnings.push(format!(
                "The fight took place on {} of {} days; the others are left out.",
                thousands(chances.fights()),
                thousands(chances.played)
            ));
        }
        let noted = chances.noted();
        let rows = noted.into_iter().map(|noted| vec![capitalised(noted.what), noted.number.to_string(), noted.why]);
        let mut sections = vec![
            Section::new("What it is like", self.numbers()),
            Section::of(
                "Fights to look at",
                format!("sparring replay {} --fight NUMBER --chances", self.scenario),
                Listing::new(["", "fight", "why"], rows),
                true,
            ),
            Section::of("Round by round", "", self.rounds(&rounds), false),
        ];
        for side in self.shown() {
            let title = format!("The chance of {}", chances.endings[side]);
            sections.push(Section::of(title, "", Self::quantiles(&chances.fan(side)), false));
        }
        let (fights, continuations) = (thousands(chances.fights()), self.plan.continuations);
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: self.finished,
            kind: "chances",
            about: match &self.days {
                Some(day) => format!("chances by {}, {day}", self.step()),
                None => format!("chances by {}", self.step()),
            },
            answers: self.answers(),
            source: format!("n = {fights}, seed {}, {continuations} continuations of each state", self.origin.seed),
            meaning: format!(
                "Intervals of {}, by fights. What continuations scatter is taken out of swing, surprise and suspense; where it is open on which \
                 side of a border a chance lies, up to {} are played. About is a border that lies elsewhere in each fight, evenly from {}, {} and \
                 {} %: no chance is counted by luck because it lies on it.",
                percent(level),
                thousands(u64::from(SETTLED_BY * continuations)),
                spread(DECIDED),
                spread(COMEBACK),
                spread(FAVOURITE)
            ),
            warnings,
            pictures: self.pictures(&rounds)?,
            sections,
        })
    }

    fn known(&self) -> Value {
        let (level, chances) = (self.origin.level, &self.chances);
        let numbers = chances.numbers(level).into_iter().map(|number| {
            (
                number.key.clone(),
                json!({ "unit": unit(number.unit), "n": number.n, "number": interval_json(Some(number.interval)) }),
            )
        });
        let rounds = chances.rounds(level).into_iter().map(|round| {
            json!({
                "round": round.round, "fights": round.fights, "decided_before": round.decided, "swing": interval_json(round.swing),
            })
        });
        let sides = (0..chances.sides).map(|side| {
            json!({
                "side": chances.endings[side], "won": chances.ended(side), "start": interval_json(chances.start(side, level)),
                "quantiles": QUANTILES, "after_round": chances.fan(side),
            })
        });
        let noted =
            chances.noted().into_iter().map(|noted| json!({ "what": noted.what, "fight": noted.number, "why": noted.why }));
        let known = json!({
            "continuations": self.plan.continuations, "turns": self.plan.turns,
            "of": format!("fight{}", self.plan.look.fight + 1), "took_place": chances.fights(), "open": chances.open(),
            "numbers": numbers.collect::<serde_json::Map<_, _>>(), "rounds": rounds.collect::<Vec<_>>(),
            "sides": sides.collect::<Vec<_>>(), "noted": noted.collect::<Vec<_>>(),
        });
        self.origin.json("chances", known)
    }

    fn figures(&self) -> String {
        let level = self.origin.level;
        let mut rows: Vec<(String, &str, Interval, u64)> = Vec::new();
        for number in self.chances.numbers(level) {
            rows.push((number.key, unit(number.unit), number.interval, number.n));
        }
        for side in 0..self.chances.sides {
            let start = self.chances.start(side, level);
            rows.extend(
                start.map(|start| (format!("start({})", self.chances.endings[side]), "share", start, self.chances.fights())),
            );
        }
        for round in self.chances.rounds(level) {
            rows.extend(round.swing.map(|swing| (format!("round{}.swing", round.round), "share", swing, round.fights)));
        }
        let rows = Rows::of(rows)
            .column("number", |row| row.0.clone())
            .column("unit", |row| row.1.to_owned())
            .interval(["value", "low", "high"], |row| Some(row.2))
            .column("n", |row| row.3);
        rows.csv()
    }
}

/// A unit for programs: how far chances move is a share, too.
fn unit(unit: NumberUnit) -> &'static str {
    match unit {
        NumberUnit::Share | NumberUnit::Points => "share",
        NumberUnit::Rounds => "rounds",
        NumberUnit::Times => "times",
    }
}
