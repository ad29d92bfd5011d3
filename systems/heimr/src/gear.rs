//! Gear: weapons, shields and lights of a combatant, ready for use, and where each of them is when a fight begins.
//!
//! Owns the reading of the sheet's items with their checks, and which hands can hold what. What becomes of items in a fight
//! is state. Start at [`Gear::new`].

use std::collections::BTreeMap;

use frame::scenario::Complaints;

use super::abilities::{Abilities, AbilityId, Penalty};
use super::book::Book;
use super::book::tables::{self, Hands, Sound, WeaponKind};
use super::fighter::{Effect, Surroundings, effects};
use super::ground::unknown;
use super::sheet::{Carried, LampText, Sheet, ShieldText, WeaponText};

/// The part of an item that is the same for weapons, shields and lights.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The kind, by which others can tell that they could use it: its name or kind before any number.
    pub kind: String,
    /// The hands that it needs.
    pub hands: Hands,
    /// Toughness; without it, it cannot be broken.
    pub toughness: Option<u16>,
    /// Blows that it has taken before the day begins.
    pub wear: u16,
}

impl Item {
    /// An item that is called as its kind.
    fn new(name: String, hands: Hands, toughness: Option<u16>, wear: u16) -> Self {
        Item { kind: name.clone(), name, hands, toughness, wear }
    }
}

/// A weapon, ready for use.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// What it is as an item.
    pub item: Item,
    /// Range; a melee weapon has none.
    pub range: Option<i32>,
    /// Damage.
    pub damage: i32,
    /// Points that it adds to the potential of attacks, and of parries where the rulings say so.
    pub bonus: i32,
    /// The ability with which it is used.
    pub ability: AbilityId,
    /// The loudness of its use.
    pub sound: Sound,
    /// True if it shoots ammunition.
    pub ammo: bool,
    /// True if it leaves the hand when used.
    pub thrown: bool,
    /// Shots or pieces it has; without it, any number.
    pub ammunition: Option<u16>,
    /// Effects that its hits add.
    pub on_hit: Vec<Effect>,
}

impl Weapon {
    /// True if it is a melee weapon (HEI-184).
    #[inline]
    #[must_use]
    pub fn is_melee(&self) -> bool {
        self.range.is_none()
    }
}

/// A shield, ready for use.
#[derive(Clone, Debug)]
pub struct Shield {
    /// What it is as an item.
    pub item: Item,
    /// Points that it adds to the potential of blocks.
    pub bonus: i32,
    /// The ability with which it blocks.
    pub ability: AbilityId,
    /// Points that it adds to attributes while it is wielded.
    pub attributes: Vec<(usize, i32)>,
    /// Points that it takes off the consistency of rolls while it is wielded.
    pub penalties: Vec<Penalty>,
}

/// A light that is carried, ready for use. [HEI-274, R-76]
#[derive(Clone, Debug)]
pub struct Lamp {
    /// What it is as an item.
    pub item: Item,
    /// Squares over which it drives darkness away.
    pub reach: i32,
}

/// Everything a combatant carries. Items are counted through: weapons from 0, shields after them, lights after those.
#[derive(Clone, Debug)]
pub struct Gear {
    /// Weapons, in the order in which they are preferred.
    pub weapons: Vec<Weapon>,
    /// Shields.
    pub shields: Vec<Shield>,
    /// Lights.
    pub lamps: Vec<Lamp>,
    /// The place of each item at the beginning; those beyond the last item are stored.
    pub places: [Carried; Gear::ITEMS_MOST],
    /// Ranged weapons that are ready to shoot at the beginning, one bit each.
    pub loaded: u8,
    /// Items that are concealed at the beginning, one bit each.
    pub concealed: u16,
    /// Lights that burn at the beginning, one bit for each item.
    pub lit: u16,
    /// True if it has no weapon of its own.
    pub unarmed: bool,
}

/// The hands that are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Taken {
    sword: bool,
    off: bool,
}

impl Taken {
    /// True if the hands that are left can take something in this place.
    fn allows(self, place: Carried) -> bool {
        match place {
            Carried::SwordHand => !self.sword,
            Carried::OffHand => !self.off,
            Carried::BothHands => !self.sword && !self.off,
            Carried::Worn | Carried::Stored | Carried::Ground | Carried::Elsewhere => true,
        }
    }

