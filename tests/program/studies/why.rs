//! `sparring why`, as people use it.

use crate::run::{DUEL, fails, folder, runs};

fn divided(arguments: &[&str]) -> serde_json::Value {
    let folder = folder(&[("duel.toml", DUEL)]);
    let all = [&["why", "duel.toml", "--fights", "6000", "--no-report", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(folder.path(), &all)).expect("JSON")
}

#[test]
fn the_dice_that_decide_a_duel_are_named_with_their_shares() {
    let json = divided(&[]);
    let outcomes = json["outcomes"].as_array().expect("outcomes");
    let keys: Vec<&str> = outcomes.iter().filter_map(|outcome| outcome["outcome"].as_str()).collect();
    assert_eq!(keys, ["win(left)", "win(right)", "rounds"]);
    let by: Vec<&str> =
        outcomes[0]["divisions"].as_array().expect("divisions").iter().filter_map(|one| one["by"].as_str()).collect();
    assert_eq!(by, ["purposes", "sides", "side-purposes"]);
    let purposes = outcomes[0]["divisions"][0]["groups"].as_array().expect("groups");
    let damage = purposes.iter().find(|group| group["dice"] == "damage").expect("damage is rolled");
    let of = |share: &str, at: &str| damage[share][at].as_f64().expect("a number");
    assert!(of("alone", "low") > 0.3 && of("total", "value") > of("alone", "value"), "{damage}");
    assert!(json["unrolled"].as_array().is_some_and(|unrolled| unrolled.contains(&"rest".into())), "{json}");
    // Both sides win of the same luck, whatever rounding leaves of it.
    for (one, other) in purposes.iter().zip(outcomes[1]["divisions"][0]["groups"].as_array().expect("groups")) {
        assert_eq!((&one["dice"], &one["changed"]), (&other["dice"], &other["changed"]));
        let apart =
            |share: &str| one[share]["value"].as_f64().zip(other[share]["value"].as_f64()).map(|(one, other)| one - other);
        assert!(
            ["alone", "total"].map(apart).iter().all(|apart| apart.is_some_and(|apart| apart.abs() < 1e-9)),
            "{one} {other}"
        );
    }
}

#[test]
fn nothing_depends_on_threads_and_the_precision_ends_it() {
    let [one, two, seven] = ["1", "2", "7"].map(|threads| divided(&["--threads", threads]));
    assert!(one == two && two == seven);
    let soon = divided(&["--precision", "6%"]);
    assert_eq!((soon["numbers"].as_u64(), &soon["precision"]["met"]), (Some(4096), &true.into()));
    let late = divided(&["--precision", "0.1%"]);
    assert_eq!((late["numbers"].as_u64(), &late["precision"]["met"]), (Some(6000), &false.into()));
    assert!(late["precision"]["needed"].as_u64().is_some_and(|needed| needed > 100_000), "{}", late["precision"]);
}

#[test]
fn the_answer_is_a_sentence_and_the_page_shows_it() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let said = runs(folder.path(), &["why", "duel.toml", "--fights", "6000", "--out", "out"]);
    assert!(said.starts_with("Who wins is decided by damage dice ("), "{said}");
    assert!(said.contains("win(left) by what dice are rolled for") && said.contains("nobody rolled setup, choice,"), "{said}");
    assert!(!said.contains("win(right)"), "the other side mirrors it: {said}");
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("there is a page");
    assert!(page.contains("Which dice decide win(left), by side") && page.contains("Who wins is decided by"), "{page}");
    for file in ["figures.csv", "figures.json", "report.md", "charts/luck-win-left-purposes.svg"] {
        assert!(folder.path().join("out").join(file).is_file(), "{file}");
    }
}

#[test]
fn outcomes_and_groups_are_those_that_were_asked_for() {
    let json =
        divided(&["--outcome", "chance(winner == left and rounds <= 3)", "--outcome", "mean(Lea.hp)", "--of", "combatants"]);
    let outcomes = json["outcomes"].as_array().expect("outcomes");
    assert_eq!(outcomes.len(), 2, "{json}");
    assert_eq!((&outcomes[0]["kind"], &outcomes[1]["kind"]), (&"share".into(), &"mean".into()));
    let groups = outcomes[1]["divisions"][0]["groups"].as_array().expect("groups");
    let names: Vec<&str> = groups.iter().filter_map(|group| group["dice"].as_str()).collect();
    assert!(names.starts_with(&["Lea", "Rob"]), "{names:?}");
}

/// The arguments of a small study with others behind them.
fn why<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["why", "duel.toml", "--no-report", "--fights", "3000"], more].concat()
}

#[test]
fn what_cannot_be_divided_is_said() {
    let folder = folder(&[("duel.toml", DUEL)]);
    fails(
        folder.path(),
        &why(&["--outcome", "Lea.damage_per_blow"]),
        2,
        &["is a ratio of totals", "such as `mean(Lea.damage_dealt)`"],
    );
    fails(folder.path(), &why(&["--outcome", "win(nobody)"]), 2, &["no side is called as in `win(nobody)`"]);
    fails(folder.path(), &why(&["--precision", "1"]), 2, &["write 1%"]);
    fails(folder.path(), &why(&["--of", "dice"]), 2, &["side-purposes"]);
    let said = runs(folder.path(), &why(&["--outcome", "chance(rounds > 90)"]));
    assert!(
        said.starts_with("Nothing that was asked about varies") && said.contains("it never came about in 3,000 fights"),
        "{said}"
    );
}
