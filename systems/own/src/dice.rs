//! Dice as values: a number of equal dice and something that is added, packed into one number.
//!
//! Owns the packing. Start at [`Packed`].

use frame::policy::statement::{StatedPool, dice};

/// Equal dice and a sum: `2d6+3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The number of dice, 0 to 99.
    pub count: u8,
    /// Faces of each; 0 for dice of fate.
    pub faces: u16,
    /// Added to the sum.
    pub plus: i32,
}

impl Packed {
    /// The dice that a text is.
    ///
    /// # Errors
    /// The reason why it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not dice: write for example `1d6`, `2d6+3`, or `0` for none");
        let (Some(dice), true) = (
            match dice(text) {
                (dice, defects) if defects.is_empty() => dice,
                _ => None,
            },
            true,
        ) else {
            return Err(wrong());
        };
        let mut packed = Packed { count: 0, faces: 0, plus: 0 };
        for term in &dice.terms {
            match &term.pool {
                StatedPool::Literal { count, faces } if packed.count == 0 && !term.minus && term.by.is_none() => {
                    (packed.count, packed.faces) = (*count as u8, *faces as u16);
                }
                StatedPool::Value(node) if term.by.is_none() => {
                    let number: i32 = text[node.span.clone()].trim().parse().map_err(|_| wrong())?;
                    let signed = if term.minus { number.checked_neg() } else { Some(number) };
                    packed.plus = signed.and_then(|number| packed.plus.checked_add(number)).ok_or_else(wrong)?;
                }
                _ => return Err(wrong()),
            }
        }
        Ok(packed)
    }

    /// As one number.
    #[must_use]
    pub fn packed(self) -> i64 {
        i64::from(self.plus) << 32 | i64::from(self.count) << 16 | i64::from(self.faces)
    }

    /// The dice that a number stands for.
    #[must_use]
    pub fn of(packed: i64) -> Self {
        Packed { count: (packed >> 16) as u8, faces: packed as u16, plus: (packed >> 32) as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_packed_and_unpacked() {
        for (text, count, faces, plus) in
            [("2d6+3", 2, 6, 3), ("d8 - 1", 1, 8, -1), ("0", 0, 0, 0), ("4dF", 4, 0, 0), ("12d100", 12, 100, 0)]
        {
            let packed = Packed::read(text).expect(text);
            assert_eq!(packed, Packed { count, faces, plus }, "{text}");
            assert_eq!(Packed::of(packed.packed()), packed, "{text}");
        }
        assert!(Packed::read("sword").is_err() && Packed::read("1d6 * 2").is_err() && Packed::read("1d6+2d8").is_err());
    }
}
