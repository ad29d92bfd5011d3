//! Tests of whole reports, looked at in every format: a scenario played with a fixed seed, and counts made by hand.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use crate::report::document::Readable as _;
use crate::report::lines::PolicyLines;
use crate::report::plot::plots;
use crate::report::{Band, Block, Expected, Facts, Fighter, Notable, Outcome, Patch, Report, chart, prepare};
use frame::analysis::contract::ContractStanding;
use frame::dice::Slot;
use frame::error::Failure;
use frame::exact::{PlayedOn, Solved, SolverStop};
use frame::fight::{ABSENT, Catalogue, Metric, Overview, Picture, PictureKind, Scale, Side, Subject};
use frame::rules::profile::{ProfileLine, Topic};
use frame::rules::testing::load;
use frame::sim::traced::trace;
use frame::sim::{Layout, Worker};
use frame::stats::Level;
use frame::tally::Tally;
use vogt::Vogt;

const OGRE: &str = r#"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Aela"
hp_max = 16
armor = 1
weapons = [{ name = "sword", die = "1d8" }]
[[side.combatant]]
name = "Brom"
hp_max = 20
weapons = [{ name = "axe", die = "1d10" }]
[[side.combatant]]
name = "Cid <the quick> & co"
hp_max = 12
weapons = [{ name = "dagger", die = "1d4" }]
[[side]]
name = "ogre"
[[side.combatant]]
name = "Ogre"
hp_max = 105
armor = 4
weapons = [{ name = "club", die = "2d12" }]
"#;

pub(super) fn facts(title: &str, sides: &[String], combatants: Vec<Fighter>, fights: u64) -> Facts {
    let command = format!("sparring run ogre.toml --fights {fights} --seed 7");
    Facts {
        title: title.into(),
        about: "Can three heroes who know nothing of each other bring an ogre down?".into(),
        system: "vogt".into(),
        scenario: "scenarios/vogt/ogre.toml".into(),
        digest: "9f2c".repeat(16),
        seed: 7,
        scheme: "pcg64mcg-1".into(),
        tool: "0.1.0".into(),
        level: Level::default(),
        fights: 0..fights,
        interrupted: false,
        precision: None,
        sides: sides.to_vec(),
        combatants,
        sharpened: Vec::new(),
        patches: vec![Patch { path: "book.defend.ar_bonus".into(), value: "3".into(), published: "2".into() }],
        command,
        lines: None,
        stands: Vec::new(),
        notable: vec![Notable {
            label: "typical".into(),
            fight: 42,
            command: "sparring replay ogre.toml --seed 7 --fight 42".into(),
            told: vec!["Round 1".into(), "  Aela attacks Ogre".into()],
        }],
        expectations: vec![Expected {
            that: "win(heroes) in 0.4..0.8".into(),
            verdict: "pass".into(),
            because: "a fair fight".into(),
            standing: Some(ContractStanding::Holds),
            band: Some(Band { side: "heroes".into(), low: 0.4, high: 0.8 }),
        }],
        questions: vec![("sparring odds vogt check".into(), "What a check comes to.".into())],
        blocks: vec![Block {
            name: "Aela".into(),
            side: Side(0),
            sheet: vec![("hp_max".into(), "16".into()), ("weapons".into(), "sword (die 1d8)".into())],
            policy: vec![("action".into(), vec!["attack".into()])],
            profile: vec![ProfileLine {
                topic: Topic::Attack,
                name: "sword".into(),
                value: "1d8 + 4".into(),
                parts: vec!["STR 4".into()],
                also: vec!["range 1".into()],
            }],
            differ: false,
        }],
        files: vec![("ogre.toml".into(), OGRE.into())],
    }
}

