//! The mishaps table, entry by entry.

use super::stage::{Shown, Stage, stage};

/// A caster with dust for everything, whose spell needs no roll; its plan, and B with another.
fn scene(sheet: &str, plan: &str, b: &str, b_plan: &str) -> Stage {
    let spells = if sheet.contains("spells") { "" } else { "spells = ['Mirror Image'], " };
    let a = format!("grimoire = true, ready = 'grimoire', inventory = true, mana_dust = 12, {spells}{sheet}");
    stage().hero("A", a.trim_end_matches([',', ' ']), plan).foe("B", b, b_plan)
}

/// One casting with these Magic Dice of dust, and what comes after them.
fn mishap(dice: &[u8], sheet: &str, lines: &[&str], rest: &str) -> Shown {
    let plan = format!("cast dust_dice={}", dice.len());
    let scene = scene(sheet, &plan, "", "").measured();
    lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("{} {rest}", faces(dice)))
}

fn faces(dice: &[u8]) -> String {
    dice.iter().map(|face| format!("d6={face} ")).collect()
}

// CAP-164
#[test]
fn two_no_casting_for_hours() {
    mishap(&[1, 1], "", &[], "d6=3").sees("A decoys 2").counts("A mishap_2 1, casts_failed 0");
    let again = scene("", "cast dust_dice=2 otherwise='gain' when='round==1'; cast dust_dice=1 otherwise='gain'", "", "");
    again.play("d6=1 d6=1 d6=3").sees("A pending_adv 1, dust 10");
    // The first round takes two minutes of the hour.
    let day = scene("", "cast dust_dice=2 otherwise='gain'", "", "").measured();
    let fight = "d20=10 d20=10";
    day.day("fight 57 fight", &format!("{fight} d6=1 d6=1 d6=1 {fight}")).sees("A dust 10");
    day.day("fight 58 fight", &format!("{fight} d6=1 d6=1 d6=1 {fight} d6=1 d6=2")).sees("A dust 8");
}

// CAP-165
#[test]
fn three_slot_dice_tire_from_three_on_for_a_day() {
    mishap(&[1, 1, 1], "", &[], "").sees("A decoys 0").counts("A mishap_3 1, casts_failed 1");
    let scene = scene("", "cast dust_dice=3 when='round==1'; cast slot_dice=2 when='round==2'", "", "").rounds(2);
    scene.play("d6=1 d6=1 d6=1 d6=3 d6=2").sees("A fatigue 1");
    scene.book("mishap.weary_from = 2").play("d6=1 d6=1 d6=1 d6=3 d6=2").sees("A fatigue 2");
    let day = |minutes: u32, fatigue: u8| {
        let plan = "cast dust_dice=3 when='dust==12'; cast slot_dice=2 otherwise='gain' when='dust<12~and~ap==4'";
        let scene = super::mishaps::scene("", plan, "", "").measured();
        let fight = "d20=10 d20=10";
        let dice = format!("{fight} d6=1 d6=1 d6=1 {fight} d6=3 d6=2");
        scene.day(&format!("fight {minutes} fight"), &dice).sees(&format!("A fatigue {fatigue}"));
    };
    day(24 * 60 - 3, 1);
    day(24 * 60 - 2, 0);
}

// CAP-074, CAP-166, RU-20b
#[test]
fn four_one_more_fatigue_and_perhaps_a_chain() {
    mishap(&[2, 2], "", &[], "").sees("A fatigue 1, decoys 2; B decoys 0").counts("A mishap_4 1, fatigue_added 1");
    mishap(&[2, 2], "", &["book.mishap.chain_fatigue = 2"], "").sees("A fatigue 2");
    let chain = ["rulings.mishap_4_chain = 'random_creature'"];
    mishap(&[2, 2], "", &chain, "chain reaction d2=2").sees("A fatigue 1, decoys 2; B decoys 2");
    mishap(&[2, 2], "", &chain, "chain reaction d2=1").sees("A decoys 2; B decoys 0");
    mishap(&[1, 1, 2], "", &chain, "chain reaction d2=2").sees("B decoys 3");
}

