//! `sparring check` and `sparring bless`, as people and pipelines use them.

use crate::run::text;
use crate::scenario_files;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use frame::scenario::{Raw, Setting};
use frame::tally::{Baseline, Recorded};
use sha2::{Digest as _, Sha256};
use sparring::systems;

const DUEL: &str = r#"format = 1
system = "vogt"
title = "A duel"

[[side]]
name = "left"
[[side.combatant]]
name = "Lea"
hp_max = 9
weapons = [{ name = "club", die = "1d6", type = "blunt" }]

[[side]]
name = "right"
[[side.combatant]]
name = "Rob"
hp_max = 9
weapons = [{ name = "club", die = "1d6", type = "blunt" }]
"#;

/// A folder with the duel and what is expected of it.
fn folder(expected: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("duel.toml"), format!("{DUEL}\n{expected}")).expect("the file can be written");
    folder
}

fn started(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    command.args(arguments).current_dir(folder).env_remove("GITHUB_STEP_SUMMARY");
    command
}

fn sparring(folder: &Path, arguments: &[&str]) -> Output {
    started(folder, arguments).output().expect("the program starts")
}

/// Exit code, standard output and standard error.
fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let ran = sparring(folder, arguments);
    let (out, err) = (text(&ran.stdout), text(&ran.stderr));
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    (ran.status.code().expect("it ends by itself"), out, err)
}

fn bless(folder: &Path, more: &[&str]) -> String {
    let (code, out, err) = said(folder, &[&["bless", "duel.toml", "--because", "a test", "--fights", "6000"], more].concat());
    assert_eq!(code, 0, "{err}");
    out
}

fn check(folder: &Path, more: &[&str]) -> (i32, String, String) {
    said(folder, &[&["check", "duel.toml", "--fights", "20000"], more].concat())
}

fn baseline_of(folder: &Path) -> PathBuf {
    folder.join("reports/baselines/vogt/duel")
}

/// Rewrites the baseline and gives it a checksum that fits.
fn tamper(folder: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(baseline_of(folder)).expect("there is a baseline");
    let (body, _) = text.rsplit_once("\nchecksum").expect("there is a checksum");
    assert!(body.contains(from), "{from} is not in {body}");
    let body = body.replacen(from, to, 1);
    let sum: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(baseline_of(folder), format!("{body}\nchecksum sha256:{sum}\n")).expect("the file can be written");
}

#[test]
fn blessing_needs_a_reason_and_writes_it_down() {
    let folder = folder("");
    for arguments in [&["bless", "duel.toml"][..], &["bless", "duel.toml", "--because", "  "]] {
        let (code, out, err) = said(folder.path(), arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("say why"), "{err}");
        assert!(!folder.path().join("reports").exists());
    }
    assert!(bless(folder.path(), &[]).contains("blessed, 6000 fights"));
    let first = fs::read_to_string(baseline_of(folder.path())).expect("there is a baseline");
    assert!(first.contains("\nbecause a test\n") && first.contains("\nfights 0..6000\n"), "{first}");
    // A baseline that is still right keeps its reason, and its bytes.
    let (_, again, _) = said(folder.path(), &["bless", "duel.toml", "--because", "another reason"]);
    assert!(again.contains("unchanged, blessed because a test"), "{again}");
    assert_eq!(fs::read_to_string(baseline_of(folder.path())).expect("it is still there"), first);
    fs::write(folder.path().join("duel.toml"), DUEL.replace("hp_max = 9", "hp_max = 10")).expect("the file can be written");
    let (_, anew, _) = said(folder.path(), &["bless", "duel.toml", "--because", "tougher"]);
    assert!(anew.contains("blessed anew"), "{anew}");
    let second = fs::read_to_string(baseline_of(folder.path())).expect("it is still there");
    assert!(second.contains("\nbecause tougher\n") && second.contains("\nfights 0..6000\n"), "{second}");
}

