//! Between the fights: rests, treatment, worsening, healing, magic, and what becomes of the losers.

use crate::InjuryD20;
use frame::rules::RuleSet;
use frame::rules::testing::told_of;
use frame::scenario::{Complaints, Raw};

use super::stage::{ends, plan, rested};
use super::{SOLDIER, play, seen};

/// After these rests A is as it should be.
#[track_caller]
fn after(a: &str, rests: &[&str], rest: &str, dice: &str, values: &[(&str, i64)]) {
    ends(rested(a, rests, rest, dice), "A", values);
}

const DAY: &[&str] = &["day"];
const HOUR: &[&str] = &["hour"];

//
#[test]
fn an_hour_gives_points_back_to_exhaustion_first_and_takes_the_strain() {
    let tired = "stamina = 0\nexhaustion = 9\nstrain = 7";
    after(tired, HOUR, "", "", &[("exhaustion", 12), ("stamina", 2), ("strain", 0)]);
    after(tired, &["hour", "hour"], "", "", &[("exhaustion", 12), ("stamina", 7)]);
    after("stamina = 0\ncon = -9", HOUR, "", "", &[("stamina", 1)]);
    let hourly = |how: &str| format!("[book.rest]\npoints_per_hour = '{how}'\nfixed_points = 4");
    after(tired, HOUR, &hourly("level"), "", &[("exhaustion", 12), ("stamina", 0)]);
    after(tired, HOUR, &hourly("fixed"), "", &[("exhaustion", 12), ("stamina", 1)]);
    after(tired, HOUR, &hourly("all"), "", &[("exhaustion", 12), ("stamina", 10)]);
    after(
        "stamina = 0\nexhaustion = 0\nlevel = 1\ntrained_stamina = 90",
        &["night"],
        "",
        "",
        &[("stamina", 92), ("exhaustion", 12)],
    );
    let short = "[book.rest]\nnight_full = false";
    after(
        "stamina = 0\nexhaustion = 0\nlevel = 1\ntrained_stamina = 90",
        &["night"],
        short,
        "",
        &[("stamina", 12), ("exhaustion", 12)],
    );
}

// INJ-123, R-24
#[test]
fn each_hour_of_rest_can_heal_a_concussion() {
    let a = "con = 8\ninjuries = [{ part = 'head' }]";
    // With its own disadvantage: 17 and 8 against 25.
    after(a, HOUR, "", "17 20", &[("injuries_at(head_0)", 0), ("concussed", 0)]);
    after(a, HOUR, "", "16 20", &[("injuries_at(head_0)", 1)]);
    after(a, &["hour", "hour"], "", "16 20   17 17", &[("injuries_at(head_0)", 0)]);
    after(a, HOUR, "[book.head]\nrest_dc = 24", "16 20", &[("injuries_at(head_0)", 0)]);
    let two = "con = 8\ninjuries = [{ part = 'head', count = 2 }]";
    after(two, HOUR, "", "", &[("injuries_at(head_0)", 2)]);
    after(two, HOUR, "[book.concussion]\nrest_heal = 'any'", "17 20", &[("injuries_at(head_0)", 1)]);
}

/// No sleep, so that a day asks for nothing but what is tested.
const WAKE: &str = "[book.day]\norder = ['treatment', 'worsening', 'healing']\n";

// INJ-049, INJ-050, INJ-051
#[test]
fn an_untreated_injury_grows_worse() {
    let a = "injuries = [{ part = 'hand' }]";
    // The healer fails; then 18 and 2 are enough, or not.
    after(a, DAY, "", "treatment 5, worsening 18", &[("injuries_at(hand_0)", 1), ("untreated", 1)]);
    after(a, DAY, "", "treatment 5, worsening 17", &[("injuries_at(hand_0)", 2), ("usable_hands", 1), ("untreated", 2)]);
    after(a, DAY, "[book.worsen]\ndc = 19", "5   17", &[("injuries_at(hand_0)", 1)]);
    // The new injury rolls from the next day on.
    after(a, &["day", "day"], "", "5   17   5 5   17", &[("injuries_at(hand_0)", 3), ("parts_lost", 1)]);
    // Destroyed parts ask for nothing any more.
    after("injuries = [{ part = 'ear', count = 2 }]", DAY, "", "", &[("injuries_at(ear_0)", 2), ("untreated", 0)]);
    // Treated ones do not either.
    after(a, DAY, "", "20", &[("injuries_at(hand_0)", 1), ("treated", 1)]);
}

