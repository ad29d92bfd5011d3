//! Checks: what is rolled and added, what it is compared with, natural results, hazards.

use super::stage::{Stage, stage};

/// A attacks B once; everything else is said.
fn attack(a: &str, b: &str, save: &str) -> Stage {
    stage().hero("A", a, "attack").foe("B", b, "").policy("B", &format!("save = [{{ do = '{save}' }}]")).measured()
}

/// Asserts of these dice that they hit, or do not.
#[track_caller]
fn hits(scene: &Stage, dice: &str, hits: bool) {
    scene.play(dice).counts(&format!("A hits {}", i32::from(hits)));
}

// CAP-001, CAP-002, CAP-003, CAP-008, CAP-014, CAP-018, CAP-020, CAP-048, CAP-053, CAP-056, CAP-057, CAP-060, CAP-061
#[test]
fn each_roll_adds_its_attribute_and_an_equal_result_is_the_initiators() {
    let strong = "dex = 1, wil = 1, weapons = [$d4]";
    let quick = "str = 1, wil = 1, weapons = [{ name = 'bow' }]";
    for (a, b, save, dice) in [
        (format!("str = 14, {strong}"), "dex = 10, str = 1", "dodge", "attack d20=5, weapon d4=1, save d20=10"),
        (format!("dex = 14, {quick}"), "dex = 10, str = 1", "dodge", "attack d20=5, weapon d6=1, save d20=10"),
        (format!("str = 14, {strong}"), "str = 10, dex = 1", "brace", "attack d20=5, weapon d4=1, save d20=10"),
        (
            format!("str = 14, {strong}"),
            "str = 7, dex = 1, weapons = [$d6]",
            "parry",
            "attack d20=5, weapon d4=1, save d20=10, shield or weapon d6=3",
        ),
        (
            format!("str = 14, {strong}"),
            "str = 7, dex = 1, shield = {}",
            "block",
            "attack d20=5, weapon d4=1, save d20=10, shield or weapon d6=3",
        ),
    ] {
        hits(&attack(&a, b, save), dice, true);
        hits(&attack(&a.replace("14", "13"), b, save), dice, false);
    }
    let by_will = "str = 1, dex = 1, wil = 14, weapons = [{ name = 'wand', die = '1d4', attribute = 'wil' }]";
    hits(&attack(by_will, "", "dodge"), "attack d20=5, weapon d4=1, save d20=10", true);
    hits(&attack(&by_will.replace("14", "13"), "", "dodge"), "attack d20=5, weapon d4=1, save d20=10", false);
    let swift = attack("str = 1, dex = 14, weapons = [$d4]", "", "dodge").book("attribute.melee = 'dex'");
    hits(&swift, "attack d20=5, weapon d4=1, save d20=10", true);
}

// CAP-016, CAP-017, CAP-043, CAP-055
#[test]
fn each_advantage_is_one_die_more_of_which_the_highest_counts_and_each_disadvantage_the_lowest() {
    let scene = |plan: &str, a: &str| stage().hero("A", a, plan).foe("B", "", "").measured();
    hits(&scene("gain; gain; attack", ""), "attack d20=3 d20=16 d20=9, weapon d4=1, save d20=16", true);
    hits(&scene("gain; gain; attack", ""), "attack d20=3 d20=15 d20=9, weapon d4=1, save d20=17", false);
    hits(
        &scene("attack", "prone = true").policy("A", "stand = [{ do = 'no' }]"),
        "attack d20=16 d20=14, weapon d4=1, save d20=16",
        false,
    );
    hits(
        &scene("attack", "prone = true").policy("A", "stand = [{ do = 'no' }]"),
        "attack d20=16 d20=15, weapon d4=1, save d20=16",
        true,
    );
    hits(
        &scene("gain; attack", "").book("check.advantage_dice = 2"),
        "attack d20=3 d20=5 d20=15, weapon d4=1, save d20=16",
        true,
    );
    let down = scene("attack", "bound = true").book("check.disadvantage_dice = 3");
    hits(&down, "attack d20=16 d20=15 d20=14 d20=17, weapon d4=1, save d20=16", false);
}

