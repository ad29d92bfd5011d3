//! Stamina, exhaustion, strain and bleeding: what fills them, what empties them, what follows.

use super::duel;
use super::stage::{at, blow, ends, field, needs, plan, starts};

// INJ-021, INJ-022, INJ-023, INJ-024
#[test]
fn the_pool_is_training_and_constitution_for_each_level_and_never_empty() {
    starts("", "", &[("stamina", 10), ("stamina_max", 10)]);
    starts("trained_stamina = 6", "", &[("stamina_max", 12)]);
    starts("con = 3", "", &[("stamina_max", 13)]);
    starts("level = 5", "", &[("stamina_max", 14)]);
    starts("con = -2", "", &[("stamina", 1), ("stamina_max", 1)]);
    starts("con = 0\ntrained_stamina = 0", "", &[("stamina_max", 1)]);
    starts("", "[book.stamina]\ncon_per_level = 2", &[("stamina_max", 16)]);
    starts("con = -2", "[book.stamina]\nmin_max = 3", &[("stamina_max", 3)]);
}

// INJ-021, INJ-025, INJ-026, R-07
#[test]
fn stamina_then_exhaustion_then_consciousness() {
    let after = |stamina: u8, exhaustion: u8, values: &[(&str, i64)]| {
        let b = format!("stamina = {stamina}\nexhaustion = {exhaustion}");
        ends(blow("", &b, "", "16"), "B", values);
    };
    // One degree: two points of strain.
    after(3, 4, &[("stamina", 1), ("exhaustion", 4), ("exhausted", 0)]);
    after(2, 4, &[("stamina", 0), ("exhaustion", 4), ("exhausted", 1)]);
    after(1, 4, &[("stamina", 0), ("exhaustion", 3), ("exhausted", 1), ("unconscious", 0)]);
    after(1, 1, &[("stamina", 0), ("exhaustion", 0), ("unconscious", 1)]);
}

// INJ-026, R-07
#[test]
fn how_large_the_pool_of_exhaustion_is() {
    starts("", "", &[("exhaustion", 12), ("exhaustion_max", 12)]);
    starts("con = -12", "", &[("exhaustion_max", 1)]);
    starts("", "[book.exhaustion]\nbase = 5", &[("exhaustion_max", 7)]);
    starts("", "[rulings]\nexhaustion_pool = 'max_stamina'", &[("exhaustion_max", 10)]);
    starts("", "[rulings]\nexhaustion_pool = 'fixed'", &[("exhaustion_max", 10)]);
    starts("", "[rulings]\nexhaustion_pool = 'fixed'\n[book.exhaustion]\nfixed = 4", &[("exhaustion_max", 4)]);
    starts("exhaustion_max = 3", "", &[("exhaustion", 3)]);
}

// INJ-027, R-07
#[test]
fn only_stamina_pays_unless_the_rulings_let_exhaustion_pay() {
    let power = format!("{}power = [{{ points = 3, reserve = 0 }}]\n", plan("{ do = 'attack' }"));
    let after = |a: &str, ruling: &str, dice: &str, stamina: i64, exhaustion: i64| {
        ends(blow(a, "", &format!("{power}{ruling}"), dice), "A", &[("stamina", stamina), ("exhaustion", exhaustion)]);
    };
    after("stamina = 4", "", "5", 1, 12);
    after("stamina = 2", "", "11", 2, 12);
    let yes = "[rulings]\nspend_from_exhaustion = 'yes'";
    // Exhausted by the price, it rolls another die.
    after("stamina = 2", yes, "5 20", 0, 11);
    after("stamina = 2\nexhaustion = 2", yes, "5 20", 0, 1);
    after("stamina = 2\nexhaustion = 1", yes, "11", 2, 1);
}

