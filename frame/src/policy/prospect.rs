//! Prospects: what is known of a line before anybody plays, for the one who follows it.
//!
//! Owns [`Prospect`], by which a core says that an action can always or never be carried out, and [`Fixed`], by which it says
//! that a value is the same throughout a scenario. Both only make warnings: nothing that is played depends on them. Start at
//! [`Prospect`].

use super::expression::Expression;
use super::observer::{Group, Members};
use super::scope::{Of, Read};

/// The knowledge about an action before anybody plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// It depends on the situation.
    Open,
    /// It is legal whenever the decision is made, so that no line behind it can decide.
    Certain,
    /// The follower can never carry it out.
    Never(Obstacle),
}

impl From<bool> for Prospect {
    /// True is [`Certain`](Prospect::Certain), false is [`Open`](Prospect::Open).
    fn from(certain: bool) -> Self {
        if certain { Prospect::Certain } else { Prospect::Open }
    }
}

/// The reason why something can never be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The reason: a sentence without a full stop, which follows a colon.
    pub because: &'static str,
    /// Advice on what to write instead, with the ids of the rules; may be empty.
    pub help: &'static str,
}

/// One row of a core's table of obstacles: which actions of which followers can never be carried out, and why.
pub struct ObstacleRow<A, F> {
    /// True if the row is about this action of this follower.
    pub holds: fn(&A, &F) -> bool,
    /// The reason.
    pub obstacle: Obstacle,
}

impl<A, F> ObstacleRow<A, F> {
    /// A row: when it holds, the reason, and advice with the ids of the rules.
    pub const fn new(holds: fn(&A, &F) -> bool, because: &'static str, help: &'static str) -> Self {
        ObstacleRow { holds, obstacle: Obstacle { because, help } }
    }
}

impl Obstacle {
    /// The first obstacle of a table that an action of a follower meets.
    pub fn first<A, F>(rows: &[ObstacleRow<A, F>], action: &A, follower: &F) -> Option<Obstacle> {
        rows.iter().find(|row| (row.holds)(action, follower)).map(|row| row.obstacle)
    }
}

/// The combatant for whom lines are read: `F` is the fighter of a core, `S` whatever else the core has to know of the scenario.
pub struct Follower<'a, F, S> {
    /// The fighter.
    pub fighter: &'a F,
    /// The scenario.
    pub setting: S,
    /// True if nobody else is of its side.
    pub alone: bool,
}

impl<'a, F, S: Copy> Follower<'a, F, S> {
    /// All fighters of a scenario, one after the other; `side` returns the side of one.
    pub fn each<T: PartialEq>(fighters: &'a [F], side: impl Fn(&F) -> T, setting: S) -> impl Iterator<Item = Self> {
        fighters.iter().map(move |fighter| {
            let alone = fighters.iter().filter(|other| side(other) == side(fighter)).count() == 1;
            Follower { fighter, setting, alone }
        })
    }
}

/// One row of a core's table of decisions that never come to a follower, and why.
pub struct Unasked {
    decision: &'static str,
    holds: bool,
    obstacle: Obstacle,
}

impl Unasked {
    /// A row: the decision, true if it never comes to the follower, the reason, and advice with the ids of the rules.
    pub const fn new(decision: &'static str, holds: bool, because: &'static str, help: &'static str) -> Self {
        Unasked { decision, holds, obstacle: Obstacle { because, help } }
    }

    /// The decisions of a table that never come to the follower, each with its reason.
    pub fn all<const N: usize>(rows: [Unasked; N]) -> Vec<(&'static str, Obstacle)> {
        rows.into_iter().filter(|row| row.holds).map(|row| (row.decision, row.obstacle)).collect()
    }
}

impl Prospect {
    /// The prospect of an action that meets this obstacle, if any, and is legal whenever it is decided if it is `certain`.
    #[must_use]
    pub fn of(obstacle: Option<Obstacle>, certain: bool) -> Self {
        obstacle.map_or(certain.into(), Prospect::Never)
    }
}

