//! Exact dice questions of `injury-d20`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. What a roll comes to is asked of the rules code itself,
//! by a [`trial`]. Start at [`QUESTIONS`].

mod attack;
mod breath;
mod care;
mod check;
mod fallen;
mod head;
mod order;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use frame::rules::answers::{Answer, integer};
use frame::rules::questions::{Arguments, Parameter, ParameterKind, Question, optional, parameter};

use super::book::Book;
use super::rulings::Rulings;
use trial::Trial;

const BONUS: ParameterKind = ParameterKind::Integer { least: -100, most: 100 };
const DC: ParameterKind = ParameterKind::Integer { least: -100, most: 1000 };
const NET: ParameterKind = ParameterKind::Integer { least: -10, most: 10 };
const COUNT: ParameterKind = ParameterKind::Integer { least: 1, most: 10 };
const POINTS: ParameterKind = ParameterKind::Integer { least: 0, most: 20 };

const ATTACK: Parameter = parameter("bonus", "what is added to the attack roll", BONUS, "6");
const DEFENCE: Parameter = parameter("dv", "defence value", BONUS, "16");
const DICE: Parameter = parameter("net", "advantages; disadvantages as a negative number", NET, "0");
const FACE: ParameterKind = ParameterKind::Integer { least: 2, most: 20 };
const CRITICAL: Parameter = parameter("critical_from", "lowest face that is critical when it hits", FACE, "20");
const CON: Parameter = parameter("con", "Constitution and whatever else is added", BONUS, "2");

/// Names of the tiers.
const TIERS: [&str; 5] = ["minor", "major", "severe", "deadly", "fatal"];

