//! Turns of `injury-d20`: the plan of a policy, worked off line by line, with what has to be done before.
//!
//! Owns what each action costs and when it is possible (4.4 and the turn plan of section 6 of the specification); those that
//! attack are in [`attack`](super::attack). Start at [`Play::next_action`].

use crate::dice::{Dice, Slot};
use crate::fight::watch::Counter;
use crate::fight::{Slots, Watch};

use super::book::ActionKind;
use super::book::combat::Trigger;
use super::held::Sort;
use super::metrics as count;
use super::plain::WEAPON;
use super::policies::Intent;
use super::policy::{Do, Movement};
use super::rolls;
use super::sheet::{CoverText, Skill};
use super::state::{Fight, SHIELD, free};
use super::strike::{Use, Wield};
use super::{Core, Play};

/// Result of a line of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worked {
    /// The line is done.
    Done,
    /// Something plain is done, counted and worked off; whoever did it is as poised as before.
    Plain,
    /// Something plain is done, and nothing is left to do in this turn.
    Last,
    /// Something has been done that comes before the line.
    Prepared,
    /// The line is impossible.
    Impossible,
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Does the next thing in a turn; false when nothing is left to do. `poised` is kept up: whether blows can be
    /// [plain](Core::poised).
    #[inline(always)]
    pub(super) fn next_action(&mut self, who: Slot, poised: &mut bool) -> bool {
        let rules = self.rules;
        loop {
            debug_assert_eq!(*poised, rules.poised(self.fight, who));
            if self.fight.over() || !*poised && rules.stopped(self.fight, who) {
                return false;
            }
            let Some(intent) = self.planned(who) else { return false };
            match self.work(who, intent, *poised) {
                Worked::Plain => return true,
                Worked::Last => return false,
                worked @ (Worked::Done | Worked::Prepared) => {
                    if worked == Worked::Done {
                        self.fight.body_mut(who).work_off(intent.times);
                    }
                    *poised = rules.poised(self.fight, who);
                    return true;
                }
                Worked::Impossible => {
                    self.could_not(who);
                    let body = self.fight.body_mut(who);
                    (body.entry, body.entry_times) = (body.entry + 1, 0);
                }
            }
        }
    }

    #[inline(always)]
    fn work(&mut self, who: Slot, intent: &Intent, poised: bool) -> Worked {
        if intent.act == Do::Attack && (poised || !self.fight.body(who).prone) {
            return self.attack_entry(who, intent, poised);
        }
        self.lend().work_otherwise(who, intent)
    }

    /// Stands up before anything else is done, where that is possible and wanted.
    pub(super) fn gets_up(&mut self, who: Slot) -> bool {
        let body = self.fight.body(who);
        let gets_up =
            body.prone && self.rules.stand_cost(who, body).is_some_and(|cost| cost <= body.ap) && self.chooses_stand(who);
        if gets_up {
            self.stand_up(who);
        }
        gets_up
    }

    /// Works off a line that is no attack of somebody who stands.
    #[inline(never)]
    fn work_otherwise(&mut self, who: Slot, intent: &Intent) -> Worked {
        if !matches!(intent.act, Do::Stand | Do::Crawl) && self.gets_up(who) {
            return Worked::Prepared;
        }
        match intent.act {
            Do::Attack => self.attack_instead(who, intent),
            Do::Multi => self.multi_entry(who, intent),
            Do::Rapid => self.rapid_entry(who, intent),
            Do::Throw => self.throw_entry(who, intent),
            Do::Charge => self.charge_entry(who, intent),
            Do::Disarm
            | Do::Drag
            | Do::Grapple
            | Do::Overrun
            | Do::Reposition
            | Do::Shove
            | Do::Steal
            | Do::Sunder
            | Do::Trick
            | Do::Trip => self.maneuver_entry(who, intent),
            _ => self.other_entry(who, intent),
        }
    }

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

    /// Pays for an action of a kind; a round action takes all reactions besides.
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
    fn pick_up(&mut self, who: Slot, thing: u8) {
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

    fn draw(&mut self, who: Slot, weapon: u8) {
        self.spend(who, self.rules.draw_cost(who, weapon), count::AP_OTHER);
        self.take(who, weapon);
        self.tells_taking(who, "draws", weapon);
    }

    /// Tells what somebody takes, and into which hands.
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

    /// Stands up (INJ-094, INJ-116, R-22, R-32).
    fn stand_up(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let Some(cost) = rules.stand_cost(who, self.fight.body(who)) else { return false };
        if !self.spend(who, cost, count::AP_STAND) {
            return false;
        }
        let goes_on = self.provoke(who, Trigger::StandUp, None, &mut Slots::default());
        if goes_on && rules.stand_cost(who, self.fight.body(who)).is_some() {
            self.fight.body_mut(who).prone = false;
            self.table.tell("INJ-094", || format!("{} stands up", rules.name(who)));
        }
        true
    }

    /// Comes nearer, by a charge where that is wanted and possible.
    #[inline(never)]
    pub(super) fn come_nearer(&mut self, who: Slot, wield: Wield) -> Worked {
        let rules = self.rules;
        let candidates = rules.candidates(self.fight, who);
        let flies = self.fight.body(who).flying;
        if rules.grid.is_none() && !flies || candidates.is_empty() || self.movement(who) == Movement::Hold {
            return Worked::Impossible;
        }
        let Some(target) = self.choose_target(who, candidates) else { return Worked::Impossible };
        if wield.used == Use::Melee && rules.may_charge(self.fight, who) && self.chooses_charge(who, target) {
            let reach = rules.fighter(who).weapons[usize::from(wield.weapon)].reach_ft;
            if self.charge_lane(who, target, reach) {
                self.charge(who, target, wield.weapon);
                return Worked::Prepared;
            }
        }
        let range = rules.range_ft(who, wield);
        let squares = rules.move_squares(self.fight, who);
        if self.fight.body(who).ap < rules.book.r#move.ap {
            return Worked::Impossible;
        }
        if self.approach(who, target, range, squares).is_some() {
            self.spend(who, rules.book.r#move.ap, count::AP_MOVE);
            self.walk(who, true);
        } else if flies && squares > 0 && rules.only_apart_by_height(self.fight, who, target, range) {
            self.spend(who, rules.book.r#move.ap, count::AP_MOVE);
        } else {
            return Worked::Impossible;
        }
        self.level_out(who, target);
        Worked::Prepared
    }

    /// Brings whoever flies to the height of its target.
    pub(super) fn level_out(&mut self, who: Slot, target: Slot) {
        if self.fight.body(who).flying && self.fight.active.has(who) {
            self.fight.body_mut(who).altitude_ft = self.fight.body(target).altitude_ft;
        }
    }

    /// A target within reach; lunging makes reach longer where that is wanted (INJ-202, INJ-203).
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
        let able = wield.used == Use::Melee && rules.free_left(body, free::LUNGE) && rules.fighter(who).has_con;
        if !able || !rules.can_pay(who, body, price, 0) {
            return None;
        }
        let within = rules.within_reach(self.fight, who, candidates, wield, rules.book.lunge.reach_ft);
        if within.is_empty() || !self.chooses_lunge(who) {
            return None;
        }
        let target = self.choose_target(who, within)?;
        self.pay(who, price);
        let body = self.fight.body_mut(who);
        body.free_used |= free::LUNGE;
        body.open_defences = body.open_defences.saturating_add(1);
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

    /// Everything that is neither an attack nor a maneuver.
    #[inline(never)]
    fn other_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        let (body, kinds) = (self.fight.body(who), &rules.book.action);
        let done = match intent.act {
            Do::Defend => {
                self.begin_action(who, kinds.defend, count::AP_DEFEND) && {
                    let body = self.fight.body_mut(who);
                    (body.dodging, body.no_attack) = (true, true);
                    self.table.tell("INJ-225", || format!("{} defends", rules.name(who)));
                    true
                }
            }
            Do::Shield if rules.shield_usable(who, body) && !body.shield_ready => {
                self.begin_action(who, kinds.shield, count::AP_SHIELD) && {
                    self.fight.body_mut(who).shield_ready = true;
                    self.table.tell("INJ-227", || format!("{} readies the shield", rules.name(who)));
                    true
                }
            }
            Do::Shield if !body.holds(SHIELD) => self.take_up(who, Some(SHIELD)),
            Do::Staunch => self.staunch(who),
            Do::Move | Do::Step | Do::Crawl => self.go(who, intent.act),
            Do::Stand => body.prone && self.stand_up(who),
            Do::PickUp => {
                let thing = rules.within_grasp(self.fight, who, intent.weapon, Sort::Any);
                self.take_up(who, thing)
            }
            Do::Draw => match rules.to_draw(who, body, intent.weapon, Sort::Any) {
                Some(weapon) if body.ap >= rules.draw_cost(who, weapon) => {
                    self.draw(who, weapon);
                    true
                }
                _ => false,
            },
            Do::Drop => self.drop_entry(who, intent),
            Do::Escape if body.grappled_by.is_some() => {
                let cost = rules.book.maneuver.grapple.escape_ap;
                self.spend(who, cost, count::AP_OTHER) && {
                    self.escape(who);
                    true
                }
            }
            Do::Recover => match body.timed.iter().position(|&ends| ends > 0) {
                Some(condition) if self.spend(who, rules.book.maneuver.trick.end_ap, count::AP_OTHER) => {
                    self.fight.body_mut(who).timed[condition] = 0;
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if done { Worked::Done } else { Worked::Impossible }
    }

    fn take_up(&mut self, who: Slot, thing: Option<u8>) -> bool {
        let rules = self.rules;
        let here =
            thing.filter(|&thing| rules.lies_here(self.fight, who, thing) && rules.free_hands(who, self.fight.body(who)) > 0);
        match here {
            Some(thing) if self.fight.body(who).ap >= rules.grasp_cost(self.fight, who, thing) => {
                self.pick_up(who, thing);
                true
            }
            _ => false,
        }
    }

    fn drop_entry(&mut self, who: Slot, intent: &Intent) -> bool {
        let body = self.fight.body(who);
        let held = |&thing: &u8| body.holds(thing) && intent.weapon.is_none_or(|named| named == thing);
        let thing = (0..=SHIELD).find(held).filter(|_| self.rules.free_left(body, free::DROP));
        thing.is_some_and(|thing| {
            self.fight.body_mut(who).free_used |= free::DROP;
            self.drop_thing(who, thing);
            true
        })
    }

    /// Stops somebody's blood.
    fn staunch(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let bleeds =
            |ally: Slot| self.fight.body(ally).bleed > 0 && rules.distance_ft(self.fight, who, ally) <= super::space::SQUARE_FT;
        let bleeding = (rules.friends(who) & self.fight.present).those(bleeds);
        if bleeding.is_empty() || self.fight.body(who).ap < rules.book.staunch.ap {
            return false;
        }
        let Some(ally) = self.choose_ally(who, bleeding) else { return false };
        self.spend(who, rules.book.staunch.ap, count::AP_OTHER);
        if self.skill_check(who, &rolls::STAUNCH, Skill::Heal, &[], rules.book.staunch.dc) {
            self.fight.body_mut(ally).bleed = 0;
        }
        true
    }

    /// Moves as the plan says, without an attack to follow.
    fn go(&mut self, who: Slot, act: Do) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        if body.prone != (act == Do::Crawl) {
            return false;
        }
        let full = rules.move_squares(self.fight, who);
        let squares = if act == Do::Move { full } else { full.min(1) };
        let cost = rules.book.r#move.ap;
        if rules.grid.is_none() || body.ap < cost {
            return false;
        }
        let candidates = rules.candidates(self.fight, who);
        let Some(target) = self.choose_target(who, candidates) else { return false };
        let kites = self.movement(who) == Movement::Kite;
        let found = if kites {
            self.keep_away(who, target, i32::MAX, squares)
        } else {
            self.approach(who, target, super::space::SQUARE_FT, squares)
        };
        if found.is_none() {
            return false;
        }
        self.spend(who, cost, count::AP_MOVE);
        self.walk(who, act == Do::Move);
        self.level_out(who, target);
        true
    }
}

impl Core {
    /// Returns what an action of a kind costs now; `None` where it cannot be begun. A round action needs a turn of which
    /// nothing has been used (INJ-178 to INJ-180, INJ-182, INJ-231 to INJ-233, INJ-183, INJ-229, INJ-235).
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

    #[inline(always)]
    fn grasp_cost(&self, fight: &Fight, who: Slot, weapon: u8) -> u8 {
        match fight.body(who).places[usize::from(weapon)] {
            super::state::Place::Stuck(_) => self.book.throw.pull_out_ap,
            _ => self.book.pick_up.ap,
        }
    }

    fn draw_cost(&self, who: Slot, weapon: u8) -> u8 {
        let weapon = &self.fighter(who).weapons[usize::from(weapon)];
        if weapon.kind == super::sheet::WeaponKind::Thrown { weapon.reload_ap } else { self.book.draw.ap }
    }

    /// True if a weapon reaches a target from where its bearer is (INJ-198, INJ-202, INJ-209, R-34).
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
    fn range_ft(&self, who: Slot, wield: Wield) -> i32 {
        let weapon = &self.fighter(who).weapons[usize::from(wield.weapon)];
        match wield.used {
            Use::Melee => weapon.reach_ft,
            Use::Shot => weapon.increment_ft * self.book.ranged.max_increments,
            Use::Throw => weapon.increment_ft * self.book.ranged.thrown_max_increments,
        }
    }

    /// True if nothing but height keeps somebody from a target within so many feet.
    fn only_apart_by_height(&self, fight: &Fight, who: Slot, target: Slot, range_ft: i32) -> bool {
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

    /// True if blows of somebody who holds the first weapon are plain at whomever is hit plainly: nothing is wrong with
    /// the attacker or the weapon, and nothing stops the attacker. A plain blow changes nothing of that.
    #[inline(always)]
    pub(super) fn poised(&self, fight: &Fight, who: Slot) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let amiss = body.stunned | body.dazed | body.sundered[usize::from(WEAPON)] | u8::from(body.prone | body.berserk);
        let hurt = (body.harm.hurt() | body.harm.gone) & fighter.plan.vital;
        fighter.plain.is_some() && fight.active.has(who) && amiss == 0 && hurt == 0 && !body.conditioned()
    }
}
