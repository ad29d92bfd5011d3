//! The scripted examples of the specification, die by die.

use crate::Bdp;
use frame::fight::{Ending, Side};
use frame::rules::testing::ScriptedPlay;

/// Everybody engaged with every enemy, as the examples have it.
const ENGAGED: &str = "[arena]\nstart = \"engaged\"\n";

fn side(name: &str, combatants: &[&str]) -> String {
    let combatants: Vec<String> = combatants.iter().map(|one| format!("[[side.combatant]]\n{one}\n")).collect();
    format!("[[side]]\nname = \"{name}\"\n{}", combatants.concat())
}

fn scenario(head: &str, party: &[&str], foes: &[&str], policies: &str) -> String {
    format!("{head}{}{}{policies}", side("party", party), side("foes", foes))
}

fn play(scenario: &str, dice: &str) -> ScriptedPlay<Bdp> {
    ScriptedPlay::script(scenario, dice)
}

const SWORD: &str = "weapons = [{ name = 'sword' }]";
const KNIFE: &str = "weapons = [{ name = 'knife', category = 'fast' }]";

/// A player character who waits and takes the blow.
const TAKES: &str = "[policy.takes]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";

// BDP-237, BDP-238, BDP-239, BDP-240, BDP-241, BDP-064
#[test]
fn what_hp_do_not_soak_goes_to_strength_and_is_saved_on_what_is_left() {
    let pc = "name = 'P'\npc = true\nstr = 12\nhp_max = 4\narmor = 'light'\nslots_used = 3\npolicy = 'takes'";
    let foe = format!("name = 'N'\n{SWORD}");
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], TAKES), "d8=8 d20=9");
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("P", "str"), play.see("P", "wounds")), (0, 9, 0));
}

// BDP-065, BDP-069, BDP-073, BDP-079
#[test]
fn an_injured_torso_costs_more_strength_and_leaves_a_wound() {
    let pc = "name = 'P'\npc = true\nhp_max = 0\narmor = 'light'\nslots_used = 3\npolicy = 'takes'\nstr = 9";
    let foe = format!("name = 'N'\n{SWORD}");
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], TAKES), "d8=5 d20=6 d10=3 d4=2");
    play.rounds(1);
    assert_eq!((play.see("P", "str"), play.see("P", "wounds"), play.see("P", "free_slots")), (3, 1, 5));
}

// BDP-286, BDP-076, BDP-077, BDP-079, BDP-247, BDP-250, R-11, R-28
#[test]
fn whoever_fights_back_with_a_crushed_arm_does_so_unarmed_and_impaired() {
    let pc = "name = 'P'\npc = true\nhp_max = 0\nstr = 10\nslots_used = 5\npolicy = 'back'\nweapons = [{ name = 'longsword' }]";
    let foe = format!("name = 'N'\n{SWORD}");
    let policy = "[policy.back]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'fight_back' }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], policy), "d8=4 d20=15 d10=9 d4=4 d20=10");
    play.rounds(1);
    assert_eq!(play.ending(), Some(Ending::Won(Side(0))));
    assert_eq!((play.see("P", "str"), play.see("P", "free_slots"), play.see("P", "weapons")), (6, 3, 0));
    assert_eq!((play.see("N", "knocked_out"), play.see("N", "str")), (1, 9));
}

// BDP-287, BDP-245, BDP-595, R-16, R-18
#[test]
fn a_block_with_the_last_slot_costs_all_hp_before_the_blow() {
    let pc = "name = 'P'\npc = true\nhp_max = 5\nstr = 11\narmor = 'light'\nslots_used = 7\npolicy = 'last'\nweapons = [{ name = 'sword' }]";
    let foe = format!("name = 'N'\n{SWORD}");
    let policy = "[policy.last]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'block', reserve = 0 }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], policy), "d4=4 d20=8");
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("P", "str"), play.see("P", "free_slots")), (0, 8, 0));
}

