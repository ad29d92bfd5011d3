//! Tests of harm: the three abilities, injuries by area, wounds of every level, lost limbs.

use super::stage::{after, begins, met, stage};
use super::{play, sides};
use crate::Bdp;
use frame::rules::testing::ScriptedPlay;

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const IDLE: &str = "hp_max = 9";
/// The policy of one who waits, takes every blow, and has wounds of a kind it has become worse.
const WORSENS: &str =
    "[policy.worsens]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\nwound = [{ do = 'worsen' }]\n";

fn does(action: &str) -> String {
    format!(
        "[policy.does]\ntarget = [{{ at = 'first' }}]\naction = [{{ {action} }}, {{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\n"
    )
}

/// A character alone to whom something happens.
fn peril(pc: &str, kind: &str, rest: &str, dice: &str) -> ScriptedPlay<Bdp> {
    let legs = format!("[[day]]\nrest = {{ peril = {{ kind = '{kind}' }} }}\n[[day]]\nfight = ['party', 'foes']\n");
    let mut play = play(&format!("{}{legs}{rest}", sides(&[&format!("name = 'P'\npc = true\n{pc}")], &["name = 'N'"])), dice);
    play.leg();
    play
}

fn abilities(play: &ScriptedPlay<Bdp>) -> [i64; 3] {
    ["str", "dex", "wil"].map(|ability| play.see("P", ability))
}

// BDP-001
#[test]
fn each_of_three_abilities_has_a_maximum_and_a_present_value() {
    let pc = "name = 'P'\npc = true\nstr = 12\ndex = 11\nwil = 9\ncondition = { str = 10, dex = 9, wil = 30 }";
    let night = "[[day]]\nrest = { night = { sleep = 'comfortable', food = 'fresh' } }\n";
    let legs = format!("{}[[day]]\nfight = ['party', 'foes']\n", night.repeat(3));
    let mut play = play(&format!("{}{legs}", sides(&[pc], &["name = 'N'"])), "");
    assert_eq!(abilities(&play), [10, 9, 9], "nothing is above its maximum");
    play.leg();
    assert_eq!(abilities(&play), [11, 10, 9]);
    play.leg().leg();
    assert_eq!(abilities(&play), [12, 11, 9], "up to the maximum");
    after(
        1,
        met(&["hp_max = 0\nstr = 14"], &[SWORD]),
        "",
        "d8=4 d20=10",
        &[("P", "str", 10), ("P", "weak", 1), ("P", "dex", 10)],
    );
}

// BDP-038
#[test]
fn wounds_and_injuries_damage_str() {
    let seen = |str: i64| [("P", "str", str), ("P", "dex", 10), ("P", "wil", 10)];
    after(1, met(&["hp_max = 0"], &[SWORD]), "", "damage d8=4, Critical Damage Save d20=6", &seen(6));
    after(1, met(&["hp_max = 0"], &[SWORD]), "", "damage d8=4, Critical Damage Save d20=7, area d10=3, torso d4=2", &seen(4));
    assert_eq!(abilities(&peril("", "fall", "", "surroundings d10=3, Critical Damage Save d20=7")), [7, 10, 10]);
}

// BDP-039
#[test]
fn sprains_poisons_and_shocks_damage_dex() {
    after(
        1,
        met(&["hp_max = 0"], &[SWORD]),
        "",
        "damage d8=4, Critical Damage Save d20=7, area d10=6, leg d4=2",
        &[("P", "dex", 8), ("P", "str", 6), ("P", "wil", 10)],
    );
    assert_eq!(abilities(&peril("", "bear_trap", "", "d4=3")), [10, 7, 10]);
    assert_eq!(abilities(&peril("", "night_spider", "", "surroundings d8=3, Critical Damage Save d20=7")), [10, 7, 10]);
    let fang = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'fang', poison = { ability = 'dex' } }]";
    after(1, met(&[IDLE], &[fang]), "", "d8=2 d4=3", &[("P", "hp", 7), ("P", "dex", 7), ("P", "str", 10)]);
    let bolt = does("do = 'sculpt', dice = 3, ability = 'dex', element = 'lightning'");
    let mage = "hp_max = 9\nmd = 3\npolicy = 'does'";
    after(
        1,
        met(&["hp_max = 0"], &[mage]),
        &bolt,
        "d6=1 d6=2 d6=3 d20=7",
        &[("P", "dex", 7), ("P", "str", 10), ("P", "wil", 10)],
    );
}

