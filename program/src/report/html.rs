//! The page of a run, block by block.
//!
//! Owns what stands on the page beside what every format says, and in which order: what was wanted, who won and how long it took, who they
//! are, how it went, what it cost, a fight told, details, how sure. How a block is written belongs to
//! [`document`](crate::report::document). Start at [`blocks`].

use crate::report::answer::the;
use crate::report::chart;
use crate::report::document::{Block, Cell, Grid, Phrase, escaped, headed};
use crate::report::figure::{Figure, Words, thousands};
use crate::report::input::{Block as Stats, Facts, Notable, Patch};
use crate::report::lines;
use crate::report::plot::{Named, Plot, Shape, rounds_by_winner};
use crate::report::reading::Reading;
use crate::report::stairs::Stairs;
use crate::report::stands;
use crate::report::table::{Row, Table, part_of_day};
use crate::report::terminal;
use frame::analysis::contract::ContractStanding;
use frame::error::Failure;
use frame::fight::{Catalogue, Scale};
use frame::rules::profile::{ProfileLine, Topic};

/// Lines of a told fight at the most.
const TOLD_MOST: usize = 400;
/// Fights of a day at the most whose pictures are all on the page: of a longer one they are only beside it.
pub const PARTS_DRAWN: usize = 4;
/// Drawings of one picture that are seen at once at the most; the others are folded.
const PANELS_OPEN: usize = 4;
/// Drawings of how it goes, of all pictures together, from which on further pictures are folded.
const COURSE_OPEN: usize = 4;
/// Tables of what it costs that are seen at once at the most.
const COSTS_OPEN: usize = 4;
/// Rules that differ that are seen at once at the most.
const PATCHES_OPEN: usize = 6;
/// Steps of stairs below others that are shown unfolded, at the most.
const STEPS_OPEN: usize = 10;
/// Blocks that fit a page with their weapons and armor; of more, only the pools are shown unfolded.
const PORTRAITS_MOST: usize = 6;
/// The strongest shade of a number, in per cent: letters must be read on it.
const SHADE_MOST: f64 = 60.0;
/// Width of a drawing on the page, in its own units: letters keep their height on a phone.
const WIDTH: u32 = 360;
/// Width of a drawing that has a second layout for wide screens.
const WIDTH_WIDE: u32 = 900;

/// The chapter of one fight, or of the day as a whole.
#[derive(Default)]
struct Chapter {
    /// The endings of fights.
    bar: Vec<Segment>,
    /// These as one bar of the full width, and rounds by winner.
    result: Vec<Block>,
    /// The course by round.
    course: Vec<Block>,
    /// The most important tables.
    costs: Vec<Block>,
    /// Everything else.
    details: Vec<Block>,
}

/// A part of the bar.
pub(super) struct Segment {
    pub(super) name: String,
    /// Number of its colour; sides have theirs, what is no victory has none.
    pub(super) colour: Option<usize>,
    pub(super) percent: f64,
    pub(super) words: Words,
}

