//! The time between fights in `heimr`: the beginning of a day, care, breathers, short rests, the night.
//!
//! Owns section 4.21 of the specification. How a fight begins is in [`round`](super::round). Start at [`Play::end_fight`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::Sides;
use frame::fight::{Marked as _, Rounding, Slots, Watch};

use super::book::FatigueBetweenFights;
use super::derived::Level;
use super::fighter::{is_injured, rounds};
use super::metrics as count;
use super::rolls;
use super::rulings::{NightWillpower, ShortRestWillpower, Stabilise, Treatment};
use super::state::{Body, Exit, Fields, Place};
use super::{Core, Play, RestKind};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// After a fight: care, breath, gear; what does not outlast a fight ends.
    pub(super) fn end_fight(&mut self) {
        let rules = self.rules;
        let cared_for: Slots =
            self.fight.slots().filter(|&who| rules.cares_for(who, |one| rules.stands(self.fight.body(one)))).collect();
        for who in rules.lineup.members_of(self.fight.sides) {
            if self.fight.body(who).exit != Exit::Absent {
                self.care(who, cared_for.has(who));
                self.clear_after_fight(who);
            } else if self.fight.body(who).unconscious && cared_for.has(who) {
                // Left lying before, and found now.
                self.care(who, true);
                self.fight.body_mut(who).prone = false;
            }
        }
    }

    /// The dying are stabilised or die, the unconscious are brought round by those that care for them, injuries are treated
    /// (HEI-078, HEI-218, R-54).
    pub(super) fn care(&mut self, who: Slot, cared_for: bool) {
        let rules = self.rules;
        let body = self.fight.body(who);
        if body.dead {
            return;
        }
        if rules.level(body.hp) >= Level::Mangled && !body.stabilised {
            if !cared_for || !self.happens(who, &rolls::STABILISE, rules.book.care.chance_percent) {
                self.dies(who);
                return;
            }
            self.is_stabilised(who);
            self.table.watch.count(who, count::STABILISED, 1);
        }
        let body = self.fight.body_mut(who);
        (body.unconscious_round, body.death_round) = (0, 0);
        let wakes = body.unconscious && cared_for;
        if wakes {
            body.unconscious = false;
            self.table.tell("HEI-218", || format!("{} is brought round", rules.name(who)));
        }
        let body = self.fight.body_mut(who);
        let injured = is_injured(body.hp, &rules.book);
        let treated = match rules.rulings.treatment {
            Treatment::None => return,
            Treatment::OneHp => body.hp.max(1),
            Treatment::Full => rules.fighter(who).hp_max,
        };
        if injured {
            let (hp, injuries) = (treated - body.hp, body.injuries.count_ones() as i32);
            (body.hp, body.injuries, body.stabilised) = (treated, 0, false);
            self.table.watch.count(who, count::HP_REGAINED, hp);
            self.table.watch.count(who, count::INJURIES_TREATED, injuries);
            self.table.tell("R-54", || format!("{} is treated: {treated} HP", rules.name(who)));
        }
    }

    /// True if something happens that has a chance of so many percent; nothing is rolled for what is certain.
    fn happens(&mut self, who: Slot, roll: &'static Roll, percent: u8) -> bool {
        match percent {
            0 => false,
            100.. => true,
            _ => self.table.roll(who, roll, 100) <= i32::from(percent),
        }
    }

    /// Ends all that does not outlast a fight (section 4.21 of the specification; HEI-140).
    pub(super) fn clear_after_fight(&mut self, who: Slot) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let start = rules.morning.body(who);
        let body: &mut Body = self.fight.body_mut(who);
        let kept = *body;
        *body = start.with(Fields::Day, &kept);
        body.clear(Fields::Fight);
        body.prone = kept.unconscious && !kept.dead;
        for item in 0..fighter.gear.items() {
            let place = kept.places[item];
            let lost =
                place == Place::Gone || !rules.book.gear.recovered && matches!(place, Place::Ground(_) | Place::Elsewhere);
            let gained = !rules.book.gear.recovered && start.places[item] == Place::Elsewhere;
            let usual = match body.places[item] {
                _ if place.in_hand() && gained => Place::Worn,
                _ if gained => place,
                usual if usual == place => usual,
                _ if lost => Place::Gone,
                usual => usual,
            };
            body.places.put(item, usual);
        }
        if rules.book.ammo.recovered {
            body.ammunition = start.ammunition;
        } else {
            let weapons = fighter.gear.weapons.iter().enumerate();
            let empty = weapons.filter(|(index, weapon)| weapon.ammo && kept.ammunition[*index] == 0);
            body.loaded = empty.fold(body.loaded, |loaded, (index, _)| loaded & !(1 << index));
        }
        rules.injured.lay_down(rules.rulings(), body);
        match rules.book.rest.fatigue {
            // Its base is that of what it wields from now on.
            FatigueBetweenFights::Base => self.breathe_out(who),
            FatigueBetweenFights::Kept => body.effort.grown = 0,
        }
    }

    /// True if a combatant is kept from its short rest by having to do something (HEI-071).
    fn is_interrupted(&mut self, who: Slot) -> bool {
        let interrupted = self.happens(who, &rolls::INTERRUPTION, self.rules.book.rest.interrupted_percent);
        if interrupted {
            self.table.watch.count(who, count::RESTS_INTERRUPTED, 1);
            self.table.tell("HEI-071", || format!("{} is interrupted in its rest", self.rules.name(who)));
        }
        interrupted
    }

    /// A rest of everybody of these sides who is alive (HEI-067 to HEI-071, HEI-140, R-55).
    pub(super) fn take_rest(&mut self, kind: RestKind, sides: Sides) {
        let rules = self.rules;
        for who in rules.lineup.members_of(sides) {
            let minutes = match kind {
                RestKind::Breather => 0,
                RestKind::ShortRest => rules.book.rest.short_minutes,
                RestKind::Night => u32::MAX,
            };
            self.time_passes(who, minutes);
            if self.fight.body(who).dead {
                continue;
            }
            self.breathe_out(who);
            if kind == RestKind::Breather {
                continue;
            }
            let (fighter, hp_max) = (rules.fighter(who), rules.fighter(who).hp_max);
            let fit = self.fight.body(who).hp >= i32::from(rules.book.rest.min_hp);
            let profits = fit && !(kind == RestKind::ShortRest && self.is_interrupted(who));
            let body = self.fight.body_mut(who);
            let before = *body;
            if profits {
                body.hp = body.hp.max(rules.book.rest.short_hp.of(hp_max, Rounding::Down).min(hp_max));
                body.skills_used = 0;
                if rules.rulings.short_rest_willpower == ShortRestWillpower::Full {
                    body.willpower = fighter.willpower_max;
                }
            }
            if kind == RestKind::Night && rules.rulings.night_willpower == NightWillpower::Full {
                body.willpower = fighter.willpower_max;
            }
            let (hp, willpower) = (body.hp - before.hp, i32::from(body.willpower) - i32::from(before.willpower));
            self.table.watch.count(who, count::HP_REGAINED, hp);
            self.table.watch.count(who, count::WILLPOWER_REGAINED, willpower);
            self.table.tell("HEI-068, HEI-070", || {
                let body = self.fight.body(who);
                let minutes = if kind == RestKind::ShortRest { rules.book.rest.short_minutes } else { 0 };
                let time = if minutes > 0 { format!(" for {minutes} minutes") } else { String::new() };
                format!("{} rests{time}: {} HP, {} WP", rules.name(who), body.hp, body.willpower)
            });
        }
    }

    /// Time on the road is time to catch one's breath (HEI-140).
    pub(super) fn take_road(&mut self, minutes: u32, sides: Sides) {
        if minutes > 0 {
            for who in self.rules.lineup.members_of(sides) {
                self.time_passes(who, minutes);
                self.breathe_out(who);
            }
        }
    }

    /// The clocks of a dying combatant run between fights as well (HEI-070, HEI-076, HEI-077, R-51).
    fn time_passes(&mut self, who: Slot, minutes: u32) {
        let body = self.fight.body(who);
        if minutes == 0 || body.dead || body.stabilised || self.rules.level(body.hp) < Level::Mangled {
            return;
        }
        self.dies_on(who, rounds(minutes.saturating_mul(60), &self.rules.book));
    }

    /// The clocks of those who were dying before the day began have run for a while (HEI-076, HEI-077).
    pub(super) fn go_on_dying(&mut self, those: Slots) {
        for who in those {
            self.dies_on(who, self.rules.fighter(who).start.dying_rounds);
        }
    }

    /// The clocks of a dying combatant run for so many rounds outside of a fight (HEI-076, HEI-077, R-51).
    fn dies_on(&mut self, who: Slot, rounds: u32) {
        let last = std::mem::take(&mut self.fight.round);
        self.start_clocks(who);
        self.fight.round = last;
        if self.fight.body(who).death_round <= rounds {
            self.dies(who);
            return;
        }
        let body = self.fight.body_mut(who);
        body.death_round -= rounds;
        body.unconscious_round = body.unconscious_round.saturating_sub(rounds);
        if body.unconscious_round == 0 && !body.unconscious {
            self.faint(who);
            self.table.tell("HEI-076", || format!("{} falls unconscious", self.rules.name(who)));
        }
    }

    /// Fatigue returns to its base (HEI-140).
    fn breathe_out(&mut self, who: Slot) {
        let base = self.rules.base_fatigue(who, self.fight.body(who));
        let effort = &mut self.fight.body_mut(who).effort;
        let shed = i32::from(effort.fatigue.saturating_sub(base));
        (effort.fatigue, effort.grown) = (effort.fatigue.min(base), 0);
        self.table.watch.count(who, count::FATIGUE_SHED, shed);
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if a combatant is looked after when there is time for it, by those of its side that still can.
    pub(super) fn cares_for(&self, who: Slot, can: impl Fn(Slot) -> bool) -> bool {
        match self.rulings.stabilise {
            Stabilise::All => true,
            Stabilise::None => false,
            Stabilise::Winners => self.lineup.members(self.fighter(who).side).any(can),
        }
    }
}
