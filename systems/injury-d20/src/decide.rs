//! Decisions of `injury-d20`: every place where the rules ask a policy.
//!
//! Owns the defaults where no line decides (section 6 of the specification); what is possible is known by the code that carries
//! it out. The policies themselves are in [`policies`](super::policies). Start at [`Play::planned`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::LineTried;
use frame::fight::{Slots, Watch};
use frame::policy::{Lines, Lists, Selector};

use super::plan::{Plan, first_of, parts_in};
use super::policies::{Aim, Guard, Intent};
use super::policy::{Do, Movement, Pick};
use super::quantities::View;
use super::rolls;
use super::rulings::{DefaultTarget, EndOut};
use super::sheet::PartKind;
use super::state::{Body, EMPTY, Fight, PartSet};
use super::{Core, Play};

/// Attacks of a turn where no plan says anything.
pub(super) const ATTACKS: u8 = 3;

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

/// The target that a combatant's policy would give; where chance would decide, the first of those in question.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let candidates = view.core.candidates(view.fight, own);
    let policies = &view.core.policies;
    let lines = policies.lists.target.of(own);
    let chosen = lines.and_then(|lines| lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0)));
    chosen.map(|(_, slot)| slot).or_else(|| view.core.chosen_by_default(view.fight, own, candidates).next())
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
    /// Returns the fight as policies see it, about a target.
    #[inline]
    fn view<'a>(&'a self, fight: &'a Fight, target: Option<Slot>) -> View<'a> {
        View { core: self, fight, target, attack: None }
    }

    /// True if the policy of a combatant could ever parry.
    #[inline]
    pub(super) fn ever_parries(&self, who: Slot) -> bool {
        self.policies.lists.parry.deciders().has(who)
    }

    /// True if the policy of a combatant could ever cleave.
    #[inline]
    pub(super) fn ever_cleaves(&self, who: Slot) -> bool {
        self.policies.lists.cleave.deciders().has(who)
    }

    /// True if the policy of a combatant could ever put stamina into a blow.
    #[inline]
    pub(super) fn ever_exerts(&self, who: Slot) -> bool {
        self.policies.lists.power.deciders().has(who) || self.policies.lists.reckless.deciders().has(who)
    }

    /// True if a combatant attacks the fallen; by default only where fights end by death.
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let lines = self.policies.lists.finish.of(who);
        let line = lines.and_then(|lines| lines.first(&self.view(fight, None), who, |_| true));
        line.map_or(self.rulings.end_out == EndOut::Dead, |line| line.action)
    }

    /// Returns the possible targets of a combatant: the nearest when it is confused; else conscious enemies, and when there are
    /// none the fallen, if its policy would.
    #[inline(always)]
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        let active = self.active_foes(fight, who);
        if fight.body(who).berserk || active.is_empty() { self.other_candidates(fight, who) } else { active }
    }

    /// [`Core::candidates`] of a combatant that is confused, or has no conscious enemy.
    #[inline(never)]
    pub(super) fn other_candidates(&self, fight: &Fight, who: Slot) -> Slots {
        if fight.body(who).berserk {
            let nearest = self.nearest(fight, who, fight.active.without(who));
            let foes = nearest & self.lineup.foes(who);
            return if foes.is_empty() { nearest } else { foes };
        }
        if self.finishes(fight, who) {
            return (self.lineup.foes(who) & fight.present).those(|foe| !fight.body(foe).yielded);
        }
        Slots::NONE
    }

    /// Those of some others who are nearest to a combatant.
    fn nearest(&self, fight: &Fight, who: Slot, others: Slots) -> Slots {
        if self.side_by_side {
            return others;
        }
        let distance = |other: Slot| self.distance_ft(fight, who, other);
        let least = others.map(distance).min();
        others.those(|other| Some(distance(other)) == least)
    }

    /// Those of several targets among whom chance decides where no policy does: the nearest, or the first in the order of the file
    /// alone.
    pub(super) fn chosen_by_default(&self, fight: &Fight, who: Slot, candidates: Slots) -> Slots {
        match self.rulings.default_target {
            DefaultTarget::Random | DefaultTarget::Everywhere => self.nearest(fight, who, candidates),
            DefaultTarget::Listed => { candidates }.next().map_or(Slots::NONE, Slots::only),
        }
    }
}

