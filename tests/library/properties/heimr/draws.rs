//! The draws for a scenario of `heimr`: rulings, book, sheets and policies out of the schema and the reference of policies,
//! so that what is new in them is drawn without a change here.
//!
//! Owns what the schema cannot say: names that have to exist, numbers that have to fit each other, gear that hands can hold.
//! Start at [`random`].

use std::fmt::Debug;

use frame::rules::{Reference, RuleSet};
use frame::scenario::schema;
use heimr::Heimr;
use heimr::book::Book;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value as Json, json};

use crate::properties::conditions::Conditions;
use crate::properties::random::{Random, slips};

/// Everything of a scenario of `heimr`, ready to be drawn. In a mirror nothing depends on who is called what.
pub fn random(mirror: bool) -> Random {
    let mut reference = Heimr::reference();
    if mirror {
        reference.observables.retain(|entry| !entry.name.starts_with("is("));
    }
    let mut random = Random { schema: schema::<Heimr>(), given: slips() };
    random.given.extend(tables());
    random.given.extend(numbers());
    random.given.extend(sheets());
    random.given.extend(lines(&reference));
    let skills = prop::collection::vec(skill(), 1..=3).prop_map(Json::from);
    random.given.insert("Sheet.skills", prop_oneof![3 => Just(Json::Null), 1 => skills].boxed());
    // A carried combatant is called by name where a square was drawn, which means nothing to a carry itself.
    let named = move |mut line: Json| {
        if !mirror && line["square"].is_string() {
            line["who"] = json!("two1");
        }
        line
    };
    let turn = prop::collection::vec(random.of("TurnLine").prop_map(named), 1..=4).prop_map(Json::from);
    random.given.insert("PolicyText.turn", prop_oneof![1 => Just(Json::Null), 3 => turn].boxed());
    random
}

/// Now and then; otherwise nothing.
fn sometimes<T: Into<Json> + Debug + 'static>(strategy: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Json> {
    prop_oneof![4 => Just(Json::Null), 1 => strategy.prop_map(Into::into)].boxed()
}

fn nothing() -> BoxedStrategy<Json> {
    Just(Json::Null).boxed()
}

fn attributes() -> Vec<String> {
    Book::default().attribute.into_keys().collect()
}

fn abilities() -> Vec<String> {
    Book::default().ability.into_keys().collect()
}

/// Tables of the book are as published: other sizes of them have tests of their own.
fn tables() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let parts = vec!["left_leg", "right_leg", "off_arm", "sword_arm", "torso", "torso"];
    let penalties = || {
        let scopes = vec!["all", "group:physical", "group:mental", "attribute:dex", "ability:agility", "ability:brawl"];
        sometimes((select(scopes), -2..=3).prop_map(|(scope, penalty)| json!({ scope: penalty })))
    };
    let mut given = vec![
        ("Book.body_part", sometimes(Just(parts).prop_shuffle())),
        ("Book.situational_penalty", penalties()),
        ("Sheet.situational_penalty", penalties()),
        (
            "Chase.switch",
            sometimes(
                (1..=4, select(abilities())).prop_map(|(round, ability)| json!([{ "round": round, "ability": ability }])),
            ),
        ),
    ];
    for key in
        ["attribute", "ability", "weapon", "shield", "limit", "crossing", "toughness", "surface", "object", "xp", "progress"]
    {
        given.push((Box::leak(format!("Book.{key}").into_boxed_str()), nothing()));
    }
    given
}

