//! Fights that are played on from where the solver stopped: their intervals hold what a whole answer says, wherever it was cut, and
//! are narrower than those of as many fights from the beginning.
//!
//! Start at [`holds`].

use frame::exact::{self, PlayedOn, Solved, SolverLimits, SolverStage, SolverStop, Then};
use frame::rules::{Loaded, RuleSet};
use frame::sim::{FightQuestion, Layout, Worker};
use frame::stats::proportion::proportion;
use frame::stats::{Interval, Level};
use heimr::Heimr;
use injury_d20::InjuryD20;
use vogt::Vogt;

use super::{CLUB, KNIFE, SWORD, differences, duel, load_of, scenario};

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
fn holds<S: RuleSet>(text: &str, parts: &[u64]) {
    let (loaded, layout) = load_of::<S>(text);
    let whole = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small fight");
    for (part, seed) in parts.iter().zip(1..) {
        let outcomes = whole.size.outcomes / part;
        let limits = SolverLimits { outcomes, ..SolverLimits::default() };
        let part = exact::solve_and_play_on(&loaded, &layout, limits, then(3000, seed), &mut |_| true).expect("threads");
        let played = part.played.as_ref().unwrap_or_else(|| panic!("{outcomes}: {:?}", part.stopped));
        assert_eq!((part.stopped, played.tally.fights()), (Some(SolverStop::Outcomes), 3000));
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

/// The metrics of moments of a day that are asked for besides.
const MOMENTS: [&str; 4] = ["before2.Ada.hp", "after1.Ada.hp", "part2.Ada.hp", "fight2.us.hp"];

/// Questions about a day, of one moment of it and of several.
const QUESTIONS: [&str; 5] = [
    "before2.Ada.hp <= 1",
    "fight1.Ada.out or fight2.Ada.out",
    "end.Ada.dead or day.fights < 2",
    "before2.Ada.hp == fight1.Ada.hp",
    "fight1.winner == us and not fight2.winner == us",
];

/// A day with everything that is asked of it.
fn asked<S: RuleSet>(text: &str) -> (Loaded<S::Rules>, Layout) {
    let (loaded, mut layout) = load_of::<S>(text);
    for moment in MOMENTS {
        layout.index_or_sum(moment).unwrap_or_else(|| panic!("{moment} can be asked for"));
    }
    for text in QUESTIONS {
        let question = FightQuestion::new(text, &mut layout).unwrap_or_else(|defects| panic!("{text}: {defects:?}"));
        layout.ask(text.to_owned(), question);
    }
    (loaded, layout)
}

/// Solves a day whole, and under these limits: what is played on from there holds the whole answer, and nearly everything that was
/// left is.
#[track_caller]
fn holds_on_a_day<S: RuleSet>(text: &str, cuts: impl Fn(&Solved) -> Vec<SolverLimits>) {
    let (loaded, layout) = asked::<S>(text);
    let whole = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small day");
    for text in QUESTIONS {
        let known = &whole.metrics[layout.catalogue.index(text).expect("it was asked")];
        assert!(known.len() == 2, "{text} is always the same, or not known: {known:?}");
    }
    for (limits, seed) in cuts(&whole).into_iter().zip(1..) {
        let part = exact::solve_and_play_on(&loaded, &layout, limits, then(3000, seed), &mut |_| true).expect("threads");
        let played = part.played.as_ref().unwrap_or_else(|| panic!("{limits:?}: {:?}", part.stopped));
        assert!(played.mass <= part.unresolved + ROUNDING, "{limits:?}: {} of {}", played.mass, part.unresolved);
        assert!(played.mass > part.unresolved * 0.85, "{limits:?}: {} of {}", played.mass, part.unresolved);
        let missed = missed(&part, &whole, &layout);
        assert!(missed.is_empty(), "{limits:?}: {}", missed.join("\n"));
        let of = |key: &str| layout.catalogue.index(key).expect("a metric");
        let [first, last] = ["fight1.winner", "day.fights"].map(|key| played.sample(of(key)).map_or(0, |drawn| drawn.fights));
        assert!(last == 3000 && first <= last, "{first} and {last}");
    }
}

/// Ada against a rat that is met twice, with a hazard or a rest between.
fn day(between: &str, us: &str, rat: &str) -> String {
    let day = format!("day = [{{ fight = ['us', 'rats'] }}, {between}, {{ fight = ['us', 'rats'], fresh = ['rats'] }}]\n");
    day + &scenario(&[("us", &[us]), ("rats", &[rat])], "rulings.crit = 'off'")
}

#[test]
fn days_are_played_on_from_wherever_they_are_cut() {
    let ada = format!("name = 'Ada', hp_max = 6, {SWORD}");
    let rat = format!("name = 'rat', hp_max = 2, {KNIFE}");
    let cuts = |whole: &Solved| {
        let plain = SolverLimits::default();
        let outcomes = [20, 5, 2].map(|part| SolverLimits { outcomes: whole.size.outcomes / part, ..plain });
        let states = [6, 2].map(|part| SolverLimits { states: whole.size.states / part, ..plain });
        let recalls = SolverLimits { outcomes: whole.size.outcomes / 8, recalls: false, ..plain };
        [&outcomes[..], &states, &[recalls]].concat()
    };
    for between in ["{ rest = 'siesta' }", "{ hazard = { die = '1d4', save = 'dex', difficulty = 4, saved = 'half' } }"] {
        holds_on_a_day::<Vogt>(&day(between, &ada, &rat), cuts);
    }
}

#[test]
fn questions_about_a_day_are_answered_as_it_is_played() {
    let (ada, rat) = (format!("name = 'Ada', hp_max = 6, {SWORD}"), format!("name = 'rat', hp_max = 2, {KNIFE}"));
    let (loaded, layout) = asked::<Vogt>(&day("{ rest = 'siesta', when = 'Ada.hp < 5' }", &ada, &rat));
    let whole = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small day");
    const DAYS: u64 = 40_000;
    let tally = Worker::new(&loaded, &layout, 8).tally(0..DAYS);
    let apart = differences(&whole, &tally, &layout);
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    for text in QUESTIONS {
        let metric = layout.catalogue.index(text).expect("it was asked");
        let (mass, n) = (whole.metrics[metric].values().sum::<f64>(), tally.n(metric) as f64 / DAYS as f64);
        assert!((mass - n).abs() < 5.0 * (0.25 / DAYS as f64).sqrt(), "{text} has an answer on {n}, and exactly on {mass}");
    }
}

#[test]
fn a_day_that_is_broken_off_while_it_is_played_on_is_sampled_evenly() {
    let ada = format!("name = 'Ada', hp_max = 6, {SWORD}");
    let (loaded, layout) = asked::<Vogt>(&day("{ rest = 'siesta' }", &ada, &format!("name = 'rat', hp_max = 2, {KNIFE}")));
    let whole = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small day");
    let limits = SolverLimits { outcomes: whole.size.outcomes / 50, ..SolverLimits::default() };
    let once = &mut |stage: SolverStage| stage.played == 0;
    let part = exact::solve_and_play_on(&loaded, &layout, limits, then(200_000, 9), once).expect("threads");
    let played = part.played.as_ref().expect("a part was played on");
    assert!((1..150_000).contains(&played.tally.fights()), "{}", played.tally.fights());
    let missed = missed(&part, &whole, &layout);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
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
    let whole = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small fight");
    let plain = SolverLimits::default();
    for limits in [SolverLimits { states: 300, ..plain }, SolverLimits { bytes: whole.size.bytes / 2, ..plain }] {
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
    let limits = SolverLimits { outcomes: 5_000, ..SolverLimits::default() };
    let of = |threads| {
        let then = Then { threads: Some(threads), ..then(2000, 3) };
        let solved = exact::solve_and_play_on(&loaded, &layout, limits, then, &mut |_| true).expect("threads");
        let PlayedOn { mass, tally, .. } = solved.played.expect("something is left");
        (mass, tally)
    };
    let one = of(1);
    assert!(of(2) == one && of(7) == one);
}

#[test]
fn nothing_is_played_on_where_the_headline_is_known_or_somebody_breaks_it_off() {
    let (loaded, layout) = load_of::<Vogt>(&long());
    let within = SolverLimits { within: 0.05, ..SolverLimits::default() };
    let solved = exact::solve_and_play_on(&loaded, &layout, within, then(1000, 1), &mut |_| true).expect("threads");
    assert!(solved.stopped == Some(SolverStop::Within) && solved.played.is_none());
    let none = SolverLimits { outcomes: 1000, ..SolverLimits::default() };
    let solved = exact::solve_and_play_on(&loaded, &layout, none, then(0, 1), &mut |_| true).expect("threads");
    assert!(solved.stopped == Some(SolverStop::Outcomes) && solved.played.is_none());
}