// INJ-050, INJ-124, INJ-129, R-18
#[test]
fn what_a_worsened_head_brings_for_rounds_is_over_when_the_day_is() {
    let worse = format!("{WAKE}[book.worsen]\ndc = 40");
    let a = "con = 20\ninjuries = [{ part = 'head' }]";
    after(a, DAY, &worse, "2 2   2 2   2 2", &[("injuries_at(head_0)", 2), ("stunned", 0), ("confused", 1)]);
    // The third knocks out: a combatant that resists it has come round by the end of the day, one that does not lies in a coma.
    let third = "con = 20\ninjuries = [{ part = 'head', count = 2 }]";
    after(third, DAY, &worse, "2 2 2 2   2 2   20 20   20 20", &[("injuries_at(head_0)", 3), ("unconscious", 0), ("prone", 0)]);
    after(third, DAY, &worse, "2 2 2 2   2 2   2 2   20 20", &[("injuries_at(head_0)", 3), ("unconscious", 1)]);
}

// INJ-050, R-40
#[test]
fn each_injury_or_each_part_can_grow_worse() {
    let a = "injuries = [{ part = 'arm', count = 2 }]";
    after(a, DAY, "", "treatment 5 5, worsening 18 18", &[("injuries_at(arm_0)", 2)]);
    after(a, DAY, "", "treatment 5 5, worsening 17", &[("injuries_at(arm_0)", 3)]);
    after(a, DAY, "[rulings]\nworsen_per = 'part'", "5 5   18", &[("injuries_at(arm_0)", 2)]);
}

// INJ-052, INJ-053, INJ-054, INJ-058, R-40
#[test]
fn treatment_is_a_check_by_tier_for_each_injury_and_day() {
    let heal = |part: &str, dice: &str, treated: i64| {
        let a = format!("con = 30\nskills = {{ heal = 16 }}\ninjuries = [{{ part = '{part}' }}]");
        let dice = if treated == 1 { dice.to_owned() } else { format!("{dice}   2") };
        ends(rested(&a, DAY, WAKE, &dice), "A", &[("treated", treated), ("untreated", 1 - treated)]);
    };
    // 20 and 25 with a modifier of 16; below 15, 30 and 35, where a concussion and a sickness hamper.
    for (part, face) in [("hand", 4), ("arm", 9)] {
        heal(part, &face.to_string(), 1);
        heal(part, &(face - 1).to_string(), 0);
    }
    let ear = |dice: &str, treated: i64| {
        let a = "con = 30\nskills = { heal = 10 }\ninjuries = [{ part = 'ear' }]";
        ends(rested(a, DAY, WAKE, dice), "A", &[("treated", treated)]);
    };
    ear("5", 1);
    ear("4   2", 0);
    let head = |dice: &str, treated: i64| {
        let a = "con = 30\nskills = { heal = 20 }\ninjuries = [{ part = 'head' }]";
        ends(rested(a, DAY, WAKE, dice), "A", &[("treated", treated)]);
    };
    head("10 20", 1);
    head("9 20   2 2", 0);
    let heart = |dice: &str, treated: i64| {
        let a = "con = 30\nskills = { heal = 20 }\ninjuries = [{ part = 'heart' }]";
        ends(rested(a, DAY, WAKE, dice), "A", &[("treated", treated)]);
    };
    heart("17", 1);
    heart("16   2", 0);
    // Two tries a day by the book; the parts by their tiers; nobody treats what is destroyed.
    let book = format!("{WAKE}[book.heal]\nattempts_per_day = 2");
    after("con = 30\ninjuries = [{ part = 'ear' }]", DAY, &book, "14 15", &[("treated", 1)]);
    after("con = 30\ninjuries = [{ part = 'ear' }, { part = 'arm' }]", DAY, WAKE, "15 15   2", &[("treated", 1)]);
    after("con = 30\ninjuries = [{ part = 'ear', count = 2 }]", DAY, WAKE, "", &[("treated", 0), ("injuries_at(ear_0)", 2)]);
}

