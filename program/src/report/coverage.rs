//! The report of coverage: which rules came up, where most, and which never did.
//!
//! Owns the sentences and tables. What is counted comes from [`analysis`](frame::analysis). Start at [`CoverageReport`].

use serde_json::{Value, json};

use crate::report::answer::listed;
use crate::report::columns::Rows;
use crate::report::document::{Document, Medium, Part, Readable, Section, Tabular, interval_json, percent};
use crate::report::figure::{Figure, percent_up, thousands};
use crate::report::listing::Listing;
use crate::report::markdown::safe;
use crate::report::terminal::wrapped;
use frame::analysis::coverage::{Coverage, CoverageRow, RuleStanding};
use frame::error::Failure;
use frame::stats::Level;
use frame::stats::proportion::proportion;

/// The kinds of rules in the order in which they are told, each in words.
const KINDS: [(&str, &str); 7] = [
    ("fight", "of fights"),
    ("check", "of checks"),
    ("between", "between fights"),
    ("ruling", "rulings"),
    ("build", "of building"),
    ("narrative", "told to players"),
    ("rule", "rules of the page"),
];

/// The report of coverage.
pub struct CoverageReport {
    /// The command that makes this result again.
    pub command: String,
    /// Level of the intervals.
    pub level: Level,
    /// The seed.
    pub seed: u64,
    /// The systems.
    pub covered: Vec<Coverage>,
}

/// The place of a kind among all of them.
fn rank(kind: &str) -> usize {
    KINDS.iter().position(|(known, _)| *known == kind).unwrap_or(KINDS.len())
}

impl CoverageReport {
    /// The share of fights in which a rule came up where it did most.
    fn share(&self, covered: &Coverage, row: &CoverageRow) -> String {
        let (Some((place, count)), Some(share)) = (row.most, covered.share(row, self.level)) else { return "-".into() };
        let n = covered.scenarios[place].fights;
        Figure::counted(share, count, n).short()
    }

    /// The tables of a system: what came up, the rarest first, and what never did, by kind.
    fn tables(&self, covered: &Coverage) -> [Section; 2] {
        let mut came: Vec<&CoverageRow> = covered.standing(RuleStanding::CameUp).collect();
        let value = |row: &CoverageRow| covered.share(row, self.level).map_or(0.0, |share| share.estimate);
        came.sort_by(|one, other| value(one).total_cmp(&value(other)));
        let row = |row: &&CoverageRow| {
            let most = row.most.map_or("", |(place, _)| covered.scenarios[place].name.as_str());
            let rule = &row.rule;
            vec![
                rule.id.clone(),
                rule.what.clone(),
                rule.kind.clone(),
                self.share(covered, row),
                most.to_owned(),
                format!("{} of {}", row.scenarios, covered.scenarios.len()),
            ]
        };
        let columns = ["rule", "what it is", "kind", "came up in", "most in", "scenarios"];
        let left = [true, true, true, false, true, false];
        let came = Listing::new(columns, came.iter().map(row)).left(&left);
        let mut never: Vec<&CoverageRow> = covered.standing(RuleStanding::Never).collect();
        never.sort_by_key(|row| rank(&row.rule.kind));
        let row = |row: &CoverageRow| [&row.rule.id, &row.rule.what, &row.rule.kind].map(String::clone).to_vec();
        let never = Listing::new(["rule", "what it is", "kind"], never.into_iter().map(row)).left(&left);
        let title = |what: &str| format!("{}: what {what}", covered.system);
        [Section::new(title("came up, the rarest first"), came), Section::new(title("never came up"), never)]
    }

    /// What is told apart, in a sentence; empty where there is nothing.
    fn apart(covered: &Coverage) -> String {
        let told = [
            (RuleStanding::NoFight, "of building or told to players, which no fight shows"),
            (RuleStanding::NoDay, "of days, and no scenario here is one"),
            (RuleStanding::Silent, "act in silence: no story tells when they come up, and nobody knows here"),
        ];
        let told = told.map(|(standing, what)| (covered.standing(standing).count(), what));
        let told: Vec<String> =
            told.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        if told.is_empty() { String::new() } else { format!("Told apart: {}.", told.join("; ")) }
    }

