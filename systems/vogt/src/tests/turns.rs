//! Rounds and turns: who fights whom, what is declared when, initiative and its ties, re-evaluation, the end of a fight.
//!
//! Weapons with the same stated initiative but different damage dice show the order of turns: each blow asks for its own size
//! of die.

use super::{play, seen};
use crate::book::Book;
use frame::fight::{Ending, Side};

// VOG-007
#[test]
fn every_side_is_hostile_to_every_other() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 20, hp = 3, exhaustion = 2, ar_base = 0 }] },
            { name = "two", combatant = [{ name = "B", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0 }] },
            { name = "three", combatant = [{ name = "C", hp_max = 20, hp = 2, exhaustion = 2, ar_base = 0 }] },
        ]
        "#,
        "initiative d4=1 d4=2 d4=3, damage d4=1   d4=1",
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", -3), ("unconscious", 1)]);
    seen(&play, "A", &[("hp", -1), ("unconscious", 1)]);
    seen(&play, "C", &[("hp", 2)]);
    assert_eq!(play.ending(), Some(Ending::Won(Side(2))));
}

// VOG-007
#[test]
fn without_two_sides_that_can_act_there_is_no_round() {
    let out_of_it = |a: u8, b: u8| {
        let text = format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", exhaustion = {a} }}] }},
                {{ name = "two", combatant = [{{ name = "B", exhaustion = {b} }}] }},
            ]
            "#
        );
        let mut play = play(&text, "");
        play.rounds(1);

        play.ending()
    };
    assert_eq!(out_of_it(0, 3), Some(Ending::Won(Side(0))));
    assert_eq!(out_of_it(3, 0), Some(Ending::Won(Side(1))));
    assert_eq!(out_of_it(3, 3), Some(Ending::Draw));
}

const ONE_STRIKES: &str = r#"
    side = [
        { name = "one", combatant = [{ name = "A", hp_max = 20, weapons = [$club] }] },
        { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, policy = "help" }] },
    ]
"#;

// VOG-008
#[test]
fn a_turn_holds_one_action() {
    let mut one = play(ONE_STRIKES, "initiative d6=1 d6=2, damage d6=4");
    one.rounds(1);
    seen(&one, "B", &[("hp", 23)]);

    let mut two = play(&[ONE_STRIKES, "[book.actions]\nper_turn = 2"].concat(), "d6=1 d6=2   d6=4 d6=5");
    two.rounds(1);
    seen(&two, "B", &[("hp", 15)]);
}

