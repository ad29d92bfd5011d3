//! Initiative and fatigue, delay, readied actions for an intention, how long effects last.

use super::spec_people::{policy, raw, stanced, usual};
use super::spec_stage::{armed, bare, bow, seen, stage, sword};
use crate::Heimr;
use frame::fight::{Ending, Side};
use frame::rules::testing::ScriptedPlay;

/// A dodge at -2, and one at -4.
const NEXT: &str = "d6=4 d10=4 d10=4";
const AFTER_NEXT: &str = "d6=4 d10=4 d10=4 d10=4 d10=4";

// R-05, HEI-104
#[test]
fn initiative_is_no_physical_roll_unless_the_ruling_says_so() {
    let order = |rest: &str| {
        let person = |name: &str, more: &str| {
            format!(
                "{{ name = '{name}', attributes = {{ sta = 3 }}, stance = {{ kind = 'dodge', c = 1, pre = 5, d6 = 5 }}, {more} }}"
            )
        };
        let text = format!(
            "side = [{{ name = 'a', combatant = [{}] }}, {{ name = 'b', combatant = [{}] }}]\n{rest}",
            person("A", "fatigue = 4"),
            person("B", "")
        );
        let play: ScriptedPlay<Heimr> = ScriptedPlay::script(&text, "d6=3 d6=1");

        (play.see("A", "place"), play.see("A", "fatigue"), play.see("B", "fatigue"))
    };
    // 3 + 3 against 1 + 3; as a physical roll the 3 does not meet a fatigue of 4, and raises it.
    assert_eq!(order(""), (0, 4, 1));
    assert_eq!(order("[rulings]\ninitiative_physical = 'yes'"), (1, 5, 1));
}

/// A strikes at R, who has readied an attack against that intention and is the first to act.
fn intended(a: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [sword("b", "R", 9, "wary", ""), sword("a", "A", 5, "fights", &format!("hp = 1, fatigue = 3, {a}"))];
    let wary = policy(
        "wary",
        "{ do = 'ready', when = 'round == 1' }",
        "ready = [{ do = 'attack', trigger = 'enemy_attacks_me', on = 'intent' }]",
    );
    let mut play = stage(&people, &format!("{wary}{rest}"), &format!("d6=2 || {dice}"));
    play.turns(2);
    play
}

// HEI-111, R-11, R-02, HEI-043
#[test]
fn an_intention_that_is_seen_through_is_answered_before_the_attack() {
    // Persuasion 2, insight 2: fatigue has no part in either.
    let play = intended("", "", "d6=2 | d6=2 | d6=5");
    seen(&play, "R", &[("hp", 4), ("readied", 0)]);
    seen(&play, "A", &[("standing", 0), ("fatigue", 3), ("hp", -1)]);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    let play = intended("", "[rulings]\nopposed_tie = 'initiator'", "d6=2 | d6=3 | d6=5");
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
}

// HEI-112, R-11, R-02
#[test]
fn an_intention_that_is_not_seen_through_is_answered_after_the_attack() {
    let after = |rest: &str, insight: u8| {
        let play = intended("", rest, &format!("d6=2 | d6={insight} | d6=5 | {NEXT} | d6=5"));
        seen(&play, "R", &[("hp", 2), ("readied", 0), ("dodges", 1)]);
        seen(&play, "A", &[("standing", 0), ("hp", -1)]);
        assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    };
    after("", 1);
    after("[rulings]\nopposed_tie = 'initiator'", 2);
}

// HEI-111, HEI-108
#[test]
fn an_attack_readied_for_the_attack_itself_comes_after_it_and_asks_for_no_roll() {
    let people = [sword("b", "R", 9, "wary", ""), sword("a", "A", 5, "fights", "hp = 1")];
    let wary = policy("wary", "{ do = 'ready' }", "ready = [{ do = 'attack', trigger = 'enemy_attacks_me' }]");
    let mut play = stage(&people, &wary, &format!("d6=2 || d6=5 | {NEXT} | d6=5"));
    play.turns(2);
    seen(&play, "R", &[("hp", 2)]);
    seen(&play, "A", &[("standing", 0)]);
}

