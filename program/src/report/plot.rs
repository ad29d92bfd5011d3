//! Plots: the pictures of the catalogue, filled with figures and ready to be drawn.
//!
//! Owns what a picture shows: its panels, which values share a bar, where an axis ends, and the table of the same numbers.
//! Knows no drawing. Start at [`plots`].

use crate::report::along;
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::reading::Reading;
use crate::report::table::{Row, Table};
use frame::fight::{Metric, Picture, PictureKind, Scale, Subject};

/// Lines in one panel at the most.
const SERIES_MOST: usize = 6;
/// Panels of one picture at the most.
const PANELS_MOST: usize = 12;
/// Rows of one panel at the most.
const ROWS_MOST: usize = 24;
/// Bars of one panel at the most.
const BARS_MOST: i64 = 40;
/// Share of fights that may be folded into the last bar or lie beyond the end of an axis.
const TAIL: f64 = 0.005;
/// Ribbons reach from this quantile, in per cent,
const SPREAD_LOW: u8 = 10;
/// to this one.
const SPREAD_HIGH: u8 = 90;
/// A line ends where fewer than this share of the fights have a value.
const REACHED_LEAST: f64 = 0.01;

/// A picture with its figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// Name for files and links: `who-wins`.
    pub slug: String,
    /// Heading.
    pub title: String,
    /// The meaning of the intervals, and the number of fights.
    pub caption: String,
    /// The parts that are not shown, and why; may be empty.
    pub note: String,
    /// The families of metrics that it shows.
    pub families: Vec<String>,
    /// True if it tells how something goes on, by round or along a day.
    pub course: bool,
    /// One or several drawings.
    pub panels: Vec<Panel>,
}

/// One drawing of a plot, with its numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// Heading; empty when the plot has only one.
    pub title: String,
    /// The shape that is drawn.
    pub shape: Shape,
    /// The numbers as a table.
    pub table: Table,
}

/// A name with the side whose colour it takes, if any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The index of a side.
    pub side: Option<usize>,
    /// The number of a person, where its side has several: each has a colour of its own, which is no side's.
    pub person: Option<usize>,
}

/// The shape that a panel draws.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A dot with its interval per row, from 0 to 100 %.
    Dots(Vec<(Named, Figure)>),
    /// Figures over steps in an order of their own, of which none is left out; each with how many fights it is of.
    Steps(Vec<(Named, Figure)>),
    /// A bar with its interval per integer or range of integers.
    Bars {
        /// Name of the horizontal axis.
        axis: String,
        /// The side whose colour is taken.
        side: Option<usize>,
        /// The bars.
        bars: Vec<(String, Figure)>,
    },
    /// One bar per row, divided into levels, with the interval of every border.
    Levels {
        /// Names of the levels.
        levels: Vec<String>,
        /// Row names, and per level the share of fights up to and with it.
        rows: Vec<(String, Vec<Figure>)>,
        /// True if the last level says nothing of harm, and is left open.
        open: bool,
    },
    /// A shade per row and column, the highest share the darkest.
    Heat {
        /// Names of the columns.
        columns: Vec<String>,
        /// Row names, and a share for each column.
        rows: Vec<(String, Vec<Figure>)>,
        /// The highest share of all panels of the picture: one scale for all of them.
        most: f64,
    },
    /// A shade per row and column for an amount, the darkest for the most; in between shades go with the root, so that rare ones are
    /// seen beside frequent ones.
    Map {
        /// The meaning of the columns.
        axis: String,
        /// Names of the columns.
        columns: Vec<String>,
        /// Row names, and an amount for each column.
        rows: Vec<(String, Vec<Figure>)>,
    },
    /// Bars per integer or range of integers, each divided by what the fights ended in.
    Stacked {
        /// Name of the horizontal axis.
        axis: String,
        /// The parts of the bars, with the side whose colour each takes.
        parts: Vec<Named>,
        /// The bars: label, and the share of each part.
        bars: Vec<(String, Vec<f64>)>,
    },
    /// Areas that lie on each other over rounds, together 100 %.
    Areas {
        /// Name of the horizontal axis.
        axis: String,
        /// Names of the areas, from below.
        levels: Vec<String>,
        /// By round, from 0: the share of each area.
        rounds: Vec<Vec<f64>>,
        /// True if the last area says nothing of harm, and is left open.
        open: bool,
    },
    /// Lines with ribbons over rounds, from 0 to 100 %.
    Lines {
        /// Name of the horizontal axis.
        axis: String,
        /// The lines: one figure per round, from round 0.
        lines: Vec<(Named, Vec<Figure>)>,
    },
    /// Lines with ribbons over named points, from 0 to whatever is the most.
    Ribbons {
        /// Name of the horizontal axis.
        axis: String,
        /// Names of the points.
        points: Vec<String>,
        /// The lines: by point the mean, and between what most of the fights lie.
        lines: Vec<(Named, Vec<Spread>)>,
    },
    /// A median with the middle half and the middle nine tenths around it, over named points.
    Fan {
        /// Name of the horizontal axis.
        axis: String,
        /// What there are nine tenths of: days, or fights.
        of: &'static str,
        /// The side whose colour is taken.
        side: Option<usize>,
        /// By point the quantiles of [`along::QUANTILES`].
        points: Vec<(String, [Figure; 5])>,
    },
}

