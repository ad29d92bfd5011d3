//! Questions about experience: what levels cost, and what a budget is best spent on.
//!
//! Start at [`training`].

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Answer, AnswerTable, Arguments, BigRational, Book, Roller, Score, Tired, row, score};

/// A cost, which is never below 0.
fn whole(cost: u64) -> BigRational {
    BigRational::from_integer(cost.into())
}

/// The price of levels of training, and the needs of attributes (HEI-097, HEI-098, HEI-101).
pub fn training(arguments: &Arguments, book: &Book) -> Answer {
    let levels = AnswerTable::of(
        "trained consistency or potential",
        ["level", "costs", "together"],
        1..=arguments.number("levels"),
        |level: usize| row![level, whole(book.xp.level(level)), whole(book.xp.up_to(level))],
    );
    let mut sum = 0_u64;
    let columns = ["new value", "progress", "together"];
    let attributes = AnswerTable::of("attributes", columns, arguments.range("attribute"), |value| {
        let needed = u64::from(book.progress.to(value as i32));
        sum += needed;
        row![value, whole(needed), whole(sum)]
    });
    let each = book.progress.per_training;
    Answer::new("the price of training")
        .note("trained consistency and trained potential are bought apart, each by these prices (HEI-098)")
        .note(format!("each point of either is {each} progress for an attribute of the ability (HEI-099)"))
        .table(levels)
        .table(attributes)
}

/// The best use of a budget of experience: an attack against a defence, or a check (HEI-080, HEI-096 to HEI-101).
///
/// # Errors
/// Training that is negative.
pub fn spend(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let book = roller.book;
    let [base, attribute, bonus] = arguments.numbers::<i32, 3>(["base", "attribute", "bonus"]);
    let [budget, fatigue, cr] = arguments.numbers::<i64, 3>(["xp", "fatigue", "cr"]);
    let have = score(arguments, "trained");
    if have.c < 0 || have.p < 0 {
        return Err("training is never negative".to_owned());
    }
    let defence = Tired::said(arguments, "against", "fatigue");
    let price = |from: i32, to: i32| book.xp.up_to(to as usize) - book.xp.up_to(from as usize);
    let affordable = |from: i32, budget: u64| (from..=40).take_while(move |&to| price(from, to) <= budget);
    // The best first; of equals the cheaper, then the one with more consistency.
    let mut ways = BTreeMap::new();
    for c in affordable(have.c, budget as u64) {
        for p in affordable(have.p, budget as u64 - price(have.c, c)) {
            let points = (c - have.c + p - have.p) as u32 * u32::from(book.progress.per_training);
            let risen = if arguments.flag("progress") { book.progress.after(attribute, points).0 } else { attribute };
            let rolled = Score { c: base + c, p: risen + p + bonus };
            let roll = Tired::new(rolled, fatigue);
            let succeeds = match defence {
                Some(_) => roller.hit(roll, defence),
                None => roller.numbers(roll, cr - 1).at_least(cr).unwrap_or_default(),
            };
            let cost = price(have.c, c) + price(have.p, p);
            let row = row![format!("{c}, {p}"), whole(cost), risen, rolled.c, rolled.p, &succeeds];
            ways.insert((Reverse(succeeds), cost, Reverse((c, p))), row);
        }
    }
    let (aim, succeeds) = match defence {
        Some(defence) => (format!("a hit against {}", defence.score), "hits"),
        None => (format!("a requirement of {cr}"), "passes"),
    };
    let columns = ["trained C, P", "costs", "attribute", "consistency", "potential", succeeds];
    Ok(Answer::new(format!("{budget} experience for {aim}"))
        .note(format!("the best first; base consistency {base}, attribute {attribute}, {bonus} by an item, fatigue {fatigue}"))
        .note(
            "an ability of one attribute, without progress at first; `progress` lets the training raise it (HEI-099, HEI-100)",
        )
        .table(AnswerTable::of("ways to spend it", columns, ways.into_values(), |row| row)))
}
