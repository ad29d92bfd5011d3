//! Questions about damage: blows through AR, the dice of the ladder, every weapon with every Strength.
//!
//! Chains of critical dice have no end, so that damage dice are distributions; whether a blow hits, what is added to it and what it
//! does is asked of the rules, for every amount of damage. Start at [`Attack`].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::iter::once;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{Die, Distribution, Explosion, Keep, Pool};
use frame::fight::Adds as _;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve, not, row, signed, tail};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::book::Book;
use super::super::harm::{Cause, Luck};
use super::super::rulings::{BlindDamage, Crit, HelpAppliesTo, Rulings};
use super::super::sheet::{Ability, Status};
use super::trial::{ONE, OTHER, Trial};

/// More damage than any weapon deals, but few enough points to reckon with.
const ENDLESS: i64 = 1_000_000;
/// The largest value that a distribution is followed to.
const FOLLOWED_MOST: i64 = 20_000;
/// The number of the damage type of blows; any will do.
const TYPE: u8 = 0;

/// Damage dice with the critical dice of this ruling (VOG-037, R-09).
pub fn pool(die: Die, crit: Crit, keep: Keep) -> Result<Pool, String> {
    let explosion = match crit {
        Crit::Chain => Explosion::Endless,
        Crit::Once => Explosion::Once,
        Crit::Off => Explosion::Never,
    };
    Pool::new(die, explosion, keep)
}

/// Weights of the points lost so far, from 0 on; the last one is of so many and of all that is more.
type Lost = Vec<BigUint>;

/// Blows of one kind against a target.
struct Attack {
    trial: Trial,
    keep: Keep,
    pool: Pool,
    /// Points that are added to the dice, with their chances.
    added: Distribution,
    /// Probability that a blow hits, and whether AR takes points off it.
    hits: BigRational,
    meets_ar: bool,
    ar: i64,
    /// Steps of damage in which what gets through grows evenly.
    period: i64,
}

impl Attack {
    /// Prepares a blow with these damage dice, this die of Strength and this bonus, against this AR.
    fn new([die, str]: [Die; 2], keep: Keep, [bonus, ar]: [i32; 2], words: Words) -> Result<Self, String> {
        let mut trial = Trial::new(words)?;
        let rulings = &mut trial.core.rulings;
        (rulings.help_applies_to, rulings.blind_damage) = (HelpAppliesTo::ChecksAndDamage, BlindDamage::Disadvantage);
        match keep {
            Keep::Only => {}
            Keep::Higher => trial.fight.help(ONE, OTHER),
            Keep::Lower => trial.fight.body_mut(ONE).gain(Status::Blind, None),
        }
        trial.core.fighters[ONE.index()].weapons[0].bonus = bonus;
        trial.fight.body_mut(ONE).abilities[Ability::Str.index()] = str;
        let pool = pool(die, words.rulings.crit, keep)?;
        let (added, hits) = (Distribution::constant(0), BigRational::one());
        let mut attack = Attack { trial, keep, pool, added, hits, meets_ar: true, ar: 0, period: 1 };
        attack.against(ar);
        Ok(attack)
    }

    /// Sets the AR of the target, and asks what becomes of a blow by it (VOG-011, VOG-033, R-01, R-08).
    fn against(&mut self, ar: i32) {
        let other = &mut self.trial.core.fighters[OTHER.index()];
        (other.ar_base, other.armor, self.ar) = (Some(ar), 0, ar.into());
        let blows = self.trial.scene(|play| {
            let arm = &play.rules.fighter(ONE).weapons[0];
            let (hits, meets_ar, luck) = play.attack_check::<false>(ONE, OTHER, arm);
            let added = play.add_strength(play.table.adds(), ONE, arm).plus("bonus", arm.bonus);
            (hits, meets_ar, luck == Luck::Even, i64::from(added.total()))
        });
        self.hits = blows.chance(|&(hits, ..)| hits);
        self.added = blows.distribution(|&(.., added)| added);
        self.meets_ar = blows.keys().all(|&(_, meets_ar, ..)| meets_ar);
        let even = blows.keys().all(|&(_, _, even, _)| even);
        self.pool = self.pool.keeping(if even { Keep::Only } else { self.keep });
    }

    /// Makes the target resist the damage, or be vulnerable to it.
    fn typed(&mut self, resistant: bool, vulnerable: bool) {
        let other = &mut self.trial.core.fighters[OTHER.index()];
        (other.resist, other.vulnerable) = (u64::from(resistant) << TYPE, u64::from(vulnerable) << TYPE);
        let numbers = &self.trial.core.book.damage;
        let factors = [(resistant, numbers.resistance), (vulnerable, numbers.vulnerability)];
        self.period =
            factors.iter().filter(|(applies, _)| *applies).map(|(_, factor)| i64::from(factor.denominator())).product();
    }

