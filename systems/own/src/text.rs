//! The text of a page: what a designer can write in a file of rules, as types. Its schema and its checks follow from them.
//!
//! Owns keys and their meaning for designers; what a page comes to is in [`page`](super::page). Start at [`PageText`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A table in the order of the file.
#[derive(Clone, Debug)]
pub struct Ordered<T>(pub Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Ordered(Vec::new())
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for Entries<T> {
            type Value = Ordered<T>;

            fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
                text.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Ordered<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<String, T>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, T>::json_schema(generator)
    }
}

/// A value of several kinds, which the page reads itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Any(pub Json);

impl JsonSchema for Any {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Any".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "$comment": "a value, or a table with `is` and more" })
    }
}

/// A page of rules: a game, as its designer writes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Rules")]
pub struct PageText {
    /// Version of the format.
    #[schemars(range(min = 1, max = 1))]
    #[expect(dead_code, reason = "it is for readers and for the loader")]
    pub format: u32,
    /// The short name of the game, of letters, digits, `-` and `_`: reports and baselines are named by it.
    #[schemars(length(min = 1, max = 40))]
    pub rules: String,
    /// One line on the game.
    pub title: String,
    /// The purpose of the page, in a few sentences.
    #[serde(default)]
    #[expect(dead_code, reason = "it is for readers and for the loader")]
    pub about: String,
    /// Pages of rules that this one changes: it says only what is different.
    #[serde(default)]
    #[schemars(length(max = 100))]
    #[expect(dead_code, reason = "it is for readers and for the loader")]
    pub include: Vec<String>,
    /// Numbers, truths and dice that rules use by `book.NAME`: a value, or `{ is = 20, from = 2, to = 100, id = "B-01", about =
    /// ".." }`.
    #[serde(default)]
    pub book: Ordered<Any>,
    /// Switches, each `{ options = ["a", "b"], id = "R-01", about = ".." }`; the first option holds where nothing is said.
    #[serde(default)]
    pub rulings: Ordered<RulingText>,
    /// The keys of a combatant: a number, a truth, dice, `{ is = 10, from = 1, to = 500 }`, `{ is = "a", options = ["a", "b"] }`,
    /// or `{ list = "weapon" }` for records.
    #[serde(default)]
    pub stat: Ordered<Any>,
    /// Kinds of things that combatants have, each with its keys, which are written as those of `stat`.
    #[serde(default)]
    pub record: Ordered<Ordered<Any>>,
    /// Everything about a combatant that changes: `{ begins = "hp_max", from = 0, to = "hp_max" }`.
    #[serde(default)]
    pub state: Ordered<Any>,
    /// What a combatant can be for a time: `gains NAME for 2 rounds`, `has(NAME)`.
    #[serde(default)]
    pub status: Ordered<StatusText>,
    /// Numbers that follow from others: an expression, or `{ is = "armor + shield", id = "B-03", about = ".." }`.
    #[serde(default)]
    pub value: Ordered<Any>,
    /// Ways to choose a combatant by name: `{ least = "it.hp" }`.
    #[serde(default)]
    pub choice: Ordered<ChoiceText>,
    /// The place of fights: a grid of squares or a row of zones. Without it nobody stands anywhere.
    #[serde(default)]
    pub arena: Option<ArenaText>,
    /// The order of turns.
    #[serde(default)]
    pub order: OrderText,
    /// The turn of a combatant, and when it is out.
    pub turn: TurnText,
    /// Everything that a combatant can do in its turn, the usual first.
    #[serde(default)]
    pub action: Ordered<ActionText>,
    /// Statements with a name, for `use NAME(..)`.
    #[serde(default)]
    pub routine: Ordered<RoutineText>,
    /// What happens by itself: at `turn_begins` and `turn_ends` to the one whose turn it is; at `fight_begins`, `round_begins`,
    /// `round_ends` and `fight_ends` to each who is there and not dead, also to those who are out; and at whatever `happens`.
    #[serde(default)]
    pub on: Ordered<EventText>,
    /// Decisions between yes and no, for `SOMEBODY asks NAME`.
    #[serde(default)]
    pub decision: Ordered<DecisionText>,
    /// Kinds of rest.
    #[serde(default)]
    pub rest: Ordered<RestText>,
    /// Hazards between fights.
    #[serde(default)]
    pub hazard: Ordered<HazardText>,
    /// Tables that turn a number into another: `NAME(number)`.
    #[serde(default)]
    pub table: Ordered<TableText>,
}

/// A switch.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulingText {
    /// The words between which it switches.
    #[schemars(length(min = 1, max = 64))]
    pub options: Vec<String>,
    /// The one that holds where nothing is said. Default: the first.
    #[serde(default)]
    pub is: Option<String>,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// Something that a combatant can be for a time.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusText {
    /// The meaning.
    #[serde(default)]
    pub about: String,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// What becomes of the turns of a combatant that has it.
    #[serde(default)]
    pub turn: TurnOfStatus,
}

