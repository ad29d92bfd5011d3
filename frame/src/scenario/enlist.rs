//! Enlisting: from the combatants of a file to those who fight, one by one.
//!
//! Owns counts, display names and what names may be. Start at [`expand`].

use std::collections::BTreeMap;

use super::complaint::Complaints;
use super::document::{Combatant as _, Document, Format};
use crate::dice::{Slot, key};
use crate::fight::{Side, typed};

/// The most sides of a scenario.
pub const SIDES_MOST: usize = 16;

/// One who fights.
#[derive(Debug)]
pub struct Enlisted<'a, F: Format> {
    /// Its side.
    pub side: Side,
    /// The sheet in the file.
    pub sheet: &'a F::Sheet,
    /// The name it goes by: `Goblin 2`, or `Goblin` when the file gives no count.
    pub name: String,
    /// Its number among those of its entry, from 1.
    pub ordinal: u32,
    /// Its [identity](key::identity) for dice.
    pub identity: u64,
    /// Name of its policy, when it has one.
    pub policy: Option<&'a str>,
    /// The round at whose beginning it arrives.
    pub arrives: u16,
    /// Path of its entry, for complaints: `side[0].combatant[1]`.
    pub path: String,
}

/// Complains of entries with more places than combatants; `given` counts the places of a sheet.
pub fn spare_places<F: Format>(combined: &[Enlisted<'_, F>], given: impl Fn(&F::Sheet) -> usize, complaints: &mut Complaints) {
    for (index, one) in combined.iter().enumerate() {
        let (places, many) = (given(one.sheet), one.ordinal as usize);
        let last = combined.get(index + 1).is_none_or(|next| next.path != one.path);
        if last && places > many {
            let who = if many == 1 { "one combatant".to_owned() } else { format!("{many} combatants") };
            complaints
                .error(format!("{}.at", one.path), format!("these are {places} places, for {who}"))
                .help("write one place for each of `count`");
        }
    }
}

/// All who fight, in slot order. What is wrong with names and numbers goes to `complaints`; then the list is of no use.
pub fn expand<'a, F: Format>(document: &'a Document<F>, complaints: &mut Complaints) -> Vec<Enlisted<'a, F>> {
    let mut list: Vec<Enlisted<'a, F>> = Vec::new();
    side_names(document, complaints);
    for (index, side) in document.side.iter().enumerate().take(SIDES_MOST) {
        let before = list.len();
        for (place, sheet) in side.combatant.iter().enumerate() {
            let path = format!("side[{index}].combatant[{place}]");
            if !sound_name(sheet.name(), &path, complaints) {
                continue;
            }
            let count = sheet.count();
            for ordinal in 1..=count.unwrap_or(1) {
                if list.len() == Slot::MOST {
                    too_many(&path, count.is_some(), complaints);
                    return list;
                }
                let base = sheet.name();
                list.push(Enlisted {
                    side: Side(index as u8),
                    sheet,
                    name: if count.is_some() { format!("{base} {ordinal}") } else { base.to_owned() },
                    ordinal,
                    identity: key::identity(base, ordinal),
                    policy: sheet.policy(),
                    arrives: sheet.arrives().unwrap_or(1),
                    path: path.clone(),
                });
            }
        }
        let counted_out = side.combatant.iter().all(|sheet| sheet.count() == Some(0));
        if list.len() == before && counted_out && !side.combatant.is_empty() {
            complaints
                .error(format!("side[{index}]"), format!("nobody is on the side `{}`", side.name))
                .help("every count is 0");
        }
    }
    unique_names(&list, complaints);
    list
}

/// Complains of too many combatants, at the count of an entry that makes several.
fn too_many(path: &str, counted: bool, complaints: &mut Complaints) {
    let at = if counted { format!("{path}.count") } else { path.to_owned() };
    complaints.error(at, "these are too many combatants").help(format!("a scenario has at most {}", Slot::MOST));
}

/// Checks the names of sides: not too many, each sound, none the ending of a fight, no two alike.
fn side_names<F: Format>(document: &Document<F>, complaints: &mut Complaints) {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, side) in document.side.iter().enumerate() {
        if index == SIDES_MOST {
            complaints.error(format!("side[{index}]"), "these are too many sides").help(format!("at most {SIDES_MOST}"));
        }
        sound_name(&side.name, &format!("side[{index}]"), complaints);
        if typed::is_ending(&side.name) {
            let message = format!("a side cannot be called `{}`: fights that nobody wins end like that", side.name);
            complaints.error(format!("side[{index}].name"), message).help("give it another name");
        }
        if let Some(first) = seen.insert(&side.name, index) {
            for index in [first, index] {
                let message = format!("two sides are called `{}`", side.name);
                complaints.error(format!("side[{index}].name"), message).help("give one of them another name");
            }
        }
    }
}

/// The name, if it can be one; complains when it cannot.
fn sound_name(name: &str, path: &str, complaints: &mut Complaints) -> bool {
    if name.is_empty() {
        complaints.error(format!("{path}.name"), "this combatant has no name").help("write `name = \"...\"`");
        return false;
    }
    let bad = name.chars().any(|c| c.is_control() || c == '"') || name.trim() != name;
    if bad {
        let shown: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let message = format!("`{shown}` cannot be a name");
        complaints
            .error(format!("{path}.name"), message)
            .help("a name has no quotes, no tabs or line breaks, and no spaces at its ends");
    }
    !bad
}

/// Complains about names that two combatants share; also when only their dice would be the same.
fn unique_names<F: Format>(list: &[Enlisted<'_, F>], complaints: &mut Complaints) {
    let mut names: BTreeMap<(&str, u32), &str> = BTreeMap::new();
    let mut complained: Vec<(&str, &str)> = Vec::new();
    for one in list {
        for called in [(one.name.as_str(), 0), (one.sheet.name(), one.ordinal)] {
            let Some(first) = names.insert(called, &one.path).filter(|first| *first != one.path) else { continue };
            if complained.contains(&(first, one.path.as_str())) {
                continue;
            }
            complained.push((first, &one.path));
            for path in [first, &one.path] {
                let message = format!("two combatants are called `{}`", called.0);
                complaints.error(format!("{path}.name"), message).help("give one of them another `name`");
            }
        }
    }
}

#[cfg(test)]
mod tests;