// BDP-040
#[test]
fn fear_and_strain_damage_wil() {
    assert_eq!(abilities(&peril("", "unnatural", "", "")), [10, 10, 9]);
    assert_eq!(abilities(&peril("", "eldritch", "", "surroundings d8=3, Critical Damage Save d20=7")), [10, 10, 7]);
    let mage = "hp_max = 4\nmd = 2\npolicy = 'does'";
    let strained = [("P", "hp", 0), ("P", "wil", 8), ("P", "str", 10)];
    after(1, met(&[mage], &["hp_max = 30"]), &does("do = 'sculpt', dice = 2"), "d6=3 d6=3", &strained);
    let psychic = does("do = 'sculpt', dice = 2, ability = 'wil'");
    after(1, met(&["hp_max = 0"], &[mage]), &psychic, "d6=2 d6=3 d20=7", &[("P", "wil", 7), ("P", "str", 10)]);
}

/// A character with these wounds whose torso a blow injures; what else is said of it, and of the foe's weapon.
fn struck_again(wounds: &str, pc: &str, weapon: &str, rest: &str) -> [i64; 3] {
    let pc = format!("hp_max = 0\n{pc}\ncondition = {{ wounds = [{wounds}] }}");
    let foe = format!("hp_max = 9\npolicy = 'hits'\nweapons = [{{ name = 'sword', {weapon} }}]");
    let mut play = stage(&[&pc], &[&foe], &format!("{WORSENS}{rest}"), "d8=4 d20=7 d10=3 d4=1");
    play.rounds(1);

    ["wounds", "severe_wounds", "str"].map(|what| play.see("P", what))
}

/// A foe's weapon.
const SLOT: &str = "slots = 1";
/// Somebody whose wounds become worse.
const WORSE: &str = "policy = 'worsens'";

// BDP-052, BDP-053
#[test]
fn a_second_wound_of_a_kind_takes_a_slot_or_makes_the_first_worse() {
    let light = "{ key = 'torso', level = 'light' }";
    assert_eq!(struck_again(light, "", SLOT, ""), [2, 1, 5], "another slot");
    assert_eq!(struck_again(light, WORSE, SLOT, ""), [1, 1, 5], "severe now");
    assert_eq!(struck_again("{ key = 'torso', level = 'severe' }", WORSE, SLOT, ""), [1, 1, 4], "permanent now");
    assert_eq!(struck_again("{ key = 'head', level = 'light' }", WORSE, SLOT, ""), [2, 1, 5], "of another kind");
    let pc = "hp_max = 0\nstr = 18\npolicy = 'worsens'\ncondition = { wounds = [{ key = 'torso', level = 'light' }] }";
    let seen = [("P", "str", 7), ("P", "wounds", 1), ("P", "free_slots", 9)];
    after(2, met(&[pc], &[SWORD]), WORSENS, "d8=4 d20=15 d10=3 d4=1 d8=4 d20=10 d10=4 d4=1", &seen);
}

//
#[test]
fn a_wound_becomes_one_level_worse_or_as_bad_as_the_new_one() {
    let light = "{ key = 'torso', level = 'light' }";
    let lasting = "[book.injury]\nwound_level = 'permanent'\n";
    assert_eq!(struck_again(light, WORSE, SLOT, lasting), [1, 1, 4], "as bad as the new one");
    assert_eq!(struck_again(light, WORSE, SLOT, &format!("{lasting}[rulings]\nwound_raise = 'one_level'\n")), [1, 1, 5]);
    assert_eq!(
        struck_again("{ key = 'torso', level = 'permanent' }", WORSE, SLOT, ""),
        [2, 2, 5],
        "permanent ones do not grow"
    );
    let burnt = |rest: &str| {
        let play = peril("", "fire", rest, "d6=1");
        ["wounds", "severe_wounds"].map(|what| play.see("P", what))
    };
    assert_eq!(burnt(""), [1, 0], "light where the source does not say");
    assert_eq!(burnt("[book.wound]\nlevel = 'severe'\n"), [1, 1]);
    let slashes = "damage = 'slashing'";
    let by_weapon = "[rulings]\nwound_key = 'weapon_area'\n";
    assert_eq!(struck_again(light, WORSE, slashes, ""), [1, 1, 5]);
    assert_eq!(struck_again(light, WORSE, slashes, by_weapon), [2, 1, 5], "not by the same type");
    assert_eq!(struck_again("{ key = 'torso by slashing', level = 'light' }", WORSE, slashes, by_weapon), [1, 1, 5]);
    assert_eq!(struck_again("{ key = 'torso by piercing', level = 'light' }", WORSE, slashes, by_weapon), [2, 1, 5]);
}

