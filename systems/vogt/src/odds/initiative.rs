//! The question of who goes first, by the order that the rules themselves make.
//!
//! Start at [`initiative`].

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Die, Distribution};
use frame::rules::questions::{Answer, AnswerTable, Arguments, Cell};

use super::super::book::Book;
use super::super::rulings::{FinalTie, Rulings};
use super::trial::{Initiative, ONE, OTHER, Trial};

/// Weights of going first, of being tied to the end, and of going second, over one total.
struct Order {
    first: BigUint,
    tied: BigUint,
    second: BigUint,
}

impl Order {
    /// Sorts keys with their weights: smaller goes first.
    fn of(mine: &[(i64, BigUint)], theirs: &[(i64, BigUint)]) -> Self {
        let mut order = Order { first: BigUint::zero(), tied: BigUint::zero(), second: BigUint::zero() };
        for (key, weight) in mine {
            for (other, other_weight) in theirs {
                let part = match key.cmp(other) {
                    std::cmp::Ordering::Less => &mut order.first,
                    std::cmp::Ordering::Equal => &mut order.tied,
                    std::cmp::Ordering::Greater => &mut order.second,
                };
                *part += weight * other_weight;
            }
        }
        order
    }

    /// The share of going first of all, a last tie given as `tie` says.
    fn shares(&self, tie: FinalTie) -> (BigRational, BigRational, BigRational) {
        let total = BigInt::from(&self.first + &self.tied + &self.second);
        let share = |weight: &BigUint| BigRational::new(weight.clone().into(), total.clone());
        let (first, tied, second) = (share(&self.first), share(&self.tied), share(&self.second));
        match tie {
            FinalTie::Random => {
                let half = &tied / super::integer(2);
                (first + &half, tied, second + half)
            }
            FinalTie::Index => (first + &tied, BigRational::zero(), second),
        }
    }
}

/// Keys of one's initiative with their weights.
fn keys(trial: &mut Trial, who: frame::dice::Slot, die: Die) -> Vec<(i64, BigUint)> {
    let rolled = Distribution::dice(die);
    rolled.weights().map(|(total, weight)| (trial.order(who, die, total), weight.clone())).collect()
}

/// Chances to go first: of two dice, and of all dice of the ladder (VOG-069 to VOG-074).
pub fn initiative(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let mut trial = Trial::new(book, rulings)?;
    let (die, against, again) = (arguments.dice("die"), arguments.dice("against"), arguments.dice("reevaluate"));
    trial.dexterity(ONE, arguments.dice("dex"));
    trial.dexterity(OTHER, arguments.dice("dex_against"));
    let theirs = keys(&mut trial, OTHER, against);
    let mine = keys(&mut trial, ONE, die);
    let mut table = AnswerTable::new(
        "initiative",
        &["action", "goes first", "goes second", "a tie has to be drawn", "strictly lower total"],
    );
    let row = |label: String, order: &Order, lower: BigRational| {
        let (first, tied, second) = order.shares(rulings.initiative_final);
        [Cell::Text(label), Cell::Exact(first), Cell::Exact(second), Cell::Exact(tied), Cell::Exact(lower)]
    };
    let (rolled, other) = (Distribution::dice(die), Distribution::dice(against));
    table.row(row(format!("{die} against {against}"), &Order::of(&mine, &theirs), rolled.compare(&other).less));
    if again != Die::NONE {
        if !book.actions.reevaluate || book.reevaluate.max_per_round == 0 {
            return Err("the book does not allow to re-evaluate".to_owned());
        }
        let adds = trial.core.initiative_again(1, 0) == 1;
        let new = if adds { rolled.plus(&Distribution::dice(again)) } else { Distribution::dice(again) };
        let order = reevaluated(&mut trial, [die, again, against]);
        table.row(row(format!("{die}, re-evaluated with {again}"), &order, new.compare(&other).less));
    }
    let third = arguments.dice("third");
    let three = (third != Die::NONE).then(|| {
        trial.dexterity(OTHER, arguments.dice("dex_third"));
        let last = keys(&mut trial, OTHER, third);
        trial.dexterity(OTHER, arguments.dice("dex_against"));
        orders([(&mine, die), (&theirs, against), (&last, third)], rulings.initiative_final)
    });
    let ladder = ladder(&mut trial, book, rulings);
    let (dex, dex_against) = (arguments.dice("dex"), arguments.dice("dex_against"));
    Ok(Answer {
        title: format!("initiative of {die} (DEX {dex}) against {against} (DEX {dex_against})"),
        notes: vec![
            "the order, its ties and what is drawn are those of the book and the rulings (VOG-071 to VOG-074)".to_owned(),
        ],
        tables: [table, ladder].into_iter().chain(three).collect(),
        curves: Vec::new(),
    })
}

