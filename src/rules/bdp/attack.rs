//! An attack event: attackers of one side, at one moment, on one target.
//!
//! Owns steps 4.5 of the specification in their order: reaction, states of the dice, rolls, parry, the highest, counter,
//! damage, sacrifice, harm, properties, striking back. Start at [`Core::attack`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::harm::{Cause, Hurt};
use super::metrics as count;
use super::react::Reacted;
use super::rolls;
use super::rulings::{DirectArmor, FatigueTiming, Highest, Impenetrable, ParryCompare, SacrificeWhen};
use super::sheet::{Reaction, Skill, Trait};
use super::state::{Fight, Status};
use super::swing::{Struck, Swing};

/// Attackers of one side on one target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// Who is attacked.
    pub target: Slot,
    /// By whom.
    pub attackers: Slots,
    /// What kind of attack it is.
    pub kind: Kind,
    /// Whether the target may react.
    pub reaction: bool,
}

/// What kind of attack an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// What was intended.
    Turn,
    /// One more attack of a turn by a property or a skill, with the same weapons.
    Further,
    /// One more attack at another time.
    Bonus,
    /// Striking back. [BDP-286]
    Back,
    /// In return for a gambit. [BDP-609]
    Return,
    /// At somebody who leaves. [BDP-223]
    Leaving,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// An attack event (step 4.5 of the specification).
    pub(super) fn attack<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, table: &mut Table<D, W>) {
        let event = self.those_who_reach(fight, event, table);
        if !event.attackers.is_empty() {
            self.attack_in_reach(fight, &event, table);
        }
    }

    /// The attack of those who reach their target (steps 2 to 14).
    #[inline]
    fn attack_in_reach<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, table: &mut Table<D, W>) {
        self.is_attacked(fight, event, table);
        let reacted = self.reacts(fight, event, table);
        self.counts_answer(event.target, reacted, table);
        self.is_carried_out(fight, event, reacted, table);
    }

    /// Counts an attack, and whether it is taken without a reaction.
    #[inline]
    pub(super) fn counts_answer<D: Dice, W: Watch>(&self, target: Slot, reacted: Reacted, table: &mut Table<D, W>) {
        table.watch.count(target, count::EVENTS, 1);
        table.watch.count(target, count::TAKEN, i32::from(reacted.reaction == Reaction::Defend));
    }

    /// What comes of an attack that has been answered (steps 3 to 14).
    pub(super) fn is_carried_out<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        table: &mut Table<D, W>,
    ) {
        let before = self.rulings().sacrifice_when == SacrificeWhen::BeforeRoll;
        if before && self.sacrifices(fight, event.target, false, table) {
            return;
        }
        // By far the most attacks are those of one, and nobody strikes back.
        match event.attackers.single().filter(|_| reacted.opponent.is_none()) {
            Some(who) => {
                let struck = self.strikes(fight, who, event, (reacted, false), table);
                self.comes_to(fight, event, reacted, struck.as_ref(), table);
            }
            None => self.exchange(fight, event, reacted, table),
        }
    }

    /// What the highest attack comes to (steps 8 to 14).
    #[inline(always)]
    fn comes_to<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        highest: Option<&Struck>,
        table: &mut Table<D, W>,
    ) {
        let target = event.target;
        if !PLAIN {
            let body = fight.body_mut(target);
            body.exposed = false;
            body.plight.protected = body.plight.protected.saturating_sub(1);
        }
        let hurt = highest.map_or(Hurt::default(), |struck| self.lands(fight, event, reacted, struck, table));
        if self.rulings().fatigue_timing == FatigueTiming::After {
            self.pays(fight, target, reacted.cost, table);
        }
        let back = reacted.opponent.and_then(|_| self.strikes_back(fight, event, reacted, table));
        self.morale(fight, table);
        if let Some(struck) = highest.filter(|struck| self.could_go_on(struck) && !self.is_over(fight)) {
            self.goes_on(fight, event, (*struck, hurt.critical), table);
        }
        if let Some((back, struck, hurt)) = back {
            self.goes_on_after(fight, &back, (struck, hurt), table);
        }
    }

    /// What comes after the morale of an exchange for whoever struck back (steps 13 and 14, R-28).
    pub(super) fn goes_on_after<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        back: &Event,
        (struck, hurt): (Struck, Hurt),
        table: &mut Table<D, W>,
    ) {
        if self.could_go_on(&struck) && !self.is_over(fight) {
            self.goes_on(fight, back, (struck, hurt.critical), table);
        }
    }

    /// The roll of one attacker, with the die of its pack where it rolls that, unless its attack comes to nothing (steps 3 to 5;
    /// BDP-608).
    #[inline(always)]
    fn strikes<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        event: &Event,
        (reacted, pack): (Reacted, bool),
        table: &mut Table<D, W>,
    ) -> Option<Struck<'_>> {
        let roll = match event.kind {
            Kind::Back => &rolls::FIGHT_BACK,
            Kind::Leaving => &rolls::LEAVING,
            _ => &rolls::DAMAGE,
        };
        let swing = self.swing(fight, who, Some(event));
        self.counts_saved(fight, (event, &swing), reacted, table);
        if self.stops(reacted.reaction, swing.category) && self.voids(fight, event.target, reacted.reaction) {
            table.tell("BDP-608", || format!("the attack of {} comes to nothing", self.name(who)));
            return None;
        }
        Some(self.roll_swing(fight, swing, event, (reacted.reaction, roll, pack), table))
    }

    /// Rolls of all attackers and the parry, and what the highest that still counts comes to; the die of a pack is rolled once,
    /// by the first of it whose blow counts (steps 3 to 14; BDP-257, BDP-259, BDP-418, R-25, R-27).
    #[inline(never)]
    fn exchange<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, reacted: Reacted, table: &mut Table<D, W>) {
        let parried = reacted.opponent.filter(|_| reacted.reaction == Reaction::Parry);
        let (mut highest, mut opposing): (Option<Struck>, Option<Struck>) = (None, None);
        let pack = event.attackers.those(|one| self.is(one, Trait::Pack));
        let mut together = pack.len() > 1;
        for who in event.attackers {
            let adds = together && pack.has(who) && parried != Some(who);
            let Some(struck) = self.strikes(fight, who, event, (reacted, adds), table) else { continue };
            together &= !adds;
            if parried == Some(who) {
                opposing = Some(struck);
            } else if highest.as_ref().is_none_or(|before| self.beats(&struck, before)) {
                highest = Some(struck);
            }
        }
        if let Some(opposing) = opposing {
            self.parry(fight, event, opposing, table);
        }
        self.comes_to(fight, event, reacted, highest.as_ref(), table);
    }

    /// Whether a later attack is higher than an earlier one.
    fn beats(&self, later: &Struck, earlier: &Struck) -> bool {
        let key = |struck: &Struck| match self.rulings().multi_compare {
            Highest::Value => (struck.blow.value, struck.through),
            Highest::Natural => (struck.blow.rolled.natural, struck.through),
            Highest::Damage => (struck.through, 0),
        };
        key(later) > key(earlier)
    }

    /// A parry (step 6; BDP-292 to BDP-295, BDP-336, BDP-509, BDP-516, BDP-525, R-27).
    #[inline(never)]
    fn parry<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, theirs: Struck, table: &mut Table<D, W>) {
        let (target, opponent) = (event.target, theirs.swing.who);
        let back = Event { target: opponent, attackers: Slots::only(target), kind: Kind::Bonus, reaction: false };
        let swing = self.swing(fight, target, Some(&back));
        let mine = self.roll_swing(fight, swing, &back, (Reaction::Defend, &rolls::PARRY, false), table);
        let compared = |struck: &Struck| match self.rulings().parry_compare {
            ParryCompare::Total => struck.blow.total,
            ParryCompare::Natural => struck.blow.rolled.natural,
        };
        let (my_roll, their_roll) = (compared(&mine), compared(&theirs));
        let snake = self.has(target, Skill::SnakeParry);
        let (winner, loser, rule) = match () {
            () if my_roll > their_roll || my_roll == their_roll && snake => (mine, opponent, "BDP-293"),
            () if their_roll > my_roll => (theirs, target, "BDP-294"),
            () => return table.tell("BDP-295", || "the parry is a tie".to_owned()),
        };
        let armored = self.rulings().parry_armor && self.rulings().direct_armor != DirectArmor::None;
        let void = !self.ordinary() && self.is_void(&winner.swing, loser);
        let damage = match armored {
            _ if void => 0,
            true => winner.through,
            false => winner.blow.value,
        };
        table.tell(rule, || format!("{} wins the parry: {damage} damage", self.name(winner.swing.who)));
        table.watch.count(target, count::PARRIES_WON, i32::from(loser == opponent));
        let saved = if loser == opponent { 2 * theirs.through } else { 0 };
        table.watch.count(target, count::SAVED_BY_PARRIES, saved);
        table.watch.count(target, count::SAVED, saved);
        let cause = self.cause(&winner);
        let mut hurt =
            if damage > 0 { self.hurt_ability(fight, loser, damage, (cause, false), table) } else { Hurt::default() };
        // Where there is no save to fail, death is the only critical damage.
        hurt.brutal = hurt.critical && self.is_brutal(cause, loser);
        self.credits(fight, (winner.swing.who, winner.swing.weapon), loser, hurt, table);
        self.properties(fight, &winner, loser, damage, table);
        self.after_damage(fight, &winner, loser, (damage, hurt), table);
    }

    pub(super) fn cause(&self, struck: &Struck) -> Cause {
        let weapon = struck.swing.arm;
        let brutal = struck.blow.triggers(struck.edge.brutal, self.rulings());
        Cause { nonlethal: weapon.nonlethal, brutal, damage: weapon.damage }
    }

    /// The highest attack lands: counter, damage, sacrifice, harm, properties (steps 8 to 11); what it did to its target.
    #[inline(always)]
    fn lands<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        struck: &Struck,
        table: &mut Table<D, W>,
    ) -> Hurt {
        let (who, target) = (struck.swing.who, event.target);
        let nothing = Hurt::default();
        if !fight.is_active(target) {
            return nothing;
        }
        if self.fighter(target).counters && self.counters(fight, event, reacted, *struck, table) {
            return nothing;
        }
        let void = !self.ordinary() && self.is_void(&struck.swing, target);
        let damage = if void { 0 } else { struck.through };
        let after = self.rulings().sacrifice_when == SacrificeWhen::AfterRoll && self.policies.deciders.sacrifice.has(target);
        if damage > 0 && after && self.offers(fight, target, (damage, false), table) {
            return nothing;
        }
        if damage > 0 && self.comes_down(fight, target, table) {
            return nothing;
        }
        let hurt = if damage > 0 { self.hurt(fight, target, damage, self.cause(struck), table) } else { nothing };
        table.watch.count(who, count::DAMAGE_DEALT, damage);
        self.credits(fight, (who, struck.swing.weapon), target, hurt, table);
        self.properties(fight, struck, target, damage, table);
        self.afflicts(fight, struck, target, (damage, hurt), table);
        self.after_damage(fight, struck, target, (damage, hurt), table);
        hurt
    }

    /// Whether a blow does nothing to somebody of this kind (BDP-413, BDP-424).
    #[inline(never)]
    fn is_void(&self, swing: &Swing, target: Slot) -> bool {
        let foe = self.fighter(target);
        let impenetrable = foe.is(Trait::Impenetrable) && self.rulings().impenetrable == Impenetrable::Void;
        self.meets(swing.arm, foe.immune, target) || impenetrable && !self.is_silver(swing.arm, target)
    }

    /// Gives something up against a blow of known damage.
    pub(super) fn offers<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (damage, special): (i32, bool),
        table: &mut Table<D, W>,
    ) -> bool {
        fight.body_mut(target).incoming = damage.min(i32::from(i16::MAX)) as i16;
        let given = self.sacrifices(fight, target, special, table);
        let saved = if given { 2 * damage } else { 0 };
        table.watch.count(target, count::SAVED_BY_GEAR, saved);
        table.watch.count(target, count::SAVED, saved);
        fight.body_mut(target).incoming = 0;
        given
    }

    /// A low roll bounces back (step 8; BDP-335, R-29).
    #[inline(never)]
    fn counters<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        struck: Struck,
        table: &mut Table<D, W>,
    ) -> bool {
        let (who, target) = (struck.swing.who, event.target);
        let body = fight.body(target);
        let edge = self.wielded_all(target, body).count();
        let main = self.edge(target, body, self.wielded(target, body)).counter;
        let off = self.second(target, body).map_or(0, |weapon| self.edge(target, body, weapon).counter);
        let most = if edge > 0 { main.max(off) } else { 0 };
        let able = !matches!(event.kind, Kind::Back | Kind::Return)
            && reacted.reaction != Reaction::Parry
            && !(self.defenceless(target, body) || body.surprised || body.stunned > 0)
            && !(struck.swing.ranged && self.rulings().counter_melee_only);
        let roll = struck.blow.tag_roll(self.rulings());
        if !able || roll < 1 || roll > most {
            return false;
        }
        let armor = if self.rulings().counter_armor { self.armor(who, fight.body(who)) } else { 0 };
        let void = !self.ordinary() && self.is_void(&struck.swing, who);
        let damage = if void { 0 } else { (struck.blow.total - armor).max(0) };
        table.watch.count(target, count::COUNTERS_DONE, 1);
        table.tell("BDP-335", || format!("the attack bounces back on {}: {damage} damage", self.name(who)));
        if damage > 0 {
            self.hurt(fight, who, damage, Cause { damage: self.cause(&struck).damage, ..Cause::default() }, table);
        }
        true
    }

    /// The target strikes back; its blow, if it comes to one (step 12; BDP-286, R-28).
    #[inline(never)]
    pub(super) fn strikes_back<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        table: &mut Table<D, W>,
    ) -> Option<(Event, Struck<'_>, Hurt)> {
        let opponent = reacted.opponent.filter(|_| reacted.reaction == Reaction::FightBack)?;
        let target = event.target;
        let able = fight.is_active(target) || self.rulings().fight_back_if_down && fight.body(target).status != Status::Fled;
        if !able || !fight.is_active(opponent) {
            return None;
        }
        let back = Event { target: opponent, attackers: Slots::only(target), kind: Kind::Back, reaction: false };
        if fight.is_active(target) && !self.can_strike(fight, target, Some(&back), opponent) {
            return None;
        }
        let swing = self.swing(fight, target, Some(&back));
        let struck = self.roll_swing(fight, swing, &back, (Reaction::Defend, &rolls::FIGHT_BACK, false), table);
        let hurt = self.lands(fight, &back, Reacted::DEFEND, &struck, table);
        Some((back, struck, hurt))
    }
}