    /// The answer: how many rules came up, and how many never did, by kind.
    fn answer(covered: &Coverage) -> String {
        let never = |kind: &str| covered.standing(RuleStanding::Never).filter(|row| row.rule.kind == kind).count();
        let kinds = KINDS.iter().map(|(kind, words)| (never(kind), *words)).filter(|(count, _)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(count, words)| format!("{count} {words}")).collect();
        let never = if kinds.is_empty() { "; none is missing".to_owned() } else { format!("; {} never do", listed(&kinds)) };
        covered.sentence() + &never
    }

    /// The number of fights, and what nothing in them means.
    fn source(&self, covered: &Coverage) -> String {
        let fights: u64 = covered.scenarios.iter().map(|scenario| scenario.fights).sum();
        let each = covered.scenarios.first().map_or(0, |scenario| scenario.fights);
        let most = proportion(0, each, self.level).map_or(1.0, |share| share.high);
        format!(
            "{} fights, {} of each scenario, seed {}. What never came up comes up in less than {} of the fights of any of them, at {}.",
            thousands(fights),
            thousands(each),
            self.seed,
            percent_up(most),
            percent(self.level)
        )
    }
}

impl Readable for CoverageReport {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        let mut document = Document::new("Which rules come up");
        document.more = " with --all";
        for (place, covered) in self.covered.iter().enumerate() {
            if place > 0 {
                document.line("");
            }
            let (source, apart) = (self.source(covered), Self::apart(covered));
            document.add([Part::Answers(vec![Self::answer(covered)])]);
            for said in [&source, &apart].into_iter().filter(|said| !said.is_empty()) {
                document.line(wrapped(said));
            }
            document.only(Medium::Markdown, Part::Text(format!("{} {}", safe(&source), safe(&apart))));
            document.add(self.tables(covered).map(Part::Section));
        }
        document.add([Part::Command(self.command.clone())]);
        Ok(document)
    }

    fn json(&self) -> Value {
        let systems = self.covered.iter().map(|covered| {
            let (came, all) = covered.counts();
            let rules = covered.rows.iter().map(|row| {
                let most = row.most.map(|(place, count)| {
                    json!({ "scenario": covered.scenarios[place].name, "fights": count, "share": interval_json(covered.share(row, self.level)) })
                });
                json!({
                    "rule": row.rule.id, "kind": row.rule.kind, "what": row.rule.what, "standing": row.standing.name(),
                    "scenarios": row.scenarios, "most": most,
                })
            });
            let rules: Vec<Value> = rules.collect();
            let scenarios = covered.scenarios.iter().map(|one| json!({ "scenario": one.name, "fights": one.fights, "rules": one.cited.len() }));
            let scenarios: Vec<Value> = scenarios.collect();
            json!({
                "system": covered.system, "answer": Self::answer(covered), "came_up": came, "could": all, "scenarios": scenarios,
                "rules": rules,
            })
        });
        let systems: Vec<Value> = systems.collect();
        json!({
            "schema": 1,
            "tool": env!("CARGO_PKG_VERSION"),
            "command": self.command,
            "seed": self.seed,
            "confidence": self.level.confidence(),
            "systems": systems,
        })
    }
}

impl Tabular for CoverageReport {
    /// One rule per row.
    fn csv(&self) -> String {
        let rows = self.covered.iter().flat_map(|covered| covered.rows.iter().map(move |row| (covered, row)));
        let most = |covered: &Coverage, row: &CoverageRow| row.most.map(|(place, _)| covered.scenarios[place].name.clone());
        Rows::of(rows)
            .column("system", |(covered, _)| covered.system.clone())
            .column("rule", |(_, row)| row.rule.id.clone())
            .column("kind", |(_, row)| row.rule.kind.clone())
            .column("what", |(_, row)| row.rule.what.clone())
            .column("standing", |(_, row)| row.standing.name())
            .column("scenarios", |(_, row)| row.scenarios as u64)
            .column("most_in", |(covered, row)| most(covered, row).unwrap_or_default())
            .interval(["share", "low", "high"], |(covered, row)| covered.share(row, self.level))
            .csv()
    }
}