    /// Hit points that the target loses by a blow whose dice and what is added to them come to `sum`, and the points of AR that are used
    /// by then, when `absorbed` of them were used before in this round.
    fn blow(&mut self, sum: i64, absorbed: i64) -> [i64; 2] {
        let cause = Cause::Blow { by: ONE, damage_type: TYPE, ar: self.meets_ar, technique: false };
        self.trial.play_on(|play| {
            // More than any blow takes, so that no wound comes of it.
            let body = play.fight.body_mut(OTHER);
            (body.hp, body.absorbed) = (i32::MAX / 2, absorbed as i32);
            let dealt = play.rules.at_the_least(sum as i32);
            let lost = play.hurt(OTHER, dealt, cause);
            [lost, play.fight.body(OTHER).absorbed].map(i64::from)
        })
    }

    /// Exact mean of what comes of the sums of dice and what is added to them, which grows evenly in the end.
    fn mean(&mut self, mut of: impl FnMut(&mut Self, i64) -> i64) -> Result<BigRational, String> {
        // From here on factors leave more than AR and the least damage, so that every further period adds the same.
        let minimum = i64::from(self.trial.core.book.damage.minimum);
        let even = (self.ar + minimum + 2) * self.period - self.added.low();
        if even + 40 * self.period > FOLLOWED_MOST {
            return Err("the factors of resistance and vulnerability are too fine for an exact mean".to_owned());
        }
        let average = self.pool.average(even, self.period, 1);
        let (lowest, highest) = (average.range().0 + self.added.low(), average.range().1 + self.added.high());
        let values: Vec<i64> = (lowest..=highest).map(|sum| of(self, sum)).collect();
        let value = |sum: i64, weight: &BigUint| BigInt::from(values[(sum - lowest) as usize]) * BigInt::from(weight.clone());
        let over_added = |dice| self.added.weights().map(|(added, weight)| value(dice + added, weight)).sum();
        Ok(average.of(over_added) / BigRational::from(BigInt::from(self.added.total().clone())))
    }

    /// Mean HP lost by one blow when so many points of AR have been used.
    fn mean_lost(&mut self, absorbed: i64) -> Result<BigRational, String> {
        Ok(self.mean(|attack, sum| attack.blow(sum, absorbed)[0])? * &self.hits)
    }

    /// Sums of dice and what is added to them, followed so far that everything beyond takes more than `cap`, or always the same.
    fn followed(&mut self, cap: i64) -> Result<Distribution, String> {
        let (mut most, endless) = (1, self.blow(ENDLESS, 0)[0]);
        while self.pool.is_endless() && self.blow(most + self.added.low() + 1, 0)[0] <= cap.min(endless - 1) {
            most *= 2;
            if most > FOLLOWED_MOST {
                return Err("so much damage is taken off that its distribution is too long".to_owned());
            }
        }
        Ok(self.pool.distribution(most).plus(&self.added))
    }

    /// Returns the weights of points of AR used and points lost by one blow, when so many points of AR have been used; `most` of the
    /// points lost stand for more.
    fn effects(&mut self, sums: &Distribution, absorbed: i64, most: usize) -> BTreeMap<(i64, usize), BigUint> {
        let [hits, rolls] = [self.hits.numer(), self.hits.denom()].map(|part| part.magnitude().clone());
        let mut effects = BTreeMap::from([((absorbed, 0), (rolls - &hits) * sums.total())]);
        for (sum, weight) in sums.weights().chain(once((sums.high() + 1, sums.weight_beyond()))) {
            let [lost, used] = self.blow(sum, absorbed);
            *effects.entry((used, most.min(lost as usize))).or_default() += weight * &hits;
        }
        effects.retain(|_, weight| !weight.is_zero());
        effects
    }

