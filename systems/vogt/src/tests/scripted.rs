//! The worked examples of the specification, die for die.
//!
//! Sides are listed one after the other in a scenario, so index order is the order of the sides and, within them, of their
//! members. Start anywhere: the tests do not depend on one another.

use super::{grid, one_in, play, seen};
use frame::fight::{Ending, Side};

// VOG-012, VOG-069, VOG-070, VOG-071, VOG-072, VOG-073, VOG-205
#[test]
fn s01_initiative_and_its_ties() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "Al", hp_max = 12, str = "1d8", weapons = [$club] },
                { name = "Cid", hp_max = 15, weapons = [$sword] },
            ] },
            { name = "two", combatant = [{ name = "Bea", hp_max = 20, str = "1d4", dex = "1d8", weapons = [$dagger] }] },
        ]
        "#,
        "initiative d6=3 d8=3 d4=3, damage d4=2   d6=5   d8=7",
    );
    play.rounds(1);
    seen(&play, "Al", &[("hp", 11), ("absorbed", 3), ("ar_left", 0), ("rolled_initiative", 3)]);
    seen(&play, "Bea", &[("hp", 5), ("absorbed", 4), ("ar_left", 0)]);
    seen(&play, "Cid", &[("hp", 15), ("absorbed", 0), ("ar_left", 3)]);
    assert_eq!(play.ending(), None);
    assert_eq!(play.probability(), one_in(6 * 8 * 4 * 4 * 6 * 8));
}

// VOG-033, VOG-037, VOG-205
#[test]
fn s02_a_chain_of_critical_dice() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, str = "1d8", weapons = [$club] }] },
            { name = "two", combatant = [{ name = "B", hp_max = 18, str = "1d8", weapons = [$club] }] },
        ]
        "#,
        "initiative d6=1 d6=2, damage d6=6, critical d6=6 d6=2, damage d6=1",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 16), ("absorbed", 3)]);
    seen(&play, "B", &[("hp", 3), ("absorbed", 3)]);
    assert_eq!(play.probability(), one_in(6_u128.pow(6)));
}

// VOG-205, R-02, R-03
#[test]
fn s03_the_pool_of_ar_is_shared_by_all_blows_of_a_round_and_full_again_in_the_next() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "Knight", hp_max = 14, str = "1d10", armor = 3, policy = "help" }] },
            { name = "two", combatant = [
                { name = "Goblin1", hp_max = 8, str = "1d4", dex = "1d8", weapons = [$dagger] },
                { name = "Goblin2", hp_max = 8, str = "1d4", dex = "1d8", weapons = [$dagger] },
            ] },
        ]
        "#,
        "initiative d6=6 d4=1 d4=2, damage d4=2   d4=3, initiative d6=6 d4=1 d4=2, damage d4=1   d4=4, critical d4=2",
    );
    seen(&play, "Knight", &[("ar", 6)]);
    play.rounds(1);
    seen(&play, "Knight", &[("hp", 11), ("absorbed", 6), ("ar_left", 0)]);
    play.rounds(1);
    seen(&play, "Knight", &[("hp", 6), ("absorbed", 6), ("exhaustion", 0)]);
    seen(&play, "Goblin1", &[("hp", 8)]);
    seen(&play, "Goblin2", &[("hp", 8)]);
    assert_eq!(play.probability(), one_in(6_u128.pow(2) * 4_u128.pow(9)));
}

// VOG-017, VOG-018, R-05
#[test]
fn s04_defend_goes_over_the_change_of_rounds() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, str = "1d8", weapons = [$club], policy = "late" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 18, str = "1d8", weapons = [$club] }] },
        ]
        [policy.late]
        action = [{ do = "defend", when = "round == 1" }]
        "#,
        "initiative d4=1 d6=4, damage d6=2, initiative d6=5 d6=1, damage d6=3   d6=4",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 17), ("ar", 5), ("absorbed", 5), ("defending", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", 15), ("ar", 3), ("defending", 0)]);
    seen(&play, "B", &[("hp", 13), ("absorbed", 3)]);
    assert_eq!(play.probability(), one_in(4 * 6_u128.pow(6)));
}

