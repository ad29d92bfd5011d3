//! Small fights that are drawn: what the exact solver says of them and what is sampled have to agree, in every system.
//!
//! The scenarios elsewhere in this folder are chosen; these are not. Few hit points, small dice and few rounds keep them small;
//! several dice, pools, modifiers, wounds and the edges of numbers are what they are drawn for. Those that are too large are
//! skipped, and a good share has to be solved. `PROPTEST_CASES=500 cargo test --release --test exact drawn` tries more of them.
//! Start at [`agree_when_drawn`].

use std::cell::Cell;
use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestRunner};
use sparring::exact::{self, Limits};
use sparring::rules::RuleSet;
use sparring::rules::bdp::Bdp;
use sparring::rules::cairn_ap::CairnAp;
use sparring::rules::heimr::Heimr;
use sparring::rules::injury_d20::InjuryD20;
use sparring::rules::vogt::Vogt;
use sparring::sim::Worker;

use super::{differences, load_of, means_apart, merging, scenario};

/// Scenarios that are drawn of each system.
const CASES: u32 = 24;
/// Fights that are played of each.
const FIGHTS: u64 = 600;
/// Outcomes of dice from which on a fight is too large.
const OUTCOMES: u64 = 20_000;

/// The text of a scenario, which a failure shows as it is.
#[derive(Clone)]
struct Text(String);

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\n{}", self.0)
    }
}

/// Draws scenarios, solves and samples them; every share and every mean has to agree within five standard errors, and every
/// share is the same without merge points.
fn agree_when_drawn<S: RuleSet>(scenarios: impl Strategy<Value = Text>) {
    let mut config = ProptestConfig { failure_persistence: None, max_shrink_time: 60_000, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = CASES;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    let (drawn, solved) = (Cell::new(0), Cell::new(0));
    let agree = |Text(text): Text| {
        let (loaded, layout) = load_of::<S>(&text);
        drawn.set(drawn.get() + 1);
        let limits = Limits { outcomes: OUTCOMES, ..Limits::default() };
        let Ok(exact) = exact::solve(&loaded, &layout, limits).whole() else {
            return Ok(());
        };
        solved.set(solved.get() + 1);
        if let Ok(every_path) = exact::solve(&loaded, &layout, Limits { merges: false, ..limits }).whole() {
            let apart = merging::apart(&exact, &every_path, &layout);
            prop_assert!(apart.is_empty(), "{}", apart.join("\n"));
        }
        let tally = Worker::new(&loaded, &layout, 1).tally(0..FIGHTS);
        let mut apart = differences(&exact, &tally, &layout);
        apart.extend(means_apart(&exact, &tally, &layout));
        prop_assert!(apart.is_empty(), "{}", apart.join("\n"));
        Ok(())
    };
    if let Err(error) = TestRunner::new(config).run(&scenarios, agree) {
        panic!("{error}");
    }
    let (drawn, solved) = (drawn.get(), solved.get());
    assert!(2 * solved >= drawn, "only {solved} of {drawn} scenarios were small enough to be solved");
}

/// One of these pieces of text.
fn one(pieces: &'static [&'static str]) -> BoxedStrategy<&'static str> {
    select(pieces).boxed()
}

/// One against one, given by their insides, with one of these rules for both.
fn duels<M: Strategy<Value = String> + Clone + 'static>(member: M, rules: BoxedStrategy<String>) -> BoxedStrategy<Text> {
    (member.clone(), member, rules)
        .prop_map(|(ada, bo, rules)| {
            let (ada, bo) = (format!("name = 'Ada', {ada}"), format!("name = 'Bo', {bo}"));
            Text(scenario(&[("left", &[&ada]), ("right", &[&bo])], &rules))
        })
        .boxed()
}

