//! Exact dice questions of `bdp`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. Start at [`QUESTIONS`].

mod check;
mod contest;
mod days;
mod encounter;
mod harm;
mod magic;
mod strike;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, integer, tail};
use frame::rules::questions::{Arguments, Parameter, ParameterKind, Question, by_book, parameter};

use super::Words;
use super::book::Book;
use super::rulings::Rulings;

const ABILITY: ParameterKind = ParameterKind::Integer { least: 0, most: 30 };
const LUCK: ParameterKind = ParameterKind::Word(&["even", "advantage", "disadvantage"]);
const STATE: ParameterKind = ParameterKind::Word(&["normal", "impaired", "enhanced"]);
const DAMAGE_TYPE: ParameterKind = ParameterKind::Word(&["none", "piercing", "bludgeoning", "slashing"]);
const DICE: ParameterKind = ParameterKind::Dice { most: 100 };
const ROLLED: ParameterKind = ParameterKind::Dice { most: 30 };
const ARMOR: ParameterKind = ParameterKind::Integer { least: 0, most: 30 };

/// A question with its parameters.
const fn question(name: &'static str, about: &'static str, parameters: &'static [Parameter]) -> Question {
    Question { name, about, parameters }
}

/// A whole number within limits, as a kind of parameter.
const fn number(least: i64, most: i64) -> ParameterKind {
    ParameterKind::Integer { least, most }
}

