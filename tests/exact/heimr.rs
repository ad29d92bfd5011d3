//! Small fights of `heimr` whose exact and sampled outcomes have to agree.

use sparring::exact::{self, Limits};
use sparring::rules::heimr::Heimr;

use crate::{agree_of, load_of, scenario};

/// What has to be known of every fight.
const KNOWN: [&str; 4] = ["winner", "rounds", "hp", "fatigue"];

/// A swordsman who never tires.
const SWORD: &str = "attributes = { dex = 1, sta = 3 }, weapons = [{ kind = 'medium' }], \
                     abilities = { swordsmanship = { c = 2, p = 3 }, agility = { c = 1, p = 2 } }";

#[track_caller]
fn agree(sides: &[(&str, &[&str])], rest: &str, seed: u64) {
    agree_of::<Heimr>(&scenario(sides, rest), seed, &KNOWN);
}

/// Ada against Bo.
#[track_caller]
fn duel(ada: &str, bo: &str, rest: &str, seed: u64) {
    agree(&[("left", &[&format!("name = 'Ada', {ada}")]), ("right", &[&format!("name = 'Bo', {bo}")])], rest, seed);
}

#[test]
fn a_duel_of_swords_with_all_that_injuries_do() {
    duel(&format!("hp_max = 4, {SWORD}"), &format!("hp_max = 3, {SWORD}"), "", 21);
}

#[test]
fn a_duel_to_the_first_blood_of_two_who_tire_and_breathe() {
    let tired = "hp_max = 2, attributes = { dex = 1, sta = 0 }, weapons = [{ kind = 'light' }], \
                 abilities = { knife_fighting = { c = 0, p = 2 }, agility = { c = 1, p = 1 } }";
    duel(tired, tired, "[rulings]\nout_at = 'injured'", 22);
}

#[test]
fn two_knives_against_a_shield() {
    let knives = "hp_max = 3, attributes = { dex = 2, sta = 3 }, \
                  weapons = [{ kind = 'light' }, { kind = 'light', place = 'off_hand' }], \
                  abilities = { knife_fighting = { c = 1, p = 3 }, agility = { c = 1, p = 2 } }";
    let shield = "hp_max = 2, attributes = { sta = 3 }, weapons = [{ kind = 'medium' }], shields = [{ kind = 'small' }], \
                  abilities = { sword_and_shield = { c = 1, p = 3 }, agility = { c = 0, p = 1 } }";
    duel(knives, shield, "[rulings]\nout_at = 'injured'", 23);
}

#[test]
fn an_archer_who_is_charged_at_over_two_squares() {
    let archer = "hp_max = 3, at = 'B1', attributes = { dex = 2, sta = 3 }, weapons = [{ kind = 'bow' }, { kind = 'light' }], \
                  abilities = { archery = { c = 1, p = 2 }, knife_fighting = { c = 0, p = 1 }, agility = { c = 0, p = 1 } }";
    let rest = "[rulings]\nout_at = 'injured'\n[book.modules]\nblind_spots = true";
    duel(archer, &format!("hp_max = 3, at = 'B3', {SWORD}"), rest, 24);
}

#[test]
fn a_wrestler_who_has_to_get_past_a_sword() {
    let wrestler = "hp_max = 3, policy = 'grapples', attributes = { sta = 3 }, \
                    abilities = { brawl = { c = 1, p = 4 }, agility = { c = 2, p = 4 } }";
    let rest = "[policy.grapples]\nbrawl = [{ do = 'bind' }]\n[rulings]\nout_at = 'injured'\ntouch_binds = 'yes'";
    duel(wrestler, &format!("hp_max = 2, {SWORD}"), rest, 25);
}