// INJ-025, INJ-032, R-08
#[test]
fn the_exhausted_roll_worse_and_walk_at_half_speed() {
    let tired = "stamina = 0";
    needs(tired, "", "", 11, -1);
    needs(tired, "", "[book.exhausted]\ndisadvantage = 2", 11, -2);
    needs(tired, "", "[book.exhausted]\non = ['check']", 11, 0);
    starts(tired, "", &[("exhausted", 1), ("speed_ft(ground)", 15), ("off_guard", 0)]);
    starts(&format!("{tired}\nspeed_ft = 25"), "", &[("speed_ft(ground)", 12)]);
    starts(tired, "[book.exhausted]\nspeed_factor = '1/1'", &[("speed_ft(ground)", 30)]);
    starts("stamina = 1", "", &[("exhausted", 0), ("speed_ft(ground)", 30)]);
    // Checks are hampered too, saves are not: the check of a heart has two dice.
    let heart = |rest: &str, dice: &str| {
        let play = blow("mb = 18", "stamina = 0", &format!("{}{rest}", at("heart")), dice);
        ends(play, "B", &[("injuries_at(heart_0)", 1)]);
    };
    heart("", "15   10 10");
    heart("[book.exhausted]\non = ['attack']", "15   10");
}

// INJ-032, INJ-230, R-08
#[test]
fn the_exhausted_do_not_charge() {
    let rest = plan("{ do = 'charge' }");
    let mut play = field(&[("A", [1, 5], "stamina = 0")], &[("B", [5, 5], "")], &rest, "");
    play.rounds(1);
    ends(play, "A", &[("x", 1), ("charging", 0)]);
}

// INJ-028, INJ-061, INJ-062, INJ-063, R-06
#[test]
fn what_strain_does() {
    let rest = |more: &str| format!("{}{more}", plan("{ do = 'attack', when = 'round == 1' }"));
    let after = |more: &str, strain: i64, stamina: i64| {
        let mut play = duel("", "", &rest(more), "attack 16");
        play.rounds(1);
        ends(play, "B", &[("strain", strain), ("stamina", stamina)]);
    };
    after("", 2, 8);
    after("[book.strain]\nstamina_per_point = 3", 2, 4);
    after("[book.strain]\nper_hit = 3\nper_degree = 2", 5, 5);
    after("[rulings]\nstrain = 'none'", 2, 10);
    // In its own turn, which has come by now, it pays two and has one left.
    after("[rulings]\nstrain = 'stamina_each_turn'", 1, 8);
    let mut play = duel("", "", &rest("[rulings]\nstrain = 'stamina_each_turn'"), "16");
    play.rounds(3);
    ends(play, "B", &[("strain", 0), ("stamina", 7)]);
    after("[rulings]\nstrain = 'stamina_cost'", 2, 10);
}

// INJ-063, R-06
#[test]
fn strain_can_raise_the_prices_instead() {
    let lunge = format!("{}power = [{{ points = 1 }}]\n[rulings]\nstrain = 'stamina_cost'\n", plan("{ do = 'attack' }"));
    for (strain, price) in [(4, 1), (5, 2), (9, 2), (10, 3)] {
        ends(blow(&format!("strain = {strain}"), "", &lunge, "9"), "A", &[("stamina", 10 - price), ("strain", strain)]);
    }
    let per = format!("{lunge}[book.strain]\nper_cost = 2\n");
    ends(blow("strain = 4", "", &per, "9"), "A", &[("stamina", 7)]);
}

