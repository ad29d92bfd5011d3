//! What changes in the middle of a fight: light and weather, whatever sets off a readied action, the terrain of a chase, a
//! grip; and progress that several attributes share.

use super::spec_people::{policy, usual};
use super::spec_stage::{armed, bare, scene, seen, stage, sword};
use super::{fabric, refused};
use crate::Heimr;
use frame::rules::testing::try_load;

/// A dodge at -2.
const NEXT: &str = "d6=4 d10=4 d10=4";

// HEI-041, HEI-220, HEI-273
#[test]
fn darkness_falls_and_lifts_with_a_round_and_whoever_it_hid_is_seen() {
    let people = [bare("a", "A", 9, "hides", "at = 'A1'"), bare("b", "T", 5, "waits", "at = 'C1'")];
    let hides = policy("hides", "{ do = 'hide', when = 'not hidden' }", "");
    let arena = "[arena]\nchange = [{ round = 4, darkness = 0 }, { round = 2, darkness = 3 }, { round = 3, weather = 1 }]\n";
    let mut play = stage(&people, &format!("{hides}{arena}"), "d6=3 d6=3 | d6=4 d6=3 d6=3 | d6=3 d6=3");
    let conceals =
        |play: &frame::rules::testing::ScriptedPlay<Heimr>| [play.see("A", "concealed_from(T)"), play.see("A", "hidden")];
    play.rounds(1);
    assert_eq!(conceals(&play), [3, 0]);
    play.rounds(1);
    assert_eq!(conceals(&play), [4, 1]);
    play.rounds(1);
    assert_eq!(conceals(&play), [1, 1]);
}

// HEI-220, HEI-273
#[test]
fn whoever_only_darkness_hid_is_seen_when_it_lifts() {
    let people = [bare("a", "A", 9, "hides", "at = 'A1'"), bare("b", "T", 5, "waits", "at = 'C1'")];
    let rest = policy("hides", "{ do = 'hide', when = 'not hidden' }", "")
        + "[arena]\ndarkness = 2\nchange = [{ round = 2, darkness = 0 }]\n";
    let mut play = stage(&people, &rest, "d6=4 d6=3 d6=3");
    play.turns(1);
    seen(&play, "A", &[("hidden", 1)]);
    play.turns(1);
    seen(&play, "A", &[("hidden", 0)]);
}

/// The hit points of T after its turn, in which it does this beside A, who has readied a blow for such a deed.
fn struck(trigger: &str, does: &str, more: &str, dice: &str) -> i64 {
    let people = [
        sword("a", "A", 9, "readies", ""),
        armed("b", "T", 5, "does", "{ kind = 'light', ability = 'knife_fighting', place = 'worn' }", more),
    ];
    let ready = format!("ready = [{{ do = 'attack', trigger = '{trigger}' }}]");
    let rest = policy("readies", "{ do = 'ready' }", &ready)
        + &policy("does", does, "")
        + "[arena]\nsquare.B2 = { surface = 'ladder', top = 1 }\n";
    let mut play = stage(&people, &rest, &format!("d6=3 | {dice}"));
    play.turns(2);
    play.see("T", "hp")
}

// HEI-107, HEI-108, HEI-173
#[test]
fn a_blow_can_wait_for_whoever_draws_climbs_uses_a_skill_or_stands_up() {
    let hit = format!("d6=1 | {NEXT} | {NEXT}");
    assert_eq!(struck("enemy_draws", "{ do = 'draw' }", "", &hit), 2);
    assert_eq!(struck("enemy_draws", "", "", "d6=3"), 4);
    let skill = "skills = [{ name = 's', action = 'standard', willpower = 1, target = 'own', effects = [] }]";
    assert_eq!(struck("enemy_uses_skill", "{ do = 'skill', skill = 's' }", skill, &hit), 2);
    assert_eq!(struck("enemy_stands_up", "{ do = 'stand_up' }", "prone = true", &hit), 2);
    // On the ladder it is higher, which takes a point; ongoing, its dodge is worse.
    let higher = "d6=3 d10=3 d10=3 | d6=6 d10=6 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=4 d10=4 d10=4 d10=4 d10=4";
    assert_eq!(struck("enemy_climbs", "{ do = 'climb', direction = 'up', square = 'B2' }", "", higher), 2);
}

