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

/// A folder with games on pages as they are shipped, without their contracts, and a day of one of them.
fn games() -> tempfile::TempDir {
    let mut files: Vec<(String, String)> = Vec::new();
    for game in ["twenty", "points", "plain-steel"] {
        files.push((format!("rules/{game}.toml"), document(&format!("rules/{game}.toml"))));
        files.push((format!("scenarios/bestiary/{game}.toml"), document(&format!("scenarios/bestiary/{game}.toml"))));
        let scenario = document(&format!("scenarios/own/{game}.toml"));
        let scenario = scenario.split("\n[[expect]]").next().unwrap_or_default().to_owned();
        files.push((format!("scenarios/own/{game}.toml"), scenario));
    }
    files.push(("patch.toml".to_owned(), "[book]\ncrit_face = 18\n".to_owned()));
    files.push(("day.toml".to_owned(), DAY.to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder(&files)
}

/// A day with everything that sides can be to each other, from another folder than the combatants that it includes.
const DAY: &str = r#"format = 1
system = "rules/plain-steel.toml"
title = "A day of steel"
include = ["scenarios/bestiary/plain-steel.toml"]
[[side]]
name = "crew"
allies = ["friends"]
[[side.combatant]]
like = "captain"
name = "Captain"
[[side]]
name = "friends"
[[side.combatant]]
like = "sailor"
name = "Sailor"
arrives = 2
[[side]]
name = "raiders"
attacks = ["villagers"]
[[side.combatant]]
like = "raider"
name = "Raider"
count = 2
[[side]]
name = "villagers"
neutral = true
fights_back = true
[[side.combatant]]
like = "sailor"
name = "Villager"
[[day]]
fight = ["crew", "friends", "raiders", "villagers"]
[[day]]
hazard = { kind = "fall", hurt = "1d6" }
sides = ["crew"]
[[day]]
rest = "night"
[[day]]
fight = ["crew", "villagers"]
"#;

const TWENTY: &str = "scenarios/own/twenty.toml";
const POINTS: &str = "scenarios/own/points.toml";

/// Holds that each of these commands goes well, one after the other in the folder of the games, and says this.
#[track_caller]
fn each_says(commands: &[(String, &str)]) {
    let folder = games();
    for (line, wanted) in commands {
        let arguments: Vec<&str> = line.split(' ').collect();
        let ran = sparring(folder.path(), &arguments);
        let (said, wrong) = (text(&ran.stdout), text(&ran.stderr));
        assert!(ran.status.success(), "{line}: {said}{wrong}");
        assert!(said.contains(wanted) || wrong.contains(wanted), "{line} lacks `{wanted}`: {said}{wrong}");
    }
}

#[test]
fn fights_of_pages_are_played_told_shared_and_kept() {
    each_says(&[
        (format!("run {TWENTY} --fights 200 --out rep"), "beat"),
        ("rerun rep/report.html".to_owned(), "n = 200"),
        (format!("run {TWENTY} --exact --no-report"), "exact"),
        (format!("run {POINTS} --fights 200 --no-report --set combatant.strong.speed=4"), "beat"),
        (format!("run {TWENTY} --fights 200 --shard 1/2 --out parts"), "Part 1 of 2"),
        (format!("run {TWENTY} --fights 200 --shard 2/2 --out parts"), "Part 2 of 2"),
        ("merge parts/parts".to_owned(), "n = 200"),
        ("run day.toml --fights 100 --no-report".to_owned(), "Fight 2"),
        ("replay day.toml --fight 1".to_owned(), "== Fight 1 =="),
    ]);
}

#[test]
fn studies_of_pages_are_made() {
    each_says(&[
        (format!("compare {TWENTY} --set book.crit_face=19 --fights 200 --no-report"), "crit_face"),
        (format!("compare {TWENTY} {POINTS} --fights 200 --no-report"), "What is changed"),
        (format!("sweep {TWENTY} --vary book.crit_face=19..20 --fights 200 --no-report"), "book.crit_face"),
        (format!("sensitivity {TWENTY} --of combatant.guard --fights 100 --no-report"), "armor_class"),
        (
            format!("tune {TWENTY} --vary combatant.guard.armor_class=15..17 --target win(watch)=50% --fights 200 --no-report"),
            "win(watch)",
        ),
        (format!("knockout {POINTS} --fights 100 --no-report"), "strong_blow"),
        (
            "matchup scenarios/bestiary/twenty.toml --roster guard,bandit --fights 100 --no-report".to_owned(),
            "Roster of twenty | twenty",
        ),
        ("matchup --system rules/twenty.toml --roster guard,wolf --fights 100 --no-report".to_owned(), "wolf"),
        (format!("improve {TWENTY} --of watch --fights 50 --budget 1s --no-report"), "Guard"),
        (format!("why {TWENTY} --fights 300 --no-report"), "hit"),
        (format!("chances {TWENTY} --fights 10 --no-report"), "chances by round"),
        (format!("chances {TWENTY} --turns --fights 10 --no-report"), "chances by turn"),
        ("coverage scenarios/own --fights 20".to_owned(), "rules of points"),
        (format!("replay {POINTS} --fight 1 --options"), "could: strong_blow"),
        (format!("replay {POINTS} --fight 1 --chances"), "%"),
    ]);
}

#[test]
fn pages_are_asked_about_and_checked() {
    each_says(&[
        (format!("odds rules/twenty.toml strike --in {TWENTY} --by Guard --at Bandit"), "the target goes out"),
        ("odds rules/points.toml strike".to_owned(), "exact"),
        (format!("sheet {TWENTY}"), "Guard of watch"),
        ("keys rules/points.toml".to_owned(), "guard_class"),
        ("book rules/twenty.toml".to_owned(), "crit_face"),
        ("rulings rules/points.toml".to_owned(), "the rules have none"),
        ("policies rules/points.toml".to_owned(), "block"),
        ("actions rules/points.toml".to_owned(), "strong_blow"),
        (format!("metrics {POINTS}"), "misses"),
        ("schema rules/points.toml".to_owned(), "guard_class"),
        ("schema --rules".to_owned(), "routine"),
        ("validate scenarios/own day.toml".to_owned(), "valid (points"),
        (format!("ask {POINTS} --show mean(rounds) --fights 100"), "mean(rounds)"),
        (format!("bless {TWENTY} --because start --fights 100"), "blessed"),
        (format!("check {TWENTY} --fights 100"), "all 100 fights are the same"),
        (format!("apply patch.toml {TWENTY}"), "crit_face"),
    ]);
}

#[test]
fn luck_of_a_page_is_divided_by_the_names_of_its_rolls() {
    let folder = games();
    let said = runs(folder.path(), &["why", "scenarios/own/twenty.toml", "--fights", "400", "--of", "purposes", "--no-report"]);
    let names: Vec<&str> =
        ["hit", "damage", "critical", "initiative"].into_iter().filter(|name| said.contains(&format!("\n  {name} "))).collect();
    assert_eq!(names, ["hit", "damage", "critical", "initiative"], "{said}");
    assert!(!said.contains("check"), "{said}");
}
