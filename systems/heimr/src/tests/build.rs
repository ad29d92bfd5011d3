//! Attributes, abilities, experience.

use super::{fabric, refused, with_a};
use crate::Heimr;
use crate::abilities::Score;
use crate::book::tables::{Experience, Progress};
use crate::build::Built;
use crate::fighter::Fighter;
use frame::scenario::{Complaints, Raw, expand};

/// An ability of A, given by its insides, without its shields.
#[track_caller]
fn score(a: &str, rest: &str, ability: &str) -> (i32, i32) {
    let fabric = fabric(a, rest);
    let id = fabric.abilities.find(ability, "", &mut frame::scenario::Complaints::default()).expect("the ability exists");
    let Score { c, p } = fabric.fighters[0].values(None).score(id);
    (c, p)
}

fn built(a: &str) -> Fighter {
    fabric(a, "").fighters.remove(0)
}

/// The training of A.
fn trained(a: &str) -> Built {
    let (abilities, text) = (fabric(a, "").abilities, with_a(a, ""));
    let Ok(scenario) = Raw::from_text("test.toml", &text, &[]).check::<Heimr>() else { panic!("{text}") };
    let mut complaints = Complaints::default();
    let sheet = expand(&scenario.document, &mut complaints)[0].sheet;
    Built::new(sheet, "", &abilities, &scenario.document.book, &[], &mut complaints)
}

/// An attribute of A, by its name.
fn attribute(a: &str, rest: &str, name: &str) -> i32 {
    let fabric = fabric(a, rest);
    let number = fabric.abilities.attributes.iter().position(|(known, _)| known == name).expect("the attribute exists");
    fabric.fighters[0].values(None).attributes[number]
}

// HEI-002, R-46
#[test]
fn hit_points_and_willpower_come_from_the_sheet_and_else_are_three() {
    let fighter = built("");
    assert_eq!((fighter.hp_max, fighter.willpower_max, fighter.start.hp, fighter.start.willpower), (3, 3, 3, 3));
    let fighter = built("hp_max = 7, willpower_max = 1, hp = -2, injuries = ['torso'], willpower = 0");
    assert_eq!((fighter.hp_max, fighter.willpower_max, fighter.start.hp, fighter.start.willpower), (7, 1, -2, 0));
    refused("hp_max = 7, hp = 8", "", "the maximum is 7");
    refused("willpower = 4", "", "the maximum is 3");
    // Somebody at 0 is injured somewhere (HEI-066, HEI-072).
    refused("hp = 0", "", "a part of the body is injured");
    refused("hp = 1", "[book.injury]\nthreshold = 1\n", "a part of the body is injured");
}

// HEI-006, HEI-007
#[test]
fn the_six_attributes_are_three_of_the_body_and_three_of_the_mind_and_others_can_be_added() {
    for name in ["str", "dex", "sta", "int", "soc", "emp"] {
        assert_eq!(attribute(&format!("attributes = {{ {name} = -3 }}"), "", name), -3);
    }
    refused("attributes = { luck = 1 }", "", "luck");
    let body = "[book.attribute]\nbody = 'physical'\n[book.ability.agility]\nattributes = ['body']\nbase_c = 1";
    assert_eq!(score("attributes = { body = 4, dex = 1 }", body, "agility"), (1, 4));
}

// HEI-005, HEI-008
#[test]
fn everybody_has_every_ability_at_its_base_values() {
    assert_eq!(score("", "", "archery"), (0, 0));
    assert_eq!(score("attributes = { emp = 2 }", "", "insight"), (0, 2));
    refused("abilities = { alchemy = { trained_c = 1 } }", "", "alchemy");
}

// HEI-009, HEI-083, R-71
#[test]
fn a_campaign_has_its_own_abilities_with_a_base_consistency_of_minus_2_to_3() {
    let own = |base| format!("[book.ability.lock_picking]\nattributes = ['dex', 'int']\nbase_c = {base}");
    assert_eq!(score("attributes = { dex = 3 }", &own(-2), "lock_picking"), (-2, 1));
    refused("", &own(-3), "from -2 to 3");
    refused("", &own(4), "from -2 to 3");
}

// HEI-080
#[test]
fn training_adds_to_the_base_values() {
    let a = "attributes = { dex = 2 }, abilities = { agility = { trained_c = 3, trained_p = 1 } }";
    assert_eq!(score(a, "", "agility"), (4, 3));
    assert_eq!(score("abilities = { agility = { c = 2, p = 5 } }, attributes = { dex = 4 }", "", "agility"), (2, 5));
    refused("abilities = { agility = { c = 2, trained_c = 1 } }", "", "trained_c");
}

