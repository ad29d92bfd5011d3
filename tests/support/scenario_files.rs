//! The scenario files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// The scenario files of a system.
pub fn of(system: &str) -> Vec<PathBuf> {
    within(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(system))
}

/// The scenario files in a folder, in the order of their names.
pub fn within(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(!files.is_empty(), "no scenario in {}", folder.display());
    files
}
