//! Exact dice questions of `heimr`.

use crate::rules::questions::{Answer, Arguments, Question};

use super::book::Book;
use super::rulings::Rulings;

/// Everything that can be asked.
pub const QUESTIONS: &[Question] = &[];

/// Answers one of [`QUESTIONS`].
///
/// # Errors
/// When there is no such answer.
pub fn answer(question: &Question, _: &Arguments, _: &Book, _: &Rulings) -> Result<Answer, String> {
    Err(format!("there is no answer to `{}`", question.name))
}
