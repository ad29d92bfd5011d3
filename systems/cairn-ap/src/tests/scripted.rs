//! The worked examples of the specification, die by die, and its duels.

use super::stage::{Shown, stage};

// CAP-018, CAP-021, CAP-040, CAP-041, CAP-058, CAP-060, CAP-065
#[test]
fn the_axe_of_the_source() {
    let played = stage()
        .hero("C", "", "attack")
        .hero("A", "str = 12, weapons = [{ name = 'axe', die_adv = 1 }]", "attack")
        .foe("B", "str = 13, shield = {}, natural_armor = 1, hp_max = 6", "")
        .policy("B", "save = [{ do = 'block' }]")
        .foe("D", "", "")
        .raw()
        .measured()
        .play("d20=20 d20=19 d20=10 d20=14   d20=1 d4=1 d20=20 d6=6   d20=10 d20=4 d8=6 d8=2 d20=5 d6=3");
    played.sees("B hp 1, str 13").counts("A ap_spent 2, ap_lost 2, hits 1, damage 5; C hits 0");
}

// CAP-060, CAP-077
#[test]
fn a_tie_goes_to_the_initiator_and_armor_can_take_all_of_it() {
    let scene =
        stage().hero("A", "weapons = [$d6]", "attack").foe("B", "dex = 12, natural_armor = 2, hp_max = 4", "").measured();
    scene.play("attack d20=8, weapon d6=2, save d20=8").sees("B hp 4, str 10").counts("A hits 1, damage 0; B damage_taken 0");
}

// CAP-062, CAP-107, CAP-113, CAP-114, CAP-120
#[test]
fn exactly_no_hit_points_ask_for_no_save_and_an_equal_save_fails() {
    let scene =
        stage().hero("A", "str = 12, weapons = [$d8]", "attack; attack").foe("B", "str = 9, natural_armor = 1, hp_max = 3", "");
    scene
        .play("attack d20=11, weapon d8=4, save d20=6, attack d20=9, weapon d8=3, save d20=2, critical damage d20=8")
        .sees("B str 7, hp 0, dead 1")
        .counts("fight winner 0; A hits 2; B crit_saves 1, crit_failed 1, str_lost 2");
}

// CAP-002, CAP-027, CAP-038, CAP-108, CAP-115, CAP-137, CAP-139, CAP-143
#[test]
fn somebody_beaten_flat_stands_up_strikes_back_and_guards() {
    let scene = stage()
        .hero("Quin", "", "trip")
        .hero("Pia", "kind = 'pc', str = 11, hp_max = 4, hp = 3, natural_armor = 1, weapons = [$sword]", "attack; attack")
        .policy("Pia", "leftover = [{ do = 'defend' }]")
        .foe("Wolf", "str = 12, hp_max = 4, weapons = [{ name = 'bite', die = '1d8', hands = 0 }]", "attack")
        .policy("Wolf", "save = [{ do = 'parry' }]\ntarget = [{ most = 'it.armor' }]")
        .foes_open();
    scene
        .play("d20=14 d8=6 d20=9 d20=7   d20=20 d20=1   d20=10 d20=5 d8=2 d20=16 d8=5")
        .sees("Pia prone 0, held_defences 1, ap 4, hp 0, str 9, deprived 1, walloped 1; Wolf hp 4, prone 1");
}

// CAP-117, CAP-118, CAP-141
#[test]
fn somebody_down_is_stabilised_when_the_friend_wins() {
    let scene = stage()
        .hero("Pia", "kind = 'pc', hp_max = 2, hp = 1", "")
        .hero("Quin", "kind = 'pc', str = 12, weapons = [$d10]", "attack")
        .foe("Bandit", "str = 8, hp_max = 2, weapons = [$d6]", "attack")
        .policy("Bandit", "save = [{ do = 'parry' }]")
        .foes_open();
    scene
        .play("d20=12 d6=5 d20=3 d20=9 d6=4 d6=6   d20=15 d10=9 d20=1 d6=1 d20=2")
        .sees("Pia is(down) 1, dead 0, hp 0, hp_max 6, str 6, dies_at 0; Bandit dead 1, str 1")
        .counts("fight winner 0; Pia scar_1 1; Bandit crit_failed 1");
}

// CAP-146
#[test]
fn the_sixth_scar_comes_after_the_save() {
    let scene = stage().hero("Ogre", "str = 16, weapons = [$d10]", "attack").foe(
        "Pia",
        "kind = 'pc', str = 8, natural_armor = 1, hp_max = 6",
        "",
    );
    scene
        .play("attack d20=10, weapon d10=9, save d20=4, critical damage d20=12, place of a scar d6=1, scar d6=4 d6=3 d6=3")
        .sees("Pia str 10, str_max 10, hp 0, is(active) 1");
}

