//! Magic, miracles and songs, and what carries them.

use super::sides;
use super::stage::{after, begins, met, stage};
use crate::Bdp;
use frame::rules::testing::ScriptedPlay;

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const IDLE: &str = "hp_max = 9";

fn does(action: &str) -> String {
    format!(
        "[policy.does]\ntarget = [{{ at = 'first' }}]\naction = [{{ {action} }}, {{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\n"
    )
}

/// Somebody can invest so many Magic Dice, or waits instead.
#[track_caller]
fn invests(text: &str, dice: u8, can: bool, rest: &str) {
    let rest = format!("{}{rest}", does(&format!("do = 'sculpt', dice = {dice}")));
    let faces: Vec<String> = (1..=dice).map(|face| format!("d6={face}")).collect();
    let sum: i64 = (1..=i64::from(dice)).sum();
    let pc = format!("hp_max = 40\npolicy = 'does'\n{text}");
    let (dice, hp) = if can { (faces.join(" "), 40 - sum) } else { ("d20=1".to_owned(), 40) };
    // Spells of version 1.32 do more damage.
    let seen = [("N", "hp", hp)];
    after(1, met(&[&pc], &["hp_max = 40"]), &rest, &dice, &seen[usize::from(rest.contains("1.32"))..]);
}

// BDP-451, BDP-470
#[test]
fn magic_dice_come_from_oneself_and_from_gear_up_to_four() {
    for (text, dice) in [
        ("md = 1", 1),
        ("md = 1\nitems = [{ name = 'wand' }]", 2),
        ("items = [{ name = 'staff' }]", 2),
        ("items = [{ name = 'trinket', amount = 2 }]", 1),
        ("md = 1\nitems = [{ name = 'trinket', amount = 2 }, { name = 'wand' }]", 3),
        ("md = 4\nitems = [{ name = 'wand' }]", 4),
    ] {
        invests(text, dice, true, "");
        invests(text, dice + 1, false, "");
    }
    let pc = "hp_max = 9\nmd = 1\npolicy = 'does'";
    after(2, met(&[pc], &[IDLE]), &does("do = 'sculpt'"), "d6=2 d6=3", &[("N", "hp", 4)]);
}

// BDP-621, R-47
#[test]
fn every_invested_die_needs_an_empty_slot() {
    for version in ["2", "1.32"] {
        let head = format!("[rulings]\nversion = '{version}'\n");
        invests("md = 2\nslots_used = 8", 2, true, &head);
        invests("md = 2\nslots_used = 9", 2, false, &head);
        invests("md = 2\nslots_used = 9", 2, true, &format!("{head}md_needs_slots = false\n"));
    }
}

// BDP-262
#[test]
fn a_band_takes_the_highest_magic_die_or_the_sum_of_a_blast() {
    let band = "hp_max = 20\ntraits = ['detachment']";
    let casts = |dice: u8, more: &str| does(&format!("do = 'sculpt', dice = {dice}{more}"));
    let pc = "hp_max = 9\nmd = 4\npolicy = 'does'";
    after(1, met(&[pc], &[band]), &casts(2, ""), "d6=2 d6=5", &[("N", "hp", 15)]);
    after(1, met(&[pc], &["hp_max = 20"]), &casts(2, ""), "d6=2 d6=5", &[("N", "hp", 13)]);
    after(1, met(&[pc], &[band]), &casts(4, ", targets = 'blast'"), "d6=1 d6=2 d6=3 d6=5", &[("N", "hp", 12)]);
}

// BDP-459
#[test]
fn one_die_is_one_die_of_damage_or_one_effect() {
    let pc = "hp_max = 9\nmd = 3\npolicy = 'does'";
    let casts = |more: &str| does(&format!("do = 'sculpt', dice = 3{more}"));
    after(1, met(&[pc], &["hp_max = 20"]), &casts(""), "d6=1 d6=2 d6=5", &[("N", "hp", 12)]);
    after(1, met(&[pc], &["hp_max = 20"]), &casts(", element = 'fire'"), "d6=1 d6=2 d6=5", &[("N", "hp", 13)]);
    let two = casts(", element = 'fire', quick = true");
    after(1, met(&[pc], &["hp_max = 20"]), &two, "d20=1 d6=1 d6=2 d6=5", &[("N", "hp", 15)]);
    after(1, met(&[pc], &["hp_max = 20"]), &casts(", element = 'fire', quick = true, range = 1"), "d20=1", &[("N", "hp", 20)]);
}

