//! Days: what is done after a fight, rests, recovery, hunger, reactions, books of spells.

use frame::fight::ABSENT;

use super::stage::{Shown, Stage, stage};

const INITIATIVE: &str = "d20=10 d20=10 ";

/// A fight of one round in which nothing happens, so that the day goes on.
fn quiet(a: &str) -> Stage {
    stage().hero("A", a, "").foe("B", "", "").measured()
}

fn with(scene: Stage, lines: &[&str]) -> Stage {
    lines.iter().fold(scene, |scene, line| scene.head(line))
}

/// A, as it is, after these parts of a day without a fight.
fn after(a: &str, lines: &[&str], day: &str, dice: &str) -> Shown {
    with(quiet(a), lines).day(day, dice)
}

// CAP-067, CAP-073
#[test]
fn a_short_rest_gives_all_hit_points_back_unless_it_is_interrupted() {
    after("hp = 3", &[], "short", "").sees("A hp 30");
    after("hp = 3, str = 8, str_max = 10, fatigue = 2", &[], "short", "").sees("A str 8, fatigue 2");
    let danger = ["book.rest.interruption_percent = 30"];
    after("hp = 3", &danger, "short", "interruption d100=30").sees("A hp 3");
    after("hp = 3", &danger, "short", "interruption d100=31").sees("A hp 30");
    after("hp = 3, deprived = true", &[], "short", "").sees("A hp 3");
    after("hp = 3, deprived = true", &["book.deprived.blocks_hp = false"], "short", "").sees("A hp 30");
}

// CAP-069, CAP-070, CAP-073, CAP-C07
#[test]
fn a_week_with_a_healer_gives_attributes_back_and_may_cost_something() {
    let worn = "hp = 3, str = 8, str_max = 10, dex = 4, dex_max = 9, wil = 1, wil_max = 12";
    after(worn, &[], "week", "").sees("A hp 30, str 10, dex 9, wil 12");
    after(worn, &[], "week_alone", "").sees("A hp 30, str 8, dex 4, wil 1");
    after(worn, &["book.rest.week_needs_healer = false"], "week_alone", "").sees("A hp 30, str 10");
    after(&format!("{worn}, deprived = true"), &[], "week", "").sees("A hp 3, str 8");
    let open = ["book.deprived.blocks_attributes = false"];
    after(&format!("{worn}, deprived = true"), &open, "week", "").sees("A hp 3, str 10");
    let costs = ["book.rest.healer_costs = true"];
    after(&format!("{worn}, gold = 60"), &costs, "week", "").sees("A str 10, gold 10");
    after(&format!("{worn}, gold = 49"), &costs, "week", "").sees("A str 8, gold 49, hp 30");
    after(&format!("{worn}, gold = 60"), &[], "week", "").sees("A str 10, gold 60");
    let cheap = ["book.rest.healer_costs = true", "book.cost.medical_healing = 20"];
    after(&format!("{worn}, gold = 49"), &cheap, "week", "").sees("A str 10, gold 29");
}

// CAP-071, CAP-072, CAP-073, RU-22
#[test]
fn each_day_of_hunger_but_the_first_is_a_fatigue_until_the_need_is_met() {
    after("inventory = true", &[], "hunger", "").sees("A deprived 1, fatigue 0");
    after("inventory = true", &[], "hunger hunger hunger hunger", "").sees("A fatigue 3");
    let counts = ["rulings.deprived_first_day = 'counts'"];
    after("inventory = true", &counts, "hunger hunger hunger", "").sees("A fatigue 3");
    after("inventory = true", &["book.deprived.fatigue_per_day = 2"], "hunger hunger", "").sees("A fatigue 2");
    after("hp = 3", &[], "hunger hunger meal", "").sees("A deprived 0, fatigue 1, hp 3");
    after("hp = 3", &[], "hunger hunger meal night", "").sees("A deprived 0, fatigue 0, hp 30");
    after("hp = 3", &[], "hunger hunger meal hunger", "").sees("A deprived 1, fatigue 1");
}

// CAP-178, CAP-184
#[test]
fn vessels_of_magic_and_those_who_live_of_light_do_not_hunger() {
    for mark in ["plants", "vessel"] {
        after(&format!("condition = {{ marks = ['{mark}'] }}"), &[], "hunger hunger hunger", "")
            .sees("A deprived 0, fatigue 0");
    }
}

// CAP-073, CAP-075
#[test]
fn a_night_takes_fatigue_away_unless_one_is_deprived() {
    after("fatigue = 3, hp = 3", &[], "night", "").sees("A fatigue 0, hp 30");
    after("fatigue = 3", &["book.rest.night_fatigue = 1"], "night", "").sees("A fatigue 2");
    after("fatigue = 3, deprived = true", &[], "night", "").sees("A fatigue 3, deprived 1");
    after("fatigue = 3, deprived = true", &["book.deprived.blocks_fatigue = false"], "night", "").sees("A fatigue 0");
    after("fatigue = 3", &[], "few_hours", "").sees("A fatigue 3");
}

