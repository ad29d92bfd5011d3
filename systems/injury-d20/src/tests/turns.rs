//! Turns: action points, free actions, opened defences, reactions.

use super::seen;
use super::stage::{FIRST, blow, ends, field, needs, plan};

// INJ-174
#[test]
fn a_round_takes_six_seconds() {
    for (more, seconds) in [("", 12), ("seconds = 10\n", 20)] {
        let rest = format!("{}[book.round]\nrounds_max = 2\n{more}", plan("{ do = 'escape' }"));
        let mut play = blow("", "", &rest, "");
        play.rounds(1);
        assert_eq!((play.metric("rounds"), play.metric("seconds")), (2, seconds));
    }
}

// INJ-180, INJ-182, INJ-231, INJ-232, INJ-233, R-37
#[test]
fn full_actions_cost_three_points_and_round_actions_the_whole_turn_with_all_reactions() {
    let rest = |kind: &str, lines: &str, more: &str| {
        let b = "[policy.b]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]\n";
        format!("{}parry = [{{ do = 'yes' }}]\n{b}{more}[book.action]\ndefend = '{kind}'", plan(lines))
    };
    let (defend, attack) = ("{ do = 'defend' }", "{ do = 'attack' }");
    // B's blow with 15 hits either defence value, with a degree against the lower one; A's parry with 9 fails.
    let after = |kind: &str, lines: &str, a: &str, dice: &str, values: &[(&str, i64)]| {
        ends(blow(a, "", &rest(kind, lines, ""), dice), "A", values);
    };
    after("simple", defend, "", "15   9", &[("defending", 1), ("dv", 19), ("reactions", 3), ("strain", 1)]);
    after("standard", defend, "", "15   9", &[("defending", 1), ("reactions", 3), ("strain", 1)]);
    after("full", defend, "", "15   9", &[("defending", 1), ("reactions", 3), ("strain", 1)]);
    // No reaction until the own next turn.
    after("round", defend, "", "15", &[("defending", 1), ("reactions", 0), ("strain", 1)]);
    // Two points are left after an attack: enough for a standard action, not for a full one; a round has to begin with it.
    let both = format!("{attack}, {defend}");
    after("standard", &both, "", "10   15   9", &[("defending", 1), ("strain", 1)]);
    after("full", &both, "", "10   15   9", &[("defending", 0), ("strain", 2)]);
    after("full", &both, "extra_ap = 1", "10   15   9", &[("defending", 1), ("strain", 1)]);
    after("round", &both, "extra_ap = 1", "10   15   9", &[("defending", 0), ("strain", 2)]);
    // It takes the points beyond three as well, and is over when the next turn begins.
    let (lines, more) = (format!("{defend}, {{ do = 'shield' }}"), "shield = 1\nextra_ap = 2");
    after("full", &lines, more, "15   9", &[("defending", 1), ("shield_ready", 1)]);
    after("round", &lines, more, "15", &[("defending", 1), ("shield_ready", 0)]);
    let twice = rest("round", "{ do = 'defend', when = 'round == 1' }, { do = 'escape' }", "");
    let mut play = blow("", "", &twice, "15   15   9");
    play.rounds(1);
    ends(play, "A", &[("defending", 0), ("reactions", 3), ("strain", 3)]);
    // The price of a full action is a number, and less than it is no round.
    let dear = format!("{}\n[book.ap]\nfull = 4", rest("round", defend, ""));
    ends(blow("", "", &dear, "15   9"), "A", &[("defending", 0)]);
    let dear = format!("{}\n[book.ap]\nfull = 2", rest("full", &both, ""));
    ends(blow("", "", &dear, "10   15   9"), "A", &[("defending", 1)]);
}

