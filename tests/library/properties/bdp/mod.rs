//! Properties of every scenario of `bdp`, tried on random ones: rulings out of the schema, combatants with any gear, skills,
//! traits and magic, and policies that do anything.
//!
//! Start at [`scenario`] and [`mirror`].

mod guard;

use bdp::Bdp;
use bdp::book::Book;
use bdp::sheet::{Skill, Source, Trait};
use frame::scenario::schema;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value as Json, json};

use crate::properties::file::{SIDES, Text, drop_nulls, text};
use crate::properties::random::{Given, Random, words};
use crate::properties::{
    CASES, bystanders_keep_to_the_rules, equals_fare_alike, even, every_sum_adds_up, nearly_every_roll, the_same_bytes,
    the_same_whoever_plays, to_the_rules,
};

/// Rounds after which every drawn fight is over.
const ROUNDS_MAX: u64 = 12;

fn optional(strategy: BoxedStrategy<Json>) -> BoxedStrategy<Json> {
    prop_oneof![2 => Just(Json::Null), 1 => strategy].boxed()
}

/// Some of these words.
fn some(words: Vec<String>, most: usize) -> BoxedStrategy<Json> {
    let most = most.min(words.len());
    subsequence(words, 0..=most).prop_map(Json::from).boxed()
}

/// The word for a variant, as files write it.
fn word<T: serde::Serialize>(value: T) -> String {
    serde_json::to_value(value).expect("a word can be written").as_str().expect("it is a word").to_owned()
}

fn number(range: std::ops::RangeInclusive<i64>) -> BoxedStrategy<Json> {
    range.prop_map(Json::from).boxed()
}

