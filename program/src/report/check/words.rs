//! Words: what is said of a baseline and of a contract.
//!
//! Owns the sentences and the writing of numbers in them. Start at [`baseline`].

use crate::report::figure::{Figure, Kind, decimals, thousands};
use frame::analysis::check::drift::MetricFinding;
use frame::analysis::check::exact::DifferentPart;
use frame::analysis::check::{BaselineResult, BaselineVerdict, ContractResult, Judge};
use frame::analysis::contract::{ClauseUnit, Contract, ContractStanding};
use frame::analysis::outcome::OutcomeMeasure;
use frame::exact::NEGLIGIBLE;
use frame::stats::Interval;
use frame::stats::contrast::Contrast;

use super::Since;

/// The number of metrics of one kind that are named.
const NAMED_MOST: usize = 8;
/// The number of others that are named that are the same event.
const WITH_MOST: usize = 3;
/// Letters of a bar.
const BAR: usize = 10;

/// The verdict on a baseline.
pub fn baseline(held: &BaselineResult, since: &Since, out_of_time: bool) -> String {
    let new = match held.new {
        0 => String::new(),
        new => format!("; {new} metrics are new and held to nothing"),
    };
    let Some(difference) = &held.difference else {
        let fights = thousands(since.fights.end - since.fights.start);
        return format!("all {fights} fights are the same, count for count{new}");
    };
    let drifted = held.findings.iter().filter(|finding| finding.word == BaselineVerdict::Drift).count();
    let count = |word: BaselineVerdict| held.findings.iter().filter(|finding| finding.word == word).count();
    let (moved, open) = (count(BaselineVerdict::Moved), count(BaselineVerdict::Undecided));
    let why = if out_of_time { "the time was over" } else { "more fights, or a larger baseline, are needed" };
    let fights = thousands(held.fights);
    let said = match held.word {
        BaselineVerdict::Drift => {
            let come = facts(held.findings.iter().filter(|finding| finding.word == BaselineVerdict::Drift).collect()).len();
            let same = if come < drifted { format!(", which come to {come}") } else { String::new() };
            format!("{drifted} of {} outcomes drifted{same} ({fights} new fights)", held.findings.len())
        }
        BaselineVerdict::Pass => {
            let proved = held.findings.iter().filter(|finding| finding.proved).count();
            let others = held.findings.len() - proved;
            format!(
                "fights are played otherwise, and no outcome drifted: {proved} are shown to stay within their margins, of {others} \
                 others nothing is seen to move ({fights} new fights)"
            )
        }
        BaselineVerdict::Moved => {
            let others = if open == 0 { String::new() } else { format!(", and of {open} others it is open whether they did") };
            format!(
                "{moved} of {} outcomes moved, and it is open whether by their margins{others}: {why} ({fights} new fights)",
                held.findings.len()
            )
        }
        BaselineVerdict::Undecided if *difference == DifferentPart::Gone => format!(
            "all {} fights have the same counts in what both measure, count for count; {} of its metrics {} no longer measured",
            thousands(since.fights.end - since.fights.start),
            held.gone.len(),
            if held.gone.len() == 1 { "is" } else { "are" }
        ),
        BaselineVerdict::Undecided if *difference == DifferentPart::Unknown && held.fights == 0 => {
            "there was no time to play its fights".to_owned()
        }
        BaselineVerdict::Undecided if held.fights == 0 => {
            "fights are played otherwise, and there was no time to say more".to_owned()
        }
        BaselineVerdict::Undecided if open == 0 => {
            "some of its metrics are no longer measured, and of them nothing is known".to_owned()
        }
        BaselineVerdict::Undecided => {
            format!(
                "fights are played otherwise, and of {open} outcomes it is open whether they moved: {why} ({fights} new fights)"
            )
        }
    };
    said + &new
}

/// The further known differences.
pub fn changes(since: &Since) -> Vec<String> {
    let mut changes = Vec::new();
    if since.scenario_changed && !since.changes.is_empty() {
        let told = since.changes.iter().take(NAMED_MOST).cloned().collect::<Vec<_>>().join("; ");
        let more = since.changes.len().saturating_sub(NAMED_MOST);
        let more = if more == 0 { String::new() } else { format!("; and {more} more") };
        changes.push(format!("what changed in the scenario: {told}{more}"));
    } else if since.scenario_changed {
        changes.push("the scenario, a file that it includes or its page of rules is another one than when its baseline was made (its digest differs)".to_owned());
    }
    if let Some((then, now)) = &since.scheme_changed {
        changes.push(format!("random streams are another scheme now ({then} then, {now} now): every fight has new luck"));
    }
    changes
}

