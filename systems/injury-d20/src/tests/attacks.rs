//! Attack rolls: what they add, what they have to beat, and the dice that position and condition give.
//!
//! The soldier attacks with +6 against a defence value of 16: a face of 11 hits.

use super::stage::{at, blow, ends, field, needs, plan, plan_at, starts};
use super::{duel, seen};

// INJ-010, INJ-011, INJ-012, INJ-013, INJ-199, R-44
#[test]
fn an_attack_adds_the_martial_bonus_one_attribute_and_the_weapon() {
    needs("", "", "", 11, 0);
    needs("mb = 5", "", "", 9, 0);
    needs("level = 9", "", "", 11, 0);
    needs("weapons = [{ name = 'sword', bonus = 1 }]", "", "", 10, 0);
    needs("str = 1", "", "", 12, 0);
    needs("str = 1\ndex = 4", "", "", 10, 0);
    needs("dex = 5\nweapons = [{ name = 'sword', attack_attribute = 'str' }]", "", "", 11, 0);
    needs("weapons = [{ name = 'sword', attack_attribute = 'dex' }]", "", "", 12, 0);
    needs("wis = 5\nweapons = [{ name = 'sword', attack_attribute = 'wis' }]", "", "", 9, 0);
    needs("wis = 9", "", "", 11, 0);
}

// INJ-014, INJ-015, INJ-016, R-03
#[test]
fn the_defence_value_is_ten_an_attribute_and_armor() {
    starts("", "", &[("dv", 16)]);
    starts("armor = 0\ndex = 0", "", &[("dv", 10)]);
    needs("", "armor = 6", "", 13, 0);
    needs("", "defence_attribute = 'wis'\nwis = 5", "", 14, 0);
    needs("", "", "[book.dv]\nbase = 8", 9, 0);
    needs("", "", "[book.dv]\nadds_mb = true", 14, 0);
}

// INJ-017, INJ-018, R-04
#[test]
fn touching_passes_by_armor_and_shield_but_not_by_dodging() {
    needs("weapons = [{ name = 'ray', touch = true }]", "", "", 7, 0);
    let rules = "[policy.b]\nplan = [{ do = 'shield' }, { do = 'defend' }]\n";
    let play = blow("", "shield = 2", &format!("{}{rules}", plan("{ do = 'escape' }")), "");
    ends(play, "B", &[("dv", 21), ("touch_dv", 15)]);
}

// INJ-019, R-04
#[test]
fn off_guard_one_loses_dexterity_but_no_penalty_and_no_other_attribute() {
    let off = "conditions = [{ condition = 'off_guard', turns = 3 }]";
    starts(off, "", &[("off_guard", 1), ("dv", 14)]);
    starts(&format!("{off}\ndex = -2"), "", &[("dv", 12)]);
    starts(&format!("{off}\ndefence_attribute = 'wis'\nwis = 5"), "", &[("dv", 19)]);
    starts(&format!("{off}\ndex = -2"), "", &[("touch_dv", 8)]);
}

// INJ-225, R-04
#[test]
fn whoever_is_off_guard_does_not_dodge_unless_the_rulings_say_so() {
    let off = "shield = 2\nconditions = [{ condition = 'off_guard', turns = 3 }]";
    let rules = format!("{}[policy.b]\nplan = [{{ do = 'shield' }}, {{ do = 'defend' }}]\n", plan("{ do = 'escape' }"));
    ends(blow("", off, &rules, ""), "B", &[("defending", 1), ("dv", 16)]);
    let kept = format!("{rules}[rulings]\ndodge_when_off_guard = 'kept'");
    ends(blow("", off, &kept, ""), "B", &[("defending", 1), ("dv", 19)]);
}

// INJ-020, R-05
#[test]
fn the_book_says_what_makes_one_off_guard() {
    let blind = "conditions = [{ condition = 'blinded' }]";
    starts(blind, "", &[("off_guard", 1), ("dv", 14)]);
    starts(blind, "[book.off_guard]\nwhen = ['stunned']", &[("off_guard", 0), ("dv", 16)]);
    let out = "stamina = 0\nexhaustion = 0";
    starts(out, "[rulings]\nend_out = 'dead'", &[("unconscious", 1), ("off_guard", 1), ("dv", 14)]);
}

//
#[test]
fn advantages_are_dice_or_one_die_or_flat() {
    needs("", "melee_cover = 'total'", "", 11, -2);
    needs("", "melee_cover = 'total'", "[rulings]\nadvantage = 'single'", 11, -1);
    needs("", "melee_cover = 'total'", "[rulings]\nadvantage = 'flat'", 15, 0);
    needs("", "melee_cover = 'total'", "[rulings]\nadvantage = 'flat'\n[book.advantage]\nflat_step = 1", 13, 0);
    needs("", "melee_cover = 'total'", "[book.advantage]\ncap = 1", 11, -1);
    // One advantage and one disadvantage are neither.
    needs("", "melee_cover = 'cover'\nprone = true", "", 11, 0);
}

