//! The worked examples of the specification, played from initiative on.

use super::{play, scene};

/// Whoever of two named sides has the higher WIL opens when both roll the same.
const FIRST: &str = "wil = 11, morale = false";
const SECOND: &str = "wil = 10, morale = false";
const ONCE: &str = "[policy.once]\nplan = [{ do = \"attack\" }]\nleftover = [{ do = \"lost\" }]\n\
                    [policy.idle]\nplan = [{ do = \"nothing\" }]\nsave = [{ do = \"dodge\" }]\n\
                    [policy.twice]\nplan = [{ do = \"attack\" }, { do = \"attack\" }]\nleftover = [{ do = \"lost\" }]\n";

#[test]
fn a_tie_goes_to_the_initiator_and_armor_can_take_all_of_it() {
    let heroes = format!("name = \"A\", str = 10, policy = \"once\", weapons = [{{ name = \"dagger\" }}], {FIRST}");
    let foes = format!("name = \"B\", dex = 12, natural_armor = 2, hp_max = 4, policy = \"idle\", {SECOND}");
    let play = play(&scene(ONCE, &[&heroes], &[&foes]), 1, "d20=10 d20=10 d20=8 d6=2 d20=8");
    assert_eq!((play.see("B", "hp"), play.see("B", "str")), (4, 10));
    play.finish();
}

#[test]
fn exactly_no_hit_points_ask_for_no_save_and_an_equal_save_fails() {
    let heroes = format!("name = \"A\", str = 12, policy = \"twice\", weapons = [{{ name = \"sword\" }}], {FIRST}");
    let foes = format!("name = \"B\", str = 9, dex = 10, natural_armor = 1, hp_max = 3, policy = \"idle\", {SECOND}");
    let dice = "d20=10 d20=10 d20=11 d8=4 d20=6 d20=9 d8=3 d20=2 d20=8";
    let play = play(&scene(ONCE, &[&heroes], &[&foes]), 1, dice);
    assert_eq!((play.see("B", "str"), play.see("B", "dead")), (7, 1));
    assert_eq!((play.metric("winner"), play.metric("A.hits"), play.metric("B.crit_failed")), (0, 2, 1));
    play.finish();
}

#[test]
fn the_sixth_scar_comes_after_the_save() {
    let heroes =
        format!("name = \"Ogre\", str = 16, policy = \"once\", weapons = [{{ name = \"club\", die = \"1d10\" }}], {FIRST}");
    let foes =
        format!("name = \"Pia\", kind = \"pc\", str = 8, dex = 10, natural_armor = 1, hp_max = 6, policy = \"idle\", {SECOND}");
    let dice = "d20=10 d20=10 d20=10 d10=9 d20=4 d20=12 d6=1 d6=4 d6=3 d6=3";
    let play = play(&scene(ONCE, &[&heroes], &[&foes]), 1, dice);
    assert_eq!((play.see("Pia", "str"), play.see("Pia", "str_max"), play.see("Pia", "hp")), (10, 10, 0));
    play.finish();
}

#[test]
fn the_doomed_may_escape_their_doom() {
    let heroes =
        format!("name = \"Dragon\", str = 18, policy = \"twice\", weapons = [{{ name = \"claw\", die = \"1d12\" }}], {FIRST}");
    let foes = format!("name = \"Pia\", kind = \"pc\", str = 10, dex = 10, hp_max = 12, policy = \"idle\", {SECOND}");
    let dice = "d20=10 d20=10 d20=10 d12=12 d20=5 d20=10 d12=3 d20=5 d20=9 d6=5 d6=5 d6=4";
    let play = play(&scene(ONCE, &[&heroes], &[&foes]), 1, dice);
    assert_eq!((play.see("Pia", "str"), play.see("Pia", "hp_max"), play.see("Pia", "hp")), (7, 14, 0));
    assert_eq!(play.see("Pia", "doomed"), 0);
    play.finish();
}

#[test]
fn a_held_defence_and_a_held_attack_answer_an_attack() {
    let head = "[policy.guard]\nplan = [{ do = \"defend\" }, { do = \"hold_attack\" }]\nleftover = [{ do = \"lost\" }]\n\
                [policy.once]\nplan = [{ do = \"attack\" }]\nleftover = [{ do = \"lost\" }]\n";
    let sword = "natural_armor = 1, weapons = [{ name = \"sword\" }]";
    let heroes = format!("name = \"A\", str = 10, dex = 1, hp_max = 4, policy = \"guard\", {sword}, {FIRST}");
    let foes = format!("name = \"B\", str = 11, dex = 1, hp_max = 3, policy = \"once\", {sword}, {SECOND}");
    let dice = "d20=10 d20=10 d20=9 d8=5 d20=4 d20=13 d8=1 d20=7 d8=8 d20=12 d8=2 d20=6";
    let play = play(&scene(head, &[&heroes], &[&foes]), 1, dice);
    assert_eq!((play.see("A", "hp"), play.see("A", "waiting"), play.see("B", "dead")), (0, 0, 1));
    play.finish();
}

#[test]
fn the_first_casualty_and_half_of_a_pair_are_one_save_on_the_leader() {
    let heroes =
        format!("name = \"A\", kind = \"pc\", str = 12, policy = \"once\", weapons = [{{ name = \"sword\" }}], wil = 20");
    let grunt = "name = \"Grunt\", str = 4, dex = 5, wil = 6, hp_max = 2, policy = \"idle\"";
    let boss = "name = \"Boss\", wil = 13, leader = true, policy = \"idle\"";
    let dice = "d20=10 d20=10 d20=10 d20=9 d8=6 d20=7 d20=7";
    let play = play(&scene(ONCE, &[&heroes], &[grunt, boss]), 1, dice);
    assert_eq!((play.see("Grunt", "dead"), play.see("Boss", "fled"), play.metric("winner")), (1, 1, 0));
    play.finish();
}

