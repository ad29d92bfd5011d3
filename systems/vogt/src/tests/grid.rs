//! The grid: movement and range, running, what is in the way, keeping away, fear and flight.
//!
//! Most tests are played on a strip of one row; squares are `(column, row)`.

use super::{grid, play, seen};
use crate::Vogt;
use frame::fight::{Ending, Side};
use frame::rules::testing::{ScriptedPlay, load};
use frame::sim::Layout;

/// A, given by its insides, against B, given by its insides, who waits with 30 hit points and AR 0 and holds its square.
fn against(a: &str, b: &str, rules: &str) -> String {
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 30, {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 30, ar_base = 0, policy = "waits", {b} }}] }},
        ]
        [policy.waits]
        action = [{{ do = "help" }}]
        movement = [{{ do = "hold" }}]
        {rules}
        "#
    )
}

fn square(play: &ScriptedPlay<Vogt>, who: &str) -> (i64, i64) {
    (play.see(who, "x"), play.see(who, "y"))
}

/// The square of A after one round on a strip, and the hit points that B has lost.
fn strip(a: &str, b: &str, rules: &str, dice: &str) -> (i64, i64) {
    let mut play = play(&grid(20, 1, &against(a, b, rules)), dice);
    play.rounds(1);

    (play.see("A", "x"), 30 - play.see("B", "hp"))
}

// VOG-009, VOG-011, R-20, R-21, R-23
#[test]
fn one_moves_up_to_ones_movement_and_strikes_what_is_in_range() {
    let mut play = play(
        &grid(20, 1, &against("at = [[0, 0]], weapons = [$club]", "at = [[10, 0]]", "")),
        "initiative d6=1 d6=2      d6=1 d6=2, damage d6=4",
    );
    play.rounds(1);
    seen(&play, "A", &[("x", 6), ("y", 0)]);
    seen(&play, "B", &[("hp", 30)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 9)]);
    seen(&play, "B", &[("hp", 23), ("x", 10)]);
}

// VOG-009, R-20
#[test]
fn movement_is_the_books_unless_a_combatant_has_its_own() {
    let club = "at = [[0, 0]], weapons = [$club]";
    assert_eq!(strip(club, "at = [[15, 0]]", "", "initiative d6=1 d6=2").0, 6);
    assert_eq!(strip(club, "at = [[15, 0]]", "[book.movement]\nbase = 4", "d6=1 d6=2").0, 4);
    let fast = "at = [[0, 0]], weapons = [$club], movement = 8";
    assert_eq!(strip(fast, "at = [[15, 0]]", "[book.movement]\nbase = 4", "d6=1 d6=2").0, 8);
    assert_eq!(
        strip(club, "at = [[15, 0]]", "[book.movement]\nsquare_feet = 10", "d6=1 d6=2").0,
        6,
        "feet are only for reading"
    );
}

// VOG-011, R-52
#[test]
fn one_approaches_no_farther_than_the_range_asks_for() {
    assert_eq!(strip("at = [[0, 0]], weapons = [$bow]", "at = [[8, 0]]", "", "initiative d6=1 d6=2, damage d6=2"), (5, 5));
    assert_eq!(
        strip("at = [[7, 0]], weapons = [$bow]", "at = [[8, 0]]", "", "initiative d6=1 d6=2, damage d6=2"),
        (7, 5),
        "no penalty for being near"
    );
    assert_eq!(strip("at = [[0, 0]], weapons = [$bow]", "at = [[10, 0]]", "", "initiative d6=1 d6=2"), (6, 0));
    let reach = "[book.attack]\nrange = 2";
    assert_eq!(strip("at = [[0, 0]], weapons = [$club]", "at = [[8, 0]]", reach, "d6=1 d6=2   d6=2"), (6, 5));
}

