//! Space in `injury-d20`: places, distances, reach, threats, flanking, bodies in the path.
//!
//! Owns geometry and what follows from it; changes nothing. Without an arena everybody is beside everybody else. A space is a
//! square of squares whose lowest corner is a body's place; rows grow northwards. Start at [`Core::distance_ft`].

use frame::arena::square::{Diagonal, Square};
use frame::dice::Slot;
use frame::fight::Slots;

use super::Core;
use super::book::combat::LargerThan;
use super::fighter::Cover;
use super::rulings::{FallenRoom, GridDiagonal, RangeIncrements, Rulings};
use super::sheet::CoverText;
use super::state::{Body, Fight};

/// Feet to a square.
pub const SQUARE_FT: i32 = 5;

/// A space: its lowest corner and its side, in squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Space {
    /// Lowest column and row.
    pub at: Square,
    /// Squares on a side.
    pub side: i16,
}

impl Space {
    /// Columns and rows that lie between this one and another.
    fn gap(self, other: Space) -> (i32, i32) {
        let between = |a: i16, a_side: i16, b: i16, b_side: i16| {
            let (a, b) = ((i32::from(a), i32::from(a_side)), (i32::from(b), i32::from(b_side)));
            (b.0 - (a.0 + a.1 - 1)).max(a.0 - (b.0 + b.1 - 1)).max(0)
        };
        (between(self.at.x, self.side, other.at.x, other.side), between(self.at.y, self.side, other.at.y, other.side))
    }

    /// Twice its centre.
    fn centre(self) -> Point {
        Point { x: 2 * i64::from(self.at.x) + i64::from(self.side), y: 2 * i64::from(self.at.y) + i64::from(self.side) }
    }

    /// Twice its edges: left, right, bottom, top.
    fn edges(self) -> (i64, i64, i64, i64) {
        let (x, y, side) = (2 * i64::from(self.at.x), 2 * i64::from(self.at.y), 2 * i64::from(self.side));
        (x, x + side, y, y + side)
    }

    /// The space so many columns and rows farther on.
    pub fn moved(self, by: Shift) -> Space {
        Space { at: Square { x: self.at.x + by.x, y: self.at.y + by.y }, ..self }
    }

    /// The square beside it in a direction, of one column and one row at most: at the middle of its side, or at its corner.
    pub fn beside(self, (x, y): (i16, i16)) -> Space {
        let along = |low: i16, step: i16| match step {
            -1 => low - 1,
            0 => low + (self.side - 1) / 2,
            _ => low + self.side,
        };
        Space { at: Square { x: along(self.at.x, x), y: along(self.at.y, y) }, side: 1 }
    }

    /// The square of the distance between its centre and that of another, in quarters of squares.
    pub fn apart_squared(self, other: Space) -> i64 {
        let Point { x, y } = self.centre().less(other.centre());
        x * x + y * y
    }

    /// True if it has a square in common with another.
    pub fn meets(self, other: Space) -> bool {
        let apart = |a: i16, a_side: i16, b: i16, b_side: i16| a + a_side <= b || b + b_side <= a;
        !apart(self.at.x, self.side, other.at.x, other.side) && !apart(self.at.y, self.side, other.at.y, other.side)
    }
}

/// A point of the plane, in halves of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Point {
    x: i64,
    y: i64,
}

impl Point {
    /// The way from another point to this one.
    fn less(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

/// Columns and rows from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Columns eastwards.
    pub x: i16,
    /// Rows northwards.
    pub y: i16,
}

/// A straight line from the centre of one space to that of another, and on from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Twice the columns and rows between the two.
    across: Point,
}

impl Line {
    /// The line between two spaces.
    pub fn between(from: Space, to: Space) -> Line {
        let (from, to) = (from.centre(), to.centre());
        Line { across: to.less(from) }
    }

    /// Columns and rows after so many squares along the longer of the two; the other follows as soon as it is more than half a
    /// square behind, alike in all directions.
    pub fn after(self, squares: i32) -> Shift {
        let length = self.across.x.abs().max(self.across.y.abs()).max(1);
        let along = |across: i64| {
            let over = (across * i64::from(squares)).abs();
            ((2 * over + length - 1) / (2 * length) * across.signum()) as i16
        };
        Shift { x: along(self.across.x), y: along(self.across.y) }
    }

