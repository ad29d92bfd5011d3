//! A trial: the real rules, loaded for a player character and foes, so that questions about harm, morale and diseases are
//! answered by the code that plays fights and days.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::{Slot, Walker};
use crate::fight::watch::Counter;
use crate::fight::{Side, Silent, Table};
use crate::rules::bdp::book::harm::Peril;
use crate::rules::bdp::harm::{AbilityDamage, Cause, Origin};
use crate::rules::bdp::sheet::Ability;
use crate::rules::bdp::state::{Fight, Illness, Status};
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

/// Somebody ill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Patient {
    /// STR, DEX, WIL.
    pub abilities: [i16; 3],
    /// The disease.
    pub illness: Illness,
}

/// The state of a patient at the end of a day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Evening {
    /// Rid of the disease.
    Healed,
    /// Without any of an ability left.
    Out,
    /// Still ill.
    Ill(Patient),
}

/// The days of a patient: the evenings that may follow, with the points that are lost until then.
pub type Evenings = BTreeMap<(Evening, i16), BigRational>;

/// Those who are left of a group, by their number, each with its probability: after the first round of saves, and in the end.
pub struct Standing {
    /// After the first.
    pub first: BTreeMap<usize, BigRational>,
    /// In the end.
    pub last: BTreeMap<usize, BigRational>,
}

/// The rules, with a player character and foes.
pub struct Trial {
    rules: Played,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(words: Words) -> Result<Self, String> {
        Trial::with_foes(1, words)
    }

    /// The rules with so many foes.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn with_foes(count: usize, words: Words) -> Result<Self, String> {
        let failed = |failure: crate::error::Failure| failure.render(false);
        let scenario = format!("{SCENARIO}count = {count}\n");
        let mut document = Raw::from_text("odds", &scenario, &[]).check::<Bdp>().map_err(failed)?.document;
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

    /// The foes that are left when the first of them falls, all of them with these scores.
    pub fn standing(&self, scores: [(Ability, i16); 2]) -> Standing {
        match &self.rules {
            Played::Any(core) => standing_by(core, scores),
            Played::Plain(core) => standing_by(core, scores),
        }
    }

    /// The forms in which somebody catches a disease, each with its probability.
    pub fn caught(&self, kind: u8) -> BTreeMap<Illness, BigRational> {
        match &self.rules {
            Played::Any(core) => caught_by(core, kind),
            Played::Plain(core) => caught_by(core, kind),
        }
    }

    /// A day of a disease, with rest and care or without.
    pub fn ails(&self, patient: Patient, care: bool) -> Evenings {
        match &self.rules {
            Played::Any(core) => ails_by(core, patient, care),
            Played::Plain(core) => ails_by(core, patient, care),
        }
    }
}

/// A place to play several scenes by the same rules: what is settled in one of them is known in the next.
struct Stage<'a, const PLAIN: bool> {
    core: &'a Core<PLAIN>,
    fight: Fight,
    table: Table<Walker, Silent>,
}

impl<'a, const PLAIN: bool> Stage<'a, PLAIN> {
    fn new(core: &'a Core<PLAIN>) -> Self {
        Stage { core, fight: core.blank(), table: Table { dice: Walker::default(), watch: Silent } }
    }

