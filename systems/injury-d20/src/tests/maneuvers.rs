//! Maneuvers: what they roll, and what each of them does.
//!
//! With a martial bonus of 3 and a skill of 5 a maneuver needs 8 against a defence value of 16.

use super::stage::{blow, ends, field, plan};
use super::{duel, seen};
use crate::InjuryD20;
use frame::rules::testing::ScriptedPlay;

/// A, trained in everything, with a skill of 5 in all that maneuvers use.
const TRAINED: &str =
    "skills = { acrobatics = 5, athletics = 5, thievery = 5 }\ntrained = ['acrobatics', 'athletics', 'thievery']";

/// The lowest face with which a trip succeeds.
#[track_caller]
fn trips(a: &str, b: &str, rest: &str, face: u32, net: i32) {
    for (face, prone) in [(face, 1), (face - 1, 0)] {
        let other = if net > 0 { " 2" } else { " 20" };
        let dice = format!("{face}{}", other.repeat(net.unsigned_abs() as usize));
        let play = blow(&format!("{TRAINED}\n{a}"), b, &format!("{}{rest}", plan("{ do = 'trip' }")), &dice);
        ends(play, "B", &[("prone", prone), ("strain", 0)]);
    }
}

// INJ-154, INJ-155, INJ-187, INJ-197, R-31
#[test]
fn a_maneuver_rolls_skill_and_martial_bonus_and_needs_no_more_than_the_defence_value() {
    trips("", "", "", 8, 0);
    trips("mb = 5", "", "", 6, 0);
    trips("str = 9", "", "", 8, 0);
    trips("", "", "[rulings]\nmaneuver_roll = 'attack_plus_skill'", 5, 0);
    trips("", "melee_cover = 'cover'", "", 8, -1);
    trips("stamina = 0", "", "", 8, -1);
    trips("injuries = [{ part = 'foot' }]", "", "", 8, -1);
    trips("injuries = [{ part = 'eye' }]", "", "", 8, -1);
    trips("injuries = [{ part = 'hand' }]", "", "", 8, 0);
    let twenty = |rest: &str, prone: i64| {
        let play = blow(TRAINED, "armor = 20", &format!("{}{rest}", plan("{ do = 'trip' }")), "20");
        ends(play, "B", &[("prone", prone)]);
    };
    twenty("", 1);
    twenty("[rulings]\nmaneuver_nat20 = 'none'", 0);
    // A 1 is a face like any other.
    ends(blow(&format!("{TRAINED}\nmb = 20"), "", &plan("{ do = 'trip' }"), "1"), "B", &[("prone", 1)]);
    ends(blow(TRAINED, "", &plan("{ do = 'trip' }"), "1"), "A", &[("place(0)", 1)]);
}

// INJ-163, INJ-164, R-33
#[test]
fn maneuvers_go_more_easily_against_the_small() {
    let sizes = [("tiny", 6), ("small", 7), ("medium", 8), ("large", 9), ("huge", 10), ("gargantuan", 12), ("colossal", 16)];
    for (size, face) in sizes {
        trips("", &format!("size = '{size}'"), "", face, 0);
    }
    trips("", "size = 'diminutive'", "", 4, 0);
    trips("", "size = 'colossal'", "[rulings]\nsize_scaling = 'linear'", 12, 0);
    trips("", "size = 'large'", "[book.size]\nmaneuver = 3", 11, 0);
}

// INJ-156, R-32
#[test]
fn only_the_untrained_provoke_and_only_their_target() {
    let rest = |more: &str| {
        let react =
            "plan = [{ do = 'escape' }]\nstand = [{ do = 'no' }]\nreact = [{ do = 'yes' }]\nparts = [{ part = 'ear' }]\n";
        format!("{}[policy.b]\n{react}[policy.c]\n{react}{more}", plan("{ do = 'trip' }"))
    };
    let trip = |a: &str, more: &str, dice: &str, strain: i64| {
        let mut play = field(&[("A", [5, 5], a)], &[("B", [6, 5], ""), ("C", [6, 6], "")], &rest(more), dice);
        play.rounds(1);
        ends(play, "A", &[("strain", strain)]);
    };
    trip("skills = { acrobatics = 5 }", "", "11   8", 1);
    trip(TRAINED, "", "8", 0);
    trip("skills = { acrobatics = 5 }", "[book]\nprovokes = ['ranged_in_melee']", "8", 0);
}

