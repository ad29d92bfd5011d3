//! `sparring rerun`: play again what a page of a report holds, and say if it comes out the same.

use std::io::IsTerminal as _;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use crate::cli::load::quoted;
use crate::cli::output;
use crate::report::kept::{INTERRUPTED, Kept, digest};
use crate::report::room;
use frame::dice::key::SCHEME;
use frame::error::Failure;
use frame::files;

/// The most bytes of a page.
const PAGE_BYTES_MOST: u64 = 64 << 20;
/// The verbs whose pages can be played again, each with its table of numbers.
const VERBS: [(&str, &str); 10] = [
    ("run", "tables.csv"),
    ("compare", "outcomes.csv"),
    ("sweep", "figures.csv"),
    ("sensitivity", "figures.csv"),
    ("chances", "figures.csv"),
    ("knockout", "figures.csv"),
    ("matchup", "figures.csv"),
    ("tune", "figures.csv"),
    ("why", "figures.csv"),
    ("improve", "figures.csv"),
];
/// Options of a page's command that do not come along: each writes or reads elsewhere.
const LEFT_OUT: [&str; 4] = ["--root", "--out", "--card", "--format"];
/// Options of `run` alone that do not come along either; elsewhere they name what is played.
const LEFT_OUT_OF_RUN: [&str; 2] = ["--rows", "--columns"];
/// The number of folders above the one where the command ran that may be named.
const FOLDERS_UP_MOST: usize = 16;

/// Play again what a page of a report holds.
///
/// A page holds its scenario with everything that it includes, and the command that played it. Both are taken from there, never
/// from this machine, and the numbers have to come out the same, digit by digit.
#[derive(Args, Debug)]
pub struct RerunArguments {
    /// The page: `report.html`.
    #[arg(value_name = "PAGE")]
    page: PathBuf,
    /// The folder of the new report; without it, none is kept.
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

/// Plays the command of a report page again with the files that the page holds, and compares the results.
pub fn rerun(arguments: &RerunArguments) -> Result<(), Failure> {
    let page = files::read_text(&arguments.page, PAGE_BYTES_MOST).map_err(|unread| unread.failure(&arguments.page))?;
    let refused = |reason: String| Failure::file(&arguments.page, "play again", reason);
    let kept = Kept::read(&page).map_err(refused)?;
    let words = words(&kept.command);
    let table = match &words[..] {
        [_, verb, ..] => VERBS.iter().find(|(known, _)| known == verb).map(|(_, table)| *table),
        _ => None,
    };
    let Some(table) = table else {
        return Err(refused(format!("its command is `{}`, and that is none that can be played again", kept.command)));
    };
    if words.iter().any(|word| word == "--against") {
        let reason = "it compares with a revision of git, which no page can hold; play its command in that repository";
        return Err(refused(format!("{reason}: {}", kept.command)));
    }
    let failed = |error: std::io::Error| Failure::file(&arguments.page, "play again", error);
    if kept.result == INTERRUPTED {
        let reason =
            "it was interrupted, so there is nothing that all of it could be compared with; play its command to the end";
        return Err(refused(format!("{reason}: {}", kept.command)));
    }
    let folder = tempfile::tempdir().map_err(failed)?;
    let places = Places::new(folder.path());
    for (name, text) in &kept.files {
        let place =
            places.of(name).ok_or_else(|| refused(format!("it holds a file with the name `{name}`, which is no .toml")))?;
        files::write(&place, text)?;
    }
    let out = match &arguments.out {
        Some(out) => std::path::absolute(out).map_err(failed)?,
        None => folder.path().join("report"),
    };
    let moved = |word: &String| {
        if kept.files.iter().any(|(name, _)| name == word) { places.typed(word) } else { word.clone() }
    };
    let mut command = Command::new(std::env::current_exe().map_err(failed)?);
    command.args(played(&words).iter().map(moved)).arg("--root").arg(folder.path()).arg("--out").arg(&out);
    std::fs::create_dir_all(&places.here).map_err(failed)?;
    command.current_dir(&places.here).stdin(Stdio::null()).stdout(Stdio::piped());
    if let Some(columns) = room::columns() {
        command.env("COLUMNS", columns.to_string());
    }
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        command.env("CLICOLOR_FORCE", "1");
    }
    let ran = command.spawn().and_then(std::process::Child::wait_with_output).map_err(failed)?;
    let said = String::from_utf8_lossy(&ran.stdout);
    let lines = said.lines().filter(|line| arguments.out.is_some() || !line.starts_with("Report: "));
    output::print(&lines.map(|line| format!("{line}\n")).collect::<String>())?;
    let now = std::fs::read_to_string(out.join(table)).map(|text| digest(&text));
    let then = Versions { tool: &kept.tool, scheme: &kept.scheme };
    match now {
        Ok(now) if now == kept.result => output::show(&format!("{}The same as on the page, digit by digit.\n", then.remark())),
        Ok(now) => Err(Failure::Drift(format!(
            "{}not the same as on the page: the digest of its numbers is {}, and now it is {}",
            then.remark(),
            short(&kept.result),
            short(&now)
        ))),
        Err(_) => Err(refused(format!("{}its command did not come to an end: {}", then.remark(), kept.command))),
    }
}

