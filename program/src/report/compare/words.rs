//! Words: how a finding and its numbers are written down, and the sentences that open the report of a comparison.
//!
//! Owns wording and rounding: a difference has as many digits as its interval has, with two of them significant. Shares are
//! written in per cent, differences of shares in percentage points.

use crate::report::compare::{ComparisonReport, Found};
use crate::report::document::percent;
use crate::report::figure::{Figure, Kind, Words, clock, decimals, fixed, thousands};
use crate::report::reading::is_clock;
use frame::analysis::compare::{OutcomeFinding, OutcomeVerdict};
use frame::analysis::outcome::OutcomeMeasure;
use frame::stats::paired::{Evidence, Pairs};
use frame::stats::{Interval, Level};

/// Scenarios that could not be compared and are named at the most.
const FAILED_NAMED_MOST: usize = 5;
/// Fewer fights than this deserve a warning.
const FIGHTS_FEW: u64 = 1000;

/// Scale and unit in which differences of an outcome are written.
#[must_use]
pub fn unit(measure: OutcomeMeasure) -> (f64, &'static str) {
    match measure {
        OutcomeMeasure::Share => (100.0, "points"),
        OutcomeMeasure::Mean(unit) | OutcomeMeasure::Ratio(unit) => (1.0, unit),
    }
}

/// The value of an outcome on one side.
fn figure(finding: &OutcomeFinding, interval: Interval, count: u64, constant: bool) -> Figure {
    let kind = match finding.outcome.measure {
        OutcomeMeasure::Share => Kind::Share(Some(count)),
        OutcomeMeasure::Mean(_) if is_clock(&finding.outcome.family) => Kind::Clock,
        OutcomeMeasure::Mean(_) if constant => Kind::Constant,
        OutcomeMeasure::Mean(_) | OutcomeMeasure::Ratio(_) => Kind::Mean,
    };
    Figure::of(interval, finding.evidence.n(), kind)
}

/// Values before and after, each with its own interval; none where no pair has the outcome.
#[must_use]
pub fn sides(finding: &OutcomeFinding, level: Level) -> [Option<Figure>; 2] {
    let counts = match finding.evidence {
        Evidence::Event(Pairs { gained, lost, both, .. }) => [lost + both, gained + both],
        Evidence::Amount(_) | Evidence::Ratio(_) => [0, 0],
    };
    let constant = finding.evidence.constant();
    let side = |interval: Option<Interval>, side: usize| Some(figure(finding, interval?, counts[side], constant[side]));
    [side(finding.evidence.before(level), 0), side(finding.evidence.after(level), 1)]
}

/// The difference with its paired interval.
#[must_use]
pub fn difference(finding: &OutcomeFinding, level: Level) -> Words {
    let Some(interval) = finding.evidence.difference(level) else {
        return Words { number: "-".into(), error: String::new() };
    };
    let (scale, unit) = unit(finding.outcome.measure);
    let high = interval.high * scale;
    if finding.word == OutcomeVerdict::Identical {
        let error = if high > 0.0 { format!("(within {} {unit})", fixed(high, decimals(high))) } else { String::new() };
        return Words { number: "none".into(), error };
    }
    if is_clock(&finding.outcome.family) {
        let half = interval.half_width();
        let sign = if interval.estimate > 0.0 { "+" } else { "" };
        let error = if half > 0.0 { format!("\u{b1} {}", clock(half, half)) } else { "in every fight".into() };
        return Words { number: format!("{sign}{}", clock(interval.estimate, half)), error };
    }
    if finding.evidence.differs_evenly() {
        return Words { number: format!("{:+}", interval.estimate * scale), error: format!("{unit} in every fight") };
    }
    moved(interval, scale, unit)
}

/// A difference with its interval, in a unit so many times smaller.
#[must_use]
pub fn moved(interval: Interval, scale: f64, unit: &str) -> Words {
    let (value, low, high) = (interval.estimate * scale, interval.low * scale, interval.high * scale);
    let half = interval.half_width() * scale;
    if half <= 0.0 {
        return Words { number: format!("{value:+}"), error: format!("{unit} in every fight") };
    }
    let digits = decimals(half);
    let signed = |number: f64| {
        let text = fixed(number, digits);
        if number > 0.0 && text.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) { format!("+{text}") } else { text }
    };
    let lopsided = interval.reach() > interval.half_width() * 1.1;
    let error = if lopsided {
        format!("({} to {}) {unit}", signed(low), signed(high))
    } else {
        format!("\u{b1} {} {unit}", fixed(half, digits))
    };
    Words { number: signed(value), error }
}

