//! Turns of `injury-d20`: the plan of a policy, worked off line by line, with what has to be done before.
//!
//! Owns what each action costs and when it is possible (4.4 and the turn plan of section 6 of the specification); those that
//! attack are in [`attack`](super::attack). Start at [`Core::next_action`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::ActionKind;
use super::book::combat::Trigger;
use super::held::Sort;
use super::metrics as count;
use super::policies::Intent;
use super::policy::{Do, Movement};
use super::rolls;
use super::sheet::{CoverText, Skill};
use super::state::{Body, Fight, SHIELD, free};
use super::strike::Use;

/// What came of a line of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worked {
    /// It is done.
    Done,
    /// Something plain is done, counted and worked off, after which whoever did it is as poised as before.
    Plain,
    /// The same, and nothing is left to do in this turn.
    Last,
    /// Something has been done that comes before it.
    Prepared,
    /// It is impossible.
    Impossible,
}

impl Core {
    /// Does the next thing in a turn; false when nothing is left to do. `poised` is kept up: whether blows can be
    /// [plain](Core::poised).
    #[inline(always)]
    pub(super) fn next_action<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        poised: &mut bool,
        table: &mut Table<D, W>,
    ) -> bool {
        loop {
            debug_assert_eq!(*poised, self.poised(fight, who));
            if fight.over() || !*poised && self.stopped(fight, who) {
                return false;
            }
            let Some(intent) = self.planned(fight, who, table) else { return false };
            match self.work(fight, who, (intent, *poised), table) {
                Worked::Plain => return true,
                Worked::Last => return false,
                worked @ (Worked::Done | Worked::Prepared) => {
                    if worked == Worked::Done {
                        fight.body_mut(who).work_off(intent.times);
                    }
                    *poised = self.poised(fight, who);
                    return true;
                }
                Worked::Impossible => {
                    let body = fight.body_mut(who);
                    (body.entry, body.entry_times) = (body.entry + 1, 0);
                }
            }
        }
    }

    #[inline(always)]
    fn work<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (intent, poised): (&Intent, bool),
        table: &mut Table<D, W>,
    ) -> Worked {
        if intent.act == Do::Attack && (poised || !fight.body(who).prone) {
            return self.attack_entry(fight, who, (intent, poised), table);
        }
        self.work_otherwise(fight, who, intent, table)
    }

    /// Stands up before anything else is done, where that is possible and wanted.
    pub(super) fn gets_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let body = fight.body(who);
        let gets_up = body.prone
            && self.stand_cost(who, body).is_some_and(|cost| cost <= body.ap)
            && self.chooses_stand(fight, who, table);
        if gets_up {
            self.stand_up(fight, who, table);
        }
        gets_up
    }

    /// Works off a line that is no attack of somebody who stands.
    #[inline(never)]
    fn work_otherwise<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> Worked {
        if !matches!(intent.act, Do::Stand | Do::Crawl) && self.gets_up(fight, who, table) {
            return Worked::Prepared;
        }
        match intent.act {
            Do::Attack => self.attack_instead(fight, who, intent, table),
            Do::Multi => self.multi_entry(fight, who, intent, table),
            Do::Rapid => self.rapid_entry(fight, who, intent, table),
            Do::Throw => self.throw_entry(fight, who, intent, table),
            Do::Charge => self.charge_entry(fight, who, intent, table),
            Do::Disarm
            | Do::Drag
            | Do::Grapple
            | Do::Overrun
            | Do::Reposition
            | Do::Shove
            | Do::Steal
            | Do::Sunder
            | Do::Trick
            | Do::Trip => self.maneuver_entry(fight, who, intent, table),
            _ => self.other_entry(fight, who, intent, table),
        }
    }

    /// Pays action points when there are enough.
    #[inline(never)]
    pub(super) fn spend<W: Watch, D: Dice>(
        &self,
        fight: &mut Fight,
        who: Slot,
        ap: u8,
        on: crate::fight::watch::Counter,
        table: &mut Table<D, W>,
    ) -> bool {
        self.spend_of(who, fight.body_mut(who), (ap, on), table)
    }

    /// The same of this body.
    #[inline(always)]
    pub(super) fn spend_of<W: Watch, D: Dice>(
        &self,
        who: Slot,
        body: &mut Body,
        (ap, on): (u8, crate::fight::watch::Counter),
        table: &mut Table<D, W>,
    ) -> bool {
        let enough = body.ap >= ap;
        if enough {
            body.ap -= ap;
            table.watch.count(who, on, i32::from(ap));
        }
        enough
    }

    /// What an action of a kind costs now; `None` where it cannot be begun. A round action needs a turn of which nothing has
    /// been used (INJ-178 to INJ-180, INJ-182, INJ-231 to INJ-233).
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

    /// Pays for an action of a kind; a round action takes all reactions besides.
    pub(super) fn begin_action<W: Watch, D: Dice>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (kind, on): (ActionKind, crate::fight::watch::Counter),
        table: &mut Table<D, W>,
    ) -> bool {
        let Some(cost) = self.cost_of(fight, who, kind) else { return false };
        if kind == ActionKind::Round {
            fight.body_mut(who).reactions = 0;
            table.tell("INJ-233", || format!("that is all {} does in this round", self.name(who)));
        }
        self.spend(fight, who, cost, on, table)
    }

    /// Gets a weapon ready when none of the wanted ones is.
    #[inline(never)]
    pub(super) fn prepare_arms<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (named, sort): (Option<u8>, Sort),
        table: &mut Table<D, W>,
    ) -> bool {
        !self.armed(who, fight.body(who), named, sort) && self.take_arms(fight, who, (named, sort), table)
    }

    /// Gets one of the wanted weapons ready, none of which is.
    #[inline(always)]
    pub(super) fn take_arms<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (named, sort): (Option<u8>, Sort),
        table: &mut Table<D, W>,
    ) -> bool {
        let body = fight.body(who);
        let ap = body.ap;
        if ap == 0 {
            return false;
        }
        if let Some(weapon) = self.to_reload(who, body, named, sort) {
            let cost = self.fighter(who).weapons[usize::from(weapon)].reload_ap;
            if cost <= ap && self.chooses_arms(fight, who, table) {
                self.spend(fight, who, cost, count::AP_OTHER, table);
                fight.body_mut(who).unloaded &= !(1 << weapon);
                return true;
            }
        }
        if let Some(weapon) = self.within_grasp(fight, who, named, sort)
            && self.grasp_cost(fight, who, weapon) <= ap
            && self.chooses_arms(fight, who, table)
        {
            self.pick_up(fight, who, weapon, table);
            return true;
        }
        if let Some(weapon) = self.to_draw(who, fight.body(who), named, sort)
            && self.draw_cost(who, weapon) <= ap
            && self.chooses_arms(fight, who, table)
        {
            self.draw(fight, who, weapon, table);
            return true;
        }
        false
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

    /// Picks something up; lost with the points when a reaction stops it.
    #[inline(always)]
    fn pick_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, thing: u8, table: &mut Table<D, W>) {
        let cost = self.grasp_cost(fight, who, thing);
        self.spend(fight, who, cost, count::AP_OTHER, table);
        let mut answered = Slots::NONE;
        if self.provoke(fight, who, (Trigger::PickUp, None), &mut answered, table)
            && (answered.is_empty() || self.lies_here(fight, who, thing) && self.hands_for(who, fight.body(who), thing))
        {
            self.take(fight, who, thing);
            table.tell("R-22", || format!("{} picks up a weapon", self.name(who)));
        }
    }

    fn draw<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, weapon: u8, table: &mut Table<D, W>) {
        self.spend(fight, who, self.draw_cost(who, weapon), count::AP_OTHER, table);
        self.take(fight, who, weapon);
        table.tell("R-22", || format!("{} draws a weapon", self.name(who)));
    }

    /// Stands up (INJ-094, INJ-116, R-22, R-32).
    fn stand_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let Some(cost) = self.stand_cost(who, fight.body(who)) else { return false };
        if !self.spend(fight, who, cost, count::AP_STAND, table) {
            return false;
        }
        let goes_on = self.provoke(fight, who, (Trigger::StandUp, None), &mut Slots::default(), table);
        if goes_on && self.stand_cost(who, fight.body(who)).is_some() {
            fight.body_mut(who).prone = false;
            table.tell("INJ-094", || format!("{} stands up", self.name(who)));
        }
        true
    }

    /// Whether a weapon reaches a target from where its bearer is (INJ-198, INJ-202, INJ-209, R-34).
    #[inline(always)]
    pub(super) fn reaches(&self, fight: &Fight, (who, target): (Slot, Slot), (weapon, used): (u8, Use), more_ft: i32) -> bool {
        let weapon = &self.fighter(who).weapons[usize::from(weapon)];
        let distance = self.distance_ft(fight, who, target);
        let numbers = &self.book.ranged;
        match used {
            Use::Melee => distance <= weapon.reach_ft + more_ft,
            used => {
                let most = if used == Use::Throw { numbers.thrown_max_increments } else { numbers.max_increments };
                let blocked = self.book.cover.total_blocks && self.cover_of(target, fight.body(target)).0 == CoverText::Total;
                self.increments(distance, weapon.increment_ft) <= most && !blocked
            }
        }
    }

    /// The feet within which a weapon is of use.
    fn range_ft(&self, who: Slot, (weapon, used): (u8, Use)) -> i32 {
        let weapon = &self.fighter(who).weapons[usize::from(weapon)];
        match used {
            Use::Melee => weapon.reach_ft,
            Use::Shot => weapon.increment_ft * self.book.ranged.max_increments,
            Use::Throw => weapon.increment_ft * self.book.ranged.thrown_max_increments,
        }
    }

    /// Whom it may attack: whoever is nearest when confused; else conscious enemies, and when there are none the fallen, if it
    /// would.
    #[inline(always)]
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        let active = self.active_foes(fight, who);
        if fight.body(who).berserk || active.is_empty() { self.other_candidates(fight, who) } else { active }
    }

    /// The same of whoever is confused, or has no conscious enemy.
    #[inline(never)]
    fn other_candidates(&self, fight: &Fight, who: Slot) -> Slots {
        if fight.body(who).berserk {
            let others = fight.active.without(who);
            let key = |other: &Slot| (self.distance_ft(fight, who, *other), !self.foes(who).has(*other), other.0);
            return others.min_by_key(key).map_or(Slots::NONE, Slots::only);
        }
        if self.finishes(fight, who) {
            return (self.foes(who) & fight.present).those(|foe| !fight.body(foe).yielded);
        }
        Slots::NONE
    }

    /// Comes nearer, by a charge where that is wanted and possible.
    #[inline(never)]
    pub(super) fn come_nearer<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (weapon, used): (u8, Use),
        table: &mut Table<D, W>,
    ) -> Worked {
        let candidates = self.candidates(fight, who);
        let flies = fight.body(who).flying;
        if self.grid.is_none() && !flies || candidates.is_empty() || self.movement(fight, who, table) == Movement::Hold {
            return Worked::Impossible;
        }
        let Some(target) = self.choose_target(fight, who, candidates, table) else { return Worked::Impossible };
        if used == Use::Melee && self.may_charge(fight, who) && self.chooses_charge(fight, (who, target), table) {
            let reach = self.fighter(who).weapons[usize::from(weapon)].reach_ft;
            if self.charge_lane(fight, (who, target), reach) {
                self.charge(fight, (who, target), weapon, table);
                return Worked::Prepared;
            }
        }
        let range = self.range_ft(who, (weapon, used));
        let squares = self.move_squares(fight, who);
        if fight.body(who).ap < self.book.r#move.ap {
            return Worked::Impossible;
        }
        if self.approach(fight, (who, target), range, squares).is_some() {
            self.spend(fight, who, self.book.r#move.ap, count::AP_MOVE, table);
            self.walk(fight, who, true, table);
        } else if flies && squares > 0 && self.only_apart_by_height(fight, (who, target), range) {
            self.spend(fight, who, self.book.r#move.ap, count::AP_MOVE, table);
        } else {
            return Worked::Impossible;
        }
        self.level_out(fight, (who, target));
        Worked::Prepared
    }

    /// Whether nothing but height keeps somebody from a target within so many feet.
    fn only_apart_by_height(&self, fight: &Fight, (who, target): (Slot, Slot), range_ft: i32) -> bool {
        let (own, theirs) = (fight.body(who), fight.body(target));
        let beside = self.grid.is_none() || self.spaces_ft(self.space(who, own), self.space(target, theirs)) <= range_ft;
        beside && own.altitude_ft != theirs.altitude_ft
    }

    /// Whoever flies comes to the height of its target.
    pub(super) fn level_out(&self, fight: &mut Fight, (who, target): (Slot, Slot)) {
        if fight.body(who).flying && fight.active.has(who) {
            fight.body_mut(who).altitude_ft = fight.body(target).altitude_ft;
        }
    }

    /// A target within reach; lunging makes reach longer where that is wanted (INJ-202, INJ-203).
    #[inline(always)]
    pub(super) fn target_in_reach<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (weapon, used): (u8, Use),
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let candidates = self.candidates(fight, who);
        let within = self.within_reach(fight, (who, candidates), (weapon, used), 0);
        if within.is_empty() {
            return self.lunge(fight, (who, candidates), (weapon, used), table);
        }
        self.choose_target(fight, who, within, table)
    }

    /// Those of some others whom a weapon reaches.
    #[inline(always)]
    pub(super) fn within_reach(
        &self,
        fight: &Fight,
        (who, others): (Slot, Slots),
        (weapon, used): (u8, Use),
        more_ft: i32,
    ) -> Slots {
        let alike = self.side_by_side && used == Use::Melee;
        match others.clone().next() {
            Some(first) if alike && !self.reaches(fight, (who, first), (weapon, used), more_ft) => Slots::NONE,
            _ if alike => others,
            _ => others.those(|other| self.reaches(fight, (who, other), (weapon, used), more_ft)),
        }
    }

    /// Makes reach longer to get at a target, where that is wanted (INJ-202, INJ-203).
    #[inline(never)]
    pub(super) fn lunge<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, candidates): (Slot, Slots),
        (weapon, used): (u8, Use),
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let body = fight.body(who);
        let price = self.price(body, self.book.lunge.cost);
        let able = used == Use::Melee && self.free_left(body, free::LUNGE) && self.fighter(who).has_con;
        if !able || !self.can_pay(who, body, price, 0) {
            return None;
        }
        let within = self.within_reach(fight, (who, candidates), (weapon, used), self.book.lunge.reach_ft);
        if within.is_empty() || !self.chooses_lunge(fight, who, table) {
            return None;
        }
        let target = self.choose_target(fight, who, within, table)?;
        self.pay(fight, who, price, table);
        let body = fight.body_mut(who);
        body.free_used |= free::LUNGE;
        body.open_defences = body.open_defences.saturating_add(1);
        table.watch.count(who, count::LUNGES, 1);
        table.tell("INJ-202", || format!("{} lunges at {}", self.name(who), self.name(target)));
        Some(target)
    }

    /// Goes away from enemies before a shot, where that is wanted and nobody is kept out of range by it.
    #[inline(never)]
    pub(super) fn steps_back<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (weapon, used): (u8, Use),
        table: &mut Table<D, W>,
    ) -> bool {
        let body = fight.body(who);
        if self.grid.is_none() || body.ap <= self.book.r#move.ap || body.kited || body.berserk || !self.threatened(fight, who) {
            return false;
        }
        if self.movement(fight, who, table) != Movement::Kite {
            return false;
        }
        let candidates = self.candidates(fight, who);
        let Some(target) = self.choose_target(fight, who, candidates, table) else { return false };
        let (range, squares) = (self.range_ft(who, (weapon, used)), self.move_squares(fight, who));
        if self.keep_away(fight, (who, target), range, squares).is_none() {
            return false;
        }
        self.spend(fight, who, self.book.r#move.ap, count::AP_MOVE, table);
        fight.body_mut(who).kited = true;
        self.walk(fight, who, true, table);
        true
    }

    /// Everything that is neither an attack nor a maneuver.
    #[inline(never)]
    fn other_entry<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, intent: &Intent, table: &mut Table<D, W>) -> Worked {
        let (body, kinds) = (fight.body(who), &self.book.action);
        let done = match intent.act {
            Do::Defend => {
                self.begin_action(fight, who, (kinds.defend, count::AP_DEFEND), table) && {
                    let body = fight.body_mut(who);
                    (body.dodging, body.no_attack) = (true, true);
                    table.tell("INJ-225", || format!("{} defends", self.name(who)));
                    true
                }
            }
            Do::Shield if self.shield_usable(who, body) && !body.shield_ready => {
                self.begin_action(fight, who, (kinds.shield, count::AP_SHIELD), table) && {
                    fight.body_mut(who).shield_ready = true;
                    table.tell("INJ-227", || format!("{} readies the shield", self.name(who)));
                    true
                }
            }
            Do::Shield if !body.holds(SHIELD) => self.take_up(fight, who, Some(SHIELD), table),
            Do::Staunch => self.staunch(fight, who, table),
            Do::Move | Do::Step | Do::Crawl => self.go(fight, who, intent.act, table),
            Do::Stand => body.prone && self.stand_up(fight, who, table),
            Do::PickUp => {
                let thing = self.within_grasp(fight, who, intent.weapon, Sort::Any);
                self.take_up(fight, who, thing, table)
            }
            Do::Draw => match self.to_draw(who, body, intent.weapon, Sort::Any) {
                Some(weapon) if body.ap >= self.draw_cost(who, weapon) => {
                    self.draw(fight, who, weapon, table);
                    true
                }
                _ => false,
            },
            Do::Drop => self.drop_entry(fight, who, intent, table),
            Do::Escape if body.grappled_by.is_some() => {
                let cost = self.book.maneuver.grapple.escape_ap;
                self.spend(fight, who, cost, count::AP_OTHER, table) && {
                    self.escape(fight, who, table);
                    true
                }
            }
            Do::Recover => match body.timed.iter().position(|&ends| ends > 0) {
                Some(condition) if self.spend(fight, who, self.book.maneuver.trick.end_ap, count::AP_OTHER, table) => {
                    fight.body_mut(who).timed[condition] = 0;
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if done { Worked::Done } else { Worked::Impossible }
    }

    fn take_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, thing: Option<u8>, table: &mut Table<D, W>) -> bool {
        let here = thing.filter(|&thing| self.lies_here(fight, who, thing) && self.free_hands(who, fight.body(who)) > 0);
        match here {
            Some(thing) if fight.body(who).ap >= self.grasp_cost(fight, who, thing) => {
                self.pick_up(fight, who, thing, table);
                true
            }
            _ => false,
        }
    }

    fn drop_entry<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, intent: &Intent, table: &mut Table<D, W>) -> bool {
        let body = fight.body(who);
        let held = |&thing: &u8| body.holds(thing) && intent.weapon.is_none_or(|named| named == thing);
        let thing = (0..=SHIELD).find(held).filter(|_| self.free_left(body, free::DROP));
        thing.is_some_and(|thing| {
            fight.body_mut(who).free_used |= free::DROP;
            self.drop_thing(fight, who, thing, table);
            true
        })
    }

    /// Stops somebody's blood.
    fn staunch<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let bleeds = |ally: Slot| fight.body(ally).bleed > 0 && self.distance_ft(fight, who, ally) <= super::space::SQUARE_FT;
        let bleeding = (self.friends(who) & fight.present).those(bleeds);
        if bleeding.is_empty() || fight.body(who).ap < self.book.staunch.ap {
            return false;
        }
        let Some(ally) = self.choose_ally(fight, who, bleeding, table) else { return false };
        self.spend(fight, who, self.book.staunch.ap, count::AP_OTHER, table);
        if self.skill_check(fight, who, &rolls::STAUNCH, (Skill::Heal, &[], self.book.staunch.dc), table) {
            fight.body_mut(ally).bleed = 0;
        }
        true
    }

    /// Moves as the plan says, without an attack to follow.
    fn go<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, act: Do, table: &mut Table<D, W>) -> bool {
        let body = fight.body(who);
        if body.prone != (act == Do::Crawl) {
            return false;
        }
        let full = self.move_squares(fight, who);
        let squares = if act == Do::Move { full } else { full.min(1) };
        let cost = self.book.r#move.ap;
        if self.grid.is_none() || body.ap < cost {
            return false;
        }
        let candidates = self.candidates(fight, who);
        let Some(target) = self.choose_target(fight, who, candidates, table) else { return false };
        let kites = self.movement(fight, who, table) == Movement::Kite;
        let found = if kites {
            self.keep_away(fight, (who, target), i32::MAX, squares)
        } else {
            self.approach(fight, (who, target), super::space::SQUARE_FT, squares)
        };
        if found.is_none() {
            return false;
        }
        self.spend(fight, who, cost, count::AP_MOVE, table);
        self.walk(fight, who, act == Do::Move, table);
        self.level_out(fight, (who, target));
        true
    }
}
