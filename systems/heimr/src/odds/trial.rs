//! A trial: the real rules, loaded for two combatants, so that questions about attacks, brawls, shots and chases are answered
//! by the code that plays fights.
//!
//! Start at [`trial`].

use frame::dice::AnyDice;
use frame::fight::{AnyWatch, Slots};
use frame::rules::Words;
pub use frame::rules::trial::{ONE, OTHER};
use frame::rules::trial::{of_two, stage};

use super::{Arguments, BigRational, BodyPart, DefenceKind, Roller, Score};
use crate::Play;
use crate::attack::{Attack, Why};
use crate::core::{self, load};
use crate::defend::Fixed;
use crate::ground::Location;
use crate::state::{Climb, Exit, Fight, Place, Stance};

/// The rules for any scenario: what is asked of them may be more than what comes to pass in a plain one.
pub type CoreOfAny = core::Core<false>;

stage!(CoreOfAny, Fight, Play<'_, false, AnyDice, AnyWatch>, play_on);

/// The weapon of both.
const WEAPON: Option<u8> = Some(0);

/// An attack of the attacker on the target, which can defend.
pub struct Meeting {
    fight: Fight,
    attack: Attack,
    /// Points that circumstances add to its consistency and its potential.
    pub change: Score,
    /// Probability that it can be made at all.
    pub found: BigRational,
}

/// The rules of a book and rulings, with two combatants.
///
/// # Errors
/// A book that cannot be played by.
pub fn trial(&Roller { book, rulings, .. }: &Roller) -> Result<CoreOfAny, String> {
    let load = |document: &_, complaints: &mut _| load(document, complaints, CoreOfAny::new);
    let ability = book.ability.keys().next().map_or("", String::as_str);
    let weapon = format!("weapons = [{{ name = 'weapon', ability = {ability:?}, hands = 'sword' }}]");
    let shield = book.shield.keys().next().map_or_else(String::new, |kind| format!("shields = [{{ kind = {kind:?} }}]"));
    of_two(Words { book, rulings }, &weapon, &format!("{weapon}\n{shield}"), load)
}

/// Lets the attacker attack the target as it was asked (HEI-118, HEI-122, HEI-200, HEI-219, HEI-222, HEI-223).
pub fn meeting(core: &mut CoreOfAny, arguments: &Arguments) -> Meeting {
    let mut fight = before(core, arguments);
    let mut stage = Stage::new(core);
    let found = stage.scene(&fight, |play| play.finds(ONE, OTHER)).remove(&true).unwrap_or_default();
    let past_guard = arguments.flag("outmanoeuvre");
    let attack = if past_guard { core.blow_of_guard(ONE, WEAPON) } else { Attack::new(ONE, WEAPON, Why::Action) };
    let part = arguments.flag("targeted").then_some(BodyPart::Torso);
    let mut attack = Attack { ranged: arguments.flag("ranged"), part, ..attack };
    attack.surprise = core.surprise(&fight, ONE, OTHER);
    attack.penalty = if attack.ranged {
        let crowd = core.crowd(arguments.number("cluster"), false);
        core.distance_penalty(&fight, ONE, OTHER, arguments.number("distance")) + core.crowd_penalty(crowd, 0)
    } else {
        stage.play_on(&mut fight, |play| play.close_in(ONE, OTHER))
    };
    let change = Score { c: core.add_attack_modifiers(0, &fight, &attack, OTHER), p: attack.surprise };
    Meeting { fight, attack, change, found }
}

/// The two before an attack that is asked about.
fn before(core: &mut CoreOfAny, arguments: &Arguments) -> Fight {
    let flag = |name: &str| arguments.flag(name);
    core.ground.darken(arguments.number("concealment"));
    core.ground.squares.iter_mut().for_each(|square| square.difficult = flag("difficult"));
    let mut fight = core.morning.clone();
    fight.bodies.iter_mut().for_each(|body| body.exit = Exit::Here);
    let here = fight.body(ONE).at;
    for (who, prone, climbing) in [(ONE, "prone", "climbing"), (OTHER, "target_prone", "target_climbing")] {
        let body = fight.body_mut(who);
        (body.prone, body.climbing) = (flag(prone), flag(climbing).then_some(Climb { cr: 0, along: None }));
    }
    for (who, hides, from) in [(ONE, "unseen", OTHER), (OTHER, "hidden", ONE)] {
        fight.body_mut(who).hidden_from = if flag(hides) { Slots::only(from) } else { Slots::NONE };
    }
    fight.body_mut(ONE).entered_from = Some(here);
    let other = fight.body_mut(OTHER);
    (other.ongoing, other.blind) = (flag("ongoing"), if flag("blind_spot") { u64::MAX } else { 0 });
    let stands = arguments.word("target_stands");
    other.elevation = i16::from(stands == "higher") - i16::from(stands == "lower");
    if flag("ranged") && arguments.integer("distance") > 0 {
        other.at = Location(u8::from(here == Location(0)));
    }
    if flag("dodge_ready") {
        Stage::new(core).play_on(&mut fight, |play| play.gets_ready_to_dodge(OTHER));
    }
    fight
}

/// Points that circumstances add to the consistency and the potential of a defence of this kind, use by use, as often as it is
/// to be had and at most so often (HEI-172, HEI-207, HEI-208).
pub fn uses_of(core: &CoreOfAny, meeting: &Meeting, kind: DefenceKind, most: usize) -> Vec<Score> {
    let (mut stage, mut fight, attack) = (Stage::new(core), meeting.fight.clone(), &meeting.attack);
    // What another kind of defence needs is out of the hands.
    let gear = &core.fighter(OTHER).gear;
    let others = match kind {
        DefenceKind::Dodge => 0..gear.items(),
        DefenceKind::Block => 0..gear.weapons.len(),
        DefenceKind::Parry => gear.weapons.len()..gear.items(),
    };
    others.for_each(|item| fight.body_mut(OTHER).places.put(item, Place::Worn));
    let next = || {
        let stance = core.defence_of(kind, &fight, OTHER, attack)?;
        // Dice that meet any fatigue and never tire.
        let stance = Stance { pre: i16::MAX.into(), small: u8::MAX, ..stance };
        let own = core.defence_mastery(OTHER, fight.body(OTHER), kind, stance.item).score;
        let fixed = Fixed { stance, stored: false };
        let value = stage.play_on(&mut fight, |play| play.use_defence(attack, OTHER, &fixed).0).unwrap_or_default();
        Some(Score { c: stance.c, p: value - stance.pre } - own)
    };
    std::iter::from_fn(next).take(most).collect()
}
