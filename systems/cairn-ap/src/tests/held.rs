//! Held actions: what they cost, what they wait for, how they happen.

use super::stage::{Stage, stage};

// CAP-027, CAP-028, CAP-044, RU-07
#[test]
fn each_held_defence_serves_one_attack_whatever_the_save() {
    let guard = |plan: &str, lines: &[&str]| {
        let scene = stage().hero("A", "", plan).foe("B", "", "attack; attack");
        lines.iter().fold(scene, |scene, line| scene.book(line))
    };
    let once = "attack d20=10, weapon d4=1, save d20=1 d20=12, attack d20=10, weapon d4=1, save d20=12";
    guard("defend", &[]).play(once).sees("A held_defences 0, hp 30");
    guard("defend; defend", &[])
        .play("attack d20=10, weapon d4=1, save d20=1 d20=12, attack d20=10, weapon d4=1, save d20=1 d20=11")
        .sees("A held_defences 0, hp 29");
    guard("defend; defend; defend", &[])
        .play("attack d20=10, weapon d4=1, save d20=1 d20=12, attack d20=10, weapon d4=1, save d20=1 d20=11")
        .sees("A held_defences 1");
    guard("defend", &["step.defend = 2"])
        .play("attack d20=10, weapon d4=1, save d20=1 d20=2 d20=12, attack d20=10, weapon d4=1, save d20=12")
        .sees("A hp 30");
    guard("defend; gain", &[])
        .play("attack d20=10, weapon d4=1, save d20=1 d20=2 d20=12, attack d20=10, weapon d4=1, save d20=12")
        .sees("A hp 30");
    let begun = stage().hero("A", "held_defences = 1", "").foe("B", "", "attack; attack").foes_open();
    begun.play(once).sees("A hp 30");
    let shot = stage().hero("A", "", "defend").foe("B", "weapons = [{ name = 'sling' }]", "attack");
    shot.play("attack d20=10, weapon d6=1, save d20=1 d20=12").sees("A hp 30, held_defences 0");
}

// CAP-045
#[test]
fn what_was_held_and_did_not_happen_is_lost_at_the_next_turn() {
    let scene = stage()
        .hero("A", "", "defend when='round==1'; hold_attack when='round==1'")
        .foe("B", "", "attack when='round==2'")
        .rounds(2)
        .measured();
    scene
        .play("attack d20=10, weapon d4=1, save d20=10")
        .sees("A waiting 0, held_defences 0, hp 29")
        .counts("A held 1, triggered 0, ap_spent 3");
    let kept = stage().hero("A", "", "defend; hold_attack").foe("B", "", "");
    kept.play("").sees("A waiting 1, held_defences 1");
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
    scene
        .play("attack d20=1, weapon d4=1, attack d20=1 d20=9, weapon d4=1")
        .sees("A pending_adv 0; B hp 29")
        .counts("A ap_spent 3");
    let dear = stage().hero("A", "weapons = [{ name = 'axe', ap = 3 }]", "hold_attack; gain").foe("B", "", "").measured();
    dear.play("").counts("A ap_spent 4").sees("A pending_adv 1, waiting 1");
}

