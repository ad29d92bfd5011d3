//! Files: the report directory, every file of it written beside its final name and then renamed.
//!
//! Owns which file holds what. Start at [`prepare`], which fails before anything is simulated when nothing can be written.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::Failure;

/// Makes sure that files can be written to `directory`, which is made when it is not there.
///
/// # Errors
/// When they cannot.
pub fn prepare(directory: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::file(directory, "write", error);
    if directory.is_file() {
        return Err(failed(std::io::Error::new(std::io::ErrorKind::NotADirectory, "it is a file, and a report is a folder")));
    }
    std::fs::create_dir_all(directory).map_err(failed)?;
    NamedTempFile::new_in(directory).map(|_| ()).map_err(failed)
}

/// Writes files, each given by its path below `directory` and its text, and returns their paths.
///
/// # Errors
/// When one cannot be written; those before it have been.
pub fn write_all(directory: &Path, files: Vec<(String, String)>) -> Result<Vec<PathBuf>, Failure> {
    prepare(directory)?;
    files
        .into_iter()
        .map(|(name, text)| {
            let path = directory.join(name);
            write(&path, &text).map_err(|error| Failure::file(&path, "write", error))?;
            Ok(path)
        })
        .collect()
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent)?;
    let mut file = NamedTempFile::new_in(parent)?;
    file.write_all(text.as_bytes())?;
    readable_by_all(&file)?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Temporary files are private; reports need not be.
///
/// # Errors
/// When the rights of the file cannot be changed.
#[cfg(unix)]
pub fn readable_by_all(file: &NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

/// Temporary files are private; reports need not be.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn readable_by_all(_file: &NamedTempFile) -> std::io::Result<()> {
    Ok(())
}