// CAP-074, CAP-167, RU-20b
#[test]
fn five_the_spell_is_reversed() {
    let sleep = "spells = ['Sleep']";
    mishap(&[1, 1, 3], sleep, &[], "")
        .sees("A captured 1, fatigue 1; B is(active) 1")
        .counts("A asleep 1, mishap_5 1; fight winner 1");
    mishap(&[1, 1, 3], sleep, &["rulings.mishap_5_reverse = 'fizzle'"], "").sees("A is(active) 1, fatigue 1; B is(active) 1");
    mishap(&[1, 1, 3], "", &[], "").sees("A decoys 0, fatigue 1");
    mishap(&[1, 1, 3], "", &["book.mishap.reversed_fatigue = 0"], "").sees("A fatigue 0");
    let cure = "spells = ['Cure Wounds'], str = 5, str_max = 12";
    mishap(&[2, 2, 1], cure, &[], "").sees("A str 2, fatigue 1");
    mishap(&[2, 2, 1], cure, &["rulings.mishap_5_reverse = 'fizzle'"], "").sees("A str 5, fatigue 1");
}

// CAP-168
#[test]
fn six_everything_burns_that_is_not_of_metal() {
    let gear = "weapons = [$sword, $staff], armor = [{ name = 'gambeson' }, { name = 'helmet' }], scrolls = ['Sleep'], \
                items = [{ name = 'rope' }, { name = 'chain', metal = true }]";
    mishap(&[3, 3], gear, &[], "").sees("A free_slots 7, dust 0, caster 0, armor 1, decoys 2").counts("A mishap_6 1");
    let kept = ["book.mishap.burns_grimoire = false"];
    mishap(&[3, 3], gear, &kept, "").sees("A caster 1, free_slots 5");
    mishap(&[3, 3], "bandages = 2", &[], "").sees("A bandages 0, free_slots 10");
    // Parts of the body do not burn: teeth, and a Grimoire that a hand is fused with.
    let fused = scene("free_magic_dice = 8", "cast free_dice=3; cast free_dice=2", "", "");
    fused.play("d6=6 d6=6 d6=6   d6=3 d6=3").sees("A caster 1");
    let torch = |dice: &str| {
        let b = "weapons = [{ name = 'torch', die = '1d8', fire = true }, { name = 'club', die = '1d4' }]";
        let attacks = "attack weapon='torch'; attack weapon='club'";
        scene("", "cast dust_dice=2", b, attacks).play(dice)
    };
    torch("d6=1 d6=5 d20=10 d8=8 d3=1 d20=1 d20=10 d4=4 d3=1 d20=1").sees("A hp 18");
    torch("d6=3 d6=3 d20=10 d8=8 d3=1 d20=1 d20=10 d4=4 d3=1 d20=1").sees("A hp 26");
    let staff = "weapons = [{ name = 'staff' }]";
    let unarmed = scene(staff, "cast dust_dice=2 when='round==1'; attack when='round==2'", "", "").rounds(2);
    unarmed.play("d6=3 d6=3 d20=1 d4=1 d20=20");
}

// CAP-169
#[test]
fn seven_deprived_until_a_night_which_may_raise_the_maximum() {
    mishap(&[3, 3, 1], "", &[], "").sees("A deprived 1").counts("A mishap_7 1");
    let day = |rest: &str, dice: &str| {
        let scene = scene("hp_max = 4, hp = 1", "cast dust_dice=3", "", "").measured();
        scene.day(&format!("fight {rest}"), &format!("d20=10 d20=10 d6=3 d6=3 d6=1 {dice}"))
    };
    day("short", "").sees("A hp 1, deprived 1");
    day("few_hours", "").sees("A hp 1, deprived 1");
    day("night", "recovery d6=5").sees("A hp 5, hp_max 5, deprived 0");
    day("night", "recovery d6=4").sees("A hp 4, hp_max 4, deprived 0");
}

// CAP-170
#[test]
fn eight_later_castings_of_the_day_cost_will() {
    mishap(&[4, 4], "", &[], "").sees("A wil 10, decoys 2").counts("A mishap_8 1");
    let twice = scene("", "cast dust_dice=2; cast dust_dice=2", "", "");
    twice.play("d6=4 d6=4 d6=1 d6=2 d4=3").sees("A wil 7, decoys 2");
    let day = |minutes: u32, dice: &str| {
        let scene = scene("", "cast dust_dice=2", "", "").measured();
        let fight = "d20=10 d20=10";
        scene.day(&format!("fight {minutes} fight"), &format!("{fight} d6=4 d6=4 {dice}"))
    };
    let fight = "d20=10 d20=10";
    day(24 * 60 - 3, &format!("{fight} d6=1 d6=2 d4=4")).sees("A wil 6, wil_max 10");
    day(24 * 60 - 2, &format!("d6=4 d6=4 d6=3 {fight} d6=1 d6=2")).sees("A wil 10, wil_max 11");
    day(24 * 60 - 2, &format!("d6=4 d6=4 d6=2 {fight} d6=1 d6=2")).sees("A wil 10, wil_max 10");
}

