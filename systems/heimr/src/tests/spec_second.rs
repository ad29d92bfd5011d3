//! The second of a kind: what belongs to one weapon, target, attacker or owner is not read from another.

use super::spec_people::{policy, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A dodge at -2, and one at -4.
const NEXT: &str = "d6=4 d10=4 d10=4";
const AFTER_NEXT: &str = "d6=4 d10=4 d10=4 d10=4 d10=4";

const KNIVES: &str = "{ kind = 'light', name = 'right', ability = 'knife_fighting', place = 'sword_hand' }, \
                      { kind = 'light', name = 'left', ability = 'knife_fighting', place = 'off_hand' }";

// R-73, HEI-161, HEI-185
#[test]
fn each_blow_has_a_skill_of_its_own_and_pays_for_it() {
    let after = |willpower: u8| {
        let saps = format!(
            "willpower = {willpower}, skills = [{{ name = 's', action = 'on_hit', willpower = 1, effects = [{{ effect = 'drain', number = 1 }}] }}]"
        );
        let people = [armed("a", "A", 9, "saps", KNIVES, &saps), bare("b", "T", 5, "waits", "")];
        let saps = policy("saps", "{ do = 'attack' }", "on_hit = [{ do = 'skill', skill = 's' }]");
        let mut play = stage(&people, &saps, &format!("d6=1 | {NEXT} | d6=6 | {AFTER_NEXT} | d6=2"));
        play.turns(1);
        seen(&play, "T", &[("hp", 2)]);

        [play.see("A", "willpower"), play.see("T", "willpower")]
    };
    assert_eq!([after(3), after(1), after(0)], [[1, 1], [0, 2], [0, 3]]);
}

// HEI-111, HEI-160, R-28
#[test]
fn who_loses_the_first_weapon_to_a_quick_answer_strikes_with_the_second() {
    let drops = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'drop' }] }";
    let people = [armed("b", "T", 9, "answers", drops, ""), armed("a", "A", 5, "strikes", KNIVES, "hp_max = 20")];
    let policies =
        policy("answers", "{ do = 'ready' }", "ready = [{ do = 'attack', trigger = 'enemy_attacks_me', on = 'intent' }]")
            + &policy("strikes", "{ do = 'attack' }", "")
            + "[book.attack]\noffhand_penalty = 9\n";
    // Persuasion 1 against insight 6; then the left knife comes first, and loses nothing.
    let dice = format!("d6=3 || d6=1 | d6=6 | d6=6 | {NEXT} | d6=1 | {NEXT} | {NEXT}");
    let mut play = stage(&people, &policies, &dice);
    play.turns(2);
    seen(&play, "A", &[("hp", 18), ("place(right)", 5), ("place(left)", 1)]);
    seen(&play, "T", &[("hp", 3), ("dodges", 1)]);
}

// R-75, HEI-107
#[test]
fn a_blow_readied_for_whoever_enters_is_for_nobody_else() {
    let entered = |ruling: &str, dice: &str| {
        let people = [
            sword("a", "T", 9, "readies", "elevation = 2"),
            bare("b", "F", 7, "waits", "elevation = 2"),
            bare("b", "A", 5, "enters", "at = 'B1'"),
        ];
        let policies = policy("readies", "{ do = 'ready' }", "") + &policy("enters", "{ do = 'move', direction = 'up' }", "");
        let rest = format!("{policies}[arena]\nsquare.B2 = {{ objects = [{{ name = 'merlon' }}] }}\n[rulings]\n{ruling}\n");
        let mut play = stage(&people, &rest, &format!("d6=2 | d6=3 | {dice} | d6=2"));
        play.turns(3);
        seen(&play, "A", &[("row", 1), ("hp", 4)]);

        [play.see("F", "hp"), play.see("T", "readied")]
    };
    // A enters below, out of reach; F stands beside T.
    assert_eq!(entered("", ""), [4, 1]);
    assert_eq!(entered("readied_target = 'anybody'", &format!("d6=1 | {NEXT}")), [2, 0]);
}

