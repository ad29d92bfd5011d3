//! Systems behind the door, whether they are written in Rust or on a page.
//!
//! Owns the one implementation of [`System`] and [`Game`] for whatever fulfils the contract of [`rules`](crate::rules), and the order in
//! which a scenario is loaded: the schema, the rules, what is measured, what is expected, what is odd. A [`SystemSource`] is what differs: for a
//! system that is written in Rust it follows from its types, for a page it is the page. Everything that knows a system as a type is
//! compiled from here, in the room of that system. Start at [`Behind`].

use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::analysis::expect::{Expected, expectations, limits};
use crate::dice::Roll;
use crate::error::{Failure, Gravity, Problem};
use crate::fight::{LedgerRow, ledger};
use crate::rules::about::{About, Parameters};
use crate::rules::answers::Answer;
use crate::rules::modifier::{self, ModifierList};
use crate::rules::profile::{Profile, warn};
use crate::rules::questions::{Arguments, Question};
use crate::rules::{Describes as _, Loaded, Reference, RuleSet, Rules};
use crate::scenario::{
    Combatant as _, Complaints, DecisionKeys, Document, Form, Format, KeyTable, Number, Raw, Scenario, SecondsText, Setting,
    SheetText, Switch, expand,
};
use crate::sim::Layout;
use crate::sim::layout::Seconds;

use super::{Answers, Facts, Game, Playable, System};

/// What a system is, as a value: everything that is asked of it before anybody fights.
pub trait SystemSource: Send + Sync + Clone + 'static {
    /// The types of its scenarios.
    type Format: Format;
    /// The rules of a scenario.
    type Rules: Rules<Rest = <Self::Format as Format>::Rest> + 'static;

    /// The name in files.
    fn name(&self) -> &str;

    /// The name for people, and of folders. Default: the name in files.
    fn short(&self) -> &str {
        self.name()
    }

    /// One line on what the system is.
    fn summary(&self) -> &str;

    /// A commented scenario that runs.
    fn starter(&self) -> &str;

    /// The form of its scenarios.
    fn form(&self) -> &'static Form;

    /// The observables, decisions and choices of policies.
    fn reference(&self) -> Reference;

    /// The dice questions that it answers.
    fn questions(&self) -> &[Question];

    /// Every roll that its rules can ask for.
    fn rolls(&self) -> &[&'static Roll];

    /// Its lists of modifiers, those that stand in others left out. Default: none.
    fn modifiers(&self) -> &'static [&'static ModifierList] {
        &[]
    }

    /// Every rule, in the order of the ledger.
    fn ledger(&self) -> Vec<LedgerRow>;

    /// Makes rules of a checked document.
    fn load(&self, document: &Document<Self::Format>, complaints: &mut Complaints) -> Option<Loaded<Self::Rules>>;

    /// Answers one of its questions, exactly.
    ///
    /// # Errors
    /// A question without an answer, with the reason.
    fn answer(&self, question: &Question, arguments: &Arguments, document: &Document<Self::Format>) -> Result<Answer, String>;

    /// Files in which the system itself is written, each with its name and its text. Default: none.
    fn files(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// A system behind the door.
pub struct Behind<T>(pub T);

/// A system that is written in Rust.
pub type Compiled<S> = Behind<TypedSystem<S>>;

/// What a system is that is written in Rust: it follows from its types.
pub struct TypedSystem<S>(PhantomData<fn() -> S>);

impl<S> Clone for TypedSystem<S> {
    fn clone(&self) -> Self {
        TypedSystem(PhantomData)
    }
}

impl<S: RuleSet> Behind<TypedSystem<S>> {
    /// The system.
    #[expect(clippy::new_without_default, reason = "a system has one, in a static")]
    #[must_use]
    pub const fn new() -> Self {
        Behind(TypedSystem(PhantomData))
    }
}

impl<S: RuleSet> SystemSource for TypedSystem<S> {
    type Format = S;
    type Rules = S::Rules;

    fn name(&self) -> &str {
        S::NAME
    }

    fn summary(&self) -> &str {
        S::SUMMARY
    }

    fn starter(&self) -> &str {
        S::STARTER
    }

    fn form(&self) -> &'static Form {
        Form::of::<S>()
    }

    fn reference(&self) -> Reference {
        S::reference()
    }

    fn questions(&self) -> &[Question] {
        S::QUESTIONS
    }

    fn rolls(&self) -> &[&'static Roll] {
        S::ROLLS
    }

    fn modifiers(&self) -> &'static [&'static ModifierList] {
        S::MODIFIERS
    }

    fn ledger(&self) -> Vec<LedgerRow> {
        ledger::read(S::LEDGER[0], S::LEDGER[1])
    }

    fn load(&self, document: &Document<S>, complaints: &mut Complaints) -> Option<Loaded<S::Rules>> {
        S::load(document, complaints)
    }

    fn answer(&self, question: &Question, arguments: &Arguments, document: &Document<S>) -> Result<Answer, String> {
        S::answer(question, arguments, &document.book, &document.rulings)
    }
}

