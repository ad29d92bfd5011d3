//! The time at the table: `table_rolls`, `party.table_decisions`, `fight3.table_idle_turns`, `day.table_seconds`.
//!
//! Owns which of these names mean something and what they are made of. They are metrics for whoever asks; no other number changes, and
//! baselines do not hold them unless a scenario has a `[table]`. How dice and decisions are counted is for [`Cost`]. Start at [`Layout::time`].

use super::caused::{CausedNumber, KeptNumber};
use super::{DayMoment, Layout, OnRequest};
use crate::dice::Purpose;
use crate::fight::pace::{Cost, PaceNumber};
use crate::fight::{Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side, Slots, Subject};
use crate::sim::Quantity;

/// The beginning of all families.
const TABLE: &str = "table_";

/// The family of the seconds that a fight takes at the table.
pub const SECONDS: &str = "table_seconds";

/// Seconds that things take at the table: none where a scenario does not say so.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seconds {
    /// Of each roll.
    pub roll: u32,
    /// Of each table that is read.
    pub lookup: u32,
    /// Of each decision.
    pub decision: u32,
    /// Of each turn.
    pub turn: u32,
    /// Of each reaction.
    pub reaction: u32,
    /// Of each round.
    pub round: u32,
}

impl Seconds {
    /// What takes time, by the names in files.
    pub const NAMES: [&str; 6] = ["roll", "lookup", "decision", "turn", "reaction", "round"];
    /// The most seconds of anything: an hour.
    pub const MOST: u32 = 3600;

    /// The seconds of something by its name.
    pub fn of(&mut self, name: &str) -> Option<&mut u32> {
        let all = [&mut self.roll, &mut self.lookup, &mut self.decision, &mut self.turn, &mut self.reaction, &mut self.round];
        Self::NAMES.iter().zip(all).find(|(known, _)| **known == name).map(|(_, seconds)| seconds)
    }

    /// True if nothing takes any time.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Seconds::default()
    }
}

/// What a name of time means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    /// Something that is counted.
    Counted(Cost),
    /// Rounds that somebody who is out sits beside.
    Beside,
    /// Seconds.
    Seconds,
}

/// A name of time, without the beginning of all of them.
struct Kind {
    name: String,
    label: String,
    unit: &'static str,
    what: What,
}

impl Kind {
    fn new(name: &str, label: &str, unit: &'static str, what: What) -> Self {
        Kind { name: name.to_owned(), label: label.to_owned(), unit, what }
    }

    /// All of them.
    fn all() -> Vec<Kind> {
        let counted = |name: &str, label: &str, unit, cost| Kind::new(name, label, unit, What::Counted(cost));
        let mut all = vec![
            counted("rolls", "rolls", "rolls", Cost::Rolls(None)),
            counted("dice", "dice rolled", "dice", Cost::Dice(None)),
            counted("lookups", "tables read", "tables", Cost::Lookups),
            counted("decisions", "decisions", "decisions", Cost::Decisions),
            counted("turns", "turns", "turns", Cost::Turns),
            counted("idle_turns", "turns that do nothing to anybody", "turns", Cost::IdleTurns),
            counted("reactions", "reactions", "reactions", Cost::Reactions),
            Kind::new("rounds_out", "rounds that those who are out sit beside", "rounds", What::Beside),
            Kind::new("seconds", "seconds at the table", "seconds", What::Seconds),
        ];
        for purpose in Purpose::ALL {
            let word = purpose.word();
            let of = |unit: &'static str, cost| counted(&format!("{word}_{unit}"), &format!("{word}: {unit}"), unit, cost);
            all.extend([of("rolls", Cost::Rolls(Some(purpose))), of("dice", Cost::Dice(Some(purpose)))]);
        }
        all
    }
}

/// A name of time that means something.
struct Found {
    /// The part of a day before the name: `fight3.`.
    part: String,
    moment: Option<DayMoment>,
    subject: Subject,
    those: Option<Slots>,
    kind: Kind,
}

impl Layout {
    /// True if a key means time at the table.
    pub(super) fn times(&self, key: &str) -> bool {
        self.timed(key).is_some()
    }

    /// The time that a key means.
    fn timed(&self, key: &str) -> Option<Found> {
        let (before, name) = key.rsplit_once('.').map_or(("", key), |(before, name)| (before, name));
        let name = name.strip_prefix(TABLE)?;
        let kind = Kind::all().into_iter().find(|kind| kind.name == name)?;
        let (moment, part, whose) = if self.day.is_none() {
            (Some(DayMoment::Fight(0)), "", before)
        } else {
            let (moment, own) = self.caused.moment(key)?;
            (moment, &key[..key.len() - own.len() - 1], own.rsplit_once('.').map_or("", |(whose, _)| whose))
        };
        let (subject, those, side) = if whose.is_empty() {
            (Subject::Fight, None, None)
        } else {
            let one = self.caused.sufferer(whose)?;
            (one.subject, Some(one.members), Some(one.side))
        };
        let there = match moment {
            Some(DayMoment::Fight(fight)) => self.caused.meets(fight, side),
            Some(_) => kind.what != What::Beside,
            None => true,
        };
        let timed = kind.what != What::Seconds || !self.seconds.is_empty();
        let part = if part.is_empty() { String::new() } else { format!("{part}.") };
        (there && timed).then_some(Found { part, moment, subject, those, kind })
    }

