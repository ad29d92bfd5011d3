//! The actions: what each of them rolls, whom it may be done to, and what it does. Movement and Run are in `grid`, Retrieve is
//! in `gear`, Reevaluate in `turns`.

use super::{play, seen};
use frame::fight::{Ending, Side};

/// One who follows the policy `does`, given by its insides, and one who waits to be struck: 30 hit points, AR as given.
fn against(insides: &str, ar: u8, policy: &str, rules: &str) -> String {
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 20, policy = "does", {insides} }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 30, ar_base = {ar}, policy = "help" }}] }},
        ]
        [policy.does]
        {policy}
        {rules}
        "#
    )
}

// VOG-010
#[test]
fn an_action_that_the_book_takes_away_is_passed_over_by_policies() {
    let caster = "weapons = [$club], td = { d8 = 2 }, techniques = [{ name = 'spark', die = 8, max_dice = 1 }]";
    let actions = [
        ("technique", "do = 'technique', technique = 'spark'", "d8=1"),
        ("defend", "do = 'defend'", "d4=1"),
        ("help", "do = 'help'", "d6=1"),
        ("run", "do = 'run'", "d6=1"),
    ];
    for (name, line, initiative) in actions {
        let policy = format!("action = [{{ {line} }}]");
        let (damage, left) = if name == "technique" { ("d8=2", 28) } else { ("", 30) };
        // B must not be hindered too.
        let (other, waits) = if name == "help" { ("defend", "d4=2") } else { ("help", "d6=2") };
        let scenario =
            |rules: &str| against(caster, 0, &policy, rules).replace(r#"policy = "help""#, &format!(r#"policy = "{other}""#));
        let mut there = play(&scenario(""), &format!("{initiative} {waits} {damage}"));
        there.rounds(1);
        seen(&there, "B", &[("hp", left)]);

        let mut gone = play(&scenario(&format!("[book.actions]\n{name} = false")), &format!("d6=1 {waits}   d6=2"));
        gone.rounds(1);
        seen(&gone, "B", &[("hp", 25)]);
    }
}

// VOG-011, R-01
#[test]
fn an_attack_needs_no_roll_to_hit() {
    let mut play = play(&against("weapons = [$club]", 20, "", ""), "initiative d6=1 d6=2, damage d6=1");
    play.rounds(1);
    seen(&play, "B", &[("hp", 30), ("absorbed", 4)]);
}

// VOG-002, VOG-003, R-01
#[test]
fn by_ruling_an_attack_is_a_check_against_ar_and_a_hit_goes_past_it() {
    let check = "[rulings]\nattack_resolution = 'check_vs_ar'";
    let strike = |insides: &str, dice: &str| {
        let mut play = play(&against(insides, 4, "", check), dice);
        play.rounds(1);

        play.see("B", "hp")
    };
    let club = "str = '1d8', weapons = [$club]";
    assert_eq!(strike(club, "d6=1 d6=2   d8=3"), 30, "below AR it misses");
    assert_eq!(strike(club, "d6=1 d6=2   d8=4   d6=1"), 25, "AR takes nothing off a hit");
    assert_eq!(strike("str = '1d8', bonus = { str = 1 }, weapons = [$club]", "d6=1 d6=2   d8=3   d6=1"), 25, "a skill counts");
    assert_eq!(strike("dex = '1d10', weapons = [$bow]", "d6=1 d6=2   d10=4   d6=1"), 26, "beyond a range of 1 by DEX");
    assert_eq!(strike("dex = '1d10', bonus = { str = 9 }, weapons = [$bow]", "d6=1 d6=2   d10=3"), 30);
}

// R-01, VOG-014
#[test]
fn a_technique_never_has_to_hit() {
    let spark = "td = { d6 = 2 }, techniques = [{ name = 'spark', die = 6 }]";
    let policy = "action = [{ do = 'technique', technique = 'spark' }]";
    let text = against(spark, 4, policy, "[rulings]\nattack_resolution = 'check_vs_ar'");
    let mut play = play(&text, "d6=1 d6=1 d6=3   d6=4 d6=5");
    play.rounds(1);
    seen(&play, "B", &[("hp", 25), ("absorbed", 4)]);
}

// VOG-012, VOG-013
#[test]
fn a_weapon_may_state_another_initiative_than_its_damage_die() {
    let slow = "weapons = [{ name = 'maul', die = '1d6', initiative = '2d10' }]";
    let mut own = play(&against(slow, 0, "", ""), "initiative d10=1 d10=2 d6=1, damage d6=2");
    own.rounds(1);
    seen(&own, "A", &[("rolled_initiative", 3)]);

    let mut same_for_all =
        play(&against("weapons = [$club]", 0, "", "[book.attack]\ninitiative = '1d20'"), "d20=9 d6=1   d6=2");
    same_for_all.rounds(1);
    seen(&same_for_all, "A", &[("rolled_initiative", 9)]);
}

// VOG-014, VOG-015, VOG-215, VOG-217, VOG-218, R-40, R-41
#[test]
fn a_technique_spends_at_most_two_dice_unless_something_else_is_said() {
    let cast = |technique: &str, line: &str, rules: &str, dice: &str| {
        let insides = format!("td = {{ d8 = 3 }}, techniques = [{{ name = 'spark', die = 8, {technique} }}]");
        let policy = format!("action = [{{ do = 'technique', technique = 'spark', {line} }}]");
        let mut play = play(&against(&insides, 0, &policy, rules), dice);
        play.rounds(1);

        3 - play.see("A", "td(d8)")
    };
    let two = "initiative d8=1 d8=1 d6=6, damage d8=2 d8=3";
    let three = "initiative d8=1 d8=1 d8=1 d6=6, damage d8=2 d8=3 d8=4";
    let fists = "initiative d4=1 d6=6, damage d4=1";
    assert_eq!(cast("", "", "", two), 2, "as many as allowed");
    assert_eq!(cast("", "dice = 1", "", "initiative d8=1 d6=6, damage d8=2"), 1);
    assert_eq!(cast("", "dice = 3", "", fists), 0, "three are not allowed");
    assert_eq!(cast("max_dice = 3", "dice = 3", "", three), 3);
    assert_eq!(cast("", "dice = 3", "[book.technique]\nmax_dice = 3", three), 3);
    assert_eq!(cast("min_dice = 2", "dice = 1", "", fists), 0, "fewer than its least are not allowed");
}

// VOG-014, VOG-215, VOG-217
#[test]
fn without_dice_in_the_pool_there_is_no_technique() {
    let spark = "weapons = [$club], td = { d6 = 3 }, techniques = [{ name = 'spark', die = 6 }]";
    let policy = "action = [{ do = 'technique', technique = 'spark' }, { do = 'defend' }]";
    let mut play = play(
        &against(spark, 0, policy, ""),
        "d6=1 d6=1 d6=6   d6=2 d6=3
         d6=2 d6=6   d6=4
         d4=1 d6=6",
    );
    play.rounds(1);
    seen(&play, "A", &[("td(d6)", 1)]);
    seen(&play, "B", &[("hp", 25)]);
    play.rounds(1);
    seen(&play, "A", &[("td(d6)", 0)]);
    seen(&play, "B", &[("hp", 21)]);
    play.rounds(1);
    seen(&play, "A", &[("defending", 1)]);
}

// VOG-016
#[test]
fn a_technique_may_state_another_initiative_than_the_dice_spent() {
    let policy = "action = [{ do = 'technique', technique = 'spark', dice = 2 }]";
    let quick = "td = { d6 = 2 }, techniques = [{ name = 'spark', die = 6, initiative = '1d4' }]";
    let mut own = play(&against(quick, 0, policy, ""), "initiative d4=2 d6=6, damage d6=2 d6=3");
    own.rounds(1);
    seen(&own, "A", &[("rolled_initiative", 2)]);

    let usual = "td = { d6 = 2 }, techniques = [{ name = 'spark', die = 6 }]";
    let text = against(usual, 0, policy, "[book.technique]\ninitiative = '1d12'");
    let mut same_for_all = play(&text, "d12=7 d6=6   d6=2 d6=3");
    same_for_all.rounds(1);
    seen(&same_for_all, "A", &[("rolled_initiative", 7)]);
}

// VOG-034, R-09
#[test]
fn a_healing_technique_raises_hp_to_the_present_maximum_and_nothing_else() {
    let text = r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 20, td = { d6 = 6 }, techniques = [
                    { name = "mend", kind = "heal", die = 6, ability = "wil" },
                ], policy = "mends" },
                { name = "B", hp_max = 19, hp = -6, exhaustion = 2, prone = true, policy = "lies" },
            ] },
            { name = "two", combatant = [{ name = "C", policy = "help" }] },
        ]
        [policy.mends]
        action = [{ do = "technique", technique = "mend", dice = 2 }]
        [policy.lies]
        action = [{ do = "defend" }]
        stand = [{ do = "no" }]
    "#;
    let mut play = play(
        text,
        "d6=1 d6=1 d4=4 d6=6   d6=6 d6=1
         d6=1 d6=1 d4=4 d6=6   d6=6 d6=6",
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", 4), ("exhaustion", 2), ("prone", 1), ("hp_max", 9)]);
    seen(&play, "A", &[("td(d6)", 4)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", 9), ("exhaustion", 2), ("prone", 1)]);
}

// VOG-017, VOG-018, R-05
#[test]
fn defending_twice_does_not_add_up() {
    let text = against("", 3, "action = [{ do = 'defend' }]", "");
    let mut play = play(&text, "initiative d4=1 d6=2      d4=1 d6=2");
    seen(&play, "A", &[("ar", 3), ("defending", 0)]);
    play.rounds(1);
    seen(&play, "A", &[("ar", 5), ("defending", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("ar", 5), ("defending", 1)]);
}

// VOG-017, VOG-018
#[test]
fn what_defend_rolls_and_gives_is_in_the_book() {
    let text = against("", 3, "action = [{ do = 'defend' }]", "[book.defend]\ninitiative = '1d12'\nar_bonus = 4");
    let mut play = play(&text, "d12=1 d6=2");
    play.rounds(1);
    seen(&play, "A", &[("ar", 7), ("rolled_initiative", 1)]);
}

// VOG-018, R-05
#[test]
fn what_defend_adds_can_be_used_up_after_the_pool_was_empty() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 20, policy = "defend" }] },
            { name = "two", combatant = [
                { name = "B", hp_max = 20, weapons = [$club] },
                { name = "C", hp_max = 20, weapons = [$club] },
            ] },
        ]
    "#;
    let mut play = play(text, "initiative d4=3 d6=1 d6=4, damage d6=2   d6=1");
    play.rounds(1);
    // B's 5 against 3, then Defend, then C's 4 against the 2 that Defend added.
    seen(&play, "A", &[("hp", 16), ("absorbed", 5), ("ar_left", 0)]);
}

