//! Rules where they meet: a parry that fails against a hit of no degree, weapons that have to be taken in hand first, ways past walls
//! and the fallen, combatants that are gone, blind or in the air.

use super::stage::{blow, ends, field, plan, plan_at, tale};
use super::{named, play, scene, seen};
use crate::InjuryD20;
use frame::fight::Ending;
use frame::rules::testing::{ScriptedPlay, told_of};

/// A defender that parries everything and does nothing else.
const PARRIES: &str = "[policy.b]\nplan = [{ do = 'escape' }]\nparry = [{ do = 'yes' }]\n";

// INJ-162, INJ-243, INJ-244
#[test]
fn only_a_better_parry_deflects_a_hit_that_injures_nothing() {
    let rest = |more: &str| format!("{}{PARRIES}{more}", plan("{ do = 'attack' }"));
    let after = |more: &str, dice: &str, strain: i64| {
        // 17 against 16, and one degree less for the larger target.
        let play = blow("", "size = 'large'", &rest(more), dice);
        ends(play, "B", &[("strain", strain), ("injuries", 0), ("stamina", 9 - strain)]);
    };
    after("", "attack 10, parry 3", 1);
    after("", "attack 10, parry 12", 1);
    after("", "attack 10, parry 13", 0);
    // A better parry that takes no degree deflects what has less than none already, and nothing else.
    let free = "[book.parry]\ndegrees = 0";
    after(free, "attack 10, parry 13", 0);
    ends(blow("", "", &rest(free), "attack 11, parry 12"), "B", &[("strain", 1), ("injuries", 1)]);
}

// INJ-222, R-43
#[test]
fn a_spear_that_sticks_in_somebody_who_has_left_is_gone_until_the_fight_is_over() {
    let spear = "mb = 12\nweapons = [{ name = 'spear', kind = 'thrown', damage_types = ['piercing'] }]";
    let after = |b: &str, retreats: &str, place: i64| {
        let rest = format!(
            "{}movement = [{{ do = 'hold' }}]\n[policy.b]\nplan = [{{ do = 'stand' }}]\n\
             retreat = [{{ do = '{retreats}', when = 'injuries > 0' }}]\n[arena]\nwidth = 12\nheight = 3\n",
            plan("{ do = 'attack', weapon = 'spear', when = 'round == 1' }, { do = 'pick_up', when = 'round == 2' }")
        );
        let twos = [("B", [0, 0], b), ("C", [11, 1], "")];
        let mut play = field(&[("A", [1, 1], spear)], &twos, &rest, "attack 6");
        play.rounds(1);
        seen(&play, "A", &[("place(0)", 4)]);
        play.rounds(1);
        ends(play, "A", &[("place(0)", place)]);
    };
    after("", "yes", 4);
    // A combatant that stays, on its feet or fallen, gives it back.
    after("", "no", 1);
    after("stamina = 1\nexhaustion_max = 1", "no", 1);
}

// INJ-198, INJ-230, R-22, R-37
#[test]
fn a_charge_takes_its_weapon_in_hand_and_strikes_with_none_that_shoots() {
    let charge = |a: &str, line: &str, dice: &str, values: &[(&str, i64)]| {
        let rest = plan(&format!("{{ do = 'charge'{line} }}"));
        let mut play = field(&[("A", [1, 5], a)], &[("B", [9, 5], "")], &rest, dice);
        play.rounds(1);
        ends(play, "A", values);
    };
    let (stowed, bow) = ("weapons = [{ name = 'sword', stowed = true }]", "{ name = 'bow', kind = 'bow', hands = 2 }");
    charge(stowed, "", "attack 9", &[("place(0)", 1), ("charging", 1), ("x", 8)]);
    charge(&format!("weapons = [{bow}]"), ", weapon = 'bow'", "", &[("charging", 0), ("x", 1)]);
    let both = format!("weapons = [{bow}, {{ name = 'sword', stowed = true }}]\nbody = {{ hand = 3, arm = 3 }}");
    charge(&both, "", "attack 9", &[("place(1)", 1), ("charging", 1)]);
}

