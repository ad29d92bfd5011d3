//! Scenarios: TOML in, a typed [`Document`] out, and for everything that is wrong the place and the advice.
//!
//! Owns the files, their merging, the schema and the checks that need no rules; what a document means is for the rules
//! cores. The way of the data: `read` makes a spanned `tree` of every file, `layers` lays them over each other, `set`
//! changes single values, `template` resolves `like`, `check` compares the result with the `shape` of the [`schema()`], and
//! `trail` makes the document of it, with [`declared`] for what the rules declare by macros; `sound` says what stands in for what is wrong. A core then uses [`expand`], [`legs`] and [`relations`],
//! and complains by path (see [`quoted`]). Start at [`Raw`].

pub mod adopt;
pub mod apart;
pub mod between;
pub mod complaint;
pub mod declared;
pub mod document;
pub mod former;

mod characters;
mod check;
mod day;
mod digest;
mod enlist;
mod form;
mod keys;
mod layers;
mod listing;
mod merge;
mod numbers;
mod patch;
mod path;
mod read;
mod schema;
mod set;
mod shape;
mod sheets;
mod sides;
mod slips;
mod sound;
mod switches;
mod syntax;
mod template;
#[cfg(test)]
pub(crate) mod testing;
mod trail;
mod tree;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

pub use complaint::{Complaint, Complaints};
pub use day::{LeapText, Peril, Planned, hazards, legs};
pub use digest::{Patch, changes};
pub use document::{Combatant, Direction, Document, DocumentPart, Expectation, Format, LegText, SecondsText, SideText};
pub use enlist::{Enlisted, SIDES_MOST, expand, spare_places};
pub use form::{Form, Kinds};
pub use keys::{DecisionKeys, Key, KeyTable, decisions, keys};
pub use listing::{Setting, book, rulings};
pub use numbers::Number;
pub use path::quoted;
pub use read::FILE_BYTES_MOST;
pub use schema::{schema, unchecked};
pub use set::is_typed;
pub use shape::AllowedWord;
pub use sheets::SheetText;
pub use sides::relations;
pub use switches::{Switch, SwitchKind, in_a_line};
pub use words::{DICE_AND_SUMS, FAR};

use self::check::Checker;
use self::read::{FileReading, Role};
use self::set::Set;
use self::shape::Shapes;
use self::slips::Pending;
use self::sound::Lost;
use self::tree::TreeNode;
use crate::error::{Failure, Gravity, Place, Problem, Source, nearest};

/// What to do where a system was left out when the program was built.
pub const BUILT_WHOLE: &str = "`cargo install --path .` in the folder of `sparring` builds it with all systems";

/// A scenario as it was read, before anybody asked which system it is for.
#[derive(Debug)]
pub struct Raw {
    reading: FileReading,
    sets: Vec<Result<Set, Problem>>,
    /// True if its patches are meant for other scenarios too.
    lenient: bool,
    /// Another version, and the paths at which this one says what that one says.
    takes: Option<(Box<Raw>, Vec<String>)>,
}

impl Raw {
    /// The scenario that says at these paths what another version of it says there, once everything is merged.
    #[must_use]
    pub fn taking(self, other: Raw, paths: &[String]) -> Raw {
        Raw { takes: Some((Box::new(other), paths.to_vec())), ..self }
    }

    /// Makes all sets in a document; those that lead nowhere are returned as problems.
    fn change(&self, shapes: &Shapes, root: &mut TreeNode) -> Vec<Problem> {
        let mut slips = Pending::default();
        let sets = self.sets.iter().flatten();
        let lost = sets.filter_map(|set| set.apply(shapes, root, &mut slips).err()).collect();
        slips.settle(root);
        lost
    }

    /// Everything merged, changed and resolved, with no word on what is wrong.
    fn merged(&self, form: &Form) -> TreeNode {
        let mut root = layers::combine(&form.shapes, &form.kinds, &self.reading.layers);
        self.change(&form.shapes, &mut root);
        template::resolve(&form.shapes, &mut root);
        root
    }

