//! The line-up of a scenario: which combatants stand on which side, whom each of them fights and with whom it stands.
//!
//! Owns what follows for combatants from the relations of their sides, and when a fight is won. Who can still fight is for the
//! rules to say. Start at [`Lineup`].

use crate::dice::Slot;
use crate::fight::day::Sides;
use crate::fight::{Arrivals, Ending, Relations, Side, Slots};

/// The combatants of a scenario by their sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lineup {
    /// The relations of sides: who fights whom.
    pub relations: Relations,
    /// The combatants that join fights in later rounds.
    pub arrivals: Arrivals,
    /// The number of sides.
    pub sides: usize,
    /// By slot: its side.
    side: Vec<Side>,
    /// By side: everybody of it.
    members: Vec<Slots>,
    /// By slot: everybody of every hostile side.
    foes: Vec<Slots>,
    /// By slot: everybody who fights it, or may come to.
    strikers: Vec<Slots>,
    /// By slot: everybody who stands up for it, itself included.
    friends: Vec<Slots>,
    /// Those who have anybody to fight.
    contenders: Slots,
}

impl Lineup {
    /// The line-up of combatants of these sides, in slot order, of so many sides in all.
    pub fn new(side: impl IntoIterator<Item = Side>, sides: usize, relations: &Relations, arrivals: &Arrivals) -> Self {
        let side: Vec<Side> = side.into_iter().collect();
        let those = |of: &dyn Fn(Side) -> bool| Slots::first(side.len()).those(|who| of(side[who.index()]));
        Lineup {
            sides,
            members: Sides::all(sides).map(|own| those(&|side| side == own)).collect(),
            foes: side.iter().map(|&own| those(&|side| relations.hostile(own, side))).collect(),
            strikers: side.iter().map(|&own| those(&|side| relations.may_turn() || relations.hostile(side, own))).collect(),
            friends: side.iter().map(|&own| those(&|side| relations.friendly(own, side))).collect(),
            contenders: those(&|side| relations.fights(side)),
            relations: relations.clone(),
            arrivals: arrivals.clone(),
            side,
        }
    }

    /// Everybody.
    #[inline]
    #[must_use]
    pub fn all(&self) -> Slots {
        Slots::first(self.side.len())
    }

    /// The side of somebody.
    #[inline]
    #[must_use]
    pub fn side(&self, who: Slot) -> Side {
        self.side[who.index()]
    }

    /// Everybody of a side.
    #[inline]
    #[must_use]
    pub fn members(&self, side: Side) -> Slots {
        self.members[side.index()]
    }

    /// Everybody of these sides.
    #[must_use]
    pub fn members_of(&self, sides: Sides) -> Slots {
        sides.fold(Slots::NONE, |all, side| all | self.members(side))
    }

    /// The sides of these.
    #[must_use]
    pub fn sides_of(&self, those: Slots) -> Sides {
        those.map(|who| self.side(who)).collect()
    }

    /// Everybody whom somebody fights.
    #[inline]
    #[must_use]
    pub fn foes(&self, who: Slot) -> Slots {
        self.foes[who.index()]
    }

    /// Everybody who may strike somebody as an enemy, now or later in a fight: those who fight it, and everybody where neutral sides may
    /// yet turn.
    #[must_use]
    pub fn strikers(&self, who: Slot) -> Slots {
        self.strikers[who.index()].without(who)
    }

    /// Everybody who stands up for somebody, itself included.
    #[inline]
    #[must_use]
    pub fn friends(&self, who: Slot) -> Slots {
        self.friends[who.index()]
    }

    /// True if one fights the other.
    #[inline]
    #[must_use]
    pub fn hostile(&self, one: Slot, other: Slot) -> bool {
        self.foes(one).has(other)
    }

    /// True if one stands up for the other: they are of one side, or of sides at peace of which neither keeps out of the fight.
    #[inline]
    #[must_use]
    pub fn friendly(&self, one: Slot, other: Slot) -> bool {
        self.friends(one).has(other)
    }

