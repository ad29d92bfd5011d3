//! Hazards between the fights of `injury-d20`: falls, traps, poison, cold, with the check that avoids them.
//!
//! Owns what a designer can write of them and what they do. Injuries and strain are in [`harm`](super::harm). Start at
//! [`Play::run_into`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::day::{Endangered, Saved};
use frame::fight::{Adds, DiceTaken, Sentence, Watch};
use frame::rules::declare::{section, words};
use frame::scenario::Complaints;

use super::book::Sense;
use super::metrics as count;
use super::plan::parts_in;
use super::sheet::{Attribute, PartKind, Skill};
use super::{Core, Play, rolls};

words! {
    /// The roll against a hazard: a skill or an attribute.
    HazardCheck {
        /// Strength.
        Str,
        /// Dexterity.
        Dex,
        /// Constitution, as after injuries of the head.
        Con,
        /// Intelligence.
        Int,
        /// Wisdom.
        Wis,
        /// Charisma.
        Cha,
        /// Acrobatics.
        Acrobatics,
        /// Athletics.
        Athletics,
        /// Thievery.
        Thievery,
        /// Stealth.
        Stealth,
        /// Perception.
        Perception,
        /// Survival.
        Survival,
    }
}

section! {
    /// A hazard between the fights, such as a fall, a trap, poison, the cold. [INJ-078]
    HazardText {
        /// The skill or attribute of the check; without it there is none. [INJ-078]
        check: Option<HazardCheck> = None,
        /// The number that the check has to reach.
        #[schemars(range(min = 1, max = 100))]
        dc: Option<i32> = None,
        /// The senses that a check of Perception or Survival is about. Default: for Perception those of the book's
        /// `ambush.perception_components`, for Survival scent. [INJ-065, INJ-068, INJ-081]
        senses: Option<Vec<Sense>> = None,
        /// The part of stamina and strain that a successful check leaves; everything else is avoided by it.
        saved: Saved = Saved::Nothing,
        /// Dice of the stamina that is lost; `0` for none. [INJ-028]
        die: Die = Die::NONE,
        /// Stamina that is lost as well. [INJ-028]
        #[schemars(range(min = 0, max = 1000))]
        damage: i32 = 0,
        /// Strain. [INJ-061]
        #[schemars(range(min = 0, max = 1000))]
        strain: i32 = 0,
        /// Injuries, each to a part of its own choice of dice. [INJ-043]
        #[schemars(range(min = 0, max = 20))]
        injuries: u8 = 0,
        /// The kind of part that is injured. Default: any, the heart excepted. [INJ-043]
        part: Option<PartKind> = None,
        /// Feet of a fall, with its strain, and the injury that `fall.injury` of the book says. [INJ-078, R-20]
        #[schemars(range(min = 0, max = 1000))]
        fall_ft: i32 = 0,
    }
}