    /// The text with patches that are meant for other scenarios too: they may change combatants and policies that are not here.
    #[must_use]
    pub fn lenient(self) -> Raw {
        Raw { lenient: true, ..self }
    }

    /// Reads a scenario file with everything it includes, then patches (files shaped like an included one) and sets
    /// (`path=value`), each of which goes before what comes before it.
    ///
    /// # Errors
    /// A scenario or a patch that cannot be read at all. Other mistakes are told by [`check`](Raw::check).
    pub fn read(path: &Path, patches: &[PathBuf], sets: &[String]) -> Result<Raw, Failure> {
        Raw::read_below(None, path, patches, sets)
    }

    /// Reads files where others are included only from this folder. Without one it is, of each of the files that are named here, its
    /// [`bound`](Raw::bound).
    ///
    /// # Errors
    /// As [`read`](Raw::read), and when there is no such folder.
    pub fn read_below(root: Option<&Path>, path: &Path, patches: &[PathBuf], sets: &[String]) -> Result<Raw, Failure> {
        let mut reading = FileReading::below(root)?;
        reading.file(path, Role::Scenario)?;
        for patch in patches {
            reading.file(patch, Role::Patch)?;
        }
        Ok(Raw::with_sets(reading, sets))
    }

    /// The folder from which a file includes others where nobody says `--root`.
    #[must_use]
    pub fn bound(named: &Path) -> PathBuf {
        read::bound(&read::truth(named), named)
    }

    /// Checks that this file may be read by what stands in the scenario: `file` lies in the folder that bounds it.
    ///
    /// # Errors
    /// A file that may not be read, with the reason.
    pub fn may_read(root: Option<&Path>, scenario: &Path, file: &Path) -> Result<(), Failure> {
        let reading = FileReading::below(root)?;
        reading.bounded(scenario, file).map_err(|reason| Failure::file(file, "read", reason))
    }

    /// Takes the text of a scenario as if it were in a file of this name.
    #[must_use]
    pub fn from_text(name: &str, text: &str, sets: &[String]) -> Raw {
        let mut reading = FileReading::default();
        reading.text(name, text);
        Raw::with_sets(reading, sets)
    }

    /// Takes a file that says who somebody is and not who fights, with `text` as the scenario that includes it.
    ///
    /// # Errors
    /// As [`read`](Raw::read).
    pub fn library(root: Option<&Path>, path: &Path, text: &str) -> Result<Raw, Failure> {
        Raw::library_changed(root, path, text, &[], &[])
    }

    /// Takes a file as [`library`](Raw::library) does, with patches and sets behind it.
    ///
    /// # Errors
    /// As [`read`](Raw::read).
    pub fn library_changed(
        root: Option<&Path>,
        path: &Path,
        text: &str,
        patches: &[PathBuf],
        sets: &[String],
    ) -> Result<Raw, Failure> {
        let mut reading = FileReading::below(root)?;
        reading.file(path, Role::Include)?;
        reading.text(&path.with_extension("scenario").display().to_string(), text);
        for patch in patches {
            reading.file(patch, Role::Patch)?;
        }
        Ok(Raw::with_sets(reading, sets))
    }

