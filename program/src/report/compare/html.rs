//! The page of a comparison: one self-contained file without scripts, clocks or anything from the network.
//!
//! Owns what stands on the page and in which order: the answer, before and after, what was changed, how the same fights end, and
//! folded what else moved and what did not. How it looks is in `templates/compare.html`. Start at [`html`].

use askama::Template;

use crate::report::compare::answer::{answer, victory};
use crate::report::compare::contracts;
use crate::report::compare::events::{Event, events};
use crate::report::compare::forest::of_findings;
use crate::report::compare::matrix::{self, Row};
use crate::report::compare::tables::{AT_THE_TABLE, NOTICED, changes, examples, flows, sharpened};
use crate::report::compare::words::{
    advice, difference, line, margin, meaning, needed, noticed, sides, source, summary, warnings,
};
use crate::report::compare::{ComparisonReport, Entry, Found};
use crate::report::document::html::rendered;
use crate::report::figure::Words;
use crate::report::listing::Listing;
use crate::report::tracks::{Band, Mark, Track, Tracks};
use frame::analysis::compare::OutcomeVerdict;
use frame::analysis::outcome::OutcomeMeasure;
use frame::error::Failure;

/// Rows of the picture of before and after at the most.
const DUMBBELLS_MOST: usize = 12;
/// Amounts that stand beside it at the most.
const AMOUNTS_MOST: usize = 8;
/// Rows of a folded table at the most; the files have all.
const ROWS_MOST: usize = 60;
/// Names of a sentence at the most; the files have all.
const NAMES_MOST: usize = 60;

#[derive(Template)]
#[template(path = "compare.html")]
struct Page<'a> {
    report: &'a ComparisonReport,
    title: String,
    /// The change in words.
    change: String,
    systems: Vec<&'a str>,
    source: String,
    answer: String,
    summary: String,
    meaning: String,
    warnings: Vec<String>,
    changes: Listing,
    /// Differences without the luck of the dice, where that was asked for.
    sharpened: Listing,
    /// Contracts that turn or do not hold, with what their designers say of that; and all.
    contracts: [Listing; 2],
    reasons: Vec<String>,
    /// Scenarios in which something moved, then those in which nothing did; empty where there is one.
    matrix: [Vec<Row<'a>>; 2],
    chapters: Vec<Chapter<'a>>,
}

impl Page<'_> {
    /// The anchor of the chapter of a scenario.
    fn anchor(&self, entry: &Entry) -> String {
        let chapter = self.chapters.iter().find(|chapter| std::ptr::eq(chapter.entry, entry));
        chapter.map_or_else(String::new, |chapter| chapter.id.clone())
    }

    /// The heading of a column of the matrix, for phones.
    fn column(&self, place: &usize) -> &'static str {
        ["wins", "rounds", "death"][*place]
    }
}

/// The chapter of one scenario.
struct Chapter<'a> {
    id: String,
    name: &'a str,
    entry: &'a Entry,
    /// Shares before and after; empty where there are none.
    dumbbells: String,
    amounts: Vec<Line>,
    flows: Vec<(String, Vec<String>, Vec<Vec<String>>)>,
    sections: Vec<Section>,
    /// Differences by unit; only of a scenario that stands alone.
    forests: Vec<(String, String, String)>,
    identical: String,
    examples: Listing,
    advice: Option<String>,
}

/// Findings of one word.
struct Section {
    title: &'static str,
    extra: &'static str,
    lines: Vec<Line>,
    more: usize,
}

/// A finding in words.
struct Line {
    name: String,
    others: String,
    before: Words,
    after: Words,
    moved: String,
    extra: String,
}

