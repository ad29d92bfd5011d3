//! Odds of things that go on for days: usage dice, diseases, complex tasks; and the dice of creation and training.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::trial::{Evening, Evenings, Patient, Trial};
use super::{integer, mean, not, ratio};
use crate::Words;
use crate::book::Book;
use crate::book::checks::Amount;
use crate::rulings::Rulings;
use crate::save::{SaveRule, Test};
use crate::sheet::Ability;
use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, certain};
use frame::rules::questions::Arguments;

/// An exact probability.
type Chance = BigRational;

/// A usage die (BDP-094 to BDP-096, R-54).
///
/// # Errors
/// A die that never shrinks, so that it lasts for ever, or a book that cannot be played by.
pub fn water(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    const SHOWN: usize = 24;
    let (trial, numbers) = (Trial::new(words)?, &words.book.breath);
    let first = arguments.integer_if_said("die").map_or(numbers.waterskin, |die| die as u8);
    let (mut die, mut drinks) = (first, Chance::zero());
    while die > 0 {
        let mut after = trial.sips(die);
        after.remove(&die);
        let (smaller, shrinks) = after.pop_first().ok_or("the usage die never shrinks (`book.breath.shrink`)")?;
        drinks += shrinks.recip();
        die = smaller;
    }
    let mut dice = certain(first);
    let mut table = AnswerTable::new("by drinks", &["drinks", "empty with exactly this one", "still some water"]);
    let mut left = Chance::one();
    for drinks in 1..=SHOWN {
        let mut next = dice.then(|&die| trial.sips(die));
        let empty = next.remove(&0).unwrap_or_default();
        left -= &empty;
        table.row([Cell::Integer(drinks as i64), Cell::Exact(empty), Cell::Exact(left.clone())]);
        dice = next;
    }
    let mut means = AnswerTable::new("usage die", &["what", "value"]);
    means.row([Cell::text("mean number of drinks"), Cell::Exact(drinks)]);
    Ok(Answer {
        title: format!("a usage die of d{first}"),
        notes: vec![format!("it shrinks on faces up to {}, behind the last size nothing is left", numbers.shrink)],
        tables: vec![means, table],
        curves: Vec::new(),
    })
}

/// The course of a disease: the mean loss, and each day the shares of the healed and of those who are out.
struct Course {
    lost: Chance,
    healed: Chance,
    out: Chance,
    days: Chance,
    by_day: Vec<(Chance, Chance, Chance)>,
}

/// Days after which whoever is still ill is no longer followed.
const DAYS_MAX: usize = 400;

/// Follows a disease by its days (BDP-081 to BDP-084, R-55).
fn course(trial: &Trial, kind: u8, abilities: [i16; 3], care: bool) -> Course {
    let caught = trial.caught(kind).into_iter();
    let mut ill: BTreeMap<Patient, Chance> = caught.map(|(illness, chance)| (Patient { abilities, illness }, chance)).collect();
    let mut days: BTreeMap<Patient, Evenings> = BTreeMap::new();
    let zero = Chance::zero;
    let mut course = Course { lost: zero(), healed: zero(), out: zero(), days: zero(), by_day: Vec::new() };
    while !ill.is_empty() && course.by_day.len() < DAYS_MAX {
        course.days += ill.values().sum::<Chance>();
        let mut next: BTreeMap<Patient, Chance> = BTreeMap::new();
        for (patient, chance) in ill {
            for ((evening, lost), part) in days.entry(patient).or_insert_with(|| trial.ails(patient, care)) {
                let part = &*part * &chance;
                course.lost += &part * integer((*lost).into());
                match *evening {
                    Evening::Healed => course.healed += part,
                    Evening::Out => course.out += part,
                    Evening::Ill(patient) => *next.entry(patient).or_insert_with(Chance::zero) += part,
                }
            }
        }
        let still: Chance = next.values().sum();
        course.by_day.push((course.healed.clone(), still, course.out.clone()));
        ill = next;
    }
    course
}