/// An amount at one point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The mean.
    pub mean: Figure,
    /// The quantile at which the ribbon begins.
    pub low: Figure,
    /// The quantile at which it ends.
    pub high: Figure,
}

/// A line that is to be drawn with its ribbon.
type Ribbon = (Named, Vec<Spread>);

/// The pictures of the catalogue of which anything is known.
#[must_use]
pub fn plots(reading: &Reading) -> Vec<Plot> {
    let mut plots: Vec<Plot> = Vec::new();
    for picture in &reading.catalogue.pictures {
        let (panels, note) = panels(reading, picture);
        // The reason why pictures cannot be drawn is told once.
        let said = || plots.iter().any(|plot| plot.note == note);
        if panels.is_empty() && (note.is_empty() || said()) {
            continue;
        }
        let mut slug = slug(&picture.title);
        if plots.iter().any(|plot| plot.slug == slug) {
            slug = format!("{slug}-{}", plots.len() + 1);
        }
        plots.push(Plot {
            slug,
            title: picture.title.clone(),
            caption: if panels.is_empty() { String::new() } else { caption(reading, picture) },
            note,
            families: picture.families.iter().map(|(family, _)| family.clone()).collect(),
            course: goes_on(&picture.kind),
            panels,
        });
    }
    plots
}

/// True if a picture of this kind tells how something goes on.
fn goes_on(kind: &PictureKind) -> bool {
    use PictureKind::{Bands, Brought, Causes, Fans, Fates, Grid, Happened, Survival};
    matches!(kind, Happened | Survival | Bands(_) | Fans(_) | Fates(_) | Grid(_) | Causes(_) | Brought)
}

