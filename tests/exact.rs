//! Exact answers and sampled ones come from the same rules code by two ways, and have to agree: every metric that depends on
//! the state alone, value by value, within five standard errors. Fights that are too large are refused by their size.
//!
//! The scenarios are small on purpose, and each brings in something that the exact solver forgets, merges or settles. Start at
//! [`agree`].

use std::collections::BTreeSet;

use sparring::exact::{self, Limits, Solved, TooLarge};
use sparring::rules::cairn_ap::CairnAp;
use sparring::rules::vogt::Vogt;
use sparring::rules::{Loaded, System};
use sparring::scenario::{Complaints, Raw};
use sparring::sim::{Layout, Worker};
use sparring::tally::Tally;

/// Fights that are played for a comparison.
const FIGHTS: u64 = 150_000;
/// What an exact answer may leave open.
const UNRESOLVED_MOST: f64 = 1e-9;

fn load_by<S: System>(text: &str) -> (Loaded<S::Rules>, Layout) {
    let text = format!("format = 1\nsystem = {:?}\ntitle = \"test\"\n{text}", S::NAME);
    let scenario = Raw::from_text("test.toml", &text, &[]).check::<S>();
    let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let loaded = S::load(&scenario.document, &mut Complaints::default()).expect("the scenario is sound");
    let layout = Layout::new(&loaded);
    (loaded, layout)
}

fn load(text: &str) -> (Loaded<<Vogt as System>::Rules>, Layout) {
    load_by::<Vogt>(text)
}

/// A scenario of sides, each given by the insides of its members.
fn scenario(sides: &[(&str, &[&str])], rest: &str) -> String {
    let member = |member: &&str| format!("{{ {member} }},");
    let side = |(name, members): &(&str, &[&str])| {
        format!("{{ name = '{name}', combatant = [{}] }},\n", members.iter().map(member).collect::<String>())
    };
    format!("side = [\n{}]\n{rest}\n", sides.iter().map(side).collect::<String>())
}

