//! A fighter: what the rules need to know of one combatant, made of its sheet and the book when a scenario is loaded.
//!
//! Owns the checks of a sheet that the schema cannot make. Must not change during a fight. Start at [`Fighter`].

use frame::dice::{Die, Slot};
use frame::fight::Side;
use frame::scenario::{Complaints, Enlisted};

use super::book::Book;
use super::inventory;
use super::rulings::{AbilityPenalty, Crit, Rulings};
use super::sheet::{
    Ability, AlsoStruck, RiderText, RolledAbilities, Sheet, Status, Targets, TechniqueDice, TechniqueKind, TechniqueText,
    WeaponText,
};
use super::state::Body;
use super::{Vogt, Words, Written};

/// Sizes of technique dice, in the order in which they are counted.
pub const TECHNIQUE_SIZES: [u8; 5] = [4, 6, 8, 10, 12];

/// A set of damage types, one bit each.
pub type DamageTypes = u64;

/// The names of all damage types of a scenario.
#[derive(Clone, Debug, Default)]
pub struct TypeNames(pub Vec<String>);

impl TypeNames {
    /// The most that a scenario can have.
    const MOST: usize = 64;

    /// The number of a type, which is new when it has not been named before.
    pub fn number(&mut self, name: &str, path: &str, complaints: &mut Complaints) -> u8 {
        let known = self.0.iter().position(|known| known == name);
        let number = known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        if number >= Self::MOST {
            complaints
                .error(path, format!("`{name}` is one damage type too many"))
                .help(format!("at most {} are possible", Self::MOST));
            return 0;
        }
        number as u8
    }

    /// A set of types.
    pub fn set(&mut self, names: &[String], path: &str, complaints: &mut Complaints) -> DamageTypes {
        names.iter().fold(0, |set, name| set | 1 << self.number(name, path, complaints))
    }
}

/// A weapon, ready for use.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Damage dice.
    pub die: Die,
    /// Number of its damage type.
    pub damage_type: u8,
    /// Range in squares.
    pub range: i32,
    /// Hands it takes; 0 for a natural one.
    pub hands: u8,
    /// True if the Strength modifier is added.
    pub add_str: bool,
    /// Points that are added to the dice.
    pub bonus: i32,
    /// Initiative dice.
    pub initiative: Die,
    /// Statuses it brings.
    pub riders: Vec<Rider>,
}

/// A status that a blow brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rider {
    /// The status.
    pub status: Status,
    /// Rounds beyond the present one that it lasts, if it has an end.
    pub rounds: Option<u16>,
}

/// A technique, ready for use.
#[derive(Clone, Debug)]
pub struct Technique {
    /// Its name.
    pub name: String,
    /// Its effect.
    pub kind: TechniqueKind,
    /// Index of its dice in [`TECHNIQUE_SIZES`].
    pub size: usize,
    /// Fewest and most dice.
    pub dice: (u8, u8),
    /// Number of its damage type.
    pub damage_type: u8,
    /// Its targets.
    pub targets: Targets,
    /// Squares around the target, when it is limited to them.
    pub radius: Option<i32>,
    /// Those who are struck besides active enemies.
    pub also: Vec<AlsoStruck>,
    /// Range in squares.
    pub range: i32,
    /// The ability whose modifier is added.
    pub ability: Option<Ability>,
    /// Points that are added to the dice.
    pub bonus: i32,
    /// Initiative dice, when they are not the dice spent.
    pub initiative: Option<Die>,
    /// Statuses it brings.
    pub riders: Vec<Rider>,
    /// True if it needs a voice.
    pub voice: bool,
}

impl Technique {
    /// True if its user is Mute, and it needs a voice (VOG-095, R-35).
    pub fn lacks_voice(&self, body: &Body) -> bool {
        self.voice && body.has(Status::Mute)
    }

    /// True if so many of its dice are left (VOG-014, VOG-215).
    pub fn has_dice(&self, body: &Body, dice: u8) -> bool {
        body.technique_dice[self.size] >= dice
    }