// VOG-031, VOG-032, VOG-041, VOG-042, VOG-043, VOG-097, VOG-099, R-19
#[test]
fn s05_down_and_up_again() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "Kay", hp_max = 18, hp = 4, str = "1d8", weapons = [$sword] }] },
            { name = "two", combatant = [
                { name = "Orc1", hp_max = 20, str = "1d8", dex = "1d4", weapons = [$club] },
                { name = "Orc2", hp_max = 20, str = "1d8", dex = "1d4", weapons = [$club] },
            ] },
        ]
        "#,
        "initiative d8=8 d6=1 d6=2, damage d6=3   d6=1   random target d2=1 damage d8=2",
    );
    play.rounds(1);
    seen(&play, "Kay", &[("hp", -5), ("hp_max", 9), ("exhaustion", 2), ("prone", 0), ("absorbed", 3), ("movement", 3)]);
    seen(&play, "Kay", &[("active", 1), ("unconscious", 0)]);
    seen(&play, "Orc1", &[("hp", 16), ("absorbed", 2)]);
    seen(&play, "Orc2", &[("hp", 20)]);
    assert_eq!(play.ending(), None);
    assert_eq!(play.probability(), one_in(8 * 6 * 6 * 6 * 6 * 2 * 8));
}

// VOG-044, VOG-007
#[test]
fn s06_unconscious_and_therefore_beaten() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 10, hp = 2, exhaustion = 2, prone = true, str = "1d8", weapons = [$club] },
            ] },
            { name = "two", combatant = [
                { name = "B", hp_max = 10, str = "1d8", weapons = [$club] },
                { name = "C", hp_max = 10, str = "1d8", weapons = [$sword] },
            ] },
        ]
        "#,
        "initiative d6=6 d6=1 d8=2, damage d6=1",
    );
    play.rounds(5);
    seen(&play, "A", &[("hp", -3), ("exhaustion", 3), ("unconscious", 1), ("active", 0), ("dead", 0), ("prone", 1)]);
    assert_eq!(play.ending(), Some(Ending::Won(Side(1))));
    assert_eq!(play.metric("rounds"), 1);
    assert_eq!(play.probability(), one_in(6 * 6 * 8 * 6));
}

// VOG-035, VOG-038, VOG-039, VOG-089, VOG-090, VOG-215, R-06, R-07
#[test]
fn s07_types_of_damage() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "Witch", hp_max = 30, dex = "1d4", td = { d6 = 4 }, policy = "cast", techniques = [
                { name = "burst", die = 6, type = "fire", targets = "all" },
                { name = "bolt", die = 6, type = "lightning" },
            ] }] },
            { name = "two", combatant = [
                { name = "X", hp_max = 20, statuses = [{ status = "drenched" }], policy = "help" },
                { name = "Y", hp_max = 20, statuses = [{ status = "drenched" }], vulnerable = ["fire"], policy = "help" },
            ] },
        ]
        [policy.cast]
        action = [
            { do = "technique", technique = "burst", dice = 2, when = "round == 1" },
            { do = "technique", technique = "bolt", dice = 2 },
        ]
        "#,
        "initiative d6=1 d6=2 d6=5 d6=4, damage d6=5 d6=2, initiative d6=1 d6=1 d6=5 d6=6, damage d6=4 d6=3",
    );
    play.rounds(1);
    seen(&play, "X", &[("hp", 20), ("absorbed", 3)]);
    seen(&play, "Y", &[("hp", 16), ("absorbed", 3)]);
    seen(&play, "Witch", &[("td(d6)", 2)]);
    play.rounds(1);
    seen(&play, "X", &[("hp", 20), ("absorbed", 0)]);
    seen(&play, "Y", &[("hp", 5), ("absorbed", 3)]);
    seen(&play, "Witch", &[("td(d6)", 0), ("hp", 30)]);
    assert_eq!(play.probability(), one_in(6_u128.pow(12)));
}

