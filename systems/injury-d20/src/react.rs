//! Reactive attacks of `injury-d20`: who provokes whom, and what comes of it.
//!
//! Start at [`Play::provoke`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::book::combat::Trigger;
use super::metrics as count;
use super::state::Fight;
use super::strike::{Blow, Use};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// A combatant provokes: enemies who may answer do so, in the order of initiative; `only` is the enemy whom alone it
    /// provokes, `answered` are those who have answered the same before. False when the provoker is stopped, which takes
    /// nobody else's answer away (INJ-181, INJ-240, R-32).
    #[inline(always)]
    pub(super) fn provoke(&mut self, who: Slot, trigger: Trigger, only: Option<Slot>, answered: &mut Slots) -> bool {
        let rules = self.rules;
        let reacting = rules.policies.lists.react.deciders() & rules.lineup.foes(who) & self.fight.active;
        reacting.is_empty() || !rules.book.provokes.contains(&trigger) || self.survives_answers(who, reacting, only, answered)
    }

    /// Lets enemies who may answer do so in the order of turns; true if the provoker can go on (INJ-241, R-51).
    #[inline(never)]
    fn survives_answers(&mut self, who: Slot, reacting: Slots, only: Option<Slot>, answered: &mut Slots) -> bool {
        for place in 0..self.fight.order.len() {
            let foe = self.fight.order[place];
            if only.is_some_and(|only| only != foe) || answered.has(foe) || !reacting.has(foe) {
                continue;
            }
            if self.rules.may_answer(self.fight, foe, who) && self.wants(&self.rules.policies.lists.react, foe, Some(who)) {
                *answered = answered.with(foe);
                self.strike_back(foe, who);
                if self.fight.over() {
                    return false;
                }
            }
        }
        !self.rules.stopped(self.fight, who)
    }

    /// Strikes at the provoker with the first weapon that reaches (INJ-236, INJ-238, INJ-246).
    fn strike_back(&mut self, foe: Slot, who: Slot) {
        let rules = self.rules;
        let Some(weapon) = rules.threatening_weapon(self.fight, foe, who) else { return };
        self.fight.body_mut(foe).reactions -= 1;
        self.table.watch.count(foe, count::REACTIVE, 1);
        self.table.tell("INJ-246", || format!("{} provokes {}", rules.name(who), rules.name(foe)));
        let blow = Blow { reaction: true, ..Blow::plain(weapon, Use::Melee) };
        self.strike(foe, who, blow);
    }
}

impl Core {
    /// True if an enemy could answer a provocation, and would strike at the provoker by now.
    fn may_answer(&self, fight: &Fight, foe: Slot, who: Slot) -> bool {
        let body = fight.body(foe);
        body.reactions > 0
            && fight.active.has(foe)
            && self.can_react(foe, body)
            && self.candidates(fight, foe).has(who)
            && self.threatens(fight, foe, who)
    }
}
