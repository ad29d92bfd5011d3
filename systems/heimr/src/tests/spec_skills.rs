//! Skills on structures, and what answers a skill.

use super::spec_stage::{bare, seen, stage};
use crate::Heimr;
use frame::rules::testing::{ScriptedPlay, try_load};

/// A, in B1, has a skill that breaks with this number, which is used on the border to B2, where something stands that is 4
/// tough; `lists` are those of its policy.
fn breaker(skill: &str, number: u8, direction: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let skill = format!(
        "{{ name = 's', willpower = 1, target = 'structure', effects = [{{ effect = 'break', number = {number} }}], {skill} }}"
    );
    let people =
        [bare("a", "A", 9, "breaks", &format!("at = 'B1', skills = [{skill}]")), bare("b", "T", 5, "waits", "at = 'A3'")];
    let rest = format!(
        "[policy.breaks]\nturn = [{{ do = 'skill', skill = 's', direction = '{direction}' }}, {{ do = 'wait' }}]\n\
         defend = [{{ do = 'dodge' }}]\n[arena]\nborder = [{{ between = ['B1', 'B2'], toughness = 4 }}]\n{rest}"
    );
    stage(&people, &rest, dice)
}

// R-64, HEI-253, HEI-161
#[test]
fn a_skill_breaks_a_structure_that_is_not_too_tough() {
    let broken = |number: u8| {
        let mut play = breaker("action = 'standard'", number, "up", "", "dodge d6=2");
        play.turns(1);
        seen(&play, "A", &[("willpower", 2), ("row", 0)]);

        play.see("A", "broken")
    };
    assert_eq!([broken(3), broken(4)], [0, 1]);
    // Two that are too weak do it together by the other ruling.
    let mut play = breaker("action = 'standard'", 2, "up", "[rulings]\ntoughness = 'cumulative'\n", "d6=2 | d6=2 | d6=2");
    play.rounds(1);
    seen(&play, "A", &[("broken", 0)]);
    play.turns(1);
    seen(&play, "A", &[("broken", 1), ("willpower", 1)]);
}

// R-64, HEI-253
#[test]
fn nothing_is_paid_where_no_structure_stands() {
    let mut play = breaker("action = 'standard'", 4, "left", "", "dodge d6=2");
    play.turns(1);
    seen(&play, "A", &[("willpower", 3), ("broken", 0)]);
    // Nor for one that is broken already.
    let mut play = breaker("action = 'standard'", 4, "up", "", "d6=2 | d6=2 | d6=2");
    play.rounds(1).turns(1);
    seen(&play, "A", &[("willpower", 2), ("broken", 1)]);
}

// HEI-156, R-64
#[test]
fn a_skill_on_a_structure_can_take_until_the_next_turn() {
    let mut play = breaker("action = 'upcoming'", 4, "up", "", "d6=2 | d6=2 | d6=2");
    play.rounds(1);
    seen(&play, "A", &[("skill_pending", 1), ("broken", 0), ("willpower", 2)]);
    play.turns(1);
    seen(&play, "A", &[("skill_pending", 0), ("broken", 1)]);
}

//
#[test]
fn skills_on_structures_break_have_a_direction_and_are_not_readied() {
    let scenario = |skill: &str, policy: &str| {
        format!(
            "side = [{{ name = 'a', combatant = [{{ name = 'A', policy = 'p', skills = [{{ name = 's', action = 'standard', {skill} }}] }}] }}, \
             {{ name = 'b', combatant = [{{ name = 'B' }}] }}]\n[policy.p]\n{policy}\n"
        )
    };
    let problems =
        |skill: &str, policy: &str| try_load::<Heimr>(&scenario(skill, policy)).err().map(|failure| failure.render(false));
    let breaks = "target = 'structure', effects = [{ effect = 'break' }]";
    let used = "turn = [{ do = 'skill', skill = 's', direction = 'up' }]";
    assert_eq!(problems(breaks, used), None);
    for (skill, policy, because) in [
        (breaks, "turn = [{ do = 'skill', skill = 's' }]", "if it is used on a structure"),
        ("effects = [{ effect = 'daze' }]", used, "if it is used on a structure"),
        (breaks, "ready = [{ do = 'skill', skill = 's' }]", "cannot be readied"),
        ("target = 'structure', effects = [{ effect = 'daze' }]", used, "is used on a structure"),
        ("target = 'structure'", used, "is used on a structure"),
        ("target = 'structure', range = 1, effects = [{ effect = 'break' }]", used, "is used on a structure"),
    ] {
        let found = problems(skill, policy).unwrap_or_else(|| panic!("nothing is wrong with {skill} and {policy}"));
        assert!(found.contains(because), "{found}");
    }
}

// HEI-064, HEI-065
#[test]
fn reactions_undo_what_the_skill_of_an_enemy_calls() {
    let after = |reaction: &str, reacts: &str| {
        let drain = "skills = [{ name = 's', action = 'standard', effects = [{ effect = 'drain', number = 3 }] }]";
        let answer = format!("skills = [{{ name = 'r', action = 'reaction', reaction = '{reaction}', willpower = 1 }}]");
        let people = [bare("a", "A", 9, "uses", drain), bare("b", "T", 5, "answers", &answer)];
        let policies = format!(
            "[policy.uses]\nturn = [{{ do = 'skill', skill = 's' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n\
             [policy.answers]\nturn = [{{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n{reacts}\n"
        );
        let mut play = stage(&people, &policies, "d6=2");
        play.turns(1);

        play.see("T", "willpower")
    };
    let reacts = "reaction = [{ do = 'skill', skill = 'r' }]";
    assert_eq!([after("resist", ""), after("resist", reacts), after("miss", reacts)], [0, 2, 2]);
}
