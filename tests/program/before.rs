//! Before a rules change: contracts in `compare` and `run`, one number tuned over many scenarios, patches that say everything, and `apply`.

use std::fs;
use std::path::Path;

use crate::run::{DUEL, folder, sparring, text};

/// What is printed, the exit code, and what is complained of.
fn said(folder: &Path, arguments: &[&str]) -> (String, i32, String) {
    let ran = sparring(folder, arguments);
    (text(&ran.stdout), ran.status.code().expect("it ends by itself"), text(&ran.stderr))
}

/// The duel with a weaker left.
fn weak() -> String {
    DUEL.replace("hp_max = 9", "hp_max = 3").replace("A duel", "A weak one")
}

#[test]
fn compare_opens_with_the_contracts_and_strict_ends_with_one() {
    let folder = folder(&[("duel.toml", DUEL), ("all/duel.toml", DUEL), ("all/weak.toml", &weak())]);
    let change = ["--set", "side.left.Lea.hp_max=2", "--fights", "8000", "--no-report"];
    let (out, code, _) = said(folder.path(), &[&["compare", "duel.toml"], &change[..]].concat());
    assert!(out.starts_with("The contract breaks.") && code == 0, "{out}");
    assert!(out.contains("Contracts\n") && out.contains("win(left) at least 50 %"), "{out}");
    let (_, code, complaint) = said(folder.path(), &[&["compare", "duel.toml", "--strict"], &change[..]].concat());
    assert!(code == 1 && complaint.contains("the change breaks win(left) at least 50 %"), "{complaint}");
    let (out, code, _) = said(folder.path(), &[&["compare", "all", "--strict"], &change[..]].concat());
    assert!(out.starts_with("1 of 2 contracts breaks (duel: win(left) at least 50 %)") && code == 1, "{out}");
    assert!(out.contains("broken as before"), "{out}");
    let mended =
        ["compare", "all/weak.toml", "--set", "side.left.Lea.hp_max=12", "--fights", "8000", "--no-report", "--strict"];
    let (out, code, _) = said(folder.path(), &mended);
    assert!(out.starts_with("The contract is mended.") && code == 0, "{out}");
}

#[test]
fn contracts_of_a_comparison_are_the_same_bytes_for_any_threads_and_in_parts() {
    let folder = folder(&[("all/duel.toml", DUEL), ("all/weak.toml", &weak())]);
    let words = ["compare", "all", "--set", "side.left.Lea.hp_max=5", "--fights", "9000", "--format", "json"];
    let json = |threads: &str| said(folder.path(), &[&words[..], &["--no-report", "--threads", threads]].concat()).0;
    let one = json("1");
    assert!(one.contains("\"fate\": \"") && one == json("2") && one == json("7"), "{one}");
    for part in ["1/2", "2/2"] {
        let (_, code, complaint) = said(folder.path(), &[&words[..], &["--shard", part, "--out", "parts"]].concat());
        assert_eq!(code, 0, "{complaint}");
    }
    let (merged, code, complaint) = said(folder.path(), &["merge", "parts/parts"]);
    let fates = |text: &str| text.matches("\"fate\": \"").count();
    assert!(code == 0 && fates(&merged) == fates(&one), "{complaint}{merged}");
}

#[test]
fn a_run_is_held_to_what_it_expects() {
    let folder = folder(&[("duel.toml", DUEL), ("weak.toml", &weak())]);
    let run = |file: &str, fights: &str| said(folder.path(), &["run", file, "--strict", "--fights", fights, "--no-report"]);
    assert_eq!(run("duel.toml", "4000").1, 0);
    let (_, code, complaint) = run("weak.toml", "4000");
    assert!(code == 1 && complaint.contains("not as expected: win(left)"), "{complaint}");
    assert_eq!(run("duel.toml", "1").1, 4, "one fight decides nothing");
}

