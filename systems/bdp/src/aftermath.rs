//! Aftermath of an attack beside its damage: properties of weapons, poison, skills, credit.
//!
//! Owns step 11 of an attack event, and what skills make of damage. Further attacks are those of [`attack`](super::attack).
//! Start at [`Play::properties`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::harm::{Hurt, Origin};
use super::metrics as count;
use super::rolls;
use super::rulings::{KillCredit, PushScope, ShockMode};
use super::save::Advantage;
use super::scene::PerilKind;
use super::sheet::{Ability, Skill, Trait};
use super::state::{Status, until};
use super::swing::RolledSwing;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Properties that trigger on a damage roll, whatever Armor stopped (step 11; BDP-334, BDP-337, BDP-338, BDP-346, BDP-423).
    #[inline(always)]
    pub(super) fn properties(&mut self, struck: &RolledSwing, target: Slot, damage: i32) {
        let RolledSwing { swing, blow, .. } = struck;
        let poisoned = !PLAIN && swing.arm.poison.is_some();
        let special = swing.edge.acts || self.rules.is(swing.who, Trait::Wounding) || poisoned;
        if special && self.fight.is_active(target) && !blow.missed {
            self.triggers(*struck, target, damage);
        }
    }

    /// Applies what a hit triggers that does more than damage (BDP-423, R-33).
    #[inline(never)]
    fn triggers(&mut self, struck: RolledSwing, target: Slot, damage: i32) {
        let rules = self.rules;
        let (who, edge, blow) = (struck.swing.who, struck.swing.edge, &struck.blow);
        let round = self.fight.round;
        if blow.triggers(edge.bleed, rules.rulings()) {
            let body = self.fight.body_mut(target);
            body.bleeding = if rules.rulings().bleed_stack { body.bleeding.saturating_add(1) } else { 1 };
            self.table.tell("BDP-338", || format!("{} bleeds", rules.name(target)));
        }
        if blow.triggers(edge.shock, rules.rulings()) {
            self.shocks(target, round);
        }
        self.poisons(&struck, target, damage);
        if rules.is(who, Trait::Wounding) && struck.is_high() && self.fight.is_active(target) {
            self.table.tell("BDP-423", || format!("{} wounds {}", rules.name(who), rules.name(target)));
            self.wounds(target, rules.wounding[who.index()]);
        }
        if blow.triggers(edge.push, rules.rulings()) {
            self.pushes(who, target);
        }
    }

    /// A shock (BDP-337, BDP-615, R-32).
    pub(super) fn shocks(&mut self, target: Slot, round: u16) {
        let rules = self.rules;
        match rules.rulings().shock_mode() {
            ShockMode::FailDex => {
                let rounds = u16::from(rules.book.property.shock_rounds);
                self.fight.body_mut(target).shocked_until = until(round, rounds);
                self.table.tell("BDP-337", || format!("{} is shocked", rules.name(target)));
            }
            ShockMode::LoseTurn => {
                if !self.ability_save(target, Ability::Str, 0, Advantage::Neither, &rolls::SHOCK) {
                    self.stuns(target);
                    self.table.tell("BDP-615", || format!("{} loses its next turn", rules.name(target)));
                }
            }
        }
    }

    /// Poison on the weapon (BDP-346, R-35).
    pub(super) fn poisons(&mut self, struck: &RolledSwing, target: Slot, damage: i32) {
        let (who, index) = (struck.swing.who, usize::from(struck.swing.weapon));
        let Some(poison) = self.rules.fighter(who).weapons[index].poison.filter(|_| damage > 0 && self.fight.is_active(target))
        else {
            return;
        };
        let doses = &mut self.fight.body_mut(who).doses[index];
        if *doses >= poison.doses {
            return;
        }
        *doses += 1;
        let rolled = self.table.sum(who, &rolls::POISON, poison.dice);
        self.harm_by_poison(target, poison.ability, rolled, poison.critical);
    }

    /// A push ends engagements (BDP-334, R-31).
    pub(super) fn pushes(&mut self, who: Slot, target: Slot) {
        let rules = self.rules;
        match rules.rulings().push_scope {
            PushScope::Attacker => self.fight.part(who, target),
            PushScope::Side => {
                for other in self.fight.body(target).engaged.those(|other| rules.lineup.friendly(who, other)) {
                    self.fight.part(target, other);
                }
            }
        }
        self.table.tell("BDP-334", || format!("{} is pushed back", rules.name(target)));
        self.falls_down(target);
    }

    /// Lets a target that is pushed on high ground fall into the first zone below it, unless a save keeps it up (BDP-310).
    fn falls_down(&mut self, target: Slot) {
        let rules = self.rules;
        let here = self.fight.body(target).zone;
        let below = rules.ground.next_to(here).find(|&zone| !rules.ground.zone(zone).highground);
        let Some(below) = below.filter(|_| rules.ground.zone(here).highground && self.fight.is_active(target)) else { return };
        if self.ability_save(target, rules.book.zone.fall_save, 0, Advantage::Neither, &rolls::STAIRS) {
            return;
        }
        self.fight.part_all(target);
        self.fight.body_mut(target).zone = below;
        self.table.tell("BDP-310", || format!("{} falls down", rules.name(target)));
        self.peril(target, PerilKind::Stairs, 1, Origin::Surroundings);
    }

    /// Killing blows make proficient (BDP-327, BDP-331).
    #[inline]
    pub(super) fn credits(&mut self, who: Slot, weapon: u8, target: Slot, hurt: Hurt) {
        if hurt.critical && self.is_killed(target) {
            self.credits_kill(who, usize::from(weapon));
        }
    }

    /// True if the target is as a killing blow leaves it.
    fn is_killed(&self, target: Slot) -> bool {
        matches!(self.fight.body(target).status, Status::Dead | Status::Down | Status::Destroyed)
    }

    /// Counts a kill by a spell where the ruling says so; no weapon learns from it.
    pub(super) fn credits_spell(&mut self, who: Slot, target: Slot) {
        let counts = self.rules.rulings().kill_credit == KillCredit::All && self.is_killed(target);
        self.table.watch.count(who, count::KILLS, i32::from(counts));
    }

    /// Counts a kill for the combatant and for the weapon that did it.
    #[inline(never)]
    fn credits_kill(&mut self, who: Slot, index: usize) {
        self.table.watch.count(who, count::KILLS, 1);
        let damage = self.rules.fighter(who).weapons[index].damage;
        let body = self.fight.body_mut(who);
        body.weapon_kills[index] = body.weapon_kills[index].saturating_add(1);
        if let Some(damage) = damage {
            let kills = &mut body.type_kills[damage as usize];
            *kills = kills.saturating_add(1);
        }
    }

    /// Applies what skills make of damage that was done (step 4.14 of the specification; BDP-336, BDP-516).
    #[inline]
    pub(super) fn after_damage(&mut self, struck: &RolledSwing, target: Slot, damage: i32, hurt: Hurt) {
        let rules = self.rules;
        if !rules.ordinary() {
            self.skilled_damage(*struck, target, damage, hurt);
        }
        if hurt.brutal || hurt.critical && rules.has(struck.swing.who, Skill::Merciless) {
            self.forced_morale(rules.fighter(target).side);
        }
    }

    /// Applies to damage that was done the skills that are in nobody's hands in an [ordinary](super::Core::ordinary) fight
    /// (BDP-509, BDP-511, BDP-512).
    #[inline(never)]
    fn skilled_damage(&mut self, struck: RolledSwing, target: Slot, damage: i32, hurt: Hurt) {
        let rules = self.rules;
        let (who, fighter) = (struck.swing.who, rules.fighter(struck.swing.who));
        if hurt.critical && fighter.has(Skill::Bloodlust) && self.fight.is_active(who) {
            let gained = self.table.sum(who, &rolls::BLOODLUST, rules.book.skill.bloodlust);
            self.gains_hp(who, gained, "BDP-509");
        }
        if fighter.has(Skill::BrutalBlows) && damage >= rules.book.skill.brutal_blows_min {
            self.fight.body_mut(target).impaired_until = until(self.fight.round, rules.book.skill.brutal_blows_rounds.into());
            self.table.tell("BDP-511", || format!("{} reels", rules.name(target)));
        }
        if fighter.has(Skill::CripplingShot) && struck.swing.ranged && struck.is_high() && self.fight.is_active(target) {
            let body = self.fight.body_mut(target);
            (body.next_impaired, body.plight.hobbled) = (true, true);
            self.table.tell("BDP-512", || format!("{} is crippled by the shot", rules.name(target)));
        }
    }

    /// The target will lose its next turn, or one more where that adds up (BDP-271, BDP-615, R-44).
    pub(super) fn stuns(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        body.stunned = if self.rules.rulings().stun_stacks { body.stunned.saturating_add(1) } else { 1 };
    }
}
