//! The report of a knockout study: what every rule, ruling, trait and policy line is there for, and which of them make no difference.
//!
//! Owns the sentences, tables and pictures. Words and counts come from [`analysis`](frame::analysis). Start at [`KnockoutReport`].

pub mod choices;

use serde_json::{Value, json};

use crate::report::answer::{listed, the};
use crate::report::columns::Rows;
use crate::report::compare::forest::{Forest, Row};
use crate::report::compare::words::{difference, line, margin, needed, sides, unit};
use crate::report::document::{KEY, Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{percent_up, thousands};
use crate::report::listing::Listing;
use crate::report::naming;
use crate::report::plot::slug;
use frame::analysis::compare::{ComparisonRule, OutcomeFinding, OutcomeVerdict};
use frame::analysis::knockout::{Knocked, TOLD};
use frame::error::Failure;
use frame::scenario::{Switch, SwitchKind};
use frame::stats::proportion::proportion;

/// The report of a knockout study.
#[derive(Clone, PartialEq, Debug)]
pub struct KnockoutReport {
    /// The origin.
    pub origin: Origin,
    /// The rule by which words were found.
    pub rule: ComparisonRule,
    /// Names of the outcomes that were asked for, the most important first.
    pub outcomes: Vec<String>,
    /// Everything that was taken away, one by one.
    pub knocked: Vec<Knocked>,
    /// The switches that cannot be taken away, and why.
    pub refused: Vec<(Switch, String)>,
}

/// The absence of a thing in words: `rulings.crit: off instead of once`, `Ysolde without weapons: bow`.
#[must_use]
pub fn named(switch: &Switch) -> String {
    let Switch { kind, whose, now, instead, .. } = switch;
    match kind {
        SwitchKind::Rule if !switch.part.is_empty() => format!("without {}: {whose} {instead}", switch.part),
        SwitchKind::Ruling | SwitchKind::Rule => format!("{whose}: {instead} instead of {now}"),
        SwitchKind::Trait | SwitchKind::Line => format!("{} without {now}", naming::owner(whose).as_ref().unwrap_or(whose)),
    }
}

/// The same as players say it: `crit off instead of once`, `Ysolde without weapons: bow`.
#[must_use]
pub fn said(switch: &Switch) -> String {
    let Switch { kind, whose, now, instead, .. } = switch;
    match kind {
        SwitchKind::Ruling | SwitchKind::Rule if switch.part.is_empty() => naming::instead(whose, instead, now),
        SwitchKind::Rule => format!("without {}", switch.part),
        _ => named(switch),
    }
}

/// The path of a rule, for whoever wants to type it; nothing of what somebody has, whose name stands in the words.
fn key(switch: &Switch) -> String {
    match switch.kind {
        SwitchKind::Ruling | SwitchKind::Rule => switch.whose.clone(),
        SwitchKind::Trait | SwitchKind::Line => "-".to_owned(),
    }
}

/// The absence of a thing as a part of a sentence: `with crit off instead of chain`, `without Ysolde's bow`.
fn clause(switch: &Switch) -> String {
    let Switch { kind, whose, now, instead, .. } = switch;
    let what = now.split_once(": ").map_or(now.as_str(), |(_, what)| what);
    match (kind, naming::owner(whose)) {
        (SwitchKind::Rule, _) if !switch.part.is_empty() => format!("without {}", switch.part),
        (SwitchKind::Ruling | SwitchKind::Rule, _) => {
            format!("with {}", naming::instead(whose, instead, now))
        }
        (_, Some(owner)) => format!("without {}'s {what}", the(&owner)),
        (_, None) => format!("without the line {what} of {whose}"),
    }
}

/// Clauses of the first sentence, of what combatants have and of the rules each.
const CLAUSES: usize = 2;

impl KnockoutReport {
    /// The things that have this word, the largest effect first.
    fn of(&self, word: OutcomeVerdict) -> Vec<&Knocked> {
        let mut found: Vec<&Knocked> = self.knocked.iter().filter(|one| one.word() == Some(word)).collect();
        let size = |one: &Knocked| one.most().map_or(0.0, OutcomeFinding::size);
        found.sort_by(|one, other| size(other).total_cmp(&size(one)));
        found
    }

    /// The difference of a finding in words.
    fn words(&self, finding: &OutcomeFinding) -> String {
        line(&difference(finding, self.rule.level_of_intervals()))
    }

    /// The table of what makes a difference: by the outcomes asked for, and by the outcome that moved most.
    fn moved(&self, found: &[&Knocked]) -> Listing {
        let rows = found.iter().map(|one| {
            let asked = self.outcomes.iter().map(|key| one.finding(key).map_or("-".into(), |finding| self.words(finding)));
            let most = one.most().map_or_else(String::new, |most| format!("{} {}", most.outcome.key, self.words(most)));
            let changed = format!("{} of {}", one.count(OutcomeVerdict::Changed), one.compared.findings.len());
            [vec![said(&one.switch)], asked.collect(), vec![changed, most, key(&one.switch)]].concat()
        });
        let columns = ["without it, or otherwise".to_owned()].into_iter().chain(self.outcomes.iter().cloned());
        Listing::new(columns.chain(["outcomes changed", "such as", KEY].map(str::to_owned)), rows)
    }

    /// The table of what has no effect beyond the margins, by the first outcome.
    fn still(&self, found: &[&Knocked]) -> Listing {
        let rows = found.iter().map(|one| {
            let asked = self.outcomes.first().and_then(|key| one.finding(key));
            let within = asked.map_or("-".into(), |finding| format!("{}, within {}", self.words(finding), margin(finding)));
            vec![said(&one.switch), within, thousands(one.compared.fights), key(&one.switch)]
        });
        let first = self.outcomes.first().map_or("", String::as_str);
        Listing::new(["without it, or otherwise", first, "fights", KEY], rows)
    }

    /// The table of what is still open, with the fights that the largest effect needs.
    fn open(&self, found: &[&Knocked], word: OutcomeVerdict) -> Listing {
        let rows = found.iter().map(|one| {
            let most = one.most().map_or_else(String::new, |most| format!("{} {}", most.outcome.key, self.words(most)));
            let fights = one.most().map_or_else(|| "-".into(), needed);
            vec![said(&one.switch), one.count(word).to_string(), most, fights, key(&one.switch)]
        });
        let heading = format!("outcomes {}", word.text());
        Listing::new(["without it, or otherwise", &heading, "such as", "fights to decide it", KEY], rows)
    }

    /// The things that change no outcome: whether they came up at all.
    fn identical(&self, found: &[&Knocked]) -> Listing {
        let rows = found.iter().map(|one| {
            let came = match one.told_otherwise {
                None => "-".to_owned(),
                Some(0) => {
                    let most = proportion(0, TOLD, self.rule.level_of_intervals()).map_or(1.0, |share| share.high);
                    // A line that decides as what follows it is seen in no die, and has decided all the same.
                    let said = match one.switch.kind {
                        SwitchKind::Line => "never, or it decides what is decided without it",
                        _ => "never",
                    };
                    format!("{said}; in at most {} of all fights", percent_up(most))
                }
                Some(otherwise) => format!("in {otherwise} of {TOLD}"),
            };
            vec![said(&one.switch), came, key(&one.switch)]
        });
        Listing::new(["without it, or otherwise", "came up in the fights that were told", KEY], rows)
    }

    /// Ruling by ruling: does it matter which of its words holds?
    fn rulings(&self) -> Listing {
        let mut paths: Vec<&str> = Vec::new();
        for one in self.knocked.iter().filter(|one| one.switch.kind == SwitchKind::Ruling) {
            if !paths.contains(&one.switch.whose.as_str()) {
                paths.push(&one.switch.whose);
            }
        }
        let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
        for path in paths {
            let of: Vec<&Knocked> = self.knocked.iter().filter(|one| one.switch.whose == path).collect();
            let with = |word: OutcomeVerdict| {
                let names: Vec<&str> =
                    of.iter().filter(|one| one.word() == Some(word)).map(|one| one.switch.instead.as_str()).collect();
                if names.is_empty() { "-".to_owned() } else { names.join(", ") }
            };
            let worst = of.iter().filter_map(|one| one.word()).min();
            let (rank, verdict) = match worst {
                Some(OutcomeVerdict::Changed) => (0, "matters"),
                Some(OutcomeVerdict::Moved) => (1, "moves something, whether by a margin is open"),
                Some(OutcomeVerdict::Undecided) => (2, "undecided"),
                Some(OutcomeVerdict::Unchanged) => (3, "may stay unclear: within the margins"),
                Some(OutcomeVerdict::Identical) if of.iter().all(|one| one.told_otherwise == Some(0)) => {
                    (5, "never came up here")
                }
                Some(OutcomeVerdict::Identical) => (4, "may stay unclear: came up, and no fight ended otherwise"),
                None => continue,
            };
            let now = of.first().map_or("", |one| one.switch.now.as_str()).to_owned();
            let either = |words: [OutcomeVerdict; 2]| {
                let names: Vec<String> = words.map(with).into_iter().filter(|names| names != "-").collect();
                if names.is_empty() { "-".to_owned() } else { names.join(", ") }
            };
            let nothing = either([OutcomeVerdict::Unchanged, OutcomeVerdict::Identical]);
            rows.push((
                rank,
                vec![
                    naming::of(path),
                    verdict.to_owned(),
                    now,
                    with(OutcomeVerdict::Changed),
                    either([OutcomeVerdict::Moved, OutcomeVerdict::Undecided]),
                    nothing,
                    path.to_owned(),
                ],
            ));
        }
        rows.sort_by_key(|(rank, _)| *rank);
        let columns = ["ruling", "here", "as it is", "changed by", "open for", "not changed by", KEY];
        Listing::new(columns, rows.into_iter().map(|(_, row)| row))
    }

    /// The sections of the report, from what makes a difference to what cannot be taken away.
    fn sections(&self) -> Vec<Section> {
        let refused = self.refused.iter().map(|(switch, why)| vec![said(switch), why.clone(), key(switch)]);
        vec![
            Section::of(
                "What makes a difference",
                "The differences are those between the scenario without it and the scenario as it is.",
                self.moved(&self.of(OutcomeVerdict::Changed)),
                true,
            ),
            Section::of("Which ambiguities matter here", "", self.rulings(), true),
            Section::of(
                "What moves something, whether by a margin is open",
                "",
                self.open(&self.of(OutcomeVerdict::Moved), OutcomeVerdict::Moved),
                true,
            ),
            Section::of("Undecided", "", self.open(&self.of(OutcomeVerdict::Undecided), OutcomeVerdict::Undecided), true),
            Section::of(
                "No measurable effect",
                "Every outcome that was looked at stays within its margin; that is shown, not only not refuted.",
                self.still(&self.of(OutcomeVerdict::Unchanged)),
                true,
            ),
            Section::of(
                "Nothing differs in any fight",
                "What came up was rolled or told otherwise without it, and yet no outcome differs in any fight.",
                self.identical(&self.of(OutcomeVerdict::Identical)),
                false,
            ),
            Section::of("What cannot be taken away", "", Listing::new(["what", "why", KEY], refused), false),
        ]
    }

    /// A forest for each outcome asked for, the largest differences first.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let level = self.rule.level_of_intervals();
        let mut pictures = Vec::new();
        for key in &self.outcomes {
            let known = self.knocked.iter().filter_map(|one| Some((one, one.finding(key)?)));
            let mut known: Vec<(&Knocked, &OutcomeFinding)> =
                known.filter(|(_, finding)| finding.word != OutcomeVerdict::Identical).collect();
            known.sort_by(|one, other| other.1.evidence.estimate().abs().total_cmp(&one.1.evidence.estimate().abs()));
            let Some((_, first)) = known.first() else { continue };
            let (scale, unit) = unit(first.outcome.measure);
            let rows = known.iter().filter_map(|(one, finding)| {
                let moved = finding.evidence.difference(level)?;
                Some(Row {
                    name: said(&one.switch),
                    word: Some(finding.word),
                    value: moved.estimate * scale,
                    low: moved.low * scale,
                    high: moved.high * scale,
                    margin: finding.margin * scale,
                    numbers: self.words(finding),
                })
            });
            let unit = if unit == "points" { "percentage points" } else { unit };
            let forest = Forest::new(
                format!("without-{}", slug(key)),
                format!("{key} without it"),
                format!("{unit} of difference"),
                rows,
            );
            pictures.push(forest.picture()?);
        }
        Ok(pictures)
    }

    /// The sentence for players: the victories as it is, and those that are won without what somebody has and by the rules otherwise,
    /// the largest change first.
    fn first_sentence(&self) -> Option<String> {
        let key = self.outcomes.first()?;
        let level = self.rule.level_of_intervals();
        let changed = self.knocked.iter().filter_map(|one| {
            let finding = one.finding(key).filter(|finding| finding.word == OutcomeVerdict::Changed)?;
            Some((&one.switch, finding, finding.evidence.after(level)?.estimate))
        });
        let mut changed: Vec<(&Switch, &OutcomeFinding, f64)> = changed.collect();
        let size = |finding: &OutcomeFinding| finding.evidence.estimate().abs();
        changed.sort_by(|one, other| size(other.1).total_cmp(&size(one.1)));
        // The more fights a change was played with, the better the scenario as it is is known.
        let best = changed.iter().max_by_key(|(_, finding, _)| finding.evidence.n())?.1;
        let as_it_is = best.evidence.before(level)?.estimate;
        let (mut rules, mut theirs) = (0, 0);
        changed.retain(|(switch, ..)| {
            let count = if matches!(switch.kind, SwitchKind::Ruling | SwitchKind::Rule) { &mut rules } else { &mut theirs };
            *count += 1;
            *count <= CLAUSES
        });
        let clauses: Vec<(String, f64)> = changed.into_iter().map(|(switch, _, after)| (clause(switch), after)).collect();
        naming::wins(key, as_it_is, &clauses)
    }

    /// The answers in sentences: the largest difference, how many things make one, and which ambiguities matter.
    fn answers(&self) -> Vec<String> {
        let counts = OutcomeVerdict::ALL.map(|word| self.of(word).len());
        let all = self.knocked.iter().filter(|one| one.word().is_some()).count();
        let [changed, moved, undecided, unchanged, identical] = counts;
        let never = self.knocked.iter().filter(|one| one.told_otherwise == Some(0)).count();
        let never = if never == 0 { String::new() } else { format!(" ({never} of them never came up)") };
        let counted = [
            (changed, "make a difference", "makes a difference", ""),
            (
                moved,
                "move something, and it is open whether that matters",
                "moves something, and it is open whether that matters",
                "",
            ),
            (unchanged, "make none within the margins", "makes none within the margins", ""),
            (identical, "make none in any fight", "makes none in any fight", never.as_str()),
            (undecided, "are undecided", "is undecided", ""),
        ];
        let counted: Vec<String> = (counted.iter().filter(|(count, ..)| *count > 0))
            .map(|(count, many, one, more)| format!("{count} {}{more}", if *count == 1 { one } else { many }))
            .collect();
        let all = format!("Of {all} things taken away or replaced one by one, {}", listed(&counted));
        let first = self.first_sentence();
        let told = first.is_some();
        let most = self.of(OutcomeVerdict::Changed).into_iter().next().filter(|_| !told).and_then(|one| {
            let most = one.most()?;
            Some(format!("Such as {}: {} {}", said(&one.switch), most.outcome.key, self.words(most)))
        });
        let rulings = self.rulings().rows;
        let matters: Vec<String> = rulings.iter().filter(|row| row[1] == "matters").map(|row| row[0].clone()).collect();
        let unclear = rulings.iter().filter(|row| row[1].starts_with("may stay") || row[1].starts_with("never")).count();
        let ambiguities = (!rulings.is_empty()).then(|| {
            let which = if matters.is_empty() { String::new() } else { format!(": {}", matters.join(", ")) };
            let (all, of_them) = (rulings.len(), matters.len());
            let matter = if of_them == 1 { "matters" } else { "matter" };
            match all {
                1 if of_them == 1 => format!("The one ruling matters here{which}"),
                1 if unclear == 1 => "The one ruling may stay unclear".to_owned(),
                1 => "Whether the one ruling matters here is open".to_owned(),
                _ => format!("Of {all} ambiguities {of_them} {matter} here{which}; {unclear} may stay unclear"),
            }
        });
        [first, Some(all), most, ambiguities].into_iter().flatten().collect()
    }
}

