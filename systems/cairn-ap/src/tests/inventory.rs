//! Slots: what takes how many, Fatigue that fills them, what is dropped for it.

use super::stage::{Shown, Stage, stage};

/// The inventory of somebody at the beginning of a day.
fn slots(sheet: &str, lines: &[&str]) -> Shown {
    let scene = stage().hero("A", &format!("inventory = true, {sheet}"), "").foe("B", "", "");
    lines.iter().fold(scene, |scene, line| scene.head(line)).play("")
}

// CAP-153, CAP-C02
#[test]
fn ten_slots_of_which_things_take_as_many_as_they_are_large() {
    let free = |sheet: &str, free: u8| slots(sheet, &[]).sees(&format!("A free_slots {free}, slots 10"));
    free("fatigue = 0", 10);
    free("items = [{ name = 'rope' }, { name = 'ladder', size = 'bulky' }, { name = 'ring', size = 'petty' }]", 7);
    free("items = [{ name = 'torch', amount = 4 }]", 6);
    free("weapons = [$sword, { name = 'halberd' }], shield = {}", 6);
    free("weapons = [{ name = 'fang', die = '1d6', hands = 0 }]", 10);
    free("armor = [{ name = 'helmet' }, { name = 'plate', worn = false }]", 7);
    free("grimoire = true, mana_dust = 4, scrolls = ['Sleep']", 8);
    free("weapons = [{ name = 'sword', slots = 3 }], fatigue = 2", 5);
    slots("slots = 12, items = [{ name = 'rope' }]", &[]).sees("A free_slots 11, slots 12");
    let book =
        ["book.inventory.slots = 8", "book.inventory.bulky = 3", "book.inventory.normal = 2", "book.inventory.petty = 1"];
    let all = "items = [{ name = 'rope' }, { name = 'ladder', size = 'bulky' }, { name = 'ring', size = 'petty' }]";
    slots(all, &book).sees("A free_slots 2, slots 8");
    slots("grimoire = true", &["book.grimoire.slots = 4"]).sees("A free_slots 6");
}

// CAP-182, CAP-C02
#[test]
fn limbs_that_may_grow_are_no_luggage_and_do_not_burn() {
    let limbs = "book.mishap.alien_weapon = { name = 'tentacle', die = '1d6', metal = false, slots = 2 }";
    slots("grimoire = true", &[limbs]).sees("A free_slots 8");
    let a = "grimoire = true, ready = 'grimoire', free_magic_dice = 8, spells = ['Haste']";
    let plan = "cast free_dice=2 when='round==1'; cast free_dice=4 when='round==2'; attack when='round==3'";
    let scene = stage().hero("A", a, plan).foe("B", "", "").head(limbs).book("mishap.burns_grimoire = false").rounds(3);
    scene.play("Magic Die d6=3 d6=3   d6=5 d6=5 d6=6 d6=4, attack d20=10, weapon d6=5, save d20=1").sees("B hp 25");
    let counted = "book.mishap.alien_weapon = { name = 'spine', die = '1d6', ammo = 3 }";
    let wrong = stage().hero("A", "grimoire = true", "").foe("B", "", "").head(counted).wrong();
    assert!(wrong.contains("shots of limbs cannot be counted"), "{wrong}");
}

// CAP-C02, CAP-C07
#[test]
fn many_sets_of_bandages_of_many_uses_are_all_there() {
    slots("bandages = 20", &["book.aid.bandage_uses = 100"]).sees("A bandages 2000, free_slots 0");
}

// CAP-076, CAP-156
#[test]
fn a_grimoire_that_is_dropped_is_in_no_hand_any_more() {
    tires("slots = 2", 1, "", &[]).sees("A caster 0, ready 2, fatigue 1");
}

// CAP-076
#[test]
fn of_several_things_with_one_name_each_is_dropped_in_its_turn() {
    let gear = "slots = 7, items = [{ name = 'torch', amount = 2 }, { name = 'rope' }, { name = 'anvil', size = 'bulky' }]";
    tires(gear, 2, "{ item = 'torch' }, { do = 'last' }", &[]).sees("A free_slots 0, fatigue 2");
}

