//! Tests of everything that the published rules leave open, every alternative of a ruling with its effect; and of the slots.

use super::stage::{after, begins, met, stage};
use super::{play, sides};
use crate::Bdp;
use frame::fight::Ending;
use frame::rules::testing::ScriptedPlay;

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const IDLE: &str = "hp_max = 9";
const MACE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'mace', proficient = true, tags = { shock = 8 } }]";

fn reacts(reaction: &str) -> String {
    let reserve = if reaction == "defend" { "" } else { ", reserve = 0" };
    format!("[policy.reacts]\naction = [{{ do = 'wait' }}]\nreaction = [{{ do = '{reaction}'{reserve} }}]\n")
}

fn does(action: &str) -> String {
    format!(
        "[policy.does]\ntarget = [{{ at = 'first' }}]\naction = [{{ {action} }}, {{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\n"
    )
}

/// A character alone, and these legs of a day.
fn days(pc: &str, legs: &[&str], rest: &str, dice: &str) -> ScriptedPlay<Bdp> {
    let legs: String = legs.iter().map(|leg| format!("[[day]]\nrest = {leg}\n")).collect();
    let sides = sides(&[&format!("name = 'P'\npc = true\n{pc}")], &["name = 'N'"]);
    play(&format!("{sides}{legs}[[day]]\nfight = ['party', 'foes']\n{rest}"), dice)
}

// BDP-033
#[test]
fn a_fatigue_takes_a_slot_until_sleep_or_food_take_it_off() {
    for fatigue in [0, 1, 4] {
        assert_eq!(begins(&format!("condition = {{ fatigue = {fatigue} }}"), "free_slots"), 10 - fatigue);
    }
    let legs = [
        "'break'",
        "{ night = { sleep = 'perilous', food = 'fresh' } }",
        "{ night = { sleep = 'perilous', food = 'simple' } }",
        "{ night = { sleep = 'normal', food = 'fresh' } }",
    ];
    let mut play = days("condition = { fatigue = 3 }", &legs, "", "");
    for (fatigue, free) in [(3, 7), (3, 7), (2, 8), (0, 10)] {
        play.leg();
        assert_eq!((play.see("P", "fatigue"), play.see("P", "free_slots")), (fatigue, free));
    }
}

// BDP-034
#[test]
fn fatigue_comes_from_blocks_dodges_magic_and_events() {
    let pc = "hp_max = 9\npolicy = 'reacts'\nweapons = [{ name = 'sword' }]";
    let tired = |fatigue: i64| [("P", "fatigue", fatigue), ("P", "free_slots", 9 - fatigue)];
    after(1, met(&[pc], &[SWORD]), &reacts("defend"), "d8=1", &tired(0));
    after(1, met(&[pc], &[SWORD]), &reacts("block"), "d4=1", &tired(1));
    after(1, met(&[pc], &[SWORD]), &reacts("dodge"), "d4=1", &tired(1));
    let mage = "hp_max = 9\nmd = 1\npolicy = 'does'\nslots_used = 1";
    after(1, met(&[mage], &[IDLE]), &does("do = 'sculpt'"), "d6=3", &tired(0));
    after(1, met(&[mage], &[IDLE]), &does("do = 'sculpt'"), "d6=4", &tired(1));
    let mut play = days("", &["{ attempt = { time = true } }"], "", "d6=3");
    assert_eq!(play.leg().see("P", "fatigue"), 1);
}

//
#[test]
fn a_turn_in_gas_is_a_round_or_ten_minutes_and_a_watch_is_a_sixth_of_a_day() {
    let gas = "[arena]\nzones = [{ name = 'a', hazard = 'gas' }]\n";
    let lost = |rounds: u32, rest: &str, dice: &str, str: i64| {
        after(rounds, met(&[IDLE], &[IDLE]), &format!("{gas}{rest}"), dice, &[("P", "str", str), ("N", "str", str)]);
    };
    lost(1, "", "d20=1", 9);
    lost(2, "", "d20=1 d20=1", 8);
    let slowly = "[rulings]\ngas_unit = 'ten_minutes'\n";
    lost(2, slowly, "d20=1 d20=1", 10);
    lost(59, &format!("{slowly}[book.round]\nrounds_max = 60\n"), &"d20=1 ".repeat(59), 10);
    lost(60, &format!("{slowly}[book.round]\nrounds_max = 60\n"), &"d20=1 ".repeat(60), 9);
    let freezes = |minutes: u32, rest: &str| {
        let text = format!(
            "{}[[day]]\ntravel = {minutes}\n[[day]]\nfight = ['party', 'foes']\n",
            sides(&["name = 'P'\npc = true"], &["name = 'N'"])
        );
        let mut play = play(&format!("{text}[arena]\ncold = true\n{rest}"), "");
        play.leg().see("P", "str")
    };
    assert_eq!([239, 240, 480].map(|minutes| freezes(minutes, "")), [10, 9, 8]);
    assert_eq!([239, 240, 480].map(|minutes| freezes(minutes, "[book.days]\nwatches = 12\n")), [9, 8, 6]);
}

