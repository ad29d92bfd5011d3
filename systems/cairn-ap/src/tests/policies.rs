//! Policies: what conditions can ask, and each decision with its default.

use super::stage::{Stage, stage};

/// A in the middle of something, with a friend, against two foes.
fn scene(condition: &str) -> Stage {
    let a = "kind = 'pc', hp = 15, str = 8, str_max = 16, dex = 11, wil = 12, prone = true, doomed = true, grimoire = true, \
             spells = ['Sleep'], mana_dust = 2, fatigue = 1, weapons = [$sword], bandages = 1, natural_armor = 1, at = [2]";
    let b = "hp = 0, str = 9, prone = true, natural_armor = 2, leader = true, at = [9]";
    let plan = format!("gain when='{}'", condition.replace(' ', "~"));
    stage()
        .hero("A", a, &plan)
        .policy("A", "stand = [{ do = 'no' }]")
        .hero("F", "hp = 3, deprived = true, at = [0]", "")
        .foe("B", b, "")
        .foe("C", "detachment = true, hp_max = 8, at = [12]", "")
        .arena()
}

#[test]
fn conditions_ask_what_can_be_known() {
    for (condition, holds) in [
        ("round == 1", true),
        ("dc.morale == 20 and dc.retreat == 20 and dc.critical == 15", true),
        ("group.active == 2 and group.initial == 2 and group.down == 0", true),
        ("enemy.active == 2 and enemy.initial == 2", true),
        ("enemy.leader_active and not enemy.morale_used", true),
        ("ally_down_adjacent", false),
        ("hp == 15 and hp_percent == 50 and str == 8 and str_percent == 50 and dex == 11 and wil == 12", true),
        ("ap == 4 and pending_adv == 0 and held_defences == 0", true),
        ("prone and doomed and not deprived and not restrained and not blind and not holding", true),
        ("ready == weapons and armed", true),
        ("free_slots == 5 and fatigue == 1 and dust == 2", true),
        ("can_cast and caster", true),
        ("last_save_mode == none_yet and attackers == 0 and armor == 1", true),
        ("target.status == active and target.prone and target.armor == 2 and target.distance == 7", true),
        ("target.hp_zero and target.leader and not target.detachment and not target.occupied", true),
        ("target.hp == 0 and target.str == 0 and target.hp_percent == 100 and target.str_percent == 100", true),
        ("target.warded or target.decoys > 0", false),
        ("any(enemies, it.detachment) and all(enemies, it.distance > 6)", true),
        ("any(allies, it.deprived and it.hp == 3)", true),
    ] {
        let pending = i64::from(holds);
        scene(condition).play("").sees(&format!("A pending_adv {pending}"));
    }
}

#[test]
fn hit_points_and_attributes_of_enemies_are_hidden_unless_policies_know_everything() {
    let known = "target.hp == 0 and target.hp_percent == 0 and target.str == 9 and target.dex == 10 and target.wil == 10";
    scene(known).play("").sees("A pending_adv 0");
    scene(known).book("policy.omniscient = true").play("").sees("A pending_adv 1");
}

// CAP-101
#[test]
fn a_plan_is_gone_through_once_and_what_cannot_be_done_is_skipped() {
    let plan = |a: &str, plan: &str, dice: &str| stage().hero("A", a, plan).foe("B", "", "").measured().play(dice);
    plan("", "break; release; item; aid; disarm; ready_weapons; gain", "").sees("A pending_adv 1").counts("A ap_spent 1");
    plan("", "nothing; gain", "").sees("A pending_adv 0");
    plan("", "gain; nothing; gain", "").sees("A pending_adv 1").counts("A ap_lost 3");
    plan("", "item otherwise='defend'; item otherwise='nothing'; gain", "").sees("A pending_adv 1, held_defences 1");
    plan("", "gain when='hp<30'; gain when='hp==30'", "").sees("A pending_adv 1");
    plan("weapons = [$sword, $dagger]", "attack weapon='dagger'", "attack d20=1, weapon d6=1, save d20=20")
        .counts("A attacks 1");
}

// CAP-027, CAP-104
#[test]
fn what_is_left_over_becomes_held_defences_or_is_lost() {
    let left = |leftover: &str| {
        let scene = stage().hero("A", "", "gain").policy("A", leftover).foe("B", "", "").measured();
        scene.play("")
    };
    left("leftover = []").sees("A held_defences 3").counts("A ap_lost 0");
    left("leftover = [{ do = 'defend' }]").sees("A held_defences 3");
    left("leftover = [{ do = 'lost' }]").sees("A held_defences 0").counts("A ap_lost 3");
    left("leftover = [{ do = 'defend', when = 'hp < 9' }, { do = 'lost' }]").sees("A held_defences 0");
    let default = stage().hero("A", "", "").foe("B", "", "").measured();
    let text = default.text().replace("[policy.A]\nplan = [{ do = 'nothing' }]\n", "[policy.A]\n");
    let mut play = frame::rules::testing::ScriptedPlay::<super::CairnAp>::script(
        &text,
        "d20=20 d20=10 d20=1 d4=1 d20=20 d20=1 d4=1 d20=20",
    );
    play.rounds(1);
}

