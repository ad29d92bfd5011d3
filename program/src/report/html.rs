//! The page: one self-contained file that asks nobody for anything and works without scripts.
//!
//! Owns what stands on the page and in which order: the answer, what was wanted, who won and how long it took, who they are,
//! how it went, what it cost, a fight told, details, how sure. How it looks is in `templates/report.html`. Start at [`html`].

use askama::Template;

use crate::report::answer::{Warning, method_note, the, verdict, warnings};
use crate::report::chart;
use crate::report::document::html::rendered;
use crate::report::figure::{Figure, Words, thousands};
use crate::report::input::{Block, Facts, Notable};
use crate::report::lines;
use crate::report::listing::Listing;
use crate::report::plot::{Named, Panel, Plot, Shape, rounds_by_winner};
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
/// The strongest shade of a number, in per cent: letters must be read on it.
const SHADE_MOST: f64 = 60.0;
/// Width of a drawing on the page, in its own units: letters keep their height on a phone.
const WIDTH: u32 = 360;
/// Width of a drawing that has a second layout for wide screens.
const WIDTH_WIDE: u32 = 900;

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    facts: &'a Facts,
    verdict: String,
    source: String,
    method: String,
    warnings: Vec<String>,
    wanted: Vec<Wanted<'a>>,
    /// The chapter of the fight, or of the day as a whole.
    whole: Chapter<'a>,
    /// The fights of a day, one after the other.
    parts: Vec<Chapter<'a>>,
    /// The number of days that come how far; none for a single fight.
    stairs: Vec<Steps<'a>>,
    /// True if several stairs are unfolded, so that each needs its title.
    titled: bool,
    /// True if there are too many fights for all their pictures.
    many: bool,
    sides: Vec<(&'a str, Vec<Stats<'a>>)>,
    stories: Vec<Story<'a>>,
    /// Tables with every combatant by itself, where equals are pooled elsewhere.
    single: Vec<Shown<'a>>,
    lines: Listing,
    lines_title: String,
    exact: bool,
    bounds: bool,
    onward: bool,
}

/// A stat block: what the file says of somebody, and what it comes to.
struct Stats<'a> {
    block: &'a Block,
    /// The lines at the beginning.
    first: Vec<&'a ProfileLine>,
    /// Everything else that it comes to.
    rest: Vec<&'a ProfileLine>,
}

/// Steps of stairs below others that are shown unfolded, at the most.
const STEPS_OPEN: usize = 10;

/// Stairs with their numbers.
struct Steps<'a> {
    stairs: &'a Stairs,
    /// True if they are long, and others stand above them.
    folded: bool,
    drawn: String,
    table: Option<Shown<'a>>,
}

/// An expectation with its mark.
struct Wanted<'a> {
    mark: &'static str,
    word: &'static str,
    that: &'a str,
    verdict: &'a str,
    because: &'a str,
}

/// The chapter of one fight.
struct Chapter<'a> {
    id: String,
    title: String,
    /// The endings of fights, as one bar of the full width.
    bar: Vec<Segment>,
    /// The wishes of the designer: label, from and to in per cent of the width.
    bands: Vec<(String, f64, f64)>,
    /// Rounds by winner.
    rounds: Option<Picture<'a>>,
    /// The course by round.
    course: Vec<Picture<'a>>,
    /// The most important tables.
    costs: Vec<Shown<'a>>,
    /// Everything else.
    pictures: Vec<Picture<'a>>,
    tables: Vec<Shown<'a>>,
}

/// A part of the bar.
pub(super) struct Segment {
    pub(super) name: String,
    /// Number of its colour; sides have theirs, what is no victory has none.
    pub(super) colour: Option<usize>,
    pub(super) percent: f64,
    pub(super) words: Words,
}

/// A fight that is told.
struct Story<'a> {
    notable: &'a Notable,
    told: &'a [String],
    hidden: usize,
}

/// A table with its figures in words.
struct Shown<'a> {
    title: &'a str,
    rows_are: &'a str,
    columns: Vec<&'a str>,
    rows: Vec<(&'a str, Vec<Words>)>,
    /// The things that never happened to anybody, with how sure that is.
    never: String,
}

/// A picture with its drawings.
struct Picture<'a> {
    slug: &'a str,
    title: &'a str,
    caption: &'a str,
    note: &'a str,
    wide: bool,
    panels: Vec<Drawn<'a>>,
    /// The facts that are not worth a drawing, in a sentence each.
    plain: Vec<String>,
}

