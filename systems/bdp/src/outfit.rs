//! Gear as the rules see it: weapons, armor and items of a sheet, made of their texts and the book.
//!
//! Owns the checks of gear that the schema cannot make. Must not change during a fight. Start at [`weapons`].

use std::collections::BTreeMap;

use frame::dice::Die;
use frame::error::nearest;
use frame::scenario::Complaints;

use super::book::gear::{ItemUse, Tags, WeaponKind};
use super::book::harm::Area;
use super::book::{Book, Poison};
use super::fighter::unknown;
use super::rulings::{CategoryBy, Rulings, WeaponTable};
use super::sheet::{Category, DamageType, ItemText, PoisonText, Quality, Rolled, Sheet, Skill, Source, WeaponText};
use super::state::{ITEMS_MAX, WEAPONS_MAX};
use super::strike::Edge;
use super::wildcraft::brewed;
use super::{Words, Written};

/// A weapon, ready for use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Its category, by which it is ordered, blocked and dodged.
    pub category: Category,
    /// Dice.
    pub die: Die,
    /// Type of its damage.
    pub damage: Option<DamageType>,
    /// True if it reaches far.
    pub reach: bool,
    /// Slots it takes.
    pub slots: i16,
    /// Hands it takes; 0 for natural weapons and none at all.
    pub hands: u8,
    /// True if it shoots.
    pub ranged: bool,
    /// True if it shoots at Far.
    pub far: bool,
    /// True if it can be thrown.
    pub thrown: bool,
    /// Turns to reload it after a shot.
    pub reload: u8,
    /// Turns to draw it before each shot.
    pub draw: u8,
    /// Attacks after which it breaks; 0 for none.
    pub uses: u8,
    /// True if a failed Critical Damage Save only knocks out.
    pub nonlethal: bool,
    /// Without any proficiency, with that of its type, with that of the weapon, with both.
    edges: [Edge; 4],
    /// The index of the edge that its owner begins with.
    first_edge: u8,
    /// True if its owner is proficient with it from the beginning.
    pub proficient: bool,
    /// Its quality.
    pub quality: Quality,
    /// True if it is silvered.
    pub silver: bool,
    /// The poison on it.
    pub poison: Option<Poison>,
    /// The sources that it is, one bit each.
    pub sources: u16,
    /// Its price.
    pub price: u32,
    /// The item that it is as well, if any. [BDP-471]
    pub item: Option<u8>,
}

impl Weapon {
    /// Returns its edge in proficient hands, or in others.
    #[inline]
    #[must_use]
    pub fn edge(&self, by_type: bool, by_weapon: bool) -> &Edge {
        &self.edges[usize::from(by_type) | usize::from(by_weapon) << 1]
    }

    /// Returns its edge in the hands of its owner in the beginning.
    #[inline]
    #[must_use]
    pub fn first_edge(&self) -> &Edge {
        &self.edges[usize::from(self.first_edge % 4)]
    }

    /// Its owner begins with proficiency with these types of damage, one bit each (BDP-531).
    pub fn is_trained(&mut self, types: u8) {
        let by_type = self.damage.is_some_and(|damage| types >> damage as u8 & 1 == 1);
        self.first_edge = u8::from(by_type) | u8::from(self.proficient) << 1;
    }

    /// True if blows can bounce back from it.
    #[must_use]
    pub fn counters(&self) -> bool {
        self.edges.iter().any(|edge| edge.counter > 0)
    }

    /// True if it helps its owner to act first.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.edges.iter().any(|edge| edge.quick > 0)
    }

    /// True if it can be given up, dropped or taken away.
    #[must_use]
    pub fn loose(&self) -> bool {
        self.hands > 0
    }
}

/// An item, ready for use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its purpose.
    pub does: ItemUse,
    /// Slots it takes.
    pub slots: i16,
    /// True if it is in the backpack.
    pub stored: bool,
    /// Times that it can be used; 0 for always.
    pub uses: u8,
    /// The area that it protects.
    pub area: Option<Area>,
    /// Magic Dice that it gives.
    pub dice: u8,
    /// The wound that it cures, or the recipe that it is.
    pub key: String,
}

