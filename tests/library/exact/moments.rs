//! Moments of a day: what somebody asks for before a fight, behind it and behind a part of the plan is solved as it is played, in all
//! five systems.
//!
//! Start at [`moments`].

use bdp::Bdp;
use cairn_ap::CairnAp;
use frame::exact::{self, SolverLimits};
use frame::rules::RuleSet;
use frame::sim::Worker;
use heimr::Heimr;
use injury_d20::InjuryD20;
use vogt::Vogt;

use super::{differences, load_of, scenario};

/// Solves and plays a day of a fight, a hazard and another fight, and compares what these keys tell.
#[track_caller]
fn moments<S: RuleSet>(text: &str, days: u64, seed: u64, keys: &[&str]) {
    let (loaded, mut layout) = load_of::<S>(text);
    let asked: Vec<usize> =
        keys.iter().map(|key| layout.index_or_sum(key).unwrap_or_else(|| panic!("there is no {key}"))).collect();
    let solved =
        exact::solve(&loaded, &layout, SolverLimits::default()).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let tally = Worker::new(&loaded, &layout, seed).tally(0..days);
    let apart = differences(&solved, &tally, &layout);
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    for (key, metric) in keys.iter().zip(asked) {
        let known = &solved.metrics[metric];
        assert!(known.len() > 1, "{key} is always the same, or not known: {known:?}");
        let (mass, n) = (known.values().sum::<f64>(), tally.n(metric) as f64 / tally.fights() as f64);
        assert!((mass - n).abs() < 5.0 * (0.25 / days as f64).sqrt(), "{key} comes to pass on {n}, and exactly on {mass}");
    }
}

/// A day of one who fights, runs into a hazard and fights again.
fn day(hazard: &str) -> String {
    format!(
        "day = [{{ fight = ['us', 'rats'] }}, {{ hazard = {hazard}, sides = ['us'], when = 'fights == 1' }}, \
         {{ fight = ['us', 'rats'], fresh = ['rats'] }}]\n"
    )
}

#[test]
fn of_vogt() {
    let ada = "name = 'Ada', hp_max = 5, weapons = [{ name = 'axe', die = '1d8' }]";
    let rat = "name = 'rat', hp_max = 3, weapons = [{ name = 'teeth', die = '1d4' }]";
    let text = day("{ die = '1d4', save = 'dex', difficulty = 4, saved = 'half' }")
        + &scenario(&[("us", &[ada]), ("rats", &[rat])], "rulings.crit = 'off'");
    moments::<Vogt>(&text, 40_000, 5, &["after1.Ada.hp", "part2.Ada.hp", "before2.us.hp", "before2.Ada.exhaustion"]);
}

#[test]
fn of_cairn_ap() {
    let stick = "weapons = [{ name = 'stick', die = '1d4' }], morale = false";
    let (ada, rat) = (format!("name = 'Ada', hp_max = 5, {stick}"), format!("name = 'rat', hp_max = 1, str = 3, {stick}"));
    let text = day("{ die = '1d4', save = 'dex' }")
        + &scenario(&[("us", &[&ada]), ("rats", &[&rat])], "[book.check]\nbase_die = 6\n[book.round]\nrounds_max = 2");
    moments::<CairnAp>(&text, 20_000, 6, &["after1.Ada.hp", "part2.Ada.hp", "before2.us.hp"]);
}

#[test]
fn of_heimr() {
    let sword = format!("weapons = [{{ kind = 'medium' }}], {}, {}", super::heimr::READY, super::heimr::body(3, 0, 2));
    let ada = format!("name = 'Ada', hp_max = 8, {sword}");
    let rat = format!("name = 'rat', hp_max = 1, {sword}");
    let rest = "[rulings]\nout_at = 'injured'\n[book.turn]\nrounds_max = 1";
    let text = day("{ die = '1d2', ability = 'agility', cr = 4, saved = 'half' }")
        + "on_defeat = 'go on'\n"
        + &scenario(&[("us", &[&ada]), ("rats", &[&rat])], rest);
    moments::<Heimr>(&text, 20_000, 7, &["after1.Ada.hp", "part2.Ada.hp", "before2.us.hp"]);
}

#[test]
fn of_bdp() {
    let ada = "name = 'Ada', pc = true, str = 4, hp_max = 3, weapons = [{ name = 'sword' }]";
    let rat = "name = 'rat', str = 1, hp_max = 1, weapons = [{ name = 'teeth', category = 'fast' }]";
    let rest = format!("{}[arena]\nstart = 'engaged'\n{}round = {{ rounds_max = 2 }}\n", super::bdp::INJURY, super::bdp::SMALL);
    let text = day("{ die = '1d2', save = 'dex', fatigue = 1 }")
        + "on_defeat = 'go on'\n"
        + &scenario(&[("us", &[ada]), ("rats", &[rat])], &rest);
    moments::<Bdp>(&text, 20_000, 8, &["after1.Ada.hp", "part2.Ada.hp", "before2.us.hp", "before2.Ada.fatigue"]);
}

#[test]
fn of_injury_d20() {
    let person =
        "mb = 1, str = 1, armor = 1, trained_stamina = 2, exhaustion_max = 1, policy = 'p', weapons = [{ name = 'sword' }]";
    let (ada, rat) = (format!("name = 'Ada', {person}"), format!("name = 'rat', {person}"));
    let rest =
        format!("{}[policy.p]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]", super::injury_d20::small(1, ""));
    let text = day("{ die = '1d2', check = 'dex', dc = 10, saved = 'half', strain = 1 }")
        + "on_defeat = 'go on'\n"
        + &scenario(&[("us", &[&ada]), ("rats", &[&rat])], &rest);
    moments::<InjuryD20>(&text, 5_000, 9, &["after1.Ada.stamina", "part2.Ada.stamina", "before2.us.injuries"]);
}
