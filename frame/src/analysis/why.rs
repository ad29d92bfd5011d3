//! Why it came out that way: where the luck sits.
//!
//! Owns the plan (which dice are taken together, which outcomes are divided among them, how well), the playing from look to look, and what
//! came of it. Which dice decide what is found by rolling some of them anew and keeping all others, fight by fight: see
//! [`redraw`](crate::sim::redraw) for the fights and [`sobol`](crate::stats::sobol) for the shares. Start at [`LuckShares::play`].

use std::sync::atomic::AtomicBool;

use crate::dice::{Lot, Purpose, Slot};
use crate::error::Failure;
use crate::exact::ExactEngine;
use crate::fight::{ABSENT, Catalogue, Scale};
use crate::sim::redraw::{Deal, Redraw};
use crate::sim::solo::Arm;
use crate::stats::Level;
use crate::stats::interval::Interval;
use crate::stats::looks::looks;
use crate::stats::sobol::{SIZE_MOST, Shares, Trio};
use crate::tally::Matching;

use super::outcome::{Outcome, OutcomeMeasure, Outcomes};

/// The name of those who roll for nobody in particular.
pub const MASTER: &str = "game master";

/// A way to divide all dice of a scenario into groups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Division {
    /// By what they are rolled for.
    Purposes,
    /// By the side of whoever rolls them.
    Sides,
    /// By whoever rolls them.
    Combatants,
    /// By side, and what they are rolled for.
    SidePurposes,
    /// By whoever rolls them, and what for.
    CombatantPurposes,
}

impl Division {
    /// All of them.
    pub const ALL: [Division; 5] =
        [Division::Purposes, Division::Sides, Division::Combatants, Division::SidePurposes, Division::CombatantPurposes];

    /// The word for it, as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Division::Purposes => "purposes",
            Division::Sides => "sides",
            Division::Combatants => "combatants",
            Division::SidePurposes => "side-purposes",
            Division::CombatantPurposes => "combatant-purposes",
        }
    }

    /// The groups into which it divides the dice of some combatants. Groups of which nobody ever rolls a die are among them.
    #[must_use]
    pub fn groups(self, engine: &dyn ExactEngine) -> Vec<DiceGroup> {
        let combatants = engine.combatants();
        let side = |who: Slot| combatants.get(who.index()).map(|one| one.side.index());
        let everybody = (0..combatants.len()).map(|slot| Slot(slot as u8)).chain([Slot::MASTER]);
        let name = |who: Slot| combatants.get(who.index()).map_or(MASTER, |one| one.name.as_str());
        let side_name = |side: Option<usize>| side.map_or(MASTER, |side| engine.sides()[side].as_str());
        let sides = || (0..engine.sides().len()).map(Some).chain([None]);
        let group = |owner: &str, purpose: Option<Purpose>, wanted: &dyn Fn(Slot) -> bool| DiceGroup {
            owner: owner.to_owned(),
            purpose,
            lot: Lot::of(combatants.len(), engine.purposes(), |who, of| {
                wanted(who) && purpose.is_none_or(|purpose| purpose == of)
            }),
        };
        let purposes = || engine.purposes().iter().copied().map(Some);
        match self {
            Division::Purposes => purposes().map(|purpose| group("", purpose, &|_| true)).collect(),
            Division::Sides => sides().map(|of| group(side_name(of), None, &|who| side(who) == of)).collect(),
            Division::Combatants => everybody.map(|of| group(name(of), None, &|who| who == of)).collect(),
            Division::SidePurposes => sides()
                .flat_map(|of| purposes().map(move |purpose| (of, purpose)))
                .map(|(of, purpose)| group(side_name(of), purpose, &|who| side(who) == of))
                .collect(),
            Division::CombatantPurposes => everybody
                .flat_map(|of| purposes().map(move |purpose| (of, purpose)))
                .map(|(of, purpose)| group(name(of), purpose, &|who| who == of))
                .collect(),
        }
    }
}

/// Dice that are taken together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceGroup {
    /// The side or the combatant who rolls them; empty for everybody.
    pub owner: String,
    /// What they are rolled for; none for everything.
    pub purpose: Option<Purpose>,
    /// Their streams.
    pub lot: Lot,
}