    /// Plays a scene from a state of the fight on. Returns what it comes to, each result with its probability.
    fn scene<T: Ord>(
        &mut self,
        from: &Fight,
        mut scene: impl FnMut(&mut Play<'_, PLAIN, Walker, Silent>) -> T,
    ) -> BTreeMap<T, BigRational> {
        let Stage { core, fight, table } = self;
        Walker::walk(
            table,
            |table| &mut table.dice,
            |table| {
                fight.clone_from(from);
                scene(&mut Play { rules: core, fight: &mut *fight, table })
            },
        )
    }

    /// Plays on from a state of the fight, without a die.
    fn play_on<T>(&mut self, fight: &mut Fight, scene: impl FnOnce(&mut Play<'_, PLAIN, Walker, Silent>) -> T) -> T {
        scene(&mut Play { rules: self.core, fight, table: &mut self.table })
    }
}

/// The side of the foes.
const FOES: Side = Side(1);

/// Fights of a group of which all are alike, so that they go on alike where as many are left and half of them counts as lost or
/// not; each with its probability.
#[derive(Default)]
struct Groups {
    fights: BTreeMap<(usize, bool), (Fight, BigRational)>,
}

impl Groups {
    fn join(&mut self, fight: Fight, chance: BigRational) {
        let group = fight.groups[FOES.index()];
        match self.fights.entry(((group.there & fight.active()).len(), group.half_done)) {
            Entry::Occupied(mut known) => known.get_mut().1 += chance,
            Entry::Vacant(place) => _ = place.insert((fight, chance)),
        }
    }

    fn each(self) -> impl Iterator<Item = (Fight, BigRational)> {
        self.fights.into_values()
    }

    /// Those who are left, by their number.
    fn left(&self) -> BTreeMap<usize, BigRational> {
        let mut shares = BTreeMap::new();
        for ((left, _), (_, chance)) in &self.fights {
            *shares.entry(*left).or_insert_with(BigRational::zero) += chance;
        }
        shares
    }

    /// The save of one of the group.
    fn saved<const PLAIN: bool>(self, who: Slot, why: Counter, stage: &mut Stage<PLAIN>) -> Self {
        let mut saved = Groups::default();
        for (fight, chance) in self.each() {
            let mut after = BTreeMap::new();
            let shares = stage.scene(&fight, |play| {
                play.stands_or_flees(who, None, why);
                let stands = play.fight.is_active(who);
                after.entry(stands).or_insert_with(|| play.fight.clone());
                stands
            });
            after.into_iter().for_each(|(stands, fight)| saved.join(fight, &shares[&stands] * &chance));
        }
        saved
    }
}

fn standing_by<const PLAIN: bool>(core: &Core<PLAIN>, scores: [(Ability, i16); 2]) -> Standing {
    let (mut stage, mut fight, members) = (Stage::new(core), core.blank(), core.members[FOES.index()]);
    for who in members {
        let body = fight.body_mut(who);
        for (ability, score) in scores {
            (body.abilities[ability.index()], body.maxima[ability.index()]) = (score, score);
        }
    }
    stage.play_on(&mut fight, |play| {
        play.count_groups();
        members.into_iter().take(1).for_each(|first| play.goes_out(first, Status::Dead));
    });
    let mut groups = Groups::default();
    groups.join(fight, BigRational::one());
    let mut first = None;
    loop {
        let (mut next, mut any) = (Groups::default(), false);
        for (mut fight, chance) in groups.each() {
            let why = stage.play_on(&mut fight, |play| play.has_reason(FOES));
            let mut saving = Groups::default();
            saving.join(fight, chance);
            if let Some(why) = why {
                any = true;
                saving = members.into_iter().fold(saving, |saving, who| saving.saved(who, why, &mut stage));
            }
            saving.each().for_each(|(fight, chance)| next.join(fight, chance));
        }
        groups = next;
        let first = first.get_or_insert_with(|| groups.left());
        if !any {
            return Standing { first: std::mem::take(first), last: groups.left() };
        }
    }
}

fn caught_by<const PLAIN: bool>(core: &Core<PLAIN>, kind: u8) -> BTreeMap<Illness, BigRational> {
    let who = Slot(0);
    let caught = Stage::new(core).scene(&core.morning, |play| {
        play.catches(who, kind);
        play.fight.body(who).diseases[0]
    });
    caught.into_iter().filter_map(|(illness, chance)| Some((illness?, chance))).collect()
}

fn ails_by<const PLAIN: bool>(core: &Core<PLAIN>, patient: Patient, care: bool) -> Evenings {
    let who = Slot(0);
    let disease = &core.diseases[usize::from(patient.illness.kind)].1;
    let (ability, counts) = (disease.ability.index(), disease.saves.is_some());
    Stage::new(core).scene(&core.morning, |play| {
        let body = play.fight.body_mut(who);
        (body.abilities, body.maxima, body.diseases[0]) = (patient.abilities, patient.abilities, Some(patient.illness));
        play.ails(who, care);
        let body = play.fight.body(who);
        let lost = patient.abilities.iter().sum::<i16>() - body.abilities.iter().sum::<i16>();
        let evening = match body.diseases[0] {
            _ if body.status != Status::Active || body.abilities[ability] == 0 => Evening::Out,
            None => Evening::Healed,
            Some(illness) => {
                // Saves that bring nothing are not counted, so that patients who go on alike are alike.
                let passed = if counts { illness.passed } else { 0 };
                Evening::Ill(Patient { abilities: body.abilities, illness: Illness { passed, ..illness } })
            }
        };
        (evening, lost)
    })
}

fn prayer_by<const PLAIN: bool>(core: &mut Core<PLAIN>, lost: i16, bonus: u8) -> BTreeMap<(i16, bool), BigRational> {
    let (who, wil) = (Slot(0), Ability::Wil.index());
    let fighter = &mut core.fighters[who.index()];
    (fighter.fd, fighter.prayer) = (1, bonus);
    Stage::new(core).scene(&core.morning, |play| {
        let body = play.fight.body_mut(who);
        (body.abilities[wil], body.maxima[wil]) = (1, 1 + lost);
        play.prays(who);
        let body = play.fight.body(who);
        (body.abilities[wil] - 1, body.free_faith > 0)
    })
}

fn fates_by<const PLAIN: bool>(core: &Core<PLAIN>, struck: Struck, harm: Harm) -> Fates {
    if let Harm::Blow(0) | Harm::Peril(_, 0) = harm {
        return Fates::from([(Fate::Unhurt, BigRational::one())]);
    }
    let who = Slot(u8::from(!struck.pc));
    let scores = struck.abilities.map(|score| score as i16);
    Stage::new(core).scene(&core.morning, |play| {
        let body = play.fight.body_mut(who);
        (body.hp, body.hp_max) = (struck.hp as i16, struck.hp as i16);
        (body.abilities, body.maxima) = (scores, scores);
        let (lost, failed) = play.comes_to_harm(who, harm);
        match play.fight.body(who).status {
            Status::Dead => Fate::Dead,
            Status::Active if failed => Fate::Injured,
            Status::Active if lost => Fate::Saved,
            Status::Active => Fate::Soaked,
            _ => Fate::Out,
        }
    })
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
