//! Questions of `odds` about combatants of a scenario: who is asked about, and which parameters their sheets answer.
//!
//! Owns how a weapon, an ability or a skill is chosen by its name; which parameter is which number of a sheet is said by the
//! `odds/taken` of each core, from what its rules read. Start at [`About`].

use crate::dice::Slot;
use crate::error::nearest;

/// One of whom a question is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct One<'a> {
    /// Its slot.
    pub who: Slot,
    /// A weapon, an ability, a skill that it uses; none for the usual one.
    pub with: Option<&'a str>,
    /// The flag by which that is named.
    pub flag: &'static str,
}

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About<'a> {
    /// The combatant that does it.
    pub by: One<'a>,
    /// To whom, if that is said.
    pub at: Option<One<'a>>,
}

/// A parameter that a sheet answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnsweredParameter {
    /// Its name.
    pub parameter: &'static str,
    /// Its value, as it is typed.
    pub value: String,
    /// The origin: `STR of Ada`.
    pub from: String,
}

/// Parameters that sheets answer; none where a question is not about what combatants come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters(pub Vec<AnsweredParameter>);

impl Parameters {
    /// Adds a parameter.
    pub fn take(&mut self, parameter: &'static str, value: impl ToString, from: impl Into<String>) -> &mut Self {
        self.0.push(AnsweredParameter { parameter, value: value.to_string(), from: from.into() });
        self
    }
}

/// The words for something of somebody, as the origin of a number.
#[must_use]
pub fn of(what: &str, name: &str) -> String {
    format!("{what} of {name}")
}

/// Chooses what somebody uses by its name, in any case and with `_` or blanks; where none is named, the usual one.
///
/// # Errors
/// With what there is, when nothing has that name, or when none is named and none is usual.
pub fn choose<'a, T: Copy>(one: One, all: impl IntoIterator<Item = (&'a str, T)>, usual: Option<T>) -> Result<T, String> {
    let flag = one.flag;
    let all: Vec<(&str, T)> = all.into_iter().collect();
    let plain = |name: &str| name.to_lowercase().replace(['_', '-'], " ");
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in &all {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let names = names.join(", ");
    match one.with {
        None => usual.ok_or_else(|| match all.first() {
            Some((first, _)) if first.contains(' ') => format!("say with what: `{flag} '{first}'`; there are {names}"),
            Some((first, _)) => format!("say with what: `{flag} {first}`; there are {names}"),
            None => "there is nothing to do it with".to_owned(),
        }),
        Some(said) => all.iter().find(|(name, _)| plain(name) == plain(said)).map(|(_, one)| *one).ok_or_else(|| {
            let near = nearest(said, all.iter().map(|(name, _)| *name)).map(|near| format!(", did you mean `{near}`?"));
            format!("{flag}: there is no `{said}`{}; there are {names}", near.unwrap_or_default())
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_is_chosen_by_its_name_and_else_it_is_the_usual() {
        let all = [("great sword", 1), ("STR", 2)];
        let chosen = |with, usual| choose(One { who: Slot(0), with, flag: "--with" }, all, usual);
        assert_eq!(chosen(Some("Great_Sword"), None), Ok(1));
        assert_eq!(chosen(Some("str"), Some(1)), Ok(2));
        assert_eq!(chosen(None, Some(1)), Ok(1));
        assert_eq!(chosen(None, None).unwrap_err(), "say with what: `--with 'great sword'`; there are great sword, STR");
        let near = chosen(Some("grate sword"), None).unwrap_err();
        assert_eq!(near, "--with: there is no `grate sword`, did you mean `great sword`?; there are great sword, STR");
    }
}
