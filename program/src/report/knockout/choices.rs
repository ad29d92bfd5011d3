//! The report of what a side decides: how much of the outcome is skill, and which choices are none.
//!
//! Owns the sentences, tables and the picture. What the fights say of a choice comes from [`analysis`](frame::analysis::choices). Start at
//! [`ChoicesReport`].

use serde_json::{Value as Json, json};

use crate::report::answer::{does, listed};
use crate::report::columns::Rows;
use crate::report::compare::forest::{Forest, Row};
use crate::report::compare::words::{line, moved};
use crate::report::document::{Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind, fixed, thousands};
use crate::report::listing::Listing;
use crate::report::plot::slug;
use crate::report::table::capitalised;
use frame::analysis::choices::{Choice, OtherWay, Verdict, span, together};
use frame::error::Failure;
use frame::stats::paired::Evidence;
use frame::stats::proportion::usual;
use frame::stats::{Interval, Level};

/// Fights of an evening, of which is said how far luck alone moves them.
const EVENING: u32 = 10;

/// What a side decides in one scenario, and the fights that it was looked at by.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The name of the scenario.
    pub name: String,
    /// Whose decisions: a side or a combatant.
    pub subject: String,
    /// The side.
    pub side: String,
    /// True if the user said what is wanted, and not that the side wins.
    pub own_wish: bool,
    /// What is wanted of a fight.
    pub wanted: String,
    /// Everything left to the rules: the policies before, this after.
    pub default: Option<Evidence>,
    /// Everything at random.
    pub random: Option<Evidence>,
    /// The best that a search found, by fresh fights.
    pub best: Option<Evidence>,
    /// Decision by decision.
    pub choices: Vec<Choice>,
    /// Ways that cannot be played, and why.
    pub refused: Vec<(String, String)>,
}

/// The report on the decisions of a side.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoicesReport {
    /// The origin.
    pub origin: Origin,
    /// The scenarios.
    pub played: Vec<Played>,
    /// Scenarios that were left out, and why.
    pub refused: Vec<(String, String)>,
    /// A share of fights that counts as none.
    pub margin: f64,
    /// True if it was interrupted.
    pub interrupted: bool,
}

impl Played {
    /// The ways of everything at once, by their names, with what they come to.
    fn wholes(&self) -> Vec<(&'static str, Evidence)> {
        let all = [
            ("everything at random", self.random),
            ("everything left to the rules", self.default),
            ("the best that was found", self.best),
        ];
        all.into_iter().filter_map(|(name, evidence)| Some((name, evidence?))).collect()
    }

    /// What is wanted, in words.
    fn wish(&self) -> String {
        if self.own_wish { format!("`{}`", self.wanted) } else { does(&self.side, "win") }
    }

    /// The share as it is played: by the way that played most fights.
    fn as_it_is(&self) -> Option<Evidence> {
        let all = self.choices.iter().flat_map(|choice| choice.ways.iter().map(|(_, evidence)| *evidence));
        all.chain(self.random).chain(self.default).max_by_key(Evidence::n)
    }

    /// How many of an evening's fights go as wanted in nineteen evenings of twenty: by luck alone, at the share as it is played.
    fn luck(&self, level: Level) -> Option<[u32; 2]> {
        let share = self.as_it_is()?.before(level)?.estimate;
        Some(usual(share, EVENING, Level::default()))
    }
}

/// A share of fights as a figure.
fn share(evidence: &Evidence, after: bool, level: Level) -> String {
    let interval = if after { evidence.after(level) } else { evidence.before(level) };
    interval.map_or_else(|| "-".to_owned(), |share| Figure::of(share, evidence.n(), Kind::Share(None)).short())
}

/// A difference in points.
fn points(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "-".to_owned(), |interval| line(&moved(interval, 100.0, "points")))
}

impl ChoicesReport {
    fn level(&self) -> Level {
        self.origin.level
    }

    /// The level of each interval by which choices are judged: all of them hold together.
    fn level_of_words(&self) -> Level {
        let ways = self.played.iter().flat_map(|played| &played.choices).map(|choice| choice.ways.len()).sum::<usize>();
        self.level().shared(ways.max(1))
    }

