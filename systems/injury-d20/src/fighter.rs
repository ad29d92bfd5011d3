//! A fighter: what the rules need to know of one combatant, made of its sheet and the book when a scenario is loaded.
//!
//! Owns the checks of a sheet that the schema cannot make; the plan of its body is in [`plan`](mod@super::plan). Must not
//! change during a fight. Start at [`Fighter`].

use frame::fight::Side;
use frame::scenario::{Complaints, Enlisted};

use super::book::{Book, RollKind};
use super::plain::Plain;
use super::plan::{Plan, kind_rules};
use super::rulings::{ExhaustionPool, Reactions};
use super::sheet::{
    AttackAttribute, Attribute, Capability, CoverText, CriticalEffect, DamageType, PartKind, PartText, Sheet, Skill,
    WeaponKind, WeaponText, WornText,
};
use super::state::{Body, Care, EMPTY, HANDS_MOST, PARTS_MOST, Place, SHIELD, WEAPONS_MOST, cause};
use super::strike::Use;
use super::{InjuryD20, Words, Written};

/// A weapon, ready for use.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: WeaponKind,
    /// Reach in feet.
    pub reach_ft: i32,
    /// Hands that it takes; 0 for a natural one.
    pub hands: u8,
    /// True if it is part of the body.
    pub natural: bool,
    /// True if it is nothing but bare hands.
    pub unarmed: bool,
    /// For a natural weapon: parts that must not be lost, with the number of injuries from which on it is out.
    pub needs: Vec<(u8, u8)>,
    /// The number of the head that it belongs to, where there are several.
    pub head: Option<u8>,
    /// The lowest natural face that is critical when it hits.
    pub critical_from: i32,
    /// The effect of a critical hit, and its amount.
    pub effect: (CriticalEffect, i32),
    /// Range increment in feet.
    pub increment_ft: i32,
    /// Action points to make it ready for another shot.
    pub reload_ap: u8,
    /// True if its shots are counted.
    pub counted: bool,
    /// Points that it adds to attack rolls.
    pub bonus: i32,
    /// True if it only has to touch.
    pub touch: bool,
    /// True if it sticks in what it hits.
    pub sticks: bool,
    /// The attribute that it adds.
    pub attribute: AttackAttribute,
    /// Its use when nothing else is said.
    pub used: Use,
    /// True if it strikes as long as there is a hand to hold it: it is no natural weapon and cannot run out.
    pub simple: bool,
    /// Points that are added to attack rolls by every [`Use`] of it: martial bonus, attribute and its own.
    pub to_hit: [i32; Use::ALL.len()],
}

impl Weapon {
    /// The weapon as it stands within a sentence, after "with".
    #[must_use]
    pub fn spoken(&self) -> String {
        if self.unarmed { "bare hands".to_owned() } else { format!("the {}", self.name) }
    }

    /// True if it strikes at arm's length.
    #[inline]
    pub fn melee(&self) -> bool {
        self.kind == WeaponKind::Melee
    }

    /// True if it shoots.
    #[inline]
    pub fn shoots(&self) -> bool {
        matches!(self.kind, WeaponKind::Bow | WeaponKind::Crossbow | WeaponKind::Firearm)
    }
}

/// A thing that is worn.
#[derive(Clone, Debug)]
pub struct Worn {
    /// Its name.
    pub name: String,
    /// The part on which.
    pub part: u8,
}

/// Cover of a combatant or of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Cover against shots.
    pub ranged: CoverText,
    /// Cover against melee.
    pub melee: CoverText,
}

