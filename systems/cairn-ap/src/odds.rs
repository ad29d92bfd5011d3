//! `odds cairn-ap`: exact answers to questions about the dice.
//!
//! Owns the questions and which module answers each. Results are compared by the functions that fights use
//! ([`check`](super::check)), and dice are rolled by those, over all faces. Scars and Magic Dice are played by a [`trial`]. Start at [`answer`].

mod attack;
mod dice;
mod fate;
mod magic;
mod save;
mod scars;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::{Arguments, Parameter, ParameterKind, Question, by_book, optional, parameter};

use super::Words;
use super::book::Book;
use super::check::Object;
use super::derived;
use super::rulings::Rulings;

const SCORE: ParameterKind = ParameterKind::Integer { least: 0, most: 30 };
const STEPS: ParameterKind = ParameterKind::Integer { least: -4, most: 4 };
const DIE: ParameterKind = ParameterKind::Dice { most: 20 };
const ROLLED: ParameterKind = ParameterKind::Dice { most: 30 };
const FEW: ParameterKind = ParameterKind::Integer { least: 0, most: 4 };

// The parts of an attack: the questions about attacks share them.
const OWN: Parameter = parameter("score", "attribute of the attack", SCORE, "10");
const WEAPON: Parameter = parameter("die", "die of the weapon", DIE, "1d8");
const SECOND: Parameter = parameter("second", "die of a second weapon that is used together with it", DIE, "0");
const DIE_ADVANTAGES: Parameter = parameter("die_adv", "advantages of the weapon's own dice", FEW, "0");
const AGAINST: Parameter = parameter("against", "attribute of the save", SCORE, "10");
const OBJECT: Parameter = parameter("object", "die of shield or weapon in the save", DIE, "0");
const THEIR_STEPS: Parameter = parameter("steps", "steps of advantage of the save", STEPS, "0");
const ARMOR: Parameter = parameter("armor", "Armor of the target", ParameterKind::Integer { least: 0, most: 20 }, "0");

/// The questions that can be asked.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "attack",
        about: "How likely an attack hits, and what it does, by its steps of advantage",
        parameters: &[OWN, WEAPON, SECOND, DIE_ADVANTAGES, AGAINST, OBJECT, THEIR_STEPS, ARMOR],
    },
    Question {
        name: "blast",
        about: "How many one roll against several targets reaches and hits",
        parameters: &[
            OWN,
            WEAPON,
            AGAINST,
            OBJECT,
            parameter("own_steps", "steps of advantage of the attack", STEPS, "0"),
            parameter("targets", "targets there are", ParameterKind::Integer { least: 1, most: 8 }, "4"),
        ],
    },
    Question {
        name: "contest",
        about: "A contested check without objects: stunts, resisted spells",
        parameters: &[
            parameter("score", "attribute of the Initiator", SCORE, "10"),
            parameter("against", "attribute of the Target, of two the better one", SCORE, "10"),
            parameter("rolled", "dice by which the Initiator's attribute is rolled instead; 0 for none", ROLLED, "0"),
            parameter("rolled_against", "dice by which the Target's attribute is rolled instead; 0 for none", ROLLED, "0"),
            parameter("steps", "steps of advantage of the Target", STEPS, "0"),
        ],
    },
    Question {
        name: "die",
        about: "The base die that is kept: its mean and how often it shows a face, by its steps of advantage",
        parameters: &[parameter("face", "a face of the die", ParameterKind::Integer { least: 1, most: 100 }, "15")],
    },
    Question {
        name: "save",
        about: "A save against a number: critical damage, morale, retreat, dangers",
        parameters: &[
            parameter("score", "attribute of the save", SCORE, "10"),
            parameter("rolled", "dice by which the attribute is rolled instead; 0 for none", ROLLED, "0"),
            by_book("dc", "the number; otherwise the usual one of the book", ParameterKind::Integer { least: 0, most: 60 }),
            parameter("tries", "tries to be shown", ParameterKind::Integer { least: 1, most: 10 }, "4"),
        ],
    },
    Question {
        name: "scars",
        about: "Which scar an enemy's attacks leave, by hit points, weapon and Armor, and what it does",
        parameters: &[
            parameter("hp", "hit points, present and maximum", ParameterKind::Integer { least: 1, most: 30 }, "6"),
            OWN,
            WEAPON,
            SECOND,
            DIE_ADVANTAGES,
            AGAINST,
            OBJECT,
            THEIR_STEPS,
            ARMOR,
            parameter("own_steps", "steps of advantage of the attack", STEPS, "0"),
            parameter("str", "STR of whoever is scarred", SCORE, "10"),
            parameter("dex", "DEX of whoever is scarred", SCORE, "10"),
            parameter("wil", "WIL of whoever is scarred", SCORE, "10"),
        ],
    },
    Question {
        name: "magic",
        about: "Mishaps, failures and Fatigue of Magic Dice by their vessels (slots, dust, free dice), and every entry of the mishaps table",
        parameters: &[
            parameter("slot_dice", "dice of inventory slots", FEW, "2"),
            parameter("dust_dice", "dice of mana dust", FEW, "0"),
            parameter("free_dice", "free dice", FEW, "0"),
            parameter("free_slots", "free slots before the casting", ParameterKind::Integer { least: 0, most: 20 }, "4"),
            parameter("weary", "whether mishap 3 still lasts", ParameterKind::Flag, "false"),
            optional(
                "tiring",
                "how many dice show a face that tires, where it is known of how many but not of which",
                FEW,
                "not known",
            ),
        ],
    },
    Question {
        name: "initiative",
        about: "Which of two groups opens the fight, and in which order three take turns",
        parameters: &[
            parameter("wil", "WIL of the group that is listed first", SCORE, "10"),
            optional("wil_second", "WIL of its second member", SCORE, "none"),
            parameter("against", "WIL of the other group", SCORE, "10"),
            optional("against_second", "WIL of its second member", SCORE, "none"),
            optional("third", "WIL of one in a third group", SCORE, "two groups"),
            parameter(
                "characters",
                "who are player characters",
                ParameterKind::Word(&["none", "own", "against", "third"]),
                "none",
            ),
        ],
    },
    Question { name: "fate", about: "Reactions of whoever is met, and the die of fate", parameters: &[] },
];