/// Hal and Ida against Jo, all with 18 hit points and STR 1d8; Jo helps nobody.
fn helping(hal: &str, ida: &str, rules: &str) -> String {
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [
                {{ name = "Hal", hp_max = 18, policy = "hal" }},
                {{ name = "Ida", hp_max = 18, str = "1d8", weapons = [$sword], policy = "ida" }},
            ] }},
            {{ name = "two", combatant = [{{ name = "Jo", hp_max = 18, ar_base = 0, str = "1d8", policy = "jo" }}] }},
        ]
        [policy.hal]
        action = [{hal}]
        [policy.ida]
        action = [{ida}]
        [policy.jo]
        action = [{{ do = "help" }}]
        [rulings]
        contest_action = "on"
        {rules}
        "#
    )
}

// VOG-019, VOG-021, VOG-022
#[test]
fn help_is_an_advantage_until_the_helpers_next_turn_begins() {
    let hal = "{ do = 'help', when = 'round == 1' }, { do = 'defend' }";
    let ida = "{ do = 'defend', when = 'round == 1' }, { do = 'contest' }";
    // Jo goes first, so that whoever falls still lies at the end of the round.
    let mut in_time = play(
        &helping(hal, ida, ""),
        "d6=2 d4=1 d6=1
         d4=4 d6=3 d6=1   d8=2 d8=5 d8=4",
    );
    in_time.rounds(2);
    seen(&in_time, "Jo", &[("prone", 1)]);

    let mut late = play(
        &helping(hal, ida, ""),
        "d6=2 d4=3 d6=1
         d4=2 d6=3 d6=1   d8=2 d8=4",
    );
    late.rounds(2);
    seen(&late, "Jo", &[("prone", 0)]);
}