/// A report of three heroes against an ogre, with the values of the first fights one after the other.
fn ogre(fights: u64) -> (Report, Vec<i64>) {
    let loaded = load::<Vogt>(OGRE);
    let layout = Layout::new(&loaded);
    let mut values = Vec::new();
    let mut worker = Worker::new(&loaded, &layout, 7);
    (0..fights.min(50)).for_each(|number| values.extend_from_slice(worker.play(number)));
    let outcome = Outcome::Counted(Worker::new(&loaded, &layout, 7).tally(0..fights));
    let combatants =
        loaded.combatants.iter().map(|one| Fighter { name: one.name.clone(), side: one.side, entry: None }).collect();
    let mut facts = facts("Three heroes against an ogre", &loaded.sides, combatants, fights);
    let traced = trace(&loaded, &layout, 7, 0..fights, Some(1), &AtomicBool::new(false));
    let traces = traced.expect("there can be one thread").expect("nobody interrupts");
    facts.lines = Some(PolicyLines { book: loaded.lines.clone(), traces, fights });
    (Report { facts, catalogue: layout.catalogue, along: None, outcome }, values)
}

/// A catalogue of two sides with one combatant each, made by hand.
fn catalogue() -> Catalogue {
    let metric = |key: &str, family: &str, label: &str, subject, scale| Metric {
        key: key.into(),
        family: family.into(),
        label: label.into(),
        subject,
        scale,
    };
    let endings = ["left", "right", "draw", "timeout"].map(str::to_owned).to_vec();
    let mut metrics = vec![
        metric("winner", "winner", "winner", Subject::Fight, Scale::Category(endings)),
        metric("rounds", "rounds", "rounds", Subject::Fight, Scale::Amount("rounds")),
    ];
    for (slot, name) in (0..).zip(["Ada", "Bo"]) {
        let who = Subject::Combatant(Slot(slot));
        metrics.push(metric(&format!("{name}.dead"), "dead", "dead", who, Scale::Flag));
        metrics.push(metric(&format!("{name}.hp"), "hp", "HP left", who, Scale::Amount("HP")));
    }
    let overview = Overview { title: "Fates".into(), families: vec!["dead".into(), "hp".into()], headline: true };
    let picture =
        |title: &str, family: &str, kind| Picture { title: title.into(), families: vec![(family.into(), family.into())], kind };
    let pictures = vec![picture("Who wins", "winner", PictureKind::Rates), picture("HP left", "hp", PictureKind::Distribution)];
    Catalogue { metrics, overviews: vec![overview], pictures, ..Catalogue::default() }
}

fn by_hand(outcome: Outcome, fights: u64) -> Report {
    let sides = ["left", "right"].map(str::to_owned);
    let combatants =
        (0..).zip(["Ada", "Bo"]).map(|(side, name)| Fighter { name: name.into(), side: Side(side), entry: None }).collect();
    Report { facts: facts("A duel", &sides, combatants, fights), catalogue: catalogue(), along: None, outcome }
}

/// Ten thousand fights: in round 3 or 4, `left` wins six in ten, Bo never dies, a few fights do not end.
fn counted() -> Report {
    let mut tally = Tally::new(&catalogue(), 0);
    for number in 0..10_000 {
        let winner = if number % 1000 == 999 { 3 } else { i64::from(number % 10 >= 6) };
        tally.record(&[
            winner,
            3 + number % 2,
            i64::from(number % 100 == 7),
            number % 12,
            0,
            if number == 5 { ABSENT } else { 8 },
        ]);
    }
    by_hand(Outcome::Counted(tally), 10_000)
}

fn exact() -> Report {
    let known: [&[(i64, f64)]; 6] = [
        &[(0, 0.625), (1, 0.375)],
        &[(3, 0.5), (4, 0.5)],
        &[(0, 0.9), (1, 0.1)],
        &[(0, 0.25), (7, 0.75)],
        &[(0, 1.0)],
        &[(8, 1.0)],
    ];
    let mut solved = Solved::new(vec![None; known.len()]);
    solved.metrics = known.iter().map(|known| known.iter().copied().collect::<BTreeMap<i64, f64>>()).collect();
    by_hand(Outcome::Exact(Box::new(solved)), 0)
}

/// The report of which a hundredth was not followed.
fn unfinished() -> Report {
    let mut report = exact();
    if let Outcome::Exact(solved) = &mut report.outcome {
        for mass in solved.metrics.iter_mut().flat_map(BTreeMap::values_mut) {
            *mass *= 0.99;
        }
        solved.lose(0.01, SolverStop::Time);
    }
    report
}