// CAP-016, CAP-041, CAP-055, CAP-058
#[test]
fn advantage_on_an_object_leaves_the_base_die_alone() {
    let scene = attack("weapons = [{ name = 'axe', die_adv = 2 }]", "shield = { die_adv = 1 }", "block");
    scene.play("attack d20=5, weapon d8=1 d8=7 d8=4, save d20=5, shield or weapon d6=2 d6=6").sees("B hp 23");
    hits(&scene, "attack d20=5, weapon d8=1 d8=5 d8=4, save d20=5, shield or weapon d6=2 d6=6", false);
}

// CAP-011, CAP-050, CAP-057, CAP-062, RU-02b, RU-04
#[test]
fn a_save_has_to_be_above_twenty_where_no_number_is_named() {
    let away = |lines: &[&str], die: u8, away: u8| {
        let scene = stage().hero("A", "dex = 9", "retreat").foe("B", "", "");
        let scene = lines.iter().fold(scene, |scene, line| scene.head(line));
        scene.play(&format!("d20={die}")).sees(&format!("A is(fled) {away}"));
    };
    away(&[], 11, 0);
    away(&[], 12, 1);
    away(&["rulings.save_tie = 'target'"], 11, 1);
    away(&["rulings.save_tie = 'target'"], 10, 0);
    away(&["book.retreat.dc = 24"], 15, 0);
    away(&["book.retreat.dc = 24"], 16, 1);
    let book = super::super::book::Book::default();
    assert_eq!((book.check.dc, book.morale.dc, book.retreat.dc, book.scars.wil_save_dc, book.crit.dc), (20, 20, 20, 20, 15));
}

// RU-02b
#[test]
fn where_the_rulings_say_so_an_equal_contest_is_the_targets() {
    let scene = attack("", "", "dodge").ruling("contest_tie = 'target'");
    hits(&scene, "attack d20=10, weapon d4=2, save d20=12", false);
    hits(&scene, "attack d20=10, weapon d4=2, save d20=11", true);
}

// CAP-009, CAP-019
#[test]
fn an_action_that_is_not_trivial_needs_the_usual_number_or_more() {
    let prone = |more: &str, dice: &str, prone: u8| {
        let scene = stage().hero("A", "prone = true, dex = 9", "").foe("B", "", "");
        let scene = if more.is_empty() { scene } else { scene.book(more) };
        scene.play(dice).sees(&format!("A prone {prone}"));
    };
    prone("", "", 0);
    prone("check.trivial = ['move']", "d20=12 d20=11", 0);
    prone("check.trivial = ['move']", "d20=12 d20=10", 1);
    for (plan, sheet, seen) in [
        ("defend", "", "A held_defences"),
        ("help", "", "A waiting"),
        ("ready_nothing", "", "A ready"),
        ("move", "at = [0]", "A at"),
    ] {
        let scene = |book: &str| {
            let scene = stage().hero("A", sheet, plan).foe("B", if sheet.is_empty() { "" } else { "at = [6]" }, "");
            let scene = if sheet.is_empty() { scene } else { scene.arena() };
            if book.is_empty() { scene } else { scene.book(book) }
        };
        let done = match plan {
            "ready_nothing" => 2,
            "move" => 5,
            _ => 1,
        };
        scene("").play("").sees(&format!("{seen} {done}"));
        scene("check.trivial = []").play("d20=10").sees(&format!("{seen} {done}"));
        scene("check.trivial = []").play("d20=9").sees(&format!("{seen} 0"));
    }
    let items = "hp = 3, items = [{ name = 'potion', effect = 'hp_full' }]";
    let potion = stage().hero("A", items, "item").foe("B", "", "");
    potion.play("").sees("A hp 30");
    potion.book("check.trivial = []").play("d20=9").sees("A hp 3");
    let scene = stage()
        .hero("A", "kind = 'pc', hp_max = 1, str = 9", "")
        .hero("M", "bandages = 1", "aid")
        .foe("B", "str = 30", "attack");
    let scene = scene.foes_open().policy("M", "aid = [{ do = 'no' }]");
    let fall = "d20=10 d4=4 d20=1 d20=1 d6=1 d6=1";
    scene.play(fall).sees("A is(down) 1, dies_at 0; M bandages 2");
    scene.clone().book("check.trivial = []").play(&format!("{fall} d20=9")).sees("A is(down) 1, dies_at 3600; M bandages 2");
    scene.book("check.trivial = []").play(&format!("{fall} d20=10")).sees("A is(down) 1, dies_at 0");
}

