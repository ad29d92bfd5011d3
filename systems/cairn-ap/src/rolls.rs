//! The roll table of `cairn-ap`: every roll that a rule can ask for, with its stream and its ledger id.
//!
//! The README of this folder lists the same rows, and a test holds both against each other and against what replays show.

use frame::dice::Roll;
use frame::rules::declare::rolls;

/// Magic Dice of every kind.
pub const MAGIC_DICE: &[&Roll] = &[&SLOT_DIE, &DUST_DIE, &FREE_DIE];

rolls! {
    /// One of the three attributes of a character rolled by dice.
    ATTRIBUTE = Setup, "attribute", "CAP-088";
    /// Hit points of a character rolled by dice.
    HIT_POINTS = Setup, "hit points", "CAP-C01";
    /// The mood of those who are met.
    REACTION = Setup, "reaction", "CAP-081", table;
    /// Initiative.
    INITIATIVE = Initiative, "initiative", "CAP-095";
    /// The order of those whose initiative is equal in everything.
    TIED_INITIATIVE = Initiative, "tied initiative", "RU-32";
    /// A target chosen at random.
    RANDOM_TARGET = Choice, "random target", "CAP-008";
    /// The base die of an attack.
    ATTACK = Check, "attack", "CAP-018";
    /// The weapon's die of an attack.
    WEAPON = Damage, "weapon", "CAP-064";
    /// The weapon rolled again for damage.
    FRESH_DAMAGE = Damage, "damage", "RU-27";
    /// The number of targets that a blast reaches.
    BLAST = Check, "targets of a blast", "CAP-C06";
    /// The chance that a decoy is struck instead.
    DECOY = Check, "decoy", "CAP-188";
    /// The base die of a save.
    SAVE = Check, "save", "CAP-056";
    /// The die of an object in a save.
    OBJECT = Check, "shield or weapon", "CAP-054";
    /// The base die of an action against a number.
    ACTION = Check, "action", "CAP-019";
    /// The base die of a stunt.
    STUNT = Check, "stunt", "CAP-018";
    /// The save against critical damage.
    CRITICAL = Check, "critical damage", "CAP-114";
    /// An attribute lost by a failed save against critical damage.
    ON_CRITICAL = Fate, "loss by critical damage", "CAP-121";
    /// The save for morale.
    MORALE = Check, "morale", "CAP-082";
    /// The save for a retreat.
    RETREAT = Check, "retreat", "CAP-132";
    /// The place of a scar, the limb that breaks, the attribute that changes.
    SCAR_PLACE = Fate, "place of a scar", "CAP-141", table;
    /// The change of a maximum or an attribute by a scar.
    SCAR = Fate, "scar", "CAP-137";
    /// The WIL save of a scar.
    SCAR_SAVE = Check, "save of a scar", "CAP-148";
    /// The gain of the doomed by a save against critical damage.
    DOOM = Fate, "doom averted", "CAP-152";
    /// Magic Dice of slots.
    SLOT_DIE = Check, "Magic Die (slot)", "CAP-158";
    /// Magic Dice of mana dust.
    DUST_DIE = Check, "Magic Die (dust)", "CAP-155";
    /// Free Magic Dice.
    FREE_DIE = Check, "Magic Die (free)", "CAP-173";
    /// The base die of a spell that is resisted.
    SPELL = Check, "spell", "CAP-018";
    /// The base die of a target that resists a spell.
    RESIST = Check, "resistance", "CAP-056";
    /// WIL or STR that a casting costs.
    DRAIN = Fate, "cost of casting", "CAP-170";
    /// Numbers of a mishap.
    MISHAP = Fate, "mishap", "CAP-162", table;
    /// The creature that a chain reaction takes.
    CHAIN = Choice, "chain reaction", "CAP-166";
    /// Points that an item gives back.
    ITEM = Damage, "item", "CAP-035";
    /// The die of fate for a mortal wound.
    FATE = Fate, "die of fate", "CAP-092", table;
    /// An interruption of a rest.
    INTERRUPTION = Rest, "interruption", "CAP-067";
    /// The result of recovery.
    RECOVERY = Rest, "recovery", "CAP-143";
    /// The save against a danger on the way.
    HAZARD = Rest, "hazard", "CAP-059";
    /// Its damage.
    HAZARD_DAMAGE = Rest, "damage of a hazard", "CAP-066";
    /// The victim of a hazard that strikes only one.
    STRUCK = Choice, "struck by a hazard", "CAP-059";
}
