//! Saves against attacks in `cairn-ap`: how a target saves, and with what.
//!
//! Owns step A7 of the specification. Start at [`Play::prepare_save`].

use frame::dice::{Dice, Slot};
use frame::fight::{Adds, DiceTaken, Watch};

use super::book::{Against, Attribute};
use super::check::{Object, Result, Steps};
use super::derived::GRIMOIRE;
use super::fighter::{ShieldGear, Weapon};
use super::metrics as count;
use super::policy::SaveMode;
use super::rolls;
use super::rulings::{HelplessSave, Parry};
use super::spend::Base;
use super::state::{Fight, Status};
use super::{Core, Play};

/// The dice of a save against an attack.
pub struct SaveRoll<S> {
    /// With what, and which attribute that is.
    pub mode: SaveMode,
    /// The reasons for so many dice.
    pub steps: Steps<S>,
    /// Base dice, as [`kept`](super::check::kept) takes them.
    pub dice: i32,
    /// The objects that help.
    pub objects: [Object; 2],
    /// Points that the attribute adds.
    pub modifier: i32,
}

impl<S> SaveRoll<S> {
    /// Everything that a save depends on but the dice, the book and the points that the attribute adds; zeros for no save.
    pub fn key(save: Option<&Self>) -> [i64; 7] {
        let Some(SaveRoll { dice, objects: [one, other], .. }) = save else { return [0; 7] };
        let ([one, first, others], [another, second, more]) = (one.key(), other.key());
        [i64::from(*dice), one, first, others, another, second, more]
    }
}

/// An attack that is saved against.
#[derive(Clone, Copy)]
pub struct Incoming {
    /// The attacker.
    pub by: Slot,
    /// True if it comes from afar.
    pub ranged: bool,
    /// True if the weapon is magical.
    pub magical: bool,
}

impl Incoming {
    /// The attack of a combatant with a weapon.
    #[inline]
    pub fn of(by: Slot, arm: &Weapon) -> Self {
        Incoming { by, ranged: arm.ranged, magical: arm.magical }
    }
}

/// The means that a target could save with.
#[derive(Clone, Copy)]
struct Guard<'a> {
    /// True if there is a weapon to parry with.
    parries: bool,
    /// The weapon, where it helps.
    weapon: Option<&'a Weapon>,
    shield: Option<&'a ShieldGear>,
}

impl Guard<'_> {
    /// The objects that help a save: a shield, a weapon, or where the book lets two help, both. [RU-06, CAP-015, CAP-054]
    #[inline]
    fn objects(self, mode: SaveMode, most: u8) -> [Object; 2] {
        let weapon = self.weapon.map_or(Object::NONE, |arm| arm.object);
        let shield = self.shield.map_or(Object::NONE, |shield| shield.object);
        helping(mode, most, shield, weapon, Object::NONE)
    }

    /// Their means together, in parts of 1000.
    #[inline]
    fn mean(self, mode: SaveMode, most: u8) -> i32 {
        let weapon = self.weapon.map_or(0, |arm| arm.mean);
        let shield = self.shield.map_or(0, |shield| shield.mean);
        helping(mode, most, shield, weapon, 0).into_iter().sum()
    }
}

