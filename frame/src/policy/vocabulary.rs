//! Vocabularies: the names that the policies of one rules core can use.
//!
//! Owns the rules by which a name means something: bare names and `self.` are one's own, `target.` and `it.` are
//! somebody else's, and the rest is about the situation. A core makes its vocabulary when it loads a scenario, with the
//! scenario's own words (weapons, statuses) in its lists. Start at [`Vocabulary::new`].

use super::check::unknown_word;
use super::defect::{Defect, advice, listed};
use super::observer::{Group, Members};
use super::prospect::Fixed;
use super::scope::{Frame, GivenArgument, GivenValue, Kind, Name, Of, Read, Resolved, Scope, WordList, path};

/// The subject of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The situation, as the one who decides sees it: written as it is named, `enemies.active`.
    Situation,
    /// A combatant: `hp` and `self.hp` are one's own, `target.hp` and `it.hp` another's.
    Combatant,
}

/// The argument that a name takes in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// Nothing; it has no parentheses.
    None,
    /// A whole number of 32 bits.
    Integer,
    /// A word of the list with this index; the observer is given the word's index in it.
    Word(usize),
}

/// Something that conditions can ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observable {
    /// Its name, which may have dots: `hp`, `enemies.active`.
    pub name: &'static str,
    /// Its subject.
    pub reach: Reach,
    /// The kind of its value.
    pub kind: Kind,
    /// Its argument in parentheses.
    pub argument: Argument,
    /// Its meaning, for the reference: a phrase with its unit.
    pub about: &'static str,
    /// The ids of the rules of the ledger by which it is as it is, where they are named.
    pub rules: &'static [&'static str],
}

/// The names of a rules core, in one scenario.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    observables: Vec<Observable>,
    words: Vec<WordList>,
    fixed: Vec<(u16, Fixed)>,
}

/// One row of the reference of a vocabulary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VocabularyEntry {
    /// The name with its argument, if any: `has(status)`.
    pub name: String,
    /// Of whom it can be asked.
    pub of: &'static str,
    /// Its values.
    pub kind: String,
    /// Its meaning.
    pub about: &'static str,
    /// The words that its argument can be, where it is one.
    pub takes: Vec<String>,
    /// The ids of the rules of the ledger by which it is as it is, where they are named.
    pub rules: &'static [&'static str],
}

impl Vocabulary {
    /// A vocabulary; an observable's index is the code that an [`Observer`](super::Observer) is asked with.
    ///
    /// # Panics
    /// Two observables of the same reach that share a name, one that is named like something of a combatant at hand, or a
    /// missing list of words: mistakes in a core.
    #[must_use]
    pub fn new(observables: &[Observable], words: Vec<WordList>) -> Self {
        for (index, one) in observables.iter().enumerate() {
            let twin = observables[..index].iter().any(|other| (other.name, other.reach) == (one.name, one.reach));
            assert!(!twin, "two observables are called `{}`", one.name);
            let first = one.name.split('.').next();
            assert!(!matches!(first, Some("self" | "target" | "it")), "`{}` begins with a combatant", one.name);
            let lists = [list_of_kind(one.kind), list_of_argument(one.argument)];
            assert!(lists.into_iter().flatten().all(|list| list < words.len()), "`{}` has no list of words", one.name);
        }
        Vocabulary { observables: observables.to_vec(), words, fixed: Vec::new() }
    }

    /// Adds values that are the same throughout the scenario. A condition that asks nothing else is warned of.
    ///
    /// # Panics
    /// A name that no observable has: a mistake in a core.
    #[must_use]
    pub fn with_fixed(mut self, rows: impl IntoIterator<Item = Fixed>) -> Self {
        for row in rows {
            let code = self.observables.iter().position(|observable| observable.name == row.name);
            self.fixed.push((code.unwrap_or_else(|| panic!("nothing is called `{}`", row.name)) as u16, row));
        }
        self
    }

    /// The values that are the same throughout the scenario, each with the code of its observable.
    pub(super) fn fixed(&self) -> &[(u16, Fixed)] {
        &self.fixed
    }

    /// Every name that can be used, for documentation.
    #[must_use]
    pub fn reference(&self) -> Vec<VocabularyEntry> {
        let entry = |observable: &Observable| VocabularyEntry {
            name: match observable.argument {
                Argument::None => observable.name.to_owned(),
                Argument::Integer => format!("{}(number)", observable.name),
                Argument::Word(list) => format!("{}({})", observable.name, self.words[list].name),
            },
            of: match observable.reach {
                Reach::Situation => "the situation",
                Reach::Combatant => "self, target, it",
            },
            kind: match observable.kind {
                Kind::Integer => "number".to_owned(),
                Kind::Boolean => "true or false".to_owned(),
                Kind::Word(list) => self.words[list].words.join(" | "),
            },
            about: observable.about,
            takes: list_of_argument(observable.argument).map_or_else(Vec::new, |list| self.words[list].words.clone()),
            rules: observable.rules,
        };
        self.observables.iter().map(entry).collect()
    }

