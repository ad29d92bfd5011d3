//! Questions about damage: blows through AR, the dice of the ladder, every weapon with every Strength.
//!
//! The dice are exact distributions; what a blow does is asked of the rules code for every amount of damage. Start at
//! [`Attack`].

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Die, Distribution, Explosion, Keep, Pool};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::book::Book;
use super::super::rulings::{AttackResolution, Crit, Rulings, StrengthModifier};
use super::check::total;
use super::trial::Trial;
use super::{luck, signed, tail};

/// More damage than any weapon deals, but few enough points to reckon with.
const ENDLESS: i64 = 1_000_000;
/// The largest value that a distribution is followed to.
const FOLLOWED_MOST: i64 = 20_000;

/// Damage dice with the critical dice of this ruling (VOG-037, R-09).
fn pool(die: Die, crit: Crit, keep: Keep) -> Result<Pool, String> {
    let explosion = match crit {
        Crit::Chain => Explosion::Endless,
        Crit::Once => Explosion::Once,
        Crit::Off => Explosion::Never,
    };
    Pool::new(die, explosion, keep)
}

/// Blows of one kind against a target.
struct Attack {
    trial: Trial,
    pool: Pool,
    /// Points that are added to the dice, with their chances.
    added: Distribution,
    /// Probability that a blow hits, and whether AR takes points off it.
    hits: BigRational,
    meets_ar: bool,
    ar: i64,
    minimum: i64,
    /// Steps of damage in which what gets through grows evenly.
    period: i64,
}

/// The effect of a blow: weights over one total.
struct Effects {
    /// By points lost and points of AR used afterwards.
    known: BTreeMap<(i64, i64), BigUint>,
    /// Of more points than are followed, and the points of AR used then.
    beyond: BigUint,
    used_beyond: i64,
}

/// Weights of the points lost so far in a round.
#[derive(Default)]
struct Lost {
    /// From 0 points on.
    known: Vec<BigUint>,
    /// Of more points than those.
    beyond: BigUint,
}

impl Lost {
    /// The weight of all of it.
    fn weight(&self) -> BigUint {
        self.known.iter().sum::<BigUint>() + &self.beyond
    }

    /// Adds what was lost `before` with so many `points` more, of this weight; more than `cap` are not told apart.
    fn add(&mut self, before: &Lost, points: usize, weight: &BigUint, cap: usize) {
        self.known.resize((before.known.len() + points).min(cap + 1).max(self.known.len()), BigUint::zero());
        self.beyond += &before.beyond * weight;
        for (lost, chance) in before.known.iter().enumerate().filter(|(_, chance)| !chance.is_zero()) {
            let after = if lost + points > cap { &mut self.beyond } else { &mut self.known[lost + points] };
            *after += chance * weight;
        }
    }
}

/// A blow with a weapon.
#[derive(Clone, Copy)]
struct Blow {
    /// The die of the weapon.
    die: Die,
    /// The die of Strength.
    str: Die,
    /// The bonus.
    bonus: i64,
    keep: Keep,
    ar: i64,
}

impl Attack {
    /// Prepares a blow: what its dice do, and the probability that it hits.
    fn new(blow: Blow, words: Words) -> Result<Self, String> {
        let (Blow { die, str, bonus, keep, ar }, Words { book, rulings }) = (blow, words);
        let mut trial = Trial::new(book, rulings)?;
        trial.armour(ar, false, false);
        let strength = match rulings.strength_modifier {
            StrengthModifier::Median => Distribution::constant(str.median().into()),
            StrengthModifier::Roll => Distribution::dice(str),
            StrengthModifier::None => Distribution::constant(0),
        };
        let automatic = rulings.attack_resolution == AttackResolution::Auto;
        let hits = if automatic { None } else { total(str, 0, 0, keep, words).at_least(ar) };
        Ok(Attack {
            trial,
            pool: pool(die, rulings.crit, if automatic { keep } else { Keep::Only })?,
            added: strength.shift(bonus),
            hits: hits.unwrap_or_else(BigRational::one),
            meets_ar: automatic,
            ar,
            minimum: book.damage.minimum.into(),
            period: 1,
        })
    }

