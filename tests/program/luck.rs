//! What luck alone shows is told as a difference no more often than stated: days, comparisons and studies of duels that are even whatever
//! is changed, since a change of the rules is one for both.
//!
//! Of so many seeds at most [`SAID_MOST`] may say a difference: each may in one of twenty. Start at [`said`].

use serde_json::Value;

use crate::run::{folder, runs};

const SEEDS: usize = 40;
/// With one in twenty, six of forty come up in one test of three hundred; seeds are the same in every run.
const SAID_MOST: usize = 5;

/// Two of the same, each alone on its side, with what else is said in the file.
fn even(left: &str, rest: &str) -> String {
    let side =
        |side: &str, who: &str| format!("[[side]]\nname = \"{side}\"\n[[side.combatant]]\nname = \"{who}\"\nlike = \"one\"\n");
    format!(
        "format = 1\nsystem = \"vogt\"\ntitle = \"An even duel\"\n[book]\nexhaustion.unconscious_level = 1\n\
         [rulings]\nar_mode = \"off\"\ncrit = \"off\"\nstrength_modifier = \"none\"\n\
         [combatant.one]\nhp_max = 10\nweapons = [{{ name = \"club\", die = \"1d6\" }}]\n{}{}{rest}",
        side("left", left),
        side("right", "Rob")
    )
}

/// The number of seeds by which these arguments make the program say a difference.
fn said(files: &[(&str, &str)], arguments: &[&str], seeds: usize, says: impl Fn(&str) -> bool) -> usize {
    let folder = folder(files);
    let said = |seed: usize| {
        let seed = seed.to_string();
        let arguments = [arguments, &["--no-report", "--threads", "1", "--seed", &seed]].concat();
        says(&runs(folder.path(), &arguments))
    };
    (1..=seeds).filter(|&seed| said(seed)).count()
}

#[test]
fn no_fight_of_a_day_of_equals_is_the_hardest() {
    let day = even(
        "Lea",
        "[[day]]\nrepeat = 8\nparts = [{ fight = [\"left\", \"right\"], fresh = [\"left\", \"right\"] }, { rest = \"full_rest\" }]\n",
    );
    let hardest = |said: &str| said.contains("The hardest was");
    let named = said(&[("day.toml", &day)], &["run", "day.toml", "--fights", "300"], SEEDS, hardest);
    assert!(named <= SAID_MOST, "{named} of {SEEDS} days");
}

#[test]
fn other_luck_is_no_change() {
    let files = [("one.toml", &*even("Lea", "")), ("other.toml", &*even("Lia", ""))];
    let changed = |said: &str| {
        ["more often", "less often"].iter().any(|word| said.lines().next().is_some_and(|line| line.contains(word)))
    };
    let named = said(&files, &["compare", "one.toml", "other.toml", "--fights", "500"], SEEDS, changed);
    assert!(named <= SAID_MOST, "{named} of {SEEDS} comparisons");
}

#[test]
fn a_number_of_both_decides_nothing_between_them() {
    let arguments = ["sensitivity", "one.toml", "--of", "combatant", "--outcome", "win(left)", "--fights", "400"];
    let named =
        said(&[("one.toml", &even("Lea", ""))], &arguments, SEEDS, |said| !said.contains("None of these numbers is shown"));
    assert!(named <= SAID_MOST, "{named} of {SEEDS} studies");
}

#[test]
fn a_ruling_for_both_decides_nothing_between_them() {
    let (seeds, most) = (20, 4);
    let arguments =
        ["knockout", "one.toml", "--of", "rulings", "--outcome", "win(left)", "--fights", "150", "--format", "json"];
    let decides = |said: &str| {
        let said: Value = serde_json::from_str(said).expect("it is JSON");
        let outcomes = said["knocked"].as_array().into_iter().flatten().filter_map(|one| one["outcomes"].as_array()).flatten();
        let mut words = outcomes.filter(|one| one["outcome"] == "win(left)").map(|one| one["word"].clone());
        words.any(|word| word == "changed" || word == "moved")
    };
    // Whoever goes first where all is equal would be the one who is listed first: that decides.
    let even = even("Lea", "").replace("[rulings]\n", "[rulings]\ninitiative_final = \"random\"\n");
    let named = said(&[("one.toml", &even)], &arguments, seeds, decides);
    assert!(named <= most, "{named} of {seeds} studies");
}
