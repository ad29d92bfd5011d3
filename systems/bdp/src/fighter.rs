//! A fighter: what the rules need to know of one combatant, made of its sheet and the book when a scenario is loaded.
//!
//! Owns the checks of a sheet that the schema cannot make, and the sizes of what is carried. Must not change during a fight.
//! Start at [`Fighter::new`].

use frame::dice::Die;
use frame::fight::Side;
use frame::scenario::{Complaints, Enlisted};

use super::book::Book;
use super::book::harm::Area;
use super::condition;
use super::outfit::{Armor, Item, Weapon, armors, items, magic_dice, weapons};
use super::sheet::{
    Ability, BreathText, DamageType, HorseText, Miracle, Reaction, Rolled, Skill, Song, Source, Species, Trait,
};
use super::state::Body;
use super::{Bdp, Words, Written};

/// The names of all kinds of wounds of a scenario: injuries by area, and by area and type of damage, then all others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WoundKeys(pub Vec<String>);

impl WoundKeys {
    /// The most kinds of wounds.
    const MOST: usize = 200;

    /// The kinds that injuries leave.
    #[must_use]
    pub fn new() -> Self {
        let types = ["", " by piercing", " by bludgeoning", " by slashing"];
        WoundKeys(types.iter().flat_map(|by| Area::ALL.iter().map(move |area| format!("{}{by}", area.word()))).collect())
    }

    /// The kind of an injury to an area, by a type of damage where that counts.
    #[must_use]
    pub fn injury(area: Area, by: Option<DamageType>) -> u8 {
        area as u8 + by.map_or(0, |by| (by as u8 + 1) * Area::ALL.len() as u8)
    }

    /// The area of an injury, if it is one.
    #[must_use]
    pub fn area(key: u8) -> Option<Area> {
        let areas = Area::ALL.len();
        (usize::from(key) < 4 * areas).then(|| Area::ALL[usize::from(key) % areas])
    }

    /// The number of a kind, which is new when it has not been named before.
    pub fn number(&mut self, name: &str, path: &str, complaints: &mut Complaints) -> u8 {
        let known = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        if known >= Self::MOST {
            complaints.error(path, format!("`{name}` is one kind of wound too many"));
            return 0;
        }
        known as u8
    }
}

impl Default for WoundKeys {
    fn default() -> Self {
        WoundKeys::new()
    }
}

/// A breath, ready for use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breath {
    /// Dice.
    pub die: Die,
    /// The ability that avoids it.
    pub save: Ability,
    /// Its element.
    pub element: Source,
    /// The wound that it leaves.
    pub wound: Option<u8>,
}

/// One combatant, as the rules see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The first side of its alliance in the order of the file.
    pub camp: Side,
    /// True if it is a player character.
    pub pc: bool,
    /// Its possible armors: its own, then those of a rival.
    pub armors: Vec<Armor>,
    /// The price of its own armor.
    pub armor_price: u32,
    /// Slots of its shield.
    pub shield_slots: i16,
    /// Weapons; the last one is no weapon at all.
    pub weapons: Vec<Weapon>,
    /// Items.
    pub items: Vec<Item>,
    /// Slots it has.
    pub slots: i16,
    /// Damage types it is proficient with from the beginning, one bit each.
    pub types: u8,
    /// Reactions it knows, one bit each.
    pub reactions: u8,
    /// Reactions with a price in a fight.
    pub reaction_uses: u8,
    skills: u64,
    traits: u32,
    /// Sources that enhance attacks on it, one bit each.
    pub vulnerable: u16,
    /// Sources that impair them.
    pub resistant: u16,
    /// Sources that do nothing.
    pub immune: u16,
    /// The least damage roll.
    pub least: u8,
    /// Its species.
    pub species: Species,
    /// The part of it that is rolled anew each day.
    pub rolled: Option<Rolled>,
    /// The changes of its age in rolled abilities.
    pub age: [i8; 3],
    /// Its breath.
    pub breath: Option<Breath>,
    /// Its horse.
    pub horse: Option<HorseText>,
    /// The disease that its critical damage brings.
    pub infects: Option<u8>,
    /// Diseases that it has in the morning.
    pub ill: Vec<u8>,
    /// The element against whose magic it has armor.
    pub elemental: Option<Source>,
    /// Magic Dice of its own.
    pub md: u8,
    /// Magic Dice with all its devices at hand.
    pub md_max: u8,
    /// Faith Dice.
    pub fd: u8,
    /// Miracles that it imprints at sunrise.
    pub miracles: u8,
    /// Songs that it knows, one bit each.
    pub songs: u8,
    /// Dice that it adds to its evening prayer.
    pub prayer: u8,
    /// Power of its wand or staff when that is whole.
    pub power_max: u8,
    /// True if it is an enemy of the faith.
    pub unholy: bool,
    /// True if its blows can leave a wound of an element, or of a monster. [BDP-049]
    pub marks: bool,
    /// True if it has a weapon from which blows bounce back.
    pub counters: bool,
    /// True if it has a weapon that is quick.
    pub quick: bool,
    /// The condition in which a day begins.
    pub start: Body,
}