// INJ-218, R-22
#[test]
fn a_throw_takes_in_hand_what_has_to_be_drawn() {
    let javelins = "weapons = [{ name = 'javelin', kind = 'thrown', reload_ap = 1, count = 2, stowed = true }]";
    let rest = format!("{}movement = [{{ do = 'hold' }}]\n", plan("{ do = 'throw', times = 3 }"));
    let mut play = field(&[("A", [5, 5], javelins)], &[("B", [8, 5], "")], &rest, "attack 11");
    play.rounds(1);
    seen(&play, "B", &[("strain", 1)]);
    // A point to draw, one to throw, one to draw the second.
    ends(play, "A", &[("place(0)", 4), ("place(1)", 1), ("attack_actions", 1)]);
    let bow = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, stowed = true }]";
    let mut play = field(&[("A", [5, 5], bow)], &[("B", [6, 5], "")], &rest, "");
    play.rounds(1);
    ends(play, "A", &[("place(0)", 2)]);
}

// INJ-235
#[test]
fn each_of_two_weapons_of_a_name_can_be_dropped_by_it() {
    let rest = format!("{}[rulings]\nfree_actions = 'unlimited'", plan("{ do = 'drop', weapon = 'javelin', times = 2 }"));
    let two = "weapons = [{ name = 'javelin', kind = 'thrown', count = 2 }]";
    ends(blow(two, "", &rest, ""), "A", &[("place(0)", 3), ("place(1)", 3)]);
    let kept = rest.replace("'javelin'", "'sword'");
    let sword = "shield = 1\nweapons = [{ name = 'sword' }]";
    ends(blow(sword, "", &kept, ""), "A", &[("place(0)", 3), ("shield_place", 1)]);
}

// INJ-083, INJ-084
#[test]
fn a_gaze_needs_an_eye_that_is_whole() {
    let gaze = "weapons = [{ name = 'gaze', natural = true, part = { part = 'eye' } }]\ncapabilities = ['gaze']\n";
    let with = |injuries: &str, armed: i64| {
        let a = format!("{gaze}injuries = [{injuries}]");
        ends(blow(&a, "", &plan("{ do = 'escape' }"), ""), "A", &[("armed", armed)]);
    };
    let [first, second] = ["{ part = 'eye' }", "{ part = 'eye', index = 1 }"];
    with(first, 1);
    with(second, 1);
    with(&format!("{first}, {second}"), 0);
    with("{ part = 'eye', count = 2 }", 0);
}

// INJ-223, INJ-224
#[test]
fn what_misses_somebody_large_flies_on_from_beside_it() {
    let javelin = "weapons = [{ name = 'javelin', kind = 'thrown', range_increment_ft = 100, bonus = -40 }]";
    let lands = |target: (&str, [i32; 2]), from: [i32; 2], face: usize, (x, y): (i64, i64)| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n", plan("{ do = 'throw' }"));
        let b = format!("size = '{}'", target.0);
        let mut play = field(&[("A", from, javelin)], &[("B", target.1, &b)], &rest, &format!("attack 2, scatter d8={face}"));
        play.rounds(1);
        ends(play, "A", &[("place(0)", 3), ("lies_x(0)", x), ("lies_y(0)", y)]);
    };
    // A huge space is three squares wide, from 7 to 9; from the west, clockwise.
    let around = [(6, 5), (6, 7), (8, 7), (10, 7), (10, 5), (10, 3), (8, 3), (6, 3)];
    for (face, at) in (1..).zip(around) {
        lands(("huge", [7, 4]), [1, 5], face, at);
    }
    lands(("large", [7, 5]), [1, 5], 5, (9, 5));
}

// INJ-191, INJ-224
#[test]
fn an_overrun_goes_through_its_target_and_through_nothing_else() {
    let trained = "skills = { athletics = 9 }\ntrained = ['athletics']\nweapons = [{ name = 'pole', reach_ft = 10 }]";
    let runs = |others: &[(&str, [i32; 2], &str)], more: &str, x: i64| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n{more}", plan("{ do = 'overrun' }"));
        let ones: Vec<_> = [("A", [2, 5], trained)].into_iter().chain(others.iter().copied()).collect();
        let mut play = field(&ones, &[("B", [4, 5], "")], &rest, "maneuver 5");
        play.rounds(1);
        ends(play, "A", &[("x", x), ("y", 5)]);
    };
    runs(&[], "", 5);
    runs(&[], "[arena]\nwidth = 9\nheight = 9\nobstacles = [[3, 5]]\n", 2);
    runs(&[("C", [3, 5], "")], "", 2);
    // An unconscious combatant is no hindrance.
    runs(&[("C", [3, 5], "stamina = 0\nexhaustion = 0")], "", 5);
}

