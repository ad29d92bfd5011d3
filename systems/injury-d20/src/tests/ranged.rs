//! Shots and thrown weapons.
//!
//! The archer shoots with +5 against a defence value of 16: a face of 12 hits.

use super::seen;
use super::stage::{blow, ends, field, needs, plan};
use crate::InjuryD20;
use frame::rules::testing::ScriptedPlay;

const BOW: &str = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 30 }]";

/// A target: where it stands, and its sheet.
#[derive(Clone, Copy)]
struct Target<'a> {
    square: [i32; 2],
    sheet: &'a str,
}

/// A combatant in this square with this sheet.
fn target(square: [i32; 2], sheet: &str) -> Target<'_> {
    Target { square, sheet }
}

/// One shot of A from (1, 5) at B, whose square is given, with others in the way or beside it.
#[track_caller]
fn shot(a: &str, b: Target, others: &[(&str, [i32; 2], &str)], rest: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let rest = format!("{}movement = [{{ do = 'hold' }}]\n{rest}", plan("{ do = 'attack' }"));
    let mut ones = vec![("A", [1, 5], a)];
    ones.extend(others.iter().filter(|other| other.0 == "C"));
    let mut twos = vec![("B", b.square, b.sheet)];
    twos.extend(others.iter().filter(|other| other.0 != "C"));
    let mut play = field(&ones, &twos, &rest, dice);
    play.rounds(1);
    play
}

/// The lowest face of such a shot that hits, and the number of further dice.
#[track_caller]
fn shoots(a: &str, b: Target, others: &[(&str, [i32; 2], &str)], rest: &str, face: u32, net: i32) {
    for (face, hits) in [(face, true), (face - 1, false)] {
        let other = if net > 0 { " 2" } else { " 20" };
        let dice = format!("{face}{}", other.repeat(net.unsigned_abs() as usize));
        let play = shot(a, b, others, rest, &dice);
        assert_eq!(play.see("B", "strain") > 0, hits, "{face} at {:?} {others:?} {rest}", b.square);
    }
}

// INJ-210
#[test]
fn shots_add_dexterity_or_wisdom() {
    needs(BOW, "", "", 12, 0);
    needs(&format!("wis = 4\n{BOW}"), "", "", 10, 0);
    needs(&format!("str = 9\n{BOW}"), "", "", 12, 0);
    // Sizes do not count from afar.
    needs(BOW, "size = 'huge'", "", 12, 0);
}

// INJ-209, R-42
#[test]
fn each_full_range_increment_is_a_disadvantage() {
    let at = |x: i32| target([x, 5], "");
    shoots(BOW, at(6), &[], "", 12, 0);
    shoots(BOW, at(7), &[], "", 12, -1);
    shoots(BOW, at(12), &[], "", 12, -1);
    shoots(BOW, at(13), &[], "", 12, -2);
    let beyond = "[rulings]\nrange_increments = 'beyond_first'";
    shoots(BOW, at(7), &[], beyond, 12, 0);
    shoots(BOW, at(8), &[], beyond, 12, -1);
    // Ten increments at the most, five when thrown.
    let near = BOW.replace("30", "5");
    ends(shot(&near, at(12), &[], "", ""), "B", &[("strain", 0)]);
    shoots(&near, at(3), &[], "", 12, -2);
    ends(shot(&near, at(3), &[], "[book.ranged]\nmax_increments = 1", ""), "B", &[("strain", 0)]);
    let knife = "str = 0\nweapons = [{ name = 'knife', kind = 'thrown', range_increment_ft = 5 }]";
    ends(shot(knife, at(7), &[], "", ""), "B", &[("strain", 0)]);
    ends(shot(knife, at(6), &[], "", "19 20 20 20 20 20"), "B", &[("strain", 2)]);
}

