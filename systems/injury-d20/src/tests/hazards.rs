//! Hazards of a day: checks, stamina, strain, injuries, falls, and whom they strike.

use num_rational::BigRational;

use super::SOLDIER;
use crate::InjuryD20;
use frame::rules::testing::{ScriptedPlay, try_load};

fn day(hazard: &str) -> String {
    format!(
        "day = [{{ {hazard} }}, {{ fight = ['one', 'two'] }}]\n{SOLDIER}\n[[side]]\nname = 'one'\n         combatant = [{{ like = 'soldier', name = 'A' }}, {{ like = 'soldier', name = 'C' }}]\n         [[side]]\nname = 'two'\ncombatant = [{{ like = 'soldier', name = 'B' }}]\n"
    )
}

fn hazard(hazard: &str, dice: &str) -> ScriptedPlay<InjuryD20> {
    let mut play = ScriptedPlay::script(&day(hazard), dice);
    play.leg();
    play
}

// INJ-028, INJ-061, INJ-078
#[test]
fn a_check_avoids_a_hazard_or_halves_it() {
    let stamina = hazard("hazard = { strain = 1 }, who = ['C']", "").see("A", "stamina");
    let gas = "hazard = { die = '1d6', damage = 1, check = 'con', dc = 15 }, who = ['A']";
    assert_eq!(hazard(gas, "check against a hazard d20=13").see("A", "stamina"), stamina);
    let play = hazard(gas, "check against a hazard d20=12, stamina lost to a hazard d6=4");
    assert_eq!((play.see("A", "stamina"), play.see("C", "stamina")), (stamina - 5, stamina));
    assert_eq!(play.probability(), BigRational::new(1.into(), 120.into()));
    let half = "hazard = { strain = 4, injuries = 1, check = 'str', dc = 15, saved = 'half' }, who = ['A']";
    let play = hazard(half, "check against a hazard d20=12");
    assert_eq!((play.see("A", "strain"), play.see("A", "injuries")), (2, 0));
    let play = hazard(half, "check against a hazard d20=11, part injured by a hazard d15=1");
    assert_eq!((play.see("A", "strain"), play.see("A", "injuries")), (4, 1));
}

// INJ-043, INJ-078, R-20
#[test]
fn a_hazard_injures_a_part_and_a_fall_strains() {
    let play = hazard("hazard = { injuries = 2, part = 'nose' }, who = ['A']", "");
    assert_eq!(play.see("A", "injuries"), 1, "the nose holds one");
    let play = hazard("hazard = { fall_ft = 35 }, who = ['A']", "");
    assert_eq!((play.see("A", "strain"), play.see("A", "prone")), (3, 0), "whoever can gets up again");
}

// INJ-078
#[test]
fn a_hazard_strikes_everybody_or_one() {
    let play = hazard("hazard = { strain = 2 }, strikes = 'one'", "struck by a hazard d2=2");
    assert_eq!((play.see("A", "strain"), play.see("C", "strain"), play.see("B", "strain")), (0, 2, 0));
    let play = hazard("hazard = { strain = 2 }", "");
    assert_eq!((play.see("A", "strain"), play.see("C", "strain"), play.see("B", "strain")), (2, 2, 0));
}

#[test]
fn what_is_wrong_with_a_hazard_has_its_place_and_advice() {
    let all = [
        "hazard = {}",
        "hazard = { damage = 1, check = 'con' }",
        "hazard = { damage = 1, dc = 12 }",
        "hazard = { damage = 1, part = 'nose' }",
        "hazard = { damage = 1, check = 'luck', dc = 12 }",
        "hazard = { damage = 1, check = 'dex', dc = 12, senses = ['visual'] }",
    ];
    let wrong = |part: &str| try_load::<InjuryD20>(&day(part)).err().map_or_else(String::new, |failure| failure.render(false));
    insta::assert_snapshot!(all.map(wrong).join("\n"));
}

// INJ-078, INJ-129, R-20
#[test]
fn whoever_begins_in_a_coma_has_come_down() {
    let text = day("hazard = { strain = 1 }, who = ['A']");
    let text = text.replace("name = 'C'", "name = 'C', coma = true, fly_ft = 40, altitude_ft = 5");
    let mut play: ScriptedPlay<InjuryD20> = ScriptedPlay::script(&text, "");
    play.leg();
    assert_eq!((play.see("C", "coma"), play.see("C", "flying")), (1, 0));
}

// INJ-065, INJ-068, INJ-081
#[test]
fn injured_senses_hamper_checks_against_hazards_that_are_about_them() {
    let [eye, ear, nose] = ["{ part = 'eye' }", "{ part = 'ear' }", "{ part = 'nose' }"];
    let rolls = |check: &str, injuries: &[&str], dice: u32| {
        let text = day(&format!("hazard = {{ strain = 1, dc = 12, {check} }}, who = ['A']"));
        let text = text.replace("name = 'A'", &format!("name = 'A', injuries = [{}]", injuries.join(", ")));
        let dice = " 20".repeat(dice as usize).replace(" 20", " check against a hazard d20=20");
        let mut play: ScriptedPlay<InjuryD20> = ScriptedPlay::script(&text, &dice);
        play.leg();
        assert_eq!(play.see("A", "strain"), 0, "{check}");
    };
    rolls("check = 'perception'", &[], 1);
    rolls("check = 'perception'", &[eye, ear, nose], 3);
    rolls("check = 'perception', senses = ['visual']", &[eye, ear, nose], 2);
    rolls("check = 'perception', senses = ['visual', 'audio', 'scent']", &[eye, ear, nose], 4);
    rolls("check = 'survival'", &[eye, ear, nose], 2);
    rolls("check = 'survival', senses = []", &[nose], 1);
    rolls("check = 'acrobatics'", &[eye, ear, nose], 1);
}