#[test]
fn the_values_that_keep_all_contracts_of_all_scenarios_are_found() {
    let strong = DUEL.replace("at_least = 0.5", "at_most = 0.9").replace("A duel", "Not too strong");
    let silent = DUEL.split("[[expect]]").next().expect("a beginning").to_owned();
    let folder = folder(&[("all/least.toml", DUEL), ("all/most.toml", &strong), ("all/silent.toml", &silent)]);
    let words = ["tune", "all", "--vary", "side.left.Lea.hp_max=1..15/2", "--fights", "8000"];
    let tune = |more: &[&str]| said(folder.path(), &[&words[..], more].concat());
    let (out, code, complaint) = tune(&["--no-report"]);
    assert!(code == 0 && out.contains("keep all 2 contracts of all 2 scenarios"), "{complaint}{out}");
    assert!(out.contains("all together") && out.lines().all(|line| line.chars().count() <= 160), "{out}");
    let json = |threads: &str| tune(&["--no-report", "--format", "json", "--threads", threads]).0;
    let one = json("1");
    assert!(one == json("2") && one == json("7"), "{one}");
    // Finished variants are kept, and the report is the same.
    let first = tune(&["--out", "out"]).0;
    assert!(folder.path().join("out/cells").is_dir());
    let again = tune(&["--out", "out"]).0;
    assert!(again.contains("kept from before"), "{again}");
    let head = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(head(&first), head(&again));
    let impossible = DUEL.replace("at_least = 0.5", "at_most = 0.3").replace("A duel", "Hard");
    fs::write(folder.path().join("all/hard.toml"), impossible).expect("it can be written");
    let (out, _, _) = tune(&["--no-report"]);
    assert!(out.starts_with("No value of") && out.contains("In the way:") && out.contains("Nearest:"), "{out}");
}

#[test]
fn what_cannot_be_tuned_over_many_says_so() {
    let folder = folder(&[("all/duel.toml", DUEL), ("all/weak.toml", &weak()), ("none/x.toml", "[combatant.x]\nhp_max = 2\n")]);
    for (words, advice) in [
        (&["tune", "all", "--vary", "book.x=1..3"][..], "unknown key"),
        (&["tune", "all", "--vary", "side.left.Lea.hp_max=1..3", "--target", "win(left)=0.5"], "leave --target"),
        (&["tune", "none", "--vary", "book.x=1..3"], "there is no scenario here"),
        (&["tune", "all", "--vary", "book.x=1..3", "--vary", "book.y=1..3"], "one value is varied at a time"),
    ] {
        let (_, code, complaint) = said(folder.path(), &[words, &["--no-report"]].concat());
        assert!(code != 0 && code != 70 && complaint.contains(advice), "{words:?}: {complaint}");
    }
}

#[test]
fn a_patch_changes_who_stands_on_a_side_and_brings_policies_and_expectations() {
    let patch = r#"system = "vogt"
title = "Veterans"
because = "goblins learn"

[side.left.Lea]
hp_max = 12
policy = "careful"

[side.right.goblin]
hp_max = 7

[policy.careful]
action = [{ do = "attack" }]

[[expect]]
that = "mean(rounds)"
at_least = 1
"#;
    let folder = folder(&[("duel.toml", DUEL), ("patch.toml", patch)]);
    let sets = ["--set", "side.left.Lea.hp_max=12", "--set", "side.right.Rob.hp_max=7", "--fights", "2000", "--no-report"];
    let run = |words: &[&str]| said(folder.path(), &[&["run", "duel.toml"], words].concat());
    let (out, code, complaint) = run(&["--with", "patch.toml", "--fights", "2000", "--no-report"]);
    assert!(code == 0 && out.contains("mean(rounds)"), "{complaint}");
    let wins = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(wins(&out), wins(&run(&sets).0), "as with --set");
    for (text, advice) in [
        ("[side.left.Leo]\nhp_max = 3\n", "did you mean `Lea`?"),
        ("[side.laft.Lea]\nhp_max = 3\n", "did you mean `left`?"),
        ("[combatant.Lea]\nhp_max = 3\n", "write `[side.left.Lea]`"),
        ("[side.left.Lea]\nhp_maks = 3\n", "did you mean `hp_max`?"),
        ("title = 3\n", "must be a text"),
        ("side = 3\n", "must be a table"),
        ("[policy.new]\naction = []\n", "is for somebody who has it"),
    ] {
        fs::write(folder.path().join("wrong.toml"), text).expect("it can be written");
        let (_, code, complaint) = run(&["--with", "wrong.toml", "--fights", "10", "--no-report"]);
        assert!(code == 3 && complaint.contains(advice), "{text}: {complaint}");
    }
}

