//! A fighter: what the rules need to know of one combatant, made of its sheet and the book when a scenario is loaded.
//!
//! Owns the checks of a sheet that the schema cannot make, and the condition in which a day begins. Must not change during a
//! fight. Start at [`Fighter::new`].

use frame::dice::{Die, Slot};
use frame::fight::Side;
use frame::rules::Written;
use frame::scenario::{Complaint, Complaints};

use super::Words;
use super::book::between::Replacement;
use super::book::library::SpellKind;
use super::book::{Attribute, Book};
use super::check::Object;
use super::condition::Mark;
use super::sheet::{Cover, Hands, ItemEffect, Kind, OnCrit, Rolled, Sheet, Size, WeaponText};
use super::state::{Body, flag};

/// The origin of a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is carried, or part of the body from the beginning.
    Own,
    /// The bolt of mishap 18. [CAP-180]
    Bolt,
    /// The limbs of mishap 20. [CAP-182]
    Alien,
    /// Bare hands. [CAP-106]
    Unarmed,
    /// A thing that lies about. [CAP-033]
    Improvised,
}

/// A weapon, ready for use.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// The origin.
    pub origin: Origin,
    /// Its dice.
    pub object: Object,
    /// Their mean in parts of 1000.
    pub mean: i32,
    /// The attribute of attacks.
    pub attribute: Attribute,
    /// True if it is shot or thrown.
    pub ranged: bool,
    /// Spaces it reaches in close combat.
    pub reach: i32,
    /// Hands it takes.
    pub hands: u8,
    /// Action points of an attack.
    pub ap: u8,
    /// True if it is magical.
    pub magical: bool,
    /// True if it burns.
    pub fire: bool,
    /// True if it is made of metal.
    pub metal: bool,
    /// True if it strikes several at once.
    pub blast: bool,
    /// The number of shots in a fight.
    pub ammo: Option<u8>,
    /// The further effects of a failed save against critical damage.
    pub on_crit: Vec<OnCrit>,
    /// Slots it takes.
    pub slots: u8,
    /// Price.
    pub price: u32,
    /// True if nothing about it is out of the ordinary: one's own, for close combat against one, without shots or fire, and not
    /// for more than two hands.
    pub plain: bool,
}

/// Armor that is carried.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Armor while worn.
    pub armor: u8,
    /// True if it is worn.
    pub worn: bool,
    /// True if it is made of metal.
    pub metal: bool,
    /// Slots it takes.
    pub slots: u8,
}

/// A shield.
#[derive(Clone, Copy, Debug)]
pub struct ShieldGear {
    /// Its die.
    pub object: Object,
    /// Its mean in parts of 1000.
    pub mean: i32,
    /// Armor it gives where the rulings want it.
    pub armor: u8,
    /// True if it is made of metal.
    pub metal: bool,
    /// Slots it takes.
    pub slots: u8,
}

/// Something else that is carried.
#[derive(Clone, Debug)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// Slots it takes.
    pub slots: u8,
    /// True if it is made of metal.
    pub metal: bool,
    /// True if it can be dropped for Fatigue.
    pub droppable: bool,
    /// The effect when used.
    pub effect: ItemEffect,
    /// Its dice.
    pub dice: Die,
}

/// A spell that is in the Grimoire or on a scroll.
#[derive(Clone, Debug)]
pub struct Spell {
    /// Its name.
    pub name: String,
    /// Its effect.
    pub kind: SpellKind,
    /// Spaces it reaches.
    pub range: i32,
}

/// The reason for standing by to be called into a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reserve {
    /// This caster's spell with this number would call it up. [CAP-C10]
    Called(Slot, u8),
    /// It would be the duplicate of this caster. [CAP-185]
    Twin(Slot),
}