impl Cover {
    /// No cover at all.
    pub const NONE: Cover = Cover { ranged: CoverText::None, melee: CoverText::None };
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
    /// The number of its kind.
    pub kind: u8,
    /// Its size, from 0.
    pub size: i32,
    /// Squares on a side.
    pub space: i16,
    /// Level.
    pub level: i32,
    /// Level for the Lore about it.
    pub base_level: i32,
    /// Modifiers by attribute.
    pub attributes: [i32; 6],
    /// True if it has Constitution.
    pub has_con: bool,
    /// Martial bonus.
    pub mb: i32,
    /// Armor bonus.
    pub armor: i32,
    /// Shield bonus.
    pub shield: i32,
    /// The attribute of its defence value.
    pub defence: Attribute,
    /// Maximum of stamina; 0 without Constitution.
    pub stamina_max: i32,
    /// Maximum of exhaustion; 0 without Constitution.
    pub exhaustion_max: i32,
    /// Injuries that destroy it, without Constitution.
    pub destroyed_at: i32,
    /// Modifiers by skill.
    pub skills: [i32; Skill::ALL.len()],
    /// Skills in which it is trained, one bit each.
    trained: u16,
    /// Points that it adds to Constitution saves.
    pub save_bonus: i32,
    /// Points that it adds to Constitution checks.
    pub check_bonus: i32,
    /// Speeds in feet: on the ground, in the air, in the ground, up walls.
    pub speeds_ft: [i32; 4],
    /// Its body.
    pub plan: Plan,
    /// Weapons; the last one is its bare hands, where those are allowed.
    pub weapons: Vec<Weapon>,
    /// Capabilities, one bit each.
    capabilities: u8,
    /// Worn things.
    pub worn: Vec<Worn>,
    /// Action points of a turn (INJ-176, INJ-183).
    pub turn_ap: u8,
    /// Reactions of a turn (INJ-176, INJ-239, R-51).
    pub reactions: u8,
    /// Cover of its own.
    pub cover: Cover,
    /// The condition in which a day begins.
    pub start: Body,
    /// Advantages of each kind of roll: 0 each, and those of the exhausted.
    pub exhausted_net: [[i32; RollKind::ALL.len()]; 2],
    /// The defence value, armor and all that changes apart.
    pub dv: i32,
    /// The defence value when off-guard.
    pub dv_off_guard: i32,
    /// The numbers of its plain blows; `None` where none of its blows can be plain.
    pub plain: Option<Plain>,
}

impl Fighter {
    /// Makes a fighter of a sheet; what is wrong with it goes to `complaints` (INJ-012, INJ-022, INJ-023, INJ-024, INJ-029,
    /// INJ-041, INJ-183, INJ-239, R-07, R-13, R-44, R-51).
    pub fn new(combatant: &Enlisted<InjuryD20>, kind: u8, words: Words, complaints: &mut Complaints) -> Self {
        let (Enlisted { name, side, sheet, path, .. }, Words { book, rulings }) = (combatant, words);
        let rules = kind_rules(book);
        let plan = Plan::new(sheet, path, &rules, complaints);
        let has_con = !sheet.without_con;
        let stamina_max =
            (sheet.trained_stamina + sheet.con * sheet.level * book.stamina.con_per_level).max(book.stamina.min_max);
        let pool = match rulings.exhaustion_pool {
            ExhaustionPool::TenPlusCon => book.exhaustion.base + sheet.con,
            ExhaustionPool::MaxStamina => stamina_max,
            ExhaustionPool::Fixed => book.exhaustion.fixed,
        };
        let size = sheet.size as usize;
        let by_size = book.space_by_size.get(size).copied().unwrap_or(1).max(1);
        let weapons = weapons(Written { sheet, path }, book, &plan, complaints);
        let mut fighter = Fighter {
            name: name.clone(),
            side: *side,
            camp: *side,
            kind,
            size: size as i32,
            space: i16::from(sheet.space.unwrap_or(by_size)),
            level: sheet.level,
            base_level: sheet.base_level.unwrap_or(sheet.level),
            attributes: [sheet.str, sheet.dex, sheet.con, sheet.int, sheet.wis, sheet.cha],
            has_con,
            mb: sheet.mb,
            armor: sheet.armor,
            shield: sheet.shield,
            defence: sheet.defence_attribute,
            stamina_max: if has_con { stamina_max } else { 0 },
            exhaustion_max: if has_con { sheet.exhaustion_max.unwrap_or(pool).max(1) } else { 0 },
            destroyed_at: sheet.destroyed_at.unwrap_or(book.no_con.destroyed_base + sheet.level),
            skills: skills(sheet),
            trained: sheet.trained.iter().fold(0, |set, &skill| set | 1 << skill as u16),
            save_bonus: sheet.save_bonus,
            check_bonus: sheet.con_check_bonus,
            speeds_ft: [sheet.speed_ft, sheet.fly_ft, sheet.burrow_ft, sheet.climb_ft],
            worn: worn(sheet, path, &plan, complaints),
            plan,
            weapons,
            capabilities: sheet.capabilities.iter().fold(0, |set, &capability| set | 1 << capability as u8),
            turn_ap: book.turn.ap.saturating_add(book.turn.extra_ap).saturating_add(sheet.extra_ap),
            reactions: match rulings.reactions {
                Reactions::One => 1,
                Reactions::OnePlusBonus => (1 + sheet.str.max(sheet.dex).max(0)).min(250) as u8,
            },
            cover: Cover { ranged: sheet.ranged_cover, melee: sheet.melee_cover },
            start: Body::blank(),
            exhausted_net: [[0; RollKind::ALL.len()]; 2],
            dv: 0,
            dv_off_guard: 0,
            plain: None,
        };
        fighter.work_out(book);
        fighter.start = fighter.starting_body(sheet, path, book, complaints);
        fighter
    }

