//! An attack event: attackers of one side, at one moment, on one target.
//!
//! Owns steps 4.5 of the specification in their order: reaction, states of the dice, rolls, parry, the highest, counter,
//! damage, sacrifice, harm, properties, striking back. Start at [`Core::attack`].

use crate::dice::{Dice, Die, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::harm::{Cause, Hurt};
use super::metrics as count;
use super::policy::Hands;
use super::react::Reacted;
use super::rolls;
use super::rulings::{
    CritStr, FatigueTiming, Highest, Impenetrable, ParryCompare, PushScope, SacrificeWhen, ShockMode, SweepReach, ThrowRange,
};
use super::save::Test;
use super::sheet::{Ability, Category, DamageType, Quality, Reaction, Skill, Trait};
use super::state::{Act, Fight, Status};
use super::strike::{Blow, Bonus, Edge, State, Strike};

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
    /// One more attack by a property or a skill.
    Bonus,
    /// Striking back. [BDP-286]
    Back,
    /// In return for a gambit. [BDP-609]
    Return,
    /// At somebody who leaves. [BDP-223]
    Leaving,
}

/// How one attacker attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swing {
    /// Who.
    pub who: Slot,
    /// With which weapon.
    pub weapon: u8,
    /// And with which in the other hand.
    pub off: Option<u8>,
    /// The category by which it is blocked and dodged: of two weapons the heavier.
    pub category: Category,
    /// Whether it comes from afar.
    pub ranged: bool,
    /// Whether the weapon is thrown.
    pub thrown: bool,
    /// Whether it came with a charge.
    pub charge: bool,
    /// Whether it is a stunt, or savage.
    pub enhanced: bool,
}

/// A swing with its roll.
#[derive(Clone, Copy, Debug)]
struct Struck {
    swing: Swing,
    edge: Edge,
    blow: Blow,
    through: i32,
}

impl Core {
    /// How somebody attacks: as intended on its turn, else with what it wields.
    pub(super) fn swing(&self, fight: &Fight, who: Slot, event: Option<&Event>) -> Swing {
        let body = fight.body(who);
        let on_turn = event.is_none_or(|event| event.kind == Kind::Turn);
        let intent = body.intent.filter(|intent| on_turn && matches!(intent.act, Act::Attack | Act::Throw | Act::StrikeAway));
        let thrown = intent.is_some_and(|intent| intent.act == Act::Throw);
        let main = match intent {
            Some(intent) if self.usable(who, body, intent.weapon) => intent.weapon,
            _ => self.wielded(who, body),
        };
        let hands = intent.map_or(Hands::Both, |intent| intent.hands);
        let second = self.second(who, body).filter(|_| !thrown && main == body.main);
        let category = |weapon: u8| self.weapon(who, weapon).category;
        let (weapon, off) = match (second, hands) {
            (Some(second), Hands::Quicker) if category(second) < category(main) => (second, None),
            (Some(second), Hands::Both) => (main, Some(second)),
            _ => (main, None),
        };
        let heavier = off.map_or(category(weapon), |off| category(off).max(category(weapon)));
        let closes = intent.is_some_and(|intent| intent.closes);
        Swing {
            who,
            weapon,
            off,
            category: heavier,
            ranged: thrown || self.weapon(who, weapon).ranged,
            thrown,
            charge: closes && self.fighter(who).is(Trait::Charge),
            enhanced: intent.is_some_and(|intent| intent.stunt || intent.savage) || on_turn && body.patient,
        }
    }

    /// What a blow of this weapon is a source of, against somebody (BDP-345, BDP-424).
    fn meets(&self, swing: &Swing, sources: u16, target: Slot) -> bool {
        let weapon = self.weapon(swing.who, swing.weapon);
        let spared = weapon.silver && self.fighter(target).is(Trait::Supernatural);
        !spared && weapon.sources & sources != 0
    }

