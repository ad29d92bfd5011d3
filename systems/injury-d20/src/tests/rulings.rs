//! Rulings: alternatives whose rows of the ledger are proved elsewhere by their defaults.
//!
//! Owns the test that no option of any switch goes without a scenario here that sets it. Start at
//! [`every_option_of_every_switch_is_tried_out`].

use std::path::Path;

use super::stage::{blow, ends, field, plan};
use super::{SOLDIER, meeting, play, seen};
use crate::InjuryD20;
use frame::fight::{Ending, Side};
use frame::rules::testing::ScriptedPlay;
use frame::scenario::rulings;

#[test]
fn every_option_of_every_switch_is_tried_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests");
    let files = std::fs::read_dir(folder).expect("the tests can be listed");
    let paths = files.map(|file| file.expect("a file").path()).filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let texts = paths.map(|path| std::fs::read_to_string(path).expect("a test can be read"));
    let texts: Vec<String> = texts.collect();
    for setting in rulings::<InjuryD20>() {
        let switch = setting.path.trim_start_matches("rulings.");
        for option in setting.options.iter().skip(1) {
            let word = &option.name;
            let given = |text: &String| {
                text.contains(&format!("{switch} = '{word}'"))
                    || text.contains(&format!("{switch} = '{{")) && text.contains(&format!("\"{word}\""))
            };
            assert!(texts.iter().any(given), "no test sets {switch} to {word}");
        }
    }
}

/// A strikes with everything that it has, and once more.
#[track_caller]
fn multi(weapons: &str, more: &str, dice: &str, strain: i64) -> ScriptedPlay<InjuryD20> {
    let rest = format!("{}{more}", plan("{ do = 'multi' }, { do = 'attack' }"));
    let play = blow(&format!("weapons = [{weapons}]"), "", &rest, dice);
    seen(&play, "B", &[("strain", strain)]);
    play
}

// INJ-204, R-38
#[test]
fn natural_weapons_count_for_multiweapon_unless_the_rulings_say_no() {
    let no = "[rulings]\nmultiweapon_natural = 'no'";
    let bite = "{ name = 'bite', natural = true, part = { part = 'mouth' } }";
    let sword_and_bite = format!("{{ name = 'sword' }}, {bite}");
    multi(&sword_and_bite, "", "11 20   12 20   13 20", 3);
    // The sword alone: one blow, without the disadvantage of several.
    multi(&sword_and_bite, no, "11   12 20", 2);
    multi(&format!("{{ name = 'sword' }}, {{ name = 'dagger' }}, {bite}"), no, "11 20   12 20   13 20", 3);
    // With nothing but a bite there is nothing to strike with; the attack after it is the first.
    multi(bite, no, "11", 1);
}

// INJ-185, INJ-204, R-38
#[test]
fn how_many_attack_actions_multiweapon_counts_as() {
    let two = "{ name = 'sword' }, { name = 'dagger' }";
    let counts = |number: u8, dice: &str| {
        let play = multi(two, &format!("[book.multiweapon]\ncounts_as = {number}"), dice, 3);
        ends(play, "A", &[("attack_actions", i64::from(number) + 1)]);
    };
    counts(0, "11 20   12 20   13");
    counts(1, "11 20   12 20   13 20");
    counts(2, "11 20   12 20   13 20 20");
}

/// A, whose blow against B can go on into C beside it; they do nothing.
#[track_caller]
fn cleaves(more: &str, dice: &str, stamina: i64, openings: i64) {
    let rest = format!("{}cleave = [{{ do = 'yes' }}]\n{more}", plan("{ do = 'attack', times = 2 }"));
    let mut play = field(&[("A", [5, 5], "")], &[("B", [6, 5], ""), ("C", [6, 6], "")], &rest, dice);
    play.rounds(1);
    ends(play, "A", &[("stamina", stamina), ("open_defences", openings), ("attack_actions", 2)]);
}

