//! An attack event: attackers of one side, at one moment, on one target.
//!
//! Owns steps 4.5 of the specification in their order: reaction, states of the dice, rolls, parry, the highest, counter,
//! damage, sacrifice, harm, properties, further attacks, striking back. Start at [`Play::attack`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::harm::{Cause, Hurt, Origin};
use super::metrics as count;
use super::react::Reacted;
use super::rolls;
use super::rulings::{FatigueTiming, Highest, Impenetrable, KillCredit, SacrificeWhen, SweepReach};
use super::sheet::{Reaction, Skill, Trait};
use super::state::Status;
use super::swing::{RolledSwing, Swing};
use super::{Core, Play};

/// Attackers of one side on one target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The target.
    pub target: Slot,
    /// The attackers.
    pub attackers: Slots,
    /// The kind of attack.
    pub kind: Kind,
    /// True if the target may react.
    pub reaction: bool,
}

/// The kind of attack that an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The attack that was intended.
    Turn,
    /// One more attack of a turn by a property or a skill, with the same weapons.
    Further,
    /// One more attack at another time.
    Bonus,
    /// Striking back. [BDP-286]
    Back,
    /// In return for a gambit. [BDP-609]
    Return,
    /// At a target that leaves. [BDP-223]
    Leaving,
}

impl<'a, const PLAIN: bool, D: Dice, W: Watch> Play<'a, PLAIN, D, W> {
    /// An attack event (step 4.5 of the specification).
    pub(super) fn attack(&mut self, event: &Event) {
        self.apart(|play| {
            let event = play.those_who_reach(event);
            if !event.attackers.is_empty() {
                play.attack_in_reach(&event);
            }
        });
    }

    /// Plays the attack of the attackers that reach their target (steps 2 to 14).
    #[inline]
    fn attack_in_reach(&mut self, event: &Event) {
        self.is_attacked(event);
        let reacted = self.reacts(event);
        self.counts_answer(event.target, reacted);
        self.resolve_attack(event, reacted);
    }

    /// Counts an attack, and if it is taken without a reaction.
    #[inline]
    pub(super) fn counts_answer(&mut self, target: Slot, reacted: Reacted) {
        self.table.watch.count(target, count::EVENTS, 1);
        self.table.watch.count(target, count::TAKEN, i32::from(reacted.reaction == Reaction::Defend));
    }

    /// Carries out an attack that has been answered (steps 3 to 14; R-37).
    pub(super) fn resolve_attack(&mut self, event: &Event, reacted: Reacted) {
        let before = self.rules.rulings().sacrifice_when == SacrificeWhen::BeforeRoll;
        if before && self.sacrifices(event.target, false) {
            return self.has_come(event.target);
        }
        // By far the most attacks are those of one attacker, and nobody strikes back.
        match event.attackers.single().filter(|_| reacted.opponent.is_none()) {
            Some(who) => self.strikes_alone(who, event, reacted),
            None => self.exchange(event, reacted),
        }
    }

    /// Carries out the attack of an attacker at whom nobody strikes back (steps 3 to 14).
    #[inline(always)]
    fn strikes_alone(&mut self, who: Slot, event: &Event, reacted: Reacted) {
        let swing = self.rules.swing(self.fight, who, Some(event));
        let struck = self.strikes(swing, event, reacted, false);
        self.resolve_outcome(event, reacted, struck.as_ref());
    }

    /// Applies what the highest attack comes to (steps 8 to 14; R-16).
    #[inline(always)]
    fn resolve_outcome(&mut self, event: &Event, reacted: Reacted, highest: Option<&RolledSwing>) {
        let rules = self.rules;
        let target = event.target;
        self.has_come(target);
        let hurt = match highest {
            Some(struck) => self.apply_hit(event, reacted, struck),
            None => Hurt::default(),
        };
        if rules.rulings().fatigue_timing == FatigueTiming::After {
            self.pays(target, reacted.cost);
        }
        let back = reacted.opponent.and_then(|_| self.strikes_back(event, reacted));
        self.morale();
        if let Some(struck) = highest.filter(|struck| rules.could_go_on(struck) && !rules.is_over(self.fight)) {
            self.goes_on(event, *struck, hurt.critical);
        }
        if let Some((back, struck, hurt)) = back {
            self.goes_on_after(&back, struck, hurt);
        }
    }

    /// Goes on after the morale of an exchange for the defender that struck back (steps 13 and 14, R-28).
    pub(super) fn goes_on_after(&mut self, back: &Event, struck: RolledSwing, hurt: Hurt) {
        if self.rules.could_go_on(&struck) && !self.rules.is_over(self.fight) {
            self.goes_on(back, struck, hurt.critical);
        }
    }