// CAP-031
#[test]
fn help_is_one_advantage_for_a_friends_attack() {
    let scene = |plan: &str| stage().hero("H", "", plan).hero("A", "", "attack; attack").foe("B", "", "").foe("C", "", "");
    scene("help")
        .play("attack d20=1 d20=10, weapon d4=1, save d20=11, attack d20=10, weapon d4=1, save d20=11")
        .sees("B hp 28; H waiting 0");
    scene("help")
        .book("step.help = 2")
        .play("attack d20=1 d20=2 d20=10, weapon d4=1, save d20=11, attack d20=10, weapon d4=1, save d20=11")
        .sees("B hp 28");
    scene("").play("attack d20=10, weapon d4=1, save d20=11, attack d20=10, weapon d4=1, save d20=11");
    let two = stage().hero("H", "", "help").hero("G", "", "help").hero("A", "", "attack").foe("B", "", "");
    two.play("attack d20=1 d20=2 d20=10, weapon d4=1, save d20=11").sees("B hp 29; H waiting 0; G waiting 0");
    let foes = stage().hero("H", "", "help").foe("B", "", "attack").play("attack d20=10, weapon d4=1, save d20=11");
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
    passing("hold_trip", 15, 9).play("stunt d20=10, resistance d20=12").sees("B prone 1, at 11; A waiting 0");
    passing("hold_trip", 15, 9).play("stunt d20=10, resistance d20=13").sees("B prone 0, at 11; A waiting 0");
    passing("hold_trip", 20, 13).play("").sees("B prone 0, at 14; A waiting 1");
    let past = stage().hero("A", "at = [10]", "hold_trip").foe("B", "at = [9], dex = 12", "move").arena();
    past.policy("B", "movement = [{ do = 'away' }]").play("stunt d20=10, resistance d20=8").sees("B prone 1, at 3");
}

// CAP-044
#[test]
fn other_things_can_be_held_and_wait_for_other_things() {
    let attack = passing("hold_attack trigger='enemy_comes'", 15, 0);
    attack.play("attack d20=10, weapon d4=1, save d20=1").sees("B hp 29, at 11").counts("A triggered 1");
    let near =
        stage().hero("A", "at = [10]", "hold_shove").foe("B", "at = [11], dex = 2", "move").arena().book("attack.reach = 2");
    near.policy("B", "movement = [{ do = 'away' }]").play("").sees("B at 12; A waiting 1");
    passing("hold_shove", 15, 0).play("stunt d20=10, resistance d20=10").sees("B at 12");
    passing("hold_grab", 15, 0).play("stunt d20=10, resistance d20=10").sees("B restrained 1");
    let armed =
        stage().hero("A", "at = [10], str = 14", "hold_disarm").foe("B", "at = [15], weapons = [$sword]", "move").arena();
    armed.play("stunt d20=10, resistance d20=10").sees("B on_ground 1");
    // A friend's attack: what is held happens just before it.
    let friends =
        stage().hero("H", "", "hold_trip trigger='ally_attacks'").hero("A", "", "attack").foe("B", "", "").foe("C", "", "");
    friends.play("stunt d20=10, resistance d20=10, attack d20=1 d20=10, weapon d4=1, save d20=11").sees("B prone 1, hp 29");
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let foe = stage().hero("A", "", "hold_attack trigger='enemy_casts'").foe("B", caster, "cast slot_dice=1");
    foe.play("attack d20=10, weapon d4=1, save d20=1, Magic Die d6=1, spell d20=1, resistance d20=20")
        .sees("B hp 29; A waiting 0");
}

// CAP-044, CAP-150, CAP-156, RU-16b
#[test]
fn nobody_casts_whom_an_answer_has_cost_a_hand() {
    let caster = "kind = 'pc', hp = 10, grimoire = true, ready = 'grimoire', spells = ['Haste']";
    let scene = stage().hero("A", "weapons = [$d10]", "hold_attack trigger='enemy_casts'").foe("B", caster, "cast slot_dice=1");
    let blow = "attack d20=20, weapon d10=10, save d20=1, save of a scar d20=1";
    scene.clone().measured().play(&format!("{blow}, Magic Die d6=1")).counts("B casts 1, scar_10 1");
    let harsh = scene.measured().ruling("injury_effects = 'harsh'");
    harsh.play(blow).sees("B is(active) 1").counts("B casts 0, ap_spent 0");
}

// CAP-044, CAP-047
#[test]
fn a_held_spell_costs_points_at_once_and_dust_when_it_happens() {
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep'], mana_dust = 2";
    let scene = |b: &str, plan: &str| stage().hero("A", caster, "hold_cast dust_dice=2").foe("B", b, plan).measured();
    scene("", "").play("").sees("A dust 2, waiting 1").counts("A ap_spent 2, casts 0");
    let cast = "Magic Die d6=1 d6=2, spell d20=10, resistance d20=10";
    scene("grimoire = true, ready = 'grimoire', spells = ['Haste']", "cast slot_dice=1")
        .play(cast)
        .sees("A dust 0, waiting 0; B captured 1")
        .counts("A casts 1; B casts 0, asleep 1; fight winner 0");
}

