//! Odds of things that go on for days: usage dice, diseases, complex tasks; and the dice of creation and training.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::trial::{CoreOfAny, scene, trial};
use crate::Words;
use crate::book::Book;
use crate::save::{SaveRule, Test};
use crate::sheet::Ability;
use crate::state::{Body, Illness, Status};
use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, integer, mean, not, row, until};
use frame::rules::chances::{Chances, Spread, certain, spread};
use frame::rules::questions::Arguments;
use frame::rules::trial::{ONE, OTHER};

/// An exact probability.
type Chance = BigRational;

/// A usage die (BDP-094 to BDP-096, R-54).
///
/// # Errors
/// A die that never shrinks, so that it lasts for ever.
pub fn water(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    const SHOWN: u32 = 24;
    let (core, numbers) = (trial("", words)?, &words.book.breath);
    let sips = |die: u8| scene(&core, |play| play.sips(ONE, die));
    let first = arguments.integer_if_said("die").map_or(numbers.waterskin, |die| die as u8);
    let (mut die, mut drinks) = (first, Chance::zero());
    while die > 0 {
        let mut after = sips(die);
        after.remove(&die);
        let (smaller, shrinks) = after.pop_first().ok_or("the usage die never shrinks (`book.breath.shrink`)")?;
        drinks += shrinks.recip();
        die = smaller;
    }
    let (mut dice, mut left) = (certain(first), Chance::one());
    let columns = ["drinks", "empty with exactly this one", "still some water"];
    let table = AnswerTable::of("by drinks", columns, 1..=SHOWN, |drinks| {
        dice = dice.then(|&die| sips(die));
        let empty = dice.remove(&0).unwrap_or_default();
        left -= &empty;
        row![drinks, empty, &left]
    });
    Ok(Answer::new(format!("a usage die of d{first}"))
        .note(format!("it shrinks on faces up to {}, behind the last size nothing is left", numbers.shrink))
        .table(AnswerTable::list("usage die", ["what", "value"], [("mean number of drinks", drinks)]))
        .table(table))
}

/// A patient with a disease, or rid of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Patient {
    /// STR, DEX, WIL.
    abilities: [i16; 3],
    /// The disease, while it lasts.
    illness: Option<Illness>,
    /// True without any of an ability left.
    out: bool,
}

impl Patient {
    /// True while the disease goes on.
    fn ails(&self) -> bool {
        self.illness.is_some() && !self.out
    }
}

/// A day of a disease, with rest and care or without.
fn day(core: &CoreOfAny, Patient { abilities, illness, .. }: Patient, care: bool) -> Spread<Patient> {
    scene(core, |play| {
        let body = play.fight.body_mut(ONE);
        body.begin_with(body.hp, abilities);
        body.diseases[0] = illness;
        play.ails(ONE, care);
        let &Body { abilities, diseases: [left, ..], status, .. } = play.fight.body(ONE);
        let disease = |illness: Illness| &core.diseases[usize::from(illness.kind)].1;
        let gone = illness.is_some_and(|illness| abilities[disease(illness).ability.index()] == 0);
        // Saves that bring nothing are not counted, so that patients who go on alike are alike.
        let counted =
            |illness: Illness| if disease(illness).saves.is_some() { illness } else { Illness { passed: 0, ..illness } };
        Patient { abilities, illness: left.map(counted), out: gone || status != Status::Active }
    })
}

/// The course of a disease.
#[derive(Default)]
struct Course {
    /// The mean loss.
    lost: Chance,
    /// The mean days of it.
    days: Chance,
    /// The shares of the healed, of those still ill and of those who are out, day by day.
    by_day: Vec<[Chance; 3]>,
}

impl Course {
    /// Follows a disease by its days (BDP-081 to BDP-084, R-55).
    fn of(kind: u8, abilities: [i16; 3], care: bool, core: &CoreOfAny) -> Self {
        /// Days after which a patient who is still ill is no longer followed.
        const DAYS_MAX: usize = 400;
        let mut now = scene(core, |play| {
            play.catches(ONE, kind);
            Patient { abilities, illness: play.fight.body(ONE).diseases[0], out: false }
        });
        let (mut known, mut course) = (BTreeMap::new(), Course::default());
        while course.by_day.len() < DAYS_MAX {
            let ill = now.chance(Patient::ails);
            if ill.is_zero() {
                break;
            }
            course.days += ill;
            now = now.then(|&patient| {
                let mut goes_on = || known.entry(patient).or_insert_with(|| day(core, patient, care)).clone();
                if patient.ails() { goes_on() } else { certain(patient) }
            });
            let out = now.chance(|patient| patient.out);
            let ill = now.chance(Patient::ails);
            course.by_day.push([not(&ill) - &out, ill, out]);
        }
        let sum = |abilities: &[i16; 3]| abilities.iter().map(|&score| i64::from(score)).sum::<i64>();
        course.lost = now.mean(|patient| sum(&abilities) - sum(&patient.abilities));
        course
    }