/// What stands on the page below the answer. `single` are the tables of every combatant by itself, where `tables` pool equals; the stairs are
/// those of the day.
///
/// # Errors
/// A bug in the program.
pub fn blocks(
    reading: &Reading,
    tables: &[Table],
    single: &[Table],
    plots: &[Plot],
    stairs: &[Stairs],
) -> Result<Vec<Block>, Failure> {
    let facts = reading.facts;
    let parts = parts_of_day(reading.catalogue);
    let many = parts.len() > PARTS_DRAWN;
    let mut whole = chapter(reading, None, tables, plots)?;
    let mut page = Vec::new();
    if !facts.expectations.is_empty() {
        page.push(Block::quiet("wanted", "What was expected", vec![wanted(facts)]));
    }
    if !whole.bar.is_empty() {
        page.push(Block::quiet("result", "Who wins, and how long it takes", std::mem::take(&mut whole.result)));
    }
    if !stairs.is_empty() {
        page.push(Block::quiet("stairs", "How far they come", steps(stairs)?));
    }
    page.push(Block::chapter("who", "Who they are", who(facts)));
    if !whole.course.is_empty() {
        let course = Block::group("pictures", "", std::mem::take(&mut whole.course));
        page.push(Block::chapter("course", "How it goes", vec![course]));
    }
    page.push(Block::chapter("costs", "What it costs", vec![Block::group("tables", "", whole.costs)]));
    if !parts.is_empty() {
        let fights = parts.iter().map(|part| {
            let plots = if many { &[] } else { plots };
            Ok(fight(part, chapter(reading, Some(part), tables, plots)?))
        });
        let fights = Block::group("topics", "", fights.collect::<Result<_, Failure>>()?);
        let note = Phrase::from(format!("The pictures of each of the {} fights are in the folder ", parts.len()));
        let note = many.then(|| Block::note(note.code("charts").text(" beside this page.")));
        page.push(Block::chapter("fights", "Fight by fight", std::iter::once(fights).chain(note).collect()));
    }
    let stories: Vec<Block> = facts.notable.iter().filter(|notable| !notable.told.is_empty()).map(story).collect();
    if !stories.is_empty() {
        page.push(Block::chapter("stories", "Fights told", stories));
    }
    let mut details = whole.details;
    if !single.is_empty() {
        let note = "Above, those of one entry of the file stand together as one, with the average of their numbers.";
        let tables = single.iter().map(|table| card(table, &table.title, &table.rows.iter().collect::<Vec<_>>())).collect();
        let parts = vec![Block::note(note), Block::group("tables", "", tables)];
        details.push(Block::topic("Everybody by themselves", parts));
    }
    let lines = lines::table(reading);
    if !lines.rows.is_empty() {
        details.push(Block::topic(lines::title(reading), vec![Block::listing(&lines)]));
    }
    page.push(Block::chapter("details", "Details", vec![Block::group("topics", "", details)]));
    Ok(page)
}

/// What is known of how the numbers were made, each under its name.
#[must_use]
pub fn origin(reading: &Reading) -> Vec<(Phrase, Phrase)> {
    let facts = reading.facts;
    let code = |text: &str| Phrase::default().code(text);
    let mut known: Vec<(Phrase, Phrase)> =
        vec![("scenario".into(), code(&facts.scenario)), ("digest".into(), code(&format!("sha256:{}", facts.digest)))];
    if reading.played_on().is_some() {
        known.push(("method".into(), terminal::source(reading).into()));
    } else if reading.exact() {
        let far = if reading.stopped().is_some() { ", as far as it went" } else { "" };
        known.push(("method".into(), format!("exact: every outcome of every die{far}").into()));
    } else {
        let numbers = format!("numbers {} to {}, the last not included", facts.fights.start, facts.fights.end);
        known.push(("fights".into(), numbers.into()));
        known.push(("seed".into(), format!("{}, scheme {}", facts.seed, facts.scheme).into()));
    }
    if let Some(precision) = &facts.precision {
        let met = if precision.reached.met { "reached" } else { "not reached" };
        let said = Phrase::from(met).text("; what needed most fights: ").code(&precision.reached.limiting);
        known.push(("precision".into(), said));
    }
    known
}

/// What is to be read of how the numbers were made: exact questions of the system, and fights worth watching.
#[must_use]
pub fn made(facts: &Facts) -> Vec<Block> {
    let code = |text: &str| Phrase::default().code(text);
    let questions: Vec<_> = facts.questions.iter().map(|(command, about)| (code(command), about.into())).collect();
    let title = format!("How the dice of {} work: exact answers to {} questions", facts.system, questions.len());
    let questions = (!questions.is_empty()).then(|| Block::topic(title, vec![Block::Terms("", questions)]));
    let row =
        |one: &Notable| vec![(&one.label).into(), one.fight.to_string().into(), Cell::from(code(&one.command)).classed("text")];
    let watched = Grid::new("", &["which", "fight", "watch it with"], facts.notable.iter().map(row));
    let watched = (!facts.notable.is_empty()).then(|| Block::topic("Fights worth watching", vec![Block::Grid(watched)]));
    questions.into_iter().chain(watched).collect()
}

/// The expectations with their marks, and their verdicts without the word that repeats the mark.
fn wanted(facts: &Facts) -> Block {
    Block::verdicts(facts.expectations.iter().map(|expected| {
        let word = expected.standing.unwrap_or(ContractStanding::Undecided).text();
        let verdict = expected.verdict.strip_prefix(word).map_or(&*expected.verdict, |rest| rest.trim_start_matches(": "));
        let said = Phrase::default().strong(word).text(" ").code(&expected.that).text(format!(": {verdict}"));
        (word, if expected.because.is_empty() { said } else { said.line().classed("because", &expected.because) })
    }))
}