/// The fate of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnOfStatus {
    /// It is played.
    #[default]
    Played,
    /// It is lost.
    Lost,
}

/// A way to choose a combatant.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceText {
    /// The one with the smallest value of this.
    #[serde(default)]
    pub least: Option<String>,
    /// The one with the largest value of this.
    #[serde(default)]
    pub most: Option<String>,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// The place of fights. A scenario can make it larger or smaller, and put walls and cover into it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArenaText {
    /// The kind of place.
    #[serde(default)]
    pub kind: ArenaKind,
    /// The distance from one place to the next: 1, or 5 where the game measures in feet.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1000))]
    pub step: u16,
    /// The price of a diagonal step on a grid.
    #[serde(default)]
    pub diagonal: Diagonals,
    /// Columns of a grid, where a scenario says nothing. Default: 20.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 200))]
    pub width: u16,
    /// Rows of it. Default: 20.
    #[serde(default = "twenty")]
    #[schemars(range(min = 1, max = 200))]
    pub height: u16,
    /// Zones in a row, where a scenario says nothing. Default: 5.
    #[serde(default = "five")]
    #[schemars(range(min = 1, max = 200))]
    pub zones: u16,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

fn one() -> u16 {
    1
}

fn five() -> u16 {
    5
}

fn twenty() -> u16 {
    20
}

/// The kind of a place of fights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArenaKind {
    /// Squares, on each of which one can stand.
    #[default]
    Grid,
    /// Zones in a row, in each of which any number can be.
    Zones,
}

/// The price of a diagonal step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Diagonals {
    /// One step, as any other.
    #[default]
    One,
    /// One step and two steps by turns.
    Alternating,
    /// There is none.
    Never,
}

/// The order of turns.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderText {
    /// Those who come in an order: single combatants, sides as a whole, or sides that send one combatant after the other by
    /// turns.
    #[serde(default)]
    pub by: OrderBy,
    /// The dice by which the order is found; without them all are equal, and `ties` decide. Of a side the first who is there
    /// rolls.
    #[serde(default)]
    pub roll: Option<String>,
    /// How often the order is found anew.
    #[serde(default)]
    pub each: OrderEach,
    /// The place of the highest number.
    #[serde(default)]
    pub high: OrderHigh,
    /// What decides between equal numbers, and between members of a side: expressions with commas between them, the higher one
    /// first, and at last `random`, or `listed` for the order of the file. Default: `random`.
    #[serde(default)]
    pub ties: String,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
}

/// Those who come in an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderBy {
    /// Each combatant for itself.
    #[default]
    Combatant,
    /// All of a side together.
    Side,
    /// One of each side by turns.
    Alternating,
    /// Everybody at once: nobody is out before the round is over.
    AtOnce,
}

/// How often an order is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderEach {
    /// Once.
    #[default]
    Fight,
    /// At the beginning of every round.
    Round,
}

/// The place of the highest number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderHigh {
    /// It acts first.
    #[default]
    First,
    /// It acts last.
    Last,
}

/// A turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnText {
    /// The number of actions in a turn: a number or an expression. Default: 1.
    #[serde(default)]
    pub actions: Option<Any>,
    /// A state that actions cost, in place of a number of actions: a turn lasts until no action can be paid.
    #[serde(default)]
    pub pool: Option<String>,
    /// The one who is out of the fight: a condition.
    #[schemars(length(min = 1))]
    pub out: String,
    /// The one who is dead: a condition. Default: nobody is.
    #[serde(default)]
    pub dead: Option<String>,
    /// The target where no line of a policy decides: a name of `choice`, `first` or `random`. Default: `random`.
    #[serde(default)]
    pub target: Option<String>,
    /// Rounds after which a fight ends without a winner: a number or an expression of the book. Default: 100.
    #[serde(default)]
    pub rounds_max: Option<Any>,
    /// The state that is lost when a combatant is hurt, for pictures. Default: the first.
    #[serde(default)]
    pub health: Option<String>,
}

/// Something that a combatant can do.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionText {
    /// Those whom it is done to: `enemy`, `ally` (another of one's side), `friend` (oneself or an ally), `fallen ally`, `fallen
    /// enemy`, `self`, `nobody` in particular; or several, to each of whom it is done: `up to 3 enemies`, `all enemies`, `all
    /// friends`.
    #[serde(default)]
    pub on: OnText,
    /// A kind of record of which one is used: it has its own name in the statements.
    #[serde(default)]
    pub with: Option<String>,
    /// The condition under which it can be done.
    #[serde(default)]
    pub when: Option<String>,
    /// What it takes from the pool of the turn: a number or an expression. Default: 1.
    #[serde(default)]
    pub cost: Option<Any>,
    /// The number of times that it can be done in a turn. Default: as often as there are actions.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub per_turn: Option<u32>,
    /// True if it is done only where a line of a policy says so.
    #[serde(default)]
    pub asked: bool,
    /// The statements.
    #[serde(rename = "do")]
    pub act: String,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// Those to whom something is done, as it is written.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct OnText(pub String);