// VOG-021
#[test]
fn help_is_good_for_one_check_only() {
    let hal = "{ do = 'help', when = 'round == 1' }, { do = 'attack' }";
    let ida = "{ do = 'contest' }";
    // In the second round Hal is slow, so that his help would still hold.
    let mut play = play(
        &helping(hal, ida, ""),
        "d6=2 d6=3 d6=1   d8=2 d8=5 d8=4
         d4=4 d6=3 d6=1   d8=5 d8=6   d4=1",
    );
    play.rounds(1);
    seen(&play, "Jo", &[("prone", 1)]);
    play.rounds(1);
    seen(&play, "Jo", &[("prone", 0), ("hp", 14)]);
}

// VOG-022, R-38
#[test]
fn help_ends_with_a_helper_who_dies_but_not_with_one_who_is_only_unconscious() {
    let text = |exhaustion: &str| {
        let hal = r#"hp = 1, ar_base = 0, exhaustion = 2, policy = "hal""#;
        let text = helping("{ do = 'help' }", "{ do = 'defend', when = 'round == 1' }, { do = 'contest' }", "");
        let text = text
            .replace(r#"policy = "hal""#, hal)
            .replace(r#"{ do = "help" }"#, "{ do = 'attack', when = 'round == 1' }, { do = 'help' }");
        format!("{text}\n[book.exhaustion]\n{exhaustion}")
    };
    let first = "d6=1 d4=2 d4=3   d4=1";
    let mut dead = play(&text("death_level = 3"), &format!("{first} d8=6      d6=2 d6=1   d8=2 d8=4"));
    dead.rounds(2);
    seen(&dead, "Hal", &[("dead", 1)]);
    seen(&dead, "Jo", &[("prone", 0)]);

    let ten = "d10=9 ".repeat(10);
    let mut unconscious = play(&text("death_level = 4"), &format!("{first}      {ten} d6=2 d6=1   d8=2 d8=5 d8=4"));
    unconscious.rounds(2);
    seen(&unconscious, "Hal", &[("dead", 0), ("unconscious", 1)]);
    seen(&unconscious, "Jo", &[("prone", 1)]);
}

// VOG-006, VOG-021
#[test]
fn whoever_is_challenged_can_have_been_helped_as_well() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, policy = "wrestles" }] },
            { name = "two", combatant = [
                { name = "B", hp_max = 18, policy = "defend" },
                { name = "D", hp_max = 20, policy = "help" },
            ] },
        ]
        [policy.wrestles]
        action = [{ do = "contest" }]
        [rulings]
        contest_action = "on"
    "#;
    let mut play = play(text, "initiative d6=6 d4=1 d6=2, contest d6=4   d6=1 d6=5");
    play.rounds(1);
    seen(&play, "B", &[("prone", 0)]);
}