/// Everything that can be asked.
pub const QUESTIONS: &[Question] = &[
    question(
        "save",
        "How likely a save passes, by ability, Difficulty and luck",
        &[
            parameter("ability", "the ability as it is now", ABILITY, "10"),
            parameter("difficulty", "the face that has to be beaten as well", number(0, 20), "0"),
            parameter("luck", "advantage or disadvantage", LUCK, "even"),
            parameter("quick", "what a quick weapon adds to DEX for the order", number(0, 20), "0"),
        ],
    ),
    question(
        "contest",
        "Who wins a contested save, for two abilities and for all against each other",
        &[
            parameter("ability", "the ability of whoever asks for it", ABILITY, "12"),
            parameter("against", "the ability of the other", ABILITY, "10"),
            parameter("rolled", "dice by which the ability of whoever asks is rolled instead; 0 for none", ROLLED, "0"),
            parameter("rolled_against", "dice by which the ability of the other is rolled instead; 0 for none", ROLLED, "0"),
        ],
    ),
    question(
        "die",
        "The die that is kept, of saves by luck and of attacks by their state: its mean and how often it shows a face",
        &[
            parameter("face", "a face of the die", number(1, 100), "8"),
            parameter("ability", "the ability that is saved with, by which the better roll is known", ABILITY, "10"),
            parameter("difficulty", "the face that has to be beaten as well", number(0, 20), "0"),
            parameter("die", "weapon dice", DICE, "1d8"),
            parameter("off", "a second weapon that is used with it; 0 for none", DICE, "0"),
        ],
    ),
    question(
        "action",
        "What an action comes to by Time, Gear and Skill, and what the die of fate says",
        &[
            parameter(
                "action",
                "a listed action",
                ParameterKind::Word(&[
                    "any",
                    "lockpicking",
                    "sneaking",
                    "breaching",
                    "climbing",
                    "escape_route",
                    "besieged_wall",
                ]),
                "any",
            ),
            parameter("time", "whether there is time", ParameterKind::Flag, "true"),
            parameter("benefits", "benefits of gear and surroundings", number(0, 20), "1"),
            parameter("hindrances", "hindrances of gear and surroundings", number(0, 20), "0"),
            parameter("skill", "whether there is skill", ParameterKind::Flag, "false"),
            parameter("str", "STR", ABILITY, "10"),
            parameter("dex", "DEX", ABILITY, "10"),
            parameter("wil", "WIL", ABILITY, "10"),
        ],
    ),
    question(
        "gambit",
        "Whether a gambit works, and how a chain of them ends",
        &[
            parameter("die", "weapon of whoever tries it", DICE, "1d8"),
            parameter("off", "a second weapon that is used with it; 0 for none", DICE, "0"),
            parameter("ability", "what the target saves with", ABILITY, "10"),
            parameter("back", "weapon of the target", DICE, "1d8"),
            parameter("back_off", "a second weapon of the target; 0 for none", DICE, "0"),
            parameter("own", "what whoever tries it saves with", ABILITY, "10"),
        ],
    ),
    question(
        "encounter",
        "Surprise, and how those who are met react",
        &[parameter("weapons", "what the party shows", ParameterKind::Word(&["neither", "drawn", "sheathed"]), "neither")],
    ),
    question(
        "morale",
        "What becomes of a group whose first member falls",
        &[
            parameter("members", "how many they were", number(2, 40), "4"),
            parameter("wil", "their WIL", ABILITY, "10"),
            parameter("dex", "their DEX, where they have to retreat to be gone (R-36)", ABILITY, "10"),
        ],
    ),
    question(
        "damage",
        "Damage of one weapon, of one in each hand, or of several attackers at once, behind Armor",
        &[
            parameter("die", "weapon dice", DICE, "1d8"),
            parameter("off", "a second weapon that is used with it; 0 for none", DICE, "0"),
            parameter("off_type", "type of damage of the second weapon, for the proficient", DAMAGE_TYPE, "none"),
            parameter("off_heavy", "Heavy of the second weapon", number(0, 20), "0"),
            parameter("off_magic", "Magic of the second weapon", number(0, 20), "0"),
            parameter("state", "whether it is impaired or enhanced", STATE, "normal"),
            parameter("armor", "Armor of the target", ARMOR, "1"),
            parameter("type", "type of damage, for the proficient", DAMAGE_TYPE, "none"),
            parameter("heavy", "Heavy", number(0, 20), "0"),
            parameter("magic", "Magic", number(0, 20), "0"),
            parameter("bonus", "bonus damage", number(0, 50), "0"),
            parameter("attackers", "attackers at the same moment", number(1, 12), "1"),
        ],
    ),
    question("reactions", "Mean damage of every category behind every Armor, by reaction", &[]),
    question(
        "parry",
        "Who wins a parry, for two weapons and for all against each other; how likely Counter works, and what it does",
        &[
            parameter("die", "weapon of whoever parries", DICE, "1d8"),
            parameter("against", "weapon of the attacker", DICE, "1d8"),
            parameter("armor", "Armor of whoever parries", ARMOR, "1"),
            parameter("armor_against", "Armor of the attacker", ARMOR, "1"),
            parameter("heavy", "Heavy of whoever parries", number(0, 20), "0"),
            parameter("heavy_against", "Heavy of the attacker", number(0, 20), "0"),
            parameter("counter", "Counter", number(0, 20), "2"),
        ],
    ),
    question(
        "properties",
        "How often a property of a weapon acts: Sweep, Push, Brutal, Shock, Bleed, Heavy",
        &[
            parameter("die", "weapon dice", DICE, "1d8"),
            parameter("armor", "Armor of the target", ARMOR, "1"),
            parameter("heavy", "Heavy", number(0, 20), "0"),
            parameter("magic", "Magic", number(0, 20), "0"),
            parameter("sweep", "Sweep; 0 for none", number(0, 20), "0"),
            parameter("push", "Push; 0 for none", number(0, 20), "0"),
            parameter("brutal", "Brutal; 0 for none", number(0, 20), "0"),
            parameter("shock", "Shock; 0 for none", number(0, 20), "0"),
            parameter("bleed", "Bleed; 0 for none", number(0, 20), "0"),
        ],
    ),
    question(
        "critical",
        "What one blow makes of somebody: HP, STR, the Critical Damage Save, the injury",
        &[
            parameter("die", "weapon dice", DICE, "1d8"),
            parameter("off", "a second weapon that is used with it; 0 for none", DICE, "0"),
            parameter("state", "whether it is impaired or enhanced", STATE, "normal"),
            parameter("armor", "Armor of the target", ARMOR, "1"),
            parameter("hp", "its HP", number(0, 100), "0"),
            parameter("str", "its STR", ABILITY, "10"),
            parameter("dex", "its DEX", ABILITY, "10"),
            parameter("pc", "whether it is a player character", ParameterKind::Flag, "true"),
        ],
    ),
    question("injuries", "The table of injuries: areas, and what each of them does", &[]),
    question(
        "peril",
        "What the surroundings make of somebody",
        &[
            parameter(
                "kind",
                "what happens",
                ParameterKind::Word(&[
                    "fall",
                    "gas",
                    "cold",
                    "bear_trap",
                    "night_spider",
                    "unnatural",
                    "eldritch",
                    "fire",
                    "stairs",
                ]),
                "fall",
            ),
            parameter("times", "floors, turns or watches", number(1, 20), "1"),
            parameter("str", "its STR", ABILITY, "10"),
            parameter("dex", "its DEX", ABILITY, "10"),
            parameter("wil", "its WIL", ABILITY, "10"),
        ],
    ),
    question(
        "magic",
        "Magic Dice: damage, Fatigue and feedback",
        &[parameter("extra", "whether dice that high faces bring are taken", ParameterKind::Flag, "true")],
    ),
    question(
        "counterspell",
        "Whether a counterspell cancels a spell",
        &[
            parameter("dice", "dice of whoever counters", number(1, 4), "2"),
            parameter("against", "dice of the spell", number(1, 4), "2"),
            parameter("extra", "whether dice that high faces bring are taken", ParameterKind::Flag, "false"),
        ],
    ),
    question(
        "faith",
        "Faith Dice: what a miracle costs in WIL",
        &[parameter("wil", "WIL", ABILITY, "10"), parameter("free", "dice of it that are free", number(0, 4), "0")],
    ),
    question(
        "prayer",
        "What an evening prayer restores",
        &[
            parameter("lost", "WIL that is missing", number(0, 30), "6"),
            parameter("bonus", "what is added to the prayer", number(0, 3), "0"),
        ],
    ),
    question(
        "water",
        "How long a usage die lasts",
        &[by_book("die", "faces of the die; else the book's waterskin", number(1, 100))],
    ),
    question(
        "disease",
        "A disease day by day, for one ability and for all",
        &[
            parameter(
                "name",
                "which disease",
                ParameterKind::Word(&["swampsigh", "bonebreaker", "tick_jitters", "shadowrot", "mindfog", "souls_despair"]),
                "bonebreaker",
            ),
            parameter("str", "STR, with which it is saved", ABILITY, "10"),
            parameter("ability", "the ability that it damages, where that is not STR", ABILITY, "10"),
            parameter("care", "whether there is rest and care", ParameterKind::Flag, "false"),
            parameter("days", "days to be shown", number(1, 60), "10"),
        ],
    ),
    question(
        "task",
        "How long a complex task takes",
        &[parameter("steps", "steps", number(1, 60), "4"), parameter("modifier", "what is added", number(0, 20), "0")],
    ),
    question(
        "duel",
        "Staredown, draw and clash",
        &[
            parameter("str", "STR", ABILITY, "10"),
            parameter("dex", "DEX", ABILITY, "10"),
            parameter("wil", "WIL", ABILITY, "10"),
            parameter("str_against", "STR of the other", ABILITY, "10"),
            parameter("dex_against", "DEX of the other", ABILITY, "10"),
            parameter("wil_against", "WIL of the other", ABILITY, "10"),
            parameter("die", "weapon of the winner", DICE, "1d8"),
            parameter("armor", "Armor of the loser", ARMOR, "1"),
        ],
    ),
    question(
        "social",
        "A social conflict in which both choose at random",
        &[
            parameter("composure", "composure", number(1, 30), "10"),
            parameter("against", "composure of the other", number(1, 30), "10"),
        ],
    ),
    question("luck", "A roll on Luck", &[by_book("luck", "Luck; else the book's", number(0, 30))]),
    question("creation", "The dice of new characters, foes and rivals, and of training", &[]),
];