// INJ-180, INJ-182, R-37
#[test]
fn readying_a_shield_and_charging_can_be_of_another_kind() {
    let shield = |kind: &str, ready: i64| {
        let rest = format!("{}[book.action]\nshield = '{kind}'", plan("{ do = 'attack' }, { do = 'shield' }"));
        ends(blow("shield = 1", "", &rest, "10"), "A", &[("shield_ready", ready)]);
    };
    shield("standard", 1);
    shield("full", 0);
    let charge = |kind: &str, dice: &str, actions: i64, reactions: i64| {
        let rest = format!("{}[book.action]\ncharge = '{kind}'", plan("{ do = 'charge' }, { do = 'attack' }"));
        let mut play = field(&[("A", [1, 5], "")], &[("B", [12, 5], "")], &rest, dice);
        play.rounds(1);
        ends(play, "A", &[("attack_actions", actions), ("reactions", reactions), ("charging", 1)]);
    };
    charge("standard", "9   12 20", 2, 4);
    charge("full", "9", 1, 4);
    charge("round", "9", 1, 0);
}

// INJ-176, INJ-178, INJ-184
#[test]
fn a_turn_has_three_points_and_simple_actions_and_attacks_cost_one() {
    let four = "{ do = 'attack', times = 4 }";
    // Three blows, each with a disadvantage more.
    ends(blow("", "", &plan(four), "attack 11   12 20   11 20 20"), "A", &[("ap", 0), ("attack_actions", 3)]);
    ends(blow("", "", &format!("{}[book.turn]\nap = 1", plan(four)), "11"), "A", &[("attack_actions", 1)]);
    ends(blow("", "", &format!("{}[book.ap]\nattack = 2", plan(four)), "11"), "A", &[("attack_actions", 1)]);
    let shield = "{ do = 'shield' }, { do = 'defend' }";
    let after = |more: &str, ready: i64, defends: i64| {
        let play = blow("shield = 1", "", &format!("{}{more}", plan(shield)), "");
        ends(play, "A", &[("shield_ready", ready), ("defending", defends)]);
    };
    after("", 1, 1);
    after("[book.ap]\nsimple = 2", 1, 0);
    after("[book.ap]\nsimple = 4", 0, 0);
}

// INJ-183, INJ-234, R-37
#[test]
fn there_can_be_more_than_three_points() {
    let five = plan("{ do = 'attack', times = 9 }");
    let dice = "attack 10   10 20   10 20 20   10 20 20 20";
    ends(blow("extra_ap = 1", "", &five, dice), "A", &[("attack_actions", 4), ("ap", 0)]);
    ends(blow("", "", &format!("{five}[book.turn]\nextra_ap = 1"), dice), "A", &[("attack_actions", 4)]);
}

// INJ-179, INJ-229, INJ-230, R-37
#[test]
fn a_charge_costs_two_points_runs_straight_and_hits_better_but_opens_the_defence() {
    let rest = plan("{ do = 'charge' }, { do = 'attack' }, { do = 'attack' }");
    let charge = |a: [i32; 2], more: &str, dice: &str| {
        let mut play = field(&[("A", a, "")], &[("B", [12, 5], "")], &format!("{rest}{more}"), dice);
        play.rounds(1);
        play
    };
    // 9 and 8 are enough; it is one attack action of two points, so that what is left of the turn is one more.
    let play = charge([1, 5], "", "attack 9   12 20");
    seen(&play, "B", &[("strain", 2)]);
    ends(play, "A", &[("x", 11), ("charging", 1), ("dv", 14), ("attack_actions", 2)]);
    let play = charge([1, 5], "[book.charge]\nattack_bonus = 4\ndv_penalty = 3", "7   12 20");
    seen(&play, "B", &[("strain", 2)]);
    ends(play, "A", &[("dv", 13)]);
    // Less than ten feet to run, or more than twice the speed: no charge.
    ends(charge([10, 5], "", "11   12 20"), "A", &[("charging", 0), ("attack_actions", 2)]);
    let far = format!("{}[book.charge]\nspeed_factor = 1", plan("{ do = 'charge' }"));
    let mut play = field(&[("A", [1, 5], "")], &[("B", [12, 5], "")], &far, "");
    play.rounds(1);
    ends(play, "A", &[("charging", 0), ("x", 1)]);
}

