//! Pages in a real browser: whether what is written can be read, on a phone and on a wide screen, in the light and in the dark.
//!
//! Needs Debian's `chromium` and is skipped with a word where there is none. What is measured, and how, is in
//! `tests/support/measure.js`. Start at [`pages_can_be_read`].

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use crate::run::{DUEL, folder, sparring, text};

/// The script that measures a page: it leaves what it found in an element of its own.
const MEASURE: &str = include_str!("../support/measure.js");
/// The script that uses the helps of a page: the sight after each is left in an element of its own.
const HELPED: &str = include_str!("../support/helped.js");
/// Width of a phone and of a wide screen.
const WIDTHS: [u32; 2] = [390, 1400];
/// A folded page is no taller than this on a wide screen.
const HEIGHT_MOST: u64 = 6000;
/// A page is no larger than this, in bytes.
const SIZE_MOST: usize = 3 << 19;
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

/// A page that shows another one in frames of every width, light and dark, and measures each of them.
fn frames(page: &str) -> String {
    let mut html = "<!doctype html><meta charset=\"utf-8\"><body>".to_owned();
    for width in WIDTHS {
        for (scheme, condition) in [("light", "(max-width: 0px)"), ("dark", "(min-width: 0px)")] {
            let page = quoted(&page.replace("(prefers-color-scheme: dark)", condition));
            html += &format!(
                "<iframe data-name=\"{width} {scheme}\" style=\"width:{width}px;height:900px;border:0\" srcdoc=\"{page}\"></iframe>"
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

/// The faults of a page, and how tall it is where it is tallest of the wide ones.
fn measured(browser: &Path, page: &str) -> (Vec<String>, u64) {
    let found = left_by(browser, &frames(page));
    let (mut faults, mut height) = (Vec::new(), 0);
    for (name, view) in found.as_object().expect("a table of views") {
        let here = view["faults"].as_array().expect("a list of faults");
        faults.extend(here.iter().take(8).map(|fault| format!("{name}: {}", fault.as_str().unwrap_or_default())));
        if name.starts_with(&WIDTHS[1].to_string()) {
            height = height.max(view["height"].as_u64().unwrap_or(u64::MAX));
        }
    }
    (faults, height)
}

/// Fails where a page cannot be read.
fn look_at(browser: &Path, name: &str, page: &str) -> Vec<String> {
    let (mut faults, height) = measured(browser, page);
    if height > HEIGHT_MOST {
        faults.push(format!("folded, it is {height} px tall"));
    }
    if page.len() > SIZE_MOST {
        faults.push(format!("it has {} bytes", page.len()));
    }
    faults.into_iter().map(|fault| format!("{name}: {fault}")).collect()
}

#[test]
fn pages_can_be_read() {
    let Some(browser) = browser() else {
        eprintln!("skipped: no chromium on this machine");
        return;
    };
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let here = folder(&[("duel.toml", DUEL)]);
    let file = |name: &str| scenarios.join(name).display().to_string();
    let out = here.path().join("out").display().to_string();
    let runs_of = [
        "vogt/party-against-ogre.toml",
        "vogt/week-of-siestas.toml",
        "cairn-ap/career.toml",
        "cairn-ap/to-retirement.toml",
        "heimr/party-against-brute.toml",
        "heimr/march.toml",
        "bdp/party-against-dragon.toml",
        "bdp/month-on-the-road.toml",
        "injury-d20/campaign.toml",
        "injury-d20/tournament.toml",
    ];
    let mut asked: Vec<(String, Vec<String>)> = Vec::new();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    for name in runs_of {
        asked.push((name.to_owned(), words(&["run", &file(name), "--fights", "150", "--out", &out])));
    }
    let vary = "side.left.Lea.hp_max=6,9,12";
    let other = "side.left.Lea.hp_max=12";
    let studies: [(&str, &[&str]); 13] = [
        ("sweep", &["sweep", "duel.toml", "--vary", vary, "--fights", "300", "--out", &out]),
        ("compare", &["compare", "duel.toml", "--set", other, "--fights", "2000", "--out", &out]),
        (
            "map",
            &["sweep", "duel.toml", "--vary", vary, "--vary", "side.right.Rob.hp_max=4,6", "--fights", "300", "--out", &out],
        ),
        ("sensitivity", &["sensitivity", "duel.toml", "--of", "side", "--of", "book.attack", "--fights", "300", "--out", &out]),
        ("knockout", &["knockout", "duel.toml", "--fights", "300", "--out", &out]),
        ("improve", &["improve", "duel.toml", "--fights", "300", "--tries", "100", "--out", &out]),
        ("chances", &["chances", "duel.toml", "--fights", "100", "--out", &out]),
        ("replay", &["replay", "duel.toml", "--fight", "3", "--chances", "--out", &out]),
        (
            "tune",
            &[
                "tune",
                "duel.toml",
                "--vary",
                "side.left.Lea.hp_max=4..20",
                "--target",
                "win(left)=0.5",
                "--fights",
                "2000",
                "--out",
                &out,
            ],
        ),
        ("why", &["why", "duel.toml", "--fights", "1000", "--out", &out]),
        ("check", &["check", "duel.toml", "--page", "out/report.html"]),
        ("odds", &["odds", "vogt", "check", "--die", "1d8", "--page", "out/report.html"]),
        (
            "ask",
            &[
                "ask",
                "duel.toml",
                "--fights",
                "2000",
                "--by",
                "rounds",
                "--show",
                "win(left), mean(Lea.hp)",
                "--page",
                "out/report.html",
            ],
        ),
    ];
    asked.extend(studies.iter().map(|(name, given)| ((*name).to_owned(), words(given))));
    let mut faults = Vec::new();
    for (name, given) in asked {
        let _ = fs::remove_dir_all(&out);
        fs::create_dir_all(&out).expect("a folder can be made");
        // A finding of `check` is no failure here.
        let ran = sparring(here.path(), &given.iter().map(String::as_str).collect::<Vec<_>>());
        let page = fs::read_to_string(here.path().join("out/report.html"));
        let page = page.unwrap_or_else(|error| panic!("{given:?}: {error}: {}", text(&ran.stderr)));
        faults.extend(look_at(&browser, &name, &page));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
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
    let page = "<!doctype html><style>body { margin: 0; background: #fff; color: #000 }</style>\
        <p style='font-size:9px'>tiny</p><p style='color:#999'>pale</p><p style='width:2000px'>broad</p><a href='#no'>lost</a>\
        <svg viewBox='0 0 100 40' width='100'><text x='60' y='20' font-size='13'>runs out of it</text>\
        <text x='5' y='20' font-size='13'>one</text><text x='8' y='22' font-size='13'>two</text></svg>";
    let (faults, _) = measured(&browser, page);
    for kind in ["small", "contrast", "body", "link", "cut", "overlap"] {
        assert!(faults.iter().any(|fault| fault.contains(&format!(": {kind}: "))), "{kind}: {faults:?}");
    }
    let (faults, _) = measured(&browser, "<!doctype html><p id='a'>sound <a href='#a'>link</a></p>");
    assert_eq!(faults, Vec::<String>::new());
}