impl<T: SystemSource> System for Behind<T> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn summary(&self) -> &str {
        self.0.summary()
    }

    fn starter(&self) -> &str {
        self.0.starter()
    }

    fn schema(&self) -> Json {
        self.0.form().schema.clone()
    }

    fn keys(&self) -> Vec<KeyTable> {
        self.0.form().keys()
    }

    fn decisions(&self) -> Vec<DecisionKeys> {
        self.0.form().decisions()
    }

    fn book(&self) -> Vec<Setting> {
        self.0.form().settings("book")
    }

    fn rulings(&self) -> Vec<Setting> {
        self.0.form().settings("rulings")
    }

    fn reference(&self) -> Reference {
        self.0.reference()
    }

    fn questions(&self) -> &[Question] {
        self.0.questions()
    }

    fn rolls(&self) -> &[&'static Roll] {
        self.0.rolls()
    }

    fn modifiers(&self) -> Vec<&'static ModifierList> {
        modifier::every(self.0.modifiers())
    }

    fn ledger(&self) -> Vec<LedgerRow> {
        self.0.ledger()
    }

    fn rules(&self, raw: &Raw) -> Result<Box<dyn Answers>, Failure> {
        let scenario = raw.check_by::<T::Format>(self.0.form(), |_, _| ())?;
        Ok(Box::new(Asked { source: self.0.clone(), document: scenario.document }))
    }

    fn load(&self, raw: &Raw) -> Result<Playable, Failure> {
        let source = &self.0;
        let look = |document: &Document<T::Format>, complaints: &mut Complaints| drop(prepare(source, document, complaints));
        let scenario = raw.check_by::<T::Format>(source.form(), look)?;
        let mut complaints = Complaints::default();
        let ready = prepare(source, &scenario.document, &mut complaints);
        let failed = complaints.any_error();
        let problems = scenario.problems(complaints);
        let Some((loaded, layout, mut expected)) = ready.filter(|_| !failed) else { return Err(Failure::Scenario(problems)) };
        let count = expected.len();
        expected.iter_mut().zip(lines(&scenario, count)).for_each(|(expected, line)| expected.line = line);
        let warnings = problems.into_iter().filter(|problem| problem.gravity == Gravity::Warning).collect();
        let loaded = Arc::new(loaded);
        let facts = facts(source, &scenario);
        let game = Box::new(Said { facts, scenario, loaded: Arc::clone(&loaded), source: source.clone() });
        Ok(Playable { game, engine: loaded, layout, expected, asked: Vec::new(), warnings })
    }
}

/// A document whose rules answer questions.
struct Asked<T: SystemSource> {
    source: T,
    document: Document<T::Format>,
}

impl<T: SystemSource> Answers for Asked<T> {
    fn answer(&self, question: &Question, arguments: &Arguments) -> Result<Answer, String> {
        self.source.answer(question, arguments, &self.document)
    }
}

/// Makes a document ready for its rules, with what is measured and expected.
fn prepare<T: SystemSource>(
    source: &T,
    document: &Document<T::Format>,
    complaints: &mut Complaints,
) -> Option<(Loaded<T::Rules>, Layout, Vec<Expected>)> {
    limits(&document.expect, complaints);
    let Some(loaded) = source.load(document, complaints) else {
        expect_without_policies(source, document, complaints);
        return None;
    };
    let (layout, expected) = measured(document, &loaded, complaints);
    // Oddities are told of a scenario that could be played: beside errors they would be in the way.
    if !complaints.any_error() {
        odd(document, &loaded, false, complaints);
    }
    Some((loaded, layout, expected))
}

/// The layout of what is measured, and what is expected of it.
fn measured<F: Format, R: Rules>(
    document: &Document<F>,
    loaded: &Loaded<R>,
    complaints: &mut Complaints,
) -> (Layout, Vec<Expected>) {
    let mut layout = Layout::new(loaded);
    let SecondsText { roll, lookup, decision, turn, reaction, round } = document.seconds;
    layout.take_seconds(Seconds { roll, lookup, decision, turn, reaction, round });
    layout.define_all(&document.metric, complaints);
    let expected = expectations(&document.expect, &mut layout, complaints);
    (layout, expected)
}

