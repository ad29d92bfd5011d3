//! Reading: a scenario file with everything that it includes, as trees in the order in which they are laid over each other.
//!
//! Owns the file system side: what cannot be read, paths relative to the including file, circles of includes. What the
//! files may say is checked elsewhere. Start at [`FileReading`].

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::tree::{self, Parsed, TreeNode};
use crate::error::{Failure, Place, Problem, Source, nearest};
use crate::files::{self, Unread};

/// The most bytes of a file; nobody writes longer ones by hand.
pub const FILE_BYTES_MOST: u64 = 1 << 20;
/// The folders and files that mark a repository.
const REPOSITORIES: [&str; 3] = [".git", ".hg", ".jj"];
/// The most files that can include each other in a row.
const INCLUDES_DEEP_MOST: usize = 16;

/// The role of a file in the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The scenario itself.
    Scenario,
    /// Named by `include`.
    Include,
    /// A change to the scenario, given beside it.
    Patch,
}

/// One file.
#[derive(Debug)]
pub(super) struct FileLayer {
    pub role: Role,
    pub source: Arc<Source>,
    pub root: TreeNode,
    /// True if it could be read only in part.
    pub broken: bool,
}

/// Files as they are being read.
#[derive(Default, Debug)]
pub(super) struct FileReading {
    /// The layers that were read; each is laid over all before it.
    pub layers: Vec<FileLayer>,
    /// All texts, in the order in which they were opened.
    pub sources: Vec<Arc<Source>>,
    /// The faults of them as text, as TOML and as files.
    pub problems: Vec<Problem>,
    /// True if something that the files say could not be read, so that nobody knows what is missing or misnamed only because of
    /// that.
    pub incomplete: bool,
    /// Every file that was opened, by its true path.
    opened: Vec<PathBuf>,
    /// The files that include the one being read, outermost first: true path and name.
    chain: Vec<(PathBuf, String)>,
    /// The folder outside of which nothing is included, when one was given.
    root: Option<PathBuf>,
}

/// The verbs that take folders of scenarios.
const TAKE_FOLDERS: &str =
    ", or the folder to `validate`, `check`, `bless`, `tune`, `sweep`, `knockout`, `sensitivity` or `compare --set`";

impl FileReading {
    /// Files that include nothing outside of this folder.
    ///
    /// # Errors
    /// A folder that does not exist.
    pub fn below(root: Option<&Path>) -> Result<Self, Failure> {
        let true_root = |root: &Path| match root.canonicalize() {
            Ok(root) if root.is_dir() => Ok(root),
            Ok(_) => Err(Failure::file(root, "read", "it is no folder, and --root names one")),
            Err(error) => Err(Failure::file(root, "read", error)),
        };
        Ok(FileReading { root: root.map(true_root).transpose()?, ..FileReading::default() })
    }

    /// Checks that a file that `scenario` was asked with may include this one; else the reason.
    pub fn bounded(&self, scenario: &Path, file: &Path) -> Result<(), String> {
        self.bounded_as(&truth(scenario), scenario, file)
    }

    /// As [`bounded`](Self::bounded), of a scenario whose true path is known beside the one that was named.
    fn bounded_as(&self, scenario: &Path, named: &Path, file: &Path) -> Result<(), String> {
        let bound = self.root.clone().unwrap_or_else(|| bound(scenario, named));
        let truth = truth(file);
        if !truth.starts_with(&bound) {
            return Err(format!("it lies outside of {}", bound.display()));
        }
        match truth.extension() {
            Some(extension) if extension == "toml" => Ok(()),
            _ if !truth.is_file() => Ok(()),
            _ => Err("parts of a scenario are in files that end in .toml".to_owned()),
        }
    }