/// The outcomes that moved, then those that are open: what headline tables show first, and of that the largest.
pub fn findings(held: &BaselineResult, alarms: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for word in [BaselineVerdict::Drift, BaselineVerdict::Moved, BaselineVerdict::Undecided] {
        let mut found: Vec<&MetricFinding> = held.findings.iter().filter(|finding| finding.word == word).collect();
        let size = |finding: &MetricFinding| finding.contrast.shift() / finding.margin.max(f64::MIN_POSITIVE);
        found.sort_by(|one, other| other.proved.cmp(&one.proved).then(size(other).total_cmp(&size(one))));
        let facts = facts(found);
        lines.extend(
            facts.iter().take(NAMED_MOST).map(|fact| format!("{}: {}{}", name(word), moved(fact.finding), fact.others())),
        );
        if facts.len() > NAMED_MOST {
            lines.push(format!("{}: and {} more", name(word), facts.len() - NAMED_MOST));
        }
    }
    let moved: Vec<&MetricFinding> = held
        .findings
        .iter()
        .filter(|finding| matches!(finding.word, BaselineVerdict::Drift | BaselineVerdict::Moved))
        .collect();
    lines.extend(tests(&moved));
    let small = held.findings.iter().filter(|finding| finding.word == BaselineVerdict::Pass && finding.moved(alarms)).count();
    if small > 0 {
        lines.push(format!("{small} more moved by less than their margins"));
    }
    if let Some(detectable) = held.detectable {
        let points = number(detectable * 100.0, detectable * 100.0, false);
        lines.push(format!("so many fights show a move of an even rate by {points} points in 99 of 100 checks"));
    }
    lines
}

/// The outcomes that moved: those that headline tables show first, and of them the largest.
pub fn what_moved(held: &BaselineResult) -> Vec<Fact<'_>> {
    let mut found: Vec<&MetricFinding> = held
        .findings
        .iter()
        .filter(|finding| matches!(finding.word, BaselineVerdict::Drift | BaselineVerdict::Moved))
        .collect();
    let size = |finding: &MetricFinding| finding.contrast.shift() / finding.margin.max(f64::MIN_POSITIVE);
    found.sort_by(|one, other| {
        other.proved.cmp(&one.proved).then(one.word.cmp(&other.word)).then(size(other).total_cmp(&size(one)))
    });
    facts(found)
}

/// A finding with all that have the same counts, or those of its opposite: most of them are the same event.
pub struct Fact<'f> {
    /// The first of them.
    pub finding: &'f MetricFinding,
    /// The names of the others.
    with: Vec<&'f str>,
}

impl Fact<'_> {
    /// The others, in parentheses with a blank before them.
    pub fn others(&self) -> String {
        let more = self.with.len().saturating_sub(WITH_MOST);
        let named = self.with[..self.with.len() - more].join(", ");
        match (self.with.len(), more) {
            (0, _) => String::new(),
            (_, 0) => format!(" (and with it {named})"),
            (_, more) => format!(" (and with it {named} and {more} more)"),
        }
    }
}

/// Findings in their order, those that are the same event put together.
pub fn facts(found: Vec<&MetricFinding>) -> Vec<Fact<'_>> {
    let mut facts: Vec<Fact<'_>> = Vec::new();
    for finding in found {
        let same = |fact: &&mut Fact<'_>| {
            same_event(&fact.finding.contrast, &finding.contrast)
                || fact.finding.word == finding.word
                    && pooled(&finding.key).is_some_and(|key| pooled(&fact.finding.key) == Some(key))
        };
        match facts.iter_mut().find(same) {
            Some(fact) => fact.with.push(&finding.key),
            None => facts.push(Fact { finding, with: Vec::new() }),
        }
    }
    facts
}

/// The key of a metric of one of several equals without its number: `footpad` and `hp` of `footpad 2.hp`.
fn pooled(key: &str) -> Option<(&str, &str)> {
    let (owner, own) = key.rsplit_once('.')?;
    let (name, number) = owner.rsplit_once(' ')?;
    number.parse::<u32>().ok().map(|_| (name, own))
}

/// True if two shares have the same counts, or each what the other lacks.
fn same_event(one: &Contrast, other: &Contrast) -> bool {
    match (one, other) {
        (Contrast::Shares { before, after }, Contrast::Shares { before: other_before, after: other_after }) => {
            (before, after) == (other_before, other_after)
                || (before.of_the_others(), after.of_the_others()) == (*other_before, *other_after)
        }
        _ => false,
    }
}

/// A share as a bar of text: ten letters for a hundred per cent.
pub fn bar(share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
    format!("{}{}", "\u{2588}".repeat(full), "\u{2591}".repeat(BAR - full))
}