#[test]
fn a_lone_foe_saves_once_when_it_comes_to_no_hit_points() {
    let heroes = "name = \"A\", kind = \"pc\", str = 12, policy = \"twice\", weapons = [{ name = \"sword\" }], wil = 20";
    let bear = "name = \"Bear\", str = 14, dex = 12, wil = 6, hp_max = 4, natural_armor = 1, policy = \"idle\"";
    let dice = "d20=10 d20=10 d20=15 d8=5 d20=3 d20=15 d20=15 d8=2 d20=3 d20=4";
    let play = play(&scene(ONCE, &[heroes], &[bear]), 1, dice);
    assert_eq!((play.see("Bear", "str"), play.see("Bear", "active")), (13, 1));
    play.finish();
}

const BARRY: &str =
    "name = \"Barry\", kind = \"pc\", wil = 13, grimoire = true, ready = \"grimoire\", policy = \"caster\", hp_max = 4";

/// Barry with so many items, dice of slots and of dust, against somebody idle.
fn barry(
    items: u8,
    (slots, dust, carried): (u8, u8, u8),
    spell: &str,
    dice: &str,
) -> crate::rules::testing::Play<super::CairnAp> {
    let head = format!(
        "[policy.caster]\nplan = [{{ do = \"cast\", slot_dice = {slots}, dust_dice = {dust} }}]\nleftover = [{{ do = \"lost\" }}]\n\
         [policy.idle]\nplan = [{{ do = \"nothing\" }}]\n"
    );
    let heroes =
        format!("{BARRY}, mana_dust = {carried}, spells = [\"{spell}\"], items = [{{ name = \"sack\", amount = {items} }}]");
    play(&scene(&head, &[&heroes], &["name = \"B\", policy = \"idle\""]), 1, &format!("d20=10 d20=10 {dice}"))
}

#[test]
fn the_example_of_the_source_with_the_five_on_a_dust_die_and_on_the_slot_die() {
    for (dice, fatigue) in [("d6=2 d6=2 d6=5", 0), ("d6=5 d6=2 d6=2", 1)] {
        let play = barry(6, (1, 2, 2), "Mirror Image", dice);
        assert_eq!((play.see("Barry", "fatigue"), play.see("Barry", "decoys"), play.see("Barry", "dust")), (fatigue, 3, 0));
        play.finish();
    }
}

#[test]
fn a_triple_fails_and_entry_fifteen_binds_the_grimoire_to_the_soul() {
    let play = barry(4, (3, 0, 0), "Mirror Image", "d6=5 d6=5 d6=5");
    assert_eq!((play.see("Barry", "fatigue"), play.see("Barry", "wil"), play.see("Barry", "free_slots")), (3, 7, 3));
    assert_eq!((play.see("Barry", "decoys"), play.see("Barry", "hp")), (0, 4));
    play.finish();
}

#[test]
fn tumors_come_in_the_place_of_fatigue() {
    let play = barry(4, (2, 1, 2), "Mirror Image", "d6=4 d6=4 d6=6");
    let seen = ["tumors", "fatigue", "deprived", "dust", "free_slots"].map(|what| play.see("Barry", what));
    assert_eq!(seen, [2, 0, 0, 1, 2]);
    play.finish();
}

#[test]
fn a_full_bag_leaves_no_hit_points() {
    let play = barry(6, (2, 0, 0), "Mirror Image", "d6=6 d6=4");
    assert_eq!((play.see("Barry", "hp"), play.see("Barry", "fatigue"), play.see("Barry", "active")), (0, 2, 1));
    play.finish();
}

/// Two fighters of one build: the duel of the specification.
fn duel(plan: &str) -> String {
    let head = format!(
        "[policy.plan]\nplan = [{plan}]\nleftover = [{{ do = \"lost\" }}]\nsave = [{{ do = \"parry\" }}]\n\
         [policy.plain]\nplan = [{{ do = \"attack\" }}, {{ do = \"attack\" }}]\nleftover = [{{ do = \"lost\" }}]\nsave = [{{ do = \"parry\" }}]\n"
    );
    let build = "hp_max = 4, natural_armor = 1, morale = false, weapons = [{ name = \"sword\" }]";
    scene(
        &head,
        &[&format!("name = \"A\", policy = \"plan\", {build}")],
        &[&format!("name = \"B\", policy = \"plain\", {build}")],
    )
}

#[test]
fn duels_end_as_often_and_as_soon_as_the_specification_works_out() {
    let attack = "{ do = \"attack\" }";
    let gain = "{ do = \"gain\" }";
    let defend = "{ do = \"defend\" }";
    for (plan, wins, rounds) in [
        (format!("{attack}, {attack}"), 0.506_107, 1.958_810),
        (format!("{gain}, {gain}, {attack}"), 0.374_217, 2.213_663),
        (format!("{attack}, {defend}, {defend}"), 0.349_064, 2.703_231),
        (format!("{{ do = \"trip\" }}, {attack}"), 0.378_804, 2.588_521),
    ] {
        let sampled = crate::rules::testing::Play::<super::CairnAp>::sampled(&duel(&plan), 20_000, 7);
        let n = sampled.n() as f64;
        let error = 5.0 * (wins * (1.0 - wins) / n).sqrt();
        assert!((sampled.chance("winner", 0) - wins).abs() < error, "{plan}: {}", sampled.chance("winner", 0));
        let error = 5.0 * sampled.sd("rounds") / n.sqrt();
        assert!((sampled.mean("rounds") - rounds).abs() < error, "{plan}: {}", sampled.mean("rounds"));
    }
}