/// The orders of three.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// In which order three go; a tie to the end is drawn or goes by who is named first, as `tie` says.
fn orders(three: [(&[(i64, BigUint)], Die); 3], tie: FinalTie) -> AnswerTable {
    let [(first, _), (second, _), (third, _)] = three;
    let total: BigUint = three.iter().map(|(keys, _)| keys.iter().map(|(_, weight)| weight).sum::<BigUint>()).product();
    let mut shares: [BigRational; 6] = std::array::from_fn(|_| BigRational::zero());
    for (one, a) in first {
        for (two, b) in second {
            for (three, c) in third {
                let keys = [one, two, three];
                let fits = |order: &[usize; 3]| keys[order[0]] <= keys[order[1]] && keys[order[1]] <= keys[order[2]];
                let fitting: Vec<usize> = (0..ORDERS.len()).filter(|&place| fits(&ORDERS[place])).collect();
                // Orders stand as they are named, so that the first of those that fit goes by that.
                let drawn = if tie == FinalTie::Random { &fitting[..] } else { &fitting[..1] };
                let share = BigRational::new((a * b * c).into(), (&total * drawn.len()).into());
                drawn.iter().for_each(|&place| shares[place] += &share);
            }
        }
    }
    let mut table = AnswerTable::new("order of three", &["order", "probability"]);
    let name = |who: usize| format!("{} ({})", ["the one", "the other", "the third"][who], three[who].1);
    for (order, share) in ORDERS.iter().zip(shares) {
        table.row([Cell::Text(order.map(name).join(", ")), Cell::Exact(share)]);
    }
    table
}

/// The order when the one re-evaluates on its turn, with its first die, its new one and that of the other: the new place counts, unless
/// the other had its turn before that (VOG-025, VOG-026, R-24).
fn reevaluated(trial: &mut Trial, [die, again, against]: [Die; 3]) -> Order {
    let [rolled, added, theirs] = [die, again, against].map(Distribution::dice);
    let mut order = Order { first: BigUint::zero(), tied: BigUint::zero(), second: BigUint::zero() };
    let mut places: BTreeMap<[i64; 2], BigRational> = BTreeMap::new();
    for (total, weight) in rolled.weights() {
        let before = trial.order(ONE, die, total);
        for (more, more_weight) in added.weights() {
            let after = i64::from(trial.core.initiative_again(total as i32, more as i32));
            for (other, other_weight) in theirs.weights() {
                let place = places.entry([after, other]).or_insert_with(|| {
                    let (mine, theirs) = (Initiative { die: again, total: after }, Initiative { die: against, total: other });
                    trial.goes_first_again(mine, theirs)
                });
                let key = trial.order(OTHER, against, other);
                // Doubled, so that a tie for the turn in which it re-evaluates can be drawn in whole weights.
                let weight = weight * more_weight * other_weight * 2_u32;
                let drawn = before == key && trial.core.rulings.initiative_final == FinalTie::Random;
                // The part that keeps its new place, and the part that the other takes before.
                let (after, second) = if before > key {
                    (BigUint::zero(), weight)
                } else if drawn {
                    (&weight / 2_u32, weight / 2_u32)
                } else {
                    (weight, BigUint::zero())
                };
                order.second += second;
                let at_its_place = if place.is_one() {
                    &mut order.first
                } else if place.is_zero() {
                    &mut order.second
                } else {
                    &mut order.tied
                };
                *at_its_place += after;
            }
        }
    }
    order
}

/// All dice of the ladder against each other, with these Dexterities.
fn ladder(trial: &mut Trial, book: &Book, rulings: &Rulings) -> AnswerTable {
    let mine: Vec<_> = book.ladder.iter().map(|&die| keys(trial, ONE, die)).collect();
    let theirs: Vec<_> = book.ladder.iter().map(|&die| keys(trial, OTHER, die)).collect();
    let mut table = super::matrix("the row's die goes before the column's", "die", &book.ladder);
    for (die, mine) in book.ladder.iter().zip(&mine) {
        let cells = theirs.iter().map(|theirs| Cell::Exact(Order::of(mine, theirs).shares(rulings.initiative_final).0));
        table.row(std::iter::once(Cell::text(die)).chain(cells));
    }
    table
}
