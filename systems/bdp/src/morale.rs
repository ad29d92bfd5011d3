//! Morale: when foes lose heart, and what they do then.
//!
//! Owns step 4.10 of the specification. Start at [`Play::morale`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Side, Slots, Watch};

use super::metrics as count;
use super::rolls;
use super::rulings::{MoraleFailure, MoraleUse};
use super::save::Advantage;
use super::saving::Terms;
use super::sheet::{Skill, Trait};
use super::state::{Fight, Group, Status};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Begins the record of every group (step 4.2).
    pub(super) fn count_groups(&mut self) {
        for &side in &self.rules.grouped {
            let group = self.rules.others[side.index()] & self.fight.active();
            let record = &mut self.fight.groups[side.index()];
            *record = Group { there: group, ..Group::default() };
            let lone = group.single();
            self.fight.groups[side.index()].lone_done = lone.is_none_or(|who| self.fight.body(who).hp == 0);
        }
    }

    /// Counts the arrived combatants among their groups; where nobody was left, the group begins anew with them (step 4.10,
    /// BDP-298, BDP-300).
    pub(super) fn join_groups(&mut self, arrived: Slots) {
        for &side in &self.rules.grouped {
            let new = self.rules.others[side.index()] & arrived;
            if new.is_empty() {
                continue;
            }
            let mut before = self.fight.groups[side.index()];
            let left = before.there.any(|who| self.fight.is_active(who) && !new.has(who));
            let there = before.there | new;
            let record = if left {
                Group { there, ..before }
            } else {
                let lone_done = new.single().is_none_or(|who| self.fight.body(who).hp == 0);
                Group { there, gone: before.there, first_done: false, half_done: false, lone_done }
            };
            self.fight.groups[side.index()] = record;
        }
    }

    /// Saves of all groups that have reason to, again while new reasons come of it (step 4.10).
    #[inline(always)]
    pub(super) fn morale(&mut self) {
        for &side in &self.rules.grouped {
            if !self.rules.is_calm(self.fight, side) {
                return self.try_morale();
            }
        }
    }

    /// Rolls morale for every group that has a reason, until none has one left.
    #[inline(never)]
    fn try_morale(&mut self) {
        loop {
            let mut any = false;
            for &side in &self.rules.grouped {
                if let Some(why) = self.has_reason(side) {
                    any = true;
                    self.save_morale(side, why);
                }
            }
            if !any {
                return;
            }
        }
    }

    /// Returns the reason of a side to lose heart, which it has but once (BDP-298, BDP-300, R-36).
    pub(super) fn has_reason(&mut self, side: Side) -> Option<Counter> {
        if self.fight.groups[side.index()].there.is_empty() {
            return None;
        }
        let (record, why) = self.rules.reason(self.fight, side);
        self.fight.groups[side.index()] = record;
        why
    }

    /// A save of a whole group for another reason (BDP-336, BDP-516).
    pub(super) fn forced_morale(&mut self, side: Side) {
        if !self.fight.groups[side.index()].there.is_empty() {
            self.save_morale(side, count::FLED_FORCED);
        }
    }

    /// The saves (BDP-299, BDP-416, BDP-490, BDP-503, BDP-504).
    fn save_morale(&mut self, side: Side, why: Counter) {
        let rules = self.rules;
        let fearless =
            |fight: &Fight, who: Slot| rules.fighter(who).is(Trait::Mindless) || !PLAIN && fight.body(who).plight.home;
        let group = rules.others[side.index()] & self.fight.active();
        let group = group.those(|who| !fearless(self.fight, who));
        let leader = match rules.rulings().morale_use {
            MoraleUse::Own => None,
            MoraleUse::Leader => group.those(|who| rules.fighter(who).is(Trait::Leader)).into_iter().next(),
        };
        let led = leader.map(|leader| self.keeps_heart(leader));
        for who in group {
            self.stands_or_flees(who, led, why);
        }
    }

    /// One of a group whose leader has saved like this, or which saves for itself (BDP-299, BDP-504).
    pub(super) fn stands_or_flees(&mut self, who: Slot, led: Option<bool>, why: Counter) {
        if !self.fight.is_active(who) || self.rules.is_inspired(self.fight, who) {
            return;
        }
        let stays = match led {
            Some(stays) => stays,
            None => self.keeps_heart(who),
        };
        if !stays {
            self.loses_heart(who, why);
        }
    }

    /// One save; a combatant that passes it makes it again when an impressive enemy stands before it (BDP-298, BDP-503).
    fn keeps_heart(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let save = rules.book.morale.save;
        self.table.watch.count(who, count::MORALE_SAVES, 1);
        if !self.ability_save(who, save, 0, Advantage::Neither, &rolls::MORALE) {
            return false;
        }
        let impressive =
            !PLAIN && rules.active_foes(self.fight, who).into_iter().any(|foe| rules.fighter(foe).has(Skill::Impressive));
        if !impressive {
            return true;
        }
        self.table.tell("BDP-503", || format!("{} looks again", rules.name(who)));
        let terms = Terms { change: -rules.book.skill.impressive_morale, ..Terms::default() };
        self.save_on(who, save, terms, &rolls::MORALE)
    }

    /// Plays what a combatant does that loses heart (BDP-302, R-36).
    fn loses_heart(&mut self, who: Slot, why: Counter) {
        let away = self.rules.rulings().morale_failure == MoraleFailure::Leave || self.dex_save(who, &rolls::RETREAT);
        if away {
            self.table.watch.count(who, count::FLED, 1);
            self.table.watch.count(who, why, 1);
            self.goes_out(who, Status::Fled);
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if a side can be seen at a glance to have no reason to lose heart: it is not in the fight, all are standing, the
    /// lone one with HP left or out, or there is no reason left for which it would not have saved.
    #[inline(always)]
    fn is_calm(&self, fight: &Fight, side: Side) -> bool {
        let record = &fight.groups[side.index()];
        let all = record.counted();
        let standing = all & fight.active();
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

    /// True if nobody has reason to lose heart.
    pub(super) fn is_settled(&self, fight: &Fight) -> bool {
        self.grouped.iter().all(|&side| {
            let record = fight.groups[side.index()];
            record.there.is_empty() || self.reason(fight, side).1.is_none()
        })
    }

    /// The reasons of a side to lose heart, each once, and its record after that (BDP-298, BDP-300, R-36).
    fn reason(&self, fight: &Fight, side: Side) -> (Group, Option<Counter>) {
        let numbers = &self.book.morale;
        let mut record = fight.groups[side.index()];
        let group = record.counted();
        let standing = group & fight.active();
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

    /// True if an ally beside it keeps up its heart (BDP-504).
    fn is_inspired(&self, fight: &Fight, who: Slot) -> bool {
        if self.ordinary() {
            return false;
        }
        (self.lineup.friends(who) & fight.active()).without(who).any(|one| self.fighter(one).has(Skill::Inspiring))
    }
}
