//! A trial: the real rules, loaded for two nameless combatants, so that questions about what a fight does are answered by
//! the code that plays fights.
//!
//! Owns what is asked of the two, and nothing of the rules. Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_rational::BigRational;

use frame::dice::{AnyDice, Die, Slot};
use frame::fight::{AnyWatch, Counting, Table};
use frame::rules::Measures as _;
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

use super::super::book::Book;
use super::super::harm::Cause;
use super::super::metrics as count;
use super::super::rulings::Rulings;
use super::super::sheet::Ability;
use super::super::state::{Body, Fight};
use super::super::{Core, Play, Words, load};

/// The number of the damage type of blows; any will do.
const TYPE: u8 = 0;

/// Pieces that somebody has left: weapon, armor, hands, eyes, legs, voice; `None` when dead.
pub type Left = Option<[u8; 6]>;

/// An initiative that has been rolled.
#[derive(Clone, Copy)]
pub struct Initiative {
    /// The dice.
    pub die: Die,
    /// The total.
    pub total: i64,
}

/// The rolls on the death table of one who bleeds.
#[derive(Clone, Copy)]
pub struct Bleeding {
    /// Turns before the first in which the table is rolled for.
    pub unharmed: u32,
    /// Rolls in that one.
    pub first: u32,
    /// Rolls in each turn from then on.
    pub later: u32,
}

stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>, play_on);

/// The rules with two combatants, who stand as they stand before a fight.
pub struct Trial {
    /// The rules.
    pub core: Core,
    fight: Fight,
}