    /// Works out what follows from the sheet and the book in every fight (INJ-009, INJ-014, INJ-015, INJ-019, INJ-032, R-03,
    ///
    fn work_out(&mut self, book: &Book) {
        let exhausted = &book.exhausted;
        let counts = |kind: &RollKind| self.has_con && exhausted.on.contains(kind);
        self.exhausted_net[1] = RollKind::ALL.map(|kind| if counts(&kind) { -exhausted.disadvantage } else { 0 });
        let attribute = self.attribute(self.defence);
        let kept = if self.defence == Attribute::Dex { attribute.min(0) } else { attribute };
        let base = book.dv.base + if book.dv.adds_mb { self.mb } else { 0 };
        (self.dv, self.dv_off_guard) = (base + attribute, base + kept);
        let mut weapons = std::mem::take(&mut self.weapons);
        for weapon in &mut weapons {
            weapon.to_hit = Use::ALL.map(|used| self.mb + self.attack_attribute(weapon.attribute, used) + weapon.bonus);
        }
        self.weapons = weapons;
    }

    /// The attribute of an attack (INJ-013, INJ-199, INJ-210, INJ-219).
    pub fn attack_attribute(&self, attribute: AttackAttribute, used: Use) -> i32 {
        let of = |attribute| self.attribute(attribute);
        match (attribute, used) {
            (AttackAttribute::Str, _) => of(Attribute::Str),
            (AttackAttribute::Dex, _) => of(Attribute::Dex),
            (AttackAttribute::Wis, _) => of(Attribute::Wis),
            (AttackAttribute::Best, Use::Melee) => of(Attribute::Str).max(of(Attribute::Dex)),
            (AttackAttribute::Best, Use::Shot) => of(Attribute::Dex).max(of(Attribute::Wis)),
            (AttackAttribute::Best, Use::Throw) => of(Attribute::Dex).max(of(Attribute::Wis)).max(of(Attribute::Str)),
        }
    }

    /// True if it is trained in a skill; nobody is untrained in an attribute.
    #[inline]
    pub fn trained(&self, skill: Skill) -> bool {
        matches!(skill, Skill::Str | Skill::Dex) || self.trained >> skill as u16 & 1 == 1
    }

