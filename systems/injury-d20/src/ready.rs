//! Whatever comes before an action of `injury-d20`: its price, the weapon in hand, the target within reach.
//!
//! Owns what actions cost, how weapons are taken in hand, and which targets a weapon reaches (4.4 and the turn plan of section
//! 6 of the specification). Must not know what is done then: that is a matter of [`act`](super::act) and
//! [`attack`](super::attack). Start at [`Play::spend`] and [`Core::reaches`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Slots, Watch};

use super::book::ActionKind;
use super::book::combat::Trigger;
use super::held::Sort;
use super::metrics as count;
use super::policy::Movement;
use super::sheet::CoverText;
use super::state::{Fight, free};
use super::strike::{Use, Wield};
use super::{Core, Play};

/// Result of a line of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worked {
    /// The line is done.
    Done,
    /// Something plain is done, counted and worked off; the combatant is as poised as before.
    Plain,
    /// Something plain is done, and nothing is left to do in this turn.
    Last,
    /// Something has been done that comes before the line.
    Prepared,
    /// The line is impossible.
    Impossible,
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Pays action points; false where there are not enough.
    #[inline(never)]
    pub(super) fn spend(&mut self, who: Slot, ap: u8, on: Counter) -> bool {
        self.spend_inlined(who, ap, on)
    }

    /// [`Play::spend`], inlined for what nearly every turn does.
    #[inline(always)]
    pub(super) fn spend_inlined(&mut self, who: Slot, ap: u8, on: Counter) -> bool {
        let body = self.fight.body_mut(who);
        let enough = body.ap >= ap;
        if enough {
            body.ap -= ap;
            self.table.watch.count(who, on, i32::from(ap));
        }
        enough
    }

    /// Pays for an action of a kind; a round action takes all reactions besides (INJ-182, INJ-233).
    pub(super) fn begin_action(&mut self, who: Slot, kind: ActionKind, on: Counter) -> bool {
        let Some(cost) = self.rules.cost_of(self.fight, who, kind) else { return false };
        if kind == ActionKind::Round {
            self.fight.body_mut(who).reactions = 0;
            self.table.tell("INJ-233", || format!("that is all {} does in this round", self.rules.name(who)));
        }
        self.spend(who, cost, on)
    }

    /// Gets a weapon ready when none of the wanted ones is.
    #[inline(never)]
    pub(super) fn prepare_arms(&mut self, who: Slot, named: Option<u8>, sort: Sort) -> bool {
        !self.rules.armed(who, self.fight.body(who), named, sort) && self.take_arms(who, named, sort)
    }

    /// Gets one of the wanted weapons ready, none of which is.
    #[inline(always)]
    pub(super) fn take_arms(&mut self, who: Slot, named: Option<u8>, sort: Sort) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        let ap = body.ap;
        if ap == 0 {
            return false;
        }
        if let Some(weapon) = rules.to_reload(who, body, named, sort) {
            let cost = rules.fighter(who).weapons[usize::from(weapon)].reload_ap;
            if cost <= ap && self.chooses_arms(who) {
                self.spend(who, cost, count::AP_OTHER);
                self.fight.body_mut(who).unloaded &= !(1 << weapon);
                return true;
            }
        }
        if let Some(weapon) = rules.within_grasp(self.fight, who, named, sort)
            && rules.grasp_cost(self.fight, who, weapon) <= ap
            && self.chooses_arms(who)
        {
            self.pick_up(who, weapon);
            return true;
        }
        if let Some(weapon) = rules.to_draw(who, self.fight.body(who), named, sort)
            && rules.draw_cost(who, weapon) <= ap
            && self.chooses_arms(who)
        {
            self.draw(who, weapon);
            return true;
        }
        false
    }

    /// Picks something up; lost with the points when a reaction stops it.
    #[inline(always)]
    pub(super) fn pick_up(&mut self, who: Slot, thing: u8) {
        let rules = self.rules;
        let cost = rules.grasp_cost(self.fight, who, thing);
        self.spend(who, cost, count::AP_OTHER);
        let mut answered = Slots::NONE;
        if self.provoke(who, Trigger::PickUp, None, &mut answered)
            && (answered.is_empty()
                || rules.lies_here(self.fight, who, thing) && rules.hands_for(who, self.fight.body(who), thing))
        {
            self.take(who, thing);
            self.tells_taking(who, "picks up", thing);
        }
    }

    /// Draws a weapon for its price.
    pub(super) fn draw(&mut self, who: Slot, weapon: u8) {
        self.spend(who, self.rules.draw_cost(who, weapon), count::AP_OTHER);
        self.take(who, weapon);
        self.tells_taking(who, "draws", weapon);
    }

    /// Tells what the combatant takes, and into which hands.
    fn tells_taking(&mut self, who: Slot, verb: &str, thing: u8) {
        let rules = self.rules;
        self.table.tell("R-22", || {
            let weapon = rules.fighter(who).weapons.get(usize::from(thing)).map_or("shield", |weapon| &weapon.name);
            let hands = self.fight.body(who).holds.iter().enumerate().filter(|&(_, &held)| held == thing);
            let hands: Vec<String> = hands.map(|(hand, _)| hand.to_string()).collect();
            let word = if hands.len() == 1 { "hand" } else { "hands" };
            format!("{} {verb} the {weapon}, in {word} {}", rules.name(who), hands.join(" and "))
        });
    }

    /// Brings a combatant that flies to the height of its target.
    pub(super) fn level_out(&mut self, who: Slot, target: Slot) {
        let (from, to) = (self.fight.body(who).altitude_ft, self.fight.body(target).altitude_ft);
        if self.fight.body(who).flying && self.fight.active.has(who) && from != to {
            self.fight.body_mut(who).altitude_ft = to;
            self.table.tell("R-20", || {
                let way = if to < from { "comes down" } else { "rises" };
                let where_to = if to == 0 { "to the ground".to_owned() } else { format!("to a height of {to} feet") };
                format!("{} {way} {where_to}, where {} is", self.rules.name(who), self.rules.name(target))
            });
            self.loosen_grips();
        }
    }

    /// A target within reach; lunging makes reach longer where that is wanted (INJ-202).
    #[inline(always)]
    pub(super) fn target_in_reach(&mut self, who: Slot, wield: Wield) -> Option<Slot> {
        let candidates = self.rules.candidates(self.fight, who);
        let within = self.rules.within_reach(self.fight, who, candidates, wield, 0);
        if within.is_empty() {
            return self.lunge(who, candidates, wield);
        }
        self.choose_target(who, within)
    }

    /// Makes reach longer to get at a target, where that is wanted (INJ-202, INJ-203).
    #[inline(never)]
    pub(super) fn lunge(&mut self, who: Slot, candidates: Slots, wield: Wield) -> Option<Slot> {
        let rules = self.rules;
        let body = self.fight.body(who);
        let price = rules.price(body, rules.book.lunge.cost);
        let able = wield.used == Use::Melee && rules.free_left(body, free::LUNGE);
        if !able || !rules.can_pay(who, body, price, 0) {
            return None;
        }
        let within = rules.within_reach(self.fight, who, candidates, wield, rules.book.lunge.reach_ft);
        if within.is_empty() || !self.wants(&rules.policies.lists.lunge, who, None) {
            return None;
        }
        let target = self.choose_target(who, within)?;
        self.opens_defences(who, free::LUNGE, price);
        self.table.watch.count(who, count::LUNGES, 1);
        self.table.tell("INJ-202", || format!("{} lunges at {}", rules.name(who), rules.name(target)));
        Some(target)
    }

    /// Goes away from enemies before a shot, where that is wanted and nobody is kept out of range by it.
    #[inline(never)]
    pub(super) fn steps_back(&mut self, who: Slot, wield: Wield) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        if rules.grid.is_none()
            || body.ap <= rules.book.r#move.ap
            || body.kited
            || body.berserk
            || !rules.threatened(self.fight, who)
        {
            return false;
        }
        if self.movement(who) != Movement::Kite {
            return false;
        }
        let candidates = rules.candidates(self.fight, who);
        let Some(target) = self.choose_target(who, candidates) else { return false };
        let (range, squares) = (rules.range_ft(who, wield), rules.move_squares(self.fight, who));
        if self.keep_away(who, target, range, squares).is_none() {
            return false;
        }
        self.spend(who, rules.book.r#move.ap, count::AP_MOVE);
        self.fight.body_mut(who).kited = true;
        self.walk(who, true);
        true
    }
}

