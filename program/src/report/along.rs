//! Pictures along a day: how amounts spread from fight to fight, which harm came when, and what is brought into the fight that goes
//! wrong.
//!
//! Owns what these pictures show and the tables of the same numbers. Which amounts they are follows from the catalogue. Start at
//! [`fans`].

use std::collections::BTreeMap;

use crate::report::figure::{Figure, Kind, thousands};
use crate::report::plot::{Named, Panel, Shape};
use crate::report::reading::Reading;
use crate::report::table::{Row, Table, part_of_day};
use frame::fight::{Picture, Subject};
use frame::stats::apart;
use frame::stats::proportion::proportion;

/// A fan reaches from the first of these quantiles, in per cent, to the last, with the median in the middle.
pub const QUANTILES: [u8; 5] = [5, 25, 50, 75, 95];
/// A fan ends where fewer than this share of the days have a value.
const REACHED_LEAST: f64 = 0.01;
/// A fight that is not won on fewer days than this is none that goes wrong.
const LOST_LEAST: u64 = 20;
/// Rows of what is brought into a fight at the most, where amounts are not put together.
const VALUES_MOST: usize = 8;
/// Rows of what is brought into a fight, where amounts are put together.
const GROUPS: u64 = 6;

/// The spread of an amount over the days that come to one point after the other.
#[must_use]
pub fn fans(reading: &Reading, picture: &Picture, axis: &str) -> (Vec<Panel>, String) {
    let mut points: Vec<(String, [Figure; 5])> = Vec::new();
    let mut side = None;
    for (family, name) in &picture.families {
        let Some(index) = reading.catalogue.index(family).filter(|&index| reading.knows(index)) else { break };
        let reached = reading.exact() || reading.n(index) as f64 >= REACHED_LEAST * reading.fights() as f64;
        let quantiles = QUANTILES.map(|percent| reading.quantile(index, percent));
        let [Some(first), Some(second), Some(third), Some(fourth), Some(fifth)] = quantiles else { break };
        if !reached {
            break;
        }
        side = reading.who(reading.catalogue.metrics[index].subject).1;
        points.push((name.clone(), [first, second, third, fourth, fifth]));
    }
    let varies = points.iter().flat_map(|(_, fan)| fan).any(|figure| figure.value != points[0].1[0].value);
    if points.len() < 2 || !varies {
        return (Vec::new(), String::new());
    }
    let columns = QUANTILES.map(|percent| if percent == 50 { "median".to_owned() } else { format!("{percent} %") });
    let row = |(name, fan): &(String, [Figure; 5])| Row { name: name.clone(), side: None, cells: fan.map(Some).to_vec() };
    let rows = points.iter().map(row).collect();
    let table = Table { title: String::new(), rows_are: "after fight", columns: columns.to_vec(), rows, headline: false };
    let shape = Shape::Fan { axis: axis.to_owned(), of: "days", side, points };
    (vec![Panel { title: String::new(), shape, table }], String::new())
}

/// Harm after one fight after the other, as a grid of shades; harm that never came is a sentence.
#[must_use]
pub fn grid(reading: &Reading, picture: &Picture, columns: &[String]) -> (Vec<Panel>, String) {
    let told = "So many of each the side has got by then, on the mean of the days that came so far.";
    map(reading, picture, columns, Axis { name: "after fight", column: "fight ", told })
}

/// Harm by its causes, as a grid of shades; causes without any harm are left out, harm that never came is a sentence.
#[must_use]
pub fn causes(reading: &Reading, picture: &Picture, columns: &[String]) -> (Vec<Panel>, String) {
    let width = columns.len().max(1);
    let does = |column: &usize| {
        let of_column = picture.families.iter().skip(*column).step_by(width);
        let mut means = of_column.filter_map(|(family, _)| reading.mean(reading.catalogue.index(family)?));
        means.any(|figure| !figure.nothing())
    };
    let kept: Vec<usize> = (0..columns.len()).filter(does).collect();
    let families = picture.families.chunks(width).flat_map(|row| kept.iter().filter_map(|&column| row.get(column).cloned()));
    let shown = Picture { families: families.collect(), ..picture.clone() };
    let names: Vec<String> = kept.iter().map(|&column| columns[column].clone()).collect();
    let told = "So many of each the side gets on a day by each of these, on the mean of all days. `itself` is what is nobody's doing in \
                a fight, such as bleeding and exertion; `aftermath` is what comes of wounds when it is over.";
    map(reading, &shown, &names, Axis { name: "by", column: "by ", told })
}

