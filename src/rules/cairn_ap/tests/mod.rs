//! Tests of the rules of `cairn-ap`: a scenario, a script of dice, and what must be seen afterwards.
//!
//! Owns the map of the test files and the helpers they share. Each test names the ledger ids it proves in the line above it.
//! Dice stand in the order in which the rules ask for them: initiative comes first. Start at [`play`].
//!
//! | file | what |
//! |---|---|
//! | `data` | book, rulings, sheets |
//! | `odds` | exact values, asked as questions |
//! | `scripted` | the worked examples of the specification |

mod data;
mod odds;
mod scripted;

use super::CairnAp;
use crate::rules::testing::Play;

/// Two sides of these combatants, each a line of TOML inside braces, with whatever else the scenario says before them.
fn scene(head: &str, heroes: &[&str], foes: &[&str]) -> String {
    let list = |list: &[&str]| list.iter().map(|one| format!("{{ {one} }}")).collect::<Vec<_>>().join(", ");
    format!(
        "{head}\n[[side]]\nname = \"heroes\"\ncombatant = [{}]\n[[side]]\nname = \"foes\"\ncombatant = [{}]\n",
        list(heroes),
        list(foes)
    )
}

/// Plays so many rounds with these dice.
fn play(scene: &str, rounds: u32, dice: &str) -> Play<CairnAp> {
    let mut play = Play::script(scene, dice);
    play.rounds(rounds);
    play
}
