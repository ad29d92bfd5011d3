//! Attack and defence as they meet, for exact answers: of both rolls only what comes of them is asked, and a defence that
//! nobody can see is rolled when it meets an attack, together with that.
//!
//! Owns no rule of its own: what comes of two rolls it asks of the functions by which [`attack`](super::attack) and
//! [`defend`](super::defend) decide it. Start at [`Play::roll_against`].

use std::collections::HashMap;

use frame::dice::{Dice, Purpose, Roll, Slot};
use frame::fight::Watch;

use super::attack::{Against, Attack, AttackOutcome, prevented};
use super::book::tables::BodyPart;
use super::challenge::{Effort, Rolled, Sort, Toll, hits};
use super::defend::Fixed;
use super::fighter::is_injured;
use super::rulings::{DefenceFatigue, GrabStopScope, RerollFatigue};
use super::state::{Body, Fight, Stance};
use super::{Core, Play};

/// The roll of an attack and the defence that meets it: settled is their outcome (see [`Dice::settle`]).
static EXCHANGE: Roll = Roll { purpose: Purpose::Check, what: "attack and defence", rule: "HEI-202", looks_up: false };

/// Everything that two rolls are asked for, an attack and the defence that meets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Exchange {
    /// Consistency and potential of the attack, and its fatigue where it is physical.
    attack: (i32, i32, Option<Effort>),
    /// The defence, in the same terms.
    defence: (i32, i32, Option<Effort>),
    /// Fatigue when the defence was chosen.
    at_roll: u8,
    /// The value that a holder sets against the attack.
    requirement: Option<i32>,
    /// The body part that is targeted.
    part: Option<BodyPart>,
    /// True if the attack can raise fatigue.
    grows: bool,
    /// True if a near miss touches.
    touches: bool,
    /// True if it matters which body part is hit.
    wounds: bool,
}

/// The outcome of both rolls: fatigue of both, and the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Met {
    mine: Option<Effort>,
    theirs: Option<Effort>,
    outcome: Came,
}

/// The outcome of an attack, as far as something follows from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Came {
    Failed,
    HeldBack,
    Missed,
    /// It misses, and touches a body part.
    Touched(BodyPart),
    /// It hits a body part; true if the defence met its fatigue.
    Hit(BodyPart, bool),
}

impl Exchange {
    /// Everything about it, in a row.
    fn key(&self) -> Vec<i64> {
        let score = |(c, p, effort): (i32, i32, Option<Effort>)| {
            let effort = effort.map_or(-1, |effort| i64::from(effort.fatigue) << 8 | i64::from(effort.grown));
            [i64::from(c), i64::from(p), effort]
        };
        let (attack, defence) = (score(self.attack), score(self.defence));
        let requirement = self.requirement.map_or(i64::MIN, i64::from);
        let part = self.part.map_or(-1, |part| part as i64);
        let flags = i64::from(self.grows) << 2 | i64::from(self.touches) << 1 | i64::from(self.wounds);
        attack.into_iter().chain(defence).chain([i64::from(self.at_roll), requirement, part, flags]).collect()
    }
}

/// Two rolls in one number.
fn packed(attack: Rolled, defence: Rolled) -> i64 {
    let half = |rolled: Rolled| i64::from(rolled.pre as u16) << 8 | i64::from(rolled.small);
    half(attack) << 24 | half(defence)
}

