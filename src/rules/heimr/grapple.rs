//! Brawls of `heimr`: brawl attacks and what they provoke, grabs, and the combat clusters of melee.
//!
//! Owns sections 4.7 and 4.10 of the specification. Start at [`Play::brawl`].

use crate::dice::{Dice, Slot};
use crate::fight::{Adds, Sentence, Slots, Watch};

use super::attack::{Attack, Outcome, Why};
use super::book::tables::{BodyPart, Sound};
use super::challenge::taken;
use super::choose::Ask;
use super::fighter::{Duration, Effect};
use super::metrics as count;
use super::policy::{Do, Trigger};
use super::rolls;
use super::rulings::{ClusterSwitch, GrabDuration, ProvokedWeapons};
use super::sheet::{BindPart, EffectKind, Reaction};
use super::state::{Fight, Held, Holding, Timer};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A brawl attack, for a hit or a bind (section 4.7 of the specification; HEI-162, HEI-188).
    pub(super) fn brawl(&mut self, who: Slot, target: Slot, bind: bool, why: Why, surprise: i32) {
        let Some((target, penalty)) = self.declare(who, target, why, true) else { return };
        self.make_noise(who, Sound::Loud);
        if !self.gets_close(who, target) {
            self.after_attack(who, target, false);
            return;
        }
        let mut attack = Attack { bind, surprise, penalty, ..Attack::new(who, None, why) };
        attack.part = self.aims(Ask::about(who, target));
        attack.skill = self.declare_skill(who, target);
        let requirement = self.opposition(who);
        self.strike_at(&attack, target, requirement);
        self.after_attack(who, target, false);
        if !PLAIN && self.rules.readies && self.fight.ending.is_none() {
            self.triggers_of(Trigger::EnemyBrawls, who, |_, _| true);
        }
    }

    /// True if a brawl attack gets past the weapon of the one it is for (HEI-192, HEI-193, R-36).
    fn gets_close(&mut self, who: Slot, target: Slot) -> bool {
        let rules = self.rules;
        let (fighter, body) = (rules.fighter(target), self.fight.body(target));
        let mut weapons = rules.melee_weapons(fighter, body);
        let provoked = weapons != [None, None]
            && rules.can_act(body)
            && body.holding.is_none()
            && body.held.is_none_or(|held| held.by != who)
            && !self.fight.body(who).dodged_from.has(target);
        if !provoked || !self.takes_provocation(Ask::about(target, who)) {
            return true;
        }
        if rules.rulings().provoked_weapons == ProvokedWeapons::One {
            weapons = [rules.best_weapon(self.fight, target, weapons), None];
        }
        self.table.tell("HEI-193", || format!("{} strikes at {} first", rules.name(target), rules.name(who)));
        let mut attack = Attack { dodge_only: true, ..Attack::new(target, None, Why::Provoked) };
        attack.part = self.aims(Ask::about(target, who));
        attack.skill = self.declare_skill(target, who);
        let requirement = self.opposition(target);
        let (mut struck, mut comes_after) = (false, false);
        for weapon in weapons.into_iter().flatten() {
            if !rules.goes_on(self.fight, target, who, weapon) {
                continue;
            }
            self.table.watch.count(target, count::PROVOKED, 1);
            let outcome = self.strike_with(&attack, weapon, comes_after, who, requirement);
            struck |= outcome == Outcome::Hit;
            if !comes_after && outcome.is_stopped(requirement) {
                break;
            }
            comes_after = true;
        }
        self.has_moved(target, Do::Attack);
        let goes_on = !struck && self.fight.ending.is_none() && rules.can_act(self.fight.body(who));
        if !goes_on {
            self.table.tell("HEI-193", || format!("the brawl attack of {} fails", rules.name(who)));
        }
        goes_on
    }

    /// Applies a brawl attack that hits: a brawl attack does that hits: a bind, or the effect Hit, of as many points as a skill
    /// calls (HEI-051, HEI-188, HEI-196).
    pub(super) fn land_brawl(&mut self, attack: &Attack, target: Slot, part: BodyPart, reaction: Option<Reaction>) {
        let by = attack.by;
        if reaction.is_none() {
            if attack.bind {
                self.grab(by, target, part);
            }
            let usual = if attack.bind { None } else { Some(self.rules.book.brawl.damage) };
            if let Some(number) = self.rules.called_hit(attack).or(usual) {
                let hit = Effect { kind: EffectKind::Hit, number, part: None };
                self.afflict(target, &hit, by, part);
            }
            self.apply_skill_effects(attack, target, part);
        }
    }

    /// Takes hold of somebody (HEI-188, HEI-189, HEI-194, HEI-196, R-38).
    fn grab(&mut self, by: Slot, target: Slot, part: BodyPart) {
        let rules = self.rules;
        let hand = rules.free_hand(rules.fighter(by), self.fight.body(by));
        let (Some(hand), None, None) = (hand, self.fight.body(target).held, self.fight.body(by).holding) else { return };
        self.receives_effect(target);
        let own_turn = self.fight.current() == Some(target);
        let seconds = Duration::of_seconds(rules.book.brawl.seconds, &rules.book);
        if rules.rulings().grab_duration == GrabDuration::Seconds && seconds.turns == 0 {
            return;
        }
        let timer = match rules.rulings().grab_duration {
            GrabDuration::Held => Timer::default(),
            GrabDuration::Seconds => Timer { turns: seconds.turns, fresh: own_turn },
        };
        self.fight.body_mut(target).held = Some(Held { by, part: BindPart::of(part), timer });
        let body = self.fight.body_mut(by);
        body.holding = Some(Holding { whom: target, hand });
        body.stance = None;
        self.table.watch.count(by, count::GRABS, 1);
        self.table.tell("HEI-196", || format!("{} holds {} by the {}", rules.name(by), rules.name(target), part.spoken()));
    }

    /// The holder lets go (HEI-195).
    pub(super) fn let_go(&mut self, who: Slot) {
        if !PLAIN && let Some(holding) = self.fight.body(who).holding {
            self.end_grab(holding.whom);
        }
    }

    /// Holders are asked whether to let go at once: all but the one whose turn begins, or the one who is attacked (HEI-195).
    pub(super) fn ask_holders(&mut self, turn_of: Option<Slot>, attacked: Option<Slot>) {
        let rules = self.rules;
        if PLAIN || !rules.releases {
            return;
        }
        for who in self.fight.slots() {
            let asked = turn_of.map_or(attacked == Some(who), |turn_of| turn_of != who);
            let Some(holding) = self.fight.body(who).holding.filter(|_| asked) else { continue };
            if rules.can_act(self.fight.body(who)) && self.releases(Ask::about(who, holding.whom)) {
                self.table.tell("HEI-195", || format!("{} lets go", rules.name(who)));
                self.let_go(who);
            }
        }
    }

    /// The grab of somebody ends; the holder can defend again, and rolls for it at once (HEI-198; section 4.7 of the
    /// specification).
    pub(super) fn end_grab(&mut self, held: Slot) {
        if PLAIN {
            return;
        }
        let Some(grab) = self.fight.body_mut(held).held.take() else { return };
        self.fight.body_mut(grab.by).holding = None;
        self.table.tell("HEI-198", || format!("{} no longer holds {}", self.rules.name(grab.by), self.rules.name(held)));
        if self.fight.ending.is_none() && self.fight.body(grab.by).stance.is_none() {
            self.roll_ahead(grab.by);
        }
    }

    /// Everything that somebody holds or is held by ends.
    pub(super) fn drop_grabs(&mut self, who: Slot) {
        self.end_grab(who);
        self.let_go(who);
    }

    /// The value that a holder sets against an action of the held: the result of a brawl roll (HEI-197, R-39). None without a
    /// holder that opposes it.
    pub(super) fn opposition(&mut self, who: Slot) -> Option<i32> {
        let rules = self.rules;
        if PLAIN {
            return None;
        }
        let holder = self.fight.body(who).held?.by;
        if !rules.can_act(self.fight.body(holder)) || !self.opposes(Ask::about(holder, who)) {
            return None;
        }
        let brawl = rules.abilities.roles.brawl;
        let score = rules.fighter(holder).score(self.fight.body(holder), brawl);
        let consistency = self.table.adds().plus("ability", score.c);
        let consistency = rules.add_own_modifiers(consistency, self.fight, holder, true);
        let consistency = consistency.plus("weary", -rules.weariness(self.fight, holder, brawl));
        let c = consistency.total();
        let rolled = rules.check.pool.roll(c, holder, &rolls::OPPOSE, self.table);
        let physical = rules.abilities.is_physical(brawl);
        let meets = !physical || self.exerts(holder, rolled);
        let sum = self.table.adds().rolled(holder, &rolls::OPPOSE, taken(c), i32::from(rolled.pre)).plus("potential", score.p);
        let result = sum.total();
        self.table.tell(if meets { "HEI-197" } else { "HEI-133, HEI-197" }, || {
            let said = if meets { "holds on to" } else { "is too tired to hold back" };
            let sentence = Sentence::new(format!("{} {said} {}: ", rules.name(holder), rules.name(who))).total("", sum);
            sentence.and(" at C ").total("", consistency)
        });
        meets.then_some(result)
    }

    /// Melee puts attacker and target into one cluster (HEI-114, R-23).
    pub(super) fn join_cluster(&mut self, who: Slot, target: Slot) {
        let (mine, theirs) = (self.fight.body(who).cluster, self.fight.body(target).cluster);
        match (mine, theirs) {
            (0, 0) => {
                let cluster = self.rules.free_cluster(self.fight);
                self.fight.body_mut(who).cluster = cluster;
                self.fight.body_mut(target).cluster = cluster;
            }
            (0, theirs) => self.fight.body_mut(who).cluster = theirs,
            (mine, 0) => self.fight.body_mut(target).cluster = mine,
            (mine, theirs) if mine == theirs => {}
            (mine, theirs) => match self.rules.rulings().cluster_switch {
                ClusterSwitch::Merge => {
                    for body in &mut self.fight.bodies {
                        if body.cluster == theirs {
                            body.cluster = mine;
                        }
                    }
                }
                ClusterSwitch::Transfer => {
                    self.leave_cluster(who);
                    self.fight.body_mut(who).cluster = theirs;
                }
            },
        }
    }

    /// Leaves a cluster; one of a single member dissolves (HEI-115, HEI-127, R-23).
    pub(super) fn leave_cluster(&mut self, who: Slot) {
        let cluster = std::mem::take(&mut self.fight.body_mut(who).cluster);
        let left: Slots = self.fight.members(cluster);
        if let Some(alone) = left.single() {
            self.fight.body_mut(alone).cluster = 0;
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
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

    /// The lowest number that no cluster has.
    pub(super) fn free_cluster(&self, fight: &Fight) -> u8 {
        let taken = |number: u8| fight.bodies.iter().any(|body| body.cluster == number);
        (1..=u8::MAX).find(|&number| !taken(number)).unwrap_or(u8::MAX)
    }
}
