//! The page of a comparison, block by block.
//!
//! Owns what stands on the page beside what every format says, and in which order: contracts, before and after, what was changed, how the
//! same fights end, and folded what else moved and what did not. How a block is written belongs to
//! [`document`](crate::report::document). Start at [`html`].

use crate::report::compare::answer::victory;
use crate::report::compare::contracts;
use crate::report::compare::document::{document, title};
use crate::report::compare::events::{Event, events};
use crate::report::compare::forest::of_findings;
use crate::report::compare::matrix::{self, Row};
use crate::report::compare::tables::{AT_THE_TABLE, called_for, changes, examples, flows, sharpened, titled};
use crate::report::compare::words::{advice, difference, line, sides, source};
use crate::report::compare::{ComparisonReport, Entry, Found};
use crate::report::document::{Block, Cell, Frame, Grid, Phrase, headed};
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

/// The whole page.
///
/// # Errors
/// A bug in the program.
pub fn html(report: &ComparisonReport) -> Result<String, Failure> {
    let (mut page, found, several) = (document(report, true), report.found(), report.several());
    let mut kicker: Vec<String> = report.entries.iter().map(|entry| entry.system.clone()).collect();
    kicker.dedup();
    kicker.extend(["before and after".to_owned(), source(report)]);
    page.frame = Frame {
        kicker,
        heading: format!("{}: {}", title(report), report.changed()),
        made: made(report),
        tool: Some(report.tool.clone()),
        ..Frame::default()
    };
    page.page(contracts_of(report));
    let mut details = Vec::new();
    if several {
        page.page([Block::quiet("scenarios", "Scenarios", scenarios(report))]);
    }
    for (index, entry) in report.entries.iter().enumerate() {
        let chapter = Chapter::new(report, entry, &found);
        if !several {
            page.page([Block::quiet("moved", "Before and after", chapter.opening()?)]);
            details = chapter.details()?;
        } else if !still(entry) {
            details.push(Block::topic(&entry.name, [chapter.opening()?, chapter.details()?].concat()).named(&anchor(index)));
        }
    }
    let table = |id, title, listing: &Listing| {
        let card = (!listing.rows.is_empty()).then(|| Block::card("", vec![Block::listing(listing)]));
        card.map(|card| Block::chapter(id, title, vec![card]))
    };
    page.page(table("changes", "What is changed", &changes(report)));
    page.page(table("sharpened", "Without the luck of the dice", &sharpened(report, &found)));
    if !details.is_empty() {
        let title = if several { "Scenario by scenario" } else { "Details" };
        page.page([Block::chapter("details", title, details)]);
    }
    page.html()
}

/// True if nothing is seen to move in a scenario.
fn still(entry: &Entry) -> bool {
    entry.compared.findings.iter().all(|finding| !finding.word.is_seen_to_move())
}

/// The name for links of the scenario at this place.
fn anchor(index: usize) -> String {
    format!("scenario-{}", index + 1)
}

/// What becomes of contracts; nothing where nobody expects anything.
fn contracts_of(report: &ComparisonReport) -> Option<Block> {
    let [turned, all] = [false, true].map(|all| contracts::listing(report, all));
    let mut blocks = Vec::new();
    if !turned.rows.is_empty() {
        let reasons = contracts::reasons(report).into_iter().map(Block::note);
        blocks.push(Block::card("", std::iter::once(Block::listing(&turned)).chain(reasons).collect()));
    }
    blocks.push(Block::topic(format!("All contracts: {}", all.rows.len()), vec![Block::listing(&all)]));
    (!all.rows.is_empty()).then(|| Block::quiet("contracts", "Contracts", blocks))
}

