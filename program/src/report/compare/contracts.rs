//! Contracts of a comparison: what becomes of each by the change, in sentences and tables.
//!
//! Owns the wording; standings come from [`fate`](frame::analysis::fate). Start at [`sentence`] and [`listing`].

use serde_json::{Value, json};

use crate::report::answer::listed;
use crate::report::check::words::in_figures;
use crate::report::compare::{ComparisonReport, Entry};
use crate::report::document::interval_json;
use crate::report::listing::Listing;
use frame::analysis::contract::{Contract, ContractStanding, Judged};
use frame::analysis::fate::{Fate, Fated};
use frame::error::Failure;

/// Contracts that a sentence names at the most.
const NAMED_MOST: usize = 2;

/// All contracts with their scenarios: by fate, then in the order of the files.
#[must_use]
pub fn fated(report: &ComparisonReport) -> Vec<(&Entry, &Fated)> {
    let mut all: Vec<(&Entry, &Fated)> =
        report.entries.iter().flat_map(|entry| entry.compared.fates.iter().map(move |fated| (entry, fated))).collect();
    all.sort_by_key(|(_, fated)| fated.fate());
    all
}

/// The number of contracts of a fate.
fn count(all: &[(&Entry, &Fated)], fate: Fate) -> usize {
    all.iter().filter(|(_, fated)| fated.fate() == fate).count()
}

/// The contract that is the only one, in words.
fn alone(fated: &Fated) -> String {
    let after = match fated.standings()[1] {
        Some(ContractStanding::Holds) => "holds",
        Some(ContractStanding::Broken) => "is broken",
        _ => "is undecided",
    };
    let what = match fated.fate() {
        Fate::Breaks => "breaks".to_owned(),
        Fate::Falls | Fate::Rises => format!("{after} now and was not decided before"),
        Fate::Opens => "becomes undecided".to_owned(),
        Fate::Mended => "is mended".to_owned(),
        Fate::Eases => "is undecided now and was broken before".to_owned(),
        Fate::New => format!("is new, and {after}"),
        Fate::Gone => "is gone".to_owned(),
        Fate::Broken | Fate::Open | Fate::Holds => format!("{after} as before"),
    };
    format!("The contract {what}.")
}

/// How many contracts break, are mended or become undecided; nothing where nobody expects anything.
#[must_use]
pub fn sentence(report: &ComparisonReport) -> Option<String> {
    let all = fated(report);
    match &all[..] {
        [] => return None,
        [(_, only)] => return Some(alone(only)),
        _ => {}
    }
    let be = |count: usize, what: &str| format!("{count} {} {what}", if count == 1 { "is" } else { "are" });
    let verb = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let new = |standing| all.iter().filter(|(_, one)| one.fate() == Fate::New && one.standings()[1] == Some(standing)).count();
    let tell = |fate: Fate| {
        let count = count(&all, fate);
        let said = match fate {
            Fate::Breaks | Fate::New => return None,
            Fate::Falls => {
                verb(count, "is broken now and was not decided before", "are broken now and were not decided before")
            }
            Fate::Opens => verb(count, "becomes undecided", "become undecided"),
            Fate::Mended => be(count, "mended"),
            Fate::Rises => verb(count, "holds now and was not decided before", "hold now and were not decided before"),
            Fate::Eases => verb(count, "is undecided now and was broken before", "are undecided now and were broken before"),
            Fate::Gone => be(count, "gone"),
            Fate::Broken => be(count, "broken as before"),
            Fate::Open => be(count, "undecided as before"),
            Fate::Holds => verb(count, "holds as before", "hold as before"),
        };
        (count > 0).then_some(said)
    };
    let turned = [Fate::Mended, Fate::Falls, Fate::Opens, Fate::Rises, Fate::Eases, Fate::Gone];
    let mut parts: Vec<String> = turned.into_iter().filter_map(tell).collect();
    let news = [
        (ContractStanding::Broken, "new and broken"),
        (ContractStanding::Undecided, "new and undecided"),
        (ContractStanding::Holds, "new and holding"),
    ];
    parts.extend(news.into_iter().filter(|(standing, _)| new(*standing) > 0).map(|(standing, what)| be(new(standing), what)));
    let breaks = count(&all, Fate::Breaks);
    if breaks > 0 {
        let names: Vec<String> = all.iter().take(breaks).map(|(entry, fated)| named(report, entry, fated)).collect();
        let names = if breaks <= NAMED_MOST { format!(" ({})", listed(&names)) } else { String::new() };
        let first = format!("{breaks} of {} contracts {}{names}", all.len(), if breaks == 1 { "breaks" } else { "break" });
        return Some(std::iter::once(first).chain(parts).collect::<Vec<_>>().join(", ") + ".");
    }
    if count(&all, Fate::Holds) == all.len() {
        return Some(format!("All {} contracts hold as before.", all.len()));
    }
    let rest = [Fate::Holds, Fate::Broken, Fate::Open].into_iter().filter_map(tell);
    let told: Vec<String> = rest.chain(parts).collect();
    Some(format!("None of {} contracts is seen to break: {}.", all.len(), told.join(", ")))
}

/// The contract with its scenario, where there are several.
fn named(report: &ComparisonReport, entry: &Entry, fated: &Fated) -> String {
    let that = &fated.contract().that;
    if report.several() { format!("{}: {that}", entry.name) } else { that.clone() }
}