/// A table of what has been drawn, without what has not.
fn table(fields: Vec<(&'static str, BoxedStrategy<Json>)>) -> BoxedStrategy<Json> {
    let (keys, values): (Vec<&str>, Vec<BoxedStrategy<Json>>) = fields.into_iter().unzip();
    let pairs = move |values: Vec<Json>| {
        let pairs = keys.iter().zip(values).filter(|(_, value)| !value.is_null());
        Json::Object(pairs.map(|(key, value)| ((*key).to_owned(), value)).collect::<Map<String, Json>>())
    };
    values.prop_map(pairs).boxed()
}

/// A combatant without a name.
fn sheet() -> BoxedStrategy<Json> {
    let book = Book::default();
    let kinds: Vec<String> = book.weapon.keys().filter(|kind| book.weapon_1_32.contains_key(*kind)).cloned().collect();
    let weapon = table(vec![
        ("kind", select(kinds).prop_map(Json::from).boxed()),
        ("proficient", any::<bool>().prop_map(Json::from).boxed()),
        ("silver", optional(Just(json!(true)).boxed())),
        ("poison", optional(Just(json!({ "dice": "1d4", "critical": true, "doses": 2 })).boxed())),
        ("quality", optional(select(vec!["deteriorated", "martial", "legendary"]).prop_map(Json::from).boxed())),
    ]);
    let items: Vec<String> = book.item.keys().cloned().collect();
    let item = (select(items), any::<bool>()).prop_map(|(name, stored)| json!({ "name": name, "stored": stored }));
    let sources: Vec<String> = Source::ALL.map(word).to_vec();
    let armors: Vec<String> = book.armor.kinds.keys().cloned().collect();
    let diseases: Vec<String> = book.disease.keys().cloned().collect();
    let horse = (any::<bool>(), any::<bool>()).prop_map(|(trained, outruns)| json!({ "trained": trained, "outruns": outruns }));
    let rolled = select(vec!["character", "swapped_to_str", "untrained", "trained", "legendary"]);
    table(vec![
        ("pc", any::<bool>().prop_map(Json::from).boxed()),
        ("str", number(2..=18)),
        ("dex", number(2..=18)),
        ("wil", number(2..=18)),
        ("hp_max", number(0..=12)),
        ("armor", optional(select(armors).prop_map(Json::from).boxed())),
        ("shield", optional(Just(json!(true)).boxed())),
        ("weapons", prop::collection::vec(weapon, 0..=3).prop_map(Json::from).boxed()),
        ("items", prop::collection::vec(item, 0..=4).prop_map(Json::from).boxed()),
        ("slots_used", number(0..=4)),
        ("skills", some(Skill::ALL.map(word).to_vec(), 4)),
        ("traits", some(Trait::ALL.map(word).to_vec(), 3)),
        ("species", optional(select(vec!["tough", "cunning", "adaptable"]).prop_map(Json::from).boxed())),
        ("reactions", some(["fight_back", "block", "dodge", "parry"].map(str::to_owned).to_vec(), 4)),
        ("vulnerable", some(sources.clone(), 2)),
        ("resistant", some(sources.clone(), 2)),
        ("immune", optional(some(sources, 1))),
        ("rolled", optional(rolled.prop_map(Json::from).boxed())),
        ("md", optional(number(1..=4))),
        ("fd", optional(number(1..=4))),
        ("power", optional(number(1..=3))),
        (
            "miracles",
            optional(some(
                ["bless", "rebuke", "empower", "replenish", "smite", "divine_protection", "surge"].map(str::to_owned).to_vec(),
                3,
            )),
        ),
        ("songs", optional(some(["home", "slaughter", "iron", "sorrow", "vigilance"].map(str::to_owned).to_vec(), 5))),
        ("breath", optional(Just(json!({ "die": "1d6", "wound": "burn" })).boxed())),
        ("horse", optional(horse.boxed())),
        ("infects", optional(select(diseases).prop_map(Json::from).boxed())),
        ("unholy", any::<bool>().prop_map(Json::from).boxed()),
        ("unaware", optional(Just(json!(true)).boxed())),
        ("zone", optional(select(vec!["hall", "yard"]).prop_map(Json::from).boxed())),
        ("gold", optional(number(0..=2000))),
    ])
}

/// True if a key of a line means something for what the line does.
fn takes(act: &str, key: &str) -> bool {
    match key {
        "do" | "when" => true,
        "gambit" => matches!(act, "gambit" | "trick"),
        "dice" => matches!(act, "sculpt" | "trick" | "miracle"),
        "targets" => matches!(act, "sculpt" | "trick"),
        "to" => matches!(act, "move" | "double_move"),
        "miracle" | "song" => act == key,
        _ => act == "sculpt",
    }
}

/// A policy that does anything, under conditions of all kinds.
fn policy(random: &Random) -> BoxedStrategy<Json> {
    let when = || {
        let conditions = vec![
            "round <= 2",
            "hp == 0",
            "free_slots > 2",
            "foes.active > 1",
            "engaged_count > 0",
            "fatigue < 3",
            "any(allies, it.hp == 0)",
            "target.prone",
            "magic_dice > 0",
            "incoming > 2",
            "reaction_cost(dodge) == 0",
        ];
        optional(select(conditions).prop_map(Json::from).boxed())
    };
    let plain = || {
        let conditions = vec!["round <= 2", "hp == 0", "free_slots > 2", "str_loss >= 3", "event.attackers > 1"];
        optional(select(conditions).prop_map(Json::from).boxed())
    };
    let act = table(vec![
        ("do", select(words(&random.schema["$defs"]["Do"])).prop_map(Json::from).boxed()),
        ("gambit", optional(random.of("GambitKind"))),
        ("dice", optional(number(1..=4))),
        ("miracle", random.of("Miracle")),
        ("song", random.of("Song")),
        ("quick", optional(Just(json!(true)).boxed())),
        ("range", optional(number(0..=2))),
        ("targets", optional(random.of("SpellTargets"))),
        ("ability", optional(random.of("Ability"))),
        ("element", optional(random.of("Source"))),
        ("to", optional(random.of("Towards"))),
        ("when", when()),
    ])
    .prop_map(|mut line| {
        // Drawing a weapon asks for its name.
        if line["do"] == "draw" {
            line["do"] = json!("pick_up");
        }
        let act = line["do"].as_str().unwrap_or_default().to_owned();
        if let Some(keys) = line.as_object_mut() {
            keys.retain(|key, _| takes(&act, key));
        }
        line
    });
    let of = |word: &'static str| table(vec![("do", random.of(word)), ("when", plain())]);
    let yes_no = || optional(prop::collection::vec(of("YesNo"), 1..=2).prop_map(Json::from).boxed());
    let lists = |word: &'static str| optional(prop::collection::vec(of(word), 1..=2).prop_map(Json::from).boxed());
    let dice = optional(Just(json!([{ "do": 1 }])).boxed());
    let named = vec!["weakest", "first", "strongest", "most_wounded", "leader", "caster", "lock", "random"];
    let target = select(named).prop_map(|name| json!([{ "at": name }]));
    table(vec![
        ("action", prop::collection::vec(act, 0..=4).prop_map(Json::from).boxed()),
        ("target", optional(target.boxed())),
        ("hands", lists("Hands")),
        ("reaction", lists("React")),
        ("sacrifice", lists("Offering")),
        ("wound", lists("WoundChoice")),
        ("counterspell", dice.clone()),
        ("bless", dice),
        ("power", lists("PowerUse")),
        ("flight", lists("Flight")),
        ("meal", lists("Meal")),
        ("lay_hands", lists("Hand")),
        ("fury", yes_no()),
        ("tunnel", yes_no()),
        ("backpack", yes_no()),
        ("patient_strike", yes_no()),
        ("stunt", yes_no()),
        ("savage", yes_no()),
        ("grace", yes_no()),
        ("break_weapon", yes_no()),
        ("extra_die", yes_no()),
    ])
}

/// A part of a day before a fight.
fn rest() -> BoxedStrategy<Json> {
    let night = (
        select(vec!["none", "perilous", "normal", "comfortable"]),
        select(vec!["none", "desperate", "fresh", "simple", "fancy"]),
        any::<[bool; 8]>(),
    );
    let night = night.prop_map(|(sleep, food, [fire, water, outdoors, cold, medicine, care, healer, bath])| {
        json!({ "rest": { "night": {
            "sleep": sleep, "food": food, "fire": fire, "water": water, "outdoors": outdoors, "cold": cold,
            "medicine": medicine, "care": care, "healer": healer, "bath": bath, "days": 2,
        } } })
    });
    let perils = vec!["fall", "gas", "cold", "bear_trap", "night_spider", "unnatural", "eldritch", "darts", "fire", "stairs"];
    let peril =
        (select(perils), 1..=2).prop_map(|(kind, times)| json!({ "rest": { "peril": { "kind": kind, "times": times } } }));
    let others = vec![
        json!({ "rest": "break" }),
        json!({ "rest": "climb" }),
        json!({ "rest": { "imprint": { "miracle": "surge" } } }),
        json!({ "rest": { "train": { "what": "hp", "weeks": 2 } } }),
        json!({ "rest": { "train": { "what": "str", "weeks": 2 } } }),
        json!({ "rest": { "attempt": { "ability": "dex" } } }),
        json!({ "travel": 300 }),
    ];
    let hazards = vec![
        json!({ "hazard": { "die": "1d6", "damage": 1, "save": "dex", "saved": "half" }, "strikes": "one" }),
        json!({ "hazard": { "damage": 1, "ability": "str", "fatigue": 1 }, "strikes": "one" }),
        json!({ "hazard": { "peril": "fall", "save": "dex" } }),
    ];
    prop_oneof![2 => night, 1 => peril, 3 => select(others), 1 => select(hazards)].boxed()
}

/// Combinations that chance alone seldom brings: each of these adds to a sheet, or takes away from it, and adds to its policy.
fn callings() -> Vec<(Json, Json)> {
    let bare = |mut sheet: Json| {
        sheet["weapons"] = json!([]);
        sheet["armor"] = Json::Null;
        sheet["slots_used"] = json!(0);
        sheet
    };
    let packed = ["waterskin", "torch", "climbing_kit", "healing_salve", "prayer_book"].map(|name| json!({ "name": name }));
    let only = |action: Json| json!({ "action": action });
    vec![
        (
            bare(json!({ "md": 3, "items": [] })),
            json!({
                "action": [{ "do": "sculpt", "dice": 2, "when": "round <= 3" }, { "do": "trick", "dice": 2, "gambit": "stun" }],
                "counterspell": [{ "do": 2 }],
            }),
        ),
        (bare(json!({ "md": 2, "items": [] })), json!({ "action": [{ "do": "wait" }], "counterspell": [{ "do": 2 }] })),
        (
            bare(json!({ "fd": 3, "wil": 14, "miracles": ["rebuke", "smite"], "items": [{ "name": "focus" }] })),
            only(json!([
                { "do": "miracle", "miracle": "rebuke", "dice": 2, "when": "round == 1" },
                { "do": "miracle", "miracle": "smite", "when": "round <= 3" },
            ])),
        ),
        (json!({ "songs": ["iron", "home", "sorrow"] }), only(json!([{ "do": "song", "song": "iron", "when": "round == 1" }]))),
        (
            bare(json!({
                "pc": true, "hp_max": 9, "gold": 2000, "miracles": ["bless"], "skills": ["lay_on_hands", "words_of_grace"],
                "items": packed,
                "condition": { "hp": 1, "str": 2, "fatigue": 2, "diseases": ["tick_jitters", "mindfog"] },
            })),
            json!({ "grace": [{ "do": "yes" }] }),
        ),
        (json!({ "hp_max": 0, "items": [{ "name": "lantern" }] }), json!({})),
        (json!({ "horse": { "trained": true } }), only(json!([{ "do": "retreat", "when": "round == 2" }]))),
        (json!({ "weapons": [{ "kind": "crossbow" }] }), json!({})),
        (json!({ "weapons": [{ "kind": "axe", "proficient": true }] }), json!({ "action": [], "stunt": [{ "do": "yes" }] })),
        (json!({ "weapons": [{ "kind": "flamberge", "proficient": true }] }), only(json!([]))),
        (json!({ "weapons": [{ "kind": "mace", "proficient": true }], "traits": ["blast"] }), only(json!([]))),
        (bare(json!({ "skills": ["true_strikes"] })), only(json!([]))),
        (json!({ "items": [{ "name": "smoke_bomb" }] }), only(json!([{ "do": "smoke" }]))),
        (bare(json!({ "rolled": "rival" })), json!({})),
        (
            json!({ "skills": ["fury", "provocateur"] }),
            json!({
                "action": [{ "do": "provoke", "when": "round <= 2" }],
                "fury": [{ "do": "yes", "when": "round == 1" }],
                "calm": [{ "do": "yes" }],
            }),
        ),
    ]
}

/// A combatant and its policy, every other one with a calling.
fn member(random: &Random) -> BoxedStrategy<(Json, Option<Json>)> {
    let drawn = (sheet(), prop::option::weighted(0.8, policy(random)), prop::option::of(select(callings())));
    let add = |to: &mut Json, more: Json| {
        let (Json::Object(to), Json::Object(more)) = (to, more) else { unreachable!("both are tables") };
        to.extend(more);
        to.retain(|_, value| !value.is_null());
    };
    let called = move |(mut sheet, mut policy, calling): (Json, Option<Json>, Option<(Json, Json)>)| {
        if let Some((more, decides)) = calling {
            add(&mut sheet, more);
            add(policy.get_or_insert_with(|| json!({})), decides);
        }
        (sheet, policy)
    };
    drawn.prop_map(called).boxed()
}

/// Numbers of the book: few rounds, and what hardly ever happens more often.
fn book() -> BoxedStrategy<Json> {
    let risks = select(vec!["next_attack_enhanced", "fatigue", "damage", "gear"]);
    let book = |(risk, percent): (&str, u8)| {
        json!({
            "round": { "rounds_max": ROUNDS_MAX }, "gambit": { "max_chain": 20 }, "stunt": { "allowed": 1, "risk": risk },
            "injury": { "dismember_percent": percent }, "breath": { "encounter_percent": percent },
        })
    };
    (risks, select(vec![0, 40])).prop_map(book).boxed()
}

/// Random scenarios of two sides, some of them whole days.
fn scenario() -> BoxedStrategy<Text> {
    scenario_of(2)
}

/// Random scenarios of so many sides.
fn scenario_of(sides: usize) -> BoxedStrategy<Text> {
    let random = Random { schema: schema::<Bdp>(), given: Given::new() };
    let rulings = random.of("Rulings");
    let sides = prop::collection::vec(prop::collection::vec(member(&random), 1..=4), sides);
    let day = prop_oneof![Just(Vec::new()), prop::collection::vec(rest(), 1..=3)];
    let arena = table(vec![
        ("start", optional(Just(json!("engaged")).boxed())),
        ("surprise", optional(random.of("SurpriseRoll"))),
        ("reaction", optional(Just(json!(true)).boxed())),
        ("weapons", optional(random.of("WeaponsShown"))),
        ("dark", optional(Just(json!(true)).boxed())),
        ("cold", optional(Just(json!(true)).boxed())),
    ]);
    let drawn = (rulings, book(), sides, day, arena);
    drawn
        .prop_map(|(rulings, book, sides, day, mut arena)| {
            arena["zones"] = json!([{ "name": "hall" }, { "name": "yard", "cover": true, "max": 5 }]);
            file(rulings, book, sides, day, arena)
        })
        .boxed()
}

/// Random duels of somebody against its equal, in which nothing but luck tells one from the other: there are no zones, and no side rolls
/// for the order alone.
fn mirror() -> BoxedStrategy<Text> {
    let mut random = Random { schema: schema::<Bdp>(), given: Given::new() };
    random.given.insert("Rulings.order_roll", Just(Json::Null).boxed());
    let drawn = (random.of("Rulings"), book(), member(&random));
    drawn
        .prop_map(|(rulings, book, (mut sheet, policy))| {
            sheet["zone"] = Json::Null;
            let members = || vec![(sheet.clone(), policy.clone())];
            file(rulings, book, vec![members(), members()], Vec::new(), Json::Null)
        })
        .boxed()
}

fn file(rulings: Json, book: Json, sides: Vec<Vec<(Json, Option<Json>)>>, rests: Vec<Json>, arena: Json) -> Text {
    let mut policies = Map::new();
    let mut side_texts = Vec::new();
    for (side, members) in SIDES.into_iter().zip(sides) {
        let mut sheets = Vec::new();
        for (place, (mut sheet, policy)) in members.into_iter().enumerate() {
            let name = format!("{side}{}", place + 1);
            sheet["name"] = json!(name);
            if let Some(policy) = policy {
                policies.insert(name.clone(), policy);
                sheet["policy"] = json!(name);
            }
            sheets.push(sheet);
        }
        side_texts.push(json!({ "name": side, "combatant": sheets }));
    }
    let mut whole = json!({ "format": 1, "system": "bdp", "title": "drawn", "rulings": rulings, "book": book, "arena": arena });
    if !rests.is_empty() {
        let met: Vec<&str> = SIDES.into_iter().take(side_texts.len()).collect();
        let fight = json!({ "fight": met });
        whole["day"] = json!(rests.into_iter().flat_map(|rest| [rest, fight.clone()]).collect::<Vec<Json>>());
    }
    whole["side"] = json!(side_texts);
    whole["policy"] = Json::Object(policies);
    drop_nulls(&mut whole);
    text(whole)
}

#[test]
fn every_fight_keeps_to_the_rules_from_step_to_step() {
    to_the_rules::<Bdp>(scenario());
}

#[test]
fn a_fight_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<Bdp>(scenario(), &["free_slots"]);
}

#[test]
fn a_fight_in_which_bystanders_turn_keeps_to_the_rules() {
    bystanders_keep_to_the_rules::<Bdp>(scenario_of(3), &["free_slots"]);
}

#[test]
fn tallies_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<Bdp>(CASES / 8, scenario());
}

#[test]
fn every_sum_that_is_told_adds_up() {
    every_sum_adds_up::<Bdp>(scenario(), 50);
}

#[test]
fn random_scenarios_come_to_nearly_every_roll() {
    nearly_every_roll::<Bdp>(CASES * 3 / 2, scenario(), &[], 12);
}

#[test]
fn a_duel_of_equals_is_even_within_five_standard_errors() {
    even::<Bdp>(mirror());
}

#[test]
fn who_is_listed_first_of_equals_decides_nothing() {
    equals_fare_alike::<Bdp>(mirror());
}
