//! The course of a day: which fights take place, and for whom it goes on.
//!
//! Owns both rules, for whoever plays days: [`day`](super::day) and [`exact`](crate::exact). Start at [`Course`].

use crate::fight::Ending;
use crate::fight::day::{OnDefeat, Sides};
use crate::rules::{Loaded, Rules};

/// What has become of the sides on a day so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Course {
    /// Those whose day is over.
    beaten: Sides,
    /// Those that have taken part in anything.
    seen: Sides,
}

impl Course {
    /// Those of these sides for whom the day goes on.
    #[inline]
    #[must_use]
    pub fn of(self, sides: Sides) -> Sides {
        sides.but(self.beaten)
    }

    /// Those that have taken part in anything.
    #[must_use]
    pub fn seen(self) -> Sides {
        self.seen
    }

    /// These sides take part in a leg of the day.
    pub fn joined(&mut self, sides: Sides) {
        self.seen = self.seen | sides;
    }

    /// A fight of these sides is over and parted: whoever has lost it, or has nobody left who could fight, is beaten.
    pub fn fought<R: Rules>(&mut self, loaded: &Loaded<R>, (sides, ending): (Sides, Ending), fight: &R::Fight) {
        self.joined(sides);
        if loaded.on_defeat == OnDefeat::End {
            let able = loaded.rules.able(sides, fight);
            let lost = sides.those(|side| match ending {
                Ending::Won(winner) => !loaded.rules.allied(side, winner),
                Ending::Draw | Ending::Timeout => false,
            });
            self.beaten = self.beaten | lost | sides.but(able);
        }
    }
}

/// True if there is a fight when these sides meet: somebody who could fight is left of two that are hostile to each other.
#[inline]
pub fn meets<R: Rules>(rules: &R, sides: Sides, fight: &R::Fight) -> bool {
    let mut able = rules.able(sides, fight);
    able.next().is_some_and(|first| able.any(|other| !rules.allied(first, other)))
}
