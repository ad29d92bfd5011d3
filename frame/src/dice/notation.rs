//! Notation of dice: `2d6`, and `0` for no dice at all.
//!
//! Owns [`Die`] with its text form, its JSON schema and its simple moments. Must not roll anything.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Dice of one size: `count` dice of `sides` faces. `0d0`, written `0`, is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Die {
    /// The number of dice, 0 to 99.
    pub count: u8,
    /// Faces of each, 1 to 100; 0 only for no dice.
    pub sides: u8,
}

impl Die {
    /// No dice.
    pub const NONE: Die = Die { count: 0, sides: 0 };
    /// Name of the text form in a JSON schema's `format`.
    pub const FORMAT: &str = "dice";

    /// `count` dice of `sides` faces.
    #[must_use]
    pub const fn new(count: u8, sides: u8) -> Self {
        Die { count, sides }
    }

    /// Twice the mean: `count * (sides + 1)`, an integer.
    #[must_use]
    pub const fn mean_doubled(self) -> i32 {
        self.count as i32 * (self.sides as i32 + 1)
    }

    /// Median of the sum, which is also its mean, rounded down.
    #[must_use]
    pub const fn median(self) -> i32 {
        self.mean_doubled() / 2
    }

    /// The largest sum.
    #[must_use]
    pub const fn most(self) -> i32 {
        self.count as i32 * self.sides as i32
    }
}

impl fmt::Display for Die {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            0 => write!(out, "0"),
            count => write!(out, "{count}d{}", self.sides),
        }
    }
}

impl FromStr for Die {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not dice: write for example `1d6`, `2d10`, or `0` for none");
        let dice = text.split(['+', '-', '!']).next().unwrap_or_default().trim();
        if dice.len() < text.len() && dice.parse::<Die>().is_ok() {
            let rest = text[dice.len()..].trim();
            let why = match rest.strip_prefix(['+', '-']) {
                Some(number) => format!(
                    "what is added to dice has a key of its own, such as `bonus = {}`",
                    rest.trim_start_matches('+').replace(number, number.trim())
                ),
                None => "whether dice are rolled on is for the rulings of a system".to_owned(),
            };
            return Err(format!("`{text}` is more than dice: write `{dice}`; {why}"));
        }
        if text == "0" {
            return Ok(Die::NONE);
        }
        let (count, sides) = text.split_once(['d', 'D']).ok_or_else(wrong)?;
        let count = if count.is_empty() { 1 } else { count.parse::<u8>().map_err(|_| wrong())? };
        let sides = sides.parse::<u8>().map_err(|_| wrong())?;
        if count == 0 || count > 99 || sides == 0 || sides > 100 {
            return Err(format!("`{text}` is out of range: 1 to 99 dice of 1 to 100 faces"));
        }
        Ok(Die { count, sides })
    }
}

impl Serialize for Die {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Die {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Die {
    fn schema_name() -> Cow<'static, str> {
        "Dice".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": Die::FORMAT,
            "description": "Dice of one size, such as `1d6` or `2d10`; `0` for none."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_read_back_as_they_were_written() {
        for text in ["0", "1d4", "2d6", "10d10", "99d100"] {
            assert_eq!(text.parse::<Die>().map(|die| die.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("d8".parse(), Ok(Die::new(1, 8)));
    }

    #[test]
    fn nonsense_is_refused_with_advice() {
        for text in ["", "d", "6", "1d0", "0d6", "100d6", "1d101", "1d6+1", "zwei"] {
            assert!(text.parse::<Die>().is_err(), "{text}");
        }
    }

    #[test]
    fn medians_are_rounded_down() {
        assert_eq!(Die::new(1, 4).median(), 2);
        assert_eq!(Die::new(1, 12).median(), 6);
        assert_eq!(Die::new(2, 6).median(), 7);
        assert_eq!(Die::NONE.median(), 0);
    }
}
