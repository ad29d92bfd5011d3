//! What the program writes over and what it leaves alone, from where files are included, and what others read: services, editors, manuals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::run::{DUEL, fails, folder, runs, sparring, text};

/// A duel whose goblin is in a file of another folder.
fn divided() -> (String, String) {
    let (head, rest) = DUEL.split_once("[combatant.goblin]").expect("there is a goblin");
    let (goblin, sides) = rest.split_at(rest.find("[[side]]").expect("there are sides"));
    (
        format!("{head}include = [\"../people/goblin.toml\"]\n{sides}"),
        format!("format = 1\nsystem = \"vogt\"\n[combatant.goblin]{goblin}"),
    )
}

#[test]
fn a_page_or_a_badge_never_takes_the_place_of_something_else() {
    let here = folder(&[("duel.toml", DUEL)]);
    for (words, said) in [
        (&["check", "duel.toml", "--page", "duel.toml"][..], "--page writes a file that ends in .html"),
        (&["check", "duel.toml", "--badge", "duel.toml"], "--badge writes a file that ends in .svg"),
        (&["ask", "duel.toml", "--by", "winner", "--page", "duel.toml"], "write `duel.toml.html`"),
        (&["odds", "vogt", "damage", "--page", "duel.toml"], "--page writes a file that ends in .html"),
        (&["run", "duel.toml", "--card", "duel.toml"], "--card writes a file that ends in .svg"),
        (&["check", "duel.toml", "--page", "/dev/null"], "--page writes a file that ends in .html"),
    ] {
        fails(here.path(), words, 2, &[said]);
    }
    assert_eq!(fs::read_to_string(here.path().join("duel.toml")).expect("it is there"), DUEL);
    fs::create_dir(here.path().join("page.html")).expect("made");
    fails(here.path(), &["ask", "duel.toml", "--by", "winner", "--page", "page.html"], 3, &["page.html: it is a folder"]);
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_stays_what_it_is() {
    let here = folder(&[("duel.toml", DUEL)]);
    for name in ["page.html", "card.svg", "rows.csv"] {
        std::os::unix::fs::symlink("/dev/null", here.path().join(name)).expect("linked");
    }
    for words in [
        &["check", "duel.toml", "--page", "page.html"][..],
        &["ask", "duel.toml", "--by", "winner", "--page", "page.html"],
        &["run", "duel.toml", "--fights", "9", "--no-report", "--card", "card.svg"],
        &["run", "duel.toml", "--fights", "9", "--no-report", "--rows", "rows.csv"],
    ] {
        fails(here.path(), words, 3, &["no regular file but a pipe or a device"]);
    }
    let link = fs::symlink_metadata(here.path().join("page.html")).expect("it is there");
    assert!(link.file_type().is_symlink());
}

#[test]
fn files_below_the_folder_one_works_in_or_names_are_included_outside_of_a_repository() {
    let (duel, goblin) = divided();
    let here = folder(&[("all/fights/duel.toml", &duel), ("all/people/goblin.toml", &goblin), ("else/x", "")]);
    let whole = here.path().join("all");
    let named = whole.display().to_string();
    let [root, within, beside] = [here.path().to_owned(), whole.join("fights"), here.path().join("else")];
    for (place, words) in [
        (&whole, &["run", "fights/duel.toml", "--fights", "9", "--no-report"][..]),
        (&root, &["run", "all/fights/duel.toml", "--fights", "9", "--no-report"]),
        (&beside, &["run", "../all/fights/duel.toml", "--fights", "9", "--no-report"]),
        (&beside, &["validate", &named]),
        (&beside, &["check", &named, "--only", "contracts", "--fights", "8000"]),
        (&beside, &["bless", &named, "--because", "so", "--fights", "9"]),
        (&beside, &["compare", &named, "--set", "side.left.Lea.hp_max=9", "--fights", "9", "--no-report"]),
    ] {
        runs(place, words);
    }
    // Nothing above what was named, or above the folder one works in.
    fails(&within, &["run", "duel.toml", "--no-report"], 3, &["cannot include `../people/goblin.toml`: it lies outside of"]);
    let file = within.join("duel.toml").display().to_string();
    fails(&beside, &["run", &file, "--no-report"], 3, &["it lies outside of", "--root DIRECTORY"]);
    fails(&beside, &["validate", &within.display().to_string()], 3, &["it lies outside of"]);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_a_mistake_and_no_panic() {
    use std::os::unix::ffi::OsStrExt as _;
    let here = folder(&[("duel.toml", DUEL)]);
    let strange = std::ffi::OsStr::from_bytes(b"a\xff=1");
    for words in [&["run", "duel.toml", "--nonsense"][..], &["run", "--set"], &["odds", "vogt"], &[]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
        let ran = command.args(words).arg(strange).current_dir(here.path()).output().expect("the program starts");
        let said = text(&ran.stderr);
        assert!(matches!(ran.status.code(), Some(2 | 3)) && !said.contains("panicked"), "{words:?}: {:?} {said}", ran.status);
    }
}

/// A command under a limit of the shell.
#[cfg(unix)]
fn limited(folder: &Path, limit: &str, words: &str) -> Output {
    let line = format!("ulimit {limit}; exec '{}' {words}", env!("CARGO_BIN_EXE_sparring"));
    Command::new("sh").args(["-c", &line]).current_dir(folder).output().expect("there is a shell")
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_a_failure_that_names_it_and_leaves_nothing() {
    let here = folder(&[("duel.toml", DUEL)]);
    for words in ["run duel.toml --fights 5000 --no-report --rows rows.csv", "run duel.toml --fights 99 --out out"] {
        let ran = limited(here.path(), "-f 8", words);
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(3), "{words}: {:?} {said}", ran.status);
        assert!(said.contains("cannot write") && !said.contains("unfinished"), "{said}");
    }
    let left = |folder: &Path| {
        let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        names.filter(|name| name.to_string_lossy().contains("unfinished")).count()
    };
    assert_eq!([left(here.path()), left(&here.path().join("out"))], [0, 0]);
}

#[test]
fn reports_of_many_writers_belong_together() {
    let here = folder(&[("duel.toml", DUEL)]);
    let begin = |seed: u32| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
        let words = ["run", "duel.toml", "--fights", "50", "--threads", "1", "--out", "out", "--seed", &seed.to_string()];
        command.args(words).current_dir(here.path()).stdout(Stdio::null()).spawn().expect("the program starts")
    };
    let all: Vec<_> = (0..12).map(begin).collect();
    all.into_iter().for_each(|mut one| assert!(one.wait().expect("it ends").success()));
    let summed =
        Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(here.path().join("out")).output();
    let Ok(summed) = summed else { return };
    assert!(summed.status.success(), "{}{}", text(&summed.stdout), text(&summed.stderr));
}

#[cfg(unix)]
#[test]
fn a_page_that_was_interrupted_is_played_again_as_far_as_it_came_or_says_why_not() {
    let here = folder(&[("duel.toml", DUEL)]);
    let interrupted = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
        let child = command.args(words).current_dir(here.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("the program starts");
        std::thread::sleep(Duration::from_millis(2500));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is a kill");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{words:?}");
    };
    interrupted(&["run", "duel.toml", "--fights", "1e9", "--out", "run"]);
    let began = Instant::now();
    let said = runs(here.path(), &["rerun", "run/report.html"]);
    assert!(said.contains("The same as on the page, digit by digit."), "{said}");
    assert!(began.elapsed() < Duration::from_mins(1), "it plays what was played");
    interrupted(&["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=1..500", "--fights", "9000", "--out", "sweep"]);
    fails(here.path(), &["rerun", "sweep/report.html"], 3, &["it was interrupted", "sparring sweep duel.toml"]);
}

