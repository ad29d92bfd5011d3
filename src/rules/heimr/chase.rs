//! Chases in `heimr`, decided by fatigue and by who is better round after round.
//!
//! Owns section 4.22 of the specification. Start at [`Core::chase`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::abilities::AbilityId;
use super::metrics as count;
use super::rolls;
use super::rulings::ChaseCaughtAt;
use super::state::Fight;

impl<const PLAIN: bool> Core<PLAIN> {
    /// A chase: whether the quarry is caught, and after how many rounds (HEI-142 to HEI-148, R-61).
    pub(super) fn chase<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        quarry: Slot,
        pursuer: Slot,
        table: &mut Table<D, W>,
    ) -> (bool, u16) {
        let numbers = &self.book.chase;
        let margin = i32::from(numbers.margin);
        let mut distance = i32::from(numbers.start_distance);
        for round in 1..=numbers.rounds_max {
            for who in [quarry, pursuer] {
                fight.body_mut(who).effort.grown = 0;
            }
            let ability = self.chase_ability(round);
            let Some(ahead) = self.chase_roll(fight, quarry, ability, &rolls::QUARRY, table) else {
                return self.chase_ends(quarry, true, round, table);
            };
            let Some(behind) = self.chase_roll(fight, pursuer, ability, &rolls::PURSUER, table) else {
                return self.chase_ends(quarry, false, round, table);
            };
            if behind - ahead >= margin {
                if distance == 0 {
                    return self.chase_ends(quarry, true, round, table);
                }
                distance -= 1;
                if distance == 0 && self.rulings().chase_caught_at == ChaseCaughtAt::SameSquare {
                    return self.chase_ends(quarry, true, round, table);
                }
            } else if ahead - behind >= margin {
                distance += 1;
            }
            if numbers.escape_distance.is_some_and(|far| distance >= i32::from(far)) {
                return self.chase_ends(quarry, false, round, table);
            }
        }
        self.chase_ends(quarry, false, numbers.rounds_max, table)
    }

    /// The ability that the terrain of a chase round asks for (HEI-148).
    fn chase_ability(&self, round: u16) -> AbilityId {
        let changes = self.chase_terrain.iter().filter(|(from, _)| *from <= round);
        changes.max_by_key(|(from, _)| *from).map_or(self.abilities.roles.chase, |(_, ability)| *ability)
    }

    /// A roll of a chase; none when it does not meet fatigue (HEI-146).
    fn chase_roll<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        ability: AbilityId,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> Option<i32> {
        let score = self.fighter(who).score(fight.body(who), ability);
        let c = score.c - self.weariness(fight, who, ability);
        let rolled = self.check.pool.roll(c, who, roll, table);
        let meets = !self.abilities.is_physical(ability) || self.exerts(fight, who, rolled, table);
        meets.then(|| rolled.result(score.p))
    }

    fn chase_ends<D: Dice, W: Watch>(&self, quarry: Slot, caught: bool, round: u16, table: &mut Table<D, W>) -> (bool, u16) {
        table.watch.count(quarry, count::CHASE_ROUNDS, i32::from(round));
        table.tell("HEI-146", || {
            let word = if caught { "is caught" } else { "escapes" };
            format!("{} {word} after {round} rounds", self.name(quarry))
        });
        (caught, round)
    }
}
