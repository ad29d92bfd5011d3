//! The report of a study over several scenarios: what each of many things does in each of them.
//!
//! Owns the sentences, the table of things by scenarios and its picture, for knockouts, sensitivities and sweeps alike. Start at [`ManyReport`].

use serde_json::{Value, json};

use crate::report::answer::listed;
use crate::report::columns::Rows;
use crate::report::compare::words::{line, moved};
use crate::report::document::{Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::heat::Heat;
use crate::report::listing::Listing;
use crate::report::naming;
use crate::report::table::capitalised;
use frame::analysis::compare::OutcomeVerdict;
use frame::analysis::many::{EffectThere, Looked, Thing, turns};
use frame::error::Failure;
use frame::stats::{Interval, Level};

/// Rows and columns of a picture at the most.
const DRAWN_MOST: [usize; 2] = [30, 12];
/// Things that a sentence names at the most.
const NAMED_MOST: usize = 3;

/// What is tried in every scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Each thing is taken away or replaced.
    Knockout,
    /// Each number is one more.
    Sensitivity,
    /// A value is varied.
    Sweep,
}

impl What {
    /// The verb.
    fn verb(self) -> &'static str {
        match self {
            What::Knockout => "knockout",
            What::Sensitivity => "sensitivity",
            What::Sweep => "sweep",
        }
    }
}

/// The report of such a study.
#[derive(Clone, PartialEq, Debug)]
pub struct ManyReport {
    /// The origin.
    pub origin: Origin,
    /// What is tried.
    pub what: What,
    /// The words for what is varied: `rulings`, `book.siesta.minutes`.
    pub about: String,
    /// The scenarios.
    pub scenarios: Vec<Looked>,
    /// The things, in the order of the scenarios and of the rules.
    pub things: Vec<Thing>,
    /// What could not be tried, and why.
    pub refused: Vec<(String, String)>,
    /// The meaning of intervals and words.
    pub meaning: String,
    /// The level of each interval.
    pub level: Level,
    /// True if it was broken off.
    pub interrupted: bool,
}

/// The path at the beginning of a name, for whoever wants to type it; none of what somebody has.
fn key(thing: &Thing) -> String {
    let path = thing.name.split_once(": ").map_or(thing.name.as_str(), |(path, _)| path);
    if path.contains(' ') && !path.contains('.') { "-".to_owned() } else { path.to_owned() }
}

impl ManyReport {
    /// The things, those first that matter in most scenarios, of them the largest; as they are where a value is varied.
    fn sorted(&self) -> Vec<&Thing> {
        let mut sorted: Vec<&Thing> = self.things.iter().collect();
        if self.what != What::Sweep {
            sorted.sort_by(|one, other| one.rank(other));
        }
        sorted
    }

    /// A difference in words.
    fn difference(&self, scenario: usize, interval: Interval) -> String {
        match &self.scenarios[scenario].unit {
            None => line(&moved(interval, 100.0, "points")),
            Some(unit) => line(&moved(interval, 1.0, unit)),
        }
    }

    /// The outcome itself in words.
    fn figure(&self, scenario: usize, effect: &EffectThere) -> String {
        let Some(interval) = effect.interval else { return "-".to_owned() };
        let kind = Kind::uncounted(self.scenarios[scenario].unit.is_none());
        Figure::of(interval, effect.fights, kind).short()
    }

    /// The answer, a sentence each.
    fn answers(&self) -> Vec<String> {
        let scenarios = self.scenarios.len();
        if self.what == What::Sweep {
            return self.turns();
        }
        let matter = self.things.iter().filter(|thing| thing.matters() > 0).count();
        let something = self.things.iter().filter(|thing| thing.does_something() > 0).count();
        let all = self.things.len();
        let victory = |one: &Looked| one.key.starts_with("win(") || one.key.contains("winner ==");
        let whom = if self.scenarios.iter().all(victory) { "who wins" } else { "what was asked" };
        let what = if self.what == What::Knockout { "things decide" } else { "numbers move" };
        let mut said = vec![format!(
            "{matter} of {all} {what} {whom} in any of {scenarios} scenarios, {} only something else, {} nothing that is seen",
            something - matter,
            all - something
        )];
        let named = self.sorted().into_iter().filter(|thing| thing.matters() > 0).take(NAMED_MOST);
        let named: Vec<String> = named
            .filter_map(|thing| {
                let (place, effect) = thing.most()?;
                let how = self.difference(place, effect.interval?);
                Some(format!("{} in {} ({}: {how})", thing.said, thing.matters(), self.scenarios[place].name))
            })
            .collect();
        if !named.is_empty() {
            said.push(format!("In most scenarios: {}", listed(&named)));
        }
        said
    }

