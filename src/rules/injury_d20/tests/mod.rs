//! Tests of the rules of `injury-d20`: a scenario, a script of dice, and what must be seen afterwards.
//!
//! Owns the map of the test files and the helpers they share. Start at [`play`].
//!
//! | file | what |
//! |---|---|
//! | `scripted` | the worked examples of the specification |

mod scripted;

use super::InjuryD20;
use crate::rules::testing::Play;

/// A scenario, ready to be played with these dice.
#[track_caller]
fn play(text: &str, dice: &str) -> Play<InjuryD20> {
    Play::<InjuryD20>::script(text, dice)
}

/// Checks what can be seen of a combatant.
#[track_caller]
fn seen(play: &Play<InjuryD20>, who: &str, values: &[(&str, i64)]) {
    for &(name, value) in values {
        assert_eq!(play.see(who, name), value, "{who}.{name}");
    }
}
