//! The roll table of `vogt`: every roll that a rule can ask for, with its stream and its ledger id.
//!
//! The README of this folder lists the same rows, and a test holds both against each other and against what replays show.

use frame::dice::Roll;
use frame::rules::declare::rolls;

/// Damage dice with the extra dice of criticals.
pub const OF_DAMAGE: &[&Roll] = &[&DAMAGE, &CRITICAL];

rolls! {
    /// One of the dice of which an ability becomes the lowest.
    ABILITY = Setup, "ability", "VOG-203";
    /// Gold of a new character.
    GOLD = Setup, "gold", "VOG-207";
    /// The random item of a new character.
    BELONGING = Setup, "random item", "VOG-208", table;
    /// Initiative of an attack.
    ATTACK_INITIATIVE = Initiative, "initiative (Attack)", "VOG-012";
    /// Initiative of a technique.
    TECHNIQUE_INITIATIVE = Initiative, "initiative (Use Technique)", "VOG-015";
    /// Initiative of Defend.
    DEFEND_INITIATIVE = Initiative, "initiative (Defend)", "VOG-017";
    /// Initiative of Help.
    HELP_INITIATIVE = Initiative, "initiative (Help)", "VOG-019";
    /// Initiative of Run.
    RUN_INITIATIVE = Initiative, "initiative (Run)", "VOG-023";
    /// Initiative of Retrieve.
    RETRIEVE_INITIATIVE = Initiative, "initiative (Retrieve)", "VOG-059";
    /// Initiative of Contest.
    CONTEST_INITIATIVE = Initiative, "initiative (Contest)", "R-32";
    /// Initiative of standing up as an action.
    STAND_INITIATIVE = Initiative, "initiative (Stand)", "R-19";
    /// Initiative of the unconscious.
    UNCONSCIOUS_INITIATIVE = Initiative, "initiative (Unconscious)", "VOG-104";
    /// The one of several that are still tied who goes next.
    TIE = Initiative, "tied initiative", "VOG-074";
    /// The place among those that a new initiative ties with.
    REEVALUATED_TIE = Initiative, "tied initiative after Reevaluate", "R-24";
    /// A target chosen at random.
    RANDOM_TARGET = Choice, "random target", "R-22";
    /// The loss of an action to what is not there.
    HALLUCINATION = Check, "hallucination", "VOG-092";
    /// The check of an attack, where attacks can miss.
    ATTACK_CHECK = Check, "attack check", "R-01";
    /// A check of a contest.
    CONTEST_CHECK = Check, "contest", "VOG-005";
    /// Damage dice.
    DAMAGE = Damage, "damage", "VOG-028";
    /// The extra die of a critical.
    CRITICAL = Damage, "critical", "VOG-037";
    /// The Strength modifier, where it is rolled.
    STRENGTH = Damage, "Strength modifier", "R-08";
    /// Technique dice that heal.
    HEALING = Damage, "healing", "VOG-014";
    /// The death and dismemberment table.
    DEATH = Fate, "death & dismemberment", "VOG-045", table;
    /// The breaking of the weapon or the armor.
    GEAR = Fate, "weapon or armor", "VOG-046", table;
    /// An interruption of a rest.
    INTERRUPTION = Rest, "interruption", "R-43";
    /// The check of those who carry too much.
    ENCUMBRANCE = Rest, "save versus exhaustion", "VOG-063";
    /// The victim of a hazard that strikes only one.
    STRUCK = Choice, "struck by a hazard", "VOG-065";
    /// The save against a hazard.
    HAZARD = Rest, "save against a hazard", "R-33";
    /// Damage dice of a hazard.
    HAZARD_DAMAGE = Rest, "damage of a hazard", "VOG-065";
}