    /// Uses up what was for the next attack on the target, whatever this one leads to (BDP-254, BDP-484).
    #[inline(always)]
    fn has_come(&mut self, target: Slot) {
        if !PLAIN {
            let body = self.fight.body_mut(target);
            body.exposed = false;
            body.uses_protection();
        }
    }

    /// Plays the attacks that a property or a skill adds to a blow, which did critical damage or not (step 14; BDP-333,
    /// BDP-517, R-31).
    fn goes_on(&mut self, event: &Event, struck: RolledSwing, critical: bool) {
        let rules = self.rules;
        let who = struck.swing.who;
        if !self.fight.is_active(who) {
            return;
        }
        debug_assert!(rules.could_go_on(&struck));
        let bonus = matches!(event.kind, Kind::Further | Kind::Bonus);
        let more = if matches!(event.kind, Kind::Turn | Kind::Further) { Kind::Further } else { Kind::Bonus };
        let sweeps = !bonus && struck.blow.triggers(struck.swing.edge.sweep, rules.rulings());
        if sweeps {
            let near = |foe: Slot| match rules.rulings().sweep_reach {
                SweepReach::Engaged => self.fight.body(who).engaged.has(foe),
                SweepReach::Zone => self.fight.body(who).zone == self.fight.body(foe).zone,
            };
            let others = rules.active_foes(self.fight, who).without(event.target).those(near);
            self.strikes_again(who, others, more, "BDP-333");
        }
        let chains = !bonus || rules.book.skill.momentum_chain;
        if critical && chains && rules.has(who, Skill::MomentumMaster) && !rules.is_over(self.fight) {
            let others = rules.engaged_foes(self.fight, who);
            if self.wants(&self.rules.policies.lists.momentum, true, who) {
                self.strikes_again(who, others, more, "BDP-517");
            }
        }
    }

    /// Strikes at another of these targets, by a rule that gives a further attack.
    fn strikes_again(&mut self, who: Slot, others: Slots, kind: Kind, rule: &'static str) {
        let rules = self.rules;
        let Some(next) = self.choose_target(who, others) else { return };
        self.table.tell(rule, || format!("{} strikes at {} as well", rules.name(who), rules.name(next)));
        if rules.rulings().sweep_reach == SweepReach::Zone {
            self.fight.engage(who, next);
        }
        self.attack(&Event { target: next, attackers: Slots::only(who), kind, reaction: true });
    }