    /// The decisions with what is said of each in all scenarios.
    fn verdicts(&self) -> Vec<(&str, Verdict)> {
        let mut names: Vec<&str> = Vec::new();
        for choice in self.played.iter().flat_map(|played| &played.choices) {
            if !names.contains(&choice.decision.as_str()) {
                names.push(&choice.decision);
            }
        }
        let level = self.level_of_words();
        let verdict = |name: &&str| {
            let of = self.played.iter().flat_map(|played| &played.choices).filter(|choice| choice.decision == **name);
            together(&of.map(|choice| choice.verdict(level, self.margin)).collect::<Vec<_>>())
        };
        names.iter().map(|name| (*name, verdict(name))).collect()
    }

    /// The sentence for players.
    fn first_sentence(&self, played: &Played) -> Option<String> {
        let level = self.level();
        let now = share(&played.as_it_is()?, false, level);
        let random = played.random.map(|evidence| format!("{} where it decides at random", share(&evidence, true, level)));
        let better = |evidence: &Evidence| evidence.difference(level).is_some_and(|moved| moved.low > 0.0);
        let default = played.default.filter(better);
        let default =
            default.map(|evidence| format!("{} where it leaves everything to the rules", share(&evidence, true, level)));
        let best = played.best.map(|evidence| format!("{} by the best play that was found", share(&evidence, true, level)));
        let others: Vec<String> = random.into_iter().chain(default).chain(best).collect();
        let others = if others.is_empty() { String::new() } else { format!(", {}", listed(&others)) };
        Some(format!("{} in {now} of fights{others}", capitalised(&played.wish())))
    }

    /// The sentence on luck beside skill.
    fn beside_luck(&self, played: &Played) -> Option<String> {
        let [low, high] = played.luck(self.level())?;
        let others: Vec<Evidence> = [played.best, played.default].into_iter().flatten().collect();
        let span = span(&played.random?, &others, self.level())?;
        Some(format!(
            "From play at random to the best that is known it is {}; luck alone makes {low} to {high} of {EVENING} fights in 19 of 20 evenings",
            points(Some(span))
        ))
    }

    /// The answers in sentences.
    fn answers(&self) -> Vec<String> {
        let mut said = Vec::new();
        if let [only] = &self.played[..] {
            said.extend(self.first_sentence(only));
            said.extend(self.beside_luck(only));
            said.extend(self.most(only));
        }
        let verdicts = self.verdicts();
        let named = |wanted: &dyn Fn(&Verdict) -> Option<String>| -> Vec<String> {
            verdicts.iter().filter_map(|(name, verdict)| wanted(verdict).map(|more| format!("`{name}`{more}"))).collect()
        };
        let here = if self.played.len() == 1 { "here".to_owned() } else { format!("in {} scenarios", self.played.len()) };
        let nothing = named(&|verdict| (*verdict == Verdict::Nothing).then(String::new));
        let always = named(&|verdict| match verdict {
            Verdict::Always(word) => Some(format!(" ({word})")),
            _ => None,
        });
        if !nothing.is_empty() {
            // Of one scenario that is said of the scenario, of many it is said of the rules.
            let so = if self.played.len() == 1 { "" } else { ": a rule that could go" };
            said.push(format!(
                "However {} decided, nothing moves {here} by more than {} points{so}",
                if nothing.len() == 1 { format!("{} is", nothing[0]) } else { format!("{} are", listed(&nothing)) },
                fixed(self.margin * 100.0, 1)
            ));
        }
        if !always.is_empty() {
            let are = if always.len() == 1 { "is no choice: that answer is" } else { "are no choices: these answers are" };
            said.push(format!("{} {are} always right {here}", listed(&always)));
        }
        let open: Vec<String> = named(&|verdict| (*verdict == Verdict::Open).then(String::new));
        if !open.is_empty() {
            said.push(format!("Open: {}; more --fights may tell", listed(&open)));
        }
        said
    }