// INJ-055, INJ-056
#[test]
fn a_treated_injury_heals_after_a_week_for_each_tier_and_hampers_until_then() {
    let heals = |part: &str, weeks: usize, days: usize, count: i64, rest: &str| {
        let a = format!("con = 30\nskills = {{ heal = 50 }}\ninjuries = [{{ part = '{part}' }}]");
        let mut rests = vec!["week"; weeks];
        rests.extend(vec!["day"; days]);
        after(&a, &rests, &format!("{WAKE}{rest}"), "10", &[(&format!("injuries_at({part}_0)"), count), ("injuries", count)]);
    };
    for (part, weeks) in [("ear", 1), ("eye", 2), ("leg", 3)] {
        heals(part, weeks, 0, 1, "");
        heals(part, weeks, 1, 0, "");
    }
    heals("ear", 2, 0, 1, "[book.heal]\nweeks = [2]");
    heals("ear", 2, 1, 0, "[book.heal]\nweeks = [2]");
    heals("ear", 1, 0, 1, "[book.heal]\nweek_days = 3");
    heals("ear", 1, 1, 0, "[book.heal]\nweek_days = 3");
    let a = "con = 30\nskills = { heal = 50 }\ninjuries = [{ part = 'eye' }]";
    after(a, &["week"], WAKE, "10", &[("attack_net", -1), ("treated", 1)]);
    after(a, &["week", "week", "day"], WAKE, "10", &[("attack_net", 0), ("treated", 0)]);
    // Treatment of earlier days goes on.
    let begun = "con = 30\nskills = { heal = 50 }\ninjuries = [{ part = 'eye', treated = 8 }]";
    after(begun, &["week"], WAKE, "", &[("attack_net", -1), ("treated", 1)]);
    after(begun, &["week", "day"], WAKE, "", &[("attack_net", 0), ("treated", 0)]);
}

// INJ-057, INJ-059, R-41
#[test]
fn magic_heals_injuries_and_regrows_parts() {
    let a = "injuries = [{ part = 'ear', count = 2 }, { part = 'hand' }, { part = 'leg' }]";
    after(a, &["magic"], "", "", &[("injuries", 4)]);
    after(
        a,
        &["magic"],
        "[book.magic]\nheal_injuries = 1",
        "",
        &[("injuries_at(leg_0)", 0), ("injuries_at(hand_0)", 1), ("injuries_at(ear_0)", 2)],
    );
    after(
        a,
        &["magic"],
        "[book.magic]\nheal_injuries = 9",
        "",
        &[("injuries_at(leg_0)", 0), ("injuries_at(hand_0)", 0), ("injuries_at(ear_0)", 2)],
    );
    after(
        a,
        &["magic"],
        "[book.magic]\nregrow_parts = 1",
        "",
        &[("injuries_at(ear_0)", 0), ("parts_lost", 0), ("injuries_at(leg_0)", 1)],
    );
}

// INJ-102
#[test]
fn whoever_cannot_eat_starves_only_by_ruling() {
    let a = "without_con = true\ndestroyed_at = 99\ninjuries = [{ part = 'mouth', count = 3 }]";
    let weeks = &["week", "week", "week"];
    after(a, weeks, "", "", &[("dead", 0), ("can_eat", 0)]);
    after(a, weeks, "[rulings]\nstarvation = 'on'", "", &[("dead", 1), ("hungry_days", 21)]);
    after(a, &["week"], "[rulings]\nstarvation = 'on'", "", &[("dead", 0), ("hungry_days", 7)]);
    after(
        &format!("{a}\nhungry_days = 14"),
        &["week"],
        "[rulings]\nstarvation = 'on'",
        "",
        &[("dead", 1), ("hungry_days", 21)],
    );
    after(a, &["week"], "[rulings]\nstarvation = 'on'\n[book.day]\nstarves_after = 7", "", &[("dead", 1)]);
}