impl DiceGroup {
    /// Its name: `damage`, `heroes`, `heroes, damage`.
    #[must_use]
    pub fn name(&self) -> String {
        let parts = [(!self.owner.is_empty()).then_some(self.owner.as_str()), self.purpose.map(Purpose::word)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The plan of what is divided.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckPlan {
    /// The ways in which dice are divided.
    pub divisions: Vec<Division>,
    /// The largest reach of an interval that is good enough.
    pub precision: f64,
    /// The level of the intervals.
    pub level: Level,
    /// Fight numbers at the most.
    pub fights_max: u64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// An outcome that is divided.
#[derive(Clone, PartialEq, Debug)]
pub struct Divided {
    /// Its name: `win(ogre)`, `rounds`.
    pub key: String,
    /// The outcome in words.
    pub label: String,
    /// True if it happens or not; otherwise it is an amount.
    pub event: bool,
    /// Fights that have no value of it, of all that were played.
    pub absent: u64,
    /// True if a value is too large to be divided.
    pub too_large: bool,
    /// By division: the shares of its groups, in their order.
    trios: Vec<Vec<Trio>>,
    /// By division: what its groups come to together.
    together: Vec<Trio>,
}

impl Divided {
    /// The counts of a group of a division.
    #[must_use]
    pub fn trio(&self, division: usize, group: usize) -> &Trio {
        &self.trios[division][group]
    }

    /// Fights in which it happened, of what happens or not.
    #[must_use]
    pub fn happened(&self) -> u64 {
        self.together.first().map_or(0, |trio| u64::try_from(trio.total()).unwrap_or(0))
    }

    /// Fights in which it happened, or those in which it did not, whichever are fewer.
    #[must_use]
    pub fn rare(&self) -> u64 {
        let (happened, n) = (self.happened(), self.together.first().map_or(0, Trio::n));
        happened.min(n - happened)
    }

    /// The reason why it is not divided, if there is one.
    #[must_use]
    pub fn undivided(&self) -> Option<Undivided> {
        let trio = &self.trios.first()?.first()?;
        match trio.ends() {
            _ if self.absent > 0 => Some(Undivided::Absent),
            _ if self.too_large => Some(Undivided::TooLarge),
            Some([least, most]) if least == most => Some(Undivided::Always(least)),
            _ if !trio.varies() => Some(Undivided::TooRare),
            _ => None,
        }
    }

    /// The shares of a group of a division, where it is divided.
    #[must_use]
    pub fn shares(&self, division: usize, group: usize, level: Level) -> Option<Shares> {
        if self.undivided().is_some() { None } else { self.trios[division][group].shares(level) }
    }

    /// What only groups of a division together decide, where it is divided.
    #[must_use]
    pub fn interplay(&self, division: usize, level: Level) -> Option<Interval> {
        if self.undivided().is_some() {
            return None;
        }
        let Interval { estimate, low, high } = self.together[division].interplay(level)?;
        // What a group decides alone is no interplay.
        let alone = self.trios[division].iter().filter_map(|trio| trio.shares(level));
        let most = 1.0 - alone.map(|shares| shares.alone.low).fold(0.0, f64::max);
        Some(Interval { estimate: estimate.min(most), low: low.min(most), high: high.min(most) })
    }

    /// The greatest reach of the intervals of its shares; none where it is not divided.
    fn reach(&self, level: Level) -> Option<f64> {
        if self.undivided().is_some() {
            return None;
        }
        let shares = self.trios.iter().flatten().filter_map(|trio| trio.shares(level));
        Some(shares.map(|shares| shares.alone.reach().max(shares.total.reach())).fold(0.0, f64::max))
    }
}

/// Why an outcome is not divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undivided {
    /// Not every fight has a value of it.
    Absent,
    /// A value is too large.
    TooLarge,
    /// It was the same in every fight: this.
    Always(i64),
    /// It happened, or did not, in too few fights.
    TooRare,
}

/// Where the luck of a scenario sits.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckShares {
    /// Fight numbers.
    pub fights: u64,
    /// Fights that were played for them.
    pub played: u64,
    /// By division, its groups of whose dice any was rolled.
    pub groups: Vec<Vec<DiceGroup>>,
    /// The purposes for which nobody rolled a die.
    pub unrolled: Vec<Purpose>,
    /// The outcomes.
    pub outcomes: Vec<Divided>,
    /// True if every interval reaches no further than was asked for.
    pub met: bool,
    /// About how many fight numbers that takes, where it is not met and can be foreseen.
    pub needed: Option<u64>,
    /// True if it was broken off before it was met.
    pub interrupted: bool,
}

/// What is read of the values of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    /// Whether it has this value.
    Is(i64),
    /// Whether it has any value but 0.
    Happens,
    /// The value.
    Amount,
}

impl Read {
    /// What is read of a value, where it has one.
    fn of(self, value: i64) -> i64 {
        match self {
            Read::Is(wanted) => i64::from(value == wanted),
            Read::Happens => i64::from(value != 0),
            Read::Amount => value,
        }
    }
}

/// An outcome as it is read.
struct Reader<'a> {
    outcome: &'a Outcome,
    metric: usize,
    read: Read,
}

/// The counts of an outcome while fights are played: by lot, then by division.
struct Counts {
    lots: Vec<Trio>,
    divisions: Vec<Trio>,
    absent: u64,
    too_large: bool,
}