    /// The decision that costs most at random, of those that are told apart from nothing.
    fn most(&self, played: &Played) -> Option<String> {
        let level = self.level_of_words();
        let known = played.choices.iter().filter_map(|choice| Some((choice, choice.moved(&OtherWay::Random, level)?)));
        let mut known: Vec<(&Choice, Interval)> = known.filter(|(_, moved)| moved.high < 0.0).collect();
        known.sort_by(|one, other| one.1.estimate.total_cmp(&other.1.estimate));
        let (first, moved) = known.first()?;
        // Named alone only where it is told apart from the next one.
        let alone = known.get(1).is_none_or(|(_, next)| moved.high < next.low);
        let what =
            if alone { "The decision that costs most at random is" } else { "Among the decisions that cost most at random is" };
        Some(format!("{what} `{}`: {}", first.decision, points(first.moved(&OtherWay::Random, self.level()))))
    }

    /// From play at random to the best, scenario by scenario.
    fn skill(&self) -> Listing {
        let level = self.level();
        let several = self.played.len() > 1;
        let named = |played: &Played, play: &str| if several { format!("{}: {play}", played.name) } else { play.to_owned() };
        let rows = self.played.iter().flat_map(|played| {
            let as_it_is = played
                .as_it_is()
                .map(|evidence| vec![named(played, "as it is played"), share(&evidence, false, level), "-".to_owned()]);
            let wholes = played.wholes().into_iter().map(|(name, evidence)| {
                vec![named(played, name), share(&evidence, true, level), points(evidence.difference(level))]
            });
            as_it_is.into_iter().chain(wholes).collect::<Vec<_>>()
        });
        Listing::new(["play", "goes as wanted", "difference"], rows)
    }

    /// Every decision, made otherwise.
    fn decisions(&self) -> Listing {
        let (level, several) = (self.level(), self.played.len() > 1);
        let rows = self.played.iter().flat_map(|played| {
            played.choices.iter().map(move |choice| {
                let always = choice.ways.iter().filter(|(way, _)| matches!(way, OtherWay::Always(_)));
                let always: Vec<String> =
                    always.map(|(way, evidence)| format!("{}: {}", way.words(), points(evidence.difference(level)))).collect();
                vec![
                    if several { format!("{}: {}", played.name, choice.decision) } else { choice.decision.clone() },
                    self.word(&choice.verdict(self.level_of_words(), self.margin)),
                    points(choice.moved(&OtherWay::Random, level)),
                    points(choice.moved(&OtherWay::Default, level)),
                    if always.is_empty() { "-".to_owned() } else { always.join("; ") },
                ]
            })
        });
        Listing::new(["decision", "so", "at random", "left to the rules", "always the same"], rows)
    }

    /// What is said of a choice, in a cell of a table.
    fn word(&self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Nothing => "worth nothing".to_owned(),
            Verdict::Always(word) => format!("no choice: {word}"),
            Verdict::Matters => "matters".to_owned(),
            Verdict::Open => "open".to_owned(),
        }
    }

    /// How much is skill, as a drawing: every way to play by what it moves.
    fn picture(&self, played: &Played) -> Result<Option<Picture>, Failure> {
        let level = self.level();
        let wholes = played.wholes().into_iter().map(|(name, evidence)| (name.to_owned(), evidence));
        let random = played.choices.iter().filter_map(|choice| {
            let (_, evidence) = choice.ways.iter().find(|(way, _)| *way == OtherWay::Random)?;
            Some((format!("`{}` at random", choice.decision), *evidence))
        });
        let mut rows: Vec<Row> = wholes
            .chain(random)
            .filter_map(|(name, evidence)| {
                let interval = evidence.difference(level)?;
                (evidence.differ() > 0).then(|| Row::of_points(name, interval, self.margin))
            })
            .collect();
        if rows.is_empty() {
            return Ok(None);
        }
        rows.sort_by(|one, other| one.value.total_cmp(&other.value));
        if let (Some([low, high]), Some(now)) = (played.luck(level), played.as_it_is().and_then(|one| one.before(level))) {
            let of = |count: u32| (f64::from(count) / f64::from(EVENING) - now.estimate) * 100.0;
            rows.push(Row {
                name: format!("luck of {EVENING} fights"),
                word: None,
                value: 0.0,
                low: of(low),
                high: of(high),
                margin: 0.0,
                numbers: format!("{low} to {high} of {EVENING}, 19 times in 20"),
            });
        }
        let name = if self.played.len() == 1 { String::new() } else { format!(": {}", played.name) };
        let forest = Forest::new(
            slug(&format!("skill-{}", played.name)),
            format!("How much is skill{name}"),
            "percentage points against the play as it is".to_owned(),
            rows,
        );
        forest.picture().map(Some)
    }

    fn sections(&self) -> Vec<Section> {
        let refused = self.played.iter().flat_map(|played| {
            played.refused.iter().map(move |(what, why)| vec![format!("{}: {what}", played.name), why.clone()])
        });
        let left_out = self.refused.iter().map(|(name, why)| vec![name.clone(), why.clone()]);
        vec![
            Section::of(
                "How much is skill",
                "Differences are those from the play as it is, over the same fights.",
                self.skill(),
                true,
            ),
            Section::of(
                "Decision by decision",
                "One decision at a time is made otherwise, by all whose decisions these are; all others stay as they are.",
                self.decisions(),
                true,
            ),
            Section::of("What cannot be played", "", Listing::new(["what", "why"], refused.chain(left_out)), false),
        ]
    }

    /// Everything with its numbers: the scenario, the decision, the way, and the pairs.
    fn rows(&self) -> Vec<(&str, String, String, Evidence)> {
        let of = |played: &'_ Played| -> Vec<(String, String, Evidence)> {
            let wholes =
                played.wholes().into_iter().map(|(name, evidence)| ("everything".to_owned(), name.to_owned(), evidence));
            let each = played
                .choices
                .iter()
                .flat_map(|choice| choice.ways.iter().map(|(way, evidence)| (choice.decision.clone(), way.words(), *evidence)));
            wholes.chain(each).collect()
        };
        let all = self.played.iter().flat_map(|played| of(played).into_iter().map(move |row| (played.name.as_str(), row)));
        all.map(|(name, (decision, way, evidence))| (name, decision, way, evidence)).collect()
    }
}