// VOG-066, VOG-069
#[test]
fn everybody_has_one_turn_in_each_round_and_rolls_anew_for_its_place() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 30, weapons = [$club] }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, weapons = [$sword] }] },
        ]
        "#,
        "initiative d6=1 d8=2, damage d6=1   d8=2, initiative d6=3 d8=1, damage d8=3   d6=5",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 28), ("rolled_initiative", 1)]);
    seen(&play, "B", &[("hp", 29), ("rolled_initiative", 2)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", 25), ("rolled_initiative", 3)]);
    seen(&play, "B", &[("hp", 24), ("rolled_initiative", 1)]);
}

// VOG-067
#[test]
fn ten_rounds_make_a_minute_and_their_length_changes_nothing_in_a_fight() {
    assert_eq!(60 / Book::default().round.seconds, 10);
    let mut play = play(&[ONE_STRIKES, "[book.round]\nseconds = 600"].concat(), "d6=1 d6=2   d6=4      d6=1 d6=2   d6=4");
    play.rounds(2);
    seen(&play, "B", &[("hp", 16)]);
}

// VOG-068, R-22
#[test]
fn an_action_is_decided_at_the_beginning_of_the_round_and_kept() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 10, ar_base = 0, weapons = [$club], policy = "careful" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, weapons = [$club] }] },
        ]
        [policy.careful]
        action = [{ do = "attack", when = "self.hp >= 10" }, { do = "defend" }]
        "#,
        "initiative d6=6 d6=1, damage d6=1   d6=2, initiative d4=4 d6=1, damage d6=1",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 6), ("defending", 0)]);
    seen(&play, "B", &[("hp", 25)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", 2), ("defending", 1)]);
}

const TWO_AGAINST_A_DYING_AND_A_FRESH_ONE: &str = r#"
    side = [
        { name = "one", combatant = [{ name = "A" }, { name = "B" }] },
        { name = "two", combatant = [
            { name = "X", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, policy = "help" },
            { name = "Y", hp_max = 20, ar_base = 0, policy = "help" },
        ] },
    ]
"#;

// R-22
#[test]
fn a_target_is_chosen_on_the_turn_unless_it_has_to_be_declared() {
    let mut free = play(TWO_AGAINST_A_DYING_AND_A_FRESH_ONE, "initiative d4=1 d4=2 d6=5 d6=6, damage d4=1   d4=1");
    free.rounds(1);
    seen(&free, "X", &[("hp", -3), ("unconscious", 1)]);
    seen(&free, "Y", &[("hp", 16)]);

    let text = [TWO_AGAINST_A_DYING_AND_A_FRESH_ONE, "[rulings]\ndeclare = \"action_and_target\""].concat();
    let mut bound = play(&text, "initiative d4=1 d4=2 d6=5 d6=6, damage d4=1");
    bound.rounds(1);
    seen(&bound, "X", &[("hp", -3), ("unconscious", 1)]);
    seen(&bound, "Y", &[("hp", 20)]);
}

// VOG-070, VOG-012, VOG-015, VOG-017, VOG-019, VOG-023, VOG-059
#[test]
fn each_action_has_its_own_initiative_dice() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", td = { d6 = 2 }, policy = "all", techniques = [
                { name = "spark", die = 6 },
            ], weapons = [{ name = "sword", die = "1d8", stowed = true }] }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, policy = "help" }] },
        ]
        [policy.all]
        action = [
            { do = "technique", technique = "spark", when = "round == 1" },
            { do = "run", when = "round == 2" },
            { do = "retrieve", weapon = "sword", when = "round == 3" },
            { do = "defend", when = "round == 4" },
            { do = "help", when = "round == 5" },
            { do = "attack", weapon = "sword" },
        ]
        "#,
        "d6=1 d6=2 d6=6   d6=1 d6=2
         d6=1 d6=6
         d6=2 d6=6
         d4=3 d6=6
         d6=4 d6=6
         d8=5 d6=6   d8=2",
    );
    for initiative in [3, 1, 2, 3, 4, 5] {
        play.rounds(1);
        seen(&play, "A", &[("rolled_initiative", initiative)]);
    }
    seen(&play, "B", &[("hp", 22)]);
}

const FIRST_BLOW_WINS: &str = r#"
    side = [
        { name = "one", combatant = [{ name = "A", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, weapons = [$club] }] },
        { name = "two", combatant = [{ name = "B", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, weapons = [$sword] }] },
    ]
"#;

// VOG-071
#[test]
fn lower_numbers_go_first_unless_the_book_turns_it_round() {
    let mut low = play(FIRST_BLOW_WINS, "initiative d6=2 d8=7, damage d6=1");
    low.rounds(1);
    assert_eq!(low.ending(), Some(Ending::Won(Side(0))));

    let mut high =
        play(&[FIRST_BLOW_WINS, "[book.round]\norder = \"high_first\""].concat(), "initiative d6=2 d8=7, damage d8=1");
    high.rounds(1);
    assert_eq!(high.ending(), Some(Ending::Won(Side(1))));
}

// VOG-071, VOG-073
#[test]
fn ties_stay_as_they_are_when_high_numbers_go_first() {
    let mut play =
        play(&[FIRST_BLOW_WINS, "[book.round]\norder = \"high_first\""].concat(), "initiative d6=4 d8=4, damage d6=1");
    play.rounds(1);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
}