/// One fight of A, who attacks until B is unconscious, and what is seen of both after it.
#[track_caller]
fn fight(a: &str, b: &str, rest: &str, dice: &str) -> frame::rules::testing::ScriptedPlay<crate::InjuryD20> {
    let text = format!(
        "on_defeat = 'go on'\nday = [{{ fight = ['one', 'two'] }}, {{ rest = 'hour', sides = ['one', 'two'] }}]\n{SOLDIER}\n{}{rest}\n[[side]]\nname = 'one'\n[[side.combatant]]\n\
         like = 'soldier'\nname = 'A'\npolicy = 'a'\n{a}\n[[side]]\nname = 'two'\n[[side.combatant]]\nlike = 'soldier'\nname = 'B'\npolicy = 'still'\n{b}\n",
        plan("{ do = 'attack' }")
    );
    let mut play = play(&text, &format!("20 1   {dice}"));
    play.leg();
    play
}

//
#[test]
fn losers_are_killed_or_left_and_winners_recover_their_things() {
    let b = "stamina = 1\nexhaustion = 0";
    ends(fight("", b, "", "11"), "B", &[("dead", 1)]);
    let left = "[rulings]\ndefeated_fate = 'left'\n";
    let mut play = fight("bleed = 1\nprone = true", b, left, "11 20");
    seen(&play, "B", &[("dead", 0), ("unconscious", 1)]);
    seen(&play, "A", &[("bleed", 0), ("prone", 0), ("place(0)", 1)]);
    // An hour later it is awake, and has its things again.
    play.leg();
    ends(play, "B", &[("unconscious", 0), ("place(0)", 1), ("prone", 0), ("strain", 0)]);
    // Dropped in the first round, picked up after the fight; the second blow is one of bare hands.
    let rest = "[book.pick_up]\nap = 9\n";
    let mut play = fight("", b, rest, "1   11");
    seen(&play, "A", &[("place(0)", 1)]);
    play.leg();
    ends(play, "A", &[("place(0)", 1)]);
}

//
#[test]
fn a_fight_is_over_when_all_of_a_side_are_out_or_after_so_many_rounds() {
    use super::stage::blow;
    use frame::fight::{Ending, Side};
    let b = "stamina = 1\nexhaustion = 0";
    assert_eq!(blow("", b, "", "11").ending(), Some(Ending::Won(Side(0))));
    assert_eq!(blow("", b, "[rulings]\nend_out = 'dead'", "11").ending(), None);
    assert_eq!(blow("", "", "[book.round]\nrounds_max = 1", "11").ending(), Some(Ending::Timeout));
    let gives_up = "[policy.b]\nplan = [{ do = 'escape' }]\nsurrender = [{ do = 'yes' }]\n";
    assert_eq!(blow("", "", gives_up, "11").ending(), Some(Ending::Won(Side(0))));
    // Nobody is conscious any more: a draw, even where only death counts.
    let both = "[rulings]\nend_out = 'dead'\n[policy.b]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]\n";
    let play = blow("bleed = 1\nstamina = 0\nexhaustion = 1", "stamina = 0\nexhaustion = 0", both, "");
    assert_eq!(play.ending(), Some(Ending::Draw));
}

/// A fight of one round in which nobody does anything, and then these legs; C, who begins the day so, is met last.
#[track_caller]
fn met_last(c: &str, legs: &str) -> frame::rules::testing::ScriptedPlay<crate::InjuryD20> {
    let side = |name: &str, who: &str, more: &str| {
        format!("[[side]]\nname = '{name}'\n[[side.combatant]]\nlike = 'soldier'\nname = '{who}'\npolicy = 'still'\n{more}\n")
    };
    let sides = [side("one", "A", "stamina = 1"), side("two", "B", ""), side("three", "C", c)].concat();
    let day = format!("day = [{{ fight = ['one', 'two'] }}, {legs} {{ fight = ['one', 'three'] }}]");
    let mut play = play(&format!("{day}\n[book.round]\nrounds_max = 1\n{SOLDIER}\n{sides}"), "20 1");
    play.leg();
    play
}