    /// Notes the hands that a thing in this place takes.
    fn take(&mut self, place: Carried) {
        self.sword |= matches!(place, Carried::SwordHand | Carried::BothHands);
        self.off |= matches!(place, Carried::OffHand | Carried::BothHands);
    }
}

/// True if an item that needs these hands can be wielded in that place. [HEI-187]
#[must_use]
pub fn fits(hands: Hands, place: Carried) -> bool {
    match place {
        Carried::SwordHand => matches!(hands, Hands::Either | Hands::OneOrTwo | Hands::Sword),
        Carried::OffHand => matches!(hands, Hands::Either | Hands::Off),
        Carried::BothHands => matches!(hands, Hands::OneOrTwo | Hands::Two),
        Carried::Worn | Carried::Stored | Carried::Ground | Carried::Elsewhere => true,
    }
}

/// The place where an item that needs these hands is wielded by itself. [HEI-187]
#[must_use]
pub fn usual_place(hands: Hands) -> Carried {
    match hands {
        Hands::Either | Hands::OneOrTwo | Hands::Sword => Carried::SwordHand,
        Hands::Two => Carried::BothHands,
        Hands::Off => Carried::OffHand,
    }
}

impl Gear {
    /// The most weapons.
    pub const WEAPONS_MOST: usize = 8;
    /// The most shields.
    pub const SHIELDS_MOST: usize = 4;
    /// The most lights.
    pub const LAMPS_MOST: usize = 4;
    /// The most items.
    pub const ITEMS_MOST: usize = Self::WEAPONS_MOST + Self::SHIELDS_MOST + Self::LAMPS_MOST;

    /// Reads the items of a sheet; what is wrong goes to `complaints`.
    #[must_use]
    pub fn new(sheet: &Sheet, path: &str, around: Surroundings<'_>, complaints: &mut Complaints) -> Self {
        let book = around.book;
        for (list, length, most) in [
            ("weapons", sheet.weapons.len(), Self::WEAPONS_MOST),
            ("shields", sheet.shields.len(), Self::SHIELDS_MOST),
            ("lights", sheet.lights.len(), Self::LAMPS_MOST),
        ] {
            if length > most {
                complaints.error(format!("{path}.{list}"), format!("at most {most} {list} are possible, not {length}"));
            }
        }
        let mut gear = Gear {
            weapons: Vec::with_capacity(sheet.weapons.len()),
            shields: Vec::with_capacity(sheet.shields.len()),
            lamps: Vec::with_capacity(sheet.lights.len()),
            places: [Carried::Stored; Self::ITEMS_MOST],
            loaded: 0,
            concealed: 0,
            lit: 0,
            unarmed: sheet.weapons.iter().all(|weapon| weapon.place == Some(Carried::Elsewhere)),
        };
        for (index, text) in sheet.weapons.iter().enumerate().take(Self::WEAPONS_MOST) {
            let path = format!("{path}.weapons[{index}]");
            let mut weapon = weapon(text, sheet, &path, around, complaints);
            weapon.item.name = gear.free_name(weapon.item.name, text.name.is_some(), &path, complaints);
            let loaded = weapon.ammo && text.loaded.unwrap_or(book.ammo.start_loaded) && weapon.ammunition != Some(0);
            gear.loaded |= u8::from(loaded) << index;
            if text.concealed {
                gear.concealed |= 1 << index;
                if text.place.is_some_and(|place| place != Carried::Worn) {
                    complaints
                        .error(format!("{path}.concealed"), format!("the {} is not worn", weapon.item.name))
                        .help("only what is worn is concealed; leave `place` out (HEI-177)");
                }
            }
            gear.weapons.push(weapon);
        }
        for (index, text) in sheet.shields.iter().enumerate().take(Self::SHIELDS_MOST) {
            let path = format!("{path}.shields[{index}]");
            let mut shield = shield(text, sheet, &path, around, complaints);
            shield.item.name = gear.free_name(shield.item.name, text.name.is_some(), &path, complaints);
            gear.shields.push(shield);
        }
        for (index, text) in sheet.lights.iter().enumerate().take(Self::LAMPS_MOST) {
            let mut lamp = lamp(text, book);
            lamp.item.name =
                gear.free_name(lamp.item.name, text.name.is_some(), &format!("{path}.lights[{index}]"), complaints);
            gear.lamps.push(lamp);
        }
        gear.place(sheet, path, complaints);
        gear.kindle(sheet, path, complaints);
        gear
    }

