//! Tests of gear: slots, bundles, bags, quick slots, retrieving, and the checks of those who carry too much.

use std::panic::catch_unwind;

use super::{play, seen};
use crate::Vogt;
use frame::rules::testing::ScriptedPlay;

/// A, given by its insides, with somebody to fight.
fn owner(a: &str, rules: &str) -> String {
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 20, {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 30, ar_base = 0, policy = "help" }}] }},
        ]
        {rules}
        "#
    )
}

/// Slots that A uses and slots that are too many.
fn slots(a: &str, rules: &str) -> (i64, i64) {
    let play = play(&owner(a, rules), "");

    (play.see("A", "items_slots"), play.see("A", "over_slots"))
}

// VOG-052, VOG-053
#[test]
fn there_are_ten_slots_and_the_median_of_strength() {
    for (faces, capacity) in [(4, 12), (6, 13), (8, 14), (10, 15), (12, 16)] {
        let bricks = |amount: i64| format!("str = '1d{faces}', items = [{{ name = 'brick', amount = {amount} }}]");
        assert_eq!(slots(&bricks(capacity), ""), (capacity, 0), "d{faces}");
        assert_eq!(slots(&bricks(20), ""), (20, 20 - capacity), "d{faces}");
    }
    let wil = "str = '1d4', wil = '1d12', items = [{ name = 'brick', amount = 20 }]";
    assert_eq!(slots(wil, "[book.inventory]\nability = 'wil'\nbase = 5"), (20, 9));
}

// VOG-054
#[test]
fn there_are_at_least_as_many_slots_as_hands() {
    let bricks = |hands: u8| format!("str = '1d4', hands = {hands}, items = [{{ name = 'brick', amount = 5 }}]");
    assert_eq!(slots(&bricks(1), "[book.inventory]\nbase = 0"), (5, 3));
    assert_eq!(slots(&bricks(4), "[book.inventory]\nbase = 0"), (5, 1));
}

/// True if a scenario can be played and nobody in it carries too much.
fn carries_it(a: &str) -> bool {
    let text = owner(a, "");
    catch_unwind(|| seen(&play(&text, ""), "A", &[("over_slots", 0)])).is_ok()
}

// VOG-055
#[test]
fn without_a_bag_there_is_one_item_for_each_hand() {
    let items = |amount: u8, more: &str| format!("{more}, items = [{{ name = 'brick', amount = {amount} }}]");
    assert!(carries_it(&items(2, "has_bag = false")));
    assert!(!carries_it(&items(3, "has_bag = false")));
    assert!(carries_it(&items(3, "has_bag = true")));
    assert!(carries_it(&items(3, "has_bag = false, hands = 3")));
    assert!(carries_it(&items(1, "has_bag = false, weapons = [$club]")));
    assert!(!carries_it(&items(2, "has_bag = false, weapons = [$club]")));
}

// VOG-056
#[test]
fn everything_takes_the_slots_that_it_states_or_that_the_book_states() {
    assert_eq!(slots("", "").0, 0);
    assert_eq!(slots("weapons = [$club]", "").0, 1);
    assert_eq!(slots("weapons = [$greatsword]", "").0, 2);
    assert_eq!(slots("weapons = [{ name = 'claw', die = '1d6', hands = 0 }]", "").0, 0);
    assert_eq!(slots("weapons = [{ name = 'net', die = '1d4', slots = 3 }]", "").0, 3);
    assert_eq!(slots("weapons = [{ name = 'spare', die = '1d6', stowed = true }]", "").0, 1);
    assert_eq!(slots("armor = 2", "").0, 1);
    assert_eq!(slots("armor = 2, armor_slots = 4", "").0, 4);
    assert_eq!(slots("items = [{ name = 'anvil', slots = 5 }, { name = 'lute' }, { name = 'rag' }]", "").0, 9);
    assert_eq!(slots("weapons = [$club, $greatsword], armor = 1, items = [{ name = 'rag' }]", "").0, 5);
    let book = "[book.inventory]\nitem_slots = 2\ntwo_handed_slots = 3";
    assert_eq!(slots("weapons = [$club, $greatsword], items = [{ name = 'rag' }]", book).0, 7);
}

// VOG-057, VOG-058, R-46
#[test]
fn what_is_alike_can_share_a_slot() {
    let arrows = |amount: u8| format!("items = [{{ name = 'arrow', amount = {amount}, bundle = 20 }}]");
    assert_eq!(slots(&arrows(20), "").0, 1);
    assert_eq!(slots(&arrows(21), "").0, 2);
    assert_eq!(slots("items = [{ name = 'marbles', amount = 41 }]", "").0, 3, "as the list of belongings says");
    let two = |kind: &str| {
        format!(
            "items = [{{ name = 'arrow', amount = 12, bundle = 20 {kind} }}, {{ name = 'bolt', amount = 8, bundle = 20 {kind} }}]"
        )
    };
    assert_eq!(slots(&two(""), "").0, 2);
    assert_eq!(slots(&two(", bundle_kind = 'shafts'"), "").0, 1);
}

