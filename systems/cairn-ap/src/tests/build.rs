//! The parts of combatants: sheets, characters rolled by dice, hirelings, the lists of the book.

use super::super::book::library::{Lasting, Measure, SpellEffect, SpellTarget};
use super::super::book::{Attribute, Book};
use super::stage::{Shown, Stage, stage};

fn scene(a: &str) -> Stage {
    stage().hero("A", a, "").foe("B", "", "").measured()
}

// CAP-001, CAP-002, CAP-003, CAP-004
#[test]
fn there_are_three_attributes_each_with_what_it_is_for() {
    let attribute = Book::default().attribute;
    assert_eq!([attribute.melee, attribute.stunt, attribute.block, attribute.parry, attribute.brace], [Attribute::Str; 5]);
    assert_eq!([attribute.ranged, attribute.dodge, attribute.blind], [Attribute::Dex; 3]);
    assert_eq!((attribute.spell, Book::default().initiative.attribute), (Attribute::Wil, Attribute::Wil));
    scene("str = 8, dex = 11, wil = 4, str_max = 9").play("").sees("A str 8, str_max 9, dex 11, dex_max 11, wil 4, wil_max 4");
}

// CAP-005, CAP-006, CAP-007
#[test]
fn the_units_are_those_of_the_source() {
    let book = Book::default();
    assert_eq!((book.ap.seconds, book.round.seconds, book.space.feet), (3, 120, 5));
}

// CAP-077, CAP-078, CAP-080
#[test]
fn armor_counts_while_it_is_worn_and_up_to_three() {
    let armor = |sheet: &str, armor: u8| {
        let scene = stage().hero("A", sheet, "").foe("B", "weapons = [$d8]", "attack");
        scene.play("attack d20=20, weapon d8=8, save d20=1").sees(&format!("A armor {armor}, hp {}", 22 + armor));
    };
    armor("armor = [{ name = 'gambeson' }, { name = 'helmet' }]", 2);
    armor("armor = [{ name = 'gambeson', worn = false }, { name = 'helmet' }]", 1);
    armor("armor = [{ name = 'plate' }, { name = 'helmet' }]", 3);
    armor("armor = [{ name = 'helmet' }], natural_armor = 1, magical_armor = 1", 3);
    armor("natural_armor = 2, magical_armor = 2", 3);
    armor("armor = [{ name = 'hide', armor = 2 }]", 2);
    scene("natural_armor = 4, magical_armor = 2").book("damage.armor_cap = 5").play("").sees("A armor 5");
}

/// Dice of three attributes and of hit points.
const ROLLED: &str = "d6=1 d6=2 d6=3 d6=4 d6=5 d6=6 d6=2 d6=2 d6=2 d6=5 ";

fn rolled(sheet: &str, lines: &[&str], dice: &str) -> Shown {
    let scene = stage().hero("A", sheet, "").foe("B", "", "").raw().measured();
    lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("{dice} d20=20 d20=10"))
}

// CAP-001, CAP-088, CAP-090, CAP-C01
#[test]
fn characters_and_hirelings_are_rolled_anew_for_every_day() {
    for kind in ["pc", "hireling"] {
        let sheet = format!("kind = '{kind}', rolled = 'keep'");
        rolled(&sheet, &[], ROLLED).sees("A str 6, dex 15, wil 6, str_max 6, dex_max 15, hp 5, hp_max 5");
        let book = [&*format!("book.{kind}.attribute = '2d8'"), &*format!("book.{kind}.hp = '1d4'")];
        rolled(&sheet, &book, "d8=1 d8=2 d8=3 d8=4 d8=5 d8=6 d4=3").sees("A str 3, dex 7, wil 11, hp_max 3");
    }
    for (swap, seen) in
        [("str", "A str 15, dex 6, wil 6"), ("dex", "A str 6, dex 15, wil 6"), ("wil", "A str 6, dex 6, wil 15")]
    {
        rolled(&format!("kind = 'pc', rolled = 'highest_to_{swap}'"), &[], ROLLED).sees(seen);
    }
}

// CAP-087, CAP-089, CAP-091, RU-11
#[test]
fn a_hireling_has_the_gear_of_its_role_and_falls_like_an_enemy_unless_a_player_plays_it() {
    let armed =
        stage().hero("A", "kind = 'hireling', role = 'bodyguard', weapons = [$spear]", "attack").foe("B", "", "").measured();
    armed.play("attack d20=10, weapon d8=3, save d20=13").sees("B hp 27").counts("A wage 10");
    let fallen = |lines: &[&str], dice: &str| {
        let scene = stage().hero("A", "kind = 'hireling', hp_max = 2", "").hero("Q", "", "").foe("B", "str = 30", "attack");
        lines.iter().fold(scene, |scene, line| scene.head(line)).play(&format!("d20=20 d4=3 d20=1 {dice}"))
    };
    fallen(&[], "critical damage d20=6").sees("A dead 1, hp_max 2");
    fallen(&["book.hireling.as_pc = true"], "critical damage d20=6, scar d6=5").sees("A is(down) 1, hp_max 5");
}