/// Reads both rolls back from their number.
fn unpacked(packed: i64) -> (Rolled, Rolled) {
    let half = |half: i64| Rolled { small: half as u8, pre: (half >> 8) as u16 as i16 };
    (half(packed >> 24), half(packed & 0xFF_FFFF))
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The question to an attack roll that is held against these (see [`Sort`]).
    fn sort_attack(&self, fight: &Fight, attack: &Attack, target: Slot, &Against { fixed, requirement }: &Against) -> Sort {
        let mastery = self.fighter(attack.by).mastery(fight.body(attack.by)).attack(attack.weapon);
        let potential = mastery.score.p + attack.surprise;
        let effort = mastery.physical.then_some(fight.body(attack.by).effort);
        let again = self.rulings().reroll_fatigue == RerollFatigue::AttackAndDefence;
        let mut marks: Vec<i32> = requirement.into_iter().collect();
        if let Some(Fixed { stance, .. }) = fixed {
            let value = stance.pre + self.defence_mastery(target, fight.body(target), stance.kind, stance.item).score.p;
            let band = i32::from(self.book.brawl.touch_band);
            for value in [value, value + i32::from(self.book.dodge.ready_bonus)] {
                marks.extend([value + 1, value, value - band]);
            }
        }
        let marks = marks.into_iter().map(|mark| mark - potential).collect();
        let growing = effort.filter(|_| attack.grows);
        let mut sort = self.check.fatigue.sort(marks, effort, self.check.pool.small, |face| {
            (self.part_struck(attack.part, face), growing.is_some_and(|effort| self.check.fatigue.tires(face, effort)))
        });
        if again && fixed.is_some() {
            // The defence is not known before its own re-rolls.
            sort = sort.exactly();
        }
        sort
    }

    /// Attack and defence as they meet, where nothing else is asked of them than what comes of both.
    fn exchange(&self, fight: &Fight, c: i32, attack: &Attack, target: Slot, against: &Against) -> Option<Exchange> {
        let stance = against.fixed.filter(|fixed| fixed.stance.is_put_off())?.stance;
        let (rulings, body) = (self.rulings(), fight.body(target));
        let rolls_again = |who: Slot| self.policies.lists.reroll.deciders().has(who);
        let again = match rulings.reroll_fatigue {
            RerollFatigue::Never => false,
            RerollFatigue::AttackAndDefence => rolls_again(attack.by) || rolls_again(target),
            RerollFatigue::Attack => rolls_again(attack.by),
        };
        if again || rulings.grab_stop_scope == GrabStopScope::AllRolls && body.held.is_some() {
            return None;
        }
        let mastery = self.fighter(attack.by).mastery(fight.body(attack.by)).attack(attack.weapon);
        let theirs = self.defence_mastery(target, body, stance.kind, stance.item);
        let bonus = self.readiness(body, stance.kind, attack.ranged);
        let mine = mastery.physical.then_some(fight.body(attack.by).effort);
        Some(Exchange {
            attack: (c, mastery.score.p + attack.surprise, mine),
            defence: (stance.c, theirs.score.p + bonus, theirs.physical.then_some(body.effort)),
            at_roll: if rulings.defence_fatigue == DefenceFatigue::AtRoll { stance.fatigue } else { 0 },
            requirement: against.requirement,
            part: attack.part,
            grows: attack.grows,
            touches: attack.weapon.is_none(),
            wounds: self.wounds(attack, target, body),
        })
    }

    /// True if it matters which body part an attack hits: if it brings an injury, or anything but damage.
    fn wounds(&self, attack: &Attack, target: Slot, body: &Body) -> bool {
        let only_damage = attack.skill.is_none() && self.weapon_of(attack).is_some_and(|weapon| weapon.on_hit.is_empty());
        let damage = self.weapon_of(attack).map_or(0, |weapon| weapon.damage - self.fighter(target).armour);
        !only_damage || is_injured(body.hp - damage.max(0), &self.book)
    }

    /// The outcome of these two rolls.
    fn met(&self, exchange: &Exchange, attack: Rolled, defence: Rolled) -> Met {
        let fatigue = &self.check.fatigue;
        let (_, potential, mut mine) = exchange.attack;
        let (order, toll) = (self.rulings().fatigue_order, Toll::of(true, exchange.grows));
        let meets = mine.as_mut().is_none_or(|effort| fatigue.judge_in(order, attack, effort, toll));
        let result = attack.result(potential);
        if let Some(outcome) = prevented(meets, result, exchange.requirement) {
            return Met {
                mine,
                theirs: None,
                outcome: if outcome == AttackOutcome::Failed { Came::Failed } else { Came::HeldBack },
            };
        }
        let (_, potential, mut theirs) = exchange.defence;
        let met = theirs.as_mut().is_none_or(|effort| {
            let meets = fatigue.judge(defence, effort);
            self.defence_holds(meets, defence.pre.into(), exchange.at_roll)
        });
        let value = met.then(|| defence.result(potential));
        let part = if exchange.wounds { self.part_struck(exchange.part, attack.small) } else { BodyPart::Torso };
        let outcome = if hits(result, value, self.book.attack.tie) {
            Came::Hit(part, met)
        } else if exchange.touches && self.touches(result, value) {
            Came::Touched(part)
        } else {
            Came::Missed
        };
        Met { mine, theirs, outcome }
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// An attack of this consistency, rolled against all that is set against it. A defence that was put off is rolled with it,
    /// and of all pairs that come to the same one is taken.
    #[inline(never)]
    pub(super) fn roll_against(
        &mut self,
        c: i32,
        attack: &Attack,
        target: Slot,
        against: &mut Against,
        roll: &'static Roll,
    ) -> Rolled {
        let rules = self.rules;
        let Some(exchange) = rules.exchange(self.fight, c, attack, target, against) else {
            against.fixed = against.fixed.map(|fixed| self.roll_put_off(target, fixed));
            let sort = rules.sort_attack(self.fight, attack, target, against);
            return rules.check.pool.settled(c, attack.by, roll, &sort, self.table);
        };
        let Some(fixed) = &mut against.fixed else { unreachable!("an exchange has a defence") };
        let (kind, of_defence) = (fixed.stance.kind, exchange.defence.0);
        let mut firsts: HashMap<Met, i64> = HashMap::new();
        let settled = self.settle(
            &EXCHANGE,
            |_| exchange.key(),
            |play| {
                let sort = rules.sort_defence(target, play.fight.body(target));
                let defence = rules.check.pool.settled(of_defence, target, kind.roll(), &sort, play.table);
                let rolled = rules.check.pool.settled(c, attack.by, roll, &Sort::default(), play.table);
                *firsts.entry(rules.met(&exchange, rolled, defence)).or_insert_with(|| packed(rolled, defence))
            },
        );
        let (rolled, defence) = unpacked(settled);
        fixed.stance = Stance { pre: i32::from(defence.pre), small: defence.small, ..fixed.stance };
        rolled
    }
}
