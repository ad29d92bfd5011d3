//! The door to a system: a system as a value, and a loaded scenario as a value.
//!
//! Owns [`System`] and [`Game`], behind which it cannot be seen which system it is, and [`Compiled`], the one implementation of both for
//! systems that are written in Rust. Each of these instantiates it once, in its own room, as `SYSTEM`; whoever plays, judges, writes or
//! prints knows these traits and no type of a system. They are safe as objects, so a system can also be made at run time: it is then an
//! implementation of its own, handed out as [`FoundSystem::Made`].
//!
//! The cut goes where it costs nothing: a call is for a scenario, a fight or a batch of them; inside of a fight everything is compiled for
//! its system. What has no behaviour of its own is plain data in front of the door: [`Facts`], the [`Layout`](crate::sim::Layout) of what is measured,
//! the expectations of a [`Playable`]. The list of systems is none of its business: it stands in the program's `systems`. Start at [`System`].

mod compiled;
mod playable;

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::dice::Roll;
use crate::error::{Failure, Problem};
use crate::fight::LedgerRow;
use crate::rules::Reference;
use crate::rules::about::{About, Parameters};
use crate::rules::answers::Answer;
use crate::rules::modifier::ModifierList;
use crate::rules::profile::Profile;
use crate::rules::questions::{Arguments, Question};
use crate::scenario::{Complaints, DecisionKeys, KeyTable, Number, Patch, Raw, Setting, SheetText, Switch};

pub use compiled::{Behind, Compiled, SystemSource};
pub use playable::{Playable, words_of};

/// A system of rules.
pub trait System: Send + Sync {
    /// The name in files: `vogt`.
    fn name(&self) -> &str;

    /// One line on what the system is.
    fn summary(&self) -> &str;

    /// A commented scenario that runs.
    fn starter(&self) -> &str;

    /// The JSON schema of its scenarios.
    fn schema(&self) -> Json;

    /// The tables of a scenario file and their keys, without book and rulings.
    fn keys(&self) -> Vec<KeyTable>;

    /// The lists of a policy, and what their lines can say.
    fn decisions(&self) -> Vec<DecisionKeys>;

    /// Every number and table of the rules.
    fn book(&self) -> Vec<Setting>;

    /// The switches for what the published rules leave open.
    fn rulings(&self) -> Vec<Setting>;

    /// The observables, decisions and choices of policies.
    fn reference(&self) -> Reference;

    /// The dice questions that it answers.
    fn questions(&self) -> &[Question];

    /// Every roll that its rules can ask for, in the order of the table in its README.
    fn rolls(&self) -> &[&'static Roll];

    /// Its lists of modifiers, with those that stand in others.
    fn modifiers(&self) -> Vec<&'static ModifierList>;

    /// Every rule, in the order of its ledger.
    fn ledger(&self) -> Vec<LedgerRow>;

    /// The rules of a scenario as one that answers dice questions by them. Nobody is loaded who fights.
    ///
    /// # Errors
    /// With everything that is wrong with it by the schema of the system.
    fn rules(&self, raw: &Raw) -> Result<Box<dyn Answers>, Failure>;

    /// Loads a scenario.
    ///
    /// # Errors
    /// With everything that is wrong with it.
    fn load(&self, raw: &Raw) -> Result<Playable, Failure>;
}

/// The rules of a scenario, asked about dice alone.
pub trait Answers {
    /// Answers one of the [questions](System::questions) of the system, exactly.
    ///
    /// # Errors
    /// A question without an answer, with the reason.
    fn answer(&self, question: &Question, arguments: &Arguments) -> Result<Answer, String>;
}

/// A loaded scenario: what it says, and what its combatants come to. What plays and solves it stands beside it, as the
/// [engine](crate::exact::ExactEngine) of a [`Playable`].
pub trait Game: Answers {
    /// The scenario as its reports name it.
    fn facts(&self) -> &Facts;

    /// The numbers of the rules and the rulings, as a table `book` and a table `rulings`.
    fn settings(&self) -> Json;

    /// The sheets of each entry of combatants, with everything merged and every `like` resolved.
    fn sheets(&self) -> Vec<SheetText>;

    /// By slot: the name of the entry of the file that makes several of a combatant, if any.
    fn entries(&self) -> Vec<Option<String>>;

    /// The whole numbers of the scenario that can be set.
    fn numbers(&self) -> Vec<Number>;

    /// Everything of the scenario that can be had otherwise or not at all.
    fn switches(&self) -> Vec<Switch>;

    /// The profiles of all combatants, in slot order, as the day begins.
    fn profiles(&self) -> Vec<Profile>;

    /// Complains of what is odd about combatants; of what may well be meant, too, where `all` is asked for.
    fn odd(&self, all: bool, complaints: &mut Complaints);

    /// Complaints by path as problems with places, in the order of the files.
    fn problems(&self, complaints: Complaints) -> Vec<Problem>;

    /// All policies as they are written, by their names.
    fn policies(&self) -> Json;

    /// By slot: the name of the policy that a combatant follows, if it names one.
    fn followed(&self) -> Vec<Option<String>>;

    /// Names of policies that nobody follows.
    fn idle_policies(&self) -> Vec<String>;

    /// The name of the first policy of the file that somebody of a side names, where the file has it.
    fn policy_of(&self, side: usize) -> Option<&str>;

    /// The parameters of a question that sheets answer, each with its value and where it comes from. None where a question is not about
    /// what combatants come to.
    ///
    /// # Errors
    /// A question that cannot be asked of them, with what is missing and what there is.
    fn parameters(&self, question: &str, about: &About) -> Result<Parameters, String>;
}

/// A scenario as its reports name it.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// The name of its system.
    pub system: String,
    /// One line that says what is fought out.
    pub title: String,
    /// Its purpose, in a few sentences.
    pub about: String,
    /// SHA-256 of everything that decides outcomes.
    pub digest: String,
    /// Its own metrics, by name.
    pub metrics: BTreeMap<String, String>,
    /// All files that it was read from, the scenario first, each with its name and its text.
    pub files: Vec<(String, String)>,
    /// The differences from the published rules.
    pub patches: Vec<Patch>,
    /// Everything that decides outcomes, as data.
    pub content: Json,
}

/// A system that was found by its name.
#[derive(Clone)]
pub enum FoundSystem {
    /// One of those that the program has.
    Own(&'static dyn System),
    /// One that was made at run time.
    Made(Arc<dyn System>),
}

impl Deref for FoundSystem {
    type Target = dyn System;

    fn deref(&self) -> &Self::Target {
        match self {
            FoundSystem::Own(system) => *system,
            FoundSystem::Made(system) => &**system,
        }
    }
}
