//! Chases in `heimr`, decided by fatigue and by who is better round after round.
//!
//! Owns section 4.22 of the specification. Start at [`Play::chase`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::Watch;

use super::abilities::{AbilityId, Score};
use super::metrics as count;
use super::rolls;
use super::rulings::ChaseCaughtAt;
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A chase: whether the quarry is caught, and after how many rounds (HEI-142, HEI-143, HEI-144, HEI-145, HEI-146, HEI-147,
    /// HEI-148, R-61).
    pub(super) fn chase(&mut self, quarry: Slot, pursuer: Slot) -> (bool, u16) {
        let rules = self.rules;
        let numbers = &rules.book.chase;
        let margin = i32::from(numbers.margin);
        let mut distance = i32::from(numbers.start_distance);
        for round in 1..=numbers.rounds_max {
            for who in [quarry, pursuer] {
                self.fight.body_mut(who).effort.grown = 0;
            }
            let ability = rules.chase_ability(round);
            let Some(ahead) = self.chase_roll(quarry, ability, &rolls::QUARRY) else {
                return self.chase_ends(quarry, true, round);
            };
            let Some(behind) = self.chase_roll(pursuer, ability, &rolls::PURSUER) else {
                return self.chase_ends(quarry, false, round);
            };
            if behind - ahead >= margin {
                if distance == 0 {
                    return self.chase_ends(quarry, true, round);
                }
                distance -= 1;
                if distance == 0 && rules.rulings().chase_caught_at == ChaseCaughtAt::SameSquare {
                    return self.chase_ends(quarry, true, round);
                }
            } else if ahead - behind >= margin {
                distance += 1;
            }
            if numbers.escape_distance.is_some_and(|far| distance >= i32::from(far)) {
                return self.chase_ends(quarry, false, round);
            }
        }
        self.chase_ends(quarry, false, numbers.rounds_max)
    }

    /// A roll of a chase; none when it does not meet fatigue (HEI-146).
    fn chase_roll(&mut self, who: Slot, ability: AbilityId, roll: &'static Roll) -> Option<i32> {
        let rules = self.rules;
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        let c = score.c - rules.weariness(self.fight, who, ability);
        let rolled = rules.check.pool.roll(c, who, roll, self.table);
        self.tells_roll(who, roll, Score { c, p: score.p }, rolled, 0);
        let meets = self.exerts(who, rolled, rules.toll(ability));
        meets.then(|| rolled.result(score.p))
    }

    /// Counts and tells how a chase ends.
    fn chase_ends(&mut self, quarry: Slot, caught: bool, round: u16) -> (bool, u16) {
        self.table.watch.count(quarry, count::CHASE_ROUNDS, i32::from(round));
        self.table.tell("HEI-146", || {
            let word = if caught { "is caught" } else { "escapes" };
            format!("{} {word} after {round} rounds", self.rules.name(quarry))
        });
        (caught, round)
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The ability that the terrain of a chase round asks for (HEI-148).
    fn chase_ability(&self, round: u16) -> AbilityId {
        let changes = self.chase_terrain.iter().filter(|(from, _)| *from <= round);
        changes.max_by_key(|(from, _)| *from).map_or(self.abilities.roles.chase, |(_, ability)| *ability)
    }
}
