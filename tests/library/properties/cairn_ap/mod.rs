//! Random scenarios of `cairn-ap`: everything that a scenario can say, in every combination that the loader takes.
//!
//! Owns how drawn parts become a scenario: who is called what, stands where, and which weapons, spells and things a plan can
//! name. What can be drawn is in [`draws`], what must hold in [`guard`]. Start at [`scenario`] and [`mirror`].

mod draws;
mod guard;

use cairn_ap::CairnAp;
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use crate::properties::file::{Part, SIDES, Text, called, drop_nulls, legs, list, part, text};
use crate::properties::{
    CASES, bystanders_keep_to_the_rules, equals_fare_alike, even, every_sum_adds_up, nearly_every_roll, the_same_bytes,
    the_same_whoever_plays, to_the_rules,
};
use draws::random;

/// A combatant before it has a name.
#[derive(Clone, Debug)]
struct Member {
    sheet: Json,
    policy: Option<Json>,
    at: i32,
}

/// The parts of a scenario.
struct Parts {
    rulings: Json,
    book: Json,
    rounds_max: u16,
    /// Pits, where there is an arena.
    arena: Option<Vec<i32>>,
    sides: Vec<Vec<Member>>,
    day: Vec<Part>,
}

/// Hazards of a day.
fn hazards() -> Vec<Json> {
    vec![
        json!({ "die": "1d6", "save": "dex", "saved": "half" }),
        json!({ "damage": 3, "armor": true, "save": "str", "disadvantage": 1 }),
        json!({ "fatigue": 1, "deprives": true }),
    ]
}

/// Random scenarios of two or three sides.
pub fn scenario() -> BoxedStrategy<Text> {
    let random = random();
    let member = (random.of("Sheet"), prop::option::weighted(0.8, random.of("PolicyText")), -12..=12)
        .prop_map(|(sheet, policy, at)| Member { sheet, policy, at });
    let sides = prop::collection::vec(prop::collection::vec(member, 1..=4), 2..=3);
    let day = prop_oneof![1 => Just(Vec::new()), 1 => prop::collection::vec(part(&random, 2, hazards()), 1..=6)];
    let arena = prop::option::of(prop::collection::vec(-14..=14, 0..=2));
    (random.of("Rulings"), random.of("Book"), 1..=40_u16, arena, sides, day)
        .prop_map(|(rulings, book, rounds_max, arena, sides, day)| {
            assemble(Parts { rulings, book, rounds_max, arena, sides, day })
        })
        .boxed()
}

/// Random duels of somebody against its equal, with no pit on the line and nobody between them; ties are never broken by the order of the
/// file.
pub fn mirror() -> BoxedStrategy<Text> {
    let mut random = random();
    random.given.insert("Rulings.initiative_tie", Just(Json::Null).boxed());
    let line = prop::option::of(1..=10);
    (random.of("Rulings"), random.of("Book"), random.of("Sheet"), prop::option::of(random.of("PolicyText")), line)
        .prop_map(|(rulings, book, sheet, policy, apart)| {
            let member = |at: i32| vec![Member { sheet: sheet.clone(), policy: policy.clone(), at }];
            let sides = vec![member(0), member(apart.unwrap_or(0))];
            assemble(Parts { rulings, book, rounds_max: 40, arena: apart.map(|_| Vec::new()), sides, day: Vec::new() })
        })
        .boxed()
}

/// The file.
fn assemble(Parts { rulings, book, rounds_max, arena, sides, day }: Parts) -> Text {
    let mut policies = Map::new();
    let mut side_texts = Vec::new();
    for (side, members) in sides.iter().enumerate() {
        let friends: Vec<String> = (0..members.len()).map(|place| called(side, place)).collect();
        let mut sheets = Vec::new();
        for (place, member) in members.iter().enumerate() {
            let name = called(side, place);
            let mut sheet = settled(member.sheet.clone());
            if let Some(policy) = &member.policy {
                policies.insert(name.clone(), policy_of(policy.clone(), &sheet, &friends));
                sheet["policy"] = json!(name);
            }
            sheet["name"] = json!(name);
            if arena.is_some() {
                sheet["at"] = json!([member.at]);
            }
            sheets.push(sheet);
        }
        side_texts.push(json!({ "name": SIDES[side], "combatant": sheets }));
    }
    let mut file = json!({ "format": 1, "system": "cairn-ap", "title": "drawn", "rulings": rulings, "book": lawful(book) });
    file["book"]["round"]["rounds_max"] = json!(rounds_max);
    if let Some(pits) = arena {
        file["arena"] = json!({ "pits": pits });
    }
    file["day"] = legs(&day, side_texts.len());
    file["side"] = json!(side_texts);
    file["policy"] = Json::Object(policies);
    text(file)
}

