//! Shards: whatever is played in parts and merged is the same, byte for byte, as if it had been played at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{DUEL, fails, runs, text};

/// The print of the program as a task with these variables.
fn runs_as(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    let done = command.args(arguments).envs(variables.iter().copied()).current_dir(folder).output();
    let done = done.expect("the program starts");
    assert!(done.status.success(), "{arguments:?}: {}", text(&done.stderr));
    text(&done.stdout)
}

/// A folder with a duel.
fn folder() -> tempfile::TempDir {
    crate::run::folder(&[("duel.toml", DUEL)])
}

/// All files below a folder with their bytes, but for the parts.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder_here) = open.pop() {
        for entry in fs::read_dir(folder_here).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_none_or(|extension| extension != "part") {
                let name = path.strip_prefix(folder).expect("it is below").display().to_string();
                found.insert(name, fs::read(path).expect("the file can be read"));
            }
        }
    }
    found
}

/// Plays a command at once and in `shards` parts, and holds printed text and report files against each other.
fn same_in_parts(command: &[&str], report: &str, shards: u32) {
    let (whole, parted) = (folder(), folder());
    let printed = runs(whole.path(), command);
    // Parts are played in any order, on any number of threads.
    for number in (1..=shards).rev() {
        let (part, threads) = (format!("{number}/{shards}"), format!("{}", number % 2 + 1));
        let said = runs(parted.path(), &[command, &["--shard", &part, "--threads", &threads]].concat());
        assert!(said.contains(&format!("sparring merge {report}/parts")), "{said}");
    }
    assert!(files(&parted.path().join(report)).is_empty(), "a part is no report");
    let merged = runs(parted.path(), &["merge", &format!("{report}/parts")]);
    assert_eq!(merged, printed);
    assert_eq!(files(&parted.path().join(report)), files(&whole.path().join(report)));
    assert!(!files(&whole.path().join(report)).is_empty());
}

#[test]
fn a_run_in_parts_is_the_run() {
    same_in_parts(&["run", "duel.toml", "--fights", "1001", "--lines", "--seed", "5"], "reports/duel+lines+seed=5", 4);
}

#[test]
fn a_run_of_fewer_fights_than_parts_is_the_run() {
    same_in_parts(&["run", "duel.toml", "--fights", "2"], "reports/duel", 3);
}

#[test]
fn a_comparison_in_parts_has_the_same_words_after_the_same_looks() {
    let change = ["compare", "duel.toml", "--set", "side.left.Lea.hp_max=12", "--fights", "9000"];
    let report = "reports/compare-duel+side.left.Lea.hp_max=12";
    same_in_parts(&change, report, 3);
    // With ratios of totals.
    same_in_parts(&[&change[..], &["--all"]].concat(), report, 3);
    same_in_parts(&["compare", "duel.toml", "duel.toml", "--fights", "9000"], "reports/duel-against-duel", 2);
}

#[test]
fn a_sweep_in_parts_is_the_sweep() {
    let vary = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=7,9,11", "--fights", "700"];
    same_in_parts(&vary, "reports/sweep-duel+side.left.Lea.hp_max", 3);
    same_in_parts(&[&vary[..], &["--outcome", "Lea.hp_per_round"]].concat(), "reports/sweep-duel+side.left.Lea.hp_max", 3);
}

#[test]
fn tasks_of_job_arrays_play_their_part_without_being_told() {
    let folder = folder();
    let run = ["run", "duel.toml", "--fights", "600"];
    let whole = runs(folder.path(), &[&run[..], &["--out", "whole"]].concat());
    let slurm = [("SLURM_ARRAY_TASK_ID", "7"), ("SLURM_ARRAY_TASK_COUNT", "3"), ("SLURM_ARRAY_TASK_MIN", "7")];
    let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "1"), ("AWS_BATCH_JOB_ARRAY_SIZE", "3")];
    let kubernetes = [("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", "3")];
    for (number, variables) in (1..).zip([&slurm[..], &batch, &kubernetes]) {
        let said = runs_as(folder.path(), &[&run[..], &["--out", "parted"]].concat(), variables);
        assert!(said.starts_with(&format!("Part {number} of 3: parted/parts/{number}-of-3.part")), "{said}");
    }
    let merged = runs_as(folder.path(), &["merge", "parted/parts"], &kubernetes);
    assert_eq!(merged.replace("parted/", "whole/"), whole);
    let all = runs_as(folder.path(), &[&run[..], &["--out", "whole", "--shard", "none"]].concat(), &kubernetes);
    assert_eq!(all, whole);
    let mut lonely = Command::new(env!("CARGO_BIN_EXE_sparring"));
    let lonely = lonely.args(run).env("JOB_COMPLETION_INDEX", "2").current_dir(folder.path()).output();
    let lonely = lonely.expect("the program starts");
    assert_eq!(lonely.status.code(), Some(2));
    assert!(text(&lonely.stderr).contains("JOB_COMPLETIONS"));
}