impl Study for ChoicesReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let mut pictures = Vec::new();
        for played in &self.played {
            pictures.extend(self.picture(played)?);
        }
        let warnings =
            if self.interrupted { vec!["Interrupted: what was known by then is told.".to_owned()] } else { Vec::new() };
        let subject = self.played.first().map_or("", |played| played.subject.as_str());
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.interrupted,
            kind: "knockout",
            about: format!("the decisions of {subject}"),
            answers: self.answers(),
            source: format!("n = {} at the most on both sides, seed {}", thousands(self.origin.fights), self.origin.seed),
            meaning: format!(
                "Intervals: {} each, paired. What is said of choices: by intervals that all hold together at {} (Bonferroni). Luck: binomial, at the share as it is played.",
                percent(self.level()),
                percent(self.level()),
            ),
            warnings,
            pictures,
            sections: self.sections(),
        })
    }

    fn known(&self) -> Json {
        let level = self.level();
        let verdicts = self.verdicts();
        let choices = verdicts.iter().map(|(name, verdict)| json!({ "decision": name, "so": self.word(verdict) }));
        let played = self.rows().into_iter().map(|(scenario, decision, way, evidence)| -> Json {
            json!({
                "scenario": scenario, "decision": decision, "way": way, "fights": evidence.n(),
                "before": interval_json(evidence.before(level)), "after": interval_json(evidence.after(level)),
                "difference": interval_json(evidence.difference(level)),
            })
        });
        let refused = self.refused.iter().map(|(what, why)| json!({ "what": what, "why": why }));
        let known = json!({
            "answers": self.answers(), "margin": self.margin, "choices": choices.collect::<Vec<_>>(),
            "played": played.collect::<Vec<_>>(), "refused": refused.collect::<Vec<_>>(),
        });
        self.origin.json("knockout", known)
    }

    fn figures(&self) -> String {
        let level = self.level();
        let rows = Rows::of(self.rows())
            .column("scenario", |(name, ..)| *name)
            .column("decision", |(_, decision, ..)| decision.clone())
            .column("way", |(_, _, way, _)| way.clone())
            .column("as_it_is", |(.., evidence)| evidence.before(level).map(|one| one.estimate))
            .column("so", |(.., evidence)| evidence.after(level).map(|one| one.estimate))
            .interval(["difference", "low", "high"], |(.., evidence)| evidence.difference(level))
            .column("n", |(.., evidence)| evidence.n());
        rows.csv()
    }
}
