//! Plain scenarios: those in which nothing comes to pass but steps and blows in melee on open, level ground, by the rulings as
//! they are published. Most scenarios that only ask how strong a combatant is are plain.
//!
//! Owns what makes a scenario plain, and [`Played`], the rules of either kind. The rules are written once, in
//! [`Core`], and compiled twice: whether a scenario is plain is known to the compiler as `PLAIN`, so that what cannot
//! come to pass in it is not asked in each of its turns. Start at [`is_plain`].

use frame::fight::Marked as _;
use frame::policy::LineBook;

use super::Fabric;
use super::core::Core;
use super::fighter::Fighter;
use super::gear::Weapon;
use super::ground::{Ground, Square};
use super::rulings::Rulings;
use super::state::{Body, Exit, Fields};

/// The decisions that policies of plain scenarios may take. All others are left to the rules.
const DECISIONS: [&str; 7] = ["stand", "breather", "approach", "path", "target", "part", "cancel"];

/// True if a scenario is plain: rulings, ground, fighters and all lines of its policies.
pub fn is_plain(rulings: &Rulings, fabric: &Fabric, lines: &LineBook) -> bool {
    let usual = lines.lines().iter().all(|line| DECISIONS.contains(&line.decision) && line.what != "ready");
    rulings.is_published_where_plain() && usual && is_open(&fabric.ground) && fabric.fighters.iter().all(only_strikes)
}

/// True if nothing on the ground is in the way, steep or dark.
fn is_open(ground: &Ground) -> bool {
    let level = |square: &Square| {
        square.height == 0
            && !square.difficult
            && square.climb_cr.is_none()
            && square.covers.is_empty()
            && square.borders == [None; 4]
    };
    ground.borders.is_empty() && !ground.is_murky() && ground.squares.iter().all(level)
}

/// True if a combatant can do nothing but strike with weapons that do damage and nothing else, and begins unafflicted and with
/// no defence but the one that it will roll.
fn only_strikes(fighter: &Fighter) -> bool {
    let (gear, start) = (&fighter.gear, &fighter.start);
    let strikes = |weapon: &Weapon| weapon.is_melee() && !weapon.ammo && !weapon.thrown && weapon.on_hit.is_empty();
    let begins_afflicted = start.hides
        || start.asleep
        || start.dead
        || start.dying_rounds > 0
        || start.elevation != 0
        || start.cover.is_some()
        || start.stance.is_some()
        || start.climbing.is_some()
        || !start.effects.is_empty();
    !gear.unarmed && gear.lamps.is_empty() && gear.weapons.iter().all(strikes) && fighter.skills.is_empty() && !begins_afflicted
}

impl Body {
    /// True if nothing ails it that cannot come to pass in a plain scenario.
    pub(super) fn is_plain(&self) -> bool {
        self.is_clear(Fields::Special) && !matches!(self.exit, Exit::Fled | Exit::Caught | Exit::Away)
    }
}

/// The rules of a scenario of either kind.
pub type Played = frame::rules::EitherRules<Core<false>, Core<true>>;
