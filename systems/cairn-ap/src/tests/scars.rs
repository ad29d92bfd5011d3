//! The scars table: which entry, what it does at once, what it does later in the fight.

use super::stage::{Shown, Stage, stage};

/// P, idle and with so many hit points, is struck once for so much; then comes the next round, in which P has this plan.
fn scene(p: &str, plan: &str, lines: &[&str]) -> Stage {
    let b = "str = 30, weapons = [{ name = 'claw', die = '1d20', hands = 0 }]";
    let p = format!("kind = 'pc', dex = 1, {p}");
    let scene = stage().hero("P", &p, plan).foe("B", b, "attack when='round==1'");
    lines.iter().fold(scene, |scene, line| scene.head(line))
}

/// P loses exactly its hit points, and these are the dice of the scar.
fn scar(entry: u8, p: &str, lines: &[&str], dice: &str) -> Shown {
    scene(&format!("hp = {entry}, {p}"), "", lines).play(&format!("d20=20 d20={entry} d20=1 {dice}"))
}

// CAP-108, CAP-137, CAP-138, CAP-139, CAP-140
#[test]
fn the_entry_is_the_hit_points_before_the_blow() {
    scar(3, "", &[], "").sees("P walloped 1, hp 0");
    scene("hp = 3", "", &[])
        .play("attack d20=20, weapon d20=4, save d20=1, critical damage d20=20")
        .sees("P walloped 1, hp 0, str 9");
    let twice = stage()
        .hero("P", "kind = 'pc', dex = 1, hp_max = 4", "")
        .foe("B", "str = 30, weapons = [$d8]", "attack; attack")
        .measured();
    twice
        .play("d20=20 d8=2 d20=1   d20=20 d8=6 d20=1 d20=20 d6=5")
        .sees("P hp 0, hp_max 5, str 6")
        .counts("P scars 1, scar_2 1, scar_4 0");
    let again = "d20=20 d8=4 d20=1 d6=1   d20=20 d8=1 d20=1 d20=20";
    twice.play(again).counts("P scars 1, scar_4 1, crit_saves 1");
    let npc = stage().hero("P", "hp_max = 3", "").foe("B", "str = 30", "attack").measured();
    npc.play("attack d20=20, weapon d4=3, save d20=1").sees("P walloped 0, hp 0");
}

// CAP-137, RU-16
#[test]
fn more_hit_points_than_entries_are_the_last_entry_or_none() {
    scar(15, "", &[], "").sees("P doomed 1");
    scar(15, "", &["rulings.scar_over_table = 'none'"], "").sees("P doomed 0, hp 0");
    scar(12, "", &["rulings.scar_over_table = 'none'"], "").sees("P doomed 1");
    scar(12, "", &["book.scars.max_entry = 3"], "").sees("P doomed 0, walloped 1");
}

// CAP-141, RU-16c
#[test]
fn a_lasting_scar_may_raise_the_maximum_by_its_second_die() {
    let one = |lines: &[&str], dice: &str, max: u8| {
        scar(1, "hp_max = 3", lines, dice).sees(&format!("P hp_max {max}, hp 0"));
    };
    one(&[], "place of a scar d6=6, scar d6=4", 4);
    one(&[], "place of a scar d6=6, scar d6=3", 3);
    one(&["rulings.scar_1_total = 'sum'"], "place of a scar d6=6, scar d6=3", 9);
    one(&["rulings.scar_1_total = 'sum'"], "place of a scar d6=1, scar d6=2", 3);
    one(&["book.scars.lasting = '2d8'"], "place of a scar d6=6, scar d8=3 d8=4", 7);
}

// CAP-142
#[test]
fn a_rattling_blow_may_raise_the_maximum() {
    scar(2, "hp_max = 3", &[], "scar d6=4").sees("P hp_max 4, hp 0");
    scar(2, "hp_max = 4", &[], "scar d6=4").sees("P hp_max 4");
    scar(2, "hp_max = 4", &["book.scars.rattling = '1d8'"], "scar d8=7").sees("P hp_max 7");
}