impl Fighter {
    /// Makes a fighter of a sheet; what is wrong with it goes to `complaints` (BDP-420, BDP-508, BDP-627).
    pub fn new(combatant: &Enlisted<Bdp>, words: Words, keys: &mut WoundKeys, complaints: &mut Complaints) -> Self {
        let Enlisted { name, side, sheet, path, .. } = combatant;
        let (written, Words { book, rulings }) = (Written { sheet, path }, words);
        let armor = book.armor.kinds.get(&sheet.armor);
        if armor.is_none() && !sheet.armor.is_empty() {
            unknown(&sheet.armor, "armor", book.armor.kinds.keys(), &format!("{path}.armor"), complaints);
        }
        let expert = sheet.skills.contains(&Skill::ArmorExpert);
        let armor_slots = armor.map_or(0, |armor| if expert && armor.bulky { book.inventory.item } else { armor.slots });
        let own = Armor { points: armor.map_or(0, |armor| armor.armor.into()), slots: armor_slots.into() };
        let weapons = weapons(written, words, complaints);
        let items = items(written, words, complaints);
        if sheet.pc && !sheet.reactions.is_empty() {
            let complaint = complaints.warning(format!("{path}.reactions"), "`reactions` means nothing for a player character");
            complaint.help("player characters know every reaction (BDP-284)");
        }
        let reactions = if sheet.pc { &Reaction::ALL[..] } else { &sheet.reactions[..] };
        let mut fighter = Fighter {
            name: name.clone(),
            side: *side,
            camp: *side,
            pc: sheet.pc,
            armors: armors(own, written, book, complaints),
            armor_price: sheet.armor_price,
            shield_slots: book.armor.shield_slots.into(),
            weapons,
            items,
            slots: sheet.slots.unwrap_or(book.inventory.slots).into(),
            types: sheet.prof_types.iter().fold(0, |types, &damage| types | 1 << damage as u8),
            reactions: reactions.iter().fold(1 << Reaction::Defend as u8, |known, &one| known | 1 << one as u8),
            reaction_uses: sheet.reaction_uses.unwrap_or(book.react.npc_uses),
            skills: sheet.skills.iter().fold(0, |skills, &skill| skills | 1 << skill as u64),
            traits: sheet.traits.iter().fold(0, |traits, &one| traits | 1 << one as u32),
            vulnerable: sources(&sheet.vulnerable),
            resistant: sources(&sheet.resistant),
            immune: sources(&sheet.immune),
            least: sheet.min_damage,
            species: sheet.species,
            rolled: sheet.rolled,
            age: age(written, book, complaints),
            breath: sheet.breath.as_ref().map(|text| breath(text, path, book, keys, complaints)),
            horse: sheet.horse,
            infects: disease(&sheet.infects, &format!("{path}.infects"), book, complaints),
            ill: condition::caught(written, book, complaints),
            elemental: sheet.elemental,
            md: sheet.md,
            md_max: 0,
            fd: sheet.fd.min(book.fd.max),
            miracles: miracle_bits(&sheet.miracles),
            songs: sheet.songs.iter().fold(0, |known, &song: &Song| known | 1 << song as u8),
            prayer: sheet.prayer.unwrap_or(book.prayer.bonus),
            power_max: if rulings.device_power() { sheet.power } else { 0 },
            unholy: sheet.unholy,
            marks: !sheet.critical_wound.is_empty(),
            counters: false,
            quick: false,
            start: condition::starting_body(written, book, keys, complaints),
        };
        fighter.weapons.iter_mut().for_each(|weapon| weapon.is_trained(fighter.types));
        let marking = book.wound.of_source.keys().fold(0_u16, |bits, &source| bits | 1 << source as u16);
        fighter.marks |= fighter.weapons.iter().any(|weapon| weapon.sources & marking != 0);
        fighter.counters = fighter.weapons.iter().any(Weapon::counters);
        fighter.quick = fighter.weapons.iter().any(Weapon::is_quick);
        fighter.start.load = fighter.whole_load(sheet.slots_used, book.fd.miracle_slots);
        fighter.md_max = magic_dice(fighter.md, fighter.items.iter(), book);
        let brought = (0..fighter.unarmed()).filter(|&index| fighter.brings(index));
        fighter.start.weapons = brought.fold(1 << fighter.unarmed(), |weapons, index| weapons | 1 << index);
        fighter.start.items = (1_u64 << fighter.items.len()).wrapping_sub(1) as u32;
        for (uses, item) in fighter.start.item_uses.iter_mut().zip(&fighter.items) {
            *uses = item.uses;
        }
        fighter.start.reactions = fighter.reaction_uses;
        if !sheet.pc && fighter.md_max > 0 && sheet.slots.is_none() {
            fighter.slots = fighter.start.load + i16::from(book.foe.caster_fatigue);
        }
        fighter.check_hands(written, complaints);
        condition::begin(&mut fighter, written, book, complaints);
        fighter
    }

