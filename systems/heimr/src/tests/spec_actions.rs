//! Actions of all kinds: moving, running, climbing, items, upcoming actions, standing up.

use super::spec_people::{policy, raw, stanced, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword};

/// A dodge at -2.
const NEXT: &str = "d6=4 d10=4 d10=4";

// HEI-158, HEI-156
#[test]
fn an_upcoming_action_can_be_given_up_and_the_standard_action_is_kept() {
    let first_blow = |cancel: &str, dice: &str| {
        let people = [sword("a", "A", 9, "breathes", "fatigue = 3"), bare("b", "B", 5, "waits", "")];
        let breathes = policy("breathes", "{ do = 'upcoming_breather', when = 'round == 1' }, { do = 'attack' }", cancel);
        let mut play = stage(&people, &breathes, dice);
        play.turns(2);
        seen(&play, "A", &[("breather_pending", 1), ("fatigue", 3)]);
        play.turns(1);
        seen(&play, "A", &[("breather_pending", 0)]);

        (play.see("A", "fatigue"), play.see("B", "hp"))
    };
    assert_eq!(first_blow("cancel = [{ do = 'yes' }]", &format!("d6=3 || d6=2 || d6=5 | {NEXT} | d6=3")), (3, 2));
    assert_eq!(first_blow("", "d6=3 || d6=2 || d6=3"), (1, 4));
}