//
#[test]
fn what_has_no_slot_pushes_something_out_or_does_not_come_or_takes_one_down() {
    let injured = |pc: &str, rest: &str, seen: &[(&str, &str, i64)]| {
        after(1, met(&[&format!("hp_max = 0\n{pc}")], &[SWORD]), rest, "d8=4 d20=7 d10=3 d4=1", seen);
    };
    let (rope, tent) = ("{ name = 'rope' }", "{ name = 'tent' }");
    let packed = |one: &str, other: &str| format!("slots_used = 7\nitems = [{one}, {other}]");
    let seen = |free: i64| [("P", "wounds", 1), ("P", "items", 1), ("P", "free_slots", free)];
    injured(&packed(rope, tent), "", &seen(1));
    injured(&packed(tent, rope), "", &seen(0));
    let held = "slots_used = 8\nmiracles = ['bless']\nitems = [{ name = 'rope', stored = false }]";
    injured(held, "", &[("P", "wounds", 1), ("P", "items", 1), ("P", "miracles", 0), ("P", "free_slots", 0)]);
    injured("slots_used = 10", "", &[("P", "wounds", 1), ("P", "free_slots", -1)]);
    injured("slots_used = 10", "[rulings]\noverflow = 'ignore'\n", &[("P", "wounds", 0), ("P", "active", 1)]);
    injured("slots_used = 10", "[rulings]\noverflow = 'collapse'\n", &[("P", "unconscious", 1), ("P", "active", 0)]);
    // Fatigue that one would have to choose is not possible at all.
    let pc = "hp_max = 9\npolicy = 'reacts'\nslots_used = 8\nweapons = [{ name = 'sword' }]\nitems = [{ name = 'rope' }]";
    let rest = format!("[rulings]\ninventory_full = 'hp_only'\n{}", reacts("block"));
    after(1, met(&[pc], &[SWORD]), &rest, "d8=4 d20=1", &[("P", "fatigue", 0), ("P", "items", 1)]);
    let mut play = days("slots_used = 9\nitems = [{ name = 'rope' }]", &["{ attempt = { time = true } }"], "", "d6=3");
    play.leg();
    assert_eq!(["fatigue", "items", "free_slots"].map(|what| play.see("P", what)), [1, 0, 0]);
    let drops = "[policy.drops]\ntarget = [{ at = 'first' }]\nbackpack = [{ do = 'yes' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = SWORD.replace("'hits'", "'drops'") + "\nitems = [{ name = 'rope' }]";
    after(1, met(&[&pc], &[IDLE]), drops, "d8=2", &[("P", "items", 0), ("N", "hp", 7)]);
    let slowly = format!("{drops}[rulings]\nbackpack_drop = 'quick'\n");
    after(1, met(&[&pc], &[IDLE]), &slowly, "d20=1", &[("P", "items", 0), ("N", "hp", 9)]);
}

