//! Disks that are full, programs that are killed, files that were damaged.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use crate::run::{DUEL, folder, runs, sparring, text};

/// Runs the program where files can have so many blocks of 512 bytes at the most: as on a full disk, writing fails.
fn on_a_full_disk(folder: &Path, blocks: u32, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sparring")]).args(arguments).current_dir(folder);
    command.output().expect("it starts")
}

fn unfinished(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.')).collect()
}

#[test]
fn a_full_disk_names_the_file_that_was_meant_and_leaves_nothing_behind() {
    let folder = folder(&[("duel.toml", DUEL)]);
    for rows in ["rows.csv", "rows.parquet"] {
        // The last bytes are written when the file is completed: they are not lost in silence.
        for (fights, blocks) in [("200", 1), ("20000", 100)] {
            let ran =
                on_a_full_disk(folder.path(), blocks, &["run", "duel.toml", "--fights", fights, "--rows", rows, "--no-report"]);
            let said = text(&ran.stderr);
            assert_eq!(ran.status.code(), Some(3), "{rows} {fights}: {said}");
            assert!(said.contains(&format!("cannot write {rows}")) && !said.contains("panicked"), "{said}");
            assert!(!folder.path().join(rows).exists() && unfinished(folder.path()).is_empty());
        }
    }
    let ran = on_a_full_disk(folder.path(), 8, &["run", "duel.toml", "--fights", "200"]);
    let said = text(&ran.stderr);
    assert!(ran.status.code() == Some(3) && said.contains("cannot write reports/duel/report.html"), "{said}");
    assert!(unfinished(&folder.path().join("reports/duel")).is_empty());
}

#[test]
fn what_a_killed_run_has_left_says_whose_it_is_and_goes_with_the_next_run() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let rows = ["run", "duel.toml", "--fights", "1e9", "--rows", "rows.csv", "--no-report"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    let mut child = command.args(rows).current_dir(folder.path()).stderr(Stdio::null()).spawn().expect("it starts");
    for _ in 0..200 {
        std::thread::sleep(Duration::from_millis(20));
        if !unfinished(folder.path()).is_empty() {
            break;
        }
    }
    let left = unfinished(folder.path());
    assert!(left.len() == 1 && left[0].starts_with(".rows.csv.") && left[0].ends_with(".sparring-unfinished"), "{left:?}");
    // As long as it is at work, nobody takes it away.
    runs(folder.path(), &["run", "duel.toml", "--fights", "100", "--rows", "others.csv", "--no-report"]);
    assert_eq!(unfinished(folder.path()), left);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(unfinished(folder.path()), left);
    runs(folder.path(), &["run", "duel.toml", "--fights", "100", "--rows", "rows.csv", "--no-report"]);
    assert_eq!(unfinished(folder.path()), Vec::<String>::new());
}

#[test]
fn a_report_says_which_files_belong_together() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let commands: [&[&str]; 3] = [
        &["run", "duel.toml", "--fights", "500", "--out", "report"],
        &["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=8,9", "--fights", "500", "--out", "report"],
        &["compare", "duel.toml", "--set", "side.left.Lea.hp_max=8", "--fights", "500", "--out", "report"],
    ];
    for command in commands {
        runs(folder.path(), command);
        let report = folder.path().join("report");
        let sums = fs::read_to_string(report.join("SHA256SUMS")).expect("there is a list");
        assert!(sums.lines().count() > 4 && sums.contains("  report.html\n"), "{sums}");
        for line in sums.lines() {
            let (sum, name) = line.split_once("  ").expect("a sum and a name");
            let bytes = fs::read(report.join(name)).expect("the file is there");
            assert_eq!(format!("{:x}", Sha256::digest(bytes)), sum, "{name}");
        }
    }
}

#[test]
fn a_damaged_cell_of_a_sweep_is_noticed_and_played_again() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let sweep = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=7,8", "--fights", "500", "--format", "csv"];
    let first = runs(folder.path(), &sweep);
    let cells = folder.path().join("reports/sweep-duel+side.left.Lea.hp_max/cells");
    let cell = fs::read_dir(cells).expect("there are cells").next().expect("a cell").expect("an entry").path();
    let whole = fs::read_to_string(&cell).expect("it can be read");
    let digit = whole.rfind("]]").map(|end| end - 1).expect("there are counts");
    let other = if &whole[digit..=digit] == "1" { "2" } else { "1" };
    let changed = format!("{}{other}{}", &whole[..digit], &whole[digit + 1..]);
    for damaged in [changed.as_str(), &whole[..whole.len() / 2], ""] {
        fs::write(&cell, damaged).expect("it can be written");
        let ran = sparring(folder.path(), &sweep);
        let said = text(&ran.stderr);
        assert!(said.contains("is played again: it is damaged") && said.contains("cells/"), "{said}");
        assert_eq!(text(&ran.stdout), first);
        assert_eq!(fs::read_to_string(&cell).expect("it can be read"), whole);
    }
    let ran = sparring(folder.path(), &sweep);
    assert_eq!((text(&ran.stdout), text(&ran.stderr)), (first, String::new()));
}
