//! Things that are more than one thing, and what rulings and the book make of rules where they meet.

use super::stage::{after, begins, met, stage};
use super::{play, sides};

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const IDLE: &str = "hp_max = 9";
const OLDER: &str = "[rulings]\nversion = '1.32'\n";

fn does(action: &str) -> String {
    format!(
        "[policy.does]\ntarget = [{{ at = 'first' }}]\naction = [{{ {action} }}, {{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\n"
    )
}

// BDP-471
#[test]
fn a_staff_is_a_bulky_weapon_with_two_magic_dice_as_long_as_it_is_held() {
    let staff = "hp_max = 9\nitems = [{ name = 'staff' }]";
    assert_eq!((begins(staff, "free_slots"), begins(staff, "weapons")), (8, 1));
    after(1, met(&[&format!("{staff}\npolicy = 'hits'")], &[IDLE]), "", "d6=3", &[("N", "hp", 6)]);
    let wand = "items = [{ name = 'wand' }]";
    assert_eq!((begins(wand, "free_slots"), begins(wand, "weapons")), (9, 0));
    let caster = format!("{staff}\npolicy = 'does'");
    let casts = does("do = 'sculpt', dice = 2");
    after(1, met(&[&caster], &[IDLE]), &casts, "d6=1 d6=3", &[("N", "hp", 5)]);
    let disarms = "[policy.disarms]\naction = [{ do = 'gambit', gambit = 'disarm' }]\ntarget = [{ at = 'first' }]\n";
    let foe = SWORD.replace("'hits'", "'disarms'");
    let gone = [("N", "hp", 9), ("P", "weapons", 0), ("P", "free_slots", 10)];
    after(1, met(&[&caster], &[&foe]), &format!("{casts}{disarms}"), "d8=4 d20=11", &gone);
}

// BDP-627
#[test]
fn in_version_1_32_devices_give_dice_but_no_power_and_a_tome_is_bulky() {
    assert_eq!(begins("items = [{ name = 'magic_tome' }]", "free_slots"), 8);
    let power = |rest: &str| stage(&["power = 2\nitems = [{ name = 'wand' }]"], &[IDLE], rest, "").see("P", "power");
    assert_eq!((power(""), power(OLDER), power(&format!("{OLDER}device_power = true\n"))), (2, 0, 2));
    let caster = "hp_max = 9\nitems = [{ name = 'staff' }, { name = 'trinket', amount = 2 }]\npolicy = 'does'";
    let casts = |dice: u8| format!("{OLDER}{}", does(&format!("do = 'sculpt', dice = {dice}")));
    after(1, met(&[caster], &["hp_max = 20"]), &casts(3), "d6=1 d6=2 d6=5", &[("N", "hp", 9)]);
    after(1, met(&[caster], &["hp_max = 20"]), &casts(4), "d20=1", &[("N", "hp", 20)]);
}

// BDP-345, BDP-413, BDP-424
#[test]
fn silver_spares_nobody_and_takes_nothing_away() {
    let strikes = |pc: &str, foe: &str, dice: &str, hp: i64| {
        let (pc, foe) = (format!("policy = 'hits'\nweapons = [{{ kind = 'longsword'{pc} }}]"), format!("hp_max = 20\n{foe}"));
        after(1, met(&[&pc], &[&foe]), "", dice, &[("N", "hp", hp)]);
    };
    strikes(", silver = true", "vulnerable = ['slashing']\ntraits = ['supernatural']", "d8=2 d12=11", 9);
    strikes(", silver = true", "traits = ['supernatural', 'impenetrable']", "d8=7", 13);
    strikes("", "traits = ['supernatural', 'impenetrable']", "d4=3", 17);
    strikes(", silver = true", "traits = ['impenetrable']", "d4=3", 17);
}

// BDP-421
#[test]
fn a_weakness_bypasses_a_superior_foe() {
    let blade = "policy = 'hits'\nweapons = [{ kind = 'longsword' }]";
    after(1, met(&[blade], &["hp_max = 20\ntraits = ['superior']"]), "", "d4=3", &[("N", "hp", 17)]);
    let weak = "hp_max = 20\ntraits = ['superior']\nvulnerable = ['slashing']";
    after(1, met(&[blade], &[weak]), "", "d8=2 d12=5", &[("N", "hp", 15)]);
    after(1, met(&[blade], &[&weak.replace("superior", "detachment")]), "", "d8=2", &[("N", "hp", 18)]);
}

