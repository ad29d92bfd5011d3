//! Formats: text, Markdown, JUnit XML, GitHub annotations and JSON.
//!
//! Owns layout and escaping. Says nothing that the [`Line`]s do not say. Start at [`CheckReport::text`].

use std::fmt::Write as _;
use std::path::MAIN_SEPARATOR;

use serde_json::{Value as Json, json};

use super::{BASELINE, CheckReport, Line, Verdict, words};
use crate::report::document::{Block, Cell, Document, Grid, Part, Phrase};
use crate::report::paint::Paint;
use crate::report::quoted;
use frame::analysis::check::{BaselineResult, BaselineVerdict, ContractResult, Judge};
use frame::analysis::contract::{Contract, ContractStanding};

/// Outcomes of a scenario that the summary shows.
const SHOWN_MOST: usize = 3;

/// Version of the layout of JSON.
const SCHEMA: u32 = 1;

impl Verdict {
    /// One word.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::Failed => "failed",
            Verdict::Error => "error",
            Verdict::Undecided => "undecided",
            Verdict::Passed => "passed",
        }
    }
}

impl CheckReport {
    /// Lines for reading: what is wrong with its details, what is well on one line each. The [summary](Self::summary) is not in it.
    #[must_use]
    pub fn text(&self, colour: bool) -> String {
        let paint = Paint(colour);
        let mut text = String::new();
        for line in self.lines() {
            let Line { scenario, what, verdict, said, details, .. } = &line;
            let gap = " ".repeat(9_usize.saturating_sub(verdict.text().len()));
            let _ = writeln!(text, "{}{gap}  {scenario}: {what}: {said}", paint.verdict(verdict.text()));
            if *verdict != Verdict::Passed {
                details.iter().for_each(|detail| {
                    let _ = writeln!(text, "             {}", paint.opening(detail));
                });
            }
        }
        text
    }

