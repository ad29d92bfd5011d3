//! Forgetting in `vogt`: drops what nothing later asks for, so that the exact solver can put together fights that go on alike.
//!
//! Owns what is forgotten between two steps, and the rolls of which only the outcome counts: an order of turns, a total of
//! damage up to where more of it changes nothing. Must change no chance of anything that is measured. Start at
//! [`Core::forget`].

use crate::dice::{Dice, Die, Slot};
use crate::fight::day::{Leg, Sides};
use crate::fight::{Few, Rounding, Side, Slots, Watch};

use crate::policy::Use;
use crate::rules::plan::Plan;

use super::book::Book;
use super::decide::Policies;
use super::fighter::Fighter;
use super::harm::Luck;
use super::hazard::Hazard;
use super::observe::{self, Topic};
use super::rolls;
use super::rulings::{ArRefresh, BleedingAr, Crit, DamageOrder, Declare, EndCondition, HpFloor};
use super::sheet::{Status, Targets, TechniqueKind};
use super::state::{Act, Body, Fight, Phase};
use super::{Core, Play, RestKind, Words};

/// The parts of the state that later steps can ask for in a scenario.
#[derive(Debug)]
pub struct Asked {
    /// Initiative, once the order of a round has been found.
    initiative: bool,
    /// Places of those who still wait for their turn, where anybody gets a new one among them.
    places: bool,
    /// The last attacker of each combatant.
    attackers: bool,
    /// The AR that has been used, other than by blows.
    absorbed: bool,
    /// The depth of hit points below the limit: for healing, rests or conditions.
    depths: bool,
    /// The depth of the fallen, when somebody has to be chosen among them.
    fallen: bool,
    /// True if the day has more than one fight.
    day: bool,
    /// True if three sides or more meet at once, so that one can choose between others.
    strangers: bool,
    /// True if whoever chooses among several chooses the one with the fewest hit points, and nobody else loses any, so that
    /// whoever has fallen below the limit first is out before the next one does.
    lowest_first: bool,
}

impl Asked {
    /// Reads off a scenario what its policies, rulings and days can ask for.
    pub fn new(
        (fighters, hazards): (&[Fighter], &[Hazard]),
        policies: &Policies,
        Words { book, rulings }: Words,
        plan: &Plan<RestKind>,
        grid: bool,
    ) -> Self {
        let legs = &plan.legs;
        let uses: Vec<Use> = policies.uses().into_iter().chain(plan.uses()).collect();
        let least = least_hp(book);
        let about = |topic: Topic, ranked: bool| {
            uses.iter().any(|used| observe::topic(used, least) == Some(topic) && (ranked || !used.ranks))
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
            initiative: about(Topic::Initiative, true),
            places: policies.reevaluate(),
            attackers: about(Topic::Attacker, true),
            absorbed: about(Topic::Absorbed, true) || rulings.bleeding_ar == BleedingAr::Used,
            depths: heals || rests || about(Topic::Depth, false),
            fallen: policies.finish() || policies.declare(Act::Help) || rulings.end_condition == EndCondition::Dead,
            day: legs.len() > 1,
            strangers,
            lowest_first: !(grid
                || spreads
                || strangers
                || ailing
                || policies.target()
                || policies.strikes_fallen()
                || policies.declare(Act::Flee))
                && rulings.declare == Declare::Action,
        }
    }
}

/// True if a rest gives back something, but not all, so that what comes of it depends on what there was.
fn gives_some(kind: RestKind, book: &Book) -> bool {
    const HP: i32 = 1 << 20;
    match kind {
        RestKind::Siesta => book.siesta.max_per_day != Some(0),
        RestKind::FullRest => book.full_rest.hp.of(HP, Rounding::Down) < HP,
    }
}

/// Hit points below this are only a matter of how deep somebody has fallen.
fn least_hp(book: &Book) -> i32 {
    book.exhaustion.at_hp.min(0)
}

/// Returns the number of sides that meet.
fn meeting(fighters: &[Fighter], sides: Sides) -> usize {
    let mut met: Vec<Side> = fighters.iter().map(|fighter| fighter.side).filter(|&side| sides.has(side)).collect();
    met.sort_unstable();
    met.dedup();
    met.len()
}

/// True if somebody has a status from the beginning, or brings it.
fn can_bring(fighter: &Fighter, status: Status) -> bool {
    let weapons = fighter.weapons.iter().flat_map(|weapon| &weapon.riders);
    let techniques = fighter.techniques.iter().flat_map(|technique| &technique.riders);
    fighter.start.has(status) || weapons.chain(techniques).any(|rider| rider.status == status)
}

impl Core {
    /// Hit points below this are only a matter of how deep somebody has fallen.
    pub(super) fn least_hp(&self) -> i32 {
        least_hp(&self.book)
    }