// CAP-116, CAP-152
#[test]
fn the_doomed_may_escape_their_doom() {
    let scene =
        stage().hero("Dragon", "str = 18, weapons = [$d12]", "attack; attack").foe("Pia", "kind = 'pc', hp_max = 12", "");
    scene
        .play("d20=10 d12=12 d20=5 d20=10 d12=3 d20=5 d20=9 d6=5 d6=5 d6=4")
        .sees("Pia str 7, hp_max 14, hp 0, doomed 0, is(active) 1");
}

// CAP-082, CAP-095, CAP-096, CAP-097, CAP-098, CAP-122
#[test]
fn groups_alternate_the_next_moves_up_and_three_hold_their_ground() {
    let foe = "wil = 8, dex = 8, morale = true";
    let scene = stage()
        .hero("P1", "kind = 'pc', str = 12, weapons = [$d8]", "attack")
        .policy("P1", "target = [{ least = 'it.might' }]")
        .hero("P2", "kind = 'pc', wil = 12", "gain")
        .foe("F1", &format!("{foe}, hp_max = 4"), "gain")
        .foe("F2", &format!("{foe}, hp_max = 1, str = 3"), "gain")
        .foe("F3", &format!("{foe}, hp_max = 4"), "gain")
        .raw()
        .measured();
    scene
        .play("initiative d20=15 d20=3 d20=10 d20=17 d20=1, attack d20=12, weapon d8=8, save d20=6, morale d20=13")
        .sees("F2 dead 1, str 0; F1 pending_adv 1, is(active) 1; F3 pending_adv 1, is(active) 1; P2 pending_adv 1")
        .counts("fight heroes.opens 1; F2 crit_saves 0, str_lost 7, turns 0; F1 morale_checks 1, turns 1");
}

// CAP-083, CAP-084
#[test]
fn the_first_casualty_and_half_of_a_pair_are_one_save_on_the_leader() {
    let scene = stage()
        .hero("A", "kind = 'pc', str = 12, weapons = [$d8]", "attack")
        .foe("Grunt", "str = 4, dex = 5, wil = 6, hp_max = 2, morale = true", "")
        .foe("Boss", "wil = 13, leader = true, morale = true", "");
    scene
        .play("attack d20=9, weapon d8=6, save d20=7, morale d20=7")
        .sees("Grunt dead 1; Boss is(fled) 1")
        .counts("fight winner 0; Boss morale_checks 1, morale_failed 1");
}

// CAP-085
#[test]
fn a_lone_foe_saves_once_when_it_comes_to_no_hit_points() {
    let scene = stage().hero("A", "kind = 'pc', str = 12, weapons = [$d8]", "attack; attack").foe(
        "Bear",
        "str = 14, dex = 12, wil = 6, hp_max = 4, natural_armor = 1, morale = true",
        "",
    );
    scene.play("d20=15 d8=5 d20=3 d20=15 d20=15 d8=2 d20=3 d20=4").sees("Bear str 13, is(active) 1, hp 0");
}

// CAP-130, CAP-131
#[test]
fn a_detachment_is_struck_badly_and_strikes_several() {
    let hero = "kind = 'pc', str = 12, dex = 12, natural_armor = 1, hp_max = 5, weapons = [$d8]";
    let scene = stage().hero("P1", hero, "attack").hero("P2", hero, "").hero("P3", hero, "").foe(
        "Horde",
        "detachment = true, str = 12, hp_max = 8, weapons = [{ name = 'spears', die = '1d6' }]",
        "attack",
    );
    scene.play("d20=17 d20=6 d8=7 d20=10   d6=2 d20=5 d20=13 d6=4 d20=18 d20=17").sees("Horde hp 1; P1 hp 5; P2 hp 2; P3 hp 5");
}

/// Barry with so many items, dice of slots and of dust, and dust that he carries, against somebody idle.
fn barry(items: u8, slots: u8, dust: u8, carried: u8, dice: &str) -> Shown {
    let sheet = format!(
        "kind = 'pc', wil = 13, grimoire = true, ready = 'grimoire', hp_max = 4, mana_dust = {carried}, \
         spells = ['Mirror Image'], items = [{{ name = 'sack', amount = {items} }}]"
    );
    let scene = stage().hero("Barry", &sheet, &format!("cast slot_dice={slots} dust_dice={dust}")).foe("B", "", "");
    scene.measured().play(dice)
}