// BDP-364
#[test]
fn a_torch_falls_from_an_injured_hand_and_may_go_out() {
    let dark = "[arena]\nstart = 'engaged'\ndark = true\n";
    let pc = "hp_max = 0\nitems = [{ name = 'torch' }]";
    let burns = |rest: &str, dice: &str, light: i64| {
        after(1, met(&[pc], &[SWORD]), rest, dice, &[("P", "light", light), ("P", "wounds", 1)]);
    };
    burns(dark, "d8=4 d20=7 d10=8 d8=1", 6);
    burns(dark, "d8=4 d20=7 d10=8 d8=2", 8);
    burns("", "d8=4 d20=7 d10=8", 8);
}

// BDP-461
#[test]
fn every_further_die_of_a_trick_may_be_one_more_enemy() {
    let pc = "hp_max = 9\nmd = 3\npolicy = 'does'";
    let all = does("do = 'trick', gambit = 'stun', dice = 3, targets = 'blast'");
    let seen = [("N", "stunned", 1), ("O", "stunned", 0), ("M", "stunned", 1)];
    after(1, met(&[pc], &[IDLE, IDLE, IDLE]), &all, "d20=20 d6=1 d6=2 d6=3 d20=11 d20=10 d20=11", &seen);
    let two = all.replace("'blast'", "'two'");
    let seen = [("N", "stunned", 1), ("O", "stunned", 0), ("M", "stunned", 0)];
    after(1, met(&[pc], &[IDLE, IDLE, IDLE]), &two, "d20=20 d6=1 d6=2 d6=3 d20=9 d20=8", &seen);
}

// BDP-503
#[test]
fn those_attuned_to_animals_talk_better_with_beasts_alone() {
    let meets = "[arena]\nreaction = true\n";
    let mood = |foe: &str| stage(&["skills = ['animal_attuned']"], &[foe], meets, "d6=2 d6=3").see("P", "mood");
    assert_eq!((mood("traits = ['beast']"), mood(IDLE)), (3, 2));
}

// BDP-592
#[test]
fn gifts_may_be_used_for_any_save() {
    let flees = |gift: bool| {
        let gift = if gift { "gift = [{ do = 'yes' }]\n" } else { "" };
        format!("[policy.flees]\naction = [{{ do = 'retreat' }}]\nreaction = [{{ do = 'defend' }}]\n{gift}")
    };
    let pc = |species: &str| format!("hp_max = 9\ndex = 8\nwil = 15\nspecies = '{species}'\npolicy = 'flees'");
    after(1, met(&[&pc("cunning")], &[IDLE]), &flees(true), "d20=9 d20=8", &[("P", "away", 1)]);
    after(1, met(&[&pc("cunning")], &[IDLE]), &flees(false), "d20=9", &[("P", "away", 0)]);
    after(1, met(&[&pc("adaptable")], &[IDLE]), &flees(true), "d20=15", &[("P", "away", 1)]);
    after(1, met(&[&pc("adaptable")], &[IDLE]), &flees(false), "d20=9", &[("P", "away", 0)]);
    after(2, met(&[&pc("cunning")], &[IDLE]), &flees(true), "d20=9 d20=9 d20=9", &[("P", "away", 0)]);
}

// BDP-631
#[test]
fn knowing_ones_enemy_is_a_bonus_a_die_or_an_enhanced_attack() {
    let pc = format!("{SWORD}\nskills = ['know_your_enemy']");
    let knows = |how: &str| format!("{OLDER}[book.skill]\nknow_enemy_is = '{how}'\n");
    after(1, met(&[&pc], &[IDLE]), OLDER, "d20=1 d8=3", &[("N", "hp", 5)]);
    after(1, met(&[&pc], &[IDLE]), &knows("die"), "d20=1 d8=3 d8=5", &[("N", "hp", 4)]);
    after(1, met(&[&pc], &[IDLE]), &knows("enhanced"), "d20=1 d8=3 d12=5", &[("N", "hp", 4)]);
    after(1, met(&[&pc], &[IDLE]), "[book.skill]\nknow_enemy_is = 'die'\n", "d8=3", &[("N", "hp", 6)]);
}

