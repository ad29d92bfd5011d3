//! Lights that combatants carry: where they shine, lighting and putting out, dropping and taking, who is given away.

use super::spec_people::{policy, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword, told};
use super::{refused, warnings};

/// Darkness everywhere.
const NIGHT: &str = "[arena]\ndarkness = 2\n";
/// The arena with a crate in the middle.
const CRATE: &str = "[arena]\ndarkness = 2\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
/// A defence that a combatant rolls at the end of its turn.
const DODGE: &str = "d6=2";

/// The concealment of T in B2 from A at this place, where each of them has these things.
fn concealed(at: &str, a: &str, t: &str, arena: &str) -> i64 {
    let people = [bare("a", "A", 9, "waits", &format!("at = '{at}', {a}")), bare("b", "T", 5, "waits", t)];
    stage(&people, arena, "").see("T", "concealed_from(A)")
}

// HEI-273, HEI-274, HEI-277, R-76
#[test]
fn a_torch_drives_darkness_away_around_whoever_holds_it() {
    let torch = "lights = [{}]";
    let night = |at: &str, a: &str, t: &str| concealed(at, a, t, NIGHT);
    assert_eq!([night("B1", "", ""), night("B1", "", torch), night("B1", torch, "")], [2, 0, 0]);
    assert_eq!([night("A1", torch, ""), night("A1", "lights = [{ reach = 2 }]", "")], [2, 0]);
    assert_eq!([night("B1", "lights = [{ lit = false }]", ""), night("B1", "lights = [{ place = 'worn' }]", "")], [2, 2]);
    assert_eq!(
        [night("B1", "lights = [{ place = 'ground' }]", ""), night("A1", "lights = [{ place = 'ground' }]", "")],
        [0, 2]
    );
    let storm = "[arena]\ndarkness = 2\nweather = 1\n";
    assert_eq!([concealed("B1", "", "", storm), concealed("B1", torch, "", storm)], [3, 1]);
    let behind = format!("cover = 'crate', {torch}");
    assert_eq!([concealed("B1", "", "cover = 'crate'", CRATE), concealed("B1", "", &behind, CRATE)], [4, 2]);
    assert_eq!(concealed("B1", torch, "", "[book.light]\ntorch = 0\n[arena]\ndarkness = 2\n"), 2);
}

// HEI-274, R-76
#[test]
fn a_light_moves_with_its_bearer_and_leaves_with_it() {
    let goes = policy("goes", "{ do = 'run', direction = 'left' }", "");
    let people = [
        bare("a", "A", 9, "goes", "at = 'C2', lights = [{}]"),
        bow("a", "E", 7, "waits", "at = 'B3'"),
        bare("b", "T", 5, "waits", "at = 'A1'"),
    ];
    let mut play = stage(&people, &(goes + NIGHT), "d6=2 d10=2 d10=2 | d6=2 | d6=2 | d6=2 d10=2 d10=2 | d6=2 | d6=2");
    seen(&play, "T", &[("concealed_from(E)", 2)]);
    play.turns(4);
    seen(&play, "A", &[("column", 0), ("lit(torch)", 1)]);
    seen(&play, "T", &[("concealed_from(E)", 0)]);
    play.turns(3);
    seen(&play, "A", &[("fled", 1)]);
    seen(&play, "T", &[("concealed_from(E)", 2)]);
}

// HEI-187, R-76
#[test]
fn a_light_takes_a_hand_and_the_off_hand_where_it_is_free() {
    let place = |a: &str| {
        let people = [bare("a", "A", 9, "waits", a), bare("b", "T", 5, "waits", "")];
        let play = stage(&people, "", "");
        (play.see("A", "place(torch)"), play.see("A", "lit(torch)"))
    };
    let medium = "{ kind = 'medium', ability = 'swordsmanship' }";
    assert_eq!(place("lights = [{}]"), (1, 1));
    assert_eq!(place(&format!("weapons = [{medium}], lights = [{{}}]")), (1, 1));
    let shield = "shields = [{ kind = 'small', ability = 'sword_and_shield' }]";
    assert_eq!(place(&format!("{shield}, lights = [{{}}]")), (0, 1));
    assert_eq!(place(&format!("weapons = [{medium}], {shield}, lights = [{{}}]")), (3, 0));
    assert_eq!(place("weapons = [{ kind = 'bow' }], lights = [{}]"), (3, 0));
    assert_eq!(place("lights = [{ place = 'sword_hand' }, { name = 'lantern' }]"), (0, 1));
    let held = "weapons = [{ kind = 'bow', place = 'both_hands' }], lights = [{ place = 'off_hand' }]";
    refused(held, "", "no free hand for the torch");
    refused("lights = [{ place = 'worn', lit = true }]", "", "the torch is put away, and cannot burn");
    refused("lights = [{}, {}, {}, {}, {}]", "", "at most 4 lights");
    refused("lights = [{ place = 'both_hands' }]", "", "either of them");
}

