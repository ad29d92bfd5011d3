//! Tests of foes, and of the skills that meet them.

use super::stage::{after, met};
use super::{play, sides};
use frame::fight::{Ending, Side};

const ENGAGED: &str = "[arena]\nstart = 'engaged'\n";
/// A player character who waits and takes the blow, and a foe who waits.
const IDLE: &str =
    "[policy.idle]\naction = [{ do = 'wait' }]\n[policy.takes]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";

// BDP-422, R-45
#[test]
fn terror_impairs_until_it_passes() {
    let pc = "name = 'P'\npc = true\nhp_max = 9\nweapons = [{ name = 'sword' }]";
    let foe = "name = 'N'\nhp_max = 9\ntraits = ['terrifying']\npolicy = 'idle'";
    let text = format!("{ENGAGED}{}{IDLE}", sides(&[pc], &[foe]));
    let mut fight = play(&text, "d20=11 d4=4");
    assert_eq!(fight.see("P", "terrified"), 1);
    fight.rounds(1);
    assert_eq!(fight.see("N", "hp"), 5);
    let mut fight = play(&format!("{text}[rulings]\nterror_recover = 'save'\n"), "d20=11 d4=4 d20=10 d8=4");
    fight.rounds(2);
    assert_eq!((fight.see("N", "hp"), fight.see("P", "terrified")), (1, 0));
}

// BDP-407
#[test]
fn a_breath_is_announced_and_goes_straight_to_strength() {
    let pc = "name = 'P'\npc = true\nhp_max = 9\narmor = 'heavy'\npolicy = 'takes'";
    let foe = "name = 'N'\nhp_max = 9\nbreath = { die = '1d10', wound = 'burn' }\npolicy = 'breathes'";
    let policy = "[policy.breathes]\naction = [{ do = 'breath' }]\n";
    let mut fight = play(&format!("{ENGAGED}{}{IDLE}{policy}", sides(&[pc], &[foe])), "d20=15 d10=4 d20=6");
    fight.rounds(1);
    assert_eq!(fight.see("P", "str"), 10);
    fight.rounds(1);
    assert_eq!((fight.see("P", "str"), fight.see("P", "hp"), fight.see("P", "wounds")), (6, 9, 1));
}

// BDP-410, R-45
#[test]
fn whoever_is_held_is_squeezed_until_it_gets_free() {
    let pc = "name = 'P'\npc = true\nhp_max = 12\npolicy = 'takes'";
    let foe = "name = 'N'\ntraits = ['constrict']\npolicy = 'once'\nweapons = [{ kind = 'natural_sword' }]";
    let policy = "[policy.once]\naction = [{ do = 'attack', when = 'round == 1' }, { do = 'wait' }]\n";
    let mut fight =
        play(&format!("{ENGAGED}{}{IDLE}{policy}", sides(&[pc], &[foe])), "d8=3 d20=11 d20=12 d6=4 d20=1 d20=10 d20=1");
    fight.rounds(1);
    assert_eq!((fight.see("P", "hp"), fight.see("P", "held")), (9, 1));
    fight.rounds(1);
    assert_eq!((fight.see("P", "hp"), fight.see("P", "held")), (5, 1));
    fight.rounds(1);
    assert_eq!((fight.see("P", "hp"), fight.see("P", "held")), (5, 0));
}

// BDP-411, BDP-417
#[test]
fn flyers_and_riders_are_reached_by_a_save_and_may_come_down() {
    let pc = "name = 'P'\npc = true\nhp_max = 9\nweapons = [{ name = 'sword' }]";
    for traits in ["flying", "mounted"] {
        let foe = format!("name = 'N'\nhp_max = 9\ntraits = ['{traits}']\npolicy = 'falls'");
        let policy = "[policy.falls]\naction = [{ do = 'wait' }]\nflight = [{ do = 'fall' }]\n";
        let mut fight = play(&format!("{ENGAGED}{}{policy}", sides(&[pc], &[&foe])), "d20=11 d20=10 d8=8 d8=8");
        fight.rounds(1);
        assert_eq!((fight.see("N", "hp"), fight.see("N", "grounded")), (9, 0), "{traits}");
        fight.rounds(1);
        assert_eq!((fight.see("N", "hp"), fight.see("N", "grounded")), (9, 1), "{traits}");
        fight.rounds(1);
        assert_eq!(fight.see("N", "hp"), 1, "{traits}: nothing keeps the sword off any more");
    }
}

