//! Attacks: weapons and their dice, targets, what makes an attack better or worse.

use super::stage::{Stage, stage};

/// A does this; B is as it is said to be.
fn scene(a: &str, plan: &str, b: &str) -> Stage {
    stage().hero("A", a, plan).foe("B", b, "").measured()
}

// CAP-064, CAP-065, CAP-077, CAP-105, RU-27
#[test]
fn the_weapons_die_of_the_attack_is_the_damage_less_armor_or_it_is_rolled_anew() {
    let scene = scene("weapons = [$d8]", "attack", "natural_armor = 1");
    let struck = scene.play("attack d20=10, weapon d8=6, save d20=16").sees("B hp 25").counts("A damage 5, hits 1");
    struck.counts("B damage_taken 5, taken_from_weapons 5, taken_from_spells 0");
    scene.play("attack d20=10, weapon d8=6, save d20=17").sees("B hp 30").counts("A damage 0, hits 0");
    scene.play("attack d20=10, weapon d8=1, save d20=1").sees("B hp 30").counts("A hits 1");
    scene.clone().book("damage.minimum = 2").play("attack d20=10, weapon d8=1, save d20=1").sees("B hp 28");
    scene.clone().ruling("damage_die = 'fresh'").play("attack d20=10, weapon d8=6, save d20=16, damage d8=3").sees("B hp 28");
    scene.ruling("damage_die = 'fresh'").play("attack d20=10, weapon d8=6, save d20=17").sees("B hp 30");
}

// CAP-106, RU-14
#[test]
fn bare_hands_are_a_d4_in_the_roll_or_only_in_the_damage() {
    let bare = scene("", "attack", "");
    bare.play("attack d20=10, weapon d4=4, save d20=14").sees("B hp 26");
    bare.play("attack d20=10, weapon d4=3, save d20=14").sees("B hp 30");
    let damage_only = bare.clone().ruling("unarmed = 'damage_only'");
    damage_only.play("attack d20=10, save d20=10, damage d4=4").sees("B hp 26");
    damage_only.play("attack d20=10, save d20=11").sees("B hp 30");
    bare.book("attack.unarmed = '1d6'").play("attack d20=10, weapon d6=6, save d20=16").sees("B hp 24");
}

// CAP-112
#[test]
fn of_two_weapons_both_dice_are_rolled_and_the_higher_is_kept() {
    let two = scene("weapons = [{ name = 'hooks', die = '1d6', second = '1d8' }]", "attack", "");
    two.play("attack d20=10, weapon d6=2 d8=7, save d20=17").sees("B hp 23");
    two.play("attack d20=10, weapon d6=5 d8=3, save d20=15").sees("B hp 25");
    two.play("attack d20=10, weapon d6=5 d8=3, save d20=16").sees("B hp 30");
    let sharp = scene("weapons = [{ name = 'hooks', die = '1d6', second = '1d8', die_adv = 1 }]", "attack", "");
    sharp.play("attack d20=10, weapon d6=2 d6=4 d8=3 d8=1, save d20=14").sees("B hp 26");
}

// CAP-022, CAP-134, CAP-135, RU-26
#[test]
fn shots_reach_far_and_are_impaired_beyond_the_near() {
    let shot = |at: u8, more: &[&str], dice: &str| {
        let scene = scene("at = [0], weapons = [{ name = 'bow' }]", "attack", &format!("at = [{at}]")).arena();
        let scene = scene.policy("A", "movement = [{ do = 'hold' }]");
        more.iter().fold(scene, |scene, line| scene.book(line)).play(dice)
    };
    shot(8, &[], "attack d20=10, weapon d6=1, save d20=11").counts("A hits 1");
    shot(9, &[], "attack d20=10 d20=12, weapon d6=1, save d20=11").counts("A hits 1");
    shot(200, &[], "attack d20=10 d20=9, weapon d6=1, save d20=11").counts("A hits 0, attacks 1");
    shot(9, &["attack.near_spaces = 9"], "attack d20=10, weapon d6=1, save d20=11").counts("A hits 1");
    shot(12, &["attack.far_spaces = 12"], "attack d20=10 d20=12, weapon d6=1, save d20=11").counts("A hits 1");
    shot(13, &["attack.far_spaces = 12"], "").counts("A attacks 0, ap_spent 0");
}