    /// True if it has a capability when whole.
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities >> capability as u8 & 1 == 1
    }

    /// An attribute's modifier.
    #[inline]
    pub fn attribute(&self, attribute: Attribute) -> i32 {
        self.attributes[attribute as usize]
    }

    /// The hand that a shield is held in: the second one, where there are two.
    pub fn shield_hand(&self) -> u8 {
        (self.plan.count(PartKind::Hand).min(HANDS_MOST as u8)).saturating_sub(1).min(1)
    }

    /// Makes the body in which a fight begins by the sheet, and complains of what cannot be.
    fn starting_body(&self, sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) -> Body {
        let mut body = Body::blank();
        body.stamina = sheet.stamina.map_or(self.stamina_max, |stamina| stamina.min(self.stamina_max));
        body.exhaustion = sheet.exhaustion.map_or(self.exhaustion_max, |left| left.min(self.exhaustion_max));
        let numbers = [
            ("stamina", sheet.stamina, self.stamina_max),
            ("exhaustion", sheet.exhaustion, self.exhaustion_max),
            ("armor_sundered", Some(sheet.armor_sundered.into()), sheet.armor),
            ("shield_sundered", Some(sheet.shield_sundered.into()), sheet.shield),
        ];
        for (key, given, most) in numbers {
            if let Some(given) = given.filter(|&given| given > most) {
                complaints
                    .warning(format!("{path}.{key}"), format!("{given} of it, but there is no more than {most}"))
                    .help(format!("it begins as with {most}: write that or less"));
            }
        }
        (body.strain, body.bleed, body.prone) = (sheet.strain, sheet.bleed, sheet.prone);
        (body.altitude_ft, body.flying) = (sheet.altitude_ft, sheet.altitude_ft > 0);
        if sheet.altitude_ft > 0 && sheet.fly_ft == 0 {
            complaints.error(format!("{path}.altitude_ft"), "it cannot fly: it has no `fly_ft`");
        }
        body.had_turn = sheet.on_guard;
        (body.stunned, body.dazed, body.hungry_days) = (sheet.stunned, sheet.dazed, sheet.hungry_days);
        (body.armor_sundered, body.sundered[usize::from(SHIELD)]) = (sheet.armor_sundered, sheet.shield_sundered);
        for (key, given, cause) in [("knocked_out", sheet.knocked_out, cause::KNOCKED_OUT), ("coma", sheet.coma, cause::COMA)] {
            body.causes |= if given { cause } else { 0 };
            if given && sheet.without_con {
                complaints
                    .error(format!("{path}.{key}"), "nobody without Constitution is ever unconscious")
                    .help(format!("leave out `{key}` or `without_con` (INJ-040)"));
            }
        }
        body.death = sheet.dead;
        for given in &sheet.conditions {
            body.timed[given.condition as usize] = given.turns;
        }
        let rules = kind_rules(book);
        for (index, given) in sheet.injuries.iter().enumerate() {
            let path = format!("{path}.injuries[{index}]");
            let part = PartText { part: given.part, index: given.index };
            let Some(part) = self.plan.find(part, &path, complaints) else { continue };
            let (all, most) = (body.harm.count(part) + given.count, rules[given.part as usize].max);
            if all > most {
                complaints
                    .error(format!("{path}.count"), format!("{all} injuries are too many"))
                    .help(format!("such a part holds {most}"));
            }
            for _ in 0..given.count {
                body.harm.add(part);
            }
            if book.parts.cascade && body.harm.count(part) >= rules[given.part as usize].max {
                body.harm.gone |= self.plan.going_with(part);
            }
        }
        // An unconscious fighter has come down before the fight (INJ-078, R-20).
        if body.unconscious() {
            (body.altitude_ft, body.flying) = (0, false);
        }
        self.outfit(sheet, &mut body);
        body
    }

    /// Days of treatment that are left for each of the injuries of a sheet.
    pub fn treatment(&self, sheet: &Sheet) -> Care {
        let mut care = Care::NONE;
        let mut had = [0_usize; PARTS_MOST];
        for given in &sheet.injuries {
            let part = PartText { part: given.part, index: given.index };
            let Some(part) = self.plan.find(part, "", &mut Complaints::default()) else { continue };
            let (had, days) = (&mut had[usize::from(part)], &mut care.days[usize::from(part)]);
            for _ in 0..given.count {
                if let Some(days) = days.get_mut(*had) {
                    *days = given.treated;
                }
                *had += 1;
            }
        }
        care
    }

    /// Puts things into hands: the shield into the second one, weapons in the order of the list as long as hands are free.
    fn outfit(&self, sheet: &Sheet, body: &mut Body) {
        let hands = usize::from(self.plan.count(PartKind::Hand)).min(HANDS_MOST);
        if self.shield > 0 && hands > 0 {
            body.holds[usize::from(self.shield_hand())] = SHIELD;
            body.places[usize::from(SHIELD)] = Place::Held;
        }
        let mut number = 0;
        for text in &sheet.weapons {
            for _ in 0..text.count {
                if number >= self.weapons.len() {
                    break;
                }
                body.ammo[number] = text.ammo.unwrap_or(0);
                body.sundered[number] = text.sundered;
                if !text.natural {
                    let free = (0..hands).filter(|&hand| body.holds[hand] == EMPTY).count();
                    let held = !text.stowed && free >= usize::from(text.hands);
                    body.places[number] = if held { Place::Held } else { Place::Stowed };
                    let mut needed = if held { text.hands } else { 0 };
                    for hand in 0..hands {
                        if needed > 0 && body.holds[hand] == EMPTY {
                            body.holds[hand] = number as u8;
                            needed -= 1;
                        }
                    }
                }
                number += 1;
            }
        }
    }
}