/// The counts of all outcomes.
struct Sum {
    outcomes: Vec<Counts>,
    drew: Vec<bool>,
    fights: u64,
    played: u64,
}

/// The dice that are taken together, each lot once.
struct Lots {
    each: Vec<Lot>,
    /// By division, the place of the lot of each group.
    places: Vec<Vec<usize>>,
    /// The purposes of all rolls that can happen.
    purposes: Vec<Purpose>,
}

impl Lots {
    /// The lots of some divisions of rolls for these purposes.
    fn of(divisions: &[Vec<DiceGroup>], purposes: &[Purpose]) -> Self {
        let mut lots: Vec<Lot> = Vec::new();
        let mut place = |lot: &Lot| {
            lots.iter().position(|known| known == lot).unwrap_or_else(|| {
                lots.push(lot.clone());
                lots.len() - 1
            })
        };
        let places = divisions.iter().map(|groups| groups.iter().map(|group| place(&group.lot)).collect()).collect();
        Lots { each: lots, places, purposes: purposes.to_vec() }
    }
}

impl LuckShares {
    /// True if an outcome can be divided at all: a ratio of totals is no number of each fight.
    #[must_use]
    pub fn divides(outcome: &Outcome) -> bool {
        !matches!(outcome.measure, OutcomeMeasure::Ratio(_))
    }

    /// Plays fights until every share is known as well as the plan says, and tells where the luck sits. `progress` is told how many fight
    /// numbers are over, and how many it takes as far as can be told. None when `interrupted` became true before the first look.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn play(
        arm: &Arm<dyn ExactEngine>,
        plan: &LuckPlan,
        (outcomes, keys, matching): (&Outcomes, &[String], &Matching),
        interrupted: &AtomicBool,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<Option<Self>, Failure> {
        let divisions: Vec<Vec<DiceGroup>> = plan.divisions.iter().map(|division| division.groups(&*arm.loaded)).collect();
        let lots = Lots::of(&divisions, arm.loaded.purposes());
        let readers = readers(&arm.layout.catalogue, outcomes, keys, matching);
        let metrics: Vec<usize> = readers.iter().map(|reader| reader.metric).collect();
        let redraw = Redraw { arm, lots: &lots.each, metrics: &metrics };
        let empty = || Sum::empty(&readers, &lots);
        let add = |sum: &mut Sum, deal: &Deal| sum.add(&readers, &lots, deal);
        let (mut sum, mut from) = (empty(), 0);
        let mut luck: Option<LuckShares> = None;
        for look in looks(plan.fights_max) {
            let aim = luck.as_ref().and_then(|luck| luck.needed).unwrap_or(look).clamp(look, plan.fights_max);
            let mut told = |done: u64| progress(from + done, aim);
            let steps = (&empty, &add, &Sum::merge);
            let Some(more) = redraw.count(from..look, (plan.threads, interrupted), steps, &mut told)? else {
                return Ok(luck.map(|luck| LuckShares { interrupted: true, ..luck }));
            };
            sum.merge(more);
            from = look;
            let now = sum.read(plan, &readers, &divisions, &lots);
            let met = now.met;
            luck = Some(now);
            if met {
                break;
            }
        }
        Ok(luck)
    }
}

/// The outcomes of these names as they are read.
fn readers<'a>(catalogue: &Catalogue, outcomes: &'a Outcomes, keys: &[String], matching: &Matching) -> Vec<Reader<'a>> {
    let known = keys.iter().filter_map(|key| outcomes.both.iter().find(|outcome| outcome.key == *key));
    let divided = known.filter(|outcome| LuckShares::divides(outcome));
    let reader = |outcome: &'a Outcome| {
        let metric = matching.matched[outcome.matched].before;
        let read = match (&outcome.measure, &catalogue.metrics[metric].scale) {
            (OutcomeMeasure::Share, Scale::Category(_)) => Read::Is(outcome.labels.0 as i64),
            (OutcomeMeasure::Share, _) => Read::Happens,
            _ => Read::Amount,
        };
        Reader { outcome, metric, read }
    };
    divided.map(reader).collect()
}

impl Sum {
    /// No fights.
    fn empty(readers: &[Reader<'_>], lots: &Lots) -> Self {
        let counts = |reader: &Reader<'_>| {
            let trio = if reader.read == Read::Amount { Trio::amount() } else { Trio::event() };
            let divisions = vec![Trio::amount(); lots.places.len()];
            Counts { lots: vec![trio; lots.each.len()], divisions, absent: 0, too_large: false }
        };
        let outcomes = readers.iter().map(counts).collect();
        Sum { outcomes, drew: vec![false; lots.each.len()], fights: 0, played: 0 }
    }

