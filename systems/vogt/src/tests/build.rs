//! Making a character: abilities, styles, hit points, technique dice, AR, belongings.

use std::panic::catch_unwind;

use super::{play, scene, seen};
use crate::Vogt;
use frame::fight::watch::StoryEntry;
use frame::rules::testing::load;
use frame::sim::{Layout, story};

/// A, given by its insides, with somebody to fight; nothing is played but the making of it.
#[track_caller]
fn made(a: &str, rules: &str, dice: &str, values: &[(&str, i64)]) {
    let text = format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B" }}] }},
        ]
        {rules}
        "#
    );
    let play = play(&text, dice);
    seen(&play, "A", values);
}

/// True if A, given by its insides, is refused.
fn refused(a: &str) -> bool {
    catch_unwind(|| made(a, "", "", &[])).is_err()
}

// VOG-202
#[test]
fn there_are_four_abilities_each_a_die_of_its_own() {
    let a = "str = '1d4', dex = '1d8', awr = '1d10', wil = '1d12'";
    made(a, "", "", &[("str_modifier", 2), ("dex_modifier", 4), ("awr_modifier", 5), ("wil_modifier", 6)]);
    made("", "", "", &[("str_modifier", 3), ("dex_modifier", 3), ("awr_modifier", 3), ("wil_modifier", 3)]);
}

/// The dice of one ability that becomes a die of so many faces.
const D4: &str = "d4=1 d6=2 d8=3 d10=4 d12=5 ";
const D6: &str = "d4=3 d6=2 d8=5 d10=9 d12=4 ";
const D8: &str = "d4=4 d6=5 d8=3 d10=4 d12=11 ";
const D10: &str = "d4=3 d6=3 d8=4 d10=2 d12=3 ";

// VOG-203
#[test]
fn an_ability_becomes_the_die_that_rolls_lowest() {
    let dice = [D6, D8, D4, D10].concat();
    let values = [("str_modifier", 3), ("dex_modifier", 4), ("awr_modifier", 2), ("wil_modifier", 5), ("ar", 4)];
    made("rolled = 'keep'", "", &dice, &values);
}

// VOG-203
#[test]
fn among_equals_the_die_with_more_faces_counts() {
    let all = "d4=1 d6=1 d8=1 d10=1 d12=1 ";
    let some = "d4=4 d6=5 d8=4 d10=7 d12=8 ";
    let first = "d4=2 d6=2 d8=3 d10=3 d12=3 ";
    let dice = [all, some, first, D4].concat();
    let values = [("str_modifier", 6), ("dex_modifier", 4), ("awr_modifier", 3), ("wil_modifier", 2)];
    made("rolled = 'keep'", "", &dice, &values);
}

// VOG-203
#[test]
fn the_dice_of_creation_are_in_the_book() {
    let dice = "ability d4=2 d20=1   d4=1 d20=2   d4=2 d20=2   d4=3 d20=9";
    let values = [("str_modifier", 10), ("dex_modifier", 2), ("awr_modifier", 10), ("wil_modifier", 2)];
    made("rolled = 'keep'", "[book.creation]\ndice = [4, 20]", dice, &values);
}

// VOG-204
#[test]
fn afterwards_one_ability_is_rolled_again_or_two_are_swapped() {
    let dice = [D6, D8, D4, D10].concat();
    let again = [&dice, D8].concat();
    let values =
        |str, dex, awr, wil| [("str_modifier", str), ("dex_modifier", dex), ("awr_modifier", awr), ("wil_modifier", wil)];
    made("rolled = 'reroll_smallest'", "", &again, &values(3, 4, 4, 5));
    made("rolled = 'largest_to_str'", "", &dice, &values(5, 4, 2, 3));
    made("rolled = 'largest_to_dex'", "", &dice, &values(3, 5, 2, 4));
    made("rolled = 'largest_to_awr'", "", &dice, &values(3, 4, 5, 2));
    made("rolled = 'largest_to_wil'", "", &dice, &values(3, 4, 2, 5));
    // The other half of a swap is worth as much: the smallest goes into the ability that one needs least.
    made("rolled = 'smallest_to_str'", "", &dice, &values(2, 4, 3, 5));
    made("rolled = 'smallest_to_dex'", "", &dice, &values(3, 2, 4, 5));
    made("rolled = 'smallest_to_awr'", "", &dice, &values(3, 4, 2, 5));
    made("rolled = 'smallest_to_wil'", "", &dice, &values(3, 4, 5, 2));
}

// VOG-206
#[test]
fn ar_is_the_median_of_dexterity_unless_noted_otherwise_and_armor_adds_to_it() {
    for (faces, ar) in [(4, 2), (6, 3), (8, 4), (10, 5), (12, 6)] {
        made(&format!("dex = '1d{faces}', bonus = {{ dex = 9 }}"), "", "", &[("ar", ar), ("ar_left", ar)]);
        made(&format!("dex = '1d{faces}', armor = 2"), "", "", &[("ar", ar + 2)]);
    }
    made("dex = '1d12', ar_base = 1", "", "", &[("ar", 1)]);
    made("dex = '1d12', ar_base = 1, armor = 3", "", "", &[("ar", 4)]);
}

