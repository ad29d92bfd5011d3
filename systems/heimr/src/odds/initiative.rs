//! Questions about who goes first.
//!
//! Start at [`initiative`].

use std::cmp::Reverse;

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::places::{Keys, Places, order_table};
use frame::rules::questions::Arguments;
use frame::scenario::Complaints;

use super::super::abilities::{Abilities, Score};
use super::super::book::Book;
use super::super::initiative::precedence;
use super::super::rulings::{InitiativeTie, Rulings};
use super::roll::{Roller, of_pair};

/// One of those who roll.
#[derive(Clone, Copy)]
struct Contender {
    /// The place in the list.
    place: usize,
    score: Score,
}

/// The order of initiative (HEI-104, HEI-105, R-05, R-06).
pub fn initiative(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if book.initiative.potential != "willpower" {
        return Err(
            "ties go by willpower, but the book's initiative has another potential, so that both would be needed".into()
        );
    }
    let roller = Roller::new(book, rulings);
    let contender = |(place, &(c, p))| Contender { place, score: of_pair(c, p) };
    let scores: Vec<Contender> = arguments.pairs("who").iter().enumerate().map(contender).collect();
    let rule = Abilities::new(book, rulings, &mut Complaints::default()).initiative;
    let fatigue = if rule.physical { arguments.integer("fatigue") } else { 0 };
    let totals: Vec<_> = scores.iter().map(|one| roller.physical(one.score, fatigue, 0)).collect();
    let names: Vec<String> = scores.iter().map(|one| format!("#{}", one.place + 1)).collect();
    let mut places = AnswerTable::new("places", &["who", "dexterity", "willpower"]);
    places.columns.extend((1..=scores.len()).map(|place| format!("place {place}")));
    let mut pairs = AnswerTable::new("the row's goes before the column's", &["who"]);
    pairs.columns.extend(names.iter().cloned());
    let tie = rulings.initiative_tie;
    let keys = scores.iter().zip(&totals).map(|(one, totals)| {
        let Score { c, p } = one.score;
        let listed = Reverse(if tie == InitiativeTie::ListOrder { one.place } else { 0 });
        let key = |total: i64| (precedence(total as i32, p, c, tie), listed);
        (totals.low()..=totals.high()).map(|total| (key(total), totals.chance(total).unwrap_or_default())).collect::<Keys<_>>()
    });
    let keys: Vec<_> = keys.collect();
    let (order, orders) = (Places::of(&keys), order_table("the order of all", &names, &keys));
    for (index, (place, before)) in order.place.into_iter().zip(order.before).enumerate() {
        let score = scores[index].score;
        let head = [Cell::text(&names[index]), Cell::Integer(score.c.into()), Cell::Integer(score.p.into())];
        places.row(head.into_iter().chain(place.into_iter().map(Cell::Exact)));
        let cells = before.into_iter().enumerate();
        let cells = cells.map(|(other, chance)| if other == index { Cell::text("-") } else { Cell::Exact(chance) });
        pairs.row(std::iter::once(Cell::text(&names[index])).chain(cells));
    }
    let curves = names.into_iter().zip(totals).map(|(label, distribution)| Curve { label, distribution }).collect();
    Ok(Answer {
        title: "initiative".to_owned(),
        notes: vec![
            "consistency is dexterity, potential is the present willpower (HEI-104)".to_owned(),
            "of equal rolls the one with more willpower goes first (HEI-105), then as the rulings say (R-06)".to_owned(),
        ],
        tables: [places, pairs].into_iter().chain(orders).collect(),
        curves,
    })
}
