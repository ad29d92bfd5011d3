//! Corners in which rules meet: bearers and guards, climbers and hands, covers, chases, intentions, what a day begins with.

use super::spec_people::{policy, raw, stanced, usual};
use super::spec_stage::{armed, bare, bow, scene, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::{ScriptedPlay, at_dawn, try_load};

/// A dodge at -2, and one at -4.
const NEXT: &str = "d6=4 d10=4 d10=4";
const AFTER_NEXT: &str = "d6=4 d10=4 d10=4 d10=4 d10=4";

// HEI-237, HEI-242, R-45
#[test]
fn a_burden_stays_where_fewer_bearers_come_across_than_it_takes() {
    let after = |guards: &str, dice: &str| {
        let people = [
            bare("a", "A", 9, "bears", ""),
            bare("a", "B", 8, "bears", ""),
            bare("a", "M", 2, "waits", "hp = -4, injuries = ['torso']"),
            sword("b", "G", 10, "guards", ""),
        ];
        let policies = policy("bears", "{ do = 'carry', direction = 'up', who = 'M' }", "") + &policy("guards", guards, "");
        let mut play = stage(&people, &policies, dice);
        play.turns(3);
        ["A", "B", "M"].map(|name| play.see(name, "row"))
    };
    assert_eq!(after("", "d6=3 | d6=3 | d6=3"), [2, 2, 2]);
    // The guard stops the first of the two, and one alone is not enough.
    assert_eq!(after("{ do = 'guard', direction = 'up', when = 'not guarding' }", "d6=3 | d6=3 | d6=3"), [1, 1, 1]);
}

// HEI-167, HEI-262, R-81
#[test]
fn a_climb_inside_a_square_ends_at_the_top_of_what_is_climbed() {
    let after = |square: &str, more: &str, turns: u32, dice: &str| {
        let people = [bare("a", "A", 9, "climbs", ""), bare("b", "T", 5, "waits", &format!("at = 'C3', {more}"))];
        let climbs = policy("climbs", "{ do = 'climb', direction = 'up', square = 'B2' }", "");
        let rest = format!("{climbs}[arena]\nsquare.B2 = {{ surface = 'ladder'{square} }}");
        let mut play = stage(&people, &rest, dice);
        play.turns(turns);
        [play.see("A", "elevation"), play.see("A", "climbing")]
    };
    let (up, top) = (AFTER_NEXT, NEXT);
    assert_eq!(after(", top = 1", "", 1, top), [1, 0]);
    assert_eq!(after(", top = 1", "", 3, &format!("{top} | d6=3 | d6=3")), [1, 0]);
    assert_eq!(after(", top = 2", "", 1, up), [1, 1]);
    // The merlon is two high, and so is whoever stands up there.
    assert_eq!(after(", objects = [{ name = 'merlon' }]", "", 3, &format!("{up} | d6=3 | {top}")), [2, 0]);
    assert_eq!(after("", "", 3, &format!("{up} | d6=3 | {up}")), [2, 1]);
}

// HEI-189, HEI-230
#[test]
fn the_hand_that_holds_on_takes_hold_of_nobody() {
    let people =
        [armed("a", "A", 9, "binds", "{ kind = 'light' }", "climbing = 'rope', elevation = 1"), bare("b", "T", 5, "waits", "")];
    let policies = policy("binds", "{ do = 'brawl' }", "brawl = [{ do = 'bind' }]");
    let mut play = stage(&people, &policies, &format!("d6=6 d10=6 | {NEXT} | {NEXT}"));
    play.turns(1);
    seen(&play, "T", &[("held_by", -1), ("hp", 3)]);
    seen(&play, "A", &[("holds", -1), ("climbing", 1)]);
}

// HEI-154, HEI-180, HEI-181
#[test]
fn a_search_is_the_only_observation_of_a_turn() {
    let people = [
        bare("a", "A", 9, "searches", "at = 'B1'"),
        bare("b", "H", 5, "waits", "at = 'A1', hidden = true, cover = 'thick_tree'"),
        bare("b", "T", 4, "waits", "at = 'C1'"),
    ];
    let policies = usual("searches", "turn = [{ do = 'search' }]\napproach = [{ do = 'hold' }]");
    let rest = format!("{policies}[arena]\nsquare.A1 = {{ objects = [{{ name = 'thick_tree' }}] }}");
    let mut play = stage(&people, &rest, "d6=1 | d6=1 | d6=3");
    play.turns(1);
    seen(&play, "H", &[("hidden", 1)]);
}

// HEI-142, R-61, R-87
#[test]
fn who_runs_after_a_fugitive_is_away_guards_nobody_and_comes_back() {
    let people = [
        sword("a", "G", 30, "guards", "at = 'B1'"),
        bare("a", "W", 5, "waits", "at = 'B1'"),
        bare("b", "R", 20, "flees", "at = 'B1'"),
        sword("b", "S", 10, "strikes", "at = 'B1'"),
    ];
    let policies = policy(
        "guards",
        "{ do = 'guard', when = 'not guarding' }",
        "guard = [{ do = 'ally', who = 'W' }]\npursue = [{ do = 'yes' }]",
    ) + &usual("flees", "flee = [{ do = 'yes' }]")
        + &policy("strikes", "{ do = 'attack', when = 'round == 1' }", "target = [{ at = 'first', among = 'it.is(W)' }]")
        + "[rulings]\nflee = 'chase'\n";
    let chase = "d6=1 d6=6 d6=1 d6=6";
    let dice = format!("d6=3 | {chase} | d6=5 | {NEXT} | d6=3 | d6=3 | d6=3 d6=3 | d6=3 d6=3 | d6=3");
    let mut play = stage(&people, &policies, &dice);
    play.rounds(1);
    seen(&play, "R", &[("caught", 1)]);
    seen(&play, "G", &[("away", 1), ("standing", 0), ("ward", -1), ("turns_missed", 2)]);
    seen(&play, "W", &[("hp", 2)]);
    assert_eq!(play.ending(), None);
    play.rounds(2);
    seen(&play, "G", &[("away", 1), ("turns_missed", 0)]);
    play.turns(1);
    seen(&play, "G", &[("away", 0), ("standing", 1), ("ward", 1), ("row", 0)]);
}

// HEI-171, HEI-271, HEI-272, R-82
#[test]
fn one_hides_behind_what_conceals_from_those_it_hides_from() {
    let hidden = |objects: &str, height: i32| {
        let people = [bare("a", "A", 9, "hides", "at = 'A1'"), bare("b", "T", 5, "waits", "at = 'C1'")];
        let hides = policy("hides", "{ do = 'hide', when = 'not hidden' }", "");
        let rest = format!("{hides}[arena]\nsquare.A1 = {{ objects = [{objects}] }}\nsquare.C1 = {{ height = {height} }}");
        let mut play = stage(&people, &rest, "d6=4 | d6=3");
        play.turns(1);
        [play.see("A", "hidden"), play.see("A", "cover"), play.see("A", "hidden_from")]
    };
    let tree = "{ name = 'thick_tree' }";
    assert_eq!(hidden(&format!("{{ name = 'merlon', from = ['A3'] }}, {tree}"), 0), [1, 1, 2]);
    assert_eq!(hidden(&format!("{{ name = 'table' }}, {tree}"), 1), [1, 1, 2]);
    assert_eq!(hidden(&format!("{{ name = 'table' }}, {tree}"), 0), [1, 0, 2]);
}

// HEI-062, HEI-171, HEI-215, R-82
#[test]
fn who_cannot_move_hides_only_behind_what_it_has_taken_cover_behind() {
    let hidden = |more: &str, dice: &str| {
        let effects = "effects = [{ effect = 'bind', part = 'body', number = 20 }, { effect = 'fall', number = 20 }]";
        let people = [bare("a", "A", 9, "hides", &format!("{effects}, {more}")), bare("b", "T", 5, "waits", "at = 'C2'")];
        let hides = policy("hides", "{ do = 'hide' }", "");
        let rest = format!("{hides}[arena]\nsquare.B2 = {{ objects = [{{ name = 'thick_tree' }}] }}");
        let mut play = stage(&people, &rest, dice);
        play.turns(1);
        play.see("A", "hidden")
    };
    assert_eq!(hidden("", NEXT), 0);
    assert_eq!(hidden("cover = 'thick_tree'", &format!("d6=4 | {NEXT}")), 1);
}

// HEI-075, HEI-264, HEI-267, R-54
#[test]
fn who_is_hurt_before_its_first_fight_sits_it_out_and_who_begins_hurt_does_not() {
    let steady =
        "hp_max = 30, abilities = { agility = { c = 0, p = 60 } }, stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }";
    let people = [
        bare("a", "A", 9, "waits", ""),
        raw("a", "B", 8, "waits", steady),
        bare("b", "T", 5, "waits", "hp = 0, injuries = ['right_leg']"),
    ];
    let day = "day = [{ name = 'ledge', hazard = { height = 4 }, sides = ['a'] }, { fight = ['a', 'b'] }]\n";
    let mut play = ScriptedPlay::<Heimr>::script(&format!("{day}{}", scene(&people, "")), "d6=1 d6=5");
    play.leg();
    seen(&play, "A", &[("hp", -1)]);
    assert!(play.meet());
    assert_eq!(["A", "B", "T"].map(|name| play.see(name, "absent")), [1, 0, 0]);
}

// HEI-218, R-54
#[test]
fn the_unconscious_wake_when_somebody_cares_for_them_and_not_before() {
    let woken = |stabilise: &str| {
        let people = [
            bare("a", "D", 9, "waits", "unconscious = true"),
            bare("a", "W", 8, "yields", ""),
            bare("b", "F", 5, "waits", ""),
            bare("c", "L", 4, "waits", ""),
        ];
        let rest = format!("{}[rulings]\nstabilise = '{stabilise}'\n", usual("yields", "yield = [{ do = 'yes' }]"));
        let day = "on_defeat = 'go on'\nday = [{ fight = ['a', 'b'] }, { fight = ['a', 'c'] }]\n";
        let dice = if stabilise == "all" { "d6=3 d6=3" } else { "d6=3" };
        let mut play = ScriptedPlay::<Heimr>::script(&format!("{day}{}", scene(&people, &rest)), dice);
        play.leg();
        let left = [play.see("D", "unconscious"), play.see("D", "prone")];
        play.meet();
        (left, play.see("D", "absent"))
    };
    assert_eq!(woken("none"), ([1, 1], 1));
    assert_eq!(woken("winners"), ([1, 1], 1));
    assert_eq!(woken("all"), ([0, 0], 0));
}

// HEI-114, HEI-127, HEI-185, R-74
#[test]
fn darkness_touches_a_second_blow_no_more_than_the_first() {
    let knives = "{ kind = 'light', ability = 'knife_fighting', on_hit = [{ effect = 'stumble', number = 2 }] }, \
                  { kind = 'light', name = 'left', ability = 'knife_fighting', place = 'off_hand' }";
    let people = [armed("a", "A", 9, "strikes", knives, ""), bare("b", "T", 5, "waits", "hp_max = 9")];
    let rest = policy("strikes", "{ do = 'attack' }", "stumble_direction = 'up'") + "[arena]\ndarkness = 3\n";
    let mut play = stage(&people, &rest, &format!("d6=5 | {NEXT} | d6=5 | {AFTER_NEXT} | d6=3"));
    play.turns(1);
    seen(&play, "T", &[("hp", 7), ("cluster", 0)]);
}

// HEI-172, R-33
#[test]
fn a_dodge_for_which_one_is_ready_is_weighed_with_what_that_adds() {
    let ready = "attributes = { sta = 3 }, abilities = { agility = { c = 2, p = 3 }, sword_and_shield = { c = 2, p = 2 } }, hp_max = 9, \
                 weapons = [{ kind = 'medium', ability = 'sword_and_shield' }], shields = [{ kind = 'small' }], at = 'A1', \
                 stance = { kind = 'parry', c = 2, pre = 3, d6 = 3 }";
    let used = |action: &str, dice: &str| {
        let people = [raw("a", "A", 9, "readies", ready), bow("b", "T", 5, "fights", "at = 'B1'")];
        let policies = format!(
            "[policy.readies]\nturn = [{{ do = '{action}' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'parry' }}, {{ do = 'best' }}]\n"
        );
        let mut play = stage(&people, &policies, &format!("d6=3 d10=4 d10=4 | {dice} | d6=1 | d6=3"));
        play.turns(2);
        [play.see("A", "dodges"), play.see("A", "blocks")]
    };
    assert_eq!(used("wait", "d6=1 d10=5 d10=6"), [0, 1]);
    assert_eq!(used("dodge", "d6=1 d10=5 d10=6"), [1, 0]);
}

// HEI-160, HEI-185, R-28
#[test]
fn something_to_throw_in_one_hand_leaves_the_knife_in_the_other_its_blow() {
    let struck = |at: &str, dice: &str| {
        let arms = "{ kind = 'throwing', ability = 'throwing', place = 'sword_hand' }, \
                    { kind = 'light', ability = 'knife_fighting', place = 'off_hand' }";
        let people = [armed("a", "A", 9, "fights", arms, ""), bare("b", "T", 5, "waits", &format!("hp_max = 9, at = '{at}'"))];
        let mut play = stage(&people, "", dice);
        play.turns(1);
        [play.see("T", "hp"), i64::from(play.see("A", "cluster") != 0), play.see("A", "place(throwing)")]
    };
    assert_eq!(struck("B2", &format!("d6=6 | {NEXT} | d6=6 | {AFTER_NEXT} | d6=3")), [7, 1, 3]);
    assert_eq!(struck("C2", &format!("d6=6 | {NEXT} | d6=3")), [8, 0, 3]);
}

/// A policy that readies an attack on an intention.
fn foresees(trigger: &str) -> String {
    policy("foresees", "{ do = 'ready' }", &format!("ready = [{{ do = 'attack', trigger = '{trigger}', on = 'intent' }}]"))
}

// HEI-107, HEI-111, HEI-112
#[test]
fn an_intention_to_leave_is_struck_at_before_it_is_carried_out() {
    let left = |insight: u8, dice: &str| {
        let people = [sword("a", "A", 9, "foresees", ""), bare("b", "T", 5, "leaves", "hp_max = 2")];
        let rest = foresees("enemy_leaves_my_square") + &policy("leaves", "{ do = 'move', direction = 'right' }", "");
        let mut play = stage(&people, &rest, &format!("d6=3 | d6=3 | d6={insight} | {dice}"));
        play.turns(2);
        [play.see("T", "column"), play.see("T", "hp")]
    };
    assert_eq!(left(3, "d6=5"), [1, 0]);
    // Who is deceived strikes at nobody: the other one is gone.
    assert_eq!(left(2, "d6=3"), [2, 2]);
}

// HEI-111, R-75
#[test]
fn an_intention_to_enter_is_looked_for_and_who_cannot_reach_that_far_waits_for_the_deed() {
    let people = [sword("a", "A", 9, "foresees", ""), bare("b", "T", 5, "enters", "at = 'C2'")];
    let rest = foresees("enemy_enters_my_square") + &policy("enters", "{ do = 'move', direction = 'left' }", "");
    let mut play = stage(&people, &rest, &format!("d6=3 | d6=2 | d6=5 | d6=5 | {NEXT} | {NEXT}"));
    play.turns(2);
    seen(&play, "T", &[("hp", 2), ("column", 1)]);
    seen(&play, "A", &[("readied", 0)]);
}

// HEI-111, HEI-162
#[test]
fn a_brawl_that_is_seen_coming_is_answered_before_it() {
    let people = [sword("a", "A", 9, "foresees", ""), bare("b", "T", 5, "brawls", "hp_max = 2")];
    let rest = foresees("enemy_brawls") + &policy("brawls", "{ do = 'brawl' }", "");
    let mut play = stage(&people, &rest, "d6=3 | d6=3 | d6=3 | d6=5");
    play.turns(2);
    seen(&play, "T", &[("hp", 0), ("standing", 0)]);
    seen(&play, "A", &[("hp", 4)]);
}

// HEI-111
#[test]
fn what_nobody_intends_cannot_be_seen_coming() {
    for trigger in ["ally_hits", "ally_falls"] {
        let people = [sword("a", "A", 9, "foresees", ""), bare("b", "T", 5, "waits", "")];
        let refused = try_load::<Heimr>(&scene(&people, &foresees(trigger))).err().expect("it is refused").render(false);
        assert!(refused.contains(&format!("nobody intends `{trigger}`")), "{refused}");
    }
}

// HEI-054, HEI-176
#[test]
fn by_itself_nobody_takes_what_another_has_thrown() {
    let dart = "{ kind = 'throwing', ability = 'throwing', ammunition = 1 }";
    let people =
        [armed("a", "A", 9, "stays", dart, "at = 'A1'"), stanced(armed("b", "T", 5, "stays", dart, "at = 'B1'"), "dodge", 9)];
    let rest = usual("stays", "disarmed = [{ do = 'brawl' }]\napproach = [{ do = 'hold' }]");
    let mut play = stage(&people, &rest, &format!("d6=1 | {NEXT} | d6=6 | d6=1 | {NEXT} | d6=3 | d6=3"));
    play.turns(3);
    for name in ["A", "T"] {
        seen(&play, name, &[("hp", 4), ("place(throwing)", 5), ("ongoing", 0)]);
    }
}

// HEI-074, R-49, R-50
#[test]
fn who_begins_with_an_injured_leg_lies_and_with_an_injured_arm_holds_nothing_in_it() {
    let begins = |injury: &str, what: &str| {
        let people = [sword("a", "A", 9, "waits", &format!("hp = 0, injuries = ['{injury}']")), bare("b", "T", 5, "waits", "")];
        at_dawn::<Heimr>(&scene(&people, ""), "A", what)
    };
    assert_eq!(["left_leg", "right_leg", "sword_arm", "torso"].map(|part| begins(part, "prone")), [1, 1, 0, 0]);
    assert_eq!(["left_leg", "sword_arm", "off_arm"].map(|part| begins(part, "place(medium)")), [0, 3, 0]);
}

// HEI-139, HEI-140, R-83
#[test]
fn fatigue_below_its_base_stays_there_or_rises_to_it() {
    let fatigue = |ruling: &str| {
        let fresh =
            "fatigue = 1, abilities = { agility = { c = 0, p = 2 } }, stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }";
        let people = [raw("a", "A", 9, "waits", fresh), bare("b", "T", 5, "waits", "")];
        let mut play = stage(&people, &format!("[rulings]\n{ruling}\n"), "d6=3");
        play.turns(1);
        [play.see("A", "fatigue"), play.see("A", "base_fatigue")]
    };
    assert_eq!(fatigue(""), [1, 4]);
    assert_eq!(fatigue("low_fatigue = 'rises'"), [4, 4]);
}

// HEI-051, HEI-161, R-79, R-84
#[test]
fn a_skill_used_on_a_neutral_side_turns_it_like_a_blow() {
    let foes = |ruling: &str| {
        let hurts = "skills = [{ name = 's', action = 'standard', willpower = 1, effects = [{ effect = 'hit' }] }]";
        let people = [bare("a", "A", 9, "hurts", hurts), bare("b", "T", 5, "waits", ""), bare("c", "N", 4, "looks", "")];
        let policies = policy("hurts", "{ do = 'skill', skill = 's' }", "target = [{ at = 'first', among = 'it.is(N)' }]")
            + &policy("looks", "{ do = 'drop_prone', when = 'enemies.standing > 0' }", "");
        let text = scene(&people, &format!("{policies}[rulings]\n{ruling}\n"))
            .replace("name = 'a', combatant", "name = 'a', attacks = ['c'], combatant")
            .replace("name = 'c', combatant", "name = 'c', neutral = true, fights_back = true, combatant");
        let down = if ruling.is_empty() { NEXT } else { "d6=3" };
        let mut play = ScriptedPlay::<Heimr>::script(&text, &format!("d6=3 | d6=3 | {down} ").replace('|', " "));
        play.turns(3);
        [play.see("N", "hp"), play.see("N", "prone")]
    };
    assert_eq!(foes(""), [3, 1]);
    assert_eq!(foes("neutral_skill = 'peace'"), [3, 0]);
}

// HEI-109, R-85
#[test]
fn a_readied_action_that_a_readied_one_sets_off_comes_before_that_one() {
    let people = [
        stanced(sword("b", "B", 9, "answers", ""), "dodge", 3),
        sword("a", "C", 8, "helps", ""),
        sword("a", "A", 5, "strikes", ""),
    ];
    let policies = policy("answers", "{ do = 'ready' }", "ready = [{ do = 'attack', trigger = 'enemy_attacks_me' }]")
        + &policy("helps", "{ do = 'ready' }", "ready = [{ do = 'attack', trigger = 'enemy_attacks_ally' }]")
        + &policy("strikes", "{ do = 'attack' }", "");
    let dice = format!("d6=6 | d6=3 | d6=1 | {NEXT} | d6=1 | {NEXT} | d6=1 | {AFTER_NEXT} | {NEXT}");
    let mut play = stage(&people, &policies, &dice);
    play.turns(3);
    assert_eq!(["C", "B", "A"].map(|name| play.see(name, "place")), [0, 1, 2]);
    seen(&play, "A", &[("hp", 2)]);
    seen(&play, "B", &[("hp", 2)]);
}

// HEI-180, HEI-224, R-69, R-86
#[test]
fn who_tells_its_side_out_of_hiding_has_to_whisper() {
    let after = |ruling: &str| {
        let people = [
            bare("a", "S", 9, "scouts", "at = 'A1', hidden = true"),
            bare("a", "L", 5, "waits", "at = 'A3'"),
            bare("b", "H", 4, "waits", "at = 'C1', hidden = true"),
        ];
        let scouts = policy("scouts", "{ do = 'observe', square = 'C1' }", "");
        let tree = "{ objects = [{ name = 'thick_tree' }] }";
        let rest = format!("{scouts}[arena]\nsquare.A1 = {tree}\nsquare.C1 = {tree}\n[rulings]\n{ruling}\n");
        let mut play = stage(&people, &rest, "d6=6 | d6=1 | d6=5 | d6=3");
        play.turns(1);
        [play.see("S", "hide_value"), play.see("H", "hidden_from")]
    };
    assert_eq!(after(""), [4, 0]);
    assert_eq!(after("hidden_tell = 'nothing'"), [6, 0]);
    assert_eq!(after("hidden_tell = 'silent'"), [6, 2]);
    assert_eq!(after("sightings = 'own'"), [6, 2]);
}

// HEI-186, R-80
#[test]
fn of_those_who_are_equal_by_a_line_one_is_drawn() {
    let struck = |ruling: &str, drawn: &str| {
        let people = [sword("a", "A", 9, "strikes", ""), bare("b", "T", 5, "waits", ""), bare("b", "U", 4, "waits", "")];
        let strikes = policy("strikes", "{ do = 'attack' }", "target = [{ least = 'it.injury_level' }]");
        let mut play = stage(&people, &format!("{strikes}[rulings]\n{ruling}\n"), &format!("{drawn} | d6=5 | {NEXT} | d6=3"));
        play.turns(1);
        [play.see("T", "hp"), play.see("U", "hp")]
    };
    assert_eq!(struck("", "d2=1"), [2, 4]);
    assert_eq!(struck("", "d2=2"), [4, 2]);
    assert_eq!(struck("default_target = 'listed'", ""), [2, 4]);
}
