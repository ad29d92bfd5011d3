//! The draws for a scenario of `vogt`: rulings, book, sheets and policies out of the schema and the reference of policies,
//! so that what is new in them is drawn without a change here.
//!
//! Owns what the schema cannot say: words that have to be known, dice that have to be on the ladder, numbers that would take
//! hours to play. Start at [`random`].

use std::fmt::Debug;

use frame::rules::{Reference, RuleSet};
use frame::scenario::schema;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value as Json, json};
use vogt::Vogt;
use vogt::book::Book;
use vogt::sheet::Status;

use crate::properties::conditions::Conditions;
use crate::properties::random::{Random, lists, slips};

/// Damage types; the statuses make all of them known to every scenario.
const TYPES: [&str; 5] = ["blunt", "slash", "stab", "fire", "lightning"];
/// Dice of abilities and weapons: all of them are on every ladder.
const LADDER: [&str; 8] = ["1d4", "1d6", "1d8", "1d10", "1d12", "2d6", "2d8", "3d10"];
/// Lists of a policy with yes or no are also asked where there is no target yet.
const OWN: [&str; 1] = [""];

/// Everything of a scenario of `vogt`, ready to be drawn.
pub fn random() -> Random {
    let reference = Vogt::reference();
    let mut random = Random { schema: schema::<Vogt>(), given: slips() };
    let decisions: Vec<&str> = reference.decisions.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(lists(&random.schema), decisions, "a list for every decision");
    random.given.extend(tables());
    random.given.extend(numbers());
    random.given.extend(sheets());
    random.given.extend(lines(&reference));
    // The number of them that somebody has; the values of each are drawn from what has been given so far.
    for (list, of, absent) in [("Sheet.weapons", "WeaponText", 1), ("Sheet.techniques", "TechniqueText", 1)] {
        let some = prop::collection::vec(random.of(of), 1..=3).prop_map(Json::from);
        random.given.insert(list, prop_oneof![absent => Just(Json::Null), 3 => some].boxed());
    }
    let statuses = prop::collection::vec(random.of("StatusText"), 1..=2).prop_map(Json::from);
    random.given.insert("Sheet.statuses", prop_oneof![3 => Just(Json::Null), 1 => statuses].boxed());
    let acts = prop_oneof![3 => random.of("Do"), 1 => Just(json!("technique"))];
    random.given.insert("ActionLine.do", prop_oneof![1 => Just(Json::Null), 8 => acts].boxed());
    let actions = prop::collection::vec(random.of("ActionLine"), 1..=4).prop_map(Json::from);
    random.given.insert("PolicyText.action", prop_oneof![1 => Just(Json::Null), 4 => actions].boxed());
    let style = random.of("Style").prop_map(|style| json!({ "sorcerer": style, "oddity": style }));
    random.given.insert("Book.style", sometimes(style));
    random
}

/// Now and then; otherwise nothing.
fn sometimes<T: Into<Json> + Debug + 'static>(strategy: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Json> {
    prop_oneof![4 => Just(Json::Null), 1 => strategy.prop_map(Into::into)].boxed()
}

fn nothing() -> BoxedStrategy<Json> {
    Just(Json::Null).boxed()
}

/// Lists of the book that are more than their schema says.
fn tables() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let published = Book::default();
    let rungs: Vec<String> = published.ladder.iter().map(ToString::to_string).collect();
    assert!(LADDER.iter().all(|die| rungs.iter().any(|rung| rung == die)));
    // A type that no list names is unknown to conditions: what is published stays.
    let types = |published: &[String]| {
        let published = published.to_vec();
        let more = subsequence(TYPES.to_vec(), 0..=TYPES.len());
        sometimes(more.prop_map(move |more| {
            let fresh = more.into_iter().filter(|name| !published.iter().any(|known| known == name)).map(str::to_owned);
            published.iter().cloned().chain(fresh).collect::<Vec<String>>()
        }))
    };
    vec![
        ("Book.ladder", sometimes(Just(rungs).prop_shuffle())),
        ("Creation.dice", sometimes(prop::collection::vec(1..=20_u8, 1..=5))),
        ("Round.ties", sometimes(subsequence(vec!["dex", "small_die"], 0..=2).prop_shuffle())),
        ("Statuses.drenched_resist", types(&published.status.drenched_resist)),
        ("Statuses.drenched_vulnerable", types(&published.status.drenched_vulnerable)),
        ("Statuses.nauseated_vulnerable", types(&published.status.nauseated_vulnerable)),
        ("Style.technique_dice", select(vec!["2d4", "4d6", "3d8", "1d12", "0"]).prop_map(Json::from).boxed()),
    ]
}

/// Numbers that may be larger than a test can wait for, or that are given once for all.
fn numbers() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    vec![
        ("Round.rounds_max", nothing()),
        // Something has to be left that everybody can do.
        ("Actions.defend", nothing()),
        ("Encumbrance.minutes", sometimes(10..=60_u32)),
        ("Siesta.hours", sometimes(0..=3_u32)),
        ("FullRest.hours", sometimes(0..=12_u32)),
    ]
}

