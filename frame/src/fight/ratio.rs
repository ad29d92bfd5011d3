//! Factors of the rules as fractions: `1/2`, `2`, `3/4`, applied to integers with a stated rounding.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A factor of 0 or more: numerator over denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    over: u16,
    under: u16,
}

/// The direction in which a half is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

impl Ratio {
    /// Name of the text form in a JSON schema's `format`.
    pub const FORMAT: &str = "fraction";

    /// `over / under`.
    ///
    /// # Panics
    /// An `under` of 0.
    #[must_use]
    pub const fn new(over: u16, under: u16) -> Self {
        assert!(under > 0, "a fraction needs a denominator");
        Ratio { over, under }
    }

    /// Returns the denominator: a product with a whole number, once rounded, grows evenly in steps of this.
    #[must_use]
    pub const fn denominator(self) -> u16 {
        self.under
    }

    /// `value` times the factor, as a whole number.
    #[inline]
    #[must_use]
    pub fn of(self, value: i32, rounding: Rounding) -> i32 {
        let (product, under) = (i64::from(value) * i64::from(self.over), i64::from(self.under));
        // A division takes longer than everything else that a blow does, and most factors are whole or halves.
        let down = |product: i64| match under {
            1 => product,
            2 => product >> 1,
            under => product.div_euclid(under),
        };
        let quotient = match rounding {
            Rounding::Down => down(product),
            Rounding::Up => -down(-product),
        };
        quotient.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.under {
            1 => write!(out, "{}", self.over),
            under => write!(out, "{}/{under}", self.over),
        }
    }
}

impl FromStr for Ratio {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a factor: write for example `1/2`, `2` or `3/4`, with numbers up to 1000");
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let (over, under) = (over.trim().parse().map_err(|_| wrong())?, under.trim().parse().map_err(|_| wrong())?);
        if under == 0 || under > 1000 || over > 1000 {
            return Err(wrong());
        }
        Ok(Ratio { over, under })
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ratio {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Ratio {
    fn schema_name() -> Cow<'static, str> {
        "Factor".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": Ratio::FORMAT,
            "description": "A factor such as `1/2` or `2`."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_the_way_that_is_asked_for() {
        let half = Ratio::new(1, 2);
        assert_eq!((half.of(7, Rounding::Down), half.of(7, Rounding::Up)), (3, 4));
        assert_eq!((half.of(-7, Rounding::Down), half.of(-7, Rounding::Up)), (-4, -3));
        assert_eq!(Ratio::new(2, 1).of(7, Rounding::Down), 14);
    }

    #[test]
    fn factors_read_back_as_they_were_written() {
        for text in ["1/2", "2", "3/4", "0"] {
            assert_eq!(text.parse::<Ratio>().map(|ratio| ratio.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "1/0", "-1", "0.5", "1/2/3", "5000"] {
            assert!(text.parse::<Ratio>().is_err(), "{text}");
        }
    }
}