// CAP-073, CAP-075, CAP-169
#[test]
fn who_is_deprived_when_the_night_begins_keeps_its_fatigue() {
    let a = "grimoire = true, ready = 'grimoire', inventory = true, mana_dust = 3, spells = ['Haste'], fatigue = 2, hp = 3";
    let scene = stage().hero("A", a, "cast dust_dice=3").foe("B", "", "").measured();
    let dice = format!("{INITIATIVE} d6=3 d6=3 d6=1");
    scene.day("fight night", &format!("{dice} d6=1")).sees("A fatigue 2, deprived 0, hp 30");
    scene.day("fight night night", &format!("{dice} d6=1")).sees("A fatigue 0");
}

#[test]
fn a_side_that_has_lost_fights_no_more_on_that_day_unless_the_plan_says_so() {
    let scene = |lines: &[&str]| with(stage().hero("A", "", "retreat").foe("B", "", ""), lines);
    let away = format!("{INITIATIVE} d20=11 ");
    scene(&[]).day("fight", &away).counts("fight winner 1, rounds 1");
    scene(&[]).day("fight fight", &away).sees("A is(active) 1").counts(&format!("fight winner {ABSENT}, rounds {ABSENT}"));
    scene(&["on_defeat = 'go on'"]).day("fight fight", &away.repeat(2)).counts("fight winner 1, rounds 1");
}

// CAP-119, CAP-128, CAP-172, CAP-C10
#[test]
fn what_somebody_was_when_the_fight_ended_is_measured_apart_from_what_became_of_it() {
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let sleep = stage().hero("A", caster, "cast slot_dice=1").foe("B", "", "").measured();
    sleep
        .play("Magic Die d6=1, spell d20=20, resistance d20=1")
        .sees("B captured 1")
        .counts("B asleep_at_end 1, captured 1; A asleep_at_end 0");
    let horde = stage().hero("A", "weapons = [$d12]", "attack").foe("B", "detachment = true, hp_max = 1", "").measured();
    let fled = horde.play("attack d20=20 d20=20, weapon d12=3, save d20=1, critical damage d20=1").sees("B is(routed) 1");
    fled.counts("B routed_at_end 1, captured 0");
}

// CAP-081
#[test]
fn a_reaction_decides_whether_there_is_a_fight() {
    let meet = |lines: &[&str], dice: &str, mood: u8, rounds: u8| {
        let scene = with(stage().hero("A", "", "").foe("B", "", "").measured().book("reaction.rolled = true"), lines);
        let initiative = if rounds > 0 { INITIATIVE } else { "" };
        // Without a fight nobody wins, nothing takes rounds, and it is no fight that ended.
        let fight = if rounds > 0 {
            "rounds 1, winner 3, how 5".to_owned()
        } else {
            format!("rounds {ABSENT}, winner {ABSENT}, how 6")
        };
        scene.day("fight", &format!("{dice} {initiative}")).counts(&format!("fight mood {mood}, {fight}"));
    };
    for (first, second, mood) in [(1, 1, 1), (1, 2, 2), (1, 4, 2), (1, 5, 3), (4, 4, 3), (3, 6, 4), (5, 6, 4), (6, 6, 5)] {
        meet(&[], &format!("d6={first} d6={second}"), mood, u8::from(mood == 1));
    }
    let wary = ["book.reaction.fight_on = ['hostile', 'wary']"];
    meet(&wary, "d6=1 d6=4", 2, 1);
    meet(&wary, "d6=1 d6=5", 3, 0);
    stage().hero("A", "", "").foe("B", "", "").measured().day("fight", INITIATIVE).counts("fight rounds 1");
}

/// P goes down by the first blow of B, and Q kills B or is killed by it.
fn fallen(lines: &[&str], day: &str, won: bool, dice: &str) -> Shown {
    let scene = stage().hero("P", "kind = 'pc', hp_max = 2", "").hero("Q", "str = 3, hp_max = 1, bandages = 1", "attack");
    let b = if won { "hp_max = 1, str = 1" } else { "hp_max = 30" };
    let scene = with(scene.foe("B", &format!("{b}, weapons = [$d10]"), "attack; attack"), lines);
    let down = "d20=1 d20=1 d20=20   d20=20 d10=3 d20=1 d20=1 d6=1 ";
    let rest = if won { "d20=1 d10=1 d20=20   d20=20 d4=4 d20=1 " } else { "d20=20 d10=10 d20=1 " };
    scene.day(day, &format!("{down}{rest}{dice}"))
}