/// A disease (BDP-080 to BDP-091, R-55).
///
/// # Errors
/// A disease that the book does not have, or a book that cannot be played by.
pub fn disease(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let name = arguments.word("name");
    let mut diseases = (0..).zip(&words.book.disease);
    let found = diseases.find_map(|(kind, (known, disease))| (known == name).then_some((kind, disease)));
    let (kind, disease) = found.ok_or_else(|| format!("the book has no disease `{name}`"))?;
    let (trial, care) = (Trial::new(words)?, arguments.flag("care"));
    let abilities_with = |str: i64| {
        let mut abilities = [str as i16; 3];
        if disease.ability != disease.save {
            abilities[disease.ability.index()] = arguments.integer("ability") as i16;
        }
        abilities
    };
    let followed = course(&trial, kind, abilities_with(arguments.integer("str")), care);
    let mut table = AnswerTable::new("disease", &["what", "value"]);
    let lost = format!("mean {} lost", disease.ability.name());
    table.row([Cell::text(&lost), Cell::Exact(followed.lost.clone())]);
    table.row([Cell::text("heals in time"), Cell::Exact(followed.healed.clone())]);
    table.row([Cell::text("the ability is gone first"), Cell::Exact(followed.out.clone())]);
    table.row([Cell::text("mean days of it"), Cell::Exact(followed.days.clone())]);
    let mut days = AnswerTable::new("day by day", &["day", "healed", "still ill", "out or dead"]);
    for (index, (healed, still, out)) in followed.by_day.iter().take(arguments.integer("days") as usize).enumerate() {
        days.row([
            Cell::Integer(index as i64 + 1),
            Cell::Exact(healed.clone()),
            Cell::Exact(still.clone()),
            Cell::Exact(out.clone()),
        ]);
    }
    let mut all = AnswerTable::new("by STR", &["STR", "heals in time", "with care", &lost, "mean days of it"]);
    for str in (4..=18).step_by(2) {
        let [plain, cared] = [false, true].map(|care| course(&trial, kind, abilities_with(str), care));
        let cells = [plain.healed, cared.healed, plain.lost, plain.days].map(Cell::Exact);
        all.row(std::iter::once(Cell::Integer(str)).chain(cells));
    }
    let zero = if disease.ability == Ability::Str { "death" } else { "being out" };
    let mut notes =
        vec![format!("a save each day; {} at 0 is {zero}; saves are made with what is left of it", disease.ability.name())];
    if disease.saves.is_none() && disease.days.is_none() {
        notes.push("nothing but a cure ends it (R-55)".to_owned());
    }
    Ok(Answer { title: name.replace('_', " "), notes, tables: vec![table, days, all], curves: Vec::new() })
}

/// A complex task (BDP-059, BDP-701 to BDP-703, R-58).
///
/// # Errors
/// Numbers by which no unit of time makes a step.
pub fn task(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (numbers, steps) = (&book.task, arguments.integer("steps"));
    // By steps to go, with a modifier.
    let units = |steps: i64, modifier: i64| -> Option<Vec<Chance>> {
        let total = Distribution::dice(numbers.dice).shift(modifier);
        let strong = total.at_least(numbers.strong.into()).unwrap_or_default();
        let some = total.at_least(i64::from(numbers.fail_max) + 1).unwrap_or_default();
        let nothing = not(&some);
        if some.is_zero() {
            return None;
        }
        let plain = &some - &strong;
        // Units from here on with so many steps to go: when the next one rolls, and when it makes a step without a roll.
        let (mut rolls, mut free) = (vec![Chance::zero()], vec![Chance::zero()]);
        for left in 0..steps.max(0) as usize {
            let rolling = (integer(1) + &plain * &rolls[left] + &strong * &free[left]) / not(&nothing);
            let after =
                if rulings.task_chain { &strong * &free[left] + not(&strong) * &rolls[left] } else { rolls[left].clone() };
            rolls.push(rolling);
            free.push(integer(1) + after);
        }
        Some(rolls)
    };
    let modifier = arguments.integer("modifier").min(numbers.modifier_max.into());
    let one = units(steps, modifier).and_then(|mut units| units.pop()).ok_or("no unit of time makes a step")?;
    let mut table = AnswerTable::new("task", &["what", "value"]);
    table.row([Cell::text("mean units of time"), Cell::Exact(one)]);
    let mut kinds = AnswerTable::new("kinds of tasks", &["kind", "mean steps"]);
    kinds.columns.extend((0..=numbers.modifier_max).map(|modifier| format!("units at +{modifier}")));
    let of = |amount: &Amount| Distribution::dice(amount.dice).shift(amount.flat.into());
    let longest = numbers.steps.values().map(|amount| of(amount).high()).max().unwrap_or(0);
    let by_modifier: Vec<_> = (0..=i64::from(numbers.modifier_max)).map(|modifier| units(longest, modifier)).collect();
    for (name, amount) in &numbers.steps {
        let steps = of(amount);
        let mean_units = |units: &Option<Vec<Chance>>| {
            let part = |count: i64, units: &[Chance]| &units[count.max(0) as usize] * steps.chance(count).unwrap_or_default();
            let mean = |units: &Vec<Chance>| (steps.low()..=steps.high()).map(|count| part(count, units)).sum::<Chance>();
            Cell::exact_or(units.as_ref().map(mean), "never")
        };
        let cells = by_modifier.iter().map(mean_units);
        kinds.row([Cell::text(name), Cell::Exact(mean(&steps))].into_iter().chain(cells));
    }
    let week = SaveRule::new(book, rulings);
    let mut skill = AnswerTable::new("a skill by weekly saves", &["ability", "passes", "mean weeks to the first"]);
    for score in (4..=18).step_by(2) {
        let chance = week.chance(Test::plain(score));
        let weeks = chance.recip();
        skill.row([Cell::Integer(score.into()), Cell::Exact(chance), Cell::Exact(weeks)]);
    }
    Ok(Answer {
        title: format!("a complex task of {steps} steps at +{modifier}"),
        notes: vec![
            format!("{} or more makes a step, {} or more another one without a roll", numbers.fail_max + 1, numbers.strong),
            format!("a skill is trained by the same rolls, or by weekly saves with {}", book.train.skill_save.name()),
        ],
        tables: vec![table, kinds, skill],
        curves: Vec::new(),
    })
}