// R-47, INJ-078
#[test]
fn whoever_is_met_later_begins_its_own_fight_as_it_began_the_day() {
    let c = "prone = true\nbleed = 2\nstrain = 3";
    let play = met_last(c, "");
    ends(play, "C", &[("prone", 1), ("bleed", 2), ("strain", 3)]);
}

//
#[test]
fn a_rest_gives_nothing_to_those_who_are_met_later_unless_the_plan_names_them() {
    let rested = |sides: &str| {
        let mut play = met_last("stamina = 1", &format!("{{ rest = 'night'{sides} }},"));
        play.leg();

        ["A", "C"].map(|name| play.see(name, "stamina") > 1)
    };
    assert_eq!(rested(""), [true, false]);
    assert_eq!(rested(", sides = ['three']"), [false, true]);
}

#[test]
fn the_day_can_begin_in_the_middle_of_a_campaign() {
    let dawn = |sheet: &str, what: &str| {
        let sides = "side = [
            { name = 'one', combatant = [{ name = 'A', shield = 3, weapons = [{ name = 'sword', sundered = 2 }], SHEET }] },
            { name = 'two', combatant = [{ name = 'B' }] },
        ]";
        frame::rules::testing::at_dawn::<crate::InjuryD20>(&sides.replace("SHEET", sheet), "A", what)
    };
    assert_eq!(
        [dawn("knocked_out = true", "unconscious"), dawn("coma = true", "unconscious"), dawn("level = 1", "unconscious")],
        [1, 1, 0]
    );
    assert_eq!([dawn("stunned = 3", "stunned_turns"), dawn("dazed = 2", "dazed_turns")], [3, 2]);
    assert_eq!(dawn("hungry_days = 4", "hungry_days"), 4);
}

#[test]
fn a_road_is_warned_of_since_nothing_happens_on_it() {
    let warnings = |leg: &str| {
        let text = format!(
            "format = 1\nsystem = 'injury-d20'\ntitle = 'a day'\nday = [{leg}{{ fight = ['a', 'b'] }}]
            side = [{{ name = 'a', combatant = [{{ name = 'A' }}] }}, {{ name = 'b', combatant = [{{ name = 'B' }}] }}]"
        );
        let scenario = Raw::from_text("day.toml", &text, &[]).check::<InjuryD20>().expect("it is a scenario");
        let mut complaints = Complaints::default();
        InjuryD20::load(&scenario.document, &mut complaints).expect("it can be played");
        let problems = scenario.problems(complaints);
        problems.iter().filter(|problem| problem.message.starts_with("a road changes nothing")).count()
    };
    assert_eq!((warnings("{ travel = 60 }, "), warnings("{ rest = 'day' }, "), warnings("")), (1, 0, 0));
}

// INJ-022, INJ-026
#[test]
fn what_play_cannot_produce_is_told_of_a_start() {
    let side = |name: &str, who: &str, insides: &str| {
        format!("[[side]]\nname = '{name}'\n[[side.combatant]]\nname = '{who}'\n{insides}\n")
    };
    let told = |insides: &str| told_of::<InjuryD20>(&(side("one", "A", insides) + &side("two", "B", "")));
    for (insides, says) in [
        ("stamina = 900", "900 of it, but there is no more than"),
        ("exhaustion = 900", "900 of it, but there is no more than"),
        ("armor = 2\narmor_sundered = 3", "3 of it, but there is no more than 2"),
        ("shield_sundered = 1", "1 of it, but there is no more than 0"),
    ] {
        assert!(told(insides).contains(says), "{insides}: {}", told(insides));
    }
    assert!(!told("stamina = 0\narmor = 2\narmor_sundered = 2").contains("no more than"));
}
