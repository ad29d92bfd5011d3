//! Climbing, holding on, jumping and falling; heights that are walked.

use super::spec_stage::{Person, bow, person, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// A square in which a rope hangs: to climb it takes a 4.
const ROPE: &str = "[arena]\nsquare.B2 = { surface = 'rope' }\n";

/// A climber with an agility of this potential and consistency 0, unarmed, with a dodge rolled at -2.
fn climber(policy: &str, p: i8, more: &str) -> Person {
    let hp_max = if more.contains("hp_max") { "" } else { "hp_max = 4, " };
    let sheet = format!(
        "{{ name = 'V', initiative = 9, policy = '{policy}', {hp_max}attributes = {{ sta = 3 }}, abilities = {{ agility = {{ c = 0, p = {p} }}, \
         swordsmanship = {{ c = 0, p = 3 }}, brawl = {{ c = 0, p = 3 }} }}, stance = {{ kind = 'dodge', c = -2, pre = 1, d6 = 1 }}, {more} }},\n"
    );
    person("a", sheet)
}

/// A combatant far away, so that there is a fight.
fn far_away() -> Person {
    sword("b", "T", 5, "waits", "at = 'A3'")
}

/// A policy of this one action.
fn goes(act: &str) -> String {
    format!("[policy.goes]\nturn = [{{ do = {act} }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n")
}

/// V climbs up towards an enemy high above it, with these dice.
fn climbs(more: &str, p: i8, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let rest = if rest.contains("[arena]") { rest.to_owned() } else { ROPE.to_owned() + rest };
    let high_above = sword("b", "T", 5, "waits", "elevation = 50");
    let mut play = stage(&[climber("fights", p, more), high_above], &rest, dice);
    play.turns(1);
    play
}

// HEI-262, HEI-167, HEI-155
#[test]
fn a_climb_leads_one_height_up_or_down() {
    // 2 + 2 meets the rope; the next dodge is that of a climber on an ongoing action: 0 - 2 - 2.
    let play = climbs("", 2, "", "d6=2 | d6=3 d10=4 d10=4 d10=4 d10=4");
    seen(&play, "V", &[("elevation", 1), ("climbing", 1), ("ongoing", 1), ("stance_c", -4), ("prone", 0)]);
    // Down towards an enemy on the ground.
    let people = [climber("fights", 2, "elevation = 3, climbing = 'rope'"), sword("b", "T", 5, "waits", "")];
    let climb = "d6=2 | d6=3 d10=4 d10=4 d10=4 d10=4";
    let mut play = stage(&people, ROPE, &format!("{climb} | d6=1 | {climb}"));
    play.turns(1);
    seen(&play, "V", &[("elevation", 2), ("climbing", 1)]);
    play.rounds(1).turns(1);
    seen(&play, "V", &[("elevation", 1), ("climbing", 1)]);
}

// HEI-262, HEI-167, R-67
#[test]
fn one_climbs_inside_the_square_up_and_down_to_its_ground() {
    let rope = "d6=2 | d6=3 d10=4 d10=4 d10=4 d10=4";
    let climbs = |direction: &str, start: &str, end: &str| {
        let people = [climber("goes", 2, start), far_away()];
        let policy = goes(&format!("'climb', square = 'B2', direction = '{direction}'"));
        let mut play = stage(&people, &(policy + ROPE), &format!("{rope} | d6=1 | {end}"));
        play.rounds(1).turns(1);

        ["elevation", "climbing", "stance_c"].map(|what| play.see("V", what))
    };
    assert_eq!(climbs("up", "", rope), [2, 1, -4]);
    // At the bottom one stands again, on an ongoing action still.
    assert_eq!(climbs("down", "elevation = 2, climbing = 'rope'", "d6=2 | d6=3 d10=4 d10=4"), [0, 0, -2]);
    // Nobody climbs where nothing hangs.
    let people = [climber("goes", 2, ""), far_away()];
    let mut play = stage(&people, &goes("'climb', square = 'B2', direction = 'up'"), "dodge d6=3");
    play.turns(1);
    seen(&play, "V", &[("elevation", 0), ("climbing", 0), ("ongoing", 0)]);
}

// HEI-260, HEI-256, HEI-262
#[test]
fn two_heights_and_more_are_climbed_before_the_square_is_entered() {
    let arena = "[arena]\nsquare.B2 = { height = 3 }\nborder = [{ between = ['B1', 'B2'], kinds = ['rope'] }]\n";
    let mut play = {
        let policy = "[policy.goes]\nturn = [{ do = 'move', direction = 'up' }, { do = 'climb', direction = 'up' }, { do = 'wait' }]\n\
                      defend = [{ do = 'dodge' }]\n";
        let people = [climber("goes", 2, "at = 'B1'"), far_away()];
        let climb = "d6=2 | d6=3 d10=4 d10=4 d10=4 d10=4";
        stage(&people, &(policy.to_owned() + arena), &format!("{climb} | d6=1 | {climb} | d6=1 | d6=5"))
    };
    play.turns(1);
    seen(&play, "V", &[("row", 0), ("height", 1), ("climbing", 1)]);
    play.rounds(1).turns(1);
    seen(&play, "V", &[("row", 0), ("height", 2), ("climbing", 1)]);
    // The last step is walked, without a roll.
    play.rounds(1).turns(1);
    seen(&play, "V", &[("row", 1), ("height", 3), ("elevation", 0), ("climbing", 0), ("stance_c", 0), ("ongoing", 0)]);
}

// HEI-256, HEI-260
#[test]
fn a_difference_of_one_is_walked_and_one_of_two_is_not() {
    let row = |heights: (i8, i8)| {
        let arena = format!("[arena]\nsquare.B1 = {{ height = {} }}\nsquare.B2 = {{ height = {} }}\n", heights.0, heights.1);
        let people = [climber("goes", 2, "at = 'B1'"), far_away()];
        let mut play = stage(&people, &(goes("'move', direction = 'up'") + &arena), "d6=4");
        play.turns(1);

        play.see("V", "row")
    };
    assert_eq!([row((0, 0)), row((0, 1)), row((1, 0)), row((3, 4))], [1, 1, 1, 1]);
    assert_eq!([row((0, 2)), row((2, 0)), row((0, -2)), row((1, 4))], [0, 0, 0, 0]);
}

// HEI-261, HEI-271, R-42
#[test]
fn whoever_falls_into_the_square_below_keeps_neither_cover_nor_guard() {
    let arena = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }\nsquare.B1 = { height = -3 }\n\
                 border = [{ between = ['B1', 'B2'], kinds = ['rope'] }]\n";
    let turn = "[policy.goes]\nturn = [{ do = 'guard', direction = 'up' }, { do = 'climb', direction = 'down' }, { do = 'wait' }]\n\
                defend = [{ do = 'dodge' }]\n";
    let people = [climber("goes", 2, "cover = 'crate'"), far_away()];
    // 1 + 2 fails the rope; falling 2 takes a 6.
    let mut play = stage(&people, &format!("{turn}{arena}"), "d6=1 | d6=4 | d6=3 d10=4 d10=4 d10=4 d10=4");
    seen(&play, "V", &[("row", 1), ("cover", 0)]);
    play.turns(1);
    seen(&play, "V", &[("row", 0), ("height", -3), ("prone", 1), ("hp", 4), ("cover", -1), ("guarding_border", -1)]);
}

