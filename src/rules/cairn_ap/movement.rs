//! Moving in `cairn-ap`: along a line of Spaces, towards enemies and away from them.
//!
//! Owns step X1 of the specification. Where there are no positions nobody moves. Start at [`Core::plan_move`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::Trivial;
use super::fighter::Weapon;
use super::metrics as count;
use super::policy::Movement;
use super::state::Fight;

impl Core {
    /// A Move as a plan wants it: as the policy moves. [CAP-042]
    pub(super) fn plan_move<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        if !self.positions || !self.can_pay(fight, who, self.book.ap.r#move) || self.spaces_per_move(fight.body(who)) == 0 {
            return false;
        }
        let way = self.moves(fight, who, table);
        let nearest = self.nearest_foe(fight, who);
        let (Some(foe), true) = (nearest, way != Movement::Hold) else { return false };
        if !self.begin_move(fight, who, table) {
            return true;
        }
        let weapon = self.first_weapon(fight, who);
        let reach = weapon.map_or(self.book.attack.reach, |weapon| self.near_enough(&self.fighter(who).weapons[weapon]));
        match way {
            Movement::Approach => self.walk_towards(fight, who, foe, reach, table),
            _ => self.walk_away(fight, who, foe, table),
        }
        true
    }

    fn nearest_foe(&self, fight: &Fight, who: Slot) -> Option<Slot> {
        self.active_foes(fight, who).min_by_key(|&foe| (self.distance(fight, who, foe), foe))
    }

    /// Spaces at which somebody with this weapon has come near enough: as far as it reaches, and where shots reach any distance, as
    /// far as they are not Impaired. [CAP-134, CAP-135]
    pub(super) fn near_enough(&self, arm: &Weapon) -> i32 {
        let numbers = &self.book.attack;
        if arm.ranged { numbers.far_spaces.map_or(numbers.near_spaces, i32::from) } else { arm.reach }
    }

    /// Whether no enemy that can act is in reach of any weapon for close combat, its own or theirs.
    pub(super) fn nobody_in_reach(&self, fight: &Fight, who: Slot) -> bool {
        let reach = |one: Slot| {
            let there = |&(number, arm): &(usize, &Weapon)| !arm.ranged && self.has_weapon(one, fight.body(one), number);
            let weapons = self.fighter(one).weapons.iter().enumerate().filter(there);
            weapons.map(|(_, arm)| arm.reach).max().unwrap_or(0)
        };
        let own = reach(who);
        self.positions && !{ self.active_foes(fight, who) }.any(|foe| self.distance(fight, who, foe) <= own.max(reach(foe)))
    }

    /// X1 before an attack or a stunt: as long as nobody is in reach and points are left beyond what it costs.
    pub(super) fn get_near<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        cost: u8,
        reaches: impl Fn(&Fight, Slot) -> bool,
        reach: i32,
        table: &mut Table<D, W>,
    ) {
        if !self.positions || self.moves(fight, who, table) == Movement::Hold {
            return;
        }
        let price = self.book.ap.r#move;
        while fight.active().has(who) && !{ self.candidates(fight, who) }.any(|foe| reaches(fight, foe)) {
            let Some(foe) = self.nearest_foe(fight, who) else { return };
            let spaces = self.spaces_per_move(fight.body(who));
            if fight.body(who).allowance <= 0 {
                let enough = self.can_pay(fight, who, price) && (price > 0 || spaces > 0);
                if !enough || spaces == 0 || !self.begin_move(fight, who, table) {
                    return;
                }
            }
            self.walk_towards(fight, who, foe, reach, table);
            if price == 0 || !self.can_pay(fight, who, price.max(1)) && !self.can_pay(fight, who, cost) {
                return;
            }
        }
    }

    /// Pays a Move; false when it fails, where moving is not trivial.
    fn begin_move<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.pay(fight, who, self.book.ap.r#move, count::AP_MOVE, table);
        if !self.manages(fight, who, Trivial::Move, table) {
            return false;
        }
        let spaces = self.spaces_per_move(fight.body(who));
        let body = fight.body_mut(who);
        body.allowance = body.allowance.saturating_add(spaces as i16);
        table.tell("CAP-042", || format!("{} moves up to {spaces} Spaces", self.name(who)));
        true
    }

    fn walk_towards<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, foe: Slot, reach: i32, table: &mut Table<D, W>) {
        let gap = self.distance(fight, who, foe) - reach;
        let steps = gap.clamp(0, i32::from(fight.body(who).allowance)) as i16;
        let direction = (fight.body(foe).at - fight.body(who).at).signum();
        self.walk(fight, who, direction * steps, table);
    }

    fn walk_away<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, foe: Slot, table: &mut Table<D, W>) {
        let steps = fight.body(who).allowance;
        let direction = (fight.body(who).at - fight.body(foe).at).signum();
        let direction = if direction == 0 { 1 } else { direction };
        self.walk(fight, who, direction * steps, table);
    }

    /// Walks so many Spaces along the line; whoever waits for that answers afterwards.
    fn walk<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, by: i16, table: &mut Table<D, W>) {
        if by == 0 {
            return;
        }
        let from = fight.body(who).at;
        let body = fight.body_mut(who);
        body.at = from.saturating_add(by);
        body.allowance -= by.abs();
        body.covered = false;
        self.let_go(fight, who);
        table.tell("CAP-042", || format!("{} is at Space {}", self.name(who), fight.body(who).at));
        self.after_movement(fight, who, from, table);
    }
}