/// Of whom a value is fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Of the situation and of everybody.
    Anybody,
    /// Of enemies.
    Enemies,
}

/// A value that is the same throughout a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// The name of what is asked, as conditions write it.
    pub name: &'static str,
    /// Of whom.
    pub whose: Whose,
    /// The value.
    pub value: i64,
    /// The reason: a sentence without a full stop, which follows a colon.
    pub because: &'static str,
}

impl Fixed {
    /// A value that is fixed of everybody.
    pub const fn of_all(name: &'static str, value: i64, because: &'static str) -> Self {
        Fixed { name, whose: Whose::Anybody, value, because }
    }

    /// A value that is fixed of enemies.
    pub const fn of_enemies(name: &'static str, value: i64, because: &'static str) -> Self {
        Fixed { name, whose: Whose::Enemies, value, because }
    }
}

/// Puts fixed values into expressions, and keeps the reasons.
pub(super) struct Settler<'a> {
    /// The fixed values, each with the code of its observable.
    pub fixed: &'a [(u16, Fixed)],
    /// The reasons of those that were met.
    pub reasons: Vec<&'static str>,
    /// True if what is asked of each member of a group came to be the same for all of them.
    pub same_for_all: bool,
}

impl Settler<'_> {
    /// The expression with fixed values for what is fixed; `it` tells among whom the member or candidate at hand is.
    pub fn settle(&mut self, expression: &Expression, it: Option<Group>) -> Expression {
        match expression {
            Expression::Constant(value) => Expression::Constant(*value),
            Expression::Read(read) => self.value(*read, it).map_or(Expression::Read(*read), Expression::Constant),
            Expression::Not(operand) => Expression::opposite(self.settle(operand, it)),
            Expression::Negate(operand) => Expression::negate(self.settle(operand, it)),
            Expression::Logic(logic, left, right) => Expression::logic(*logic, self.settle(left, it), self.settle(right, it)),
            Expression::Binary(operator, left, right) => {
                Expression::binary(*operator, self.settle(left, it), self.settle(right, it))
            }
            Expression::Call(code, arguments) => {
                Expression::Call(*code, arguments.iter().map(|argument| self.settle(argument, it)).collect())
            }
            Expression::Fold(fold, members, body) => {
                let group = match members {
                    Members::Seen(group) => Some(*group),
                    Members::Side(_) | Members::Other(_) => None,
                };
                let settled = self.settle(body, group);
                self.same_for_all |= settled != **body && matches!(settled, Expression::Constant(_));
                Expression::fold(*fold, *members, settled)
            }
        }
    }

    /// The fixed value of a reading, whose reason is kept; none where nothing fixes it.
    fn value(&mut self, read: Read, it: Option<Group>) -> Option<i64> {
        let enemy = read.of == Of::Target || (read.of == Of::It && it == Some(Group::Enemies));
        let fits = |whose| whose == Whose::Anybody || enemy;
        let (_, fixed) = self.fixed.iter().find(|(code, fixed)| *code == read.observable && fits(fixed.whose))?;
        if !self.reasons.contains(&fixed.because) {
            self.reasons.push(fixed.because);
        }
        Some(fixed.value)
    }
}

/// Returns the value that a text always has by what is fixed in a scenario, with the reasons. `None` when it depends on more.
pub(super) fn settled(expression: &Expression, fixed: &[(u16, Fixed)], it: Option<Group>) -> Option<Settled> {
    let mut settler = Settler { fixed, reasons: Vec::new(), same_for_all: false };
    let value = match settler.settle(expression, it) {
        Expression::Constant(value) => Some(value),
        _ => None,
    };
    let tells = !settler.reasons.is_empty() && (value.is_some() || settler.same_for_all);
    tells.then(|| Settled { value, because: settler.reasons.join(", and ") })
}

/// A text that comes to the same in a scenario.
pub(super) struct Settled {
    /// The value; `None` when only what is asked of each member of a group is the same for all of them.
    pub value: Option<i64>,
    /// The reasons.
    pub because: String,
}