#[test]
fn what_nobody_touched_passes_and_what_moved_is_named_with_everything_to_see_it() {
    let folder = folder("");
    bless(folder.path(), &[]);
    let (code, out, err) = check(folder.path(), &[]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("passed     vogt/duel: baseline: all 6,000 fights are the same, count for count"), "{out}");
    assert!(out.contains("1 scenario: 1 passed, 0 drifted or broken, 0 undecided"), "{out}");
    let stronger = DUEL.replacen("hp_max = 9", "hp_max = 12", 1);
    fs::write(folder.path().join("duel.toml"), stronger).expect("the file can be written");
    let (code, out, err) = check(folder.path(), &[]);
    assert_eq!(code, 1, "{out}");
    assert!(err.contains("1 drifted or broken"), "{err}");
    for wanted in [
        "drifted: win(",
        "margin 1.0 points",
        "since the baseline reports/baselines/vogt/duel",
        "blessed because: a test",
        "what changed in the scenario: side.left.Lea.hp_max 9 \u{2192} 12",
        "the first fights that are played otherwise: ",
        "sparring run duel.toml",
        "sparring bless duel.toml --because",
    ] {
        assert!(out.contains(wanted), "no {wanted} in {out}");
    }
    let see = out.lines().find_map(|line| line.trim().strip_prefix("see one: sparring ")).expect("a command is named");
    let words: Vec<&str> = see.split(' ').collect();
    let (code, told, _) = said(folder.path(), &words);
    assert!(code == 0 && told.contains("Lea"), "{told}");
}

#[test]
fn each_kind_of_baseline_that_does_not_fit_has_its_own_message_and_exit_code() {
    let fresh = || {
        let folder = folder("");
        bless(folder.path(), &[]);
        folder
    };
    let expect = |folder: &Path, code: i32, message: &str| {
        let (got, out, err) = check(folder, &[]);
        assert_eq!(got, code, "{out}{err}");
        assert!(out.contains(message) || err.contains(message), "no {message} in {out}{err}");
    };
    let older = fresh();
    tamper(older.path(), "sparring baseline 2", "sparring baseline 0");
    expect(older.path(), 3, "it has an older format, baseline 0; this sparring reads baseline 2");

    let newer = fresh();
    tamper(newer.path(), "sparring baseline 2", "sparring baseline 3");
    expect(newer.path(), 3, "a newer format");

    let truncated = fresh();
    let bytes = fs::read(baseline_of(truncated.path())).expect("there is a baseline");
    fs::write(baseline_of(truncated.path()), &bytes[..bytes.len() / 2]).expect("the file can be written");
    expect(truncated.path(), 3, "it ends too soon");

    let edited = fresh();
    let changed = fs::read_to_string(baseline_of(edited.path())).expect("there is a baseline").replace("seed 1", "seed 2");
    fs::write(baseline_of(edited.path()), changed).expect("the file can be written");
    expect(edited.path(), 3, "its checksum does not fit");

    let foreign = fresh();
    tamper(foreign.path(), "system vogt", "system chess");
    expect(foreign.path(), 3, "a baseline of chess");

    let bumped = fresh();
    tamper(bumped.path(), "scheme pcg64mcg/key1", "scheme pcg64mcg/key0");
    let (code, out, _) = check(bumped.path(), &["--margin", "rates=30%", "--margin", "rounds=5", "--margin", "amounts=300%"]);
    assert_eq!(code, 0, "{out}");
    let (code, _, said) = check(bumped.path(), &["--margin", "deead=1%"]);
    assert_eq!(code, 2, "a margin of nothing: {said}");
    assert!(said.contains("did you mean `dead`?"), "{said}");
    let (code, out, _) = check(bumped.path(), &[]);
    assert_eq!(code, 4, "6,000 fights do not show that nothing moved by a point: {out}");
    assert!(out.contains("random streams are another scheme now (pcg64mcg/key0 then, pcg64mcg/key1 now)"), "{out}");

    // The scenario says the same in other words: its digest differs, and no fight does.
    let reworded = fresh();
    fs::write(reworded.path().join("duel.toml"), format!("{DUEL}\n[book.defend]\nar_bonus = 2\n")).expect("it can be written");
    expect(reworded.path(), 0, "all 6,000 fights are the same");

    let missing = fresh();
    fs::remove_file(baseline_of(missing.path())).expect("there is a baseline");
    expect(missing.path(), 4, "there is no baseline to hold it to");
}

