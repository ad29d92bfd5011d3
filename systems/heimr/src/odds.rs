//! Exact dice questions of `heimr`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. All of them are put together from one
//! [`roll`](roll::Roller), whose rules are those that fights are played by. Start at [`QUESTIONS`].

mod attack;
mod brawl;
mod challenge;
mod chase;
mod check;
mod claims;
mod cluster;
mod duel;
mod initiative;
mod roll;
mod taken;
#[cfg(test)]
mod tests;
mod training;
mod trial;

use frame::rules::answers::{Answer, integer, signed, tail};
use frame::rules::questions::{Arguments, Parameter, ParameterKind, Question, parameter};

use super::book::Book;
use super::rulings::Rulings;

/// A consistency and a potential.
const SCORE: ParameterKind = ParameterKind::Pairs { least: -60, most: 60, counts: (1, 1) };
/// A score, or `none`.
const SCORE_OR_NONE: ParameterKind = ParameterKind::Pairs { least: -60, most: 60, counts: (0, 1) };
const CONSISTENCIES: ParameterKind = ParameterKind::Range { least: -20, most: 40 };
/// Fatigue of a physical roll.
const FATIGUE: ParameterKind = ParameterKind::Integer { least: 1, most: 100 };
/// Fatigue, or 0 for a roll that it does not touch.
const FATIGUE_OR_NONE: ParameterKind = ParameterKind::Integer { least: 0, most: 100 };
const REROLLS: ParameterKind = ParameterKind::Integer { least: 0, most: 12 };
const STAMINA: ParameterKind = ParameterKind::Integer { least: -20, most: 20 };
const HITS: ParameterKind = ParameterKind::Integer { least: 1, most: 20 };
const REQUIREMENT: ParameterKind = ParameterKind::Integer { least: -100, most: 100 };

/// A parameter that is true or false, false by default.
const fn flag(name: &'static str, about: &'static str) -> Parameter {
    parameter(name, about, ParameterKind::Flag, "false")
}

/// The parameter of one's fatigue, 1 by default.
const fn fatigue(about: &'static str) -> Parameter {
    parameter("fatigue", about, FATIGUE, "1")
}

/// The parameter of the opponent's fatigue, 1 by default.
const fn fatigue_against(about: &'static str) -> Parameter {
    parameter("fatigue_against", about, FATIGUE, "1")
}

/// The parameters of an attack; wherever a score is asked for it is consistency and potential, items included.
const ATTACK: &[Parameter] = &[
    parameter("attack", "consistency:potential of the attack, weapon included", SCORE, "2:6"),
    parameter("parry", "that of a parry, or none", SCORE_OR_NONE, "2:6"),
    parameter("block", "that of a block, or none", SCORE_OR_NONE, "none"),
    parameter("dodge", "that of a dodge, or none", SCORE_OR_NONE, "1:2"),
    parameter("uses", "dodges and blocks in a window to be shown", ParameterKind::Integer { least: 1, most: 10 }, "4"),
    fatigue("fatigue of the attacker"),
    fatigue_against("fatigue of the defender"),
    flag("targeted", "a body part is targeted"),
    flag("ranged", "it is a shot, which cannot be parried"),
    parameter("distance", "distance of a shot", ParameterKind::Integer { least: 0, most: 100 }, "0"),
    parameter("cluster", "members of the target's cluster, for a shot", ParameterKind::Integer { least: 0, most: 64 }, "0"),
    parameter("concealment", "concealment of the target", ParameterKind::Integer { least: 0, most: 40 }, "0"),
    flag("hidden", "the target is hidden: a luck shot"),
    flag("unseen", "the attacker is hidden, and charges or shoots"),
    flag("prone", "the attacker is prone"),
    flag("climbing", "the attacker is climbing"),
    flag("difficult", "both stand on difficult terrain"),
    parameter("target_stands", "where the target stands", ParameterKind::Word(&["level", "higher", "lower"]), "level"),
    flag("target_prone", "the target is prone"),
    flag("target_climbing", "the target is climbing"),
    flag("ongoing", "the target is on an ongoing action, such as a charge"),
    flag("blind_spot", "it comes from the target's blind spot"),
    flag("outmanoeuvre", "the target is getting past a guard"),
    flag("dodge_ready", "the target has used the action Dodge"),
];

