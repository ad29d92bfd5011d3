//! A figure: a number with its interval or the word *exact*, and how it is written down.
//!
//! Owns the rounding rule: as many digits as the interval's half-width has, with two of them significant. Start at
//! [`Figure`].

use frame::exact::NEGLIGIBLE;
use frame::stats::proportion::proportion;
use frame::stats::sample::TOO_FEW;
use frame::stats::{Interval, Level};

/// The kind of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A share of `n`, with how many of them, when they were counted; written in per cent.
    Share(Option<u64>),
    /// A mean or a ratio.
    Mean,
    /// The mean of seconds, told as minutes.
    Clock,
    /// The mean of what was the same in all fights.
    Constant,
    /// A ratio of which only so many fights tell: too few.
    TooFew(u64),
    /// A value that came up, such as a median.
    Whole,
}

impl Kind {
    /// A share of what nobody counted, or a mean.
    #[must_use]
    pub const fn uncounted(share: bool) -> Self {
        if share { Kind::Share(None) } else { Kind::Mean }
    }
}

/// A number with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    /// The best single value; a share is within `0..=1`.
    pub value: f64,
    /// Lower limit.
    pub low: f64,
    /// Upper limit.
    pub high: f64,
    /// True if it is computed instead of estimated: exact where the limits are one, otherwise within them for certain.
    pub exact: bool,
    /// Fights that it was read from; 0 when exact.
    pub n: u64,
    /// The kind of number.
    pub kind: Kind,
}

/// A figure in words: the number, and how well it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// The number: `57.32 %`.
    pub number: String,
    /// The certainty: `± 0.10`, `(57.22-57.42)`, `exact`.
    pub error: String,
}

impl Figure {
    /// A number that so many fights tell.
    #[must_use]
    pub fn of(interval: Interval, n: u64, kind: Kind) -> Self {
        let Interval { estimate: value, low, high } = interval;
        Figure { value, low, high, exact: false, n, kind }
    }

    /// A share that was counted: `count` of `n`.
    #[must_use]
    pub fn counted(interval: Interval, count: u64, n: u64) -> Self {
        Figure::of(interval, n, Kind::Share(Some(count)))
    }

    /// The share `count` of `n` with its interval; none of nothing.
    #[must_use]
    pub fn share(count: u64, n: u64, level: Level) -> Option<Self> {
        Some(Figure::counted(proportion(count, n, level)?, count, n))
    }

    /// A number that was computed: exact, or with limits between which it lies for certain.
    #[must_use]
    pub fn exact(interval: Interval, kind: Kind) -> Self {
        Figure { exact: true, ..Figure::of(interval, 0, kind) }
    }

    /// Number and error apart, short enough for tables.
    #[must_use]
    pub fn words(&self) -> Words {
        match self.kind {
            _ if self.exact && self.bounded() => self.bounds(),
            _ if self.exact => self.exact_words(),
            Kind::Share(Some(0)) => words("none", format!("(below {})", percent_up(self.high))),
            Kind::Share(Some(count)) if count == self.n => words("all", format!("(above {})", percent_down(self.low))),
            Kind::Share(None) if self.nothing() => words("none", format!("(below {})", percent_up(self.high))),
            Kind::Share(_) => spread(100.0, self, " %"),
            Kind::TooFew(fights) => too_few(fights),
            Kind::Mean | Kind::Clock | Kind::Constant if self.n < TOO_FEW => too_few(self.n),
            Kind::Mean | Kind::Constant if self.nothing() && self.high > 0.0 => {
                words("none", format!("(below {})", up(self.high)))
            }
            Kind::Constant => words(format!("always {}", trimmed(self.value)), format!("(of {} fights)", thousands(self.n))),
            Kind::Clock => self.clock(),
            Kind::Mean if self.low >= self.high => words(trimmed(self.value), "\u{b1} 0".into()),
            Kind::Mean => spread(1.0, self, ""),
            Kind::Whole if self.low >= self.high => words(trimmed(self.value), "\u{b1} 0".into()),
            Kind::Whole => words(trimmed(self.value), format!("({} to {})", trimmed(self.low), trimmed(self.high))),
        }
    }

    /// The figure on one line of a table.
    #[must_use]
    pub fn short(&self) -> String {
        let Words { number, error } = self.words();
        if error.is_empty() { number } else { format!("{number} {error}") }
    }

