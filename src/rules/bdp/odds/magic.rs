//! Magic Dice, counterspells, prayer.

use num_rational::BigRational;

use super::{integer, mean, outcomes};
use crate::dice::Distribution;
use crate::rules::bdp::book::Book;
use crate::rules::bdp::book::checks::Amount;
use crate::rules::bdp::casting::{Cast, CastRule};
use crate::rules::bdp::rulings::Rulings;
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

/// The distribution of something about a casting.
fn spread(rule: &CastRule, dice: u8, extra: bool, of: impl Fn(&Cast) -> i64) -> Distribution {
    let chances: Vec<(i64, BigRational)> = rule.chances(dice, extra, of).into_iter().collect();
    Distribution::from_chances(&chances)
}

/// Castings with each number of dice (BDP-451 to BDP-457, BDP-466, BDP-467, E-01).
pub fn magic(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let (rule, extra) = (CastRule::new(book, rulings), arguments.flag("extra"));
    let most = book.md.max.min(book.md.total_max);
    let mut costs = AnswerTable::new(
        "costs",
        &["dice", "mean Fatigue", "feedback", "mean feedback", "feedback strikes others", "mean damage, all dice"],
    );
    let over = i32::from(rulings.feedback_blast_over(book));
    for dice in 1..=most {
        let fatigue = rule.mean(dice, extra, |cast| rule.fatigue(cast).into());
        let feedback = rule.chance(dice, extra, |cast| rule.feedback(cast, 0) > 0);
        let amount = rule.mean(dice, extra, |cast| rule.feedback(cast, 0).into());
        let blast = rule.chance(dice, extra, |cast| rule.feedback(cast, 0) > over);
        let plus = |cast: &Cast| if rulings.sculpt_plus_dice() { cast.faces().len() as i32 } else { 0 };
        let damage = rule.mean(dice, extra, |cast| i64::from(cast.sum() + plus(cast)));
        costs.row(
            std::iter::once(Cell::Integer(dice.into())).chain([fatigue, feedback, amount, blast, damage].map(Cell::Exact)),
        );
    }
    let mut tired = AnswerTable::new("at least so much Fatigue", &["dice"]);
    tired.columns.extend((1..=most).map(|fatigue| fatigue.to_string()));
    for dice in 1..=most {
        let at_least =
            (1..=i32::from(most)).map(|fatigue| Cell::Exact(rule.chance(dice, extra, |cast| rule.fatigue(cast) >= fatigue)));
        tired.row(std::iter::once(Cell::Integer(dice.into())).chain(at_least));
    }
    let curves = (1..=most).map(|dice| Curve {
        label: format!("{dice} dice"),
        distribution: spread(&rule, dice, extra, |cast| cast.sum().into()),
    });
    Answer {
        title: "Magic Dice".to_owned(),
        notes: vec![
            format!("each face from {} on is a Fatigue; dice of the same face are feedback", book.md.fatigue_on),
            "curves: damage when all dice go into it".to_owned(),
        ],
        tables: vec![costs, tired],
        curves: curves.collect(),
    }
}

/// A counterspell (BDP-463, R-50).
pub fn counterspell(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let (rule, extra) = (CastRule::new(book, rulings), arguments.flag("extra"));
    let sum = |dice: u8| spread(&rule, dice, extra, |cast| cast.sum().into());
    let cancels = |dice: &Distribution, against: &Distribution| {
        let compared = dice.compare(against);
        compared.greater + compared.equal
    };
    let [dice, against] = ["dice", "against"].map(|name| arguments.integer(name) as u8);
    let chance = cancels(&sum(dice), &sum(against));
    let fails = integer(1) - &chance;
    let mut all = AnswerTable::new("the row's dice cancel the column's", &["dice"]);
    let sums: Vec<Distribution> = (1..=book.md.max).map(sum).collect();
    all.columns.extend((1..=sums.len()).map(|dice| dice.to_string()));
    for (dice, own) in (1..).zip(&sums) {
        let cells = sums.iter().map(|against| Cell::Exact(cancels(own, against)));
        all.row(std::iter::once(Cell::Integer(dice)).chain(cells));
    }
    Answer {
        title: format!("counterspell with {dice} dice against {against}"),
        notes: vec!["an equal sum cancels the spell".to_owned()],
        tables: vec![outcomes("counterspell", [("cancels", chance), ("does not", fails)]), all],
        curves: Vec::new(),
    }
}

/// An evening prayer (BDP-487).
pub fn prayer(arguments: &Arguments, book: &Book) -> Answer {
    let (numbers, lost) = (&book.prayer, arguments.integer("lost"));
    let few = |amount: Amount| {
        let whole = Distribution::dice(amount.dice).shift(amount.flat.into());
        mean(&whole.map(|gained| gained.min(lost)))
    };
    let restored = |total: i64| match total as i32 {
        total if total <= numbers.none_max => integer(0),
        total if total <= numbers.little_max => few(numbers.little),
        total if total <= numbers.some_max => few(numbers.some),
        _ => integer(lost),
    };
    let mut table = AnswerTable::new("by bonus", &["bonus", "mean WIL restored", "a free Faith Die"]);
    let by_bonus = |bonus: i64| {
        let total = Distribution::dice(numbers.dice).shift(bonus);
        let totals = || (total.low()..=total.high()).map(|sum| (sum, total.chance(sum).unwrap_or_default()));
        let mean: BigRational = totals().map(|(sum, chance)| chance * restored(sum)).sum();
        (mean, total.at_least(i64::from(numbers.all_max) + 1).unwrap_or_default())
    };
    for bonus in 0..=3 {
        let (mean, free) = by_bonus(bonus);
        table.row([Cell::Integer(bonus), Cell::Exact(mean), Cell::Exact(free)]);
    }
    let (mean, free) = by_bonus(arguments.integer("bonus"));
    let mut one = AnswerTable::new("prayer", &["what", "value"]);
    one.row([Cell::text("mean WIL restored"), Cell::Exact(mean)]);
    one.row([Cell::text("a free Faith Die"), Cell::Exact(free)]);
    Answer {
        title: format!("evening prayer with {lost} WIL missing"),
        notes: Vec::new(),
        tables: vec![one, table],
        curves: Vec::new(),
    }
}