    /// Adds a fight number.
    fn add(&mut self, readers: &[Reader<'_>], lots: &Lots, deal: &Deal) {
        self.fights += 1;
        self.played += deal.played;
        self.drew.iter_mut().zip(&deal.drew).for_each(|(sum, drew)| *sum |= drew);
        for (index, (counts, reader)) in self.outcomes.iter_mut().zip(readers).enumerate() {
            let values = || [&deal.own, &deal.other].into_iter().chain(&deal.mixed).map(|values| values[index]);
            let absent = values().filter(|&value| value == ABSENT).count() as u64;
            let large = values().any(|value| value != ABSENT && reader.read.of(value).abs() > SIZE_MOST);
            counts.absent += absent;
            counts.too_large |= large;
            if absent > 0 || large {
                continue;
            }
            let [own, other] = [deal.own[index], deal.other[index]].map(|value| reader.read.of(value));
            let mixed = |lot: usize| reader.read.of(deal.mixed[lot][index]);
            for (lot, trio) in counts.lots.iter_mut().enumerate() {
                trio.add([own, other, mixed(lot)]);
            }
            for (trio, places) in counts.divisions.iter_mut().zip(&lots.places) {
                // The more of them nobody rolled, the less a sum of all would tell.
                let rolled = places.iter().map(|&lot| mixed(lot) - own).sum::<i64>();
                trio.add([own, other, own + rolled]);
            }
        }
    }

    /// Adds the fights of another part.
    fn merge(&mut self, more: Self) {
        self.fights += more.fights;
        self.played += more.played;
        self.drew.iter_mut().zip(more.drew).for_each(|(sum, drew)| *sum |= drew);
        for (counts, more) in self.outcomes.iter_mut().zip(more.outcomes) {
            counts.lots.iter_mut().zip(&more.lots).for_each(|(sum, part)| sum.merge(part));
            counts.divisions.iter_mut().zip(&more.divisions).for_each(|(sum, part)| sum.merge(part));
            counts.absent += more.absent;
            counts.too_large |= more.too_large;
        }
    }

    /// What the fights so far say.
    fn read(&self, plan: &LuckPlan, readers: &[Reader<'_>], divisions: &[Vec<DiceGroup>], lots: &Lots) -> LuckShares {
        let rolled = |division: &(&Vec<DiceGroup>, &Vec<usize>)| -> Vec<(DiceGroup, usize)> {
            let groups = division.0.iter().cloned().zip(division.1.iter().copied());
            groups.filter(|(_, lot)| self.drew[*lot]).collect()
        };
        let kept: Vec<Vec<(DiceGroup, usize)>> = divisions.iter().zip(&lots.places).map(|one| rolled(&one)).collect();
        let divided = |(reader, counts): (&Reader<'_>, &Counts)| Divided {
            key: reader.outcome.key.clone(),
            label: reader.outcome.label.clone(),
            event: reader.read != Read::Amount,
            absent: counts.absent,
            too_large: counts.too_large,
            trios: kept.iter().map(|groups| groups.iter().map(|(_, lot)| counts.lots[*lot].clone()).collect()).collect(),
            together: counts.divisions.clone(),
        };
        let outcomes: Vec<Divided> = readers.iter().zip(&self.outcomes).map(divided).collect();
        let reach = outcomes.iter().filter_map(|outcome| outcome.reach(plan.level)).reduce(f64::max);
        // What happens now and then may come to be divided when there are more fights.
        let open = outcomes.iter().any(|outcome| outcome.undivided() == Some(Undivided::TooRare));
        let met = !open && reach.is_none_or(|reach| reach <= plan.precision);
        let growth = reach.map_or(1.0, |reach| (reach / plan.precision).powi(2));
        let needed = (!met && !open).then(|| two_digits(self.fights as f64 * growth));
        let drawn = |purpose: Purpose| {
            let of = |(group, lot): &(&DiceGroup, &usize)| group.purpose == Some(purpose) && self.drew[**lot];
            divisions.iter().zip(&lots.places).any(|(groups, places)| groups.iter().zip(places).any(|one| of(&one)))
        };
        let by_purpose = plan.divisions.iter().any(|division| !matches!(division, Division::Sides | Division::Combatants));
        let unrolled = lots.purposes.iter().copied().filter(|&purpose| by_purpose && !drawn(purpose)).collect();
        let groups = kept.into_iter().map(|groups| groups.into_iter().map(|(group, _)| group).collect()).collect();
        LuckShares { fights: self.fights, played: self.played, groups, unrolled, outcomes, met, needed, interrupted: false }
    }
}

/// A forecast rounded up to two digits: it knows no more.
fn two_digits(fights: f64) -> u64 {
    let unit = 10f64.powf(fights.max(10.0).log10().floor() - 1.0);
    ((fights / unit).ceil() * unit) as u64
}
