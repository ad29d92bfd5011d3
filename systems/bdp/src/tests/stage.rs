//! A stage on which most tests of fights are a few lines: combatants P, Q and R of the party against the foes N, O and M,
//! engaged from the beginning unless the scenario has an `[arena]` of its own.
//!
//! The stage of bdp's tests. Those without a policy wait and take every blow. `hits` strikes at the first target and takes
//! every blow.

use super::sides;
use crate::Bdp;
use frame::rules::testing::ScriptedPlay;

const POLICIES: &str = "[policy.idle]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n\
                        [policy.hits]\ntarget = [{ at = 'first' }]\nreaction = [{ do = 'defend' }]\n";

fn cast(names: &[&str], given: &[&str], more: &str) -> Vec<String> {
    let one = |(name, text): (&&str, &&str)| {
        let policy = if text.contains("policy =") { "" } else { "\npolicy = 'idle'" };
        let more = if text.contains("pc =") { "" } else { more };
        format!("name = '{name}'\n{more}{text}{policy}")
    };
    names.iter().zip(given).map(one).collect()
}

fn text(party: &[&str], foes: &[&str], rest: &str) -> String {
    let (party, foes) = (cast(&["P", "Q", "R"], party, "pc = true\n"), cast(&["N", "O", "M"], foes, ""));
    let names = |given: &[String]| given.to_vec();
    let (party, foes) = (names(&party), names(&foes));
    let (party, foes): (Vec<&str>, Vec<&str>) =
        (party.iter().map(String::as_str).collect(), foes.iter().map(String::as_str).collect());
    let arena = if rest.contains("[arena]") { "" } else { "[arena]\nstart = 'engaged'\n" };
    format!("{}{arena}{rest}\n{POLICIES}", sides(&party, &foes))
}

/// The fight, before its first round.
pub fn stage(party: &[&str], foes: &[&str], rest: &str, dice: &str) -> ScriptedPlay<Bdp> {
    ScriptedPlay::script(&text(party, foes, rest), dice)
}

/// Those who meet.
#[derive(Clone, Copy)]
pub struct Met<'a> {
    /// The party.
    pub party: &'a [&'a str],
    /// Its foes.
    pub foes: &'a [&'a str],
}

/// A party that meets foes.
pub fn met<'a>(party: &'a [&'a str], foes: &'a [&'a str]) -> Met<'a> {
    Met { party, foes }
}

/// Values after so many rounds, for which exactly these dice are needed: pairs of a name and what to look at.
#[track_caller]
pub fn after(rounds: u32, Met { party, foes }: Met, rest: &str, dice: &str, seen: &[(&str, &str, i64)]) {
    let mut play = stage(party, foes, rest, dice);
    play.rounds(rounds);
    for (name, what, value) in seen {
        assert_eq!(play.see(name, what), *value, "{what} of {name} after {dice}");
    }
}

/// A value of a single combatant at the beginning of a day.
pub fn begins(one: &str, what: &str) -> i64 {
    stage(&[one], &["hp_max = 9"], "", "").see("P", what)
}