// VOG-021, R-01, R-30
#[test]
fn the_check_of_an_attack_is_a_check_that_help_is_good_for() {
    let text = helping("{ do = 'help' }", "{ do = 'attack' }", "attack_resolution = 'check_vs_ar'")
        .replace("ar_base = 0", "ar_base = 5");
    let mut play = play(&text, "initiative d6=1 d8=2 d6=6, attack check d8=2 d8=5, damage d8=3");
    play.rounds(1);
    seen(&play, "Jo", &[("hp", 11)]);
}

// VOG-020
#[test]
fn nobody_helps_itself_or_an_enemy() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 18, policy = "turns" }] },
            { name = "two", combatant = [{ name = "B", hp_max = 18, policy = "wrestles" }] },
        ]
        [policy.turns]
        action = [{ do = "help", when = "round == 1" }, { do = "contest" }]
        [policy.wrestles]
        action = [{ do = "contest" }]
        [rulings]
        contest_action = "on"
    "#;
    let mut play = play(text, "initiative d6=1 d6=2, contest d6=3 d6=3, initiative d6=2 d6=1, contest d6=4 d6=4   d6=5 d6=5");
    play.rounds(2);
    seen(&play, "A", &[("prone", 0)]);
    seen(&play, "B", &[("prone", 0)]);
}

