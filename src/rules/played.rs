//! Rules that are compiled twice: for any scenario of their system, and for the plain ones of it.
//!
//! Owns the choice between the two, once for a whole call. What makes a scenario plain is said by the cores that have plain ones.
//! Start at [`Played`].

use std::ops::Range;

use crate::dice::{Dice, Slot};
use crate::fight::day::{Endangered, Sides};
use crate::fight::watch::Counter;
use crate::fight::{Catalogue, Counts, Ending, Progress, Slots, Table, Watch};

use super::Rules;
use super::about::{About, Parameters};
use super::profile::Profile;

/// The rules of a scenario of either kind.
#[derive(Debug)]
pub enum Played<Any, Plain> {
    /// Of one in which anything can happen.
    Any(Any),
    /// Of a plain one.
    Plain(Plain),
}

/// The call to either kind.
macro_rules! either {
    ($played:expr, $core:ident => $same:expr) => {
        match $played {
            Played::Any($core) => $same,
            Played::Plain($core) => $same,
        }
    };
}

impl<Any, Plain> Rules for Played<Any, Plain>
where
    Any: Rules,
    Plain: Rules<Fight = Any::Fight, Rest = Any::Rest>,
{
    type Fight = Any::Fight;
    type Rest = Any::Rest;

    fn blank(&self) -> Any::Fight {
        either!(self, core => core.blank())
    }

    #[inline]
    fn open<D: Dice, W: Watch>(&self, fight: &mut Any::Fight, table: &mut Table<D, W>) {
        either!(self, core => core.open(fight, table));
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Any::Fight, table: &mut Table<D, W>) {
        either!(self, core => core.renew(sides, fight, table));
    }

    #[inline]
    fn able(&self, sides: Sides, fight: &Any::Fight) -> Sides {
        either!(self, core => core.able(sides, fight))
    }

    #[inline]
    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Any::Fight, table: &mut Table<D, W>) -> Option<Ending> {
        either!(self, core => core.meet(sides, fight, table))
    }

    #[inline]
    fn step<D: Dice, W: Watch>(&self, fight: &mut Any::Fight, table: &mut Table<D, W>) -> Progress {
        either!(self, core => core.step(fight, table))
    }

    fn part<D: Dice, W: Watch>(&self, fight: &mut Any::Fight, table: &mut Table<D, W>) {
        either!(self, core => core.part(fight, table));
    }

    fn rest<D: Dice, W: Watch>(&self, rest: Any::Rest, sides: Sides, fight: &mut Any::Fight, table: &mut Table<D, W>) {
        either!(self, core => core.rest(rest, sides, fight, table));
    }

    fn days(&self, rest: Any::Rest) -> u16 {
        either!(self, core => core.days(rest))
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Any::Fight, table: &mut Table<D, W>) {
        either!(self, core => core.travel(minutes, sides, fight, table));
    }

    fn hazard<D: Dice, W: Watch>(&self, number: u16, of: Endangered, fight: &mut Any::Fight, table: &mut Table<D, W>) {
        either!(self, core => core.hazard(number, of, fight, table));
    }

    fn canonical(&self, fight: &mut Any::Fight) {
        either!(self, core => core.canonical(fight));
    }

    fn told_early(&self) -> &'static [&'static str] {
        either!(self, core => core.told_early())
    }

    fn settled(&self, fight: &Any::Fight) -> Slots {
        either!(self, core => core.settled(fight))
    }

    fn bury(&self, who: Slot, over: bool, fight: &mut Any::Fight) {
        either!(self, core => core.bury(who, over, fight));
    }

    fn rounds_alike(&self) -> Range<u32> {
        either!(self, core => core.rounds_alike())
    }

    fn bytes(&self, fight: &Any::Fight) -> usize {
        either!(self, core => core.bytes(fight))
    }

    fn catalogue(&self) -> &Catalogue {
        either!(self, core => core.catalogue())
    }

    #[inline]
    fn measure(&self, fight: &Any::Fight, sides: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        either!(self, core => core.measure(fight, sides, counts, ending, values));
    }

    fn metrics_of_state(&self) -> usize {
        either!(self, core => core.metrics_of_state())
    }

    fn counters(&self) -> usize {
        either!(self, core => core.counters())
    }

    fn sums_up(&self, counter: Counter) -> bool {
        either!(self, core => core.sums_up(counter))
    }

    fn means(&self, who: Slot) -> Vec<String> {
        either!(self, core => core.means(who))
    }

    fn read(&self, fight: &Any::Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        either!(self, core => core.read(fight, who, observable, argument))
    }

    fn is_alive(&self, fight: &Any::Fight, who: Slot) -> bool {
        either!(self, core => core.is_alive(fight, who))
    }

    fn observe(&self, fight: &Any::Fight, who: Slot, name: &str) -> Option<i64> {
        either!(self, core => core.observe(fight, who, name))
    }

    fn options(&self, fight: &Any::Fight, who: Slot) -> Vec<String> {
        either!(self, core => core.options(fight, who))
    }

    fn profiles(&self) -> Vec<Profile> {
        either!(self, core => core.profiles())
    }

    fn parameters(&self, question: &str, about: &About) -> Result<Parameters, String> {
        either!(self, core => core.parameters(question, about))
    }
}