/// Solves a scenario, plays it, and compares every value of every metric that the solver knows.
#[track_caller]
fn agree_by<S: System>(text: &str, seed: u64, known: [&str; 4]) {
    let (loaded, layout) = load_by::<S>(text);
    let solved = exact::solve(&loaded, &layout, Limits::default()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(solved.unresolved < UNRESOLVED_MOST, "unresolved: {}", solved.unresolved);
    let tally = Worker::new(&loaded, &layout, seed).tally(0..FIGHTS);
    let apart = differences(&solved, &tally, &layout);
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    for expected in known {
        let known = |family: &str| family.split('.').next_back() == Some(expected);
        let mut metrics = layout.catalogue.metrics.iter().zip(&solved.metrics).filter(|(metric, _)| known(&metric.family));
        assert!(metrics.any(|(_, distribution)| !distribution.is_empty()), "nothing is known of {expected}");
    }
}

#[track_caller]
fn agree(text: &str, seed: u64) {
    agree_by::<Vogt>(text, seed, ["winner", "rounds", "hp", "exhaustion"]);
}

#[track_caller]
fn agree_by_cairn(text: &str, seed: u64) {
    agree_by::<CairnAp>(text, seed, ["winner", "rounds", "hp", "str"]);
}

/// All values whose exact and sampled shares are further apart than five standard errors.
fn differences(solved: &Solved, tally: &Tally, layout: &Layout) -> Vec<String> {
    let mut apart = Vec::new();
    for (index, metric) in layout.catalogue.metrics.iter().enumerate().filter(|(index, _)| !solved.metrics[*index].is_empty()) {
        let counts: Vec<(i64, u64)> = tally.counts(index).into_iter().collect();
        let mut values: BTreeSet<i64> = solved.metrics[index].keys().copied().collect();
        values.extend(counts.iter().filter(|(_, count)| *count > 0).map(|(value, _)| *value));
        for value in values {
            let count = counts.iter().filter(|(counted, _)| *counted == value).map(|(_, count)| count).sum::<u64>() as f64;
            let chance = solved.chance(index, value);
            if differ(count, chance, tally.fights() as f64) {
                let share = count / tally.fights() as f64;
                apart.push(format!("{} = {value}: exactly {chance:.6}, but sampled {share:.6}", metric.key));
            }
        }
    }
    apart
}

/// Whether so many of `n` are more than five standard errors away from what is expected; with room for one and a half, since
/// counts are whole, and for the long tail of rare ones.
fn differ(count: f64, chance: f64, n: f64) -> bool {
    let expected = n * chance;
    let error = (expected * (1.0 - chance).max(0.0)).sqrt();
    let rare = if expected < 25.0 { 5.0 } else { 0.0 };
    (count - expected).abs() > 5.0 * error + 1.5 + rare
}

const CLUB: &str = "weapons = [{ name = 'club', die = '1d6' }]";
const SWORD: &str = "weapons = [{ name = 'sword', die = '1d8', type = 'slash' }]";
const KNIFE: &str = "weapons = [{ name = 'knife', die = '1d4', type = 'stab' }]";

fn duel(ada: &str, bo: &str, rest: &str) -> String {
    scenario(&[("left", &[&format!("name = 'Ada', {ada}")]), ("right", &[&format!("name = 'Bo', {bo}")])], rest)
}

#[test]
fn a_duel_of_two_weapons() {
    agree(&duel(&format!("hp_max = 9, dex = '1d8', {KNIFE}"), &format!("hp_max = 7, {SWORD}"), ""), 1);
}

#[test]
fn a_duel_to_the_death_with_all_that_can_be_lost() {
    let rest = "[rulings]\nend_condition = 'dead'\ndeath_repeat = 'reroll'\ndeath_eye = 'awr_penalty'";
    agree(&duel(&format!("hp_max = 4, armor = 1, {CLUB}"), &format!("hp_max = 4, {KNIFE}"), rest), 2);
}

#[test]
fn one_against_two_who_are_struck_down_one_after_the_other() {
    let goblin = |name: &str, hp: i64| format!("name = '{name}', hp_max = {hp}, str = '1d4', {KNIFE}");
    let (one, two) = (goblin("Gi", 3), goblin("Go", 4));
    agree(&scenario(&[("left", &[&format!("name = 'Ada', hp_max = 8, {SWORD}")]), ("right", &[&one, &two])], ""), 3);
}

#[test]
fn one_against_two_of_whom_the_strongest_is_struck_first() {
    let rest = "[policy.proud]\ntarget = [{ at = 'strongest' }]\n[rulings]\ncrit = 'once'";
    let goblin = |name: &str| format!("name = '{name}', hp_max = 3, str = '1d4', {KNIFE}");
    let ada = format!("name = 'Ada', hp_max = 7, policy = 'proud', {SWORD}");
    agree(&scenario(&[("left", &[&ada]), ("right", &[&goblin("Gi"), &goblin("Go")])], rest), 4);
}

#[test]
fn three_sides_of_one_choose_whoever_has_fallen_deepest() {
    let one = |name: &str, hp: i64, weapon: &str| format!("name = '{name}', hp_max = {hp}, {weapon}");
    let (ada, bo, cy) = (one("Ada", 5, CLUB), one("Bo", 4, KNIFE), one("Cy", 3, KNIFE));
    agree(&scenario(&[("left", &[&ada]), ("right", &[&bo]), ("middle", &[&cy])], "[rulings]\ncrit = 'off'"), 5);
}

#[test]
fn policies_that_ask_for_hit_points_and_armor() {
    let rest = "[policy.careful]\naction = [{ do = 'defend', when = 'hp <= 4 and target.hp > 0' }, { do = 'attack' }]\n\
                [policy.sly]\naction = [{ do = 'defend', when = 'target.ar_left > 3 and round % 2 == 1' }]";
    let ada = format!("hp_max = 9, policy = 'careful', {SWORD}");
    agree(&duel(&ada, &format!("hp_max = 8, policy = 'sly', {CLUB}"), rest), 6);
}

#[test]
fn a_policy_that_tells_how_deep_somebody_has_fallen() {
    let rest = "[policy.kind]\naction = [{ do = 'defend', when = 'target.hp < -2' }]\n[rulings]\ncrit = 'once'";
    agree(&duel(&format!("hp_max = 6, policy = 'kind', {CLUB}"), &format!("hp_max = 6, {KNIFE}"), rest), 7);
}

#[test]
fn reevaluation_asks_for_initiative_and_for_armor_that_is_used_up() {
    let rest = "[policy.late]\naction = [{ do = 'defend' }]\nreevaluate = [{ do = 'attack', when = 'declared == defend' }]\n\
                [policy.shy]\nreevaluate = [{ do = 'defend', when = 'ar_left == 0' }]";
    agree(&duel(&format!("hp_max = 5, policy = 'late', {CLUB}"), &format!("hp_max = 5, policy = 'shy', {KNIFE}"), rest), 8);
}

#[test]
fn types_advantage_and_techniques_of_several_dice() {
    let rest = "[policy.mage]\naction = [{ do = 'technique', technique = 'fire', dice = 2 }, { do = 'attack' }]\n\
                [rulings]\ndamage_order = 'ar_then_type'";
    let ada = format!(
        "hp_max = 8, policy = 'mage', resist = ['slash'], td = {{ d6 = 3 }}, {CLUB}, \
                       techniques = [{{ name = 'fire', die = 6, min_dice = 1, type = 'fire', ability = 'wil' }}]"
    );
    let bo = format!("hp_max = 14, vulnerable = ['fire'], statuses = [{{ status = 'blind' }}], {SWORD}");
    agree(&duel(&ada, &bo, rest), 9);
}

#[test]
fn bleeding_goes_on_between_the_blows() {
    let leech = "weapons = [{ name = 'maw', die = '1d4', type = 'stab', riders = [{ status = 'bleeding', rounds = 2 }] }]";
    agree(&duel(&format!("hp_max = 7, {CLUB}"), &format!("hp_max = 6, {leech}"), "[rulings]\nbleeding_ar = 'used'"), 10);
}

#[test]
fn a_grid_on_which_two_have_to_meet() {
    let rest = "[arena]\nwidth = 9\nheight = 1";
    agree(
        &duel(
            &format!("hp_max = 6, at = [[0, 0]], movement = 3, {CLUB}"),
            &format!("hp_max = 5, at = [[8, 0]], {KNIFE}"),
            rest,
        ),
        11,
    );
}

#[test]
fn a_day_of_two_fights_with_a_night_and_a_road_between() {
    let (ada, gi) = (
        format!("name = 'Ada', hp_max = 9, items = [{{ name = 'silver', slots = 12 }}], {SWORD}"),
        format!("name = 'Gi', hp_max = 4, {KNIFE}"),
    );
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'full_rest' }, { travel = 45 }, { fight = ['left', 'beast'] }]";
    let sides: &[(&str, &[&str])] = &[
        ("left", &[&ada]),
        ("right", &[&gi]),
        ("beast", &["name = 'Wolf', hp_max = 5, weapons = [{ name = 'bite', die = '1d6' }]"]),
    ];
    agree(&format!("{day}\n{}", scenario(sides, "")), 12);
}

