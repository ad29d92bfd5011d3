//! The worked examples of the specification, die for die.
//!
//! A attacks B; both are soldiers with the change named. A die without a name is a d20. Start anywhere: the tests do not depend
//! on one another.

use super::{duel, play, seen};
use frame::fight::{Ending, Side};

// INJ-044, INJ-047, INJ-048, INJ-083, INJ-185
#[test]
fn s01_a_turn_of_three_attacks() {
    let mut play = duel(
        "",
        "injuries = [{ part = 'eye', index = 1 }]",
        "[policy.a]\nparts = [{ part = 'eye', pick = 'spread', below = 1 }, { part = 'ear', pick = 'focus', below = 2 }]",
        "10   17 15   20 18 19",
    );
    play.rounds(1);
    seen(
        &play,
        "B",
        &[
            ("injuries_at(ear_0)", 2),
            ("injuries_at(ear_1)", 0),
            ("injuries_at(eye_0)", 1),
            ("injuries_at(eye_1)", 1),
            ("strain", 5),
            ("stamina", 5),
        ],
    );
    seen(&play, "B", &[("blinded", 1), ("off_guard", 1), ("dv", 14)]);
}

// INJ-143, INJ-144, INJ-145, INJ-146, R-28
#[test]
fn s02_a_natural_20_below_at_and_above_the_defence_value() {
    for (dv, expected) in [
        (
            27,
            [
                ("injuries_at(ear_0)", 1),
                ("injuries_at(eye_0)", 0),
                ("injuries_at(head_0)", 0),
                ("strain", 1),
                ("bleed", 0),
                ("stamina", 9),
            ],
        ),
        (
            26,
            [
                ("injuries_at(ear_0)", 0),
                ("injuries_at(eye_0)", 1),
                ("injuries_at(head_0)", 0),
                ("strain", 2),
                ("bleed", 3),
                ("stamina", 8),
            ],
        ),
        (
            16,
            [
                ("injuries_at(ear_0)", 0),
                ("injuries_at(eye_0)", 0),
                ("injuries_at(head_0)", 1),
                ("strain", 4),
                ("bleed", 3),
                ("stamina", 6),
            ],
        ),
    ] {
        let play = &mut duel(
            "weapons = [{ name = 'axe', critical_effect = 'bleed', critical_amount = 3 }]",
            &format!("armor = {}", dv - 12),
            "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'head' }, { part = 'eye' }, { part = 'ear' }]",
            "20",
        );
        let bleed = expected[4].1;
        play.rounds(1);
        let mut expected = expected;
        // B's own turn has come by now: it has bled.
        expected[5].1 -= bleed;
        seen(play, "B", &expected);
    }
}

// INJ-149, INJ-150, INJ-151
#[test]
fn s03_a_natural_1_costs_a_degree_the_injury_or_the_weapon() {
    let once = |mb: i32| {
        let policies = "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]";
        let mut play = duel(&format!("mb = {mb}"), "", policies, "1");
        play.rounds(1);
        play
    };
    seen(&once(19), "B", &[("injuries_at(ear_0)", 1), ("strain", 1)]);
    let hits = once(13);
    seen(&hits, "B", &[("injuries", 0), ("strain", 1)]);
    seen(&hits, "A", &[("armed", 1)]);
    let equal = once(12);
    seen(&equal, "B", &[("injuries", 0), ("strain", 0)]);
    seen(&equal, "A", &[("armed", 1)]);
    let mut play = duel("", "", "[policy.a]\nparts = [{ part = 'ear' }]", "1   15 12");
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(ear_0)", 1), ("strain", 1)]);
    seen(&play, "A", &[("armed", 1), ("attack_actions", 2), ("ap", 0)]);
    assert_eq!((play.ending(), play.see("A", "place(0)")), (None, 1));
}

// INJ-242, INJ-243, INJ-244, INJ-245
#[test]
fn s04_parries() {
    let mut play = duel(
        "",
        "",
        "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'mouth' }, { part = 'ear' }]\n\
         [policy.b]\nplan = [{ do = 'escape' }]\nparry = [{ do = 'yes' }]",
        "17 18   15 11   12 16",
    );
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(ear_0)", 1), ("strain", 1), ("stamina", 8)]);
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(mouth_0)", 1), ("strain", 3), ("stamina", 5)]);
    play.rounds(1);
    seen(&play, "B", &[("injuries", 2), ("strain", 3), ("stamina", 4)]);
}

