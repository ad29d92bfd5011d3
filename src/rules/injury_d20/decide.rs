//! Decisions of `injury-d20`: every place where the rules ask a policy.
//!
//! Owns the defaults where no line decides (section 6 of the specification); what is possible is known by whoever carries it
//! out. The policies themselves are in [`policies`](super::policies). Start at [`Core::planned`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};
use crate::policy::{Lines, Lists, Selector};

use super::Core;
use super::observe::View;
use super::plan::{Plan, first_of, parts_in};
use super::policies::{Aim, Guard, Intent, Points};
use super::policy::{Do, Movement, Pick};
use super::rolls;
use super::rulings::EndOut;
use super::sheet::PartKind;
use super::state::{Body, EMPTY, Fight, PartSet};

/// Attacks of a turn where no plan says anything.
const ATTACKS: u8 = 3;

/// The parts that are aimed at where no line says anything.
const AIMS: [Aim; 11] = {
    const fn aim(part: PartKind, pick: Pick, below: u8) -> Aim {
        Aim { part, pick, below }
    }
    [
        aim(PartKind::Heart, Pick::Focus, u8::MAX),
        aim(PartKind::Head, Pick::Focus, u8::MAX),
        aim(PartKind::Arm, Pick::Weapon, 2),
        aim(PartKind::Leg, Pick::Spread, u8::MAX),
        aim(PartKind::Eye, Pick::Spread, u8::MAX),
        aim(PartKind::Hand, Pick::Weapon, 2),
        aim(PartKind::Foot, Pick::Spread, u8::MAX),
        aim(PartKind::Mouth, Pick::Focus, u8::MAX),
        aim(PartKind::Ear, Pick::Spread, u8::MAX),
        aim(PartKind::Nose, Pick::Focus, u8::MAX),
        aim(PartKind::Tail, Pick::Focus, u8::MAX),
    ]
};

/// The target that somebody's policy would give; where chance would decide, the first of those in question.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let candidates = view.core.candidates(view.fight, own);
    let policies = &view.core.policies;
    let lines = policies.target.of(own);
    let chosen = lines.and_then(|lines| lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0)));
    chosen.map(|(_, slot)| slot).or_else(|| candidates.clone().next())
}

/// The part of a body that a line of parts finds among those that are open.
#[inline(always)]
fn aimed(body: &Body, plan: &Plan, open: PartSet, aim: &Aim) -> Option<u8> {
    let below = if aim.below == u8::MAX { 0 } else { body.harm.at_least(aim.below) };
    let fits = open & plan.all(aim.part) & !below;
    match aim.pick {
        _ if fits == 0 => None,
        Pick::Focus => first_of(body.harm.worst_of(fits)),
        Pick::Spread => first_of(body.harm.soundest_of(fits)),
        Pick::Weapon => parts_in(fits).find(|&part| {
            let hand = usize::from(plan.of(part).1);
            body.holds.get(hand).is_some_and(|&thing| thing != EMPTY)
        }),
    }
}

impl Core {
    #[inline]
    fn view<'a>(&'a self, fight: &'a Fight, target: Option<Slot>) -> View<'a> {
        View { core: self, fight, target, attack: None }
    }

    /// The line of the plan that comes next in a turn, and has to be worked off; `None` when there is none left.
    #[inline(always)]
    pub(super) fn planned<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> Option<&Intent> {
        const ATTACK: &Intent = &Intent::plain(Do::Attack);
        const RAGE: &Intent = &Intent { times: u8::MAX, ..Intent::plain(Do::Attack) };
        let body = fight.body(who);
        if body.berserk {
            return (body.ap >= self.book.ap.attack && body.entry == 0).then_some(RAGE);
        }
        match self.policies.plan.of(who) {
            None => (body.entry < ATTACKS).then_some(ATTACK),
            Some(lines) => self.planned_by(lines, fight, who, table),
        }
    }

    /// Whether somebody has no plan but to attack.
    #[inline(always)]
    pub(super) fn only_attacks(&self, who: Slot) -> bool {
        self.policies.plan.of(who).is_none()
    }

