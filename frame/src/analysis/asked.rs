//! Asked: outcomes by the words in which somebody asks for them.
//!
//! Owns how what is asked becomes the name of an outcome, and what is said where there is none. Start at [`named`].

use crate::error::{Failure, nearest};
use crate::fight::typed;

use super::outcome::Outcomes;

/// Names of outcomes that are told where one is asked for that there is not.
const KNOWN_TOLD: usize = 12;

/// The words in the brackets of `function(...)`, without quotes.
#[must_use]
pub fn inside(text: &str, function: &str) -> Option<String> {
    let inner = text.trim().strip_prefix(function)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    Some(inner.trim().replace('"', ""))
}

/// True if one of these is this metric, or its mean.
#[must_use]
pub fn asks(asked: &[String], key: &str) -> bool {
    let of = |asked: &String| inside(asked, "mean").unwrap_or_else(|| asked.clone());
    asked.iter().any(|asked| of(asked) == key)
}

/// Names of the outcomes that are asked for, among those that there are.
///
/// # Errors
/// A name that no outcome has.
pub fn named(asked: &[String], outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
    let is_there = |key: &str| outcomes.both.iter().any(|outcome| outcome.key == key);
    let key = |asked: &String| {
        let key = match typed::share_of(asked) {
            _ if is_there(asked) => asked.clone(),
            Some((metric, label)) => typed::share(&metric, &label),
            None => inside(asked, "mean").or_else(|| inside(asked, "chance")).unwrap_or_else(|| asked.clone()),
        };
        if is_there(&key) {
            return Ok(key);
        }
        let known = outcomes.both.iter().map(|outcome| outcome.key.as_str());
        let near = nearest(&key, known.clone()).map(|near| format!("; did you mean `{near}`?"));
        if key.starts_with("win(") {
            let sides: Vec<String> = known.filter(|key| key.starts_with("win(")).map(|key| format!("`{key}`")).collect();
            return Err(Failure::Usage(format!("no side is called as in `{key}`; sides win: {}", sides.join(", "))));
        }
        let all = || known.take(KNOWN_TOLD).collect::<Vec<_>>().join(", ");
        let help = near.unwrap_or_else(|| format!("; there are {} ...", all()));
        Err(Failure::Usage(format!("nothing that is measured is called `{key}`{help}")))
    };
    asked.iter().map(key).collect()
}

/// Names of the outcomes that are asked for; without any, of who wins.
///
/// # Errors
/// A name that no outcome has.
pub fn named_or_victories(asked: &[String], outcomes: &Outcomes) -> Result<Vec<String>, Failure> {
    if !asked.is_empty() {
        return named(asked, outcomes);
    }
    let is_there = |key: &str| outcomes.both.iter().any(|outcome| outcome.key == key);
    let Some(category) = outcomes.categories.first() else { return Ok(Vec::new()) };
    let labels = category.before.iter().filter(|label| !label.is_empty());
    Ok(labels.map(|label| typed::share(&category.key, label)).filter(|key| is_there(key)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::MadeUp;

    #[test]
    fn outcomes_are_named_in_all_the_words_that_designers_use_for_them() {
        let outcomes = MadeUp::new(|_| [[0, 3, 0, 5]; 2]).outcomes;
        let of = |asked: &str| named(&[asked.to_owned()], &outcomes).map(|mut keys| keys.remove(0));
        for (asked, key) in [
            ("win(left)", "win(left)"),
            ("win( \"left\" )", "win(left)"),
            ("chance(winner == right)", "win(right)"),
            ("mean(rounds)", "rounds"),
            ("rounds", "rounds"),
            ("chance(Ada.dead)", "Ada.dead"),
        ] {
            assert_eq!(of(asked).ok().as_deref(), Some(key), "{asked}");
        }
        for (asked, said) in [("win(lef)", "sides win: `win(left)`, `win(right)`"), ("round", "did you mean `rounds`?")] {
            let failure = of(asked).expect_err(asked).in_short();
            assert!(failure.contains(said), "{failure}");
        }
        assert_eq!(named_or_victories(&[], &outcomes).ok(), Some(vec!["win(left)".to_owned(), "win(right)".to_owned()]));
        assert!(asks(&["mean(rounds)".to_owned()], "rounds") && !asks(&["win(left)".to_owned()], "rounds"));
    }
}
