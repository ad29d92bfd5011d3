//! Properties of every scenario of `heimr`, tried on random ones: everything that a scenario can say, in every combination that
//! the loader takes.
//!
//! Owns how drawn parts become a scenario; what can be drawn is in [`draws`], what must hold in [`guard`]. Start at
//! [`scenario`] and [`mirror`].

mod draws;
mod guard;

use heimr::Heimr;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value as Json, json};

use crate::properties::file::{COMMON, Part, SIDES, Text, called, drop_nulls, legs, list, part, text};
use crate::properties::{
    CASES, bystanders_keep_to_the_rules, equals_fare_alike, even, every_sum_adds_up, nearly_every_roll, the_same_bytes,
    the_same_whoever_plays, to_the_rules,
};

/// A combatant before it has a name.
#[derive(Clone, Debug)]
struct Member {
    sheet: Json,
    policy: Option<Json>,
    at: Option<String>,
}

/// By which rules and where it is played.
#[derive(Clone, Debug)]
struct Rules {
    rulings: Json,
    book: Json,
    rounds_max: u16,
    common: Json,
    arena: Json,
}

fn arena() -> BoxedStrategy<Json> {
    let change = (2..=4, prop::option::of(0..=3), prop::option::of(0..=1));
    let changes = prop::collection::vec(
        change.prop_map(|(round, darkness, weather)| json!({ "round": round, "darkness": darkness, "weather": weather })),
        0..=2,
    );
    let object = select(vec!["thick_tree", "crate", "shrubbery", "merlon", "table"]);
    let objects = prop::collection::vec(object.prop_map(|name| json!({ "name": name })), 0..=2);
    let light = prop::option::of(select(vec!["torch", "campfire"]));
    let surface = prop::option::of(select(vec!["ladder", "rope", "tree"]));
    let square = (0..=3, any::<bool>(), any::<bool>(), light, surface, objects).prop_map(
        |(height, difficult, roof, light, surface, objects)| {
            json!({ "height": height, "difficult": difficult, "roof": roof, "light": light, "surface": surface, "objects": objects })
        },
    );
    let names = vec!["A1", "A2", "B1", "B2", "B3", "C2"];
    let squares = (prop::collection::vec(square, 6), subsequence(names, 0..=4)).prop_map(|(squares, names)| {
        let pairs = names.into_iter().map(str::to_owned).zip(squares);
        Json::Object(pairs.collect::<Map<String, Json>>())
    });
    let between = vec![["A1", "A2"], ["B1", "B2"], ["B2", "B3"], ["B2", "C2"], ["A2", "B2"], ["C1", "C2"]];
    let kinds = vec!["single_door", "window", "ladder", "jump_2m", "regular_door", "rope", "rock_face", "stone_wall"];
    let border = prop::collection::vec(subsequence(kinds, 1..=2), 6);
    let borders = (subsequence(between, 0..=4), border).prop_map(|(between, kinds)| {
        let borders = between.into_iter().zip(kinds);
        borders.map(|(between, kinds)| json!({ "between": between, "kinds": kinds })).collect::<Vec<Json>>()
    });
    (3..=4, 3..=4, 0..=3, 0..=2, squares, borders, changes)
        .prop_map(|(columns, rows, darkness, weather, square, border, change)| {
            json!({ "columns": columns, "rows": rows, "darkness": darkness, "weather": weather, "square": square, "border": border, "change": change })
        })
        .boxed()
}

/// Hazards of a day.
fn hazards() -> Vec<Json> {
    vec![
        json!({ "die": "1d4", "damage": 1, "armor": true }),
        json!({ "damage": 2, "ability": "agility", "cr": 8, "saved": "half" }),
        json!({ "height": 3 }),
    ]
}