    /// The code of an observable by its name and its reach.
    fn find(&self, name: &str, reach: Reach) -> Option<u16> {
        let found = self.observables.iter().position(|observable| observable.reach == reach && observable.name == name);
        found.map(|index| index as u16)
    }

    /// The names of all observables of a reach.
    fn names(&self, reach: Reach) -> impl Iterator<Item = &str> {
        self.observables.iter().filter(move |observable| observable.reach == reach).map(|observable| observable.name)
    }

    /// Of whom a name is read and the code of what.
    fn locate(&self, name: &Name, frame: Frame) -> Result<(Of, u16), Defect> {
        let path = name.path();
        let of = match name.segments[0].text {
            "self" => Of::Own,
            "target" => Of::Target,
            "it" => Of::It,
            _ => return self.locate_bare(&path, name),
        };
        let who = name.segments[0].text;
        let (first, rest) = (name.segments[0].span.clone(), &name.segments[1..]);
        match of {
            Of::Target if !frame.target => {
                return Err(
                    Defect::new(first, "there is no `target` here").help("the target is not yet chosen, or there is none")
                );
            }
            Of::It if !frame.it => {
                let help = "inside `count`, `any`, `all`, `min`, `max` and `sum` `it` is each of a group in turn";
                return Err(Defect::new(first, "`it` is nobody here").help(help));
            }
            _ if rest.is_empty() => {
                let defect = Defect::new(first, format!("`{who}` is a combatant: what about it?"));
                return Err(defect.help(self.example(who)));
            }
            _ => {}
        }
        let what = self::path(rest);
        if let Some(code) = self.find(&what, Reach::Combatant) {
            return Ok((of, code));
        }
        let span = rest[0].span.start..rest[rest.len() - 1].span.end;
        if self.find(&what, Reach::Situation).is_some() {
            let defect = Defect::new(span, format!("`{what}` is about the situation, not about a combatant"));
            return Err(defect.help(format!("write `{what}`")));
        }
        let known: Vec<&str> = self.names(Reach::Combatant).collect();
        Err(Defect::new(span, format!("combatants have no `{what}`")).help(advice(&what, &known)))
    }

    /// An example of what can be said of somebody.
    fn example(&self, who: &str) -> String {
        match self.observables.iter().find(|one| one.reach == Reach::Combatant && one.argument == Argument::None) {
            Some(observable) => format!("for example `{who}.{}`", observable.name),
            None => "nothing can be asked of combatants".to_owned(),
        }
    }

    /// Finds a name without an owner: first of the situation, then of oneself.
    fn locate_bare(&self, path: &str, name: &Name) -> Result<(Of, u16), Defect> {
        if let Some(code) = self.find(path, Reach::Situation) {
            return Ok((Of::Situation, code));
        }
        if let Some(code) = self.find(path, Reach::Combatant) {
            return Ok((Of::Own, code));
        }
        let defect =
            Defect::new(name.span.start..name.segments[name.segments.len() - 1].span.end, format!("there is no `{path}`"));
        let group = name.segments[0].text;
        if Group::NAMED.iter().any(|(known, _)| *known == group) {
            let what = self::path(&name.segments[1..]);
            if self.find(&what, Reach::Combatant).is_some() {
                return Err(
                    defect.help(format!("of which of them? `min({group}, it.{what})`, `max`, `sum`, `count`, `any`, `all`"))
                );
            }
        }
        if let Some(help) = self.of_other_games(name) {
            return Err(defect.help(help));
        }
        let known: Vec<&str> = self.names(Reach::Situation).chain(self.names(Reach::Combatant)).collect();
        Err(defect.help(advice(path, &known)))
    }

    /// What to write in place of a word that other games have and this language has not.
    fn of_other_games(&self, name: &Name) -> Option<String> {
        let has = |name: &str| self.find(name, Reach::Combatant).is_some();
        match (name.segments[0].text, &name.segments[1..]) {
            ("half", []) if has("hp") && has("hp_max") => Some("less than half of them: `hp * 2 < hp_max`".to_owned()),
            ("always", []) => Some("a line without `when` always holds: leave it out".to_owned()),
            ("never", []) => Some("a line that never holds is none: leave it out".to_owned()),
            ("rand" | "random" | "roll" | "chance" | "dice", _) => {
                Some("policies roll no dice: by the state of a fight they decide what to do".to_owned())
            }
            ("enemy" | "opponent" | "foe" | "ally" | "friend", rest) if !rest.is_empty() => {
                let what = self::path(rest);
                let group = if matches!(name.segments[0].text, "ally" | "friend") { "allies" } else { "enemies" };
                has(&what).then(|| format!("of which of them? `target.{what}`, or of all of them `min({group}, it.{what})`"))
            }
            _ => None,
        }
    }