/// The columns of a grid of shades.
struct Axis<'a> {
    name: &'a str,
    /// The words before the name of a column in the table.
    column: &'a str,
    /// The meaning of the numbers.
    told: &'a str,
}

/// Means in a grid of shades: the families row by row, each row with its name; rows in which nothing ever happened are a sentence.
fn map(reading: &Reading, picture: &Picture, columns: &[String], axis: Axis<'_>) -> (Vec<Panel>, String) {
    let mean = |family: &String| reading.mean(reading.catalogue.index(family)?);
    let rows = picture.families.chunks(columns.len().max(1)).filter_map(|row| {
        let figures: Option<Vec<Figure>> = row.iter().map(|(family, _)| mean(family)).collect();
        Some((row[0].1.clone(), figures?))
    });
    let (never, rows): (Vec<_>, Vec<_>) = rows.partition(|(_, figures)| figures.iter().all(Figure::nothing));
    let never: Vec<String> = never.into_iter().map(|(name, _)| name).collect();
    let note = if never.is_empty() { String::new() } else { format!("Never: {}.", never.join(", ")) };
    let note = format!("{} {note}", axis.told).trim_end().to_owned();
    if rows.is_empty() {
        return (Vec::new(), String::new());
    }
    let row = |(name, figures): &(String, Vec<Figure>)| Row {
        name: name.clone(),
        side: None,
        cells: figures.iter().copied().map(Some).collect(),
    };
    let table = Table {
        title: String::new(),
        rows_are: "what",
        columns: columns.iter().map(|name| format!("{}{name}", axis.column)).collect(),
        rows: rows.iter().map(row).collect(),
        headline: false,
    };
    let shape = Shape::Map { axis: axis.name.to_owned(), columns: columns.to_vec(), rows };
    (vec![Panel { title: String::new(), shape, table }], note)
}

/// The standing of days at one fight after the other, of all days: the number of members of a side that are lost by the end of
/// it, or that the day was over before.
#[must_use]
pub fn fates(reading: &Reading, picture: &Picture, levels: &[String]) -> (Vec<Panel>, String) {
    let none = || (Vec::new(), String::new());
    let all = reading.fights();
    // The last two are those who were beaten before and all others whose day was over.
    let mut levels = levels.to_vec();
    let over = levels.pop().unwrap_or_default();
    levels.extend(["beaten before".to_owned(), over]);
    let [beaten, over] = [levels.len() - 2, levels.len() - 1];
    let mut days: Vec<(&String, Vec<u64>)> = Vec::new();
    for (family, name) in &picture.families {
        let Some(index) = reading.catalogue.index(family) else { return none() };
        let mut counts = vec![0; levels.len()];
        for value in reading.values(index) {
            let Some(count) = number_of(reading, index, |given| given == value) else { return none() };
            // More members than there are levels for stand with the last of them.
            counts[usize::try_from(value).unwrap_or(0).min(beaten.saturating_sub(1))] += count;
        }
        let left = all - counts.iter().sum::<u64>();
        counts[beaten] = beaten_before(reading, index, name).unwrap_or(0).min(left);
        counts[over] = left - counts[beaten];
        days.push((name, counts));
    }
    let seen = |level: usize| days.iter().any(|(_, counts)| counts[level] > 0);
    if (0..levels.len()).filter(|&level| seen(level)).count() < 2 {
        return none();
    }
    // The number of dead is told of all members; other ends of a day, where they occur.
    let [some_beaten, some_over] = [seen(beaten), seen(over)];
    let kept: Vec<usize> = (0..levels.len())
        .filter(|&level| level < beaten || level == beaten && some_beaten || level == over && some_over)
        .collect();
    let levels: Vec<String> = kept.iter().map(|&level| levels[level].clone()).collect();
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for (name, counts) in &days {
        let counts: Vec<u64> = kept.iter().map(|&level| counts[level]).collect();
        let figure = |count: u64| Figure::share(count, all, reading.level());
        let up_to: Option<Vec<Figure>> = (1..=levels.len()).map(|end| figure(counts[..end].iter().sum())).collect();
        let Some(up_to) = up_to else { return none() };
        rows.push(((*name).clone(), up_to));
        let of_level = counts.iter().map(|&count| figure(count)).collect();
        cells.push(Row { name: (*name).clone(), side: None, cells: of_level });
    }
    let table = Table { title: String::new(), rows_are: "after fight", columns: levels.clone(), rows: cells, headline: false };
    let shape = Shape::Levels { levels, rows, open: some_over };
    let mut note = "Of all days, a row after so many fights.".to_owned();
    if some_over {
        note.push_str(" Over before: ended by the plan, or nobody was left for the fight.");
    }
    (vec![Panel { title: String::new(), shape, table }], note)
}