// INJ-028, INJ-035, R-12
#[test]
fn bleeding_takes_stamina_when_the_turn_begins_and_asks_the_unconscious_for_a_save() {
    let idle = plan("{ do = 'escape' }");
    let after = |b: &str, more: &str, dice: &str, values: &[(&str, i64)]| {
        ends(blow("", b, &format!("{idle}[rulings]\nend_out = 'dead'\n{more}"), dice), "B", values);
    };
    after("bleed = 3", "", "", &[("stamina", 7), ("bleed", 3), ("strain", 0)]);
    after("bleed = 3", "[book.bleed]\nstamina_per_point = 2", "", &[("stamina", 4)]);
    // Falling unconscious by it asks for no save yet.
    after("bleed = 3\nstamina = 2\nexhaustion = 1", "", "", &[("unconscious", 1), ("dead", 0)]);
    after("bleed = 3\nstamina = 2\nexhaustion = 1", "death_save_scope = 'also_when_falling'", "1", &[("dead", 1)]);
    after("bleed = 3\nstamina = 0\nexhaustion = 0\ncon = 0", "", "3", &[("dead", 0)]);
    after("bleed = 3\nstamina = 0\nexhaustion = 0\ncon = 0", "", "2", &[("dead", 1)]);
    after("bleed = 3", "death_save_scope = 'always'", "10", &[("stamina", 7)]);
}

//
#[test]
fn when_one_bleeds_and_how_two_bleedings_go_together() {
    let two = "weapons = [{ name = 'axe', critical_effect = 'bleed', critical_amount = 2 }]";
    let after = |b: &str, more: &str, bleed: i64, stamina: i64| {
        // Critical without another degree: two points of strain, then the bleeding of B's turn.
        let play = blow(two, &format!("armor = 12\n{b}"), more, "20");
        ends(play, "B", &[("bleed", bleed), ("stamina", stamina)]);
    };
    after("bleed = 1", "", 2, 6);
    after("bleed = 3", "", 3, 5);
    after("bleed = 1", "[rulings]\nbleed_stack = 'sum'", 3, 5);
    after("", "[book.bleed]\nwhen = 'turn_end'", 2, 6);
    // By then it has paid for its own blow: with one point left at the beginning it is not yet exhausted when it strikes.
    let rest = format!("{}[policy.b]\nplan = [{{ do = 'attack' }}]\nparts = [{{ part = 'ear' }}]\n", plan("{ do = 'escape' }"));
    ends(blow("", "stamina = 1\nbleed = 1", &rest, "11 20"), "B", &[("stamina", 0)]);
    let end = format!("{rest}[book.bleed]\nwhen = 'turn_end'");
    ends(blow("", "stamina = 1\nbleed = 1", &end, "11"), "B", &[("stamina", 0)]);
}

//
#[test]
fn blood_is_stopped_by_a_check_of_two_points() {
    let rest = |more: &str| {
        let b = "[policy.b]\nplan = [{ do = 'staunch' }, { do = 'staunch' }, { do = 'attack' }]\nparts = [{ part = 'ear' }]\n";
        format!("{}{b}{more}", plan("{ do = 'escape' }"))
    };
    let after = |more: &str, dice: &str, bleed: i64| {
        ends(blow("", "bleed = 1\nskills = { heal = 3 }", &rest(more), dice), "B", &[("bleed", bleed), ("stamina", 9)]);
    };
    after("", "12   11", 0);
    after("", "11   11", 1);
    after("[book.staunch]\ndc = 14", "11   11", 0);
    after("[book.staunch]\nap = 1", "11   12   11", 0);
}

// INJ-030, INJ-031
#[test]
fn without_constitution_nothing_costs_and_nothing_takes_stamina() {
    let golem = "without_con = true\ndestroyed_at = 20";
    let rest = format!(
        "{}power = [{{ points = 1, reserve = 0 }}]\nreckless = [{{ points = 1, reserve = 0 }}]\n",
        plan("{ do = 'attack' }")
    );
    // No power, no recklessness: one die, and 10 misses.
    ends(blow(golem, "", &rest, "10"), "A", &[("stamina", 0), ("stamina_max", 0), ("exhausted", 0)]);
    // Nor where recklessness costs nothing but a die.
    ends(blow(golem, "", &format!("{rest}[book.reckless]\ncost = 0\n"), "11"), "B", &[("strain", 1)]);
    ends(blow("", &format!("{golem}\nbleed = 5"), "", "16"), "B", &[("strain", 2), ("unconscious", 0), ("exhausted", 0)]);
}