/// An unfinished answer of which that hundredth was played on.
fn played_on() -> Report {
    let mut report = unfinished();
    let Outcome::Counted(tally) = counted().outcome else { unreachable!("it is counted") };
    if let Outcome::Exact(solved) = &mut report.outcome {
        solved.stopped = Some(SolverStop::Outcomes);
        solved.played = Some(PlayedOn::whole(0.01, tally, Level::default(), solved.metrics.len()));
    }
    report
}

#[test]
fn an_answer_that_was_played_on_has_intervals_of_that_part_and_says_so() {
    let report = played_on();
    let text = report.terminal(false, true).expect("text");
    insta::assert_snapshot!("played_on", text);
    let json: Value = report.json();
    assert_eq!(json["fights"]["played_on"], serde_json::json!({ "fights": 10_000, "probability": 0.01 }));
    let wins = &json["tables"][0]["rows"][0]["figures"];
    let figure = wins.as_object().and_then(|figures| figures.values().next()).expect("a figure");
    let width = figure["high"].as_f64().zip(figure["low"].as_f64()).map(|(high, low)| high - low).expect("an interval");
    assert!(figure["exact"] != true && width > 1e-5 && width < 3e-4, "{figure}");
    let page = report.html().expect("a page");
    assert!(page.contains("exact, then n = 10,000, seed 7"));
}

#[test]
fn an_unfinished_answer_has_bounds() {
    insta::assert_snapshot!("unfinished", unfinished().terminal(false, true).expect("text"));
}

#[test]
fn the_terminal_opens_with_the_answer() {
    insta::assert_snapshot!("terminal", counted().terminal(false, false).expect("text"));
}

#[test]
fn an_exact_report_says_so_of_every_figure() {
    insta::assert_snapshot!("exact", exact().terminal(false, true).expect("text"));
}

#[test]
fn a_hundred_columns_are_enough_and_colour_comes_only_when_asked_for() {
    let (report, _) = ogre(2000);
    let text = report.terminal(false, true).expect("text");
    assert!(text.lines().skip(2).all(|line| line.starts_with("warning") || line.chars().count() <= 102), "{text}");
    assert!(!text.contains('\x1b') && report.terminal(true, true).expect("text").contains('\x1b'));
    assert!(text.len() > report.terminal(false, false).expect("text").len());
}

#[test]
fn every_figure_of_the_json_has_an_interval_or_is_exact() {
    for (report, exact) in [(counted(), false), (exact(), true), (ogre(2000).0, false)] {
        let json: Value = report.json();
        assert_eq!(json["schema"], 1);
        let mut figures = 0;
        for table in json["tables"].as_array().expect("tables") {
            for row in table["rows"].as_array().expect("rows") {
                for figure in row["figures"].as_object().expect("figures").values() {
                    figures += 1;
                    let limits = ["value", "low", "high", "n"].iter().all(|key| figure[key].is_number());
                    assert!(if exact { figure["exact"] == true } else { limits }, "{figure}");
                }
            }
        }
        assert!(figures >= 10);
    }
}

#[test]
fn the_json_holds_the_complete_counts() {
    let json: Value = counted().json();
    assert_eq!(json["metrics"][0]["counts"], serde_json::json!([[0, 6000], [1, 3990], [3, 10]]));
    assert_eq!(json["metrics"][5]["n"], 9999);
}

#[test]
fn the_page_has_every_picture_with_its_numbers_and_needs_nothing_else() {
    for report in [counted(), exact(), ogre(2000).0] {
        let page = report.html().expect("a page");
        let plots = plots(&report.reading());
        assert!(plots.len() >= 2);
        for plot in &plots {
            // The winner and the length of a fight are one picture at the top.
            let above = ["winner", "rounds"].contains(&plot.families[0].as_str());
            assert!(above || page.contains(&format!("<figure id=\"{}\"", plot.slug)), "{} is missing", plot.title);
        }
        assert!(page.contains("class=\"ends\" role=\"img\""));
        let links = page.replace("http://www.w3.org/2000/svg", "");
        for forbidden in ["http", "<script ", "<link", "src=", "url("] {
            assert!(!links.contains(forbidden), "{forbidden}");
        }
        assert_eq!(links.matches("<script>").count(), 1, "one script helps, and without it everything is there");
        assert!(page.contains("--seed 7") && page.contains("--fight 42"));
    }
}

