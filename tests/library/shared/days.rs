//! Days of several parts, played by a real system.

use frame::fight::ABSENT;
use frame::rules::testing::{ScriptedPlay, load};
use frame::rules::{Loaded, RuleSet};
use frame::sim::{FightQuestion, Layout, Worker};
use frame::tally::Tally;
use vogt::Vogt;

const FIGHTS: u64 = 400;

type Rules = <Vogt as RuleSet>::Rules;

/// Ada, who wins her first fight about as often as she loses it, then a rest, then a fight with somebody who cannot win.
fn two_fights(rest: &str) -> Loaded<Rules> {
    let club = "weapons = [{ name = 'club', die = '1d6' }]";
    load::<Vogt>(&format!(
        "{rest}
        day = [{{ fight = ['us', 'equals'] }}, {{ rest = 'full_rest' }}, {{ fight = ['us', 'rats'] }}]
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 12, {club} }}] }},
            {{ name = 'equals', combatant = [{{ name = 'Bo', hp_max = 12, {club} }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 1, exhaustion = 2 }}] }},
        ]"
    ))
}

fn tally(loaded: &Loaded<Rules>, layout: &Layout) -> Tally {
    Worker::new(loaded, layout, 1).tally(0..FIGHTS)
}

fn count(tally: &Tally, layout: &Layout, key: &str, value: i64) -> u64 {
    let counts = tally.counts(metric(layout, key));
    counts.into_iter().find(|(counted, _)| *counted == value).map_or(0, |(_, count)| count)
}

fn metric(layout: &Layout, key: &str) -> usize {
    layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"))
}

#[test]
fn a_lost_fight_ends_the_day_and_what_does_not_take_place_has_no_values() {
    let loaded = two_fights("");
    let layout = Layout::new(&loaded);
    let tally = tally(&loaded, &layout);
    let won = count(&tally, &layout, "fight1.winner", 0);
    assert!((100..300).contains(&won), "{won}");
    for (index, metric) in layout.catalogue.metrics.iter().enumerate() {
        let always = metric.key == "fight2.fought" || !metric.key.starts_with("fight2.");
        if always && !metric.key.ends_with(".victory_rounds") {
            assert_eq!(tally.n(index), FIGHTS, "{}", metric.key);
        } else {
            assert!(tally.n(index) <= won, "{}", metric.key);
        }
    }
    assert_eq!(tally.n(metric(&layout, "fight2.rounds")), won);
    assert_eq!(count(&tally, &layout, "fight2.fought", 1), won);
    assert_eq!(count(&tally, &layout, "day.fights", 1), FIGHTS - won);
    assert_eq!(count(&tally, &layout, "day.rats.fights_won", 0), FIGHTS, "nobody came");
    assert_eq!(count(&tally, &layout, "day.us.fights_won", 2), count(&tally, &layout, "fight2.winner", 0));
    // A combatant that lies beaten does not sleep beside the winners.
    let rested = count(&tally, &layout, "end.Ada.exhaustion", 0) + count(&tally, &layout, "end.Ada.exhaustion", 1);
    assert!(rested <= won, "{rested} of {won}");
}

#[test]
fn a_day_can_go_on_after_a_defeat() {
    let loaded = two_fights("on_defeat = 'go on'");
    let layout = Layout::new(&loaded);
    let tally = tally(&loaded, &layout);
    let dead = count(&tally, &layout, "fight1.Ada.dead", 1);
    assert_eq!(tally.n(metric(&layout, "fight2.rounds")), FIGHTS - dead, "the living rest and fight on");
    assert!(count(&tally, &layout, "fight1.winner", 0) < FIGHTS - dead);
}

