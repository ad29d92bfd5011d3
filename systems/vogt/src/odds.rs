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

use frame::dice::{Die, Keep};
use frame::rules::answers::{Answer, AnswerTable, integer, signed, tail};
use frame::rules::questions::{Arguments, ParameterKind, Question, by_book, parameter};

use super::book::Book;
use super::rulings::Rulings;

const LUCK: ParameterKind = ParameterKind::Word(&["even", "advantage", "disadvantage"]);
const BONUS: ParameterKind = ParameterKind::Integer { least: -100, most: 100 };
const DICE: ParameterKind = ParameterKind::Dice { most: 200 };

/// Everything that can be asked.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "check",
        about: "How likely an ability check succeeds, and every total",
        parameters: &[
            parameter("die", "ability die", DICE, "1d6"),
            parameter("bonus", "what a skill adds", BONUS, "0"),
            parameter("penalty", "what statuses take off the ability", ParameterKind::Integer { least: 0, most: 100 }, "0"),
            parameter("luck", "advantage or disadvantage", LUCK, "even"),
            by_book(
                "difficulty",
                "total that succeeds; otherwise the book's",
                ParameterKind::Integer { least: -1000, most: 1000 },
            ),
        ],
    },
    Question {
        name: "contest",
        about: "Who wins a contest of two checks",
        parameters: &[
            parameter("die", "ability die of the one who asks for it", DICE, "1d6"),
            parameter("bonus", "what a skill adds", BONUS, "0"),
            parameter("luck", "advantage or disadvantage", LUCK, "even"),
            parameter("against", "ability die of the other", DICE, "1d6"),
            parameter("bonus_against", "what a skill of the other adds", BONUS, "0"),
            parameter("luck_against", "advantage or disadvantage of the other", LUCK, "even"),
        ],
    },
    Question { name: "contests", about: "Contests of all dice of the ladder against each other", parameters: &[] },
    Question {
        name: "initiative",
        about: "Who goes first, for two dice and for all dice of the ladder, and in which order three do",
        parameters: &[
            parameter("die", "initiative dice", DICE, "1d6"),
            parameter("dex", "DEX die", DICE, "1d6"),
            parameter("against", "initiative dice of the other", DICE, "1d6"),
            parameter("dex_against", "DEX die of the other", DICE, "1d6"),
            parameter("third", "initiative dice of a third; 0 for none", DICE, "0"),
            parameter("dex_third", "DEX die of the third", DICE, "1d6"),
            parameter("reevaluate", "initiative dice of the action that is re-evaluated into; 0 for none", DICE, "0"),
        ],
    },
    Question {
        name: "damage",
        about: "Hit points lost by blows of a weapon, and how many rounds of them take how many",
        parameters: &[
            parameter("die", "damage dice", ParameterKind::Dice { most: 100 }, "1d6"),
            parameter("str", "STR die; 0 when it does not count", ParameterKind::Dice { most: 100 }, "1d6"),
            parameter("bonus", "what the weapon adds", BONUS, "0"),
            parameter("luck", "advantage or disadvantage of the damage roll", LUCK, "even"),
            parameter("ar", "AR of the target", ParameterKind::Integer { least: 0, most: 100 }, "0"),
            parameter("resistant", "whether the target resists the damage", ParameterKind::Flag, "false"),
            parameter("vulnerable", "whether the target is vulnerable to it", ParameterKind::Flag, "false"),
            parameter(
                "blows",
                "blows in each round, all against one pool of AR",
                ParameterKind::Integer { least: 1, most: 12 },
                "1",
            ),
            parameter("hp", "hit points to be taken", ParameterKind::Integer { least: 1, most: 200 }, "18"),
            parameter("rounds", "rounds to be shown", ParameterKind::Integer { least: 1, most: 30 }, "6"),
        ],
    },
    Question {
        name: "ladder",
        about: "Mean and spread of every die of the ladder, with and without critical dice",
        parameters: &[],
    },
    Question {
        name: "exchange",
        about: "Mean hit points lost per blow: every weapon die with every STR die against every AR",
        parameters: &[parameter("ar_most", "largest AR", ParameterKind::Integer { least: 0, most: 30 }, "10")],
    },
    Question {
        name: "death",
        about: "The death and dismemberment table: how long one lives by it, and what one loses first",
        parameters: &[
            parameter("rolls", "rolls to be shown", ParameterKind::Integer { least: 1, most: 100 }, "8"),
            parameter(
                "hp",
                "hit points of one who does nothing but bleed",
                ParameterKind::Integer { least: 1, most: 1000 },
                "3",
            ),
        ],
    },
    Question { name: "creation", about: "The dice of a new character's abilities", parameters: &[] },
    Question {
        name: "encumbrance",
        about: "The save of those who carry too much",
        parameters: &[
            parameter("die", "die of the ability that is checked", DICE, "1d8"),
            parameter("bonus", "what a skill adds", BONUS, "0"),
            parameter("over", "slots too many", ParameterKind::Integer { least: 1, most: 100 }, "2"),
        ],
    },
];

/// Answers one of them.
///
/// # Errors
/// A question without an answer, with the reason.
pub fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    match question.name {
        "check" => Ok(check::check(arguments, book, rulings)),
        "contest" => Ok(check::contest(arguments, book, rulings)),
        "contests" => Ok(check::contests(book)),
        "initiative" => initiative::initiative(arguments, book, rulings),
        "damage" => damage::damage(arguments, book, rulings),
        "ladder" => damage::ladder(book, rulings),
        "exchange" => damage::exchange(arguments, book, rulings),
        "death" => fate::death(arguments, book, rulings),
        "creation" => Ok(fate::creation(book)),
        "encumbrance" => check::encumbrance(arguments, book, rulings),
        other => Err(format!("`vogt` is never asked `{other}`")),
    }
}

/// Returns the die to keep by a word: the higher one, the lower one, or the only one.
fn luck(arguments: &Arguments, name: &str) -> Keep {
    match arguments.word(name) {
        "advantage" => Keep::Higher,
        "disadvantage" => Keep::Lower,
        _ => Keep::Only,
    }
}

/// A table with a column for each of these dice.
fn matrix(title: &str, corner: &str, dice: &[Die]) -> AnswerTable {
    let mut table = AnswerTable::new(title, &[corner]);
    table.columns.extend(dice.iter().map(Die::to_string));
    table
}
