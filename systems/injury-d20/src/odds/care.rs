//! Questions about injuries after a fight: treatment, worsening, and the one against the other.
//!
//! Start at [`heal`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::fight::day::Sides;
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::book::Book;
use super::super::book::between::DayPart;
use super::super::plan::first_of;
use super::super::rulings::{DeathSaveScope, Rulings};
use super::super::sheet::PartKind;
use super::super::state::{Care, Fight};
use super::trial::{ONE, OTHER, Stage, Trial};
use super::{TIERS, number, signed};

/// Treatment (INJ-053 to INJ-055).
pub fn heal(arguments: &Arguments, mut trial: Trial) -> Answer {
    let (bonus, net) = (number(arguments, "bonus"), number(arguments, "net"));
    trial.is_treated(bonus, net);
    let columns = ["tier", "against", "each try", "days until treated, mean", "days of healing"];
    let mut table = AnswerTable::new("treatment", &columns);
    let mut days = AnswerTable::new("treated by then", &["day"]);
    days.columns.extend(TIERS.map(str::to_owned));
    let mut left = Vec::new();
    for (tier, name) in (1..).zip(TIERS) {
        let (dc, healing) = trial.core.heal_numbers(tier);
        let day = trial.chance(|play| play.treats(ONE, dc));
        table.row([
            Cell::text(name),
            Cell::Integer(dc.into()),
            Cell::Exact(trial.chance(|play| play.tries_to_treat(ONE, dc))),
            Cell::exact_or((!day.is_zero()).then(|| day.recip()), "never"),
            Cell::Integer(healing.into()),
        ]);
        left.push(BigRational::one() - day);
    }
    for day in 1..=number(arguments, "days") {
        let cells = left.iter().map(|left| Cell::Exact(BigRational::one() - left.pow(day)));
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

/// Parts, each with its probability.
type Parts = Spread<Part>;

/// Days of somebody with an injured ear, which is as any other part that nothing but its injuries depends on.
struct Days<'a> {
    stage: Stage<'a>,
    /// Nobody is injured yet.
    whole: Fight,
    /// The ear.
    ear: u8,
    /// True if somebody treats it.
    treated: bool,
    /// By part of the day and injuries: the injuries that follow.
    known: BTreeMap<(usize, (usize, usize)), Parts>,
}

impl<'a> Days<'a> {
    /// The days by these rules.
    ///
    /// # Errors
    /// When nobody has an ear.
    fn new(trial: &'a Trial, treated: bool) -> Result<Self, String> {
        let ear = first_of(trial.core.fighter(OTHER).plan.all(PartKind::Ear)).ok_or("nobody has an ear")?;
        let mut whole = trial.fight();
        whole.care = vec![Care::NONE; whole.bodies.len()];
        Ok(Days { stage: Stage::new(&trial.core), whole, ear, treated, known: BTreeMap::new() })
    }

    /// A day more (INJ-049 to INJ-051, INJ-053, INJ-054, R-40, E-12).
    fn day(&mut self, order: &[DayPart], mut parts: Parts) -> Parts {
        for (place, &hour) in order.iter().enumerate() {
            let goes_on = hour == DayPart::Worsening || hour == DayPart::Treatment && self.treated;
            if !goes_on {
                continue;
            }
            parts = parts.then(|&part| match part {
                Some((untreated, treated)) => self.after(hour, place, untreated, treated).clone(),
                None => certain(None),
            });
        }
        parts
    }

    /// Returns the parts that follow from these injuries in a part of the day, by its place in the order.
    fn after(&mut self, hour: DayPart, place: usize, untreated: usize, treated: usize) -> &Parts {
        let Days { stage, whole, ear, known, .. } = self;
        known.entry((place, (untreated, treated))).or_insert_with(|| {
            let part = usize::from(*ear);
            let mut fight = whole.clone();
            (0..untreated + treated).for_each(|_| _ = fight.body_mut(OTHER).harm.add(*ear));
            fight.care[OTHER.index()].days[part][..treated].fill(1);
            stage.scene(&fight, |play| {
                play.part_of_day(hour, Sides::all(2));
                let lost = play.rules.lost(OTHER, play.fight.body(OTHER)) >> part & 1 == 1;
                let count = |injuries: i64| injuries as usize;
                let of = || (count(play.rules.untreated(play.fight, OTHER)), count(play.rules.treated(play.fight, OTHER)));
                (!lost).then(of)
            })
        })
    }
}

/// A part over days, neglected or treated (INJ-049 to INJ-051, INJ-053, INJ-054, R-40, E-12).
///
/// # Errors
/// A book that cannot be played by.
pub fn worsening(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (con, net) = (number(arguments, "con"), number(arguments, "net"));
    let (start, max) = (arguments.integer("injuries") as usize, arguments.integer("max") as usize);
    let tier = TIERS.iter().position(|name| *name == arguments.word("tier")).map_or(1, |tier| tier as i32 + 1);
    let healer = arguments.integer_if_said("heal").map(|heal| heal as i32);
    let mut book = book.clone();
    (book.part.ear.max, book.part.ear.tier) = (max as u8, tier as u8);
    // Whoever dies has no more days: no save is asked for here.
    let rulings = Rulings { death_save_scope: DeathSaveScope::WhileUnconscious, ..rulings.clone() };
    let mut trial = Trial::new(&book, &rulings)?;
    trial.falls_ill(con, net);
    if let Some(heal) = healer {
        trial.is_treated(heal, 0);
    }
    let (dc, healing) = trial.core.heal_numbers(tier);
    let mut days = Days::new(&trial, healer.is_some())?;
    let mut parts = certain((start < max).then_some((start, 0)));
    let columns = ["day", "destroyed by then", "injuries, mean", "all treated by then"];
    let mut table = AnswerTable::new("days", if healer.is_some() { &columns } else { &columns[..3] });
    for day in 1..=arguments.integer("days") {
        parts = days.day(&book.day.order, parts);
        let mean = parts.mean(|part| part.map_or(max, |(untreated, treated)| untreated + treated) as i64);
        let row = [Cell::Integer(day), Cell::Exact(parts.chance(Option::is_none)), Cell::Exact(mean)];
        let all = Cell::Exact(parts.chance(|part| part.is_some_and(|(untreated, _)| untreated == 0)));
        table.row(row.into_iter().chain(healer.is_some().then_some(all)));
    }
    let mut one = AnswerTable::new("each check", &["what", "chance"]);
    one.row([Cell::text("fails"), Cell::Exact(trial.chance(|play| play.neglect_tells(OTHER)))]);
    if healer.is_some() {
        one.row([Cell::text("an injury is treated in a day"), Cell::Exact(trial.chance(|play| play.treats(ONE, dc)))]);
    }
    let cared = healer.map_or_else(|| "untreated".to_owned(), |heal| format!("Heal {}", signed(heal.into())));
    let title = format!("a part with {start} of {max} injuries, {cared}, Constitution {}", signed(con.into()));
    let mut notes = Vec::new();
    if healer.is_some() {
        notes.push(format!(
            "what is treated grows no worse; it heals {healing} days later, which is not counted here (INJ-055)"
        ));
    }
    Ok(Answer { title, notes, tables: vec![one, table], curves: Vec::new() })
}
