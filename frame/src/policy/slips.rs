//! Slips: decisions that are taken at random among what is legal, with a chance that a policy says.
//!
//! Owns what a policy says of slips, the dice that say whether one happens, and the draw among what is legal. Which options there are is
//! said by each core. Nothing of it is looked at where no policy slips. Start at [`Slips`].

use super::selector::Selector;
use crate::dice::{Dice, Purpose, Roll, Slot};
use crate::error::nearest;
use crate::fight::{Slots, Table, Watch};
use crate::scenario::Complaints;

/// Chances are steps of one in so many.
const STEPS: u32 = 10_000;

/// The dice of slips: a stream of their own, so that whoever slips leaves all other luck as it was.
pub static SLIP: Roll = Roll { purpose: Purpose::Slip, what: "slip", rule: "", looks_up: false };

/// What a policy says of slips.
#[derive(Clone, Copy, Default, Debug)]
pub struct SlipsText<'a> {
    /// The chance of one.
    pub chance: Option<f64>,
    /// The decisions in which they happen; none for all.
    pub within: &'a [String],
}

/// A policy that says something of slips.
pub trait Slipping {
    /// Returns what it says.
    fn slips(&self) -> SlipsText<'_>;
}

impl SlipsText<'_> {
    /// The chance in [steps](STEPS) for a decision.
    fn steps(self, decision: &str) -> u32 {
        let within = self.within.is_empty() || self.within.iter().any(|name| name == decision);
        if within { (self.chance.unwrap_or(0.0) * f64::from(STEPS)).round() as u32 } else { 0 }
    }

    /// Reports what is wrong with what a policy at `path` says, among the `known` decisions.
    pub fn check<'k>(self, path: &str, known: impl Iterator<Item = &'k str> + Clone, complaints: &mut Complaints) {
        for (index, name) in self.within.iter().enumerate().filter(|(_, name)| !known.clone().any(|known| known == *name)) {
            let complaint = complaints.unknown(format!("{path}.slips_in[{index}]"), "decision", name);
            if nearest(name, known.clone()).is_some() {
                complaint.near(name, known.clone());
            } else {
                complaint.help(format!("there are {}", known.clone().collect::<Vec<_>>().join(", ")));
            }
        }
        if self.chance.is_none() && !self.within.is_empty() {
            complaints
                .warning(format!("{path}.slips_in"), "nothing is decided at random without `slips`")
                .help("write the chance beside it: `slips = 0.1`");
        }
    }
}

/// The slips of one combatant in one decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slips<A> {
    steps: u32,
    options: Vec<A>,
}

impl<A> Slips<A> {
    /// The slips of a policy in a decision with these options; none where there is no chance of one.
    #[must_use]
    pub fn new(text: SlipsText<'_>, decision: &str, options: impl FnOnce() -> Vec<A>) -> Option<Self> {
        let steps = text.steps(decision);
        (steps > 0).then(|| Slips { steps, options: options() })
    }

    /// Everything that a slip can lead to.
    #[must_use]
    pub fn options(&self) -> &[A] {
        &self.options
    }

    /// True if a slip happens now.
    #[cold]
    #[inline(never)]
    pub(super) fn happens<D: Dice, W: Watch>(&self, own: Slot, table: &mut Table<D, W>) -> bool {
        self.steps >= STEPS || table.at_most(own, &SLIP, STEPS, self.steps as i32)
    }

    /// One of the options that are legal, each as likely; none where none is.
    pub fn one<D: Dice, W: Watch>(&self, own: Slot, table: &mut Table<D, W>, legal: &mut dyn FnMut(&A) -> bool) -> Option<&A> {
        // As a mask, so that nothing is allocated; no system has so many options.
        let mut there = 0_u128;
        for (place, option) in self.options.iter().take(u128::BITS as usize).enumerate() {
            there |= u128::from(legal(option)) << place;
        }
        if there == 0 {
            return None;
        }
        for _ in 0..table.pick(own, &SLIP, there.count_ones() as usize) {
            there &= there - 1;
        }
        self.options.get(there.trailing_zeros() as usize)
    }
}

impl Slips<Selector> {
    /// One of the candidates, each as likely.
    pub fn whom<D: Dice, W: Watch>(&self, own: Slot, table: &mut Table<D, W>, mut candidates: Slots) -> Option<Slot> {
        if candidates.is_empty() { None } else { candidates.nth(table.pick(own, &SLIP, candidates.len())) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::list::Lines;
    use super::super::testing::Board;
    use super::*;
    use crate::dice::{AnyDice, Scripted};
    use crate::fight::Silent;

    const OWN: Slot = Slot(0);

    fn lines(chance: f64) -> Lines<&'static str> {
        let mut lines = Lines::default();
        let text = SlipsText { chance: Some(chance), within: &[] };
        let slips = Slips::new(text, "turn", || vec!["strike", "wait", "flee"]);
        slips.into_iter().for_each(|slips| lines.slip(slips));
        lines
    }

    fn decided(lines: &Lines<&'static str>, script: &str) -> Option<&'static str> {
        let mut table = Table { dice: AnyDice::Scripted(Scripted::new(script)), watch: Silent };
        lines.decided(&Board::of(&[9]), OWN, &mut table, |action| *action != "wait").copied()
    }

    #[test]
    fn a_slip_is_one_of_all_that_is_legal() {
        assert_eq!(decided(&lines(0.1), "slip d10000=1000, slip d2=1"), Some("strike"));
        assert_eq!(decided(&lines(0.1), "slip d10000=1000, slip d2=2"), Some("flee"));
        assert_eq!(decided(&lines(0.1), "slip d10000=1001"), None);
        assert_eq!(decided(&lines(1.0), "slip d2=2"), Some("flee"));
        assert_eq!(decided(&lines(0.0), ""), None);
        assert!(lines(0.1).may_slip() && !lines(0.0).may_slip());
    }

    #[test]
    fn slips_happen_only_in_the_decisions_that_are_named() {
        let within = ["turn".to_owned()];
        let text = SlipsText { chance: Some(0.5), within: &within };
        assert!(Slips::new(text, "turn", || vec![1]).is_some() && Slips::new(text, "stand", || vec![1]).is_none());
        let mut complaints = Complaints::default();
        text.check("policy.a", ["stand", "turns"].into_iter(), &mut complaints);
        let found = complaints.into_list();
        assert_eq!((found.len(), found[0].path.as_str()), (1, "policy.a.slips_in[0]"));
        assert_eq!(found[0].help, ["did you mean `turns`?"]);
    }
}