// BDP-412
#[test]
fn a_horde_is_struck_all_at_once_and_strikes_weakly() {
    let pc = "name = 'P'\npc = true\nhp_max = 9\nweapons = [{ kind = 'axe' }]";
    let rat = |name: &str| {
        format!("name = '{name}'\nhp_max = 20\ntraits = ['horde', 'mindless']\nweapons = [{{ kind = 'natural_dagger' }}]")
    };
    let text = format!("{ENGAGED}{}[policy.none]\n", sides(&[&format!("{pc}\npolicy = 'plain'")], &[&rat("N1"), &rat("N2")]));
    let text = format!("{text}[policy.plain]\nreaction = [{{ do = 'defend' }}]\n");
    let mut fight = play(&text, "d2=1 d4=1 d4=2 d2=1 d8=5 d12=9 d8=7 d12=3");
    fight.rounds(1);
    assert_eq!((fight.see("P", "hp"), fight.see("N1", "hp"), fight.see("N2", "hp")), (7, 11, 13));
}

// BDP-413, BDP-415, BDP-246, BDP-424, BDP-345
#[test]
fn what_is_hard_to_hurt_takes_little() {
    let strikes = |pc: &str, foe: &str, rest: &str, dice: &str| {
        let pc = format!("name = 'P'\npc = true\nhp_max = 9\n{pc}");
        let foe = format!("name = 'N'\nhp_max = 20\npolicy = 'idle'\n{foe}");
        let mut fight = play(&format!("{ENGAGED}{}{IDLE}{rest}", sides(&[&pc], &[&foe])), dice);
        fight.rounds(1);
        let hp = fight.see("N", "hp");
        20 - hp
    };
    let sword = "weapons = [{ kind = 'longsword' }]";
    assert_eq!(strikes(sword, "traits = ['impenetrable']", "", "d4=3"), 3);
    assert_eq!(strikes(sword, "traits = ['impenetrable']", "[rulings]\nimpenetrable = 'void'\n", "d8=7"), 0);
    assert_eq!(strikes(sword, "traits = ['invisible']", "", "d6=2"), 0);
    assert_eq!(strikes(sword, "traits = ['invisible']", "", "d6=3 d4=4"), 4);
    assert_eq!(strikes(sword, "immune = ['slashing']", "", "d8=7"), 0);
    assert_eq!(strikes(sword, "resistant = ['slashing']", "", "d4=2"), 2);
    assert_eq!(strikes(sword, "vulnerable = ['slashing']", "", "d8=2 d12=11"), 11);
    let silver = "weapons = [{ kind = 'longsword', silver = true }]";
    assert_eq!(strikes(silver, "resistant = ['slashing']\ntraits = ['supernatural']", "", "d8=7"), 7);
}

// BDP-414, BDP-423, BDP-346, R-35
#[test]
fn bites_infect_wound_and_poison() {
    let pc = "name = 'P'\npc = true\nhp_max = 0\nstr = 9\npolicy = 'takes'";
    let foe = "name = 'N'\nweapons = [{ kind = 'natural_sword' }]\ninfects = 'swampsigh'";
    let mut fight = play(&format!("{ENGAGED}{}{IDLE}", sides(&[pc], &[foe])), "d8=3 d20=7 d10=8 d4=2");
    fight.rounds(1);
    assert_eq!((fight.see("P", "ill"), fight.see("P", "arms")), (1, 2));
    let foe = "name = 'N'\ntraits = ['wounding']\nwounds_with = 'bite'\nweapons = [{ name = 'fang', poison = { doses = 1 } }]";
    let healthy = "name = 'P'\npc = true\nhp_max = 30\nstr = 9\npolicy = 'takes'";
    let mut fight = play(&format!("{ENGAGED}{}{IDLE}", sides(&[healthy], &[foe])), "d8=4 d4=3 d8=5");
    fight.rounds(1);
    assert_eq!((fight.see("P", "str"), fight.see("P", "wounds")), (6, 0), "4 of 8 is the lower half");
    fight.rounds(1);
    assert_eq!((fight.see("P", "str"), fight.see("P", "wounds")), (6, 1), "one dose was all there was");
}