    /// True if it is aimed at a target, if only to say where it strikes.
    pub fn needs_target(&self) -> bool {
        self.kind == TechniqueKind::Damage && (self.targets == Targets::One || self.radius.is_some())
    }
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
    /// Points that skills add to checks, in the order of the abilities.
    pub bonus: [i32; 4],
    /// The dice by which its abilities are rolled, if they are.
    pub rolled: Option<RolledAbilities>,
    /// Maximum of hit points before exhaustion.
    pub hp_max: i32,
    /// Eyes that it has had.
    pub eyes: u8,
    /// Legs that it has had.
    pub legs: u8,
    /// Hit points it starts with, when that is not the maximum.
    pub hp_start: Option<i32>,
    /// AR before armor, when it is not the median of DEX.
    pub ar_base: Option<i32>,
    /// Points of AR that armor adds.
    pub armor: i32,
    /// Weapons; the last one is its fists.
    pub weapons: Vec<Weapon>,
    /// By hands, from none to [`HANDS_MOST`](Fighter::HANDS_MOST): the weapons that need no more, one bit each.
    pub weapons_by_hands: [u16; Fighter::HANDS_MOST + 1],
    /// Techniques.
    pub techniques: Vec<Technique>,
    /// All its technique dice.
    pub technique_dice: [u8; 5],
    /// Movement in squares.
    pub movement: i32,
    /// Damage types it resists by nature.
    pub resist: DamageTypes,
    /// Damage types it is vulnerable to by nature.
    pub vulnerable: DamageTypes,
    /// True if it flies.
    pub fly: bool,
    /// Slots of what it carries.
    pub slots: i32,
    /// Slots of each weapon, in their order, fists apart.
    pub weapon_slots: Vec<u8>,
    /// True if it also owns what a new character owns.
    pub belongings: bool,
    /// The condition in which a day begins.
    pub start: Body,
}

impl Fighter {
    /// The highest number of weapons, fists included.
    const WEAPONS_MAX: usize = 16;
    /// The most hands that a weapon takes.
    const HANDS_MOST: usize = 2;

    /// Makes a fighter of a sheet; what is wrong with it goes to `complaints` (VOG-202, VOG-212).
    pub fn new(combatant: &Enlisted<Vogt>, words: Words, types: &mut TypeNames, complaints: &mut Complaints) -> Self {
        let Enlisted { name, side, sheet, path, .. } = combatant;
        let book = words.book;
        let start = starting_body(sheet);
        check_abilities(Written { sheet, path }, words, complaints);
        let (style_hp, style_dice) = styles(sheet, path, book, complaints);
        let technique_dice = std::array::from_fn(|size| sheet.td.counts()[size].saturating_add(style_dice[size]));
        let hp_max = sheet.hp_max.unwrap_or(book.hp.base + style_hp);
        if let Some(hp) = sheet.hp.filter(|hp| *hp > hp_max) {
            complaints
                .warning(format!("{path}.hp"), format!("{hp} hit points, but the maximum is {hp_max}: it starts with {hp_max}"))
                .help("write `hp_max` too, or leave `hp` out");
        }
        let mut fighter = Fighter {
            name: name.clone(),
            side: *side,
            camp: *side,
            bonus: [sheet.bonus.str, sheet.bonus.dex, sheet.bonus.awr, sheet.bonus.wil],
            rolled: sheet.rolled,
            hp_max,
            hp_start: sheet.hp,
            ar_base: sheet.ar_base,
            armor: sheet.armor,
            weapons_by_hands: [0; Fighter::HANDS_MOST + 1],
            weapons: weapons(Written { sheet, path }, words, types, complaints),
            techniques: techniques(sheet, path, book, types, complaints),
            technique_dice,
            movement: i32::from(sheet.movement.unwrap_or(book.movement.base)),
            resist: types.set(&sheet.resist, &format!("{path}.resist"), complaints),
            vulnerable: types.set(&sheet.vulnerable, &format!("{path}.vulnerable"), complaints),
            fly: sheet.fly,
            slots: inventory::slots_used(sheet, book),
            weapon_slots: inventory::weapon_slots(sheet, book),
            belongings: sheet.belongings,
            eyes: sheet.eyes.saturating_add(sheet.lost_eyes),
            legs: sheet.legs.saturating_add(sheet.lost_legs),
            start,
        };
        for (index, weapon) in fighter.weapons.iter().enumerate() {
            let enough = fighter.weapons_by_hands.iter_mut().skip(usize::from(weapon.hands));
            enough.for_each(|weapons| *weapons |= 1 << index);
        }
        let spent = sheet.td_spent.counts();
        for (size, left) in fighter.start.technique_dice.iter_mut().enumerate() {
            *left = technique_dice[size].saturating_sub(spent[size]);
        }
        inventory::check_bag(sheet, path, complaints);
        let mut start = fighter.start;
        if fighter.rolled.is_none() {
            inventory::settle(&fighter, book, &mut start);
        } else {
            // The items for which quick slots have room are known once the abilities are.
            fighter.rearm(&mut start);
        }
        fighter.start = start;
        fighter
    }

