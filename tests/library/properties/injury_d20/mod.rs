//! Properties of every scenario of `injury-d20`, tried on random ones: everything that a scenario can say, in every combination
//! that the loader takes.
//!
//! Owns how drawn parts become a scenario; what can be drawn is in [`draws`], what must hold in [`guard`]; every switch matters in one
//! of the scenarios of the folder `switches` or elsewhere. Start at [`scenario`] and [`mirror`].

mod draws;
mod guard;

use std::collections::BTreeSet;

use frame::fight::ABSENT;
use frame::fight::watch::StoryEntry;
use frame::sim::story;
use injury_d20::InjuryD20;
use injury_d20::book::Book;
use injury_d20::sheet::{BodyText, Sheet};
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use crate::playable::Playable;
use crate::properties::file::{COMMON, Part, SIDES, Text, called, drop_nulls, legs, list, part, text};
use crate::properties::switches::Switches;
use crate::properties::{
    CASES, SEED, bystanders_keep_to_the_rules, equals_fare_alike, even, every_sum_adds_up, nearly_every_roll, playable,
    the_same_bytes, the_same_whoever_plays, to_the_rules, try_on,
};
use draws::{PARTS, random};

/// Squares on a side of the room that each has on a field at the beginning.
const ROOM: i64 = 5;

/// A combatant before it has a name.
#[derive(Clone, Debug)]
struct Member {
    sheet: Json,
    policy: Option<Json>,
}

/// By which rules and where it is played.
#[derive(Clone, Debug)]
struct Rules {
    rulings: Json,
    book: Json,
    /// The meeting of the sides.
    awareness: Option<&'static str>,
    rounds_max: u16,
    common: Json,
    arena: Option<Field>,
}

/// A field of nine rooms, one for each combatant.
#[derive(Clone, Debug)]
struct Field {
    /// The order in which rooms are taken.
    rooms: Vec<usize>,
    /// The place of each combatant in its room.
    within: Vec<i64>,
    obstacles: Vec<[i64; 2]>,
    covers: Vec<Json>,
}

fn field(covers: BoxedStrategy<Json>) -> BoxedStrategy<Field> {
    let square = || [0..3 * ROOM, 0..3 * ROOM];
    let covers = (covers, square()).prop_map(|(mut cover, at)| {
        cover["at"] = json!(at);
        cover
    });
    let rooms = Just((0..9).collect::<Vec<usize>>()).prop_shuffle();
    let obstacles = prop::collection::vec(square(), 0..=6);
    (rooms, prop::collection::vec(0..ROOM, 9), obstacles, prop::collection::vec(covers, 0..=6))
        .prop_map(|(rooms, within, obstacles, covers)| Field { rooms, within, obstacles, covers })
        .boxed()
}

fn rules(rounds_max: impl Strategy<Value = u16> + 'static) -> BoxedStrategy<Rules> {
    let random = random();
    let awareness = prop::option::weighted(0.3, prop_oneof![Just("ready"), Just("ambush")]);
    let parts = (random.of("Rulings"), random.of("Book"), awareness, rounds_max, random.of("PolicyText"));
    (parts, prop::option::of(field(random.of("CoverSquare"))))
        .prop_map(|((rulings, book, awareness, rounds_max, common), arena)| Rules {
            rulings,
            book,
            awareness,
            rounds_max,
            common,
            arena,
        })
        .boxed()
}

/// Hazards of a day.
fn hazards() -> Vec<Json> {
    vec![
        json!({ "die": "1d6", "damage": 1, "check": "con", "dc": 15, "saved": "half" }),
        json!({ "strain": 1, "injuries": 1 }),
        json!({ "fall_ft": 20 }),
    ]
}

/// Random scenarios of two or three sides.
pub fn scenario() -> BoxedStrategy<Text> {
    let random = random();
    let member = (random.of("Sheet"), prop::option::weighted(0.8, random.of("PolicyText")));
    let member = member.prop_map(|(sheet, policy)| Member { sheet, policy });
    let sides = prop::collection::vec(prop::collection::vec(member, 1..=3), 2..=3);
    let day = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec(part(&random, 2, hazards()), 1..=4)];
    (rules(1..=15_u16), sides, day).prop_map(|(rules, sides, day)| assemble(rules, sides, &day)).boxed()
}