// CAP-038, CAP-044
#[test]
fn sand_can_be_held_in_the_hand_and_blinds_whoever_comes_until_its_next_turn_is_over() {
    let held = passing("hold_blind", 15, 0);
    held.clone().play("stunt d20=12, resistance d20=10").sees("B blind 1, at 11; A waiting 0").counts("A ap_spent 3");
    held.clone().play("stunt d20=11, resistance d20=10").sees("B blind 0; A waiting 0");
    let scene = |rounds: u32| {
        let scene = stage().hero("A", "at = [10]", "hold_blind when='round==1'").arena();
        scene.foe("B", "at = [15], dex = 12", "move when='round==1'").rounds(rounds).measured()
    };
    scene(1).play("stunt d20=12, resistance d20=10").sees("B blind 1");
    scene(2).play("stunt d20=12, resistance d20=10").sees("B blind 0");
    let begun = |turns: u8| stage().hero("A", &format!("blind = {turns}"), "").foe("B", "", "");
    begun(2).play("").sees("A blind 1");
    begun(1).play("").sees("A blind 0");
}

// CAP-044, CAP-047
#[test]
fn a_held_spell_that_happens_is_a_spell_that_enemies_may_have_waited_for() {
    let caster = |spell: &str| format!("grimoire = true, ready = 'grimoire', spells = ['{spell}']");
    let scene = stage().hero("A", &caster("Sleep"), "hold_cast slot_dice=1").hero("Q", "", "");
    let scene = scene.foe("B", &caster("Sleep"), "hold_cast slot_dice=1").foe("C", &caster("Haste"), "cast slot_dice=1");
    let played = scene.measured().play("Magic Die d6=1, spell d20=20, resistance d20=1, Magic Die d6=1");
    played.counts("A casts 0, asleep 1; B casts 1, asleep 0; C casts 1, asleep 0");
}

// CAP-029, CAP-031, CAP-044
#[test]
fn what_is_held_waits_for_somebody_whom_it_reaches() {
    let miss = "d20=1 d8=1 d20=20 ";
    let riposte = stage()
        .hero("B", "at = [0], weapons = [$sword]", "hold_attack")
        .foe("S", "at = [2], weapons = [{ name = 'spear', reach = 2 }]", "attack")
        .foe("C", "at = [1], weapons = [$axe]", "attack")
        .arena()
        .book("step.occupied = 0")
        .measured();
    riposte.play(&format!("{miss}{miss} d20=10 d8=2 d20=10")).sees("S hp 30; C hp 28").counts("B triggered 1");
    let friend = stage()
        .hero("H", "at = [0]", "hold_trip trigger='ally_attacks'")
        .hero("A", "at = [5]", "attack")
        .foe("B", "at = [6]", "")
        .arena();
    friend.play("d20=1 d4=1 d20=20").sees("H waiting 1; B prone 0");
    let caster = "at = [5], grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let spell = stage().hero("A", "at = [0]", "hold_attack trigger='enemy_casts'").foe("B", caster, "cast slot_dice=1");
    spell.arena().play("d6=1 d20=1 d20=20").sees("A waiting 1; B hp 30");
    let far = stage().hero("A", caster, "hold_cast slot_dice=1").foe(
        "B",
        "at = [40], grimoire = true, ready = 'grimoire', spells = ['Haste']",
        "cast slot_dice=1",
    );
    far.arena().play("d6=1").sees("A waiting 1");
}

