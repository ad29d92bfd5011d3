//! Hazards between the fights of `bdp`: the perils of the book, and others with the save that avoids them.
//!
//! Owns what a designer can write of them and what they do. Harm and the perils of the book are in [`harm`](super::harm).
//! Start at [`Play::run_into`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::day::{Endangered, Saved};
use frame::fight::{Adds, DiceTaken, Sentence, Watch};
use frame::rules::declare::section;
use frame::scenario::Complaints;

use super::book::Book;
use super::fighter::{WoundKeys, disease};
use super::harm::{AbilityDamage, Origin};
use super::save::Advantage;
use super::scene::PerilKind;
use super::sheet::Ability;
use super::{Play, rolls};

section! {
    /// A hazard between the fights, such as a fall, a trap, poison, the cold: a peril of the book, or one of its own. [BDP-035]
    HazardText {
        /// A peril of the book, with its numbers under `env`. [BDP-037]
        peril: Option<PerilKind> = None,
        /// The number of times that the peril strikes, such as floors of a fall or turns in gas. Default: once. [BDP-042,
        /// BDP-043]
        #[schemars(range(min = 1, max = 100))]
        times: Option<u8> = None,
        /// The ability of the save that avoids it; without it there is none. [BDP-006]
        save: Option<Ability> = None,
        /// The Difficulty of the save, a face that has to be beaten as well. [BDP-007]
        #[schemars(range(min = 0, max = 20))]
        difficulty: i32 = 0,
        /// The part of the damage that a successful save leaves; everything else is avoided by it. [BDP-006]
        saved: Saved = Saved::Nothing,
        /// Damage dice; `0` for none. [BDP-035]
        die: Die = Die::NONE,
        /// Damage that is added. [BDP-035]
        #[schemars(range(min = 0, max = 1000))]
        damage: i32 = 0,
        /// The ability that the damage goes to. Default: it can be defended against, and meets Armor and HP first. [BDP-036, BDP-037]
        ability: Option<Ability> = None,
        /// True if damage to an ability asks for a Critical Damage Save. [BDP-041]
        critical: bool = false,
        /// The wound that it leaves, of the book's level; empty for none. [BDP-049]
        wound: String = String::new(),
        /// The disease that it brings; empty for none. [BDP-080]
        disease: String = String::new(),
        /// Fatigue. [BDP-034]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 0,
    }
}

/// A hazard, ready for use.
#[derive(Clone, Debug)]
pub struct Hazard {
    text: HazardText,
    wound: Option<u8>,
    disease: Option<u8>,
}

impl Hazard {
    /// Makes it ready. What is wrong goes to `complaints`.
    pub fn new(path: &str, text: &HazardText, book: &Book, keys: &mut WoundKeys, complaints: &mut Complaints) -> Self {
        let hurts = text.die != Die::NONE || text.damage > 0;
        let own = hurts || text.fatigue > 0 || !text.wound.is_empty() || !text.disease.is_empty();
        if text.peril.is_none() && !own {
            complaints
                .error(path, "this hazard does nothing")
                .help("give it `peril`, `die`, `damage`, `wound`, `disease` or `fatigue`, for example `hazard = { peril = \"fall\" }`");
        }
        if text.peril.is_none() && text.times.is_some() {
            complaints.only(format!("{path}.times"), "a peril", "`times`").help("write `peril = \"fall\"`, or other dice");
        }
        if text.critical && text.ability.is_none() {
            complaints
                .error(format!("{path}.critical"), "damage that HP come before asks for its save by itself")
                .help("name the `ability` that is damaged, or leave `critical` out");
        }
        if text.save.is_none() && (text.difficulty > 0 || text.saved != Saved::Nothing) {
            complaints
                .error(path, "there is no save")
                .help("`save = \"dex\"` names its ability; without one, leave `difficulty` and `saved` out");
        }
        if text.saved == Saved::Half && !hurts && text.save.is_some() {
            complaints
                .error(format!("{path}.saved"), "there is no damage of its own to halve")
                .help("a save avoids a peril of the book: leave `saved` out, or write the damage with `die`");
        }
        let wound = (!text.wound.is_empty()).then(|| keys.number(&text.wound, &format!("{path}.wound"), complaints));
        let disease = disease(&text.disease, &format!("{path}.disease"), book, complaints);
        Hazard { text: text.clone(), wound, disease }
    }

    /// The kind of disease that it brings.
    pub fn infects(&self) -> Option<u8> {
        self.disease
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Runs into the hazard of this number. (BDP-035, BDP-036, BDP-037)
    #[inline(never)]
    pub(super) fn run_into(&mut self, number: u16, of: Endangered) {
        let rules = self.rules;
        let there = self.fight.slots().filter(|&who| self.fight.is_active(who)).collect();
        for who in of.struck(there, self.table, &rolls::STRUCK) {
            self.suffer(who, &rules.hazards[usize::from(number)]);
        }
    }

    /// Applies a hazard to a target: all of it, or what a save leaves.
    fn suffer(&mut self, who: Slot, hazard: &Hazard) {
        let rules = self.rules;
        let text = &hazard.text;
        let saved = text
            .save
            .is_some_and(|ability| self.ability_save(who, ability, text.difficulty, Advantage::Neither, &rolls::HAZARD));
        if saved {
            self.table.tell("BDP-006", || format!("{} saves against the hazard", rules.name(who)));
            if text.saved == Saved::Nothing {
                return;
            }
        }
        if let Some(kind) = text.peril.filter(|_| !saved) {
            self.peril(who, kind, text.times.unwrap_or(1), Origin::Hazard);
        }
        if (text.die != Die::NONE || text.damage > 0) && self.fight.is_active(who) {
            let rolled = self.table.sum(who, &rolls::SURROUNDINGS, text.die);
            let sum = self.table.adds().rolled(who, &rolls::SURROUNDINGS, DiceTaken::All, rolled).plus("hazard", text.damage);
            let sum = if saved { sum.then("saved", |points| text.saved.of(points)) } else { sum };
            let amount = sum.total();
            self.table.tell("BDP-037", || Sentence::new(format!("{}: ", rules.name(who))).total(" damage of the hazard", sum));
            let damage = AbilityDamage::simply(text.ability.unwrap_or(Ability::Str), amount, Origin::Hazard);
            self.suffer_surroundings(
                who,
                AbilityDamage { critical: text.critical, ..damage },
                text.ability.is_none(),
                "BDP-037",
            );
        }
        if saved || !self.fight.is_active(who) {
            return;
        }
        if let Some(key) = hazard.wound {
            self.wounds(who, key);
        }
        if let Some(kind) = hazard.disease {
            self.catches(who, kind);
        }
        self.tire(who, text.fatigue);
    }
}
