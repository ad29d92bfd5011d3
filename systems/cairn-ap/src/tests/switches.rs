//! Every alternative of every ruling changes something that is measured, in one of a few scenes.

use serde_json::Value;

use super::stage::{Stage, stage};
use frame::scenario;

const CLAW: &str = "weapons = [{ name = 'claw', die = '1d12', hands = 0 }]";
const CASTER: &str = "kind = 'pc', inventory = true, grimoire = true, ready = 'grimoire', free_magic_dice = 8, hp_max = 6";

/// A party with a detachment against another and some who can be frightened.
fn crowd() -> Stage {
    stage()
        .hero("P", "kind = 'pc', hp_max = 5, wil = 14, shield = {}, weapons = [$sword]", "defend; gain; attack")
        .policy("P", "save = [{ do = 'block' }]\nleftover = [{ do = 'defend' }]")
        .hero("Q", "kind = 'pc', hp_max = 3, bandages = 1", "aid; attack; attack")
        .policy("Q", "finish = [{ do = 'yes' }]")
        .hero("R", "kind = 'pc', hp_max = 14, weapons = [{ name = 'bomb', die = '1d6', blast = true }]", "attack; gain; gain")
        .foe("H", &format!("detachment = true, wil = 13, hp_max = 4, {CLAW}"), "attack; attack")
        .foe("W", "hp_max = 2, morale = true, weapons = [$spear]", "defend; attack; gain")
        .policy("W", "save = [{ do = 'parry' }]\ntarget = [{ at = 'random' }]")
        .foe("Y", "hp_max = 2, wil = 3, morale = true, weapons = [$spear]", "attack; attack")
        .foe("X", "hp_max = 2, wil = 6, morale = true, weapons = [$spear]", "attack; attack")
        .policy("X", "save = [{ do = 'parry' }]\ntarget = [{ at = 'random' }]")
        .rounds(8)
        .measured()
}

/// Somebody alone against player characters of few and of many hit points, who are hurt in many ways.
fn beast() -> Stage {
    stage()
        .hero("P", "kind = 'pc', hp_max = 1, weapons = [{ name = 'halberd' }]", "attack; attack")
        .hero("Q", "kind = 'pc', hp_max = 4, weapons = [{ name = 'halberd' }]", "attack; retreat")
        .hero("R", "kind = 'pc', hp_max = 14", "gain; attack")
        .foe(
            "B",
            "hp_max = 8, str = 14, morale = true, weapons = [{ name = 'claw', die = '1d20', hands = 0 }]",
            "attack; attack",
        )
        .policy("B", "target = [{ at = 'random' }]")
        .rounds(12)
        .measured()
}

/// Two resolute foes who are worn down one after the other, and a caster whom one of four mishaps makes hard to look at.
fn resolute() -> Stage {
    let caster = "grimoire = true, ready = 'grimoire', free_magic_dice = 8, inventory = true, spells = ['Haste']";
    stage()
        .hero("A", caster, "cast free_dice=4; attack")
        .hero("Q", "str = 16, hp_max = 20, weapons = [$d4]", "attack; attack")
        .foe("X", "hp_max = 4, str = 16, wil = 18, morale = true, weapons = [$spear]", "attack; attack")
        .foe("Y", "hp_max = 4, str = 16, wil = 18, morale = true, weapons = [$spear]", "attack; attack")
        .rounds(20)
        .measured()
}

/// Somebody who waits to strike back, and whom the blow that it waits for weakens.
fn riposte() -> Stage {
    let claw = "weapons = [{ name = 'claw', die = '1d12', hands = 0 }], str = 16";
    stage().hero("A", "hp_max = 2, str = 24", "hold_attack; attack").foe("B", claw, "attack; attack").rounds(6).measured()
}

/// Casters of four dice, whose mishaps hit and who are attacked, and whose attributes can be lost.
fn casters() -> Stage {
    let fang = "weapons = [{ name = 'fang', die = '1d4', hands = 0, on_crit = [{ effect = 'dex', dice = '3d6' }, { effect = 'wil' }] }]";
    stage()
        .hero("A", &format!("{CASTER}, spells = ['Sleep']"), "cast free_dice=4; attack")
        .hero("C", &format!("{CASTER}, spells = ['Mirror Image'], slots = 3, wil = 3"), "cast free_dice=2; attack")
        .foe("B", fang, "attack; attack")
        .policy("B", "target = [{ at = 'random' }]\nfinish = [{ do = 'yes' }]")
        .foe("D", "kind = 'pc', dex = 2, wil = 2", "attack; gain")
        .rounds(12)
        .measured()
}

/// A caster of three dice, whose spell is reversed by the mishap of five.
fn sleeper() -> Stage {
    stage().hero("A", &format!("{CASTER}, spells = ['Sleep']"), "cast free_dice=3").foe("B", "", "attack").rounds(6).measured()
}

/// Days of hunger, of slots that fill, and of somebody whose clock runs.
fn days() -> Vec<String> {
    let hungry = stage().hero("A", "kind = 'pc', hp_max = 4", "attack").foe("B", "", "").drawn().measured();
    let bleeding = stage()
        .hero("A", "kind = 'pc', hp_max = 2, str = 6", "")
        .hero("Q", "", "")
        .foe("B", CLAW, "attack when='round==1'; attack when='round==1'")
        .rounds(40)
        .drawn()
        .measured();
    let fight = "{ fight = ['heroes', 'foes'] }";
    vec![format!("day = [{{ rest = 'hunger' }}, {fight}]\n{}", hungry.text()), bleeding.text()]
}

/// A bystander who falls to those who may lose.
fn bystander() -> String {
    let axe = "hp_max = 12, weapons = [$d12]";
    let scene = stage().hero("A", axe, "attack").foe("B", axe, "attack").third("N", "kind = 'pc', hp_max = 1, str = 9", "");
    let scene = scene.policy("A", "target = [{ least = 'it.might' }]").rounds(20).drawn().measured();
    let text = scene.text().replace("name = 'heroes'\n", "name = 'heroes'\nattacks = ['others']\n");
    text.replace("name = 'others'\n", "name = 'others'\nneutral = true\n")
}

/// Two foes who are equal by the line that chooses between them.
fn equals() -> String {
    let axe = "hp_max = 12, weapons = [$d12]";
    let scene = stage().hero("A", axe, "attack").foe("B", axe, "attack").foe("C", axe, "attack");
    scene.policy("A", "target = [{ at = 'strongest' }]").rounds(20).drawn().measured().text()
}

#[test]
fn every_alternative_of_every_ruling_changes_something() {
    let scenes = [crowd(), beast(), casters(), sleeper(), resolute(), riposte()];
    let mut texts: Vec<String> = scenes.into_iter().map(|scene| scene.drawn().text()).collect();
    texts.extend(days());
    texts.extend([bystander(), equals()]);
    let play = |text: &str| frame::rules::testing::ScriptedPlay::<super::CairnAp>::sampled(text, 100, 7);
    let plain: Vec<_> = texts.iter().map(|text| play(text)).collect();
    let mut idle = Vec::new();
    for setting in scenario::rulings::<super::CairnAp>() {
        let Value::String(default) = &setting.published else { panic!("{} is no word", setting.path) };
        for option in setting.options.iter().filter(|option| option.name != *default) {
            let line = format!("{} = '{}'\n", setting.path, option.name);
            let changes = texts.iter().zip(&plain).any(|(text, plain)| play(&format!("{line}{text}")) != *plain);
            if !changes {
                idle.push(line);
            }
        }
    }
    assert_eq!(idle, Vec::<String>::new());
}
