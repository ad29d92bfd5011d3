//! Days: rests, and what lasts from one fight to the next.

use super::{grid, play, seen};
use crate::Vogt;
use frame::rules::testing::ScriptedPlay;

/// A, given by its insides, after these rests.
fn rested(a: &str, rests: &[&str], rules: &str, dice: &str) -> ScriptedPlay<Vogt> {
    let legs: String = rests.iter().map(|rest| format!("{{ rest = '{rest}' }}, ")).collect();
    let text = format!(
        r#"
        day = [{legs}{{ fight = ["one", "two"] }}]
        side = [
            {{ name = "one", combatant = [{{ name = "A", {a} }}] }},
            {{ name = "two", combatant = [{{ name = "B" }}] }},
        ]
        {rules}
        "#
    );
    let mut play = play(&text, dice);
    for _ in rests {
        play.leg();
    }
    play
}

#[track_caller]
fn after(a: &str, rests: &[&str], rules: &str, dice: &str, values: &[(&str, i64)]) {
    let play = rested(a, rests, rules, dice);
    seen(&play, "A", values);
}

const SIESTA: &[&str] = &["siesta"];
const FULL: &[&str] = &["full_rest"];

// VOG-075, VOG-076
#[test]
fn a_siesta_gives_half_the_present_maximum_back_and_not_more_than_it() {
    after("hp_max = 19, hp = 1", SIESTA, "", "", &[("hp", 10)]);
    after("hp_max = 19, hp = 12", SIESTA, "", "", &[("hp", 19)]);
    after("hp_max = 19, hp = 19", SIESTA, "", "", &[("hp", 19)]);
    after("hp_max = 19, hp = -30", SIESTA, "", "", &[("hp", -21)]);
    after("hp_max = 19, hp = 1, exhaustion = 1", SIESTA, "", "", &[("hp", 10), ("exhaustion", 1)]);
    after("hp_max = 19, hp = 1, exhaustion = 2", SIESTA, "", "", &[("hp", 5), ("exhaustion", 2)]);
    after("hp_max = 20, hp = 1", SIESTA, "[book.siesta]\nhp = '1/4'", "", &[("hp", 6)]);
}

// VOG-076
#[test]
fn a_siesta_takes_no_exhaustion_unless_the_book_says_so() {
    after("hp_max = 20, hp = 1, exhaustion = 3", SIESTA, "", "", &[("exhaustion", 3), ("unconscious", 1), ("hp", 6)]);
    let book = "[book.siesta]\nexhaustion_removed = 2";
    after("hp_max = 20, hp = 1, exhaustion = 3", SIESTA, book, "", &[("exhaustion", 1), ("unconscious", 0), ("hp", 11)]);
    after("hp_max = 20, hp = 1, exhaustion = 1", SIESTA, book, "", &[("exhaustion", 0)]);
}

// VOG-076, VOG-078, R-14
#[test]
fn where_exhaustion_raises_the_maximum_a_rest_lowers_hp_to_what_is_left_of_it() {
    let book = "[book.exhaustion]\nhp_max = '2'\n[book.siesta]\nexhaustion_removed = 1\n[book.full_rest]\nhp = '1/2'";
    after("hp_max = 20, exhaustion = 2", &[], book, "", &[("hp", 40)]);
    after("hp_max = 20, exhaustion = 2", SIESTA, book, "", &[("hp", 20), ("exhaustion", 1)]);
    after("hp_max = 20, exhaustion = 2", FULL, book, "", &[("hp", 20), ("exhaustion", 0)]);
}

// VOG-076
#[test]
fn nobody_has_to_regain_hp_in_a_siesta() {
    let policy = "[policy.restless]\nsiesta = [{ do = 'no', when = 'self.hp >= 10' }]";
    after("hp_max = 20, hp = 12, policy = 'restless'", SIESTA, policy, "", &[("hp", 12)]);
    after("hp_max = 20, hp = 2, policy = 'restless'", SIESTA, policy, "", &[("hp", 12)]);
}

