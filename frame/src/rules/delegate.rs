//! Rules that hand everything on to other rules: those that are compiled twice, and those that change when neutral sides turn.
//!
//! Owns the one list of what is handed on, and the choice to whom: of [`EitherRules`], once for a whole call, by whether the scenario is plain; of
//! [`RulesByRelations`], once for a whole step, by the state of affairs between the sides. What makes a scenario plain is said by the cores that
//! have plain ones. Start at `hands_on!`.

use std::ops::{Deref, Range};

use crate::dice::{Dice, Purpose, Slot};
use crate::fight::day::{Endangered, Sides};
use crate::fight::relations::{TurnedSides, Turns};
use crate::fight::watch::Counter;
use crate::fight::{Catalogue, Counts, Ending, Offer, Progress, Slots, Stand, Table, Watch};
use crate::scenario::{Complaints, Document, Format};

use super::about::{About, Parameters};
use super::profile::Profile;
use super::{Describes, Loaded, Measures, Peek, Plays, Rules, Solves};

/// Fulfils the contract by handing everything on. `first!(self, core => call)` makes a call that depends on no fight or that begins one,
/// `now!(self, fight, core => call)` one within a fight; a fight that is parted goes to the type's own `parted`.
macro_rules! hands_on {
    (impl[$($generics:tt)*] for $rules:ty, peeked[$($peeked:tt)*], as $inner:ty, $first:ident, $now:ident) => {
        impl<$($generics)*> Plays for $rules {
            type Fight = <$inner as Plays>::Fight;
            type Rest = <$inner as Plays>::Rest;

            fn blank(&self) -> <$inner as Plays>::Fight {
                $first!(self, core => core.blank())
            }

            #[inline]
            fn open<D: Dice, W: Watch>(&self, fight: &mut Self::Fight, table: &mut Table<D, W>) {
                $first!(self, core => core.open(fight, table));
            }

            fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Self::Fight, table: &mut Table<D, W>) {
                $first!(self, core => core.renew(sides, fight, table));
            }

            #[inline]
            fn able(&self, sides: Sides, fight: &Self::Fight) -> Sides {
                $first!(self, core => core.able(sides, fight))
            }

            #[inline]
            fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Self::Fight, table: &mut Table<D, W>) -> Option<Ending> {
                $first!(self, core => core.meet(sides, fight, table))
            }

            #[inline]
            fn step<D: Dice, W: Watch>(&self, fight: &mut Self::Fight, table: &mut Table<D, W>) -> Progress {
                $now!(self, fight, core => core.step(fight, table))
            }

            fn part<D: Dice, W: Watch>(&self, fight: &mut Self::Fight, table: &mut Table<D, W>) {
                $now!(self, fight, core => core.part(fight, table));
                Self::parted(fight);
            }

            fn rest<D: Dice, W: Watch>(&self, rest: Self::Rest, sides: Sides, fight: &mut Self::Fight, table: &mut Table<D, W>) {
                $first!(self, core => core.rest(rest, sides, fight, table));
            }

            fn days(&self, rest: Self::Rest) -> u16 {
                $first!(self, core => core.days(rest))
            }

            fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Self::Fight, table: &mut Table<D, W>) {
                $first!(self, core => core.travel(minutes, sides, fight, table));
            }

            fn hazard<D: Dice, W: Watch>(&self, number: u16, of: Endangered, fight: &mut Self::Fight, table: &mut Table<D, W>) {
                $first!(self, core => core.hazard(number, of, fight, table));
            }

            fn read(&self, fight: &Self::Fight, who: Slot, observable: u16, argument: i32) -> i64 {
                $now!(self, fight, core => core.read(fight, who, observable, argument))
            }

            fn is_alive(&self, fight: &Self::Fight, who: Slot) -> bool {
                $first!(self, core => core.is_alive(fight, who))
            }

            fn purposes(&self) -> &[Purpose] {
                $first!(self, core => core.purposes())
            }
        }

        impl<$($generics)*> Solves for $rules {
            fn canonical(&self, fight: &mut Self::Fight) {
                $now!(self, fight, core => core.canonical(fight));
            }

            fn told_early(&self) -> &'static [&'static str] {
                $first!(self, core => core.told_early())
            }

            fn settled(&self, fight: &Self::Fight) -> Slots {
                $now!(self, fight, core => core.settled(fight))
            }

            fn bury(&self, who: Slot, over: bool, fight: &mut Self::Fight) {
                $now!(self, fight, core => core.bury(who, over, fight));
            }

            fn rounds_alike(&self) -> Range<u32> {
                $first!(self, core => core.rounds_alike())
            }

            fn bytes(&self, fight: &Self::Fight) -> usize {
                $first!(self, core => core.bytes(fight))
            }

            fn sums_up(&self, counter: Counter) -> bool {
                $first!(self, core => core.sums_up(counter))
            }
        }

        impl<$($generics)*> Measures for $rules {
            fn catalogue(&self) -> &Catalogue {
                $first!(self, core => core.catalogue())
            }

            #[inline]
            fn measure(&self, fight: &Self::Fight, sides: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
                $now!(self, fight, core => core.measure(fight, sides, counts, ending, values));
            }

            fn metrics_of_state(&self) -> usize {
                $first!(self, core => core.metrics_of_state())
            }

            fn counters(&self) -> usize {
                $first!(self, core => core.counters())
            }

            fn means(&self, who: Slot) -> Vec<String> {
                $first!(self, core => core.means(who))
            }
        }

        impl<$($generics)*> Describes for $rules {
            fn options(&self, fight: &Self::Fight, who: Slot) -> Vec<Offer> {
                $now!(self, fight, core => core.options(fight, who))
            }

            fn main_decision(&self) -> &'static str {
                $first!(self, core => core.main_decision())
            }

            fn stand(&self, fight: &Self::Fight, who: Slot) -> Stand {
                $now!(self, fight, core => core.stand(fight, who))
            }

            fn profiles(&self) -> Vec<Profile> {
                $first!(self, core => core.profiles())
            }

            fn parameters(&self, question: &str, about: &About) -> Result<Parameters, String> {
                $first!(self, core => core.parameters(question, about))
            }
        }

        impl<$($peeked)*> Peek for $rules {
            fn peek(&self, fight: &Self::Fight, who: Slot, name: &str) -> Option<i64> {
                $now!(self, fight, core => core.peek(fight, who, name))
            }
        }
    };
}