// CAP-010, CAP-019
#[test]
fn the_warden_may_set_a_number_in_the_place_of_a_save() {
    let scene = attack("weapons = [$d6]", "", "dodge").book("check.attack = 'dc'");
    hits(&scene, "attack d20=8, weapon d6=2", true);
    hits(&scene, "attack d20=8, weapon d6=1", false);
    let trip = stage().hero("A", "str = 9", "trip").foe("B", "", "").foes_open().book("check.stunt = 'dc'");
    trip.play("d20=11").sees("B prone 1");
    trip.play("d20=10").sees("B prone 0");
    let sheet = "wil = 9, grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let sleep = stage().hero("A", sheet, "cast slot_dice=1").foe("B", "", "").foe("C", "", "").book("check.spell = 'dc'");
    sleep.play("Magic Die d6=1, spell d20=11").sees("B is(asleep) 1");
    sleep.play("Magic Die d6=1, spell d20=10").sees("B is(asleep) 0");
}

// CAP-012, CAP-051
#[test]
fn a_policy_reads_the_numbers_only_when_they_are_disclosed() {
    let scene = stage().hero("A", "", "gain when='dc.usual==20'; gain when='dc.critical==15'; gain when='dc.retreat==24'");
    let scene = scene.foe("B", "", "").book("retreat.dc = 24");
    scene.play("").sees("A pending_adv 3");
    scene.book("policy.knows_dc = false").play("").sees("A pending_adv 0");
}

// CAP-013, CAP-052, CAP-102, CAP-111
#[test]
fn every_target_of_one_roll_makes_its_own_save_after_it_and_saves_cost_nothing() {
    let scene = stage()
        .hero("A", "weapons = [{ name = 'flame', die = '1d6', blast = true }]", "attack")
        .foe("B", "", "attack; attack")
        .foe("C", "", "")
        .foe("D", "", "")
        .measured();
    scene
        .play("d6=2 d20=10 d6=4   d20=14 d20=15   d20=1 d4=1 d20=20 d20=1 d4=1 d20=20")
        .sees("B hp 26; C hp 30; D hp 30")
        .counts("A attacks 1, hits 1; B attacks 2, ap_spent 4");
}

// CAP-015, CAP-054, CAP-058, RU-06
#[test]
fn one_object_helps_a_save_or_as_many_as_the_book_lets() {
    let armed = "str = 1, dex = 1, shield = {}, weapons = [$sword]";
    let scene = || attack("", armed, "block");
    hits(&scene(), "attack d20=5, weapon d4=2, save d20=10, shield or weapon d6=6", true);
    hits(&attack("", armed, "parry"), "attack d20=5, weapon d4=2, save d20=8, shield or weapon d8=8", true);
    hits(&attack("", armed, "parry"), "attack d20=5, weapon d4=2, save d20=9, shield or weapon d8=8", false);
    hits(
        &scene().book("check.max_object_dice = 2"),
        "attack d20=5, weapon d4=2, save d20=10, shield or weapon d6=4 d8=3",
        false,
    );
    hits(
        &scene().book("check.max_object_dice = 2"),
        "attack d20=5, weapon d4=2, save d20=10, shield or weapon d6=4 d8=2",
        true,
    );
    hits(&scene().book("check.max_object_dice = 0"), "attack d20=5, weapon d4=2, save d20=16", true);
    assert_eq!(super::super::book::Book::default().attack.shield.sides, 6);
    hits(
        &attack("", "str = 1, shield = { die = '1d10' }", "block"),
        "attack d20=5, weapon d4=2, save d20=7, shield or weapon d10=10",
        false,
    );
}

