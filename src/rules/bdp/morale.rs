//! Morale, and damage to abilities that no blow does.
//!
//! Owns step 4.10 of the specification. Start at [`Core::morale`].

use crate::dice::{Dice, Slot};
use crate::fight::{Side, Slots, Table, Watch};

use super::Core;
use super::metrics as count;
use super::rolls;
use super::rulings::{DirectArmor, MoraleFailure, MoraleUse};
use super::save::{Luck, Test};
use super::sheet::{Ability, Skill, Trait};
use super::state::{Fight, Status};

impl Core {
    /// The foes of a side who are in this fight, or were.
    fn group(&self, fight: &Fight, side: Side) -> Slots {
        let belongs = |who: Slot| {
            let fighter = self.fighter(who);
            !fighter.pc && fighter.side == side && fight.sides.has(side) && fight.body(who).status != Status::Absent
        };
        fight.slots().filter(|&who| belongs(who)).collect()
    }

    /// Begins the record of every group (step 4.2).
    pub(super) fn count_groups(&self, fight: &mut Fight) {
        for side in (0..self.sides as u8).map(Side) {
            let group = self.group(fight, side).those(|who| fight.body(who).active());
            let record = &mut fight.groups[side.index()];
            *record = super::state::Group { start: group.len() as u8, ..super::state::Group::default() };
            let lone = group.single();
            fight.groups[side.index()].lone_done = lone.is_none_or(|who| fight.body(who).hp == 0);
        }
    }

    /// Whether a side has reason to lose heart, each reason once (BDP-298, BDP-300, R-36).
    fn triggered(&self, fight: &mut Fight, side: Side) -> bool {
        let numbers = &self.book.morale;
        let group = self.group(fight, side);
        let record = fight.groups[side.index()];
        if record.start == 1 {
            let Some(lone) = group.those(|who| fight.body(who).active()).single() else { return false };
            let band = self.fighter(lone).is(Trait::Detachment);
            let beaten = numbers.lone && !record.lone_done && !band && fight.body(lone).hp == 0;
            fight.groups[side.index()].lone_done |= beaten;
            return beaten;
        }
        let fled = |who: Slot| fight.body(who).status == Status::Fled;
        let out = group.those(|who| !fight.body(who).active());
        let fallen = out.those(|who| !fled(who)).len();
        let lost = if self.rulings.morale_half_counts_fled { out.len() } else { fallen };
        let first = numbers.first && !record.first_done && fallen > 0;
        let half = numbers.half && !record.half_done && 2 * lost >= usize::from(record.start) && lost > 0;
        let record = &mut fight.groups[side.index()];
        record.first_done |= first;
        record.half_done |= half;
        first || half
    }

    /// Saves of all groups that have reason to, again while new reasons come of it (step 4.10).
    pub(super) fn morale<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        loop {
            let mut any = false;
            for side in (0..self.sides as u8).map(Side) {
                if fight.groups[side.index()].start > 0 && self.triggered(fight, side) {
                    any = true;
                    self.save_morale(fight, side, table);
                }
            }
            if !any {
                return;
            }
        }
    }

    /// A save of a whole group for another reason (BDP-336, BDP-516).
    pub(super) fn forced_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, side: Side, table: &mut Table<D, W>) {
        if fight.groups[side.index()].start > 0 {
            self.save_morale(fight, side, table);
        }
    }

    /// The saves (BDP-299, BDP-301, BDP-302, BDP-416, BDP-504).
    fn save_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, side: Side, table: &mut Table<D, W>) {
        let brave = |who: Slot| self.fighter(who).is(Trait::Mindless);
        let group = self.group(fight, side).those(|who| fight.body(who).active() && !brave(who));
        let allies = |fight: &Fight, who: Slot| {
            let inspires = |one: Slot| one != who && !self.hostile(one, who) && fight.body(one).active();
            fight.slots().any(|one| inspires(one) && self.fighter(one).has(Skill::Inspiring))
        };
        let leader = match self.rulings.morale_use {
            MoraleUse::Own => None,
            MoraleUse::Leader => group.those(|who| self.fighter(who).is(Trait::Leader)).into_iter().next(),
        };
        let save = |fight: &Fight, who: Slot, table: &mut Table<D, W>| {
            let test = Test::plain(self.ability(fight.body(who), self.book.morale.save));
            table.watch.count(who, count::MORALE_SAVES, 1);
            self.save.roll(test, who, &rolls::MORALE, table)
        };
        let led = leader.map(|leader| save(fight, leader, table));
        for who in group {
            if !fight.body(who).active() || allies(fight, who) {
                continue;
            }
            let stays = match led {
                Some(stays) => stays,
                None => save(fight, who, table),
            };
            if !stays {
                self.loses_heart(fight, who, table);
            }
        }
    }

    /// What those do who lose heart (BDP-302, R-36).
    fn loses_heart<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let away = self.rulings.morale_failure == MoraleFailure::Leave || self.dex_save(fight, who, &rolls::RETREAT, table);
        if away {
            table.watch.count(who, count::FLED, 1);
            self.goes_out(fight, who, Status::Fled, table);
        }
    }

    /// A DEX save in which a shock counts, and is used up (BDP-303, BDP-337, BDP-611, R-32).
    pub(super) fn dex_save<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        roll: &'static crate::dice::Roll,
        table: &mut Table<D, W>,
    ) -> bool {
        let round = fight.round;
        let body = fight.body_mut(who);
        let shocked = body.shocked_until > 0 && body.shocked_until >= round;
        body.shocked_until = 0;
        if shocked {
            table.tell("BDP-337", || format!("{} is shocked and fails", self.name(who)));
            return false;
        }
        let lame = fight.body(who).limbs_lost & 4 != 0;
        let test = Test { luck: Luck::of(false, lame), ..Test::plain(self.ability(fight.body(who), Ability::Dex)) };
        self.save.roll(test, who, roll, table)
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
        let armor = match self.rulings.direct_armor {
            DirectArmor::All => self.armor(target, fight.body(target)),
            _ => 0,
        };
        let amount = (amount - armor).max(0);
        if amount == 0 || !fight.body(target).active() {
            return;
        }
        let score = &mut fight.body_mut(target).abilities[ability.index()];
        *score = (i32::from(*score) - amount).max(0) as i16;
        let left = *score;
        table.watch.count(target, count::ABILITY_LOST, amount);
        table.tell(rule, || format!("{} loses {amount} {}: {left} left", self.name(target), ability.name()));
        let out = match ability {
            Ability::Str => Status::Dead,
            Ability::Dex => Status::Unconscious,
            Ability::Wil => Status::Debilitated,
        };
        if left == 0 {
            return self.goes_out(fight, target, out, table);
        }
        let saves = critical
            && match ability {
                Ability::Str => true,
                Ability::Dex => self.rulings.crit_dex(),
                Ability::Wil => self.rulings.crit_wil(),
            };
        if saves && !self.critical_save(fight, target, ability, table) {
            match ability {
                Ability::Str => self.critical(fight, target, super::harm::Cause::default(), false, table),
                _ => self.goes_out(fight, target, out, table),
            }
        }
    }
}
