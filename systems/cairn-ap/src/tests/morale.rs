//! Morale: who loses heart, and when.

use super::stage::{Shown, Stage, stage};

/// A, a player character, fells foes of 1 hit point one after the other: twice in a turn.
fn against(foes: &[&str], lines: &[&str]) -> Stage {
    let a = "kind = 'pc', str = 30, weapons = [$sword]";
    let scene = stage().hero("A", a, "attack; attack").book("step.occupied = 0");
    let scene = lines.iter().fold(scene, |scene, line| scene.head(line));
    let foe = "morale = true, hp_max = 1, str = 1, dex = 0";
    foes.iter()
        .zip(["B", "C", "D", "E", "F"])
        .fold(scene, |scene, (sheet, name)| scene.foe(name, format!("{foe}, {sheet}").trim_end_matches(", "), ""))
}

/// A blow that kills.
const KILL: &str = "d20=10 d8=8 d20=1";

fn fight(foes: &[&str], lines: &[&str], dice: &str) -> Shown {
    against(foes, lines).play(dice)
}

// CAP-082, CAP-083, RU-10
#[test]
fn the_first_casualty_and_half_ask_for_one_save_each() {
    let five = ["", "", "", "", ""];
    fight(&five, &[], &format!("{KILL} d20=11 {KILL}")).sees("B dead 1; C dead 1; D is(active) 1");
    // The third of five is half.
    let third = |dice: &str| against(&five, &[]).rounds(2).play(&format!("{KILL} d20=11 {KILL}   {KILL} {dice}"));
    third(&format!("d20=11 {KILL}")).sees("D dead 1; E dead 1; F is(active) 1");
    third("d20=10").sees("D dead 1; E is(fled) 1; F is(fled) 1");
    fight(&["", "", "", ""], &[], &format!("{KILL} d20=11 {KILL} d20=10")).sees("C dead 1; D is(fled) 1; E is(fled) 1");
    let early = ["book.morale.half = '1/4'", "book.morale.first_casualty = false"];
    fight(&["", "", "", ""], &early, &format!("{KILL} d20=11 {KILL}")).sees("C dead 1; D is(active) 1");
    let never = ["book.morale.first_casualty = false"];
    fight(&five, &never, &format!("{KILL} {KILL}")).sees("B dead 1; C dead 1");
}

// CAP-011, CAP-082, RU-04
#[test]
fn whoever_fails_the_save_flees() {
    let pair = |lines: &[&str], dice: &str| fight(&["", ""], lines, &format!("{KILL} {dice}"));
    pair(&[], "d20=10").sees("C is(fled) 1").counts("fight winner 0; C lost_heart 1, fled 1");
    pair(&["rulings.save_tie = 'target'"], &format!("d20=10 {KILL}")).sees("C dead 1");
    pair(&["book.morale.dc = 12"], &format!("d20=3 {KILL}")).sees("C dead 1");
}

// RU-10
#[test]
fn two_reasons_at_once_may_ask_for_two_saves() {
    let two = ["rulings.morale_double = 'two'"];
    fight(&["", ""], &two, &format!("{KILL} d20=11 d20=10")).sees("C is(fled) 1");
    fight(&["", ""], &two, &format!("{KILL} d20=10")).sees("C is(fled) 1");
    fight(&["", ""], &[], &format!("{KILL} d20=11 {KILL}")).sees("C dead 1");
}

// CAP-084
#[test]
fn the_leader_saves_or_else_the_most_resolute() {
    let will = |foes: &[&str], die: u8, fled: u8| {
        let rest = if fled == 1 { String::new() } else { KILL.to_owned() };
        fight(foes, &["book.morale.half = '3/4'"], &format!("{KILL} d20={die} {rest}")).sees(&format!("D is(fled) {fled}"));
    };
    will(&["", "wil = 5", "wil = 13"], 7, 1);
    will(&["", "wil = 5", "wil = 13"], 8, 0);
    will(&["", "wil = 5, leader = true", "wil = 13"], 15, 1);
    will(&["", "wil = 5, leader = true", "wil = 13"], 16, 0);
    // A leader who is dead leads nobody.
    will(&["wil = 2, leader = true", "wil = 5", "wil = 13"], 8, 0);
    fight(&["", "fearless = true", ""], &[], &format!("{KILL} {KILL} d20=11")).sees("C dead 1; D is(active) 1");
}

// RU-10
#[test]
fn where_the_rulings_say_so_everybody_saves_alone() {
    let lines = ["rulings.morale_scope = 'individual'", "book.morale.half = '3/4'"];
    let foes = ["", "wil = 5", "wil = 13", ""];
    fight(&foes, &lines, &format!("{KILL} d20=15 d20=8 d20=10 {KILL}")).sees("C is(fled) 1; D dead 1; E is(fled) 1");
}