// R-74, HEI-081, HEI-219, HEI-273
#[test]
fn darkness_touches_a_first_blow_in_melee_only_by_the_ruling() {
    let blows = |ruling: &str, first: &str| {
        let people = [sword("a", "A", 9, "strikes", ""), bare("b", "T", 5, "waits", "hp_max = 20")];
        let strikes = policy("strikes", "{ do = 'attack' }", "");
        let rest = format!("{strikes}[arena]\ndarkness = 2\n[rulings]\n{ruling}\n");
        let dice = format!("{first} | {NEXT} | d6=2 || d6=3 || d6=1 | {NEXT} | d6=2");
        let mut play = stage(&people, &rest, &dice);
        play.rounds(1).turns(1);

        play.see("T", "hp")
    };
    assert_eq!(blows("", "d6=1"), 16);
    // Two dice more before they are in one cluster, none afterwards.
    assert_eq!(blows("melee_concealment = 'yes'", "d6=6 d10=1 d10=9"), 16);
}

//
#[test]
fn weariness_touches_an_initiative_that_is_physical() {
    let first = |ruling: &str, dice: &str| {
        let person = |name: &str, fatigue: u8| {
            format!(
                "{{ name = '{side}', combatant = [{{ name = '{name}', attributes = {{ sta = 3 }}, fatigue = {fatigue}, \
                 stance = {{ kind = 'dodge', c = 1, pre = 5, d6 = 5 }} }}] }}",
                side = name.to_lowercase()
            )
        };
        let text =
            format!("side = [{}, {}]\n[book.fatigue]\npenalty = 2\n[rulings]\n{ruling}\n", person("A", 3), person("B", 1));
        let play: ScriptedPlay<Heimr> = ScriptedPlay::script(&text, dice);

        play.see("A", "place")
    };
    assert_eq!(first("", "d6=5 d6=4"), 0);
    assert_eq!(first("initiative_physical = 'yes'", "d6=5 d10=3 d10=6 d6=4"), 1);
}

// HEI-156, HEI-161
#[test]
fn a_skill_that_was_prepared_for_somebody_who_has_gone_comes_to_nothing() {
    let after = |leaves: &str| {
        let drains =
            "skills = [{ name = 's', action = 'upcoming', willpower = 1, effects = [{ effect = 'drain', number = 3 }] }]";
        let people = [bare("a", "A", 9, "drains", drains), bare("b", "T", 5, "leaves", "")];
        let policies = policy(
            "drains",
            "{ do = 'skill', skill = 's', when = 'round == 1' }, { do = 'move', direction = 'left', when = 'round == 2' }",
            "",
        ) + &policy("leaves", leaves, "");
        let mut play = stage(&people, &policies, "d6=2 | d6=2 | d6=2");
        play.rounds(1).turns(1);

        [play.see("T", "willpower"), play.see("A", "willpower"), play.see("A", "column")]
    };
    assert_eq!(after(""), [0, 2, 1]);
    // The standard action is left for something else.
    assert_eq!(after("{ do = 'move', direction = 'up' }"), [3, 2, 0]);
}

// R-64, HEI-176
#[test]
fn what_changes_hands_keeps_the_blows_that_it_has_taken() {
    let tough = "kind = 'medium', ability = 'swordsmanship', toughness = 4";
    let breaks = format!(
        "{{ kind = 'light', ability = 'knife_fighting', place = 'off_hand', on_hit = [{{ effect = 'break', number = 2 }}] }}, \
         {{ {tough}, place = 'elsewhere' }}"
    );
    let people =
        [armed("a", "A", 9, "takes", &breaks, ""), armed("b", "T", 5, "drops", &format!("{{ {tough} }}"), "hp_max = 20")];
    let policies = policy("takes", "{ do = 'attack', when = 'round == 1' }, { do = 'get', item = 'medium' }", "")
        + &policy("drops", "{ do = 'drop' }", "")
        + "[rulings]\ntoughness = 'cumulative'\n";
    let dice = format!("d6=1 | {NEXT} | d6=2 || d6=2 || {NEXT}");
    let mut play = stage(&people, &policies, &dice);
    play.turns(1);
    seen(&play, "T", &[("wear(medium)", 2), ("place(medium)", 0)]);
    play.turns(2);
    seen(&play, "A", &[("wear(medium)", 2), ("place(medium)", 0)]);
    seen(&play, "T", &[("place(medium)", 7)]);
}

