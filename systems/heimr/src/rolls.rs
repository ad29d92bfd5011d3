//! The roll table of `heimr`: every roll that a rule can ask for, with its stream and its ledger id.
//!
//! The README of this folder lists the same rows, and a test holds both against each other and against what replays show.

use frame::rules::declare::rolls;

rolls! {
    /// Hiding before the first round.
    HIDE_AT_START = Setup, "hide before the fight", "HEI-171";
    /// Initiative.
    INITIATIVE = Initiative, "initiative", "HEI-104";
    /// The order of those whose initiative is equal in everything.
    INITIATIVE_TIE = Initiative, "tied initiative", "R-06";
    /// An attack with a weapon.
    ATTACK = Check, "attack", "HEI-160";
    /// A shot that goes on to the next member of a cluster.
    RETARGETED = Check, "shot at the next in the cluster", "HEI-123";
    /// A brawl attack.
    BRAWL = Check, "brawl attack", "HEI-162";
    /// An attack that a brawl attack provokes.
    PROVOKED = Check, "provoked attack", "HEI-193";
    /// An attack of a guard on a combatant that outmanoeuvres it.
    GUARD_ATTACK = Check, "attack of the guard", "HEI-240";
    /// A dodge.
    DODGE = Check, "dodge", "HEI-204";
    /// A block.
    BLOCK = Check, "block", "HEI-205";
    /// A parry.
    PARRY = Check, "parry", "HEI-206";
    /// The holder's roll against an action of the held.
    OPPOSE = Check, "hold on to the held", "HEI-197";
    /// The possibility of a luck shot at a hidden target.
    LUCK_SHOT = Check, "luck shot", "HEI-222";
    /// Hiding.
    HIDE = Check, "hide", "HEI-171";
    /// Looking for hidden enemies.
    PERCEPTION = Check, "perception", "HEI-180";
    /// Looking for a hidden item.
    SEARCH = Check, "look for a hidden item", "HEI-181";
    /// The waking of a sleeper who may hear a sound.
    WAKE = Check, "wake up", "HEI-217";
    /// Masking an intention, or demanding surrender.
    PERSUASION = Check, "persuasion", "HEI-111";
    /// Seeing through an intention, or standing firm.
    INSIGHT = Check, "insight", "HEI-111";
    /// A crossing challenge.
    CROSSING = Check, "crossing", "HEI-251";
    /// A climb.
    CLIMB = Check, "climb", "HEI-167";
    /// Holding on while climbing.
    HOLD_ON = Check, "hold on while climbing", "HEI-263";
    /// A jump down.
    JUMP = Check, "jump down", "HEI-265";
    /// A fall.
    FALL = Check, "fall", "HEI-266";
    /// A roll of the quarry of a chase.
    QUARRY = Check, "chase (quarry)", "HEI-142";
    /// A roll of the pursuer in a chase.
    PURSUER = Check, "chase (pursuer)", "HEI-142";
    /// A target chosen at random.
    RANDOM_TARGET = Choice, "random target", "HEI-186";
    /// The direction that a stumble bars, chosen at random.
    STUMBLE_DIRECTION = Choice, "direction of a stumble", "R-20";
    /// An interruption of a short rest.
    INTERRUPTION = Rest, "interruption of a rest", "HEI-071";
    /// Stabilising a combatant that is dying, after the fight.
    STABILISE = Rest, "stabilise", "R-54";
    /// The victim of a hazard that strikes only one.
    STRUCK = Choice, "struck by a hazard", "HEI-046";
    /// Meeting the requirement of a hazard.
    HAZARD = Check, "hazard", "HEI-044";
    /// Hit points that a hazard costs.
    HAZARD_DAMAGE = Rest, "damage of a hazard", "HEI-046";
    /// The part of the body that a hazard strikes.
    HAZARD_PART = Rest, "part struck by a hazard", "HEI-066", table;
}
