//! The rolls of every system: what its README lists is what its rules can ask for, what replays show, and what can happen.
//!
//! Rolls that no scenario of the project comes to are shown by scenarios of their own, in `systems/<system>/rolls`. Start at
//! [`every_roll_of_the_table_can_happen_and_no_other_does`].

use crate::scenario_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use frame::dice::{Roll, Slot};
use frame::fight::watch::StoryEntry;
use frame::scenario::Raw;
use frame::sim::story;
use sparring::systems;

/// Fights of every scenario that are told.
const FIGHTS: u64 = 60;

/// A row of a roll table: what the roll is called, its stream, its rule.
type Row = (String, String, String);

/// The name that READMEs give to whoever rolls for the table as a whole.
const MASTER: &str = "the game master";

fn row(roll: &Roll) -> Row {
    (roll.what.to_owned(), roll.purpose.word().to_owned(), roll.rule.to_owned())
}

fn folder(system: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(system)
}

/// The table under the heading "Rolls" of a README, each row with who rolls; when that is, is for people.
fn table(readme: &str) -> Vec<(Row, String)> {
    let section = readme.lines().skip_while(|line| *line != "## Rolls").skip(1).take_while(|line| !line.starts_with("## "));
    let rows = section.filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|line| line.split(" | ").map(str::trim).collect::<Vec<_>>()).skip(1);
    let row = |cells: Vec<&str>| match cells[..] {
        [what, who, when, stream, rule] if !when.is_empty() => ((what.into(), stream.into(), rule.into()), who.into()),
        _ => panic!("`{cells:?}` is no row `roll | who | when | stream | rule`"),
    };
    rows.filter(|cells| !cells[0].starts_with("---")).map(row).collect()
}

fn table_of(system: &str) -> Vec<(Row, String)> {
    let readme = fs::read_to_string(folder(system).join("README.md")).expect("every system has a README");
    table(&readme)
}

/// The ids of a system's ledger.
fn ledger(system: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(folder(system).join("ledger.txt")).expect("every system has a ledger");
    text.lines().filter_map(|line| line.split_once(" | ")).map(|(id, _)| id.to_owned()).collect()
}

/// The sights in the fights of a scenario: each roll, and each rule that a sentence cites.
#[derive(Default)]
struct Shown {
    /// Each with whether the game master rolled it.
    rolls: BTreeSet<(Row, bool)>,
    rules: BTreeSet<String>,
}

fn show(system: &str, path: &Path, shown: &mut Shown) {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
    let playable = loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    assert_eq!(playable.game.facts().system, system);
    for number in 0..FIGHTS {
        for told in story::tell(&*playable.engine, &playable.layout, 1, number).told {
            match told {
                StoryEntry::Die { who, roll, .. } => {
                    shown.rolls.insert((row(roll), who == Slot::MASTER));
                }
                StoryEntry::Sentence { rules, .. } => {
                    let ids = rules.split(", ").filter(|id| !id.is_empty());
                    shown.rules.extend(ids.map(str::to_owned));
                }
                StoryEntry::Options { .. } => {}
            }
        }
    }
}

/// The sights in all scenarios of a system, those of the project and those written for rare rolls.
fn shown(system: &str) -> Shown {
    let rare = folder(system).join("rolls");
    let rare = if rare.is_dir() { scenario_files::within(&rare) } else { Vec::new() };
    let mut shown = Shown::default();
    for path in scenario_files::of(system).into_iter().chain(rare) {
        show(system, &path, &mut shown);
    }
    shown
}

#[test]
fn the_table_of_every_readme_lists_the_rolls_of_the_rules_in_their_order() {
    for (system, name) in systems().all().map(|system| (system, system.name())) {
        let rolls: Vec<Row> = system.rolls().iter().map(|roll| row(roll)).collect();
        assert!(!rolls.is_empty(), "{name} rolls no dice");
        let listed: Vec<Row> = table_of(name).into_iter().map(|(row, _)| row).collect();
        assert_eq!(listed, rolls, "the README of {name}, and what its rules can ask for");
    }
}

#[test]
fn every_roll_of_the_table_can_happen_and_no_other_does() {
    for system in systems().names() {
        let listed: BTreeSet<(Row, bool)> = table_of(system).into_iter().map(|(row, who)| (row, who == MASTER)).collect();
        let Shown { rolls, .. } = shown(system);
        let unlisted: Vec<_> = rolls.difference(&listed).collect();
        assert!(unlisted.is_empty(), "rolled so or by {MASTER}, but not in the table of {system}: {unlisted:#?}");
        let unseen: Vec<_> = listed.difference(&rolls).collect();
        assert!(
            unseen.is_empty(),
            "no scenario of {system} comes to these rolls; write one in systems/{system}/rolls: {unseen:#?}"
        );
    }
}

#[test]
fn every_rule_that_a_replay_cites_is_in_the_ledger() {
    for system in systems().names() {
        let (ledger, Shown { rolls, rules }) = (ledger(system), shown(system));
        let cited: BTreeMap<String, String> = rolls
            .into_iter()
            .map(|((what, _, rule), _)| (rule, what))
            .chain(rules.into_iter().map(|id| (id.clone(), id)))
            .collect();
        let unknown: Vec<_> = cited.iter().filter(|(rule, _)| !ledger.contains(*rule)).collect();
        assert!(unknown.is_empty(), "not in the ledger of {system}: {unknown:?}");
    }
}

#[test]
fn a_table_is_found_under_its_heading_and_nowhere_else() {
    let readme = "## Other\n| a | b |\n\n## Rolls\n\nWords.\n\n| roll | who | when | stream | rule |\n| --- | --- | --- | --- | --- |\n\
                  | damage | one | always | damage | X-1 |\n\n## Rulings\n| c | d |\n";
    let row = ("damage".to_owned(), "damage".to_owned(), "X-1".to_owned());
    assert_eq!(table(readme), [(row, "one".to_owned())]);
}