/// Dice of characters, foes, rivals, and of training (BDP-404, BDP-427, BDP-428, BDP-590, BDP-591, BDP-592, BDP-593, BDP-594,
/// BDP-595, BDP-596, BDP-597, BDP-629, BDP-630).
pub fn creation(book: &Book) -> Answer {
    let (numbers, train) = (&book.creation, &book.train);
    let dice = [
        ("an ability", numbers.ability),
        ("HP of a character", numbers.hp),
        ("HP of the untrained", numbers.untrained),
        ("HP of the trained", numbers.trained),
        ("HP of the legendary", numbers.legendary),
        ("coins", numbers.coins),
    ];
    let mut table = AnswerTable::new("dice", &["what", "dice", "mean"]);
    for (name, die) in dice {
        table.row([Cell::text(name), Cell::text(die), Cell::Exact(mean(&Distribution::dice(die)))]);
    }
    let mut rivals = AnswerTable::new("rivals", &["armor", "probability"]);
    let die = i64::from(numbers.rival_armor.keys().copied().max().unwrap_or(1));
    let mut before = 0;
    for (&face, armor) in &numbers.rival_armor {
        let name = if armor.is_empty() { "none" } else { armor };
        rivals.row([Cell::text(name.replace('_', " ")), Cell::Exact(ratio(i64::from(face) - before, die))]);
        before = face.into();
    }
    let mut training = AnswerTable::new("a week of training", &["ability", "it rises", "mean weeks", "mean gold"]);
    for score in (6..i64::from(train.ability_max)).step_by(2) {
        let die = i64::from(train.ability_die);
        let rises = ratio((die - score).max(0), die);
        let weeks = (!rises.is_zero()).then(|| rises.recip());
        let gold = weeks.clone().map(|weeks| weeks * integer(train.ability_price.into()));
        training.row([Cell::Integer(score), Cell::Exact(rises), Cell::exact_or(weeks, "never"), Cell::exact_or(gold, "never")]);
    }
    let mut hp = AnswerTable::new("training of HP", &["HP", "dice", "more than one HP", "mean HP afterwards"]);
    for before in [1_i64, 3, 5, 6, 8, 9, 12, 15] {
        let Some((_, &die)) = train.hp.range(..=before.clamp(0, 255) as u8).next_back() else { continue };
        let rolled = Distribution::dice(die);
        let more = rolled.at_least(before + 1 + i64::from(train.hp_least)).unwrap_or_default();
        let after = rolled.map(|sum| if sum > before { sum } else { before + i64::from(train.hp_least) });
        hp.row([Cell::Integer(before), Cell::text(die), Cell::Exact(more), Cell::Exact(mean(&after))]);
    }
    Answer {
        title: "creation and training".to_owned(),
        notes: vec!["a rival's weapon is each of its table as likely".to_owned()],
        tables: vec![table, rivals, training, hp],
        curves: vec![Curve { label: "an ability".to_owned(), distribution: Distribution::dice(numbers.ability) }],
    }
}
