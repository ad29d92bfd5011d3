//! Detachments: many that fight and are fought as one.

use super::stage::{Stage, stage};

const HORDE: &str = "detachment = true, weapons = [{ name = 'spears', die = '1d6', hands = 0 }]";

/// Three heroes, of whom the first attacks, and a horde.
fn scene(a: &str, horde: &str) -> Stage {
    stage().hero("A", a, "attack").hero("Q", "", "").foe("H", &format!("{HORDE}, {horde}"), "")
}

// CAP-127
#[test]
fn a_detachment_has_one_body_one_initiative_and_one_turn() {
    let scene = stage().hero("A", "", "").foe("H", HORDE, "gain; gain; gain; gain; gain").measured();
    scene.play("").sees("H pending_adv 4").counts("H turns 1");
}

// CAP-109, CAP-130
#[test]
fn individuals_strike_it_badly_except_by_blasts() {
    scene("", "hp_max = 9").play("attack d20=19 d20=2, weapon d4=1, save d20=10").sees("H hp 9");
    scene("", "hp_max = 9").play("attack d20=19 d20=9, weapon d4=1, save d20=10").sees("H hp 8");
    scene("weapons = [{ name = 'flame', die = '1d6', blast = true }]", "hp_max = 9")
        .play("targets of a blast d6=1, attack d20=9, weapon d6=1, save d20=10")
        .sees("H hp 8");
    let both = stage().hero("A", HORDE, "attack").foe("H", HORDE, "");
    both.play("attack d20=9, weapon d6=1, save d20=10").sees("H hp 29");
}

// CAP-110, CAP-111, CAP-131, CAP-C06, RU-18
#[test]
fn it_strikes_individuals_well_and_several_at_once() {
    let scene = |lines: &[&str]| {
        let scene = stage().hero("P", "", "").hero("Q", "", "").hero("R", "", "").foe("H", HORDE, "attack");
        let scene = scene.policy("H", "target = [{ at = 'strongest', among = 'it.prone' }, { at = 'first' }]");
        lines.iter().fold(scene, |scene, line| scene.head(line))
    };
    scene(&[]).play("targets of a blast d6=1, attack d20=2 d20=9, weapon d6=1, save d20=10").sees("P hp 29; Q hp 30; R hp 30");
    scene(&[])
        .play("targets of a blast d6=2, attack d20=2 d20=9, weapon d6=1, save d20=10 d20=10")
        .sees("P hp 29; Q hp 29; R hp 30");
    scene(&[])
        .play("targets of a blast d6=6, attack d20=2 d20=9, weapon d6=1, save d20=10 d20=11 d20=10")
        .sees("P hp 29; Q hp 30; R hp 29");
    let all = ["rulings.blast_targets = 'all'"];
    scene(&all).play("attack d20=2 d20=9, weapon d6=1, save d20=10 d20=10 d20=10").sees("P hp 29; Q hp 29; R hp 29");
    let fixed = ["rulings.blast_targets = 'fixed'", "book.attack.blast_targets = 2"];
    scene(&fixed).play("attack d20=2 d20=9, weapon d6=1, save d20=10 d20=10").sees("P hp 29; Q hp 29; R hp 30");
    // The first target is chosen, the others follow in the order of the file.
    let lying =
        stage().hero("P", "", "").hero("Q", "", "").hero("R", "prone = true", "").policy("R", "stand = [{ do = 'no' }]");
    let lying = lying.foe("H", HORDE, "attack").policy("H", "target = [{ at = 'first', among = 'it.prone' }]");
    lying
        .play("targets of a blast d6=2, attack d20=2 d20=9, weapon d6=1, save d20=10 d20=10")
        .sees("P hp 29; Q hp 30; R hp 29");
}

// CAP-131
#[test]
fn against_another_detachment_it_is_like_anybody() {
    let scene = stage().hero("G", HORDE, "").hero("Q", "", "").foe("H", HORDE, "attack");
    scene.play("attack d20=9, weapon d6=1, save d20=10").sees("G hp 29; Q hp 30");
    // Its blast passes over other detachments.
    let first = stage().hero("Q", "", "").hero("G", HORDE, "").foe("H", HORDE, "attack");
    first.play("targets of a blast d6=6, attack d20=9 d20=2, weapon d6=1, save d20=10").sees("Q hp 29; G hp 30");
}

// CAP-128, CAP-129, RU-18
#[test]
fn critical_damage_routs_or_weakens_it_and_no_strength_destroys_it() {
    let blow = |horde: &str, dice: &str| {
        let scene =
            stage().hero("A", "str = 30, weapons = [$sword]", "attack").foe("H", &format!("{HORDE}, {horde}"), "attack");
        scene.foe("C", "", "").play(&format!("d20=20 d20=20 d8=8 d20=1 {dice}"))
    };
    blow("hp_max = 6", "critical damage d20=7").sees("H is(routed) 1, str 8");
    blow("hp_max = 6", "critical damage d20=8, targets of a blast d6=1, attack d20=1 d20=1, weapon d6=1, save d20=20")
        .sees("H is(active) 1, str 8");
    blow("hp_max = 6, str = 2", "").sees("H dead 1, str 0");
    let weakened = |dice: &str| {
        let scene = stage().hero("A", "weapons = [$sword]", "attack").hero("Q", "", "");
        let scene = scene.foe("H", &format!("{HORDE}, hp_max = 6"), "attack").ruling("detachment_crit = 'weakened'");
        scene.rounds(2).play(&format!("d20=20 d20=20 d8=8 d20=1 d20=7 {dice}"))
    };
    // Afterwards it attacks one, without advantage, and is attacked without disadvantage.
    let second = "d20=1 d6=1 d20=20   d20=1 d8=1 d20=20   d20=1 d6=1 d20=20";
    weakened(second).sees("H is(active) 1, str 8");
}

// CAP-127, CAP-C10
#[test]
fn hostile_spells_do_not_take_it() {
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Sleep']";
    let scene = stage().hero("A", caster, "cast slot_dice=1 otherwise='gain'").foe("H", HORDE, "").foe("B", "", "");
    scene.play("Magic Die d6=1, spell d20=10, resistance d20=10").sees("H is(active) 1; B is(asleep) 1");
    let open = scene.book("magic.affects_detachment = true");
    open.play("Magic Die d6=1, spell d20=10, resistance d20=10").sees("H is(asleep) 1; B is(active) 1");
}
