//! Conditional answers: the curves of an answer, given that their value lies in a range.
//!
//! Owns [`Given`] and what it makes of an answer; must not know any rule. Start at [`Given::narrow`].

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;

use super::answers::{Answer, AnswerTable, Cell, Curve};

/// Values that something is given to have, both ends included: `4..`, `..9`, `4..9` or `4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// The smallest; none where it may be as small as it likes.
    low: Option<i64>,
    /// The largest; none where it may be as large as it likes.
    high: Option<i64>,
}

impl FromStr for Given {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || {
            format!("`--given` is `{text}`, but it has to be the values of a curve: `4..` for 4 or more, `..9`, `4..9`, `4`")
        };
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let end = |end: &str| if end.is_empty() { Ok(None) } else { end.parse().map(Some).map_err(|_| refused()) };
        let given = Given { low: end(low)?, high: end(high)? };
        match given {
            Given { low: None, high: None } => Err(refused()),
            Given { low: Some(low), high: Some(high) } if low > high => Err(refused()),
            given => Ok(given),
        }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.low, self.high) {
            (Some(low), Some(high)) if low == high => write!(to, "{low}"),
            (Some(low), Some(high)) => write!(to, "{low} to {high}"),
            (Some(low), None) => write!(to, "{low} or more"),
            (None, high) => write!(to, "{} or less", high.unwrap_or(i64::MAX)),
        }
    }
}

impl Given {
    /// Narrows every curve of an answer to these values, and adds tables of what is left: how likely the values are, the mean,
    /// the probability of at least each.
    ///
    /// # Errors
    /// An answer without a curve, or without a curve that has such a value.
    pub fn narrow(self, answer: &mut Answer) -> Result<(), String> {
        if answer.curves.is_empty() {
            return Err("`--given` is about the values of curves, and this answer has none: leave it out".to_owned());
        }
        let columns = ["of", "chance of that", "mean given that"];
        let mut table = AnswerTable::new(format!("given {self}"), &columns);
        let mut curves = Vec::new();
        for curve in &answer.curves {
            let narrowed = curve.distribution.between(self.low, self.high);
            let chance = narrowed.as_ref().map_or_else(BigRational::default, |(_, chance)| chance.clone());
            let mean = narrowed.as_ref().map(|(narrowed, _)| Cell::exact_or(narrowed.mean(), "?"));
            table.row([Cell::text(&curve.label), Cell::Exact(chance), mean.unwrap_or_else(|| Cell::text("never"))]);
            let label = || format!("{}, given {self}", curve.label);
            curves.extend(narrowed.map(|(distribution, _)| Curve { label: label(), distribution }));
        }
        if curves.is_empty() {
            let of = |curve: &Curve| (curve.distribution.low(), curve.distribution.high());
            let low = answer.curves.iter().map(|curve| of(curve).0).min().unwrap_or(0);
            let high = answer.curves.iter().map(|curve| of(curve).1).max().unwrap_or(0);
            return Err(format!("`--given` asks for {self}, but the values of these curves are {low} to {high}"));
        }
        let tail = BigRational::new(1.into(), 1000.into());
        let at_least = AnswerTable::at_least(format!("at least, given {self}"), "value", &curves, &tail);
        answer.tables.splice(0..0, [table, at_least]);
        answer.curves = curves;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Die, Distribution};

    fn answer(curves: &[(&str, Distribution)]) -> Answer {
        let curve =
            |(label, distribution): &(&str, Distribution)| Curve { label: (*label).into(), distribution: distribution.clone() };
        Answer { title: String::new(), notes: Vec::new(), tables: Vec::new(), curves: curves.iter().map(curve).collect() }
    }

    fn part(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    #[test]
    fn ranges_are_open_or_closed() {
        for (text, said) in [("4..", "4 or more"), ("..-9", "-9 or less"), ("-1..2", "-1 to 2"), ("3", "3"), ("3..3", "3")] {
            assert_eq!(text.parse::<Given>().unwrap().to_string(), said);
        }
        for text in ["", "..", "4..3", "x", "1..x", "1...2"] {
            let told = text.parse::<Given>().unwrap_err();
            assert!(told.contains(&format!("`{text}`")) && told.contains("`4..`"), "{told}");
        }
    }

    #[test]
    fn curves_are_narrowed_to_what_is_given() {
        let mut asked = answer(&[("2d6", Distribution::dice(Die::new(2, 6))), ("1d4", Distribution::die(4))]);
        "10..".parse::<Given>().unwrap().narrow(&mut asked).unwrap();
        assert_eq!(asked.fraction("given 10 or more", "2d6", "chance of that"), part(1, 6));
        assert_eq!(asked.fraction("given 10 or more", "2d6", "mean given that"), part(30 + 22 + 12, 6));
        assert_eq!(asked.fraction("given 10 or more", "1d4", "chance of that"), part(0, 1));
        assert_eq!(asked.fraction("at least, given 10 or more", "12", "at least, 2d6, given 10 or more"), part(1, 6));
        assert_eq!(asked.curves.len(), 1);
    }

    #[test]
    fn what_never_comes_and_what_has_no_curve_is_told() {
        let given: Given = "9".parse().unwrap();
        let told = given.narrow(&mut answer(&[("1d4", Distribution::die(4))])).unwrap_err();
        assert!(told.contains("1 to 4"), "{told}");
        assert!(given.narrow(&mut answer(&[])).unwrap_err().contains("leave it out"));
    }
}
