//! Limits: an answer that could not be finished has bounds, and they hold whatever a whole answer says later.
//!
//! Start at [`holds`].

use std::time::Duration;

use frame::exact::{self, Size, Solved, SolverLimits, SolverStage, SolverStop};
use frame::rules::RuleSet;
use frame::sim::Layout;
use heimr::Heimr;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use vogt::Vogt;

use super::merging::apart;
use super::{CLUB, KNIFE, SWORD, duel, load, load_of, scenario};

/// The loss that sums of many numbers may have.
const ROUNDING: f64 = 1e-9;

/// The bounds of an unfinished answer that do not hold the whole one.
fn broken(part: &Solved, whole: &Solved, layout: &Layout) -> Vec<String> {
    let mut broken = Vec::new();
    for (index, metric) in layout.catalogue.metrics.iter().enumerate() {
        let key = &metric.key;
        let mut hold = |what: String, bounds: Option<frame::stats::Interval>, truth: Option<f64>| {
            let (Some(bounds), Some(truth)) = (bounds, truth) else { return };
            if truth < bounds.low - ROUNDING || truth > bounds.high + ROUNDING {
                broken.push(format!("{what} of {key} is {truth}, not within {} to {}", bounds.low, bounds.high));
            }
        };
        for &value in whole.metrics[index].keys() {
            let share = |solved: &Solved| solved.share(index, |given| given == value);
            hold(format!("share {value}"), share(part), share(whole).map(|share| share.estimate));
        }
        hold("mean".into(), part.mean(index), whole.mean(index).map(|mean| mean.estimate));
        for percent in [5, 50, 95] {
            let quantile = |solved: &Solved| solved.quantile(index, percent);
            // A quantile may be one value as well as the next where the two meet.
            let Some(truth) = quantile(whole).filter(|truth| truth.low >= truth.high) else { continue };
            hold(format!("quantile {percent}"), quantile(part), Some(truth.estimate));
        }
    }
    broken
}

/// Solves a scenario whole and within limits: the limits are kept, and all bounds hold. The whole is the same where states that come
/// again are followed once and where they are followed each time.
fn holds(text: &str, limits: SolverLimits) -> Result<(), TestCaseError> {
    let (loaded, layout) = load(text);
    let [whole, each] = [true, false].map(|recalls| {
        exact::solve(&loaded, &layout, SolverLimits { recalls, ..SolverLimits::default() }).whole().expect("a small fight")
    });
    let different = apart(&whole, &each, &layout);
    prop_assert!(different.is_empty(), "{}", different.join("\n"));
    let part = exact::solve(&loaded, &layout, limits);
    let known: f64 = part.metrics[0].values().sum();
    let open = part.unfollowed(0);
    if layout.day.is_none() {
        prop_assert!((known + open - 1.0).abs() < ROUNDING, "{known} and {open} are not everything");
    }
    prop_assert!(part.stopped.is_some() || part.unresolved < ROUNDING);
    prop_assert!(part.size.states <= limits.states, "{:?}", part.size);
    prop_assert!(part.size.bytes <= limits.bytes.max(20_000), "{:?}", part.size);
    prop_assert!(part.size.outcomes <= limits.outcomes.saturating_mul(3) / 2 + 2, "{:?}", part.size);
    let broken = broken(&part, &whole, &layout);
    prop_assert!(broken.is_empty(), "{}", broken.join("\n"));
    Ok(())
}

fn cut() -> impl Strategy<Value = SolverLimits> {
    let plain = SolverLimits::default();
    prop_oneof![
        (10..400_usize).prop_map(move |states| SolverLimits { states, ..plain }),
        (20_000..400_000_usize).prop_map(move |bytes| SolverLimits { bytes, ..plain }),
        (1..20_000_u64).prop_map(move |outcomes| SolverLimits { outcomes, ..plain }),
        (0.0001..0.4_f64).prop_map(move |within| SolverLimits { within, ..plain }),
        (10..400_usize, 1..20_000_u64).prop_map(move |(states, outcomes)| SolverLimits { states, outcomes, ..plain }),
    ]
}