// CAP-109, CAP-171
#[test]
fn nine_hidden_in_moonlight_alone() {
    let struck = |lines: &[&str], dice: &str| {
        let spells = "spells = ['Haste']";
        let scene = scene(spells, "cast dust_dice=3", "", "attack");
        lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("d6=2 d6=2 d6=5 {dice}"))
    };
    struck(&[], "attack d20=10, weapon d4=1, save d20=11").sees("A hp 29");
    struck(&["book.mishap.moonlight = true"], "attack d20=10 d20=9, weapon d4=1, save d20=11").sees("A hp 30");
}

// CAP-110, CAP-172
#[test]
fn ten_the_spirit_leaves_the_body_for_hours() {
    let scene = scene("", "cast dust_dice=2 when='round==1'; gain", "", "attack").hero("Q", "", "");
    let scene = scene.policy("B", "finish = [{ do = 'yes' }]");
    let dice = "Magic Die d6=5 d6=5, mishap d4=2, attack d20=1 d20=9, weapon d4=2, decoy d3=1, save d20=11";
    scene.play(dice).sees("A is(unconscious) 1, hp 28, pending_adv 0");
    let hour = super::mishaps::scene("", "cast dust_dice=2 when='round==1'; gain", "", "").hero("Q", "", "").rounds(30);
    hour.play("Magic Die d6=5 d6=5, mishap d4=1").sees("A is(active) 1").on(0);
    hour.rounds(29).play("Magic Die d6=5 d6=5, mishap d4=1").sees("A is(unconscious) 1, pending_adv 0");
}

// CAP-155, CAP-159, CAP-173
#[test]
fn eleven_burns_and_a_free_die_that_may_cost_will() {
    mishap(&[4, 4, 3], "", &[], "mishap d4=3").sees("A wil 7, decoys 3").counts("A mishap_11 1");
    let next = |free: u8| {
        let scene = scene("", "cast dust_dice=3 when='dust==12'; cast dust_dice=1 free_dice=1 when='dust==9'", "", "");
        scene.play(&format!("d6=4 d6=4 d6=3 d4=3 d6=1 d6={free}"))
    };
    next(3).sees("A wil 7, fatigue 0, decoys 2");
    next(4).sees("A wil 6, fatigue 0, decoys 2");
    let free = |plan: &str| scene("free_magic_dice = 2", plan, "", "");
    free("cast free_dice=2").play("Magic Die d6=6 d6=5").sees("A wil 8, fatigue 0, decoys 2, dust 12");
    free("cast dust_dice=3 free_dice=2 otherwise='gain'").play("").sees("A pending_adv 1");
    let delirious = scene("free_magic_dice = 1, wil = 1", "cast free_dice=1", "", "").hero("Q", "", "");
    delirious.play("Magic Die d6=5").sees("A wil 0, is(delirious) 1");
}

// CAP-080, CAP-174
#[test]
fn twelve_one_slot_less_and_one_more_armor() {
    mishap(&[6, 6], "", &[], "").sees("A slots 9, free_slots 7, armor 1").counts("A mishap_12 1");
    mishap(&[6, 6], "armor = [{ name = 'plate' }]", &[], "").sees("A armor 3");
    mishap(&[6, 6], "", &["book.mishap.backfire_armor = 2", "book.mishap.backfire_slots = 3"], "").sees("A slots 7, armor 2");
}

// CAP-175
#[test]
fn thirteen_the_grimoire_cannot_be_used() {
    let scene = scene("", "cast dust_dice=3; cast dust_dice=1 otherwise='gain'", "", "");
    scene.play("Magic Die d6=5 d6=5 d6=3").sees("A decoys 3, pending_adv 1, caster 1, dust 9");
}