// BDP-373, BDP-374
#[test]
fn horses_take_fright_and_carry_one_away() {
    let pc = "name = 'P'\npc = true\nhp_max = 9\nhorse = { trained = false }\npolicy = 'takes'";
    let foe = "name = 'N'\ntraits = ['beast']\npolicy = 'idle'";
    let fight = play(&format!("{ENGAGED}{}{IDLE}", sides(&[pc], &[foe])), "d20=11 d20=12");
    assert_eq!((fight.see("P", "grounded"), fight.see("P", "prone")), (1, 1));
    let rider = "name = 'P'\npc = true\nhorse = { trained = true }\npolicy = 'flees'";
    let policy = "[policy.flees]\naction = [{ do = 'retreat' }]\n";
    let mut fight = play(&format!("{ENGAGED}{}{IDLE}{policy}", sides(&[rider], &["name = 'N'\npolicy = 'idle'"])), "d20=1");
    fight.rounds(1);
    assert_eq!((fight.ending(), fight.see("P", "away")), (Some(Ending::Won(Side(1))), 1), "nobody can keep up");
    let slower = rider.replace("trained = true", "trained = true, outruns = false");
    let mut fight =
        play(&format!("{ENGAGED}{}{IDLE}{policy}", sides(&[&slower], &["name = 'N'\npolicy = 'idle'"])), "d20=1 d20=13");
    fight.rounds(1);
    assert_eq!(fight.see("P", "away"), 0, "the horse has DEX 12");
}

// BDP-502, BDP-506, BDP-631
#[test]
fn commands_and_rousing_words_strengthen_allies() {
    let chief = "name = 'P'\npc = true\nskills = ['commander']\npolicy = 'chief'";
    let ally = "name = 'A'\npc = true\nhp_max = 3\nweapons = [{ name = 'sword', category = 'slow' }]\npolicy = 'plain'";
    let foe = "name = 'N'\nhp_max = 20\npolicy = 'idle'";
    let policy = |act: &str| {
        format!(
            "[policy.chief]\naction = [{{ do = '{act}', when = 'round == 1' }}, {{ do = 'wait' }}]\n[policy.plain]\nreaction = [{{ do = 'defend' }}]\n"
        )
    };
    let text = |act: &str| format!("{ENGAGED}{}{IDLE}{}", sides(&[chief, ally], &[foe]), policy(act));
    let mut fight = play(&text("command"), "d20=1 d10=3 d12=8");
    fight.rounds(1);
    assert_eq!(fight.see("N", "hp"), 12);
    let rouser = text("rouse").replace("['commander']", "['rousing_words']");
    let mut fight = play(&rouser, "d20=1 d10=3 d10=7");
    fight.rounds(1);
    assert_eq!(fight.see("N", "hp"), 13);
}

// BDP-592, BDP-515
#[test]
fn gifts_are_used_at_the_first_need() {
    let takes = |pc: &str, dice: &str| {
        let pc = format!("name = 'P'\npc = true\npolicy = 'takes'\n{pc}");
        let foe = "name = 'N'\nweapons = [{ name = 'sword' }]";
        let mut fight = play(&format!("{ENGAGED}{}{IDLE}", sides(&[&pc], &[foe])), dice);
        fight.rounds(1);

        (fight.see("P", "hp"), fight.see("P", "str"), fight.see("P", "wounds"))
    };
    assert_eq!(takes("hp_max = 4\nspecies = 'tough'", "d8=8"), (1, 10, 0));
    assert_eq!(takes("hp_max = 0\nspecies = 'cunning'", "d8=4 d20=7 d20=6"), (0, 6, 0));
    assert_eq!(takes("hp_max = 0\nwil = 15\nspecies = 'adaptable'", "d8=4 d20=15"), (0, 6, 0));
    assert_eq!(takes("hp_max = 0\nskills = ['hard_to_kill']", "d8=4 d20=7 d20=6"), (0, 6, 0));
}

