//! Reports of comparisons of made-up fights, looked at in every format.

use std::sync::atomic::AtomicBool;

use serde_json::Value;

use crate::report::ComparisonReport;
use crate::report::compare::events::events;
use crate::report::compare::forest::forests;
use crate::report::compare::matrix::rows;
use crate::report::compare::{Arm, Change, Entry, Found};
use crate::report::document::{Readable as _, Tabular as _};
use frame::analysis::compare::{Compared, ComparisonRule, Contest, compare};
use frame::analysis::margin::Margins;
use frame::analysis::testing::MadeUp;
use frame::stats::Level;

/// Two scenarios: in the first, left wins more, takes longer and Ada loses a hit point now and then; in the second nothing moves.
fn report(fights_max: u64) -> ComparisonReport {
    let before = |number: u64| {
        [
            i64::from(number.is_multiple_of(3)),
            3 + (number % 5) as i64,
            i64::from(number.is_multiple_of(11)),
            (number % 7) as i64,
        ]
    };
    let first = MadeUp::new(|number| {
        let [winner, rounds, dead, hp] = before(number);
        let after = [
            winner * i64::from(number % 12 != 0),
            rounds + 1,
            i64::from(dead == 1 && number % 55 != 0),
            hp - i64::from(number % 40 == 1),
        ];
        [before(number), after]
    });
    let second = MadeUp::new(|number| [before(number); 2]);
    let rule = ComparisonRule {
        level: Level::default(),
        fights_max,
        margins: Margins::default(),
        full: false,
        strict: false,
        waits_for: Vec::new(),
    };
    let contests = [
        Contest { pair: &first, outcomes: &first.outcomes, same: false, pacts: None },
        Contest { pair: &second, outcomes: &second.outcomes, same: true, pacts: None },
    ];
    let compared = compare(&contests, &rule, Some(1), &AtomicBool::new(false), &mut |_| {}).expect("it is played");
    let arm =
        |typed: &str, digest: &str| Arm { title: "A <duel> | for two".into(), typed: typed.into(), digest: digest.into() };
    let entry = |name: &str, outcomes, compared, digest: &str| Entry {
        name: name.into(),
        system: "vogt".into(),
        before: arm("duel.toml", "aa"),
        after: arm("duel.toml --set book.x=2", digest),
        changes: vec![Change { path: "book.x".into(), before: "1".into(), after: "2".into() }],
        outcomes,
        asked: Vec::new(),
        compared,
        table: Vec::new(),
    };
    let mut compared = compared.into_iter();
    let mut next = || compared.next().expect("two scenarios");
    let entries =
        vec![entry("duel", first.outcomes.clone(), next(), "bb"), entry("other", second.outcomes.clone(), next(), "aa")];
    ComparisonReport {
        command: "sparring compare duel.toml other.toml --set book.x=2".into(),
        change: "book.x=2".into(),
        seed: 1,
        scheme: "pcg64mcg/key1".into(),
        tool: "0.1.0".into(),
        files: Vec::new(),
        rule,
        entries,
        failed: Vec::new(),
    }
}

/// The report of the first scenario alone.
fn alone(fights_max: u64) -> ComparisonReport {
    let mut report = report(fights_max);
    report.entries.truncate(1);
    report
}

#[test]
fn the_terminal_opens_with_the_answer() {
    insta::assert_snapshot!("terminal", alone(20_000).terminal(false, true).expect("text"));
}

#[test]
fn what_was_asked_for_stands_first() {
    let mut report = alone(20_000);
    let order = |report: &ComparisonReport| report.found().iter().map(Found::name).collect::<Vec<_>>();
    let mut expected = order(&report);
    let last = expected.pop().expect("there are several");
    expected.insert(0, last.clone());
    report.entries[0].asked.push(last);
    assert_eq!(order(&report), expected);
    // What is counted twice, because it is asked for and measured anyway, is told once.
    let again = report.found()[0].finding.clone();
    report.entries[0].compared.findings.push(again);
    assert_eq!(order(&report), expected);
}

#[test]
fn several_scenarios_have_one_list_and_a_line_each() {
    insta::assert_snapshot!("several", report(20_000).terminal(false, false).expect("text"));
}

#[test]
fn markdown_can_be_pasted() {
    insta::assert_snapshot!("markdown", alone(600).markdown().expect("text"));
}

#[test]
fn colour_comes_only_when_asked_for() {
    let report = report(20_000);
    assert!(
        !report.terminal(false, true).expect("text").contains('\x1b')
            && report.terminal(true, true).expect("text").contains('\x1b')
    );
}

#[test]
fn every_outcome_of_the_json_has_its_word_its_intervals_and_its_margin() {
    let json: Value = report(20_000).json();
    assert_eq!((json["schema"].as_u64(), json["confidence"].as_f64()), (Some(1), Some(0.95)));
    let outcomes = json["outcomes"].as_array().expect("outcomes");
    assert_eq!(outcomes.len(), 10);
    for outcome in outcomes {
        assert!(["changed", "undecided", "unchanged", "identical"].contains(&outcome["word"].as_str().expect("a word")));
        for interval in ["before", "after", "difference"] {
            assert!(["value", "low", "high"].iter().all(|key| outcome[interval][key].is_number()), "{outcome}");
        }
        assert!(outcome["margin"].as_f64().expect("a margin") > 0.0);
    }
    assert_eq!(json["scenarios"][0]["flows"][0]["fights"][1][0], 5000 / 12 + 1, "right before, left after");
}