/// Random duels of somebody against its equal, in which nothing but luck tells one from the other: there is no field, nobody
/// hides, and ties are never broken by the order of the file.
fn mirror() -> BoxedStrategy<Text> {
    let random = random();
    let sheet = (random.of("Sheet"), prop::option::weighted(0.8, random.of("PolicyText")));
    (rules(Just(12)), sheet)
        .prop_map(|(mut rules, (sheet, policy))| {
            rules.rulings["initiative_tie"] = Json::Null;
            (rules.arena, rules.awareness) = (None, rules.awareness.filter(|awareness| *awareness != "ambush"));
            let member = Member { sheet, policy };
            assemble(rules, vec![vec![member.clone()], vec![member]], &[])
        })
        .boxed()
}

/// The file.
fn assemble(rules: Rules, sides: Vec<Vec<Member>>, day: &[Part]) -> Text {
    let mut policies = Map::new();
    policies.insert(COMMON.to_owned(), policy_of(rules.common, None));
    let (mut side_texts, mut number) = (Vec::new(), 0);
    let mut taken: Vec<[i64; 3]> = Vec::new();
    for (side, members) in sides.into_iter().enumerate() {
        let mut sheets = Vec::new();
        for (place, member) in members.into_iter().enumerate() {
            let name = called(side, place);
            let mut sheet = settled(member.sheet, &rules.book);
            if let Some(policy) = member.policy {
                policies.insert(name.clone(), policy_of(policy, Some(&sheet)));
                sheet["policy"] = json!(name);
            }
            sheet["name"] = json!(name);
            if let Some(field) = &rules.arena {
                let space = space_of(&Book::default(), &serde_json::from_value(sheet.clone()).expect("a sheet as it is drawn"));
                let corner = |room: usize| room as i64 * ROOM + field.within[number].min(ROOM - space);
                let at = [corner(field.rooms[number] % 3), corner(field.rooms[number] / 3)];
                sheet["at"] = json!([at]);
                taken.push([at[0], at[1], space]);
            }
            number += 1;
            sheets.push(sheet);
        }
        side_texts.push(json!({ "name": SIDES[side], "combatant": sheets }));
    }
    let mut file =
        json!({ "format": 1, "system": "injury-d20", "title": "drawn", "rulings": rules.rulings, "book": rules.book });
    file["book"]["round"]["rounds_max"] = json!(rules.rounds_max);
    file["book"]["encounter"] = match rules.awareness {
        Some("ambush") => json!({ "awareness": "ambush", "hiding_side": "one" }),
        awareness => json!({ "awareness": awareness }),
    };
    if let Some(Field { obstacles, covers, .. }) = rules.arena {
        let apart = |[x, y]: &[i64; 2]| {
            taken.iter().all(|[left, low, side]| !(*left..left + side).contains(x) || !(*low..low + side).contains(y))
        };
        let obstacles: Vec<[i64; 2]> = obstacles.into_iter().filter(apart).collect();
        file["arena"] = json!({ "width": 3 * ROOM, "height": 3 * ROOM, "obstacles": obstacles, "cover": covers });
    }
    file["day"] = legs(day, side_texts.len());
    if day.len() % 2 == 1 {
        file["on_defeat"] = json!("go on");
    }
    (file["side"], file["policy"]) = (json!(side_texts), Json::Object(policies));
    drop_nulls(&mut file);
    text(file)
}

/// Squares on a side that somebody takes.
fn space_of(book: &Book, sheet: &Sheet) -> i64 {
    let by_size = book.space_by_size.get(sheet.size as usize).copied().unwrap_or(1);
    i64::from(sheet.space.unwrap_or(by_size))
}

