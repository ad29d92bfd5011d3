//! On the ground and above it: who crawls, who stands up first, who comes down; straight lines.

use super::stage::{blow, ends, field, plan};
use super::{duel, seen};

/// A body that cannot stand up.
const LAME: &str = "injuries = [{ part = 'foot' }, { part = 'foot', index = 1 }]";

// INJ-098, INJ-120, R-22
#[test]
fn whoever_lies_and_cannot_stand_crawls() {
    let mut play = field(&[("A", [5, 5], LAME)], &[("B", [12, 5], "")], "", "");
    play.rounds(1);
    ends(play, "A", &[("x", 8), ("prone", 1), ("ap", 0)]);
    // So does a shooter that goes away from an enemy; a crawl provokes nobody.
    let rest = format!(
        "{}movement = [{{ do = 'kite' }}]\n[policy.b]\nplan = [{{ do = 'escape' }}]\nreact = [{{ do = 'yes' }}]\n",
        plan("{ do = 'attack' }")
    );
    let crossbow = "prone = true\nweapons = [{ name = 'crossbow', kind = 'crossbow', range_increment_ft = 60 }]";
    let mut play = field(&[("A", [5, 5], crossbow)], &[("B", [6, 5], "")], &rest, "10 2");
    play.rounds(1);
    ends(play, "A", &[("x", 4), ("strain", 0), ("attack_actions", 1)]);
}

// INJ-098, R-22, R-47
#[test]
fn whoever_flees_stands_up_first_or_crawls() {
    let rest = "[policy.a]\nplan = [{ do = 'escape' }]\nretreat = [{ do = 'yes' }]\n";
    let flees = |at: [i32; 2], a: &str, more: &str, values: &[(&str, i64)]| {
        let ones = [("A", at, a), ("D", [19, 19], "")];
        let mut play = field(&ones, &[("B", [10, 10], "")], &format!("{rest}{more}"), "");
        play.rounds(1);
        ends(play, "A", values);
    };
    flees([3, 9], LAME, "", &[("x", 0), ("fled", 0), ("prone", 1)]);
    flees([2, 9], LAME, "", &[("x", 0), ("fled", 1)]);
    flees([6, 9], "prone = true", "[book.stand]\nap = 2\n", &[("x", 0), ("fled", 0), ("prone", 0)]);
    flees([6, 9], "prone = true", "", &[("fled", 1)]);
    // Without a place to crawl to, a combatant that cannot stand stays.
    ends(blow(LAME, "", rest, ""), "A", &[("fled", 0)]);
}

/// B, whose head has two injuries, in its turn, with A beside it.
#[track_caller]
fn confused(b: &str, policy: &str, dice: &str, values: &[(&str, i64)]) {
    let b = format!("injuries = [{{ part = 'head', count = 2 }}]\n{b}");
    let rest = format!(
        "{}[policy.b]\nplan = [{{ do = 'escape' }}]\nparts = [{{ part = 'ear' }}]\n{policy}",
        plan("{ do = 'escape' }")
    );
    let mut play = duel("", &b, &rest, &format!("1   d4=4   {dice}"));
    play.rounds(1);
    ends(play, "B", values);
}

// INJ-126, R-18
#[test]
fn the_confused_stand_up_to_attack_and_neither_flee_nor_give_up() {
    // A concussion and what was struck before; the third point has gone into standing up.
    confused("prone = true", "", "attack 10 20   10 20 20", &[("prone", 0), ("attack_actions", 2), ("ap", 0)]);
    let stays = "stand = [{ do = 'no' }]\n";
    confused("prone = true", stays, "10 20 20   10 20 20 20   10 20 20 20 20", &[("prone", 1), ("attack_actions", 3)]);
    let leaves = "retreat = [{ do = 'yes' }]\nsurrender = [{ do = 'yes' }]\n";
    let values = [("fled", 0), ("yielded", 0), ("attack_actions", 3)];
    confused("", leaves, "10 20   10 20 20   10 20 20 20", &values);
}

//
#[test]
fn whoever_flies_above_its_target_comes_down_to_it() {
    let flying = "fly_ft = 60\naltitude_ft = 20";
    let mut play = field(&[("A", [5, 5], flying)], &[("B", [6, 5], "")], "", "10   10 20");
    play.rounds(1);
    ends(play, "A", &[("x", 5), ("altitude_ft", 0), ("attack_actions", 2)]);
    let mut play = duel(flying, "", "", "10   10 20");
    play.rounds(1);
    ends(play, "A", &[("altitude_ft", 0), ("attack_actions", 2)]);
}

/// A maneuver of A at (5, 5), which needs 9 against a larger target, and where A and B are then.
#[track_caller]
fn pushes(act: &str, a: &str, b: [i32; 2], size: &str, places: [(i64, i64); 2]) {
    let skilled = format!("skills = {{ athletics = 5 }}\ntrained = ['athletics']\n{a}");
    let rest = plan(&format!("{{ do = '{act}' }}"));
    let mut play = field(&[("A", [5, 5], &skilled)], &[("B", b, &format!("size = '{size}'"))], &rest, "9");
    play.rounds(1);
    for (who, (x, y)) in ["A", "B"].into_iter().zip(places) {
        seen(&play, who, &[("x", x), ("y", y)]);
    }
}

// INJ-189, INJ-191, INJ-193
#[test]
fn pushes_go_straight_away_from_the_side_of_the_large() {
    pushes("shove", "", [6, 5], "large", [(5, 5), (7, 5)]);
    pushes("shove", "", [6, 4], "large", [(5, 5), (7, 4)]);
    pushes("shove", "", [6, 6], "large", [(5, 5), (7, 7)]);
    pushes("drag", "", [6, 5], "large", [(4, 5), (5, 5)]);
    pushes("drag", "", [6, 4], "large", [(4, 5), (5, 4)]);
    // Behind it is where the line through its middle comes out.
    pushes("overrun", "", [6, 5], "large", [(8, 6), (6, 5)]);
    pushes("overrun", "", [6, 4], "large", [(8, 4), (6, 4)]);
    pushes("overrun", "weapons = [{ name = 'pike', reach_ft = 10 }]", [7, 5], "medium", [(8, 5), (7, 5)]);
}

// INJ-187, R-31
#[test]
fn an_attack_roll_for_a_maneuver_has_the_attribute_of_the_weapon_that_reaches() {
    let weapons =
        "weapons = [{ name = 'dagger', attack_attribute = 'dex' }, { name = 'pike', reach_ft = 10, attack_attribute = 'str' }]";
    for (b, face, prone) in
        [([7, 5], "maneuver 5", 1), ([7, 5], "maneuver 4", 0), ([6, 5], "maneuver 6", 1), ([6, 5], "maneuver 5", 0)]
    {
        let a = format!("skills = {{ acrobatics = 5 }}\ntrained = ['acrobatics']\n{weapons}");
        let rest = format!("{}[rulings]\nmaneuver_roll = 'attack_plus_skill'\n", plan("{ do = 'trip' }"));
        let mut play = field(&[("A", [5, 5], &a)], &[("B", b, "")], &rest, face);
        play.rounds(1);
        ends(play, "B", &[("prone", prone)]);
    }
}