// VOG-021, R-30
#[test]
fn help_is_for_checks_unless_the_ruling_extends_it_to_damage() {
    let hal = "{ do = 'help' }";
    let ida = "{ do = 'attack' }";
    let mut checks = play(&helping(hal, ida, ""), "initiative d6=1 d8=2 d6=6, damage d8=3");
    checks.rounds(1);
    seen(&checks, "Jo", &[("hp", 11)]);

    let mut damage =
        play(&helping(hal, ida, "help_applies_to = 'checks_and_damage'"), "initiative d6=1 d8=2 d6=6, damage d8=3 d8=5");
    damage.rounds(1);
    seen(&damage, "Jo", &[("hp", 9)]);
}

// R-30, VOG-022
#[test]
fn help_with_damage_is_used_up_by_one_blow() {
    let hal = "{ do = 'help', when = 'round == 1' }, { do = 'defend' }";
    let text = helping(hal, "{ do = 'attack' }", "help_applies_to = 'checks_and_damage'");
    let mut play = play(&text, "initiative d6=1 d8=2 d6=6, damage d8=3 d8=1, initiative d4=4 d8=1 d6=6, damage d8=2");
    play.rounds(2);
    seen(&play, "Jo", &[("hp", 5)]);
}

/// A contest of A against B, who goes first and so keeps what befalls it until the end of the round.
fn contest(a: &str, b: &str, rules: &str, dice: &str) -> (i64, i64) {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 18, policy = "wrestles", {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 18, policy = "help", {b} }}] }},
        ]
        [policy.wrestles]
        action = [{{ do = "contest" }}]
        [rulings]
        contest_action = "on"
        {rules}
        "#
    );
    let mut play = play(&text, &["d6=5 d6=1   ", dice].concat());
    play.rounds(1);

    (play.see("A", "prone"), play.see("B", "prone"))
}

// VOG-002, VOG-003, VOG-005, VOG-006
#[test]
fn a_contest_is_won_by_the_higher_check_with_its_bonus() {
    assert_eq!(contest("", "", "", "contest d6=4 d6=3"), (0, 1));
    assert_eq!(contest("", "", "", "contest d6=6 d6=5"), (0, 1), "a check has no critical dice");
    assert_eq!(contest("", "", "", "contest d6=3 d6=4"), (0, 0));
    assert_eq!(contest("bonus = { str = 2 }", "", "", "contest d6=3 d6=4"), (0, 1));
    assert_eq!(contest("", "bonus = { str = 2 }", "", "contest d6=5 d6=4"), (0, 0));
    assert_eq!(
        contest("bonus = { dex = 9, awr = 9, wil = 9 }", "", "", "contest d6=3 d6=4"),
        (0, 0),
        "only the ability at hand"
    );
}

// VOG-006, R-31
#[test]
fn a_tied_contest_is_won_by_nobody_or_rolled_again() {
    assert_eq!(contest("", "", "contest_tie = 'nobody'", "contest d6=4 d6=4"), (0, 0));
    assert_eq!(contest("", "", "contest_tie = 'reroll'", "contest d6=4 d6=4   d6=2 d6=2   d6=3 d6=2"), (0, 1));
    assert_eq!(contest("", "", "contest_tie = 'reroll'", "contest d6=4 d6=4   d6=3 d6=5"), (0, 0));
    assert_eq!(contest("", "", "contest_tie = 'defender'", "contest d6=4 d6=4"), (0, 0));
}

// VOG-005, R-32
#[test]
fn the_ability_and_the_initiative_of_a_contest_are_in_the_book() {
    let book = "[book.contest]\nability = 'wil'\ninitiative = '1d12'";
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 18, wil = "1d8", policy = "wrestles" }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 18, wil = "1d10", policy = "help" }}] }},
        ]
        [policy.wrestles]
        action = [{{ do = "contest" }}]
        [rulings]
        contest_action = "on"
        {book}
        "#
    );
    let mut play = play(&text, "d12=5 d6=1   d8=8 d10=7");
    play.rounds(1);
    seen(&play, "B", &[("prone", 1)]);
}

