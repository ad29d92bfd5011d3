//! A designer's own rules as the documents tell of them: whatever a page of the documents shows can be copied and runs.

use std::fs;
use std::path::Path;

use crate::run::{folder, runs, sparring, text};

/// The blocks of TOML of a text, in order.
fn blocks(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (false, "```toml") => {
                inside = true;
                found.push(String::new());
            }
            (true, "```") => inside = false,
            (true, line) => {
                let block = found.last_mut().expect("it has begun");
                *block += line;
                *block += "\n";
            }
            (false, _) => {}
        }
    }
    found
}

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the document is there")
}

/// The parts of a document behind headings of this level, each with its heading.
fn parts<'t>(text: &'t str, level: &str) -> Vec<(&'t str, &'t str)> {
    let level = format!("\n{level} ");
    text.split(&level[..]).skip(1).map(|part| part.split_once('\n').unwrap_or((part, ""))).collect()
}

#[test]
fn the_page_on_the_first_screen_of_the_readme_runs_and_is_short() {
    let readme = document("README.md");
    let first = readme.split("\n## ").next().expect("it begins");
    let page = blocks(first).into_iter().find(|block| block.contains("rules = ")).expect("there is a page of rules");
    assert!(page.lines().count() <= 15, "{page}");
    assert!(first.lines().count() <= 40, "the first screen is {} lines long", first.lines().count());
    let guide = document("docs/own-rules.md");
    let duel = blocks(&guide).into_iter().find(|block| block.contains("[[side]]")).expect("there is a duel");
    let folder = folder(&[("brawl.toml", &page), ("duel.toml", &duel)]);
    let said = runs(folder.path(), &["run", "duel.toml", "--fights", "2000", "--no-report"]);
    assert!(said.contains("Ada against Rob | brawl | n = 2,000"), "{said}");
}

#[test]
fn every_step_of_the_guide_to_own_rules_runs() {
    let guide = document("docs/own-rules.md");
    let game = guide.split("\n## ").find(|part| part.starts_with("A game in ten steps")).expect("there are steps");
    let steps = parts(game, "###");
    assert_eq!(steps.len(), 11, "ten steps, and pages that change others");
    let folder = folder(&[]);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    let (mut duel, mut before) = (String::new(), String::new());
    for (number, (heading, part)) in (1..).zip(steps) {
        let (scenario, page): (Vec<String>, Vec<String>) = blocks(part)
            .into_iter()
            .partition(|block| ["[[side]]", "[policy.", "[[day]]"].iter().any(|key| block.contains(key)));
        let name = format!("step{number}.toml");
        let mut written = page.join("\n");
        if number > 1 {
            let (begins, include) = ("include = [\"brawl.toml\"]\n", format!("include = [\"{before}\"]\n"));
            written = match written.strip_prefix(begins) {
                Some(rest) => include + rest,
                None => format!("{include}format = 1\nrules = \"brawl\"\ntitle = \"{heading}\"\n{written}"),
            };
        }
        write(&name, &written);
        if let Some(whole) = scenario.iter().find(|block| block.contains("[[side]]")) {
            duel.clone_from(whole);
        }
        let more = scenario.iter().filter(|block| !block.contains("[[side]]")).cloned().collect::<Vec<_>>().join("\n");
        let policy = more.split("[policy.").nth(1).and_then(|rest| rest.split(']').next());
        let mut fight = duel.replace("brawl.toml", &name);
        if let Some(policy) = policy {
            fight = fight.replacen("name = \"Ada\"\n", &format!("name = \"Ada\"\npolicy = \"{policy}\"\n"), 1);
        }
        write("duel.toml", &format!("{fight}\n{more}"));
        let ran = sparring(folder.path(), &["run", "duel.toml", "--fights", "500", "--no-report"]);
        let (said, wrong) = (text(&ran.stdout), text(&ran.stderr));
        assert!(ran.status.success() && wrong.is_empty(), "{heading}: {wrong}");
        assert!(said.contains("Ada") && said.contains("Rob"), "{heading}: {said}");
        assert!(!said.contains("timeout    500"), "{heading}: nobody can do anything: {said}");
        before = name;
    }
}

#[test]
fn a_game_of_the_guide_is_kept_by_the_commands_that_it_tells() {
    let guide = document("docs/own-rules.md");
    let duel = blocks(&guide).into_iter().find(|block| block.contains("[[side]]")).expect("there is a duel");
    let page = blocks(&guide).into_iter().find(|block| block.contains("rules = ")).expect("there is a page");
    let kept = guide.split("\n## ").find(|part| part.starts_with("Keep it")).expect("there is a part on it");
    let expect = blocks(kept).into_iter().find(|block| block.contains("[[expect]]")).expect("there is an expectation");
    let folder = folder(&[("brawl.toml", &page), ("duel.toml", &format!("{duel}\n{expect}"))]);
    let commands: Vec<&str> = kept.lines().filter_map(|line| line.strip_prefix("sparring ")).collect();
    assert_eq!(commands.len(), 6);
    for command in commands {
        let mut arguments: Vec<&str> = Vec::new();
        for (number, part) in command.split('"').enumerate() {
            if number % 2 == 1 { arguments.push(part) } else { arguments.extend(part.split_whitespace()) }
        }
        runs(folder.path(), &arguments);
    }
}

