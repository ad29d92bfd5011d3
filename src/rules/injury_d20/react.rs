//! Reactive attacks of `injury-d20`: who provokes whom, and what comes of it.
//!
//! Start at [`Core::provoke`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::combat::Trigger;
use super::metrics as count;
use super::state::Fight;
use super::strike::{Blow, Use};

impl Core {
    /// Somebody does what provokes: those who may answer do so, in the order of initiative; `only` is the one whom alone it
    /// provokes, `answered` are those who have answered the same before. False when the one who provoked is stopped, which
    /// takes nobody else's answer away (INJ-156, INJ-240, INJ-241, INJ-246, R-32, R-51).
    #[inline(always)]
    pub(super) fn provoke<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (trigger, only): (Trigger, Option<Slot>),
        answered: &mut Slots,
        table: &mut Table<D, W>,
    ) -> bool {
        let reacting = self.policies.react.deciders() & self.foes(who) & fight.active;
        reacting.is_empty()
            || !self.book.provokes.contains(&trigger)
            || self.survives_answers(fight, (who, reacting), only, answered, table)
    }

    #[inline(never)]
    fn survives_answers<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, reacting): (Slot, Slots),
        only: Option<Slot>,
        answered: &mut Slots,
        table: &mut Table<D, W>,
    ) -> bool {
        for place in 0..fight.order.len() {
            let foe = fight.order[place];
            if only.is_some_and(|only| only != foe) || answered.has(foe) || !reacting.has(foe) {
                continue;
            }
            if self.may_answer(fight, foe, who) && self.chooses_reaction(fight, (foe, who), table) {
                *answered = answered.with(foe);
                self.strike_back(fight, foe, who, table);
                if fight.over() {
                    return false;
                }
            }
        }
        !self.stopped(fight, who)
    }

    /// Whether somebody could answer a provocation, and would strike at whoever it is by now.
    fn may_answer(&self, fight: &Fight, foe: Slot, who: Slot) -> bool {
        let body = fight.body(foe);
        body.reactions > 0
            && fight.active.has(foe)
            && self.can_react(foe, body)
            && self.candidates(fight, foe).has(who)
            && self.threatens(fight, foe, who)
    }

    fn strike_back<D: Dice, W: Watch>(&self, fight: &mut Fight, foe: Slot, who: Slot, table: &mut Table<D, W>) {
        let distance = self.distance_ft(fight, foe, who);
        let body = fight.body(foe);
        let weapons = &self.fighter(foe).weapons;
        let reaches = |&weapon: &u8| {
            let text = &weapons[usize::from(weapon)];
            text.melee() && !text.unarmed && text.reach_ft >= distance && self.usable(foe, body, weapon)
        };
        let Some(weapon) = (0..weapons.len() as u8).find(reaches) else { return };
        fight.body_mut(foe).reactions -= 1;
        table.watch.count(foe, count::REACTIVE, 1);
        table.tell("INJ-246", || format!("{} provokes {}", self.name(who), self.name(foe)));
        let blow = Blow { reaction: true, ..Blow::plain(weapon, Use::Melee) };
        self.strike(fight, (foe, who), blow, table);
    }

    /// Whether somebody cannot go on with its turn. Whoever began it dazed goes on with what points the book leaves it, unless it
    /// is dazed anew (INJ-125, R-18).
    #[inline]
    pub(super) fn stopped(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        !fight.active.has(who) || body.stunned > 0 || body.dazed > 1
    }
}
