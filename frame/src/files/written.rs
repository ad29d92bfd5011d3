//! Writing: a file is made beside its final name and then renamed, so that nothing that was there is lost when it cannot be written.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

use crate::error::Failure;

/// The ending of the names of files that are not finished.
pub const UNFINISHED: &str = ".sparring-unfinished";

/// A file in the making, beside its final name.
///
/// # Errors
/// A file or folder that cannot be made.
pub fn begin(path: &Path) -> io::Result<NamedTempFile> {
    replaceable(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    sweep(folder);
    let name: String = path.file_name().unwrap_or_default().to_string_lossy().chars().take(40).collect();
    loop {
        let file = tempfile::Builder::new()
            .prefix(&format!(".{name}."))
            .suffix(UNFINISHED)
            .tempfile_in(folder)
            .map_err(without_place)?;
        // A program that holds the lock is still at work. A system without locks never sweeps anything away.
        let _ = file.as_file().lock();
        // Somebody may have swept it away before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Gives a file its final name, in place of what has that name.
///
/// # Errors
/// A name that the file cannot have.
pub fn finish(file: NamedTempFile, path: &Path) -> io::Result<()> {
    readable_by_all(&file)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Writes a text to a file, whose folder is made where there is none.
///
/// # Errors
/// A file that cannot be written; then what was there before is still there.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = || {
        let mut file = begin(path)?;
        file.write_all(text.as_bytes())?;
        finish(file, path)
    };
    written().map_err(|error: io::Error| Failure::file(path, "write", without_place(error)))
}

/// Checks that a file of this name would take the place of nothing, or of a regular file.
///
/// # Errors
/// A device, a pipe, a folder.
fn replaceable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            let what = if there.is_dir() { "it is a folder" } else { "it is no regular file but a pipe or a device" };
            Err(io::Error::new(io::ErrorKind::AlreadyExists, format!("{what}, and is left as it is; name a file")))
        }
        _ => Ok(()),
    }
}

/// Checks that a file that somebody names behind an option can be written: by its ending, so that nothing else is written over by
/// a slip of the keyboard, and by what is there.
///
/// # Errors
/// Another ending; something there that is no regular file.
pub fn named(option: &str, path: &Path, ending: &str) -> Result<(), Failure> {
    if path.extension().is_none_or(|its| !its.eq_ignore_ascii_case(ending)) {
        let shown = path.display();
        let message =
            format!("{option} writes a file that ends in .{ending}, and `{shown}` does not; write `{shown}.{ending}`");
        return Err(Failure::Usage(message));
    }
    replaceable(path).map_err(|error| Failure::file(path, "write", error))
}

/// An error without the name of the unfinished file, which nobody has heard of.
#[must_use]
pub fn without_place(error: io::Error) -> io::Error {
    // The crate that makes these files puts the place behind what the system says.
    match error.to_string().split_once(" at path ") {
        Some((reason, _)) => io::Error::new(error.kind(), reason.to_owned()),
        None => error,
    }
}

/// Removes what programs that were killed have left in a folder; once is enough.
fn sweep(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SWEPT.lock().is_ok_and(|mut swept| swept.insert(folder.to_owned())) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') || !name.ends_with(UNFINISHED) || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = File::options().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            // A program that cannot remove it leaves it to the next one.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Temporary files are private; what is kept need not be.
#[cfg(unix)]
fn readable_by_all(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.as_file().set_permissions(fs::Permissions::from_mode(0o644))
}

/// Temporary files are private; what is kept need not be.
#[cfg(not(unix))]
fn readable_by_all(_file: &NamedTempFile) -> io::Result<()> {
    Ok(())
}