// CAP-021, RU-26
#[test]
fn without_positions_everything_is_in_reach_and_with_them_weapons_reach_so_far() {
    scene("", "attack", "").play("attack d20=10, weapon d4=1, save d20=11").counts("A attacks 1, ap_spent 2");
    let sheet = |reach: &str| format!("at = [0], weapons = [{{ name = 'pole', die = '1d4'{reach} }}]");
    let there = |reach: &str, at: u8| {
        let scene = scene(&sheet(reach), "attack", &format!("at = [{at}]")).arena();
        scene.policy("A", "movement = [{ do = 'hold' }]")
    };
    there("", 1).play("attack d20=10, weapon d4=1, save d20=11").counts("A attacks 1");
    there("", 2).play("").counts("A attacks 0, ap_spent 0");
    there(", reach = 2", 2).play("attack d20=10, weapon d4=1, save d20=11").counts("A attacks 1");
    there("", 2).book("attack.reach = 2").play("attack d20=10, weapon d4=1, save d20=11").counts("A attacks 1");
}

// CAP-033
#[test]
fn whatever_lies_about_can_be_thrown() {
    let quick = scene("str = 1, dex = 14, weapons = [$sword]", "throw", "");
    quick.play("attack d20=5, weapon d4=1, save d20=10").counts("A hits 1, ap_spent 2").sees("B hp 29, attackers 0");
    quick.play("attack d20=5, weapon d4=1, save d20=11").counts("A hits 0");
    let strong = scene("str = 14, dex = 1", "throw", "").book("attack.improvised_ranged = false");
    strong.book("attack.improvised = '1d6'").play("attack d20=5, weapon d6=1, save d20=10").counts("A hits 1");
}

// CAP-136
#[test]
fn shots_are_only_counted_when_a_weapon_says_so() {
    let scene = |ammo: &str| {
        let weapons = format!("weapons = [{{ name = 'sling'{ammo} }}]");
        stage().hero("A", &weapons, "attack; attack").foe("B", "", "").rounds(2).measured()
    };
    let hit = "d20=10 d6=1 d20=20 ";
    scene("").play(&hit.repeat(4)).counts("A attacks 4");
    scene(", ammo = 3").play(&format!("{}{}", hit.repeat(3), "d20=10 d4=1 d20=20")).counts("A attacks 4");
}

// CAP-040, RU-08
#[test]
fn a_target_is_occupied_by_any_other_attack_in_close_combat_since_its_last_turn() {
    let pair = |first: &str, foe: &str| {
        let scene = stage().hero("C", first, "attack").hero("A", "", "attack").foe("B", foe, "").foe("D", "", "").raw();
        scene.rounds(2).measured()
    };
    let initiative = "d20=20 d20=19 d20=1 d20=18 ";
    // In the second round B has had a turn, but C has attacked again before A does.
    let miss = "d20=1 d4=1 d20=20 ";
    let better = "d20=1 d20=2 d4=1 d20=20 ";
    pair("", "").play(&format!("{initiative}{miss}{better}{miss}{better}"));
    pair("", "").book("step.occupied = 0").play(&format!("{initiative}{}", miss.repeat(4)));
    let shot = "d20=1 d6=1 d20=20 ";
    pair("weapons = [{ name = 'sling' }]", "").play(&format!("{initiative}{shot}{miss}{shot}{miss}"));
    let after_its_turn = stage().hero("C", "", "attack").hero("A", "", "attack").foe("B", "", "").measured();
    after_its_turn.play(&miss.repeat(2)).sees("B attackers 1");
    let alone = stage().hero("A", "", "attack; attack").foe("B", "", "").measured();
    alone.play(&miss.repeat(2)).counts("A attacks 2");
}

// CAP-026, CAP-109, CAP-110
#[test]
fn the_prone_are_easier_to_strike_in_close_combat_and_strike_worse() {
    let stay = "stand = [{ do = 'no' }]";
    let lying = |a: &str, b: &str| scene(a, "attack", b).policy("A", stay).policy("B", stay);
    lying("", "prone = true").play("attack d20=2 d20=9, weapon d4=1, save d20=10").counts("A hits 1");
    lying("weapons = [{ name = 'sling' }]", "prone = true").play("attack d20=2, weapon d6=1, save d20=10").counts("A hits 0");
    lying("prone = true", "").play("attack d20=19 d20=2, weapon d4=1, save d20=10").counts("A hits 0");
    lying("prone = true, weapons = [{ name = 'sling' }]", "").play("attack d20=9, weapon d6=1, save d20=10").counts("A hits 1");
    lying("", "prone = true")
        .book("step.against_prone = 2")
        .play("attack d20=2 d20=3 d20=9, weapon d4=1, save d20=10")
        .counts("A hits 1");
    lying("prone = true", "").book("step.prone = 0").play("attack d20=9, weapon d4=1, save d20=10").counts("A hits 1");
}

