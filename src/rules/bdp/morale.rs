//! Morale: when foes lose heart, and what they do then.
//!
//! Owns step 4.10 of the specification. Start at [`Core::morale`].

use crate::dice::{Dice, Slot};
use crate::fight::watch::Counter;
use crate::fight::{Side, Table, Watch};

use super::Core;
use super::metrics as count;
use super::rolls;
use super::rulings::{MoraleFailure, MoraleUse};
use super::save::Luck;
use super::sheet::{Skill, Trait};
use super::state::{Fight, Group, Status};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Begins the record of every group (step 4.2).
    pub(super) fn count_groups(&self, fight: &mut Fight) {
        for &side in &self.grouped {
            let group = self.others[side.index()] & fight.active();
            let record = &mut fight.groups[side.index()];
            *record = Group { there: group, ..Group::default() };
            let lone = group.single();
            fight.groups[side.index()].lone_done = lone.is_none_or(|who| fight.body(who).hp == 0);
        }
    }

    /// Whether a side can be seen at a glance to have no reason to lose heart: it is not in the fight, all are standing, the
    /// lone one with HP left or out, or there is no reason left for which it would not have saved.
    #[inline(always)]
    fn is_calm(&self, fight: &Fight, side: Side) -> bool {
        let record = &fight.groups[side.index()];
        let (all, standing) = (record.there, record.there & fight.active());
        match (standing.single(), all.single()) {
            (Some(lone), Some(_)) => record.lone_done || fight.body(lone).hp != 0,
            (None, Some(_)) => true,
            _ => {
                let numbers = &self.book.morale;
                let half = 2 * (all.len() - standing.len()) >= all.len();
                standing == all || (record.first_done || !numbers.first) && (record.half_done || !numbers.half || !half)
            }
        }
    }

    /// Whether nobody has reason to lose heart.
    pub(super) fn is_settled(&self, fight: &Fight) -> bool {
        self.grouped.iter().all(|&side| {
            let record = fight.groups[side.index()];
            record.there.is_empty() || self.reason(fight, side).1.is_none()
        })
    }

    /// Whether a side has reason to lose heart, each reason once, and its record after that (BDP-298, BDP-300, R-36).
    fn reason(&self, fight: &Fight, side: Side) -> (Group, Option<Counter>) {
        let numbers = &self.book.morale;
        let mut record = fight.groups[side.index()];
        let (group, standing) = (record.there, record.there & fight.active());
        if group.single().is_some() {
            let Some(lone) = standing.single() else { return (record, None) };
            let band = self.is(lone, Trait::Detachment);
            let beaten = numbers.lone && !record.lone_done && !band && fight.body(lone).hp == 0;
            record.lone_done |= beaten;
            return (record, beaten.then_some(count::FLED_LONE));
        }
        let fled = |who: Slot| fight.body(who).status == Status::Fled;
        let out = group.those(|who| !fight.is_active(who));
        let fallen = out.those(|who| !fled(who)).len();
        let lost = if self.rulings().morale_half_counts_fled { out.len() } else { fallen };
        let first = numbers.first && !record.first_done && fallen > 0;
        let half = numbers.half && !record.half_done && 2 * lost >= group.len() && lost > 0;
        record.first_done |= first;
        record.half_done |= half;
        let why = match (first, half) {
            (_, true) => Some(count::FLED_HALF),
            (true, false) => Some(count::FLED_FIRST),
            (false, false) => None,
        };
        (record, why)
    }

    /// Saves of all groups that have reason to, again while new reasons come of it (step 4.10).
    #[inline(always)]
    pub(super) fn morale<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        for &side in &self.grouped {
            if !self.is_calm(fight, side) {
                return self.try_morale(fight, table);
            }
        }
    }

    #[inline(never)]
    fn try_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        loop {
            let mut any = false;
            for &side in &self.grouped {
                if fight.groups[side.index()].there.is_empty() {
                    continue;
                }
                let (record, why) = self.reason(fight, side);
                fight.groups[side.index()] = record;
                if let Some(why) = why {
                    any = true;
                    self.save_morale(fight, side, why, table);
                }
            }
            if !any {
                return;
            }
        }
    }

    /// A save of a whole group for another reason (BDP-336, BDP-516).
    pub(super) fn forced_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, side: Side, table: &mut Table<D, W>) {
        if !fight.groups[side.index()].there.is_empty() {
            self.save_morale(fight, side, count::FLED_FORCED, table);
        }
    }

    /// The saves (BDP-299, BDP-301, BDP-302, BDP-416, BDP-490, BDP-503, BDP-504).
    fn save_morale<D: Dice, W: Watch>(&self, fight: &mut Fight, side: Side, why: Counter, table: &mut Table<D, W>) {
        let fearless =
            |fight: &Fight, who: Slot| self.fighter(who).is(Trait::Mindless) || !PLAIN && fight.body(who).plight.home;
        let group = self.others[side.index()] & fight.active();
        let group = group.those(|who| !fearless(fight, who));
        let leader = match self.rulings().morale_use {
            MoraleUse::Own => None,
            MoraleUse::Leader => group.those(|who| self.fighter(who).is(Trait::Leader)).into_iter().next(),
        };
        let led = leader.map(|leader| self.keeps_heart(fight, leader, table));
        for who in group {
            if !fight.is_active(who) || self.is_inspired(fight, who) {
                continue;
            }
            let stays = match led {
                Some(stays) => stays,
                None => self.keeps_heart(fight, who, table),
            };
            if !stays {
                self.loses_heart(fight, who, why, table);
            }
        }
    }

    /// Whether somebody beside it keeps up its heart (BDP-504).
    fn is_inspired(&self, fight: &Fight, who: Slot) -> bool {
        if self.ordinary() {
            return false;
        }
        let inspires = |one: Slot| one != who && !self.hostile(one, who) && fight.is_active(one);
        fight.slots().any(|one| inspires(one) && self.fighter(one).has(Skill::Inspiring))
    }

    /// One save; those who pass it make it again when an impressive enemy stands before them (BDP-298, BDP-503).
    fn keeps_heart<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let save = self.book.morale.save;
        table.watch.count(who, count::MORALE_SAVES, 1);
        if !self.ability_save(fight, who, (save, 0, Luck::Even), &rolls::MORALE, table) {
            return false;
        }
        let impressive = !PLAIN && self.active_foes(fight, who).into_iter().any(|foe| self.fighter(foe).has(Skill::Impressive));
        if !impressive {
            return true;
        }
        let before = fight.body(who).abilities[save.index()];
        fight.body_mut(who).abilities[save.index()] = before - self.book.skill.impressive_morale as i16;
        table.tell("BDP-503", || format!("{} looks again", self.name(who)));
        let stays = self.ability_save(fight, who, (save, 0, Luck::Even), &rolls::MORALE, table);
        fight.body_mut(who).abilities[save.index()] = before;
        stays
    }

    /// What those do who lose heart (BDP-302, R-36).
    fn loses_heart<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, why: Counter, table: &mut Table<D, W>) {
        let away = self.rulings().morale_failure == MoraleFailure::Leave || self.dex_save(fight, who, &rolls::RETREAT, table);
        if away {
            table.watch.count(who, count::FLED, 1);
            table.watch.count(who, why, 1);
            self.goes_out(fight, who, Status::Fled, table);
        }
    }
}
