//! The end of a fight of `heimr`: who could fight, who comes to a fight, and when it is over.
//!
//! Owns winning of section 4.20 of the specification and who is fit to take part. Start at [`Core::outcome`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Ending, Watch};

use super::fighter::is_injured;
use super::state::{Body, Exit, Fight};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Looks whether the fight is over, and for whom.
    pub(super) fn check_ending(&mut self) {
        if self.fight.ending.is_none() {
            self.fight.ending = self.rules.outcome(self.fight);
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Those of these sides who could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        self.lineup.sides_of(self.lineup.members_of(sides).those(|who| self.could_fight(fight, who)))
    }

    /// True if a combatant is up and about between fights: neither out nor laid up.
    pub(super) fn is_up(&self, fight: &Fight, who: Slot) -> bool {
        self.is_fit(fight, who, false) && !self.is_out(&Body { exit: Exit::Here, ..*fight.body(who) })
    }

    /// True if a combatant could fight if its side met another one now.
    fn could_fight(&self, fight: &Fight, who: Slot) -> bool {
        let first = !fight.met.has(self.fighter(who).side);
        self.is_fit(fight, who, first) && !self.is_out(&Body { exit: Exit::Here, ..*fight.body(who) })
    }

    /// True if a combatant comes to a fight: when it is not laid up, and to its `first` as it began, whatever its condition
    /// (section 4.21 of the specification).
    fn is_fit(&self, fight: &Fight, who: Slot, first: bool) -> bool {
        let (body, dawn) = (fight.body(who), self.morning.body(who));
        let as_it_began = |body: &Body| first && (body.hp, body.injuries) == (dawn.hp, dawn.injuries);
        let laid_up = is_injured(body.hp, &self.book) && !as_it_began(body) || body.unconscious && !first;
        !body.dead && !laid_up
    }

    /// True if a combatant of the sides that meet comes to their fight.
    pub(super) fn comes(&self, fight: &Fight, who: Slot, first: bool) -> bool {
        fight.sides.has(self.fighter(who).side) && self.is_fit(fight, who, first)
    }

    /// The ending of the fight as it stands: when all who stand are of one side, and nobody is awaited.
    pub(super) fn outcome(&self, fight: &Fight) -> Option<Ending> {
        if !PLAIN && self.lineup.arrivals.awaited_in(fight.round).into_iter().any(|who| self.comes(fight, who, false)) {
            return None;
        }
        self.lineup.ending(self.lineup.all().those(|who| self.stands(fight.body(who))), fight.sides)
    }
}