/// Numbers that have to fit others, or that would take hours to play.
fn numbers() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let mut given = vec![
        ("Turn.rounds_max", nothing()),
        ("Modules.medieval_armoury", nothing()),
        ("PoolDice.small", nothing()),
        ("GridSize.columns", sometimes(3..=8)),
        ("GridSize.rows", sometimes(3..=8)),
        ("Hidden.luck_face", sometimes(1..=10)),
        ("PoolDice.big", sometimes(10..=14)),
        ("Fatigue.min", sometimes(0..=3)),
        ("Fatigue.max", sometimes(6..=30)),
        ("Fatigue.base", sometimes(0..=9)),
        ("Injuries.threshold", sometimes(0..=2)),
        ("Injuries.mangled", sometimes(-3..=-1)),
        ("Injuries.mutilated", sometimes(-5..=-4)),
        ("Injuries.lowest", sometimes(-9..=-6)),
        ("Chase.rounds_max", sometimes(1..=60)),
        ("Concealment.total", sometimes(3..=6)),
        ("Fatigue.attribute", sometimes(select(attributes()))),
        ("Initiative.consistency", sometimes(select(attributes()))),
        ("Initiative.potential", sometimes(select([attributes(), vec!["willpower".to_owned()]].concat()))),
    ];
    for key in [
        "Brawl.ability",
        "Defence.dodge",
        "Hidden.ability",
        "Observation.ability",
        "Speaking.ability",
        "Speaking.against",
        "Climbing.ability",
        "Falling.ability",
        "Chase.ability",
    ] {
        given.push((key, sometimes(select(abilities()))));
    }
    given
}

/// The load of somebody: weapons, shields and lights that its hands can hold.
fn gear() -> BoxedStrategy<Json> {
    let loads = vec![
        json!({}),
        json!({ "weapons": [{ "kind": "medium" }] }),
        json!({ "weapons": [{ "kind": "medium", "place": "both_hands" }, { "kind": "light" }] }),
        json!({ "weapons": [{ "kind": "medium", "toughness": 2 }], "shields": [{ "kind": "medium", "toughness": 3 }] }),
        json!({ "weapons": [{ "kind": "light" }], "shields": [{ "kind": "buckler" }] }),
        json!({ "weapons": [{ "kind": "medium" }], "shields": [{ "kind": "tower" }] }),
        json!({ "weapons": [{ "kind": "light" }, { "kind": "light", "place": "off_hand" }] }),
        json!({ "weapons": [{ "kind": "great" }, { "kind": "medium", "place": "stored" }] }),
        json!({ "weapons": [{ "kind": "pole", "on_hit": [{ "effect": "stumble" }] }] }),
        json!({ "weapons": [{ "kind": "bow" }, { "kind": "light", "concealed": true }] }),
        json!({ "weapons": [{ "kind": "crossbow", "ammunition": 2 }, { "kind": "medium" }] }),
        json!({ "weapons": [{ "kind": "throwing", "ammunition": 2 }, { "kind": "light", "place": "off_hand" }] }),
        json!({ "weapons": [{ "kind": "blowgun", "on_hit": [{ "effect": "daze", "number": 3 }, { "effect": "weaken" }] }] }),
        json!({ "weapons": [{ "kind": "light", "concealed": true }, { "kind": "great", "place": "elsewhere" }] }),
        json!({ "weapons": [{ "kind": "medium", "place": "ground" }, { "kind": "medium", "name": "found", "place": "elsewhere" }] }),
        json!({ "weapons": [{ "kind": "medium" }], "lights": [{ "name": "torch" }] }),
        json!({ "weapons": [{ "kind": "bow" }], "lights": [{ "name": "torch", "place": "ground" }, { "name": "lantern", "reach": 2 }] }),
    ];
    select(loads).boxed()
}