    /// The figure as minutes and seconds.
    fn clock(&self) -> Words {
        let half = (self.high - self.low) / 2.0;
        let reach = (self.high - self.value).max(self.value - self.low);
        let error = if half > 0.0 && reach > half * 1.1 {
            format!("({}\u{2013}{})", clock(self.low, half), clock(self.high, half))
        } else {
            format!("\u{b1} {}", if half > 0.0 { clock(half, half) } else { "0".to_owned() })
        };
        words(clock(self.value, half), error)
    }

    /// Its interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        Interval { estimate: self.value, low: self.low, high: self.high }
    }

    /// Its interval at another level than that of its own. The interval of a mean or of what was played on is widened as a normal
    /// one.
    #[must_use]
    pub fn at(&self, own: Level, other: Level) -> Interval {
        let interval = self.interval();
        match self.kind {
            _ if self.exact => interval,
            Kind::Share(Some(count)) => proportion(count, self.n, other).unwrap_or(interval),
            kind => {
                let wider = interval.wider(other.z() / own.z());
                let (least, most) =
                    if matches!(kind, Kind::Share(_)) { (0.0, 1.0) } else { (f64::NEG_INFINITY, f64::INFINITY) };
                Interval { low: wider.low.max(least), high: wider.high.min(most), ..interval }
            }
        }
    }

    /// True if the limits are apart by more than rounding.
    #[must_use]
    pub fn bounded(&self) -> bool {
        self.high - self.low > NEGLIGIBLE * self.high.abs().max(1.0)
    }

    /// True if it has never come up: none of the fights counted, or always 0.
    #[must_use]
    pub fn nothing(&self) -> bool {
        match self.kind {
            _ if self.exact && self.bounded() => false,
            Kind::Share(Some(count)) => count == 0,
            Kind::Share(None) | Kind::Mean | Kind::Clock | Kind::Constant | Kind::TooFew(_) => {
                self.value.abs() < 1e-12 && self.low >= self.value - 1e-12
            }
            Kind::Whole => false,
        }
    }

    /// The figure in a sentence; says of how many fights none or all were.
    #[must_use]
    pub fn text(&self) -> String {
        match self.kind {
            Kind::Share(Some(count)) if !self.exact && (count == 0 || count == self.n) => {
                let (word, n) = (if count == 0 { "none in" } else { "all" }, thousands(self.n));
                format!("{word} {n} {}", self.words().error)
            }
            _ => self.short(),
        }
    }

    /// The limits between which it lies for certain, rounded away from it.
    fn bounds(&self) -> Words {
        let (scale, unit) = if matches!(self.kind, Kind::Share(_)) { (100.0, " %") } else { (1.0, "") };
        let [low, high] = self.limits(scale);
        words(format!("{low} to {high}{unit}"), "bounds".into())
    }

    /// The limits in a sentence: `between 49.31 % and 49.86 %`; exact where they are one.
    #[must_use]
    pub fn between(&self) -> String {
        if !self.bounded() {
            return self.exact_words().number;
        }
        let (scale, unit) = if matches!(self.kind, Kind::Share(_)) { (100.0, " %") } else { (1.0, "") };
        let [low, high] = self.limits(scale);
        format!("between {low}{unit} and {high}{unit}")
    }

    /// Both limits, rounded away from each other to two significant digits of what lies between.
    fn limits(&self, scale: f64) -> [String; 2] {
        if self.kind == Kind::Whole {
            return [self.low, self.high].map(trimmed);
        }
        let (low, high) = (self.low * scale, self.high * scale);
        let digits = decimals(high - low);
        let unit = 10f64.powi(-(digits as i32));
        // The error that a division leaves in the last digit is no reason to round by a whole one.
        [(low / unit + 1e-9).floor(), (high / unit - 1e-9).ceil()].map(|rounded| fixed(rounded * unit, digits))
    }

    /// The number of an exact figure, with the word `exact` in place of an error.
    fn exact_words(&self) -> Words {
        let number = match self.kind {
            Kind::Share(_) => format!("{} %", significant(self.value * 100.0)),
            Kind::Mean | Kind::Clock | Kind::Constant | Kind::TooFew(_) => significant(self.value),
            Kind::Whole => trimmed(self.value),
        };
        words(number, "exact".into())
    }
}

/// Too few fights for a number that anybody should quote.
fn too_few(fights: u64) -> Words {
    let fights = match fights {
        0 => "(no fight)".to_owned(),
        1 => "(1 fight)".to_owned(),
        _ => format!("({fights} fights)"),
    };
    words("too few", fights)
}