// INJ-177, INJ-200, INJ-237, R-36
#[test]
fn how_often_one_cleaves_in_a_turn() {
    // Both attacks hit; the first is followed by a cleave that hits C.
    cleaves("", "attack 11   11   11 20", 9, 1);
    // Without a limit the cleave goes on until it misses, and so after the second attack.
    cleaves("[rulings]\nfree_actions = 'unlimited'", "11   10   11 20   10 20", 8, 2);
    // Power Attack is the one free action of the turn: no cleave then.
    let power = "power = [{ points = 1 }]\n";
    cleaves(power, "9   11   11 20", 8, 1);
    cleaves(&format!("{power}[rulings]\nfree_actions = 'one_per_turn'"), "9   11 20", 9, 0);
    cleaves("[rulings]\nfree_actions = 'one_per_turn'", "11   11   11 20", 9, 1);
}

/// A lunges at B, who stands ten feet away and does nothing.
#[track_caller]
fn lunges(more: &str, dice: &str, strain: i64, values: &[(&str, i64)]) {
    let rest =
        format!("{}movement = [{{ do = 'hold' }}]\nlunge = [{{ do = 'yes' }}]\n{more}", plan("{ do = 'attack', times = 2 }"));
    let mut play = field(&[("A", [5, 5], "")], &[("B", [7, 5], "")], &rest, dice);
    play.rounds(1);
    seen(&play, "B", &[("strain", strain)]);
    ends(play, "A", values);
}

// INJ-177, INJ-202, INJ-237, R-36
#[test]
fn how_often_one_lunges_in_a_turn() {
    lunges("", "attack 11", 1, &[("stamina", 9), ("open_defences", 1), ("attack_actions", 1)]);
    let unlimited = "[rulings]\nfree_actions = 'unlimited'";
    lunges(unlimited, "11   11 20", 2, &[("stamina", 8), ("open_defences", 2), ("attack_actions", 2)]);
    // With the lunge as the one free action there is no Power Attack, without which 9 and 6 miss.
    let power = "power = [{ points = 1 }]\n";
    lunges(power, "9", 1, &[("stamina", 8), ("attack_actions", 1)]);
    lunges(&format!("{power}[rulings]\nfree_actions = 'one_per_turn'"), "9", 0, &[("stamina", 9), ("attack_actions", 1)]);
}

/// A day of A and of C, who is the better healer, both with an injured hand; and what becomes of them.
#[track_caller]
fn days(days: usize, rules: &str, dice: &str, values: &[(&str, &str, i64)]) {
    let legs = "{ rest = 'day' }, ".repeat(days);
    let one = |name: &str, more: &str| {
        format!("[[side.combatant]]\nlike = 'soldier'\nname = '{name}'\ninjuries = [{{ part = 'hand' }}]\n{more}\n")
    };
    let text = format!(
        "day = [{legs}{{ fight = ['one', 'two'] }}]\n{SOLDIER}\n{rules}\n[[side]]\nname = 'one'\n{}{}[[side]]\nname = 'two'\n\
         [[side.combatant]]\nlike = 'soldier'\nname = 'B'\n",
        one("A", ""),
        one("C", "skills = { heal = 9 }")
    );
    let mut play = play(&text, dice);
    for _ in 0..days {
        play.leg();
    }
    for (who, name, value) in values {
        assert_eq!(play.see(who, name), *value, "{who}.{name}");
    }
}

// INJ-053, R-40
#[test]
fn how_many_patients_a_healer_has_in_a_day() {
    // C treats A, then itself, with 11 and 9 against 20; a patient that is not treated may get worse, with 18 and 2 against 20.
    days(1, "", "treatment 11   11", &[("A", "treated", 1), ("C", "treated", 1)]);
    let one = "[book.heal]\npatients_per_day = 1";
    days(1, one, "11   18", &[("A", "treated", 1), ("C", "treated", 0), ("C", "injuries_at(hand_0)", 1)]);
    // On the next day it is C's turn: A has nothing untreated.
    days(2, one, "11   18   11", &[("A", "treated", 1), ("C", "treated", 1)]);
    days(1, "[book.heal]\npatients_per_day = 0", "17   18", &[("A", "injuries_at(hand_0)", 2), ("C", "treated", 0)]);
}