// HEI-084, HEI-087, HEI-088, HEI-089, HEI-090, HEI-091, HEI-092
#[test]
fn an_ability_of_one_attribute_has_it_as_base_potential() {
    for (ability, attribute, base_c) in [
        ("brawl", "str", 1),
        ("agility", "dex", 1),
        ("survival", "sta", 1),
        ("perception", "int", 1),
        ("persuasion", "soc", 1),
        ("insight", "emp", 0),
    ] {
        for value in [2, -1] {
            assert_eq!(score(&format!("attributes = {{ {attribute} = {value} }}"), "", ability), (base_c, value));
        }
    }
}

// HEI-085, R-03
#[test]
fn an_ability_of_several_attributes_has_their_average_rounded_down() {
    let swordsmanship = |str, dex, rest: &str| {
        let a = format!("attributes = {{ str = {str}, dex = {dex} }}");
        score(&a, rest, "swordsmanship").1
    };
    assert_eq!(swordsmanship(0, 3, ""), 1);
    assert_eq!(swordsmanship(-1, 0, ""), -1);
    assert_eq!(swordsmanship(-1, 0, "[rulings]\naverage = 'toward_zero'"), 0);
    assert_eq!(swordsmanship(-3, -2, "[rulings]\naverage = 'toward_zero'"), -2);
}

//
#[test]
fn the_abilities_of_weapons_have_the_attributes_that_the_ruling_gives_them() {
    let a = "attributes = { str = 2, dex = 4, sta = 8 }";
    for (ability, score_of_it) in [
        ("knife_fighting", (1, 4)),
        ("dueling", (1, 4)),
        ("swordsmanship", (1, 3)),
        ("sword_and_shield", (1, 5)),
        ("pole_arms", (1, 3)),
        ("archery", (0, 3)),
        ("throwing", (0, 4)),
        ("blowguns", (0, 4)),
    ] {
        assert_eq!(score(a, "", ability), score_of_it, "{ability}");
    }
}

// HEI-041
#[test]
fn a_situational_penalty_lowers_consistency_even_below_zero() {
    let penalty =
        |scope: &str, n| format!("abilities = {{ agility = {{ c = 3, p = 2 }} }}, situational_penalty = {{ '{scope}' = {n} }}");
    assert_eq!(score(&penalty("ability:agility", 2), "", "agility"), (1, 2));
    assert_eq!(score(&penalty("all", 5), "", "agility"), (-2, 2));
    assert_eq!(score(&penalty("ability:brawl", 2), "", "agility"), (3, 2));
    assert_eq!(score(&penalty("all", 1), "[book.situational_penalty]\n'attribute:dex' = 1", "agility"), (1, 2));
}

// HEI-042
#[test]
fn a_penalty_on_an_attribute_or_a_group_reaches_every_ability_based_on_it() {
    let with = |scope: &str, ability: &str| score(&format!("situational_penalty = {{ '{scope}' = 2 }}"), "", ability).0;
    assert_eq!([with("attribute:dex", "agility"), with("attribute:dex", "archery")], [-1, -2]);
    assert_eq!([with("attribute:dex", "brawl"), with("attribute:dex", "sword_and_shield")], [1, 1]);
    assert_eq!([with("group:physical", "brawl"), with("group:physical", "insight")], [-1, 0]);
    assert_eq!([with("group:mental", "brawl"), with("group:mental", "insight")], [1, -2]);
    for scope in ["dex", "attribute:luck", "group:magic", "ability:flying"] {
        refused(&format!("situational_penalty = {{ '{scope}' = 1 }}"), "", scope.rsplit(':').next().unwrap_or_default());
    }
}

// HEI-104
#[test]
fn penalties_on_an_attribute_do_not_touch_initiative_but_those_on_everything_do() {
    let initiative = |a: &str| built(a).values(None).initiative_c;
    assert_eq!(initiative("attributes = { dex = 3 }"), 3);
    assert_eq!(initiative("attributes = { dex = 3 }, situational_penalty = { 'attribute:dex' = 1 }"), 3);
    assert_eq!(initiative("attributes = { dex = 3 }, situational_penalty = { all = 1 }"), 2);
    assert_eq!(built("").values(None).initiative_p, None);
}

//
#[test]
fn an_ability_is_physical_by_any_of_its_attributes_or_by_all() {
    let own = "[book.ability.dance]\nattributes = ['dex', 'soc']\nbase_c = 0\n";
    let physical = |rest: &str, name: &str| {
        let fabric = fabric("", rest);
        fabric.abilities.rows.iter().find(|row| row.name == name).expect("it exists").physical
    };
    let all = format!("{own}[rulings]\nphysical = 'all'");
    assert_eq!([physical(own, "dance"), physical(own, "agility"), physical(own, "insight")], [true, true, false]);
    assert_eq!([physical(&all, "dance"), physical(&all, "agility"), physical(&all, "insight")], [false, true, false]);
}

