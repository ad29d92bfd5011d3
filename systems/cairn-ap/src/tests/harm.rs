//! Harm: damage beyond hit points, critical damage, lost attributes, death.

use super::stage::{Shown, Stage, stage};

/// A, whose blows always strike, does so much damage to B three times; after each come these dice.
fn thrice(b: &str, blows: [(u8, &str); 3]) -> Shown {
    let a = "str = 30, weapons = [{ name = 'fist', die = '1d10', hands = 0, ap = 1 }]";
    let scene: Stage = stage().hero("A", a, "attack; attack; attack").foe("B", b, "").foe("C", "", "");
    scene.play(&blows.map(|(damage, dice)| format!("d20=20 d10={damage} d20=1 {dice} ")).concat())
}

/// One blow, with these lines before the sides.
fn once(b: &str, lines: &[&str], damage: u8, dice: &str) -> Shown {
    let a = "str = 30, weapons = [{ name = 'fist', die = '1d10', hands = 0 }]";
    let scene = stage().hero("A", a, "attack").foe("B", b, "").foe("C", "", "");
    lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("d20=20 d10={damage} d20=1 {dice}"))
}

// CAP-105, CAP-107, CAP-113, RU-15
#[test]
fn damage_beyond_hit_points_is_lost_strength_and_exactly_none_left_is_not_critical() {
    once("hp_max = 4", &[], 3, "").sees("B hp 1, str 10");
    once("hp_max = 4", &[], 4, "").sees("B hp 0, str 10, is(active) 1");
    once("hp_max = 4", &[], 6, "critical damage d20=8").sees("B hp 0, str 8, is(active) 1");
    let at_zero = ["rulings.crit_at_zero = 'at_or_below'"];
    once("hp_max = 4", &at_zero, 4, "critical damage d20=6").sees("B hp 0, str 10, is(active) 1");
    once("hp_max = 4", &at_zero, 4, "critical damage d20=5").sees("B hp 0, str 10, dead 1");
    once("hp_max = 4", &at_zero, 3, "").sees("B hp 1");
    once("hp_max = 4", &["book.crit.attribute = 'dex'", "book.crit.dc = 10"], 6, "critical damage d20=3")
        .sees("B str 10, dex 8, is(active) 1");
}

// CAP-113, CAP-114, CAP-115, CAP-116
#[test]
fn each_blow_without_hit_points_asks_for_a_save_with_what_strength_is_left() {
    thrice("hp_max = 2", [(3, "d20=7"), (1, "d20=8"), (1, "d20=9")]).sees("B str 7, is(active) 1");
    thrice("hp_max = 2", [(3, "d20=7"), (1, "d20=8"), (1, "d20=8")]).sees("B str 7, dead 1");
    once("hp_max = 2, str = 16", &[], 3, "d20=1").sees("B str 15, is(active) 1");
    once("hp_max = 2", &["book.crit.dc = 20"], 3, "d20=12").sees("B str 9, is(active) 1");
    once("hp_max = 2", &["book.crit.dc = 20"], 3, "d20=11").sees("B str 9, dead 1");
    once("hp_max = 2", &["rulings.save_tie = 'target'"], 3, "d20=6").sees("B str 9, is(active) 1");
}

// CAP-108, CAP-117, CAP-119, CAP-120
#[test]
fn a_failed_save_means_lying_for_player_characters_and_death_for_others() {
    once("kind = 'pc', hp_max = 2", &[], 3, "critical damage d20=6, scar d6=1").sees("B is(down) 1, dead 0, dies_at 3600");
    once("kind = 'npc', hp_max = 2", &[], 3, "critical damage d20=6").sees("B dead 1");
    once("kind = 'hireling', hp_max = 2", &[], 3, "critical damage d20=6").sees("B dead 1");
    once("hp_max = 2", &["book.crit.npc = 'down'"], 3, "critical damage d20=6").sees("B is(down) 1, dies_at 3600");
    once("hp_max = 2, fights_on = true", &[], 3, "critical damage d20=6").sees("B is(active) 1, str 9");
    let idle = stage()
        .hero("A", "str = 30", "attack")
        .foe("B", "kind = 'pc', hp_max = 2", "attack")
        .foe("C", "", "")
        .measured()
        .play("attack d20=20, weapon d4=3, save d20=1, critical damage d20=6, scar d6=1");
    idle.counts("B turns 0, attacks 0, crit_failed 1");
}