/// Two who have rolled the same initiative; the die of the winning blow tells who went first.
fn tie(a: &str, b: &str, dice: &str) -> Option<Ending> {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, {b} }}] }},
        ]
        "#
    );
    let mut play = play(&text, dice);
    play.rounds(1);

    play.ending()
}

const A: Option<Ending> = Some(Ending::Won(Side(0)));
const B: Option<Ending> = Some(Ending::Won(Side(1)));

// VOG-072
#[test]
fn the_higher_dexterity_goes_first_in_a_tie_whatever_the_dice() {
    assert_eq!(tie("weapons = [$club]", "dex = '1d8', weapons = [$axe]", "initiative d6=3 d10=3, damage d10=1"), B);
    assert_eq!(
        tie("dex = '1d10', weapons = [$greatsword]", "dex = '1d8', weapons = [$dagger]", "initiative d12=3 d4=3, damage d12=1"),
        A
    );
}

// VOG-072, VOG-091, R-26
#[test]
fn dexterity_in_a_tie_is_the_mean_of_the_die_and_the_penalty_but_not_a_skill() {
    let frozen = "statuses = [{ status = 'frozen' }]";
    let skilled = "dex = '1d6', bonus = { dex = 5 }, weapons = [$club]";
    assert_eq!(tie("dex = '1d8', weapons = [$sword]", skilled, "initiative d8=3 d6=3, damage d8=1"), A);
    assert_eq!(tie(&format!("dex = '1d8', weapons = [$sword], {frozen}"), skilled, "initiative d8=3 d6=3, damage d6=1"), B);
}

// VOG-073
#[test]
fn the_smaller_initiative_die_goes_first_in_a_further_tie() {
    assert_eq!(tie("weapons = [$sword]", "weapons = [$club]", "initiative d8=3 d6=3, damage d6=1"), B);
    assert_eq!(tie("weapons = [$dagger]", "weapons = [$club]", "initiative d4=3 d6=3, damage d4=1"), A);
}

// VOG-073, VOG-105, R-27
#[test]
fn dice_are_compared_by_their_mean_and_then_by_their_most() {
    let weapon =
        |die: &str, initiative: &str| format!("weapons = [{{ name = 'w', die = '{die}', initiative = '{initiative}' }}]");
    let rungs = tie(&weapon("1d8", "2d6"), &weapon("1d6", "1d12"), "initiative d6=1 d6=4 d12=5, damage d6=1");
    assert_eq!(rungs, B, "1d12 stands below 2d6");
    let means = tie(&weapon("1d8", "3d4"), &weapon("1d6", "2d6"), "initiative d4=2 d4=2 d4=1 d6=4 d6=1, damage d6=1");
    assert_eq!(means, B, "2d6 with a mean of 7 stands below 3d4 with 7.5");
    let most = tie(&weapon("1d8", "1d9"), &weapon("1d6", "2d4"), "initiative d9=5 d4=4 d4=1, damage d6=1");
    assert_eq!(most, B, "both have a mean of 5, but 2d4 makes at most 8");
}

const THREE_ALIKE: &str = r#"
    side = [
        { name = "one", combatant = [
            { name = "A", hp_max = 30, weapons = [{ name = "a", die = "1d6", initiative = "1d4" }] },
            { name = "B", hp_max = 30, weapons = [{ name = "b", die = "1d8", initiative = "1d4" }] },
        ] },
        { name = "two", combatant = [{ name = "C", hp_max = 30, weapons = [{ name = "c", die = "1d10", initiative = "1d4" }] }] },
    ]
"#;