impl Body {
    /// A body to which nothing has happened.
    pub fn blank() -> Self {
        Body { holds: [EMPTY; HANDS_MOST], in_field: true, ..Body::default() }
    }
}

/// Modifiers of all skills: those of the sheet, else those of their attributes.
fn skills(sheet: &Sheet) -> [i32; Skill::ALL.len()] {
    let given = &sheet.skills;
    Skill::ALL.map(|skill| match skill {
        Skill::Acrobatics => given.acrobatics.unwrap_or(sheet.dex),
        Skill::Athletics => given.athletics.unwrap_or(sheet.str),
        Skill::Thievery => given.thievery.unwrap_or(sheet.dex),
        Skill::Stealth => given.stealth.unwrap_or(sheet.dex),
        Skill::Perception => given.perception.unwrap_or(sheet.wis),
        Skill::Lore => given.lore.unwrap_or(sheet.int),
        Skill::Heal => given.heal.unwrap_or(sheet.wis),
        Skill::Fly => given.fly.unwrap_or(sheet.dex),
        Skill::Survival => given.survival.unwrap_or(sheet.wis),
        Skill::Oratory => given.oratory.unwrap_or(sheet.cha),
        Skill::Craft => given.craft.unwrap_or(sheet.int),
        Skill::MusicalInstrument => given.musical_instrument.unwrap_or(sheet.cha),
        Skill::Str => sheet.str,
        Skill::Dex => sheet.dex,
    })
}

/// Makes the things that are worn on hands and arms.
fn worn(sheet: &Sheet, path: &str, plan: &Plan, complaints: &mut Complaints) -> Vec<Worn> {
    let mut worn = Vec::new();
    for (index, text) in sheet.worn.iter().enumerate() {
        let WornText { name, part, index: number } = text;
        let path = format!("{path}.worn[{index}]");
        if !matches!(part, PartKind::Hand | PartKind::Arm) {
            complaints.error(format!("{path}.part"), "things are worn on a `hand` or an `arm`");
        } else if let Some(part) = plan.find(PartText { part: *part, index: *number }, &path, complaints) {
            worn.push(Worn { name: name.clone(), part });
        }
    }
    worn
}