#[test]
fn duels_of_vogt() {
    let dice = one(&["0", "1d4", "2d4", "3d4", "1d6", "2d6", "1d8", "2d8"]);
    let kinds = one(&["blunt", "slash", "fire"]);
    let weapon = (dice, -4..=3_i8, any::<bool>(), kinds, one(&["", "riders = [{ status = 'bleeding', rounds = 1 }], "]));
    let weapon = weapon.prop_map(|(die, bonus, add_str, kind, riders)| {
        format!("{{ name = 'w', die = '{die}', bonus = {bonus}, add_str = {add_str}, {riders}type = '{kind}' }}")
    });
    let body = (one(&["1d4", "1d6", "1d12"]), one(&["1d4", "1d8"]), 1..=5_i32, -2..=5_i32, 0..=2_u8, 0..=2_u8);
    let nature = one(&[
        "",
        "resist = ['slash', 'fire'], ",
        "vulnerable = ['blunt'], ",
        "resist = ['blunt'], vulnerable = ['blunt'], ",
        "statuses = [{ status = 'frozen' }], ",
        "statuses = [{ status = 'blind', until_round = 2 }], ",
        "statuses = [{ status = 'bleeding' }], ",
        "prone = true, ",
    ]);
    let tricks = one(&[
        "",
        "policy = 'casts', td = { d4 = 3 }, techniques = [{ name = 'spark', die = 4, ability = 'wil', bonus = -3 }], ",
        "policy = 'mends', td = { d4 = 2 }, techniques = [{ name = 'balm', kind = 'heal', die = 4, max_dice = 1 }], ",
        "policy = 'guards', ",
    ]);
    let member =
        (body, weapon, nature, tricks).prop_map(|((str, dex, hp_max, hp, exhaustion, armor), weapon, nature, tricks)| {
            let hp = hp.min(hp_max);
            format!(
                "str = '{str}', dex = '{dex}', hp_max = {hp_max}, hp = {hp}, exhaustion = {exhaustion}, armor = {armor}, \
             {nature}{tricks}weapons = [{weapon}]"
            )
        });
    let ruling = one(&[
        "",
        "crit = 'once'",
        "crit = 'off'",
        "hp_floor = 'zero'",
        "damage_order = 'ar_then_type'",
        "resistance_rounding = 'up'",
        "strength_modifier = 'roll'",
        "attack_resolution = 'check_vs_ar'",
        "ar_mode = 'per_hit'",
        "ar_refresh = 'own_turn'",
        "end_condition = 'dead'",
        "exhaustion_from_zero_damage = 'counts'",
        "stand = 'action'",
        "declare = 'action_and_target'",
    ]);
    let book = one(&["", "damage.minimum = 1", "exhaustion.at_hp = 1", "exhaustion.at_hp = -2", "round.turns = 2"]);
    let rules = (ruling, book, 3..=8_u8).prop_map(|(ruling, book, rounds)| {
        format!(
            "[policy.casts]\naction = [{{ do = 'technique', technique = 'spark' }}]\n\
             [policy.mends]\naction = [{{ do = 'technique', technique = 'balm', when = 'hp < 2' }}]\n\
             [policy.guards]\naction = [{{ do = 'defend', when = 'hp <= 1' }}]\n\
             reevaluate = [{{ do = 'attack', when = 'declared == defend' }}]\n\
             [rulings]\n{ruling}\n[book]\nround.rounds_max = {rounds}\n{book}"
        )
    });
    agree_when_drawn::<Vogt>(duels(member, rules.boxed()));
}

#[test]
fn duels_of_bdp() {
    let weapon = one(&[
        "{ name = 'sword' }",
        "{ name = 'knife', category = 'fast' }",
        "{ name = 'maul', category = 'slow' }",
        "{ name = 'axe', proficient = true, tags = { heavy = 1 } }",
        "{ name = 'hook', proficient = true, tags = { bleed = 1, push = 2 } }",
        "{ name = 'mace', proficient = true, tags = { shock = 1 } }",
        "{ name = 'fang', poison = { ability = 'dex', dice = '1d2' } }",
    ]);
    let second = one(&["", ", { name = 'dirk', category = 'fast' }"]);
    let body = (any::<bool>(), 1..=5_u8, 2..=5_u8, 0..=2_u8, one(&["", "armor = 'light', ", "policy = 'defends', "]));
    let member = (body, weapon, second).prop_map(|((pc, str, dex, hp_max, more), weapon, second)| {
        let second = if weapon.contains("slow") { "" } else { second };
        let two = !second.is_empty();
        format!(
            "pc = {pc}, str = {str}, dex = {dex}, wil = 3, hp_max = {hp_max}, two_weapons = {two}, {more}weapons = [{weapon}{second}]"
        )
    });
    let rules = (1..=2_u8, one(&["", "[rulings]\nguard_uses = 'once'\n"])).prop_map(|(rounds, rulings)| {
        format!(
            "[arena]\nstart = 'engaged'\n[policy.defends]\nreaction = [{{ do = 'defend' }}]\n{rulings}{}{}\
             round = {{ rounds_max = {rounds} }}\n",
            super::bdp::INJURY,
            super::bdp::SMALL
        )
    });
    agree_when_drawn::<Bdp>(duels(member, rules.boxed()));
}

