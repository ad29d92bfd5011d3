//! Policies: how combatants decide. The condition language, the priority lists and the choice of targets that all rules
//! cores share.
//!
//! Owns the language and how lists are read; knows no observable of any game: each core brings a [`Vocabulary`] and
//! answers as an [`Observer`]. Must not roll dice. Start at [`Compiler::list`] for how a core reads its lists, at
//! [`Lines::first`] for how it plays them, at [`Condition`] for conditions that stand elsewhere.
//!
//! # The language
//! Three kinds of values: whole numbers of 64 bits, truth values, and words out of a list. From loosest to tightest:
//!
//! | written | means |
//! | --- | --- |
//! | `a or b` | either |
//! | `a and b` | both |
//! | `not a` | the contrary |
//! | `a == b`, `!=`, `<`, `<=`, `>`, `>=` | comparison; not chained; words and truth values only `==` and `!=` |
//! | `a + b`, `a - b` | stop at the ends of the range |
//! | `a * b`, `a / b`, `a % b` | the same; division rounds down, and by 0 it gives 0 |
//! | `-a`, `(a)` | |
//!
//! A value is a number (`12`), `true`, `false`, a name or an aggregate.
//! - **Names**: `hp` and `self.hp` are one's own, `target.hp` the target's, `it.hp` that of the member or candidate at
//!   hand; names of the situation stand alone (`round`, `enemies.active`). Some take a number or a word in parentheses:
//!   `allies.at_or_below(5)`, `target.resists(fire)`. Whatever is not a plain name stands in quotes, double or single:
//!   `"Goblin 1".hp`, `has('off-guard')`. Everything of a target is 0 while there is none.
//! - **Words** stand beside a name that has words for values: `declared == defend`.
//! - **Aggregates** over `allies` (the others of one's side) or `enemies`: `count`, `any` and `all` ask a condition of
//!   each, `min`, `max` and `sum` a number: `any(allies, it.hp <= 0)`. Of nobody, `all` is true, `any` false, the others
//!   0. They do not stand inside each other.
//!
//! Every condition has a value in every situation; evaluating it allocates nothing and takes a bounded number of steps.

mod book;
mod check;
mod compiler;
mod defect;
mod expression;
mod list;
mod observer;
mod operator;
mod program;
mod prospect;
mod scope;
mod selector;
mod slips;
pub mod statement;
mod syntax;
mod token;
mod uses;
mod vocabulary;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod testing;

pub use book::{BookLine, LineBook};
pub use check::{name_of, needed, typed};
pub use compiler::{Compiler, Decision, LineText, condition};
pub use defect::Defect;
pub use expression::{Expression, Fold};
pub use list::{Line, Lines, Lists};
pub use observer::{Group, Members, Observer};
pub use operator::{Operator, Orders};
pub use program::{Condition, Measure};
pub use prospect::{Fixed, Follower, Obstacle, ObstacleRow, Prospect, Unasked, Whose};
pub use scope::{Frame, Function, GivenArgument, GivenValue, Kind, Name, NameSegment, Of, Read, Resolved, Scope, WordList};
pub use selector::{Extreme, NamedSelector, Order, Selector, SelectorText, Selectors};
pub use slips::{SLIP, Slipping, Slips, SlipsText};
pub use syntax::{DEPTH_MAX, Logic, NodeForm, SyntaxNode};
pub use uses::Use;
pub use vocabulary::{Argument, Observable, Reach, Vocabulary, VocabularyEntry};
