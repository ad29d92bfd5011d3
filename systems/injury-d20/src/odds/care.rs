//! Questions about injuries after the fight and in it: treatment, worsening, the one against the other, an injured head.
//!
//! Start at [`heal`].

use std::collections::BTreeMap;

use frame::fight::Lineup;
use frame::fight::day::Sides;
use frame::rules::answers::{Answer, AnswerTable, Cell, at_least_once, integer, row};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::RestKind;
use super::super::book::between::DayPart;
use super::super::book::{Book, RollKind};
use super::super::plan::first_of;
use super::super::rulings::{DeathSaveScope, Rulings};
use super::super::sheet::{Attribute, PartKind, Skill};
use super::super::state::{Care, Fight};
use super::TIERS;
use super::trial::{ONE, OTHER, Stage, Trial};

impl Trial {
    /// Makes the first of them a healer of the other one's side, with so much of Heal and so many advantages in its checks.
    pub fn is_treated(&mut self, heal: i32, net: i32) {
        self.gets(ONE, RollKind::Check, net);
        // Of two who know as much the first one treats.
        let (side, lineup) = (self.core.fighter(OTHER).side, &self.core.lineup);
        self.core.lineup = Lineup::new([side; 2], lineup.sides, &lineup.relations, &lineup.arrivals);
        for who in [ONE, OTHER] {
            (self.sheet(who).side, self.sheet(who).skills[Skill::Heal as usize]) = (side, heal);
        }
    }

    /// The two combatants, the other one with so many injuries of its head.
    ///
    /// # Errors
    /// When nobody has a head.
    pub fn injured_head(&self, injuries: u8) -> Result<Fight, String> {
        let head = first_of(self.core.fighter(OTHER).plan.all(PartKind::Head));
        let head = head.ok_or("nobody has a head: the body of `book.body` has none")?;
        let mut fight = self.fight();
        (0..injuries).for_each(|_| _ = fight.body_mut(OTHER).harm.add(head));
        Ok(fight)
    }
}

/// Treatment (INJ-053 to INJ-055).
pub fn heal(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, net, days] = arguments.numbers(["bonus", "net", "days"]);
    trial.is_treated(bonus, net);
    let columns = ["tier", "against", "each try", "days until treated, mean", "days of healing"];
    let mut treated = Vec::new();
    let tiers = AnswerTable::of("treatment", columns, (1..).zip(TIERS), |(tier, name)| {
        let (dc, healing) = trial.core.heal_numbers(tier);
        let day = trial.chance(|play| play.treats(ONE, dc));
        treated.push((name.to_owned(), day.clone()));
        row![name, dc, trial.chance(|play| play.tries_to_treat(ONE, dc)), Cell::until(&day), healing]
    });
    let days = AnswerTable::grid(["treated by then", "day"], 1..=days, treated, |&days, day| at_least_once(day, days));
    Answer::new(format!("treating injuries with Heal {bonus:+}")).table(tiers).table(days)
}

/// Untreated and treated injuries of a part; nothing when it is destroyed.
type Part = Option<[i64; 2]>;

impl Stage<'_> {
    /// The injuries of this part of the other one after a part of the day (INJ-049 to INJ-051, INJ-053, INJ-054, R-40, E-12).
    fn after(&mut self, hour: DayPart, whole: &Fight, part: u8, [untreated, treated]: [i64; 2]) -> Spread<Part> {
        let mut fight = whole.clone();
        fight.care = vec![Care::NONE; fight.bodies.len()];
        (0..untreated + treated).for_each(|_| _ = fight.body_mut(OTHER).harm.add(part));
        fight.care[OTHER.index()].days[usize::from(part)][..treated as usize].fill(1);
        self.scene(&fight, |play| {
            play.part_of_day(hour, Sides::all(2));
            let lost = play.rules.lost(OTHER, play.fight.body(OTHER)) >> part & 1 == 1;
            (!lost).then(|| [play.rules.untreated(play.fight, OTHER), play.rules.treated(play.fight, OTHER)])
        })
    }
}

