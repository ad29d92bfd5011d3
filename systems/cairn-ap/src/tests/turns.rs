//! Rounds and turns: initiative, the order of turns, action points, gained advantage, the end of a fight.

use super::stage::{Stage, stage};

/// Everybody attacks once and misses; the dice of weapons tell who acts.
fn order(lines: &[&str], dice: &str) -> super::stage::Shown {
    let scene = stage()
        .hero("A", "wil = 12, weapons = [$d4]", "attack")
        .hero("B", "wil = 10, weapons = [$d6]", "attack")
        .foe("C", "wil = 10, weapons = [$d8]", "attack")
        .foe("D", "wil = 12, weapons = [$d10]", "attack")
        .raw()
        .measured()
        .book("step.occupied = 0");
    lines.iter().fold(scene, |scene, line| scene.head(line)).play(dice)
}

/// Misses with these weapons, one after the other.
fn misses(weapons: &[u8]) -> String {
    weapons.iter().map(|die| format!("d20=1 d{die}=1 d20=20 ")).collect()
}

// CAP-095, CAP-096, CAP-097, CAP-098
#[test]
fn initiative_sorts_each_group_and_groups_take_one_turn_at_a_time() {
    // 12 + 1, 10 + 15; 10 + 2, 12 + 12.
    order(&[], &format!("d20=1 d20=15 d20=2 d20=12 {}", misses(&[6, 10, 4, 8]))).counts("fight heroes.opens 1");
    order(&[], &format!("d20=1 d20=2 d20=15 d20=1 {}", misses(&[8, 4, 10, 6]))).counts("fight heroes.opens 0");
    // Equal totals: the higher WIL, then the order of the list; equal groups: the first.
    order(&[], &format!("d20=8 d20=10 d20=10 d20=8 {}", misses(&[4, 10, 6, 8])));
    let die = "book.initiative.die = 6";
    order(&[die], &format!("d6=1 d6=6 d6=2 d6=2 {}", misses(&[6, 10, 4, 8])));
    let by_strength = ["book.initiative.attribute = 'str'"];
    order(&by_strength, &format!("d20=8 d20=9 d20=7 d20=6 {}", misses(&[6, 8, 4, 10])));
}

// CAP-096, RU-12
#[test]
fn equal_groups_are_opened_by_player_characters_then_by_the_first_of_the_file() {
    let scene = |foe: &str| stage().hero("A", "", "").foe("B", foe, "").raw().measured();
    scene("").play("initiative d20=10 d20=10").counts("fight heroes.opens 1");
    scene("kind = 'pc'").play("initiative d20=10 d20=10").counts("fight heroes.opens 0");
    scene("kind = 'pc'").play("initiative d20=11 d20=10").counts("fight heroes.opens 1");
}

// RU-12
#[test]
fn which_group_opens_is_a_ruling() {
    let scene = |group: &str| {
        let scene = stage().hero("A", "", "").hero("B", "", "").foe("C", "kind = 'pc'", "").raw().measured();
        scene.ruling(&format!("first_group = '{group}'"))
    };
    scene("highest").play("initiative d20=15 d20=2 d20=14").counts("fight heroes.opens 1");
    scene("pcs").play("initiative d20=15 d20=2 d20=14").counts("fight heroes.opens 0");
    scene("total").play("initiative d20=3 d20=2 d20=14").counts("fight heroes.opens 1");
    scene("mean").play("initiative d20=15 d20=12 d20=14").counts("fight heroes.opens 0");
    scene("mean").play("initiative d20=15 d20=14 d20=14").counts("fight heroes.opens 1");
}

// CAP-095, CAP-098, RU-12
#[test]
fn initiative_is_rolled_once_or_in_every_round() {
    let scene = || stage().hero("A", "weapons = [$d4]", "attack").foe("B", "weapons = [$d6]", "attack").raw().rounds(2);
    scene().play(&format!("d20=10 d20=12 {}", misses(&[6, 4, 6, 4])));
    let anew = scene().ruling("initiative_reroll = 'each_round'");
    anew.play(&format!("d20=10 d20=12 {} d20=12 d20=10 {}", misses(&[6, 4]), misses(&[4, 6])));
}

// CAP-097, CAP-098
#[test]
fn a_group_with_nobody_left_to_act_is_passed_over_and_three_groups_alternate() {
    let scene = stage()
        .hero("A", "weapons = [$d4]", "attack")
        .hero("B", "weapons = [$d6]", "attack")
        .hero("C", "weapons = [$d8]", "attack")
        .foe("D", "weapons = [$d10]", "attack")
        .third("E", "weapons = [$d12]", "attack")
        .book("step.occupied = 0");
    scene.play(&misses(&[4, 10, 12, 6, 8]));
}

