//! The report of coverage: which rules came up, where most, and which never did.
//!
//! Owns the sentences and tables. What is counted comes from [`analysis`](frame::analysis). Start at [`CoverageReport`].

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::report::answer::listed;
use crate::report::document::{interval_json, percent};
use crate::report::figure::{Figure, Kind, percent_up, thousands};
use crate::report::listing::Listing;
use crate::report::markdown::{fenced, safe};
use crate::report::paint::Paint;
use crate::report::terminal::{grid, wrapped};
use frame::analysis::coverage::{Coverage, Row, Standing};
use frame::error::Failure;
use frame::stats::Level;
use frame::stats::proportion::proportion;
use tables::{Column, csv};

/// Rows of a table that a terminal shows at the most, unless all are asked for.
const ROWS_MOST: usize = 40;

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

/// A table of rules with its title.
struct Table {
    title: String,
    listing: Listing,
}

impl CoverageReport {
    /// The share of fights in which a rule came up where it did most.
    fn share(&self, covered: &Coverage, row: &Row) -> String {
        let (Some((place, count)), Some(share)) = (row.most, covered.share(row, self.level)) else { return "-".into() };
        let n = covered.scenarios[place].fights;
        Figure { value: share.estimate, low: share.low, high: share.high, exact: false, n, kind: Kind::Share(Some(count)) }
            .short()
    }

    /// The tables of a system: what came up, the rarest first, and what never did, by kind.
    fn tables(&self, covered: &Coverage) -> Vec<Table> {
        let mut came: Vec<&Row> = covered.standing(Standing::CameUp).collect();
        let value = |row: &Row| covered.share(row, self.level).map_or(0.0, |share| share.estimate);
        came.sort_by(|one, other| value(one).total_cmp(&value(other)));
        let row = |row: &&Row| {
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
        let mut tables = vec![Table {
            title: format!("{}: what came up, the rarest first", covered.system),
            listing: Listing::new(columns, came.iter().map(row)),
        }];
        let mut never: Vec<&Row> = covered.standing(Standing::Never).collect();
        never.sort_by_key(|row| rank(&row.rule.kind));
        let row = |row: &Row| [&row.rule.id, &row.rule.what, &row.rule.kind].map(String::clone).to_vec();
        tables.push(Table {
            title: format!("{}: what never came up", covered.system),
            listing: Listing::new(["rule", "what it is", "kind"], never.into_iter().map(row)),
        });
        tables
    }

    /// What is told apart, in a sentence; empty where there is nothing.
    fn apart(covered: &Coverage) -> String {
        let told = [
            (Standing::NoFight, "of building or told to players, which no fight shows"),
            (Standing::NoDay, "of days, and no scenario here is one"),
            (Standing::Silent, "act in silence: no story tells when they come up, and nobody knows here"),
        ];
        let told = told.map(|(standing, what)| (covered.standing(standing).count(), what));
        let told: Vec<String> =
            told.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        if told.is_empty() { String::new() } else { format!("Told apart: {}.", told.join("; ")) }
    }

    /// The answer: how many rules came up, and how many never did, by kind.
    fn answer(covered: &Coverage) -> String {
        let never = |kind: &str| covered.standing(Standing::Never).filter(|row| row.rule.kind == kind).count();
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

    /// For the terminal; `all` shows every row.
    #[must_use]
    pub fn text(&self, colour: bool, all: bool) -> String {
        let paint = Paint(colour);
        let mut text = String::new();
        for covered in &self.covered {
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{}\n{}", paint.strong(&Self::answer(covered)), wrapped(&self.source(covered)));
            let apart = Self::apart(covered);
            if !apart.is_empty() {
                let _ = writeln!(text, "{}", wrapped(&apart));
            }
            for Table { title, listing } in self.tables(covered).into_iter().filter(|table| !table.listing.rows.is_empty()) {
                let most = if all { usize::MAX } else { ROWS_MOST };
                let lines: Vec<Vec<String>> =
                    std::iter::once(&listing.columns).chain(listing.rows.iter().take(most)).cloned().collect();
                let _ = writeln!(text, "\n{}\n{}", paint.strong(&title), grid(&lines, &[true, true, true, false, true, false]));
                let more = listing.rows.len().saturating_sub(most);
                if more > 0 {
                    let _ = writeln!(text, "  and {more} more with --all");
                }
            }
        }
        text
    }

    /// In Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = "# Which rules come up\n".to_owned();
        for covered in &self.covered {
            let _ = writeln!(
                text,
                "\n**{}**\n\n{} {}",
                safe(&Self::answer(covered)),
                safe(&self.source(covered)),
                safe(&Self::apart(covered))
            );
            self.tables(covered).iter().for_each(|table| text += &table.listing.markdown(&table.title));
        }
        let _ = writeln!(text, "\n{}", fenced(&self.command));
        text
    }

    /// Everything, for programs.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn json(&self) -> Result<String, Failure> {
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
        let document = json!({
            "schema": 1,
            "tool": env!("CARGO_PKG_VERSION"),
            "command": self.command,
            "seed": self.seed,
            "confidence": self.level.confidence(),
            "systems": systems,
        });
        let text = serde_json::to_string_pretty(&document).map_err(|error| Failure::Bug(error.to_string()))?;
        Ok(text + "\n")
    }

    /// One rule per row.
    #[must_use]
    pub fn csv(&self) -> String {
        let rows: Vec<(&Coverage, &Row)> =
            self.covered.iter().flat_map(|covered| covered.rows.iter().map(move |row| (covered, row))).collect();
        let share = |of: fn(frame::stats::Interval) -> f64| {
            rows.iter().map(|(covered, row)| covered.share(row, self.level).map(of)).collect::<Vec<Option<f64>>>()
        };
        let most = |(covered, row): &(&Coverage, &Row)| row.most.map(|(place, _)| covered.scenarios[place].name.clone());
        csv(&[
            Column::new("system", rows.iter().map(|(covered, _)| covered.system.clone())),
            Column::new("rule", rows.iter().map(|(_, row)| row.rule.id.clone())),
            Column::new("kind", rows.iter().map(|(_, row)| row.rule.kind.clone())),
            Column::new("what", rows.iter().map(|(_, row)| row.rule.what.clone())),
            Column::new("standing", rows.iter().map(|(_, row)| row.standing.name())),
            Column::new("scenarios", rows.iter().map(|(_, row)| row.scenarios as u64)),
            Column::new("most_in", rows.iter().map(|row| most(row).unwrap_or_default())),
            Column::new("share", share(|one| one.estimate)),
            Column::new("low", share(|one| one.low)),
            Column::new("high", share(|one| one.high)),
        ])
    }
}