/// C strikes at A, which delays until after B; B strikes at it before its turn comes.
fn delayed(rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [
        sword("b", "C", 9, "fights", ""),
        stanced(bare("a", "A", 7, "late", ""), "dodge", 6),
        sword("b", "B", 5, "fights", ""),
    ];
    let late = policy("late", "", "delay = [{ do = 'after', of = 'B', when = 'round == 1' }]");
    stage(&people, &format!("{late}{rest}"), dice)
}

// R-15, HEI-210
#[test]
fn whoever_delays_gets_its_defences_back_at_the_delayed_turn_or_by_the_ruling_at_once() {
    let sixes = "d6=6 d10=6 d10=6";
    let mut play = delayed("", &format!("d6=1 | {sixes} | d6=2 || d6=1 | {AFTER_NEXT} | d6=2 || d6=3"));
    play.turns(2);
    seen(&play, "A", &[("dodges", 1), ("stance_c", -2), ("place", 2)]);
    play.turns(1);
    seen(&play, "A", &[("dodges", 2), ("hp", 4), ("stance_c", -4)]);
    play.turns(1);
    seen(&play, "A", &[("dodges", 0), ("stance_c", 0), ("stance_pre", 3)]);
    // At once: the stored dodge is stale, and its use counts for the window that has begun.
    let slot = "[rulings]\ndelay_reset = 'at_slot'";
    let mut play = delayed(slot, &format!("d6=1 | {sixes} | d6=2 || d6=6 | d6=1 | {NEXT} | d6=2 || d6=3 d10=7 d10=8"));
    play.turns(2);
    seen(&play, "A", &[("dodges", 0), ("place", 2)]);
    play.turns(1);
    seen(&play, "A", &[("dodges", 1), ("hp", 4)]);
    play.turns(1);
    seen(&play, "A", &[("dodges", 1), ("stance_c", -2), ("stance_pre", 3)]);
}

/// Two enemies hit T with Weaken, the first for 4 seconds and the second for so many.
fn weakened(second: u8, rest: &str) -> ScriptedPlay<Heimr> {
    let with = |seconds: u8| {
        format!("{{ kind = 'medium', ability = 'swordsmanship', on_hit = [{{ effect = 'weaken', number = {seconds} }}] }}")
    };
    let people = [
        armed("a", "A", 9, "fights", &with(4), ""),
        armed("a", "B", 8, "fights", &with(second), ""),
        bare("b", "T", 5, "waits", "hp_max = 9"),
    ];
    let dice = format!("d6=5 | {NEXT} | d6=2 || d6=5 | {AFTER_NEXT} | d6=2 || d6=2");
    let mut play = stage(&people, rest, &dice);
    play.turns(2);
    play
}

// R-18, HEI-126
#[test]
fn of_a_repeated_effect_the_longer_remainder_counts_unless_they_add_up() {
    let add = "[rulings]\neffect_overlap = 'add'";
    for (second, rest, turns) in [(6, "", 3), (2, "", 2), (5, "", 2), (6, add, 5), (2, add, 3)] {
        let mut play = weakened(second, rest);
        seen(&play, "T", &[("weaken_turns", turns)]);
        // One of them ends with the victim's own turn.
        play.turns(1);
        seen(&play, "T", &[("weaken_turns", turns - 1)]);
    }
}

//
#[test]
fn an_effect_received_in_the_own_turn_counts_from_the_next_one_on() {
    let skill = "skills = [{ name = 's', action = 'free', target = 'own', effects = [{ effect = 'weaken', number = 2 }] }]";
    let people = [bare("a", "A", 9, "uses", skill), bare("b", "B", 5, "waits", "at = 'A1'")];
    let uses = policy("uses", "{ do = 'skill', skill = 's', when = 'round == 1' }", "");
    let mut play = stage(&people, &uses, "d6=2 || d6=2 || d6=2");
    play.turns(1);
    seen(&play, "A", &[("weaken_turns", 1)]);
    play.turns(2);
    seen(&play, "A", &[("weaken_turns", 0)]);
}