    /// True if it has a skill.
    #[inline]
    #[must_use]
    pub fn has(&self, skill: Skill) -> bool {
        self.skills >> skill as u64 & 1 == 1
    }

    /// True if it knows a reaction (BDP-296, BDP-405).
    #[inline]
    #[must_use]
    pub fn knows(&self, reaction: Reaction) -> bool {
        self.reactions >> reaction as u8 & 1 == 1
    }

    /// True if it is like that.
    #[inline]
    #[must_use]
    pub fn is(&self, one: Trait) -> bool {
        self.traits >> one as u32 & 1 == 1
    }

    /// True if it fights with nothing but weapons: without skills, gifts, magic and horses, and without traits that matter
    /// beyond morale. Where all combatants do, in one zone without anything special in it, no
    /// [`Plight`](super::state::Plight) but [hurt](super::state::Plight::hurt) comes over a combatant in a fight, and what
    /// could bring one is not asked.
    #[must_use]
    pub fn is_ordinary(&self) -> bool {
        let [mindless, leader, beast] = [Trait::Mindless, Trait::Leader, Trait::Beast].map(|one| 1 << one as u32);
        let traits = self.traits & !(mindless | leader | beast);
        let magic = self.md > 0 || self.md_max > 0 || self.fd > 0 || self.songs != 0 || self.elemental.is_some();
        let nature = self.vulnerable | self.resistant | self.immune;
        let gifts = self.species != Species::None
            || self.breath.is_some()
            || self.infects.is_some()
            || self.marks
            || self.horse.is_some();
        self.skills == 0 && traits == 0 && nature == 0 && !magic && !gifts
    }

    /// True if it counts as a band: as a detachment, or alone like one. [BDP-260, BDP-421]
    #[inline]
    #[must_use]
    pub fn is_band(&self) -> bool {
        self.is(Trait::Detachment) || self.is(Trait::Superior)
    }

    /// True if harm of a source does nothing to it (BDP-424).
    #[must_use]
    pub fn is_immune(&self, source: Source) -> bool {
        self.immune >> source as u16 & 1 == 1
    }

    /// The number of no weapon at all.
    #[inline]
    #[must_use]
    pub fn unarmed(&self) -> u8 {
        self.weapons.len() as u8 - 1
    }

    /// True if a weapon is there before anything is rolled: of a rival, only what is an item as well (BDP-428, BDP-471).
    fn brings(&self, weapon: u8) -> bool {
        self.rolled != Some(Rolled::Rival) || self.weapons[usize::from(weapon)].item.is_some()
    }