    /// Whether something impairs an attack (step 3 of an attack event; BDP-251, BDP-261, BDP-325, BDP-412, BDP-413, BDP-424).
    pub(super) fn impaired(&self, fight: &Fight, swing: &Swing, event: &Event, reaction: Reaction) -> bool {
        let (who, target) = (swing.who, event.target);
        let (body, it) = (fight.body(who), fight.body(target));
        let (fighter, foe) = (self.fighter(who), self.fighter(target));
        let weapon = self.weapon(who, swing.weapon);
        let zone = self.ground.zone(it.zone);
        let tight = self.ground.zone(body.zone).tight && weapon.reach && weapon.damage == Some(DamageType::Slashing);
        let located = self.rulings.crit_str() == CritStr::Location && fighter.pc;
        let weakened = body.weakened && (!located || self.rulings.injured_impaired);
        zone.cover && swing.ranged && body.zone != it.zone
            || tight
            || self.arm_impairs(body.arms)
            || weakened
            || body.next_impaired
            || body.impaired_until >= fight.round && body.impaired_until > 0
            || self.eye_impairs(body.eye_lost, swing.ranged)
            || self.stops(reaction, swing.category)
            || foe.is_band() && !fighter.is_band() && !fighter.is(Trait::Blast)
            || fighter.is(Trait::Horde)
            || self.meets(swing, foe.resistant, target)
            || foe.is(Trait::Impenetrable) && self.rulings.impenetrable == Impenetrable::Impaired
            || foe.has(Skill::Opportunist) && self.scene.distraction
    }

    fn eye_impairs(&self, lost: bool, ranged: bool) -> bool {
        lost && ranged && self.rulings.injury_eye == super::rulings::EyeLoss::RangedImpaired
    }

    /// Whether something enhances an attack (step 3 of an attack event; BDP-252, BDP-254, BDP-263, BDP-408, BDP-412, BDP-424,
    /// BDP-612).
    pub(super) fn enhanced(&self, fight: &Fight, swing: &Swing, event: &Event) -> bool {
        let (who, target) = (swing.who, event.target);
        let (body, it) = (fight.body(who), fight.body(target));
        let (fighter, foe) = (self.fighter(who), self.fighter(target));
        let located =
            it.weakened && foe.pc && self.rulings.crit_str() == CritStr::Location && self.rulings.injured_target_enhanced;
        swing.enhanced
            || swing.charge
            || self.helpless(it)
            || it.exposed
            || body.next_enhanced
            || body.dodged == Some(target)
            || located
            || fighter.is_band() && !foe.is_band()
            || foe.is(Trait::Horde)
            || self.meets(swing, foe.vulnerable, target)
    }

    /// The dice of an attack (BDP-255, BDP-418, BDP-431, BDP-616).
    fn strike(&self, swing: &Swing, edge: &Edge, state: State, pack: bool) -> Strike {
        let fighter = self.fighter(swing.who);
        let die = |weapon: u8| fighter.weapons[usize::from(weapon)].die;
        let main = match swing.thrown && fighter.has(Skill::ThrowingMaster) {
            true => Die::new(self.book.skill.throwing_dice, die(swing.weapon).sides),
            false => die(swing.weapon),
        };
        Strike {
            off: swing.off.map_or(Die::NONE, die),
            pack: if pack { self.book.foe.pack_die } else { 0 },
            least: fighter.least,
            eversharp: edge.eversharp,
            ..Strike::with(main, state, &self.book)
        }
    }

    /// Bonus damage (BDP-478, BDP-527, BDP-616, BDP-631).
    fn bonus(&self, fight: &Fight, swing: &Swing, target: Slot) -> Bonus {
        let (fighter, skills) = (self.fighter(swing.who), &self.book.skill);
        let highest = i32::from(self.weapon(swing.who, swing.weapon).die.sides);
        let mut damage = 0;
        if fighter.has(Skill::Trooper) && !swing.ranged {
            let engaged =
                fight.body(target).engaged.those(|one| !self.hostile(swing.who, one) && fight.body(one).active()).len();
            damage += if engaged >= 2 { skills.trooper } else { 0 };
        }
        let older = self.rulings.skills() == super::rulings::SkillTable::Older;
        if older && fighter.has(Skill::Marksman) && swing.ranged {
            damage += skills.marksman;
        }
        if older && fighter.has(Skill::KnowYourEnemy) {
            damage += skills.know_enemy;
        }
        let capped = self.book.fd.bonus_capped.then_some(highest);
        Bonus { damage, capped_at: capped, magic_capped_at: self.rulings.magic_x_cap().then_some(highest) }
    }

