//! The table: dice and a watch, side by side; part of every fight in progress.

use crate::dice::{Dice, Die, Roll, Slot};
use crate::fight::causes::Blame;
use crate::fight::sum::{Adds, Sentence};
use crate::fight::watch::Watch;

/// The table at which a fight is played: chance comes from `dice`, everything worth telling goes to `watch`.
pub struct Table<D, W> {
    /// The source of all chance.
    pub dice: D,
    /// The observer.
    pub watch: W,
}

impl<D: Dice, W: Watch> Table<D, W> {
    /// True if [`settle`](Self::settle) merges equal results.
    #[inline(always)]
    pub fn settles(&self) -> bool {
        self.dice.settles()
    }

    /// True if [`tell`](Self::tell) is heard.
    #[inline(always)]
    pub fn listens(&self) -> bool {
        self.watch.listens()
    }

    /// Blames somebody with this weapon or other means, by its name, for all that follows, until [nobody](Self::blame_nobody) is to
    /// blame. The name is only looked up for a watch that attributes.
    #[inline(always)]
    pub fn blame<'a>(&mut self, by: Slot, with: impl FnOnce() -> &'a str) {
        if self.watch.attributes() {
            self.watch.blame(Some(Blame { by, with: with() }));
        }
    }

    /// Blames nobody for what follows.
    #[inline(always)]
    pub fn blame_nobody(&mut self) {
        if self.watch.attributes() {
            self.watch.blame(None);
        }
    }

    /// A sum without any part so far; what is added to it can be told, if somebody listens.
    #[inline(always)]
    pub fn adds(&self) -> W::Adds {
        W::Adds::begin(self.listens())
    }

    /// One die of `sides` faces: its face, `1..=sides`.
    #[inline]
    pub fn roll(&mut self, who: Slot, roll: &'static Roll, sides: u32) -> i32 {
        let face = self.dice.roll(who, roll, sides);
        self.watch.die(who, roll, sides, face);
        face as i32
    }

    /// The sum of all dice of `die`, without any special rule.
    #[inline(always)]
    pub fn sum(&mut self, who: Slot, roll: &'static Roll, die: Die) -> i32 {
        if die.count == 1 { self.roll(who, roll, u32::from(die.sides)) } else { self.sum_of_several(who, roll, die) }
    }

    /// Sums none or several dice, which are rarer.
    #[inline(never)]
    fn sum_of_several(&mut self, who: Slot, roll: &'static Roll, die: Die) -> i32 {
        if self.settles() && die.count > 1 {
            return self.settled_sum(who, roll, die);
        }
        let mut sum = 0;
        for _ in 0..die.count {
            sum += self.roll(who, roll, u32::from(die.sides));
        }
        sum
    }

    /// Sums dice where only the sum is asked for: one die more than a smaller sum.
    fn settled_sum(&mut self, who: Slot, roll: &'static Roll, die: Die) -> i32 {
        let fewer = Die::new(die.count - 1, die.sides);
        let key = || [i64::from(die.count), i64::from(die.sides)];
        let one_more = |table: &mut Self| table.sum(who, roll, fewer) + table.roll(who, roll, u32::from(die.sides));
        self.settle(roll, key, |table| i64::from(one_more(table))) as i32
    }

    /// Plays something that is asked for its result and nothing else; see [`Dice::settle`].
    #[inline]
    pub fn settle<K: AsRef<[i64]>>(
        &mut self,
        roll: &'static Roll,
        key: impl FnOnce() -> K,
        mut play: impl FnMut(&mut Self) -> i64,
    ) -> i64 {
        let play = |table: &mut Self| {
            let before = table.watch.settling(true);
            let result = play(table);
            table.watch.settling(before);
            result
        };
        D::settle(self, |table| &mut table.dice, roll, |_| key(), play)
    }

    /// True if one die of `sides` faces shows at most `most`, where nothing else is asked of it.
    pub fn at_most(&mut self, who: Slot, roll: &'static Roll, sides: u32, most: i32) -> bool {
        let shows = |table: &mut Self| i64::from(table.roll(who, roll, sides) <= most);
        self.settle(roll, || [i64::from(sides), i64::from(most)], shows) == 1
    }

    /// One of `0..choices`, each as likely; no die is rolled when there is no choice.
    ///
    /// # Panics
    /// A pick without choices.
    #[inline]
    pub fn pick(&mut self, who: Slot, roll: &'static Roll, choices: usize) -> usize {
        assert!(choices > 0, "a pick needs something to pick from");
        if choices == 1 { 0 } else { self.roll(who, roll, choices as u32) as usize - 1 }
    }

    /// Tells a sentence of the story, for the reason of the ledger ids in `rules` (`"VOG-029"`, or several with commas).
    /// The sentence is only made for a watch that listens.
    #[inline]
    pub fn tell<S: Into<Sentence>>(&mut self, rules: &'static str, sentence: impl FnOnce() -> S) {
        if self.listens() {
            self.watch.tell(rules, sentence().into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Enumerator, ExplorationLimits, Purpose, Scripted};
    use crate::fight::Silent;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };

    /// Every result of `play` with its probability.
    fn all(mut play: impl FnMut(&mut Table<Enumerator, Silent>) -> i32) -> Vec<(i32, f64)> {
        let mut table = Table { dice: Enumerator::default(), watch: Silent };
        let mut found = Vec::new();
        let take = |_: &mut Table<Enumerator, Silent>, result, mass| found.push((result, mass));
        Enumerator::explore(
            &mut table,
            |table| &mut table.dice,
            ExplorationLimits::outcomes(10_000),
            |table| play(table),
            take,
        );
        found
    }

    #[test]
    fn whoever_walks_through_all_outcomes_meets_each_sum_once() {
        let sums = all(|table| table.sum(Slot(0), &ROLL, Die::new(3, 6)));
        assert_eq!(sums.iter().map(|(sum, _)| *sum).collect::<Vec<_>>(), (3..=18).collect::<Vec<_>>());
        let ways = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];
        assert!(sums.iter().zip(ways).all(|((_, mass), ways)| (mass - f64::from(ways) / 216.0).abs() < 1e-12), "{sums:?}");
        assert_eq!(all(|table| table.sum(Slot(0), &ROLL, Die::NONE)), [(0, 1.0)]);
    }

    #[test]
    fn a_die_that_only_passes_or_fails_has_two_outcomes() {
        let passed = all(|table| i32::from(table.at_most(Slot(0), &ROLL, 8, 3)));
        assert_eq!(passed, [(0, 0.625), (1, 0.375)]);
    }

    #[test]
    fn all_others_roll_die_by_die() {
        let mut table = Table { dice: Scripted::new("d6=2 d6=5 d8=3 d8=4"), watch: Silent };
        assert_eq!(table.sum(Slot(0), &ROLL, Die::new(2, 6)), 7);
        assert!(table.at_most(Slot(0), &ROLL, 8, 3) && !table.at_most(Slot(0), &ROLL, 8, 3));
    }
}
