//! The document: what a scenario file may say, as types. The JSON schema, the checks and the documentation of a system are
//! all made from these types and their doc comments.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::trail;
use crate::fight::Reinforcements;
use crate::fight::day::{OnDefeat, Strikes};
use crate::fight::relations::TurnedSides;

/// The data types of one system, from which its scenario format follows.
pub trait Format: 'static {
    /// The system's name in files: `vogt`.
    const NAME: &'static str;
    /// Every number and table of the system, with the published values as defaults.
    type Book: DocumentPart + Default + PartialEq;
    /// Named switches where the published rules are ambiguous, with the rulings of the specification as defaults.
    type Rulings: DocumentPart + Default + PartialEq;
    /// The places of the combatants.
    type Arena: DocumentPart;
    /// A combatant as the designer describes it.
    type Sheet: DocumentPart + Combatant;
    /// The decisions of a combatant.
    type Policy: DocumentPart;
    /// Kinds of rest.
    type Rest: DocumentPart + Copy + Send + Sync;
    /// A hazard of a day, and its effect.
    type Hazard: DocumentPart;
}

/// A part of a document: the abilities that every one has.
pub trait DocumentPart: Serialize + DeserializeOwned + JsonSchema + Clone + std::fmt::Debug {}
impl<T: Serialize + DeserializeOwned + JsonSchema + Clone + std::fmt::Debug> DocumentPart for T {}

/// A combatant of any system. Its type also has an optional text `like`, which the loader resolves and takes away: in a
/// document it is always `None`.
pub trait Combatant {
    /// Name; empty when the file gives none.
    fn name(&self) -> &str;
    /// The number of combatants of its kind, when the file gives one.
    fn count(&self) -> Option<u32>;
    /// Name of its policy, when it has one.
    fn policy(&self) -> Option<&str>;
    /// The round at whose beginning it arrives, when it is not there from the first.
    fn arrives(&self) -> Option<u16> {
        None
    }
}

/// A scenario: who fights, by which rules, and how each of them decides.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "", rename = "Scenario")]
pub struct Document<F: Format> {
    /// Version of the scenario format.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// The rule system.
    pub system: String,
    /// One line that says what is fought out.
    pub title: String,
    /// The purpose of the scenario, in a few sentences.
    #[serde(default)]
    pub about: String,
    /// Files with named combatants, policies and book patches, relative to this file. What this file says goes before them.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub include: Vec<String>,
    /// Numbers and tables that differ from the published rules.
    #[serde(default)]
    pub book: F::Book,
    /// Switches for what the published rules leave open.
    #[serde(default)]
    pub rulings: F::Rulings,
    /// The place of the fights; without it there are no distances.
    #[serde(default)]
    pub arena: Option<F::Arena>,
    /// Named combatants that others can be `like`.
    #[serde(default)]
    pub combatant: BTreeMap<String, F::Sheet>,
    /// Named policies.
    #[serde(default)]
    pub policy: BTreeMap<String, F::Policy>,
    /// The sides and their relations: every side is hostile to every other, unless `allies` or `neutral` of a side say
    /// something else.
    #[schemars(length(min = 1))]
    pub side: Vec<SideText<F>>,
    /// Fights and rests in their order; without it there is one fight of all sides.
    #[serde(default)]
    #[schemars(length(max = 300))]
    pub day: Vec<LegText<F>>,
    /// The meaning of a lost fight for the day of the side that has lost it: its `end`, or those who still can `go on`.
    #[serde(default)]
    pub on_defeat: OnDefeat,
    /// The fate of those who arrive in a later round (`arrives = 3`) when the fight could be over before: they `may come too
    /// late`, or they `are awaited` and it goes on until they have come.
    #[serde(default)]
    pub reinforcements: Reinforcements,
    /// Seconds that things take at the table: with them the time of a fight is one of its outcomes, `table_seconds`.
    #[serde(default)]
    pub seconds: SecondsText,
    /// Metrics of one's own: expressions over the metrics of a fight, and over each other. They work wherever a metric does.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub metric: BTreeMap<String, String>,
    /// The designer's expectations of the outcomes.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub expect: Vec<Expectation>,
    /// The neutral sides that have turned on somebody, for whom the rules are loaded; no file says it.
    #[serde(skip)]
    pub turned: TurnedSides,
}

impl<F: Format> Document<F> {
    /// The document with policies that decide nothing; none where a policy has to say something.
    #[must_use]
    pub fn without_policies(&self) -> Option<Self> {
        let mut bare = json!(self);
        let policies = bare.get_mut("policy").and_then(Json::as_object_mut);
        policies.into_iter().flat_map(|policies| policies.values_mut()).for_each(|policy| *policy = json!({}));
        trail::read(&bare).ok()
    }
}

/// Seconds that things take at the table; what is left out takes none.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Seconds")]
pub struct SecondsText {
    /// Each roll: dice of one roller that are rolled at once.
    #[schemars(range(max = 3600))]
    pub roll: u32,
    /// Each table of the rules that is read.
    #[schemars(range(max = 3600))]
    pub lookup: u32,
    /// Each decision: what to do, and every other question that a policy answers.
    #[schemars(range(max = 3600))]
    pub decision: u32,
    /// Each turn.
    #[schemars(range(max = 3600))]
    pub turn: u32,
    /// Each reaction.
    #[schemars(range(max = 3600))]
    pub reaction: u32,
    /// Each round.
    #[schemars(range(max = 3600))]
    pub round: u32,
}