/// Scenarios in which something moved, then folded those in which nothing did.
fn scenarios(report: &ComparisonReport) -> Vec<Block> {
    let rows = matrix::rows(report);
    let (mut moved, unmoved): (Vec<Row<'_>>, Vec<_>) = rows.into_iter().partition(|row| row.moved > 0 || row.worst.is_some());
    // The order of the files decides between equals.
    moved.sort_by(Row::before);
    let title = format!("Nothing is seen to move in {} of {} scenarios", unmoved.len(), report.entries.len());
    let moved = (!moved.is_empty()).then(|| Block::card("", matrix_of(report, &moved)));
    moved.into_iter().chain((!unmoved.is_empty()).then(|| Block::topic(title, matrix_of(report, &unmoved)))).collect()
}

/// Rows of the matrix with their legend.
fn matrix_of(report: &ComparisonReport, rows: &[Row<'_>]) -> Vec<Block> {
    let cell = |cell: &Option<matrix::Cell>| {
        let Some(matrix::Cell { who, before, after, moved, word, way, strength, .. }) = cell else { return Cell::figure(None) };
        let words = Phrase::default().small(who).text(before);
        let words = if way.is_empty() { words.error(word) } else { words.text(" \u{2192} ").strong(after).error(moved) };
        Cell::from(words).classed(way).shaded(*strength)
    };
    let row = |row: &Row<'_>| {
        let place = report.entries.iter().position(|entry| std::ptr::eq(entry, row.entry)).unwrap_or_default();
        let name = &row.entry.name;
        let name = if row.moved > 0 { Phrase::default().link(&anchor(place), name) } else { name.into() };
        let contracts = Phrase::from(&row.contracts);
        let contracts = if row.worst.is_some() { Phrase::default().strong(&row.contracts) } else { contracts };
        let moving = format!("{} of {}", row.moved, row.entry.compared.findings.len());
        let cells = row.cells.iter().map(cell);
        std::iter::once(name.into()).chain(cells).chain([contracts.into(), moving.into()]).collect()
    };
    let columns = ["scenario", "wins", "rounds", "the death that moves most", "contracts", "outcomes that move"];
    let legend = "<p class=\"legend-line\"><span class=\"more\">more</span> or <span class=\"less\">less</span> than before, the stronger \
                  the further; without colour nothing is seen to move.</p>";
    vec![Block::Grid(Grid::new("stack matrix", &columns, rows.iter().map(row))), Block::Markup(legend.into())]
}

/// How sure it is and how it was made, below the command.
fn made(report: &ComparisonReport) -> Vec<Block> {
    let words = [
        ("changed", "It moved by its margin or more, which is no luck."),
        ("moved", "It moved, which is no luck; whether by its margin is open."),
        ("unchanged", "It stays within its margin, which is no luck either."),
        ("undecided", "Nothing has been shown: more fights are needed."),
        ("identical", "It was the same in every single fight."),
    ];
    let words = words.map(|(word, meaning)| (word.into(), meaning.into())).to_vec();
    let digests = report.entries.iter().map(|entry| {
        let [before, after] = [&entry.before, &entry.after].map(|arm| format!("sha256:{}", arm.digest));
        ((&entry.name).into(), Phrase::default().code(&before).text(" before, ").code(&after).text(" after"))
    });
    let seed = ("seed".into(), format!("{}, scheme {}", report.seed, report.scheme).into());
    let contracts = report.entries.iter().any(|entry| !entry.compared.fates.is_empty()).then(|| {
        Block::note(
            "A contract holds or is broken where whole intervals say so, on each side by itself; no standing of any of them is wrong in \
             more of such comparisons than the level leaves (Bonferroni over all contracts, both sides and all looks).",
        )
    });
    let words = Block::topic("The five words", vec![Block::Terms("", words)]);
    let digests = Block::topic("Scenarios and digests", vec![Block::Terms("", digests.chain([seed]).collect())]);
    contracts.into_iter().chain([words, digests]).collect()
}

/// The chapter of a scenario.
struct Chapter<'a> {
    report: &'a ComparisonReport,
    entry: &'a Entry,
    /// Its findings; under the heading of its scenario none names it again.
    here: Vec<Found<'a>>,
}

