//! `sparring new`: a commented scenario that runs, to start from.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::load::quoted;
use crate::cli::output;
use crate::systems;
use frame::error::Failure;

/// Write a commented scenario that runs, to start from.
#[derive(Args, Debug)]
pub struct NewArguments {
    /// The rule system.
    #[arg(long, value_parser = systems::checked, required_unless_present = "rules")]
    system: Option<String>,
    /// Write a page of rules of your own into this file, and a duel by it beside it.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["system", "file"])]
    rules: Option<PathBuf>,
    /// The file to write; without it, the scenario is printed. A file that exists is never overwritten.
    file: Option<PathBuf>,
}

/// Writes a page of rules, and a duel by it beside it.
fn rules(page: &Path) -> Result<(), Failure> {
    let name = page.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if page.extension().is_none_or(|extension| extension != "toml") {
        return Err(Failure::Usage(format!("a page of rules is a file that ends in .toml: write `--rules {name}.toml`")));
    }
    let duel = page.with_file_name("duel.toml");
    if duel == page {
        return Err(Failure::Usage(
            "the duel is written beside the page as duel.toml: choose another name for the page".to_owned(),
        ));
    }
    for path in [page, &duel] {
        if path.exists() {
            return Err(Failure::file(path, "write", format!("{}; {CHOOSE}", what_is_there(path))));
        }
    }
    write(page, own::STARTER_RULES)?;
    let shown = quoted(&duel.display().to_string());
    write(&duel, &own::STARTER.replace("PAGE", &name).replace("duel.toml", &shown))?;
    output::print(&format!("wrote {} and {}; play it with: {}\n", page.display(), duel.display(), played_with(&shown)))
}

/// Writes a new file.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::file(path, "write", format!("{}; {CHOOSE}", what_is_there(path))),
        _ => Failure::file(path, "write", error),
    })
}

/// Writes the starter of a system into a new file, or prints it where none is named.
pub fn new(arguments: &NewArguments) -> Result<(), Failure> {
    if let Some(page) = &arguments.rules {
        return rules(page);
    }
    let system = systems::built().named(arguments.system.as_deref().unwrap_or_default())?;
    let starter = &system.starter().replace("PAGE", system.name());
    let Some(path) = &arguments.file else { return output::print(starter) };
    let shown = quoted(&path.display().to_string());
    // A scenario says where its page is from its own folder.
    let page = systems::is_page(system.name()).then(|| seen_from(path, Path::new(system.name())));
    let starter = &page.map_or_else(
        || starter.clone(),
        |page| starter.replace(&format!("system = {:?}", system.name()), &format!("system = {page:?}")),
    );
    // A line of the file cannot hold every name of a file.
    let named =
        if shown.contains(char::is_control) { starter.clone() } else { starter.replace(PLAYED_WITH, &played_with(&shown)) };
    write(path, &named)?;
    output::print(&format!("wrote {}; play it with: {}\n", path.display(), played_with(&shown)))
}

/// The path of a page from the folder of another file; as it is typed where that cannot be found out.
fn seen_from(file: &Path, page: &Path) -> String {
    let typed = page.display().to_string();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let (Some(folder), false) = (folder, page.is_absolute()) else { return typed };
    let (Ok(folder), Ok(page)) = (folder.canonicalize(), page.canonicalize()) else { return typed };
    let shared = folder.components().zip(page.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().skip(shared).map(|_| "..".to_owned());
    let down = page.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// The fact that something has the name already, and that it stays.
fn what_is_there(path: &Path) -> &'static str {
    if path.is_dir() { "it is a folder" } else { "it exists already, and is left as it is" }
}

/// Advice where the name is taken.
const CHOOSE: &str = "choose another name, or move it away first";

/// The command that plays a file, in each starter.
const PLAYED_WITH: &str = "sparring run duel.toml";

/// The command that plays a file.
fn played_with(file: &str) -> String {
    format!("sparring run {file}")
}