/// One side.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "", rename = "Side")]
pub struct SideText<F: Format> {
    /// The side's name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Names of sides that fight together with it: they do not fight each other, help each other as members of one side do, and win as
    /// one, in the name of the first of them in the file. Allies of allies are allies.
    #[serde(default)]
    #[schemars(length(max = 15))]
    pub allies: Vec<String>,
    /// True if it keeps out of every fight: it fights nobody, nobody fights it, and it neither wins nor loses.
    #[serde(default)]
    pub neutral: bool,
    /// Of a neutral side: true if it turns on its attacker. From the next turn on it and the alliance of the attacker are
    /// enemies until the fight is over.
    #[serde(default)]
    pub fights_back: bool,
    /// Names of neutral sides that it attacks all the same.
    #[serde(default)]
    #[schemars(length(max = 15))]
    pub attacks: Vec<String>,
    /// The combatants on it.
    #[schemars(length(min = 1))]
    pub combatant: Vec<F::Sheet>,
}

/// One part of a day: exactly one of `fight`, `rest`, `travel`, `hazard` and `parts`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "", rename = "Leg")]
pub struct LegText<F: Format> {
    /// Names of the sides that meet.
    #[serde(default)]
    pub fight: Option<Vec<String>>,
    /// A rest.
    #[serde(default)]
    pub rest: Option<F::Rest>,
    /// Minutes on the road.
    #[serde(default)]
    #[schemars(range(max = 100_000))]
    pub travel: Option<u32>,
    /// A hazard: a fall, a trap, the cold, something that does harm or asks for a check between the fights.
    #[serde(default)]
    pub hazard: Option<F::Hazard>,
    /// Name of the hazard: `a pit of spikes`.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub name: Option<String>,
    /// Names of those whom the hazard can strike. Default: everybody of the sides.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub who: Option<Vec<String>>,
    /// The victims of the hazard: all of them who are there, or one, each as likely. Default: everybody.
    #[serde(default)]
    pub strikes: Option<Strikes>,
    /// Names of the sides that rest, travel or run into a hazard. Default: those that meet in more than one fight of the day, and the first side of
    /// the file when there is none.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub sides: Option<Vec<String>>,
    /// Those of the sides that meet who are met afresh: in the condition in which the scenario says they begin, however often they
    /// were met before. Default: everybody is as earlier parts have left them.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub fresh: Option<Vec<String>>,
    /// The part takes place only if this holds by then, such as `any(party, hp * 2 <= hp_max)`, which asks those of a side who are
    /// alive; `Ysolde.exhaustion >= 2`; `fights < 3`, fights so far; `day >= 3`, the third day and later, where nights end days; `won(party)`, those that a side has won;
    /// `dead(party)`, its dead.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub when: Option<String>,
    /// Parts that belong together, in their order.
    #[serde(default)]
    #[schemars(length(min = 1, max = 300))]
    pub parts: Option<Vec<LegText<F>>>,
    /// The number of times that `parts` are played one after the other. Default: once.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1000))]
    pub repeat: Option<u32>,
    /// `parts` are played no more once this holds at the end of one round of them.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub until: Option<String>,
}

/// An expectation of the designer: a balance contract. Exactly one kind: bounds (`between`, `at_least`, `at_most`),
/// `symmetric`, `ordered` or `monotone`. With `rows` and `columns` it is about a match-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// A statistic: `win(heroes)`, `death(Ada)`, `mean(rounds)`, `chance(Ogre.exhaustion >= 3)`, `quantile(rounds, 90)`; or two with
    /// `-` or `/` between them. `in "other.toml"` behind one takes it from another scenario. Of a match-up: `dominated(rows)`, how many of
    /// them are never better than another one, `highest(rows)` and `lowest(rows)`, the means at the ends; or of its `columns`.
    pub that: String,
    /// The variants of one side of a match-up, as `sparring matchup --rows` takes them: `side.left.Lea.weapons=[..]|[..]`.
    #[serde(default)]
    pub rows: Vec<String>,
    /// The variants of the other side, as `--columns` takes them: a path alone has those of the rows.
    #[serde(default)]
    pub columns: Vec<String>,
    /// It lies between these two values.
    #[serde(default)]
    pub between: Option<[f64; 2]>,
    /// It is at least this.
    #[serde(default)]
    pub at_least: Option<f64>,
    /// It is at most this.
    #[serde(default)]
    pub at_most: Option<f64>,
    /// It is the same as this other statistic: a mirror is even.
    #[serde(default)]
    pub symmetric: Option<String>,
    /// Statistics of which each is larger than the one before; `that` comes before the first.
    #[serde(default)]
    pub ordered: Vec<String>,
    /// It only rises, or only falls, from each step of `along` to the next.
    #[serde(default)]
    pub monotone: Option<Direction>,
    /// The steps, each as `--set` takes it: `book.defend.ar_bonus=3`.
    #[serde(default)]
    pub along: Vec<String>,
    /// The largest difference that is none for `symmetric`, `monotone` and `dominated`; the smallest step for `ordered`.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub within: Option<f64>,
    /// The reason why the designer wants it so.
    #[serde(default)]
    pub because: String,
    /// The place to look at when it does not hold.
    #[serde(default)]
    pub if_violated: String,
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// It never falls.
    Rising,
    /// It never rises.
    Falling,
}