// CAP-176
#[test]
fn fourteen_tumors_or_deprivation() {
    let fourteen = |plan: &str, dice: &str| scene("", plan, "", "").measured().play(dice);
    fourteen("cast dust_dice=3", "Magic Die d6=4 d6=4 d6=6").sees("A tumors 0, fatigue 0, deprived 1, decoys 3");
    fourteen("cast slot_dice=2 dust_dice=1", "Magic Die d6=4 d6=6 d6=4")
        .sees("A tumors 2, fatigue 0, deprived 0, free_slots 6");
}

// CAP-168, CAP-177
#[test]
fn fifteen_half_the_will_goes_into_a_grimoire_that_nothing_burns() {
    mishap(&[6, 6, 2, 1], "wil = 13", &[], "").sees("A wil 7, wil_max 13, free_slots 10, decoys 4").counts("A mishap_15 1");
    mishap(&[6, 6, 2, 1], "wil = 13", &["book.mishap.soul = '1/4'"], "").sees("A wil 10");
    let burns = scene("wil = 12", "cast dust_dice=4 when='dust==12'; cast dust_dice=2 when='dust==8'", "", "");
    burns.play("Magic Die d6=6 d6=6 d6=2 d6=1 d6=3 d6=3").sees("A caster 1, wil 6, dust 0");
}

// CAP-110, CAP-178
#[test]
fn sixteen_plants_cost_strength_for_good_and_burn_well() {
    mishap(&[6, 6, 3, 1], "str = 12", &[], "mishap d4=3").sees("A str 9, str_max 9, armor 1").counts("A mishap_16 1");
    let fire = |fire: bool, dice: &str| {
        let b = format!("weapons = [{{ name = 'torch', die = '1d4', fire = {fire} }}]");
        scene("spells = ['Haste']", "cast dust_dice=4", &b, "attack").play(&format!("d6=6 d6=6 d6=3 d6=1 d4=1 {dice}"))
    };
    fire(true, "attack d20=2 d20=10, weapon d4=2, save d20=12").sees("A hp 29");
    fire(false, "attack d20=10, weapon d4=2, save d20=12").sees("A hp 29");
}

// CAP-109, CAP-179, RU-20b
#[test]
fn seventeen_hard_to_look_at() {
    let look = |lines: &[&str], plan: &str, dice: &str| {
        let scene = scene("spells = ['Haste']", "cast dust_dice=3", "", plan);
        lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("d6=6 d6=6 d6=5 {dice}"))
    };
    look(&[], "attack", "attack d20=10, weapon d4=1, save d20=11").sees("A hp 29");
    let hidden = ["rulings.mishap_17_hidden = 'impair_unfocused'"];
    look(&hidden, "attack", "attack d20=10 d20=9, weapon d4=1, save d20=11").sees("A hp 30");
    look(&hidden, "gain; attack", "attack d20=9 d20=10, weapon d4=1, save d20=11").sees("A hp 29");
}

// CAP-180
#[test]
fn eighteen_a_hand_that_is_a_grimoire_and_shoots() {
    let fused = "weapons = [$sword, { name = 'halberd' }], wil = 14, str = 1, dex = 1";
    let eighteen = "d6=6 d6=6 d6=5 d6=1";
    let scene = |plan: &str, b: &str| {
        let plan = format!("cast dust_dice=4 when='round==1'; {plan}");
        scene(fused, &plan, b, "").rounds(2).measured()
    };
    let bolt = scene("attack when='round==2'", "natural_armor = 1");
    bolt.play(&format!("{eighteen} d20=5 d6=3 d20=12"))
        .sees("B hp 28, attackers 0; A free_slots 6")
        .counts("A attacks 1, ap_spent 4");
    bolt.play(&format!("{eighteen} d20=5 d6=3 d20=13")).sees("B hp 30");
    let sword = scene("attack weapon='sword' when='round==2'", "");
    sword.play(&format!("{eighteen} d20=1 d8=1 d20=20")).counts("A attacks 1, ap_spent 5");
    let halberd = scene("attack weapon='halberd' when='round==2'", "");
    halberd.play(eighteen).counts("A attacks 0");
    let again = scene("ready_weapons when='round==2'; cast dust_dice=1 when='round==2'", "");
    again.play(&format!("{eighteen} d6=1")).counts("A casts 2, ap_spent 5");
    mishap(&[6, 6, 6], "", &[], "").sees("A decoys 0, free_slots 9").counts("A mishap_18 1, casts_failed 1");
    let die = scene("attack when='round==2'", "").book("mishap.bolt = '1d10'");
    die.play(&format!("{eighteen} d20=5 d10=3 d20=12")).sees("B hp 27");
}

