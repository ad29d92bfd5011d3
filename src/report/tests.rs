//! Tests of whole reports: one scenario, played with a fixed seed, looked at in every format.

use std::path::Path;

use crate::exact::{self, Limits};
use crate::report::{Expected, Facts, Fighter, Notable, Outcome, Patch, Report};
use crate::rules::testing::load;
use crate::rules::vogt::Vogt;
use crate::sim::{Layout, Worker};
use crate::stats::Level;

const OGRE: &str = r#"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Aela"
hp_max = 16
armor = 1
weapons = [{ name = "sword", die = "1d8" }]
[[side.combatant]]
name = "Brom"
hp_max = 20
weapons = [{ name = "axe", die = "1d10" }]
[[side.combatant]]
name = "Cid <the quick> & co"
hp_max = 12
weapons = [{ name = "dagger", die = "1d4" }]
[[side]]
name = "ogre"
[[side.combatant]]
name = "Ogre"
hp_max = 40
armor = 2
weapons = [{ name = "club", die = "2d12" }]
"#;

const DUEL: &str = r#"
[[side]]
name = "left"
[[side.combatant]]
name = "A"
hp_max = 6
weapons = [{ name = "club", die = "1d6" }]
[[side]]
name = "right"
[[side.combatant]]
name = "B"
hp_max = 6
weapons = [{ name = "club", die = "1d6" }]
"#;

fn facts(title: &str, sides: &[String], combatants: Vec<Fighter>, fights: u64) -> Facts {
    let command = format!("sparring run ogre.toml --fights {fights} --seed 7");
    Facts {
        title: title.into(),
        about: "Can three heroes who know nothing of each other bring an ogre down?".into(),
        system: "vogt".into(),
        scenario: "scenarios/vogt/ogre.toml".into(),
        digest: "9f2c".repeat(16),
        seed: 7,
        scheme: "pcg64mcg-1".into(),
        tool: "0.1.0".into(),
        level: Level::default(),
        fights: 0..fights,
        interrupted: false,
        precision: None,
        sides: sides.to_vec(),
        combatants,
        patches: vec![Patch { path: "book.defend.ar_bonus".into(), value: "3".into(), published: "2".into() }],
        command,
        lines: None,
        notable: vec![Notable {
            label: "typical".into(),
            fight: 42,
            command: "sparring replay ogre.toml --seed 7 --fight 42".into(),
        }],
        expectations: vec![Expected {
            that: "win(heroes) in 0.4..0.8".into(),
            verdict: "pass".into(),
            because: "a fair fight".into(),
        }],
    }
}

/// A report of a scenario text, with the values of its fights one after the other.
fn report(scenario: &str, fights: Option<u64>) -> (Report, Vec<i64>) {
    let loaded = load::<Vogt>(scenario);
    let layout = Layout::new(&loaded);
    let mut values = Vec::new();
    let outcome = match fights {
        Some(fights) => {
            let mut worker = Worker::new(&loaded, &layout, 7);
            (0..fights.min(50)).for_each(|number| values.extend_from_slice(worker.play(number)));
            Outcome::Counted(Worker::new(&loaded, &layout, 7).tally(0..fights))
        }
        None => Outcome::Exact(exact::solve(&loaded, Limits::default()).unwrap_or_else(|refusal| panic!("{refusal:?}"))),
    };
    let combatants = loaded.combatants.iter().map(|one| Fighter { name: one.name.clone(), side: one.side }).collect();
    let mut facts = facts("Three heroes against an ogre", &loaded.sides, combatants, fights.unwrap_or(0));
    facts.lines = Some(loaded.lines.clone());
    (Report { facts, catalogue: layout.catalogue, outcome }, values)
}

#[test]
fn look() {
    let directory = Path::new("/tmp/sparring-look");
    let (report, _) = report(OGRE, Some(20_000));
    println!("{}", report.terminal(false, true));
    report.write(directory).unwrap();
    let (report, _) = super::tests::report(DUEL, None);
    println!("{}", report.terminal(false, true));
    report.write(&directory.join("exact")).unwrap();
}