// CAP-085, RU-10
#[test]
fn a_lone_foe_is_one_that_came_alone_or_also_one_that_is_left() {
    let strong = "hp_max = 8, str = 20";
    let lone = |dice: &str| {
        let scene =
            stage().hero("A", "str = 30, weapons = [$sword]", "attack").foe("B", &format!("morale = true, {strong}"), "");
        scene.play(&format!("d20=10 d8=8 d20=1 {dice}"))
    };
    lone("morale d20=11").sees("B hp 0, is(active) 1");
    lone("d20=10").sees("B hp 0, is(fled) 1");
    let scene = |line: &str, dice: &str| {
        let scene = stage().hero("A", "str = 30, weapons = [$sword]", "attack; attack");
        let scene = scene.foe("B", "morale = true, hp_max = 1, str = 1", "").foe("C", &format!("morale = true, {strong}"), "");
        let scene = if line.is_empty() { scene } else { scene.head(line) };
        scene.book("morale.half = '1'").book("step.occupied = 0").play(&format!("{KILL} d20=20 d20=10 d8=8 d20=1 {dice}"))
    };
    scene("", "").sees("C hp 0, is(active) 1");
    scene("rulings.lone_foe = 'last_standing'", "d20=10").sees("C hp 0, is(fled) 1");
    scene("rulings.lone_foe = 'last_standing'", "morale d20=11").sees("C hp 0, is(active) 1");
}

// CAP-086, RU-11
#[test]
fn player_characters_and_hirelings_do_not_save_for_morale() {
    let killed = |kind: &str, lines: &[&str], dice: &str| {
        let foes = |name: &str| format!("kind = '{kind}', hp_max = 1, str = 1, name = '{name}'");
        let text = stage().hero("A", "str = 30, weapons = [$sword]", "attack").foe("B", "", "").foe("C", "", "").text();
        let text =
            text.replace("name = 'B', policy = 'B', hp_max = 30, morale = false", &format!("{}, policy = 'B'", foes("B")));
        let text =
            text.replace("name = 'C', policy = 'C', hp_max = 30, morale = false", &format!("{}, policy = 'C'", foes("C")));
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let script = format!("d20=20 d20=14 d20=13 {KILL} {dice}");
        let mut play = frame::rules::testing::ScriptedPlay::<super::CairnAp>::script(&format!("{lines}{text}"), &script);
        play.rounds(1);

        play.see("C", "is(fled)")
    };
    assert_eq!(killed("pc", &[], ""), 0);
    assert_eq!(killed("hireling", &[], ""), 0);
    assert_eq!(killed("npc", &[], "d20=10"), 1);
    assert_eq!(killed("hireling", &["book.morale.hirelings = true"], "d20=10"), 1);
}

// CAP-082, CAP-083
#[test]
fn the_sleeping_are_casualties_and_the_fled_are_not() {
    let wizard = "wil = 20, grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let foe = "morale = true";
    let scene = stage().hero("A", wizard, "cast slot_dice=1").foe("B", foe, "").foe("C", foe, "").foe("D", foe, "");
    scene.play("Magic Die d6=1, spell d20=20, resistance d20=1, morale d20=11").sees("B is(asleep) 1; C is(active) 1");
    scene
        .play("Magic Die d6=1, spell d20=20, resistance d20=1, morale d20=10")
        .sees("B captured 1; C is(fled) 1; D is(fled) 1");
    let runs = stage().hero("A", "", "").foe("B", foe, "retreat").foe("C", foe, "").foe("D", foe, "");
    runs.play("d20=11").sees("B is(fled) 1; C is(active) 1");
}

// RU-25
#[test]
fn those_who_lose_heart_may_have_to_get_away_first() {
    let scene = || {
        let scene = stage().hero("A", "str = 30, weapons = [$sword]", "attack").ruling("morale_flight = 'retreat'");
        scene
            .foe("B", "morale = true, hp_max = 1, str = 1", "")
            .foe("C", "morale = true, dex = 12", "attack")
            .rounds(2)
            .measured()
    };
    let killed = format!("{KILL} d20=10");
    scene().play(&format!("{killed} d20=9")).sees("C is(fled) 1").counts("C attacks 0, ap_spent 1; fight rounds 1, winner 0");
    let struck = "d20=1 d8=1 d20=20";
    scene().play(&format!("{killed} d20=8 {struck} d20=9")).sees("C is(fled) 1").counts("C attacks 0, retreats 2; A attacks 2");
}

// CAP-082, CAP-C10
#[test]
fn nobody_loses_heart_over_what_a_spell_has_called_up() {
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Raise Dead'], morale = true";
    let scene = stage().hero("A", "str = 20, weapons = [$d10]", "attack").policy("A", "target = [{ least = 'it.might' }]");
    let scene = scene.foe("N", caster, "cast slot_dice=1").foe("M", "morale = true", "").foes_open().measured();
    let played = scene.play("Magic Die d6=1, attack d20=20, weapon d10=10, save d20=1, critical damage d20=1");
    played.counts("A hits 1; N morale_checks 0; M morale_checks 0");
}
