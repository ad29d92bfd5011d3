//! Pages in a real browser: whether what is written can be read, on a phone and on a wide screen, in the light and in the dark.
//!
//! Needs Debian's `chromium` and is skipped with a word where there is none. What is measured, and how, is in
//! `tests/support/measure.js`. One start of the browser looks at several pages, and several tests at some of them each. Start at
//! [`pages_can_be_read`].

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use crate::run::{DUEL, folder, sparring, text};

/// The script that measures a page: it leaves what it found in an element of its own.
const MEASURE: &str = include_str!("../support/measure.js");
/// The script that uses the helps of a page: the sight after each is left in an element of its own.
const HELPED: &str = include_str!("../support/helped.js");
/// The condition of what a page shows in the dark alone.
const DARK: &str = "(prefers-color-scheme: dark)";
/// Bytes of the pages that one start of the browser lays out, until there are more: starting costs as much as a small page, and all of them
/// are there at once.
const BYTES_MOST: usize = 1 << 20;
/// Width of a phone and of a wide screen.
const WIDTHS: [u32; 2] = [390, 1400];
/// A folded page is no taller than this on a wide screen.
const HEIGHT_MOST: u64 = 6000;
/// A page is no larger than this, in bytes.
const SIZE_MOST: usize = 3 << 19;
/// Faults of a page that are told at the most.
const TOLD_MOST: usize = 16;
/// Names under which the browser is installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The browser, if there is one.
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    BROWSERS.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|file| file.is_file())
}

/// A text as the value of an attribute.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;")
}

/// A page with its name.
type Named = (String, String);

/// A page that shows others in frames of every width, and measures each of them in the light and in the dark.
fn frames(pages: &[Named]) -> String {
    let mut html = "<!doctype html><meta charset=\"utf-8\"><body>".to_owned();
    for (name, page) in pages {
        for width in WIDTHS {
            html += &format!(
                "<iframe data-name=\"{name} {width}\" style=\"width:{width}px;height:900px;border:0\" srcdoc=\"{}\"></iframe>",
                quoted(page)
            );
        }
    }
    html + "<pre id=\"found\"></pre><script>" + MEASURE + "</script>"
}

/// The text that a page leaves in its element `found`.
fn left_by(browser: &Path, page: &str) -> Json {
    let folder = folder(&[("frames.html", page)]);
    let address = format!("file://{}", folder.path().join("frames.html").display());
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let quiet = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
    let ran = Command::new(browser).args(quiet).args([&profile, "--dump-dom", &address]).output().expect("the browser starts");
    let shown = text(&ran.stdout);
    let found = shown.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let Some((found, _)) = found else { panic!("the browser shows nothing: {}", text(&ran.stderr)) };
    let found = found.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&found).unwrap_or_else(|error| panic!("{error}: {found}"))
}

/// The faults of pages, and how tall each of them is on a wide screen.
fn measured(browser: &Path, pages: &[Named]) -> Vec<(Vec<String>, u64)> {
    let found = left_by(browser, &frames(pages));
    let of_page = |(name, page): &Named| {
        let (mut faults, mut height) = (Vec::new(), 0);
        for width in WIDTHS {
            let view = &found[format!("{name} {width}")];
            let here = view["faults"].as_array().expect("a list of faults");
            faults.extend(here.iter().map(|fault| format!("{width}: {}", fault.as_str().unwrap_or_default())));
            assert_eq!(view["dark"], page.matches(DARK).count(), "{name}: what is there for the dark alone is looked at");
            height = view["height"].as_u64().unwrap_or(u64::MAX);
        }
        (faults, height)
    };
    pages.iter().map(of_page).collect()
}

/// Fails where a page cannot be read.
fn look_at(browser: &Path, pages: &[Named]) -> Vec<String> {
    let mut all = Vec::new();
    for ((name, page), (mut faults, height)) in pages.iter().zip(measured(browser, pages)) {
        if height > HEIGHT_MOST {
            faults.push(format!("folded, it is {height} px tall"));
        }
        if page.len() > SIZE_MOST {
            faults.push(format!("it has {} bytes", page.len()));
        }
        all.extend(faults.into_iter().take(TOLD_MOST).map(|fault| format!("{name}: {fault}")));
    }
    all
}