// VOG-074, R-25
#[test]
fn the_last_tie_is_drawn_or_left_to_the_order_of_the_scenario() {
    let mut drawn = play(
        THREE_ALIKE,
        "initiative d4=2 d4=2 d4=2, tied initiative d3=3 d2=2, random target d2=1 damage d10=1   d8=1   d6=1",
    );
    drawn.rounds(1);
    seen(&drawn, "C", &[("hp", 25)]);

    let text = [THREE_ALIKE, "[rulings]\ninitiative_final = \"index\""].concat();
    let mut listed = play(&text, "initiative d4=2 d4=2 d4=2, damage d6=1   d8=1   random target d2=1 damage d10=1");
    listed.rounds(1);
    seen(&listed, "C", &[("hp", 25)]);
}

// VOG-074, R-25
#[test]
fn only_those_who_are_still_tied_are_drawn() {
    let mut play =
        play(THREE_ALIKE, "initiative d4=3 d4=2 d4=2, tied initiative d2=2, random target d2=1 damage d10=1   d8=1   d6=1");
    play.rounds(1);
    seen(&play, "C", &[("hp", 25)]);
}

// VOG-012, VOG-037
#[test]
fn initiative_has_no_critical_dice() {
    let mut play = play(ONE_STRIKES, "initiative d6=6 d6=2, damage d6=1");
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 6)]);
}

// VOG-101, VOG-102, VOG-104, R-38
#[test]
fn whoever_is_knocked_out_keeps_its_initiative_for_the_round_and_rolls_ten_dice_from_the_next_on() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, weapons = [$club] },
                { name = "D", hp_max = 20, ar_base = 0, policy = "help" },
            ] },
            { name = "two", combatant = [{ name = "B", hp_max = 20, weapons = [$dagger] }] },
        ]
        "#,
        "d6=3 d6=5 d4=1   d4=1
         d10=1 d10=1 d10=1 d10=1 d10=1 d10=1 d10=1 d10=1 d10=1 d10=2 d6=6 d4=2   d4=2",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", -3), ("unconscious", 1), ("active", 0), ("rolled_initiative", 3), ("movement", 0)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", -3), ("exhaustion", 3), ("rolled_initiative", 11)]);
    seen(&play, "D", &[("hp", 15)]);
    seen(&play, "B", &[("hp", 20)]);
}

const CHANGES_ITS_MIND: &str = r#"
    side = [
        { name = "one", combatant = [{ name = "A", hp_max = 20, ar_base = 0, weapons = [$club], policy = "change" }] },
        { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, weapons = [$sword] }] },
    ]
    [policy.change]
    action = [{ do = "defend" }]
    reevaluate = [{ do = "attack" }]
"#;

// VOG-025, VOG-026, R-24
#[test]
fn reevaluating_adds_the_new_actions_roll_to_the_initiative() {
    let mut play = play(CHANGES_ITS_MIND, "initiative d4=1 d8=5   d6=3, damage d6=2   d8=1");
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 4), ("hp", 16), ("defending", 0)]);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-025, VOG-026, R-24
#[test]
fn whoever_reevaluates_may_have_to_let_others_go_first() {
    let mut play = play(CHANGES_ITS_MIND, "initiative d4=1 d8=5   d6=6, damage d8=1   d6=2");
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 7), ("hp", 16)]);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-025, R-22, R-24
#[test]
fn whoever_reevaluates_declares_a_target_with_the_new_action() {
    let text = [CHANGES_ITS_MIND, "[rulings]\ndeclare = \"action_and_target\""].concat();
    let mut play = play(&text, "initiative d4=1 d8=5   d6=3, damage d6=2   d8=1");
    play.rounds(1);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-066, VOG-025
#[test]
fn with_two_turns_in_a_round_everybody_has_yet_to_act_until_the_second_one_comes() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 30, weapons = [$club], policy = "opportunist" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, policy = "help" }] },
        ]
        [policy.opportunist]
        action = [{ do = "defend" }]
        reevaluate = [{ do = "attack", when = "enemies.yet_to_act == 0" }]
        [book.round]
        turns = 2
    "#;
    let mut play = play(text, "initiative d4=2 d6=1   d6=4, damage d6=2");
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 6), ("defending", 0)]);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-026
#[test]
fn the_book_can_let_the_new_roll_replace_the_old_one() {
    let text = [CHANGES_ITS_MIND, "[book.reevaluate]\nadds = false"].concat();
    let mut play = play(&text, "d4=4 d8=5   d6=3   d6=2   d8=1");
    play.rounds(1);
    seen(&play, "A", &[("rolled_initiative", 3), ("hp", 16)]);
}