/// How many days come how far: long stairs below others are folded.
fn steps(stairs: &[Stairs]) -> Result<Vec<Block>, Failure> {
    let folded = |place: usize, stairs: &Stairs| place > 0 && stairs.tracks.rows.len() > STEPS_OPEN;
    let titled = stairs.iter().enumerate().filter(|(place, stairs)| !folded(*place, stairs)).count() > 1;
    let mut steps = Vec::new();
    for (place, one) in stairs.iter().enumerate() {
        let mut parts = vec![Block::Markup(one.tracks.html()?), Block::Caption((&one.note).into())];
        let summary = "The numbers at risk, and how many are lost in each fight";
        parts.extend(one.table.as_ref().map(|table| Block::fold(summary, shown(table))));
        steps.push(if folded(place, one) {
            Block::topic(&one.title, vec![Block::figure("", parts)])
        } else {
            Block::figure(if titled { &one.title } else { "" }, parts)
        });
    }
    Ok(steps)
}

/// Who they are, and the rules that are theirs.
fn who(facts: &Facts) -> Vec<Block> {
    let few = facts.blocks.len() <= PORTRAITS_MOST;
    let of_side = |side: usize| facts.blocks.iter().filter(move |block| block.side.index() == side);
    let portraits = (0..facts.sides.len()).flat_map(|side| of_side(side).map(move |block| (side, block)));
    let portraits = portraits.map(|(side, block)| portrait(block, side, &facts.sides[side], few)).collect();
    let about = (!facts.about.is_empty()).then(|| Block::Said("", (&facts.about).into()));
    let rules = if facts.patches.is_empty() {
        Block::note(format!("The rules of {} as they stand: nothing in them is set otherwise.", facts.system))
    } else {
        let title = format!("Rules that differ from the published ones: {}", facts.patches.len());
        Block::fold(title, vec![Block::Grid(patches(facts))]).open(facts.patches.len() <= PATCHES_OPEN)
    };
    about.into_iter().chain([Block::group("blocks", "", portraits), rules]).collect()
}

/// The rules that differ from the published ones.
#[must_use]
pub fn patches(facts: &Facts) -> Grid {
    let row = |one: &Patch| vec![Phrase::default().code(&one.path).into(), (&one.value).into(), (&one.published).into()];
    Grid::new("", &["rule", "here", "published"], facts.patches.iter().map(row))
}

/// A combatant of this side: its pools, where there are few the attack and the defence that come first, and folded everything else.
fn portrait(block: &Stats, side: usize, name: &str, few: bool) -> Block {
    let leads = |topic: Topic| block.profile.iter().position(|line| few && line.topic == topic);
    let first = [leads(Topic::Attack), leads(Topic::Defence)];
    let lines = block.profile.iter().enumerate();
    let (first, rest): (Vec<_>, Vec<_>) = lines.partition(|(at, line)| line.topic == Topic::Pool || first.contains(&Some(*at)));
    let comes = |(_, line): &(usize, &ProfileLine)| {
        let besides = line.besides();
        let value = Phrase::from(&line.value);
        let remark = besides.trim_start_matches(", ");
        ((&line.name).into(), if remark.is_empty() { value } else { value.text(" ").small(remark) })
    };
    let comes = |lines: &[(usize, &ProfileLine)]| Block::Terms("comes", lines.iter().map(comes).collect());
    let title = Phrase::markup(format!("<span class=\"c{side}\"></span>")).text(&block.name);
    let title = if block.name == name { title } else { title.text(" ").small(name) };
    let mut parts = vec![comes(&first)];
    if block.differ {
        parts.push(Block::note("The first of them; they do not all come to the same."));
    }
    if !rest.is_empty() {
        parts.push(Block::fold("What it comes to", vec![comes(&rest)]));
    }
    let written = [
        ("In the file", block.sheet.iter().map(|(key, value)| (key.into(), value.into())).collect::<Vec<_>>()),
        ("How it decides", block.policy.iter().map(|(key, lines)| (key.into(), lines.join("; ").into())).collect()),
    ];
    let written = written.into_iter().filter(|(_, terms)| !terms.is_empty());
    parts.extend(written.map(|(title, terms)| Block::fold(title, vec![Block::Terms("written", terms)])));
    Block::card(title, parts).classed("block")
}