#[test]
fn a_day_with_a_short_rest_for_those_who_have_fallen() {
    let (ada, gi) = (format!("name = 'Ada', hp_max = 6, {CLUB}"), format!("name = 'Gi', hp_max = 3, {KNIFE}"));
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'siesta' }, { fight = ['left', 'right'] }]";
    agree(&format!("{day}\n{}", scenario(&[("left", &[&ada]), ("right", &[&gi])], "[rulings]\ncrit = 'off'")), 13);
}

#[test]
#[should_panic(expected = "winner = 0")]
fn a_sample_of_another_fight_is_noticed() {
    let (loaded, layout) = load(&duel(&format!("hp_max = 6, {CLUB}"), &format!("hp_max = 6, {KNIFE}"), ""));
    let solved = exact::solve(&loaded, &layout, Limits::default()).expect("a small fight");
    let (loaded, layout) = load(&duel(&format!("hp_max = 7, {CLUB}"), &format!("hp_max = 6, {KNIFE}"), ""));
    let tally = Worker::new(&loaded, &layout, 1).tally(0..FIGHTS);
    panic!("{}", differences(&solved, &tally, &layout).join("\n"));
}

#[test]
fn too_many_outcomes_are_refused_with_the_size_that_was_reached() {
    let (loaded, layout) = load(&duel(&format!("hp_max = 18, {SWORD}"), &format!("hp_max = 18, {CLUB}"), ""));
    let few = Limits { outcomes: 5_000, ..Limits::default() };
    let TooLarge { size, ended } = exact::solve(&loaded, &layout, few).expect_err("a fight of more outcomes");
    assert_eq!((size.outcomes, size.fight), (5_000, 1));
    assert!(size.states > 1 && (1..10).contains(&size.round), "{size:?}");
    assert!((0.0..0.5).contains(&ended));
}

