//! A fight in progress: what every rule of every core is a method of.
//!
//! Owns what all cores do with it alike, and no rule. A rule that changes the fight, rolls or tells is a method of a core's `Play` and
//! takes `&mut self`; what only follows from the state is asked of the rules, the state or a fighter. `rules` outlives the borrow of
//! the fight: `let rules = self.rules` may be read while the fight is changed. Start at [`play`].

use std::cell::RefCell;
use std::hash::Hash;

use crate::dice::{AnyDice, Dice, Merge, MergeKey, Purpose, Slot, Streams};
use crate::fight::relations::Turns;
use crate::fight::{AnyWatch, Lineup, Table, Watch};
use crate::rules::Rules;

/// Defines the `Play` of a core, of its rules and its state: `play!(Core, Fight);`, or `play!(Core<PLAIN>, Fight, const PLAIN: bool);`
/// where the rules are compiled twice. It is a type of the core's own, so that its rules can be methods of it.
#[macro_export]
macro_rules! play {
    ($core:ty, $fight:ty $(, const $plain:ident: bool)?) => {
        /// A fight in progress: the rules, its state, the dice and whoever watches.
        pub struct Play<'a, $(const $plain: bool,)? D, W> {
            /// The rules, loaded for one scenario.
            pub rules: &'a $core,
            /// The state.
            pub fight: &'a mut $fight,
            /// The dice and the watch.
            pub table: &'a mut $crate::fight::Table<D, W>,
        }

        impl<$(const $plain: bool,)? D, W> Play<'_, $($plain,)? D, W> {
            /// Lends the fight to a method that is kept out of line. Nobody but the caller then sees where its own three borrows stand,
            /// and they stay in registers instead of being read anew after each call.
            #[inline(always)]
            pub fn lend(&mut self) -> Play<'_, $($plain,)? D, W> {
                Play { rules: self.rules, fight: self.fight, table: self.table }
            }

            /// Plays something out of line with the three borrows as arguments of their own: only of arguments the compiler knows that
            /// what is counted in the table changes nothing in the fight. For the few methods in which most of the time is spent.
            #[inline(always)]
            pub fn apart<T>(&mut self, play: impl FnOnce(&mut Play<'_, $($plain,)? D, W>) -> T) -> T {
                $crate::rules::play::apart(self.rules, self.fight, self.table, |rules, fight, table| {
                    play(&mut Play { rules, fight, table })
                })
            }
        }

        impl<$(const $plain: bool,)? D: $crate::dice::Dice, W: $crate::fight::Watch> Play<'_, $($plain,)? D, W> {
            /// Plays something that is asked for its result and nothing else; see `Dice::settle`.
            #[inline]
            pub fn settle<K: AsRef<[i64]>>(
                &mut self,
                roll: &'static $crate::dice::Roll,
                key: impl FnOnce(&Self) -> K,
                mut play: impl FnMut(&mut Self) -> i64,
            ) -> i64 {
                let play = |this: &mut Self| {
                    let before = this.table.watch.settling(true);
                    let result = play(this);
                    this.table.watch.settling(before);
                    result
                };
                D::settle(self, |play| &mut play.table.dice, roll, key, play)
            }

            /// Tells the watch what somebody could do who decides now, where it wants to know.
            #[inline(always)]
            pub fn offer(&mut self, who: $crate::dice::Slot) {
                self.table.watch.asks(who);
                if self.table.watch.weighs() {
                    let options = $crate::rules::Describes::options(self.rules, self.fight, who);
                    self.table.watch.offer(who, options);
                }
            }

            /// Tells the watch that somebody is asked a question of yes or no, perhaps about somebody, where the watch wants to know. Other
            /// decisions are passed over.
            #[inline(always)]
            pub fn wonder<A>(
                &mut self,
                lists: &$crate::policy::Lists<A>,
                who: $crate::dice::Slot,
                about: Option<$crate::dice::Slot>,
            ) {
                if self.table.watch.wonders()
                    && let Some(question) = lists.question()
                {
                    self.table.watch.offer(who, $crate::fight::Offer::yes_or_no(question, about));
                }
            }

            /// A merge point (see `dice::merging`): paths of dice that come to this `site` with the same state and the same `locals`
            /// are one from here on. `locals` are all local values that the rest of the step still reads. True if the path at hand is
            /// left: whatever else it does counts for nothing, and it should end soon. The compiler folds it to false for the dice of
            /// real runs.
            #[inline(always)]
            pub fn merge_point<L: std::hash::Hash>(&mut self, site: &'static str, locals: L) -> bool {
                self.table.dice.merges() && $crate::rules::play::merge(self.fight, self.table, site, &locals)
            }
        }

        impl<$(const $plain: bool)?> Play<'_, $($plain,)? $crate::dice::AnyDice, $crate::fight::AnyWatch> {
            /// True if something can be done: it is done in a copy of the fight, with dice of its own, and nobody watches.
            pub fn trying(
                rules: &$core,
                fight: &$fight,
                act: impl FnOnce(&mut Play<'_, $($plain,)? $crate::dice::AnyDice, $crate::fight::AnyWatch>) -> bool,
            ) -> bool {
                $crate::rules::play::in_a_copy(rules, fight, |fight, table| act(&mut Play { rules, fight, table }))
            }
        }
    };
}
pub use play;