// VOG-014, VOG-215
#[test]
fn a_technique_out_of_range_costs_no_dice() {
    for targets in ["one", "all"] {
        let a = format!(
            "at = [[0, 0]], policy = 'casts', td = {{ d6 = 2 }}, techniques = [{{ name = 'spark', die = 6, targets = '{targets}' }}]"
        );
        let casts = "[policy.casts]\naction = [{ do = 'technique', technique = 'spark' }]\nmovement = [{ do = 'hold' }]";
        let mut play = play(&grid(20, 1, &against(&a, "at = [[2, 0]]", casts)), "d6=1 d6=1 d6=6");
        play.rounds(1);
        seen(&play, "A", &[("td(d6)", 2), ("x", 0)]);
        seen(&play, "B", &[("hp", 30)]);
    }
}

/// A spark against B at (3, 0) and C at (6, 0).
fn spark(technique: &str) -> (i64, i64) {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", at = [[0, 0]], td = {{ d6 = 1 }}, policy = "casts", techniques = [
                {{ name = "spark", die = 6, {technique} }},
            ] }}] }},
            {{ name = "two", combatant = [
                {{ name = "B", hp_max = 30, ar_base = 0, at = [[3, 0]], policy = "help" }},
                {{ name = "C", hp_max = 30, ar_base = 0, at = [[6, 0]], policy = "help" }},
            ] }},
        ]
        [policy.casts]
        action = [{{ do = "technique", technique = "spark" }}]
        movement = [{{ do = "hold" }}]
        "#
    );
    let mut play = play(&grid(20, 1, &text), "d6=1 d6=2 d6=3   d6=4");
    play.rounds(1);

    (30 - play.see("B", "hp"), 30 - play.see("C", "hp"))
}

// VOG-014, VOG-035
#[test]
fn a_technique_for_all_strikes_those_in_range_or_within_its_radius() {
    assert_eq!(spark("range = 6"), (4, 0));
    assert_eq!(spark("range = 6, targets = 'all'"), (4, 4));
    assert_eq!(spark("range = 5, targets = 'all'"), (4, 0));
    assert_eq!(spark("range = 6, targets = 'all', radius = 2"), (4, 0));
    assert_eq!(spark("range = 6, targets = 'all', radius = 3"), (4, 4));
}

// R-21
#[test]
fn diagonals_cost_one_square_unless_the_ruling_forbids_them() {
    let text = against("at = [[0, 0]], weapons = [$club]", "at = [[5, 5]]", "");
    let mut diagonal = play(&grid(10, 10, &text), "initiative d6=1 d6=2, damage d6=2");
    diagonal.rounds(1);
    assert_eq!(square(&diagonal, "A"), (4, 4));
    seen(&diagonal, "B", &[("hp", 25)]);

    let text = [&text, "[rulings]\ngrid_distance = 'manhattan'"].concat();
    let mut straight = play(&grid(10, 10, &text), "d6=1 d6=2");
    straight.rounds(1);
    assert_eq!(square(&straight, "A"), (5, 1));
    seen(&straight, "B", &[("hp", 30)]);
}

// R-21
#[test]
fn among_equally_good_squares_the_cheapest_the_uppermost_and_the_leftmost_is_taken() {
    let text = against("at = [[2, 0]], movement = 2, weapons = [$club]", "at = [[2, 4]]", "");
    let mut play = play(&grid(5, 5, &text), "initiative d6=1 d6=2");
    play.rounds(1);
    assert_eq!(square(&play, "A"), (0, 2));
}

/// A at (0, 0) makes for D at (5, 0), the weakest of its enemies, past whoever stands at (2, 0).
fn corridor(a: &str, friends: &str, foes: &str, dice: &str, rounds: u32) -> i64 {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", weapons = [$club], at = [[0, 0]], policy = "seeks", {a} }}, {friends}] }},
            {{ name = "two", combatant = [
                {{ name = "D", hp_max = 90, hp = 20, ar_base = 0, at = [[5, 0]], policy = "waits" }},
                {foes}
            ] }},
        ]
        [policy.seeks]
        action = [{{ do = "attack", when = "round == {rounds}" }}, {{ do = "help" }}]
        target = [{{ at = "weakest" }}]
        stand = [{{ do = "no" }}]
        [policy.waits]
        action = [{{ do = "help" }}]
        movement = [{{ do = "hold" }}]
        "#
    );
    let mut play = play(&grid(20, 1, &text), dice);
    play.rounds(rounds);

    play.see("A", "x")
}

