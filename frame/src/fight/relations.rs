//! Relations between sides: who fights whom, who fights together, who keeps out of it.
//!
//! Owns the table and what follows from it for a victory. What a file says of it is read in
//! [`scenario::sides`](crate::scenario). Start at [`Relations`].

use crate::fight::day::Sides;
use crate::fight::{Ending, Side};

/// The relations of sides to each other. Unless something else is said, every side is hostile to every other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Relations {
    /// By side: those that it fights.
    foes: Vec<Sides>,
    /// By side: those with which it wins, itself included.
    camps: Vec<Sides>,
    /// Those that fight nobody.
    neutral: Sides,
    /// Neutral sides that turn on their attackers, each with an alliance that could: the bits of [`TurnedSides`].
    grudges: Vec<(Side, Sides)>,
}

/// The neutral sides that have turned on an alliance in a fight: those of [`Relations::struck`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TurnedSides(u8);

impl TurnedSides {
    /// The number among all that can come about, from 0 for none that has turned.
    #[must_use]
    pub fn number(self) -> usize {
        self.0.into()
    }

    /// Returns these with others.
    #[must_use]
    pub fn with(self, others: TurnedSides) -> Self {
        TurnedSides(self.0 | others.0)
    }

    /// True if all of the others are among these.
    #[must_use]
    pub fn has(self, others: TurnedSides) -> bool {
        self.0 & others.0 == others.0
    }
}

/// A state of a fight in which neutral sides can turn on somebody.
pub trait Turns {
    /// Those that have.
    fn turned(&self) -> TurnedSides;

    /// Lets these have turned, and no others.
    fn set_turned(&mut self, turned: TurnedSides);
}

impl Relations {
    /// So many sides, each hostile to every other.
    #[must_use]
    pub fn all_hostile(sides: usize) -> Self {
        let all = Sides::all(sides);
        let alone = |side| Sides::NONE.with(side);
        Relations {
            foes: all.map(|side| all.but(alone(side))).collect(),
            camps: all.map(alone).collect(),
            neutral: Sides::NONE,
            grudges: Vec::new(),
        }
    }

    /// Lets two sides fight together and win together, and with them all who are allied to either.
    pub fn ally(&mut self, one: Side, other: Side) {
        let camp = self.camps[one.index()] | self.camps[other.index()];
        for side in camp {
            self.camps[side.index()] = camp;
            self.foes[side.index()] = self.foes[side.index()].but(camp);
        }
    }

    /// Lets a side fight nobody, and nobody fight it.
    pub fn keep_out(&mut self, side: Side) {
        self.neutral = self.neutral.with(side);
        self.foes[side.index()] = Sides::NONE;
        self.foes.iter_mut().for_each(|foes| *foes = foes.but(Sides::NONE.with(side)));
    }

    /// Lets a side fight a neutral one, which does not fight back by itself.
    pub fn assail(&mut self, side: Side, neutral: Side) {
        self.foes[side.index()] = self.foes[side.index()].with(neutral);
    }

    /// Lets neutral sides turn on their attackers. Returns the number of pairs of a neutral side and an alliance: no more than
    /// [`GRUDGES_MOST`](Self::GRUDGES_MOST) can be told apart.
    pub fn bear_grudges(&mut self, sides: Sides) -> usize {
        let camps: Vec<Sides> =
            (0..).zip(&self.camps).filter(|(side, _)| self.camp(Side(*side)) == Side(*side)).map(|(_, camp)| *camp).collect();
        let fights = |camp: &Sides| !{ *camp }.any(|side| self.neutral.has(side));
        let camps: Vec<Sides> = camps.into_iter().filter(fights).collect();
        self.grudges = sides.flat_map(|side| camps.iter().map(move |camp| (side, *camp))).collect();
        self.grudges.len()
    }

    /// The most pairs of a neutral side that fights back and an alliance that could strike it.
    pub const GRUDGES_MOST: usize = 6;

    /// True if a neutral side could turn on somebody.
    #[inline]
    #[must_use]
    pub fn may_turn(&self) -> bool {
        !self.grudges.is_empty()
    }