// CAP-022, CAP-168, CAP-C02, CAP-C04
#[test]
fn published_weapons() {
    let book = Book::default();
    let row = |name: &str| {
        let kind = &book.weapon[name];
        (kind.die.to_string(), kind.ranged, kind.bulky, kind.price)
    };
    for (names, die, price) in
        [(&["dagger", "cudgel", "sickle", "staff"][..], "1d6", 5), (&["spear", "sword", "mace", "axe", "flail"], "1d8", 10)]
    {
        for name in names {
            assert_eq!(row(name), (die.to_owned(), false, false, price), "{name}");
        }
    }
    for name in ["halberd", "war hammer", "long sword"] {
        assert_eq!(row(name), ("1d10".to_owned(), false, true, 20), "{name}");
    }
    assert_eq!(row("sling"), ("1d6".to_owned(), true, false, 5));
    assert_eq!(row("bow"), ("1d6".to_owned(), true, true, 20));
    assert_eq!(row("crossbow"), ("1d8".to_owned(), true, true, 30));
    assert_eq!(book.weapon.len(), 15);
    let wooden: Vec<&str> = book.weapon.iter().filter(|(_, kind)| !kind.metal).map(|(name, _)| &**name).collect();
    assert_eq!(wooden, ["bow", "crossbow", "cudgel", "sling", "spear", "staff"]);
    // A bulky weapon leaves no hand for a shield.
    let guard = |weapon: &str, dice: &str| {
        let sheet = format!("inventory = true, weapons = [{{ name = '{weapon}' }}], shield = {{}}");
        let scene = stage().hero("A", &sheet, "").policy("A", "save = [{ do = 'block' }]").foe("B", "", "attack");
        scene.play(&format!("d20=1 d4=1 d20=20 {dice}"))
    };
    guard("sword", "shield or weapon d6=1").sees("A free_slots 8");
    guard("halberd", "shield or weapon d10=1").sees("A free_slots 7");
}

// CAP-C02, CAP-C05
#[test]
fn published_armor() {
    let book = Book::default();
    for (name, armor, bulky, price) in [
        ("helmet", 1, false, 10),
        ("gambeson", 1, false, 15),
        ("brigandine", 1, true, 20),
        ("chainmail", 2, true, 40),
        ("plate", 3, true, 60),
        ("shield", 1, false, 10),
    ] {
        let kind = &book.armor[name];
        assert_eq!((kind.armor, kind.bulky, kind.price), (armor, bulky, price), "{name}");
    }
    assert_eq!(book.armor.len(), 6);
    scene("inventory = true, armor = [{ name = 'chainmail' }, { name = 'helmet' }]").play("").sees("A armor 3, free_slots 7");
}

// CAP-070, CAP-153, CAP-196, CAP-C07
#[test]
fn published_prices() {
    let book = Book::default();
    let cost = &book.cost;
    assert_eq!((cost.bandages, cost.medical_healing, cost.book, cost.dust), (30, 50, 50, 0));
    assert_eq!((book.aid.bandage_uses, book.grimoire.value, book.grimoire.slots), (3, 300, 2));
    assert_eq!((book.copy.gp, book.make.gp), (50, 200));
    let worth =
        "gold = 0, grimoire = true, bandages = 2, weapons = [$sword], armor = [{ name = 'plate' }], shield = {}, mana_dust = 2";
    scene(worth).play("").counts("A worth 440");
    scene(worth).book("cost.dust = 100").play("").counts("A worth 640");
}

// CAP-087, CAP-C08
#[test]
fn published_wages() {
    let roles: Vec<(String, u32)> = Book::default().role.into_iter().map(|(name, kind)| (name, kind.wage)).collect();
    let published = [
        ("alchemist", 30),
        ("animal handler", 5),
        ("blacksmith", 15),
        ("bodyguard", 10),
        ("guide", 5),
        ("lockpick", 10),
        ("navigator", 10),
        ("sailor", 5),
        ("scholar", 20),
        ("tracker", 5),
        ("trapper", 5),
        ("veteran bodyguard", 20),
    ];
    assert_eq!(roles, published.map(|(name, wage)| (name.to_owned(), wage)));
    scene("kind = 'hireling', role = 'alchemist'").play("").counts("A wage 30");
}