#[test]
fn duels_of_cairn_ap() {
    let die = || one(&["1d2", "1d4", "1d6"]);
    let second = one(&["", "second = '1d4', ", "second = '1d2', die_adv = 1, "]);
    let weapon = (die(), second).prop_map(|(die, second)| format!("{{ name = 'stick', {second}die = '{die}' }}"));
    let body = (1..=6_i32, 2..=6_i32, 1..=3_i32, 0..=3_i32, 0..=2_u8);
    let more = one(&["", "fatigue = 2, ", "prone = true, ", "kind = 'pc', ", "fearless = true, "]);
    let policy = one(&["plain", "twice", "parries", "dodges"]);
    let member = (body, weapon, more, policy).prop_map(|((str, dex, hp_max, hp, armor), weapon, more, policy)| {
        let hp = hp.min(hp_max);
        format!(
            "str = {str}, dex = {dex}, hp_max = {hp_max}, hp = {hp}, natural_armor = {armor}, morale = false, {more}\
             policy = '{policy}', weapons = [{weapon}]"
        )
    });
    let policies = "[policy.plain]\nplan = [{ do = 'attack' }]\nleftover = [{ do = 'lost' }]\n\
                    [policy.twice]\nplan = [{ do = 'attack' }, { do = 'attack' }]\n\
                    [policy.parries]\nplan = [{ do = 'attack' }]\nsave = [{ do = 'parry' }]\nleftover = [{ do = 'lost' }]\n\
                    [policy.dodges]\nplan = [{ do = 'attack' }]\nsave = [{ do = 'dodge' }]\n";
    let rules = (1..=2_u8, one(&["", "[rulings]\nmodifier = 'd20_bonus'\n"]));
    let rules = rules.prop_map(move |(rounds, rulings)| {
        format!("{policies}{rulings}[book.check]\nbase_die = 4\n[book.round]\nrounds_max = {rounds}")
    });
    agree_when_drawn::<CairnAp>(duels(member, rules.boxed()));
}

#[test]
fn duels_of_heimr() {
    let gear = one(&[
        "weapons = [{ kind = 'medium' }]",
        "weapons = [{ kind = 'light' }, { kind = 'light', place = 'off_hand' }]",
        "weapons = [{ kind = 'great' }]",
        "weapons = [{ kind = 'medium' }], shields = [{ kind = 'small' }]",
        "weapons = [{ kind = 'light', damage = 2 }]",
        "weapons = []",
    ]);
    let body =
        (0..=3_i8, -1..=1_i8, 0..=2_i8, 1..=3_i32, 0..=3_i32, one(&["", "prone = true, ", "fatigue = 5, ", "armour = 1, "]));
    let member = (body, gear, 1..=6_i32).prop_map(|((stamina, c, p, hp_max, hp, more), gear, initiative)| {
        let hp = hp.clamp(1, hp_max);
        let (ready, body) = (super::heimr::READY, super::heimr::body(stamina, c, p));
        format!("hp_max = {hp_max}, hp = {hp}, initiative = {initiative}, {ready}, {more}{body}, {gear}")
    });
    // Dice of few faces; every face of the small one hits a part of the body.
    let book = "[book]\nturn.rounds_max = 1\ndice = { small = 3, big = 4 }\nhidden.luck_face = 4\n\
                body_part = ['sword_arm', 'torso', 'right_leg']\n";
    let rules = one(&["[rulings]\nout_at = 'injured'\n", ""]).prop_map(move |rulings| format!("{rulings}{book}"));
    agree_when_drawn::<Heimr>(duels(member, rules.boxed()));
}

#[test]
fn duels_of_injury_d20() {
    let weapon = one(&[
        "{ name = 'sword' }",
        "{ name = 'pick', critical_effect = 'bleed', critical_amount = 2 }",
        "{ name = 'claws', count = 2 }",
        "{ name = 'maul', hands = 2, bonus = 2 }",
        "{ name = 'foil', bonus = -3 }",
    ]);
    let body = (
        0..=2_i32,
        0..=2_i32,
        0..=2_i32,
        0..=3_i32,
        one(&["", "prone = true, ", "injuries = [{ part = 'eye' }], ", "shield = 1, "]),
    );
    let policy = one(&["once", "twice", "parries", "aims"]);
    let member = (body, weapon, policy).prop_map(|((mb, str, armor, stamina, more), weapon, policy)| {
        format!(
            "mb = {mb}, str = {str}, armor = {armor}, trained_stamina = {stamina}, exhaustion_max = 1, {more}\
             policy = '{policy}', weapons = [{weapon}]"
        )
    });
    let policies = "[policy.once]\nplan = [{ do = 'attack' }]\n[policy.twice]\nplan = [{ do = 'attack', times = 2 }]\n\
                    [policy.parries]\nplan = [{ do = 'attack' }]\nparry = [{ do = 'yes' }]\n\
                    [policy.aims]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'eye' }, { part = 'nose' }]\n";
    let rules = (1..=2_u8).prop_map(move |rounds| format!("{}{policies}", super::injury_d20::small(rounds, "")));
    agree_when_drawn::<InjuryD20>(duels(member, rules.boxed()));
}