// CAP-181
#[test]
fn nineteen_wings_leave_no_room_for_armor() {
    let wings = "mishap d4=3";
    mishap(&[6, 6, 5, 2], "armor = [{ name = 'plate' }], natural_armor = 1", &[], wings)
        .sees("A dex 13, dex_max 13, armor 1, slots 5")
        .counts("A mishap_19 1");
    mishap(&[6, 6, 5, 2], "items = [{ name = 'sack', amount = 6 }]", &[], wings).sees("A slots 5, free_slots 0, hp 0");
    mishap(&[6, 6, 5, 2], "slots = 4", &[], wings).sees("A slots 4");
    mishap(&[6, 6, 5, 2], "magical_armor = 1", &[], wings).sees("A armor 1");
}

// CAP-182
#[test]
fn twenty_limbs_of_another_being() {
    mishap(&[6, 6, 5, 3], "", &[], "").sees("A str 10, armor 0, hp_max 30").counts("A mishap_20 1");
    let alien = "book.mishap.alien = [{ of = 'str', by = 4 }, { of = 'dex', by = -3 }, { of = 'armor', by = 1 }, \
                 { of = 'hp_max', by = 2 }]";
    mishap(&[6, 6, 5, 3], "", &[alien], "").sees("A str 14, str_max 14, dex 7, dex_max 7, armor 1, hp_max 32");
    let claw = "book.mishap.alien_weapon = { name = 'claw', die = '1d12', hands = 0 }";
    let scene =
        scene("", "cast dust_dice=4 when='round==1'; attack weapon='claw' when='round==2'", "", "").rounds(2).head(claw);
    scene.play("d6=6 d6=6 d6=5 d6=3 d20=10 d12=9 d20=19").sees("B hp 21");
    // Who has them from an earlier day strikes with them, whether it casts or not.
    let limbs = stage().hero("A", "condition = { marks = ['alien_limbs'] }", "attack weapon='claw'").foe("B", "", "");
    limbs.head(claw).rounds(1).play("d20=10 d12=9 d20=19").sees("B hp 21");
    // Without a weapon in the book the mark does nothing, and loading says so.
    let told =
        |head: &str| stage().hero("A", "condition = { marks = ['alien_limbs'] }", "attack").foe("B", "", "").head(head).told();
    assert!(told("").contains("the limbs do nothing: the book has no weapon for them"), "{}", told(""));
    assert!(!told(claw).contains("limbs"), "{}", told(claw));
}

// CAP-184
#[test]
fn twenty_two_a_vessel_pays_with_strength() {
    let vessel = |str: u8, dice: &str| {
        let plan = "cast dust_dice=4 when='round==1'; cast slot_dice=4 when='round==2'";
        let scene = scene(&format!("str = {str}"), plan, "", "").hero("Q", "", "").rounds(2);
        scene.play(&format!("d6=6 d6=5 d6=6 d6=5 {dice}"))
    };
    vessel(10, "d6=5 d6=6 d6=4 d6=4 d4=2 d4=3").sees("A str 5, fatigue 0, decoys 4, tumors 0");
    vessel(10, "d6=4 d6=4 d6=4 d6=4").sees("A str 10, fatigue 0, decoys 4");
    vessel(4, "d6=5 d6=6 d6=1 d6=2 d4=2 d4=2").sees("A str 0, dead 1");
    // The last spell still takes whom it takes.
    let sleep =
        scene("str = 2, spells = ['Sleep']", "cast dust_dice=4 when='dust==12'; cast slot_dice=1 when='dust==8'", "", "");
    let last = sleep.hero("Q", "", "").foe("C", "", "").rounds(2);
    let vessel = "d6=6 d6=5 d6=6 d6=5 d20=1 d20=20 d20=20";
    last.play(&format!("{vessel} d6=5 d4=2 d20=10 d20=10")).sees("A dead 1, str 0; B is(asleep) 1");
    let hungry = scene("", "cast dust_dice=4", "", "").measured();
    hungry.day("fight hunger hunger", "d20=10 d20=10 d6=6 d6=5 d6=6 d6=5").sees("A fatigue 0, deprived 0");
}

