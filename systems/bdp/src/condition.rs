//! The condition in which a combatant comes into the day in `bdp`: what earlier days have left on it.
//!
//! Owns the body that follows from the key `condition` of a sheet, from gear that is broken or used, and the checks that the
//! schema cannot make of them. What those words are stands in [`sheet`](super::sheet). Start at [`starting_body`].

use frame::scenario::Complaints;

use super::Written;
use super::book::Book;
use super::book::gear::ItemUse;
use super::book::harm::Area;
use super::fighter::{Fighter, WoundKeys, disease, miracle_bits};
use super::sheet::{Condition, Rolled, Sheet, Skill, Species, State, Today};
use super::state::{ARMOR_BROKEN, Body, DISEASES_MAX, Daily, Illness, Status, WEAPONS_MAX};
use super::wounds::{WOUNDS_MAX, Wound, Wounds};

/// The diseases that the combatant has just caught; how long they last is rolled when the day begins (BDP-080, BDP-083).
pub fn caught(Written { sheet, path }: Written, book: &Book, complaints: &mut Complaints) -> Vec<u8> {
    let named = &sheet.condition.diseases;
    let under_way = &sheet.condition.illnesses;
    if named.len() + under_way.len() > DISEASES_MAX {
        complaints.too_many(format!("{path}.condition.diseases"), DISEASES_MAX, "diseases");
    }
    let has = |(index, name): &(usize, &String)| {
        named[..*index].contains(name) || under_way.iter().any(|illness| illness.disease == **name)
    };
    for (index, name) in named.iter().enumerate().filter(has) {
        complaints
            .warning(format!("{path}.condition.diseases[{index}]"), format!("it has `{name}` already"))
            .help("nobody has a disease twice: leave one out (BDP-080)");
    }
    let one = |(index, name): (usize, &String)| disease(name, &format!("{path}.condition.diseases[{index}]"), book, complaints);
    named.iter().enumerate().filter_map(one).collect()
}

/// The wounds with which a day begins, and the arms that are wounded by them: 1 the right one, 2 the left one (BDP-053).
fn wounds_at_first(condition: &Condition, path: &str, keys: &mut WoundKeys, complaints: &mut Complaints) -> (Wounds, u8) {
    let mut wounds = Wounds::default();
    if condition.wounds.len() > WOUNDS_MAX {
        complaints.too_many(format!("{path}.condition.wounds"), WOUNDS_MAX, "wounds");
    }
    let mut arms = 0;
    for (index, text) in condition.wounds.iter().take(WOUNDS_MAX).enumerate() {
        if text.key.is_empty() {
            complaints
                .error(format!("{path}.condition.wounds[{index}]"), "a wound of no kind")
                .help("`key = \"torso\"` names an injury, `key = \"burn\"` any other kind (BDP-053)");
        }
        let key = keys.number(&text.key, &format!("{path}.condition.wounds[{index}].key"), complaints);
        wounds.add(Wound { key, level: text.level, treated: text.treated });
        arms |= match WoundKeys::area(key) {
            Some(Area::RightArm) => 1,
            Some(Area::LeftArm) => 2,
            _ => 0,
        };
    }
    (wounds, arms)
}