// CAP-068, CAP-117, CAP-118, CAP-119, RU-17
#[test]
fn the_fallen_of_the_winners_are_stabilised_and_rise_by_a_rest() {
    fallen(&[], "fight", true, "").sees("P is(down) 1, dies_at 0, hp 0; Q bandages 3");
    fallen(&[], "fight short", true, "").sees("P is(active) 1, hp 2, str 9");
    let bandages = ["book.aftercare.aid = 'bandages'"];
    fallen(&bandages, "fight", true, "").sees("P is(down) 1; Q bandages 2");
    fallen(&["book.aftercare.aid = 'none'"], "fight", true, "").sees("P dead 1");
    fallen(&["rulings.stabilised = 'active_at0hp'"], "fight", true, "").sees("P is(active) 1, hp 0");
    let alone = |bandages: u8, dead: u8| {
        let scene =
            stage().hero("P", "kind = 'pc', hp_max = 2", "").hero("Q", &format!("str = 30, bandages = {bandages}"), "attack");
        let scene =
            scene.foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d10]", "attack").book("aftercare.aid = 'bandages'");
        let dice = "d20=1 d20=1 d20=20 d20=20 d10=3 d20=1 d20=1 d6=1   d20=20 d4=4 d20=1";
        scene.day("fight", dice).sees(&format!("P dead {dead}"));
    };
    alone(1, 0);
    alone(0, 1);
}

// CAP-119
#[test]
fn the_fallen_of_the_beaten_die_or_are_captured() {
    fallen(&[], "fight", false, "").sees("P dead 1; Q dead 1").counts("fight winner 1");
    fallen(&["book.aftercare.loser = 'captured'"], "fight", false, "").sees("P captured 1; Q dead 1");
    for spell in ["Sleep", "Pacify"] {
        let caster = format!("grimoire = true, ready = 'grimoire', spells = ['{spell}']");
        let scene = stage().hero("A", &caster, "cast slot_dice=1").foe("B", "", "");
        scene
            .day("fight", "initiative d20=11 d20=10, Magic Die d6=1, spell d20=10, resistance d20=10")
            .sees("B captured 1")
            .counts("fight winner 0");
    }
}

/// P is mortally wounded, and Q kills B.
fn mortal(lines: &[&str], day: &str, dice: &str) -> Shown {
    let scene = stage().hero("P", "kind = 'pc', hp_max = 11", "").hero("Q", "str = 30", "attack");
    let scene = with(scene.foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d12]", "attack"), lines);
    scene.day(day, &format!("d20=1 d20=1 d20=20 d20=20 d12=11 d20=1   d20=20 d4=4 d20=1 {dice}"))
}

// CAP-092, CAP-151
#[test]
fn a_mortal_wound_needs_luck_and_then_a_week() {
    mortal(&[], "fight", "d6=3").sees("P dead 1");
    mortal(&[], "fight", "d6=4").sees("P is(out_of_action) 1, dead 0, deprived 1");
    mortal(&["book.aftercare.mortal = 'healed'"], "fight", "").sees("P is(out_of_action) 1, dies_at 0");
    mortal(&["book.aftercare.mortal = 'dead'"], "fight", "").sees("P dead 1");
    mortal(&[], "fight short", "d6=4").sees("P is(out_of_action) 1, hp 0");
    mortal(&[], "fight week", "die of fate d6=4, recovery d6=3 d6=4").sees("P is(active) 1, deprived 0, hp_max 7, hp 7");
    mortal(&[], "fight week", "die of fate d6=4, recovery d6=6 d6=6").sees("P is(active) 1, hp_max 12, hp 12");
    mortal(&[], "fight 600", "d6=4").sees("P is(out_of_action) 1");
}

// CAP-126
#[test]
fn the_dead_may_be_replaced_at_once() {
    let dead = |replace: &str, p: &str, day: &str, dice: &str| {
        let scene = stage().hero("P", &format!("kind = 'pc', hp_max = 2, {p}"), "").hero("Q", "str = 30", "attack");
        let scene = scene.foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d20]", "attack");
        let scene = scene.book(&format!("day.replace_dead = '{replace}'"));
        scene.day(day, &format!("d20=1 d20=1 d20=20 d20=20 d20=20 d20=1   d20=20 d4=4 d20=1 {dice}"))
    };
    let hireling = "d6=1 d6=2 d6=3 d6=4 d6=4 d6=4 d6=5 d6=5 d6=5 d6=6";
    dead("none", "str = 4, dex = 0", "fight", "").sees("P dead 1");
    dead("hireling", "str = 4, dex = 0", "fight", hireling).sees("P is(active) 1, str 6, dex 12, wil 15, hp 6, hp_max 6");
    dead("fresh", "str = 4, dex = 0", "fight", "").sees("P is(active) 1, str 4, hp 2");
    let rolled = "d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=3 d6=1 ";
    let scene = stage().hero("P", "kind = 'pc', rolled = 'keep'", "").hero("Q", "str = 30", "attack");
    let scene = scene.foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d20]", "attack").book("day.replace_dead = 'fresh'");
    let fight = "d20=1 d20=1 d20=20 d20=20 d20=20 d20=1   d20=20 d4=4 d20=1 ";
    scene.day("fight", &format!("{rolled}{fight}{hireling}")).sees("P is(active) 1, str 6, dex 12, wil 15, hp 6");
}

/// A is struck for exactly its hit points, and then the day goes on.
fn scarred(hp: u8, a: &str, scar: &str, rest: &str, dice: &str) -> Shown {
    let scene = stage().hero("A", &format!("kind = 'pc', hp = {hp}, dex = 1, {a}"), "");
    let scene = scene.foe("B", "str = 30, weapons = [{ name = 'claw', die = '1d20', hands = 0 }]", "attack").measured();
    scene.day(&format!("fight {rest}"), &format!("{INITIATIVE} d20=20 d20={hp} d20=1 {scar} {dice}"))
}