    /// A summary to paste into a document, or for the page of a job.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut document = Document::new("sparring check");
        document.level = 2;
        document.add([Part::Answers(vec![self.summary()])]);
        document.add(self.coverage.iter().cloned().map(Part::Note));
        let grids = [self.moved(), self.wanted()].into_iter().filter(|grid| !grid.rows.is_empty());
        document.marked(grids.map(Block::Grid));
        let open: Vec<String> = self.to_bless().into_iter().map(quoted).collect();
        if !open.is_empty() {
            let bless = format!("sparring bless {} --because \"...\"", open.join(" "));
            document.marked([Block::Said("", Phrase::from("If it is meant: ").code(&bless))]);
        }
        document.marked([Block::fold("All verdicts, with the commands that show them", self.verdicts())]);
        document.markdown()
    }

    /// All verdicts as a table, then what is not as it should be with its details.
    fn verdicts(&self) -> Vec<Block> {
        let mut lines = self.lines();
        lines.sort_by_key(|line| line.verdict);
        let row = |line: &Line| {
            let word = line.verdict.text();
            let word = if line.verdict == Verdict::Passed { word.into() } else { Phrase::default().strong(word) };
            vec![word.into(), words_of(&line.scenario), words_of(&line.what), words_of(&line.said)]
        };
        let mut blocks = vec![Block::Grid(Grid::new("", &["verdict", "scenario", "what", ""], lines.iter().map(row)))];
        for line in lines.iter().filter(|line| line.verdict != Verdict::Passed) {
            let title = format!("**{}: {}**", escaped(&line.scenario), escaped(&line.what));
            let details = line.details.iter().map(|detail| ("", Phrase::markup(escaped(detail))));
            blocks.extend([Block::Said("", Phrase::markup(title)), Block::List("", details.collect())]);
        }
        blocks.push(Block::Said("", Phrase::default().code(&self.command)));
        blocks
    }

    /// The outcomes that moved in each scenario, before and after as bars; without rows where nothing did.
    fn moved(&self) -> Grid {
        let mut rows = Vec::new();
        for entry in &self.entries {
            let Some(held) = entry.checked.baseline.as_ref().filter(|held| held.word != BaselineVerdict::Pass) else {
                continue;
            };
            let facts = words::what_moved(held);
            rows.extend(facts.iter().take(SHOWN_MOST).map(|fact| {
                let [before, after] = words::bars(fact.finding).map(|bar| Phrase::markup(bar).into());
                let by = Phrase::markup(words::step(fact.finding)).into();
                vec![words_of(&entry.name), words_of(&fact.finding.key), before, after, by]
            }));
            if facts.len() > SHOWN_MOST {
                rows.push(vec![words_of(&entry.name), format!("and {} more", facts.len() - SHOWN_MOST).into()]);
            }
        }
        Grid::new("", &["scenario", "what moved", "before", "after", "by"], rows)
    }

    /// The contracts that do not hold, each with what was found; without rows where all do.
    fn wanted(&self) -> Grid {
        let of_entry = |entry: &super::Entry| {
            let pairs = entry.contracts.iter().zip(&entry.checked.contracts);
            let open = pairs.filter(|(_, kept)| kept.standing != ContractStanding::Holds);
            let row = |(contract, kept): (&Contract, &ContractResult)| {
                let word = kept.standing.text();
                let word = if kept.standing == ContractStanding::Broken { Phrase::default().strong(word) } else { word.into() };
                let found: Vec<String> = words::clauses(contract, kept).iter().map(|line| escaped(line)).collect();
                let found = Phrase::markup(found.join("<br>")).into();
                vec![words_of(&entry.name), words_of(&contract.that), word.into(), found, words_of(&contract.because)]
            };
            open.map(row).collect::<Vec<_>>()
        };
        let rows = self.entries.iter().flat_map(of_entry);
        Grid::new("", &["scenario", "what is expected", "is", "found", "because"], rows)
    }

    /// The files whose baselines do not hold.
    fn to_bless(&self) -> Vec<&str> {
        let open = |held: &BaselineResult| held.word != BaselineVerdict::Pass;
        self.entries
            .iter()
            .filter(|entry| entry.checked.baseline.as_ref().is_some_and(open))
            .map(|entry| entry.file.as_str())
            .collect()
    }

    /// JUnit XML: a suite per scenario, a case per verdict. What is undecided is a failure of type `undecided`, because whoever
    /// reads such files takes everything else for well.
    #[must_use]
    pub fn junit(&self) -> String {
        let lines = self.lines();
        let failures =
            |lines: &[&Line]| lines.iter().filter(|line| matches!(line.verdict, Verdict::Failed | Verdict::Undecided)).count();
        let errors = |lines: &[&Line]| lines.iter().filter(|line| line.verdict == Verdict::Error).count();
        let all: Vec<&Line> = lines.iter().collect();
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sparring check\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
            all.len(),
            failures(&all),
            errors(&all)
        );
        for suite in all.chunk_by(|one, other| one.scenario == other.scenario) {
            let _ = writeln!(
                xml,
                "  <testsuite name=\"{}\" file=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3}\">",
                attribute(&suite[0].scenario),
                attribute(&slashed(&suite[0].file, MAIN_SEPARATOR)),
                suite.len(),
                failures(suite),
                errors(suite),
                self.entries.iter().find(|entry| entry.name == suite[0].scenario).map_or(0.0, |entry| entry.seconds)
            );
            suite.iter().for_each(|line| xml += &case(line));
            xml += "  </testsuite>\n";
        }
        xml + "</testsuites>\n"
    }

    /// Annotations that GitHub shows beside the files.
    #[must_use]
    pub fn annotations(&self) -> String {
        let mut text = String::new();
        for line in self.lines() {
            let level = match line.verdict {
                Verdict::Failed | Verdict::Error => "error",
                Verdict::Undecided => "warning",
                Verdict::Passed => continue,
            };
            let mut message = line.said.clone();
            line.details.iter().for_each(|detail| {
                message.push('\n');
                message += detail;
            });
            let title = format!("{}: {}", line.scenario, line.what);
            let _ = writeln!(
                text,
                "::{level} file={},line={},title={}::{}",
                property(&slashed(&line.file, MAIN_SEPARATOR)),
                line.line.max(1),
                property(&title),
                data(&message)
            );
        }
        let _ = writeln!(text, "{}", self.summary());
        text
    }

    /// Everything, for programs.
    #[must_use]
    pub fn json(&self) -> Json {
        let lines = self.lines();
        let counts = self.counts();
        let verdicts = |name: &str| -> Vec<Json> {
            let own = lines.iter().filter(|line| line.scenario == name);
            own.map(|line| {
                json!({
                    "what": line.what, "verdict": line.verdict.text(), "said": line.said, "details": line.details, "line": line.line,
                })
            })
            .collect()
        };
        let scenarios: Vec<Json> = self
            .entries
            .iter()
            .map(|entry| {
                json!({
                    "scenario": entry.name,
                    "file": entry.file,
                    "verdicts": verdicts(&entry.name),
                    "baseline": baseline(entry),
                    "contracts": contracts(entry),
                })
            })
            .collect();
        json!({
            "schema": SCHEMA,
            "tool": env!("CARGO_PKG_VERSION"),
            "command": self.command,
            "alarms": self.alarms,
            "out_of_time": self.out_of_time,
            "summary": self.summary(),
            "coverage": self.coverage,
            "failed": counts.failed,
            "undecided": counts.undecided,
            "passed": counts.passed,
            "not_checked": self.failed.iter().map(|(file, reason)| json!({ "file": file, "reason": reason })).collect::<Vec<_>>(),
            "scenarios": scenarios,
        })
    }
}