/// A title as a file name: lower case letters, digits and hyphens.
#[must_use]
pub fn slug(title: &str) -> String {
    let words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// The caption of a picture: which intervals it shows, of how many fights.
fn caption(reading: &Reading, picture: &Picture) -> String {
    if reading.stopped().is_some() {
        return "Of the fights that were followed to their end; the tables have the bounds within which each number lies."
            .to_owned();
    }
    if reading.played_on().is_some() {
        return "Of what was followed to its end and of fights that were played on from there; the tables have the intervals."
            .to_owned();
    }
    if reading.exact() {
        return "Exact probabilities: every outcome of every die was followed.".to_owned();
    }
    let percent = reading.level().confidence() * 100.0;
    let source = format!("n = {}, seed {}", thousands(reading.fights()), reading.facts.seed);
    let shown = match picture.kind {
        PictureKind::Fans(_) => {
            return format!(
                "Medians of the days that came so far, with the middle half and the middle 90 % of them; the tables have the intervals; \
                 {source}."
            );
        }
        PictureKind::Grid(_) => {
            return format!(
                "Means per day of the whole side, each with its {percent} % interval, of the days that came so far; what has healed is \
                 gone; {source}."
            );
        }
        PictureKind::Causes(_) => {
            return format!("Means per day of the whole side, each with its {percent} % interval; {source}.");
        }
        PictureKind::Shares => {
            return format!("Dots with {percent} % intervals of a ratio of totals, each for itself; {source}.");
        }
        PictureKind::Bands(_) => {
            return format!(
                "Means of the fights that came so far, with ribbons from the {SPREAD_LOW} % to the {SPREAD_HIGH} % quantile; \
                 the tables have the intervals; {source}."
            );
        }
        PictureKind::Rates | PictureKind::Totals | PictureKind::Brought => "Dots with",
        PictureKind::Distribution => "Bars with",
        PictureKind::Heat(_) => "Cells with",
        PictureKind::Levels(_) | PictureKind::Fates(_) => "Every border with its",
        PictureKind::Happened | PictureKind::Survival => "Lines with ribbons of",
    };
    let noun = if matches!(picture.kind, PictureKind::Levels(_) | PictureKind::Fates(_)) { "interval" } else { "intervals" };
    format!("{shown} {percent} % Wilson {noun} (Garwood below 30 cases), each for itself; {source}.")
}

/// The known metrics of a family.
fn known<'a>(reading: &Reading<'a>, family: &'a str) -> Vec<(usize, &'a Metric)> {
    let catalogue = reading.catalogue;
    catalogue.family(family).filter(|(index, _)| reading.knows(*index)).collect()
}

/// The panels of a picture by its kind, with a note on what is left out.
fn panels(reading: &Reading, picture: &Picture) -> (Vec<Panel>, String) {
    let first = picture.families.first().map_or("", |(family, _)| family.as_str());
    match &picture.kind {
        PictureKind::Rates => rates(reading, first),
        PictureKind::Distribution => distributions(reading, first),
        PictureKind::Levels(levels) => divided(reading, first, levels),
        PictureKind::Happened => by_round(reading, picture, true),
        PictureKind::Survival => by_round(reading, picture, false),
        PictureKind::Totals => totals(reading, picture),
        PictureKind::Shares => shares(reading, picture),
        PictureKind::Bands(axis) => bands(reading, picture, axis),
        PictureKind::Heat(columns) => heat(reading, picture, columns),
        PictureKind::Fans(axis) => along::fans(reading, picture, axis),
        PictureKind::Grid(columns) => along::grid(reading, picture, columns),
        PictureKind::Causes(columns) => along::causes(reading, picture, columns),
        PictureKind::Brought => along::brought(reading, picture),
        PictureKind::Fates(levels) => along::fates(reading, picture, levels),
    }
}

/// A subject with its name and its side.
fn named(reading: &Reading, subject: Subject) -> Named {
    let (name, side) = reading.who(subject);
    Named { name, side, person: reading.person(subject) }
}

/// A table with one figure per row.
fn listing(title: &str, rows_are: &'static str, rows: impl Iterator<Item = (String, Figure)>) -> Table {
    let rows = rows.map(|(name, figure)| Row { name, side: None, cells: vec![Some(figure)] });
    let columns = vec!["share of fights".to_owned()];
    Table { title: title.to_owned(), rows_are, columns, rows: rows.collect(), headline: false }
}

/// The note that not everything is drawn; empty where all of it is.
fn left_out(all: usize, shown: usize, what: &str) -> String {
    if all > shown { format!("The first {shown} of {all} {what} are drawn; the tables have all.") } else { String::new() }
}

/// Dots for how often something happens; the outcomes of each combatant have a panel of their own.
fn rates(reading: &Reading, family: &str) -> (Vec<Panel>, String) {
    let mut rows: Vec<(Named, Figure)> = Vec::new();
    let (mut of_everybody, mut all) = (Vec::new(), 0);
    for (index, metric) in known(reading, family) {
        match (&metric.scale, metric.subject) {
            (Scale::Category(_), Subject::Combatant(_)) => {
                all += 1;
                if of_everybody.len() < PANELS_MOST {
                    of_everybody.extend(dots(named(reading, metric.subject).name, outcomes(reading, index, &metric.scale)).0);
                }
            }
            (Scale::Category(_), _) => rows.extend(outcomes(reading, index, &metric.scale)),
            _ => {
                let figure = reading.share(index, |value| value != 0);
                rows.extend(figure.map(|figure| (named(reading, metric.subject), figure)));
            }
        }
    }
    if all > 0 { (of_everybody, left_out(all, PANELS_MOST, "panels")) } else { dots(String::new(), rows) }
}

