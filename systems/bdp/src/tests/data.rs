//! Tests of data that a scenario can set: the published numbers and tables, the switches, the version, the schema.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use crate::Bdp;
use crate::book::Book;
use crate::rulings::{
    ComfortableRestores, CritStr, GambitOnPass, HeavyBy, OrderMode, ReactRules, Rulings, ShockMode, Version, WeaponTable,
};
use frame::rules::testing::try_load;
use frame::scenario::{Raw, Setting, book, rulings, schema, unchecked};

const SCENARIO: &str = r#"
format = 1
system = "bdp"
title = "test"
[[side]]
name = "party"
[[side.combatant]]
name = "A"
[[side]]
name = "foes"
[[side.combatant]]
name = "B"
"#;

fn settings() -> &'static [Setting] {
    static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| [book::<Bdp>(), rulings::<Bdp>()].concat());
    &SETTINGS
}

#[track_caller]
fn published(path: &str, value: Json) {
    let setting = settings().iter().find(|setting| setting.path == path).unwrap_or_else(|| panic!("there is no {path}"));
    assert_eq!(setting.published, value, "{path}");
}

fn patched(sets: &[String]) -> usize {
    let scenario = Raw::from_text("test.toml", SCENARIO, sets).check::<Bdp>();
    scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false))).patches().len()
}

#[test]
fn the_checker_understands_the_whole_schema() {
    assert_eq!(unchecked(&schema::<Bdp>()), Vec::<String>::new());
}