// BDP-257, BDP-287, BDP-288, BDP-307, BDP-308, R-19, R-24
#[test]
fn one_block_impairs_two_attackers_of_one_moment_and_costs_fatigue_with_worn_armor_2() {
    let pc = "name = 'P'\npc = true\nhp_max = 4\narmor = 'medium'\nshield = true\npolicy = 'block'\nweapons = [{ name = 'longsword' }]";
    let spear = "name = 'N1'\nweapons = [{ name = 'spear' }]";
    let scimitar = "name = 'N2'\nweapons = [{ name = 'scimitar' }]";
    let policy = "[policy.block]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'block' }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[spear, scimitar], policy), "d4=2 d4=3");
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("P", "fatigue")), (4, 1));
}

// BDP-292, BDP-293, BDP-066, BDP-257, BDP-298, R-27, R-36
#[test]
fn a_parry_kills_one_of_two_and_the_other_still_hits() {
    let pc = "name = 'P'\npc = true\nhp_max = 6\narmor = 'light'\npolicy = 'parry'\nweapons = [{ name = 'sword' }]";
    let one = format!("name = 'N1'\nhp_max = 4\nstr = 6\narmor = 'light'\n{SWORD}");
    let other = format!("name = 'N2'\nwil = 10\n{SWORD}");
    let policy = "[policy.parry]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'parry' }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[&one, &other], policy), "d2=1 d8=3 d8=6 d8=7 d20=10");
    play.rounds(1);
    assert_eq!((play.see("N1", "dead"), play.see("N1", "hp"), play.see("P", "hp"), play.see("N2", "active")), (1, 4, 1, 1));
}

// BDP-289, BDP-291, BDP-335, R-29
#[test]
fn a_dodge_makes_a_counter_likely() {
    let pc = "name = 'P'\npc = true\nhp_max = 6\narmor = 'light'\npolicy = 'dodge'\nweapons = [{ kind = 'rapier', proficient = true }]";
    let foe = "name = 'N'\nhp_max = 6\narmor = 'light'\nweapons = [{ name = 'greatsword', category = 'slow' }]";
    let policy = "[policy.dodge]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'dodge' }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[foe], policy), "d4=2");
    play.rounds(1);
    assert_eq!((play.see("N", "hp"), play.see("P", "hp"), play.see("P", "fatigue")), (5, 6, 1));
}

// BDP-328, BDP-252, R-30
#[test]
fn a_piercing_maximum_ignores_armor_and_a_higher_large_die_does_not() {
    let pc = "name = 'P'\npc = true\nhp_max = 4\nprof_types = ['piercing']\npolicy = 'stunt'\nweapons = [{ kind = 'dagger' }]";
    let foe = "name = 'N'\nhp_max = 12\narmor = 'heavy'\npolicy = 'idle'";
    let policy = "[policy.stunt]\nstunt = [{ do = 'yes', when = 'round == 2' }]\n[policy.idle]\naction = [{ do = 'wait' }]\n";
    let head = format!("{ENGAGED}[book.stunt]\nallowed = 1\n");
    let mut play = play(&scenario(&head, &[pc], &[foe], policy), "d20=1 d6=6 d20=1 d6=6 d12=8");
    play.rounds(1);
    assert_eq!(play.see("N", "hp"), 6);
    play.rounds(1);
    assert_eq!(play.see("N", "hp"), 1);
}

// BDP-333, BDP-330, BDP-298, R-31, R-36
#[test]
fn a_sweep_follows_a_cascade_of_fear_and_does_not_sweep_again() {
    let pc = "name = 'P'\npc = true\nhp_max = 6\nprof_types = ['slashing']\npolicy = 'first'\n\
              weapons = [{ kind = 'greatsword', proficient = true }]";
    let foe = |name: &str, armor: &str| format!("name = '{name}'\nhp_max = 4\nwil = 10\npolicy = 'idle'\narmor = '{armor}'");
    let foes = [foe("N1", ""), foe("N2", "light"), foe("N3", "")];
    let foes: Vec<&str> = foes.iter().map(String::as_str).collect();
    let policy = "[policy.first]\ntarget = [{ at = 'first' }]\n[policy.idle]\naction = [{ do = 'wait' }]\n";
    let dice = "d10=8 d20=6 d20=5 d20=11 d20=10 d10=10 d20=5";
    let mut play = play(&scenario(ENGAGED, &[pc], &foes, policy), dice);
    play.rounds(1);
    assert_eq!((play.see("N1", "down"), play.see("N3", "away")), (1, 1));
    assert_eq!((play.see("N2", "active"), play.see("N2", "hp"), play.see("N2", "str")), (1, 0, 5));
}