// CAP-099, CAP-101, CAP-104
#[test]
fn a_turn_has_four_points_that_come_back_at_its_end_and_what_is_left_is_lost() {
    let five = "gain; gain; gain; gain; gain";
    let scene = |plan: &str| stage().hero("A", "", plan).foe("B", "", "").measured();
    scene(five).play("").sees("A pending_adv 4, ap 4").counts("A ap_spent 4, ap_lost 0");
    scene("gain").play("").sees("A pending_adv 1, ap 4").counts("A ap_spent 1, ap_lost 3");
    scene(five).book("ap.max = 3").play("").sees("A pending_adv 3, ap 3").counts("A ap_spent 3");
    let swing = "d20=1 d4=1 d20=20 ";
    scene("attack; attack; attack").play(&swing.repeat(2)).counts("A attacks 2, ap_lost 0");
    scene("attack; gain; attack; gain").play(swing).counts("A attacks 1, ap_spent 4").sees("A pending_adv 2");
}

// CAP-100, CAP-104
#[test]
fn the_surprised_have_two_points_in_their_first_turn() {
    let five = "gain; gain; gain; gain; gain";
    let scene = stage().hero("A", "surprised = true", five).foe("B", "", "");
    scene.play("").sees("A pending_adv 2, ap 4").on(1).sees("A pending_adv 6");
    scene.book("ap.surprised = 1").play("").sees("A pending_adv 1");
}

// CAP-102, RU-13
#[test]
fn saves_cost_nothing_or_what_the_book_says_and_who_cannot_pay_braces_badly() {
    let scene = |cost: u8, plan: &str| {
        let scene = stage().hero("A", "", "attack; attack").foe("B", "str = 8, dex = 12", plan).measured();
        scene.book(&format!("ap.save = {cost}"))
    };
    let gains = "gain; gain; gain; gain";
    scene(0, gains)
        .play("attack d20=5, weapon d4=1, save d20=5, attack d20=5, weapon d4=1, save d20=5")
        .sees("B pending_adv 4, hp 30");
    scene(1, gains)
        .play("attack d20=5, weapon d4=1, save d20=5, attack d20=5, weapon d4=1, save d20=5")
        .sees("B pending_adv 2, hp 30, ap 4")
        .counts("B ap_spent 4");
    scene(3, gains)
        .play("attack d20=5, weapon d4=1, save d20=5, attack d20=5, weapon d4=1, save d20=9 d20=8")
        .sees("B pending_adv 1, hp 29");
    scene(3, gains)
        .book("step.unpaid_save = 2")
        .play("attack d20=5, weapon d4=1, save d20=5, attack d20=5, weapon d4=1, save d20=9 d20=9 d20=9")
        .sees("B hp 30");
}

// CAP-043, RU-09
#[test]
fn gained_advantage_waits_for_the_next_roll_of_any_kind_and_is_spent_whole() {
    let save = |lines: &[&str]| {
        let scene = stage().hero("A", "", "gain; gain").foe("B", "", "attack; attack");
        lines.iter().fold(scene, |scene, line| scene.head(line))
    };
    save(&[])
        .play("attack d20=10, weapon d4=1, save d20=1 d20=2 d20=11, attack d20=10, weapon d4=1, save d20=10")
        .sees("A pending_adv 0, hp 28");
    let own = "rulings.gain_advantage = 'next_action_this_turn'";
    save(&[own])
        .play("attack d20=10, weapon d4=1, save d20=11, attack d20=10, weapon d4=1, save d20=10")
        .sees("A pending_adv 0, hp 28");
    let next_turn = |lines: &[&str], dice: &str| {
        let scene = stage().hero("A", "", "attack when='round==2'; gain when='round==1'").foe("B", "", "").rounds(2);
        lines.iter().fold(scene, |scene, line| scene.head(line)).play(dice).sees("B hp 29");
    };
    next_turn(&[], "attack d20=1 d20=10, weapon d4=1, save d20=11");
    next_turn(&[own], "attack d20=10, weapon d4=1, save d20=11");
    let same_turn = stage().hero("A", "", "gain; attack").foe("B", "", "").head(own);
    same_turn.play("attack d20=1 d20=10, weapon d4=1, save d20=11").sees("B hp 29");
    stage()
        .hero("A", "", "gain; attack")
        .foe("B", "", "")
        .book("step.gain = 2")
        .play("attack d20=1 d20=2 d20=10, weapon d4=1, save d20=11");
    let again =
        stage().hero("A", "", "gain; attack").foe("B", "", "").rounds(2).ruling("initiative_reroll = 'each_round'").raw();
    again.play("d20=10 d20=9 d20=1 d20=2 d4=1 d20=20 d20=10 d20=9 d20=1 d20=2 d4=1 d20=20");
}

