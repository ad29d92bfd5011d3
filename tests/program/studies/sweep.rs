//! `sparring sweep`, as people use it.

use std::fs;

use crate::run::{DUEL, fails, folder, runs, sparring, text};

/// The figure of a cell in CSV: value, low, high.
fn figure(csv: &str, value: &str, outcome: &str) -> [f64; 3] {
    let line = csv.lines().find(|line| line.starts_with(&format!("{value},{outcome},")));
    let line = line.unwrap_or_else(|| panic!("no {value}, {outcome} in {csv}"));
    let cells: Vec<&str> = line.split(',').collect();
    [4, 5, 6].map(|cell| cells[cell].parse().expect("a number"))
}

const VARY: [&str; 6] = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=3..13/2", "--fights", "3000"];

#[test]
fn more_hit_points_win_more_and_the_threshold_lies_where_the_cells_say() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let with = |more: &[&str]| runs(folder.path(), &[&VARY[..], &["--no-report"], more].concat());
    let csv = with(&["--format", "csv"]);
    let wins = [3, 5, 7, 9, 11, 13].map(|hp| figure(&csv, &hp.to_string(), "win(left)")[0]);
    assert!(wins.windows(2).all(|pair| pair[0] <= pair[1]) && wins[0] < 0.5 && wins[5] > 0.5, "{wins:?}");
    let json: serde_json::Value = serde_json::from_str(&with(&["--format", "json"])).expect("JSON");
    let crossing = &json["thresholds"][0];
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let (from, to) = (number(&crossing["between"][0]), number(&crossing["between"][1]));
    assert!((from..=to).contains(&number(&crossing["at"])), "{crossing}");
    assert!(figure(&csv, &from.to_string(), "win(left)")[0] < 0.5, "{crossing}");
    assert!(figure(&csv, &to.to_string(), "win(left)")[0] >= 0.5, "{crossing}");
    let said = with(&[]);
    assert!(said.starts_with("Lea needs about "), "{said}");
    let exactly = " hit points for an even fight\nwin(left) crosses 50 % at Lea's hit points = ";
    assert!(said.contains(exactly), "{said}");
    assert!(!said.contains("chance(winner == timeout)"), "what never happens has no column: {said}");
}

#[test]
fn a_cell_is_the_run_of_that_variant_bit_for_bit() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let csv = runs(folder.path(), &[&VARY[..], &["--no-report", "--format", "csv"]].concat());
    let run = ["run", "duel.toml", "--set", "side.left.Lea.hp_max=7", "--fights", "3000", "--no-report", "--format", "csv"];
    let run = runs(folder.path(), &run);
    let line = run.lines().find(|line| line.starts_with("Winner,left,")).expect("the winner");
    let value: f64 = line.split(',').nth(5).expect("a value").parse().expect("a number");
    assert_eq!(figure(&csv, "7", "win(left)")[0], value);
}

#[test]
fn sums_over_a_side_are_swept_when_they_are_asked_for() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let asked = ["--outcome", "mean(left.hp)", "--no-report", "--format", "csv"];
    let csv = runs(folder.path(), &[&VARY[..], &asked].concat());
    let [few, many] = ["3", "13"].map(|hp| figure(&csv, hp, "left.hp")[0]);
    assert!(many > few + 1.0, "{csv}");
    let asked = [&VARY[..], &["--outcome", "mean(left.nothing)"]].concat();
    fails(folder.path(), &asked, 2, &["nothing that is measured is called `left.nothing`"]);
}

#[test]
fn an_interrupted_sweep_goes_on_where_it_was() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let arguments = [&VARY[..], &["--out", "out"]].concat();
    let whole = runs(folder.path(), &arguments);
    assert!(whole.contains("6 of 6 cells, n = 3,000 each"), "{whole}");
    let figures = || fs::read_to_string(folder.path().join("out/figures.csv")).expect("the figures");
    let before = figures();
    let cells = || {
        let files = fs::read_dir(folder.path().join("out/cells")).expect("the cells").map(|file| file.expect("a cell").path());
        let mut files: Vec<_> = files.collect();
        files.sort();
        files
    };
    assert_eq!(cells().len(), 6);
    // As if it had been broken off: one cell was never finished, one was only half written, one has other counts.
    fs::remove_file(&cells()[0]).expect("it is there");
    fs::write(&cells()[0], "{").expect("it can be written");
    let other = fs::read_to_string(&cells()[1]).expect("it can be read").replace("\"seed\":1", "\"seed\":2");
    fs::write(&cells()[1], other).expect("it can be written");
    let again = runs(folder.path(), &arguments);
    assert!(again.contains("6 of 6 cells, 3 of them kept from before"), "{again}");
    assert_eq!(figures(), before);
    // Another question takes none of them.
    let other = runs(folder.path(), &[&arguments[..], &["--outcome", "mean(rounds)"]].concat());
    assert!(!other.contains("kept from before"), "{other}");
}