// RU-06
#[test]
fn a_shield_can_be_armor_in_the_place_of_its_die_or_besides() {
    let armed = "dex = 10, str = 1, shield = {}";
    attack("", armed, "block")
        .ruling("shield = 'armor'")
        .play("attack d20=10, weapon d4=3, save d20=10")
        .sees("B hp 28, armor 1");
    attack("", armed, "block")
        .ruling("shield = 'both'")
        .play("attack d20=10, weapon d4=3, save d20=10, shield or weapon d6=1")
        .sees("B hp 28, armor 1");
    attack("", armed, "block").play("attack d20=10, weapon d4=3, save d20=10, shield or weapon d6=1").sees("B hp 27, armor 0");
}

// RU-06
#[test]
fn a_parry_is_only_for_close_combat_and_may_need_a_held_defence() {
    let armed = "str = 1, dex = 10, weapons = [$sword]";
    hits(&attack("weapons = [{ name = 'sling' }]", armed, "parry"), "attack d20=10, weapon d6=2, save d20=12", true);
    hits(&attack("weapons = [{ name = 'sling' }]", armed, "parry"), "attack d20=10, weapon d6=2, save d20=13", false);
    let held_only = |plan: &str| {
        let scene = stage().hero("A", "", "attack").foe("B", armed, plan).policy("B", "save = [{ do = 'parry' }]");
        scene.foes_open().measured().ruling("parry = 'held_only'")
    };
    hits(&held_only(""), "attack d20=5, weapon d4=2, save d20=16", true);
    hits(&held_only("defend"), "attack d20=5, weapon d4=2, save d20=9 d20=3, shield or weapon d8=8", false);
}

// CAP-049
#[test]
fn a_save_can_answer_the_kind_of_attack_and_the_attacker() {
    let saves = |weapon: &str, save: &str, dice: &str| {
        let scene = stage().hero("A", weapon, "attack").foe("B", "str = 10, dex = 10, weapons = [$sword]", "");
        hits(&scene.policy("B", &format!("save = [{save}, {{ do = 'parry' }}]")).measured(), dice, true);
    };
    let (dodge, parry) = ("save d20=12", "save d20=11, shield or weapon d8=1");
    let arrows = "{ do = 'dodge', when = 'attack.ranged' }";
    saves("weapons = [{ name = 'sling' }]", arrows, &format!("attack d20=10, weapon d6=2, {dodge}"));
    saves("", arrows, &format!("attack d20=10, weapon d4=2, {parry}"));
    saves("", "{ do = 'dodge', when = 'target.might > 5' }", &format!("attack d20=10, weapon d4=2, {dodge}"));
    saves("", "{ do = 'dodge', when = 'attack.magical or target.prone' }", &format!("attack d20=10, weapon d4=2, {parry}"));
}

// CAP-099
#[test]
fn a_creature_can_have_action_points_of_its_own() {
    let scene = stage().hero("A", "action_points = 2", "attack").foe("B", "dex = 10", "").measured();
    scene.play("attack d20=10, weapon d4=2, save d20=12").counts("A ap_spent 2, ap_lost 0");
}

// CAP-110
#[test]
fn whoever_fights_from_strength_rolls_twice() {
    let scene = stage().hero("A", "enhanced = true", "attack").foe("B", "dex = 10", "").measured();
    hits(&scene, "attack d20=3 d20=10, weapon d4=2, save d20=12", true);
}

// CAP-049
#[test]
fn the_best_save_is_the_one_with_the_highest_mean_and_ties_have_an_order() {
    let best = |b: &str, dice: &str| hits(&attack("", b, "best"), dice, true);
    best("str = 10, dex = 13, shield = {}", "attack d20=10, weapon d4=2, save d20=8, shield or weapon d6=1");
    best("str = 10, dex = 14, shield = {}", "attack d20=10, weapon d4=2, save d20=8");
    best("str = 10, dex = 14, weapons = [$sword]", "attack d20=10, weapon d4=2, save d20=8, shield or weapon d8=1");
    best("str = 10, dex = 15, weapons = [$sword]", "attack d20=10, weapon d4=2, save d20=7");
    best(
        "str = 10, dex = 10, shield = {}, weapons = [$dagger]",
        "attack d20=10, weapon d4=2, save d20=8, shield or weapon d6=4",
    );
    best(
        "str = 10, dex = 10, shield = {}, weapons = [$sword]",
        "attack d20=10, weapon d4=2, save d20=4, shield or weapon d8=8",
    );
    best("str = 11, dex = 10", "attack d20=10, weapon d4=2, save d20=11");
    hits(&attack("", "str = 11, dex = 10", "best"), "attack d20=10, weapon d4=2, save d20=12", false);
    hits(
        &attack("", "str = 10, dex = 11, shield = {}", "block"),
        "attack d20=10, weapon d4=2, save d20=11, shield or weapon d6=2",
        false,
    );
}

