//! Policies: each decision, with its default, its named choices and its conditions. Movement kinds are in `grid`,
//! standing up is in `exhaustion`, the siesta in `days`, re-evaluation in `turns`.

use super::{grid, play, seen};
use frame::fight::Ending;

/// A, with a fist for 4 points and these lines about targets, against X, Y and Z, who differ in everything. Returns whom
/// it struck.
fn struck(lines: &str, dice: &str) -> &'static str {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 30, str = "1d6", policy = "seeks" }}] }},
            {{ name = "two", combatant = [
                {{ name = "X", hp_max = 60, hp = 10, ar_base = 0, exhaustion = 1, policy = "help" }},
                {{ name = "Y", hp_max = 9, ar_base = 0, policy = "help" }},
                {{ name = "Z", hp_max = 40, hp = 30, ar_base = 0, prone = true, policy = "lies" }},
            ] }},
        ]
        [policy.seeks]
        target = [{lines}]
        [policy.lies]
        action = [{{ do = "help" }}]
        stand = [{{ do = "no" }}]
        "#
    );
    let mut play = play(&text, &format!("d4=1 d6=2 d6=3 d6=4   {dice} d4=1"));
    play.rounds(1);
    let hit: Vec<&str> =
        [("X", 10), ("Y", 9), ("Z", 30)].iter().filter(|(who, hp)| play.see(who, "hp") != *hp).map(|x| x.0).collect();
    assert_eq!(hit.len(), 1);
    hit[0]
}

// VOG-011
#[test]
fn targets_are_chosen_by_name() {
    assert_eq!(struck("", ""), "Y", "the nearest, and then the one with the fewest hit points");
    assert_eq!(struck("{ at = 'nearest' }", ""), "Y");
    assert_eq!(struck("{ at = 'weakest' }", ""), "Y");
    assert_eq!(struck("{ at = 'strongest' }", ""), "Z");
    assert_eq!(struck("{ at = 'most_wounded' }", ""), "X");
    assert_eq!(struck("{ at = 'most_exhausted' }", ""), "X");
}

// VOG-011
#[test]
fn a_random_target_is_one_die_over_the_candidates() {
    assert_eq!(struck("{ at = 'random' }", "d3=1"), "X");
    assert_eq!(struck("{ at = 'random' }", "d3=3"), "Z");
    assert_eq!(struck("{ at = 'random', among = 'it.hp < 20' }", "d2=2"), "Y");
    assert_eq!(struck("{ at = 'random', among = 'it.hp > 20' }", ""), "Z", "without a choice there is no die");
}

// VOG-011
#[test]
fn targets_are_chosen_by_what_they_have_least_or_most_of() {
    assert_eq!(struck("{ least = 'it.hp' }", ""), "Y");
    assert_eq!(struck("{ most = 'it.hp' }", ""), "Z");
    assert_eq!(struck("{ most = 'it.exhaustion' }", ""), "X");
    assert_eq!(struck("{ least = 'it.hp', among = 'it.prone' }", ""), "Z");
}

// VOG-011
#[test]
fn the_first_target_line_that_holds_and_finds_somebody_decides() {
    assert_eq!(struck("{ at = 'strongest', when = 'round == 2' }, { at = 'most_exhausted' }", ""), "X");
    assert_eq!(struck("{ at = 'strongest', when = 'round == 1' }, { at = 'most_exhausted' }", ""), "Z");
    assert_eq!(struck("{ at = 'weakest', among = 'it.exhaustion >= 2' }, { at = 'strongest' }", ""), "Z");
}

// VOG-011
#[test]
fn the_last_attacker_can_be_struck_back() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 60, ar_base = 0, weapons = [$club], policy = "avenges" }] },
            { name = "two", combatant = [
                { name = "X", hp_max = 20, ar_base = 0, weapons = [$club] },
                { name = "Y", hp_max = 30, ar_base = 0, weapons = [$club] },
            ] },
        ]
        [policy.avenges]
        target = [{ at = "last_attacker" }]
    "#;
    let mut play = play(
        text,
        "initiative d6=1 d6=3 d6=4, damage d6=1   d6=1   d6=1, initiative d6=1 d6=3 d6=4, damage d6=2   d6=1   d6=1",
    );
    play.rounds(1);
    // Nobody has struck A yet, so that the default decides.
    seen(&play, "X", &[("hp", 16)]);
    play.rounds(1);
    seen(&play, "X", &[("hp", 16)]);
    seen(&play, "Y", &[("hp", 25)]);
}