/// The chapter of a part of the day, or of the whole, with the tables and plots that belong to it.
fn chapter(reading: &Reading, part: Option<&str>, tables: &[Table], plots: &[Plot]) -> Result<Chapter, Failure> {
    let (bar, bands) = endings(reading, part);
    let mut chapter = Chapter { result: ends(&bar, &bands).into_iter().collect(), bar, ..Chapter::default() };
    if let Some(rounds) = rounds_by_winner(reading, part) {
        chapter.result.push(picture(&rounds, &rounds.title)?.0);
    }
    let whole_fight = part.is_some() || parts_of_day(reading.catalogue).is_empty();
    let stood = whole_fight && plots.iter().any(|plot| within(&plot.title, part) == Some(stands::TITLE));
    let mut open = 0;
    for plot in plots {
        // The winner and the length of a fight stand above as one picture.
        let above = !chapter.bar.is_empty() && plot.families.iter().any(|family| is_above(family));
        let Some(title) = within(&plot.title, part).filter(|_| !above) else { continue };
        let (drawn, panels) = picture(plot, title)?;
        // Where it is seen how everybody stands, nothing else by round is needed at once.
        let seen_at_once = if stood { title == stands::TITLE } else { plot.course && open < COURSE_OPEN };
        if seen_at_once {
            open += panels.max(1);
            chapter.course.push(drawn);
        } else {
            chapter.details.push(Block::topic(title, vec![drawn]));
        }
    }
    for table in tables {
        let above = !chapter.bar.is_empty() && table.rows_are == "outcome";
        // Some tables have rows for every fight of the day: each stands with its fight.
        let mixed = table.rows.iter().any(|row| split(&row.name).0.is_some());
        let title = if mixed { Some(&*table.title) } else { within(&table.title, part) };
        let Some(title) = title.filter(|_| !above) else { continue };
        let rows: Vec<&Row> = table.rows.iter().filter(|row| !mixed || within(&row.name, part).is_some()).collect();
        if rows.is_empty() {
            continue;
        }
        // The stairs and the headings of a long day have told it already.
        let told = part.is_none() && table.rows_are == "fight" && table.rows.len() > PARTS_DRAWN;
        if table.headline && !told && chapter.costs.len() < COSTS_OPEN {
            chapter.costs.push(card(table, title, &rows));
        } else {
            chapter.details.push(Block::topic(title, vec![Block::card("", shown_rows(table, &rows).0)]));
        }
    }
    Ok(chapter)
}

/// A fight of a day, folded below how it ends.
fn fight(title: &str, chapter: Chapter) -> Block {
    let mut summary = Phrase::from(title);
    for (place, Segment { name, words, .. }) in chapter.bar.iter().enumerate() {
        if place == 0 || chapter.bar.len() > 2 {
            summary = summary.text(if place == 0 { ": " } else { ", " }).text(format!("{name} ")).then(&words.into());
        }
    }
    let groups = [("pictures", chapter.course), ("tables", chapter.costs), ("topics", chapter.details)];
    let groups = groups.into_iter().filter(|(_, blocks)| !blocks.is_empty());
    let groups = groups.map(|(class, blocks)| Block::group(class, "", blocks));
    Block::topic(summary, chapter.result.into_iter().chain(groups).collect()).named(&title.to_lowercase().replace(' ', "-"))
}

/// The endings of fights as one bar with its key; nothing where there are none.
fn ends(bar: &[Segment], bands: &[(String, f64, f64)]) -> Option<Block> {
    let class = |segment: &Segment| segment.colour.map_or_else(|| "open".to_owned(), |side| format!("c{side}"));
    let (mut drawn, mut key) = (String::new(), Phrase::default());
    for segment in bar {
        let class = class(segment);
        drawn += &format!("<span class=\"{class}\" style=\"width:{:.3}%\"></span>", segment.percent);
        let sign = Phrase::markup(format!("<li><span class=\"{class}\"></span>"));
        let said = sign.text(format!("{} ", segment.name)).strong(&segment.words.number).error(&segment.words.error);
        key = key.then(&said).then(&Phrase::markup("</li>"));
    }
    for (label, left, width) in bands {
        let label = escaped(label);
        drawn += &format!("<b class=\"band\" title=\"{label}\" style=\"left:{left:.2}%;width:{width:.2}%\"></b>");
        key = key.then(&Phrase::markup(format!("<li><b></b>{label}</li>")));
    }
    let said: Vec<String> = bar.iter().map(|segment| format!("{} {}", segment.name, segment.words.number)).collect();
    let markup = format!(
        "\n<div class=\"bar\">{drawn}<b class=\"half\"></b></div>\n<ul class=\"key\">{}<li><i></i>half of the fights</li></ul>\n",
        key.html()
    );
    (!bar.is_empty()).then(|| Block::Drawn("ends", format!("How fights end: {}", said.join(", ")), markup))
}