// BDP-232, BDP-233, BDP-324, BDP-334
#[test]
fn reach_comes_last_when_engaged_and_first_when_closing() {
    let pc = "name = 'P'\npc = true\nhp_max = 6\narmor = 'light'\npolicy = 'plain'\nweapons = [{ kind = 'spear', proficient = true }]";
    let foe = format!("name = 'N'\nhp_max = 12\n{SWORD}");
    let policy = "[policy.plain]\nreaction = [{ do = 'defend' }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], policy), "d8=4 d8=7 d8=3 d8=1");
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("N", "hp"), play.see("N", "engaged_with")), (3, 5, 0));
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("N", "hp")), (3, 2));
}

// BDP-233, BDP-234, BDP-257, BDP-258, BDP-300, R-20, R-24
#[test]
fn saves_for_the_order_split_allies_into_separate_moments() {
    let pc = |name: &str, dex: i32| format!("name = '{name}'\npc = true\nhp_max = 3\ndex = {dex}\npolicy = 'plain'\n{SWORD}");
    let foe = format!("name = 'N'\nhp_max = 9\nwil = 11\narmor = 'light'\npolicy = 'first'\n{SWORD}");
    let policy = "[policy.plain]\nreaction = [{ do = 'defend' }]\n[policy.first]\ntarget = [{ at = 'first' }]\n";
    let party = [pc("P1", 12), pc("P2", 9)];
    let party: Vec<&str> = party.iter().map(String::as_str).collect();
    let mut play = play(&scenario(ENGAGED, &party, &[&foe], policy), "d20=12 d20=10 d8=5 d8=3 d8=6 d20=11");
    play.rounds(1);
    assert_eq!((play.see("N", "hp"), play.see("N", "str"), play.see("P1", "hp"), play.see("N", "active")), (0, 10, 0, 1));
}

// BDP-269, BDP-270, BDP-271, BDP-007, R-03, R-44
#[test]
fn gambits_go_back_and_forth_and_a_difficulty_beats_a_natural_1() {
    let pc =
        "name = 'P'\npc = true\nhp_max = 3\nstr = 13\npolicy = 'shove'\nweapons = [{ name = 'dagger', category = 'fast' }]";
    let foe = format!("name = 'N'\nstr = 8\npolicy = 'idle'\n{SWORD}");
    let policy = "[policy.shove]\naction = [{ do = 'gambit', gambit = 'shove' }]\n[policy.idle]\naction = [{ do = 'wait' }]\n";
    let dice = "d20=1 d6=2 d20=3 d8=4 d20=13 d6=1 d20=1";
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], policy), dice);
    play.rounds(1);
    assert_eq!((play.see("N", "engaged_with"), play.see("P", "engaged_with")), (0, 0));
}

// BDP-261, BDP-264, BDP-265, BDP-266, R-42
#[test]
fn individuals_are_impaired_against_a_detachment_which_saves_with_wil() {
    let pc = |name: &str| format!("name = '{name}'\npc = true\nhp_max = 3\npolicy = 'plain'\n{SWORD}");
    let party = [pc("P1"), pc("P2"), pc("P3")];
    let party: Vec<&str> = party.iter().map(String::as_str).collect();
    let foe = "name = 'N'\nhp_max = 2\nwil = 9\nstr = 8\ntraits = ['detachment']\npolicy = 'idle'";
    let policy = "[policy.plain]\nreaction = [{ do = 'defend' }]\n[policy.idle]\naction = [{ do = 'wait' }]\n";
    let mut play = play(&scenario(ENGAGED, &party, &[foe], policy), "d4=1 d4=4 d4=3 d20=8");
    play.rounds(1);
    assert_eq!((play.see("N", "routed"), play.see("N", "hp"), play.see("N", "wil"), play.see("N", "str")), (1, 0, 7, 8));
}