/// The beginning of a digest, enough for the eye.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// The versions that made the page.
struct Versions<'a> {
    tool: &'a str,
    scheme: &'a str,
}

impl Versions<'_> {
    /// The parts that are other ones here, as a sentence with a blank behind it; nothing where all is the same.
    fn remark(&self) -> String {
        let here = env!("CARGO_PKG_VERSION");
        let tool = (self.tool != here).then(|| format!("The page was made by sparring {}, and this is {here}. ", self.tool));
        let scheme =
            (self.scheme != SCHEME).then(|| format!("Its random streams are {}, and here they are {SCHEME}. ", self.scheme));
        tool.into_iter().chain(scheme).collect()
    }
}

/// The places where the files of a page are laid out: as they lay to each other.
struct Places {
    /// The folder where the command runs.
    here: PathBuf,
    folder: PathBuf,
}

impl Places {
    /// The places below a folder, deep enough for files some folders further up.
    fn new(folder: &Path) -> Self {
        let here = (0..FOLDERS_UP_MOST).fold(folder.join("files"), |path, level| path.join(level.to_string()));
        Places { here, folder: folder.join("files") }
    }

    /// The place of a file; nothing of what would lie outside, or is no scenario file.
    fn of(&self, name: &str) -> Option<PathBuf> {
        let name = Path::new(name);
        let mut place = if name.is_absolute() { self.folder.join("absolute") } else { self.here.clone() };
        for part in name.components() {
            match part {
                Component::Normal(part) => place.push(part),
                Component::ParentDir => drop(place.pop()),
                Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            }
        }
        (place.starts_with(&self.folder) && place.extension().is_some_and(|extension| extension == "toml")).then_some(place)
    }

    /// The name of a file in the command now.
    fn typed(&self, name: &str) -> String {
        if Path::new(name).is_absolute() {
            self.of(name).map_or_else(|| name.to_owned(), |place| place.display().to_string())
        } else {
            name.to_owned()
        }
    }
}

/// The words of a command without the program and without what does not come along.
fn played(words: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = words.iter().skip(1);
    let run = words.get(1).is_some_and(|verb| verb == "run");
    while let Some(word) = rest.next() {
        let flag = word.split('=').next().unwrap_or_default();
        if LEFT_OUT.contains(&flag) || run && LEFT_OUT_OF_RUN.contains(&flag) {
            if !word.contains('=') {
                rest.next();
            }
        } else if word != "--no-report" {
            kept.push(word.clone());
        }
    }
    kept
}

/// The words of a command as a shell divides them; the counterpart of [`quoted`].
fn words(command: &str) -> Vec<String> {
    let (mut words, mut inside, mut begun) = (vec![String::new()], false, false);
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => (inside, begun) = (!inside, true),
            '\\' if !inside => words.last_mut().expect("there is a word").extend(letters.next()),
            ' ' if !inside => {
                if begun || !words.last().is_some_and(String::is_empty) {
                    words.push(String::new());
                }
                begun = false;
            }
            letter => words.last_mut().expect("there is a word").push(letter),
        }
    }
    debug_assert!(words.iter().all(|word| word.is_empty() || !quoted(word).is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_was_quoted() {
        for typed in [&["a", "b c", "it's", "x=\"1\"", "d'e'f"][..], &["run"]] {
            let command: Vec<String> = typed.iter().map(|word| quoted(word)).collect();
            assert_eq!(words(&command.join(" ")), typed);
        }
    }

    #[test]
    fn what_writes_elsewhere_does_not_come_along() {
        let words: Vec<String> =
            ["sparring", "run", "a.toml", "--out", "/etc", "--rows=x.csv", "--seed", "3"].map(str::to_owned).to_vec();
        assert_eq!(played(&words), ["run", "a.toml", "--seed", "3"]);
    }

    #[test]
    fn files_lie_to_each_other_as_they_did_and_never_outside() {
        let places = Places::new(Path::new("/t"));
        let of = |name: &str| places.of(name).map(|place| place.display().to_string());
        assert!(of("a/../b.toml").is_some_and(|place| place.ends_with("/15/b.toml")));
        assert!(of("../b.toml").is_some_and(|place| place.ends_with("/14/b.toml")));
        assert_eq!(of("/home/x.toml").as_deref(), Some("/t/files/absolute/home/x.toml"));
        assert_eq!([of(&"../".repeat(30)), of(&format!("{}x.toml", "../".repeat(30))), of("x.sh")], [None, None, None]);
        assert_eq!((places.typed("a.toml").as_str(), places.typed("/a.toml").as_str()), ("a.toml", "/t/files/absolute/a.toml"));
    }
}
