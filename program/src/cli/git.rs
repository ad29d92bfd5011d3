//! Git: what the `git` program knows of files as they were.
//!
//! Owns the talk with that program, and the folder in which the scenarios of a revision are laid out. Changes nothing in a repository. Start at
//! [`Earlier::at`].

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use frame::error::Failure;
use frame::files;
use frame::scenario::FILE_BYTES_MOST;

/// Scenario files of a revision at the most.
const FILES_MOST: usize = 20_000;

/// The answer of git; nothing where it fails or is not there.
pub fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    asked(folder, arguments).ok().flatten()
}

/// The answer of git, where it has one.
fn asked(folder: &Path, arguments: &[&str]) -> std::io::Result<Option<String>> {
    let mut command = Command::new("git");
    let ran = command.current_dir(folder).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    Ok(ran.status.success().then(|| String::from_utf8_lossy(&ran.stdout).into_owned()))
}

/// The texts of these versions of files, all by one process.
pub fn contents(folder: &Path, names: &[&str]) -> Vec<Option<String>> {
    let nothing = || vec![None; names.len()];
    let child = Command::new("git")
        .current_dir(folder)
        .args(["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return nothing() };
    let (Some(mut asked), Some(told)) = (child.stdin.take(), child.stdout.take()) else { return nothing() };
    let mut told = BufReader::new(told);
    let mut one = |name: &str| {
        // Each is asked for when the one before it has been read, so that neither side waits for the other.
        asked.write_all(format!("{name}\n").as_bytes()).and_then(|()| asked.flush()).ok()?;
        let mut head = String::new();
        told.read_line(&mut head).ok()?;
        let size: usize =
            head.trim().rsplit_once(' ').and_then(|(kind, size)| size.parse().ok().filter(|_| kind.ends_with("blob")))?;
        let mut text = vec![0; size + 1];
        told.read_exact(&mut text).ok()?;
        text.pop();
        String::from_utf8(text).ok()
    };
    let texts = names.iter().map(|name| one(name)).collect();
    drop(asked);
    let _ = child.wait();
    texts
}

/// The folder of the repository that a file or folder lies in; what is named need not be there.
///
/// # Errors
/// The reason why there is none.
pub fn repository(path: &Path) -> Result<PathBuf, String> {
    let unread = |error: std::io::Error| format!("{} cannot be read: {error}", path.display());
    let here = std::path::absolute(path).map_err(unread)?;
    let near = here.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    match asked(near, &["rev-parse", "--show-toplevel"]) {
        Ok(Some(top)) => Path::new(top.trim_end()).canonicalize().map_err(unread),
        Ok(None) => Err(format!("{} lies in no repository of git", path.display())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err("the program `git` is not there, and it knows how files were".into())
        }
        Err(error) => Err(format!("git cannot be asked: {error}")),
    }
}

/// The scenario files of a repository as they were in a revision, in a folder of their own for as long as this is kept.
#[derive(Debug)]
pub struct Earlier {
    /// The revision, as it was typed.
    pub revision: String,
    folder: tempfile::TempDir,
    /// The true folder in which the files lie.
    root: PathBuf,
    /// The folder of the repository.
    top: PathBuf,
}

impl Earlier {
    /// Lays out all `.toml` files of a revision of the repository that `path` lies in: scenarios with what they include, and pages of rules.
    ///
    /// # Errors
    /// No git, no repository, no such revision, or a folder that cannot be written.
    pub fn at(path: &Path, revision: &str) -> Result<Self, Failure> {
        let refused = |message: String| Failure::Usage(format!("--against {revision}: {message}"));
        let top = repository(path).map_err(refused)?;
        let name = format!("{revision}^{{commit}}");
        let commit = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]);
        let Some(commit) = commit.map(|commit| commit.trim().to_owned()).filter(|commit| !commit.is_empty()) else {
            let shallow = git(&top, &["rev-parse", "--is-shallow-repository"]).is_some_and(|told| told.trim() == "true");
            let help = if shallow { "; the clone is shallow, `git fetch --unshallow` gets the rest" } else { "" };
            return Err(refused(format!(
                "the repository {} has no such revision: name a commit, a branch or a tag, such as `HEAD~1`{help}",
                top.display()
            )));
        };
        let is_toml = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "toml");
        let listed = git(&top, &["ls-tree", "-r", "-z", "--name-only", "--full-tree", &commit]).unwrap_or_default();
        let named: Vec<&str> = listed.split('\0').filter(|name| is_toml(name) && !name.contains('\n')).collect();
        if named.len() > FILES_MOST {
            return Err(refused(format!("{} scenario files are too many: {FILES_MOST} at the most", named.len())));
        }
        let folder = tempfile::tempdir().map_err(|error| refused(format!("no folder can be made for the files: {error}")))?;
        let root = folder.path().canonicalize().map_err(|error| Failure::file(folder.path(), "read", error))?;
        let versions: Vec<String> = named.iter().map(|name| format!("{commit}:{name}")).collect();
        let versions: Vec<&str> = versions.iter().map(String::as_str).collect();
        for (name, text) in named.iter().zip(contents(&top, &versions)) {
            if let Some(text) = text.filter(|text| text.len() as u64 <= FILE_BYTES_MOST) {
                files::write(&root.join(name), &text)?;
            }
        }
        Ok(Earlier { revision: revision.to_owned(), folder, root, top })
    }

    /// The place of a file as it was; nothing where it was not there.
    pub fn of(&self, path: &Path) -> Option<PathBuf> {
        let place = self.root.join(self.below(path)?);
        place.is_file().then_some(place)
    }

    /// The path of a file from the folder of the repository. The file need not be there any more.
    fn below(&self, path: &Path) -> Option<PathBuf> {
        let here = std::path::absolute(path).ok()?;
        let there = here.ancestors().find_map(|folder| Some((folder.canonicalize().ok()?, folder)))?;
        let whole = there.0.join(here.strip_prefix(there.1).ok()?);
        whole.strip_prefix(&self.top).ok().map(Path::to_owned)
    }

    /// All scenario files below a folder as they were, each with its path now.
    pub fn within(&self, folder: &Path) -> Vec<PathBuf> {
        let Some(place) = self.below(folder).map(|below| self.root.join(below)).filter(|place| place.is_dir()) else {
            return Vec::new();
        };
        let found = crate::cli::load::below(&place).unwrap_or_default();
        found.iter().filter_map(|file| Some(folder.join(file.strip_prefix(&place).ok()?))).collect()
    }

    /// The folder outside of which a file of then includes nothing.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A text in which files of then are named by their revision: `HEAD~1:scenarios/duel.toml`.
    pub fn said(&self, text: &str) -> String {
        let root = format!("{}{}", self.root.display(), std::path::MAIN_SEPARATOR);
        let other = format!("{}{}", self.folder.path().display(), std::path::MAIN_SEPARATOR);
        let name = format!("{}:", self.revision);
        text.replace(&root, &name).replace(&other, &name)
    }
}