    /// The value of the argument as the observer is given it.
    fn argument(&self, name: &Name, wanted: Argument) -> Result<i32, Defect> {
        let path = name.path();
        let given = match (&name.arguments, wanted) {
            (None, Argument::None) => return Ok(0),
            (None, _) => {
                let defect = Defect::new(name.span.clone(), format!("`{path}` asks for {}", self.called(wanted)));
                return Err(defect.help(self.allowed(wanted)));
            }
            (Some(_), Argument::None) => {
                let defect = Defect::new(name.span.clone(), format!("`{path}` takes nothing in parentheses"));
                return Err(defect.help(format!("write `{path}`")));
            }
            (Some(given), _) => given,
        };
        let [given] = given.as_slice() else {
            let defect = Defect::new(name.span.clone(), format!("`{path}` asks for {}, alone", self.called(wanted)));
            return Err(defect.help(self.allowed(wanted)));
        };
        match (wanted, given.value) {
            (Argument::Integer, GivenValue::Integer(value)) => i32::try_from(value).map_err(|_| {
                Defect::new(given.span.clone(), "this number is too large").help(format!("the largest is {}", i32::MAX))
            }),
            (Argument::Word(list), GivenValue::Word(word)) => match self.words[list].index(word) {
                Some(index) => Ok(index as i32),
                None => Err(unknown_word(&self.words[list], word, given.span.clone())),
            },
            _ => Err(self.wrong_argument(&path, wanted, given)),
        }
    }

    /// The defect of an argument that is none of those wanted.
    fn wrong_argument(&self, path: &str, wanted: Argument, given: &GivenArgument) -> Defect {
        let message = format!("`{path}` asks for {}, and `{}` is none", self.called(wanted), given.text);
        let defect = Defect::new(given.span.clone(), message);
        match wanted {
            Argument::Word(list) if self.words[list].index(given.text).is_some() => {
                defect.help(format!("write '{}'", given.text))
            }
            _ => defect.help(self.allowed(wanted)),
        }
    }

    /// An argument in the words of a message.
    fn called(&self, argument: Argument) -> String {
        match argument {
            Argument::Word(list) => format!("a word ({})", self.words[list].name),
            Argument::None | Argument::Integer => "a whole number".to_owned(),
        }
    }

    /// Advice on the arguments that are allowed.
    fn allowed(&self, argument: Argument) -> String {
        match argument {
            Argument::Word(list) => listed(&self.words[list].words.iter().map(String::as_str).collect::<Vec<_>>()),
            Argument::None | Argument::Integer => "it stands in parentheses behind the name: `(3)`".to_owned(),
        }
    }
}

impl Scope for Vocabulary {
    fn resolve(&self, name: &Name<'_>, frame: Frame) -> Result<Resolved, Defect> {
        let (of, code) = self.locate(name, frame)?;
        let observable = &self.observables[usize::from(code)];
        let argument = self.argument(name, observable.argument)?;
        Ok(Resolved { read: Read { of, observable: code, argument }, kind: observable.kind })
    }

    fn words(&self) -> &[WordList] {
        &self.words
    }

    fn groups(&self) -> Vec<(String, Members)> {
        Group::NAMED.map(|(name, group)| (name.to_owned(), Members::Seen(group))).to_vec()
    }
}

/// The list of words that values of a kind are from; none of numbers and truths.
fn list_of_kind(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Word(list) => Some(list),
        Kind::Integer | Kind::Boolean => None,
    }
}