#[test]
fn a_cell_that_is_no_scenario_is_named_and_costs_no_other() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let vary = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=-1,5,9", "--fights", "500", "--out", "out"];
    let ran = sparring(folder.path(), &vary);
    let said = text(&ran.stdout);
    assert_eq!(ran.status.code(), Some(3), "{}", text(&ran.stderr));
    for wanted in ["1 of 3 cells cannot be played", "`hp_max` must be", "2 of 3 cells, n = 500"] {
        assert!(said.contains(wanted), "no {wanted} in {said}");
    }
    let page = fs::read_to_string(folder.path().join("out/report.html")).expect("there is a page");
    assert!(page.contains("<svg") && page.contains("`hp_max` must be"), "{page}");
}

#[test]
fn rulings_counts_and_two_values_at_a_time_are_varied_too() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let sweep =
        |more: &[&str]| runs(folder.path(), &[&["sweep", "duel.toml", "--fights", "500", "--no-report"], more].concat());
    let rulings = sweep(&["--vary", "rulings.crit=once,off", "--outcome", "mean(rounds)", "--outcome", "Rob.hp"]);
    assert!(rulings.starts_with("rounds: ") && rulings.contains("\nRob.hp: "), "{rulings}");
    let counts = sweep(&["--vary", "side.right.Rob.count=1,2,4"]);
    assert!(counts.contains("win(left) crosses 50 %"), "{counts}");
    let two = ["--vary", "side.left.Lea.hp_max=5,9", "--vary", "rulings.crit=once,off", "--out", "two"];
    let two = runs(folder.path(), &[&["sweep", "duel.toml", "--fights", "500"][..], &two].concat());
    assert!(two.contains("crit off") && two.contains("4 of 4 cells"), "{two}");
    assert!(folder.path().join("two/charts/map-win-left.svg").exists());
    let asked = sweep(&["--vary", "side.left.Lea.hp_max=5,9", "--outcome", "chance(winner == left and rounds <= 2)"]);
    assert!(asked.contains("chance(winner == left and rounds <= 2)"), "{asked}");
}

#[test]
fn threads_never_show() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let with =
        |threads: &str| runs(folder.path(), &[&VARY[..], &["--no-report", "--format", "json", "--threads", threads]].concat());
    assert_eq!(with("1"), with("3"));
}

#[test]
fn bad_input_has_its_message_and_its_exit_code() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let cases: &[(&[&str], i32, &str)] = &[
        (&[], 2, "--vary"),
        (&["--vary", "side.left.Lea.hp_max"], 2, "write a path and its values"),
        (&["--vary", "side.left.Lea.hp_max=9..1"], 2, "is empty"),
        (&["--vary", "side.left.Leo.hp_max=1..3"], 3, "did you mean `Lea`?"),
        (&["--vary", "book.defnd.ar_bonus=1..3"], 3, "defnd"),
        (&["--vary", "book.defend.ar_bonus=1..3", "--outcome", "Lea.hpp"], 2, "did you mean `Lea.hp`?"),
        (&["--vary", "book.defend.ar_bonus=1..3", "--outcome", "chance(rounds > )"], 2, "chance"),
        (&["--vary", "book.defend.ar_bonus=1..3", "--outcome", "win(middle)"], 2, "win(middle)"),
        (&["--vary", "book.defend.ar_bonus=1..3", "--vary", "book.defend.ar_bonus=1,2"], 2, "varied twice"),
        (&["--vary", "book.defend.ar_bonus=1..900", "--vary", "side.left.Lea.hp_max=1..9"], 2, "too many"),
        (&["--vary", "book.defend.ar_bonus=1..3", "--target", "much"], 2, "60%"),
    ];
    for (arguments, code, message) in cases {
        let all = [&["sweep", "duel.toml", "--no-report", "--fights", "200"], *arguments].concat();
        fails(folder.path(), &all, *code, &[message]);
    }
}

#[test]
fn a_cell_is_played_again_when_what_it_counts_has_changed() {
    let with = |metric: &str| DUEL.replacen("[[side]]", &format!("[metric]\nclose = \"{metric}\"\n\n[[side]]"), 1);
    let folder = folder(&[("duel.toml", &with("winner == left"))]);
    let arguments = [&VARY[..], &["--outcome", "chance(close)", "--out", "out"]].concat();
    let figures = || fs::read_to_string(folder.path().join("out/figures.csv")).expect("the figures");
    runs(folder.path(), &arguments);
    let left = figure(&figures(), "3", "close")[0];
    fs::write(folder.path().join("duel.toml"), with("winner == right")).expect("it can be written");
    let said = runs(folder.path(), &arguments);
    assert!(said.contains("6 of 6 cells, n"), "none is kept: {said}");
    let right = figure(&figures(), "3", "close")[0];
    assert!(left < 0.4 && right > 0.6, "{left} {right}");
}