// VOG-025, R-24
#[test]
fn reevaluating_is_allowed_as_often_as_the_book_says() {
    let mut never = play(&[CHANGES_ITS_MIND, "[book.reevaluate]\nmax_per_round = 0"].concat(), "d4=1 d8=5   d8=1");
    never.rounds(1);
    seen(&never, "A", &[("hp", 18), ("defending", 1), ("rolled_initiative", 1)]);
    seen(&never, "B", &[("hp", 30)]);

    let text = [CHANGES_ITS_MIND, "[book.reevaluate]\nmax_per_round = 2"].concat();
    let mut twice = play(&text, "d4=1 d8=8   d6=2   d6=3   d6=4   d8=1");
    twice.rounds(1);
    seen(&twice, "A", &[("rolled_initiative", 6), ("hp", 16)]);
    seen(&twice, "B", &[("hp", 23)]);
}

// VOG-010, VOG-025
#[test]
fn reevaluating_can_be_taken_out_of_the_game() {
    let mut play = play(&[CHANGES_ITS_MIND, "[book.actions]\nreevaluate = false"].concat(), "d4=1 d8=5   d8=1");
    play.rounds(1);
    seen(&play, "A", &[("defending", 1), ("hp", 18)]);
}

// VOG-025, VOG-102, R-24
#[test]
fn whoever_is_knocked_out_before_the_new_initiative_comes_does_nothing() {
    let text = r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, weapons = [$club], policy = "change" },
                { name = "D", hp_max = 20, policy = "help" },
            ] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, weapons = [$sword] }] },
        ]
        [policy.change]
        action = [{ do = "defend" }]
        reevaluate = [{ do = "attack" }]
    "#;
    let mut play = play(text, "initiative d4=1 d6=2 d8=3   d6=6, damage d8=1");
    play.rounds(1);
    seen(&play, "A", &[("hp", -3), ("unconscious", 1), ("rolled_initiative", 7), ("defending", 0)]);
    seen(&play, "B", &[("hp", 30)]);
}

// VOG-027, R-19
#[test]
fn nobody_stands_up_before_the_new_initiative_comes() {
    let text = CHANGES_ITS_MIND.replace("ar_base = 0, weapons = [$club]", "ar_base = 5, prone = true, weapons = [$club]");
    let mut play = play(&text, "initiative d4=1 d8=5   d6=6, damage d8=1   d6=2");
    play.rounds(1);
    seen(&play, "A", &[("hp", 16), ("absorbed", 0), ("prone", 0), ("ar", 5)]);
}

// VOG-025, VOG-074, R-25
#[test]
fn whoever_reevaluates_into_a_tie_is_drawn_a_place_among_those_who_wait() {
    let text = CHANGES_ITS_MIND.replace("$sword", "$club");
    let mut first = play(&text, "initiative d4=1 d6=4   d6=3, tied initiative after Reevaluate d2=1, damage d6=2   d6=1");
    first.rounds(1);
    seen(&first, "A", &[("hp", 16), ("rolled_initiative", 4)]);
    seen(&first, "B", &[("hp", 25)]);

    let mut second = play(&text, "initiative d4=1 d6=4   d6=3, tied initiative after Reevaluate d2=2, damage d6=1   d6=2");
    second.rounds(1);
    seen(&second, "A", &[("hp", 16)]);
    seen(&second, "B", &[("hp", 25)]);

    let mut listed =
        play(&[&text, "[rulings]\ninitiative_final = \"index\""].concat(), "initiative d4=1 d6=4   d6=3, damage d6=2   d6=1");
    listed.rounds(1);
    seen(&listed, "A", &[("hp", 16)]);
    seen(&listed, "B", &[("hp", 25)]);
}