/// A part over days, neglected or treated: an ear, which is as any other part that nothing but its injuries depends on.
///
/// # Errors
/// A book that cannot be played by, or a body without ears.
pub fn worsening(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let ([con, net], [start, max]) = (arguments.numbers(["con", "net"]), arguments.numbers(["injuries", "max"]));
    let (healer, tier) = (arguments.integer_if_said("heal"), arguments.word("tier"));
    let tier = (1..).zip(TIERS).find(|(_, name)| *name == tier).map_or(1, |(tier, _)| tier);
    let mut book = book.clone();
    (book.part.ear.max, book.part.ear.tier) = (max as u8, tier as u8);
    // The dead have no more days: no save is asked for here.
    let rulings = Rulings { death_save_scope: DeathSaveScope::WhileUnconscious, ..rulings.clone() };
    let mut trial = Trial::new("", &book, &rulings)?;
    trial.gets(OTHER, RollKind::Check, net);
    trial.sheet(OTHER).attributes[Attribute::Con as usize] = con;
    let mut answer = Answer::default();
    let mut checks = vec![("fails", trial.chance(|play| play.neglect_tells(OTHER)))];
    let (mut cared, mut hours) = ("untreated".to_owned(), vec![DayPart::Worsening]);
    if let Some(heal) = healer {
        let (dc, healing) = trial.core.heal_numbers(tier);
        trial.is_treated(heal as i32, 0);
        checks.push(("an injury is treated in a day", trial.chance(|play| play.treats(ONE, dc))));
        hours.push(DayPart::Treatment);
        cared = format!("Heal {heal:+}");
        let later = format!("it heals {healing} days later, which is not counted here (INJ-055)");
        answer = answer.note(format!("what is treated grows no worse; {later}"));
    }
    let ear = first_of(trial.core.fighter(OTHER).plan.all(PartKind::Ear)).ok_or("nobody has an ear")?;
    let (whole, mut stage, mut known) = (trial.fight(), Stage::new(&trial.core), BTreeMap::new());
    let mut parts = certain((start < max).then_some([start, 0]));
    let columns = ["day", "destroyed by then", "injuries, mean", "all treated by then"];
    let mut days = AnswerTable::of("days", columns, 1..=arguments.integer("days"), |day| {
        for &hour in book.day.order.iter().filter(|hour| hours.contains(hour)) {
            parts = parts.then(|&part| match part {
                Some(now) => known.entry((hour as u8, now)).or_insert_with(|| stage.after(hour, &whole, ear, now)).clone(),
                None => certain(None),
            });
        }
        let mean = parts.mean(|part| part.map_or(max, |injuries| injuries.iter().sum()));
        row![day, parts.chance(Option::is_none), mean, parts.chance(|part| part.is_some_and(|[untreated, _]| untreated == 0))]
    });
    if healer.is_none() {
        days.columns.pop();
        days.rows.iter_mut().for_each(|row| row.truncate(columns.len() - 1));
    }
    answer.title = format!("a part with {start} of {max} injuries, {cared}, Constitution {con:+}");
    Ok(answer.table(AnswerTable::list("each check", ["what", "chance"], checks)).table(days))
}

/// A concussion and hours of rest (INJ-122, INJ-123, R-24, E-11).
///
/// # Errors
/// When nobody has a head.
pub fn concussion(arguments: &Arguments, mut trial: Trial) -> Result<Answer, String> {
    let [con, hours] = arguments.numbers(["con", "hours"]);
    let fight = trial.injured_head(1)?;
    let mut heals = |con: i32| {
        trial.sheet(OTHER).attributes[Attribute::Con as usize] = con;
        let healed = trial.scene(&fight, |play| {
            play.take_rest(RestKind::Hour, Sides::all(2));
            !play.rules.concussed(OTHER, play.fight.body(OTHER))
        });
        healed.chance(|&healed| healed)
    };
    let hour = heals(con);
    let by_hours = (1..=hours).map(|hours| (hours, at_least_once(&hour, hours)));
    let columns = ["Constitution", "an hour of rest heals it", "hours, mean"];
    let by_con = AnswerTable::of("by Constitution", columns, 0..=12, |con| {
        let hour = heals(con);
        row![con, &hour, Cell::until(&hour)]
    });
    let one = [("an hour of rest heals it", (&hour).into()), ("hours until it is healed, mean", Cell::until(&hour))];
    Ok(Answer::new(format!("a concussion at rest, Constitution {con:+}"))
        .note("the concussion itself makes the check worse (INJ-122)")
        .table(AnswerTable::list("concussion", ["what", "value"], one))
        .table(AnswerTable::list("hours of rest", ["hours", "healed by then"], by_hours))
        .table(by_con))
}

/// The turns of the confused (INJ-126, R-18).
///
/// # Errors
/// When nobody has a head.
pub fn confusion(arguments: &Arguments, trial: &Trial) -> Result<Answer, String> {
    let results = trial.scene(&trial.injured_head(2)?, |play| {
        let acts = play.acts_confused(OTHER);
        let body = play.fight.body(OTHER);
        (acts, body.berserk, body.strain)
    });
    let name = |&(acts, berserk, strain): &(bool, bool, i32)| match (acts, berserk) {
        (true, true) => "attacks whoever is nearest",
        (true, false) => "acts as usual",
        (false, _) if strain > 0 => "hurts itself",
        (false, _) => "does nothing",
    };
    let lost = results.chance(|(acts, ..)| !acts);
    let berserk = results.chance(|&(acts, berserk, _)| acts && berserk);
    let strain = results.mean(|&(.., strain)| strain.into());
    let columns = ["turns", "lost, mean", "at least one is lost", "attacks whoever is nearest, mean", "strain, mean"];
    let turns = AnswerTable::of("turns", columns, 1..=arguments.number("turns"), |count: i32| {
        let times = |mean| integer(count.into()) * mean;
        row![count, times(&lost), at_least_once(&lost, count), times(&berserk), times(&strain)]
    });
    Ok(Answer::new("the turns of the confused")
        .note("confusion lasts until the second injury of the head is healed (INJ-126)")
        .table(AnswerTable::list("a turn", ["what", "chance"], results.iter().map(|(result, chance)| (name(result), chance))))
        .table(turns))
}