impl Core {
    /// Returns what an action of a kind costs now; `None` where it cannot be begun. A round action needs a turn of which nothing
    /// has been used (INJ-178 to INJ-180, INJ-182, INJ-229, INJ-231 to INJ-233).
    pub(super) fn cost_of(&self, fight: &Fight, who: Slot, kind: ActionKind) -> Option<u8> {
        let (numbers, ap) = (&self.book.ap, fight.body(who).ap);
        let cost = match kind {
            ActionKind::Simple => numbers.simple,
            ActionKind::Standard => numbers.standard,
            ActionKind::Full => numbers.full,
            ActionKind::Round if ap < self.fighter(who).turn_ap => return None,
            ActionKind::Round => numbers.full.max(ap),
        };
        (cost <= ap).then_some(cost)
    }

    /// Action points of picking up a thing, or of pulling it out of where it is stuck.
    #[inline(always)]
    pub(super) fn grasp_cost(&self, fight: &Fight, who: Slot, weapon: u8) -> u8 {
        match fight.body(who).places[usize::from(weapon)] {
            super::state::Place::Stuck(_) => self.book.throw.pull_out_ap,
            _ => self.book.pick_up.ap,
        }
    }

    /// Action points of drawing a weapon; of a thrown one, those of reloading.
    pub(super) fn draw_cost(&self, who: Slot, weapon: u8) -> u8 {
        let weapon = &self.fighter(who).weapons[usize::from(weapon)];
        if weapon.kind == super::sheet::WeaponKind::Thrown { weapon.reload_ap } else { self.book.draw.ap }
    }