/// The whole page.
///
/// # Errors
/// A bug in the program.
pub fn html(report: &ComparisonReport) -> Result<String, Failure> {
    let mut systems: Vec<&str> = report.entries.iter().map(|entry| entry.system.as_str()).collect();
    systems.dedup();
    let found = report.found();
    let still = |entry: &Entry| entry.compared.findings.iter().all(|finding| !finding.word.is_seen_to_move());
    let chapters = report.entries.iter().enumerate().filter(|(_, entry)| !report.several() || !still(entry));
    let rows = if report.several() { matrix::rows(report) } else { Vec::new() };
    let (mut moved, unmoved): (Vec<Row<'_>>, Vec<_>) = rows.into_iter().partition(|row| row.moved > 0 || row.worst.is_some());
    // The order of the files decides between equals.
    moved.sort_by(|one, other| {
        let rank = |row: &Row<'_>| row.worst.map_or(usize::MAX, |fate| fate as usize);
        rank(one).cmp(&rank(other)).then(other.won().total_cmp(&one.won()))
    });
    let page = Page {
        report,
        title: match &report.entries[..] {
            [entry] => entry.before.title.clone(),
            entries => format!("{} scenarios", entries.len()),
        },
        change: report.changed(),
        systems,
        source: source(report),
        answer: answer(report),
        summary: summary(report),
        meaning: meaning(report),
        warnings: warnings(report),
        changes: changes(report),
        sharpened: sharpened(report, &found),
        contracts: [contracts::listing(report, false), contracts::listing(report, true)],
        reasons: contracts::reasons(report),
        matrix: [moved, unmoved],
        chapters: chapters.map(|(index, entry)| chapter(report, index, entry, &found)).collect::<Result<_, _>>()?,
    };
    rendered(&page)
}

/// The chapter of a scenario, with its findings by word, the largest first.
fn chapter<'a>(report: &ComparisonReport, index: usize, entry: &'a Entry, found: &[Found<'a>]) -> Result<Chapter<'a>, Failure> {
    let level = report.rule.level_of_intervals();
    // Under the heading of its scenario a finding does not name it again.
    let of_entry = found.iter().filter(|found| std::ptr::eq(found.entry, entry));
    let here: Vec<Found<'a>> = of_entry.map(|found| Found { several: false, ..*found }).collect();
    let all = events(&here);
    let of = |word: OutcomeVerdict| all.iter().filter(move |event| event.found.finding.word == word);
    let section = |title, word, extra| {
        let mut found: Vec<&Event<'_>> = of(word).collect();
        // Rates before amounts, each by what is shown: the difference of rates, the effect of amounts in standard deviations.
        found.sort_by(|one, other| {
            let key = |event: &Event<'_>| match event.found.finding.outcome.measure {
                OutcomeMeasure::Share => (0, event.found.finding.evidence.estimate().abs()),
                OutcomeMeasure::Mean(_) | OutcomeMeasure::Ratio(_) => (1, event.found.finding.size()),
            };
            let ((kind, one), (other_kind, other)) = (key(one), key(other));
            kind.cmp(&other_kind).then(other.total_cmp(&one))
        });
        let more = found.len().saturating_sub(ROWS_MOST);
        let lines = found.iter().take(ROWS_MOST).map(|event| words_of(report, event)).collect();
        Section { title, extra, lines, more }
    };
    let amounts = of(OutcomeVerdict::Changed).chain(of(OutcomeVerdict::Moved));
    let amounts = amounts.filter(|event| !matches!(event.found.finding.outcome.measure, OutcomeMeasure::Share));
    let identical: Vec<String> = of(OutcomeVerdict::Identical).map(|event| event.found.name()).collect();
    let more = identical.len().saturating_sub(NAMES_MOST);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    let mut forests = Vec::new();
    if !report.several() {
        for forest in of_findings(&here, level) {
            forests.push((forest.title.clone(), forest.tracks().html()?, forest.note.clone()));
        }
    }
    let named = |title: &str| title.strip_prefix(&format!("{}: ", entry.name)).unwrap_or(title).to_owned();
    let flows = flows(report, entry).into_iter().map(|(title, columns, rows)| (named(&title), columns, rows));
    let aside: Vec<Found<'_>> = report.aside().into_iter().filter(|found| std::ptr::eq(found.entry, entry)).collect();
    let aside_events = events(&aside.iter().map(|found| Found { several: false, ..*found }).collect::<Vec<_>>());
    let lines = aside_events.iter().map(|event| words_of(report, event)).collect();
    let mut sections = vec![
        section("Changed", OutcomeVerdict::Changed, NOTICED),
        Section { title: AT_THE_TABLE, extra: NOTICED, lines, more: 0 },
        section("Moved, whether by the margin is open", OutcomeVerdict::Moved, "fights to decide"),
        section("Undecided", OutcomeVerdict::Undecided, "fights to decide"),
        section("Unchanged within the margin", OutcomeVerdict::Unchanged, "margin"),
    ];
    sections.retain(|section| !section.lines.is_empty());
    Ok(Chapter {
        id: format!("scenario-{}", index + 1),
        name: &entry.name,
        entry,
        dumbbells: dumbbells(report, entry, &all)?,
        amounts: amounts.take(AMOUNTS_MOST).map(|event| words_of(report, event)).collect(),
        flows: flows.collect(),
        sections,
        forests,
        identical: format!("{}{tail}", identical[..identical.len().min(NAMES_MOST)].join(", ")),
        examples: examples(&here),
        advice: advice(&here),
    })
}

/// The line about an event, with what the word of its finding calls for: fights still needed, or the margin.
fn words_of(report: &ComparisonReport, event: &Event<'_>) -> Line {
    let finding = event.found.finding;
    let level = report.rule.level_of_intervals();
    let dash = || Words { number: "\u{2013}".into(), error: String::new() };
    let [before, after] = sides(finding, level).map(|side| side.map_or_else(dash, |side| side.words()));
    let extra = match finding.word {
        OutcomeVerdict::Moved | OutcomeVerdict::Undecided => needed(finding),
        OutcomeVerdict::Unchanged => margin(finding),
        OutcomeVerdict::Changed => noticed(finding, level),
        OutcomeVerdict::Identical => String::new(),
    };
    let moved = line(&difference(finding, level));
    Line { name: event.found.name(), others: event.others(), before, after, moved, extra }
}

/// Shares before and after, on one axis: who wins first, then what moved most.
fn dumbbells(report: &ComparisonReport, entry: &Entry, events: &[Event<'_>]) -> Result<String, Failure> {
    let level = report.rule.level_of_intervals();
    let share = |event: &&Event<'_>| matches!(event.found.finding.outcome.measure, OutcomeMeasure::Share);
    let first = victory(entry).map(|victory| victory.finding);
    let is_first = |event: &Event<'_>| {
        first.is_some_and(|first| {
            std::ptr::eq(event.found.finding, first)
                || event.with.contains(&first.outcome.key)
                || event.without.contains(&first.outcome.key)
        })
    };
    let mut drawn: Vec<&Event<'_>> =
        events.iter().filter(share).filter(|event| event.found.finding.word.is_seen_to_move()).collect();
    let moved = |event: &Event<'_>| event.found.finding.evidence.estimate().abs();
    drawn.sort_by(|one, other| is_first(other).cmp(&is_first(one)).then(moved(other).total_cmp(&moved(one))));
    if !drawn.iter().any(|event| is_first(event)) {
        let winner = events.iter().filter(share).find(|event| is_first(event));
        drawn.splice(0..0, winner);
    }
    let rows = drawn.iter().take(DUMBBELLS_MOST).filter_map(|event| {
        let finding = event.found.finding;
        let [before, after] = sides(finding, level);
        let (before, after) = (before?, after?);
        let band = |low: f64, high: f64, class| Band { low: low * 100.0, high: high * 100.0, class };
        let (least, most) = (before.value.min(after.value), before.value.max(after.value));
        Some(Track {
            name: event.found.name(),
            note: event.others(),
            bands: vec![
                band(least, most, "bar"),
                band(before.low, before.high, "before"),
                band(after.low, after.high, "after"),
            ],
            marks: vec![Mark { at: before.value * 100.0, class: "before" }, Mark { at: after.value * 100.0, class: "after" }],
            number: format!("{} \u{2192} {}", before.words().number, after.words().number),
            error: line(&difference(finding, level)),
        })
    });
    let tracks = Tracks::new("per cent of fights".into(), 0.0, 100.0, rows);
    if tracks.rows.is_empty() { Ok(String::new()) } else { tracks.html() }
}
