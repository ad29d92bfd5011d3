//! Files: the report directory, and the list of the files that belong together.
//!
//! Owns which files make a report: [`SUMS`] names them with their checksums, is taken away before the first of them is replaced
//! and written after the last one. Start at [`prepare`], which fails before anything is simulated when nothing can be written.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use frame::error::Failure;
use frame::files;

/// The file of checksums, as `sha256sum --check` reads it.
pub const SUMS: &str = "SHA256SUMS";

/// Makes sure that files can be written to `directory`, which is made when it is not there.
///
/// # Errors
/// A directory to which files cannot be written.
pub fn prepare(directory: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::file(directory, "write", error);
    if directory.is_file() {
        return Err(failed(std::io::Error::new(std::io::ErrorKind::NotADirectory, "it is a file, and a report is a folder")));
    }
    files::begin(&directory.join(SUMS)).map(drop).map_err(failed)
}

/// Writes files, each given by its path below `directory` and its text, and returns their paths.
///
/// # Errors
/// A file that cannot be written; those before it have been.
pub fn write_all(directory: &Path, texts: Vec<(String, String)>) -> Result<Vec<PathBuf>, Failure> {
    prepare(directory)?;
    let write = |(name, text): (String, String)| {
        let path = directory.join(name);
        files::write(&path, &text).map(|()| path)
    };
    texts.into_iter().map(write).collect()
}

/// Writes the files of a report, and which ones they are. Without that list the files of `directory` need not belong together.
///
/// # Errors
/// A file that cannot be written; those before it have been.
pub fn write_report(directory: &Path, mut texts: Vec<(String, String)>) -> Result<Vec<PathBuf>, Failure> {
    prepare(directory)?;
    // Two programs that write one report do so one after the other, where the system can lock a folder; elsewhere the later list wins.
    let folder = std::fs::File::open(directory).ok();
    let _ = folder.as_ref().map(std::fs::File::lock);
    let list = directory.join(SUMS);
    match std::fs::remove_file(&list) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(Failure::file(&list, "replace", error)),
        _ => {}
    }
    let sums = texts.iter().map(|(name, text)| format!("{:x}  {name}\n", Sha256::digest(text.as_bytes())));
    let sums = (SUMS.to_owned(), sums.collect());
    texts.push(sums);
    write_all(directory, texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_belong_together_only_when_the_list_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = |name: &str| (name.to_owned(), "1\n".to_owned());
        write_report(folder.path(), vec![text("a"), text("charts/b")]).expect("written");
        let sums = std::fs::read_to_string(folder.path().join(SUMS)).expect("a list");
        let one = format!("{:x}", Sha256::digest("1\n"));
        assert_eq!(sums, format!("{one}  a\n{one}  charts/b\n"));
        // A report that breaks off leaves no list that speaks of other files than are there.
        write_report(folder.path(), vec![text("a"), text("charts")]).expect_err("a folder has that name");
        assert!(!folder.path().join(SUMS).exists());
    }
}
