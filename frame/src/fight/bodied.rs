//! States whose combatants can be taken out of them, and put into another round.
//!
//! Owns the two things that whoever keeps very many states has to know of them: few combatants, each as it is at some time, make up
//! many fights; and the clocks of a combatant, numbers of rounds in which something about it ends, follow when a fight is put into another
//! round. Must not know any rule. Start at [`Bodied`].

use std::hash::Hash;

use crate::fight::Slots;

/// A state of a fight with its combatants in one list.
pub trait Bodied {
    /// A combatant as it is at some time.
    type Body: Clocks + Clone + Eq + Hash + Send + Sync;

    /// The combatants.
    fn bodies(&self) -> &[Self::Body];

    /// The combatants, to be taken out and put back.
    fn bodies_mut(&mut self) -> &mut Vec<Self::Body>;

    /// Sets of combatants, and whatever else is kept because it follows from the bodies, as far as equality passes it over. Default:
    /// nothing.
    fn besides(&self) -> [Slots; 4] {
        [Slots::NONE; 4]
    }

    /// The round being played, from 1; 0 before the first.
    fn round(&self) -> u32;

    /// The number of the round, to be changed.
    fn round_mut(&mut self) -> &mut u16;

    /// Puts it into another round, in which everything that ends in a round of a certain number ends as many rounds later. Returns
    /// false, and changes nothing, where a clock cannot follow: where one has run out, into the round in which it is neither, since it
    /// could not follow from there.
    fn set_round(&mut self, round: u32) -> bool {
        let from = self.round();
        let mut moves = |tries| self.bodies_mut().iter_mut().all(|body| body.move_clocks(Move { from, to: round, tries }));
        let follows = moves(true) && (from == round || moves(false));
        if follows {
            *self.round_mut() = round as u16;
        }
        follows
    }
}

/// A combatant with clocks: numbers of rounds in which something about it ends.
pub trait Clocks {
    /// Moves its clocks; false where one cannot follow. Default: it has none.
    fn move_clocks(&mut self, _move: Move) -> bool {
        true
    }
}

/// The body of a small system may be nothing but a number.
impl Clocks for i32 {}

/// Implements [`Bodied`] and [`Turns`](crate::fight::relations::Turns) for a fight whose fields have the usual names: `bodies`, `round`,
/// `turned`; what is kept [besides](Bodied::besides) the bodies by a function of the fight. Each combatant is found by its slot.
#[macro_export]
macro_rules! usual_fields {
    ($fight:ty, $body:ty $(, $besides:expr)?) => {
        impl $fight {
            /// Slots of all combatants.
            #[inline]
            pub fn slots(&self) -> impl DoubleEndedIterator<Item = $crate::dice::Slot> + Clone + use<> {
                (0..self.bodies.len() as u8).map($crate::dice::Slot)
            }

            /// One combatant.
            #[inline]
            #[must_use]
            pub fn body(&self, who: $crate::dice::Slot) -> &$body {
                &self.bodies[who.index()]
            }

            /// One combatant, to be changed.
            #[inline]
            pub fn body_mut(&mut self, who: $crate::dice::Slot) -> &mut $body {
                &mut self.bodies[who.index()]
            }
        }

        impl $crate::fight::Bodied for $fight {
            type Body = $body;

            fn bodies(&self) -> &[$body] {
                &self.bodies
            }

            fn bodies_mut(&mut self) -> &mut Vec<$body> {
                &mut self.bodies
            }

            fn round(&self) -> u32 {
                self.round.into()
            }

            fn round_mut(&mut self) -> &mut u16 {
                &mut self.round
            }
            $(
                fn besides(&self) -> [$crate::fight::Slots; 4] {
                    let besides: fn(&Self) -> [$crate::fight::Slots; 4] = $besides;
                    besides(self)
                }
            )?
        }

        impl $crate::fight::relations::Turns for $fight {
            fn turned(&self) -> $crate::fight::relations::TurnedSides {
                self.turned
            }

            fn set_turned(&mut self, turned: $crate::fight::relations::TurnedSides) {
                self.turned = turned;
            }
        }
    };
}
pub use usual_fields;

/// A clock: the number of a round in which something ends; 0 while nothing runs.
pub trait Clock: Copy + Into<u32> + TryFrom<u32> {
    /// Runs without an end.
    const NEVER: Self;
}

impl Clock for u16 {
    const NEVER: u16 = u16::MAX;
}

impl Clock for u32 {
    const NEVER: u32 = u32::MAX;
}

/// A move of a fight from one round to another.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    from: u32,
    to: u32,
    /// True if it is only asked whether clocks can follow.
    tries: bool,
}

impl Move {
    /// Moves a clock: it runs for as many rounds as before. Returns false where it has run out before this round, or its end would be
    /// too far.
    pub fn clock<C: Clock>(self, clock: &mut C) -> bool {
        let end: u32 = (*clock).into();
        if end == 0 || end == C::NEVER.into() {
            return true;
        }
        let moved = end.checked_sub(self.from).and_then(|left| left.checked_add(self.to));
        let Some(moved) = moved.filter(|&end| end < C::NEVER.into()).and_then(|end| C::try_from(end).ok()) else {
            return false;
        };
        if !self.tries {
            *clock = moved;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Clocks for [u16; 2] {
        fn move_clocks(&mut self, moves: Move) -> bool {
            self.iter_mut().all(|clock| moves.clock(clock))
        }
    }

    struct Fight(Vec<[u16; 2]>, u16);

    impl Bodied for Fight {
        type Body = [u16; 2];

        fn bodies(&self) -> &[[u16; 2]] {
            &self.0
        }

        fn bodies_mut(&mut self) -> &mut Vec<[u16; 2]> {
            &mut self.0
        }

        fn round(&self) -> u32 {
            self.1.into()
        }

        fn round_mut(&mut self) -> &mut u16 {
            &mut self.1
        }
    }

    #[test]
    fn clocks_run_for_as_long_in_another_round() {
        let mut clocks = Fight(vec![[9, 0], [12, u16::MAX]], 9);
        assert!(clocks.set_round(2));
        assert_eq!((&clocks.0[..], clocks.1), (&[[2, 0], [5, u16::MAX]][..], 2));
        assert!(clocks.set_round(9));
        assert_eq!((&clocks.0[..], clocks.1), (&[[9, 0], [12, u16::MAX]][..], 9));
    }

    #[test]
    fn nothing_moves_where_one_clock_cannot() {
        for (clock, from, to) in [(8, 9, 2), (u16::MAX - 2, 2, 4), (1, 2, 2)] {
            let mut clocks = Fight(vec![[20, 0], [clock, 0]], from);
            assert!(!clocks.set_round(to));
            assert_eq!((&clocks.0[..], clocks.1), (&[[20, 0], [clock, 0]][..], from));
        }
    }
}