/// Makes the weapons of a sheet, as often as each is there, and the unarmed attack where it is allowed.
fn weapons(Written { sheet, path }: Written, book: &Book, plan: &Plan, complaints: &mut Complaints) -> Vec<Weapon> {
    let mut weapons: Vec<Weapon> = Vec::new();
    for (index, text) in sheet.weapons.iter().enumerate() {
        let path = format!("{path}.weapons[{index}]");
        if sheet.weapons[..index].iter().any(|other| other.name == text.name) {
            complaints.twice(format!("{path}.name"), "weapons", &text.name);
        }
        let weapon = weapon(text, &path, Bearer { book, sheet, plan }, complaints);
        weapons.extend((0..text.count).map(|_| weapon.clone()));
    }
    if weapons.len() >= WEAPONS_MOST {
        complaints.too_many(format!("{path}.weapons"), WEAPONS_MOST - 1, "weapons");
        weapons.truncate(WEAPONS_MOST - 1);
    }
    if book.unarmed.allowed {
        weapons.push(Weapon {
            name: "unarmed".into(),
            kind: WeaponKind::Melee,
            reach_ft: book.unarmed.reach_ft,
            hands: 0,
            natural: true,
            unarmed: true,
            needs: Vec::new(),
            head: None,
            critical_from: book.crit.natural,
            effect: (CriticalEffect::None, 0),
            increment_ft: book.throw.increment_ft,
            reload_ap: 0,
            counted: false,
            bonus: 0,
            touch: false,
            sticks: false,
            attribute: AttackAttribute::Best,
            used: Use::Melee,
            simple: false,
            to_hit: [0; Use::ALL.len()],
        });
    }
    weapons
}

/// The bearer of a weapon, and the numbers of weapons.
struct Bearer<'a> {
    book: &'a Book,
    sheet: &'a Sheet,
    plan: &'a Plan,
}

/// Makes a weapon of its text: parts that it needs, reach, range increment, bonus, and if it sticks (INJ-220, INJ-221, INJ-222).
fn weapon(text: &WeaponText, path: &str, bearer: Bearer, complaints: &mut Complaints) -> Weapon {
    let Bearer { book, sheet, plan } = bearer;
    let mut needs = Vec::new();
    let mut head = None;
    match text.part {
        Some(_) if !text.natural => {
            complaints.error(format!("{path}.part"), "only natural weapons have a part").help("add `natural = true`");
        }
        Some(given) => {
            if let Some(part) = plan.find(given, &format!("{path}.part"), complaints) {
                let rules = kind_rules(book);
                let mut need = |part: u8, kind: PartKind| needs.push((part, rules[kind as usize].disabled_at));
                need(part, given.part);
                let larger = match given.part {
                    PartKind::Hand => Some(PartKind::Arm),
                    PartKind::Foot => Some(PartKind::Leg),
                    _ => None,
                };
                if let Some((kind, larger)) = larger.and_then(|kind| Some((kind, plan.part(kind, given.index)?))) {
                    need(larger, kind);
                }
                head = plan.head_of(part).filter(|_| plan.count(PartKind::Head) > 1);
            }
        }
        None => {}
    }
    if !text.natural && text.hands > plan.count(PartKind::Hand) {
        complaints.warning(format!("{path}.hands"), format!("{} can never hold this", sheet.name));
    }
    let thrown_ft = book.throw.increment_ft;
    let by_strength = sheet.str.max(0) * book.throw.increment_per_str_ft;
    let increment_ft = match text.kind {
        WeaponKind::Melee | WeaponKind::Thrown => text.range_increment_ft.unwrap_or(thrown_ft) + by_strength,
        _ => text.range_increment_ft.unwrap_or(thrown_ft),
    };
    Weapon {
        name: text.name.clone(),
        kind: text.kind,
        reach_ft: text.reach_ft,
        hands: if text.natural { 0 } else { text.hands },
        natural: text.natural,
        unarmed: false,
        needs,
        head,
        critical_from: text.critical_from,
        effect: (text.critical_effect, text.critical_amount),
        increment_ft,
        reload_ap: text.reload_ap,
        counted: text.ammo.is_some(),
        bonus: text.bonus,
        touch: text.touch,
        sticks: text.damage_types.iter().any(|kind| *kind != DamageType::Bludgeoning),
        attribute: text.attack_attribute,
        used: Use::of(text.kind),
        simple: text.kind == WeaponKind::Melee && !text.natural && text.ammo.is_none(),
        to_hit: [0; Use::ALL.len()],
    }
}
