//! Harm by its cause: `Nia.scars.by.goblin`, `fight3.party.damage_taken.by.club`, `day.party.exhaustion.by.road`.
//!
//! Owns which of these names mean something and where their numbers stand. They are metrics for whoever asks, and for the page of a
//! day; no other number changes, and baselines do not hold them. Start at [`Caused::find`].

use super::{DayMoment, Layout};
use crate::dice::Slot;
use crate::fight::causes::{Causes, HarmSource};
use crate::fight::day::{Leg, Sides};
use crate::fight::pace::{Paced, bits};
use crate::fight::{Counts, During, Harm, Metric, Scale, Side, Slots, Subject};
use crate::rules::{Loaded, Rules};
use crate::sim::Quantity;

/// The word between harm and its cause.
const BY: &str = ".by.";

/// Harm that can be asked for by its cause, and what has been asked for.
#[derive(Clone, Default, Debug)]
pub struct Caused {
    /// The numbers that are asked for.
    pub causes: Causes,
    /// The moment of each, and its place: a moment of a day, or all of it.
    pub(super) kept: Vec<KeptNumber>,
    sources: Vec<Known>,
    /// The sufferers: each combatant, each side.
    sufferers: Vec<Sufferer>,
    harms: Vec<Harm>,
    /// The sides that meet in each fight.
    pub(super) met: Vec<Sides>,
    /// True if there is nothing but one fight.
    single: bool,
}

/// A number that is kept at a moment of a day, or added up over all of it.
#[derive(Clone, Debug)]
pub(super) struct KeptNumber {
    pub moment: Option<DayMoment>,
    pub number: CausedNumber,
    pub metric: usize,
}

/// A number among those that are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum CausedNumber {
    /// One of those by their causes.
    Tracked(usize),
    /// One of those of the time at the table.
    Paced(usize),
}

/// A source by its name, with the sides that it can harm outside of fights, and those that must meet for it in a fight.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    source: HarmSource,
    reaches: Sides,
    /// Sides of which one has to be there; nobody where it is no combatant.
    of: Sides,
}

/// A combatant or a side.
#[derive(Clone, Debug)]
pub(super) struct Sufferer {
    name: String,
    pub subject: Subject,
    pub side: Side,
    pub members: Slots,
}

/// A number that somebody asks for by its cause.
struct Found {
    moment: Option<DayMoment>,
    those: Slots,
    subject: Subject,
    harm: Harm,
    source: Known,
}