/// The share of each label of a category.
fn outcomes(reading: &Reading, index: usize, scale: &Scale) -> Vec<(Named, Figure)> {
    let of = |(value, label): (i64, &String)| {
        let side = reading.facts.sides.iter().position(|side| side == label);
        let figure = reading.share(index, |given| given == value)?;
        Some((Named { name: label.clone(), side, person: None }, figure))
    };
    scale.outcomes().filter_map(of).collect()
}

/// One panel of dots, or none.
fn dots(title: String, mut rows: Vec<(Named, Figure)>) -> (Vec<Panel>, String) {
    if rows.is_empty() {
        return (Vec::new(), String::new());
    }
    let table = listing(&title, "what", rows.iter().map(|(named, figure)| (named.name.clone(), *figure)));
    let note = left_out(rows.len(), ROWS_MOST, "rows");
    rows.truncate(ROWS_MOST);
    (vec![Panel { title, shape: Shape::Dots(rows), table }], note)
}

/// Everybody whom one of the families of a picture is known of.
fn subjects(reading: &Reading, picture: &Picture) -> Vec<Subject> {
    let mut subjects: Vec<Subject> = Vec::new();
    for (family, _) in &picture.families {
        for (_, metric) in known(reading, family) {
            if !subjects.contains(&metric.subject) {
                subjects.push(metric.subject);
            }
        }
    }
    subjects
}

/// The metric of a subject in a family.
fn of_subject(reading: &Reading, family: &str, subject: Subject) -> Option<usize> {
    known(reading, family).into_iter().find(|(_, metric)| metric.subject == subject).map(|(index, _)| index)
}

/// A map for each subject: how often each thing came to at least 1, 2 and so on, shaded alike in all of them.
fn heat(reading: &Reading, picture: &Picture, columns: &[String]) -> (Vec<Panel>, String) {
    let subjects = subjects(reading, picture);
    let mut panels = Vec::new();
    for &subject in subjects.iter().take(PANELS_MOST) {
        let who = named(reading, subject);
        let mut rows: Vec<(String, Vec<Figure>)> = Vec::new();
        for (family, name) in &picture.families {
            let Some(index) = of_subject(reading, family, subject) else { continue };
            let at_least = |least: usize| reading.share(index, |value| value >= least as i64);
            let figures: Vec<Figure> = (1..=columns.len()).filter_map(at_least).collect();
            if figures.first().is_some_and(|figure| !figure.nothing()) {
                rows.push((name.clone(), figures));
            }
        }
        if !rows.is_empty() {
            let cells = |(name, figures): &(String, Vec<Figure>)| Row {
                name: name.clone(),
                side: None,
                cells: figures.iter().copied().map(Some).collect(),
            };
            let table = Table {
                title: who.name.clone(),
                rows_are: "what",
                columns: columns.to_vec(),
                rows: rows.iter().map(cells).collect(),
                headline: false,
            };
            panels.push(Panel { title: who.name, shape: Shape::Heat { columns: columns.to_vec(), rows, most: 0.0 }, table });
        }
    }
    let highest = |panel: &Panel| match &panel.shape {
        Shape::Heat { rows, .. } => rows.iter().flat_map(|(_, figures)| figures).map(|figure| figure.value).fold(0.0, f64::max),
        _ => 0.0,
    };
    let whole = panels.iter().map(highest).fold(0.0, f64::max);
    for panel in &mut panels {
        if let Shape::Heat { most, .. } = &mut panel.shape {
            *most = whole;
        }
    }
    (panels, left_out(subjects.len(), PANELS_MOST, "panels"))
}

