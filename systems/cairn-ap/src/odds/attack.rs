//! Attacks against saves: one target by steps of advantage, or one roll against several.
//!
//! Start at [`Attack`].

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use frame::rules::answers::{Answer, AnswerTable, Cell, not, ratio, row};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::act::Struck;
use super::super::check::Object;
use super::super::fighter::Origin;
use super::dice::{Saves, by_steps, rolled};
use super::trial::{ONE, OTHER, PLENTY, Stage, Trial};

/// An attack and the save against it.
pub struct Attack<'a> {
    words: Words<'a>,
    /// The rules by which hits do damage.
    pub trial: Trial,
    /// Points that the attribute of the attack adds.
    own: i32,
    /// The weapon.
    pub weapon: Object,
    /// Points that the attribute of the save adds.
    theirs: i32,
    saves: Saves<'a>,
    /// Armor.
    pub armor: i32,
}

/// Hits by the value of the weapon's dice and the damage that naturals add, each with its probability.
type Hits = Spread<(i32, i32)>;

impl<'a> Attack<'a> {
    /// Reads the parameters that questions about attacks share.
    ///
    /// # Errors
    /// An object of several dice, or a book that cannot be played by.
    pub fn read(arguments: &Arguments, words: Words<'a>) -> Result<Self, String> {
        let trial = Trial::new(words)?;
        let [die, second] = ["die", "second"].map(|name| super::single(arguments, name));
        let weapon = Object { die: die?, second: second?, advantages: arguments.number("die_adv") };
        let theirs = super::modifier(arguments, "against", words.rulings);
        let saves = rolled(super::object(arguments, "object")?, theirs, arguments.number("steps"), words);
        let saves = Saves::new(saves.by(|&(_, save)| save), words);
        let (own, armor) = (super::modifier(arguments, "score", words.rulings), arguments.number("armor"));
        Ok(Attack { words, trial, own, weapon, theirs, saves, armor })
    }

    /// The hits with so many steps of its own.
    pub fn hits(&mut self, steps: i32) -> Hits {
        let rolls = rolled(self.weapon, self.own, steps, self.words);
        let mut hits = Hits::new();
        for ((value, mine), chance) in rolls {
            for (&bonus, part) in self.saves.beaten_by(mine) {
                *hits.entry((value, bonus)).or_default() += &chance * part;
            }
        }
        hits
    }

    /// Hit points that the target loses by one of these hits, with its part of their probability.
    pub fn damage(&mut self, hits: &Hits) -> Spread<i64> {
        self.trial.core.fighters[ONE.index()].natural_armor = self.armor;
        let weapon = &mut self.trial.core.fighters[OTHER.index()].weapons[0];
        (weapon.origin, weapon.object) = (Origin::Own, self.weapon);
        let (mut stage, from) = (Stage::new(&self.trial.core), self.trial.with(&self.trial.sound()));
        hits.then(|&(weapon, bonus)| {
            stage.scene(&from, |play| {
                let arm = &play.rules.fighter(OTHER).weapons[0];
                play.struck(OTHER, ONE, 0, arm, Struck { hits: true, weapon, bonus });
                i64::from(PLENTY - play.fight.body(ONE).hp)
            })
        })
    }
}

/// One attack.
///
/// # Errors
/// An object of several dice, or a book that cannot be played by.
pub fn attack(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let mut attack = Attack::read(arguments, words)?;
    let mut answer = Answer::new("An attack against a save")
        .note("the weapon's die is part of the roll, and unless the rulings say otherwise it is the damage: hits are high dice")
        .note("a step of advantage is what `gain` buys for one action point, or what an occupied target gives");
    let columns = ["steps", "hits", "mean damage", "mean damage given a hit", "mean weapon given a hit"];
    let mut table = AnswerTable::new("An attack, by its own steps of advantage", &columns);
    for steps in -3..=3 {
        let hits = attack.hits(steps);
        let (chance, mut damage): (BigRational, _) = (hits.values().sum(), attack.damage(&hits));
        let (mean, weapon) = (damage.mean(|&points| points), hits.mean(|&(value, _)| value.into()));
        let given = |value: &BigRational| Cell::exact_or((!chance.is_zero()).then(|| value / &chance), "no hit");
        table.row(row![steps, &chance, &mean, given(&mean), given(&weapon)]);
        if (-1..=2).contains(&steps) {
            *damage.entry(0).or_default() += not(&chance);
            answer = answer.curve(format!("damage, {steps:+} steps"), damage.distribution(|&points| points));
        }
    }
    let middle = attack.theirs;
    let names = ["Hits, by what the attack adds above the save, and its steps", "difference"];
    let by_score = AnswerTable::grid(names, (-8..=8).step_by(2), by_steps(-1..=2), |difference, &steps| {
        attack.own = middle + difference;
        attack.hits(steps).values().sum::<BigRational>()
    });
    let damage = AnswerTable::at_least("Damage after Armor", "damage", &answer.curves, &ratio(1, 100_000));
    Ok(answer.table(table).table(by_score).table(damage))
}

/// One roll against several targets, each of which saves. [CAP-111, CAP-C06]
pub fn blast(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let targets: usize = arguments.number("targets");
    let [own, theirs] = ["score", "against"].map(|name| super::modifier(arguments, name, words.rulings));
    let weapon = super::object(arguments, "die")?;
    let mut saves = Saves::new(rolled(super::object(arguments, "object")?, theirs, 0, words).by(|&(_, save)| save), words);
    let rolls = rolled(weapon, own, arguments.number("own_steps"), words).into_iter();
    let rolls: Vec<(BigRational, BigRational)> = rolls.map(|((_, mine), chance)| (saves.beaten(mine), chance)).collect();
    let trial = Trial::new(words)?;
    let reached = trial.scene(&trial.sound(), |play| play.reaches(OTHER, weapon.die).clamp(1, targets));
    let columns = ["reached", "chance", "all of them hit", "none of them hit", "mean hit"];
    let table = AnswerTable::of("A roll against several", columns, &reached, |(&count, chance)| {
        let over_rolls = |of: &dyn Fn(&BigRational) -> BigRational| rolls.iter().map(|(hit, chance)| of(hit) * chance).sum();
        let [hit, missed, mean]: [BigRational; 3] = [
            over_rolls(&|hit| hit.pow(count as i32)),
            over_rolls(&|hit| not(hit).pow(count as i32)),
            over_rolls(&|hit| hit * BigInt::from(count)),
        ];
        row![count, chance, hit, missed, mean]
    });
    let mean = [("mean reached", reached.mean(|&count| count as i64))];
    Ok(Answer::new(format!("One roll against {targets} targets"))
        .note("one roll is for all of them, so that it hits many or few together")
        .table(table)
        .table(AnswerTable::list("All together", ["what", "value"], mean)))
}