/// A number and its error.
fn words(number: impl Into<String>, error: String) -> Words {
    Words { number: number.into(), error }
}

/// Number and error, both with as many decimals as the half-width has with two significant digits; the limits instead of a
/// common half-width when the interval is lopsided.
fn spread(scale: f64, figure: &Figure, unit: &str) -> Words {
    let (value, low, high) = (figure.value * scale, figure.low * scale, figure.high * scale);
    let half = (high - low) / 2.0;
    let decimals = decimals(half);
    let reach = (high - value).max(value - low);
    let number = format!("{}{unit}", fixed(value, decimals));
    if reach > half * 1.1 {
        words(number, format!("({}\u{2013}{})", fixed(low, decimals), fixed(high, decimals)))
    } else {
        words(number, format!("\u{b1} {}", fixed(half, decimals)))
    }
}

/// Seconds as hours, minutes and seconds, in as many digits as an error of so many seconds leaves: `7 min 20 s`, `45.3 s`.
#[must_use]
pub fn clock(seconds: f64, error: f64) -> String {
    let digits = if error > 0.0 { decimals(error).min(2) } else { 0 };
    let unit = 10f64.powi(digits as i32);
    let whole = (seconds.abs() * unit).round() / unit;
    let sign = if seconds < 0.0 && whole > 0.0 { "-" } else { "" };
    let minutes = (whole / 60.0).floor();
    let rest = format!("{:.digits$} s", whole - minutes * 60.0);
    match (minutes / 60.0).floor() {
        _ if minutes == 0.0 => format!("{sign}{rest}"),
        0.0 => format!("{sign}{minutes} min {rest}"),
        hours => format!("{sign}{hours} h {} min {rest}", minutes - hours * 60.0),
    }
}

/// Decimals with which a half-width has two significant digits.
pub(super) fn decimals(half_width: f64) -> usize {
    let exponent = exponent(half_width, 1);
    usize::try_from(1 - exponent).unwrap_or(0).min(12)
}

/// The decimal exponent of a number after rounding it to so many digits behind the first.
fn exponent(number: f64, digits: usize) -> i32 {
    let text = format!("{:.digits$e}", number.abs());
    text.split('e').nth(1).and_then(|exponent| exponent.parse().ok()).unwrap_or(0)
}

/// A number with this many decimals, its whole part in groups of three; no negative zero.
pub(super) fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if number < 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) { "-" } else { "" };
    format!("{sign}{}{fraction}", grouped(whole))
}

/// Six significant digits.
fn significant(number: f64) -> String {
    // The error that rounding in the solver leaves of a certainty is no news.
    let nearest = number.round();
    if (number - nearest).abs() < 1e-9 && (nearest == 0.0 || nearest == 100.0) {
        return format!("{}", nearest.abs());
    }
    fixed(number, usize::try_from(5 - exponent(number, 5)).unwrap_or(0).min(15))
}

/// A number that is known to the last digit, without trailing zeros.
fn trimmed(number: f64) -> String {
    if number.fract() == 0.0 { fixed(number, 0) } else { significant(number).trim_end_matches('0').to_owned() }
}

/// A share that is certainly not smaller than the given one, in per cent with two significant digits.
pub(super) fn percent_up(share: f64) -> String {
    format!("{} %", up(share * 100.0))
}

/// A number that is certainly not smaller, with two significant digits.
fn up(number: f64) -> String {
    let digits = decimals(number);
    let unit = 10f64.powi(-(digits as i32));
    fixed((number / unit - 1e-9).ceil() * unit, digits)
}

/// A share that is certainly not larger than the given one, in per cent; the miss to 100 has two significant digits.
fn percent_down(share: f64) -> String {
    let miss = (1.0 - share) * 100.0;
    let digits = decimals(miss);
    let unit = 10f64.powi(-(digits as i32));
    format!("{} %", fixed(100.0 - (miss / unit - 1e-9).ceil() * unit, digits))
}

/// A count in groups of three digits: `1,000,000`.
#[must_use]
pub fn thousands(count: u64) -> String {
    grouped(&count.to_string())
}

