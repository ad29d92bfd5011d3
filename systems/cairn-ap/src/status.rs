//! The status of combatants in `cairn-ap`: how they stop acting, and what brings them back.
//!
//! Owns the status of a combatant where it changes, and the grips that end with it. The harm that changes it is in
//! [`harm`](super::harm). Start at [`Play::leave`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::book::Attribute;
use super::metrics as count;
use super::rulings::AttributeZero;
use super::state::{Body, Held, Status, WAITING_MOST};
use super::{Core, Play};

/// The rules by which a combatant stops acting; none where it has been told before.
fn why_out(status: Status) -> Option<&'static str> {
    match status {
        Status::Down => Some("CAP-117"),
        Status::OutOfAction => Some("CAP-151"),
        Status::Fled => Some("CAP-082, CAP-132"),
        Status::Routed => Some("CAP-128"),
        Status::Asleep | Status::Pacified => Some("CAP-C10"),
        Status::Unconscious => Some("CAP-172"),
        Status::Paralysed => Some("CAP-123"),
        Status::Delirious => Some("CAP-124"),
        Status::Active | Status::Dead | Status::Captured | Status::Absent => None,
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// A combatant stops acting, for whatever reason. (step D8)
    pub(super) fn leave(&mut self, who: Slot, status: Status) {
        let was_active = self.fight.active().has(who);
        let round = i32::from(self.fight.round);
        self.end_grips(who);
        self.fight.change(who, |body| {
            body.status = status;
            if was_active {
                body.waiting = [None; WAITING_MOST];
            }
        });
        if was_active {
            self.table.watch.first(who, count::OUT_ROUND, round);
            if status == Status::Fled {
                self.table.watch.count(who, count::FLED, 1);
            }
            if matches!(status, Status::Down | Status::OutOfAction) {
                self.table.watch.count(who, count::STRUCK_DOWN, 1);
            }
            if status.is_casualty() && self.rules.wavers(who, self.fight.body(who)) {
                let unit = &mut self.fight.units[self.rules.fighter(who).side.index()];
                unit.casualties = unit.casualties.saturating_add(1);
            }
            if let Some(rules) = why_out(status) {
                self.table.tell(rules, || {
                    let is = if status == Status::Fled { "has" } else { "is" };
                    format!("{} {is} {}", self.rules.name(who), Status::NAMES[status as usize].replace('_', " "))
                });
            }
        }
    }

    /// Gives points of an attribute back, up to its maximum, and with them what was lost. [CAP-125]
    pub(super) fn restore(&mut self, who: Slot, attribute: Attribute, points: i32) {
        let body = self.fight.body_mut(who);
        let index = attribute.index();
        let now = (i32::from(body.attributes[index]) + points.max(0)).min(i32::from(body.maxima[index]));
        body.attributes[index] = body.attributes[index].max(now as i16);
        if body.attributes[index] > 0 {
            body.lost &= !(1 << index);
        }
        let cured = match body.status {
            Status::Paralysed => body.lost & 0b010 == 0,
            Status::Delirious => body.lost & 0b100 == 0,
            _ => false,
        };
        if cured {
            let status = self.rules.risen(body);
            self.fight.set_status(who, status);
        }
    }

    /// Hands let go of a combatant that stops acting, and its own hands of those whom they hold. [CAP-024]
    pub(super) fn end_grips(&mut self, who: Slot) {
        if !self.fight.grabs {
            return;
        }
        if matches!(self.fight.body(who).held, Held::By(_)) {
            self.fight.body_mut(who).held = Held::Free;
        }
        while let Some(held) = self.rules.grabbed_by(self.fight, who) {
            self.fight.body_mut(held).held = Held::Free;
        }
    }

    /// Ends the grabs of a combatant that moved: it is not held any more, and holds nobody who is out of reach.
    pub(super) fn let_go(&mut self, who: Slot) {
        let rules = self.rules;
        if let Held::By(other) = self.fight.body(who).held
            && rules.distance(self.fight, who, other) > rules.book.attack.reach
        {
            self.fight.body_mut(who).held = Held::Free;
        }
        if let Some(other) = rules.grabbed_by(self.fight, who)
            && rules.distance(self.fight, who, other) > rules.book.attack.reach
        {
            self.fight.body_mut(other).held = Held::Free;
        }
    }
}

impl Core {
    /// True if the attributes that a combatant has lost keep it from acting. [CAP-125, RU-19]
    pub(super) fn is_unable(&self, body: &Body) -> bool {
        match self.rulings.attribute_zero {
            AttributeZero::Either => body.lost & 0b110 != 0,
            AttributeZero::Both => body.lost & 0b110 == 0b110,
        }
    }

    /// The status of a combatant whom nothing else keeps from acting any more. [CAP-123, CAP-124]
    pub(super) fn risen(&self, body: &Body) -> Status {
        match body.lost & 0b010 {
            _ if !self.is_unable(body) => Status::Active,
            0 => Status::Delirious,
            _ => Status::Paralysed,
        }
    }
}