/// A sheet in which everything fits: parts that are named are there, and hold as many injuries as they have.
fn settled(mut sheet: Json, book: &Json) -> Json {
    let published = serde_json::to_value(Book::default()).expect("a book is data");
    let human =
        json!({ "ear": 2, "nose": 1, "eye": 2, "hand": 2, "foot": 2, "mouth": 1, "arm": 2, "leg": 2, "head": 1, "heart": 1 });
    let count = |body: &Json, kind: &Json| {
        let kind = kind.as_str().unwrap_or_default();
        body[kind].as_u64().or(human[kind].as_u64()).unwrap_or(0)
    };
    let body = sheet["body"].clone();
    let mut seen = BTreeSet::new();
    let mut fits = |part: &mut Json| {
        let there = count(&body, &part["part"]);
        if there == 0 {
            return false;
        }
        part["index"] = json!(part["index"].as_u64().unwrap_or(0) % there);
        seen.insert(format!("{} {}", part["part"], part["index"]))
    };
    for key in ["prosthesis", "injuries"] {
        if let Some(parts) = sheet.get_mut(key).and_then(Json::as_array_mut) {
            parts.retain_mut(&mut fits);
        }
    }
    for injury in list(&mut sheet, "injuries") {
        let kind = injury["part"].as_str().unwrap_or_default().to_owned();
        let most = book["part"][&kind]["max"].as_u64().or(published["part"][&kind]["max"].as_u64()).unwrap_or(1);
        injury["count"] = json!(injury["count"].as_u64().unwrap_or(1).min(most));
    }
    for (number, thing) in list(&mut sheet, "worn").enumerate() {
        let there = count(&body, &thing["part"]);
        (thing["name"], thing["index"]) =
            (json!(format!("thing {number}")), json!(thing["index"].as_u64().unwrap_or(0) % there.max(1)));
    }
    if let Some(things) = sheet.get_mut("worn").and_then(Json::as_array_mut) {
        things.retain(|thing| count(&body, &thing["part"]) > 0);
    }
    for (number, weapon) in list(&mut sheet, "weapons").enumerate() {
        weapon["name"] = json!(format!("weapon {number}"));
        let there = if weapon["natural"] == json!(true) { count(&body, &weapon["part"]["part"]) } else { 0 };
        if there == 0 {
            weapon["part"] = Json::Null;
        } else {
            weapon["part"]["index"] = json!(weapon["part"]["index"].as_u64().unwrap_or(0) % there);
        }
    }
    if sheet["altitude_ft"].as_i64() > Some(0) && sheet["fly_ft"].as_i64().unwrap_or(0) == 0 {
        sheet["fly_ft"] = json!(40);
    }
    if sheet["without_con"] == json!(true) {
        (sheet["knocked_out"], sheet["coma"]) = (Json::Null, Json::Null);
    }
    drop_nulls(&mut sheet);
    sheet
}

/// The policy of somebody with this sheet; lines that do nothing include the common policy, which names no weapons and includes
/// nothing.
fn policy_of(mut policy: Json, sheet: Option<&Json>) -> Json {
    let weapons: Vec<&str> = sheet
        .and_then(|sheet| sheet["weapons"].as_array())
        .map_or(Vec::new(), |weapons| weapons.iter().filter_map(|weapon| weapon["name"].as_str()).collect());
    let acts = |line: &Json| {
        ["do", "at", "least", "most", "part", "points"].iter().any(|key| line.get(key).is_some_and(|is| !is.is_null()))
    };
    for (decision, lines) in policy.as_object_mut().expect("a policy is a table") {
        let Some(lines) = lines.as_array_mut() else { continue };
        if sheet.is_none() {
            lines.retain(acts);
        }
        for line in lines {
            if !acts(line) {
                *line = json!({ "include": COMMON, "when": line["when"] });
            } else if decision == "plan" {
                planned(line, &weapons);
            }
        }
    }
    drop_nulls(&mut policy);
    policy
}

