//! Attacks against saves: one target by steps of advantage, or one roll against several.
//!
//! Start at [`Attack`].

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::check::{self, Object, Result as Rolled};
use super::dice;
use super::trial::Trial;

/// An attack and the save against it.
pub struct Attack {
    /// The rules by which hits do damage.
    pub trial: Trial,
    /// Points that the attribute of the attack adds.
    own: i32,
    /// The weapon.
    pub weapon: Object,
    /// Points that the attribute of the save adds.
    theirs: i32,
    object: Object,
    save_steps: i64,
    /// Armor.
    pub armor: i32,
}

/// Hits by the value of the weapon's dice and the damage that naturals add, each with its probability.
pub type Hits = Spread<(i32, i32)>;

impl Attack {
    /// Reads the parameters that questions about attacks share.
    ///
    /// # Errors
    /// An object of several dice, or a book that cannot be played by.
    pub fn read(arguments: &Arguments, words: Words) -> Result<Self, String> {
        Ok(Attack {
            trial: Trial::new(words)?,
            own: super::modifier(arguments, "score", words.rulings),
            weapon: Object {
                die: super::single(arguments, "die")?,
                second: super::single(arguments, "second")?,
                advantages: arguments.integer("die_adv") as u8,
            },
            theirs: super::modifier(arguments, "against", words.rulings),
            object: super::object(arguments, "object")?,
            save_steps: arguments.integer("steps"),
            armor: arguments.integer("armor") as i32,
        })
    }

    /// The hits with so many steps of its own.
    pub fn hits(&self, steps: i64, words: Words) -> Hits {
        let Words { book, rulings } = words;
        let mine = rolled(self.weapon, self.own, steps, words);
        let saves = saves(self.object, self.theirs, self.save_steps, words);
        let hits = mine.then(|&(value, number)| {
            let mine = Rolled::of_number(number);
            saves.by(|&save| {
                let save = Rolled::of_number(save);
                let hit = check::contested(mine, Some(save), book.check.dc, book, rulings);
                hit.then(|| (value, check::bonus_damage(mine.natural, Some(save.natural), book, rulings)))
            })
        });
        hits.into_iter().filter_map(|(hit, chance)| Some((hit?, chance))).collect()
    }

    /// Hit points that somebody loses by one of these hits, with its part of their probability.
    pub fn damage(&mut self, hits: &Hits) -> Spread<i64> {
        self.trial.arms(self.weapon, self.armor);
        self.trial.lost(hits)
    }
}

/// A roll with an object: its value, and the result as a [number](Rolled::to_number).
fn rolled(object: Object, added: i32, steps: i64, words: Words) -> Spread<(i32, i64)> {
    let values = dice::value(object, words.book);
    dice::base(steps, words)
        .then(|&natural| values.by(|&value| (value, Rolled { total: natural + added + value, natural }.to_number(words.book))))
}

/// The saves against an attack, as numbers.
fn saves(object: Object, added: i32, steps: i64, words: Words) -> Spread<i64> {
    rolled(object, added, steps, words).by(|&(_, number)| number)
}