// INJ-192, INJ-224
#[test]
fn nobody_is_repositioned_through_a_wall() {
    let trained = "skills = { acrobatics = 9 }\ntrained = ['acrobatics']";
    let moved = |more: &str, x: i64, y: i64| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n{more}", plan("{ do = 'reposition' }"));
        // D stands where B would be beside both.
        let ones = [("A", [1, 1], trained), ("D", [1, 3], "")];
        let mut play = field(&ones, &[("B", [1, 0], "")], &rest, "maneuver 15");
        play.rounds(1);
        ends(play, "B", &[("x", x), ("y", y)]);
    };
    moved("[arena]\nwidth = 4\nheight = 4\n", 0, 2);
    moved("[arena]\nwidth = 4\nheight = 4\nobstacles = [[0, 0], [0, 1], [2, 0], [2, 1]]\n", 1, 0);
}

/// A corridor of one row in which C, a friend of A, lies unconscious between it and B.
fn corridor(rest: &str, width: i32) -> String {
    let policy = "[policy.a]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]\n";
    format!(
        "{}\n[policy.still]\nplan = [{{ do = 'escape' }}]\n{policy}{rest}\n[arena]\nwidth = {width}\nheight = 1\n\
         [[side]]\nname = 'one'\ncombatant = [{{ like = 'soldier', name = 'A', policy = 'a', at = [[0, 0]] }}, \
         {{ like = 'soldier', name = 'C', policy = 'still', at = [[1, 0]], knocked_out = true }}]\n\
         [[side]]\nname = 'two'\ncombatant = [{{ like = 'soldier', name = 'B', policy = 'still', at = [[{}, 0]] }}]\n",
        &super::SOLDIER[..super::SOLDIER.find("[policy.still]").expect("there is one")],
        width - 1
    )
}

//
#[test]
fn the_unconscious_take_up_no_room_unless_the_rulings_say_so() {
    let goes = |ruling: &str, width: i32, dice: &str, x: i64| {
        let rest = if ruling.is_empty() { String::new() } else { format!("[rulings]\nfallen_room = '{ruling}'\n") };
        let mut play: ScriptedPlay<InjuryD20> = play(&corridor(&rest, width), &format!("20 10 1 {dice}"));
        play.rounds(1);
        ends(play, "A", &[("x", x)]);
    };
    // Beside B is where C lies; C rolls to wake.
    goes("", 3, "attack 11, waking 2", 1);
    goes("passable", 3, "waking 2", 0);
    goes("barred", 3, "waking 2", 0);
    // Behind C there is a square more.
    goes("passable", 4, "attack 11, waking 2", 2);
    goes("barred", 4, "waking 2", 0);
}

// INJ-174, R-53
#[test]
fn a_replay_says_why_somebody_does_nothing() {
    let says = |text: &str, sentence: &str| {
        let told = tale(text);
        assert!(told.contains(sentence), "{sentence} is not in\n{told}");
    };
    let short = "[book.round]\nrounds_max = 1\n";
    let barred = format!("{short}[rulings]\nfallen_room = 'barred'\n");
    says(&corridor(&barred, 4), "A does nothing: it cannot come to B: C lies in the way (`rulings.fallen_room`)");
    let stands = corridor(short, 3).replace("knocked_out = true", "stamina = 3");
    says(&stands, "A does nothing: it cannot come to B: C stands in the way");
    let holds = corridor(&format!("movement = [{{ do = 'hold' }}]\n{short}"), 9);
    says(&holds, "A does nothing: B is out of its reach, and it stays where it is");
    let lines = corridor(short, 3).replace("{ do = 'attack' }", "{ do = 'attack', when = 'round > 5' }");
    says(&lines, "A does nothing: no line of its plan holds");
    let walls = corridor(short, 6).replace("height = 1\n", "height = 1\nobstacles = [[1, 0]]\n");
    let walls = walls.replace("at = [[1, 0]], knocked_out = true", "at = [[4, 0]]");
    says(&walls, "A does nothing: there is no way to B");
    let away = scene("", "altitude_ft = 60\nfly_ft = 60", &format!("{}{short}", plan("{ do = 'attack' }")));
    says(&away, "A does nothing: B is out of its reach");
}