// INJ-087, INJ-153, INJ-156, R-32
#[test]
fn whoever_loses_its_hand_to_the_answer_reaches_nobody_any_more() {
    let react = "plan = [{ do = 'escape' }]\nstand = [{ do = 'no' }]\nreact = [{ do = 'yes' }]\nparts = [{ part = 'hand' }]\n";
    let rest = format!("{}[policy.b]\n{react}", plan("{ do = 'trip', times = 1 }"));
    let untrained = "skills = { acrobatics = 5 }";
    // 20 is three degrees: all the injuries that a hand can hold; the weapon falls, and bare hands still reach.
    let play = blow(untrained, "", &rest, "20   20");
    seen(&play, "B", &[("prone", 1)]);
    ends(play, "A", &[("injuries_at(hand_0)", 3), ("place(0)", 3)]);
    let play = blow(untrained, "", &format!("{rest}[book.unarmed]\nallowed = false"), "20");
    seen(&play, "B", &[("prone", 0)]);
    ends(play, "A", &[("injuries_at(hand_0)", 3), ("place(0)", 3)]);
}

// INJ-153
#[test]
fn a_maneuver_needs_its_target_within_reach() {
    let trip = |b: [i32; 2], more: &str, dice: &str, prone: i64| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n", plan("{ do = 'trip' }"));
        let mut play = field(&[("A", [5, 5], &format!("{TRAINED}\n{more}"))], &[("B", b, "")], &rest, dice);
        play.rounds(1);
        ends(play, "B", &[("prone", prone)]);
    };
    trip([6, 5], "", "8", 1);
    trip([7, 5], "", "", 0);
    trip([7, 5], "weapons = [{ name = 'pike', reach_ft = 10 }]", "8", 1);
}

// INJ-186
#[test]
fn a_maneuver_is_an_attack_action_that_injures_nobody() {
    let rest = plan("{ do = 'trip' }, { do = 'attack' }");
    // One earlier attack action and the prone: a single die.
    let play = blow(TRAINED, "", &rest, "maneuver 19, attack 10");
    seen(&play, "B", &[("prone", 1), ("injuries", 0), ("strain", 0)]);
    ends(play, "A", &[("attack_actions", 2)]);
}

/// A maneuver of A at (5, 5) on B at (6, 5), on a field.
#[track_caller]
fn on_field(act: &str, a: &str, rest: &str, dice: &str, values: &[(&str, &str, i64)]) {
    let rest = format!("{}{rest}", plan(&format!("{{ do = '{act}' }}")));
    let mut play = field(&[("A", [5, 5], a)], &[("B", [6, 5], "")], &rest, dice);
    play.rounds(1);
    for (who, name, value) in values {
        assert_eq!(play.see(who, name), *value, "{act}: {who}.{name}");
    }
}

/// True if anything has become of B, or A has moved.
fn changed(play: &ScriptedPlay<InjuryD20>) -> bool {
    let moved = ["x", "y"].iter().any(|at| play.see("A", at) != 5) || play.see("B", "x") != 6 || play.see("B", "y") != 5;
    let lost = play.see("B", "place(0)") != 1 || play.see("B", "worn_works(0)") == 0;
    moved || lost || ["grappled", "prone"].iter().any(|what| play.see("B", what) > 0)
}