// INJ-157, INJ-158, INJ-159, INJ-160, R-33
#[test]
fn sizes_count_double_for_each_further_one() {
    let sizes = ["fine", "diminutive", "tiny", "small", "medium", "large", "huge", "gargantuan", "colossal"];
    for (size, face) in sizes.into_iter().zip([19, 15, 13, 12, 11, 10, 9, 7, 3]) {
        needs("", &format!("size = '{size}'"), "", face, 0);
    }
    for (size, face) in sizes.into_iter().zip([15, 14, 13, 12, 11, 10, 9, 8, 7]) {
        needs("", &format!("size = '{size}'"), "[rulings]\nsize_scaling = 'linear'", face, 0);
    }
}

// INJ-161, INJ-162, R-33
#[test]
fn sizes_shift_degrees_at_arms_length_and_from_afar() {
    let after = |b: &str, rest: &str, dice: &str, values: &[(&str, i64)]| ends(blow("", b, rest, dice), "B", values);
    after("size = 'small'", "", "attack 12", &[("injuries_at(ear_0)", 2), ("strain", 2)]);
    after("size = 'large'", "", "attack 11", &[("injuries", 0), ("strain", 1)]);
    after("size = 'large'", "", "attack 15", &[("injuries_at(ear_0)", 1), ("strain", 1)]);
    after("size = 'large'", "[book.size]\ndegrees = 0", "11", &[("injuries_at(ear_0)", 1)]);
    let shot = |rest: &str| {
        let bow = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 60 }]";
        blow(bow, "size = 'huge'", rest, "19")
    };
    // 19 + 5 = 24: one degree, and two sizes less.
    ends(shot(""), "B", &[("injuries", 0), ("strain", 1)]);
    ends(shot("[book.size]\ndegrees_ranged = false"), "B", &[("injuries_at(ear_0)", 2), ("strain", 2)]);
}

// INJ-165, INJ-166, R-34
#[test]
fn cover_against_melee_has_to_be_marked() {
    needs("", "melee_cover = 'cover'", "", 11, -1);
    needs("", "melee_cover = 'total'", "", 11, -2);
    needs("", "ranged_cover = 'total'", "", 11, 0);
}

// INJ-168, INJ-170
#[test]
fn the_prone_are_easy_to_strike_and_strike_badly() {
    needs("", "prone = true", "", 11, 1);
    needs("prone = true", "", "", 11, -1);
    needs("prone = true", "prone = true", "", 11, 1);
}

// INJ-167, R-35
#[test]
fn two_who_threaten_from_opposite_sides_flank() {
    let strikes = |c: [i32; 2], more: &str, rest: &str, dice: &str| {
        let rest = format!("{}{rest}", plan("{ do = 'attack' }"));
        let mut play = field(&[("A", [5, 5], ""), ("C", c, more)], &[("B", [6, 5], "")], &rest, dice);
        play.rounds(1);
        ends(play, "B", &[("strain", 1)]);
    };
    strikes([7, 5], "", "", "attack 11 2");
    strikes([7, 6], "", "", "attack 11");
    strikes([6, 6], "", "", "attack 11");
    strikes([7, 5], "weapons = []", "", "attack 11");
    strikes([7, 5], "weapons = []", "[book.flanking]\nneeds_threat = false", "11 2");
}

// INJ-044, R-15
#[test]
fn an_equal_result_hits_only_where_the_rulings_say_so() {
    needs("", "", "", 11, 0);
    needs("", "", "[rulings]\nattack_hits_on = 'greater_or_equal'", 10, 0);
}

// INJ-046, R-16
#[test]
fn degrees_come_every_five_or_as_the_book_says() {
    let strain = |rest: &str, face: u32, strain: i64| {
        ends(blow("mb = 8", "", rest, &face.to_string()), "B", &[("strain", strain)]);
    };
    // +11 against 16: the margin is the face less 5.
    for (face, degrees) in [(6, 0), (9, 0), (10, 1), (14, 1), (15, 2), (19, 2)] {
        strain("", face, 1 + degrees);
        strain("[book.degree]\nstep = 10", face, 1 + degrees / 2);
    }
    strain("[book.degree]\nthresholds = [2, 3, 14]", 6, 1);
    strain("[book.degree]\nthresholds = [2, 3, 14]", 7, 2);
    strain("[book.degree]\nthresholds = [2, 3, 14]", 8, 3);
    strain("[book.degree]\nthresholds = [2, 3, 14]", 19, 4);
}

