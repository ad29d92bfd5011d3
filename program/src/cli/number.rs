//! Numbers as people type them: `1_000_000`, `1e6`, `2M`, `0.1%`, and margins with their names: `rates=0.5%`.

use frame::analysis::margin::Margins;
use frame::analysis::outcome::{Outcome, OutcomeMeasure, own};
use frame::error::{Failure, nearest};

/// Most fights of one run: 2^40, the range of fight numbers.
pub const FIGHTS_MOST: u64 = 1 << 40;

/// A number of fights.
pub fn fights(text: &str) -> Result<u64, String> {
    let plain = text.replace(['_', ','], "");
    let (digits, factor) = match plain.char_indices().last() {
        Some((end, 'k' | 'K')) => (&plain[..end], 1_000),
        Some((end, 'm' | 'M')) => (&plain[..end], 1_000_000),
        _ => (plain.as_str(), 1),
    };
    let number = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => {
            let (mantissa, exponent) = (mantissa.parse::<u64>(), exponent.parse::<u32>());
            mantissa
                .ok()
                .zip(exponent.ok())
                .and_then(|(mantissa, exponent)| 10_u64.checked_pow(exponent)?.checked_mul(mantissa))
        }
        None => digits.parse::<u64>().ok(),
    };
    let number =
        number.and_then(|number| number.checked_mul(factor)).ok_or("write a whole number such as 100000, 1e6 or 2M")?;
    match number {
        0 => Err("at least one fight".into()),
        1..=FIGHTS_MOST => Ok(number),
        _ => Err(format!("at most {FIGHTS_MOST} fights")),
    }
}

/// A number of states: `5000`, `1e6`, `2M`.
pub fn states(text: &str) -> Result<usize, String> {
    let wrong = "write a whole number of states such as 100000, 1e6 or 2M; 10 or more";
    let states = fights(text).ok().and_then(|states| usize::try_from(states).ok());
    states.filter(|states| *states >= STATES_LEAST).ok_or_else(|| wrong.to_owned())
}

/// With fewer states at a time there is nothing to choose among.
const STATES_LEAST: usize = 10;

/// An amount of memory in bytes: `512MB`, `2GB`.
pub fn memory(text: &str) -> Result<usize, String> {
    let wrong = || "write an amount of memory such as 512MB or 2GB; 1MB or more".to_owned();
    let plain = text.trim().to_ascii_uppercase();
    let units = [("GB", 30), ("MB", 20), ("G", 30), ("M", 20)];
    let (digits, shift) = units.iter().find_map(|(unit, shift)| Some((plain.strip_suffix(unit)?, *shift))).ok_or_else(wrong)?;
    let amount = digits.trim().parse::<usize>().ok().and_then(|amount| amount.checked_mul(1 << shift));
    amount.filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

/// A share as a percentage: `0.1%`. A bare number is refused: whoever writes 0.1 may mean a tenth of one per cent or of all.
pub fn share(text: &str) -> Result<f64, String> {
    let wrong = "write a percentage such as 0.1%";
    let Some(digits) = text.trim().strip_suffix('%') else {
        return Err(match text.trim().parse::<f64>() {
            Ok(bare) if bare > 0.0 && bare < 1.0 => {
                let percent = (bare * 1e12).round() / 1e10;
                format!("{bare} of what? write {bare}%, or {percent}% where a fraction of one is meant")
            }
            Ok(bare) if bare >= 1.0 => format!("{bare} of what? write {bare}%"),
            _ => wrong.to_owned(),
        });
    };
    let share = digits.trim().parse::<f64>().map_err(|_| wrong.to_owned())? * 0.01;
    if share > 0.0 && share < 0.5 { Ok(share) } else { Err("more than 0 % and less than 50 %".into()) }
}

/// A confidence level: `95%` or `0.95`.
pub fn level(text: &str) -> Result<frame::stats::Level, String> {
    /// Digits that are typed; what a division adds behind them would make 99.9 % another number than 0.999.
    const DIGITS: f64 = 1e12;
    let (digits, whole) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), 100.0),
        None => (text.trim(), 1.0),
    };
    let level = digits.parse::<f64>().map_err(|_| "write a level such as 95%".to_owned())? / whole;
    frame::stats::Level::new((level * DIGITS).round() / DIGITS)
}

/// A margin as it was given.
#[derive(Clone, PartialEq, Debug)]
pub struct MarginGiven {
    /// The owner: a kind or a family of outcomes.
    pub name: String,
    /// The number, as a fraction of one when it was given in per cent.
    pub value: f64,
    /// True if it was given in per cent.
    pub percent: bool,
}

impl MarginGiven {
    /// As it is typed.
    pub fn text(&self) -> String {
        // Twelve decimals hold whatever a person types, and none of the noise of the multiplication.
        let number = (self.value * if self.percent { 1e14 } else { 1e12 }).round() / 1e12;
        format!("{}={number}{}", self.name, if self.percent { "%" } else { "" })
    }
}

/// A margin: `rates=0.5%`, `hp=1`.
pub fn margin(text: &str) -> Result<MarginGiven, String> {
    let wrong = || "write a name and how much, such as rates=0.5% or hp=1".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let (digits, percent) = match value.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), true),
        None => (value.trim(), false),
    };
    let value = digits.parse::<f64>().map_err(|_| wrong())? * if percent { 0.01 } else { 1.0 };
    if name.trim().is_empty() || !value.is_finite() || value < 0.0 {
        return Err(wrong());
    }
    Ok(MarginGiven { name: name.trim().to_owned(), value, percent })
}