/// One combatant, as the rules see it.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The first side of its alliance in the order of the file.
    pub camp: Side,
    /// The kind of combatant.
    pub kind: Kind,
    /// True if scars and critical damage treat it as a player character.
    pub as_pc: bool,
    /// True if it has to save for morale.
    pub morale: bool,
    /// True if a hireling in its place has to. [CAP-126]
    pub may_waver: bool,
    /// True if it never needs to.
    pub fearless: bool,
    /// True if it leads its side.
    pub leader: bool,
    /// True if a failed save against critical damage does not stop it.
    pub fights_on: bool,
    /// True if it is a detachment.
    pub detachment: bool,
    /// True if its hands are bound.
    pub bound: bool,
    /// From whom it has cover.
    pub cover: Cover,
    /// The way in which it is rolled, if it is.
    pub rolled: Option<Rolled>,
    /// Armor by nature.
    pub natural_armor: i32,
    /// Action points of a turn.
    pub ap_max: u8,
    /// True if all its attacks are Enhanced.
    pub enhanced: bool,
    /// Weapons: its own, then what mishaps may bring, bare hands and whatever lies about.
    pub weapons: Vec<Weapon>,
    /// Their numbers in the order in which they come to mind: the bolt of a fused hand, its own in their order, bare hands at
    /// last. [CAP-180]
    pub in_order: Vec<u8>,
    /// The first of them that needs no mishap, if it is [plain](Weapon::plain): what it fights with as long as nothing is
    /// missing.
    pub usual: Option<usize>,
    /// Armor.
    pub pieces: Vec<Piece>,
    /// Shield.
    pub shield: Option<ShieldGear>,
    /// Other things.
    pub things: Vec<Thing>,
    /// True if it has an inventory.
    pub inventory: bool,
    /// All spells it can come by.
    pub spells: Vec<Spell>,
    /// Scrolls: numbers of their spells.
    pub scrolls: Vec<u8>,
    /// True if money matters.
    pub pays: bool,
    /// The worth of its gear, and its wage.
    pub worth: i64,
    /// Gold pieces a day.
    pub wage: i64,
    /// True if a spell of anybody could put it to sleep.
    pub enchantable: bool,
    /// The reason for not being there from the beginning.
    pub reserve: Option<Reserve>,
    /// True if it strikes and is struck plainly as long as nothing has befallen it, see [`act`](super::act).
    pub plain: bool,
    /// The condition in which a day begins.
    pub start: Body,
}

impl Fighter {
    /// Most weapons of a sheet.
    const WEAPONS_MOST: usize = 10;
    /// Most weapons whose shots are counted.
    const AMMO_MOST: usize = 4;
    /// Most things, each of an amount for itself.
    const THINGS_MOST: usize = 32;
    /// Most scrolls.
    const SCROLLS_MOST: usize = 8;
    /// Most spells.
    const SPELLS_MOST: usize = 32;
    /// Most pieces of armor.
    const PIECES_MOST: usize = 8;

    /// Makes a fighter of a sheet; what is wrong with it goes to `complaints`.
    #[must_use]
    pub fn new(
        name: String,
        side: Side,
        Written { sheet, path }: Written<'_, Sheet>,
        Words { book, rulings }: Words<'_>,
        complaints: &mut Complaints,
    ) -> Self {
        check_limits(sheet, path, complaints);
        let weapons = weapons(sheet, path, book, complaints);
        let pieces = pieces(sheet, path, book, complaints);
        let shield = shield(sheet, path, book, complaints);
        let (spells, scrolls) = spells(sheet, path, book, complaints);
        let hireling = sheet.kind == Kind::Hireling;
        let wage = role(sheet, path, book, complaints);
        let mut fighter = Fighter {
            name,
            side,
            camp: side,
            kind: sheet.kind,
            as_pc: sheet.kind == Kind::Pc || hireling && book.hireling.as_pc,
            morale: sheet.morale.unwrap_or(match sheet.kind {
                Kind::Npc => true,
                Kind::Hireling => book.morale.hirelings,
                Kind::Pc => false,
            }),
            may_waver: sheet.kind == Kind::Pc && book.day.replace_dead == Replacement::Hireling && book.morale.hirelings,
            fearless: sheet.fearless,
            leader: sheet.leader,
            fights_on: sheet.fights_on,
            detachment: sheet.detachment,
            bound: sheet.bound,
            cover: sheet.cover,
            rolled: sheet.rolled,
            natural_armor: i32::from(sheet.natural_armor),
            ap_max: sheet.action_points.unwrap_or(book.ap.max),
            enhanced: sheet.enhanced,
            worth: worth(sheet, &weapons, book),
            in_order: in_order(&weapons),
            usual: usual(&weapons),
            weapons,
            pieces,
            shield,
            things: things(sheet, path, book, complaints),
            inventory: sheet.inventory.unwrap_or(sheet.kind != Kind::Npc),
            spells,
            scrolls,
            pays: sheet.gold.is_some(),
            wage,
            enchantable: false,
            reserve: None,
            plain: false,
            start: Body::default(),
        };
        sheet.condition.check(sheet, path, book, complaints);
        fighter.start = start(sheet, &fighter, book);
        if rulings.shield.is_armor() && fighter.shield.is_none_or(|shield| shield.armor == 0) && sheet.shield.is_some() {
            complaints.warning(format!("{path}.shield"), "a shield that gives no Armor, where shields are Armor");
        }
        fighter
    }
}