/// A value as a part of a bar, with its number.
pub struct Level {
    /// The part, from 0 to 1.
    pub part: f64,
    /// The number.
    pub number: String,
    /// The unit of the number.
    pub unit: String,
}

/// The values before and now: shares of all fights, means of the larger of the two.
pub fn levels(finding: &MetricFinding) -> [Level; 2] {
    let (before, after) = finding.contrast.values();
    let scale = match finding.measure {
        OutcomeMeasure::Share => 1.0,
        OutcomeMeasure::Mean(_) | OutcomeMeasure::Ratio(_) => before.abs().max(after.abs()).max(f64::MIN_POSITIVE),
    };
    let half = finding.interval.map_or(0.0, |interval| interval.half_width());
    [before, after].map(|value| {
        let (number, unit) = match finding.measure {
            OutcomeMeasure::Share => (number(value * 100.0, half * 100.0, false), "%"),
            OutcomeMeasure::Mean(unit) | OutcomeMeasure::Ratio(unit) => (number(value, half, false), unit),
        };
        Level { part: (value / scale).clamp(0.0, 1.0), number, unit: unit.to_owned() }
    })
}

/// The values before and now, as bars of text with their numbers.
pub fn bars(finding: &MetricFinding) -> [String; 2] {
    levels(finding).map(|Level { part, number, unit }| format!("`{}` {number} {unit}", bar(part)))
}

/// By how much an outcome moved, with its interval.
pub fn step(finding: &MetricFinding) -> String {
    let (scale, unit) = match finding.measure {
        OutcomeMeasure::Share => (100.0, "points"),
        OutcomeMeasure::Mean(unit) | OutcomeMeasure::Ratio(unit) => (1.0, unit),
    };
    let Some(interval) = finding.interval else { return "too few fights have it".to_owned() };
    let half = interval.half_width() * scale;
    let signed = |value: f64| number(value * scale, half, true);
    format!("{} {unit} ({} to {})", signed(interval.estimate), signed(interval.low), signed(interval.high))
}

/// A word about a single outcome, as messages say it.
fn name(word: BaselineVerdict) -> &'static str {
    match word {
        BaselineVerdict::Drift => "drifted",
        BaselineVerdict::Moved => "moved, and it is open whether by its margin",
        BaselineVerdict::Undecided => "undecided",
        BaselineVerdict::Pass => "within its margin",
    }
}

/// By how much an outcome moved, and how sure that is.
fn moved(finding: &MetricFinding) -> String {
    let (before, after) = finding.contrast.values();
    let (scale, unit, step) = match finding.measure {
        OutcomeMeasure::Share => (100.0, " %", " points".to_owned()),
        OutcomeMeasure::Mean(unit) | OutcomeMeasure::Ratio(unit) => (1.0, "", format!(" {unit}")),
    };
    let (n_before, n_after) = finding.contrast.n();
    let Some(interval) = finding.interval else {
        return format!("{}: too few fights have it ({n_before} then, {n_after} now)", finding.key);
    };
    let half = interval.half_width() * scale;
    let plain = |value: f64| number(value * scale, half, false);
    let signed = |value: f64| number(value * scale, half, true);
    let mut text = format!(
        "{}: {}{unit} then, {}{unit} now, {}{step} ({} to {})",
        finding.key,
        plain(before),
        plain(after),
        signed(interval.estimate),
        signed(interval.low),
        signed(interval.high),
    );
    let shift = finding.contrast.shift();
    if matches!(finding.measure, OutcomeMeasure::Mean(_)) && shift > 1.5 * interval.estimate.abs() {
        text += &format!(", the whole distribution by {}{step}", number(shift, half, false));
    }
    text + &format!("; margin {}{step}", number(finding.margin * scale, finding.margin * scale, false))
}

/// The tests behind what moved or is open, in one line for those who ask.
fn tests(found: &[&MetricFinding]) -> Option<String> {
    let mut tests: Vec<&str> = found.iter().map(|finding| finding.test).collect();
    tests.sort_unstable();
    tests.dedup();
    let largest = found.iter().map(|finding| finding.chance).reduce(f64::max)?;
    Some(format!(
        "tested by {}; chance of a move like these if nothing moved: {} at the most",
        tests.join(", "),
        chance(largest)
    ))
}

/// A number with as many decimals as its error has with two significant digits.
fn number(value: f64, error: f64, signed: bool) -> String {
    let decimals = decimals(error.abs());
    if signed { format!("{value:+.decimals$}") } else { format!("{value:.decimals$}") }
}

/// A probability in digits: `0.014`, `3e-5`, or that it is below 1e-12.
fn chance(chance: f64) -> String {
    match chance {
        chance if chance < 1e-12 => "below 1e-12".to_owned(),
        chance if chance < 1e-3 => format!("{chance:.0e}"),
        chance => format!("{chance:.3}"),
    }
}