// BDP-464
#[test]
fn a_spell_is_declared_at_the_start_of_the_round() {
    let pc = "hp_max = 9\nmd = 1\npolicy = 'does'";
    let casts = does("do = 'sculpt', when = 'hp == 9'");
    after(2, met(&[pc], &[SWORD]), &casts, "d8=1 d6=3 d8=1", &[("N", "hp", 6), ("P", "hp", 7)]);
    let late = does("do = 'sculpt', when = 'hp < 9'");
    after(1, met(&[pc], &[SWORD]), &late, "d8=1", &[("N", "hp", 9)]);
}

// BDP-473
#[test]
fn a_miracle_needs_its_slot_and_a_focus_in_a_free_hand() {
    let gear = "fd = 1\nmiracles = ['bless', 'smite']\nitems = [{ name = 'prayer_book' }, { name = 'focus' }]";
    assert_eq!(begins(gear, "free_slots"), 6);
    let prays = does("do = 'miracle', miracle = 'bless'");
    let priest = |more: &str| format!("{gear}\npolicy = 'does'\n{more}");
    after(1, met(&[&priest("")], &[IDLE]), &prays, "d6=2", &[("P", "bless", 2)]);
    after(1, met(&[&priest("weapons = [{ name = 'sword' }]")], &[IDLE]), &prays, "d6=2", &[("P", "bless", 2)]);
    let maul = priest("weapons = [{ kind = 'maul' }]");
    after(1, met(&[&maul], &[IDLE]), &prays, "d20=1", &[("P", "bless", 0)]);
    let both = priest("shield = true\nweapons = [{ name = 'sword' }]");
    after(1, met(&[&both], &[IDLE]), &prays, "d20=1", &[("P", "bless", 0)]);
    let without = "fd = 1\nmiracles = ['bless']\npolicy = 'does'";
    after(1, met(&[without], &[IDLE]), &prays, "d20=1", &[("P", "bless", 0)]);
}

// BDP-475
#[test]
fn a_wound_may_force_out_a_miracle() {
    let pc = "hp_max = 0\nmiracles = ['bless']\nslots_used = 9";
    after(1, met(&[pc], &[SWORD]), "", "d8=4 d20=7 d10=9", &[("P", "miracles", 0), ("P", "wounds", 1), ("P", "free_slots", 0)]);
    let stored = "hp_max = 0\nmiracles = ['bless']\nslots_used = 8\nitems = [{ name = 'rope' }]";
    after(1, met(&[stored], &[SWORD]), "", "d8=4 d20=7 d10=9", &[("P", "miracles", 1), ("P", "items", 0), ("P", "wounds", 1)]);
}

/// A priest who works a miracle in the first round, and then does something else.
fn prays(miracle: &str, then: &str) -> (String, String) {
    let pc = format!("hp_max = 9\nfd = 1\nmiracles = ['{miracle}']\nitems = [{{ name = 'focus' }}]\npolicy = 'prays'");
    let policy = format!(
        "[policy.prays]\naction = [{{ do = 'miracle', miracle = '{miracle}', when = 'round == 1' }}, {{ {then} }}]\n\
         reaction = [{{ do = 'defend' }}]\nbless = [{{ do = 3 }}]\n"
    );
    (pc, policy)
}

// BDP-479
#[test]
fn a_blessing_raises_abilities_for_saves_while_it_lasts() {
    let (pc, policy) = prays("bless", "do = 'retreat'");
    let after_prayer = [("P", "bless", 1), ("P", "wil", 8), ("P", "away", 0)];
    after(2, met(&[&pc], &[IDLE]), &policy, "Faith Dice d6=4, retreat d20=14", &after_prayer);
    after(2, met(&[&pc], &[IDLE]), &policy, "Faith Dice d6=4, retreat d20=13", &[("P", "away", 1)]);
    after(3, met(&[&pc], &[IDLE]), &policy, "Faith Dice d6=4, retreat d20=14 d20=11", &[("P", "away", 1), ("P", "bless", 0)]);
}

// BDP-481
#[test]
fn empowered_allies_strike_harder_for_the_fight() {
    let (pc, policy) = prays("empower", "do = 'wait'");
    let foe = "hp_max = 30";
    after(
        3,
        met(&[&pc, SWORD], &[foe]),
        &policy,
        "damage d8=3, Faith Dice d6=2, order d20=1, damage d8=3, order d20=1, damage d8=3",
        &[("N", "hp", 30 - 3 - 4 - 4)],
    );
    after(
        2,
        met(&[&pc, SWORD], &[foe]),
        &policy,
        "damage d8=3, Faith Dice d6=1, order d20=1, damage d8=3",
        &[("N", "hp", 30 - 3 - 3)],
    );
    after(
        2,
        met(&[&pc, SWORD], &[foe]),
        &policy,
        "damage d8=3, Faith Dice d6=2, order d20=1, damage d8=8",
        &[("N", "hp", 30 - 3 - 8)],
    );
}