// HEI-261, HEI-264, HEI-266, HEI-053
#[test]
fn a_failed_climb_is_a_fall_from_the_height_that_was_aimed_at() {
    // From 1 towards 2: 1 + 2 fails the rope. Falling 2 takes a 6; a 3 and 2 leaves 3 - 2 hit points.
    let play = climbs("elevation = 1, climbing = 'rope'", 2, "", "d6=1 | d6=3 | d6=3 d10=4 d10=4 d10=4 d10=4");
    seen(&play, "V", &[("hp", 1), ("elevation", 0), ("climbing", 0), ("prone", 1), ("fall_turns", 1), ("injury_level", 0)]);
    // Down from 3 towards 2: a fall of 2, which takes a 6, and not of 3.
    let people = [climber("fights", 2, "elevation = 3, climbing = 'rope'"), sword("b", "T", 5, "waits", "")];
    let mut play = stage(&people, ROPE, "d6=1 | d6=4 | d6=3 d10=4 d10=4 d10=4 d10=4");
    play.turns(1);
    seen(&play, "V", &[("hp", 4), ("elevation", 0), ("climbing", 0), ("prone", 1)]);
    // From 0 towards 1: no danger, but down.
    let play = climbs("", 2, "", "d6=1 | d6=3 d10=4 d10=4 d10=4 d10=4");
    seen(&play, "V", &[("hp", 4), ("prone", 1), ("fall_turns", 1)]);
}

