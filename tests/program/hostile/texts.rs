//! The letters that texts may hold, and their form in files for other programs.

use std::fs;

use crate::hostile::inputs::refused;
use crate::run::{DUEL, folder, runs};

#[test]
fn names_that_are_far_too_long_are_refused() {
    let long = "x".repeat(65_536);
    let weapon = DUEL.replace("\"club\"", &format!("\"{long}\""));
    let key = DUEL.replace("goblin", &long);
    let folder = folder(&[
        ("name.toml", &DUEL.replace("Lea", &long)),
        ("side.toml", &DUEL.replace("\"left\"", &format!("\"{long}\""))),
        ("title.toml", &DUEL.replace("A duel", &long)),
        ("weapon.toml", &weapon),
        ("key.toml", &key),
    ]);
    for file in ["name", "side", "title", "weapon", "key"] {
        let what = if file == "title" { "300 are the most" } else { "65536 characters, and 100 are the most" };
        refused(folder.path(), &["run", &format!("{file}.toml")], 3, &[what]);
    }
}

#[test]
fn characters_that_nobody_sees_are_refused_wherever_they_stand() {
    for letter in ["\\u001b[2J", "\\u0007", "\\u009b", "\\u202e", "\\u2066", "\\u200b", "\\ufeff", "\\u0000"] {
        let code = letter[2..6].to_uppercase();
        let duel = DUEL.replace("at_least", &format!("because = \"so{letter}\"\nat_least"));
        let duel = duel.replace("title", &format!("about = \"x{letter}\"\ntitle")).replace("A duel", &format!("A{letter}"));
        let duel = duel.replace("win(left)", "win(right)");
        let duel = duel.replace("\"Lea\"", &format!("\"Le{letter}\"")).replace("\"club\"", &format!("\"cl{letter}\""));
        let duel = duel.replace("\"left\"", &format!("\"le{letter}\""));
        let duel = format!("{duel}[policy.\"p{letter}\"]\naction = [{{ do = \"attack\" }}]\n");
        let folder = folder(&[("duel.toml", &duel)]);
        refused(folder.path(), &["run", "duel.toml"], 3, &[&format!("U+{code}"), "7 errors"]);
        let ran = crate::run::sparring(folder.path(), &["run", "duel.toml"]);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(!said.chars().any(|letter| letter.is_control() && letter != '\n'), "{said:?}");
    }
}

#[test]
fn names_that_look_like_others_are_refused() {
    let folder = folder(&[
        ("side.toml", &DUEL.replace("\"right\"", "\"lеft\"")),
        ("policy.toml", &format!("{DUEL}[policy.calm]\naction = []\n[policy.\"сalm\"]\naction = []\n")),
        ("fine.toml", &DUEL.replace("Lea", "Léa").replace("Rob", "Мария").replace("club", "⚔️ club")),
    ]);
    refused(folder.path(), &["run", "side.toml"], 3, &["`lеft` looks like `left`", "U+0435"]);
    refused(folder.path(), &["run", "policy.toml"], 3, &["`сalm` looks like `calm`"]);
    runs(folder.path(), &["run", "fine.toml", "--fights", "100"]);
}

#[test]
fn what_names_hold_means_nothing_in_markdown() {
    let hostile = "*[x](y)* `z` | <b>";
    let duel = DUEL.replace("A duel", hostile).replace("Lea", hostile);
    let duel = duel.replace("\"left\"", "\"_l_ <i>\"").replace("win(left)", "win(right)");
    let about = "about = \"\"\"# big\n1. list\n| a | b |\n<script>\"\"\"\ntitle";
    let duel = duel.replacen("title", about, 1);
    let folder = folder(&[("duel.toml", &duel)]);
    let printed = runs(folder.path(), &["run", "duel.toml", "--fights", "200", "--format", "md"]);
    let outside_code = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#') && !line.contains('`')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(printed.starts_with("# \\*\\[x\\](y)\\* \\`z\\` \\| &lt;b>\n"), "{printed}");
    for line in outside_code(&printed) {
        assert!(!line.contains('<') && !line.contains("*[") && !line.starts_with("# ") && !line.starts_with("1. "), "{line}");
    }
    assert!(printed.contains("\n\\# big\n1\\. list\n\\| a \\| b \\|\n&lt;script>\n"), "{printed}");
    let study = ["knockout", "duel.toml", "--of", "rulings", "--fights", "200", "--format", "md"];
    let printed = runs(folder.path(), &study);
    assert!(!printed.contains("*[x]") && !printed.contains("<b>"), "{printed}");
}

#[test]
fn names_are_no_formulas_in_csv() {
    let duel = DUEL
        .replace("Lea", "=1+2")
        .replace("Rob", "@SUM(A1)")
        .replace("\"left\"", "\"-left\"")
        .replace("win(left)", "win(right)");
    let folder = folder(&[("duel.toml", &duel)]);
    runs(folder.path(), &["run", "duel.toml", "--fights", "200", "--rows", "rows.csv"]);
    let mut files = vec![folder.path().join("rows.csv")];
    let charts = folder.path().join("reports/duel/charts");
    files.extend(fs::read_dir(charts).expect("there are charts").map(|entry| entry.expect("an entry").path()));
    files.extend(["tables.csv", "distributions.csv"].map(|name| folder.path().join("reports/duel").join(name)));
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "csv")) {
        let text = fs::read_to_string(file).expect("it can be read");
        for cell in text.lines().flat_map(|line| line.split(',')) {
            let bare = cell.trim_matches('"');
            let formula = bare.starts_with(['=', '+', '-', '@']) && bare.parse::<f64>().is_err();
            assert!(!formula, "{}: {cell}", file.display());
        }
    }
    let rows = fs::read_to_string(&files[0]).expect("it can be read");
    assert!(rows.contains("'=1+2") && rows.contains("'@SUM(A1)") && rows.contains("'-left"), "{rows:.300}");
}

#[test]
fn every_drawing_is_xml() {
    let folder = folder(&[(
        "duel.toml",
        &DUEL.replace("Lea", "L&a <'>").replace("\"left\"", "\"<left> & ]]>\"").replace("win(left)", "win(right)"),
    )]);
    runs(folder.path(), &["run", "duel.toml", "--fights", "200"]);
    runs(folder.path(), &["knockout", "duel.toml", "--fights", "200"]);
    for report in ["duel", "knockout-duel"] {
        let charts = folder.path().join("reports").join(report).join("charts");
        for entry in fs::read_dir(charts).expect("there are charts") {
            let file = entry.expect("an entry").path();
            if file.extension().is_some_and(|extension| extension == "svg") {
                let svg = fs::read_to_string(&file).expect("it can be read");
                let names = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#"];
                let bare = names.iter().fold(svg.clone(), |text, name| text.replace(name, ""));
                assert!(!bare.contains('&') && !bare.contains("<'>") && !bare.contains("<left>"), "{}", file.display());
                assert!(!svg.chars().any(|letter| letter.is_control() && letter != '\n'), "{}", file.display());
            }
        }
    }
}