    /// Rolls one attack (steps 3 to 5 of an attack event).
    fn roll_swing<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        swing: Swing,
        event: &Event,
        (reaction, roll): (Reaction, &'static crate::dice::Roll),
        table: &mut Table<D, W>,
    ) -> Struck {
        let (who, target) = (swing.who, event.target);
        let state =
            State::of(self.impaired(fight, &swing, event, reaction), self.enhanced(fight, &swing, event), &self.rulings);
        let edge = *self.edge(who, fight.body(who), swing.weapon);
        let packs = event.attackers.those(|one| self.fighter(one).is(Trait::Pack)).len();
        let pack = packs >= 2 && self.fighter(who).is(Trait::Pack);
        let armor = self.armor(target, fight.body(target));
        let strike = match event.kind {
            Kind::Leaving => Strike::with(self.book.zone.leave_die, state, &self.book),
            _ => self.strike(&swing, &edge, state, pack),
        };
        let rolled = strike.roll(who, roll, table);
        let blow = Blow::new(rolled, &edge, self.bonus(fight, &swing, target), armor, &self.book);
        let body = fight.body_mut(who);
        (body.next_impaired, body.next_enhanced, body.patient) = (false, false, false);
        if body.dodged == Some(target) {
            body.dodged = None;
        }
        self.wears(fight, &swing, &blow, table);
        let through = blow.through(armor);
        table.watch.count(who, count::ATTACKS, 1);
        table.watch.count(who, count::DAMAGE_ROLLED, blow.total);
        table.tell("BDP-237, BDP-238", || {
            format!("{} attacks {}: {} against Armor {armor}", self.name(who), self.name(target), blow.value)
        });
        Struck { swing, edge, blow, through }
    }

    /// What an attack does to the weapon (BDP-249, BDP-326, BDP-341, BDP-347, BDP-526).
    fn wears<D: Dice, W: Watch>(&self, fight: &mut Fight, swing: &Swing, blow: &Blow, table: &mut Table<D, W>) {
        let (who, weapon) = (swing.who, self.weapon(swing.who, swing.weapon));
        let bit = 1_u16 << swing.weapon;
        let lost_thrown = swing.thrown && blow.rolled.natural <= i32::from(self.book.property.throw_break);
        let worn_out = weapon.quality == Quality::Deteriorated && blow.rolled.regular_max;
        let body = fight.body_mut(who);
        body.unloaded |= if weapon.ranged && (weapon.reloads || weapon.draws) { bit } else { 0 };
        let uses = body.used[usize::from(swing.weapon)].saturating_add(u8::from(weapon.uses > 0));
        body.used[usize::from(swing.weapon)] = uses;
        let broken = body.breaking & bit != 0;
        body.breaking &= !bit;
        let used_up = broken || weapon.uses > 0 && uses >= weapon.uses;
        if !(swing.thrown || worn_out || used_up) || !weapon.loose() || body.weapons & bit == 0 {
            return;
        }
        body.weapons &= !bit;
        body.load -= weapon.slots;
        if swing.thrown && !lost_thrown && !worn_out && !used_up {
            body.dropped |= bit;
        } else {
            table.tell("BDP-249, BDP-326, BDP-341", || format!("the {} of {} is gone", weapon.name, self.name(who)));
        }
    }

    /// Whether an attacker can still carry out its attack on the target.
    fn can_strike(&self, fight: &Fight, swing: &Swing, target: Slot) -> bool {
        let body = fight.body(swing.who);
        let there = fight.body(target).active() && body.active();
        there && (body.engaged.has(target) || swing.ranged && self.in_range(fight, swing, target))
    }

