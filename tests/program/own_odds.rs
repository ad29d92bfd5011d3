//! The actions of a page of rules as questions: asked by numbers that are typed, and by the sheets of a scenario.
//!
//! Compares what is printed with what dice come to by hand. Start at [`sheets_of_a_scenario_answer_what_is_not_typed`].

use crate::run::{fails, folder, runs};

const PAGE: &str = r#"
format = 1
rules = "brawl"
title = "Brawl"
[stat]
hp_max = 10
armor_class = 12
weapons = { list = "weapon" }
[record.weapon]
to_hit = 0
damage = "1d6"
[state]
hp = { begins = "hp_max" }
[status.dazed]
turn = "lost"
[turn]
out = "hp <= 0"
[action.strike]
with = "weapon"
about = "a blow"
do = """
roll hit: 1d20 + weapon.to_hit
if hit < target.armor_class { count misses; stop }
roll damage: weapon.damage
target.hp -= damage
if hit.face == 20 { target gains dazed for 1 round }
"""
"#;

const DUEL: &str = r#"
format = 1
system = "../brawl.toml"
title = "Ada against Rob"
[[side]]
name = "a"
[[side.combatant]]
name = "Ada"
weapons = [{ name = "sword", to_hit = 2, damage = "1d8" }, { name = "dagger", to_hit = 4, damage = "1d4+1" }]
[[side]]
name = "b"
[[side.combatant]]
name = "Rob"
armor_class = 13
hp_max = 3
"#;

const FILES: [(&str, &str); 2] = [("brawl.toml", PAGE), ("play/duel.toml", DUEL)];

#[test]
fn numbers_are_typed_and_what_can_be_typed_is_listed() {
    let here = folder(&FILES);
    let list = runs(here.path(), &["odds", "brawl.toml"]);
    assert!(list.contains("strike") && list.contains("a blow"), "{list}");
    let help = runs(here.path(), &["odds", "brawl.toml", "strike", "--help"]);
    for name in ["--weapon-to-hit", "--weapon-damage", "--target-armor-class", "--target-hp", "--times"] {
        assert!(help.contains(name), "{name}: {help}");
    }
    let csv = runs(here.path(), &["odds", "brawl.toml", "strike", "--target-armor-class", "20", "--format", "csv"]);
    assert!(csv.contains("the target gains dazed,probability,1/20"), "{csv}");
    let wrong = ["odds", "brawl.toml", "strike", "--armor-class", "20"];
    fails(here.path(), &wrong, 2, &["has no parameter `armor_class`", "target_armor_class"]);
    fails(here.path(), &["odds", "brawl.toml", "strik"], 2, &["did you mean `strike`?"]);
}

#[test]
fn sheets_of_a_scenario_answer_what_is_not_typed() {
    let here = folder(&FILES);
    let ask = |more: &[&str]| {
        let words = ["odds", "brawl.toml", "strike", "--in", "play/duel.toml", "--by", "Ada", "--at", "Rob", "--format", "csv"];
        runs(here.path(), &[&words[..], more].concat())
    };
    let sword = ask(&[]);
    // 11 or more of 20 hit, and 3 hit points are gone where a d8 shows 3 or more.
    assert!(sword.contains("the target goes out,probability,3/8"), "{sword}");
    assert!(sword.contains("weapon-damage,comes from,sword of Ada"), "{sword}");
    let dagger = ask(&["--with", "dagger"]);
    // 9 or more hit, and a d4 and 1 comes to 3 where it shows 2 or more.
    assert!(dagger.contains("the target goes out,probability,9/20"), "{dagger}");
    let twice = ask(&["--times", "2"]);
    assert!(twice.contains("one after the other"), "{twice}");
    let words = ["odds", "brawl.toml", "strike", "--in", "play/duel.toml", "--by"];
    fails(here.path(), &[&words[..], &["Ada", "--with", "spear"]].concat(), 2, &["there is no `spear`", "sword, dagger"]);
    fails(here.path(), &[&words[..], &["Rob", "--at", "Ada"]].concat(), 2, &["Rob has no weapon"]);
}