// CAP-143, CAP-144, CAP-145, CAP-147
#[test]
fn what_a_scar_has_left_to_do_comes_with_recovery() {
    scarred(3, "hp_max = 4", "", "few_hours", "recovery d6=2").sees("A hp_max 6, hp 6, deprived 0, prone 0");
    scarred(3, "hp_max = 4", "", "night", "recovery d6=2").sees("A hp_max 6, hp 6, deprived 0");
    scarred(3, "hp_max = 4", "", "short", "").sees("A hp_max 4, hp 0, deprived 1");
    for (hp, scar) in [(4, "d6=1"), (5, "")] {
        scarred(hp, "hp_max = 6", scar, "week", "recovery d6=3 d6=4").sees("A hp_max 7, hp 7");
        scarred(hp, "hp_max = 6", scar, "week", "recovery d6=2 d6=4").sees("A hp_max 6, hp 6");
        scarred(hp, "hp_max = 6", scar, "night", "").sees("A hp_max 6, hp 6");
        scarred(hp, "hp_max = 6", scar, "week_alone", "").sees("A hp_max 6, hp 6");
        scarred(hp, "hp_max = 6, deprived = true", scar, "week", "").sees("A hp_max 6, hp 0");
    }
    scarred(7, "dex_max = 9", "", "week", "recovery d6=6 d6=3 d6=1").sees("A hamstrung 0, dex_max 10, dex 10");
    scarred(7, "dex_max = 9", "", "week", "recovery d6=5 d6=3 d6=1").sees("A hamstrung 0, dex_max 9, dex 9");
    scarred(7, "dex_max = 9", "", "night", "").sees("A hamstrung 1, dex 1");
}

// CAP-148
#[test]
fn only_extraordinary_aid_ends_deafness() {
    let deaf = i64::from(super::super::state::flag::DEAF);
    scarred(8, "", "d20=1", "week", "").sees(&format!("A flags {deaf}"));
    scarred(8, "", "d20=1", "extraordinary", "").sees("A flags 0");
}

// CAP-069, CAP-123, CAP-124, CAP-125
#[test]
fn those_without_dexterity_or_will_are_restored_by_a_week_or_extraordinary_means() {
    let lost = |rest: &str, seen: &str| {
        let b = "str = 30, weapons = [{ name = 'fang', die = '1d4', hands = 0, on_crit = [{ effect = 'dex', dice = '1d6' }] }]";
        let scene =
            stage().hero("A", "hp_max = 1, dex = 5, fights_on = true", "").hero("Q", "", "").foe("B", b, "attack").measured();
        let dice = "d20=20 d20=19 d20=10   d20=20 d4=2 d20=1 d20=1 d6=6";
        scene.book("aftercare.loser = 'captured'").day(&format!("fight {rest}"), dice).sees(seen);
    };
    lost("", "A captured 1, dex 0");
    let will = |rest: &str, seen: &str| {
        let a = "free_magic_dice = 1, wil = 1, grimoire = true, ready = 'grimoire', spells = ['Haste']";
        let scene =
            stage().hero("A", a, "cast free_dice=1").hero("Q", "str = 30", "attack").foe("B", "hp_max = 1, str = 1", "");
        scene
            .day(
                &format!("fight {rest}"),
                "initiative d20=20 d20=10 d20=5, Magic Die d6=5, attack d20=20, weapon d4=4, save d20=1",
            )
            .sees(seen);
    };
    will("", "A is(delirious) 1, wil 0");
    will("night", "A is(delirious) 1, wil 0");
    will("week", "A is(active) 1, wil 1");
    will("extraordinary", "A is(active) 1, wil 1");
}

// CAP-176
#[test]
fn a_specialist_removes_tumors_and_one_fatigue_may_then_be_ignored() {
    let a = "inventory = true, grimoire = true, ready = 'grimoire', spells = ['Haste'], mana_dust = 1";
    let plan = "cast slot_dice=2 dust_dice=1 when='dust==1'; cast slot_dice=2 when='dust==0~and~ap==4'";
    let scene = stage().hero("A", a, plan).foe("B", "", "").measured();
    let tumors = format!("{INITIATIVE} d6=4 d6=6 d6=4");
    scene.day("fight night week", &tumors).sees("A tumors 2, credit 0, free_slots 6");
    scene.day("fight specialist", &tumors).sees("A tumors 0, credit 1, free_slots 8");
    scene.day("fight specialist fight", &format!("{tumors} {INITIATIVE} d6=4 d6=5")).sees("A fatigue 1, credit 0");
    scene.day("fight fight", &format!("{tumors} {INITIATIVE} d6=4 d6=5")).sees("A fatigue 2");
}