/// Answers one of them.
///
/// # Errors
/// A question without an answer, with the reason.
pub fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    match question.name {
        "save" => Ok(check::save(arguments, book, rulings)),
        "contest" => contest::contest(arguments, book, rulings),
        "die" => Ok(check::die(arguments, Words { book, rulings })),
        "action" => check::action(arguments, book, rulings),
        "gambit" => Ok(contest::gambit(arguments, book, rulings)),
        "encounter" => encounter::encounter(arguments, Words { book, rulings }),
        "morale" => encounter::morale(arguments, Words { book, rulings }),
        "damage" => Ok(strike::damage(arguments, Words { book, rulings })),
        "reactions" => Ok(strike::reactions(Words { book, rulings })),
        "parry" => Ok(strike::parry(arguments, Words { book, rulings })),
        "properties" => Ok(strike::properties(arguments, Words { book, rulings })),
        "critical" => harm::critical(arguments, Words { book, rulings }),
        "injuries" => harm::injuries(Words { book, rulings }),
        "peril" => harm::peril(arguments, Words { book, rulings }),
        "magic" => Ok(magic::magic(arguments, book, rulings)),
        "counterspell" => Ok(magic::counterspell(arguments, book, rulings)),
        "faith" => Ok(magic::faith(arguments, book)),
        "prayer" => magic::prayer(arguments, Words { book, rulings }),
        "water" => days::water(arguments, Words { book, rulings }),
        "disease" => days::disease(arguments, Words { book, rulings }),
        "task" => days::task(arguments, book, rulings),
        "duel" => Ok(contest::duel(arguments, book, rulings)),
        "social" => Ok(contest::social(arguments, book)),
        "luck" => Ok(check::luck(arguments, book)),
        "creation" => Ok(days::creation(book)),
        other => Err(format!("`bdp` is never asked `{other}`")),
    }
}

/// A fraction of two whole numbers.
fn ratio(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// The mean of a distribution that has one.
fn mean(distribution: &Distribution) -> BigRational {
    distribution.mean().unwrap_or_else(BigRational::zero)
}

/// A table of outcomes with their probabilities.
fn outcomes<'a>(title: &str, rows: impl IntoIterator<Item = (&'a str, BigRational)>) -> AnswerTable {
    let mut table = AnswerTable::new(title, &["outcome", "probability"]);
    for (outcome, chance) in rows {
        table.row([Cell::text(outcome), Cell::Exact(chance)]);
    }
    table
}

/// The opposite of something.
fn not(chance: &BigRational) -> BigRational {
    BigRational::one() - chance
}