fn check(scenarios: impl Strategy<Value = String>) {
    let config =
        ProptestConfig { cases: 40, failure_persistence: None, rng_seed: RngSeed::Fixed(3), ..ProptestConfig::default() };
    if let Err(error) = TestRunner::new(config).run(&(scenarios, cut()), |(text, limits)| holds(&text, limits)) {
        panic!("{error}");
    }
}

#[test]
fn bounds_of_duels_hold_wherever_they_are_cut() {
    let weapon = || prop_oneof![Just(CLUB), Just(SWORD), Just(KNIFE)];
    let member = || (1..9_i32, 0..3_i32, weapon()).prop_map(|(hp, armor, w)| format!("hp_max = {hp}, armor = {armor}, {w}"));
    check((member(), member()).prop_map(|(ada, bo)| duel(&ada, &bo, "")));
}

#[test]
fn bounds_of_days_hold_wherever_they_are_cut() {
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'full_rest' }, { fight = ['left', 'beast'] }]";
    let hp = 2..5_i32;
    check((hp.clone(), hp.clone(), hp).prop_map(move |(ada, gi, wolf)| {
        let ada = format!("name = 'Ada', hp_max = {ada}, {SWORD}");
        let gi = format!("name = 'Gi', hp_max = {gi}, {KNIFE}");
        let wolf = format!("name = 'Wolf', hp_max = {wolf}, {KNIFE}");
        format!("{day}\n{}", scenario(&[("left", &[&ada]), ("right", &[&gi]), ("beast", &[&wolf])], "[rulings]\ncrit = 'off'"))
    }));
}

/// A duel of sixteen hit points a side.
fn long() -> String {
    duel(&format!("hp_max = 16, {SWORD}"), &format!("hp_max = 16, {CLUB}"), "")
}

fn width(solved: &Solved) -> f64 {
    solved.share(0, |winner| winner == 0).map_or(1.0, |share| share.high - share.low)
}

#[test]
fn what_is_followed_at_a_limit_is_most_of_it() {
    let (loaded, layout) = load(&long());
    let plain = SolverLimits { recalls: false, ..SolverLimits::default() };
    let whole = exact::solve(&loaded, &layout, plain).whole().expect("a small fight");
    let fewer = SolverLimits { states: whole.size.states * 3 / 4, ..plain };
    let part = exact::solve(&loaded, &layout, fewer);
    assert_eq!(part.stopped, Some(SolverStop::States));
    assert!(part.size.states <= fewer.states && width(&part) < 0.17, "{:?} {}", part.size, width(&part));
    let fewer = SolverLimits { bytes: whole.size.bytes * 3 / 4, ..plain };
    let part = exact::solve(&loaded, &layout, fewer);
    assert_eq!(part.stopped, Some(SolverStop::Memory));
    assert!(part.size.bytes <= fewer.bytes && width(&part) < 0.15, "{:?} {}", part.size, width(&part));
    let half = SolverLimits { outcomes: whole.size.outcomes / 2, ..plain };
    let part = exact::solve(&loaded, &layout, half);
    assert_eq!(part.stopped, Some(SolverStop::Outcomes));
    assert!(part.size.outcomes <= whole.size.outcomes && width(&part) < 0.2, "{:?} {}", part.size, width(&part));
}

/// Solves a scenario within limits, with states that come again followed once and followed each time: limits are kept, and bounds are
/// wider by no more than `slack` where they are followed once.
fn never_wider<S: RuleSet>(text: &str, limits: SolverLimits, slack: f64) {
    let (loaded, layout) = load_of::<S>(text);
    let [each, once] = [false, true].map(|recalls| exact::solve(&loaded, &layout, SolverLimits { recalls, ..limits }));
    assert!(once.size.bytes <= limits.bytes && once.size.states <= limits.states, "{limits:?}: {:?}", once.size);
    let (each, once) = (width(&each), width(&once));
    assert!(once <= each + slack, "{limits:?}: {once} where states are followed once, else {each}");
}

