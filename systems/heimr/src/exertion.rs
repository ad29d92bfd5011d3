//! The toll of rolls and actions on those who make them: fatigue, which physical rolls meet, raise and suffer from; willpower,
//! which pays for rolling again; and the actions that take longer than a moment.
//!
//! Owns what a fight counts and tells of it, and the challenge requirement; the rule of the roll itself is in
//! [`challenge`](super::challenge). Start at [`Play::exerts`] and [`Play::passes`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::sum::Sum;
use frame::fight::{Adds, Sentence, Watch};

use super::abilities::{AbilityId, Score};
use super::challenge::{Attempt, Cast, Means, Rolled, Toll, may_roll_again, taken};
use super::metrics as count;
use super::rulings::LowFatigue;
use super::state::{Body, Fight, Upcoming};
use super::turn::Turn;
use super::{Core, Play};

/// A challenge requirement, and what a combatant meets it with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The ability that is asked for.
    pub ability: AbilityId,
    /// Consistency and potential, before weariness.
    pub score: Score,
    /// The requirement.
    pub cr: i32,
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Takes the toll of a roll, and tells when the combatant tires; true if the roll meets fatigue, or need not (HEI-136).
    #[inline]
    pub(super) fn exerts(&mut self, who: Slot, rolled: Rolled, toll: Toll) -> bool {
        let rules = self.rules;
        let effort = &mut self.fight.body_mut(who).effort;
        let before = effort.fatigue;
        let meets = rules.check.fatigue.judge_in(rules.rulings().fatigue_order, rolled, effort, toll);
        let after = effort.fatigue;
        if after != before {
            self.table.watch.most(who, count::FATIGUE_PEAK, i32::from(after));
            self.table.tell("HEI-136", || format!("{} tires: fatigue {after}", rules.name(who)));
        }
        meets
    }

    /// Fatigue that lies below its base rises to it, by the ruling.
    #[inline(always)]
    pub(super) fn keep_up_fatigue(&mut self, who: Slot) {
        if self.rules.rulings().low_fatigue == LowFatigue::Rises {
            let base = self.rules.base_fatigue(who, self.fight.body(who));
            let effort = &mut self.fight.body_mut(who).effort;
            effort.fatigue = effort.fatigue.max(base);
        }
    }

    /// Rolls an ability for which no requirement is set; the result, none when it does not meet fatigue (HEI-133).
    pub(super) fn result_of(&mut self, who: Slot, ability: AbilityId, roll: &'static Roll) -> Option<i32> {
        let rules = self.rules;
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        let c = score.c - rules.weariness(self.fight, who, ability);
        let rolled = rules.check.pool.roll(c, who, roll, self.table);
        self.tells_roll(who, roll, Score { c, p: score.p }, rolled, 0);
        let meets = self.exerts(who, rolled, rules.toll(ability));
        meets.then(|| rolled.result(score.p))
    }

    /// Tells a roll: what it is for, at which consistency, with which potential and what else is added.
    pub(super) fn tells_roll(&mut self, who: Slot, roll: &'static Roll, score: Score, rolled: Rolled, bonus: i32) {
        let rules = self.rules;
        self.table.tell("HEI-028", || {
            let sum = Sum::of_dice(who, roll, taken(score.c), i32::from(rolled.pre)).plus("potential", score.p);
            let sentence = Sentence::new(format!("{}: {} ", rules.name(who), roll.what)).sum(sum.plus("bonus", bonus));
            sentence.and(format!(" at C {}", score.c))
        });
    }

    /// Pays willpower for another roll, when there is enough and the policy wishes (HEI-047).
    pub(super) fn pays(&mut self, who: Slot, rerolls: u8) -> bool {
        let cost = self.rules.check.reroll_cost;
        if self.fight.body(who).willpower < cost || rerolls == u8::MAX || !self.pays_again(who, rerolls) {
            return false;
        }
        self.fight.body_mut(who).willpower -= cost;
        self.table.watch.count(who, count::WILLPOWER_SPENT, i32::from(cost));
        self.table.tell("HEI-047", || format!("{} pays {cost} WP to roll again", self.rules.name(who)));
        true
    }

    /// True if a combatant meets a challenge requirement, after as many re-rolls as its policy pays for (section 4.3 of the
    /// specification). Failing it may have a `consequence`.
    pub(super) fn passes(&mut self, who: Slot, challenge: Challenge, roll: &'static Roll, consequence: bool) -> bool {
        let (rules, Challenge { ability, score, cr }) = (self.rules, challenge);
        let score = Score { c: score.c - rules.weariness(self.fight, who, ability), ..score };
        let attempt = Attempt { score, physical: rules.abilities.is_physical(ability), cr };
        let may = may_roll_again(rules.rulings().reroll_scope, consequence);
        let Body { effort, willpower, .. } = *self.fight.body(who);
        let mut means = Means { effort, willpower };
        let (fatigue, before) = (effort.fatigue, willpower);
        let passed = rules.check.check(attempt, &mut means, Cast { who, roll }, self.table, |rerolls, left, table| {
            let body = self.fight.body_mut(who);
            (body.effort, body.willpower) = (left.effort, left.willpower);
            may && Play { rules, fight: &mut *self.fight, table }.pays_again(who, rerolls)
        });
        let Means { effort, willpower } = means;
        let body = self.fight.body_mut(who);
        (body.effort, body.willpower) = (effort, willpower);
        self.table.watch.count(who, count::WILLPOWER_SPENT, i32::from(before - willpower));
        if effort.fatigue != fatigue {
            self.table.watch.most(who, count::FATIGUE_PEAK, i32::from(effort.fatigue));
            self.table.tell("HEI-136", || format!("{} tires: fatigue {}", rules.name(who), effort.fatigue));
        }
        self.table.tell("HEI-044, HEI-047", || {
            let word = if passed { "meets" } else { "does not meet" };
            let paid = match before - willpower {
                0 => String::new(),
                paid => format!(", for {paid} WP"),
            };
            format!("{} {word} the requirement of {cr}{paid}", rules.name(who))
        });
        passed
    }

    /// An ongoing action begins, the last of the turn (HEI-155).
    pub(super) fn begins_ongoing(&mut self, who: Slot, turn: &mut Turn) {
        turn.over = true;
        self.fight.body_mut(who).ongoing = true;
    }

    /// An upcoming action begins, the last of the turn (HEI-156).
    pub(super) fn begins_upcoming(&mut self, who: Slot, upcoming: Upcoming, turn: &mut Turn) {
        turn.over = true;
        self.fight.body_mut(who).upcoming = Some(upcoming);
    }

    /// Interrupts what a combatant was about to do (HEI-157).
    #[inline]
    pub(super) fn interrupt(&mut self, who: Slot) {
        if self.fight.body_mut(who).upcoming.take().is_some() {
            self.table.watch.count(who, count::INTERRUPTED, 1);
            self.table.tell("HEI-157", || format!("what {} was about to do comes to nothing", self.rules.name(who)));
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The toll of a roll with an ability.
    #[inline]
    pub(super) fn toll(&self, ability: AbilityId) -> Toll {
        Toll::of(self.abilities.is_physical(ability), true)
    }

    /// Points that fatigue above its base takes off the consistency of a physical roll.
    #[inline]
    pub(super) fn weariness(&self, fight: &Fight, who: Slot, ability: AbilityId) -> i32 {
        self.strain(who, fight.body(who), self.abilities.is_physical(ability))
    }

    /// Points that fatigue takes off a roll of which it is known whether it is physical.
    #[inline]
    pub(super) fn strain(&self, who: Slot, body: &Body, physical: bool) -> i32 {
        if self.book.fatigue.penalty == 0 || !physical {
            return 0;
        }
        self.check.fatigue.penalty(body.effort.fatigue, self.base_fatigue(who, body))
    }
}