/// A line of a plan that says nothing that means nothing.
fn planned(line: &mut Json, weapons: &[&str]) {
    let act = line["do"].as_str().unwrap_or_default().to_owned();
    let is = |acts: &[&str]| acts.contains(&act.as_str());
    for (key, means) in [
        ("weapon", is(&["attack", "rapid", "throw", "charge", "pick_up", "draw", "drop"])),
        ("shots", is(&["rapid"])),
        ("condition", is(&["trick"])),
        ("aim", is(&["sunder", "disarm"])),
        // A height is at most the fly speed of whoever takes off: here it is left to the rules.
        ("feet", false),
    ] {
        if !means {
            line[key] = Json::Null;
        }
    }
    if let Some(number) = line["weapon"].as_u64() {
        line["weapon"] = weapons.get(number as usize % weapons.len().max(1)).map_or(Json::Null, |name| json!(name));
    }
}

#[test]
fn every_fight_keeps_to_the_rules_from_step_to_step() {
    to_the_rules::<InjuryD20>(scenario());
}

#[test]
fn a_fight_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<InjuryD20>(scenario(), &["net_disadvantages"]);
}

#[test]
fn a_fight_in_which_bystanders_turn_keeps_to_the_rules() {
    bystanders_keep_to_the_rules::<InjuryD20>(scenario(), &["net_disadvantages"]);
}

#[test]
fn tallies_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<InjuryD20>(CASES / 8, scenario());
}

#[test]
fn a_duel_of_equals_is_even_within_five_standard_errors() {
    even::<InjuryD20>(mirror());
}

#[test]
fn who_is_listed_first_of_equals_decides_nothing() {
    equals_fare_alike::<InjuryD20>(mirror());
}

/// Rolls that only a few random scenarios come to. The scenarios in `systems/<system>/rolls` come to all of them.
const RARE: [&str; 4] = ["random target", "escape", "waking", "part injured by a fall"];

#[test]
fn every_sum_that_is_told_adds_up() {
    every_sum_adds_up::<InjuryD20>(scenario(), 25);
}

#[test]
fn random_scenarios_come_to_nearly_every_roll() {
    nearly_every_roll::<InjuryD20>(3 * CASES, scenario(), &RARE, 0);
}

/// The words of a replay about somebody, beside the counts.
const TOLD: [(&str, &str); 3] = [("deflected", "deflects the attack"), ("charges", "charges at"), ("stunned", "is stunned")];

#[test]
fn a_replay_tells_what_is_counted() {
    try_on(CASES / 2, scenario(), |text| {
        let Playable { loaded, layout, .. } = playable::<InjuryD20>(&text);
        // The replay of a day tells of all its fights.
        if layout.day.is_some() {
            return Ok(());
        }
        for number in 0..2 {
            let story = story::tell(&loaded, &layout, SEED, number);
            let told = |said: &str| {
                let says = |told: &&StoryEntry| matches!(told, StoryEntry::Sentence { text, .. } if text.starts_with(said));
                story.told.iter().filter(says).count() as i64
            };
            for entry in &loaded.combatants {
                let counted = |family: &str| {
                    let metric = layout.catalogue.index(&format!("{}.{family}", entry.name));
                    story.values[metric.expect("there is such a metric")]
                };
                // Nothing is counted of whoever takes no part.
                if counted("turns") == ABSENT {
                    continue;
                }
                for (family, says) in TOLD {
                    let times = told(&format!("{} {says}", entry.name));
                    prop_assert_eq!(counted(family), times, "fight {}: {} of {}", number, family, entry.name);
                }
                let dies = told(&format!("{} is dead", entry.name)) > 0;
                prop_assert_eq!(counted("death_round") > 0, dies, "fight {}: {} is dead", number, entry.name);
            }
        }
        Ok(())
    });
}

#[test]
fn the_parts_that_are_drawn_are_those_of_bodies() {
    let body = serde_json::to_value(BodyText::default()).expect("a body is data");
    assert_eq!(body.as_object().expect("a body is a table").keys().map(String::as_str).collect::<Vec<_>>(), PARTS);
}

/// An ambush needs somebody who hides.
const SWITCHES: Switches = Switches {
    folder: "injury_d20",
    fit: |text, path, side| {
        if path == "encounter.awareness" {
            text["encounter"]["hiding_side"] = json!(side);
        }
    },
};

#[test]
fn every_ruling_changes_a_fight() {
    let idle = SWITCHES.idle_rulings::<InjuryD20>();
    assert!(idle.is_empty(), "these change nothing: {idle:#?}");
}