// CAP-143
#[test]
fn the_walloped_lie_flat_and_are_deprived() {
    scar(3, "", &[], "").sees("P prone 1, deprived 1, hp_max 30, is(active) 1");
    scar(3, "", &["book.scars.walloped_prone = false"], "").sees("P prone 0, deprived 1");
}

/// The effect of a broken limb in the second round: to P, its plan, and what comes of the dice.
fn broken(place: u8, p: &str, plan: &str, harsh: bool, dice: &str) -> Shown {
    let lines: &[&str] = if harsh { &["rulings.injury_effects = 'harsh'"] } else { &[] };
    let blow = format!("d20=20 d20=4 d20=1 d6={place}");
    scene(&format!("hp = 4, {p}"), plan, lines).rounds(2).measured().play(&format!("{blow} {dice}"))
}

// CAP-144, RU-16b
#[test]
fn a_broken_limb_does_nothing_in_the_fight_unless_the_rulings_are_harsh() {
    let attack = "attack when='round==2'";
    for leg in [1, 2] {
        broken(leg, "", "retreat when='round==2'", false, "d20=1").counts("P retreats 1, scar_4 1");
        broken(leg, "", "retreat when='round==2'", true, "").counts("P retreats 0");
    }
    for arm in [3, 4] {
        let halberd = "weapons = [{ name = 'halberd' }]";
        broken(arm, halberd, attack, false, "attack d20=1, weapon d10=1, save d20=20").counts("P attacks 1");
        broken(arm, halberd, attack, true, "attack d20=1, weapon d4=1, save d20=20").counts("P attacks 1");
        broken(arm, "weapons = [$sword]", attack, true, "attack d20=1, weapon d8=1, save d20=20").counts("P attacks 1");
        let caster = "grimoire = true, ready = 'grimoire', spells = ['Haste']";
        broken(arm, caster, "cast slot_dice=1 otherwise='gain' when='round==2'", false, "d6=1").counts("P casts 1");
        broken(arm, caster, "cast slot_dice=1 otherwise='gain' when='round==2'", true, "").counts("P casts 0");
    }
    broken(5, "", attack, false, "attack d20=19, weapon d4=1, save d20=20").counts("P attacks 1");
    broken(5, "", attack, true, "attack d20=19 d20=2, weapon d4=1, save d20=20").counts("P attacks 1");
    let sleep = "grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    broken(6, sleep, "cast slot_dice=1 when='round==2'", false, "Magic Die d6=1, spell d20=1, resistance d20=20")
        .counts("P casts 1");
    broken(6, sleep, "cast slot_dice=1 when='round==2'", true, "Magic Die d6=1, spell d20=1 d20=2, resistance d20=20")
        .counts("P casts 1");
}

// RU-16b
#[test]
fn a_broken_leg_hobbles_and_a_broken_arm_holds_no_shield_where_the_rulings_are_harsh() {
    for (harsh, at) in [(false, 6), (true, 1)] {
        let lines: &[&str] = if harsh { &["rulings.injury_effects = 'harsh'"] } else { &[] };
        let scene = scene("hp = 4, at = [0]", "move when='round==2'", lines);
        let far = scene.text().replace("name = 'B',", "name = 'B', at = [30],").replace("hands = 0", "hands = 0, reach = 99");
        let far = far.replace("dex = 1,", "dex = 12,");
        let mut play = frame::rules::testing::ScriptedPlay::<super::CairnAp>::script(
            &format!("arena = {{ pits = [] }}\n{far}"),
            "d20=20 d20=14 d20=20 d20=4 d20=1 d6=1",
        );
        play.rounds(2);
        assert_eq!(play.see("P", "at"), at);
    }
    let shield = |harsh: bool, dice: &str| {
        let scene =
            stage().hero("P", "kind = 'pc', dex = 1, hp_max = 4, shield = {}", "").policy("P", "save = [{ do = 'block' }]");
        let scene = scene.foe("B", "str = 12, weapons = [$d4]", "attack; attack");
        let scene = if harsh { scene.ruling("injury_effects = 'harsh'") } else { scene };
        scene.play(&format!("d20=20 d4=4 d20=1 d6=1 d6=3   {dice}"));
    };
    shield(false, "d20=1 d4=1 d20=20 d6=5");
    shield(true, "d20=1 d4=1 d20=20");
}