/// Dots for each subject of what happened to it at all; those to whom nothing did are named in the note.
fn totals(reading: &Reading, picture: &Picture) -> (Vec<Panel>, String) {
    let subjects = subjects(reading, picture);
    let (mut panels, mut spared) = (Vec::new(), Vec::new());
    for &subject in subjects.iter().take(PANELS_MOST) {
        let who = named(reading, subject);
        let mut rows = Vec::new();
        for (family, name) in &picture.families {
            let figure = of_subject(reading, family, subject).and_then(|index| reading.share(index, |value| value != 0));
            rows.extend(figure.map(|figure| (Named { name: name.clone(), ..who.clone() }, figure)));
        }
        if rows.iter().all(|(_, figure): &(Named, Figure)| figure.nothing()) {
            spared.push(who.name);
        } else {
            panels.extend(dots(who.name, rows).0);
        }
    }
    let mut notes = vec![left_out(subjects.len(), PANELS_MOST, "panels")];
    if !spared.is_empty() {
        notes.push(format!("None of this ever happened to {}; the tables say what is ruled out.", spared.join(", ")));
    }
    notes.retain(|note| !note.is_empty());
    (panels, notes.join(" "))
}

/// Ratios as shares, one panel per subject that has any of them.
fn shares(reading: &Reading, picture: &Picture) -> (Vec<Panel>, String) {
    let mut subjects: Vec<(Subject, Vec<(Named, Figure)>)> = Vec::new();
    for (family, name) in &picture.families {
        let Some(ratio) = reading.catalogue.ratios.iter().find(|ratio| ratio.family == *family) else { continue };
        for (subject, over, under) in reading.catalogue.ratio_pairs(ratio) {
            // An event that never happens to somebody, such as a block without a shield, has no row.
            let Some(figure) = reading.ratio(over, under).filter(|figure| !figure.nothing()) else { continue };
            let row = (Named { name: name.clone(), ..named(reading, subject) }, of_one(figure));
            match subjects.iter_mut().find(|(known, _)| *known == subject) {
                Some((_, rows)) => rows.push(row),
                None => subjects.push((subject, vec![row])),
            }
        }
    }
    let all = subjects.len();
    let shown = subjects.into_iter().take(PANELS_MOST);
    let panels = shown.flat_map(|(subject, rows)| dots(named(reading, subject).name, rows).0).collect();
    (panels, left_out(all, PANELS_MOST, "panels"))
}

/// A ratio as a share of a whole.
fn of_one(figure: Figure) -> Figure {
    let within = |value: f64| value.clamp(0.0, 1.0);
    Figure { low: within(figure.low), high: within(figure.high), kind: Kind::Share(None), ..figure }
}

/// Lines of means over families that are the same amount at one point after the other.
fn bands(reading: &Reading, picture: &Picture, axis: &str) -> (Vec<Panel>, String) {
    let Some((first, _)) = picture.families.first() else { return (Vec::new(), String::new()) };
    let mut lines: Vec<Ribbon> = Vec::new();
    for (_, metric) in known(reading, first) {
        let mut points = Vec::new();
        for (family, _) in &picture.families {
            let same = known(reading, family).into_iter().find(|(_, other)| other.subject == metric.subject);
            points.push(same.and_then(|(index, _)| spread(reading, index)));
        }
        let reached = points.iter().map_while(|point| *point).collect();
        lines.push((named(reading, metric.subject), reached));
    }
    let most = lines.iter().map(|(_, spreads)| spreads.len()).max().unwrap_or(0);
    if most == 0 {
        return (Vec::new(), String::new());
    }
    let points: Vec<String> = picture.families.iter().take(most).map(|(_, point)| point.clone()).collect();
    let drawn = lines.iter().map(|(who, _)| who.side).collect::<Vec<_>>();
    let few = lines.len() <= SERIES_MOST;
    let groups: Vec<(String, Vec<Ribbon>)> = if few {
        vec![(String::new(), lines)]
    } else {
        let of = |side: usize| lines.iter().filter(move |(who, _)| who.side == Some(side)).cloned().collect();
        reading.facts.sides.iter().enumerate().map(|(index, side)| (side.clone(), of(index))).collect()
    };
    let crowded = (0..reading.facts.sides.len()).any(|side| drawn.iter().filter(|of| **of == Some(side)).count() > SERIES_MOST);
    let note = if few || !crowded { String::new() } else { format!("Of each side the first {SERIES_MOST} are drawn.") };
    let groups = groups.into_iter().filter(|(_, lines)| !lines.is_empty());
    (groups.map(|(title, lines)| ribbons(title, axis, &points, lines)).collect(), note)
}