impl Caused {
    /// Returns all that can be asked for in a scenario.
    pub fn new<R: Rules>(loaded: &Loaded<R>) -> Self {
        let catalogue = loaded.rules.catalogue();
        let legs = &loaded.plan.legs;
        let met: Vec<Sides> =
            legs.iter().filter_map(|leg| if let Leg::Fight(sides) = leg { Some(*sides) } else { None }).collect();
        let combatants = || (0..).map(Slot).zip(&loaded.combatants);
        let side_names = || (0..).map(Side).zip(&loaded.sides);
        let members =
            |side: Side| -> Slots { combatants().filter(|(_, one)| one.side == side).map(|(slot, _)| slot).collect() };
        let each = combatants().map(|(slot, one)| Sufferer {
            name: one.name.clone(),
            subject: Subject::Combatant(slot),
            side: one.side,
            members: Slots::only(slot),
        });
        let together = side_names().map(|(side, name)| Sufferer {
            name: name.clone(),
            subject: Subject::Side(side),
            side,
            members: members(side),
        });
        let sufferers: Vec<Sufferer> = each.chain(together).collect();
        let mut sources: Vec<Known> = Vec::new();
        let mut add = |name: &str, source: HarmSource, reaches: Sides, of: Sides| {
            let known = sources.iter_mut().find(|known| known.name == name);
            match known {
                // A weapon belongs to everybody who has one of this name.
                Some(known) if known.source == source => known.of = known.of | of,
                Some(_) => {}
                None if name.is_empty() => {}
                None => sources.push(Known { name: name.to_owned(), source, reaches, of }),
            }
        };
        for one in &sufferers {
            add(&one.name, HarmSource::Those(one.members), Sides::NONE, Sides::NONE.with(one.side));
        }
        for (slot, one) in combatants() {
            for name in loaded.rules.means(slot) {
                add(&name, HarmSource::Means(name.clone()), Sides::NONE, Sides::NONE.with(one.side));
            }
        }
        for (name, numbers, reaches) in hazards(loaded) {
            add(&name, HarmSource::Hazards(numbers), reaches, Sides::NONE);
        }
        let everybody = met.iter().fold(Sides::NONE, |all, &sides| all | sides);
        let single = legs.len() == 1;
        let of_legs = |part: fn(&Leg<R::Rest>) -> bool| {
            legs.iter().filter(|leg| part(leg)).fold(Sides::NONE, |all, leg| all | leg.sides())
        };
        add("itself", HarmSource::Part(During::Fight), Sides::NONE, everybody);
        add("aftermath", HarmSource::Part(During::Aftermath), if single { Sides::NONE } else { everybody }, Sides::NONE);
        add("rests", HarmSource::Part(During::Rest), of_legs(|leg| matches!(leg, Leg::Rest(..))), Sides::NONE);
        add("road", HarmSource::Part(During::Road), of_legs(|leg| matches!(leg, Leg::Travel(..))), Sides::NONE);
        let numbers = legs.iter().filter_map(|leg| if let Leg::Hazard(number, _) = leg { Some(*number) } else { None });
        add("hazards", HarmSource::Hazards(numbers.collect()), of_legs(|leg| matches!(leg, Leg::Hazard(..))), Sides::NONE);
        sources.retain(|known| !known.reaches.is_empty() || !known.of.is_empty());
        // A combatant suffers what it is measured by, and what nobody is measured by.
        let harms = catalogue.harms.clone();
        let mut causes = Causes::default();
        let main = loaded.rules.main_decision();
        causes.paced = Paced {
            asked: Vec::new(),
            answers: loaded
                .lines
                .lines()
                .iter()
                .map(|line| if line.decision == main { None } else { line.who.single() })
                .collect(),
            reactions: bits(catalogue.reactions.iter().copied()),
            effects: bits(catalogue.effects.iter().copied().chain(harms.iter().map(|harm| harm.counter))),
            lookups: bits(catalogue.lookups.iter().copied()),
        };
        Caused { causes, kept: Vec::new(), sources, sufferers, harms, met, single }
    }

    /// The names of what can be to blame for what happens to a side, those of its own members left out, in the order in which they
    /// are looked up.
    pub fn sources(&self, side: Side) -> impl Iterator<Item = (&str, &HarmSource)> {
        let others =
            move |known: &Known, met: &Sides| met.has(side) && !(known.of.but(Sides::NONE.with(side)) & *met).is_empty();
        let to_blame = move |known: &&Known| match &known.source {
            HarmSource::Those(_) | HarmSource::Means(_) => self.met.iter().any(|met| others(known, met)),
            HarmSource::Part(During::Fight) => self.met.iter().any(|met| met.has(side)),
            HarmSource::Part(_) | HarmSource::Hazards(_) => known.reaches.has(side),
        };
        self.sources.iter().filter(to_blame).map(|known| (known.name.as_str(), &known.source))
    }