/// A time: `60s`, `5m`, or seconds alone.
pub fn duration(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || "write a time such as 60s or 5m".to_owned();
    let text = text.trim();
    let (digits, factor) = match text.char_indices().last() {
        Some((end, 's')) => (&text[..end], 1),
        Some((end, 'm')) => (&text[..end], 60),
        Some((end, 'h')) => (&text[..end], 3600),
        _ => (text, 1),
    };
    let seconds = digits.parse::<u32>().map_err(|_| wrong())?;
    if seconds == 0 { Err(wrong()) } else { Ok(std::time::Duration::from_secs(u64::from(seconds) * factor)) }
}

/// Kinds of outcomes that `--margin` knows beside families.
const KINDS: [&str; 3] = ["rates", "rounds", "amounts"];

/// Margins as they were given, for these outcomes.
///
/// # Errors
/// A margin for something that is not compared.
pub fn margins<'a>(given: &[MarginGiven], outcomes: impl Iterator<Item = &'a Outcome> + Clone) -> Result<Margins, Failure> {
    let mut margins = Margins::default();
    for MarginGiven { name, value, percent } in given {
        match name.as_str() {
            "rates" => margins.rates = *value,
            "rounds" if !percent => margins.rounds = *value,
            "amounts" => margins.amounts = *value,
            name => {
                let mut of_family = outcomes.clone().filter(|outcome| outcome.family == name || own(&outcome.family) == name);
                let Some(first) = of_family.next() else { return Err(no_family(name, outcomes.clone())) };
                if *percent && first.measure != OutcomeMeasure::Share {
                    let message = format!("--margin {name}: it is no rate, so its margin is a plain number");
                    return Err(Failure::Usage(message));
                }
                margins.families.push((name.to_owned(), *value));
            }
        }
    }
    Ok(margins)
}

/// A margin for what there is not.
fn no_family<'a>(name: &str, outcomes: impl Iterator<Item = &'a Outcome> + Clone) -> Failure {
    let names = || outcomes.clone().map(|outcome| own(&outcome.family)).chain(KINDS);
    let near = nearest(name, names()).map(|near| format!("; did you mean `{near}`?"));
    let all = || names().collect::<std::collections::BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ");
    Failure::Usage(format!(
        "--margin: nothing compared is called `{name}`{}",
        near.unwrap_or_else(|| format!("; there are {}", all()))
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fights_are_read_as_people_write_them() {
        for (text, number) in [("1000", 1000), ("1_000_000", 1_000_000), ("1e6", 1_000_000), ("2M", 2_000_000), ("5k", 5000)] {
            assert_eq!(fights(text), Ok(number), "{text}");
        }
        for text in ["0", "1000000000000000000", "1e18", "-5", "", "many", "1.5", "M", "99999999999999999999999"] {
            assert!(fights(text).is_err(), "{text}");
        }
    }

    #[test]
    fn memory_has_a_unit_and_states_are_counted() {
        for (text, bytes) in [("512MB", 512 << 20), ("2 GB", 2 << 30), ("1g", 1 << 30), ("3M", 3 << 20)] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in ["512", "0MB", "-1GB", "much", "", "GB", "99999999999999999999GB", "1.5GB"] {
            assert!(memory(text).is_err(), "{text}");
        }
        assert_eq!((states("1e6"), states("20k")), (Ok(1_000_000), Ok(20_000)));
        for text in ["0", "9", "many", "-5"] {
            assert!(states(text).is_err(), "{text}");
        }
    }

    #[test]
    fn margins_have_a_name_and_read_back_as_they_were_typed() {
        for text in ["rates=0.5%", "hp=1", "amounts=10%", "rounds=0", "dead=0.002"] {
            assert_eq!(margin(text).map(|margin| margin.text()).as_deref(), Ok(text));
        }
        assert_eq!(margin("rates = 0.5 %").map(|margin| margin.value), Ok(0.005));
        for text in ["rates", "=1", "hp=", "hp=-1", "hp=much", "hp=NaN", "hp=inf"] {
            assert!(margin(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_a_unit_or_are_seconds() {
        for (text, seconds) in [("60s", 60), ("5m", 300), ("1h", 3600), ("7", 7)] {
            assert_eq!(duration(text), Ok(std::time::Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "0", "0s", "-5s", "s", "soon", "1.5m", "99999999999s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_level_in_per_cent_is_the_same_as_in_fractions() {
        for (percent, fraction) in [("95%", 0.95), ("99%", 0.99), ("99.9 %", 0.999)] {
            assert_eq!(level(percent), frame::stats::Level::new(fraction), "{percent}");
        }
    }

    #[test]
    fn shares_are_percentages_and_say_so() {
        assert_eq!(share("0.1%"), Ok(0.001));
        assert_eq!(share("0.1 %"), Ok(0.001));
        for text in ["0", "0%", "60%", "-1%", "x", "0.1", "1"] {
            assert!(share(text).is_err(), "{text}");
        }
        let said = "0.1 of what? write 0.1%, or 10% where a fraction of one is meant";
        assert_eq!(share("0.1"), Err(said.to_owned()));
        assert_eq!(share("1"), Err("1 of what? write 1%".to_owned()));
    }
}
