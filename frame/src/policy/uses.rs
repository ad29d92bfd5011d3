//! Uses: every value that conditions and selectors of policies read, so that a rules core knows what nobody asks.
//!
//! Start at [`Use`].

use std::cmp::Ordering;

use super::operator::Orders;
use super::scope::Read;

/// A value that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// Of whom, and what.
    pub read: Read,
    /// True if it is read of candidates, to put them in order.
    pub ranks: bool,
    /// The constant that it is compared with, where that is all that is done with it.
    pub(super) against: Option<(Orders, i64)>,
}

impl Use {
    /// True if all values up to `most` come to the same.
    #[must_use]
    pub fn same_up_to(&self, most: i64) -> bool {
        let Some((orders, constant)) = self.against else { return false };
        match most.cmp(&constant) {
            Ordering::Less => true,
            Ordering::Equal => orders.allow(most - 1, constant) == orders.allow(most, constant),
            Ordering::Greater => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::policy::testing::vocabulary;
    use crate::policy::{Condition, Frame};

    /// By names of what is read: whether all values up to 0 come to the same.
    fn same_up_to_0(text: &str) -> Vec<bool> {
        let condition = Condition::new(text, &vocabulary(), Frame::WITH_TARGET).expect("a right condition");
        condition.uses().map(|used| used.same_up_to(0)).collect()
    }

    #[test]
    fn a_comparison_with_a_constant_tells_some_values_apart() {
        for text in ["hp <= 6", "hp < 1", "hp <= 0", "hp > 0", "5 >= hp", "hp == 1", "not hp > 3"] {
            assert_eq!(same_up_to_0(text), [true], "{text}");
        }
        for text in ["hp < 0", "hp >= 0", "hp == 0", "hp != 0", "hp <= -1", "hp > -5", "hp == -3", "0 > hp"] {
            assert_eq!(same_up_to_0(text), [false], "{text}");
        }
    }

    #[test]
    fn whatever_else_is_done_with_a_value_tells_all_apart() {
        for text in ["hp + 1 <= 6", "2 * hp > 3", "sum(enemies, it.hp) < 10", "-hp < 3"] {
            assert_eq!(same_up_to_0(text), [false], "{text}");
        }
        assert_eq!(same_up_to_0("hp <= target.hp"), [false, false]);
        assert_eq!(same_up_to_0("any(allies, it.hp <= 0) and hp < 5 or target.hp < -1"), [true, true, false]);
    }
}