// HEI-188, HEI-274, R-76
#[test]
fn who_holds_sword_and_torch_has_no_hand_to_grab_with() {
    let grabs = policy("grabs", "{ do = 'brawl' }", "brawl = [{ do = 'bind' }]\n");
    let holds = |more: &str, own: &str| {
        let people = [sword("a", "A", 9, "grabs", more), bare("b", "T", 5, "waits", "")];
        let mut play = stage(&people, &grabs, &format!("d6=6 | d6=4 d10=4 d10=4 {own}"));
        play.turns(1);
        play.see("A", "holds")
    };
    assert_eq!([holds("", ""), holds("lights = [{ place = 'worn' }]", ""), holds("lights = [{}]", DODGE)], [1, 1, -1]);
}

// HEI-173, R-76
#[test]
fn lighting_is_a_standard_action_unless_it_is_free() {
    let lines = "{ do = 'light' }, { do = 'dodge' }";
    let lit = |torch: &str, rest: &str| {
        let people = [bare("a", "A", 9, "lights", torch), bare("b", "T", 5, "waits", "at = 'A1'")];
        let mut play = stage(&people, &format!("{}{rest}", policy("lights", lines, "")), DODGE);
        play.turns(1);
        (play.see("A", "lit(torch)"), play.see("A", "dodge_ready"), play.see("A", "ongoing"))
    };
    assert_eq!(lit("lights = [{ lit = false }]", ""), (1, 0, 0));
    assert_eq!(lit("lights = [{ lit = false }]", "[rulings]\nlighting = 'free'\n"), (1, 1, 0));
    assert_eq!(lit("lights = [{}]", ""), (1, 1, 0));
    // A light that is put away, or held by an arm that cannot be used, is not lit.
    assert_eq!(lit("lights = [{ place = 'worn' }]", ""), (0, 1, 0));
    assert_eq!(lit("lights = [{ lit = false }], effects = [{ effect = 'bind', number = 9, part = 'off_arm' }]", ""), (0, 1, 0));
}

// HEI-174, HEI-175, R-76, R-77
#[test]
fn a_dropped_light_burns_on_and_one_that_is_put_away_goes_out() {
    let after = |act: &str, rest: &str| {
        let people = [bare("a", "A", 9, "acts", "at = 'B1', lights = [{}]"), bare("b", "T", 5, "waits", "")];
        // Concealing is an ongoing action, which takes two off the dodge.
        let dice = if act == "conceal" { "d6=2 d10=2 d10=2" } else { DODGE };
        let acts = policy("acts", &format!("{{ do = '{act}', when = 'round == 1' }}"), "");
        let mut play = stage(&people, &format!("{acts}{NIGHT}{rest}"), dice);
        play.turns(1);
        (play.see("A", "place(torch)"), play.see("A", "lit(torch)"), play.see("T", "concealed_from(A)"))
    };
    assert_eq!(after("drop", ""), (5, 1, 0));
    assert_eq!(after("drop", "[rulings]\ndropped_light = 'goes_out'\n"), (5, 0, 2));
    assert_eq!(after("put_away", ""), (3, 0, 2));
    assert_eq!(after("conceal", ""), (3, 0, 2));
    assert_eq!(after("put_out", ""), (1, 0, 2));
    assert_eq!(after("swap", ""), (0, 1, 0));
}

// HEI-074, R-77
#[test]
fn an_injured_arm_drops_its_light() {
    let drops = |rest: &str| {
        let people = [
            armed("a", "A", 9, "strikes", "{ kind = 'medium', ability = 'swordsmanship', damage = 9 }", "hp_max = 9"),
            bare("b", "T", 5, "waits", "hp_max = 9, lights = [{}]"),
        ];
        let strikes = policy("strikes", "{ do = 'attack' }", "");
        let mut play = stage(&people, &format!("{strikes}{NIGHT}{rest}"), &format!("d6=3 | d6=4 d10=4 d10=4 | {DODGE}"));
        play.turns(1);
        (play.see("T", "place(torch)"), play.see("T", "lit(torch)"))
    };
    assert_eq!(drops(""), (5, 1));
    assert_eq!(drops("[rulings]\ndropped_light = 'goes_out'\n"), (5, 0));
}

