//! Exact dice questions of `vogt`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. What a fight does with the dice is asked of the rules
//! code itself, by a [`trial`]. Start at [`QUESTIONS`].

mod check;
mod damage;
mod fate;
mod initiative;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use std::mem::replace;

use num_rational::BigRational;
use num_traits::Zero as _;

use frame::dice::Keep;
use frame::rules::answers::{AnswerTable, row};
use frame::rules::questions::{Arguments, FLAG, ParameterKind, dice, questions, whole};

use super::Words;
use super::book::Book;
use super::rulings::Rulings;

const LUCK: ParameterKind = ParameterKind::Word(&["even", "advantage", "disadvantage"]);
const BONUS: ParameterKind = whole(-100, 100);
const DICE: ParameterKind = dice(200);

questions! {
    "vogt", arguments, book: &Book, rulings: &Rulings;

    check "How likely an ability check succeeds, and every total" {
        die = "1d6": DICE, "ability die";
        bonus = "0": BONUS, "what a skill adds";
        penalty = "0": whole(0, 100), "what statuses take off the ability";
        luck = "even": LUCK, "advantage or disadvantage";
        difficulty by book: whole(-1000, 1000), "total that succeeds; otherwise the book's";
    } => Ok(check::check(arguments, Words { book, rulings }));

    contest "Who wins a contest of two checks" {
        die = "1d6": DICE, "ability die of the one who asks for it";
        bonus = "0": BONUS, "what a skill adds";
        luck = "even": LUCK, "advantage or disadvantage";
        against = "1d6": DICE, "ability die of the other";
        bonus_against = "0": BONUS, "what a skill of the other adds";
        luck_against = "even": LUCK, "advantage or disadvantage of the other";
    } => Ok(check::contest(arguments, Words { book, rulings }));

    contests "Contests of all dice of the ladder against each other" {
    } => Ok(check::contests(book));

    initiative "Who goes first, for two dice and for all dice of the ladder, and in which order three do" {
        die = "1d6": DICE, "initiative dice";
        dex = "1d6": DICE, "DEX die";
        against = "1d6": DICE, "initiative dice of the other";
        dex_against = "1d6": DICE, "DEX die of the other";
        third = "0": DICE, "initiative dice of a third; 0 for none";
        dex_third = "1d6": DICE, "DEX die of the third";
        reevaluate = "0": DICE, "initiative dice of the action that is re-evaluated into; 0 for none";
    } => initiative::initiative(arguments, Words { book, rulings });

    damage "Hit points lost by blows of a weapon, and how many rounds of them take how many" {
        die = "1d6": dice(100), "damage dice";
        str = "1d6": dice(100), "STR die; 0 when it does not count";
        bonus = "0": BONUS, "what the weapon adds";
        luck = "even": LUCK, "advantage or disadvantage of the damage roll";
        ar = "0": whole(0, 100), "AR of the target";
        resistant = "false": FLAG, "whether the target resists the damage";
        vulnerable = "false": FLAG, "whether the target is vulnerable to it";
        blows = "1": whole(1, 12), "blows in each round, all against one pool of AR";
        hp = "18": whole(1, 200), "hit points to be taken";
        rounds = "6": whole(1, 30), "rounds to be shown";
    } => damage::damage(arguments, Words { book, rulings });

    ladder "Mean and spread of every die of the ladder, with and without critical dice" {
    } => damage::ladder(book, rulings);

    exchange "Mean hit points lost per blow: every weapon die with every STR die against every AR" {
        ar_most = "10": whole(0, 30), "largest AR";
    } => damage::exchange(arguments, Words { book, rulings });

    death "The death and dismemberment table: how long one lives by it, and what one loses first" {
        rolls = "8": whole(1, 100), "rolls to be shown";
        hp = "3": whole(1, 1000), "hit points of one who does nothing but bleed";
    } => fate::death(arguments, Words { book, rulings });

    creation "The dice of a new character's abilities" {
    } => Ok(fate::creation(book));

    encumbrance "The save of those who carry too much" {
        die = "1d8": DICE, "die of the ability that is checked";
        bonus = "0": BONUS, "what a skill adds";
        over = "2": whole(1, 100), "slots too many";
    } => check::encumbrance(arguments, Words { book, rulings });
}

/// Returns the die to keep by a word: the higher one, the lower one, or the only one.
fn luck(arguments: &Arguments, name: &str) -> Keep {
    match arguments.word(name) {
        "advantage" => Keep::Higher,
        "disadvantage" => Keep::Lower,
        _ => Keep::Only,
    }
}

/// A table of what has happened by the first, the second and so on of so many, and of what happens then.
fn by_then(title: &str, columns: [&str; 3], count: i64, mut chance: impl FnMut() -> BigRational) -> AnswerTable {
    let mut before = BigRational::zero();
    AnswerTable::of(title, columns, 1..=count, |number| {
        let now = chance();
        row![number, &now, &now - replace(&mut before, now.clone())]
    })
}
