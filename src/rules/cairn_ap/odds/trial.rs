//! A trial: the real rules, loaded for somebody with a bag of things and for an enemy, so that questions about scars and Magic
//! Dice are answered by the code that plays fights and rests.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::dice::{Slot, Walker};
use crate::fight::{Silent, Table};
use crate::rules::{Rules as _, System};
use crate::scenario::{Complaints, Raw};

use super::super::fighter::Thing;
use super::super::magic::Magic;
use super::super::sheet::ItemEffect;
use super::super::state::{Body, Fight, Split, flag};
use super::super::{CairnAp, Core, Play, Words};

/// The one who is asked about: a player character.
pub const ONE: Slot = Slot(0);

/// More of an attribute than anything costs.
const PLENTY: i16 = 10_000;

const SCENARIO: &str = r#"
format = 1
system = "cairn-ap"
title = "somebody and an enemy"
[[side]]
name = "one"
[[side.combatant]]
name = "one"
kind = "pc"
[[side]]
name = "other"
[[side.combatant]]
name = "other"
"#;

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

/// The rules, with a player character and an enemy.
pub struct Trial {
    /// The rules.
    pub core: Core,
    fight: Fight,
    table: Table<Walker, Silent>,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(Words { book, rulings }: Words) -> Result<Self, String> {
        let failed = |failure: crate::error::Failure| failure.render(false);
        let mut document = Raw::from_text("odds", SCENARIO, &[]).check::<CairnAp>().map_err(failed)?.document;
        (document.book, document.rulings) = (book.clone(), rulings.clone());
        let mut complaints = Complaints::default();
        let loaded = CairnAp::load(&document, &mut complaints);
        let reasons = || complaints.into_list().into_iter().map(|complaint| complaint.message).collect::<Vec<_>>().join("\n");
        let core = loaded.map(|loaded| loaded.rules.into_first()).ok_or_else(reasons)?;
        Ok(Trial { fight: core.blank(), core, table: Table { dice: Walker::default(), watch: Silent } })
    }

    /// Plays a scene with this body. Returns what it comes to, each result with its probability.
    pub fn scene<T: Ord>(
        &mut self,
        body: &Body,
        mut scene: impl FnMut(&mut Play<'_, Walker, Silent>) -> T,
    ) -> BTreeMap<T, BigRational> {
        let Trial { core, fight, table } = self;
        Walker::walk(
            table,
            |table| &mut table.dice,
            |table| {
                fight.clone_from(&core.morning);
                fight.change(ONE, |one| *one = *body);
                scene(&mut Play { rules: core, fight: &mut *fight, table })
            },
        )
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
    fn sound(&self) -> Body {
        self.body(30, [PLENTY.into(); 3])
    }

    /// Rolls these Magic Dice. [CAP-158]
    pub fn rolls(&mut self, split: Split, weary: bool) -> BTreeMap<Magic, BigRational> {
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
    pub fn drains(&mut self, magic: Magic) -> BTreeMap<i64, BigRational> {
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
        dice: crate::dice::Die::NONE,
    }
}