const IN_THE_WAY: &str = "{ name = 'W', hp_max = 30, at = [[2, 0]], policy = 'waits' }";

// R-21
#[test]
fn allies_can_be_passed_and_enemies_cannot() {
    assert_eq!(corridor("", IN_THE_WAY, "", "initiative d6=1 d6=2 d6=3, damage d6=2", 1), 4);
    assert_eq!(corridor("", "", IN_THE_WAY, "initiative d6=1 d6=2 d6=3", 1), 1);
}

// R-21
#[test]
fn nobody_ends_on_an_occupied_square() {
    let ally = "{ name = 'W', hp_max = 30, at = [[4, 0]], policy = 'waits' }";
    assert_eq!(corridor("", ally, "", "initiative d6=1 d6=2 d6=3", 1), 3);
}

// R-21, VOG-085
#[test]
fn the_unconscious_are_in_the_way_and_the_dead_are_not() {
    let unconscious = "{ name = 'W', hp_max = 30, exhaustion = 3, prone = true, at = [[2, 0]] }";
    let ten = "d10=5 ".repeat(10);
    assert_eq!(corridor("", "", unconscious, &format!("d6=1 d6=2 {ten}"), 1), 1);

    let dying = "{ name = 'W', hp_max = 30, hp = -5, exhaustion = 3, prone = true, statuses = [{ status = 'bleeding' }], at = [[2, 0]] }";
    assert_eq!(corridor("", "", dying, &format!("d6=1 d6=2 {ten}   d8=6      d6=1 d6=2   d6=2"), 2), 4);
}

// VOG-098, R-39
#[test]
fn flyers_pass_over_enemies_unless_they_lie() {
    assert_eq!(corridor("fly = true", "", IN_THE_WAY, "initiative d6=1 d6=2 d6=3, damage d6=2", 1), 4);
    assert_eq!(corridor("fly = true, prone = true, movement = 12", "", IN_THE_WAY, "initiative d6=1 d6=2 d6=3", 1), 1);
}

// VOG-023, VOG-024
#[test]
fn running_doubles_movement_for_the_round() {
    let runs = "at = [[0, 0]], weapons = [$club], policy = 'runs'";
    let policy = "[policy.runs]\naction = [{ do = 'run', when = 'round == 1' }, { do = 'attack' }]\n";
    let mut play = play(&grid(30, 1, &against(runs, "at = [[25, 0]]", policy)), "d6=1 d6=2      d6=1 d6=2");
    play.rounds(1);
    seen(&play, "A", &[("x", 12)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 18), ("movement", 6)]);
}

// VOG-023, VOG-024
#[test]
fn what_run_rolls_and_multiplies_by_is_in_the_book() {
    let runs = "at = [[0, 0]], movement = 5, policy = 'runs'";
    let rules = "[policy.runs]\naction = [{ do = 'run' }]\n[book.run]\ninitiative = '1d12'\nmultiplier = '3/2'";
    assert_eq!(strip(runs, "at = [[15, 0]]", rules, "d12=1 d6=2").0, 7);
}

// VOG-024
#[test]
fn running_stops_at_the_range_of_the_first_usable_weapon() {
    let policy = "[policy.runs]\naction = [{ do = 'run' }]";
    assert_eq!(strip("at = [[0, 0]], policy = 'runs', weapons = [$club]", "at = [[9, 0]]", policy, "d6=1 d6=2"), (8, 0));
    assert_eq!(strip("at = [[0, 0]], policy = 'runs', weapons = [$bow, $club]", "at = [[9, 0]]", policy, "d6=1 d6=2"), (6, 0));
}

// VOG-042, VOG-097
#[test]
fn exhaustion_and_lying_halve_what_can_be_moved_each_rounded_down() {
    let b = "at = [[15, 0]]";
    let a = |more: &str| format!("at = [[0, 0]], weapons = [$club], movement = 7, {more}");
    assert_eq!(strip(&a("exhaustion = 1"), b, "", "initiative d6=1 d6=2").0, 3);
    assert_eq!(strip(&a("prone = true"), b, "", "initiative d6=1 d6=2").0, 3);
    assert_eq!(strip(&a("exhaustion = 1, prone = true"), b, "", "initiative d6=1 d6=2").0, 1);
    assert_eq!(strip(&a("prone = true"), b, "[book.prone]\nmovement = '1'", "d6=1 d6=2").0, 7);
}