//
#[test]
fn a_shock_lasts_to_the_end_of_the_next_round_and_spoils_any_dex_save() {
    let (pc, lasts) = ("hp_max = 30\npolicy = 'does'", |rounds: u8| format!("[book.property]\nshock_rounds = {rounds}\n"));
    let flees = |round: u32| does(&format!("do = 'retreat', when = 'round == {round}'"));
    let gone = |away: i64| [("P", "away", away)];
    after(2, met(&[pc], &[MACE]), &flees(2), "d8=8 d8=1", &gone(0));
    after(3, met(&[pc], &[MACE]), &flees(3), "d8=8 d8=1 d8=1 d20=10", &gone(1));
    after(3, met(&[pc], &[MACE]), &format!("{}{}", flees(3), lasts(2)), "d8=8 d8=1 d8=1", &gone(0));
    after(2, met(&[pc], &[MACE]), &format!("{}{}", flees(2), lasts(0)), "d8=8 d8=1 d20=10", &gone(1));
    let sword = SWORD.replace("hp_max = 9", "hp_max = 30");
    let ordered = [("P", "hp", 20), ("N", "hp", 7)];
    after(2, met(&[&sword], &[MACE]), "", "d20=1 d8=1 d8=8 d8=2 d8=1", &ordered);
    after(2, met(&[&sword], &[MACE]), &lasts(0), "d20=1 d8=1 d8=8 d20=1 d8=1 d8=2", &ordered);
    let trips = "[policy.trips]\naction = [{ do = 'gambit', gambit = 'trip' }]\n";
    let tripper = "hp_max = 9\npolicy = 'trips'\nweapons = [{ name = 'maul', category = 'slow' }]";
    after(1, met(&["hp_max = 30"], &[MACE, tripper]), trips, "d8=8 d10=5", &[("P", "prone", 1)]);
    let breathes = "[policy.breathes]\naction = [{ do = 'breath' }]\n";
    let dragon = "hp_max = 9\npolicy = 'breathes'\nbreath = { die = '1d10' }";
    after(2, met(&["hp_max = 30"], &[MACE, dragon]), breathes, "d8=1 d8=8 d10=3 d20=1", &[("P", "str", 7)]);
    after(2, met(&["hp_max = 30"], &[MACE, dragon]), breathes, "d8=1 d8=7 d20=10", &[("P", "str", 10)]);
}

//
#[test]
fn bleeding_adds_up_or_not_and_is_rolled_or_dropped_at_the_end() {
    let hook = |category: &str| {
        format!(
            "policy = 'hits'\nweapons = [{{ name = 'hook', category = '{category}', proficient = true, tags = {{ bleed = 3 }} }}]"
        )
    };
    let (quick, slow) = (hook("fast"), hook("balanced"));
    let foe = "hp_max = 30";
    // N waits before both of them, so its next turn is in the next round.
    let first = "d20=11 d6=3 d8=3";
    let seen = |bleeding: i64, str: i64| [("N", "bleeding", bleeding), ("N", "str", str)];
    after(1, met(&[&quick, &slow], &[foe]), "", first, &seen(2, 10));
    after(2, met(&[&quick, &slow], &[foe]), "", &format!("{first} d20=11 d4=1 d4=2 d6=1 d8=1"), &seen(0, 7));
    let once = "[rulings]\nbleed_stack = false\n";
    after(1, met(&[&quick, &slow], &[foe]), once, first, &seen(1, 10));
    after(2, met(&[&quick, &slow], &[foe]), once, &format!("{first} d20=11 d4=1 d6=1 d8=1"), &seen(0, 9));
    let ends = |rest: &str, dice: &str| {
        let days = "[[day]]\nfight = ['party', 'foes']\n[[day]]\nrest = 'break'\n[book.round]\nrounds_max = 1\n";
        let mut play = stage(&[&slow], &[foe], &format!("{days}{rest}"), dice);
        play.leg();

        [play.see("N", "str"), play.see("N", "bleeding")]
    };
    assert_eq!(ends("", "d8=3 d4=4"), [6, 0]);
    assert_eq!(ends("[rulings]\nbleed_after = 'drop'\n", "d8=3"), [10, 0]);
}