#[test]
fn every_setting_names_rules_of_the_ledger() {
    let ledger = include_str!("../../ledger.txt");
    let mut wrong = Vec::new();
    for setting in settings() {
        if setting.ledger.is_empty() || setting.meaning.is_empty() {
            wrong.push(format!("{}: no rule or no meaning", setting.path));
        }
        for id in &setting.ledger {
            if !ledger.lines().any(|row| row.split(" | ").next() == Some(id)) {
                wrong.push(format!("{}: {id}", setting.path));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_setting_can_be_set_to_its_published_value() {
    let mut sets: Vec<String> = Vec::new();
    for setting in settings().iter().filter(|setting| !setting.published.is_null()) {
        sets.push(format!("{}={}", setting.path, setting.published));
    }
    let scenario = Raw::from_text("test.toml", SCENARIO, &sets).check::<Bdp>();
    let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    assert!(scenario.patches().is_empty(), "{:?}", scenario.patches());
    assert_eq!((scenario.document.book, scenario.document.rulings), (Book::default(), Rulings::default()));
}

#[test]
fn every_option_of_every_switch_can_be_chosen() {
    // A list of words has options too, but is no switch.
    let switch = |setting: &&Setting| !setting.options.is_empty() && !setting.published.is_array();
    let switches: Vec<&Setting> = settings().iter().filter(switch).collect();
    assert!(switches.len() > 60, "the switches were found: {}", switches.len());
    // The first option of every switch at once, then the second of every one, and so on.
    for place in 0..switches.iter().map(|setting| setting.options.len()).max().unwrap_or(0) {
        let chosen = switches.iter().filter_map(|setting| Some((setting, &setting.options.get(place)?.name)));
        let changes = chosen.clone().filter(|(setting, name)| json!(name) != setting.published).count();
        let sets: Vec<String> = chosen.map(|(setting, name)| format!("{}={name:?}", setting.path)).collect();
        assert_eq!(patched(&sets), changes, "{sets:?}");
    }
}

// BDP-601, BDP-602, BDP-605, BDP-609, BDP-610, BDP-614, BDP-615, BDP-617, BDP-618, BDP-623
#[test]
fn the_version_decides_what_is_left_out_and_nothing_else() {
    let (book, two) = (Book::default(), Rulings::default());
    let older = Rulings { version: Version::Older, ..Rulings::default() };
    let decided = |rulings: &Rulings| {
        (
            (rulings.order_mode(), rulings.react_rules(), rulings.gambit_on_pass(), rulings.crit_str(), rulings.shock_mode()),
            (rulings.heavy_by(), rulings.weapon_table(), rulings.comfortable_restores(), rulings.sacrifice_offensive()),
            (rulings.sacrifice_armor_min(&book), rulings.sacrifice_special_min(&book), rulings.feedback_blast_over(&book)),
        )
    };
    let of_two = (
        (OrderMode::Clash, ReactRules::Two, GambitOnPass::CounterGambit, CritStr::Injury, ShockMode::FailDex),
        (HeavyBy::Worn, WeaponTable::Two, ComfortableRestores::One, false),
        (2, 3, 6),
    );
    let of_older = (
        (OrderMode::Dex, ReactRules::Older, GambitOnPass::CounterAttack, CritStr::D6, ShockMode::LoseTurn),
        (HeavyBy::Total, WeaponTable::Older, ComfortableRestores::Die, true),
        (1, 2, 3),
    );
    assert_eq!((decided(&two), decided(&older)), (of_two, of_older));
    let own = Rulings { order_mode: Some(OrderMode::Clash), ..older };
    assert_eq!((own.order_mode(), own.react_rules()), (OrderMode::Clash, ReactRules::Older));
    assert_eq!(patched(&["rulings.version='1.32'".to_owned()]), 1);
}

// BDP-347, BDP-349, BDP-350, BDP-351, BDP-617
#[test]
fn the_weapons_are_those_of_the_lists() {
    for (weapon, category, property, least) in [
        ("ceremonial_dagger", "fast", "bleed", 5),
        ("parrying_dagger", "fast", "counter", 1),
        ("rapier", "balanced", "counter", 2),
        ("spear", "balanced", "push", 6),
        ("war_pick", "balanced", "bleed", 7),
        ("boar_spear", "slow", "push", 7),
        ("sages_staff", "fast", "shock", 6),
        ("flail", "balanced", "heavy", 1),
        ("mace", "balanced", "shock", 8),
        ("spiked_mace", "balanced", "shock", 7),
        ("maul", "slow", "shock", 6),
        ("warhammer", "slow", "shock", 7),
        ("axe", "balanced", "heavy", 1),
        ("longsword", "balanced", "sweep", 7),
        ("katana", "balanced", "quick", 2),
        ("scimitar", "balanced", "sweep", 6),
        ("executioners_axe", "balanced", "brutal", 5),
        ("flamberge", "balanced", "bleed", 6),
        ("halberd", "balanced", "sweep", 8),
        ("greataxe", "slow", "heavy", 2),
        ("greatsword", "slow", "sweep", 6),
        ("longbow", "fast", "heavy", 1),
    ] {
        published(&format!("book.weapon.{weapon}.category"), json!(category));
        published(&format!("book.weapon.{weapon}.tags.{property}"), json!(least));
    }
    for (weapon, die) in [("sling", "1d6"), ("shortbow", "1d6"), ("longbow", "1d8"), ("crossbow", "1d8"), ("greatbow", "1d10")]
    {
        published(&format!("book.weapon.{weapon}.die"), json!(die));
    }
    published("book.weapon.spear.reach", json!(true));
    published("book.weapon_1_32.flail.tags.shock", json!(5));
    published("book.weapon_1_32.spiked_mace.tags.shock", json!(6));
    published("book.weapon_1_32.dagger.damage", Json::Null);
    let older = Book::default().weapon_1_32;
    assert!(["longbow", "sling", "pitchfork", "katana"].iter().all(|gone| !older.contains_key(*gone)));
}

// BDP-086, BDP-087, BDP-088, BDP-089, BDP-090, BDP-091
#[test]
fn the_diseases_are_the_published_ones() {
    for (name, days, ability, dice, flat, saves) in [
        ("swampsigh", json!("1d4"), "str", "0", 1, Json::Null),
        ("bonebreaker", Json::Null, "str", "0", 2, json!(3)),
        ("tick_jitters", json!("1d6"), "dex", "1d2", 0, Json::Null),
        ("shadowrot", Json::Null, "dex", "0", 2, json!(4)),
        ("mindfog", json!("1d4"), "wil", "0", 1, Json::Null),
        ("souls_despair", Json::Null, "wil", "1d4", 0, Json::Null),
    ] {
        let path = |key: &str| format!("book.disease.{name}.{key}");
        published(&path("days"), days);
        published(&path("ability"), json!(ability));
        published(&path("damage.dice"), json!(dice));
        published(&path("damage.flat"), json!(flat));
        published(&path("saves"), saves);
    }
}

// BDP-042, BDP-043, BDP-044, BDP-045, BDP-046, BDP-047, BDP-048
#[test]
fn the_surroundings_hurt_as_published() {
    for (name, ability, dice, flat, critical) in [
        ("fall", "str", "1d10", 0, true),
        ("gas", "str", "0", 1, false),
        ("cold", "str", "0", 1, false),
        ("bear_trap", "dex", "1d4", 0, false),
        ("night_spider", "dex", "1d8", 0, true),
        ("unnatural", "wil", "0", 1, false),
        ("eldritch", "wil", "1d8", 0, true),
    ] {
        let path = |key: &str| format!("book.env.{name}.{key}");
        published(&path("ability"), json!(ability));
        published(&path("damage.dice"), json!(dice));
        published(&path("damage.flat"), json!(flat));
        published(&path("critical"), json!(critical));
    }
}

// BDP-069, BDP-070, BDP-073, BDP-074, BDP-075, BDP-076, BDP-077, BDP-078
#[test]
fn the_areas_of_injuries_are_the_published_ones() {
    let torso = ["torso"; 5];
    let others = ["left_leg", "right_leg", "left_arm", "right_arm", "head"];
    published("book.injury.area", json!([torso, others].concat()));
    published("book.injury.head_dead", json!(3));
    published("book.injury.head_eye", json!(5));
}

// BDP-118, BDP-119, BDP-120, BDP-121, BDP-122, BDP-123, BDP-124, BDP-125, BDP-126
#[test]
fn the_recipes_are_the_published_ones() {
    for (name, potency, region, regional) in [
        ("healing_salve", 4, Json::Null, 0),
        ("musclesoothe", 4, Json::Null, 0),
        ("dreamweed_tea", 4, Json::Null, 0),
        ("sleeping_tonic", 4, Json::Null, 0),
        ("coldroot_salve", 3, json!("hills"), 1),
        ("herbal_antidote", 3, json!("swamp"), 1),
        ("emberglow_tea", 3, json!("desert"), 1),
        ("ironroot_brew", 4, json!("hills"), 2),
        ("bitterbark_chew", 4, Json::Null, 0),
    ] {
        let path = |key: &str| format!("book.recipe.list.{name}.{key}");
        published(&path("potency"), json!(potency));
        published(&path("region"), region);
        published(&path("regional"), json!(regional));
    }
}

#[test]
fn keys_that_mean_nothing_for_what_a_line_does_are_refused() {
    let refused = |lists: &str| {
        let scenario = SCENARIO.replace("name = \"A\"", "name = \"A\"\npolicy = \"p\"") + "[policy.p]\n" + lists;
        try_load::<Bdp>(&scenario).err().map_or_else(String::new, |failure| failure.render(false))
    };
    let all = "action = [{ do = 'attack', dice = 3, song = 'home', targets = 'two', element = 'fire', gambit = 'trip' }]";
    let found = refused(all);
    for key in ["dice", "song", "targets", "element", "gambit"] {
        assert!(found.contains(&format!("`{key}` means nothing for `attack`")), "{key}: {found}");
    }
    assert!(found.contains("besides `when` it takes `weapon`, `first`"), "{found}");
    for (lists, said) in [
        ("action = [{ do = 'move', weapon = 'axe' }]", "besides `when` it takes `to`"),
        ("action = [{ do = 'wait', dice = 2 }]", "it takes no key but `when`"),
        ("action = [{ do = 'miracle', miracle = 'bless', targets = 'two' }]", "`targets` means nothing for `miracle`"),
        ("reaction = [{ do = 'defend', reserve = 2 }]", "`reserve` means nothing for `defend`"),
        ("power = [{ do = 'nothing', most = 2 }]", "`most` means nothing for `nothing`"),
    ] {
        let found = refused(lists);
        assert!(found.contains(said), "{lists}: {found}");
    }
    for lists in [
        "action = [{ do = 'trick', dice = 2, gambit = 'trip', targets = 'two' }, { do = 'double_move', to = 'away' }]",
        "action = [{ do = 'sculpt', dice = 3, quick = true, range = 1, targets = 'blast', ability = 'dex', element = 'fire' }]",
        "reaction = [{ do = 'parry', reserve = 2 }]\npower = [{ do = 'spell', most = 1 }]",
    ] {
        assert_eq!(refused(lists), "", "{lists}");
    }
}