/// Keys of sheets that refer to something, or that have to fit others.
fn sheets() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let mut given = Vec::new();
    for key in ["name", "like", "count", "policy", "at", "cover", "climbing", "xp", "weapons", "shields", "lights"] {
        let key: &'static str = Box::leak(format!("Sheet.{key}").into_boxed_str());
        given.push((key, nothing()));
    }
    let values = prop::collection::vec(-2..=4, attributes().len());
    let attributes_of = values.prop_map(|values| {
        let pairs = attributes().into_iter().zip(values).map(|(name, value)| (name, json!(value)));
        Json::Object(pairs.collect::<Map<String, Json>>())
    });
    let training = prop_oneof![
        (0..=3, 0..=3).prop_map(|(c, p)| json!({ "trained_c": c, "trained_p": p })),
        (-4..=5, -3..=7).prop_map(|(c, p)| json!({ "c": c, "p": p })),
    ];
    let trained = prop::collection::vec(training, abilities().len());
    let trained = (trained, subsequence(abilities(), 0..=6)).prop_map(|(values, names)| {
        let pairs = names.into_iter().zip(values);
        Json::Object(pairs.collect::<Map<String, Json>>())
    });
    let dodge = (-2..=4, 1..=9, 1..=6).prop_map(|(c, pre, d6)| json!({ "kind": "dodge", "c": c, "pre": pre, "d6": d6 }));
    given.extend([
        ("Sheet.attributes", attributes_of.prop_map(Json::from).boxed()),
        ("Sheet.abilities", trained.boxed()),
        ("Sheet.hp_max", prop_oneof![1 => nothing(), 6 => (1..=7).prop_map(Json::from)].boxed()),
        ("Sheet.willpower_max", sometimes(1..=6)),
        ("Sheet.armour", sometimes(0..=2)),
        ("Sheet.elevation", sometimes(0..=5)),
        ("Sheet.cluster", sometimes(1..=3)),
        ("Sheet.hp", sometimes(-6..=1)),
        ("Sheet.dying_rounds", sometimes(1..=9)),
        ("Sheet.willpower", sometimes(0..=1)),
        ("Sheet.fatigue", sometimes(3..=6)),
        ("Sheet.stance", sometimes(dodge)),
        ("StartingEffect", starting_effect()),
        ("EffectText", effect()),
    ]);
    given
}

const SECONDS: std::ops::RangeInclusive<i32> = 0..=7;
const BOUND: [&str; 7] = ["hands", "sword_arm", "off_arm", "feet", "right_leg", "left_leg", "body"];

fn starting_effect() -> BoxedStrategy<Json> {
    let number = |effect: &'static str| SECONDS.prop_map(move |number| json!({ "effect": effect, "number": number }));
    let bind =
        (SECONDS, select(&BOUND[..])).prop_map(|(number, part)| json!({ "effect": "bind", "number": number, "part": part }));
    let stumble = (SECONDS, select(vec!["up", "right", "down", "left"]))
        .prop_map(|(number, direction)| json!({ "effect": "stumble", "number": number, "direction": direction }));
    prop_oneof![number("fall"), number("daze"), number("weaken"), bind, stumble].boxed()
}

fn effect() -> BoxedStrategy<Json> {
    let kinds = vec!["hit", "drain", "fall", "drop", "stumble", "daze", "break", "weaken", "stabilise"];
    let plain =
        (select(kinds), prop::option::of(SECONDS)).prop_map(|(effect, number)| json!({ "effect": effect, "number": number }));
    let bind =
        (select(&BOUND[..]), SECONDS).prop_map(|(part, number)| json!({ "effect": "bind", "part": part, "number": number }));
    prop_oneof![4 => plain, 1 => bind].boxed()
}

fn skill() -> BoxedStrategy<Json> {
    let effects = || prop::collection::vec(effect(), 0..=2).prop_map(Json::from);
    let action = || select(vec!["standard", "free", "ongoing", "upcoming"]);
    let target = select(vec!["enemy", "ally", "own"]);
    let active = (action(), target, prop::option::of(0..=3), effects()).prop_map(
        |(action, target, range, effects)| json!({ "action": action, "target": target, "range": range, "effects": effects }),
    );
    let breaks = (action(), prop::option::of(SECONDS)).prop_map(|(action, number)| {
        json!({ "action": action, "target": "structure", "effects": [{ "effect": "break", "number": number }] })
    });
    let on_hit = effects().prop_map(|effects| json!({ "action": "on_hit", "effects": effects }));
    let reaction = select(vec!["resist", "miss"]).prop_map(|reaction| json!({ "action": "reaction", "reaction": reaction }));
    let what = prop_oneof![3 => active, 1 => breaks, 1 => on_hit, 1 => reaction];
    (what, 0..=2, any::<bool>())
        .prop_map(|(mut skill, willpower, rested)| {
            (skill["willpower"], skill["rested"]) = (json!(willpower), json!(rested));
            skill
        })
        .boxed()
}

