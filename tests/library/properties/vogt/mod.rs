//! Random scenarios of `vogt`: everything that a scenario can say, in every combination that the loader takes.
//!
//! Owns how drawn parts become a scenario: who is called what, stands where and knows which weapon. What can be drawn is in
//! [`draws`], what must hold in [`guard`]. Start at [`scenario`] and [`mirror`].

mod draws;
mod guard;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value as Json, json};
use vogt::Vogt;

use crate::properties::file::{COMMON, Part, SIDES, Text, called, drop_nulls, legs, list, part, text};
use crate::properties::switches::Switches;
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
    at: Option<[i32; 2]>,
}

/// The parts of a scenario.
struct Parts {
    rules: Rules,
    arena: Option<[i32; 2]>,
    sides: Vec<Vec<Member>>,
    day: Vec<Part>,
}

/// By which rules it is played.
#[derive(Clone, Debug)]
struct Rules {
    rulings: Json,
    book: Json,
    rounds_max: u16,
    common: Json,
}

/// Hazards of a day.
fn hazards() -> Vec<Json> {
    vec![
        json!({ "die": "2d6", "damage": 1, "save": "dex", "saved": "half" }),
        json!({ "damage": 2, "armor": true, "status": "bleeding" }),
        json!({ "exhaustion": 1, "save": "str", "difficulty": 3 }),
    ]
}

/// Random scenarios of two or three sides.
pub fn scenario() -> BoxedStrategy<Text> {
    let random = random();
    let member = (random.of("Sheet"), prop::option::weighted(0.8, random.of("PolicyText")), any::<Index>());
    let sides = prop::collection::vec(prop::collection::vec(member, 1..=5), 2..=3);
    let day = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(part(&random, 1, hazards()), 1..=5)];
    let rules = (random.of("Rulings"), random.of("Book"), 1..=40_u16, random.of("PolicyText"));
    let rules = rules.prop_map(|(rulings, book, rounds_max, common)| Rules { rulings, book, rounds_max, common });
    let arena = prop::option::of([4..=16, 4..=12]);
    (rules, arena, sides, day)
        .prop_map(|(rules, arena, sides, day)| {
            let [width, height] = arena.unwrap_or_default();
            let mut free: Vec<[i32; 2]> = (0..width * height).map(|square| [square % width, square / width]).collect();
            let mut seated = |(sheet, policy, seat): (Json, Option<Json>, Index)| Member {
                at: arena.is_some().then(|| free.remove(seat.index(free.len()))),
                sheet,
                policy,
            };
            let sides = sides.into_iter().map(|side| side.into_iter().map(&mut seated).collect()).collect();
            assemble(Parts { rules, arena, sides, day })
        })
        .boxed()
}

/// Random duels of somebody against its equal, in which nothing but luck tells one from the other.
///
/// Rules that are uneven themselves are left out: the final tie-break by the order of the file (`initiative_final`), and
/// arenas of more than one row, where the upper one of two squares that are equally good is taken, and then the left one.
pub fn mirror() -> BoxedStrategy<Text> {
    let mut random = random();
    random.given.insert("Rulings.initiative_final", Just(Json::Null).boxed());
    let rules = (random.of("Rulings"), random.of("Book"), random.of("PolicyText"));
    let rules = rules.prop_map(|(rulings, book, common)| Rules { rulings, book, rounds_max: 40, common });
    let corridor = prop::option::of((0..=16, 0..=3));
    (rules, random.of("Sheet"), prop::option::weighted(0.8, random.of("PolicyText")), corridor)
        .prop_map(|(rules, sheet, policy, corridor)| {
            // So many squares between the two and behind each of them.
            let (between, behind) = corridor.unwrap_or_default();
            let member =
                |column: i32| vec![Member { sheet: sheet.clone(), policy: policy.clone(), at: corridor.map(|_| [column, 0]) }];
            let sides = vec![member(behind), member(behind + between + 1)];
            let arena = corridor.map(|_| [between + 2 + 2 * behind, 1]);
            assemble(Parts { rules, arena, sides, day: Vec::new() })
        })
        .boxed()
}

/// The file.
fn assemble(Parts { rules, arena, sides, day }: Parts) -> Text {
    let everybody: Vec<Vec<String>> =
        sides.iter().enumerate().map(|(side, members)| (0..members.len()).map(|place| called(side, place)).collect()).collect();
    let mut policies = Map::new();
    policies.insert(COMMON.to_owned(), common(rules.common));
    let mut side_texts = Vec::new();
    for (side, members) in sides.into_iter().enumerate() {
        let foes: Vec<&String> =
            everybody.iter().enumerate().filter(|(other, _)| *other != side).flat_map(|(_, names)| names).collect();
        let mut sheets = Vec::new();
        for (place, member) in members.into_iter().enumerate() {
            let name = called(side, place);
            let mut sheet = settled(member.sheet, &foes);
            if let Some(policy) = member.policy {
                policies.insert(name.clone(), policy_of(policy, &sheet));
                sheet["policy"] = json!(name);
            }
            sheet["name"] = json!(name);
            if let Some(at) = member.at {
                sheet["at"] = json!([at]);
            }
            sheets.push(sheet);
        }
        side_texts.push(json!({ "name": SIDES[side], "combatant": sheets }));
    }
    let mut file = json!({ "format": 1, "system": "vogt", "title": "drawn", "rulings": rules.rulings, "book": rules.book });
    file["book"]["round"]["rounds_max"] = json!(rules.rounds_max);
    if let Some([width, height]) = arena {
        file["arena"] = json!({ "width": width, "height": height });
    }
    file["day"] = legs(&day, side_texts.len());
    file["side"] = json!(side_texts);
    file["policy"] = Json::Object(policies);
    text(file)
}