// VOG-011, R-21
#[test]
fn on_a_grid_the_nearest_comes_before_the_weakest() {
    let struck = |lines: &str| {
        let text = format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", at = [[0, 0]], weapons = [$bow], policy = "seeks" }}] }},
                {{ name = "two", combatant = [
                    {{ name = "X", hp_max = 30, ar_base = 0, at = [[2, 0]], policy = "help" }},
                    {{ name = "Y", hp_max = 9, ar_base = 0, at = [[3, 0]], policy = "help" }},
                ] }},
            ]
            [policy.seeks]
            target = [{lines}]
            "#
        );
        let mut play = play(&grid(20, 1, &text), "initiative d6=1 d6=2 d6=3, damage d6=1");
        play.rounds(1);

        (play.see("X", "hp"), play.see("Y", "hp"))
    };
    assert_eq!(struck(""), (26, 9));
    assert_eq!(struck("{ at = 'strongest' }"), (26, 9));
    assert_eq!(struck("{ at = 'weakest' }"), (30, 5));
    assert_eq!(struck("{ most = 'it.hp' }"), (26, 9));
}

// VOG-014, VOG-020
#[test]
fn healing_goes_to_whoever_has_fewest_hit_points_or_is_named_by_the_policy() {
    let healed = |lines: &str, hp: i32, drawn: &str| {
        let text = format!(
            r#"
            side = [
                {{ name = "one", combatant = [
                    {{ name = "A", hp_max = 20, hp = {hp}, td = {{ d6 = 1 }}, policy = "mends", techniques = [
                        {{ name = "mend", kind = "heal", die = 6 }},
                    ] }},
                    {{ name = "B", hp_max = 20, hp = 7, policy = "help" }},
                    {{ name = "C", hp_max = 20, hp = 7, exhaustion = 3, prone = true }},
                ] }},
                {{ name = "two", combatant = [{{ name = "Z", policy = "help" }}] }},
            ]
            [policy.mends]
            action = [{{ do = "technique", technique = "mend" }}]
            ally = [{lines}]
            "#
        );
        let ten = "d10=9 ".repeat(10);
        let mut play = play(&text, &format!("d6=1 d6=2 {ten} d6=3   {drawn} healing d6=3"));
        play.rounds(1);

        ["A", "B", "C"].map(|who| play.see(who, "hp"))
    };
    assert_eq!(healed("", 9, "random target d2=1"), [9, 10, 7], "one of those with fewest");
    assert_eq!(healed("", 9, "random target d2=2"), [9, 7, 10], "or the other");
    assert_eq!(healed("", 6, ""), [9, 7, 7], "itself included");
    assert_eq!(healed("{ at = 'most_exhausted' }", 9, ""), [9, 7, 10], "the unconscious included");
    assert_eq!(healed("{ most = 'it.hp' }", 9, ""), [12, 7, 7]);
}

// VOG-020
#[test]
fn help_goes_to_whoever_has_fewest_hit_points_or_is_named_by_the_policy() {
    let text = |lines: &str| {
        format!(
            r#"
            side = [
                {{ name = "one", combatant = [
                    {{ name = "A", hp_max = 20, policy = "helps" }},
                    {{ name = "B", hp_max = 10, policy = "wrestles" }},
                    {{ name = "C", hp_max = 15, policy = "wrestles" }},
                ] }},
                {{ name = "two", combatant = [{{ name = "Z", policy = "help" }}] }},
            ]
            [policy.helps]
            action = [{{ do = "help" }}]
            ally = [{lines}]
            [policy.wrestles]
            action = [{{ do = "contest" }}]
            [rulings]
            contest_action = "on"
            "#
        )
    };
    let mut weakest = play(&text(""), "initiative d6=1 d6=2 d6=3 d6=6, contest d6=1 d6=2 d6=3   d6=2 d6=3");
    weakest.rounds(1);
    let mut named = play(&text("{ at = 'strongest' }"), "initiative d6=1 d6=2 d6=3 d6=6, contest d6=1 d6=3   d6=2 d6=1 d6=3");
    named.rounds(1);
}

// VOG-051, VOG-085
#[test]
fn the_unconscious_are_struck_in_a_fight_to_the_death_unless_the_policy_spares_them() {
    let text = |lines: &str| {
        format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", hp_max = 20, weapons = [$club], policy = "ends" }}] }},
                {{ name = "two", combatant = [{{ name = "B", hp_max = 20, hp = -1, exhaustion = 3, prone = true }}] }},
            ]
            [policy.ends]
            finish = [{lines}]
            [book.round]
            rounds_max = 1
            [rulings]
            end_condition = "dead"
            "#
        )
    };
    let ten = "d10=9 ".repeat(10);
    for lines in ["", "{ do = 'yes' }", "{ do = 'no', when = 'round > 1' }"] {
        let mut strikes = play(&text(lines), &format!("d6=1 {ten}   d6=2   d8=2"));
        strikes.rounds(1);
        seen(&strikes, "B", &[("hp", -6), ("exhaustion", 4)]);
    }
    let mut spares = play(&text("{ do = 'no' }"), &format!("d6=1 {ten}"));
    spares.rounds(1);
    seen(&spares, "B", &[("hp", -1), ("exhaustion", 3)]);
    assert_eq!(spares.ending(), Some(Ending::Timeout));
}