impl<'a> Picture<'a> {
    /// The drawings that are seen at once.
    fn first(&self) -> &[Drawn<'a>] {
        &self.panels[..self.panels.len().min(PANELS_OPEN)]
    }

    /// True if any drawing has a table.
    fn tables(&self) -> bool {
        self.panels.iter().any(|panel| panel.table.is_some())
    }

    /// The drawings that are folded.
    fn rest(&self) -> &[Drawn<'a>] {
        &self.panels[self.panels.len().min(PANELS_OPEN)..]
    }
}

/// A drawing with its table, rows of bars, or shaded numbers.
#[derive(Default)]
struct Drawn<'a> {
    title: &'a str,
    svg: String,
    /// The drawing once more for wide screens; empty where one layout serves both.
    wide: String,
    described: String,
    bars: Vec<Bar<'a>>,
    /// Names of the columns of shaded numbers.
    columns: &'a [String],
    /// The meaning of the columns; empty where their names tell.
    axis: &'a str,
    /// Shaded numbers: the name of each row, and its cells with how strong their shade is, in per cent.
    shades: Vec<(&'a str, Vec<(f64, Words)>)>,
    table: Option<Shown<'a>>,
}

/// A row of a picture: a bar as long as its share.
struct Bar<'a> {
    name: &'a str,
    class: String,
    low: f64,
    percent: f64,
    high: f64,
    words: Words,
}

/// The whole page. `single` are the tables of every combatant by itself, where `tables` pool equals; the stairs are those of the day.
///
/// # Errors
/// A bug in the program.
pub fn html(
    reading: &Reading,
    tables: &[Table],
    single: &[Table],
    plots: &[Plot],
    stairs: &[Stairs],
) -> Result<String, Failure> {
    let facts = reading.facts;
    let parts = parts_of_day(reading.catalogue);
    let stacked: Vec<(Option<String>, Plot)> = std::iter::once(None)
        .chain(parts.iter().cloned().map(Some))
        .filter_map(|part| Some((part.clone(), rounds_by_winner(reading, part.as_deref())?)))
        .collect();
    let many = parts.len() > PARTS_DRAWN;
    let chapter = |part: Option<&str>| {
        let rounds = stacked.iter().find(|(of, _)| of.as_deref() == part).map(|(_, plot)| plot);
        let plots = if many && part.is_some() { &[] } else { plots };
        chapter(reading, part, rounds, tables, plots)
    };
    let few = facts.blocks.len() <= PORTRAITS_MOST;
    let of_side = |side: usize| {
        facts.blocks.iter().filter(move |block| block.side.index() == side).map(|block| stats(block, few)).collect()
    };
    let mut steps = Vec::new();
    for stairs in stairs {
        let table = stairs.table.as_ref().map(|table| shown(table, ""));
        let folded = !steps.is_empty() && stairs.tracks.rows.len() > STEPS_OPEN;
        steps.push(Steps { stairs, folded, drawn: stairs.tracks.html()?, table });
    }
    let told = facts.notable.iter().filter(|notable| !notable.told.is_empty());
    let page = Page {
        facts,
        verdict: verdict(reading),
        source: terminal::source(reading),
        method: method_note(reading),
        warnings: warnings(reading).iter().map(Warning::text).collect(),
        wanted: wanted(facts),
        whole: chapter(None)?,
        parts: parts.iter().map(|part| chapter(Some(part))).collect::<Result<_, _>>()?,
        titled: steps.iter().filter(|one| !one.folded).count() > 1,
        stairs: steps,
        many,
        sides: facts.sides.iter().enumerate().map(|(index, side)| (side.as_str(), of_side(index))).collect(),
        stories: told.map(story).collect(),
        single: single.iter().map(|table| shown(table, &table.title)).collect(),
        lines_title: lines::title(reading),
        lines: lines::table(reading),
        exact: reading.exact(),
        bounds: reading.stopped().is_some(),
        onward: reading.played_on().is_some(),
    };
    rendered(&page)
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

/// Blocks that fit a page with their weapons and armor; of more, only the pools are shown unfolded.
const PORTRAITS_MOST: usize = 6;

/// Sets apart of a block what a portrait shows: its pools, and where there are few the attack and the defence that come first.
fn stats(block: &Block, few: bool) -> Stats<'_> {
    let leads = |topic: Topic| block.profile.iter().position(|line| few && line.topic == topic);
    let shown = [leads(Topic::Attack), leads(Topic::Defence)];
    let lines = block.profile.iter().enumerate();
    let (first, rest): (Vec<_>, Vec<_>) = lines.partition(|(at, line)| line.topic == Topic::Pool || shown.contains(&Some(*at)));
    let lines = |lines: Vec<(usize, _)>| lines.into_iter().map(|(_, line)| line).collect();
    Stats { block, first: lines(first), rest: lines(rest) }
}