/// The fights of a day, as headings name them.
pub(super) fn parts_of_day(catalogue: &Catalogue) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in catalogue.metrics.iter().filter_map(|metric| fight_of_day(&metric.family)) {
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts
}

/// The fight of a day that a family belongs to, as headings name it: `Fight 2`.
fn fight_of_day(family: &str) -> Option<String> {
    let part = part_of_day(family)?;
    part.starts_with("fight ").then(|| crate::report::table::capitalised(&part))
}

/// The part of a day that a heading begins with, and the rest: `Fight 2: rounds`.
fn split(title: &str) -> (Option<&str>, &str) {
    let is_fight = |of: &str| of[1..].strip_prefix("ight ").is_some_and(|number| number.parse::<u32>().is_ok());
    match title.split_once(": ") {
        Some((of, rest)) if of.starts_with(['F', 'f']) && is_fight(of) => (Some(of), rest),
        _ => (None, title),
    }
}

/// The heading of something that belongs to a part of a day, without that part; nothing when it belongs to another one.
fn within<'t>(title: &'t str, part: Option<&str>) -> Option<&'t str> {
    let (of, rest) = split(title);
    let same = match (of, part) {
        (Some(of), Some(part)) => of.eq_ignore_ascii_case(part),
        (None, None) => true,
        _ => false,
    };
    same.then_some(rest)
}

/// True if a family is what the first picture of a chapter shows.
fn is_above(family: &str) -> bool {
    let own = family.rsplit('.').next().unwrap_or(family);
    own == "winner" || own == "rounds"
}

/// The endings of fights as one bar, and the wishes about them.
pub(super) fn endings(reading: &Reading, part: Option<&str>) -> (Vec<Segment>, Vec<(String, f64, f64)>) {
    let key = part.map_or_else(|| "winner".to_owned(), |part| format!("{}.winner", part.to_lowercase().replace(' ', "")));
    let Some(index) = reading.catalogue.index(&key) else { return (Vec::new(), Vec::new()) };
    let Scale::Category(_) = &reading.catalogue.metrics[index].scale else { return (Vec::new(), Vec::new()) };
    let (mut segments, mut bands) = (Vec::new(), Vec::new());
    let outcomes: Vec<_> = reading.catalogue.metrics[index].scale.outcomes().collect();
    for &(value, label) in &outcomes {
        let Some(figure) = reading.share(index, |given| given == value).filter(|figure| figure.value > 0.0) else { continue };
        let colour = reading.facts.sides.iter().position(|side| side == label);
        segments.push(Segment { name: label.clone(), colour, percent: figure.value * 100.0, words: figure.words() });
    }
    for band in reading.facts.expectations.iter().filter_map(|expected| expected.band.as_ref()).filter(|_| part.is_none()) {
        let (low, high) = (band.low * 100.0, band.high * 100.0);
        // The first side is measured from the left end of the bar, the second of two from its right end.
        let left = match outcomes.iter().position(|(_, label)| **label == band.side) {
            Some(0) => low,
            Some(1) => 100.0 - high,
            _ => continue,
        };
        bands.push((format!("expected of {}: {low:.0} to {high:.0} %", the(&band.side)), left, (high - low).max(0.5)));
    }
    (segments, bands)
}

/// A story of a fight, with as many of its lines as a page shows.
fn story(notable: &Notable) -> Block {
    let told = &notable.told[..notable.told.len().min(TOLD_MOST)];
    let mut text = told.join("\n") + "\n";
    if let Some(hidden @ 1..) = notable.told.len().checked_sub(TOLD_MOST) {
        text += &format!("... and {hidden} more lines\n");
    }
    let told = Block::Markup(format!("<pre class=\"told\">{}</pre>", escaped(&text)));
    let note = Block::note(Phrase::from("Die by die: ").code(&notable.command));
    Block::topic(format!("Fight {}: {}", notable.fight, notable.label), vec![told, note])
        .named(&format!("fight-{}", notable.fight))
}

