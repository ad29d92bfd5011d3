//! Questions about injuries after a fight: treatment, worsening, and the one against the other.
//!
//! Start at [`heal`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell};

use super::super::book::between::DayPart;
use super::check::succeeds;
use super::trial::Trial;
use super::{TIERS, integer, number, signed};

/// The probability that an injury of a tier is treated in a day by somebody with this bonus (INJ-053, INJ-054).
fn treated(trial: &Trial, bonus: i32, net: i32, tier: i32) -> BigRational {
    let chance = succeeds(trial, bonus, net, trial.core.heal_numbers(tier).0);
    BigRational::one() - (BigRational::one() - chance).pow(i32::from(trial.core.book.heal.attempts_per_day))
}

/// Treatment (INJ-053 to INJ-055).
pub fn heal(arguments: &Arguments, trial: &Trial) -> Answer {
    let (bonus, net) = (number(arguments, "bonus"), number(arguments, "net"));
    let columns = ["tier", "against", "each try", "days until treated, mean", "days of healing"];
    let mut table = AnswerTable::new("treatment", &columns);
    let mut days = AnswerTable::new("treated by then", &["day"]);
    days.columns.extend(TIERS.map(str::to_owned));
    let tiers = || (1..).zip(TIERS);
    for (tier, name) in tiers() {
        let (dc, healing) = trial.core.heal_numbers(tier);
        let day = treated(trial, bonus, net, tier);
        table.row([
            Cell::text(name),
            Cell::Integer(dc.into()),
            Cell::Exact(succeeds(trial, bonus, net, dc)),
            Cell::exact_or((!day.is_zero()).then(|| day.recip()), "never"),
            Cell::Integer(healing.into()),
        ]);
    }
    for day in 1..=number(arguments, "days") {
        let by_then = |(tier, _)| BigRational::one() - (BigRational::one() - treated(trial, bonus, net, tier)).pow(day);
        let cells = tiers().map(|tier| Cell::Exact(by_then(tier)));
        days.row(std::iter::once(Cell::Integer(day.into())).chain(cells));
    }
    Answer {
        title: format!("treating injuries with Heal {}", signed(bonus.into())),
        notes: Vec::new(),
        tables: vec![table, days],
        curves: Vec::new(),
    }
}

/// The injuries of a part: untreated and treated ones; `None` when it is destroyed.
type Part = Option<(usize, usize)>;

/// A part with what befalls it in a day.
struct Neglect<'a> {
    trial: &'a Trial,
    /// Injuries that destroy it.
    max: usize,
    /// The probability that a check fails.
    fails: BigRational,
    /// The probability that an injury is treated, if anybody treats it.
    treated: BigRational,
}

impl Neglect<'_> {
    /// A day more (INJ-049 to INJ-051, INJ-053, INJ-054, R-40, E-12).
    fn day(&self, mut parts: BTreeMap<Part, BigRational>) -> BTreeMap<Part, BigRational> {
        for hour in &self.trial.core.book.day.order {
            let mut next = BTreeMap::new();
            for (part, chance) in parts {
                let after = match (part, hour) {
                    (Some((untreated, treated)), DayPart::Treatment) => several(untreated, &self.treated)
                        .map(|(now, share)| (Some((untreated - now, treated + now)), share))
                        .collect(),
                    (Some((untreated, treated)), DayPart::Worsening) => {
                        let checks = self.trial.core.worsening_checks(untreated);
                        let worse =
                            |more: usize| (untreated + more + treated < self.max).then_some((untreated + more, treated));
                        several(checks, &self.fails).map(|(failures, share)| (worse(failures), share)).collect()
                    }
                    _ => vec![(part, BigRational::one())],
                };
                for (part, share) in after {
                    *next.entry(part).or_insert_with(BigRational::zero) += &chance * share;
                }
            }
            parts = next;
        }
        parts
    }
}

/// Returns how many of so many come true, each with this probability.
fn several(of: usize, chance: &BigRational) -> impl Iterator<Item = (usize, BigRational)> {
    let ways = move |some: usize| {
        (0..some).fold(BigRational::one(), |ways, index| ways * integer((of - index) as i64) / integer(index as i64 + 1))
    };
    (0..=of)
        .map(move |some| (some, ways(some) * chance.pow(some as i32) * (BigRational::one() - chance).pow((of - some) as i32)))
}

/// A part over days, neglected or treated (INJ-049 to INJ-051, INJ-053, INJ-054, R-40, E-12).
pub fn worsening(arguments: &Arguments, trial: &Trial) -> Answer {
    let (con, net) = (number(arguments, "con"), number(arguments, "net"));
    let (start, max) = (arguments.integer("injuries") as usize, arguments.integer("max") as usize);
    let tier = TIERS.iter().position(|name| *name == arguments.word("tier")).map_or(1, |tier| tier as i32 + 1);
    let healer = arguments.integer_unless_book("heal").map(|heal| heal as i32);
    let neglect = Neglect {
        trial,
        max,
        fails: BigRational::one() - succeeds(trial, con, net, trial.core.book.worsen.dc),
        treated: healer.map_or_else(BigRational::zero, |heal| treated(trial, heal, 0, tier)),
    };
    let mut parts = BTreeMap::from([((start < max).then_some((start, 0)), BigRational::one())]);
    let columns = ["day", "destroyed by then", "injuries, mean", "all treated by then"];
    let mut table = AnswerTable::new("days", if healer.is_some() { &columns } else { &columns[..3] });
    for day in 1..=arguments.integer("days") {
        parts = neglect.day(parts);
        let share = |holds: &dyn Fn(&Part) -> bool| -> BigRational {
            parts.iter().filter(|(part, _)| holds(part)).map(|(_, chance)| chance).sum()
        };
        let injuries = |part: &Part| part.map_or(max, |(untreated, treated)| untreated + treated) as i64;
        let mean: BigRational = parts.iter().map(|(part, chance)| integer(injuries(part)) * chance).sum();
        let row = [Cell::Integer(day), Cell::Exact(share(&|part| part.is_none())), Cell::Exact(mean)];
        let all = Cell::Exact(share(&|part| part.is_some_and(|(untreated, _)| untreated == 0)));
        table.row(row.into_iter().chain(healer.is_some().then_some(all)));
    }
    let mut one = AnswerTable::new("each check", &["what", "chance"]);
    one.row([Cell::text("fails"), Cell::Exact(neglect.fails)]);
    if healer.is_some() {
        one.row([Cell::text("an injury is treated in a day"), Cell::Exact(neglect.treated)]);
    }
    let cared = healer.map_or_else(|| "untreated".to_owned(), |heal| format!("Heal {}", signed(heal.into())));
    let title = format!("a part with {start} of {max} injuries, {cared}, Constitution {}", signed(con.into()));
    let mut notes = Vec::new();
    if healer.is_some() {
        let days = trial.core.heal_numbers(tier).1;
        notes.push(format!("what is treated grows no worse; it heals {days} days later, which is not counted here (INJ-055)"));
    }
    Answer { title, notes, tables: vec![one, table], curves: Vec::new() }
}