// INJ-025, INJ-026, INJ-032, R-07
#[test]
fn s05_the_last_point() {
    let mut play = duel(
        "",
        "stamina = 1\nexhaustion_max = 4",
        "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'head' }, { part = 'mouth' }]\n\
         [policy.b]\nplan = [{ do = 'escape' }]\nparry = [{ do = 'yes' }]",
        "19   20 14   20",
    );
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(mouth_0)", 1), ("stamina", 0), ("exhaustion", 2), ("exhausted", 1)]);
    play.rounds(1);
    seen(
        &play,
        "B",
        &[("injuries_at(head_0)", 1), ("exhaustion", 0), ("unconscious", 1), ("prone", 1), ("place(0)", 3), ("strain", 6)],
    );
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
}

// INJ-034, INJ-035, INJ-036, INJ-037, INJ-038, INJ-168, INJ-020, R-10, R-11, R-46
#[test]
fn s06_striking_the_fallen() {
    let mut play = duel(
        "",
        "stamina = 0\nexhaustion = 0\nbleed = 2\ninjuries = [{ part = 'leg' }]",
        "[rulings]\nend_out = 'dead'\n[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'mouth' }, { part = 'ear' }]",
        "9 12   5   10   8 14   20",
    );
    seen(&play, "B", &[("unconscious", 1), ("prone", 1), ("place(0)", 3), ("dv", 14)]);
    play.rounds(1);
    // The save after the blow (against 6), and the one after bleeding in B's own turn (against 6 again).
    seen(&play, "B", &[("injuries_at(ear_0)", 1), ("strain", 1), ("unconscious", 1), ("dead", 0), ("exhaustion", 0)]);
    play.rounds(1);
    seen(
        &play,
        "B",
        &[("injuries_at(mouth_0)", 1), ("bleed", 0), ("unconscious", 0), ("stamina", 0), ("exhaustion", 11), ("exhausted", 1)],
    );
    seen(&play, "B", &[("prone", 1), ("armed", 0)]);
    assert_eq!(play.ending(), None);
}

// INJ-048, INJ-122, INJ-124, INJ-126, R-18
#[test]
fn s07_two_injuries_to_the_head() {
    let mut play = duel(
        "mb = 9",
        "con = 5",
        "[policy.a]\nplan = [{ do = 'attack', when = 'round == 1' }]\nparts = [{ part = 'head' }]",
        "20   17 19   d4=2   d4=3",
    );
    play.rounds(1);
    seen(
        &play,
        "B",
        &[("injuries_at(head_0)", 2), ("strain", 5), ("stamina", 14), ("reactions", 0), ("dv", 16), ("confused", 1)],
    );
    play.rounds(1);
    play.rounds(1);
    seen(&play, "B", &[("strain", 6), ("stamina", 13)]);
}

// INJ-080, INJ-083, R-05
#[test]
fn s08_both_eyes() {
    let mut play = duel(
        "",
        "",
        "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'eye', pick = 'spread' }]\n\
         [policy.b]\nplan = [{ do = 'attack', when = 'blinded' }]\nparry = [{ do = 'yes' }]\nparts = [{ part = 'ear' }]",
        "16 3   17 15 9   20 19 18 17 16   11   6 5 4 3 2",
    );
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(eye_0)", 1), ("stamina", 7)]);
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(eye_1)", 1), ("stamina", 4), ("blinded", 1), ("dv", 14), ("reactions", 4)]);
    seen(&play, "A", &[("injuries_at(ear_0)", 2)]);
    // No part is left that a degree of 0 could injure: strain alone. The blinded one misses.
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(eye_0)", 1), ("injuries_at(eye_1)", 1), ("stamina", 3)]);
}

