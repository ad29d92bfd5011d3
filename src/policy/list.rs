//! Lists: the lines of one decision in the order in which they are tried.
//!
//! Owns how a list is read: the first line that applies decides. How a list comes about is the business of
//! [`compiler`](super::compiler). Start at [`Lines::first`].

use super::observer::Observer;
use super::program::Condition;
use crate::dice::Slot;
use crate::fight::watch::LineNumber;

/// One line of a policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<A> {
    /// When it applies; `None` is always.
    pub when: Option<Condition>,
    /// What it does.
    pub action: A,
    /// Its number among all lines of the scenario, for the watch.
    pub number: LineNumber,
}

/// The lines of one decision of one policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines<A> {
    lines: Vec<Line<A>>,
}

impl<A> Default for Lines<A> {
    fn default() -> Self {
        Lines { lines: Vec::new() }
    }
}

impl<A> Lines<A> {
    pub(super) fn push(&mut self, line: Line<A>) {
        self.lines.push(line);
    }

    /// Whether there is no line that could ever apply.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Line<A>> {
        self.lines.iter()
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
