//! Exact dice questions of `injury-d20`, answered by the book and the rulings at hand.
//!
//! Start at [`QUESTIONS`].

use crate::rules::questions::{Answer, Arguments, Question};

use super::book::Book;
use super::rulings::Rulings;

/// The questions.
pub const QUESTIONS: &[Question] = &[];

/// Answers one of them.
///
/// # Errors
/// When there is no answer, with the reason.
pub fn answer(question: &Question, _: &Arguments, _: &Book, _: &Rulings) -> Result<Answer, String> {
    Err(format!("`injury-d20` is never asked `{}`", question.name))
}
