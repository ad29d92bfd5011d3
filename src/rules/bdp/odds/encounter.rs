//! Meeting others: surprise, their reaction, their morale.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{integer, not, outcomes, ratio};
use crate::dice::Distribution;
use crate::rules::bdp::book::Book;
use crate::rules::bdp::rulings::Rulings;
use crate::rules::bdp::save::{SaveRule, Test};
use crate::rules::bdp::scene::Mood;
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell};

/// Surprise and reactions (BDP-201 to BDP-211, R-40).
pub fn encounter(arguments: &Arguments, book: &Book) -> Answer {
    let numbers = &book.surprise;
    let die = i64::from(numbers.die);
    let mut surprise = AnswerTable::new("surprise", &["circumstances", "party", "nobody", "foes"]);
    let rows = [
        ("normal", numbers.normal),
        ("low visibility", numbers.low_visibility),
        ("predator", numbers.predator),
        ("darkness", numbers.darkness),
    ];
    for (name, faces) in rows {
        let share = |holds: fn([bool; 2]) -> bool| {
            Cell::Exact(ratio((1..=die).filter(|&face| holds(faces.surprises(face as i32))).count() as i64, die))
        };
        let cells = [share(|[party, _]| party), share(|[party, foes]| !party && !foes), share(|[_, foes]| foes)];
        surprise.row(std::iter::once(Cell::text(name)).chain(cells));
    }
    let numbers = &book.reaction;
    let rolled = Distribution::dice(numbers.dice);
    let total = match arguments.word("weapons") {
        "drawn" => rolled.plus(&Distribution::dice(numbers.drawn).map(|face| -face)),
        "sheathed" => rolled.plus(&Distribution::dice(numbers.sheathed)),
        _ => rolled,
    };
    let chance = |mood: Mood| {
        let totals = total.low()..=total.high();
        totals.filter(|&sum| numbers.mood(sum as i32) == mood).filter_map(|sum| total.chance(sum)).sum::<BigRational>()
    };
    let moods = [
        ("hostile", Mood::Hostile),
        ("wary", Mood::Wary),
        ("curious", Mood::Curious),
        ("kind", Mood::Kind),
        ("helpful", Mood::Helpful),
    ];
    Answer {
        title: "an encounter".to_owned(),
        notes: vec!["totals beyond the table count as its ends (R-40)".to_owned()],
        tables: vec![surprise, outcomes("reaction", moods.map(|(name, mood)| (name, chance(mood))))],
        curves: Vec::new(),
    }
}

/// The number of ways to choose some of them.
fn choose(of: i64, some: i64) -> i64 {
    (0..some).fold(1, |ways, index| ways * (of - index) / (index + 1))
}

fn power(base: &BigRational, exponent: i64) -> BigRational {
    (0..exponent).fold(BigRational::one(), |product, _| product * base)
}

/// A group whose first member falls (BDP-298, R-36).
pub fn morale(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let members = arguments.integer("members");
    let wil = arguments.integer("wil") as i32;
    let stays = SaveRule::new(book, rulings).chance(Test::plain(wil));
    let left = members - 1;
    let chance_of =
        |left: i64, staying: i64| power(&stays, staying) * power(&not(&stays), left - staying) * integer(choose(left, staying));
    // The second check comes when half are lost, unless both came at once.
    let half_at_once = book.morale.half && 2 >= members;
    let mut after = vec![BigRational::zero(); left as usize + 1];
    for staying in 0..=left {
        let chance = chance_of(left, staying);
        let lost = if rulings.morale_half_counts_fled { members - staying } else { 1 };
        if book.morale.half && !half_at_once && 2 * lost >= members && staying > 0 {
            for still in 0..=staying {
                after[still as usize] += &chance * chance_of(staying, still);
            }
        } else {
            after[staying as usize] += chance;
        }
    }
    let mut cascade = AnswerTable::new("in the end", &["still there", "probability"]);
    for (still, chance) in after.into_iter().enumerate() {
        cascade.row([Cell::Integer(still as i64), Cell::Exact(chance)]);
    }
    Answer {
        title: format!("the first of {members} with WIL {wil} falls"),
        notes: vec!["those who flee may bring the group below half, which asks the others once more".to_owned()],
        tables: vec![
            outcomes(
                "first check",
                [("all stay", power(&stays, left)), ("all flee", power(&not(&stays), left)), ("one stays", stays.clone())],
            ),
            cascade,
        ],
        curves: Vec::new(),
    }
}
