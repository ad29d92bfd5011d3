//! Magic: which dice, what they cost, what spells do.

use super::stage::{Stage, stage};

/// A caster with these spells and this plan, against B.
fn caster(spells: &str, sheet: &str, plan: &str) -> Stage {
    let a = format!("grimoire = true, ready = 'grimoire', inventory = true, spells = [{spells}], {sheet}");
    stage().hero("A", a.trim_end_matches(", "), plan).foe("B", "", "")
}

/// The stage with images as the spell: it needs no roll.
fn images(sheet: &str, plan: &str) -> Stage {
    caster("'Mirror Image'", sheet, plan).measured()
}

/// A's only casting with dust alone.
fn cast(spell: &str, dice: u8, sheet: &str) -> Stage {
    let plan = format!("cast dust_dice={dice} when='round==1'");
    caster(&format!("'{spell}'"), &format!("mana_dust = 4, {sheet}"), &plan)
}

// CAP-037, CAP-156
#[test]
fn a_casting_needs_a_grimoire_in_both_hands() {
    images("", "cast slot_dice=1").play("Magic Die d6=1").counts("A casts 1, ap_spent 2").sees("A decoys 1, ready 1");
    let armed =
        stage().hero("A", "grimoire = true, spells = ['Haste'], weapons = [$sword]", "cast slot_dice=1").foe("B", "", "");
    let armed = armed.book("magic.keep_free = 0");
    armed.clone().measured().play("Magic Die d6=1").counts("A casts 1, ap_spent 3").sees("A ready 1");
    armed.clone().measured().book("ap.ready = 3").play("attack d20=1, weapon d8=1, save d20=20").counts("A casts 0, attacks 1");
    let grabs =
        stage().hero("A", "grimoire = true, spells = ['Haste'], ready = 'nothing'", "grab; cast slot_dice=1 otherwise='gain'");
    let grabs = grabs.foe("B", "", "").measured().book("ap.cast = 1");
    grabs.play("stunt d20=20, resistance d20=1").counts("A casts 0, ap_spent 3");
    let scroll =
        stage().hero("A", "scrolls = ['Haste'], ready = 'grimoire'", "cast slot_dice=1; gain").foe("B", "", "").measured();
    scroll.play("Magic Die d6=1").counts("A casts 1");
}

// CAP-155, CAP-158, CAP-159, CAP-187
#[test]
fn as_many_dice_as_free_slots_and_dust_but_at_most_four() {
    let two_free = "items = [{ name = 'sack', amount = 6 }], mana_dust = 2";
    let split = |plan: &str| images(two_free, &format!("cast {plan} otherwise='gain'"));
    split("slot_dice=2 dust_dice=2")
        .play("Magic Die d6=1 d6=2 d6=3 d6=5")
        .sees("A dust 0, decoys 4, free_slots 2, pending_adv 0");
    split("slot_dice=3").play("").sees("A pending_adv 1, decoys 0");
    split("dust_dice=3").play("").sees("A pending_adv 1");
    split("free_dice=1").play("").sees("A pending_adv 1");
    images("", "cast slot_dice=5 otherwise='gain'").play("").sees("A pending_adv 1");
    images("", "cast slot_dice=5").book("magic.max_dice = 5").play("Magic Die d6=1 d6=2 d6=3 d6=4 d6=5").sees("A decoys 5");
    images("mana_dust = 5", "cast dust_dice=2")
        .book("magic.dust_per_die = 2")
        .play("Magic Die d6=5 d6=6")
        .sees("A dust 1, fatigue 0");
    images("", "cast slot_dice=2").book("magic.die = 8").play("Magic Die d8=8 d8=1").sees("A fatigue 1");
    images("free_magic_dice = 1", "cast free_dice=1").play("Magic Die d6=3").sees("A fatigue 0, wil 10, decoys 1");
}