    /// All files that were read, the scenario first, each with its name and its text.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        files(&self.reading.sources)
    }

    /// The names of the combatants and of the policies of all files.
    #[must_use]
    pub fn contents(&self) -> (BTreeSet<&str>, BTreeSet<&str>) {
        let tables = |key: &'static str| {
            let tables = self.reading.layers.iter().filter_map(move |layer| layer.root.get(key)?.table());
            tables.flat_map(|table| table.keys().map(String::as_str)).collect()
        };
        (tables("combatant"), tables("policy"))
    }

    /// Reads the texts of sets, numbered from 1, each as a source of its own.
    fn with_sets(mut reading: FileReading, texts: &[String]) -> Raw {
        let mut sets = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            let before = texts[..index].iter().filter(|other| set::option(other) == set::option(text)).count();
            let (source, set) = Set::read(before + 1, text);
            reading.sources.push(source);
            sets.push(set);
        }
        Raw { reading, sets, lenient: false, takes: None }
    }

    /// True if the file says who fights, and so is a scenario and neither something to be included nor a patch: its sides are a list,
    /// where a patch has a table of what it changes about them. One that has still to say it names its `format` and a `title`, and a patch
    /// only the latter. What cannot be read is taken for a scenario.
    #[must_use]
    pub fn is_scenario(&self) -> bool {
        let is_one = |layer: &read::FileLayer| {
            let has = |key| layer.root.get(key).is_some();
            let listed = layer.root.get("side").is_some_and(|sides| matches!(sides.value, tree::Value::Array(_)));
            layer.broken || listed || has("format") && (has("side") || has("title"))
        };
        self.reading.layers.iter().find(|layer| layer.role == Role::Scenario).is_none_or(is_one)
    }

    /// True if a patch says that it is for a system, and this scenario is for another one.
    #[must_use]
    pub fn is_for_others(&self) -> bool {
        let system = |role| {
            let layers = self.reading.layers.iter().filter(move |layer| layer.role == role);
            layers.filter_map(|layer| layer.root.get("system")?.text())
        };
        system(Role::Patch).any(|patch| system(Role::Scenario).any(|scenario| scenario != patch))
    }

    /// The faults of the files and sets as such.
    fn unreadable(&self) -> impl Iterator<Item = Problem> {
        self.reading.problems.iter().chain(self.sets.iter().filter_map(|set| set.as_ref().err())).cloned()
    }

    /// The file of the page of rules that the scenario plays by, where its `system` is one: as it is said, and the path, which lies below
    /// the folder that bounds what is included.
    ///
    /// # Errors
    /// A file that may not be read.
    pub fn page_of_rules(&self) -> Result<Option<(String, PathBuf)>, Failure> {
        let scenario = self.reading.layers.iter().find(|layer| layer.role == Role::Scenario);
        let Some(node) = scenario.and_then(|scenario| scenario.root.get("system")) else { return Ok(None) };
        let Some(said) = node.text().filter(|name| Path::new(name).extension().is_some_and(|end| end == "toml")) else {
            return Ok(None);
        };
        let own = PathBuf::from(scenario.map_or("", |scenario| scenario.source.name.as_str()));
        let path = own.parent().unwrap_or(Path::new("")).join(said);
        self.reading.bounded(&own, &path).map_err(|reason| {
            let problem = Problem::at(Some(node.place.clone()), format!("the page of rules `{said}` cannot be read: {reason}"));
            Failure::Scenario(vec![problem])
        })?;
        if !path.is_file() {
            let problem = Problem::at(Some(node.place.clone()), format!("there is no page of rules `{said}`"));
            let problem =
                problem.help(format!("it would be {}: paths are relative to the scenario's own folder", path.display()));
            return Err(Failure::Scenario(vec![problem]));
        }
        Ok(Some((said.to_owned(), path)))
    }

    /// The system that the scenario is for: one of the `known` ones. Those that were `left_out` when the program was built are told apart
    /// from those that do not exist.
    ///
    /// # Errors
    /// A scenario that names no known one, with everything else that is already known to be wrong.
    pub fn system(&self, known: &[&str], left_out: &[&str]) -> Result<&str, Failure> {
        let scenario = self.reading.layers.iter().find(|layer| layer.role == Role::Scenario);
        let known_ones =
            || format!("known: {}; or the path of a page of rules such as `brawl.toml`", words::listed(known.iter().copied()));
        let system = scenario.and_then(|scenario| scenario.root.get("system"));
        let problem = match system.map(|node| (node, node.text())) {
            Some((_, Some(name))) if known.contains(&name) => return Ok(name),
            Some((node, Some(name))) if left_out.contains(&name) => {
                let problem =
                    Problem::at(Some(node.place.clone()), format!("this program was built without the system `{name}`"));
                problem.help(BUILT_WHOLE).help(known_ones())
            }
            Some((node, Some(name))) => {
                let problem = Problem::at(Some(node.place.clone()), format!("there is no system `{name}`"));
                match nearest(name, known.iter().chain(left_out).copied()) {
                    Some(near) => problem.help(format!("did you mean `{near}`?")).help(known_ones()),
                    None => problem.help(known_ones()),
                }
            }
            Some((node, None)) => {
                let problem = Problem::at(Some(node.place.clone()), "`system` must be the name of a system in quotes");
                problem.help(known_ones())
            }
            None if scenario.is_some_and(|scenario| scenario.root.get("rules").is_some()) => {
                let name = scenario.map_or("", |scenario| scenario.source.name.as_str());
                let file = Path::new(name).file_name().map_or(name.into(), |file| file.to_string_lossy());
                let place = scenario.and_then(|scenario| Some(scenario.root.get("rules")?.place.clone()));
                let problem = Problem::at(place, "this is a page of rules, and no scenario");
                problem.help(format!(
                    "a scenario that plays by it says `system = \"{file}\"`; `sparring new --system {file} duel.toml` writes one"
                ))
            }
            None => {
                let place = scenario.map(|scenario| scenario.root.place.clone());
                let problem = Problem::at(place, "the key `system` is missing");
                problem.help("write `system = \"...\"`").help(known_ones())
            }
        };
        // A system that cannot be read because its line is broken has been complained about.
        let silent = system.is_none() && scenario.is_some_and(|scenario| scenario.broken);
        let problems = self.unreadable().chain(Some(problem).filter(|_| !silent));
        Err(Failure::Scenario(sorted(problems.collect(), &self.reading.sources)))
    }

    /// The scenario, checked against the schema of its system.
    ///
    /// # Errors
    /// With everything that is wrong in any of the files and sets.
    pub fn check<F: Format>(&self) -> Result<Scenario<F>, Failure> {
        self.check_with(|_, _| ())
    }

    /// Checks a document where `look` knows further faults of one that is what its schema says. It is asked when something is
    /// wrong by the schema too, with something else in place of that, so that wrong names and conditions beside it are told of
    /// at once.
    ///
    /// # Errors
    /// With everything that is wrong in any of the files and sets.
    pub fn check_with<F: Format>(&self, look: impl FnOnce(&Document<F>, &mut Complaints)) -> Result<Scenario<F>, Failure> {
        self.check_by(Form::of::<F>(), look)
    }

    /// Checks a document of a form that need not be that of its type: the form may be made at run time.
    ///
    /// # Errors
    /// With everything that is wrong in any of the files and sets.
    pub fn check_by<F: Format>(
        &self,
        form: &'static Form,
        look: impl FnOnce(&Document<F>, &mut Complaints),
    ) -> Result<Scenario<F>, Failure> {
        let (document, ToldPlaces { root, sources }) = self.read_by(form, look)?;
        Ok(Scenario { document, root, sources, form })
    }

    /// Reads a document of any kind that has a form, where `look` knows further faults.
    ///
    /// # Errors
    /// With everything that is wrong in any of the files and sets.
    pub fn read_by<T: DeserializeOwned>(
        &self,
        form: &Form,
        look: impl FnOnce(&T, &mut Complaints),
    ) -> Result<(T, ToldPlaces), Failure> {
        let FileReading { layers, sources, incomplete, .. } = &self.reading;
        let Form { shapes, published, kinds, .. } = form;
        let mut found = layers::check(shapes, kinds, layers, published);
        if !self.lenient && !incomplete {
            let named: Vec<&str> = self.sets.iter().flatten().filter_map(Set::text).collect();
            found.extend(layers::strangers(layers, &named));
        }
        let mut root = layers::combine(shapes, kinds, layers);
        let lost = self.change(shapes, &mut root);
        found.extend(characters::alike(&root));
        let unknown = template::resolve(shapes, &mut root);
        let mut sources = sources.clone();
        if let Some((other, paths)) = &self.takes {
            let from = other.merged(form);
            paths.iter().for_each(|path| between::take(&mut root, &from, path));
            sources.extend(other.reading.sources.iter().cloned());
        }
        let sources = &sources;
        if !incomplete {
            found.extend(lost.into_iter().chain(unknown));
        }
        let mut checker = Checker::new(shapes, !incomplete);
        let json = checker.document(&root, published);
        found.append(&mut checker.problems);
        let broken = |problem: &Problem| {
            let source = problem.place.as_ref().map(|place| &place.source);
            layers.iter().any(|layer| layer.broken && Some(&layer.source) == source)
        };
        found.retain(|problem| !broken(problem));
        found.extend(self.unreadable());
        match trail::read(&json) {
            Ok(document) if found.is_empty() => return Ok((document, ToldPlaces { root, sources: sources.clone() })),
            Ok(document) if !incomplete && !layers.iter().any(|layer| layer.broken) => {
                let lost = Lost::of(&root, &found);
                let mut complaints = Complaints::default();
                look(&document, &mut complaints);
                let told = ToldPlaces { root, sources: sources.clone() };
                found.extend(told.problems(complaints.take_alone()));
                let problems = told.problems(complaints);
                let certain = |problem: &Problem| problem.gravity == Gravity::Error && lost.has_no_part_in(problem);
                found.extend(problems.into_iter().filter(certain));
            }
            Err(refusal) if found.is_empty() => {
                found.push(Problem::at(Some(root.locate(&refusal.path, None)), refusal.reason));
            }
            _ => {}
        }
        Err(Failure::Scenario(sorted(found, sources)))
    }
}

