//! Tests of `bdp` that need the whole core; those of one part stand beside it.

mod blows;
mod condition;
mod corners;
mod data;
mod days;
mod duels;
mod equals;
mod foes;
mod forgetting;
mod grounds;
mod hands;
mod hazards;
mod injuries;
mod kinds;
mod left_open;
mod magic;
mod moves;
mod older;
mod plain;
mod scripted;
mod stage;
mod talents;
mod things;

use crate::Bdp;
use frame::rules::testing::ScriptedPlay;

/// Two sides, each given by the insides of its combatants.
fn sides(party: &[&str], foes: &[&str]) -> String {
    let side = |name: &str, combatants: &[&str]| {
        let combatants: String = combatants.iter().map(|one| format!("[[side.combatant]]\n{one}\n")).collect();
        format!("[[side]]\nname = '{name}'\n{combatants}")
    };
    format!("{}{}", side("party", party), side("foes", foes))
}

fn play(scenario: &str, dice: &str) -> ScriptedPlay<Bdp> {
    ScriptedPlay::script(scenario, dice)
}