// VOG-025, VOG-073
#[test]
fn after_reevaluating_the_new_dice_count_in_ties() {
    let mut play = play(&CHANGES_ITS_MIND.replace("$sword", "$dagger"), "initiative d4=1 d4=4   d6=3, damage d4=1   d6=2");
    play.rounds(1);
    seen(&play, "A", &[("hp", 16), ("rolled_initiative", 4)]);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-025, VOG-215, R-24
#[test]
fn an_abandoned_technique_costs_no_dice() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", td = { d6 = 2 }, techniques = [{ name = "spark", die = 6 }], policy = "change" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, policy = "help" }] },
        ]
        [policy.change]
        action = [{ do = "technique", technique = "spark" }]
        reevaluate = [{ do = "defend" }]
        "#,
        "initiative d6=1 d6=1 d6=6   d4=2",
    );
    play.rounds(1);
    seen(&play, "A", &[("td(d6)", 2), ("defending", 1), ("rolled_initiative", 4)]);
    seen(&play, "B", &[("hp", 30)]);
}

// R-53
#[test]
fn an_endless_fight_is_broken_off_after_the_most_rounds() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", policy = "defend" }] },
            { name = "two", combatant = [{ name = "B", policy = "defend" }] },
        ]
        [book.round]
        rounds_max = 2
        "#,
        "initiative d4=1 d4=2   d4=1 d4=2",
    );
    assert_eq!(Book::default().round.rounds_max, 200);
    play.rounds(1);
    assert_eq!(play.ending(), None);
    play.rounds(1);
    assert_eq!(play.ending(), Some(Ending::Timeout));
    assert_eq!(play.metric("rounds"), 2);
}

const ONE_BLOW_FROM_THE_END: &str = r#"
    side = [
        { name = "one", combatant = [{ name = "A", hp_max = 20, weapons = [$club] }] },
        { name = "two", combatant = [{ name = "B", hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, policy = "help" }] },
    ]
"#;

// VOG-007, VOG-044
#[test]
fn a_side_is_beaten_when_nobody_of_it_can_act() {
    let mut play = play(ONE_BLOW_FROM_THE_END, "initiative d6=1 d6=2, damage d6=1");
    play.rounds(9);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    seen(&play, "B", &[("dead", 0), ("exhaustion", 3)]);
}

// VOG-007, VOG-051, VOG-085
#[test]
fn a_side_can_have_to_be_killed_to_be_beaten() {
    let text = [ONE_BLOW_FROM_THE_END, "[rulings]\nend_condition = \"dead\""].concat();
    let ten = "d10=5 ".repeat(10);
    let mut play = play(&text, &format!("d6=1 d6=2   d6=1      d6=1 {ten}   d6=1 d8=7"));
    play.rounds(1);
    assert_eq!(play.ending(), None);
    play.rounds(1);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    seen(&play, "B", &[("dead", 1), ("exhaustion", 4)]);
    assert_eq!(play.metric("rounds"), 2);
}

// VOG-007, VOG-081
#[test]
fn when_nobody_can_act_any_more_a_fight_to_the_death_is_a_draw() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 20, hp = 1, exhaustion = 2, statuses = [{ status = "bleeding" }], policy = "defend" },
            ] },
            { name = "two", combatant = [{ name = "B", hp_max = 20, hp = -5, exhaustion = 3, prone = true }] },
        ]
        [rulings]
        end_condition = "dead"
        "#,
        "initiative d4=1 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5",
    );
    play.rounds(1);
    assert_eq!(play.ending(), Some(Ending::Draw));
    seen(&play, "A", &[("exhaustion", 3), ("dead", 0)]);
    seen(&play, "B", &[("exhaustion", 3), ("dead", 0)]);
}
