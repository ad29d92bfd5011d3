//! The opening of a fight, reactions, and the die of fate.
//!
//! Start at [`initiative`].

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One;

use frame::rules::chances::Chances;
use frame::rules::questions::{Answer, AnswerTable, Arguments, Cell};

use super::super::Words;
use super::super::book::Book;
use super::super::round::{group_key, group_order};
use super::super::rulings::{FirstGroup, InitiativeTie, Rulings};
use super::dice;

/// The number by which groups are compared, with the ways to it. [RU-12]
fn group(scores: &[i64], first: FirstGroup, book: &Book) -> Vec<(i64, u128)> {
    let die = i64::from(book.initiative.die);
    let mut groups: Vec<(i64, i64, u128)> = vec![(0, i64::MIN, 1)];
    for score in scores {
        let next = |&(sum, best, ways): &(i64, i64, u128)| {
            (1..=die).map(move |face| (sum + face + score, best.max(face + score), ways))
        };
        groups = groups.iter().flat_map(next).collect();
    }
    let count = scores.len() as i64;
    let key = |sum: i64, best: i64| group_key(first, best, sum, count);
    groups.into_iter().map(|(sum, best, ways)| (key(sum, best), ways)).collect()
}

/// The group that opens. [CAP-095 to CAP-097]
pub fn initiative(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let scores = |names: [&str; 2]| -> Vec<i64> { names.iter().filter_map(|name| arguments.integer_if_said(name)).collect() };
    let (own, theirs) = (scores(["wil", "wil_second"]), scores(["against", "against_second"]));
    let (mine, others) = (group(&own, rulings.first_group, book), group(&theirs, rulings.first_group, book));
    let characters = arguments.word("characters");
    let order = |name: &str, key: i64| group_order(rulings.first_group, key, characters == name);
    let drawn = rulings.initiative_tie == InitiativeTie::Random;
    // Ways to open are counted twice, since of two equal groups each opens half of the time where that is drawn.
    let (mut higher, mut equal, mut opening, mut all) = (0, 0, 0, 0);
    for (key, ways) in &mine {
        for (other, more) in &others {
            let ways = ways * more;
            all += ways;
            higher += if key > other { ways } else { 0 };
            equal += if key == other { ways } else { 0 };
            opening += match order("own", *key).cmp(&order("against", *other)) {
                Ordering::Less => 2 * ways,
                Ordering::Equal if drawn => ways,
                Ordering::Equal => 2 * ways,
                Ordering::Greater => 0,
            };
        }
    }
    let third = arguments.integer_if_said("third").map(|score| group(&[score], rulings.first_group, book));
    let opens = dice::fraction(opening, 2 * all);
    let mut table = AnswerTable::new("Who opens", &["group", "probability"]);
    table.row([Cell::text("the first"), Cell::Exact(opens.clone())]);
    table.row([Cell::text("the other"), Cell::Exact(BigRational::one() - opens)]);
    let mut ties = AnswerTable::new("What is compared", &["outcome", "probability"]);
    for (name, ways) in [("higher", higher), ("equal", equal), ("lower", all - higher - equal)] {
        ties.row([Cell::text(name), Cell::Exact(dice::fraction(ways, all))]);
    }
    let three = third.map(|third| orders([mine, others, third], characters, rulings));
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

/// In which order three groups take turns. [CAP-096, CAP-097]
fn orders(groups: [Vec<(i64, u128)>; 3], characters: &str, rulings: &Rulings) -> AnswerTable {
    const NAMES: [&str; 3] = ["the first", "the other", "the third"];
    const LISTED: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let pcs = ["own", "against", "third"].iter().position(|&word| word == characters);
    let [mine, others, third] = groups.map(|group| {
        let mut keys: BTreeMap<i64, u128> = BTreeMap::new();
        group.into_iter().for_each(|(key, ways)| *keys.entry(key).or_default() += ways);
        keys
    });
    let (mut ways, mut all): (BTreeMap<[usize; 3], u128>, u128) = Default::default();
    for (&one, a) in &mine {
        for (&two, b) in &others {
            for (&three, c) in &third {
                let keys = [one, two, three];
                let key = |group: usize| group_order(rulings.first_group, keys[group], pcs == Some(group));
                // Every order is one of six in which they could be listed: each of them where equals are drawn, else the first alone.
                let listed = if rulings.initiative_tie == InitiativeTie::Random { &LISTED[..] } else { &LISTED[..1] };
                for order in listed {
                    let mut order = *order;
                    order.sort_by_key(|&group| key(group));
                    *ways.entry(order).or_default() += a * b * c;
                    all += a * b * c;
                }
            }
        }
    }
    let mut table = AnswerTable::new("Order of three groups", &["order", "probability"]);
    for (order, ways) in ways {
        table.row([Cell::Text(order.map(|group| NAMES[group]).join(", ")), Cell::Exact(dice::fraction(ways, all))]);
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