/// Random scenarios of two or three sides.
pub fn scenario() -> BoxedStrategy<Text> {
    let random = draws::random(false);
    let squares = vec!["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"];
    let member =
        (draws::sheet(&random), prop::option::weighted(0.8, random.of("PolicyText")), prop::option::of(select(squares)));
    let member = member.prop_map(|(sheet, policy, at)| Member { sheet, policy, at: at.map(str::to_owned) });
    let sides = prop::collection::vec(prop::collection::vec(member, 1..=3), 2..=3);
    let day = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(part(&random, 1, hazards()), 1..=4)];
    let rules = (random.of("Rulings"), random.of("Book"), 1..=30_u16, random.of("PolicyText"), prop::option::of(arena()));
    let rules = rules.prop_map(|(rulings, book, rounds_max, common, arena)| Rules {
        rulings,
        book,
        rounds_max,
        common,
        arena: arena.unwrap_or(Json::Null),
    });
    (rules, sides, day).prop_map(|(rules, sides, day)| assemble(rules, sides, &day)).boxed()
}

/// Random duels of somebody against its equal, in which nothing but luck tells one from the other: both stand in one square,
/// nobody is called by name, and ties are never broken by the order of the file.
pub fn mirror() -> BoxedStrategy<Text> {
    let mut random = draws::random(true);
    for key in ["Rulings.initiative_tie", "GuardLine.who", "ReadyLine.who", "PolicyText.delay"] {
        random.given.insert(key, Just(Json::Null).boxed());
    }
    let rules = (random.of("Rulings"), random.of("Book"), random.of("PolicyText"));
    let rules = rules.prop_map(|(rulings, book, common)| Rules { rulings, book, rounds_max: 30, common, arena: Json::Null });
    (rules, draws::sheet(&random), prop::option::weighted(0.8, random.of("PolicyText")))
        .prop_map(|(rules, mut sheet, policy)| {
            sheet["initiative"] = Json::Null;
            let member = Member { sheet, policy, at: None };
            assemble(rules, vec![vec![member.clone()], vec![member]], &[])
        })
        .boxed()
}

/// The file.
fn assemble(rules: Rules, sides: Vec<Vec<Member>>, day: &[Part]) -> Text {
    let mut policies = Map::new();
    policies.insert(COMMON.to_owned(), common(rules.common));
    let mut side_texts = Vec::new();
    let threshold = rules.book["injury"]["threshold"].as_i64().unwrap_or(0);
    for (side, members) in sides.into_iter().enumerate() {
        let mut sheets = Vec::new();
        for (place, member) in members.into_iter().enumerate() {
            let name = called(side, place);
            let mut sheet = settled(member.sheet, threshold);
            if let Some(policy) = member.policy {
                policies.insert(name.clone(), policy_of(policy, &sheet));
                sheet["policy"] = json!(name);
            }
            (sheet["name"], sheet["at"]) = (json!(name), json!(member.at));
            sheets.push(sheet);
        }
        side_texts.push(json!({ "name": SIDES[side], "combatant": sheets }));
    }
    let sides = side_texts.len();
    let mut book = rules.book;
    let mut sheets = side_texts.iter().flat_map(|side| side["combatant"].as_array().into_iter().flatten());
    if sheets.any(|sheet| sheet.get("dying_rounds").is_some()) {
        // Nobody begins who would be dead already by the clocks of this book.
        for (section, key) in [("injury", "mangled_death_s"), ("injury", "mutilated_death_s"), ("turn", "seconds")] {
            book[section][key] = Json::Null;
        }
    }
    let mut file = json!({ "format": 1, "system": "heimr", "title": "drawn", "rulings": rules.rulings, "book": book });
    file["book"]["turn"]["rounds_max"] = json!(rules.rounds_max);
    (file["arena"], file["day"]) = (rules.arena, legs(day, sides));
    (file["side"], file["policy"]) = (json!(side_texts), Json::Object(policies));
    drop_nulls(&mut file);
    text(file)
}