// INJ-165, INJ-166, R-34
#[test]
fn cover_counts_against_shots_from_more_than_five_feet() {
    shoots(BOW, target([4, 5], "ranged_cover = 'cover'"), &[], "", 12, -1);
    shoots(BOW, target([4, 5], "ranged_cover = 'total'"), &[], "", 12, -2);
    shoots(BOW, target([2, 5], "ranged_cover = 'total'"), &[], "", 12, 0);
    shoots(BOW, target([4, 5], "melee_cover = 'total'"), &[], "", 12, 0);
    shoots(BOW, target([2, 5], "ranged_cover = 'total'"), &[], "[book.cover]\nbeyond_ft = 0", 12, -2);
    shoots(BOW, target([4, 5], "ranged_cover = 'total'"), &[], "[book.cover]\nbeyond_ft = 15", 12, 0);
    let blocks = "[book.cover]\ntotal_blocks = true";
    ends(shot(BOW, target([4, 5], "ranged_cover = 'total'"), &[], blocks, ""), "B", &[("strain", 0)]);
}

// INJ-169, INJ-172, INJ-173
#[test]
fn the_prone_are_hard_to_shoot_and_shoot_with_crossbows() {
    needs(BOW, "prone = true", "", 12, -1);
    let crossbow = BOW.replace("'bow', hands", "'crossbow', hands");
    needs(&format!("prone = true\n{crossbow}"), "", "", 12, 1);
    needs(&format!("prone = true\n{crossbow}"), "", "[book.prone]\ncrossbow_advantage = 2", 12, 2);
    needs(&format!("prone = true\n{}", crossbow.replace("'crossbow'", "'firearm'")), "", "", 12, 1);
    let rest = plan("{ do = 'attack', weapon = 'bow' }");
    ends(blow(&format!("prone = true\n{BOW}"), "", &rest, ""), "A", &[("attack_actions", 0), ("usable_weapon(0)", 0)]);
}

// INJ-211, INJ-212, R-42
#[test]
fn shooting_into_a_melee_of_friends_is_harder() {
    let b = target([5, 5], "");
    shoots(BOW, b, &[("C", [5, 6], "")], "", 12, -1);
    // Not engaged: neither has a weapon to threaten with; or ten feet away, with a reach of ten.
    shoots(BOW, target([5, 5], "weapons = []"), &[("C", [5, 6], "weapons = []")], "", 12, 0);
    let pike = "weapons = [{ name = 'pike', reach_ft = 10 }]";
    shoots(BOW, b, &[("C", [5, 7], pike)], "", 12, 0);
    shoots(BOW, b, &[("C", [5, 7], pike)], "[book.ranged]\ninto_melee_ft = 15", 12, -1);
    shoots(BOW, target([5, 5], "size = 'large'"), &[("C", [5, 7], "")], "", 12, -1);
    shoots(BOW, target([5, 5], "size = 'huge'"), &[("C", [5, 8], "")], "", 12, 0);
    shoots(BOW, target([5, 5], "size = 'huge'"), &[("C", [5, 8], "size = 'large'\nspace = 1")], "", 12, -1);
    let shooter = "[book.ranged]\nlarger_than = 'shooter'";
    shoots(BOW, target([5, 5], "size = 'huge'"), &[("C", [5, 8], "size = 'large'\nspace = 1")], shooter, 12, 0);
}

// INJ-213, INJ-214, R-42
#[test]
fn bodies_in_the_path_raise_the_defence_value() {
    let b = target([7, 5], "weapons = []");
    let wide = BOW.replace("30", "100");
    let with = |others: &[(&str, [i32; 2], &str)], face: u32| shoots(&wide, b, others, "", face, 0);
    with(&[("D", [3, 5], "")], 14);
    with(&[("D", [3, 5], ""), ("E", [4, 5], "")], 16);
    with(&[("D", [3, 5], "size = 'large'\nspace = 1")], 16);
    with(&[("D", [3, 5], "size = 'huge'\nspace = 1")], 18);
    with(&[("D", [3, 5], "size = 'small'")], 12);
    with(&[("D", [3, 5], "prone = true")], 12);
    with(&[("D", [3, 6], "")], 12);
    with(&[("C", [4, 5], "weapons = []")], 14);
    shoots(
        &wide,
        b,
        &[("D", [3, 5], "size = 'large'\nspace = 1")],
        "[book.ranged]\nintervening_dv = 1\nintervening_dv_per_size = 3",
        16,
        0,
    );
}

