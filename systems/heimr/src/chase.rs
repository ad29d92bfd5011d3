//! Chases in `heimr`, decided by fatigue and by who is better round after round.
//!
//! Owns section 4.22 of the specification. Start at [`Play::chase`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::abilities::AbilityId;
use super::choose::Ask;
use super::metrics as count;
use super::rolls;
use super::rulings::ChaseCaughtAt;
use super::{Core, Play};

/// The result of a round of a chase, by the rolls of both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Pace {
    /// The quarry is too tired to go on.
    QuarryTires,
    /// The pursuer is.
    PursuerTires,
    /// The pursuer gains a square.
    Nearer,
    /// Neither of them gains one.
    Even,
    /// The quarry gains a square.
    Farther,
}

/// The stage of a chase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It goes on at this distance.
    GoesOn(i32),
    /// The quarry is caught.
    Caught,
    /// The quarry has escaped.
    Escaped,
    /// It is broken off, and the quarry has escaped.
    BrokenOff,
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A chase: whether the quarry is caught, and after how many rounds (HEI-142, HEI-143, HEI-148).
    pub(super) fn chase(&mut self, quarry: Slot, pursuer: Slot) -> (bool, u16) {
        let rules = self.rules;
        let (mut round, mut distance) = (1, rules.chase_start());
        loop {
            for who in [quarry, pursuer] {
                self.begins_to_run(who);
            }
            let ability = self.leads_over(Ask::about(quarry, pursuer)).unwrap_or_else(|| rules.chase_ability(round));
            let ahead = self.result_of(quarry, ability, &rolls::QUARRY);
            let behind = if ahead.is_some() { self.result_of(pursuer, ability, &rolls::PURSUER) } else { None };
            match rules.chase_stage(distance, round, rules.chase_pace(ahead, behind)) {
                Stage::GoesOn(next) => (round, distance) = (round + 1, next),
                end => return self.chase_ends(quarry, end == Stage::Caught, round),
            }
        }
    }

    /// A round of a chase begins for one of the two: it is a window of its own (HEI-147, HEI-149).
    pub(super) fn begins_to_run(&mut self, who: Slot) {
        self.fight.body_mut(who).effort.grown = 0;
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
    /// The distance at which a chase begins.
    pub(super) fn chase_start(&self) -> i32 {
        i32::from(self.book.chase.start_distance)
    }

    /// The result of a round in which the quarry is ahead by one roll and the pursuer behind by the other; none where one of
    /// them does not meet fatigue, the quarry first (HEI-144, HEI-146).
    pub(super) fn chase_pace(&self, ahead: Option<i32>, behind: Option<i32>) -> Pace {
        let margin = i32::from(self.book.chase.margin);
        match (ahead, behind) {
            (None, _) => Pace::QuarryTires,
            (_, None) => Pace::PursuerTires,
            (Some(ahead), Some(behind)) if behind - ahead >= margin => Pace::Nearer,
            (Some(ahead), Some(behind)) if ahead - behind >= margin => Pace::Farther,
            _ => Pace::Even,
        }
    }

    /// The stage of a chase after a round that began at this distance (HEI-144, HEI-145, HEI-146, R-61).
    pub(super) fn chase_stage(&self, distance: i32, round: u16, pace: Pace) -> Stage {
        let numbers = &self.book.chase;
        let distance = match pace {
            Pace::QuarryTires => return Stage::Caught,
            Pace::PursuerTires => return Stage::Escaped,
            Pace::Nearer if distance == 0 => return Stage::Caught,
            Pace::Nearer if distance == 1 && self.rulings.chase_caught_at == ChaseCaughtAt::SameSquare => {
                return Stage::Caught;
            }
            Pace::Nearer => distance - 1,
            Pace::Even => distance,
            Pace::Farther => distance + 1,
        };
        if numbers.escape_distance.is_some_and(|far| distance >= i32::from(far)) {
            return Stage::Escaped;
        }
        if round >= numbers.rounds_max { Stage::BrokenOff } else { Stage::GoesOn(distance) }
    }

    /// The ability that the terrain of a chase round asks for (HEI-148).
    fn chase_ability(&self, round: u16) -> AbilityId {
        let changes = self.chase_terrain.iter().filter(|(from, _)| *from <= round);
        changes.max_by_key(|(from, _)| *from).map_or(self.abilities.roles.chase, |(_, ability)| *ability)
    }
}