// VOG-005, VOG-010, R-32
#[test]
fn a_contest_is_no_action_unless_the_ruling_makes_it_one() {
    let mut play =
        play(&against("weapons = [$club]", 0, "action = [{ do = 'contest' }]", ""), "initiative d6=5 d6=1, damage d6=2");
    play.rounds(1);
    seen(&play, "B", &[("hp", 25), ("prone", 0)]);
}

// R-32
#[test]
fn a_contest_can_make_immobile_or_afraid_until_the_end_of_the_next_round() {
    for (effect, status) in [("immobile", "has(immobile)"), ("afraid", "has(afraid)")] {
        let rules = format!("[rulings]\ncontest_action = 'on'\ncontest_effect = '{effect}'");
        let policy = "action = [{ do = 'contest', when = 'round == 1' }, { do = 'defend' }]";
        let text = against("", 3, policy, &rules);
        let mut play = play(&text, "d6=1 d6=2   d6=5 d6=4      d4=1 d6=2");
        play.rounds(1);
        seen(&play, "B", &[(status, 1), ("prone", 0), ("movement", if effect == "immobile" { 0 } else { 6 })]);
        play.rounds(1);
        seen(&play, "B", &[(status, 0), ("movement", 6)]);
    }
}

// VOG-046, R-15, R-23
#[test]
fn a_declared_action_that_has_become_impossible_is_lost() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", hp_max = 20, hp = 1, ar_base = 0, weapons = [$club] }] },
            { name = "two", combatant = [{ name = "B", hp_max = 20, ar_base = 0, weapons = [$dagger] }] },
        ]
        [book.exhaustion]
        death_level = 1
    "#;
    let mut play = play(text, "d6=6 d4=1   d4=1 d8=1      d4=1 d4=2   d4=3   d4=1 d8=7");
    play.rounds(1);
    seen(&play, "A", &[("weapons_broken", 1), ("exhaustion", 1), ("prone", 0)]);
    seen(&play, "B", &[("hp", 20)]);
    play.rounds(1);
    // From then on it has only its fists.
    seen(&play, "B", &[("hp", 14)]);
    seen(&play, "A", &[("dead", 1)]);
}

// VOG-023, R-50
#[test]
fn whoever_runs_away_has_left_the_fight() {
    let text = against("", 3, "action = [{ do = 'flee' }]", "");
    let mut play = play(&text, "initiative d6=2 d6=3");
    play.rounds(1);
    seen(&play, "A", &[("fled", 1), ("active", 0), ("dead", 0)]);
    assert_eq!(play.ending(), Some(Ending::Won(Side(1))));
}

// R-50
#[test]
fn nobody_flees_without_movement_or_where_the_book_forbids_it() {
    let policy = "action = [{ do = 'flee' }]";
    let mut stuck = play(&against("statuses = [{ status = 'immobile' }]", 3, policy, ""), "initiative d6=2 d6=3");
    stuck.rounds(1);
    seen(&stuck, "A", &[("fled", 0), ("active", 1)]);

    let mut forbidden = play(&against("weapons = [$sword]", 0, policy, "[book.actions]\nflee = false"), "d8=2 d6=3   d8=1");
    forbidden.rounds(1);
    seen(&forbidden, "A", &[("fled", 0)]);
    seen(&forbidden, "B", &[("hp", 26)]);
}

// R-50, VOG-097
#[test]
fn one_who_lies_on_the_ground_runs_away_with_what_standing_up_leaves() {
    let policy = "action = [{ do = 'flee' }]";
    let mut one_left = play(&against("prone = true, movement = 1", 3, policy, ""), "initiative d6=2 d6=3");
    one_left.rounds(1);
    seen(&one_left, "A", &[("fled", 1)]);

    // Exhausted, a movement of 1 is 0, and 0 doubled stays 0.
    let mut none_left = play(&against("prone = true, movement = 1, exhaustion = 1", 3, policy, ""), "initiative d6=2 d6=3");
    none_left.rounds(1);
    seen(&none_left, "A", &[("fled", 0), ("prone", 1)]);
}