// CAP-059, CAP-066
#[test]
fn the_boulder_of_the_source() {
    let scene = |lines: &[&str]| {
        let scene = stage().hero("A", "dex = 11, natural_armor = 2", "").foe("B", "", "");
        lines.iter().fold(scene.book("hazard.disadvantage = 1"), |scene, line| scene.head(line))
    };
    scene(&[]).day("hazard", "hazard d20=7 d20=1").sees("A hp 27");
    scene(&[]).day("hazard", "hazard d20=13 d20=14").sees("A hp 27");
    scene(&[]).day("hazard", "hazard d20=15 d20=14").sees("A hp 30");
    scene(&["rulings.natural = 'bonus_damage'"]).day("hazard", "hazard d20=7 d20=1").sees("A hp 26; B hp 30");
    scene(&["book.hazard.armor = true"]).day("hazard", "hazard d20=7 d20=1").sees("A hp 29");
    scene(&["book.hazard.dc = 0", "book.hazard.die = '2d6'"]).day("hazard", "damage of a hazard d6=4 d6=5").sees("A hp 18");
    scene(&["book.hazard.save = 'str'"]).day("hazard", "hazard d20=14 d20=15").sees("A hp 27");
}

// CAP-063, RU-02
#[test]
fn a_natural_one_or_twenty_is_the_kept_die_and_only_counted() {
    let scene = attack("bound = true", "dex = 30", "dodge");
    scene
        .play("attack d20=20 d20=20, weapon d4=1, save d20=20")
        .counts("A attack_natural_20 1, attack_natural_1 0, hits 0; B save_natural_20 1");
    scene
        .play("attack d20=20 d20=1, weapon d4=1, save d20=1")
        .counts("A attack_natural_20 0, attack_natural_1 1; B save_natural_1 1");
    let weak = attack("str = 30", "dex = 0", "dodge");
    weak.play("attack d20=1, weapon d4=1, save d20=20").sees("B hp 29").counts("A hits 1, attack_natural_1 1");
}

// CAP-063, RU-02
#[test]
fn where_naturals_decide_the_die_of_the_initiator_comes_first() {
    let scene = |a: &str, b: &str| attack(a, b, "dodge").ruling("natural = 'auto'");
    hits(&scene("str = 1", "dex = 30"), "attack d20=20, weapon d4=1, save d20=20", true);
    hits(&scene("str = 30", "dex = 0"), "attack d20=1, weapon d4=1, save d20=1", false);
    hits(&scene("str = 30", "dex = 0"), "attack d20=2, weapon d4=1, save d20=20", false);
    hits(&scene("str = 1", "dex = 30"), "attack d20=2, weapon d4=1, save d20=1", true);
    let save = |str: u8, die: u8, dead: u8| {
        let b = format!("str = {str}, dex = 0, hp_max = 1");
        let scene = attack("str = 30", &b, "dodge").ruling("natural = 'auto'");
        scene.play(&format!("d20=10 d4=2 d20=5 d20={die}")).sees(&format!("B dead {dead}"));
    };
    save(2, 20, 0);
    save(2, 19, 0);
    save(30, 1, 1);
    let retreat = stage().hero("A", "dex = 30", "retreat").foe("B", "", "").ruling("natural = 'auto'");
    retreat.play("d20=1").sees("A is(fled) 0");
}

