//! Exhaustion: how its levels are gained, what each of them does, falling and standing up.

use super::{grid, play, seen};
use crate::Vogt;
use frame::rules::testing::ScriptedPlay;

/// A strikes B, given by its insides, with a club in the first round; B goes first and so keeps what befalls it.
fn struck(b: &str, rules: &str, dice: &str) -> ScriptedPlay<Vogt> {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 30, weapons = [$club] }}] }},
            {{ name = "two", combatant = [{{ name = "B", ar_base = 0, policy = "help", {b} }}] }},
        ]
        {rules}
        "#
    );
    let mut play = play(&text, &format!("d6=5 d6=1   {dice}"));
    play.rounds(1);
    play
}

// VOG-029, VOG-031, VOG-032, VOG-040, VOG-041, VOG-042
#[test]
fn the_wound_that_leaves_no_hp_is_a_level_and_a_fall() {
    let play = struck("hp_max = 20, hp = 6", "", "damage d6=3");
    seen(&play, "B", &[("hp", 0), ("exhaustion", 1), ("prone", 1), ("movement", 3), ("active", 1), ("hp_max", 20)]);
}

// VOG-031
#[test]
fn a_wound_that_leaves_one_hp_is_no_level() {
    let play = struck("hp_max = 20, hp = 7", "", "damage d6=3");
    seen(&play, "B", &[("hp", 1), ("exhaustion", 0), ("prone", 0), ("movement", 6)]);
}

// VOG-031, VOG-029, R-11
#[test]
fn every_further_wound_is_a_level_and_hp_go_below_nothing() {
    let play = struck("hp_max = 20, hp = -3, exhaustion = 1, prone = true", "", "d6=1");
    seen(&play, "B", &[("hp", -7), ("exhaustion", 2), ("prone", 1)]);
}

// VOG-031, VOG-032
#[test]
fn the_book_says_when_a_wound_exhausts_how_much_and_whether_one_falls() {
    let early = struck("hp_max = 20, hp = 10", "[book.exhaustion]\nat_hp = 5", "d6=2");
    seen(&early, "B", &[("hp", 5), ("exhaustion", 1), ("prone", 1)]);

    let double = struck("hp_max = 20, hp = 4", "[book.exhaustion]\nper_wound = 2", "d6=1");
    seen(&double, "B", &[("hp", 0), ("exhaustion", 2), ("hp_max", 10)]);

    let upright = struck("hp_max = 20, hp = 4", "[book.exhaustion]\nknocks_prone = false", "d6=1");
    seen(&upright, "B", &[("exhaustion", 1), ("prone", 0)]);
}

// VOG-042, VOG-009, R-20
#[test]
fn the_first_level_halves_movement_rounded_down() {
    for (insides, movement) in [("movement = 7", 3), ("movement = 1", 0), ("movement = 0", 0), ("", 3)] {
        let play = struck(&format!("hp_max = 20, hp = 4, {insides}"), "", "d6=1");
        seen(&play, "B", &[("exhaustion", 1), ("movement", movement)]);
    }
    let third = struck("hp_max = 20, hp = 4", "[book.exhaustion]\nspeed = '1/3'", "d6=1");
    seen(&third, "B", &[("movement", 2)]);
}

// VOG-041, VOG-043, VOG-042
#[test]
fn the_second_level_halves_the_maximum_of_hp_and_keeps_the_first_penalty() {
    let play = struck("hp_max = 19, hp = 4, exhaustion = 1", "", "damage d6=2");
    seen(&play, "B", &[("hp", -1), ("exhaustion", 2), ("hp_max", 9), ("movement", 3), ("active", 1)]);
}

// VOG-043, R-14
#[test]
fn hp_above_a_halved_maximum_are_lowered_to_it() {
    let play = struck("hp_max = 20, hp = 18, exhaustion = 1", "[book.exhaustion]\nat_hp = 15", "d6=1");
    seen(&play, "B", &[("exhaustion", 2), ("hp_max", 10), ("hp", 10)]);
}

// VOG-040, VOG-044, VOG-101
#[test]
fn the_third_level_makes_unconscious() {
    let play = struck("hp_max = 20, hp = 4, exhaustion = 2", "", "d6=1");
    seen(&play, "B", &[("exhaustion", 3), ("unconscious", 1), ("active", 0), ("movement", 0), ("dead", 0), ("hp_max", 10)]);
}

