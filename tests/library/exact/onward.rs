//! Fights that are played on from where the solver stopped: their intervals hold what a whole answer says, wherever it was cut, and
//! are narrower than those of as many fights from the beginning.
//!
//! Start at [`holds`].

use sparring::exact::{self, Limits, Played, Solved, Stop, Then};
use sparring::rules::System;
use sparring::rules::heimr::Heimr;
use sparring::rules::injury_d20::InjuryD20;
use sparring::rules::vogt::Vogt;
use sparring::sim::Layout;
use sparring::stats::proportion::proportion;
use sparring::stats::{Interval, Level};

use super::{CLUB, SWORD, duel, load_of, scenario};

/// The loss that sums of many numbers may have.
const ROUNDING: f64 = 1e-9;

/// So many fights, of which hardly any interval misses.
fn then(fights: u64, seed: u64) -> Then {
    Then { fights, seed, level: Level::new(0.99999).expect("a level"), threads: Some(2) }
}

/// All intervals that do not hold the whole answer.
fn missed(part: &Solved, whole: &Solved, layout: &Layout) -> Vec<String> {
    let mut missed = Vec::new();
    for (index, metric) in layout.catalogue.metrics.iter().enumerate().filter(|(index, _)| !whole.metrics[*index].is_empty()) {
        let mut hold = |what: String, interval: Option<Interval>, truth: Option<f64>| {
            let (Some(interval), Some(truth)) = (interval, truth) else { return };
            if truth < interval.low - ROUNDING || truth > interval.high + ROUNDING {
                missed.push(format!("{what} of {} is {truth}, not within {} to {}", metric.key, interval.low, interval.high));
            }
        };
        for &value in whole.metrics[index].keys() {
            let share = |solved: &Solved| solved.share(index, |given| given == value);
            hold(format!("share {value}"), share(part), share(whole).map(|share| share.estimate));
        }
        hold("mean".into(), part.mean(index), whole.mean(index).map(|mean| mean.estimate));
        for percent in [10, 50, 90] {
            let truth = whole.quantile(index, percent).filter(|truth| truth.low >= truth.high);
            hold(format!("quantile {percent}"), part.quantile(index, percent), truth.map(|truth| truth.estimate));
        }
    }
    missed
}

/// Solves a scenario whole, and cut after one of so many parts of its outcomes: what is played on from there holds the whole answer.
#[track_caller]
fn holds<S: System>(text: &str, parts: &[u64]) {
    let (loaded, layout) = load_of::<S>(text);
    let whole = exact::solve(&loaded, &layout, Limits::default()).whole().expect("a small fight");
    for (part, seed) in parts.iter().zip(1..) {
        let outcomes = whole.size.outcomes / part;
        let limits = Limits { outcomes, ..Limits::default() };
        let part = exact::solve_and_play_on(&loaded, &layout, limits, then(3000, seed), &mut |_| true).expect("threads");
        let played = part.played.as_ref().unwrap_or_else(|| panic!("{outcomes}: {:?}", part.stopped));
        assert_eq!((part.stopped, played.tally.fights()), (Some(Stop::Outcomes), 3000));
        assert!(
            played.mass <= part.unresolved + ROUNDING && played.mass > part.unresolved * 0.99,
            "{outcomes}: {}",
            played.mass
        );
        let missed = missed(&part, &whole, &layout);
        assert!(missed.is_empty(), "{outcomes}: {}", missed.join("\n"));
        let wins = part.share(0, |winner| winner == 0).expect("it is known");
        let from_the_beginning = proportion((wins.estimate * 3000.0) as u64, 3000, played.level).expect("fights");
        assert!(wins.half_width() <= from_the_beginning.half_width() * 1.001, "{outcomes}: {wins:?}");
    }
}

fn long() -> String {
    duel(&format!("hp_max = 16, {SWORD}"), &format!("hp_max = 16, {CLUB}"), "")
}

#[test]
fn a_duel_of_vogt_is_played_on_from_wherever_it_is_cut() {
    holds::<Vogt>(&long(), &[100, 20, 8, 3, 2]);
}

#[test]
fn defences_that_were_put_off_are_rolled_by_whoever_plays_on() {
    let sword = format!("hp_max = 2, weapons = [{{ kind = 'medium' }}], {}", super::heimr::body(0, 1, 2));
    let (ada, bo) =
        (format!("name = 'Ada', initiative = 5, fatigue = 2, {sword}"), format!("name = 'Bo', initiative = 4, {sword}"));
    let rest = "[rulings]\nout_at = 'injured'\n[book]\nturn.rounds_max = 5\ndice = { small = 3, big = 4 }\nhidden.luck_face = 4\n\
                body_part = ['sword_arm', 'torso', 'right_leg']\n";
    holds::<Heimr>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], rest), &[3, 2]);
}

#[test]
fn blows_in_the_middle_of_a_turn_are_played_on() {
    let person =
        "mb = 1, str = 1, armor = 1, trained_stamina = 2, exhaustion_max = 1, policy = 'p', weapons = [{ name = 'sword' }]";
    let (ada, bo) = (format!("name = 'Ada', {person}"), format!("name = 'Bo', {person}"));
    let rest = format!("{}[policy.p]\nplan = [{{ do = 'attack', times = 2 }}]\n", super::injury_d20::small(2, ""));
    holds::<InjuryD20>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], &rest), &[8, 3, 2]);
}

#[test]
fn memory_and_states_that_are_short_leave_fights_to_be_played_on() {
    let (loaded, layout) = load_of::<Vogt>(&long());
    let whole = exact::solve(&loaded, &layout, Limits::default()).whole().expect("a small fight");
    let plain = Limits::default();
    for limits in [Limits { states: 300, ..plain }, Limits { bytes: whole.size.bytes / 2, ..plain }] {
        let part = exact::solve_and_play_on(&loaded, &layout, limits, then(2000, 5), &mut |_| true).expect("threads");
        let played = part.played.as_ref().expect("something is left");
        assert!(played.mass > part.unresolved * 0.99, "{} of {}", played.mass, part.unresolved);
        assert!(part.size.bytes <= limits.bytes, "{:?}", part.size);
        let missed = missed(&part, &whole, &layout);
        assert!(missed.is_empty(), "{}", missed.join("\n"));
    }
}

#[test]
fn what_is_played_on_does_not_depend_on_threads() {
    let (loaded, layout) = load_of::<Vogt>(&long());
    let limits = Limits { outcomes: 5_000, ..Limits::default() };
    let of = |threads| {
        let then = Then { threads: Some(threads), ..then(2000, 3) };
        let solved = exact::solve_and_play_on(&loaded, &layout, limits, then, &mut |_| true).expect("threads");
        let Played { mass, tally, .. } = solved.played.expect("something is left");
        (mass, tally)
    };
    let one = of(1);
    assert!(of(2) == one && of(7) == one);
}

#[test]
fn nothing_is_played_on_where_the_headline_is_known_or_somebody_breaks_it_off() {
    let (loaded, layout) = load_of::<Vogt>(&long());
    let within = Limits { within: 0.05, ..Limits::default() };
    let solved = exact::solve_and_play_on(&loaded, &layout, within, then(1000, 1), &mut |_| true).expect("threads");
    assert!(solved.stopped == Some(Stop::Within) && solved.played.is_none());
    let none = Limits { outcomes: 1000, ..Limits::default() };
    let solved = exact::solve_and_play_on(&loaded, &layout, none, then(0, 1), &mut |_| true).expect("threads");
    assert!(solved.stopped == Some(Stop::Outcomes) && solved.played.is_none());
}
