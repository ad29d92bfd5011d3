//! Hazards between the fights of `cairn-ap`: falls, traps, poison, cold, with the save that avoids them.
//!
//! Owns what a designer can write of them, and what they and the hazard of the book do. Start at
//! [`Play::hazard`]; who runs into one is a matter of [`rest`](super::rest).

use frame::dice::{Dice, Die, Slot};
use frame::fight::day::Saved;
use frame::fight::{Adds, DiceTaken, Sentence, Watch};
use frame::rules::declare::section;
use frame::scenario::Complaints;

use super::book::{Attribute, Book, between};
use super::check::{self, Result};
use super::harm::Source;
use super::spend::Base;
use super::state::{Status, flag};
use super::{Play, rolls};

section! {
    /// A hazard between the fights, such as a boulder, a pit, poison, the cold. [CAP-059, CAP-066]
    HazardText {
        /// The attribute of the save; without it there is none. [CAP-059]
        save: Option<Attribute> = None,
        /// The number of the save. Default: `hazard.dc` of the book. [CAP-059]
        #[schemars(range(min = 1, max = 1000))]
        dc: Option<i32> = None,
        /// Steps of Disadvantage. [CAP-059]
        #[schemars(range(min = 0, max = 10))]
        disadvantage: i8 = 0,
        /// The part of the damage that a successful save leaves; everything else is avoided by it. [CAP-048]
        saved: Saved = Saved::Nothing,
        /// Damage dice; `0` for none. [CAP-066]
        die: Die = Die::NONE,
        /// Damage that is added. [CAP-066]
        #[schemars(range(min = 0, max = 1000))]
        damage: i32 = 0,
        /// True if Armor counts against it. [CAP-077]
        armor: bool = false,
        /// Fatigue. [CAP-075]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 0,
        /// True if it deprives, until the need is met. [CAP-071]
        deprives: bool = false,
    }
}

/// A hazard, ready for use.
#[derive(Clone, Debug)]
pub struct Hazard {
    numbers: between::Hazard,
    saved: Saved,
    fatigue: u8,
    deprives: bool,
}

impl Hazard {
    /// The hazard of the book.
    pub fn of_book(book: &Book) -> Self {
        Hazard { numbers: book.hazard.clone(), saved: Saved::Nothing, fatigue: 0, deprives: false }
    }

    /// Makes one of a day ready. What is wrong goes to `complaints`.
    pub fn new(path: &str, text: &HazardText, book: &Book, complaints: &mut Complaints) -> Self {
        if text.die == Die::NONE && text.damage == 0 && text.fatigue == 0 && !text.deprives {
            complaints.error(path, "this hazard does nothing").help(
                "give it `die`, `damage`, `fatigue` or `deprives`, for example `hazard = { die = \"1d6\", save = \"dex\" }`",
            );
        }
        if text.save.is_none() && (text.dc.is_some() || text.disadvantage > 0 || text.saved != Saved::Nothing) {
            complaints
                .error(path, "there is no save")
                .help("`save = \"dex\"` names its attribute; without one, leave `dc`, `disadvantage` and `saved` out");
        }
        let dc = if text.save.is_some() { text.dc.unwrap_or(book.hazard.dc) } else { 0 };
        let (save, disadvantage) = (text.save.unwrap_or(book.hazard.save), text.disadvantage);
        let numbers = between::Hazard { save, dc, disadvantage, die: text.die, damage: text.damage, armor: text.armor };
        Hazard { numbers, saved: text.saved, fatigue: text.fatigue, deprives: text.deprives }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Applies a hazard to one of them. [CAP-059, CAP-066] (step B12)
    pub(super) fn hazard(&mut self, who: Slot, hazard: &Hazard) {
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        let numbers = &hazard.numbers;
        let (mut natural, mut saved) = (None, false);
        if numbers.dc > 0 {
            let steps = self.steps_of_save(who, numbers.save).worse(numbers.disadvantage.into());
            let modifier = rules.modifier(self.fight.body(who), numbers.save);
            let base = Base::new(&rolls::HAZARD, steps.dice(book, rulings), numbers.save, modifier);
            let (face, sum) = self.base_roll(who, base);
            natural = Some(face);
            saved = check::saved(Result { total: sum.total(), natural: face }, numbers.dc, book, rulings);
            self.table.tell("CAP-059", || {
                let sentence = Sentence::new(format!("{} saves against the hazard: ", rules.name(who))).sum(sum);
                sentence.and(format!(" against {}: {}", numbers.dc, if saved { "a success" } else { "a failure" }))
            });
            if saved && hazard.saved == Saved::Nothing {
                return;
            }
        }
        if numbers.die != Die::NONE || numbers.damage > 0 {
            let rolled = self.table.sum(who, &rolls::HAZARD_DAMAGE, numbers.die);
            let damage =
                self.table.adds().rolled(who, &rolls::HAZARD_DAMAGE, DiceTaken::All, rolled).plus("hazard", numbers.damage);
            let damage = if saved { damage.then("saved", |points| hazard.saved.of(points)) } else { damage };
            let armor = self.table.adds();
            let armor = if numbers.armor { rules.add_armor(armor, self.fight, who) } else { armor };
            let bonus = if saved { 0 } else { check::bonus_damage(0, natural, book, rulings) };
            self.hurt(who, rules.less_armor(damage, armor).plus("natural 1", bonus), Source::Hazard);
        }
        if !saved && self.fight.body(who).status != Status::Dead {
            self.tire(who, i32::from(hazard.fatigue));
            if hazard.deprives {
                self.fight.body_mut(who).set(flag::NEED, true);
            }
        }
    }
}