// CAP-109
#[test]
fn every_reason_for_weakness_is_a_step() {
    let one = "attack d20=19 d20=2, weapon d4=1, save d20=10";
    scene("bound = true", "attack", "").play(one).counts("A hits 0");
    scene("bound = true", "attack", "").book("step.impaired = 2").play("attack d20=19 d20=2 d20=3, weapon d4=1, save d20=10");
    scene("", "attack", "cover = 'all'").play(one).counts("A hits 0");
    scene("", "attack", "cover = 'ranged'").play("attack d20=9, weapon d4=1, save d20=10").counts("A hits 1");
    scene("weapons = [{ name = 'sling' }]", "attack", "cover = 'ranged'").play("attack d20=19 d20=2, weapon d6=1, save d20=10");
    scene("bound = true", "attack", "cover = 'all'")
        .play("attack d20=19 d20=2 d20=3, weapon d4=1, save d20=10")
        .counts("A hits 0");
}

/// A wizard puts B to sleep, then A attacks whomever it likes.
fn asleep(finish: &str) -> Stage {
    let wizard = "wil = 13, grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let policy = format!("finish = [{{ do = '{finish}' }}]");
    let scene = stage().hero("W", wizard, "cast slot_dice=1").hero("A", "", "attack").policy("A", &policy);
    scene.foe("B", "dex = 30, str = 30, shield = {}, natural_armor = 1", "attack").foe("C", "", "")
}

const SLEEP: &str = "d20=20 d20=19 d20=14 d20=13   d6=1 d20=20 d20=1 ";

// CAP-110, RU-24
#[test]
fn the_helpless_are_easier_to_strike_and_save_with_a_bare_die_or_not_at_all() {
    let scene = asleep("yes").raw();
    scene.play(&format!("{SLEEP} d20=2 d20=5 d4=3 d20=18")).sees("B hp 28, is(asleep) 1; C hp 30");
    scene.play(&format!("{SLEEP} d20=2 d20=5 d4=3 d20=19")).sees("B hp 30, is(asleep) 1; C hp 30");
    scene.ruling("helpless_save = 'auto_hit'").play(&format!("{SLEEP} d4=3")).sees("B hp 28, is(asleep) 1");
    asleep("no").raw().play(&format!("{SLEEP} d20=10 d4=3 d20=13")).sees("B hp 30; C hp 27");
}

// CAP-111, CAP-C06, RU-18
#[test]
fn a_blast_is_one_roll_against_as_many_as_its_die_says() {
    let flame = "weapons = [{ name = 'flame', die = '1d6', blast = true }]";
    let scene = stage().hero("A", flame, "attack").foe("B", "", "").foe("C", "", "").foe("D", "", "").foe("E", "", "");
    let scene = scene.measured();
    scene
        .play("targets of a blast d6=2, attack d20=10, weapon d6=4, save d20=14 d20=15")
        .sees("B hp 26; C hp 30; D hp 30")
        .counts("A attacks 1, hits 1");
    scene
        .play("targets of a blast d6=6, attack d20=10, weapon d6=4, save d20=14 d20=14 d20=14 d20=14")
        .counts("A hits 4, damage 16");
    scene
        .clone()
        .ruling("blast_targets = 'all'")
        .play("attack d20=10, weapon d6=4, save d20=14 d20=14 d20=14 d20=14")
        .counts("A hits 4");
    let fixed = scene.ruling("blast_targets = 'fixed'");
    fixed.play("attack d20=10, weapon d6=4, save d20=14 d20=14 d20=14").counts("A hits 3");
    fixed.book("attack.blast_targets = 2").play("attack d20=10, weapon d6=4, save d20=14 d20=14").counts("A hits 2");
}