/// The number of days on which this metric is like that.
fn number_of(reading: &Reading, metric: usize, like: impl Fn(i64) -> bool) -> Option<u64> {
    match reading.share(metric, like)?.kind {
        Kind::Share(count) => count,
        _ => None,
    }
}

/// The number of days that the side of this metric had lost before the fight of this number; nothing where it cannot lose one.
fn beaten_before(reading: &Reading, metric: usize, fight: &str) -> Option<u64> {
    let Subject::Side(side) = reading.catalogue.metrics[metric].subject else { return None };
    let fight: i64 = fight.parse().ok()?;
    let lost = reading.catalogue.index(&format!("day.{}.fight_lost", reading.facts.sides[side.index()]))?;
    number_of(reading, lost, |lost| (1..fight).contains(&lost))
}

/// The amount that is brought into a fight, and the share that is not won by it: of one amount.
struct Brought {
    /// The part of the day.
    part: String,
    side: Option<usize>,
    /// By amount: on how many days, and on how many of these the fight is not won.
    counts: BTreeMap<i64, (u64, u64)>,
}

impl Brought {
    /// Of a metric that is twice what is brought, and one more where the fight is not won.
    fn of(reading: &Reading, family: &str) -> Option<Self> {
        let index = reading.catalogue.index(family).filter(|&index| reading.knows(index) && !reading.exact())?;
        let mut counts: BTreeMap<i64, (u64, u64)> = BTreeMap::new();
        for value in reading.values(index) {
            let Kind::Share(Some(count)) = reading.share(index, |given| given == value)?.kind else { return None };
            let (days, lost) = counts.entry(value.div_euclid(2)).or_default();
            *days += count;
            *lost += if value.rem_euclid(2) == 1 { count } else { 0 };
        }
        let side = match reading.catalogue.metrics[index].subject {
            Subject::Side(side) => Some(side.index()),
            _ => None,
        };
        Some(Brought { part: part_of_day(family)?, side, counts })
    }

    /// The number of days, whatever is brought.
    fn days(&self) -> u64 {
        self.counts.values().map(|(days, _)| days).sum()
    }

    /// The number of days on which the fight is not won, whatever is brought.
    fn lost(&self) -> u64 {
        self.counts.values().map(|(_, lost)| lost).sum()
    }

    /// Amounts that stand together: from, to, on how many days, and on how many of these the fight is not won.
    fn groups(&self) -> Vec<(i64, i64, u64, u64)> {
        let least = if self.counts.len() <= VALUES_MOST { 1 } else { self.days().div_ceil(GROUPS) };
        let mut groups: Vec<(i64, i64, u64, u64)> = Vec::new();
        for (&amount, &(days, lost)) in &self.counts {
            match groups.last_mut() {
                Some(group) if group.2 < least => *group = (group.0, amount, group.2 + days, group.3 + lost),
                _ => groups.push((amount, amount, days, lost)),
            }
        }
        // A small rest at the end stands with the last group.
        if let [.., before, last] = groups.as_mut_slice()
            && last.2 * 2 < least
        {
            *before = (before.0, last.1, before.2 + last.2, before.3 + last.3);
            groups.pop();
        }
        groups
    }
}

