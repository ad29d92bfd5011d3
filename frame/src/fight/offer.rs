//! Offers: what somebody can decide, as a line of its policy would say it.
//!
//! Owns the data and its words. What is legal is said by each core; that a question of yes or no has both answers is said here. Start at
//! [`Offer`].

use crate::dice::Slot;

/// The key of a line that says what is done.
const DO: &str = "do";

/// Something that somebody can decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The decision: the name of the list of a policy.
    pub decision: &'static str,
    /// What is done, as the line says it: `attack`.
    pub act: String,
    /// With what: the key of the line, and its value: `weapon`, `staff`.
    pub with: Option<(&'static str, String)>,
    /// Whom the question is about, where it is asked about somebody.
    pub about: Option<Slot>,
}

impl Offer {
    /// Both answers to a question of yes or no.
    #[must_use]
    pub fn yes_or_no(decision: &'static str, about: Option<Slot>) -> Vec<Offer> {
        ["yes", "no"].map(|act| Offer { decision, act: act.to_owned(), with: None, about }).to_vec()
    }

    /// True if it answers a question of yes or no.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.with.is_none() && ["yes", "no"].contains(&self.act.as_str())
    }

    /// The words that are shown: `attack staff`.
    #[must_use]
    pub fn words(&self) -> String {
        self.with.iter().fold(self.act.clone(), |words, (_, value)| words + " " + value)
    }

    /// The keys of the line and their values.
    pub fn line(&self) -> impl Iterator<Item = (&'static str, &str)> {
        std::iter::once((DO, self.act.as_str())).chain(self.with.iter().map(|(key, value)| (*key, value.as_str())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_a_line_and_its_words() {
        let with = Some(("weapon", "great sword".to_owned()));
        let attack = Offer { decision: "action", act: "attack".to_owned(), with, about: None };
        assert_eq!(attack.words(), "attack great sword");
        assert_eq!(attack.line().collect::<Vec<_>>(), [("do", "attack"), ("weapon", "great sword")]);
        let both = Offer::yes_or_no("stand", Some(Slot(1)));
        assert_eq!(both.iter().map(Offer::words).collect::<Vec<_>>(), ["yes", "no"]);
        assert!(both.iter().all(Offer::answers) && !attack.answers());
    }
}