// CAP-158
#[test]
fn without_other_orders_slots_come_first_but_one_is_kept_free_then_dust_then_free_dice() {
    let items = |items: u8, more: &str| format!("items = [{{ name = 'sack', amount = {items} }}], {more}");
    images("", "cast").play("Magic Die d6=4 d6=1").sees("A fatigue 1, decoys 2");
    images(&items(6, "mana_dust = 1"), "cast").play("Magic Die d6=4 d6=5").sees("A fatigue 1, dust 0");
    images(&items(7, "mana_dust = 1"), "cast").play("Magic Die d6=4").sees("A fatigue 0, dust 0, decoys 1");
    images(&items(7, "free_magic_dice = 1"), "cast").play("Magic Die d6=4").sees("A fatigue 0, wil 9");
    images("", "cast dice=3").play("Magic Die d6=1 d6=2 d6=3").sees("A decoys 3");
    images("", "cast").book("magic.default_dice = 1").play("Magic Die d6=1").sees("A decoys 1");
    images(&items(6, ""), "cast").book("magic.keep_free = 0").play("Magic Die d6=1 d6=2").sees("A decoys 2");
    images(&items(7, ""), "cast otherwise='gain'").play("").sees("A pending_adv 1");
}

// CAP-074, CAP-075, CAP-155, CAP-161
#[test]
fn dice_of_slots_tire_from_four_on_and_dust_never_does() {
    images("", "cast slot_dice=3")
        .play("Magic Die d6=3 d6=4 d6=6")
        .sees("A fatigue 2, free_slots 6")
        .counts("A fatigue_added 2");
    images("mana_dust = 3", "cast dust_dice=3").play("Magic Die d6=3 d6=4 d6=6").sees("A fatigue 0, free_slots 8, dust 0");
    images("", "cast slot_dice=3").book("magic.fatigue_from = 6").play("Magic Die d6=3 d6=4 d6=6").sees("A fatigue 1");
}

// CAP-162, CAP-163
#[test]
fn two_equal_dice_are_a_mishap_and_three_fail_as_well() {
    let dust = |dice: &str, counts: &str| {
        let plan = format!("cast dust_dice={}", dice.split_whitespace().count());
        images("mana_dust = 4, wil = 12", &plan).play(dice).counts(counts);
    };
    dust("d6=1 d6=2 d6=4", "A mishaps 0, casts_failed 0");
    dust("d6=3 d6=3 d6=1", "A mishaps 1, mishap_7 1, casts_failed 0");
    dust("d6=3 d6=3 d6=3", "A mishaps 1, mishap_9 1, casts_failed 1");
    dust("d6=3 d6=3 d6=3 d6=3", "A mishaps 1, mishap_12 1, casts_failed 1");
    dust("d6=3 d6=1 d6=3 d6=1", "A mishaps 1, mishap_8 1, casts_failed 0");
    images("mana_dust = 2", "cast dust_dice=2").book("magic.mishap_matches = 3").play("d6=3 d6=3").counts("A mishaps 0");
    let fails = images("mana_dust = 2", "cast dust_dice=2").book("magic.fail_matches = 2");
    fails.play("d6=4 d6=4").counts("A mishap_8 1, casts_failed 1").sees("A decoys 0");
}

// RU-20
#[test]
fn two_pairs_are_one_mishap_or_two_or_a_failure() {
    let pairs = |ruling: &str| images("mana_dust = 4", "cast dust_dice=4").ruling(&format!("two_pairs = '{ruling}'"));
    let dice = "d6=2 d6=6 d6=2 d6=6";
    pairs("one").play(&format!("{dice} d4=2")).sees("A str 8, armor 1, decoys 4").counts("A mishap_16 1, casts_failed 0");
    pairs("two").play(&format!("{dice} d4=2 d4=1")).sees("A str 7, armor 2, decoys 4").counts("A mishap_16 2");
    pairs("fail").play(&format!("{dice} d4=2")).sees("A str 8, decoys 0").counts("A casts_failed 1, mishap_16 1");
    pairs("fail").play("d6=2 d6=6 d6=2 d6=5").sees("A decoys 4").counts("A casts_failed 0");
}

