//! What an attack brings beside its damage: properties of weapons, poison, skills, credit, and further attacks.
//!
//! Owns steps 11 and 14 of an attack event. Start at [`Core::properties`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::{Event, Kind};
use super::decide::Wants;
use super::harm::Hurt;
use super::metrics as count;
use super::rolls;
use super::rulings::{PushScope, ShockMode, SweepReach};
use super::save::Luck;
use super::scene::PerilKind;
use super::sheet::{Ability, Skill, Trait};
use super::state::{Fight, Status, until};
use super::swing::Struck;
use super::wounds::Wound;

impl<const PLAIN: bool> Core<PLAIN> {
    /// Properties that trigger on a damage roll, whatever Armor stopped (step 11; BDP-334, BDP-337, BDP-338, BDP-346, BDP-423).
    #[inline(always)]
    pub(super) fn properties<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        damage: i32,
        table: &mut Table<D, W>,
    ) {
        let Struck { swing, edge, blow, .. } = struck;
        let poisoned = !PLAIN && swing.arm.poison.is_some();
        let special = edge.acts || self.is(swing.who, Trait::Wounding) || poisoned;
        if special && fight.is_active(target) && !blow.missed {
            self.triggers(fight, *struck, target, damage, table);
        }
    }

    /// What a hit triggers that does more than damage.
    #[inline(never)]
    fn triggers<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: Struck,
        target: Slot,
        damage: i32,
        table: &mut Table<D, W>,
    ) {
        let (who, edge, blow) = (struck.swing.who, struck.edge, &struck.blow);
        let round = fight.round;
        if blow.triggers(edge.bleed, self.rulings()) {
            let body = fight.body_mut(target);
            body.bleeding = if self.rulings().bleed_stack { body.bleeding.saturating_add(1) } else { 1 };
            table.tell("BDP-338", || format!("{} bleeds", self.name(target)));
        }
        if blow.triggers(edge.shock, self.rulings()) {
            self.shocks(fight, target, round, table);
        }
        self.poisons(fight, &struck, target, damage, table);
        let upper = || blow.rolled.natural * 2 > struck.faces;
        if self.is(who, Trait::Wounding) && upper() && fight.is_active(target) {
            let key = self.wounding[who.index()];
            let wound = Wound { key, level: self.book.wound.level, treated: 0 };
            table.tell("BDP-423", || format!("{} wounds {}", self.name(who), self.name(target)));
            self.wound(fight, target, wound, table);
        }
        if blow.triggers(edge.push, self.rulings()) {
            self.pushes(fight, who, target, table);
        }
    }

    /// A shock (BDP-337, BDP-615, R-32).
    pub(super) fn shocks<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, round: u16, table: &mut Table<D, W>) {
        match self.rulings().shock_mode() {
            ShockMode::FailDex => {
                let rounds = u16::from(self.book.property.shock_rounds);
                fight.body_mut(target).shocked_until = until(round, rounds);
                table.tell("BDP-337", || format!("{} is shocked", self.name(target)));
            }
            ShockMode::LoseTurn => {
                if !self.ability_save(fight, target, (Ability::Str, 0, Luck::Even), &rolls::SHOCK, table) {
                    self.stuns(fight, target);
                    table.tell("BDP-615", || format!("{} loses its next turn", self.name(target)));
                }
            }
        }
    }

    /// Poison on the weapon (BDP-346, BDP-535, R-35).
    pub(super) fn poisons<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        damage: i32,
        table: &mut Table<D, W>,
    ) {
        let (who, index) = (struck.swing.who, usize::from(struck.swing.weapon));
        let Some(poison) = self.fighter(who).weapons[index].poison.filter(|_| damage > 0 && fight.is_active(target)) else {
            return;
        };
        let doses = &mut fight.body_mut(who).doses[index];
        if *doses >= poison.doses {
            return;
        }
        *doses += 1;
        let rolled = table.sum(who, &rolls::POISON, poison.dice);
        self.harm_by_poison(fight, target, (poison.ability, rolled, poison.critical), table);
    }

    /// A push ends engagements (BDP-334, R-31).
    pub(super) fn pushes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) {
        match self.rulings().push_scope {
            PushScope::Attacker => fight.part(who, target),
            PushScope::Side => {
                for other in fight.body(target).engaged.those(|other| !self.hostile(who, other)) {
                    fight.part(target, other);
                }
            }
        }
        table.tell("BDP-334", || format!("{} is pushed back", self.name(target)));
        self.falls_down(fight, target, table);
    }

    /// Whoever is pushed on high ground falls into the first zone below it, unless a save keeps it up (BDP-310).
    fn falls_down<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, table: &mut Table<D, W>) {
        let here = fight.body(target).zone;
        let below = self.ground.next_to(here).find(|&zone| !self.ground.zone(zone).highground);
        let Some(below) = below.filter(|_| self.ground.zone(here).highground && fight.is_active(target)) else { return };
        if self.ability_save(fight, target, (self.book.zone.fall_save, 0, Luck::Even), &rolls::STAIRS, table) {
            return;
        }
        fight.part_all(target);
        fight.body_mut(target).zone = below;
        table.tell("BDP-310", || format!("{} falls down", self.name(target)));
        self.peril(fight, target, PerilKind::Stairs, 1, table);
    }

    /// Killing blows make proficient (BDP-327, BDP-331).
    #[inline]
    pub(super) fn credits<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, weapon): (Slot, u8),
        target: Slot,
        hurt: Hurt,
        table: &mut Table<D, W>,
    ) {
        let killed = || matches!(fight.body(target).status, Status::Dead | Status::Down | Status::Destroyed);
        if hurt.critical && killed() {
            self.credits_kill(fight, (who, usize::from(weapon)), table);
        }
    }

    #[inline(never)]
    fn credits_kill<D: Dice, W: Watch>(&self, fight: &mut Fight, (who, index): (Slot, usize), table: &mut Table<D, W>) {
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
    #[inline]
    pub(super) fn after_damage<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: &Struck,
        target: Slot,
        (damage, hurt): (i32, Hurt),
        table: &mut Table<D, W>,
    ) {
        if !self.ordinary() {
            self.skilled_damage(fight, *struck, target, (damage, hurt), table);
        }
        if hurt.brutal || hurt.critical && self.has(struck.swing.who, Skill::Merciless) {
            self.forced_morale(fight, self.fighter(target).side, table);
        }
    }

    /// The same of skills that are in nobody's hands in an [ordinary](Core::ordinary) fight.
    #[inline(never)]
    fn skilled_damage<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        struck: Struck,
        target: Slot,
        (damage, hurt): (i32, Hurt),
        table: &mut Table<D, W>,
    ) {
        let (who, fighter) = (struck.swing.who, self.fighter(struck.swing.who));
        if hurt.critical && fighter.has(Skill::Bloodlust) && fight.is_active(who) {
            let gained = table.sum(who, &rolls::BLOODLUST, self.book.skill.bloodlust);
            self.gains_hp(fight, who, gained, "BDP-509", table);
        }
        if fighter.has(Skill::BrutalBlows) && damage >= self.book.skill.brutal_blows_min {
            fight.body_mut(target).impaired_until = until(fight.round, self.book.skill.brutal_blows_rounds.into());
            table.tell("BDP-511", || format!("{} reels", self.name(target)));
        }
        let upper = struck.blow.rolled.natural * 2 > struck.faces;
        if fighter.has(Skill::CripplingShot) && struck.swing.ranged && upper && fight.is_active(target) {
            let body = fight.body_mut(target);
            (body.next_impaired, body.plight.hobbled) = (true, true);
            table.tell("BDP-512", || format!("{} is crippled by the shot", self.name(target)));
        }
    }

    /// Whether an attack can bring another one at all.
    #[inline]
    pub(super) fn could_go_on(&self, struck: &Struck) -> bool {
        struck.edge.sweep > 0 || self.has(struck.swing.who, Skill::MomentumMaster)
    }

    /// Attacks that a property or a skill adds to a blow, which did critical damage or not (step 14; BDP-333, BDP-517, R-31).
    pub(super) fn goes_on<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        event: &Event,
        (struck, critical): (Struck, bool),
        table: &mut Table<D, W>,
    ) {
        let who = struck.swing.who;
        if !fight.is_active(who) {
            return;
        }
        debug_assert!(self.could_go_on(&struck));
        let bonus = matches!(event.kind, Kind::Further | Kind::Bonus);
        let more = if matches!(event.kind, Kind::Turn | Kind::Further) { Kind::Further } else { Kind::Bonus };
        let sweeps = !bonus && struck.blow.triggers(struck.edge.sweep, self.rulings());
        if sweeps {
            let near = |foe: Slot| match self.rulings().sweep_reach {
                SweepReach::Engaged => fight.body(who).engaged.has(foe),
                SweepReach::Zone => fight.body(who).zone == fight.body(foe).zone,
            };
            let others = self.active_foes(fight, who).without(event.target).those(near);
            self.strikes_again(fight, who, (others, more), "BDP-333", table);
        }
        let chains = !bonus || self.book.skill.momentum_chain;
        if critical && chains && self.has(who, Skill::MomentumMaster) && !self.is_over(fight) {
            let others = self.engaged_foes(fight, who);
            if self.wants(Wants::Momentum, true, fight, who, table) {
                self.strikes_again(fight, who, (others, more), "BDP-517", table);
            }
        }
    }

    pub(super) fn strikes_again<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (others, kind): (Slots, Kind),
        rule: &'static str,
        table: &mut Table<D, W>,
    ) {
        let Some(next) = self.choose_target(fight, who, others, table) else { return };
        table.tell(rule, || format!("{} strikes at {} as well", self.name(who), self.name(next)));
        if self.rulings().sweep_reach == SweepReach::Zone {
            fight.engage(who, next);
        }
        self.attack(fight, &Event { target: next, attackers: Slots::only(who), kind, reaction: true }, table);
    }
}