    /// The metric of time that a key means. It becomes a metric when it is first asked for.
    pub(super) fn timed_by(&mut self, key: &str) -> Option<usize> {
        let found = self.timed(key)?;
        let quantity = match found.kind.what {
            What::Counted(cost) => {
                let place = self.caused.causes.paced.place(PaceNumber { those: found.those, cost });
                let metric = self.catalogue.metrics.len();
                self.caused.kept.push(KeptNumber { moment: found.moment, number: CausedNumber::Paced(place), metric });
                Quantity::Metric(metric)
            }
            What::Beside => Quantity::Beside(self.beside(&found)?),
            What::Seconds => Quantity::Weighted(self.weights(&found)?),
        };
        let family = format!("{}{TABLE}{}", found.part, found.kind.name);
        let metric = Metric {
            key: key.to_owned(),
            family,
            label: found.kind.label,
            subject: found.subject,
            scale: Scale::Amount(found.kind.unit),
        };
        Some(self.define(metric, quantity))
    }

    /// By fight: its rounds, and the rounds in which those who are meant went out.
    fn beside(&mut self, found: &Found) -> Option<Vec<(usize, Vec<usize>)>> {
        let fights = match (found.moment, self.day.is_some()) {
            (Some(DayMoment::Fight(fight)), true) => fight..fight + 1,
            (_, true) => 0..self.fights(),
            (_, false) => 0..1,
        };
        let parts: Vec<String> =
            if self.day.is_some() { fights.map(|fight| format!("fight{}.", fight + 1)).collect() } else { vec![String::new()] };
        let names = self.caused.names_of(found.those);
        let mut all = Vec::new();
        for part in parts {
            let rounds = self.catalogue.index(&format!("{part}rounds"))?;
            let outs = names.iter().filter_map(|name| self.index_or_sum(&format!("{part}{name}.out_round"))).collect();
            all.push((rounds, outs));
        }
        Some(all)
    }

    /// What takes time, each with its seconds.
    fn weights(&mut self, found: &Found) -> Option<Vec<(i64, usize)>> {
        let Seconds { roll, lookup, decision, turn, reaction, round } = self.seconds;
        let of = [("rolls", roll), ("lookups", lookup), ("decisions", decision), ("turns", turn), ("reactions", reaction)];
        let whose = match found.those {
            None => String::new(),
            Some(_) => format!("{}.", self.caused.name_of(found.subject)?),
        };
        let mut weights = Vec::new();
        for (name, seconds) in of.into_iter().filter(|(_, seconds)| *seconds > 0) {
            weights.push((i64::from(seconds), self.index_or_sum(&format!("{}{whose}{TABLE}{name}", found.part))?));
        }
        // Rounds pass for the whole table.
        if round > 0 && found.those.is_none() {
            weights.extend(self.catalogue.index(&format!("{}rounds", found.part)).map(|rounds| (i64::from(round), rounds)));
        }
        Some(weights)
    }

    /// Time at the table, among what is counted on request.
    pub(super) fn time_on_request(&self) -> OnRequest {
        let names: Vec<String> = Kind::all().into_iter().map(|kind| format!("{TABLE}{}", kind.name)).collect();
        let meaning = format!(
            "time at the table, of all, or of a side or a combatant (`NAME.{TABLE}rolls`): one of {}; `{TABLE}seconds` is known with \
             `[seconds]` in the scenario",
            names.join(", ")
        );
        let day = self.day.is_some();
        let pattern = if day { "day.table_WHAT" } else { "table_WHAT" };
        OnRequest { pattern, meaning, example: format!("{}{TABLE}rolls", if day { "day." } else { "" }) }
    }