impl<'a> Chapter<'a> {
    /// The chapter of a scenario with its findings among all.
    fn new(report: &'a ComparisonReport, entry: &'a Entry, found: &[Found<'a>]) -> Self {
        let of_entry = found.iter().filter(|found| std::ptr::eq(found.entry, entry));
        let here = of_entry.map(|found| Found { several: false, ..*found }).collect();
        Chapter { report, entry, here }
    }

    /// Shares before and after, amounts, and how the same fights end.
    fn opening(&self) -> Result<Vec<Block>, Failure> {
        let all = events(&self.here);
        let mut blocks = Vec::new();
        if let Some(drawn) = dumbbells(self.report, self.entry, &all)? {
            let title = "Before <span class=\"mark-before\"></span> and after <span class=\"mark-after\"></span>";
            let note = "Lines through the points are intervals, where they are wider than a point. Events that come about in the same fights \
                        share a row.";
            blocks.push(Block::figure(Phrase::markup(title), vec![Block::Markup(drawn), Block::Caption(note.into())]));
        }
        let of = |word| all.iter().filter(move |event| event.found.finding.word == word);
        let amounts = of(OutcomeVerdict::Changed).chain(of(OutcomeVerdict::Moved));
        let amounts = amounts.filter(|event| !matches!(event.found.finding.outcome.measure, OutcomeMeasure::Share));
        let amounts: Vec<&Event<'_>> = amounts.take(AMOUNTS_MOST).collect();
        if !amounts.is_empty() {
            blocks.push(Block::card("How much", vec![self.lines(&amounts, None)]));
        }
        for (title, columns, rows) in flows(self.report, self.entry) {
            let name = title.strip_prefix(&format!("{}: ", self.entry.name)).unwrap_or(&title);
            let columns = headed("before", columns.iter().map(|column| format!("{column} after")));
            let grid = Grid::from(&Listing::new(columns, rows));
            let title = format!("The same fights, before and after: {name}");
            blocks.push(Block::card(title, vec![Block::Grid(Grid { class: "", ..grid })]));
        }
        Ok(blocks)
    }

    /// Findings by word, the largest first; differences drawn, where the scenario stands alone; what is identical; fights to watch.
    fn details(&self) -> Result<Vec<Block>, Failure> {
        let all = events(&self.here);
        let aside: Vec<Found<'_>> =
            self.report.aside().into_iter().filter(|found| std::ptr::eq(found.entry, self.entry)).collect();
        let aside = events(&aside.iter().map(|found| Found { several: false, ..*found }).collect::<Vec<_>>());
        let of = |word| {
            let mut found: Vec<&Event<'_>> = all.iter().filter(|event| event.found.finding.word == word).collect();
            // Rates before amounts, each by what is shown: the difference of rates, the effect of amounts in standard deviations.
            found.sort_by(|one, other| {
                let key = |event: &Event<'_>| match event.found.finding.outcome.measure {
                    OutcomeMeasure::Share => (0, event.found.finding.evidence.estimate().abs()),
                    OutcomeMeasure::Mean(_) | OutcomeMeasure::Ratio(_) => (1, event.found.finding.size()),
                };
                let ((kind, one), (other_kind, other)) = (key(one), key(other));
                kind.cmp(&other_kind).then(other.total_cmp(&one))
            });
            found
        };
        let section = |word| (word, titled(word), of(word));
        let sections = [
            section(OutcomeVerdict::Changed),
            (OutcomeVerdict::Changed, AT_THE_TABLE, aside.iter().collect()),
            section(OutcomeVerdict::Moved),
            section(OutcomeVerdict::Undecided),
            section(OutcomeVerdict::Unchanged),
        ];
        let mut blocks = Vec::new();
        for (word, title, found) in sections.into_iter().filter(|(_, _, found)| !found.is_empty()) {
            let mut parts = vec![self.lines(&found[..found.len().min(ROWS_MOST)], Some(word))];
            let open = matches!(word, OutcomeVerdict::Moved | OutcomeVerdict::Undecided);
            if let Some(more @ 1..) = found.len().checked_sub(ROWS_MOST) {
                parts.push(Block::note(format!("{more} more rows in outcomes.csv.")));
            }
            parts.extend(advice(&self.here).filter(|_| open).map(Block::note));
            blocks.push(Block::topic(format!("{title}: {}", found.len()), parts));
        }
        let forests =
            if self.report.several() { Vec::new() } else { of_findings(&self.here, self.report.rule.level_of_intervals()) };
        for forest in &forests {
            let grey = Block::note("The grey band is the margin within which a difference counts as none.");
            let note = (!forest.note.is_empty()).then(|| Block::note(&forest.note));
            let parts = [grey, Block::Markup(forest.tracks().html()?)].into_iter().chain(note);
            blocks.push(Block::topic(&forest.title, parts.collect()));
        }
        let identical: Vec<String> = of(OutcomeVerdict::Identical).iter().map(|event| event.found.name()).collect();
        if !identical.is_empty() {
            let more = identical.len().saturating_sub(NAMES_MOST);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let names = identical[..identical.len().min(NAMES_MOST)].join(", ");
            blocks.push(Block::topic(titled(OutcomeVerdict::Identical), vec![Block::note(names + &more)]));
        }
        let watched = examples(&self.here);
        if !watched.rows.is_empty() {
            let arms = [("before", &self.entry.before), ("after", &self.entry.after)];
            let arms = arms.map(|(name, arm)| (name.into(), Phrase::default().code(&arm.replay()))).to_vec();
            let how = "Put a number behind a command to see the same fight with the same luck on either side.";
            let parts = vec![Block::Said("", how.into()), Block::Terms("", arms), Block::listing(&watched)];
            blocks.push(Block::topic("Fights that came out otherwise", parts));
        }
        let only = [("before", &self.entry.outcomes.only_before), ("after", &self.entry.outcomes.only_after)];
        let only = only.into_iter().filter(|(_, names)| !names.is_empty());
        blocks.extend(only.map(|(side, names)| Block::note(format!("Only {side}: {}.", names.join(", ")))));
        Ok(blocks)
    }

    /// Events in words, with what their word calls for where they have one in common: fights still needed, or the margin.
    fn lines(&self, events: &[&Event<'_>], word: Option<OutcomeVerdict>) -> Block {
        let extra = word.and_then(called_for);
        let level = self.report.rule.level_of_intervals();
        let row = |event: &&Event<'_>| {
            let finding = event.found.finding;
            let [before, after] = sides(finding, level).map(|side| Cell::figure(side.as_ref()));
            let name = Phrase::from(event.found.name()).small(&event.others());
            let more = extra.map(|(_, said)| Cell::from(said(finding, level)));
            [name.into(), before, after, line(&difference(finding, level)).into()].into_iter().chain(more).collect()
        };
        let columns = ["outcome", "before", "after", "difference"].into_iter().chain(extra.map(|(heading, _)| heading));
        Block::Grid(Grid::new("stack", &columns.collect::<Vec<_>>(), events.iter().map(row)))
    }
}

/// Shares before and after, on one axis: who wins first, then what moved most.
fn dumbbells(report: &ComparisonReport, entry: &Entry, events: &[Event<'_>]) -> Result<Option<String>, Failure> {
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
    (!tracks.rows.is_empty()).then(|| tracks.html()).transpose()
}