// BDP-486
#[test]
fn a_surge_lets_a_damaged_ability_save_as_if_it_were_higher() {
    let (pc, policy) = prays("surge", "do = 'wait'");
    let pc = format!("{pc}\ncondition = {{ str = 5 }}").replace("hp_max = 9", "hp_max = 1");
    after(1, met(&[&pc], &[SWORD]), &policy, "d8=1 d6=3", &[("P", "hp", 0), ("P", "str", 5)]);
    after(2, met(&[&pc], &[SWORD]), &policy, "d8=1 d6=3 d8=1 d20=7", &[("P", "str", 4), ("P", "wounds", 0)]);
    after(2, met(&[&pc], &[SWORD]), &policy, "d8=1 d6=3 d8=1 d20=8 d10=9", &[("P", "str", 4), ("P", "wounds", 1)]);
}

// BDP-491
#[test]
fn a_song_of_slaughter_adds_to_damage_for_a_round() {
    let sings = "[policy.sings]\naction = [{ do = 'song', song = 'slaughter', when = 'round == 1' }, { do = 'wait' }]\n";
    let bard = "wil = 14\nsongs = ['slaughter']\npolicy = 'sings'";
    let near = format!("[arena]\nstart = 'near'\n{sings}");
    let pc = format!("{SWORD}\nengaged = ['N']");
    let foe = "hp_max = 30";
    after(2, met(&[bard, &pc], &[foe]), &near, "d8=3 d20=4 d20=1 d8=3", &[("N", "hp", 30 - 3 - 4)]);
    after(3, met(&[bard, &pc], &[foe]), &near, "d8=3 d20=4 d20=1 d8=3 d20=1 d8=3", &[("N", "hp", 30 - 3 - 4 - 3)]);
    after(2, met(&[bard, &pc], &[foe]), &near, "d8=3 d20=4 d20=1 d8=8", &[("N", "hp", 30 - 3 - 8)]);
    after(2, met(&[bard, &pc], &[foe]), &near, "d8=3 d20=1 d20=1 d8=3", &[("N", "hp", 30 - 6), ("P", "fatigue", 1)]);
}

// BDP-493
#[test]
fn a_song_of_sorrow_takes_fatigue_off_its_listeners_alone() {
    let bard = "name = 'P'\npc = true\nwil = 14\nsongs = ['sorrow']\ncondition = { fatigue = 2 }";
    let tired = "name = 'Q'\npc = true\ncondition = { fatigue = 5 }";
    let night = "[[day]]\nrest = { night = { sleep = 'perilous', food = 'simple', fire = true } }\n[[day]]\nfight = ['party', 'foes']\n";
    let rested = |dice: &str| {
        let mut play = ScriptedPlay::<Bdp>::script(&format!("{}{night}", sides(&[bard, tired], &["name = 'N'"])), dice);
        play.leg();

        (play.see("P", "fatigue"), play.see("P", "deprived_days"), play.see("Q", "fatigue"))
    };
    let (singer, _, listener) = rested("d20=6 d6=2");
    let (_, deprived, silent) = rested("d20=5");
    assert_eq!((listener, silent - listener), (2, 2));
    assert_eq!((singer, deprived), (1, 0), "the meal alone");
    assert_eq!(rested("d20=6 d6=2").1, 1, "the singer is deprived");
}

// BDP-494
#[test]
fn a_song_of_vigilance_keeps_a_party_from_being_ambushed() {
    let bard = "hp_max = 9\nwil = 14\nsongs = ['vigilance']";
    let ambush = "[arena]\nsurprise = 'normal'\n";
    let surprised = |dice: &str| stage(&[bard, IDLE], &[KNIFE], ambush, dice).see("Q", "surprised");
    assert_eq!(surprised("d20=3 d6=1"), 0);
    assert_eq!(surprised("d20=2 d6=1"), 1, "2 is not above its complexity");
}

