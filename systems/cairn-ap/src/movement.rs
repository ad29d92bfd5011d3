//! Moving in `cairn-ap`: along a line of Spaces, towards enemies and away from them.
//!
//! Owns step X1 of the specification. Where there are no positions nobody moves. Start at [`Play::plan_move`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::book::Trivial;
use super::fighter::Weapon;
use super::metrics as count;
use super::policy::Movement;
use super::rulings::DefaultTarget;
use super::state::Fight;
use super::{Core, Play, rolls};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// A Move as a plan wants it: as the policy moves. [CAP-042]
    pub(super) fn plan_move(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        if !rules.positions
            || !rules.can_pay(self.fight, who, rules.book.ap.r#move)
            || rules.spaces_per_move(self.fight.body(who)) == 0
        {
            return false;
        }
        let way = self.moves(who);
        let nearest = self.nearest_foe(who);
        let (Some(foe), true) = (nearest, way != Movement::Hold) else { return false };
        if !self.begin_move(who) {
            return true;
        }
        let weapon = rules.first_weapon(self.fight, who);
        let reach = weapon.map_or(rules.book.attack.reach, |weapon| rules.near_enough(&rules.fighter(who).weapons[weapon]));
        match way {
            Movement::Approach => self.walk_towards(who, foe, reach),
            _ => self.walk_away(who, foe),
        }
        true
    }

    /// X1 before an attack or a stunt: as long as nobody is in reach and points are left beyond what it costs.
    pub(super) fn get_near(&mut self, who: Slot, cost: u8, reaches: impl Fn(&Fight, Slot) -> bool, reach: i32) {
        let rules = self.rules;
        if !rules.positions || self.moves(who) == Movement::Hold {
            return;
        }
        let price = rules.book.ap.r#move;
        while self.fight.active().has(who) && !{ rules.candidates(self.fight, who) }.any(|foe| reaches(self.fight, foe)) {
            let Some(foe) = self.nearest_foe(who) else { return };
            let spaces = rules.spaces_per_move(self.fight.body(who));
            if self.fight.body(who).allowance <= 0 {
                let enough = rules.can_pay(self.fight, who, price) && (price > 0 || spaces > 0);
                if !enough || spaces == 0 || !self.begin_move(who) {
                    return;
                }
            }
            self.walk_towards(who, foe, reach);
            if price == 0 || !rules.can_pay(self.fight, who, price.max(1)) && !rules.can_pay(self.fight, who, cost) {
                return;
            }
        }
    }

    /// Pays a Move; false when it fails, where moving is not trivial. [CAP-042]
    fn begin_move(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        self.pay(who, rules.book.ap.r#move, count::AP_MOVE);
        if !self.manages(who, Trivial::Move) {
            return false;
        }
        let spaces = rules.spaces_per_move(self.fight.body(who));
        let body = self.fight.body_mut(who);
        body.allowance = body.allowance.saturating_add(spaces as i16);
        self.table.tell("CAP-042", || format!("{} moves up to {spaces} Spaces", rules.name(who)));
        true
    }

    /// Walks towards an enemy until it is in reach.
    fn walk_towards(&mut self, who: Slot, foe: Slot, reach: i32) {
        let gap = self.rules.distance(self.fight, who, foe) - reach;
        let steps = gap.clamp(0, i32::from(self.fight.body(who).allowance)) as i16;
        let direction = (self.fight.body(foe).at - self.fight.body(who).at).signum();
        self.walk(who, direction * steps);
    }

    /// Walks away from an enemy as far as it can.
    fn walk_away(&mut self, who: Slot, foe: Slot) {
        let steps = self.fight.body(who).allowance;
        let direction = (self.fight.body(who).at - self.fight.body(foe).at).signum();
        let direction = if direction == 0 { 1 } else { direction };
        self.walk(who, direction * steps);
    }

    /// Walks so many Spaces along the line; those who wait for that answer afterwards.
    fn walk(&mut self, who: Slot, by: i16) {
        if by == 0 {
            return;
        }
        let from = self.fight.body(who).at;
        let body = self.fight.body_mut(who);
        body.at = from.saturating_add(by);
        body.allowance -= by.abs();
        body.covered = false;
        self.let_go(who);
        self.table.tell("CAP-042", || format!("{} is at Space {}", self.rules.name(who), self.fight.body(who).at));
        self.after_movement(who, from);
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Returns the nearest enemy; of several in one Space any, of those on both sides one that is drawn. [RU-31]
    fn nearest_foe(&mut self, who: Slot) -> Option<Slot> {
        let (rules, fight) = (self.rules, &*self.fight);
        let foes = rules.active_foes(fight, who);
        let least = foes.map(|foe| rules.distance(fight, who, foe)).min()?;
        let nearest = foes.those(|foe| rules.distance(fight, who, foe) == least);
        let first = { nearest }.next()?;
        let both_ways = { nearest }.any(|foe| fight.body(foe).at != fight.body(first).at);
        let draws = both_ways && rules.rulings.default_target != DefaultTarget::Listed;
        let number = if draws { self.table.pick(who, &rolls::RANDOM_TARGET, nearest.len()) } else { 0 };
        { nearest }.nth(number)
    }
}

impl Core {
    /// Spaces at which an attacker with this weapon has come near enough: as far as it reaches, and where shots reach any
    /// distance, as far as they are not Impaired. [CAP-134, CAP-135]
    pub(super) fn near_enough(&self, arm: &Weapon) -> i32 {
        let numbers = &self.book.attack;
        if arm.ranged { numbers.far_spaces.map_or(numbers.near_spaces, i32::from) } else { arm.reach }
    }

    /// True if no enemy that can act is in reach of any weapon for close combat, its own or theirs.
    pub(super) fn nobody_in_reach(&self, fight: &Fight, who: Slot) -> bool {
        let reach = |one: Slot| {
            let there = |&(number, arm): &(usize, &Weapon)| !arm.ranged && self.has_weapon(one, fight.body(one), number);
            let weapons = self.fighter(one).weapons.iter().enumerate().filter(there);
            weapons.map(|(_, arm)| arm.reach).max().unwrap_or(0)
        };
        let own = reach(who);
        self.positions && !{ self.active_foes(fight, who) }.any(|foe| self.distance(fight, who, foe) <= own.max(reach(foe)))
    }
}
