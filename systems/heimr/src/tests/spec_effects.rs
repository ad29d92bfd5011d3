//! Effects, injuries, care and rest.

use super::spec_stage::{armed, bare, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A hits T once with these effects on the hit; the die of the hit shows the torso unless another is given.
fn hit_with(effects: &str, target: &str, rest: &str, die: u8, dice: &str) -> ScriptedPlay<Heimr> {
    let weapon = format!("{{ kind = 'medium', ability = 'swordsmanship', on_hit = [{effects}] }}");
    let people = [armed("a", "A", 9, "fights", &weapon, ""), sword("b", "T", 5, "waits", target)];
    let mut play = stage(&people, rest, &format!("d6={die} | {dice}"));
    play.turns(1);
    play
}

/// The target's next dodge, at -2, and the attacker's first one.
const AFTER: &str = "d6=4 d10=4 d10=4 | d6=2";

// HEI-051, HEI-050
#[test]
fn a_called_hit_replaces_the_damage_of_the_weapon() {
    let play = hit_with("{ effect = 'hit' }", "", "", 5, AFTER);
    seen(&play, "T", &[("hp", 3)]);
    let play = hit_with("{ effect = 'hit', number = 3 }", "", "", 5, AFTER);
    seen(&play, "T", &[("hp", 1)]);
}

// HEI-052, HEI-050
#[test]
fn drain_takes_willpower_and_never_more_than_there_is() {
    let play = hit_with("{ effect = 'drain', number = 2 }", "", "", 5, AFTER);
    seen(&play, "T", &[("willpower", 1), ("hp", 2)]);
    let play = hit_with("{ effect = 'drain', number = 5 }", "", "", 5, AFTER);
    seen(&play, "T", &[("willpower", 0)]);
    let play = hit_with("{ effect = 'drain' }", "", "", 5, AFTER);
    seen(&play, "T", &[("willpower", 2)]);
}

// HEI-053, R-21, R-18, HEI-215
#[test]
fn who_falls_stands_up_at_the_end_of_the_turn_in_which_it_runs_out() {
    // Prone the next dodge has -2 - 2; back on its feet, at the end of the own turn, the dodge is at 0 again.
    let mut play = hit_with("{ effect = 'fall' }", "", "", 5, "d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2 | d6=6");
    seen(&play, "T", &[("prone", 1), ("fall_turns", 1), ("stance_c", -4)]);
    play.turns(1);
    seen(&play, "T", &[("prone", 0), ("fall_turns", 0), ("stance_c", 0), ("stance_pre", 6)]);
}

// HEI-053, HEI-126
#[test]
fn a_longer_fall_keeps_down_for_more_turns() {
    let mut play =
        hit_with("{ effect = 'fall', number = 5 }", "", "", 5, "d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2 | d6=6 d10=9 d10=8");
    seen(&play, "T", &[("fall_turns", 2)]);
    play.turns(1);
    seen(&play, "T", &[("prone", 1), ("fall_turns", 1), ("stance_c", -2), ("stance_pre", 6)]);
}

// HEI-054
#[test]
fn drop_lets_the_item_of_the_sword_hand_fall_for_so_many_seconds() {
    let play = hit_with("{ effect = 'drop', number = 4 }", "", "", 5, AFTER);
    seen(&play, "T", &[("place(medium)", 5), ("drop_turns", 2)]);
}

// HEI-055
#[test]
fn stumble_pushes_out_of_the_cluster() {
    let play = hit_with("{ effect = 'stumble', number = 4 }", "", "", 5, "d4=3 | d6=4 d10=4 d10=4 | d6=2");
    seen(&play, "T", &[("stumble_turns", 2), ("cluster", 0), ("stumble_direction", 2)]);
    seen(&play, "A", &[("cluster", 0)]);
}

// HEI-056
#[test]
fn daze_bars_actions_and_defence() {
    let weapon = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'daze' }] }";
    let people = [armed("a", "A", 9, "fights", weapon, ""), sword("b", "T", 5, "fights", "")];
    let mut play = stage(&people, "", "d6=5 | d6=2 | d6=6");
    play.turns(1);
    seen(&play, "T", &[("daze_turns", 1), ("stance", -1)]);
    // Its turn brings no attack, only the next dodge at its end.
    play.turns(1);
    seen(&play, "T", &[("daze_turns", 0), ("stance", 0), ("stance_pre", 6)]);
    seen(&play, "A", &[("hp", 4), ("dodges", 0)]);
}

// HEI-293
#[test]
fn the_bonus_of_a_weapon_adds_to_the_attack() {
    // 1 + 3 would not beat the dodge of 3 + 2; the bonus of 3 makes it a hit.
    let play = hit_with("", "", "", 1, AFTER);
    seen(&play, "T", &[("hp", 2)]);
}

