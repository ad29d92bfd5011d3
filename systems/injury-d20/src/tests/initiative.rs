//! Initiative: who acts when, and what nobody can do before that.

use super::stage::{ends, plan};
use super::{SOLDIER, duel, play, seen};
use crate::InjuryD20;
use frame::rules::testing::ScriptedPlay;

/// A and B on their sides, with what is different about them, and rules.
fn meet(a: &str, b: &str, rules: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let text = format!(
        "{SOLDIER}\n{rules}\n[[side]]\nname = 'one'\n[[side.combatant]]\nlike = 'soldier'\nname = 'A'\n{a}\n\
         [[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\n{b}\n"
    );
    play(&text, dice)
}

#[track_caller]
fn first(a: &str, b: &str, rules: &str, dice: &str, name: &str) {
    let play = meet(a, b, rules, dice);
    assert_eq!(play.see(name, "place_in_order"), 0, "{name} does not go first");
}

// INJ-001, INJ-003, INJ-175
#[test]
fn the_higher_initiative_acts_first_and_everybody_has_one_turn_a_round() {
    let policy = "policy = 'a'";
    let mut play = meet(policy, policy, &plan("{ do = 'attack' }"), "initiative 5 15, attack 11 16");
    play.rounds(1);
    // B's blow came first.
    seen(&play, "A", &[("strain", 1), ("place_in_order", 1)]);
    ends(play, "B", &[("strain", 2), ("place_in_order", 0)]);
}

// INJ-002, INJ-004, R-02
#[test]
fn dexterity_counts_only_where_all_are_ready() {
    first("dex = 1", "dex = 4", "", "initiative 12 10", "A");
    first("dex = 1", "dex = 4", "[book.encounter]\nawareness = 'ready'", "12 10", "B");
}

// INJ-003, R-02
#[test]
fn ties_go_by_dexterity_or_by_dice_or_by_the_file() {
    let tie = |ruling: &str| format!("[rulings]\ninitiative_tie = '{ruling}'");
    first("dex = 1", "dex = 4", &tie("dex_then_rolloff"), "12 12", "B");
    first("dex = 1", "dex = 4", &tie("rolloff"), "12 12   9 7", "A");
    first("dex = 1", "dex = 4", &tie("rolloff"), "12 12   9 9   3 4", "B");
    first("dex = 1", "dex = 4", &tie("scenario_order"), "12 12", "A");
}

// INJ-005, INJ-006, R-02
#[test]
fn in_an_ambush_stealth_meets_perception_with_injured_eyes_and_ears() {
    let ambush = "[book.encounter]\nawareness = 'ambush'\nhiding_side = 'one'\n";
    let a = "skills = { stealth = 5 }";
    let b = "skills = { perception = 3 }\ninjuries = [{ part = 'eye' }, { part = 'ear' }]";
    first(a, b, ambush, "8   18 9 15", "A");
    first(a, b, ambush, "8   18 11 15", "B");
    first(a, b, &format!("{ambush}[book.ambush]\nperception_components = ['audio']"), "8   9 15", "A");
    first(a, "skills = { perception = 3 }", ambush, "8   11", "B");
}

// INJ-007
#[test]
fn everybody_is_off_guard_until_the_own_first_turn() {
    let mut play = duel("on_guard = false", "on_guard = false", &plan("{ do = 'escape' }"), "");
    seen(&play, "A", &[("off_guard", 1), ("dv", 14)]);
    seen(&play, "B", &[("off_guard", 1), ("dv", 14)]);
    play.rounds(1);
    seen(&play, "A", &[("off_guard", 0), ("dv", 16)]);
    ends(play, "B", &[("off_guard", 0), ("dv", 16)]);
    let rules = "[book.off_guard]\nuntil_first_turn = false\n";
    ends(duel("", "on_guard = false", rules, ""), "B", &[("off_guard", 0), ("dv", 16)]);
}

// INJ-008
#[test]
fn nobody_reacts_before_the_own_first_turn() {
    let rules = format!(
        "[book.off_guard]\nuntil_first_turn = false\n{}[policy.b]\nplan = [{{ do = 'escape' }}]\nparry = [{{ do = 'yes' }}]\n",
        plan("{ do = 'attack' }")
    );
    // No die for a parry of the first blow; the second one is parried.
    let mut play = duel("", "on_guard = false", &rules, "12   12 19");
    assert_eq!(play.see("B", "reactions"), 0);
    play.rounds(1);
    seen(&play, "B", &[("strain", 1), ("reactions", 4)]);
    play.rounds(1);
    ends(play, "B", &[("strain", 1), ("stamina", 8)]);
}