/// The share of fights that are the first not won, by what is brought into them: the one in which days go wrong first most
/// often, and all together. The families are those of one amount, fight by fight. Where fights are won too often to tell, a
/// sentence says so.
#[must_use]
pub fn brought(reading: &Reading, picture: &Picture) -> (Vec<Panel>, String) {
    let all: Vec<Brought> = picture.families.iter().filter_map(|(family, _)| Brought::of(reading, family)).collect();
    let side = all.iter().find_map(|one| one.side).map_or("side", |side| &reading.facts.sides[side]);
    let lost: u64 = all.iter().map(Brought::lost).sum();
    let nothing = |why: String| (Vec::new(), why);
    let Some(worst) = all.iter().reduce(|worst, one| if one.lost() > worst.lost() { one } else { worst }) else {
        return nothing(String::new());
    };
    if worst.lost() < LOST_LEAST {
        let (lost, days) = (thousands(lost), thousands(reading.fights()));
        return nothing(format!(
            "By what the {side} brings into it nothing can be said of the first fight that goes wrong: behind the first one, days go wrong \
             {lost} times of {days}, on none of these fights {LOST_LEAST} times."
        ));
    }
    let (what, of) = (&picture.title, thousands(worst.days()));
    let what = what.rsplit_once(": ").map_or(what.as_str(), |(_, what)| what);
    let part = crate::report::table::capitalised(&worst.part);
    let mut panels = Vec::new();
    panels.extend(panel(reading, worst, &worst.part, format!("{part}, by {what} before it")));
    if all.len() > 1 {
        let mut together = Brought { part: "any fight".to_owned(), side: worst.side, counts: BTreeMap::new() };
        for (&amount, &(days, lost)) in all.iter().flat_map(|one| &one.counts) {
            let sum = together.counts.entry(amount).or_default();
            *sum = (sum.0 + days, sum.1 + lost);
        }
        panels.extend(panel(reading, &together, "any fight", format!("Any fight behind the first, by {what} before it")));
    }
    if panels.is_empty() {
        return nothing(format!(
            "{what} tells nothing of the first fight that goes wrong: the {side} brings as much of it into each of them."
        ));
    }
    let share = Figure::share(worst.lost(), worst.days(), reading.level()).map(|all| all.text()).unwrap_or_default();
    let note = format!(
        "Each bar: how often the {side} does not win, having won all fights of the day before it, with so much {what} of the whole side, and on \
         how many days (n) that is so. Days go wrong first in {} {}: {share} of the {of} days that come to it unbeaten.",
        worst.part,
        if told(reading, &all, worst) { "most often" } else { "no less often than in any other" },
    );
    (panels, note)
}

/// True if days go wrong first in this fight more often than in any other one, beyond luck.
fn told(reading: &Reading, all: &[Brought], worst: &Brought) -> bool {
    let level = apart::together(reading.level(), all.len());
    let shares = all.iter().map(|one| proportion(one.lost(), reading.fights(), level)).collect::<Option<Vec<_>>>();
    let found = shares.and_then(|shares| apart::largest(&shares));
    found.is_some_and(|found| found.open.is_empty() && found.named.len() == 1 && all[found.named[0]].part == worst.part)
}