impl Default for OnText {
    fn default() -> Self {
        OnText("enemy".to_owned())
    }
}

/// Those to whom something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    /// Of whom they are.
    pub whom: Whom,
    /// How many of them at most.
    pub most: u8,
}

/// Those among whom a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// An enemy who is not out.
    Enemy,
    /// Another of one's side who is not out.
    Ally,
    /// Oneself or another of one's side who is not out.
    Friend,
    /// Another of one's side who is out.
    FallenAlly,
    /// An enemy who is out.
    FallenEnemy,
    /// Oneself: `target` is oneself.
    Myself,
    /// Nobody in particular: there is no `target`.
    Nobody,
}

/// The words for one and for several.
const WHOM: [(Whom, &str, &str); 7] = [
    (Whom::Enemy, "enemy", "enemies"),
    (Whom::Ally, "ally", "allies"),
    (Whom::Friend, "friend", "friends"),
    (Whom::FallenAlly, "fallen ally", "fallen allies"),
    (Whom::FallenEnemy, "fallen enemy", "fallen enemies"),
    (Whom::Myself, "self", ""),
    (Whom::Nobody, "nobody", ""),
];

impl OnText {
    /// Those whom it means; none where it means nobody that there is.
    #[must_use]
    pub fn read(&self) -> Option<On> {
        let text = self.0.trim();
        if let Some((whom, ..)) = WHOM.iter().find(|(_, one, _)| *one == text) {
            return Some(On { whom: *whom, most: 1 });
        }
        let (most, those) = match text.strip_prefix("all ") {
            Some(those) => (64, those),
            None => {
                let (most, those) = text.strip_prefix("up to ")?.split_once(' ')?;
                (most.parse().ok().filter(|most| (1..=64).contains(most))?, those)
            }
        };
        let (whom, ..) = WHOM.iter().find(|(.., several)| !several.is_empty() && *several == those)?;
        Some(On { whom: *whom, most })
    }

    /// All words that are right.
    #[must_use]
    pub fn words() -> Vec<String> {
        let several = WHOM.iter().filter(|(.., several)| !several.is_empty()).map(|(.., several)| format!("all {several}"));
        WHOM.iter().map(|(_, one, _)| (*one).to_owned()).chain(several).chain(["up to 3 enemies".to_owned()]).collect()
    }
}

impl ActionText {
    /// Those to whom it is done.
    #[must_use]
    pub fn on(&self) -> On {
        self.on.read().unwrap_or(On { whom: Whom::Enemy, most: 1 })
    }
}

/// Statements with a name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RoutineText {
    /// The names of what it takes, which are a combatant, a record or numbers, by what is given.
    #[serde(default)]
    pub takes: Vec<String>,
    /// The statements.
    #[serde(rename = "do")]
    pub act: String,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// What happens at an event, to the one it happens to.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventText {
    /// The statements; `self` is the one to whom it happens.
    #[serde(rename = "do")]
    pub act: String,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// A decision between yes and no.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecisionText {
    /// The answer where no line of a policy decides.
    #[serde(default)]
    pub usually: Usually,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// An answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Usually {
    /// Yes.
    #[default]
    Yes,
    /// No.
    No,
}

/// A rest.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RestText {
    /// What it does to each who rests and is not dead: statements.
    #[serde(rename = "do")]
    pub act: String,
    /// Days that end with it.
    #[serde(default)]
    #[schemars(range(max = 1000))]
    pub days: u16,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// A hazard.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HazardText {
    /// The keys of a hazard in a day, which are written as those of `stat`.
    #[serde(default)]
    pub takes: Ordered<Any>,
    /// What it does to each whom it strikes: statements.
    #[serde(rename = "do")]
    pub act: String,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}

/// A table of numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableText {
    /// Its rows, `[from, result]`: the row of the highest `from` that is not above the number holds; below the first, the first.
    /// With `columns` a row has a result for each of them.
    #[schemars(length(min = 1, max = 200))]
    pub rows: Vec<Vec<i64>>,
    /// Where a table takes two numbers: from which second number on each column holds.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub columns: Vec<i64>,
    /// Id of the rule.
    #[serde(default)]
    pub id: String,
    /// The meaning.
    #[serde(default)]
    pub about: String,
}