//
#[test]
fn what_is_thrown_keeps_its_category_and_is_out_of_the_hand() {
    let throws = does("do = 'throw'");
    let thrower = |kind: &str| format!("hp_max = 9\npolicy = 'does'\nweapons = [{{ kind = '{kind}' }}]");
    let pc = "hp_max = 9\npolicy = 'reacts'\nweapons = [{ name = 'sword' }]";
    let thrown = |kind: &str, reaction: &str, dice: &str| {
        let seen = [("P", "hp", 7), ("N", "weapons", 0)];
        after(1, met(&[pc], &[&thrower(kind)]), &format!("{throws}{}", reacts(reaction)), dice, &seen);
    };
    thrown("axe", "dodge", "d4=2");
    thrown("axe", "block", "d4=2");
    thrown("dagger", "dodge", "d20=1 d6=2");
    thrown("dagger", "block", "d20=1 d4=2");
    let zones = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }, { name = 'c' }, { name = 'd' }, { name = 'e' }]\n";
    let flies = |zone: &str, rest: &str, hit: bool| {
        let (pc, foe) = (thrower("axe"), format!("hp_max = 9\nzone = '{zone}'"));
        let (dice, seen) =
            if hit { ("d8=4", [("N", "hp", 5), ("P", "weapons", 0)]) } else { ("", [("N", "hp", 9), ("P", "weapons", 1)]) };
        after(1, met(&[&pc], &[&foe]), &format!("{zones}{throws}{rest}"), dice, &seen);
    };
    let far = "[rulings]\nthrow_range = 'far'\n";
    // A thrower that comes one zone nearer throws from there.
    let zones_away = [("a", true, true), ("b", true, true), ("c", true, true), ("d", false, true), ("e", false, false)];
    for (zone, near, as_far) in zones_away {
        flies(zone, "", near);
        flies(zone, far, as_far);
    }
    flies("d", "[book.movement]\nthrow_zones = 2\n", true);
}

//
#[test]
fn moves_within_a_zone_keep_whom_one_is_engaged_with() {
    let near = "[arena]\nstart = 'near'\n";
    let seeks = "[policy.seeks]\ntarget = [{ most = 'it.hp' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "hp_max = 9\npolicy = 'seeks'\nengaged = ['N']\nweapons = [{ name = 'sword' }]";
    let both = [("P", "engaged_with", 2), ("N", "engaged_with", 1), ("O", "engaged_with", 1), ("O", "hp", 28)];
    after(1, met(&[pc], &[IDLE, "hp_max = 30"]), &format!("{near}{seeks}"), "d8=2", &both);
    let away = does("do = 'step_away'");
    let pc = "hp_max = 9\npolicy = 'does'";
    after(1, met(&[pc], &[IDLE, IDLE]), &away, "d20=1", &[("P", "engaged_with", 0), ("N", "engaged_with", 0), ("P", "hp", 9)]);
}

//
#[test]
fn a_cancelled_spell_still_costs_and_damage_interrupts_where_the_ruling_says_so() {
    let mage = "hp_max = 20\nmd = 3\npolicy = 'does'";
    let counters = "[policy.counters]\naction = [{ do = 'wait' }]\ncounterspell = [{ do = 3 }]\n";
    let rest = format!("[arena]\nstart = 'near'\n{}{counters}", does("do = 'sculpt', dice = 3"));
    let pc = "hp_max = 9\nmd = 3\npolicy = 'counters'";
    let costs = [("N", "hp", 16), ("N", "fatigue", 1), ("P", "fatigue", 1)];
    let spell = "d6=4 d6=2 d6=2";
    after(1, met(&[pc], &[mage]), &rest, &format!("{spell} d6=5 d6=2 d6=1"), &[&costs[..], &[("P", "hp", 9)]].concat());
    after(1, met(&[pc], &[mage]), &rest, &format!("{spell} d6=4 d6=2 d6=1"), &[&costs[..], &[("P", "hp", 1)]].concat());
    let casts = does("do = 'sculpt'");
    let mage = "hp_max = 20\nmd = 1\npolicy = 'does'";
    after(1, met(&[KNIFE], &[mage]), &casts, "d6=3 d6=2", &[("N", "hp", 17), ("P", "hp", 7)]);
    let broken = format!("{casts}[rulings]\ncast_interrupt = 'damage'\n");
    after(1, met(&[KNIFE], &[mage]), &broken, "d6=3", &[("N", "hp", 17), ("P", "hp", 9), ("N", "fatigue", 0)]);
    let armored = "hp_max = 20\nmd = 1\npolicy = 'does'\narmor = 'heavy'";
    after(1, met(&[KNIFE], &[armored]), &broken, "d6=3 d6=2", &[("N", "hp", 20), ("P", "hp", 7)]);
    let frail = "hp_max = 0\nstr = 3\nmd = 1\npolicy = 'does'";
    let calm = "hp_max = 9\ntraits = ['mindless']";
    after(1, met(&[KNIFE], &[frail, calm]), &casts, "d20=1 d6=3", &[("N", "dead", 1), ("P", "hp", 9)]);
}

