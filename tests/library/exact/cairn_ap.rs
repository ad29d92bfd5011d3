//! Small fights of `cairn-ap` whose exact and sampled outcomes have to agree, and those that the specification works out.

use cairn_ap::CairnAp;
use frame::exact::{self, SolverLimits};
use frame::sim::Worker;
use frame::stats::Level;
use frame::stats::sample::{Sample, ValueBounds};

use super::{agree_of, load_of, scenario};

/// Fights that are played for a comparison.
const FIGHTS: u64 = 50_000;
/// The metrics that have to be known of every fight.
const KNOWN: [&str; 4] = ["winner", "rounds", "hp", "str"];

#[track_caller]
fn agree(text: &str, seed: u64) {
    agree_of::<CairnAp>(text, FIGHTS, seed, &KNOWN);
}

/// Small dice and few rounds: what happens in those is what is compared.
const SMALL: &str = "[book.check]\nbase_die = 6\n[book.round]\nrounds_max = 2";

const BLADE: &str = "weapons = [{ name = 'sword' }]";
const STICK: &str = "weapons = [{ name = 'stick', die = '1d4' }]";

/// The damage that two equals with swords would do to each other: one by this plan, the other by two attacks a turn. Ties of initiative are for
/// whoever is listed first, by which the specification worked them out.
fn plain_duel(plan: &str, rest: &str) -> String {
    let build = "hp_max = 4, natural_armor = 1, morale = false, weapons = [{ name = 'sword' }]";
    let lost = "leftover = [{ do = 'lost' }]\nsave = [{ do = 'parry' }]";
    let policies = format!(
        "[policy.plan]\nplan = [{plan}]\n{lost}\n[policy.plain]\nplan = [{{ do = 'attack' }}, {{ do = 'attack' }}]\n{lost}"
    );
    let (one, other) = (format!("name = 'A', policy = 'plan', {build}"), format!("name = 'B', policy = 'plain', {build}"));
    let rest = format!("[rulings]\ninitiative_tie = 'listed'\n{}", rest.trim_start_matches("[rulings]\n"));
    scenario(&[("a", &[&one]), ("b", &[&other])], &format!("{rest}\n{policies}"))
}

/// The plan of a duel of section 9 with what is changed in it, then who wins, how many rounds it takes, and how often only one.
type Worked = (String, &'static str, [f64; 3]);

fn twice() -> String {
    "{ do = 'attack' }, { do = 'attack' }".to_owned()
}

#[test]
fn the_shortest_duel_of_the_specification_is_solved_to_its_six_places() {
    let (loaded, layout) = load_of::<CairnAp>(&plain_duel(&twice(), "[rulings]\nmodifier = 'd20_bonus'"));
    let solved =
        exact::solve(&loaded, &layout, SolverLimits::default()).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let metric = |key: &str| layout.catalogue.index(key).expect("a metric of this key");
    let (rounds, _) = solved.moments(metric("rounds")).expect("every fight has rounds");
    let found = [solved.chance(metric("winner"), 0), rounds, solved.chance(metric("rounds"), 1)];
    for (found, wanted) in found.into_iter().zip([0.507_298, 1.474_036, 0.634_738]) {
        assert!((found - wanted).abs() < 1e-6, "{found} instead of {wanted}");
    }
}

/// Solving these takes minutes without optimisation, so they are played.
#[test]
fn longer_duels_of_the_specification_end_as_it_says_within_five_standard_errors() {
    const DUELS: u64 = 20_000;
    let attack = "{ do = 'attack' }";
    let (gain, defend) = ("{ do = 'gain' }", "{ do = 'defend' }");
    let worked: [Worked; 7] = [
        (twice(), "", [0.506_107, 1.958_810, 0.375_345]),
        (format!("{gain}, {gain}, {attack}"), "", [0.374_217, 2.213_663, 0.299_745]),
        (format!("{attack}, {defend}, {defend}"), "", [0.349_064, 2.703_231, 0.248_044]),
        (twice(), "[rulings]\nmodifier = 'half'", [0.506_234, 1.715_114, 0.503_302]),
        (twice(), "[rulings]\nsave_tie = 'target'", [0.506_029, 2.042_382, 0.338_151]),
        (twice(), "[book.crit]\ndc = 10", [0.505_929, 2.461_349, 0.170_640]),
        (twice(), "[rulings]\nnatural = 'auto'", [0.505_911, 1.987_361, 0.367_861]),
    ];
    for (plan, rest, [wins, mean, first]) in worked {
        let (loaded, layout) = load_of::<CairnAp>(&plain_duel(&plan, rest));
        let tally = Worker::new(&loaded, &layout, 20).tally(0..DUELS);
        let metric = |key: &str| layout.catalogue.index(key).expect("a metric of this key");
        let count =
            |metric: usize, value| tally.counts(metric).iter().filter(|(one, _)| *one == value).map(|(_, n)| *n).sum::<u64>();
        for (what, count, wanted) in
            [("wins", count(metric("winner"), 0), wins), ("in one round", count(metric("rounds"), 1), first)]
        {
            assert!(
                !super::differ(count as f64, wanted, DUELS as f64),
                "{plan} {rest}, {what}: {count} of {DUELS}, not {wanted}"
            );
        }
        let rounds = tally.counts(metric("rounds"));
        let level = Level::new(0.999_999).expect("a level");
        let found = Sample::of(&rounds, ValueBounds::of(&rounds)).mean(level).expect("fights were played");
        assert!(found.low < mean && mean < found.high, "{plan} {rest}: {found:?} rounds, not {mean}");
    }
}

#[test]
fn a_duel_with_held_defences_and_other_naturals() {
    let plan = "{ do = 'gain' }, { do = 'attack' }, { do = 'defend' }";
    agree(&plain_duel(plan, &format!("[rulings]\nnatural = 'bonus_damage'\ncontest_tie = 'target'\n{SMALL}")), 21);
}

#[test]
fn striking_back_by_a_held_attack() {
    let rest = format!("[book.attack]\nriposte_requires_parry = true\n{SMALL}");
    agree(&plain_duel("{ do = 'hold_attack' }, { do = 'attack' }", &rest), 22);
}

#[test]
fn a_character_who_is_scarred_before_it_falls() {
    let pia = format!("name = 'Pia', kind = 'pc', hp_max = 4, str = 8, {BLADE}");
    let foe = format!("name = 'Gi', str = 8, hp_max = 3, {STICK}");
    agree(&scenario(&[("left", &[&pia]), ("right", &[&foe])], &format!("[rulings]\nscar_order = 'before_crit'\n{SMALL}")), 23);
}

#[test]
fn the_doomed_and_the_mortally_wounded() {
    let pia = format!("name = 'Pia', kind = 'pc', hp_max = 12, str = 6, doomed = true, {STICK}");
    let foe =
        "name = 'Ogre', str = 14, hp_max = 2, morale = false, weapons = [{ name = 'club', die = '1d12', second = '1d12' }]";
    agree(&scenario(&[("left", &[&pia]), ("right", &[foe])], SMALL), 24);
}

#[test]
fn a_leader_and_a_grunt_who_lose_heart() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, str = 12, {STICK}");
    let (boss, grunt) = (
        format!("name = 'Boss', str = 5, hp_max = 1, wil = 13, leader = true, {STICK}"),
        format!("name = 'Grunt', str = 4, hp_max = 1, wil = 6, {STICK}"),
    );
    let rest = format!("[rulings]\nmorale_flight = 'retreat'\nfirst_group = 'pcs'\n{SMALL}");
    agree(&scenario(&[("left", &[&ada]), ("right", &[&grunt, &boss])], &rest), 25);
}