// CAP-030, CAP-044, CAP-134, CAP-135
#[test]
fn each_of_several_held_actions_has_its_own_reach() {
    let scene = stage()
        .hero("A", "at = [0], weapons = [$bow]", "hold_trip trigger='enemy_comes'; hold_attack trigger='enemy_comes'")
        .foe("B", "at = [12]", "move")
        .arena();
    scene.play("attack d20=10, weapon d6=3, save d20=1").sees("B at 7, hp 27; A waiting 1");
    let shot = |far: u8| {
        let scene = stage().hero("A", "at = [0], weapons = [$bow]", "hold_attack trigger='enemy_comes'");
        scene.foe("B", "at = [12], dex = 20", "move").arena().book(&format!("attack.far_spaces = {far}"))
    };
    shot(5).play("attack d20=10, weapon d6=3, save d20=1").sees("B at 2, hp 27");
    shot(1).play("").sees("B at 2; A waiting 1");
}

// CAP-031, CAP-044
#[test]
fn friends_hold_back_what_comes_too_late_for_an_attack() {
    // B is shoved to its death, so that the attack is over and its points are spent.
    let at = |at: u8| format!("at = [{at}]");
    let held = "trigger='ally_attacks'";
    let pit = stage()
        .hero("H", &at(4), &format!("hold_shove {held}"))
        .hero("G", &at(4), &format!("hold_trip {held}"))
        .hero("L", &at(4), "help friend='A'")
        .hero("A", &at(4), "attack")
        .foe("B", &at(5), "")
        .foe("C", &at(5), "")
        .head("arena = { pits = [6] }")
        .measured();
    let seen = pit.play("d20=20 d20=1").sees("B dead 1; C prone 0; G waiting 1; L waiting 1");
    seen.counts("H triggered 1; G triggered 0; L triggered 0; A ap_spent 2, attacks 1");
    // B falls asleep, and A leaves the sleeping alone, or does not.
    let sleep = |finish: &str| {
        let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep']";
        let scene = stage().hero("H", caster, &format!("hold_cast slot_dice=1 {held}")).hero("L", "", "help friend='A'");
        let scene = scene.hero("A", "", "attack").policy("A", &format!("finish = [{{ do = '{finish}' }}]"));
        scene.foe("B", "", "").foe("C", "", "")
    };
    sleep("no").play("Magic Die d6=1, spell d20=20, resistance d20=1").sees("B is(asleep) 1, hp 30; C hp 30; L waiting 1");
    sleep("yes")
        .play("Magic Die d6=1, spell d20=20, resistance d20=1, attack d20=1 d20=2 d20=10, weapon d4=2, save d20=1")
        .sees("B is(asleep) 1, hp 28; L waiting 0");
}

// CAP-046, RU-28
#[test]
fn what_is_settled_of_a_held_action_is_a_ruling() {
    let scene = |settled: &str| {
        let scene = stage().hero("A", "kind = 'pc', hp_max = 1", "hold_attack").foe("B", "", "trip; attack");
        scene.policy("A", "stand = [{ do = 'no' }]").ruling(&format!("held_modifier = '{settled}'"))
    };
    // A is tripped, and loses three of its ten points of STR, before it strikes back.
    let blow = "d20=20 d20=1   d20=20 d20=1 d4=4 d20=1 d20=20 d6=1 d6=1 ";
    scene("value").play(&format!("{blow} d20=10 d4=1 d20=11")).sees("A str 7; B hp 29");
    scene("attribute").play(&format!("{blow} d20=20 d20=10 d4=1 d20=8")).sees("A str 7; B hp 29");
    scene("attribute").play(&format!("{blow} d20=20 d20=10 d4=1 d20=9")).sees("A str 7; B hp 30");
}

// CAP-044
#[test]
fn nobody_holds_more_than_four_actions() {
    let scene = stage().hero("A", "", "help; help; help; help; help; gain").foe("B", "", "").book("ap.max = 6").measured();
    scene.play("").sees("A waiting 4, pending_adv 1").counts("A held 4, ap_spent 5");
}

// CAP-044, CAP-157
#[test]
fn a_spell_can_be_held_before_anybody_is_near_enough_for_it() {
    let caster = "at = [0], grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let scene = stage().hero("A", caster, "hold_cast slot_dice=1 spell='Sleep' trigger='enemy_comes'");
    let scene = scene.foe("B", "at = [12]", "move").arena().measured();
    scene.play("Magic Die d6=1, spell d20=10, resistance d20=10").counts("A casts 1; B asleep 1; fight winner 0");
}

