//! A fight in progress: what every rule of every core is a method of.
//!
//! Owns what all cores do with it alike, and no rule. A rule that changes the fight, rolls or tells is a method of a core's `Play` and
//! takes `&mut self`; what only follows from the state is asked of the rules, the state or a fighter. `rules` outlives the borrow of
//! the fight: `let rules = self.rules` may be read while the fight is changed. Start at [`Play`].

use std::hash::Hash;

use crate::dice::{AnyDice, Dice, Merge, MergeKey, Roll, Slot, Streams};
use crate::fight::relations::Turns;
use crate::fight::{AnyWatch, Lineup, Offer, Table, Watch};
use crate::policy::Lists;
use crate::rules::Rules;

/// A fight in progress: the rules, its state, the dice and whoever watches. Each core has a `Play` of its own, which is this one with
/// its rules and its state.
pub struct Play<'a, R, F, D, W> {
    /// The rules, loaded for one scenario.
    pub rules: &'a R,
    /// The state.
    pub fight: &'a mut F,
    /// The dice and the watch.
    pub table: &'a mut Table<D, W>,
}

impl<R, F, D, W> Play<'_, R, F, D, W> {
    /// Lends the fight to a method that is kept out of line. Nobody but the caller then sees where its own three borrows stand, and
    /// they stay in registers instead of being read anew after each call.
    #[inline(always)]
    pub fn lend(&mut self) -> Play<'_, R, F, D, W> {
        Play { rules: self.rules, fight: self.fight, table: self.table }
    }

    /// Plays something out of line with the three borrows as arguments of their own: only of arguments the compiler knows that what
    /// is counted in the table changes nothing in the fight. For the few methods in which most of the time is spent.
    #[inline(always)]
    pub fn apart<T>(&mut self, play: impl FnOnce(&mut Play<'_, R, F, D, W>) -> T) -> T {
        apart(self.rules, self.fight, self.table, play)
    }
}

/// Plays something with the three borrows as arguments of their own.
#[inline(never)]
fn apart<R, F, D, W, T>(
    rules: &R,
    fight: &mut F,
    table: &mut Table<D, W>,
    play: impl FnOnce(&mut Play<'_, R, F, D, W>) -> T,
) -> T {
    play(&mut Play { rules, fight, table })
}

impl<R, F, D: Dice, W: Watch> Play<'_, R, F, D, W> {
    /// Plays something that is asked for its result and nothing else; see [`Dice::settle`].
    #[inline]
    pub fn settle<K: AsRef<[i64]>>(
        &mut self,
        roll: &'static Roll,
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
}

/// True if something can be done: it is done in a copy of the fight, with dice of its own, and nobody watches.
pub fn trying<R: Rules>(
    rules: &R,
    fight: &R::Fight,
    act: impl FnOnce(&mut Play<'_, R, R::Fight, AnyDice, AnyWatch>) -> bool,
) -> bool {
    let mut table = Table { dice: AnyDice::Streams(Streams::new(0, &[0; Slot::MOST])), watch: AnyWatch::Silent };
    // A workspace is not copied: that of a state of its own is filled.
    let mut copy = rules.blank();
    copy.clone_from(fight);
    act(&mut Play { rules, fight: &mut copy, table: &mut table })
}

impl<R: Rules, D, W: Watch> Play<'_, R, R::Fight, D, W> {
    /// Tells the watch what somebody could do who decides now, where it wants to know.
    #[inline(always)]
    pub fn offer(&mut self, who: Slot) {
        if self.table.watch.weighs() {
            let options = self.rules.options(self.fight, who);
            self.table.watch.offer(who, options);
        }
    }
}

impl<R, F, D, W: Watch> Play<'_, R, F, D, W> {
    /// Tells the watch that somebody is asked a question of yes or no, perhaps about somebody, where the watch wants to know. Other
    /// decisions are passed over.
    #[inline(always)]
    pub fn wonder<A>(&mut self, lists: &Lists<A>, who: Slot, about: Option<Slot>) {
        if self.table.watch.wonders()
            && let Some(question) = lists.question()
        {
            self.table.watch.offer(who, Offer::yes_or_no(question, about));
        }
    }
}

/// Rules that know who is on which side, and who fights whom.
pub trait Sided {
    /// The combatants by their sides.
    fn lineup(&self) -> &Lineup;

    /// The name of somebody.
    fn called(&self, who: Slot) -> &str;
}

impl<R: Sided, F: Turns, D: Dice, W: Watch> Play<'_, R, F, D, W> {
    /// Somebody has been struck by somebody: a neutral side may turn on the alliance of who did that, by the rule of this id. The
    /// rules of the fight change with its next step.
    #[inline(always)]
    pub fn anger(&mut self, struck: Slot, by: Slot, rule: &'static str) {
        if self.rules.lineup().relations.may_turn() {
            self.turn_on(struck, by, rule);
        }
    }

    /// Turns the neutral side of somebody struck on the alliance of who did that, unless it has turned already.
    #[cold]
    #[inline(never)]
    fn turn_on(&mut self, struck: Slot, by: Slot, rule: &'static str) {
        let (rules, lineup) = (self.rules, self.rules.lineup());
        let turns = lineup.relations.struck(lineup.side(struck), lineup.side(by));
        let turned = self.fight.turned();
        if !turned.has(turns) {
            self.fight.set_turned(turned.with(turns));
            self.table.tell(rule, || {
                format!("{} is struck by {}, and its side turns on those who did that", rules.called(struck), rules.called(by))
            });
        }
    }
}

impl<R, F: Hash, D: Dice, W: Watch> Play<'_, R, F, D, W> {
    /// A [merge point](crate::dice::merging): paths of dice that come to this `site` with the same state and the same `locals`
    /// are one from here on. `locals` are all local values that the rest of the step still reads. True if the path at hand is
    /// left: whatever else it does counts for nothing, and it should end soon. The compiler folds it to false for the dice of
    /// real runs.
    #[inline(always)]
    pub fn merge_point<L: Hash>(&mut self, site: &'static str, locals: L) -> bool {
        self.table.dice.merges() && self.merge(site, &locals)
    }

    /// Asks the dice to merge the path with others of the same state; true if the path is left.
    #[cold]
    #[inline(never)]
    fn merge<L: Hash>(&mut self, site: &'static str, locals: &L) -> bool {
        let fight = &*self.fight;
        match self.table.dice.merge(|| MergeKey::of(site, &(fight, locals))) {
            Merge::Passed => false,
            Merge::TakenUp => {
                self.table.watch.taken_up();
                false
            }
            Merge::Left => {
                self.table.watch.left();
                true
            }
        }
    }
}