// BDP-279, BDP-280, BDP-281, BDP-282, R-37
#[test]
fn a_shield_is_given_up_for_a_blow_that_would_cost_much_strength() {
    let pc = "name = 'P'\npc = true\nhp_max = 3\nstr = 9\nshield = true\nslots_used = 3\npolicy = 'shield'";
    let foe = "name = 'N'\nweapons = [{ name = 'great club', category = 'slow' }]";
    let policy = "[policy.shield]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n\
                  sacrifice = [{ do = 'shield', when = 'str_loss >= 4' }]\n";
    let mut play = play(&scenario(ENGAGED, &[pc], &[foe], policy), "d10=9");
    play.rounds(1);
    assert_eq!(
        (play.see("P", "hp"), play.see("P", "str"), play.see("P", "shielded"), play.see("P", "free_slots")),
        (0, 9, 0, 7)
    );
}

// BDP-601, BDP-602, BDP-606, BDP-610
#[test]
fn version_1_32_orders_by_dex_lets_everybody_dodge_and_has_a_table_of_six() {
    let pc = format!(
        "name = 'P'\npc = true\nhp_max = 3\nstr = 12\ndex = 10\narmor = 'light'\nslots_used = 6\npolicy = 'dodge'\n{SWORD}"
    );
    let foe = format!("name = 'N'\nhp_max = 5\nstr = 10\nwil = 12\n{SWORD}");
    let policy = "[policy.dodge]\nreaction = [{ do = 'dodge' }]\n";
    let head = format!("{ENGAGED}[rulings]\nversion = '1.32'\n");
    let dice = "d20=11 d4=4 d8=3 d20=10 d8=3 d20=9 d20=12 d8=8 d20=6 d6=6 d4=4";
    let mut play = play(&scenario(&head, &[&pc], &[&foe], policy), dice);
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("N", "hp"), play.see("P", "fatigue")), (0, 2, 1));
    play.rounds(1);
    assert_eq!((play.see("P", "hp"), play.see("P", "str"), play.see("P", "active"), play.see("N", "str")), (3, 5, 1, 9));
}

// BDP-201, BDP-202, BDP-232, R-41
#[test]
fn the_surprised_take_a_free_round_without_reactions_but_with_hp() {
    let pc = |name: &str| format!("name = '{name}'\npc = true\nhp_max = 4\nstr = 12\narmor = 'light'\nslots_used = 2\n{SWORD}");
    let foe = |name: &str| format!("name = '{name}'\npolicy = 'first'\n{SWORD}");
    let (party, foes) = ([pc("P1"), pc("P2")], [foe("N1"), foe("N2")]);
    let (party, foes): (Vec<&str>, Vec<&str>) =
        (party.iter().map(String::as_str).collect(), foes.iter().map(String::as_str).collect());
    let head = "[arena]\nsurprise = 'normal'\n";
    let policy = "[policy.first]\ntarget = [{ at = 'first' }]\n";
    let mut play = play(&scenario(head, &party, &foes, policy), "d6=1 d8=6 d8=2 d20=11");
    play.rounds(1);
    assert_eq!((play.see("P1", "hp"), play.see("P1", "str"), play.see("P1", "fatigue"), play.see("P2", "hp")), (0, 11, 0, 4));
}

// BDP-263, BDP-266, BDP-287, R-23, R-43
#[test]
fn a_detachment_blasts_everybody_engaged_each_for_himself() {
    let one = format!("name = 'P1'\npc = true\nhp_max = 5\narmor = 'light'\nslots_used = 2\npolicy = 'block'\n{SWORD}");
    let other = format!("name = 'P2'\npc = true\nhp_max = 5\nstr = 10\npolicy = 'takes'\n{SWORD}");
    let foe = "name = 'N'\ntraits = ['detachment']\npolicy = 'first'\nweapons = [{ name = 'shortswords', category = 'fast' }]";
    let policy = "[policy.block]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'block' }]\n[policy.first]\ntarget = [{ at = 'first' }]\n";
    let mut play = play(
        &scenario(ENGAGED, &[&one, &other], &[foe], &format!("{policy}{TAKES}")),
        "d20=1 d20=1 d2=1 d6=5 d6=4 d12=11 d20=4",
    );
    play.rounds(1);
    assert_eq!((play.see("P1", "hp"), play.see("P1", "fatigue")), (1, 1));
    assert_eq!((play.see("P2", "hp"), play.see("P2", "str")), (0, 4));
}

// BDP-247, BDP-250
#[test]
fn knives_and_fists_are_what_they_are() {
    let foe = format!("name = 'N'\n{KNIFE}");
    let pc = "name = 'P'\npc = true\nhp_max = 6\npolicy = 'takes'";
    let mut play = play(&scenario(ENGAGED, &[pc], &[&foe], TAKES), "d20=1 d6=6");
    play.rounds(1);
    assert_eq!(play.see("P", "hp"), 0);
}

