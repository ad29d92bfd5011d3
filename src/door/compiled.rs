//! Systems that are written in Rust, behind the door.
//!
//! Owns the one implementation of [`System`] and [`Game`] for whatever fulfils the contract of [`rules`](crate::rules), and the order in
//! which a scenario is loaded: the schema, the rules, what is measured, what is expected, what is odd. Everything that knows a system as a
//! type is compiled from here, in the room of that system. Start at [`Compiled`].

use std::marker::PhantomData;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::analysis::expect::{Expected, expectations, limits};
use crate::dice::Roll;
use crate::error::{Failure, Gravity, Problem};
use crate::rules::about::{About, Parameters};
use crate::rules::profile::{Profile, warn};
use crate::rules::questions::{Answer, Arguments, Question};
use crate::rules::{Describes as _, Loaded, Reference, RuleSet};
use crate::scenario::{
    self, Combatant as _, Complaints, Decision, Document, KeyTable, Number, Raw, Scenario, Setting, SheetText, Switch, expand,
};
use crate::sim::Layout;

use super::{Answers, Facts, Game, Playable, System};

/// A system that is written in Rust.
pub struct Compiled<S>(PhantomData<fn() -> S>);

impl<S: RuleSet> Compiled<S> {
    /// The system.
    #[expect(clippy::new_without_default, reason = "a system has one, in a static")]
    #[must_use]
    pub const fn new() -> Self {
        Compiled(PhantomData)
    }
}

impl<S: RuleSet> System for Compiled<S> {
    fn name(&self) -> &str {
        S::NAME
    }

    fn summary(&self) -> &str {
        S::SUMMARY
    }

    fn starter(&self) -> &str {
        S::STARTER
    }

    fn schema(&self) -> Json {
        scenario::schema::<S>()
    }

    fn keys(&self) -> Vec<KeyTable> {
        scenario::keys::<S>()
    }

    fn decisions(&self) -> Vec<Decision> {
        scenario::decisions::<S>()
    }

    fn book(&self) -> Vec<Setting> {
        scenario::book::<S>()
    }

    fn rulings(&self) -> Vec<Setting> {
        scenario::rulings::<S>()
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

    fn rules(&self, raw: &Raw) -> Result<Box<dyn Answers>, Failure> {
        Ok(Box::new(raw.check::<S>()?.document))
    }

    fn load(&self, raw: &Raw) -> Result<Playable, Failure> {
        let scenario = raw.check_with::<S>(|document, complaints| drop(prepare::<S>(document, complaints)))?;
        let mut complaints = Complaints::default();
        let ready = prepare::<S>(&scenario.document, &mut complaints);
        let failed = complaints.any_error();
        let problems = scenario.problems(complaints);
        let Some((loaded, layout, mut expected)) = ready.filter(|_| !failed) else { return Err(Failure::Scenario(problems)) };
        let count = expected.len();
        expected.iter_mut().zip(lines(&scenario, count)).for_each(|(expected, line)| expected.line = line);
        let warnings = problems.into_iter().filter(|problem| problem.gravity == Gravity::Warning).collect();
        let loaded = Arc::new(loaded);
        let game = Box::new(Said { facts: facts(&scenario), scenario, loaded: Arc::clone(&loaded) });
        Ok(Playable { game, engine: loaded, layout, expected, asked: Vec::new(), warnings })
    }
}

impl<S: RuleSet> Answers for Document<S> {
    fn answer(&self, question: &Question, arguments: &Arguments) -> Result<Answer, String> {
        S::answer(question, arguments, &self.book, &self.rulings)
    }
}

/// Makes a document ready for its rules, with what is measured and expected.
fn prepare<S: RuleSet>(
    document: &Document<S>,
    complaints: &mut Complaints,
) -> Option<(Loaded<S::Rules>, Layout, Vec<Expected>)> {
    limits(&document.expect, complaints);
    let Some(loaded) = S::load(document, complaints) else {
        expect_without_policies::<S>(document, complaints);
        return None;
    };
    let (layout, expected) = measured::<S>(document, &loaded, complaints);
    // Oddities are told of a scenario that could be played: beside errors they would be in the way.
    if !complaints.any_error() {
        odd::<S>(document, &loaded, false, complaints);
    }
    Some((loaded, layout, expected))
}

/// The layout of what is measured, and what is expected of it.
fn measured<S: RuleSet>(
    document: &Document<S>,
    loaded: &Loaded<S::Rules>,
    complaints: &mut Complaints,
) -> (Layout, Vec<Expected>) {
    let mut layout = Layout::new(loaded);
    layout.define_all(&document.metric, complaints);
    let expected = expectations(&document.expect, &mut layout, complaints);
    (layout, expected)
}

/// Complains of wrong expectations beside wrong policies: what is measured does not depend on them.
fn expect_without_policies<S: RuleSet>(document: &Document<S>, complaints: &mut Complaints) {
    let Some(bare) = document.without_policies() else { return };
    if let Some(loaded) = S::load(&bare, &mut Complaints::default()) {
        measured::<S>(document, &loaded, complaints);
    }
}

/// Warns of what is odd about combatants, with what may well be meant where `all` is asked for.
fn odd<S: RuleSet>(document: &Document<S>, loaded: &Loaded<S::Rules>, all: bool, complaints: &mut Complaints) {
    let enlisted = expand(document, &mut Complaints::default());
    let profiles = loaded.rules.profiles();
    warn(enlisted.iter().map(|one| one.path.as_str()).zip(&profiles), all, complaints);
}

/// The line of the file on which each of so many expectations stands: they stand there in their order.
fn lines<S: RuleSet>(scenario: &Scenario<S>, expectations: usize) -> Vec<usize> {
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
fn facts<S: RuleSet>(scenario: &Scenario<S>) -> Facts {
    Facts {
        system: S::NAME.to_owned(),
        title: scenario.document.title.clone(),
        about: scenario.document.about.clone(),
        digest: scenario.digest(),
        metrics: scenario.document.metric.clone(),
        files: scenario.files(),
        patches: scenario.patches(),
    }
}

/// A scenario of a compiled system: what it says, and what it was loaded into.
struct Said<S: RuleSet> {
    facts: Facts,
    scenario: Scenario<S>,
    loaded: Arc<Loaded<S::Rules>>,
}

impl<S: RuleSet> Answers for Said<S> {
    fn answer(&self, question: &Question, arguments: &Arguments) -> Result<Answer, String> {
        self.scenario.document.answer(question, arguments)
    }
}

impl<S: RuleSet> Game for Said<S> {
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
        odd::<S>(&self.scenario.document, &self.loaded, all, complaints);
    }

    fn problems(&self, complaints: Complaints) -> Vec<Problem> {
        self.scenario.problems(complaints)
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
