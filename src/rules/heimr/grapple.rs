//! Brawls of `heimr`: brawl attacks and what they provoke, grabs, and the combat clusters of melee.
//!
//! Owns sections 4.7 and 4.10 of the specification. Start at [`Core::brawl`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::{Attack, Outcome, Why};
use super::book::tables::{BodyPart, Sound};
use super::choose::Ask;
use super::fighter::{Duration, Effect};
use super::metrics as count;
use super::policy::Do;
use super::rolls;
use super::rulings::{ClusterSwitch, GrabDuration, ProvokedWeapons};
use super::sheet::{BindPart, EffectKind, Reaction};
use super::state::{Fight, Held, Holding, Timer};

impl<const PLAIN: bool> Core<PLAIN> {
    /// A brawl attack, for a hit or a bind (section 4.7 of the specification; HEI-162, HEI-188).
    pub(super) fn brawl<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        bind: bool,
        (why, surprise): (Why, i32),
        table: &mut Table<D, W>,
    ) {
        let Some((target, penalty)) = self.declare(fight, (who, target), why, true, table) else { return };
        self.make_noise(fight, who, Sound::Loud, table);
        if !self.gets_close(fight, who, target, table) {
            self.after_attack(fight, (who, target), false, table);
            return;
        }
        let mut attack = Attack { surprise, bind, penalty, ..Attack::new(who, None, why) };
        attack.part = self.aims(fight, Ask::about(who, target), table);
        attack.skill = self.declare_skill(fight, who, target, table);
        let requirement = self.opposition(fight, who, table);
        self.strike_at(fight, &attack, target, requirement, table);
        self.after_attack(fight, (who, target), false, table);
    }

    /// Whether a brawl attack gets past the weapon of the one it is for (HEI-192, HEI-193, R-36).
    fn gets_close<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) -> bool {
        let (fighter, body) = (self.fighter(target), fight.body(target));
        let mut weapons = self.melee_weapons(fighter, body);
        let provoked = weapons != [None, None]
            && self.can_act(body)
            && body.holding.is_none()
            && body.held.is_none_or(|held| held.by != who)
            && !fight.body(who).dodged_from.has(target);
        if !provoked || !self.takes_provocation(fight, Ask::about(target, who), table) {
            return true;
        }
        if self.rulings().provoked_weapons == ProvokedWeapons::One {
            weapons = [self.best_weapon(fight, target, weapons), None];
        }
        table.tell("HEI-193", || format!("{} strikes at {} first", self.name(target), self.name(who)));
        let mut attack = Attack { dodge_only: true, ..Attack::new(target, None, Why::Provoked) };
        attack.part = self.aims(fight, Ask::about(target, who), table);
        attack.skill = self.declare_skill(fight, target, who, table);
        let requirement = self.opposition(fight, target, table);
        let (mut struck, mut comes_after) = (false, false);
        for weapon in weapons.into_iter().flatten() {
            if !self.goes_on(fight, target, who, weapon) {
                continue;
            }
            table.watch.count(target, count::PROVOKED, 1);
            let outcome = self.strike_with(fight, &attack, (weapon, comes_after), who, requirement, table);
            struck |= outcome == Outcome::Hit;
            if !comes_after && outcome.is_stopped(requirement) {
                break;
            }
            comes_after = true;
        }
        self.has_moved(fight, target, Do::Attack, table);
        let goes_on = !struck && fight.ending.is_none() && self.can_act(fight.body(who));
        if !goes_on {
            table.tell("HEI-193", || format!("the brawl attack of {} fails", self.name(who)));
        }
        goes_on
    }

    /// The weapon with the highest mean.
    pub(super) fn best_weapon(&self, fight: &Fight, who: Slot, weapons: [Option<u8>; 2]) -> Option<u8> {
        let fighter = self.fighter(who);
        let [Some(sword), Some(off)] = weapons else { return weapons[0].or(weapons[1]) };
        let mean = |weapon: u8| {
            let arm = &fighter.gear.weapons[usize::from(weapon)];
            let score = fighter.score(fight.body(who), arm.ability);
            self.worth.physical(score.c, score.p + arm.bonus, 0)
        };
        Some(if mean(off) > mean(sword) + super::challenge::exact::Worth::TIE { off } else { sword })
    }

    /// What a brawl attack does that hits: a bind, or the effect Hit, of as many points as a skill calls (HEI-051, HEI-188,
    /// HEI-196).
    pub(super) fn land_brawl<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        (target, part): (Slot, BodyPart),
        reaction: Option<Reaction>,
        table: &mut Table<D, W>,
    ) {
        let by = attack.by;
        if reaction.is_none() {
            if attack.bind {
                self.grab(fight, by, target, part, table);
            }
            let usual = if attack.bind { None } else { Some(self.book.brawl.damage) };
            if let Some(number) = self.called_hit(attack).or(usual) {
                let hit = Effect { kind: EffectKind::Hit, number, part: None };
                self.afflict(fight, target, &hit, (by, part), table);
            }
            self.apply_skill_effects(fight, attack, (target, part), table);
        }
    }

    /// Takes hold of somebody (HEI-188, HEI-189, HEI-194, HEI-196, R-38).
    fn grab<D: Dice, W: Watch>(&self, fight: &mut Fight, by: Slot, target: Slot, part: BodyPart, table: &mut Table<D, W>) {
        let hand = self.free_hand(self.fighter(by), fight.body(by));
        let (Some(hand), None, None) = (hand, fight.body(target).held, fight.body(by).holding) else { return };
        self.receives_effect(fight, target, table);
        let own_turn = fight.current() == Some(target);
        let seconds = Duration::of_seconds(self.book.brawl.seconds, &self.book);
        if self.rulings().grab_duration == GrabDuration::Seconds && seconds.turns == 0 {
            return;
        }
        let timer = match self.rulings().grab_duration {
            GrabDuration::Held => Timer::default(),
            GrabDuration::Seconds => Timer { turns: seconds.turns, fresh: own_turn },
        };
        fight.body_mut(target).held = Some(Held { by, part: BindPart::of(part), timer });
        let body = fight.body_mut(by);
        body.holding = Some(Holding { whom: target, hand });
        body.stance = None;
        table.watch.count(by, count::GRABS, 1);
        table.tell("HEI-196", || format!("{} holds {} by the {}", self.name(by), self.name(target), part.spoken()));
    }

    /// The holder lets go (HEI-195).
    pub(super) fn let_go<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !PLAIN && let Some(holding) = fight.body(who).holding {
            self.end_grab(fight, holding.whom, table);
        }
    }

    /// The grab of somebody ends; the holder can defend again, and rolls for it at once (HEI-198; section 4.7 of the
    /// specification).
    pub(super) fn end_grab<D: Dice, W: Watch>(&self, fight: &mut Fight, held: Slot, table: &mut Table<D, W>) {
        if PLAIN {
            return;
        }
        let Some(grab) = fight.body_mut(held).held.take() else { return };
        fight.body_mut(grab.by).holding = None;
        table.tell("HEI-198", || format!("{} no longer holds {}", self.name(grab.by), self.name(held)));
        if fight.ending.is_none() && fight.body(grab.by).stance.is_none() {
            self.roll_ahead(fight, grab.by, table);
        }
    }

    /// Everything that somebody holds or is held by ends.
    pub(super) fn drop_grabs<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        self.end_grab(fight, who, table);
        self.let_go(fight, who, table);
    }

    /// What a holder sets against an action of the held: the result of a brawl roll (HEI-197, R-39). None without a holder that
    /// opposes it.
    pub(super) fn opposition<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> Option<i32> {
        if PLAIN {
            return None;
        }
        let holder = fight.body(who).held?.by;
        if !self.can_act(fight.body(holder)) || !self.opposes(fight, Ask::about(holder, who), table) {
            return None;
        }
        let brawl = self.abilities.roles.brawl;
        let score = self.fighter(holder).score(fight.body(holder), brawl);
        let c = score.c + self.own_modifier(fight, holder, true) - self.weariness(fight, holder, brawl);
        let rolled = self.check.pool.roll(c, holder, &rolls::OPPOSE, table);
        let physical = self.abilities.is_physical(brawl);
        let meets = !physical || self.exerts(fight, holder, rolled, table);
        let result = rolled.result(score.p);
        if meets {
            table.tell("HEI-197", || format!("{} holds on to {}: {result}", self.name(holder), self.name(who)));
        } else {
            table.tell("HEI-133, HEI-197", || format!("{} is too tired to hold back {}", self.name(holder), self.name(who)));
        }
        meets.then_some(result)
    }

    /// The lowest number that no cluster has.
    pub(super) fn free_cluster(&self, fight: &Fight) -> u8 {
        let taken = |number: u8| fight.bodies.iter().any(|body| body.cluster == number);
        (1..=u8::MAX).find(|&number| !taken(number)).unwrap_or(u8::MAX)
    }

    /// Melee puts attacker and target into one cluster (HEI-114, R-23).
    pub(super) fn join_cluster(&self, fight: &mut Fight, who: Slot, target: Slot) {
        let (mine, theirs) = (fight.body(who).cluster, fight.body(target).cluster);
        match (mine, theirs) {
            (0, 0) => {
                let cluster = self.free_cluster(fight);
                fight.body_mut(who).cluster = cluster;
                fight.body_mut(target).cluster = cluster;
            }
            (0, theirs) => fight.body_mut(who).cluster = theirs,
            (mine, 0) => fight.body_mut(target).cluster = mine,
            (mine, theirs) if mine == theirs => {}
            (mine, theirs) => match self.rulings().cluster_switch {
                ClusterSwitch::Merge => {
                    for body in &mut fight.bodies {
                        if body.cluster == theirs {
                            body.cluster = mine;
                        }
                    }
                }
                ClusterSwitch::Transfer => {
                    self.leave_cluster(fight, who);
                    fight.body_mut(who).cluster = theirs;
                }
            },
        }
    }

    /// Leaves a cluster; one of a single member dissolves (HEI-115, HEI-127, R-23).
    pub(super) fn leave_cluster(&self, fight: &mut Fight, who: Slot) {
        let cluster = std::mem::take(&mut fight.body_mut(who).cluster);
        let left: Slots = fight.members(cluster);
        if let Some(alone) = left.single() {
            fight.body_mut(alone).cluster = 0;
        }
    }
}