// VOG-075, R-43
#[test]
fn there_are_as_many_siestas_as_one_likes_unless_the_book_limits_them() {
    let a = "hp_max = 100, hp = -90";
    after(a, &["siesta", "siesta", "siesta"], "", "", &[("hp", 60)]);
    after(a, &["siesta", "siesta", "siesta"], "[book.siesta]\nmax_per_day = 2", "", &[("hp", 10)]);
    after(a, &["siesta"], "[book.siesta]\nmax_per_day = 0", "", &[("hp", -90)]);
    let taken = "hp_max = 100, hp = -90, siestas = 1";
    after(taken, &["siesta", "siesta"], "[book.siesta]\nmax_per_day = 2", "", &[("hp", -40)]);
}

// VOG-075, R-43
#[test]
fn a_full_rest_begins_the_day_of_siestas_anew() {
    let rules = "[book.siesta]\nmax_per_day = 1\n[book.full_rest]\nhp = '0'";
    after("hp_max = 100, hp = -90", &["siesta", "siesta", "full_rest", "siesta"], rules, "", &[("hp", 10)]);
}

// VOG-075, VOG-077, R-43
#[test]
fn a_rest_can_be_interrupted_and_then_gives_nothing() {
    let a = "hp_max = 20, hp = 2, exhaustion = 1";
    let rules = "[book.rest]\ninterruption_percent = 30";
    after(a, SIESTA, rules, "d100=30", &[("hp", 2)]);
    after(a, SIESTA, rules, "d100=31", &[("hp", 12)]);
    after(a, FULL, rules, "d100=1", &[("hp", 2), ("exhaustion", 1)]);
    after(a, FULL, rules, "d100=100", &[("hp", 20), ("exhaustion", 0)]);
}

// VOG-077, VOG-078, VOG-079, VOG-216, R-42
#[test]
fn a_full_rest_gives_everything_back() {
    let a = "hp_max = 19, hp = -6, exhaustion = 3, prone = true, td = { d6 = 8, d12 = 4 }, td_spent = { d6 = 7, d12 = 4 }";
    after(a, FULL, "", "", &[("hp", 19), ("exhaustion", 0), ("td(d6)", 8), ("td(d12)", 4), ("active", 1)]);
}

// VOG-079, VOG-216
#[test]
fn a_siesta_gives_no_technique_dice_back() {
    after("td = { d6 = 8 }, td_spent = { d6 = 7 }", SIESTA, "", "", &[("td(d6)", 1)]);
}

// VOG-077, VOG-078, VOG-079, R-42
#[test]
fn what_a_full_rest_gives_is_in_the_book() {
    let a = "hp_max = 20, hp = 0, exhaustion = 2, td = { d6 = 8 }, td_spent = { d6 = 8 }";
    after(a, FULL, "[book.full_rest]\nexhaustion_removed = 1", "", &[("exhaustion", 1), ("hp", 20), ("td(d6)", 8)]);
    after(a, FULL, "[book.full_rest]\nexhaustion_removed = 0", "", &[("exhaustion", 2), ("hp", 10), ("td(d6)", 8)]);
    after(a, FULL, "[book.full_rest]\nhp = '1/2'", "", &[("exhaustion", 0), ("hp", 10)]);
    after(a, FULL, "[book.full_rest]\ntechnique_dice = '1/2'", "", &[("hp", 20), ("td(d6)", 4)]);
}

// VOG-077, R-16, R-17
#[test]
fn no_rest_brings_back_what_was_lost() {
    let a = "hands = 1, eyes = 1, legs = 1, voice = false, armor = 2, armor_broken = true, hp = 1";
    after(a, FULL, "", "", &[("hands", 1), ("eyes", 1), ("legs", 1), ("voice", 0), ("armor_broken", 1), ("hp", 10)]);
}