    /// Makes the target resist the damage, or be vulnerable to it.
    fn typed(&mut self, resistant: bool, vulnerable: bool, book: &Book) {
        self.trial.armour(self.ar, resistant, vulnerable);
        let step = |applies: bool, factor: frame::fight::Ratio| if applies { i64::from(factor.denominator()) } else { 1 };
        self.period = step(resistant, book.damage.resistance) * step(vulnerable, book.damage.vulnerability);
    }

    /// Sets the AR that takes points off the damage, without resistance; the probability to hit stays.
    fn against(&mut self, ar: i64) {
        self.ar = ar;
        self.trial.armour(ar, false, false);
    }

    /// Returns the damage that a roll of the dice deals with everything that is added.
    fn dealt(&self, sum: i64) -> i64 {
        sum.max(self.minimum)
    }

    /// Exact means of what comes of a blow, as functions of its dice.
    fn average(&self) -> Result<frame::dice::Average, String> {
        // From here on factors leave more than AR and the least damage, so that every further period adds the same.
        let even = (self.ar + self.minimum + 2) * self.period - self.added.low();
        if even + 40 * self.period > FOLLOWED_MOST {
            return Err("the factors of resistance and vulnerability are too fine for an exact mean".to_owned());
        }
        Ok(self.pool.average(even, self.period, 1))
    }

    /// Mean of `lost` over what is added to the dice, times [`Attack::added`]'s total weight.
    fn over_added(&self, mut lost: impl FnMut(i64) -> i64, dice: i64) -> BigInt {
        self.added.weights().map(|(added, weight)| BigInt::from(lost(dice + added)) * BigInt::from(weight.clone())).sum()
    }

    /// Mean of a function of the damage dealt that grows evenly in the end.
    fn mean(&mut self, of: impl Fn(&mut Trial, i64) -> i64) -> Result<BigRational, String> {
        let average = self.average()?;
        let mut values = BTreeMap::new();
        let (low, high) = average.range();
        for sum in low..=high {
            for (added, _) in self.added.weights() {
                let dealt = self.dealt(sum + added);
                values.entry(dealt).or_insert_with(|| of(&mut self.trial, dealt));
            }
        }
        let mean = average.of(|dice| self.over_added(|sum| values[&self.dealt(sum)], dice));
        Ok(mean / BigRational::from(BigInt::from(self.added.total().clone())))
    }

    /// Mean HP lost by one blow when so many points of AR have been used.
    fn mean_lost(&mut self, absorbed: i64) -> Result<BigRational, String> {
        let meets_ar = self.meets_ar;
        Ok(self.mean(|trial, dealt| trial.blow(dealt, absorbed, meets_ar).0)? * &self.hits)
    }

    /// Damage before [`Attack::dealt`], followed so far that everything beyond takes more than `cap`, or always the same.
    fn followed(&mut self, cap: i64) -> Result<Distribution, String> {
        let mut most = self.pool.distribution(0).high().max(1);
        loop {
            let dealt = self.pool.distribution(most).plus(&self.added);
            let next = self.dealt(dealt.high() + 1);
            let (open, endless) = (self.trial.blow(next, 0, self.meets_ar).0, self.trial.blow(ENDLESS, 0, self.meets_ar).0);
            if dealt.is_whole() || open > cap || open == endless {
                return Ok(dealt);
            }
            most *= 2;
            if most > FOLLOWED_MOST {
                return Err("so much damage is taken off that its distribution is too long".to_owned());
            }
        }
    }

    /// Returns the effect of one blow of this damage when so many points of AR have been used.
    fn effects(&mut self, dealt: &Distribution, absorbed: i64, cap: i64) -> Effects {
        let (hits, rolls) = (self.hits.numer().magnitude().clone(), self.hits.denom().magnitude().clone());
        let mut effects = Effects { known: BTreeMap::new(), beyond: BigUint::zero(), used_beyond: absorbed };
        effects.known.insert((0, absorbed), (rolls - &hits) * dealt.total());
        let open = (dealt.high() + 1, dealt.weight_beyond());
        for (sum, weight) in dealt.weights().chain(std::iter::once(open)) {
            let damage = self.dealt(sum);
            let (lost, used) = self.trial.blow(damage, absorbed, self.meets_ar);
            if lost > cap {
                effects.beyond += weight * &hits;
                effects.used_beyond = used;
            } else {
                *effects.known.entry((lost, used)).or_default() += weight * &hits;
            }
        }
        effects.known.retain(|_, weight| !weight.is_zero());
        effects
    }