/// Complains of values above their maximum.
fn check_limits(sheet: &Sheet, path: &str, complaints: &mut Complaints) {
    for (name, value, most) in
        [("str", sheet.str, sheet.str_max), ("dex", sheet.dex, sheet.dex_max), ("wil", sheet.wil, sheet.wil_max)]
    {
        if let Some(most) = most.filter(|&most| most < value) {
            complaints.above(format!("{path}.{name}"), value, "", most);
        }
    }
    if let Some(hp) = sheet.hp.filter(|&hp| hp > sheet.hp_max) {
        complaints.above(format!("{path}.hp"), hp, "hit points", sheet.hp_max);
    }
    if sheet.str == 0 {
        complaints.error(format!("{path}.str"), "whoever has no STR is dead (CAP-122)");
    }
}

/// The faces of what has to be a single die.
fn single(die: Die, path: &str, complaints: &mut Complaints) -> u8 {
    if die.count > 1 {
        complaints.error(path, format!("{die} are several dice")).help("an object has one die, such as `1d8` (CAP-015)");
    }
    die.sides
}

/// Complains that the book does not have what is named.
fn unknown<'a, 'b>(
    what: &str,
    name: &str,
    path: &str,
    known: impl Iterator<Item = &'a str> + Clone,
    complaints: &'b mut Complaints,
) -> &'b mut Complaint {
    let complaint = complaints.error(path, format!("the book has no {what} called `{name}`"));
    complaint.near(name, known.clone());
    complaint.help(format!("it has {}", known.collect::<Vec<_>>().join(", ")))
}