    /// An item by its number: weapons first, then shields, then lights.
    #[inline]
    #[must_use]
    pub fn item(&self, item: usize) -> &Item {
        let shield = item.checked_sub(self.weapons.len());
        match (shield, shield.and_then(|shield| shield.checked_sub(self.shields.len()))) {
            (None, _) => &self.weapons[item].item,
            (Some(shield), None) => &self.shields[shield].item,
            (_, Some(lamp)) => &self.lamps[lamp].item,
        }
    }

    /// A light by the number of its item; none where that is something else.
    #[must_use]
    pub fn lamp(&self, item: usize) -> Option<&Lamp> {
        self.lamps.get(item.checked_sub(self.weapons.len() + self.shields.len())?)
    }

    /// Numbers of its lights among its items.
    #[must_use]
    pub fn lamp_items(&self) -> std::ops::Range<usize> {
        self.weapons.len() + self.shields.len()..self.items()
    }

    /// The number of items.
    #[inline]
    #[must_use]
    pub fn items(&self) -> usize {
        self.weapons.len() + self.shields.len() + self.lamps.len()
    }

    /// The name of an item.
    #[must_use]
    pub fn name(&self, item: usize) -> &str {
        &self.item(item).name
    }

    /// The hands that an item needs.
    #[inline]
    #[must_use]
    pub fn hands(&self, item: usize) -> Hands {
        self.item(item).hands
    }

    /// A name that no item before has: items of one kind are numbered from the second on.
    fn free_name(&self, name: String, given: bool, path: &str, complaints: &mut Complaints) -> String {
        let taken = |name: &str| (0..self.items()).any(|item| self.name(item) == name);
        if !taken(&name) {
            return name;
        }
        if given {
            complaints.twice(format!("{path}.name"), "items", &name);
            return name;
        }
        (2..=self.items() + 2).map(|number| format!("{name} {number}")).find(|name| !taken(name)).unwrap_or(name)
    }

    /// Puts every item where the sheet says, and the first weapon, the first shield and the first light into free hands
    /// (HEI-187, R-76).
    fn place(&mut self, sheet: &Sheet, path: &str, complaints: &mut Complaints) {
        let (weapons, lamps) = (self.weapons.len(), self.lamp_items());
        let given = |item: usize| match item {
            _ if lamps.contains(&item) => sheet.lights[item - lamps.start].place,
            _ if item >= weapons => sheet.shields[item - weapons].place,
            _ if sheet.weapons[item].concealed => Some(sheet.weapons[item].place.unwrap_or(Carried::Worn)),
            _ => sheet.weapons[item].place,
        };
        let carried = |item: &usize| !matches!(given(*item), Some(Carried::Ground | Carried::Elsewhere));
        let firsts = [
            (0..weapons).find(carried),
            (weapons..lamps.start).find(carried),
            // A fighter that carries one light in hand wears the others.
            lamps.clone().find(carried).filter(|_| !lamps.clone().any(|item| given(item).is_some_and(in_hand))),
        ];
        let path_of = |item: usize| match item {
            _ if lamps.contains(&item) => format!("{path}.lights[{}].place", item - lamps.start),
            _ if item >= weapons => format!("{path}.shields[{}].place", item - weapons),
            _ => format!("{path}.weapons[{item}].place"),
        };
        let mut taken = Taken::default();
        for item in 0..self.items() {
            let Some(place) = given(item) else { continue };
            self.places[item] = place;
            if !fits(self.hands(item), place) {
                complaints
                    .error(path_of(item), format!("the {} cannot be held like this", self.name(item)))
                    .help(format!("it needs {}", hands_in_words(self.hands(item))));
            } else if !taken.allows(place) {
                complaints.error(path_of(item), format!("there is no free hand for the {}", self.name(item)));
            }
            taken.take(place);
        }
        for item in 0..self.items() {
            if given(item).is_none() {
                let hands = self.hands(item);
                let in_off_hand = lamps.contains(&item) && fits(hands, Carried::OffHand) && taken.allows(Carried::OffHand);
                let usual = if in_off_hand { Carried::OffHand } else { usual_place(hands) };
                let first = firsts.contains(&Some(item));
                let place = if first && taken.allows(usual) { usual } else { Carried::Worn };
                self.places[item] = place;
                taken.take(place);
            }
        }
    }