// INJ-190, R-55
#[test]
fn a_grip_is_loose_out_of_reach_unless_the_rulings_say_no() {
    let trained = "skills = { athletics = 9 }\ntrained = ['athletics']";
    let held = |more: &str, grappled: i64| {
        let c = format!("[policy.c]\nplan = [{{ do = 'shove' }}]\nmovement = [{{ do = 'hold' }}]\n{more}");
        let rest = format!("{}[policy.b]\nplan = [{{ do = 'stand' }}]\n{c}", plan("{ do = 'grapple' }"));
        // C shoves B away from A, who holds it.
        let ones = [("A", [5, 5], trained), ("C", [6, 6], trained)];
        let mut play = field(&ones, &[("B", [6, 5], "")], &rest, "maneuver 10, maneuver 10");
        play.rounds(1);
        ends(play, "B", &[("grappled", grappled), ("y", 3)]);
    };
    held("", 0);
    held("[rulings]\ngrip_out_of_reach = 'holds'", 1);
}

// INJ-078, INJ-098, R-20
#[test]
fn a_flyer_whose_feet_are_hurt_lies_only_when_it_has_come_down() {
    let flyer = "fly_ft = 40\naltitude_ft = 5\ninjuries = [{ part = 'foot' }, { part = 'foot', index = 1 }]";
    let after = |lines: &str, values: &[(&str, i64)]| {
        ends(blow(flyer, "", &plan(lines), ""), "A", values);
    };
    after("{ do = 'escape' }", &[("flying", 1), ("prone", 0)]);
    after("{ do = 'land' }", &[("flying", 0), ("prone", 1), ("altitude_ft", 0)]);
    after("{ do = 'land' }, { do = 'take_off' }", &[("flying", 0), ("prone", 1)]);
    // A foot that is hurt in the air; a flyer cannot be tripped, and the maneuver becomes an attack.
    let flies = "fly_ft = 40\naltitude_ft = 5\ninjuries = [{ part = 'foot', index = 1 }]";
    let play = blow("", flies, &plan_at("{ do = 'attack' }", "{ part = 'foot', pick = 'spread' }"), "attack 16");
    ends(play, "B", &[("injuries_at(foot_0)", 1), ("injuries_at(foot_1)", 1), ("prone", 0), ("flying", 1)]);
    let play = blow("skills = { acrobatics = 5 }\ntrained = ['acrobatics']", flies, &plan("{ do = 'trip' }"), "attack 11");
    ends(play, "B", &[("prone", 0), ("strain", 1)]);
}

// INJ-077, R-20, R-22
#[test]
fn wings_take_off_and_land() {
    let after = |a: &str, lines: &str, more: &str, values: &[(&str, i64)]| {
        ends(blow(a, "", &format!("{}movement = [{{ do = 'hold' }}]\n{more}", plan(lines)), ""), "A", values);
    };
    let fly = "fly_ft = 40";
    after(fly, "{ do = 'take_off' }", "", &[("flying", 1), ("altitude_ft", 10)]);
    after(fly, "{ do = 'take_off', feet = 60 }", "", &[("altitude_ft", 40)]);
    after(fly, "{ do = 'take_off' }", "[book.fly]\nap = 3\nheight_ft = 20", &[("altitude_ft", 20)]);
    after(fly, "{ do = 'take_off' }", "[book.fly]\nap = 4", &[("flying", 0)]);
    after(fly, "{ do = 'take_off' }, { do = 'land' }", "", &[("flying", 0), ("altitude_ft", 0)]);
    after("", "{ do = 'take_off' }", "", &[("flying", 0)]);
    let wings = "fly_ft = 40\nbody = { wing = 2 }\ninjuries = [{ part = 'wing' }]";
    after(wings, "{ do = 'take_off' }", "", &[("flying", 0)]);
    after("fly_ft = 40\nprone = true", "{ do = 'take_off' }", "", &[("flying", 0)]);
}