/// The numbers of a contract on one side.
fn numbers((contract, judged): &(Contract, Vec<Judged>)) -> String {
    let pairs = contract.clauses.iter().zip(judged);
    let figures = |(clause, judged): (&frame::analysis::contract::Clause, &Judged)| {
        judged.interval.map_or_else(|| "-".to_owned(), |interval| in_figures(interval, clause.unit()))
    };
    pairs.map(figures).collect::<Vec<_>>().join(", ")
}

/// The contracts with what becomes of them; without `all` only those whose standing turns, or that do not hold.
#[must_use]
pub fn listing(report: &ComparisonReport, all: bool) -> Listing {
    let told = fated(report).into_iter().filter(|(_, fated)| all || fated.fate() != Fate::Holds);
    let rows = told.map(|(entry, fated)| {
        let [before, after] = &fated.sides;
        let side = |side: &Option<(Contract, Vec<Judged>)>| side.as_ref().map_or_else(|| "-".to_owned(), numbers);
        vec![named(report, entry, fated), fated.fate().text().to_owned(), side(before), side(after)]
    });
    Listing::new(["contract", "the change", "before", "after"], rows)
}

/// What a designer may want to read of those that are broken now: their reasons.
#[must_use]
pub fn reasons(report: &ComparisonReport) -> Vec<String> {
    let broken = fated(report).into_iter().filter(|(_, fated)| matches!(fated.fate(), Fate::Breaks | Fate::Falls));
    let reason = |(entry, fated): (&Entry, &Fated)| {
        let contract = fated.contract();
        let why = if contract.if_violated.is_empty() { &contract.because } else { &contract.if_violated };
        (!why.is_empty()).then(|| format!("{}: {why}", named(report, entry, fated)))
    };
    broken.filter_map(reason).collect()
}

/// The contracts of one scenario in a few words: `1 of 3 breaks`, `3 hold`.
#[must_use]
pub fn in_short(entry: &Entry) -> String {
    let all: Vec<(&Entry, &Fated)> = entry.compared.fates.iter().map(|fated| (entry, fated)).collect();
    let words = [
        (Fate::Breaks, "breaks", "break"),
        (Fate::Falls, "broken now", "broken now"),
        (Fate::Opens, "open now", "open now"),
        (Fate::Mended, "mended", "mended"),
        (Fate::Rises, "holds now", "hold now"),
        (Fate::Eases, "open now", "open now"),
        (Fate::New, "new", "new"),
        (Fate::Gone, "gone", "gone"),
        (Fate::Broken, "broken", "broken"),
        (Fate::Open, "open", "open"),
        (Fate::Holds, "holds", "hold"),
    ];
    let said = |(fate, one, many): &(Fate, &str, &str)| match count(&all, *fate) {
        0 => None,
        1 => Some(format!("1 {one}")),
        number => Some(format!("{number} {many}")),
    };
    let told: Vec<String> = words.iter().filter_map(said).collect();
    if told.is_empty() { "-".to_owned() } else { told.join(", ") }
}

/// The worst fate of a scenario's contracts, where it is one that turns.
#[must_use]
pub fn worst(entry: &Entry) -> Option<Fate> {
    entry.compared.fates.iter().map(Fated::fate).filter(|fate| fate.turns()).min()
}

/// True unless a contract breaks or becomes undecided.
///
/// # Errors
/// [`Failure::Drift`] where one is broken that was not before, [`Failure::Undecided`] where one held and is undecided.
pub fn strict(report: &ComparisonReport) -> Result<(), Failure> {
    let all = fated(report);
    let is = |fated: &Fated, standing| fated.standings()[1] == Some(standing);
    let names = |wanted: &dyn Fn(&Fated) -> bool| {
        let names: Vec<String> =
            all.iter().filter(|(_, fated)| wanted(fated)).map(|(entry, fated)| named(report, entry, fated)).collect();
        names.join(", ")
    };
    let broken = names(&|fated| {
        matches!(fated.fate(), Fate::Breaks | Fate::Falls) || fated.fate() == Fate::New && is(fated, ContractStanding::Broken)
    });
    if !broken.is_empty() {
        return Err(Failure::Drift(format!("the change breaks {broken}")));
    }
    let open =
        names(&|fated| fated.fate() == Fate::Opens || fated.fate() == Fate::New && is(fated, ContractStanding::Undecided));
    if open.is_empty() { Ok(()) } else { Err(Failure::Undecided(format!("undecided after the change: {open}"))) }
}

/// The contracts of a scenario as JSON.
#[must_use]
pub fn json(entry: &Entry) -> Vec<Value> {
    let word = |standing: Option<ContractStanding>| standing.map(ContractStanding::text);
    let clauses = |side: &Option<(Contract, Vec<Judged>)>| {
        side.as_ref().map(|(contract, judged)| {
            let clause = |(clause, judged): (&frame::analysis::contract::Clause, &Judged)| {
                let limit = |limit: f64| limit.is_finite().then_some(limit);
                json!({ "that": clause.what, "low": limit(clause.low), "high": limit(clause.high), "figure": interval_json(judged.interval) })
            };
            contract.clauses.iter().zip(judged).map(clause).collect::<Vec<_>>()
        })
    };
    let contract = |fated: &Fated| {
        let [before, after] = fated.standings();
        json!({
            "that": fated.contract().that,
            "because": fated.contract().because,
            "fate": fated.fate().text(),
            "before": word(before),
            "after": word(after),
            "numbers_before": clauses(&fated.sides[0]),
            "numbers_after": clauses(&fated.sides[1]),
        })
    };
    entry.compared.fates.iter().map(contract).collect()
}
