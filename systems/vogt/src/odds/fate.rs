//! Questions about what befalls a character: the death and dismemberment table, and the dice it is made of.
//!
//! Start at [`death`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::book::Book;
use super::super::rulings::{Loss, Rulings};
use super::integer;
use super::trial::{Bleeding, Left, Trial};

/// The losses of the table, in its order, with their names.
const LOSSES: [(Loss, &str); 5] = [
    (Loss::Gear, "weapon or armor"),
    (Loss::Arm, "an arm"),
    (Loss::Eye, "an eye"),
    (Loss::Leg, "a leg"),
    (Loss::Voice, "the voice"),
];

/// Pieces that are left of one of [`LOSSES`], by its place there.
fn count(pieces: [u8; 6], place: usize) -> u8 {
    if place == 0 { pieces[0] + pieces[1] } else { pieces[place + 1] }
}

/// The table with what it does to somebody who carries a weapon and armor.
struct Fate {
    trial: Trial,
}

impl Fate {
    /// Probability that a roll says this.
    fn chance(&self, loss: Loss) -> BigRational {
        let rolled = Distribution::dice(self.trial.core.book.death.die);
        let results = (rolled.low()..=rolled.high()).filter(|&result| self.trial.core.loss(result as i32) == loss);
        results.filter_map(|result| rolled.chance(result)).sum()
    }

    /// Returns the pieces that are left after a level that is rolled for; a roll that the rulings repeat belongs to it.
    fn roll(&self, left: Left) -> Spread<Left> {
        let rolled = left.map(|pieces| self.trial.death_roll(pieces)).unwrap_or_default();
        if rolled.is_empty() { certain(left) } else { rolled }
    }

    /// Returns the pieces that are left after several rolls.
    fn rolls(&self, from: Spread<Left>, count: u32) -> Spread<Left> {
        (0..count).fold(from, |spread, _| spread.then(|&left| self.roll(left)))
    }

    /// Mean number of steps of `count` rolls each until death; `None` when it may never come. Pieces only go, so that every
    /// state leads to itself or to states with fewer.
    fn steps_to_death(&self, left: Left, count: u32, known: &mut BTreeMap<Left, Option<BigRational>>) -> Option<BigRational> {
        if left.is_none() {
            return Some(BigRational::zero());
        }
        if let Some(mean) = known.get(&left) {
            return mean.clone();
        }
        let mut mean = Some(BigRational::one());
        let mut stays = BigRational::zero();
        for (after, chance) in self.rolls(certain(left), count) {
            if after == left {
                stays = chance;
            } else {
                let later = self.steps_to_death(after, count, known);
                mean = mean.zip(later).map(|(mean, later)| mean + chance * later);
            }
        }
        let goes_on = BigRational::one() - stays;
        let mean = mean.filter(|_| !goes_on.is_zero()).map(|mean| mean / goes_on);
        known.insert(left, mean.clone());
        mean
    }

    /// Probability that at some time before death no more than so many pieces of this kind are left.
    fn ever_down_to(&self, piece: usize, most: u8, left: Left, known: &mut BTreeMap<Left, BigRational>) -> BigRational {
        match left {
            None => return BigRational::zero(),
            Some(pieces) if count(pieces, piece) <= most => return BigRational::one(),
            Some(_) => {}
        }
        if let Some(chance) = known.get(&left) {
            return chance.clone();
        }
        let (mut lost, mut stays) = (BigRational::zero(), BigRational::zero());
        for (after, chance) in self.roll(left) {
            if after == left {
                stays = chance;
            } else {
                lost += chance * self.ever_down_to(piece, most, after, known);
            }
        }
        let goes_on = BigRational::one() - stays;
        let chance = if goes_on.is_zero() { BigRational::zero() } else { lost / goes_on };
        known.insert(left, chance.clone());
        chance
    }
}

