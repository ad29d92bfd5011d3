//! Time at the table, outcomes of chances, and sharpened runs, as people use them.

use crate::run::{DUEL, fails, folder, runs};

fn asked(folder: &std::path::Path, arguments: &[&str]) -> serde_json::Value {
    let all = [&["ask", "duel.toml", "--fights", "300", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(folder, &all)).expect("JSON")
}

#[test]
fn rolls_and_turns_are_outcomes_and_do_not_depend_on_threads() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let show = [
        "--show",
        "mean(table_rolls), mean(table_dice), mean(table_idle_turns), mean(table_turns), ratio(table_rolls, rounds)",
    ];
    let one = asked(folder.path(), &[&show[..], &["--threads", "1"]].concat());
    let other = asked(folder.path(), &[&show[..], &["--threads", "3"]].concat());
    assert_eq!(one, other);
}

#[test]
fn all_tables_have_the_time_and_the_plain_ones_are_as_they_were() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let plain = runs(folder.path(), &["run", "duel.toml", "--fights", "300", "--no-report"]);
    assert!(!plain.contains("Table time"), "{plain}");
    let all = runs(folder.path(), &["run", "duel.toml", "--fights", "300", "--no-report", "--all"]);
    assert!(all.contains("Table time") && all.contains("rolls per round") && all.contains("What is rolled for"), "{all}");
    assert!(!all.contains("seconds at the table"), "no minutes are invented: {all}");
    let timed = runs(folder.path(), &["run", "duel.toml", "--fights", "300", "--no-report", "--seconds", "roll=5,decision=10"]);
    assert!(timed.contains("seconds at the table"), "{timed}");
}

#[test]
fn a_scenario_can_say_how_long_things_take_and_a_change_of_it_shows() {
    let folder = folder(&[("duel.toml", &format!("{DUEL}\n[seconds]\nroll = 5\n"))]);
    let said = runs(folder.path(), &["run", "duel.toml", "--fights", "300", "--no-report"]);
    assert!(said.contains("Table time") && said.contains("seconds at the table"), "{said}");
    fails(
        folder.path(),
        &["run", "duel.toml", "--seconds", "roll=3"],
        2,
        &["the scenario has `[seconds]`", "--set seconds.roll=5"],
    );
    fails(
        folder.path(),
        &["run", "duel.toml", "--seconds", "rol=3"],
        2,
        &["nothing at the table is called `rol`", "did you mean `roll`?"],
    );
    fails(folder.path(), &["run", "duel.toml", "--seconds", "roll=0.5"], 2, &["no whole number of seconds"]);
}

#[test]
fn chances_are_outcomes_and_can_be_expected() {
    let expects = format!("{DUEL}\n[[expect]]\nthat = \"mean(fight.dead_rounds)\"\nat_most = 1000\n");
    let folder = folder(&[("duel.toml", DUEL), ("expects.toml", &expects)]);
    let show = [
        "--show",
        "mean(fight.decided), mean(fight.dead_rounds), chance(fight.comebacks), mean(fight.swing)",
        "--fights",
        "40",
    ];
    let all = [&["ask", "duel.toml"], &show[..]].concat();
    let said = runs(folder.path(), &all);
    assert!(said.contains("mean(fight.dead_rounds)"), "{said}");
    let said = runs(folder.path(), &["run", "expects.toml", "--fights", "40", "--no-report"]);
    assert!(said.contains("mean(fight.dead_rounds)") && said.contains("holds"), "{said}");
}

#[test]
fn a_sharpened_run_counts_the_same_and_tells_how_much_surer_it_is() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let plain = ["run", "duel.toml", "--fights", "2000", "--no-report", "--format", "csv"];
    let (counted, sharpened) = (runs(folder.path(), &plain), runs(folder.path(), &[&plain[..], &["--sharpen"]].concat()));
    assert!(counted.lines().all(|line| sharpened.contains(line)), "{counted}\n{sharpened}");
    assert!(sharpened.contains("times as many fights"), "{sharpened}");
    let threads = |threads: &str| runs(folder.path(), &[&plain[..], &["--sharpen", "--threads", threads]].concat());
    assert_eq!(threads("1"), threads("3"));
    fails(folder.path(), &["run", "duel.toml", "--sharpen", "--exact"], 2, &["--exact"]);
}
