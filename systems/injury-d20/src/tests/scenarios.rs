//! The scenarios of the project: each is sound, and its fights keep within what the rules allow.
//!
//! Start at [`play_all`].

use std::path::{Path, PathBuf};

use crate::InjuryD20;
use frame::dice::Slot;
use frame::dice::Streams;
use frame::fight::day::Leg;
use frame::fight::{Progress, Silent, Table};
use frame::rules::plan::run_into;
use frame::rules::{Peek, Plays, RuleSet};
use frame::scenario::{Complaints, Raw};

/// Fights of each scenario.
const FIGHTS: u64 = 60;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/injury-d20");
    let list = std::fs::read_dir(folder).expect("there are scenarios");
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.sort();
    paths
}

/// Plays some days of a scenario and looks at everybody after each step; returns rounds in all.
fn play_all(path: &Path) -> u64 {
    let raw = Raw::read(path, &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let scenario = raw.check::<InjuryD20>().unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let mut complaints = Complaints::default();
    let loaded = InjuryD20::load(&scenario.document, &mut complaints);
    assert_eq!(scenario.problems(complaints), [], "{}", path.display());
    let loaded = loaded.expect("a sound scenario loads");
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let mut table = Table { dice: Streams::new(7, &identities), watch: Silent };
    let mut fight = loaded.rules.blank();
    let mut rounds = 0;
    for number in 0..FIGHTS {
        table.dice.begin(number);
        loaded.rules.open(&mut fight, &mut table);
        for (index, leg) in loaded.plan.legs.iter().enumerate() {
            match *leg {
                Leg::Rest(rest, sides) => loaded.rules.rest(rest, sides, &mut fight, &mut table),
                Leg::Travel(minutes, sides) => loaded.rules.travel(minutes, sides, &mut fight, &mut table),
                Leg::Hazard(_, sides) => run_into(&loaded, index, sides, &mut fight, &mut table),
                Leg::Fight(sides) => {
                    let mut over = loaded.rules.meet(sides, &mut fight, &mut table).is_some();
                    while !over {
                        over = matches!(loaded.rules.step(&mut fight, &mut table), Progress::Over(_));
                        sound(&loaded.rules, &fight, identities.len());
                    }
                    rounds += u64::from(fight.round);
                    loaded.rules.part(&mut fight, &mut table);
                }
            }
            sound(&loaded.rules, &fight, identities.len());
        }
    }
    rounds
}

/// Nobody has more or less than the rules allow.
fn sound<R: Peek>(rules: &R, fight: &R::Fight, combatants: usize) {
    for who in (0..combatants as u8).map(Slot) {
        let see = |name: &str| rules.peek(fight, who, name).expect("there is such a thing to be seen");
        assert!((0..=see("stamina_max")).contains(&see("stamina")), "stamina of {who:?}");
        assert!((0..=see("exhaustion_max")).contains(&see("exhaustion")), "exhaustion of {who:?}");
        assert!(see("bleed") >= 0 && see("strain") >= 0 && see("ap") >= 0);
        if see("unconscious") == 1 || see("dead") == 1 {
            assert_eq!((see("active"), see("ap")), (0, 0), "{who:?} is out");
        }
        if see("unconscious") == 1 {
            assert_ne!(see("place(0)"), 1, "{who:?} holds something");
        }
    }
}

#[test]
fn every_scenario_is_sound_and_its_fights_end() {
    let files = files();
    assert!(files.len() >= 8, "{} scenarios", files.len());
    for path in files {
        assert!(play_all(&path) >= FIGHTS, "{}", path.display());
    }
}