/// The death and dismemberment table (VOG-045 to VOG-051, R-13, R-15, R-16).
pub fn death(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let fate = Fate { trial: Trial::new(book, rulings)? };
    let whole = fate.trial.whole();
    let columns = ["result", "on one roll", "at some time before death", "all of them before death"];
    let mut results = AnswerTable::new("results", &columns);
    for (piece, (loss, name)) in LOSSES.iter().enumerate() {
        let down_to = |most: u8| Cell::Exact(fate.ever_down_to(piece, most, whole, &mut BTreeMap::new()));
        let first = whole.map_or(0, |pieces| count(pieces, piece).saturating_sub(1));
        results.row([Cell::text(name), Cell::Exact(fate.chance(*loss)), down_to(first), down_to(0)]);
    }
    results.row([Cell::text("nothing"), Cell::Exact(fate.chance(Loss::Nothing)), Cell::text(""), Cell::text("")]);
    results.row([Cell::text("death"), Cell::Exact(fate.chance(Loss::Dead)), Cell::text(""), Cell::text("")]);
    let mut within = AnswerTable::new("rolls", &["rolls", "dead by then", "on this roll"]);
    let (mut spread, mut before) = (certain(whole), BigRational::zero());
    for roll in 1..=arguments.integer("rolls") {
        spread = fate.rolls(spread, 1);
        let dead = spread.get(&None).cloned().unwrap_or_default();
        within.row([Cell::Integer(roll), Cell::Exact(dead.clone()), Cell::Exact(&dead - &before)]);
        before = dead;
    }
    let hp = arguments.integer("hp");
    let mut means = AnswerTable::new("means", &["what", "mean"]);
    let rolls = fate.steps_to_death(whole, 1, &mut BTreeMap::new());
    means.row([Cell::text("rolls up to death"), Cell::exact_or(rolls, "never")]);
    let bleeding = Trial::new(book, rulings)?.bleeds(hp);
    let turns = Cell::exact_or(bleeding.and_then(|bleeding| turns_to_bleed(&fate, bleeding)), "never");
    means.row([Cell::Text(format!("own turns up to death by bleeding, from {hp} HP")), turns]);
    let notes = vec![
        "one who carries a weapon and armor, with all limbs; a roll that is repeated counts once (R-15, R-16)".to_owned(),
        "bleeding past AR, without exhaustion at first, without help (VOG-081, R-34)".to_owned(),
    ];
    Ok(Answer { title: "death and dismemberment".to_owned(), notes, tables: vec![results, within, means], curves: Vec::new() })
}

/// Mean number of own turns in which one bleeds until death (VOG-031, VOG-045, VOG-081, R-34).
fn turns_to_bleed(fate: &Fate, bleeding: Bleeding) -> Option<BigRational> {
    let Bleeding { unharmed, first, later } = bleeding;
    let mut turns = integer(i64::from(unharmed) + 1);
    let mut known = BTreeMap::new();
    for (left, chance) in fate.rolls(certain(fate.trial.whole()), first) {
        turns += chance * fate.steps_to_death(left, later, &mut known)?;
    }
    Some(turns)
}

/// The dice of a new character (VOG-203).
pub fn creation(book: &Book) -> Answer {
    let dice = &book.creation.dice;
    let mut sizes = dice.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let chances: Vec<(i64, BigRational)> = sizes.iter().map(|&size| (size.into(), becomes(size, dice))).collect();
    let one = Distribution::from_chances(&chances);
    let two = (one.higher_of(&one), one.lower_of(&one));
    let (best, worst) = (two.0.higher_of(&two.0), two.1.lower_of(&two.1));
    let columns = ["die", "one ability", "at least", "best of four", "worst of four"];
    let mut table = AnswerTable::new("abilities", &columns);
    for &size in &sizes {
        let sides = i64::from(size);
        let parts = [one.chance(sides), one.at_least(sides), best.chance(sides), worst.chance(sides)];
        let cells = parts.map(|part| Cell::exact_or(part, "?"));
        table.row(std::iter::once(Cell::text(Die::new(1, size))).chain(cells));
    }
    let mut means = AnswerTable::new("means", &["what", "mean"]);
    let median = |sides: &(i64, BigRational)| integer(Die::new(1, sides.0 as u8).median().into()) * &sides.1;
    means.row([Cell::text("faces of an ability"), Cell::exact_or(one.mean(), "?")]);
    means.row([Cell::text("modifier of an ability"), Cell::Exact(chances.iter().map(median).sum())]);
    let curves = [("one ability", one), ("best of four", best), ("worst of four", worst)];
    Answer {
        title: "abilities of a new character".to_owned(),
        notes: vec!["before one is rolled again or two are swapped (VOG-204)".to_owned()],
        tables: vec![table, means],
        curves: curves.map(|(label, distribution)| Curve { label: label.to_owned(), distribution }).into(),
    }
}

/// Probability that an ability becomes the die of this size: it rolls lowest, and no larger one rolls as low.
fn becomes(size: u8, dice: &[u8]) -> BigRational {
    let above = |die: u8, face: u8| BigRational::new(die.saturating_sub(face).into(), die.into());
    let mut sum = BigRational::zero();
    for face in 1..=size {
        // Faces are compared with the smallest of the dice of this size, of which there is mostly one.
        let others = |die: u8| if die > size { above(die, face) } else { above(die, face - 1) };
        let rest: BigRational = dice.iter().filter(|&&die| die != size).map(|&die| others(die)).product();
        let same = dice.iter().filter(|&&die| die == size).count() as i32;
        sum += rest * (above(size, face - 1).pow(same) - above(size, face).pow(same));
    }
    sum
}
