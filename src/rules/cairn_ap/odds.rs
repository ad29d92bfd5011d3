//! `odds cairn-ap`: exact answers to questions about the dice.
//!
//! Owns the questions; the dice themselves are the functions of [`check`](super::check), driven through every outcome. Start at
//! [`answer`].

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::dice::{Enumerator, Slot};
use crate::fight::{Silent, Table};
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Kind, Parameter, Question};

use super::book::Book;
use super::check::{self, Object, Result as Rolled, Steps};
use super::rolls;
use super::rulings::Rulings;

const SCORE: Kind = Kind::Integer { least: 0, most: 30 };
const STEPS: Kind = Kind::Integer { least: -4, most: 4 };

/// What can be asked.
pub const QUESTIONS: &[Question] = &[Question {
    name: "attack",
    about: "how likely an attack hits, and what it does, by the steps of advantage",
    parameters: &[
        Parameter { name: "score", about: "attribute of the attack", kind: SCORE, default: "10" },
        Parameter { name: "die", about: "die of the weapon", kind: Kind::Dice { most: 20 }, default: "1d8" },
        Parameter { name: "against", about: "attribute of the save", kind: SCORE, default: "10" },
        Parameter { name: "object", about: "die of shield or weapon in the save", kind: Kind::Dice { most: 20 }, default: "0" },
        Parameter { name: "steps", about: "steps of advantage of the save", kind: STEPS, default: "0" },
        Parameter { name: "armor", about: "Armor of the target", kind: Kind::Integer { least: 0, most: 20 }, default: "0" },
    ],
}];

/// Answers a question.
///
/// # Errors
/// When an object has several dice.
pub fn answer(_: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (weapon, object) = (single(arguments, "die")?, single(arguments, "object")?);
    let modifier = |name| modifier(arguments.integer(name) as i32, rulings);
    let (own, theirs) = (modifier("score"), modifier("against"));
    let armor = (arguments.integer("armor") as i32).min(book.damage.armor_cap);
    let steps = arguments.integer("steps") as i32;
    let mut table = AnswerTable::new("An attack, by its own steps of advantage", &["steps", "hits", "mean damage"]);
    for up in -3..=3 {
        let attack = outcomes(weapon, up, book, rulings);
        let save = outcomes(object, steps, book, rulings);
        let (mut hits, mut damage, mut all) = (0_u64, 0_i64, 0_u64);
        for &(natural, value, ways) in &attack {
            for &(saved, helped, others) in &save {
                let weight = ways * others;
                all += weight;
                let mine = Rolled { total: natural + own + value, natural };
                let save = Rolled { total: saved + theirs + helped, natural: saved };
                if check::contested(mine, Some(save), book.check.dc, book, rulings) {
                    hits += weight;
                    let bonus = check::bonus_damage(natural, Some(saved), book, rulings);
                    let done = (value - armor).max(book.damage.minimum) + bonus;
                    damage += weight as i64 * i64::from(done);
                }
            }
        }
        let fraction = |over: BigInt| Cell::Exact(BigRational::new(over, BigInt::from(all)));
        table.row([Cell::Integer(i64::from(up)), fraction(hits.into()), fraction(damage.into())]);
    }
    Ok(Answer {
        title: "An attack against a save".to_owned(),
        notes: vec!["the weapon's die is part of the roll and is the damage".to_owned()],
        tables: vec![table],
        curves: Vec::new(),
    })
}

fn single(arguments: &Arguments, name: &str) -> Result<u8, String> {
    let die = arguments.dice(name);
    if die.count > 1 { Err(format!("`{name}` is {die}, but an object has one die")) } else { Ok(die.sides) }
}

/// What a score adds to a roll. [RU-01]
fn modifier(score: i32, rulings: &Rulings) -> i32 {
    super::derived::modifier_by(rulings.modifier, score)
}

/// Every kept base die with every value of an object, and in how many ways: all ways together are the same for every call with
/// these dice.
fn outcomes(die: u8, steps: i32, book: &Book, rulings: &Rulings) -> Vec<(i32, i32, u64)> {
    let steps = Steps { up: steps.max(0), down: (-steps).max(0) };
    let dice = steps.dice(book, rulings);
    let object = Object { die, ..Object::NONE };
    let mut found = Vec::new();
    let play = |table: &mut Table<Enumerator, Silent>| {
        let natural = check::kept(table, Slot(0), &rolls::ATTACK, book.check.base_die, dice);
        (natural, object.roll(table, Slot(0), &rolls::WEAPON, book))
    };
    let total = (f64::from(book.check.base_die)).powi(dice.abs()) * f64::from(die.max(1));
    let mut table = Table { dice: Enumerator::default(), watch: Silent };
    Enumerator::explore(
        &mut table,
        |table| &mut table.dice,
        (u64::MAX, 0.0),
        play,
        |_, (natural, value), mass| {
            found.push((natural, value, (mass * total).round() as u64));
        },
    );
    found
}
