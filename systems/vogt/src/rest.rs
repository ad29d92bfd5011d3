//! Days of `vogt`: their beginning, the meeting of sides, partings, rests, travel.
//!
//! Owns what is carried over and what is not. Start at [`Play::begin_day`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::day::Sides;
use frame::fight::{Ending, Marked as _, Rounding, Sentence, Slots, Watch};

use super::act::Test;
use super::harm::Luck;
use super::rulings::{EndCondition, LeftBehind, LoadAtRest};
use super::sheet::{RolledAbilities, Status};
use super::state::{Body, Fields, Fight, Phase};
use super::{Core, Play, RestKind, inventory, rolls};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The condition in which the scenario says a day begins; abilities and belongings that are rolled are rolled here.
    #[inline]
    pub(super) fn begin_day(&mut self) {
        self.fight.clone_from(&self.rules.morning);
        if self.rules.rolls_characters {
            self.roll_characters(Slots::first(self.fight.bodies.len()));
        }
    }

    /// Begins a day anew for everybody of these sides alone; nobody fears them any longer.
    #[inline(never)]
    pub(super) fn renew(&mut self, sides: Sides) {
        let rules = self.rules;
        let fresh = rules.lineup.members_of(sides);
        self.fight.met = self.fight.met.but(sides);
        for who in self.fight.slots() {
            let body = self.fight.body_mut(who);
            if fresh.has(who) {
                *body = *rules.morning.body(who);
            } else if !(body.fears & fresh).is_empty() {
                body.fears = body.fears.those(|feared| !fresh.has(feared));
                if body.fears.is_empty() {
                    body.lose(Status::Afraid);
                }
            }
        }
        if rules.rolls_characters {
            self.roll_characters(fresh);
        }
        fresh.for_each(|who| rules.muster(self.fight, who));
    }

    /// Rolls the abilities and belongings of those who are made by dice.
    #[inline(never)]
    fn roll_characters(&mut self, those: Slots) {
        for who in those {
            let fighter = self.rules.fighter(who);
            if let Some(afterwards) = fighter.rolled {
                self.roll_abilities(who, afterwards);
                self.fight.body_mut(who).stowed = fighter.start.stowed;
                inventory::settle(fighter, &self.rules.book, self.fight.body_mut(who));
            }
            if fighter.belongings {
                self.roll_belongings(who);
            }
        }
    }

    /// Four abilities, each the die that rolls lowest, and what may be improved afterwards (VOG-203, VOG-204).
    fn roll_abilities(&mut self, who: Slot, afterwards: RolledAbilities) {
        for ability in 0..4 {
            self.fight.body_mut(who).abilities[ability] = self.roll_ability(who);
        }
        let abilities = self.fight.body(who).abilities;
        let by_size = |index: &usize| abilities[*index].sides;
        let largest = (0..4).rev().max_by_key(by_size).unwrap_or(0);
        let smallest = (0..4).min_by_key(by_size).unwrap_or(0);
        let swapped = match afterwards {
            RolledAbilities::Keep => None,
            RolledAbilities::RerollSmallest => {
                self.fight.body_mut(who).abilities[smallest] = self.roll_ability(who);
                None
            }
            RolledAbilities::LargestToStr => Some((0, largest)),
            RolledAbilities::LargestToDex => Some((1, largest)),
            RolledAbilities::LargestToAwr => Some((2, largest)),
            RolledAbilities::LargestToWil => Some((3, largest)),
            RolledAbilities::SmallestToStr => Some((0, smallest)),
            RolledAbilities::SmallestToDex => Some((1, smallest)),
            RolledAbilities::SmallestToAwr => Some((2, smallest)),
            RolledAbilities::SmallestToWil => Some((3, smallest)),
        };
        if let Some((one, other)) = swapped {
            self.fight.body_mut(who).abilities.swap(one, other);
        }
        self.table.tell("VOG-203", || {
            let [str, dex, awr, wil] = self.fight.body(who).abilities;
            format!("{} has STR {str}, DEX {dex}, AWR {awr}, WIL {wil}", self.rules.name(who))
        });
    }

    /// The die that rolls lowest; among equals the one with more faces (VOG-203).
    pub(super) fn roll_ability(&mut self, who: Slot) -> Die {
        let lowest = |play: &mut Self| {
            let mut best = (i32::MAX, 0);
            for &sides in &play.rules.book.creation.dice {
                let face = play.table.roll(who, &rolls::ABILITY, u32::from(sides));
                if face < best.0 || face == best.0 && sides > best.1 {
                    best = (face, sides);
                }
            }
            i64::from(best.1)
        };
        Die::new(1, self.settle(&rolls::ABILITY, |_| [], lowest) as u8)
    }

    /// Gold and one random item (VOG-207, VOG-208).
    fn roll_belongings(&mut self, who: Slot) {
        let (fighter, body) = (self.rules.fighter(who), self.fight.body_mut(who));
        let creation = &self.rules.book.creation;
        let gold = self.table.sum(who, &rolls::GOLD, creation.gold) * creation.gold_factor;
        body.gold = gold;
        if creation.items.is_empty() {
            self.table.tell("VOG-207", || format!("{} owns {gold} gold", fighter.name));
            return;
        }
        let item = &creation.items[self.table.roll(who, &rolls::BELONGING, creation.items.len() as u32) as usize - 1];
        inventory::take_up(item, fighter, &self.rules.book, body);
        self.table.tell("VOG-207, VOG-208", || format!("{} owns {gold} gold and {}", fighter.name, item.name));
    }

    /// S1: these sides come face to face; an ending when there is nobody to fight (VOG-007).
    pub(super) fn begin_fight(&mut self, sides: Sides) -> Option<Ending> {
        let rules = self.rules;
        (self.fight.sides, self.fight.round, self.fight.phase) = (sides, 0, Phase::Declare);
        self.fight.queue.clear();
        (self.fight.present, self.fight.active) = (Slots::NONE, Slots::NONE);
        let to_come = rules.lineup.arrivals.after_round(0);
        for (who, (body, fighter)) in (0..).map(Slot).zip(self.fight.bodies.iter_mut().zip(&rules.fighters)) {
            let fallen = rules.unconscious(body);
            let left_behind = rules.is_left_behind(self.fight.met, who, body);
            body.in_field = sides.has(fighter.side) && !body.dead && !left_behind && !to_come.has(who);
            body.at = rules.places.get(who.index()).copied().unwrap_or_default();
            if body.in_field {
                body.prone |= fallen;
                self.fight.present = self.fight.present.with(who);
                self.fight.active = if fallen { self.fight.active } else { self.fight.active.with(who) };
            }
        }
        (self.fight.met, self.fight.somebody_fell) = (self.fight.met | sides, false);
        rules.ending(self.fight)
    }

    /// B1: what does not outlast a fight, for the sides that met in it. What happens from here on happens in no round of it.
    pub(super) fn end_fight(&mut self) {
        let rules = self.rules;
        let to_come = rules.lineup.arrivals.after_round(self.fight.round);
        let never_came = |play: &Self, who: Slot| {
            let body = play.fight.body(who);
            let late = rules.lineup.arrivals.late().has(who);
            to_come.has(who) || late && !body.in_field && rules.unconscious(body)
        };
        let were_there = rules.lineup.members_of(self.fight.sides).those(|who| !never_came(self, who));
        self.fight.round = 0;
        for who in were_there {
            let body = self.fight.body_mut(who);
            body.clear(Fields::Fight);
            for status in Status::ALL {
                // Between two fights lies more than the few rounds that it was given for.
                let timed = body.until[status as usize] > 0;
                let ends = rules.book.status.end_after_fight || timed;
                if ends && !body.is_lasting(status) && body.has(status) {
                    body.lose(status);
                    self.table
                        .tell("R-54", || format!("{} is no longer {}: the fight is over", rules.name(who), status.word()));
                }
            }
            let body = self.fight.body_mut(who);
            rules.get_back_up(body);
            self.fight.end_help(who);
            rules.muster(self.fight, who);
        }
    }

    /// B3, B4: a rest of everybody of these sides who is alive (VOG-075, VOG-077, R-43).
    #[inline(never)]
    pub(super) fn take_rest(&mut self, kind: RestKind, sides: Sides) {
        let rules = self.rules;
        let percent = i32::from(rules.book.rest.interruption_percent);
        if percent > 0 && self.table.at_most(Slot::MASTER, &rolls::INTERRUPTION, 100, percent) {
            self.table.tell("R-43", || "the rest is interrupted and gives nothing".to_owned());
            return;
        }
        let alive = rules.lineup.members_of(sides).those(|who| !self.fight.body(who).dead);
        for who in alive {
            match kind {
                RestKind::Siesta => self.siesta(who),
                RestKind::FullRest => self.full_rest(who),
            }
            if rules.rulings.load_at_rest == LoadAtRest::PutDown {
                self.fight.body_mut(who).on_the_road = 0;
            }
            rules.muster(self.fight, who);
        }
        if rules.rulings.load_at_rest == LoadAtRest::Carried {
            let hours = match kind {
                RestKind::Siesta => rules.book.siesta.hours,
                RestKind::FullRest => rules.book.full_rest.hours,
            };
            self.carry(hours * 60, sides);
        }
    }

    /// Applies a siesta: a part of the maximum of hit points, as often in a day as there may be one (VOG-076, R-43).
    fn siesta(&mut self, who: Slot) {
        let rules = self.rules;
        let numbers = &rules.book.siesta;
        if numbers.max_per_day.is_some_and(|most| self.fight.body(who).siestas >= most) || !self.takes_siesta(who) {
            self.table
                .tell("VOG-076", || format!("{} takes no siesta: it has had all of the day, or wants none", rules.name(who)));
            return;
        }
        let before = *self.fight.body(who);
        let body = self.fight.body_mut(who);
        body.siestas = body.siestas.saturating_add(1);
        body.exhaustion = body.exhaustion.saturating_sub(u16::from(numbers.exhaustion_removed));
        let hp_max = rules.hp_max(who, self.fight.body(who));
        let body = self.fight.body_mut(who);
        body.hp = body.hp.saturating_add(numbers.hp.of(hp_max, Rounding::Down)).min(hp_max);
        rules.get_back_up(body);
        self.table
            .tell("VOG-076", || format!("{} takes a siesta: {}", rules.name(who), regained_by(&before, self.fight.body(who))));
    }

    /// Applies a full rest: exhaustion goes, hit points and technique dice come back (VOG-077, VOG-078, VOG-079, VOG-216,
    ///
    fn full_rest(&mut self, who: Slot) {
        let rules = self.rules;
        let numbers = &rules.book.full_rest;
        let body = self.fight.body_mut(who);
        let before = *body;
        body.siestas = 0;
        body.exhaustion = match numbers.exhaustion_removed {
            None => 0,
            Some(levels) => body.exhaustion.saturating_sub(u16::from(levels)),
        };
        let hp_max = rules.hp_max(who, self.fight.body(who));
        let full = rules.fighter(who).technique_dice;
        let body = self.fight.body_mut(who);
        let regained = numbers.hp.of(hp_max, Rounding::Down);
        body.hp = if regained >= hp_max { hp_max } else { body.hp.saturating_add(regained).min(hp_max) };
        for (left, full) in body.technique_dice.iter_mut().zip(full) {
            let back = numbers.technique_dice.of(i32::from(full), Rounding::Down);
            *left = (i32::from(*left) + back).min(i32::from(full)) as u8;
        }
        rules.get_back_up(body);
        self.table.tell("VOG-077, VOG-078, VOG-079", || {
            format!("{} rests fully: {}", rules.name(who), regained_by(&before, self.fight.body(who)))
        });
    }

    /// B5: time on the road with too heavy a load (VOG-063, VOG-064, R-33, R-47). Minutes that are too few for a save count
    /// with those that follow.
    #[inline(never)]
    pub(super) fn carry(&mut self, minutes: u32, sides: Sides) {
        let rules = self.rules;
        let numbers = &rules.book.encumbrance;
        let walking = rules.lineup.members_of(sides);
        for who in walking {
            let body = self.fight.body_mut(who);
            body.on_the_road = body.on_the_road.saturating_add(minutes);
        }
        while walking.into_iter().any(|who| self.fight.body(who).on_the_road >= numbers.minutes) {
            for who in walking {
                let body = self.fight.body_mut(who);
                if body.on_the_road < numbers.minutes {
                    continue;
                }
                body.on_the_road -= numbers.minutes;
                let over = i32::from(body.over_slots);
                if over == 0 || body.dead {
                    continue;
                }
                let against = rules.add_load(0, over);
                let test = Test { ability: numbers.ability, luck: Luck::Even, roll: &rolls::ENCUMBRANCE, against };
                let kept = self.reaches(who, test, |play, check, kept| {
                    let against = rules.add_load(play.table.adds(), over);
                    play.table.tell("VOG-063, VOG-064", || {
                        let word = if kept { "bears" } else { "is worn down by" };
                        let sentence = Sentence::new(format!("{} {word} a load of {over} slots too many: ", rules.name(who)));
                        sentence.sum(check).and(" against ").sum(against)
                    });
                });
                if !kept {
                    self.exhaust(who, false);
                }
            }
        }
    }
}

