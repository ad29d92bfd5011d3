//! Lists: the lines of one decision in the order in which they are tried.
//!
//! Owns how a list is read: the first line that applies decides, unless whoever decides [slips](super::slips). How a list comes about is
//! the business of [`compiler`](super::compiler). Start at [`Lines::decided`]; the lists of all combatants are [`Lists`].

use super::observer::Observer;
use super::program::Condition;
use super::slips::Slips;
use super::uses::Use;
use crate::dice::{Dice, Slot};
use crate::fight::watch::{LineNumber, LineTried, Watch};
use crate::fight::{Slots, Table};

/// One line of a policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<A> {
    /// The condition under which it applies; `None` is always.
    pub when: Option<Condition>,
    /// Its action.
    pub action: A,
    /// Its number among all lines of the scenario, for the watch.
    pub number: LineNumber,
}

/// The lines of one decision of one policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines<A> {
    lines: Vec<Line<A>>,
    /// The slips of whoever decides by them, if there are any.
    slips: Option<Box<Slips<A>>>,
}

impl<A> Default for Lines<A> {
    fn default() -> Self {
        Lines { lines: Vec::new(), slips: None }
    }
}

impl<A> Lines<A> {
    /// Adds a line behind all others.
    pub(super) fn push(&mut self, line: Line<A>) {
        self.lines.push(line);
    }

    /// Says that whoever decides by them slips.
    pub fn slip(&mut self, slips: Slips<A>) {
        self.slips = Some(Box::new(slips));
    }

    /// True if there is no line that could ever apply.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// True if whoever decides by them ever slips.
    #[inline]
    #[must_use]
    pub fn may_slip(&self) -> bool {
        self.slips.is_some()
    }

    /// Every action that may be decided on: those of the lines, and those that a slip can lead to.
    pub fn actions(&self) -> impl Iterator<Item = &A> {
        let slips = self.slips.iter().flat_map(|slips| slips.options());
        self.lines.iter().map(|line| &line.action).chain(slips)
    }

    /// The slips of whoever decides now, if it is a moment at which it slips: a die says so, where there are slips at all.
    #[inline]
    pub fn slipping<D: Dice, W: Watch>(&self, own: Slot, table: &mut Table<D, W>) -> Option<&Slips<A>> {
        self.slips.as_deref().filter(|slips| slips.happens(own, table))
    }

    /// The action that is decided on: that of the first line whose condition holds and whose action is legal, or one at random of all
    /// that are legal where whoever decides slips. The watch is told which line it was. See [`Lines::first`] for `legal`.
    #[inline]
    pub fn decided<O: Observer, D: Dice, W: Watch>(
        &self,
        observer: &O,
        own: Slot,
        table: &mut Table<D, W>,
        mut legal: impl FnMut(&A) -> bool,
    ) -> Option<&A> {
        if self.slips.is_some()
            && let Some(action) = self.slipped(own, table, &mut legal)
        {
            return Some(action);
        }
        let line = self.first(observer, own, legal);
        self.tell(observer, own, line.map(|line| line.number), &mut table.watch);
        line.map(|line| &line.action)
    }

    /// One of all legal actions at random, where whoever decides slips now.
    #[cold]
    #[inline(never)]
    fn slipped<D: Dice, W: Watch>(&self, own: Slot, table: &mut Table<D, W>, legal: &mut dyn FnMut(&A) -> bool) -> Option<&A> {
        self.slipping(own, table)?.one(own, table, legal)
    }

