//! The wounds that wait for recovery: broken limbs, diseases, hamstrings and mortal wounds, in the order in which they came.
//!
//! Owns the queue of what waits, and what recovery brings. (section 4.7 and step B5 of the specification) Start at [`Recovery`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;
use frame::rules::declare::words;

use super::Play;
use super::book::Attribute;
use super::rolls;
use super::state::{Status, flag};

words! {
    /// A wound that can wait for recovery.
    Wound {
        /// A broken leg. [CAP-144]
        Leg,
        /// A broken arm. [CAP-144]
        Arm,
        /// A broken rib. [CAP-144]
        Rib,
        /// A broken skull. [CAP-144]
        Skull,
        /// A disease. [CAP-145]
        Disease,
        /// A cut hamstring. [CAP-147]
        Hamstring,
        /// A mortal wound. [CAP-151]
        Mortal,
    }
}

impl Wound {
    /// Broken limbs, each with its flag.
    pub const LIMBS: [(Wound, u32); 4] =
        [(Wound::Leg, flag::LEG), (Wound::Arm, flag::ARM), (Wound::Rib, flag::RIB), (Wound::Skull, flag::SKULL)];

    /// Wounds of which something follows for as long as they wait, each with its flag.
    pub const FLAGS: [(Wound, u32); 6] = [
        (Wound::Leg, flag::LEG),
        (Wound::Arm, flag::ARM),
        (Wound::Rib, flag::RIB),
        (Wound::Skull, flag::SKULL),
        (Wound::Hamstring, flag::HAMSTRUNG),
        (Wound::Mortal, flag::MORTAL),
    ];

    /// True if it takes a number of days to mend. [CAP-144, CAP-145]
    fn takes_days(self) -> bool {
        !matches!(self, Wound::Hamstring | Wound::Mortal)
    }
}

/// Wounds of a kind that came one after the other and have had as much care.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Waits {
    /// The wound.
    pub wound: Wound,
    /// The number of such wounds.
    pub times: u8,
    /// Days of care so far.
    pub days: u16,
}

/// Places of the queue: more than there are kinds, so that of a full queue two can always be joined.
const PLACES: usize = 16;

/// The wounds that wait for recovery, in the order in which they came.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Recovery {
    places: [Option<Waits>; PLACES],
}

impl Recovery {
    /// Adds a wound.
    pub fn add(&mut self, wound: Wound) {
        self.add_after(wound, 0);
    }

    /// Adds a wound that has had so many days of care.
    pub fn add_after(&mut self, wound: Wound, days: u16) {
        self.push(Waits { wound, times: 1, days });
    }

    /// True if a wound of this kind waits.
    #[must_use]
    pub fn has(&self, wound: Wound) -> bool {
        self.waiting().any(|waits| waits.wound == wound)
    }

    /// The wounds that wait, in the order in which they came.
    pub(super) fn waiting(&self) -> impl Iterator<Item = Waits> {
        self.places.into_iter().flatten()
    }

    /// Adds a wound behind the others, together with an equal one before it.
    fn push(&mut self, new: Waits) {
        let used = self.waiting().count();
        if let Some(last) = used.checked_sub(1).and_then(|last| self.places[last].as_mut())
            && (last.wound, last.days) == (new.wound, new.days)
        {
            last.times = last.times.saturating_add(new.times);
            return;
        }
        let free = if used < PLACES { used } else { self.join() };
        self.places[free] = Some(new);
    }

    /// Makes room: two of a kind wait together from now on, in the place of the later one and with the care of the one that has
    /// had less. Returns the place that is free.
    fn join(&mut self) -> usize {
        let all = self.places;
        let kind = |place: usize| all[place].map(|waits| waits.wound);
        let later = |early: usize| (early + 1..PLACES).find(|&late| kind(early) == kind(late)).map(|late| (early, late));
        if let Some((early, late)) = (0..PLACES).find_map(later)
            && let (Some(one), Some(other)) = (all[early], all[late])
        {
            let (times, days) = (one.times.saturating_add(other.times), one.days.min(other.days));
            self.places[late] = Some(Waits { times, days, ..other });
            self.places[early..].rotate_left(1);
        }
        PLACES - 1
    }

