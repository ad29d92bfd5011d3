//! Magic Dice, counterspells, Faith Dice, prayer.

use super::trial::Trial;
use super::{integer, mean, outcomes};
use crate::Words;
use crate::book::Book;
use crate::casting::{Cast, CastRule};
use crate::miracle::faith_cost;
use crate::rulings::Rulings;
use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

/// Castings with each number of dice (BDP-451 to BDP-457, BDP-466, BDP-467, E-01).
pub fn magic(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let (rule, extra) = (CastRule::new(book, rulings), arguments.flag("extra"));
    let most = book.md.max.min(book.md.total_max);
    let mut costs = AnswerTable::new(
        "costs",
        &["dice", "mean Fatigue", "feedback", "mean feedback", "feedback strikes others", "mean damage, all dice"],
    );
    let over = i32::from(rulings.feedback_blast_over(book));
    let castings: Vec<_> = (1..=most).map(|dice| (dice, rule.outcomes(dice, extra))).collect();
    for (dice, casts) in &castings {
        let fatigue = casts.mean(|cast| rule.fatigue(cast).into());
        let feedback = casts.chance(|cast| rule.feedback(cast, 0) > 0);
        let amount = casts.mean(|cast| rule.feedback(cast, 0).into());
        let blast = casts.chance(|cast| rule.feedback(cast, 0) > over);
        let plus = |cast: &Cast| if rulings.sculpt_plus_dice() { cast.faces().len() as i32 } else { 0 };
        let damage = casts.mean(|cast| i64::from(cast.sum() + plus(cast)));
        costs.row(
            std::iter::once(Cell::Integer((*dice).into())).chain([fatigue, feedback, amount, blast, damage].map(Cell::Exact)),
        );
    }
    let mut tired = AnswerTable::new("at least so much Fatigue", &["dice"]);
    tired.columns.extend((1..=most).map(|fatigue| fatigue.to_string()));
    for (dice, casts) in &castings {
        let fatigues = casts.by(|cast| rule.fatigue(cast));
        let at_least = (1..=i32::from(most)).map(|least| Cell::Exact(fatigues.chance(|&fatigue| fatigue >= least)));
        tired.row(std::iter::once(Cell::Integer((*dice).into())).chain(at_least));
    }
    let curves = castings.iter().map(|(dice, casts)| Curve {
        label: format!("{dice} dice"),
        distribution: casts.distribution(|cast| cast.sum().into()),
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
    let sum = |dice: u8| rule.outcomes(dice, extra).distribution(|cast| cast.sum().into());
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

/// Faith Dice: what they show, and what they cost (BDP-477, BDP-487).
pub fn faith(arguments: &Arguments, book: &Book) -> Answer {
    let (numbers, free, wil) = (&book.fd, arguments.integer("free"), arguments.integer("wil"));
    let die = Distribution::die(numbers.die);
    let cost = die.map(|face| faith_cost(face as i32, book).into());
    let lost = |dice: u8| cost.times((i64::from(dice) - free).max(0) as u32);
    let columns = ["dice", "sum, mean", "WIL lost, mean", "no WIL is left"];
    let mut table = AnswerTable::new("miracle", &columns);
    let curves: Vec<Curve> =
        (1..=numbers.max).map(|dice| Curve { label: format!("{dice} dice"), distribution: lost(dice) }).collect();
    for (dice, curve) in (1..).zip(&curves) {
        let out = curve.distribution.at_least(wil).unwrap_or_default();
        let sum = mean(&die.times(dice as u32));
        table.row([Cell::Integer(dice), Cell::Exact(sum), Cell::Exact(mean(&curve.distribution)), Cell::Exact(out)]);
    }
    let costs = AnswerTable::at_least("at least so much WIL lost", "WIL", &curves, &super::tail());
    Answer {
        title: format!("Faith Dice of one with WIL {wil}"),
        notes: vec![
            format!("a face of {} or more costs {} WIL, a lower one {}", numbers.high_from, numbers.high, numbers.low),
            "what they cost asks for no Critical Damage Save; free dice cost nothing".to_owned(),
        ],
        tables: vec![table, costs],
        curves,
    }
}

/// An evening prayer (BDP-487).
///
/// # Errors
/// When the book cannot be played by.
pub fn prayer(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (mut trial, lost) = (Trial::new(words)?, arguments.integer("lost"));
    let mut by_bonus = |bonus: i64| {
        let brings = trial.prayer(lost as i16, bonus as u8);
        [brings.mean(|&(gained, _)| gained.into()), brings.chance(|&(_, free)| free)].map(Cell::Exact)
    };
    let mut table = AnswerTable::new("by bonus", &["bonus", "mean WIL restored", "a free Faith Die"]);
    for bonus in 0..=3 {
        table.row(std::iter::once(Cell::Integer(bonus)).chain(by_bonus(bonus)));
    }
    let mut one = AnswerTable::new("prayer", &["what", "value"]);
    let names = ["mean WIL restored", "a free Faith Die"];
    for (name, value) in names.into_iter().zip(by_bonus(arguments.integer("bonus"))) {
        one.row([Cell::text(name), value]);
    }
    Ok(Answer {
        title: format!("evening prayer with {lost} WIL missing"),
        notes: Vec::new(),
        tables: vec![one, table],
        curves: Vec::new(),
    })
}