// HEI-266, HEI-264, HEI-053
#[test]
fn a_fall_takes_two_and_twice_the_height() {
    let after = |elevation: i8, p: i8, dice: &str| {
        let ending = "dodge d6=3 d10=4 d10=4 d10=4 d10=4";
        let more = format!("elevation = {elevation}, climbing = 'rope'");
        let play = climbs(&more, p, "[book.surface]\nrope = 20\n", &format!("d6=1 | {dice} | {ending}"));
        let hp = play.see("V", "hp");
        seen(&play, "V", &[("prone", 1), ("elevation", 0)]);
        hp
    };
    assert_eq!([after(1, 2, "d6=4"), after(1, 2, "d6=3")], [4, 1], "a fall of 2 takes a 6");
    assert_eq!([after(3, 5, "d6=5"), after(3, 5, "d6=4")], [4, -1], "a fall of 4 takes a 10");
}

/// V falls from this height, and fails.
fn fallen(height: i8, more: &str, rulings: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let more = format!("elevation = {}, climbing = 'rope', {more}", height - 1);
    climbs(&more, 0, &format!("[book.surface]\nrope = 20\n{rulings}"), &format!("d6=1 | d6=1 | {dice}"))
}

const FROM_THE_GROUND: &str = "d6=3 d10=4 d10=4 d10=4 d10=4";

// HEI-267, HEI-268, HEI-269
#[test]
fn a_fall_leaves_three_less_the_height_and_injures_the_legs() {
    for armour in [0, 9] {
        let play = fallen(6, &format!("armour = {armour}"), "", FROM_THE_GROUND);
        let legs = [("injured(left_leg)", 1), ("injured(right_leg)", 1), ("injured(torso)", 0)];
        seen(&play, "V", &[("hp", -3), ("injury_level", 2), ("standing", 1), ("death_round", 301)]);
        seen(&play, "V", &legs);
    }
    let play = fallen(3, "", "", FROM_THE_GROUND);
    seen(&play, "V", &[("hp", 0), ("injured(left_leg)", 1), ("injured(right_leg)", 1), ("injury_level", 1)]);
    // From 7 on the torso as well.
    let play = fallen(7, "", "", "");
    seen(
        &play,
        "V",
        &[("hp", -4), ("injured(left_leg)", 1), ("injured(right_leg)", 1), ("injured(torso)", 1), ("standing", 0)],
    );
}

// HEI-269, R-53
#[test]
fn a_fall_injures_the_legs_of_those_too_who_lose_nothing_by_it() {
    let play = fallen(4, "hp = -2, injuries = ['off_arm']", "", FROM_THE_GROUND);
    seen(&play, "V", &[("hp", -2), ("injured(left_leg)", 1), ("injured(right_leg)", 1), ("injured(torso)", 0)]);
}