// CAP-063, RU-02
#[test]
fn where_naturals_hurt_a_hit_does_one_more_for_each() {
    let scene = |a: &str, b: &str| attack(a, b, "dodge").ruling("natural = 'bonus_damage'");
    scene("", "natural_armor = 3").play("attack d20=20, weapon d4=2, save d20=10").sees("B hp 29");
    scene("", "").play("attack d20=10, weapon d4=2, save d20=1").sees("B hp 27");
    scene("", "").play("attack d20=20, weapon d4=2, save d20=1").sees("B hp 26");
    scene("", "").book("check.natural_damage = 3").play("attack d20=20, weapon d4=2, save d20=1").sees("B hp 22");
    scene("", "dex = 30").play("attack d20=20, weapon d4=2, save d20=15").sees("B hp 30");
}

// RU-01
#[test]
fn what_an_attribute_adds_is_a_ruling() {
    let scene =
        |modifier: &str| attack("str = 15, weapons = [$d4]", "dex = 9", "dodge").ruling(&format!("modifier = '{modifier}'"));
    for (modifier, own, theirs) in [("attribute", 15, 9), ("half", 7, 4), ("d20_bonus", 2, -1), ("none", 0, 0)] {
        let save = 10 + own + 1 - theirs;
        if save <= 20 {
            hits(&scene(modifier), &format!("d20=10 d4=1 d20={save}"), true);
        }
        if save < 20 {
            hits(&scene(modifier), &format!("d20=10 d4=1 d20={}", save + 1), false);
        }
    }
    hits(&scene("attribute"), "attack d20=5, weapon d4=1, save d20=12", true);
    hits(&scene("attribute"), "attack d20=5, weapon d4=1, save d20=13", false);
}

// CAP-095
#[test]
fn initiative_adds_will_itself_whatever_a_modifier_is() {
    let scene = stage().hero("A", "wil = 15", "").foe("B", "wil = 5", "").raw().measured().ruling("modifier = 'none'");
    scene.play("initiative d20=5 d20=14").counts("fight heroes.opens 1, foes.opens 0");
    scene.play("initiative d20=5 d20=16").counts("fight heroes.opens 0, foes.opens 1");
}

// CAP-109, CAP-110, RU-03
#[test]
fn advantages_and_disadvantages_take_each_other_away_step_by_step_or_altogether() {
    let scene = |plan: &str| stage().hero("A", "bound = true", plan).foe("B", "", "").measured();
    hits(&scene("gain; attack"), "attack d20=10, weapon d4=1, save d20=11", true);
    hits(&scene("gain; gain; attack"), "attack d20=10 d20=4, weapon d4=1, save d20=11", true);
    hits(&scene("gain; gain; attack").ruling("adv_mix = 'cancel_all'"), "attack d20=10, weapon d4=1, save d20=11", true);
    hits(&scene("attack").ruling("adv_mix = 'cancel_all'"), "attack d20=10 d20=4, weapon d4=1, save d20=6", false);
}

// CAP-092, CAP-093
#[test]
fn the_die_of_fate_favours_the_heroes_from_four_on() {
    let scene = stage()
        .hero("A", "kind = 'pc', hp_max = 11, str = 30", "")
        .hero("Q", "str = 30, weapons = [$d12]", "attack")
        .foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d12]", "attack")
        .foes_open();
    let fight = "d20=20 d12=11 d20=1   d20=10 d12=3 d20=1 ";
    scene.play(&format!("{fight} d6=3")).sees("A dead 1, hp 0");
    scene.play(&format!("{fight} d6=4")).sees("A dead 0, is(out_of_action) 1, dies_at 0");
    scene.book("fate.good_from = 3").play(&format!("{fight} d6=3")).sees("A dead 0");
}

// CAP-063, RU-02
#[test]
fn natural_results_of_all_checks_are_counted() {
    let scene = stage().hero("A", "", "trip; attack").foe("B", "", "").measured();
    scene
        .play("stunt d20=20, resistance d20=1, attack d20=20 d20=1, weapon d4=1, save d20=1")
        .counts("A other_natural_20 1, other_natural_1 0, attack_natural_20 1; B other_natural_1 1, save_natural_1 1");
}