/// A table as a card, wide where it has many columns.
fn card(table: &Table, title: &str, rows: &[&Row]) -> Block {
    let (blocks, columns) = shown_rows(table, rows);
    Block::card(title, blocks).classed(if columns > 2 { "wide" } else { "" })
}

/// A whole table, as [`shown_rows`] has it.
fn shown(table: &Table) -> Vec<Block> {
    shown_rows(table, &table.rows.iter().collect::<Vec<_>>()).0
}

/// These rows of a table without the columns in which nothing ever happens, which are a sentence; and how many columns are left.
fn shown_rows(table: &Table, rows: &[&Row]) -> (Vec<Block>, usize) {
    let nothing = |row: &Row, column: usize| row.cells[column].is_none_or(|figure| figure.nothing());
    let single = table.columns.len() == 1;
    let (idle, busy): (Vec<usize>, Vec<usize>) =
        (0..table.columns.len()).partition(|&column| !single && rows.iter().all(|row| nothing(row, column)));
    let row = |row: &&Row| {
        let cells = busy.iter().map(|&column| Cell::figure(row.cells[column].as_ref()));
        std::iter::once(split(&row.name).1.into()).chain(cells).collect()
    };
    let kept = rows.iter().filter(|row| !single || !nothing(row, 0) || rows.len() == 1);
    let mut never = Vec::new();
    if single {
        never.extend(rows.iter().filter(|row| nothing(row, 0) && rows.len() > 1).map(|row| row.name.as_str()));
    } else {
        never.extend(idle.iter().map(|&column| table.columns[column].trim_end_matches(", mean")));
    }
    let limit = rows.iter().flat_map(|row| &row.cells).flatten().filter(|figure| figure.nothing()).copied();
    let columns = headed(table.rows_are, busy.iter().map(|&column| table.columns[column].clone()));
    let grid = Grid { class: "", columns, rows: kept.map(row).collect() };
    let never = never_sentence(&never, limit);
    let grid = (!grid.rows.is_empty() && !busy.is_empty()).then_some(Block::Grid(grid));
    (grid.into_iter().chain((!never.is_empty()).then(|| Block::note(never))).collect(), busy.len())
}

/// The things that never happened, in one sentence with the limit of the least certain of them.
fn never_sentence(names: &[&str], figures: impl Iterator<Item = Figure>) -> String {
    if names.is_empty() {
        return String::new();
    }
    let widest = figures.reduce(|one, other| if other.high > one.high { other } else { one });
    let sure = widest.map_or_else(String::new, |figure| match figure.words() {
        words if words.error.is_empty() => String::new(),
        words => format!(" {}", words.error),
    });
    format!("Never: {}{sure}.", names.join(", "))
}