//
#[test]
fn a_desperate_meal_that_does_not_stay_down_is_none_and_there_is_no_second() {
    let eats = |rest: &str, dice: &str| {
        let policy = "[policy.starves]\nmeal = [{ do = 'desperate' }]\n";
        let pc = "policy = 'starves'\ncondition = { fatigue = 1 }";
        let night = "{ night = { sleep = 'perilous', food = 'desperate' } }";
        let mut play = days(pc, &[night], &format!("{policy}{rest}"), dice);

        [play.leg().see("P", "deprived_days"), play.see("P", "fatigue")]
    };
    assert_eq!(eats("", "d20=10"), [0, 1]);
    assert_eq!(eats("", "d20=11"), [1, 1]);
    let twice = "[book.meal]\ndesperate_tries = 2\n";
    assert_eq!(eats(twice, "d20=11 d20=10"), [0, 1]);
    assert_eq!(eats(twice, "d20=11 d20=11"), [1, 1]);
}

//
#[test]
fn ironroot_gives_advantage_against_being_disarmed_or_nothing() {
    let held = |gambit: &str, nights: usize, rest: &str, dice: &str| {
        let pc = "name = 'P'\npc = true\npolicy = 'waits'\nweapons = [{ name = 'axe' }]\nitems = [{ name = 'ironroot_brew' }]";
        let foe = "name = 'N'\npolicy = 'does'\nweapons = [{ name = 'sword' }]";
        let night = "[[day]]\nrest = { night = { food = 'fresh' } }\n".repeat(nights);
        let text = format!(
            "{}{night}[[day]]\nfight = ['party', 'foes']\n[arena]\nstart = 'engaged'\n[book]\nround.rounds_max = 1\ngambit.max_chain = 1\n\
             [policy.waits]\naction = [{{ do = 'wait' }}]\n{}[rulings]\ngear_recover = 'nobody'\n{rest}",
            sides(&[pc], &[foe]),
            does(&format!("do = 'gambit', gambit = '{gambit}'"))
        );
        let mut play = play(&text, dice);
        (0..=nights).for_each(|_| _ = play.leg());
        let armed = play.see("P", "weapons");
        armed == 1
    };
    assert!(held("disarm", 1, "", "d8=5 d20=11 d20=10"));
    assert!(!held("disarm", 1, "", "d8=5 d20=11 d20=12"));
    assert!(!held("disarm", 1, "ironroot_disarm = 'none'\n", "d8=5 d20=11"));
    assert!(!held("disarm", 2, "", "d8=5 d20=11"), "it lasts for a day");
    assert!(held("trip", 1, "", "d8=5 d20=11"), "it helps against nothing else");
}

//
#[test]
fn a_fight_without_an_end_is_broken_off() {
    let ends = |rest: &str, rounds: u32| {
        let mut play = stage(&[IDLE], &[IDLE], rest, &"d20=1 ".repeat(rounds as usize));
        play.rounds(rounds - 1);
        assert_eq!(play.ending(), None);
        play.rounds(1);
        assert_eq!((play.ending(), play.metric("rounds")), (Some(Ending::Timeout), rounds.into()));
    };
    ends("", 50);
    ends("[book.round]\nrounds_max = 3\n", 3);
}