/// One attack.
///
/// # Errors
/// An object of several dice, or a book that cannot be played by.
pub fn attack(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let mut attack = Attack::read(arguments, words)?;
    let columns = ["steps", "hits", "mean damage", "mean damage given a hit", "mean weapon given a hit"];
    let mut table = AnswerTable::new("An attack, by its own steps of advantage", &columns);
    let mut curves = Vec::new();
    for steps in -3..=3 {
        let hits = attack.hits(steps, words);
        let chance: BigRational = hits.values().sum();
        let mut damage = attack.damage(&hits);
        let (mean, weapon) = (damage.mean(|&points| points), hits.mean(|&(value, _)| value.into()));
        let given = |value: &BigRational| Cell::exact_or((!chance.is_zero()).then(|| value / &chance), "no hit");
        table.row([Cell::Integer(steps), Cell::Exact(chance.clone()), Cell::Exact(mean.clone()), given(&mean), given(&weapon)]);
        if (-1..=2).contains(&steps) {
            *damage.entry(0).or_default() += BigRational::one() - &chance;
            curves
                .push(Curve { label: format!("damage, {steps:+} steps"), distribution: damage.distribution(|&points| points) });
        }
    }
    let by_score = by_score(arguments, words)?;
    let notes = vec![
        "the weapon's die is part of the roll, and unless the rulings say otherwise it is the damage: hits are high dice"
            .to_owned(),
        "a step of advantage is what `gain` buys for one action point, or what an occupied target gives".to_owned(),
    ];
    let damage = AnswerTable::at_least("Damage after Armor", "damage", &curves, &dice::fraction(1, 100_000));
    Ok(Answer { title: "An attack against a save".to_owned(), notes, tables: vec![table, by_score, damage], curves })
}

/// The chance of a hit by the difference of its attribute from that of the save.
fn by_score(arguments: &Arguments, words: Words) -> Result<AnswerTable, String> {
    let mut attack = Attack::read(arguments, words)?;
    let middle = attack.theirs;
    let mut table = AnswerTable::new("Hits, by what the attack adds above the save, and its steps", &["difference"]);
    table.columns.extend((-1..=2).map(|steps| format!("{steps:+} steps")));
    for difference in [-8, -6, -4, -2, 0, 2, 4, 6, 8] {
        attack.own = middle + difference;
        let chances = (-1..=2).map(|steps| Cell::Exact(attack.hits(steps, words).values().sum()));
        table.row(std::iter::once(Cell::Integer(i64::from(difference))).chain(chances));
    }
    Ok(table)
}

/// One roll against several targets, each of which saves. [CAP-111, CAP-C06]
pub fn blast(arguments: &Arguments, Words { book, rulings }: Words) -> Result<Answer, String> {
    let targets = arguments.integer("targets") as usize;
    let (own, theirs) = (super::modifier(arguments, "score", rulings), super::modifier(arguments, "against", rulings));
    let weapon = super::object(arguments, "die")?;
    let words = Words { book, rulings };
    let saves = saves(super::object(arguments, "object")?, theirs, 0, words);
    let rolls: Vec<(BigRational, BigRational)> = rolled(weapon, own, arguments.integer("own_steps"), words)
        .into_iter()
        .map(|((_, mine), weight)| {
            let through = |save: &i64| {
                check::contested(Rolled::of_number(mine), Some(Rolled::of_number(*save)), book.check.dc, book, rulings)
            };
            (weight, saves.chance(through))
        })
        .collect();
    let reached = Trial::new(words)?.reached(weapon.die, targets);
    let columns = ["reached", "chance", "all of them hit", "none of them hit", "mean hit"];
    let mut table = AnswerTable::new("A roll against several", &columns);
    for (count, chance) in &reached {
        let power = |chance: &BigRational| (0..*count).fold(BigRational::one(), |product, _| product * chance);
        let hit = rolls.iter().map(|(weight, hit)| weight * power(hit)).sum();
        let missed = rolls.iter().map(|(weight, hit)| weight * power(&(BigRational::one() - hit))).sum();
        let mean = rolls.iter().map(|(weight, hit)| weight * hit * BigInt::from(*count)).sum();
        table.row([
            Cell::Integer(*count as i64),
            Cell::Exact(chance.clone()),
            Cell::Exact(hit),
            Cell::Exact(missed),
            Cell::Exact(mean),
        ]);
    }
    let mut mean = AnswerTable::new("All together", &["what", "value"]);
    mean.row([Cell::text("mean reached"), Cell::Exact(reached.mean(|&count| count as i64))]);
    let notes = vec!["one roll is for all of them, so that it hits many or few together".to_owned()];
    Ok(Answer { title: format!("One roll against {targets} targets"), notes, tables: vec![table, mean], curves: Vec::new() })
}