// VOG-080, R-37
#[test]
fn the_afraid_do_not_come_closer_to_what_they_fear() {
    let a = |more: &str| format!("at = [[2, 0]], weapons = [$club], {more}");
    assert_eq!(strip(&a(""), "at = [[5, 0]]", "", "initiative d6=1 d6=2, damage d6=2"), (4, 5));
    let afraid = "statuses = [{ status = 'afraid', of = 'B' }]";
    assert_eq!(strip(&a(afraid), "at = [[5, 0]]", "", "initiative d6=1 d6=2"), (2, 0));
    assert_eq!(
        strip(&a(afraid), "at = [[3, 0]]", "", "initiative d6=1 d6=2, damage d6=2"),
        (2, 5),
        "what is near enough is struck"
    );
}

// VOG-080, R-37, R-54
#[test]
fn fear_is_of_the_one_who_brought_it() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 30, ar_base = 0, weapons = [$club], at = [[5, 0]], policy = "late" }] },
            { name = "two", combatant = [
                { name = "B", hp_max = 30, ar_base = 0, at = [[8, 0]], policy = "howls", weapons = [
                    { name = "howl", die = "1d6", range = 3, riders = [{ status = "afraid" }] },
                ] },
                { name = "C", hp_max = 29, ar_base = 0, at = [[1, 0]], policy = "waits" },
            ] },
        ]
        [policy.late]
        action = [{ do = "help", when = "round == 1" }, { do = "attack" }]
        target = [{ at = "strongest", when = "round == 2" }, { at = "weakest" }]
        [policy.howls]
        action = [{ do = "attack", when = "round == 1" }, { do = "help" }]
        movement = [{ do = "hold" }]
        [policy.waits]
        action = [{ do = "help" }]
        movement = [{ do = "hold" }]
    "#;
    let mut play = play(
        &grid(20, 1, text),
        "initiative d6=1 d6=2 d6=3, damage d6=1, initiative d6=1 d6=2 d6=3      d6=1 d6=2 d6=3, damage d6=2",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 26), ("has(afraid)", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 5)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 2)]);
    seen(&play, "C", &[("hp", 24)]);
}

// VOG-093
#[test]
fn the_immobile_stay_where_they_are() {
    let a = "at = [[0, 0]], weapons = [$club], statuses = [{ status = 'immobile' }]";
    assert_eq!(strip(a, "at = [[3, 0]]", "", "initiative d6=1 d6=2"), (0, 0));
}

// VOG-009, R-21, R-51
#[test]
fn movement_can_be_split_around_the_action_and_leaving_costs_nothing() {
    let kite = "[policy.kites]\nmovement = [{ do = 'kite' }]";
    let a = |x: u8| format!("at = [[{x}, 0]], weapons = [$bow], policy = 'kites'");
    assert_eq!(strip(&a(0), "at = [[8, 0]]", kite, "d6=1 d6=2   d6=2"), (4, 5), "five squares near, one back");
    assert_eq!(strip(&a(7), "at = [[8, 0]]", kite, "d6=1 d6=2   d6=2"), (1, 5), "in range it keeps all of it for leaving");
    assert_eq!(strip(&a(5), "at = [[6, 0]]", kite, "d6=1 d6=2   d6=2"), (0, 5), "the edge ends it");
}

// VOG-009
#[test]
fn whoever_holds_does_not_move() {
    let hold = "[policy.holds]\nmovement = [{ do = 'hold' }]";
    assert_eq!(strip("at = [[0, 0]], weapons = [$club], policy = 'holds'", "at = [[3, 0]]", hold, "d6=1 d6=2"), (0, 0));
}

