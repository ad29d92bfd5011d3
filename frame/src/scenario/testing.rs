//! A small made-up system for the tests of the loader, and the few lines that every such test needs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Combatant, Complaints, Document, Format, Raw, Scenario};
use crate::dice::Die;
use crate::error::Failure;
use crate::fight::Ratio;

/// The made-up system.
#[derive(Clone, Copy, Debug)]
pub struct Duel;

impl Format for Duel {
    const NAME: &'static str = "duel";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = Arena;
    type Sheet = Sheet;
    type Policy = Policy;
    type Rest = Rest;
    type Hazard = Pit;
}

/// A pit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pit {
    /// Its depth.
    pub depth: u32,
}

/// Every number of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Book {
    /// The action Defend.
    pub defend: Defend,
    /// The action Help.
    pub help: Defend,
    /// Factor on damage that is resisted. [DUE-004]
    pub resistance: Ratio,
    /// The chaining of dice.
    pub crit: Crit,
    /// The rolls after a fall.
    pub table: Vec<Fall>,
    /// Styles by their names. [DUE-005]
    pub style: BTreeMap<String, Style>,
    /// Squares by their numbers. [DUE-006, R-03]
    pub lane: BTreeMap<u8, Style>,
    /// Chance of rain. [DUE-007]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub rain: f64,
    /// Most wounds; without it, any number. [DUE-008]
    pub wounds_most: Option<u32>,
}

impl Default for Book {
    fn default() -> Self {
        let style = |hp| Style { hp, die: Die::new(1, 6) };
        Book {
            defend: Defend::default(),
            help: Defend { initiative: Die::new(1, 8), ar_bonus: 0 },
            resistance: Ratio::new(1, 2),
            crit: Crit::Chain { most: 3 },
            table: vec![Fall::Arm, Fall::Leg],
            style: [("brawler".to_owned(), style(8)), ("sniper".to_owned(), style(4))].into(),
            lane: [(1, style(1))].into(),
            rain: 0.25,
            wounds_most: None,
        }
    }
}

/// An action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Defend {
    /// Initiative dice. [DUE-001]
    pub initiative: Die,
    /// AR gained by it. Until the next turn. [DUE-002, DUE-003]
    #[schemars(range(min = 0, max = 100))]
    pub ar_bonus: i32,
}

impl Default for Defend {
    fn default() -> Self {
        Defend { initiative: Die::new(1, 4), ar_bonus: 2 }
    }
}

/// The chaining of dice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum Crit {
    /// They do not.
    Off,
    /// The highest face is rolled again.
    Chain {
        /// Most dice of a chain.
        most: u8,
    },
}

/// The price of a fall.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fall {
    /// An arm.
    Arm,
    /// A leg.
    Leg,
}

/// The gain from a style.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// Hit points. [DUE-009]
    pub hp: i32,
    /// Its die.
    pub die: Die,
}

/// The questions that the rules leave open.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rulings {
    /// The tie-breaker of initiative.
    pub initiative_ties: Ties,
    /// True if the floor is wet.
    pub wet: bool,
}

/// A tie-breaker.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ties {
    /// They are rolled again.
    #[default]
    Reroll,
    /// The quicker one goes first.
    Quicker,
}

/// The places of the fight.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arena {
    /// Columns and rows.
    pub size: (u8, u8),
    /// The things that lie about.
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub obstacles: Vec<String>,
}

/// A combatant.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The named combatant it starts from.
    pub like: Option<String>,
    /// The number of its kind.
    pub count: Option<u32>,
    /// Its policy.
    pub policy: Option<String>,
    /// Hit points.
    #[schemars(range(min = 1, max = 100))]
    pub hp: Option<i32>,
    /// The purse.
    pub purse: Purse,
    /// Its weapons.
    pub weapons: Vec<Weapon>,
    /// Its guard.
    pub guard: Option<Guard>,
}

/// The things that are carried.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Purse {
    /// Gold.
    pub gold: u16,
    /// Silver.
    pub silver: u16,
}

/// A weapon.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// Damage dice. The larger, the slower.
    pub die: Die,
}

/// A way to guard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Guard {
    /// Not at all.
    Open,
    /// By dodging so often.
    Dodges(u8),
}

/// A policy.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    /// The actions of a turn.
    pub turn: Vec<TestLine>,
}

/// A line of a policy.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TestLine {
    /// The action.
    #[serde(rename = "do")]
    pub act: Option<String>,
    /// When.
    pub when: Option<String>,
    /// The lines of another policy.
    pub include: Option<String>,
}

/// A rest.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rest {
    /// An hour.
    Short,
    /// A night.
    Long,
}

impl Combatant for Sheet {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self) -> Option<u32> {
        self.count
    }

    fn policy(&self) -> Option<&str> {
        self.policy.as_deref()
    }
}

/// The lines with which every scenario begins.
pub const HEAD: &str = "format = 1\nsystem = \"duel\"\ntitle = \"A duel\"\n";

/// Two sides of one combatant each.
pub const SIDES: &str = "[[side]]\nname = \"Reds\"\ncombatant = [{ name = \"Ann\" }]\n[[side]]\nname = \"Blues\"\ncombatant = [{ name = \"Bob\" }]\n";

/// A scenario that is right.
pub fn scenario(text: &str, sets: &[&str]) -> Scenario<Duel> {
    match check(text, sets) {
        Ok(scenario) => scenario,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

/// The text that the designer reads about a scenario that is wrong.
pub fn errors(text: &str, sets: &[&str]) -> String {
    match check(text, sets) {
        Ok(_) => panic!("nothing was found wrong"),
        Err(failure) => failure.render(false),
    }
}

fn check(text: &str, sets: &[&str]) -> Result<Scenario<Duel>, Failure> {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    Raw::from_text("duel.toml", text, &sets).check::<Duel>()
}

/// The text that the designer reads when `find` complains about the document of a scenario.
pub fn complaints(text: &str, find: impl FnOnce(&Document<Duel>, &mut Complaints)) -> String {
    let scenario = scenario(text, &[]);
    let mut complaints = Complaints::default();
    find(&scenario.document, &mut complaints);
    Failure::Scenario(scenario.problems(complaints)).render(false)
}

/// Files in a folder of their own.
pub struct Files {
    /// The folder; gone with this value.
    pub folder: tempfile::TempDir,
}

impl Files {
    /// Writes these files, each with its path in the folder.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
        }
        Files { folder }
    }

    /// Reads and checks the scenario in a file, with patches and sets.
    pub fn check(&self, file: &str, patches: &[&str], sets: &[&str]) -> Result<Scenario<Duel>, Failure> {
        let patches: Vec<_> = patches.iter().map(|patch| self.folder.path().join(patch)).collect();
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        Raw::read(&self.folder.path().join(file), &patches, &sets)?.check()
    }

    /// The scenario in a file that is right.
    pub fn scenario(&self, file: &str) -> Scenario<Duel> {
        self.check(file, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)))
    }

    /// The text that the designer reads about files that are wrong, without the folder's own path.
    pub fn errors(&self, file: &str, patches: &[&str]) -> String {
        let text = self.check(file, patches, &[]).expect_err("something is wrong").render(false);
        let folder = self.folder.path().canonicalize().expect("the folder exists");
        text.replace(&format!("{}/", folder.display()), "").replace(&format!("{}/", self.folder.path().display()), "")
    }
}
