//! Held actions: what they cost, what they wait for, how they happen.

use super::stage::{Stage, stage};

// CAP-027, CAP-028, CAP-044, RU-07
#[test]
fn each_held_defence_serves_one_attack_whatever_the_save() {
    let guard = |plan: &str, lines: &[&str]| {
        let scene = stage().hero("A", "", plan).foe("B", "", "attack; attack");
        lines.iter().fold(scene, |scene, line| scene.book(line))
    };
    let once = "d20=10 d4=1 d20=1 d20=12   d20=10 d4=1 d20=12";
    guard("defend", &[]).play(once).sees("A defences 0, hp 30");
    guard("defend; defend", &[]).play("d20=10 d4=1 d20=1 d20=12   d20=10 d4=1 d20=1 d20=11").sees("A defences 0, hp 29");
    guard("defend; defend; defend", &[]).play("d20=10 d4=1 d20=1 d20=12   d20=10 d4=1 d20=1 d20=11").sees("A defences 1");
    guard("defend", &["step.defend = 2"]).play("d20=10 d4=1 d20=1 d20=2 d20=12   d20=10 d4=1 d20=12").sees("A hp 30");
    guard("defend; gain", &[]).play("d20=10 d4=1 d20=1 d20=2 d20=12   d20=10 d4=1 d20=12").sees("A hp 30");
    let shot = stage().hero("A", "", "defend").foe("B", "weapons = [{ name = 'sling' }]", "attack");
    shot.play("d20=10 d6=1 d20=1 d20=12").sees("A hp 30, defences 0");
}

// CAP-045
#[test]
fn what_was_held_and_did_not_happen_is_lost_at_the_next_turn() {
    let scene = stage()
        .hero("A", "", "defend when='round==1'; hold_attack when='round==1'")
        .foe("B", "", "attack when='round==2'")
        .rounds(2)
        .measured();
    scene.play("d20=10 d4=1 d20=10").sees("A waiting 0, defences 0, hp 29").counts("A held 1, triggered 0, ap_spent 3");
    let kept = stage().hero("A", "", "defend; hold_attack").foe("B", "", "");
    kept.play("").sees("A waiting 1, defences 1");
}

// CAP-029, CAP-044, CAP-047, RU-07
#[test]
fn whoever_holds_an_attack_strikes_back_at_whoever_attacks_in_close_combat() {
    let scene = |b: &str, lines: &[&str]| {
        let scene = stage().hero("A", "", "hold_attack").foe("B", b, "attack").measured();
        lines.iter().fold(scene, |scene, line| scene.book(line))
    };
    let (hit, miss) = ("d20=10 d4=1 d20=11 ", "d20=10 d4=1 d20=12 ");
    scene("", &[]).play(&format!("{hit}{hit}")).sees("A hp 29; B hp 29").counts("A attacks 1, triggered 1, ap_spent 2");
    scene("", &[]).play(&format!("{miss}{hit}")).sees("A hp 30; B hp 29");
    let parry = ["attack.riposte_requires_parry = true"];
    scene("", &parry).play(hit).sees("A hp 29; B hp 30, waiting 0; A waiting 1");
    scene("", &parry).play(&format!("{miss}{hit}")).sees("A hp 30, waiting 0; B hp 29");
    scene("weapons = [{ name = 'sling' }]", &[]).play("d20=10 d6=1 d20=20").sees("A waiting 1");
    let both = stage().hero("A", "", "hold_attack").foe("B", "", "hold_attack; attack").measured();
    both.play(&miss.repeat(3)).counts("A attacks 1; B attacks 2, ap_spent 4").sees("A waiting 0; B waiting 0");
    let dead = stage().hero("A", "hp_max = 1, str = 1", "hold_attack").foe("B", "", "attack");
    dead.play("d20=20 d4=2 d20=1").sees("A dead 1");
}

// CAP-043, CAP-046, CAP-047
#[test]
fn gained_advantage_waits_for_the_roll_of_what_is_held() {
    let scene = stage().hero("A", "", "gain; hold_attack").foe("B", "", "attack").book("check.attack = 'dc'").measured();
    scene.play("d20=1 d4=1   d20=1 d20=9 d4=1").sees("A pending 0; B hp 29").counts("A ap_spent 3");
    let dear = stage().hero("A", "weapons = [{ name = 'axe', ap = 3 }]", "hold_attack; gain").foe("B", "", "").measured();
    dear.play("").counts("A ap_spent 4").sees("A pending 1, waiting 1");
}