// INJ-042, INJ-043, INJ-045
#[test]
fn a_bare_hit_is_one_minor_injury_of_one_part_with_the_effect_of_that_part() {
    let play = blow("", "", "", "attack 11");
    seen(&play, "B", &[("injuries_at(ear_1)", 0), ("deafened", 0), ("dv", 16)]);
    ends(play, "B", &[("injuries_at(ear_0)", 1), ("injuries", 1), ("disadvantages(perception)", 1)]);
}

// INJ-044, INJ-046, INJ-047, INJ-048
#[test]
fn each_degree_buys_a_tier_or_an_injury_of_the_same_part() {
    for (part, count) in [("ear", 2), ("eye", 2), ("hand", 3), ("arm", 2), ("head", 1)] {
        let play = blow("mb = 13", "level = 20", &at(part), "attack 15");
        // 31 against 16: three degrees.
        ends(play, "B", &[(&format!("injuries_at({part}_0)"), count), ("injuries", count), ("strain", 4)]);
    }
    let play = blow("mb = 13", "level = 20", &at("heart"), "attack 15");
    ends(play, "B", &[("injuries", 0), ("strain", 4)]);
}

//
#[test]
fn a_part_that_is_not_there_is_neither_struck_nor_missed() {
    let play = blow("", "body = { ear = 0, eye = 0, foot = 0, leg = 0 }", &at("ear"), "attack 11");
    ends(play, "B", &[("injuries", 0), ("strain", 1), ("deafened", 0), ("blinded", 0), ("prone", 0), ("stand_cost", 1)]);
}

//
#[test]
fn what_a_part_cannot_hold_is_wasted_or_goes_on() {
    let parts = plan_at("{ do = 'attack' }", "{ part = 'nose' }, { part = 'ear' }");
    let rest = |ruling: &str| format!("{parts}[rulings]\noverflow_injuries = '{ruling}'");
    // 26 against 16: two degrees, three minor injuries.
    ends(
        blow("mb = 8", "", &rest("wasted"), "15"),
        "B",
        &[("injuries_at(nose_0)", 1), ("injuries_at(ear_0)", 0), ("strain", 3)],
    );
    ends(
        blow("mb = 8", "", &rest("next_part"), "15"),
        "B",
        &[("injuries_at(nose_0)", 1), ("injuries_at(ear_0)", 2), ("strain", 3)],
    );
}

// INJ-143, INJ-147, INJ-148, R-28
#[test]
fn a_wider_critical_range_counts_only_when_it_hits_and_only_a_20_hits_by_itself() {
    let axe = "weapons = [{ name = 'axe', critical_from = 18, critical_effect = 'bleed', critical_amount = 2 }]";
    let after = |b: &str, rest: &str, dice: &str, values: &[(&str, i64)]| ends(blow(axe, b, rest, dice), "B", values);
    after("", "", "attack 17", &[("strain", 2), ("bleed", 0)]);
    after("", "", "attack 18", &[("strain", 3), ("bleed", 2)]);
    // 24 against 24 misses with 18, and 26 against 30 hits with 20, but brings no bleeding.
    after("armor = 12", "", "attack 18", &[("strain", 0), ("bleed", 0)]);
    after("armor = 18", "", "20", &[("strain", 1), ("bleed", 0), ("injuries_at(ear_0)", 1)]);
    let confirm = "[rulings]\ncrit_confirm = 'roll'";
    after("", confirm, "18   11", &[("strain", 3), ("bleed", 2)]);
    after("", confirm, "18   10", &[("strain", 2), ("bleed", 0)]);
    after("", confirm, "17", &[("strain", 2), ("bleed", 0)]);
}

// INJ-144, R-28
#[test]
fn a_hit_by_nothing_but_a_20_takes_reckless_degrees_only_by_ruling() {
    let reckless = format!("{}reckless = [{{ points = 1 }}]\n", plan("{ do = 'attack' }"));
    let play = blow("", "armor = 18", &reckless, "20 20");
    ends(play, "B", &[("injuries_at(ear_0)", 1), ("strain", 1)]);
    let play = blow("", "armor = 18", &format!("{reckless}[rulings]\nauto_hit_takes_reckless = 'yes'"), "20 20");
    ends(play, "B", &[("injuries_at(ear_0)", 2), ("strain", 2)]);
    // The size counts in any case.
    let play = blow("", "armor = 20\nsize = 'small'", &reckless, "20 20");
    ends(play, "B", &[("injuries_at(ear_0)", 2), ("strain", 2)]);
}

// INJ-151, R-28
#[test]
fn a_natural_1_drops_the_weapon_unless_the_rulings_say_no() {
    ends(blow("", "", "", "1"), "A", &[("place(0)", 3)]);
    ends(blow("", "", "[rulings]\nfumble_drop = 'no'", "1"), "A", &[("place(0)", 1)]);
}