// VOG-011
#[test]
fn the_unconscious_are_left_alone_while_an_enemy_is_active() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 20, weapons = [$club], policy = "ends" }] },
            { name = "two", combatant = [
                { name = "B", hp_max = 20, hp = -1, exhaustion = 3, prone = true },
                { name = "C", hp_max = 20, ar_base = 0, policy = "help" },
            ] },
        ]
        [policy.ends]
        finish = [{ do = "yes" }]
        [rulings]
        end_condition = "dead"
    "#;
    let ten = "d10=9 ".repeat(10);
    let mut play = play(text, &format!("d6=1 {ten} d6=2   d6=2"));
    play.rounds(1);
    seen(&play, "B", &[("hp", -1)]);
    seen(&play, "C", &[("hp", 15)]);
}

// VOG-037
#[test]
fn the_extra_die_of_a_critical_may_be_left_alone() {
    let lost = |lines: &str, dice: &str| {
        let text = format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", hp_max = 20, weapons = [$club], policy = "strikes" }}] }},
                {{ name = "two", combatant = [{{ name = "B", hp_max = 50, ar_base = 0, policy = "help" }}] }},
            ]
            [policy.strikes]
            crit = [{lines}]
            "#
        );
        let mut play = play(&text, &format!("d6=1 d6=2   {dice}"));
        play.rounds(1);

        50 - play.see("B", "hp")
    };
    assert_eq!(lost("", "damage d6=6, critical d6=2"), 11);
    assert_eq!(lost("{ do = 'yes' }", "damage d6=6, critical d6=2"), 11);
    assert_eq!(lost("{ do = 'no' }", "damage d6=6"), 9);
    assert_eq!(lost("{ do = 'no', when = 'round > 1' }", "damage d6=6, critical d6=2"), 11);
}

/// True if a condition holds for A at the beginning of the first round: A attacks when it does, and otherwise defends.
fn holds(condition: &str) -> bool {
    let dice = |attacks: bool| if attacks { "d6=1 d6=2 d6=3 d6=4   d6=2" } else { "d4=1 d6=2 d6=3 d6=4" };
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [
                {{ name = "A", hp_max = 20, hp = 8, exhaustion = 1, armor = 1, weapons = [$club], td = {{ d6 = 2 }}, policy = "asks" }},
                {{ name = "B", hp_max = 20, policy = "help" }},
            ] }},
            {{ name = "two", combatant = [
                {{ name = "X", hp_max = 30, statuses = [{{ status = "drenched" }}], policy = "help" }},
                {{ name = "Y", hp_max = 20, prone = true, policy = "help" }},
            ] }},
        ]
        [policy.asks]
        action = [{{ do = "attack", when = "{condition}" }}, {{ do = "defend" }}]
        "#
    );
    let attacked = std::panic::catch_unwind(|| {
        let mut play = play(&text, dice(true));
        play.rounds(1);
    });
    if attacked.is_err() {
        let mut play = play(&text, dice(false));
        play.rounds(1);
        seen(&play, "A", &[("defending", 1)]);
    }
    attacked.is_ok()
}

// VOG-068, R-22
#[test]
fn conditions_ask_for_ones_own_state() {
    assert!(holds("round == 1"));
    assert!(!holds("round > 1"));
    assert!(holds("self.hp == 8 and self.exhaustion == 1"));
    assert!(!holds("self.hp < 8 or self.exhaustion != 1"));
    assert!(holds("not self.prone"));
    assert!(!holds("self.prone"));
    assert!(holds("self.ar == 4 and self.ar_left == 4"));
    assert!(holds("self.movement == 3 and self.hands == 2"));
}

// VOG-068, R-22
#[test]
fn conditions_ask_for_the_others() {
    assert!(holds("enemies.active == 2 and allies.active == 1"));
    assert!(!holds("enemies.active > 2 or allies.active > 1"));
    assert!(holds("nearest.distance == 1 and in_reach"));
    // The target that the target rule would give is Y.
    assert!(holds("target.hp == 20 and target.exhaustion == 0 and target.prone"));
    assert!(!holds("target.hp == 30"));
}