/// The places where everything in a document was said.
#[derive(Debug)]
pub struct ToldPlaces {
    /// The document as a tree, merged and resolved, with places.
    root: TreeNode,
    sources: Vec<Arc<Source>>,
}

impl ToldPlaces {
    /// Complaints by path as problems with places, in the order of the files.
    #[must_use]
    pub fn problems(&self, complaints: Complaints) -> Vec<Problem> {
        problems(&self.root, &self.sources, complaints)
    }

    /// True if something stands at a path.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.root.finds(path)
    }

    /// All files that it was read from, each with its name and its text.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        files(&self.sources)
    }
}

/// A scenario that is what its schema says, with the memory of where everything was said.
#[derive(Debug)]
pub struct Scenario<F: Format> {
    /// The document.
    pub document: Document<F>,
    /// The document as a tree, merged and resolved, with places.
    root: TreeNode,
    sources: Vec<Arc<Source>>,
    form: &'static Form,
}

/// Collects the names that stand behind `policy` and `include` anywhere in a tree.
fn names_of_policies(node: &TreeNode, named: &mut BTreeSet<String>) {
    for (key, entry) in node.table().into_iter().flatten() {
        if let Some(name) = entry.node.text().filter(|_| key == "policy" || key == "include") {
            named.insert(name.to_owned());
        }
        names_of_policies(&entry.node, named);
    }
    node.elements().iter().for_each(|element| names_of_policies(element, named));
}