impl HazardText {
    /// Complains of what is wrong with it.
    pub fn check(&self, path: &str, complaints: &mut Complaints) {
        let harmless = self.die == Die::NONE && [self.damage, self.strain, self.fall_ft, i32::from(self.injuries)] == [0; 4];
        if harmless {
            complaints.error(path, "this hazard does nothing").help(
                "give it `die`, `damage`, `strain`, `injuries` or `fall_ft`, for example `hazard = { injuries = 1, check = \"dex\", dc = 15 }`",
            );
        }
        if self.check.is_some() && self.dc.is_none() {
            complaints.error(path, "the check has nothing to reach").help("`dc = 15`, for example");
        }
        if self.check.is_none() && (self.dc.is_some() || self.saved != Saved::Nothing) {
            complaints
                .error(path, "there is no check")
                .help("`check = \"dex\"` names its skill or attribute; without one, leave `dc` and `saved` out");
        }
        if self.senses.is_some() && !matches!(self.check, Some(HazardCheck::Perception | HazardCheck::Survival)) {
            complaints
                .error(format!("{path}.senses"), "this check is about no sense")
                .help("`check = \"perception\"` and `check = \"survival\"` are (INJ-065, INJ-068, INJ-081)");
        }
        if self.part.is_some() && self.injuries == 0 {
            complaints.error(format!("{path}.part"), "nothing is injured").help("say how often: `injuries = 1`");
        }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Runs into the hazard of this number. A combatant that it harms is afterwards as after a fight: what lasts for turns is
    /// over.
    #[inline(never)]
    pub(super) fn run_into(&mut self, number: u16, of: Endangered) {
        let rules = self.rules;
        let there = self.fight.slots().filter(|&who| !self.fight.body(who).dead()).collect();
        for who in of.struck(there, self.table, &rolls::STRUCK) {
            let text = &rules.hazards[usize::from(number)];
            let saved = text.check.zip(text.dc).is_some_and(|(check, dc)| self.avoids(who, text, check, dc));
            if saved && text.saved == Saved::Nothing {
                continue;
            }
            self.suffer(who, text, saved);
            if !self.fight.body(who).dead() {
                self.come_to_rest(who);
            }
        }
        self.muster_all();
    }

    /// A check against a hazard, with what injured eyes, ears and noses take off it (INJ-065, INJ-068, INJ-078, INJ-081).
    fn avoids(&mut self, who: Slot, text: &HazardText, check: HazardCheck, dc: i32) -> bool {
        let skill = match check {
            HazardCheck::Con => return self.con_check(who, &rolls::HAZARD, dc),
            HazardCheck::Acrobatics => Skill::Acrobatics,
            HazardCheck::Athletics => Skill::Athletics,
            HazardCheck::Thievery => Skill::Thievery,
            HazardCheck::Stealth => Skill::Stealth,
            HazardCheck::Perception => Skill::Perception,
            HazardCheck::Survival => Skill::Survival,
            // The attributes come first, in their order.
            attribute => return self.ability_check(who, &rolls::HAZARD, Attribute::ALL[attribute as usize], dc),
        };
        let senses = match (&text.senses, skill) {
            (Some(senses), _) => senses,
            (None, Skill::Perception) => &self.rules.book.ambush.perception_components[..],
            (None, _) => &[Sense::Scent],
        };
        self.skill_check(who, &rolls::HAZARD, skill, senses, dc)
    }

    /// Applies what a hazard does to one of those it strikes: all of it, or what a save leaves.
    fn suffer(&mut self, who: Slot, text: &HazardText, saved: bool) {
        let rules = self.rules;
        let before = self.fight.body(who).unconscious();
        let left = |amount: i32| if saved { text.saved.of(amount) } else { amount };
        if text.fall_ft > 0 && !saved {
            self.table.tell("INJ-078", || format!("{} falls {} feet", rules.name(who), text.fall_ft));
            self.hits_the_ground(who, text.fall_ft, before);
        }
        self.strain(who, left(text.strain), count::STRAINED_BY_HAZARDS);
        if text.die != Die::NONE || text.damage > 0 {
            let rolled = self.table.sum(who, &rolls::HAZARD_DAMAGE, text.die);
            let sum = self.table.adds().rolled(who, &rolls::HAZARD_DAMAGE, DiceTaken::All, rolled).plus("hazard", text.damage);
            let sum = if saved { sum.then("saved", |points| text.saved.of(points)) } else { sum };
            let lost = sum.total();
            self.table
                .tell("INJ-028", || Sentence::new(format!("{}: ", rules.name(who))).total(" stamina lost to the hazard", sum));
            self.table.watch.count(who, count::STAMINA_TO_HAZARDS, lost);
            self.lose_stamina(who, lost);
        }
        if saved {
            return;
        }
        for _ in 0..text.injuries {
            let open = rules.parts_in_danger(self.fight, who, text.part);
            if open == 0 || self.fight.body(who).dead() {
                break;
            }
            let pick = self.table.pick(who, &rolls::HAZARD_PART, open.count_ones() as usize);
            if let Some(part) = parts_in(open).nth(pick) {
                self.injure_apart(who, part, before, count::INJURED_BY_HAZARDS);
            }
        }
    }
}

impl Core {
    /// Parts of a combatant that a hazard can injure: those of this kind, or all but the heart.
    fn parts_in_danger(&self, fight: &super::Fight, who: Slot, kind: Option<PartKind>) -> super::state::PartSet {
        let plan = &self.fighter(who).plan;
        let all = match kind {
            Some(kind) => plan.all(kind),
            None => plan.reached(i32::MAX, false),
        };
        all & !self.closed_parts(who, fight.body(who))
    }
}