/// The expectations with their marks, and their verdicts without the word that repeats the mark.
fn wanted(facts: &Facts) -> Vec<Wanted<'_>> {
    let of = |expected: &'_ crate::report::Expected| match expected.standing {
        Some(ContractStanding::Holds) => ("\u{2713}", "holds"),
        Some(ContractStanding::Broken) => ("\u{2717}", "broken"),
        Some(ContractStanding::Undecided) | None => ("?", "undecided"),
    };
    let wanted = facts.expectations.iter().map(|expected| {
        let (mark, word) = of(expected);
        let verdict = expected.verdict.strip_prefix(word).map_or(&*expected.verdict, |rest| rest.trim_start_matches(": "));
        Wanted { mark, word, that: &expected.that, verdict, because: &expected.because }
    });
    wanted.collect()
}

/// The chapter of a part of the day, or of the whole, with the tables and plots that belong to it.
fn chapter<'a>(
    reading: &Reading<'a>,
    part: Option<&str>,
    rounds: Option<&'a Plot>,
    tables: &'a [Table],
    plots: &'a [Plot],
) -> Result<Chapter<'a>, Failure> {
    let title = part.unwrap_or_default();
    let (bar, bands) = endings(reading, part);
    let mut chapter = Chapter {
        id: title.to_lowercase().replace(' ', "-"),
        title: title.to_owned(),
        rounds: rounds.map(|plot| picture(plot, &plot.title)).transpose()?,
        bar,
        bands,
        course: Vec::new(),
        costs: Vec::new(),
        pictures: Vec::new(),
        tables: Vec::new(),
    };
    let whole_fight = part.is_some() || parts_of_day(reading.catalogue).is_empty();
    let stood = whole_fight && plots.iter().any(|plot| within(&plot.title, part) == Some(stands::TITLE));
    for plot in plots {
        // The winner and the length of a fight stand above as one picture.
        let above = !chapter.bar.is_empty() && plot.families.iter().any(|family| is_above(family));
        let Some(title) = within(&plot.title, part).filter(|_| !above) else { continue };
        let open: usize = chapter.course.iter().map(|picture: &Picture| picture.panels.len().max(1)).sum();
        // Where it is seen how everybody stands, nothing else by round is needed at once.
        let seen_at_once = if stood { title == stands::TITLE } else { plot.course && open < COURSE_OPEN };
        let list = if seen_at_once { &mut chapter.course } else { &mut chapter.pictures };
        list.push(picture(plot, title)?);
    }
    for table in tables {
        let above = !chapter.bar.is_empty() && table.rows_are == "outcome";
        // Some tables have rows for every fight of the day: each stands with its fight.
        let mixed = table.rows.iter().any(|row| split(&row.name).0.is_some());
        let title = if mixed { Some(&*table.title) } else { within(&table.title, part) };
        let Some(title) = title.filter(|_| !above) else { continue };
        let of_part = |row: &&Row| !mixed || within(&row.name, part).is_some();
        if !table.rows.iter().any(|row| of_part(&row)) {
            continue;
        }
        // The stairs and the headings of a long day have told it already.
        let told = part.is_none() && table.rows_are == "fight" && table.rows.len() > PARTS_DRAWN;
        let open = table.headline && !told && chapter.costs.len() < COSTS_OPEN;
        let list = if open { &mut chapter.costs } else { &mut chapter.tables };
        list.push(shown_rows(table, title, table.rows.iter().filter(of_part).collect()));
    }
    Ok(chapter)
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

/// A story of a fight, with as many of its entries as a page shows.
fn story(notable: &Notable) -> Story<'_> {
    let shown = notable.told.len().min(TOLD_MOST);
    Story { notable, told: &notable.told[..shown], hidden: notable.told.len() - shown }
}

/// A whole table, as [`shown_rows`] has it.
fn shown<'a>(table: &'a Table, title: &'a str) -> Shown<'a> {
    shown_rows(table, title, table.rows.iter().collect())
}