    /// Asks for the time at the table, of all and of each side, with its tables and a picture; `headline` where they stand among the first
    /// tables. Of a day it is that of all its fights and what lies between them.
    pub fn time(&mut self, headline: bool) {
        let part = if self.day.is_some() { "day." } else { "" };
        if self.catalogue.overviews.iter().any(|overview| overview.families.contains(&format!("{part}{TABLE}rolls"))) {
            return;
        }
        let sides: Vec<String> = self.catalogue.rosters.iter().map(|roster| roster.name.clone()).collect();
        let mut families = Vec::new();
        for kind in Kind::all() {
            let family = format!("{part}{TABLE}{}", kind.name);
            let whole = self.index_or_sum(&family);
            sides.iter().for_each(|side| {
                self.index_or_sum(&format!("{part}{side}.{TABLE}{}", kind.name));
            });
            families.extend(whole.map(|_| (kind.what, family)));
        }
        let by_purpose = |what: &What| matches!(what, What::Counted(Cost::Rolls(Some(_)) | Cost::Dice(Some(_))));
        let (each, mut all): (Vec<_>, Vec<_>) = families.into_iter().partition(|(what, _)| by_purpose(what));
        let named = |name: &str| format!("{part}{TABLE}{name}");
        let per = |over: &str, per: &str, under: &str| {
            RatioOfTotals::new(&format!("{}_per_{per}", named(over)), &format!("{over} per {per}"), &named(over), under)
        };
        let (rounds, turns) = (format!("{part}rounds"), named("turns"));
        let ratios = ["rolls", "dice", "decisions"]
            .into_iter()
            .flat_map(|over| [per(over, "round", &rounds), per(over, "turn", &turns)]);
        let ratios: Vec<RatioOfTotals> = ratios.collect();
        let of_ratios = ratios.iter().map(|ratio| ratio.family.clone()).collect();
        self.catalogue.ratios.extend(ratios);
        // Where minutes are asked for they come first.
        all.sort_by_key(|(what, _)| *what != What::Seconds);
        let table = |title: &str, families: Vec<String>, headline| Overview { title: title.to_owned(), families, headline };
        let only = |those: Vec<(What, String)>| those.into_iter().map(|(_, family)| family).collect::<Vec<String>>();
        self.catalogue.overviews.extend([
            table("Table time", only(all), headline),
            table("Table time by round and turn", of_ratios, false),
            table("What is rolled for", only(each), false),
        ]);
        let rolls = Picture::new("Rolls of a fight at the table", PictureKind::Distribution, &[(&named("rolls"), "rolls")]);
        self.catalogue.pictures.push(rolls);
    }

    /// Asks for what tells a change of the time at the table and costs hardly anything: rolls and dice, of a fight and of a round. Their
    /// keys; none where all of the time is asked for.
    pub fn time_in_short(&mut self) -> Vec<String> {
        let part = if self.day.is_some() { "day." } else { "" };
        if !self.seconds.is_empty() {
            return Vec::new();
        }
        let rounds = format!("{part}rounds");
        let mut keys = Vec::new();
        for name in ["rolls", "dice"] {
            let key = format!("{part}{TABLE}{name}");
            if self.index_or_sum(&key).is_none() {
                continue;
            }
            let family = format!("{key}_per_round");
            if self.catalogue.ratios.iter().all(|ratio| ratio.family != family) {
                self.catalogue.ratios.push(RatioOfTotals::new(&family, &format!("{name} per round"), &key, &rounds));
            }
            keys.extend([key, family]);
        }
        keys
    }

    /// Asks how far the dice of each side, of all and the game master together, fell above and below their middles, by what they are rolled
    /// for. The metrics stand behind all others and have no place in a report.
    pub fn luck(&mut self) -> Vec<usize> {
        let moment = if self.day.is_some() { None } else { Some(DayMoment::Fight(0)) };
        let sides = (0..).map(Side).zip(&self.catalogue.rosters);
        let sides: Vec<_> =
            sides.map(|(side, roster)| (roster.name.clone(), Subject::Side(side), Some(roster.members))).collect();
        let mut metrics = Vec::new();
        for (name, subject, those) in sides.into_iter().chain([("all".to_owned(), Subject::Fight, None)]) {
            for purpose in Purpose::ALL {
                let place = self.caused.causes.paced.place(PaceNumber { those, cost: Cost::Luck(purpose) });
                let metric = self.catalogue.metrics.len();
                self.caused.kept.push(KeptNumber { moment, number: CausedNumber::Paced(place), metric });
                let key = format!("luck of {name}: {}", purpose.word());
                let (family, label) = (key.clone(), key.clone());
                let described = Metric { key, family, label, subject, scale: Scale::Amount("half pips") };
                metrics.push(self.define(described, Quantity::Metric(metric)));
            }
        }
        metrics
    }

    /// The seconds that things take at the table.
    #[must_use]
    pub fn seconds(&self) -> Seconds {
        self.seconds
    }

    /// Takes the seconds that things take at the table, and asks for all of that time where there are any.
    pub fn take_seconds(&mut self, seconds: Seconds) {
        self.seconds = seconds;
        if !seconds.is_empty() {
            self.time(true);
        }
    }
}

impl super::caused::Caused {
    /// The sides of a fight, by its number from 0: true if there is such a fight, and this side is in it.
    fn meets(&self, fight: usize, side: Option<Side>) -> bool {
        self.met.get(fight).is_some_and(|met| side.is_none_or(|side| met.has(side)))
    }
}