/// The condition in which a day begins, as far as the sheet says it (BDP-001, BDP-403, BDP-634).
pub fn starting_body(Written { sheet, path }: Written, book: &Book, keys: &mut WoundKeys, complaints: &mut Complaints) -> Body {
    let ability = |given: Option<i16>| given.unwrap_or(book.creation.npc_ability);
    let maxima = [sheet.str, sheet.dex, sheet.wil].map(ability);
    let condition = &sheet.condition;
    let now = [condition.str, condition.dex, condition.wil];
    let abilities = std::array::from_fn(|index| now[index].unwrap_or(maxima[index]).min(maxima[index]));
    let hp_max = sheet.hp_max.unwrap_or(book.creation.npc_hp);
    let [str, dex, wil] = maxima;
    let numbers = [("str", now[0], str), ("dex", now[1], dex), ("wil", now[2], wil), ("hp", condition.hp, hp_max)];
    for (key, given, most) in numbers {
        at_most(most, given, key, path, complaints);
    }
    check_rolled(sheet, path, complaints);
    let (wounds, arms) = wounds_at_first(condition, path, keys, complaints);
    let mut weapon_kills = [0; WEAPONS_MAX];
    for (kills, text) in weapon_kills.iter_mut().zip(&sheet.weapons) {
        *kills = text.kills;
    }
    Body {
        status: match condition.state {
            State::Active => Status::Active,
            State::Treated => Status::Down,
            State::KnockedOut => Status::KnockedOut,
            State::Unconscious => Status::Unconscious,
            State::Debilitated => Status::Debilitated,
            State::Dead => Status::Dead,
        },
        abilities,
        maxima,
        hp: condition.hp.unwrap_or(hp_max).min(hp_max),
        hp_max,
        fatigue: condition.fatigue,
        wounds,
        armored: !sheet.armor.is_empty(),
        shielded: sheet.shield,
        free_faith: condition.free_faith,
        diseases: under_way(condition, path, book, complaints),
        daily: Daily::from(&condition.today),
        prone: condition.prone,
        unaware: sheet.unaware,
        arms,
        limbs_lost: condition.limbs_lost.iter().fold(0, |lost, &limb| lost | 1 << limb as u8),
        eye_lost: condition.eye_lost,
        weakened: condition.weakened,
        bleeding: condition.bleeding,
        type_kills: condition.kills,
        weapon_kills,
        deprived_days: condition.deprived_days,
        treated: condition.state == State::Treated,
        care_days: condition.care_days,
        gold: sheet.gold,
        hp_trainings: condition.hp_trainings,
        ..Body::default()
    }
}

/// Warns of a number that is more than it can be; the combatant begins with what it can be.
fn at_most(most: i16, given: Option<i16>, key: &str, path: &str, complaints: &mut Complaints) {
    if let Some(given) = given.filter(|&given| given > most) {
        complaints
            .warning(
                format!("{path}.condition.{key}"),
                format!("{given} {key}, but the maximum is {most}: it begins with that"),
            )
            .help(format!("write {most} or less, or raise the maximum on the sheet"));
    }
}

/// Warns of numbers that are rolled anew when the day begins (BDP-404, BDP-427, BDP-590, BDP-591).
fn check_rolled(sheet: &Sheet, path: &str, complaints: &mut Complaints) {
    let Some(rolled) = sheet.rolled else { return };
    let condition = &sheet.condition;
    let abilities = matches!(rolled, Rolled::Character | Rolled::SwappedToStr | Rolled::Rival);
    for (key, lost) in [
        ("str", abilities && condition.str.is_some()),
        ("dex", abilities && condition.dex.is_some()),
        ("wil", abilities && condition.wil.is_some()),
        ("hp", condition.hp.is_some()),
    ] {
        if lost {
            complaints
                .warning(format!("{path}.condition.{key}"), format!("`{key}` is rolled anew when the day begins"))
                .help("leave it out, or leave `rolled` out and write the numbers on the sheet (BDP-590)");
        }
    }
}