// CAP-145
#[test]
fn a_disease_changes_nothing_yet() {
    scar(5, "hp_max = 9", &[], "").sees("P hp_max 9, hp 0, is(active) 1, deprived 0");
}

// CAP-146
#[test]
fn a_head_wound_gives_a_new_attribute_when_it_is_higher_than_the_present_one() {
    let head = |sheet: &str, dice: &str| scar(6, sheet, &[], dice);
    head("str = 8, str_max = 14", "place of a scar d6=2, scar d6=4 d6=4 d6=4").sees("P str 12, str_max 14");
    head("str = 8", "place of a scar d6=1, scar d6=3 d6=3 d6=2").sees("P str 8, str_max 8");
    head("str = 8", "place of a scar d6=1, scar d6=6 d6=6 d6=5").sees("P str 17, str_max 17");
    head("", "place of a scar d6=3, scar d6=1 d6=1 d6=1").sees("P dex 3, dex_max 3");
    head("", "place of a scar d6=4, scar d6=6 d6=6 d6=6").sees("P dex 18, str 10, wil 10");
    head("", "place of a scar d6=5, scar d6=6 d6=6 d6=6").sees("P wil 18, dex 1");
    head("", "place of a scar d6=6, scar d6=4 d6=4 d6=2").sees("P wil 10");
}

// CAP-147
#[test]
fn the_hamstrung_move_one_space_and_cannot_retreat() {
    let hobble = |lines: &[&str], dice: &str| {
        let scene = scene("hp = 7", "retreat when='round==2'", lines).rounds(2).measured();
        scene.play(&format!("d20=20 d20=7 d20=1 {dice}"))
    };
    hobble(&[], "").sees("P hamstrung 1").counts("P retreats 0");
    hobble(&["book.scars.hamstrung_retreat = true"], "d20=1").counts("P retreats 1");
    let moves = |lines: &[&str], at: u8| {
        let p = "kind = 'pc', dex = 12, hp = 7, at = [0]";
        let b = "str = 30, at = [1], weapons = [{ name = 'claw', die = '1d20', hands = 0 }]";
        let scene = stage().hero("P", p, "move when='round==2'").policy("P", "movement = [{ do = 'away' }]").arena().rounds(2);
        let scene = scene.foe("B", b, "attack when='round==1'");
        let scene = lines.iter().fold(scene, |scene, line| scene.head(line));
        scene.play("attack d20=20, weapon d20=7, save d20=1").sees(&format!("P at -{at}"));
    };
    moves(&[], 1);
    moves(&["book.scars.hamstrung_spaces = 3"], 3);
}

// CAP-011, CAP-148, RU-04
#[test]
fn the_deaf_may_gain_will() {
    scar(8, "wil = 12", &[], "save of a scar d20=9, scar d4=3").sees("P wil 12, wil_max 15");
    scar(8, "wil = 12", &[], "d20=8").sees("P wil 12, wil_max 12");
    scar(8, "wil = 12", &["book.scars.wil_save_dc = 15"], "save of a scar d20=4, scar d4=1").sees("P wil_max 13");
    scar(8, "wil = 12", &["rulings.save_tie = 'target'"], "save of a scar d20=8, scar d4=1").sees("P wil_max 13");
}

// CAP-149
#[test]
fn the_rebrained_may_have_a_higher_maximum_of_will() {
    scar(9, "", &[], "scar d6=6 d6=4 d6=3").sees("P wil 10, wil_max 13");
    scar(9, "", &[], "scar d6=1 d6=4 d6=3").sees("P wil 10, wil_max 10");
}

// CAP-150, RU-16b
#[test]
fn the_sundered_may_gain_will_and_lose_a_hand_where_the_rulings_are_harsh() {
    scar(10, "wil = 12", &[], "save of a scar d20=9, scar d6=6").sees("P wil 12, wil_max 18");
    scar(10, "wil = 12", &[], "save of a scar d20=8").sees("P wil_max 12");
    let attack = |lines: &[&str], die: u8| {
        let scene = scene("hp = 10, weapons = [{ name = 'halberd' }]", "attack when='round==2'", lines).rounds(2).measured();
        let dice = format!("d20=20 d20=10 d20=1 d20=1   d20=1 d{die}=1 d20=20");
        scene.play(&dice).counts("P attacks 1, scar_10 1");
    };
    attack(&[], 10);
    attack(&["rulings.injury_effects = 'harsh'"], 4);
}

