//! A trial: the real rules, loaded for a player character and foes, so that questions about harm, reactions, morale and
//! diseases are answered by the code that plays fights and days.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use num_rational::BigRational;
use num_traits::One;

use crate::Words;
use crate::book::harm::{Area, Peril};
use crate::core::{self, load};
use crate::harm::{AbilityDamage, Cause, Origin};
use crate::rulings::CritStr;
use crate::scene::{Mood, WeaponsShown};
use crate::sheet::Ability;
use crate::state::{Fight, Illness, Status};
use frame::dice::{AnyDice, Slot};
use frame::fight::watch::Counter;
use frame::fight::{AnyWatch, Side};
use frame::rules::Plays as _;
use frame::rules::chances::Chances;
use frame::rules::trial::{ONE, OTHER, of_two, stage};

/// The rules for any scenario: what is asked of them may be more than what comes to pass in a plain one.
type Core = core::Core<false>;

/// A fight in progress of which every outcome is walked through.
type Play<'a> = crate::Play<'a, false, AnyDice, AnyWatch>;

stage!(Core, Fight, Play<'_>, play_on);

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

/// The outcome of an injury.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Injury {
    /// Points of abilities that it costs.
    pub lost: i32,
    /// True if it kills.
    pub dead: bool,
    /// True if it costs an eye.
    pub eye_lost: bool,
}

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
    core: Core,
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
        let load = |document: &_, complaints: &mut _| load(document, complaints, Core::new);
        Ok(Trial { core: of_two(words, "pc = true", &format!("count = {count}"), load)? })
    }

    /// The fates of somebody to whom this harm comes.
    pub fn fates(&self, struck: Struck, harm: Harm) -> Fates {
        if let Harm::Blow(0) | Harm::Peril(_, 0) = harm {
            return Fates::from([(Fate::Unhurt, BigRational::one())]);
        }
        let who = if struck.pc { ONE } else { OTHER };
        let scores = struck.abilities.map(|score| score as i16);
        Stage::new(&self.core).scene(&self.core.morning, |play| {
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

    /// The areas that injuries come to, by their numbers, each with its probability. [BDP-069]
    pub fn areas(&mut self) -> BTreeMap<u8, BigRational> {
        // Areas are told apart where somebody asks for wounds.
        self.core.asked.wounds = true;
        Stage::new(&self.core).scene(&self.core.morning, |play| play.area(ONE) as u8)
    }

    /// The outcomes of an injury of this area, for a player character who has points of every ability to spare, each with its
    /// probability. [BDP-070 to BDP-079, BDP-611]
    pub fn injury(&mut self, area: Area) -> BTreeMap<Injury, BigRational> {
        self.core.asked.eyes = true;
        Stage::new(&self.core).scene(&self.core.morning, |play| {
            let body = play.fight.body_mut(ONE);
            (body.abilities, body.maxima) = ([i16::MAX; 3], [i16::MAX; 3]);
            play.injures(ONE, area, Cause::default());
            let body = play.fight.body(ONE);
            let lost = body.abilities.iter().map(|&left| i32::from(i16::MAX - left)).sum();
            Injury { lost, dead: body.status == Status::Dead, eye_lost: body.eye_lost }
        })
    }

    /// True if injuries are those of version 1.32. [BDP-611]
    pub fn locates(&self) -> bool {
        self.core.rulings().crit_str() == CritStr::Location
    }

    /// The moods of those who are met by somebody who shows its weapons so. [BDP-207, BDP-210, BDP-211, R-40]
    pub fn moods(&mut self, weapons: WeaponsShown) -> BTreeMap<Mood, BigRational> {
        self.core.scene.weapons = weapons;
        let mut totals = Stage::new(&self.core).scene(&self.core.morning, |play| play.reaction_total());
        totals.retain(|total, _| self.core.book.reaction.counts(*total, &self.core.rulings));
        let (mut moods, all) = (totals.by(|&total| self.core.book.reaction.mood(total)), totals.values().sum::<BigRational>());
        moods.values_mut().for_each(|chance| *chance /= &all);
        moods
    }

    /// The usage dice that a drink leaves of one.
    pub fn sips(&self, die: u8) -> BTreeMap<u8, BigRational> {
        Stage::new(&self.core).scene(&self.core.morning, |play| play.sips(ONE, die))
    }

    /// Returns what an evening prayer brings to somebody who lacks so much WIL, with this bonus: WIL restored, and true if a Faith
    /// Die is free then.
    pub fn prayer(&mut self, lost: i16, bonus: u8) -> BTreeMap<(i16, bool), BigRational> {
        let wil = Ability::Wil.index();
        let fighter = &mut self.core.fighters[ONE.index()];
        (fighter.fd, fighter.prayer) = (1, bonus);
        Stage::new(&self.core).scene(&self.core.morning, |play| {
            let body = play.fight.body_mut(ONE);
            (body.abilities[wil], body.maxima[wil]) = (1, 1 + lost);
            play.prays(ONE);
            let body = play.fight.body(ONE);
            (body.abilities[wil] - 1, body.free_faith > 0)
        })
    }

    /// The foes that are left when the first of them falls, all of them with these scores.
    pub fn standing(&self, scores: [(Ability, i16); 2]) -> Standing {
        let core = &self.core;
        let (mut stage, mut fight, members) = (Stage::new(core), core.blank(), core.lineup.members(FOES));
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

    /// The forms in which somebody catches a disease, each with its probability.
    pub fn caught(&self, kind: u8) -> BTreeMap<Illness, BigRational> {
        let caught = Stage::new(&self.core).scene(&self.core.morning, |play| {
            play.catches(ONE, kind);
            play.fight.body(ONE).diseases[0]
        });
        caught.into_iter().filter_map(|(illness, chance)| Some((illness?, chance))).collect()
    }

    /// A day of a disease, with rest and care or without.
    pub fn ails(&self, patient: Patient, care: bool) -> Evenings {
        let disease = &self.core.diseases[usize::from(patient.illness.kind)].1;
        let (ability, counts) = (disease.ability.index(), disease.saves.is_some());
        Stage::new(&self.core).scene(&self.core.morning, |play| {
            let body = play.fight.body_mut(ONE);
            (body.abilities, body.maxima, body.diseases[0]) = (patient.abilities, patient.abilities, Some(patient.illness));
            play.ails(ONE, care);
            let body = play.fight.body(ONE);
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
    /// Adds a fight; of fights that are alike the first stays, with the probability of all.
    fn join(&mut self, fight: Fight, chance: BigRational) {
        let group = fight.groups[FOES.index()];
        match self.fights.entry(((group.there & fight.active()).len(), group.half_done)) {
            Entry::Occupied(mut known) => known.get_mut().1 += chance,
            Entry::Vacant(place) => _ = place.insert((fight, chance)),
        }
    }

    /// Returns the fights with their probabilities, by how many are left.
    fn each(self) -> impl Iterator<Item = (Fight, BigRational)> {
        self.fights.into_values()
    }

    /// Those who are left, by their number.
    fn left(&self) -> BTreeMap<usize, BigRational> {
        let fights: Vec<_> = self.fights.iter().map(|((left, _), (_, chance))| (*left, chance.clone())).collect();
        fights.by(|&left| left)
    }

    /// The save of one of the group.
    fn saved(self, who: Slot, why: Counter, stage: &mut Stage) -> Self {
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

impl Play<'_> {
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
