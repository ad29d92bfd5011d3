//! Questions about experience: what levels cost, and what a budget is best spent on.
//!
//! Start at [`training`].

use num_bigint::BigInt;
use num_rational::BigRational;

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::rulings::Rulings;
use super::roll::{Roller, Tired, score};

/// A cost, which is never below 0.
fn whole(cost: u64) -> Cell {
    Cell::Exact(BigRational::from_integer(BigInt::from(cost)))
}

/// The price of levels of training, and the needs of attributes (HEI-097, HEI-098, HEI-101).
pub fn training(arguments: &Arguments, book: &Book) -> Answer {
    let mut levels = AnswerTable::new("trained consistency or potential", &["level", "costs", "together"]);
    for level in 1..=arguments.integer("levels") {
        levels.row([Cell::Integer(level), whole(book.xp.level(level as usize)), whole(book.xp.up_to(level as usize))]);
    }
    let mut progress = AnswerTable::new("attributes", &["new value", "progress", "together"]);
    let mut sum = 0_u64;
    for value in arguments.range("attribute") {
        let needed = u64::from(book.progress.to(value as i32));
        sum += needed;
        progress.row([Cell::Integer(value), whole(needed), whole(sum)]);
    }
    Answer {
        title: "the price of training".to_owned(),
        notes: vec![
            "trained consistency and trained potential are bought apart, each by these prices (HEI-098)".to_owned(),
            format!(
                "each point of either is {} progress for an attribute of the ability (HEI-099)",
                book.progress.per_training
            ),
        ],
        tables: vec![levels, progress],
        curves: Vec::new(),
    }
}

/// A way to spend a budget.
struct Purchase {
    trained: (u64, u64),
    cost: u64,
    attribute: i32,
    rolled: Score,
    succeeds: BigRational,
}

/// The best use of a budget of experience: an attack against a defence, or a check (HEI-080, HEI-096 to HEI-101).
pub fn spend(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let roller = Roller::new(book, rulings);
    let (base, attribute) = (arguments.integer("base") as i32, arguments.integer("attribute") as i32);
    let (bonus, fatigue) = (arguments.integer("bonus") as i32, arguments.integer("fatigue"));
    let (have, budget) = (score(arguments, "trained").unwrap_or_default(), arguments.integer("xp") as u64);
    if have.c < 0 || have.p < 0 {
        return Err("training is never negative".to_owned());
    }
    let (defence, cr) = (score(arguments, "against"), arguments.integer("cr"));
    let price = |from: i32, to: u64| book.xp.up_to(to as usize) - book.xp.up_to(from as usize);
    let mut purchases: Vec<Purchase> = Vec::new();
    let affordable = |from: i32, budget: u64| (from as u64..=40).take_while(move |&to| price(from, to) <= budget);
    for c in affordable(have.c, budget) {
        let left = budget - price(have.c, c);
        for p in affordable(have.p, left) {
            let points = (c - have.c as u64 + p - have.p as u64) as u32 * u32::from(book.progress.per_training);
            let risen = if arguments.flag("progress") { book.progress.after(attribute, points).0 } else { attribute };
            let rolled = Score { c: base + c as i32, p: risen + p as i32 + bonus };
            let succeeds = match defence {
                Some(defence) => {
                    let tired = |score| Tired { score, fatigue };
                    roller.hit(tired(rolled), Some(tired(defence)))
                }
                None => roller.physical(rolled, fatigue, cr - 1).at_least(cr).unwrap_or_default(),
            };
            purchases.push(Purchase {
                trained: (c, p),
                cost: price(have.c, c) + price(have.p, p),
                attribute: risen,
                rolled,
                succeeds,
            });
        }
    }
    // The best first; of equals the cheaper, then the one with more consistency.
    purchases.sort_by(|one, other| {
        let best = other.succeeds.cmp(&one.succeeds);
        best.then(one.cost.cmp(&other.cost)).then(other.trained.cmp(&one.trained))
    });
    let columns =
        ["trained C, P", "costs", "attribute", "consistency", "potential", if defence.is_some() { "hits" } else { "passes" }];
    let mut table = AnswerTable::new("ways to spend it", &columns);
    for purchase in &purchases {
        table.row([
            Cell::Text(format!("{}, {}", purchase.trained.0, purchase.trained.1)),
            whole(purchase.cost),
            Cell::Integer(purchase.attribute.into()),
            Cell::Integer(purchase.rolled.c.into()),
            Cell::Integer(purchase.rolled.p.into()),
            Cell::Exact(purchase.succeeds.clone()),
        ]);
    }
    let aim = match defence {
        Some(defence) => format!("a hit against consistency {}, potential {}", defence.c, defence.p),
        None => format!("a requirement of {cr}"),
    };
    Ok(Answer {
        title: format!("{budget} experience for {aim}"),
        notes: vec![
            format!("the best first; base consistency {base}, attribute {attribute}, {bonus} by an item, fatigue {fatigue}"),
            "an ability of one attribute, without progress at first; `progress` lets the training raise it (HEI-099, HEI-100)"
                .to_owned(),
        ],
        tables: vec![table],
        curves: Vec::new(),
    })
}