// HEI-095
#[test]
fn experience_is_shared_evenly_and_what_is_left_over_is_kept() {
    assert_eq!(Experience::share(10, 0, 4), (2, 2));
    assert_eq!(Experience::share(10, 2, 4), (3, 0));
    assert_eq!(Experience::share(3, 0, 4), (0, 3));
    assert_eq!(Experience::share(3, 0, 0), (0, 3));
}

// HEI-096
#[test]
fn training_is_checked_against_the_experience_there_was() {
    let trained = "abilities = { agility = { trained_c = 2 }, brawl = { trained_p = 1 } }";
    fabric(&format!("{trained}, xp = 20"), "");
    refused(&format!("{trained}, xp = 19"), "", "costs 20 experience points, not 19");
}

// HEI-097
#[test]
fn each_level_costs_what_the_two_before_it_cost() {
    let xp = Experience::default();
    assert_eq!(xp.level(8), 65 + 105);
    assert_eq!(xp.level(9), 105 + 170);
    for level in 3..=40 {
        assert_eq!(xp.level(level), xp.level(level - 1) + xp.level(level - 2), "level {level}");
    }
}

// HEI-098
#[test]
fn the_first_seven_levels_cost_what_the_table_says_for_consistency_and_potential_each() {
    let xp = Experience::default();
    assert_eq!((1..=7).map(|level| xp.level(level)).collect::<Vec<_>>(), [5, 10, 15, 25, 40, 65, 105]);
    assert_eq!((0..=7).map(|level| xp.up_to(level)).collect::<Vec<_>>(), [0, 5, 15, 30, 55, 95, 160, 265]);
    assert_eq!(trained("abilities = { agility = { trained_c = 3, trained_p = 2 }, brawl = { c = 5 } }").cost, 30 + 15);
}

// HEI-099
#[test]
fn every_point_of_training_is_progress_of_one_attribute() {
    let a = |more: &str| {
        format!(
            "progress = true, attributes = {{ str = 2, dex = 2 }},
             abilities = {{ swordsmanship = {{ trained_c = 1, trained_p = 2{more} }}, agility = {{ trained_p = 1 }} }}"
        )
        .replace('\n', " ")
    };
    let of = |a: &str| {
        let fabric = fabric(a, "");
        let at = |name: &str| fabric.abilities.attributes.iter().position(|(known, _)| known == name).expect("it exists");
        let progress = trained(a).progress;
        (progress[at("str")], progress[at("dex")])
    };
    assert_eq!(of(&a("")), (3, 1));
    assert_eq!(of(&a(", progress = 'dex'")), (0, 4));
    refused(&a(", progress = 'sta'"), "", "not based on `sta`");
}

// HEI-100
#[test]
fn enough_progress_raises_the_attribute_and_with_it_the_base_potential() {
    let a = |points: u8, progress: bool| {
        format!("progress = {progress}, attributes = {{ sta = 0 }}, abilities = {{ survival = {{ trained_c = {points} }} }}")
    };
    assert_eq!(attribute(&a(5, true), "", "sta"), 0);
    assert_eq!(attribute(&a(6, true), "", "sta"), 1);
    assert_eq!(attribute(&a(6, false), "", "sta"), 0);
    assert_eq!(score(&a(6, true), "", "survival"), (7, 1));
    assert_eq!(attribute(&a(14, true), "", "sta"), 2);
    assert_eq!(trained(&a(15, true)).progress.iter().sum::<u32>(), 1);
}

// HEI-101
#[test]
fn the_progress_that_a_new_value_needs_is_what_the_table_says() {
    let progress = Progress::default();
    let needed: Vec<u32> = (-4..=6).map(|value| progress.to(value)).collect();
    assert_eq!(needed, [8, 8, 8, 6, 4, 6, 8, 10, 12, 12, 12]);
    assert_eq!(progress.after(-3, 8 + 6 + 4 + 5), (0, 5));
}

// HEI-138, HEI-139
#[test]
fn base_fatigue_is_four_less_stamina_and_at_least_one() {
    for (stamina, base) in [(3, 1), (4, 1), (-2, 6), (-3, 7), (0, 4), (-30, 20)] {
        let fighter = built(&format!("attributes = {{ sta = {stamina} }}"));
        assert_eq!((fighter.values(None).base_fatigue, fighter.start.fatigue), (base, base), "stamina {stamina}");
    }
    assert_eq!(built("fatigue = 9").start.fatigue, 9);
    refused("fatigue = 21", "", "between 1 and 20");
    refused("fatigue = 0", "", "between 1 and 20");
}
