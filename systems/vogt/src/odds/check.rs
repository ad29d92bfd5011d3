//! Questions about checks: one check, contests, the save of those who carry too much.
//!
//! Sums of many dice are distributions, which rules roll face by face. Start at [`check`].

use num_rational::BigRational;
use num_traits::One;

use frame::dice::{Comparison, Die, Distribution, Keep};
use frame::fight::day::Sides;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve, integer, not, row, signed, tail, until};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::book::Book;
use super::super::fighter::step;
use super::super::rulings::{AbilityPenalty, ContestTie};
use super::trial::{ONE, Trial};

/// The total of a check: die, bonus, what statuses take off, advantage (VOG-002, VOG-003, R-28, R-29).
pub fn total(die: Die, bonus: i64, penalty: i64, keep: Keep, Words { book, rulings }: Words) -> Distribution {
    let (die, penalty) = match rulings.stat_penalty {
        AbilityPenalty::Flat => (die, penalty),
        AbilityPenalty::DieStep => (step(&book.ladder, die, -penalty as i32), 0),
    };
    keep.of(&Distribution::dice(die)).shift(bonus - penalty)
}

/// One check against a difficulty.
pub fn check(arguments: &Arguments, words: Words) -> Answer {
    let (die, [bonus, penalty]) = (arguments.dice("die"), arguments.numbers(["bonus", "penalty"]));
    let difficulty = arguments.integer_if_said("difficulty").unwrap_or(words.book.check.difficulty.into());
    let asked = super::luck(arguments, "luck");
    // The roll that was asked for comes first.
    let mut rolls = [("even", Keep::Only), ("advantage", Keep::Higher), ("disadvantage", Keep::Lower)];
    rolls.sort_by_key(|&(_, keep)| keep != asked);
    let curves = rolls.map(|(word, keep)| {
        let label = if keep == asked { format!("{word} (asked for)") } else { word.to_owned() };
        Curve { label, distribution: total(die, bonus, penalty, keep, words) }
    });
    let checks = AnswerTable::of("check", ["roll", "success", "mean"], &curves, |Curve { label, distribution }| {
        row![label, Cell::exact_or(distribution.at_least(difficulty), "?"), Cell::exact_or(distribution.mean(), "?")]
    });
    let answer = Answer::new(format!("check of {die}{}{} against {difficulty}", signed(bonus), signed(-penalty)))
        .note(format!("a check succeeds when its total is {difficulty} or more (R-33)"))
        .table(checks)
        .table(AnswerTable::at_least("totals", "total", &curves, &tail()));
    Answer { curves: curves.into(), ..answer }
}

/// A contest of two.
pub fn contest(arguments: &Arguments, words: Words) -> Answer {
    let sides = [["die", "bonus", "luck"], ["against", "bonus_against", "luck_against"]];
    let [(mine, die), (theirs, against)] = sides.map(|[die, bonus, luck]| {
        let (die, bonus) = (arguments.dice(die), arguments.integer(bonus));
        (total(die, bonus, 0, super::luck(arguments, luck), words), (die, signed(bonus)))
    });
    let Comparison { greater, equal, less, .. } = mine.compare(&theirs);
    let rolls = AnswerTable::outcomes("one roll of both", [("higher", &greater), ("tie", &equal), ("lower", &less)]);
    let (won, held, ruling) = match words.rulings.contest_tie {
        ContestTie::Nobody => (greater, less, "a tie is nobody's (R-31)"),
        ContestTie::Defender => (greater, less + equal, "a tie is the other's (R-31)"),
        ContestTie::Reroll => {
            let decided = if equal.is_one() { equal } else { not(&equal) };
            (greater / &decided, less / decided, "after a tie both roll again (R-31)")
        }
    };
    let nobody = not(&won) - &held;
    let outcome = [("the one who asks", won), ("the other", held), ("nobody", nobody)];
    Answer::new(format!("contest of {}{} against {}{}", die.0, die.1, against.0, against.1))
        .note(ruling)
        .table(rolls)
        .table(AnswerTable::list("contest", ["who succeeds", "probability"], outcome))
        .curve(die.0.to_string(), mine)
        .curve(format!("{} (the other)", against.0), theirs)
}

/// All dice of the ladder against each other.
pub fn contests(book: &Book) -> Answer {
    let dice: Vec<_> = book.ladder.iter().map(|&die| (die, Distribution::dice(die))).collect();
    let table = |title, part: fn(Comparison) -> BigRational| {
        AnswerTable::square([title, "die"], &dice, |one, other| part(one.compare(other)))
    };
    Answer::new("contests of all dice of the ladder")
        .table(table("the row's die is higher than the column's", |compared| compared.greater))
        .table(table("both are equal", |compared| compared.equal))
}

/// The save of those who carry too much (VOG-063, VOG-064, R-33).
///
/// # Errors
/// When the book cannot be played by.
pub fn encumbrance(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (mut trial, numbers) = (Trial::new(words)?, &words.book.encumbrance);
    let (die, [bonus, asked]) = (arguments.dice("die"), arguments.numbers::<i16, 2>(["bonus", "over"]));
    trial.core.fighters[ONE.index()].bonus[numbers.ability.index()] = bonus.into();
    trial.fight.body_mut(ONE).abilities[numbers.ability.index()] = die;
    let columns = ["slots too many", "the save succeeds", "checks to the first failure", "minutes to it"];
    let loads = (1..=10.max(asked)).filter(|&over| over <= 10 || over == asked);
    let saves = AnswerTable::of("save", columns, loads, |over| {
        trial.fight.body_mut(ONE).over_slots = over;
        let tired = trial.scene(|play| {
            play.carry(numbers.minutes, Sides::all(2));
            play.fight.body(ONE).exhaustion > 0
        });
        let failing = tired.chance(|&tired| tired);
        let checks = until(&failing);
        let minutes = checks.as_ref().map(|checks| checks * integer(numbers.minutes.into()));
        row![over, not(&failing), Cell::or_never(checks), Cell::or_never(minutes)]
    });
    let title = format!("save versus exhaustion of {die}{} with {asked} slots too many", signed(bonus.into()));
    let note = format!("one check every {} minutes; a failure is a level of exhaustion (R-47)", numbers.minutes);
    Ok(Answer::new(title).note(note).table(saves))
}