#[cfg(unix)]
#[test]
fn a_page_of_a_file_whose_name_has_a_line_break_is_played_again() {
    let here = folder(&[("two\nlines.toml", DUEL)]);
    runs(here.path(), &["run", "two\nlines.toml", "--fights", "99", "--out", "out"]);
    let there = folder(&[("page.html", &fs::read_to_string(here.path().join("out/report.html")).expect("a page"))]);
    let said = runs(there.path(), &["rerun", "page.html"]);
    assert!(said.contains("The same as on the page, digit by digit."), "{said}");
}

#[test]
fn advice_is_quoted_as_a_shell_takes_it() {
    let here = folder(&[("a b/even duel.toml", DUEL)]);
    let file = "a b/even duel.toml";
    let said = |format: &str| text(&sparring(here.path(), &["check", file, "--fights", "200", "--format", format]).stdout);
    assert!(said("text").contains("make one: sparring bless 'a b/even duel.toml' --because"), "{}", said("text"));
    runs(here.path(), &["bless", file, "--because", "so", "--fights", "200"]);
    let changed = ["check", file, "--fights", "200", "--set", "side.left.Lea.hp_max=2", "--format"];
    for format in ["text", "md"] {
        let said = text(&sparring(here.path(), &[&changed[..], &[format]].concat()).stdout);
        assert!(said.contains("sparring bless 'a b/even duel.toml' --because"), "{said}");
    }
}

