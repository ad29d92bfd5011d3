//! Surroundings in play: difficult terrain, darkness, weather, light, and what conceals.

use super::spec_people::policy;
use super::spec_stage::{bare, bow, seen, stage, sword};

/// The next dodge of a defender that has used its first one.
const SECOND: &str = "d6=4 d10=4 d10=4";

/// Policies that attack, dodge, block or parry, and nothing else.
const POLICIES: &str = "
[policy.strikes]
turn = [{ do = 'attack' }, { do = 'wait' }]
defend = [{ do = 'dodge' }]
[policy.brawls]
turn = [{ do = 'brawl' }, { do = 'wait' }]
defend = [{ do = 'dodge' }]
[policy.blocks]
turn = [{ do = 'wait' }]
defend = [{ do = 'block' }]
[policy.parries]
turn = [{ do = 'wait' }]
defend = [{ do = 'parry' }]
";

/// Difficult ground in the middle.
const MUD: &str = "[arena]\nsquare.B2 = { difficult = true }\n";

// HEI-246, R-13
#[test]
fn difficult_terrain_takes_one_off_melee_attacks_and_dodges() {
    for (policy, hp) in [("strikes", 2), ("brawls", 3)] {
        let attacker = if policy == "strikes" { sword("a", "A", 9, policy, "") } else { bare("a", "A", 9, policy, "") };
        let people = [attacker, bare("b", "T", 5, "waits", "")];
        // T's dodge is rolled anew at -1; its next one, at -3; A's own, at -1.
        let dice = "d6=4 d10=3 | d6=5 d10=4 | d6=4 d10=4 d10=4 d10=4 | d6=2 d10=3";
        let mut play = stage(&people, &format!("{POLICIES}{MUD}"), dice);
        play.turns(1);
        seen(&play, "T", &[("hp", hp), ("stance_c", -3)]);
        seen(&play, "A", &[("stance_c", -1)]);
    }
}

// HEI-246
#[test]
fn difficult_terrain_takes_one_off_parries_and_nothing_off_blocks_and_shots() {
    let people = [
        sword("a", "P", 9, "parries", ""),
        bare("a", "S", 8, "blocks", "shields = [{ kind = 'medium' }]"),
        bow("b", "E", 5, "strikes", "at = 'B2'"),
        bare("b", "F", 3, "waits", "at = 'A3'"),
    ];
    // The parry of P, the block of S; the shot of E, against the dodge that P rolls for it.
    let dice = "d6=2 d10=3 | d6=2 | d6=4 d10=3 | d6=5 | d6=2 d10=4";
    let mut play = stage(&people, &format!("{POLICIES}{MUD}"), dice);
    play.turns(2);
    seen(&play, "P", &[("stance", 2), ("stance_c", -1)]);
    seen(&play, "S", &[("stance", 1), ("stance_c", 0)]);
    play.turns(1);
    seen(&play, "P", &[("hp", 1), ("dodges", 1), ("stance", 2)]);
}