#[test]
fn the_metrics_of_a_fight_are_those_of_the_sides_that_meet_in_it() {
    let loaded = two_fights("");
    let layout = Layout::new(&loaded);
    let keys = |key: &str| layout.catalogue.index(key).is_some();
    assert!(keys("fight1.Bo.hp") && keys("fight2.rat.hp") && keys("fight1.Ada.hp") && keys("fight2.Ada.hp"));
    assert!(!keys("fight2.Bo.hp") && !keys("fight1.rat.hp") && !keys("fight1.rats.standing"));
    assert!(keys("end.Ada.hp") && !keys("end.Bo.hp"), "the day of Bo is its fight");
}

#[test]
fn what_becomes_of_sides_is_counted_member_by_member() {
    let loaded = two_fights("");
    let layout = Layout::new(&loaded);
    let tally = tally(&loaded, &layout);
    let won = count(&tally, &layout, "fight1.winner", 0);
    assert_eq!(count(&tally, &layout, "fight1.equals.members_out", 1), won);
    assert_eq!(count(&tally, &layout, "fight1.us.members_dead", 1), count(&tally, &layout, "fight1.Ada.dead", 1));
    assert_eq!(count(&tally, &layout, "end.us.members_dead", 1), count(&tally, &layout, "end.Ada.dead", 1));
    assert_eq!(tally.n(metric(&layout, "fight2.rats.members_out")), won);
}

/// Ada and Bo against rats that are met time and again, by this plan.
fn planned(day: &str) -> Loaded<Rules> {
    let club = "weapons = [{ name = 'club', die = '1d6' }]";
    load::<Vogt>(&format!(
        "day = {day}
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 14, {club} }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 6, {club} }}] }},
        ]"
    ))
}

const FRESH: &str = "{ fight = ['us', 'rats'], fresh = ['rats'] }";

#[test]
fn a_side_that_is_met_afresh_is_as_it_began() {
    let loaded = planned(&format!("[{FRESH}, {FRESH}, {FRESH}, {{ fight = ['us', 'rats'] }}]"));
    let layout = Layout::new(&loaded);
    let tally = tally(&loaded, &layout);
    let won = count(&tally, &layout, "fight1.winner", 0);
    assert!(won > FIGHTS / 2, "{won}");
    assert_eq!(count(&tally, &layout, "fight2.fought", 1), won, "the rats are there again");
    assert_eq!(count(&tally, &layout, "fight4.fought", 1), 0, "the dead are dead unless they are met afresh");
    let others = Layout::new(&planned(&format!("[{FRESH}, {FRESH}]")));
    let goes_on = |layout: &Layout| ["end.Ada.hp", "end.rat.hp"].map(|key| layout.catalogue.index(key).is_some());
    assert_eq!([goes_on(&layout), goes_on(&others)], [[true, true], [true, false]]);
    let beaten: u64 = (1..=3).map(|fight| count(&tally, &layout, "day.us.fight_lost", fight)).sum();
    assert_eq!(beaten, FIGHTS - count(&tally, &layout, "day.us.fights_won", 3));
}

#[test]
fn a_part_takes_place_when_its_condition_holds() {
    let rest = "{ rest = 'full_rest', when = 'any(us, hp * 2 <= hp_max) and fights == 1' }";
    let loaded = planned(&format!("[{FRESH}, {rest}, {{ fight = ['us', 'rats'], fresh = ['rats'], when = 'Ada.hp == 14' }}]"));
    let layout = Layout::new(&loaded);
    let mut worker = Worker::new(&loaded, &layout, 1);
    let [first, hp, fought, winner] =
        ["fight1.Ada.hp", "end.Ada.hp", "fight2.fought", "fight1.winner"].map(|key| metric(&layout, key));
    let (mut rested, mut passed) = (0, 0);
    for number in 0..FIGHTS {
        let values = worker.play(number);
        let up = values[winner] == 0 && (values[first] * 2 <= 14 || values[first] == 14);
        assert_eq!(values[fought], i64::from(up), "{} after the first fight", values[first]);
        rested += i64::from(up && values[first] < 14);
        passed += i64::from(!up && values[winner] == 0);
        assert!(up || values[hp] == values[first], "who does not rest gains nothing");
    }
    assert!(rested > 20 && passed > 20, "{rested} and {passed}");
}