    /// Slots of everything that it carries in the morning (BDP-473, BDP-593).
    fn whole_load(&self, used: u8, miracle: u8) -> i16 {
        let brought = (0..self.unarmed()).filter(|&index| self.brings(index));
        let weapons: i16 = brought.map(|index| self.weapons[usize::from(index)].slots).sum();
        let items: i16 = self.items.iter().map(|item| item.slots).sum();
        let shield = if self.start.shielded { self.shield_slots } else { 0 };
        weapons
            + items
            + self.armors[0].slots
            + shield
            + i16::from(used)
            + self.miracles.count_ones() as i16 * i16::from(miracle)
    }

    /// Checks that the weapons in its hands fit them (BDP-255, BDP-323).
    fn check_hands(&mut self, Written { sheet, path }: Written, complaints: &mut Complaints) {
        self.start.main = 0;
        if self.weapons.len() == 1 {
            return;
        }
        let first = &self.weapons[0];
        if sheet.two_weapons {
            let second = self.weapons.get(1).filter(|_| self.weapons.len() > 2);
            match second {
                None => {
                    complaints.error(format!("{path}.two_weapons"), "there is no second weapon");
                }
                Some(second) if first.hands + second.hands > 2 || sheet.shield => {
                    complaints
                        .error(format!("{path}.two_weapons"), format!("{} and {} need more hands", first.name, second.name))
                        .help("two weapons take a hand each, and no shield (BDP-255)");
                }
                Some(_) => self.start.off = Some(1),
            }
        }
        if sheet.shield && first.hands == 2 {
            complaints
                .warning(
                    format!("{path}.shield"),
                    format!("the {} takes both hands, so the shield is worn on the back", first.name),
                )
                .help("a shield counts while it is held or worn (BDP-276)");
        }
    }
}

/// A set of miracles, one bit each.
pub fn miracle_bits(list: &[Miracle]) -> u8 {
    list.iter().fold(0, |set, &miracle| set | 1 << miracle as u8)
}

/// The number of a disease of the book; none for an empty name (BDP-086, BDP-087, BDP-088, BDP-089, BDP-090, BDP-091).
pub fn disease(name: &str, path: &str, book: &Book, complaints: &mut Complaints) -> Option<u8> {
    if name.is_empty() {
        return None;
    }
    let found = book.disease.keys().position(|known| known == name);
    if found.is_none() {
        unknown(name, "disease", book.disease.keys(), path, complaints);
    }
    found.map(|index| index as u8)
}

/// Returns the changes by age (BDP-598).
fn age(Written { sheet, path }: Written, book: &Book, complaints: &mut Complaints) -> [i8; 3] {
    let Some(face) = sheet.age else { return [0; 3] };
    let found = book.creation.age.get(usize::from(face) - 1).copied();
    if found.is_none() {
        complaints.error(format!("{path}.age"), format!("the book has {} ages", book.creation.age.len()));
    }
    found.unwrap_or_default()
}

/// Makes a breath weapon of its text.
fn breath(text: &BreathText, path: &str, book: &Book, keys: &mut WoundKeys, complaints: &mut Complaints) -> Breath {
    let wound = (!text.wound.is_empty()).then(|| keys.number(&text.wound, &format!("{path}.breath.wound"), complaints));
    Breath {
        die: text.die.unwrap_or(book.foe.breath),
        save: text.save.unwrap_or(book.foe.breath_save),
        element: text.element,
        wound,
    }
}

/// A set of sources, one bit each.
fn sources(list: &[Source]) -> u16 {
    list.iter().fold(0, |set, &source| set | 1 << source as u16)
}

/// Complains of a name that the book does not know, with the nearest one that it knows.
pub fn unknown<'a>(
    name: &str,
    what: &str,
    known: impl Iterator<Item = &'a String> + Clone,
    path: &str,
    complaints: &mut Complaints,
) {
    let complaint = complaints.error(path, format!("the book has no {what} `{name}`"));
    complaint.near(name, known.clone().map(String::as_str));
    let known: Vec<&str> = known.map(String::as_str).collect();
    complaint.help(format!("it has {}", known.join(", ")));
}