// CAP-C03, RU-20
#[test]
fn whoever_begins_a_fight_with_a_full_bag_has_no_hit_points() {
    let full = "items = [{ name = 'sack', amount = 10 }]";
    slots(full, &[]).sees("A hp 0, is(active) 1, free_slots 0");
    slots("items = [{ name = 'sack', amount = 9 }]", &[]).sees("A hp 30");
    slots(full, &["rulings.full_inventory = 'ignore'"]).sees("A hp 30");
    let npc = stage().hero("A", "inventory = false, items = [{ name = 'sack', amount = 10 }]", "").foe("B", "", "");
    npc.play("").sees("A hp 30");
    let by_kind = |kind: &str, hp: u8| {
        let sheet = format!("kind = '{kind}', items = [{{ name = 'sack', amount = 10 }}]");
        stage().hero("A", &sheet, "").foe("B", "", "").play("").sees(&format!("A hp {hp}"));
    };
    by_kind("pc", 0);
    by_kind("hireling", 0);
    by_kind("npc", 30);
}

/// A caster with this gear who gets so much Fatigue from slot dice, with this order of dropping.
fn tires(gear: &str, fatigue: u8, drop: &str, lines: &[&str]) -> Shown {
    let sheet = format!("inventory = true, grimoire = true, ready = 'grimoire', spells = ['Haste'], mana_dust = 9, {gear}");
    let plan = "cast dust_dice=2";
    let scene: Stage = stage().hero("A", &sheet, plan).foe("B", "", "").measured();
    let scene = if drop.is_empty() { scene } else { scene.policy("A", &format!("drop = [{drop}]")) };
    let scene = scene.book(&format!("mishap.chain_fatigue = {fatigue}"));
    lines.iter().fold(scene, |scene, line| scene.head(line)).play("d6=2 d6=2")
}

// CAP-074, CAP-075, CAP-076, CAP-C03, RU-20
#[test]
fn when_no_slot_is_free_for_fatigue_the_last_thing_is_dropped() {
    let gear = "items = [{ name = 'rope', amount = 7 }, { name = 'ladder', size = 'bulky' }]";
    tires("items = [{ name = 'rope', amount = 7 }]", 1, "", &[]).sees("A fatigue 1, free_slots 0, hp 0").counts("A dropped 0");
    tires("items = [{ name = 'rope', amount = 8 }]", 1, "", &[]).sees("A fatigue 1, free_slots 0, hp 0").counts("A dropped 1");
    tires(gear, 0, "", &[]).sees("A hp 0, free_slots 0");
    let eight = "items = [{ name = 'ladder', size = 'bulky' }, { name = 'rope', amount = 6 }]";
    tires(eight, 1, "{ do = 'first' }", &[]).sees("A fatigue 1, free_slots 1").counts("A dropped 1");
    tires(eight, 1, "{ item = 'ladder' }", &[]).sees("A fatigue 1, free_slots 1").counts("A dropped 1");
    tires(eight, 1, "{ do = 'last' }", &[]).sees("A fatigue 1, free_slots 0").counts("A dropped 1");
    let kept = "items = [{ name = 'rope', amount = 7 }, { name = 'heirloom', droppable = false }]";
    tires(kept, 1, "", &[]).sees("A fatigue 1, free_slots 0").counts("A dropped 1");
    tires(eight, 2, "", &[]).sees("A fatigue 2, free_slots 0, hp 0").counts("A dropped 2, fatigue_added 2");
    let ignored = ["rulings.full_inventory = 'ignore'"];
    tires("items = [{ name = 'rope', amount = 7 }]", 1, "", &ignored).sees("A fatigue 1, free_slots 0, hp 30");
}

// CAP-076, RU-20
#[test]
fn the_grimoire_is_dropped_last_and_without_anything_to_drop_fatigue_is_not_added() {
    let heirlooms =
        |amount: u8| format!("slots = {}, items = [{{ name = 'heirloom', amount = {amount}, droppable = false }}]", amount + 2);
    tires(&heirlooms(2), 1, "", &[]).sees("A caster 0, fatigue 1, free_slots 1").counts("A dropped 1");
    tires(&heirlooms(2), 2, "", &[]).sees("A caster 0, fatigue 2, free_slots 0");
    let armed = "slots = 3, weapons = [{ name = 'sword' }]";
    tires(armed, 1, "", &[]).sees("A caster 1, fatigue 1, free_slots 0").counts("A dropped 1");
    tires(&heirlooms(2), 3, "", &[]).sees("A fatigue 2, free_slots 0").counts("A fatigue_added 2, dropped 1");
}

// CAP-075
#[test]
fn each_fatigue_takes_as_many_slots_as_the_book_says() {
    slots("fatigue = 3", &[]).sees("A free_slots 7");
    slots("fatigue = 3", &["book.inventory.fatigue = 2"]).sees("A free_slots 4");
}