/// A text of a summary.
fn words_of(text: &str) -> Cell {
    Phrase::markup(escaped(text)).into()
}

/// A baseline and the outcomes that were tested.
fn baseline(entry: &super::Entry) -> Json {
    let (Some(since), Some(held)) = (&entry.since, &entry.checked.baseline) else { return Json::Null };
    let word = |word: BaselineVerdict| match word {
        BaselineVerdict::Drift => "drift",
        BaselineVerdict::Moved => "moved",
        BaselineVerdict::Undecided => "undecided",
        BaselineVerdict::Pass => "pass",
    };
    let outcomes: Vec<Json> = held
        .findings
        .iter()
        .map(|finding| {
            let (before, after) = finding.contrast.values();
            json!({
                "outcome": finding.key,
                "label": finding.label,
                "word": word(finding.word),
                "before": before,
                "after": after,
                "low": finding.interval.map(|interval| interval.low),
                "high": finding.interval.map(|interval| interval.high),
                "margin": finding.margin,
                "shift": finding.contrast.shift(),
                "chance": finding.chance,
                "test": finding.test,
                "proved": finding.proved,
            })
        })
        .collect();
    json!({
        "file": since.file,
        "because": since.because,
        "word": word(held.word),
        "same": held.difference.is_none(),
        "scenario_changed": since.scenario_changed,
        "fights": held.fights,
        "gone": held.gone,
        "new": held.new,
        "outcomes": outcomes,
    })
}

/// The expectations, with every clause.
fn contracts(entry: &super::Entry) -> Vec<Json> {
    let limit = |value: f64| value.is_finite().then_some(value);
    let pairs = entry.contracts.iter().zip(&entry.checked.contracts);
    pairs
        .map(|(contract, kept)| {
            let clauses: Vec<Json> = contract
                .clauses
                .iter()
                .zip(&kept.clauses)
                .map(|(clause, judged)| {
                    json!({
                        "what": clause.what,
                        "word": judged.standing.text(),
                        "value": judged.interval.map(|interval| interval.estimate),
                        "low": judged.interval.map(|interval| interval.low),
                        "high": judged.interval.map(|interval| interval.high),
                        "least": limit(clause.low),
                        "most": limit(clause.high),
                    })
                })
                .collect();
            json!({
                "that": contract.that,
                "line": contract.line,
                "word": kept.standing.text(),
                "fights": kept.fights,
                "exact": kept.by == Judge::Solver,
                "because": contract.because,
                "if_violated": contract.if_violated,
                "clauses": clauses,
            })
        })
        .collect()
}

/// One case of JUnit XML.
fn case(line: &Line) -> String {
    let head = format!("    <testcase classname=\"{}\" name=\"{}\"", attribute(&line.scenario), attribute(&line.what));
    let (element, kind) = match line.verdict {
        Verdict::Passed => return format!("{head}/>\n"),
        Verdict::Failed => ("failure", if line.what == BASELINE { "drift" } else { "broken" }),
        Verdict::Undecided => ("failure", "undecided"),
        Verdict::Error => ("error", "file"),
    };
    format!(
        "{head}>\n      <{element} type=\"{kind}\" message=\"{}\">{}</{element}>\n    </testcase>\n",
        attribute(&line.said),
        content(&line.details.join("\n"))
    )
}

/// A file with the slashes of a repository: services know no others, wherever the program runs.
fn slashed(file: &str, separator: char) -> String {
    if separator == '/' { file.to_owned() } else { file.replace(separator, "/") }
}

/// Text inside an element of XML; what XML 1.0 cannot hold becomes a replacement character.
fn content(text: &str) -> String {
    let allowed = |letter: char| match letter {
        '\t' | '\n' => letter,
        letter if letter < ' ' || letter == '\u{fffe}' || letter == '\u{ffff}' => '\u{fffd}',
        letter => letter,
    };
    let text: String = text.chars().map(allowed).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text of an attribute of XML.
fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Text in a cell or an item of Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '\\' => escaped.extend(['\\', letter]),
            '\n' | '\r' => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The message of an annotation.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of an annotation.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_designer_writes_stays_inside_its_element() {
        assert_eq!(attribute("a<b & \"c\"\n\u{1}"), "a&lt;b &amp; &quot;c&quot;&#10;\u{fffd}");
        assert_eq!(content("x ]]> y"), "x ]]&gt; y");
        assert_eq!(escaped("a|b <i>\n*c*"), "a\\|b \\<i\\> \\*c\\*");
        assert_eq!(data("50 %\nof"), "50 %25%0Aof");
        assert_eq!(property("a:b,c"), "a%3Ab%2Cc");
    }

    #[test]
    fn files_have_the_slashes_of_a_repository() {
        assert_eq!(slashed("a\\b.toml", '\\'), "a/b.toml");
        assert_eq!(slashed("a\\b/c.toml", '/'), "a\\b/c.toml");
    }
}
