//! Rules of scenarios in which neutral sides can turn on whoever strikes them.
//!
//! Owns the choice between the rules of each state of affairs, once for a whole step of a fight: the enemies of each side are fixed within
//! each of them, and scenarios without such sides have one alone. Start at [`Turning`].

use std::ops::{Deref, Range};

use crate::dice::{Dice, Slot};
use crate::fight::day::{Endangered, Sides};
use crate::fight::relations::{Turned, Turns};
use crate::fight::watch::Counter;
use crate::fight::{Catalogue, Counts, Ending, Progress, Slots, Table, Watch};
use crate::scenario::{Complaints, Document, Format};

use super::about::{About, Parameters};
use super::profile::Profile;
use super::{Loaded, Rules};

/// The rules of a scenario for every state of affairs between its sides.
#[derive(Debug)]
pub struct Turning<R> {
    /// As every fight begins.
    first: R,
    /// After somebody has turned, by the number of [`Turned`] from 1 on.
    later: Vec<R>,
}

impl<R: Rules<Fight: Turns>> Turning<R> {
    /// Loads the rules of a document, and those for whatever its neutral sides can come to.
    pub fn load<F: Format + Clone>(
        document: &Document<F>,
        complaints: &mut Complaints,
        load: impl Fn(&Document<F>, &mut Complaints) -> Option<Loaded<R>>,
    ) -> Option<Loaded<Self>> {
        let Loaded { rules, sides, combatants, plan, on_defeat, lines } = load(document, complaints)?;
        let mut later = Vec::new();
        for turned in plan.relations.all_turned().skip(1) {
            let document = Document { turned, ..document.clone() };
            // Warnings have been given of the beginning; whatever stands in the way of these rules alone is said, too.
            let mut also = Complaints::default();
            let loaded = load(&document, &mut also);
            let Some(loaded) = loaded else {
                complaints.add_all(also);
                return None;
            };
            later.push(loaded.rules);
        }
        Some(Loaded { rules: Turning { first: rules, later }, sides, combatants, plan, on_defeat, lines })
    }

    /// The rules as they are now.
    #[inline]
    fn now(&self, fight: &R::Fight) -> &R {
        if self.later.is_empty() { &self.first } else { self.after(fight.turned()) }
    }

    /// Returns the rules after sides have turned, those of the beginning where none has.
    #[inline(never)]
    fn after(&self, turned: Turned) -> &R {
        turned.number().checked_sub(1).and_then(|number| self.later.get(number)).unwrap_or(&self.first)
    }
}

impl<R> Deref for Turning<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.first
    }
}

impl<R: Rules<Fight: Turns>> Rules for Turning<R> {
    type Fight = R::Fight;
    type Rest = R::Rest;

    fn blank(&self) -> R::Fight {
        self.first.blank()
    }

    #[inline]
    fn open<D: Dice, W: Watch>(&self, fight: &mut R::Fight, table: &mut Table<D, W>) {
        self.first.open(fight, table);
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut R::Fight, table: &mut Table<D, W>) {
        self.first.renew(sides, fight, table);
    }

    #[inline]
    fn able(&self, sides: Sides, fight: &R::Fight) -> Sides {
        self.first.able(sides, fight)
    }

    #[inline]
    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut R::Fight, table: &mut Table<D, W>) -> Option<Ending> {
        self.first.meet(sides, fight, table)
    }

    #[inline]
    fn step<D: Dice, W: Watch>(&self, fight: &mut R::Fight, table: &mut Table<D, W>) -> Progress {
        self.now(fight).step(fight, table)
    }

    fn part<D: Dice, W: Watch>(&self, fight: &mut R::Fight, table: &mut Table<D, W>) {
        self.now(fight).part(fight, table);
        fight.set_turned(Turned::default());
    }

    fn rest<D: Dice, W: Watch>(&self, rest: R::Rest, sides: Sides, fight: &mut R::Fight, table: &mut Table<D, W>) {
        self.first.rest(rest, sides, fight, table);
    }

    fn days(&self, rest: R::Rest) -> u16 {
        self.first.days(rest)
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut R::Fight, table: &mut Table<D, W>) {
        self.first.travel(minutes, sides, fight, table);
    }

    fn hazard<D: Dice, W: Watch>(&self, number: u16, of: Endangered, fight: &mut R::Fight, table: &mut Table<D, W>) {
        self.first.hazard(number, of, fight, table);
    }

    fn canonical(&self, fight: &mut R::Fight) {
        self.now(fight).canonical(fight);
    }

    fn told_early(&self) -> &'static [&'static str] {
        self.first.told_early()
    }

    fn settled(&self, fight: &R::Fight) -> Slots {
        self.now(fight).settled(fight)
    }

    fn bury(&self, who: Slot, over: bool, fight: &mut R::Fight) {
        self.now(fight).bury(who, over, fight);
    }

    fn rounds_alike(&self) -> Range<u32> {
        self.first.rounds_alike()
    }

    fn bytes(&self, fight: &R::Fight) -> usize {
        self.first.bytes(fight)
    }

    fn catalogue(&self) -> &Catalogue {
        self.first.catalogue()
    }

    #[inline]
    fn measure(&self, fight: &R::Fight, sides: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        self.now(fight).measure(fight, sides, counts, ending, values);
    }

    fn metrics_of_state(&self) -> usize {
        self.first.metrics_of_state()
    }

    fn counters(&self) -> usize {
        self.first.counters()
    }

    fn sums_up(&self, counter: Counter) -> bool {
        self.first.sums_up(counter)
    }

    fn means(&self, who: Slot) -> Vec<String> {
        self.first.means(who)
    }

    fn read(&self, fight: &R::Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        self.now(fight).read(fight, who, observable, argument)
    }

    fn is_alive(&self, fight: &R::Fight, who: Slot) -> bool {
        self.first.is_alive(fight, who)
    }

    fn observe(&self, fight: &R::Fight, who: Slot, name: &str) -> Option<i64> {
        self.now(fight).observe(fight, who, name)
    }

    fn options(&self, fight: &R::Fight, who: Slot) -> Vec<String> {
        self.now(fight).options(fight, who)
    }

    fn profiles(&self) -> Vec<Profile> {
        self.first.profiles()
    }

    fn parameters(&self, question: &str, about: &About) -> Result<Parameters, String> {
        self.first.parameters(question, about)
    }
}
