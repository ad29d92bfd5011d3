//! The changes of a body of `cairn-ap` by mishaps, scars and rests, in words. Start at [`changes`].

use frame::fight::Changes;

use super::book::Attribute;
use super::state::{Body, Status, flag};

/// The differences from before.
pub fn changes(before: &Body, after: &Body) -> Changes {
    let mut changes = Changes::default();
    changes.number("HP", before.hp, after.hp).number("maximum of HP", before.hp_max, after.hp_max);
    for attribute in Attribute::ALL {
        let (name, index) = (attribute.short(), attribute.index());
        changes.number(name, before.attributes[index], after.attributes[index]);
        changes.number(&format!("maximum of {name}"), before.maxima[index], after.maxima[index]);
    }
    changes.number("Fatigue", before.fatigue, after.fatigue).number("tumors", before.tumors, after.tumors);
    changes.number("slots", before.slots, after.slots).number("magical Armor", before.magical_armor, after.magical_armor);
    changes.number("free Magic Dice", before.free_dice, after.free_dice).number("dust", before.dust, after.dust);
    for &(flag, name) in flag::WORDS {
        changes.state(name, before.has(flag), after.has(flag));
    }
    changes.state("prone", before.prone, after.prone);
    changes.state("silent for hours", false, after.silent_until > before.silent_until);
    changes.state("weary for hours", false, after.weary_until > before.weary_until);
    changes.state("drained for hours", false, after.drained_until > before.drained_until);
    if before.status != after.status {
        let word = |status: Status| Status::NAMES[status as usize].replace('_', " ");
        changes.state(&format!("{} instead of {}", word(after.status), word(before.status)), false, true);
    }
    changes
}