// INJ-188, INJ-189, INJ-190, INJ-191, INJ-192, INJ-193, INJ-194, INJ-197
#[test]
fn each_maneuver_has_its_skill() {
    let skills = [
        ("disarm", "acrobatics"),
        ("drag", "athletics"),
        ("grapple", "athletics"),
        ("overrun", "athletics"),
        ("reposition", "acrobatics"),
        ("shove", "athletics"),
        ("steal", "thievery"),
        ("trip", "acrobatics"),
    ];
    for (act, needed) in skills {
        for skill in ["acrobatics", "athletics", "thievery"] {
            for (modifier, done) in [(5, skill == needed), (4, false)] {
                // 8 and the martial bonus are enough only with 5 in the right skill.
                let others: String = ["acrobatics", "athletics", "thievery"]
                    .iter()
                    .map(|other| format!("{other} = {}, ", if *other == skill { modifier } else { -5 }))
                    .collect();
                let a = format!("trained = ['{needed}']\nstr = 9\nskills = {{ {} }}", others.trim_end_matches(", "));
                let still = "[policy.b]\nplan = [{ do = 'defend' }]\nstand = [{ do = 'no' }]\n";
                let rest = format!("{}{still}", plan(&format!("{{ do = '{act}' }}")));
                let b = "worn = [{ name = 'ring', part = 'hand' }]";
                let mut play = field(&[("A", [5, 5], &a)], &[("B", [6, 5], b)], &rest, "8");
                play.rounds(1);
                assert_eq!(changed(&play), done, "{act} with {skill} {modifier}");
            }
        }
    }
}

// INJ-188, R-31
#[test]
fn disarming_drops_what_is_held() {
    on_field("disarm", TRAINED, "", "maneuver 8", &[("B", "place(0)", 3)]);
    on_field("disarm", TRAINED, "", "maneuver 7", &[("B", "place(0)", 1)]);
}

// INJ-189, R-31
#[test]
fn dragging_moves_both() {
    on_field("drag", TRAINED, "", "maneuver 8", &[("A", "x", 4), ("B", "x", 5), ("B", "y", 5)]);
    on_field("drag", TRAINED, "", "maneuver 13", &[("A", "x", 3), ("B", "x", 4)]);
    on_field("drag", TRAINED, "[book.maneuver.drag]\nfeet = 10", "8", &[("A", "x", 3), ("B", "x", 4)]);
    on_field("drag", TRAINED, "[arena]\nwidth = 20\nheight = 20\nobstacles = [[4, 5]]", "13", &[("A", "x", 5), ("B", "x", 6)]);
}

// INJ-193, R-31
#[test]
fn shoving_moves_the_target_away_up_to_an_obstacle() {
    on_field("shove", TRAINED, "", "maneuver 8", &[("A", "x", 5), ("B", "x", 7), ("B", "y", 5)]);
    on_field("shove", TRAINED, "", "maneuver 18", &[("B", "x", 9)]);
    on_field("shove", TRAINED, "[arena]\nwidth = 20\nheight = 20\nobstacles = [[8, 5]]", "18", &[("B", "x", 7)]);
}

// INJ-191, R-31
#[test]
fn an_overrun_ends_behind_its_target_which_may_fall() {
    on_field("overrun", TRAINED, "", "maneuver 8", &[("A", "x", 7), ("A", "y", 5), ("B", "x", 6), ("B", "prone", 0)]);
    on_field("overrun", TRAINED, "", "maneuver 13", &[("A", "x", 7), ("B", "prone", 1)]);
    on_field("overrun", TRAINED, "[book.maneuver.overrun]\nprone_degrees = 0", "8", &[("B", "prone", 1)]);
}

// INJ-192, R-31
#[test]
fn repositioning_moves_the_target_within_reach() {
    let place = |dice: &str| {
        let mut play = field(&[("A", [5, 5], TRAINED)], &[("B", [6, 5], "")], &plan("{ do = 'reposition' }"), dice);
        play.rounds(1);

        (play.see("B", "x"), play.see("B", "y"))
    };
    let (x, y) = place("maneuver 8");
    assert!((x, y) != (6, 5) && (x - 6).abs() <= 1 && (y - 5).abs() <= 1, "one square away");
    assert!((x - 5).abs() <= 1 && (y - 5).abs() <= 1, "within reach");
    assert_eq!(place("maneuver 7"), (6, 5));
}