// VOG-040, VOG-044
#[test]
fn the_levels_of_the_effects_are_in_the_book_and_none_is_never() {
    let later = struck("hp_max = 20, hp = 4, exhaustion = 1", "[book.exhaustion]\nspeed_level = 3\nhp_max_level = 0", "d6=1");
    seen(&later, "B", &[("exhaustion", 2), ("movement", 6), ("hp_max", 20)]);

    let awake = struck("hp_max = 20, hp = 4, exhaustion = 2", "[book.exhaustion]\nunconscious_level = 0", "d6=1");
    seen(&awake, "B", &[("exhaustion", 3), ("active", 1), ("unconscious", 0)]);

    let soon = struck("hp_max = 20, hp = 4", "[book.exhaustion]\nunconscious_level = 1", "d6=1");
    seen(&soon, "B", &[("exhaustion", 1), ("unconscious", 1)]);
}

// VOG-041, R-12
#[test]
fn each_penalty_holds_once_unless_the_ruling_repeats_it_at_each_level() {
    let awake = "[book.exhaustion]\nunconscious_level = 0\n[rulings]\nexhaustion_stacking = ";
    let b = "hp_max = 40, hp = 4, exhaustion = 2, movement = 8";
    let once = struck(b, &[awake, "'once'"].concat(), "d6=1");
    seen(&once, "B", &[("exhaustion", 3), ("movement", 4), ("hp_max", 20)]);

    let each = struck(b, &[awake, "'each_level'"].concat(), "d6=1");
    seen(&each, "B", &[("exhaustion", 3), ("movement", 1), ("hp_max", 10)]);
}

// VOG-040, VOG-045, R-13
#[test]
fn levels_go_on_beyond_four_unless_the_ruling_stops_them_there_but_each_is_a_roll() {
    let blow = |ruling: &str| {
        let text = format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", hp_max = 30, weapons = [$club] }}] }},
                {{ name = "two", combatant = [{{ name = "B", hp_max = 30, hp = -9, exhaustion = 4, prone = true }}] }},
            ]
            [rulings]
            end_condition = "dead"
            {ruling}
            "#
        );
        let ten = "d10=5 ".repeat(10);
        let mut play = play(&text, &format!("d6=1 {ten}   d6=1 d8=2      d6=1 {ten}   d6=1 d8=5"));
        play.rounds(2);
        seen(&play, "B", &[("hands", 1), ("voice", 0), ("hp", -17)]);

        play.see("B", "exhaustion")
    };
    assert_eq!(blow(""), 6);
    assert_eq!(blow("exhaustion_cap = 'none'"), 6);
    assert_eq!(blow("exhaustion_cap = 'death_level'"), 4);
}

// VOG-031, R-10
#[test]
fn a_blow_of_which_nothing_gets_through_exhausts_only_by_ruling() {
    let blow = |hp: i32, ruling: &str| {
        let play = struck(&format!("hp_max = 20, hp = {hp}, armor = 9"), &format!("[rulings]\n{ruling}"), "d6=1");

        (play.see("B", "hp"), play.see("B", "exhaustion"), play.see("B", "prone"))
    };
    assert_eq!(blow(0, "exhaustion_from_zero_damage = 'never'"), (0, 0, 0));
    assert_eq!(blow(0, "exhaustion_from_zero_damage = 'counts'"), (0, 1, 1));
    assert_eq!(blow(1, "exhaustion_from_zero_damage = 'counts'"), (1, 0, 0));
}

// VOG-029, R-11
#[test]
fn hp_have_no_floor_unless_the_ruling_gives_them_one() {
    let hp = |ruling: &str| {
        let play = struck("hp_max = 20, hp = 2", &format!("[rulings]\n{ruling}"), "d6=5");

        (play.see("B", "hp"), play.see("B", "exhaustion"))
    };
    assert_eq!(hp("hp_floor = 'none'"), (-6, 1));
    assert_eq!(hp("hp_floor = 'zero'"), (0, 1));
}

// R-11, R-13
#[test]
fn nobody_begins_a_day_beyond_the_limits() {
    let begins = |insides: &str, ruling: &str, what: &str| {
        let text = format!(
            "side = [
                {{ name = 'one', combatant = [{{ name = 'A', {insides} }}] }},
                {{ name = 'two', combatant = [{{ name = 'B' }}] }},
            ]
            [rulings]\n{ruling}"
        );
        play(&text, "").see("A", what)
    };
    assert_eq!(begins("hp = -3", "hp_floor = 'none'", "hp"), -3);
    assert_eq!(begins("hp = -3", "hp_floor = 'zero'", "hp"), 0);
    assert_eq!(begins("exhaustion = 6", "exhaustion_cap = 'none'", "exhaustion"), 6);
    assert_eq!(begins("exhaustion = 6", "exhaustion_cap = 'death_level'", "exhaustion"), 4);
}

