//! The settings of a scenario: the published numbers and tables, the switches, the schema.

use serde_json::{Value as Json, json};

use super::{Heimr, fabric, refused, try_fabric, with_a};
use crate::book::Book;
use crate::rulings::Rulings;
use frame::scenario::{Raw, Setting, book, rulings, schema, unchecked};

fn settings() -> Vec<Setting> {
    book::<Heimr>().into_iter().chain(rulings::<Heimr>()).collect()
}

#[track_caller]
fn published(values: &[(&str, Json)]) {
    let all = settings();
    for (path, value) in values {
        let setting = all.iter().find(|setting| setting.path == *path).unwrap_or_else(|| panic!("there is no {path}"));
        assert_eq!(setting.published, *value, "{path}");
    }
}

#[test]
fn the_checker_understands_the_whole_schema() {
    assert_eq!(unchecked(&schema::<Heimr>()), Vec::<String>::new());
}

#[test]
fn every_setting_names_rules_of_the_ledger() {
    let ledger = include_str!("../../ledger.txt");
    for setting in settings() {
        assert!(!setting.ledger.is_empty(), "{} names no rule", setting.path);
        for id in &setting.ledger {
            assert!(ledger.lines().any(|row| row.split(" | ").next() == Some(id)), "{}: {id}", setting.path);
        }
        assert!(!setting.meaning.is_empty(), "{} has no meaning", setting.path);
    }
}

#[test]
fn every_setting_can_be_set_to_its_published_value() {
    let text = with_a("", "");
    for setting in settings().iter().filter(|setting| !setting.published.is_null()) {
        let set = format!("{}={}", setting.path, setting.published);
        let scenario = Raw::from_text("test.toml", &text, std::slice::from_ref(&set)).check::<Heimr>();
        let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        assert!(scenario.patches().is_empty(), "{set}");
    }
}

#[test]
fn every_option_of_every_switch_can_be_chosen() {
    let mut switches = 0;
    for setting in settings().iter().filter(|setting| !setting.options.is_empty() && setting.path != "book.body_part") {
        for option in &setting.options {
            let set = format!("{}={:?}", setting.path, option.name);
            let raw = Raw::from_text("test.toml", &with_a("", ""), std::slice::from_ref(&set)).check::<Heimr>();
            let scenario = raw.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
            let changes = usize::from(json!(option.name) != setting.published);
            assert_eq!(scenario.patches().len(), changes, "{set}");
        }
        switches += 1;
    }
    assert!(switches > 50, "the switches were found");
}

#[test]
fn a_scenario_that_says_nothing_is_played_by_the_published_rules() {
    let raw = Raw::from_text("test.toml", &with_a("", ""), &[]).check::<Heimr>();
    let document = raw.unwrap_or_else(|failure| panic!("{}", failure.render(false))).document;
    assert_eq!(document.book, Book::default());
    assert_eq!(document.rulings, Rulings::default());
}

// HEI-001, R-22
#[test]
fn the_armoury_is_on_and_blind_spots_are_off() {
    published(&[("book.modules.medieval_armoury", json!(true)), ("book.modules.blind_spots", json!(false))]);
    let off = "[book.modules]\nmedieval_armoury = false";
    refused("weapons = [{ kind = 'medium' }]", off, "medieval armoury");
    refused("shields = [{ kind = 'small' }]", off, "medieval armoury");
    let own = "weapons = [{ name = 'laser', ability = 'archery', range = 9, damage = 4, ammo = true }]";
    assert_eq!(fabric(own, off).fighters[0].gear.weapons[0].range, Some(9));
}

// HEI-020, HEI-199
#[test]
fn every_face_of_the_small_die_hits_a_part_of_the_body() {
    let parts = ["left_leg", "right_leg", "off_arm", "sword_arm", "torso", "torso"];
    published(&[("book.body_part", json!(parts)), ("book.dice.small", json!(6)), ("book.dice.big", json!(10))]);
    refused("", "[book.dice]\nsmall = 8", "body parts");
}

// HEI-285, HEI-286, HEI-287, HEI-288, HEI-289, HEI-290, HEI-291, HEI-292
#[test]
fn the_weapons_are_those_of_the_armoury() {
    let rows = [
        ("light", Json::Null, 1, 2, "either", vec!["knife_fighting", "dueling"]),
        ("medium", Json::Null, 2, 3, "one_or_two", vec!["dueling", "swordsmanship", "sword_and_shield"]),
        ("great", Json::Null, 3, 5, "two", vec!["swordsmanship"]),
        ("pole", Json::Null, 2, 4, "two", vec!["pole_arms"]),
        ("bow", json!(6), 3, 1, "two", vec!["archery"]),
        ("crossbow", json!(4), 3, 0, "two", vec!["archery"]),
        ("throwing", json!(1), 1, 0, "sword", vec!["throwing", "knife_fighting"]),
        ("blowgun", json!(2), 0, 1, "sword", vec!["blowguns"]),
    ];
    for (kind, range, damage, bonus, hands, abilities) in rows {
        let path = |key: &str| format!("book.weapon.{kind}.{key}");
        let sound = if range.is_null() { "loud" } else { "soft" };
        published(&[(&path("range"), range), (&path("damage"), json!(damage)), (&path("bonus"), json!(bonus))]);
        published(&[(&path("hands"), json!(hands)), (&path("abilities"), json!(abilities)), (&path("sound"), json!(sound))]);
    }
}