/// The list of words that an argument is from; none where no word is wanted.
fn list_of_argument(argument: Argument) -> Option<usize> {
    match argument {
        Argument::Word(list) => Some(list),
        Argument::None | Argument::Integer => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::testing::vocabulary;
    use crate::policy::{Condition, Measure};

    fn only(text: &str, frame: Frame) -> (std::ops::Range<usize>, String, String) {
        let mut defects = Measure::new(text, &vocabulary(), frame).expect_err(text);
        assert_eq!(defects.len(), 1, "{text}: {defects:?}");
        let defect = defects.remove(0);
        (defect.span, defect.message, defect.help.join("; "))
    }

    #[test]
    fn every_wrong_name_has_its_place_message_and_advice() {
        for (text, span, message, help) in [
            ("hpp", 0..3, "there is no `hpp`", "did you mean `hp`?"),
            ("enemies.actve", 0..13, "there is no `enemies.actve`", "did you mean `enemies.active`?"),
            ("target.dstance", 7..14, "combatants have no `dstance`", "did you mean `distance`?"),
            (
                "self.swagger",
                5..12,
                "combatants have no `swagger`",
                "allowed: `hp`, `prone`, `has`, `declared`, `weapon`, `distance`, `hands`",
            ),
            ("self", 0..4, "`self` is a combatant: what about it?", "for example `self.hp`"),
            ("target.round", 7..12, "`round` is about the situation, not about a combatant", "write `round`"),
            (
                "allies.hp",
                0..9,
                "there is no `allies.hp`",
                "of which of them? `min(allies, it.hp)`, `max`, `sum`, `count`, `any`, `all`",
            ),
            (
                "it.hp",
                0..2,
                "`it` is nobody here",
                "inside `count`, `any`, `all`, `min`, `max` and `sum` `it` is each of a group in turn",
            ),
        ] {
            assert_eq!(only(text, Frame::WITH_TARGET), (span, message.to_owned(), help.to_owned()), "{text}");
        }
    }

    #[test]
    fn every_wrong_argument_has_its_place_message_and_advice() {
        let brackets = "it stands in parentheses behind the name: `(3)`";
        let statuses = "allowed: `bleeding`, `stunned`, `off-guard`, `deep cut`";
        for (text, span, message, help) in [
            ("hp(3)", 0..5, "`hp` takes nothing in parentheses", "write `hp`"),
            ("target.hp()", 0..11, "`target.hp` takes nothing in parentheses", "write `target.hp`"),
            ("has", 0..3, "`has` asks for a word (status)", statuses),
            ("has()", 0..5, "`has` asks for a word (status), alone", statuses),
            ("has(bleeding, stunned)", 0..22, "`has` asks for a word (status), alone", statuses),
            ("has(3)", 4..5, "`has` asks for a word (status), and `3` is none", statuses),
            ("has(self.hp)", 4..11, "`has` asks for a word (status), and `self.hp` is none", statuses),
            ("allies.at_or_below", 0..18, "`allies.at_or_below` asks for a whole number", brackets),
            ("allies.at_or_below(hp)", 19..21, "`allies.at_or_below` asks for a whole number, and `hp` is none", brackets),
            (
                "allies.at_or_below(1 + 2)",
                19..24,
                "`allies.at_or_below` asks for a whole number, and `1 + 2` is none",
                brackets,
            ),
            ("allies.at_or_below(3000000000)", 19..29, "this number is too large", "the largest is 2147483647"),
        ] {
            assert_eq!(only(text, Frame::WITH_TARGET), (span, message.to_owned(), help.to_owned()), "{text}");
        }
    }

    #[test]
    fn where_the_target_is_being_chosen_it_cannot_be_asked_about() {
        let (span, message, _) = only("target.hp", Frame::WITHOUT_TARGET);
        assert_eq!((span, message.as_str()), (0..6, "there is no `target` here"));
        assert_eq!(only("it.hp + target.hp", Frame::CANDIDATE).0, 8..14);
    }

    #[test]
    fn a_list_without_words_says_so() {
        let has = Observable {
            name: "has",
            reach: Reach::Combatant,
            kind: Kind::Boolean,
            argument: Argument::Word(0),
            about: "",
            rules: &[],
        };
        let vocabulary = Vocabulary::new(&[has], vec![WordList { name: "status", words: vec![] }]);
        let defects = Condition::new("has(bleeding)", &vocabulary, Frame::WITH_TARGET).expect_err("no statuses");
        assert_eq!(defects[0].help, ["there is none in this scenario"]);
    }

    #[test]
    fn the_reference_lists_every_name() {
        let reference = vocabulary().reference();
        let of = |name: &str| reference.iter().find(|entry| entry.name == name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(reference.len(), 12);
        assert_eq!((of("has(status)").kind.as_str(), of("has(status)").of), ("true or false", "self, target, it"));
        assert_eq!((of("allies.at_or_below(number)").kind.as_str(), of("round").of), ("number", "the situation"));
        assert_eq!(of("declared").kind, "none | attack | defend | full defence");
    }

    #[test]
    #[should_panic(expected = "two observables are called `hp`")]
    fn a_core_cannot_name_two_things_alike() {
        let hp = Observable {
            name: "hp",
            reach: Reach::Combatant,
            kind: Kind::Integer,
            argument: Argument::None,
            about: "",
            rules: &[],
        };
        let _ = Vocabulary::new(&[hp, hp], vec![]);
    }
}
