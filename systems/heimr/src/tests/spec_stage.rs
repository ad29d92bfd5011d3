//! People, policies and a stage for scripted fights.
//!
//! Owns no test. Everybody's abilities have a consistency of 0, so that a challenge is one small die. Start at [`stage`].

use crate::Heimr;
use frame::dice::{AnyDice, Scripted};
use frame::fight::day::Leg;
use frame::fight::watch::StoryEntry;
use frame::fight::{AnyWatch, Counting, Narrating, Table};
use frame::rules::testing::{ScriptedPlay, load};
use frame::rules::{Measures, Plays};

/// Attributes, abilities and a first dodge that is worth 5.
const BODY: &str = "attributes = { sta = 3 }, stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }, \
                    abilities = { agility = { c = 0, p = 2 }, brawl = { c = 0, p = 3 }, swordsmanship = { c = 0, p = 3 }, \
                    sword_and_shield = { c = 0, p = 3 }, knife_fighting = { c = 0, p = 3 }, archery = { c = 0, p = 3 }, \
                    throwing = { c = 0, p = 3 }, survival = { c = 0, p = 0 }, perception = { c = 0, p = 0 }, \
                    persuasion = { c = 0, p = 0 }, insight = { c = 0, p = 0 } }";

/// Policies for everybody who has nothing special to do.
const POLICIES: &str = "
[policy.fights]
defend = [{ do = 'dodge' }]
[policy.waits]
turn = [{ do = 'wait' }]
defend = [{ do = 'dodge' }]
";

/// A combatant of the stage.
#[derive(Clone)]
pub struct Person {
    /// The name of its side.
    pub side: String,
    /// Its sheet, as a line of a scenario.
    pub sheet: String,
}

/// A combatant of a side, with the sheet as a line of a scenario.
pub fn person(side: &str, sheet: String) -> Person {
    Person { side: side.to_owned(), sheet }
}

/// A combatant of a side, with initiative and policy, unarmed: `bare("a", "A", 9, "fights", "hp = 2")`.
pub fn bare(side: &str, name: &str, initiative: i16, policy: &str, more: &str) -> Person {
    let hp_max = if more.contains("hp_max") { "" } else { "hp_max = 4, " };
    let sheet = format!("{{ name = '{name}', initiative = {initiative}, policy = '{policy}', {hp_max}{BODY}, {more} }},\n");
    person(side, sheet)
}

/// A fighter with a medium weapon: attacks are worth the die and 6, and do 2 damage.
pub fn sword(side: &str, name: &str, initiative: i16, policy: &str, more: &str) -> Person {
    armed(side, name, initiative, policy, "{ kind = 'medium', ability = 'swordsmanship' }", more)
}

/// A fighter with a bow: shots are worth the die and 4, and do 3 damage.
pub fn bow(side: &str, name: &str, initiative: i16, policy: &str, more: &str) -> Person {
    armed(side, name, initiative, policy, "{ kind = 'bow' }", more)
}

/// A fighter with any weapons.
pub fn armed(side: &str, name: &str, initiative: i16, policy: &str, weapons: &str, more: &str) -> Person {
    bare(side, name, initiative, policy, &format!("weapons = [{weapons}], {more}"))
}

/// A fight of these people; `rest` holds arena, book, rulings and further policies.
pub fn stage(people: &[Person], rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    ScriptedPlay::script(&scene(people, rest), &dice.replace('|', " "))
}

/// The scenario of such a fight.
pub fn scene(people: &[Person], rest: &str) -> String {
    let mut sides: Vec<&str> = Vec::new();
    for Person { side, .. } in people {
        if !sides.contains(&side.as_str()) {
            sides.push(side);
        }
    }
    let mut text = String::from("side = [\n");
    for side in sides {
        let members: String = people.iter().filter(|one| one.side == side).map(|one| one.sheet.as_str()).collect();
        text.push_str(&format!("{{ name = '{side}', combatant = [\n{members}] }},\n"));
    }
    format!("{text}]\n{rest}\n{POLICIES}")
}

/// The tale of the first turns of such a fight.
pub fn told(people: &[Person], rest: &str, dice: &str, turns: u32) -> Vec<String> {
    let loaded = load::<Heimr>(&scene(people, rest));
    let counting = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
    let dice = AnyDice::Scripted(Scripted::new(&dice.replace('|', " ")));
    let mut table = Table { dice, watch: AnyWatch::Narrating(Narrating::new(counting, Vec::new())) };
    let mut fight = loaded.rules.blank();
    loaded.rules.open(&mut fight, &mut table);
    let [Leg::Fight(sides)] = loaded.plan.legs[..] else { panic!("a stage is one fight") };
    loaded.rules.meet(sides, &mut fight, &mut table);
    for _ in 0..turns {
        loaded.rules.step(&mut fight, &mut table);
    }
    let sentence = |told| match told {
        StoryEntry::Sentence { text, .. } => Some(text),
        StoryEntry::Die { .. } | StoryEntry::Options { .. } => None,
    };
    table.watch.into_story().into_iter().filter_map(sentence).collect()
}

/// Checks what is seen of a combatant.
#[track_caller]
pub fn seen(play: &ScriptedPlay<Heimr>, name: &str, expected: &[(&str, i64)]) {
    for &(what, value) in expected {
        assert_eq!(play.see(name, what), value, "{what} of {name}");
    }
}