// BDP-592, BDP-239, BDP-454, BDP-457
#[test]
fn the_tough_stay_up_whatever_takes_their_last_hp() {
    let policy = "[policy.does]\naction = [{ do = 'sculpt', dice = 2, ability = 'dex' }]\n";
    let casts = |hp: &str, dice: &str, seen: &[(&str, &str, i64)]| {
        let pc = format!("{hp}\nmd = 2\npolicy = 'does'\nspecies = 'tough'");
        after(1, met(&[&pc], &["hp_max = 4\nspecies = 'tough'"]), policy, dice, seen);
    };
    casts("hp_max = 9", "d6=2 d6=5", &[("N", "hp", 1), ("N", "dex", 10), ("P", "hp", 9)]);
    casts("hp_max = 2", "d6=1 d6=1", &[("N", "hp", 3), ("P", "hp", 1), ("P", "wil", 10)]);
}

// BDP-461, BDP-462, BDP-626
#[test]
fn a_trick_lowers_the_ability_that_is_saved_with() {
    let pc = "name = 'P'\npc = true\nmd = 2\npolicy = 'tricks'";
    let foe = "name = 'N'\nstr = 14\npolicy = 'idle'";
    let policy = "[policy.tricks]\naction = [{ do = 'trick', gambit = 'stun', dice = 2 }]\n";
    let text = format!("{ENGAGED}{}{IDLE}{policy}", sides(&[pc], &[foe]));
    let mut fight = play(&text, "d20=20 d6=3 d6=5 d20=13");
    fight.rounds(1);
    assert_eq!((fight.see("P", "fatigue"), fight.see("N", "stunned"), fight.see("N", "str")), (1, 1, 14));
    let mut fight = play(&format!("{text}[rulings]\ntrick_mode = 'difficulty'\n"), "d20=20 d6=3 d6=5 d20=3");
    fight.rounds(1);
    assert_eq!(fight.see("N", "stunned"), 1, "Difficulty 3");
}

// BDP-476, BDP-477, BDP-478, BDP-480, BDP-482, BDP-483, BDP-484
#[test]
fn miracles_cost_will_and_do_what_they_promise() {
    let prays = |miracle: &str, foe: &str, rounds: u32, dice: &str| {
        let pc = format!(
            "name = 'P'\npc = true\nhp_max = 5\nwil = 14\nfd = 2\nmiracles = ['{miracle}']\nitems = [{{ name = 'focus' }}]\npolicy = 'prays'\n\
             condition = {{ hp = 1 }}\nweapons = [{{ name = 'sword' }}]"
        );
        let policy = format!(
            "[policy.prays]\naction = [{{ do = 'miracle', miracle = '{miracle}', dice = 2, when = 'round == 1' }}, {{ do = 'attack' }}]\nreaction = [{{ do = 'defend' }}]\n"
        );
        let mut fight = play(&format!("{ENGAGED}{}{IDLE}{policy}", sides(&[&pc], &[&format!("name = 'N'\n{foe}")])), dice);
        fight.rounds(rounds);
        fight
    };
    let fight = prays("replenish", "policy = 'idle'", 1, "d6=3 d6=4");
    assert_eq!((fight.see("P", "hp"), fight.see("P", "wil")), (5, 11));
    let fight = prays("rebuke", "unholy = true\npolicy = 'idle'", 1, "d6=1 d6=1 d20=2");
    assert_eq!((fight.see("N", "away"), fight.see("P", "wil")), (1, 12), "2 is not above Difficulty 2");
    let fight = prays("smite", "hp_max = 20\npolicy = 'idle'", 2, "d6=2 d6=2 d8=3");
    assert_eq!(fight.see("N", "hp"), 13, "3 and 4");
    let club = "weapons = [{ name = 'club', category = 'slow' }]";
    let fight = prays("divine_protection", club, 2, "d10=1 d6=2 d6=2 d8=1 d10=4 d20=5");
    assert_eq!((fight.see("P", "hp"), fight.see("P", "str")), (0, 9), "4 against Armor 3");
}