// VOG-207
#[test]
fn a_new_character_owns_gold_and_one_random_item() {
    made("belongings = true", "", "gold d6=1 d6=2 d6=3, random item d20=8", &[("gold", 60), ("items_slots", 3)]);
    let book =
        "[book.creation]\ngold = '1d4'\ngold_factor = 7\nitems = [{ name = 'egg', slots = 2 }, { name = 'hen', slots = 5 }]";
    made("belongings = true", book, "d4=3   d2=2", &[("gold", 21), ("items_slots", 5)]);
    made("", "", "", &[("gold", 0), ("items_slots", 0)]);
}

// VOG-207
#[test]
fn gold_is_told_also_where_no_item_is_drawn() {
    let text = "side = [
        { name = 'one', combatant = [{ name = 'A', belongings = true }] },
        { name = 'two', combatant = [{ name = 'B' }] },
    ]
    [book.creation]
    items = []
    gold = '1d1'";
    let loaded = load::<Vogt>(&scene(text));
    let told = story::tell(&loaded, &Layout::new(&loaded), 1, 0).told;
    let owns = |told: &StoryEntry| matches!(told, StoryEntry::Sentence { text, .. } if text == "A owns 10 gold");
    assert_eq!(told.iter().filter(|told| owns(told)).count(), 1);
}

// VOG-208
#[test]
fn the_random_items_take_the_slots_of_the_list() {
    let slots = [1, 0, 1, 1, 1, 1, 1, 3, 3, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 0];
    for (face, slots) in (1..).zip(slots) {
        made("belongings = true", "", &format!("d6=1 d6=1 d6=1   d20={face}"), &[("gold", 30), ("items_slots", slots)]);
    }
}

// VOG-212
#[test]
fn before_styles_there_are_ten_hp() {
    made("", "", "", &[("hp_max", 10), ("hp", 10)]);
    made("", "[book.hp]\nbase = 14", "", &[("hp_max", 14), ("hp", 14)]);
    made("hp_max = 7, styles = ['brawler']", "", "", &[("hp_max", 7), ("hp", 7)]);
}

// VOG-213, VOG-214, VOG-215
#[test]
fn each_style_gives_its_hp_and_technique_dice() {
    let styles = [
        ("aerialist", 8, "td(d6)", 8),
        ("barrager", 8, "td(d4)", 12),
        ("brawler", 8, "td(d8)", 6),
        ("cleaver", 8, "td(d12)", 4),
        ("earthbreaker", 8, "td(d12)", 4),
        ("fortress", 8, "td(d8)", 6),
        ("gravecaller", 4, "td(d6)", 12),
        ("primalist", 8, "td(d6)", 8),
        ("regenerator", 4, "td(d6)", 12),
        ("sniper", 8, "td(d4)", 12),
        ("sorcerer", 0, "td(d6)", 16),
        ("transfuser", 4, "td(d8)", 9),
    ];
    for (style, hp, dice, count) in styles {
        made(&format!("styles = ['{style}']"), "", "", &[("hp_max", 10 + hp), (dice, count), ("td(d10)", 0)]);
    }
}

// VOG-201, VOG-209, VOG-213, VOG-215
#[test]
fn a_style_is_picked_at_every_level_and_everything_adds_up() {
    let values = [("hp_max", 30), ("hp", 30), ("td(d8)", 12), ("td(d6)", 12), ("td(d12)", 0), ("td(d4)", 0)];
    made("level = 3, styles = ['brawler', 'gravecaller', 'brawler']", "", "", &values);
    made("styles = ['brawler'], td = { d8 = 1, d4 = 2 }", "", "", &[("td(d8)", 7), ("td(d4)", 2)]);
}

// VOG-201
#[test]
fn a_character_has_as_many_styles_as_its_level() {
    assert!(!refused("level = 2, styles = ['brawler', 'sniper']"));
    assert!(refused("level = 1, styles = ['brawler', 'sniper']"));
    assert!(refused("level = 3, styles = ['brawler', 'sniper']"));
    assert!(!refused("styles = ['brawler', 'sniper']"), "without a level nothing is compared");
}

// VOG-209
#[test]
fn a_style_that_nobody_knows_is_refused() {
    assert!(refused("styles = ['brawlr']"));
}

// VOG-209, VOG-210
#[test]
fn what_a_style_gives_can_be_written_into_the_book_and_into_the_sheet() {
    let book = "[book.style.duelist]\nhp = 5\ntechnique_dice = '3d10'";
    made("styles = ['duelist', 'duelist'], resist = ['stab']", book, "", &[("hp_max", 20), ("td(d10)", 6)]);
}

// VOG-211, VOG-214, VOG-217
#[test]
fn the_dice_of_a_style_feed_the_techniques_that_it_taught() {
    let text = r#"
        side = [
            { name = "one", combatant = [{ name = "A", styles = ["cleaver"], policy = "casts", techniques = [
                { name = "cleave", die = 12, max_dice = 1 },
            ] }] },
            { name = "two", combatant = [{ name = "B", hp_max = 30, ar_base = 0, policy = "help" }] },
        ]
        [policy.casts]
        action = [{ do = "technique", technique = "cleave" }]
    "#;
    let mut play = play(text, "initiative d12=1 d6=2, damage d12=9");
    play.rounds(1);
    seen(&play, "A", &[("td(d12)", 3), ("hp_max", 18)]);
    seen(&play, "B", &[("hp", 21)]);
}