/// A sheet in which everything fits, where so many hit points or less are an injury.
fn settled(mut sheet: Json, threshold: i64) -> Json {
    let injured = sheet["hp"].as_i64().or(sheet["hp_max"].as_i64()).is_some_and(|hp| hp <= threshold);
    if !injured {
        (sheet["injuries"], sheet["stabilised"]) = (Json::Null, Json::Null);
    } else if sheet["injuries"].as_array().is_none_or(Vec::is_empty) {
        sheet["injuries"] = json!(["off_arm"]);
    }
    if sheet["dead"] == json!(true) {
        (sheet["dying_rounds"], sheet["prone"]) = (Json::Null, json!(true));
    }
    // At -3 hit points everybody is mangled, by any of the books that are drawn.
    if sheet["stabilised"] == json!(true) || sheet["hp"].as_i64().is_none_or(|hp| hp > -3) {
        sheet["dying_rounds"] = Json::Null;
    }
    // Without a maximum of its own, willpower comes from attributes and may be 0.
    if sheet["willpower_max"].is_null() && sheet["willpower"].as_i64() > Some(0) {
        sheet["willpower"] = Json::Null;
    }
    for (index, skill) in list(&mut sheet, "skills").enumerate() {
        skill["name"] = json!(format!("skill {index}"));
    }
    drop_nulls(&mut sheet);
    sheet
}

/// The word for the action of a line.
fn acts(line: &Json) -> bool {
    ["do", "at", "least", "most"].iter().any(|key| line.get(key).is_some_and(|value| !value.is_null()))
}

/// The facts of a skill that lines have to know.
struct Skill {
    name: String,
    action: String,
    on_structures: bool,
}

/// The policy of somebody with this sheet. Lines that do nothing include the common policy.
fn policy_of(mut policy: Json, sheet: &Json) -> Json {
    let items: Vec<String> = ["weapons", "shields", "lights"]
        .iter()
        .flat_map(|key| sheet[*key].as_array().into_iter().flatten())
        .filter_map(|item| item["name"].as_str().or(item["kind"].as_str()).map(str::to_owned))
        .collect();
    let skills: Vec<Skill> = sheet["skills"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|skill| {
            let (name, action) = (skill["name"].as_str()?.to_owned(), skill["action"].as_str()?.to_owned());
            Some(Skill { name, action, on_structures: skill["target"].as_str() == Some("structure") })
        })
        .collect();
    for (decision, lines) in policy.as_object_mut().expect("a policy is a table") {
        for line in lines.as_array_mut().into_iter().flatten() {
            if acts(line) {
                fitted(decision, line, &items, &skills);
            } else {
                *line = json!({ "include": COMMON, "when": line["when"] });
            }
        }
    }
    policy["omniscient"] = json!(true);
    drop_nulls(&mut policy);
    policy
}

/// A policy for everybody: it names no items and no skills, and includes nothing.
fn common(mut policy: Json) -> Json {
    for (decision, lines) in policy.as_object_mut().expect("a policy is a table") {
        if let Some(lines) = lines.as_array_mut() {
            lines.retain(acts);
            lines.iter_mut().for_each(|line| fitted(decision, line, &[], &[]));
        }
    }
    policy["omniscient"] = json!(true);
    drop_nulls(&mut policy);
    policy
}