/// Number and error on one line.
#[must_use]
pub fn line(words: &Words) -> String {
    if words.error.is_empty() { words.number.clone() } else { format!("{} {}", words.number, words.error) }
}

/// The margin: `± 1 point`.
#[must_use]
pub fn margin(finding: &OutcomeFinding) -> String {
    let (scale, unit) = unit(finding.outcome.measure);
    let number = two_digits(finding.margin * scale);
    let unit = if number == "1" && unit == "points" { "point" } else { unit };
    format!("\u{b1} {number} {unit}")
}

/// A number with two significant digits and no trailing zeros.
#[must_use]
pub fn two_digits(number: f64) -> String {
    let text = fixed(number, decimals(number));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// By how much pairing saved fights: `x 3.2`.
#[must_use]
pub fn saved(finding: &OutcomeFinding) -> String {
    match finding.evidence.variance_saved() {
        Some(factor) => format!("x {}", if factor < 99.5 { two_digits(factor) } else { fixed(factor, 0) }),
        None => "-".into(),
    }
}

/// The number of fights that would decide what is open.
#[must_use]
pub fn needed(finding: &OutcomeFinding) -> String {
    finding.fights_needed.map_or_else(|| "cannot be foreseen".into(), thousands)
}

/// The fights until a table notices the difference, with those for the ends of its interval where they are not the same: `900`,
/// `2,400 (1,900 to 3,100)`.
#[must_use]
pub fn noticed(finding: &OutcomeFinding, level: Level) -> String {
    let Some(Interval { estimate, low, high }) = finding.evidence.noticed(level) else { return "-".into() };
    let [estimate, low, high] =
        [estimate, low, high].map(|fights| if fights.is_finite() { grouped(fights) } else { "any number".into() });
    if low == high { estimate } else { format!("{estimate} ({low} to {high})") }
}

/// A number of fights with two significant digits.
fn grouped(fights: f64) -> String {
    let unit = 10f64.powf((fights.log10().floor() - 1.0).max(0.0));
    fixed((fights / unit).round() * unit, 0)
}

/// The sentence on whether a table would notice: of the victory that tells most, where it is changed.
#[must_use]
pub fn would_notice(finding: &OutcomeFinding, level: Level) -> Option<String> {
    if finding.word != OutcomeVerdict::Changed {
        return None;
    }
    let fights = finding.evidence.noticed(level)?;
    let about = grouped(fights.estimate);
    Some(format!("A table would need about {about} fights, half of them by either rule, to notice who wins more often."))
}

/// The number of outcomes that have each word.
#[must_use]
pub fn tally(found: &[Found<'_>]) -> [usize; 5] {
    OutcomeVerdict::ALL.map(|word| found.iter().filter(|found| found.finding.word == word).count())
}

/// The sentence that opens the report.
#[must_use]
pub fn summary(report: &ComparisonReport) -> String {
    let found = report.found();
    let [changed, moved, undecided, unchanged, identical] = tally(&found);
    let all = found.len();
    let outcomes = if all == 1 { "outcome" } else { "outcomes" };
    if identical == all {
        return format!("All {all} {outcomes} are identical: no fight came out otherwise");
    }
    let mut parts = Vec::new();
    for (count, what) in [
        (changed, "changed"),
        (moved, "moved"),
        (undecided, "undecided"),
        (unchanged, "unchanged within their margins"),
        (identical, "identical"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    let largest = found.first().filter(|found| found.finding.word == OutcomeVerdict::Changed).map(|found| {
        let level = report.rule.level_of_intervals();
        let [before, after] = sides(found.finding, level).map(|side| side.map_or_else(String::new, |side| side.words().number));
        format!("; such as {}: {before} \u{2192} {after} ({})", found.name(), line(&difference(found.finding, level)))
    });
    format!("Of {all} {outcomes}: {}{}", parts.join(", "), largest.unwrap_or_default())
}

/// The number of fights that were played, and the seed.
#[must_use]
pub fn source(report: &ComparisonReport) -> String {
    let fights = || report.entries.iter().map(|entry| entry.compared.fights);
    let (least, most) = (fights().min().unwrap_or(0), fights().max().unwrap_or(0));
    let range = if least == most { thousands(most) } else { format!("{} to {}", thousands(least), thousands(most)) };
    let each = if report.several() { " of each scenario" } else { "" };
    format!("n = {range}{each} on both sides, seed {}", report.seed)
}

/// The meaning of the intervals and words.
#[must_use]
pub fn meaning(report: &ComparisonReport) -> String {
    let looks = report.rule.looks().len();
    let family: usize = report.entries.iter().map(|entry| entry.outcomes.both.len()).sum();
    let sharper = if report.found().iter().any(|found| found.finding.sharper.is_some()) {
        " Sharpened: what the luck of the dice explains of each difference is taken out; a factor near 1 means that the same fights on both \
             sides have taken it out already."
    } else {
        ""
    };
    let table = if report.aside().is_empty() { "" } else { ", and for rolls and dice by themselves" };
    let each = percent(report.rule.level_of_intervals());
    let level = percent(report.rule.level);
    let corrected = match looks {
        1 => format!("{level} each"),
        looks => format!("{each} each ({level}, corrected for {looks} looks)"),
    };
    format!(
        "Intervals: {corrected}, paired for differences. Words: at {level} for all {family} outcomes together (Holm){table}.{sharper}"
    )
}

/// The warnings to read before the words are used.
#[must_use]
pub fn warnings(report: &ComparisonReport) -> Vec<String> {
    let mut warnings = Vec::new();
    let names = |wanted: &dyn Fn(&&super::Entry) -> bool| {
        let names: Vec<&str> = report.entries.iter().filter(wanted).map(|entry| entry.name.as_str()).collect();
        names.join(", ")
    };
    let broken_off = names(&|entry| entry.compared.interrupted && entry.compared.fights > 0);
    if !broken_off.is_empty() {
        warnings
            .push(format!("Interrupted at the last look of {broken_off}: its words are valid, but fewer than there could be."));
    }
    let unplayed = names(&|entry| entry.compared.fights == 0);
    if !unplayed.is_empty() {
        warnings.push(format!("Interrupted before the first look of {unplayed}: nothing is known of it."));
    }
    if !report.failed.is_empty() {
        let more = report.failed.len().saturating_sub(FAILED_NAMED_MOST);
        let named = report.failed[..report.failed.len() - more].join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        warnings.push(format!("Not compared, because of errors: {named}{more}."));
    }
    let same = names(&|entry| entry.before.digest == entry.after.digest);
    if !same.is_empty() {
        warnings.push(format!("Nothing that decides outcomes differs between the two sides of {same}."));
    }
    if report.entries.iter().any(|entry| (1..FIGHTS_FEW).contains(&entry.compared.fights)) {
        warnings.push("Few fights: little can be shown. Play more with --fights.".into());
    }
    let found = report.found();
    let opposed = |found: &&Found<'_>| found.finding.evidence.variance_saved().is_some_and(|factor| factor < 0.95);
    let against: Vec<String> = found.iter().filter(opposed).map(Found::name).collect();
    if !against.is_empty() {
        let others = if against.len() > 3 { format!(" and {} more", against.len() - 3) } else { String::new() };
        let first = against[..against.len().min(3)].join(", ");
        warnings.push(format!(
            "The change turns luck around for {first}{others}: pairing costs fights there instead of saving them."
        ));
    }
    warnings
}

/// The number of fights that would decide everything that can be foreseen.
#[must_use]
pub fn advice(found: &[Found<'_>]) -> Option<String> {
    let open: Vec<&Found<'_>> =
        found.iter().filter(|found| matches!(found.finding.word, OutcomeVerdict::Moved | OutcomeVerdict::Undecided)).collect();
    let most = open.iter().filter_map(|found| found.finding.fights_needed).max()?;
    Some(format!("About {} fights would decide what is open: --fights {most}", thousands(most)))
}
