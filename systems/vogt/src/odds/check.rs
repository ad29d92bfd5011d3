//! Questions about checks: one check, contests, the save of those who carry too much.
//!
//! Start at [`check`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Die, Distribution, Keep};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::book::Book;
use super::super::fighter::step;
use super::super::rulings::{AbilityPenalty, ContestTie, Rulings};
use super::trial::Trial;
use super::{integer, luck, signed};

/// The total of a check: die, bonus, what statuses take off, advantage (VOG-002, VOG-003, R-28, R-29).
pub fn total(die: Die, bonus: i64, penalty: i64, keep: Keep, words: Words) -> Distribution {
    let Words { book, rulings } = words;
    let (die, penalty) = match rulings.stat_penalty {
        AbilityPenalty::Flat => (die, penalty),
        AbilityPenalty::DieStep => (step(&book.ladder, die, -penalty as i32), 0),
    };
    keep.of(&Distribution::dice(die)).shift(bonus - penalty)
}

/// One check against a difficulty.
pub fn check(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let words = Words { book, rulings };
    let (die, bonus, penalty) = (arguments.dice("die"), arguments.integer("bonus"), arguments.integer("penalty"));
    let difficulty = arguments.integer_if_said("difficulty").unwrap_or(book.check.difficulty.into());
    let luck = luck(arguments, "luck");
    let of = |keep| total(die, bonus, penalty, keep, words);
    let mut table = AnswerTable::new("check", &["roll", "success", "mean"]);
    let mut curves = Vec::new();
    for (label, keep) in [("even", Keep::Only), ("advantage", Keep::Higher), ("disadvantage", Keep::Lower)] {
        let distribution = of(keep);
        let success = Cell::exact_or(distribution.at_least(difficulty), "?");
        let label = if keep == luck { format!("{label} (asked for)") } else { label.to_owned() };
        table.row([Cell::text(&label), success, Cell::exact_or(distribution.mean(), "?")]);
        curves.push(Curve { label, distribution });
    }
    // The roll that was asked for comes first.
    table.rows.sort_by_key(|row| !matches!(&row[0], Cell::Text(label) if label.ends_with(')')));
    curves.sort_by_key(|curve| !curve.label.ends_with(')'));
    let totals = AnswerTable::at_least("totals", "total", &curves, &super::tail());
    Answer {
        title: format!("check of {die}{}{} against {difficulty}", signed(bonus), signed(-penalty)),
        notes: vec![format!("a check succeeds when its total is {difficulty} or more (R-33)")],
        tables: vec![table, totals],
        curves,
    }
}

/// A contest of two.
pub fn contest(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let words = Words { book, rulings };
    let (die, against) = (arguments.dice("die"), arguments.dice("against"));
    let bonuses = [arguments.integer("bonus"), arguments.integer("bonus_against")];
    let mine = total(die, bonuses[0], 0, luck(arguments, "luck"), words);
    let theirs = total(against, bonuses[1], 0, luck(arguments, "luck_against"), words);
    let comparison = mine.compare(&theirs);
    let mut rolls = AnswerTable::new("one roll of both", &["outcome", "probability"]);
    rolls.row([Cell::text("higher"), Cell::Exact(comparison.greater.clone())]);
    rolls.row([Cell::text("tie"), Cell::Exact(comparison.equal.clone())]);
    rolls.row([Cell::text("lower"), Cell::Exact(comparison.less.clone())]);
    let (won, held, ruling) = match rulings.contest_tie {
        ContestTie::Nobody => (comparison.greater, comparison.less, "a tie is nobody's (R-31)"),
        ContestTie::Defender => (comparison.greater, comparison.less + comparison.equal, "a tie is the other's (R-31)"),
        ContestTie::Reroll => {
            let decided = BigRational::one() - &comparison.equal;
            let share = |part: BigRational| if decided.is_zero() { part } else { part / &decided };
            (share(comparison.greater), share(comparison.less), "after a tie both roll again (R-31)")
        }
    };
    let mut outcome = AnswerTable::new("contest", &["who succeeds", "probability"]);
    let nobody = BigRational::one() - &won - &held;
    outcome.row([Cell::text("the one who asks"), Cell::Exact(won)]);
    outcome.row([Cell::text("the other"), Cell::Exact(held)]);
    outcome.row([Cell::text("nobody"), Cell::Exact(nobody)]);
    Answer {
        title: format!("contest of {die}{} against {against}{}", signed(bonuses[0]), signed(bonuses[1])),
        notes: vec![ruling.to_owned()],
        tables: vec![rolls, outcome],
        curves: vec![
            Curve { label: die.to_string(), distribution: mine },
            Curve { label: format!("{against} (the other)"), distribution: theirs },
        ],
    }
}

/// All dice of the ladder against each other.
pub fn contests(book: &Book) -> Answer {
    let dice: Vec<(Die, Distribution)> = book.ladder.iter().map(|&die| (die, Distribution::dice(die))).collect();
    let mut higher = super::matrix("the row's die is higher than the column's", "die", &book.ladder);
    let mut tied = super::matrix("both are equal", "die", &book.ladder);
    for (die, mine) in &dice {
        let comparisons: Vec<_> = dice.iter().map(|(_, theirs)| mine.compare(theirs)).collect();
        let cells = |part: fn(&frame::dice::Comparison) -> &BigRational| {
            std::iter::once(Cell::text(die))
                .chain(comparisons.iter().map(move |one| Cell::Exact(part(one).clone())))
                .collect::<Vec<_>>()
        };
        higher.row(cells(|comparison| &comparison.greater));
        tied.row(cells(|comparison| &comparison.equal));
    }
    Answer {
        title: "contests of all dice of the ladder".to_owned(),
        notes: Vec::new(),
        tables: vec![higher, tied],
        curves: Vec::new(),
    }
}

/// The save of those who carry too much (VOG-063, VOG-064, R-33).
///
/// # Errors
/// When the book cannot be played by.
pub fn encumbrance(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (words, core) = (Words { book, rulings }, Trial::new(book, rulings)?.core);
    let numbers = &book.encumbrance;
    let (die, bonus) = (arguments.dice("die"), arguments.integer("bonus"));
    let save = total(die, bonus, 0, Keep::Only, words);
    let columns = ["slots too many", "the save succeeds", "checks to the first failure", "minutes to it"];
    let mut table = AnswerTable::new("save", &columns);
    let asked = arguments.integer("over");
    for over in (1..=10.max(asked)).filter(|&over| over <= 10 || over == asked) {
        let kept = save.at_least(core.add_load(0, over as i32).into()).unwrap_or_default();
        let failing = BigRational::one() - &kept;
        let checks = (!failing.is_zero()).then(|| failing.recip());
        let minutes = checks.as_ref().map(|checks| checks * integer(numbers.minutes.into()));
        table.row([Cell::Integer(over), Cell::Exact(kept), Cell::exact_or(checks, "never"), Cell::exact_or(minutes, "never")]);
    }
    Ok(Answer {
        title: format!("save versus exhaustion of {die}{} with {asked} slots too many", signed(bonus)),
        notes: vec![format!("one check every {} minutes; a failure is a level of exhaustion (R-47)", numbers.minutes)],
        tables: vec![table],
        curves: Vec::new(),
    })
}
