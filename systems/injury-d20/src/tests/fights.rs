//! Whole fights: the means that the specification gives, and exact answers against sampled ones.
//!
//! Sampled means are held to five standard errors. Start at [`agree`].

use crate::InjuryD20;
use frame::rules::testing::{Measured, ScriptedPlay, TestHitPoints, check_relations, check_turning};

/// Fights of a sampled answer.
const FIGHTS: u64 = 3_000;

/// Two of the same, with one policy.
fn mirror(sheet: &str, rest: &str) -> String {
    format!(
        "[combatant.one]\nname = 'one'\npolicy = 'p'\n{sheet}\n{rest}\n\
         [[side]]\nname = 'left'\n[[side.combatant]]\nlike = 'one'\nname = 'L'\n\
         [[side]]\nname = 'right'\n[[side.combatant]]\nlike = 'one'\nname = 'R'\n"
    )
}

fn sampled(text: &str, seed: u64) -> Measured {
    ScriptedPlay::<InjuryD20>::sampled(text, FIGHTS, seed)
}

/// A sampled mean lies within five standard errors of what it should be.
#[track_caller]
fn near(measured: &Measured, key: &str, mean: f64) {
    let error = measured.sd(key) / (measured.n() as f64).sqrt();
    let found = measured.mean(key);
    assert!((found - mean).abs() <= 5.0 * error, "{key}: {found} and not {mean}, with an error of {error}");
}

/// A sampled share lies within five standard errors of what it should be.
#[track_caller]
fn share(measured: &Measured, key: &str, most: i64, chance: f64) {
    let error = (chance * (1.0 - chance) / measured.n() as f64).sqrt();
    let found = measured.at_most(key, most);
    assert!((found - chance).abs() <= 5.0 * error, "{key} up to {most}: {found} and not {chance}, with an error of {error}");
}

const SOLDIER: &str =
    "level = 3\nmb = 3\nstr = 3\ndex = 2\ncon = 2\narmor = 4\ntrained_stamina = 4\nweapons = [{ name = 'sword' }]";

// INJ-007, INJ-151, INJ-185, R-06, R-07, R-08
#[test]
fn v38_a_duel_of_soldiers() {
    let scene = mirror(SOLDIER, "[policy.p]\nparts = [{ part = 'ear', pick = 'spread' }, { part = 'nose', pick = 'focus' }]");
    let duel = sampled(&scene, 38);
    near(&duel, "rounds", 19.180_279);
    share(&duel, "rounds", 10, 0.063_598);
}

// INJ-041, INJ-048, INJ-152, R-13, R-23, R-50
#[test]
fn v39_a_duel_of_sentinels() {
    let sheet = "kind = 'sentinel'\nlevel = 2\nwithout_con = true\nmb = 3\nstr = 4\narmor = 5\ndestroyed_at = 6\n\
                 body = { ear = 0, nose = 0, eye = 0, mouth = 0, heart = 0 }\n\
                 weapons = [{ name = 'slam', natural = true }]";
    let parts = "[policy.p]\nparts = [{ part = 'arm', pick = 'focus' }, { part = 'hand', pick = 'focus' }]";
    // The value of the specification is that of creatures which have nothing but their slam: while it is of no use after a
    // natural 1, no bare hands take its place.
    let slam = sampled(&mirror(sheet, &format!("[book.unarmed]\nallowed = false\n{parts}")), 39);
    near(&slam, "rounds", 9.321_253);
    share(&slam, "rounds", 10, 0.678_411);
    // With bare hands, which the specification gives to everybody, the same chain of states comes to other values.
    let hands = sampled(&mirror(sheet, parts), 39);
    near(&hands, "rounds", 7.657_464);
    share(&hands, "rounds", 10, 0.884_444);
}

/// The exact answer and the sampled one agree on who wins and how long it takes.
#[track_caller]
fn agree(scene: &str, seed: u64) {
    let (exact, found) = (ScriptedPlay::<InjuryD20>::exact(scene), sampled(scene, seed));
    assert!(exact.unresolved() < 1e-6, "unresolved: {}", exact.unresolved());
    near(&found, "rounds", exact.mean("rounds"));
    near(&found, "L.injuries", exact.mean("L.injuries"));
    share(&found, "winner", 0, exact.chance("winner", 0));
    share(&found, "R.fate", 0, exact.chance("R.fate", 0));
}

