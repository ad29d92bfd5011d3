//! The places where the rules ask a policy, and the defaults where none of its lines decides (section 6.2 of the
//! specification).
//!
//! Owns defaults and candidates; what the lines mean is in [`decide`](super::decide). Start at [`Play::ask`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};
use frame::policy::{Lines, Lists, Selector};

use super::abilities::AbilityId;
use super::book::tables::BodyPart;
use super::decide::{Intent, Look, Waiting, Ward};
use super::derived::Wielded;
use super::policy::{Approach, BrawlEffect, BreatherMode, Disarmed, GuardAnswer, Path};
use super::quantities::{self, View};
use super::rolls;
use super::rulings::DefaultTarget;
use super::state::{Fight, Readied};
use super::{Core, Play};

/// The fatigue above its base at which one takes a breather, where no policy decides (section 6.2 of the specification).
const BREATHER_ABOVE_BASE: u8 = 3;

/// A possible attack: its means and its targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PossibleAttack {
    /// The weapons.
    pub weapons: Wielded,
    /// True if it is a shot.
    pub ranged: bool,
    /// The possible targets.
    pub targets: Slots,
}

/// One decision: whose, about whom.
#[derive(Clone, Copy)]
pub struct Ask {
    /// The combatant that decides.
    pub who: Slot,
    /// The combatant that conditions call `target`; none for the target that it would attack.
    pub about: Option<Slot>,
    /// The number of times that the same roll has been paid for already.
    pub rerolls: u8,
}

impl Ask {
    /// A decision of a combatant about no other in particular.
    pub fn of(who: Slot) -> Self {
        Ask { who, about: None, rerolls: 0 }
    }

    /// A decision of a combatant about another one.
    pub fn about(who: Slot, about: Slot) -> Self {
        Ask { who, about: Some(about), rerolls: 0 }
    }
}

