//! Exact values of the specification, asked as questions about the dice.

use num_rational::BigRational;

use super::super::book::Book;
use super::super::odds;
use super::super::rulings::{Natural, Rulings};
use crate::rules::questions::Arguments;

/// Chance to hit and mean damage of an attack by its own steps of advantage.
fn attack(given: &[(&str, &str)], steps: i32, rulings: &Rulings) -> (String, String) {
    let question = &odds::QUESTIONS[0];
    let arguments = Arguments::read(question, given.iter().copied()).expect("right arguments");
    let answer = odds::answer(question, &arguments, &Book::default(), rulings).expect("an answer");
    let cell =
        |column| -> BigRational { answer.fraction("An attack, by its own steps of advantage", &steps.to_string(), column) };
    (cell("hits").to_string(), cell("mean damage").to_string())
}

// CAP-016, CAP-017, CAP-018, CAP-027, CAP-043, CAP-054, CAP-055, CAP-056, CAP-058, CAP-060, CAP-064, CAP-077, RU-27
#[test]
fn attacks_hit_and_hurt_as_often_as_counting_says() {
    let rulings = Rulings::default();
    let dodge: &[(&str, &str)] = &[("armor", "1")];
    assert_eq!(attack(dodge, 0, &rulings), ("57/80".into(), "861/320".into()));
    let parry: &[(&str, &str)] = &[("armor", "1"), ("object", "1d8")];
    assert_eq!(attack(parry, 0, &rulings), ("3339/6400".into(), "13167/6400".into()));
    assert_eq!(attack(parry, 2, &rulings).1, "7305441/2560000");
    assert_eq!(attack(parry, 1, &rulings).0, "86653/128000");
    let block: &[(&str, &str)] = &[("score", "13"), ("against", "13"), ("object", "1d6")];
    assert_eq!(attack(block, 0, &rulings).0, "1811/3200");
    assert_eq!(attack(block, 1, &rulings).0, "27707/38400");
    assert_eq!(attack(block, -1, &rulings).0, "15757/38400");
    let held: &[(&str, &str)] = &[("score", "13"), ("against", "13"), ("object", "1d6"), ("steps", "1")];
    assert_eq!(attack(held, 0, &rulings).0, "15757/38400");
}

// CAP-063, RU-02
#[test]
fn naturals_can_add_damage_or_decide() {
    let bonus = Rulings { natural: Natural::BonusDamage, ..Rulings::default() };
    assert_eq!(attack(&[("armor", "1")], 0, &bonus).1, "893/320");
    let auto = Rulings { natural: Natural::Auto, ..Rulings::default() };
    assert_eq!(attack(&[("object", "1d8")], 0, &auto).0, "3323/6400");
}