/// The diseases that the combatant has had for a while (BDP-080, BDP-082, BDP-083).
fn under_way(condition: &Condition, path: &str, book: &Book, complaints: &mut Complaints) -> [Option<Illness>; DISEASES_MAX] {
    let mut diseases = [None; DISEASES_MAX];
    for ((index, text), place) in condition.illnesses.iter().enumerate().zip(&mut diseases) {
        let (name, path) = (&text.disease, format!("{path}.condition.illnesses[{index}]"));
        if name.is_empty() {
            complaints.error(path, "an illness of no kind").help("`disease = \"swampsigh\"` names it (BDP-080)");
            continue;
        }
        if condition.illnesses[..index].iter().any(|other| other.disease == *name) {
            complaints
                .error(format!("{path}.disease"), format!("it has `{name}` already"))
                .help("nobody has a disease twice: leave one out (BDP-080)");
        }
        let Some(kind) = disease(name, &format!("{path}.disease"), book, complaints) else { continue };
        let row = &book.disease[name];
        match (row.days, text.days) {
            (Some(dice), None) => {
                complaints
                    .error(path.as_str(), format!("`{name}` is over after {dice} days: nobody knows how many are left"))
                    .help("add `days`, or write the name into `diseases`, and they are rolled (BDP-083)");
            }
            (Some(dice), Some(days)) if i32::from(days) > dice.most() => {
                complaints
                    .error(format!("{path}.days"), format!("`{name}` lasts {} days at most, not {days}", dice.most()))
                    .help("write what is left of them (BDP-083)");
            }
            (None, Some(_)) => {
                complaints
                    .error(format!("{path}.days"), format!("`{name}` does not end by itself"))
                    .help("leave `days` out (BDP-083)");
            }
            _ => {}
        }
        match row.saves {
            Some(saves) if text.passed >= saves => {
                complaints
                    .error(format!("{path}.passed"), format!("`{name}` is healed by {saves} passed saves"))
                    .help("write less, or leave the illness out (BDP-082)");
            }
            None if text.passed > 0 => {
                complaints
                    .warning(format!("{path}.passed"), format!("no number of passed saves heals `{name}`"))
                    .help("leave `passed` out (BDP-082)");
            }
            _ => {}
        }
        *place = Some(Illness { kind, days: text.days, passed: text.passed });
    }
    diseases
}

/// The losses of gear, skills and magic of a combatant whose sheet is known: the parts that are broken, spent and used up.
pub fn begin(fighter: &mut Fighter, written: Written, book: &Book, complaints: &mut Complaints) {
    let Written { sheet, path } = written;
    let condition = &sheet.condition;
    give_up(fighter, written, complaints);
    fighter.start.power = spent(condition.power, fighter.power_max, "power", path, complaints);
    let free = if fighter.fd == 0 { 0 } else { book.prayer.free_dice };
    fighter.start.free_faith = spent(Some(condition.free_faith), free, "free_faith", path, complaints);
    let has = |does: ItemUse| fighter.items.iter().any(|item| item.does == does);
    let skin = has(ItemUse::Waterskin);
    let light = match () {
        () if has(ItemUse::Lantern) => book.light.lantern,
        () if has(ItemUse::Torch) => book.light.torch,
        () => 0,
    };
    if condition.waterskin.is_some() && !skin {
        complaints
            .warning(format!("{path}.condition.waterskin"), "it has no waterskin, and nothing in it")
            .help("`items = [{ name = \"waterskin\" }]` gives it one");
    }
    if condition.light.is_some() && light == 0 {
        complaints
            .warning(format!("{path}.condition.light"), "it has neither a lantern nor a torch")
            .help("`items = [{ name = \"lantern\" }]` gives it a light");
    } else {
        fighter.start.light = spent(condition.light, light, "light", path, complaints);
    }
    fighter.start.waterskin = if skin { condition.waterskin.unwrap_or(book.breath.waterskin) } else { 0 };
    force_out(fighter, written, book, complaints);
    check_today(fighter, written, complaints);
}

/// Returns what is left of something, all of it where nothing is said.
fn spent(given: Option<u8>, most: u8, key: &str, path: &str, complaints: &mut Complaints) -> u8 {
    at_most(most.into(), given.map(i16::from), key, path, complaints);
    given.unwrap_or(most).min(most)
}

