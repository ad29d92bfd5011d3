//! The program as people use it: a small duel in a folder of its own, and what is printed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A duel that takes a moment.
pub const DUEL: &str = r#"format = 1
system = "vogt"
title = "A duel"

[combatant.goblin]
hp_max = 6
weapons = [{ name = "knife", die = "1d4", type = "stab" }]

[[side]]
name = "left"
[[side.combatant]]
name = "Lea"
hp_max = 9
weapons = [{ name = "club", die = "1d6", type = "blunt" }]

[[side]]
name = "right"
[[side.combatant]]
like = "goblin"
name = "Rob"

[[expect]]
that = "win(left)"
at_least = 0.5
"#;

#[test]
fn rows_have_the_columns_that_are_wanted() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let rows = |columns: &str| {
        let words = ["run", "duel.toml", "--fights", "20", "--no-report", "--rows", "rows.csv", "--columns", columns];
        runs(folder.path(), &words);
        fs::read_to_string(folder.path().join("rows.csv")).expect("there are rows")
    };
    let of_fights = rows("rounds,winner");
    assert_eq!((of_fights.lines().next(), of_fights.lines().count()), (Some("fight,winner,rounds"), 21));
    let of_both = rows("hp,winner");
    assert_eq!((of_both.lines().next(), of_both.lines().count()), (Some("fight,combatant,side,winner,hp"), 41));
    let in_full = rows("left.hp,Lea.hp,winner,right.standing");
    let mut lines = in_full.lines();
    assert_eq!((lines.next(), in_full.lines().count()), (Some("fight,winner,left.hp,Lea.hp,right.standing"), 21));
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[2], cells[3], "Lea is the only one of her side: {line}");
        assert_eq!(cells[1] == "left", cells[4] == "0", "{line}");
    }
    let wrong = ["run", "duel.toml", "--fights", "20", "--no-report", "--rows", "rows.csv", "--columns", "round"];
    fails(folder.path(), &wrong, 2, &["there is no column `round`; did you mean `rounds`?"]);
}

/// Runs the program in a folder.
pub fn sparring(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sparring")).args(arguments).current_dir(folder).output().expect("the program starts")
}

/// Bytes as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }
    folder
}

/// The print of a command that goes well.
#[track_caller]
pub fn runs(folder: &Path, arguments: &[&str]) -> String {
    let ran = sparring(folder, arguments);
    assert!(ran.status.success(), "{arguments:?}: {}", text(&ran.stderr));
    text(&ran.stdout)
}

/// Fails with this code and says these things, without a panic and with nothing on standard output.
#[track_caller]
pub fn fails(folder: &Path, arguments: &[&str], code: i32, messages: &[&str]) {
    let ran = sparring(folder, arguments);
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(code), "{arguments:?}: {said}");
    for message in messages {
        assert!(said.contains(message), "{arguments:?} does not say {message}: {said}");
    }
    assert!(!said.contains("panicked") && text(&ran.stdout).is_empty(), "{arguments:?}: {said}");
}