// BDP-488, BDP-489, BDP-490, BDP-492
#[test]
fn songs_are_sung_above_their_complexity_and_not_in_a_melee() {
    let bard = "name = 'P'\npc = true\nwil = 14\nsongs = ['iron']\npolicy = 'sings'";
    let ally = "name = 'A'\npc = true\nweapons = [{ name = 'sword' }]\npolicy = 'late'";
    let foe = "name = 'N'\nhp_max = 20\npolicy = 'idle'";
    let policy = "[policy.sings]\naction = [{ do = 'song', song = 'iron', when = 'round == 1' }, { do = 'wait' }]\n\
                  [policy.late]\naction = [{ do = 'attack', when = 'round >= 2' }, { do = 'wait' }]\n";
    let text = format!("{}{IDLE}{policy}", sides(&[bard, ally], &[foe]));
    let mut fight = play(&text, "d20=1 d20=4 d20=1 d8=3 d8=6");
    fight.rounds(2);
    assert_eq!(fight.see("N", "hp"), 14);
    let mut fight = play(&text, "d20=1 d20=3");
    fight.rounds(1);
    assert_eq!(fight.see("P", "fatigue"), 1, "3 is not above 3");
}

// BDP-463, BDP-472
#[test]
fn spells_are_countered_and_power_takes_dice() {
    let pc = "name = 'P'\npc = true\nhp_max = 9\nmd = 2\npolicy = 'casts'";
    let foe = "name = 'N'\nhp_max = 20\nmd = 2\npolicy = 'counters'";
    let policy = "[policy.casts]\naction = [{ do = 'sculpt', dice = 2 }]\n[policy.counters]\naction = [{ do = 'wait' }]\ncounterspell = [{ do = 2 }]\n";
    let mut fight = play(&format!("{ENGAGED}{}{policy}", sides(&[pc], &[foe])), "d6=2 d6=3 d6=1 d6=4");
    fight.rounds(1);
    assert_eq!((fight.see("N", "hp"), fight.see("N", "fatigue")), (20, 1), "5 cancels 5");
    let drains = "[policy.casts]\naction = [{ do = 'sculpt', dice = 2 }]\n[policy.counters]\naction = [{ do = 'wait' }]\npower = [{ do = 'spell', most = 1 }]\n";
    let warded = foe.replace("md = 2", "power = 3");
    let mut fight = play(&format!("{ENGAGED}{}{drains}", sides(&[pc], &[&warded])), "d6=2 d6=3");
    fight.rounds(1);
    assert_eq!((fight.see("N", "hp"), fight.see("N", "power")), (18, 2), "the last die is taken");
}

// BDP-427, BDP-428, BDP-590, BDP-591, BDP-598
#[test]
fn characters_and_rivals_are_rolled_when_the_day_begins() {
    let pc = "name = 'P'\npc = true\nrolled = 'swapped_to_str'\nage = 6";
    let rival = "name = 'N'\nrolled = 'rival'";
    let dice = "3d6=9 3d6=14 3d6=10 d6=4 3d6=10 3d6=11 3d6=12 d8=6 2d6=9 d8=7 d20=20";
    let dice = dice.replace("3d6=9", "d6=3 d6=3 d6=3").replace("3d6=14", "d6=6 d6=4 d6=4").replace("3d6=10", "d6=3 d6=3 d6=4");
    let dice = dice.replace("3d6=11", "d6=3 d6=4 d6=4").replace("3d6=12", "d6=4 d6=4 d6=4").replace("2d6=9", "d6=4 d6=5");
    let fight = play(&sides(&[pc], &[rival]), &dice);
    assert_eq!((fight.see("P", "str"), fight.see("P", "dex"), fight.see("P", "wil"), fight.see("P", "hp")), (13, 7, 12, 4));
    assert_eq!((fight.see("N", "hp"), fight.see("N", "armor"), fight.see("N", "weapons")), (9, 3, 1));
}

// BDP-428
#[test]
fn rivals_draw_the_same_weapons_by_the_older_rules() {
    let rolled = format!("{}d8=1 d6=3 d8=7 d20=1", "d6=3 ".repeat(9));
    for version in ["2", "1.32"] {
        let rest = format!("[rulings]\nversion = '{version}'\n");
        let fight = play(&format!("{}{rest}", sides(&["name = 'P'"], &["name = 'N'\nrolled = 'rival'"])), &rolled);
        assert_eq!((fight.see("N", "weapons"), fight.see("N", "free_slots")), (1, 8), "a longbow in version {version}");
    }
}
