//! One of several: the second who answers, the second weapon, the second fight of a day, and what those leave behind who are
//! out.

use super::stage::{blow, ends, field, plan, plan_at};
use super::{duel, play, seen};

/// Does nothing, and strikes at every provoker, at parts of a kind.
fn answers(name: &str, part: &str) -> String {
    format!(
        "[policy.{name}]\nplan = [{{ do = 'escape' }}]\nstand = [{{ do = 'no' }}]\nreact = [{{ do = 'yes' }}]\n\
         parts = [{{ part = '{part}' }}]\n"
    )
}

/// A goes away from B and C, who may both answer that.
const GOES: &str = "[policy.a]\nplan = [{ do = 'move' }]\nmovement = [{ do = 'kite' }]\ntarget = [{ at = 'first' }]\n";

// INJ-124, INJ-240, INJ-246, R-51
#[test]
fn the_second_who_is_provoked_strikes_although_the_first_has_stunned() {
    let rest = format!("{GOES}{}{}", answers("b", "head"), answers("c", "ear"));
    let ones = [("A", [5, 5], "injuries = [{ part = 'head' }]"), ("D", [0, 0], "")];
    let twos = [("B", [6, 5], "mb = 13"), ("C", [6, 6], "")];
    // Four dice for initiative and one more for the concussion of A; three degrees at the head, which stun; C's blow at
    // a target that is off-guard.
    let mut play =
        field(&ones, &twos, &rest, "initiative 16, reactive attack 15, second injury of the head 19 19, reactive attack 9");
    play.rounds(1);
    ends(play, "A", &[("injuries_at(head_0)", 2), ("injuries_at(ear_0)", 1), ("strain", 5), ("x", 5)]);
}

// INJ-246, R-47, R-51
#[test]
fn the_second_who_is_provoked_does_not_strike_the_unconscious_unless_it_would_finish_them() {
    let falls = |d: [i32; 2], rest: &str, dice: &str, strain: i64| {
        let rest = format!("{GOES}{}{}{rest}", answers("b", "ear"), answers("c", "ear"));
        let ones = [("A", [5, 5], "stamina = 1\nexhaustion = 0"), ("D", d, "")];
        let mut play = field(&ones, &[("B", [6, 5], ""), ("C", [6, 6], "")], &rest, dice);
        play.rounds(1);
        ends(play, "A", &[("unconscious", 1), ("strain", strain)]);
    };
    falls([0, 0], "", "11", 1);
    falls([0, 0], "[rulings]\nend_out = 'dead'\n", "11", 1);
}

//
#[test]
fn the_blinded_parry_only_where_they_can_react() {
    let after = |more: &str, dice: &str, strain: i64| {
        let rest = format!(
            "{}[policy.b]\nplan = [{{ do = 'defend', when = 'round > 1' }}]\nparry = [{{ do = 'yes' }}]\n\
             [book.off_guard]\nwhen = ['stunned']\n{more}",
            plan("{ do = 'attack' }")
        );
        ends(blow("", "conditions = [{ condition = 'blinded', turns = 3 }]", &rest, dice), "B", &[("strain", strain)]);
    };
    after("", "11", 1);
    after("[book.blinded]\nreactions = true", "11   12 20 20", 0);
}

// INJ-109, INJ-227, R-21
#[test]
fn a_shield_goes_back_to_its_own_hand() {
    let rest = format!(
        "{}[policy.b]\nplan = [{{ do = 'drop', when = 'round <= 2' }}, {{ do = 'shield', when = 'round == 3' }}, \
         {{ do = 'pick_up', when = 'round == 3' }}]\n",
        plan_at("{ do = 'attack', when = 'round == 4' }", "{ part = 'hand', pick = 'weapon' }")
    );
    // Two degrees: two injuries of the first hand that holds something, which is that of the sword.
    let mut play = duel("mb = 4", "shield = 2", &rest, "19");
    play.rounds(3);
    seen(&play, "B", &[("place(0)", 1), ("shield_place", 1)]);
    play.rounds(1);
    ends(play, "B", &[("injuries_at(hand_0)", 2), ("place(0)", 3), ("shield_place", 1)]);
}

