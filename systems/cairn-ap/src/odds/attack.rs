//! Attacks against saves: one target by steps of advantage, or one roll against several.
//!
//! Start at [`Attack`].

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::Distribution;
use frame::rules::chances::Chances;
use frame::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::Words;
use super::super::check::{self, Object, Result as Rolled};
use super::dice::{self, Ways};
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
pub type Hits = BTreeMap<(i32, i32), BigRational>;

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
    pub fn hits(&self, steps: i64, Words { book, rulings }: Words) -> Hits {
        let (base, weapon) = (dice::base(steps, Words { book, rulings }), dice::value(self.weapon, book));
        let (save, object) = (dice::base(self.save_steps, Words { book, rulings }), dice::value(self.object, book));
        let answer = Against { theirs: self.theirs, save: &save, object: &object };
        let all = [&base, &weapon, &save, &object].map(dice::all).iter().product::<u128>();
        let mut hits: BTreeMap<(i32, i32), u128> = BTreeMap::new();
        for &(natural, ways) in &base {
            for &(value, others) in &weapon {
                let mine = Rolled { total: natural + self.own + value, natural };
                for (saved, against) in against(mine, &answer, Words { book, rulings }) {
                    let bonus = check::bonus_damage(natural, Some(saved), book, rulings);
                    *hits.entry((value, bonus)).or_insert(0) += ways * others * against;
                }
            }
        }
        hits.into_iter().map(|(hit, ways)| (hit, dice::fraction(ways, all))).collect()
    }

    /// Hit points that somebody loses by one of these hits, with its part of their probability.
    pub fn damage(&mut self, hits: &Hits) -> BTreeMap<i64, BigRational> {
        self.trial.arms(self.weapon, self.armor);
        self.trial.lost(hits)
    }
}

/// The save against an attack.
struct Against<'a> {
    /// Points that the attribute adds.
    theirs: i32,
    /// The dice of the save.
    save: &'a Ways,
    /// The dice of the object that helps.
    object: &'a Ways,
}

/// The saves that do not stop an attack: each by its natural result, with the ways to it.
fn against(mine: Rolled, against: &Against<'_>, Words { book, rulings }: Words) -> Vec<(i32, u128)> {
    let Against { theirs, save, object } = *against;
    let hit_by = |saved: i32| {
        let through = object.iter().filter(|(helped, _)| {
            let result = Rolled { total: saved + theirs + helped, natural: saved };
            check::contested(mine, Some(result), book.check.dc, book, rulings)
        });
        through.map(|(_, ways)| ways).sum::<u128>()
    };
    save.iter().map(|&(saved, ways)| (saved, ways * hit_by(saved))).filter(|(_, ways)| *ways > 0).collect()
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
            let distribution = Distribution::from_chances(&damage.into_iter().collect::<Vec<_>>());
            curves.push(Curve { label: format!("damage, {steps:+} steps"), distribution });
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
    let values = dice::value(weapon, book);
    let base = dice::base(arguments.integer("own_steps"), Words { book, rulings });
    let (save, object) = (dice::base(0, Words { book, rulings }), dice::value(super::object(arguments, "object")?, book));
    let answer = Against { theirs, save: &save, object: &object };
    let saves = dice::all(&save) * dice::all(&object);
    let all = dice::all(&base) * dice::all(&values);
    let mut rolls: Vec<(BigRational, BigRational)> = Vec::new();
    for &(natural, ways) in &base {
        for &(value, others) in &values {
            let mine = Rolled { total: natural + own + value, natural };
            let through = against(mine, &answer, Words { book, rulings }).iter().map(|(_, ways)| ways).sum();
            rolls.push((dice::fraction(ways * others, all), dice::fraction(through, saves)));
        }
    }
    let reached = Trial::new(Words { book, rulings })?.reached(weapon.die, targets);
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
