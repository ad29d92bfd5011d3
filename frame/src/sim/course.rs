//! The course of a day: which fights take place, and for whom it goes on.
//!
//! Owns both rules, for whoever plays days: [`day`](super::day) and [`exact`](crate::exact). Start at [`Course`].

use crate::fight::Ending;
use crate::fight::day::{OnDefeat, Sides};
use crate::rules::plan::{Past, Terms};
use crate::rules::{Loaded, Rules};

/// The course of the sides on a day so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Course {
    /// Those whose day is over.
    beaten: Sides,
    /// Those that have taken part in anything.
    seen: Sides,
    /// The part of the day with which it goes on, when those before it take no place.
    next: u16,
    /// Days that have ended with a rest, where anything asks for them.
    days: u16,
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

    /// True if a part of the day takes place, by its index and its terms. What the terms say is asked in order, once for each part.
    pub fn comes_to<R: Rules>(&mut self, leg: usize, terms: &Terms, loaded: &Loaded<R>, fight: &R::Fight, past: Past) -> bool {
        if leg >= usize::from(self.next) {
            let past = Past { days: self.days, ..past };
            self.next = terms.elsewhere(loaded, fight, past).map_or(0, |to| to as u16);
        }
        leg >= usize::from(self.next)
    }

    /// Those of these sides that have taken part in anything and begin anew.
    pub fn renewed(&mut self, fresh: Sides) -> Sides {
        let again = fresh & self.seen;
        self.beaten = self.beaten.but(again);
        again
    }

    /// These sides take part in a leg of the day.
    pub fn joined(&mut self, sides: Sides) {
        self.seen = self.seen | sides;
    }

    /// A rest is over; as many days have ended with it as the rules say.
    pub fn rested<R: Rules>(&mut self, loaded: &Loaded<R>, rest: R::Rest) {
        if loaded.plan.counts_days {
            self.days = self.days.saturating_add(loaded.rules.days(rest));
        }
    }

    /// A fight of these sides is over and parted: whoever has lost it, or has nobody left who could fight, is beaten. Returns them.
    pub fn fought<R: Rules>(&mut self, loaded: &Loaded<R>, sides: Sides, ending: Ending, fight: &R::Fight) -> Sides {
        self.joined(sides);
        let mut beaten = Sides::NONE;
        if loaded.on_defeat == OnDefeat::End {
            let able = loaded.rules.able(sides, fight);
            let lost = sides.those(|side| match ending {
                Ending::Won(winner) => loaded.plan.relations.hostile(side, winner),
                Ending::Draw | Ending::Timeout => false,
            });
            beaten = lost | sides.but(able);
        }
        self.beaten = self.beaten | beaten;
        beaten
    }
}

/// True if there is a fight when these sides meet: somebody who could fight is left of two that are hostile to each other.
#[inline]
pub fn meets<R: Rules>(loaded: &Loaded<R>, sides: Sides, fight: &R::Fight) -> bool {
    loaded.plan.relations.at_war(loaded.rules.able(sides, fight))
}
