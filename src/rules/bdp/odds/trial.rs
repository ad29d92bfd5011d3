//! A trial: the real rules, loaded for a player character and a foe, so that questions about harm are answered by the code that
//! plays fights.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One;

use crate::dice::{Slot, Walker};
use crate::fight::{Silent, Table};
use crate::rules::bdp::book::harm::Peril;
use crate::rules::bdp::harm::{AbilityDamage, Cause, Origin};
use crate::rules::bdp::sheet::Ability;
use crate::rules::bdp::state::Status;
use crate::rules::bdp::{Bdp, Core, Play, Played, Words};
use crate::rules::{Rules as _, System};
use crate::scenario::{Complaints, Raw};

const SCENARIO: &str = r#"
format = 1
system = "bdp"
title = "somebody who is struck"
[[side]]
name = "one"
[[side.combatant]]
name = "one"
pc = true
[[side]]
name = "other"
[[side.combatant]]
name = "other"
"#;

/// Somebody who is struck.
#[derive(Clone, Copy)]
pub struct Struck {
    /// Hit points.
    pub hp: i32,
    /// STR, DEX, WIL.
    pub abilities: [i32; 3],
    /// True for a player character.
    pub pc: bool,
}

/// The harm that comes to somebody.
#[derive(Clone, Copy)]
pub enum Harm<'a> {
    /// A blow that Armor lets so much of through.
    Blow(i32),
    /// So many points of the surroundings.
    Peril(&'a Peril, i32),
}

/// The fate of somebody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// Nothing got through.
    Unhurt,
    /// HP soaked it.
    Soaked,
    /// Points of an ability were lost, and no save failed.
    Saved,
    /// A save failed: an injury, or being weakened, and still in the fight.
    Injured,
    /// Out of the fight, alive.
    Out,
    /// Dead.
    Dead,
}

/// Fates with their probabilities.
pub type Fates = BTreeMap<Fate, BigRational>;

/// The rules, with a player character and a foe.
pub struct Trial {
    rules: Played,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(words: Words) -> Result<Self, String> {
        let failed = |failure: crate::error::Failure| failure.render(false);
        let mut document = Raw::from_text("odds", SCENARIO, &[]).check::<Bdp>().map_err(failed)?.document;
        (document.book, document.rulings) = (words.book.clone(), words.rulings.clone());
        let mut complaints = Complaints::default();
        let loaded = Bdp::load(&document, &mut complaints);
        let reasons = || complaints.into_list().into_iter().map(|complaint| complaint.message).collect::<Vec<_>>().join("\n");
        loaded.map(|loaded| Trial { rules: loaded.rules.into_first() }).ok_or_else(reasons)
    }

    /// The fates of somebody to whom this harm comes.
    pub fn fates(&self, struck: Struck, harm: Harm) -> Fates {
        match &self.rules {
            Played::Any(core) => fates_by(core, struck, harm),
            Played::Plain(core) => fates_by(core, struck, harm),
        }
    }

    /// Returns what an evening prayer brings to somebody who lacks so much WIL, with this bonus: WIL restored, and true if a Faith
    /// Die is free then.
    pub fn prayer(&mut self, lost: i16, bonus: u8) -> BTreeMap<(i16, bool), BigRational> {
        match &mut self.rules {
            Played::Any(core) => prayer_by(core, lost, bonus),
            Played::Plain(core) => prayer_by(core, lost, bonus),
        }
    }
}

fn prayer_by<const PLAIN: bool>(core: &mut Core<PLAIN>, lost: i16, bonus: u8) -> BTreeMap<(i16, bool), BigRational> {
    let (who, wil) = (Slot(0), Ability::Wil.index());
    let fighter = &mut core.fighters[who.index()];
    (fighter.fd, fighter.prayer) = (1, bonus);
    let (core, mut fight) = (&*core, core.blank());
    let mut table = Table { dice: Walker::default(), watch: Silent };
    Walker::walk(
        &mut table,
        |table| &mut table.dice,
        |table| {
            fight.clone_from(&core.morning);
            let body = fight.body_mut(who);
            (body.abilities[wil], body.maxima[wil]) = (1, 1 + lost);
            Play { rules: core, fight: &mut fight, table }.prays(who);
            let body = fight.body(who);
            (body.abilities[wil] - 1, body.free_faith > 0)
        },
    )
}

fn fates_by<const PLAIN: bool>(core: &Core<PLAIN>, struck: Struck, harm: Harm) -> Fates {
    if let Harm::Blow(0) | Harm::Peril(_, 0) = harm {
        return Fates::from([(Fate::Unhurt, BigRational::one())]);
    }
    let who = Slot(u8::from(!struck.pc));
    let mut fight = core.blank();
    let mut table = Table { dice: Walker::default(), watch: Silent };
    Walker::walk(
        &mut table,
        |table| &mut table.dice,
        |table| {
            fight.clone_from(&core.morning);
            let body = fight.body_mut(who);
            (body.hp, body.hp_max) = (struck.hp as i16, struck.hp as i16);
            (body.abilities, body.maxima) =
                (struck.abilities.map(|score| score as i16), struck.abilities.map(|score| score as i16));
            let mut play = Play { rules: core, fight: &mut fight, table };
            let (lost, failed) = play.comes_to_harm(who, harm);
            match fight.body(who).status {
                Status::Dead => Fate::Dead,
                Status::Active if failed => Fate::Injured,
                Status::Active if lost => Fate::Saved,
                Status::Active => Fate::Soaked,
                _ => Fate::Out,
            }
        },
    )
}

impl<const PLAIN: bool> Play<'_, PLAIN, Walker, Silent> {
    /// Harms somebody; true if points of an ability are lost, and true if a Critical Damage Save fails.
    fn comes_to_harm(&mut self, who: Slot, harm: Harm) -> (bool, bool) {
        let hurt = match harm {
            Harm::Blow(damage) => self.hurt(who, damage, Cause::default()),
            Harm::Peril(peril, damage) if peril.defendable => {
                self.hurt(who, damage, Cause { origin: Origin::Surroundings, ..Cause::default() })
            }
            Harm::Peril(peril, amount) => {
                let damage = AbilityDamage::simply(peril.ability, amount, Origin::Surroundings);
                return (true, self.harm_ability(who, AbilityDamage { critical: peril.critical, ..damage }, "BDP-037"));
            }
        };
        (hurt.lost > 0, hurt.critical)
    }
}