    /// True if a space lies farther along the line than another, by their centres.
    pub fn passes(self, space: Space, other: Space) -> bool {
        let (at, other) = (space.centre(), other.centre());
        let apart = at.less(other);
        apart.x * self.across.x + apart.y * self.across.y > 0
    }
}

/// True if the line from `a` to `b` crosses two opposite edges of a space; corners belong to both of theirs.
fn crosses_opposite(a: Point, b: Point, space: Space) -> bool {
    let (left, right, bottom, top) = space.edges();
    // The other axis has to be within its edges where the line meets the edge at `at` of one axis.
    let meets = |a: Point, b: Point, at: i64, low: i64, high: i64| {
        let Point { x: along, y: across } = b.less(a);
        if along == 0 || (at - a.x) * (at - b.x) > 0 {
            return false;
        }
        let (value, sign) = (a.y * along + across * (at - a.x), along.signum());
        value * sign >= low * along * sign && value * sign <= high * along * sign
    };
    let turned = |point: Point| Point { x: point.y, y: point.x };
    let sideways = meets(a, b, left, bottom, top) && meets(a, b, right, bottom, top);
    let upwards = meets(turned(a), turned(b), bottom, left, right) && meets(turned(a), turned(b), top, left, right);
    sideways || upwards
}

/// True if the line from `a` to `b` passes through the inside of a space.
fn passes_through(a: Point, b: Point, space: Space) -> bool {
    let (left, right, bottom, top) = space.edges();
    let Point { x: dx, y: dy } = b.less(a);
    // The part of the line, in units of 1 / (|dx| |dy|), in which a coordinate is strictly within its edges.
    let (sx, sy) = (dx.abs().max(1), dy.abs().max(1));
    let within = |from: i64, step: i64, low: i64, high: i64, scale: i64| match step.signum() {
        0 => (low < from && from < high).then_some((0, sx * sy)),
        1 => Some(((low - from) * scale, (high - from) * scale)),
        _ => Some(((from - high) * scale, (from - low) * scale)),
    };
    let (Some(x), Some(y)) = (within(a.x, dx, left, right, sy), within(a.y, dy, bottom, top, sx)) else { return false };
    x.0.max(y.0).max(0) < x.1.min(y.1).min(sx * sy)
}

/// Returns the price of a diagonal step.
pub fn diagonal(rulings: &Rulings) -> Diagonal {
    match rulings.grid_diagonal {
        GridDiagonal::Chebyshev => Diagonal::One,
        GridDiagonal::FiveTenFive => Diagonal::Alternating,
    }
}

impl Core {
    /// The space of a combatant.
    #[inline]
    pub(super) fn space(&self, who: Slot, body: &Body) -> Space {
        Space { at: body.at, side: self.fighter(who).space }
    }

    /// Feet between two combatants: between the nearest squares of their spaces; 5 where there is no grid.
    #[inline]
    pub(super) fn distance_ft(&self, fight: &Fight, a: Slot, b: Slot) -> i32 {
        if a == b {
            return 0;
        }
        if self.side_by_side { SQUARE_FT } else { self.distance_apart_ft(fight, a, b) }
    }

    /// Feet between two combatants by the grid, if there is one, and by their heights.
    fn distance_apart_ft(&self, fight: &Fight, a: Slot, b: Slot) -> i32 {
        let (one, other) = (fight.body(a), fight.body(b));
        let level = if self.grid.is_some() { self.spaces_ft(self.space(a, one), self.space(b, other)) } else { SQUARE_FT };
        level.max((one.altitude_ft - other.altitude_ft).abs())
    }

    /// Feet between two spaces.
    pub(super) fn spaces_ft(&self, a: Space, b: Space) -> i32 {
        let (x, y) = a.gap(b);
        SQUARE_FT * self.squares(x, y)
    }

    /// Squares of a way of so many columns and rows.
    pub(super) fn squares(&self, x: i32, y: i32) -> i32 {
        diagonal(&self.rulings).steps(x, y)
    }

    /// Squares of a way that ends so far away.
    pub(super) fn way(&self, by: Shift) -> i32 {
        self.squares(i32::from(by.x.abs()), i32::from(by.y.abs()))
    }

    /// The cover of a combatant: its own, or that of the ground on which all of its space lies; against shots and against
    /// melee (INJ-165, INJ-166, R-34).
    #[inline]
    pub(super) fn cover_of(&self, who: Slot, body: &Body) -> Cover {
        let own = self.fighter(who).cover;
        if self.covers.is_empty() { own } else { self.cover_on_ground(own, who, body) }
    }

