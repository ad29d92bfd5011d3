//! Inventory of `vogt`: slots, bundles, quick slots, the bag, and how much is too much (VOG-052 to VOG-064).
//!
//! Owns everything that is decided by what a combatant carries. What too heavy a load does is in [`rest`](super::rest).

use std::collections::BTreeMap;

use frame::dice::Die;
use frame::scenario::Complaints;

use super::book::{Belonging, Book};
use super::fighter::Fighter;
use super::sheet::{Ability, ItemText, Sheet};
use super::state::Body;

/// Slots of each weapon (VOG-056).
pub fn weapon_slots(sheet: &Sheet, book: &Book) -> Vec<u8> {
    let by_hands = |hands| match hands {
        0 => 0,
        1 => book.inventory.item_slots,
        _ => book.inventory.two_handed_slots,
    };
    sheet.weapons.iter().map(|weapon| weapon.slots.unwrap_or_else(|| by_hands(weapon.hands))).collect()
}

/// Slots of all that is carried: weapons, armor and items (VOG-052).
pub fn slots_used(sheet: &Sheet, book: &Book) -> i32 {
    let weapons: i32 = weapon_slots(sheet, book).into_iter().map(i32::from).sum();
    let armor = if sheet.armor > 0 { i32::from(sheet.armor_slots) } else { 0 };
    weapons + armor + items(&sheet.items, book)
}

/// Slots of the items: those of one kind share slots as far as their bundles go (VOG-056, VOG-057, VOG-058, R-46).
fn items(items: &[ItemText], book: &Book) -> i32 {
    let mut bundles: BTreeMap<(&str, u16, u8), u32> = BTreeMap::new();
    for item in items {
        let listed = book.creation.items.iter().find(|listed| listed.name == item.name);
        let bundle = item.bundle.or(listed.map(|listed| listed.bundle)).unwrap_or(1);
        let slots = item.slots.or(listed.map(|listed| listed.slots)).unwrap_or(book.inventory.item_slots);
        let kind = item.bundle_kind.as_deref().unwrap_or(&item.name);
        *bundles.entry((kind, bundle, slots)).or_default() += item.amount;
    }
    bundles.into_iter().map(|((_, bundle, slots), amount)| amount.div_ceil(u32::from(bundle)) as i32 * i32::from(slots)).sum()
}

/// Slots one has (VOG-053, VOG-054).
pub fn slots_of(abilities: &[Die; 4], hands: u8, book: &Book) -> i32 {
    (book.inventory.base + median(abilities, book.inventory.ability)).max(i32::from(hands))
}

/// Returns the number of slots that are quick (VOG-060, VOG-061, R-44).
fn quick_slots_of(abilities: &[Die; 4], hands: u8, book: &Book) -> i32 {
    let quick = book.inventory.quick_base + median(abilities, book.inventory.quick_ability);
    quick.max(i32::from(hands)).min(slots_of(abilities, hands, book))
}

/// Returns the median of an ability's die.
fn median(abilities: &[Die; 4], ability: Ability) -> i32 {
    abilities[ability.index()].median()
}

/// Settles what depends on the abilities: weapons that do not lie wholly in quick slots are in the bag (VOG-059, VOG-062),
/// what is left to fight with, and the load.
pub fn settle(fighter: &Fighter, book: &Book, body: &mut Body) {
    let quick = quick_slots_of(&body.abilities, body.hands, book);
    let mut taken = 0;
    for (index, &slots) in fighter.weapon_slots.iter().enumerate() {
        if body.stowed >> index & 1 == 0 {
            taken += i32::from(slots);
            body.stowed |= u16::from(taken > quick && slots > 0) << index;
        }
    }
    fighter.rearm(body);
    weigh(fighter, book, body);
}

/// A random belonging adds to the load.
pub fn take_up(belonging: &Belonging, fighter: &Fighter, book: &Book, body: &mut Body) {
    body.belonging_slots = belonging.slots;
    weigh(fighter, book, body);
}

/// Settles how many slots are too many (VOG-052, VOG-063).
fn weigh(fighter: &Fighter, book: &Book, body: &mut Body) {
    let carried = fighter.slots + i32::from(body.belonging_slots);
    let over = carried - slots_of(&body.abilities, body.hands, book);
    body.over_slots = over.clamp(0, i32::from(i16::MAX)) as i16;
}

/// Without a bag one holds one item in each hand (VOG-055).
pub fn check_bag(sheet: &Sheet, path: &str, complaints: &mut Complaints) {
    if sheet.has_bag {
        return;
    }
    let weapons: usize = sheet.weapons.iter().map(|weapon| usize::from(weapon.hands)).sum();
    let held = weapons + sheet.items.iter().map(|item| item.amount as usize).sum::<usize>();
    if held > usize::from(sheet.hands) {
        complaints
            .error(format!("{path}.has_bag"), format!("without a bag what it carries takes {held} hands of {}", sheet.hands))
            .help("one item in each hand (VOG-055): leave something out, or give it a bag");
    }
    if let Some(index) = sheet.weapons.iter().position(|weapon| weapon.stowed) {
        complaints.without(format!("{path}.weapons[{index}].stowed"), "a weapon in the bag", "bag");
    }
}
