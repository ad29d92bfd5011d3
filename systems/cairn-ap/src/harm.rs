//! Harm in `cairn-ap`: from damage after armor to critical damage, lost attributes and death.
//!
//! Owns section 4.6 of the specification; the table of scars is in [`scars`](super::scars). Start at [`Play::hurt`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Adds, Sentence, Watch};

use super::book::{Attribute, Fallen};
use super::metrics as count;
use super::rolls;
use super::rulings::{CritAtZero, DetachmentCrit, LoneFoe, ScarOrder};
use super::sheet::OnCritKind;
use super::state::{Fight, Status, Until, flag};
use super::{Core, Play};

/// The source of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A combatant's weapon.
    Weapon { by: Slot, weapon: u8 },
    /// A spell.
    Spell,
    /// A danger on the way.
    Hazard,
}

impl Source {
    /// The running number of damage that is taken from it.
    fn counter(self) -> Counter {
        match self {
            Source::Weapon { .. } => count::TAKEN_FROM_WEAPONS,
            Source::Spell => count::TAKEN_FROM_SPELLS,
            Source::Hazard => count::TAKEN_FROM_HAZARDS,
        }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// D1 to D9: damage that armor has already been taken off. [CAP-105]
    #[inline]
    pub(super) fn hurt(&mut self, target: Slot, damage: W::Adds, source: Source) {
        let (told, damage) = (damage.clone(), damage.total());
        let body = self.fight.body_mut(target);
        if damage <= 0 || body.status == Status::Dead {
            return;
        }
        let before = i32::from(body.hp);
        body.hp = (before - damage).max(0) as i16;
        let untouched = body.hp > 0 && body.status != Status::Pacified;
        self.table.watch.count(target, count::DAMAGE_TAKEN, damage);
        self.table.watch.count(target, source.counter(), damage);
        self.table.tell("CAP-105, CAP-113", || {
            let sentence = Sentence::new(format!("{} takes ", self.rules.name(target))).total("", told);
            sentence.and(format!(": {} hit points left", self.fight.body(target).hp))
        });
        if !untouched {
            self.wound(target, before, damage, source);
        }
    }

    /// Applies damage that leaves no hit points, or wakes the target. [CAP-107, CAP-108, CAP-113, CAP-116, RU-15, RU-16] (steps
    /// D2 to D9)
    #[inline(never)]
    fn wound(&mut self, target: Slot, before: i32, damage: i32, source: Source) {
        let rules = self.rules;
        let was = self.fight.body(target).status;
        let over = (damage - before).max(0);
        let at_zero = before > 0 && before <= damage;
        let scarred = rules.as_pc(target, self.fight.body(target)) && at_zero;
        if scarred && rules.rulings.scar_order == ScarOrder::BeforeCrit {
            self.scar(target, before);
        }
        let critical = over > 0 || at_zero && rules.rulings.crit_at_zero == CritAtZero::AtOrBelow;
        let lost = over > 0 && self.lose(target, rules.book.crit.attribute, over);
        self.table.watch.count(target, count::STR_LOST, over);
        let alive = self.fight.body(target).status != Status::Dead;
        let lies = matches!(was, Status::Down | Status::OutOfAction);
        if critical && alive && !lost && !lies {
            self.critical_save(target, source);
        }
        let alive = self.fight.body(target).status != Status::Dead;
        if scarred && alive && rules.rulings.scar_order == ScarOrder::AfterCrit {
            self.scar(target, before);
        }
        if self.fight.body(target).status == Status::Pacified {
            self.fight.change(target, |body| (body.status, body.asleep_until) = (Status::Active, Until::default()));
        }
        if at_zero && self.fight.active().has(target) && rules.is_lone(self.fight, target) {
            let side = rules.fighter(target).side.index();
            self.fight.units[side].lone = true;
        }
    }

    /// D4 and D5: the save against critical damage, and what its failure brings. [CAP-114, CAP-115, CAP-116, CAP-152]
    fn critical_save(&mut self, target: Slot, source: Source) {
        let rules = self.rules;
        let book = &rules.book;
        let steps = self.steps_of_save(target, book.crit.attribute);
        let saved = self.saves(target, &rolls::CRITICAL, steps, book.crit.attribute, book.crit.dc);
        self.table.watch.count(target, count::CRIT_SAVES, 1);
        self.table.watch.count(target, count::CRIT_FAILED, i32::from(!saved));
        let doomed = self.fight.body(target).has(flag::DOOMED);
        if saved {
            if doomed {
                self.averts_doom(target);
            }
            return;
        }
        if doomed {
            self.table.tell("CAP-152", || format!("{} was doomed", rules.name(target)));
            return self.die(target);
        }
        self.fall(target);
        if let Source::Weapon { by, weapon } = source {
            self.on_crit(target, by, weapon);
        }
    }

    /// A doom that is averted. [CAP-152]
    pub(super) fn averts_doom(&mut self, target: Slot) {
        self.fight.body_mut(target).set(flag::DOOMED, false);
        let raised = self.table.sum(target, &rolls::DOOM, self.rules.book.scars.doomed);
        self.raise_hp_max(target, raised);
    }

    /// Applies a failed save: the fall of its combatant. [CAP-117, CAP-119, CAP-120, CAP-128, RU-11, RU-18] (step D5)
    fn fall(&mut self, target: Slot) {
        let rules = self.rules;
        let fighter = rules.fighter(target);
        if fighter.fights_on {
            return;
        }
        let as_pc = rules.as_pc(target, self.fight.body(target));
        if fighter.detachment && !as_pc {
            match rules.rulings.detachment_crit {
                DetachmentCrit::Routed => self.leave(target, Status::Routed),
                DetachmentCrit::Weakened => self.fight.body_mut(target).set(flag::WEAKENED, true),
            }
            return;
        }
        if !as_pc && rules.book.crit.npc == Fallen::Dead {
            return self.die(target);
        }
        let dies_at = self.fight.seconds + rules.book.crit.untreated_minutes * 60;
        let body = self.fight.body_mut(target);
        body.dies_at = dies_at.max(1);
        body.set(flag::STABLE, false);
        self.leave(target, Status::Down);
    }

    /// Applies the further effects of a weapon. [CAP-121] (step D5)
    fn on_crit(&mut self, target: Slot, by: Slot, weapon: u8) {
        for effect in &self.rules.fighter(by).weapons[usize::from(weapon)].on_crit {
            if self.fight.body(target).status == Status::Dead {
                return;
            }
            match effect.effect {
                OnCritKind::Str | OnCritKind::Dex | OnCritKind::Wil => {
                    let attribute = Attribute::ALL[effect.effect as usize];
                    let amount = self.table.sum(target, &rolls::ON_CRITICAL, effect.dice);
                    self.lose(target, attribute, amount);
                }
                OnCritKind::Deprived => self.fight.body_mut(target).set(flag::WORN_OUT, true),
                OnCritKind::Death => self.die(target),
            }
        }
    }

    /// Takes points off an attribute, and what it means when none are left; true when that ends the fight for the combatant.
    /// [CAP-113, CAP-122 to CAP-125, CAP-129, RU-19] (steps D3, D7)
    pub(super) fn lose(&mut self, who: Slot, attribute: Attribute, points: i32) -> bool {
        let body = self.fight.body_mut(who);
        let score = &mut body.attributes[attribute.index()];
        let before = *score;
        *score = (i32::from(before) - points).max(0) as i16;
        let gone = before > 0 && *score == 0;
        self.table.tell(["CAP-113, CAP-122", "CAP-123", "CAP-124"][attribute.index()], || {
            let name = ["STR", "DEX", "WIL"][attribute.index()];
            format!("{} has {name} {}", self.rules.name(who), self.fight.body(who).attributes[attribute.index()])
        });
        if !gone {
            return false;
        }
        let body = self.fight.body_mut(who);
        body.lost |= 1 << attribute.index();
        let unable = self.rules.is_unable(body);
        // A fighter that lies on the ground or is out of the body for another reason stays so for now.
        let awake = matches!(body.status, Status::Active | Status::Asleep | Status::Pacified);
        match attribute {
            Attribute::Str => self.die(who),
            Attribute::Dex if unable && awake => self.leave(who, Status::Paralysed),
            Attribute::Wil if unable && awake => self.leave(who, Status::Delirious),
            _ => return false,
        }
        true
    }

    /// Death. [CAP-122, CAP-185]
    pub(super) fn die(&mut self, who: Slot) {
        let rules = self.rules;
        if self.fight.body(who).status == Status::Dead {
            return;
        }
        self.table.tell("CAP-122", || format!("{} is dead", rules.name(who)));
        let round = i32::from(self.fight.round);
        self.table.watch.first(who, count::DEATH_ROUND, round);
        self.table.watch.mark(who, count::DEATHS, 1);
        self.leave(who, Status::Dead);
        let standing_by = |other: Slot| rules.twins(who, other) && self.fight.body(other).status != Status::Absent;
        let twin = if rules.reserves { self.fight.slots().find(|&other| standing_by(other)) } else { None };
        if let Some(twin) = twin {
            self.die(twin);
        }
    }

    /// Runs the clocks: those who have bled for too long die; spirits come back to their bodies. [CAP-119, CAP-151, CAP-172]
    pub(super) fn run_clocks(&mut self) {
        let rules = self.rules;
        let now = self.fight.seconds;
        for who in self.fight.slots() {
            let body = self.fight.body(who);
            if body.dies_at > 0 && body.dies_at <= now && matches!(body.status, Status::Down | Status::OutOfAction) {
                self.table.tell("CAP-119", || format!("{} dies of its wounds", rules.name(who)));
                self.die(who);
            }
            let body = self.fight.body_mut(who);
            if body.spirit_until > 0 && body.spirit_until <= now {
                body.spirit_until = 0;
                if body.status == Status::Unconscious {
                    let status = rules.risen(body);
                    self.fight.set_status(who, status);
                }
            }
        }
    }
}

impl Core {
    /// True if it is a lone foe. [CAP-085, RU-10] (step D9)
    fn is_lone(&self, fight: &Fight, who: Slot) -> bool {
        let side = self.fighter(who).side.index();
        if !self.wavers(who, fight.body(who)) {
            return false;
        }
        let last =
            || !(self.lineup.friends(who).without(who) & fight.active()).any(|other| self.wavers(other, fight.body(other)));
        fight.units[side].initial == 1 || self.rulings.lone_foe == LoneFoe::LastStanding && last()
    }

    /// True if one is the duplicate of the other. [CAP-185]
    fn twins(&self, one: Slot, other: Slot) -> bool {
        use super::fighter::Reserve::Twin;
        self.fighter(one).reserve == Some(Twin(other)) || self.fighter(other).reserve == Some(Twin(one))
    }
}
