//! Own questions: `ask` against a count by hand over the rows of the same fights.
//!
//! Owns no arithmetic but sums and ranks. Start at [`every_number_is_that_of_the_rows`].

use std::fs;

use crate::run::{DUEL, folder, runs, sparring, text};

/// The number of fights that are asked about.
const FIGHTS: &str = "3000";

/// Cells of a CSV without quotes, by their headings.
fn rows_of(csv: &str) -> Vec<Vec<(String, String)>> {
    let mut lines = csv.lines();
    let heads: Vec<&str> = lines.next().expect("there is a heading").split(',').collect();
    let row = |line: &str| heads.iter().map(|head| (*head).to_owned()).zip(line.split(',').map(str::to_owned)).collect();
    lines.map(row).collect()
}

fn cell<'a>(row: &'a [(String, String)], head: &str) -> &'a str {
    row.iter().find(|(own, _)| own == head).map_or_else(|| panic!("{head} in {row:?}"), |(_, cell)| cell.as_str())
}

fn number(row: &[(String, String)], head: &str) -> i64 {
    cell(row, head).parse().unwrap_or_else(|_| panic!("{head} in {row:?}"))
}

#[test]
fn every_number_is_that_of_the_rows() {
    let folder = folder(&[("duel.toml", DUEL)]);
    runs(folder.path(), &["run", "duel.toml", "--fights", FIGHTS, "--no-report", "--rows", "rows.csv"]);
    let rows = rows_of(&fs::read_to_string(folder.path().join("rows.csv")).expect("there are rows"));
    let show = "mean(Lea.hp), quantile(rounds, 90), chance(Rob.dead), ratio(Lea.hp, rounds)";
    let asked = ["ask", "duel.toml", "--fights", FIGHTS, "--where", "rounds > 3", "--by", "winner", "--show", show];
    let answer = runs(folder.path(), &[&asked[..], &["--format", "csv"]].concat());
    let mut groups = 0;
    for winner in ["left", "right"] {
        let of = |name: &str| -> Vec<&Vec<(String, String)>> {
            let here = rows.iter().filter(|row| number(row, "rounds") > 3 && cell(row, "winner") == winner);
            here.filter(|row| cell(row, "combatant") == name).collect()
        };
        let (lea, rob) = (of("Lea"), of("Rob"));
        let n = lea.len();
        assert!(n > 30, "{winner}: {n}");
        groups += n;
        let hp: i64 = lea.iter().map(|row| number(row, "hp")).sum();
        let mut rounds: Vec<i64> = lea.iter().map(|row| number(row, "rounds")).collect();
        rounds.sort_unstable();
        let dead = rob.iter().filter(|row| number(row, "dead") == 1).count();
        let found = |measure: &str| -> f64 {
            let marked = format!("winner = {winner},");
            let line = answer.lines().find(|line| line.contains(&marked) && line.contains(measure));
            let line = line.unwrap_or_else(|| panic!("{measure} of {winner} in {answer}"));
            let cells: Vec<&str> = line.rsplit(',').collect();
            let [low, value, high] = [cells[2], cells[3], cells[1]].map(|cell| cell.parse::<f64>().expect("a number"));
            assert!(low <= value && value <= high, "{line}");
            value
        };
        assert!((found("mean(Lea.hp)") - hp as f64 / n as f64).abs() < 1e-9);
        assert_eq!(found("quantile(rounds"), rounds[(n * 9).div_ceil(10) - 1] as f64);
        assert!((found("chance(Rob.dead)") - dead as f64 / n as f64).abs() < 1e-9);
        assert!((found("ratio(Lea.hp") - hp as f64 / rounds.iter().sum::<i64>() as f64).abs() < 1e-9);
    }
    let all = rows.iter().filter(|row| number(row, "rounds") > 3 && cell(row, "combatant") == "Lea").count();
    assert_eq!(groups, all, "every fight of these is won by somebody");
    for format in ["text", "json", "md"] {
        let of = |threads: &str| runs(folder.path(), &[&asked[..], &["--format", format, "--threads", threads]].concat());
        let one = of("1");
        assert!(one == of("2") && one == of("7"), "{one}");
    }
}

#[test]
fn sums_shares_and_cross_tables_are_asked_in_the_same_words() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let ask = |arguments: &[&str]| runs(folder.path(), &[&["ask", "duel.toml", "--fights", "2000"], arguments].concat());
    let csv = |show: &str| ask(&["--show", show, "--format", "csv"]).lines().nth(1).expect("a number").to_owned();
    let figures = |line: &str| line.rsplit(',').take(4).collect::<Vec<_>>().join(",");
    assert_eq!(figures(&csv("sum(left, hp)")), figures(&csv("mean(Lea.hp)")), "a side of one is its member");
    let crossed = ask(&["--by", "winner", "--by", "rounds > 3", "--show", "win(left)"]);
    for word in ["winner = left", "rounds > 3 = yes", "rounds > 3 = no", "share of the fights"] {
        assert!(crossed.contains(word), "{word}: {crossed}");
    }
}