/// Makes pages by these commands, each of which writes to `out`, and fails where one cannot be read.
fn pages_can_be_read(asked: &[(&str, &[&str])]) {
    let Some(browser) = browser() else {
        eprintln!("skipped: no chromium on this machine");
        return;
    };
    let here = folder(&[("duel.toml", DUEL)]);
    let out = here.path().join("out");
    let (mut faults, mut pages) = (Vec::new(), Vec::<Named>::new());
    for (name, given) in asked {
        let _ = fs::remove_dir_all(&out);
        fs::create_dir_all(&out).expect("a folder can be made");
        // A finding of `check` is no failure here.
        let ran = sparring(here.path(), given);
        let page = fs::read_to_string(out.join("report.html"));
        let page = page.unwrap_or_else(|error| panic!("{given:?}: {error}: {}", text(&ran.stderr)));
        pages.push(((*name).to_owned(), page));
        if pages.iter().map(|(_, page)| page.len()).sum::<usize>() > BYTES_MOST {
            faults.extend(look_at(&browser, &std::mem::take(&mut pages)));
        }
    }
    faults.extend(look_at(&browser, &pages));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The pages of runs of these scenarios.
fn pages_of_runs_can_be_read(scenarios: &[&str]) {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files: Vec<String> = scenarios.iter().map(|name| all.join(name).display().to_string()).collect();
    let words: Vec<[&str; 6]> = files.iter().map(|file| ["run", file.as_str(), "--fights", "150", "--out", "out"]).collect();
    let asked: Vec<(&str, &[&str])> = scenarios.iter().zip(&words).map(|(name, words)| (*name, &words[..])).collect();
    pages_can_be_read(&asked);
}

#[test]
fn pages_of_fights_and_days_can_be_read() {
    pages_of_runs_can_be_read(&[
        "vogt/party-against-ogre.toml",
        "vogt/week-of-siestas.toml",
        "cairn-ap/career.toml",
        "cairn-ap/to-retirement.toml",
        "heimr/march.toml",
    ]);
}

#[test]
fn pages_of_parties_and_campaigns_can_be_read() {
    pages_of_runs_can_be_read(&[
        "heimr/party-against-brute.toml",
        "bdp/party-against-dragon.toml",
        "bdp/month-on-the-road.toml",
        "injury-d20/campaign.toml",
        "injury-d20/tournament.toml",
    ]);
}

/// What is varied of the duel, and a change of it.
const VARY: &str = "side.left.Lea.hp_max=6,9,12";
const OTHER: &str = "side.left.Lea.hp_max=12";

#[test]
fn pages_of_studies_can_be_read() {
    pages_can_be_read(&[
        ("sweep", &["sweep", "duel.toml", "--vary", VARY, "--fights", "300", "--out", "out"]),
        ("compare", &["compare", "duel.toml", "--set", OTHER, "--fights", "2000", "--out", "out"]),
        (
            "map",
            &["sweep", "duel.toml", "--vary", VARY, "--vary", "side.right.Rob.hp_max=4,6", "--fights", "300", "--out", "out"],
        ),
        (
            "sensitivity",
            &["sensitivity", "duel.toml", "--of", "side", "--of", "book.attack", "--fights", "300", "--out", "out"],
        ),
        ("knockout", &["knockout", "duel.toml", "--fights", "300", "--out", "out"]),
        ("why", &["why", "duel.toml", "--fights", "1000", "--out", "out"]),
    ]);
}

#[test]
fn pages_of_searches_answers_and_stories_can_be_read() {
    let (varied, target) = ("side.left.Lea.hp_max=4..20", "win(left)=0.5");
    let show = "win(left), mean(Lea.hp)";
    pages_can_be_read(&[
        ("improve", &["improve", "duel.toml", "--fights", "300", "--tries", "100", "--out", "out"]),
        ("tune", &["tune", "duel.toml", "--vary", varied, "--target", target, "--fights", "2000", "--out", "out"]),
        ("chances", &["chances", "duel.toml", "--fights", "100", "--out", "out"]),
        ("replay", &["replay", "duel.toml", "--fight", "3", "--chances", "--out", "out"]),
        ("check", &["check", "duel.toml", "--page", "out/report.html"]),
        ("odds", &["odds", "vogt", "check", "--die", "1d8", "--page", "out/report.html"]),
        ("ask", &["ask", "duel.toml", "--fights", "2000", "--by", "rounds", "--show", show, "--page", "out/report.html"]),
    ]);
}

/// Texts of a list.
fn texts(found: &Json, key: &str) -> Vec<String> {
    let list = found[key].as_array().unwrap_or_else(|| panic!("no list {key} in {found}"));
    list.iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
}

/// The number that a cell begins with.
fn leading(cell: &str) -> f64 {
    let number: String = cell.chars().take_while(|letter| letter.is_ascii_digit() || ".,-".contains(*letter)).collect();
    number.replace(',', "").parse().unwrap_or(if cell.starts_with("all") { 100.0 } else { 0.0 })
}

#[test]
fn a_little_script_sorts_copies_filters_and_tells_the_number_under_the_pointer() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no chromium on this machine");
        return;
    };
    let here = folder(&[]);
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt/party-against-ogre.toml");
    let ran = sparring(here.path(), &["run", &scenario.display().to_string(), "--fights", "300", "--out", "out"]);
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let page = fs::read_to_string(here.path().join("out/report.html")).expect("there is a page");
    assert!(!page.contains(">copy<"), "without scripts there is nothing to press");
    let frame = format!("<iframe style=\"width:1400px;height:900px;border:0\" srcdoc=\"{}\"></iframe>", quoted(&page));
    let found = left_by(
        &browser,
        &format!("<!doctype html><meta charset=\"utf-8\"><body>{frame}<pre id=\"found\"></pre><script>{HELPED}</script>"),
    );
    let falling: Vec<f64> = texts(&found, "descending").iter().map(|cell| leading(cell)).collect();
    assert!(falling.len() > 2 && falling.windows(2).all(|pair| pair[0] >= pair[1]) && falling[0] > falling[2], "{falling:?}");
    let rising: Vec<f64> = texts(&found, "ascending").iter().map(|cell| leading(cell)).collect();
    assert_eq!(rising.iter().rev().collect::<Vec<_>>(), falling.iter().collect::<Vec<_>>());
    assert_eq!(texts(&found, "before"), texts(&found, "after"));
    assert_eq!(texts(&found, "copied"), texts(&found, "rows"));
    assert_eq!(
        (&found["stops"], &found["skips"]),
        (&1.into(), &1.into()),
        "a table is one stop of the keyboard, and the contents can be passed"
    );
    let reached = texts(&found, "reached");
    assert_eq!(reached[0], reached[1], "arrows lead past the button to the next heading");
    let persons = texts(&found, "persons");
    assert!(persons.len() > 2 && texts(&found, "all").iter().any(|name| *name != persons[0]), "{persons:?}");
    assert!(!texts(&found, "only").is_empty() && texts(&found, "only").iter().all(|name| *name == persons[0]), "{found}");
    assert_eq!(texts(&found, "again"), texts(&found, "all"));
    let tip = texts(&found, "tip");
    assert!(tip.len() == 2 && tip[0].ends_with(&format!(" {}", found["label"].as_str().unwrap_or("?"))), "{found}");
    assert!(tip[1].starts_with("share of fights: ") && tip[1].contains('%') && found["gone"] == true, "{found}");
}