/// Answers a question.
///
/// # Errors
/// An object of several dice, or no invested die.
pub fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let words = Words { book, rulings };
    match question.name {
        "attack" => attack::attack(arguments, words),
        "blast" => attack::blast(arguments, words),
        "contest" => Ok(save::contest(arguments, words)),
        "die" => die(arguments, words),
        "save" => Ok(save::save(arguments, words)),
        "scars" => scars::scars(arguments, words),
        "magic" => magic::magic(arguments, words),
        "initiative" => Ok(fate::initiative(arguments, words)),
        "fate" => Ok(fate::fate(book)),
        other => Err(format!("there is no question `{other}`")),
    }
}

/// The base die that is kept. [CAP-016, CAP-017, RU-03]
fn die(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (sides, face) = (words.book.check.base_die, arguments.integer("face") as i32);
    if face > i32::from(sides) {
        return Err(format!("`face` is {face}, but the base die is a d{sides}"));
    }
    let columns = ["steps".to_owned(), "mean".into(), "shows 1".into(), format!("shows {sides}"), format!("at least {face}")];
    let mut table = AnswerTable::new("The kept die, by its steps of advantage", &[]);
    table.columns.extend(columns);
    let mut curves = Vec::new();
    for step in -4..=4 {
        let kept = dice::base(step, words);
        let shown = [
            kept.chance(|&shown| shown == 1),
            kept.chance(|&shown| shown == i32::from(sides)),
            kept.chance(|&shown| shown >= face),
        ];
        let mean = kept.mean(|&shown| shown.into());
        table.row([Cell::Integer(step), Cell::Exact(mean)].into_iter().chain(shown.map(Cell::Exact)));
        if (-2..=2).contains(&step) {
            curves.push(Curve { label: format!("{step:+} steps"), distribution: kept.distribution(|&shown| shown.into()) });
        }
    }
    Ok(Answer { title: format!("The d{sides} of a check"), notes: Vec::new(), tables: vec![table], curves })
}

/// The faces of a single die; 0 for none.
fn single(arguments: &Arguments, name: &str) -> Result<u8, String> {
    let die = arguments.dice(name);
    if die.count > 1 { Err(format!("`{name}` is {die}, but an object has one die")) } else { Ok(die.sides) }
}

/// An object of one die.
fn object(arguments: &Arguments, name: &str) -> Result<Object, String> {
    Ok(Object { die: single(arguments, name)?, ..Object::NONE })
}

/// Points that a score adds to a roll. [RU-01]
fn modifier(arguments: &Arguments, name: &str, rulings: &Rulings) -> i32 {
    derived::modifier_by(rulings.modifier, arguments.integer(name) as i32)
}