    /// So many more days of care: takes out what has recovered by them.
    fn care(&mut self, more: u32, needed: u32) -> Recovery {
        let mut recovered = Recovery::default();
        for waits in std::mem::take(self).waiting() {
            let days = if waits.wound.takes_days() { u32::from(waits.days).saturating_add(more) } else { 0 };
            let ripe = !waits.wound.takes_days() || days >= needed;
            let queue = if ripe { &mut recovered } else { &mut *self };
            queue.push(Waits { days: days.min(u32::from(u16::MAX)) as u16, ..waits });
        }
        recovered
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Days of care, and what recovers by them, in the order in which it came. [CAP-144, CAP-145] (step B5)
    pub(super) fn recover(&mut self, who: Slot) {
        let numbers = &self.rules.book.rest;
        let recovered = self.fight.body_mut(who).recovery.care(numbers.week_days, numbers.mend_days);
        for waits in recovered.waiting() {
            for _ in 0..waits.times {
                self.mend(who, waits.wound);
            }
        }
    }

    /// A wound recovers. [CAP-144, CAP-145, CAP-147, CAP-151]
    pub(super) fn mend(&mut self, who: Slot, wound: Wound) {
        let numbers = &self.rules.book.scars;
        match wound {
            Wound::Leg | Wound::Arm | Wound::Rib | Wound::Skull => {
                let body = self.fight.body_mut(who);
                for (limb, flag) in Wound::LIMBS.into_iter().filter(|&(limb, _)| limb == wound) {
                    body.set(flag, body.recovery.has(limb));
                }
                let rolled = self.table.sum(who, &rolls::RECOVERY, numbers.broken_limb);
                self.raise_hp_max(who, rolled);
            }
            Wound::Disease => {
                let rolled = self.table.sum(who, &rolls::RECOVERY, numbers.diseased);
                self.raise_hp_max(who, rolled);
            }
            Wound::Hamstring => {
                let rolled = self.table.sum(who, &rolls::RECOVERY, numbers.hamstrung) as i16;
                let body = self.fight.body_mut(who);
                body.set(flag::HAMSTRUNG, false);
                let index = Attribute::Dex.index();
                if rolled > body.maxima[index] {
                    (body.maxima[index], body.attributes[index]) = (rolled, rolled);
                }
            }
            Wound::Mortal => {
                let rolled = self.table.sum(who, &rolls::RECOVERY, numbers.mortal) as i16;
                let body = self.fight.body_mut(who);
                body.hp_max = rolled.max(1);
                body.hp = body.hp.min(body.hp_max);
                if matches!(body.status, Status::OutOfAction) {
                    let status = self.rules.risen(body);
                    self.fight.set_status(who, status);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(wounds: &[Wound]) -> Recovery {
        let mut queue = Recovery::default();
        wounds.iter().for_each(|&wound| queue.add(wound));
        queue
    }

    fn total(queue: &Recovery, wound: Wound) -> u32 {
        queue.waiting().filter(|waits| waits.wound == wound).map(|waits| u32::from(waits.times)).sum()
    }

    // CAP-144, CAP-145
    #[test]
    fn nothing_that_waits_is_forgotten() {
        let many: Vec<Wound> = [Wound::Leg, Wound::Disease].repeat(20);
        let full = queue(&many);
        assert_eq!((total(&full, Wound::Leg), total(&full, Wound::Disease)), (20, 20));
        assert_eq!(total(&queue(&[Wound::Arm; 100]), Wound::Arm), 100);
    }

    // CAP-144, CAP-151
    #[test]
    fn what_waits_recovers_in_the_order_in_which_it_came_when_it_has_had_its_days() {
        let mut waiting = queue(&[Wound::Leg, Wound::Mortal, Wound::Leg, Wound::Hamstring]);
        let kinds = |queue: &Recovery| queue.waiting().map(|waits| waits.wound).collect::<Vec<_>>();
        assert_eq!(kinds(&waiting.care(7, 14)), [Wound::Mortal, Wound::Hamstring]);
        waiting.add(Wound::Leg);
        assert_eq!(kinds(&waiting.care(7, 14)), [Wound::Leg]);
        assert!(waiting.has(Wound::Leg));
        assert_eq!(kinds(&waiting.care(7, 14)), [Wound::Leg]);
        assert_eq!(waiting, Recovery::default());
    }
}