    /// True if a weapon reaches a target from where its bearer is (INJ-198, INJ-209, R-34).
    #[inline(always)]
    pub(super) fn reaches(&self, fight: &Fight, who: Slot, target: Slot, wield: Wield, more_ft: i32) -> bool {
        let weapon = &self.fighter(who).weapons[usize::from(wield.weapon)];
        let distance = self.distance_ft(fight, who, target);
        let numbers = &self.book.ranged;
        match wield.used {
            Use::Melee => distance <= weapon.reach_ft + more_ft,
            used => {
                let most = if used == Use::Throw { numbers.thrown_max_increments } else { numbers.max_increments };
                let blocked =
                    self.book.cover.total_blocks && self.cover_of(target, fight.body(target)).ranged == CoverText::Total;
                self.increments(distance, weapon.increment_ft) <= most && !blocked
            }
        }
    }

    /// The feet within which a weapon is of use.
    pub(super) fn range_ft(&self, who: Slot, wield: Wield) -> i32 {
        let weapon = &self.fighter(who).weapons[usize::from(wield.weapon)];
        match wield.used {
            Use::Melee => weapon.reach_ft,
            Use::Shot => weapon.increment_ft * self.book.ranged.max_increments,
            Use::Throw => weapon.increment_ft * self.book.ranged.thrown_max_increments,
        }
    }

    /// True if nothing but height keeps the combatant from a target within so many feet.
    pub(super) fn only_apart_by_height(&self, fight: &Fight, who: Slot, target: Slot, range_ft: i32) -> bool {
        let (own, theirs) = (fight.body(who), fight.body(target));
        let beside = self.grid.is_none() || self.spaces_ft(self.space(who, own), self.space(target, theirs)) <= range_ft;
        beside && own.altitude_ft != theirs.altitude_ft
    }

    /// Those of some others whom a weapon reaches.
    #[inline(always)]
    pub(super) fn within_reach(&self, fight: &Fight, who: Slot, others: Slots, wield: Wield, more_ft: i32) -> Slots {
        let alike = self.side_by_side && wield.used == Use::Melee;
        match others.clone().next() {
            Some(first) if alike && !self.reaches(fight, who, first, wield, more_ft) => Slots::NONE,
            _ if alike => others,
            _ => others.those(|other| self.reaches(fight, who, other, wield, more_ft)),
        }
    }
}
