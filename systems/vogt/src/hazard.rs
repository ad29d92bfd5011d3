//! Hazards between the fights of `vogt`: falls, traps, fire and cold that hurt, wear down or leave a status.
//!
//! Owns what a designer can write of them and what they do. Harm itself is in [`harm`](super::harm). Start at [`Play::run_into`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::day::{Endangered, Saved};
use frame::fight::{Adds, DiceTaken, Sentence, Watch};
use frame::rules::declare::section;
use frame::scenario::Complaints;

use super::act::Test;
use super::fighter::TypeNames;
use super::harm::{Cause, Luck};
use super::sheet::{Ability, Status};
use super::{Play, rolls};

section! {
    /// A hazard between the fights, such as a fall, a trap, fire, the cold. [VOG-065]
    HazardText {
        /// The ability of the save; without it there is none.
        save: Option<Ability> = None,
        /// The number that the save has to reach. Default: `encumbrance.difficulty` of the book.
        #[schemars(range(min = 1, max = 100))]
        difficulty: Option<i32> = None,
        /// The part of the damage that a successful save leaves; everything else is avoided by it. [VOG-065]
        saved: Saved = Saved::Nothing,
        /// Damage dice; `0` for none. They are never critical. [VOG-065]
        die: Die = Die::NONE,
        /// Damage that is added. [VOG-065]
        #[schemars(range(min = 0, max = 1000))]
        damage: i32 = 0,
        /// The damage type, for those who resist it or are vulnerable to it; empty for none. [VOG-038, VOG-039]
        #[serde(rename = "type")]
        damage_type: String = String::new(),
        /// True if AR counts against it. [VOG-029]
        armor: bool = false,
        /// Levels of exhaustion. [VOG-040]
        #[schemars(range(min = 0, max = 20))]
        exhaustion: u8 = 0,
        /// A status that lasts into the next fight, and ends with it.
        status: Option<Status> = None,
    }
}

/// A hazard, ready for use.
#[derive(Clone, Debug)]
pub struct Hazard {
    text: HazardText,
    /// The number of its damage type.
    damage_type: Option<u8>,
    difficulty: i32,
}

impl Hazard {
    /// Makes it ready; `difficulty` is that of the book. What is wrong goes to `complaints`.
    pub fn new(path: &str, text: &HazardText, difficulty: i32, types: &mut TypeNames, complaints: &mut Complaints) -> Self {
        let harmless = text.die == Die::NONE && text.damage == 0 && text.exhaustion == 0 && text.status.is_none();
        if harmless {
            complaints.error(path, "this hazard does nothing").help(
                "give it `die`, `damage`, `exhaustion` or `status`, for example `hazard = { die = \"2d6\", save = \"dex\" }`",
            );
        }
        if text.save.is_none() && (text.difficulty.is_some() || text.saved != Saved::default()) {
            complaints
                .error(path, "there is no save")
                .help("`save = \"dex\"` names its ability; without one, leave `difficulty` and `saved` out");
        }
        if text.status == Some(Status::Afraid) {
            complaints
                .error(format!("{path}.status"), "a hazard frightens nobody: the afraid fear somebody")
                .help("choose another status");
        }
        let path = format!("{path}.type");
        let number = |name: &str| types.number(name, &path, complaints);
        let damage_type = Some(text.damage_type.as_str()).filter(|name| !name.is_empty()).map(number);
        Hazard { text: text.clone(), damage_type, difficulty: text.difficulty.unwrap_or(difficulty) }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Runs into the hazard of this number (VOG-065).
    #[inline(never)]
    pub(super) fn run_into(&mut self, number: u16, of: Endangered) {
        let rules = self.rules;
        let hazard = &rules.hazards[usize::from(number)];
        let there = self.fight.slots().filter(|&who| !self.fight.body(who).dead).collect();
        for who in of.struck(there, self.table, &rolls::STRUCK) {
            let saved = hazard.text.save.is_some_and(|ability| self.saves(who, ability, hazard.difficulty));
            self.suffer(who, hazard, saved);
            rules.muster(self.fight, who);
        }
    }

    /// Saves against a hazard: the check reaches its difficulty.
    fn saves(&mut self, who: Slot, ability: Ability, difficulty: i32) -> bool {
        let rules = self.rules;
        let test = Test { ability, luck: Luck::Even, roll: &rolls::HAZARD, against: difficulty };
        self.reaches(who, test, |play, check, kept| {
            play.table.tell("VOG-065", || {
                let word = if kept { "saves" } else { "fails" };
                Sentence::new(format!("{} {word}: ", rules.name(who))).sum(check).and(format!(" against {difficulty}"))
            });
        })
    }

    /// Applies what a hazard does to one of those it strikes: all of it, or what a save leaves.
    fn suffer(&mut self, who: Slot, hazard: &Hazard, saved: bool) {
        let text = &hazard.text;
        if saved && text.saved == Saved::Nothing {
            return;
        }
        if text.die != Die::NONE || text.damage > 0 {
            let rolled = self.table.sum(who, &rolls::HAZARD_DAMAGE, text.die);
            let dealt =
                self.table.adds().rolled(who, &rolls::HAZARD_DAMAGE, DiceTaken::All, rolled).plus("hazard", text.damage);
            let sum = if saved { dealt.then("saved", |points| text.saved.of(points)) } else { dealt };
            let dealt = sum.total();
            let rules = self.rules;
            self.table.tell("VOG-065", || Sentence::new(format!("{}: ", rules.name(who))).total(" damage of the hazard", sum));
            if dealt > 0 {
                self.hurt(who, dealt, Cause::Hazard { damage_type: hazard.damage_type, ar: text.armor });
            }
        }
        if saved {
            return;
        }
        for _ in 0..text.exhaustion {
            self.exhaust(who, false);
        }
        if let Some(status) = text.status.filter(|_| !self.fight.body(who).dead) {
            self.afflict(who, who, status, None);
        }
    }
}