    /// Those who have anybody to fight.
    #[inline]
    #[must_use]
    pub fn contenders(&self) -> Slots {
        self.contenders
    }

    /// The ending of a fight of these sides in which nobody but these counts any more: a draw without anybody who has somebody to
    /// fight, nothing as long as two of them fight each other.
    #[inline]
    #[must_use]
    pub fn ending(&self, left: Slots, met: Sides) -> Option<Ending> {
        let Some(first) = (left & self.contenders).next() else { return Some(Ending::Draw) };
        // Other sides may still be at war when the side of `first` has nobody left to fight.
        let at_war = |who: Slot| !(left & self.foes(who)).is_empty();
        (!at_war(first) && !{ left }.any(at_war)).then(|| Ending::Won(self.relations.victor(self.side(first), met)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::Reinforcements;

    /// Two of the first side and one of each of two others, by these relations.
    fn lineup(relations: &Relations) -> Lineup {
        let arrivals = Arrivals::new(vec![1; 4], Reinforcements::default());
        Lineup::new([0, 0, 1, 2].map(Side), 3, relations, &arrivals)
    }

    /// The combatants in these slots.
    fn slots<const COUNT: usize>(those: [u8; COUNT]) -> Slots {
        those.into_iter().map(Slot).collect()
    }

    #[test]
    fn sides_say_who_fights_whom_and_who_stands_together() {
        let mut relations = Relations::all_hostile(3);
        relations.ally(Side(0), Side(2));
        let lineup = lineup(&relations);
        assert_eq!((lineup.members(Side(0)), lineup.all()), (slots([0, 1]), Slots::first(4)));
        assert_eq!(lineup.members_of(Sides::all(2)), slots([0, 1, 2]));
        assert_eq!(lineup.sides_of(slots([1, 2])), Sides::all(2));
        assert_eq!((lineup.foes(Slot(0)), lineup.foes(Slot(2))), (slots([2]), slots([0, 1, 3])));
        assert_eq!((lineup.friends(Slot(3)), lineup.friends(Slot(2))), (slots([0, 1, 3]), slots([2])));
        assert_eq!(lineup.strikers(Slot(2)), slots([0, 1, 3]), "sides that fight each other");
        assert!(lineup.hostile(Slot(2), Slot(3)) && lineup.friendly(Slot(1), Slot(3)) && lineup.friendly(Slot(2), Slot(2)));
    }

    #[test]
    fn whoever_is_attacked_without_fighting_back_is_struck_all_the_same_and_whoever_may_turn_strikes_anybody() {
        let mut relations = Relations::all_hostile(3);
        relations.keep_out(Side(2));
        relations.assail(Side(0), Side(2));
        let attacked = lineup(&relations);
        assert_eq!((attacked.foes(Slot(3)), attacked.strikers(Slot(3))), (Slots::NONE, slots([0, 1])));
        assert_eq!(attacked.strikers(Slot(0)), slots([2]));
        relations.bear_grudges(Sides::NONE.with(Side(2)));
        assert_eq!(lineup(&relations).strikers(Slot(0)), slots([1, 2, 3]));
    }

    #[test]
    fn a_fight_is_over_when_nobody_who_is_left_fights_anybody_who_is() {
        let mut relations = Relations::all_hostile(3);
        let all = Sides::all(3);
        let open = lineup(&relations);
        assert_eq!(open.ending(slots([0, 3]), all), None);
        assert_eq!(open.ending(slots([0, 1]), all), Some(Ending::Won(Side(0))));
        assert_eq!(open.ending(Slots::NONE, all), Some(Ending::Draw));
        // The first of those who are left fights nobody, and two others go on.
        relations.make_peace(Side(0), Side(1));
        relations.make_peace(Side(0), Side(2));
        let apart = lineup(&relations);
        assert_eq!(apart.contenders(), slots([2, 3]));
        assert_eq!(apart.ending(Slots::first(4), all), None);
        assert_eq!(apart.ending(slots([0, 1, 2]), all), Some(Ending::Won(Side(1))));
        assert_eq!(apart.ending(slots([0, 1]), all), Some(Ending::Draw));
    }
}
