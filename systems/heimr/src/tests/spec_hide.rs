//! Hiding, looking for the hidden, sleeping, fainting, speaking.

use super::spec_people::{policy, raw, stanced, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword};

const CRATE: &str = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }";

/// A dodge at -2.
const NEXT: &str = "d6=4 d10=4 d10=4";

fn hides() -> String {
    policy("hides", "{ do = 'hide' }", "")
}

// HEI-171, HEI-220, HEI-154
#[test]
fn hiding_is_free_and_its_roll_is_what_others_have_to_reach() {
    let people =
        [bare("a", "H", 9, "both", ""), bare("b", "E", 5, "waits", "at = 'A1'"), bare("b", "F", 4, "waits", "at = 'B2'")];
    let both = policy("both", "{ do = 'hide' }, { do = 'dodge' }", "");
    let mut play = stage(&people, &(both + CRATE), "d6=4 | d6=2");
    play.turns(1);
    seen(
        &play,
        "H",
        &[
            ("hidden", 1),
            ("hide_value", 4),
            ("hidden_from", 0b110),
            ("concealed_from(E)", 2),
            ("dodge_ready", 1),
            ("ongoing", 0),
        ],
    );
}

// HEI-171, HEI-133
#[test]
fn hiding_is_a_physical_roll() {
    let people = [bare("a", "H", 9, "hides", "fatigue = 4"), bare("b", "E", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &(hides() + CRATE), "d6=3 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 0), ("fatigue", 5), ("concealed_from(E)", 2)]);
    let mut play = stage(&people, &(hides() + CRATE), "d6=4 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 1), ("fatigue", 4)]);
}

// HEI-171
#[test]
fn there_is_no_hiding_without_concealment_or_inside_a_cluster() {
    let people = [bare("a", "H", 9, "hides", ""), bare("b", "E", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &hides(), "dodge d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 0)]);
    let people = [bare("a", "H", 9, "hides", "cluster = 1"), bare("b", "E", 5, "waits", "cluster = 1")];
    let mut play = stage(&people, &(hides() + CRATE), "dodge d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 0)]);
}

// HEI-171
#[test]
fn those_of_the_same_cluster_at_the_start_of_the_turn_keep_an_eye_on_it() {
    let people = [
        bare("a", "H", 9, "slips", "cluster = 1"),
        bare("b", "E", 5, "waits", "cluster = 1"),
        bare("b", "F", 4, "waits", "at = 'A1'"),
    ];
    let slips = policy("slips", "{ do = 'move', square = 'B2' }, { do = 'hide' }", "");
    let mut play = stage(&people, &(slips + CRATE), "d6=4 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("cluster", 0), ("hidden", 1), ("hidden_from", 0b100)]);
    seen(&play, "E", &[("cluster", 0)]);
}

// HEI-171
#[test]
fn those_who_shot_at_it_in_their_last_turn_keep_an_eye_on_it() {
    let people = [
        bow("b", "S", 9, "once", "at = 'B1'"),
        bow("b", "Z", 8, "waits", "at = 'B1'"),
        stanced(bare("a", "H", 5, "hides", ""), "dodge", 6),
    ];
    let once = policy("once", "{ do = 'attack', when = 'round == 1' }", "");
    let dice = format!("d6=1 | {NEXT} | d6=2 || d6=2 || d6=4 | d6=2 || d6=2 || d6=2 || d6=3 | d6=2");
    let mut play = stage(&people, &format!("{}{once}", hides() + CRATE + "\n"), &dice);
    play.turns(3);
    seen(&play, "H", &[("shot_at_by", 0b001), ("hidden_from", 0b010), ("hide_value", 4)]);
    // In its next turn the first one has not shot; a new Hide replaces the old one.
    play.turns(3);
    seen(&play, "H", &[("shot_at_by", 0), ("hidden_from", 0b011), ("hide_value", 3)]);
}

// HEI-220, HEI-171
#[test]
fn nobody_is_hidden_from_those_from_whom_nothing_conceals_it() {
    let arena = "[arena]\nsquare.B2 = { objects = [{ name = 'cart', value = 2, height = 1, from = ['B1', 'B2', 'A1'] }] }";
    let people = [
        bare("a", "H", 9, "hides", ""),
        bare("b", "E", 5, "walks", "at = 'B1'"),
        bare("b", "F", 4, "waits", "at = 'C2'"),
        bare("b", "G", 3, "waits", "at = 'A1', elevation = 1"),
    ];
    let walks = policy("walks", "{ do = 'move', direction = 'right' }", "");
    let mut play = stage(&people, &(hides() + &walks + arena), "d6=4 | d6=2 || d6=2");
    play.turns(1);
    seen(&play, "H", &[("concealed_from(E)", 2), ("concealed_from(F)", 0), ("concealed_from(G)", 0), ("hidden_from", 0b0010)]);
    // From C1 the cart hides nothing any more.
    play.turns(1);
    seen(&play, "H", &[("concealed_from(E)", 0), ("hidden", 0)]);
}

// HEI-220, HEI-219
#[test]
fn whoever_leaves_its_square_is_neither_hidden_nor_concealed() {
    let people = [bare("a", "H", 9, "leaves", "hidden = true"), bare("b", "E", 5, "waits", "at = 'A1'")];
    let leaves = policy("leaves", "{ do = 'move', direction = 'up' }", "");
    let mut play = stage(&people, &(leaves + CRATE), "d6=4 | d6=2");
    seen(&play, "H", &[("hidden", 1), ("hide_value", 4), ("concealed_from(E)", 2)]);
    play.turns(1);
    seen(&play, "H", &[("row", 2), ("hidden", 0), ("concealed_from(E)", 0)]);
}

/// O looks at B2, where H is hidden at 7, from this square with such a die: whether it sees it, and whether P does.
fn look(at: &str, die: u8, rest: &str) -> (bool, bool) {
    let people = [
        raw(
            "a",
            "H",
            5,
            "waits",
            "at = 'B2', hidden = true, attributes = { sta = 3 }, abilities = { survival = { c = 0, p = 3 } }, \
             stance = { kind = 'dodge', c = 1, pre = 3, d6 = 3 }",
        ),
        bare("b", "O", 9, "looks", &format!("at = '{at}'")),
        bare("b", "P", 4, "waits", "at = 'C3'"),
    ];
    let looks = policy("looks", "{ do = 'observe', square = 'B2' }", "");
    let mut play = stage(&people, &format!("{looks}{CRATE}\n{rest}"), &format!("d6=4 | d6={die} | d6=2"));
    play.turns(1);
    let from = play.see("H", "hidden_from");
    (from & 0b010 == 0, from & 0b100 == 0)
}

// HEI-180
#[test]
fn looking_is_better_from_near_by() {
    // 7 has to be reached, with 2 more in the same square, 1 more next to it, nothing from farther away.
    assert_eq!([look("B2", 5, ""), look("B2", 4, "")], [(true, true), (false, false)]);
    for next in ["B1", "B3", "A2", "C2"] {
        assert_eq!([look(next, 6, ""), look(next, 5, "")], [(true, true), (false, false)], "{next}");
    }
    assert_eq!(look("A1", 6, ""), (false, false));
    assert_eq!(look("B2", 2, "[book.observe]\nsame = 5"), (true, true));
}

// R-02, HEI-180
#[test]
fn a_look_that_equals_the_hiding_finds_unless_ties_are_for_whoever_began() {
    let initiator = "[rulings]\nopposed_tie = 'initiator'";
    assert_eq!(look("B2", 5, ""), (true, true));
    assert_eq!([look("B2", 5, initiator), look("B2", 6, initiator)], [(false, false), (true, true)]);
}

// HEI-180, R-07
#[test]
fn a_look_can_be_repeated_for_willpower_whatever_the_ruling_says_of_consequences() {
    for rest in ["", "[rulings]\nreroll_scope = 'no_consequence'"] {
        let people = [bare("a", "H", 5, "waits", "hidden = true"), bare("b", "O", 9, "looks", "at = 'A1'")];
        let looks = policy("looks", "{ do = 'observe', square = 'B2' }", "reroll = [{ do = 'yes', when = 'rerolls < 2' }]");
        let mut play = stage(&people, &format!("{looks}{CRATE}\n{rest}"), "d6=6 | d6=3 | d6=4 | d6=6 | d6=2");
        play.turns(1);
        seen(&play, "H", &[("hidden", 0)]);
        seen(&play, "O", &[("willpower", 1)]);
    }
}

// HEI-180
#[test]
fn looking_is_free_and_no_matter_of_the_body() {
    let people = [bare("a", "H", 5, "waits", "hidden = true"), bare("b", "O", 9, "looks", "at = 'B1', fatigue = 9")];
    let looks = policy("looks", "{ do = 'observe', square = 'B2' }, { do = 'move', direction = 'left' }", "");
    let mut play = stage(&people, &(looks + CRATE), "d6=2 | d6=1 | d6=2");
    play.turns(1);
    seen(&play, "H", &[("hidden", 0)]);
    seen(&play, "O", &[("fatigue", 9), ("column", 0)]);
}

// HEI-216, HEI-217
#[test]
fn sleepers_neither_act_nor_defend_and_a_blow_wakes_them() {
    let people = [stanced(sword("b", "T", 9, "fights", "asleep = true"), "fresh", 0), sword("a", "A", 5, "fights", "")];
    // T's turn takes no die. Then the noise does not wake it, and even the lowest roll hits.
    let mut play = stage(&people, "", "d6=4 | d6=1 | d6=2");
    seen(&play, "T", &[("prone", 1), ("stance", -1)]);
    play.turns(1);
    seen(&play, "T", &[("asleep", 1), ("stance", -1)]);
    seen(&play, "A", &[("hp", 4)]);
    play.turns(1);
    seen(&play, "T", &[("asleep", 0), ("prone", 1), ("hp", 2), ("dodges", 0)]);
}

/// True if a combatant that sleeps at this square, with a perception of 4, wakes to what A does to X at B1.
fn wakes(at: &str, ranged: bool, dice: &str) -> bool {
    let weapon = if ranged { "{ kind = 'bow' }" } else { "{ kind = 'medium', ability = 'swordsmanship' }" };
    let people = [
        armed("a", "A", 9, "picks", weapon, "at = 'B1'"),
        bare("b", "X", 5, "waits", "at = 'B1'"),
        raw(
            "b",
            "T",
            1,
            "waits",
            &format!(
                "at = '{at}', asleep = true, attributes = {{ sta = 3 }}, abilities = {{ perception = {{ c = 0, p = 4 }} }}"
            ),
        ),
    ];
    let picks = usual("picks", "target = [{ at = 'first', among = 'it.is(X)' }]");
    let mut play = stage(&people, &format!("{picks}[book.sleep]\nloud_cr = 6"), dice);
    play.turns(1);

    play.see("T", "asleep") == 0
}

// HEI-217, R-58
#[test]
fn soft_sounds_wake_at_nine_and_loud_ones_more_easily() {
    // A soft sound is heard after the shot.
    assert!(wakes("B2", true, &format!("d6=5 | {NEXT} | d6=5 | d6=2")));
    assert!(!wakes("B2", true, &format!("d6=5 | {NEXT} | d6=4 | d6=2")));
    // The clatter of weapons, at 6 instead of 5 here, before the blow.
    assert!(wakes("B2", false, &format!("d6=2 | d6=5 | {NEXT} | d6=2")));
    assert!(!wakes("B2", false, &format!("d6=1 | d6=5 | {NEXT} | d6=2")));
    // Farther away than the next square nobody hears anything.
    assert!(!wakes("B3", false, &format!("d6=5 | {NEXT} | d6=2")));
    assert!(!wakes("A2", true, &format!("d6=5 | {NEXT} | d6=2")));
}

// HEI-217, R-58
#[test]
fn the_usual_loud_sound_wakes_at_five_and_each_kind_is_heard_once_a_round() {
    let people = [
        sword("a", "A", 9, "fights", "at = 'B1'"),
        sword("a", "C", 8, "fights", "at = 'B1'"),
        bare("b", "X", 5, "waits", "at = 'B1', hp_max = 9"),
        stanced(bare("b", "T", 1, "waits", "asleep = true"), "fresh", 0),
    ];
    let dice = format!(
        "d6=4 | d6=5 | {NEXT} | d6=2 || d6=5 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2 || d6=2 || d6=5 | d6=5 | {NEXT} | d6=2"
    );
    let mut play = stage(&people, "", &dice);
    play.turns(3);
    seen(&play, "T", &[("asleep", 1), ("round", 1)]);
    play.turns(2);
    seen(&play, "T", &[("asleep", 0), ("prone", 1), ("round", 2)]);
    seen(&play, "X", &[("hp", 3)]);
}

// HEI-218, HEI-216
#[test]
fn the_unconscious_lie_there_until_somebody_helps() {
    let heal = "skills = [{ name = 'tend', action = 'standard', target = 'ally', effects = [{ effect = 'stabilise' }] }]";
    let people = [
        stanced(sword("b", "T", 9, "waits", "unconscious = true"), "fresh", 0),
        sword("a", "A", 7, "fights", ""),
        bare("b", "M", 5, "tends", &format!("hp_max = 9, {heal}")),
    ];
    let tends = policy("tends", "{ do = 'skill', skill = 'tend', when = 'round == 2' }", "");
    // A goes for the other one, since whoever is out is no enemy any more.
    let dice = format!("d6=5 | {NEXT} | d6=2 || d6=2 || d6=1 | {NEXT} | d6=2 || d6=2 || d6=3");
    let mut play = stage(&people, &tends, &dice);
    seen(&play, "T", &[("prone", 1), ("standing", 0), ("stance", -1)]);
    play.rounds(1);
    seen(&play, "T", &[("unconscious", 1), ("hp", 4), ("round", 2)]);
    seen(&play, "M", &[("hp", 7)]);
    play.turns(2);
    seen(&play, "T", &[("unconscious", 0), ("standing", 1), ("prone", 1)]);
    // Its next turn is its own again.
    play.turns(1);
    seen(&play, "T", &[("prone", 0), ("stance_pre", 3)]);
}

// HEI-183, R-57, R-02, HEI-043
#[test]
fn a_demand_makes_those_surrender_who_would_with_a_point_less() {
    let yields = |hp: u8, demand: u8, answer: u8, rest: &str| {
        let people = [
            sword("a", "A", 9, "demands", ""),
            bare("b", "T", 5, "weak", &format!("hp = {hp}")),
            bare("b", "U", 4, "waits", "at = 'A1'"),
        ];
        let policies = policy("demands", "{ do = 'speak' }, { do = 'move', direction = 'up' }", "")
            + &policy("weak", "", "yield = [{ do = 'yes', when = 'hp <= 2' }]");
        let mut play = stage(&people, &format!("{policies}{rest}"), &format!("d6={demand} | d6={answer} | d6=2"));
        play.turns(1);
        // Speaking is free, and done once: the standard action was left.
        seen(&play, "A", &[("row", 2)]);
        let yielded = play.see("T", "yielded");
        seen(&play, "T", &[("hp", i64::from(hp))]);
        yielded == 1
    };
    assert!(yields(3, 4, 3, ""));
    assert!(!yields(3, 4, 4, "") && !yields(3, 3, 4, ""));
    assert!(!yields(4, 6, 1, ""));
    let initiator = "[rulings]\nopposed_tie = 'initiator'";
    assert!(yields(3, 4, 4, initiator) && !yields(3, 3, 4, initiator));
}

// HEI-217, HEI-183, R-58
#[test]
fn a_shout_is_a_loud_sound() {
    let people = [
        bare("a", "A", 9, "demands", ""),
        bare("b", "T", 5, "waits", ""),
        stanced(bare("b", "S", 4, "waits", "at = 'B1', asleep = true"), "fresh", 0),
    ];
    let demands = policy("demands", "{ do = 'speak' }", "");
    let mut play = stage(&people, &demands, "d6=5 | d6=6 | d6=1 | d6=2");
    play.turns(1);
    seen(&play, "S", &[("asleep", 0)]);
    // Nobody who never surrenders can be talked into it.
    seen(&play, "T", &[("yielded", 0)]);
}

// HEI-171, HEI-149
#[test]
fn hiding_before_the_fight_uses_up_the_growth_of_fatigue_until_the_first_turn() {
    let people = [sword("b", "E", 9, "fights", ""), bare("a", "H", 5, "waits", "hidden = true, fatigue = 3")];
    let dice = format!("d6=2 || d6=1 | {NEXT} | d6=2 || d6=2");
    let mut play = stage(&people, CRATE, &dice);
    seen(&play, "H", &[("hidden", 0), ("fatigue", 4)]);
    // Its dodge, a 3, fails and would tire it again.
    play.turns(1);
    seen(&play, "H", &[("hp", 2), ("fatigue", 4)]);
    play.turns(1);
}

// R-08, HEI-171
#[test]
fn hiding_that_fails_by_fatigue_is_rolled_again_by_no_ruling() {
    for ruling in ["never", "attack", "attack_and_defence"] {
        let people = [bare("a", "H", 9, "hides", "fatigue = 4"), bare("b", "E", 5, "waits", "at = 'A1'")];
        let hides = policy("hides", "{ do = 'hide' }", "reroll = [{ do = 'yes' }]");
        let mut play = stage(&people, &format!("{hides}{CRATE}\n[rulings]\nreroll_fatigue = '{ruling}'"), "d6=3 | d6=2");
        play.turns(1);
        seen(&play, "H", &[("hidden", 0), ("willpower", 3)]);
    }
}

// HEI-216, HEI-218
#[test]
fn the_helpless_have_no_stored_defence() {
    for state in ["asleep = true", "unconscious = true", "effects = [{ effect = 'daze' }]"] {
        let people =
            [bare("b", "T", 9, "waits", state), bare("b", "U", 1, "waits", "at = 'A1'"), sword("a", "A", 5, "waits", "")];
        let play = stage(&people, "", "");
        seen(&play, "T", &[("stance", -1)]);
    }
}
