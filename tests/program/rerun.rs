//! `sparring rerun`: a page is played again wherever it was sent, and what is no page says so.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A fighter who is in a file of its own, in another folder.
const FIGHTER: &str = "[combatant.fighter]\nhp_max = 9\nweapons = [{ name = \"club\", die = \"1d6\", type = \"blunt\" }]\n";

const DUEL: &str = r#"format = 1
system = "vogt"
title = "A duel <of & equals>"
include = ["../people/fighter.toml"]

[[side]]
name = "left"
[[side.combatant]]
like = "fighter"
name = "Lea"

[[side]]
name = "right"
[[side.combatant]]
like = "fighter"
name = "Rob"
"#;

fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    let ran = command.args(arguments).current_dir(folder).env_remove("COLUMNS").output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&ran.stdout), text(&ran.stderr));
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    (ran.status.code().expect("it ends by itself"), out, err)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("people/fighter.toml", FIGHTER), ("fights/duel.toml", DUEL), ("patch.toml", "[book.defend]\nar_bonus = 4\n")]
    {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("the file can be written");
    }
    folder
}

/// Plays, and sends the page to somebody who has nothing else.
fn sent(arguments: &[&str]) -> tempfile::TempDir {
    let (here, there) = (folder(), tempfile::tempdir().expect("a folder"));
    let root = here.path().to_string_lossy().into_owned();
    let (code, _, err) = said(here.path(), &[arguments, &["--root", &root, "--out", "made"]].concat());
    assert_eq!(code, 0, "{err}");
    fs::copy(here.path().join("made/report.html"), there.path().join("page.html")).expect("the page is there");
    there
}

#[test]
fn a_page_is_played_again_with_all_that_it_was_played_with() {
    for arguments in [
        &["run", "fights/duel.toml", "--fights", "700", "--seed", "5", "--set", "side.left.Lea.hp_max=12"][..],
        &["run", "fights/duel.toml", "--with", "patch.toml", "--fights", "300"],
        &["sweep", "fights/duel.toml", "--vary", "side.left.Lea.hp_max=9..11", "--fights", "200"],
        &["compare", "fights/duel.toml", "--with", "patch.toml", "--fights", "300"],
        &[
            "matchup",
            "fights/duel.toml",
            "--rows",
            "side.left.Lea.hp_max=9|11",
            "--columns",
            "side.right.Rob.hp_max",
            "--fights",
            "200",
        ],
        &["matchup", "people/fighter.toml", "--roster", "fighter,fighter:2", "--system", "vogt", "--fights", "200"],
    ] {
        let there = sent(arguments);
        let (code, out, err) = said(there.path(), &["rerun", "page.html"]);
        assert_eq!(code, 0, "{arguments:?}: {out}{err}");
        assert!(out.contains("The same as on the page, digit by digit.") && !out.contains("Report: "), "{out}");
        assert_eq!(fs::read_dir(there.path()).expect("a folder").count(), 1, "nothing is left behind");
    }
    let there = sent(&["run", "fights/duel.toml", "--fights", "300"]);
    let (code, out, err) = said(there.path(), &["rerun", "page.html", "--out", "again"]);
    assert_eq!(code, 0, "{out}{err}");
    assert!(there.path().join("again/report.html").is_file());
}

/// The page with one piece exchanged in what it keeps, and a checksum that fits.
fn forged(folder: &Path, from: &str, to: &str) {
    use sha2::{Digest as _, Sha256};
    let page = fs::read_to_string(folder.join("page.html")).expect("the page is there");
    let (head, rest) = page.split_once("<pre class=\"kept\"><code>").expect("it keeps something");
    let (text, tail) = rest.split_once("</code></pre>").expect("it ends");
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let (body, _) = text.rsplit_once("checksum sha256:").expect("there is a checksum");
    assert!(body.contains(from), "{body}");
    let body = body.replacen(from, to, 1);
    let text = format!("{body}checksum sha256:{:x}\n", Sha256::digest(&body));
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    fs::write(folder.join("page.html"), format!("{head}<pre class=\"kept\"><code>{text}</code></pre>{tail}"))
        .expect("it can be written");
}

#[test]
fn another_result_and_another_version_are_told() {
    let there = sent(&["run", "fights/duel.toml", "--fights", "300"]);
    forged(there.path(), "tool ", "tool 9.");
    let (code, out, _) = said(there.path(), &["rerun", "page.html"]);
    assert!(code == 0 && out.contains("The page was made by sparring 9.") && out.contains("The same as on the page"), "{out}");
    forged(there.path(), "hp_max = 9", "hp_max = 8");
    let (code, _, err) = said(there.path(), &["rerun", "page.html"]);
    assert!(code == 1 && err.contains("not the same as on the page: the digest of its numbers is "), "{err}");
    forged(there.path(), "hp_max = 8", "hp_maks = 8");
    let (code, _, err) = said(there.path(), &["rerun", "page.html"]);
    assert!(code != 0 && err.contains("hp_maks") && err.contains("did not come to an end"), "{err}");
}

#[test]
fn what_cannot_be_played_again_says_why() {
    let folder = folder();
    fs::write(folder.path().join("other.html"), "<!doctype html><main></main>").expect("the file can be written");
    for (file, message) in [
        ("gone.html", "gone.html"),
        ("patch.toml", "it is no page of a report; `sparring rerun` reads the report.html that `run`"),
        ("other.html", "it is a page without a scenario in it"),
    ] {
        let (code, out, err) = said(folder.path(), &["rerun", file]);
        assert!(code == 3 && out.is_empty() && err.contains(message), "{file}: {code} {err}");
    }
    let there = sent(&["run", "fights/duel.toml", "--fights", "100"]);
    forged(there.path(), "command sparring run", "command sparring bless");
    let (code, _, err) = said(there.path(), &["rerun", "page.html"]);
    assert!(code == 3 && err.contains("none that can be played again"), "{err}");
}