// HEI-154, HEI-274, R-76
#[test]
fn a_light_on_the_ground_can_be_trodden_out_by_anybody_there() {
    let treads = |line: &str, lights: &str, at: &str| {
        let people = [
            bare("a", "A", 9, "treads", &format!("at = '{at}', {lights}")),
            bare("b", "T", 5, "waits", "lights = [{ place = 'ground' }]"),
        ];
        let mut play = stage(&people, &policy("treads", &format!("{line}, {{ do = 'dodge' }}"), ""), DODGE);
        play.turns(1);
        (play.see("T", "lit(torch)"), play.see("A", "dodge_ready"))
    };
    let out = "{ do = 'put_out' }";
    assert_eq!([treads(out, "", "B2"), treads(out, "", "B1")], [(0, 1), (1, 1)]);
    // One that somebody else holds is out of reach, and a named one has to be of that name.
    let lantern = "lights = [{ name = 'lantern', lit = false }]";
    assert_eq!(treads("{ do = 'put_out', item = 'lantern' }", lantern, "B2"), (1, 1));
    assert_eq!(treads("{ do = 'put_out', item = 'torch' }", "lights = [{ lit = false }]", "B2"), (0, 1));
    let people = [bare("a", "A", 9, "treads", ""), bare("b", "T", 5, "waits", "lights = [{}]")];
    let mut play = stage(&people, &policy("treads", out, ""), DODGE);
    play.turns(1);
    seen(&play, "T", &[("lit(torch)", 1)]);
}

// HEI-176, R-76
#[test]
fn a_burning_light_that_somebody_has_dropped_can_be_taken_over() {
    let people =
        [bare("a", "A", 9, "drops", "lights = [{}]"), bare("b", "T", 5, "takes", "lights = [{ place = 'elsewhere' }]")];
    let policies = policy("drops", "{ do = 'drop', when = 'round == 1' }", "") + &policy("takes", "{ do = 'get' }", "");
    let mut play = stage(&people, &(policies + NIGHT), "d6=2 | d6=2 d10=2 d10=2");
    play.turns(2);
    seen(&play, "A", &[("place(torch)", 7), ("lit(torch)", 0)]);
    seen(&play, "T", &[("place(torch)", 1), ("lit(torch)", 1)]);
}

// HEI-171, HEI-220, HEI-274, R-76
#[test]
fn a_light_that_comes_near_shows_who_hides_in_the_dark_and_not_who_hides_behind_something() {
    let hidden = |arena: &str, torch: &str| {
        let people = [
            bare("a", "H", 9, "hides", ""),
            bare("b", "E", 5, "comes", &format!("at = 'A1', {torch}")),
            bare("b", "F", 4, "waits", "at = 'C3'"),
        ];
        let policies = policy("hides", "{ do = 'hide', when = 'round == 1' }", "")
            + &policy("comes", "{ do = 'move', square = 'A2' }", "observe = [{ do = 'no' }]\n");
        let mut play = stage(&people, &(policies + arena), &format!("d6=4 | {DODGE} | {DODGE}"));
        play.turns(1);
        seen(&play, "H", &[("hidden_from", 0b110)]);
        play.turns(1);
        play.see("H", "hidden")
    };
    let torch = "lights = [{}]";
    assert_eq!([hidden(NIGHT, ""), hidden(NIGHT, torch), hidden(CRATE, torch)], [1, 0, 1]);
}

// HEI-171, R-78
#[test]
fn who_holds_a_burning_light_does_not_hide_unless_the_ruling_allows_it() {
    let hides = |lines: &str, torch: &str, rest: &str, dice: &str| {
        let people = [bare("a", "H", 9, "hides", torch), bare("b", "E", 5, "waits", "at = 'A1'")];
        let mut play = stage(&people, &format!("{}{CRATE}{rest}", policy("hides", lines, "")), &format!("{dice} {DODGE}"));
        play.turns(1);
        play.see("H", "hidden")
    };
    let yes = "[rulings]\nbearer_hides = 'yes'\n";
    let hide = "{ do = 'hide' }";
    assert_eq!([hides(hide, "lights = [{}]", "", ""), hides(hide, "lights = [{}]", yes, "d6=4")], [0, 1]);
    assert_eq!(hides(hide, "lights = [{ lit = false }]", "", "d6=4"), 1);
    assert_eq!(hides("{ do = 'put_out' }, { do = 'hide' }", "lights = [{}]", "", "d6=4"), 1);
    let then_lit = "{ do = 'hide' }, { do = 'light' }";
    assert_eq!(
        [hides(then_lit, "lights = [{ lit = false }]", "", "d6=4"), hides(then_lit, "lights = [{ lit = false }]", yes, "d6=4")],
        [0, 1]
    );
    let warned = warnings("hidden = true, lights = [{}]", NIGHT);
    assert_eq!(warned, ["it bears a burning light, and begins seen"]);
    assert!(warnings("hidden = true, lights = [{ lit = false }]", NIGHT).is_empty());
}