#[test]
fn targets_are_also_chosen_by_what_others_do_and_where_they_stand() {
    let struck = |target: &str, first: &str, who: &str| {
        let scene = stage()
            .hero("Q", "", "attack")
            .policy("Q", &format!("target = [{{ {first} }}]"))
            .hero("A", "", "attack")
            .policy("A", &format!("target = [{{ {target} }}]"))
            .foe("B", "wil = 1", "")
            .foe("C", "wil = 1, str = 12", "")
            .book("step.occupied = 0")
            .raw();
        let hits = "d20=20 d20=19 d20=2 d20=1   d20=10 d4=1 d20=20   d20=10 d4=1 d20=1";
        let other = if who == "B" { "C" } else { "B" };
        scene.play(hits).sees(&format!("{who} hp 29; {other} hp 30"));
    };
    // The group of A has its second turn after B's, so that only C can still be occupied.
    struck("at = 'occupied_first'", "at = 'strongest'", "C");
    struck("at = 'same_as_ally'", "at = 'strongest'", "C");
    struck("at = 'occupied_first'", "at = 'first'", "B");
    struck("least = 'it.might'", "at = 'strongest'", "B");
    let near = stage().hero("A", "at = [5]", "attack").policy("A", "target = [{ at = 'nearest' }]");
    let near = near.foe("B", "at = [20]", "").foe("C", "at = [3]", "").arena();
    near.play("attack d20=10, weapon d4=1, save d20=1").sees("A at 4; C hp 29");
}

// CAP-035, CAP-118
#[test]
fn friends_are_chosen_by_the_policy_and_aided_when_nobody_is_near() {
    let potion = "items = [{ name = 'potion', effect = 'hp_full' }]";
    let heal = |ally: &str, seen: &str| {
        let scene = stage().hero("F", "hp = 20", "").hero("G", "hp = 5", "").hero("A", potion, "item").foe("B", "", "");
        let scene = if ally.is_empty() { scene } else { scene.policy("A", &format!("ally = [{{ {ally} }}]")) };
        scene.play("").sees(seen);
    };
    heal("", "F hp 30; G hp 5");
    heal("at = 'most_wounded'", "F hp 20; G hp 30");
    let down = |at: u8, aid: &str, seen: &str| {
        let shooter = format!("str = 30, dex = 30, at = [{at}], weapons = [{{ name = 'sling', die = '1d4' }}]");
        let scene = stage().hero("P", "kind = 'pc', hp_max = 1, dex = 0, at = [0]", "").hero("M", "bandages = 1, at = [1]", "");
        let scene = scene.foe("B", &shooter, "attack").foes_open().arena().policy("M", aid);
        let far = if at > 8 { "d20=20 d20=20" } else { "d20=20" };
        scene.play(&format!("{far} d4=2 d20=1 d20=1 d6=1 d6=1")).sees(seen);
    };
    down(9, "aid = []", "P is(down) 1, dies_at 0; M bandages 2");
    down(2, "aid = []", "P is(down) 1, dies_at 3600; M bandages 3");
    down(2, "aid = [{ do = 'yes' }]", "P is(down) 1, dies_at 0; M bandages 2");
    down(9, "aid = [{ do = 'no' }]", "P is(down) 1, dies_at 3600; M bandages 3");
    // The reach of weapons, its own and theirs, is in reach too.
    let beside = |own: &str, theirs: &str, seen: &str| {
        let sling = "{ name = 'sling', die = '1d4' }";
        let foe =
            format!("str = 30, dex = 30, at = [2], weapons = [{sling}, {{ name = 'pike', reach = {theirs}, die = '1d4' }}]");
        let medic = format!("bandages = 1, at = [0], weapons = [{{ name = 'spear', reach = {own} }}]");
        let scene = stage().hero("P", "kind = 'pc', hp_max = 1, dex = 0, at = [0]", "").hero("M", &medic, "");
        scene
            .foe("B", &foe, "attack")
            .foes_open()
            .arena()
            .play("attack d20=20, weapon d4=2, save d20=1, critical damage d20=1, place of a scar d6=1, scar d6=1")
            .sees(seen);
    };
    beside("1", "1", "P dies_at 0; M bandages 2");
    beside("2", "1", "P dies_at 3600; M bandages 3");
    beside("1", "2", "P dies_at 3600; M bandages 3");
}

