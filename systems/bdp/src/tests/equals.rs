//! Tests of equals: sides and combatants between whom nothing decides but the order in which they are listed, which decides
//! nothing.

use super::stage::{after, met};
use crate::Bdp;
use frame::exact::SolverLimits;
use frame::rules::testing::{Measured, ScriptedPlay, check_equals};

const CALM: &str = "[book.morale]\nlone = false\nfirst = false\nhalf = false\n";

fn solved(text: &str) -> Measured {
    ScriptedPlay::<Bdp>::solved(text, SolverLimits::default())
}

/// Equal sides of one each, of this sheet.
fn equal_sides(count: usize, sheet: &str) -> String {
    (0..count).map(|side| format!("[[side]]\nname = 's{side}'\n[[side.combatant]]\nname = 'C{side}'\n{sheet}\n")).collect()
}

#[track_caller]
fn alike(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

// BDP-234, R-20
#[test]
fn equal_sides_win_alike_wherever_they_are_listed() {
    let rounds = |count: u8| format!("{CALM}[book.round]\nrounds_max = {count}\n");
    for pc in ["", "pc = true\n"] {
        for weapon in ["name = 'sword'", "kind = 'katana', proficient = true", "kind = 'maul', proficient = true"] {
            let sheet = format!("{pc}str = 3\ndex = 14\nhp_max = 1\nweapons = [{{ {weapon} }}]");
            let found = solved(&format!("{}{}", equal_sides(2, &sheet), rounds(2)));
            alike(found.chance("winner", 0), found.chance("winner", 1));
            assert!(found.chance("winner", 0) > 0.3);
        }
        let sheet = format!("{pc}str = 1\ndex = 14\nhp_max = 1\nweapons = [{{ name = 'sword' }}]");
        let found = solved(&format!("{}{}", equal_sides(3, &sheet), rounds(2)));
        alike(found.chance("winner", 0), found.chance("winner", 1));
        alike(found.chance("winner", 0), found.chance("winner", 2));
        assert!(found.chance("winner", 0) > 0.1);
    }
    let listed = "[rulings]\norder_roll = 'first'\n";
    let sheet = "str = 3\ndex = 14\nhp_max = 1\nweapons = [{ name = 'sword' }]";
    let found = solved(&format!("{}{}{listed}", equal_sides(2, sheet), rounds(2)));
    assert!(found.chance("winner", 0) > found.chance("winner", 1) + 0.05, "by the ruling the first listed alone rolls");
}

// BDP-234, BDP-339, R-20
#[test]
fn both_sides_roll_for_the_order_and_a_draw_decides_between_those_who_are_still_tied() {
    let sheet = "dex = 10\nhp_max = 9\nweapons = [{ name = 'sword' }]";
    let first = |dice: &str, first: &str| {
        let mut fight = ScriptedPlay::<Bdp>::script(
            &format!("{}{CALM}[book.round]\nrounds_max = 1\n[arena]\nstart = 'engaged'\n", equal_sides(2, sheet)),
            dice,
        );
        fight.rounds(1);
        assert_eq!(fight.metric(&format!("{first}.went_first")), 1, "{dice}");
    };
    first("order d20=11 d20=10, damage d8=1 d8=1", "C1");
    first("order d20=10 d20=11, damage d8=1 d8=1", "C0");
    first("order d20=10 d20=10, turn of a side d2=1, damage d8=1 d8=1", "C0");
    first("order d20=11 d20=11, turn of a side d2=2, damage d8=1 d8=1", "C1");
}

// BDP-236, R-67
#[test]
fn the_weakest_of_several_equals_is_drawn_or_the_first_listed() {
    let pc = "hp_max = 9\ndex = 10\nweapons = [{ name = 'sword' }]";
    let (foe, weak) = ("hp_max = 9", "hp_max = 8");
    let party: &[&str] = &[&format!("{pc}\npolicy = 'plain'")];
    let plain = "[policy.plain]\nreaction = [{ do = 'defend' }]\n";
    after(1, met(party, &[foe, foe]), plain, "random target d2=2, damage d8=3", &[("N", "hp", 9), ("O", "hp", 6)]);
    after(1, met(party, &[foe, weak]), plain, "damage d8=3", &[("O", "hp", 5)]);
    let listed = format!("{plain}[rulings]\ndefault_target = 'listed'\n");
    after(1, met(party, &[foe, foe]), &listed, "damage d8=3", &[("N", "hp", 6)]);
}

/// A fight of two against two, its sides and their members in this order.
fn ordered(turned: bool, swapped: bool, party: [&str; 2], foes: [&str; 2]) -> String {
    let order =
        |[one, other]: [&str; 2]| if turned { [other.to_owned(), one.to_owned()] } else { [one.to_owned(), other.to_owned()] };
    let side = |name: &str, two: [&str; 2]| {
        let two: String = order(two).iter().map(|one| format!("[[side.combatant]]\n{one}\n")).collect();
        format!("[[side]]\nname = '{name}'\n{two}")
    };
    let (one, other) = (side("party", party), side("foes", foes));
    if swapped { format!("{other}{one}") } else { format!("{one}{other}") }
}

// BDP-236, R-20, R-67
#[test]
fn the_order_of_the_file_changes_nothing_for_anybody() {
    let rest = "[book.round]\nrounds_max = 1\n[arena]\nstart = 'engaged'\n[policy.parries]\nreaction = [{ do = 'parry' }]\n";
    let fights = [
        (
            [
                "name = 'A'\npc = true\nhp_max = 2\nweapons = [{ name = 'sword' }]",
                "name = 'B'\npc = true\nhp_max = 2\npolicy = 'parries'\nweapons = [{ name = 'knife', category = 'fast', die = '1d4' }]",
            ],
            [
                "name = 'N'\nhp_max = 1\nstr = 2\nweapons = [{ name = 'sword', die = '1d4' }]",
                "name = 'O'\nhp_max = 1\nstr = 2\nweapons = [{ name = 'club', die = '1d6' }]",
            ],
        ),
        (
            [
                "name = 'A'\nhp_max = 1\nstr = 2\nweapons = [{ name = 'sword', die = '1d4' }]",
                "name = 'B'\nhp_max = 1\nstr = 2\nweapons = [{ name = 'sword', die = '1d6' }]",
            ],
            [
                "name = 'N'\nhp_max = 1\nstr = 2\nweapons = [{ name = 'sword', die = '1d4' }]",
                "name = 'O'\nhp_max = 1\nstr = 2\nreactions = ['parry']\npolicy = 'parries'\nweapons = [{ name = 'club', die = '1d4' }]",
            ],
        ),
    ];
    for (party, foes) in fights {
        let first = solved(&format!("{}{rest}", ordered(false, false, party, foes)));
        for (turned, swapped) in [(true, false), (false, true), (true, true)] {
            let other = solved(&format!("{}{rest}", ordered(turned, swapped, party, foes)));
            for name in ["A", "B", "N", "O"] {
                for what in ["dead", "out", "away"] {
                    alike(first.chance(&format!("{name}.{what}"), 1), other.chance(&format!("{name}.{what}"), 1));
                }
            }
        }
    }
}

//
#[test]
fn spells_and_miracles_for_some_of_several_equals_draw_them() {
    let casts = "[policy.casts]\naction = [{ do = 'sculpt', dice = 2, targets = 'two' }]\nreaction = [{ do = 'defend' }]\n";
    let mage = "hp_max = 9\nmd = 2\npolicy = 'casts'";
    let calm = "hp_max = 9\ntraits = ['mindless']";
    let dice = "random target d3=2, Magic Dice d6=2 d6=3, random target d2=2";
    after(1, met(&[mage], &[calm, calm, calm]), casts, dice, &[("N", "hp", 9), ("O", "hp", 6), ("M", "hp", 6)]);
}

//
#[test]
fn equals_fare_alike_by_a_line_for_their_target_too() {
    check_equals::<Bdp>("hp_max = 3\nstr = 8\nweapons = [{ name = 'sword' }]", "at = 'strongest'");
}