// R-50, VOG-024
#[test]
fn fleeing_takes_an_edge_and_one_more_square() {
    let flees = |movement: u8| format!("at = [[4, 4]], movement = {movement}, policy = 'flees'");
    let policy = "[policy.flees]\naction = [{ do = 'flee' }]";
    // The edge is four squares away.
    let mut far = play(&grid(9, 9, &against(&flees(3), "at = [[5, 4]]", policy)), "d6=1 d6=2");
    far.rounds(1);
    seen(&far, "A", &[("fled", 1)]);
    assert_eq!(far.ending(), Some(Ending::Won(Side(1))));

    let mut near = play(&grid(9, 9, &against(&flees(2), "at = [[5, 4]]", policy)), "d6=1 d6=2      d6=1 d6=2");
    near.rounds(1);
    seen(&near, "A", &[("fled", 0)]);
    assert_eq!(near.ending(), None);
    near.rounds(1);
    seen(&near, "A", &[("fled", 1)]);
}

// VOG-005, VOG-020, R-32
#[test]
fn a_contest_needs_an_adjacent_foe() {
    let wrestles = "[policy.wrestles]\naction = [{ do = 'contest' }]\n[rulings]\ncontest_action = 'on'";
    let a = "at = [[0, 0]], policy = 'wrestles'";
    let mut far = play(&grid(20, 1, &against(a, "at = [[9, 0]]", wrestles)), "d6=2 d6=1");
    far.rounds(1);
    seen(&far, "A", &[("x", 6)]);
    seen(&far, "B", &[("prone", 0)]);

    let mut near = play(&grid(20, 1, &against(a, "at = [[7, 0]]", wrestles)), "d6=2 d6=1   d6=4 d6=3");
    near.rounds(1);
    seen(&near, "A", &[("x", 6)]);
    seen(&near, "B", &[("prone", 1)]);
}

// VOG-027
#[test]
fn nobody_moves_before_the_new_initiative_comes() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 30, ar_base = 0, weapons = [$club], at = [[0, 0]], policy = "changes" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, weapons = [$club], at = [[7, 0]] }] },
        ]
        [policy.changes]
        action = [{ do = "defend" }]
        reevaluate = [{ do = "attack" }]
    "#;
    // Had A moved at once, B would have struck it where it came to stand, with 5 squares to spare.
    let mut play = play(&grid(20, 1, text), "initiative d4=1 d6=3   d6=4, damage d6=2   d6=1");
    play.rounds(1);
    seen(&play, "A", &[("x", 0), ("hp", 25), ("rolled_initiative", 5)]);
    seen(&play, "B", &[("x", 1), ("hp", 26)]);
}

// VOG-024, R-51
#[test]
fn whoever_runs_keeps_the_square_that_it_has_reached() {
    let policy = "[policy.skirmishes]
        action = [{ do = 'run', when = 'nearest.distance > 3' }, { do = 'attack' }]
        movement = [{ do = 'kite' }]";
    let a = "at = [[7, 0]], weapons = [$bow], policy = 'skirmishes'";
    assert_eq!(strip(a, "at = [[15, 0]]", policy, "initiative d6=1 d6=2"), (12, 0), "with seven of its twelve squares left");
}

// VOG-080, R-37
#[test]
fn nobody_is_afraid_of_whoever_has_left() {
    let text = r#"
        side = [
            { name = "one", combatant = [
                { name = "A", at = [[0, 0]], weapons = [$club], statuses = [{ status = "afraid", of = "B" }] },
            ] },
            { name = "two", combatant = [
                { name = "B", at = [[10, 0]], policy = "flees" },
                { name = "C", at = [[15, 0]], policy = "waits" },
            ] },
        ]
        [policy.flees]
        action = [{ do = "flee" }]
        [policy.waits]
        action = [{ do = "defend" }]
        movement = [{ do = "hold" }]
    "#;
    let mut play = play(&grid(20, 1, text), "initiative d6=1 d6=2 d4=3      d6=1 d4=2");
    play.rounds(1);
    seen(&play, "A", &[("x", 0)]);
    seen(&play, "B", &[("fled", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 6), ("has(afraid)", 1)]);
}