/// Complains of wrong expectations beside wrong policies: what is measured does not depend on them.
fn expect_without_policies<T: SystemSource>(source: &T, document: &Document<T::Format>, complaints: &mut Complaints) {
    let Some(bare) = document.without_policies() else { return };
    if let Some(loaded) = source.load(&bare, &mut Complaints::default()) {
        measured(document, &loaded, complaints);
    }
}

/// Warns of what is odd about combatants, with what may well be meant where `all` is asked for.
fn odd<F: Format, R: Rules>(document: &Document<F>, loaded: &Loaded<R>, all: bool, complaints: &mut Complaints) {
    let enlisted = expand(document, &mut Complaints::default());
    let profiles = loaded.rules.profiles();
    warn(enlisted.iter().map(|one| one.path.as_str()).zip(&profiles), all, complaints);
}

/// The line of the file on which each of so many expectations stands: they stand there in their order.
fn lines<F: Format>(scenario: &Scenario<F>, expectations: usize) -> Vec<usize> {
    let mut complaints = Complaints::default();
    for index in 0..expectations {
        complaints.warning(format!("expect[{index}]"), "");
    }
    let places = scenario.problems(complaints).into_iter().filter_map(|problem| problem.place);
    let (mut line, mut counted) = (1, 0);
    let mut lines: Vec<usize> = places
        .map(|place| {
            let start = place.span.start;
            line += place.source.text.get(counted..start).map_or(0, |between| between.matches('\n').count());
            counted = start;
            line
        })
        .collect();
    lines.resize(expectations, 0);
    lines
}

/// A scenario as its reports name it.
fn facts<T: SystemSource>(source: &T, scenario: &Scenario<T::Format>) -> Facts {
    let own = source.files();
    let digest = if own.is_empty() { scenario.digest() } else { scenario.digest_with(&own) };
    Facts {
        system: source.short().to_owned(),
        title: scenario.document.title.clone(),
        about: scenario.document.about.clone(),
        digest,
        metrics: scenario.document.metric.clone(),
        files: scenario.files().into_iter().chain(own).collect(),
        patches: scenario.patches(),
        content: scenario.content(),
    }
}

/// A scenario: what it says, and what it was loaded into.
struct Said<T: SystemSource> {
    facts: Facts,
    scenario: Scenario<T::Format>,
    loaded: Arc<Loaded<T::Rules>>,
    source: T,
}

impl<T: SystemSource> Answers for Said<T> {
    fn answer(&self, question: &Question, arguments: &Arguments) -> Result<Answer, String> {
        self.source.answer(question, arguments, &self.scenario.document)
    }
}

impl<T: SystemSource> Game for Said<T> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn settings(&self) -> Json {
        self.scenario.settings()
    }

    fn sheets(&self) -> Vec<SheetText> {
        self.scenario.sheets()
    }

    fn entries(&self) -> Vec<Option<String>> {
        let enlisted = expand(&self.scenario.document, &mut Complaints::default());
        let several =
            |name: &str| enlisted.iter().find(|one| one.name == name && one.sheet.count().is_some_and(|count| count > 1));
        self.loaded.combatants.iter().map(|one| several(&one.name).map(|one| one.sheet.name().to_owned())).collect()
    }

    fn numbers(&self) -> Vec<Number> {
        self.scenario.numbers()
    }

    fn switches(&self) -> Vec<Switch> {
        self.scenario.switches()
    }

    fn profiles(&self) -> Vec<Profile> {
        self.loaded.rules.profiles()
    }

    fn odd(&self, all: bool, complaints: &mut Complaints) {
        odd(&self.scenario.document, &self.loaded, all, complaints);
    }

    fn problems(&self, complaints: Complaints) -> Vec<Problem> {
        self.scenario.problems(complaints)
    }

    fn policies(&self) -> Json {
        self.scenario.policies()
    }

    fn followed(&self) -> Vec<Option<String>> {
        let enlisted = expand(&self.scenario.document, &mut Complaints::default());
        let named = |name: &str| enlisted.iter().find(|one| one.name == name).and_then(|one| one.policy.map(str::to_owned));
        self.loaded.combatants.iter().map(|one| named(&one.name)).collect()
    }

    fn idle_policies(&self) -> Vec<String> {
        self.scenario.idle_policies()
    }

    fn policy_of(&self, side: usize) -> Option<&str> {
        let document = &self.scenario.document;
        let followed = document.side[side].combatant.iter().find_map(|one| one.policy());
        followed.filter(|name| document.policy.contains_key(*name))
    }

    fn parameters(&self, question: &str, about: &About) -> Result<Parameters, String> {
        self.loaded.rules.parameters(question, about)
    }
}
