//! Values of the book that no other test changes: each does what it says.

use super::stage::{Placed, blow, ends, field, needs, plan, rested, starts};
use super::{duel, seen};

const BOW: &str = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 30 }]";

// INJ-094, INJ-116, R-22
#[test]
fn what_injured_feet_and_legs_add_to_standing_up() {
    let cost = |part: &str, more: &str, cost: i64| {
        starts(&format!("injuries = [{{ part = '{part}' }}]"), &format!("[book.stand]\n{more}"), &[("stand_cost", cost)]);
    };
    cost("foot", "", 2);
    cost("foot", "foot_ap = 2", 3);
    cost("leg", "", 3);
    cost("leg", "leg_ap = 1", 2);
    cost("leg", "leg_ap = 7", 8);
    cost("leg", "leg_ap = 7\ncap_at_turn_ap = true", 3);
}

// INJ-077, R-20
#[test]
fn how_many_whole_wings_are_too_few() {
    let b = "body = { wing = 2 }\nfly_ft = 60\naltitude_ft = 20\ninjuries = [{ part = 'wing' }]";
    starts(b, "", &[("flying", 0)]);
    starts(b, "[book.wing]\ngrounded_at = 0", &[("flying", 1)]);
}

// INJ-122
#[test]
fn what_a_concussion_costs() {
    let b = "injuries = [{ part = 'head' }]";
    for (more, initiative, net) in [("", "initiative 1", -1), ("[book.head]\nconcussion_disadvantage = 2\n", "1 1", -2)] {
        let play = duel("", b, more, initiative);
        ends(play, "B", &[("attack_net", net)]);
    }
}

// INJ-038
#[test]
fn with_how_much_stamina_one_wakes() {
    let woken = |more: &str, stamina: i64| {
        let rest =
            format!("{}[policy.b]\nplan = [{{ do = 'escape' }}]\nstand = [{{ do = 'no' }}]\n{more}", plan("{ do = 'escape' }"));
        let b = "stamina = 0\nexhaustion = 0\nbleed = 1";
        let mut play = field(&[("A", [5, 5], "")], &[("B", [6, 5], b), ("C", [9, 9], "")], &rest, "20");
        play.rounds(1);
        ends(play, "B", &[("unconscious", 0), ("stamina", stamina), ("bleed", 0)]);
    };
    woken("", 1);
    woken("[book.save]\nwake_stamina = 3\n", 3);
}

// INJ-034, R-11
#[test]
fn which_die_a_death_save_has() {
    let saved = |face: u32, dead: i64, unconscious: i64| {
        let rest = format!("{}[rulings]\nend_out = 'dead'\n[book.save]\ndie = 30\n", plan("{ do = 'escape' }"));
        let b = "stamina = 0\nexhaustion = 0\nbleed = 24";
        ends(blow("", b, &rest, &format!("d30={face}")), "B", &[("dead", dead), ("unconscious", unconscious)]);
    };
    saved(21, 1, 1);
    saved(22, 0, 1);
    saved(30, 0, 0);
}

// INJ-050
#[test]
fn which_die_a_check_has() {
    for (face, ears) in [(18, 1), (17, 2)] {
        let play = rested(
            "injuries = [{ part = 'ear' }]",
            &["day"],
            "[book.check]\ndie = 30\n[book.day]\norder = ['worsening']\n",
            &format!("d30={face}"),
        );
        ends(play, "A", &[("injuries_at(ear_0)", ears)]);
    }
}

// INJ-145
#[test]
fn how_many_degrees_a_critical_hit_adds() {
    let strain = |more: &str, strain: i64| {
        ends(blow("", "", &format!("{}{more}", plan("{ do = 'attack' }")), "20"), "B", &[("strain", strain)]);
    };
    strain("", 4);
    strain("[book.crit]\nextra_degrees = 0\n", 3);
}

// INJ-166, INJ-168, INJ-169, INJ-170
#[test]
fn what_cover_and_lying_do() {
    let attack = plan("{ do = 'attack' }");
    needs("", "melee_cover = 'total'", &format!("{attack}[book.cover]\ntotal_disadvantage = 3"), 11, -3);
    needs("", "prone = true", &format!("{attack}[book.prone]\nmelee_advantage = 2"), 11, 2);
    needs(BOW, "prone = true", &format!("{attack}[book.prone]\nranged_disadvantage = 2"), 12, -2);
    needs("prone = true", "", &format!("{attack}[book.prone]\nown_melee_disadvantage = 2"), 11, -2);
}