    /// True if whoever is fought fights back, and nobody can turn on anybody.
    #[must_use]
    pub fn are_mutual(&self) -> bool {
        let sides = || Sides::all(self.foes.len());
        !self.may_turn() && sides().all(|one| sides().all(|other| self.hostile(one, other) == self.hostile(other, one)))
    }

    /// The sides of which a blow by one against the other lets one turn on somebody.
    #[must_use]
    pub fn struck(&self, struck: Side, by: Side) -> TurnedSides {
        let those = (0..).zip(&self.grudges).filter(|(_, (neutral, camp))| *neutral == struck && camp.has(by));
        TurnedSides(those.fold(0, |bits, (bit, _)| bits | 1 << bit))
    }

    /// Everything that can come about, from that on in which nobody has turned.
    pub fn all_turned(&self) -> impl Iterator<Item = TurnedSides> + use<> {
        (0..1 << self.grudges.len()).map(TurnedSides)
    }

    /// The relations when these have turned: they and the alliance are hostile to each other, and everything else is as before.
    #[must_use]
    pub fn after(&self, turned: TurnedSides) -> Self {
        let mut after = self.clone();
        for (_, (neutral, camp)) in (0..).zip(&self.grudges).filter(|(bit, _)| turned.has(TurnedSides(1 << bit))) {
            after.foes[neutral.index()] = after.foes[neutral.index()] | *camp;
            for side in *camp {
                after.foes[side.index()] = after.foes[side.index()].with(*neutral);
            }
        }
        after
    }

    /// Lets two sides not fight each other, though neither wins with the other.
    pub fn make_peace(&mut self, one: Side, other: Side) {
        for (side, peaceful) in [(one, other), (other, one)] {
            self.foes[side.index()] = self.foes[side.index()].but(Sides::NONE.with(peaceful));
        }
    }

    /// True if two sides fight each other.
    #[inline]
    #[must_use]
    pub fn hostile(&self, one: Side, other: Side) -> bool {
        self.foes[one.index()].has(other)
    }

    /// The sides that a side fights.
    #[must_use]
    pub fn foes_of(&self, side: Side) -> Sides {
        self.foes[side.index()]
    }

    /// True if two sides are one, or stand up for each other: they are at peace, and neither keeps out of the fight.
    #[must_use]
    pub fn friendly(&self, one: Side, other: Side) -> bool {
        one == other || !self.hostile(one, other) && !self.neutral.has(one) && !self.neutral.has(other)
    }

    /// True if a side has anybody to fight.
    #[must_use]
    pub fn fights(&self, side: Side) -> bool {
        !self.foes[side.index()].is_empty()
    }

    /// True if any two of these sides fight each other.
    #[must_use]
    pub fn at_war(&self, sides: Sides) -> bool {
        { sides }.any(|side| !(self.foes[side.index()] & sides).is_empty())
    }

    /// The side in whose name an alliance wins: the first of it in the order of the file.
    #[must_use]
    pub fn camp(&self, side: Side) -> Side {
        { self.camps[side.index()] }.next().unwrap_or(side)
    }

    /// The side in whose name an alliance wins: of those that have met, the first of it in the order of the file.
    #[must_use]
    pub fn victor(&self, side: Side, met: Sides) -> Side {
        (self.camps[side.index()] & met).next().unwrap_or(side)
    }

    /// True if a fight that ended like this is won by a side, alone or with others.
    #[must_use]
    pub fn wins(&self, side: Side, ending: Ending) -> bool {
        matches!(ending, Ending::Won(winner) if self.camps[side.index()].has(winner))
    }

    /// Those of these sides in whose name a fight of them can be won.
    #[must_use]
    pub fn victors(&self, met: Sides) -> Sides {
        let can_win = |side| !self.neutral.has(side) || self.grudges.iter().any(|(neutral, _)| *neutral == side);
        met.those(|side| self.victor(side, met) == side && can_win(side))
    }