#[test]
fn a_page_that_includes_another_keeps_what_it_does_not_say() {
    let core = "format = 1\nrules = \"core\"\ntitle = \"t\"\n[book]\nstep = { is = 2, from = 1, to = 9, about = \"how far\" }\n[state]\nhp = { begins = 3, from = 0 }\n[arena]\nstep = 5\nwidth = 8\n[turn]\nout = \"hp <= 0\"\n[action.walk]\ndo = \"move toward target up to book.step; target.hp -= 1\"\n";
    let other = "include = [\"core.toml\"]\nformat = 1\nrules = \"other\"\ntitle = \"t\"\n[book]\nstep = 5\n[state]\nhp = 4\n[arena]\nwidth = 6\n";
    let folder = folder(&[("core.toml", core), ("pages/other.toml", &other.replace("core.toml", "../core.toml"))]);
    let said = runs(folder.path(), &["book", "pages/other.toml"]);
    assert!(said.contains("book.step = 5") && said.contains("how far") && said.contains("from 1 to 9"), "{said}");
    let wrote = runs(folder.path(), &["new", "--system", "pages/other.toml", "games.toml"]);
    assert!(wrote.contains("sparring run games.toml"), "{wrote}");
    fs::create_dir(folder.path().join("games")).expect("it can be made");
    runs(folder.path(), &["new", "--system", "pages/other.toml", "games/new.toml"]);
    let made = fs::read_to_string(folder.path().join("games/new.toml")).expect("it was written");
    assert!(made.contains("system = \"../pages/other.toml\""), "{made}");
    let said = runs(folder.path(), &["run", "games/new.toml", "--fights", "100", "--no-report"]);
    assert!(said.contains("Ada") && said.contains("Rob"), "{said}");
    let ran = sparring(folder.path(), &["run", "core.toml"]);
    let wrong = text(&ran.stderr);
    assert!(wrong.contains("this is a page of rules, and no scenario") && wrong.contains("system = \"core.toml\""), "{wrong}");
}

#[test]
fn a_scenario_that_begins_from_a_page_has_what_is_done_with_something() {
    let folder = folder(&[("brawl.toml", &document("systems/own/starter-rules.toml"))]);
    runs(folder.path(), &["new", "--system", "brawl.toml", "duel.toml"]);
    let made = fs::read_to_string(folder.path().join("duel.toml")).expect("it was written");
    assert!(made.contains("weapons = [{ name = \"weapon\" }]") && made.contains("# armor_class = "), "{made}");
    let ran = sparring(folder.path(), &["run", "duel.toml", "--fights", "200", "--no-report"]);
    let (said, wrong) = (text(&ran.stdout), text(&ran.stderr));
    assert!(ran.status.success() && wrong.is_empty() && !said.contains("timeout    200"), "{said}{wrong}");
}

#[test]
fn whatever_takes_the_name_of_a_system_takes_the_path_of_a_page() {
    let page = document("rules/plain-steel.toml");
    let folder = folder(&[("rules/steel.toml", &page)]);
    for (arguments, wanted) in [
        (&["book", "rules/steel.toml"][..], "bandage"),
        (&["rulings", "rules/steel.toml"], "the rules have none"),
        (&["policies", "rules/steel.toml"], "weakest"),
        (&["keys", "rules/steel.toml"], "strength"),
        (&["actions", "rules/steel.toml"], "bandage"),
        (&["schema", "rules/steel.toml"], "a d20 has to show no more"),
    ] {
        let said = runs(folder.path(), arguments);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
    }
}

#[test]
fn baselines_and_reports_of_a_page_are_named_by_its_short_name() {
    let page = document("rules/plain-steel.toml");
    let duel = "format = 1\nsystem = \"../rules/steel.toml\"\ntitle = \"t\"\n[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"Ada\"\nweapons = [{ name = \"axe\" }]\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"Rob\"\nweapons = [{ name = \"axe\" }]\n";
    let folder = folder(&[("rules/steel.toml", &page), ("fights/duel.toml", duel)]);
    runs(folder.path(), &["bless", "fights", "--because", "a test", "--fights", "500"]);
    assert!(folder.path().join("reports/baselines/plain-steel/duel").is_file());
    assert!(!folder.path().join("rules/steel.toml/duel").exists());
    let said = runs(folder.path(), &["check", "fights", "--fights", "500"]);
    assert!(said.contains("plain-steel/duel"), "{said}");
}
