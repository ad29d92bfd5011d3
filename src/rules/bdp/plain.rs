//! Plain scenarios: a single fight in which nothing comes to pass but what weapons do, by the rulings as they are published. Most
//! scenarios that only ask how strong somebody is are plain.
//!
//! Owns what makes a scenario plain, and [`Played`], the rules of either kind. The rules are written once, in [`Core`], and
//! compiled twice: whether a scenario is plain is known to the compiler as `PLAIN`, so that what cannot come to pass in it is
//! not asked in each of its turns. Start at [`is_plain`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Catalogue, Counts, Ending, Progress, Table, Watch};
use crate::policy::LineBook;
use crate::rules::Rules;

use super::book::Book;
use super::core::{Core, Fabric};
use super::fighter::Fighter;
use super::outfit::Weapon;
use super::rulings::Rulings;
use super::scene::RestKind;
use super::sheet::Quality;
use super::state::{Body, Fight, Plight};

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
#[derive(Debug)]
pub enum Played {
    /// Of one in which anything can happen.
    Any(Core<false>),
    /// Of a plain one.
    Plain(Core<true>),
}

/// The same of both kinds.
macro_rules! either {
    ($played:expr, $core:ident => $same:expr) => {
        match $played {
            Played::Any($core) => $same,
            Played::Plain($core) => $same,
        }
    };
}

impl Rules for Played {
    type Fight = Fight;
    type Rest = RestKind;

    fn blank(&self) -> Fight {
        either!(self, core => core.blank())
    }

    #[inline]
    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        either!(self, core => core.open(fight, table));
    }

    #[inline]
    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) -> Option<Ending> {
        either!(self, core => core.meet(sides, fight, table))
    }

    #[inline]
    fn step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        either!(self, core => core.step(fight, table))
    }

    fn part<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        either!(self, core => core.part(fight, table));
    }

    fn rest<D: Dice, W: Watch>(&self, rest: RestKind, fight: &mut Fight, table: &mut Table<D, W>) {
        either!(self, core => core.rest(rest, fight, table));
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, fight: &mut Fight, table: &mut Table<D, W>) {
        either!(self, core => core.travel(minutes, fight, table));
    }

    fn canonical(&self, fight: &mut Fight) {
        either!(self, core => core.canonical(fight));
    }

    fn bytes(&self, fight: &Fight) -> usize {
        either!(self, core => core.bytes(fight))
    }

    fn round(&self, fight: &Fight) -> u32 {
        either!(self, core => core.round(fight))
    }

    fn catalogue(&self) -> &Catalogue {
        either!(self, core => core.catalogue())
    }

    #[inline]
    fn measure(&self, fight: &Fight, counts: &Counts, ending: Ending, values: &mut [i64]) {
        either!(self, core => core.measure(fight, counts, ending, values));
    }

    fn metrics_of_state(&self) -> usize {
        either!(self, core => core.metrics_of_state())
    }

    fn counters(&self) -> usize {
        either!(self, core => core.counters())
    }

    fn observe(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        either!(self, core => core.observe(fight, who, name))
    }
}