// INJ-209, INJ-211, INJ-212
#[test]
fn what_shots_into_a_melee_and_far_throws_come_to() {
    let shoots = |c: &str, b: &str, more: &str, net: usize| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n{more}", plan("{ do = 'attack' }"));
        let dice = format!("12{}", " 20".repeat(net));
        let ones: [Placed; 2] = [("A", [1, 5], BOW), ("C", [5, 6], c)];
        let mut play = field(&ones, &[("B", [5, 5], b)], &rest, &dice);
        play.rounds(1);
        ends(play, "B", &[("strain", 1)]);
    };
    shoots("", "", "", 1);
    shoots("", "", "[book.ranged]\ninto_melee_disadvantage = 3", 3);
    shoots("", "size = 'large'\nspace = 1", "", 1);
    shoots("", "size = 'large'\nspace = 1", "[book.ranged]\ninto_melee_size = 1", 0);
    let knife = "str = 0\nweapons = [{ name = 'knife', kind = 'thrown', range_increment_ft = 5 }]";
    let throws = |more: &str, dice: &str, strain: i64| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n{more}", plan("{ do = 'throw' }"));
        let mut play = field(&[("A", [1, 5], knife)], &[("B", [4, 5], "")], &rest, dice);
        play.rounds(1);
        ends(play, "B", &[("strain", strain)]);
    };
    throws("", "12 20 20 20", 1);
    throws("[book.ranged]\nthrown_max_increments = 2", "", 0);
}

// INJ-230, R-37
#[test]
fn how_far_a_charge_has_to_run() {
    for (more, charging, dice) in [("", 0, ""), ("[book.charge]\nmin_ft = 5", 1, "9")] {
        let rest = format!("{}{more}", plan("{ do = 'charge' }"));
        let mut play = field(&[("A", [10, 5], "")], &[("B", [12, 5], "")], &rest, dice);
        play.rounds(1);
        ends(play, "A", &[("charging", charging)]);
    }
}

// INJ-242
#[test]
fn a_parry_waits_for_degrees_that_are_worth_it() {
    let after = |line: &str, dice: &str, strain: i64| {
        let rest = format!(
            "{}[policy.b]\nplan = [{{ do = 'escape' }}]\nparry = [{{ do = 'yes', {line} }}]\n",
            plan("{ do = 'attack' }")
        );
        ends(blow("", "", &rest, dice), "B", &[("strain", strain)]);
    };
    after("min_degree = 1", "11", 1);
    after("min_degree = 1", "15   20", 0);
    after("reserve = 10", "11", 1);
}

//
#[test]
fn whose_blood_is_stopped_is_chosen() {
    let staunch = |more: &str, first: i64, second: i64| {
        let rest = format!("{}{more}", plan("{ do = 'staunch' }"));
        let ones = [("A", [5, 5], "wis = 9"), ("C", [5, 6], "bleed = 1"), ("D", [6, 5], "bleed = 2")];
        let mut play = field(&ones, &[("B", [15, 15], "")], &rest, "staunching 6");
        play.turns(1);
        seen(&play, "C", &[("bleed", first)]);
        ends(play, "D", &[("bleed", second)]);
    };
    staunch("", 1, 0);
    staunch("ally = [{ at = 'first' }]\n", 0, 2);
}

// INJ-055, R-48
#[test]
fn how_long_weeks_and_nights_are() {
    let a = "injuries = [{ part = 'ear' }]";
    let healed = |more: &str, days: usize, ear: i64| {
        let rest = format!("[book.day]\norder = ['treatment', 'healing']\n{more}");
        ends(rested(a, &vec!["day"; days], &rest, "20"), "A", &[("injuries_at(ear_0)", ear)]);
    };
    healed("", 7, 1);
    healed("", 8, 0);
    healed("[book.heal]\nweek_days = 3\n", 4, 0);
    let tired = "stamina = 0\nexhaustion = 12\ntrained_stamina = 90\nlevel = 1";
    let rests = |hours: u8, stamina: i64| {
        let rest = format!("[book.rest]\nnight_full = false\nnight_hours = {hours}\n");
        ends(rested(tired, &["night"], &rest, ""), "A", &[("stamina", stamina)]);
    };
    rests(8, 24);
    rests(3, 9);
}