    /// Forgets what no later step reads.
    pub(super) fn forget(&self, fight: &mut Fight) {
        let least = self.least_hp();
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
                forget_the_dead(body);
                fight.end_help(who);
            }
        }
    }

    /// True if the points of AR that somebody has used will be whole again before they are asked for.
    fn absorbed_is_spent(&self, fight: &Fight, who: Slot) -> bool {
        if self.rulings.ar_refresh != ArRefresh::RoundStart {
            return false;
        }
        let foe_waits = || fight.queue.iter().any(|&other| self.hostile(who, other));
        fight.phase == Phase::Declare || !self.asked.absorbed && fight.passes == 0 && !foe_waits()
    }

    /// True if anything can depend on how far below the limit somebody's hit points are, or will be once they are.
    fn depth_matters(&self, fight: &Fight, who: Slot) -> bool {
        let asked = &self.asked;
        let least = self.least_hp();
        let rival = |other: Slot| {
            let body = fight.body(other);
            let together = asked.strangers || !self.hostile(who, other);
            let lower = asked.lowest_first && !asked.fallen && body.hp > least;
            other != who && together && !lower && self.can_be_chosen(body)
        };
        asked.depths || self.can_be_chosen(fight.body(who)) && fight.slots().any(rival)
    }

    /// True if anybody may yet have to choose between this one and another.
    fn can_be_chosen(&self, body: &Body) -> bool {
        let level = u16::from(self.book.exhaustion.unconscious_level);
        let out = level > 0 && body.exhaustion >= level;
        let may_come = self.asked.day || !self.arrivals.late().is_empty();
        !body.dead && (body.in_field || may_come) && (self.asked.fallen || !out)
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The damage from which on more of it does the same to this target: all AR is used up, and as many hit points are gone as
    /// anything depends on. `None` when there is no such amount.
    pub(super) fn enough(&mut self, target: Slot, damage_type: u8, meets_ar: bool) -> Option<i32> {
        let rules = self.rules;
        /// Types of damage that take off more than this much leave nothing.
        const DEALT_MOST: i32 = 1 << 12;
        let body = self.fight.body(target);
        let least = match rules.rulings.hp_floor {
            HpFloor::Zero => 0,
            HpFloor::None if rules.depth_matters(self.fight, target) => return None,
            HpFloor::None => rules.least_hp(),
        };
        let lost = (body.hp - least).max(1);
        let ar = if meets_ar { rules.ar_left::<false>(target, body) } else { 0 };
        let (typed, untyped) = match rules.rulings.damage_order {
            DamageOrder::TypeThenAr => (lost + ar, 0),
            DamageOrder::ArThenType => (lost, ar),
        };
        let mut dealt = typed;
        while self.typed(target, dealt, damage_type) < typed {
            if dealt > DEALT_MOST {
                return None;
            }
            dealt *= 2;
        }
        Some(dealt + untyped)
    }

    /// A total of damage dice, where nothing but the total is asked for, and everything from `most` on is the same. Dice show
    /// no less than nothing: where the modifier alone is enough, `most` is below that, and no die is cut to it.
    pub(super) fn settled_damage(&mut self, who: Slot, die: Die, luck: Luck, most: Option<i32>) -> i32 {
        let explodes = self.rules.rulings.crit != Crit::Off && self.takes_critical(who);
        let most = most.map_or(i32::MAX, |most| most.max(0));
        let key = |_: &Self| [i64::from(die.count), i64::from(die.sides), i64::from(explodes), i64::from(most), luck as i64];
        self.settle(&rolls::DAMAGE, key, |play| match (luck, die.count) {
            (Luck::Even, 0) => 0,
            (Luck::Even, 1) => play.damage_die(who, die.sides).min(most).into(),
            (Luck::Even, count) => {
                let mut part = |count| play.settled_damage(who, Die { count, ..die }, luck, Some(most));
                part(count - 1).saturating_add(part(1)).min(most).into()
            }
            _ => luck.roll(|| play.settled_damage(who, die, Luck::Even, Some(most))).into(),
        }) as i32
    }

    /// Rolls initiative and finds the order of the round, where nothing but the order is asked for.
    pub(super) fn settled_order(&mut self, present: Slots) {
        let rules = self.rules;
        /// Slots of an order as one number, six bits each.
        const SLOTS_MOST: usize = 10;
        if rules.asked.initiative || rules.asked.places || present.len() > SLOTS_MOST {
            return self.roll_order::<false>(present);
        }
        let mut key: Few<i64> = Few::default();
        for who in present {
            let (die, _) = rules.initiative_dice(who, self.fight.body(who));
            let body = self.fight.body_mut(who);
            (body.initiative, body.initiative_die) = (0, die);
            key.push(i64::from(who.0) << 16 | i64::from(die.count) << 8 | i64::from(die.sides));
            key.push(rules.order_key(who, self.fight.body(who)));
        }
        let order = self.settle(
            &rolls::ATTACK_INITIATIVE,
            |_| &key[..],
            |play| {
                play.roll_order::<false>(present);
                play.fight.queue.iter().fold(0, |order, who| order << 6 | i64::from(who.0))
            },
        );
        self.fight.queue.clear();
        self.fight.queue.extend((0..present.len()).rev().map(|place| Slot((order >> (6 * place) & 63) as u8)));
        self.begin_passes();
    }
}

/// Whatever nobody asks the dead.
fn forget_the_dead(body: &mut Body) {
    (body.absorbed, body.defending, body.declared) = (0, false, None);
    body.last_attacker = None;
    (body.paused, body.movement_spent, body.reevaluations) = (false, false, 0);
}