// INJ-177, INJ-205, INJ-206, INJ-235, INJ-237, R-36
#[test]
fn power_attack_pays_before_the_roll_and_once_a_turn() {
    let rest = |more: &str| format!("{}power = [{{ points = 2 }}]\n{more}", plan("{ do = 'attack', times = 2 }"));
    let after = |more: &str, dice: &str, stamina: i64, strain: i64| {
        let play = blow("", "", &rest(more), dice);
        seen(&play, "B", &[("strain", strain)]);
        ends(play, "A", &[("stamina", stamina), ("ap", 0), ("attack_actions", 2)]);
    };
    after("", "7   7 20", 8, 1);
    after("", "6   10 20", 8, 0);
    after("[rulings]\nfree_actions = 'unlimited'", "7   7 20", 6, 2);
    after("[book.power]\nbonus = 3", "5   10 20", 8, 1);
    // It is paid even where the blow misses, and by the reserve it is not.
    ends(blow("stamina = 2", "", &rest(""), "7   7 20"), "A", &[("stamina", 2)]);
}

// INJ-205
#[test]
fn power_attack_takes_no_more_than_the_martial_bonus() {
    let rest = |more: &str| format!("{}power = [{{ points = 9 }}]\n{more}", plan("{ do = 'attack' }"));
    ends(blow("", "", &rest(""), "5"), "A", &[("stamina", 7)]);
    ends(blow("", "", &rest("[book.power]\nmax = 1"), "9"), "A", &[("stamina", 9)]);
    needs("", "", &rest(""), 5, 0);
}

// INJ-207, INJ-208, R-39
#[test]
fn a_reckless_attack_pays_stamina_and_dice_for_degrees() {
    let rest = |more: &str| format!("{}reckless = [{{ points = 2 }}]\n{more}", plan("{ do = 'attack' }"));
    let after = |more: &str, dice: &str, stamina: i64, strain: i64| {
        let play = blow("", "", &rest(more), dice);
        seen(&play, "B", &[("strain", strain)]);
        ends(play, "A", &[("stamina", stamina)]);
    };
    after("", "11 20 20", 8, 3);
    after("", "10 20 20", 8, 0);
    after("[book.reckless]\nmax = 1", "11 20", 9, 2);
    after("[book.reckless]\ncost = 3\ndisadvantage = 2", "11 20 20 20 20", 4, 3);
}

// INJ-177, R-36
#[test]
fn kinds_of_free_actions_in_a_turn() {
    let rest =
        |more: &str| format!("{}power = [{{ points = 1 }}]\nreckless = [{{ points = 1 }}]\n{more}", plan("{ do = 'attack' }"));
    ends(blow("", "", &rest(""), "9 20"), "A", &[("stamina", 8)]);
    ends(blow("", "", &rest("[rulings]\nfree_actions = 'one_per_turn'"), "9"), "A", &[("stamina", 9)]);
}

// INJ-202, INJ-203
#[test]
fn a_lunge_reaches_five_feet_further_and_opens_the_defence() {
    let rest = |more: &str| {
        format!(
            "{}movement = [{{ do = 'hold' }}]\nlunge = [{{ do = 'yes' }}]\n[policy.b]\nplan = [{{ do = 'attack', weapon = 'pike' }}]\n\
             parts = [{{ part = 'ear' }}]\nmovement = [{{ do = 'hold' }}]\n{more}",
            plan("{ do = 'attack', times = 2 }")
        )
    };
    let pike = "weapons = [{ name = 'pike', reach_ft = 10 }]";
    let mut play = field(&[("A", [5, 5], "")], &[("B", [7, 5], pike)], &rest(""), "11   11 2");
    play.rounds(1);
    seen(&play, "B", &[("strain", 1)]);
    seen(&play, "A", &[("strain", 1), ("open_defences", 1), ("attack_actions", 1), ("stamina", 8)]);
    let mut play = field(&[("A", [5, 5], "")], &[("B", [8, 5], pike)], &rest(""), "");
    play.rounds(1);
    ends(play, "A", &[("stamina", 10), ("open_defences", 0)]);
}

