//! More people for the scripted files: with another first defence, with insides of their own, and policies of a few lines.
//!
//! Owns no test. Start at [`stanced`] and [`policy`].

use super::spec_stage::{Person, person};

/// The first defence that everybody of the stage has.
const USUAL: &str = "stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }, ";

/// A combatant of the stage with another first defence: a kind, and what the small die shows; `fresh` for none that is rolled.
pub fn stanced(person: Person, kind: &str, pre: u8) -> Person {
    assert!(person.sheet.contains(USUAL), "{}", person.sheet);
    let stance = match kind {
        "fresh" => String::new(),
        _ => format!("stance = {{ kind = '{kind}', c = 0, pre = {pre}, d6 = {pre} }}, "),
    };
    Person { sheet: person.sheet.replacen(USUAL, &stance, 1), ..person }
}

/// A combatant given by its insides alone.
pub fn raw(side: &str, name: &str, initiative: i16, policy: &str, insides: &str) -> Person {
    let sheet = format!("{{ name = '{name}', initiative = {initiative}, policy = '{policy}', {insides} }},\n");
    person(side, sheet)
}

/// A policy of these turn lines, which waits when none of them is possible and dodges; `more` holds lists of other decisions.
pub fn policy(name: &str, lines: &str, more: &str) -> String {
    let turn = if lines.is_empty() { "{ do = 'wait' }".to_owned() } else { format!("{lines}, {{ do = 'wait' }}") };
    format!("[policy.{name}]\nturn = [{turn}]\ndefend = [{{ do = 'dodge' }}]\n{more}\n")
}

/// A policy that does what a sensible fighter does, and dodges; `more` holds lists of other decisions.
pub fn usual(name: &str, more: &str) -> String {
    format!("[policy.{name}]\ndefend = [{{ do = 'dodge' }}]\n{more}\n")
}