// BDP-057, R-15
#[test]
fn a_permanent_wound_lowers_the_fitting_ability_for_good() {
    let lasting = "[book.injury]\nwound_level = 'permanent'\n";
    for (dice, seen) in [
        ("d8=4 d20=7 d10=1 d4=1", [4, 10, 10]),
        ("d8=4 d20=7 d10=6 d4=1", [6, 8, 10]),
        ("d8=4 d20=7 d10=7 d4=1", [6, 8, 10]),
        ("d8=4 d20=7 d10=8", [6, 9, 10]),
        ("d8=4 d20=7 d10=9", [6, 9, 10]),
        ("d8=4 d20=7 d10=10 d6=6", [6, 10, 9]),
    ] {
        let mut play = stage(&["hp_max = 0"], &[SWORD], lasting, dice);
        play.rounds(1);
        assert_eq!(abilities(&play), seen, "{dice}");
    }
    let burnt = |wound: &str, rest: &str| {
        let rest = format!("[book.wound]\nlevel = 'permanent'\n{rest}\n[book.env.fire]\nwound = '{wound}'\n");
        abilities(&peril("str = 12", "fire", &rest, "d6=1"))
    };
    for (wound, seen) in [
        ("burn", [10, 10, 10]),
        ("frostbite", [11, 9, 10]),
        ("nerve", [11, 10, 9]),
        ("poisoning", [10, 10, 10]),
        ("scald", [10, 10, 10]),
    ] {
        assert_eq!(burnt(wound, ""), seen, "{wound}");
    }
    assert_eq!(burnt("nerve", "permanent_loss = 3\n"), [11, 10, 7]);
    assert_eq!(burnt("nerve", "ability = { nerve = 'dex' }\n"), [11, 9, 10]);
    let night =
        "[[day]]\nrest = { night = { sleep = 'comfortable', food = 'fresh', days = 9, care = true, medicine = true } }\n";
    let legs = format!("[[day]]\nrest = {{ peril = {{ kind = 'fire' }} }}\n{night}[[day]]\nfight = ['party', 'foes']\n");
    let rest = "[book.wound]\nlevel = 'permanent'\n";
    let mut play = play(&format!("{}{legs}{rest}", sides(&["name = 'P'\npc = true\nstr = 12"], &["name = 'N'"])), "d6=3");
    play.leg();
    assert_eq!(play.see("P", "str"), 8);
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "weak"), play.see("P", "wounds")), (11, 0, 1), "the maximum is lower");
}

// BDP-071, R-09
#[test]
fn injuries_to_one_area_may_last_and_limbs_may_be_lost() {
    let severe = "{ key = 'torso', level = 'severe' }";
    assert_eq!(struck_again(severe, "", SLOT, ""), [2, 2, 5]);
    assert_eq!(struck_again(severe, "", SLOT, "[rulings]\ninjury_repeat = 'permanent'\n"), [1, 1, 4]);
    let gruesome = "[book.injury]\ndismember_percent = 50\n";
    let (leg, next) = ("d20=11 d8=4 d20=7 d10=6 d4=1", "d8=1 d20=1 d8=1");
    let pc = SWORD.replace("hp_max = 9", "hp_max = 0");
    let foe = SWORD.replace("hp_max = 9", "hp_max = 30");
    let lame = |rest: &str, dice: &str| after(2, met(&[&pc], &[&foe]), rest, dice, &[("P", "str", 5), ("N", "hp", 28)]);
    lame(gruesome, &format!("{leg} d100=50 d8=1 {next}"));
    lame(gruesome, &format!("{leg} d100=51 d8=1 d20=11 {next}"));
    lame("", &format!("{leg} d8=1 d20=11 {next}"));
    after(1, met(&["hp_max = 0"], &[SWORD]), gruesome, "d8=4 d20=7 d10=3 d4=1", &[("P", "str", 5)]);
    // With one arm left there is none for a shield, whichever arm that is.
    for (percent, shielded) in [(50, 0), (51, 1)] {
        let dice = format!("d8=4 d20=8 d10=9 d100={percent}");
        after(1, met(&["hp_max = 0\nshield = true"], &[SWORD]), gruesome, &dice, &[("P", "shielded", shielded)]);
    }
    // A fighter that lacks an arm picks up what it dropped, but cannot wield what takes two.
    let picks = "[policy.picks]\ntarget = [{ at = 'first' }]\nreaction = [{ do = 'defend' }]\n\
                 action = [{ do = 'pick_up', when = 'dropped' }, { do = 'wait', when = 'unarmed or round == 1' }, { do = 'attack' }]\n";
    let rest = format!("{picks}{gruesome}");
    let foe = "hp_max = 9\npolicy = 'does'\nweapons = [{ name = 'sword' }]";
    let once = does("do = 'attack', when = 'round == 1'");
    for (category, percent, armed) in [("slow", 50, false), ("slow", 51, true), ("balanced", 50, true)] {
        let pc = format!("hp_max = 0\npolicy = 'picks'\nweapons = [{{ name = 'thing', category = '{category}' }}]");
        let strikes = if armed { "d4=2" } else { "d20=1" };
        let dice = format!("d8=4 d20=7 d10=9 d100={percent} d20=1 {strikes}");
        let hp = if armed { 7 } else { 9 };
        after(3, met(&[&pc], &[foe]), &format!("{rest}{once}"), &dice, &[("N", "hp", hp), ("P", "weapons", 1)]);
    }
}