// HEI-165
#[test]
fn a_move_can_lead_out_of_a_cluster_inside_the_square() {
    let people = [
        sword("a", "A", 9, "steps", "cluster = 1"),
        bare("b", "B", 5, "waits", "cluster = 1"),
        bare("b", "C", 4, "waits", "cluster = 1"),
    ];
    let steps = policy("steps", "{ do = 'move', square = 'B2' }, { do = 'attack' }", "");
    let mut play = stage(&people, &steps, "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("column", 1), ("row", 1), ("cluster", 0), ("ongoing", 0), ("stance_c", 0)]);
    seen(&play, "B", &[("hp", 4), ("cluster_size", 2)]);
}

// HEI-165, HEI-251, R-63
#[test]
fn a_move_over_a_border_with_a_challenge_has_to_pass_it() {
    let arena = "[arena]\nborder = [{ between = ['B1', 'B2'], cr = 4 }]";
    let people = [bare("a", "A", 9, "goes", "at = 'B1'"), bare("b", "B", 5, "waits", "")];
    let goes = policy("goes", "{ do = 'move', direction = 'up' }", "stand = [{ do = 'no' }]");
    let mut play = stage(&people, &format!("{goes}{arena}"), "d6=2 | d6=2");
    play.turns(1);
    seen(&play, "A", &[("row", 1), ("prone", 0)]);
    // It stays and lies there; the action is spent.
    let mut play = stage(&people, &format!("{goes}{arena}"), "d6=1 | d6=2 d10=2 d10=2");
    play.turns(1);
    seen(&play, "A", &[("row", 0), ("prone", 1), ("fall_turns", 1), ("stance_c", -2)]);
}

// HEI-166
#[test]
fn whoever_runs_cannot_be_charged_from_where_it_came() {
    let charge = |from: &str, act: &str, dice: &str| {
        let people = [
            bare("b", "R", 9, "goes", "at = 'B1'"),
            sword("a", "C", 5, "follows", &format!("at = '{from}'")),
            bare("b", "Z", 1, "waits", "at = 'C3'"),
        ];
        let goes = policy("goes", &format!("{{ do = '{act}', direction = 'up' }}"), "");
        let follows = policy("follows", "{ do = 'charge', square = 'B2' }", "");
        let mut play = stage(&people, &(goes + &follows), dice);
        play.turns(1);
        seen(&play, "R", &[("row", 1), ("ongoing", i64::from(act == "run"))]);
        play.turns(1);

        (play.see("C", "column"), play.see("C", "row"), play.see("R", "hp"))
    };
    let ran = "d6=2 d10=2 d10=2";
    assert_eq!(charge("B1", "run", &format!("{ran} || d6=2")), (1, 0, 4));
    // From another square it can be charged, and then its defence is that of an ongoing action.
    assert_eq!(charge("A2", "run", &format!("{ran} || d6=5 | {NEXT} d10=4 d10=4 | d6=2 d10=2 d10=2")), (1, 1, 2));
    // A combatant that has moved can be charged from anywhere.
    assert_eq!(charge("B1", "move", &format!("d6=2 || d6=5 | {NEXT} | d6=2 d10=2 d10=2")), (1, 1, 2));
}

// HEI-166
#[test]
fn a_runner_can_be_charged_again_from_its_next_turn_on_and_runs_over_no_challenge() {
    let people = [bare("b", "R", 9, "once", "at = 'B1'"), sword("a", "C", 5, "late", "at = 'B1'")];
    let once = policy("once", "{ do = 'run', direction = 'up', when = 'round == 1' }", "");
    let late = policy("late", "{ do = 'charge', square = 'B2' }", "");
    let dice = format!("d6=2 d10=2 d10=2 || d6=2 || d6=2 || d6=5 | {NEXT} | d6=2 d10=2 d10=2");
    let mut play = stage(&people, &(once + &late), &dice);
    play.turns(2);
    seen(&play, "C", &[("row", 0)]);
    play.turns(2);
    seen(&play, "C", &[("row", 1)]);
    seen(&play, "R", &[("hp", 2), ("ran_from", -1)]);
    let people = [bare("a", "A", 9, "runs", "at = 'B1'"), bare("b", "B", 5, "waits", "")];
    let arena = "[arena]\nborder = [{ between = ['B1', 'B2'], cr = 1 }]";
    let mut play = stage(&people, &(policy("runs", "{ do = 'run', direction = 'up' }", "") + arena), "d6=2");
    play.turns(1);
    seen(&play, "A", &[("row", 0), ("ongoing", 0)]);
}

/// A wall of height 2 between B1 and B2, climbed along such a surface.
fn wall(surface: &str) -> String {
    format!("[arena]\nsquare.B2 = {{ height = 2 }}\nborder = [{{ between = ['B1', 'B2'], kinds = ['{surface}'] }}]")
}

fn climbs() -> String {
    policy("climbs", "{ do = 'climb', direction = 'up' }, { do = 'move', direction = 'up' }", "stand = [{ do = 'no' }]")
}

// HEI-167, HEI-262, HEI-226
#[test]
fn a_climb_is_an_ongoing_action_of_one_height_and_in_between_one_is_climbing() {
    let people = [bare("a", "A", 9, "climbs", "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'A3'")];
    // A rope: 4, with an ability of 2.
    let dice = "d6=2 | d6=2 d10=2 d10=3 d10=4 d10=5 || d6=2 || d6=3 | d6=2 d10=3 d10=4 || d6=2 || d6=3";
    let mut play = stage(&people, &(climbs() + &wall("rope")), dice);
    play.turns(1);
    seen(&play, "A", &[("elevation", 1), ("climbing", 1), ("ongoing", 1), ("row", 0), ("stance_c", -4)]);
    play.turns(2);
    seen(&play, "A", &[("elevation", 2), ("climbing", 0), ("ongoing", 1), ("row", 0), ("stance_c", -2)]);
    // At the top one can walk on.
    play.turns(2);
    seen(&play, "A", &[("elevation", 0), ("height", 2), ("row", 1), ("ongoing", 0)]);
}

// HEI-167, HEI-270
#[test]
fn a_ladder_is_climbed_without_a_roll() {
    let people = [bare("a", "A", 9, "climbs", "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'A3'")];
    let mut play = stage(&people, &(climbs() + &wall("ladder")), "dodge d6=2 d10=2 d10=3 d10=4 d10=5");
    play.turns(1);
    seen(&play, "A", &[("elevation", 1), ("climbing", 1), ("ongoing", 1)]);
}

// HEI-167, HEI-261, HEI-266, HEI-267, HEI-053
#[test]
fn a_failed_climb_is_a_fall_from_the_height_one_tried_to_reach() {
    let clumsy = "at = 'B1', hp_max = 4, attributes = { sta = 3 }, abilities = { agility = { c = 0, p = 0 } }, \
                  stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }";
    let people = [raw("a", "U", 9, "climbs", clumsy), bare("b", "B", 5, "waits", "at = 'A3'")];
    // From 1 nothing is risked: prone, no more.
    let down = "d6=2 d10=2 d10=3 d10=4 d10=5";
    let mut play = stage(&people, &(climbs() + &wall("rope")), &format!("d6=3 | {down}"));
    play.turns(1);
    seen(&play, "U", &[("hp", 4), ("elevation", 0), ("prone", 1), ("fall_turns", 1), ("climbing", 0), ("stance_c", -4)]);
    // From 2, as in the worked example: 2 + 2 * 2 are needed, 5 fails, HP are 3 - 2.
    let mut play = stage(&people, &(climbs() + &wall("rope")), &format!("d6=4 | {down} || d6=2 || d6=3 | d6=5 | {down}"));
    play.turns(3);
    seen(&play, "U", &[("hp", 1), ("injuries", 0), ("elevation", 0), ("prone", 1), ("fall_turns", 1), ("row", 0)]);
    let mut play = stage(&people, &(climbs() + &wall("rope")), &format!("d6=4 | {down} || d6=2 || d6=3 | d6=6 | {down}"));
    play.turns(3);
    seen(&play, "U", &[("hp", 4), ("prone", 1)]);
}

// HEI-167, HEI-230
#[test]
fn a_climb_needs_a_free_hand() {
    let climbed = |gear: &str, dice: &str| {
        let people = [bare("a", "A", 9, "climbs", &format!("at = 'B1', {gear}")), bare("b", "B", 5, "waits", "at = 'A3'")];
        let mut play = stage(&people, &(climbs() + &wall("ladder")), dice);
        play.turns(1);

        play.see("A", "elevation")
    };
    let up = "dodge d6=2 d10=2 d10=3 d10=4 d10=5";
    let sword = "weapons = [{ kind = 'medium', ability = 'swordsmanship', place = 'sword_hand' }]";
    assert_eq!(climbed(sword, up), 1);
    assert_eq!(climbed(&format!("{sword}, shields = [{{ kind = 'small', ability = 'sword_and_shield' }}]"), "dodge d6=2"), 0);
    assert_eq!(climbed("weapons = [{ kind = 'great', ability = 'swordsmanship' }]", "dodge d6=2"), 0);
}

// HEI-173, R-30
#[test]
fn a_bow_is_loaded_by_drawing_and_a_stored_weapon_cannot_be_drawn() {
    let people = [armed("a", "A", 9, "draws", "{ kind = 'bow', loaded = false }", "at = 'B1'"), bare("b", "B", 5, "waits", "")];
    let draws = policy("draws", "{ do = 'attack' }, { do = 'draw' }", "");
    let mut play = stage(&people, &draws, &format!("d6=2 || d6=2 || d6=5 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "A", &[("loaded(bow)", 1), ("ongoing", 0)]);
    seen(&play, "B", &[("hp", 4)]);
    play.turns(2);
    seen(&play, "A", &[("loaded(bow)", 0)]);
    seen(&play, "B", &[("hp", 1)]);
    let knife = "{ kind = 'light', ability = 'knife_fighting', place = 'stored' }";
    let people = [armed("a", "A", 9, "draws", knife, ""), bare("b", "B", 5, "waits", "")];
    let mut play = stage(&people, &draws, "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("place(light)", 4)]);
}

// HEI-173, HEI-174, HEI-159
#[test]
fn one_item_can_be_handled_beside_a_move_and_none_beside_a_charge() {
    let places = |lines: &str, dice: &str| {
        let weapons = "{ kind = 'light', name = 'one', ability = 'knife_fighting', place = 'sword_hand' }, \
                       { kind = 'light', name = 'two', ability = 'knife_fighting', place = 'worn' }";
        let people = [armed("a", "A", 9, "goes", weapons, "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'B2'")];
        let mut play = stage(&people, &policy("goes", lines, ""), dice);
        play.turns(1);

        (play.see("A", "place(one)"), play.see("A", "place(two)"), play.see("A", "row"))
    };
    let (put, draw) = ("{ do = 'put_away' }", "{ do = 'draw', item = 'two' }");
    let (go, charge) = ("{ do = 'move', direction = 'up' }", "{ do = 'charge', direction = 'up' }");
    assert_eq!(places(&format!("{go}, {put}"), "d6=2"), (3, 3, 1));
    assert_eq!(places(&format!("{put}, {go}"), "d6=2"), (3, 3, 1));
    assert_eq!(places(&format!("{go}, {draw}"), "d6=2"), (0, 1, 1));
    // The second of them would need an action of its own, and so would a second weapon without a move.
    assert_eq!(places(&format!("{go}, {put}, {draw}"), "d6=2"), (3, 3, 1));
    assert_eq!(places(&format!("{put}, {draw}"), "d6=2"), (3, 3, 0));
    assert_eq!(places(&format!("{charge}, {put}"), &format!("d6=5 | {NEXT} | d6=2 d10=2 d10=2")), (0, 3, 1));
    assert_eq!(places(&format!("{draw}, {charge}"), "d6=2"), (0, 1, 0));
}

//
#[test]
fn readying_costs_the_standard_action_unless_it_is_free() {
    let struck = |rest: &str, dice: &str| {
        let people = [sword("a", "A", 9, "ready", ""), bare("b", "B", 5, "waits", "")];
        let mut play = stage(&people, &format!("{}{rest}", policy("ready", "{ do = 'ready' }, { do = 'attack' }", "")), dice);
        play.turns(1);
        seen(&play, "A", &[("readied", 1)]);

        play.see("B", "hp")
    };
    assert_eq!(struck("", "dodge d6=2"), 4);
    assert_eq!(struck("[rulings]\nready_cost = 'free'", &format!("d6=5 | {NEXT} | d6=2")), 2);
}

// R-16, HEI-155
#[test]
fn a_readied_ongoing_action_costs_defence_from_when_it_is_carried_out() {
    let people = [
        bare("b", "R", 9, "breathes", "fatigue = 5"),
        sword("a", "E", 5, "comes", "at = 'B1'"),
        bare("b", "Z", 1, "waits", "at = 'A3'"),
    ];
    let breathes = policy(
        "breathes",
        "{ do = 'ready', when = 'round == 1' }",
        "ready = [{ do = 'breather', trigger = 'enemy_enters_my_square' }]",
    );
    let comes = policy("comes", "{ do = 'move', direction = 'up', when = 'round == 1' }, { do = 'attack' }", "");
    let mut play = stage(&people, &(breathes + &comes), "d6=6 || d6=2 || d6=2 || d6=6");
    play.turns(1);
    seen(&play, "R", &[("ongoing", 0), ("fatigue", 5), ("stance_c", 0), ("readied", 1)]);
    play.turns(1);
    seen(&play, "R", &[("ongoing", 1), ("fatigue", 3), ("stance_c", 0), ("readied", 0), ("place", 0)]);
    play.turns(2);
    seen(&play, "R", &[("ongoing", 0), ("stance_c", 0)]);
}

// R-17, HEI-157
#[test]
fn an_upcoming_action_is_interrupted_by_an_attack_or_only_by_a_hit() {
    let pending = |rest: &str, die: u8| {
        let people = [bare("a", "A", 9, "breathes", "fatigue = 3"), sword("b", "T", 5, "fights", "")];
        let breathes = policy("breathes", "{ do = 'upcoming_breather', when = 'round == 1' }", "");
        // The dodge is worth 6 + 2.
        let mut play = stage(&people, &format!("{breathes}{rest}"), &format!("d6=6 || d6={die} | {NEXT} | d6=2"));
        play.turns(1);
        seen(&play, "A", &[("breather_pending", 1)]);
        play.turns(1);
        seen(&play, "A", &[("hp", if die > 2 { 2 } else { 4 })]);

        play.see("A", "breather_pending")
    };
    let hit = "[rulings]\ninterrupt_on = 'hit'";
    assert_eq!([pending("", 2), pending("", 3)], [0, 0]);
    assert_eq!([pending(hit, 2), pending(hit, 3)], [1, 0]);
}

//
#[test]
fn standing_up_is_free_once_a_turn_or_takes_the_standard_action() {
    let rise = |rest: &str, dice: &str| {
        let people = [sword("a", "A", 9, "fights", "prone = true"), bare("b", "B", 5, "waits", "")];
        let mut play = stage(&people, rest, dice);
        play.turns(1);
        seen(&play, "A", &[("prone", 0), ("stance_c", 0)]);

        play.see("B", "hp")
    };
    assert_eq!(rise("", &format!("d6=5 | {NEXT} | d6=2")), 2);
    assert_eq!(rise("[rulings]\nstand_up = 'standard'", "d6=2"), 4);
}

// R-21, HEI-053
#[test]
fn standing_up_for_the_standard_action_waits_for_the_next_turn_after_a_fall() {
    let rise = |rest: &str, first: &str| {
        // Down for one turn, in which it cannot get anywhere; then up.
        let people = [sword("a", "A", 9, "stays", "effects = [{ effect = 'fall' }]"), bare("b", "B", 5, "waits", "at = 'A1'")];
        let stays = usual("stays", "approach = [{ do = 'hold' }]");
        let mut play = stage(&people, &format!("{stays}{rest}"), &format!("{first} || d6=2 || d6=2"));
        play.turns(1);
        let prone = play.see("A", "prone");
        play.turns(2);
        seen(&play, "A", &[("prone", 0)]);
        prone
    };
    assert_eq!(rise("", "dodge d6=2"), 0);
    assert_eq!(rise("[rulings]\nstand_up = 'standard'", "d6=2 d10=2 d10=2"), 1);
}

// HEI-150, HEI-149, HEI-179
#[test]
fn many_attackers_wear_a_strong_opponent_down_and_a_breather_helps() {
    let people = [
        sword("a", "A", 9, "fights", ""),
        sword("a", "B", 8, "fights", ""),
        sword("a", "C", 7, "fights", ""),
        stanced(bare("b", "V", 5, "breathes", "hp_max = 30, fatigue = 3"), "dodge", 3),
    ];
    let breathes = policy("breathes", "{ do = 'breather', when = 'round == 1' }", "");
    let fourth = "d6=2 d10=9 d10=9 d10=9 d10=9";
    let dice = format!(
        "d6=2 | d6=4 d10=9 d10=9 | d6=2 || d6=2 | {fourth} | d6=2 || d6=2 | {fourth} d10=9 d10=9 | d6=2 || d6=2 d10=9 d10=9"
    );
    let mut play = stage(&people, &breathes, &dice);
    // One attack would have left its fatigue alone; the third defence tires it.
    play.turns(2);
    seen(&play, "V", &[("fatigue", 3), ("dodges", 2)]);
    play.turns(1);
    seen(&play, "V", &[("fatigue", 4), ("dodges", 3)]);
    play.turns(1);
    seen(&play, "V", &[("fatigue", 2), ("ongoing", 1)]);
}

// R-31, HEI-049
#[test]
fn a_weapon_without_damage_takes_no_hit_points_and_only_does_what_its_ammunition_does() {
    let shot = |target: &str, on_hit: &str| {
        let archer = format!(
            "at = 'B1', attributes = {{ sta = 3 }}, abilities = {{ blowguns = {{ c = 0, p = 3 }} }}, \
             weapons = [{{ kind = 'blowgun', on_hit = [{on_hit}] }}], stance = {{ kind = 'dodge', c = 1, pre = 3, d6 = 3 }}"
        );
        let people = [raw("a", "A", 9, "shoots", &archer), bare("b", "T", 5, "waits", target)];
        let mut play = stage(&people, &policy("shoots", "{ do = 'attack' }", ""), &format!("d6=4 | {NEXT} | d6=2 d10=2"));
        play.turns(1);

        (play.see("T", "hp"), play.see("T", "injuries"), play.see("T", "willpower"))
    };
    assert_eq!(shot("", ""), (4, 0, 3));
    assert_eq!(shot("hp = 1", ""), (1, 0, 3));
    assert_eq!(shot("hp = 1", "{ effect = 'drain', number = 2 }"), (1, 0, 1));
    assert_eq!(shot("hp = 0, injuries = ['off_arm']", ""), (0, 1, 3));
    assert_eq!(shot("hp = 3", "{ effect = 'hit', number = 1 }"), (2, 0, 3));
}

// HEI-173
#[test]
fn a_shot_needs_something_to_shoot() {
    let people = [bow("a", "A", 9, "shoots", "at = 'B1'"), bare("b", "B", 5, "waits", "hp_max = 9")];
    let mut play = stage(&people, &policy("shoots", "{ do = 'attack' }", ""), &format!("d6=5 | {NEXT} | d6=2 || d6=2 || d6=2"));
    play.turns(3);
    seen(&play, "B", &[("hp", 6)]);
    let people = [bow("a", "A", 9, "shoots", "at = 'B1'"), bare("b", "B", 5, "waits", "hp_max = 9")];
    let free = "[book.ammo]\nrequires_draw = false";
    let dice = format!("d6=5 | {NEXT} | d6=2 || d6=2 || d6=5 | {NEXT} | d6=2");
    let mut play = stage(&people, &(policy("shoots", "{ do = 'attack' }", "") + free), &dice);
    play.turns(3);
    seen(&play, "B", &[("hp", 3)]);
}

// R-17, HEI-222
#[test]
fn a_luck_shot_that_finds_nothing_interrupts_nothing() {
    let pending = |luck: &str| {
        let people =
            [bow("a", "A", 9, "snipes", "hidden = true, fatigue = 3"), bow("b", "T", 5, "guesses", "at = 'B1', hp_max = 9")];
        let crate_here = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }";
        let snipes = policy("snipes", "{ do = 'attack', when = 'round == 1' }, { do = 'upcoming_breather' }", "");
        let guesses = policy("guesses", "{ do = 'attack' }", "");
        // Hidden at 6; the shot of the hidden one is at +2, and afterwards its target knows that somebody is there.
        let dice = format!("d6=6 || d6=5 | {NEXT} | d6=6 || {luck} | d6=2");
        let mut play = stage(&people, &(snipes + &guesses + crate_here), &dice);
        play.turns(1);
        seen(&play, "A", &[("breather_pending", 1), ("hidden", 1), ("hide_value", 4)]);
        seen(&play, "T", &[("hp", 6)]);
        play.turns(1);

        (play.see("A", "breather_pending"), play.see("T", "loaded(bow)"))
    };
    assert_eq!(pending("d10=9"), (1, 1));
    // The shot at a consistency of 0 - 1 - 2 is dodged.
    assert_eq!(pending(&format!("d10=10 | d6=1 d10=4 d10=4 d10=4 | {NEXT}")), (0, 0));
}

// HEI-167, HEI-262
#[test]
fn one_can_climb_inside_a_square_that_has_a_surface_for_it() {
    let lines = "{ do = 'climb', square = 'B2', direction = 'up', when = 'round == 1' }, \
                 { do = 'climb', square = 'B2', direction = 'down', when = 'round == 2' }";
    let people = [bare("a", "A", 9, "climbs", ""), bare("b", "B", 5, "waits", "at = 'A3'")];
    let text = policy("climbs", lines, "") + "[arena]\nsquare.B2 = { surface = 'rope' }";
    let dice = "d6=2 | d6=2 d10=2 d10=3 d10=4 d10=5 || d6=2 || d6=3 | d6=2 d10=3 d10=4";
    let mut play = stage(&people, &text, dice);
    play.turns(1);
    seen(&play, "A", &[("elevation", 1), ("climbing", 1), ("ongoing", 1), ("row", 1)]);
    play.turns(2);
    seen(&play, "A", &[("elevation", 0), ("climbing", 0), ("ongoing", 1)]);
    let mut play = stage(&people, &policy("climbs", lines, ""), "d6=2");
    play.turns(1);
    seen(&play, "A", &[("elevation", 0), ("ongoing", 0)]);
}

// HEI-176
#[test]
fn what_others_have_dropped_can_be_picked_up() {
    let knife = |place: &str| format!("{{ kind = 'light', ability = 'knife_fighting', place = '{place}' }}");
    let people = [
        armed("a", "A", 9, "drops", &knife("sword_hand"), ""),
        armed("b", "E", 5, "takes", &knife("elsewhere"), ""),
        armed("b", "F", 3, "takes", &knife("elsewhere"), "at = 'A1'"),
    ];
    let policies =
        policy("drops", "{ do = 'drop', item = 'light', when = 'round == 1' }", "") + &policy("takes", "{ do = 'get' }", "");
    let mut play = stage(&people, &policies, "d6=2 || d6=2 d10=3 d10=4 || d6=2");
    seen(&play, "E", &[("place(light)", 7), ("wields(light)", 0)]);
    play.turns(1);
    seen(&play, "A", &[("place(light)", 5), ("ongoing", 0)]);
    play.turns(2);
    seen(&play, "E", &[("place(light)", 0), ("wields(light)", 1), ("ongoing", 1)]);
    seen(&play, "A", &[("place(light)", 7)]);
    // Elsewhere there is nothing to take.
    seen(&play, "F", &[("place(light)", 7), ("ongoing", 0)]);
}

// HEI-054, HEI-176, HEI-126
#[test]
fn what_was_dropped_by_an_effect_can_be_picked_up_when_that_is_over() {
    let weapon = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'drop', number = 4 }] }";
    let people = [armed("a", "E", 9, "once", weapon, ""), sword("b", "T", 5, "takes", "hp_max = 9")];
    let policies = policy("once", "{ do = 'attack', when = 'round == 1' }", "") + &policy("takes", "{ do = 'get' }", "");
    let dice = format!("d6=5 | {NEXT} | d6=2 || d6=2 || d6=2 || d6=2 || d6=2 || d6=2 d10=3 d10=4");
    let mut play = stage(&people, &policies, &dice);
    play.turns(4);
    seen(&play, "T", &[("place(medium)", 5), ("drop_turns", 0), ("ongoing", 0)]);
    play.turns(2);
    seen(&play, "T", &[("place(medium)", 0), ("ongoing", 1)]);
}