#[test]
fn whom_ones_own_side_has_attacked_is_no_matter_of_third_sides() {
    let scene = |third: &str| {
        let scene = stage().hero("Q", "wil = 0", "attack").policy("Q", "target = [{ at = 'strongest' }]");
        let scene = scene.hero("A", "wil = 0", "attack").policy("A", "target = [{ at = 'same_as_ally' }]");
        let scene = scene.foe("B", "", "").foe("C", "str = 14", "").third("D", "str = 9", third);
        scene.policy("D", "target = [{ at = 'strongest' }]").raw().book("step.occupied = 0")
    };
    // D acts first, then A, whose friend has struck nobody so far.
    let order = "initiative d20=1 d20=2 d20=1 d20=1 d20=20";
    let hit = "attack d20=10, weapon d4=1, save d20=1";
    scene("attack").play(&format!("{order} {hit} {hit} {hit}")).sees("B hp 29; C hp 28");
}

// CAP-008
#[test]
fn a_target_is_whoever_would_be_attacked_the_fallen_among_them() {
    let asleep = "spell.Dream = { effect = 'sleep', target = 'enemies', duration = 'fight' }";
    let scene = |finish: &str| {
        let caster = "grimoire = true, ready = 'grimoire', spells = ['Dream']";
        let scene = stage().hero("A", caster, "cast slot_dice=1; gain when='target.status==asleep'").book(asleep);
        scene.policy("A", &format!("finish = [{{ do = '{finish}' }}]")).foe("B", "", "").foe("C", "", "").play("Magic Die d6=1")
    };
    scene("yes").sees("B is(asleep) 1; A pending_adv 1");
    scene("no").sees("B is(asleep) 1; A pending_adv 0");
}

// CAP-031, CAP-044
#[test]
fn what_is_held_may_be_meant_for_somebody_in_particular() {
    let help = |line: &str, dice: &str, waiting: u8| {
        let scene =
            stage().hero("H", "", line).hero("Q", "", "attack").hero("A", "", "attack").foe("B", "", "").foe("C", "", "");
        scene.foe("D", "", "").book("step.occupied = 0").play(dice).sees(&format!("H waiting {waiting}"));
    };
    let (plain, better) = ("d20=1 d4=1 d20=20 ", "d20=1 d20=2 d4=1 d20=20 ");
    help("help", &format!("{better}{plain}"), 0);
    help("help friend='A'", &format!("{plain}{better}"), 0);
    help("help only='it.leader'", &format!("{plain}{plain}"), 1);
    help("help only='not~it.leader'", &format!("{better}{plain}"), 0);
    let riposte = |only: &str, dice: &str, waiting: u8| {
        let scene = stage().hero("A", "", &format!("hold_attack only='{only}'")).foe("B", "", "attack");
        scene.play(&format!("d20=1 d4=1 d20=20 {dice}")).sees(&format!("A waiting {waiting}"));
    };
    riposte("it.prone", "", 1);
    riposte("not~it.prone", plain, 0);
}

// CAP-046
#[test]
fn the_modifiers_of_what_is_held_are_settled_when_it_is_declared() {
    let scene = stage().hero("A", "kind = 'pc', hp_max = 1", "hold_attack").foe("B", "", "attack");
    // A loses three points of STR before it strikes back with the ten it had.
    let blow = "d20=20 d4=4 d20=1 d20=20 d6=1 d6=1 ";
    scene.play(&format!("{blow} d20=10 d4=1 d20=11")).sees("A str 7; B hp 29");
    scene.play(&format!("{blow} d20=10 d4=1 d20=12")).sees("A str 7; B hp 30");
    // A fighter that lies when it strikes back did not lie when it made ready.
    let tripped = stage()
        .hero("A", "", "hold_attack")
        .foe("B", "", "trip; attack")
        .play("d20=20 d20=1   d20=1 d20=2 d4=1 d20=20   d20=10 d4=1 d20=11");
    tripped.sees("A prone 1; B hp 29");
}

// CAP-185, RU-20b
#[test]
fn a_duplicate_and_its_original_die_together() {
    let a = "grimoire = true, ready = 'grimoire', inventory = true, mana_dust = 4, spells = ['Haste'], hp_max = 1, str = 1, dex = 0";
    let scene = stage().hero("A", a, "cast dust_dice=4 when='round==1'").foe("B", "str = 30", "attack when='round==2'");
    let scene = scene.ruling("mishap_23_duplicate = 'fights'").rounds(2);
    scene
        .play("Magic Die d6=6 d6=6 d6=6 d6=5, initiative d20=1, attack d20=20, weapon d4=4, save d20=1")
        .sees("A dead 1")
        .counts("fight winner 1, heroes.standing 0");
}

// CAP-036, RU-26
#[test]
fn a_sweep_strikes_only_those_in_reach() {
    let scene =
        stage().hero("A", "at = [5]", "sweep").foe("B", "at = [6]", "").foe("C", "at = [7]", "").foe("D", "at = [4]", "");
    scene.arena().play("attack d20=10, weapon d4=1, save d20=1 d20=1").sees("B hp 29; C hp 30; D hp 29");
}