/// Keys of sheets, weapons and techniques that refer to something, or that decide whether there is a fight at all.
fn sheets() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let mut given = Vec::new();
    for key in ["Sheet.name", "Sheet.like", "Sheet.count", "Sheet.policy", "Sheet.at"] {
        given.push((key, nothing()));
    }
    for key in ["Sheet.str", "Sheet.dex", "Sheet.awr", "Sheet.wil"] {
        given.push((key, prop_oneof![Just(Json::Null), select(&LADDER[..]).prop_map(Json::from)].boxed()));
    }
    for key in ["Sheet.resist", "Sheet.vulnerable"] {
        given.push((key, sometimes(subsequence(TYPES.to_vec(), 0..=3))));
    }
    for key in ["Attack.unarmed_type", "WeaponText.type", "TechniqueText.type"] {
        given.push((key, prop_oneof![Just(Json::Null), select(&TYPES[..]).prop_map(Json::from)].boxed()));
    }
    for key in ["WeaponText.name", "TechniqueText.name"] {
        given.push((key, Just(json!("named later")).boxed()));
    }
    let styles: Vec<String> = Book::default().style.into_keys().collect();
    let hp = prop_oneof![2 => nothing(), 6 => (1..=30).prop_map(Json::from), 1 => (1..=10_000).prop_map(Json::from)];
    let exhaustion = prop_oneof![16 => nothing(), 3 => (1..=4).prop_map(Json::from), 1 => (0..=100).prop_map(Json::from)];
    let dice = [0..=5, 0..=5, 0..=5, 0..=5, 0..=5];
    let dice = dice.prop_map(|[d4, d6, d8, d10, d12]| json!({ "d4": d4, "d6": d6, "d8": d8, "d10": d10, "d12": d12 }));
    given.extend([
        ("Sheet.level", sometimes(Just(0))),
        ("Sheet.styles", sometimes(prop::collection::vec(select(styles), 1..=3))),
        ("Sheet.hp_max", hp.boxed()),
        ("Sheet.exhaustion", exhaustion.boxed()),
        ("Sheet.td", prop_oneof![1 => nothing(), 3 => dice].boxed()),
        ("WeaponText.die", select(&LADDER[..]).prop_map(Json::from).boxed()),
        ("TechniqueText.die", select(vec![4, 6, 8, 10, 12]).prop_map(Json::from).boxed()),
        ("TechniqueText.min_dice", sometimes(1..=3)),
        ("TechniqueText.max_dice", sometimes(1..=5)),
        ("StatusText.of", sometimes(0..15)),
        // So many rounds or so many seconds, not both.
        ("RiderText.seconds", nothing()),
    ]);
    given
}

/// Lines of policies: conditions, and names that are given as numbers and become names later.
fn lines(reference: &Reference) -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let conditions = Conditions::new(reference, |list| match list {
        "status" => Status::WORDS.map(str::to_owned).to_vec(),
        "damage type" => TYPES.map(str::to_owned).to_vec(),
        "die" => ["d4", "d6", "d8", "d10", "d12"].map(str::to_owned).to_vec(),
        list => panic!("no words are known for {list}"),
    });
    let when = |of: &[&str]| {
        let condition = conditions.condition(of).prop_map(Json::from);
        prop_oneof![1 => Just(Json::Null), 2 => condition].boxed()
    };
    let with_target = || when(&["", "target"]);
    let named: Vec<&str> = reference.selectors.iter().map(|(name, _)| *name).collect();
    let whom = prop_oneof![
        1 => Just(json!({})),
        4 => select(named).prop_map(|name| json!({ "at": name })),
        2 => conditions.measure(&OWN).prop_map(|measure| json!({ "least": measure })),
        2 => conditions.measure(&OWN).prop_map(|measure| json!({ "most": measure })),
    ];
    let among = prop_oneof![2 => Just(Json::Null), 1 => conditions.condition_of_each().prop_map(Json::from)];
    let selector = (whom, among, when(&OWN)).prop_map(|(mut line, among, when)| {
        // A line that chooses nobody includes another policy, and that is all it does.
        let chooses = line.as_object().is_some_and(|line| !line.is_empty());
        for (key, value) in [("among", Some(among).filter(|_| chooses)), ("when", Some(when))] {
            if let Some(value) = value.filter(|value| !value.is_null()) {
                line[key] = value;
            }
        }
        line
    });
    let decided = |of: BoxedStrategy<Json>| prop_oneof![1 => Just(Json::Null), 6 => of].boxed();
    vec![
        ("SelectorText", selector.boxed()),
        ("ActionLine.when", with_target()),
        ("ActionLine.weapon", sometimes(0..4)),
        ("ActionLine.technique", (0..3).prop_map(Json::from).boxed()),
        ("ActionLine.dice", sometimes(1..=4)),
        ("ActionLine.include", nothing()),
        ("MovementLine.when", with_target()),
        ("MovementLine.do", decided(select(vec!["approach", "hold", "kite"]).prop_map(Json::from).boxed())),
        ("MovementLine.include", nothing()),
        ("ChoiceLine.when", when(&OWN)),
        ("ChoiceLine.do", decided(select(vec!["yes", "no"]).prop_map(Json::from).boxed())),
        ("ChoiceLine.include", nothing()),
    ]
}