// CAP-185, RU-20b
#[test]
fn twenty_three_a_duplicate() {
    let dice = "d6=6 d6=6 d6=6 d6=5";
    let scene = |lines: &[&str], plan: &str, sheet: &str| {
        let scene = scene(sheet, &format!("cast dust_dice=4 when='round==1'; {plan}"), "", "").rounds(2).measured();
        lines.iter().fold(scene, |scene, line| scene.head(line))
    };
    let miss = "d20=1 d4=1 d20=20 ";
    scene(&[], "attack when='round==2'", "")
        .play(&format!("{dice} {miss}"))
        .counts("fight heroes.standing 1; A casts_failed 1");
    let fights = ["rulings.mishap_23_duplicate = 'fights'", "book.step.occupied = 0"];
    scene(&fights, "attack when='round==2'", "")
        .play(&format!("{dice} d20=1 {}", miss.repeat(2)))
        .counts("fight heroes.standing 2; A mishap_23 1");
    let aid = "items = [{ name = 'cure', effect = 'magical_aid' }]";
    scene(&[], "item when='round==2'", aid)
        .play(&format!("{dice} d6=1 d6=2 d6=3"))
        .sees("A str 11, dex 12, wil 13, wil_max 13");
    scene(&fights, "item when='round==2' otherwise='nothing'", aid)
        .play(&format!("{dice} d20=1 d6=1 d6=2 d6=3"))
        .counts("fight heroes.standing 1");
}

// CAP-109, CAP-186
#[test]
fn twenty_four_mundane_attacks_are_impaired() {
    let struck = |magical: bool, dice: &str| {
        let b = format!("weapons = [{{ name = 'axe', die = '1d4', magical = {magical} }}]");
        scene("", "cast dust_dice=4", &b, "attack").play(&format!("d6=6 d6=6 d6=6 d6=6 {dice}"))
    };
    struck(false, "attack d20=10 d20=9, weapon d4=1, save d20=11").sees("A hp 30, decoys 0");
    struck(true, "attack d20=10, weapon d4=1, save d20=11").sees("A hp 29");
}

// CAP-095, CAP-096, CAP-185, RU-20b
#[test]
fn a_duplicate_that_fights_takes_its_place_by_a_roll_of_initiative_of_its_own() {
    // A has 25 + 20, Q has 10 + 19; the die of a weapon tells who acts.
    let second = |face: u8, dice: [u8; 3]| {
        let plan = "cast dust_dice=4 when='round==1'; attack when='round==2'";
        let scene = scene("wil = 25", plan, "", "").hero("Q", "weapons = [$d8]", "attack when='round==2'").rounds(2).measured();
        let scene = scene.ruling("mishap_23_duplicate = 'fights'").book("step.occupied = 0");
        let misses: String = dice.iter().map(|die| format!("d20=1 d{die}=1 d20=20 ")).collect();
        scene.play(&format!("d6=6 d6=6 d6=6 d6=5 d20={face} {misses}")).counts("fight heroes.standing 3");
    };
    second(5, [4, 4, 8]);
    second(4, [4, 4, 8]);
    second(3, [4, 8, 4]);
}

// CAP-185, RU-20b
#[test]
fn whichever_of_two_is_aided_the_original_remains() {
    let aid = "items = [{ name = 'cure', effect = 'magical_aid' }]";
    let scene = scene(aid, "cast dust_dice=4 when='round==1'; item when='round==2' otherwise='nothing'", "", "").rounds(2);
    let scene = scene.measured().ruling("mishap_23_duplicate = 'fights'").policy("A", "ally = [{ at = 'random' }]");
    let played = scene.play("Magic Die d6=6 d6=6 d6=6 d6=5, initiative d20=1, random target d2=2, recovery d6=1 d6=2 d6=3");
    played.sees("A str 11, dex 12, wil 13").counts("fight heroes.standing 1");
}