// INJ-152, R-30
#[test]
fn a_natural_1_puts_a_natural_weapon_out_of_use() {
    let claw = "weapons = [{ name = 'claw', natural = true }]";
    let rules = format!("[book.unarmed]\nallowed = false\n{}", plan("{ do = 'attack' }, { do = 'attack' }"));
    let mut play = duel(claw, "", &rules, "1   11 20 11");
    play.rounds(1);
    seen(&play, "A", &[("usable_weapon(0)", 0), ("attack_actions", 1)]);
    play.rounds(1);
    // The whole next turn is lost too, and no longer.
    seen(&play, "B", &[("strain", 0)]);
    seen(&play, "A", &[("usable_weapon(0)", 1)]);
    play.rounds(1);
    ends(play, "B", &[("strain", 1 + 1)]);
}

//
#[test]
fn critical_effects() {
    let after = |effect: &str, values: &[(&str, i64)]| {
        let axe = format!("weapons = [{{ name = 'axe', critical_effect = '{effect}', critical_amount = 2 }}]");
        // 26 against 24: no degree but that of the critical hit.
        ends(blow(&axe, "armor = 12", &at("hand"), "20"), "B", values);
    };
    after("none", &[("injuries_at(hand_0)", 1), ("strain", 2), ("bleed", 0), ("prone", 0), ("off_guard", 0)]);
    after("bleed", &[("injuries_at(hand_0)", 1), ("strain", 2), ("bleed", 2), ("stamina", 6)]);
    after("strain", &[("injuries_at(hand_0)", 1), ("strain", 4)]);
    after("injury", &[("injuries_at(hand_0)", 3), ("strain", 2)]);
    after("prone", &[("injuries_at(hand_0)", 1), ("prone", 1)]);
    after("off_guard", &[("injuries_at(hand_0)", 1), ("off_guard", 1), ("dv", 22)]);
    let axe = "weapons = [{ name = 'axe', critical_effect = 'off_guard' }]";
    let mut play = duel(axe, "armor = 12", &plan("{ do = 'attack', when = 'round == 1' }"), "20");
    play.rounds(1);
    seen(&play, "B", &[("off_guard", 1)]);
    play.rounds(1);
    ends(play, "B", &[("off_guard", 0)]);
}

// INJ-033, R-09
#[test]
fn the_helpless_lie_off_guard_and_can_be_made_easier_to_hit() {
    let out = "stamina = 0\nexhaustion = 0\nshield = 1";
    let after = |rest: &str, dice: &str, values: &[(&str, i64)]| {
        ends(blow("", out, &format!("[rulings]\nend_out = 'dead'\n{rest}"), dice), "B", values);
    };
    let lying = [("unconscious", 1), ("prone", 1), ("off_guard", 1), ("ap", 0), ("reactions", 0), ("place(0)", 3)];
    // Prone: one advantage; then the death save.
    after("", "9 2   15", &lying);
    after("", "9 2   15", &[("strain", 1), ("dead", 0), ("injuries_at(ear_0)", 1)]);
    after("[book.helpless]\nextra_advantage = 1", "9 2 2   15", &[("strain", 1), ("injuries_at(ear_0)", 1)]);
    after("[book.helpless]\nauto_critical = true", "9 2   15", &[("strain", 2), ("injuries_at(ear_0)", 2)]);
}

// INJ-198
#[test]
fn a_melee_attack_needs_its_target_within_reach() {
    let strikes = |b: [i32; 2], weapon: &str, values: &[(&str, i64)], dice: &str| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n", plan("{ do = 'attack' }"));
        let mut play = field(&[("A", [5, 5], weapon)], &[("B", b, "")], &rest, dice);
        play.rounds(1);
        ends(play, "B", values);
    };
    strikes([6, 6], "", &[("strain", 1)], "11");
    strikes([7, 5], "", &[("strain", 0)], "");
    strikes([7, 5], "weapons = [{ name = 'pike', reach_ft = 10 }]", &[("strain", 1)], "11");
    strikes([8, 5], "weapons = [{ name = 'pike', reach_ft = 10 }]", &[("strain", 0)], "");
}

// INJ-030, R-07
#[test]
fn nobody_pays_with_its_last_breath() {
    let rest = |more: &str| format!("{}power = [{{ points = 1 }}]\n{more}", plan("{ do = 'attack' }"));
    // With the power that a point brings 9 is enough; without it 9 misses.
    let strikes = |a: &str, more: &str, strain: i64, stamina: i64| {
        let play = blow(a, "", &rest(more), "9");
        seen(&play, "B", &[("strain", strain)]);
        ends(play, "A", &[("stamina", stamina), ("unconscious", 0)]);
    };
    strikes("stamina = 2\nexhaustion = 0", "", 1, 1);
    strikes("stamina = 1\nexhaustion = 0", "", 0, 1);
    strikes("stamina = 1\nexhaustion = 0", "[rulings]\nspend_from_exhaustion = 'yes'", 0, 1);
}