#[test]
fn faults_of_a_page_are_found() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no chromium on this machine");
        return;
    };
    let page = |rules: &str, body: &str| format!("<!doctype html><style>{rules}</style>{body}");
    let faulty = page(
        "body { margin: 0; background: #fff; color: #000 } @media (prefers-color-scheme: dark) { b { color: #ddd } i { font-size: 30px } }",
        "<p style='font-size:9px'>tiny</p><p style='color:#999'>pale</p><p style='width:2000px'>broad</p><a href='#no'>lost</a>\
        <svg viewBox='0 0 100 40' width='100'><text x='60' y='20' font-size='13'>runs out of it</text>\
        <text x='5' y='20' font-size='13'>one</text><text x='8' y='22' font-size='13'>two</text></svg><b>dim</b><i>grows</i>",
    );
    let sound = page("", "<p id='a'>sound <a href='#a'>link</a></p>");
    let found = measured(&browser, &[("faulty".to_owned(), faulty), ("sound".to_owned(), sound)]);
    for kind in ["small", "contrast", "body", "link", "cut", "overlap", "dark"] {
        let there = found[0].0.iter().any(|fault| fault.contains(&format!(": {kind}: ")));
        assert!(there, "{kind}: {:?}", found[0].0);
    }
    let in_the =
        |scheme: &str, word: &str| found[0].0.iter().any(|fault| fault.contains(&format!("in the {scheme} \"{word}\"")));
    assert!(in_the("light", "pale") && in_the("dark", "dim") && !in_the("light", "dim"), "{:?}", found[0].0);
    assert_eq!(found[1].0, Vec::<String>::new());
}
