//! Small fights that are drawn: what the exact solver says of them and what is sampled have to agree, in every system.
//!
//! The scenarios elsewhere in this folder are chosen; these are not. Few hit points, small dice and few rounds keep them small;
//! several dice, pools, modifiers, wounds and the edges of numbers are what they are drawn for. Those that are too large are
//! skipped, and a good share has to be solved. `PROPTEST_CASES=500 cargo test --release --test exact drawn` tries more of them.
//! Start at [`agree_when_drawn`].

use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;

use bdp::Bdp;
use cairn_ap::CairnAp;
use frame::exact::{self, SolverLimits};
use frame::rules::RuleSet;
use frame::sim::Worker;
use heimr::Heimr;
use injury_d20::InjuryD20;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestRunner};
use vogt::Vogt;

use super::{differences, means_apart, merging, scenario, try_load_of};

/// Fights that are played of each.
const FIGHTS: u64 = 600;

/// The text of a scenario, which a failure shows as it is.
#[derive(Clone)]
struct Text(String);

/// How many scenarios are tried, and how large they may be.
#[derive(Clone, Copy)]
struct Size {
    /// Scenarios that are drawn of each system.
    cases: u32,
    /// Outcomes of dice from which on a fight is too large.
    outcomes: u64,
    /// Percent of them that have to be solved.
    solved: u32,
}

/// Duels.
const DUELS: Size = Size { cases: 24, outcomes: 20_000, solved: 50 };
/// Fights and days of three sides.
const MELEES: Size = Size { cases: 32, outcomes: 40_000, solved: 25 };
/// The same of a system whose fights unfold into very many outcomes.
const LARGE_MELEES: Size = Size { cases: 12, outcomes: 20_000, solved: 10 };

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\n{}", self.0)
    }
}

/// Draws scenarios, solves and samples them; every share and every mean has to agree within five standard errors, and every
/// share is the same without merge points. A scenario that is refused says why.
fn agree_when_drawn<S: RuleSet>(size: Size, scenarios: impl Strategy<Value = Text>) {
    let mut config = ProptestConfig { failure_persistence: None, max_shrink_time: 60_000, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = size.cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    let (drawn, solved) = (Cell::new(0_u32), Cell::new(0_u32));
    let agree = |Text(text): Text| {
        let (loaded, layout) = match try_load_of::<S>(&text) {
            Ok(loaded) => loaded,
            Err(problems) => {
                prop_assert!(!problems.is_empty(), "refused without a word");
                return Ok(());
            }
        };
        drawn.set(drawn.get() + 1);
        let limits = SolverLimits { outcomes: size.outcomes, ..SolverLimits::default() };
        let Ok(exact) = exact::solve(&loaded, &layout, limits).whole() else {
            return Ok(());
        };
        solved.set(solved.get() + 1);
        if let Ok(every_path) = exact::solve(&loaded, &layout, SolverLimits { merges: false, ..limits }).whole() {
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
    assert!(100 * solved >= size.solved * drawn, "only {solved} of {drawn} scenarios were small enough to be solved");
}

/// What stands in the tables of three sides, before their combatants: enemies, allies, and neutral ones that are left in peace, attacked,
/// and fight back.
const RELATIONS: [[&str; 3]; 6] = [
    ["", "", ""],
    ["", "", "allies = ['left'], "],
    ["", "", "neutral = true, "],
    ["attacks = ['third'], ", "", "neutral = true, "],
    ["attacks = ['third'], ", "", "neutral = true, fights_back = true, "],
    ["attacks = ['third'], ", "attacks = ['third'], ", "neutral = true, fights_back = true, "],
];

/// Three sides, one of them perhaps of two, with one of these rules for all. They are at war, allied or neutral; some come later; on days
/// of two fights one of these parts lies between them.
fn melees(Pieces { member, rules }: Pieces, between: &'static [&'static str]) -> BoxedStrategy<Text> {
    let members = (member.clone(), member.clone(), member.clone(), prop::option::weighted(0.3, member));
    let late = (one(&["", "", "arrives = 2, "]), one(&["", "arrives = 2, "]), any::<bool>());
    let day = prop::option::weighted(0.3, (select(between), any::<bool>()));
    (members, select(&RELATIONS[..]), late, day, rules)
        .prop_map(|((ada, bo, cy, more), [left, right, third], (third_comes, more_comes, awaited), day, rules)| {
            let one = |name: &str, insides: &str| format!("{{ name = '{name}', {insides} }}, ");
            let more = more.map_or_else(String::new, |more| one("Dan", &format!("{more_comes}{more}")));
            let sides = [
                ("left", left, one("Ada", &ada)),
                ("right", right, one("Bo", &bo) + &more),
                ("third", third, one("Cy", &format!("{third_comes}{cy}"))),
            ];
            let side = |(name, table, members): (&str, &str, String)| {
                format!("{{ name = '{name}', {table}combatant = [{members}] }},\n")
            };
            let sides: String = sides.into_iter().map(side).collect();
            let day = day.map_or_else(String::new, |(between, all)| {
                let second = if all { "'left', 'right', 'third'" } else { "'left', 'third'" };
                format!("day = [{{ fight = ['left', 'right', 'third'] }}, {between}, {{ fight = [{second}] }}]\n")
            });
            let awaited = if awaited { "reinforcements = 'are awaited'\n" } else { "" };
            Text(format!("{awaited}{day}side = [\n{sides}]\n{rules}\n"))
        })
        .boxed()
}

/// One of these pieces of text.
fn one(pieces: &'static [&'static str]) -> BoxedStrategy<&'static str> {
    select(pieces).boxed()
}

