//! `sparring tune`, as people use it.

use crate::run::{DUEL, fails, folder, runs};

fn tuned(arguments: &[&str]) -> serde_json::Value {
    let folder = folder(&[("duel.toml", DUEL)]);
    let all = [&["tune", "duel.toml", "--fights", "8000", "--no-report", "--format", "json"], arguments].concat();
    serde_json::from_str(&runs(folder.path(), &all)).expect("JSON")
}

#[test]
fn the_value_that_is_found_reaches_the_target_on_fresh_fights_and_its_neighbours_do_not() {
    let json = tuned(&["--vary", "side.left.Lea.hp_max=2..30", "--target", "win(left)=0.55..0.75"]);
    assert_eq!(json["found"], "values", "{json}");
    let confirmed = json["confirmed"].as_array().expect("values played again");
    let first = json["values"][0].as_str().expect("a value");
    let (mut inside, mut outside) = (0, 0);
    for one in confirmed {
        let estimate = one["figure"]["value"].as_f64().expect("a number");
        let is_inside = (0.55..=0.75).contains(&estimate);
        assert_eq!(one["side"] == "inside", is_inside, "{one}");
        inside += usize::from(is_inside);
        outside += usize::from(!is_inside);
        assert_eq!(one["fights"], 8000);
    }
    assert!(inside >= 1 && outside == 2, "{json}");
    assert!(confirmed.iter().any(|one| one["value"] == first), "{json}");
    let search = json["search"].as_array().expect("the search");
    assert!(search.len() < 16, "{} of 29 values were played", search.len());
    // Fresh fights are other fights.
    let of = |list: &serde_json::Value| {
        let one = list.as_array().expect("a list").iter().find(|one| one["value"] == first).expect("the value").clone();
        one["figure"]["value"].clone()
    };
    assert_ne!(of(&json["search"]), of(&json["confirmed"]));
}

#[test]
fn a_target_that_no_value_meets_has_its_two_neighbours() {
    let json = tuned(&["--vary", "side.left.Lea.hp_max=2..30/4", "--target", "win(left)=50%"]);
    assert_eq!((&json["found"], json["values"].as_array().map(Vec::len)), (&"between".into(), Some(2)), "{json}");
    let of = |at: usize| json["confirmed"][at]["figure"]["value"].as_f64().expect("a number");
    assert!(of(0) < 0.5 && of(1) > 0.5, "{json}");
}

#[test]
fn what_is_out_of_reach_says_so_and_names_the_nearest() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let arguments =
        ["tune", "duel.toml", "--vary", "side.left.Lea.hp_max=2..5", "--target", "win(left)=0.97..1", "--fights", "3000"];
    let said = runs(folder.path(), &[&arguments[..], &["--out", "out"]].concat());
    assert!(
        said.starts_with(
            "No value of Lea's hit points from 2 to 5 brings win(left) to 97 % to 100 %\nNearest is Lea's hit points = 5: "
        ),
        "{said}"
    );
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).expect("there is a page");
    assert!(page.contains("<svg") && page.contains("Confirmed on fresh fights"), "{page}");
}

#[test]
fn a_response_that_turns_around_is_no_matter_of_halving() {
    // Between two weak values stands a strong one.
    let weapons = |dice: &str| format!("[{{ name = \"x\", die = \"{dice}\", type = \"blunt\" }}]");
    let values = [weapons("1d4"), weapons("1d6"), weapons("1d12"), weapons("1d6"), weapons("1d4")];
    let mut values: Vec<String> = values.to_vec();
    values[3] = values[3].replace("\"x\"", "\"y\"");
    values[4] = values[4].replace("\"x\"", "\"y\"");
    let vary = format!("side.left.Lea.weapons={}", values.join(","));
    let json = tuned(&["--vary", &vary, "--set", "side.left.Lea.hp_max=6", "--target", "win(left)=0.97..0.99"]);
    assert!(json["found"] == "not one way" || json["found"] == "unreached", "{json}");
    let means = tuned(&["--vary", "side.left.Lea.hp_max=2..30", "--target", "mean(rounds)=4..5"]);
    assert_eq!(means["outcome"], "rounds");
}

/// A duel of which two things are expected that no single change brings about.
const EXPECTING: &str = r#"
[[expect]]
that = "mean(rounds)"
at_least = 4.65

[[expect]]
that = "win(left)"
symmetric = "win(right)"
within = 0.9
"#;

#[test]
fn the_smallest_set_of_changes_that_meets_all_expectations_is_found_and_confirmed() {
    let folder = folder(&[
        ("duel.toml", &format!("{DUEL}{EXPECTING}")),
        ("silent.toml", DUEL.split("[[expect]]").next().expect("text")),
    ]);
    let vary = ["--vary", "side.left.Lea.hp_max=9,12,16,20", "--vary", "side.right.Rob.hp_max=6,10,12,99999999999"];
    let with = |more: &[&str]| runs(folder.path(), &[&["tune", "duel.toml", "--fights", "3000"], &vary[..], more].concat());
    let json: serde_json::Value = serde_json::from_str(&with(&["--no-report", "--format", "json"])).expect("JSON");
    // The values that are there already, and the one that is no value, are no changes: 3 and 2 remain.
    assert_eq!(json["tried"][0], 5, "{json}");
    assert_eq!(json["refused"][0]["change"], "side.right.Rob.hp_max=99999999999", "{json}");
    let best = &json["found"][0];
    let expectations = best["expectations"].as_array().expect("expectations");
    for one in expectations {
        assert!(one["figure"]["value"].as_f64() >= one["low"].as_f64(), "{json}");
    }
    let sizes: Vec<usize> =
        json["found"].as_array().expect("plans").iter().map(|one| one["sets"].as_array().map_or(0, Vec::len)).collect();
    assert!(sizes.iter().all(|size| *size == sizes[0] && *size == json["tried"].as_array().map_or(0, Vec::len)), "{json}");
    let said = with(&["--out", "out"]);
    assert!(said.contains("enough to meet all 3 expectations: Lea's hit points "), "{said}");
    assert!(folder.path().join("out/report.html").exists());
    let none = ["tune", "duel.toml", "--fights", "1000", "--no-report", "--vary", "book.defend.ar_bonus=1,3"];
    assert!(runs(folder.path(), &none).starts_with("No set of up to 1 of these changes meets all 3 expectations"));
    fails(folder.path(), &["tune", "silent.toml", "--vary", "book.defend.ar_bonus=1,3"], 2, &["[[expect]]"]);
}

#[test]
fn bad_input_has_its_message_and_its_exit_code() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let vary = "side.left.Lea.hp_max=2..9";
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--vary", vary, "--vary", "book.defend.ar_bonus=1..2", "--target", "win(left)=0.5"], 2, "one value is varied"),
        (&["--target", "win(left)=0.5"], 2, "--vary"),
        (&["--vary", vary, "--target", "win(left)"], 2, "write an outcome"),
        (&["--vary", vary, "--target", "win(left)=0.6..0.5"], 2, "the larger one"),
        (&["--vary", vary, "--target", "win(middle)=0.5"], 2, "win(middle)"),
        (&["--vary", "side.left.Leo.hp_max=2..9", "--target", "win(left)=0.5"], 3, "did you mean `Lea`?"),
        (&["--vary", "side.left.Lea.hp_max=-3..9", "--target", "win(left)=0.5"], 3, "hp_max"),
    ];
    for (arguments, code, message) in cases {
        let all = [&["tune", "duel.toml", "--no-report", "--fights", "200"], *arguments].concat();
        fails(folder.path(), &all, *code, &[message]);
    }
}