const SWORD_IN_THE_BAG: &str = "policy = 'fetches', weapons = [{ name = 'sword', die = '1d8', stowed = true }, $dagger]";

// VOG-059, R-45
#[test]
fn what_lies_in_the_bag_takes_an_action_to_retrieve() {
    let fetches = "[policy.fetches]\naction = [
        { do = 'attack', weapon = 'sword' },
        { do = 'retrieve', weapon = 'sword', when = 'round > 1' },
    ]";
    let mut play = play(
        &owner(SWORD_IN_THE_BAG, fetches),
        "d4=1 d6=2   d4=2
         d6=1 d6=2
         d8=1 d6=2   d8=2",
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", 25)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", 25)]);
    play.rounds(1);
    seen(&play, "B", &[("hp", 20)]);
}

// VOG-059, VOG-010, R-45
#[test]
fn without_a_name_the_first_weapon_in_the_bag_is_retrieved_and_the_first_at_hand_is_wielded() {
    let fetches = "[policy.fetches]\naction = [{ do = 'retrieve' }]\n";
    let mut fetched = play(&owner(SWORD_IN_THE_BAG, fetches), "d6=1 d6=2      d8=1 d6=2   d8=2");
    fetched.rounds(2);
    seen(&fetched, "B", &[("hp", 25)]);

    let book = [fetches, "[book.retrieve]\ninitiative = '1d12'"].concat();
    let mut slow = play(&owner(SWORD_IN_THE_BAG, &book), "d12=1 d6=2");
    slow.rounds(1);

    let never = [fetches, "[book.actions]\nretrieve = false"].concat();
    let mut none = play(&owner(SWORD_IN_THE_BAG, &never), "d4=1 d6=2   d4=2");
    none.rounds(1);
}

/// True if, beside so many daggers, one more weapon of these slots is at hand: it is declared, and its die is asked for.
fn at_hand(daggers: usize, slots: u8, a: &str, book: &str) -> bool {
    let daggers = "{ name = 'dagger', die = '1d4' }, ".repeat(daggers);
    let a = format!("{a}, policy = 'draws', weapons = [{daggers}{{ name = 'last', die = '1d12', slots = {slots} }}]");
    let text = owner(&a, &format!("[policy.draws]\naction = [{{ do = 'attack', weapon = 'last' }}]\n{book}"));
    let strikes = || {
        let mut play = play(&text, "d12=1 d6=2   d12=2");
        play.rounds(1);
    };
    catch_unwind(strikes).is_ok()
}

// VOG-060, R-44
#[test]
fn there_are_four_quick_slots_and_the_median_of_dexterity() {
    for (faces, quick) in [(4, 6), (6, 7), (8, 8), (10, 9), (12, 10)] {
        let dex = format!("dex = '1d{faces}'");
        assert!(at_hand(quick - 1, 1, &dex, ""), "d{faces}");
        assert!(!at_hand(quick, 1, &dex, ""), "d{faces}");
    }
    let awr = "[book.inventory]\nquick_ability = 'awr'\nquick_base = 0";
    assert!(at_hand(5, 1, "awr = '1d12'", awr));
    assert!(!at_hand(6, 1, "awr = '1d12'", awr));
}

// VOG-061
#[test]
fn there_are_as_many_quick_slots_as_hands_and_no_more_than_slots() {
    let few = "[book.inventory]\nquick_base = 0";
    assert!(at_hand(3, 1, "dex = '1d4', hands = 4", few));
    assert!(!at_hand(4, 1, "dex = '1d4', hands = 4", few));
    let small = "[book.inventory]\nbase = 0";
    assert!(at_hand(2, 1, "dex = '1d12', str = '1d6'", small));
    assert!(!at_hand(3, 1, "dex = '1d12', str = '1d6'", small));
}

// VOG-062
#[test]
fn what_lies_across_a_quick_slot_and_another_is_not_at_hand() {
    assert!(at_hand(4, 2, "dex = '1d4'", ""));
    assert!(!at_hand(5, 2, "dex = '1d4'", ""));
}

/// A travels so long with so many bricks; with STR 1d8 it has 14 slots.
fn travel(a: &str, bricks: u8, minutes: u32, rules: &str, dice: &str) -> ScriptedPlay<Vogt> {
    let a = format!("{a}, str = '1d8', items = [{{ name = 'brick', amount = {bricks} }}]");
    let a = a.trim_start_matches(", ");
    let day = format!("day = [{{ travel = {minutes} }}, {{ fight = ['one', 'two'] }}]");
    let mut play = play(&format!("{day}\n{}", owner(a, rules)), dice);
    play.leg();
    play
}

