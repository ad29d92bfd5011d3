//! Files: the only way to read what somebody names and to write what somebody keeps.
//!
//! Owns that nothing but regular files of a bounded size is read, so that a pipe or a device cannot hold a command up; and that
//! every file is written beside its final name, under a name that says whose it is, and then renamed. What a program that was
//! killed has left is removed by the next that writes there. Without the feature `files`, as in a browser, nothing is written. Start at
//! [`read`] and [`write()`].

#[cfg(feature = "files")]
mod written;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use crate::error::Failure;

#[cfg(feature = "files")]
pub use written::{UNFINISHED, begin, finish, named, without_place, write};

/// The reason why a file was not read.
#[derive(Debug)]
pub enum Unread {
    /// Nothing is there.
    Missing,
    /// There is something that is not read: why, and what to do.
    Refused(String, &'static str),
}

/// The bytes of a regular file that has at most so many.
///
/// # Errors
/// A file that is not there, is no regular one, is too large, or may not be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Unread> {
    let refused = |reason: &str, help| Unread::Refused(reason.to_owned(), help);
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Unread::Missing,
        _ => Unread::Refused(error.to_string(), "see whether you may read it"),
    };
    // The kind of a file has to be known before it is opened: opening a pipe waits for somebody to write into it.
    let about = fs::metadata(path).map_err(failed)?;
    if about.is_dir() {
        return Err(refused("it is a folder, not a file", "name a `.toml` file in it"));
    }
    if !about.is_file() {
        return Err(refused("it is no regular file but a pipe or a device", "write it to a file first, and name that"));
    }
    let too_large = || {
        let most = if most < 1 << 20 { format!("{} kB", most >> 10) } else { format!("{} MB", most >> 20) };
        Err(refused(&format!("it is larger than {most}"), "is this the right file?"))
    };
    if about.len() > most {
        return too_large();
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    // It may have grown since.
    if bytes.len() as u64 > most { too_large() } else { Ok(bytes) }
}

/// The text of such a file.
///
/// # Errors
/// As [`read`], and when it is no text.
pub fn read_text(path: &Path, most: u64) -> Result<String, Unread> {
    let no_text = |_| Unread::Refused("it is no text in UTF-8".to_owned(), "is this the right file?");
    String::from_utf8(read(path, most)?).map_err(no_text)
}

impl Unread {
    /// As the failure to read a file.
    #[must_use]
    pub fn failure(self, path: &Path) -> Failure {
        match self {
            Unread::Missing => Failure::file(path, "read", "there is no such file"),
            Unread::Refused(reason, help) => Failure::file(path, "read", format!("{reason}; {help}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("text");
        fs::write(&file, "1234").expect("written");
        assert_eq!(read_text(&file, 4).expect("it is short"), "1234");
        let said = |unread: Result<Vec<u8>, Unread>| unread.expect_err("it is not read").failure(&file).render(false);
        assert!(said(read(&file, 3)).contains("larger than 0 kB"));
        assert!(said(read(folder.path(), 9)).contains("it is a folder"));
        assert!(said(read(&folder.path().join("other"), 9)).contains("no such file"));
        assert!(cfg!(not(unix)) || said(read(Path::new("/dev/zero"), 9)).contains("no regular file"));
    }

    #[test]
    fn what_a_killed_program_has_left_is_swept_away_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let (left, foreign) = (folder.path().join(format!(".rows.csv.x{UNFINISHED}")), folder.path().join(".tmpabc"));
        fs::write(&left, "1").expect("written");
        fs::write(&foreign, "1").expect("written");
        let busy = tempfile::Builder::new().prefix(".tally.").suffix(UNFINISHED).tempfile_in(folder.path()).expect("made");
        busy.as_file().lock().expect("locked");
        write(&folder.path().join("tally"), "1\n").expect("written");
        assert_eq!((left.exists(), foreign.exists(), busy.path().exists()), (false, true, true));
        assert_eq!(fs::read_to_string(folder.path().join("tally")).expect("read"), "1\n");
    }

    #[test]
    fn an_unfinished_file_says_whose_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = begin(&folder.path().join("deep/rows.parquet")).expect("begun");
        let name = file.path().file_name().expect("a name").to_string_lossy().into_owned();
        assert!(name.starts_with(".rows.parquet.") && name.ends_with(UNFINISHED), "{name}");
    }
}
