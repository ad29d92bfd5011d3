//! Hazards between the fights of `heimr`: falls, traps, fire, cold, with the challenge requirement that avoids them.
//!
//! Owns what a designer can write of them and what they do. Injuries and falls are in [`harm`](super::harm).
//! Start at [`Play::run_into`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::day::{Endangered, Saved};
use frame::fight::{Adds, DiceTaken, Sentence, Watch};
use frame::rules::declare::section;
use frame::scenario::Complaints;

use super::abilities::{Abilities, AbilityId};
use super::book::tables::BodyPart;
use super::exertion::Challenge;
use super::metrics as count;
use super::{Play, rolls};

section! {
    /// A hazard between the fights, such as a fall, a trap, fire, the cold. [HEI-044, HEI-046]
    HazardText {
        /// The ability that meets the challenge requirement; empty where nothing is rolled. [HEI-045]
        ability: String = String::new(),
        /// The challenge requirement. [HEI-044]
        #[schemars(range(min = 1, max = 100))]
        cr: Option<i32> = None,
        /// The part of the damage that meeting it leaves; everything else is avoided by it. [HEI-046]
        saved: Saved = Saved::Nothing,
        /// Dice of the hit points that are lost; `0` for none. [HEI-051]
        die: Die = Die::NONE,
        /// Hit points that are lost as well. [HEI-051]
        #[schemars(range(min = 0, max = 1000))]
        damage: i32 = 0,
        /// True if armour reduces it like the damage of weapons. [R-59]
        armor: bool = false,
        /// The part of the body that is struck. Default: by a die of the table of body parts. [HEI-066]
        part: Option<BodyPart> = None,
        /// The height of a fall, with its own requirement and its own harm. [HEI-264, HEI-266, HEI-267]
        #[schemars(range(min = 0, max = 100))]
        height: u8 = 0,
    }
}

/// A hazard, ready for use.
#[derive(Clone, Debug)]
pub struct Hazard {
    text: HazardText,
    ability: Option<AbilityId>,
}

impl Hazard {
    /// Makes it ready (HEI-045). What is wrong goes to `complaints`.
    pub fn new(path: &str, text: &HazardText, abilities: &Abilities, complaints: &mut Complaints) -> Self {
        if text.die == Die::NONE && text.damage == 0 && text.height == 0 {
            complaints.error(path, "this hazard does nothing").help(
                "give it `die`, `damage` or `height`, for example `hazard = { damage = 2, ability = \"agility\", cr = 8 }`",
            );
        }
        let named = Some(&text.ability).filter(|name| !name.is_empty());
        let ability = named.and_then(|name| abilities.find(name, format!("{path}.ability"), complaints));
        match (named, text.cr) {
            (Some(_), None) => {
                complaints.error(path, "the ability has nothing to meet").help("`cr = 8`, for example");
            }
            (None, Some(_)) => {
                complaints
                    .error(format!("{path}.cr"), "nobody can meet it")
                    .help("`ability = \"agility\"` names what it is met with");
            }
            (None, None) if text.saved != Saved::Nothing => {
                complaints
                    .error(format!("{path}.saved"), "there is no requirement")
                    .help("give `ability` and `cr`, or leave it out");
            }
            _ => {}
        }
        Hazard { text: text.clone(), ability }
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Runs into the hazard of this number. The combatants that it harms are looked after as after a fight. (HEI-078)
    #[inline(never)]
    pub(super) fn run_into(&mut self, number: u16, of: Endangered) {
        let rules = self.rules;
        // A hazard between fights strikes in no round.
        let last = std::mem::take(&mut self.fight.round);
        let there = self.fight.slots().filter(|&who| !self.fight.body(who).dead).collect();
        for who in of.struck(there, self.table, &rolls::STRUCK) {
            let hazard = &rules.hazards[usize::from(number)];
            let before = self.fight.body(who).hp;
            self.suffer(who, hazard);
            let harmed = self.fight.body(who).hp < before;
            if harmed {
                self.care(who, rules.cares_for(who, |one| rules.is_up(self.fight, one)));
                self.clear_after_fight(who);
            }
        }
        self.fight.round = last;
    }

    /// Applies a hazard to one of those it strikes: all of it, or what meeting its requirement leaves (HEI-044, HEI-046).
    fn suffer(&mut self, who: Slot, hazard: &Hazard) {
        let rules = self.rules;
        let text = &hazard.text;
        let met = hazard.ability.zip(text.cr).is_some_and(|(ability, cr)| {
            let score = rules.fighter(who).score(self.fight.body(who), ability);
            self.passes(who, Challenge { ability, score, cr }, &rolls::HAZARD, true)
        });
        if met && text.saved == Saved::Nothing {
            return;
        }
        if text.height > 0 && !met {
            self.table.tell("HEI-264", || format!("{} falls from a height of {}", rules.name(who), text.height));
            self.falls_down(who, text.height.into());
        }
        if text.die == Die::NONE && text.damage == 0 || self.fight.body(who).dead {
            return;
        }
        let rolled = self.table.sum(who, &rolls::HAZARD_DAMAGE, text.die);
        let sum = self.table.adds().rolled(who, &rolls::HAZARD_DAMAGE, DiceTaken::All, rolled).plus("hazard", text.damage);
        let sum = if met { sum.then("met", |points| text.saved.of(points)) } else { sum };
        let armour = if text.armor { rules.fighter(who).armour } else { 0 };
        let sum = sum.plus("armour", -armour).at_least("no less than 0", 0);
        let damage = sum.total();
        let parts = &rules.book.body_part;
        let part = match text.part {
            Some(part) => part,
            None if damage == 0 || parts.is_empty() => BodyPart::Torso,
            None => parts[self.table.pick(who, &rolls::HAZARD_PART, parts.len())],
        };
        self.table
            .tell("HEI-051", || Sentence::new(format!("{}, the {}: ", rules.name(who), part.spoken())).total(" damage", sum));
        self.wound(who, damage, part, count::TAKEN_FROM_HAZARDS);
    }
}