// CAP-043, RU-09
#[test]
fn gained_advantage_helps_saves_against_critical_damage_and_of_scars() {
    let scene = |hp: u8, plan: &str| {
        let b = format!("kind = 'pc', hp_max = {hp}, str = 9, dex = 0");
        stage().hero("A", "", "attack").foe("B", &b, plan).foes_open()
    };
    // The save against the attack spends it, so it has to be gained by somebody who makes none.
    let helpless = scene(2, "gain").ruling("gain_advantage = 'next_roll'").book("check.attack = 'dc'");
    helpless
        .play("attack d20=10, weapon d4=3, critical damage d20=1 d20=8, scar d6=1")
        .sees("B str 8, is(active) 1, pending_adv 0");
    let scar = scene(8, "gain").book("check.attack = 'dc'").book("attack.unarmed = '1d8'");
    scar.play("attack d20=10, weapon d8=8, save of a scar d20=1 d20=11, scar d4=3").sees("B wil_max 13, pending_adv 0");
    let morale = stage().hero("A", "", "attack").foe("B", "hp_max = 4, morale = true, dex = 0", "gain").foes_open();
    morale.book("check.attack = 'dc'").play("attack d20=10, weapon d4=4, morale d20=11").sees("B pending_adv 1, is(fled) 0");
}

// CAP-006, CAP-098
#[test]
fn a_fight_that_nobody_ends_is_broken_off() {
    let scene = stage().hero("A", "", "").foe("B", "", "").rounds(5).book("round.rounds_max = 3");
    scene.play("").counts("fight rounds 3, winner 3; A turns 3; B turns 3");
    assert_eq!(super::super::book::Book::default().round.rounds_max, 100);
}

/// A pc goes down at once, and the fight goes on for so many rounds of nothing.
fn bleeding(lines: &[&str], rounds: u32) -> Stage {
    let scene = stage().hero("P", "kind = 'pc', hp_max = 1, str = 9", "").hero("Q", "", "").foe(
        "B",
        "str = 30",
        "attack when='round==1'",
    );
    lines.iter().fold(scene, |scene, line| scene.head(line)).foes_open().rounds(rounds)
}

// CAP-005, CAP-006, CAP-099, CAP-119, RU-21
#[test]
fn whoever_is_down_dies_within_the_hour_whatever_the_length_of_a_round() {
    let fall = "attack d20=10, weapon d4=2, save d20=1, critical damage d20=1, place of a scar d6=1, scar d6=1";
    bleeding(&[], 29).play(fall).sees("P is(down) 1, dies_at 3600").on(1).sees("P dead 1");
    bleeding(&["book.round.seconds = 1800"], 1).play(fall).sees("P is(down) 1").on(1).sees("P dead 1");
    bleeding(&["book.crit.untreated_minutes = 4"], 1).play(fall).sees("P is(down) 1").on(1).sees("P dead 1");
    let turn = ["rulings.round_length = 'turn'", "book.crit.untreated_minutes = 1"];
    bleeding(&turn, 4).play(fall).sees("P is(down) 1").on(1).sees("P dead 1");
    // The first round has two turns of 12 seconds, as have all others.
    let turns = ["rulings.round_length = 'sum_of_turns'", "book.crit.untreated_minutes = 1"];
    bleeding(&turns, 2).play(fall).sees("P is(down) 1").on(1).sees("P dead 1");
    let slow = ["rulings.round_length = 'turn'", "book.crit.untreated_minutes = 1", "book.ap.seconds = 15"];
    bleeding(&slow, 1).play(fall).sees("P dead 1");
}

// CAP-097, RU-12
#[test]
fn who_opened_the_fight_is_who_opened_its_first_round() {
    let scene = stage().hero("A", "", "").foe("B", "", "").rounds(2).measured().ruling("initiative_reroll = 'each_round'");
    scene.play("initiative d20=1 d20=20").counts("fight heroes.opens 1, foes.opens 0");
}