// HEI-123
#[test]
fn friends_who_shoot_into_the_melee_are_no_attackers() {
    let people = [
        bow("a", "S", 9, "shoots", ""),
        bare("a", "T", 7, "flinches", "cluster = 1"),
        bare("b", "E", 5, "waits", "cluster = 1"),
    ];
    let policies = policy("shoots", "{ do = 'attack' }", "")
        + &policy("flinches", "{ do = 'move', direction = 'up', when = 'attackers_last_round > 0' }", "");
    // E and T dodge 1 + 4.
    let dice = format!("d6=1 d10=9 d10=9 | {NEXT} | d6=1 d10=9 | {NEXT} | d6=2 || d6=2");
    let mut play = stage(&people, &policies, &dice);
    play.turns(1);
    seen(&play, "T", &[("dodges", 1), ("hp", 4)]);
    play.turns(1);
    seen(&play, "T", &[("row", 1)]);
}

// HEI-129
#[test]
fn a_shorter_stumble_bars_no_other_direction() {
    let barred = |number: u8| {
        let trips =
            format!("{{ kind = 'medium', ability = 'swordsmanship', on_hit = [{{ effect = 'stumble', number = {number} }}] }}");
        let stumbles = "effects = [{ effect = 'stumble', number = 6, direction = 'left' }]";
        let people = [armed("a", "A", 9, "trips", &trips, ""), bare("b", "T", 5, "waits", stumbles)];
        let mut play = stage(&people, &usual("trips", "stumble_direction = 'up'"), &format!("d6=1 | {NEXT} | d6=2"));
        play.turns(1);

        [play.see("T", "stumble_turns"), play.see("T", "stumble_direction")]
    };
    assert_eq!([barred(2), barred(6), barred(8)], [[3, 3], [3, 0], [4, 0]]);
}

// R-18, HEI-059, HEI-061
#[test]
fn each_bound_part_has_a_time_of_its_own() {
    let bound =
        "effects = [{ effect = 'bind', number = 2, part = 'off_arm' }, { effect = 'bind', number = 6, part = 'right_leg' }]";
    let binds =
        "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'bind', number = 2, part = 'sword_arm' }] }";
    let people = [armed("a", "A", 9, "once", binds, ""), bare("b", "T", 5, "waits", &format!("hp_max = 20, {bound}"))];
    let once = policy("once", "{ do = 'attack', when = 'round == 1' }", "");
    let mut play = stage(&people, &once, &format!("d6=1 | {NEXT} | d6=2 || d6=2 || d6=2 | d6=2 || d6=2 | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("bound(sword_arm)", 1), ("bound(off_arm)", 1), ("bound(right_leg)", 1), ("bind_turns", 3)]);
    play.turns(1);
    seen(&play, "T", &[("bound(sword_arm)", 0), ("bound(off_arm)", 0), ("bound(right_leg)", 1), ("bind_turns", 2)]);
    play.rounds(2);
    seen(&play, "T", &[("bound(right_leg)", 0), ("bind_turns", 0)]);
}

// HEI-068, R-64
#[test]
fn the_day_can_begin_with_skills_that_are_used_and_things_that_have_taken_blows() {
    let dawn = |sheet: &str, what: &str| {
        let sides = "side = [
            { name = 'one', combatant = [{ name = 'A', SHEET }] },
            { name = 'two', combatant = [{ name = 'B', weapons = [{ kind = 'medium' }] }] },
        ]";
        frame::rules::testing::at_dawn::<crate::Heimr>(&sides.replace("SHEET", sheet), "A", what)
    };
    let worn = "weapons = [{ kind = 'medium', toughness = 4, wear = 3 }]";
    assert_eq!(dawn(worn, "wear(medium)"), 3);
    let skill = |used: &str| {
        format!("weapons = [{{ kind = 'medium' }}], skills = [{{ name = 'rush', action = 'free', rested = true{used} }}]")
    };
    assert_eq!([dawn(&skill(", used = true"), "skills_used"), dawn(&skill(""), "skills_used")], [1, 0]);
}