/// Magic Dice of a caster with so many of its own and these things at hand (BDP-451, BDP-470, BDP-471, BDP-532).
pub fn magic_dice<'a>(own: u8, items: impl Iterator<Item = &'a Item>, book: &Book) -> u8 {
    let (mut devices, mut trinkets) = (0_u8, 0_u8);
    for item in items {
        match item.does {
            ItemUse::MagicDevice => devices = devices.saturating_add(item.dice),
            ItemUse::Trinket => trinkets = trinkets.saturating_add(item.dice),
            _ => {}
        }
    }
    own.saturating_add(devices).saturating_add(trinkets.min(book.md.trinkets_max)).min(book.md.max)
}

/// All that it can strike with: the weapons of its sheet, items that can be wielded, and its bare hands.
pub fn weapons(written: Written, words: Words, complaints: &mut Complaints) -> Vec<Weapon> {
    let Written { sheet, path } = written;
    let mut weapons = Vec::with_capacity(sheet.weapons.len() + 1);
    for (index, text) in sheet.weapons.iter().take(WEAPONS_MAX).enumerate() {
        weapons.push(weapon(text, &format!("{path}.weapons[{index}]"), words, complaints));
    }
    if sheet.rolled == Some(Rolled::Rival) {
        if !sheet.weapons.is_empty() {
            complaints.error(format!("{path}.weapons"), "a rival rolls for its weapon");
        }
        weapons.extend(rival_weapons(path, words, complaints));
    }
    weapons.extend(items_as_weapons(written, words, complaints));
    if weapons.len() >= WEAPONS_MAX {
        complaints.too_many(format!("{path}.weapons"), WEAPONS_MAX - 1, "weapons");
        weapons.truncate(WEAPONS_MAX - 1);
    }
    weapons.push(unarmed(sheet, words));
    weapons
}

/// Items that can be wielded, each with the slots that it takes (BDP-471).
fn items_as_weapons(Written { sheet, path }: Written, words: Words, complaints: &mut Complaints) -> Vec<Weapon> {
    let mut weapons = Vec::new();
    let mut place = 0_u8;
    for (index, text) in sheet.items.iter().enumerate() {
        let kind = words.book.item.get(&text.name).filter(|kind| !kind.weapon.is_empty());
        for item in place..place.saturating_add(text.amount) {
            let Some(kind) = kind else { break };
            let row = WeaponText {
                kind: kind.weapon.clone(),
                name: text.name.replace('_', " "),
                slots: Some(text.slots.unwrap_or(kind.slots)),
                ..WeaponText::default()
            };
            let wielded = weapon(&row, &format!("{path}.items[{index}]"), words, complaints);
            weapons.push(Weapon { item: Some(item), ..wielded });
        }
        place = place.saturating_add(text.amount);
    }
    weapons
}

/// The weapons of which a rival has one (BDP-428). Rivals are of version 2, and so are those of their weapons that version
/// 1.32 does not know.
fn rival_weapons(path: &str, Words { book, rulings }: Words, complaints: &mut Complaints) -> Vec<Weapon> {
    let names = &book.creation.rival_weapons;
    if names.is_empty() || names.len() >= WEAPONS_MAX {
        complaints.error("book.creation.rival_weapons", format!("a rival chooses among 1 to {} weapons", WEAPONS_MAX - 1));
    }
    let of_two = Rulings { weapon_table: Some(WeaponTable::Two), ..rulings.clone() };
    let one = |kind: &String| {
        let known = table(book, rulings).contains_key(kind);
        let text = WeaponText { kind: kind.clone(), ..WeaponText::default() };
        weapon(&text, path, Words { book, rulings: if known { rulings } else { &of_two } }, complaints)
    };
    names.iter().take(WEAPONS_MAX - 1).map(one).collect()
}

/// An armor as it is worn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Armor {
    /// Points of Armor.
    pub points: i32,
    /// Slots it takes.
    pub slots: i16,
}

