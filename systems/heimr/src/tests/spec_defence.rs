//! Blocks and parries, stored defences and what can be seen of them, re-rolls for fatigue.

use super::spec_people::{policy, stanced, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword};

/// A dodge at -2.
const NEXT: &str = "d6=4 d10=4 d10=4";

const SHIELD: &str = "shields = [{ kind = 'small', ability = 'sword_and_shield' }]";
const BLOCKS: &str = "[policy.blocks]\nturn = [{ do = 'wait' }]\ndefend = [{ do = 'block' }, { do = 'dodge' }]\n";
const PARRIES: &str = "[policy.parries]\nturn = [{ do = 'wait' }]\ndefend = [{ do = 'parry' }, { do = 'dodge' }]\n";

// HEI-205, HEI-207
#[test]
fn a_shield_blocks_blows_and_shots_with_its_ability_and_bonus() {
    for (attacker, die, above) in [(sword("a", "A", 9, "fights", ""), 2, 3), (bow("a", "A", 9, "fights", "at = 'B1'"), 4, 5)] {
        // 3 + 3 + 2 against the die and 6, or 4 for the bow.
        let people = [attacker.clone(), stanced(bare("b", "T", 5, "blocks", SHIELD), "block", 3)];
        let mut play = stage(&people, BLOCKS, &format!("d6={die} | {NEXT} | d6=2"));
        play.turns(1);
        seen(&play, "T", &[("hp", 4), ("blocks", 1), ("dodges", 0), ("stance", 1), ("stance_c", -2)]);
        let people = [attacker, stanced(bare("b", "T", 5, "blocks", SHIELD), "block", 3)];
        let mut play = stage(&people, BLOCKS, &format!("d6={above} | {NEXT} | d6=2"));
        play.turns(1);
        assert!(play.see("T", "hp") < 4);
    }
}

// HEI-205
#[test]
fn there_is_no_block_without_a_shield_in_a_hand_that_works() {
    let kind = |gear: &str| {
        let people = [bare("b", "T", 9, "blocks", gear), bare("a", "A", 5, "waits", "at = 'A1'")];
        let mut play = stage(&people, BLOCKS, "d6=2");
        play.turns(1);

        play.see("T", "stance")
    };
    assert_eq!(kind(SHIELD), 1);
    assert_eq!(kind(""), 0);
    assert_eq!(kind("shields = [{ kind = 'small', ability = 'sword_and_shield', place = 'worn' }]"), 0);
    assert_eq!(kind(&format!("{SHIELD}, effects = [{{ effect = 'bind', number = 4, part = 'off_arm' }}]")), 0);
    assert_eq!(kind(&format!("{SHIELD}, effects = [{{ effect = 'bind', number = 4, part = 'sword_arm' }}]")), 1);
    assert_eq!(kind(&format!("{SHIELD}, hp = 0, injuries = ['off_arm']")), 0);
}

// HEI-206, HEI-213
#[test]
fn a_parry_is_rolled_with_the_wielded_weapon_and_its_ability() {
    let defence = |weapon: &str, more: &str| {
        let people = [armed("b", "T", 9, "parries", weapon, more), bare("a", "A", 5, "waits", "at = 'A1'")];
        let mut play = stage(&people, PARRIES, "d6=2");
        play.turns(1);

        (play.see("T", "stance"), play.see("T", "defence"))
    };
    let knife = |place: &str| format!("{{ kind = 'light', ability = 'knife_fighting', place = '{place}' }}");
    assert_eq!(defence("{ kind = 'medium', ability = 'swordsmanship' }", ""), (2, 8));
    assert_eq!(defence("{ kind = 'great', ability = 'swordsmanship' }", ""), (2, 10));
    assert_eq!(defence(&knife("off_hand"), ""), (2, 7));
    // Dodges: nothing in hand, a bow, a bound arm.
    assert_eq!(defence(&knife("worn"), ""), (0, 4));
    assert_eq!(defence("{ kind = 'bow' }", ""), (0, 4));
    assert_eq!(defence(&knife("sword_hand"), "effects = [{ effect = 'bind', number = 4, part = 'sword_arm' }]"), (0, 4));
}