// VOG-002, VOG-004, VOG-063, VOG-064, R-33, R-47
#[test]
fn whoever_carries_too_much_checks_strength_every_quarter_of_an_hour() {
    let held = travel("", 16, 44, "", "save versus exhaustion d8=6 d8=7");
    seen(&held, "A", &[("over_slots", 2), ("exhaustion", 0)]);

    let failed = travel("", 16, 30, "", "save versus exhaustion d8=5 d8=8");
    seen(&failed, "A", &[("exhaustion", 1), ("hp", 20), ("prone", 0)]);

    let more = travel("", 17, 15, "", "save versus exhaustion d8=6");
    seen(&more, "A", &[("over_slots", 3), ("exhaustion", 1)]);
}

// VOG-063
#[test]
fn without_a_slot_too_many_or_a_full_quarter_of_an_hour_nobody_checks() {
    travel("", 14, 600, "", "");
    travel("", 30, 14, "", "");
}

// VOG-003, VOG-063, VOG-064, R-33
#[test]
fn the_check_of_a_load_has_its_skill_and_its_numbers_in_the_book() {
    let exhaustion = |a: &str, rules: &str, dice: &str| {
        let play = travel(a, 16, 30, rules, dice);

        play.see("A", "exhaustion")
    };
    assert_eq!(exhaustion("bonus = { str = 2 }", "", "save versus exhaustion d8=4 d8=3"), 1);
    assert_eq!(exhaustion("", "[book.encumbrance]\nminutes = 30", "d8=5"), 1);
    assert_eq!(exhaustion("", "[book.encumbrance]\ndifficulty = 3", "d8=5 d8=4"), 1);
    assert_eq!(exhaustion("", "[book.encumbrance]\nper_slot = 2", "d8=8 d8=7"), 1);
    assert_eq!(exhaustion("wil = '1d12'", "[book.encumbrance]\nability = 'wil'", "d12=6 d12=5"), 1);
}

// VOG-043, VOG-063, R-14, R-47
#[test]
fn the_second_level_on_the_road_lowers_hp_to_the_new_maximum() {
    let play = travel("exhaustion = 1", 16, 15, "", "save versus exhaustion d8=1");
    seen(&play, "A", &[("exhaustion", 2), ("hp_max", 10), ("hp", 10), ("prone", 0)]);
}

// VOG-045, VOG-063, R-47
#[test]
fn the_fourth_level_on_the_road_is_a_roll_on_the_table() {
    let play = travel("exhaustion = 3", 16, 15, "", "save versus exhaustion d8=1, death & dismemberment d8=5");
    seen(&play, "A", &[("exhaustion", 4), ("voice", 0)]);
}

// VOG-063
#[test]
fn minutes_that_are_left_over_count_on_the_next_stretch_of_the_road() {
    let legs = |legs: &str, count: usize, rules: &str, dice: &str| {
        let a = owner("str = '1d8', items = [{ name = 'brick', amount = 16 }]", rules);
        let mut play = play(&format!("day = [{legs}, {{ fight = ['one', 'two'] }}]\n{a}"), dice);
        for _ in 0..count {
            play.leg();
        }
    };
    legs("{ travel = 10 }, { travel = 10 }", 2, "", "d8=6");
    travel("on_the_road = 5", 16, 10, "", "save versus exhaustion d8=6");
    legs("{ travel = 10 }, { travel = 10 }, { travel = 10 }", 3, "", "d8=6 d8=6");
    legs("{ travel = 10 }, { rest = 'siesta' }, { travel = 10 }", 3, "", "");
    let carried = "[rulings]\nload_at_rest = 'carried'";
    legs("{ travel = 10 }, { rest = 'siesta' }, { travel = 10 }", 3, carried, "d8=6 d8=6 d8=6 d8=6 d8=6");
}

// VOG-059, VOG-060, VOG-062, VOG-203
#[test]
fn the_bag_of_rolled_characters_is_packed_by_the_dexterity_that_was_rolled() {
    let roll = |faces: u32| {
        let dice = [4, 6, 8, 10, 12].map(|sides| format!("d{sides}={}", if sides == faces { 1 } else { 2 }));
        dice.join(" ")
    };
    let a = "rolled = 'keep', weapons = [{ name = 'greatsword', die = '1d12', hands = 2, slots = 8 }, $dagger]";
    let first = |dex: u32, strike: &str| {
        let dice = [roll(6), roll(dex), roll(6), roll(6)].join(" ");
        let mut play = play(&owner(a, ""), &format!("{dice}   {strike}"));
        play.rounds(1);
    };
    first(10, "initiative d12=1 d6=2, damage d12=2");
    first(4, "initiative d4=1 d6=2, damage d4=2");
}