/// The spread of an amount over the fights that have it; none where too few of them do.
fn spread(reading: &Reading, metric: usize) -> Option<Spread> {
    let reached = reading.exact() || reading.n(metric) as f64 >= REACHED_LEAST * reading.fights() as f64;
    let [low, high] = [SPREAD_LOW, SPREAD_HIGH].map(|percent| reading.quantile(metric, percent));
    Some(Spread { mean: reading.mean(metric)?, low: low?, high: high? }).filter(|_| reached)
}

/// A panel of means with their spread along an axis, and the table of its numbers.
fn ribbons(title: String, axis: &str, points: &[String], mut lines: Vec<Ribbon>) -> Panel {
    lines.truncate(SERIES_MOST);
    let columns = lines.iter().flat_map(|(who, _)| {
        let name = &who.name;
        [name.clone(), format!("{name}, {SPREAD_LOW} %"), format!("{name}, {SPREAD_HIGH} %")]
    });
    let columns = columns.collect();
    let cells = |point: usize| {
        let at = lines.iter().map(move |(_, spreads)| spreads.get(point));
        at.flat_map(|spread| {
            let of = |read: fn(&Spread) -> Figure| spread.map(read);
            [of(|spread| spread.mean), of(|spread| spread.low), of(|spread| spread.high)]
        })
    };
    let rows = points.iter().enumerate();
    let rows = rows.map(|(point, name)| Row { name: name.clone(), side: None, cells: cells(point).collect() }).collect();
    let table = Table { title: title.clone(), rows_are: "at", columns, rows, headline: false };
    Panel { title, shape: Shape::Ribbons { axis: axis.to_owned(), points: points.to_vec(), lines }, table }
}

/// Bars for each value of a metric, in ranges where there are many, with a panel for each subject.
fn distributions(reading: &Reading, family: &str) -> (Vec<Panel>, String) {
    let metrics = known(reading, family);
    let (mut panels, mut folded, mut bands) = (Vec::new(), false, Vec::new());
    for &(index, metric) in metrics.iter().take(PANELS_MOST) {
        let who = named(reading, metric.subject);
        let title = if metrics.len() == 1 { String::new() } else { who.name };
        let (ranges, tail) = ranges(reading, index);
        folded |= tail;
        bands.extend(reading.band(index));
        let bars: Vec<(String, Figure)> = ranges
            .into_iter()
            .filter_map(|(label, from, to)| Some((label, reading.share(index, |value| (from..=to).contains(&value))?)))
            .collect();
        let table = listing(&title, "value", bars.iter().cloned());
        panels.push(Panel { title, shape: Shape::Bars { axis: metric.label.clone(), side: who.side, bars }, table });
    }
    let mut notes = vec![left_out(metrics.len(), PANELS_MOST, "panels")];
    if folded {
        notes.push("A bar at the edge also holds everything beyond it.".into());
    }
    if let Some(band) = bands.into_iter().reduce(f64::max) {
        let half = format!("{:.2}", band * 100.0);
        notes.push(format!("The whole cumulative distribution lies within {half} percentage points of the one seen (DKW)."));
    }
    notes.retain(|note| !note.is_empty());
    (panels, notes.join(" "))
}