/// Returns what a rest has given back, in words.
fn regained_by(before: &Body, after: &Body) -> String {
    let mut text = format!("{} HP back, {} now", after.hp - before.hp, after.hp);
    if before.exhaustion > 0 {
        let instead = if after.exhaustion == before.exhaustion {
            " as before".to_owned()
        } else {
            format!(" instead of {}", before.exhaustion)
        };
        text += &format!("; exhaustion {}{instead}", after.exhaustion);
    }
    let dice = |body: &Body| body.technique_dice.iter().map(|&dice| u32::from(dice)).sum::<u32>();
    if dice(after) > dice(before) {
        text += &format!("; {} technique dice back", dice(after) - dice(before));
    }
    text
}

impl Core {
    /// True if a combatant has fallen in an earlier fight and was left behind (step B2).
    fn is_left_behind(&self, met: Sides, who: Slot, body: &Body) -> bool {
        met.has(self.fighter(who).side)
            && self.rulings.unconscious_between_fights == LeftBehind::LeftBehind
            && self.unconscious(body)
    }

    /// E1: those of these sides who could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let (mut able, mut awake) = (Sides::NONE, false);
        for (who, (body, fighter)) in (0..).map(Slot).zip(fight.bodies.iter().zip(&self.fighters)) {
            if body.dead || !sides.has(fighter.side) {
                continue;
            }
            let fallen = self.unconscious(body);
            awake |= !fallen;
            let fights = match self.rulings.end_condition {
                EndCondition::Incapacitated => !fallen,
                EndCondition::Dead => !self.is_left_behind(fight.met, who, body),
            };
            able = if fights { able.with(fighter.side) } else { able };
        }
        if awake { able } else { Sides::NONE }
    }

    /// Puts those who are conscious and have a leg on their feet again, since no fight keeps them down (VOG-097).
    fn get_back_up(&self, body: &mut Body) {
        if !self.unconscious(body) && body.legs > 0 {
            body.prone = false;
        }
    }
}
