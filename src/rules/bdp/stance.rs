//! Stances: what a plain fight asks of everybody in each turn, worked out once and kept close together.
//!
//! Owns [`Stance`] and [`Grip`]. Must hold nothing that is not said by fighters, book and policies, and nothing that changes in
//! a fight. Start at [`Stance::all`].

use crate::dice::Slot;
use crate::fight::watch::LineNumber;
use crate::fight::{Side, Slots};
use crate::policy::Line;

use super::Core;
use super::decide::RESERVE;
use super::fighter::Fighter;
use super::harm::Cause;
use super::outfit::Weapon;
use super::policy::React;
use super::sheet::{Category, Reaction};
use super::state::{Body, WEAPONS_MAX, WEARS};
use super::strike::Edge;

/// How one combatant stands in a plain fight.
#[derive(Clone, Debug)]
pub(super) struct Stance {
    /// Its side.
    pub(super) side: Side,
    /// Everybody whom it fights.
    pub(super) foes: Slots,
    /// Whether it says itself whom it strikes.
    pub(super) aims: bool,
    /// Whether it says itself when it drops its backpack.
    pub(super) unpacks: bool,
    /// How it answers a blow.
    pub(super) answer: Answer,
    /// Its Armor, by what it [wears](Body::wears).
    pub(super) armors: [i32; WEARS],
    /// The reactions that it knows, one bit each.
    reactions: u8,
    /// How it strikes with each of its weapons; the last of them is none at all.
    grips: [Grip; WEAPONS_MAX],
}

/// How somebody answers a blow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// It takes it.
    Never,
    /// Always with the better of block and dodge, if one of them is any good; so many slots stay free. A line of its policy may
    /// say so.
    Best(u8, Option<LineNumber>),
    /// As its policy says at that moment, or by striking back.
    Otherwise,
}

/// How somebody strikes with one of its weapons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grip {
    /// Its place in a round: of those who are engaged, and of those who close in.
    pub(super) keys: [u32; 2],
    /// Faces of the die of a bare blow: one that is this die and nothing else. 0 where there is more to a blow.
    pub(super) faces: u8,
    /// The reactions that impair it, one bit each.
    stopped_by: u8,
    /// The prices of a block and a dodge with it in hand where they are legal, by what its owner [wears](Body::wears).
    pub(super) prices: [[Option<u8>; 2]; WEARS],
    /// What kind of blow that is.
    pub(super) cause: Cause,
    /// What its largest face loses when it is impaired.
    pub(super) lost: i32,
    /// Whether anything is gained by impairing it.
    pub(super) gains: bool,
}

impl Grip {
    /// Whether a reaction impairs it.
    #[inline]
    pub(super) fn is_stopped_by(&self, reaction: Reaction) -> bool {
        self.stopped_by >> reaction as u8 & 1 == 1
    }
}

impl Stance {
    /// Whether it knows a reaction.
    #[inline]
    pub(super) fn knows(&self, reaction: Reaction) -> bool {
        self.reactions >> reaction as u8 & 1 == 1
    }

    /// The stances of all, by slot.
    pub(super) fn all<const PLAIN: bool>(core: &Core<PLAIN>) -> Vec<Stance> {
        let one = |(index, fighter): (usize, &Fighter)| {
            let who = Slot(index as u8);
            let dressed = |wears: usize| Body { armored: wears & 1 == 1, shielded: wears & 2 == 2, ..fighter.start };
            let grip = |weapon: usize| {
                let weapon = fighter.weapons.get(weapon).unwrap_or(&fighter.weapons[usize::from(fighter.unarmed())]);
                let prices = std::array::from_fn(|wears| core.prices(who, &dressed(wears), weapon.category));
                core.grip_of(fighter, weapon, prices)
            };
            Stance {
                side: fighter.side,
                foes: core.foes(who),
                aims: core.policies.deciders.target.has(who),
                unpacks: core.policies.deciders.backpack.has(who),
                answer: core.answer_of(who, fighter),
                armors: std::array::from_fn(|wears| core.armor_in_all(who, &dressed(wears))),
                reactions: fighter.reactions,
                grips: std::array::from_fn(grip),
            }
        };
        core.fighters.iter().enumerate().map(one).collect()
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    fn answer_of(&self, who: Slot, fighter: &Fighter) -> Answer {
        if !self.answering.has(who) {
            return Answer::Never;
        }
        let fends = fighter.pc || fighter.knows(Reaction::Block) || fighter.knows(Reaction::Dodge);
        match self.policy(who).reaction.iter().next() {
            None if fends => Answer::Best(RESERVE, None),
            Some(Line { when: None, action: (React::Best, reserve), number }) if fends => Answer::Best(*reserve, Some(*number)),
            _ => Answer::Otherwise,
        }
    }

    /// The prices of a block and a dodge, where they are legal, by the rules that hold in plain scenarios (BDP-287 to BDP-291).
    fn prices(&self, who: Slot, body: &Body, category: Category) -> [Option<u8>; 2] {
        let (numbers, worn) = (&self.book.react, self.worn(who, body));
        let (heavy, light) = (worn >= i32::from(numbers.heavy), worn <= i32::from(numbers.light));
        let (slow, fast) = (category == Category::Slow, category == Category::Fast);
        let block = if heavy && (body.shielded || slow) { 0 } else { numbers.block_fatigue };
        let dodge = if light && fast { 0 } else { numbers.dodge_fatigue };
        [(body.shielded || !fast).then_some(block), (!heavy && !slow).then_some(dodge)]
    }

    fn grip_of(&self, fighter: &Fighter, weapon: &Weapon, prices: [[Option<u8>; 2]; WEARS]) -> Grip {
        let stops = |reaction: Reaction| u8::from(self.stops(reaction, weapon.category)) << reaction as u8;
        let trained = !self.asked.kills && *weapon.first_edge() == Edge::NONE;
        let bare = trained && weapon.die.count == 1 && fighter.least <= 1;
        Grip {
            keys: [false, true].map(|closes| self.strike_key(closes, weapon)),
            faces: if bare { weapon.die.sides } else { 0 },
            stopped_by: Reaction::ALL.into_iter().fold(0, |bits, reaction| bits | stops(reaction)),
            prices,
            cause: Cause { nonlethal: weapon.nonlethal, brutal: false, damage: weapon.damage },
            lost: i32::from(weapon.die.sides) - i32::from(self.book.die.impaired),
            gains: weapon.die.sides > self.book.die.impaired
                || weapon.die.sides == self.book.die.impaired && weapon.die.count > 1,
        }
    }

    /// How somebody stands in a plain fight.
    #[inline]
    pub(super) fn stance(&self, who: Slot) -> &Stance {
        debug_assert!(PLAIN);
        &self.stances[who.index()]
    }

    /// How somebody strikes with this weapon.
    #[inline]
    pub(super) fn grip(&self, who: Slot, weapon: u8) -> &Grip {
        &self.stance(who).grips[usize::from(weapon) % WEAPONS_MAX]
    }

    /// How somebody strikes with what it wields.
    #[inline]
    pub(super) fn grip_now(&self, who: Slot, body: &Body) -> &Grip {
        self.grip(who, self.wielded(who, body))
    }
}