/// A book that is lawful as a whole.
fn lawful(mut book: Json) -> Json {
    if let Some(matches) = book["magic"]["mishap_matches"].as_u64() {
        let fails = book["magic"]["fail_matches"].as_u64().unwrap_or(3);
        book["magic"]["fail_matches"] = json!(fails.max(matches));
    } else if book["magic"]["fail_matches"].is_u64() {
        book["magic"]["fail_matches"] = json!(book["magic"]["fail_matches"].as_u64().unwrap_or(3).max(2));
    }
    drop_nulls(&mut book);
    book
}

/// A sheet in which numbers do not contradict each other and weapons have names of their own.
fn settled(mut sheet: Json) -> Json {
    for (now, most) in [("str", "str_max"), ("dex", "dex_max"), ("wil", "wil_max")] {
        if let Some(limit) = sheet[most].as_i64() {
            let score = sheet[now].as_i64().unwrap_or(10).min(limit.max(1));
            (sheet[now], sheet[most]) = (json!(score), json!(limit.max(score)));
        }
    }
    if let Some(hp) = sheet["hp"].as_i64() {
        sheet["hp"] = json!(hp.min(sheet["hp_max"].as_i64().unwrap_or(3)));
    }
    for (index, weapon) in list(&mut sheet, "weapons").enumerate() {
        weapon["name"] = json!(format!("weapon {index}"));
    }
    for (index, thing) in list(&mut sheet, "items").enumerate() {
        thing["name"] = json!(format!("thing {index}"));
    }
    if sheet["spells"].as_array().is_some_and(|spells| !spells.is_empty()) {
        sheet["grimoire"] = json!(true);
    }
    if sheet["condition"].is_object() {
        let has_grimoire = sheet["grimoire"] == json!(true);
        lawful_condition(&mut sheet["condition"], has_grimoire);
    }
    drop_nulls(&mut sheet);
    sheet
}

/// Leaves out of a condition what cannot be together. Lost attributes would have to be 0 in the sheet.
fn lawful_condition(condition: &mut Json, has_grimoire: bool) {
    let dying = ["down", "out_of_action"].iter().any(|state| condition["state"] == *state);
    condition["lost"] = Json::Null;
    if !dying {
        condition["stable"] = Json::Null;
    }
    if !dying || condition["stable"] == json!(true) {
        condition["dies_in"] = Json::Null;
    }
    if let Some(marks) = condition["marks"].as_array_mut().filter(|_| !has_grimoire) {
        marks.retain(|mark| !["grimoire_damaged", "soul_bound", "fused"].iter().any(|of_grimoire| mark == of_grimoire));
    }
}

/// The names that lines of a policy can use.
struct Owned<'a> {
    weapons: Vec<&'a str>,
    spells: Vec<&'a str>,
    things: Vec<&'a str>,
    friends: &'a [String],
}