// HEI-206
#[test]
fn a_parry_meets_a_blow_and_not_a_shot() {
    let people = [sword("a", "A", 9, "fights", ""), stanced(sword("b", "T", 5, "parries", ""), "parry", 3)];
    let mut play = stage(&people, PARRIES, &format!("d6=3 | {NEXT} | d6=2").replace(NEXT, "d6=4"));
    play.turns(1);
    seen(&play, "T", &[("hp", 4), ("parries", 1), ("dodges", 0), ("stance", 0), ("stance_c", 0)]);
    let people = [bow("a", "A", 9, "fights", "at = 'B1'"), stanced(sword("b", "T", 5, "parries", ""), "parry", 3)];
    let mut play = stage(&people, PARRIES, "d6=1 | d6=4 | d6=2");
    play.turns(1);
    seen(&play, "T", &[("hp", 1), ("parries", 0), ("dodges", 1), ("stance", 2), ("stance_pre", 3)]);
}

// HEI-203, HEI-212, R-12
#[test]
fn the_defence_is_rolled_before_the_attack() {
    // Without a stored one: the first die is the dodge, the second the attack.
    let people = [sword("a", "A", 9, "fights", ""), stanced(bare("b", "T", 5, "waits", ""), "fresh", 0)];
    let when = "[rulings]\nfirst_defence = 'when_attacked'";
    let mut play = stage(&people, when, &format!("d6=6 | d6=2 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 4), ("dodges", 1)]);
    let mut play = stage(&people, when, &format!("d6=2 | d6=6 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("dodges", 1)]);
    // And so it is with one that is rolled because a parry cannot meet a shot.
    let people = [bow("a", "A", 9, "fights", "at = 'B1'"), stanced(sword("b", "T", 5, "parries", ""), "parry", 3)];
    for (dice, hp) in [("d6=6 | d6=4 | d6=2", 4), ("d6=4 | d6=6 | d6=2", 1)] {
        let mut play = stage(&people, PARRIES, dice);
        play.turns(1);
        seen(&play, "T", &[("hp", hp)]);
    }
}

// HEI-212
#[test]
fn the_kind_of_defence_is_chosen_with_its_roll_and_not_again_when_attacked() {
    // T parries while nobody is near and would rather dodge with somebody there; the stored parry of 1 + 6 has to do.
    let picks =
        "[policy.picks]\nturn = [{ do = 'wait' }]\ndefend = [{ do = 'parry', when = 'enemies.here == 0' }, { do = 'dodge' }]\n";
    let people = [sword("b", "T", 9, "picks", ""), sword("a", "A", 5, "comes", "at = 'B1'")];
    let comes = usual("comes", "");
    let dice = format!("d6=1 || d6=2 | {NEXT} | d6=2 d10=2 d10=2").replace(NEXT, "d6=4");
    let mut play = stage(&people, &(comes + picks), &dice);
    play.turns(1);
    seen(&play, "T", &[("stance", 2), ("stance_pre", 1)]);
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("parries", 1), ("dodges", 0), ("stance", 0)]);
}

// R-34, HEI-186, HEI-190
#[test]
fn everybody_sees_the_kind_and_the_value_of_a_stored_defence() {
    let people = |target: &str| {
        [
            bow("a", "A", 9, target, "at = 'B1'"),
            bare("b", "T", 7, "waits", ""),
            stanced(sword("b", "P", 6, "parries", ""), "parry", 1),
            stanced(bare("b", "L", 5, "waits", ""), "dodge", 2),
        ]
    };
    let parried = usual("parried", "target = [{ at = 'first', among = 'it.defence_kind == parry' }]");
    let mut play = stage(&people("parried"), &(parried + PARRIES), "d6=6 | d6=6 | d6=2");
    play.turns(1);
    seen(&play, "P", &[("dodges", 1), ("hp", 1)]);
    // 1 + 6 of the parry, 3 + 2 and 2 + 2 of the dodges.
    let worst = usual("worst", "target = [{ least = 'it.defence' }]");
    let mut play = stage(&people("worst"), &(worst + PARRIES), &format!("d6=6 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "L", &[("hp", 1)]);
}

//
#[test]
fn a_stored_defence_that_fails_is_seen_to_fail() {
    let people = [sword("a", "A", 9, "waits_for_it", ""), bare("b", "T", 5, "waits", "fatigue = 4")];
    let lines = "{ do = 'attack', when = 'target.defence_fails' }";
    let mut play = stage(&people, &policy("waits_for_it", lines, ""), &format!("d6=1 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("fatigue", 5)]);
    let people = [sword("a", "A", 9, "waits_for_it", ""), bare("b", "T", 5, "waits", "fatigue = 3")];
    let mut play = stage(&people, &policy("waits_for_it", lines, ""), "dodge d6=2");
    play.turns(1);
    seen(&play, "T", &[("hp", 4)]);
}

// R-08, HEI-133
#[test]
fn an_attack_that_fails_by_fatigue_can_be_rolled_again_only_by_the_ruling() {
    let strike = |rest: &str, weapon: bool, dice: &str| {
        let tired = "fatigue = 4";
        let a = if weapon { sword("a", "A", 9, "again", tired) } else { bare("a", "A", 9, "again", tired) };
        let people = [a, bare("b", "T", 5, "waits", "")];
        let act = if weapon { "{ do = 'attack' }" } else { "{ do = 'brawl' }" };
        let mut play = stage(&people, &format!("{}{rest}", policy("again", act, "reroll = [{ do = 'yes' }]")), dice);
        play.turns(1);

        (play.see("T", "hp"), play.see("A", "willpower"), play.see("A", "fatigue"))
    };
    assert_eq!(strike("", true, "d6=3 | d6=2"), (4, 3, 5));
    assert_eq!(strike("", false, "d6=3 | d6=2"), (4, 3, 5));
    for ruling in ["attack", "attack_and_defence"] {
        let rest = format!("[rulings]\nreroll_fatigue = '{ruling}'");
        assert_eq!(strike(&rest, true, &format!("d6=3 | d6=4 | d6=5 | {NEXT} | d6=2")), (2, 1, 5));
        assert_eq!(strike(&rest, false, &format!("d6=3 | d6=5 | {NEXT} | d6=2")), (3, 2, 5));
        // Without willpower it stays as it is.
        assert_eq!(strike(&rest, true, "d6=3 | d6=1 | d6=1 | d6=1 | d6=2"), (4, 0, 5));
    }
}

// R-08, HEI-133
#[test]
fn a_defence_that_fails_by_fatigue_can_be_rolled_again_only_by_the_widest_ruling() {
    let defend = |rest: &str, dice: &str| {
        let people = [sword("a", "A", 9, "fights", ""), bare("b", "T", 5, "again", "fatigue = 4")];
        let again = policy("again", "", "reroll = [{ do = 'yes' }]");
        let mut play = stage(&people, &format!("{again}{rest}"), dice);
        play.turns(1);

        (play.see("T", "hp"), play.see("T", "willpower"), play.see("T", "fatigue"))
    };
    let fails = format!("d6=1 | {NEXT} | d6=2");
    assert_eq!(defend("", &fails), (2, 3, 5));
    assert_eq!(defend("[rulings]\nreroll_fatigue = 'attack'", &fails), (2, 3, 5));
    let both = "[rulings]\nreroll_fatigue = 'attack_and_defence'";
    assert_eq!(defend(both, &format!("d6=1 | d6=4 | d6=5 | {NEXT} | d6=2")), (4, 1, 5));
}

//
#[test]
fn a_challenge_requirement_that_fatigue_fails_can_be_rolled_again_by_every_ruling() {
    let arena = "[arena]\nborder = [{ between = ['B1', 'B2'], cr = 1 }]";
    for ruling in ["never", "attack", "attack_and_defence"] {
        let people = [bare("a", "A", 9, "goes", "at = 'B1', fatigue = 4"), bare("b", "B", 5, "waits", "")];
        let goes = policy("goes", "{ do = 'move', direction = 'up' }", "reroll = [{ do = 'yes' }]");
        let text = format!("{goes}{arena}\n[rulings]\nreroll_fatigue = '{ruling}'");
        let mut play = stage(&people, &text, "d6=3 | d6=5 | d6=2");
        play.turns(1);
        seen(&play, "A", &[("row", 1), ("willpower", 2), ("fatigue", 5)]);
    }
}

//
#[test]
fn requirements_with_a_consequence_can_be_rolled_again_unless_the_ruling_says_no() {
    let arena = "[arena]\nborder = [{ between = ['B1', 'B2'], cr = 4 }]";
    let cross = |rest: &str, dice: &str| {
        let people = [bare("a", "A", 9, "goes", "at = 'B1'"), bare("b", "B", 5, "waits", "")];
        let goes = policy("goes", "{ do = 'move', direction = 'up' }", "reroll = [{ do = 'yes', when = 'rerolls < 1' }]");
        let mut play = stage(&people, &format!("{goes}{arena}\n{rest}"), dice);
        play.turns(1);

        (play.see("A", "row"), play.see("A", "willpower"))
    };
    assert_eq!(cross("", "d6=1 | d6=2 | d6=2"), (1, 2));
    // The consequence strikes after the last failure only.
    assert_eq!(cross("", "d6=1 | d6=1 | d6=2 d10=2 d10=2"), (0, 2));
    assert_eq!(cross("[rulings]\nreroll_scope = 'no_consequence'", "d6=1 | d6=2 d10=2 d10=2"), (0, 3));
}

// R-07, HEI-217
#[test]
fn waking_has_no_consequence_and_can_be_rolled_again_by_either_ruling() {
    for rest in ["", "[rulings]\nreroll_scope = 'no_consequence'"] {
        let people = [
            sword("a", "A", 9, "fights", "at = 'B1'"),
            bare("b", "X", 5, "waits", "at = 'B1'"),
            stanced(bare("b", "T", 1, "light", "asleep = true"), "fresh", 0),
        ];
        let light = policy("light", "", "reroll = [{ do = 'yes' }]");
        let mut play = stage(&people, &format!("{light}{rest}"), &format!("d6=4 | d6=5 | d6=5 | {NEXT} | d6=2"));
        play.turns(1);
        seen(&play, "T", &[("asleep", 0), ("willpower", 2)]);
    }
}

/// T has a stored parry of 3; a shot makes it dodge, which tires it to 4; then E strikes with an 8 against 3 + 6. The hit
/// points that T has left, of 9, and whether E could see that the parry fails.
fn tired_parry(rest: &str, look: bool, dice: &str) -> i64 {
    let people = [
        bow("a", "S", 9, "fights", "at = 'B1'"),
        sword("a", "E", 7, "strikes", ""),
        stanced(sword("b", "T", 5, "parries", "hp_max = 9, fatigue = 3"), "parry", 3),
    ];
    let line = if look { "{ do = 'wait', when = 'target.defence_fails' }, { do = 'attack' }" } else { "{ do = 'attack' }" };
    let strikes = policy("strikes", line, "");
    let mut play = stage(&people, &format!("{strikes}{PARRIES}{rest}"), &format!("d6=2 | d6=1 | d6=2 || {dice}"));
    play.turns(1);
    seen(&play, "T", &[("hp", 6), ("fatigue", 4), ("stance", 2), ("stance_pre", 3)]);
    play.turns(1);

    play.see("T", "hp")
}

//
#[test]
fn a_stored_defence_meets_the_fatigue_of_its_use_or_by_the_ruling_that_of_its_roll() {
    let strike = format!("d6=2 | {NEXT} | d6=2");
    assert_eq!(tired_parry("", false, &strike), 4);
    assert_eq!(tired_parry("[rulings]\ndefence_fatigue = 'at_roll'", false, &strike), 6);
}

//
#[test]
fn what_others_see_of_a_stored_defence_is_what_it_will_meet() {
    assert_eq!(tired_parry("", true, "d6=2"), 6);
    assert_eq!(tired_parry("[rulings]\ndefence_fatigue = 'at_roll'", true, &format!("d6=2 | {NEXT} | d6=2")), 6);
}

// HEI-081, HEI-041, HEI-273, HEI-294
#[test]
fn items_and_situations_change_a_roll() {
    // A shield adds to a block, a weapon to a parry; a penalty of 2 and a darkness of 1 take off consistency.
    let value = |gear: &str, rest: &str, dice: &str| {
        let people = [bare("b", "T", 9, "best", gear), bare("a", "A", 5, "waits", "at = 'A1'")];
        let best = "[policy.best]\nturn = [{ do = 'wait' }]\ndefend = [{ do = 'block' }, { do = 'parry' }]\n";
        let mut play = stage(&people, &format!("{best}{rest}"), dice);
        play.turns(1);

        (play.see("T", "stance_c"), play.see("T", "defence"))
    };
    let shield = |kind: &str| format!("shields = [{{ kind = '{kind}', ability = 'sword_and_shield' }}]");
    assert_eq!(value("shields = [{ kind = 'buckler', ability = 'sword_and_shield' }]", "", "d6=2"), (0, 5));
    assert_eq!(value(&shield("small"), "", "d6=2"), (0, 7));
    assert_eq!(value(&shield("medium"), "", "d6=2"), (0, 8));
    assert_eq!(value(&format!("{}, situational_penalty = {{ 'group:physical' = 2 }}", shield("small")), "", NEXT), (-2, 9));
    let people = [bow("a", "A", 9, "shoots", "at = 'B1'"), bare("b", "T", 5, "waits", "")];
    let night = "[arena]\ndarkness = 1";
    let shoots = policy("shoots", "{ do = 'attack' }", "");
    // The waiting one's own dodge suffers nothing from the dark.
    let mut play = stage(&people, &(shoots + night), &format!("d6=5 d10=1 | {NEXT} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 4), ("dodges", 1)]);
}