/// A sheet in which everything that refers to something else does so rightly.
fn settled(mut sheet: Json, foes: &[&String]) -> Json {
    if sheet["level"].is_number() {
        sheet["level"] = json!(sheet["styles"].as_array().map_or(0, Vec::len));
    }
    for (index, weapon) in list(&mut sheet, "weapons").enumerate() {
        weapon["name"] = json!(format!("weapon {index}"));
    }
    for (index, technique) in list(&mut sheet, "techniques").enumerate() {
        technique["name"] = json!(format!("technique {index}"));
        let (least, most) = (technique["min_dice"].as_u64().unwrap_or(1), technique["max_dice"].as_u64());
        if most.is_some_and(|most| most < least) {
            technique["max_dice"] = json!(least);
        }
    }
    for status in list(&mut sheet, "statuses") {
        if let Some(index) = status["of"].as_u64() {
            status["of"] = json!(foes[index as usize % foes.len()]);
        }
    }
    if sheet["has_bag"] == false {
        // Without a bag one has nothing but what is in one's two hands.
        let mut free = 2;
        for weapon in list(&mut sheet, "weapons") {
            weapon["stowed"] = Json::Null;
            weapon["hands"] = json!(weapon["hands"].as_i64().unwrap_or(1).min(free));
            free -= weapon["hands"].as_i64().unwrap_or(0);
        }
        (sheet["items"], sheet["hands"]) = (Json::Null, Json::Null);
    }
    drop_nulls(&mut sheet);
    sheet
}

/// The policy of somebody with these weapons and techniques. Lines that do nothing include the common policy.
fn policy_of(mut policy: Json, sheet: &Json) -> Json {
    let names = |key: &str| -> Vec<&Json> { sheet[key].as_array().into_iter().flatten().map(|one| &one["name"]).collect() };
    let fists = json!("fists");
    let weapons: Vec<&Json> = names("weapons").into_iter().chain([&fists]).collect();
    for lines in policy.as_object_mut().expect("a policy is a table").values_mut() {
        for line in lines.as_array_mut().into_iter().flatten() {
            if line["do"].is_null() && line["at"].is_null() && line["least"].is_null() && line["most"].is_null() {
                *line = json!({ "include": COMMON, "when": line["when"] });
            } else {
                armed(line, &weapons, &names("techniques"));
            }
        }
    }
    drop_nulls(&mut policy);
    policy
}

/// A policy for everybody: it names no weapons and no techniques, and includes nothing.
fn common(mut policy: Json) -> Json {
    for lines in policy.as_object_mut().expect("a policy is a table").values_mut() {
        let Some(lines) = lines.as_array_mut() else { continue };
        lines.retain(|line| ["do", "at", "least", "most"].iter().any(|key| line.get(key).is_some()));
        lines.iter_mut().for_each(|line| armed(line, &[], &[]));
    }
    drop_nulls(&mut policy);
    policy
}

/// A line that names weapons and techniques by their names, and only where they mean something.
fn armed(line: &mut Json, weapons: &[&Json], techniques: &[&Json]) {
    let named = |index: &Json, names: &[&Json]| -> Json {
        let index = index.as_u64().unwrap_or(0) as usize;
        names.get(index % names.len().max(1)).map_or(Json::Null, |&name| name.clone())
    };
    if line["do"] == "technique" && techniques.is_empty() {
        line["do"] = json!("defend");
    }
    let act = line["do"].as_str().unwrap_or_default().to_owned();
    for (key, takes) in [("weapon", &["attack", "retrieve"][..]), ("technique", &["technique"]), ("dice", &["technique"])] {
        if !takes.contains(&act.as_str()) {
            line[key] = Json::Null;
        }
    }
    if line["weapon"].is_number() {
        line["weapon"] = named(&line["weapon"], weapons);
    }
    if act == "technique" {
        line["technique"] = named(&line["technique"], techniques);
    }
}

#[test]
fn every_fight_keeps_to_the_rules_from_step_to_step() {
    to_the_rules::<Vogt>(scenario());
}

#[test]
fn a_fight_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<Vogt>(scenario(), &["hp"]);
}

#[test]
fn a_fight_in_which_bystanders_turn_keeps_to_the_rules() {
    bystanders_keep_to_the_rules::<Vogt>(scenario(), &["hp"]);
}

#[test]
fn tallies_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<Vogt>(CASES / 2, scenario());
}

#[test]
fn a_duel_of_equals_is_even_within_five_standard_errors() {
    even::<Vogt>(mirror());
}

#[test]
fn who_is_listed_first_of_equals_decides_nothing() {
    equals_fare_alike::<Vogt>(mirror());
}

#[test]
fn every_sum_that_is_told_adds_up() {
    every_sum_adds_up::<Vogt>(scenario(), 80);
}

#[test]
fn random_scenarios_come_to_nearly_every_roll() {
    nearly_every_roll::<Vogt>(2 * CASES, scenario(), &[], 4);
}

const SWITCHES: Switches = Switches { folder: "vogt", fit: |_, _, _| {} };

#[test]
fn every_ruling_changes_a_fight() {
    // A challenger gains nothing by a tie in a fight either way; only `odds` tells who has held out.
    let idle = SWITCHES.idle_rulings::<Vogt>();
    assert_eq!(idle, ["rulings.contest_tie = \"defender\""], "these change nothing");
}

#[test]
fn every_number_of_the_book_changes_a_fight() {
    // The difficulty of an ability check is asked by `odds` alone, and feet are only for reading.
    let unread = ["book.check.difficulty", "book.movement.square_feet"];
    let idle = SWITCHES.idle_numbers::<Vogt>();
    assert_eq!(idle.iter().map(String::as_str).collect::<Vec<_>>(), unread, "these change nothing");
}