// HEI-107, HEI-108
#[test]
fn a_blow_can_wait_for_an_enemy_that_is_brought_down() {
    let trips = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'fall' }] }";
    let people =
        [sword("a", "B", 9, "readies", ""), armed("a", "A", 7, "strikes", trips, ""), bare("b", "T", 5, "waits", "hp_max = 9")];
    let rest = policy("readies", "{ do = 'ready' }", "ready = [{ do = 'attack', trigger = 'enemy_goes_down' }]")
        + &policy("strikes", "{ do = 'attack' }", "");
    // Prone and once used, the next dodge loses four.
    let next = "d6=3 d10=3 d10=3 d10=3 d10=3";
    let third = "d6=3 d10=3 d10=3 d10=3 d10=3 d10=3 d10=3";
    let mut play = stage(&people, &rest, &format!("d6=3 | d6=1 | {next} | d6=1 | {third} | d6=3"));
    play.turns(2);
    seen(&play, "T", &[("hp", 5), ("prone", 1)]);
    seen(&play, "B", &[("readied", 0), ("place", 0)]);
}

// HEI-142, HEI-148
#[test]
fn the_quarry_chooses_over_which_terrain_it_is_chased() {
    let caught = |terrain: &str, dice: &str| {
        let swims = "at = 'B1', abilities = { agility = { c = 0, p = 0 }, survival = { c = 0, p = 9 } }";
        let people = [
            bare("a", "A", 9, "pursues", "at = 'B1'"),
            crate::tests::spec_people::raw(
                "b",
                "T",
                5,
                "flees",
                &format!("attributes = {{ sta = 3 }}, {swims}, stance = {{ kind = 'dodge', c = 0, pre = 3, d6 = 3 }}"),
            ),
        ];
        let rest = policy("pursues", "", "pursue = [{ do = 'yes' }]")
            + &usual("flees", &format!("flee = [{{ do = 'yes' }}]\n{terrain}"))
            + "[rulings]\nflee = 'chase'\n[book.chase]\nescape_distance = 2\n";
        let mut play = stage(&people, &rest, &format!("d6=3 | {dice}"));
        play.turns(2);
        [play.see("T", "caught"), play.see("T", "fled")]
    };
    assert_eq!(caught("", "d6=1 d6=6 d6=1 d6=6"), [1, 0]);
    assert_eq!(caught("terrain = [{ do = 'ability', ability = 'survival' }]", "d6=1 d6=6"), [0, 1]);
}

// HEI-148
#[test]
fn a_terrain_names_an_ability_that_there_is() {
    let refused = |line: &str| {
        let people = [bare("a", "A", 9, "flees", ""), bare("b", "T", 5, "waits", "")];
        let policies = usual("flees", &format!("terrain = [{line}]"));
        try_load::<Heimr>(&scene(&people, &policies)).err().expect("it is refused").render(false)
    };
    assert!(refused("{ do = 'ability' }").contains("which `ability`?"));
    assert!(refused("{ do = 'ability', ability = 'swiming' }").contains("swiming"));
}

// HEI-187
#[test]
fn a_one_and_a_half_hander_in_both_hands_leaves_one_for_something_else() {
    let arms = "{ kind = 'medium', ability = 'swordsmanship', place = 'both_hands' }, { kind = 'light', ability = 'knife_fighting', place = 'worn' }";
    let people = [armed("a", "A", 9, "draws", arms, ""), bare("b", "T", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &policy("draws", "{ do = 'draw', item = 'light' }", ""), "d6=3");
    play.turns(1);
    seen(&play, "A", &[("place(medium)", 0), ("place(light)", 1)]);
}

// HEI-099, HEI-100
#[test]
fn several_attributes_share_the_progress_of_one_ability() {
    let after = |shares: &str| {
        let trained =
            format!("progress = true, abilities = {{ swordsmanship = {{ trained_c = 6, trained_p = 6, {shares} }} }}");
        let one = fabric(&trained, "");
        let values = one.fighters[0].values(None);
        ["str", "dex"]
            .map(|name| values.attributes[one.abilities.attributes.iter().position(|(known, _)| known == name).expect("known")])
    };
    assert_eq!(after(""), [1, 0]);
    assert_eq!(after("progress_shares = { str = 6, dex = 6 }"), [1, 1]);
    let with = |shares: &str| {
        format!("progress = true, abilities = {{ swordsmanship = {{ trained_c = 2, trained_p = 1, {shares} }} }}")
    };
    refused(&with("progress_shares = { str = 2 }"), "", "2 points are shared out, of 3 levels of training");
    refused(&with("progress_shares = { str = 2, emp = 1 }"), "", "is not based on `emp`");
    refused(&with("progress = 'str', progress_shares = { str = 3 }"), "", "shared out already");
}