#[test]
fn an_adopted_patch_is_written_where_it_belongs_and_means_the_same() {
    let included = DUEL.replace("[combatant.goblin]\nhp_max = 6\n", "[combatant.x]\nhp_max = 6\n");
    let main = DUEL
        .replace("title = \"A duel\"", "title = \"A duel\" # of two\ninclude = [\"kin.toml\"]")
        .replace("[combatant.goblin]\nhp_max = 6\nweapons = [{ name = \"knife\", die = \"1d4\", type = \"stab\" }]\n", "");
    assert_ne!(main, included);
    let kin = "# Small folk.\n[combatant.goblin]\nhp_max = 6 # few\nweapons = [{ name = \"knife\", die = \"1d4\", type = \"stab\" }]\n";
    let patch = "system = \"vogt\"\n[book.siesta]\nhours = 2\n[combatant.goblin]\nhp_max = 8\n[side.left.Lea]\nhp_max = 11\n";
    let files = [("all/duel.toml", &*main), ("all/kin.toml", kin), ("all/weak.toml", &weak()), ("change.toml", patch)];
    let folder = folder(&files);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file is there");
    let (out, code, complaint) = said(folder.path(), &["apply", "change.toml", "all"]);
    assert!(code == 0 && out.contains("Nothing is written") && out.contains("+ hp_max = 11"), "{complaint}{out}");
    assert_eq!(read("all/duel.toml"), main);
    let meant = said(folder.path(), &["run", "all/duel.toml", "--with", "change.toml", "--fights", "500", "--no-report"]).0;
    let (out, code, complaint) = said(folder.path(), &["apply", "change.toml", "all", "--write"]);
    assert!(code == 0 && out.contains("Written: 3 files, of 2 scenarios"), "{complaint}{out}");
    assert!(read("all/duel.toml").contains("# of two") && read("all/kin.toml").contains("hp_max = 8 # few"));
    let written = said(folder.path(), &["run", "all/duel.toml", "--fights", "500", "--no-report"]).0;
    assert_eq!(meant.lines().next(), written.lines().next());
    let (out, code, _) = said(folder.path(), &["apply", "change.toml", "all"]);
    assert!(code == 0 && out.starts_with("Nothing to write"), "{out}");
}

#[test]
fn a_change_is_applied_to_those_of_its_system_and_patches_in_a_folder_are_no_scenarios() {
    let side = |name: &str| format!("[[side]]\nname = \"{name}\"\n[[side.combatant]]\nname = \"{name} one\"\n");
    let other = format!("format = 1\nsystem = \"heimr\"\ntitle = \"A duel\"\n{}{}", side("left"), side("right"));
    let patch = "title = \"A better shield\"\nbecause = \"nobody defends\"\n[book.defend]\nar_bonus = 4\n";
    let folder = folder(&[("all/duel.toml", DUEL), ("all/other.toml", &other), ("all/shield.toml", patch)]);
    let (out, code, complaint) = said(folder.path(), &["apply", "all/shield.toml", "all", "--write"]);
    assert!(code == 0 && out.contains("Written: 1 file, of 1 scenario; 2 files it does not change"), "{complaint}{out}");
    let words = ["compare", "all", "--set", "book.defend.ar_bonus=6", "--fights", "200", "--no-report"];
    let (_, code, complaint) = said(folder.path(), &words);
    assert!(code == 0 && complaint.contains("not of this system, left alone: 1 scenario (all/other.toml)"), "{complaint}");
    // A key that no system here has is a mistake.
    fs::write(folder.path().join("wrong.toml"), "[book.dfend]\nar_bonus = 4\n").expect("it can be written");
    let (_, code, complaint) = said(folder.path(), &["apply", "wrong.toml", "all"]);
    assert!(code == 3 && complaint.contains("unknown key `dfend`"), "{complaint}");
}