// CAP-154, CAP-157, CAP-C09, CAP-C10
#[test]
fn published_spells() {
    use SpellEffect::{Decoys, Pacify, Restore, Restrain, Sleep, Speed, Summon, Ward};
    use SpellTarget::{Ally, Caster, Enemies};
    let book = Book::default();
    for (name, effect, target, targets, resist, amount, duration, touch) in [
        ("Sleep", Sleep, Enemies, Measure::Dice, Some(Attribute::Wil), Measure::Dice, Lasting::Sum, false),
        ("Pacify", Pacify, Enemies, Measure::Dice, Some(Attribute::Wil), Measure::Dice, Lasting::Sum, false),
        ("Cone of Foam", Restrain, Enemies, Measure::Dice, Some(Attribute::Dex), Measure::Dice, Lasting::Sum, false),
        ("Web", Restrain, Enemies, Measure::Dice, Some(Attribute::Dex), Measure::Dice, Lasting::Sum, false),
        ("Cure Wounds", Restore, Ally, Measure::One, None, Measure::Dice, Lasting::Once, true),
        ("Shield", Ward, Ally, Measure::One, None, Measure::Dice, Lasting::Minutes, true),
        ("Mirror Image", Decoys, Caster, Measure::One, None, Measure::Dice, Lasting::Sum, false),
        ("Haste", Speed, Caster, Measure::One, None, Measure::Dice, Lasting::Sum, false),
        ("Raise Dead", Summon, Caster, Measure::One, None, Measure::Sum, Lasting::Fight, false),
    ] {
        let kind = &book.spell[name];
        assert_eq!((kind.effect, kind.target, kind.targets, kind.resist), (effect, target, targets, resist), "{name}");
        assert_eq!((kind.amount, kind.duration, kind.touch), (amount, duration, touch), "{name}");
    }
    assert_eq!(book.spell["Cure Wounds"].attribute, Attribute::Str);
    assert_eq!(book.spell["Raise Dead"].summons.as_deref(), Some("skeleton"));
    assert_eq!((book.spell.len(), book.magic.minutes_per_sum, book.magic.range_feet), (9, 10, 40));
}

// CAP-157
#[test]
fn a_spell_whose_effect_lasts_says_how_long() {
    let spell = |effect: &str| {
        stage().hero("A", "", "").foe("B", "", "").book(&format!("spell.Doze = {{ effect = '{effect}', target = 'enemies' }}"))
    };
    let found = spell("sleep").wrong();
    assert!(found.contains("the effect of `Doze` lasts, but no time is given for it"), "{found}");
    spell("damage").play("");
}

// CAP-C11
#[test]
fn published_creatures_are_in_the_bestiary() {
    let bestiary: toml::Table = include_str!("../../../../scenarios/bestiary/cairn-ap.toml").parse().expect("a file of TOML");
    for (name, hp, str, dex, wil) in
        [("bandit", 4, 12, 12, 9), ("bandit_leader", 4, 12, 12, 13), ("goblin", 4, 8, 12, 8), ("ogre", 6, 16, 8, 6)]
    {
        let creature = &bestiary["combatant"][name];
        let number = |key: &str| creature[key].as_integer().expect("a number");
        assert_eq!((number("hp_max"), number("str"), number("dex"), number("wil")), (hp, str, dex, wil), "{name}");
    }
    let of = |name: &str| &bestiary["combatant"][name];
    assert_eq!(of("goblin")["weapons"][0]["die"].as_str(), Some("1d6"));
    assert_eq!((of("ogre")["weapons"][0]["die"].as_str(), of("ogre")["natural_armor"].as_integer()), (Some("1d10"), Some(1)));
    assert_eq!(
        (of("bandit")["armor"][0]["name"].as_str(), of("bandit")["weapons"][0]["name"].as_str()),
        (Some("gambeson"), Some("cudgel"))
    );
    assert_eq!((of("bandit_leader")["leader"].as_bool(), of("bandit_gang")["detachment"].as_bool()), (Some(true), Some(true)));
    assert_eq!(of("skeleton")["wil"].as_integer(), Some(0));
}

// CAP-C11, RU-19
#[test]
fn a_creature_that_never_had_any_will_acts_like_others() {
    let scene = stage().hero("A", "wil = 0, dex = 0", "gain").foe("B", "", "");
    scene.play("").sees("A is(active) 1, pending_adv 1");
}

#[test]
fn a_plan_for_what_one_has_not_is_refused_with_the_reason() {
    for (sheet, plan, said) in [
        ("", "gain weapon='bare~hands'", "means nothing"),
        ("", "item item='rope'", "no item `rope`"),
        ("grimoire = true, spells = ['Sleep']", "cast spell='Web'", "no spell `Web`"),
        ("", "attack when='target.hopp>1'", "no `hopp`"),
    ] {
        let found = stage().hero("A", sheet, plan).foe("B", "", "").wrong();
        assert!(found.contains(said), "{plan}: {found}");
    }
}