// HEI-057, R-64
#[test]
fn break_destroys_an_item_that_is_not_too_tough() {
    let people = |toughness: u8| {
        let weapon = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'break', number = 3 }] }";
        let tough = format!(
            "{{ kind = 'medium', ability = 'swordsmanship', toughness = {toughness} }}, {{ kind = 'light', ability = 'knife_fighting', place = 'worn' }}"
        );
        [armed("a", "A", 9, "fights", weapon, ""), armed("b", "T", 5, "waits", &tough, "")]
    };
    let mut play = stage(&people(3), "", &format!("d6=5 | {AFTER}"));
    play.turns(1);
    seen(&play, "T", &[("place(medium)", 6)]);
    let mut play = stage(&people(4), "", &format!("d6=5 | {AFTER}"));
    play.turns(1);
    seen(&play, "T", &[("place(medium)", 0)]);
}

// HEI-058, HEI-059, HEI-060, HEI-061, HEI-062, R-37
#[test]
fn what_is_bound_cannot_be_used() {
    let bound = |part: &str, move_to: &str| {
        let effects = format!("effects = [{{ effect = 'bind', number = 4, part = '{part}' }}]");
        let people = [sword("a", "A", 9, "goes", &effects), bare("b", "B", 5, "waits", "at = 'B3'")];
        let policy = format!(
            "[policy.goes]\nturn = [{{ do = '{move_to}', direction = 'up' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]"
        );
        let mut play = stage(&people, &policy, "d6=2");
        play.turns(1);
        let row = play.see("A", "row");
        let usable = play.see("A", "wields(medium)");
        (row, usable)
    };
    assert_eq!(bound("hands", "move"), (2, 0));
    assert_eq!(bound("sword_arm", "move"), (2, 0));
    assert_eq!(bound("off_arm", "move"), (2, 1));
    for part in ["feet", "right_leg", "left_leg", "body"] {
        assert_eq!(bound(part, "move"), (1, 1), "{part}");
    }
    assert_eq!(bound("feet", "run"), (1, 1));
}

// HEI-058, HEI-059
#[test]
fn a_bound_hand_neither_puts_away_nor_conceals_what_it_holds() {
    let place = |part: &str, act: &str, dice: &str| {
        let effects = format!("effects = [{{ effect = 'bind', number = 4, part = '{part}' }}]");
        let people = [sword("a", "A", 9, "goes", &effects), bare("b", "B", 5, "waits", "at = 'B3'")];
        let policy = format!("[policy.goes]\nturn = [{{ do = '{act}' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]");
        let mut play = stage(&people, &policy, dice);
        play.turns(1);

        play.see("A", "place(medium)")
    };
    assert_eq!([place("feet", "put_away", "d6=2"), place("off_arm", "put_away", "d6=2")], [3, 3]);
    assert_eq!([place("hands", "put_away", "d6=2"), place("sword_arm", "put_away", "d6=2")], [0, 0]);
    assert_eq!([place("feet", "conceal", "d6=2 d10=4 d10=4"), place("hands", "conceal", "d6=2")], [3, 0]);
    // An item that is held can still be let fall.
    assert_eq!(place("hands", "drop", "d6=2"), 5);
}

/// A skill of A, used in its first turn.
fn skilled(skill: &str, more: &str) -> ScriptedPlay<Heimr> {
    let people = [bare("a", "A", 9, "uses", &format!("skills = [{skill}], {more}")), bare("b", "T", 5, "waits", "")];
    let policy = "[policy.uses]\nturn = [{ do = 'skill', skill = 's' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]";
    let mut play = stage(&people, policy, "d6=2");
    play.turns(1);
    play
}

// HEI-063
#[test]
fn who_is_weakened_pays_more_for_skills() {
    let skill = "{ name = 's', action = 'standard', willpower = 1, effects = [{ effect = 'drain' }] }";
    let play = skilled(skill, "");
    seen(&play, "A", &[("willpower", 2)]);
    seen(&play, "T", &[("willpower", 2)]);
    let play = skilled(skill, "effects = [{ effect = 'weaken', number = 4 }]");
    seen(&play, "A", &[("willpower", 1), ("weaken_turns", 1)]);
    seen(&play, "T", &[("willpower", 2)]);
    let play = skilled(skill, "willpower = 1, effects = [{ effect = 'weaken', number = 4 }]");
    seen(&play, "A", &[("willpower", 1)]);
    seen(&play, "T", &[("willpower", 3)]);
}

// HEI-064, HEI-065
#[test]
fn reactions_undo_effects_and_damage() {
    let reacting = |reaction: &str| {
        let skill = format!("skills = [{{ name = 'r', action = 'reaction', reaction = '{reaction}', willpower = 1 }}]");
        let weapon =
            "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'drain', number = 1 }, { effect = 'fall' }] }";
        let people = [armed("a", "A", 9, "fights", weapon, ""), bare("b", "T", 5, "reacts", &skill)];
        let policy = "[policy.reacts]\nreaction = [{ do = 'skill', skill = 'r' }]\ndefend = [{ do = 'dodge' }]";
        let mut play = stage(&people, policy, &format!("d6=5 | {AFTER}"));
        play.turns(1);

        (play.see("T", "hp"), play.see("T", "willpower"), play.see("T", "prone"))
    };
    assert_eq!(reacting("resist"), (2, 2, 0));
    assert_eq!(reacting("miss"), (4, 2, 0));
}