/// Asserts that a shot from B1 at T in B2, with these dice, leaves T with one hit point.
fn shot(arena: &str, target: &str, dice: &str) {
    let people = [bow("a", "A", 9, "strikes", "at = 'B1'"), bare("b", "T", 5, "waits", target)];
    let mut play = stage(&people, &format!("{POLICIES}[arena]\n{arena}"), &format!("{dice} | {SECOND} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 1)]);
}

// HEI-273, HEI-274, HEI-275, HEI-276, HEI-277
#[test]
fn darkness_and_weather_make_shots_worse_where_no_light_and_no_roof_is() {
    let (plain, two, four) = ("d6=5", "d6=5 d10=6 d10=7", "d6=5 d10=6 d10=7 d10=8 d10=9");
    shot("", "", plain);
    shot("darkness = 2", "", two);
    shot("darkness = 2\nsquare.B2 = { light = 'torch' }", "", plain);
    // A light next to the target shows it; one two squares away only when it is a fire.
    shot("darkness = 2\nsquare.B1 = { light = 'torch' }", "", plain);
    shot("darkness = 2\nsquare.A1 = { light = 'torch' }", "", two);
    shot("darkness = 2\nsquare.A1 = { light = 'campfire' }", "", plain);
    shot("weather = 2", "", two);
    shot("weather = 2\nsquare.B2 = { roof = true }", "", plain);
    shot("weather = 2\nsquare.B1 = { roof = true }", "", two);
    shot("darkness = 3\nweather = 1", "", four);
    shot("darkness = 3\nweather = 1\nsquare.B2 = { light = 'torch', roof = true }", "", plain);
}

// HEI-277, R-68
#[test]
fn darkness_adds_to_what_one_stands_behind_unless_the_larger_counts() {
    let crate_in_the_dark = "darkness = 1\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
    let behind = "cover = 'crate'";
    shot(crate_in_the_dark, behind, "d6=5 d10=6 d10=7 d10=8");
    shot(&format!("{crate_in_the_dark}[rulings]\nconcealment_stack = 'max'\n"), behind, "d6=5 d10=6 d10=7");
    shot(crate_in_the_dark, "", "d6=5 d10=6");
}

// HEI-219, HEI-114
#[test]
fn nothing_conceals_from_those_in_the_same_cluster() {
    let people = [sword("a", "A", 9, "strikes", ""), bare("b", "T", 5, "waits", "cover = 'crate'")];
    let arena = "[arena]\ndarkness = 3\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
    let mut play = stage(&people, &format!("{POLICIES}{arena}"), &format!("d6=5 | {SECOND} | d6=2"));
    seen(&play, "T", &[("concealed_from(A)", 5)]);
    play.turns(1);
    seen(&play, "T", &[("concealed_from(A)", 0), ("hp", 2)]);
}

// R-68, HEI-272, HEI-278
#[test]
fn an_object_conceals_from_those_less_than_its_height_above() {
    let concealed = |object: &str, viewer: i8, own: i8| {
        let people = [
            bow("a", "A", 9, "waits", &format!("at = 'B1', elevation = {viewer}")),
            bare("b", "T", 5, "waits", &format!("cover = '{object}', elevation = {own}")),
        ];
        let arena = format!("[arena]\nsquare.B2 = {{ objects = [{{ name = '{object}' }}] }}\n");
        let play = stage(&people, &arena, "");
        play.see("T", "concealed_from(A)")
    };
    assert_eq!([concealed("crate", 0, 0), concealed("crate", 1, 0), concealed("crate", -3, 0)], [2, 0, 2]);
    assert_eq!([concealed("thick_tree", 3, 0), concealed("thick_tree", 4, 0)], [2, 0]);
    assert_eq!([concealed("merlon", 2, 1), concealed("merlon", 2, 0), concealed("table", 0, 0)], [5, 0, 3]);
}

// HEI-271
#[test]
fn concealment_with_a_direction_works_from_there_only() {
    let people = [
        bow("a", "A", 9, "waits", "at = 'B1'"),
        bow("a", "C", 8, "waits", "at = 'B3'"),
        bare("b", "T", 5, "waits", "cover = 'wall'"),
    ];
    let arena = "[arena]\nsquare.B2 = { objects = [{ name = 'wall', value = 4, height = 2, from = ['A1', 'B1', 'C1'] }] }\n";
    let play = stage(&people, arena, "");
    seen(&play, "T", &[("concealed_from(A)", 4), ("concealed_from(C)", 0)]);
}

// HEI-246, HEI-255, HEI-270, HEI-273, HEI-278
#[test]
fn policies_can_ask_about_their_own_square() {
    let holds = |when: &str| {
        let goes = policy("goes", &format!("{{ do = 'move', direction = 'up', when = '{when}' }}"), "");
        let arena = "[arena]\ndarkness = 1\nsquare.B2 = { height = 1, surface = 'tree', objects = [{ name = 'crate' }] }\n\
                     square.A3 = { difficult = true }\n";
        let people = [bare("a", "A", 9, "goes", "at = 'B2'"), bare("b", "T", 5, "waits", "at = 'A3'")];
        let mut play = stage(&people, &format!("{goes}{arena}"), "d6=2");
        play.turns(1);

        play.see("A", "row") == 2
    };
    for when in [
        "at(B2)",
        "self.at(B2) and target.at(A3)",
        "square.height == 1",
        "not square.difficult",
        "square.concealment == 1",
        "square.cover == 2",
        "square.climb_cr == 5",
    ] {
        assert!(holds(when), "{when}");
    }
    for when in ["at(B3)", "square.difficult", "square.climb_cr < 0", "square.cover == 0", "target.at(B2)"] {
        assert!(!holds(when), "{when}");
    }
}
