//! Forgetting in `vogt`: drops what nothing later asks for, so that the exact solver can put together fights that go on alike.
//!
//! Owns what is forgotten between two steps, and what later steps can ask for. Must change no chance of anything that is
//! measured. Start at [`Core::forget`].

use frame::dice::{Die, Slot};
use frame::fight::day::{Leg, Sides};
use frame::fight::{Lineup, Marked as _, Rounding, Side, Slots};

use frame::policy::Use;
use frame::rules::plan::DayPlan;

use super::book::Book;
use super::decide::Policies;
use super::fighter::Fighter;
use super::hazard::Hazard;
use super::quantities::{self, Topic};
use super::rulings::{ArRefresh, BleedingAr, Declare, EndCondition};
use super::sheet::{AlsoStruck, Status, Targets, TechniqueKind};
use super::state::{Act, Body, Fields, Fight, Phase};
use super::{Core, RestKind, Words};

/// The parts of the state that later steps can ask for in a scenario.
#[derive(Debug)]
pub struct Asked {
    /// Initiative, once the order of a round has been found.
    pub(super) initiative: bool,
    /// Places of those who still wait for their turn, where anybody gets a new one among them.
    pub(super) places: bool,
    /// The last attacker of each combatant.
    attackers: bool,
    /// The AR that has been used, other than by blows.
    absorbed: bool,
    /// The depth of hit points below the limit: for healing, rests or conditions.
    depths: bool,
    /// The depth of the fallen, when somebody has to be chosen among them.
    fallen: bool,
    /// The number of the round.
    pub(super) rounds: bool,
    /// True if the day has more than one fight.
    day: bool,
    /// By slot: everybody who may ever strike this one, as an enemy or with what strikes friends too.
    strikers: Vec<Slots>,
    /// True if three sides or more meet at once, so that one can choose between others.
    strangers: bool,
    /// True if whoever chooses among several chooses the one with the fewest hit points, and nobody else loses any, so that
    /// whoever has fallen below the limit first is out before the next one does.
    lowest_first: bool,
}

/// The fighters, what they run into and how they decide.
pub struct People<'a> {
    /// The fighters, by slot.
    pub fighters: &'a [Fighter],
    /// The fighters by their sides.
    pub lineup: &'a Lineup,
    /// The hazards of the days.
    pub hazards: &'a [Hazard],
    /// The decisions of all.
    pub policies: &'a Policies,
}

impl Asked {
    /// Reads off a scenario what its policies, rulings and days can ask for.
    pub fn new(people: &People<'_>, Words { book, rulings }: Words, plan: &DayPlan<RestKind>, grid: bool) -> Self {
        let People { fighters, lineup, hazards, policies } = *people;
        let lists = &policies.lists;
        let legs = &plan.legs;
        let uses: Vec<Use> = policies.uses().into_iter().chain(plan.uses()).collect();
        let least = book.least_hp();
        let about = |topic: Topic, ranked: bool| {
            uses.iter().any(|used| quantities::topic(used, least) == Some(topic) && (ranked || !used.ranks))
        };
        let techniques = || fighters.iter().flat_map(|fighter| &fighter.techniques);
        let heals = techniques().any(|technique| technique.kind == TechniqueKind::Heal);
        let spreads = techniques().any(|technique| technique.targets == Targets::All);
        let rests = legs.iter().any(|leg| matches!(leg, Leg::Rest(kind, _) if gives_some(*kind, book)));
        let strangers = legs.iter().any(|leg| matches!(leg, Leg::Fight(sides) if meeting(fighters, *sides) > 2));
        // Hit points go, or choices change, without a blow.
        let ailing = !hazards.is_empty()
            || fighters.iter().any(|fighter| can_bring(fighter, Status::Bleeding) || can_bring(fighter, Status::Unconscious));
        Asked {
            rounds: uses.iter().any(quantities::asks_round),
            initiative: about(Topic::Initiative, true),
            places: !lists.reevaluate.is_empty(),
            attackers: about(Topic::Attacker, true),
            absorbed: about(Topic::Absorbed, true) || rulings.bleeding_ar == BleedingAr::Used,
            depths: heals || rests || about(Topic::Depth, false),
            fallen: !lists.finish.is_empty()
                || !lists.fallen.is_empty()
                || policies.declare(Act::Help)
                || rulings.end_condition == EndCondition::Dead,
            day: legs.len() > 1,
            strangers,
            strikers: strikers(fighters, lineup),
            lowest_first: !(grid
                || spreads
                || strangers
                || ailing
                || !lists.target.is_empty()
                || !lists.fallen.is_empty()
                || policies.declare(Act::Flee))
                && rulings.declare == Declare::Action,
        }
    }
}