// VOG-063, VOG-075
#[test]
fn a_load_is_put_down_for_a_rest_unless_the_ruling_says_otherwise() {
    let a = "hp_max = 20, str = '1d8', items = [{ name = 'brick', amount = 16 }]";
    after(a, SIESTA, "[rulings]\nload_at_rest = 'put_down'", "", &[("exhaustion", 0)]);
    after(a, SIESTA, "[rulings]\nload_at_rest = 'carried'", "d8=6 d8=7 d8=5 d8=8", &[("exhaustion", 1)]);
}

/// Two fights in a row: A and D, given by their insides, first against B, then against C, who both go down at the first wound.
fn two_fights(a: &str, d: &str, between: &str, rules: &str) -> String {
    let enemy = "hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0";
    format!(
        r#"
        day = [{{ fight = ["us", "first"] }}, {between} {{ fight = ["us", "second"] }}]
        side = [
            {{ name = "us", combatant = [{{ name = "A", {a} }}, {{ name = "D", {d} }}] }},
            {{ name = "first", combatant = [{{ name = "B", {enemy}, weapons = [$dagger] }}] }},
            {{ name = "second", combatant = [{{ name = "C", {enemy}, weapons = [$dagger] }}] }},
        ]
        {rules}
        "#
    )
}

// VOG-079, VOG-215, VOG-046, VOG-050, VOG-095
#[test]
fn wounds_exhaustion_dice_and_losses_last_from_fight_to_fight() {
    let a = "hp_max = 20, hp = 1, ar_base = 0, weapons = [$club], td = { d6 = 3 }, policy = 'casts', techniques = [
        { name = 'spark', die = 6 },
    ]";
    let rules =
        "[policy.casts]\naction = [{ do = 'technique', technique = 'spark', dice = 1 }]\n[book.exhaustion]\ndeath_level = 1";
    // B strikes first: A loses its voice. Then A's spark, and an arm of B's.
    let first = "d6=5 d6=6 d4=1   d4=1 d8=5   d6=2 d8=2";
    let second = "d6=1 d6=6 d4=2   d6=2 d8=2";
    let mut play = play(&two_fights(a, "policy = 'help'", "", rules), &[first, "   ", second].concat());
    play.leg();
    seen(&play, "A", &[("hp", -3), ("exhaustion", 1), ("td(d6)", 2), ("voice", 0), ("has(mute)", 1)]);
    seen(&play, "B", &[("hands", 1), ("exhaustion", 3)]);
    play.leg();
    seen(&play, "A", &[("hp", -3), ("exhaustion", 1), ("td(d6)", 1), ("voice", 0), ("has(mute)", 1)]);
}

// VOG-018, VOG-022, VOG-205
#[test]
fn what_belongs_to_a_fight_ends_with_it() {
    let a = "hp_max = 20, ar_base = 3, policy = 'defend', statuses = [{ status = 'deaf' }]";
    let d = "hp_max = 20, weapons = [$club]";
    let mut play = play(
        &two_fights(a, d, "", ""),
        "initiative d4=3 d6=6 d4=1, random target d2=1 damage d4=1   d6=1, initiative d4=1 d6=2 d4=3, damage d6=1",
    );
    seen(&play, "A", &[("has(deaf)", 1)]);
    play.leg();
    // B's 4 against AR 3 left the pool empty and A's Defend came after it.
    seen(&play, "A", &[("hp", 19), ("absorbed", 0), ("defending", 0), ("has(deaf)", 0), ("ar", 3)]);
    play.leg();
}

// R-34
#[test]
fn the_book_can_let_statuses_last() {
    let a = "hp_max = 20, policy = 'defend', statuses = [{ status = 'deaf' }]";
    let d = "hp_max = 20, weapons = [$club]";
    let text = two_fights(a, d, "", "[book.status]\nend_after_fight = false");
    let mut play = play(&text, "d4=3 d6=1 d4=4   d6=1");
    play.leg();
    seen(&play, "A", &[("has(deaf)", 1)]);
}