// CAP-036, CAP-111, RU-18
#[test]
fn a_sweep_is_one_roll_against_up_to_three() {
    let scene = |a: &str| {
        let scene =
            stage().hero("A", a, "sweep").foe("B", "prone = true", "").foe("C", "", "").foe("D", "", "").foe("E", "", "");
        scene.policy("B", "stand = [{ do = 'no' }]").measured()
    };
    scene("")
        .play("attack d20=10, weapon d4=4, save d20=14 d20=15 d20=14")
        .sees("B hp 26; C hp 30; D hp 26; E hp 30")
        .counts("A ap_spent 3, attacks 1");
    scene("").book("attack.sweep_targets = 2").play("attack d20=10, weapon d4=4, save d20=14 d20=14").counts("A hits 2");
    scene("")
        .book("attack.sweep_impaired = true")
        .play("attack d20=10 d20=11, weapon d4=4, save d20=15 d20=15 d20=15")
        .counts("A hits 0");
    scene("").book("ap.sweep = 4").play("attack d20=10, weapon d4=4, save d20=14 d20=15 d20=14").counts("A ap_spent 4");
    scene("").book("ap.sweep = 5").play("").counts("A attacks 0");
    scene("weapons = [{ name = 'sling' }]").play("").counts("A attacks 0");
}

// CAP-110, CAP-111
#[test]
fn against_several_a_reason_that_lies_in_the_target_has_to_hold_for_all() {
    let stay = "stand = [{ do = 'no' }]";
    let two = |first: &str, second: &str| {
        let scene = stage().hero("A", "", "sweep").foe("B", first, "").foe("C", second, "").policy("B", stay);
        scene.policy("C", stay)
    };
    two("prone = true", "").play("attack d20=2, weapon d4=1, save d20=10 d20=10").sees("B hp 30; C hp 30");
    two("prone = true", "prone = true").play("attack d20=2 d20=9, weapon d4=1, save d20=10 d20=10").sees("B hp 29; C hp 29");
    two("cover = 'all'", "").play("attack d20=9, weapon d4=1, save d20=10 d20=10").sees("B hp 29; C hp 29");
    two("cover = 'all'", "cover = 'all'").play("attack d20=9 d20=2, weapon d4=1, save d20=10 d20=10").sees("B hp 30; C hp 30");
}

#[test]
fn targets_are_chosen_by_the_policy() {
    let struck = |target: &str, dice: &str, who: &str| {
        let scene = stage().hero("A", "", "attack").foe("B", "hp = 29", "").foe("C", "hp = 10, leader = true", "").foe(
            "D",
            "str = 18, grimoire = true",
            "",
        );
        let scene = if target.is_empty() { scene } else { scene.policy("A", &format!("target = [{{ {target} }}]")) };
        scene.play(&format!("{dice} d20=10 d4=1 d20=1")).sees(&format!("{who} attackers 0"));
        let hp = [("B", 29), ("C", 10), ("D", 30)].map(|(name, hp)| format!("{name} hp {}", hp - i64::from(name == who)));
        scene.play(&format!("{dice} d20=10 d4=1 d20=1")).sees(&hp.join("; "));
    };
    struck("", "", "B");
    struck("at = 'first'", "", "B");
    struck("at = 'most_wounded'", "", "C");
    struck("at = 'strongest'", "", "D");
    struck("at = 'leader'", "", "C");
    struck("at = 'caster_first'", "", "D");
    struck("at = 'random'", "d3=3", "D");
    struck("at = 'random', among = 'it.hp_zero'", "", "B");
}

// CAP-110, RU-30
#[test]
fn whoever_strikes_from_a_height_at_somebody_below_is_enhanced() {
    let hold = "movement = [{ do = 'hold' }]";
    let shot = |a: u8, b: u8| {
        let scene = scene(&format!("at = [{a}], weapons = [{{ name = 'bow' }}]"), "attack", &format!("at = [{b}]"));
        scene.head("arena = { heights = [1, 2] }").policy("A", hold)
    };
    shot(1, 4).play("attack d20=3 d20=10, weapon d6=1, save d20=11").counts("A hits 1");
    shot(1, 4).play("attack d20=10 d20=3, weapon d6=1, save d20=12").counts("A hits 0");
    shot(1, 2).play("attack d20=10, weapon d6=1, save d20=11").counts("A hits 1");
    shot(4, 1).play("attack d20=10, weapon d6=1, save d20=11").counts("A hits 1");
    let twice = shot(1, 4).book("step.enhanced = 0");
    twice.play("attack d20=10, weapon d6=1, save d20=11").counts("A hits 1");
    shot(1, 4).play("attack d20=3 d20=10, weapon d6=1, save d20=11").looks("A", "high", 1).looks("B", "high", 0);
}