impl<F: Format> Scenario<F> {
    /// All policies as they are written, with everything merged.
    #[must_use]
    pub fn policies(&self) -> Json {
        self.root.get("policy").map_or_else(|| json!({}), TreeNode::json)
    }

    /// Names of policies that no combatant has and no line includes.
    #[must_use]
    pub fn idle_policies(&self) -> Vec<String> {
        let mut named = BTreeSet::new();
        names_of_policies(&self.root, &mut named);
        let policies = self.root.get("policy").and_then(TreeNode::table).into_iter().flatten();
        policies.map(|(name, _)| name.clone()).filter(|name| !named.contains(name)).collect()
    }

    /// Complaints by path as problems with places, in the order of the files.
    #[must_use]
    pub fn problems(&self, complaints: Complaints) -> Vec<Problem> {
        let mut found = problems(&self.root, &self.sources, complaints);
        found.extend(self.sources.iter().filter_map(syntax::newer));
        sorted(found, &self.sources)
    }

    /// SHA-256, as 64 hexadecimal digits, of everything that decides outcomes. It is the same whether parts of the scenario
    /// are included, inherited or written out.
    #[must_use]
    pub fn digest(&self) -> String {
        digest::digest(&self.root)
    }

    /// Everything that decides outcomes, as data: what the digest is a digest of.
    #[must_use]
    pub fn content(&self) -> Json {
        digest::content(&self.root)
    }

