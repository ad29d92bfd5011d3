//! From what has been read to what can be played, as the program does it.

use frame::rules::{Loaded, RuleSet};
use frame::scenario::{Complaints, Document, Raw};
use frame::sim::{FightQuestion, Layout};

/// Something that can be played.
pub struct Playable<S: RuleSet> {
    /// The document of the file.
    pub document: Document<S>,
    /// The rules, and who fights.
    pub loaded: Loaded<S::Rules>,
    /// The layout of the metrics, with the conditions that the scenario expects something of.
    pub layout: Layout,
}

/// Loads what has been read.
///
/// # Panics
/// With everything that is wrong with it.
pub fn load<S: RuleSet>(raw: &Raw) -> Playable<S> {
    let scenario = raw.check::<S>().unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let mut complaints = Complaints::default();
    let Some(loaded) = S::load(&scenario.document, &mut complaints) else {
        let problems: Vec<String> = scenario.problems(complaints).iter().map(|problem| problem.render(false)).collect();
        panic!("{}", problems.join("\n"));
    };
    let mut layout = Layout::new(&loaded);
    for (index, expected) in scenario.document.expect.iter().enumerate() {
        let condition = expected.that.strip_prefix("chance(").and_then(|that| that.strip_suffix(')'));
        if let Some(question) = condition.and_then(|condition| FightQuestion::new(condition, &mut layout).ok()) {
            layout.ask(format!("expect{index}"), question);
        }
    }
    Playable { document: scenario.document, loaded, layout }
}