/// A plot for the page, and how many drawings it has: panels drawn or shaded, and sentences for what is always or never so.
fn picture(plot: &Plot, title: &str) -> Result<(Block, usize), Failure> {
    let (mut panels, mut plain, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for panel in &plot.panels {
        let drawn = |blocks: Vec<Block>| Block::group("", &panel.title, blocks);
        let numbered = || Block::group("", &panel.title, shown(&panel.table));
        match &panel.shape {
            Shape::Bars { bars, .. } if bars.len() == 1 => {
                let who = if panel.title.is_empty() { title } else { &panel.title };
                plain.push(format!("{who}: always {}.", bars[0].0));
            }
            Shape::Lines { lines, .. } if lines.iter().flat_map(|(_, figures)| figures).all(Figure::nothing) => {
                let names: Vec<&str> = lines.iter().map(|(named, _)| named.name.as_str()).collect();
                plain.push(never_sentence(&names, lines.iter().flat_map(|(_, figures)| figures).copied()));
            }
            Shape::Dots(rows) => {
                let (never, seen): (Vec<_>, Vec<_>) = rows.iter().partition(|(_, figure)| figure.nothing());
                let names: Vec<&str> = never.iter().map(|(named, _)| named.name.as_str()).collect();
                let never = never_sentence(&names, never.iter().map(|(_, figure)| *figure));
                if !never.is_empty() {
                    plain.push(if panel.title.is_empty() { never } else { format!("{}: {never}", panel.title) });
                }
                let seen: Vec<_> = seen.into_iter().map(|(named, figure)| bar(named, figure, &figure.words())).collect();
                panels.extend((!seen.is_empty()).then(|| drawn(vec![bars(seen)])));
            }
            Shape::Steps(rows) => {
                let rows = rows.iter().map(|(named, figure)| {
                    let Words { number, error } = figure.words();
                    let error = format!("{error}, n {}", thousands(figure.n)).trim_start_matches(", ").to_owned();
                    bar(named, figure, &Words { number, error })
                });
                panels.push(drawn(vec![bars(rows.collect())]));
            }
            Shape::Map { axis, columns, rows } => {
                let most = rows.iter().flat_map(|(_, figures)| figures).map(|figure| figure.value).fold(0.0, f64::max);
                let cell = |figure: &Figure| {
                    let strength = (figure.value / most.max(f64::MIN_POSITIVE)).max(0.0).sqrt() * SHADE_MOST;
                    Cell::from(brief(figure)).shaded(strength)
                };
                let class = if axis.is_empty() { "heat" } else { "heat map" };
                panels.push(drawn(vec![shades(class, headed(axis, columns.clone()), rows, cell)]));
                numbers.push(numbered());
            }
            Shape::Heat { columns, rows, most } => {
                let strength = |figure: &Figure| figure.value / most.max(f64::MIN_POSITIVE) * SHADE_MOST;
                let cell = |figure: &Figure| Cell::figure(Some(figure)).shaded(strength(figure));
                panels.push(drawn(vec![shades("heat", headed("", columns.clone()), rows, cell)]));
            }
            shape => {
                let described = if panel.title.is_empty() { title.to_owned() } else { format!("{title}: {}", panel.title) };
                let layouts = match shape {
                    Shape::Stacked { .. } => &[("drawing narrow", WIDTH), ("drawing broad", WIDTH_WIDE)][..],
                    _ => &[("drawing", WIDTH)],
                };
                let layout = |&(class, width): &(&'static str, u32)| {
                    Ok(Block::Drawn(class, described.clone(), chart::inline(&chart::draw(panel, width)?)))
                };
                panels.push(drawn(layouts.iter().map(layout).collect::<Result<_, Failure>>()?));
                numbers.push(numbered());
            }
        }
    }
    let (count, rest) = (panels.len(), panels.split_off(panels.len().min(PANELS_OPEN)));
    let mut parts = Vec::new();
    if count > 0 {
        parts.push(Block::group("panels", "", panels));
    }
    if !rest.is_empty() {
        parts.push(Block::fold(format!("{} more", rest.len()), vec![Block::group("panels", "", rest)]));
    }
    parts.extend(plain.into_iter().map(Block::note));
    if !plot.note.is_empty() {
        parts.push(Block::Caption((&plot.note).into()));
    }
    if !numbers.is_empty() {
        numbers.insert(0, Block::note(&plot.caption));
        parts.push(Block::fold("The numbers", numbers));
    }
    Ok((Block::figure(title, parts).named(&plot.slug).classed(if count > 1 { "wide" } else { "" }), count))
}

/// Shaded numbers in rows.
fn shades(class: &'static str, columns: Vec<String>, rows: &[(String, Vec<Figure>)], cell: impl Fn(&Figure) -> Cell) -> Block {
    let row = |(name, figures): &(String, Vec<Figure>)| std::iter::once(name.into()).chain(figures.iter().map(&cell)).collect();
    Block::Grid(Grid { class, columns, rows: rows.iter().map(row).collect() })
}

/// An amount in the little room of a map, whose table has it with its interval: nothing where it never came.
fn brief(figure: &Figure) -> String {
    match figure.value {
        _ if figure.nothing() => String::new(),
        value if value >= 9.95 => format!("{value:.0}"),
        value if value >= 0.995 => format!("{value:.1}"),
        value if value >= 0.005 => format!("{value:.2}"),
        _ => "<.01".to_owned(),
    }
}

/// A row of bars: its name, a bar as long as its share, and the share in words.
fn bar(named: &Named, figure: &Figure, words: &Words) -> Vec<Cell> {
    let [low, percent, high] = [figure.low, figure.value, figure.high].map(|share| share * 100.0);
    let bar = Phrase::markup(format!(
        "<span class=\"{}\" style=\"width:{percent:.2}%\"></span><i style=\"left:{low:.2}%;width:{:.2}%\"></i>",
        chart::class(named),
        high - low
    ));
    vec![(&named.name).into(), Cell::from(bar).classed("track"), words.into()]
}

/// Rows of bars.
fn bars(rows: Vec<Vec<Cell>>) -> Block {
    Block::Grid(Grid { class: "bars", columns: Vec::new(), rows })
}
