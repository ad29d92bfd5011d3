//! Inputs that are no scenarios at all: pipes, devices, files that are too large or lie where they should not.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::run::{DUEL, fails, folder, runs, text};

/// Nothing that is wrong takes longer to be told, without optimisation and on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(40);

/// Runs the program with a bound on time and memory.
#[track_caller]
pub fn bounded(folder: &Path, arguments: &[&str]) -> Output {
    let began = Instant::now();
    let mut command = Command::new("sh");
    let command = command.args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_sparring")]).args(arguments);
    let mut child = command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    let stderr = child.stderr.take().expect("it is a pipe");
    let said = std::thread::spawn(move || std::io::read_to_string(stderr).unwrap_or_default());
    while child.try_wait().expect("it can be waited for").is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().expect("it can be ended");
            panic!("{arguments:?} takes longer than {PATIENCE:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let status = child.wait().expect("it has ended");
    Output { status, stdout: Vec::new(), stderr: said.join().expect("it can be read").into_bytes() }
}

/// Fails within the bounds, with this code and these words.
#[track_caller]
pub fn refused(folder: &Path, arguments: &[&str], code: i32, messages: &[&str]) {
    let ran = bounded(folder, arguments);
    let said = text(&ran.stderr);
    let short = &said[..said.char_indices().nth(2000).map_or(said.len(), |(at, _)| at)];
    assert_eq!(ran.status.code(), Some(code), "{arguments:?}: {short}");
    for message in messages {
        assert!(said.contains(message), "{arguments:?} does not say {message}: {short}");
    }
    assert!(!said.contains("panicked"), "{arguments:?}: {short}");
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("there is a mkfifo").success());
}

#[test]
fn nobody_waits_for_a_pipe() {
    let including = DUEL.replacen("title", "include = [\"pipe.toml\"]\ntitle", 1);
    let folder = folder(&[("duel.toml", DUEL), ("including.toml", &including), ("all/duel.toml", DUEL)]);
    pipe(&folder.path().join("pipe.toml"));
    pipe(&folder.path().join("all/pipe.toml"));
    pipe(&folder.path().join("pipe.part"));
    let no_file = "it is no regular file but a pipe or a device";
    refused(folder.path(), &["run", "pipe.toml"], 3, &[no_file, "pipe.toml"]);
    refused(folder.path(), &["run", "including.toml"], 3, &[no_file, "including.toml:3:12"]);
    refused(folder.path(), &["run", "duel.toml", "--with", "pipe.toml"], 3, &[no_file]);
    refused(folder.path(), &["merge", "pipe.part"], 3, &[no_file, "pipe.part"]);
    refused(folder.path(), &["check", "all", "--fights", "1000"], 3, &[no_file, "all/pipe.toml"]);
    let compare = ["compare", "all", "--set", "side.left.Lea.hp_max=8", "--fights", "1000", "--no-report"];
    refused(folder.path(), &compare, 3, &[no_file, "all/pipe.toml"]);
}

#[test]
fn devices_and_huge_files_are_not_read() {
    let folder = folder(&[("duel.toml", DUEL)]);
    fs::File::create(folder.path().join("huge.toml")).and_then(|file| file.set_len(1 << 40)).expect("a hole");
    fs::File::create(folder.path().join("huge.part")).and_then(|file| file.set_len(1 << 40)).expect("a hole");
    refused(folder.path(), &["merge", "/dev/zero"], 3, &["/dev/zero", "no regular file"]);
    refused(folder.path(), &["run", "/dev/zero"], 3, &["/dev/zero", "no regular file"]);
    refused(folder.path(), &["run", "huge.toml"], 3, &["huge.toml", "larger than 1 MB"]);
    refused(folder.path(), &["run", "duel.toml", "--with", "huge.toml"], 3, &["larger than 1 MB"]);
    refused(folder.path(), &["merge", "huge.part"], 3, &["huge.part", "larger than"]);
    fs::create_dir_all(folder.path().join("baselines/vogt")).expect("a folder");
    pipe(&folder.path().join("baselines/vogt/duel"));
    refused(folder.path(), &["check", "duel.toml", "--baselines", "baselines"], 3, &["baselines/vogt/duel", "no regular file"]);
}

#[test]
fn links_that_lead_round_in_a_circle_end() {
    let folder = folder(&[("all/duel.toml", DUEL)]);
    for name in ["one", "two"] {
        std::os::unix::fs::symlink("..", folder.path().join("all").join(name)).expect("a link");
    }
    refused(folder.path(), &["check", "all"], 3, &["folders deep"]);
}

#[test]
fn nothing_is_included_from_outside() {
    let secret = "root:x:0:0:the secret\n";
    let including = |file: &str| DUEL.replacen("title", &format!("include = [\"{file}\"]\ntitle"), 1);
    let folder = folder(&[
        ("secret", secret),
        ("goblins.toml", "[combatant.orc]\nhp_max = 3\nsecret = 1\n"),
        ("game/duel.toml", DUEL),
        ("game/inside", secret),
        ("game/sub/up.toml", &including("../inside")),
        ("game/other.toml", &DUEL.replacen("win(left)", "win(left) / win(left) in \\\"../goblins.toml\\\"", 1)),
    ]);
    let game = folder.path().join("game");
    let write = |file: &str| fs::write(game.join("including.toml"), including(file)).expect("written");
    let silent = |arguments: &[&str], message: &str| {
        let ran = bounded(&game, arguments);
        let said = text(&ran.stderr);
        assert!(
            ran.status.code() == Some(3) && said.contains(message) && !said.contains("the secret"),
            "{arguments:?}: {said}"
        );
    };
    for file in ["../secret", "../goblins.toml", "/etc/passwd", "../not-there.toml", "sub/../../secret", "/proc/self/environ"] {
        write(file);
        silent(&["validate", "including.toml"], "outside of");
    }
    std::os::unix::fs::symlink("../goblins.toml", game.join("link.toml")).expect("a link");
    write("link.toml");
    silent(&["validate", "including.toml"], "outside of");
    write("inside");
    silent(&["validate", "including.toml"], "end in .toml");
    silent(&["check", "other.toml"], "outside of");
    // A wider root is for whoever types the command to give.
    write("../goblins.toml");
    refused(&game, &["validate", "including.toml", "--root", ".."], 3, &["goblins.toml:3:1", "unknown key `secret`"]);
    fs::write(folder.path().join("goblins.toml"), "[combatant.orc]\nhp_max = 3\n").expect("written");
    runs(&game, &["validate", "including.toml", "--root", ".."]);
    runs(&game, &["run", "including.toml", "--root", "..", "--fights", "100"]);
    runs(&game, &["replay", "including.toml", "--root", "..", "--fight", "3"]);
    // In a repository all of it may be included.
    fails(&game, &["validate", "including.toml"], 3, &["outside of"]);
    fs::create_dir(folder.path().join(".git")).expect("a folder");
    runs(&game, &["validate", "including.toml"]);
}