#[test]
fn a_mistake_is_shown_in_its_place() {
    let folder = folder(&[("duel.toml", DUEL)]);
    for (show, wanted) in [
        ("mean(Lea.hpp)", "did you mean `Lea.hp`?"),
        ("maen(Lea.hp)", "did you mean `mean(Lea.hp)`?"),
        ("sum(lefd, hp)", "did you mean `left`?"),
        ("quantile(rounds, 100)", "from 1 to 99"),
        ("mean(winner)", "is no number"),
        ("mean(\u{e4}", "no number"),
    ] {
        let ran = sparring(folder.path(), &["ask", "duel.toml", "--show", show]);
        let said = text(&ran.stderr);
        assert!(ran.status.code() == Some(2) && said.contains(wanted) && said.contains('^'), "{show}: {said}");
    }
}

#[test]
fn what_belongs_to_one_fight_of_a_day_is_suggested_by_its_whole_name() {
    let folder = folder(&[]);
    let day = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/vogt/adventuring-day.toml");
    let said = text(&sparring(folder.path(), &["ask", day, "--where", "rounds > 3"]).stderr);
    assert!(said.contains("did you mean `fight1.rounds` or `day.rounds`?"), "{said}");
}

#[test]
fn an_answer_has_a_page_with_its_numbers_as_pictures() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let asked = |by: &[&str]| {
        let words =
            ["ask", "duel.toml", "--fights", FIGHTS, "--show", "mean(rounds), chance(Rob.dead)", "--page", "asked.html"];
        let text = runs(folder.path(), &[&words[..], by].concat());
        (text, fs::read_to_string(folder.path().join("asked.html")).expect("there is a page"))
    };
    let (text, page) = asked(&["--by", "winner"]);
    let number = text.lines().find(|line| line.contains("winner = left")).and_then(|line| line.split_whitespace().nth(3));
    let number = number.unwrap_or_else(|| panic!("no share in {text}"));
    // Once in the picture and once in the table.
    assert!(page.matches(number).count() >= 2, "{number} in {page}");
    assert_eq!(page.matches("class=\"tracks\"").count(), 3, "the share of the fights and two numbers");
    assert!(page.contains("<p class=\"axis\">per cent: chance(Rob.dead)</p>") && page.contains("--by winner"));
    let (_, crossed) = asked(&["--by", "winner", "--by", "rounds / 3"]);
    assert!(crossed.contains("class=\"heat\"") && !crossed.contains("class=\"tracks\""));
}

#[test]
fn fights_in_which_something_happens_are_those_that_the_replay_finds() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let found = |event: &str, condition: &str| {
        let more: &[&str] = if condition.is_empty() { &[] } else { &["--find", condition] };
        let words = ["replay", "duel.toml", "--within", "300", "--told", event];
        let said = runs(folder.path(), &[&words[..], more].concat());
        let count = |line: &str| line.split(' ').next()?.parse::<u64>().ok();
        said.lines().rev().find_map(count).expect("the last line begins with a number")
    };
    let asked = |event: &str, condition: &str| {
        let more: &[&str] = if condition.is_empty() { &[] } else { &["--where", condition] };
        let words = ["ask", "duel.toml", "--fights", "300", "--told", event, "--format", "json"];
        let said: serde_json::Value = serde_json::from_str(&runs(folder.path(), &[&words[..], more].concat())).expect("JSON");
        said["picked"].as_u64().expect("it counts what it picks")
    };
    for (event, condition) in
        [("Lea: critical twice", ""), ("rolled 'critical' 3 times", "winner == left"), ("tied 'has initiative'", "rounds > 2")]
    {
        let count = found(event, condition);
        assert!(0 < count && count < 300, "{event}: {count}");
        assert_eq!(asked(event, condition), count, "{event}");
    }
    let words =
        ["ask", "duel.toml", "--fights", "300", "--told", "Lea: critical twice", "--by", "winner", "--show", "mean(rounds)"];
    let of = |threads: &str| runs(folder.path(), &[&words[..], &["--format", "json", "--threads", threads]].concat());
    let one = of("1");
    assert!(one == of("2") && one == of("7"), "the answer depends on the threads: {one}");
    let ran = sparring(folder.path(), &["ask", "duel.toml", "--told", "falls thre times"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("did you mean `three`?"), "{}", text(&ran.stderr));
}

#[test]
fn a_meeting_without_a_fight_has_no_winner_and_says_so() {
    let file = r#"format = 1
system = "cairn-ap"
title = "A meeting"

[book.reaction]
rolled = true
fight_on = ["hostile"]

[[side]]
name = "party"
[[side.combatant]]
name = "Lea"
weapons = [{ name = "sword" }]

[[side]]
name = "wolves"
[[side.combatant]]
name = "Rob"
weapons = [{ name = "bite", die = "1d6" }]
"#;
    let folder = folder(&[("meeting.toml", file)]);
    let asked = ["ask", "meeting.toml", "--fights", "300", "--by", "winner", "--show", "mean(Lea.hp)"];
    for format in ["text", "csv", "json", "md"] {
        let answer = runs(folder.path(), &[&asked[..], &["--format", format, "--page", "page.html"]].concat());
        assert!(answer.contains("winner = no fight") && !answer.contains("winner = -"), "{answer}");
    }
    let page = fs::read_to_string(folder.path().join("page.html")).expect("there is a page");
    assert!(page.contains("winner = no fight"), "{page}");
    let crossed = runs(folder.path(), &[&asked[..], &["--by", "how"]].concat());
    assert!(crossed.contains("winner = no fight") && crossed.contains("how = no fight"), "{crossed}");
    let found = ["replay", "meeting.toml", "--find", "how == 'no fight'", "--within", "20"];
    assert!(runs(folder.path(), &found).contains("winner no fight, rounds -"));
}