/// Everything that can be asked.
pub const QUESTIONS: &[Question] = &[
    Question {
        name: "challenge",
        about: "The consistency curves: every result of a roll, one line for each consistency",
        parameters: &[
            parameter("consistency", "which ones, such as -5..5", CONSISTENCIES, "-5..5"),
            parameter("potential", "what is added", ParameterKind::Integer { least: -100, most: 100 }, "0"),
            parameter("fatigue", "what the roll has to reach before potential; 0 for nothing", FATIGUE_OR_NONE, "0"),
        ],
    },
    Question {
        name: "fatigue",
        about: "How often rolls meet fatigue, and how fast it grows",
        parameters: &[
            parameter("consistency", "which ones, such as -2..5", CONSISTENCIES, "-2..5"),
            parameter("fatigue", "which levels, such as 1..12", ParameterKind::Range { least: 0, most: 100 }, "1..12"),
            parameter("rolls", "physical rolls in each window", ParameterKind::Integer { least: 1, most: 20 }, "1"),
        ],
    },
    Question {
        name: "check",
        about: "How likely a challenge requirement is met, with re-rolls for willpower",
        parameters: &[
            parameter("ability", "consistency:potential", SCORE, "1:0"),
            parameter("cr", "the requirement", REQUIREMENT, "5"),
            parameter("fatigue", "fatigue; 0 for rolls of the mind", FATIGUE_OR_NONE, "1"),
            parameter("rerolls", "re-rolls at most", REROLLS, "3"),
            flag("consequence", "whether failing has a consequence"),
        ],
    },
    Question {
        name: "obstacles",
        about: "How likely everything in the way is passed: crossings, climbs, jumps, falls",
        parameters: &[
            parameter("ability", "consistency:potential", SCORE, "1:0"),
            fatigue("fatigue"),
            parameter("rerolls", "re-rolls at most", REROLLS, "3"),
        ],
    },
    Question {
        name: "opposed",
        about: "Two rolls against each other outside attacks, such as persuasion against insight",
        parameters: &[
            parameter("initiator", "consistency:potential of the one who begins", SCORE, "1:0"),
            parameter("responder", "that of the one who answers", SCORE, "1:0"),
            parameter("fatigue", "fatigue of the initiator; 0 for rolls of the mind", FATIGUE_OR_NONE, "0"),
            parameter("fatigue_against", "fatigue of the responder; 0 for rolls of the mind", FATIGUE_OR_NONE, "0"),
        ],
    },
    Question { name: "attack", about: "One attack against each defence, at each of its uses in a window", parameters: ATTACK },
    Question {
        name: "hits",
        about: "Hits for every difference of potential against every consistency of the defence",
        parameters: &[
            parameter("consistency", "consistency of the attack", ParameterKind::Integer { least: -20, most: 40 }, "2"),
            parameter("against", "consistencies of the defence", CONSISTENCIES, "-4..5"),
            parameter(
                "difference",
                "potential of the attack less that of the defence",
                ParameterKind::Range { least: -60, most: 60 },
                "-5..5",
            ),
            fatigue("fatigue of the attacker"),
            fatigue_against("fatigue of the defender"),
        ],
    },
    Question {
        name: "attacks",
        about: "Several attacks on one target before its next turn: two weapons, or many enemies",
        parameters: &[
            parameter(
                "attacks",
                "consistency:potential of each, weapons included",
                ParameterKind::Pairs { least: -60, most: 60, counts: (1, 8) },
                "2:5,2:5",
            ),
            parameter(
                "defences",
                "those of the target's defences, in their order, penalties included",
                ParameterKind::Pairs { least: -60, most: 60, counts: (0, 8) },
                "2:5,1:2",
            ),
            parameter("attackers", "whose attacks they are", ParameterKind::Word(&["one", "many"]), "one"),
            fatigue("fatigue of the attackers"),
            fatigue_against("fatigue of the target"),
        ],
    },
    Question {
        name: "brawl",
        about: "A brawl attack, past a weapon or not: how often it is rolled, hits, touches",
        parameters: &[
            parameter("brawl", "consistency:potential of the brawl attack", SCORE, "3:4"),
            parameter("provoked", "that of the weapon that it provokes, or none", SCORE_OR_NONE, "2:5"),
            parameter("dodge", "that of the brawler's dodge", SCORE, "3:3"),
            parameter("defence", "that of the opponent's defence, or none", SCORE_OR_NONE, "2:5"),
            fatigue("fatigue of the brawler"),
            fatigue_against("fatigue of the opponent"),
        ],
    },
    Question {
        name: "hold",
        about: "Whether the held get free by what they do",
        parameters: &[
            parameter("holder", "consistency:potential of the holder's brawl", SCORE, "3:4"),
            parameter("held", "that of what the held does", SCORE, "2:5"),
            fatigue("fatigue of the holder"),
            fatigue_against("fatigue of the held"),
        ],
    },
    Question {
        name: "cluster",
        about: "A shot into a combat cluster: who is hit",
        parameters: &[
            parameter("shot", "consistency:potential of the shot, without the cluster", SCORE, "4:5"),
            parameter(
                "dodgers",
                "those of the members' dodges, from the target on",
                ParameterKind::Pairs { least: -60, most: 60, counts: (1, 12) },
                "1:2,2:3,1:2",
            ),
            flag("inside", "whether the shooter is in that cluster too"),
            fatigue("fatigue of the shooter"),
            fatigue_against("fatigue of the members"),
        ],
    },
    Question {
        name: "initiative",
        about: "Who goes first, and at which place",
        parameters: &[
            parameter(
                "who",
                "dexterity:willpower of each",
                ParameterKind::Pairs { least: -60, most: 60, counts: (2, 12) },
                "2:3,1:2",
            ),
            parameter("fatigue", "fatigue, where the rulings make the roll physical", FATIGUE, "1"),
        ],
    },
    Question {
        name: "duel",
        about: "How long a duel of plain blows lasts, and what going first is worth in it",
        parameters: &[
            parameter("attack", "consistency:potential of the one's attack", SCORE, "2:6"),
            parameter("defence", "that of the one's defence, or none", SCORE_OR_NONE, "2:6"),
            parameter("hits", "hits that the one needs", HITS, "2"),
            parameter("attack_against", "that of the other's attack", SCORE, "2:6"),
            parameter("defence_against", "that of the other's defence, or none", SCORE_OR_NONE, "2:6"),
            parameter("hits_against", "hits that the other needs", HITS, "2"),
        ],
    },
    Question {
        name: "chase",
        about: "How a chase ends, and what stamina is worth in it",
        parameters: &[
            parameter("quarry", "consistency:potential of the quarry", SCORE, "2:2"),
            parameter("stamina", "stamina of the quarry", STAMINA, "3"),
            parameter("pursuer", "consistency:potential of the pursuer", SCORE, "2:2"),
            parameter("stamina_against", "stamina of the pursuer", STAMINA, "1"),
        ],
    },
    Question {
        name: "training",
        about: "What levels of training cost, and what attributes need",
        parameters: &[
            parameter("levels", "levels to be shown", ParameterKind::Integer { least: 1, most: 40 }, "10"),
            parameter(
                "attribute",
                "new values of an attribute to be shown",
                ParameterKind::Range { least: -20, most: 40 },
                "-2..6",
            ),
        ],
    },
    Question {
        name: "spend",
        about: "What a budget of experience is best spent on, for an attack or a check",
        parameters: &[
            parameter("xp", "the budget", ParameterKind::Integer { least: 0, most: 5000 }, "30"),
            parameter("base", "base consistency of the ability", ParameterKind::Integer { least: -20, most: 20 }, "1"),
            parameter("attribute", "its attribute", ParameterKind::Integer { least: -20, most: 20 }, "0"),
            parameter("trained", "consistency:potential trained already", SCORE, "0:0"),
            parameter("bonus", "potential by an item", ParameterKind::Integer { least: -60, most: 60 }, "0"),
            parameter("against", "consistency:potential of a defence, or none for a requirement", SCORE_OR_NONE, "none"),
            parameter("cr", "the requirement", REQUIREMENT, "6"),
            fatigue("fatigue"),
            flag("progress", "whether the training raises the attribute"),
        ],
    },
    Question { name: "claims", about: "Which claims of the published text about its own numbers hold", parameters: &[] },
];