// CAP-155, CAP-160, CAP-162, CAP-187, CAP-188, CAP-189, CAP-190
#[test]
fn the_casting_of_the_source_with_the_five_on_a_dust_die_and_on_the_slot_die() {
    barry(6, 2, 2, 2, "Magic Die d6=1 d6=2 d6=3 d6=4").sees("Barry dust 0, fatigue 0, decoys 4");
    for (dice, fatigue, free) in [("Magic Die d6=2 d6=2 d6=5", 0, 2), ("Magic Die d6=5 d6=2 d6=2", 1, 1)] {
        barry(6, 1, 2, 2, dice)
            .sees(&format!("Barry fatigue {fatigue}, free_slots {free}, decoys 3, dust 0"))
            .counts("Barry ap_lost 2, mishaps 1, mishap_9 1, casts_failed 0");
    }
}

// CAP-163, CAP-177
#[test]
fn a_triple_fails_and_entry_fifteen_binds_the_grimoire_to_the_soul() {
    barry(4, 3, 0, 0, "Magic Die d6=5 d6=5 d6=5")
        .sees("Barry fatigue 3, wil 7, free_slots 3, decoys 0, hp 4")
        .counts("Barry casts_failed 1, mishap_15 1");
}

// CAP-176
#[test]
fn tumors_come_in_the_place_of_fatigue() {
    barry(4, 2, 1, 2, "Magic Die d6=4 d6=4 d6=6").sees("Barry tumors 2, fatigue 0, deprived 0, dust 1, free_slots 2, decoys 3");
}

// CAP-161, CAP-C03
#[test]
fn a_full_bag_leaves_no_hit_points() {
    barry(6, 2, 0, 0, "Magic Die d6=6 d6=4")
        .sees("Barry hp 0, fatigue 2, is(active) 1, decoys 2, free_slots 0")
        .counts("Barry crit_saves 0, scars 0");
}

// CAP-028, CAP-029
#[test]
fn a_held_defence_and_a_held_attack_answer_an_attack() {
    let sheet = "natural_armor = 1, weapons = [$sword]";
    let scene = stage()
        .hero("A", &format!("hp_max = 4, {sheet}"), "defend; hold_attack")
        .policy("A", "save = [{ do = 'parry' }]")
        .foe("B", &format!("str = 11, hp_max = 3, {sheet}"), "attack")
        .policy("B", "save = [{ do = 'parry' }]");
    scene
        .play("d20=9 d8=5 d20=4 d20=13 d8=1   d20=7 d8=8 d20=12 d8=2 d20=6")
        .sees("A hp 0, waiting 0, held_defences 0; B dead 1, str 7");
}

// CAP-067, CAP-069, CAP-071, CAP-073, CAP-075, CAP-143, CAP-144
#[test]
fn recovery_takes_hours_a_night_and_a_week() {
    let scene = stage()
        .hero("Pia", "kind = 'pc', hp_max = 4, str = 9, str_max = 11, fatigue = 2", "")
        .foe("B", "weapons = [$d8]", "attack; attack")
        .measured();
    let first = "d20=10 d20=10   d20=20 d8=4 d20=1 d6=5   d20=1 d8=1 d20=20 ";
    let second = "d20=10 d20=10   d20=20 d8=1 d20=1   d20=20 d8=3 d20=1 ";
    let fights = format!("{first}{second}");
    let day = |rest: &str, dice: &str| scene.day(&format!("fight short fight {rest}"), &format!("{fights}{dice}"));
    day("", "").sees("Pia hp 0, hp_max 4, walloped 1, deprived 1");
    day("short", "").sees("Pia hp 0, deprived 1");
    day("short few_hours", "d6=5").sees("Pia hp 9, hp_max 9, deprived 0, fatigue 2");
    day("short few_hours night", "d6=5").sees("Pia fatigue 0, str 9");
    day("short few_hours night week", "d6=5 d6=6 d6=4").sees("Pia hp 10, hp_max 10, str 11, str_max 11");
}

// CAP-072
#[test]
fn three_days_without_food_fill_the_bag() {
    let scene = stage().hero("Pia", "kind = 'pc', hp_max = 4, items = [{ name = 'sack', amount = 8 }]", "").foe("B", "", "");
    scene.day("hunger", "").sees("Pia fatigue 0, deprived 1, hp 4");
    scene.day("hunger hunger", "").sees("Pia fatigue 1, hp 4");
    scene.day("hunger hunger hunger", "").sees("Pia fatigue 2, hp 0, free_slots 0");
    scene.day("hunger hunger hunger short", "").sees("Pia fatigue 2, hp 0, deprived 1");
}
