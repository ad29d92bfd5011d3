//! How they stand, round by round: a stacked area for each person, from fresh to dead.
//!
//! Owns these pictures of a run's page, with the tables of the same numbers. The fights are played once more by
//! [`frame::sim::stands`]; what each word means by its rules is said by the core. Start at [`plots`].

use crate::report::figure::{Figure, decimals, fixed, thousands};
use crate::report::plot::{Panel, Plot, Shape, slug};
use crate::report::pool::{Pools, average, firsts};
use crate::report::reading::Reading;
use crate::report::table::{Row, Table};
use frame::dice::Slot;
use frame::fight::Stand;
use frame::sim::stands::{StandCounts, Stands};

/// The title of these pictures.
pub const TITLE: &str = "How they stand, round by round";
/// Persons of one picture at the most.
const PANELS_MOST: usize = 12;
/// Rounds that are drawn in any case, if there are so many.
const ROUNDS_LEAST: usize = 40;
/// Of longer fights the drawing ends where fewer than this share of them go on.
const TAIL: f64 = 0.005;

/// A picture for each fight of the day; `parts` are the headings of these, none for an only fight.
#[must_use]
pub fn plots(reading: &Reading, pools: &Pools, parts: &[String]) -> Vec<Plot> {
    let of = |(fight, stands)| plot(reading, pools, parts.get(fight).map(String::as_str), stands);
    reading.facts.stands.iter().enumerate().filter_map(of).collect()
}

/// The picture of one fight; none where it never took place.
fn plot(reading: &Reading, pools: &Pools, part: Option<&str>, stands: &Stands) -> Option<Plot> {
    let rare = |round: &usize| (stands.after(*round) as f64) < TAIL * stands.fights as f64;
    let last = (stands.last().min(ROUNDS_LEAST)..=stands.last()).find(rare)?;
    let persons = persons(reading, pools, stands, last);
    let is_seen = |stand: &usize| persons.iter().any(|(_, rounds)| rounds.iter().any(|figures| !figures[*stand].nothing()));
    // Somebody may come to each of these but for being away, which is told where it occurs.
    let seen: Vec<usize> = (0..Stand::ALL.len()).filter(is_seen).collect();
    let all = persons.iter().flat_map(|(_, rounds)| rounds.iter().flatten());
    let half = all.map(|figure| (figure.high - figure.low) / 2.0).fold(0.0, f64::max);
    let panels: Vec<Panel> = persons.iter().take(PANELS_MOST).map(|(name, rounds)| panel(name, rounds, &seen)).collect();
    let mut note = format!(
        "The first {} fights, played once more: how each of them stands after so many rounds, or stood when the fight ended before. \
         Hurt is less than whole and still in the fight, down is out of it and alive",
        thousands(stands.fights)
    );
    if seen.contains(&(Stand::Away as usize)) {
        note.push_str("; away is not there yet, gone, or given up");
    }
    let half = half * 100.0;
    note.push_str(&format!(". Each share is known to within {} points.", fixed(half, decimals(half))));
    if last < stands.last() {
        note.push_str(&format!(" The longest of them took {} rounds.", stands.last()));
    }
    if persons.len() > panels.len() {
        note.push_str(&format!(" The first {} of {} are drawn.", panels.len(), persons.len()));
    }
    let title = part.map_or_else(|| TITLE.to_owned(), |part| format!("{part}: {TITLE}"));
    let percent = reading.level().confidence() * 100.0;
    let caption = format!(
        "Shares with {percent} % Wilson intervals (Garwood below 30 cases), each for itself; n = {}, seed {}.",
        thousands(stands.fights),
        reading.facts.seed
    );
    (!panels.is_empty()).then(|| Plot { slug: slug(&title), title, caption, note, families: Vec::new(), course: true, panels })
}

/// By person, equals together: its name, and the share of fights in which it stands how, after each round.
fn persons(reading: &Reading, pools: &Pools, stands: &Stands, last: usize) -> Vec<(String, Vec<Vec<Figure>>)> {
    let combatants = &reading.facts.combatants;
    let firsts = firsts(combatants);
    let n = stands.fights;
    let share = |count: u64| Figure::share(count, n, reading.level());
    let person = |slot: usize| {
        let members: Vec<Vec<StandCounts>> =
            (0..combatants.len()).filter(|&other| firsts[other] == slot).map(|other| stands.of(Slot(other as u8))).collect();
        // Who takes no part in this fight is none of its persons.
        let takes_part = |rounds: &Vec<StandCounts>| rounds.iter().any(|counts| counts[Stand::Away as usize] < n);
        let figures = |round: usize| {
            let figure = |stand: usize| average(&members.iter().filter_map(|one| share(one[round][stand])).collect::<Vec<_>>());
            (0..Stand::ALL.len()).map(figure).collect::<Option<Vec<Figure>>>()
        };
        let name = pools.name(Slot(slot as u8)).unwrap_or(&combatants[slot].name).to_owned();
        let rounds = (0..=last).map(figures).collect::<Option<Vec<_>>>()?;
        members.iter().any(takes_part).then_some((name, rounds))
    };
    (0..combatants.len()).filter(|&slot| firsts[slot] == slot).filter_map(person).collect()
}