    /// Returns the least cover of all squares that the combatant takes up.
    fn cover_on_ground(&self, own: Cover, who: Slot, body: &Body) -> Cover {
        let space = self.space(who, body);
        let mut ground = Cover { ranged: CoverText::Total, melee: CoverText::Total };
        for (x, y) in (0..space.side).flat_map(|x| (0..space.side).map(move |y| (x, y))) {
            let at = Square { x: space.at.x + x, y: space.at.y + y };
            let here = self.covers.iter().find(|(square, _)| *square == at);
            let here = here.map_or(Cover::NONE, |(_, cover)| *cover);
            ground = Cover { ranged: ground.ranged.min(here.ranged), melee: ground.melee.min(here.melee) };
        }
        Cover { ranged: own.ranged.max(ground.ranged), melee: own.melee.max(ground.melee) }
    }

    /// True if two combatants are beside each other.
    #[inline]
    pub(super) fn adjacent(&self, fight: &Fight, a: Slot, b: Slot) -> bool {
        self.distance_ft(fight, a, b) <= SQUARE_FT
    }

    /// True if the combatant threatens another (3.4 of the specification).
    pub(super) fn threatens(&self, fight: &Fight, who: Slot, other: Slot) -> bool {
        self.threatening_weapon(fight, who, other).is_some()
    }

    /// Returns the first weapon with which the combatant threatens another, bare hands apart (INJ-246; 3.4 of the specification).
    pub(super) fn threatening_weapon(&self, fight: &Fight, who: Slot, other: Slot) -> Option<u8> {
        let body = fight.body(who);
        if !fight.active.has(who) || body.stunned > 0 || body.dazed > 0 {
            return None;
        }
        let distance = self.distance_ft(fight, who, other);
        let weapons = &self.fighter(who).weapons;
        (0..weapons.len() as u8).find(|&index| {
            let weapon = &weapons[usize::from(index)];
            weapon.melee() && !weapon.unarmed && weapon.reach_ft >= distance && self.usable(who, body, index)
        })
    }

    /// The longest reach of a melee weapon that it can use.
    pub(super) fn melee_reach_ft(&self, fight: &Fight, who: Slot) -> i32 {
        let (body, weapons) = (fight.body(who), &self.fighter(who).weapons);
        let usable = |index: &usize| weapons[*index].melee() && self.usable(who, body, *index as u8);
        (0..weapons.len()).filter(usable).map(|index| weapons[index].reach_ft).max().unwrap_or(0)
    }

    /// True if an enemy threatens it.
    pub(super) fn threatened(&self, fight: &Fight, who: Slot) -> bool {
        let mut foes = self.active_foes(fight, who);
        foes.any(|foe| self.threatens(fight, foe, who))
    }

    /// True if the combatant flanks a target together with a friend (INJ-167, R-35).
    pub(super) fn flanks(&self, fight: &Fight, who: Slot, target: Slot) -> bool {
        if self.grid.is_none() {
            return false;
        }
        let ready = |one: Slot| {
            self.adjacent(fight, one, target) && (!self.book.flanking.needs_threat || self.threatens(fight, one, target))
        };
        if !ready(who) {
            return false;
        }
        let middle = |one: Slot| self.space(one, fight.body(one)).centre();
        let between = self.space(target, fight.body(target));
        let mut others = (self.lineup.friends(who) & fight.active).without(who);
        others.any(|friend| ready(friend) && crosses_opposite(middle(who), middle(friend), between))
    }

    /// Returns what bodies in the path add to the defence value of the target of a shot (INJ-213, INJ-214, R-42).
    pub(super) fn intervening_dv(&self, fight: &Fight, who: Slot, target: Slot) -> i32 {
        if self.grid.is_none() {
            return 0;
        }
        let numbers = &self.book.ranged;
        let from = self.space(who, fight.body(who)).centre();
        let to = self.space(target, fight.body(target)).centre();
        let size = self.fighter(target).size;
        let mut sum = 0;
        for other in fight.present.without(who).without(target) {
            let (body, larger) = (fight.body(other), self.fighter(other).size - size);
            if larger >= 0 && !body.prone && passes_through(from, to, self.space(other, body)) {
                sum += numbers.intervening_dv + larger * numbers.intervening_dv_per_size;
            }
        }
        sum
    }

