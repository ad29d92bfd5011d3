//! Scripted dice: a test writes down the exact faces, and any missing, mismatched or unused die fails it by name.
//!
//! A die that was never rolled fails the test when the dice are dropped: no test can forget to ask. Start at
//! [`Scripted::new`].

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{Dice, Roll, Slot};

/// Dice that play a list of faces.
pub struct Scripted {
    script: Vec<(u32, u32)>,
    played: usize,
}

impl Scripted {
    /// Dice from a script such as `d6=3 d4=1`, in the order in which they will be asked for.
    ///
    /// # Panics
    /// When the script cannot be read.
    #[must_use]
    pub fn new(script: &str) -> Self {
        let die = |word: &str| {
            let (sides, face) = word.strip_prefix('d')?.split_once('=')?;
            let (sides, face) = (sides.parse().ok()?, face.parse().ok()?);
            (1..=sides).contains(&face).then_some((sides, face))
        };
        let script = script
            .split_whitespace()
            .map(|word| die(word).unwrap_or_else(|| panic!("`{word}` is not a scripted die such as `d6=3`")))
            .collect();
        Scripted { script, played: 0 }
    }

    /// The exact probability of the faces played so far, as a fraction.
    #[must_use]
    pub fn probability(&self) -> BigRational {
        let ways: BigInt = self.script[..self.played].iter().map(|&(sides, _)| BigInt::from(sides)).product();
        BigRational::new(BigInt::from(1), ways)
    }
}

/// Ends the script: panics when a die was never rolled, unless the test has failed already.
impl Drop for Scripted {
    fn drop(&mut self) {
        if let Some((sides, face)) = self.script.get(self.played)
            && !std::thread::panicking()
        {
            panic!("die {} of the script (d{sides}={face}) was never rolled", self.played + 1);
        }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> u32 {
        let number = self.played + 1;
        let asked = format!("d{sides} of slot {} for {} ({})", who.0, roll.what, roll.rule);
        let Some(&(scripted, face)) = self.script.get(self.played) else {
            panic!("die {number} is missing from the script: {asked}");
        };
        assert!(scripted == sides, "die {number} of the script is d{scripted}={face}, but the rules ask for {asked}");
        self.played += 1;
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST" };

    #[test]
    fn faces_come_in_order_with_their_exact_probability() {
        let mut dice = Scripted::new("d6=3 d20=17");
        assert_eq!(dice.roll(Slot(0), &ROLL, 6), 3);
        assert_eq!(dice.roll(Slot(1), &ROLL, 20), 17);
        assert_eq!(dice.probability(), BigRational::new(1.into(), 120.into()));
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
