//! Tests of the rules of `injury-d20`: a scenario, a script of dice, and what must be seen afterwards.
//!
//! Owns the map of the test files and the helpers they share; the rules are driven as data, through the same scenario files
//! that designers write. Each test names the ledger ids it proves in the line above it. Dice stand in the order in which the
//! rules ask for them. Start at [`duel`].
//!
//! | file | what |
//! |---|---|
//! | `answers` | the second of several: who answers, weapons, hands, fights; what those leave behind who are out |
//! | `attacks` | what attack rolls add, dice by position and condition |
//! | `between` | rests, treatment, worsening, magic |
//! | `checks` | what injuries do to skills, speeds and natural weapons |
//! | `corners` | rules where they meet: parries, walls, bodies, flyers, weapons not yet in hand |
//! | `fights` | whole fights with known answers, exact and sampled ones |
//! | `ground` | diagonals, squares of cover |
//! | `heads` | heads, hearts, and the save of the unconscious |
//! | `initiative` | the order of turns |
//! | `listed` | the order of the file changes nothing |
//! | `lying` | who crawls, stands up first or comes down; straight lines |
//! | `maneuvers` | what maneuvers roll and do |
//! | `parts` | injuries of parts as they are inflicted |
//! | `plain` | blows that are made the short way |
//! | `ranged` | shots and thrown weapons |
//! | `rulings` | alternatives of rulings |
//! | `scenarios` | the scenarios of the project keep within the rules |
//! | `scripted` | the worked examples of the specification |
//! | `stage` | what these tests share |
//! | `stamina` | stamina, exhaustion, strain and bleeding |
//! | `told` | which rules the sentences of a replay cite |
//! | `turns` | action points, free actions, reactions |
//! | `values` | values of the book that no other test changes |

mod answers;
mod attacks;
mod between;
mod checks;
mod corners;
mod fights;
mod ground;
mod hazards;
mod heads;
mod initiative;
mod listed;
mod lying;
mod maneuvers;
mod parts;
mod plain;
mod ranged;
mod rulings;
mod scenarios;
mod scripted;
mod stage;
mod stamina;
mod starts;
mod told;
mod turns;
mod values;

use super::InjuryD20;
use frame::rules::testing::ScriptedPlay;

/// The soldier of the specification's examples, and the policy of a combatant that does nothing.
const SOLDIER: &str = r#"
[combatant.soldier]
name = "soldier"
level = 3
mb = 3
str = 3
dex = 2
con = 2
armor = 4
trained_stamina = 4
on_guard = true
weapons = [{ name = "sword" }]

[policy.still]
plan = [{ do = "escape" }]
stand = [{ do = "no" }]
"#;

/// Two soldiers, A and B, with what is different about them; A goes first. Policies `a` and `b` are theirs, when the text has
/// them; else A attacks three times and B does nothing.
fn duel(a: &str, b: &str, policies: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    meeting(a, b, policies, &format!("d20=20 d20=1 {dice}"))
}

/// The meeting of a [`duel`], with the dice of its initiative; a fight that is over when it begins rolls none.
#[track_caller]
fn meeting(a: &str, b: &str, policies: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    play(&scene(a, b, policies), dice)
}

/// The scenario of a [`duel`].
fn scene(a: &str, b: &str, policies: &str) -> String {
    let policy = |name: &str, otherwise: &str| {
        if policies.contains(&format!("[policy.{name}]")) {
            format!("policy = \"{name}\"")
        } else if otherwise.is_empty() {
            String::new()
        } else {
            format!("policy = \"{otherwise}\"")
        }
    };
    format!(
        "{SOLDIER}\n{policies}\n[[side]]\nname = \"one\"\n[[side.combatant]]\nlike = \"soldier\"\nname = \"A\"\n{}\n{a}\n\
         [[side]]\nname = \"two\"\n[[side.combatant]]\nlike = \"soldier\"\nname = \"B\"\n{}\n{b}\n",
        policy("a", ""),
        policy("b", "still")
    )
}

/// A scenario, ready to be played with these dice.
#[track_caller]
fn play(text: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    ScriptedPlay::<InjuryD20>::script(text, &named(dice))
}

/// Dice with their sides: a number alone is the face of a d20.
fn named(dice: &str) -> String {
    let die = |word: &str| match word.trim_end_matches(',').parse::<u32>() {
        Ok(face) => format!("d20={face}"),
        Err(_) => word.to_owned(),
    };
    dice.split_whitespace().map(die).collect::<Vec<_>>().join(" ")
}

/// Checks what can be seen of a combatant.
#[track_caller]
fn seen(play: &ScriptedPlay<InjuryD20>, who: &str, values: &[(&str, i64)]) {
    for &(name, value) in values {
        assert_eq!(play.see(who, name), value, "{who}.{name}");
    }
}