// CAP-151
#[test]
fn a_mortal_wound_puts_out_of_action_for_an_hour_of_life() {
    let friend = |lines: &[&str]| {
        let b = "str = 30, weapons = [$d12]";
        let scene = stage()
            .hero("P", "kind = 'pc', hp = 11", "gain")
            .hero("Q", "", "")
            .foe("B", b, "attack when='round==1'")
            .foes_open();
        lines.iter().fold(scene, |scene, line| scene.head(line))
    };
    let wound = "attack d20=20, weapon d12=11, save d20=1";
    friend(&[]).play(wound).sees("P is(out_of_action) 1, deprived 1, dies_at 3600, pending_adv 0, hp_max 30");
    friend(&[]).rounds(30).play(wound).sees("P dead 1");
    friend(&["book.scars.mortal_minutes = 2"]).play(wound).sees("P dead 1");
    let medic = |lines: &[&str]| {
        let b = "str = 30, weapons = [$d12]";
        let scene =
            stage().hero("P", "kind = 'pc', hp = 11", "").hero("Q", "bandages = 1", "aid").foe("B", b, "attack").foes_open();
        lines.iter().fold(scene, |scene, line| scene.head(line)).play(wound)
    };
    medic(&[]).sees("P dies_at 3600; Q bandages 3");
    medic(&["book.scars.mortal_bandages_suffice = true"]).sees("P dies_at 0, is(out_of_action) 1; Q bandages 2");
}

// CAP-152, RU-16
#[test]
fn doom_counts_from_the_next_hit_unless_scars_come_first() {
    let hit = |lines: &[&str], dice: &str| scene("hp = 12", "", lines).play(&format!("d20=20 d20=13 d20=1 {dice}"));
    hit(&[], "critical damage d20=7").sees("P doomed 1, is(active) 1, str 9");
    let before = ["rulings.scar_order = 'before_crit'"];
    hit(&before, "critical damage d20=6").sees("P dead 1");
    hit(&before, "critical damage d20=7, doom averted d6=1 d6=1 d6=1").sees("P doomed 0, is(active) 1");
    let head = |lines: &[&str], dice: &str| scene("hp = 6, str = 8", "", lines).play(&format!("d20=20 d20=8 d20=1 {dice}"));
    head(&before, "place of a scar d6=1, scar d6=5 d6=5 d6=5, critical damage d20=3")
        .sees("P str 13, str_max 15, is(active) 1");
    head(&[], "critical damage d20=10, place of a scar d6=1, scar d6=5 d6=5 d6=5").sees("P str 15, str_max 15, is(active) 1");
    // A fighter that has suffered critical damage stays down, and is doomed from now on.
    scene("hp = 12", "", &[])
        .hero("Q", "", "")
        .play("attack d20=20, weapon d20=13, save d20=1, critical damage d20=6")
        .sees("P is(down) 1, doomed 1");
}

// CAP-117, CAP-151
#[test]
fn a_mortal_wound_of_somebody_who_is_down_leaves_it_down() {
    let scene = scene("hp = 11", "", &[]).hero("Q", "", "");
    scene
        .play("attack d20=20, weapon d20=12, save d20=1, critical damage d20=6")
        .sees("P is(down) 1, is(out_of_action) 0, deprived 1, dies_at 3600");
}