//
#[test]
fn a_fall_of_one_second_lasts_until_the_own_turn() {
    let weapon = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'fall', number = 1 }] }";
    let people = [armed("a", "A", 9, "fights", weapon, ""), sword("b", "T", 5, "fights", "")];
    // Up at the beginning of its turn, T strikes back without a penalty.
    let dice = format!("d6=5 | {AFTER_NEXT} | d6=2 || d6=5 | {NEXT} | d6=3");
    let mut play = stage(&people, "", &dice);
    play.turns(1);
    seen(&play, "T", &[("prone", 1), ("fall_turns", 0), ("stance_c", -4)]);
    play.turns(1);
    seen(&play, "T", &[("prone", 0), ("stance_c", 0)]);
    seen(&play, "A", &[("hp", 2)]);
}

// R-18, HEI-127, HEI-128
#[test]
fn a_stumble_of_one_second_only_leads_out_of_the_cluster() {
    let weapon = "{ kind = 'medium', ability = 'swordsmanship', on_hit = [{ effect = 'stumble', number = 1 }] }";
    let people = [armed("a", "A", 9, "up", weapon, ""), sword("b", "T", 5, "fights", "")];
    let up = usual("up", "stumble_direction = 'up'");
    let dice = format!("d6=5 | {NEXT} | d6=2 || d6=5 | {NEXT} | d6=3");
    let mut play = stage(&people, &up, &dice);
    play.turns(1);
    seen(&play, "T", &[("stumble_turns", 0), ("cluster", 0), ("stumble_direction", -1)]);
    // Nothing keeps it from striking back.
    play.turns(1);
    seen(&play, "A", &[("hp", 2)]);
}

// HEI-127, HEI-128, HEI-129, R-20, HEI-126
#[test]
fn whoever_stumbles_is_out_of_the_cluster_and_cannot_strike_first() {
    let pole = "attributes = { sta = 3 }, abilities = { pole_arms = { c = 1, p = 4 }, agility = { c = 1, p = 1 } }, \
                weapons = [{ kind = 'pole', on_hit = [{ effect = 'stumble' }] }], stance = { kind = 'parry', c = 1, pre = 5, d6 = 5 }";
    let blade = "hp_max = 4, attributes = { sta = 3 }, abilities = { swordsmanship = { c = 2, p = 3 }, agility = { c = 1, p = 2 } }, \
                 weapons = [{ kind = 'medium', ability = 'swordsmanship' }], stance = { kind = 'parry', c = 2, pre = 3, d6 = 3 }";
    let people = [raw("a", "S", 9, "parries", pole), raw("b", "V", 5, "parries", blade)];
    let parries = "[policy.parries]\ndefend = [{ do = 'parry' }, { do = 'dodge' }]";
    let dice = "d6=4 d10=8 | d4=1 | d6=2 d10=2 | d6=5 d10=5 || d6=5 d10=2 d10=4";
    let mut play = stage(&people, parries, dice);
    play.turns(1);
    seen(&play, "V", &[("hp", 2), ("injuries", 0), ("cluster", 0), ("stumble_turns", 1), ("stumble_direction", 0)]);
    seen(&play, "V", &[("stance", 0), ("stance_c", 1), ("stance_pre", 2)]);
    seen(&play, "S", &[("cluster", 0)]);
    play.turns(1);
    seen(&play, "V", &[("stumble_turns", 0), ("stance", 2), ("stance_c", 2), ("stance_pre", 5), ("cluster", 0)]);
}

// HEI-103, R-51
#[test]
fn a_round_lasts_two_seconds() {
    let clocks = |rest: &str| {
        let dying = "hp = -2, injuries = ['right_leg']";
        let people = [bare("a", "A", 9, "waits", dying), bare("b", "B", 5, "waits", "")];
        let play = stage(&people, rest, "");
        (play.see("A", "unconscious_round"), play.see("A", "death_round"))
    };
    assert_eq!(clocks(""), (1 + 150, 1 + 300));
    assert_eq!(clocks("[book.turn]\nseconds = 6"), (1 + 50, 1 + 100));
}