//
#[test]
fn the_knocked_out_wake_with_the_break_and_others_with_the_night_that_restores_them() {
    let (pc, friend) = ("name = 'P'\npc = true\nhp_max = 5\nwil = 10", "name = 'Q'\npc = true\nhp_max = 5");
    let sees = |wil: u8, rest: &str, dice: &str| {
        let legs = "[[day]]\nrest = { peril = { kind = 'eldritch' } }\n[[day]]\nrest = 'break'\n\
                    [[day]]\nrest = { night = { sleep = 'comfortable', food = 'fresh' } }\n[[day]]\nfight = ['party', 'foes']\n";
        let pc = pc.replace("wil = 10", &format!("wil = {wil}"));
        let mut play = play(&format!("{}{legs}{rest}", sides(&[&pc, friend], &["name = 'N'"])), dice);
        play.leg().leg();
        let after_break = [play.see("P", "active"), play.see("P", "hp")];
        play.leg();
        (after_break, ["active", "hp", "wil"].map(|what| play.see("P", what)))
    };
    assert_eq!(sees(10, "", "d8=4 d20=7 d8=1 d20=1"), ([1, 0], [1, 5, 7]));
    let by_night = "[rulings]\ncasualty_wakes = 'night'\n";
    assert_eq!(sees(10, by_night, "d8=4 d20=7 d8=1 d20=1").1, [1, 0, 7]);
    assert_eq!(sees(10, by_night, "d8=4 d20=7 d8=1 d20=1").0[0], 0);
    let (after_break, after_night) = sees(4, "", "d8=4 d8=1 d20=1");
    assert_eq!((after_break[0], after_night), (0, [1, 0, 1]), "as soon as there is WIL again, and without HP");
    let knocked = |rest: &str| {
        let legs = "[[day]]\nfight = ['party', 'foes']\n[[day]]\nrest = 'break'\n[[day]]\nfight = ['party', 'foes']\n\
                    [arena]\nstart = 'engaged'\n[policy.waits]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
        let pc = "name = 'P'\npc = true\nhp_max = 2\npolicy = 'waits'";
        let text = format!("on_defeat = 'go on'\n{}{legs}{rest}", sides(&[pc], &["name = 'N'"]));
        let mut play = play(&text, "d20=1 d4=4 d20=9");
        play.leg();
        assert_eq!(play.see("P", "knocked_out"), 1);
        play.leg();
        [play.see("P", "active"), play.see("P", "hp")]
    };
    assert_eq!(knocked(""), [1, 0]);
    assert_eq!(knocked(by_night)[0], 0);
}

// BDP-405
#[test]
fn foes_fight_back_block_dodge_or_parry_as_they_were_made() {
    let foe =
        |known: &str, policy: &str| format!("hp_max = 20\n{policy}\nweapons = [{{ name = 'sword' }}]\nreactions = [{known}]");
    let chosen = |known: &str, reaction: &str, dice: &str, hp: i64| {
        after(1, met(&[SWORD], &[&foe(known, "policy = 'reacts'")]), &reacts(reaction), dice, &[("N", "hp", hp)]);
    };
    chosen("'dodge'", "dodge", "d4=3", 17);
    chosen("'block'", "dodge", "d8=3", 17);
    chosen("'block', 'dodge'", "dodge", "d4=3", 17);
    chosen("'block', 'dodge'", "block", "d4=3", 17);
    chosen("'parry'", "parry", "d8=2 d8=2", 20);
    chosen("'fight_back'", "parry", "d8=3", 17);
    chosen("'fight_back'", "fight_back", "d8=3 d8=1", 17);
    let plain = "[policy.plain]\naction = [{ do = 'wait' }]\n";
    for (known, dice) in [("", "d8=3"), ("'block'", "d4=3"), ("'dodge'", "d4=3"), ("'fight_back'", "d8=3 d8=1")] {
        after(1, met(&[SWORD], &[&foe(known, "policy = 'plain'")]), plain, dice, &[("N", "hp", 17)]);
    }
}

//
#[test]
fn a_shock_of_the_free_round_lasts_no_longer_than_any_other() {
    let text = format!(
        "{}[arena]\nstart = 'engaged'\nsurprised = 'party'\n[book.property]\nshock_rounds = 0\n\
         [policy.flees]\naction = [{{ do = 'retreat' }}]\nreaction = [{{ do = 'defend' }}]\n[policy.hits]\nreaction = [{{ do = 'defend' }}]\n",
        sides(&["name = 'P'\npc = true\nhp_max = 30\npolicy = 'flees'"], &[&format!("name = 'N'\n{MACE}")])
    );
    let mut fight = play(&text, "d8=8 d8=1 d20=10");
    fight.rounds(2);
    assert_eq!(fight.see("P", "away"), 1);
}