#[test]
fn repeated_parts_end_when_a_condition_holds() {
    let loaded =
        planned(&format!("[{{ repeat = 5, until = 'won(us) == 3 or Ada.hp < 4', parts = [{FRESH}, {{ rest = 'siesta' }}] }}]"));
    let layout = Layout::new(&loaded);
    let tally = tally(&loaded, &layout);
    assert_eq!(loaded.plan.legs.len(), 10);
    assert!(count(&tally, &layout, "day.fights", 3) > 0 && count(&tally, &layout, "day.fights", 4) == 0);
    assert_eq!(tally.n(metric(&layout, "fight4.winner")), 0);
    // Of repeated fights each combatant is told of in sums alone.
    assert!(layout.catalogue.index("fight1.Ada.hp").is_none() && layout.catalogue.index("fight1.us.members_out").is_some());
    assert!(layout.catalogue.index("day.Ada.damage_dealt").is_some() && layout.catalogue.index("day.rounds").is_some());
}

#[test]
fn what_the_members_of_a_side_have_adds_up_to_a_number_of_the_side() {
    let club = "weapons = [{ name = 'club', die = '1d6' }]";
    let loaded = load::<Vogt>(&format!(
        "day = [{{ fight = ['us', 'rats'] }}, {{ fight = ['us', 'rats'], fresh = ['rats'] }}]
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 8, {club} }}, {{ name = 'Bo', hp_max = 6, {club} }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 26, weapons = [{{ name = 'claw', die = '1d10' }}] }}] }},
        ]"
    ));
    let mut layout = Layout::new(&loaded);
    let before = layout.catalogue.metrics.len();
    let hp = layout.index_or_sum("fight2.us.hp").expect("a sum");
    assert_eq!(layout.index_or_sum("fight2.us.hp"), Some(hp), "it is a metric once");
    assert_eq!(layout.catalogue.metrics.len(), before + 1);
    let dead = layout.index_or_sum("end.us.dead").expect("a sum");
    assert_eq!(layout.index_or_sum("fight2.rats.standing"), layout.catalogue.index("fight2.rats.standing"));
    assert_eq!(layout.index_or_sum("fight2.us.nothing"), None);
    assert_eq!(layout.index_or_sum("fight2.us.fight_of_fall"), None, "moments do not add up");
    let mut question = |text: &str| FightQuestion::new(text, &mut layout).unwrap_or_else(|defects| panic!("{defects:?}"));
    let asked = question("fight2.us.hp + end.us.dead > 9");
    let asked = layout.ask("asked".to_owned(), asked);
    let [ada, bo, fought, ada_dead, bo_dead] =
        ["fight2.Ada.hp", "fight2.Bo.hp", "fight2.fought", "end.Ada.dead", "end.Bo.dead"].map(|key| metric(&layout, key));
    let mut worker = Worker::new(&loaded, &layout, 1);
    let (mut again, mut none) = (0, 0);
    for number in 0..FIGHTS {
        let values = worker.play(number);
        assert_eq!(values[dead], values[ada_dead] + values[bo_dead]);
        if values[fought] == 0 {
            assert_eq!([values[hp], values[asked]], [ABSENT; 2]);
            none += 1;
        } else {
            assert_eq!(values[hp], values[ada] + values[bo]);
            assert_eq!(values[asked], i64::from(values[hp] + values[dead] > 9));
            again += 1;
        }
    }
    assert!(again > 10 && none > 3, "{again} and {none}");
}