    /// HP lost in one round of `blows`, up to `cap`, with its exact mean.
    fn round(&mut self, blows: i64, cap: i64) -> Result<(Distribution, BigRational), String> {
        // A blow that takes more than this has used up all AR, so that what is beyond needs no amount.
        let cap = cap.max(self.minimum + 1);
        let dealt = self.followed(cap)?;
        let mut states: BTreeMap<i64, Lost> = BTreeMap::new();
        states.insert(0, Lost { known: vec![BigUint::one()], ..Lost::default() });
        let mut mean = BigRational::zero();
        let mut known: BTreeMap<i64, (BigRational, Effects)> = BTreeMap::new();
        for _ in 0..blows {
            let all: BigUint = states.values().map(Lost::weight).sum();
            let mut next: BTreeMap<i64, Lost> = BTreeMap::new();
            for (absorbed, lost) in &states {
                let here = lost.weight();
                let share = BigRational::new(here.clone().into(), all.clone().into());
                if !known.contains_key(absorbed) {
                    known.insert(*absorbed, (self.mean_lost(*absorbed)?, self.effects(&dealt, *absorbed, cap)));
                }
                let (one, effects) = &known[absorbed];
                mean += share * one;
                next.entry(effects.used_beyond).or_default().beyond += &here * &effects.beyond;
                for ((points, used), weight) in &effects.known {
                    next.entry(*used).or_default().add(lost, *points as usize, weight, cap as usize);
                }
            }
            states = next;
        }
        let mut weights = vec![BigUint::zero(); cap as usize + 1];
        let mut above = BigUint::zero();
        for lost in states.into_values() {
            above += lost.beyond;
            lost.known.into_iter().enumerate().for_each(|(points, weight)| weights[points] += weight);
        }
        Ok((Distribution::from_weights(0, weights, above), mean))
    }

    /// Returns the HP lost in a round, up to where at least a value has become unlikely.
    fn round_to_tail(&mut self, blows: i64, least: i64) -> Result<(Distribution, BigRational), String> {
        let mut cap = least;
        loop {
            let (lost, mean) = self.round(blows, cap)?;
            if lost.beyond() < tail() || cap > FOLLOWED_MOST / 4 {
                return Ok((lost, mean));
            }
            cap *= 2;
        }
    }
}

/// HP lost by blows of a weapon.
pub fn damage(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (die, str, bonus) = (arguments.dice("die"), arguments.dice("str"), arguments.integer("bonus"));
    let (ar, hp, blows) = (arguments.integer("ar"), arguments.integer("hp"), arguments.integer("blows"));
    let mut attack = Attack::new(Blow { die, str, bonus, keep: luck(arguments, "luck"), ar }, Words { book, rulings })?;
    attack.typed(arguments.flag("resistant"), arguments.flag("vulnerable"), book);
    let dealt = attack.mean(|_, dealt| dealt)?;
    let first = attack.mean_lost(0)?;
    let (lost, mean) = attack.round_to_tail(blows, hp)?;
    let mut blow = AnswerTable::new("blows", &["what", "value"]);
    blow.row([Cell::text("a blow hits"), Cell::Exact(attack.hits.clone())]);
    blow.row([Cell::text("mean damage of a blow that hits, before type and AR"), Cell::Exact(dealt)]);
    blow.row([Cell::text("mean HP lost by the first blow"), Cell::Exact(first)]);
    blow.row([Cell::text("mean HP lost in a round"), Cell::Exact(mean)]);
    blow.row([Cell::text("something gets through in a round"), Cell::exact_or(lost.at_least(1), "?")]);
    blow.row([Cell::Text(format!("mean rounds to take {hp} HP")), Cell::exact_or(rounds_to_take(&lost, hp), "never")]);
    let mut rounds = AnswerTable::new("rounds", &["rounds", "HP are gone by then", "in this round"]);
    let (round, mut sum, mut before) = (lost.cut(hp - 1), Distribution::constant(0), BigRational::zero());
    for number in 1..=arguments.integer("rounds") {
        sum = sum.plus(&round).cut(hp - 1);
        let gone = sum.at_least(hp).unwrap_or_default();
        rounds.row([Cell::Integer(number), Cell::Exact(gone.clone()), Cell::Exact(&gone - &before)]);
        before = gone;
    }
    let curves = vec![Curve { label: "HP lost in a round".to_owned(), distribution: lost }];
    let points = AnswerTable::at_least("HP lost in a round", "HP", &curves, &tail());
    let notes = vec![
        format!("blows a round: {blows}; AR is whole again in the next one, and the target stays on its feet"),
        "AR, its pool, types and rounding are those of the book and the rulings (VOG-028 to VOG-039, VOG-205)".to_owned(),
    ];
    let title = format!("damage of {die}{} with STR {str} against AR {ar}", signed(bonus));
    Ok(Answer { title, notes, tables: vec![blow, rounds, points], curves })
}