// R-53, HEI-267
#[test]
fn a_fall_does_not_heal_and_can_take_the_height_instead() {
    let hp = |start: &str, rulings: &str| {
        let play = fallen(4, start, rulings, FROM_THE_GROUND);

        play.see("V", "hp")
    };
    let subtract = "[rulings]\nfall_hp = 'subtract'\n";
    assert_eq!([hp("hp_max = 9", ""), hp("hp_max = 9", subtract)], [-1, 5]);
    assert_eq!([hp("hp = -2, injuries = ['off_arm']", ""), hp("hp = 1", subtract)], [-2, -3]);
}

// HEI-266, HEI-267, HEI-053
#[test]
fn a_fall_from_two_that_fails_leaves_one_hit_point_and_no_injury() {
    let dice = format!("d6=1 | d6=5 | {FROM_THE_GROUND}");
    let play = climbs("elevation = 1, climbing = 'rope'", 0, "", &dice);
    seen(&play, "V", &[("hp", 1), ("injuries", 0), ("injury_level", 0), ("prone", 1), ("fall_turns", 1)]);
}

/// An archer shoots V on the rope, 3 above the ground; the shot hits, and V holds on or falls.
fn shot_on_the_rope(surface: &str, weapon_more: &str, rulings: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let mut archer = bow("b", "T", 10, "fights", "");
    archer.sheet = archer.sheet.replace("kind = 'bow'", &format!("kind = 'bow', {weapon_more}"));
    let more = format!("hp_max = 50, elevation = 3, climbing = '{surface}'");
    let people = [climber("waits", 2, &more), archer];
    let mut play = stage(&people, &(ROPE.to_owned() + rulings), &format!("d6=5 | {dice} | d6=2"));
    play.turns(1);
    play
}

// HEI-263, HEI-227, R-66
#[test]
fn who_is_hit_on_a_climb_holds_on_at_a_consistency_of_one() {
    let next = "dodge d6=3 d10=4 d10=4 d10=4 d10=4";
    // Potential 2 against the rope's 4: the better of two dice has to be a 2.
    let play = shot_on_the_rope("rope", "damage = 3", "", &format!("d6=1 d10=2 | {next}"));
    seen(&play, "V", &[("hp", 47), ("climbing", 1), ("elevation", 3), ("prone", 0)]);
    // A fall from 3, where one is: 8 to meet, and 0 hit points when it is not.
    let fallen = "dodge d6=3 d10=4 d10=4 d10=4 d10=4";
    let play = shot_on_the_rope("rope", "damage = 3", "", &format!("d6=1 d10=1 | d6=6 | {fallen}"));
    seen(&play, "V", &[("hp", 47), ("climbing", 0), ("elevation", 0), ("prone", 1), ("fall_turns", 1)]);
    let play = shot_on_the_rope("rope", "damage = 3", "", &format!("d6=1 d10=1 | d6=5 | {fallen}"));
    seen(&play, "V", &[("hp", 0), ("injured(left_leg)", 1), ("injured(right_leg)", 1)]);
    // One less than the ability's own: the worse of two dice.
    let lowered = "[rulings]\nhold_c = 'lowered'\n";
    let play = shot_on_the_rope("rope", "damage = 3", lowered, &format!("d6=6 d10=1 | d6=6 | {fallen}"));
    seen(&play, "V", &[("climbing", 0), ("prone", 1)]);
    let play = shot_on_the_rope("rope", "damage = 3", "", &format!("d6=6 d10=1 | {next}"));
    seen(&play, "V", &[("climbing", 1), ("prone", 0)]);
}

