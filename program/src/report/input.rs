//! The input of a report: facts about the run as plain data, and its outcome.
//!
//! Owns no computation. The command line fills [`Facts`]; the simulator or the exact solver gives the [`Outcome`].

use std::ops::Range;

use crate::report::lines::PolicyLines;
use frame::analysis::contract::ContractStanding;
use frame::analysis::sharpen::Sharpened;
use frame::exact::Solved;
use frame::fight::Side;
use frame::rules::profile::ProfileLine;
use frame::sim::ReachedPrecision;
use frame::sim::stands::Stands;
use frame::stats::Level;
use frame::tally::{Header, Tally};

/// The origin of the numbers.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Fights were played and counted.
    Counted(Tally),
    /// Every outcome of every die was followed.
    Exact(Box<Solved>),
}

/// A combatant, as the report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The name of its entry in the file, when that stands for several: `raider`.
    pub entry: Option<String>,
}

/// A number or switch of the rules that the scenario sets to something else than the published value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patch {
    /// The path: `book.defend.ar_bonus`.
    pub path: String,
    /// The value of the scenario.
    pub value: String,
    /// The value of the published rules.
    pub published: String,
}

/// A fight that is worth watching.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notable {
    /// The reason: "typical", "shortest".
    pub label: String,
    /// Its number.
    pub fight: u64,
    /// The command that tells it.
    pub command: String,
    /// The fight as it is told, line by line; empty where only the command is given.
    pub told: Vec<String>,
}

/// An expectation of the scenario and how it fared.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// The expectation, as written.
    pub that: String,
    /// The verdict, in words.
    pub verdict: String,
    /// The reason why the designer expects it; may be empty.
    pub because: String,
    /// The standing; nothing where these fights cannot say.
    pub standing: Option<ContractStanding>,
    /// The limits of a share of victories, for the picture of them.
    pub band: Option<Band>,
}

/// Limits within which a designer wants a share of the fights to lie.
#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    /// The side whose victories are meant.
    pub side: String,
    /// The least share that is wanted.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// The text of a combatant, or of several of one entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its name, with how many there are: `raider (6)`.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The sheet: key and value.
    pub sheet: Vec<(String, String)>,
    /// The policy: the decision, and its lines in their order.
    pub policy: Vec<(String, Vec<String>)>,
    /// The profile by the rules.
    pub profile: Vec<ProfileLine>,
    /// True if it stands for several that do not all come to the same; the profile is that of the first.
    pub differ: bool,
}

/// Precision that was asked for, and how near the run came.
#[derive(Clone, PartialEq, Debug)]
pub struct Precision {
    /// Longest reach of an interval that was good enough, as a share of fights.
    pub asked: f64,
    /// The precision that was reached.
    pub reached: ReachedPrecision,
}

/// Everything about a run that is not its outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    /// Title of the scenario.
    pub title: String,
    /// The designer's words about it; may be empty.
    pub about: String,
    /// The rule system.
    pub system: String,
    /// Path of the scenario as given.
    pub scenario: String,
    /// Digest of the scenario.
    pub digest: String,
    /// The seed.
    pub seed: u64,
    /// Name of the scheme of random streams.
    pub scheme: String,
    /// Version of the program.
    pub tool: String,
    /// Confidence level of all intervals.
    pub level: Level,
    /// Numbers of the fights that were played.
    pub fights: Range<u64>,
    /// True if the run was broken off.
    pub interrupted: bool,
    /// The precision that was asked for, if any.
    pub precision: Option<Precision>,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The combatants in slot order.
    pub combatants: Vec<Fighter>,
    /// Outcomes without what the luck of the dice explains, where that is asked for.
    pub sharpened: Vec<Sharpened>,
    /// The differences from the published rules.
    pub patches: Vec<Patch>,
    /// The command that makes this result again.
    pub command: String,
    /// The fate of the lines of the policies, when that is to be told.
    pub lines: Option<PolicyLines>,
    /// How everybody stands after each round, for each fight of the day; nothing where it was not seen.
    pub stands: Vec<Stands>,
    /// Fights worth watching.
    pub notable: Vec<Notable>,
    /// Expectations and their verdicts.
    pub expectations: Vec<Expected>,
    /// The combatants.
    pub blocks: Vec<Block>,
    /// The questions about the dice of the system: a command, and what it answers.
    pub questions: Vec<(String, String)>,
    /// The files that the scenario was read from, each with its name and its text, itself first.
    pub files: Vec<(String, String)>,
}

impl Facts {
    /// The header of the tally file of this run.
    #[must_use]
    pub fn header(&self) -> Header {
        Header {
            tool: self.tool.clone(),
            system: self.system.clone(),
            scheme: self.scheme.clone(),
            seed: self.seed,
            from: self.fights.start,
            digest: self.digest.clone(),
            title: self.title.clone(),
        }
    }
}
