//! The opening of a fight, reactions, and the die of fate.
//!
//! Start at [`initiative`].

use std::cmp::{Ordering, Reverse};

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, Spread};
use frame::rules::places::{Keys, Places, orders};
use frame::rules::questions::Arguments;
use frame::rules::trial::{ONE, outcomes};

use super::super::Words;
use super::super::book::Book;
use super::super::rolls;
use super::super::round::{GroupOrder, group_key, group_order};
use super::super::rulings::{FirstGroup, InitiativeTie, Rulings};
use super::dice;

/// The number by which a group is compared. [RU-12]
fn group(scores: &[i64], first: FirstGroup, book: &Book) -> Spread<i64> {
    outcomes(|table| {
        let totals =
            scores.iter().map(|score| i64::from(table.roll(ONE, &rolls::INITIATIVE, book.initiative.die.into())) + score);
        let (best, sum) = totals.fold((i64::MIN, 0), |(best, sum), total| (total.max(best), sum + total));
        group_key(first, best, sum, scores.len() as i64)
    })
}

/// The group that opens. [CAP-095 to CAP-097]
pub fn initiative(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let scores = |names: [&str; 2]| -> Vec<i64> { names.iter().filter_map(|name| arguments.integer_if_said(name)).collect() };
    let (own, theirs) = (scores(["wil", "wil_second"]), scores(["against", "against_second"]));
    let (mine, others) = (group(&own, rulings.first_group, book), group(&theirs, rulings.first_group, book));
    let characters = arguments.word("characters");
    let compared = mine.then(|key| others.by(|other| key.cmp(other)));
    let third = arguments.integer_if_said("third").map(|score| group(&[score], rulings.first_group, book));
    let listed = [mine, others].into_iter().chain(third).zip(["own", "against", "third"]).enumerate();
    let keys: Vec<_> = listed.map(|(place, (group, name))| keys(group, place, characters == name, rulings)).collect();
    let opens = Places::of(&keys[..2]).before[0][1].clone();
    let mut table = AnswerTable::new("Who opens", &["group", "probability"]);
    table.row([Cell::text("the first"), Cell::Exact(opens.clone())]);
    table.row([Cell::text("the other"), Cell::Exact(BigRational::one() - opens)]);
    let mut ties = AnswerTable::new("What is compared", &["outcome", "probability"]);
    for (name, order) in [("higher", Ordering::Greater), ("equal", Ordering::Equal), ("lower", Ordering::Less)] {
        ties.row([Cell::text(name), Cell::Exact(compared.get(&order).cloned().unwrap_or_default())]);
    }
    let three = (keys.len() > 2).then(|| orders_of_three(&keys));
    Answer {
        title: "Initiative of groups".to_owned(),
        notes: vec![format!(
            "equal groups: the one with player characters opens, else {}",
            match rulings.initiative_tie {
                InitiativeTie::Random => "one that is drawn",
                InitiativeTie::Listed => "the one that is listed first",
            }
        )],
        tables: [table, ties].into_iter().chain(three).collect(),
        curves: Vec::new(),
    }
}

/// The place of a group among the others, the greatest first: equals are drawn, unless the list decides.
type Key = Reverse<(GroupOrder, usize)>;

/// The places that a group may have.
fn keys(group: Spread<i64>, place: usize, pcs: bool, rulings: &Rulings) -> Keys<Key> {
    let listed = if rulings.initiative_tie == InitiativeTie::Listed { place } else { 0 };
    let key = |key| Reverse((group_order(rulings.first_group, key, pcs), listed));
    group.into_iter().map(|(number, chance)| (key(number), chance)).collect()
}

/// In which order three groups take turns. [CAP-096, CAP-097]
fn orders_of_three(groups: &[Keys<Key>]) -> AnswerTable {
    const NAMES: [&str; 3] = ["the first", "the other", "the third"];
    let mut table = AnswerTable::new("Order of three groups", &["order", "probability"]);
    for (order, chance) in orders(groups).into_iter().filter(|(_, chance)| !chance.is_zero()) {
        let names: Vec<&str> = order.into_iter().map(|group| NAMES[group]).collect();
        table.row([Cell::Text(names.join(", ")), Cell::Exact(chance)]);
    }
    table
}

/// Reactions and the die of fate. [CAP-081, CAP-092, CAP-093]
pub fn fate(book: &Book) -> Answer {
    let numbers = &book.reaction;
    let mut moods = AnswerTable::new("Reactions", &["mood", "probability"]);
    let totals = dice::sum(numbers.die);
    for (mood, name) in ["hostile", "wary", "curious", "kind", "helpful"].into_iter().enumerate() {
        moods.row([Cell::text(name), Cell::Exact(totals.chance(|&total| numbers.mood(total as i32) == mood))]);
    }
    let good = dice::sum(book.fate.die).chance(|&total| total >= i64::from(book.fate.good_from));
    let mut fate = AnswerTable::new("The die of fate", &["outcome", "probability"]);
    fate.row([Cell::text("good"), Cell::Exact(good)]);
    Answer { title: "Reactions and fate".to_owned(), notes: Vec::new(), tables: vec![moods, fate], curves: Vec::new() }
}