#[test]
fn marks_are_counted_by_the_fight_in_which_they_came() {
    let day = format!("[{{ repeat = 3, parts = [{FRESH}, {{ rest = 'full_rest' }}] }}]");
    let loaded = planned(&day);
    let mut layout = Layout::new(&loaded);
    let before = layout.catalogue.metrics.len();
    let falls = [1, 2, 3].map(|fight| layout.index_or_sum(&format!("fight{fight}.us.falls")));
    assert_eq!(layout.catalogue.metrics.len(), before + 3);
    let tally = tally(&loaded, &layout);
    let mean = |metric: Option<usize>| {
        let counts = tally.counts(metric.expect("the sides meet"));
        counts.iter().map(|(value, n)| *value as u64 * n).sum::<u64>()
    };
    let all: u64 = falls.iter().map(|&metric| mean(metric)).sum();
    let day = layout.catalogue.index("day.Ada.falls").expect("a metric");
    assert!(all > 20, "{all}");
    assert_eq!(all, tally.counts(day).iter().map(|(value, n)| *value as u64 * n).sum::<u64>());
}

#[test]
fn sums_over_sides_are_known_of_repeated_fights_and_exactly() {
    let day = format!("[{{ repeat = 3, parts = [{FRESH}, {{ rest = 'full_rest' }}] }}]");
    let loaded = planned(&day);
    let mut layout = Layout::new(&loaded);
    let hp = layout.index_or_sum("fight2.us.hp").expect("a sum");
    let dealt = layout.index_or_sum("fight2.us.damage_dealt").expect("a sum");
    let all = layout.index_or_sum("day.us.damage_dealt").expect("a sum");
    assert_eq!(layout.index_or_sum("fight4.us.hp"), None);
    let tally = tally(&loaded, &layout);
    assert_eq!(tally.n(hp), count(&tally, &layout, "fight2.fought", 1));
    let [in_second, in_all] = [dealt, all].map(|metric| tally.counts(metric).iter().map(|(value, n)| *value as u64 * n).sum());
    assert!(0_u64 < in_second && in_second < in_all, "{in_second} of {in_all}");
    let exact = frame::exact::solve(&loaded, &layout, frame::exact::SolverLimits::default());
    let low = |metric: usize| tally.counts(metric).iter().filter(|(value, _)| *value <= 7).map(|(_, n)| n).sum::<u64>();
    let sampled = low(hp) as f64 / FIGHTS as f64;
    let mass: f64 = exact.metrics[hp].range(0..=7).map(|(_, mass)| mass).sum();
    assert!((sampled - mass).abs() < 5.0 * (0.25 / FIGHTS as f64).sqrt() && mass > 0.05, "{sampled} and {mass}");
}

#[test]
fn somebody_is_known_in_each_repeated_fight_before_it_and_after_rests() {
    let day = format!("[{{ repeat = 3, parts = [{FRESH}, {{ rest = 'full_rest', when = 'Ada.hp < 5' }}] }}]");
    let loaded = planned(&day);
    let mut layout = Layout::new(&loaded);
    let mut index = |key: &str| layout.index_or_sum(key);
    for key in ["before4.Ada.hp", "part1.Ada.hp", "part7.Ada.hp", "part2.rat.hp", "before2.Ada.damage_dealt", "before0.us.hp"] {
        assert_eq!(index(key), None, "{key}");
    }
    let keys = ["fight1.Ada.hp", "part2.Ada.hp", "before2.Ada.hp", "before2.us.hp", "before2.rat.hp", "before1.Ada.hp"];
    let [after, rested, before, together, rat, first] = keys.map(|key| index(key).expect(key));
    let dealt = index("fight2.Ada.damage_dealt").expect("of one fight");
    assert_eq!(layout.catalogue.metrics[before].label, "HP left");
    let fought = metric(&layout, "fight2.fought");
    let mut worker = Worker::new(&loaded, &layout, 1);
    let (mut rests, mut passes, mut struck) = (0, 0, 0);
    for number in 0..FIGHTS {
        let values = worker.play(number);
        assert_eq!(values[first], 14);
        if values[fought] == 0 {
            assert_eq!([before, together, rat, dealt].map(|metric| values[metric]), [ABSENT; 4]);
            continue;
        }
        assert_eq!([values[together], values[rat]], [values[before], 6]);
        struck += values[dealt];
        let tired = values[after] < 5;
        assert_eq!(values[rested] == ABSENT, !tired);
        assert_eq!(values[before], if tired { values[rested] } else { values[after] });
        rests += u64::from(tired);
        passes += u64::from(!tired);
    }
    assert!(rests > 20 && passes > 20 && struck > FIGHTS as i64, "{rests}, {passes} and {struck}");
}