/// A line that says nothing that means nothing.
fn fitted(decision: &str, line: &mut Json, items: &[String], skills: &[Skill]) {
    let chosen = |index: &Json, names: Vec<&String>| -> Json {
        let index = index.as_u64().unwrap_or(0) as usize;
        if names.is_empty() { Json::Null } else { json!(names[index % names.len()]) }
    };
    let of = |actions: &[&str]| -> Vec<&String> {
        skills.iter().filter(|skill| actions.contains(&skill.action.as_str())).map(|skill| &skill.name).collect()
    };
    const IN_TURN: [&str; 4] = ["standard", "free", "ongoing", "upcoming"];
    let act = line["do"].as_str().unwrap_or_default().to_owned();
    match decision {
        "turn" | "ready" => {
            let ready = decision == "ready";
            line["item"] = match act.as_str() {
                "draw" | "put_away" | "drop" | "get" | "conceal" if line["item"].is_number() => {
                    chosen(&line["item"], items.iter().collect())
                }
                _ => Json::Null,
            };
            if act == "skill" {
                let wanted = chosen(&line["skill"], of(&IN_TURN));
                let breaks = skills.iter().any(|skill| skill.on_structures && wanted == json!(skill.name));
                line["skill"] = if ready && breaks { Json::Null } else { wanted };
            }
            if act != "skill" || line["skill"].is_null() {
                line["skill"] = Json::Null;
                line["do"] = if act == "skill" { json!("wait") } else { line["do"].clone() };
            }
            if act != "carry" && !ready {
                line["who"] = Json::Null;
            }
            if !["move", "run", "charge", "crawl", "climb", "observe"].contains(&act.as_str()) {
                line["square"] = Json::Null;
            }
            let breaks = skills.iter().any(|skill| skill.on_structures && line["skill"] == json!(skill.name));
            if (breaks || ["break", "carry"].contains(&act.as_str())) && line["direction"].is_null() {
                line["direction"] = json!("up");
            }
            if !breaks && !["move", "run", "charge", "crawl", "climb", "break", "carry", "guard"].contains(&act.as_str()) {
                line["direction"] = Json::Null;
            }
            if ready && ["ally_hits", "ally_falls", "enemy_goes_down"].contains(&line["trigger"].as_str().unwrap_or_default()) {
                line["on"] = Json::Null;
            }
            if ready && ["ready", "wait", "break", "carry"].contains(&line["do"].as_str().unwrap_or_default()) {
                (line["do"], line["direction"]) = (json!("attack"), Json::Null);
            }
        }
        "terrain" => line["ability"] = if act == "ability" { json!("survival") } else { Json::Null },
        "delay" if act != "no" && line["of"].is_null() => line["do"] = json!("no"),
        "guard" if act == "border" && line["direction"].is_null() => line["direction"] = json!("left"),
        "observe" if act == "square" && line["square"].is_null() => line["do"] = json!("nearest"),
        "on_hit" | "reaction" => {
            line["skill"] = if act == "skill" { chosen(&line["skill"], of(&[decision])) } else { Json::Null };
            if line["skill"].is_null() {
                line["do"] = json!("none");
            }
        }
        _ => {}
    }
}

/// Rolls that only a few random scenarios come to: chases, and what a certain turn of a certain neighbour makes possible. The
/// scenarios in `systems/<system>/rolls` come to all of them.
const RARE: [&str; 10] = [
    "attack of the guard",
    "hold on to the held",
    "hold on while climbing",
    "luck shot",
    "jump down",
    "chase (quarry)",
    "chase (pursuer)",
    "random target",
    "interruption of a rest",
    "stabilise",
];

#[test]
fn every_fight_keeps_to_the_rules_from_step_to_step() {
    to_the_rules::<Heimr>(scenario());
}

#[test]
fn a_fight_is_the_same_whoever_plays_it_and_its_values_are_in_range() {
    the_same_whoever_plays::<Heimr>(scenario(), &["hp"]);
}

#[test]
fn a_fight_in_which_bystanders_turn_keeps_to_the_rules() {
    bystanders_keep_to_the_rules::<Heimr>(scenario(), &["hp"]);
}

#[test]
fn tallies_have_the_same_bytes_for_any_threads_and_batches() {
    the_same_bytes::<Heimr>(CASES / 4, scenario());
}

#[test]
fn a_duel_of_equals_is_even_within_five_standard_errors() {
    even::<Heimr>(mirror());
}

#[test]
fn who_is_listed_first_of_equals_decides_nothing() {
    equals_fare_alike::<Heimr>(mirror());
}

#[test]
fn every_sum_that_is_told_adds_up() {
    every_sum_adds_up::<Heimr>(scenario(), 50);
}

#[test]
fn random_scenarios_come_to_nearly_every_roll() {
    nearly_every_roll::<Heimr>(CASES * 3 / 2, scenario(), &RARE, 0);
}