    /// The scenarios in which somebody else wins more than half of the fights with one value than with another.
    fn turns(&self) -> Vec<String> {
        let shares = self.scenarios.iter().enumerate().filter(|(_, looked)| looked.unit.is_none());
        let turning: Vec<&str> =
            shares.filter(|(place, _)| turns(&self.things, *place)).map(|(_, looked)| looked.name.as_str()).collect();
        let all = self.scenarios.len();
        vec![match turning.len() {
            0 => format!(
                "Nowhere among {all} scenarios does {} turn who wins more than half of the fights",
                naming::definite(&self.about)
            ),
            count => {
                let first: Vec<String> = turning.iter().take(NAMED_MOST).map(|&name| name.to_owned()).collect();
                let more = if count > first.len() { format!(" and {} more", count - first.len()) } else { String::new() };
                format!(
                    "{} turns who wins more than half of the fights in {count} of {all} scenarios: {}{more}",
                    capitalised(&naming::definite(&self.about)),
                    listed(&first)
                )
            }
        }]
    }

    /// The things with what they do, in a line each.
    fn things(&self) -> Listing {
        let row = |thing: &Thing| {
            let there = thing.effects.iter().flatten().count();
            let most = thing.most().and_then(|(place, effect)| {
                Some([self.scenarios[place].name.clone(), self.difference(place, effect.interval?)])
            });
            let [where_most, how] = most.unwrap_or_else(|| ["-", "-"].map(str::to_owned));
            vec![
                thing.said.clone(),
                format!("{} of {there}", thing.matters()),
                format!("{} of {there}", thing.does_something()),
                where_most,
                how,
                key(thing),
            ]
        };
        let columns = ["what", "wins move in", "anything in", "most in", "by", "key"];
        Listing::new(columns, self.sorted().into_iter().map(row))
    }