#[test]
fn what_is_no_whole_is_refused_by_name() {
    let folder = folder();
    let at = |name: &str| folder.path().join("reports/duel/parts").join(name);
    let run = |part: &str, fights: &str, out: &str| {
        runs(folder.path(), &["run", "duel.toml", "--fights", fights, "--shard", part, "--out", out]);
    };
    for part in ["1/3", "2/3", "3/3"] {
        run(part, "300", "reports/duel");
    }
    let merge = |parts: &[&str], said: &str| fails(folder.path(), &[&["merge"], parts].concat(), 3, &[said]);
    let parts = ["1", "2", "3"].map(|number| format!("reports/duel/parts/{number}-of-3.part"));
    let [one, two, three] = parts.each_ref().map(String::as_str);
    // Missing, twice, of another command, damaged.
    merge(&[one, three], "part 2 of 3 missing");
    merge(&[one, two, two, three], &format!("{two} and {two} are both part 2 of 3"));
    run("2/3", "301", "other");
    merge(&[one, "other/parts/2-of-3.part", three], &format!("other/parts/2-of-3.part does not belong to {one}"));
    let bytes = fs::read(at("2-of-3.part")).expect("the part can be read");
    fs::write(at("2-of-3.part"), &bytes[..bytes.len() / 2]).expect("the part can be written");
    merge(&[one, two, three], &format!("cannot read {two}: it ends too soon"));
    fs::write(at("2-of-3.part"), "hello").expect("the part can be written");
    merge(&[one, two, three], "it is no part");
    fs::write(at("2-of-3.part"), bytes).expect("the part can be written");
    merge(&["nowhere.part"], "cannot read nowhere.part");
    fails(folder.path(), &["merge", "."], 2, &["no .part file"]);
    // The scenario was changed since.
    fs::write(folder.path().join("duel.toml"), DUEL.replace("hp_max = 9", "hp_max = 8")).expect("the file can be written");
    merge(&["reports/duel/parts"], "it was changed since");
    fs::write(folder.path().join("duel.toml"), DUEL).expect("the file can be written");
    runs(folder.path(), &["merge", "reports/duel/parts"]);
}

#[test]
fn what_cannot_be_played_in_parts_says_so() {
    let folder = folder();
    for wrong in [&["--exact"][..], &["--precision", "1%"], &["--rows", "rows.csv"], &["--no-report"]] {
        fails(folder.path(), &[&["run", "duel.toml", "--shard", "1/2"], wrong].concat(), 2, &["sparring:"]);
    }
    for wrong in ["0/2", "3/2", "half", "2"] {
        fails(folder.path(), &["run", "duel.toml", "--shard", wrong], 2, &["--shard"]);
    }
    assert!(!folder.path().join("rows.csv").exists());
}

#[test]
fn parts_that_counted_another_metric_of_the_same_name_are_refused() {
    let with = |metric: &str| DUEL.replacen("[[side]]", &format!("[metric]\nclose = \"{metric}\"\n\n[[side]]"), 1);
    let folder = crate::run::folder(&[("duel.toml", &with("winner == left"))]);
    for part in ["1/2", "2/2"] {
        runs(folder.path(), &["run", "duel.toml", "--fights", "400", "--out", "out", "--shard", part]);
    }
    fs::write(folder.path().join("duel.toml"), with("winner == right")).expect("it can be written");
    fails(folder.path(), &["merge", "out/parts"], 3, &["they do not have the counts of"]);
}