// VOG-031, VOG-045, VOG-049, VOG-051, VOG-081, VOG-102, VOG-104, R-34, R-38
#[test]
fn s08_bleeding_to_death() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 10, hp = 1, statuses = [{ status = "bleeding" }], policy = "defend" },
                { name = "B", hp_max = 10, policy = "help" },
            ] },
            { name = "two", combatant = [{ name = "C", hp_max = 10, policy = "defend" }] },
        ]
        "#,
        "d4=1 d6=3 d4=2
         d4=1 d6=3 d4=2
         d4=1 d6=3 d4=2
         d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d6=3 d4=2   d8=4
         d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d10=5 d6=3 d4=2   d8=6",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 0), ("exhaustion", 1), ("prone", 0), ("defending", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", -1), ("exhaustion", 2), ("prone", 0), ("defending", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", -2), ("exhaustion", 3), ("prone", 1), ("defending", 0), ("unconscious", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", -3), ("exhaustion", 4), ("prone", 1), ("legs", 1), ("dead", 0), ("rolled_initiative", 50)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", -4), ("exhaustion", 5), ("prone", 1), ("dead", 1), ("rolled_initiative", 50)]);
    assert_eq!(play.ending(), None);
    let unconscious = 10_u128.pow(10) * 6 * 4 * 8;
    assert_eq!(play.probability(), one_in(96_u128.pow(3) * unconscious.pow(2)));
}

// VOG-025, VOG-026, VOG-027, VOG-081, R-24
#[test]
fn s09_reevaluating_adds_a_roll_and_does_not_begin_the_turn_twice() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, str = "1d8", weapons = [$sword], policy = "change", statuses = [
                { status = "bleeding" },
            ] }] },
            { name = "two", combatant = [
                { name = "B", hp_max = 18, str = "1d8", weapons = [$club] },
                { name = "C", hp_max = 18, str = "1d8", weapons = [$club] },
            ] },
        ]
        [policy.change]
        action = [{ do = "defend" }]
        reevaluate = [{ do = "attack" }]
        "#,
        "initiative d4=2 d6=4 d6=6   d8=3, damage d6=1   random target d2=1 damage d8=4   d6=2",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 9), ("rolled_initiative", 5), ("defending", 0), ("absorbed", 3)]);
    seen(&play, "B", &[("hp", 13)]);
    seen(&play, "C", &[("hp", 18)]);
    assert_eq!(play.probability(), one_in(4 * 6 * 6 * 8 * 6 * 2 * 8 * 6));
}

// VOG-045, VOG-046, VOG-047, VOG-050, VOG-051, R-15, R-16
#[test]
fn s10_dismemberment() {
    let round = |damage: &str| format!("d6=3 {} {damage} ", "d10=6 ".repeat(10));
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, str = "1d8", weapons = [$club] }] },
            { name = "two", combatant = [
                { name = "B", hp_max = 18, hp = -2, exhaustion = 3, prone = true, armor = 2, weapons = [$greatsword, $dagger] },
            ] },
        ]
        [rulings]
        end_condition = "dead"
        "#,
        &[round("d6=1 d8=1 d2=2"), round("d6=1 d8=2"), round("d6=1 d8=5"), round("d6=1 d8=8")].concat(),
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", -7), ("exhaustion", 4), ("armor_broken", 1), ("weapons_broken", 0), ("hands", 2)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", -12), ("exhaustion", 5), ("hands", 1), ("voice", 1)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", -17), ("exhaustion", 6), ("voice", 0), ("has(mute)", 1), ("dead", 0)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", -22), ("exhaustion", 7), ("hands", 1), ("dead", 1)]);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    assert_eq!(play.metric("rounds"), 4);
}

// VOG-009, VOG-023, VOG-024, VOG-042, VOG-097, R-19, R-21
#[test]
fn s11_running_prone_and_exhausted_on_the_grid() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "Archer", hp_max = 14, dex = "1d10", at = [[4, 0]], policy = "stay" }] },
            { name = "two", combatant = [
                { name = "Brute", hp_max = 22, str = "1d10", movement = 4, exhaustion = 1, prone = true, weapons = [$sword], at = [
                    [9, 0],
                ], policy = "charge" },
            ] },
        ]
        [policy.stay]
        action = [{ do = "defend" }]
        movement = [{ do = "hold" }]
        [policy.charge]
        action = [{ do = "run", when = "round == 1" }]
    "#;
    let mut play = play(&grid(20, 1, text), "initiative d4=1 d6=2      d4=1 d8=2, damage d8=4");
    play.rounds(1);
    seen(&play, "Brute", &[("x", 7), ("y", 0), ("prone", 0)]);
    play.rounds(1);
    seen(&play, "Brute", &[("x", 5), ("movement", 2), ("hp", 22)]);
    seen(&play, "Archer", &[("x", 4), ("hp", 12), ("absorbed", 7), ("ar", 7)]);
    assert_eq!(play.probability(), one_in(4 * 6 * 4 * 8 * 8));
}