#[test]
fn junit_is_what_schemas_of_services_allow() {
    let here = folder(&[("duel.toml", DUEL)]);
    let xml = text(&sparring(here.path(), &["check", "duel.toml", "--fights", "200", "--format", "junit"]).stdout);
    let suite = xml.lines().find(|line| line.contains("<testsuite ")).expect("a suite");
    for wanted in [" file=\"duel.toml\"", " skipped=\"0\"", " time=\""] {
        assert!(suite.contains(wanted), "{suite}");
    }
    let names =
        |line: &str| line.split("=\"").filter_map(|part| part.rsplit(' ').next().map(str::to_owned)).collect::<Vec<_>>();
    let cases: Vec<&str> = xml.lines().filter(|line| line.contains("<testcase")).collect();
    assert!(!cases.is_empty());
    for case in cases {
        let opening = case.split_inclusive('"').collect::<String>();
        let known = ["classname", "name"];
        let found: Vec<String> = names(&opening).into_iter().filter(|name| name.chars().all(char::is_alphabetic)).collect();
        assert!(found.iter().all(|name| known.contains(&name.as_str())), "{found:?}: {case}");
    }
}

#[test]
fn pages_have_their_colours_and_one_size_where_no_style_may_be_read() {
    let here = folder(&[("duel.toml", DUEL)]);
    runs(here.path(), &["run", "duel.toml", "--fights", "300", "--out", "run"]);
    runs(here.path(), &["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=6,9,12", "--fights", "99", "--out", "sweep"]);
    for page in ["run", "sweep"] {
        let page = fs::read_to_string(here.path().join(page).join("report.html")).expect("a page");
        let drawings: String = page.split("<svg ").skip(1).filter_map(|rest| rest.split("</svg>").next()).collect();
        assert!(drawings.contains("\"var(--c0,#"), "colours stand in the drawing itself");
        assert!(!drawings.contains("var(--c0)"));
        for broad in page.split("broad\"").skip(1) {
            let opens = broad.split('>').next().unwrap_or_default();
            assert!(opens.starts_with(" hidden") || !page.contains("<body") || opens.contains('{'), "{opens}");
        }
    }
}

#[test]
fn whatever_is_solved_takes_threads() {
    let here = folder(&[("duel.toml", DUEL)]);
    let vary = ["--vary", "side.left.Lea.hp_max=8,9"];
    for words in [
        &["run", "duel.toml"][..],
        &["check", "duel.toml", "--only", "contracts"],
        &[&["sweep", "duel.toml"], &vary[..]].concat(),
        &[&["tune", "duel.toml", "--target", "win(left)=0.1..1"], &vary[..]].concat(),
        &["compare", "duel.toml", "--set", "side.left.Lea.hp_max=8"],
        &["sensitivity", "duel.toml", "--of", "side.left.Lea.hp_max"],
    ] {
        let report: &[&str] = if words[0] == "check" { &[] } else { &["--no-report"] };
        runs(here.path(), &[words, &["--exact", "--threads", "1"], report].concat());
    }
}

#[test]
fn every_page_of_the_manual_that_is_named_is_there() {
    let here = folder(&[]);
    let whole = runs(here.path(), &["manual"]);
    let dated = |page: &str| page.lines().any(|line| line.starts_with(".TH") && line.contains("20"));
    assert!(dated(&whole), "{whole}");
    let named = whole.lines().filter_map(|line| line.strip_prefix("sparring\\-")?.split_once("(1)")).map(|(verb, _)| verb);
    let named: Vec<&str> = named.collect();
    assert!(named.len() > 20, "{named:?}");
    for verb in named {
        let page = runs(here.path(), &["manual", &verb.replace("\\-", "-")]);
        assert!(dated(&page) && page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(runs(here.path(), &["manual", "run"]).contains("\\-\\-fights"));
    assert!(runs(here.path(), &["--help"]).lines().any(|line| line.trim_start().starts_with("manual ")));
    fails(here.path(), &["manual", "swep"], 2, &["did you mean `sweep`?"]);
}

#[test]
fn answers_and_lists_are_documents_with_a_version() {
    let here = folder(&[("duel.toml", DUEL), ("broken.toml", &DUEL.replace("hp_max = 9", "hp_mx = 9"))]);
    let json = |words: &[&str]| -> serde_json::Value {
        let printed = text(&sparring(here.path(), words).stdout);
        serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{words:?}: {error}: {printed}"))
    };
    for words in [
        &["ask", "duel.toml", "--by", "winner", "--fights", "99"][..],
        &["odds", "vogt", "damage"],
        &["validate", "duel.toml"],
        &["book", "vogt", "defend"],
        &["rulings", "vogt"],
        &["policies", "vogt"],
    ] {
        assert_eq!(json(&[words, &["--format", "json"]].concat())["schema"], 1, "{words:?}");
    }
    let found = json(&["validate", "broken.toml", "duel.toml", "--format", "json"]);
    assert_eq!(found["valid"], serde_json::json!(["duel.toml"]));
    let first = &found["problems"][0];
    let line = 1 + DUEL.lines().position(|line| line == "hp_max = 9").expect("it is there");
    assert_eq!((&first["gravity"], &first["file"]), (&"error".into(), &"broken.toml".into()), "{first}");
    assert_eq!(first["from"], serde_json::json!({ "line": line, "column": 1 }), "{first}");
    assert!(first["help"].as_array().is_some_and(|help| !help.is_empty()), "{first}");
}