// HEI-066, HEI-073, HEI-075, R-47
#[test]
fn each_hit_at_no_hit_points_injures_one_more_part() {
    let people = [sword("a", "A", 9, "fights", ""), sword("a", "C", 8, "fights", ""), sword("b", "T", 5, "waits", "hp = 2")];
    let dice = "d6=1 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2 | d6=2 | d6=4 d10=4 d10=4 d10=4 d10=4 d10=4 d10=4 | d6=2";
    let mut play = stage(&people, "", dice);
    play.turns(1);
    seen(&play, "T", &[("hp", 0), ("injury_level", 1), ("injured(left_leg)", 1), ("injured(right_leg)", 0)]);
    play.turns(1);
    seen(&play, "T", &[("hp", -2), ("injury_level", 2), ("injured(left_leg)", 1), ("injured(right_leg)", 1)]);
}

// HEI-076, R-51
#[test]
fn the_mangled_have_five_and_ten_minutes() {
    let play = hit_with("{ effect = 'hit', number = 6 }", "", "", 2, "d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2");
    seen(&play, "T", &[("hp", -2), ("injury_level", 2), ("unconscious", 0), ("unconscious_round", 151), ("death_round", 301)]);
}

// HEI-072, R-48
#[test]
fn an_injured_torso_puts_out_unless_it_only_dazes() {
    let play = hit_with("{ effect = 'hit', number = 4 }", "", "", 5, "");
    seen(&play, "T", &[("hp", 0), ("injured(torso)", 1), ("standing", 0)]);
    let play = hit_with("{ effect = 'hit', number = 4 }", "", "[rulings]\ntorso_injury = 'timed'", 5, "d6=2");
    seen(&play, "T", &[("hp", 0), ("injured(torso)", 1), ("standing", 1), ("daze_turns", 1)]);
}

//
#[test]
fn an_injured_leg_keeps_down_unless_it_only_fells() {
    let fallen = |rest: &str, dice: &str| {
        let mut play =
            hit_with("{ effect = 'hit', number = 4 }", "", rest, 2, &format!("d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2 | {dice}"));
        play.turns(1);

        play.see("T", "prone")
    };
    assert_eq!(fallen("", "dodge d6=6 d10=9 d10=8"), 1);
    assert_eq!(fallen("[rulings]\nleg_injury = 'timed'", "d6=6"), 0);
}

//
#[test]
fn below_the_table_one_is_mutilated_unless_the_ruling_kills() {
    let play = hit_with("{ effect = 'hit', number = 10 }", "", "", 2, "");
    seen(&play, "T", &[("hp", -6), ("dead", 0), ("unconscious", 1), ("death_round", 61)]);
    let play = hit_with("{ effect = 'hit', number = 10 }", "", "[rulings]\nbelow_table = 'dead'", 2, "");
    seen(&play, "T", &[("hp", -6), ("dead", 1)]);
}

//
#[test]
fn armour_takes_damage_of_weapons_but_not_of_effects() {
    let play = hit_with("", "armour = 1", "", 5, AFTER);
    seen(&play, "T", &[("hp", 3)]);
    let play = hit_with("{ effect = 'hit', number = 2 }", "armour = 1", "", 5, AFTER);
    seen(&play, "T", &[("hp", 2)]);
}

/// A after a leg of a day; B is there to be fought.
fn after(leg: &str, a: &str, rest: &str) -> ScriptedPlay<Heimr> {
    let people = [bare("a", "A", 9, "fights", a), bare("b", "B", 5, "waits", "")];
    let day = format!("day = [{leg}, {{ fight = ['a', 'b'] }}]\n{rest}");
    let mut play = stage(&people, &day, "");
    play.leg();
    play
}

// HEI-067, HEI-068, R-55
#[test]
fn a_short_rest_restores_hit_points_and_no_willpower() {
    seen(&after("{ rest = 'short_rest' }", "hp = 1, willpower = 1", ""), "A", &[("hp", 4), ("willpower", 1)]);
    let full = "[rulings]\nshort_rest_willpower = 'full'";
    seen(&after("{ rest = 'short_rest' }", "hp = 1, willpower = 1", full), "A", &[("hp", 4), ("willpower", 3)]);
    seen(&after("{ rest = 'night' }", "hp = 1, willpower = 1", ""), "A", &[("willpower", 3)]);
    let none = "[rulings]\nnight_willpower = 'none'";
    seen(&after("{ rest = 'night' }", "hp = 1, willpower = 1", none), "A", &[("willpower", 1)]);
}

// HEI-069, HEI-075
#[test]
fn only_those_with_a_hit_point_profit_from_a_short_rest() {
    seen(
        &after("{ rest = 'short_rest' }", "hp = 0, injuries = ['right_leg']", ""),
        "A",
        &[("hp", 0), ("injured(right_leg)", 1)],
    );
}

// HEI-140
#[test]
fn a_breather_returns_fatigue_to_its_base() {
    seen(&after("{ rest = 'breather' }", "hp = 1, fatigue = 8", ""), "A", &[("fatigue", 1), ("hp", 1)]);
}