#[test]
fn a_guard_who_stands_before_another() {
    let simple = |name: &str, hp: i64, policy: &str| {
        format!(
            "name = '{name}', hp_max = {hp}, policy = '{policy}', attributes = {{ sta = 3 }}, weapons = [{{ kind = 'medium' }}], \
             abilities = {{ swordsmanship = {{ c = 0, p = 2 }}, agility = {{ c = 0, p = 1 }} }}"
        )
    };
    let policies = "[policy.guards]\nguard = [{ do = 'ally' }]\n[policy.slips]\nanswer_guard = [{ do = 'outmanoeuvre' }]\n\
                    [policy.plain]\n[rulings]\nout_at = 'injured'";
    let (one, guard, ward) = (simple("Ada", 3, "slips"), simple("Gi", 2, "guards"), simple("Wo", 1, "plain"));
    agree(&[("left", &[&one]), ("right", &[&guard, &ward])], policies, 26);
}

#[test]
fn a_jump_over_a_river_with_willpower_to_try_again() {
    let rest = "[arena]\n[[arena.border]]\nbetween = ['B2', 'B3']\nkinds = ['jump_2_5m']\n\
                [policy.jumps]\nreroll = [{ do = 'yes' }]\n[policy.stays]\napproach = [{ do = 'hold' }]\n\
                [rulings]\nout_at = 'injured'";
    let tired = "attributes = { dex = 1, sta = 2 }, weapons = [{ kind = 'medium' }], \
                 abilities = { swordsmanship = { c = 0, p = 3 }, agility = { c = 0, p = 2 } }";
    duel(
        &format!("hp_max = 2, at = 'B3', policy = 'jumps', willpower_max = 2, {tired}"),
        &format!("hp_max = 2, at = 'B2', policy = 'stays', {SWORD}"),
        rest,
        27,
    );
}

#[test]
fn a_day_of_two_fights_with_a_short_rest_between() {
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'short_rest' }, { fight = ['left', 'wolf'] }]";
    let plain = "attributes = { sta = 3 }, weapons = [{ kind = 'medium' }], \
                 abilities = { swordsmanship = { c = 0, p = 3 }, agility = { c = 0, p = 1 } }";
    let sides: &[(&str, &[&str])] = &[
        ("left", &[&format!("name = 'Ada', hp_max = 5, {plain}")]),
        ("right", &[&format!("name = 'Bo', hp_max = 2, {plain}")]),
        (
            "wolf",
            &[
                "name = 'Fang', hp_max = 2, attributes = { str = 2, dex = 2, sta = 3 }, abilities = { brawl = { c = 0 }, agility = { c = 0 } }",
            ],
        ),
    ];
    let text = format!("{day}\n{}", scenario(sides, "[rulings]\nout_at = 'injured'\nstabilise = 'all'"));
    agree_of::<Heimr>(&text, 28, &KNOWN);
}

#[test]
fn the_duel_of_the_specification_lasts_as_long_as_it_says() {
    // Two of the attacks of V36 decide: a hit takes half of the hit points, and the second one ends it.
    let plain = "hp_max = 4, initiative = 5, attributes = { sta = 3 }, policy = 'parries', \
                 weapons = [{ kind = 'medium', bonus = 0, ability = 'swordsmanship' }], \
                 abilities = { swordsmanship = { c = 2, p = 6 }, agility = { c = 0, p = -20 } }";
    let (ada, bo) = (format!("name = 'Ada', {plain}"), format!("name = 'Bo', {plain}"));
    let rest = "[policy.parries]\ndefend = [{ do = 'parry' }]\n[rulings]\nout_at = 'injured'";
    let (loaded, layout) = load_of::<Heimr>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], rest));
    let solved = exact::solve(&loaded, &layout, Limits::default()).expect("a small fight");
    let rounds = layout.catalogue.index("rounds").expect("there are rounds");
    let (mean, _) = solved.moments(rounds).expect("they are known");
    assert!((mean - 1_849_875_980_544_000_000.0 / 552_197_752_812_251_279.0).abs() < 1e-9, "{mean}");
}