/// The means that help a way to save, of a shield and a weapon. [CAP-015, CAP-054, CAP-058, RU-06]
#[inline]
fn helping<T: Copy>(mode: SaveMode, most: u8, shield: T, weapon: T, nothing: T) -> [T; 2] {
    match (mode, most) {
        (SaveMode::Block, 1) => [shield, nothing],
        (SaveMode::Block, 2..) => [shield, weapon],
        (SaveMode::Parry, 1..) => [weapon, nothing],
        _ => [nothing; 2],
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// A7: how a target saves; nothing where there is no save. [CAP-013, CAP-027, CAP-028, CAP-102, RU-07, RU-13, RU-24]
    #[inline]
    pub(super) fn prepare_save<const PLAIN: bool>(&mut self, target: Slot, attack: Incoming) -> Option<SaveRoll<W::Adds>> {
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        if !PLAIN && (book.check.attack == Against::Dc || rules.struck_for_sure(self.fight, target)) {
            return None;
        }
        if !PLAIN && self.fight.body(target).status != Status::Active {
            let (mode, steps) = (SaveMode::Best, Steps::none(self.table));
            return Some(SaveRoll { mode, steps, dice: 1, objects: [Object::NONE; 2], modifier: 0 });
        }
        let unpaid = !PLAIN && self.fight.body(target).ap < book.ap.save;
        let guard = rules.guard(self.fight, target, PLAIN || !attack.ranged);
        let mode = if unpaid { SaveMode::Brace } else { self.best_mode(target, guard, attack) };
        if !PLAIN && !unpaid && book.ap.save > 0 {
            self.pay(target, book.ap.save, count::AP_OTHER);
        }
        let objects = guard.objects(mode, book.check.max_object_dice);
        let mut steps = Steps::none(self.table);
        if !PLAIN {
            steps.up = steps.up.plus("gained advantage", self.spend_pending(target).up);
        }
        let attribute = rules.save_attribute(mode);
        let body = self.fight.body_mut(target);
        if body.defences > 0 {
            body.defences -= 1;
            steps.up = steps.up.plus("held defence", i32::from(book.step.defend));
        }
        steps.down = steps.down.plus("unpaid", if unpaid { i32::from(book.step.unpaid_save) } else { 0 });
        body.last_save = 1 + match mode {
            SaveMode::Dodge | SaveMode::Best => 0,
            SaveMode::Block => 1,
            SaveMode::Parry => 2,
            SaveMode::Brace => 3,
        };
        steps.down = steps.down.plus("broken skull", if PLAIN { 0 } else { rules.skull(body, attribute) });
        let modifier = rules.modifier(body, attribute);
        Some(SaveRoll { mode, dice: steps.dice(book, rulings), steps, objects, modifier })
    }

    /// A7: the save of a target. [CAP-056]
    #[inline(always)]
    pub(super) fn roll_save(&mut self, target: Slot, save: &SaveRoll<W::Adds>) -> (Result, W::Adds) {
        let (attribute, naturals) = (self.rules.save_attribute(save.mode), [count::SAVE_NATURAL_1, count::SAVE_NATURAL_20]);
        let base = Base { roll: &rolls::SAVE, dice: save.dice, attribute, modifier: save.modifier, naturals };
        let (result, sum) =
            if self.table.settles() { self.settled_save(target, base, save) } else { self.save_dice(target, base, save) };
        self.count_natural(target, base, result.natural);
        (result, sum)
    }

    /// The dice of a save for the solver, which walks through all outcomes: once per result, whatever the attribute adds.
    #[inline(never)]
    fn settled_save(&mut self, target: Slot, base: Base, save: &SaveRoll<W::Adds>) -> (Result, W::Adds) {
        let book = &self.rules.book;
        let dice = |play: &mut Self| play.save_dice(target, base, save).0.plus(-base.modifier).to_number(book);
        let number = self.settle(&rolls::SAVE, |_| SaveRoll::key(Some(save)), dice);
        let result = Result::of_number(number).plus(base.modifier);
        (result, self.table.adds().plus("in all", result.total))
    }

    /// The dice of a save: the base die and the objects that help. [CAP-054]
    #[inline(always)]
    fn save_dice(&mut self, target: Slot, base: Base, save: &SaveRoll<W::Adds>) -> (Result, W::Adds) {
        let rules = self.rules;
        let (natural, mut sum) = self.base_die(target, base);
        let [one, other] = save.objects;
        let mut value = one.roll(self.table, target, &rolls::OBJECT, &rules.book);
        if other != Object::NONE {
            value += other.roll(self.table, target, &rolls::OBJECT, &rules.book);
        }
        if one != Object::NONE {
            let taken = if other == Object::NONE { DiceTaken::Highest } else { DiceTaken::As("the best of each object of") };
            sum = sum.rolled(target, &rolls::OBJECT, taken, value);
        }
        (Result { total: sum.total(), natural }, sum)
    }

    /// The mode that is wanted, when it is possible, else the best on the average: block, parry, dodge, brace among equals.
    /// [CAP-049]
    #[inline(always)]
    fn best_mode(&mut self, target: Slot, guard: Guard<'_>, attack: Incoming) -> SaveMode {
        let rules = self.rules;
        let most = rules.book.check.max_object_dice;
        let possible = |mode: SaveMode| match mode {
            SaveMode::Block => guard.objects(mode, most)[0] != Object::NONE,
            SaveMode::Parry => guard.parries,
            SaveMode::Dodge | SaveMode::Brace => true,
            SaveMode::Best => false,
        };
        let wanted = self.save_mode(target, attack);
        if possible(wanted) {
            return wanted;
        }
        let body = self.fight.body(target);
        let worth = |mode: SaveMode| 1000 * rules.modifier(body, rules.save_attribute(mode)) + guard.mean(mode, most);
        let mut best = (i32::MIN, SaveMode::Brace);
        for mode in [SaveMode::Block, SaveMode::Parry, SaveMode::Dodge, SaveMode::Brace] {
            if possible(mode) && worth(mode) > best.0 {
                best = (worth(mode), mode);
            }
        }
        best.1
    }
}

impl SaveMode {
    /// The verb for a target that saves so.
    pub fn verb(self) -> &'static str {
        match self {
            SaveMode::Best => "saves",
            SaveMode::Dodge => "dodges",
            SaveMode::Block => "blocks",
            SaveMode::Parry => "parries",
            SaveMode::Brace => "braces",
        }
    }
}

impl Core {
    /// True if attacks on a target hit without a base die and without a save, as it cannot help itself. [RU-24]
    #[inline]
    pub(super) fn struck_for_sure(&self, fight: &Fight, target: Slot) -> bool {
        self.rulings.helpless_save == HelplessSave::AutoHit && fight.body(target).status != Status::Active
    }

    /// Returns the attribute of a way to save. [CAP-053]
    fn save_attribute(&self, mode: SaveMode) -> Attribute {
        let attribute = &self.book.attribute;
        match mode {
            SaveMode::Dodge | SaveMode::Best => attribute.dodge,
            SaveMode::Block => attribute.block,
            SaveMode::Parry => attribute.parry,
            SaveMode::Brace => attribute.brace,
        }
    }

    /// The means that a target could save with. [RU-06, CAP-058]
    #[inline(always)]
    fn guard(&self, fight: &Fight, target: Slot, melee: bool) -> Guard<'_> {
        let body = fight.body(target);
        let weapon = if melee { self.parrying(fight, target) } else { None };
        let helps = self.rulings.parry == Parry::Always || body.defences > 0;
        Guard {
            parries: weapon.is_some() && body.ready != GRIMOIRE,
            weapon: weapon.filter(|_| helps),
            shield: self.shield_object(fight, target),
        }
    }
}