/// A caster with a Grimoire and a scroll.
fn scribe(sheet: &str) -> Stage {
    let a = format!(
        "inventory = true, grimoire = true, ready = 'grimoire', spells = ['Haste'], scrolls = ['Mirror Image'], {sheet}"
    );
    let plan = "cast spell='Mirror~Image' slot_dice=1 otherwise='gain'; cast spell='Mirror~Image' slot_dice=1 otherwise='gain'";
    stage().hero("A", a.trim_end_matches(", "), plan).foe("B", "", "").measured()
}

// CAP-159, CAP-160, CAP-161, CAP-162, CAP-163, CAP-192, CAP-193, CAP-194, RU-23
#[test]
fn copying_a_scroll_takes_ink_dice_and_the_scroll() {
    let twice = format!("{INITIATIVE} d6=1 d6=2");
    scribe("")
        .day("copy_scroll fight", &format!("d6=1 d6=2 {twice}"))
        .sees("A decoys 0, fatigue 0, pending_adv 0")
        .counts("A casts 2");
    scribe("").day("fight", &format!("{INITIATIVE} d6=1")).counts("A casts 1");
    let good_for_two = |used: u8| {
        scribe(&format!("condition = {{ scrolls_used = {{ 'Mirror Image' = {used} }} }}")).book("magic.scroll_uses = 2")
    };
    good_for_two(0).day("fight", &twice).counts("A casts 2");
    good_for_two(1).day("fight", &format!("{INITIATIVE} d6=1")).counts("A casts 1");
    scribe("gold = 60").day("copy_scroll", "Magic Die d6=4 d6=5").sees("A gold 10, fatigue 2");
    scribe("gold = 49").day("copy_scroll fight", &format!("{INITIATIVE} d6=1")).sees("A gold 49").counts("A casts 1");
    scribe("gold = 60").book("copy.gp = 20").day("copy_scroll", "Magic Die d6=4 d6=5").sees("A gold 40");
    scribe("").day("copy_scroll", "Magic Die d6=2 d6=2").sees("A fatigue 1");
    // No more dice than a spell can have.
    scribe("").book("copy.dice = 8").book("magic.max_dice = 2").day("copy_scroll", "Magic Die d6=4 d6=5").sees("A fatigue 2");
    let three = scribe("").book("copy.dice = 3");
    let failed = format!("d6=3 d6=3 d6=3 {INITIATIVE}");
    three.day("copy_scroll fight", &failed).counts("A casts 0").sees("A fatigue 0");
    let sure = scribe("").book("copy.dice = 0");
    sure.day("copy_scroll fight", &twice).counts("A casts 2");
    let safe = scribe("").book("copy.risk = false");
    safe.day("copy_scroll fight", &format!("d6=5 d6=5 {twice}")).sees("A fatigue 0").counts("A casts 2");
    scribe("").day("copy_scroll copy_scroll", "Magic Die d6=1 d6=2");
}

// CAP-193, RU-23
#[test]
fn copying_takes_six_hours_less_the_total() {
    // Mishap 8 ends a day later, three hours after the road.
    let hours = |lines: &[&str], copy: &str, end: &str| {
        let a = "inventory = true, grimoire = true, ready = 'grimoire', spells = ['Haste'], scrolls = ['Sleep'], mana_dust = 2";
        let scene = with(stage().hero("A", a, "cast spell='Haste' dust_dice=2").foe("B", "", "").measured(), lines);
        scene.day("fight 1258 copy_scroll", &format!("{INITIATIVE} d6=4 d6=4 {copy} {end}"))
    };
    hours(&[], "d6=1 d6=2 d4=1", "d6=4 d6=4 d6=4").sees("A wil 9, wil_max 12");
    hours(&[], "d6=1 d6=3 d4=1", "").sees("A wil 9, wil_max 10");
    hours(&["book.copy.hours = 7"], "d6=1 d6=3 d4=1", "d6=4 d6=4 d6=4").sees("A wil_max 12");
    hours(&["book.copy.hours_min = 3"], "d6=1 d6=5 d4=1", "d6=4 d6=4 d6=4").sees("A wil_max 12");
    hours(&["book.copy.dice = 0"], "", "d6=4 d6=4 d6=4").sees("A wil_max 12");
}

