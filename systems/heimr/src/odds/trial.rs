//! A trial: the real rules, loaded for two combatants, so that questions about attacks, brawls, shots and chases are answered by
//! the code that plays fights.
//!
//! Start at [`Trial::new`].

use std::collections::BTreeMap;

use num_rational::BigRational;

use crate::Play;
use crate::abilities::Score;
use crate::attack::{Attack, Why};
use crate::book::Book;
use crate::book::tables::BodyPart;
use crate::challenge::Effort;
use crate::core::{self, load};
use crate::defend::Fixed;
use crate::ground::Location;
use crate::rolls;
use crate::rulings::Rulings;
use crate::sheet::DefenceKind;
use crate::state::{Body, Climb, Exit, Fight, Place, Stance};
use frame::dice::{AnyDice, Roll, Slot};
use frame::fight::{AnyWatch, Slots};
use frame::rules::Words;
use frame::rules::questions::Arguments;
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

/// The rules for any scenario: what is asked of them may be more than what comes to pass in a plain one.
type Core = core::Core<false>;

stage!(Core, Fight, Play<'_, false, AnyDice, AnyWatch>, play_on);

/// Somebody who takes part in a chase.
#[derive(Clone, Copy)]
pub struct Runner {
    /// Consistency and potential.
    pub score: Score,
    /// Stamina.
    pub stamina: i32,
}

/// Every result of a roll in a chase, none where it fails, with the fatigue after it and its probability.
pub type Runs = BTreeMap<(Option<i32>, u8), BigRational>;

/// An attack of the one on the other, who can defend.
pub struct Meeting {
    /// The fight.
    fight: Fight,
    /// The attack.
    attack: Attack,
    /// Points that circumstances add to its consistency and its potential.
    pub change: Score,
    /// Probability that it can be made at all.
    pub found: BigRational,
}

/// The rules with two combatants.
pub struct Trial {
    /// The rules.
    pub core: Core,
}

impl Trial {
    /// The rules of this book and these rulings.
    ///
    /// # Errors
    /// A book that cannot be played by.
    pub fn new(book: &Book, rulings: &Rulings) -> Result<Self, String> {
        let load = |document: &_, complaints: &mut _| load(document, complaints, Core::new);
        let ability = book.ability.keys().next().map_or("", String::as_str);
        let weapon = format!("weapons = [{{ name = 'weapon', ability = {ability:?}, hands = 'sword' }}]");
        let shield = book.shield.keys().next().map_or_else(String::new, |kind| format!("shields = [{{ kind = {kind:?} }}]"));
        Ok(Trial { core: of_two(Words { book, rulings }, &weapon, &format!("{weapon}\n{shield}"), load)? })
    }

    /// Lets somebody run like this. Returns its rolls in a round of a chase, by the fatigue with which it begins: from 0 to the most
    /// that there is.
    pub fn runs(&mut self, who: Slot, runner: Runner) -> Vec<Runs> {
        let (ability, base) = (self.core.abilities.roles.chase, self.core.book.fatigue.base_with(runner.stamina));
        let mut from = self.core.morning.clone();
        let without_shield = from.body(ONE).places;
        from.body_mut(who).places = without_shield;
        let values = self.core.fighters[who.index()].values_mut();
        (values.abilities[ability.index()], values.base_fatigue) = (runner.score, base);
        let roll: &'static Roll = if who == ONE { &rolls::QUARRY } else { &rolls::PURSUER };
        let mut stage = Stage::new(&self.core);
        let mut with = |fatigue: u8| {
            from.body_mut(who).effort = Effort { fatigue, grown: 0 };
            stage.scene(&from, |play| {
                play.begins_to_run(who);
                (play.result_of(who, ability, roll), play.fight.body(who).effort.fatigue)
            })
        };
        (0..=self.core.book.fatigue.max).map(&mut with).collect()
    }

    /// Lets the one attack the other as it was asked (HEI-118, HEI-122, HEI-200, HEI-219, HEI-222, HEI-223).
    pub fn meeting(&mut self, arguments: &Arguments) -> Meeting {
        let mut fight = self.before(arguments);
        let core = &self.core;
        let mut stage = Stage::new(core);
        let found = stage.scene(&fight, |play| play.finds(ONE, OTHER)).remove(&true).unwrap_or_default();
        let past_guard = arguments.flag("outmanoeuvre");
        let attack = if past_guard { core.blow_of_guard(ONE, WEAPON) } else { Attack::new(ONE, WEAPON, Why::Action) };
        let part = arguments.flag("targeted").then_some(BodyPart::Torso);
        let mut attack = Attack { ranged: arguments.flag("ranged"), part, ..attack };
        attack.surprise = core.surprise(&fight, ONE, OTHER);
        attack.penalty = if attack.ranged {
            let (distance, members) = (arguments.integer("distance") as i32, arguments.integer("cluster") as usize);
            core.distance_penalty(&fight, ONE, OTHER, distance) + core.crowd_penalty(core.crowd(members, false), 0)
        } else {
            stage.play_on(&mut fight, |play| play.close_in(ONE, OTHER))
        };
        let change = Score { c: core.add_attack_modifiers(0, &fight, &attack, OTHER), p: attack.surprise };
        Meeting { fight, attack, change, found }
    }

    /// The two before an attack that is asked about.
    fn before(&mut self, arguments: &Arguments) -> Fight {
        let flag = |name: &str| arguments.flag(name);
        self.core.ground.darken(arguments.integer("concealment") as i32);
        self.core.ground.squares.iter_mut().for_each(|square| square.difficult = flag("difficult"));
        let mut fight = self.core.morning.clone();
        let here = fight.body(ONE).at;
        let climbs = |flag: bool| flag.then_some(Climb { cr: 0, along: None });
        let hides = |flag: bool, from: Slot| if flag { Slots::only(from) } else { Slots::NONE };
        fight.bodies.iter_mut().for_each(|body| body.exit = Exit::Here);
        let one = fight.body_mut(ONE);
        (one.prone, one.climbing, one.entered_from) = (flag("prone"), climbs(flag("climbing")), Some(here));
        one.hidden_from = hides(flag("unseen"), OTHER);
        let other = fight.body_mut(OTHER);
        (other.prone, other.climbing) = (flag("target_prone"), climbs(flag("target_climbing")));
        other.ongoing = flag("ongoing");
        other.blind = if flag("blind_spot") { u64::MAX } else { 0 };
        other.hidden_from = hides(flag("hidden"), ONE);
        other.elevation = match arguments.word("target_stands") {
            "higher" => 1,
            "lower" => -1,
            _ => 0,
        };
        if flag("ranged") && arguments.integer("distance") > 0 {
            other.at = Location(u8::from(here == Location(0)));
        }
        if flag("dodge_ready") {
            Stage::new(&self.core).play_on(&mut fight, |play| play.gets_ready_to_dodge(OTHER));
        }
        fight
    }

    /// Points that circumstances add to the consistency and the potential of a defence of this kind, use by use, as often as it is to
    /// be had and at most so often (HEI-172, HEI-207, HEI-208).
    pub fn defences(&self, meeting: &Meeting, kind: DefenceKind, most: usize) -> Vec<Score> {
        let (core, attack) = (&self.core, &meeting.attack);
        let (mut stage, mut fight, mut changes) = (Stage::new(core), meeting.fight.clone(), Vec::new());
        alone(kind, fight.body_mut(OTHER), core);
        while changes.len() < most
            && let Some(stance) = core.defence_of(kind, &fight, OTHER, attack)
        {
            // Dice that meet any fatigue and never tire.
            let stance = Stance { pre: i16::MAX.into(), small: u8::MAX, ..stance };
            let own = core.defence_mastery(OTHER, fight.body(OTHER), kind, stance.item).score;
            let fixed = Fixed { stance, stored: false };
            let value = stage.play_on(&mut fight, |play| play.use_defence(attack, OTHER, &fixed).0).unwrap_or_default();
            changes.push(Score { c: stance.c - own.c, p: value - stance.pre - own.p });
        }
        changes
    }
}

/// The weapon of both.
const WEAPON: Option<u8> = Some(0);

/// Puts out of the hands what another kind of defence needs.
fn alone(kind: DefenceKind, body: &mut Body, core: &Core) {
    let gear = &core.fighter(OTHER).gear;
    let (weapons, shields) = (0..gear.weapons.len(), gear.weapons.len()..gear.items());
    let others = match kind {
        DefenceKind::Dodge => 0..gear.items(),
        DefenceKind::Block => weapons,
        DefenceKind::Parry => shields,
    };
    others.for_each(|item| body.places.put(item, Place::Worn));
}