/// Gear is part of a sheet.
pub fn sheet(random: &Random) -> BoxedStrategy<Json> {
    (random.of("Sheet"), gear())
        .prop_map(|(mut sheet, gear)| {
            for key in ["weapons", "shields", "lights"] {
                if !gear[key].is_null() {
                    sheet[key] = gear[key].clone();
                }
            }
            sheet
        })
        .boxed()
}

/// Lines of policies: conditions, and names that become right later.
fn lines(reference: &Reference) -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let conditions = Conditions::new(reference, |list| match list {
        "body part" => ["torso", "sword_arm", "off_arm", "right_leg", "left_leg"].map(str::to_owned).to_vec(),
        "direction" => ["up", "right", "down", "left"].map(str::to_owned).to_vec(),
        "combatant" => ["one1", "two1"].map(str::to_owned).to_vec(),
        "square" => ["A1", "B2", "C3"].map(str::to_owned).to_vec(),
        "item" => ["'melee weapon'", "'ranged weapon'", "shield"].map(str::to_owned).to_vec(),
        list => panic!("no words are known for {list}"),
    });
    let when = |of: &[&str]| {
        let condition = conditions.condition(of).prop_map(Json::from);
        prop_oneof![1 => Just(Json::Null), 2 => condition].boxed()
    };
    let named: Vec<&str> = reference.selectors.iter().map(|(name, _)| *name).collect();
    let whom = prop_oneof![
        1 => Just(json!({})),
        4 => select(named).prop_map(|name| json!({ "at": name })),
        2 => conditions.measure(&[""]).prop_map(|measure| json!({ "least": measure })),
        2 => conditions.measure(&[""]).prop_map(|measure| json!({ "most": measure })),
    ];
    let among = prop_oneof![2 => Just(Json::Null), 1 => conditions.condition_of_each().prop_map(Json::from)];
    let selector = (whom, among, when(&[""])).prop_map(|(mut line, among, when)| {
        // A line that chooses nobody includes another policy, and that is all it does.
        let chooses = line.as_object().is_some_and(|line| !line.is_empty());
        for (key, value) in [("among", Some(among).filter(|_| chooses)), ("when", Some(when))] {
            if let Some(value) = value.filter(|value| !value.is_null()) {
                line[key] = value;
            }
        }
        line
    });
    let mut given = vec![("SelectorText", selector.boxed())];
    for kind in [
        "Turn", "Delay", "Breather", "Approach", "Path", "Ready", "Part", "Brawl", "OnHit", "Reaction", "Defend", "Guard",
        "Answer", "Observe", "Disarmed", "Choice", "Terrain",
    ] {
        let key = |field: &str| -> &'static str { Box::leak(format!("{kind}Line.{field}").into_boxed_str()) };
        given.push((key("when"), when(&["", "target"])));
        given.push((key("include"), nothing()));
    }
    given.extend([
        ("TurnLine.skill", sometimes(0..3)),
        ("TurnLine.item", sometimes(0..4)),
        ("TurnLine.who", nothing()),
        ("OnHitLine.skill", (0..3).prop_map(Json::from).boxed()),
        ("ReactionLine.skill", (0..3).prop_map(Json::from).boxed()),
        ("ReadyLine.skill", sometimes(0..3)),
        ("ReadyLine.item", sometimes(0..4)),
        ("DefendLine.weapon", nothing()),
        ("TerrainLine.ability", nothing()),
    ]);
    for (key, words) in [
        ("TurnLine.square", vec!["A1", "B2", "C3", "B1", "A2"]),
        ("ReadyLine.square", vec!["A1", "B2", "C3", "B1", "A2"]),
        ("ObserveLine.square", vec!["A1", "B2", "C3"]),
        ("DelayLine.of", vec!["one1", "two1"]),
        ("GuardLine.who", vec!["one1", "two1"]),
        ("ReadyLine.who", vec!["one1", "two1"]),
    ] {
        given.push((key, sometimes(select(words))));
    }
    given
}
