//! The stage of these tests: one blow of A at B, the face that it needs, a field of squares, days.
//!
//! Owns no expectation of a rule. Start at [`needs`].

use super::{SOLDIER, duel, play, seen};
use crate::InjuryD20;
use frame::dice::{AnyDice, Streams};
use frame::fight::day::Leg;
use frame::fight::watch::StoryEntry;
use frame::fight::{AnyWatch, Counting, Narrating, Progress, Table};
use frame::rules::testing::{ScriptedPlay, load};
use frame::rules::{Measures as _, Plays as _};

/// The line of a policy that attacks the first in the file: its choice rolls no die.
pub const FIRST: &str = "target = [{ at = 'first' }]\n";

/// A policy `a` that attacks the first in the file, does this, and injures ears.
pub fn plan(lines: &str) -> String {
    plan_at(lines, "{ part = 'ear' }")
}

/// A policy `a` that attacks the first in the file, does this, and injures these parts.
pub fn plan_at(lines: &str, parts: &str) -> String {
    format!("[policy.a]\nplan = [{lines}]\nparts = [{parts}]\nstand = [{{ do = 'no' }}]\n{FIRST}")
}

/// One attack on parts of a kind.
pub fn at(part: &str) -> String {
    plan_at("{ do = 'attack' }", &format!("{{ part = '{part}' }}"))
}

/// A round in which A makes one attack at B's ears, unless the rest has another policy `a`.
#[track_caller]
pub fn blow(a: &str, b: &str, rest: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let policy = if rest.contains("[policy.a]") { String::new() } else { plan("{ do = 'attack' }") };
    let mut play = duel(a, b, &format!("{policy}{rest}\n"), dice);
    play.rounds(1);
    play
}

/// The lowest face by which A hits B, and how many advantages the roll has; a miss with a thrown weapon rolls where it lands.
#[track_caller]
pub fn needs(a: &str, b: &str, rest: &str, face: u32, net: i32) {
    for (face, hits) in [(face, true), (face - 1, false)] {
        let other = if net > 0 { " 2" } else { " 20" };
        let scatter = if !hits && rest.contains("'throw'") { " d8=1" } else { "" };
        let dice = format!("{face}{}{scatter}", other.repeat(net.unsigned_abs() as usize));
        let play = blow(a, b, rest, &dice);
        assert_eq!(play.see("B", "strain") > 0, hits, "a face of {face}, {a}; {b}; {rest}");
    }
}

/// The sentences of the first round of a fight, a line each; chance decides what the dice show.
#[track_caller]
pub fn tale(text: &str) -> String {
    let loaded = load::<InjuryD20>(text);
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let counting = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
    let watch = AnyWatch::Narrating(Narrating::new(counting, Vec::new()));
    let mut table = Table { dice: AnyDice::Streams(Streams::new(1, &identities)), watch };
    let mut fight = loaded.rules.blank();
    loaded.rules.open(&mut fight, &mut table);
    let [Leg::Fight(sides)] = loaded.plan.legs[..] else { panic!("there is one fight") };
    assert_eq!(loaded.rules.meet(sides, &mut fight, &mut table), None);
    while loaded.rules.step(&mut fight, &mut table) == Progress::Turn {}
    let told = table.watch.into_story().into_iter().filter_map(|told| match told {
        StoryEntry::Sentence { text, .. } => Some(format!("{text}\n")),
        _ => None,
    });
    told.collect()
}

/// Asserts values of B before anybody does anything.
#[track_caller]
pub fn starts(b: &str, rest: &str, values: &[(&str, i64)]) {
    let play = duel("", b, &format!("{rest}\n"), "");
    seen(&play, "B", values);
}

/// Asserts values of a combatant, and that no die is left.
#[track_caller]
pub fn ends(play: ScriptedPlay<InjuryD20>, who: &str, values: &[(&str, i64)]) {
    seen(&play, who, values);
}

/// A combatant on a field: name, square, and what is different.
pub type Placed<'a> = (&'a str, [i32; 2], &'a str);

/// Soldiers on a field of 20 by 20 squares, two sides, in the order of the file. Each has the policy of its name in small
/// letters, when there is one; else A attacks three times and the others do nothing.
#[track_caller]
pub fn field(ones: &[Placed], twos: &[Placed], rest: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let mut text = format!("{SOLDIER}\n{rest}\n");
    if !rest.contains("[arena]") {
        text.push_str("[arena]\nwidth = 20\nheight = 20\n");
    }
    for (side, placed) in [("one", ones), ("two", twos)] {
        text.push_str(&format!("[[side]]\nname = \"{side}\"\n"));
        for (name, [x, y], more) in placed {
            let own = name.to_lowercase();
            let policy = match rest.contains(&format!("[policy.{own}]")) {
                true => format!("policy = \"{own}\"\n"),
                false if *name == "A" => String::new(),
                false => "policy = \"still\"\n".to_owned(),
            };
            text.push_str(&format!(
                "[[side.combatant]]\nlike = \"soldier\"\nname = \"{name}\"\nat = [[{x}, {y}]]\n{policy}{more}\n"
            ));
        }
    }
    let initiative: String = (0..ones.len() + twos.len()).map(|place| format!("d20={} ", 20 - place)).collect();
    play(&text, &format!("{initiative}{dice}"))
}

/// A soldier A of a side of its own, after these rests.
#[track_caller]
pub fn rested(a: &str, rests: &[&str], rest: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let legs: String = rests.iter().map(|rest| format!("{{ rest = '{rest}' }}, ")).collect();
    let text = format!(
        "day = [{legs}{{ fight = ['one', 'two'] }}]\n{SOLDIER}\n{rest}\n[[side]]\nname = 'one'\n[[side.combatant]]\n\
         like = 'soldier'\nname = 'A'\n{a}\n[[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\n"
    );
    let mut play = play(&text, dice);
    for _ in rests {
        play.leg();
    }
    play
}