    /// The first weapon that it can use now: whole, at hand, and not needing more hands than are left.
    #[inline]
    pub fn wielded(&self, body: &Body) -> usize {
        // Fists take no hands, break never and fit into no bag: one bit at least is always there.
        body.usable.trailing_zeros() as usize
    }

    /// True if it can use this weapon now.
    #[inline]
    pub fn usable(&self, body: &Body, weapon: usize) -> bool {
        body.usable >> weapon & 1 == 1
    }

    /// Writes down which weapons it can use; has to follow every change of its hands and of what is broken or in the bag.
    pub fn rearm(&self, body: &mut Body) {
        let whole_and_at_hand = !(body.broken | body.stowed);
        body.usable = self.weapons_by_hands[usize::from(body.hands).min(Fighter::HANDS_MOST)] & whole_and_at_hand;
    }
}

impl TechniqueDice {
    /// As counts in the order of [`TECHNIQUE_SIZES`].
    pub fn counts(&self) -> [u8; 5] {
        [self.d4, self.d6, self.d8, self.d10, self.d12]
    }
}

/// Returns the body in which a day begins, as far as the sheet alone says.
fn starting_body(sheet: &Sheet) -> Body {
    let mut body = Body {
        abilities: [sheet.str, sheet.dex, sheet.awr, sheet.wil],
        exhaustion: sheet.exhaustion,
        hands: sheet.hands,
        eyes: sheet.eyes,
        legs: sheet.legs,
        voice: sheet.voice,
        prone: sheet.prone,
        dead: sheet.dead,
        in_field: true,
        armor_broken: sheet.armor_broken,
        siestas: sheet.siestas,
        on_the_road: sheet.on_the_road,
        ..Body::default()
    };
    for given in &sheet.statuses {
        match given.status {
            Status::Prone => body.prone = true,
            status => body.gain(status, given.until_round),
        }
    }
    body.gain_lasting();
    for (index, weapon) in sheet.weapons.iter().enumerate().take(Fighter::WEAPONS_MAX - 1) {
        body.broken |= u16::from(weapon.broken) << index;
        body.stowed |= u16::from(weapon.stowed) << index;
    }
    body
}

/// Dice that the rulings step along the ladder have to be on it.
fn check_abilities(Written { sheet, path }: Written, Words { book, rulings }: Words, complaints: &mut Complaints) {
    for (name, die) in [("str", sheet.str), ("dex", sheet.dex), ("awr", sheet.awr), ("wil", sheet.wil)] {
        if rulings.stat_penalty == AbilityPenalty::DieStep && !book.ladder.contains(&die) {
            off_ladder(die, &format!("{path}.{name}"), book, complaints);
        }
    }
}

/// Complains of a die that cannot be stepped, with the ladder as help.
fn off_ladder(die: Die, path: &str, book: &Book, complaints: &mut Complaints) {
    let rungs: Vec<String> = book.ladder.iter().map(Die::to_string).collect();
    complaints
        .error(path, format!("{die} is not on the ladder of die sizes, so it cannot be stepped up or down"))
        .help(format!("the ladder is {}", rungs.join(", ")));
}

/// The die so many rungs up or down the ladder, which ends at both ends (VOG-105, VOG-106, R-48). A die that is not on the
/// ladder stays as it is.
pub fn step(ladder: &[Die], die: Die, rungs: i32) -> Die {
    let Some(rung) = ladder.iter().position(|&rung| rung == die) else { return die };
    ladder[(rung as i32 + rungs).clamp(0, ladder.len() as i32 - 1) as usize]
}

