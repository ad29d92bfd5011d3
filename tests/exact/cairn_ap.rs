//! Small fights of `cairn-ap` whose exact and sampled outcomes have to agree, and those that the specification works out.

use sparring::exact::{self, Limits};
use sparring::rules::cairn_ap::CairnAp;

use crate::{FIGHTS, agree_of, load_of, scenario};

/// What has to be known of every fight.
const KNOWN: [&str; 4] = ["winner", "rounds", "hp", "str"];

#[track_caller]
fn agree(text: &str, seed: u64) {
    agree_of::<CairnAp>(text, (FIGHTS, seed), &KNOWN);
}

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
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn duels_of_the_specification_are_solved_to_its_six_places() {
    let attack = "{ do = 'attack' }";
    let twice = format!("{attack}, {attack}");
    let gain = "{ do = 'gain' }";
    let defend = "{ do = 'defend' }";
    for (plan, rest, wins, rounds, first) in [
        (twice.clone(), "", 0.506_107, 1.958_810, 0.375_345),
        (format!("{gain}, {gain}, {attack}"), "", 0.374_217, 2.213_663, 0.299_745),
        (format!("{attack}, {defend}, {defend}"), "", 0.349_064, 2.703_231, 0.248_044),
        (twice.clone(), "[rulings]\nmodifier = 'half'", 0.506_234, 1.715_114, 0.503_302),
        (twice.clone(), "[rulings]\nmodifier = 'd20_bonus'", 0.507_298, 1.474_036, 0.634_738),
        (twice.clone(), "[rulings]\nsave_tie = 'target'", 0.506_029, 2.042_382, 0.338_151),
        (twice.clone(), "[book.crit]\ndc = 10", 0.505_929, 2.461_349, 0.170_640),
        (twice, "[rulings]\nnatural = 'auto'", 0.505_911, 1.987_361, 0.367_861),
    ] {
        let (loaded, layout) = load_of::<CairnAp>(&plain_duel(&plan, rest));
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
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn a_duel_with_held_defences_and_other_naturals() {
    let plan = "{ do = 'gain' }, { do = 'attack' }, { do = 'defend' }";
    agree(&plain_duel(plan, "[rulings]\nnatural = 'bonus_damage'\ncontest_tie = 'target'"), 21);
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn striking_back_by_a_held_attack() {
    agree(&plain_duel("{ do = 'hold_attack' }, { do = 'attack' }", "[book.attack]\nriposte_requires_parry = true"), 22);
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn a_character_who_is_scarred_before_it_falls() {
    let pia = format!("name = 'Pia', kind = 'pc', hp_max = 4, str = 8, {BLADE}");
    let foe = format!("name = 'Gi', str = 8, hp_max = 3, {STICK}");
    agree(&scenario(&[("left", &[&pia]), ("right", &[&foe])], "[rulings]\nscar_order = 'before_crit'"), 23);
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn the_doomed_and_the_mortally_wounded() {
    let pia = format!("name = 'Pia', kind = 'pc', hp_max = 12, str = 6, doomed = true, {STICK}");
    let foe =
        "name = 'Ogre', str = 14, hp_max = 2, morale = false, weapons = [{ name = 'club', die = '1d12', second = '1d12' }]";
    agree(&scenario(&[("left", &[&pia]), ("right", &[foe])], ""), 24);
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn a_leader_and_a_grunt_who_lose_heart() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, str = 12, {STICK}");
    let (boss, grunt) = (
        format!("name = 'Boss', str = 5, hp_max = 1, wil = 13, leader = true, {STICK}"),
        format!("name = 'Grunt', str = 4, hp_max = 1, wil = 6, {STICK}"),
    );
    let rest = "[rulings]\nmorale_flight = 'retreat'\nfirst_group = 'pcs'";
    agree(&scenario(&[("left", &[&ada]), ("right", &[&grunt, &boss])], rest), 25);
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
    agree(&scenario(&[("left", &[&barry]), ("right", &[&foe])], rest), 26);
}

#[test]
fn a_detachment_whose_blow_reaches_several() {
    let one = |name: &str| format!("name = '{name}', hp_max = 2, str = 5, morale = false, {STICK}");
    let horde = "name = 'Horde', detachment = true, str = 6, hp_max = 2, morale = false, policy = 'once', \
                 weapons = [{ name = 'spears', die = '1d2' }]";
    let rest = "[policy.once]\nplan = [{ do = 'attack' }]\n[book.round]\nrounds_max = 2\n[book.check]\nbase_die = 6";
    agree(&scenario(&[("left", &[&one("Ada"), &one("Bo")]), ("right", &[horde])], rest), 27);
}

#[test]
fn a_day_of_two_fights_with_a_night_between() {
    let ada = "name = 'Ada', kind = 'pc', hp_max = 3, str = 3, weapons = [{ name = 'stick', die = '1d4' }]";
    let foe = |name: &str| format!("name = '{name}', str = 1, hp_max = 1, weapons = [{{ name = 'claw', die = '1d3' }}]");
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'night' }, { fight = ['left', 'wolves'] }]";
    let sides: &[(&str, &[&str])] = &[("left", &[ada]), ("right", &[&foe("Gi")]), ("wolves", &[&foe("Wolf")])];
    let rest = "[book.aftercare]\nmortal = 'healed'\n[book.round]\nrounds_max = 3\n[book.check]\nbase_die = 6";
    agree(&format!("{day}\n{}", scenario(sides, rest)), 28);
}

#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --test exact -- --ignored"]
fn two_who_have_to_meet_and_one_of_whom_would_rather_leave() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, at = [0], policy = 'runs', {BLADE}");
    let foe = format!("name = 'Gi', str = 6, hp_max = 2, morale = false, at = [7], {STICK}");
    let rest =
        "[arena]\n[policy.runs]\nretreat = [{ do = 'yes', when = 'hp_zero' }]\nplan = [{ do = 'shove' }, { do = 'attack' }]";
    agree(&scenario(&[("left", &[&ada]), ("right", &[&foe])], rest), 29);
}
