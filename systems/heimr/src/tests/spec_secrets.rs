//! Concealed items, the will to fight, and what is kept from others until it is looked for.

use super::spec_people::policy;
use super::spec_stage::{armed, bare, seen, stage, sword};

const KNIFE: &str = "{ kind = 'light', ability = 'knife_fighting' }";
const HIDDEN_KNIFE: &str = "weapons = [{ kind = 'light', ability = 'knife_fighting', concealed = true }]";

// HEI-177, HEI-155
#[test]
fn an_item_in_the_hand_can_be_concealed_as_an_ongoing_action_and_is_drawn_again() {
    let people = [armed("a", "A", 9, "hides_it", KNIFE, ""), bare("b", "B", 5, "waits", "at = 'A1'")];
    let lines = "{ do = 'conceal', when = 'round == 1' }, { do = 'draw' }";
    let mut play = stage(&people, &policy("hides_it", lines, ""), "d6=2 d10=3 d10=4 || d6=2 || d6=2");
    play.turns(1);
    seen(&play, "A", &[("place(light)", 3), ("concealed(light)", 1), ("ongoing", 1), ("stance_c", -2)]);
    play.turns(2);
    seen(&play, "A", &[("place(light)", 0), ("concealed(light)", 0), ("ongoing", 0)]);
    // An item that is not in the hand cannot be concealed.
    let worn = "{ kind = 'light', ability = 'knife_fighting', place = 'worn' }";
    let people = [armed("a", "A", 9, "hides_it", worn, ""), bare("b", "B", 5, "waits", "at = 'A1'")];
    let mut play = stage(&people, &policy("hides_it", "{ do = 'conceal' }", ""), "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("concealed(light)", 0), ("ongoing", 0)]);
}

// HEI-181, HEI-180
#[test]
fn a_look_at_somebody_can_find_a_concealed_item_and_is_one_of_three_kinds_of_observation() {
    let search = |theirs: &str, die: u8| {
        let people = [sword("a", "A", 9, "looks", "fatigue = 9"), bare("b", "T", 5, "waits", theirs)];
        // Neither the will to fight nor a square can be looked at in the same turn; a move is still possible.
        let lines = "{ do = 'search' }, { do = 'gauge' }, { do = 'observe', square = 'B2' }, \
                     { do = 'move', direction = 'up', when = 'not target.hides_item' }";
        let mut play = stage(&people, &policy("looks", lines, ""), &format!("d6={die} | d6=2"));
        play.turns(1);

        (play.see("T", "searched_by"), play.see("A", "row"), play.see("A", "fatigue"))
    };
    assert_eq!(search(HIDDEN_KNIFE, 5), (0b01, 1, 9));
    assert_eq!(search(HIDDEN_KNIFE, 4), (0, 2, 9));
    assert_eq!(search("", 6), (0, 2, 9));
    assert_eq!(search("weapons = [{ kind = 'light', ability = 'knife_fighting', place = 'worn' }]", 6), (0, 2, 9));
}

// HEI-177, HEI-181
#[test]
fn what_is_concealed_anew_has_to_be_found_anew() {
    let people = [
        bare("b", "O", 9, "looks", ""),
        armed("a", "A", 5, "juggles", "{ kind = 'light', ability = 'knife_fighting', concealed = true }", ""),
    ];
    let policies = policy("looks", "{ do = 'search', when = 'round == 1' }", "")
        + &policy("juggles", "{ do = 'draw' }, { do = 'conceal' }", "");
    let dice = "d6=6 | d6=2 || d6=2 || d6=2 || d6=2 d10=2 d10=2";
    let mut play = stage(&people, &policies, dice);
    play.turns(1);
    seen(&play, "A", &[("searched_by", 0b01), ("concealed(light)", 1)]);
    play.turns(3);
    seen(&play, "A", &[("concealed(light)", 1), ("searched_by", 0)]);
}

// HEI-182, R-02, R-57
#[test]
fn insight_against_persuasion_shows_whether_there_is_fight_left_in_somebody() {
    let gauge = |hp: u8, mask: u8, insight: u8, rest: &str| {
        let people = [sword("a", "A", 9, "looks", ""), bare("b", "T", 5, "weak", &format!("hp = {hp}"))];
        let policies = policy(
            "looks",
            "{ do = 'gauge' }, { do = 'search' }, { do = 'move', direction = 'up', when = 'target.shaken' }",
            "",
        ) + &policy("weak", "", "yield = [{ do = 'yes', when = 'hp <= 2' }]");
        let mut play = stage(&people, &format!("{policies}{rest}"), &format!("d6={mask} | d6={insight} | d6=2"));
        play.turns(1);
        let seen = (play.see("T", "gauged_by"), play.see("T", "shaken_to"), play.see("A", "row"));
        assert_eq!(play.see("T", "hp"), i64::from(hp));
        seen
    };
    assert_eq!(gauge(3, 4, 4, ""), (1, 1, 2));
    assert_eq!(gauge(4, 4, 4, ""), (1, 0, 1));
    assert_eq!(gauge(3, 4, 3, ""), (0, 0, 1));
    let initiator = "[rulings]\nopposed_tie = 'initiator'";
    assert_eq!(gauge(3, 4, 4, initiator), (0, 0, 1));
    assert_eq!(gauge(3, 4, 5, initiator), (1, 1, 2));
}
