//! Plain scenarios: a single fight in which nothing comes to pass but what weapons do, by the rulings as they are published. Most
//! scenarios that only ask how strong somebody is are plain.
//!
//! Owns what makes a scenario plain, and [`Played`], the rules of either kind. The rules are written once, in [`Core`], and
//! compiled twice: whether a scenario is plain is known to the compiler as `PLAIN`, so that what cannot come to pass in it is
//! not asked in each of its turns. Start at [`is_plain`].

use crate::policy::LineBook;

use super::book::Book;
use super::core::{Core, Fabric};
use super::fighter::Fighter;
use super::outfit::Weapon;
use super::rulings::Rulings;
use super::sheet::Quality;
use super::state::{Body, Plight};

/// The decisions that policies of plain scenarios may take. All others are left to the rules: everybody strikes with what it
/// wields.
const DECISIONS: [&str; 6] = ["target", "reaction", "opponent", "sacrifice", "backpack", "wound"];

/// Whether a scenario of a single fight is plain: book, rulings, scene, fighters and all lines of its policies.
pub(super) fn is_plain((book, rulings): (&Book, &Rulings), fabric: &Fabric, lines: &LineBook) -> bool {
    let usual = lines.lines().iter().all(|line| DECISIONS.contains(&line.decision));
    let scene = &fabric.scene;
    let aware = scene.surprise.is_none() && fabric.surprised.is_none() && !scene.reaction;
    let whole = book.injury.dismember_percent == 0;
    let strikes = fabric.fighters.iter().all(only_strikes);
    *rulings == Rulings::UNTOUCHED && usual && aware && whole && fabric.is_ordinary() && strikes
}

/// Whether somebody can do nothing but strike, with one weapon that stays as it is, and knows of the fight.
fn only_strikes(fighter: &Fighter) -> bool {
    let lasts = |weapon: &Weapon| {
        let worn = weapon.uses > 0 || weapon.quality == Quality::Deteriorated;
        !weapon.ranged && !worn && weapon.draw == 0 && weapon.poison.is_none()
    };
    fighter.weapons.iter().all(lasts) && fighter.start.off.is_none() && !fighter.start.unaware
}

impl Body {
    /// Whether nothing ails it that cannot come to pass in a plain scenario.
    pub(super) fn is_plain(&self) -> bool {
        let aware = self.zone == 0 && !self.surprised && !self.unaware && !self.reacted && !self.prone && self.stunned == 0;
        let whole = self.limbs_lost == 0 && !self.weakened && self.off.is_none() && self.breaking == 0 && self.stunts == 0;
        let steady = !self.next_impaired && !self.next_enhanced && self.impaired_until == 0 && !self.exposed;
        let usual = !self.patient && self.dodged.is_none() && self.plight == Plight::default();
        aware && whole && steady && usual
    }
}

/// The rules of a scenario of either kind.
pub type Played = crate::rules::Played<Core<false>, Core<true>>;