// CAP-004, CAP-018, CAP-020, CAP-043, CAP-C10
#[test]
fn a_hostile_spell_is_will_against_what_resists_it_and_the_caster_wins_ties() {
    let sleep = |sheet: &str, dice: &str, asleep: u8| {
        let scene = cast("Sleep", 1, sheet).foe("C", "", "");
        scene.play(&format!("d6=1 {dice}")).sees(&format!("B is(asleep) {asleep}"));
    };
    sleep("wil = 13", "spell d20=7, resistance d20=10", 1);
    sleep("wil = 13", "spell d20=7, resistance d20=11", 0);
    sleep("wil = 13, str = 20, dex = 20", "spell d20=7, resistance d20=11", 0);
    let gains = caster("'Sleep'", "", "gain; cast slot_dice=1").foe("C", "", "");
    gains.play("Magic Die d6=1, spell d20=3 d20=10, resistance d20=10").sees("B is(asleep) 1");
    let resists = caster("'Sleep'", "", "cast slot_dice=1 when='round==2'; gain when='round==9'");
    let resists = resists.foe("C", "", "").policy("B", "target = [{ at = 'first' }]").rounds(2);
    let text = resists
        .text()
        .replace("[policy.B]\nplan = [{ do = 'nothing' }]", "[policy.B]\nplan = [{ do = 'gain', when = 'round==1' }]");
    let mut play =
        frame::rules::testing::ScriptedPlay::<super::CairnAp>::script(&text, "d20=20 d20=14 d20=13 d6=1 d20=10 d20=2 d20=11");
    play.rounds(2);
    assert_eq!((play.see("B", "is(asleep)"), play.see("B", "pending_adv")), (0, 0));
    let fiery = "spell.Fire = { effect = 'damage', target = 'enemies', targets = 'dice', amount = 'sum', resist = 'dex' }";
    let fire = |dice: &str| {
        caster("'Fire'", "mana_dust = 2", "cast dust_dice=2").book(fiery).foe("C", "natural_armor = 2, dex = 12", "").play(dice)
    };
    fire("d6=5 d6=6 d20=10 d20=10 d20=8").sees("B hp 19; C hp 21");
    fire("d6=5 d6=6 d20=10 d20=11 d20=9").sees("B hp 30; C hp 30");
    let sure = "spell.Fire = { effect = 'damage', target = 'enemies', amount = 'dice' }";
    caster("'Fire'", "", "cast slot_dice=2").book(sure).play("d6=2 d6=1").sees("B hp 28");
}

// CAP-006, CAP-160, CAP-C09, CAP-C10
#[test]
fn sleep_takes_as_many_as_dice_for_ten_minutes_of_each_point() {
    let scene = cast("Sleep", 2, "").foe("C", "", "gain").foe("D", "", "");
    let two = scene.clone().rounds(15).play("Magic Die d6=1 d6=2, spell d20=10, resistance d20=10 d20=10");
    two.sees("B is(asleep) 1; C is(asleep) 1, pending_adv 0; D is(active) 1")
        .on(1)
        .sees("B is(active) 1; C is(active) 1, pending_adv 1");
    let short = scene.rounds(1).book("magic.minutes_per_sum = 1");
    short
        .play("Magic Die d6=1 d6=2, spell d20=10, resistance d20=10 d20=11")
        .sees("B is(asleep) 1; C is(asleep) 0")
        .on(1)
        .sees("B is(asleep) 1")
        .on(1)
        .sees("B is(asleep) 0");
}

// CAP-C09, CAP-C10, RU-21
#[test]
fn what_a_spell_does_lasts_longer_in_rounds_where_rounds_are_shorter_and_ends_with_its_caster() {
    let scene = |line: &str| cast("Sleep", 1, "hp_max = 1, str = 1").foe("C", "", "").head(line);
    let dice = "d6=1 d20=10 d20=10";
    scene("rulings.round_length = 'turn'").rounds(50).play(dice).sees("B is(asleep) 1").on(1).sees("B is(asleep) 0");
    // Its caster is dead and takes no turn any more: it ends with the round.
    let dead =
        cast("Sleep", 1, "hp_max = 1, str = 1").hero("Q", "", "").foe("C", "str = 30", "attack when='round==1'").rounds(5);
    let dead = dead.policy("C", "target = [{ least = 'it.might' }]");
    dead.play(&format!("{dice} d20=20 d4=4 d20=1")).sees("A dead 1; B is(asleep) 1").on(1).sees("B is(asleep) 0, is(active) 1");
}