// VOG-083, VOG-037, R-29
#[test]
fn s12_the_blind_roll_damage_twice_and_keep_the_lower() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 18, str = "1d4", weapons = [$sword], statuses = [{ status = "blind" }] },
            ] },
            { name = "two", combatant = [{ name = "B", hp_max = 18, policy = "defend" }] },
        ]
        "#,
        "initiative d8=1 d4=4, damage d8=8, critical d8=8 d8=1, damage d8=5",
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", 14), ("absorbed", 3), ("defending", 1), ("ar", 5)]);
    assert_eq!(play.probability(), one_in(8_u128.pow(5) * 4));
}

// VOG-043, VOG-075, VOG-076, VOG-077, VOG-078, VOG-079, R-11, R-42
#[test]
fn s13_rests() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 19, hp = -6, exhaustion = 2, td = { d6 = 8 }, td_spent = { d6 = 7 } },
            ] },
            { name = "two", combatant = [{ name = "B" }] },
        ]
        day = [
            { rest = "siesta" }, { rest = "siesta" }, { rest = "siesta" }, { rest = "siesta" }, { rest = "full_rest" },
            { fight = ["one", "two"] },
        ]
        "#,
        "",
    );
    seen(&play, "A", &[("hp", -6), ("hp_max", 9), ("td(d6)", 1)]);
    for hp in [-2, 2, 6, 9] {
        play.leg();
        seen(&play, "A", &[("hp", hp), ("exhaustion", 2), ("hp_max", 9), ("td(d6)", 1)]);
    }
    play.leg();
    seen(&play, "A", &[("hp", 19), ("exhaustion", 0), ("hp_max", 19), ("td(d6)", 8)]);
}

// VOG-005, VOG-006, VOG-019, VOG-020, VOG-021, VOG-022, R-31, R-32
#[test]
fn s14_help_and_contest() {
    let mut play = play(
        r#"
        side = [
            { name = "two", combatant = [{ name = "Jo", hp_max = 18, str = "1d8", dex = "1d4", policy = "defend" }] },
            { name = "one", combatant = [
                { name = "Hal", hp_max = 18, policy = "once" },
                { name = "Ida", hp_max = 18, str = "1d8", policy = "wrestle" },
            ] },
        ]
        [policy.once]
        action = [{ do = "help", when = "round == 1" }, { do = "defend" }]
        [policy.wrestle]
        action = [{ do = "contest" }]
        [rulings]
        contest_action = "on"
        "#,
        "initiative d4=1 d6=2 d6=5, contest d8=3 d8=6 d8=5, initiative d4=1 d4=2 d6=5, contest d8=7 d8=7",
    );
    play.rounds(1);
    seen(&play, "Jo", &[("prone", 1), ("hp", 18)]);
    play.rounds(1);
    seen(&play, "Jo", &[("prone", 0), ("hp", 18)]);
    seen(&play, "Ida", &[("prone", 0)]);
    assert_eq!(play.probability(), one_in((4 * 6 * 6 * 8 * 8 * 8) * (4 * 4 * 6 * 8 * 8)));
}

// VOG-031, R-10
#[test]
fn s15_a_blow_that_does_not_get_through_exhausts_nobody() {
    let mut play = play(
        r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, hp = 0, dex = "1d10", armor = 3, policy = "defend" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 10, str = "1d4", weapons = [$dagger] }] },
        ]
        "#,
        "initiative d4=1 d4=3, damage d4=3",
    );
    play.rounds(1);
    seen(&play, "A", &[("hp", 0), ("exhaustion", 0), ("prone", 0), ("absorbed", 5), ("ar", 10)]);
    assert_eq!(play.probability(), one_in(64));
}
