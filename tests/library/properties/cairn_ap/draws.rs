//! The draws for a scenario of `cairn-ap`: rulings, book, sheets and policies out of the schema and the reference of
//! policies, so that what is new in them is drawn without a change here.
//!
//! Owns what the schema cannot say: names that have to be known, objects of one die, numbers that would take hours to play.
//! Start at [`random`].

use std::fmt::Debug;

use cairn_ap::CairnAp;
use cairn_ap::book::Book;
use frame::rules::{Reference, RuleSet};
use frame::scenario::schema;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value as Json, json};

use crate::properties::conditions::Conditions;
use crate::properties::random::{Random, lists, slips};

/// Dice of objects: one die each.
const OBJECTS: [&str; 7] = ["1d2", "1d4", "1d6", "1d8", "1d10", "1d12", "1d20"];
/// Other dice.
const DICE: [&str; 6] = ["1d4", "1d6", "2d6", "3d6", "1d3", "0"];

/// Everything of a scenario of `cairn-ap`, ready to be drawn.
pub fn random() -> Random {
    let reference = CairnAp::reference();
    let mut random = Random { schema: schema::<CairnAp>(), given: slips() };
    let decisions: Vec<&str> = reference.decisions.iter().map(|(name, _)| name.as_str()).collect();
    let mut known = lists(&random.schema);
    let mut named = decisions;
    known.sort_unstable();
    named.sort_unstable();
    assert_eq!(known, named, "a list for every decision");
    random.given.extend(book());
    random.given.extend(sheets());
    random.given.extend(lines(&reference));
    // The number of them that somebody has; the values of each are drawn from what has been given so far.
    for (list, of, absent) in [("Sheet.weapons", "WeaponText", 1), ("Sheet.items", "ItemText", 2)] {
        let some = prop::collection::vec(random.of(of), 1..=3).prop_map(Json::from);
        random.given.insert(list, prop_oneof![absent => Just(Json::Null), 3 => some].boxed());
    }
    let acts =
        prop_oneof![4 => random.of("Do"), 2 => Just(json!("cast")), 1 => Just(json!("attack")), 1 => Just(json!("item"))];
    random.given.insert("PlanLine.do", acts.boxed());
    let plan = prop::collection::vec(random.of("PlanLine"), 1..=5).prop_map(Json::from);
    random.given.insert("PolicyText.plan", prop_oneof![1 => Just(Json::Null), 5 => plan].boxed());
    random
}

/// Now and then; otherwise nothing.
fn sometimes<T: Into<Json> + Debug + 'static>(strategy: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Json> {
    prop_oneof![3 => Just(Json::Null), 1 => strategy.prop_map(Into::into)].boxed()
}

fn nothing() -> BoxedStrategy<Json> {
    Just(Json::Null).boxed()
}

fn one_of(words: &[&'static str]) -> BoxedStrategy<Json> {
    select(words.to_vec()).prop_map(Json::from).boxed()
}

/// Parts of the book that are more than their schema says, or larger than a test can wait for.
fn book() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let mut moods = vec!["hostile", "wary", "curious", "kind", "helpful"];
    moods.sort_unstable();
    let up_to = |bands: usize| {
        prop::collection::vec(1..=13, bands).prop_map(|mut totals| {
            totals.sort_unstable();
            Json::from(totals)
        })
    };
    let mut given = vec![
        ("Round.rounds_max", nothing()),
        ("Rests.interruption_percent", prop_oneof![Just(Json::Null), Just(json!(50))].boxed()),
        ("Hazard.die", prop_oneof![Just(Json::Null), Just(json!("1d4"))].boxed()),
        ("Magic.summoned_most", (0..=2).prop_map(Json::from).boxed()),
        ("Magic.die", sometimes(2..=8)),
        ("Reaction.up_to", sometimes(up_to(4))),
        ("Scars.limb_up_to", sometimes(up_to(3))),
        ("Scars.head_up_to", sometimes(up_to(2))),
        ("Reaction.fight_on", sometimes(subsequence(moods, 1..=5))),
        ("Mishaps.alien_weapon", nothing()),
        ("Dice", one_of(&DICE)),
    ];
    for table in ["Book.weapon", "Book.armor", "Book.spell", "Book.role"] {
        given.push((table, nothing()));
    }
    for object in ["Attack.unarmed", "Attack.improvised", "Attack.shield", "Mishaps.bolt"] {
        given.push((object, sometimes(select(&OBJECTS[..]))));
    }
    given
}