    /// The roll of one attacker, with the die of its pack where it rolls that, unless its attack comes to nothing (steps 3 to
    /// 5; BDP-608).
    #[inline(always)]
    fn strikes(&mut self, swing: Swing<'a>, event: &Event, reacted: Reacted, pack: bool) -> Option<RolledSwing<'a>> {
        let rules = self.rules;
        let roll = match event.kind {
            Kind::Back => &rolls::FIGHT_BACK,
            Kind::Leaving => &rolls::LEAVING,
            _ => &rolls::DAMAGE,
        };
        self.counts_saved(event, &swing, reacted);
        if rules.stops(reacted.reaction, swing.category) && rules.voids(self.fight, event.target, reacted.reaction) {
            self.table.tell("BDP-608", || format!("the attack of {} comes to nothing", rules.name(swing.who)));
            return None;
        }
        Some(self.roll_swing(swing, event, reacted.reaction, roll, pack))
    }

    /// Rolls of all attackers and the parry, and what the highest that still counts comes to; the die of a pack is rolled once,
    /// by the first of it whose blow counts (steps 3 to 14; BDP-257, BDP-259, BDP-418, R-25, R-27).
    #[inline(never)]
    fn exchange(&mut self, event: &Event, reacted: Reacted) {
        let parried = reacted.opponent.filter(|_| reacted.reaction == Reaction::Parry);
        let (mut highest, mut opposing): (Option<RolledSwing>, Option<RolledSwing>) = (None, None);
        let pack = event.attackers.those(|one| self.rules.is(one, Trait::Pack));
        let mut together = pack.len() > 1;
        for who in event.attackers {
            let adds = together && pack.has(who) && parried != Some(who);
            let swing = self.rules.swing(self.fight, who, Some(event));
            let Some(struck) = self.strikes(swing, event, reacted, adds) else { continue };
            together &= !adds;
            if parried == Some(who) {
                opposing = Some(struck);
            } else if highest.as_ref().is_none_or(|before| self.rules.beats(&struck, before)) {
                highest = Some(struck);
            }
        }
        if let Some(opposing) = opposing {
            self.parry(event, opposing);
        }
        self.resolve_outcome(event, reacted, highest.as_ref());
    }

    /// A parry (step 6; BDP-292 to BDP-295, BDP-336, BDP-509, BDP-516, BDP-525, R-27, R-69).
    #[inline(never)]
    fn parry(&mut self, event: &Event, theirs: RolledSwing) {
        let rules = self.rules;
        let (target, opponent) = (event.target, theirs.swing.who);
        let back = Event { target: opponent, attackers: Slots::only(target), kind: Kind::Bonus, reaction: false };
        let swing = rules.swing(self.fight, target, Some(&back));
        let mine = self.roll_swing(swing, &back, Reaction::Defend, &rolls::PARRY, false);
        if rules.rulings().parry_is_attack {
            self.has_come(opponent);
        }
        if !self.fight.is_active(target) || !self.fight.is_active(opponent) {
            return;
        }
        let [my_roll, their_roll] = [&mine, &theirs].map(|struck| struck.blow.parried(rules.rulings()));
        let snake = rules.has(target, Skill::SnakeParry);
        let (winner, loser, rule) = match () {
            () if my_roll > their_roll || my_roll == their_roll && snake => (mine, opponent, "BDP-293"),
            () if their_roll > my_roll => (theirs, target, "BDP-294"),
            () => return self.table.tell("BDP-295", || "the parry is a tie".to_owned()),
        };
        let void = !rules.ordinary() && rules.is_void(&winner.swing, loser);
        let armor = rules.armor(loser, self.fight.body(loser));
        let damage = if void { 0 } else { winner.blow.won(armor, rules.rulings()) };
        self.table.tell(rule, || format!("{} wins the parry: {damage} damage", rules.name(winner.swing.who)));
        self.table.watch.count(target, count::PARRIES_WON, i32::from(loser == opponent));
        let saved = if loser == opponent { 2 * theirs.through } else { 0 };
        self.table.watch.count(target, count::SAVED_BY_PARRIES, saved);
        self.table.watch.count(target, count::SAVED, saved);
        let cause = rules.cause(&winner);
        self.table.blame(winner.swing.who, || &winner.swing.arm.name);
        self.anger(loser, winner.swing.who, "R-65");
        let mut hurt = if damage > 0 { self.hurt_ability(loser, damage, cause, false) } else { Hurt::default() };
        // Death is the only critical damage when there is no save to fail.
        hurt.brutal = hurt.critical && rules.is_brutal(cause, loser);
        self.credits(winner.swing.who, winner.swing.weapon, loser, hurt);
        self.properties(&winner, loser, damage);
        self.table.blame_nobody();
        self.after_damage(&winner, loser, damage, hurt);
    }

    /// The highest attack lands: counter, damage, sacrifice, harm, properties (steps 8 to 11); what it did to its target (R-37,
    ///
    #[inline(always)]
    fn apply_hit(&mut self, event: &Event, reacted: Reacted, struck: &RolledSwing) -> Hurt {
        let rules = self.rules;
        let (who, target) = (struck.swing.who, event.target);
        let nothing = Hurt::default();
        if !self.fight.is_active(target) {
            return nothing;
        }
        if rules.fighter(target).counters && self.counters(event, reacted, *struck) {
            return nothing;
        }
        // Whatever is given up or comes down now, the attack was not stopped before Armor counted.
        self.anger(target, who, "R-65");
        let void = !rules.ordinary() && rules.is_void(&struck.swing, target);
        let damage = if void { 0 } else { struck.through };
        let after =
            rules.rulings().sacrifice_when == SacrificeWhen::AfterRoll && rules.policies.lists.sacrifice.deciders().has(target);
        if damage > 0 && after && self.offers(target, damage, false) {
            return nothing;
        }
        if damage > 0 && self.comes_down(target) {
            return nothing;
        }
        self.table.blame(who, || &struck.swing.arm.name);
        let hurt = if damage > 0 { self.hurt(target, damage, rules.cause(struck)) } else { nothing };
        self.table.watch.count(who, count::DAMAGE_DEALT, damage);
        self.credits(who, struck.swing.weapon, target, hurt);
        self.properties(struck, target, damage);
        self.afflicts(struck, target, damage, hurt);
        self.table.blame_nobody();
        self.after_damage(struck, target, damage, hurt);
        hurt
    }

    /// Gives something up against a blow of known damage.
    pub(super) fn offers(&mut self, target: Slot, damage: i32, special: bool) -> bool {
        self.fight.body_mut(target).incoming = damage.min(i32::from(i16::MAX)) as i16;
        let given = self.sacrifices(target, special);
        let saved = if given { 2 * damage } else { 0 };
        self.table.watch.count(target, count::SAVED_BY_GEAR, saved);
        self.table.watch.count(target, count::SAVED, saved);
        self.fight.body_mut(target).incoming = 0;
        given
    }

    /// A low roll bounces back (step 8; BDP-335, R-29, R-66).
    #[inline(never)]
    fn counters(&mut self, event: &Event, reacted: Reacted, struck: RolledSwing) -> bool {
        let rules = self.rules;
        let (who, target) = (struck.swing.who, event.target);
        let body = self.fight.body(target);
        let edge = rules.wielded_all(target, body).count();
        let main = rules.edge(target, body, rules.wielded(target, body)).counter;
        let off = rules.second(target, body).map_or(0, |weapon| rules.edge(target, body, weapon).counter);
        let most = if edge > 0 { main.max(off) } else { 0 };
        let able = !matches!(event.kind, Kind::Back | Kind::Return)
            && reacted.reaction != Reaction::Parry
            && !(rules.defenceless(target, body) || body.surprised || body.stunned > 0)
            && !(struck.swing.ranged && rules.rulings().counter_melee_only);
        if !able || !struck.blow.bounces(most, rules.rulings()) {
            return false;
        }
        let armor = rules.armor(who, self.fight.body(who));
        let void = !rules.ordinary() && rules.is_void(&struck.swing, who);
        let damage = if void { 0 } else { struck.blow.bounced(armor, rules.rulings()) };
        self.table.watch.count(target, count::COUNTERS_DONE, 1);
        self.table.tell("BDP-335", || format!("the attack bounces back on {}: {damage} damage", rules.name(who)));
        if damage > 0 {
            self.table.blame(target, || {
                &rules.fighter(target).weapons[usize::from(rules.wielded(target, self.fight.body(target)))].name
            });
            let hurt = self.hurt(who, damage, Cause { damage: rules.cause(&struck).damage, ..Cause::default() });
            if rules.rulings().kill_credit == KillCredit::All {
                self.credits(target, rules.wielded(target, self.fight.body(target)), who, hurt);
            }
            self.table.blame_nobody();
        }
        true
    }

    /// The target strikes back; its blow, if it comes to one (step 12; BDP-286, BDP-297, R-28).
    #[inline(never)]
    pub(super) fn strikes_back(&mut self, event: &Event, reacted: Reacted) -> Option<(Event, RolledSwing<'a>, Hurt)> {
        let rules = self.rules;
        let opponent = reacted.opponent.filter(|_| reacted.reaction == Reaction::FightBack)?;
        let target = event.target;
        let able = self.fight.is_active(target)
            || rules.rulings().fight_back_if_down && self.fight.body(target).status != Status::Fled;
        if !able || !self.fight.is_active(opponent) {
            return None;
        }
        let back = Event { target: opponent, attackers: Slots::only(target), kind: Kind::Back, reaction: false };
        if self.fight.is_active(target) && !rules.can_strike(self.fight, target, Some(&back), opponent) {
            return None;
        }
        let swing = rules.swing(self.fight, target, Some(&back));
        let struck = self.roll_swing(swing, &back, Reaction::Defend, &rolls::FIGHT_BACK, false);
        self.has_come(opponent);
        let hurt = self.apply_hit(&back, Reacted::DEFEND, &struck);
        Some((back, struck, hurt))
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if an attack can bring another one at all.
    #[inline]
    pub(super) fn could_go_on(&self, struck: &RolledSwing) -> bool {
        struck.swing.edge.sweep > 0 || self.has(struck.swing.who, Skill::MomentumMaster)
    }

    /// True if a later attack is higher than an earlier one.
    fn beats(&self, later: &RolledSwing, earlier: &RolledSwing) -> bool {
        let key = |struck: &RolledSwing| match self.rulings().multi_compare {
            Highest::Value => (struck.blow.value, struck.through),
            Highest::Natural => (struck.blow.rolled.natural, struck.through),
            Highest::Damage => (struck.through, 0),
        };
        key(later) > key(earlier)
    }

    /// Returns what harm is told of a blow: the weapon's damage, and what it brings.
    pub(super) fn cause(&self, struck: &RolledSwing) -> Cause {
        let weapon = struck.swing.arm;
        let brutal = struck.blow.triggers(struck.swing.edge.brutal, self.rulings());
        Cause { origin: Origin::Attack, nonlethal: weapon.nonlethal, brutal, damage: weapon.damage }
    }

    /// True if a blow does nothing to a target of this kind (BDP-246, BDP-413, BDP-424).
    #[inline(never)]
    fn is_void(&self, swing: &Swing, target: Slot) -> bool {
        let foe = self.fighter(target);
        let impenetrable = foe.is(Trait::Impenetrable) && self.rulings().impenetrable == Impenetrable::Void;
        self.meets(swing.arm, foe.immune, target) || impenetrable && !self.is_silver(swing.arm, target)
    }
}
