//! The opening of a fight, reactions, and the die of fate.
//!
//! Start at [`initiative`].

use std::cmp::{Ordering, Reverse};

use num_traits::Zero;

use frame::rules::answers::{Answer, AnswerTable, not};
use frame::rules::chances::{Chances, Spread};
use frame::rules::places::{Keys, Places, orders};
use frame::rules::questions::Arguments;
use frame::rules::trial::{ONE, outcomes};

use super::super::Words;
use super::super::book::Book;
use super::super::rolls;
use super::super::round::{group_key, group_order};
use super::super::rulings::InitiativeTie;
use super::dice;

/// The number by which a group is compared. [RU-12]
fn group(scores: &[i64], Words { book, rulings }: Words) -> Spread<i64> {
    outcomes(|table| {
        let totals =
            scores.iter().map(|score| i64::from(table.roll(ONE, &rolls::INITIATIVE, book.initiative.die.into())) + score);
        let (best, sum) = totals.fold((i64::MIN, 0), |(best, sum), total| (total.max(best), sum + total));
        group_key(rulings.first_group, best, sum, scores.len() as i64)
    })
}

/// The group that opens, and the order of three. [CAP-095 to CAP-097]
pub fn initiative(arguments: &Arguments, words: Words) -> Answer {
    let (first_group, ties) = (words.rulings.first_group, words.rulings.initiative_tie);
    let scores = |names: &[&str]| names.iter().filter_map(|name| arguments.integer_if_said(name)).collect::<Vec<_>>();
    let members = [scores(&["wil", "wil_second"]), scores(&["against", "against_second"]), scores(&["third"])];
    let listed = members.iter().zip(["own", "against", "third"]).filter(|(scores, _)| !scores.is_empty());
    let groups: Vec<(Spread<i64>, bool)> =
        listed.map(|(scores, name)| (group(scores, words), arguments.word("characters") == name)).collect();
    // The greatest place goes first: equals are drawn, unless the list decides.
    let places = |(place, (group, characters)): (usize, &(Spread<i64>, bool))| -> Keys<_> {
        let place = if ties == InitiativeTie::Listed { place } else { 0 };
        let key = |&number| Reverse((group_order(first_group, number, *characters), place));
        group.iter().map(|(number, chance)| (key(number), chance.clone())).collect()
    };
    let keys: Vec<_> = groups.iter().enumerate().map(places).collect();
    let opens = &Places::of(&keys[..2]).before[0][1];
    let compared = groups[0].0.then(|key| groups[1].0.by(|other| key.cmp(other)));
    let orders_of_two = [("higher", Ordering::Greater), ("equal", Ordering::Equal), ("lower", Ordering::Less)];
    let compared = orders_of_two.map(|(name, order)| (name, compared.chance(|&found| found == order)));
    let otherwise = match ties {
        InitiativeTie::Random => "one that is drawn",
        InitiativeTie::Listed => "the one that is listed first",
    };
    let answer = Answer::new("Initiative of groups")
        .note(format!("equal groups: the one with player characters opens, else {otherwise}"))
        .table(AnswerTable::list(
            "Who opens",
            ["group", "probability"],
            [("the first", opens.clone()), ("the other", not(opens))],
        ))
        .table(AnswerTable::outcomes("What is compared", compared));
    if keys.len() < 3 {
        return answer;
    }
    let names =
        |order: Vec<usize>| order.into_iter().map(|group| ["the first", "the other", "the third"][group]).collect::<Vec<_>>();
    let three = orders(&keys).into_iter().filter(|(_, chance)| !chance.is_zero());
    let three = three.map(|(order, chance)| (names(order).join(", "), chance));
    answer.table(AnswerTable::list("Order of three groups", ["order", "probability"], three))
}

/// Reactions and the die of fate. [CAP-081, CAP-092, CAP-093]
pub fn fate(book: &Book) -> Answer {
    let totals = dice::sum(book.reaction.die);
    let moods = (0..).zip(["hostile", "wary", "curious", "kind", "helpful"]);
    let moods = moods.map(|(mood, name)| (name, totals.chance(|&total| book.reaction.mood(total as i32) == mood)));
    let good = dice::sum(book.fate.die).chance(|&total| total >= i64::from(book.fate.good_from));
    Answer::new("Reactions and fate")
        .table(AnswerTable::list("Reactions", ["mood", "probability"], moods))
        .table(AnswerTable::outcomes("The die of fate", [("good", good)]))
}