/// Keys of sheets and gear that refer to something.
fn sheets() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let mut given = Vec::new();
    for key in ["Sheet.name", "Sheet.like", "Sheet.count", "Sheet.policy", "Sheet.at", "Sheet.role"] {
        given.push((key, nothing()));
    }
    let score = || prop_oneof![1 => nothing(), 6 => (3..=18).prop_map(Json::from), 1 => (1..=30).prop_map(Json::from)].boxed();
    given.extend([("Sheet.str", score()), ("Sheet.dex", score()), ("Sheet.wil", score())]);
    let published = Book::default();
    let known = |names: Vec<String>| prop::collection::vec(select(names), 1..=3);
    let spells: Vec<String> = published.spell.into_keys().collect();
    let armor: Vec<String> = published.armor.into_keys().collect();
    let once = |mut names: Vec<String>| {
        names.sort_unstable();
        names.dedup();
        Json::from(names)
    };
    let hp = prop_oneof![1 => nothing(), 5 => (1..=8).prop_map(Json::from), 2 => (9..=13).prop_map(Json::from)];
    given.extend([
        ("Sheet.hp_max", hp.boxed()),
        ("Sheet.spells", prop_oneof![1 => nothing(), 1 => known(spells.clone()).prop_map(once)].boxed()),
        ("Sheet.scrolls", sometimes(known(spells))),
        ("Sheet.mana_dust", prop_oneof![Just(Json::Null), (1..=6).prop_map(Json::from)].boxed()),
        ("Sheet.free_magic_dice", prop_oneof![3 => Just(Json::Null), 1 => (1..=2).prop_map(Json::from)].boxed()),
        ("Sheet.ready", prop_oneof![Just(Json::Null), Just(json!("grimoire"))].boxed()),
        ("Sheet.fatigue", sometimes(0..=4)),
        ("Sheet.blind", sometimes(1..=2)),
        ("Sheet.held_defences", sometimes(1..=2)),
        ("Condition.scrolls_used", nothing()),
        ("WeaponText.name", Just(json!("named later")).boxed()),
        ("WeaponText.die", one_of(&OBJECTS)),
        ("WeaponText.second", sometimes(select(&OBJECTS[..]))),
        ("ShieldText.die", sometimes(select(&OBJECTS[..]))),
        ("ArmorText.name", select(armor).prop_map(Json::from).boxed()),
        ("ItemText.name", Just(json!("named later")).boxed()),
        ("ItemText.effect", one_of(&["hp", "str", "hp_full"])),
        ("ItemText.amount", sometimes(1..=4)),
    ]);
    given
}

/// Lines of policies: conditions, and names that are given as numbers and become names later.
fn lines(reference: &Reference) -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let conditions = Conditions::new(reference, |list| panic!("no words are known for {list}"));
    let when = |of: &[&str]| {
        let condition = conditions.condition(of).prop_map(Json::from);
        prop_oneof![2 => Just(Json::Null), 1 => condition].boxed()
    };
    let named: Vec<&str> = reference.selectors.iter().map(|(name, _)| *name).collect();
    let whom = prop_oneof![
        4 => select(named).prop_map(|name| json!({ "at": name })),
        1 => conditions.measure(&[""]).prop_map(|measure| json!({ "least": measure })),
        1 => conditions.measure(&[""]).prop_map(|measure| json!({ "most": measure })),
    ];
    let among = prop_oneof![2 => Just(Json::Null), 1 => conditions.condition_of_each().prop_map(Json::from)];
    let selector = (whom, among, when(&[""])).prop_map(|(mut line, among, when)| {
        for (key, value) in [("among", among), ("when", when)] {
            if !value.is_null() {
                line[key] = value;
            }
        }
        line
    });
    let mut given = vec![
        ("SelectorText", selector.boxed()),
        ("PlanLine.when", when(&["", "target"])),
        ("PlanLine.only", sometimes(conditions.condition_of_each())),
        ("PlanLine.friend", sometimes(0..4)),
        ("PlanLine.weapon", sometimes(0..5)),
        ("PlanLine.spell", sometimes(0..4)),
        ("PlanLine.item", sometimes(0..3)),
        ("DropLine.item", sometimes(0..3)),
        ("MovementLine.when", when(&["", "target"])),
    ];
    for key in ["LeftoverLine.when", "SaveLine.when", "ChoiceLine.when", "DropLine.when"] {
        given.push((key, when(&[""])));
    }
    for key in ["PlanLine", "LeftoverLine", "SaveLine", "MovementLine", "ChoiceLine", "DropLine"] {
        let include: &'static str = match key {
            "PlanLine" => "PlanLine.include",
            "LeftoverLine" => "LeftoverLine.include",
            "SaveLine" => "SaveLine.include",
            "MovementLine" => "MovementLine.include",
            "ChoiceLine" => "ChoiceLine.include",
            _ => "DropLine.include",
        };
        given.push((include, nothing()));
    }
    given
}
