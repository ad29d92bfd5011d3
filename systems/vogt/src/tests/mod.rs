//! Tests of the rules of `vogt`: a scenario, a script of dice, and what must be seen afterwards.
//!
//! Owns the map of the test files and the helpers they share; the rules are driven as data, through the same scenario files
//! that designers write. Each test names the ledger ids it proves in the line above it; `tests/library/ledger.rs` of the crate
//! fails when an id of `ledger.txt` is left without one. Dice stand in the order in which the rules ask for them. Start at
//! [`play`].
//!
//! | file | what |
//! |---|---|
//! | `scripted` | the worked examples of the specification |
//! | `fights` | whole fights with known exact answers |
//! | `turns` | rounds, declarations, initiative and its ties, re-evaluation, the end of a fight |
//! | `actions` | each action, what it rolls and what it does |
//! | `damage` | damage, criticals, types, AR, riders |
//! | `exhaustion` | levels of exhaustion, falling and standing up |
//! | `death` | the death and dismemberment table |
//! | `statuses` | each status |
//! | `grid` | movement, range, running, fleeing on squares |
//! | `gear` | slots, quick slots, retrieving, encumbrance |
//! | `days` | rests, and what lasts from fight to fight |
//! | `build` | making a character |
//! | `sides` | neutral sides, friends in the way, arrivals, equals |
//! | `policies` | each decision that a policy makes |
//! | `plain` | turns that are played the short way |

mod actions;
mod build;
mod damage;
mod days;
mod death;
mod exhaustion;
mod fights;
mod gear;
mod grid;
mod hazards;
mod plain;
mod policies;
mod scripted;
mod sides;
mod starts;
mod statuses;
mod turns;

use num_rational::BigRational;

use super::Vogt;
use frame::rules::testing::ScriptedPlay;

/// Short forms that scenarios may use: the weapons of the worked examples.
const SHORT: [(&str, &str); 6] = [
    ("$club", r#"{ name = "club", die = "1d6" }"#),
    ("$dagger", r#"{ name = "dagger", die = "1d4", type = "stab" }"#),
    ("$sword", r#"{ name = "sword", die = "1d8", type = "slash" }"#),
    ("$axe", r#"{ name = "axe", die = "1d10", type = "slash" }"#),
    ("$greatsword", r#"{ name = "greatsword", die = "1d12", type = "slash", hands = 2 }"#),
    ("$bow", r#"{ name = "bow", die = "1d6", type = "stab", range = 3, hands = 2 }"#),
];

/// Policies that a combatant can name without the scenario saying what they are: each declares nothing but the action of its
/// name.
const POLICIES: [&str; 2] = ["defend", "help"];

/// A scenario with everything that was written short written out. A piece that a test leaves empty leaves a comma behind, which
/// TOML does not allow before a closing brace.
fn scene(text: &str) -> String {
    let mut text = SHORT.iter().fold(text.replace(",  }", " }"), |text, (short, long)| text.replace(short, long));
    for name in POLICIES {
        if text.contains(&format!("policy = \"{name}\"")) || text.contains(&format!("policy = '{name}'")) {
            text.push_str(&format!("\n[policy.{name}]\naction = [{{ do = \"{name}\" }}]\n"));
        }
    }
    text
}

/// A scenario on a grid of so many columns and rows.
fn grid(width: u32, height: u32, text: &str) -> String {
    format!("{text}\n[arena]\nwidth = {width}\nheight = {height}\n")
}

/// A scenario, ready to be played with these dice.
#[track_caller]
fn play(text: &str, dice: &str) -> ScriptedPlay<Vogt> {
    ScriptedPlay::<Vogt>::script(&scene(text), dice)
}

/// Checks what can be seen of a combatant.
#[track_caller]
fn seen(play: &ScriptedPlay<Vogt>, who: &str, values: &[(&str, i64)]) {
    for &(name, value) in values {
        assert_eq!(play.see(who, name), value, "{who}.{name}");
    }
}

/// The probability of one outcome in so many.
fn one_in(ways: u128) -> BigRational {
    BigRational::new(1.into(), ways.into())
}