    /// The names of everything that harm can come by.
    pub fn names_of_sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|known| known.name.as_str())
    }

    /// Harm that can be asked for.
    pub fn harms(&self) -> &[Harm] {
        &self.harms
    }

    /// Returns the meaning of a key.
    fn find(&self, key: &str, can: impl Fn(&str, &str) -> bool) -> Option<Found> {
        let (of, source) = key.rsplit_once(BY)?;
        let source = self.sources.iter().find(|known| known.name == source)?;
        let (moment, own) = if self.single { (Some(DayMoment::Fight(0)), of) } else { self.moment(of)? };
        let (one, harm) = self.sufferers.iter().find_map(|one| {
            let family = own.strip_prefix(&one.name)?.strip_prefix('.')?;
            self.harms.iter().find(|harm| harm.family == family).map(|harm| (one, harm))
        })?;
        let named = |slot: Slot| self.sufferers.get(slot.index()).is_some_and(|one| can(&one.name, harm.family));
        let those = one.members.those(named);
        let in_fight = |met: Sides| met.has(one.side) && !(source.of & met).is_empty();
        let outside = source.reaches.has(one.side);
        let happens = match moment {
            Some(DayMoment::Fight(number)) => in_fight(*self.met.get(number)?),
            Some(_) => outside,
            None => outside || self.met.iter().any(|&met| in_fight(met)),
        };
        let found = Found { moment, those, subject: one.subject, harm: *harm, source: source.clone() };
        (happens && !found.those.is_empty()).then_some(found)
    }

    /// A combatant or a side by its name.
    pub(super) fn sufferer(&self, name: &str) -> Option<&Sufferer> {
        self.sufferers.iter().find(|one| one.name == name)
    }

    /// The name of a combatant or a side.
    pub(super) fn name_of(&self, subject: Subject) -> Option<&str> {
        self.sufferers.iter().find(|one| one.subject == subject).map(|one| one.name.as_str())
    }

    /// The names of these combatants, or of all.
    pub(super) fn names_of(&self, those: Option<Slots>) -> Vec<String> {
        let combatants = self.sufferers.iter().filter(|one| matches!(one.subject, Subject::Combatant(_)));
        let meant = combatants.filter(|one| those.is_none_or(|those| one.members.single().is_some_and(|one| those.has(one))));
        meant.map(|one| one.name.clone()).collect()
    }

    /// The moment of which a key tells, and the rest of the key.
    pub(super) fn moment<'a>(&self, key: &'a str) -> Option<(Option<DayMoment>, &'a str)> {
        let (part, own) = key.split_once('.')?;
        let moment = match part {
            "day" => None,
            "between" => Some(DayMoment::End),
            _ => Some(DayMoment::Fight(part.strip_prefix("fight")?.parse::<usize>().ok()?.checked_sub(1)?)),
        };
        Some((moment, own))
    }

    /// Begins a day: whatever belongs to all of it is nothing so far.
    #[inline]
    pub fn begin(&self, values: &mut [i64]) {
        for kept in self.kept.iter().filter(|kept| kept.moment.is_none()) {
            values[kept.metric] = 0;
        }
    }

    /// Takes what has been counted in a moment of the day: a fight, or at its end everything between the fights.
    #[inline]
    pub fn keep(&self, moment: DayMoment, counts: &Counts, values: &mut [i64]) {
        for kept in &self.kept {
            let place = match kept.number {
                CausedNumber::Tracked(place) => place,
                CausedNumber::Paced(place) => self.causes.tracked.len() + place,
            };
            let Some(&number) = counts.caused.get(place) else { continue };
            match kept.moment {
                None => values[kept.metric] += number,
                Some(of) if of == moment => values[kept.metric] = number,
                Some(_) => {}
            }
        }
    }
}

impl Layout {
    /// True if a key means harm by its cause.
    pub(super) fn blames(&self, key: &str) -> bool {
        self.blamed(key).is_some()
    }

    /// The harm by its cause that a key means.
    fn blamed(&self, key: &str) -> Option<Found> {
        let catalogue = self.day.as_ref().map_or(&self.catalogue, |day| &day.block);
        let counted = |family: &str| catalogue.family(family).next().is_some();
        let can = |name: &str, family: &str| !counted(family) || catalogue.index(&format!("{name}.{family}")).is_some();
        self.caused.find(key, can)
    }

    /// The metric of harm by its cause that a key means. It becomes a metric when it is first asked for.
    pub(super) fn caused_by(&mut self, key: &str) -> Option<usize> {
        let found = self.blamed(key)?;
        let place = self.caused.causes.place(found.those, found.harm.counter, &found.source.source);
        let metric = self.catalogue.metrics.len();
        self.caused.kept.push(KeptNumber { moment: found.moment, number: CausedNumber::Tracked(place), metric });
        let label = format!("{} by {}", found.harm.label, found.source.name);
        let (key, scale) = (key.to_owned(), Scale::Amount(found.harm.unit));
        Some(self.define(Metric { family: key.clone(), key, label, subject: found.subject, scale }, Quantity::Metric(metric)))
    }
}

/// The hazards of a day by their names: numbers, and whose way they lie on.
fn hazards<R: Rules>(loaded: &Loaded<R>) -> Vec<(String, Vec<u16>, Sides)> {
    let mut named: Vec<(String, Vec<u16>, Sides)> = Vec::new();
    for (leg, terms) in loaded.plan.legs.iter().zip(&loaded.plan.terms) {
        let Leg::Hazard(number, sides) = *leg else { continue };
        match named.iter_mut().find(|(name, ..)| *name == terms.name) {
            Some((_, numbers, all)) => {
                numbers.push(number);
                *all = *all | sides;
            }
            None => named.push((terms.name.clone(), vec![number], sides)),
        }
    }
    named
}