/// The rules of a scenario of either kind.
#[derive(Debug)]
pub enum EitherRules<Any, Plain> {
    /// Of one in which anything can happen.
    Any(Any),
    /// Of a plain one.
    Plain(Plain),
}

/// Calls either kind.
macro_rules! either {
    ($played:expr, $core:ident => $same:expr) => {
        match $played {
            EitherRules::Any($core) => $same,
            EitherRules::Plain($core) => $same,
        }
    };
}

/// Calls either kind in a fight.
macro_rules! either_now {
    ($played:expr, $fight:expr, $core:ident => $same:expr) => {
        either!($played, $core => $same)
    };
}

impl<Any: Rules, Plain> EitherRules<Any, Plain> {
    /// Nothing else changes when a fight is parted.
    fn parted(_: &mut Any::Fight) {}
}

hands_on!(
    impl[Any: Rules, Plain: Rules<Fight = Any::Fight, Rest = Any::Rest>] for EitherRules<Any, Plain>,
    peeked[Any: Rules + Peek, Plain: Rules<Fight = Any::Fight, Rest = Any::Rest> + Peek], as Any, either, either_now
);

/// The rules of a scenario for every state of affairs between its sides.
#[derive(Debug)]
pub struct RulesByRelations<R> {
    /// As every fight begins.
    first: R,
    /// After somebody has turned, by the number of [`TurnedSides`] from 1 on.
    later: Vec<R>,
}

impl<R: Rules<Fight: Turns>> RulesByRelations<R> {
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
        Some(Loaded { rules: RulesByRelations { first: rules, later }, sides, combatants, plan, on_defeat, lines })
    }

    /// The rules as they are now.
    #[inline]
    fn now(&self, fight: &R::Fight) -> &R {
        if self.later.is_empty() { &self.first } else { self.after(fight.turned()) }
    }

    /// Returns the rules after sides have turned, those of the beginning where none has.
    #[inline(never)]
    fn after(&self, turned: TurnedSides) -> &R {
        turned.number().checked_sub(1).and_then(|number| self.later.get(number)).unwrap_or(&self.first)
    }
}

impl<R> Deref for RulesByRelations<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.first
    }
}

/// Calls the rules of the beginning.
macro_rules! beginning {
    ($turning:expr, $core:ident => $same:expr) => {{
        let $core = &$turning.first;
        $same
    }};
}

/// Calls the rules as they are now.
macro_rules! as_it_is {
    ($turning:expr, $fight:expr, $core:ident => $same:expr) => {{
        let $core = $turning.now($fight);
        $same
    }};
}

impl<R: Rules<Fight: Turns>> RulesByRelations<R> {
    /// Whoever has turned is neutral again when a fight is parted.
    fn parted(fight: &mut R::Fight) {
        fight.set_turned(TurnedSides::default());
    }
}

hands_on!(impl[R: Rules<Fight: Turns>] for RulesByRelations<R>, peeked[R: Rules<Fight: Turns> + Peek], as R, beginning, as_it_is);
