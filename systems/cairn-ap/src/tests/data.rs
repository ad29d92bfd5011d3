//! Tests of the data: book, rulings, sheets.

use serde_json::Value;

use super::super::*;
use frame::scenario::{self, Raw};

fn check(text: &str) -> Result<frame::scenario::Scenario<CairnAp>, frame::error::Failure> {
    let head = "format = 1\nsystem = \"cairn-ap\"\ntitle = \"t\"\n";
    Raw::from_text("test.toml", &format!("{head}{text}"), &[]).check::<CairnAp>()
}

#[test]
fn the_schema_says_everything_in_ways_that_the_loader_checks() {
    assert_eq!(scenario::unchecked(&scenario::schema::<CairnAp>()), Vec::<String>::new());
}

#[test]
fn every_number_and_every_switch_names_its_rule() {
    let free = ["rounds_max", "specification", "summoned"];
    let settings = scenario::book::<CairnAp>().into_iter().chain(scenario::rulings::<CairnAp>());
    let named = |setting: &scenario::Setting| {
        !setting.ledger.is_empty() || free.iter().any(|word| setting.path.contains(word) || setting.meaning.contains(word))
    };
    let unnamed: Vec<String> = settings.filter(|setting| !named(setting)).map(|setting| setting.path).collect();
    assert_eq!(unnamed, Vec::<String>::new());
}

#[test]
fn every_ruling_can_be_switched_to_each_of_its_alternatives() {
    let mut alternatives = 0;
    for setting in scenario::rulings::<CairnAp>() {
        let Value::String(default) = &setting.published else { panic!("{} is no word", setting.path) };
        assert_eq!(&setting.options[0].name, default, "{}", setting.path);
        for option in &setting.options {
            let sides = "[[side]]\nname = \"a\"\ncombatant = [{ name = \"A\" }]\n[[side]]\nname = \"b\"\ncombatant = [{ name = \"B\" }]";
            let name = setting.path.trim_start_matches("rulings.");
            let scenario = check(&format!("rulings.{name} = {:?}\n{sides}", option.name));
            assert!(scenario.is_ok(), "{name} = {}", option.name);
            alternatives += 1;
        }
    }
    assert!(alternatives > 60, "{alternatives}");
}

#[test]
fn a_sheet_says_all_that_the_specification_lists() {
    let text = r#"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Barry"
kind = "pc"
grimoire = true
spells = ["Mirror Image"]
scrolls = ["Sleep"]
mana_dust = 2
weapons = [{ name = "sword" }, { name = "hooks", die = "1d6", second = "1d8", hands = 2 }]
shield = { die = "1d6" }
armor = [{ name = "plate" }]
items = [{ name = "rope", amount = 3 }, { name = "potion", effect = "hp_full" }]
policy = "careful"
[[side]]
name = "foes"
combatant = [{ name = "Goblin", count = 3, leader = true }]
[policy.careful]
plan = [{ do = "gain", when = "hp < 2" }, { do = "cast", spell = "Sleep", dice = 2, otherwise = "nothing" }, { do = "attack" }]
save = [{ do = "dodge" }]
drop = [{ item = "rope" }, { do = "last" }]
"#;
    let checked = check(text);
    let scenario = checked.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    assert_eq!(scenario.document.side[0].combatant[0].weapons[1].second, Some(frame::dice::Die::new(1, 8)));
}

#[test]
fn a_picture_shows_what_action_points_are_spent_on_as_shares_of_all_that_are_spent() {
    let text = "[[side]]\nname = \"a\"\ncombatant = [{ name = \"A\" }]\n[[side]]\nname = \"b\"\ncombatant = [{ name = \"B\" }]";
    let loaded = frame::rules::testing::load::<CairnAp>(text);
    let catalogue = frame::rules::Measures::catalogue(&loaded.rules);
    let picture = catalogue.pictures.iter().find(|picture| picture.title == "Action points by use").expect("the picture");
    assert_eq!(picture.kind, frame::fight::PictureKind::Shares);
    for (family, name) in &picture.families {
        let ratio = catalogue.ratios.iter().find(|ratio| ratio.family == *family).unwrap_or_else(|| panic!("{name}"));
        assert_eq!((ratio.over.as_str(), ratio.under.as_str()), (family.trim_end_matches("_share"), "ap_spent"));
    }
    let play = frame::rules::testing::ScriptedPlay::<CairnAp>::sampled(text, 50, 1);
    let shares: f64 = picture
        .families
        .iter()
        .map(|(family, _)| {
            let key = format!("A.{}", family.trim_end_matches("_share"));
            if catalogue.index(&key).is_some() { play.mean(&key) } else { 0.0 }
        })
        .sum();
    assert!((shares - play.mean("A.ap_spent")).abs() < 1e-9, "{shares}");
}