// INJ-050, INJ-053, INJ-055, R-40
#[test]
fn in_which_order_a_day_goes_by() {
    // Worsening first: nobody is spared by a treatment of the same day, and the new injury is treated like the old one.
    let worse = "[book.day]\norder = ['worsening', 'treatment', 'rest', 'healing']";
    days(
        1,
        worse,
        "17   18   11 10   11",
        &[("A", "injuries_at(hand_0)", 2), ("A", "treated", 1), ("C", "injuries_at(hand_0)", 1)],
    );
    // Parts of the day that are left out do not happen: nobody treats anybody, nobody rests, nothing heals.
    days(1, "[book.day]\norder = ['worsening']", "18   18", &[("A", "untreated", 1), ("C", "untreated", 1)]);
    days(
        9,
        "[book.day]\norder = ['treatment', 'rest', 'worsening']\n[book.heal]\nweeks = [1, 1]",
        "11   11",
        &[("A", "injuries_at(hand_0)", 1)],
    );
    days(9, "[book.heal]\nweeks = [1, 1]", "11   11", &[("A", "injuries_at(hand_0)", 0), ("C", "injuries_at(hand_0)", 0)]);
    // Seven days pass after the day of the treatment, whether healing comes before it or after.
    for order in ["'treatment', 'healing'", "'healing', 'treatment'"] {
        let rules = format!("[book.day]\norder = [{order}]\n[book.heal]\nweeks = [1, 1]");
        days(7, &rules, "11   11", &[("A", "injuries_at(hand_0)", 1)]);
        days(8, &rules, "11   11", &[("A", "injuries_at(hand_0)", 0)]);
    }
}

//
#[test]
fn who_is_out_of_a_fight() {
    let fallen = "stamina = 0\nexhaustion = 0";
    let over = |b: &str, rest: &str, dice: &str, ending: Option<Ending>| {
        assert_eq!(blow("", b, rest, dice).ending(), ending, "{b} {rest}");
    };
    let won = Some(Ending::Won(Side(0)));
    let dead = "[rulings]\nend_out = 'dead'\n";
    // Unconscious before anything begins: over, or not before it is dead.
    assert_eq!(meeting("", fallen, "", "").ending(), won);
    over(fallen, dead, "9 2   15", None);
    over(&format!("{fallen}\ninjuries = [{{ part = 'leg' }}]"), dead, "9 2   1", won);
    // A fighter that would not finish the fallen leaves it at that.
    let spares = format!("{}finish = [{{ do = 'no' }}]\n{dead}", plan("{ do = 'attack' }"));
    over(fallen, &spares, "", None);
    ends(blow("", fallen, &spares, ""), "A", &[("attack_actions", 0)]);
}

//
#[test]
fn whoever_leaves_the_field_is_out_and_lives() {
    let flees = "[policy.b]\nplan = [{ do = 'attack' }]\nretreat = [{ do = 'yes' }]\n";
    let left = blow("", "", flees, "11");
    assert_eq!(left.ending(), Some(Ending::Won(Side(0))));
    assert_eq!((left.metric("B.fate"), left.metric("B.ap_move")), (9, 1));
    seen(&left, "B", &[("fled", 1), ("active", 0)]);
    // On a field it is a matter of the way: to the edge and over it.
    let leaves = |x: i32, rounds: u32, fled: i64| {
        let rest = format!("{}{flees}", plan("{ do = 'escape' }"));
        let mut play = field(&[("A", [5, 5], "")], &[("B", [x, 9], "")], &rest, "");
        play.rounds(rounds);
        ends(play, "B", &[("fled", fled)]);
    };
    leaves(18, 1, 1);
    // Nobody is killed afterwards who is not there.
    let text = format!(
        "day = [{{ fight = ['one', 'two'] }}, {{ rest = 'hour' }}]\n{SOLDIER}\n{}{flees}[[side]]\nname = 'one'\n[[side.combatant]]\nlike = 'soldier'\nname = 'A'\n\
         policy = 'a'\n[[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\npolicy = 'b'\n",
        plan("{ do = 'escape' }")
    );
    let mut day = play(&text, "20 1");
    day.leg();
    ends(day, "B", &[("fled", 1), ("dead", 0)]);
}