// HEI-227, HEI-263
#[test]
fn an_effect_asks_a_climber_to_hold_on_and_a_ladder_never_does() {
    let next = "dodge d6=3 d10=4 d10=4 d10=4 d10=4";
    // No damage, but willpower is drained.
    let drain = "damage = 0, on_hit = [{ effect = 'drain' }]";
    let play = shot_on_the_rope("rope", drain, "", &format!("d6=1 d10=1 | d6=6 | {next}"));
    seen(&play, "V", &[("hp", 50), ("willpower", 2), ("climbing", 0), ("prone", 1)]);
    let play = shot_on_the_rope("ladder", drain, "", next);
    seen(&play, "V", &[("willpower", 2), ("climbing", 1), ("elevation", 3)]);
}

/// V on a rope, one height above T, strikes at it with a weapon in one hand.
fn strikes_from_the_rope(rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let weapon = "elevation = 1, climbing = 'rope', weapons = [{ kind = 'medium', ability = 'swordsmanship' }]";
    let people = [climber("goes", 2, weapon), sword("b", "T", 5, "fights", "")];
    let rest = goes("'attack'") + ROPE + "[book.height]\ndown_bonus = 0\nup_penalty = 0\n" + rest;
    stage(&people, &rest, dice)
}

// HEI-226, HEI-228, HEI-229, R-65
#[test]
fn climbing_takes_two_off_attacks_and_defences() {
    // 5 + 6 against 3 + 2; T's next dodge; V's own at 0 - 2; and it is still on the rope.
    let hit = |rulings: &str, attack: &str| {
        let dice = format!("{attack} | d6=4 d10=4 d10=4 | d6=3 d10=4 d10=4");
        let mut play = strikes_from_the_rope(rulings, &dice);
        play.turns(1);
        seen(&play, "V", &[("stance_c", -2), ("climbing", 1), ("elevation", 1)]);
        seen(&play, "T", &[("hp", 2), ("dodges", 1)]);
    };
    hit("", "d6=5 d10=6 d10=7");
    hit("[rulings]\nclimb_attack = 'second'\n", "d6=5 d10=6");
    hit("[rulings]\nclimb_attack = 'both'\n", "d6=5 d10=6 d10=7 d10=8");
}

// HEI-228
#[test]
fn who_needs_both_hands_to_hold_on_cannot_attack() {
    let mut play = strikes_from_the_rope("[book.climb]\nhands = 0\n", "d6=5 d10=6 d10=7 | d6=4 d10=4 d10=4 | d6=3 d10=4 d10=4");
    play.turns(1);
    seen(&play, "T", &[("hp", 2)]);
    // With nothing in its hands it may hold on with both; its weapon is out of use then.
    let weapon = "elevation = 1, climbing = 'rope', weapons = [{ kind = 'medium', ability = 'swordsmanship', place = 'worn' }]";
    let people = [climber("goes", 2, weapon), sword("b", "T", 5, "waits", "")];
    let turn = "[policy.goes]\nturn = [{ do = 'draw' }, { do = 'attack', when = 'round == 2' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
    for (hands, hp, strike) in [(1, 2, "d6=5 d10=6 d10=7 | d6=4 d10=4 d10=4 | "), (2, 4, "")] {
        let own = "d6=3 d10=4 d10=4";
        let rest = format!("{turn}{ROPE}[book.height]\ndown_bonus = 0\n[book.climb]\nhands = {hands}\n");
        let mut play = stage(&people, &rest, &format!("{own} | d6=3 | {strike}{own}"));
        play.rounds(1).turns(1);
        seen(&play, "T", &[("hp", hp)]);
    }
}

// HEI-228
#[test]
fn on_a_climb_one_may_stay_where_one_is() {
    let people = [climber("goes", 2, "elevation = 2, climbing = 'rope'"), far_away()];
    let mut play = stage(&people, &(goes("'wait'") + ROPE), "d6=3 d10=4 d10=4 | d6=1 | d6=3 d10=4 d10=4");
    play.rounds(1).turns(1);
    seen(&play, "V", &[("elevation", 2), ("climbing", 1), ("ongoing", 0)]);
}