// VOG-097, R-17
#[test]
fn after_a_fight_whoever_is_conscious_and_has_a_leg_stands_up() {
    let lies = "[policy.lies]\nstand = [{ do = 'no' }]";
    let prone = |legs: u8| {
        let a = format!("hp_max = 20, prone = true, legs = {legs}, weapons = [$club], policy = 'lies'");
        let mut play = play(&two_fights(&a, "policy = 'help'", "", lies), "d6=1 d6=6 d4=2   d6=1");
        play.leg();

        play.see("A", "prone")
    };
    assert_eq!(prone(2), 0);
    assert_eq!(prone(1), 0);
    assert_eq!(prone(0), 1);
}

// VOG-048, VOG-082, R-16
#[test]
fn blindness_for_want_of_eyes_does_not_end_with_the_fight() {
    let a = "hp_max = 20, hp = 1, eyes = 1, ar_base = 0, policy = 'defend', statuses = [{ status = 'drenched' }]";
    let d = "hp_max = 20, weapons = [$club]";
    let rules = "[book.exhaustion]\ndeath_level = 1";
    let mut play = play(&two_fights(a, d, "", rules), "d4=3 d6=6 d4=1   d4=1 d8=3   d6=1 d8=2");
    play.leg();
    seen(&play, "A", &[("eyes", 0), ("has(blind)", 1), ("has(drenched)", 0)]);
}

