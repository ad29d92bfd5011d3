//! Damage: dice, criticals and modifiers, types, AR, what gets through, and the statuses that blows bring.

use super::{play, seen};

/// A, given by its insides, strikes B, given by its insides; both have 30 hit points, B has AR 0 unless it says otherwise.
fn strike(a: &str, b: &str, rules: &str) -> String {
    let ar = if b.contains("ar_base") { "" } else { ", ar_base = 0" };
    format!(
        r#"
        side = [
            {{ name = "one", combatant = [{{ name = "A", hp_max = 30, {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B", hp_max = 30, policy = "help"{ar}, {b} }}] }},
        ]
        {rules}
        "#
    )
}

/// HP that B loses in one round in which A goes first. `dice` are those of the blow; A's initiative is a 1 of this size.
fn lost(a: &str, b: &str, rules: &str, size: u32, dice: &str) -> i64 {
    let mut play = play(&strike(a, b, rules), &format!("d{size}=1 d6=6   {dice}"));
    play.rounds(1);

    30 - play.see("B", "hp")
}

/// HP that B loses to A's club.
fn lost_to_club(b: &str, rules: &str, damage: &str) -> i64 {
    lost("weapons = [$club]", b, rules, 6, damage)
}

const SPARK: &str = "policy = 'casts', td = { d6 = 4 }, techniques = [{ name = 'spark', die = 6, type = 'fire'";
const CASTS: &str = "[policy.casts]\naction = [{ do = 'technique', technique = 'spark', dice = 2 }]";

// VOG-028, VOG-029
#[test]
fn damage_is_dice_and_modifiers_and_is_taken_from_hp() {
    assert_eq!(lost_to_club("", "", "damage d6=4"), 7);
    let nailed = "weapons = [{ name = 'nailed club', die = '1d6', bonus = 2 }]";
    assert_eq!(lost(nailed, "", "", 6, "damage d6=4"), 9);
}

// VOG-028, VOG-205
#[test]
fn what_is_dealt_is_measured_before_types_and_ar() {
    let b = "hp = 1, exhaustion = 2, ar_base = 2, resist = ['blunt']";
    let mut play = play(&strike("weapons = [$club]", b, ""), "initiative d6=1 d6=6, damage d6=4");
    play.rounds(1);
    seen(&play, "B", &[("hp", 0), ("exhaustion", 3), ("absorbed", 2), ("ar", 0)]);
    assert_eq!(play.metric("A.damage_dealt"), 7);
}

// VOG-030
#[test]
fn damage_is_never_less_than_nothing() {
    let feather = "weapons = [{ name = 'feather', die = '1d6', bonus = -20 }]";
    assert_eq!(lost(feather, "", "", 6, "damage d6=4"), 0);
    assert_eq!(lost(feather, "", "[book.damage]\nminimum = 1", 6, "d6=4"), 1);
    assert_eq!(lost(feather, "vulnerable = ['blunt']", "", 6, "d6=4"), 0);
}

// VOG-030, VOG-205
#[test]
fn ar_beyond_the_damage_heals_nobody() {
    let mut play = play(&strike("weapons = [$club]", "hp = 20, ar_base = 12", ""), "initiative d6=1 d6=6, damage d6=4");
    play.rounds(1);
    seen(&play, "B", &[("hp", 20), ("absorbed", 7), ("ar_left", 5)]);
}

// VOG-033, VOG-202, R-08
#[test]
fn a_weapon_adds_the_median_of_the_str_die() {
    for (faces, modifier) in [(4, 2), (6, 3), (8, 4), (10, 5), (12, 6)] {
        let a = format!("str = '1d{faces}', bonus = {{ str = 7 }}, weapons = [$club]");
        assert_eq!(lost(&a, "", "", 6, "damage d6=4"), 4 + modifier, "d{faces}");
    }
}

// VOG-033, R-08
#[test]
fn the_strength_modifier_can_be_rolled_or_left_out() {
    let a = "str = '1d10', weapons = [$club]";
    assert_eq!(lost(a, "", "[rulings]\nstrength_modifier = 'median'", 6, "d6=4"), 9);
    assert_eq!(lost(a, "", "[rulings]\nstrength_modifier = 'roll'", 6, "d6=4 d10=8"), 12);
    assert_eq!(lost(a, "", "[rulings]\nstrength_modifier = 'none'", 6, "d6=4"), 4);
}

// VOG-033, VOG-011, R-52
#[test]
fn a_weapon_can_say_that_it_adds_no_strength_and_so_can_the_book() {
    let sling = "weapons = [{ name = 'sling', die = '1d6', range = 8, add_str = false }]";
    assert_eq!(lost(sling, "", "", 6, "damage d6=4"), 4);
    assert_eq!(lost("weapons = [$bow]", "", "", 6, "damage d6=4"), 7, "a bow adds it unless it says otherwise");
    assert_eq!(lost("weapons = [$bow]", "", "[book.attack]\nadd_str = false", 6, "d6=4"), 4);
}

// VOG-034
#[test]
fn a_technique_adds_only_what_it_states() {
    let spark = |more: &str| {
        let a = format!("str = '1d12', wil = '1d8', {SPARK}{more} }}]");
        let mut play = play(&strike(&a, "", CASTS), "initiative d6=1 d6=1 d6=6, damage d6=2 d6=3");
        play.rounds(1);

        30 - play.see("B", "hp")
    };
    assert_eq!(spark(""), 5);
    assert_eq!(spark(", ability = 'wil'"), 9);
    assert_eq!(spark(", bonus = 3"), 8);
    assert_eq!(spark(", ability = 'str', bonus = -1"), 10);
}

const TWO_TARGETS: &str = r#"
    side = [
        { name = "one", combatant = [{ name = "A", hp_max = 30, policy = "casts", td = { d6 = 4 }, techniques = [
            { name = "spark", die = 6, type = "fire", targets = "all" },
        ] }] },
        { name = "two", combatant = [
            { name = "B", hp_max = 30, ar_base = 1, policy = "help" },
            { name = "C", hp_max = 30, ar_base = 2, resist = ["fire"], policy = "help" },
        ] },
    ]
    [policy.casts]
    action = [{ do = "technique", technique = "spark", dice = 2 }]
"#;

// VOG-035
#[test]
fn one_action_rolls_once_for_all_whom_it_strikes() {
    let mut once = play(TWO_TARGETS, "initiative d6=1 d6=1 d6=5 d6=5, tied initiative d2=1, damage d6=5 d6=2");
    once.rounds(1);
    seen(&once, "B", &[("hp", 24)]);
    seen(&once, "C", &[("hp", 29)]);
    seen(&once, "A", &[("td(d6)", 2)]);

    let text = [TWO_TARGETS, "[book.damage]\none_roll_for_all = false"].concat();
    let mut each = play(&text, "d6=1 d6=1 d6=5 d6=4   d6=5 d6=2   d6=4 d6=5");
    each.rounds(1);
    seen(&each, "B", &[("hp", 24)]);
    seen(&each, "C", &[("hp", 28)]);
    seen(&each, "A", &[("td(d6)", 2)]);
}

// VOG-037, R-09
#[test]
fn the_highest_face_brings_another_die_and_so_on() {
    assert_eq!(lost_to_club("", "", "damage d6=6, critical d6=6 d6=1"), 16);
    assert_eq!(lost_to_club("", "[rulings]\ncrit = 'chain'", "d6=6 d6=6 d6=1"), 16);
    assert_eq!(lost_to_club("", "[rulings]\ncrit = 'once'", "d6=6 d6=6"), 15);
    assert_eq!(lost_to_club("", "[rulings]\ncrit = 'off'", "d6=6"), 9);
    assert_eq!(lost_to_club("", "", "d6=5"), 8);
}

// VOG-037, R-09
#[test]
fn each_die_of_a_pool_is_critical_for_itself_and_before_the_next_one() {
    let great_club = "weapons = [{ name = 'great club', die = '2d8', initiative = '1d4' }]";
    assert_eq!(lost(great_club, "", "", 4, "damage d8=8, critical d8=2, damage d8=3"), 16);
    assert_eq!(lost(great_club, "", "", 4, "damage d8=3   d8=8, critical d8=8 d8=2"), 24);
    assert_eq!(lost(great_club, "", "[rulings]\ncrit = 'once'", 4, "d8=8 d8=8   d8=8 d8=1"), 28);
}

// R-09
#[test]
#[should_panic(expected = "a damage die needs at least two faces")]
fn a_damage_die_of_one_face_would_never_end_and_is_refused() {
    play(&strike("weapons = [{ name = 'stone', die = '1d1' }]", "", "[rulings]\ncrit = 'once'"), "");
}

// R-09
#[test]
fn a_damage_die_of_one_face_does_one_where_nothing_is_critical() {
    let stone = "weapons = [{ name = 'stone', die = '1d1', initiative = '1d4' }]";
    assert_eq!(lost(stone, "", "[rulings]\ncrit = 'off'", 4, "damage d1=1"), 4);
}

// R-09
#[test]
fn a_damage_die_of_two_faces_is_the_smallest() {
    assert_eq!(lost("weapons = [{ name = 'stone', die = '1d2' }]", "", "", 2, "damage d2=2, critical d2=2 d2=1"), 8);
}

// VOG-038, VOG-039
#[test]
fn types_halve_and_double_and_the_book_holds_the_factors() {
    assert_eq!(lost_to_club("resist = ['blunt']", "", "damage d6=4"), 3);
    assert_eq!(lost_to_club("vulnerable = ['blunt']", "", "damage d6=4"), 14);
    assert_eq!(lost_to_club("resist = ['slash'], vulnerable = ['stab']", "", "damage d6=4"), 7);
    assert_eq!(lost_to_club("resist = ['blunt']", "[book.damage]\nresistance = '1/4'", "d6=5"), 2);
    assert_eq!(lost_to_club("vulnerable = ['blunt']", "[book.damage]\nvulnerability = '3'", "d6=4"), 21);
}

// VOG-038, R-06
#[test]
fn half_a_point_goes_down_unless_the_ruling_turns_it_up() {
    assert_eq!(lost_to_club("resist = ['blunt']", "[rulings]\nresistance_rounding = 'down'", "d6=4"), 3);
    assert_eq!(lost_to_club("resist = ['blunt']", "[rulings]\nresistance_rounding = 'up'", "d6=4"), 4);
    assert_eq!(lost_to_club("resist = ['blunt']", "[rulings]\nresistance_rounding = 'up'", "d6=5"), 4);
}

// VOG-038, VOG-039, VOG-205, R-06
#[test]
fn types_come_before_ar_unless_the_ruling_turns_them_round() {
    let order = |order: &str| format!("[rulings]\ndamage_order = '{order}'");
    assert_eq!(lost_to_club("ar_base = 3, resist = ['blunt']", &order("type_then_ar"), "d6=5"), 1);
    assert_eq!(lost_to_club("ar_base = 3, resist = ['blunt']", &order("ar_then_type"), "d6=5"), 2);
    assert_eq!(lost_to_club("ar_base = 3, vulnerable = ['blunt']", &order("type_then_ar"), "d6=5"), 13);
    assert_eq!(lost_to_club("ar_base = 3, vulnerable = ['blunt']", &order("ar_then_type"), "d6=5"), 10);
}

// VOG-038, VOG-039, R-07
#[test]
fn resistance_and_vulnerability_cancel_unless_the_ruling_orders_them() {
    let both = "resist = ['blunt'], vulnerable = ['blunt']";
    let ruling = |name: &str| format!("[rulings]\nresistant_and_vulnerable = '{name}'\n[book.damage]\nvulnerability = '3'");
    assert_eq!(lost_to_club(both, "", "d6=4"), 7);
    assert_eq!(lost_to_club(both, &ruling("cancel"), "d6=4"), 7);
    assert_eq!(lost_to_club(both, &ruling("halve_then_double"), "d6=4"), 9);
    assert_eq!(lost_to_club(both, &ruling("double_then_halve"), "d6=4"), 10);
    // With the published factors only halving first can lose a point.
    assert_eq!(lost_to_club(both, "[rulings]\nresistant_and_vulnerable = 'halve_then_double'", "d6=4"), 6);
    assert_eq!(lost_to_club(both, "[rulings]\nresistant_and_vulnerable = 'double_then_halve'", "d6=4"), 7);
}

// VOG-089, R-07
#[test]
fn the_same_resistance_twice_counts_once() {
    let mut play = play(
        &strike(&format!("{SPARK} }}]"), "resist = ['fire', 'fire'], statuses = [{ status = 'drenched' }]", CASTS),
        "initiative d6=1 d6=1 d6=6, damage d6=4 d6=5",
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", 26)]);
}

const TWO_BLOWS: &str = r#"
    side = [
        { name = "one", combatant = [
            { name = "A", hp_max = 20, weapons = [$club] },
            { name = "B", hp_max = 20, weapons = [$club] },
        ] },
        { name = "two", combatant = [{ name = "C", hp_max = 30, ar_base = 5, policy = "help" }] },
    ]
    [rulings]
"#;

// VOG-205, R-02
#[test]
fn ar_is_a_pool_for_the_round_or_comes_off_every_blow_or_is_nothing() {
    let hp = |mode: &str| {
        let mut play = play(&[TWO_BLOWS, mode].concat(), "initiative d6=1 d6=2 d6=5, damage d6=1   d6=4");
        play.rounds(1);

        play.see("C", "hp")
    };
    // Blows of 4 and 7 against AR 5.
    assert_eq!(hp(""), 24);
    assert_eq!(hp("ar_mode = 'pool_per_round'"), 24);
    assert_eq!(hp("ar_mode = 'per_hit'"), 28);
    assert_eq!(hp("ar_mode = 'off'"), 19);
}

// VOG-205, R-03
#[test]
fn the_pool_is_full_again_with_the_round_or_with_ones_own_turn() {
    let hp = |refresh: &str| {
        // C's turn comes between the two blows; in the second round both come before it.
        let dice = "initiative d6=1 d6=5 d6=3, damage d6=3   d6=4, initiative d6=1 d6=2 d6=5, damage d6=1   d6=2";
        let mut play = play(&[TWO_BLOWS, refresh].concat(), dice);
        play.rounds(1);
        let first = play.see("C", "hp");
        play.rounds(1);
        let second = play.see("C", "hp");
        (first, second)
    };
    assert_eq!(hp("ar_refresh = 'round_start'"), (22, 18));
    assert_eq!(hp("ar_refresh = 'own_turn'"), (27, 18));
}

// VOG-206, R-04
#[test]
fn armor_adds_to_ar_until_it_is_broken() {
    assert_eq!(lost_to_club("ar_base = 1, armor = 2", "", "damage d6=4"), 4);
    assert_eq!(lost_to_club("ar_base = 1, armor = 2, armor_broken = true", "", "damage d6=4"), 6);
}

// VOG-105, VOG-106, R-48
#[test]
fn a_weapon_can_be_so_many_rungs_larger_or_smaller_and_stops_at_the_ends() {
    let weapon = |die: &str, step: i8| format!("weapons = [{{ name = 'w', die = '{die}', step = {step} }}]");
    assert_eq!(lost(&weapon("1d6", 1), "", "", 8, "damage d8=5"), 8);
    assert_eq!(lost(&weapon("1d6", -1), "", "", 4, "damage d4=3"), 6);
    let mut two = play(&strike(&weapon("1d12", 1), "", ""), "initiative d6=1 d6=1 d6=6, damage d6=2 d6=3");
    two.rounds(1);
    seen(&two, "B", &[("hp", 22)]);
    let ones = "d12=1 ".repeat(5);
    let mut top = play(&strike(&weapon("4d12", 20), "", ""), &format!("{ones} d6=1   {ones}"));
    top.rounds(1);
    seen(&top, "B", &[("hp", 22)]);
}

// VOG-105, VOG-106, R-48
#[test]
fn the_smallest_size_deals_only_modifiers_and_has_an_initiative_of_nothing() {
    for weapon in ["die = '1d6', step = -20", "die = '1d6', step = -2", "die = '0'"] {
        let a = format!("weapons = [{{ name = 'w', {weapon} }}]");
        let mut play = play(&strike(&a, "", ""), "initiative d6=1");
        play.rounds(1);
        seen(&play, "A", &[("rolled_initiative", 0)]);
        seen(&play, "B", &[("hp", 27)]);
    }
}

// VOG-105, R-48
#[test]
#[should_panic(expected = "is not on the ladder of die sizes")]
fn dice_that_are_not_on_the_ladder_cannot_be_stepped() {
    play(&strike("weapons = [{ name = 'w', die = '3d6', step = 1 }]", "", ""), "");
}

// VOG-105, R-48
#[test]
fn dice_that_are_not_on_the_ladder_can_be_used_as_they_are() {
    let mut play = play(
        &strike("weapons = [{ name = 'w', die = '3d6', step = 0 }]", "", ""),
        "initiative d6=1 d6=1 d6=1 d6=6, damage d6=1 d6=2 d6=3",
    );
    play.rounds(1);
    seen(&play, "B", &[("hp", 21)]);
}

// VOG-105
#[test]
fn the_ladder_is_in_the_book() {
    let book = "[book]\nladder = ['0', '1d6', '1d20']";
    assert_eq!(lost("weapons = [{ name = 'w', die = '1d6', step = 1 }]", "", book, 20, "d20=9"), 12);
}

// R-49
#[test]
fn without_a_weapon_one_strikes_with_fists() {
    assert_eq!(lost("", "", "", 4, "damage d4=3"), 6);
    assert_eq!(lost("", "resist = ['blunt']", "", 4, "damage d4=3"), 3);
    assert_eq!(lost("", "", "[book.attack]\nunarmed = '1d6'", 6, "d6=3"), 6);
    assert_eq!(lost("", "resist = ['stab']", "[book.attack]\nunarmed_type = 'stab'", 4, "d4=3"), 3);
    assert_eq!(lost("", "", "[book.attack]\nunarmed_range = 0", 4, ""), 0);
    assert_eq!(lost("hands = 0", "", "", 4, "d4=3"), 6);
}

/// A strikes B with a weapon that brings a status, in the first round only; returns whether B is deaf after each of three
/// rounds.
fn rider(rider: &str, b: &str, rules: &str) -> Vec<i64> {
    let a = format!("policy = 'once', weapons = [{{ name = 'w', die = '1d6', riders = [{{ {rider} }}] }}]");
    let rules = format!("[policy.once]\naction = [{{ do = 'attack', when = 'round == 1' }}, {{ do = 'help' }}]\n{rules}");
    let mut play = play(&strike(&a, b, &rules), "d6=1 d6=6   d6=2      d6=1 d6=6      d6=1 d6=6");
    let seen = (0..3).map(|_| {
        play.rounds(1);
        play.see("B", "has(deaf)")
    });

    seen.collect()
}

// R-54
#[test]
fn a_rider_lasts_so_many_rounds_beyond_the_present_one_or_for_the_fight() {
    assert_eq!(rider("status = 'deaf', rounds = 0", "", ""), [0, 0, 0]);
    assert_eq!(rider("status = 'deaf', rounds = 1", "", ""), [1, 0, 0]);
    assert_eq!(rider("status = 'deaf', rounds = 2", "", ""), [1, 1, 0]);
    assert_eq!(rider("status = 'deaf'", "", ""), [1, 1, 1]);
}

// R-54
#[test]
fn the_same_status_again_keeps_the_later_end() {
    let had = |until: u8| format!("statuses = [{{ status = 'deaf', until_round = {until} }}]");
    assert_eq!(rider("status = 'deaf', rounds = 1", &had(1), ""), [1, 0, 0]);
    assert_eq!(rider("status = 'deaf', rounds = 0", &had(2), ""), [1, 0, 0]);
    assert_eq!(rider("status = 'deaf', rounds = 0", "statuses = [{ status = 'deaf' }]", ""), [1, 1, 1]);
}

// R-54
#[test]
fn a_rider_needs_a_point_that_gets_through_unless_the_ruling_says_otherwise() {
    let armored = "ar_base = 9";
    assert_eq!(rider("status = 'deaf', rounds = 1", armored, ""), [0, 0, 0]);
    assert_eq!(rider("status = 'deaf', rounds = 1", armored, "[rulings]\nriders = 'damage'"), [0, 0, 0]);
    assert_eq!(rider("status = 'deaf', rounds = 1", armored, "[rulings]\nriders = 'always'"), [1, 0, 0]);
}

// VOG-014, R-54
#[test]
fn techniques_bring_statuses_as_weapons_do() {
    let a = format!("{SPARK}, riders = [{{ status = 'frozen', rounds = 1 }}] }}]");
    let mut play = play(&strike(&a, "", CASTS), "initiative d6=1 d6=1 d6=6, damage d6=2 d6=3");
    play.rounds(1);
    seen(&play, "B", &[("hp", 25), ("has(frozen)", 1), ("str_modifier", 2)]);
}

// VOG-097, R-54
#[test]
fn a_rider_can_knock_prone() {
    let a = "weapons = [{ name = 'w', die = '1d6', riders = [{ status = 'prone' }] }]";
    // B goes first and therefore still lies at the end of the round.
    let mut play = play(&strike(a, "", ""), "initiative d6=6 d6=1, damage d6=2");
    play.rounds(1);
    seen(&play, "B", &[("prone", 1), ("hp", 25), ("exhaustion", 0)]);
}

// VOG-011, R-18, VOG-099
#[test]
fn the_unconscious_are_hit_no_harder() {
    let b = "hp = -1, exhaustion = 3, prone = true, ar_base = 4";
    let ten = "d10=9 ".repeat(10);
    let text = strike("weapons = [$club]", b, "[rulings]\nend_condition = 'dead'");
    let mut play = play(&text, &format!("d6=1 {ten}   d6=4   d8=2"));
    play.rounds(1);
    seen(&play, "B", &[("hp", -8), ("absorbed", 0), ("hands", 1)]);
}