    /// The shares of the healed, of those still ill and of those who are out, in the end.
    fn end(&self) -> [Chance; 3] {
        self.by_day.last().cloned().unwrap_or_default()
    }
}

/// A disease (BDP-080 to BDP-091, R-55).
///
/// # Errors
/// A disease that the book does not have.
pub fn disease(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let name = arguments.word("name");
    let mut diseases = (0..).zip(&words.book.disease);
    let found = diseases.find_map(|(kind, (known, disease))| (known == name).then_some((kind, disease)));
    let (kind, disease) = found.ok_or_else(|| format!("the book has no disease `{name}`"))?;
    let (core, care, ability) = (trial("", words)?, arguments.flag("care"), disease.ability.name());
    let course = |str: i16, care: bool| {
        let mut abilities = [str; 3];
        if disease.ability != disease.save {
            abilities[disease.ability.index()] = arguments.number("ability");
        }
        Course::of(kind, abilities, care, &core)
    };
    let followed = course(arguments.number("str"), care);
    let lost = format!("mean {ability} lost");
    let [healed, _, out] = followed.end();
    let rows = [(&*lost, &followed.lost), ("heals in time", &healed), ("the ability is gone first", &out)];
    let rows = rows.into_iter().chain([("mean days of it", &followed.days)]);
    let shown = (1_u32..).zip(&followed.by_day).take(arguments.number("days"));
    let days =
        AnswerTable::of("day by day", ["day", "healed", "still ill", "out or dead"], shown, |(day, [healed, ill, out])| {
            row![day, healed, ill, out]
        });
    let columns = ["STR", "heals in time", "with care", &lost, "mean days of it"];
    let all = AnswerTable::of("by STR", columns, (4..=18).step_by(2), |str| {
        let (plain, [cared, ..]) = (course(str, false), course(str, true).end());
        let [healed, ..] = plain.end();
        row![str, healed, cared, plain.lost, plain.days]
    });
    let zero = if disease.ability == Ability::Str { "death" } else { "being out" };
    let answer = Answer::new(name.replace('_', " "))
        .note(format!("a save each day; {ability} at 0 is {zero}; saves are made with what is left of it"))
        .table(AnswerTable::list("disease", ["what", "value"], rows))
        .table(days)
        .table(all);
    let endless = disease.saves.is_none() && disease.days.is_none();
    Ok(if endless { answer.note("nothing but a cure ends it (R-55)") } else { answer })
}

/// The mean units of time that a complex task takes by the steps to go, up to so many; `None` where no unit makes a step (BDP-702,
/// BDP-703, R-58).
fn units(steps: i64, modifier: i64, Words { book, rulings }: Words) -> Option<Vec<Chance>> {
    let total = Distribution::dice(book.task.dice).shift(modifier);
    let strong = total.at_least(book.task.strong.into()).unwrap_or_default();
    let some = total.at_least(i64::from(book.task.fail_max) + 1).unwrap_or_default();
    if some.is_zero() {
        return None;
    }
    let plain = &some - &strong;
    // Units from here on with so many steps to go: when the next one rolls, and when it makes a step without a roll.
    let (mut rolls, mut free) = (vec![Chance::zero()], vec![Chance::zero()]);
    for left in 0..steps.max(0) as usize {
        let after = if rulings.task_chain { &strong * &free[left] + not(&strong) * &rolls[left] } else { rolls[left].clone() };
        rolls.push((integer(1) + &plain * &rolls[left] + &strong * &free[left]) / &some);
        free.push(integer(1) + after);
    }
    Some(rolls)
}