    /// Lights those that burn at the beginning.
    fn kindle(&mut self, sheet: &Sheet, path: &str, complaints: &mut Complaints) {
        for (index, item) in self.lamp_items().enumerate() {
            let shines = in_hand(self.places[item]) || self.places[item] == Carried::Ground;
            let wanted = sheet.lights[index].lit;
            if wanted == Some(true) && !shines {
                complaints
                    .error(
                        format!("{path}.lights[{index}].lit"),
                        format!("the {} is put away, and cannot burn", self.name(item)),
                    )
                    .help("it burns in a hand or on the ground: free a hand, or leave `lit` out (R-76)");
            }
            self.lit |= u16::from(shines && wanted.unwrap_or(true)) << item;
        }
    }

    /// True if it begins with a burning light in a hand.
    #[must_use]
    pub fn bears_light(&self) -> bool {
        self.lamp_items().any(|item| self.lit >> item & 1 == 1 && in_hand(self.places[item]))
    }

    /// Hands that hold nothing at the beginning.
    #[must_use]
    pub fn free_hands(&self) -> u8 {
        let mut taken = Taken::default();
        self.places[..self.items()].iter().for_each(|&place| taken.take(place));
        u8::from(!taken.sword) + u8::from(!taken.off)
    }

    /// The shield that is wielded at the beginning.
    #[must_use]
    pub fn wielded_shield(&self) -> Option<usize> {
        (0..self.shields.len()).find(|&shield| self.places[self.weapons.len() + shield] == Carried::OffHand)
    }
}

/// True if that is in a hand.
fn in_hand(place: Carried) -> bool {
    matches!(place, Carried::SwordHand | Carried::OffHand | Carried::BothHands)
}

/// Returns the hands that an item needs, in words.
fn hands_in_words(hands: Hands) -> &'static str {
    match hands {
        Hands::Either => "one hand, either of them",
        Hands::OneOrTwo => "the sword hand or both hands",
        Hands::Two => "both hands",
        Hands::Sword => "the sword hand",
        Hands::Off => "the off-hand",
    }
}

/// The kinds of one sort of item in the book.
struct Armoury<'b, K> {
    /// The word for one of them.
    what: &'static str,
    /// The kinds by their names.
    kinds: &'b BTreeMap<String, K>,
    /// True if the kind in question is a published one.
    published: bool,
}

/// The kind of an item in a table of the book; the published kinds belong to the medieval armoury (HEI-001, R-22).
fn kind<'b, K>(name: &str, armoury: Armoury<'b, K>, path: &str, book: &Book, complaints: &mut Complaints) -> Option<&'b K> {
    let Armoury { what, kinds, published } = armoury;
    let path = format!("{path}.kind");
    if published && !book.modules.medieval_armoury {
        complaints
            .error(path, format!("`{name}` belongs to the medieval armoury, which is switched off"))
            .help("`book.modules.medieval_armoury = true` switches it on");
        return None;
    }
    let found = kinds.get(name);
    if found.is_none() {
        unknown(name, what, kinds.keys(), path, complaints);
    }
    found
}

/// The ability with which an item is used (HEI-094): the ability that is given, else the first of its kind that the sheet
/// names, else the first of its kind.
fn ability(
    given: Option<&String>,
    allowed: Option<&[String]>,
    sheet: &Sheet,
    path: &str,
    abilities: &Abilities,
    complaints: &mut Complaints,
) -> AbilityId {
    let at = format!("{path}.ability");
    let usual = || {
        let allowed = allowed?;
        allowed.iter().find(|name| sheet.abilities.contains_key(*name)).or(allowed.first())
    };
    let Some(name) = given.or_else(usual) else {
        complaints.error(path, "with which `ability` is it used?");
        return AbilityId::default();
    };
    if let Some(allowed) = allowed.filter(|allowed| given.is_some() && !allowed.contains(name)) {
        complaints
            .error(&at, format!("it cannot be used with `{name}`"))
            .help(format!("its abilities are {}", allowed.join(", ")));
    }
    abilities.find(name, at, complaints).unwrap_or_default()
}