/// The drawing of one person, with its numbers.
fn panel(name: &str, rounds: &[Vec<Figure>], seen: &[usize]) -> Panel {
    let words: Vec<String> = seen.iter().map(|&stand| Stand::ALL[stand].word().to_owned()).collect();
    let row = |(round, figures): (usize, &Vec<Figure>)| Row {
        name: round.to_string(),
        side: None,
        cells: seen.iter().map(|&stand| Some(figures[stand])).collect(),
    };
    let table = Table {
        title: name.to_owned(),
        rows_are: "after round",
        columns: words.clone(),
        rows: rounds.iter().enumerate().map(row).collect(),
        headline: false,
    };
    let shares = rounds.iter().map(|figures| seen.iter().map(|&stand| figures[stand].value).collect()).collect();
    let open = seen.last() == Some(&(Stand::Away as usize));
    Panel {
        title: name.to_owned(),
        shape: Shape::Areas { axis: "round".to_owned(), levels: words, rounds: shares, open },
        table,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Readable as _;
    use crate::report::tests::facts;
    use crate::report::{Fighter, Outcome, Report};
    use frame::rules::testing::load;
    use frame::sim::stands::Again;
    use frame::sim::{Layout, Worker};
    use std::sync::atomic::AtomicBool;
    use vogt::Vogt;

    const FIGHTS: u64 = 600;

    #[test]
    fn everybody_ends_as_a_run_counts_it_and_all_that_is_seen_is_on_the_page() {
        let club = "weapons = [{ name = 'club', die = '1d6' }]";
        let loaded = load::<Vogt>(&format!(
            "side = [
                {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 60, {club} }}, {{ name = 'Bo', arrives = 3, {club} }}] }},
                {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 9, {club}, count = 3 }}] }},
            ]"
        ));
        let layout = Layout::new(&loaded);
        let count = |threads, fights| {
            let again = Again { loaded: &loaded, layout: &layout, seed: 5, threads: Some(threads) };
            Stands::count(again, 0, fights, &AtomicBool::new(false)).expect("threads").expect("nobody interrupts")
        };
        let stands = count(1, 0..FIGHTS);
        assert_eq!(stands, count(3, 0..FIGHTS));
        assert_eq!(stands, count(2, 0..FIGHTS));
        let broken_off = Again { loaded: &loaded, layout: &layout, seed: 5, threads: Some(1) };
        assert_eq!(Stands::count(broken_off, 0, 0..FIGHTS, &AtomicBool::new(true)).expect("threads"), None);

        let tally = Worker::new(&loaded, &layout, 5).tally(0..FIGHTS);
        let yes = |key: &str| {
            let metric = layout.catalogue.index(key).unwrap_or_else(|| panic!("no {key}"));
            tally.counts(metric).into_iter().filter(|(value, _)| *value != 0).map(|(_, count)| count).sum::<u64>()
        };
        let longest = tally.extremes(layout.catalogue.index("rounds").expect("rounds")).expect("fights")[1];
        assert_eq!((stands.last() as i64, stands.fights, stands.after(stands.last())), (longest, FIGHTS, 0));
        let [fresh, hurt, down, dead, away] = [0, 1, 2, 3, 4];
        for (slot, one) in loaded.combatants.iter().enumerate() {
            let rounds = stands.of(Slot(slot as u8));
            assert!(rounds.iter().all(|counts| counts.iter().sum::<u64>() == FIGHTS), "{}: {rounds:?}", one.name);
            let end = rounds[stands.last()];
            assert_eq!(end[dead], yes(&format!("{}.dead", one.name)), "{}", one.name);
            // Of who has not come yet nothing is measured.
            let out = format!("{}.out", one.name);
            let fought = tally.n(layout.catalogue.index(&out).expect("it is measured"));
            assert_eq!(end[fresh] + end[hurt], fought - yes(&out), "{}", one.name);
            assert!(end[down] > 0, "{}", one.name);
            assert!(rounds.iter().any(|counts| counts[hurt] > 0), "{}: {rounds:?}", one.name);
            // Nobody is healed here, and whoever comes late comes fresh.
            let falls = rounds.windows(2).all(|pair| pair[0][fresh] >= pair[1][fresh]);
            assert!(falls || one.arrives > 1, "{}: {rounds:?}", one.name);
        }
        assert_eq!(stands.of(Slot(0))[0], [FIGHTS, 0, 0, 0, 0]);
        let bo = stands.of(Slot(1));
        assert_eq!([bo[0][away], bo[2][away]], [FIGHTS; 2]);
        assert!(bo[3][away] < FIGHTS);

        let rats = |one: &frame::rules::Entry| one.name.starts_with("rat").then(|| "rat".to_owned());
        let fighter = |one: &frame::rules::Entry| Fighter { name: one.name.clone(), side: one.side, entry: rats(one) };
        let mut facts = facts("Rats", &loaded.sides, loaded.combatants.iter().map(fighter).collect(), FIGHTS);
        facts.stands = vec![stands];
        let report = Report { facts, catalogue: layout.catalogue.clone(), along: None, outcome: Outcome::Counted(tally) };
        let page = report.html().expect("a page");
        assert!(page.contains(TITLE) && page.contains("away is not there yet") && page.contains("<h4>rat (3)</h4>"));
        assert_eq!(page.matches("<th scope=\"col\">after round</th>").count(), 3);
    }
}
