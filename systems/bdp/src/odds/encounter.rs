//! Meeting others: surprise, their reaction, their morale.

use super::trial::{Standing, Trial};
use super::{integer, outcomes, ratio};
use crate::Words;
use crate::scene::{Mood, WeaponsShown};
use crate::sheet::Ability;
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

/// Surprise and reactions (BDP-201 to BDP-211, R-40).
///
/// # Errors
/// When the book cannot be played by.
pub fn encounter(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let numbers = &words.book.surprise;
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
    let weapons = match arguments.word("weapons") {
        "drawn" => WeaponsShown::Drawn,
        "sheathed" => WeaponsShown::Sheathed,
        _ => WeaponsShown::Neither,
    };
    let mut reaction = Trial::new(words)?.moods(weapons);
    let moods = [
        ("hostile", Mood::Hostile),
        ("wary", Mood::Wary),
        ("curious", Mood::Curious),
        ("kind", Mood::Kind),
        ("helpful", Mood::Helpful),
    ];
    let beyond = if words.rulings.reaction_clamp { "count as its ends" } else { "are rolled again" };
    Ok(Answer {
        title: "an encounter".to_owned(),
        notes: vec![format!("totals beyond the table {beyond} (R-40)")],
        tables: vec![
            surprise,
            outcomes("reaction", moods.map(|(name, mood)| (name, reaction.remove(&mood).unwrap_or_default()))),
        ],
        curves: Vec::new(),
    })
}

/// A group whose first member falls (BDP-298, BDP-302, R-36).
///
/// # Errors
/// When the book cannot be played by.
pub fn morale(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let members = arguments.integer("members") as usize;
    let [wil, dex] = ["wil", "dex"].map(|name| arguments.integer(name) as i16);
    let Standing { first, last } = Trial::with_foes(members, words)?.standing([(Ability::Wil, wil), (Ability::Dex, dex)]);
    let share = |left: usize| first.get(&left).cloned().unwrap_or_default();
    let mean = first.mean(|&left| left as i64);
    let others = members - 1;
    let mut cascade = AnswerTable::new("in the end", &["still there", "probability"]);
    for still in 0..=others {
        cascade.row([Cell::Integer(still as i64), Cell::Exact(last.get(&still).cloned().unwrap_or_default())]);
    }
    Ok(Answer {
        title: format!("the first of {members} with WIL {wil} falls"),
        notes: vec!["those who flee may bring the group below half, which asks the others once more".to_owned()],
        tables: vec![
            outcomes(
                "first check",
                [("all stay", share(others)), ("all flee", share(0)), ("one stays", mean / integer(others as i64))],
            ),
            cascade,
        ],
        curves: Vec::new(),
    })
}