/// Possible armors (BDP-278, BDP-428).
pub fn armors(own: Armor, Written { sheet, path }: Written, book: &Book, complaints: &mut Complaints) -> Vec<Armor> {
    let mut armors = vec![own];
    if sheet.rolled != Some(Rolled::Rival) {
        return armors;
    }
    if !sheet.armor.is_empty() {
        complaints.error(format!("{path}.armor"), "a rival rolls for its armor");
    }
    for name in book.creation.rival_armor.values() {
        let kind = book.armor.kinds.get(name);
        if kind.is_none() && !name.is_empty() {
            unknown(name, "armor", book.armor.kinds.keys(), "book.creation.rival_armor", complaints);
        }
        armors.push(kind.map_or_else(Armor::default, |kind| Armor { points: kind.armor.into(), slots: kind.slots.into() }));
    }
    armors
}

/// The weapons of the version that is played (BDP-617).
fn table<'a>(book: &'a Book, rulings: &Rulings) -> &'a BTreeMap<String, WeaponKind> {
    match rulings.weapon_table() {
        WeaponTable::Two => &book.weapon,
        WeaponTable::Older => &book.weapon_1_32,
    }
}

/// Makes a weapon of its text, by the table of the book where it names a kind (BDP-321 to BDP-323, R-22).
fn weapon(text: &WeaponText, path: &str, Words { book, rulings }: Words, complaints: &mut Complaints) -> Weapon {
    let table = table(book, rulings);
    let own = WeaponKind::of(text.category.unwrap_or(Category::Balanced));
    let kind = table.get(&text.kind).unwrap_or_else(|| {
        if !text.kind.is_empty() {
            unknown(&text.kind, "weapon", table.keys(), &format!("{path}.kind"), complaints);
        }
        &own
    });
    if text.kind.is_empty() && text.name.is_empty() {
        complaints.needs(path, "a weapon", "a `kind` of the book or a `name` of its own");
    }
    let listed = text.category.unwrap_or(kind.category);
    let die = text.die.or(kind.die).unwrap_or(match listed {
        Category::Fast => book.die.fast,
        Category::Balanced => book.die.balanced,
        Category::Slow => book.die.slow,
    });
    let category = match rulings.category_by {
        CategoryBy::Listed => listed,
        CategoryBy::Die => by_die(die, book),
    };
    let damage = text.damage.or(kind.damage);
    let hands = text.hands.unwrap_or(kind.hands);
    let bulky = if kind.bulky { book.inventory.bulky } else { book.inventory.item };
    let slots = text.slots.unwrap_or(if hands == 0 { 0 } else { bulky });
    let tags = text.tags.as_ref().unwrap_or(&kind.tags);
    let edge = |by_type: bool, by_weapon: bool| {
        let none = Tags::default();
        Edge::new(if by_weapon { tags } else { &none }, text.quality, damage.filter(|_| by_type), book)
    };
    let source = damage.map_or(Source::Untyped, Source::from);
    Weapon {
        name: if text.name.is_empty() { text.kind.replace('_', " ") } else { text.name.clone() },
        category,
        die,
        damage,
        reach: text.reach.unwrap_or(kind.reach),
        slots: slots.into(),
        hands,
        ranged: text.ranged.unwrap_or(kind.ranged),
        far: kind.far,
        thrown: text.thrown.unwrap_or(kind.thrown),
        reload: kind.reload,
        draw: kind.draw,
        uses: kind.uses,
        nonlethal: kind.nonlethal || text.nonlethal,
        edges: [edge(false, false), edge(true, false), edge(false, true), edge(true, true)],
        first_edge: 0,
        proficient: text.proficient,
        quality: text.quality,
        silver: text.silver,
        poison: text.poison.map(|poison| poisoned(poison, book)),
        sources: 1 << source as u16 | text.element.map_or(0, |element| 1 << element as u16),
        price: text.price,
        item: None,
    }
}

/// The poison on a weapon (BDP-346, R-35).
fn poisoned(text: PoisonText, book: &Book) -> Poison {
    let usual = &book.property.poison;
    Poison {
        dice: text.dice.unwrap_or(usual.dice),
        ability: text.ability.unwrap_or(usual.ability),
        critical: text.critical.unwrap_or(usual.critical),
        doses: text.doses.unwrap_or(usual.doses),
    }
}

