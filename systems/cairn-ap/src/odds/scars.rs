//! Scars: which entry the attacks of an enemy come to, and what each entry does.
//!
//! Start at [`scars`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::{AnyDice, Distribution, Slot};
use frame::fight::{Adds, AnyWatch};
use frame::rules::answers::{Answer, AnswerTable, Cell, row};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::book::Attribute;
use super::super::harm::Source;
use super::super::state::{Body, Status, flag};
use super::super::{Play, Words};
use super::attack::Attack;
use super::trial::{ONE, Trial};

/// By entries: the probability of the blow after which no hit points are left, and the part of it that also fells: by which the
/// save against critical damage is failed, or STR is gone.
type Entries = BTreeMap<i32, [BigRational; 2]>;

/// The blows of an attack at a target with so many hit points and these attributes.
struct Blows<'a> {
    attack: Attack<'a>,
    steps: i32,
    hp: i16,
    attributes: [i16; 3],
    /// By hit points before a blow and damage: those that are left, and true if it fells.
    known: BTreeMap<(i16, i64), Spread<(i16, bool)>>,
}

impl Blows<'_> {
    /// The scars by entries of the table, with the blows that bring them; `None` where no blow does any harm. [CAP-137, CAP-138,
    /// CAP-139, CAP-140, RU-16]
    fn by_entry(&mut self) -> Option<Entries> {
        let hits = self.attack.hits(self.steps);
        let mut harm = self.attack.damage(&hits);
        harm.remove(&0);
        let (all, trial): (BigRational, _) = (harm.values().sum(), &self.attack.trial);
        let entry = |before: i16| trial.core.scar_entry(before.into());
        let mut entries: Entries = (1..=self.hp).filter_map(|before| Some((entry(before)?, Default::default()))).collect();
        let mut left = certain(self.hp);
        while let Some((before, visited)) = left.pop_last().filter(|_| !harm.is_empty()) {
            for (&damage, chance) in &harm {
                let blow = || {
                    trial.scene(&trial.body(before, self.attributes), |play| {
                        let damage = play.table.adds().plus("damage", damage as i32);
                        play.hurt(ONE, damage, Source::Hazard);
                        let body = play.fight.body(ONE);
                        (body.hp, matches!(body.status, Status::Down | Status::Dead))
                    })
                };
                for (&(after, fells), part) in self.known.entry((before, damage)).or_insert_with(blow).iter() {
                    let part = &visited * chance / &all * part;
                    if after > 0 {
                        *left.entry(after).or_default() += part;
                    } else if let Some([scarred, felled]) = entry(before).and_then(|entry| entries.get_mut(&entry)) {
                        *felled += if fells { part.clone() } else { BigRational::zero() };
                        *scarred += part;
                    }
                }
            }
        }
        (!harm.is_empty()).then_some(entries)
    }

    /// The scars by dice of the weapon and Armor, each with the name of its column.
    fn by(&mut self, title: &str, kinds: impl IntoIterator<Item = (String, u8, i32)>) -> AnswerTable {
        let columns = kinds.into_iter().filter_map(|(name, die, armor)| {
            (self.attack.weapon.die, self.attack.armor) = (die, armor);
            Some((name, self.by_entry()?))
        });
        let columns: Vec<(String, Entries)> = columns.collect();
        let rows: Vec<i32> = columns.first().map_or_else(Vec::new, |(_, entries)| entries.keys().copied().collect());
        AnswerTable::grid([title, "entry"], rows, columns, |entry, entries| entries[entry][0].clone())
    }
}

/// The scars that attacks leave.
///
/// # Errors
/// An object of several dice, an attack of which no blow does any harm, or a book that cannot be played by.
pub fn scars(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (hp, attributes) = (arguments.number("hp"), arguments.numbers(["str", "dex", "wil"]));
    let (attack, steps) = (Attack::read(arguments, words)?, arguments.number("own_steps"));
    let mut blows = Blows { attack, steps, hp, attributes, known: BTreeMap::new() };
    let own = blows.by_entry().ok_or("no blow of this attack does any harm")?;
    let columns = ["entry", "probability", "of it the blow also fells", "felled, given this entry"];
    let table = AnswerTable::of("Which scar", columns, &own, |(&entry, [scarred, felled])| {
        let share = (!scarred.is_zero()).then(|| felled / scarred);
        row![entry, scarred, felled, Cell::exact_or(share, "never")]
    });
    let (die, armor) = (blows.attack.weapon.die, blows.attack.armor);
    let dice = [4, 6, 8, 10, 12].map(|die| (format!("d{die}"), die, armor));
    let armors = (0..=words.book.damage.armor_cap.min(6)).map(|armor| (format!("Armor {armor}"), die, armor));
    let answer = Answer::new(format!("Scars of a target with {hp} hit points"))
        .note("blows that do no damage are left out: they only take time")
        .note("felled: the save against critical damage is failed by the same blow, or no STR is left")
        .table(table)
        .table_or(
            blows.by("Which scar, by the die of the weapon", dice),
            "no die from d4 to d12 does any harm behind this Armor",
        )
        .table(blows.by("Which scar, by Armor", armors))
        .table(effects(hp, attributes, &blows.attack.trial));
    let chances: Vec<(i64, BigRational)> = own.into_iter().map(|(entry, [scarred, _])| (entry.into(), scarred)).collect();
    let whole = chances.iter().map(|(_, chance)| chance).sum::<BigRational>().is_one();
    let label = format!("entry, from {hp} hit points");
    Ok(if whole { answer.curve(label, Distribution::from_chances(&chances)) } else { answer })
}

/// The number that an entry of the table changes.
type Number = (&'static str, fn(&Body) -> i16);

const HP: Number = ("maximum of hit points", |body| body.hp_max);
const SUM: Number = ("one of the attributes", |body| body.attributes.iter().sum());
const DEX: Number = ("maximum of DEX", |body| body.maxima[Attribute::Dex.index()]);
const WIL: Number = ("maximum of WIL", |body| body.maxima[Attribute::Wil.index()]);
const DOOM: Number = ("maximum of hit points, doom averted", HP.1);

/// The number that each entry of the table changes, from the first on.
const ENTRIES: [Number; 12] = [HP, HP, HP, HP, HP, SUM, DEX, WIL, WIL, WIL, HP, DOOM];

/// The effect of each entry on a target with these numbers, with what recovery brings. [CAP-141 to CAP-152]
fn effects(hp: i16, attributes: [i16; 3], trial: &Trial) -> AnswerTable {
    let body = trial.body(hp, attributes);
    let columns = ["scar", "rises", "mean change", "falls"];
    AnswerTable::of("What a scar does", columns, (1..).zip(ENTRIES), |(entry, (name, number))| {
        let changes = trial.scene(&body, |play| {
            play.mark(ONE, entry);
            play.recovers_wholly(ONE);
            i64::from(number(play.fight.body(ONE)) - number(&body))
        });
        let [rises, falls] = [1, -1].map(|sign| changes.chance(|change| change.signum() == sign));
        row![format!("{entry}: {name}"), rises, changes.mean(|&change| change), falls]
    })
}

impl Play<'_, AnyDice, AnyWatch> {
    /// Recovers from whatever waits for it.
    fn recovers_wholly(&mut self, who: Slot) {
        let body = *self.fight.body(who);
        if body.wallops > 0 {
            self.end_walloped(who);
        }
        if body.has(flag::DOOMED) {
            self.averts_doom(who);
        }
        for wound in body.recovery.waiting() {
            self.mend(who, wound.wound);
        }
    }
}