#[test]
fn too_much_memory_is_refused_with_the_size_that_was_reached() {
    let (loaded, layout) = load(&duel(&format!("hp_max = 18, {SWORD}"), &format!("hp_max = 18, {CLUB}"), ""));
    let whole = exact::solve(&loaded, &layout, Limits::default()).expect("a small fight").size;
    let half = Limits { bytes: whole.bytes / 2, ..Limits::default() };
    let TooLarge { size, .. } = exact::solve(&loaded, &layout, half).expect_err("a fight of more states");
    assert!(size.bytes > half.bytes && size.bytes < whole.bytes, "{size:?} of {whole:?}");
    assert!(size.states < whole.states && size.outcomes < whole.outcomes);
}

#[test]
fn a_crowd_is_refused_before_its_initiative_is_rolled() {
    let fighter = format!("name = 'Ada', count = 6, {SWORD}");
    let foe = format!("name = 'Bo', count = 6, {CLUB}");
    let (loaded, layout) = load(&scenario(&[("left", &[&fighter]), ("right", &[&foe])], ""));
    let few = Limits { outcomes: 100_000, ..Limits::default() };
    assert_eq!(exact::solve(&loaded, &layout, few).expect_err("a crowd").ended, 0.0);
}

// ---- cairn-ap ------------------------------------------------------------------------------------------------------------

const BLADE: &str = "weapons = [{ name = 'sword' }]";
const STICK: &str = "weapons = [{ name = 'stick', die = '1d4' }]";

/// What two equals with swords would do to each other: one by this plan, the other by two attacks a turn.
fn plain_duel(plan: &str, rest: &str) -> String {
    let build = "hp_max = 4, natural_armor = 1, morale = false, weapons = [{ name = 'sword' }]";
    let lost = "leftover = [{ do = 'lost' }]\nsave = [{ do = 'parry' }]";
    let policies = format!(
        "[policy.plan]\nplan = [{plan}]\n{lost}\n[policy.plain]\nplan = [{{ do = 'attack' }}, {{ do = 'attack' }}]\n{lost}"
    );
    let (one, other) = (format!("name = 'A', policy = 'plan', {build}"), format!("name = 'B', policy = 'plain', {build}"));
    scenario(&[("a", &[&one]), ("b", &[&other])], &format!("{rest}\n{policies}"))
}

#[test]
fn duels_of_the_specification_are_solved_to_its_six_places() {
    let attack = "{ do = 'attack' }";
    let twice = format!("{attack}, {attack}");
    let gain = "{ do = 'gain' }";
    let defend = "{ do = 'defend' }";
    for (plan, rest, wins, rounds, first) in [
        (twice.clone(), "", 0.506_107, 1.958_810, 0.375_345),
        (format!("{gain}, {gain}, {attack}"), "", 0.374_217, 2.213_663, 0.299_745),
        (format!("{attack}, {defend}, {defend}"), "", 0.349_064, 2.703_231, 0.248_044),
        (format!("{{ do = 'trip' }}, {attack}"), "", 0.378_804, 2.588_521, 0.253_568),
        (twice.clone(), "[rulings]\nmodifier = 'half'", 0.506_234, 1.715_114, 0.503_302),
        (twice.clone(), "[rulings]\nmodifier = 'd20_bonus'", 0.507_298, 1.474_036, 0.634_738),
        (twice.clone(), "[rulings]\nsave_tie = 'target'", 0.506_029, 2.042_382, 0.338_151),
        (twice.clone(), "[book.crit]\ndc = 10", 0.505_929, 2.461_349, 0.170_640),
        (twice, "[rulings]\nnatural = 'auto'", 0.505_911, 1.987_361, 0.367_861),
    ] {
        let (loaded, layout) = load_by::<CairnAp>(&plain_duel(&plan, rest));
        let solved = exact::solve(&loaded, &layout, Limits::default()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        let metric = |key: &str| layout.catalogue.index(key).expect("a metric of this key");
        let mean: f64 = solved.metrics[metric("rounds")].iter().map(|(&value, chance)| value as f64 * chance).sum();
        let found = [solved.chance(metric("winner"), 0), mean, solved.chance(metric("rounds"), 1)];
        for (found, wanted) in found.into_iter().zip([wins, rounds, first]) {
            assert!((found - wanted).abs() < 1e-6, "{plan} {rest}: {found} instead of {wanted}");
        }
    }
}

#[test]
fn a_duel_with_held_defences_and_other_naturals() {
    let plan = "{ do = 'gain' }, { do = 'attack' }, { do = 'defend' }";
    agree_by_cairn(&plain_duel(plan, "[rulings]\nnatural = 'bonus_damage'\ncontest_tie = 'target'"), 21);
}

#[test]
fn striking_back_by_a_held_attack() {
    agree_by_cairn(
        &plain_duel("{ do = 'hold_attack' }, { do = 'attack' }", "[book.attack]\nriposte_requires_parry = true"),
        22,
    );
}

#[test]
fn a_character_who_is_scarred_before_it_falls() {
    let pia = format!("name = 'Pia', kind = 'pc', hp_max = 4, str = 8, {BLADE}");
    let foe = format!("name = 'Gi', str = 8, hp_max = 3, {STICK}");
    agree_by_cairn(&scenario(&[("left", &[&pia]), ("right", &[&foe])], "[rulings]\nscar_order = 'before_crit'"), 23);
}

#[test]
fn the_doomed_and_the_mortally_wounded() {
    let pia = format!("name = 'Pia', kind = 'pc', hp_max = 12, str = 6, doomed = true, {STICK}");
    let foe =
        "name = 'Ogre', str = 14, hp_max = 2, morale = false, weapons = [{ name = 'club', die = '1d12', second = '1d12' }]";
    agree_by_cairn(&scenario(&[("left", &[&pia]), ("right", &[foe])], ""), 24);
}

#[test]
fn a_leader_and_a_grunt_who_lose_heart() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, str = 12, {STICK}");
    let (boss, grunt) = (
        format!("name = 'Boss', str = 5, hp_max = 1, wil = 13, leader = true, {STICK}"),
        format!("name = 'Grunt', str = 4, hp_max = 1, wil = 6, {STICK}"),
    );
    let rest = "[rulings]\nmorale_flight = 'retreat'\nfirst_group = 'pcs'";
    agree_by_cairn(&scenario(&[("left", &[&ada]), ("right", &[&grunt, &boss])], rest), 25);
}