// HEI-274, R-76
#[test]
fn policies_can_ask_who_holds_a_light_and_if_one_stands_in_it() {
    let holds = |when: &str| {
        let goes = policy("goes", &format!("{{ do = 'move', direction = 'up', when = '{when}' }}"), "");
        let people =
            [bare("a", "A", 9, "goes", "lights = [{}]"), bare("b", "T", 5, "waits", "at = 'A1', lights = [{ lit = false }]")];
        let mut play = stage(&people, &(goes + NIGHT), DODGE);
        play.turns(1);
        play.see("A", "row") == 2
    };
    for when in ["lit", "square.lit", "square.concealment == 0", "not target.lit", "wields(torch)"] {
        assert!(holds(when), "{when}");
    }
    // An item that is called like a kind of items has no word of its own, and moves no other word.
    let shield = "shields = [{ name = 'shield', kind = 'small' }], lights = [{}]";
    let goes = policy("goes", "{ do = 'move', direction = 'up', when = 'wields(torch)' }", "");
    let people = [bare("a", "A", 9, "goes", shield), bare("b", "T", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &(goes + NIGHT), DODGE);
    play.turns(1);
    assert_eq!(play.see("A", "row"), 2);
    for when in ["not lit", "not square.lit", "square.concealment > 0", "target.lit"] {
        assert!(!holds(when), "{when}");
    }
}

// HEI-175, R-76
#[test]
fn who_cannot_take_its_only_weapon_for_a_light_drops_it() {
    let great = "{ kind = 'great', ability = 'swordsmanship', place = 'worn' }";
    let people = [armed("a", "A", 9, "usual", great, "lights = [{}]"), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, &usual("usual", ""), DODGE);
    play.turns(1);
    seen(&play, "A", &[("place(torch)", 5), ("lit(torch)", 1), ("place(great)", 2)]);
    let knife = "{ kind = 'light', ability = 'knife_fighting', place = 'worn' }";
    let people = [armed("a", "A", 9, "usual", knife, "lights = [{}]"), bare("b", "T", 5, "waits", "")];
    let mut play = stage(&people, &usual("usual", ""), DODGE);
    play.turns(1);
    seen(&play, "A", &[("place(torch)", 1), ("place(light)", 0)]);
}

// HEI-057, R-64, R-76
#[test]
fn a_broken_light_shines_no_more() {
    let blow = "{ kind = 'medium', ability = 'swordsmanship', damage = 0, on_hit = [{ effect = 'break', number = 2 }] }";
    let broken = |toughness: u8| {
        let people = [
            armed("a", "A", 9, "strikes", blow, ""),
            bare("b", "T", 5, "waits", &format!("lights = [{{ toughness = {toughness} }}]")),
            bow("a", "E", 4, "waits", "at = 'B1'"),
        ];
        let rest = policy("strikes", "{ do = 'attack' }", "") + NIGHT;
        let mut play = stage(&people, &rest, &format!("d6=5 | d6=4 d10=4 d10=4 | {DODGE}"));
        play.turns(1);
        play.see("T", "concealed_from(E)")
    };
    assert_eq!([broken(2), broken(3)], [2, 0]);
}

// HEI-274, R-76, R-77, R-78
#[test]
fn a_replay_tells_what_becomes_of_lights() {
    let people = [bare("a", "A", 9, "acts", "lights = [{ lit = false }]"), bare("b", "T", 5, "treads", "")];
    let acts = policy("acts", "{ do = 'light' }, { do = 'drop' }", "");
    let treads = policy("treads", "{ do = 'put_out' }", "");
    let told = told(&people, &(acts + &treads + NIGHT), &format!("{DODGE} | {DODGE}"), 2);
    for sentence in
        ["A lights the torch: darkness is gone in B2 and up to 1 around it", "A drops the torch", "T puts out the torch of A"]
    {
        assert!(told.iter().any(|told| told == sentence), "{sentence} in {told:#?}");
    }
}
