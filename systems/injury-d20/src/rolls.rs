//! The roll table of `injury-d20`: every roll that a rule can ask for, with its stream and its ledger id.
//!
//! The README of this folder lists the same rows, and a test holds both against each other and against what replays show.

use frame::rules::declare::rolls;

rolls! {
    /// The lore check: a combatant that passes knows where the heart of a kind is.
    LORE = Setup, "Lore", "INJ-136";
    /// Initiative of those who hide.
    STEALTH = Initiative, "Stealth for initiative", "INJ-005";
    /// Initiative of those who are ambushed.
    PERCEPTION = Initiative, "Perception for initiative", "INJ-006";
    /// Initiative.
    INITIATIVE = Initiative, "initiative", "INJ-002";
    /// The roll-off of equal initiatives.
    ROLL_OFF = Initiative, "tied initiative", "INJ-003";
    /// A target chosen at random.
    RANDOM_TARGET = Choice, "random target", "INJ-044";
    /// An attack roll.
    ATTACK = Check, "attack", "INJ-009";
    /// The attack roll of a reactive attack.
    REACTIVE = Check, "reactive attack", "INJ-246";
    /// The roll that confirms a critical hit.
    CONFIRM = Check, "confirmation", "R-28";
    /// A parry.
    PARRY = Check, "parry", "INJ-242";
    /// A maneuver.
    MANEUVER = Check, "maneuver", "INJ-154";
    /// An escape from a grapple.
    ESCAPE = Check, "escape", "INJ-190";
    /// A Heal check that stops blood.
    STAUNCH = Check, "staunching", "R-12";
    /// The conduct of the confused.
    CONFUSION = Fate, "confusion", "INJ-126", table;
    /// The check after the second injury of a head.
    HEAD_STUN = Fate, "second injury of the head", "INJ-124";
    /// The check after the third injury of a head.
    HEAD_COMA = Fate, "third injury of the head", "INJ-128";
    /// The check that wakes.
    WAKING = Fate, "waking", "INJ-128";
    /// The check after the first injury of a heart.
    HEART_STUN = Fate, "first injury of the heart", "INJ-137";
    /// The save of the unconscious.
    DEATH_SAVE = Fate, "death save", "INJ-034";
    /// The minor part that a fall injures.
    FALL_PART = Fate, "part injured by a fall", "R-20", table;
    /// The flight of a thrown weapon that missed.
    SCATTER = Fate, "scatter", "INJ-223";
    /// Treating an injury.
    HEAL = Rest, "treatment", "INJ-053";
    /// The check that heals a concussion.
    CONCUSSION = Rest, "concussion", "INJ-123";
    /// The daily check of an untreated injury.
    WORSENING = Rest, "worsening", "INJ-050";
    /// The victim of a hazard that strikes only one.
    STRUCK = Choice, "struck by a hazard", "INJ-078";
    /// The check against a hazard.
    HAZARD = Rest, "check against a hazard", "INJ-078";
    /// Stamina that a hazard costs.
    HAZARD_DAMAGE = Rest, "stamina lost to a hazard", "INJ-028";
    /// The part that a hazard injures.
    HAZARD_PART = Rest, "part injured by a hazard", "INJ-043", table;
}