impl<'a, D: Dice, W: Watch> Play<'a, D, W> {
    /// Returns the line of the plan that comes next in a turn, and has to be worked off; `None` when there is none left.
    #[inline(always)]
    pub(super) fn planned(&mut self, who: Slot) -> Option<&'a Intent> {
        const RAGE: &Intent = &Intent { times: u8::MAX, ..Intent::plain(Do::Attack) };
        let body = self.fight.body(who);
        if body.berserk {
            return (body.ap >= self.rules.book.ap.attack && body.entry == 0).then_some(RAGE);
        }
        match self.rules.policies.lists.plan.of(who) {
            None => self.planned_by_default(who),
            Some(lines) => self.planned_by(lines, who),
        }
    }

    /// Returns the next entry of a plan.
    #[inline(never)]
    fn planned_by(&mut self, lines: &'a Lines<Intent>, who: Slot) -> Option<&'a Intent> {
        if lines.may_slip() { self.planned_or_slip(lines, who) } else { self.planned_line(lines, who) }
    }

    /// Returns what is planned next, or anything that can be done where it slips.
    fn planned_or_slip(&mut self, lines: &'a Lines<Intent>, who: Slot) -> Option<&'a Intent> {
        let usual = if lines.is_empty() { self.planned_by_default(who)? } else { self.planned_line(lines, who)? };
        let (rules, fight) = (self.rules, &*self.fight);
        let slips = lines.slipping(who, self.table);
        let slipped = slips.and_then(|slips| slips.one(who, self.table, &mut |intent| rules.offers(fight, who, intent)));
        Some(slipped.unwrap_or(usual))
    }

    /// Returns the attack that comes next where no plan says anything, if there is one left.
    #[inline(always)]
    fn planned_by_default(&self, who: Slot) -> Option<&'a Intent> {
        const ATTACK: &Intent = &Intent::plain(Do::Attack);
        (self.fight.body(who).entry < ATTACKS).then_some(ATTACK)
    }

    /// Returns the next entry of a plan that holds, and tells which line it is.
    fn planned_line(&mut self, lines: &'a Lines<Intent>, who: Slot) -> Option<&'a Intent> {
        let body = self.fight.body(who);
        let view = self.rules.view(self.fight, None);
        let from = usize::from(body.entry);
        let holds = |line: &frame::policy::Line<Intent>| line.when.as_ref().is_none_or(|when| when.holds(&view, who));
        if self.table.watch.traces() {
            let refused = lines.iter().skip(from).take_while(|line| !holds(line));
            refused.for_each(|line| self.table.watch.tried(line.number, LineTried::Refused));
        }
        let (index, line) = lines.iter().enumerate().skip(from).find(|(_, line)| holds(line))?;
        self.table.watch.line(line.number);
        let body = self.fight.body_mut(who);
        if index != from {
            (body.entry, body.entry_times) = (index as u8, 0);
        }
        Some(&line.action)
    }

    /// Tells the watch that the line of the plan at hand could not be carried out.
    #[inline]
    pub(super) fn could_not(&mut self, who: Slot) {
        let entry = usize::from(self.fight.body(who).entry);
        if self.table.watch.traces()
            && let Some(line) = self.rules.policies.lists.plan.of(who).and_then(|lines| lines.iter().nth(entry))
        {
            self.table.watch.tried(line.number, LineTried::Failed);
        }
    }

    /// Chooses whom to attack; by default one of the nearest at random.
    #[inline(always)]
    pub(super) fn choose_target(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        if self.fight.body(who).berserk {
            self.lend().target_by_default(who, candidates)
        } else {
            self.target_among(who, candidates)
        }
    }

    /// Chooses the target of an attacker that is not confused.
    #[inline(always)]
    pub(super) fn target_among(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        match self.rules.policies.lists.target.of(who) {
            None if candidates.single().is_some() => candidates.single(),
            None => self.lend().target_by_default(who, candidates),
            Some(lines) => {
                self.lend().choose_by(lines, who, candidates).or_else(|| self.lend().target_by_default(who, candidates))
            }
        }
    }

    /// Chooses a target where no policy does.
    #[inline(never)]
    fn target_by_default(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.one_of(who, self.rules.chosen_by_default(self.fight, who, candidates))
    }

    /// One of the candidates that come into question alike: at random, or the first in the order of the file.
    pub(super) fn one_of(&mut self, who: Slot, mut alike: Slots) -> Option<Slot> {
        let chance = alike.len() > 1 && self.rules.rulings.default_target != DefaultTarget::Listed;
        let picked = if chance { self.table.pick(who, &rolls::RANDOM_TARGET, alike.len()) } else { 0 };
        alike.nth(picked)
    }

    /// Chooses the ally whose blood to stop; by default the ally that bleeds most.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        let lines = self.rules.policies.lists.ally.of(who);
        lines.and_then(|lines| self.lend().choose_by(lines, who, candidates)).or_else(|| {
            let bleed = |ally: Slot| self.fight.body(ally).bleed;
            let most = candidates.map(bleed).max();
            self.one_of(who, candidates.those(|ally| Some(bleed(ally)) == most))
        })
    }

    /// Returns the target that the lines of a policy choose; `None` when none of them chooses one.
    #[inline(never)]
    fn choose_by(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        if let Some(slips) = lines.slipping(who, self.table) {
            return slips.whom(who, self.table, candidates);
        }
        let view = self.rules.view(self.fight, None);
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
        chosen.map(|(_, slot)| slot)
    }

    /// Chooses the part that a hit injures which reaches up to this tier; `None` when no line finds one.
    #[inline(always)]
    pub(super) fn choose_part(&mut self, who: Slot, target: Slot, tier: i32) -> Option<u8> {
        let open = self.rules.open_parts(self.fight, who, target, tier);
        if open == 0 { None } else { self.lend().part_among(who, target, open) }
    }

    /// Chooses the part that a hit injures among those that can be injured.
    #[inline(never)]
    fn part_among(&mut self, who: Slot, target: Slot, open: PartSet) -> Option<u8> {
        let rules = self.rules;
        let (body, plan) = (self.fight.body(target), &rules.fighter(target).plan);
        let Some(lines) = rules.policies.lists.parts.of(who) else {
            return AIMS.iter().find_map(|aim| aimed(body, plan, open, aim));
        };
        if let Some(slips) = lines.slipping(who, self.table) {
            let can = &mut |aim: &Aim| aimed(body, plan, open, aim).is_some();
            return slips.one(who, self.table, can).and_then(|aim| aimed(body, plan, open, aim));
        }
        if lines.is_empty() {
            return AIMS.iter().find_map(|aim| aimed(body, plan, open, aim));
        }
        let view = rules.view(self.fight, Some(target));
        let chosen = lines.decide(&view, who, |aim| aimed(body, plan, open, aim));
        lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
        chosen.map(|(_, part)| part)
    }

    /// Decides whether to parry an attack with this result and these degrees; by default no.
    pub(super) fn chooses_parry(&mut self, who: Slot, attacker: Slot, total: i32, degrees: i32) -> bool {
        let rules = self.rules;
        let view = View { core: rules, fight: self.fight, target: Some(attacker), attack: Some((total, degrees)) };
        let body = self.fight.body(who);
        let price = rules.price(body, rules.book.parry.cost);
        let legal =
            |guard: &Guard| !guard.parries || degrees >= guard.min_degree && rules.can_pay(who, body, price, guard.reserve);
        let Some(lines) = rules.policies.lists.parry.of(who) else { return false };
        lines.decided(&view, who, self.table, legal).is_some_and(|guard| guard.parries)
    }

    /// Decides how to move; by default towards the target.
    pub(super) fn movement(&mut self, who: Slot) -> Movement {
        if self.fight.body(who).berserk {
            return Movement::Approach;
        }
        self.answer(&self.rules.policies.lists.movement, who, None).unwrap_or(Movement::Approach)
    }

    /// Decides whether to get a weapon ready; by default yes.
    pub(super) fn chooses_arms(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.lists.arm, who, None).unwrap_or(true)
    }

    /// True if the first line says yes whose condition holds; no where there is none.
    #[inline]
    pub(super) fn wants(&mut self, lists: &Lists<bool>, who: Slot, target: Option<Slot>) -> bool {
        self.answer(lists, who, target).unwrap_or(false)
    }

    /// Returns what the first line says whose condition holds.
    #[inline(always)]
    pub(super) fn answer<A: Copy>(&mut self, lists: &Lists<A>, who: Slot, target: Option<Slot>) -> Option<A> {
        self.wonder(lists, who, target);
        self.lend().answer_by(lists.of(who)?, who, target)
    }

    /// Returns the answer of the first line that holds.
    #[inline(never)]
    fn answer_by<A: Copy>(&mut self, lines: &Lines<A>, who: Slot, target: Option<Slot>) -> Option<A> {
        let view = self.rules.view(self.fight, target);
        lines.decided(&view, who, self.table, |_| true).copied()
    }
}