/// These rows of a table without the columns in which nothing ever happens: these are a sentence.
fn shown_rows<'a>(table: &'a Table, title: &'a str, rows: Vec<&'a Row>) -> Shown<'a> {
    let nothing = |row: &Row, column: usize| row.cells[column].is_none_or(|figure| figure.nothing());
    let single = table.columns.len() == 1;
    let (idle, busy): (Vec<usize>, Vec<usize>) =
        (0..table.columns.len()).partition(|&column| !single && rows.iter().all(|row| nothing(row, column)));
    let dash = || Words { number: "\u{2013}".into(), error: String::new() };
    let cells = |row: &Row| busy.iter().map(|&column| row.cells[column].map_or_else(dash, |figure| figure.words())).collect();
    let kept = rows.iter().filter(|row| !single || !nothing(row, 0) || rows.len() == 1);
    let mut never = Vec::new();
    if single {
        never.extend(rows.iter().filter(|row| nothing(row, 0) && rows.len() > 1).map(|row| row.name.as_str()));
    } else {
        never.extend(idle.iter().map(|&column| table.columns[column].trim_end_matches(", mean")));
    }
    let limit = rows.iter().flat_map(|row| &row.cells).flatten().filter(|figure| figure.nothing()).copied();
    Shown {
        title,
        rows_are: table.rows_are,
        columns: busy.iter().map(|&column| table.columns[column].as_str()).collect(),
        rows: kept.map(|row| (split(&row.name).1, cells(row))).collect(),
        never: never_sentence(&never, limit),
    }
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

/// Prepares a plot for the page: panels drawn or shaded, and sentences for what is always or never so.
fn picture<'a>(plot: &'a Plot, title: &'a str) -> Result<Picture<'a>, Failure> {
    let mut panels = Vec::new();
    let mut plain = Vec::new();
    for panel in &plot.panels {
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
                let drawn = bars(panel, seen);
                if !never.is_empty() {
                    plain.push(if panel.title.is_empty() { never } else { format!("{}: {never}", panel.title) });
                }
                panels.extend((!drawn.bars.is_empty()).then_some(drawn));
            }
            Shape::Steps(rows) => {
                let mut drawn = bars(panel, rows.iter().collect());
                for (bar, (_, figure)) in drawn.bars.iter_mut().zip(rows) {
                    bar.words.error =
                        format!("{}, n {}", bar.words.error, thousands(figure.n)).trim_start_matches(", ").to_owned();
                }
                panels.push(drawn);
            }
            Shape::Map { axis, columns, rows } => {
                let most = rows.iter().flat_map(|(_, figures)| figures).map(|figure| figure.value).fold(0.0, f64::max);
                let strength = |figure: &Figure| (figure.value / most.max(f64::MIN_POSITIVE)).max(0.0).sqrt() * SHADE_MOST;
                let cell = |figure: &Figure| (strength(figure), Words { number: brief(figure), error: String::new() });
                let shades = rows.iter().map(|(name, figures)| (name.as_str(), figures.iter().map(cell).collect())).collect();
                let table = Some(shown(&panel.table, &panel.title));
                panels.push(Drawn { title: &panel.title, axis, columns, shades, table, ..Drawn::default() });
            }
            Shape::Heat { columns, rows, most } => {
                let strength = |figure: &Figure| (figure.value / most.max(f64::MIN_POSITIVE) * SHADE_MOST, figure.words());
                let shades = rows.iter().map(|(name, figures)| (name.as_str(), figures.iter().map(strength).collect()));
                panels.push(Drawn { title: &panel.title, columns, shades: shades.collect(), ..Drawn::default() });
            }
            _ => {
                let svg = chart::inline(&chart::draw(panel, WIDTH)?);
                let stacked = matches!(panel.shape, Shape::Stacked { .. });
                let wide = if stacked { chart::inline(&chart::draw(panel, WIDTH_WIDE)?) } else { String::new() };
                let described = if panel.title.is_empty() { title.to_owned() } else { format!("{title}: {}", panel.title) };
                let table = Some(shown(&panel.table, &panel.title));
                panels.push(Drawn { title: &panel.title, svg, wide, described, table, ..Drawn::default() });
            }
        }
    }
    Ok(Picture { slug: &plot.slug, title, caption: &plot.caption, note: &plot.note, wide: panels.len() > 1, panels, plain })
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

/// Rows of dots as bars.
fn bars<'a>(panel: &'a Panel, rows: Vec<&'a (Named, Figure)>) -> Drawn<'a> {
    let bar = |(named, figure): &'a (Named, Figure)| Bar {
        name: &named.name,
        class: chart::class(named),
        low: figure.low * 100.0,
        percent: figure.value * 100.0,
        high: figure.high * 100.0,
        words: figure.words(),
    };
    Drawn { title: &panel.title, bars: rows.into_iter().map(bar).collect(), ..Drawn::default() }
}