    /// The lines in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Line<A>> {
        self.lines.iter()
    }

    /// Returns everything that the conditions of the lines read.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        self.lines.iter().filter_map(|line| line.when.as_ref()).flat_map(Condition::uses)
    }

    /// The first line whose condition holds and whose action is legal. `legal` must not change anything: it is asked before
    /// the condition where the condition has to walk over a group or to find a target, and after it otherwise.
    #[inline]
    pub fn first<O: Observer>(&self, observer: &O, own: Slot, mut legal: impl FnMut(&A) -> bool) -> Option<&Line<A>> {
        self.lines.iter().find(|line| match &line.when {
            None => legal(&line.action),
            Some(when) if when.is_light() => when.holds(observer, own) && legal(&line.action),
            Some(when) => legal(&line.action) && when.holds(observer, own),
        })
    }

    /// Tells the watch which line decided, if any, and to a watch that traces what became of the lines before it. To be called
    /// while the observer still sees what the lines saw.
    #[inline]
    pub fn tell<O: Observer, W: Watch>(&self, observer: &O, own: Slot, decided: Option<LineNumber>, watch: &mut W) {
        if let Some(line) = decided {
            watch.line(line);
        }
        if watch.traces() {
            self.trace(observer, own, decided, watch);
        }
    }

    /// Tells of the lines before the one that decided: their condition did not hold, or their action was impossible.
    #[cold]
    #[inline(never)]
    fn trace<O: Observer, W: Watch>(&self, observer: &O, own: Slot, decided: Option<LineNumber>, watch: &mut W) {
        for line in self.lines.iter().take_while(|line| Some(line.number) != decided) {
            let holds = line.when.as_ref().is_none_or(|when| when.holds(observer, own));
            watch.tried(line.number, if holds { LineTried::Impossible } else { LineTried::Refused });
        }
    }

    /// The first line whose condition holds and for which `attempt` finds something, such as a target, with what it found.
    /// Lines whose condition does not hold are not attempted, so `attempt` may roll dice.
    #[inline]
    pub fn decide<O: Observer, R>(
        &self,
        observer: &O,
        own: Slot,
        mut attempt: impl FnMut(&A) -> Option<R>,
    ) -> Option<(&Line<A>, R)> {
        self.lines
            .iter()
            .filter(|line| line.when.as_ref().is_none_or(|when| when.holds(observer, own)))
            .find_map(|line| attempt(&line.action).map(|found| (line, found)))
    }
}

/// The lines of one decision of all combatants, by slot. Most combatants leave most decisions to the rules, and who does is
/// known without looking at any list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lists<A> {
    of_each: Vec<Lines<A>>,
    deciders: Slots,
    /// The name of the decision, where it is a question of yes or no.
    question: Option<&'static str>,
}

impl<A> Default for Lists<A> {
    fn default() -> Self {
        Lists { of_each: Vec::new(), deciders: Slots::NONE, question: None }
    }
}

impl<A> Lists<A> {
    /// Adds the lines of the next combatant.
    pub fn push(&mut self, lines: Lines<A>) {
        if !lines.is_empty() || lines.slips.is_some() {
            self.deciders = self.deciders.with(Slot(self.of_each.len() as u8));
        }
        self.of_each.push(lines);
    }

    /// Says that the decision of this name is a question of yes or no.
    pub fn ask(&mut self, question: &'static str) {
        self.question = Some(question);
    }