    /// Whether somebody who has no other plan would attack once more in this turn.
    #[inline(always)]
    pub(super) fn attacks_left(&self, body: &Body) -> bool {
        body.entry < ATTACKS
    }

    #[inline(never)]
    fn planned_by<'a, D: Dice, W: Watch>(
        &self,
        lines: &'a Lines<Intent>,
        fight: &mut Fight,
        who: Slot,
        table: &mut Table<D, W>,
    ) -> Option<&'a Intent> {
        let body = fight.body(who);
        let view = self.view(fight, None);
        let from = usize::from(body.entry);
        let holds = |line: &crate::policy::Line<Intent>| line.when.as_ref().is_none_or(|when| when.holds(&view, who));
        let (index, line) = lines.iter().enumerate().skip(from).find(|(_, line)| holds(line))?;
        table.watch.line(line.number);
        let body = fight.body_mut(who);
        if index != from {
            (body.entry, body.entry_times) = (index as u8, 0);
        }
        Some(&line.action)
    }

    /// Whom to attack; by default the first in the order of the scenario.
    #[inline(always)]
    pub(super) fn choose_target<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        if fight.body(who).berserk { candidates.single() } else { self.target_among(fight, who, candidates, table) }
    }

    /// The same of somebody who is not confused.
    #[inline(always)]
    pub(super) fn target_among<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        match self.policies.target.of(who) {
            None => candidates.clone().next(),
            Some(lines) => self.choose_by(lines, fight, who, candidates, table).or_else(|| candidates.clone().next()),
        }
    }

    /// Whose blood to stop; by default whoever bleeds most.
    pub(super) fn choose_ally<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let lines = self.policies.ally.of(who);
        lines.and_then(|lines| self.choose_by(lines, fight, who, candidates, table)).or_else(|| {
            let pick = |choices| table.pick(who, &rolls::RANDOM_TARGET, choices);
            self.policies.bleeding.choose(&self.view(fight, None), who, candidates, pick)
        })
    }

    /// Whom the lines of a policy choose; `None` when none of them chooses anybody.
    #[inline(never)]
    fn choose_by<D: Dice, W: Watch>(
        &self,
        lines: &Lines<Selector>,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let view = self.view(fight, None);
        let mut pick = |choices| table.pick(who, &rolls::RANDOM_TARGET, choices);
        let (line, slot) = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick))?;
        table.watch.line(line.number);
        Some(slot)
    }

    /// Which part a hit injures that reaches up to this tier; `None` when no line finds one.
    #[inline(always)]
    pub(super) fn choose_part<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        tier: i32,
        table: &mut Table<D, W>,
    ) -> Option<u8> {
        let open = self.open_parts(fight, (who, target), tier);
        if open == 0 { None } else { self.part_among(fight, (who, target), open, table) }
    }

    /// The same, where it is known which parts can be injured.
    #[inline(never)]
    fn part_among<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        open: PartSet,
        table: &mut Table<D, W>,
    ) -> Option<u8> {
        let (body, plan) = (fight.body(target), &self.fighter(target).plan);
        let Some(lines) = self.policies.parts.of(who) else {
            return AIMS.iter().find_map(|aim| aimed(body, plan, open, aim));
        };
        let view = self.view(fight, Some(target));
        let (line, part) = lines.decide(&view, who, |aim| aimed(body, plan, open, aim))?;
        table.watch.line(line.number);
        Some(part)
    }

    /// Points of Power Attack or Deadly Aim, and the stamina to keep.
    pub(super) fn chooses_power<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> Option<Points> {
        self.answer(&self.policies.power, fight, (who, Some(target)), table)
    }

    /// Degrees of Reckless Attack, and the stamina to keep.
    pub(super) fn chooses_reckless<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> Option<Points> {
        self.answer(&self.policies.reckless, fight, (who, Some(target)), table)
    }

    /// Whether to lunge; by default no.
    pub(super) fn chooses_lunge<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policies.lunge, fight, (who, None), table).unwrap_or(false)
    }

    /// Whether to cleave; by default no.
    pub(super) fn chooses_cleave<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policies.cleave, fight, (who, None), table).unwrap_or(false)
    }

    /// Whether it could ever parry.
    #[inline]
    pub(super) fn ever_parries(&self, who: Slot) -> bool {
        self.policies.parry.deciders().has(who)
    }

    /// Whether it could ever cleave.
    #[inline]
    pub(super) fn ever_cleaves(&self, who: Slot) -> bool {
        self.policies.cleave.deciders().has(who)
    }

    /// Whether it could ever put stamina into a blow.
    #[inline]
    pub(super) fn ever_exerts(&self, who: Slot) -> bool {
        self.policies.power.deciders().has(who) || self.policies.reckless.deciders().has(who)
    }

    /// Whether to parry an attack with this result and these degrees; by default no.
    pub(super) fn chooses_parry<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, attacker): (Slot, Slot),
        (total, degrees): (i32, i32),
        table: &mut Table<D, W>,
    ) -> bool {
        let view = View { core: self, fight, target: Some(attacker), attack: Some((total, degrees)) };
        let body = fight.body(who);
        let price = self.price(body, self.book.parry.cost);
        let legal =
            |guard: &Guard| !guard.parries || degrees >= guard.min_degree && self.can_pay(who, body, price, guard.reserve);
        let Some(line) = self.policies.parry.of(who).and_then(|lines| lines.first(&view, who, legal)) else { return false };
        table.watch.line(line.number);
        line.action.parries
    }

    /// Whether to strike at somebody who provokes; by default no.
    pub(super) fn chooses_reaction<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> bool {
        self.answer(&self.policies.react, fight, (who, Some(target)), table).unwrap_or(false)
    }

    /// Whether to charge; by default no.
    pub(super) fn chooses_charge<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> bool {
        self.answer(&self.policies.charge, fight, (who, Some(target)), table).unwrap_or(false)
    }

    /// How to move; by default towards the target.
    pub(super) fn movement<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> Movement {
        if fight.body(who).berserk {
            return Movement::Approach;
        }
        self.answer(&self.policies.movement, fight, (who, None), table).unwrap_or(Movement::Approach)
    }

    /// Whether to stand up; by default yes.
    pub(super) fn chooses_stand<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policies.stand, fight, (who, None), table).unwrap_or(true)
    }

    /// Whether to get a weapon ready; by default yes.
    pub(super) fn chooses_arms<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policies.arm, fight, (who, None), table).unwrap_or(true)
    }

    /// Whether to attack the fallen; by default only where fights end by death.
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let lines = self.policies.finish.of(who);
        let line = lines.and_then(|lines| lines.first(&self.view(fight, None), who, |_| true));
        line.map_or(self.rulings.end_out == EndOut::Dead, |line| line.action)
    }

    /// Whether to leave the fight; by default no.
    pub(super) fn retreats<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policies.retreat, fight, (who, None), table).unwrap_or(false)
    }

    /// Whether to give up; by default no.
    pub(super) fn surrenders<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policies.surrender, fight, (who, None), table).unwrap_or(false)
    }

    /// What the first line says whose condition holds.
    #[inline(always)]
    fn answer<A: Copy, D: Dice, W: Watch>(
        &self,
        lists: &Lists<A>,
        fight: &Fight,
        (who, target): (Slot, Option<Slot>),
        table: &mut Table<D, W>,
    ) -> Option<A> {
        self.answer_by(lists.of(who)?, fight, (who, target), table)
    }

    #[inline(never)]
    fn answer_by<A: Copy, D: Dice, W: Watch>(
        &self,
        lines: &Lines<A>,
        fight: &Fight,
        (who, target): (Slot, Option<Slot>),
        table: &mut Table<D, W>,
    ) -> Option<A> {
        let line = lines.first(&self.view(fight, target), who, |_| true)?;
        table.watch.line(line.number);
        Some(line.action)
    }
}