/// The policy of somebody with this sheet. Lines that do nothing are left out.
fn policy_of(mut policy: Json, sheet: &Json, friends: &[String]) -> Json {
    let names = |key: &str| -> Vec<&str> {
        sheet[key].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect()
    };
    let texts = |key: &str| -> Vec<&str> { sheet[key].as_array().into_iter().flatten().filter_map(Json::as_str).collect() };
    let owned = Owned {
        weapons: names("weapons").into_iter().chain(["bare hands", "whatever lies about"]).collect(),
        spells: texts("spells").into_iter().chain(texts("scrolls")).collect(),
        things: names("items"),
        friends,
    };
    for (decision, lines) in policy.as_object_mut().expect("a policy is a table") {
        let Some(lines) = lines.as_array_mut() else { continue };
        let says: &[&str] = match decision.as_str() {
            "target" | "ally" => &["at", "least", "most"],
            "drop" => &["do", "item"],
            _ => &["do"],
        };
        lines.retain(|line| says.iter().any(|key| !line[*key].is_null()));
        match decision.as_str() {
            "plan" => lines.iter_mut().for_each(|line| named(line, &owned)),
            "drop" => lines.iter_mut().for_each(|line| dropped(line, &owned)),
            _ => {}
        }
        lines.retain(|line| line.as_object().is_some_and(|line| !line.is_empty()));
    }
    drop_nulls(&mut policy);
    policy
}

/// The name of this number among those that there are.
fn pick(index: &Json, names: &[&str]) -> Json {
    let index = index.as_u64().unwrap_or(0) as usize;
    names.get(index % names.len().max(1)).map_or(Json::Null, |&name| json!(name))
}

/// A line of a plan that names what its owner has, and only where it means something.
fn named(line: &mut Json, owned: &Owned<'_>) {
    let held = ["hold_attack", "hold_trip", "hold_shove", "hold_grab", "hold_disarm", "hold_blind", "hold_cast"];
    let mut act = line["do"].as_str().unwrap_or_default().to_owned();
    if ["cast", "hold_cast"].contains(&act.as_str()) && owned.spells.is_empty() {
        act = "attack".to_owned();
        line["do"] = json!(act);
    }
    let is = |acts: &[&str]| acts.contains(&act.as_str());
    let casts = is(&["cast", "hold_cast"]);
    for (key, means) in [
        ("weapon", is(&["attack", "sweep", "hold_attack"])),
        ("spell", casts),
        ("item", is(&["item"])),
        ("dice", casts),
        ("slot_dice", casts),
        ("dust_dice", casts),
        ("free_dice", casts),
        ("trigger", is(&held)),
        ("only", is(&held) || is(&["help"])),
        ("friend", is(&["help"])),
    ] {
        if !means {
            line[key] = Json::Null;
        }
    }
    if !line["dice"].is_null() {
        for key in ["slot_dice", "dust_dice", "free_dice"] {
            line[key] = Json::Null;
        }
    }
    let friends: Vec<&str> = owned.friends.iter().map(String::as_str).collect();
    for (key, names) in [("weapon", &owned.weapons), ("spell", &owned.spells), ("item", &owned.things), ("friend", &friends)] {
        if line[key].is_number() {
            line[key] = pick(&line[key], names);
        }
    }
}

/// A line of what is dropped: an end of the list, or a thing that there is.
fn dropped(line: &mut Json, owned: &Owned<'_>) {
    if line["do"].is_null() {
        line["item"] = pick(&line["item"], &owned.things);
    } else {
        line["item"] = Json::Null;
    }
    if line["do"].is_null() && line["item"].is_null() {
        *line = json!({});
    }
}

#[test]
fn every_fight_keeps_to_the_rules_from_step_to_step() {
    to_the_rules::<CairnAp>(scenario());
}

#[test]
fn a_fight_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<CairnAp>(scenario(), &[]);
}

#[test]
fn a_fight_in_which_bystanders_turn_keeps_to_the_rules() {
    bystanders_keep_to_the_rules::<CairnAp>(scenario(), &[]);
}

#[test]
fn tallies_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<CairnAp>(CASES / 2, scenario());
}

#[test]
fn every_sum_that_is_told_adds_up() {
    every_sum_adds_up::<CairnAp>(scenario(), 50);
}

#[test]
fn random_scenarios_come_to_nearly_every_roll() {
    nearly_every_roll::<CairnAp>(CASES, scenario(), &[], 6);
}

#[test]
fn a_duel_of_equals_is_even_within_five_standard_errors() {
    even::<CairnAp>(mirror());
}

#[test]
fn who_is_listed_first_of_equals_decides_nothing() {
    equals_fare_alike::<CairnAp>(mirror());
}