/// Hit points and technique dice of the styles (VOG-213, VOG-214, VOG-209, VOG-210, VOG-201, VOG-211).
fn styles(sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> (i32, [u8; 5]) {
    let (mut hp, mut dice) = (0, [0_u8; 5]);
    for (index, name) in sheet.styles.iter().enumerate() {
        let Some(style) = book.style.get(name) else {
            let known: Vec<&str> = book.style.keys().map(String::as_str).collect();
            let complaint = complaints.error(format!("{path}.styles[{index}]"), format!("unknown style `{name}`"));
            complaint.near(name, known.iter().copied());
            complaint.help(format!("the book has {}", known.join(", ")));
            continue;
        };
        hp += style.hp;
        match TECHNIQUE_SIZES.iter().position(|&size| size == style.technique_dice.sides) {
            Some(size) => dice[size] = dice[size].saturating_add(style.technique_dice.count),
            None if style.technique_dice == Die::NONE => {}
            None => {
                complaints
                    .error(format!("book.style.{name}.technique_dice"), format!("technique dice are {}", style.technique_dice))
                    .help("they can have 4, 6, 8, 10 or 12 faces");
            }
        }
    }
    if let Some(level) = sheet.level.filter(|&level| level as usize != sheet.styles.len()) {
        complaints
            .error(format!("{path}.level"), format!("level {level}, but {} in `styles`", sheet.styles.len()))
            .help("a character has as many styles as its level (VOG-201)");
    }
    if !sheet.styles.is_empty() && sheet.techniques.len() > sheet.styles.len() {
        complaints
            .warning(
                format!("{path}.techniques"),
                format!("{} in `techniques`, but {} in `styles`", sheet.techniques.len(), sheet.styles.len()),
            )
            .help("each style that is taken teaches one technique (VOG-211)");
    }
    (hp, dice)
}

/// Makes the weapons of a sheet, the fists last.
fn weapons(Written { sheet, path }: Written, words: Words, types: &mut TypeNames, complaints: &mut Complaints) -> Vec<Weapon> {
    if sheet.weapons.len() >= Fighter::WEAPONS_MAX {
        complaints.too_many(format!("{path}.weapons"), Fighter::WEAPONS_MAX - 1, "weapons");
    }
    let mut weapons: Vec<Weapon> = Vec::with_capacity(sheet.weapons.len() + 1);
    for (index, text) in sheet.weapons.iter().take(Fighter::WEAPONS_MAX - 1).enumerate() {
        let path = format!("{path}.weapons[{index}]");
        weapons.push(weapon(text, &path, words, types, complaints));
    }
    weapons.push(fists(words, types, complaints));
    weapons
}

/// Makes a weapon of its text; STR counts unless the book or the text says otherwise.
fn weapon(
    text: &WeaponText,
    path: &str,
    Words { book, rulings }: Words,
    types: &mut TypeNames,
    complaints: &mut Complaints,
) -> Weapon {
    if text.step != 0 && !book.ladder.contains(&text.die) {
        off_ladder(text.die, &format!("{path}.die"), book, complaints);
    }
    let die = step(&book.ladder, text.die, i32::from(text.step));
    check_damage_die(die, &format!("{path}.die"), rulings, complaints);
    Weapon {
        name: text.name.clone(),
        die,
        damage_type: types.number(&text.kind, &format!("{path}.type"), complaints),
        range: i32::from(text.range.unwrap_or(book.attack.range)),
        hands: text.hands,
        add_str: text.add_str.unwrap_or(book.attack.add_str),
        bonus: text.bonus,
        initiative: weapon_initiative(text.initiative, die, book),
        riders: riders(&text.riders, path, book, complaints),
    }
}

/// The initiative dice of attacks with a weapon: its own, or the book's for all, or its damage dice (VOG-012, VOG-013).
fn weapon_initiative(own: Option<Die>, damage: Die, book: &Book) -> Die {
    own.or(book.attack.initiative).unwrap_or(damage)
}

/// A damage die of one face would be critical for ever, where dice are critical at all.
fn check_damage_die(die: Die, path: &str, rulings: &Rulings, complaints: &mut Complaints) {
    if die.sides == 1 && rulings.crit != Crit::Off {
        complaints.error(path, format!("damage dice of {die}")).help(
            "a damage die needs at least two faces, or every roll is critical (R-09); `rulings.crit = \"off\"` allows one",
        );
    }
}

/// Makes the weapon of the unarmed.
fn fists(Words { book, rulings }: Words, types: &mut TypeNames, complaints: &mut Complaints) -> Weapon {
    check_damage_die(book.attack.unarmed, "book.attack.unarmed", rulings, complaints);
    Weapon {
        name: "fists".into(),
        die: book.attack.unarmed,
        damage_type: types.number(&book.attack.unarmed_type, "book.attack.unarmed_type", complaints),
        range: i32::from(book.attack.unarmed_range),
        hands: 0,
        add_str: book.attack.add_str,
        bonus: 0,
        initiative: weapon_initiative(None, book.attack.unarmed, book),
        riders: Vec::new(),
    }
}

/// Makes the techniques of a sheet, all of which are prepared.
fn techniques(sheet: &Sheet, path: &str, book: &Book, types: &mut TypeNames, complaints: &mut Complaints) -> Vec<Technique> {
    let mut techniques: Vec<Technique> = Vec::with_capacity(sheet.techniques.len());
    for (index, text) in sheet.techniques.iter().enumerate().take(usize::from(u8::MAX)) {
        let path = format!("{path}.techniques[{index}]");
        if techniques.iter().any(|technique| technique.name == text.name) {
            complaints.twice(format!("{path}.name"), "techniques", &text.name);
        }
        techniques.push(technique(text, &path, book, types, complaints));
    }
    techniques
}

/// Makes a technique of its text; at most as many dice as the book says, where it says nothing itself.
fn technique(text: &TechniqueText, path: &str, book: &Book, types: &mut TypeNames, complaints: &mut Complaints) -> Technique {
    let size = TECHNIQUE_SIZES.iter().position(|&size| size == text.die).unwrap_or_else(|| {
        complaints
            .error(format!("{path}.die"), format!("technique dice of {} faces", text.die))
            .help("they have 4, 6, 8, 10 or 12 faces");
        0
    });
    let most = text.max_dice.unwrap_or(book.technique.max_dice.max(text.min_dice));
    if most < text.min_dice {
        complaints.error(format!("{path}.max_dice"), format!("at most {most} dice, but at least {}", text.min_dice));
    }
    if text.kind == TechniqueKind::Heal {
        let unread = [
            ("targets", text.targets != Targets::One),
            ("radius", text.radius.is_some()),
            ("riders", !text.riders.is_empty()),
            ("also", !text.also.is_empty()),
        ];
        for (key, _) in unread.into_iter().filter(|(_, given)| *given) {
            complaints.warning(format!("{path}.{key}"), format!("`{key}` means nothing for a technique that heals"));
        }
    } else if text.radius.is_some() && text.targets == Targets::One {
        let complaint = complaints.warning(format!("{path}.radius"), "`radius` means nothing for a technique with one target");
        complaint.help("`targets = \"all\"` strikes everybody around the one that is chosen");
    }
    if text.kind != TechniqueKind::Heal && !text.also.is_empty() && text.targets == Targets::One {
        let complaint = complaints.warning(format!("{path}.also"), "`also` means nothing for a technique with one target");
        complaint.help("`targets = \"all\"` strikes everybody there");
    }
    Technique {
        name: text.name.clone(),
        kind: text.kind,
        size,
        dice: (text.min_dice, most),
        damage_type: types.number(&text.damage_type, &format!("{path}.type"), complaints),
        targets: text.targets,
        radius: text.radius.map(i32::from),
        also: text.also.clone(),
        range: i32::from(text.range.unwrap_or(book.attack.range)),
        ability: text.ability,
        bonus: text.bonus,
        initiative: text.initiative.or(book.technique.initiative),
        riders: riders(&text.riders, path, book, complaints),
        voice: text.voice,
    }
}

/// Reads what blows bring besides damage, with every duration in rounds (VOG-067).
fn riders(texts: &[RiderText], path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Rider> {
    let rounds = |(index, text): (usize, &RiderText)| {
        if text.rounds.is_some() && text.seconds.is_some() {
            complaints
                .error(format!("{path}.riders[{index}]"), "it lasts so many `rounds` and so many `seconds`")
                .help(format!("leave one of them out: a round has {} seconds (VOG-067)", book.round.seconds));
        }
        if text.status == Status::Prone && (text.rounds.is_some() || text.seconds.is_some()) {
            complaints
                .warning(format!("{path}.riders[{index}]"), "being prone does not end by itself")
                .help("leave `rounds` and `seconds` out: it ends by standing up (R-19)");
        }
        let seconds = text.seconds.map(|seconds| seconds.div_ceil(book.round.seconds).min(u16::MAX.into()) as u16);
        Rider { status: text.status, rounds: text.rounds.or(seconds) }
    };
    texts.iter().enumerate().map(rounds).collect()
}

/// Finds those whom the Afraid fear by their names, once all combatants are known.
pub fn resolve_fears(sheet: &Sheet, path: &str, names: &[&str], start: &mut Body, complaints: &mut Complaints) {
    for (index, given) in sheet.statuses.iter().enumerate() {
        if given.status == Status::Prone && given.until_round.is_some() {
            complaints
                .warning(format!("{path}.statuses[{index}].until_round"), "being prone does not end by itself")
                .help("leave it out: it ends by standing up (R-19)");
        }
        let Some(source) = &given.of else { continue };
        let path = format!("{path}.statuses[{index}].of");
        if given.status != Status::Afraid {
            complaints
                .warning(path, format!("`of` means nothing for `{}`: only the afraid fear somebody", given.status.word()));
            continue;
        }
        match names.iter().position(|name| name == source) {
            Some(slot) => start.fears = start.fears.with(Slot(slot as u8)),
            None => {
                complaints.error(path, format!("nobody is called `{source}`")).near(source, names.iter().copied());
            }
        }
    }
}
