//! The roll table of `bdp`: every roll that a rule can ask for, with its stream and its ledger id.
//!
//! The README of this folder lists the same rows, and a test holds both against each other and against what replays show.

use frame::rules::declare::rolls;

rolls! {
    /// An ability of a new character.
    ABILITY = Setup, "ability", "BDP-590";
    /// HP of a new character.
    HIT_PROTECTION = Setup, "HP", "BDP-591";
    /// The rank of a rival.
    RIVAL_RANK = Setup, "rank of a rival", "BDP-427";
    /// A rival's weapon.
    RIVAL_WEAPON = Setup, "weapon of a rival", "BDP-428";
    /// A rival's armor.
    RIVAL_ARMOR = Setup, "armor of a rival", "BDP-428";
    /// Surprise.
    SURPRISE = Setup, "surprise", "BDP-201";
    /// The reaction of the other side.
    REACTION = Setup, "reaction", "BDP-207", table;
    /// The change that drawn or sheathed weapons make to it.
    WEAPONS_SHOWN = Setup, "weapons shown", "BDP-210";
    /// A target chosen at random.
    RANDOM_TARGET = Choice, "random target", "BDP-236";
    /// The save for the order of a round.
    ORDER = Initiative, "order", "BDP-234";
    /// The side that acts first of several that are tied.
    TURN = Initiative, "turn of a side", "R-20";
    /// One of several equals, other than of targets.
    DRAWN = Choice, "one of equals", "R-67";
    /// The next of several targets that are struck at the same moment.
    NEXT_DRAWN = Choice, "next of equals", "R-67";
    /// The save against terror.
    TERROR = Check, "terror", "BDP-422";
    /// The save of a horse or rider against fear.
    HORSE = Check, "frightened horse", "BDP-374";
    /// The save of a rider that may be thrown off.
    THROWN = Check, "thrown off", "BDP-374";
    /// The save against being held, and to get free.
    HELD = Check, "held", "BDP-410";
    /// The save against being provoked.
    PROVOKED = Check, "provoked", "BDP-505";
    /// The save that ends rage.
    CALM = Check, "calm", "BDP-522";
    /// The save of an attacker that strikes at a flyer or rider.
    FLYER = Check, "reaching a flyer", "BDP-411";
    /// The search for the invisible.
    FOUND = Check, "finding the invisible", "BDP-415";
    /// Damage of an attack.
    DAMAGE = Damage, "damage", "BDP-237";
    /// Damage of a parry.
    PARRY = Damage, "parry", "BDP-292";
    /// Damage of fighting back.
    FIGHT_BACK = Damage, "fight back", "BDP-286";
    /// The quick attack on a target that leaves.
    LEAVING = Damage, "leaving", "BDP-223";
    /// The number of targets that a Blast strikes.
    BLAST = Damage, "blast", "R-43";
    /// STR lost by bleeding.
    BLEEDING = Damage, "bleeding", "BDP-338";
    /// Damage of poison.
    POISON = Damage, "poison", "BDP-346";
    /// Damage to a target that is held.
    HOLDING = Damage, "holding", "BDP-410";
    /// Damage of a breath.
    BREATH = Damage, "breath", "BDP-407";
    /// Damage from the surroundings.
    SURROUNDINGS = Damage, "surroundings", "BDP-037";
    /// The price of a stunt.
    STUNT = Damage, "stunt", "BDP-254";
    /// WIL that a true strike costs.
    TRUE_STRIKE = Damage, "true strike", "BDP-528";
    /// HP regained by Bloodlust.
    BLOODLUST = Damage, "bloodlust", "BDP-509";
    /// HP given by a command.
    COMMAND = Damage, "command", "BDP-502";
    /// The save against a breath.
    BREATH_SAVE = Check, "avoiding a breath", "BDP-407";
    /// The die of a gambit.
    GAMBIT = Check, "gambit", "BDP-269";
    /// The save against a gambit or trick.
    GAMBIT_SAVE = Check, "save against a gambit", "BDP-270";
    /// The save against losing a turn.
    SHOCK = Check, "shock", "BDP-615";
    /// The save of a target that is pushed on high ground.
    STAIRS = Check, "pushed from above", "BDP-310";
    /// Morale.
    MORALE = Check, "morale", "BDP-298";
    /// Retreat.
    RETREAT = Check, "retreat", "BDP-303";
    /// Being hit by shots while fleeing on a horse.
    FLEEING_SHOT = Check, "shots while riding off", "BDP-373";
    /// Time, Gear, Skill.
    TIME_GEAR_SKILL = Check, "Time, Gear, Skill", "BDP-020";
    /// A song.
    SONG = Check, "song", "BDP-488";
    /// The save against a rebuke.
    REBUKE = Check, "rebuke", "BDP-480";
    /// Magic Dice.
    MAGIC_DICE = Damage, "Magic Dice", "BDP-452";
    /// Magic Dice of a counterspell.
    COUNTERSPELL = Damage, "counterspell", "BDP-463";
    /// Faith Dice.
    FAITH_DICE = Damage, "Faith Dice", "BDP-477";
    /// Rounds of smoke.
    SMOKE = Fate, "smoke", "BDP-366";
    /// A Critical Damage Save.
    CRITICAL = Check, "Critical Damage Save", "BDP-064";
    /// The area of an injury.
    AREA = Fate, "area", "BDP-069", table;
    /// The loss from an injury to the torso.
    TORSO = Fate, "torso", "BDP-073", table;
    /// The loss from an injury to a leg.
    LEG = Fate, "leg", "BDP-074", table;
    /// The meaning of an injury to the head.
    HEAD = Fate, "head", "BDP-078", table;
    /// The loss of a limb.
    DISMEMBER = Fate, "dismemberment", "BDP-071", table;
    /// The d6 of critical damage.
    CRITICAL_TABLE = Fate, "critical damage", "BDP-610", table;
    /// HP of a combatant that fights on.
    RALLY = Fate, "fighting on", "BDP-610";
    /// An encounter that interrupts a short break.
    ENCOUNTER = Rest, "encounter", "BDP-093";
    /// The usage die of a waterskin.
    WATER = Rest, "waterskin", "BDP-095";
    /// The save that keeps a desperate meal down.
    DESPERATE_MEAL = Rest, "desperate meal", "BDP-105";
    /// Points that comfortable sleep restores.
    SLEEP = Rest, "comfortable sleep", "BDP-618";
    /// Points that a service restores.
    CARE = Rest, "care", "BDP-128";
    /// Points that a potion restores.
    POTION = Rest, "potion", "BDP-118";
    /// The save against a disease.
    DISEASE = Rest, "disease", "BDP-081";
    /// Points that a disease costs.
    DISEASE_DAMAGE = Rest, "damage of a disease", "BDP-081";
    /// The victim of a hazard that strikes only one.
    STRUCK = Choice, "struck by a hazard", "BDP-035";
    /// The save against a hazard.
    HAZARD = Rest, "save against a hazard", "BDP-006";
    /// The duration of a disease.
    DISEASE_DAYS = Rest, "days of a disease", "BDP-083";
    /// The evening prayer.
    PRAYER = Rest, "prayer", "BDP-487";
    /// WIL that it restores.
    PRAYER_WIL = Rest, "WIL by prayer", "BDP-487";
    /// Fatigue that Sorrow takes off.
    SORROW = Rest, "sorrow", "BDP-493";
    /// Points that hands or words restore.
    GRACE = Rest, "hands and words", "BDP-533";
    /// The usage die of a light.
    LIGHT = Rest, "light", "BDP-364";
    /// The breaking of a lantern.
    LANTERN = Fate, "lantern", "BDP-364";
    /// The going out of a dropped torch.
    DROPPED_TORCH = Fate, "dropped torch", "BDP-364";
    /// The loss of a climbing kit.
    CLIMBING_KIT = Rest, "climbing kit", "BDP-361";
    /// The save that imprints another miracle during the day.
    IMPRINT = Rest, "imprinting", "BDP-474";
    /// Training HP.
    TRAIN_HP = Rest, "training HP", "BDP-629";
    /// Training an ability.
    TRAIN_ABILITY = Rest, "training an ability", "BDP-630";
}
