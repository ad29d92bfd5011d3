//! Movement of `vogt`: standing up, approaching, keeping away, leaving.
//!
//! Owns what a turn's movement is spent on; squares and searches are in [`arena`](frame::arena). Start at
//! [`Play::budget`].

use frame::arena::square::{Grid, Reached, Square, SquareObstacle};
use frame::dice::{Dice, Slot};
use frame::fight::{Few, Slots, Watch};

use super::derived::can_stand_with;
use super::metrics as count;
use super::policy::Movement;
use super::rulings;
use super::sheet::Status;
use super::state::{Act, Fight};
use super::{Core, Play};

impl Core {
    /// Range of what was declared; for a run, of the weapon in hand; a contest wants somebody adjacent.
    pub(super) fn reach(&self, fight: &Fight, who: Slot, act: Act) -> i32 {
        let fighter = self.fighter(who);
        match act {
            Act::Attack { weapon } => fighter.weapons[usize::from(weapon)].range,
            Act::Technique { technique, .. } => fighter.techniques[usize::from(technique)].range,
            Act::Contest => 1,
            _ => fighter.weapons[fighter.wielded(fight.body(who))].range,
        }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Steps of this turn; a prone one who wants to stands up with a part of them.
    #[inline]
    pub(super) fn budget(&mut self, who: Slot, act: Act) -> i32 {
        if self.rules.grid.is_none() && !self.fight.body(who).prone && !matches!(act, Act::Flee) {
            // Nowhere to go: steps would be counted for nothing.
            return 0;
        }
        self.counted_steps(who, act)
    }

    /// Returns the steps of a turn, after standing up where the policy wants to.
    #[inline(never)]
    fn counted_steps(&mut self, who: Slot, act: Act) -> i32 {
        let rules = self.rules;
        let steps = rules.allowance(who, self.fight.body(who), matches!(act, Act::Run | Act::Flee));
        if !self.fight.body(who).prone {
            return steps;
        }
        if self.rises(who, steps) && rules.rulings.stand == rulings::Standing::All {
            return 0;
        }
        rules.while_prone(steps)
    }

    /// A prone one who goes nowhere stands up if it can and wants to.
    #[inline(never)]
    pub(super) fn gets_up(&mut self, who: Slot) {
        self.rises(who, self.rules.allowance(who, self.fight.body(who), false));
    }

    /// A prone one with so many steps stands up if it can and wants to; true if it does.
    #[inline]
    fn rises(&mut self, who: Slot, steps: i32) -> bool {
        self.table.watch.count(who, count::PRONE_TURNS, 1);
        let by_moving = matches!(self.rules.rulings.stand, rulings::Standing::Half | rulings::Standing::All);
        let rises = by_moving && can_stand_with(steps, self.fight.body(who)) && self.stands_up(who);
        if rises {
            self.fight.body_mut(who).prone = false;
            self.table.tell("VOG-097, R-19", || format!("{} stands up", self.rules.name(who)));
        } else {
            self.table.tell("VOG-097, R-19", || {
                let why = match (by_moving, can_stand_with(steps, self.fight.body(who))) {
                    (false, _) => "standing up takes an action",
                    (true, false) => "it takes a leg and a square of movement",
                    (true, true) => "as it chooses",
                };
                format!("{} stays down: {why}", self.rules.name(who))
            });
        }
        rises
    }

    /// Moves as the policy says before the action; returns the steps that are left (section 6.3 of the specification).
    #[inline]
    pub(super) fn move_before(&mut self, who: Slot, act: Act, target: Option<Slot>, steps: i32) -> i32 {
        if matches!(act, Act::Flee) {
            return self.flee(who, steps);
        }
        match (&self.rules.grid, target) {
            (Some(grid), Some(target)) => self.approach(who, act, target, grid, steps),
            _ => steps,
        }
    }

    /// Comes as close to the target as the action needs; returns the steps that are left.
    #[inline(never)]
    fn approach(&mut self, who: Slot, act: Act, target: Slot, grid: &Grid, steps: i32) -> i32 {
        if self.moves(who, Some(target)) == Movement::Hold {
            return steps;
        }
        let (range, goal) = (self.rules.reach(self.fight, who, act), self.fight.body(target).at);
        if steps < 1 || grid.distance(self.fight.body(who).at, goal) <= range {
            return steps;
        }
        let key = |found: Reached| {
            let gap = (grid.distance(found.at, goal) - range).max(0);
            Some((gap, found.cost, found.at.y, found.at.x))
        };
        steps - self.walk(who, grid, steps, key).cost
    }

    /// Moves as the policy says after the action.
    #[inline]
    pub(super) fn move_after(&mut self, who: Slot, steps: i32) {
        if let Some(grid) = &self.rules.grid {
            self.keep_away(who, grid, steps);
        }
    }

    /// Keeps away, when the policy says so.
    #[inline(never)]
    fn keep_away(&mut self, who: Slot, grid: &Grid, steps: i32) {
        if steps < 1 || !self.fight.active.has(who) || self.moves(who, None) != Movement::Kite {
            return;
        }
        let foes = self.rules.active_foes(self.fight, who);
        if foes.is_empty() {
            return;
        }
        let squares: Few<Square> = foes.map(|foe| self.fight.body(foe).at).collect();
        let key = |found: Reached| {
            let nearest = squares.iter().map(|&foe| grid.distance(found.at, foe)).min().unwrap_or(0);
            Some((-nearest, found.cost, found.at.y, found.at.x))
        };
        self.walk(who, grid, steps, key);
    }

    /// Runs for the edge of the grid, or simply leaves where there is none.
    #[inline(never)]
    fn flee(&mut self, who: Slot, steps: i32) -> i32 {
        if !self.rules.book.actions.flee || steps < 1 {
            return steps;
        }
        let Some(grid) = self.rules.grid else {
            self.leave(who);
            return 0;
        };
        let key = |found: Reached| Some((grid.edge_distance(found.at), found.cost, found.at.y, found.at.x));
        let found = self.walk(who, &grid, steps, key);
        if grid.edge_distance(found.at) == 0 && found.cost < steps {
            self.leave(who);
            return 0;
        }
        steps - found.cost
    }

    /// Leaves the fight for good.
    fn leave(&mut self, who: Slot) {
        self.fight.body_mut(who).in_field = false;
        self.rules.muster(self.fight, who);
        self.table.watch.count(who, count::FLED, 1);
        self.table.watch.first(who, count::OUT_ROUND, i32::from(self.fight.round));
        self.table.tell("R-50", || format!("{} leaves the fight", self.rules.name(who)));
    }

    /// Goes to the best square within so many steps (VOG-009, VOG-080, VOG-098, R-21, R-37, R-39).
    fn walk<K: Ord>(&mut self, who: Slot, grid: &Grid, steps: i32, mut key: impl FnMut(Reached) -> Option<K>) -> Reached {
        let body = self.fight.body(who);
        let (start, flies) = (body.at, self.rules.fighter(who).fly && !body.prone);
        // A combatant that is dead or has left is nobody to be afraid of any more.
        let feared = if body.has(Status::Afraid) { body.fears & self.fight.present } else { Slots::NONE };
        let Fight { bodies, workspace, present, .. } = self.fight;
        let bodies = bodies.as_slice();
        let others = present.without(who).map(|other| {
            let passable = flies || !self.rules.lineup.hostile(who, other);
            (bodies[other.index()].at, if passable { SquareObstacle::Passable } else { SquareObstacle::Blocked })
        });
        let found = workspace.0.flood.best(grid, start, steps, others, |found| {
            let nearer = |source: Square| grid.distance(found.at, source) < grid.distance(start, source);
            if feared.into_iter().any(|source| nearer(bodies[source.index()].at)) { None } else { key(found) }
        });
        if found.at != start {
            self.fight.body_mut(who).at = found.at;
            self.table.tell("VOG-009", || format!("{} moves to ({}, {})", self.rules.name(who), found.at.x, found.at.y));
        }
        found
    }
}