// CAP-C10
#[test]
fn the_pacified_fight_again_when_they_are_hurt() {
    let pacify = |dice: &str| {
        let scene = cast("Pacify", 1, "wil = 13").hero("Q", "", "attack").policy("Q", "finish = [{ do = 'yes' }]");
        scene.foe("C", "", "").play(&format!("d6=1 d20=7 d20=10 {dice}"))
    };
    pacify("attack d20=1 d20=2, weapon d4=2, save d20=14").sees("B is(pacified) 0, is(active) 1, hp 28");
    pacify("attack d20=1 d20=2, weapon d4=2, save d20=15").sees("B is(pacified) 1, hp 30");
}

// CAP-109, CAP-110, CAP-C10
#[test]
fn foam_and_webs_hold_until_somebody_breaks_free() {
    for spell in ["Cone of Foam", "Web"] {
        let held = |plan: &str, dice: &str| {
            let caster = format!("grimoire = true, ready = 'grimoire', spells = ['{spell}']");
            let scene = stage().hero("A", &caster, "cast slot_dice=1").foe("B", "dex = 12, wil = 15", plan).foe("C", "", "");
            scene.play(&format!("d6=1 d20=10 {dice}"))
        };
        held("", "resistance d20=8").sees("B restrained 1");
        held("", "d20=9").sees("B restrained 0");
        held("break", "resistance d20=8, stunt d20=20 d20=9").sees("B restrained 1");
        held("break", "resistance d20=8, stunt d20=20 d20=10").sees("B restrained 0");
        held("attack", "resistance d20=8, attack d20=20 d20=1, weapon d4=1, save d20=20").sees("A hp 30");
    }
    let dc = cast("Web", 1, "").foe("C", "", "").book("stunt.break_dc = 25");
    dc.play("Magic Die d6=1, spell d20=10, resistance d20=10").sees("B restrained 1");
}

// CAP-002, CAP-073, CAP-C10, RU-22
#[test]
fn cure_wounds_gives_strength_back_by_touch() {
    let cure = |friend: &str, lines: &[&str], dice: &str| {
        let a = "grimoire = true, ready = 'grimoire', spells = ['Cure Wounds'], mana_dust = 4";
        let scene = stage().hero("F", friend, "").hero("A", a, "cast dust_dice=3 otherwise='gain'").foe("B", "", "");
        lines.iter().fold(scene, |scene, line| scene.head(line)).play(dice)
    };
    let dice = "Magic Die d6=1 d6=2 d6=3";
    cure("str = 5, str_max = 12", &[], dice).sees("F str 8; A pending_adv 0");
    cure("str = 10, str_max = 12", &[], dice).sees("F str 12");
    cure("", &[], "").sees("F str 10; A pending_adv 1");
    cure("str = 5, str_max = 12, deprived = true", &[], "").sees("F str 5; A pending_adv 1");
    cure("str = 5, str_max = 12, deprived = true", &["book.deprived.blocks_magic = false"], dice).sees("F str 8");
}

// CAP-157, CAP-C09, CAP-C10
#[test]
fn spells_reach_eight_spaces_or_need_a_touch() {
    let at = |spell: &str, at: u8, foe: u8, lines: &[&str], dice: &str, pending: u8| {
        let a = format!("grimoire = true, ready = 'grimoire', spells = ['{spell}'], at = [0]");
        let friend = format!("str = 5, str_max = 12, at = [{at}]");
        let scene = stage().hero("A", &a, "cast slot_dice=1 otherwise='gain'").hero("F", &friend, "").arena();
        let scene = scene.foe("B", &format!("at = [{foe}]"), "").foe("C", "at = [60]", "");
        let scene = lines.iter().fold(scene, |scene, line| scene.book(line));
        scene.play(dice).sees(&format!("A pending_adv {pending}"));
    };
    at("Sleep", 0, 8, &[], "Magic Die d6=1, spell d20=10, resistance d20=10", 0);
    at("Sleep", 0, 9, &[], "", 1);
    at("Sleep", 0, 9, &["magic.range_feet = 45"], "Magic Die d6=1, spell d20=10, resistance d20=10", 0);
    at("Sleep", 0, 5, &["space.feet = 10"], "", 1);
    at("Cure Wounds", 1, 9, &[], "Magic Die d6=1", 0);
    at("Cure Wounds", 2, 9, &[], "", 1);
}