// HEI-111, HEI-112, HEI-172
#[test]
fn the_intention_to_shoot_can_be_answered_by_getting_ready_to_dodge() {
    let shot = |insight: u8, more: &str| {
        let people = [bare("b", "R", 9, "wary", ""), bow("a", "S", 5, "fights", "at = 'B1'")];
        let wary = policy("wary", "{ do = 'ready' }", "ready = [{ do = 'dodge', trigger = 'enemy_shoots', on = 'intent' }]");
        let mut play = stage(&people, &wary, &format!("d6=4 || d6=3 | d6={insight} | d6=4 | {more}"));
        play.turns(2);

        (play.see("R", "hp"), play.see("R", "dodge_ready"), play.see("R", "readied"))
    };
    // A shot of 4 + 4 against a dodge of 4 + 2, with 2 more for whoever is ready.
    assert_eq!(shot(3, &format!("{NEXT} | d6=2")), (4, 0, 0));
    assert_eq!(shot(2, &format!("{NEXT} | d6=2")), (1, 1, 0));
}

// HEI-106, R-15
#[test]
fn whoever_waits_for_somebody_who_has_acted_already_acts_in_the_next_round() {
    let order = |act: &str| {
        let people = [bare("b", "B", 9, "waits", ""), bare("a", "A", 7, "late", ""), bare("b", "C", 5, "waits", "")];
        let late = policy("late", "", &format!("delay = [{{ do = '{act}', of = 'B', when = 'round == 1' }}]"));
        let mut play = stage(&people, &late, "d6=3 || d6=4 || d6=5 || d6=6");
        play.turns(2);
        seen(&play, "A", &[("stance_pre", 3)]);
        play.turns(1);
        seen(&play, "C", &[("stance_pre", 4), ("round", 2)]);
        play.turns(2);

        ["A", "B", "C"].map(|name| (play.see(name, "place"), play.see(name, "stance_pre")))
    };
    assert_eq!(order("before"), [(0, 5), (1, 6), (2, 4)]);
    assert_eq!(order("after"), [(1, 6), (0, 5), (2, 4)]);
}

// HEI-106
#[test]
fn whoever_waits_until_before_somebody_acts_there_in_the_same_round() {
    let people = [bare("a", "A", 9, "late", ""), bare("b", "B", 7, "waits", ""), bare("b", "C", 5, "waits", "")];
    let late = policy("late", "", "delay = [{ do = 'before', of = 'C', when = 'round == 1' }]");
    let mut play = stage(&people, &late, "d6=4 || d6=5 || d6=6");
    play.turns(4);
    let order = ["B", "A", "C"].map(|name| (play.see(name, "place"), play.see(name, "stance_pre")));
    assert_eq!(order, [(0, 4), (1, 5), (2, 6)]);
}

// HEI-108
#[test]
fn nobody_answers_to_what_it_does_not_notice() {
    let readied = |hidden: bool, dice: &str| {
        let people =
            [bare("b", "R", 9, "wary", "at = 'B2'"), bow("a", "S", 5, "fights", &format!("at = 'B1', hidden = {hidden}"))];
        let wary = policy(
            "wary",
            "{ do = 'ready' }",
            "ready = [{ do = 'dodge', trigger = 'enemy_shoots' }]\nobserve = [{ do = 'no' }]",
        );
        let arena = "[arena]\nsquare.B1 = { objects = [{ name = 'crate' }] }";
        let mut play = stage(&people, &(wary + arena), dice);
        play.turns(2);

        (play.see("R", "readied"), play.see("R", "dodge_ready"))
    };
    assert_eq!(readied(false, &format!("d6=4 || d6=4 | {NEXT} | d6=2")), (0, 1));
    assert_eq!(readied(true, &format!("d6=6 || d6=4 || d6=4 | {NEXT} | d6=2")), (1, 0));
}