/// Mean number of rounds until `hp` are gone; `None` when they never go. After a round that takes points, what is left is
/// the same question with fewer of them.
fn rounds_to_take(lost: &Distribution, hp: i64) -> Option<BigRational> {
    let chances: Vec<BigRational> = (0..hp).map(|points| lost.chance(points).unwrap_or_default()).collect();
    let something = BigRational::one() - &chances[0];
    if something.is_zero() {
        return None;
    }
    let mut means = vec![BigRational::zero()];
    for left in 1..=hp as usize {
        let later: BigRational = (1..left).map(|points| &chances[points] * &means[left - points]).sum();
        means.push((later + BigRational::one()) / &something);
    }
    means.pop()
}

/// Every die of the ladder, with and without critical dice (VOG-037, VOG-105).
pub fn ladder(book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let columns = ["die", "mean", "spread", "mean, one critical", "spread, one critical", "mean, chain", "spread, chain"];
    let mut table = AnswerTable::new("ladder", &columns);
    let mut curves = Vec::new();
    for &die in &book.ladder {
        let mut row = vec![Cell::text(die)];
        for crit in [Crit::Off, Crit::Once, Crit::Chain] {
            let pool = pool(die, crit, Keep::Only)?;
            row.extend([Cell::Exact(pool.mean()), Cell::root(&pool.variance())]);
        }
        table.row(row);
        if die != Die::NONE {
            let mut most = i64::from(die.most());
            let pool = pool(die, rulings.crit, Keep::Only)?;
            while pool.distribution(most).beyond() > tail() {
                most += i64::from(die.sides);
            }
            curves.push(Curve { label: die.to_string(), distribution: pool.distribution(most) });
        }
    }
    let totals = AnswerTable::at_least("totals", "total", &curves, &tail());
    let notes =
        vec!["spread is the standard deviation; totals and curves are by the ruling on critical dice (R-09)".to_owned()];
    Ok(Answer { title: "damage of all dice of the ladder".to_owned(), notes, tables: vec![table, totals], curves })
}

/// Mean HP lost per blow, for every Strength, weapon die and AR.
pub fn exchange(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (words, ar_most) = (Words { book, rulings }, arguments.integer("ar_most"));
    let mut tables = Vec::new();
    for &sides in &book.creation.dice {
        let str = Die::new(1, sides);
        let mut table = AnswerTable::new(format!("STR {str}"), &["weapon die"]);
        table.columns.extend((0..=ar_most).map(|ar| format!("AR {ar}")));
        for &die in &book.ladder {
            let mut attack = Attack::new(Blow { die, str, bonus: 0, keep: Keep::Only, ar: ar_most }, words)?;
            let mut row = vec![Cell::text(die)];
            for ar in 0..=ar_most {
                if rulings.attack_resolution == AttackResolution::CheckVsAr {
                    attack.hits = total(str, 0, 0, Keep::Only, words).at_least(ar).unwrap_or_default();
                }
                attack.against(ar);
                row.push(Cell::Exact(attack.mean_lost(0)?));
            }
            table.row(row);
        }
        tables.push(table);
    }
    let notes = vec!["mean HP lost by the first blow of a round, while the pool of AR is full".to_owned()];
    Ok(Answer { title: "mean HP lost per blow".to_owned(), notes, tables, curves: Vec::new() })
}

/// The distribution of a blow's dice, for tests that compare it with the rules.
#[cfg(test)]
pub fn dice(die: Die, crit: Crit, keep: Keep, most: i64) -> Distribution {
    pool(die, crit, keep).unwrap().distribution(most)
}