/// The share of fights that are not won, by groups of what is brought into them; none where it is always the same.
fn panel(reading: &Reading, one: &Brought, part: &str, title: String) -> Option<Panel> {
    if one.counts.len() < 2 {
        return None;
    }
    let rows = one.groups().into_iter().filter_map(|(from, to, days, lost)| {
        let name = if from == to { from.to_string() } else { format!("{from} to {to}") };
        Some((Named { name, side: one.side, person: None }, Figure::share(lost, days, reading.level())?))
    });
    let rows: Vec<(Named, Figure)> = rows.collect();
    let cells = rows.iter().map(|(named, figure)| Row {
        name: format!("{}, of {} days", named.name, thousands(figure.n)),
        side: None,
        cells: vec![Some(*figure)],
    });
    let table = Table {
        title: part.to_owned(),
        rows_are: "brought",
        columns: vec!["not won".to_owned()],
        rows: cells.collect(),
        headline: false,
    };
    Some(Panel { title, shape: Shape::Steps(rows), table })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Readable as _;
    use crate::report::plot::plots;
    use crate::report::stairs::stairs;
    use crate::report::tests::facts;
    use crate::report::{Fighter, Outcome, Report};
    use frame::rules::testing::load;
    use frame::sim::{Layout, Worker};
    use vogt::Vogt;

    const DAYS: u64 = 600;

    /// Ada and Bo against a rat each time until they are beaten or have won four times: the report, and the values of every day.
    fn days() -> (Report, Vec<Vec<i64>>) {
        let club = "weapons = [{ name = 'club', die = '1d6' }]";
        let loaded = load::<Vogt>(&format!(
            "book = {{ exhaustion = {{ death_level = 1 }} }}
            day = [{{ repeat = 4, parts = [{{ fight = ['us', 'rats'], fresh = ['rats'] }}, {{ rest = 'siesta' }}] }}]
            side = [
                {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 12, {club} }}, {{ name = 'Bo', hp_max = 10, {club} }}] }},
                {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 14, {club} }}] }},
            ]"
        ));
        let mut layout = Layout::new(&loaded);
        let plain = layout.catalogue.clone();
        layout.follow(&loaded);
        let mut worker = Worker::new(&loaded, &layout, 5);
        let values = (0..DAYS).map(|number| worker.play(number).to_vec()).collect();
        let outcome = Outcome::Counted(Worker::new(&loaded, &layout, 5).tally(0..DAYS));
        let fighter = |one: &frame::rules::Entry| Fighter { name: one.name.clone(), side: one.side, entry: None };
        let facts = facts("Rats", &loaded.sides, loaded.combatants.iter().map(fighter).collect(), DAYS);
        (Report { facts, catalogue: plain, along: Some(layout.catalogue), outcome }, values)
    }

    #[test]
    fn a_day_shows_who_is_left_how_amounts_spread_and_what_is_brought_into_the_fight_that_goes_wrong() {
        let (report, values) = days();
        let along = report.along.clone().expect("a day is followed");
        let value = |day: &[i64], key: &str| day[along.index(key).unwrap_or_else(|| panic!("no {key}"))];
        let reading = Reading::new(&report.facts, &along, &report.outcome);

        // The survival of the side, by hand over all days.
        let parts: Vec<String> = (1..=4).map(|fight| format!("Fight {fight}")).collect();
        let stairs = stairs(&reading, &parts);
        let [us] = stairs.as_slice() else { panic!("one side lasts: {stairs:?}") };
        let mut left = 1.0;
        for (fight, row) in (1..).zip(&us.table.as_ref().expect("numbers").rows) {
            let met: Vec<&Vec<i64>> = values.iter().filter(|day| value(day, &format!("fight{fight}.fought")) == 1).collect();
            let lost = met.iter().filter(|day| value(day, "day.us.fight_lost") == fight).count();
            assert!(met.len() > 50 && (lost > 10 || fight == 1), "{fight}: {lost} of {}", met.len());
            left *= 1.0 - lost as f64 / met.len() as f64;
            let [hazard, survival] = [0, 1].map(|column| row.cells[column].expect("a figure"));
            assert_eq!(row.name, format!("Fight {fight}, to which {} came", met.len()));
            assert_eq!(hazard.kind, Kind::Share(Some(lost as u64)));
            assert!((survival.value - left).abs() < 1e-12 && survival.low < left && left <= survival.high);
        }

        // The amounts that are brought into the fight that is lost most often.
        let plots = plots(&reading);
        let find = |of: &str| plots.iter().find(|plot| plot.title.contains(of)).unwrap_or_else(|| panic!("no picture of {of}"));
        let brought = find("goes wrong: HP left");
        let Shape::Steps(rows) = &brought.panels[0].shape else { panic!("{brought:?}") };
        let fight = brought.panels[0]
            .title
            .strip_prefix("Fight ")
            .and_then(|rest| rest.split_once(','))
            .expect("the fight")
            .0
            .to_owned();
        let met: Vec<&Vec<i64>> = values.iter().filter(|day| value(day, &format!("fight{fight}.fought")) == 1).collect();
        let (mut days, mut lost) = (0, 0);
        for (named, figure) in rows {
            let (from, rest) = named.name.split_once(" to ").unwrap_or((named.name.as_str(), named.name.as_str()));
            let [from, to] = [from, rest].map(|text| text.split(' ').next().and_then(|text| text.parse::<i64>().ok()));
            let within = |day: &&&Vec<i64>| {
                let hp = value(day, &format!("before{fight}.us.hp"));
                from.is_some_and(|from| from <= hp) && to.is_some_and(|to| hp <= to)
            };
            let here: Vec<&Vec<i64>> = met.iter().filter(within).copied().collect();
            let beaten = here.iter().filter(|day| value(day, &format!("fight{fight}.winner")) != 0).count() as u64;
            assert_eq!((figure.n, figure.kind), (here.len() as u64, Kind::Share(Some(beaten))), "{}", named.name);
            (days, lost) = (days + figure.n, lost + beaten);
        }
        assert!(rows.len() >= 3 && days == met.len() as u64 && lost > 10, "{rows:?}");
        let Shape::Steps(any) = &brought.panels[1].shape else { panic!("{brought:?}") };
        let all: Vec<&Vec<i64>> = values.iter().collect();
        let fights = |of: i64| {
            all.iter().filter(|day| (2..=4).any(|fight| value(day, "day.us.fight_lost") == fight && fight == of)).count()
        };
        let due: usize = (2..=4).map(fights).sum();
        let told: u64 = any.iter().map(|(_, figure)| if let Kind::Share(Some(lost)) = figure.kind { lost } else { 0 }).sum();
        assert!(told >= due as u64 && any.iter().map(|(_, figure)| figure.n).sum::<u64>() > days, "{told} and {due}");
        assert!(rows[0].1.value > rows[rows.len() - 1].1.value, "who brings less loses more: {rows:?}");

        // The state of the side after so many fights, of all days.
        let Shape::Levels { levels, rows, open } = &find("after so many fights").panels[0].shape else { panic!("no levels") };
        assert_eq!(levels, &["nobody dead", "1 dead", "all 2 dead", "beaten before"]);
        assert!(!open, "no plan ends these days");
        for (fight, (name, up_to)) in (1..).zip(rows) {
            let dead = |most: i64| {
                let dead = |day: &&Vec<i64>| (0..=most).contains(&value(day, &format!("fight{fight}.us.members_dead")));
                values.iter().filter(dead).count() as u64
            };
            let due = [dead(0), dead(1), dead(2), DAYS].map(|count| Kind::Share(Some(count)));
            assert_eq!(
                (name.as_str(), up_to.iter().map(|figure| figure.kind).collect::<Vec<_>>()),
                (&*fight.to_string(), due.to_vec())
            );
            assert!(fight < 3 || (dead(0) < dead(1) && dead(2) < DAYS), "{up_to:?}");
        }

        // The lasting harm, by the fight by which it had come.
        let Shape::Map { columns, rows, .. } = &find("Lasting harm").panels[0].shape else { panic!("no map") };
        let (_, falls) = rows.iter().find(|(name, _)| name == "falls").expect("somebody falls");
        assert_eq!(columns, &["1", "2", "3", "4"]);
        let third: Vec<&Vec<i64>> = values.iter().filter(|day| value(day, "fight3.fought") == 1).collect();
        let by_then = |day: &&Vec<i64>| (1..=3).map(|fight| value(day, &format!("fight{fight}.us.falls"))).sum::<i64>();
        let due = third.iter().map(by_then).sum::<i64>() as f64 / third.len() as f64;
        assert!(
            due > 0.5 && (falls[2].value - due).abs() < 1e-12 && falls[2].low < due && due < falls[2].high,
            "{due}: {falls:?}"
        );

        // The spread of an amount.
        let Shape::Fan { points, .. } = &find("fight by fight: HP left").panels[0].shape else { panic!("no fan") };
        let mut after: Vec<i64> = values.iter().map(|day| value(day, "fight1.us.hp")).collect();
        after.sort_unstable();
        let due = QUANTILES.map(|percent| after[(usize::from(percent) * after.len()).div_ceil(100) - 1] as f64);
        assert_eq!(points[0].1.map(|figure| figure.value), due);

        // All of it is on the page, and nothing of it in the tables of the other formats.
        let page = report.html().expect("a page");
        assert!(
            page.contains("goes wrong")
                && page.contains(&format!("{DAYS} came"))
                && page.contains("Fight 1, to which 600 came")
        );
        assert!(
            !report.terminal(false, true).expect("text").contains("brought") && !report.json().to_string().contains("brought")
        );
    }

    #[test]
    fn amounts_of_which_there_are_many_stand_together() {
        let brought = |counts: &[(i64, u64)]| Brought {
            part: "fight 2".into(),
            side: None,
            counts: counts.iter().map(|&(amount, days)| (amount, (days, days / 2))).collect(),
        };
        assert_eq!(brought(&[(0, 10), (3, 90)]).groups(), [(0, 0, 10, 5), (3, 3, 90, 45)]);
        let many: Vec<(i64, u64)> = (0..30).map(|amount| (amount, 20)).collect();
        let groups = brought(&many).groups();
        assert_eq!((groups.len(), groups[0], groups[5]), (6, (0, 4, 100, 50), (25, 29, 100, 50)));
        assert_eq!(groups.iter().map(|group| group.2).sum::<u64>(), 600);
    }
}