// CAP-175, CAP-195, CAP-196, CAP-197, CAP-198, CAP-C07
#[test]
fn a_grimoire_is_made_of_a_scroll_ink_and_a_book() {
    let maker = |sheet: &str, lines: &[&str]| {
        let a = format!("inventory = true, ready = 'grimoire', scrolls = ['Mirror Image'], {sheet}");
        let plan = "cast slot_dice=1 otherwise='gain'; cast slot_dice=1 otherwise='gain'";
        with(stage().hero("A", a.trim_end_matches(", "), plan).foe("B", "", "").measured(), lines)
    };
    let twice = format!("{INITIATIVE} d6=1 d6=2");
    maker("gold = 250", &[]).day("make_grimoire", "").sees("A caster 1, gold 0, deprived 1, free_slots 8");
    maker("gold = 250", &[]).day("make_grimoire fight", &twice).counts("A casts 2");
    maker("gold = 249", &[]).day("make_grimoire", "").sees("A caster 0, gold 249, deprived 0");
    maker("gold = 250", &["book.make.gp = 100", "book.cost.book = 20"]).day("make_grimoire", "").sees("A gold 130");
    maker("", &["book.make.deprived = false"]).day("make_grimoire", "").sees("A caster 1, deprived 0");
    maker("", &[]).day("make_grimoire night", "").sees("A caster 1, deprived 0");
    let repairs = |sheet: &str| {
        let a = format!("inventory = true, grimoire = true, ready = 'grimoire', mana_dust = 3, {sheet}");
        let plan =
            "cast spell='Haste' dust_dice=3 when='dust==3'; cast spell='Haste' slot_dice=1 otherwise='gain' when='dust==0'";
        stage().hero("A", &a, plan).foe("B", "", "").measured()
    };
    // From what is left of a damaged one, without a new book; what was in it is there again.
    let damaged = format!("{INITIATIVE} d6=5 d6=5 d6=3");
    let scene = repairs("spells = ['Haste'], scrolls = ['Sleep'], gold = 200");
    scene.day("fight", &damaged).sees("A gold 200").counts("A casts 1");
    scene.day("fight make_grimoire fight", &format!("{damaged} {INITIATIVE} d6=4")).sees("A gold 0, fatigue 1");
    repairs("spells = ['Haste'], gold = 200").day("fight make_grimoire", &damaged).sees("A gold 200");
    scribe("gold = 300").day("make_grimoire", "").sees("A gold 300");
}

// CAP-005, CAP-067, CAP-075
#[test]
fn what_belongs_to_a_fight_ends_with_it_and_the_rest_stays() {
    let a = "hp = 9, fatigue = 2, weapons = [$sword], surprised = true";
    let scene = stage().hero("A", a, "gain").policy("A", "stand = [{ do = 'no' }]");
    let scene = scene.foe("B", "", "disarm; trip").measured();
    let day = scene.day("fight", "initiative d20=1 d20=20, stunt d20=20, resistance d20=1, stunt d20=20, resistance d20=2");
    day.sees("A prone 0, pending_adv 0, on_ground 0, hp 9, fatigue 2, attackers 0");
    let runs = stage().hero("A", "", "retreat").hero("Q", "str = 30", "attack").foe("B", "hp_max = 1, str = 1", "");
    runs.day("fight", "initiative d20=20 d20=19 d20=10, retreat d20=11, attack d20=20, weapon d4=4, save d20=1")
        .sees("A is(active) 1; B dead 1");
}

// CAP-088, CAP-091, CAP-120, CAP-126, RU-11
#[test]
fn a_hireling_in_the_place_of_a_dead_character_is_no_player_character() {
    let scene = |replace: &str, damage: u8, lines: &[&str], dice: &str| {
        let scene = stage().hero("P", "kind = 'pc', hp_max = 2, str = 4, dex = 0", "").hero("Q", "str = 30", "attack");
        let scene = scene.foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d20]", "attack");
        let hazard = format!("hazard = {{ dc = 0, damage = {damage} }}");
        let scene = with(scene.book(&format!("day.replace_dead = '{replace}'")).book(&hazard), lines);
        scene.day("fight hazard", &format!("d20=1 d20=1 d20=20 d20=20 d20=20 d20=1   d20=20 d4=4 d20=1 {dice}"))
    };
    let hired = "d6=1 d6=2 d6=3 d6=4 d6=4 d6=4 d6=5 d6=5 d6=5 d6=6 ";
    scene("fresh", 2, &[], "d6=1").sees("P hp 0, is(active) 1");
    scene("hireling", 6, &[], hired).sees("P hp 0, is(active) 1");
    scene("hireling", 7, &[], &format!("{hired} d20=10")).sees("P dead 1, str 5");
    let as_pc = ["book.hireling.as_pc = true"];
    scene("hireling", 6, &as_pc, &format!("{hired} d6=1 d6=1 d6=1 d6=1")).sees("P hp 0, is(active) 1");
    scene("hireling", 7, &as_pc, &format!("{hired} d20=10 d6=1 d6=1 d6=1 d6=1")).sees("P is(down) 1, str 5");
    let dice = ["book.hireling.hp = '1d8'"];
    scene("hireling", 7, &dice, "d6=1 d6=2 d6=3 d6=4 d6=4 d6=4 d6=5 d6=5 d6=5 d8=8").sees("P hp 1, hp_max 8");
}

// CAP-086, CAP-126, RU-11
#[test]
fn a_hireling_in_the_place_of_a_dead_character_may_lose_heart() {
    let scene = |lines: &[&str]| {
        let scene = stage().hero("P", "kind = 'pc', hp_max = 2, str = 4, dex = 0", "").hero("Q", "", "");
        let scene = scene.foe("B", "weapons = [$d20]", "attack when='round==1'; retreat when='round==2'").rounds(2).measured();
        with(scene.head("on_defeat = 'go on'").book("day.replace_dead = 'hireling'"), lines)
    };
    let first = "d20=1 d20=1 d20=20   d20=20 d20=20 d20=1   d20=11 d6=1 d6=2 d6=3 d6=4 d6=4 d6=4 d6=5 d6=5 d6=5 d6=6 ";
    let second = "d20=1 d20=1 d20=20   d20=20 d20=6 d20=1 ";
    let wavers = ["book.morale.hirelings = true"];
    scene(&wavers).day("fight fight", &format!("{first} {second} d20=5 d20=11")).counts("P morale_checks 1, morale_failed 1");
    scene(&[]).day("fight fight", &format!("{first} {second} d20=11")).counts("P fled 0");
}