/// Answers one of them.
///
/// # Errors
/// A question without an answer, with the reason.
pub fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    match question.name {
        "challenge" => Ok(challenge::challenge(arguments, book, rulings)),
        "fatigue" => Ok(challenge::fatigue(arguments, book, rulings)),
        "check" => Ok(check::check(arguments, book, rulings)),
        "obstacles" => Ok(check::obstacles(arguments, book, rulings)),
        "opposed" => Ok(check::opposed(arguments, book, rulings)),
        "attack" => attack::attack(arguments, book, rulings),
        "hits" => Ok(attack::hits(arguments, book, rulings)),
        "attacks" => Ok(attack::attacks(arguments, book, rulings)),
        "brawl" => brawl::brawl(arguments, book, rulings),
        "hold" => Ok(brawl::hold(arguments, book, rulings)),
        "cluster" => cluster::cluster(arguments, book, rulings),
        "initiative" => initiative::initiative(arguments, book, rulings),
        "duel" => duel::duel(arguments, book, rulings),
        "chase" => chase::chase(arguments, book, rulings),
        "training" => Ok(training::training(arguments, book)),
        "spend" => training::spend(arguments, book, rulings),
        "claims" => Ok(claims::claims(book, rulings)),
        other => Err(format!("`heimr` is never asked `{other}`")),
    }
}