//
#[test]
fn who_is_stunned_twice_loses_one_turn_or_two_and_the_surprised_gambit_back_or_not() {
    let stuns = "[policy.stuns]\ntarget = [{ at = 'first' }]\naction = [{ do = 'gambit', gambit = 'stun', when = 'round == 1' }, { do = 'wait' }]\n\
                 reaction = [{ do = 'defend' }]\n";
    let pc = SWORD.replace("'hits'", "'stuns'");
    let foe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
    let twice = "d8=5 d20=11 d8=5 d20=11";
    after(1, met(&[&pc, &pc], &[foe]), stuns, twice, &[("N", "stunned", 0), ("P", "hp", 9)]);
    let stacks = format!("{stuns}[rulings]\nstun_stacks = true\n");
    after(1, met(&[&pc, &pc], &[foe]), &stacks, twice, &[("N", "stunned", 1), ("P", "hp", 9)]);
    let back = |rest: &str, dice: &str, stunned: i64| {
        let text = format!(
            "{}[arena]\nstart = 'engaged'\nsurprised = 'foes'\n{stuns}{rest}",
            sides(&[&format!("name = 'P'\npc = true\n{pc}")], &["name = 'N'\nweapons = [{ name = 'sword' }]"])
        )
        .replace("round == 1", "round == 0");
        let mut fight = play(&text, dice);
        fight.rounds(1);
        assert_eq!(fight.see("P", "stunned"), stunned);
    };
    back("", "d8=5 d20=1 d8=5 d20=11", 1);
    back("[rulings]\ngambit_surprised = false\n", "d8=5 d20=1", 0);
}

//
#[test]
fn whoever_comes_to_at_a_break_drinks_in_it_or_waits_for_the_next() {
    for (rest, hp, dice) in [("", 9, "d20=11 d8=3"), ("[rulings]\nwakes_drink = false\n", 0, "d20=11")] {
        let text = format!(
            "{}[[day]]\nrest = {{ peril = {{ kind = 'unnatural', times = 1 }} }}\n[[day]]\nrest = 'break'\n[[day]]\nfight = ['party', 'foes']\n\
             [book.env]\nunnatural = {{ ability = 'wil', damage = {{ dice = '0', flat = 1 }}, critical = true }}\n{rest}",
            sides(
                &["name = 'P'\npc = true\nhp_max = 9\nitems = [{ name = 'waterskin' }]", "name = 'Q'\nwil = 30"],
                &["name = 'N'"]
            )
        );
        let mut fight = play(&text, &format!("{} d20=1{}", &dice[..6], &dice[6..]));
        fight.leg();
        assert_eq!(fight.see("P", "active"), 0);
        fight.leg();
        assert_eq!((fight.see("P", "active"), fight.see("P", "hp")), (1, hp));
    }
}

// BDP-422
#[test]
fn several_terrifying_foes_are_saved_against_at_once_or_each() {
    let foes: &[&str] = &["hp_max = 9\ntraits = ['terrifying']", "hp_max = 9\ntraits = ['terrifying']"];
    after(0, met(&[IDLE], foes), "", "d20=10", &[("P", "terrified", 0)]);
    let each = "[rulings]\nterror_each = true\n";
    after(0, met(&[IDLE], foes), each, "d20=10 d20=11", &[("P", "terrified", 1)]);
    after(0, met(&[IDLE], foes), each, "d20=11", &[("P", "terrified", 1)]);
}

// BDP-513
#[test]
fn bows_allow_a_defensive_posture_or_not() {
    let archer = "weapons = [{ kind = 'shortbow' }]\nskills = ['defensive_posture']";
    assert_eq!(begins(archer, "armor"), 1);
    assert_eq!(stage(&[archer], &[IDLE], "[rulings]\nposture_bows = false\n", "").see("P", "armor"), 0);
}

// BDP-463
#[test]
fn those_who_lose_their_turn_can_counter_a_spell_or_not() {
    let mage = "hp_max = 20\nmd = 1\npolicy = 'counters'";
    let stuns = "[policy.stuns]\naction = [{ do = 'gambit', gambit = 'stun' }]\n";
    let counters = "[policy.counters]\naction = [{ do = 'wait' }]\ncounterspell = [{ do = 1 }]\n";
    let (tripper, caster) = (SWORD.replace("'hits'", "'stuns'"), "hp_max = 9\nmd = 1\npolicy = 'does'");
    let party: &[&str] = &[&tripper, caster];
    let rest = format!("{}{stuns}{counters}", does("do = 'sculpt'"));
    after(1, met(party, &[mage]), &rest, "d8=5 d20=11 d6=3 d6=3", &[("N", "stunned", 1), ("N", "hp", 20)]);
    let not = format!("{rest}[rulings]\ncounter_stunned = false\n");
    after(1, met(party, &[mage]), &not, "d8=5 d20=11 d6=3", &[("N", "stunned", 1), ("N", "hp", 17)]);
}