// CAP-144, CAP-145, CAP-147
#[test]
fn limbs_and_diseases_mend_after_their_days_however_many_weeks_it_takes() {
    let mend = |hp: u8, scar: &str, rest: &str, dice: &str| {
        let scene = stage().hero("A", &format!("kind = 'pc', hp = {hp}, hp_max = 9, dex = 1, dex_max = 9"), "");
        let scene = scene.foe("B", "str = 30, weapons = [{ name = 'claw', die = '1d20', hands = 0 }]", "attack").measured();
        let scene = scene.book("rest = { week_days = 3, mend_days = 7 }");
        scene.day(&format!("fight {rest}"), &format!("{INITIATIVE} d20=20 d20={hp} d20=1 {scar} {dice}"))
    };
    let leg = i64::from(super::super::state::flag::LEG);
    mend(4, "d6=1", "week week", "").sees(&format!("A hp_max 9, hp 9, flags {leg}"));
    mend(4, "d6=1", "week week week", "recovery d6=5 d6=6").sees("A hp_max 11, hp 11, flags 0");
    mend(5, "", "week week", "").sees("A hp_max 9");
    mend(5, "", "week week week week", "recovery d6=5 d6=6").sees("A hp_max 11, hp 11");
    mend(7, "", "week", "recovery d6=6 d6=3 d6=1").sees("A hamstrung 0, dex_max 10, dex 10");
}

// CAP-144, CAP-145
#[test]
fn twelve_wounds_wait_and_each_of_them_heals() {
    let wounds = "{ wound = 'leg' }, { wound = 'disease' }, ".repeat(6);
    let a = format!("kind = 'pc', hp_max = 6, condition = {{ wounds = [{wounds}] }}");
    let low = "recovery d6=1 d6=1 ".repeat(11);
    after(&a, &[], "week", &format!("{low}recovery d6=6 d6=5")).sees("A hp_max 11, flags 0");
}

// CAP-162, CAP-163, CAP-193, RU-20, RU-23
#[test]
fn two_pairs_count_when_a_scroll_is_copied_as_when_a_spell_is_cast() {
    let pairs = |ruling: &str| scribe("").book("copy.dice = 4").ruling(&format!("two_pairs = '{ruling}'"));
    let copy = "d6=1 d6=1 d6=5 d6=5";
    pairs("one").day("copy_scroll", copy).sees("A slots 9, fatigue 2, armor 1");
    pairs("two").day("copy_scroll", copy).sees("A slots 8, fatigue 2, armor 2");
    let safe = |ruling: &str| pairs(ruling).book("copy.risk = false");
    let fight = format!("{copy} {INITIATIVE}");
    safe("fail").day("copy_scroll fight", &fight).sees("A fatigue 0").counts("A casts 0");
    safe("one").day("copy_scroll fight", &format!("{fight} d6=1 d6=2")).sees("A fatigue 0").counts("A casts 2");
}

// CAP-164, CAP-192
#[test]
fn nobody_copies_a_scroll_who_cannot_handle_magic() {
    let a = "inventory = true, grimoire = true, ready = 'grimoire', spells = ['Haste'], scrolls = ['Sleep'], mana_dust = 2";
    let scene = stage().hero("A", a, "cast spell='Haste' dust_dice=2").foe("B", "", "").measured().book("copy.risk = false");
    let silent = format!("{INITIATIVE} d6=1 d6=1 d6=3");
    scene.day("fight copy_scroll", &silent).sees("A free_slots 8");
    scene.day("fight 180 copy_scroll", &format!("{silent} d6=1 d6=2")).sees("A free_slots 8");
}

// CAP-035, CAP-067, CAP-C03, RU-20
#[test]
fn nothing_gives_hit_points_to_whoever_has_a_full_bag() {
    let a = "inventory = true, items = [{ name = 'sack', amount = 10 }]";
    let used = |a: &str, plan: &str, lines: &[&str]| {
        let scene = stage().hero("A", a, plan).hero("H", "items = [{ name = 'potion', effect = 'hp_full' }]", "item");
        with(scene.foe("B", "", "").measured(), lines).play("")
    };
    used(a, "rest", &["book.rest.in_fight = true"]).sees("A hp 0").counts("A ap_spent 0; H ap_spent 0");
    let potion = "inventory = true, items = [{ name = 'sack', amount = 9 }, { name = 'potion', effect = 'hp_full' }]";
    used(potion, "item", &[]).sees("A hp 30, free_slots 1").counts("A ap_spent 2; H ap_spent 0");
}