/// Groups digits by three, with commas: `12,345`.
fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::stats::Level;
    use frame::stats::proportion::proportion;

    fn share(count: u64, n: u64) -> Figure {
        let interval = proportion(count, n, Level::default()).expect("there are fights");
        let (value, low, high) = (interval.estimate, interval.low, interval.high);
        Figure { value, low, high, exact: false, n, kind: Kind::Share(Some(count)) }
    }

    fn mean(value: f64, half: f64) -> Figure {
        Figure { value, low: value - half, high: value + half, exact: false, n: 100, kind: Kind::Mean }
    }

    #[test]
    fn a_share_has_the_digits_of_its_interval() {
        assert_eq!(share(573_217, 1_000_000).text(), "57.322 % ± 0.097");
        assert_eq!(share(5_732, 10_000).text(), "57.32 % ± 0.97");
        assert_eq!(share(573, 1_000).text(), "57.3 % ± 3.1");
        assert_eq!(share(60, 100).text(), "60.0 % ± 9.4");
    }

    #[test]
    fn few_events_show_their_limits() {
        assert_eq!(share(3, 1_000_000).text(), "0.00030 % (0.00006–0.00088)");
    }

    #[test]
    fn none_and_all_say_of_how_many_and_what_is_ruled_out() {
        assert_eq!(share(0, 1_000_000).text(), "none in 1,000,000 (below 0.00037 %)");
        assert_eq!(share(1_000_000, 1_000_000).text(), "all 1,000,000 (above 99.99963 %)");
        assert_eq!(share(0, 1_000_000).short(), "none (below 0.00037 %)");
    }

    #[test]
    fn a_half_width_that_rounds_up_to_the_next_digit_loses_a_decimal() {
        assert_eq!(mean(5.0, 0.0996).text(), "5.00 ± 0.10");
        assert_eq!(mean(5.0, 0.0994).text(), "5.000 ± 0.099");
        assert_eq!(mean(-0.001, 0.99).text(), "0.00 ± 0.99");
        assert_eq!(mean(12_345.6, 321.0).text(), "12,346 ± 321");
    }

    #[test]
    fn what_never_varied_is_said_to_have_been_so_always_and_in_how_many_fights() {
        let constant = |value: f64, n| Figure { n, kind: Kind::Constant, low: value, ..mean(value, 0.02) };
        assert_eq!(constant(3.0, 200).text(), "always 3 (of 200 fights)");
        assert_eq!(constant(0.0, 20_000).text(), "none (below 0.020)");
    }

    #[test]
    fn a_mean_of_a_handful_is_not_quoted() {
        let of = |n, kind| Figure { n, kind, ..mean(4.0, 3.0) }.text();
        assert_eq!(of(9, Kind::Mean), "too few (9 fights)");
        assert_eq!((of(1, Kind::Constant), of(10, Kind::Mean)), ("too few (1 fight)".to_owned(), "4.0 \u{b1} 3.0".to_owned()));
        assert_eq!(of(5000, Kind::TooFew(2)), "too few (2 fights)");
        assert_eq!(of(5000, Kind::TooFew(0)), "too few (no fight)");
    }

    #[test]
    fn exact_figures_say_exact() {
        let exact = |value, kind| Figure { value, low: value, high: value, exact: true, n: 0, kind };
        assert_eq!(exact(0.573_216_9, Kind::Share(None)).text(), "57.3217 % exact");
        assert_eq!(exact(0.000_001_234_567, Kind::Share(None)).text(), "0.000123457 % exact");
        assert_eq!(exact(1.0 - 1e-14, Kind::Share(None)).text(), "100 % exact");
        assert_eq!(exact(3.25, Kind::Mean).text(), "3.25000 exact");
        assert_eq!(exact(5.0, Kind::Whole).text(), "5 exact");
    }

    #[test]
    fn bounds_are_rounded_away_from_each_other() {
        let within = |low, high, kind| Figure { value: low, low, high, exact: true, n: 0, kind };
        let share = within(0.493_187, 0.498_602, Kind::Share(None));
        assert_eq!(share.text(), "49.31 to 49.87 % bounds");
        assert_eq!(share.between(), "between 49.31 % and 49.87 %");
        assert_eq!(within(0.0, 1.0, Kind::Share(None)).text(), "0 to 100 % bounds");
        assert_eq!(within(0.1, 0.3, Kind::Share(None)).text(), "10 to 30 % bounds");
        assert_eq!(within(3.0, 4.0, Kind::Whole).text(), "3 to 4 bounds");
        assert_eq!(within(0.25, 0.25 + 1e-12, Kind::Share(None)).text(), "25.0000 % exact");
        assert!(!within(0.0, 0.01, Kind::Share(None)).nothing());
    }
}