    /// Reads a file with all that it includes, and lays it over everything read before.
    ///
    /// # Errors
    /// A file that cannot be read itself. Mistakes in it go to `problems`.
    pub fn file(&mut self, path: &Path, role: Role) -> Result<(), Failure> {
        let takes_folders = if role == Role::Scenario && path.is_dir() { TAKE_FOLDERS } else { "" };
        let failed = |unreadable: Unreadable| Failure::file(path, "read", format!("{}{takes_folders}", unreadable.to_text()));
        let content = load(path, path).map_err(failed)?;
        let truth = truth(path);
        self.opened.push(truth.clone());
        self.content(path.display().to_string(), truth, content, role);
        Ok(())
    }

    /// Takes a text that is in no file; what it includes is relative to the folder that its name would be in.
    pub fn text(&mut self, name: &str, text: &str) {
        let content = Content { text: text.to_owned(), broken_at: None };
        self.content(name.to_owned(), PathBuf::from(name), content, Role::Scenario);
    }

    /// Parses a file, and adds its layer behind those of everything that it includes.
    fn content(&mut self, name: String, truth: PathBuf, content: Content, role: Role) {
        let source = Arc::new(Source { name: name.clone(), text: content.text });
        self.sources.push(Arc::clone(&source));
        let Parsed { root, problems, broken } = match content.broken_at {
            Some((at, byte)) => {
                let root = TreeNode::empty(tree::place(&source, 0..0));
                Parsed { root, problems: vec![not_utf8(&source, at, byte)], broken: true }
            }
            None => tree::parse(&source),
        };
        self.problems.extend(problems);
        self.incomplete |= broken;
        self.chain.push((truth, name));
        for include in root.get("include").map(TreeNode::elements).unwrap_or_default() {
            if let Some(Err(problem)) = include.text().map(|path| self.include(path, &include.place)) {
                self.incomplete = true;
                // In a broken file nobody knows what was really to be included.
                self.problems.extend(Some(problem).filter(|_| !broken));
            }
        }
        self.chain.pop();
        self.layers.push(FileLayer { role, source, root, broken });
    }

    /// Reads what is named at `place`, unless it was read before.
    fn include(&mut self, path: &str, place: &Place) -> Result<(), Problem> {
        let (includer, includer_name) = &self.chain[self.chain.len() - 1];
        let folder = includer.parent().unwrap_or(Path::new(""));
        let file = folder.join(path);
        let truth = truth(&file);
        let problem = |message: String| Problem::at(Some(place.clone()), message);
        if let Some(first) = self.chain.iter().position(|(open, _)| *open == truth) {
            let circle: Vec<&str> = self.chain[first..].iter().map(|(_, name)| name.as_str()).collect();
            let help = format!("the circle is {} -> {}; break it somewhere", circle.join(" -> "), circle[0]);
            return Err(problem("these files include each other in a circle".into()).help(help));
        }
        if self.opened.contains(&truth) {
            return Ok(());
        }
        let name = shown(includer_name, path, &truth);
        // Nothing is said of what is there, not even whether there is anything.
        let (scenario, named) = &self.chain[0];
        self.bounded_as(scenario, Path::new(named), &file).map_err(|reason| {
            let help = "`--root DIRECTORY` says from where files are included; without it, from the repository, the folder that you \
                        work in, or the folder of the file";
            problem(format!("cannot include `{name}`: {reason}")).help(help)
        })?;
        if self.chain.len() > INCLUDES_DEEP_MOST {
            let help = format!("at most {INCLUDES_DEEP_MOST} are followed");
            return Err(problem("too many files include each other in a row".into()).help(help));
        }
        let content = load(&file, Path::new(path)).map_err(|Unreadable { reason, help }| {
            let problem = problem(format!("cannot read `{name}`: {reason}"));
            problem.help(if help.is_empty() { "its path is relative to the including file".to_owned() } else { help })
        })?;
        self.opened.push(truth.clone());
        self.content(name, truth, content, Role::Include);
        Ok(())
    }
}

/// The content of a file.
struct Content {
    text: String,
    /// The first byte that is not UTF-8, with its place in the text.
    broken_at: Option<(usize, u8)>,
}

/// The reason why a file has no content.
struct Unreadable {
    reason: String,
    help: String,
}