#[test]
fn moments_of_a_day_are_solved_as_they_are_played() {
    let loaded = load::<Vogt>(
        "day = [
            { fight = ['us', 'rats'] },
            { travel = 10, when = 'Ada.hp < 4' },
            { fight = ['us', 'rats'], fresh = ['rats'] },
        ]
        side = [
            { name = 'us', combatant = [{ name = 'Ada', hp_max = 5, weapons = [{ name = 'axe', die = '1d8' }] }] },
            { name = 'rats', combatant = [{ name = 'rat', hp_max = 3, weapons = [{ name = 'teeth', die = '1d4' }] }] },
        ]",
    );
    let mut layout = Layout::new(&loaded);
    let keys = ["before2.Ada.hp", "part2.Ada.hp", "before2.us.exhaustion", "part2.us.exhaustion"];
    let asked = keys.map(|key| layout.index_or_sum(key).expect(key));
    let exact = frame::exact::solve(&loaded, &layout, frame::exact::SolverLimits::default());
    let n = 40_000;
    let tally = Worker::new(&loaded, &layout, 5).tally(0..n);
    for (key, metric) in keys.iter().zip(asked) {
        assert!(exact.metrics[metric].len() > 1, "{key}: {:?}", exact.metrics[metric]);
        for (&value, &mass) in &exact.metrics[metric] {
            let sampled = count(&tally, &layout, key, value) as f64 / n as f64;
            let error = (mass * (1.0 - mass) / n as f64).sqrt();
            assert!((sampled - mass).abs() < 5.0 * error + 1e-4, "{key} = {value}: {sampled} and {mass}");
        }
        let counted: f64 = tally.n(metric) as f64 / n as f64;
        let mass: f64 = exact.metrics[metric].values().sum();
        assert!((counted - mass).abs() < 0.013, "{key}: {counted} and {mass}");
    }
}

#[test]
fn plans_with_conditions_are_solved_as_they_are_played() {
    let rest = "{ rest = 'full_rest', when = 'any(us, hp <= 4)' }";
    let day = format!("[{{ repeat = 3, until = 'Ada.hp == 6 and fights > 1', parts = [{FRESH}, {rest}] }}]");
    let scenario = format!(
        "day = {day}
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 6, weapons = [{{ name = 'axe', die = '1d8' }}] }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 3, weapons = [{{ name = 'teeth', die = '1d4' }}] }}] }},
        ]"
    );
    let apart = ScriptedPlay::<Vogt>::exact(&scenario).apart(&ScriptedPlay::<Vogt>::sampled(&scenario, 40_000, 3));
    assert_eq!(apart, Vec::<String>::new());
    assert!((ScriptedPlay::<Vogt>::exact(&scenario).chance("fight1.fought", 1) - 1.0).abs() < 1e-9);
}

#[test]
fn what_happens_between_fights_is_counted_in_the_part_it_happens_in() {
    let loaded = load::<Vogt>(
        "day = [
            { hazard = { die = '1d4' }, sides = ['us'] },
            { fight = ['us', 'rats'] },
            { hazard = { damage = 2 }, sides = ['us'], when = 'Ada.hp > 2' },
            { rest = 'siesta' },
            { hazard = { die = '1d6' }, sides = ['us'] },
        ]
        side = [
            { name = 'us', combatant = [{ name = 'Ada', hp_max = 30, weapons = [{ name = 'axe', die = '1d8' }] }] },
            { name = 'rats', combatant = [{ name = 'rat', hp_max = 3, weapons = [{ name = 'teeth', die = '1d4' }] }] },
        ]",
    );
    let mut layout = Layout::new(&loaded);
    let keys = ["part1.Ada.damage_taken", "part3.us.damage_taken", "part4.Ada.damage_taken", "part5.Ada.damage_taken"];
    let parts = keys.map(|key| layout.index_or_sum(key).expect(key));
    let mut worker = Worker::new(&loaded, &layout, 1);
    let mut last = [0; 7];
    for number in 0..FIGHTS {
        let values = worker.play(number);
        let [first, second, rest, third] = parts.map(|part| values[part]);
        assert!((1..=4).contains(&first) && [2, ABSENT].contains(&second) && [0, ABSENT].contains(&rest), "{values:?}");
        last[usize::try_from(third).unwrap_or(0)] += 1;
    }
    assert!(last[1..].iter().all(|&n| n > 20), "the last part is counted as well: {last:?}");
}

