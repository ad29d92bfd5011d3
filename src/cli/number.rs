//! Numbers as people type them: `1_000_000`, `1e6`, `2M`, `0.1%`.

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

/// A share between 0 and 1, as a percentage or a fraction of one: `0.1%`, `0.001`.
pub fn share(text: &str) -> Result<f64, String> {
    let (digits, factor) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), 0.01),
        None => (text.trim(), 1.0),
    };
    let share = digits.parse::<f64>().map_err(|_| "write a percentage such as 0.1%".to_owned())? * factor;
    if share > 0.0 && share < 0.5 { Ok(share) } else { Err("more than 0 % and less than 50 %".into()) }
}

/// A confidence level: `95%` or `0.95`.
pub fn level(text: &str) -> Result<crate::stats::Level, String> {
    let (digits, factor) = match text.trim().strip_suffix('%') {
        Some(digits) => (digits.trim(), 0.01),
        None => (text.trim(), 1.0),
    };
    crate::stats::Level::new(digits.parse::<f64>().map_err(|_| "write a level such as 95%".to_owned())? * factor)
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
    fn shares_are_percentages_or_fractions() {
        assert_eq!(share("0.1%"), Ok(0.001));
        assert_eq!(share("0.001"), Ok(0.001));
        for text in ["0", "0%", "60%", "-1%", "x"] {
            assert!(share(text).is_err(), "{text}");
        }
    }
}