// CAP-C10
#[test]
fn a_shield_keeps_mundane_weapons_off_for_minutes() {
    let ward = |weapon: &str, dice: u8, script: &str| {
        let a = "grimoire = true, ready = 'grimoire', spells = ['Shield'], mana_dust = 4";
        let plan = format!("cast dust_dice={dice} when='round==1'");
        let b = format!("weapons = [{{ name = 'axe', die = '1d8'{weapon} }}]");
        stage().hero("A", a, &plan).foe("B", &b, "attack").rounds(2).measured().play(script)
    };
    let strike = "attack d20=10, weapon d8=3, save d20=13";
    // One or two minutes are one round: it ends when the caster's next turn begins.
    ward("", 1, &format!("d6=1 d20=10 d8=3 {strike}")).sees("A hp 27").counts("B attacks 2, hits 1");
    ward("", 3, "Magic Die d6=1 d6=2 d6=4, attack d20=10, weapon d8=3, attack d20=10, weapon d8=3")
        .sees("A hp 30, warded 1, attackers 0")
        .counts("B hits 0");
    ward(", magical = true", 3, &format!("d6=1 d6=2 d6=4 {strike} {strike}")).sees("A hp 24").counts("B hits 2");
}

// CAP-188, CAP-C10
#[test]
fn images_are_struck_in_the_place_of_their_caster() {
    let attacked = |dice: &str| {
        let scene = cast("Mirror Image", 2, "");
        let text = scene
            .text()
            .replace("[policy.B]\nplan = [{ do = 'nothing' }]", "[policy.B]\nplan = [{ do = 'attack' }, { do = 'attack' }]");
        let mut play =
            frame::rules::testing::ScriptedPlay::<super::CairnAp>::script(&text, &format!("d20=20 d20=14 d6=1 d6=2 {dice}"));
        play.rounds(1);

        (play.see("A", "decoys"), play.see("A", "hp"))
    };
    assert_eq!(attacked("d20=10 d4=2 d3=2   d20=10 d4=2 d2=2"), (0, 30));
    assert_eq!(attacked("d20=10 d4=2 d3=3   d20=10 d4=2 d2=1 d20=12"), (1, 28));
    assert_eq!(attacked("d20=10 d4=2 d3=1 d20=13   d20=10 d4=2 d3=1 d20=12"), (2, 28));
}

// CAP-042, CAP-160, CAP-C10
#[test]
fn haste_multiplies_a_move_and_a_duration_may_be_anything() {
    let haste = |dice: u8, script: &str, at: u8| {
        let a = "grimoire = true, ready = 'grimoire', spells = ['Haste'], mana_dust = 4, at = [0]";
        let scene = stage().hero("A", a, &format!("cast dust_dice={dice}; move")).foe("B", "at = [50]", "").arena();
        scene.play(script).sees(&format!("A at {at}"));
    };
    haste(2, "Magic Die d6=1 d6=2", 10);
    haste(3, "Magic Die d6=1 d6=2 d6=3", 15);
    let lasting = |duration: &str, rounds: u32| {
        let spell = format!("spell.Blur = {{ effect = 'decoys', target = 'caster', amount = 'one', duration = '{duration}' }}");
        let scene = caster("'Blur'", "", "cast slot_dice=1 when='round==1'").book(&spell).rounds(rounds);
        scene.play("Magic Die d6=2").sees("A decoys 1").on(1)
    };
    lasting("sum", 10).sees("A decoys 0");
    lasting("dice", 5).sees("A decoys 0");
    lasting("minutes", 1).sees("A decoys 0");
    lasting("fight", 60).sees("A decoys 1");
}