#[test]
fn a_caster_with_two_dice_and_all_that_can_go_wrong() {
    let barry = format!(
        "name = 'Barry', kind = 'pc', wil = 13, hp_max = 2, str = 6, grimoire = true, ready = 'grimoire', spells = ['Sleep'], \
         mana_dust = 1, items = [{{ name = 'sack', amount = 5 }}], policy = 'caster', {STICK}"
    );
    let foe = format!("name = 'Gi', str = 6, wil = 6, hp_max = 1, morale = false, {STICK}");
    let rest =
        "[policy.caster]\nplan = [{ do = 'cast', dice = 2 }]\nleftover = [{ do = 'lost' }]\n[book.round]\nrounds_max = 3";
    agree_by_cairn(&scenario(&[("left", &[&barry]), ("right", &[&foe])], rest), 26);
}

#[test]
fn a_detachment_whose_blow_reaches_several() {
    let one = |name: &str| format!("name = '{name}', hp_max = 2, str = 5, morale = false, {STICK}");
    let horde = "name = 'Horde', detachment = true, str = 6, hp_max = 2, morale = false, policy = 'once', \
                 weapons = [{ name = 'spears', die = '1d2' }]";
    let rest = "[policy.once]\nplan = [{ do = 'attack' }]\n[book.round]\nrounds_max = 2\n[book.check]\nbase_die = 6";
    agree_by_cairn(&scenario(&[("left", &[&one("Ada"), &one("Bo")]), ("right", &[horde])], rest), 27);
}

#[test]
fn a_day_of_two_fights_with_a_night_between() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, str = 9, {BLADE}");
    let foe = |name: &str| format!("name = '{name}', str = 4, hp_max = 1, {STICK}");
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'night' }, { fight = ['left', 'wolves'] }]";
    let sides: &[(&str, &[&str])] = &[("left", &[&ada]), ("right", &[&foe("Gi")]), ("wolves", &[&foe("Wolf")])];
    agree_by_cairn(&format!("{day}\n{}", scenario(sides, "[book.aftercare]\nmortal = 'healed'")), 28);
}

#[test]
fn two_who_have_to_meet_and_one_of_whom_would_rather_leave() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, at = [0], policy = 'runs', {BLADE}");
    let foe = format!("name = 'Gi', str = 6, hp_max = 2, morale = false, at = [7], {STICK}");
    let rest =
        "[arena]\n[policy.runs]\nretreat = [{ do = 'yes', when = 'hp_zero' }]\nplan = [{ do = 'shove' }, { do = 'attack' }]";
    agree_by_cairn(&scenario(&[("left", &[&ada]), ("right", &[&foe])], rest), 29);
}
