//! Turns, actions, defences, shots and hiding.

use super::spec_stage::{armed, bare, bow, seen, stage, sword};

/// A policy of these turn lines.
fn policy(name: &str, lines: &str) -> String {
    format!("[policy.{name}]\nturn = [{lines}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n")
}

// HEI-106
#[test]
fn who_delays_acts_after_the_other_and_stays_there() {
    let people = [sword("a", "A", 9, "late", ""), bare("b", "B", 5, "waits", "")];
    let late = "[policy.late]\ndelay = [{ do = 'after', of = 'B', when = 'round == 1' }]\nturn = [{ do = 'wait' }]\ndefend = [{ do = 'dodge' }]";
    let mut play = stage(&people, late, "d6=2 | d6=4");
    play.rounds(1);
    seen(&play, "A", &[("place", 1), ("stance_pre", 4)]);
    seen(&play, "B", &[("place", 0), ("stance_pre", 2)]);
}

// HEI-116, HEI-117, HEI-113
#[test]
fn shots_reach_other_squares_within_range_and_blows_do_not() {
    let shoots = policy("shoots", "{ do = 'attack' }");
    let hp = |range: u8, dice: &str| {
        let weapon = format!("{{ kind = 'bow', range = {range} }}");
        let people = [armed("a", "A", 9, "shoots", &weapon, "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'B2'")];
        let mut play = stage(&people, &shoots, dice);
        play.turns(1);

        play.see("B", "hp")
    };
    assert_eq!(hp(1, "d6=5 | d6=4 d10=4 d10=4 | d6=2"), 1);
    assert_eq!(hp(0, "dodge d6=2"), 4);
    let people = [sword("a", "A", 9, "shoots", "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'B2'")];
    let mut play = stage(&people, &shoots, "dodge d6=2");
    play.turns(1);
    seen(&play, "B", &[("hp", 4)]);
}

// HEI-165, HEI-151, HEI-115
#[test]
fn a_move_leaves_the_cluster_and_costs_no_fatigue() {
    let people = [sword("a", "A", 9, "goes", "cluster = 1, fatigue = 5"), bare("b", "B", 5, "waits", "cluster = 1")];
    let mut play = stage(&people, &policy("goes", "{ do = 'move', direction = 'left' }"), "dodge d6=2");
    seen(&play, "A", &[("cluster_size", 2)]);
    play.turns(1);
    seen(&play, "A", &[("column", 0), ("cluster", 0), ("fatigue", 5), ("ongoing", 0)]);
    seen(&play, "B", &[("cluster", 0)]);
}