//
#[test]
fn guarding_gear_works_always_or_once_and_may_leave_the_wound() {
    let pc = "hp_max = 0\nstr = 18\nitems = [{ name = 'helmet', stored = false }]";
    assert_eq!(begins(pc, "free_slots"), 9);
    let (first, second) = ("d8=4 d20=15 d10=10", "d8=4 d20=11 d10=10");
    let seen = |wounds: i64, items: i64, free: i64| [("P", "wounds", wounds), ("P", "items", items), ("P", "free_slots", free)];
    after(2, met(&[pc], &[SWORD]), "", &format!("{first} {second}"), &seen(0, 1, 9));
    let once = "[rulings]\nguard_uses = 'once'\n";
    after(1, met(&[pc], &[SWORD]), once, first, &seen(0, 0, 10));
    after(2, met(&[pc], &[SWORD]), once, &format!("{first} {second} d6=6"), &seen(1, 0, 9));
    let keep = "[rulings]\nguard_wound = 'keep'\n";
    after(1, met(&[pc], &[SWORD]), keep, first, &seen(1, 1, 8));
}

//
#[test]
fn an_eye_may_count_and_a_scar_may_not() {
    let head = |face: u8| format!("d8=4 d20=7 d10=10 d6={face}");
    let seen = |eye: i64, wounds: i64| [("P", "eye_lost", eye), ("P", "wounds", wounds), ("P", "severe_wounds", wounds)];
    for (face, eye) in [(4, 1), (5, 1), (6, 0)] {
        after(1, met(&["hp_max = 0"], &[SWORD]), "", &head(face), &seen(eye, 1));
    }
    let scarless = "[rulings]\ninjury_scar_wound = false\n";
    after(1, met(&["hp_max = 0"], &[SWORD]), scarless, &head(6), &seen(0, 0));
    after(1, met(&["hp_max = 0"], &[SWORD]), scarless, &head(5), &seen(1, 1));
    let (bow, knife) =
        ("hp_max = 0\npolicy = 'hits'\nweapons = [{ kind = 'shortbow' }]", KNIFE.replace("hp_max = 9", "hp_max = 0"));
    let shot = |pc: &str, rest: &str, die: &str| {
        let dice = format!("d6=1 {} {die} d8=1 d20=1", head(4));
        after(2, met(&[pc], &[SWORD]), rest, &dice, &[("N", "hp", 5), ("P", "str", 5)]);
    };
    let ranged = "[rulings]\ninjury_eye = 'ranged_impaired'\n";
    shot(bow, "", "d6=3");
    shot(bow, ranged, "d4=3");
    shot(&knife, ranged, "d6=3");
}

//
#[test]
fn others_than_player_characters_are_down_injured_impaired_or_dead() {
    let foe = "hp_max = 0\npolicy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
    let pc = SWORD.replace("hp_max = 9", "hp_max = 20");
    let on_crit = |what: &str, dice: &str, seen: &[(&str, &str, i64)]| {
        after(1, met(&[&pc], &[foe]), &format!("[rulings]\nnpc_on_crit = '{what}'\n"), dice, seen);
    };
    let failed = "d8=4 d20=7";
    after(1, met(&[&pc], &[foe]), "", failed, &[("N", "down", 1), ("N", "dead", 0), ("N", "str", 6)]);
    on_crit("down", failed, &[("N", "down", 1)]);
    on_crit("dead", failed, &[("N", "dead", 1)]);
    on_crit("injury", &format!("{failed} d10=3 d4=2 d10=5"), &[("N", "str", 4), ("N", "wounds", 1), ("P", "hp", 15)]);
    on_crit("impaired", &format!("{failed} d4=3"), &[("N", "active", 1), ("N", "wounds", 0), ("P", "hp", 17)]);
    let brawler = "hp_max = 9\npolicy = 'hits'";
    let frail = "hp_max = 0\nstr = 3";
    after(1, met(&[brawler], &[frail]), "", "d20=1 d4=3", &[("N", "dead", 1), ("N", "knocked_out", 0)]);
    let spared = "[rulings]\nnonlethal_zero = 'knocked_out'\n";
    after(1, met(&[brawler], &[frail]), spared, "d20=1 d4=3", &[("N", "dead", 0), ("N", "knocked_out", 1)]);
    after(1, met(&[&pc], &["hp_max = 0\nstr = 3"]), spared, "d8=3", &[("N", "dead", 1)]);
}
