//! Movement of `vogt`: standing up, approaching, keeping away, leaving.
//!
//! Owns what a turn's movement is spent on; squares and searches are in [`arena`](crate::arena). Start at
//! [`Core::budget`].

use crate::arena::square::{Grid, Reached, Square, Standing};
use crate::dice::{Dice, Slot};
use crate::fight::{Few, Rounding, Slots, Table, Watch};

use super::Core;
use super::metrics as count;
use super::policy::Movement;
use super::rulings;
use super::sheet::Status;
use super::state::{Act, Body, Fight};

impl Core {
    /// Whether it could stand up at all: that takes a leg and a square of movement, whatever else it costs (VOG-093, VOG-097,
    ///
    pub(super) fn can_stand(&self, who: Slot, body: &Body) -> bool {
        can_stand_with(self.allowance(who, body, false), body)
    }

    /// Steps of this turn; a prone one who wants to stands up with a part of them (VOG-097, R-19).
    #[inline]
    pub(super) fn budget<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, act: Act, table: &mut Table<D, W>) -> i32 {
        if self.grid.is_none() && !fight.body(who).prone && !matches!(act, Act::Flee) {
            // Nowhere to go: steps would be counted for nothing.
            return 0;
        }
        self.counted_steps(fight, who, act, table)
    }

    #[inline(never)]
    fn counted_steps<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, act: Act, table: &mut Table<D, W>) -> i32 {
        let steps = self.allowance(who, fight.body(who), matches!(act, Act::Run | Act::Flee));
        if !fight.body(who).prone {
            return steps;
        }
        if self.rises(fight, who, steps, table) && self.rulings.stand == rulings::Standing::All {
            return 0;
        }
        self.book.prone.movement.of(steps, Rounding::Down)
    }

    /// A prone one who goes nowhere stands up if it can and wants to; whether it does (VOG-097, R-19).
    #[inline(never)]
    pub(super) fn gets_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.rises(fight, who, self.allowance(who, fight.body(who), false), table)
    }

    /// A prone one with so many steps stands up if it can and wants to; whether it does.
    #[inline]
    fn rises<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, steps: i32, table: &mut Table<D, W>) -> bool {
        table.watch.count(who, count::PRONE_TURNS, 1);
        let by_moving = matches!(self.rulings.stand, rulings::Standing::Half | rulings::Standing::All);
        let rises = by_moving && can_stand_with(steps, fight.body(who)) && self.stands_up(fight, who, table);
        if rises {
            fight.body_mut(who).prone = false;
            table.tell("VOG-097, R-19", || format!("{} stands up", self.name(who)));
        }
        rises
    }

    /// Moves as the policy says before the action; returns the steps that are left (section 6.3 of the specification).
    #[inline]
    pub(super) fn move_before<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (act, target): (Act, Option<Slot>),
        steps: i32,
        table: &mut Table<D, W>,
    ) -> i32 {
        if matches!(act, Act::Flee) {
            return self.flee(fight, who, steps, table);
        }
        match (&self.grid, target) {
            (Some(grid), Some(target)) => self.approach(fight, who, (act, target), (grid, steps), table),
            _ => steps,
        }
    }

    /// Comes as close to the target as the action needs; returns the steps that are left.
    #[inline(never)]
    fn approach<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (act, target): (Act, Slot),
        (grid, steps): (&Grid, i32),
        table: &mut Table<D, W>,
    ) -> i32 {
        if self.moves(fight, who, Some(target), table) == Movement::Hold {
            return steps;
        }
        let (range, goal) = (self.reach(fight, who, act), fight.body(target).at);
        if steps < 1 || grid.distance(fight.body(who).at, goal) <= range {
            return steps;
        }
        let start = fight.body(who).at;
        let key = |found: Reached| {
            let gap = (grid.distance(found.at, goal) - range).max(0);
            Some((gap, found.cost, found.at.y, found.at.x))
        };
        let found = self.search(fight, who, grid, steps, key);
        self.go(fight, who, (start, found), table);
        steps - found.cost
    }

    /// Moves as the policy says after the action.
    #[inline]
    pub(super) fn move_after<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, steps: i32, table: &mut Table<D, W>) {
        if let Some(grid) = &self.grid {
            self.keep_away(fight, who, (grid, steps), table);
        }
    }

    /// Keeps away, when the policy says so.
    #[inline(never)]
    fn keep_away<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, (grid, steps): (&Grid, i32), table: &mut Table<D, W>) {
        if steps < 1 || !fight.active.has(who) || self.moves(fight, who, None, table) != Movement::Kite {
            return;
        }
        let foes = self.active_foes(fight, who);
        if foes.is_empty() {
            return;
        }
        let squares: Few<Square> = foes.map(|foe| fight.body(foe).at).collect();
        let start = fight.body(who).at;
        let key = |found: Reached| {
            let nearest = squares.iter().map(|&foe| grid.distance(found.at, foe)).min().unwrap_or(0);
            Some((-nearest, found.cost, found.at.y, found.at.x))
        };
        let found = self.search(fight, who, grid, steps, key);
        self.go(fight, who, (start, found), table);
    }

    /// Runs for the edge of the grid, or simply leaves where there is none.
    #[inline(never)]
    fn flee<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, steps: i32, table: &mut Table<D, W>) -> i32 {
        if !self.book.actions.flee || steps < 1 {
            return steps;
        }
        let Some(grid) = self.grid else {
            self.leave(fight, who, table);
            return 0;
        };
        let start = fight.body(who).at;
        let key = |found: Reached| Some((grid.edge_distance(found.at), found.cost, found.at.y, found.at.x));
        let found = self.search(fight, who, &grid, steps, key);
        self.go(fight, who, (start, found), table);
        if grid.edge_distance(found.at) == 0 && found.cost < steps {
            self.leave(fight, who, table);
            return 0;
        }
        steps - found.cost
    }

    fn leave<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).in_field = false;
        self.muster(fight, who);
        table.watch.count(who, count::FLED, 1);
        table.watch.first(who, count::OUT_ROUND, i32::from(fight.round));
        table.tell("R-50", || format!("{} leaves the fight", self.name(who)));
    }

    /// Range of what was declared; for a run, of the weapon in hand.
    fn reach(&self, fight: &Fight, who: Slot, act: Act) -> i32 {
        let fighter = self.fighter(who);
        match act {
            Act::Attack { weapon } => fighter.weapons[usize::from(weapon)].range,
            Act::Technique { technique, .. } => fighter.techniques[usize::from(technique)].range,
            Act::Contest => 1,
            _ => fighter.weapons[fighter.wielded(fight.body(who))].range,
        }
    }

    /// The best square within so many steps (VOG-080, VOG-098, R-21, R-37, R-39).
    fn search<K: Ord>(
        &self,
        fight: &mut Fight,
        who: Slot,
        grid: &Grid,
        steps: i32,
        mut key: impl FnMut(Reached) -> Option<K>,
    ) -> Reached {
        let body = fight.body(who);
        let (start, flies) = (body.at, self.fighter(who).fly && !body.prone);
        // Whoever is dead or has left is nobody to be afraid of any more.
        let feared = if body.has(Status::Afraid) { body.fears & fight.present } else { Slots::NONE };
        let Fight { bodies, workspace, present, .. } = fight;
        let bodies = bodies.as_slice();
        let others = present.without(who).map(|other| {
            let passable = flies || !self.hostile(who, other);
            (bodies[other.index()].at, if passable { Standing::Passable } else { Standing::Blocked })
        });
        workspace.0.flood.best(grid, start, steps, others, |found| {
            let nearer = |source: Square| grid.distance(found.at, source) < grid.distance(start, source);
            if feared.into_iter().any(|source| nearer(bodies[source.index()].at)) { None } else { key(found) }
        })
    }

    fn go<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, (start, found): (Square, Reached), table: &mut Table<D, W>) {
        if found.at != start {
            fight.body_mut(who).at = found.at;
            table.tell("VOG-009", || format!("{} moves to ({}, {})", self.name(who), found.at.x, found.at.y));
        }
    }
}

/// Whether somebody lies there who could stand up with so many steps.
#[inline]
fn can_stand_with(steps: i32, body: &Body) -> bool {
    body.prone && body.legs > 0 && steps >= 1
}