//
#[test]
fn armor_may_be_nothing_against_what_skips_hp() {
    let none = "[rulings]\ndirect_armor = 'none'\n";
    let foe = "hp_max = 9\nstr = 12\narmor = 'light'\nunaware = true";
    after(1, met(&[SWORD], &[foe]), "", "d8=5 d20=8", &[("N", "str", 8)]);
    after(1, met(&[SWORD], &[foe]), none, "d8=5 d20=7", &[("N", "str", 7)]);
    let parries = "[policy.parries]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'parry' }]\n";
    let pc = SWORD.replace("'hits'", "'parries'");
    let foe = format!("{SWORD}\narmor = 'light'");
    after(1, met(&[&pc], &[&foe]), parries, "d8=3 d8=7", &[("N", "str", 4)]);
    after(1, met(&[&pc], &[&foe]), &format!("{parries}{none}"), "d8=3 d8=7", &[("N", "str", 3)]);
    after(1, met(&[SWORD], &["hp_max = 9\narmor = 'light'"]), none, "d8=5", &[("N", "hp", 5)]);
}

// R-08, BDP-612
#[test]
fn foes_that_fight_on_are_impaired_and_easier_to_strike() {
    let foe = SWORD.replace("hp_max = 9", "hp_max = 0\nstr = 12");
    let weak = "[rulings]\nnpc_on_crit = 'impaired'\n";
    let first = "d20=1 d8=4 d20=9 d4=1";
    let seen = |str: i64, hp: i64| [("N", "str", str), ("P", "hp", hp), ("N", "active", 1)];
    after(2, met(&[SWORD], &[&foe]), weak, &format!("{first} d20=1 d8=1 d12=2 d20=1 d4=1"), &seen(6, 7));
    let hale = format!("{weak}injured_target_enhanced = false\ninjured_impaired = false\n");
    after(2, met(&[SWORD], &[&foe]), &hale, "d20=1 d8=4 d20=9 d8=1 d20=1 d8=1 d20=1 d8=1", &seen(7, 7));
}

//
#[test]
fn fatigue_may_stay_with_the_deprived_whatever_they_eat() {
    let tired = |rest: &str| {
        let pc = "name = 'P'\npc = true\ncondition = { fatigue = 3 }";
        let night = "[[day]]\nrest = { night = { sleep = 'perilous', food = 'simple', cold = true } }\n";
        let mut day = play(&format!("{}{night}[[day]]\nfight = ['party', 'foes']\n{rest}", sides(&[pc], &["name = 'N'"])), "");
        day.leg();
        (day.see("P", "deprived_days"), day.see("P", "fatigue"))
    };
    assert_eq!(tired(""), (1, 2));
    assert_eq!(tired("[rulings]\ndeprived_locks_fatigue = true\n"), (1, 3));
}

// BDP-031
#[test]
fn nothing_comes_back_to_the_deprived_by_prayer_or_in_a_fight() {
    let prays = |deprived: u8, dice: &str| {
        let pc = format!(
            "name = 'P'\npc = true\nfd = 1\nprayer = 3\ncondition = {{ wil = 6, deprived_days = {deprived} }}\nitems = [{{ name = 'waterskin' }}]"
        );
        let food = if deprived > 0 { "none" } else { "fresh" };
        let night = format!("[[day]]\nrest = {{ night = {{ sleep = 'perilous', food = '{food}' }} }}\n");
        let mut day = play(&format!("{}{night}[[day]]\nfight = ['party', 'foes']\n", sides(&[&pc], &["name = 'N'"])), dice);
        day.leg();
        day.see("P", "wil")
    };
    assert_eq!((prays(0, "d6=3"), prays(1, "d6=3")), (10, 6));
    let chief = |deprived: u8| {
        format!("hp_max = 9\nskills = ['commander']\npolicy = 'does'\ncondition = {{ deprived_days = {deprived} }}")
    };
    let ally = |deprived: u8| format!("hp_max = 9\ncondition = {{ hp = 1, deprived_days = {deprived} }}");
    for (deprived, hp) in [(0, 4), (1, 1)] {
        let heartens = does("do = 'encourage', when = 'round == 1'");
        after(1, met(&[&chief(0), &ally(deprived)], &[IDLE]), &heartens, "d20=1 d20=1 d6=3", &[("Q", "hp", hp)]);
    }
}