// CAP-160, CAP-C10
#[test]
fn the_dead_rise_and_fight_from_the_next_round_on() {
    let standing = |sum: u8, lines: &[&str], standing: u8, attacks: usize| {
        let scene = cast("Raise Dead", 1, "").rounds(2).book("step.occupied = 0").measured();
        let scene = lines.iter().fold(scene, |scene, line| scene.head(line));
        let blows = "d20=1 d4=1 d20=20 ".repeat(attacks);
        scene.play(&format!("d6={sum} {blows}")).counts(&format!("fight heroes.standing {standing}"));
    };
    standing(1, &[], 2, 2);
    standing(3, &[], 4, 6);
    standing(3, &["book.magic.summoned_most = 2"], 3, 4);
    // A book with a limit of its own names it; without one six stand by.
    standing(6, &["book.magic.summoned_most = 5"], 6, 10);
    let many = cast("Raise Dead", 2, "").rounds(2).book("step.occupied = 0").measured();
    let blows = "d20=1 d4=1 d20=20 ".repeat(12);
    many.clone().play(&format!("d6=3 d6=4 {blows}")).counts("fight heroes.standing 7");
    many.book("magic.summoned_most = 7")
        .play(&format!("d6=3 d6=4 {blows} d20=1 d4=1 d20=20 d20=1 d4=1 d20=20"))
        .counts("fight heroes.standing 8");
    let own = "combatant = { skeleton = { str = 3, weapons = [{ name = 'bone', die = '1d4', ap = 4 }] } }";
    standing(2, &[own], 3, 2);
}

// CAP-088, CAP-154, CAP-C10
#[test]
fn each_spell_calls_its_own_creatures_with_their_own_policy_and_dice() {
    let spell =
        |creature: &str| format!("{{ effect = 'summon', target = 'caster', duration = 'fight', summons = '{creature}' }}");
    let creatures = "combatant = { wolf = { hp_max = 9, policy = 'wolf' }, bear = { hp_max = 20, rolled = 'keep' } }";
    let first = "slot_dice=1 when='round==1' otherwise='nothing'";
    let scene = caster("'Wolf', 'Bear'", "", &format!("cast spell='Bear' {first}; cast spell='Wolf' {first}"));
    let scene = scene.book(&format!("spell.Wolf = {}", spell("wolf"))).book(&format!("spell.Bear = {}", spell("bear")));
    let scene = scene.head(creatures).policy("A", "[policy.wolf]\nplan = [{ do = 'nothing' }]").rounds(2);
    let bear = "d6=4 d6=4 d6=4 d6=3 d6=3 d6=3 d6=2 d6=2 d6=2 d6=5 ";
    let blows = "d20=1 d4=1 d20=20 ".repeat(2);
    let seen = scene.play(&format!("d6=1 {bear} d6=2 {blows}"));
    seen.looks("A, bear 1", "str", 12).looks("A, bear 1", "hp", 5).looks("A, wolf 1", "hp", 9);
}

// CAP-158, CAP-160, CAP-161, CAP-162, CAP-191
#[test]
fn a_scroll_is_gone_after_one_use_and_is_otherwise_like_the_grimoire() {
    let scroll = |sheet: &str, lines: &[&str]| {
        let a = format!("inventory = true, scrolls = ['Mirror Image'], ready = 'grimoire', {sheet}");
        let plan = "cast slot_dice=2 otherwise='gain'; cast slot_dice=1 otherwise='gain'";
        let scene = stage().hero("A", a.trim_end_matches(", "), plan).foe("B", "", "").measured();
        lines.iter().fold(scene, |scene, line| scene.head(line))
    };
    scroll("", &[]).play("Magic Die d6=4 d6=4").sees("A decoys 2, fatigue 2, pending_adv 1").counts("A casts 1, mishap_8 1");
    scroll("", &["book.magic.scroll_uses = 2"]).play("Magic Die d6=4 d6=1 d6=2").sees("A decoys 1, fatigue 1, pending_adv 0");
    let written = "grimoire = true, spells = ['Mirror Image']";
    scroll(written, &[]).play("Magic Die d6=4 d6=1 d6=2").sees("A decoys 1, pending_adv 0").counts("A casts 2");
}