    /// Those that win with a side, itself included.
    #[must_use]
    pub fn camp_of(&self, side: Side) -> Sides {
        self.camps[side.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Side = Side(0);
    const B: Side = Side(1);
    const C: Side = Side(2);
    const D: Side = Side(3);

    #[test]
    fn every_side_is_hostile_to_every_other_unless_something_else_is_said() {
        let relations = Relations::all_hostile(3);
        assert!(relations.hostile(A, B) && relations.hostile(C, A) && !relations.hostile(B, B));
        assert!(relations.friendly(A, A) && !relations.friendly(A, B));
        assert_eq!(relations.victors(Sides::all(3)), Sides::all(3));
        assert!(relations.wins(B, Ending::Won(B)) && !relations.wins(A, Ending::Won(B)) && !relations.wins(A, Ending::Draw));
    }

    #[test]
    fn allies_of_allies_are_allies_and_win_in_the_name_of_the_first_that_is_there() {
        let mut relations = Relations::all_hostile(4);
        relations.ally(A, C);
        relations.ally(C, D);
        assert!(!relations.hostile(A, D) && relations.friendly(A, D) && relations.hostile(D, B));
        assert_eq!(
            [relations.camp(D), relations.victor(D, Sides::all(4)), relations.victor(D, Sides::all(4).but(Sides::all(1)))],
            [A, A, C]
        );
        assert_eq!(relations.victors(Sides::all(4)), Sides::all(2));
        assert!(relations.wins(D, Ending::Won(A)) && !relations.wins(B, Ending::Won(A)));
    }

    #[test]
    fn a_neutral_side_fights_nobody_and_cannot_win() {
        let mut relations = Relations::all_hostile(3);
        relations.keep_out(B);
        assert!(!relations.hostile(A, B) && !relations.hostile(B, C) && relations.hostile(A, C));
        assert!(!relations.friendly(A, B) && relations.friendly(B, B) && !relations.fights(B));
        assert_eq!(relations.victors(Sides::all(3)), Sides::all(3).but(Sides::NONE.with(B)));
        assert!(relations.at_war(Sides::all(3)) && !relations.at_war(Sides::all(2)));
    }

    #[test]
    fn a_neutral_side_that_is_struck_turns_on_the_whole_alliance_and_on_nobody_else() {
        let mut relations = Relations::all_hostile(4);
        relations.ally(A, B);
        relations.keep_out(D);
        assert!(!relations.may_turn());
        assert_eq!(relations.bear_grudges(Sides::NONE.with(D)), 2);
        assert!(relations.may_turn() && relations.victors(Sides::all(4)).has(D));
        let by_b = relations.struck(D, B);
        assert_eq!((by_b, relations.struck(B, D), relations.all_turned().count()), (relations.struck(D, A), TurnedSides(0), 4));
        let after = relations.after(by_b);
        assert!(after.hostile(D, A) && after.hostile(A, D) && after.hostile(B, D));
        assert!(!after.hostile(D, C) && !after.friendly(D, C) && after.fights(D) && !relations.fights(D));
        let both = relations.after(by_b.with(relations.struck(D, C)));
        assert!(both.hostile(D, C) && both.hostile(D, A) && both.hostile(A, C));
    }

    #[test]
    fn a_side_that_assails_a_neutral_one_is_not_fought_by_it() {
        let mut relations = Relations::all_hostile(3);
        relations.keep_out(C);
        relations.assail(B, C);
        assert!(relations.hostile(B, C) && !relations.hostile(C, B) && !relations.hostile(A, C));
        assert!(relations.at_war(Sides::NONE.with(B).with(C)) && !relations.fights(C));
    }

    #[test]
    fn sides_at_peace_stand_up_for_each_other_and_win_alone() {
        let mut relations = Relations::all_hostile(3);
        relations.make_peace(A, B);
        assert!(!relations.hostile(A, B) && relations.friendly(A, B) && !relations.wins(A, Ending::Won(B)));
        assert_eq!(relations.victors(Sides::all(3)), Sides::all(3));
    }
}