// INJ-087, R-21
#[test]
fn s09_the_weapon_hand() {
    let mut play = duel(
        "",
        "",
        "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'hand', pick = 'weapon', below = 2 }]\n\
         [policy.b]\nplan = [{ do = 'attack', when = 'round == 2' }]\nparts = [{ part = 'ear' }]",
        "16   17   12",
    );
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(hand_0)", 1), ("place(0)", 1)]);
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(hand_0)", 2), ("place(0)", 1), ("usable_hands", 1), ("ap", 0)]);
    seen(&play, "A", &[("injuries_at(ear_0)", 1)]);
}

// INJ-157, INJ-159, INJ-161, INJ-162, R-06
#[test]
fn s10_sizes() {
    let mut play = duel(
        "",
        "size = 'large'",
        "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]\n\
         [policy.b]\nplan = [{ do = 'attack', when = 'round == 2' }]\nparts = [{ part = 'eye' }, { part = 'ear' }]",
        "10   15   15",
    );
    play.rounds(1);
    seen(&play, "B", &[("injuries", 0), ("strain", 1)]);
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(ear_0)", 1), ("strain", 2)]);
    seen(&play, "A", &[("injuries_at(eye_0)", 1), ("strain", 2)]);
}

// INJ-156, INJ-246, INJ-240, INJ-093, INJ-155, INJ-168
#[test]
fn s11_an_untrained_trip() {
    let mut play = duel(
        "skills = { acrobatics = 2 }",
        "",
        "[policy.a]\nplan = [{ do = 'trip' }, { do = 'attack' }]\nparts = [{ part = 'ear' }]\n\
         [policy.b]\nplan = [{ do = 'escape' }]\nstand = [{ do = 'no' }]\nreact = [{ do = 'yes' }]\nparts = [{ part = 'foot' }]",
        "17   14 11   12",
    );
    play.rounds(1);
    seen(&play, "A", &[("injuries_at(foot_0)", 1), ("strain", 2)]);
    seen(&play, "B", &[("prone", 1), ("injuries_at(ear_0)", 1)]);
}

// INJ-094, INJ-098, INJ-116
#[test]
fn s12_standing_up_costs_more_with_each_injury() {
    let standing = |injuries: &str| duel("", &format!("injuries = [{injuries}]"), "", "").see("B", "stand_cost");
    assert_eq!(standing("{ part = 'foot' }"), 2);
    assert_eq!(standing("{ part = 'foot' }, { part = 'leg' }"), 4);
    let fallen = duel("", "injuries = [{ part = 'foot' }, { part = 'leg' }, { part = 'foot', index = 1 }]", "", "");
    seen(&fallen, "B", &[("can_stand", 0), ("prone", 1)]);
}

// INJ-029, INJ-030, INJ-031, INJ-041, INJ-048
#[test]
fn s13_without_constitution() {
    let mut play = duel(
        "mb = 6",
        "without_con = true\ndestroyed_at = 3",
        "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'hand', pick = 'focus' }]\n\
         [policy.b]\nplan = [{ do = 'escape' }]\nparry = [{ do = 'yes' }]\npower = [{ points = 1, reserve = 0 }]",
        "14   12   18",
    );
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(hand_0)", 1), ("strain", 2)]);
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(hand_0)", 2), ("strain", 4), ("place(0)", 3)]);
    play.rounds(1);
    // The second of the two injuries is wasted, the third of all destroys it: there is no strain to be taken any more.
    seen(&play, "B", &[("injuries_at(hand_0)", 3), ("injuries", 3), ("dead", 1), ("strain", 4), ("stamina", 0)]);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
}

// INJ-002, INJ-003, INJ-004, R-02
#[test]
fn s14_initiative() {
    let text = r#"
        book.encounter.awareness = "ready"
        side = [
            { name = "one", combatant = [{ name = "A", dex = 2 }, { name = "C", dex = 4 }] },
            { name = "two", combatant = [{ name = "B", dex = 2 }] },
        ]
    "#;
    let play = play(text, "initiative 12 10 12, tied initiative 7 9");
    for (name, place) in [("C", 0), ("B", 1), ("A", 2)] {
        assert_eq!(play.see(name, "place_in_order"), place, "{name}");
    }
}