#[test]
fn the_csv_has_a_row_for_every_outcome() {
    let csv = report(20_000).csv();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 11);
    assert!(
        lines[0].starts_with("scenario,outcome,word,label,unit,n,before,") && lines[1].starts_with("duel,rounds,"),
        "{csv}"
    );
}

#[test]
fn the_page_needs_nothing_else_and_names_cannot_break_it() {
    let report = report(20_000);
    let page = report.html().expect("a page");
    assert!(!page.contains("<duel>"));
    let links = page.replace("http://www.w3.org/2000/svg", "");
    for forbidden in ["http", "<script ", "<link", "src=", "url("] {
        assert!(!links.contains(forbidden), "{forbidden}");
    }
    let forests = forests(&report);
    let slugs: Vec<&str> = forests.iter().map(|forest| forest.slug.as_str()).collect();
    assert_eq!(slugs, ["differences-rates", "differences-rounds", "differences-hp"]);
    for forest in &forests {
        assert_eq!(forest.draw().expect("a drawing"), forest.draw().expect("a drawing"));
    }
    for wanted in ["sparring replay duel.toml --fight", "sparring replay duel.toml --set book.x=2 --fight", "unchanged"] {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
fn the_page_opens_with_who_wins_and_draws_before_and_after_where_they_are() {
    let report = alone(20_000);
    let page = report.html().expect("a page");
    let found = report.found();
    let event = |key: &str| found.iter().find(|found| found.finding.outcome.key == key).expect("an outcome").finding;
    let right = event("win(right)");
    let level = report.rule.level_of_intervals();
    let at = |share: Option<frame::stats::Interval>| share.expect("it was played").estimate * 100.0;
    let (before, after) = (at(right.evidence.before(level)), at(right.evidence.after(level)));
    assert!((before - 33.3).abs() < 0.1 && (after - 25.0).abs() < 0.1, "{before} {after}");
    for (share, class) in [(before, "before"), (after, "after")] {
        let mark = format!("<b class=\"{class}\" style=\"left:{:.2}%\">", 100.0 - share);
        assert!(page.contains(&mark), "{mark}");
    }
    let sentence = "Left won 75 instead of 67 of 100 fights; fights took 6.0 rounds on average, 5.0 before.";
    assert!(page.contains("x 2 instead of 1"), "the title says what was changed");
    let opening = page.split("class=\"verdict\">").nth(1).expect("a verdict");
    assert!(opening.starts_with(&sentence.replace("Left", "The left")), "{}", &opening[..200]);
}

#[test]
fn equal_events_are_one_row_with_its_opposite() {
    let report = alone(20_000);
    let merged = events(&report.found());
    let wins = merged.iter().find(|event| event.found.finding.outcome.key == "win(left)").expect("the first of the two leads");
    assert_eq!((wins.with.len(), &wins.without[..]), (0, &["win(right)".to_owned()][..]));
    assert!(merged.iter().all(|event| event.found.finding.outcome.key != "win(right)"));
    let apart = merged.iter().filter(|event| event.others().is_empty()).count();
    assert_eq!(apart + 2, report.found().len(), "nothing else falls together");
}

#[test]
fn many_scenarios_are_one_matrix_and_what_did_not_move_is_folded() {
    let report = report(20_000);
    let rows = rows(&report);
    let [wins, rounds, deaths] = &rows[0].cells;
    let (wins, rounds, deaths) =
        (wins.as_ref().expect("wins"), rounds.as_ref().expect("rounds"), deaths.as_ref().expect("deaths"));
    assert_eq!((wins.who.as_str(), wins.way, rounds.way), ("left", "more", "more"));
    assert!(deaths.who == "Ada" && deaths.way == "less", "{} {}", deaths.who, deaths.way);
    assert!(rows[1].moved == 0 && rows[1].cells.iter().flatten().all(|cell| cell.way.is_empty() && cell.strength == 0.0));
    let page = report.html().expect("a page");
    assert!(page.contains("href=\"#scenario-1\"") && page.contains("id=\"scenario-1\""), "the matrix leads to the details");
    assert!(!page.contains("id=\"scenario-2\""), "nothing moved there");
    assert!(page.contains("Nothing is seen to move in 1 of 2 scenarios"));
}

#[test]
fn what_was_not_compared_is_said() {
    let mut report = report(20_000);
    report.failed.push("broken.toml".into());
    report.entries[1].compared = Compared::default();
    let text = report.terminal(false, false).expect("text");
    for wanted in ["broken.toml", "before the first look of other", "differs between the two sides of other"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

#[test]
fn the_files_are_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let paths = report(20_000).write(directory.path()).expect("a report");
    let names: Vec<&str> = paths.iter().map(|path| path.file_name().and_then(|name| name.to_str()).expect("a name")).collect();
    let drawings = ["differences-rates.svg", "differences-rounds.svg", "differences-hp.svg"];
    let texts = ["report.html", "outcomes.csv", "outcomes.json", "report.md"];
    assert_eq!(names, [&texts[..], &drawings, &["SHA256SUMS"]].concat());
}