/// The target that a combatant's policy would give; where chance would decide, the first in the order of turns of those that
/// could be drawn.
pub fn expected_target<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, own: Slot) -> Option<Slot> {
    let candidates = core.prey(fight, own);
    let view = View { core, fight, about: None, rerolls: 0 };
    let lines = core.policies.lists.target.of(own);
    let choose = |selector: &Selector| {
        let candidates = core.in_question(fight, own, selector, candidates);
        let mut equals = selector.foremost_of(&view, own, candidates);
        let listed = core.rulings().default_target == DefaultTarget::Listed && !selector.is_random();
        if listed { equals.next() } else { core.first_in_order(fight, equals).or_else(|| equals.next()) }
    };
    let chosen = lines.and_then(|lines| lines.decide(&view, own, choose));
    chosen.map(|(_, slot)| slot).or_else(|| core.first_in_sight(fight, own, candidates))
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The attack that is possible from here, and its targets: a shot where there is something to shoot (HEI-113, HEI-116,
    /// HEI-117, HEI-128, HEI-184, HEI-221).
    #[inline(always)]
    pub(super) fn strike(&self, fight: &Fight, who: Slot) -> Option<PossibleAttack> {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let shots = self.ready_shots(fighter, body);
        if shots != [None, None] && !body.stumble.runs() {
            let range = |weapon: u8| fighter.gear.weapons[usize::from(weapon)].range.unwrap_or(0);
            let farthest = shots.into_iter().flatten().map(range).max().unwrap_or(0);
            let targets = self
                .known_foes(fight, who)
                .those(|foe| self.shot_distance(fight, body, fight.body(foe)).is_some_and(|distance| distance <= farthest));
            if !targets.is_empty() {
                return Some(PossibleAttack { weapons: shots, ranged: true, targets });
            }
        }
        let weapons = self.melee_weapons(fighter, body);
        if weapons == [None, None] {
            return None;
        }
        let targets = self.lineup.foes(who).those(|foe| self.knows_of(fight, who, foe) && self.reaches(fight, who, foe));
        (!targets.is_empty()).then_some(PossibleAttack { weapons, ranged: false, targets })
    }

    /// The targets that it could strike from where it is: those that its weapons reach, else those with which it could brawl,
    /// else all that it knows of.
    pub(super) fn prey(&self, fight: &Fight, who: Slot) -> Slots {
        if let Some(strike) = self.strike(fight, who) {
            return strike.targets;
        }
        let near = self.brawl_targets(fight, who);
        match self.grappled(fight, who).filter(|&other| near.has(other)) {
            Some(other) => Slots::only(other),
            None if near.is_empty() => self.known_foes(fight, who),
            None => near,
        }
    }

    /// The target of a brawler that has a weapon and cannot use it: the combatant that it holds, or its holder (section 6.3 of
    /// the specification, step 7).
    pub(super) fn grappled(&self, fight: &Fight, who: Slot) -> Option<Slot> {
        let body = fight.body(who);
        let fighter = self.fighter(who);
        if PLAIN || fighter.gear.unarmed || self.disarmed(fighter, body) {
            return None;
        }
        body.holding.map(|holding| holding.whom).or(body.held.map(|held| held.by))
    }

    /// Those of `among` that it can strike in melee.
    #[inline]
    pub(super) fn in_reach(&self, fight: &Fight, who: Slot, among: Slots) -> Slots {
        among.those(|foe| self.reaches(fight, who, foe))
    }

    /// True if it can strike this one in melee: while it stumbles, only in its own cluster (HEI-128).
    #[inline(always)]
    pub(super) fn reaches(&self, fight: &Fight, who: Slot, foe: Slot) -> bool {
        let body = fight.body(who);
        let bound_to_cluster = !PLAIN && body.stumble.runs();
        self.in_melee_reach(body, fight.body(foe)) && (!bound_to_cluster || fight.clustered(who, foe))
    }

    /// Those of these that are seen; where nobody is, those that are known to hide (HEI-221).
    #[inline]
    fn in_sight(&self, fight: &Fight, who: Slot, candidates: Slots) -> Slots {
        if PLAIN || !self.somebody_hides {
            return candidates;
        }
        let seen = candidates.those(|other| !fight.is_hidden(other, who));
        if seen.is_empty() { candidates } else { seen }
    }

    /// The combatants that a line could choose: those that are known to hide as well, where it asks who hides.
    #[inline]
    fn in_question(&self, fight: &Fight, who: Slot, selector: &Selector, candidates: Slots) -> Slots {
        let seen = self.in_sight(fight, who, candidates);
        if seen == candidates || selector.uses().any(|used| quantities::asks_who_hides(used.read)) { candidates } else { seen }
    }

    /// The first in the order of turns, of those that are seen if there are any.
    #[inline]
    fn first_in_sight(&self, fight: &Fight, who: Slot, candidates: Slots) -> Option<Slot> {
        self.first_in_order(fight, self.in_sight(fight, who, candidates))
    }

    /// True if its policy says anything of breathers.
    #[inline(always)]
    pub(super) fn decides_breathers(&self, who: Slot) -> bool {
        self.policies.lists.breather.deciders().has(who)
    }

    /// The path of an action that names no direction, which asks more than once.
    pub(super) fn path_of(&self, fight: &Fight, who: Slot) -> Path {
        let view = View { core: self, fight, about: None, rerolls: 0 };
        let line = self.policies.lists.path.of(who).and_then(|lines| lines.first(&view, who, |_| true));
        line.map_or(Path::RowsFirst, |line| line.action)
    }

    /// The possible targets of a brawl attack: the held, else all in reach (HEI-162).
    pub(super) fn brawl_targets(&self, fight: &Fight, who: Slot) -> Slots {
        if let Some(holding) = fight.body(who).holding {
            return Slots::only(holding.whom);
        }
        self.in_reach(fight, who, self.known_foes(fight, who))
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The answer of the first line of a list that holds; else the default.
    #[inline(always)]
    pub(super) fn ask<A: Copy>(&mut self, lists: &Lists<A>, default: A, ask: Ask) -> A {
        self.wonder(lists, ask.who, ask.about);
        lists.of(ask.who).map_or(default, |lines| self.ask_lines(lines, default, ask))
    }

    /// Returns the answer of the first line that holds, else the default.
    #[inline(never)]
    fn ask_lines<A: Copy>(&mut self, lines: &Lines<A>, default: A, ask: Ask) -> A {
        let view = View { core: self.rules, fight: self.fight, about: ask.about, rerolls: ask.rerolls };
        lines.decided(&view, ask.who, self.table, |_| true).copied().unwrap_or(default)
    }

    /// The answer to a decision that policies of plain scenarios leave to the rules.
    #[inline]
    fn ask_aside<A: Copy>(&mut self, lists: &Lists<A>, default: A, ask: Ask) -> A {
        debug_assert!(!PLAIN || lists.is_empty(), "a plain scenario decides what it leaves to the rules");
        if PLAIN { default } else { self.ask(lists, default, ask) }
    }

    /// The target to attack; by default the first in the order of turns that is seen.
    #[inline]
    pub(super) fn choose_target(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(&self.rules.policies.lists.target, who, candidates)
    }

    /// The ally to guard, help or carry; by default the first of one's side in the order of turns.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(&self.rules.policies.lists.ally, who, candidates)
    }

    /// Chooses among candidates by lines, else the first of those in sight.
    #[inline]
    fn choose(&mut self, lists: &Lists<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        let by_line = lists.of(who).and_then(|lines| self.choose_by_line(lines, who, candidates));
        by_line.or_else(|| self.rules.first_in_sight(self.fight, who, candidates))
    }

    /// Chooses among candidates by the lines of a policy, which may draw by chance; of those that are equal by all that a line
    /// asks one is drawn.
    #[inline(never)]
    fn choose_by_line(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        if let Some(slips) = lines.slipping(who, self.table) {
            return slips.whom(who, self.table, self.rules.in_sight(self.fight, who, candidates));
        }
        let view = View { core: self.rules, fight: self.fight, about: None, rerolls: 0 };
        let draws = self.rules.rulings().default_target == DefaultTarget::Random;
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| {
            let candidates = self.rules.in_question(self.fight, who, selector, candidates);
            let mut equals = selector.foremost_of(&view, who, candidates);
            let drawn = equals.len() > 1 && (draws || selector.is_random());
            if drawn { equals.nth(pick(equals.len())) } else { equals.next() }
        });
        lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
        chosen.map(|(_, slot)| slot)
    }

    /// For whom to wait; by default for nobody (HEI-106).
    #[inline]
    pub(super) fn waits(&mut self, who: Slot) -> Waiting {
        self.ask_aside(&self.rules.policies.lists.delay, Waiting::No, Ask::of(who))
    }

    /// True if the policy wants to give up an upcoming action; by default no (HEI-158).
    pub(super) fn cancels(&mut self, who: Slot) -> bool {
        self.ask(&self.rules.policies.lists.cancel, false, Ask::of(who))
    }

    /// True if the policy wants to stand up; by default yes.
    pub(super) fn wants_to_stand(&mut self, who: Slot) -> bool {
        self.ask(&self.rules.policies.lists.stand, true, Ask::of(who))
    }

    /// The way to take a breather; by default an ongoing one when fatigue is well above its base (HEI-179).
    #[inline(always)]
    pub(super) fn breather_mode(&mut self, who: Slot) -> BreatherMode {
        let rules = self.rules;
        let body = self.fight.body(who);
        let tired = rules.book.fatigue.enabled
            && body.effort.fatigue >= rules.base_fatigue(who, body).saturating_add(BREATHER_ABOVE_BASE);
        let usual = if tired { BreatherMode::Ongoing } else { BreatherMode::No };
        self.ask(&self.rules.policies.lists.breather, usual, Ask::of(who))
    }

    /// The way to get to the nearest enemy; by default by a charge where one is possible.
    pub(super) fn approach(&mut self, who: Slot) -> Approach {
        self.ask(&self.rules.policies.lists.approach, Approach::Charge, Ask::of(who))
    }

    /// The choice among the shortest ways to take; by default rows before columns.
    pub(super) fn path(&mut self, who: Slot) -> Path {
        self.ask(&self.rules.policies.lists.path, Path::RowsFirst, Ask::of(who))
    }

    /// The action to ready; by default an attack on an enemy that enters (HEI-107).
    pub(super) fn what_to_ready(&mut self, who: Slot) -> Readied {
        let usual = Readied {
            action: Intent::simply(super::policy::Do::Attack),
            trigger: super::policy::Trigger::EnemyEntersMySquare,
            intent: false,
            who: None,
        };
        self.ask_aside(&self.rules.policies.lists.ready, usual, Ask::of(who))
    }

    /// The body part to target; by default none (HEI-200).
    #[inline]
    pub(super) fn aims(&mut self, ask: Ask) -> Option<BodyPart> {
        self.ask(&self.rules.policies.lists.part, None, ask)
    }

    /// The aim of a brawl attack; by default a hit (HEI-188).
    pub(super) fn brawls_for(&mut self, ask: Ask) -> BrawlEffect {
        self.ask_aside(&self.rules.policies.lists.brawl, BrawlEffect::Hit, ask)
    }

    /// True if the policy wants to let an attack hit without a defence; by default no (HEI-284, R-32).
    #[inline]
    pub(super) fn declines(&mut self, ask: Ask) -> bool {
        self.ask_aside(&self.rules.policies.lists.decline, false, ask)
    }

    /// The ward to guard; by default nobody (HEI-231).
    #[inline]
    pub(super) fn guards(&mut self, who: Slot) -> Ward {
        self.ask_aside(&self.rules.policies.lists.guard, Ward::Nobody, Ask::of(who))
    }

    /// The answer to a guard in the way; by default to accept it (HEI-233, HEI-240).
    pub(super) fn answers_guard(&mut self, ask: Ask) -> GuardAnswer {
        self.ask_aside(&self.rules.policies.lists.answer_guard, GuardAnswer::Accept, ask)
    }

    /// True if the policy wants to intercept a shot; by default yes (HEI-232).
    pub(super) fn intercepts(&mut self, ask: Ask) -> bool {
        self.ask_aside(&self.rules.policies.lists.intercept, true, ask)
    }

    /// True if the policy wants to strike at a brawler that begins a brawl; by default yes (HEI-193).
    pub(super) fn takes_provocation(&mut self, ask: Ask) -> bool {
        self.ask_aside(&self.rules.policies.lists.provoked, true, ask)
    }

    /// True if the policy wants to oppose what the held does; by default yes (HEI-197).
    pub(super) fn opposes(&mut self, ask: Ask) -> bool {
        self.ask_aside(&self.rules.policies.lists.oppose, true, ask)
    }

    /// True if the policy wants to let go of the held; by default no (HEI-195).
    pub(super) fn releases(&mut self, ask: Ask) -> bool {
        self.ask_aside(&self.rules.policies.lists.release, false, ask)
    }

    /// True if the policy wants to hide; by default no (HEI-171).
    #[inline]
    pub(super) fn wants_to_hide(&mut self, who: Slot) -> bool {
        self.ask_aside(&self.rules.policies.lists.hide, false, Ask::of(who))
    }

    /// The place to look for hidden enemies; by default where the nearest is (HEI-180).
    pub(super) fn looks(&mut self, who: Slot) -> Look {
        self.ask_aside(&self.rules.policies.lists.observe, Look::Nearest, Ask::of(who))
    }

    /// True if the policy wants to pay willpower for another roll; by default no (HEI-047). `rerolls` of the same roll have
    /// been paid for.
    pub(super) fn pays_again(&mut self, who: Slot, rerolls: u8) -> bool {
        let ask = Ask { who, about: None, rerolls };
        self.ask_aside(&self.rules.policies.lists.reroll, false, ask)
    }

    /// True if the policy wants to surrender; by default no.
    #[inline]
    pub(super) fn surrenders(&mut self, who: Slot) -> bool {
        self.ask_aside(&self.rules.policies.lists.surrender, false, Ask::of(who))
    }

    /// The action without any usable weapon; by default surrender.
    pub(super) fn when_disarmed(&mut self, who: Slot) -> Disarmed {
        self.ask_aside(&self.rules.policies.lists.disarmed, Disarmed::Yield, Ask::of(who))
    }

    /// True if the policy wants to leave the fight; by default no.
    #[inline]
    pub(super) fn wants_to_flee(&mut self, who: Slot) -> bool {
        self.ask_aside(&self.rules.policies.lists.flee, false, Ask::of(who))
    }

    /// True if the policy wants to run after a combatant that leaves; by default no.
    pub(super) fn pursues(&mut self, ask: Ask) -> bool {
        self.ask_aside(&self.rules.policies.lists.pursue, false, ask)
    }

    /// The ability that the terrain asks for over which it leads a pursuer; by default none of its own (HEI-148).
    pub(super) fn leads_over(&mut self, ask: Ask) -> Option<AbilityId> {
        self.ask_aside(&self.rules.policies.lists.terrain, None, ask)
    }

    /// True if the policy wants to resist being moved; by default when enemies do it.
    pub(super) fn resists(&mut self, ask: Ask) -> bool {
        let by_enemy = ask.about.is_some_and(|by| self.rules.lineup.hostile(ask.who, by));
        self.ask_aside(&self.rules.policies.lists.resist, by_enemy, ask)
    }
}