    /// Whether a shot or throw reaches somebody (BDP-216, BDP-225, BDP-326, BDP-347, R-34).
    pub(super) fn in_range(&self, fight: &Fight, swing: &Swing, target: Slot) -> bool {
        let steps = self.ground.steps(fight.body(swing.who).zone, fight.body(target).zone);
        let weapon = self.weapon(swing.who, swing.weapon);
        let movement = &self.book.movement;
        let far = match swing.thrown {
            true if self.rulings.throw_range == ThrowRange::Near => movement.throw_zones,
            true => movement.far_zones,
            false if weapon.far => movement.far_zones,
            false => 0,
        };
        steps <= far
    }

    /// An attack event (step 4.5 of the specification).
    pub(super) fn attack<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, table: &mut Table<D, W>) {
        let target = event.target;
        let able = |who: Slot| self.can_strike(fight, &self.swing(fight, who, Some(event)), target);
        let event = &Event { attackers: event.attackers.those(able), ..*event };
        if event.attackers.is_empty() {
            return;
        }
        table.watch.count(target, count::EVENTS, 1);
        let reacted = self.reacts(fight, event, table);
        if self.rulings.sacrifice_when == SacrificeWhen::BeforeRoll && self.sacrifices(fight, target, false, table) {
            return;
        }
        let highest = self.exchange(fight, event, reacted, table);
        fight.body_mut(target).exposed = false;
        if let Some(struck) = highest {
            self.lands(fight, event, reacted, struck, table);
        }
        if self.rulings.fatigue_timing == FatigueTiming::After {
            self.pays(fight, target, reacted.cost, table);
        }
        self.strikes_back(fight, event, reacted, table);
        self.morale(fight, table);
        if let Some(struck) = highest.filter(|_| !self.is_over(fight)) {
            self.goes_on(fight, event, struck, table);
        }
    }

    /// Rolls of all attackers and the parry; the highest that still counts (steps 3 to 7; BDP-257, BDP-259, R-25, R-27).
    fn exchange<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        table: &mut Table<D, W>,
    ) -> Option<Struck> {
        let parried = reacted.opponent.filter(|_| reacted.reaction == Reaction::Parry);
        let roll = match event.kind {
            Kind::Back => &rolls::FIGHT_BACK,
            Kind::Leaving => &rolls::LEAVING,
            _ => &rolls::DAMAGE,
        };
        let voids = self.voids(fight, event.target, reacted.reaction);
        let (mut highest, mut opposing): (Option<Struck>, Option<Struck>) = (None, None);
        for who in event.attackers {
            let swing = self.swing(fight, who, Some(event));
            if voids && self.stops(reacted.reaction, swing.category) {
                table.tell("BDP-608", || format!("the attack of {} comes to nothing", self.name(who)));
                continue;
            }
            let struck = self.roll_swing(fight, swing, event, (reacted.reaction, roll), table);
            if parried == Some(who) {
                opposing = Some(struck);
            } else if highest.is_none_or(|before| self.beats(&struck, &before)) {
                highest = Some(struck);
            }
        }
        if let Some(opposing) = opposing {
            self.parry(fight, event, opposing, table);
        }
        highest
    }

    /// Whether a later attack is higher than an earlier one.
    fn beats(&self, later: &Struck, earlier: &Struck) -> bool {
        let key = |struck: &Struck| match self.rulings.multi_compare {
            Highest::Value => (struck.blow.value, struck.through),
            Highest::Natural => (struck.blow.rolled.natural, struck.through),
            Highest::Damage => (struck.through, 0),
        };
        key(later) > key(earlier)
    }

    /// A parry (step 6; BDP-292 to BDP-295, BDP-525, R-27).
    fn parry<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, theirs: Struck, table: &mut Table<D, W>) {
        let (target, opponent) = (event.target, theirs.swing.who);
        let back = Event { target: opponent, attackers: Slots::only(target), kind: Kind::Bonus, reaction: false };
        let swing = self.swing(fight, target, Some(&back));
        let mine = self.roll_swing(fight, swing, &back, (Reaction::Defend, &rolls::PARRY), table);
        let compared = |struck: &Struck| match self.rulings.parry_compare {
            ParryCompare::Total => struck.blow.total,
            ParryCompare::Natural => struck.blow.rolled.natural,
        };
        let (my_roll, their_roll) = (compared(&mine), compared(&theirs));
        let snake = self.fighter(target).has(Skill::SnakeParry);
        let (winner, loser, rule) = match () {
            () if my_roll > their_roll || my_roll == their_roll && snake => (mine, opponent, "BDP-293"),
            () if their_roll > my_roll => (theirs, target, "BDP-294"),
            () => return table.tell("BDP-295", || "the parry is a tie".to_owned()),
        };
        let damage = if self.rulings.parry_armor { winner.through } else { winner.blow.value };
        table.tell(rule, || format!("{} wins the parry: {damage} damage", self.name(winner.swing.who)));
        table.watch.count(target, count::PARRIES_WON, i32::from(loser == opponent));
        let cause = self.cause(&winner);
        let hurt = if damage > 0 { self.hurt_ability(fight, loser, damage, (cause, false), table) } else { Hurt::default() };
        self.credits(fight, &winner, loser, hurt, table);
        self.properties(fight, &winner, loser, damage, table);
    }

    fn cause(&self, struck: &Struck) -> Cause {
        let weapon = self.weapon(struck.swing.who, struck.swing.weapon);
        let brutal = struck.blow.triggers(struck.edge.brutal, &self.rulings);
        Cause { nonlethal: weapon.nonlethal, brutal, damage: weapon.damage }
    }

    /// The highest attack lands: counter, damage, sacrifice, harm, properties (steps 8 to 11).
    fn lands<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        struck: Struck,
        table: &mut Table<D, W>,
    ) {
        let (who, target) = (struck.swing.who, event.target);
        if !fight.body(target).active() {
            return;
        }
        if self.counters(fight, event, reacted, &struck, table) {
            return;
        }
        let foe = self.fighter(target);
        let void = self.meets(&struck.swing, foe.immune, target)
            || foe.is(Trait::Impenetrable) && self.rulings.impenetrable == Impenetrable::Void;
        let damage = if void { 0 } else { struck.through };
        let after = self.rulings.sacrifice_when == SacrificeWhen::AfterRoll;
        if damage > 0 && after && self.offers(fight, target, damage, table) {
            return;
        }
        let hurt = if damage > 0 { self.hurt(fight, target, damage, self.cause(&struck), table) } else { Hurt::default() };
        table.watch.count(who, count::DAMAGE_DEALT, damage);
        self.credits(fight, &struck, target, hurt, table);
        self.properties(fight, &struck, target, damage, table);
        self.after_damage(fight, &struck, target, (damage, hurt), table);
    }

    /// Gives something up against a blow of known damage.
    fn offers<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, damage: i32, table: &mut Table<D, W>) -> bool {
        fight.body_mut(target).incoming = damage.min(i32::from(i16::MAX)) as i16;
        let given = self.sacrifices(fight, target, false, table);
        fight.body_mut(target).incoming = 0;
        given
    }

    /// A low roll bounces back (step 8; BDP-335, R-29).
    fn counters<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        reacted: Reacted,
        struck: &Struck,
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
            && !(struck.swing.ranged && self.rulings.counter_melee_only);
        let roll = struck.blow.tag_roll(&self.rulings);
        if !able || roll < 1 || roll > most {
            return false;
        }
        let armor = if self.rulings.counter_armor { self.armor(who, fight.body(who)) } else { 0 };
        let damage = (struck.blow.total - armor).max(0);
        table.watch.count(target, count::COUNTERS_DONE, 1);
        table.tell("BDP-335", || format!("the attack bounces back on {}: {damage} damage", self.name(who)));
        if damage > 0 {
            self.hurt(fight, who, damage, Cause { damage: self.cause(struck).damage, ..Cause::default() }, table);
        }
        true
    }

    /// Properties that trigger on a damage roll, whatever Armor stopped (step 11; BDP-334, BDP-337, BDP-338, BDP-346, BDP-423).
    fn properties<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        damage: i32,
        table: &mut Table<D, W>,
    ) {
        let (who, edge, blow) = (struck.swing.who, struck.edge, struck.blow);
        if !fight.body(target).active() || blow.missed {
            return;
        }
        let round = fight.round;
        if blow.triggers(edge.bleed, &self.rulings) {
            let body = fight.body_mut(target);
            body.bleeding = if self.rulings.bleed_stack { body.bleeding.saturating_add(1) } else { 1 };
            table.tell("BDP-338", || format!("{} bleeds", self.name(target)));
        }
        if blow.triggers(edge.shock, &self.rulings) {
            self.shocks(fight, target, round, table);
        }
        self.poisons(fight, struck, target, damage, table);
        let upper = blow.rolled.natural * 2 > i32::from(self.weapon(who, struck.swing.weapon).die.sides);
        if self.fighter(who).is(Trait::Wounding) && upper && fight.body(target).active() {
            let key = self.wounding[who.index()];
            let wound = super::state::Wound { key, level: self.book.wound.level, treated: 0 };
            table.tell("BDP-423", || format!("{} wounds {}", self.name(who), self.name(target)));
            self.wound(fight, target, wound, table);
        }
        if blow.triggers(edge.push, &self.rulings) {
            self.pushes(fight, who, target, table);
        }
    }

    /// A shock (BDP-337, BDP-615, R-32).
    fn shocks<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, round: u16, table: &mut Table<D, W>) {
        match self.rulings.shock_mode() {
            ShockMode::FailDex => {
                fight.body_mut(target).shocked_until = round.saturating_add(self.book.property.shock_rounds.into()).max(1);
                table.tell("BDP-337", || format!("{} is shocked", self.name(target)));
            }
            ShockMode::LoseTurn => {
                let test = Test::plain(self.ability(fight.body(target), Ability::Str));
                if !self.save.roll(test, target, &rolls::SHOCK, table) {
                    fight.body_mut(target).stunned = 1;
                    table.tell("BDP-615", || format!("{} loses its next turn", self.name(target)));
                }
            }
        }
    }

    /// Poison on the weapon (BDP-346, BDP-535, R-35).
    fn poisons<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        damage: i32,
        table: &mut Table<D, W>,
    ) {
        let (who, index) = (struck.swing.who, usize::from(struck.swing.weapon));
        let Some(poison) = self.fighter(who).weapons[index].poison.filter(|_| damage > 0 && fight.body(target).active()) else {
            return;
        };
        let used = &mut fight.body_mut(who).used[index];
        if *used >= poison.doses {
            return;
        }
        *used += 1;
        let rolled = table.sum(who, &rolls::POISON, poison.dice);
        self.harm_ability(fight, target, (poison.ability, rolled, poison.critical), "BDP-346", table);
    }

    /// A push ends engagements (BDP-334, R-31).
    pub(super) fn pushes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) {
        match self.rulings.push_scope {
            PushScope::Attacker => fight.part(who, target),
            PushScope::Side => {
                for other in fight.body(target).engaged.those(|other| !self.hostile(who, other)) {
                    fight.part(target, other);
                }
            }
        }
        table.tell("BDP-334", || format!("{} is pushed back", self.name(target)));
    }

    /// Killing blows make proficient (BDP-327, BDP-331).
    fn credits<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        hurt: Hurt,
        table: &mut Table<D, W>,
    ) {
        let (who, index) = (struck.swing.who, usize::from(struck.swing.weapon));
        let killed = matches!(fight.body(target).status, Status::Dead | Status::Down | Status::Destroyed);
        if !killed || !hurt.critical {
            return;
        }
        table.watch.count(who, count::KILLS, 1);
        let damage = self.fighter(who).weapons[index].damage;
        let body = fight.body_mut(who);
        body.weapon_kills[index] = body.weapon_kills[index].saturating_add(1);
        if let Some(damage) = damage {
            let kills = &mut body.type_kills[damage as usize];
            *kills = kills.saturating_add(1);
        }
    }

    /// What skills make of damage that was done (BDP-336, BDP-509, BDP-511, BDP-516, step 4.14 of the specification).
    fn after_damage<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        (damage, hurt): (i32, Hurt),
        table: &mut Table<D, W>,
    ) {
        let (who, fighter) = (struck.swing.who, self.fighter(struck.swing.who));
        if hurt.critical && fighter.has(Skill::Bloodlust) && fight.body(who).active() {
            let gained = table.sum(who, &rolls::BLOODLUST, self.book.skill.bloodlust);
            let body = fight.body_mut(who);
            body.hp = (i32::from(body.hp) + gained).min(i32::from(body.hp_max)) as i16;
            table.tell("BDP-509", || format!("{} regains HP: {}", fighter.name, fight.body(who).hp));
            self.check_full(fight, who, table);
        }
        if fighter.has(Skill::BrutalBlows) && damage >= self.book.skill.brutal_blows_min {
            fight.body_mut(target).impaired_until = fight.round.saturating_add(1);
        }
        let forced = hurt.brutal || hurt.critical && fighter.has(Skill::Merciless);
        if forced {
            self.forced_morale(fight, self.fighter(target).side, table);
        }
    }

    /// The target strikes back (step 12; BDP-286, R-28).
    fn strikes_back<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, reacted: Reacted, table: &mut Table<D, W>) {
        let Some(opponent) = reacted.opponent.filter(|_| reacted.reaction == Reaction::FightBack) else { return };
        let target = event.target;
        let able = fight.body(target).active() || self.rulings.fight_back_if_down && fight.body(target).status != Status::Fled;
        if !able || !fight.body(opponent).active() {
            return;
        }
        let back = Event { target: opponent, attackers: Slots::only(target), kind: Kind::Back, reaction: false };
        let swing = self.swing(fight, target, Some(&back));
        if fight.body(target).active() && !self.can_strike(fight, &swing, opponent) {
            return;
        }
        let struck = self.roll_swing(fight, swing, &back, (Reaction::Defend, &rolls::FIGHT_BACK), table);
        self.lands(fight, &back, Reacted::DEFEND, struck, table);
        self.goes_on(fight, &back, struck, table);
    }

    /// Attacks that a property or a skill adds (step 14; BDP-333, BDP-517, R-31).
    fn goes_on<D: Dice, W: Watch>(&self, fight: &mut Fight, event: &Event, struck: Struck, table: &mut Table<D, W>) {
        let who = struck.swing.who;
        if !fight.body(who).active() {
            return;
        }
        let sweeps = event.kind != Kind::Bonus && struck.blow.triggers(struck.edge.sweep, &self.rulings);
        if sweeps {
            let near = |foe: Slot| match self.rulings.sweep_reach {
                SweepReach::Engaged => fight.body(who).engaged.has(foe),
                SweepReach::Zone => fight.body(who).zone == fight.body(foe).zone,
            };
            let others = self.active_foes(fight, who).without(event.target).those(near);
            self.strikes_again(fight, who, others, "BDP-333", table);
        }
        let fell = !fight.body(event.target).active();
        let chains = event.kind != Kind::Bonus || self.book.skill.momentum_chain;
        if fell && chains && self.fighter(who).has(Skill::MomentumMaster) && !self.is_over(fight) {
            let others = self.engaged_foes(fight, who);
            if self.takes_momentum(fight, who, table) {
                self.strikes_again(fight, who, others, "BDP-517", table);
            }
        }
    }

    fn strikes_again<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        others: Slots,
        rule: &'static str,
        table: &mut Table<D, W>,
    ) {
        let Some(next) = self.choose_target(fight, who, others, table) else { return };
        table.tell(rule, || format!("{} strikes at {} as well", self.name(who), self.name(next)));
        if self.rulings.sweep_reach == SweepReach::Zone {
            fight.engage(who, next);
        }
        self.attack(fight, &Event { target: next, attackers: Slots::only(who), kind: Kind::Bonus, reaction: true }, table);
    }
}