// HEI-294, HEI-295, R-72
#[test]
fn the_shields_are_those_of_the_armoury() {
    for (kind, bonus) in [("buckler", 0), ("small", 2), ("medium", 3), ("tower", 5)] {
        published(&[(&format!("book.shield.{kind}.bonus"), json!(bonus))]);
        let abilities =
            if kind == "buckler" { vec!["dueling", "swordsmanship", "sword_and_shield"] } else { vec!["sword_and_shield"] };
        published(&[(&format!("book.shield.{kind}.abilities"), json!(abilities))]);
        published(&[(&format!("book.shield.{kind}.penalty"), json!({}))]);
    }
    published(&[("book.shield.tower.attributes.sta", json!(-1)), ("book.shield.small.attributes", json!({}))]);
}

// HEI-250, HEI-252, HEI-254, HEI-270, HEI-278
#[test]
fn the_tables_of_the_surroundings_are_the_published_ones() {
    let tables = [
        ("limit", vec![("single_door", 2), ("thick_vegetation", 2), ("double_door", 4), ("window", 1), ("ladder", 1)]),
        (
            "crossing",
            vec![("window", 5), ("jump_1_5m", 1), ("jump_2m", 3), ("jump_2_5m", 6), ("jump_3m", 9), ("rope_swing", 4)],
        ),
        (
            "toughness",
            vec![("regular_door", 2), ("strong_door", 4), ("regular_gate", 6), ("wooden_wall", 4), ("stone_wall", 6)],
        ),
        (
            "surface",
            vec![
                ("ladder", 0),
                ("stairs", 0),
                ("rope_ladder", 2),
                ("rope", 4),
                ("tree", 5),
                ("rock_face", 6),
                ("steep_rock_face", 9),
                ("stone_wall", 11),
            ],
        ),
    ];
    for (table, rows) in tables {
        let all = settings();
        assert_eq!(all.iter().filter(|one| one.path.starts_with(&format!("book.{table}."))).count(), rows.len(), "{table}");
        for (name, value) in rows {
            published(&[(&format!("book.{table}.{name}"), json!(value))]);
        }
    }
    let objects =
        [("thick_tree", 2, 4), ("crate", 2, 1), ("shrubbery", 1, 1), ("merlon", 5, 2), ("table", 3, 1), ("tall_grass", 1, 1)];
    for (name, value, height) in objects {
        published(&[(&format!("book.object.{name}.value"), json!(value))]);
        published(&[(&format!("book.object.{name}.height"), json!(height))]);
    }
}

#[test]
fn what_contradicts_itself_in_the_book_is_refused() {
    refused("", "[book.fatigue]\nmin = 9\nmax = 8", "least fatigue");
    refused("", "[book.injury]\nmangled = 3", "order");
    refused("", "[book.hidden]\nluck_face = 12", "luck_face");
    refused("", "[book.defence]\ndodge = 'agilty'", "did you mean `agility`");
    refused("", "[book.chase]\nswitch = [{ round = 3, ability = 'swimming' }]", "swimming");
    refused("", "[book.ability.swimming]\nattributes = ['stamina']\nbase_c = 0", "stamina");
    refused("", "[book.ability.swimming]\nattributes = ['sta']\nbase_c = 4", "from -2 to 3");
}

#[test]
fn a_scenario_with_everything_a_designer_can_write_is_understood() {
    let a = r#"attributes = { str = 2, dex = 1, sta = -1 }, abilities = { swordsmanship = { trained_c = 1, trained_p = 2 } },
        hp_max = 5, willpower_max = 4, willpower = 2, fatigue = 6, armour = 1, at = "A3", elevation = 1, cluster = 1,
        situational_penalty = { "group:physical" = 1 }, hidden = true, cover = "merlon",
        weapons = [{ kind = "medium", on_hit = [{ effect = "stumble", number = 3 }] }, { kind = "light", place = "stored" }],
        shields = [{ kind = "medium" }], lights = [{ name = "lantern", reach = 2, hands = "off", place = "worn", lit = false, toughness = 1 }],
        effects = [{ effect = "stumble", direction = "left" }],
        skills = [{ name = "grit", action = "reaction", reaction = "resist", willpower = 1, rested = true }],
        stance = { kind = "parry", c = 2, pre = 5, d6 = 5 }, policy = "careful""#;
    let rest = r#"
        [arena]
        columns = 4
        darkness = 1
        square.A3 = { height = 2, objects = [{ name = "merlon", from = ["A1"] }], surface = "ladder", light = "torch" }
        border = [{ between = ["A3", "A2"], kinds = ["window", "regular_door"], climb_cr = 4 }]
        [policy.careful]
        turn = [{ do = "breather", when = "fatigue >= base_fatigue + 3" }, { do = "attack" }]
        delay = [{ do = "after", of = "B", when = "round == 1" }]
        ready = [{ do = "attack", trigger = "enemy_shoots", on = "intent" }]
        target = [{ at = "lowest_defence" }]
        part = [{ do = "torso" }]
        defend = [{ do = "block" }, { do = "parry", weapon = "medium" }]
        guard = [{ do = "border", direction = "up" }]
        reaction = [{ do = "skill", skill = "grit" }]
        yield = [{ do = "yes", when = "hp <= 1" }]
        stumble_direction = "up"
    "#;
    let fabric = try_fabric(&with_a(&a.replace('\n', " "), rest)).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!((fabric.fighters[0].start.fatigue, fabric.fighters[0].start.at.0), (6, 8));
}