// BDP-298, BDP-457, R-36
#[test]
fn those_whom_one_spell_strikes_lose_heart_after_it() {
    let pc = "hp_max = 9\nmd = 4\npolicy = 'does'";
    let two = does("do = 'sculpt', dice = 4, targets = 'two'");
    let foes: &[&str] = &["hp_max = 1\nstr = 2", "hp_max = 1\nstr = 18\nwil = 1"];
    let seen = [("N", "dead", 1), ("O", "str", 9), ("O", "away", 1)];
    after(1, met(&[pc], foes), &two, "d6=1 d6=2 d6=3 d6=5 d20=9 d20=2", &seen);
}

// BDP-407, R-36
#[test]
fn those_whom_one_breath_strikes_lose_heart_after_it() {
    let pc = "hp_max = 9\npolicy = 'does'\nbreath = { die = '1d10' }";
    let warm = format!("{}[book.foe]\nbreath_warmup = 0\n", does("do = 'breath'"));
    let foes: &[&str] = &["str = 2", "str = 18\nwil = 1"];
    let seen = [("N", "dead", 1), ("O", "str", 12), ("O", "away", 1)];
    after(1, met(&[pc], foes), &warm, "d20=11 d10=5 d20=11 d10=6 d20=12 d20=2", &seen);
}

// BDP-265, BDP-454
#[test]
fn a_band_without_will_is_destroyed_whatever_took_it() {
    let pc = "hp_max = 18\nmd = 2\npolicy = 'does'";
    let foes: &[&str] = &["hp_max = 0\nstr = 1\ntraits = ['mindless']", "hp_max = 0\nwil = 1\ntraits = ['detachment']"];
    let seen = [("O", "destroyed", 1), ("O", "debilitated", 0), ("O", "dead", 1), ("P", "hp", 10)];
    after(1, met(&[pc], foes), &does("do = 'sculpt', dice = 2"), "d6=4 d6=4", &seen);
}

// BDP-463
#[test]
fn whoever_counters_a_spell_pays_before_the_spell_takes_effect() {
    let pc = "hp_max = 9\nmd = 2\npolicy = 'does'";
    let foe = "hp_max = 9\nmd = 1\npolicy = 'counters'";
    let counters = format!(
        "{}[policy.counters]\naction = [{{ do = 'wait' }}]\ncounterspell = [{{ do = 1 }}]\n",
        does("do = 'sculpt', dice = 2")
    );
    after(1, met(&[pc], &[foe]), &counters, "d6=2 d6=3 d6=4", &[("N", "fatigue", 1), ("N", "hp", 4)]);
}

// BDP-484
#[test]
fn miracles_are_worked_upon_whom_the_policy_chooses() {
    let priest = "hp_max = 9\nfd = 1\nmiracles = ['divine_protection']\nitems = [{ name = 'focus' }]\npolicy = 'does'";
    let prays = does("do = 'miracle', miracle = 'divine_protection'");
    let party: &[&str] = &[priest, "hp_max = 3"];
    after(1, met(party, &[IDLE]), &prays, "d20=1 d6=2", &[("P", "armor", 3), ("Q", "armor", 0)]);
    let other = format!("{prays}ally = [{{ least = 'it.hp' }}]\n");
    after(1, met(party, &[IDLE]), &other, "d20=1 d6=2", &[("P", "armor", 0), ("Q", "armor", 3)]);
}

// BDP-489, BDP-491
#[test]
fn a_song_lasts_while_somebody_sings_it() {
    let bard = "hp_max = 9\nsongs = ['slaughter']\npolicy = 'sings'";
    let late = "hp_max = 9\npolicy = 'late'\nweapons = [{ name = 'knife', category = 'fast' }]";
    let foe = "hp_max = 9\npolicy = 'late'\nweapons = [{ name = 'sword' }]";
    let rest = "[arena]\nstart = 'near'\n\
        [policy.sings]\naction = [{ do = 'song', song = 'slaughter', when = 'round == 1' }, { do = 'wait' }]\nreaction = [{ do = 'defend' }]\n\
        [policy.late]\ntarget = [{ at = 'first' }]\naction = [{ do = 'wait', when = 'round == 1' }, { do = 'attack' }]\nreaction = [{ do = 'defend' }]\n";
    let seen = |n: i64| [("P", "hp", 8), ("N", "hp", n)];
    after(2, met(&[bard, bard, late], &[foe]), rest, "d20=1 d20=5 d20=5 d8=1 d6=2", &seen(6));
    after(2, met(&[bard, IDLE, late], &[foe]), rest, "d20=1 d20=1 d20=5 d8=1 d6=2", &seen(7));
}