/// Makes the weapons of a sheet, and those that everybody has. [CAP-033, CAP-106, CAP-180]
fn weapons(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Weapon> {
    if sheet.weapons.len() > Fighter::WEAPONS_MOST {
        complaints.too_many(format!("{path}.weapons"), Fighter::WEAPONS_MOST, "weapons");
    }
    let mut weapons: Vec<Weapon> = Vec::new();
    for (index, text) in sheet.weapons.iter().take(Fighter::WEAPONS_MOST).enumerate() {
        let path = format!("{path}.weapons[{index}]");
        if weapons.iter().any(|weapon| weapon.name == text.name) {
            complaints.twice(format!("{path}.name"), "weapons", &text.name);
        }
        if text.ammo.is_some() && index >= Fighter::AMMO_MOST {
            complaints
                .error(format!("{path}.ammo"), "shots of this weapon cannot be counted")
                .help(format!("only those of the first {} weapons are", Fighter::AMMO_MOST));
        }
        weapons.push(weapon(text, &path, Origin::Own, book, complaints));
    }
    let plain = |name: &str, origin, die: Die, ranged: bool, attribute: Attribute, hands: u8| Weapon {
        name: name.to_owned(),
        origin,
        object: Object { die: die.sides, ..Object::NONE },
        mean: Object { die: die.sides, ..Object::NONE }.mean(book),
        attribute,
        ranged,
        reach: book.attack.reach,
        hands,
        ap: book.ap.attack,
        magical: false,
        fire: false,
        metal: true,
        blast: false,
        ammo: None,
        on_crit: Vec::new(),
        slots: 0,
        price: 0,
        plain: false,
    };
    if sheet.casts() {
        weapons.push(Weapon {
            magical: true,
            ..plain("arcane bolt", Origin::Bolt, book.mishap.bolt, true, book.mishap.bolt_attribute, 0)
        });
    }
    if let Some(text) = book.mishap.alien_weapon.as_ref().filter(|_| sheet.casts() || sheet.condition.has(Mark::AlienLimbs)) {
        weapons.push(weapon(text, "book.mishap.alien_weapon", Origin::Alien, book, complaints));
    }
    let attribute = &book.attribute;
    weapons.push(plain("bare hands", Origin::Unarmed, book.attack.unarmed, false, attribute.melee, 0));
    let ranged = book.attack.improvised_ranged;
    let thrown = if ranged { attribute.ranged } else { attribute.melee };
    weapons.push(plain("whatever lies about", Origin::Improvised, book.attack.improvised, ranged, thrown, 1));
    weapons
}

/// Makes a weapon of its text, by the library where it names one. [CAP-014]
fn weapon(text: &WeaponText, path: &str, origin: Origin, book: &Book, complaints: &mut Complaints) -> Weapon {
    let kind = book.weapon.get(&text.name);
    let die = text.die.or(kind.map(|kind| kind.die)).unwrap_or_else(|| {
        unknown("weapon", &text.name, &format!("{path}.name"), book.weapon.keys().map(String::as_str), complaints)
            .help("a weapon of one's own needs a `die`");
        Die::new(1, 4)
    });
    let ranged = text.ranged.or(kind.map(|kind| kind.ranged)).unwrap_or(false);
    let bulky = kind.is_some_and(|kind| kind.bulky);
    let hands = text.hands.unwrap_or(if bulky || text.second.is_some() { 2 } else { 1 });
    // A grown limb is no luggage: it fills no slots and does not burn.
    let limbs = origin == Origin::Alien;
    if limbs && text.ammo.is_some() {
        complaints.error(format!("{path}.ammo"), "shots of limbs cannot be counted").help("leave it out");
    }
    let attribute = &book.attribute;
    let object = Object {
        die: single(die, &format!("{path}.die"), complaints),
        second: text.second.map_or(0, |die| single(die, &format!("{path}.second"), complaints)),
        advantages: text.die_adv,
    };
    Weapon {
        name: text.name.clone(),
        origin,
        object,
        mean: object.mean(book),
        attribute: text.attribute.unwrap_or(if ranged { attribute.ranged } else { attribute.melee }),
        ranged,
        reach: text.reach.unwrap_or(book.attack.reach),
        hands,
        ap: text.ap.unwrap_or(book.ap.attack),
        magical: text.magical,
        fire: text.fire,
        metal: text.metal.or(kind.map(|kind| kind.metal)).unwrap_or(true) || hands == 0 || limbs,
        blast: text.blast,
        ammo: text.ammo,
        on_crit: text.on_crit.clone(),
        slots: text.slots.filter(|_| !limbs).unwrap_or(match hands {
            _ if limbs => 0,
            0 => 0,
            _ if bulky => book.inventory.bulky,
            _ => book.inventory.normal,
        }),
        price: kind.map_or(0, |kind| kind.price),
        plain: origin == Origin::Own && !ranged && !text.blast && !text.fire && text.ammo.is_none() && hands <= 2,
    }
}

/// The numbers of the weapons in the order in which they come to mind.
fn in_order(weapons: &[Weapon]) -> Vec<u8> {
    let of = |bolt: bool| {
        let those = weapons.iter().enumerate().filter(move |(_, weapon)| (weapon.origin == Origin::Bolt) == bolt);
        those.filter(|(_, weapon)| weapon.origin != Origin::Improvised).map(|(number, _)| number as u8)
    };
    of(true).chain(of(false)).collect()
}

/// Returns the weapon of nearly every attack: the first, where nothing about it is special.
fn usual(weapons: &[Weapon]) -> Option<usize> {
    let first = weapons.iter().position(|weapon| !matches!(weapon.origin, Origin::Bolt | Origin::Alien))?;
    Some(first).filter(|&first| weapons[first].plain)
}

/// Makes the pieces of armor of a sheet, by the library where they name one.
fn pieces(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Piece> {
    if sheet.armor.len() > Fighter::PIECES_MOST {
        complaints.too_many(format!("{path}.armor"), Fighter::PIECES_MOST, "pieces");
    }
    let piece = |(index, text): (usize, &super::sheet::ArmorText)| {
        let kind = book.armor.get(&text.name);
        if kind.is_none() && text.armor.is_none() {
            let path = format!("{path}.armor[{index}].name");
            unknown("armor", &text.name, &path, book.armor.keys().map(String::as_str), complaints);
        }
        let bulky = kind.is_some_and(|kind| kind.bulky);
        Piece {
            armor: text.armor.or(kind.map(|kind| kind.armor)).unwrap_or(0),
            worn: text.worn,
            metal: text.metal.or(kind.map(|kind| kind.metal)).unwrap_or(true),
            slots: text.slots.unwrap_or(if bulky { book.inventory.bulky } else { book.inventory.normal }),
        }
    };
    sheet.armor.iter().take(Fighter::PIECES_MOST).enumerate().map(piece).collect()
}

/// Makes the shield of a sheet.
fn shield(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> Option<ShieldGear> {
    let text = sheet.shield.as_ref()?;
    let die = single(text.die.unwrap_or(book.attack.shield), &format!("{path}.shield.die"), complaints);
    let object = Object { die, second: 0, advantages: text.die_adv };
    Some(ShieldGear {
        object,
        mean: object.mean(book),
        armor: text.armor.or(book.armor.get("shield").map(|kind| kind.armor)).unwrap_or(0),
        metal: text.metal,
        slots: text.slots.unwrap_or(book.inventory.normal),
    })
}

/// Makes the items of a sheet, with the slots that they take.
fn things(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Thing> {
    let mut things = Vec::new();
    for text in &sheet.items {
        let thing = Thing {
            name: text.name.clone(),
            slots: match text.size {
                Size::Normal => book.inventory.normal,
                Size::Bulky => book.inventory.bulky,
                Size::Petty => book.inventory.petty,
            },
            metal: text.metal,
            droppable: text.droppable,
            effect: text.effect,
            dice: text.dice,
        };
        things.extend(std::iter::repeat_n(thing, usize::from(text.amount)));
    }
    if things.len() > Fighter::THINGS_MOST {
        complaints
            .error(format!("{path}.items"), format!("{} items are too many", things.len()))
            .help(format!("at most {}, each of an amount counted", Fighter::THINGS_MOST));
        things.truncate(Fighter::THINGS_MOST);
    }
    things
}

/// All spells, first those of the Grimoire; and the scrolls, each with the number of its spell. [CAP-007, CAP-154, CAP-157,
/// CAP-C09]
fn spells(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> (Vec<Spell>, Vec<u8>) {
    let mut spells: Vec<Spell> = Vec::new();
    let mut scrolls = Vec::new();
    let lists = [("spells", &sheet.spells), ("scrolls", &sheet.scrolls)];
    for (list, name, index) in
        lists.iter().flat_map(|(list, names)| names.iter().enumerate().map(move |(index, name)| (*list, name, index)))
    {
        let Some(kind) = book.spell.get(name) else {
            unknown("spell", name, &format!("{path}.{list}[{index}]"), book.spell.keys().map(String::as_str), complaints);
            continue;
        };
        let number = spells.iter().position(|spell| spell.name == *name).unwrap_or_else(|| {
            let range = if kind.touch { 1 } else { i32::from(book.magic.range_feet / book.space.feet.max(1)) };
            spells.push(Spell { name: name.clone(), kind: kind.clone(), range });
            spells.len() - 1
        });
        if list == "scrolls" {
            scrolls.push(number as u8);
        }
    }
    if spells.len() > Fighter::SPELLS_MOST || scrolls.len() > Fighter::SCROLLS_MOST {
        let message = format!("at most {} spells and {} scrolls are possible", Fighter::SPELLS_MOST, Fighter::SCROLLS_MOST);
        complaints.error(path, message);
        spells.truncate(Fighter::SPELLS_MOST);
        scrolls.truncate(Fighter::SCROLLS_MOST);
        scrolls.retain(|&number| usize::from(number) < Fighter::SPELLS_MOST);
    }
    if !sheet.spells.is_empty() && !sheet.grimoire {
        complaints.error(format!("{path}.spells"), "spells, but no Grimoire that they are in").help("write `grimoire = true`");
    }
    (spells, scrolls)
}

/// Returns the daily wage of a hireling's role.
fn role(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> i64 {
    let Some(name) = &sheet.role else { return 0 };
    let path = format!("{path}.role");
    if sheet.kind != Kind::Hireling {
        complaints.error(path.as_str(), "only hirelings have a role").help("write `kind = \"hireling\"`");
    }
    match book.role.get(name) {
        Some(role) => i64::from(role.wage),
        None => {
            unknown("role", name, &path, book.role.keys().map(String::as_str), complaints);
            0
        }
    }
}

/// The price of the gear by the book. [CAP-153]
fn worth(sheet: &Sheet, weapons: &[Weapon], book: &Book) -> i64 {
    let armor = sheet.armor.iter().filter_map(|text| book.armor.get(&text.name)).map(|kind| kind.price);
    let shield = sheet.shield.iter().filter_map(|_| book.armor.get("shield")).map(|kind| kind.price);
    let pieces: u32 = weapons.iter().map(|weapon| weapon.price).chain(armor).chain(shield).sum();
    let grimoire = if sheet.grimoire { book.grimoire.value } else { 0 };
    let dust = u32::from(sheet.mana_dust) * book.cost.dust;
    i64::from(pieces + grimoire + dust + u32::from(sheet.bandages) * book.cost.bandages)
}

/// Returns the body in which a day begins, by the sheet.
fn start(sheet: &Sheet, fighter: &Fighter, book: &Book) -> Body {
    let mut flags = 0;
    for (flag, on) in [(flag::DOOMED, sheet.doomed), (flag::NEED, sheet.deprived), (flag::GRIMOIRE, sheet.grimoire)] {
        flags |= if on { flag } else { 0 };
    }
    let written = sheet.spells.iter().filter_map(|name| fighter.spells.iter().position(|spell| spell.name == *name));
    let mut body = Body {
        flags,
        hp: sheet.hp.unwrap_or(sheet.hp_max),
        hp_max: sheet.hp_max,
        attributes: [sheet.str, sheet.dex, sheet.wil],
        maxima: [sheet.str_max.unwrap_or(sheet.str), sheet.dex_max.unwrap_or(sheet.dex), sheet.wil_max.unwrap_or(sheet.wil)],
        prone: sheet.prone,
        blind: sheet.blind,
        defences: sheet.held_defences,
        ready: match sheet.ready {
            Hands::Weapons => 0,
            Hands::Grimoire => 1,
            Hands::Nothing => 2,
        },
        spells: written.fold(0, |set, number| set | 1 << number),
        bandages: u16::from(sheet.bandages) * u16::from(book.aid.bandage_uses),
        fatigue: sheet.fatigue,
        slots: sheet.slots.unwrap_or(book.inventory.slots),
        dust: sheet.mana_dust,
        free_dice: sheet.free_magic_dice,
        magical_armor: sheet.magical_armor,
        gold: sheet.gold.unwrap_or(0) as i32,
        surprised: sheet.surprised,
        ..Body::default()
    };
    for (name, &used) in &sheet.condition.scrolls_used {
        let named = |number: &u8| fighter.spells[usize::from(*number)].name == *name;
        if let Some(place) = fighter.scrolls.iter().position(named) {
            body.scrolls_used[place] = used;
        }
    }
    sheet.condition.apply(&mut body);
    body
}