// BDP-452, BDP-453, BDP-454, BDP-455, BDP-456, BDP-457, BDP-460, BDP-300, R-06, R-48, R-49
#[test]
fn a_spell_with_an_extra_die_tires_feeds_back_and_strikes_whoever_is_close() {
    let pc = "name = 'P'\npc = true\nhp_max = 4\nwil = 12\nmd = 3\nslots_used = 3\npolicy = 'casts'";
    let foe = "name = 'N'\nhp_max = 4\nstr = 14\nwil = 15\narmor = 'leather_hide'\npolicy = 'idle'";
    let policy =
        "[policy.casts]\naction = [{ do = 'sculpt', dice = 3, quick = true }]\n[policy.idle]\naction = [{ do = 'wait' }]\n";
    // The foe saves for its morale with the WIL that the feedback has left it.
    for (morale, stays) in [(3, 1), (7, 1), (8, 0), (10, 0)] {
        let dice = format!("d20=1 d6=6 d6=4 d6=3 d6=4 d20=5 d20={morale}");
        let mut play = play(&scenario(ENGAGED, &[pc], &[foe], policy), &dice);
        play.rounds(1);
        assert_eq!((play.see("P", "fatigue"), play.see("P", "free_slots")), (3, 4));
        assert_eq!((play.see("P", "hp"), play.see("P", "wil")), (0, 8));
        assert_eq!(
            (play.see("N", "hp"), play.see("N", "str"), play.see("N", "wil"), play.see("N", "active")),
            (0, 5, 7, stays)
        );
    }
}

// BDP-031, BDP-032, BDP-092, BDP-095, BDP-100, BDP-101, BDP-105, BDP-108, BDP-128, R-51, R-52
#[test]
fn two_drinks_a_hungry_night_a_hungrier_one_and_a_feast() {
    let pc = "name = 'P'\npc = true\nhp_max = 6\nstr = 12\nwil = 11\nslots_used = 5\npolicy = 'eats'\n\
              items = [{ name = 'waterskin' }]\ncondition = { hp = 1, str = 9, fatigue = 2 }";
    let hound = "name = 'H'\nhp_max = 9\nitems = [{ name = 'cooking_pot' }]";
    let days = "[[day]]\nrest = 'break'\n[[day]]\nrest = { peril = { kind = 'darts', times = 1 } }\n[[day]]\nrest = 'break'\n\
        [[day]]\nrest = { night = { sleep = 'perilous', food = 'desperate', water = false } }\n\
        [[day]]\nrest = { night = { sleep = 'comfortable', water = false } }\n\
        [[day]]\nrest = { night = { sleep = 'comfortable', food = 'fancy', water = false, healer = true } }\n\
        [[day]]\nfight = ['party', 'foes']\n";
    let book = "[book.env]\ndarts = { damage = { dice = \"0\", flat = 4 }, defendable = true }\n";
    let text = format!(
        "{book}{}",
        scenario(
            "",
            &[pc, hound],
            &["name = 'N'"],
            &format!("{days}[policy.eats]\nmeal = [{{ do = 'fancy' }}, {{ do = 'desperate' }}]\n")
        )
    );
    let mut play = play(&text, "d8=2 d6=1 d20=12 d4=3");
    play.leg();
    assert_eq!((play.see("P", "hp"), play.see("P", "waterskin")), (6, 6));
    play.leg();
    assert_eq!(play.see("P", "hp"), 2);
    play.leg();
    assert_eq!((play.see("P", "hp"), play.see("P", "waterskin")), (6, 4));
    play.leg();
    assert_eq!((play.see("P", "fatigue"), play.see("P", "deprived_days"), play.see("P", "str")), (2, 1, 9));
    play.leg();
    assert_eq!((play.see("P", "fatigue"), play.see("P", "deprived_days"), play.see("P", "str")), (1, 2, 9));
    play.leg();
    assert_eq!(
        (play.see("P", "fatigue"), play.see("P", "deprived_days"), play.see("P", "str"), play.see("P", "hp")),
        (0, 0, 12, 6)
    );
}
