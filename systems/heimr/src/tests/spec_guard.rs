//! Guards: of others against blows and shots, of borders, and getting past them.

use super::spec_stage::{Person, armed, bare, bow, seen, stage, sword};
use crate::Heimr;
use frame::rules::testing::ScriptedPlay;

/// Policies: G guards W, who waits; E attacks W; and what an attacker does about a guard.
const POLICIES: &str = "
[policy.guards]
turn = [{ do = 'guard' }, { do = 'wait' }]
guard = [{ do = 'ally', who = 'W' }]
defend = [{ do = 'dodge' }]
[policy.blocks]
turn = [{ do = 'guard' }, { do = 'wait' }]
guard = [{ do = 'ally', who = 'W' }]
defend = [{ do = 'block' }]
[policy.lets_pass]
turn = [{ do = 'guard' }, { do = 'wait' }]
guard = [{ do = 'ally', who = 'W' }]
intercept = [{ do = 'no' }]
defend = [{ do = 'dodge' }]
[policy.once]
turn = [{ do = 'guard', when = 'round == 1' }, { do = 'wait' }]
guard = [{ do = 'ally', who = 'W' }]
defend = [{ do = 'dodge' }]
[policy.attacks]
turn = [{ do = 'attack' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(W)' }]
defend = [{ do = 'dodge' }]
[policy.later]
turn = [{ do = 'attack', when = 'round == 2' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(W)' }]
defend = [{ do = 'dodge' }]
[policy.evades]
turn = [{ do = 'attack' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(W)' }]
answer_guard = [{ do = 'outmanoeuvre' }]
defend = [{ do = 'dodge' }]
";

/// The next dodge of a defender that has used its first one.
const SECOND: &str = "d6=4 d10=4 d10=4";

fn guarded(people: &[Person], rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    stage(people, &format!("{POLICIES}{rest}"), dice)
}

/// E shoots at W from the next square; G is first. The dice are those of G, W and E.
fn shot(guard: Person, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [guard, bare("b", "W", 7, "waits", ""), bow("a", "E", 5, "attacks", "at = 'B1'")];
    let mut play = guarded(&people, rest, dice);
    play.turns(3);
    play
}

// HEI-232, HEI-234, R-43, HEI-235
#[test]
fn a_shot_that_the_guard_dodges_goes_on_to_the_guarded() {
    let guard = || bare("b", "G", 9, "guards", "");
    // 2 + 4 against 4 + 2, and then against 3 + 2.
    let play = shot(guard(), "", &format!("d6=4 | d6=3 | d6=2 | {SECOND} | {SECOND} | d6=1"));
    seen(&play, "G", &[("hp", 4), ("dodges", 1), ("ward", -1)]);
    seen(&play, "W", &[("hp", 1), ("dodges", 1)]);
    // A new roll of 1 + 4 does not beat 3 + 2.
    let reroll = "[rulings]\nguard_moves_on = 'reroll'\n";
    let play = shot(guard(), reroll, &format!("d6=4 | d6=3 | d6=2 | {SECOND} | d6=1 | {SECOND} | d6=1"));
    seen(&play, "G", &[("hp", 4), ("dodges", 1), ("ward", -1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 1)]);
}

// HEI-232, HEI-234
#[test]
fn a_shot_that_hits_the_guard_or_is_blocked_stops() {
    let play = shot(bare("b", "G", 9, "guards", ""), "", &format!("d6=4 | d6=3 | d6=3 | {SECOND} | d6=1"));
    seen(&play, "G", &[("hp", 1), ("ward", -1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
    // A block of 1 + 6 against 3 + 4.
    let guard = bare("b", "G", 9, "blocks", "shields = [{ kind = 'medium' }]");
    let play = shot(guard, "", &format!("d6=1 | d6=3 | d6=3 | {SECOND} | d6=1"));
    seen(&play, "G", &[("hp", 4), ("blocks", 1), ("ward", -1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

// HEI-232
#[test]
fn a_guard_may_let_a_shot_pass() {
    let play = shot(bare("b", "G", 9, "lets_pass", ""), "", &format!("d6=4 | d6=3 | d6=2 | {SECOND} | d6=1"));
    seen(&play, "G", &[("hp", 4), ("dodges", 0), ("ward", 1)]);
    seen(&play, "W", &[("hp", 1), ("dodges", 1)]);
}

// HEI-236, HEI-235, HEI-233
#[test]
fn two_guards_take_two_attackers_and_the_third_one_passes() {
    let people = [
        bare("b", "G1", 9, "guards", ""),
        bare("b", "G2", 8, "guards", ""),
        bare("b", "W", 7, "waits", ""),
        sword("a", "E1", 6, "attacks", ""),
        sword("a", "E2", 5, "attacks", ""),
        sword("a", "E3", 4, "attacks", ""),
    ];
    // Each blow of 1 + 6 beats a dodge of 3 + 2.
    let blow = format!("d6=1 | {SECOND} | d6=2");
    let mut play = guarded(&people, "", &format!("d6=3 | d6=3 | d6=3 | {blow} | {blow} | {blow}"));
    let hp = |play: &ScriptedPlay<Heimr>| ["G1", "G2", "W"].map(|name| play.see(name, "hp"));
    play.turns(4);
    assert_eq!(hp(&play), [2, 4, 4]);
    play.turns(1);
    assert_eq!(hp(&play), [2, 2, 4]);
    play.turns(1);
    assert_eq!(hp(&play), [2, 2, 2]);
}

// HEI-236
#[test]
fn the_first_guard_after_the_attacker_in_the_order_of_turns_answers() {
    let people = [
        bare("b", "G1", 9, "guards", ""),
        sword("a", "E1", 8, "later", ""),
        bare("b", "G2", 7, "guards", ""),
        bare("b", "W", 6, "waits", ""),
    ];
    let mut play = guarded(&people, "", &format!("d6=3 | d6=3 | d6=3 | d6=3 | d6=3 | d6=1 | {SECOND} | d6=2"));
    play.rounds(1).turns(2);
    seen(&play, "G1", &[("hp", 4), ("ward", 2)]);
    seen(&play, "G2", &[("hp", 2), ("ward", -1)]);
}

//
#[test]
fn a_guard_lasts_until_its_next_turn_unless_the_ruling_lets_it_last() {
    let people = [bare("b", "G", 9, "once", ""), bare("b", "W", 7, "waits", ""), sword("a", "E", 5, "later", "")];
    let after = |rulings: &str| {
        let dice = format!("d6=3 | d6=3 | d6=3 | d6=3 | d6=3 | d6=1 | {SECOND} | d6=2");
        let mut play = guarded(&people, rulings, &dice);
        play.rounds(1);
        seen(&play, "G", &[("ward", 1)]);
        play.turns(3);

        (play.see("G", "hp"), play.see("W", "hp"))
    };
    assert_eq!(after(""), (4, 2));
    assert_eq!(after("[rulings]\nguard_duration = 'until_used'\n"), (2, 4));
}

// R-41, HEI-231
#[test]
fn a_guard_stands_by_its_ward_free_to_act() {
    let hp = |guard: Person, striker: &str, dice: &str| {
        let people = [
            guard,
            bare("b", "W", 8, "waits", "hp_max = 20"),
            armed("a", "D", 7, "strikes", striker, ""),
            sword("a", "E", 5, "attacks", ""),
        ];
        let strikes = "[policy.strikes]\nturn = [{ do = 'attack', when = 'target.is(G)' }, { do = 'wait' }]\ntarget = [{ at = 'first', among = 'it.is(G)' }]\ndefend = [{ do = 'dodge' }]\n";
        let mut play = guarded(&people, strikes, dice);
        play.turns(4);

        (play.see("G", "hp"), play.see("W", "hp"))
    };
    let blow = format!("d6=1 | {SECOND} | d6=2");
    let plain = "{ kind = 'medium', ability = 'swordsmanship', damage = 1 }";
    let daze = "{ kind = 'medium', ability = 'swordsmanship', damage = 1, on_hit = [{ effect = 'daze' }] }";
    let fall = "{ kind = 'medium', ability = 'swordsmanship', damage = 1, on_hit = [{ effect = 'fall' }] }";
    let third = "d6=4 d10=4 d10=4 d10=4 d10=4";
    let here = || bare("b", "G", 9, "guards", "");
    assert_eq!(hp(here(), plain, &format!("d6=3 | d6=3 | {blow} | d6=1 | {third} | d6=2")), (1, 20));
    assert_eq!(hp(here(), daze, &format!("d6=3 | d6=3 | d6=1 | d6=2 | {blow}")), (3, 18), "a dazed guard does not answer");
    // One that lies on the ground still does: its dodges are at -2, and -4, and -6.
    let prone = "d6=4 d10=4 d10=4 d10=4 d10=4";
    let dice = format!("d6=3 | d6=3 | d6=1 | {prone} | d6=2 | d6=1 | {prone} d10=4 d10=4 | d6=2");
    assert_eq!(hp(here(), fall, &dice), (1, 20));
    let away = bare("b", "G", 9, "guards", "at = 'B3'");
    assert_eq!(hp(away, plain, &format!("d6=3 | d6=3 | d6=2 | {blow}")), (4, 18), "a guard in another square does not");
}

//
#[test]
fn who_holds_somebody_does_not_guard() {
    let grabs = "[policy.grabs]\nturn = [{ do = 'guard' }, { do = 'brawl' }, { do = 'wait' }]\nguard = [{ do = 'ally', who = 'W' }]\n\
                 brawl = [{ do = 'bind' }]\ntarget = [{ at = 'first', among = 'it.is(D)' }]\ndefend = [{ do = 'dodge' }]\n";
    let people = [
        bare("b", "G", 9, "grabs", ""),
        bare("b", "W", 8, "waits", ""),
        bare("a", "D", 7, "waits", ""),
        sword("a", "E", 5, "attacks", ""),
    ];
    // The bind of 5 + 3 against 3 + 2; while it holds, G rolls no defence.
    let dice = format!("d6=5 | {SECOND} | d6=3 | d6=3 | d6=1 | {SECOND} | d6=2");
    let mut play = guarded(&people, grabs, &dice);
    play.turns(1);
    seen(&play, "G", &[("ward", 1), ("holds", 2)]);
    play.turns(3);
    seen(&play, "G", &[("hp", 4)]);
    seen(&play, "W", &[("hp", 2)]);
}

// HEI-239
#[test]
fn guards_do_not_answer_those_who_are_hidden_from_them() {
    let shrubs = "[arena]\nsquare.B2 = { objects = [{ name = 'shrubbery' }] }\n";
    let hp = |start: &str, hiding: &str| {
        let people = [bare("b", "G", 9, "guards", ""), bare("b", "W", 7, "waits", ""), sword("a", "E", 5, "attacks", start)];
        let mut play = guarded(&people, shrubs, &format!("{hiding} d6=3 | d6=3 | d6=1 | {SECOND} | d6=2"));
        play.turns(3);

        (play.see("G", "hp"), play.see("W", "hp"))
    };
    assert_eq!(hp("", ""), (2, 4));
    assert_eq!(hp("hidden = true", "d6=6 |"), (4, 2));
    // Nor do they step into the way of a shot out of hiding.
    let people = [
        bare("b", "G", 9, "guards", ""),
        bare("b", "W", 7, "waits", ""),
        bow("a", "E", 5, "attacks", "at = 'B1', hidden = true"),
    ];
    let crate_in_b1 = "[arena]\nsquare.B1 = { objects = [{ name = 'crate' }] }\n";
    let mut play = guarded(&people, crate_in_b1, &format!("d6=6 | d6=3 | d6=3 | d6=1 | {SECOND} | d6=2"));
    play.turns(3);
    seen(&play, "G", &[("hp", 4), ("ward", 1)]);
    seen(&play, "W", &[("hp", 1)]);
}

/// E gets past G at W; the dice are those of G, W and E.
fn evaded(guard: Person, evader: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people = [guard, bare("b", "W", 7, "waits", ""), sword("a", "E", 5, "evades", evader)];
    let mut play = guarded(&people, rest, &format!("d6=3 | d6=3 | {dice}"));
    play.turns(3);
    play
}

// HEI-240, R-44
#[test]
fn who_dodges_the_guard_at_minus_one_gets_past_it() {
    // 5 + 2, the lower of two, against 1 + 6; then on to W with 1 + 6 against 3 + 2.
    let dice = format!("d6=6 d10=5 | d6=1 | {SECOND} | d6=1 | {SECOND} | {SECOND}");
    let guard = || sword("b", "G", 9, "guards", "");
    let play = evaded(guard(), "", "", &dice);
    seen(&play, "G", &[("hp", 4), ("ward", 1), ("dodges", 0)]);
    seen(&play, "E", &[("hp", 4), ("dodges", 1)]);
    seen(&play, "W", &[("hp", 2)]);
    let play = evaded(guard(), "", "[rulings]\noutmanoeuvre_ends_guard = 'always'\n", &dice);
    seen(&play, "G", &[("hp", 4), ("ward", -1)]);
    seen(&play, "W", &[("hp", 2)]);
}

// HEI-240, R-44, HEI-235
#[test]
fn whom_the_guard_hits_loses_its_action_and_the_guard_ends() {
    let guard = sword("b", "G", 9, "guards", "");
    // 4 + 2 against 1 + 6: 2 damage, and W is left alone.
    let play = evaded(guard, "", "", &format!("d6=6 d10=4 | d6=1 | {SECOND} | {SECOND}"));
    seen(&play, "E", &[("hp", 2), ("dodges", 1)]);
    seen(&play, "G", &[("ward", -1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
}

// HEI-240
#[test]
fn a_guard_without_a_weapon_brawls_for_a_point() {
    // 4 + 2 against 4 + 3.
    let play = evaded(bare("b", "G", 9, "guards", ""), "", "", &format!("d6=6 d10=4 | d6=4 | {SECOND} | {SECOND}"));
    seen(&play, "E", &[("hp", 3), ("dodges", 1)]);
    seen(&play, "G", &[("hp", 4), ("ward", -1)]);
}

// HEI-240, HEI-134
#[test]
fn a_guard_that_is_too_tired_is_got_past_without_a_dodge() {
    let guard = sword("b", "G", 9, "guards", "fatigue = 4");
    // E's dodge is rolled at -1 and stays unused; the guard's attack of 3 fails by itself.
    let play = evaded(guard, "", "", &format!("d6=6 d10=5 | d6=3 | d6=1 | {SECOND} | d6=4"));
    seen(&play, "E", &[("hp", 4), ("dodges", 0)]);
    seen(&play, "G", &[("ward", 1), ("fatigue", 5)]);
    seen(&play, "W", &[("hp", 2)]);
}

// HEI-240
#[test]
fn only_a_dodge_gets_past_a_guard() {
    let parries = "[policy.parries]\nturn = [{ do = 'attack' }, { do = 'wait' }]\ntarget = [{ at = 'first', among = 'it.is(W)' }]\n\
                   answer_guard = [{ do = 'outmanoeuvre' }]\ndefend = [{ do = 'parry' }]\n";
    let people = [sword("a", "E", 9, "parries", "at = 'B2'"), sword("b", "G", 8, "guards", ""), bare("b", "W", 7, "waits", "")];
    // Round 1: E strikes at W, unguarded yet, and then has a parry of 6 + 6. In round 2 a dodge is rolled for the guard's blow.
    let dice = format!("d6=1 | {SECOND} | d6=6 | d6=3 | d6=3 | d6=6 d10=5 | d6=1 | d6=1 | {SECOND} d10=4 d10=4 | d6=2");
    let mut play = guarded(&people, parries, &dice);
    play.rounds(1);
    seen(&play, "E", &[("stance", 2), ("stance_pre", 6)]);
    play.turns(1);
    seen(&play, "E", &[("hp", 4), ("dodges", 1), ("parries", 0), ("stance", 2), ("stance_pre", 2)]);
    seen(&play, "W", &[("hp", 0)]);
}

/// Policies of those at a border: G guards it upwards or downwards, E wants to cross it.
const AT_THE_BORDER: &str = "
[policy.guards_up]
turn = [{ do = 'guard' }, { do = 'wait' }]
guard = [{ do = 'border', direction = 'up' }]
defend = [{ do = 'dodge' }]
[policy.guards_down]
turn = [{ do = 'guard' }, { do = 'wait' }]
guard = [{ do = 'border', direction = 'down' }]
defend = [{ do = 'dodge' }]
[policy.guards_and_goes]
turn = [{ do = 'guard', when = 'round == 1' }, { do = 'move', direction = 'right', when = 'round == 1' }, { do = 'wait' }]
guard = [{ do = 'border', direction = 'up' }]
defend = [{ do = 'dodge' }]
[policy.crosses]
turn = [{ do = 'move', direction = 'up' }, { do = 'wait' }]
defend = [{ do = 'dodge' }]
[policy.slips]
turn = [{ do = 'move', direction = 'up' }, { do = 'wait' }]
answer_guard = [{ do = 'outmanoeuvre' }]
defend = [{ do = 'dodge' }]
[policy.charges]
turn = [{ do = 'charge', direction = 'up' }, { do = 'wait' }]
target = [{ at = 'first', among = 'it.is(W)' }]
defend = [{ do = 'dodge' }]
";

fn border(people: &[Person], rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    guarded(people, &format!("{AT_THE_BORDER}{rest}"), dice)
}

// HEI-237, HEI-238, HEI-235
#[test]
fn a_guard_in_the_same_square_stops_one_at_the_border() {
    let people = [
        bare("b", "G", 9, "guards_up", "at = 'B1'"),
        bare("a", "E", 5, "crosses", "at = 'B1'"),
        bare("a", "F", 4, "crosses", "at = 'B1'"),
    ];
    let mut play = border(&people, "", "d6=3 | d6=2 | d6=2");
    play.turns(1);
    seen(&play, "G", &[("guarding_border", 0)]);
    play.turns(1);
    // The move is spent, and so is the guard.
    seen(&play, "E", &[("row", 0)]);
    seen(&play, "G", &[("guarding_border", -1)]);
    play.turns(1);
    seen(&play, "F", &[("row", 1)]);
}

// HEI-231, HEI-237
#[test]
fn who_guards_its_square_guards_every_border_of_it() {
    const GUARDS: &str = "[policy.guards_here]\nturn = [{ do = 'guard' }, { do = 'wait' }]\nguard = [{ do = 'square' }]\ndefend = [{ do = 'dodge' }]\n";
    let people = [
        bare("b", "G", 9, "guards_here", "at = 'B1'"),
        bare("a", "E", 5, "crosses", "at = 'B1'"),
        bare("a", "F", 4, "crosses", "at = 'B1'"),
    ];
    let mut play = border(&people, GUARDS, "d6=3 | d6=2 | d6=2");
    play.turns(1);
    seen(&play, "G", &[("guarding_square", 1), ("guarding_border", -1)]);
    play.turns(2);
    seen(&play, "E", &[("row", 0)]);
    seen(&play, "F", &[("row", 1)]);
    seen(&play, "G", &[("guarding_square", 0)]);
}

// HEI-237
#[test]
fn a_guard_of_another_border_stops_nobody() {
    let people = [bare("b", "G", 9, "guards_down", "at = 'B2'"), bare("a", "E", 5, "crosses", "at = 'B2'")];
    let mut play = border(&people, "", "d6=3 | d6=2");
    play.turns(2);
    seen(&play, "E", &[("row", 2)]);
    seen(&play, "G", &[("guarding_border", 2)]);
}

// HEI-237, HEI-238, R-42
#[test]
fn a_guard_beyond_the_border_lets_pass_and_that_ends_it() {
    let guarding = |rulings: &str| {
        let people = [bare("b", "G", 9, "guards_down", "at = 'B2'"), bare("a", "E", 5, "crosses", "at = 'B1'")];
        let mut play = border(&people, rulings, "d6=3 | d6=2");
        play.turns(2);
        seen(&play, "E", &[("row", 1)]);

        play.see("G", "guarding_border")
    };
    assert_eq!(guarding(""), -1);
    assert_eq!(guarding("[rulings]\nborder_guard_ends = 'guard_crossing'\n"), 2);
}

// R-42, HEI-238
#[test]
fn a_guard_that_leaves_its_square_guards_its_border_no_longer() {
    for rulings in ["", "[rulings]\nborder_guard_ends = 'guard_crossing'\n", "[rulings]\nguard_duration = 'until_used'\n"] {
        let people = [bare("b", "G", 9, "guards_and_goes", "at = 'B1'"), bare("a", "E", 5, "crosses", "at = 'B1'")];
        let mut play = border(&people, rulings, "d6=3 | d6=2");
        play.turns(1);
        seen(&play, "G", &[("column", 2), ("guarding_border", -1)]);
        play.turns(1);
        seen(&play, "E", &[("row", 1)]);
    }
}

// HEI-237, HEI-163
#[test]
fn a_guard_beyond_the_border_takes_the_charge() {
    let people = [
        bare("b", "G", 9, "guards_down", "at = 'B2'"),
        bare("b", "W", 7, "waits", "at = 'B2'"),
        sword("a", "E", 5, "charges", "at = 'B1'"),
        sword("a", "F", 4, "charges", "at = 'B1'"),
    ];
    let ongoing = "d6=2 d10=4 d10=4";
    let charge = format!("d6=1 | {SECOND} | {ongoing}");
    let mut play = border(&people, "", &format!("d6=3 | d6=3 | {charge} | {charge}"));
    play.turns(3);
    seen(&play, "G", &[("hp", 2), ("guarding_border", -1)]);
    seen(&play, "W", &[("hp", 4), ("dodges", 0)]);
    seen(&play, "E", &[("row", 1), ("ongoing", 1)]);
    play.turns(1);
    seen(&play, "W", &[("hp", 2)]);
}

// HEI-239, HEI-237
#[test]
fn guards_of_a_border_do_not_answer_those_who_are_hidden_from_them() {
    let people = [bare("b", "G", 9, "guards_up", "at = 'B1'"), bare("a", "E", 5, "crosses", "at = 'B1', hidden = true")];
    let mut play = border(&people, "[arena]\nsquare.B1 = { objects = [{ name = 'crate' }] }\n", "d6=6 | d6=3 | d6=2");
    play.turns(2);
    seen(&play, "E", &[("row", 1)]);
    seen(&play, "G", &[("guarding_border", 0)]);
}

// HEI-240, HEI-237, HEI-238, R-42, R-44
#[test]
fn an_outmanoeuvred_guard_of_a_border_ends_where_the_border_is_crossed() {
    let crossed = |rulings: &str, dice: &str| {
        let people = [sword("b", "G", 9, "guards_up", "at = 'B1'"), bare("a", "E", 5, "slips", "at = 'B1'")];
        let mut play = border(&people, rulings, &format!("d6=3 | {dice} | {SECOND} | {SECOND}"));
        play.turns(2);

        (play.see("E", "row"), play.see("E", "hp"), play.see("G", "guarding_border"))
    };
    let past = "d6=6 d10=5 | d6=1";
    assert_eq!(crossed("", past), (1, 4, -1));
    let own = "[rulings]\nborder_guard_ends = 'guard_crossing'\n";
    assert_eq!(crossed(own, past), (1, 4, 0));
    assert_eq!(crossed(&format!("{own}outmanoeuvre_ends_guard = 'always'\n"), past), (1, 4, -1));
    assert_eq!(crossed("", "d6=6 d10=4 | d6=1"), (0, 2, -1));
}

// HEI-238, HEI-251, R-44
#[test]
fn an_outmanoeuvred_guard_stays_where_the_crossing_fails() {
    let people = [sword("b", "G", 9, "guards_up", "at = 'B1'"), bare("a", "E", 5, "slips", "at = 'B1'")];
    let ditch = "[arena]\nborder = [{ between = ['B1', 'B2'], cr = 4 }]\n";
    // The dodge of 7 holds, the crossing of 1 + 2 does not; the next dodge is its second one, from the ground.
    let dice = format!("d6=3 | d6=6 d10=5 | d6=1 | {SECOND} | d6=1 | {SECOND} d10=4 d10=4");
    let mut play = border(&people, ditch, &dice);
    play.turns(2);
    seen(&play, "E", &[("row", 0), ("hp", 4), ("prone", 1)]);
    seen(&play, "G", &[("guarding_border", 0)]);
}

// HEI-238, R-42, R-60
#[test]
fn whoever_leaves_the_grid_past_a_guard_has_crossed_its_border() {
    let flees = "[policy.flees]\nturn = [{ do = 'run', direction = 'down' }, { do = 'wait' }]\n\
                 answer_guard = [{ do = 'outmanoeuvre' }]\ndefend = [{ do = 'dodge' }]\n";
    let people = [
        sword("b", "G", 9, "guards_down", "at = 'B1'"),
        bare("a", "E", 5, "flees", "at = 'B1'"),
        bare("a", "F", 1, "waits", "at = 'A3'"),
    ];
    // A run costs the dodges 2.
    let dice = format!("d6=3 | d6=6 d10=5 d10=5 d10=5 | d6=1 | {SECOND} d10=4 d10=4");
    let mut play = border(&people, flees, &dice);
    play.turns(2);
    seen(&play, "E", &[("fled", 1), ("hp", 4)]);
    seen(&play, "G", &[("guarding_border", -1)]);
}

// HEI-231, HEI-232, HEI-235, HEI-239
#[test]
fn what_lies_about_can_be_guarded_against_one_who_wants_it() {
    let policies = "[policy.watches]\nturn = [{ do = 'guard' }, { do = 'wait' }]\nguard = [{ do = 'objects' }]\ndefend = [{ do = 'dodge' }]\n\
                    [policy.gets]\nturn = [{ do = 'get' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                    [arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
    let knife = "{ kind = 'light', ability = 'knife_fighting', place = 'ground' }";
    let places = |start: &str, hiding: &str| {
        let people =
            [bare("b", "G", 9, "watches", ""), armed("a", "E", 7, "gets", knife, start), armed("a", "F", 5, "gets", knife, "")];
        let ongoing = "d6=2 d10=4 d10=4";
        let mut play = guarded(&people, policies, &format!("{hiding} d6=3 | {ongoing} | {ongoing}"));
        play.turns(2);
        let first = (play.see("E", "place(light)"), play.see("G", "guarding_objects"));
        seen(&play, "E", &[("ongoing", 1)]);
        play.turns(1);
        let second = play.see("F", "place(light)");
        (first, second)
    };
    assert_eq!(places("", ""), ((5, 0), 0));
    assert_eq!(places("hidden = true", "d6=6 |"), ((0, 1), 5));
}

// HEI-234, HEI-123, HEI-122, HEI-236
#[test]
fn a_guard_that_has_answered_a_shot_is_not_shot_at_again_in_its_cluster() {
    let people = [
        bare("b", "G", 9, "guards", "cluster = 1"),
        bare("b", "W", 7, "waits", "cluster = 1"),
        bare("a", "X", 6, "waits", "cluster = 1"),
        bow("a", "E", 5, "attacks", "at = 'B1'"),
    ];
    // 0 - 3 members: the lowest of four; dodged by G and by W. Then at X, at -2, and nobody is left.
    let dice =
        format!("d6=3 | d6=3 | d6=3 | d6=1 d10=8 d10=8 d10=8 | {SECOND} | {SECOND} | d6=1 d10=8 d10=8 | {SECOND} | d6=2");
    let mut play = guarded(&people, "", &dice);
    play.turns(4);
    for name in ["G", "W", "X"] {
        seen(&play, name, &[("hp", 4), ("dodges", 1)]);
    }
}

// HEI-240, HEI-200
#[test]
fn the_blow_of_a_guard_aims_like_any_other() {
    let strong = "{ kind = 'medium', ability = 'swordsmanship', damage = 4 }";
    let people = [armed("b", "G", 9, "aims", strong, ""), bare("b", "W", 7, "waits", ""), sword("a", "E", 5, "evades", "")];
    let aims = "[policy.aims]\nturn = [{ do = 'guard' }, { do = 'wait' }]\nguard = [{ do = 'ally', who = 'W' }]\n\
                part = [{ do = 'torso' }]\ndefend = [{ do = 'dodge' }]\n";
    // 3 + 6 against a dodge of 3 + 2 with one big die more; the 3 shows the other arm.
    let mut play = guarded(&people, aims, "d6=2 | d6=2 | d6=3 d10=3 | d6=3 d10=9 d10=8");
    play.turns(3);
    seen(&play, "E", &[("hp", 0), ("injured(torso)", 1), ("injured(off_arm)", 0)]);
    seen(&play, "W", &[("hp", 4)]);
}

// HEI-222, HEI-233
#[test]
fn a_guard_who_takes_the_blow_at_somebody_hidden_can_be_seen() {
    let policies = "[policy.ambushes]\nturn = [{ do = 'attack', when = 'round == 1' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                    [policy.guesses]\nturn = [{ do = 'attack' }, { do = 'wait' }]\ntarget = [{ at = 'first', among = 'it.hidden' }]\n\
                    defend = [{ do = 'dodge' }]\n[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }\n";
    let people = [
        bow("b", "W", 9, "ambushes", "hidden = true"),
        bare("b", "G", 7, "guards", ""),
        sword("a", "A", 5, "guesses", "hp_max = 20"),
    ];
    // W hides, shoots at A, and is known to hide. A guesses right, G takes the blow: one die, as at anybody who is seen.
    let dice = format!("d6=6 | d6=5 | {SECOND} | d6=2 || d6=2 || d10=10 | d6=1 | {SECOND} | d6=2");
    let mut play = guarded(&people, policies, &dice);
    play.turns(3);
    seen(&play, "A", &[("hp", 17)]);
    seen(&play, "G", &[("hp", 2), ("ward", -1)]);
    seen(&play, "W", &[("hp", 4), ("hidden", 1)]);
}

// HEI-232, HEI-234
#[test]
fn a_shot_that_goes_on_past_its_guard_is_counted_once() {
    let people = [bare("b", "G", 9, "guards", ""), bare("b", "W", 7, "waits", ""), bow("a", "E", 5, "attacks", "at = 'B1'")];
    let dice = format!("d6=6 | d6=1 | d6=2 | {SECOND} | {SECOND} | d6=2");
    let mut play = guarded(&people, "[book.turn]\nrounds_max = 1\n", &dice);
    play.rounds(1);
    assert_eq!(["E.attacks", "E.dodged", "E.hits"].map(|key| play.metric(key)), [1, 0, 1]);
}