    /// The digest of the scenario together with these files, in which its rules are written.
    #[must_use]
    pub fn digest_with(&self, files: &[(String, String)]) -> String {
        digest::digest_with(&self.root, files.iter().map(|(_, text)| text.as_str()))
    }

    /// The sheets of each entry of combatants, with everything merged and every `like` resolved.
    #[must_use]
    pub fn sheets(&self) -> Vec<SheetText> {
        sheets::sheets(&self.root)
    }

    /// All files that it was read from, the scenario first, each with its name and its text.
    #[must_use]
    pub fn files(&self) -> Vec<(String, String)> {
        files(&self.sources)
    }

    /// The numbers of the rules and the rulings, as a table `book` and a table `rulings`.
    #[must_use]
    pub fn settings(&self) -> Json {
        let mut settings = json!({ "book": self.document.book, "rulings": self.document.rulings });
        self.form.fill(&mut settings);
        settings
    }

    /// Every number and switch that differs from the published rules.
    #[must_use]
    pub fn patches(&self) -> Vec<Patch> {
        digest::changes(&self.settings(), &self.form.published)
    }
}

/// Complaints by path as problems with places, in the order of the files.
fn problems(root: &TreeNode, sources: &[Arc<Source>], complaints: Complaints) -> Vec<Problem> {
    let problem = |complaint: Complaint| {
        let place = root.locate(&complaint.path, complaint.within);
        let here = sources.first().is_none_or(|own| Arc::ptr_eq(own, &place.source));
        (here || !complaint.own).then_some(Problem {
            gravity: complaint.gravity,
            message: complaint.message,
            place: Some(place),
            label: String::new(),
            help: complaint.help,
        })
    };
    sorted(complaints.into_list().into_iter().filter_map(problem).collect(), sources)
}

/// All combatants of all sides, each with its path.
fn combatants(root: &TreeNode) -> Vec<(String, &TreeNode)> {
    let sides = root.get("side").map(TreeNode::elements).unwrap_or_default().iter();
    let text = |node: &TreeNode| quoted(node.get("name").and_then(TreeNode::text).unwrap_or_default());
    let of_side = |side| {
        let combatants = TreeNode::get(side, "combatant").map(TreeNode::elements).unwrap_or_default().iter();
        combatants.map(move |combatant| (format!("side.{}.{}", text(side), text(combatant)), combatant))
    };
    sides.flat_map(of_side).collect()
}

/// The files among sources, which are changes of the command line, too.
fn files(sources: &[Arc<Source>]) -> Vec<(String, String)> {
    let files = sources.iter().filter(|source| !is_typed(&source.name));
    files.map(|source| (source.name.clone(), source.text.clone())).collect()
}

/// Problems in the order of the files and of their lines, each once.
fn sorted(mut problems: Vec<Problem>, sources: &[Arc<Source>]) -> Vec<Problem> {
    let file = |place: &Place| sources.iter().position(|source| Arc::ptr_eq(source, &place.source));
    let key = |problem: &Problem| problem.place.as_ref().map(|place| (file(place), place.span.start, place.span.end));
    problems.sort_by_key(key);
    let mut seen = BTreeSet::new();
    problems.retain(|problem| seen.insert((key(problem), problem.message.clone())));
    problems
}

#[cfg(test)]
mod tests;