/// Returns by slot everybody who may ever strike this one: enemies, and with an area that strikes friends too, friends of it and itself.
fn strikers(fighters: &[Fighter], lineup: &Lineup) -> Vec<Slots> {
    let strikes_friends =
        |who: Slot| fighters[who.index()].techniques.iter().any(|technique| technique.also.contains(&AlsoStruck::Friends));
    lineup.all().map(|who| lineup.strikers(who) | lineup.friends(who).those(strikes_friends)).collect()
}

/// True if a rest gives back something, but not all, so that what comes of it depends on what there was.
fn gives_some(kind: RestKind, book: &Book) -> bool {
    const HP: i32 = 1 << 20;
    match kind {
        RestKind::Siesta => book.siesta.max_per_day != Some(0),
        RestKind::FullRest => book.full_rest.hp.of(HP, Rounding::Down) < HP,
    }
}

impl Book {
    /// Hit points below this are only a matter of how deep a combatant has fallen.
    pub(super) fn least_hp(&self) -> i32 {
        self.exhaustion.at_hp.min(0)
    }
}

/// Returns the number of sides that meet.
fn meeting(fighters: &[Fighter], sides: Sides) -> usize {
    let mut met: Vec<Side> = fighters.iter().map(|fighter| fighter.side).filter(|&side| sides.has(side)).collect();
    met.sort_unstable();
    met.dedup();
    met.len()
}

/// True if a combatant has a status from the beginning, or brings it.
fn can_bring(fighter: &Fighter, status: Status) -> bool {
    let weapons = fighter.weapons.iter().flat_map(|weapon| &weapon.riders);
    let techniques = fighter.techniques.iter().flat_map(|technique| &technique.riders);
    fighter.start.has(status) || weapons.chain(techniques).any(|rider| rider.status == status)
}

impl Core {
    /// Forgets what no later step reads.
    pub(super) fn forget(&self, fight: &mut Fight) {
        let least = self.book.least_hp();
        let round_begins = fight.phase == Phase::Declare;
        for who in fight.slots() {
            let deep = fight.body(who).hp < least && !self.depth_matters(fight, who);
            let spent = self.absorbed_is_spent(fight, who);
            let waits = fight.passes > 0 || fight.queue.contains(&who);
            let placed = !round_begins && (self.asked.initiative || self.asked.places && waits);
            let body = fight.body_mut(who);
            if deep {
                body.hp = least;
            }
            if spent {
                body.absorbed = 0;
            }
            if !placed {
                (body.initiative, body.initiative_die) = (0, Die::NONE);
            }
            if !self.asked.attackers {
                body.last_attacker = None;
            }
            if body.dead {
                body.clear(Fields::Fight);
                fight.end_help(who);
            }
        }
    }

    /// True if the points of AR that the target has used will be whole again before they are asked for.
    fn absorbed_is_spent(&self, fight: &Fight, who: Slot) -> bool {
        if self.rulings.ar_refresh != ArRefresh::RoundStart {
            return false;
        }
        let striker_waits = || fight.queue.iter().any(|&other| self.asked.strikers[who.index()].has(other));
        fight.phase == Phase::Declare || !self.asked.absorbed && fight.passes == 0 && !striker_waits()
    }

    /// True if anything can depend on how far below the limit a combatant's hit points are, or will be once they are.
    pub(super) fn depth_matters(&self, fight: &Fight, who: Slot) -> bool {
        let asked = &self.asked;
        let least = self.book.least_hp();
        let rival = |other: Slot| {
            let body = fight.body(other);
            let together = asked.strangers || !self.lineup.hostile(who, other);
            let lower = asked.lowest_first && !asked.fallen && body.hp > least;
            other != who && together && !lower && self.can_be_chosen(body)
        };
        asked.depths || self.can_be_chosen(fight.body(who)) && fight.slots().any(rival)
    }

    /// True if anybody may yet have to choose between this one and another.
    fn can_be_chosen(&self, body: &Body) -> bool {
        let may_come = self.asked.day || !self.lineup.arrivals.late().is_empty();
        !body.dead && (body.in_field || may_come) && (self.asked.fallen || !self.exhausted(body))
    }
}