    /// Scenarios in rows, and in columns what is done.
    fn matrix(&self) -> Listing {
        let things = self.sorted();
        let columns = ["scenario", "outcome"].into_iter().chain(things.iter().map(|thing| thing.said.as_str()));
        let row = |(place, looked): (usize, &Looked)| {
            let cells = things.iter().map(|thing| match &thing.effects[place] {
                None => "-".to_owned(),
                Some(effect) if self.what == What::Sweep => self.figure(place, effect),
                Some(EffectThere { interval: Some(interval), word: Some(word), .. }) if *word != OutcomeVerdict::Identical => {
                    self.difference(place, *interval).replace(" points", "")
                }
                Some(EffectThere { word, .. }) => word.map_or_else(|| "-".to_owned(), |word| word.text().to_owned()),
            });
            [looked.name.clone(), looked.key.clone()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        Listing::new(columns, self.scenarios.iter().enumerate().map(row))
    }

    /// The matrix as a picture, as far as there is room.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let sweep = self.what == What::Sweep;
        let mut things = self.sorted();
        things.retain(|thing| sweep || thing.matters() > 0);
        things.truncate(if sweep { DRAWN_MOST[1] } else { DRAWN_MOST[0] });
        let mut places: Vec<usize> = (0..self.scenarios.len()).filter(|&place| self.scenarios[place].unit.is_none()).collect();
        places.truncate(if sweep { DRAWN_MOST[0] } else { DRAWN_MOST[1] });
        if things.is_empty() || places.is_empty() {
            return Ok(Vec::new());
        }
        let cell = |thing: &Thing, place: usize| {
            let effect = thing.effects[place].as_ref()?;
            let interval = effect.interval?;
            let number =
                if sweep { format!("{:.0}", interval.estimate * 100.0) } else { format!("{:+.0}", interval.estimate * 100.0) };
            (sweep || effect.seen()).then_some((interval, number, String::new()))
        };
        let names: Vec<String> = places.iter().map(|&place| self.scenarios[place].name.clone()).collect();
        let heads: Vec<String> = things.iter().map(|thing| thing.said.clone()).collect();
        let by_thing = things.iter().map(|thing| places.iter().map(|&place| cell(thing, place)).collect());
        let by_scenario = places.iter().map(|&place| things.iter().map(|thing| cell(thing, place)).collect());
        let heat = Heat {
            axes: if sweep { [String::new(), naming::of(&self.about)] } else { [String::new(), String::new()] },
            rows: if sweep { names.clone() } else { heads.clone() },
            columns: if sweep { heads } else { names },
            cells: if sweep { by_scenario.collect() } else { by_thing.collect() },
            target: Some(if sweep { 0.5 } else { 0.0 }),
            reach: Some(if sweep { 0.5 } else { 0.3 }),
        };
        let note = if sweep {
            "Victories of the first side in per cent; intervals stand in the table."
        } else {
            "By how many percentage points victories of the first side move, where they are seen to."
        };
        Ok(vec![Picture::twice("scenarios".into(), "In each scenario".into(), note.into(), heat.draw_both()?)])
    }
}

impl Study for ManyReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let sweep = self.what == What::Sweep;
        let mut warnings = Vec::new();
        if self.interrupted {
            warnings.push("Interrupted: not everything was played that was asked for.".to_owned());
        }
        if !self.refused.is_empty() {
            warnings.push(format!("{} could not be tried: the report says why.", self.refused.len()));
        }
        let refused = self.refused.iter().map(|(what, why)| vec![what.clone(), why.clone()]);
        let refused = Section::of("What could not be tried", "", Listing::new(["what", "why"], refused), false);
        let mut sections = if sweep { Vec::new() } else { vec![Section::new("What it does", self.things())] };
        sections.push(Section::of("In each scenario", "", self.matrix(), sweep));
        sections.push(refused);
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.interrupted,
            kind: self.what.verb(),
            about: self.about.clone(),
            answers: self.answers(),
            source: format!(
                "{} scenarios, n = {} at the most, seed {}",
                self.scenarios.len(),
                thousands(self.origin.fights),
                self.origin.seed
            ),
            meaning: self.meaning.clone(),
            warnings,
            pictures: self.pictures()?,
            sections,
        })
    }

    fn known(&self) -> Value {
        let effect = |effect: &Option<EffectThere>| {
            effect.as_ref().map(|effect| {
                json!({
                    "figure": interval_json(effect.interval), "word": effect.word.map(OutcomeVerdict::text),
                    "others": effect.others, "fights": effect.fights,
                })
            })
        };
        let thing = |thing: &Thing| json!({ "name": thing.name, "matters_in": thing.matters(), "scenarios": thing.effects.iter().map(effect).collect::<Vec<_>>() });
        let looked = |one: &Looked| json!({ "name": one.name, "outcome": one.key, "unit": one.unit });
        let known = json!({
            "about": self.about, "answers": self.answers(),
            "scenarios": self.scenarios.iter().map(looked).collect::<Vec<_>>(),
            "things": self.sorted().into_iter().map(thing).collect::<Vec<_>>(),
            "refused": self.refused.iter().map(|(what, why)| json!({ "what": what, "why": why })).collect::<Vec<_>>(),
            "confidence_of_intervals": self.level.confidence(), "interrupted": self.interrupted,
        });
        self.origin.json(self.what.verb(), known)
    }

    fn figures(&self) -> String {
        let mut rows = Vec::new();
        for thing in self.sorted() {
            for (looked, effect) in self.scenarios.iter().zip(&thing.effects) {
                rows.extend(effect.as_ref().map(|effect| (thing, looked, effect)));
            }
        }
        let rows = Rows::of(rows)
            .column("what", |(thing, ..)| thing.name.as_str())
            .column("scenario", |(_, looked, _)| looked.name.as_str())
            .column("outcome", |(_, looked, _)| looked.key.as_str())
            .column("word", |(.., effect)| effect.word.map_or("", OutcomeVerdict::text))
            .column("n", |(.., effect)| effect.fights)
            .interval(["value", "low", "high"], |(.., effect)| effect.interval)
            .column("others", |(.., effect)| effect.others as u64);
        rows.csv()
    }
}

/// The meaning of the intervals of a study over several scenarios.
#[must_use]
pub fn meaning(level: Level, each: Level, how: &str) -> String {
    format!("Intervals: {} each. {how} at {} for everything together.", percent(each), percent(level))
}

/// The meaning of intervals that stand each by itself.
#[must_use]
pub fn meaning_alone(level: Level) -> String {
    let level = percent(level);
    format!("Intervals: {level} each, by itself; who wins more than half is told at {level} for all of them together.")
}