/// The file of version 1 that holds the same counts: digests first, then a line of kind and a line of counts for each metric.
fn version_1(text: &str, order: &[String]) -> String {
    let baseline = Baseline::read(text).expect("a baseline");
    let (head, _) = text.split_once("\noutcomes\n").expect("there are outcomes");
    let (_, digests) = text.split_once("\ndigests of fights\n").expect("there are digests");
    let (digests, _) = digests.rsplit_once("\nchecksum").expect("there is a checksum");
    let mut body = head.replacen("sparring baseline 2", "sparring baseline 1", 1) + "\ndigests of fights\n" + digests;
    for key in order {
        let metric = baseline.recorded.metric(key).expect("it is counted");
        let counts: String = metric.counts.iter().map(|(value, count)| format!(" {value}:{count}")).collect();
        body += &format!("\n{key} {}\n {counts}", metric.kind);
    }
    body += "\n\n";
    let sum: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}\nchecksum sha256:{sum}\n")
}

#[test]
fn a_baseline_of_the_first_version_still_holds_and_is_written_anew_without_another_reason() {
    let folder = folder("");
    bless(folder.path(), &[]);
    let today = fs::read_to_string(baseline_of(folder.path())).expect("there is a baseline");
    // The tally of a run has every metric in the order of the catalogue, also those that no fight has a value of.
    let (code, _, err) = said(folder.path(), &["run", "duel.toml", "--fights", "2", "--out", "run"]);
    assert_eq!(code, 0, "{err}");
    let tally = fs::read_to_string(folder.path().join("run/tally")).expect("a tally is written");
    let tally = Recorded::read(&tally).expect("a tally");
    let order: Vec<String> = tally.metrics.into_iter().map(|metric| metric.key).collect();
    fs::write(baseline_of(folder.path()), version_1(&today, &order)).expect("the file can be written");
    let (code, out, _) = check(folder.path(), &[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("all 6,000 fights are the same, count for count"), "{out}");
    let (_, out, _) = said(folder.path(), &["bless", "duel.toml", "--because", "another reason"]);
    assert!(out.contains("unchanged (now in the format of today), blessed because a test"), "{out}");
    assert_eq!(fs::read_to_string(baseline_of(folder.path())).expect("it is still there"), today);
    // Single fights cannot be compared when metrics stand in another order, and counts still can.
    let (_, mark) = today.split_once("\norder ").expect("there is an order");
    tamper(folder.path(), &format!("\norder {}", &mark[..8]), "\norder 00000001");
    let (code, out, _) = check(folder.path(), &[]);
    assert!(code == 0 && out.contains("all 6,000 fights are the same"), "{out}");
    tamper(folder.path(), "win(left)", "win(nobody)");
    assert_eq!(check(folder.path(), &[]).0, 0, "rates are for reading");
}

const EXPECTED: &str = r#"[[expect]]
that = "win(left)"
between = [0.3, 0.7]

[[expect]]
that = "win(left)"
at_least = 0.9
because = "Lea & <Rob>"
if_violated = "look at the clubs, 100 % of them"

[[expect]]
that = "win(left)"
symmetric = "win(right)"
within = 0.2

[[expect]]
that = "mean(rounds)"
monotone = "rising"
along = ["side.left.Lea.hp_max=5", "side.left.Lea.hp_max=9", "side.left.Lea.hp_max=14"]

[[expect]]
that = "chance(winner == draw)"
ordered = ["win(left)", "quantile(rounds, 50)"]

[[expect]]
that = "mean(rounds) / mean(rounds) in \"duel.toml\""
between = [0.8, 1.2]

[[expect]]
that = "death(Lea)"
at_most = 1
"#;

#[test]
fn every_kind_of_expectation_is_judged() {
    let folder = folder(EXPECTED);
    let (code, out, err) = check(folder.path(), &["--only", "contracts"]);
    assert_eq!(code, 1, "{out}{err}");
    let verdicts: Vec<&str> = out.lines().filter(|line| line.contains("vogt/duel: ")).map(|line| &line[..6]).collect();
    assert_eq!(verdicts, ["passed", "failed", "passed", "passed", "passed", "passed", "passed"], "{out}");
    for wanted in ["because: Lea & <Rob>", "if violated: look at the clubs", "win(left) at least 90 %: broken"] {
        assert!(out.contains(wanted), "no {wanted} in {out}");
    }
    // `run` judges what it can by its own fights, and says what it cannot.
    let (code, ran, _) = said(folder.path(), &["run", "duel.toml", "--fights", "5000", "--no-report"]);
    assert!(code == 0 && ran.contains("ask `sparring check`") && ran.contains("holds: "), "{ran}");
}

#[test]
fn what_is_undecided_never_passes() {
    let at_the_limit = folder("[[expect]]\nthat = \"win(left) - win(right)\"\nat_least = 0\n");
    let (code, out, err) = check(at_the_limit.path(), &["--only", "contracts"]);
    assert_eq!(code, 4, "{out}");
    assert!(out.contains("undecided: more fights are needed") && err.contains("1 undecided"), "{out}{err}");
    let long = folder("[[expect]]\nthat = \"win(left)\"\nat_least = 0.5\n");
    let (code, out, _) = said(long.path(), &["check", "duel.toml", "--only", "contracts", "--budget", "1s", "--fights", "1e9"]);
    assert_eq!(code, 4, "{out}");
    assert!(out.contains("the time was over"), "{out}");
}

#[test]
fn expectations_that_mean_nothing_are_refused_with_their_place() {
    let cases = [
        ("that = \"win(left)\"\nmonotone = \"rising\"\n", "`along` needs at least two steps"),
        ("that = \"win(left)\"\nalong = [\"a=1\"]\nat_least = 0\n", "`along` belongs to `monotone`"),
        ("that = \"win(left)\"\nat_least = 0\nsymmetric = \"win(right)\"\n", "is of one kind"),
        ("that = \"mean(Lea.hp)\"\nsymmetric = \"mean(Rob.hp)\"\n", "how small a difference is none?"),
        ("that = \"win(left)\"\nsymmetric = \"win(rihgt)\"\n", "there is no outcome `rihgt`"),
        ("that = \"quantile(rounds)\"\nat_most = 3\n", "needs a metric and a per cent"),
        ("that = \"death(Leo)\"\nat_most = 3\n", "there is no metric `Leo.dead`"),
        ("that = \"mean(winner)\"\nat_most = 3\n", "`winner` is no number"),
        ("that = \"win(left) in duel\"\nat_most = 1\n", "is no statistic"),
        ("that = \"win(left) in \\\"gone.toml\\\"\"\nat_most = 1\n", "gone.toml"),
        ("that = \"win(middle) in \\\"duel.toml\\\"\"\nat_most = 1\n", "duel.toml"),
        ("that = \"win(left)\"\nmonotone = \"up\"\nalong = [\"a=1\", \"a=2\"]\n", "`up`"),
        (
            "that = \"win(left)\"\nmonotone = \"rising\"\nalong = [\"side.left.Lae.hp_max=1\", \"side.left.Lea.hp_max=2\"]\n",
            "Lae",
        ),
    ];
    for (expected, message) in cases {
        let folder = folder(&format!("[[expect]]\n{expected}"));
        let (code, out, err) = check(folder.path(), &["--only", "contracts"]);
        assert_eq!(code, 3, "{expected}: {out}{err}");
        assert!(err.contains(message), "{expected} does not say {message}: {err}");
    }
}

#[test]
fn pipelines_get_what_they_read() {
    let folder = folder(EXPECTED);
    let line = DUEL.lines().count() + 6;
    let run = |format: &str| check(folder.path(), &["--only", "contracts", "--format", format]).1;
    let github = run("github");
    let annotation = github.lines().next().expect("an annotation");
    assert!(annotation.starts_with(&format!("::error file=duel.toml,line={line},title=vogt/duel%3A win(left)")), "{github}");
    assert!(annotation.contains("%0A") && annotation.contains("100 %25 of them"), "{github}");

    let junit = run("junit");
    assert!(junit.starts_with(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sparring check\" tests=\"7\" failures=\"1\""
    ));
    assert!(junit.contains("Lea &amp; &lt;Rob&gt;") && junit.contains("type=\"broken\""), "{junit}");
    assert_eq!(junit.matches("<testcase").count(), 7);
    assert_eq!(junit.matches("</testcase>").count() + junit.matches("\"/>").count(), 7, "{junit}");

    let json: serde_json::Value = serde_json::from_str(&run("json")).expect("JSON");
    assert_eq!((&json["schema"], &json["failed"], &json["passed"]), (&1.into(), &1.into(), &6.into()));
    assert_eq!(json["scenarios"][0]["contracts"][1]["word"], "broken");
    assert_eq!(json["scenarios"][0]["contracts"][3]["clauses"].as_array().map(Vec::len), Some(2));

    let page = folder.path().join("summary.md");
    fs::write(&page, "before\n").expect("the file can be written");
    let mut command = started(folder.path(), &["check", "duel.toml", "--only", "contracts", "--fights", "20000"]);
    let ran = command.env("GITHUB_STEP_SUMMARY", &page).output().expect("the program starts");
    let summary = fs::read_to_string(&page).expect("it is still there");
    assert_eq!(ran.status.code(), Some(1));
    assert!(summary.starts_with("before\n## sparring check\n") && summary.contains("| **failed** | vogt/duel |"), "{summary}");
    assert!(summary.ends_with(&run("md")), "{summary}");
}

#[test]
fn a_file_that_is_wrong_does_not_hide_what_drifted() {
    let folder = folder("");
    bless(folder.path(), &[]);
    fs::write(folder.path().join("bad.toml"), DUEL.replace("hp_max", "hp_maks")).expect("the file can be written");
    let (code, out, err) = said(folder.path(), &["check", "duel.toml", "bad.toml", "--fights", "5000"]);
    assert_eq!(code, 3, "{out}");
    assert!(
        out.contains("passed     vogt/duel") && out.contains("error      bad.toml") && err.contains("hp_maks"),
        "{out}{err}"
    );
    let (code, _, err) =
        said(folder.path(), &["check", "duel.toml", "bad.toml", "--set", "book.round.rounds_max=2", "--fights", "5000"]);
    assert_eq!(code, 1, "{err}");
}

#[test]
fn a_blessing_that_is_killed_leaves_the_old_file_or_the_new_one() {
    let folder = folder("");
    bless(folder.path(), &[]);
    let old = fs::read(baseline_of(folder.path())).expect("there is a baseline");
    fs::write(folder.path().join("duel.toml"), DUEL.replacen("hp_max = 9", "hp_max = 11", 1)).expect("it can be written");
    let anew = ["bless", "duel.toml", "--because", "killed"];
    let mut kept = 0;
    for wait in (0..240).step_by(12) {
        let mut child = started(folder.path(), &anew).stdout(std::process::Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended before.
        let _ = child.kill();
        child.wait().expect("it has ended");
        let now = fs::read(baseline_of(folder.path())).expect("there is a baseline");
        if now == old {
            kept += 1;
        } else {
            let text = String::from_utf8(now).expect("text");
            let read = Baseline::read(&text).expect("a complete file");
            assert_eq!(read.because, "killed");
            fs::write(baseline_of(folder.path()), &old).expect("the file can be written");
        }
    }
    assert!(kept > 0, "one of them was killed before it was done");
}

#[test]
fn every_scenario_of_the_project_has_a_baseline_that_can_be_read_and_a_contract() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for system in systems().names().into_iter().chain(["own"]) {
        for file in scenario_files::of(system) {
            let name = file.file_stem().expect("a file has a name");
            // A page of rules says itself what folders are named by.
            let raw = Raw::read(&file, &[], &[]).expect("the scenario can be read");
            let page = raw.page_of_rules().expect("its page is there").map(|(_, page)| page);
            let page = page.map(|page| fs::read_to_string(page).expect("the page can be read"));
            let page = page.map(|page| page.parse::<toml::Table>().expect("the page is TOML"));
            let folder = page.as_ref().and_then(|page| page["rules"].as_str()).unwrap_or(system);
            let path = root.join("reports/baselines").join(folder).join(name);
            let text = fs::read_to_string(&path).unwrap_or_else(|error| {
                panic!("{}: {error}; make it with `sparring bless {} --because \"...\"`", path.display(), file.display())
            });
            let baseline = Baseline::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(baseline.text() == text, "{}: `sparring bless` writes it in the format of today", path.display());
            let scenario = fs::read_to_string(&file).expect("the scenario can be read");
            assert!(scenario.contains("[[expect]]"), "{} expects nothing", file.display());
        }
    }
}

/// The paths that can be set in the book of a system.
fn settings(system: &str) -> Vec<Setting> {
    systems().named(system).expect("it is one of the systems").book()
}

#[test]
fn a_number_of_any_systems_book_that_changes_makes_the_check_fail() {
    for system in systems().names() {
        let files = scenario_files::of(system);
        let duel = files.iter().find(|file| file.to_string_lossy().contains("duel")).unwrap_or(&files[0]);
        let duel = duel.display().to_string();
        let folder = tempfile::tempdir().expect("a folder");
        let (code, _, err) = said(folder.path(), &["bless", &duel, "--because", "a test", "--fights", "3000"]);
        assert_eq!(code, 0, "{err}");
        let check =
            |set: &[&str]| said(folder.path(), &[&["check", &duel, "--only", "baselines", "--fights", "8192"], set].concat());
        assert_eq!(check(&[]).0, 0, "{system}");
        let numbers = settings(system).into_iter().filter_map(|setting| Some((setting.path, setting.published.as_i64()?)));
        let found = numbers.take(60).find(|(path, published)| {
            let (code, out, err) = check(&["--set", &format!("{path}={}", published + 2)]);
            assert!([0, 1, 3, 4].contains(&code), "{path}: {out}{err}");
            code == 1 && out.contains("drifted: ")
        });
        assert!(found.is_some(), "no number of the book of {system} makes a difference");
    }
}

#[test]
fn a_page_and_a_badge_say_what_holds() {
    let folder = folder("[[expect]]\nthat = \"win(left)\"\nbetween = [0.2, 0.8]\nbecause = \"equals\"\n");
    let wanted =
        ["check", "duel.toml", "--only", "contracts", "--fights", "4000", "--page", "a/page.html", "--badge", "a/badge.svg"];
    fs::create_dir(folder.path().join("a")).expect("a folder");
    let (code, out, err) = said(folder.path(), &wanted);
    assert_eq!(code, 0, "{out}{err}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file is written");
    assert!(read("a/badge.svg").contains("balance: 1 contract holds"));
    let page = read("a/page.html");
    assert!(page.contains("win(left) 20 to 80 %") && page.contains("sparring check duel.toml"), "{page}");
}

#[test]
fn contracts_hold_or_are_broken_exactly_and_what_is_counted_says_what_to_do() {
    let expected = r#"
[[expect]]
that = "win(left)"
between = [0.5, 0.5]

[[expect]]
that = "win(left)"
at_least = 0.500001

[[expect]]
that = "quantile(Lea.damage_dealt, 50)"
at_least = 1.0
"#;
    let folder = folder(expected);
    let exactly =
        |more: &[&str]| said(folder.path(), &[&["check", "duel.toml", "--exact", "--only", "contracts"], more].concat());
    let (code, out, _) = exactly(&[]);
    assert_eq!(code, 1, "{out}");
    for wanted in [
        "passed     vogt/duel: win(left) 50 to 50 %: holds exactly (50.0000 %)",
        "failed     vogt/duel: win(left) at least 50.0001 %: broken exactly (50.0000 %)",
        "not known exactly, because it has to be counted or has no bounds: leave --exact out to play it",
    ] {
        assert!(out.contains(wanted), "no {wanted} in {out}");
    }
    let (_, out, _) = exactly(&["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let first = &json["scenarios"][0]["contracts"][0];
    assert_eq!((&first["exact"], &first["word"], &first["fights"]), (&true.into(), &"holds".into(), &0.into()), "{first}");
    assert_eq!(json["scenarios"][0]["contracts"][1]["word"], "broken");
    // Bounds that hold for certain are enough where the limits are wide.
    let (_, out, _) = exactly(&["--within", "20%"]);
    assert!(out.contains("win(left) 50 to 50 %: undecided by exact bounds (between "), "{out}");
}

fn git(folder: &Path, arguments: &[&str]) -> bool {
    let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let ran = Command::new("git").current_dir(folder).args(name).args(arguments).output();
    ran.is_ok_and(|ran| ran.status.success())
}

#[test]
fn a_page_shows_how_contracts_fared_in_the_baselines_of_git() {
    let folder = folder("[[expect]]\nthat = \"win(left)\"\nbetween = [0.2, 0.8]\n");
    let page = || {
        let wanted = ["check", "duel.toml", "--only", "contracts", "--fights", "4000", "--page", "page.html"];
        let (code, out, err) = said(folder.path(), &wanted);
        assert_eq!(code, 0, "{out}{err}");
        fs::read_to_string(folder.path().join("page.html")).expect("the page is written")
    };
    bless(folder.path(), &[]);
    assert!(page().contains("There is no history: no git, or no repository of git."), "{}", page());
    if !git(folder.path(), &["init", "-q"]) {
        eprintln!("not tested: there is no git here");
        return;
    }
    assert!(page().contains("Git is there, and none of these baselines is in it."));
    assert!(git(folder.path(), &["add", "."]) && git(folder.path(), &["commit", "-qm", "one"]));
    let stronger =
        fs::read_to_string(folder.path().join("duel.toml")).expect("it is there").replacen("hp_max = 9", "hp_max = 11", 1);
    fs::write(folder.path().join("duel.toml"), stronger).expect("the file can be written");
    let (_, anew, _) = said(folder.path(), &["bless", "duel.toml", "--because", "tougher <now>"]);
    assert!(anew.contains("blessed anew"), "{anew}");
    assert!(git(folder.path(), &["commit", "-qam", "two"]));
    let page = page();
    assert!(page.contains("win(left) 20 to 80 %") && page.matches("<circle").count() == 2, "{page}");
    assert!(page.contains("(a test)") && page.contains("(tougher &#60;now&#62;)"), "{page}");
}

#[test]
fn the_summary_of_a_merge_request_is_read_in_ten_seconds() {
    let folder = folder("[[expect]]\nthat = \"win(left)\"\nat_most = 0.55\nbecause = \"equals | are equal\"\n");
    bless(folder.path(), &[]);
    fs::write(
        folder.path().join("duel.toml"),
        fs::read_to_string(folder.path().join("duel.toml")).expect("it is there").replacen("hp_max = 9", "hp_max = 14", 1),
    )
    .expect("the file can be written");
    let (code, out, _) = check(folder.path(), &["--format", "md"]);
    assert_eq!(code, 1, "{out}");
    let (top, rest) = out.split_once("<details>").expect("the rest is folded");
    assert!(top.lines().count() < 20, "{top}");
    let moved = top.lines().find(|line| line.contains("| win(")).expect("who wins moved");
    assert!(moved.contains("`\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\u{2591}") && moved.contains(" points ("), "{moved}");
    assert!(top.contains("| **broken** | win(left)") && top.contains("equals \\| are equal"), "{top}");
    assert!(top.contains("If it is meant: `sparring bless duel.toml --because \"...\"`"), "{top}");
    assert!(rest.contains("| **failed** | vogt/duel |") && rest.contains("</details>"), "{rest}");
}