    /// True if a shot goes into a melee of one's friends (INJ-211, INJ-212, R-42).
    pub(super) fn disturbs_friends(&self, fight: &Fight, who: Slot, target: Slot) -> bool {
        let numbers = &self.book.ranged;
        let size = self.fighter(target).size;
        let mut friends = (self.lineup.friends(who) & fight.active).without(who);
        friends.any(|friend| {
            let smaller = match numbers.larger_than {
                LargerThan::Ally => friend,
                LargerThan::Shooter => who,
            };
            size - self.fighter(smaller).size < numbers.into_melee_size
                && self.distance_ft(fight, friend, target) < numbers.into_melee_ft
                && (self.threatens(fight, friend, target) || self.threatens(fight, target, friend))
        })
    }

    /// Range increments of a distance (INJ-209, R-42).
    #[inline]
    pub(super) fn increments(&self, distance_ft: i32, increment_ft: i32) -> i32 {
        match self.rulings.range_increments {
            RangeIncrements::Floor => distance_ft / increment_ft,
            RangeIncrements::BeyondFirst => ((distance_ft + increment_ft - 1) / increment_ft - 1).max(0),
        }
    }

    /// True if a space lies on the grid and clear of obstacles.
    pub(super) fn open_ground(&self, space: Space) -> bool {
        let Some(grid) = &self.grid else { return false };
        let far = Square { x: space.at.x + space.side - 1, y: space.at.y + space.side - 1 };
        let square = |at: &Square| Space { at: *at, side: 1 };
        grid.contains(space.at) && grid.contains(far) && !self.obstacles.iter().any(|at| square(at).meets(space))
    }

    /// Those on the field who lie unconscious.
    pub(super) fn fallen(&self, fight: &Fight) -> Slots {
        fight.present.those(|who| fight.body(who).unconscious())
    }

    /// Those of some others whose spaces are taken: all, or all but the unconscious.
    pub(super) fn taking_room(&self, fight: &Fight, others: Slots) -> Slots {
        match self.rulings.fallen_room {
            FallenRoom::None => others.those(|other| !fight.body(other).unconscious()),
            FallenRoom::Passable | FallenRoom::Barred => others,
        }
    }

    /// True if a space is open and nobody but `but` takes up any of it.
    pub(super) fn free_space(&self, fight: &Fight, space: Space, but: [Slot; 2]) -> bool {
        let mut others = self.taking_room(fight, fight.present.without(but[0]).without(but[1]));
        self.open_ground(space) && !others.any(|other| self.space(other, fight.body(other)).meets(space))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(x: i16, y: i16, side: i16) -> Space {
        Space { at: Square { x, y }, side }
    }

    #[test]
    fn gaps_are_counted_between_the_nearest_squares() {
        assert_eq!(space(0, 0, 1).gap(space(1, 1, 1)), (1, 1));
        assert_eq!(space(0, 0, 2).gap(space(2, 0, 1)), (1, 0));
        assert_eq!(space(5, 0, 1).gap(space(0, 3, 3)), (3, 3));
    }

    #[test]
    fn opposite_sides_and_corners_flank() {
        let target = space(1, 1, 1);
        let flank = |a: Space, b: Space| crosses_opposite(a.centre(), b.centre(), target);
        assert!(flank(space(0, 1, 1), space(2, 1, 1)) && flank(space(0, 0, 1), space(2, 2, 1)));
        assert!(flank(space(1, 0, 1), space(1, 2, 1)));
        assert!(!flank(space(0, 0, 1), space(2, 1, 1)) && !flank(space(0, 0, 1), space(2, 0, 1)));
    }

    #[test]
    fn a_touch_of_an_edge_is_not_in_the_path() {
        let line = |a: Space, b: Space, other: Space| passes_through(a.centre(), b.centre(), other);
        assert!(line(space(0, 0, 1), space(4, 0, 1), space(2, 0, 1)));
        assert!(line(space(0, 0, 1), space(2, 2, 1), space(1, 1, 1)));
        assert!(!line(space(0, 0, 1), space(2, 2, 1), space(0, 1, 1)));
        assert!(!line(space(0, 0, 1), space(4, 0, 1), space(2, 1, 1)));
        assert!(!line(space(0, 0, 1), space(2, 0, 1), space(3, 0, 1)));
    }
}