// INJ-190, R-31
#[test]
fn a_grapple_lasts_until_the_end_of_the_next_turn_of_its_holder_or_an_escape() {
    let once = plan("{ do = 'grapple', when = 'round == 1' }");
    let mut play = duel(TRAINED, "", &format!("{once}[policy.b]\nplan = [{{ do = 'defend' }}]\n"), "8");
    play.rounds(1);
    seen(&play, "B", &[("grappled", 1), ("off_guard", 1), ("dv", 14), ("speed_ft(ground)", 0)]);
    play.rounds(1);
    ends(play, "B", &[("grappled", 0), ("speed_ft(ground)", 30)]);
    let again = plan("{ do = 'grapple', when = 'round < 3' }");
    let mut play = duel(TRAINED, "", &format!("{again}[policy.b]\nplan = [{{ do = 'defend' }}]\n"), "8   6");
    play.rounds(2);
    seen(&play, "B", &[("grappled", 1)]);
    play.rounds(1);
    ends(play, "B", &[("grappled", 0)]);
    // Free with the better of two skills and the martial bonus, against 16.
    for (face, grappled) in [("9", 0), ("8", 1)] {
        let b = "skills = { acrobatics = 1, athletics = 4 }";
        let rest = format!("{once}[policy.b]\nplan = [{{ do = 'escape' }}]\n");
        ends(blow(TRAINED, b, &rest, &format!("8   {face}")), "B", &[("grappled", grappled)]);
    }
}

// INJ-190, R-31
#[test]
fn an_escape_is_a_maneuver_roll() {
    // B, whose escape needs 9 against 16 without anything else, is held by A.
    let escapes = |a: &str, b: &str, rest: &str, dice: &str, grappled: i64| {
        let once = plan("{ do = 'grapple', when = 'round == 1' }");
        let b = format!("skills = {{ acrobatics = 1, athletics = 4 }}\n{b}");
        let rest = format!("{once}[policy.b]\nplan = [{{ do = 'escape' }}]\n{rest}");
        ends(blow(&format!("{TRAINED}\n{a}"), &b, &rest, &format!("8   {dice}")), "B", &[("grappled", grappled)]);
    };
    escapes("", "", "", "9", 0);
    escapes("", "", "", "8", 1);
    // Injured eyes hamper it, and so do blindness, exhaustion, and A's armor.
    escapes("", "injuries = [{ part = 'eye' }]", "", "9 20", 0);
    escapes("", "injuries = [{ part = 'eye' }]", "", "20 8", 1);
    escapes("", "conditions = [{ condition = 'blinded' }]", "", "20 20 9", 0);
    escapes("", "conditions = [{ condition = 'blinded' }]", "", "20 20 8", 1);
    escapes("", "stamina = 0", "", "9 20", 0);
    escapes("armor = 6", "", "", "11", 0);
    escapes("armor = 6", "", "", "10", 1);
    // A combatant that lies is held more easily, and has another die against a standing target.
    escapes("", "prone = true", "stand = [{ do = 'no' }]", "2   9 20", 0);
    // A 20 is enough in any case, but by ruling; the rulings on maneuvers go for it.
    escapes("armor = 30", "", "", "20", 0);
    escapes("armor = 30", "", "[rulings]\nmaneuver_nat20 = 'none'", "20", 1);
    escapes("", "", "[rulings]\nmaneuver_roll = 'attack_plus_skill'", "6", 0);
    escapes("", "", "[rulings]\nmaneuver_roll = 'attack_plus_skill'", "5", 1);
    // Attacks before it in the same turn are disadvantages.
    let once = plan("{ do = 'grapple', when = 'round == 1' }");
    let b = "[policy.b]\nplan = [{ do = 'attack' }, { do = 'escape' }]\nparts = [{ part = 'ear' }]\n";
    let play = blow(TRAINED, "skills = { athletics = 4 }", &format!("{once}{b}"), "8   10   9 20");
    ends(play, "B", &[("grappled", 0), ("attack_actions", 1)]);
}

