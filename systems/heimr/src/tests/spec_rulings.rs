//! Rulings that no other scripted file plays with: what each of their options changes in a fight.

use super::spec_people::{policy, stanced};
use super::spec_stage::{Person, armed, bare, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A dodge at -2.
const NEXT: &str = "d6=4 d10=4 d10=4";

/// A strikes once at T, with dice for the blow, for T's next defence if it has used one, and for A's own dodge.
fn blow(a: &str, target: Person, rest: &str, dice: &str) -> i64 {
    let people = [sword("a", "A", 9, "strikes", a), target];
    let strikes = policy("strikes", "{ do = 'attack' }", "");
    let mut play = stage(&people, &format!("{strikes}{rest}"), &format!("{dice} | d6=2"));
    play.turns(1);

    play.see("T", "hp")
}

fn target(more: &str) -> Person {
    bare("b", "T", 5, "waits", more)
}

//
#[test]
fn a_one_on_the_small_die_can_fail_a_blow_from_the_ground() {
    // 1 less 1 is below a fatigue of 1, and the blow fails; a single 1 is enough, and 1 + 6 beats 5.
    let dice = "d6=1 d10=1 d10=5";
    assert_eq!(blow("prone = true", target(""), "", dice), 4);
    assert_eq!(blow("prone = true", target(""), "[rulings]\nd6_counts_as_one = 'no'", &format!("{dice} | {NEXT}")), 2);
}

//
#[test]
fn fatigue_that_grows_first_can_fail_the_blow_that_raised_it() {
    // From above by one more die: a 4 meets a fatigue of 4, and the 3 on the small die raises it.
    let above = "elevation = 1, fatigue = 4";
    let dice = "d6=3 d10=4";
    assert_eq!(blow(above, target(""), "", &format!("{dice} | {NEXT}")), 2);
    assert_eq!(blow(above, target(""), "[rulings]\nfatigue_order = 'after'", dice), 4);
}

//
#[test]
fn the_bonus_of_a_weapon_can_be_kept_from_parries() {
    // 2 + 6 against a parry of 3 + 3 and the bonus of 3.
    let parries = || stanced(sword("b", "T", 5, "waits", ""), "parry", 3);
    assert_eq!(blow("", parries(), "", "d6=2 | d6=3"), 4);
    assert_eq!(blow("", parries(), "[rulings]\nweapon_bonus = 'attack'", "d6=2 | d6=3"), 2);
}

//
#[test]
fn a_stored_defence_can_be_kept_although_its_consistency_has_changed() {
    // T lies there with a dodge from before it fell. Anew it is worth 6 + 2, as it was 3 + 2.
    let lying = || target("prone = true");
    let after = format!("{NEXT} d10=4 d10=4");
    assert_eq!(blow("", lying(), "", &format!("d6=6 d10=6 d10=6 | d6=1 | {after}")), 4);
    assert_eq!(blow("", lying(), "[rulings]\nstale_defence = 'keep'", &format!("d6=1 | {after}")), 2);
}

//
#[test]
fn without_a_first_defence_one_has_none_before_the_end_of_ones_first_turn() {
    let fresh = || stanced(target(""), "fresh", 0);
    // After initiative T rolls a dodge of 6 + 2.
    assert_eq!(blow("", fresh(), "", &format!("d6=6 | d6=1 | {NEXT}")), 4);
    let people = [sword("a", "A", 9, "strikes", ""), fresh()];
    let rest = policy("strikes", "{ do = 'attack' }", "") + "[rulings]\nfirst_defence = 'none'";
    let mut play = stage(&people, &rest, "d6=1 | d6=2 | d6=3");
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("dodges", 0), ("stance", -1)]);
    play.turns(1);
    seen(&play, "T", &[("stance", 0), ("stance_pre", 3)]);
}

//
#[test]
fn an_odd_second_of_daze_can_count_for_nothing() {
    let stance = |rest: &str, dice: &str| {
        let dazing = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'daze', number = 3 }] }";
        let people = [armed("a", "A", 9, "strikes", dazing, ""), target("")];
        let strikes = policy("strikes", "{ do = 'attack' }", "");
        let mut play = stage(&people, &format!("{strikes}{rest}"), &format!("d6=5 | d6=2 | {dice}"));
        play.turns(1);
        seen(&play, "T", &[("daze_turns", 1), ("stance", -1)]);
        play.turns(1);

        (play.see("T", "daze_turns"), play.see("T", "stance"))
    };
    assert_eq!(stance("", ""), (0, -1));
    assert_eq!(stance("[rulings]\ndaze_odd = 'no'", "d6=6"), (0, 0));
}

// R-06, HEI-105
#[test]
fn the_last_tie_of_initiative_is_broken_by_dexterity_dice_or_the_list() {
    let first = |dexterity: u8, ruling: &str, dice: &str| {
        let person = |name: &str, dexterity: u8| {
            format!(
                "{{ name = '{side}', combatant = [{{ name = '{name}', attributes = {{ sta = 3, dex = {dexterity} }}, \
                 stance = {{ kind = 'dodge', c = 1, pre = 5, d6 = 5 }} }}] }}",
                side = name.to_lowercase()
            )
        };
        let text = format!("side = [{}, {}]\n[rulings]\ninitiative_tie = '{ruling}'\n", person("A", 0), person("B", dexterity));
        let play: ScriptedPlay<Heimr> = ScriptedPlay::script(&text, dice);

        play.see("A", "place")
    };
    // Both have a 3 and as much willpower; B is as dexterous as A, or more.
    assert_eq!(first(0, "dex_then_d10", "d6=3 d6=3 d10=2 d10=7"), 1);
    assert_eq!(first(0, "d10", "d6=3 d6=3 d10=7 d10=2"), 0);
    assert_eq!(first(0, "list_order", "d6=3 d6=3"), 0);
    assert_eq!(first(1, "dex_then_d10", "d6=3 d6=3 d10=2"), 1);
    assert_eq!(first(1, "d10", "d6=3 d6=3 d10=2 d10=7 d10=2"), 0);
    assert_eq!(first(1, "list_order", "d6=3 d6=3 d10=2"), 0);
}
