//! The question of who goes first, by the order that the rules themselves make.
//!
//! Start at [`initiative`].

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Die, Distribution, Slot};
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::places::{Keys, order_table};
use frame::rules::questions::Arguments;

use super::super::book::Book;
use super::super::rulings::{FinalTie, Rulings};
use super::trial::{Initiative, ONE, OTHER, Trial};

/// The place of somebody in a round, the greatest first: equals are drawn, unless the list decides.
type Key = Reverse<(i64, usize)>;

/// Shares of going first and second, and how often a tie has to be drawn for that.
#[derive(Default)]
struct Order {
    first: BigRational,
    second: BigRational,
    tied: BigRational,
}

impl Order {
    /// The shares of who goes before the other, greater if the one does.
    fn of(compared: &Spread<Ordering>) -> Self {
        let of = |order: Ordering| compared.get(&order).cloned().unwrap_or_default();
        let tied = of(Ordering::Equal);
        let half = &tied / super::integer(2);
        Order { first: of(Ordering::Greater) + &half, second: of(Ordering::Less) + half, tied }
    }

    /// The shares of two who have these keys.
    fn between(mine: &Keys<Key>, theirs: &Keys<Key>) -> Self {
        Order::of(&mine.then(|key| theirs.by(|other| key.cmp(other))))
    }
}

/// The places that somebody may have who is listed at `place`.
fn keys(trial: &mut Trial, who: Slot, place: usize, die: Die) -> Keys<Key> {
    let listed = if trial.core.rulings.initiative_final == FinalTie::Index { place } else { 0 };
    chances(die).into_iter().map(|(total, chance)| (Reverse((trial.order(who, die, total), listed)), chance)).collect()
}

/// The totals of a die.
fn chances(die: Die) -> Keys<i64> {
    let rolled = Distribution::dice(die);
    (rolled.low()..=rolled.high()).filter_map(|total| Some((total, rolled.chance(total)?))).collect()
}

/// Chances to go first: of two dice, and of all dice of the ladder (VOG-069 to VOG-074).
pub fn initiative(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let mut trial = Trial::new(book, rulings)?;
    let (die, against, again) = (arguments.dice("die"), arguments.dice("against"), arguments.dice("reevaluate"));
    trial.dexterity(ONE, arguments.dice("dex"));
    trial.dexterity(OTHER, arguments.dice("dex_against"));
    let theirs = keys(&mut trial, OTHER, 1, against);
    let mine = keys(&mut trial, ONE, 0, die);
    let mut table = AnswerTable::new(
        "initiative",
        &["action", "goes first", "goes second", "a tie has to be drawn", "strictly lower total"],
    );
    let row = |label: String, Order { first, second, tied }: Order, lower: BigRational| {
        [Cell::Text(label), Cell::Exact(first), Cell::Exact(second), Cell::Exact(tied), Cell::Exact(lower)]
    };
    let (rolled, other) = (Distribution::dice(die), Distribution::dice(against));
    table.row(row(format!("{die} against {against}"), Order::between(&mine, &theirs), rolled.compare(&other).less));
    if again != Die::NONE {
        if !book.actions.reevaluate || book.reevaluate.max_per_round == 0 {
            return Err("the book does not allow to re-evaluate".to_owned());
        }
        let adds = trial.core.initiative_again(1, 0) == 1;
        let new = if adds { rolled.plus(&Distribution::dice(again)) } else { Distribution::dice(again) };
        let order = reevaluated(&mut trial, [die, again, against]);
        table.row(row(format!("{die}, re-evaluated with {again}"), order, new.compare(&other).less));
    }
    let third = arguments.dice("third");
    let three = (third != Die::NONE).then(|| {
        trial.dexterity(OTHER, arguments.dice("dex_third"));
        let last = keys(&mut trial, OTHER, 2, third);
        trial.dexterity(OTHER, arguments.dice("dex_against"));
        let names = [format!("the one ({die})"), format!("the other ({against})"), format!("the third ({third})")];
        order_table("order of three", &names, &[mine, theirs, last])
    });
    let ladder = ladder(&mut trial, book);
    let (dex, dex_against) = (arguments.dice("dex"), arguments.dice("dex_against"));
    Ok(Answer {
        title: format!("initiative of {die} (DEX {dex}) against {against} (DEX {dex_against})"),
        notes: vec![
            "the order, its ties and what is drawn are those of the book and the rulings (VOG-071 to VOG-074)".to_owned(),
        ],
        tables: [table, ladder].into_iter().chain(three.flatten()).collect(),
        curves: Vec::new(),
    })
}

/// The order when the one re-evaluates on its turn, with its first die, its new one and that of the other: the new place counts, unless
/// the other had its turn before that (VOG-025, VOG-026, R-24).
fn reevaluated(trial: &mut Trial, [die, again, against]: [Die; 3]) -> Order {
    let [rolled, added, theirs] = [die, again, against].map(chances);
    let drawn = trial.core.rulings.initiative_final == FinalTie::Random;
    let half = BigRational::new(1.into(), 2.into());
    let mut places: BTreeMap<[i64; 2], Spread<Ordering>> = BTreeMap::new();
    let compared = rolled.then(|&total| {
        let before = trial.order(ONE, die, total);
        added.then(|&more| {
            let after = i64::from(trial.core.initiative_again(total as i32, more as i32));
            theirs.then(|&other| {
                let at_its_place = places.entry([after, other]).or_insert_with(|| {
                    let (mine, theirs) = (Initiative { die: again, total: after }, Initiative { die: against, total: other });
                    let first = trial.goes_first_again(mine, theirs);
                    certain(if first.is_one() {
                        Ordering::Greater
                    } else if first.is_zero() {
                        Ordering::Less
                    } else {
                        Ordering::Equal
                    })
                });
                match before.cmp(&trial.order(OTHER, against, other)) {
                    // The other takes its turn before.
                    Ordering::Greater => certain(Ordering::Less),
                    // A tie for the turn in which it re-evaluates is drawn.
                    Ordering::Equal if drawn => Spread::from([(false, half.clone()), (true, half.clone())])
                        .then(|&there| if there { at_its_place.clone() } else { certain(Ordering::Less) }),
                    _ => at_its_place.clone(),
                }
            })
        })
    });
    Order::of(&compared)
}

/// All dice of the ladder against each other, with these Dexterities.
fn ladder(trial: &mut Trial, book: &Book) -> AnswerTable {
    let mine: Vec<_> = book.ladder.iter().map(|&die| keys(trial, ONE, 0, die)).collect();
    let theirs: Vec<_> = book.ladder.iter().map(|&die| keys(trial, OTHER, 1, die)).collect();
    let mut table = super::matrix("the row's die goes before the column's", "die", &book.ladder);
    for (die, mine) in book.ladder.iter().zip(&mine) {
        let cells = theirs.iter().map(|theirs| Cell::Exact(Order::between(mine, theirs).first));
        table.row(std::iter::once(Cell::text(die)).chain(cells));
    }
    table
}
