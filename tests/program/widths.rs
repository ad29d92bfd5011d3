//! Texts for people fit into their terminal: every verb at 80, 120 and 200 columns, with long names and many combatants.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const WIDTHS: [usize; 3] = [80, 120, 200];

/// Twelve against twelve, of whom some have names of 54 letters.
fn crowd() -> String {
    let mut text =
        "format = 1\nsystem = \"vogt\"\ntitle = \"The long names of the North and those who have none\"\n".to_owned();
    let long = "Brunhild of the Seven Towers beyond the Northern March";
    assert_eq!(long.len(), 54);
    let fighter = |name: &str, count: u32| {
        let weapons = "weapons = [{ name = \"club\", die = \"1d6\", type = \"blunt\" }]";
        format!("[[side.combatant]]\nname = \"{name}\"\ncount = {count}\nhp_max = 9\n{weapons}\n")
    };
    text += "\n[[side]]\nname = \"those who came from far away\"\n";
    for name in [
        long,
        "Odo",
        "Ida",
        "Eberhard-Friedrich-Wilhelm-Maximilian-von-Hohenstein",
        "Ana",
        "Bo",
        "Cy",
        "Di",
        "Eva",
        "Fay",
        "Gus",
    ] {
        text += &fighter(name, 1);
    }
    text += &fighter("scout", 1);
    text += "\n[[side]]\nname = \"goblins\"\n";
    text += &fighter("goblin", 12);
    text += "\n[[expect]]\nthat = \"win(goblins)\"\nbetween = [0.1, 0.9]\nbecause = \"a crowd is a coin\"\n";
    text + "\n[[expect]]\nthat = \"win(goblins)\"\nat_least = 0.99\nbecause = \"somebody wanted what cannot be had here, and said so at length\"\n"
}

fn printed(folder: &Path, arguments: &[&str], columns: Option<usize>) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    command.args(arguments).current_dir(folder).env_remove("COLUMNS").env_remove("GITHUB_STEP_SUMMARY");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns.to_string());
    }
    let ran = command.output().expect("the program starts");
    let (text, error) = (String::from_utf8_lossy(&ran.stdout).into_owned(), String::from_utf8_lossy(&ran.stderr));
    assert!(!text.is_empty() && !error.contains("panicked"), "{arguments:?}: {error}");
    text
}

/// All numbers with an error: `61.758 % ± 0.095`, `14.2 ± 0.3`.
fn figures(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').flat_map(|word| word.split('\n')).filter(|word| !word.is_empty()).collect();
    let mut found = Vec::new();
    for (at, _) in words.iter().enumerate().filter(|(at, word)| **word == "±" && *at > 0 && *at + 1 < words.len()) {
        let from = if words[at - 1] == "%" { at - 2 } else { at - 1 };
        found.push(words[from..=at + 1].join(" ").trim_end_matches([',', '.', ';', ')']).to_owned());
    }
    found
}

fn holds(folder: &Path, arguments: &[&str]) {
    // At the end of all tests this one runs alone: each width has a thread of its own.
    let [whole, texts @ ..] = std::thread::scope(|scope| {
        let [first, second, third] = WIDTHS.map(Some);
        let running = [None, first, second, third].map(|columns| scope.spawn(move || printed(folder, arguments, columns)));
        running.map(|thread| thread.join().expect("the program runs"))
    });
    for (columns, text) in WIDTHS.into_iter().zip(&texts) {
        for line in text.lines() {
            let letters = line.chars().count();
            // A text without a blank in it, such as a path, cannot be broken.
            let longest = line.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
            assert!(
                letters <= columns || longest * 2 > columns,
                "{arguments:?} at {columns}: {letters} letters: {line}\n{text}"
            );
            let (first, last) = (line.trim_start(), line.trim_end());
            assert!(!last.ends_with('±') && !first.starts_with(['±', '%']), "{arguments:?} at {columns}: {line}");
        }
        let kept = figures(text);
        for figure in figures(&whole) {
            assert!(kept.contains(&figure), "{arguments:?} at {columns}: {figure} is cut or lost\n{text}");
        }
    }
    // More room makes no more lines.
    assert!(texts[2].lines().count() <= texts[0].lines().count(), "{arguments:?}");
}

fn of_project(path: &str) -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(path).display().to_string()
}

#[test]
fn whatever_a_verb_prints_fits_into_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("crowd.toml"), crowd()).expect("the file can be written");
    fs::create_dir(folder.path().join("two")).expect("a folder");
    fs::write(folder.path().join("two/crowd.toml"), crowd()).expect("the file can be written");
    fs::write(folder.path().join("two/other.toml"), crowd().replace("hp_max = 9", "hp_max = 7")).expect("it can be written");
    let hp = "side.goblins.goblin.hp_max";
    let (few, fewer, set) = (["--fights", "120"], ["--fights", "30"], "book.defend.ar_bonus=4");
    let (line, square) = (format!("{hp}=6..12/2"), "side.those who came from far away.Odo.hp_max=6..18/2");
    for arguments in [
        &["run", "crowd.toml", "--all", "--no-report"][..],
        &["run", "crowd.toml", "--lines", "--no-report"],
        &["compare", "crowd.toml", "--set", set, "--no-report", "--all"],
        &["compare", "two", "--set", set, "--no-report"],
        &["sweep", "crowd.toml", "--vary", &line, "--no-report"],
        &["sweep", "crowd.toml", "--vary", &line, "--vary", square, "--no-report"],
        &["matchup", "crowd.toml", "--rows", &line, "--columns", square, "--no-report", "--all"],
        &["sensitivity", "crowd.toml", "--of", "book.defend", "--no-report"],
        &["knockout", "crowd.toml", "--of", "rulings", "--no-report"],
        &["tune", "crowd.toml", "--vary", &format!("{hp}=6..12"), "--target", "win(goblins)=0.5", "--no-report"],
        &["improve", "crowd.toml", "--of", "goblins", "--tries", "20", "--no-report"],
        &[
            "ask",
            "crowd.toml",
            "--by",
            "winner",
            "--show",
            "mean(rounds), quantile(rounds, 90), mean('Odo 1'.hp), chance(winner == timeout)",
        ],
        &["check", "crowd.toml", "--only", "contracts"],
    ] {
        // Studies of many variants play few fights of each.
        let fights = if matches!(arguments[0], "knockout" | "sensitivity" | "improve") { fewer } else { few };
        holds(folder.path(), &[arguments, &fights].concat());
    }
    for arguments in [
        &["sheet", "crowd.toml"][..],
        &["metrics", "crowd.toml", "damage"],
        &["policies", "vogt"],
        &["keys", "vogt", "weapons"],
        &["book", "vogt"],
        &["odds", "vogt"],
        &["odds", "vogt", "initiative", "--die", "1d4", "--against", "1d12"],
        &["odds", "heimr", "challenge", "--consistency=-5..5"],
        &["replay", "crowd.toml", "--fight", "3"],
    ] {
        holds(folder.path(), arguments);
    }
}

#[test]
fn a_career_fits_into_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    holds(folder.path(), &["run", &of_project("cairn-ap/career.toml"), "--fights", "40", "--no-report", "--all"]);
}