// VOG-024, VOG-068
#[test]
fn rushing_runs_while_no_enemy_is_in_reach() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", at = [[0, 0]], weapons = [$sword], policy = "rushes" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, at = [[19, 0]], policy = "waits" }] },
        ]
        [policy.rushes]
        action = [{ do = "run", when = "not in_reach" }, { do = "attack" }]
        [policy.waits]
        action = [{ do = "help" }]
        movement = [{ do = "hold" }]
    "#;
    let mut play = play(&grid(30, 1, text), "initiative d6=1 d6=2      d8=1 d6=2, damage d8=2");
    play.rounds(1);
    seen(&play, "A", &[("x", 12)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 18)]);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-025, R-24
#[test]
fn an_opportunist_strikes_when_no_enemy_is_left_to_act() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 30, ar_base = 0, weapons = [$club], policy = "opportunist" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, policy = "help" }] },
        ]
        [policy.opportunist]
        action = [{ do = "defend" }]
        reevaluate = [{ do = "attack", when = "enemies.yet_to_act == 0" }]
    "#;
    let mut play = play(text, "initiative d4=1 d6=2      d4=3 d6=2   d6=4, damage d6=2");
    play.rounds(1);
    seen(&play, "A", &[("defending", 1), ("rolled_initiative", 1)]);
    seen(&play, "B", &[("hp", 30)]);
    play.rounds(1);
    seen(&play, "A", &[("defending", 0), ("rolled_initiative", 7)]);
    seen(&play, "B", &[("hp", 25)]);
}

// VOG-009
#[test]
fn how_to_move_can_depend_on_a_condition() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", at = [[0, 0]], weapons = [$club], policy = "waits_first" }] },
            { name = "two", combatant = [{ name = "B", at = [[19, 0]], policy = "waits" }] },
        ]
        [policy.waits_first]
        movement = [{ do = "hold", when = "round == 1" }]
        [policy.waits]
        action = [{ do = "help" }]
        movement = [{ do = "hold" }]
    "#;
    let mut play = play(&grid(30, 1, text), "initiative d6=1 d6=2      d6=1 d6=2");
    play.rounds(1);
    seen(&play, "A", &[("x", 0)]);
    play.rounds(1);
    seen(&play, "A", &[("x", 6)]);
}

// VOG-068
#[test]
fn a_policy_can_take_in_the_lines_of_another() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", weapons = [$club], policy = "own" }] },
            { name = "two", combatant = [
                { name = "X", hp_max = 20, ar_base = 0, policy = "help" },
                { name = "Y", hp_max = 30, ar_base = 0, policy = "help" },
            ] },
        ]
        [policy.own]
        action = [{ do = "defend", when = "round == 1" }, { include = "common" }]
        target = [{ include = "common" }]
        [policy.common]
        action = [{ do = "help", when = "round == 2" }]
        target = [{ at = "strongest" }]
    "#;
    let mut play = play(text, "initiative d4=1 d6=2 d6=3      d6=1 d6=2 d6=3      d6=1 d6=2 d6=3, damage d6=2");
    play.rounds(1);
    seen(&play, "A", &[("defending", 1)]);
    play.rounds(2);
    seen(&play, "Y", &[("hp", 25)]);
}

// VOG-009, R-22
#[test]
fn a_condition_on_a_target_that_was_drawn_asks_about_the_one_that_was_drawn() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", at = [[5, 0]], weapons = [$club], policy = "choosy" }] },
            { name = "two", combatant = [
                { name = "X", hp_max = 5, at = [[0, 0]], policy = "waits" },
                { name = "Y", hp_max = 30, at = [[15, 0]], policy = "waits" },
            ] },
        ]
        [policy.choosy]
        target = [{ at = "random" }]
        movement = [{ do = "hold", when = "target.hp < 10" }]
        [policy.waits]
        action = [{ do = "defend" }]
        movement = [{ do = "hold" }]
    "#;
    for (drawn, column) in [(1, 5), (2, 11)] {
        let mut play = play(&grid(20, 1, text), &format!("d6=1 d4=3 d4=4   d2={drawn}"));
        play.rounds(1);
        seen(&play, "A", &[("x", column)]);
    }
}

// VOG-010, VOG-017
#[test]
fn without_the_action_attack_one_defends_and_without_that_one_runs() {
    let text = |actions: &str| {
        format!(
            r#"
            side = [
                {{ name = "one", combatant = [{{ name = "A", hp_max = 30, ar_base = 0, weapons = [$club] }}] }},
                {{ name = "two", combatant = [{{ name = "B", hp_max = 30, ar_base = 0, weapons = [$sword] }}] }},
            ]
            [book.actions]
            attack = false
            {actions}
            "#
        )
    };
    let mut defends = play(&text(""), "initiative d4=1 d4=2");
    defends.rounds(1);
    seen(&defends, "A", &[("defending", 1)]);
    let mut runs = play(&text("defend = false"), "initiative d6=1 d6=2");
    runs.rounds(1);
    assert!(std::panic::catch_unwind(|| play(&text("defend = false\nrun = false"), "")).is_err());
}