/// A complex task (BDP-059, BDP-701 to BDP-703, R-58).
///
/// # Errors
/// Numbers by which no unit of time makes a step.
pub fn task(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (book, numbers, steps) = (words.book, &words.book.task, arguments.integer("steps"));
    let modifier = arguments.integer("modifier").min(numbers.modifier_max.into());
    let one = units(steps, modifier, words).and_then(|mut units| units.pop()).ok_or("no unit of time makes a step")?;
    let kinds = numbers.steps.iter().map(|(name, amount)| (name, Distribution::dice(amount.dice).shift(amount.flat.into())));
    let kinds: Vec<_> = kinds.collect();
    let longest = kinds.iter().map(|(_, steps)| steps.high()).max().unwrap_or(0);
    let modifiers = 0..=i64::from(numbers.modifier_max);
    let mut table = AnswerTable::new("kinds of tasks", &["kind", "mean steps"]);
    table.columns.extend(modifiers.clone().map(|modifier| format!("units at +{modifier}")));
    let by_modifier: Vec<_> = modifiers.map(|modifier| units(longest, modifier, words)).collect();
    for (name, steps) in kinds {
        let mean_units = |units: &Vec<Chance>| {
            spread(&steps).iter().map(|(&count, part)| &units[count.max(0) as usize] * part).sum::<Chance>()
        };
        let means = by_modifier.iter().map(|units| Cell::or_never(units.as_ref().map(mean_units)));
        table.row(row![name, mean(&steps)].into_iter().chain(means));
    }
    let week = SaveRule::new(book, words.rulings);
    let columns = ["ability", "passes", "mean weeks to the first"];
    let skill = AnswerTable::of("a skill by weekly saves", columns, (4..=18).step_by(2), |score: i32| {
        let chance = week.chance(Test::plain(score));
        row![score, &chance, chance.recip()]
    });
    Ok(Answer::new(format!("a complex task of {steps} steps at +{modifier}"))
        .note(format!("{} or more makes a step, {} or more another one without a roll", numbers.fail_max + 1, numbers.strong))
        .note(format!("a skill is trained by the same rolls, or by weekly saves with {}", book.train.skill_save.name()))
        .table(AnswerTable::list("task", ["what", "value"], [("mean units of time", one)]))
        .table(table)
        .table(skill))
}

/// Dice of characters, foes, rivals, and of training (BDP-404, BDP-427, BDP-428, BDP-590, BDP-591, BDP-592, BDP-593, BDP-594,
/// BDP-595, BDP-596, BDP-597, BDP-629, BDP-630).
pub fn creation(words: Words) -> Result<Answer, String> {
    let (core, Book { creation: numbers, train, .. }) = (trial("rolled = 'rival'", words)?, words.book);
    let dice = [
        ("an ability", numbers.ability),
        ("HP of a character", numbers.hp),
        ("HP of the untrained", numbers.untrained),
        ("HP of the trained", numbers.trained),
        ("HP of the legendary", numbers.legendary),
        ("coins", numbers.coins),
    ];
    let dice =
        AnswerTable::of("dice", ["what", "dice", "mean"], dice, |(name, die)| row![name, die, mean(&Distribution::dice(die))]);
    let kinds = scene(&core, |play| {
        play.rolls_gear(OTHER);
        play.fight.body(OTHER).armor_kind
    });
    // The first kind of armor is none at all.
    let rivals = (1..).zip(numbers.rival_armor.values()).map(|(kind, armor)| {
        let name = if armor.is_empty() { "none".to_owned() } else { armor.replace('_', " ") };
        (name, kinds.share(&kind))
    });
    let columns = ["ability", "it rises", "mean weeks", "mean gold"];
    let scores = (6..train.ability_max).step_by(2);
    let training = AnswerTable::of("a week of training", columns, scores, |score| {
        let rises = scene(&core, |play| {
            play.fight.body_mut(ONE).maxima[0] = score as i16;
            play.trains_ability(ONE, Ability::Str);
            i32::from(play.fight.body(ONE).maxima[0]) > score
        });
        let rises = rises.share(&true);
        let weeks = until(&rises);
        let gold = weeks.clone().map(|weeks| weeks * integer(train.ability_price.into()));
        [score.into(), rises.into(), Cell::or_never(weeks), Cell::or_never(gold)]
    });
    let rows = [1_i16, 3, 5, 6, 8, 9, 12, 15].into_iter();
    let rows = rows.filter_map(|before| Some((before, *train.hp.range(..=before as u8).next_back()?.1)));
    let columns = ["HP", "dice", "more than one HP", "mean HP afterwards"];
    let hp = AnswerTable::of("training of HP", columns, rows, |(before, die)| {
        let after = scene(&core, |play| {
            play.fight.body_mut(ONE).hp_max = before;
            play.trains_hp(ONE);
            play.fight.body(ONE).hp_max
        });
        let more = after.chance(|&after| i32::from(after - before) > train.hp_least);
        row![before, die, more, after.mean(|&after| after.into())]
    });
    Ok(Answer::new("creation and training")
        .note("a rival's weapon is each of its table as likely")
        .table(dice)
        .table(AnswerTable::list("rivals", ["armor", "probability"], rivals))
        .table(training)
        .table(hp)
        .curve("an ability", Distribution::dice(numbers.ability)))
}
