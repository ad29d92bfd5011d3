//! The answer of a comparison for players: who won before and after, and how much longer it took.
//!
//! Owns the sentence that opens every report of a comparison. Start at [`answer`].

use crate::report::answer::{rounded, the};
use crate::report::compare::words::would_notice;
use crate::report::compare::{ComparisonReport, Entry, contracts};
use crate::report::figure::{fixed, thousands};
use crate::report::table::{capitalised, part_of_day};
use frame::analysis::compare::{OutcomeFinding, OutcomeVerdict};
use frame::analysis::outcome::{OutcomeMeasure, own};
use frame::stats::{Interval, Level, apart};

/// By so much more than the first side another one has to move to be named in its place.
const NAMED_INSTEAD: f64 = 1.5;

/// The effect of the change, in a sentence or two: first on what is expected.
#[must_use]
pub fn answer(report: &ComparisonReport) -> String {
    let effect = match &report.entries[..] {
        [entry] => {
            let level = report.rule.level_of_intervals();
            let noticed = victory(entry).and_then(|victory| would_notice(victory.finding, level));
            [Some(of_scenario(entry)), noticed].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        entries => of_scenarios(entries, report.rule.level_of_intervals()),
    };
    let contracts = contracts::sentence(report);
    contracts.into_iter().chain([effect]).filter(|said| !said.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The effect of the change on a scenario.
fn of_scenario(entry: &Entry) -> String {
    let findings = &entry.compared.findings;
    if findings.is_empty() {
        return "Nothing was played.".into();
    }
    let Some(victory) = victory(entry) else { return String::new() };
    let mut sentence = victory.sentence();
    let rounds = findings.iter().filter(|finding| is_rounds(finding) && part(finding) == victory.part);
    if let Some(longer) = rounds.filter(|finding| finding.word.is_seen_to_move()).find_map(longer) {
        sentence = format!("{}; {longer}.", sentence.trim_end_matches('.'));
    } else if findings.iter().all(|finding| finding.word == OutcomeVerdict::Identical) {
        sentence = format!("No fight came out otherwise: {}.", victory.as_before());
    }
    let sentence = capitalised(&sentence);
    if let Some(died) = worst_death(entry).filter(|finding| finding.word.is_seen_to_move() && !same(finding, victory.finding)) {
        let who = the(named(died));
        let (before, after, of) = counts(died);
        let who = match part(died).as_deref() {
            None => capitalised(&who),
            Some("end") => format!("By its end {who}"),
            Some(part) => format!("In {part} {who}"),
        };
        return format!("{sentence} {who} died in {after} instead of {before} of {of} {}.", unit_of(died));
    }
    sentence
}

/// True if one of several victories moved more than any other, beyond luck.
fn moved_most(victories: &[(&Entry, Victory<'_>)], level: Level) -> bool {
    let together = apart::together(level, victories.len());
    let size = |(_, victory): &(&Entry, Victory<'_>)| {
        let Interval { estimate, low, high } = victory.finding.evidence.difference(together)?;
        Some(match () {
            () if low >= 0.0 => Interval { estimate, low, high },
            () if high <= 0.0 => Interval { estimate: -estimate, low: -high, high: -low },
            () => Interval { estimate: estimate.abs(), low: 0.0, high: high.max(-low) },
        })
    };
    let sizes: Option<Vec<Interval>> = victories.iter().map(size).collect();
    sizes.and_then(|sizes| apart::largest(&sizes)).is_some_and(|found| found.named.len() == 1 && found.open.is_empty())
}

/// The sentences about several scenarios: in how many who wins moved, where most, and in how many nothing did.
fn of_scenarios(entries: &[Entry], level: Level) -> String {
    let moved = |entry: &&Entry| victory(entry).is_some_and(|victory| victory.finding.word.is_seen_to_move());
    let still = |entry: &&Entry| entry.compared.findings.iter().all(|finding| !finding.word.is_seen_to_move());
    let (count, none) = (entries.iter().filter(moved).count(), entries.iter().filter(still).count());
    let victories: Vec<(&Entry, Victory<'_>)> =
        entries.iter().filter(moved).filter_map(|entry| Some((entry, victory(entry)?))).collect();
    let size = |(_, victory): &&(&Entry, Victory<'_>)| victory.finding.evidence.estimate().abs();
    let most = victories.iter().max_by(|one, other| size(one).total_cmp(&size(other)));
    let all = entries.len();
    let who = match (count, most) {
        (0, _) => format!("Nobody is seen to win more or less in any of {all} scenarios."),
        (_, Some((entry, victory))) => {
            let which = if count == 1 || moved_most(&victories, level) { "most of all" } else { "such as" };
            format!("Who wins moved in {count} of {all} scenarios, {which} in {}: {}", entry.name, victory.sentence())
        }
        (_, None) => String::new(),
    };
    match none {
        0 => who,
        none if none == all => format!("{who} Nothing else is seen to move either."),
        none => format!("{who} In {none} nothing is seen to move."),
    }
}

/// The winner, as the finding that tells most of it.
pub struct Victory<'a> {
    /// The side.
    pub side: &'a str,
    /// The part of a day; none of a fight by itself.
    pub part: Option<String>,
    /// The share of victories.
    pub finding: &'a OutcomeFinding,
}

/// The victory that tells most of a scenario: that of the first side, unless another one moved far more; of a day that of
/// the fight in which it moved most.
#[must_use]
pub fn victory(entry: &Entry) -> Option<Victory<'_>> {
    let moved = |finding: &OutcomeFinding| finding.evidence.estimate().abs();
    let mut best: Option<Victory<'_>> = None;
    for (place, category) in entry.outcomes.categories.iter().enumerate() {
        if own(&category.key) != "winner" {
            continue;
        }
        let of_category = entry.compared.findings.iter().filter(|finding| finding.outcome.matched == category.matched);
        let sides = of_category.filter_map(|finding| {
            let side = category.before.get(finding.outcome.labels.0)?;
            let victory = matches!(finding.outcome.measure, OutcomeMeasure::Share) && side != "draw" && side != "timeout";
            victory.then(|| Victory { side, part: part_of_day(&entry.outcomes.categories[place].key), finding })
        });
        for victory in sides {
            let factor = |best: &Victory<'_>| if best.part == victory.part { NAMED_INSTEAD } else { 1.0 };
            if best.as_ref().is_none_or(|best| moved(victory.finding) > moved(best.finding) * factor(best) + 1e-12) {
                best = Some(victory);
            }
        }
    }
    best
}

impl Victory<'_> {
    /// The shares of victories before and after.
    fn sentence(&self) -> String {
        let (side, part) = (the(self.side), self.part.as_ref().map(|part| format!("{part}: ")).unwrap_or_default());
        let (before, after, of) = counts(self.finding);
        match self.finding.word {
            OutcomeVerdict::Changed | OutcomeVerdict::Moved => {
                format!("{part}{side} won {after} instead of {before} of {of} fights.")
            }
            OutcomeVerdict::Undecided => {
                format!("{part}{side} won {before} of {of} fights before; whether more or fewer after is open.")
            }
            OutcomeVerdict::Unchanged => format!("{part}{side} won about as often as before: {after} of {of} fights."),
            OutcomeVerdict::Identical => format!("{part}{}.", self.as_before()),
        }
    }

    /// The clause that says that the side won as often as before.
    fn as_before(&self) -> String {
        let (before, _, of) = counts(self.finding);
        format!("{} won {before} of {of} fights, as before", the(self.side))
    }
}

/// A share before and after as whole numbers of the same hundred; of a thousand or more where a hundred would not tell what moved.
fn counts(finding: &OutcomeFinding) -> (String, String, String) {
    let level = frame::stats::Level::default();
    let share = |interval: Option<frame::stats::Interval>| interval.map_or(0.0, |interval| interval.estimate);
    let (before, after) = (share(finding.evidence.before(level)), share(finding.evidence.after(level)));
    let mut of = rounded(before).1.max(rounded(after).1);
    let count = |share: f64, of: u64| (share * of as f64).round() as u64;
    while finding.word.is_seen_to_move() && count(before, of) == count(after, of) && of < 1_000_000 {
        of *= 10;
    }
    (thousands(count(before, of)), thousands(count(after, of)), thousands(of))
}

/// The mean length of fights before and after, in as few digits as tell them apart.
fn longer(finding: &OutcomeFinding) -> Option<String> {
    let level = frame::stats::Level::default();
    let (before, after) = (finding.evidence.before(level)?.estimate, finding.evidence.after(level)?.estimate);
    let told = (1..=6).map(|digits| [before, after].map(|mean| fixed(mean, digits)));
    let [before, after] = told.into_iter().find(|[before, after]| before != after)?;
    Some(format!("fights took {after} rounds on average, {before} before"))
}

/// True if a finding is the length of a fight.
pub(super) fn is_rounds(finding: &OutcomeFinding) -> bool {
    own(&finding.outcome.family) == "rounds" && matches!(finding.outcome.measure, OutcomeMeasure::Mean(_))
}

/// The death that moved most.
pub(super) fn worst_death(entry: &Entry) -> Option<&OutcomeFinding> {
    let deaths = entry.compared.findings.iter().filter(|finding| own(&finding.outcome.family) == "dead");
    let moved = |finding: &OutcomeFinding| finding.evidence.estimate().abs();
    // The first of equals, in the order of the file.
    deaths.reduce(|best, finding| if moved(finding) > moved(best) + 1e-12 { finding } else { best })
}

/// The owner of an outcome, by its name in front of the family and behind the part of a day.
pub(super) fn named(finding: &OutcomeFinding) -> &str {
    let outcome = &finding.outcome;
    let key = if part(finding).is_some() { outcome.key.split_once('.').map_or("", |(_, key)| key) } else { &outcome.key };
    key.rsplit_once('.').map_or(key, |(who, _)| who)
}

/// What an outcome is counted in: fights, or days of several.
fn unit_of(finding: &OutcomeFinding) -> &'static str {
    if part(finding).as_deref() == Some("end") { "days" } else { "fights" }
}

/// The part of the day that a finding is about, if it is about one.
fn part(finding: &OutcomeFinding) -> Option<String> {
    part_of_day(&finding.outcome.family)
}

/// True if two findings move in the same number of fights, so that one says what the other says.
fn same(one: &OutcomeFinding, other: &OutcomeFinding) -> bool {
    let (up, down) = one.evidence.moved();
    let moved = other.evidence.moved();
    (up, down) == moved || (down, up) == moved
}
