//! Saves of combatants, and damage to abilities that no blow does.
//!
//! Owns what a save of somebody counts beside the ability itself (shock, lameness, smoke, blessings, gifts of a species), the
//! Critical Damage Save, and what an ability at 0 means. The dice of a save are those of [`save`](super::save). Start at
//! [`Core::ability_save`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::decide::Wants;
use super::harm::Cause;
use super::metrics as count;
use super::rolls;
use super::rulings::{DirectArmor, SkillTable};
use super::save::{Luck, Test};
use super::sheet::{Ability, Skill, Species, Trait};
use super::state::{Fight, Status};

impl<const PLAIN: bool> Core<PLAIN> {
    /// An ability as a save looks at it, with what a miracle or a blessing adds (BDP-479, BDP-486).
    fn tested<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, ability: Ability, table: &mut Table<D, W>) -> i32 {
        let body = fight.body(who);
        let (now, plight) = (self.ability(body, ability), &body.plight);
        if PLAIN {
            return now;
        }
        let surged = plight.surge_of == Some(ability) && plight.surge_until > fight.round;
        let most = i32::from(body.maxima[ability.index()]).max(now);
        let value = if surged { (now + i32::from(plight.surge)).min(most) } else { now };
        if body.daily.bless == 0 {
            return value;
        }
        let spent = i16::from(self.spends_blessing(fight, who, table)).min(body_bless(fight, who));
        fight.body_mut(who).daily.bless -= spent;
        value + i32::from(spent)
    }

    /// A save of somebody with this ability (BDP-006, BDP-337, BDP-366, R-32).
    pub(super) fn ability_save<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (ability, difficulty, luck): (Ability, i32, Luck),
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> bool {
        let mut worse = luck == Luck::Disadvantage;
        if ability == Ability::Dex {
            let round = fight.round;
            let body = fight.body_mut(who);
            let shocked = body.shocked_until;
            body.shocked_until = 0;
            if shocked > round {
                table.tell("BDP-337", || format!("{} is shocked and fails", self.name(who)));
                return false;
            }
        }
        let (plight, smoke) = (&fight.body(who).plight, self.book.foe.smoke_save);
        worse |= !PLAIN && ability == smoke && plight.smoked_until > fight.round;
        let luck = Luck::of(luck == Luck::Advantage, worse);
        let ability = self.adapted(fight, who, ability, table);
        let test = Test { ability: self.tested(fight, who, ability, table), difficulty, luck };
        let passed = self.save.roll(test, who, roll, table);
        if passed || !self.has_gift(fight, who, Species::Cunning) || !self.wants(Wants::Gift, false, fight, who, table) {
            return passed;
        }
        fight.body_mut(who).daily.gifts += 1;
        table.tell("BDP-592", || format!("{} is cunning", self.name(who)));
        self.save.roll(test, who, roll, table)
    }

    /// Whether somebody is of a species whose gift it has not used up today (BDP-592).
    fn has_gift(&self, fight: &Fight, who: Slot, species: Species) -> bool {
        !PLAIN && self.fighter(who).species == species && fight.body(who).daily.gifts < self.book.skill.species_uses
    }

    /// The ability that the adaptable use for a save which is no Critical Damage Save (BDP-592).
    fn adapted<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, ability: Ability, table: &mut Table<D, W>) -> Ability {
        if !self.has_gift(fight, who, Species::Adaptable) {
            return ability;
        }
        let best = self.best_ability(fight, who, ability);
        if best == ability || !self.wants(Wants::Gift, false, fight, who, table) {
            return ability;
        }
        fight.body_mut(who).daily.gifts += 1;
        table.tell("BDP-592", || format!("{} saves with {} instead", self.name(who), best.name()));
        best
    }

    /// The ability with which somebody saves best: this one, unless another one is higher.
    fn best_ability(&self, fight: &Fight, who: Slot, ability: Ability) -> Ability {
        let score = |one: Ability| self.ability(fight.body(who), one);
        let best = Ability::ALL.into_iter().rev().max_by_key(|&one| score(one)).unwrap_or(ability);
        if score(best) > score(ability) { best } else { ability }
    }

    /// A save by reflex: DEX, unless the book says otherwise (BDP-003).
    pub(super) fn dex_save<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        roll: &'static Roll,
        table: &mut Table<D, W>,
    ) -> bool {
        self.ability_save(fight, who, (self.book.save.reflex, 0, Luck::Even), roll, table)
    }

    /// A Critical Damage Save on what is left of an ability (BDP-064, BDP-515, BDP-592).
    pub(super) fn critical_save<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (ability, advantage): (Ability, bool),
        table: &mut Table<D, W>,
    ) -> bool {
        let skills = &self.book.skill;
        let (hard, older) = (self.has(target, Skill::HardToKill), self.rulings().skills() == SkillTable::Older);
        let mut used = ability;
        let gifted = self.has_gift(fight, target, Species::Adaptable);
        let best = if gifted { self.best_ability(fight, target, ability) } else { ability };
        if best != ability && self.wants(Wants::Adapt, true, fight, target, table) {
            fight.body_mut(target).daily.gifts += 1;
            used = best;
            table.tell("BDP-592", || format!("{} saves with {} instead", self.name(target), used.name()));
        }
        let luck = Luck::of(hard && older || advantage, false);
        let test = Test { luck, ..Test::plain(self.tested(fight, target, used, table)) };
        table.watch.count(target, count::CRITICAL_SAVES, 1);
        let mut passed = self.save.roll(test, target, &rolls::CRITICAL, table);
        let again = hard && !older && fight.body(target).daily.rerolls < skills.hard_to_kill_uses;
        if !passed && again && self.wants(Wants::Reroll, true, fight, target, table) {
            fight.body_mut(target).daily.rerolls += 1;
            table.tell("BDP-515", || format!("{} is hard to kill", self.name(target)));
            passed = self.save.roll(test, target, &rolls::CRITICAL, table);
        }
        if !passed && self.has_gift(fight, target, Species::Cunning) && self.wants(Wants::Reroll, true, fight, target, table) {
            fight.body_mut(target).daily.gifts += 1;
            table.tell("BDP-592", || format!("{} is cunning", self.name(target)));
            passed = self.save.roll(test, target, &rolls::CRITICAL, table);
        }
        let word = if passed { "passes" } else { "fails" };
        table.tell("BDP-064", || format!("{} {word} the Critical Damage Save on {}", self.name(target), test.ability));
        passed
    }

    /// What an ability at 0, or a failed save on DEX or WIL, makes of somebody (BDP-066, BDP-067, BDP-068); a band is destroyed with
    /// STR or WIL (BDP-265, R-42).
    pub(super) fn lost_with(&self, who: Slot, ability: Ability) -> Status {
        match ability {
            Ability::Str | Ability::Wil if self.is(who, Trait::Detachment) => Status::Destroyed,
            Ability::Str => Status::Dead,
            Ability::Dex => Status::Unconscious,
            Ability::Wil => Status::Debilitated,
        }
    }

    /// Damage to an ability that no blow does, with a Critical Damage Save where it asks for one (BDP-037, BDP-041, BDP-066 to
    /// BDP-068, BDP-620, R-06).
    pub(super) fn harm_ability<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (ability, amount, critical): (Ability, i32, bool),
        rule: &'static str,
        table: &mut Table<D, W>,
    ) {
        let armored = self.rulings().direct_armor == DirectArmor::All;
        let armor = if armored { self.armor(target, fight.body(target)) } else { 0 };
        self.wears_down(fight, target, (ability, (amount - armor).max(0)), (critical, false), rule, table);
    }

    /// Damage by poison: the same, with advantage for those who resist it (BDP-002, BDP-346, BDP-535).
    pub(super) fn harm_by_poison<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (ability, amount, critical): (Ability, i32, bool),
        table: &mut Table<D, W>,
    ) {
        let armored = self.rulings().direct_armor == DirectArmor::All;
        let armor = if armored { self.armor(target, fight.body(target)) } else { 0 };
        let resists = self.fighter(target).has(Skill::PoisonResistance);
        self.wears_down(fight, target, (ability, (amount - armor).max(0)), (critical, resists), "BDP-346", table);
    }

    /// An ability goes down by so much, whatever Armor is worn.
    pub(super) fn wears_down<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (ability, amount): (Ability, i32),
        (critical, advantage): (bool, bool),
        rule: &'static str,
        table: &mut Table<D, W>,
    ) {
        if amount == 0 || !fight.is_active(target) {
            return;
        }
        let body = fight.body_mut(target);
        body.plight.hurt |= !PLAIN;
        let score = &mut body.abilities[ability.index()];
        let lost = amount.min(i32::from(*score));
        *score -= lost as i16;
        let left = *score;
        table.watch.count(target, count::ABILITY_LOST, lost);
        table.tell(rule, || format!("{} loses {lost} {}: {left} left", self.name(target), ability.name()));
        if left == 0 {
            return self.goes_out(fight, target, self.lost_with(target, ability), table);
        }
        let band = self.is(target, Trait::Detachment);
        let saves = critical
            && match ability {
                Ability::Str => true,
                Ability::Dex => self.rulings().crit_dex(),
                Ability::Wil => self.rulings().crit_wil(),
            };
        // A detachment saves with WIL whatever was hurt, and is routed (BDP-264).
        let saved_with = if band { Ability::Wil } else { ability };
        if saves && !self.critical_save(fight, target, (saved_with, advantage), table) {
            match ability {
                Ability::Dex | Ability::Wil if !band => self.goes_out(fight, target, self.lost_with(target, ability), table),
                _ => self.critical(fight, target, Cause::default(), false, table),
            }
        }
    }
}

fn body_bless(fight: &Fight, who: Slot) -> i16 {
    fight.body(who).daily.bless
}