// INJ-194, R-31
#[test]
fn stealing_takes_what_is_not_in_a_hand() {
    let b = "weapons = [{ name = 'sword' }, { name = 'dagger', stowed = true }]\nworn = [{ name = 'ring', part = 'hand' }]";
    ends(blow(TRAINED, b, &plan("{ do = 'steal' }"), "8"), "B", &[("place(0)", 1), ("place(1)", 5), ("worn_works(0)", 1)]);
    ends(blow(TRAINED, b, &plan("{ do = 'steal' }"), "7"), "B", &[("place(1)", 2)]);
    ends(
        blow(TRAINED, "worn = [{ name = 'ring', part = 'hand' }]", &plan("{ do = 'steal' }"), "8"),
        "B",
        &[("worn_works(0)", 0)],
    );
    // From a target with nothing but a sword in the hand there is nothing to steal.
    ends(blow(TRAINED, "", &plan("{ do = 'steal' }"), "11"), "B", &[("strain", 1)]);
}

// INJ-195, R-31
#[test]
fn sundering_goes_by_strength_and_breaks_before_it_destroys() {
    let strong = "str = 5\nskills = { athletics = -9, acrobatics = -9 }";
    let after = |aim: &str, b: &str, face: &str, values: &[(&str, i64)]| {
        let rest = plan(&format!("{{ do = 'sunder', aim = '{aim}' }}"));
        ends(blow(strong, b, &rest, face), "B", values);
    };
    after("armor", "", "8", &[("armor_sundered", 1), ("dv", 14)]);
    after("armor", "", "7", &[("armor_sundered", 0), ("dv", 16)]);
    after("armor", "", "13", &[("armor_sundered", 2), ("dv", 12)]);
    after("weapon", "", "8", &[("place(0)", 1), ("armed", 1)]);
    after("weapon", "", "13", &[("place(0)", 5), ("armed", 0)]);
    after("shield", "shield = 2", "13", &[("shield_place", 5)]);
    // A broken weapon has a disadvantage; nobody is untrained in Strength.
    let rest = format!(
        "{}[policy.b]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]\nreact = [{{ do = 'yes' }}]\n",
        plan("{ do = 'sunder' }")
    );
    ends(blow(strong, "", &rest, "8   11 20"), "A", &[("strain", 1)]);
    let twice = format!("{rest}[book.maneuver.sunder]\nbroken_disadvantage = 2");
    ends(blow(strong, "", &twice, "8   11 20 20"), "A", &[("strain", 1)]);
    let kept = format!("{}[book.maneuver.sunder]\nbroken_armor = '3/4'", plan("{ do = 'sunder', aim = 'armor' }"));
    ends(blow(strong, "", &kept, "8"), "B", &[("armor_sundered", 1), ("dv", 15)]);
}

// INJ-196, R-31
#[test]
fn a_trick_brings_a_condition_for_some_turns() {
    for condition in ["blinded", "deafened", "sickened", "off_guard"] {
        let rest = plan(&format!("{{ do = 'trick', condition = '{condition}', when = 'round == 1' }}"));
        // 18 is two degrees: three ends of B's turns, of which one has come.
        let mut play = duel(TRAINED, "", &rest, "maneuver 18");
        play.rounds(1);
        seen(&play, "B", &[(&format!("timed({condition})"), 2), (condition, 1)]);
        play.rounds(2);
        ends(play, "B", &[(condition, 0)]);
    }
    // The default is being blinded; a point ends it.
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'recover' }}]\n", plan("{ do = 'trick' }"));
    ends(blow(TRAINED, "", &rest, "18"), "B", &[("blinded", 0), ("timed(blinded)", 0)]);
}

//
#[test]
fn maneuvers_are_parried_only_where_the_book_says_so() {
    let rest = |more: &str| {
        format!(
            "{}[policy.b]\nplan = [{{ do = 'defend' }}]\nstand = [{{ do = 'no' }}]\nparry = [{{ do = 'yes' }}]\n{more}",
            plan("{ do = 'trip' }")
        )
    };
    ends(blow(TRAINED, "", &rest(""), "8"), "B", &[("prone", 1), ("stamina", 10)]);
    ends(blow(TRAINED, "", &rest("[book.parry]\nmaneuvers = true"), "8   11"), "B", &[("prone", 0), ("stamina", 9)]);
    ends(blow(TRAINED, "", &rest("[book.parry]\nmaneuvers = true"), "8   10"), "B", &[("prone", 1), ("stamina", 9)]);
}
