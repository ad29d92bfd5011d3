//! The death and dismemberment table: what each result takes, what that means in the fight, and when the table is rolled.
//!
//! Most tests set the level from which it is rolled to 1, so that the first wound without hit points left is a roll.

use super::{play, seen};
use crate::Vogt;
use frame::rules::testing::ScriptedPlay;

/// B, given by its insides, with one hit point left, and D beside it, against A, whose fist takes B's last hit point in the
/// first round. A goes first; then B stands up, if it can, and strikes A from the second round on.
fn scenario(b: &str, rules: &str) -> String {
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 40, ar_base = 0, policy = "once" }}] }},
            {{ name = "two", combatant = [
                {{ name = "B", hp_max = 20, hp = 1, policy = "waits", {b} }},
                {{ name = "D", hp_max = 90, policy = "help" }},
            ] }},
        ]
        [policy.once]
        action = [{{ do = "attack", when = "round == 1" }}, {{ do = "help" }}]
        [policy.waits]
        action = [{{ do = "help", when = "round == 1" }}, {{ do = "attack" }}]
        [book.exhaustion]
        death_level = 1
        {rules}
        "#,
        b = if b.contains("ar_base") { b.to_owned() } else { format!("ar_base = 0, {b}") },
    )
}

/// One round of that, with these dice after the blow.
fn struck(b: &str, rules: &str, dice: &str) -> ScriptedPlay<Vogt> {
    let mut play = play(&scenario(b, rules), &format!("d4=1 d6=3 d6=4   d4=1 {dice}"));
    play.rounds(1);
    seen(&play, "B", &[("hp", -3), ("exhaustion", 1)]);
    play
}

// VOG-045, VOG-051, VOG-085
#[test]
fn six_and_more_is_death() {
    for face in [6, 7, 8] {
        let play = struck("", "", &format!("d8={face}"));
        seen(&play, "B", &[("dead", 1), ("active", 0), ("prone", 1)]);
        assert_eq!(play.ending(), None);
    }
    let play = struck("", "", "death & dismemberment d8=5");
    seen(&play, "B", &[("dead", 0), ("active", 1)]);
}

// VOG-085, VOG-102
#[test]
fn the_dead_have_no_turns_and_no_initiative() {
    let mut play =
        play(&scenario("", ""), "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=6, initiative d6=2 d6=4");
    play.rounds(2);
    seen(&play, "B", &[("dead", 1), ("exhaustion", 1)]);
    seen(&play, "A", &[("hp", 40)]);
}

// VOG-051
#[test]
fn the_result_that_kills_and_the_dice_are_in_the_book() {
    let tough = struck("", "[book.death]\ndead_at = 8", "d8=6");
    seen(&tough, "B", &[("dead", 0), ("hands", 2), ("eyes", 2), ("legs", 2), ("voice", 1)]);

    let gentle = struck("", "[book.death]\ndie = '1d4'", "d4=4");
    seen(&gentle, "B", &[("legs", 1)]);

    let other = struck("", "[book.death]\ntable = ['nothing', 'voice', 'dead']", "d8=2");
    seen(&other, "B", &[("voice", 0)]);

    let early = struck("", "[book.death]\ntable = ['nothing', 'voice', 'dead']", "d8=3");
    seen(&early, "B", &[("dead", 1)]);
}

// VOG-046, R-15
#[test]
fn the_weapon_or_the_armor_breaks() {
    let broken = |b: &str, rules: &str, dice: &str| {
        let play = struck(b, rules, &format!("d8=1 {dice}"));

        (play.see("B", "weapons_broken"), play.see("B", "armor_broken"))
    };
    assert_eq!(broken("weapons = [$club]", "", ""), (1, 0));
    assert_eq!(broken("armor = 1, prone = true", "", ""), (0, 1));
    assert_eq!(broken("", "", ""), (0, 0));
    assert_eq!(broken("weapons = [{ name = 'claw', die = '1d6', hands = 0 }]", "", ""), (0, 0), "a claw does not break");
    assert_eq!(broken("armor = 1, prone = true, armor_broken = true", "", ""), (0, 1));

    let both = "armor = 1, prone = true, weapons = [$club]";
    assert_eq!(broken(both, "[rulings]\ndeath_gear = 'random'", "d2=1"), (1, 0));
    assert_eq!(broken(both, "[rulings]\ndeath_gear = 'random'", "d2=2"), (0, 1));
    assert_eq!(broken(both, "[rulings]\ndeath_gear = 'weapon_first'", ""), (1, 0));
    assert_eq!(broken(both, "[rulings]\ndeath_gear = 'armor_first'", ""), (0, 1));
    assert_eq!(broken("weapons = [$club]", "[rulings]\ndeath_gear = 'armor_first'", ""), (1, 0));
}

// VOG-046, VOG-206, R-15
#[test]
fn broken_armor_gives_nothing() {
    let play = struck("ar_base = 2, armor = 1, prone = true", "", "death & dismemberment d8=1");
    seen(&play, "B", &[("prone", 0), ("ar", 2), ("armor_broken", 1)]);
}