// BDP-094
#[test]
fn a_waterskin_that_was_dropped_with_the_backpack_gives_no_water() {
    let drinks = |policy: &str, dice: &str| {
        let pc = format!(
            "name = 'P'\npc = true\nhp_max = 9\ncondition = {{ hp = 3 }}\nitems = [{{ name = 'waterskin' }}]\npolicy = '{policy}'\nweapons = [{{ name = 'sword' }}]"
        );
        let policies = "[policy.idle]\naction = [{ do = 'wait' }]\n[policy.keeps]\nreaction = [{ do = 'defend' }]\n[policy.sheds]\nbackpack = [{ do = 'yes' }]\nreaction = [{ do = 'defend' }]\n";
        let days = "[[day]]\nfight = ['party', 'foes']\n[[day]]\nrest = 'break'\n[[day]]\nfight = ['party', 'foes']\n";
        let text = format!(
            "{}[arena]\nstart = 'engaged'\n{policies}{days}",
            sides(&[&pc], &["name = 'N'\nhp_max = 0\nstr = 1\npolicy = 'idle'"])
        );
        let mut day = play(&text, dice);
        day.leg();
        day.leg();
        day.see("P", "hp")
    };
    assert_eq!(drinks("keeps", "d8=3 d8=5"), 9);
    assert_eq!(drinks("sheds", "d8=3"), 3);
}

// BDP-228
#[test]
fn the_abilities_of_enemies_may_be_hidden() {
    let pc = "hp_max = 9\npolicy = 'seeks'\nweapons = [{ name = 'sword' }]";
    let seeks = "[policy.seeks]\ntarget = [{ least = 'it.str' }]\nreaction = [{ do = 'defend' }]\n";
    let foes: &[&str] = &[IDLE, "hp_max = 9\nstr = 4"];
    after(1, met(&[pc], foes), seeks, "d8=2", &[("N", "hp", 9), ("O", "hp", 7)]);
    let hidden = format!("{seeks}[rulings]\nsees_abilities = false\n");
    after(1, met(&[pc], foes), &hidden, "d8=2", &[("N", "hp", 7), ("O", "hp", 9)]);
}

#[test]
fn rounds_and_nights_are_kept_for_pictures() {
    let pc = "name = 'P'\npc = true\nstr = 12\nweapons = [{ name = 'sword' }]\ncondition = { str = 9 }\npolicy = 'blocks'";
    let foe = "name = 'N'\nhp_max = 4\nstr = 1\nweapons = [{ name = 'sword' }]\ntraits = ['mindless']";
    let policy =
        "[policy.blocks]\nreaction = [{ do = 'block' }]\naction = [{ do = 'wait', when = 'round == 1' }, { do = 'attack' }]\n";
    let days =
        "[[day]]\nrest = { night = { sleep = 'comfortable', food = 'fresh', days = 2 } }\n[[day]]\nfight = ['party', 'foes']\n";
    let text = format!("{}[arena]\nstart = 'engaged'\n{policy}{days}", sides(&[pc], &[foe]));
    let mut day = play(&text, "d4=1 d20=1 d8=5");
    day.leg();
    day.leg();
    let kept = ["lost_night_1", "lost_night_2", "free_night_2", "fatigue_1", "free_slots_1", "taken", "blocks"];
    assert_eq!(kept.map(|family| day.metric(&format!("P.{family}"))), [2, 1, 9, 1, 8, 0, 1]);
    assert_eq!((day.metric("P.fatigue_2"), day.metric("P.lost_night_3")), (frame::fight::ABSENT, frame::fight::ABSENT));
}
