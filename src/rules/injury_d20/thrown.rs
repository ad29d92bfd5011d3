//! Thrown weapons of `injury-d20`: where they are once they have left the hand.
//!
//! Start at [`Core::scatter`].

use crate::arena::square::Square;
use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::rolls;
use super::state::{Fight, Place};

impl Core {
    /// Where a thrown weapon lands that misses (INJ-223, INJ-224; 4.11 of the specification).
    #[inline(never)]
    pub(super) fn scatter<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (weapon, target): (u8, Slot),
        table: &mut Table<D, W>,
    ) {
        /// Neighbours clockwise from north; rows grow northwards.
        const NEIGHBOURS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let sides = self.book.throw.scatter_die;
        let face = table.roll(who, &rolls::SCATTER, u32::from(sides)) as usize;
        let (from, goal) = (fight.body(who).at, fight.body(target).at);
        let near = |&(x, y): &(i16, i16)| {
            let (x, y) = (i32::from(goal.x + x - from.x), i32::from(goal.y + y - from.y));
            x * x + y * y
        };
        let first = (0..8).min_by_key(|&index| (near(&NEIGHBOURS[index]), index)).unwrap_or(0);
        let (x, y) = NEIGHBOURS[(first + face - 1) % 8];
        let increment = self.fighter(who).weapons[usize::from(weapon)].increment_ft;
        let squares = 1 + self.distance_ft(fight, who, target) / increment;
        let mut at = goal;
        for step in 1..=squares as i16 {
            let next = Square { x: goal.x + x * step, y: goal.y + y * step };
            if self.grid.is_some() && !self.open_ground(super::space::Space { at: next, side: 1 }) {
                break;
            }
            if self.grid.is_some() {
                at = next;
            }
        }
        fight.body_mut(who).places[usize::from(weapon)] = Place::Ground(at);
        table.tell("INJ-223", || format!("the weapon of {} lands at ({}, {})", self.name(who), at.x, at.y));
    }

    /// What a thrown weapon does that has reached its target (INJ-222, R-43).
    pub(super) fn lies_with(&self, fight: &mut Fight, who: Slot, weapon: u8, target: Slot, sticks: bool) {
        let sticks = sticks && self.fighter(who).weapons[usize::from(weapon)].sticks;
        let at = fight.body(target).at;
        let place = if sticks { Place::Stuck(target) } else { Place::Ground(at) };
        fight.body_mut(who).places[usize::from(weapon)] = place;
    }
}