//
#[test]
fn nobody_reloads_a_crossbow_to_strike_with_it() {
    let weapons = "weapons = [{ name = 'crossbow', kind = 'crossbow', range_increment_ft = 60, reload_ap = 1 }, \
                   { name = 'sword', stowed = true }]";
    // A shot; then the sword is drawn, and strikes.
    let play = blow(weapons, "", &plan("{ do = 'attack' }, { do = 'multi' }"), "10   11 20");
    seen(&play, "B", &[("strain", 1)]);
    ends(play, "A", &[("place(1)", 1), ("ap", 0)]);
}

// INJ-202, INJ-204
#[test]
fn a_lunge_lengthens_one_blow_of_several() {
    let lunges = |a: &str, b: [i32; 2], dice: &str, strain: i64| {
        let rest = format!(
            "{}movement = [{{ do = 'hold' }}]\nlunge = [{{ do = 'yes' }}]\n",
            plan("{ do = 'multi' }, { do = 'multi' }")
        );
        let mut play = field(&[("A", [5, 5], a)], &[("B", b, "")], &rest, dice);
        play.rounds(1);
        seen(&play, "B", &[("strain", strain)]);
        let lunged = i64::from(strain > 0);
        ends(play, "A", &[("stamina", 10 - lunged), ("open_defences", lunged), ("attack_actions", lunged)]);
    };
    let (two, pike) = (
        "weapons = [{ name = 'sword' }, { name = 'dagger' }]",
        "weapons = [{ name = 'sword' }, { name = 'pike', reach_ft = 10 }]",
    );
    lunges(two, [7, 5], "11 20", 1);
    lunges(two, [8, 5], "", 0);
    lunges(pike, [8, 5], "11 20", 1);
    // One weapon is an attack like any other.
    lunges("", [7, 5], "11", 1);
}

// INJ-083, INJ-130, R-23
#[test]
fn whoever_loses_its_last_eyes_with_a_head_is_blinded_then() {
    let b = "body = { head = 2, eye = 4 }\ninjuries = [{ part = 'eye', index = 2 }, { part = 'eye', index = 3 }, \
             { part = 'head', count = 3 }]";
    let rest =
        format!("{}[book.round]\nrounds_max = 2\n", plan_at("{ do = 'attack', when = 'round == 1' }", "{ part = 'head' }"));
    let mut play = duel("mb = 13", b, &rest, "15");
    play.rounds(1);
    seen(&play, "B", &[("injuries_at(head_0)", 4), ("blinded", 1), ("dead", 0)]);
    play.rounds(1);
    assert_eq!(play.metric("B.blinded_round"), 1);
}

// INJ-125, R-18
#[test]
fn the_dazed_use_the_points_that_the_book_leaves_them() {
    let rest = |ap: u8| {
        let b = "[policy.b]\nplan = [{ do = 'attack', times = 3 }]\nparts = [{ part = 'ear' }]\n";
        let a = plan_at("{ do = 'attack' }", "{ part = 'head' }");
        format!("{a}{b}[book.head]\nstun_dc = 10\n[book.dazed]\nap = {ap}\n")
    };
    let dazed = |ap: u8, dice: &str, actions: i64| {
        let mut play = duel("mb = 13", "injuries = [{ part = 'head' }]", &rest(ap), &format!("1   15   19 19{dice}"));
        play.rounds(1);
        ends(play, "B", &[("dazed", 0), ("attack_actions", actions)]);
    };
    dazed(0, "", 0);
    dazed(1, "   d4=1   10 20", 1);
    dazed(2, "   d4=1   10 20   10 20 20", 2);
}

// INJ-034, INJ-078, R-10, R-20
#[test]
fn a_fall_that_injures_the_unconscious_asks_for_the_save() {
    let flying = "fly_ft = 60\naltitude_ft = 20";
    let rest = format!("{}[book.fall]\ninjury = 'minor_random'\n", plan("{ do = 'attack' }"));
    // An ear; without stamina it falls, on its nose; the save against 2.
    let falls = |save: &str, dead: i64| {
        let play = blow(flying, &format!("{flying}\nstamina = 1\nexhaustion = 0"), &rest, &format!("11   d3=3   {save}"));
        ends(play, "B", &[("injuries_at(ear_0)", 1), ("injuries_at(nose_0)", 1), ("unconscious", 1), ("dead", dead)]);
    };
    falls("2", 0);
    falls("1", 1);
}