// CAP-031
#[test]
fn help_is_one_advantage_for_a_friends_attack() {
    let scene = |plan: &str| stage().hero("H", "", plan).hero("A", "", "attack; attack").foe("B", "", "").foe("C", "", "");
    scene("help").play("d20=1 d20=10 d4=1 d20=11   d20=10 d4=1 d20=11").sees("B hp 28; H waiting 0");
    scene("help").book("step.help = 2").play("d20=1 d20=2 d20=10 d4=1 d20=11   d20=10 d4=1 d20=11").sees("B hp 28");
    scene("").play("d20=10 d4=1 d20=11   d20=10 d4=1 d20=11");
    let two = stage().hero("H", "", "help").hero("G", "", "help").hero("A", "", "attack").foe("B", "", "");
    two.play("d20=1 d20=2 d20=10 d4=1 d20=11").sees("B hp 29; H waiting 0; G waiting 0");
    let foes = stage().hero("H", "", "help").foe("B", "", "attack").play("d20=10 d4=1 d20=11");
    foes.sees("H waiting 1, hp 29");
}

/// A waits at Space 0; B walks from where it stands towards C, with this plan.
fn passing(plan: &str, from: u8, goal: u8) -> Stage {
    stage()
        .hero("A", "at = [10], str = 14", plan)
        .hero("C", &format!("at = [{goal}]"), "")
        .foe("B", &format!("at = [{from}], dex = 12"), "move")
        .arena()
        .measured()
}

// CAP-030, CAP-044
#[test]
fn whoever_runs_past_can_be_tripped() {
    passing("hold_trip", 15, 9).play("d20=10 d20=12").sees("B prone 1, at 11; A waiting 0");
    passing("hold_trip", 15, 9).play("d20=10 d20=13").sees("B prone 0, at 11; A waiting 0");
    passing("hold_trip", 20, 13).play("").sees("B prone 0, at 14; A waiting 1");
    let past = stage().hero("A", "at = [10]", "hold_trip").foe("B", "at = [9], dex = 12", "move").arena();
    past.policy("B", "movement = [{ do = 'away' }]").play("d20=10 d20=8").sees("B prone 1, at 3");
}

// CAP-044
#[test]
fn other_things_can_be_held_and_wait_for_other_things() {
    let attack = passing("hold_attack trigger='enemy_comes'", 15, 0);
    attack.play("d20=10 d4=1 d20=1").sees("B hp 29, at 11").counts("A triggered 1");
    let near =
        stage().hero("A", "at = [10]", "hold_shove").foe("B", "at = [11], dex = 2", "move").arena().book("attack.reach = 2");
    near.policy("B", "movement = [{ do = 'away' }]").play("").sees("B at 12; A waiting 1");
    passing("hold_shove", 15, 0).play("d20=10 d20=10").sees("B at 12");
    passing("hold_grab", 15, 0).play("d20=10 d20=10").sees("B held 1");
    let armed =
        stage().hero("A", "at = [10], str = 14", "hold_disarm").foe("B", "at = [15], weapons = [$sword]", "move").arena();
    armed.play("d20=10 d20=10").sees("B on_ground 1");
    // A friend's attack: what is held happens just before it.
    let friends =
        stage().hero("H", "", "hold_trip trigger='ally_attacks'").hero("A", "", "attack").foe("B", "", "").foe("C", "", "");
    friends.play("d20=10 d20=10   d20=1 d20=10 d4=1 d20=11").sees("B prone 1, hp 29");
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let foe = stage().hero("A", "", "hold_attack trigger='enemy_casts'").foe("B", caster, "cast slot_dice=1");
    foe.play("d20=10 d4=1 d20=1   d6=1 d20=1 d20=20").sees("B hp 29; A waiting 0");
}

// CAP-044, CAP-047
#[test]
fn a_held_spell_costs_points_at_once_and_dust_when_it_happens() {
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep'], mana_dust = 2";
    let scene = |b: &str, plan: &str| stage().hero("A", caster, "hold_cast dust_dice=2").foe("B", b, plan).measured();
    scene("", "").play("").sees("A dust 2, waiting 1").counts("A ap_spent 2, casts 0");
    let cast = "d6=1 d6=2 d20=10 d20=10 ";
    scene("grimoire = true, ready = 'grimoire', spells = ['Haste']", "cast slot_dice=1")
        .play(cast)
        .sees("A dust 0, waiting 0; B captured 1")
        .counts("A casts 1; B casts 0, asleep 1; fight winner 0");
}