// CAP-121
#[test]
fn a_weapon_may_bring_more_to_whoever_fails_the_save() {
    let bite = |effect: &str, b: &str, save: &str| {
        let a = format!("str = 30, weapons = [{{ name = 'fang', die = '1d4', hands = 0, on_crit = [{effect}] }}]");
        let b = format!("fights_on = true, hp_max = 1, {b}");
        stage().hero("A", &a, "attack").foe("B", &b, "").foe("C", "", "").play(&format!("d20=20 d4=2 d20=1 {save}"))
    };
    let wil = "{ effect = 'wil', dice = '2d6' }";
    bite(wil, "", "critical damage d20=1, loss by critical damage d6=3 d6=4").sees("B wil 3, is(active) 1");
    bite(wil, "", "critical damage d20=7").sees("B wil 10, is(active) 1");
    bite("{ effect = 'dex', dice = '1d6' }", "dex = 6", "critical damage d20=1, loss by critical damage d6=5")
        .sees("B dex 1, is(active) 1");
    bite("{ effect = 'dex' }", "dex = 4", "critical damage d20=1, loss by critical damage d4=4")
        .sees("B dex 0, is(paralysed) 1");
    bite("{ effect = 'wil' }", "wil = 4", "critical damage d20=1, loss by critical damage d4=4")
        .sees("B wil 0, is(delirious) 1");
    bite("{ effect = 'str' }", "str = 5", "critical damage d20=1, loss by critical damage d4=4").sees("B str 0, dead 1");
    bite("{ effect = 'deprived' }", "", "d20=1").sees("B deprived 1, is(active) 1");
    bite("{ effect = 'death' }, { effect = 'wil' }", "", "d20=1").sees("B dead 1, wil 10");
}

// CAP-122
#[test]
fn whoever_has_no_strength_left_is_dead_without_a_save() {
    for kind in ["pc", "npc", "hireling"] {
        once(&format!("kind = '{kind}', hp_max = 2, str = 3"), &[], 5, "").sees("B dead 1, str 0");
        let save = if kind == "pc" { "critical damage d20=20, scar d6=1" } else { "d20=20" };
        once(&format!("kind = '{kind}', hp_max = 2, str = 3"), &[], 4, save).sees("B dead 0, str 1");
    }
    once("fights_on = true, hp_max = 2, str = 3", &[], 9, "").sees("B dead 1, str 0");
}

/// B loses so much DEX and WIL.
fn loses(b: &str, lines: &[&str], dice: &str) -> Shown {
    let effects = "{ effect = 'dex', dice = '1d6' }, { effect = 'wil', dice = '1d6' }";
    let a = format!("str = 30, weapons = [{{ name = 'fang', die = '1d4', hands = 0, on_crit = [{effects}] }}]");
    let b = format!("fights_on = true, hp_max = 1, {b}");
    let scene = stage().hero("A", &a, "attack").foe("B", &b, "gain").foe("C", "", "");
    lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("d20=20 d4=2 d20=1 d20=1 {dice}"))
}

// CAP-123, CAP-124, CAP-125, RU-19
#[test]
fn without_dexterity_or_will_nobody_can_act() {
    loses("dex = 5, wil = 9", &[], "loss by critical damage d6=5 d6=1").sees("B is(paralysed) 1, dex 0, wil 8, pending_adv 0");
    loses("dex = 9, wil = 5", &[], "loss by critical damage d6=1 d6=5").sees("B is(delirious) 1, dex 8, wil 0, pending_adv 0");
    loses("dex = 9, wil = 9", &[], "loss by critical damage d6=1 d6=5").sees("B is(active) 1, pending_adv 1");
    let both = ["rulings.attribute_zero = 'both'"];
    loses("dex = 5, wil = 9", &both, "loss by critical damage d6=5 d6=1").sees("B is(active) 1, dex 0, pending_adv 1");
    loses("dex = 9, wil = 5", &both, "loss by critical damage d6=1 d6=5").sees("B is(active) 1, wil 0, pending_adv 1");
    loses("dex = 5, wil = 5", &both, "loss by critical damage d6=5 d6=5").sees("B is(active) 0, dex 0, wil 0, pending_adv 0");
    loses("dex = 0, wil = 9", &[], "loss by critical damage d6=5 d6=1").sees("B is(active) 1, dex 0, pending_adv 1");
}

// CAP-116, CAP-122
#[test]
fn whoever_is_down_and_struck_again_only_loses_strength() {
    let finish = |dice: &str| {
        let scene = stage().hero("A", "str = 30", "attack; attack").policy("A", "finish = [{ do = 'yes' }]");
        let scene = scene.foe("B", "kind = 'pc', hp_max = 2, str = 5", "").foe("C", "", "");
        scene.play(&format!("d20=20 d4=3 d20=1 d20=1 d6=1 {dice}"))
    };
    finish("attack d20=1 d20=1, weapon d4=3, save d20=1").sees("B is(down) 1, str 1");
    finish("attack d20=1 d20=1, weapon d4=4, save d20=1").sees("B dead 1, str 0");
}

// CAP-152
#[test]
fn the_doomed_die_by_the_next_failed_save() {
    let doomed = "kind = 'pc', doomed = true, hp_max = 2";
    once(doomed, &[], 3, "critical damage d20=6").sees("B dead 1, str 9");
    once(doomed, &[], 3, "critical damage d20=7, doom averted d6=1 d6=1 d6=1, scar d6=4")
        .sees("B is(active) 1, doomed 0, hp_max 4, hp 0");
    once(doomed, &[], 2, "d6=1").sees("B is(active) 1, doomed 1");
}