/// The pieces of which scenarios of a system are put together.
struct Pieces {
    /// The insides of a combatant.
    member: BoxedStrategy<String>,
    /// The rules for all of them.
    rules: BoxedStrategy<String>,
}

/// One against one, given by their insides, with one of these rules for both.
fn duels(Pieces { member, rules }: Pieces) -> BoxedStrategy<Text> {
    (member.clone(), member, rules)
        .prop_map(|(ada, bo, rules)| {
            let (ada, bo) = (format!("name = 'Ada', {ada}"), format!("name = 'Bo', {bo}"));
            Text(scenario(&[("left", &[&ada]), ("right", &[&bo])], &rules))
        })
        .boxed()
}

/// Members and rules of `vogt`, for so many rounds.
fn vogt(rounds: RangeInclusive<u8>) -> Pieces {
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
        "policy = 'bursts', td = { d4 = 3 }, techniques = [{ name = 'burst', die = 4, max_dice = 1, targets = 'all', also = ['friends'] }], ",
        "policy = 'picks', ",
        "policy = 'finishes', ",
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
        "default_target = 'listed'",
    ]);
    let book = one(&["", "damage.minimum = 1", "exhaustion.at_hp = 1", "exhaustion.at_hp = -2", "round.turns = 2"]);
    let rules = (ruling, book, rounds).prop_map(|(ruling, book, rounds)| {
        format!(
            "[policy.casts]\naction = [{{ do = 'technique', technique = 'spark' }}]\n\
             [policy.mends]\naction = [{{ do = 'technique', technique = 'balm', when = 'hp < 2' }}]\n\
             [policy.guards]\naction = [{{ do = 'defend', when = 'hp <= 1' }}]\n\
             reevaluate = [{{ do = 'attack', when = 'declared == defend' }}]\n\
             [policy.bursts]\naction = [{{ do = 'technique', technique = 'burst' }}]\n\
             [policy.picks]\ntarget = [{{ most = 'it.hp' }}]\n\
             [policy.finishes]\nfallen = [{{ do = 'yes' }}]\n\
             [rulings]\n{ruling}\n[book]\nround.rounds_max = {rounds}\n{book}"
        )
    });
    Pieces { member: member.boxed(), rules: rules.boxed() }
}

/// Members and rules of `bdp`.
fn bdp() -> Pieces {
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
    Pieces { member: member.boxed(), rules: rules.boxed() }
}

/// Members and rules of `cairn-ap`.
fn cairn_ap() -> Pieces {
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
    Pieces { member: member.boxed(), rules: rules.boxed() }
}

/// Members and rules of `heimr`.
fn heimr() -> Pieces {
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
    Pieces { member: member.boxed(), rules: rules.boxed() }
}

/// Members and rules of `injury-d20`.
fn injury_d20() -> Pieces {
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
    Pieces { member: member.boxed(), rules: rules.boxed() }
}

#[test]
fn duels_of_vogt() {
    agree_when_drawn::<Vogt>(DUELS, duels(vogt(3..=8)));
}

#[test]
fn duels_of_bdp() {
    agree_when_drawn::<Bdp>(DUELS, duels(bdp()));
}

#[test]
fn duels_of_cairn_ap() {
    agree_when_drawn::<CairnAp>(DUELS, duels(cairn_ap()));
}

#[test]
fn duels_of_heimr() {
    agree_when_drawn::<Heimr>(DUELS, duels(heimr()));
}

#[test]
fn duels_of_injury_d20() {
    agree_when_drawn::<InjuryD20>(DUELS, duels(injury_d20()));
}

#[test]
fn melees_of_vogt() {
    let between = &[
        "{ rest = 'siesta' }",
        "{ rest = 'full_rest' }",
        "{ hazard = { damage = 2, armor = true, status = 'bleeding' } }",
        "{ hazard = { die = '1d2', save = 'dex', difficulty = 3 } }",
        "{ hazard = { status = 'frozen' }, strikes = 'one' }",
    ];
    agree_when_drawn::<Vogt>(MELEES, melees(vogt(1..=2), between));
}

#[test]
fn melees_of_bdp() {
    let between =
        &["{ rest = 'break' }", "{ hazard = { damage = 1, fatigue = 1 } }", "{ hazard = { damage = 1 }, strikes = 'one' }"];
    agree_when_drawn::<Bdp>(LARGE_MELEES, melees(bdp(), between));
}

#[test]
fn melees_of_cairn_ap() {
    let between = &[
        "{ rest = 'short' }",
        "{ hazard = { damage = 2, armor = true } }",
        "{ hazard = { fatigue = 1, deprives = true }, strikes = 'one' }",
    ];
    agree_when_drawn::<CairnAp>(MELEES, melees(cairn_ap(), between));
}

#[test]
fn melees_of_heimr() {
    let between = &["{ rest = 'short_rest' }", "{ hazard = { damage = 1 } }", "{ hazard = { height = 2 }, strikes = 'one' }"];
    agree_when_drawn::<Heimr>(MELEES, melees(heimr(), between));
}

#[test]
fn melees_of_injury_d20() {
    let between =
        &["{ rest = 'hour' }", "{ hazard = { strain = 1, injuries = 1 } }", "{ hazard = { strain = 1 }, strikes = 'one' }"];
    agree_when_drawn::<InjuryD20>(MELEES, melees(injury_d20(), between));
}