// INJ-190, R-31
#[test]
fn whoever_gives_up_or_is_held_by_nobody_any_more_is_free() {
    let rest = format!(
        "{}surrender = [{{ do = 'yes', when = 'round == 2' }}]\n[book.maneuver.grapple]\nturn_ends = 9\n",
        plan("{ do = 'grapple', when = 'round == 1' }")
    );
    let skilled = "skills = { athletics = 5 }\ntrained = ['athletics']";
    let still = "[policy.b]\nplan = [{ do = 'defend' }]\nstand = [{ do = 'no' }]\n";
    let ones = [("A", [5, 5], skilled), ("D", [0, 0], "")];
    let mut play = field(&ones, &[("B", [6, 5], "")], &format!("{rest}{still}"), "8");
    play.rounds(1);
    seen(&play, "B", &[("grappled", 1)]);
    play.rounds(1);
    seen(&play, "A", &[("yielded", 1)]);
    ends(play, "B", &[("grappled", 0)]);
}

// INJ-190, R-22, R-47
#[test]
fn whoever_is_held_does_not_leave() {
    let rest = format!(
        "{}[policy.b]\nplan = [{{ do = 'escape' }}]\nretreat = [{{ do = 'yes' }}]\n",
        plan("{ do = 'grapple', when = 'round == 1' }")
    );
    let play = blow("skills = { athletics = 5 }\ntrained = ['athletics']", "", &rest, "8   9");
    ends(play, "B", &[("grappled", 1), ("fled", 0)]);
}

// INJ-020, R-05, R-29
#[test]
fn what_lasts_until_the_next_turn_of_the_dead_ends_where_it_would_have_been() {
    let rest = format!(
        "{}[policy.c]\nplan = [{{ do = 'attack', when = 'round == 1' }}]\nparts = [{{ part = 'ear' }}]\n",
        plan("{ do = 'attack' }")
    );
    let a = "without_con = true\ndestroyed_at = 1\nweapons = [{ name = 'flail', critical_effect = 'off_guard' }]";
    let twos = [("B", [6, 5], ""), ("C", [5, 6], "")];
    let mut play = field(&[("A", [5, 5], a), ("D", [0, 0], "")], &twos, &rest, "20   11");
    play.rounds(1);
    seen(&play, "A", &[("dead", 1)]);
    seen(&play, "B", &[("off_guard", 1)]);
    play.rounds(1);
    ends(play, "B", &[("off_guard", 0)]);
}

// INJ-034, INJ-051, R-10
#[test]
fn the_save_of_an_injury_that_grows_worse_counts_what_the_rulings_say() {
    let worsens = |ruling: &str, dead: i64| {
        let a = "injuries = [{ part = 'head', count = 3 }, { part = 'leg' }]";
        let rest = format!("[book.day]\norder = ['worsening']\n[rulings]\nsave_counts_new_injury = '{ruling}'\n");
        let dice = "19 19   19 19   19 19   5 5   14 20";
        ends(super::stage::rested(a, &["day"], &rest, dice), "A", &[("injuries_at(leg_0)", 2), ("dead", dead)]);
    };
    // 15 before the leg grows worse, 18 after it; 14 comes to 16.
    worsens("no", 0);
    worsens("yes", 1);
}

//
#[test]
fn whoever_flies_begins_each_fight_in_the_air() {
    let side = |name: &str, who: &str, more: &str| {
        format!("[[side]]\nname = '{name}'\n[[side.combatant]]\nlike = 'soldier'\nname = '{who}'\n{more}\n")
    };
    let text = format!(
        "day = [{{ fight = ['one', 'two'] }}, {{ fight = ['one', 'three'] }}]\n{}[policy.yields]\nsurrender = [{{ do = 'yes' }}]\n\
         {}{}{}",
        super::SOLDIER,
        side("one", "A", "fly_ft = 60\naltitude_ft = 20"),
        side("two", "B", "policy = 'yields'"),
        side("three", "C", "policy = 'yields'")
    );
    // In the first fight A comes down to B, at a price of a point, and misses twice.
    let mut play = play(&text, "20 1   10   10 20   20 1   10   10 20");
    play.leg();
    seen(&play, "A", &[("flying", 1), ("altitude_ft", 0)]);
    play.leg();
    ends(play, "A", &[("attack_actions", 0)]);
}