// INJ-169, INJ-172, INJ-173, R-22
#[test]
fn one_lies_down_to_shoot_with_a_crossbow() {
    let crossbow = "weapons = [{ name = 'crossbow', kind = 'crossbow', range_increment_ft = 60 }]";
    let rest = plan("{ do = 'lie_down' }, { do = 'attack' }");
    let play = blow(crossbow, "", &rest, "attack 12 2");
    seen(&play, "B", &[("strain", 1)]);
    ends(play, "A", &[("prone", 1), ("attack_actions", 1)]);
    let dear = format!("{rest}[book.lie_down]\nap = 3");
    ends(blow(crossbow, "", &dear, ""), "A", &[("prone", 1), ("attack_actions", 0)]);
}

// INJ-188
#[test]
fn disarm_takes_what_it_is_aimed_at() {
    let trained = "skills = { acrobatics = 9 }\ntrained = ['acrobatics']";
    let takes = |aim: &str, sword: i64, shield: i64| {
        let play = blow(trained, "shield = 1", &plan(&format!("{{ do = 'disarm'{aim} }}")), "maneuver 15");
        ends(play, "B", &[("place(0)", sword), ("shield_place", shield)]);
    };
    takes("", 3, 1);
    takes(", aim = 'weapon'", 3, 1);
    takes(", aim = 'shield'", 1, 3);
}

//
#[test]
fn whoever_has_not_arrived_is_neither_rested_nor_killed_when_the_fight_is_over() {
    let late = |side: &str, name: &str| {
        format!(
            "[[side]]\nname = '{side}'\ncombatant = [{{ like = 'soldier', name = '{name}' }}, \
             {{ like = 'soldier', name = '{name}2', arrives = 9, prone = true, bleed = 2 }}]\n"
        )
    };
    let text = format!(
        "day = [{{ fight = ['one', 'two'] }}, {{ rest = 'hour' }}]\n{}\n[policy.a]\nsurrender = [{{ do = 'yes' }}]\n{}{}",
        super::SOLDIER,
        late("one", "A").replacen("name = 'A' }", "name = 'A', policy = 'a' }", 1),
        late("two", "B")
    );
    let mut play: ScriptedPlay<InjuryD20> = play(&text, "20 10");
    play.leg();
    seen(&play, "A2", &[("dead", 0), ("bleed", 2), ("prone", 1)]);
    seen(&play, "B2", &[("dead", 0), ("bleed", 2), ("prone", 1)]);
    ends(play, "A", &[("dead", 1)]);
}

// INJ-001, INJ-003
#[test]
fn those_who_arrive_together_roll_for_their_order_and_may_share_a_square_in_the_file() {
    let one = |name: &str, more: &str| format!("{{ like = 'soldier', name = '{name}', policy = 'still'{more} }}");
    let text = format!(
        "{}\n[arena]\nwidth = 6\nheight = 1\n[[side]]\nname = 'one'\ncombatant = [{}]\n[[side]]\nname = 'two'\n\
         combatant = [{}, {}, {}]\n",
        super::SOLDIER,
        one("A", ", at = [[0, 0]]"),
        one("B", ", at = [[5, 0]]"),
        one("C", ", at = [[3, 0]], arrives = 2"),
        one("D", ", at = [[3, 0]], arrives = 2")
    );
    let mut play: ScriptedPlay<InjuryD20> = play(&text, &named("initiative 20 10 initiative 5 15"));
    play.rounds(2);
    assert_eq!(play.ending(), None::<Ending>);
    // D came first and has the square; C has the nearest that is free, the lower one.
    seen(&play, "D", &[("x", 3)]);
    ends(play, "C", &[("x", 2)]);
}

// INJ-050, INJ-055
#[test]
fn nights_that_worsen_no_injury_are_warned_of() {
    let day = |legs: &str| format!("day = [{legs}, {{ fight = ['one', 'two'] }}]\n{}", scene("", "", ""));
    let warned = |legs: &str| told_of::<InjuryD20>(&day(legs)).contains("no injury grows worse or heals in them");
    assert!(warned("{ rest = 'night' }, { rest = 'night' }"));
    assert!(!warned("{ rest = 'night' }"));
    assert!(!warned("{ rest = 'night' }, { rest = 'day' }, { rest = 'night' }"));
}
