//! Inputs that are too large: each is read in a time that grows with its length, or refused with the limit.

use crate::hostile::inputs::{bounded, refused};
use crate::run::{DUEL, folder, text};

fn many(count: usize, line: impl FnMut(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn ten_thousand_errors_are_counted_and_a_hundred_are_shown() {
    let keys = format!("{DUEL}[book]\n{}", many(10_000, |index| format!("nothing{index} = {index}\n")));
    let folder = folder(&[("keys.toml", &keys)]);
    refused(folder.path(), &["validate", "keys.toml"], 3, &["10000 errors; the first 100 are shown", "keys.toml:26:1"]);
}

#[test]
fn expectations_combatants_and_fights_of_a_day_have_limits_that_are_told() {
    let head = DUEL.split("[[expect]]").next().expect("a duel has a head");
    let expect =
        format!("{head}{}", many(4000, |index| format!("[[expect]]\nthat = \"chance(rounds > {index})\"\nat_least = 0\n")));
    let combatants = many(15_000, |index| format!("[[side.combatant]]\nlike = \"goblin\"\nname = \"Rob {index}\"\n"));
    let combatants = format!("{head}{combatants}");
    let day = format!("{head}{}", many(1000, |_| "[[day]]\nfight = [\"left\", \"right\"]\n".to_owned()));
    let include = format!("include = [{}]\n{DUEL}", many(5000, |index| format!("\"{index}.toml\", ")));
    let sides = format!(
        "{head}{}",
        many(9000, |index| format!("[[side]]\nname = \"{index}\"\n[[side.combatant]]\nlike = \"goblin\"\n"))
    );
    let folder = folder(&[
        ("expect.toml", &expect),
        ("combatants.toml", &combatants),
        ("day.toml", &day),
        ("include.toml", &include),
        ("sides.toml", &sides),
    ]);
    refused(folder.path(), &["run", "expect.toml"], 3, &["`expect` must have at most 500 elements, but it has 4000"]);
    refused(folder.path(), &["run", "combatants.toml"], 3, &["too many combatants", "at most 64"]);
    refused(folder.path(), &["run", "day.toml"], 3, &["`day` must have at most 300 elements, but it has 1000"]);
    refused(folder.path(), &["run", "include.toml"], 3, &["`include` must have at most 100 elements"]);
    refused(folder.path(), &["run", "sides.toml"], 3, &["too many sides"]);
}

#[test]
fn a_folder_of_too_many_files_is_refused_before_they_are_read() {
    let names: Vec<String> = (0..1100).map(|index| format!("all/{index}.toml")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "title = \"nothing\"\n")).collect();
    let folder = folder(&files);
    let told = "1100 scenario files are too many for one command: 1000 at the most";
    refused(folder.path(), &["compare", "all", "--set", "book.defend.ar_bonus=3"], 2, &[told]);
    refused(folder.path(), &["check", "all"], 2, &[told]);
    for name in names.iter().skip(900) {
        std::fs::remove_file(folder.path().join(name)).expect("removed");
    }
    refused(folder.path(), &["compare", "all", "--set", "book.defend.ar_bonus=3"], 3, &["nothing that can be compared"]);
}

#[test]
fn what_lies_deep_inside_others_is_refused() {
    let depths = [100, 3000, 100_000];
    for depth in depths {
        let list = format!("{DUEL}[book]\ndefend = {}1{}\n", "[".repeat(depth), "]".repeat(depth));
        let table = format!("{DUEL}[book]\ndefend = {}1{}\n", "{ a = ".repeat(depth), " }".repeat(depth));
        let dotted = format!("{DUEL}[book]\n{} = 1\n", vec!["a"; depth].join("."));
        let header = format!("{DUEL}[{}]\nb = 1\n", vec!["a"; depth].join("."));
        let condition = |text: &str| DUEL.replace("win(left)", &format!("chance({text})"));
        let brackets = condition(&format!("{}rounds > 3{}", "(".repeat(depth), ")".repeat(depth)));
        let nots = condition(&format!("{}rounds > 3", "not ".repeat(depth)));
        let ands = condition(&format!("rounds > 3{}", " and rounds > 3".repeat(depth / 10)));
        let policy =
            format!("{DUEL}[policy.deep]\naction = [{{ do = \"attack\", when = \"{}\" }}]\n", "-".repeat(depth) + "1 > 0");
        let files = [list, table, dotted, header, brackets, nots, ands, policy];
        let named: Vec<(String, String)> =
            files.into_iter().enumerate().map(|(at, text)| (format!("{at}.toml"), text)).collect();
        let list: Vec<(&str, &str)> = named.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let folder = folder(&list);
        for (name, _) in &named {
            let ran = bounded(folder.path(), &["validate", name]);
            let (code, said) = (ran.status.code(), text(&ran.stderr));
            assert!(
                code == Some(3) || code == Some(0),
                "{name} {depth}: {code:?} {}",
                said.chars().take(500).collect::<String>()
            );
        }
    }
}

#[test]
fn values_of_the_command_line_are_bounded_too() {
    let folder = folder(&[("duel.toml", DUEL)]);
    let long = "x".repeat(65_536);
    refused(folder.path(), &["run", "duel.toml", "--set", &format!("side.left.Lea.name={long}")], 3, &["--set 1:1:", "20000"]);
    let short = "x".repeat(101);
    let name = format!("side.left.Lea.name={short}");
    refused(folder.path(), &["run", "duel.toml", "--set", &name], 3, &["this name has 101 characters, and 100 are the most"]);
    let mut deep = "side.left".to_owned();
    deep.push_str(&".a".repeat(3000));
    refused(folder.path(), &["run", "duel.toml", "--set", &format!("{deep}=1")], 3, &["nothing lies so deep"]);
}
