//! Saves of combatants.
//!
//! Owns what a save counts beside the ability itself (shock, lameness, smoke, blessings, gifts of a species), the
//! Critical Damage Save, and what an ability at 0 means. The dice of a save are those of [`save`](super::save). Start at
//! [`Play::ability_save`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::Watch;
use frame::policy::Lists;

use super::metrics as count;
use super::rolls;
use super::rulings::SkillTable;
use super::save::{Advantage, Test};
use super::sheet::{Ability, Skill, Species, Trait};
use super::state::{Fight, Status};
use super::{Core, Play};

/// The terms of a save.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Terms {
    /// Difficulty.
    pub(super) difficulty: i32,
    /// Advantage or disadvantage.
    pub(super) advantage: Advantage,
    /// Points by which the ability counts as more, or as less, for this save only.
    pub(super) change: i32,
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// An ability as a save looks at it, with its change for this save, and what a miracle or a blessing adds (BDP-479,
    /// BDP-486).
    fn tested(&mut self, who: Slot, ability: Ability, change: i32) -> i32 {
        let body = self.fight.body(who);
        let (now, plight) = (self.rules.ability(body, ability) + change, &body.plight);
        if PLAIN {
            return now;
        }
        let surged = plight.surge_of == Some(ability) && plight.surge_until > self.fight.round;
        let most = i32::from(body.maxima[ability.index()]).max(now);
        let value = if surged { (now + i32::from(plight.surge)).min(most) } else { now };
        if surged {
            self.table.tell("BDP-486", || {
                format!("{} {} {value} for now: a miracle adds {}", self.rules.name(who), ability.name(), value - now)
            });
        }
        if body.daily.bless == 0 {
            return value;
        }
        let spent = i16::from(self.spends_blessing(who)).min(self.fight.body(who).daily.bless);
        self.fight.body_mut(who).daily.bless -= spent;
        if spent > 0 {
            self.table.tell("BDP-479", || {
                format!("{} is blessed: {} {}", self.rules.name(who), ability.name(), value + i32::from(spent))
            });
        }
        value + i32::from(spent)
    }

    /// A save of a combatant with this ability as it is.
    pub(super) fn ability_save(
        &mut self,
        who: Slot,
        ability: Ability,
        difficulty: i32,
        advantage: Advantage,
        roll: &'static Roll,
    ) -> bool {
        self.save_on(who, ability, Terms { difficulty, advantage, change: 0 }, roll)
    }

    /// A save of a combatant with this ability on these terms (BDP-006, BDP-337, BDP-366, R-32).
    pub(super) fn save_on(&mut self, who: Slot, ability: Ability, terms: Terms, roll: &'static Roll) -> bool {
        let rules = self.rules;
        let Terms { difficulty, advantage, change } = terms;
        let mut worse = advantage == Advantage::Worse;
        if ability == Ability::Dex {
            let round = self.fight.round;
            let body = self.fight.body_mut(who);
            let shocked = body.shocked_until;
            body.shocked_until = 0;
            if shocked > round {
                self.table.tell("BDP-337", || format!("{} is shocked and fails", rules.name(who)));
                return false;
            }
        }
        let (plight, smoke) = (&self.fight.body(who).plight, rules.book.foe.smoke_save);
        worse |= !PLAIN && ability == smoke && plight.smoked_until > self.fight.round;
        let advantage = Advantage::of(advantage == Advantage::Better, worse);
        let used = self.adapted(who, ability, change, &rules.policies.lists.gift, false);
        let change = if used == ability { change } else { 0 };
        let test = Test { ability: self.tested(who, used, change), difficulty, advantage, named: Some(used) };
        let passed = rules.save.roll(test, who, roll, self.table);
        passed || self.is_cunning(who, &rules.policies.lists.gift, false) && rules.save.roll(test, who, roll, self.table)
    }

    /// True if the cunning make a failed save again, where this question or its default says so (BDP-592).
    fn is_cunning(&mut self, who: Slot, lists: &Lists<bool>, default: bool) -> bool {
        let again = self.rules.has_gift(self.fight, who, Species::Cunning) && self.wants(lists, default, who);
        if again {
            self.fight.body_mut(who).daily.gifts += 1;
            self.table.tell("BDP-592", || format!("{} is cunning", self.rules.name(who)));
        }
        again
    }

    /// The ability that the adaptable use for a save, where this question or its default says so (BDP-592).
    fn adapted(&mut self, who: Slot, ability: Ability, change: i32, lists: &Lists<bool>, default: bool) -> Ability {
        let rules = self.rules;
        if !rules.has_gift(self.fight, who, Species::Adaptable) {
            return ability;
        }
        let best = rules.best_ability(self.fight, who, ability, change);
        if best == ability || !self.wants(lists, default, who) {
            return ability;
        }
        self.fight.body_mut(who).daily.gifts += 1;
        self.table.tell("BDP-592", || format!("{} saves with {} instead", rules.name(who), best.name()));
        best
    }

    /// A save by reflex: DEX, unless the book says otherwise (BDP-003).
    pub(super) fn dex_save(&mut self, who: Slot, roll: &'static Roll) -> bool {
        self.ability_save(who, self.rules.book.save.reflex, 0, Advantage::Neither, roll)
    }

    /// A Critical Damage Save on what is left of an ability, of a detachment with WIL whatever was hurt (BDP-064, BDP-264,
    /// BDP-515, BDP-592).
    pub(super) fn critical_save(&mut self, target: Slot, ability: Ability, advantage: bool) -> bool {
        let rules = self.rules;
        let skills = &rules.book.skill;
        let (hard, older) = (rules.has(target, Skill::HardToKill), rules.rulings().skills() == SkillTable::Older);
        let ability = if rules.is(target, Trait::Detachment) { Ability::Wil } else { ability };
        let used = self.adapted(target, ability, 0, &rules.policies.lists.adapt, true);
        let advantage = Advantage::of(hard && older || advantage, false);
        let test = Test { advantage, named: Some(used), ..Test::plain(self.tested(target, used, 0)) };
        self.table.watch.count(target, count::CRITICAL_SAVES, 1);
        let mut passed = rules.save.roll(test, target, &rolls::CRITICAL, self.table);
        let again = hard && !older && self.fight.body(target).daily.rerolls < skills.hard_to_kill_uses;
        if !passed && again && self.wants(&self.rules.policies.lists.reroll, true, target) {
            self.fight.body_mut(target).daily.rerolls += 1;
            self.table.tell("BDP-515", || format!("{} is hard to kill", rules.name(target)));
            passed = rules.save.roll(test, target, &rolls::CRITICAL, self.table);
        }
        passed
            || self.is_cunning(target, &rules.policies.lists.reroll, true)
                && rules.save.roll(test, target, &rolls::CRITICAL, self.table)
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if the combatant is of a species whose gift it has not used up today (BDP-592).
    pub(super) fn has_gift(&self, fight: &Fight, who: Slot, species: Species) -> bool {
        !PLAIN && self.fighter(who).species == species && fight.body(who).daily.gifts < self.book.skill.species_uses
    }

    /// The ability with which the combatant saves best: this one with its change, unless another one is higher.
    fn best_ability(&self, fight: &Fight, who: Slot, ability: Ability, change: i32) -> Ability {
        let score = |one: Ability| self.ability(fight.body(who), one) + if one == ability { change } else { 0 };
        let best = Ability::ALL.into_iter().rev().max_by_key(|&one| score(one)).unwrap_or(ability);
        if score(best) > score(ability) { best } else { ability }
    }

    /// Returns the status by an ability at 0, or by a failed save on DEX or WIL (BDP-066, BDP-067, BDP-068); a band is
    /// destroyed with STR or WIL (BDP-265, R-42).
    pub(super) fn lost_with(&self, who: Slot, ability: Ability) -> Status {
        match ability {
            Ability::Str | Ability::Wil if self.is(who, Trait::Detachment) => Status::Destroyed,
            Ability::Str => Status::Dead,
            Ability::Dex => Status::Unconscious,
            Ability::Wil => Status::Debilitated,
        }
    }
}