/// Makes a weapon of its text, by the table of the book where it names a kind (HEI-285, HEI-286, HEI-287, HEI-288, HEI-289,
/// HEI-290, HEI-291, HEI-292).
fn weapon(text: &WeaponText, sheet: &Sheet, path: &str, around: Surroundings<'_>, complaints: &mut Complaints) -> Weapon {
    let Surroundings { book, abilities, .. } = around;
    let kind = text.kind.as_ref().and_then(|name| {
        let published = tables::weapons().contains_key(name);
        kind(name, Armoury { what: "weapon", kinds: &book.weapon, published }, path, book, complaints)
    });
    let bare = WeaponKind {
        range: None,
        damage: 0,
        bonus: 0,
        hands: Hands::Either,
        abilities: Vec::new(),
        sound: Sound::Loud,
        ammo: false,
        thrown: false,
    };
    if text.kind.is_none() && text.name.is_none() {
        complaints.needs(path, "a weapon without a kind", "a name").help("write `kind = \"medium\"` or `name = \"...\"`");
    }
    let base = kind.unwrap_or(&bare);
    let name = text.name.clone().or_else(|| text.kind.clone()).unwrap_or_default();
    let range = text.range.or(base.range);
    let thrown = text.thrown.unwrap_or(base.thrown);
    let ammo = text.ammo.unwrap_or(base.ammo);
    if range.is_none() && (ammo || thrown) {
        complaints.error(path, format!("the {name} is shot or thrown, but has no range")).help("add `range`");
    }
    // A wrong kind has been told already, and its abilities are not known.
    let usable = text.kind.is_none() || kind.is_some();
    Weapon {
        range: range.map(i32::from),
        damage: i32::from(text.damage.unwrap_or(base.damage)),
        bonus: i32::from(text.bonus.unwrap_or(base.bonus)),
        ability: if usable {
            let allowed = kind.map(|kind| kind.abilities.as_slice());
            ability(text.ability.as_ref(), allowed, sheet, path, abilities, complaints)
        } else {
            AbilityId::default()
        },
        sound: text.sound.unwrap_or(base.sound),
        ammo,
        thrown,
        ammunition: if ammo || thrown { text.ammunition.or(book.ammo.count) } else { None },
        on_hit: effects(&text.on_hit, &format!("{path}.on_hit"), book, complaints),
        item: Item::new(name, text.hands.unwrap_or(base.hands), text.toughness, text.wear),
    }
}

/// Makes a shield of its text, by the table of the book where it names a kind (HEI-294, HEI-295, R-72).
fn shield(text: &ShieldText, sheet: &Sheet, path: &str, around: Surroundings<'_>, complaints: &mut Complaints) -> Shield {
    let Surroundings { book, abilities, .. } = around;
    let published = tables::shields().contains_key(&text.kind);
    let name = text.name.clone().unwrap_or_else(|| text.kind.clone());
    let plain = Shield {
        item: Item::new(name, Hands::Off, text.toughness, text.wear),
        bonus: 0,
        ability: AbilityId::default(),
        attributes: Vec::new(),
        penalties: Vec::new(),
    };
    let armoury = Armoury { what: "shield", kinds: &book.shield, published };
    let Some(kind) = kind(&text.kind, armoury, path, book, complaints) else { return plain };
    let at = format!("book.shield.{}", frame::scenario::quoted(&text.kind));
    let changes = kind.attributes.iter().filter_map(|(name, &change)| {
        let number = abilities.find_attribute(name, format!("{at}.attributes.{name}"), complaints)?;
        Some((number, i32::from(change)))
    });
    let attributes = changes.collect();
    Shield {
        bonus: i32::from(kind.bonus),
        ability: ability(text.ability.as_ref(), Some(&kind.abilities), sheet, path, abilities, complaints),
        attributes,
        penalties: abilities.penalties(&kind.penalty, &format!("{at}.penalty"), complaints),
        ..plain
    }
}

/// Makes a lamp of its text.
fn lamp(text: &LampText, book: &Book) -> Lamp {
    let name = text.name.clone().unwrap_or_else(|| "torch".to_owned());
    Lamp {
        item: Item::new(name, text.hands.unwrap_or(Hands::Either), text.toughness, text.wear),
        reach: i32::from(text.reach.unwrap_or(book.light.torch)),
    }
}