/// Gear that the combatant gave up before the day began and could repair: it is not carried, and what comes first of the rest
/// is in hand (BDP-249, BDP-281).
fn give_up(fighter: &mut Fighter, Written { sheet, path }: Written, complaints: &mut Complaints) {
    for (index, text) in sheet.weapons.iter().enumerate().take(fighter.unarmed().into()) {
        let (weapon, start, path) = (&fighter.weapons[index], &mut fighter.start, format!("{path}.weapons[{index}]"));
        match weapon.uses {
            _ if text.used == 0 => {}
            0 => {
                complaints
                    .warning(format!("{path}.used"), format!("nobody counts the attacks with the {}", weapon.name))
                    .help("leave `used` out: only what is improvised breaks after so many (BDP-249)");
            }
            uses if text.used >= uses => {
                complaints
                    .error(format!("{path}.used"), format!("the {} breaks with attack {uses}", weapon.name))
                    .help("write less, or leave the weapon out (BDP-249)");
            }
            _ => start.used[index] = text.used,
        }
        if text.broken && !weapon.loose() {
            complaints
                .error(format!("{path}.broken"), format!("the {} cannot be given up", weapon.name))
                .help("leave `broken` out: it takes no hand (BDP-280)");
        } else if text.broken {
            start.weapons &= !(1 << index);
            start.broken |= 1 << index;
            start.load -= weapon.slots;
        }
    }
    let (start, unarmed) = (&mut fighter.start, fighter.weapons.len() as u8 - 1);
    if start.off.is_none() && start.broken & 1 == 1 {
        start.main = (0..unarmed).find(|&weapon| start.carries(weapon)).unwrap_or(unarmed);
    }
    if sheet.condition.armor_broken && sheet.armor.is_empty() {
        complaints
            .error(format!("{path}.condition.armor_broken"), "there is no armor that could be broken")
            .help("`armor = \"light\"` gives it one, which protects again when it is repaired (BDP-281)");
    } else if sheet.condition.armor_broken {
        start.armored = false;
        start.broken |= ARMOR_BROKEN;
        start.load -= fighter.armors[0].slots;
    }
}

/// Miracles that Fatigue has forced out of the combatant, which come back by night (BDP-475).
fn force_out(fighter: &mut Fighter, Written { sheet, path }: Written, book: &Book, complaints: &mut Complaints) {
    let lost = &sheet.condition.miracles_lost;
    for (index, _) in lost.iter().enumerate().filter(|(_, miracle)| !sheet.miracles.contains(miracle)) {
        complaints
            .error(format!("{path}.condition.miracles_lost[{index}]"), "this miracle is not imprinted")
            .help("write it into `miracles` too, or leave it out (BDP-473)");
    }
    let lost = miracle_bits(lost) & fighter.miracles;
    fighter.start.miracles = fighter.miracles & !lost;
    fighter.start.load -= lost.count_ones() as i16 * i16::from(book.fd.miracle_slots);
}

/// Warns of gifts that the combatant has used today and does not have (BDP-506, BDP-515, BDP-529, BDP-533, BDP-592).
fn check_today(fighter: &Fighter, Written { sheet, path }: Written, complaints: &mut Complaints) {
    let today = &sheet.condition.today;
    let unskilled = |used: bool, skill| used && !fighter.has(skill);
    let gifted = fighter.species != Species::None;
    for (key, nothing, advice) in [
        ("rerolls", unskilled(today.rerolls > 0, Skill::HardToKill), "`skills = [\"hard_to_kill\"]`"),
        ("rousings", unskilled(today.rousings > 0, Skill::RousingWords), "`skills = [\"rousing_words\"]`"),
        ("chases", unskilled(today.chases > 0, Skill::TunnelVision), "`skills = [\"tunnel_vision\"]`"),
        ("laid_on_hands", unskilled(today.laid_on_hands, Skill::LayOnHands), "`skills = [\"lay_on_hands\"]`"),
        ("spoke_grace", unskilled(today.spoke_grace, Skill::WordsOfGrace), "`skills = [\"words_of_grace\"]`"),
        ("gifts", today.gifts > 0 && !gifted, "a `species`"),
        ("dice_exhausted", today.dice_exhausted > fighter.md_max, "as many Magic Dice"),
    ] {
        if nothing {
            complaints
                .warning(format!("{path}.condition.today.{key}"), "it has nothing that it could have used up like this")
                .help(format!("leave `{key}` out, or give it {advice}"));
        }
    }
}

impl From<&Today> for Daily {
    fn from(today: &Today) -> Self {
        Daily {
            rerolls: today.rerolls,
            rousings: today.rousings,
            chases: today.chases,
            gifts: today.gifts,
            laid: today.laid_on_hands,
            graced: today.spoke_grace,
            grip: today.grip,
            bless: today.blessed,
            exhausted: today.dice_exhausted,
        }
    }
}