impl Trial {
    /// The rules of this book and these rulings; the first of the two carries a weapon and armor.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let core = of_two(Words { book, rulings }, "armor = 1\nweapons = [{ name = 'weapon', die = '1d6' }]", "", load)?;
        let fight = core.morning.clone();
        Ok(Trial { core, fight })
    }

    /// Everything that the first of them has.
    pub fn whole(&self) -> Left {
        left_of(self.fight.body(ONE))
    }

    /// A roll on the death table of the first of them, who has these pieces left, among the rolls that count. Returns what is left
    /// then, with the probabilities; nothing where no roll counts. [VOG-045 to VOG-051, R-15, R-16]
    pub fn death_roll(&self, pieces: [u8; 6]) -> BTreeMap<Left, BigRational> {
        let [weapon, armor, hands, eyes, legs, voice] = pieces;
        let mut rolled = Stage::new(&self.core).scene(&self.fight, |play| {
            let body = play.fight.body_mut(ONE);
            (body.broken, body.armor_broken) = (u16::from(weapon == 0), armor == 0);
            (body.hands, body.eyes, body.legs, body.voice) = (hands, eyes, legs, voice > 0);
            play.rules.fighter(ONE).rearm(body);
            play.death_roll_counts(ONE, false).then(|| left_of(play.fight.body(ONE)))
        });
        rolled.remove(&None);
        let all: BigRational = rolled.values().sum();
        rolled.into_iter().filter_map(|(left, chance)| Some((left?, chance / &all))).collect()
    }

    /// Gives the other one this AR and, where wanted, resistance and vulnerability to the blows.
    pub fn armour(&mut self, ar: i64, resistant: bool, vulnerable: bool) {
        let other = &mut self.core.fighters[OTHER.index()];
        (other.ar_base, other.armor) = (Some(ar as i32), 0);
        other.resist = u64::from(resistant) << TYPE;
        other.vulnerable = u64::from(vulnerable) << TYPE;
    }

    /// Gives somebody this DEX.
    pub fn dexterity(&mut self, who: Slot, die: Die) {
        self.fight.body_mut(who).abilities[Ability::Dex.index()] = die;
    }

    /// Hit points that the other one loses by a blow that deals so much damage, and the points of AR that it has used by
    /// then, when it had used `absorbed` of them before in this round.
    pub fn blow(&mut self, dealt: i64, absorbed: i64, meets_ar: bool) -> (i64, i64) {
        // More than any blow takes, so that no wound comes of it.
        let body = self.fight.body_mut(OTHER);
        (body.hp, body.absorbed) = (i32::MAX / 2, absorbed as i32);
        let cause = Cause::Blow { by: ONE, damage_type: TYPE, ar: meets_ar, technique: false };
        let lost = Stage::new(&self.core).play_on(&mut self.fight, |play| play.hurt(OTHER, dealt as i32, cause));
        (i64::from(lost), i64::from(self.fight.body(OTHER).absorbed))
    }

    /// The key by which the order of a round is made, for an initiative of `total` on `die`: smaller goes first.
    pub fn order(&mut self, who: Slot, die: Die, total: i64) -> i64 {
        let body = self.fight.body_mut(who);
        (body.initiative, body.initiative_die) = (total as i32, die);
        self.core.order_key(who, self.fight.body(who))
    }

    /// Lets the first of them bleed turn by turn from so many hit points on, without any AR left, as if the table took nothing. Returns
    /// when it is rolled for; `None` if it never is. [VOG-031, VOG-040, VOG-045, VOG-081, R-11, R-34]
    pub fn bleeds(mut self, hp: i64) -> Option<Bleeding> {
        /// Turns in which whoever bleeds to death has come to the table.
        const TURNS_MOST: u32 = 20_000;
        let death = &mut self.core.book.death;
        (death.die, death.dead_at, death.table) = (Die::NONE, i32::MAX, Vec::new());
        let one = &mut self.core.fighters[ONE.index()];
        (one.ar_base, one.armor, one.hp_max) = (Some(0), 0, hp as i32);
        self.fight.body_mut(ONE).hp = hp as i32;
        let watch = AnyWatch::Counting(Counting::new(2, self.core.counters(), 0));
        let mut table = Table { dice: AnyDice::Walker(Box::default()), watch };
        let (mut begun, mut before): (Option<Bleeding>, i64) = (None, 0);
        for turn in 0..TURNS_MOST {
            Play { rules: &self.core, fight: &mut self.fight, table: &mut table }.bleed(ONE);
            let rolls = table.watch.counting().map_or(0, |counting| counting.counts.of(ONE)[usize::from(count::DEATH_ROLLS.0)]);
            let anew = (rolls - before) as u32;
            before = rolls;
            match (&begun, anew) {
                (None, 0) => {}
                (None, first) => begun = Some(Bleeding { unharmed: turn, first, later: first }),
                (Some(bleeding), later) => return Some(Bleeding { later, ..*bleeding }),
            }
        }
        begun
    }

    /// Returns how likely the first of them goes before the other when it takes its place anew by this initiative while the other waits
    /// with that. [VOG-026, R-24, R-25]
    pub fn goes_first_again(&self, mine: Initiative, theirs: Initiative) -> BigRational {
        let mut places = Stage::new(&self.core).scene(&self.fight, |play| {
            for (who, Initiative { die, total }) in [(ONE, mine), (OTHER, theirs)] {
                let body = play.fight.body_mut(who);
                (body.initiative, body.initiative_die) = (total as i32, die);
            }
            play.fight.queue.clear();
            play.fight.queue.push(OTHER);
            play.queue_again(ONE);
            play.fight.queue.last() == Some(&ONE)
        });
        places.remove(&true).unwrap_or_default()
    }

    /// The damage dice, as the rules roll them.
    #[cfg(test)]
    pub fn roll<D: frame::dice::Dice>(
        &mut self,
        table: &mut Table<D, frame::fight::Silent>,
        who: Slot,
        die: Die,
        luck: super::super::harm::Luck,
    ) -> i32 {
        Play { rules: &self.core, fight: &mut self.fight, table }.damage_roll(who, die, luck, |_| None)
    }
}

/// The pieces of a body with one weapon.
fn left_of(body: &Body) -> Left {
    let gear = [body.broken == 0, !body.armor_broken].map(u8::from);
    (!body.dead).then(|| [gear[0], gear[1], body.hands, body.eyes, body.legs, u8::from(body.voice)])
}
