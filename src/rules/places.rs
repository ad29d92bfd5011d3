//! The places of several who each have a key by chance, of which the greatest goes first.
//!
//! Owns the counting and no rule: a core says by which keys its combatants go. Equal keys are drawn, each of their orders as likely.
//! Start at [`Places::of`].

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Keys with their probabilities.
pub type Keys<K> = Vec<(K, BigRational)>;

/// The places of several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Places {
    /// By whom and by place, from the first on: the probability of it.
    pub place: Vec<Vec<BigRational>>,
    /// By whom and by whom else: the probability to go before that one.
    pub before: Vec<Vec<BigRational>>,
}

impl Places {
    /// Returns the places of those who have these keys.
    #[must_use]
    pub fn of<K: Ord>(all: &[Keys<K>]) -> Self {
        let none = || vec![vec![BigRational::zero(); all.len()]; all.len()];
        let mut places = Places { place: none(), before: none() };
        for (index, own) in all.iter().enumerate() {
            for (key, chance) in own.iter().filter(|(_, chance)| !chance.is_zero()) {
                // By how many of the others go before and how many are drawn with.
                let mut counts = vec![((0_usize, 0_usize), BigRational::one())];
                for (other, theirs) in all.iter().enumerate().filter(|(other, _)| *other != index) {
                    let by = |order: Ordering| -> BigRational {
                        theirs.iter().filter(|(their, _)| their.cmp(key) == order).map(|(_, chance)| chance).sum()
                    };
                    let (ahead, drawn) = (by(Ordering::Greater), by(Ordering::Equal));
                    let half = &drawn / BigInt::from(2);
                    places.before[index][other] += chance * (BigRational::one() - &ahead - half);
                    counts = with_one_more(counts, &ahead, &drawn);
                }
                for ((ahead, drawn), part) in counts {
                    let share = chance * part / BigInt::from(drawn + 1);
                    places.place[index][ahead..=ahead + drawn].iter_mut().for_each(|place| *place += &share);
                }
            }
        }
        places
    }
}

/// By how many go before and how many are drawn with.
type Counts = Vec<((usize, usize), BigRational)>;

/// One more of the others, who goes before or is drawn with this probability.
fn with_one_more(counts: Counts, ahead: &BigRational, drawn: &BigRational) -> Counts {
    let behind = BigRational::one() - ahead - drawn;
    let mut next = Counts::new();
    for ((before, with), chance) in counts {
        for (key, part) in [((before + 1, with), ahead), ((before, with + 1), drawn), ((before, with), &behind)] {
            let part = &chance * part;
            match next.iter_mut().find(|(known, _)| *known == key) {
                _ if part.is_zero() => {}
                Some((_, sum)) => *sum += part,
                None => next.push((key, part)),
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn die(sides: i64) -> Keys<i64> {
        (1..=sides).map(|face| (face, part(1, sides))).collect()
    }

    #[test]
    fn equals_share_every_place() {
        let places = Places::of(&[die(6), die(6), die(6)]);
        assert!(places.place.iter().flatten().all(|chance| *chance == part(1, 3)));
        assert_eq!(places.before[0][1], part(1, 2));
    }

    #[test]
    fn places_are_those_of_counting_all_faces_and_all_orders_of_those_who_are_tied() {
        let sides = [2, 3, 4];
        let places = Places::of(&sides.map(die));
        let mut counted = vec![vec![BigRational::zero(); 3]; 3];
        for faces in (1..=2).flat_map(|a| (1..=3).flat_map(move |b| (1..=4).map(move |c| [a, b, c]))) {
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let fits = |order: &&[usize; 3]| order.windows(2).all(|pair| faces[pair[0]] >= faces[pair[1]]);
            let fitting: Vec<_> = orders.iter().filter(fits).collect();
            for order in &fitting {
                for (place, &who) in order.iter().enumerate() {
                    counted[who][place] += part(1, 24 * fitting.len() as i64);
                }
            }
        }
        assert_eq!(places.place, counted);
        // A d4 goes before a d2 when it is higher, and half the times that both are equal.
        assert_eq!(places.before[2][0], part(5 + 1, 8));
    }
}
