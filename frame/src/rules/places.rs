//! The places of several who each have a key by chance, of which the greatest goes first, and the orders of a few of them.
//!
//! Owns the counting and no rule: a core says by which keys its combatants go. Equal keys are drawn, each of their orders as likely.
//! Start at [`Places::of`] and [`orders`].

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::answers::{AnswerTable, Cell};
use super::chances::add;

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

/// The most whose orders are told one by one: there are many more of them with each that is added.
const ORDERED_MOST: usize = 4;

/// A table of all orders of those who have these keys and are called so, where there are more than two and few enough; the pairs
/// of two say as much.
#[must_use]
pub fn order_table<K: Ord>(title: impl Into<String>, names: &[String], all: &[Keys<K>]) -> Option<AnswerTable> {
    if !(3..=ORDERED_MOST).contains(&all.len()) {
        return None;
    }
    let mut table = AnswerTable::new(title, &["order", "probability"]);
    for (order, chance) in orders(all) {
        let names: Vec<&str> = order.into_iter().map(|who| names[who].as_str()).collect();
        table.row([Cell::text(names.join(", ")), Cell::Exact(chance)]);
    }
    Some(table)
}

/// All orders of those who have these keys, each with its probability, in the order of their numbers.
#[must_use]
pub fn orders<K: Ord>(all: &[Keys<K>]) -> Vec<(Vec<usize>, BigRational)> {
    let mut levels: BTreeMap<&K, Vec<BigRational>> = BTreeMap::new();
    for (who, keys) in all.iter().enumerate() {
        for (key, chance) in keys {
            levels.entry(key).or_insert_with(|| vec![BigRational::zero(); all.len()])[who] += chance;
        }
    }
    let levels: Vec<Vec<BigRational>> = levels.into_values().rev().collect();
    let with_chance = |order: Vec<usize>| {
        let chance = chance_of(&order, &levels);
        (order, chance)
    };
    permutations(all.len()).into_iter().map(with_chance).collect()
}

/// All orders of so many, the first one first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<usize>| {
            let left = (0..count).filter(|who| !order.contains(who)).collect::<Vec<_>>();
            left.into_iter().map(move |who| order.iter().copied().chain([who]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Probability of an order, by the probability of each to have each key, from the greatest on.
fn chance_of(order: &[usize], levels: &[Vec<BigRational>]) -> BigRational {
    // By how many have had a key so far: the first ones of the order.
    let mut placed = vec![BigRational::zero(); order.len() + 1];
    placed[0] = BigRational::one();
    for level in levels {
        // From the last place on, so that nobody has a key of one level twice.
        for from in (0..order.len()).rev() {
            let mut part = placed[from].clone();
            for (drawn, &who) in (1..).zip(&order[from..]) {
                part = part * &level[who] / BigInt::from(drawn);
                if part.is_zero() {
                    break;
                }
                placed[from + drawn] += &part;
            }
        }
    }
    placed.pop().unwrap_or_default()
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
            if !part.is_zero() {
                add(&mut next, key, part);
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
    fn orders_are_everything_and_give_the_places() {
        let keys = [2, 3, 4, 6].map(die);
        let (orders, places) = (orders(&keys), Places::of(&keys));
        assert_eq!(orders.len(), 24);
        assert_eq!(orders[0].0, [0, 1, 2, 3]);
        assert!(orders.iter().map(|(_, chance)| chance).sum::<BigRational>().is_one());
        for (who, row) in places.place.iter().enumerate() {
            for (place, expected) in row.iter().enumerate() {
                let there = orders.iter().filter(|(order, _)| order[place] == who);
                assert_eq!(there.map(|(_, chance)| chance).sum::<BigRational>(), *expected, "{who} at {place}");
            }
        }
        for (one, other) in [(0, 1), (3, 2), (1, 3)] {
            let place = |order: &[usize], who: usize| order.iter().position(|&placed| placed == who);
            let before = orders.iter().filter(|(order, _)| place(order, one) < place(order, other));
            assert_eq!(before.map(|(_, chance)| chance).sum::<BigRational>(), places.before[one][other]);
        }
    }

    #[test]
    fn equals_have_every_order_and_two_or_many_have_no_table() {
        let names: Vec<String> = (1..=5).map(|number| format!("#{number}")).collect();
        let table = |count: usize| order_table("order", &names[..count], &vec![die(6); count]);
        let three = table(3).expect("three have a table");
        assert_eq!(three.rows.len(), 6);
        assert_eq!(three.rows[1], [Cell::text("#1, #3, #2"), Cell::Exact(part(1, 6))]);
        assert_eq!((table(2), table(5)), (None, None));
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