#[test]
fn more_is_followed_at_a_limit_where_states_that_come_again_are_followed_once() {
    /// Which of those go that are as probable is a matter of their order.
    const TIES: f64 = 0.02;
    let (loaded, layout) = load(&long());
    let plain = SolverLimits::default();
    let whole = exact::solve(&loaded, &layout, SolverLimits { recalls: false, ..plain }).whole().expect("a small fight");
    let Size { outcomes, bytes, states, .. } = whole.size;
    for part in [2, 4, 8, 16] {
        never_wider::<Vogt>(&long(), SolverLimits { outcomes: outcomes / part as u64, ..plain }, ROUNDING);
        never_wider::<Vogt>(&long(), SolverLimits { bytes: (bytes / part).max(2 << 20), ..plain }, ROUNDING);
        never_wider::<Vogt>(&long(), SolverLimits { states: states / part, ..plain }, TIES);
    }
}

#[test]
fn more_is_followed_in_little_memory_where_states_are_large() {
    let sword = format!("hp_max = 3, weapons = [{{ kind = 'medium' }}], {}", super::heimr::body(2, 0, 3));
    let (ada, bo) = (format!("name = 'Ada', initiative = 5, {sword}"), format!("name = 'Bo', initiative = 4, {sword}"));
    let rest = "[book]\nturn.rounds_max = 20\ndice = { small = 3, big = 4 }\nhidden.luck_face = 4\n\
                body_part = ['sword_arm', 'torso', 'right_leg']\n";
    let text = scenario(&[("left", &[&ada]), ("right", &[&bo])], rest);
    never_wider::<Heimr>(&text, SolverLimits { bytes: 2 << 20, ..SolverLimits::default() }, ROUNDING);
}

#[test]
fn it_stops_when_the_headline_is_known_as_well_as_asked() {
    let (loaded, layout) = load(&long());
    let whole = exact::solve(&loaded, &layout, SolverLimits::default());
    let asked = exact::solve(&loaded, &layout, SolverLimits { within: 0.05, ..SolverLimits::default() });
    assert_eq!(asked.stopped, Some(SolverStop::Within));
    assert!(width(&asked) <= 0.05 && width(&asked) > 0.005, "{}", width(&asked));
    assert!(asked.size.outcomes <= whole.size.outcomes && asked.size.round < whole.size.round);
}

#[test]
fn whoever_listens_hears_how_far_it_is_and_can_break_it_off() {
    let (ada, bo) = (format!("hp_max = 40, {SWORD}"), format!("hp_max = 40, {CLUB}"));
    let (loaded, layout) = load(&duel(&ada, &bo, ""));
    let mut heard = Vec::new();
    let mut hear = |stage: SolverStage| {
        heard.push(stage);
        heard.len() < 3
    };
    let broken_off = exact::solve_heard(&loaded, &layout, SolverLimits::default(), &mut hear);
    assert_eq!((broken_off.stopped, heard.len()), (Some(SolverStop::Interrupted), 3));
    assert!(heard.windows(2).all(|pair| pair[0].round <= pair[1].round && pair[0].decided <= pair[1].decided));
    assert!(broken_off.unresolved > 0.0);
}

#[test]
fn the_time_is_kept() {
    let crowd = |name: &str, weapon: &str| format!("name = '{name}', count = 3, {weapon}");
    let (ada, bo) = (crowd("Ada", SWORD), crowd("Bo", CLUB));
    let (loaded, layout) = load(&scenario(&[("left", &[&ada]), ("right", &[&bo])], ""));
    let limits = SolverLimits { time: Some(Duration::from_millis(900)), outcomes: u64::MAX, ..SolverLimits::default() };
    let began = std::time::Instant::now();
    assert_eq!(exact::solve(&loaded, &layout, limits).stopped, Some(SolverStop::Time));
    assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
}

#[test]
fn the_limit_of_memory_holds_within_what_one_state_unfolds_into() {
    let (fighter, foe) = (format!("name = 'Ada', count = 4, {SWORD}"), format!("name = 'Bo', count = 4, {CLUB}"));
    let (loaded, layout) = load(&scenario(&[("left", &[&fighter]), ("right", &[&foe])], ""));
    for bytes in [1 << 14, 1 << 16] {
        let few = SolverLimits { bytes, outcomes: 200_000, ..SolverLimits::default() };
        let part = exact::solve(&loaded, &layout, few);
        assert_eq!(part.stopped, Some(SolverStop::Memory));
        assert!((bytes / 4..=bytes).contains(&part.size.bytes), "{:?}", part.size);
    }
}
