//! Movement of `injury-d20`: approaching, keeping away, stepping, charging, leaving.
//!
//! Owns ways over the grid and what leaving threatened squares provokes. Start at [`Play::approach`].

use frame::arena::square::{Grid, Reached, Square, SquareObstacle};
use frame::dice::{Dice, Slot};
use frame::fight::{Few, Slots, Watch};

use super::book::combat::Trigger;
use super::metrics as count;
use super::rulings::FallenRoom;
use super::space::{Line, SQUARE_FT, Space};
use super::state::Fight;
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The best place within so many squares of way, with the way to it in the workspace. A combatant passes everybody but
    /// conscious enemies, and one that flies passes everybody.
    fn search<K: Ord>(&mut self, who: Slot, squares: i32, key: impl FnMut(Space, i32) -> Option<K>) -> Option<Reached> {
        let (lineup, fight) = (&self.rules.lineup, &*self.fight);
        let barring = if fight.body(who).flying { Slots::NONE } else { lineup.foes(who) & fight.active };
        let barring = match self.rules.rulings.fallen_room {
            FallenRoom::Barred if !fight.body(who).flying => barring | self.rules.fallen(fight),
            _ => barring,
        };
        self.search_among(who, squares, [fight.present, barring], key)
    }

    /// [`Play::search`], with those who are there, and those of them whom nobody passes.
    fn search_among<K: Ord>(
        &mut self,
        who: Slot,
        squares: i32,
        [there, barring]: [Slots; 2],
        mut key: impl FnMut(Space, i32) -> Option<K>,
    ) -> Option<Reached> {
        let rules = self.rules;
        let grid = rules.grid.as_ref()?;
        let own = rules.space(who, self.fight.body(who));
        let room = Grid { width: grid.width - own.side + 1, height: grid.height - own.side + 1, ..*grid };
        let there = rules.taking_room(self.fight, there.without(who));
        let Fight { bodies, workspace, .. } = self.fight;
        let others = there.flat_map(|other| {
            let space = Space { at: bodies[other.index()].at, side: rules.fighter(other).space };
            shadow(space, own.side, room, if barring.has(other) { SquareObstacle::Blocked } else { SquareObstacle::Passable })
        });
        let walls =
            rules.obstacles.iter().flat_map(|&at| shadow(Space { at, side: 1 }, own.side, room, SquareObstacle::Blocked));
        // Walls come last: where a combatant stands in one, it is a wall.
        let taken = others.chain(walls);
        let workspace = &mut workspace.0;
        let found = workspace.flood.best(&room, own.at, squares, taken, |found| key(Space { at: found.at, ..own }, found.cost));
        workspace.flood.way(&room, found, &mut workspace.path);
        Some(found)
    }

    /// Looks for the place nearest to being within so many feet of a target; `None` when no place is better than the present.
    pub(super) fn approach(&mut self, who: Slot, target: Slot, reach_ft: i32, squares: i32) -> Option<Reached> {
        let rules = self.rules;
        let goal = rules.space(target, self.fight.body(target));
        let start = rules.space(who, self.fight.body(who));
        let excess = |space: Space| (rules.spaces_ft(space, goal) - reach_ft).max(0);
        let before = excess(start);
        let found = self.search(who, squares, |space, cost| Some((excess(space), cost, space.at.y, space.at.x)))?;
        (found.cost > 0 && excess(Space { at: found.at, ..start }) < before).then_some(found)
    }

    /// Looks for the place farthest from all enemies from which a target is still within so many feet.
    pub(super) fn keep_away(&mut self, who: Slot, target: Slot, reach_ft: i32, squares: i32) -> Option<Reached> {
        let rules = self.rules;
        let goal = rules.space(target, self.fight.body(target));
        let foes = rules.active_foes(self.fight, who);
        let places: Few<Space> = foes.map(|foe| rules.space(foe, self.fight.body(foe))).collect();
        let nearest = |space: Space| places.iter().map(|&place| rules.spaces_ft(space, place)).min().unwrap_or(0);
        let start = rules.space(who, self.fight.body(who));
        let before = nearest(start);
        let found = self.search(who, squares, |space, cost| {
            let within = rules.spaces_ft(space, goal) <= reach_ft;
            within.then(|| (-nearest(space), cost, space.at.y, space.at.x))
        })?;
        (nearest(Space { at: found.at, ..start }) > before).then_some(found)
    }

    /// The place with the smallest key to which a combatant is moved against its will, within so many squares of a way past
    /// nobody.
    pub(super) fn carried<K: Ord>(
        &mut self,
        who: Slot,
        squares: i32,
        key: impl FnMut(Space, i32) -> Option<K>,
    ) -> Option<Square> {
        let there = self.fight.present;
        self.search_among(who, squares, [there, there], key).map(|found| found.at)
    }

    /// Those in the way of an attacker to a target within so many feet, were there room enough and no end of points: whose
    /// spaces the way would go through if nobody but these two were there. `None` where walls leave no way, or where it is not
    /// far enough away.
    pub(super) fn those_in_the_way(&mut self, who: Slot, target: Slot, reach_ft: i32) -> Option<Slots> {
        let rules = self.rules;
        let goal = rules.space(target, self.fight.body(target));
        let start = rules.space(who, self.fight.body(who));
        let excess = |space: Space| (rules.spaces_ft(space, goal) - reach_ft).max(0);
        let two = Slots::only(target);
        let found =
            self.search_among(who, i32::MAX, [two, two], |space, cost| Some((excess(space), cost, space.at.y, space.at.x)))?;
        if excess(Space { at: found.at, ..start }) >= excess(start) {
            return None;
        }
        let others = rules.taking_room(self.fight, self.fight.present.without(who).without(target));
        let path = &self.fight.workspace.0.path;
        let crosses = |other: Slot| {
            let space = rules.space(other, self.fight.body(other));
            path.iter().any(|&at| Space { at, ..start }.meets(space))
        };
        Some(others.those(crosses))
    }

    /// Goes the way that was found, square by square; false when it was stopped. A combatant that is stopped while
    /// it passes others is where it could have stood last. Crawling provokes nobody.
    pub(super) fn walk(&mut self, who: Slot, provokes: bool) -> bool {
        let rules = self.rules;
        let mut answered = Slots::NONE;
        let (start, steps) = (rules.space(who, self.fight.body(who)), self.fight.workspace.0.path.len());
        let crawls = self.fight.body(who).prone;
        for step in 0..steps {
            let goes_on = crawls || !provokes || self.provoke(who, Trigger::LeaveThreatened, None, &mut answered);
            if !goes_on || self.fight.body(who).prone && !crawls {
                let way = &self.fight.workspace.0.path[..step];
                let stands = |at: &Square| rules.free_space(self.fight, Space { at: *at, ..start }, [who, who]);
                let last = way.iter().copied().rev().find(stands);
                self.fight.body_mut(who).at = last.unwrap_or(start.at);
                self.loosen_grips();
                return false;
            }
            self.fight.body_mut(who).at = self.fight.workspace.0.path[step];
        }
        self.table.watch.count(who, count::SQUARES, steps as i32);
        self.table.tell("INJ-184", || {
            let at = self.fight.body(who).at;
            format!("{} moves to ({}, {})", rules.name(who), at.x, at.y)
        });
        self.loosen_grips();
        true
    }

    /// A place from which a charge strikes a target: in a straight line, at least the least way and at most the farthest
    /// (INJ-230, R-37).
    pub(super) fn charge_lane(&mut self, who: Slot, target: Slot, reach_ft: i32) -> bool {
        let rules = self.rules;
        if rules.grid.is_none() {
            return false;
        }
        let numbers = &rules.book.charge;
        let most = rules.pace_ft(who, self.fight.body(who)) * numbers.speed_factor / SQUARE_FT;
        let (start, goal) = (rules.space(who, self.fight.body(who)), rules.space(target, self.fight.body(target)));
        let line = Line::between(start, goal);
        self.fight.workspace.0.path.clear();
        for step in 1..=most {
            let by = line.after(step);
            let (space, way) = (start.moved(by), rules.way(by));
            if way > most || !rules.free_space(self.fight, space, [who, who]) {
                return false;
            }
            self.fight.workspace.0.path.push(space.at);
            if rules.spaces_ft(space, goal) <= reach_ft {
                return way * SQUARE_FT >= numbers.min_ft;
            }
        }
        false
    }

    /// Leaves the fight: towards the nearest edge and over it, where there is a grid.
    pub(super) fn flee(&mut self, who: Slot) {
        let rules = self.rules;
        let leaves = match rules.grid {
            None => self.provoke(who, Trigger::LeaveThreatened, None, &mut Slots::default()),
            Some(grid) => {
                let squares = rules.move_squares(self.fight, who);
                let side = rules.fighter(who).space;
                let room = Grid { width: grid.width - side + 1, height: grid.height - side + 1, ..grid };
                let edge = |at: Square| room.edge_distance(at);
                let found = self.search(who, squares, |space, cost| Some((edge(space.at), cost, space.at.y, space.at.x)));
                let arrived = self.walk(who, true);
                let left = found.map_or(0, |found| squares - found.cost);
                arrived && edge(self.fight.body(who).at) == 0 && left > 0
            }
        };
        if leaves && !rules.stopped(self.fight, who) {
            let round = i32::from(self.fight.round);
            let body = self.fight.body_mut(who);
            (body.fled, body.in_field) = (true, false);
            self.table.watch.first(who, count::OUT_ROUND, round);
            self.table.tell("R-47", || format!("{} leaves the fight", rules.name(who)));
            self.fight.release_by(who);
            self.muster(who);
        }
    }
}

impl Core {
    /// Squares that it can move by one action; when prone it crawls, one square at a time (INJ-098, INJ-120, R-22).
    pub(super) fn move_squares(&self, fight: &Fight, who: Slot) -> i32 {
        let body = fight.body(who);
        let full = self.pace_ft(who, body) / SQUARE_FT;
        if body.prone { full.min(1) } else { full }
    }
}

/// Returns the squares at which a space of a side cannot be put, because another one is in the way.
fn shadow(
    other: Space,
    side: i16,
    room: Grid,
    standing: SquareObstacle,
) -> impl Iterator<Item = (Square, SquareObstacle)> + Clone {
    let low = (other.at.x - side + 1, other.at.y - side + 1);
    let high = (other.at.x + other.side, other.at.y + other.side);
    let squares = (low.0..high.0).flat_map(move |x| (low.1..high.1).map(move |y| Square { x, y }));
    squares.filter(move |&at| room.contains(at)).map(move |at| (at, standing))
}