// VOG-034, R-11
#[test]
fn healing_starts_from_where_hp_are() {
    let healed = |ruling: &str| {
        let text = format!(
            r#"
            side = [
                {{ name = "one", combatant = [
                    {{ name = "A", hp_max = 20, td = {{ d6 = 2 }}, techniques = [
                        {{ name = "mend", kind = "heal", die = 6 }},
                    ], policy = "mends" }},
                    {{ name = "B", hp_max = 20, hp = 1, ar_base = 0, policy = "help" }},
                ] }},
                {{ name = "two", combatant = [{{ name = "C", hp_max = 20, weapons = [$club] }}] }},
            ]
            [policy.mends]
            action = [{{ do = "technique", technique = "mend", dice = 1 }}]
            [rulings]
            {ruling}
            "#
        );
        let mut play = play(&text, "initiative d6=6 d6=5 d6=1, damage d6=2, healing d6=3");
        play.rounds(1);

        play.see("B", "hp")
    };
    assert_eq!(healed("hp_floor = 'none'"), -1);
    assert_eq!(healed("hp_floor = 'zero'"), 3);
}

/// B lies at (0, 0) with a movement of 6 and makes for A at (9, 0), who helps nobody and stays there. Returns whether B still
/// lies and its column.
fn rise(b: &str, policy: &str, rules: &str, dice: &str) -> (i64, i64) {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 30, at = [[9, 0]], policy = "stays" }}] }},
            {{ name = "two", combatant = [
                {{ name = "B", hp_max = 20, prone = true, weapons = [$club], at = [[0, 0]], policy = "rises", {b} }},
            ] }},
        ]
        [policy.stays]
        action = [{{ do = "help" }}]
        movement = [{{ do = "hold" }}]
        [policy.rises]
        {policy}
        {rules}
        "#
    );
    let mut play = play(&grid(20, 1, &text), dice);
    play.rounds(1);

    (play.see("B", "prone"), play.see("B", "x"))
}

// VOG-097, R-19
#[test]
fn standing_up_costs_half_the_movement_or_all_of_it_or_cannot_be_done() {
    let ruled = |name: &str| rise("", "", &format!("[rulings]\nstand = '{name}'"), "d6=1 d6=2");
    assert_eq!(rise("", "", "", "d6=1 d6=2"), (0, 3));
    assert_eq!(ruled("half"), (0, 3));
    assert_eq!(ruled("all"), (0, 0));
    assert_eq!(ruled("never"), (1, 3));
}

// VOG-097, R-19
#[test]
fn by_ruling_standing_up_is_an_action_with_its_own_initiative() {
    let stands = "action = [{ do = 'stand', when = 'self.prone' }]\nmovement = [{ do = 'hold' }]";
    assert_eq!(rise("", stands, "[rulings]\nstand = 'action'", "d6=1 d4=2"), (0, 0));
    let book = "[rulings]\nstand = 'action'\n[book.stand]\ninitiative = '1d8'";
    assert_eq!(rise("", stands, book, "d6=1 d8=2"), (0, 0));
    assert_eq!(rise("", stands, "", "d6=1 d6=2"), (0, 0), "without the ruling it attacks, and stands up by moving");
}

// VOG-097, R-19
#[test]
fn where_standing_up_is_an_action_it_is_declared_by_whoever_would_stand_up_by_moving() {
    let ruling = "[rulings]\nstand = 'action'";
    assert_eq!(rise("", "", ruling, "d6=1 d4=2"), (0, 0));
    assert_eq!(rise("", "action = [{ do = 'attack' }]", ruling, "d6=1 d4=2"), (0, 0));
    assert_eq!(rise("", "stand = [{ do = 'no' }]", ruling, "d6=1 d6=2"), (1, 3), "it crawls until it takes the action");
    let later = "action = [{ do = 'stand', when = 'round > 1' }]";
    assert_eq!(rise("", later, ruling, "d6=1 d6=2"), (1, 3), "its own line says when");
}

// VOG-093, R-19
#[test]
fn standing_up_takes_a_square_of_movement_as_an_action_too() {
    let stands = "action = [{ do = 'stand' }, { do = 'defend' }]";
    let ruling = "[rulings]\nstand = 'action'";
    assert_eq!(rise("statuses = [{ status = 'immobile' }]", stands, ruling, "d6=1 d4=2"), (1, 0));
    assert_eq!(rise("movement = 1, exhaustion = 1", stands, ruling, "d6=1 d4=2"), (1, 0));
    assert_eq!(rise("movement = 1", stands, ruling, "d6=1 d4=2"), (0, 0));
}

// VOG-097, R-19
#[test]
fn whoever_does_not_want_to_or_cannot_stand_up_crawls() {
    let dice = "initiative d6=1 d6=2";
    assert_eq!(rise("", "stand = [{ do = 'no' }]", "", dice), (1, 3));
    assert_eq!(rise("legs = 0", "", "", dice), (1, 3), "without a leg");
    assert_eq!(rise("movement = 1, exhaustion = 1", "", "", dice), (1, 0), "without movement");
    assert_eq!(rise("movement = 1", "", "", dice), (0, 0), "one square is enough to stand up");
}