// INJ-215
#[test]
fn deadly_aim_is_the_power_attack_of_archers() {
    let rest = |more: &str| format!("{}power = [{{ points = 5 }}]\n{more}", plan("{ do = 'attack' }"));
    needs(BOW, "", &rest(""), 6, 0);
    ends(blow(BOW, "", &rest(""), "3"), "A", &[("stamina", 7)]);
    needs(BOW, "", &rest("[book.deadly_aim]\nbonus = 1"), 9, 0);
    needs(BOW, "", &rest("[book.deadly_aim]\nmax = 1"), 10, 0);
}

// INJ-216, INJ-217, R-38
#[test]
fn rapid_shots_share_one_action_and_all_roll_worse() {
    let rest =
        |shots: u8, more: &str| format!("{}{more}", plan(&format!("{{ do = 'rapid', shots = {shots} }}, {{ do = 'attack' }}")));
    let play = blow(BOW, "", &rest(3, ""), "attack 12 20 20   13 20 20   14 20 20   15 20");
    seen(&play, "B", &[("strain", 4)]);
    ends(play, "A", &[("attack_actions", 2), ("ap", 0)]);
    ends(blow(BOW, "", &rest(1, ""), "attack 12   13 20"), "B", &[("strain", 2)]);
    ends(blow(BOW, "", &rest(9, "[book.rapid_shot]\nmax = 2\ndisadvantage = 0"), "12   13   14 20"), "B", &[("strain", 3)]);
    // A weapon that takes a point to reload makes no rapid shots.
    let slow = BOW.replace("hands = 2", "hands = 2, reload_ap = 1");
    ends(blow(&slow, "", &rest(3, ""), "12"), "A", &[("attack_actions", 1)]);
    // Thrown ones have to be there to be drawn.
    let knives = "weapons = [{ name = 'knife', kind = 'thrown', count = 2, range_increment_ft = 60 }]";
    let play = blow(knives, "", &plan("{ do = 'rapid', shots = 3 }"), "11 20 20   11 20 20");
    ends(play, "B", &[("strain", 2)]);
}

const AXE: &str = "weapons = [{ name = 'axe' }]";

// INJ-171, INJ-218, INJ-219
#[test]
fn things_are_thrown_with_strength_too() {
    let throw = plan("{ do = 'throw' }");
    needs(AXE, "", &throw, 11, 0);
    needs(&format!("str = 0\n{AXE}"), "", &throw, 12, 0);
    needs(&format!("wis = 6\n{AXE}"), "", &throw, 8, 0);
    needs(&format!("prone = true\n{AXE}"), "", &throw, 11, -1);
    needs(&format!("prone = true\n{AXE}"), "", &format!("{throw}[book.prone]\nthrow_disadvantage = 3"), 11, -3);
    needs(AXE, "prone = true", &throw, 11, -1);
}

/// A throws what it has at B.
#[track_caller]
fn throws(a: &str, from: [i32; 2], at: [i32; 2], rest: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let rest = format!("{}movement = [{{ do = 'hold' }}]\n{rest}", plan("{ do = 'throw' }"));
    let mut play = field(&[("A", from, a)], &[("B", at, "")], &rest, dice);
    play.rounds(1);
    play
}

// INJ-220, INJ-221
#[test]
fn a_thrown_thing_has_an_increment_by_strength() {
    // Ten feet and five for each point: 25 with the soldier's 3.
    let hits = |a: &str, x: i32, rest: &str, dice: &str| ends(throws(a, [0, 5], [x, 5], rest, dice), "B", &[("strain", 1)]);
    hits(AXE, 4, "", "attack 11");
    hits(AXE, 5, "", "attack 11 20");
    hits(&format!("str = 0\n{AXE}"), 1, "", "12");
    hits(&format!("str = 0\n{AXE}"), 2, "", "12 20");
    hits(&format!("str = -4\n{AXE}"), 2, "", "12 20");
    hits(AXE, 3, "[book.throw]\nincrement_ft = 5\nincrement_per_str_ft = 2", "11 20");
    let spear = "str = 0\nweapons = [{ name = 'spear', kind = 'thrown', range_increment_ft = 20 }]";
    hits(spear, 3, "", "12");
    hits(spear, 4, "", "12 20");
}