/// A beside B and C, who stand beside each other; B strikes back in its turn with what dice say.
fn cleaves(more: &str, a: &str, times: u8, dice: &str) -> frame::rules::testing::ScriptedPlay<crate::InjuryD20> {
    let rest = format!(
        "{}cleave = [{{ do = 'yes' }}]\n[policy.b]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]\n{more}",
        plan(&format!("{{ do = 'attack', times = {times} }}"))
    );
    let mut play = field(&[("A", [5, 5], a)], &[("B", [6, 5], ""), ("C", [6, 6], "")], &rest, dice);
    play.rounds(1);
    play
}

// INJ-200, INJ-201, R-39
#[test]
fn a_cleave_goes_on_into_the_next_and_opens_the_defence() {
    // The blow, the cleave, and B's blow with its advantage.
    let play = cleaves("", "", 1, "attack 11   12   11 2");
    seen(&play, "B", &[("strain", 1)]);
    seen(&play, "C", &[("strain", 1)]);
    ends(play, "A", &[("stamina", 8), ("strain", 1), ("attack_actions", 1), ("open_defences", 1)]);
    // A miss is followed by none.
    let play = cleaves("", "", 1, "attack 10   11");
    ends(play, "A", &[("stamina", 9), ("open_defences", 0)]);
    // It has the disadvantage of its blow.
    let play = cleaves("", "", 2, "attack 10   11 20   12 20   11 2");
    ends(play, "C", &[("strain", 1)]);
    let same = cleaves("[rulings]\ncleave_roll = 'same'", "", 1, "11   11 2");
    seen(&same, "C", &[("strain", 1)]);
}

// INJ-201, R-39
#[test]
fn opened_defences_add_up_unless_the_rulings_say_no() {
    let unlimited = "[rulings]\nfree_actions = 'unlimited'\n";
    // The blow at B, the cleave into C, the cleave back into B, and on until one misses.
    let dice = |last: &str| format!("11   12   13   10   {last}");
    let play = cleaves(unlimited, "", 1, &dice("11 2 2 2"));
    ends(play, "A", &[("open_defences", 3)]);
    let play = cleaves(&format!("{unlimited}open_defences_stack = 'no'"), "", 1, &dice("11 2"));
    ends(play, "A", &[("open_defences", 3)]);
    let play = cleaves(&format!("{unlimited}[book.open_defences]\nadvantage = 0"), "", 1, &dice("11"));
    ends(play, "A", &[("open_defences", 3)]);
}

// INJ-204, R-38
#[test]
fn multiweapon_strikes_with_every_weapon_at_a_disadvantage() {
    let multi = plan("{ do = 'multi' }, { do = 'attack' }");
    let two =
        "weapons = [{ name = 'sword' }, { name = 'dagger' }, { name = 'bite', natural = true, part = { part = 'mouth' } }]";
    let play = blow(two, "", &multi, "attack 11 20   12 20   13 20   14 20");
    seen(&play, "B", &[("strain", 4)]);
    ends(play, "A", &[("attack_actions", 2)]);
}

// INJ-239, R-51
#[test]
fn how_many_reactions_there_are() {
    for (a, reactions) in [("", 4), ("dex = 5", 6), ("str = -1\ndex = -3", 1), ("str = 0\ndex = 0", 1)] {
        ends(blow(a, "", &plan("{ do = 'escape' }"), ""), "A", &[("reactions", reactions)]);
    }
    ends(blow("", "", &format!("{}[rulings]\nreactions = 'one'", plan("{ do = 'escape' }")), ""), "A", &[("reactions", 1)]);
}