    /// The name of the decision, where it is a question of yes or no.
    #[must_use]
    pub fn question(&self) -> Option<&'static str> {
        self.question
    }

    /// The lines of this combatant, if there is any that could ever apply, or if it slips.
    #[inline]
    #[must_use]
    pub fn of(&self, who: Slot) -> Option<&Lines<A>> {
        if self.deciders.has(who) { Some(&self.of_each[who.index()]) } else { None }
    }

    /// Those who have lines that could ever apply, or who slip.
    #[inline]
    #[must_use]
    pub fn deciders(&self) -> Slots {
        self.deciders
    }

    /// True if no combatant has lines, and none slips.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.deciders.is_empty()
    }

    /// True if anybody ever slips.
    #[must_use]
    pub fn may_slip(&self) -> bool {
        self.of_each.iter().any(Lines::may_slip)
    }

    /// Every action that anybody may decide on.
    pub fn actions(&self) -> impl Iterator<Item = &A> {
        self.of_each.iter().flat_map(Lines::actions)
    }

    /// All lines of all combatants.
    pub fn lines(&self) -> impl Iterator<Item = &Line<A>> {
        self.of_each.iter().flat_map(Lines::iter)
    }

    /// Returns everything that the conditions of all lines read.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        self.of_each.iter().flat_map(Lines::uses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::watch::{Counting, Trace, Tracing};
    use crate::policy::Frame;
    use crate::policy::testing::{Board, vocabulary};

    /// Lines that do what they are called, in this order.
    fn lines(texts: &[(&'static str, &str)]) -> Lines<&'static str> {
        let mut lines = Lines::default();
        for (number, (action, when)) in texts.iter().enumerate() {
            let when =
                (!when.is_empty()).then(|| Condition::new(when, &vocabulary(), Frame::WITH_TARGET).expect("a right condition"));
            lines.push(Line { when, action: *action, number: LineNumber(number as u16) });
        }
        lines
    }

    const OWN: Slot = Slot(0);

    #[test]
    fn the_first_legal_line_whose_condition_holds_decides() {
        let lines = lines(&[("cast", "hp > 3"), ("defend", "hp <= 3"), ("attack", "")]);
        let decided =
            |hp: i64, illegal: &str| lines.first(&Board::of(&[hp]), OWN, |action| *action != illegal).map(|line| line.action);
        assert_eq!(decided(9, ""), Some("cast"));
        assert_eq!(decided(9, "cast"), Some("attack"));
        assert_eq!(decided(2, "cast"), Some("defend"));
        assert_eq!(decided(2, "attack"), Some("defend"));
    }

    #[test]
    fn only_those_with_lines_have_a_list() {
        let mut lists = Lists::default();
        assert!(lists.is_empty() && lists.of(OWN).is_none());
        lists.push(lines(&[]));
        assert!(lists.is_empty());
        lists.push(lines(&[("attack", "hp > 3")]));
        assert!(!lists.is_empty() && lists.of(OWN).is_none() && lists.of(Slot::MASTER).is_none());
        assert_eq!(lists.of(Slot(1)).map(|lines| lines.iter().count()), Some(1));
        assert_eq!((lists.lines().count(), lists.uses().count()), (1, 1));
        assert_eq!(lists.deciders(), Slots::only(Slot(1)));
    }

    #[test]
    fn nothing_is_decided_when_no_line_applies() {
        let board = Board::of(&[9]);
        assert_eq!(lines(&[("defend", "hp <= 3")]).first(&board, OWN, |_| true), None);
        assert_eq!(lines(&[("attack", "")]).first(&board, OWN, |_| false), None);
        assert!(lines(&[]).is_empty() && lines(&[]).first(&board, OWN, |_| true).is_none());
    }

    #[test]
    fn a_condition_that_takes_long_is_asked_after_what_is_legal() {
        let board = Board { target: Some(Slot(1)), ..Board::of(&[9, 1]) };
        let lines =
            lines(&[("cast", "any(enemies, it.hp < 3)"), ("shoot", "target.hp < 3"), ("defend", "hp > 99"), ("attack", "")]);
        let mut asked = Vec::new();
        let line = lines.first(&board, OWN, |action| {
            asked.push(*action);
            *action == "attack"
        });
        assert_eq!(line.map(|line| line.number), Some(LineNumber(3)));
        assert_eq!(asked, ["cast", "shoot", "attack"]);
        assert_eq!((board.groups_asked.get(), board.targets_asked.get()), (0, 0));
    }

    #[test]
    fn a_tracing_watch_learns_what_became_of_every_line_that_was_tried() {
        let lines = lines(&[("cast", "hp > 3"), ("defend", "hp <= 3"), ("attack", ""), ("wait", "")]);
        let board = Board::of(&[9]);
        let mut watch = Tracing::new(Counting::new(1, 1, 4));
        let line = lines.first(&board, OWN, |action| *action != "cast");
        lines.tell(&board, OWN, line.map(|line| line.number), &mut watch);
        watch.tried(LineNumber(2), LineTried::Failed);
        let nobody = lines.first(&board, OWN, |_| false);
        lines.tell(&board, OWN, nobody.map(|line| line.number), &mut watch);
        let of = |decided, impossible, refused| Trace { decided, impossible, refused };
        assert_eq!(watch.traces, [of(0, 2, 0), of(0, 0, 2), of(0, 2, 0), of(0, 1, 0)]);
        let mut counting = Counting::new(1, 1, 4);
        lines.tell(&board, OWN, Some(LineNumber(2)), &mut counting);
        assert_eq!(counting.lines, [0, 0, 1, 0]);
    }

    #[test]
    fn only_lines_whose_condition_holds_are_attempted() {
        let board = Board::of(&[9, 1]);
        let lines = lines(&[("nobody", "all(enemies, it.hp < 3)"), ("never", "hp < 3"), ("somebody", ""), ("later", "")]);
        let mut attempted = Vec::new();
        let decided = lines.decide(&board, OWN, |action| {
            attempted.push(*action);
            (*action != "nobody").then_some(Slot(1))
        });
        assert_eq!(decided.map(|(line, found)| (line.number, found)), Some((LineNumber(2), Slot(1))));
        assert_eq!(attempted, ["nobody", "somebody"]);
    }
}