// VOG-046, R-15
#[test]
fn the_first_usable_weapon_breaks_and_the_next_one_is_wielded() {
    let b = "weapons = [{ name = 'broken', die = '1d12', broken = true }, $sword, $dagger]";
    let mut play = play(
        &scenario(b, ""),
        "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=1, initiative d6=4 d4=1 d6=6, damage d4=2",
    );
    play.rounds(1);
    seen(&play, "B", &[("weapons_broken", 2)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", 35)]);
}

// VOG-047, R-16
#[test]
fn without_an_arm_there_are_no_two_handed_weapons() {
    let b = "weapons = [$greatsword, $sword]";
    let mut play = play(
        &scenario(b, ""),
        "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=2, initiative d6=4 d8=1 d6=6, damage d8=2",
    );
    play.rounds(1);
    seen(&play, "B", &[("hands", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("hp", 35)]);
}

// VOG-047, R-16, R-49
#[test]
fn without_hands_there_are_only_natural_weapons() {
    let fists = "hands = 1, weapons = [$sword]";
    let mut first = play(
        &scenario(fists, ""),
        "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=2, initiative d6=4 d4=1 d6=6, damage d4=2",
    );
    first.rounds(2);
    seen(&first, "B", &[("hands", 0)]);
    seen(&first, "A", &[("hp", 35)]);

    let claws = "hands = 1, weapons = [$sword, { name = 'claw', die = '1d6', hands = 0 }]";
    let mut second = play(
        &scenario(claws, ""),
        "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=2, initiative d6=4 d6=1 d6=6, damage d6=2",
    );
    second.rounds(2);
    seen(&second, "A", &[("hp", 35)]);
}

// VOG-048, R-16, R-28
#[test]
fn the_first_eye_costs_nothing_unless_the_ruling_says_so_and_without_eyes_one_is_blind() {
    let lost = |b: &str, ruling: &str| {
        let play = struck(b, &format!("[rulings]\n{ruling}"), "d8=3");

        (play.see("B", "eyes"), play.see("B", "has(blind)"), play.see("B", "awr_modifier"))
    };
    assert_eq!(lost("", "death_eye = 'nothing'"), (1, 0, 3));
    assert_eq!(lost("", "death_eye = 'awr_penalty'"), (1, 0, 2));
    assert_eq!(lost("", "death_eye = 'awr_penalty'\n[book.death]\neye_awr = -2"), (1, 0, 1));
    assert_eq!(lost("eyes = 1", "death_eye = 'nothing'"), (0, 1, 2));
}

// VOG-048, VOG-083, R-16
#[test]
fn whoever_has_lost_the_last_eye_strikes_blindly() {
    let b = "eyes = 1, weapons = [$sword]";
    let mut play = play(
        &scenario(b, ""),
        "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=3, initiative d6=4 d8=1 d6=6, damage d8=5 d8=2",
    );
    play.rounds(2);
    seen(&play, "A", &[("hp", 35)]);
}

// VOG-049, VOG-042, R-17
#[test]
fn with_a_lost_leg_movement_is_one_before_all_factors() {
    let exhausted = struck("", "", "death & dismemberment d8=4");
    seen(&exhausted, "B", &[("legs", 1), ("movement", 0), ("prone", 1)]);

    let rested = struck("", "speed_level = 0", "death & dismemberment d8=4");
    seen(&rested, "B", &[("legs", 1), ("movement", 1), ("prone", 0)]);

    let slow = struck("movement = 0", "speed_level = 0", "death & dismemberment d8=4");
    seen(&slow, "B", &[("movement", 0)]);

    let book = struck("", "speed_level = 0\n[book.death]\nleg_movement = 3", "d8=4");
    seen(&book, "B", &[("movement", 3)]);
}

// VOG-049, R-17, R-19
#[test]
fn without_legs_one_cannot_stand_up() {
    let play = struck("legs = 1", "speed_level = 0", "death & dismemberment d8=4");
    seen(&play, "B", &[("legs", 0), ("movement", 1), ("prone", 1)]);
}

// VOG-050, VOG-095
#[test]
fn without_a_voice_one_is_mute() {
    let play = struck("", "", "death & dismemberment d8=5");
    seen(&play, "B", &[("voice", 0), ("has(mute)", 1)]);
}

// VOG-046, VOG-047, VOG-048, VOG-049, VOG-050, R-16
#[test]
fn what_is_already_gone_is_lost_without_effect_or_rolled_again_or_deadly() {
    let gone = [
        ("", 1, "weapons_broken", 0),
        ("hands = 0", 2, "hands", 0),
        ("eyes = 0", 3, "eyes", 0),
        ("legs = 0", 4, "legs", 0),
        ("voice = false", 5, "voice", 0),
    ];
    for (b, face, what, left) in gone {
        let nothing = struck(b, "[rulings]\ndeath_repeat = 'nothing'", &format!("d8={face}"));
        seen(&nothing, "B", &[(what, left), ("dead", 0)]);

        let again = struck(b, "[rulings]\ndeath_repeat = 'reroll'", &format!("d8={face} d8={face} d8=6"));
        seen(&again, "B", &[(what, left), ("dead", 1)]);

        let dead = struck(b, "[rulings]\ndeath_repeat = 'dead'", &format!("d8={face}"));
        seen(&dead, "B", &[(what, left), ("dead", 1)]);
    }
    let something = struck("voice = false", "[rulings]\ndeath_repeat = 'reroll'", "d8=5 d8=2");
    seen(&something, "B", &[("hands", 1), ("dead", 0)]);
}

// VOG-045, R-13
#[test]
fn every_level_gained_at_or_above_the_level_of_the_table_is_a_roll_of_its_own() {
    let text = scenario("", "per_wound = 2");
    let mut play = play(&text, "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=3 d8=5");
    play.rounds(1);
    seen(&play, "B", &[("exhaustion", 2), ("eyes", 1), ("voice", 0)]);
}

// VOG-040, VOG-041, VOG-045, R-13
#[test]
fn levels_below_the_level_of_the_table_are_no_roll() {
    let text = scenario("", "per_wound = 2").replace("death_level = 1", "death_level = 2");
    let mut play = play(&text, "initiative d4=1 d6=3 d6=4, damage d4=1, death & dismemberment d8=3");
    play.rounds(1);
    seen(&play, "B", &[("exhaustion", 2), ("eyes", 1), ("voice", 1)]);
}