// INJ-181, INJ-238, INJ-240, INJ-241, INJ-246, R-32, R-51
#[test]
fn whoever_leaves_a_threatened_square_is_struck_once_by_each_before_it_goes() {
    let rest = |more: &str| {
        format!(
            "[policy.a]\nplan = [{{ do = 'move' }}]\nmovement = [{{ do = 'kite' }}]\n{FIRST}\
             [policy.b]\nplan = [{{ do = 'escape' }}]\nreact = [{{ do = 'yes' }}]\nparts = [{{ part = 'ear' }}]\n\
             [policy.c]\nplan = [{{ do = 'escape' }}]\nreact = [{{ do = 'yes' }}]\nparts = [{{ part = 'ear' }}]\n{more}"
        )
    };
    let pike = "weapons = [{ name = 'pike', reach_ft = 10 }]";
    let twos = [("B", [6, 5], pike), ("C", [6, 6], "")];
    let mut play = field(&[("A", [5, 5], "")], &twos, &rest(""), "11   12");
    play.rounds(1);
    // B's reach would have provoked it twice; the second of the two blows meets no earlier attacks of its own.
    seen(&play, "A", &[("strain", 2)]);
    let mut play = field(&[("A", [5, 5], "")], &twos, &rest("[book]\nprovokes = ['stand_up']"), "");
    play.rounds(1);
    ends(play, "A", &[("strain", 0)]);
    // A step provokes nobody, and who is knocked out by the blow does not go.
    let step = rest("").replace("'move'", "'step'");
    let mut play = field(&[("A", [5, 5], "")], &twos, &step, "");
    play.rounds(1);
    ends(play, "A", &[("strain", 0), ("x", 4)]);
    let mut play = field(&[("A", [5, 5], "stamina = 1\nexhaustion = 0")], &twos, &rest(""), "11");
    play.rounds(1);
    ends(play, "A", &[("unconscious", 1), ("x", 5), ("y", 5)]);
}

// INJ-184, INJ-246, R-22, R-32
#[test]
fn whoever_is_stopped_while_it_passes_others_is_where_it_could_have_stood_last() {
    let rest = "[policy.a]\nplan = [{ do = 'move' }]\ntarget = [{ at = 'first' }]\n[policy.b]\nplan = [{ do = 'escape' }]\nreact = [{ do = 'yes' }]\n\
                parts = [{ part = 'ear' }]\n[arena]\nwidth = 20\nheight = 2\nobstacles = [[2, 1], [3, 1]]\n";
    // The way to C leads over the square of a friend, and B can reach that.
    let goes = |a: &str, x: i64, unconscious: i64| {
        let ones = [("A", [2, 0], a), ("D", [3, 0], "")];
        let mut play = field(&ones, &[("C", [15, 0], ""), ("B", [4, 1], "")], rest, "11");
        play.rounds(1);
        ends(play, "A", &[("x", x), ("y", 0), ("strain", 1), ("unconscious", unconscious)]);
    };
    goes("", 8, 0);
    goes("stamina = 1\nexhaustion = 0", 2, 1);
}

// INJ-246, INJ-236, R-32
#[test]
fn standing_up_and_picking_up_provoke_and_reactions_take_no_free_actions() {
    let b = "[policy.b]\nplan = [{ do = 'escape' }]\nreact = [{ do = 'yes' }]\npower = [{ points = 2, reserve = 0 }]\nreckless = [{ points = 1 }]\ncleave = [{ do = 'yes' }]\nparts = [{ part = 'ear' }]\n";
    let stand = "[policy.a]\nplan = [{ do = 'stand' }]\n";
    // Still prone: one advantage.
    let play = blow("prone = true", "", &format!("{stand}{b}"), "11 2");
    seen(&play, "B", &[("stamina", 10)]);
    ends(play, "A", &[("prone", 0), ("strain", 1)]);
    let none = format!("{stand}{b}[book]\nprovokes = ['pick_up']");
    ends(blow("prone = true", "", &none, ""), "A", &[("prone", 0), ("strain", 0)]);
    // 1 drops the sword; picking it up for the next attack is answered.
    let rest = format!("{}{b}", plan("{ do = 'attack' }, { do = 'pick_up' }"));
    ends(blow("", "", &rest, "1   11"), "A", &[("place(0)", 1), ("strain", 1)]);
}

