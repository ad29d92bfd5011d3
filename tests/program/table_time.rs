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

#[test]
fn compare_tells_of_rolls_and_dice_where_they_are_changed() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let compared = |sets: &[&str]| {
        let all = [&["compare", "duel.toml", "--fights", "2000", "--no-report"], sets].concat();
        runs(folder.path(), &all)
    };
    let longer = ["--set", "side.left.Lea.hp_max=60", "--set", "side.right.Rob.hp_max=60"];
    let changed = compared(&longer);
    let table = changed.split("Changed at the table").nth(1).unwrap_or_else(|| panic!("{changed}"));
    assert!(table.contains("table_rolls ") && table.contains("table_dice "), "{changed}");
    assert!(!compared(&["--set", "side.left.Lea.hp_max=9"]).contains("at the table"));
    let json = compared(&[&longer[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let words: Vec<&str> = json["table"].as_array().expect("a list").iter().filter_map(|one| one["word"].as_str()).collect();
    assert!(!words.is_empty() && words.iter().all(|word| *word == "changed"), "{words:?}");
    // With seconds the time stands among the others, as minutes.
    let timed = compared(&[&longer[..], &["--seconds", "roll=20"]].concat());
    assert!(timed.contains(" min ") && !timed.contains("Changed at the table"), "{timed}");
}

#[test]
fn sharpened_comparisons_and_sweeps_count_the_same() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let set = ["compare", "duel.toml", "--fights", "4000", "--no-report", "--set", "side.left.Lea.hp_max=12"];
    let (plain, sharpened) = (runs(folder.path(), &set), runs(folder.path(), &[&set[..], &["--sharpen"]].concat()));
    let told = sharpened.split("Sharpened").nth(1).unwrap_or_else(|| panic!("{sharpened}"));
    assert!(told.contains("win(left)") && told.contains("times as many fights") && sharpened.contains("a factor near 1"));
    let before = |text: &str| text.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(before(&plain), before(&sharpened));
    let threads = |threads: &str| runs(folder.path(), &[&set[..], &["--sharpen", "--threads", threads]].concat());
    assert_eq!(threads("1"), threads("3"));
    let sweep = ["sweep", "duel.toml", "--vary", "side.left.Lea.hp_max=6..10/2", "--fights", "2000", "--no-report"];
    let (plain, sharpened) = (runs(folder.path(), &sweep), runs(folder.path(), &[&sweep[..], &["--sharpen"]].concat()));
    assert!(plain.lines().filter(|line| line.contains("win(left)")).all(|line| sharpened.contains(line)), "{sharpened}");
    assert!(sharpened.contains("without the luck of the dice") && !plain.contains("Sharpened"), "{sharpened}");
}