// CAP-004, CAP-144, CAP-180, RU-16b
#[test]
fn a_broken_skull_makes_every_roll_of_will_worse_where_the_rulings_are_harsh() {
    let attack = "attack when='round==2'";
    let wand = "weapons = [{ name = 'wand', die = '1d4', attribute = 'wil' }]";
    broken(6, wand, attack, false, "d20=19 d4=1 d20=20").counts("P attacks 1");
    broken(6, wand, attack, true, "d20=19 d20=2 d4=1 d20=20").counts("P attacks 1");
    broken(6, "", attack, true, "d20=19 d4=1 d20=20").counts("P attacks 1");
    // The bolt of a fused hand.
    let caster = "hp = 4, grimoire = true, ready = 'grimoire', mana_dust = 4, spells = ['Haste']";
    let plan = "cast dust_dice=4 when='round==1'; attack when='round==2'";
    let bolt = |lines: &[&str], dice: &str| {
        let scene = scene(caster, plan, lines).rounds(2).measured();
        let wounded = "d6=6 d6=6 d6=5 d6=1   d20=20 d20=4 d20=1 d6=6";
        scene.play(&format!("{wounded} {dice} d6=1 d20=20")).counts("P attacks 1, hits 0, mishap_18 1");
    };
    bolt(&[], "d20=12");
    bolt(&["rulings.injury_effects = 'harsh'"], "d20=12 d20=2");
    // Dodges, retreats and stunts by WIL.
    let harsh = "rulings.injury_effects = 'harsh'";
    let retreat = scene("hp = 4", "retreat when='round==2'", &[harsh, "book.retreat.attribute = 'wil'"]).rounds(2).measured();
    retreat.play("d20=20 d20=4 d20=1 d6=6   d20=20 d20=1").counts("P retreats 1, fled 0");
    let trip = scene("hp = 4", "trip when='round==2'", &[harsh, "book.attribute.stunt = 'wil'"]).rounds(2).measured();
    trip.play("d20=20 d20=4 d20=1 d6=6   d20=20 d20=2 d20=20").counts("P stunts 1, stunts_done 0");
    let b = "str = 30, weapons = [{ name = 'claw', die = '1d20', hands = 0 }]";
    let dodge = stage().hero("P", "kind = 'pc', hp_max = 4, wil = 1", "").foe("B", b, "attack; attack");
    let dodge = dodge.book("attribute.dodge = 'wil'").ruling("injury_effects = 'harsh'");
    dodge.play("d20=20 d20=4 d20=1 d6=6   d20=1 d20=1 d20=19 d20=18 d20=20").sees("P hp 0, str 9, is(active) 1");
}

// CAP-132, CAP-144, RU-16b
#[test]
fn a_broken_leg_is_like_a_cut_hamstring_where_the_rulings_are_harsh() {
    let harsh = ["rulings.injury_effects = 'harsh'", "book.scars.hamstrung_retreat = true"];
    let scene = scene("hp = 4", "retreat when='round==2'", &harsh).rounds(2).measured();
    scene.play("attack d20=20, weapon d20=4, save d20=1, place of a scar d6=1, retreat d20=1").counts("P retreats 1");
}

// CAP-144, CAP-146
#[test]
fn which_results_mean_which_limb_and_which_attribute_is_in_the_book() {
    let skull = i64::from(super::super::state::flag::SKULL);
    let arm = i64::from(super::super::state::flag::ARM);
    scar(4, "", &["book.scars.limb_up_to = [0, 0, 0]"], "place of a scar d6=1").sees(&format!("P flags {skull}"));
    scar(4, "", &["book.scars.limb_up_to = [1, 6, 6]"], "d6=6").sees(&format!("P flags {arm}"));
    scar(6, "", &["book.scars.head_up_to = [0, 0]"], "place of a scar d6=1, scar d6=6 d6=6 d6=6").sees("P wil 18, str 10");
    scar(6, "", &["book.scars.head_up_to = [5, 5]"], "place of a scar d6=5, scar d6=6 d6=6 d6=6").sees("P wil 10, str 18");
    let wrong = scene("", "", &["book.scars.limb_up_to = [3, 2, 5]"]).wrong();
    assert!(wrong.contains("book.scars.limb_up_to"), "{wrong}");
}

// CAP-117, CAP-151, RU-17
#[test]
fn bandages_do_not_put_the_mortally_wounded_on_their_feet() {
    let aided = |ruling: &str| {
        let scene = scene("hp = 11", "", &[ruling]).hero("Q", "bandages = 1", "aid");
        scene.play("attack d20=20, weapon d20=12, save d20=1, critical damage d20=6")
    };
    aided("rulings.stabilised = 'active_at0hp'").sees("P is(down) 1, is(active) 0, dies_at 0");
}
