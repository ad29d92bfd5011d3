//! The field of a match-up: who meets whom, and how a pairing of a row and a column becomes a scenario.
//!
//! Owns the way from lists as they are typed, on the command line or in an expectation, to scenarios that can be played. Start at
//! [`Field::of_variants`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::load::{ScenarioArguments, quoted as typed};
use crate::report::naming;
use crate::systems;
use frame::analysis::matchup::{MatchupEntry, Pairing, PathValues, told_apart};
use frame::door::{Facts, Playable};
use frame::error::{Failure, nearest};
use frame::scenario::{Raw, quoted};

/// The scenario of a command that names none.
pub const NOWHERE: &str = ".";

/// Lists as they were typed.
pub struct Lists<'a> {
    /// The scenario that they vary.
    pub scenario: &'a ScenarioArguments,
    /// The rows, and the columns.
    pub lines: [&'a [PathValues]; 2],
    /// Patches that are rows, and columns.
    pub files: [&'a [PathBuf]; 2],
    /// The side of the rows, where it was said.
    pub row_side: Option<&'a str>,
}

/// Who meets whom, and how a pairing becomes a scenario.
pub struct Field {
    /// The scenario, or the file of those who meet.
    pub scenario: ScenarioArguments,
    /// The variants of one side.
    pub rows: Vec<MatchupEntry>,
    /// The variants of the other.
    pub columns: Vec<MatchupEntry>,
    /// True if both are the same list, on sides that are alike in everything else.
    pub same: bool,
    /// True if both are the same list, but the sides are not alike.
    pub unlike: bool,
    /// Names of the sides, that of the rows first.
    pub sides: [String; 2],
    /// The scenario without any variant.
    pub facts: Facts,
    /// The system of a roster.
    roster_of: Option<String>,
}

/// Names of the sides, and of their combatants, of a roster.
const SEATS: [&str; 2] = ["left", "right"];

impl Field {
    /// The variants of the two sides of a scenario.
    ///
    /// # Errors
    /// Lists that cannot be read, a scenario that is wrong, or sides that do not fight.
    pub fn of_variants(lists: &Lists<'_>) -> Result<Self, Failure> {
        let (scenario, [rows, columns], [row_files, column_files]) = (lists.scenario, lists.lines, lists.files);
        if rows.is_empty() && row_files.is_empty() {
            let help =
                "name what fights what: --rows 'side.left.Lea.weapons=[..]|[..]' --columns side.right.Rob.weapons, or --roster";
            return Err(Failure::Usage(help.into()));
        }
        if columns.is_empty() && column_files.is_empty() {
            let path = rows.first().map_or("side.right.NAME.KEY", |line| line.path.as_str());
            let message = format!(
                "against what? write --columns PATH for the same list on the other side, --columns PATH=A|B for another one, or vary one \
                 side alone with `sparring sweep --vary {}=..`",
                typed(path)
            );
            return Err(Failure::Usage(message));
        }
        let raw = scenario.read()?;
        if !raw.is_scenario() {
            let file = scenario.scenario.display();
            return Err(Failure::Usage(format!(
                "{file} says who somebody is and not who fights: name those who do with --roster"
            )));
        }
        let base = systems::built().of(&raw)?.load(&raw)?;
        let names: Vec<String> = base.engine.sides().to_vec();
        let spoken = |lines: &[PathValues]| lines.iter().find_map(|line| side_of(&line.path, &names));
        let first = || names.iter().find(|name| Some(*name) != spoken(columns).as_ref()).cloned();
        let row_side = match lists.row_side {
            Some(side) if names.iter().any(|name| name == side) => Some(side.to_owned()),
            Some(side) => return Err(no_side(side, &names)),
            None => spoken(rows).or_else(first),
        };
        let row_side = row_side.unwrap_or_default();
        let other =
            names.iter().find(|name| **name != row_side && base.layout.victor(name) != base.layout.victor(&row_side)).cloned();
        let column_side = spoken(columns).filter(|side| *side != row_side).or(other);
        let Some(column_side) = column_side else {
            return Err(Failure::Usage("a match-up is between two sides, and here is one".into()));
        };
        let own: Vec<(String, String)> = rows.iter().flat_map(|line| line.values.clone()).collect();
        let columns: Vec<PathValues> = (columns.iter())
            .map(|line| if line.values.is_empty() { PathValues { values: own.clone(), ..line.clone() } } else { line.clone() })
            .collect();
        if let Some(line) = rows.iter().chain(&columns).find(|line| line.values.is_empty()) {
            return Err(Failure::Usage(format!("{} has no values: write {}=A|B|C", line.path, line.path)));
        }
        let listed = |lines: &[PathValues], files: &[PathBuf], word: &str| {
            let lines = lines.iter().map(|line| of_side(line, &base, &names)).collect::<Result<Vec<_>, Failure>>()?;
            let entries = lines.into_iter().flatten().chain(files.iter().map(|file| of_file(file)));
            told_apart(entries.collect(), word).map_err(Failure::Usage)
        };
        let rows = listed(rows, row_files, "rows")?;
        let columns = listed(&columns, column_files, "columns")?;
        let same = rows.len() > 1
            && rows.len() == columns.len()
            && rows.iter().zip(&columns).all(|(row, column)| row.name == column.name);
        let facts = base.game.facts().clone();
        let sides = [row_side, column_side];
        let mut field = Field { scenario: scenario.clone(), rows, columns, same, unlike: false, sides, facts, roster_of: None };
        // What cannot be loaded says so in its cell.
        if same
            && let Ok(both) = field.load(Pairing { row: 0, column: 0, exchanged: false })
            && !field.alike(&both)
        {
            (field.same, field.unlike) = (false, true);
        }
        Ok(field)
    }

    /// True if the two sides of a scenario are mirror images, apart from names and places.
    fn alike(&self, both: &Playable) -> bool {
        let sheets = both.game.sheets();
        let [one, other] = [0, 1].map(|which| {
            let side = both.engine.sides().iter().position(|name| *name == self.sides[which]);
            let own = sheets.iter().filter(|sheet| Some(sheet.side) == side);
            own.map(|sheet| {
                let lines = sheet.lines.iter().filter(|(key, _)| key != "at").collect::<Vec<_>>();
                (sheet.count, &sheet.policy, lines)
            })
            .collect::<Vec<_>>()
        });
        one == other
    }

    /// The combatants of a bestiary, each against each.
    ///
    /// # Errors
    /// A bestiary that cannot be read, or has nobody of such a name.
    pub fn of_roster(scenario: &ScenarioArguments, roster: &[String], asked: Option<&str>) -> Result<Self, Failure> {
        let given = Some(&scenario.scenario).filter(|file| **file != Path::new(NOWHERE));
        let file = match (given, asked) {
            (Some(file), _) => file.clone(),
            (None, Some(system)) => bestiary_of(system)?,
            (None, None) => {
                let message = "which bestiary? name the file, or its system: --system vogt";
                return Err(Failure::Usage(message.into()));
            }
        };
        let alone = Raw::library(scenario.root.as_deref(), &file, "")?;
        let known: Vec<String> = alone.contents().0.into_iter().map(str::to_owned).collect();
        let raw = Raw::read_below(scenario.root.as_deref(), &file, &[], &[])?;
        if raw.is_scenario() {
            let message =
                format!("{} says who fights; a roster is taken from a file that says who somebody is", file.display());
            return Err(Failure::Usage(message));
        }
        // A file of combatants need not say what they are for.
        let system = match (systems::built().of(&raw), asked) {
            (Ok(found), _) => found.name().to_owned(),
            (Err(_), Some(asked)) => asked.to_owned(),
            (Err(failure), None) => return Err(failure),
        };
        if let Some(asked) = asked
            && asked != system
            && !systems::built().plays_by(&raw, asked)?
        {
            return Err(Failure::Usage(format!("{} is a bestiary of {system}, not of {asked}", file.display())));
        }
        let entries = roster.iter().map(|one| of_roster(one, &known)).collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
        let rows = told_apart(entries, "entries of the roster").map_err(Failure::Usage)?;
        let facts = Facts {
            system: system.clone(),
            title: format!("Roster of {}", file.file_stem().unwrap_or_default().to_string_lossy()),
            about: String::new(),
            digest: String::new(),
            content: serde_json::Value::Null,
            metrics: BTreeMap::new(),
            files: raw.files(),
            patches: Vec::new(),
        };
        let sides = SEATS.map(str::to_owned);
        let scenario = ScenarioArguments { scenario: file, ..scenario.clone() };
        let mut field =
            Field { scenario, columns: rows.clone(), rows, same: true, unlike: false, sides, facts, roster_of: Some(system) };
        // What is wrong with the bestiary itself is told before anything is played.
        let first = Pairing { row: 0, column: 0, exchanged: false };
        let playable = field.load(first)?;
        let of_first = playable.game.facts();
        (field.facts.digest, field.facts.system) = (of_first.digest.clone(), of_first.system.clone());
        Ok(field)
    }

    /// The scenario of a row on the side of the rows, and a column on the other.
    ///
    /// # Errors
    /// A pairing that is no scenario.
    pub fn load(&self, pairing: Pairing) -> Result<Playable, Failure> {
        let (row, column) = (&self.rows[pairing.row], &self.columns[pairing.column]);
        let mut scenario = self.scenario.clone();
        let raw = match &self.roster_of {
            Some(system) => {
                let side = |seat: &str, entry: &MatchupEntry| {
                    format!("[[side]]\nname = \"{seat}\"\n[[side.combatant]]\nname = \"{seat}\"\n{}\n", entry.sets.join("\n"))
                };
                let head = format!("format = 1\nsystem = {}\ntitle = \"A match-up\"\n", toml::Value::from(system.as_str()));
                let text = format!("{head}{}{}", side(SEATS[0], row), side(SEATS[1], column));
                Raw::library_changed(scenario.root.as_deref(), &scenario.scenario, &text, &scenario.patches, &scenario.sets)?
            }
            None => {
                for entry in [row, column] {
                    scenario.sets.extend_from_slice(&entry.sets);
                    scenario.patches.extend_from_slice(&entry.patches);
                }
                scenario.read()?
            }
        };
        systems::built().of(&raw)?.load(&raw)
    }
}

/// The side that a path speaks of: `side.left.Lea.hp_max`, or `policy.left` where a side is called so.
fn side_of(path: &str, names: &[String]) -> Option<String> {
    let of_policy = || path.strip_prefix("policy.").map(|name| name.replace('"', "")).filter(|name| names.contains(name));
    naming::side(path).or_else(of_policy)
}

/// Says that there is no such side.
fn no_side(side: &str, names: &[String]) -> Failure {
    let near =
        nearest(side, names.iter().map(String::as_str)).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Failure::Usage(format!("there is no side `{side}`: sides are {}{near}", names.join(", ")))
}

/// The entries of a list; of a list of policies for a side, those in which everybody of it follows them.
fn of_side(line: &PathValues, base: &Playable, names: &[String]) -> Result<Vec<MatchupEntry>, Failure> {
    let table = |value: &str| value.trim_start().starts_with('{');
    let Some(side) = line
        .path
        .strip_prefix("policy.")
        .filter(|name| !name.contains('.') && !line.values.iter().any(|(_, value)| table(value)))
    else {
        return Ok(line.entries());
    };
    let side = side.replace('"', "");
    let Some(place) = names.iter().position(|name| *name == side) else { return Err(no_side(&side, names)) };
    let combatants = base.engine.combatants().iter().zip(base.game.entries());
    let mut owners: Vec<String> = Vec::new();
    for (combatant, entry) in combatants.filter(|(combatant, _)| combatant.side.index() == place) {
        let owner = entry.unwrap_or_else(|| combatant.name.clone());
        if !owners.contains(&owner) {
            owners.push(owner);
        }
    }
    let entry = |(name, value): &(String, String)| {
        let set = |owner: &String| format!("side.{}.{}.policy={value}", quoted(&side), quoted(owner));
        MatchupEntry { name: name.clone(), sets: owners.iter().map(set).collect(), patches: Vec::new() }
    };
    Ok(line.values.iter().map(entry).collect())
}

/// The entry of a patch.
fn of_file(file: &Path) -> MatchupEntry {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    MatchupEntry { name, sets: Vec::new(), patches: vec![file.to_owned()] }
}

/// An entry of a roster: a combatant of a bestiary, or several of its kind. Its `sets` are lines of a combatant.
fn of_roster(text: &str, known: &[String]) -> Result<MatchupEntry, String> {
    let (name, count) = match text.rsplit_once(':') {
        Some((name, count)) => (name.trim(), Some(count.trim())),
        None => (text.trim(), None),
    };
    if !known.iter().any(|one| one == name) {
        let near = nearest(name, known.iter().map(String::as_str))
            .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Err(format!("nobody in the bestiary is called `{name}`{near}\nthere are {}", known.join(", ")));
    }
    let mut lines = vec![format!("like = {}", toml::Value::from(name))];
    let mut shown = name.replace('_', " ");
    if let Some(count) = count {
        let number = count.parse::<u32>().ok().filter(|number| *number > 0);
        let Some(number) = number else { return Err(format!("`{text}`: write how many as a whole number, such as {name}:3")) };
        lines.push(format!("count = {number}"));
        if number > 1 {
            shown = format!("{shown} \u{d7}{number}");
        }
    }
    Ok(MatchupEntry { name: shown, sets: lines, patches: Vec::new() })
}

/// The bestiary of a system: in this folder, or in one above it.
fn bestiary_of(system: &str) -> Result<PathBuf, Failure> {
    let name = Path::new(system).file_stem().unwrap_or_default();
    let file = Path::new("scenarios").join("bestiary").join(name).with_extension("toml");
    let here = std::env::current_dir().map_err(|error| Failure::file(&file, "read", error))?;
    let levels = here.ancestors().enumerate().map(|(level, _)| (0..level).fold(PathBuf::new(), |path, _| path.join("..")));
    let found = levels.map(|level| level.join(&file)).find(|file| file.is_file());
    found.ok_or_else(|| {
        let message =
            format!("there is no {} here or above; name the bestiary: sparring matchup FILE --roster ..", file.display());
        Failure::Usage(message)
    })
}
