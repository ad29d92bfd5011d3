//! Thrown weapons of `injury-d20`: where they are once they have left the hand.
//!
//! Start at [`Play::scatter`].

use frame::arena::square::Square;
use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::rolls;
use super::state::Place;

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Rolls where a thrown weapon lands that misses (INJ-223, INJ-224; 4.11 of the specification). The die counts eight directions;
    /// beside a larger target each begins at the middle of its side, or at its corner. The increments of the way are rounded down by
    /// any ruling on range.
    #[inline(never)]
    pub(super) fn scatter(&mut self, who: Slot, weapon: u8, target: Slot) {
        let rules = self.rules;
        /// Directions clockwise from north; rows grow northwards.
        const DIRECTIONS: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let sides = rules.book.throw.scatter_die;
        let face = self.table.roll(who, &rolls::SCATTER, u32::from(sides)) as usize;
        let [from, goal] = [who, target].map(|one| rules.space(one, self.fight.body(one)));
        let first = (0..8).min_by_key(|&index| (goal.beside(DIRECTIONS[index]).apart_squared(from), index)).unwrap_or(0);
        let (x, y) = DIRECTIONS[(first + face - 1) % 8];
        let increment = rules.fighter(who).weapons[usize::from(weapon)].increment_ft;
        let squares = 1 + rules.distance_ft(self.fight, who, target) / increment;
        let begin = goal.beside((x, y)).at;
        let mut at = Square { x: begin.x - x, y: begin.y - y };
        for step in 0..squares as i16 {
            let next = Square { x: begin.x + x * step, y: begin.y + y * step };
            if rules.grid.is_some() && !rules.open_ground(super::space::Space { at: next, side: 1 }) {
                break;
            }
            if rules.grid.is_some() {
                at = next;
            }
        }
        self.fight.body_mut(who).places[usize::from(weapon)] = Place::Ground(at);
        self.table.tell("INJ-223", || format!("the weapon of {} lands at ({}, {})", rules.name(who), at.x, at.y));
    }

    /// Leaves a thrown weapon with the target that it has reached (INJ-222, R-43).
    pub(super) fn lies_with(&mut self, who: Slot, weapon: u8, target: Slot, sticks: bool) {
        let sticks = sticks && self.rules.fighter(who).weapons[usize::from(weapon)].sticks;
        let at = self.fight.body(target).at;
        let place = if sticks { Place::Stuck(target) } else { Place::Ground(at) };
        self.fight.body_mut(who).places[usize::from(weapon)] = place;
    }
}