/// Weak fighters whose fights have few states.
const WEAK: &str = "mb = 5\nstr = 4\nlevel = 1\ntrained_stamina = 1\nexhaustion_max = 1\nweapons = [{ name = 'club' }]\n\
                    body = { ear = 1, nose = 0, eye = 0, mouth = 0, heart = 0, foot = 0, leg = 0, arm = 0, hand = 1, head = 0 }";

#[test]
fn exact_and_sampled_answers_agree_on_a_short_duel() {
    agree(&mirror(WEAK, "[policy.p]\nplan = [{ do = 'attack' }, { do = 'attack' }]\nparts = [{ part = 'ear' }]"), 1);
}

#[test]
fn exact_and_sampled_answers_agree_on_parries() {
    let policy = "[policy.p]\nplan = [{ do = 'attack' }]\nparry = [{ do = 'yes' }]\nparts = [{ part = 'hand' }]";
    agree(&mirror(WEAK, policy), 2);
}

#[test]
fn allies_fight_together_and_a_neutral_side_keeps_out() {
    check_relations::<InjuryD20>(
        "trained_stamina = $hp\nlevel = 1\nmb = 3\nstr = 3\ndex = 1\ncon = 1\nweapons = [{ name = 'sword' }]",
        TestHitPoints { own: 1, enemy: 6 },
        "book.round.rounds_max",
    );
}

//
#[test]
fn a_neutral_side_suffers_blows_or_turns_on_whoever_strikes_it() {
    let sheet = "trained_stamina = $hp\nlevel = 1\nmb = 3\nstr = 3\ndex = 1\ncon = 1\nweapons = [{ name = 'sword' }]";
    check_turning::<InjuryD20>(sheet, 1, "book.round.rounds_max");
}

/// The exact answer and the sampled one agree on everything that both can tell.
#[track_caller]
fn agree_on_all(scene: &str, seed: u64) {
    let (exact, found) = (ScriptedPlay::<InjuryD20>::exact(scene), sampled(scene, seed));
    assert!(exact.unresolved() < 1e-6, "unresolved: {}", exact.unresolved());
    assert_eq!(exact.apart(&found), [""; 0]);
}

// INJ-185
#[test]
fn exact_answers_remember_what_a_policy_asks_of_turns_that_are_over() {
    // Each strikes as long as the other has struck in its last turn.
    let policy = "[policy.p]\nparts = [{ part = 'ear' }]\n\
                  plan = [{ do = 'attack', when = 'target.attack_actions > 0 or not target.first_turn_done' }]";
    agree_on_all(&mirror(WEAK, policy), 6);
    let parries = "[policy.p]\nparts = [{ part = 'ear' }]\nplan = [{ do = 'attack' }]\n\
                   parry = [{ do = 'yes', when = 'target.hit_chance > 20' }]";
    agree_on_all(&mirror(WEAK, parries), 7);
}

/// Three sides of the weak, with what is said of each side and of its combatant.
fn three(head: &str, sides: [(&str, &str); 3], rest: &str) -> String {
    let mut text = format!(
        "{head}[combatant.one]\nname = 'one'\npolicy = 'p'\n{WEAK}\n[policy.p]\nplan = [{{ do = 'attack' }}]\n\
                            parts = [{{ part = 'ear' }}]\n{rest}\n[book.round]\nrounds_max = 5\n"
    );
    for (name, (side, sheet)) in ["a", "b", "c"].into_iter().zip(sides) {
        text.push_str(&format!(
            "[[side]]\nname = '{name}'\n{side}\n[[side.combatant]]\nlike = 'one'\nname = '{}'\n{sheet}\n",
            name.to_uppercase()
        ));
    }
    text
}

//
#[test]
fn exact_and_sampled_answers_agree_with_allies_arrivals_the_fallen_and_neutral_sides() {
    agree_on_all(&three("", [("", ""), ("", ""), ("allies = ['a']", "")], ""), 8);
    agree_on_all(&three("reinforcements = 'are awaited'\n", [("", ""), ("", "arrives = 2"), ("", "arrives = 2")], ""), 9);
    agree_on_all(&three("", [("", ""), ("", ""), ("", "")], "[rulings]\nend_out = 'dead'\n"), 10);
    // A is confused and strikes at whoever it is, also at C, who turns on it then.
    let confused = "body = { ear = 1, nose = 0, eye = 0, mouth = 0, heart = 0, foot = 0, leg = 0, arm = 0, hand = 1, head = 1 }\n\
                    injuries = [{ part = 'head', count = 2 }]";
    let neutral = "neutral = true\nfights_back = true";
    agree_on_all(&three("", [("", confused), ("", ""), (neutral, "")], "[book.confused]\ntable = ['nearest', 'act']\n"), 11);
}