#[test]
fn knockout_sweep_and_sensitivity_know_several_scenarios() {
    let folder =
        folder(&[("all/duel.toml", DUEL), ("all/weak.toml", &weak()), ("all/kin.toml", "[combatant.x]\nhp_max = 2\n")]);
    let ask = |words: &[&str], more: &[&str]| said(folder.path(), &[words, more].concat());
    for (words, told) in [
        (&["knockout", "all", "--of", "rulings", "--fights", "300"][..], "in any of 2 scenarios"),
        (&["sweep", "all", "--vary", "side.left.Lea.hp_max=2..12/5", "--fights", "2000"], "turns who wins"),
        (&["sensitivity", "all", "--of", "side", "--fights", "2000"], "in any of 2 scenarios"),
    ] {
        let (out, code, complaint) = ask(words, &["--no-report"]);
        assert!(code == 0 && out.contains(told), "{words:?}: {complaint}{out}");
        let json = |threads: &str| ask(words, &["--no-report", "--format", "json", "--threads", threads]).0;
        let one = json("1");
        assert!(one == json("2") && one == json("7"), "{words:?}");
        let (_, code, complaint) = ask(words, &["--out", "page"]);
        let page = fs::read_to_string(folder.path().join("page/report.html")).expect("a page");
        assert!(code == 0 && page.contains("weak") && page.contains("2 scenarios"), "{complaint}");
    }
    for (words, advice) in [
        (&["sweep", "all", "--vary", "book.x=1..2", "--fights", "10"][..], "unknown key"),
        (&["sensitivity", "all", "--of", "nothing"], "there is no whole number at `nothing`"),
        (&["sweep", "all", "--vary", "side.left.Lea.hp_max=2,3", "--exact"], "leave --exact"),
        (&["knockout", "nowhere"], "there is no"),
    ] {
        let (_, code, complaint) = ask(words, &["--no-report"]);
        assert!(code != 0 && code != 70 && complaint.contains(advice), "{words:?}: {complaint}");
    }
}

#[test]
fn several_changes_are_taken_apart() {
    let folder = folder(&[("duel.toml", DUEL), ("a.toml", "[side.left.Lea]\nhp_max = 4\n")]);
    let words = ["compare", "duel.toml", "--with", "a.toml", "--set", "side.right.Rob.hp_max=3", "--split", "--fights", "8000"];
    let (out, code, complaint) = said(folder.path(), &[&words[..], &["--no-report"]].concat());
    assert!(code == 0 && out.starts_with("Together they move win(left) by"), "{complaint}{out}");
    assert!(out.contains("a.toml alone") && out.contains("interplay"), "{out}");
    let json = |threads: &str| {
        said(folder.path(), &[&words[..], &["--no-report", "--format", "json", "--threads", threads]].concat()).0
    };
    assert_eq!(json("1"), json("3"));
    let (_, code, complaint) = said(folder.path(), &["compare", "duel.toml", "--with", "a.toml", "--split", "--no-report"]);
    assert!(code == 2 && complaint.contains("two changes or more"), "{complaint}");
}

#[test]
fn check_names_what_changed_in_the_scenario_before_what_came_of_it() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let (_, code, complaint) = said(folder.path(), &["bless", "duel.toml", "--because", "first", "--fights", "3000"]);
    assert!(code == 0, "{complaint}");
    assert!(folder.path().join("reports/baselines/vogt/duel.scenario.json").is_file());
    fs::write(folder.path().join("duel.toml"), DUEL.replace("hp_max = 9", "hp_max = 4")).expect("it can be written");
    let (out, code, _) = said(folder.path(), &["check", "duel.toml", "--fights", "8000"]);
    let at = |text: &str| out.find(text).unwrap_or_else(|| panic!("no {text} in {out}"));
    assert!(code == 1 && at("what changed in the scenario: side.left.Lea.hp_max 9 \u{2192} 4") < at("win(left)"), "{out}");
    // A kept scenario that is damaged is none.
    fs::write(folder.path().join("reports/baselines/vogt/duel.scenario.json"), "{").expect("it can be written");
    let (out, _, _) = said(folder.path(), &["check", "duel.toml", "--fights", "8000"]);
    assert!(out.contains("its digest differs"), "{out}");
}
