//! Interruptions: every verb hears them within a second, ends with one code of its own, and keeps what is complete.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{DUEL, folder, text};

/// The exit code of what was interrupted.
const INTERRUPTED: i32 = 130;
/// A debug build on a busy machine needs a moment more than the second of a finished program.
const PATIENCE: Duration = Duration::from_secs(4);

fn begin(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    let command = command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().expect("there is a kill");
    assert!(sent.success());
}

/// Interrupts a command after a while: what it printed, and what it complained.
#[track_caller]
fn interrupted(folder: &Path, arguments: &[&str], after: Duration) -> (String, String) {
    let child = begin(folder, arguments);
    std::thread::sleep(after);
    signal(&child, "INT");
    let began = Instant::now();
    let ended = child.wait_with_output().expect("it ends");
    let took = began.elapsed();
    let (printed, said) = (text(&ended.stdout), text(&ended.stderr));
    assert_eq!(ended.status.code(), Some(INTERRUPTED), "{arguments:?}: {printed}{said}");
    assert!(took < PATIENCE, "{arguments:?} took {took:?} to hear it");
    assert!(said.contains("interrupted"), "{arguments:?}: {said}");
    (printed, said)
}

const A_WHILE: Duration = Duration::from_millis(1500);

#[test]
fn a_run_keeps_the_fights_it_has() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let (printed, said) = interrupted(folder.path(), &["run", "duel.toml", "--fights", "1e9", "--rows", "rows.csv"], A_WHILE);
    assert!(printed.contains("The run was interrupted") && said.contains("complete by then"), "{printed}{said}");
    assert!(folder.path().join("reports/duel/tally").exists() && folder.path().join("rows.csv").exists());
    let (printed, _) = interrupted(folder.path(), &["run", "duel.toml", "--precision", "0.0001%", "--no-report"], A_WHILE);
    assert!(printed.contains("The run was interrupted"), "{printed}");
}

#[test]
fn the_end_by_the_system_is_an_interruption_too() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let child = begin(folder.path(), &["run", "duel.toml", "--fights", "1e9"]);
    std::thread::sleep(A_WHILE);
    signal(&child, "TERM");
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(INTERRUPTED));
    assert!(folder.path().join("reports/duel/report.html").exists());
}

#[test]
fn studies_keep_what_is_complete() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let many = |words: &[&'static str]| [words, &["--fights", "1e9"]].concat();
    // The first look is at a sixty-fourth of all fights.
    let compare = ["compare", "duel.toml", "--set", "side.left.Lea.hp_max=10", "--full", "--fights", "2e6"];
    // On a busy machine the first look may take a while.
    let shown = |&times: &u32| interrupted(folder.path(), &compare, times * A_WHILE).0.contains("winner");
    assert!([1, 4, 12].iter().any(shown));
    interrupted(folder.path(), &many(&["knockout", "duel.toml", "--of", "rulings"]), A_WHILE);
    interrupted(folder.path(), &many(&["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=1..9"]), A_WHILE);
    interrupted(folder.path(), &many(&["sensitivity", "duel.toml", "--of", "side"]), A_WHILE);
    let matched = ["matchup", "duel.toml", "--rows", "side.left.Lea.hp_max=1..9", "--columns", "side.right.Rob.hp_max"];
    interrupted(folder.path(), &many(&matched), A_WHILE);
    let tune = many(&["tune", "duel.toml", "--vary", "side.left.Lea.hp_max=1..99"]);
    interrupted(folder.path(), &tune, A_WHILE);
    interrupted(folder.path(), &[&tune[..], &["--target", "win(left)=0.5"]].concat(), A_WHILE);
}

#[test]
fn a_sweep_that_was_interrupted_shows_its_finished_cells() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let sweep = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=1..1000", "--fights", "10000"];
    let (printed, _) = interrupted(folder.path(), &sweep, Duration::from_secs(3));
    assert!(printed.contains("of 1000"), "{printed}");
    assert!(
        std::fs::read_dir(folder.path().join("reports/sweep-duel+side.left.Lea.hp_max/cells"))
            .expect("there are cells")
            .count()
            > 0
    );
}

#[test]
fn checks_and_blessings_hear_it() {
    let folder = folder(&[("duel.toml", DUEL), ("before/duel.toml", DUEL)]);
    let bless = ["bless", "before", "duel.toml", "--because", "so", "--fights", "1e9", "--baselines", "baselines"];
    // Two files of one name would share a baseline.
    std::fs::rename(folder.path().join("before/duel.toml"), folder.path().join("before/first.toml")).expect("renamed");
    let (_, said) = interrupted(folder.path(), &bless, A_WHILE);
    assert!(said.contains("as it was"), "{said}");
    let check = ["check", "duel.toml", "--only", "contracts", "--fights", "1e9", "--set", "side.left.Lea.hp_max=8"];
    let balanced = DUEL.replace("at_least = 0.5", "symmetric = \"win(right)\"\nwithin = 0.0000001");
    std::fs::write(folder.path().join("duel.toml"), balanced).expect("written");
    interrupted(folder.path(), &check, A_WHILE);
}

#[test]
fn what_has_nothing_to_keep_ends_at_once_with_the_same_code() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let part = ["run", "duel.toml", "--fights", "1e9", "--shard", "1/2"];
    let (_, said) = interrupted(folder.path(), &part, A_WHILE);
    assert!(said.contains("nothing was written"), "{said}");
    let large = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/vogt/party-against-ogre.toml");
    interrupted(folder.path(), &["run", large, "--exact", "--no-report"], Duration::from_millis(700));
    let find = ["replay", "duel.toml", "--find", "rounds > 3", "--within", "1e9"];
    let (printed, _) = interrupted(folder.path(), &find, A_WHILE);
    assert!(printed.contains("of the first") && printed.contains("--fight"), "{printed}");
}