// CAP-151
#[test]
fn where_bandages_are_enough_for_a_mortal_wound_no_luck_is_needed() {
    let bandaged = |suffice: bool, dice: &str| {
        let scene = stage().hero("P", "kind = 'pc', hp_max = 11", "").hero("Q", "str = 30, bandages = 1", "aid; attack");
        let scene = scene.foe("B", "hp_max = 1, str = 1, dex = 0, weapons = [$d12]", "attack");
        let scene = scene.book(&format!("scars.mortal_bandages_suffice = {suffice}"));
        scene.day("fight", &format!("d20=1 d20=1 d20=20 d20=20 d12=11 d20=1   d20=20 d4=4 d20=1 {dice}"))
    };
    bandaged(true, "").sees("P is(out_of_action) 1, dead 0; Q bandages 2");
    bandaged(false, "die of fate d6=3").sees("P dead 1; Q bandages 3");
}

// CAP-118, CAP-119
#[test]
fn the_fallen_of_a_hazard_are_looked_after_by_those_who_still_can() {
    let struck = |lines: &[&str], day: &str, alone: bool| {
        let scene = stage().hero("P", "kind = 'pc', hp_max = 3", "");
        let scene = if alone { scene } else { scene.hero("Q", "bandages = 1", "") };
        with(scene.foe("B", "", "").book("hazard = { dc = 0, damage = 5 }"), lines).day(day, "critical damage d20=1")
    };
    struck(&[], "hazard 120", false).sees("P is(down) 1, dead 0; Q bandages 3");
    struck(&["book.aftercare.aid = 'bandages'"], "hazard 120", false).sees("P is(down) 1; Q bandages 2");
    struck(&["book.aftercare.aid = 'none'"], "hazard", false).sees("P dead 1");
    struck(&[], "hazard 59", true).sees("P is(down) 1, dead 0");
    struck(&[], "hazard 60", true).sees("P dead 1");
}

// CAP-117, CAP-123, CAP-125
#[test]
fn whoever_is_down_without_dexterity_is_still_down_and_then_paralysed() {
    let after = |rest: &str, seen: &str| {
        let fang = "weapons = [{ name = 'fang', die = '1d4', hands = 0, on_crit = [{ effect = 'dex', dice = '1d6' }] }]";
        let scene = stage().hero("P", "kind = 'pc', hp_max = 1, dex = 2", "").hero("Q", "str = 30", "attack");
        let scene = scene.foe("B", &format!("hp_max = 1, str = 1, {fang}"), "attack");
        let dice = "d20=1 d20=1 d20=20   d20=20 d4=2 d20=1 d20=1 d6=6 d6=1 d6=1   d20=20 d4=4 d20=1";
        scene.day(&format!("fight {rest}"), dice).sees(seen);
    };
    after("", "P is(down) 1, dex 0, dies_at 0");
    after("short", "P is(paralysed) 1, hp 1");
    after("short week", "P is(active) 1, dex 2");
}

/// A fight of one round in which nothing happens, then these legs; C is met last and begins the day so.
fn met_last(c: &str, legs: &str, played: usize) -> Shown {
    let scene = quiet("hp = 3").third("C", c, "");
    let day = format!("day = [{{ fight = ['heroes', 'foes'] }}, {legs} {{ fight = ['heroes', 'others'] }}]");
    scene.plan(&day, played, INITIATIVE)
}

// CAP-026, CAP-100
#[test]
fn what_somebody_begins_the_day_with_is_kept_until_its_own_fight() {
    met_last("prone = true, surprised = true, hp = 3", "", 1).sees("C prone 1, hp 3");
    let scene = quiet("").third("C", "surprised = true", "");
    let seen = scene.plan("day = [{ fight = ['heroes', 'foes'] }, { fight = ['heroes', 'others'] }]", 1, INITIATIVE);
    // The surprised have fewer action points in the first round of their own fight.
    seen.meets().sees("A ap 4; C ap 2");
}

// CAP-071, CAP-072
#[test]
fn a_night_is_slept_by_those_who_are_there() {
    let c = "inventory = true, fatigue = 2, hp = 3";
    met_last(c, "{ rest = 'night' },", 2).sees("C fatigue 2, hp 3");
    met_last(c, "{ rest = 'night', sides = ['others'] },", 2).sees("C fatigue 0, hp 30");
    met_last(c, "{ rest = 'hunger' }, { rest = 'hunger' }, { rest = 'night' },", 4)
        .sees("A fatigue 1; C deprived 0, fatigue 2");
}

// CAP-067, CAP-071, CAP-072
#[test]
fn neither_a_rest_nor_hunger_reaches_whoever_is_met_later() {
    met_last("hp = 3", "{ rest = 'short' },", 2).sees("A hp 30; C hp 3");
    met_last("", "{ rest = 'hunger' }, { rest = 'hunger' },", 3).sees("A deprived 1, fatigue 1; C deprived 0, fatigue 0");
    let named = "{ rest = 'hunger', sides = ['others'] }, { rest = 'hunger', sides = ['others'] },";
    met_last("", named, 3).sees("A deprived 0; C deprived 1, fatigue 1");
}