/// The lengths of fights, each bar divided by who wins; of a part of a day or of the only fight.
#[must_use]
pub fn rounds_by_winner(reading: &Reading, part: Option<&str>) -> Option<Plot> {
    let prefix = part.map(|part| format!("{}.", part.to_lowercase().replace(' ', ""))).unwrap_or_default();
    let rounds = reading.catalogue.index(&format!("{prefix}rounds")).filter(|&index| reading.knows(index))?;
    let winner = reading.catalogue.index(&format!("{prefix}winner"))?;
    let won = |side: &str| {
        let metric = reading.catalogue.index(&format!("{prefix}{side}.victory_rounds"))?;
        let value = reading.catalogue.metrics[winner].scale.outcomes().find(|(_, label)| *label == side)?.0;
        let share = reading.share(winner, |given| given == value)?.value;
        (share > 0.0).then_some((metric, share))
    };
    let sides = reading.facts.sides.iter().enumerate();
    let sides: Vec<(Named, usize, f64)> = sides
        .filter_map(|(index, name)| {
            let (metric, share) = won(name)?;
            Some((Named { name: format!("{name} won"), side: Some(index), person: None }, metric, share))
        })
        .collect();
    let (ranges, folded) = ranges(reading, rounds);
    let mut bars = Vec::new();
    let mut table_rows = Vec::new();
    for (label, from, to) in ranges {
        let inside = |value: i64| (from..=to).contains(&value);
        let all = reading.share(rounds, inside)?;
        let mut shares: Vec<f64> = Vec::new();
        for (_, metric, share) in &sides {
            shares.push(reading.share(*metric, inside).map_or(0.0, |figure| figure.value * share));
        }
        let rest = (all.value - shares.iter().sum::<f64>()).max(0.0);
        shares.push(if rest < 1e-9 { 0.0 } else { rest });
        table_rows.push((label.clone(), all));
        bars.push((label, shares));
    }
    let mut parts: Vec<Named> = sides.into_iter().map(|(named, ..)| named).collect();
    if bars.iter().all(|(_, shares)| shares.last() == Some(&0.0)) {
        for (_, shares) in &mut bars {
            shares.pop();
        }
    } else {
        parts.push(Named { name: "undecided".into(), side: None, person: None });
    }
    let shape = Shape::Stacked { axis: "rounds".into(), parts, bars };
    let panel = Panel { title: String::new(), shape, table: listing("", "rounds", table_rows.into_iter()) };
    let note = if folded { "A bar at the edge also holds everything beyond it.".to_owned() } else { String::new() };
    Some(Plot {
        slug: format!("{}how-long-by-winner", part.map(|part| format!("{}-", slug(part))).unwrap_or_default()),
        title: "How long it takes, by who wins".into(),
        caption: String::new(),
        note,
        families: vec![format!("{prefix}rounds")],
        course: false,
        panels: vec![panel],
    })
}

/// Ranges of values that share a bar, each with its label; and whether rare values at either end were put together.
fn ranges(reading: &Reading, metric: usize) -> (Vec<(String, i64, i64)>, bool) {
    let values = reading.values(metric);
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else { return (Vec::new(), false) };
    let rare = |share: Option<Figure>| share.is_none_or(|share| share.value < TAIL);
    let end = values.iter().copied().find(|&value| rare(reading.share(metric, |given| given > value))).unwrap_or(most);
    let start = values.iter().rev().copied().find(|&value| rare(reading.share(metric, |given| given < value))).unwrap_or(least);
    // Folding one or two values would save nothing.
    let (head, tail) = (start - least > 2, most - end > 2);
    let (start, end) = (if head { start } else { least }, if tail { end } else { most });
    let width = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000]
        .into_iter()
        .chain((1..53).map(|power| 1000i64.saturating_mul(1 << power)))
        .find(|width| end.saturating_sub(start) / width < BARS_MOST)
        .unwrap_or(i64::MAX);
    let first = if width == 1 { start } else { start.div_euclid(width) * width };
    let mut ranges: Vec<(String, i64, i64)> = Vec::new();
    if head {
        ranges.push((format!("below {first}"), i64::MIN, first - 1));
    }
    let mut from = first;
    while from <= end {
        let to = from.saturating_add(width - 1);
        ranges.push((if width == 1 { from.to_string() } else { format!("{from} to {to}") }, from, to));
        from = to.saturating_add(1);
    }
    if tail {
        ranges.push((format!("{from} and more"), from, i64::MAX));
    }
    (ranges, head || tail)
}

