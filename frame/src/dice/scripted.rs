//! Scripted dice: a test writes down the exact faces, and any missing, mismatched or unused die fails it by name.
//!
//! A die that was never rolled fails the test when the dice are dropped: no test can forget to ask. Start at
//! [`Scripted::new`].

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Dice, Roll, Slot};

/// Dice that play a list of faces.
pub struct Scripted {
    script: Vec<Die>,
    played: usize,
}

/// One die of a script.
struct Die {
    /// The beginning of the name of its roll; empty when any roll will do.
    name: String,
    sides: u32,
    face: u32,
}

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let gap = if self.name.is_empty() { "" } else { " " };
        write!(f, "{}{gap}d{}={}", self.name, self.sides, self.face)
    }
}

impl Scripted {
    /// Dice from a script such as `initiative d6=3 d6=5, damage d4=1`, in the order in which they will be asked for. A name
    /// holds for all dice that follow it up to the next one, and is the beginning of what the rules call the roll; dice before
    /// the first name may be of any roll.
    ///
    /// # Panics
    /// A script that cannot be read.
    #[must_use]
    pub fn new(script: &str) -> Self {
        let face_of = |word: &str| {
            let (sides, face) = word.strip_prefix('d')?.split_once('=')?;
            let (sides, face) = (sides.parse().ok()?, face.parse().ok()?);
            (1..=sides).contains(&face).then_some((sides, face))
        };
        let mut dice: Vec<Die> = Vec::new();
        let (mut name, mut naming) = (String::new(), false);
        for word in script.split_whitespace().map(|word| word.trim_end_matches(',')) {
            if let Some((sides, face)) = face_of(word) {
                dice.push(Die { name: name.clone(), sides, face });
                naming = false;
                continue;
            }
            assert!(!word.contains('='), "`{word}` is not a scripted die such as `d6=3`");
            if std::mem::replace(&mut naming, true) {
                name.push(' ');
            } else {
                name.clear();
            }
            name.push_str(word);
        }
        assert!(!naming, "the script ends with the name of a roll without a die: {name}");
        Scripted { script: dice, played: 0 }
    }

    /// The exact probability of the faces played so far, as a fraction.
    #[must_use]
    pub fn probability(&self) -> BigRational {
        let ways: BigInt = self.script[..self.played].iter().map(|die| BigInt::from(die.sides)).product();
        BigRational::new(BigInt::from(1), ways)
    }
}

/// Ends the script: panics when a die was never rolled, unless the test has failed already.
impl Drop for Scripted {
    fn drop(&mut self) {
        if let Some(die) = self.script.get(self.played)
            && !std::thread::panicking()
        {
            panic!("die {} of the script ({die}) was never rolled", self.played + 1);
        }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        let number = self.played + 1;
        let asked = format!("d{sides} of slot {} for {} ({})", who.0, roll.what, roll.rule);
        let Some(die) = self.script.get(self.played) else {
            panic!("die {number} is missing from the script: {asked}");
        };
        let fits = die.sides == sides && roll.what.starts_with(&die.name);
        assert!(fits, "die {number} of the script is {die}, but the rules ask for {asked}");
        self.played += 1;
        die.face
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };

    #[test]
    fn faces_come_in_order_with_their_exact_probability() {
        let mut dice = Scripted::new("d6=3 d20=17");
        assert_eq!(dice.roll(Slot(0), &ROLL, 6), 3);
        assert_eq!(dice.roll(Slot(1), &ROLL, 20), 17);
        assert_eq!(dice.probability(), BigRational::new(1.into(), 120.into()));
    }

    #[test]
    fn a_name_holds_up_to_the_next_one() {
        let mut dice = Scripted::new("d6=1 check d6=3 d20=17, check d4=1");
        let faces = [6, 6, 20, 4].map(|sides| dice.roll(Slot(0), &ROLL, sides));
        assert_eq!(faces, [1, 3, 17, 1]);
    }

    #[test]
    #[should_panic(expected = "die 1 of the script is damage d6=3, but the rules ask for d6 of slot 0 for check (TEST)")]
    fn a_die_of_another_roll_fails() {
        Scripted::new("damage d6=3").roll(Slot(0), &ROLL, 6);
    }

    #[test]
    #[should_panic(expected = "without a die: damage")]
    fn a_name_without_a_die_fails() {
        drop(Scripted::new("d6=3 damage"));
    }

    #[test]
    #[should_panic(expected = "never rolled")]
    fn an_unused_die_fails() {
        drop(Scripted::new("d6=3"));
    }

    #[test]
    #[should_panic(expected = "missing from the script")]
    fn a_missing_die_fails() {
        Scripted::new("").roll(Slot(0), &ROLL, 6);
    }

    #[test]
    #[should_panic(expected = "the rules ask for d8")]
    fn a_mismatched_die_fails() {
        Scripted::new("d6=3").roll(Slot(0), &ROLL, 8);
    }
}