// VOG-080, R-37
#[test]
fn the_afraid_fear_everybody_who_has_frightened_them() {
    let text = |fears: &str| {
        format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", at = [[10, 0]], weapons = [$club], statuses = [{fears}] }}] }},
                {{ name = "two", combatant = [
                    {{ name = "B", at = [[5, 0]], policy = "waits" }},
                    {{ name = "C", at = [[15, 0]], policy = "waits" }},
                ] }},
            ]
            [policy.waits]
            action = [{{ do = "help" }}]
            movement = [{{ do = "hold" }}]
            "#
        )
    };
    let column = |fears: &str, dice: &str| {
        let mut play = play(&grid(20, 1, &text(fears)), dice);
        play.rounds(1);

        play.see("A", "x")
    };
    assert_eq!(column("{ status = 'afraid', of = 'C' }", "initiative d6=1 d6=2 d6=3, random target d2=1 damage d6=2"), 6);
    assert_eq!(
        column(
            "{ status = 'afraid', of = 'B' }, { status = 'afraid', of = 'C' }",
            "initiative d6=1 d6=2 d6=3, random target d2=1"
        ),
        10
    );
}

// VOG-045, VOG-024
#[test]
fn in_a_fight_to_the_death_the_fallen_are_in_reach_once_nobody_else_is_left() {
    let rules = "[policy.rushes]
        action = [{ do = 'run', when = 'not in_reach or nearest.distance == 0' }, { do = 'attack' }]
        [rulings]
        end_condition = 'dead'";
    let ten = "d10=9 ".repeat(10);
    let a = "at = [[0, 0]], weapons = [$club], policy = 'rushes'";
    assert_eq!(strip(a, "at = [[5, 0]], exhaustion = 3", rules, &format!("d6=1 {ten} d6=2")), (4, 20));
}

// VOG-009
#[test]
fn where_everybody_is_at_the_end_is_measured() {
    let rules = "[book.round]\nrounds_max = 1";
    let mut play = play(&grid(20, 1, &against("at = [[0, 0]], weapons = [$club]", "at = [[15, 0]]", rules)), "d6=1 d6=2");
    play.rounds(1);
    let (a, b) = (play.see("A", "x"), play.see("B", "x"));
    assert!(a > 0);
    assert_eq!([play.metric("A.column"), play.metric("A.row")], [a, 0]);
    assert_eq!([play.metric("B.column"), play.metric("B.row")], [b, 0]);
    assert_eq!([play.metric("A.distance"), play.metric("B.distance")], [b - a, b - a]);
}

// VOG-011, VOG-020, R-23
#[test]
fn actions_that_are_lost_are_counted_by_what_they_lack() {
    let rules = "[book.round]\nrounds_max = 1";
    let mut far = play(&grid(20, 1, &against("at = [[0, 0]], weapons = [$club]", "at = [[15, 0]]", rules)), "d6=1 d6=2");
    far.rounds(1);
    for lost in ["A.actions_lost", "A.lost_out_of_reach", "B.actions_lost", "B.lost_without_anybody"] {
        assert_eq!(far.metric(lost), 1, "{lost}");
    }
    assert_eq!(far.metric("A.lost_without_anybody") + far.metric("B.lost_out_of_reach"), 0);
}

#[test]
fn distances_are_kept_round_by_round() {
    let text = grid(20, 1, &against("at = [[0, 0]], weapons = [{ name = 'club', die = '1d6' }]", "at = [[10, 0]]", ""));
    let fought = ScriptedPlay::<Vogt>::sampled(&text, 100, 1);
    for who in ["A", "B"] {
        assert_eq!(fought.distribution(&format!("{who}.distance_1")), [(10, 1.0)]);
        assert_eq!(fought.distribution(&format!("{who}.distance_2")), [(4, 1.0)], "six squares nearer");
        assert_eq!(fought.distribution(&format!("{who}.distance_3")), [(1, 1.0)]);
    }
    let quick = ScriptedPlay::<Vogt>::sampled(&text.replace("hp_max = 30, ar_base", "hp_max = 1, ar_base"), 100, 1);
    assert!(quick.distribution("A.distance_10").is_empty(), "no fight takes so long");
    let nowhere = Layout::new(&load::<Vogt>(
        "side = [{ name = 'one', combatant = [{ name = 'A' }] }, { name = 'two', combatant = [{ name = 'B' }] }]",
    ));
    assert_eq!(nowhere.catalogue.index("A.distance_1"), None, "without a grid there is none");
}