/// Bars that are divided into levels, a row for each subject; values beyond the last level count for it.
fn divided(reading: &Reading, family: &str, levels: &[String]) -> (Vec<Panel>, String) {
    let metrics = known(reading, family);
    let (mut rows, mut table_rows) = (Vec::new(), Vec::new());
    let last = levels.len().saturating_sub(1) as i64;
    for &(index, metric) in &metrics {
        let who = named(reading, metric.subject);
        let up_to = (0..=last).filter_map(|level| reading.share(index, |value| value <= level || level == last));
        rows.push((who.name.clone(), up_to.collect()));
        let at = |level: i64| {
            reading.share(index, |value| value == level || (level == last && value > level) || (level == 0 && value < 0))
        };
        table_rows.push(Row { name: who.name, side: None, cells: (0..=last).map(at).collect() });
    }
    if rows.is_empty() {
        return (Vec::new(), String::new());
    }
    let table = Table { title: String::new(), rows_are: "who", columns: levels.to_vec(), rows: table_rows, headline: false };
    rows.truncate(ROWS_MOST);
    let shape = Shape::Levels { levels: levels.to_vec(), rows, open: false };
    (vec![Panel { title: String::new(), shape, table }], left_out(metrics.len(), ROWS_MOST, "rows"))
}

/// A line that is to be drawn, with its metric.
struct Curve {
    named: Named,
    metric: usize,
}

/// Curves by round, one panel of all of them, or one for each side where there are too many.
fn by_round(reading: &Reading, picture: &Picture, happened: bool) -> (Vec<Panel>, String) {
    let mut curves = Vec::new();
    for (family, line) in &picture.families {
        for (metric, of) in known(reading, family) {
            let who = named(reading, of.subject);
            let name = if picture.families.len() > 1 { format!("{}, {line}", who.name) } else { who.name.clone() };
            curves.push(Curve { named: Named { name, ..who }, metric });
        }
    }
    let last = curves.iter().filter_map(|curve| end_of_axis(reading, curve.metric)).max().unwrap_or(0);
    if last == 0 {
        return (Vec::new(), String::new());
    }
    let mut groups: Vec<(String, Vec<Curve>)> = Vec::new();
    if curves.len() <= SERIES_MOST {
        groups.push((String::new(), curves));
    } else {
        for (index, side) in reading.facts.sides.iter().enumerate() {
            let (here, rest) = curves.into_iter().partition(|curve| curve.named.side == Some(index));
            curves = rest;
            groups.push((side.clone(), here));
        }
    }
    let drawn = |curves: &Vec<Curve>| curves.len() <= SERIES_MOST;
    let note = if groups.iter().all(|(_, curves)| drawn(curves)) {
        String::new()
    } else {
        format!("Of each side the first {SERIES_MOST} are drawn; the tables have all.")
    };
    let panels = groups.into_iter().filter(|(_, curves)| !curves.is_empty());
    (panels.map(|(title, curves)| lines(reading, title, &curves, last, happened)).collect(), note)
}

/// The round by which nearly all of what will ever happen has happened.
fn end_of_axis(reading: &Reading, metric: usize) -> Option<i64> {
    let later = |round: i64| reading.share(metric, |value| value > round).map_or(0.0, |share| share.value);
    reading.values(metric).into_iter().filter(|&value| value > 0).find(|&round| later(round) < TAIL)
}

/// A panel of curves: the share of fights in which something has happened by a round, or has not yet.
fn lines(reading: &Reading, title: String, curves: &[Curve], last: i64, happened: bool) -> Panel {
    let mut all: Vec<(Named, Vec<Figure>)> = Vec::new();
    for curve in curves {
        let by = |round: i64| {
            reading
                .share(curve.metric, |value| if happened { (1..=round).contains(&value) } else { value == 0 || value > round })
        };
        all.push((curve.named.clone(), (0..=last).filter_map(by).collect()));
    }
    let rows = (0..=last).map(|round| Row {
        name: round.to_string(),
        side: None,
        cells: all.iter().map(|(_, figures)| figures.get(round as usize).copied()).collect(),
    });
    let table = Table {
        title: title.clone(),
        rows_are: "by round",
        columns: all.iter().map(|(named, _)| named.name.clone()).collect(),
        rows: rows.collect(),
        headline: false,
    };
    all.truncate(SERIES_MOST);
    Panel { title, shape: Shape::Lines { axis: "round".to_owned(), lines: all }, table }
}