impl Unreadable {
    /// A reason with help, which may be empty.
    fn new(reason: impl Into<String>, help: impl Into<String>) -> Self {
        Unreadable { reason: reason.into(), help: help.into() }
    }

    /// Returns the reason, and the help behind a semicolon if there is any.
    fn to_text(&self) -> String {
        if self.help.is_empty() { self.reason.clone() } else { format!("{}; {}", self.reason, self.help) }
    }
}

/// Reads a file; advice names it, and what is near it, as it was `written`.
fn load(path: &Path, written: &Path) -> Result<Content, Unreadable> {
    let bytes = files::read(path, FILE_BYTES_MOST).map_err(|unread| match unread {
        Unread::Missing => missing(path, written),
        Unread::Refused(reason, help) => Unreadable::new(reason, help),
    })?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Content { text, broken_at: None },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            Content { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), broken_at: Some((at, byte)) }
        }
    })
}

/// Nothing is at this path: perhaps something near it is.
fn missing(path: &Path, written: &Path) -> Unreadable {
    let reason = "there is no such file";
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = folder.read_dir() else {
        let folder = written.parent().unwrap_or(folder);
        return Unreadable::new(reason, format!("there is no folder `{}` either", folder.display()));
    };
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    let ended = format!("{wanted}.toml");
    let near = || nearest(&wanted, names.iter().map(String::as_str));
    match names.iter().find(|name| **name == ended).map(String::as_str).or_else(near) {
        Some(name) => Unreadable::new(reason, format!("did you mean `{}`?", written.with_file_name(name).display())),
        None => Unreadable::new(reason, String::new()),
    }
}

/// The problem of a file with a byte that is not UTF-8.
fn not_utf8(source: &Arc<Source>, at: usize, byte: u8) -> Problem {
    let place = tree::place(source, at..at + 1);
    let message = format!("this is not a text in UTF-8: byte {at} of the file is 0x{byte:02X}");
    Problem::at(Some(place), message).help("save the file as UTF-8")
}

/// One path for every way to write it, as far as the file system knows.
pub(super) fn truth(path: &Path) -> PathBuf {
    if let Ok(truth) = path.canonicalize() {
        return truth;
    }
    // Of what is not there, the folder that is.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match path.file_name() {
        Some(name) if folder != path => truth(folder).join(name),
        _ => path.to_owned(),
    }
}

/// From where a file includes others: the repository that it lies in; or else the folder that one works in, where it lies below that;
/// or else the highest folder that was named on the way to it; or else its own. An absolute path names no folder of one's own.
pub(super) fn bound(scenario: &Path, named: &Path) -> PathBuf {
    let folder = scenario.parent().unwrap_or(Path::new("/"));
    let repository = folder.ancestors().find(|above| REPOSITORIES.iter().any(|name| above.join(name).exists()));
    if let Some(repository) = repository {
        return repository.to_owned();
    }
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    let highest = || {
        let mut way = PathBuf::new();
        for part in named.parent()?.components() {
            way.push(part);
            match part {
                Component::ParentDir | Component::CurDir => {}
                Component::Normal(_) => return way.canonicalize().ok(),
                Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        None
    };
    let above = |bound: &PathBuf| folder.starts_with(bound);
    here.filter(above).or_else(|| highest().filter(above)).unwrap_or_else(|| folder.to_owned())
}

/// The name of an included file: relative to where the designer is, without detours where they can be left out.
fn shown(includer: &str, include: &str, truth_of_it: &Path) -> String {
    let direct = Path::new(includer).parent().unwrap_or(Path::new("")).join(include);
    let mut short = PathBuf::new();
    for component in direct.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(short.components().next_back(), Some(Component::Normal(_))) => {
                short.pop();
            }
            other => short.push(other),
        }
    }
    // The short form may be another file, or none, when a link is on the way.
    let shown = if truth(&short) == truth_of_it || !truth_of_it.exists() { &short } else { truth_of_it };
    shown.display().to_string()
}

#[cfg(test)]
mod tests;
