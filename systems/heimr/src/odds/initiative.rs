//! Questions about who goes first.
//!
//! Start at [`initiative`].

use std::cmp::Reverse;

use frame::rules::places::{Keys, Places, order_table};

use super::super::initiative::precedence;
use super::super::rulings::InitiativeTie;
use super::{Answer, AnswerTable, Arguments, Cell, Roller, Tired, of_pair, row, trial};

/// The order of initiative (HEI-104, HEI-105, R-05, R-06).
///
/// # Errors
/// A book by which ties need a number that is not asked for.
pub fn initiative(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    if roller.book.initiative.potential != "willpower" {
        return Err(
            "ties go by willpower, but the book's initiative has another potential, so that both would be needed".into()
        );
    }
    let fatigue = if trial(roller)?.abilities.initiative.physical { arguments.integer("fatigue") } else { 0 };
    let scores: Vec<_> = arguments.pairs("who").iter().map(|&(c, p)| of_pair(c, p)).collect();
    let totals: Vec<_> = scores.iter().map(|&score| roller.numbers(Tired::new(score, fatigue), 0)).collect();
    let names: Vec<String> = (1..=scores.len()).map(|number| format!("#{number}")).collect();
    let tie = roller.rulings.initiative_tie;
    let keys = scores.iter().zip(&totals).enumerate().map(|(place, (score, totals))| {
        let listed = Reverse(if tie == InitiativeTie::ListOrder { place } else { 0 });
        let key = |total: i64| (precedence(total as i32, score.p, score.c, tie), listed);
        (totals.low()..=totals.high()).map(|total| (key(total), totals.chance(total).unwrap_or_default())).collect::<Keys<_>>()
    });
    let keys: Vec<_> = keys.collect();
    let order = Places::of(&keys);
    let mut places = AnswerTable::new("places", &["who", "dexterity", "willpower"]);
    places.columns.extend((1..=scores.len()).map(|place| format!("place {place}")));
    for ((name, score), place) in names.iter().zip(&scores).zip(order.place) {
        places.row(row![name, score.c, score.p].into_iter().chain(place.into_iter().map(Cell::Exact)));
    }
    let mut pairs = AnswerTable::new("the row's goes before the column's", &["who"]);
    pairs.columns.extend(names.iter().cloned());
    for (index, before) in order.before.into_iter().enumerate() {
        let cells = before.into_iter().enumerate();
        let cells = cells.map(|(other, chance)| if other == index { Cell::text("-") } else { chance.into() });
        pairs.row(row![&names[index]].into_iter().chain(cells));
    }
    let orders = order_table("the order of all", &names, &keys);
    let answer = Answer::new("initiative")
        .note("consistency is dexterity, potential is the present willpower (HEI-104)")
        .note("of equal rolls the one with more willpower goes first (HEI-105), then as the rulings say (R-06)");
    let answer = [places, pairs].into_iter().chain(orders).fold(answer, Answer::table);
    Ok(names.into_iter().zip(totals).fold(answer, |answer, (name, totals)| answer.curve(name, totals)))
}