/// X strikes T and is struck down by U before Y strikes T, who is still occupied with X then.
#[test]
fn somebody_struck_by_one_who_has_died_since() {
    let of = |name: &str, wil: u8, more: &str| format!("name = '{name}', wil = {wil}, morale = false, {more}");
    let once = "policy = 'once', weapons = [{ name = 'stick', die = '1d2' }]";
    let (t, u) = (of("T", 3, "policy = 'idle', hp_max = 9"), of("U", 5, &format!("str = 20, {once}")));
    let (x, y) = (of("X", 6, &format!("hp_max = 1, str = 1, {once}")), of("Y", 4, &format!("hp_max = 9, {once}")));
    let rest = "[book]\nstep.occupied = 2\ncheck.base_die = 4\nround.rounds_max = 1\ninitiative.die = 1\n\
                [policy.once]\nplan = [{ do = 'attack' }]\nleftover = [{ do = 'lost' }]\nsave = [{ do = 'dodge' }]\n\
                [policy.idle]\nplan = [{ do = 'nothing' }]\nsave = [{ do = 'dodge' }]";
    agree(&scenario(&[("left", &[&t, &u]), ("right", &[&x, &y])], rest), 27);
}

#[test]
fn a_caster_with_two_dice_and_all_that_can_go_wrong() {
    let barry = format!(
        "name = 'Barry', kind = 'pc', wil = 13, hp_max = 2, str = 6, grimoire = true, ready = 'grimoire', spells = ['Sleep'], \
         mana_dust = 1, items = [{{ name = 'sack', amount = 5 }}], policy = 'caster', {STICK}"
    );
    let foe = format!("name = 'Gi', str = 6, wil = 6, hp_max = 1, morale = false, {STICK}");
    let rest =
        "[policy.caster]\nplan = [{ do = 'cast', dice = 2 }]\nleftover = [{ do = 'lost' }]\n[book.round]\nrounds_max = 2";
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
fn a_day_of_two_fights_with_a_night_or_a_hazard_between() {
    let ada = "name = 'Ada', kind = 'pc', hp_max = 3, str = 3, weapons = [{ name = 'stick', die = '1d4' }]";
    let foe = |name: &str| format!("name = '{name}', str = 1, hp_max = 1, weapons = [{{ name = 'claw', die = '1d3' }}]");
    let sides: &[(&str, &[&str])] = &[("left", &[ada]), ("right", &[&foe("Gi")]), ("wolves", &[&foe("Wolf")])];
    let rest = "[book.aftercare]\nmortal = 'healed'\n[book.round]\nrounds_max = 2\n[book.check]\nbase_die = 6";
    let hazard = "{ hazard = { die = '1d4', save = 'dex', saved = 'half', fatigue = 1 }, when = 'Ada.hp > 0' }";
    for between in ["{ rest = 'night' }", hazard] {
        let day = format!("day = [{{ fight = ['left', 'right'] }}, {between}, {{ fight = ['left', 'wolves'] }}]");
        agree(&format!("{day}\n{}", scenario(sides, rest)), 28);
    }
}

#[test]
fn two_who_have_to_meet_and_one_of_whom_would_rather_leave() {
    let ada = format!("name = 'Ada', kind = 'pc', hp_max = 3, at = [0], policy = 'runs', {BLADE}");
    let foe = format!("name = 'Gi', str = 6, hp_max = 2, morale = false, at = [7], {STICK}");
    let policy = "[policy.runs]\nretreat = [{ do = 'yes', when = 'hp_zero' }]\nplan = [{ do = 'shove' }, { do = 'attack' }]";
    let rest = format!("[arena]\n{policy}\n{SMALL}");
    agree(&scenario(&[("left", &[&ada]), ("right", &[&foe])], &rest), 29);
}