/// A fight and a flight: two fights between which C runs away on its first turn.
fn a_fight_and_a_flight(a: &str, d: &str, between: &str, rules: &str) -> String {
    let text = two_fights(a, d, between, rules).replace(r#"name = "C","#, r#"name = "C", policy = "flees","#);
    format!("{text}\n[policy.flees]\naction = [{{ do = 'flee' }}]")
}

/// A is knocked out in the first fight, D wins it; in the second one C runs away.
fn knocked_out(between: &str, rules: &str, second: &str) -> ScriptedPlay<Vogt> {
    let a = "hp_max = 20, hp = 1, exhaustion = 2, ar_base = 0, weapons = [$sword]";
    let d = "hp_max = 20, hp = 15, weapons = [$club]";
    let first = "d8=8 d6=5 d4=1   d4=1   d6=1   ";
    let mut play = play(&a_fight_and_a_flight(a, d, between, rules), &[first, second].concat());
    play.leg();
    seen(&play, "A", &[("unconscious", 1), ("exhaustion", 3), ("hp", -3)]);
    play
}

// VOG-044, VOG-101
#[test]
fn the_unconscious_are_left_behind_unless_the_ruling_keeps_them_on_the_field() {
    let mut left = knocked_out("", "[rulings]\nunconscious_between_fights = 'left_behind'", "d6=2 d6=1");
    left.leg();

    let ten = "d10=5 ".repeat(10);
    let second = format!("{ten} d6=2 d6=1");
    let mut present = knocked_out("", "[rulings]\nunconscious_between_fights = 'present'", &second);
    present.leg();
    seen(&present, "A", &[("prone", 1), ("rolled_initiative", 50)]);
}

// VOG-077, R-42
#[test]
fn whoever_has_come_round_by_the_next_fight_takes_part_in_it() {
    let mut play = knocked_out("{ rest = 'full_rest' },", "", "initiative d8=3 d6=2 d6=1");
    play.leg();
    seen(&play, "A", &[("active", 1), ("hp", 20), ("exhaustion", 0)]);
    play.leg();
    seen(&play, "A", &[("rolled_initiative", 3)]);
}

// VOG-085, VOG-077
#[test]
fn no_rest_wakes_the_dead() {
    let a = "hp_max = 20, hp = 1, ar_base = 0, policy = 'help'";
    let d = "hp_max = 20, weapons = [$club]";
    let rules = "[book.exhaustion]\ndeath_level = 1";
    let text = a_fight_and_a_flight(a, d, "{ rest = 'full_rest' },", rules);
    let mut play = play(&text, "d6=6 d6=5 d4=1   d4=1 d8=8   d6=1 d8=2      d6=2 d6=1");
    play.leg();
    seen(&play, "A", &[("dead", 1)]);
    play.leg();
    seen(&play, "A", &[("dead", 1), ("active", 0)]);
    play.leg();
}

// R-50
#[test]
fn whoever_fled_is_there_again_in_the_next_fight() {
    let a = "hp_max = 20, policy = 'flees'";
    let d = "hp_max = 20, weapons = [$club]";
    let flees = "[policy.flees]\naction = [{ do = 'flee' }]";
    let mut play = play(&two_fights(a, d, "", flees), "d6=1 d6=2 d4=3   d6=1      d6=3 d6=1 d4=2   d6=1");
    play.leg();
    seen(&play, "B", &[("unconscious", 1)]);
    play.leg();
    seen(&play, "C", &[("unconscious", 1)]);
    seen(&play, "A", &[("fled", 0), ("rolled_initiative", 3)]);
}

// VOG-009, R-21
#[test]
fn every_fight_begins_where_the_scenario_puts_everybody() {
    let a = "hp_max = 20, at = [[0, 0]], weapons = [$club]";
    let d = "hp_max = 20, at = [[0, 1]], policy = 'help'";
    let text = two_fights(a, d, "", "").replace(r#"name = "B","#, r#"name = "B", at = [[7, 0]], policy = "stays","#);
    let text = text.replace(r#"name = "C","#, r#"name = "C", at = [[1, 0]], policy = "stays","#);
    let text = format!("{text}\n[policy.stays]\naction = [{{ do = 'defend' }}]\nmovement = [{{ do = 'hold' }}]");
    let mut play = play(&grid(20, 2, &text), "d6=1 d6=6 d4=2   d6=1      d6=1 d6=6 d4=2   d6=1");
    play.leg();
    seen(&play, "A", &[("x", 6), ("y", 0)]);
    play.leg();
    seen(&play, "A", &[("x", 0), ("y", 0)]);
}

// VOG-044, VOG-076, VOG-097, VOG-099
#[test]
fn whoever_comes_round_in_a_siesta_gets_up() {
    let mut play = knocked_out("{ rest = 'siesta' },", "[book.siesta]\nexhaustion_removed = 1", "");
    seen(&play, "A", &[("prone", 1)]);
    play.leg();
    seen(&play, "A", &[("exhaustion", 2), ("unconscious", 0), ("prone", 0), ("ar", 0)]);
}

// VOG-097, VOG-101, R-34
#[test]
fn whoever_wakes_because_the_fight_is_over_gets_up() {
    let a = "hp_max = 20, statuses = [{ status = 'unconscious' }]";
    let d = "hp_max = 20, weapons = [$club]";
    let ten = "d10=9 ".repeat(10);
    let mut play = play(&two_fights(a, d, "", ""), &format!("{ten} d6=1 d4=2   d6=1"));
    play.leg();
    seen(&play, "A", &[("unconscious", 0), ("prone", 0), ("ar", 3)]);
}

// VOG-067, R-34
#[test]
fn what_lasts_so_many_rounds_never_outlasts_the_fight() {
    let a = "hp_max = 20, policy = 'defend', statuses = [{ status = 'deaf', until_round = 9 }, { status = 'mute' }]";
    let d = "hp_max = 20, policy = 'later', weapons = [$club]";
    let later = "[policy.later]\naction = [{ do = 'defend', when = 'round == 1' }]";
    let text = two_fights(a, d, "", &format!("{later}\n[book.status]\nend_after_fight = false"));
    let text = text.replace(r#"name = "C","#, r#"name = "C", statuses = [{ status = "deaf", until_round = 1 }],"#);
    let mut play =
        play(&text, "initiative d4=3 d4=1 d4=4, random target d2=1 damage d4=1, initiative d4=3 d6=1 d4=4, damage d6=1");
    play.leg();
    seen(&play, "A", &[("has(deaf)", 0), ("has(mute)", 1)]);
    seen(&play, "C", &[("has(deaf)", 1)]);
}

// VOG-063, VOG-045
#[test]
fn what_happens_on_the_road_happens_in_no_round() {
    let a = "hp_max = 20, str = '1d8', items = [{ name = 'brick', amount = 16 }], policy = 'help'";
    let d = "hp_max = 20, weapons = [$club]";
    let dice = "initiative d6=3 d6=1 d4=2, damage d6=1, save versus exhaustion d8=1, initiative d6=3 d6=1 d4=2, damage d6=1";
    let mut play = play(&two_fights(a, d, "{ travel = 15 },", ""), dice);
    play.leg().leg();
    seen(&play, "A", &[("exhaustion", 1)]);
    play.leg();
    assert_eq!(play.metric("A.exhausted_round"), 0);
}

/// A fight of A and B without a blow, these legs, and then a fight of A and C, who begins the day with these insides.
fn before_its_fight(c: &str, legs: &str) -> ScriptedPlay<Vogt> {
    let text = format!(
        r#"
        day = [{{ fight = ["us", "first"] }}, {legs} {{ fight = ["us", "second"] }}]
        side = [
            {{ name = "us", combatant = [{{ name = "A", hp_max = 20, hp = 5, policy = 'defend' }}] }},
            {{ name = "first", combatant = [{{ name = "B", policy = 'defend' }}] }},
            {{ name = "second", combatant = [{{ name = "C", hp_max = 20, hp = 3, {c} }}] }},
        ]
        [book.round]
        rounds_max = 1
        "#
    );
    let mut play = play(&text, "d4=2 d4=1");
    play.leg();
    play
}

// VOG-080, VOG-081, VOG-097
#[test]
fn what_somebody_begins_the_day_with_is_kept_until_its_own_fight() {
    let c = "prone = true, statuses = [{ status = 'deaf' }, { status = 'bleeding', until_round = 1 }]";
    let play = before_its_fight(c, "");
    seen(&play, "C", &[("prone", 1), ("has(deaf)", 1), ("has(bleeding)", 1)]);
}

// VOG-076, VOG-077
#[test]
fn whoever_is_met_later_does_not_rest_with_the_others_unless_the_plan_says_so() {
    let after = |leg: &str| {
        let mut play = before_its_fight("exhaustion = 1", &format!("{{ {leg} }},"));
        play.leg();

        (play.see("A", "hp"), play.see("C", "hp"), play.see("C", "exhaustion"))
    };
    assert_eq!(after("rest = 'siesta'"), (15, 3, 1));
    assert_eq!(after("rest = 'full_rest'"), (20, 3, 1));
    assert_eq!(after("rest = 'full_rest', sides = ['second']"), (5, 20, 0));
    assert_eq!(after("rest = 'full_rest', sides = ['us', 'second']"), (20, 20, 0));
}

// VOG-063
#[test]
fn only_those_on_the_road_are_worn_down_by_it() {
    let heavy = "str = '1d8', items = [{ name = 'brick', amount = 16 }]";
    for (sides, dice, exhaustion) in [("", "", 0), (", sides = ['second']", "save versus exhaustion d8=1", 1)] {
        let text = format!(
            r#"
            day = [{{ travel = 15{sides} }}, {{ fight = ["us", "second"] }}]
            side = [{{ name = "us", combatant = [{{ name = "A" }}] }}, {{ name = "second", combatant = [{{ name = "C", {heavy} }}] }}]
            "#
        );
        let mut play = play(&text, dice);
        play.leg();
        seen(&play, "C", &[("exhaustion", exhaustion)]);
    }
}