// INJ-222, R-43
#[test]
fn what_hits_sticks_or_falls_at_the_feet_of_its_target() {
    let with = |kind: &str| format!("weapons = [{{ name = 'axe', damage_types = ['{kind}'] }}]");
    for (kind, place) in [("slashing", 4), ("piercing", 4), ("bludgeoning", 3)] {
        ends(throws(&with(kind), [4, 5], [6, 5], "", "attack 11"), "A", &[("place(0)", place)]);
    }
    // Adjacent, it is pulled out for a point and used again; what lies in the other's square is out of reach.
    let rest = plan("{ do = 'throw' }, { do = 'pick_up' }, { do = 'attack', weapon = 'axe' }");
    let twice = |kind: &str, more: &str, dice: &str, strain: i64| {
        let mut play = field(&[("A", [5, 5], &with(kind))], &[("B", [6, 5], "")], &format!("{rest}{more}"), dice);
        play.rounds(1);
        ends(play, "B", &[("strain", strain)]);
    };
    twice("slashing", "", "attack 11   12 20", 2);
    twice("slashing", "[book.throw]\npull_out_ap = 2", "11", 1);
    twice("bludgeoning", "", "11", 1);
}

// INJ-223, INJ-224
#[test]
fn what_misses_flies_on_in_one_of_eight_directions() {
    let lands = |face: usize, more: &str, (x, y): (i64, i64)| {
        let play = throws(AXE, [1, 5], [6, 5], more, &format!("2 20   d8={face}"));
        ends(play, "A", &[("place(0)", 3), ("lies_x(0)", x), ("lies_y(0)", y)]);
    };
    // From the west: 1 is the western neighbour, then clockwise. At 25 feet, one increment: two squares from the target.
    let around = [(4, 5), (4, 7), (6, 7), (8, 7), (8, 5), (8, 3), (6, 3), (4, 3)];
    for (face, at) in (1..).zip(around) {
        lands(face, "", at);
    }
    lands(5, "[arena]\nwidth = 20\nheight = 20\nobstacles = [[8, 5]]", (7, 5));
    // A die of four knows the first four of them.
    let play = throws(AXE, [1, 5], [6, 5], "[book.throw]\nscatter_die = 4", "2 20   d4=3");
    ends(play, "A", &[("lies_x(0)", 6), ("lies_y(0)", 7)]);
    // Nearer than an increment it falls beside the target.
    let play = throws(AXE, [4, 5], [6, 5], "", "2   d8=5");
    ends(play, "A", &[("lies_x(0)", 7), ("lies_y(0)", 5)]);
}

// INJ-246, INJ-181, R-32
#[test]
fn shooting_beside_an_enemy_provokes_once_for_the_action() {
    let rest = |more: &str| {
        format!(
            "{}[policy.b]\nplan = [{{ do = 'escape' }}]\nreact = [{{ do = 'yes' }}]\nparts = [{{ part = 'ear' }}]\n{more}",
            plan("{ do = 'rapid' }")
        )
    };
    ends(blow(BOW, "", &rest(""), "11   12 20   12 20"), "A", &[("strain", 1)]);
    ends(blow(BOW, "", &rest("[book]\nprovokes = ['stand_up']"), "12 20   12 20"), "A", &[("strain", 0)]);
    ends(blow(BOW, "weapons = []", &rest(""), "12 20   12 20"), "A", &[("strain", 0)]);
}

// INJ-087, INJ-246, R-32
#[test]
fn whoever_loses_its_hand_to_an_answer_neither_shoots_nor_throws() {
    let answered = |act: &str| {
        format!(
            "{}[policy.b]\nplan = [{{ do = 'escape' }}]\nreact = [{{ do = 'yes' }}]\nparts = [{{ part = 'hand' }}]\n",
            plan(&format!("{{ do = '{act}', times = 1 }}"))
        )
    };
    // 20 is three degrees: all the injuries that a hand can hold.
    let play = blow(BOW, "", &answered("attack"), "20");
    seen(&play, "B", &[("strain", 0)]);
    ends(play, "A", &[("injuries_at(hand_0)", 3), ("place(0)", 3)]);
    let play = blow(AXE, "", &answered("throw"), "20");
    seen(&play, "B", &[("strain", 0)]);
    ends(play, "A", &[("injuries_at(hand_0)", 3), ("place(0)", 3)]);
}