    /// HP lost in one round of `blows`, up to `cap`, with its exact mean.
    fn round(&mut self, blows: i64, cap: i64) -> Result<(Distribution, BigRational), String> {
        // A blow that takes more than this has used up all AR, so that what is beyond needs no amount.
        let cap = cap.max(i64::from(self.trial.core.book.damage.minimum) + 1);
        let (sums, most) = (self.followed(cap)?, cap as usize + 1);
        let mut states = BTreeMap::from([(0, vec![BigUint::one()])]);
        let (mut known, mut mean) = (BTreeMap::new(), BigRational::zero());
        for _ in 0..blows {
            let all: BigUint = states.values().flatten().sum();
            let mut next: BTreeMap<i64, Lost> = BTreeMap::new();
            for (absorbed, lost) in states {
                let (one, effects) = match known.entry(absorbed) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert((self.mean_lost(absorbed)?, self.effects(&sums, absorbed, most))),
                };
                mean += &*one * BigRational::new(lost.iter().sum::<BigUint>().into(), all.clone().into());
                for ((used, points), weight) in effects.iter() {
                    let after = next.entry(*used).or_default();
                    after.resize(after.len().max((lost.len() + points).min(most + 1)), BigUint::zero());
                    let chances = lost.iter().enumerate().filter(|(_, chance)| !chance.is_zero());
                    chances.for_each(|(before, chance)| after[most.min(before + points)] += chance * weight);
                }
            }
            states = next;
        }
        let mut weights = vec![BigUint::zero(); most + 1];
        let lost = states.into_values().flat_map(|lost| lost.into_iter().enumerate());
        lost.for_each(|(points, weight)| weights[points] += weight);
        let beyond = weights.split_off(most).remove(0);
        Ok((Distribution::from_weights(0, weights, beyond), mean))
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
pub fn damage(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let [die, str] = ["die", "str"].map(|name| arguments.dice(name));
    let [bonus, ar, hp, blows] = arguments.numbers(["bonus", "ar", "hp", "blows"]);
    let mut attack = Attack::new([die, str], super::luck(arguments, "luck"), [bonus, ar], words)?;
    let (hp, blows) = (i64::from(hp), i64::from(blows));
    attack.typed(arguments.flag("resistant"), arguments.flag("vulnerable"));
    let dealt = attack.mean(|attack, sum| attack.trial.core.at_the_least(sum as i32).into())?;
    let first = attack.mean_lost(0)?;
    let (lost, mean) = attack.round_to_tail(blows, hp)?;
    let values = [
        row!["a blow hits", &attack.hits],
        row!["mean damage of a blow that hits, before type and AR", dealt],
        row!["mean HP lost by the first blow", first],
        row!["mean HP lost in a round", mean],
        row!["something gets through in a round", Cell::exact_or(lost.at_least(1), "?")],
        row![format!("mean rounds to take {hp} HP"), Cell::or_never(rounds_to_take(&lost, hp))],
    ];
    let (round, mut sum) = (lost.cut(hp - 1), Distribution::constant(0));
    let columns = ["rounds", "HP are gone by then", "in this round"];
    let rounds = super::by_then("rounds", columns, arguments.integer("rounds"), || {
        sum = sum.plus(&round).cut(hp - 1);
        sum.at_least(hp).unwrap_or_default()
    });
    let answer = Answer::new(format!("damage of {die}{} with STR {str} against AR {ar}", signed(bonus.into())))
        .note(format!("blows a round: {blows}; AR is whole again in the next one, and the target stays on its feet"))
        .note("AR, its pool, types and rounding are those of the book and the rulings (VOG-028 to VOG-039, VOG-205)")
        .table(AnswerTable::of("blows", ["what", "value"], values, |row| row))
        .table(rounds)
        .curve("HP lost in a round", lost);
    let points = AnswerTable::at_least("HP lost in a round", "HP", &answer.curves, &tail());
    Ok(answer.table(points))
}

/// Mean number of rounds until `hp` are gone; `None` when they never go. After a round that takes points, what is left is
/// the same question with fewer of them.
fn rounds_to_take(lost: &Distribution, hp: i64) -> Option<BigRational> {
    let chances: Vec<BigRational> = (0..hp).map(|points| lost.chance(points).unwrap_or_default()).collect();
    let something = Some(not(&chances[0])).filter(|something| !something.is_zero())?;
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
    let (mut table, mut curves) = (AnswerTable::new("ladder", &columns), Vec::new());
    for &die in &book.ladder {
        let mut row = vec![die.into()];
        for crit in [Crit::Off, Crit::Once, Crit::Chain] {
            let pool = pool(die, crit, Keep::Only)?;
            row.extend([pool.mean().into(), Cell::root(&pool.variance())]);
        }
        table.row(row);
        if die != Die::NONE {
            let (pool, mut most) = (pool(die, rulings.crit, Keep::Only)?, i64::from(die.most()));
            while pool.distribution(most).beyond() > tail() {
                most += i64::from(die.sides);
            }
            curves.push(Curve { label: die.to_string(), distribution: pool.distribution(most) });
        }
    }
    let answer = Answer::new("damage of all dice of the ladder")
        .note("spread is the standard deviation; totals and curves are by the ruling on critical dice (R-09)")
        .table(table)
        .table(AnswerTable::at_least("totals", "total", &curves, &tail()));
    Ok(Answer { curves, ..answer })
}

/// Mean HP lost per blow, for every Strength, weapon die and AR.
pub fn exchange(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let ar_most = arguments.number("ar_most");
    let mut answer =
        Answer::new("mean HP lost per blow").note("mean HP lost by the first blow of a round, while the pool of AR is full");
    for str in words.book.creation.dice.iter().map(|&sides| Die::new(1, sides)) {
        let mut table = AnswerTable::new(format!("STR {str}"), &["weapon die"]);
        table.columns.extend((0..=ar_most).map(|ar| format!("AR {ar}")));
        for &die in &words.book.ladder {
            let mut attack = Attack::new([die, str], Keep::Only, [0, ar_most], words)?;
            let mut row = vec![die.into()];
            for ar in 0..=ar_most {
                attack.against(ar);
                row.push(attack.mean_lost(0)?.into());
            }
            table.row(row);
        }
        answer.tables.push(table);
    }
    Ok(answer)
}