impl Study for KnockoutReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let mut warnings = Vec::new();
        let open = self.knocked.iter().filter(|one| one.compared.findings.is_empty()).count();
        if open > 0 {
            warnings.push(format!("Interrupted: of {open} things nothing is known."));
        }
        let family: usize = self.knocked.iter().map(|one| one.compared.findings.len()).sum();
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.knocked.iter().any(|one| one.compared.interrupted),
            kind: "knockout",
            about: "without one thing at a time".into(),
            answers: self.answers(),
            source: format!("n = {} at the most on both sides, seed {}", thousands(self.origin.fights), self.origin.seed),
            meaning: format!(
                "Intervals: {} each, paired. Words: at {} for all {family} outcomes together (Holm).",
                percent(self.rule.level_of_intervals()),
                percent(self.rule.level)
            ),
            warnings,
            pictures: self.pictures()?,
            sections: self.sections(),
        })
    }

    fn known(&self) -> Value {
        let level = self.rule.level_of_intervals();
        let knocked = self.knocked.iter().map(|one| {
            let outcomes = one.compared.findings.iter().map(|finding| {
                json!({
                    "outcome": finding.outcome.key, "word": finding.word.text(), "margin": finding.margin,
                    "before": interval_json(finding.evidence.before(level)),
                    "after": interval_json(finding.evidence.after(level)),
                    "difference": interval_json(finding.evidence.difference(level)),
                })
            });
            let outcomes: Vec<_> = outcomes.collect();
            json!({
                "what": named(&one.switch), "set": one.switch.set, "word": one.word().map(OutcomeVerdict::text),
                "fights": one.compared.fights, "told": one.told_otherwise.map(|_| TOLD), "told_otherwise": one.told_otherwise,
                "outcomes": outcomes,
            })
        });
        let refused = self.refused.iter().map(|(switch, why)| json!({ "what": named(switch), "set": switch.set, "why": why }));
        let known = json!({
            "outcomes": self.outcomes, "answers": self.answers(), "knocked": knocked.collect::<Vec<_>>(),
            "refused": refused.collect::<Vec<_>>(),
        });
        self.origin.json("knockout", known)
    }

    fn figures(&self) -> String {
        let level = self.rule.level_of_intervals();
        let rows = self.knocked.iter().flat_map(|one| one.compared.findings.iter().map(move |finding| (one, finding)));
        let side = |finding, which: usize| sides(finding, level)[which].map(|side| side.value);
        let rows = Rows::of(rows)
            .column("what", |(one, _)| named(&one.switch))
            .column("set", |(one, _)| one.switch.set.clone())
            .column("outcome", |(_, finding)| finding.outcome.key.clone())
            .column("word", |(_, finding)| finding.word.text())
            .column("with_it", |(_, finding)| side(finding, 0))
            .column("without_it", |(_, finding)| side(finding, 1))
            .interval(["difference", "low", "high"], |(_, finding)| finding.evidence.difference(level))
            .column("margin", |(_, finding)| finding.margin)
            .column("n", |(_, finding)| finding.evidence.n());
        rows.csv()
    }
}