/// Plays something with the three borrows as arguments of their own.
#[inline(never)]
pub fn apart<R, F, D, W, T>(
    rules: &R,
    fight: &mut F,
    table: &mut Table<D, W>,
    play: impl FnOnce(&R, &mut F, &mut Table<D, W>) -> T,
) -> T {
    play(rules, fight, table)
}

thread_local! {
    /// The dice of what is done in copies, with the purposes that they know: hundreds of streams, which are made once.
    static SPARE: RefCell<Option<(Vec<Purpose>, Streams)>> = const { RefCell::new(None) };
}

/// Does something in a copy of the fight, with dice of its own, the same each time, and nobody watches.
pub fn in_a_copy<R: Rules, T>(
    rules: &R,
    fight: &R::Fight,
    act: impl FnOnce(&mut R::Fight, &mut Table<AnyDice, AnyWatch>) -> T,
) -> T {
    let purposes = rules.purposes();
    let spare = SPARE.take().filter(|(known, _)| known == purposes);
    let made = || (purposes.to_vec(), Streams::of(0, &[0; Slot::MOST], purposes));
    let (purposes, mut streams) = spare.unwrap_or_else(made);
    streams.begin(0);
    let mut table = Table { dice: AnyDice::Streams(streams), watch: AnyWatch::Silent };
    // A workspace is not copied: that of a state of its own is filled.
    let mut copy = rules.blank();
    copy.clone_from(fight);
    let came = act(&mut copy, &mut table);
    if let AnyDice::Streams(streams) = table.dice {
        SPARE.set(Some((purposes, streams)));
    }
    came
}

/// Rules that know who is on which side, and who fights whom.
pub trait Sided {
    /// The combatants by their sides.
    fn lineup(&self) -> &Lineup;

    /// The name of a combatant.
    fn called(&self, who: Slot) -> &str;
}

/// Turns the neutral side of a target on the alliance of its attacker, by the rule of this id, unless it has turned already.
#[cold]
#[inline(never)]
pub fn turn_on<R: Sided, F: Turns, D: Dice, W: Watch>(
    rules: &R,
    fight: &mut F,
    table: &mut Table<D, W>,
    [target, attacker]: [Slot; 2],
    rule: &'static str,
) {
    let lineup = rules.lineup();
    let turns = lineup.relations.struck(lineup.side(target), lineup.side(attacker));
    let turned = fight.turned();
    if !turned.has(turns) {
        fight.set_turned(turned.with(turns));
        table.tell(rule, || {
            format!(
                "{} is struck by {}, and its side turns on those who did that",
                rules.called(target),
                rules.called(attacker)
            )
        });
    }
}

/// Asks the dice to merge the path with others of the same state; true if the path is left.
#[cold]
#[inline(never)]
pub fn merge<F: Hash, D: Dice, W: Watch, L: Hash>(fight: &F, table: &mut Table<D, W>, site: &'static str, locals: &L) -> bool {
    match table.dice.merge(|| MergeKey::of(site, &(fight, locals))) {
        Merge::Passed => false,
        Merge::TakenUp => {
            table.watch.taken_up();
            false
        }
        Merge::Left => {
            table.watch.left();
            true
        }
    }
}