#[test]
fn days_in_a_row_are_counted_by_the_nights_between_them() {
    let day = format!(
        "[{{ repeat = 3, until = 'day >= 3', parts = [{FRESH}, {{ rest = 'siesta' }}, \
         {{ rest = 'full_rest', when = 'Ada.exhaustion > 1 or day == 2' }}] }}]"
    );
    let scenario = format!(
        "rulings.crit = 'off'
        day = {day}
        side = [
            {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 4, weapons = [{{ name = 'axe', die = '1d2' }}] }}] }},
            {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 1, weapons = [{{ name = 'teeth', die = '1d2' }}] }}] }},
        ]"
    );
    let loaded = load::<Vogt>(&scenario);
    let layout = Layout::new(&loaded);
    let [won, fights] = ["day.us.fights_won", "day.fights"].map(|key| metric(&layout, key));
    let mut worker = Worker::new(&loaded, &layout, 1);
    let mut seen = [0; 6];
    for number in 0..FIGHTS {
        let values = worker.play(number);
        if values[won] == values[fights] {
            seen[values[fights] as usize] += 1;
        }
    }
    assert!(
        seen[2] > 20 && seen[3] > 0 && seen[1] == 0,
        "two nights end it, and no night is needed when nobody is hurt: {seen:?}"
    );
    let apart = ScriptedPlay::<Vogt>::exact(&scenario).apart(&ScriptedPlay::<Vogt>::sampled(&scenario, 20_000, 3));
    assert_eq!(apart, Vec::<String>::new());
}

#[test]
fn a_condition_about_a_fight_that_did_not_take_place_is_not_counted() {
    let loaded = two_fights("");
    let mut layout = Layout::new(&loaded);
    let mut ask = |text: &str| {
        let question = FightQuestion::new(text, &mut layout).unwrap_or_else(|defects| panic!("{defects:?}"));
        layout.ask(text.to_owned(), question)
    };
    let asked = [
        "fight2.winner == us",
        "not fight2.winner == us",
        "fight2.rounds + fight1.rounds < 1000",
        "fight2.fought and fight2.winner == us",
        "fight1.winner == equals or fight2.winner == us",
    ]
    .map(&mut ask);
    let tally = tally(&loaded, &layout);
    let won = count(&tally, &layout, "fight1.winner", 0);
    let n = asked.map(|metric| tally.n(metric));
    assert_eq!(n, [won, won, won, FIGHTS, FIGHTS]);
    let mut worker = Worker::new(&loaded, &layout, 1);
    for number in 0..FIGHTS {
        let values = worker.play(number);
        let [wins, not, ..] = asked.map(|metric| values[metric]);
        assert_eq!(wins == ABSENT, not == ABSENT);
        assert!(wins == ABSENT || wins + not == 1);
    }
}

#[test]
fn a_scenario_of_one_fight_that_nobody_can_fight_has_no_winner() {
    let loaded = load::<Vogt>(
        "side = [
            { name = 'us', combatant = [{ name = 'Ada' }] },
            { name = 'stones', combatant = [{ name = 'stone', exhaustion = 3 }] },
        ]",
    );
    let layout = Layout::new(&loaded);
    let tally = tally(&loaded, &layout);
    assert!((0..layout.catalogue.metrics.len()).all(|metric| tally.n(metric) == 0));
}