// CAP-067, CAP-172
#[test]
fn the_spirit_comes_back_when_its_hours_are_over_and_not_by_a_short_rest() {
    let scene = scene("", "cast dust_dice=2", "hp_max = 1, str = 1", "").hero("Q", "str = 30", "attack");
    let day = |rest: &str, seen: &str| {
        let fight = "initiative d20=20 d20=1 d20=19, Magic Die d6=5 d6=5, mishap d4=2, attack d20=20, weapon d4=4, save d20=1";
        scene.day(&format!("fight {rest}"), fight).sees(seen);
    };
    day("", "A is(unconscious) 1, dies_at 0");
    day("short", "A is(unconscious) 1");
    day("short 114", "A is(unconscious) 1");
    day("short 115", "A is(active) 1");
    day("few_hours", "A is(active) 1");
}

// CAP-175, CAP-177, CAP-180
#[test]
fn what_befalls_a_grimoire_befalls_nobody_without_one() {
    for (dice, wil) in [(&[5, 5, 3][..], 10), (&[6, 6, 2, 1], 5), (&[6, 6, 5, 1], 10)] {
        let a = "wil = 10, inventory = true, ready = 'grimoire', mana_dust = 4, scrolls = ['Haste']";
        let scene = stage().hero("A", a, &format!("cast dust_dice={}", dice.len())).foe("B", "", "");
        scene.play(&faces(dice)).sees(&format!("A flags 0, wil {wil}"));
    }
}

// CAP-182, CAP-185, CAP-191, RU-20b
#[test]
fn a_caster_of_scrolls_alone_has_the_same_mishaps() {
    let scene = |plan: &str, lines: &[&str]| {
        let a = "inventory = true, ready = 'grimoire', mana_dust = 4, scrolls = ['Haste']";
        let plan = format!("cast dust_dice=4 when='round==1'; {plan}");
        let scene = stage().hero("A", a, &plan).foe("B", "", "").rounds(2).measured();
        lines.iter().fold(scene, |scene, line| scene.head(line))
    };
    let claw = "book.mishap.alien_weapon = { name = 'claw', die = '1d12', hands = 0 }";
    scene("attack weapon='claw' when='round==2'", &[claw]).play("d6=6 d6=6 d6=5 d6=3 d20=10 d12=9 d20=19").sees("B hp 21");
    let fights = ["rulings.mishap_23_duplicate = 'fights'", "book.step.occupied = 0"];
    let misses = "d20=1 d4=1 d20=20 ".repeat(2);
    scene("attack when='round==2'", &fights)
        .play(&format!("d6=6 d6=6 d6=6 d6=5 d20=1 {misses}"))
        .counts("fight heroes.standing 2; A mishap_23 1");
}

// CAP-180, CAP-195
#[test]
fn a_grimoire_that_is_made_in_the_day_can_become_a_hand_too() {
    let a = "inventory = true, ready = 'grimoire', mana_dust = 4, scrolls = ['Haste']";
    let plan = "cast dust_dice=4 when='round==1'; attack when='round==2'";
    let scene = stage().hero("A", a, plan).foe("B", "", "").rounds(2).measured();
    let dice = "d20=10 d20=10 d6=6 d6=6 d6=5 d6=1 attack d20=9, weapon d6=3, save d20=12";
    scene.day("make_grimoire fight", dice).sees("B hp 27; A free_slots 9").counts("A attacks 1, mishap_18 1");
}

// CAP-025, CAP-181
#[test]
fn no_pit_swallows_whoever_has_wings() {
    let shoved = |dice: &str, dead: u8| {
        let scene =
            scene("spells = ['Haste'], at = [0]", "cast dust_dice=4", "at = [1]", "shove").head("arena = { pits = [-1] }");
        scene.play(&format!("{dice} d20=20 d20=1")).sees(&format!("A dead {dead}, at -1"));
    };
    shoved("d6=6 d6=6 d6=5 d6=2 d4=3", 0);
    shoved("d6=1 d6=2 d6=3 d6=4", 1);
}

// CAP-073, CAP-166, RU-20b, RU-22
#[test]
fn a_chain_reaction_gives_nothing_back_to_the_deprived() {
    let chain = |b: &str| {
        let a = "spells = ['Cure Wounds'], str = 5, str_max = 12";
        let scene = scene(a, "cast dust_dice=2", &format!("str = 5, str_max = 12, {b}"), "");
        scene.ruling("mishap_4_chain = 'random_creature'").play("Magic Die d6=2 d6=2, chain reaction d2=2")
    };
    chain("deprived = false").sees("A str 7; B str 7");
    chain("deprived = true").sees("A str 7; B str 5");
}
