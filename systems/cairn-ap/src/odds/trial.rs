//! A trial: the real rules, loaded for somebody with a bag of things and for an enemy, so that questions about hits, scars and
//! Magic Dice are answered by the code that plays fights and rests.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_rational::BigRational;

use frame::dice::AnyDice;
use frame::fight::{Adds, AnyWatch};
use frame::rules::chances::Chances;
pub use frame::rules::trial::ONE;
use frame::rules::trial::{OTHER, of_two, stage};

use super::super::act::Struck;
use super::super::check::Object;
use super::super::fighter::{Origin, Thing};
use super::super::harm::Source;
use super::super::magic::Magic;
use super::super::sheet::ItemEffect;
use super::super::state::{Body, Fight, Split, Status, flag};
use super::super::{Core, Play, Words, load};
use super::attack::Hits;

/// More of an attribute, or of hit points, than anything costs.
const PLENTY: i16 = 10_000;

/// The result of Magic Dice for a caster with a bag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cast {
    /// True if the inventory is full after what the dice cost.
    pub full: bool,
    /// True if it is full after the mishap.
    pub full_at_last: bool,
    /// True if something was dropped.
    pub dropped: bool,
}

stage!(Core, Fight, Play<'_, AnyDice, AnyWatch>);

/// The rules, with a player character and an enemy.
pub struct Trial {
    /// The rules.
    pub core: Core,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(words: Words) -> Result<Self, String> {
        Ok(Trial { core: of_two(words, "kind = 'pc'", "", load)? })
    }

    /// Plays a scene with this body. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(
        &self,
        body: &Body,
        scene: impl FnMut(&mut Play<'_, AnyDice, AnyWatch>) -> T,
    ) -> BTreeMap<T, BigRational> {
        let mut from = self.core.morning.clone();
        from.change(ONE, |one| *one = *body);
        Stage::new(&self.core).scene(&from, scene)
    }

    /// The body with so many hit points, present and at most, and these attributes.
    pub fn body(&self, hp: i64, attributes: [i64; 3]) -> Body {
        let mut body = *self.core.morning.body(ONE);
        (body.hp, body.hp_max) = (hp as i16, hp as i16);
        body.attributes = attributes.map(|score| score as i16);
        body.maxima = body.attributes;
        body
    }

    /// A body that loses nothing of what is asked about before it is asked.
    pub fn sound(&self) -> Body {
        self.body(PLENTY.into(), [PLENTY.into(); 3])
    }

    /// Gives the enemy a weapon with these dice, and the character this Armor.
    pub fn arms(&mut self, object: Object, armor: i32) {
        self.core.fighters[ONE.index()].natural_armor = armor;
        let weapon = &mut self.core.fighters[OTHER.index()].weapons[0];
        (weapon.origin, weapon.object) = (Origin::Own, object);
    }

    /// Hit points that somebody loses by one of these hits of the enemy, with its part of their probability.
    pub fn lost(&self, hits: &Hits) -> BTreeMap<i64, BigRational> {
        let (mut stage, mut from) = (Stage::new(&self.core), self.core.morning.clone());
        from.change(ONE, |one| *one = self.sound());
        hits.then(|&(weapon, bonus)| {
            stage.scene(&from, |play| {
                let arm = &play.rules.fighter(OTHER).weapons[0];
                play.struck(OTHER, ONE, 0, arm, Struck { hits: true, weapon, bonus });
                i64::from(PLENTY - play.fight.body(ONE).hp)
            })
        })
    }

    /// Hurts somebody with this body by so many points: the hit points that are left, and true if it fells, with the probabilities.
    pub fn hurt(&self, body: &Body, damage: i64) -> BTreeMap<(i64, bool), BigRational> {
        self.scene(body, |play| {
            let damage = play.table.adds().plus("damage", damage as i32);
            play.hurt(ONE, damage, Source::Hazard);
            let body = play.fight.body(ONE);
            (body.hp.into(), matches!(body.status, Status::Down | Status::Dead))
        })
    }

    /// The targets that a blast of a weapon with this die reaches of so many. [RU-18]
    pub fn reached(&self, die: u8, targets: usize) -> BTreeMap<usize, BigRational> {
        self.scene(&self.sound(), |play| play.reaches(OTHER, die).clamp(1, targets))
    }

    /// Rolls these Magic Dice. [CAP-158]
    pub fn rolls(&self, split: Split, weary: bool) -> BTreeMap<Magic, BigRational> {
        let mut body = self.sound();
        body.weary_until = if weary { u32::MAX } else { 0 };
        self.scene(&body, |play| play.magic_roll(ONE, split))
    }

    /// Applies what these dice cost a caster with so many free slots, and the mishap that they bring.
    pub fn casts(&mut self, magic: Magic, free_slots: u8) -> BTreeMap<Cast, BigRational> {
        let mut body = self.sound();
        body.slots = self.core.book.inventory.slots.max(free_slots);
        self.core.fighters[ONE.index()].things = (free_slots..body.slots).map(|_| thing()).collect();
        self.core.fighters[ONE.index()].inventory = true;
        self.scene(&body, |play| {
            play.pay_for_magic(ONE, &magic, false);
            let full = play.fight.body(ONE).hp == 0;
            play.suffer_mishaps(ONE, &magic);
            let body = play.fight.body(ONE);
            Cast { full, full_at_last: body.hp == 0, dropped: body.things_gone != 0 }
        })
    }

    /// STR that these dice cost a vessel. [CAP-184]
    pub fn drains(&self, magic: Magic) -> BTreeMap<i64, BigRational> {
        let mut body = self.sound();
        body.set(flag::VESSEL, true);
        self.scene(&body, |play| {
            play.pay_for_magic(ONE, &magic, false);
            i64::from(PLENTY - play.fight.body(ONE).attributes[0])
        })
    }
}

/// A thing that fills one slot.
fn thing() -> Thing {
    Thing {
        name: "thing".to_owned(),
        slots: 1,
        metal: true,
        droppable: true,
        effect: ItemEffect::None,
        dice: frame::dice::Die::NONE,
    }
}