#[test]
fn the_list_of_contents_leads_to_what_it_names() {
    let page = counted().html().expect("a page");
    let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() >= 7, "{links:?}");
    for link in links {
        assert!(page.contains(&format!("id=\"{link}\"")), "nothing is called {link}");
    }
}

#[test]
fn the_page_opens_with_the_answer_and_what_was_wanted() {
    let page = counted().html().expect("a page");
    let places = [
        "beat the right in 60 of 100 fights",
        "\u{2713}",
        "a fair fight",
        "class=\"bar\"",
        "<h2>Who they are",
        "1d8 + 4 <small>(STR 4), range 1</small>",
        "sword (die 1d8)",
        "<h2>Fights told",
    ];
    let found: Vec<usize> = places.iter().map(|text| page.find(text).unwrap_or_else(|| panic!("{text}"))).collect();
    assert!(found.is_sorted(), "{found:?}");
}

#[test]
fn names_cannot_break_the_page_or_a_chart() {
    let (report, _) = ogre(1000);
    assert!(!report.html().expect("a page").contains("<the quick>"));
}

#[test]
fn drawings_are_the_same_every_time() {
    let (report, _) = ogre(1000);
    for plot in plots(&report.reading()) {
        for panel in &plot.panels {
            let once = chart::draw(panel, chart::WIDTHS[0]).expect("a drawing");
            assert_eq!(once, chart::draw(panel, chart::WIDTHS[0]).expect("a drawing"));
            assert!(once.contains("currentColor") && !chart::inline(&once).contains("width=\"540\""));
        }
    }
}

#[test]
fn the_files_are_written_and_their_counts_add_up_to_the_fights() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = counted().write(&directory.path().join("deep/duel")).expect("a report");
    let names: Vec<&str> = paths.iter().map(|path| path.file_name().and_then(|name| name.to_str()).expect("a name")).collect();
    assert_eq!(
        names,
        [
            "report.html",
            "card.svg",
            "tables.csv",
            "distributions.csv",
            "tally",
            "who-wins.svg",
            "who-wins.csv",
            "hp-left-1.svg",
            "hp-left-2.svg",
            "hp-left.csv",
            "SHA256SUMS"
        ]
    );
    let text = fs::read_to_string(&paths[3]).expect("a file");
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *sums.entry(cells[0]).or_default() += cells[2].parse::<u64>().expect("a count");
    }
    let sums: Vec<(&str, u64)> = sums.into_iter().collect();
    assert_eq!(
        sums,
        [
            ("Ada.dead", 10_000),
            ("Ada.hp", 10_000),
            ("Bo.dead", 10_000),
            ("Bo.hp", 9999),
            ("rounds", 10_000),
            ("winner", 10_000)
        ]
    );
}

#[test]
fn a_directory_that_cannot_be_written_fails_before_anything_is_played() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("file");
    fs::write(&file, "in the way").expect("a file");
    let failure = prepare(&file.join("report")).expect_err("a file is no directory");
    assert!(matches!(failure, Failure::File { doing: "write", .. }), "{failure:?}");
    assert_eq!(failure.exit_code(), 3);
}

#[test]
fn markdown_has_every_table() {
    let text = counted().markdown().expect("text");
    for heading in ["# A duel", "## Winner", "## The fights", "## Fates", "## Rules that differ"] {
        assert!(text.contains(heading), "{text}");
    }
}

#[test]
fn names_that_are_cut_keep_both_their_ends() {
    let shortened = |name: &str| chart::shortened(name, 14);
    assert_eq!(shortened("killed by the head"), "killed..e head");
    assert_eq!(shortened("killed by the heart"), "killed.. heart");
    assert_eq!(shortened("failed a save."), "failed a save.");
}