// HEI-153, HEI-154
#[test]
fn there_is_one_standard_action_and_each_free_action_once() {
    let people = [sword("a", "A", 9, "goes", "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'A1'")];
    let lines = "{ do = 'drop_prone' }, { do = 'stand_up' }, { do = 'move', direction = 'up' }";
    let mut play = stage(&people, &policy("goes", "{ do = 'move', direction = 'up' }"), "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("row", 1)]);
    // Down, up again and away; neither of the free actions is done twice.
    let mut play = stage(&people, &policy("goes", lines), "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("row", 1), ("prone", 0)]);
}

// HEI-169
#[test]
fn dropping_prone_is_free() {
    let people = [sword("a", "A", 9, "goes", ""), sword("b", "B", 5, "waits", "")];
    // The attack from the ground is at -2: the lowest of three; its next dodge too.
    let lines = "{ do = 'drop_prone' }, { do = 'attack' }";
    let mut play = stage(&people, &policy("goes", lines), "d6=5 d10=6 d10=7 | d6=4 d10=4 d10=4 | d6=3 d10=8 d10=9");
    play.turns(1);
    seen(&play, "A", &[("prone", 1), ("stance_c", -2), ("stance_pre", 3)]);
    seen(&play, "B", &[("hp", 2)]);
}

// HEI-155
#[test]
fn a_run_is_an_ongoing_action() {
    let people = [sword("a", "A", 9, "goes", "at = 'B1'"), bare("b", "B", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &policy("goes", "{ do = 'run', direction = 'up' }"), "dodge d6=2 d10=3 d10=4");
    play.turns(1);
    seen(&play, "A", &[("row", 1), ("ongoing", 1), ("ran_from", 1), ("stance_c", -2)]);
}

// HEI-170
#[test]
fn a_crawl_takes_two_turns() {
    let people = [bare("a", "A", 9, "goes", "at = 'B1', prone = true"), bare("b", "B", 5, "waits", "at = 'A1'")];
    let crawl = "[policy.goes]\nstand = [{ do = 'no' }]\nturn = [{ do = 'crawl', direction = 'up' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]";
    let mut play = stage(&people, crawl, "d6=2 d10=3 d10=4 | d6=1 | d6=2 d10=3 d10=4");
    play.turns(1);
    seen(&play, "A", &[("row", 0), ("crawl_pending", 1)]);
    play.turns(2);
    seen(&play, "A", &[("row", 1), ("crawl_pending", 0), ("prone", 1)]);
}

// HEI-172, R-33
#[test]
fn a_readied_dodge_helps_once_against_shots() {
    let hp = |act: &str, more: &str| {
        let people = [bare("b", "T", 9, "goes", ""), bow("a", "A", 5, "shoots", "at = 'B1'")];
        let policies = policy("goes", &format!("{{ do = '{act}' }}")) + &policy("shoots", "{ do = 'attack' }");
        let mut play = stage(&people, &policies, &format!("d6=2 | d6=2 | {more}"));
        play.turns(2);
        let (hp, ready) = (play.see("T", "hp"), play.see("T", "dodge_ready"));
        (hp, ready)
    };
    // A shot of 2 + 4 against a dodge of 2 + 2, and 2 more when ready.
    assert_eq!(hp("wait", "d6=4 d10=4 d10=4 | d6=2"), (1, 0));
    assert_eq!(hp("dodge", "d6=4 d10=4 d10=4 | d6=2"), (4, 0));
}

// HEI-173, HEI-174, HEI-175, HEI-176, HEI-178, HEI-159
#[test]
fn items_are_drawn_put_away_dropped_got_and_swapped() {
    let places = |place: &str, lines: &str, dice: &str| {
        let knife = format!("{{ kind = 'light', ability = 'knife_fighting', place = '{place}' }}");
        let people = [armed("a", "A", 9, "goes", &knife, ""), bare("b", "B", 5, "waits", "at = 'A1'")];
        let mut play = stage(&people, &policy("goes", lines), dice);
        play.turns(1);

        (play.see("A", "place(light)"), play.see("A", "row"), play.see("A", "ongoing"))
    };
    assert_eq!(places("worn", "{ do = 'draw' }", "dodge d6=2"), (0, 1, 0));
    assert_eq!(places("sword_hand", "{ do = 'put_away' }", "dodge d6=2"), (3, 1, 0));
    assert_eq!(places("sword_hand", "{ do = 'drop', item = 'light' }", "dodge d6=2"), (5, 1, 0));
    assert_eq!(places("stored", "{ do = 'get' }", "dodge d6=2 d10=3 d10=4"), (0, 1, 1));
    assert_eq!(places("sword_hand", "{ do = 'swap' }", "dodge d6=2"), (1, 1, 0));
    assert_eq!(places("worn", "{ do = 'move', direction = 'up' }, { do = 'draw' }", "dodge d6=2"), (0, 2, 0));
    assert_eq!(places("stored", "{ do = 'move', direction = 'up' }, { do = 'get' }", "dodge d6=2"), (4, 2, 0));
}

// HEI-200, R-29
#[test]
fn a_targeted_part_is_hit_at_minus_two() {
    let people = [sword("a", "A", 9, "aims", ""), sword("b", "T", 5, "waits", "hp = 2")];
    let aims = "[policy.aims]\npart = [{ do = 'left_leg' }]\ndefend = [{ do = 'dodge' }]";
    // The small die says torso.
    let mut play = stage(&people, aims, "d6=5 d10=6 d10=7 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2");
    play.turns(1);
    seen(&play, "T", &[("hp", 0), ("injured(left_leg)", 1), ("injured(torso)", 0)]);
}

// HEI-284, R-32
#[test]
fn who_declines_to_defend_is_hit_and_uses_no_defence() {
    let people = [sword("a", "A", 9, "fights", ""), sword("b", "T", 5, "stoic", "")];
    let stoic = "[policy.stoic]\ndecline = [{ do = 'yes' }]\ndefend = [{ do = 'dodge' }]";
    let mut play = stage(&people, stoic, "d6=1 | d6=2");
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("dodges", 0), ("stance_pre", 3), ("stance_c", 0)]);
}

// HEI-210, HEI-102, HEI-186
#[test]
fn defences_come_back_with_the_own_turn() {
    let people = [sword("a", "A", 9, "fights", ""), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, "", "d6=1 | d6=4 d10=4 d10=4 | d6=2 | d6=6");
    play.turns(1);
    seen(&play, "T", &[("dodges", 1), ("stance_c", -2)]);
    play.turns(1);
    seen(&play, "T", &[("dodges", 0), ("stance_c", 0), ("stance_pre", 6)]);
}

// HEI-214
#[test]
fn a_defence_tires_only_when_it_is_used() {
    let people = [sword("a", "A", 9, "strikes", ""), bare("b", "T", 5, "waits", "fatigue = 4")];
    let strikes = policy("strikes", "{ do = 'wait', when = 'round == 1' }, { do = 'attack' }");
    let mut play = stage(&people, &strikes, "d6=2 | d6=3 | d6=6 | d6=4 d10=4 d10=4 | d6=2");
    play.turns(2);
    seen(&play, "T", &[("fatigue", 4), ("stance_pre", 3)]);
    play.turns(1);
    seen(&play, "T", &[("fatigue", 5), ("hp", 2)]);
}

// HEI-258, HEI-259, HEI-257
#[test]
fn melee_reaches_one_height_and_is_worse_upwards() {
    let strike = |elevation: i8, dice: &str| {
        let people = [sword("a", "A", 9, "strikes", ""), bare("b", "T", 5, "waits", &format!("elevation = {elevation}"))];
        let mut play = stage(&people, &policy("strikes", "{ do = 'attack' }"), dice);
        play.turns(1);

        play.see("T", "hp")
    };
    assert_eq!(strike(1, "d6=5 d10=6 | d6=4 d10=4 d10=4 | d6=2"), 2);
    assert_eq!(strike(-1, "d6=1 d10=2 | d6=4 d10=4 d10=4 | d6=2"), 2);
    assert_eq!(strike(2, "dodge d6=2"), 4);
}
