//! Tests of the rules of `heimr`: a scenario, a script of dice, and what must be seen afterwards.
//!
//! Owns the map of the test files and the helpers they share. Each test names the ledger ids it proves in the line above it;
//! `tests/library/ledger.rs` of the crate fails when an id of `ledger.txt` is left without one. Start at [`fabric`].
//!
//! | file | what |
//! |---|---|
//! | `data` | the book, the rulings, the schema |
//! | `build` | attributes, abilities, experience |
//! | `gear` | weapons, shields, starting conditions |
//! | `ground` | squares, borders, distances, concealment |
//! | `challenge` | the roll, fatigue and requirements, drawn and exact |
//! | `values` | no value of the book is read by nothing |
//! | `plain` | fights that are played the short way |
//! | `fight` | scripted turns: the way through a whole fight |
//! | `spec_stage` | people and policies that the scripted files share |
//! | `spec_scripts` | scripted turns of attack, guard, breath, fall, repeated dodge |
//! | `spec_effects` | effects, injuries, care and rest |
//! | `spec_turns` | turns, actions, defences, shots, hiding |
//! | `spec_people` | more people and policies for the files below |
//! | `spec_cluster` | squares, clusters, shots into them, two weapons |
//! | `spec_brawl` | brawl attacks, what they provoke, grabs |
//! | `spec_hide` | hiding, looking, sleeping, fainting, speaking |
//! | `spec_rulings` | rulings that no other scripted file plays with |
//! | `spec_skills` | skills on structures, answers to skills |
//! | `spec_second` | the second weapon, target, attacker, owner |
//! | `spec_secrets` | concealed items, the will to fight |
//! | `spec_actions` | actions of all kinds |
//! | `spec_defence` | blocks, parries, stored defences |
//! | `spec_order` | initiative, delay, readied actions, durations |
//! | `spec_ready` | readied actions that go somewhere |
//! | `spec_chase` | chases |
//! | `spec_days` | rests, treatment, what a day begins with |
//! | `spec_climb` | climbing, holding on, falling, heights |
//! | `spec_blind` | blind spots |
//! | `spec_borders` | limits, crossings, flight, chases |
//! | `spec_care` | surrender, care after a fight, elevation |
//! | `spec_carry` | moving others |
//! | `spec_default` | the turn of a fighter whose policy says nothing |
//! | `spec_grab` | grabs |
//! | `spec_guard` | guards of others and of borders |
//! | `spec_hidden` | the hidden, sounds, sleepers |
//! | `spec_lamp` | lights that combatants carry |
//! | `spec_light` | terrain, darkness, light, concealment |
//! | `spec_corners` | corners in which these rules meet |
//! | `spec_changes` | light and weather that change, triggers of all kinds, terrain that the quarry chooses, grips |
//! | `spec_exact` | exact answers where something is forgotten |

mod build;
mod challenge;
mod data;
mod fight;
mod gear;
mod ground;
mod plain;
mod spec_effects;
mod spec_scripts;
mod spec_stage;
mod spec_turns;
mod values;

mod spec_actions;
mod spec_blind;
mod spec_borders;
mod spec_brawl;
mod spec_care;
mod spec_carry;
mod spec_changes;
mod spec_chase;
mod spec_climb;
mod spec_cluster;
mod spec_corners;
mod spec_days;
mod spec_default;
mod spec_defence;
mod spec_exact;
mod spec_grab;
mod spec_guard;
mod spec_hazards;
mod spec_hidden;
mod spec_hide;
mod spec_lamp;
mod spec_light;
mod spec_order;
mod spec_people;
mod spec_ready;
mod spec_rulings;
mod spec_second;
mod spec_secrets;
mod spec_skills;
mod spec_starts;

use super::{Fabric, Heimr};
use frame::error::Failure;
use frame::scenario::{Complaints, Raw, expand};

/// Two sides; the first one's only combatant is A, given by its insides.
fn with_a(a: &str, rest: &str) -> String {
    let a = if a.is_empty() { String::new() } else { format!(", {a}") };
    format!(
        "format = 1\nsystem = \"heimr\"\ntitle = \"test\"\nside = [\n{{ name = \"one\", combatant = [{{ name = \"A\"{a} }}] }},\n\
         {{ name = \"two\", combatant = [{{ name = \"B\" }}] }},\n]\n{rest}\n"
    )
}

/// The parts of a scenario, or everything that is wrong with it.
fn try_fabric(text: &str) -> Result<Fabric, String> {
    let render = |failure: Failure| failure.render(false);
    let scenario = Raw::from_text("test.toml", text, &[]).check::<Heimr>().map_err(render)?;
    let mut complaints = Complaints::default();
    let enlisted = expand(&scenario.document, &mut complaints);
    let fabric = Fabric::new(&scenario.document, &enlisted, &mut complaints);
    if complaints.any_error() {
        return Err(render(Failure::Scenario(scenario.problems(complaints))));
    }
    Ok(fabric)
}

/// The warnings about such a scenario.
fn warnings(a: &str, rest: &str) -> Vec<String> {
    let scenario = Raw::from_text("test.toml", &with_a(a, rest), &[]).check::<Heimr>();
    let document = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false))).document;
    let mut complaints = Complaints::default();
    let enlisted = expand(&document, &mut complaints);
    let _ = Fabric::new(&document, &enlisted, &mut complaints);
    complaints.into_list().into_iter().map(|complaint| complaint.message).collect()
}

/// The parts of a scenario whose first combatant is A.
#[track_caller]
fn fabric(a: &str, rest: &str) -> Fabric {
    try_fabric(&with_a(a, rest)).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Asserts what is wrong with such a scenario.
#[track_caller]
fn refused(a: &str, rest: &str, because: &str) {
    let problems = try_fabric(&with_a(a, rest)).err().unwrap_or_else(|| panic!("nothing was found wrong"));
    assert!(problems.contains(because), "{problems}");
}