/// The words for the baseline.
pub fn since(since: &Since) -> String {
    format!(
        "since the baseline {} (sparring {}, seed {}, fights {}..{}), blessed because: {}",
        since.file, since.tool, since.seed, since.fights.start, since.fights.end, since.because
    )
}

/// The verdict on a contract.
pub fn contract(contract: &Contract, kept: &ContractResult, out_of_time: bool) -> String {
    if kept.by != Judge::Fights {
        return exactly(contract, kept);
    }
    let fights = thousands(kept.fights);
    match kept.standing {
        ContractStanding::Holds if kept.never_came_up(contract) => {
            format!("holds ({fights} fights, and it never came up in them)")
        }
        ContractStanding::Holds => format!("holds ({fights} fights)"),
        ContractStanding::Broken => format!("broken ({fights} fights)"),
        ContractStanding::Undecided if kept.fights == 0 => "there was no time to play its fights".to_owned(),
        ContractStanding::Undecided if out_of_time => format!("undecided when the time was over ({fights} fights)"),
        ContractStanding::Undecided => format!("undecided: more fights are needed ({fights} fights)"),
    }
}

/// The verdict on a contract by exact answers, and what to do where there is none.
fn exactly(contract: &Contract, kept: &ContractResult) -> String {
    let clauses = contract.clauses.iter().zip(&kept.clauses);
    let known: Vec<Figure> = clauses.filter_map(|(clause, judged)| Some(computed(judged.interval?, clause.unit()))).collect();
    let bounded = known.iter().any(Figure::bounded);
    let numbers: Vec<String> = known.iter().map(Figure::between).collect();
    let numbers = numbers.join(", ");
    match kept.standing {
        ContractStanding::Undecided if kept.by == Judge::Nobody => {
            "too large to be solved within the limits: give more of --time, --states or --memory, or leave --exact out to play it"
                .to_owned()
        }
        ContractStanding::Undecided if known.len() < kept.clauses.len() => {
            "not known exactly, because it has to be counted or has no bounds: leave --exact out to play it".to_owned()
        }
        ContractStanding::Undecided => format!(
            "undecided by exact bounds ({numbers}): give more of --time, --states or --memory, or leave --exact out to play it"
        ),
        ContractStanding::Holds if bounded => format!("holds by exact bounds ({numbers})"),
        ContractStanding::Broken if bounded => format!("broken by exact bounds ({numbers})"),
        ContractStanding::Holds => format!("holds exactly ({numbers})"),
        ContractStanding::Broken => format!("broken exactly ({numbers})"),
    }
}

/// A number that was solved.
fn computed(interval: Interval, unit: ClauseUnit) -> Figure {
    Figure::exact(interval, Kind::uncounted(unit == ClauseUnit::Share))
}

/// The known facts of its clauses.
pub fn clauses(contract: &Contract, kept: &ContractResult) -> Vec<String> {
    let pairs = contract.clauses.iter().zip(&kept.clauses);
    let line = |(clause, judged): (&frame::analysis::contract::Clause, &frame::analysis::contract::Judged)| {
        let unit = clause.unit();
        let figures =
            |interval| if kept.by == Judge::Fights { in_figures(interval, unit) } else { exact_figures(interval, unit) };
        let known = judged.interval.map_or_else(|| "nothing is known".to_owned(), figures);
        format!("{}: {known}, {}", clause.what, judged.standing.text())
    };
    pairs.map(line).collect()
}

/// A number with its interval: `61.76 % (61.66 to 61.85)`.
pub fn in_figures(interval: Interval, unit: ClauseUnit) -> String {
    let (scale, unit) = unit.scale();
    let half = interval.half_width() * scale;
    let whole = scale == 1.0 && [interval.estimate, interval.low, interval.high].iter().all(|value| value.fract() == 0.0);
    let plain = |value: f64| if whole { format!("{value}") } else { number(value * scale, half, false) };
    format!("{}{unit} ({} to {})", plain(interval.estimate), plain(interval.low), plain(interval.high))
}

/// A number that was solved: `61.7581 % exactly`, `between 61.6 and 61.9 %` where it could not be followed to its end.
pub fn exact_figures(Interval { estimate, low, high }: Interval, unit: ClauseUnit) -> String {
    let (scale, unit) = unit.scale();
    if high - low <= NEGLIGIBLE {
        return format!("{:.4}{unit} exactly", estimate * scale);
    }
    // Rounded away from each other: the bounds hold for certain.
    let [low, high] = [(low * scale * 1e4 + 1e-6).floor() / 1e4, (high * scale * 1e4 - 1e-6).ceil() / 1e4];
    format!("between {low:.4} and {high:.4}{unit}")
}
