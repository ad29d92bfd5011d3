//! Versions of a scenario: compared with a revision of git, and taken apart.
//!
//! Looks at what is printed. Start at [`a_scenario_is_compared_with_itself_in_a_revision_and_its_differences_are_taken_apart`].

use crate::run::{DUEL, folder, runs, sparring, text};

/// A repository of git with a first version of the duel in it.
fn repository() -> tempfile::TempDir {
    let here = folder(&[("duel.toml", DUEL)]);
    for words in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "first"]] {
        let name = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ran = std::process::Command::new("git").current_dir(here.path()).args(name).args(words).output();
        assert!(ran.is_ok_and(|ran| ran.status.success()), "git {words:?}");
    }
    here
}

#[test]
fn a_scenario_is_compared_with_itself_in_a_revision_and_its_differences_are_taken_apart() {
    let here = repository();
    let now = DUEL.replace("hp_max = 9", "hp_max = 14").replace("die = \"1d6\"", "die = \"1d4\"");
    std::fs::write(here.path().join("duel.toml"), &now).expect("written");
    std::fs::write(here.path().join("old.toml"), DUEL).expect("written");
    std::fs::write(here.path().join("later.toml"), DUEL).expect("written");
    let words = ["compare", "duel.toml", "--against", "HEAD", "--fights", "4000"];
    let said = runs(here.path(), &words);
    assert!(said.contains("side.left.Lea.hp_max") && said.contains("since HEAD"), "{said}");
    let page = std::fs::read_to_string(here.path().join("reports/compare-duel+against=HEAD/report.html")).expect("a page");
    assert!(page.contains("HEAD:duel.toml") && !page.contains("/tmp/"), "{page}");
    let versions = runs(here.path(), &["compare", "old.toml", "duel.toml", "--fights", "4000", "--split"]);
    let since = runs(here.path(), &[&words[..], &["--split"]].concat());
    for said in [&versions, &since] {
        for line in
            ["Lea's hit points 14 instead of 9 alone", "Lea's club die 1d4 instead of 1d6 alone", "together", "interplay"]
        {
            assert!(said.contains(line), "{line}: {said}");
        }
    }
    let table = |said: &str| said.lines().filter(|line| line.contains(" alone  ")).map(str::to_owned).collect::<Vec<_>>();
    assert!(!table(&versions).is_empty());
    assert_eq!(table(&versions), table(&since), "the same two versions");
    let ran = sparring(here.path(), &["compare", ".", "--against", "HEAD", "--fights", "1000", "--no-report"]);
    let told = text(&ran.stderr);
    assert!(told.contains("not there in HEAD") && told.contains("later.toml"), "{told}");
    for (words, wanted) in [
        (&["duel.toml", "--against", "nowhere"][..], "no such revision"),
        (&["later.toml", "--against", "HEAD"], "was not there then"),
        (&["duel.toml", "--against=--output=x"], "no such revision"),
        (&["duel.toml", "--against", "HEAD", "--set", "book.x=1"], "cannot be used"),
        (&["old.toml", "later.toml", "--split"], "say the same"),
    ] {
        let ran = sparring(here.path(), &[&["compare"], words].concat());
        assert_eq!(ran.status.code(), Some(2), "{words:?}: {}", text(&ran.stderr));
        assert!(text(&ran.stderr).contains(wanted), "{words:?}: {}", text(&ran.stderr));
    }
    let bare = folder(&[("duel.toml", DUEL)]);
    let ran = sparring(bare.path(), &["compare", "duel.toml", "--against", "HEAD"]);
    assert!(text(&ran.stderr).contains("in no repository of git"), "{}", text(&ran.stderr));
}

#[test]
fn a_history_tells_how_contracts_fared_from_baseline_to_baseline() {
    let here = repository();
    let bless = |because: &str| runs(here.path(), &["bless", "duel.toml", "--fights", "3000", "--because", because]);
    let git = |words: &[&str]| {
        let name = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let ran = std::process::Command::new("git").current_dir(here.path()).args(name).args(words).output();
        assert!(ran.is_ok_and(|ran| ran.status.success()), "git {words:?}");
    };
    // A history that nobody keeps is no answer.
    let bare = folder(&[("duel.toml", DUEL)]);
    let ran = sparring(bare.path(), &["history", "duel.toml"]);
    let said = text(&ran.stderr);
    assert!(
        ran.status.code() == Some(2) && said.contains("no history without git: reports/baselines lies in no repository"),
        "{said}"
    );
    let none = runs(here.path(), &["history", "duel.toml"]);
    assert!(none.starts_with("Of 1 contract no baseline in git tells anything."), "{none}");
    bless("first");
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "a baseline"]);
    std::fs::write(here.path().join("duel.toml"), DUEL.replace("hp_max = 9", "hp_max = 30")).expect("written");
    bless("tougher");
    git(&["commit", "-q", "-a", "-m", "another"]);
    let said = runs(here.path(), &["history", "duel.toml", "--out", "page"]);
    assert!(said.starts_with("Of 1 contract that baselines tell of, 1 moved since the first baseline: win(left)"), "{said}");
    assert!(said.contains("(2 baselines)") && said.contains("Report: page/report.html"), "{said}");
    let page = std::fs::read_to_string(here.path().join("page/report.html")).expect("a page");
    assert!(page.matches("<circle").count() == 2 && page.contains("(tougher)"), "{page}");
    let json = runs(here.path(), &["history", "duel.toml", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["trends"][0]["moved"], true);
}