// INJ-242, R-45
#[test]
fn what_a_parry_takes_and_when_there_is_none() {
    let parries = |more: &str| {
        format!("{}[policy.b]\nplan = [{{ do = 'escape' }}]\nparry = [{{ do = 'yes' }}]\n{more}", plan("{ do = 'attack' }"))
    };
    let after = |b: &str, more: &str, dice: &str, strain: i64| {
        ends(blow("", b, &parries(more), dice), "B", &[("strain", strain)]);
    };
    after("", "", "11   12", 0);
    after("", "", "11   11", 1);
    after("weapons = []", "", "11", 1);
    after("stamina = 0", "", "11", 1);
    after("conditions = [{ condition = 'off_guard' }]", "", "11", 1);
    after("without_con = true\ndestroyed_at = 9", "", "11", 1);
    // Naturals mean nothing to a parry, but by ruling.
    after("mb = 30", "", "11   1", 0);
    after("mb = 30", "[rulings]\nparry_naturals = 'yes'", "11   1", 1);
    let weak = "mb = 0\nstr = -5\ndex = -5";
    after(weak, "", "11   20", 2);
    after(weak, "[rulings]\nparry_naturals = 'yes'", "11   20", 1);
    let bow = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 60 }]";
    ends(blow(bow, "", &parries(""), "12"), "B", &[("strain", 1)]);
    ends(blow(bow, "", &parries("[book.parry]\nranged = true"), "12   19"), "B", &[("strain", 0)]);
    let free = parries("[rulings]\nparry_uses_reaction = 'no'\nreactions = 'one'")
        .replace("{ do = 'attack' }", "{ do = 'attack', times = 2 }");
    ends(blow("", "", &free, "11   12   12 20   13"), "B", &[("strain", 0), ("stamina", 8)]);
    let one = parries("[rulings]\nreactions = 'one'").replace("{ do = 'attack' }", "{ do = 'attack', times = 2 }");
    ends(blow("", "", &one, "11   12   12 20"), "B", &[("strain", 1)]);
}

//
#[test]
fn drawing_picking_up_and_moving_cost_a_point_each() {
    let two = "weapons = [{ name = 'sword', stowed = true }]";
    let after = |more: &str, times: i64| {
        let dice = ["", "attack 10", "attack 10   10 20", "attack 10   10 20   10 20 20"][times as usize];
        ends(
            blow(two, "", &format!("{}{more}", plan("{ do = 'attack', times = 3 }")), dice),
            "A",
            &[("attack_actions", times)],
        );
    };
    after("", 2);
    after("[book.draw]\nap = 2", 1);
    after("[book.draw]\nap = 0", 3);
    let walk = |more: &str, x: i64| {
        let mut play =
            field(&[("A", [0, 5], "")], &[("B", [19, 5], "")], &format!("{}{more}", plan("{ do = 'move', times = 3 }")), "");
        play.rounds(1);
        ends(play, "A", &[("x", x)]);
    };
    walk("", 18);
    walk("[book.move]\nap = 2", 6);
    let pick = |more: &str, dice: &str, attacks: i64| {
        let rest = format!("{}{more}", plan("{ do = 'attack' }, { do = 'attack' }"));
        ends(blow("", "", &rest, dice), "A", &[("attack_actions", attacks)]);
    };
    pick("", "1   10 20", 2);
    pick("[book.pick_up]\nap = 2", "1", 1);
}