// CAP-029, CAP-044
#[test]
fn who_is_shot_at_can_have_waited_for_it() {
    let scene = |b: &str| stage().hero("A", "weapons = [$bow]", "hold_attack trigger='shot'").foe("B", b, "attack").measured();
    scene("weapons = [{ name = 'sling' }]")
        .play("attack d20=10, weapon d6=1, save d20=11, attack d20=10, weapon d6=2, save d20=11")
        .sees("A hp 29, waiting 0; B hp 28")
        .counts("A triggered 1");
    scene("").play("attack d20=10, weapon d4=1, save d20=11").sees("A hp 29, waiting 1; B hp 30");
}

// CAP-044, CAP-047
#[test]
fn friends_of_who_is_attacked_or_falls_can_have_waited_for_it() {
    // H opens for the allies, then A acts, then B.
    let scene = |trigger: &str, a: &str| {
        let scene = stage().hero("A", a, "hold_attack").foe("B", "", "attack");
        scene.third("H", "", &format!("hold_attack trigger='{trigger}'")).allied().third_opens().measured()
    };
    let (hit, back) = ("attack d20=10, weapon d4=1, save d20=11, ", "attack d20=10, weapon d4=2, save d20=11, ");
    // B has been attacked by A by then, which is an Advantage.
    let answered = scene("ally_attacked", "").play(&format!("{hit}{hit}attack d20=1 d20=10, weapon d4=2, save d20=11"));
    answered.sees("A hp 29, waiting 0; B hp 27; H waiting 0").counts("A triggered 1; H triggered 1");
    // A fighter that is still on its feet has not fallen.
    scene("ally_falls", "").play(&format!("{hit}{hit}")).sees("A hp 29; B hp 29; H waiting 1");
    let fallen = scene("ally_falls", "hp_max = 1, str = 1").play(&format!("d20=20 d4=2 d20=1 {back}"));
    fallen.sees("A dead 1; B hp 28; H waiting 0").counts("A triggered 0; H triggered 1");
    // A fighter that is attacked itself has waited for something else, and nobody answers what a friend does.
    let own = stage().hero("H", "", "hold_attack trigger='ally_attacked'").foe("B", "", "attack");
    own.play(hit).sees("H hp 29, waiting 1; B hp 30");
    let friend = stage().hero("A", "", "attack").foe("B", "", "").third("H", "", "hold_attack trigger='ally_attacked'");
    friend.allied().third_opens().play(hit).sees("B hp 29; H waiting 1");
}

// CAP-030, CAP-044
#[test]
fn whoever_goes_away_is_met_before_it_is_gone() {
    let scene = |from: u8, walks: &str| {
        let scene = stage().hero("A", "at = [10]", "hold_attack trigger='enemy_leaves'");
        let scene = scene.foe("B", &format!("at = [{from}], dex = 12"), "move").arena().measured();
        scene.policy("B", &format!("movement = [{{ do = '{walks}' }}]"))
    };
    scene(11, "away").play("attack d20=10, weapon d4=1, save d20=1").sees("B hp 29; A waiting 0");
    scene(15, "away").play("").sees("B hp 30; A waiting 1");
    scene(15, "approach").play("").sees("B hp 30; A waiting 1");
}

// CAP-031, CAP-044
#[test]
fn allied_sides_help_each_other_and_answer_for_each_other() {
    let scene = stage().hero("A", "", "attack").foe("B", "", "").third("H", "", "help").allied();
    let dice = "attack d20=1 d20=10, weapon d4=1, save d20=11";
    scene.third_opens().play(dice).sees("B hp 29; H waiting 0");
    let apart = stage().hero("A", "", "attack").foe("B", "", "").third("H", "", "help").third_opens();
    apart
        .policy("A", "target = [{ at = 'first' }]")
        .play("attack d20=10, weapon d4=1, save d20=11")
        .sees("B hp 29; H waiting 1");
}