/// The category of a weapon by its die.
fn by_die(die: Die, book: &Book) -> Category {
    match die.sides {
        sides if sides <= book.die.fast.sides => Category::Fast,
        sides if sides <= book.die.balanced.sides => Category::Balanced,
        _ => Category::Slow,
    }
}

/// No weapon at all (BDP-247, BDP-250, BDP-510).
fn unarmed(sheet: &Sheet, words: Words) -> Weapon {
    let Words { book, .. } = words;
    let die = if sheet.skills.contains(&Skill::Brawler) { book.skill.brawler } else { book.die.unarmed };
    let (name, hands) = ("fists".to_owned(), Some(0));
    let text = WeaponText { name, hands, die: Some(die), nonlethal: true, ..WeaponText::default() };
    // Fists are fast whatever decides the category of weapons.
    Weapon { category: Category::Fast, far: false, ..weapon(&text, "", words, &mut Complaints::default()) }
}

/// Warns of uses that an item never has (BDP-363, BDP-365).
fn check_uses(text: &ItemText, given: u8, path: &str, complaints: &mut Complaints) {
    let name = text.name.replace('_', " ");
    match text.uses {
        Some(_) if given == 0 => {
            complaints
                .warning(path, format!("nobody counts the uses of the {name}"))
                .help("leave `uses` out: only what the book says wears out (BDP-363, BDP-365)");
        }
        Some(uses) if uses > given => {
            complaints
                .warning(path, format!("{uses} uses of the {name} are left, but a new one has {given}"))
                .help("`book.item` says how many a new one has");
        }
        _ => {}
    }
}

/// The items of its sheet, one by one.
pub fn items(written: Written, words: Words, complaints: &mut Complaints) -> Vec<Item> {
    let (Written { sheet, path }, book) = (written, words.book);
    let mut items = Vec::new();
    for (index, text) in sheet.items.iter().enumerate() {
        if text.name.is_empty() {
            complaints.needs(format!("{path}.items[{index}].name"), "an item", "a name");
        }
        let kind = book.item.get(&text.name);
        if kind.is_none()
            && let Some(near) = nearest(&text.name, book.item.keys().map(String::as_str))
        {
            let message = format!("the rules know no `{}`: it takes room and does nothing", text.name);
            complaints.warning(format!("{path}.items[{index}].name"), message).help(format!("did you mean `{near}`?"));
        }
        if kind.is_some_and(|kind| kind.area.is_some()) && text.stored {
            let message = format!("the {} is in the backpack, where it protects nothing", text.name.replace('_', " "));
            complaints.warning(format!("{path}.items[{index}]"), message).help("`stored = false` puts it on");
        }
        let given = kind.map_or(0, |kind| kind.uses);
        let uses = text.uses.filter(|_| given > 0).unwrap_or(given);
        check_uses(text, given, &format!("{path}.items[{index}].uses"), complaints);
        // An item that can be wielded takes the slots of a weapon, and is at hand.
        let wielded = kind.is_some_and(|kind| !kind.weapon.is_empty());
        for _ in 0..text.amount {
            let listed = kind.map_or(book.inventory.item, |kind| kind.slots);
            items.push(Item {
                name: text.name.replace('_', " "),
                does: kind.map_or(ItemUse::Nothing, |kind| kind.does),
                slots: if wielded { 0 } else { text.slots.unwrap_or(listed).into() },
                stored: text.stored && !wielded,
                uses,
                area: kind.and_then(|kind| kind.area),
                dice: kind.map_or(0, |kind| kind.dice),
                key: kind.map_or_else(String::new, |kind| kind.key.clone()),
            });
        }
    }
    for name in brewed(written, words, complaints) {
        let slots = book.item.get(&name).map_or(book.inventory.item, |kind| kind.slots);
        items.push(Item {
            name: name.replace('_', " "),
            does: ItemUse::Potion,
            slots: slots.into(),
            stored: true,
            uses: 1,
            area: None,
            dice: 0,
            key: name,
        });
    }
    if items.len() > ITEMS_MAX {
        complaints.too_many(format!("{path}.items"), ITEMS_MAX, "items");
        items.truncate(ITEMS_MAX);
    }
    items
}
