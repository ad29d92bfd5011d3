//! Magic Dice, counterspells, Faith Dice, prayer.

use num_rational::BigRational;

use super::trial::{scene, trial};
use crate::Words;
use crate::book::Book;
use crate::casting::{Cast, CastRule};
use crate::miracle::faith_cost;
use crate::sheet::Ability;
use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Curve, mean, not, row, tail};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;
use frame::rules::trial::ONE;

/// Castings with each number of dice (BDP-451 to BDP-457, BDP-466, BDP-467, E-01).
pub fn magic(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let (rule, extra) = (CastRule::new(book, rulings), arguments.flag("extra"));
    let most = book.md.max.min(book.md.total_max);
    let over = i32::from(rulings.feedback_blast_over(book));
    let feedback = |cast: &Cast| rule.feedback(cast, 0);
    let plus = |cast: &Cast| if rulings.sculpt_plus_dice() { cast.faces().len() as i32 } else { 0 };
    let castings: Vec<_> = (1..=most).map(|dice| (dice, rule.outcomes(dice, extra))).collect();
    let columns = ["dice", "mean Fatigue", "feedback", "mean feedback", "feedback strikes others", "mean damage, all dice"];
    let costs = AnswerTable::of("costs", columns, &castings, |(dice, casts)| {
        row![
            *dice,
            casts.mean(|cast| rule.fatigue(cast).into()),
            casts.chance(|cast| feedback(cast) > 0),
            casts.mean(|cast| feedback(cast).into()),
            casts.chance(|cast| feedback(cast) > over),
            casts.mean(|cast| i64::from(cast.sum() + plus(cast))),
        ]
    });
    let columns = (1..=i32::from(most)).map(|fatigue| (fatigue.to_string(), fatigue));
    let tired = AnswerTable::grid(["at least so much Fatigue", "dice"], 1..=most, columns, |&dice, &least| {
        castings[usize::from(dice) - 1].1.chance(|cast| rule.fatigue(cast) >= least)
    });
    let answer = Answer::new("Magic Dice")
        .note(format!("each face from {} on is a Fatigue; dice of the same face are feedback", book.md.fatigue_on))
        .note("curves: damage when all dice go into it")
        .table(costs)
        .table(tired);
    castings.iter().fold(answer, |answer, (dice, casts)| {
        answer.curve(format!("{dice} dice"), casts.distribution(|cast| cast.sum().into()))
    })
}

/// A counterspell (BDP-463, R-50).
pub fn counterspell(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let (rule, extra) = (CastRule::new(book, rulings), arguments.flag("extra"));
    let sum = |dice: u8| rule.outcomes(dice, extra).distribution(|cast| cast.sum().into());
    let cancels = |own: &Distribution, against: &Distribution| not(&own.compare(against).less);
    let [dice, against] = arguments.numbers(["dice", "against"]);
    let chance = cancels(&sum(dice), &sum(against));
    let sums: Vec<Distribution> = (1..=book.md.max).map(sum).collect();
    let columns = (1..=sums.len()).zip(&sums).map(|(dice, sum)| (dice.to_string(), sum));
    let all = AnswerTable::grid(["the row's dice cancel the column's", "dice"], 1..=sums.len(), columns, |&dice, against| {
        cancels(&sums[dice - 1], against)
    });
    Answer::new(format!("counterspell with {dice} dice against {against}"))
        .note("an equal sum cancels the spell")
        .table(AnswerTable::outcomes("counterspell", [("cancels", &chance), ("does not", &not(&chance))]))
        .table(all)
}

/// Faith Dice: what they show, and what they cost (BDP-477, BDP-487).
pub fn faith(arguments: &Arguments, book: &Book) -> Answer {
    let (numbers, [free, wil]) = (&book.fd, arguments.numbers::<i64, 2>(["free", "wil"]));
    let die = Distribution::die(numbers.die);
    let cost = die.map(|face| faith_cost(face as i32, book).into());
    let curves: Vec<Curve> = (1..=i64::from(numbers.max))
        .map(|dice| Curve { label: format!("{dice} dice"), distribution: cost.times((dice - free).max(0) as u32) })
        .collect();
    let columns = ["dice", "sum, mean", "WIL lost, mean", "no WIL is left"];
    let table = AnswerTable::of("miracle", columns, (1..).zip(&curves), |(dice, Curve { distribution: lost, .. })| {
        row![dice, mean(&die.times(dice)), mean(lost), lost.at_least(wil).unwrap_or_default()]
    });
    let costs = AnswerTable::at_least("at least so much WIL lost", "WIL", &curves, &tail());
    let answer = Answer::new(format!("Faith Dice of one with WIL {wil}"))
        .note(format!("a face of {} or more costs {} WIL, a lower one {}", numbers.high_from, numbers.high, numbers.low))
        .note("what they cost asks for no Critical Damage Save; free dice cost nothing")
        .table(table)
        .table(costs);
    Answer { curves, ..answer }
}

/// An evening prayer (BDP-487).
pub fn prayer(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (mut core, lost, wil) = (trial("", words)?, arguments.number::<i16>("lost"), Ability::Wil.index());
    // The mean WIL restored, and the probability of a free Faith Die.
    let mut brings = |bonus: u8| -> [BigRational; 2] {
        let fighter = &mut core.fighters[ONE.index()];
        (fighter.fd, fighter.prayer) = (1, bonus);
        let evenings = scene(&core, |play| {
            let body = play.fight.body_mut(ONE);
            (body.abilities[wil], body.maxima[wil]) = (1, 1 + lost);
            play.prays(ONE);
            let body = play.fight.body(ONE);
            (i64::from(body.abilities[wil]) - 1, body.free_faith > 0)
        });
        [evenings.mean(|&(gained, _)| gained), evenings.chance(|&(_, free)| free)]
    };
    let names = ["mean WIL restored", "a free Faith Die"];
    let one = AnswerTable::list("prayer", ["what", "value"], names.into_iter().zip(brings(arguments.number("bonus"))));
    let table = AnswerTable::of("by bonus", ["bonus", names[0], names[1]], 0..=3_u8, |bonus| {
        let [gained, free] = brings(bonus);
        row![bonus, gained, free]
    });
    Ok(Answer::new(format!("evening prayer with {lost} WIL missing")).table(one).table(table))
}