// VOG-012, R-45
#[test]
fn an_action_that_names_its_weapon_uses_that_weapon() {
    let policy = "action = [{ do = 'attack', weapon = 'dagger', when = 'round == 1' }]";
    let text = against("weapons = [$sword, $dagger]", 0, policy, "");
    let mut play = play(&text, "initiative d4=1 d6=2, damage d4=2, initiative d8=1 d6=2, damage d8=2");
    play.rounds(1);
    seen(&play, "B", &[("hp", 25)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", 20)]);
}

// VOG-021, VOG-022, R-29
#[test]
fn the_help_of_one_does_not_end_that_of_another() {
    let text = r#"
        side = [
            { name = "one", combatant = [
                { name = "A", hp_max = 30, policy = "helps_once" },
                { name = "B", hp_max = 30, policy = "help" },
                { name = "D", hp_max = 20, policy = "wrestles" },
            ] },
            { name = "two", combatant = [{ name = "F", hp_max = 30, policy = "help" }] },
        ]
        [policy.helps_once]
        action = [{ do = "help", when = "round == 1" }, { do = "defend" }]
        [policy.wrestles]
        action = [{ do = "contest", when = "round == 2" }, { do = "defend" }]
        [rulings]
        contest_action = "on"
    "#;
    // B helps, then A does; A's help ends before D makes use of B's.
    let dice = "initiative d6=2 d6=1 d4=4 d6=6      d4=1 d6=6 d6=5 d6=2, contest d6=3 d6=5 d6=4";
    let mut play = play(text, dice);
    play.rounds(2);
    seen(&play, "F", &[("prone", 1)]);
}

/// A round of A and its friend F, who helps, against B, who is down, and C, who defends; A strikes with the club or the technique.
fn beside_the_fallen(a: &str, rest: &str, dice: &str) -> super::ScriptedPlay<super::Vogt> {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [
                {{ name = "A", hp_max = 20, weapons = [$club], {a} }},
                {{ name = "F", hp_max = 20, policy = "help" }},
            ] }},
            {{ name = "two", combatant = [
                {{ name = "B", hp_max = 20, exhaustion = 3 }},
                {{ name = "C", hp_max = 20, policy = "defend" }},
            ] }},
        ]
        {rest}
        [book.round]
        rounds_max = 1
        "#
    );
    let mut play = play(&text, &format!("initiative d6=1 d6=6 {} d4=4   {dice}", "d10=9 ".repeat(10)));
    play.rounds(1);
    play
}

/// The damage that somebody met with, before AR.
fn met(play: &super::ScriptedPlay<super::Vogt>, who: &str) -> i64 {
    play.metric(&format!("{who}.absorbed")) + play.metric(&format!("{who}.damage_taken"))
}

// VOG-011
#[test]
fn the_fallen_are_struck_while_others_stand_where_a_policy_says_so() {
    let struck = |policy: &str| {
        let play = beside_the_fallen("policy = 'p'", &format!("[policy.p]\n{policy}"), "damage d6=2");
        ["B", "C"].map(|who| met(&play, who) > 0)
    };
    assert_eq!(struck("target = [{ at = 'nearest' }]"), [false, true]);
    assert_eq!(struck("fallen = [{ do = 'yes' }]"), [true, false]);
    assert_eq!(struck("fallen = [{ do = 'yes', when = 'round > 1' }]"), [false, true]);
    assert_eq!(struck("fallen = [{ do = 'yes' }]\ntarget = [{ at = 'nearest', among = 'it.active' }]"), [false, true]);
}

// VOG-035
#[test]
fn what_strikes_all_enemies_strikes_friends_and_the_fallen_as_well_where_it_says_so() {
    let struck = |also: &str| {
        let burst = format!("td = {{ d6 = 1 }}, techniques = [{{ name = 'burst', die = 6, targets = 'all', also = {also} }}]");
        let policy = "[policy.p]\naction = [{ do = 'technique', technique = 'burst' }]";
        let play = beside_the_fallen(&format!("policy = 'p', {burst}"), policy, "damage d6=5");
        ["A", "F", "B", "C"].map(|who| met(&play, who) > 0)
    };
    assert_eq!(struck("[]"), [false, false, false, true]);
    assert_eq!(struck("['friends']"), [false, true, false, true]);
    assert_eq!(struck("['fallen']"), [false, false, true, true]);
    assert_eq!(struck("['friends', 'fallen']"), [false, true, true, true]);
}