/// Everything that can be asked.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "attack",
        about: "What an attack roll comes to: degrees, critical hits, severities, the chance of every result by advantages",
        parameters: &[
            ATTACK,
            DEFENCE,
            DICE,
            parameter("power", "stamina for Power Attack or Deadly Aim", POINTS, "0"),
            parameter("reckless", "degrees by Reckless Attack", POINTS, "0"),
            CRITICAL,
            parameter(
                "larger",
                "sizes that the target is larger; negative when it is smaller",
                ParameterKind::Integer { least: -8, most: 8 },
                "0",
            ),
        ],
    },
    Question {
        name: "turn",
        about: "A turn of several attacks, each worse than the one before",
        parameters: &[ATTACK, DEFENCE, DICE, parameter("attacks", "attack actions", COUNT, "3")],
    },
    Question {
        name: "shots",
        about: "Several shots or weapons in one action",
        parameters: &[ATTACK, DEFENCE, DICE, parameter("most", "most shots", COUNT, "4")],
    },
    Question {
        name: "weapons",
        about: "An action with a weapon in each hand: what each of them does, and what both do together",
        parameters: &[
            ATTACK,
            parameter("off", "what is added to the attack roll of the second weapon", BONUS, "6"),
            DEFENCE,
            DICE,
            CRITICAL,
            parameter("off_critical_from", "lowest face that is critical when the second weapon hits", FACE, "20"),
        ],
    },
    Question {
        name: "parry",
        about: "Degrees that a parry takes away, and what gets through",
        parameters: &[
            parameter("bonus", "what is added to the parry", BONUS, "6"),
            DICE,
            parameter("total", "result of the attack", BONUS, "17"),
            parameter("attack", "what is added to the attack roll, for what gets through", BONUS, "6"),
            DEFENCE,
        ],
    },
    Question {
        name: "maneuver",
        about: "How likely a maneuver succeeds",
        parameters: &[parameter("bonus", "skill and martial bonus", BONUS, "8"), DEFENCE, DICE],
    },
    Question {
        name: "save",
        about: "The save of the unconscious, for every number that it may have to reach",
        parameters: &[CON, DICE, parameter("dc", "worth of the injuries and bleeding", DC, "9")],
    },
    Question {
        name: "check",
        about: "How likely a check succeeds, for every number that it may have to reach",
        parameters: &[parameter("bonus", "what is added", BONUS, "2"), DICE, parameter("dc", "what it has to reach", DC, "25")],
    },
    Question {
        name: "heal",
        about: "Treating injuries of each tier, by day, and the days until they are healed",
        parameters: &[
            parameter("bonus", "Heal", BONUS, "7"),
            DICE,
            parameter("days", "days to be shown", ParameterKind::Integer { least: 1, most: 60 }, "7"),
        ],
    },
    Question {
        name: "worsening",
        about: "An injury over the days, untreated or with somebody who treats it",
        parameters: &[
            CON,
            DICE,
            parameter("injuries", "injuries of the part on the first day", ParameterKind::Integer { least: 1, most: 6 }, "1"),
            parameter("max", "injuries that destroy it", ParameterKind::Integer { least: 1, most: 6 }, "3"),
            parameter("days", "days", ParameterKind::Integer { least: 1, most: 60 }, "7"),
            optional("heal", "Heal of whoever treats it", BONUS, "nobody"),
            parameter("tier", "tier of the part, by which it is treated", ParameterKind::Word(&TIERS), "minor"),
        ],
    },
    Question {
        name: "concussion",
        about: "How many hours of rest heal a concussion",
        parameters: &[CON, parameter("hours", "hours to be shown", ParameterKind::Integer { least: 1, most: 400 }, "8")],
    },
    Question {
        name: "confusion",
        about: "What the confused do with their turns",
        parameters: &[parameter("turns", "turns to be shown", ParameterKind::Integer { least: 1, most: 20 }, "6")],
    },
    Question {
        name: "finishing",
        about: "How many blows kill somebody who lies unconscious",
        parameters: &[
            ATTACK,
            parameter("dv", "defence value of the target without guard", BONUS, "14"),
            CON,
            parameter("attacks", "attack actions of each turn", ParameterKind::Integer { least: 1, most: 3 }, "1"),
            parameter("turns", "turns to be shown", ParameterKind::Integer { least: 1, most: 6 }, "3"),
        ],
    },
    Question {
        name: "initiative",
        about: "Who goes first, of two and of several, aware of each other or in an ambush",
        parameters: &[
            parameter("dex", "Dexterity of the one", BONUS, "2"),
            parameter("against", "Dexterity of the other", BONUS, "0"),
            parameter("stealth", "Stealth of the one, who hides in an ambush", BONUS, "4"),
            parameter("perception", "Perception of the other, who is ambushed", BONUS, "2"),
            parameter(
                "others",
                "Dexterity:Perception of more of them, all of them ambushed",
                ParameterKind::Pairs { least: -100, most: 100, counts: (0, 10) },
                "none",
            ),
        ],
    },
    Question {
        name: "breath",
        about: "Exhausted and unconscious by round, for somebody who is attacked turn after turn",
        parameters: &[
            ATTACK,
            DEFENCE,
            DICE,
            parameter("attacks", "attack actions of each turn", COUNT, "3"),
            parameter("power", "stamina that the attacker puts into the first attack of each turn", POINTS, "0"),
            parameter("reckless", "reckless degrees of the first attack of each turn", POINTS, "0"),
            parameter(
                "parries",
                "hits that are parried in each turn, the first ones",
                ParameterKind::Integer { least: 0, most: 10 },
                "0",
            ),
            parameter("parry", "what is added to these parries", BONUS, "6"),
            parameter("stamina", "stamina", ParameterKind::Integer { least: 1, most: 60 }, "10"),
            parameter("exhaustion", "exhaustion", ParameterKind::Integer { least: 0, most: 60 }, "12"),
            parameter("rounds", "rounds", ParameterKind::Integer { least: 1, most: 30 }, "12"),
        ],
    },
];

/// Answers one of them.
///
/// # Errors
/// A question without an answer, with the reason.
pub fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let trial = Trial::new(book, rulings)?;
    let armed = || Trial::armed(book, rulings);
    match question.name {
        "attack" => Ok(attack::attack(arguments, &mut armed()?)),
        "turn" => Ok(attack::turn(arguments, &mut armed()?)),
        "shots" => Ok(attack::shots(arguments, &mut armed()?)),
        "weapons" => Ok(attack::weapons(arguments, &mut armed()?)),
        "parry" => Ok(attack::parry(arguments, &mut armed()?)),
        "maneuver" => Ok(check::maneuver(arguments, trial)),
        "save" => Ok(check::save(arguments, &trial)),
        "check" => Ok(check::check(arguments, &trial)),
        "heal" => Ok(care::heal(arguments, trial)),
        "worsening" => care::worsening(arguments, book, rulings),
        "concussion" => head::concussion(arguments, trial),
        "confusion" => head::confusion(arguments, &trial),
        "finishing" => fallen::finishing(arguments, trial),
        "initiative" => Ok(order::initiative(arguments, trial)),
        "breath" => breath::breath(arguments, trial),
        other => Err(format!("`injury-d20` is never asked `{other}`")),
    }
}

/// Returns the whole number of a parameter.
fn number(arguments: &Arguments, name: &str) -> i32 {
    arguments.integer(name) as i32
}

/// Returns an addition to dice as it is written.
fn signed(number: i64) -> String {
    format!("{number:+}")
}
