//! Saves against numbers, and contested checks without objects.
//!
//! Start at [`save`].

use num_rational::BigRational;

use frame::rules::answers::{Answer, AnswerTable, not};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::check::{Result as Rolled, saved};
use super::super::derived::modifier_by;
use super::dice::{Saves, base, bases, by_steps, sum};

/// A score, or the dice by which it is rolled, with what it adds. [RU-01]
fn scores(arguments: &Arguments, [score, rolled]: [&str; 2], words: Words) -> Spread<i32> {
    let (score, rolled) = (arguments.integer(score), arguments.dice(rolled));
    let scores = if rolled.count > 0 { sum(rolled) } else { certain(score) };
    scores.by(|&score| modifier_by(words.rulings.modifier, score as i32))
}

/// Saves against a number. [CAP-062]
pub fn save(arguments: &Arguments, words: Words) -> Answer {
    let Words { book, rulings } = words;
    let dc = arguments.integer_if_said("dc").map_or(book.check.dc, |dc| dc as i32);
    let (modifiers, bases) = (scores(arguments, ["score", "rolled"], words), bases(words));
    let saves = |added: i32, steps: i32| {
        bases[&steps].chance(|&natural| saved(Rolled { total: natural + added, natural }, dc, book, rulings))
    };
    let over_scores =
        |of: &dyn Fn(i32) -> BigRational| -> BigRational { modifiers.iter().map(|(&added, chance)| of(added) * chance).sum() };
    let steps = AnswerTable::list(
        "The save, by its steps of advantage",
        ["steps", "succeeds"],
        (-4..=4).map(|steps| (steps, over_scores(&|added| saves(added, steps)))),
    );
    let tries =
        (1..=arguments.number("tries")).map(|tries| (tries, not(&over_scores(&|added| not(&saves(added, 0)).pow(tries)))));
    let names = ["Other attributes", "attribute"];
    let others =
        AnswerTable::grid(names, 1..=18, by_steps(-1..=2), |&score, &steps| saves(modifier_by(rulings.modifier, score), steps));
    let (rolled, score) = (arguments.dice("rolled"), arguments.integer("score"));
    let whose = if rolled.count > 0 { rolled.to_string() } else { score.to_string() };
    Answer::new(format!("A save with {whose} against {dc}"))
        .note(format!(
            "critical damage asks for {}, morale {}, retreat {}, the WIL saves of scars {}",
            book.crit.dc, book.morale.dc, book.retreat.dc, book.scars.wil_save_dc
        ))
        .table(steps)
        .table(AnswerTable::list("By the last of so many tries", ["tries", "has succeeded"], tries))
        .table(others)
}

/// Contested checks without objects. [CAP-018, CAP-056, CAP-060]
pub fn contest(arguments: &Arguments, words: Words) -> Answer {
    let owns = scores(arguments, ["score", "rolled"], words);
    let theirs = super::modifier(arguments, "against", words.rulings);
    let (bases, target) = (bases(words), base(arguments.number("steps"), words));
    let results = |modifiers: &Spread<i32>, base: &Spread<i32>| {
        modifiers.then(|added| base.by(|&natural| Rolled { total: natural + added, natural }.to_number(words.book)))
    };
    let succeeds = |own: &Spread<i32>, steps: i32, saves: &mut Saves| -> BigRational {
        results(own, &bases[&steps]).iter().map(|(&own, chance)| saves.beaten(own) * chance).sum()
    };
    let mut saves = Saves::new(results(&scores(arguments, ["against", "rolled_against"], words), &target), words);
    let steps = (-4..=4).map(|steps| (steps, succeeds(&owns, steps, &mut saves)));
    let steps = AnswerTable::list("The check, by its own steps of advantage", ["steps", "succeeds"], steps);
    let mut saves = Saves::new(results(&certain(theirs), &target), words);
    let names = ["By what the Initiator adds above the Target", "difference"];
    let differences = AnswerTable::grid(names, -10..=10, by_steps(-2..=2), |difference, &steps| {
        succeeds(&certain(theirs + difference), steps, &mut saves)
    });
    Answer::new("A contested check")
        .note("equal results are the Initiator's, unless the rulings say otherwise")
        .table(steps)
        .table(differences)
}
