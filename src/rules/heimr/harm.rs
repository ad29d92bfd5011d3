//! Harm in `heimr`: damage, injuries by body part, clocks, and being out of the fight.
//!
//! Owns sections 4.12 and 4.20 of the specification. Effects that are called are in [`effects`](super::effects). Start at
//! [`Core::land_weapon`].

use crate::dice::{Dice, Slot};
use crate::fight::watch::Counter;
use crate::fight::{Table, Watch};

use super::Core;
use super::attack::Attack;
use super::book::tables::{BodyPart, Hands};
use super::derived::Level;
use super::fighter::{Duration, Effect};
use super::metrics as count;
use super::policy::{Disarmed, Do};
use super::rulings::{ArmInjury, BelowTable, GrabBreaksOn, LegInjury, TorsoInjury};
use super::sheet::{EffectKind, Reaction};
use super::state::{Body, Exit, Fight, Hand, Place};

impl<const PLAIN: bool> Core<PLAIN> {
    /// What the hit of a weapon does (HEI-051, HEI-065, R-31, R-59).
    #[inline(always)]
    pub(super) fn land_weapon<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        (target, part): (Slot, BodyPart),
        reaction: Option<Reaction>,
        table: &mut Table<D, W>,
    ) {
        let Some(weapon) = self.weapon_of(attack) else { return };
        let by = attack.by;
        let called = if !PLAIN && reaction.is_none() { self.called_hit(attack) } else { None };
        let damage = match called {
            _ if reaction == Some(Reaction::Miss) => 0,
            Some(points) => i32::from(points),
            None => (weapon.damage - self.fighter(target).armour).max(0),
        };
        table.watch.count(by, count::DAMAGE_DEALT, damage);
        self.wound(fight, target, damage, part, table);
        if called.is_some() {
            self.receives_effect(fight, target, table);
        }
        if self.rulings().grab_breaks_on == GrabBreaksOn::AnyHit {
            self.let_go(fight, target, table);
        }
        if !PLAIN && reaction.is_none() {
            for effect in &weapon.on_hit {
                if effect.kind != EffectKind::Hit && !self.is_out(fight.body(target)) {
                    self.afflict(fight, target, effect, (by, part), table);
                }
            }
            self.apply_skill_effects(fight, attack, (target, part), table);
        }
    }

    /// The points of a called Hit, which replaces what the weapon does (HEI-051).
    pub(super) fn called_hit(&self, attack: &Attack) -> Option<u16> {
        let hit = |effects: &[Effect]| effects.iter().find(|effect| effect.kind == EffectKind::Hit).map(|effect| effect.number);
        let skills = &self.fighter(attack.by).skills;
        let skill = attack.skill.and_then(|skill| hit(&skills[usize::from(skill)].effects));
        skill.or_else(|| self.weapon_of(attack).and_then(|weapon| hit(&weapon.on_hit)))
    }

    /// What comes after every hit: climbers hold on, the hurt may be out (HEI-227, HEI-263).
    pub(super) fn after_landing<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, table: &mut Table<D, W>) {
        self.after_harm(fight, target, table);
        if !PLAIN && fight.ending.is_none() && fight.body(target).climbing.is_some() {
            self.hold_on(fight, target, table);
        }
    }

    /// Hit points are lost; below the threshold a body part is injured (HEI-066, HEI-072, R-47).
    pub(super) fn wound<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        damage: i32,
        part: BodyPart,
        table: &mut Table<D, W>,
    ) {
        if damage <= 0 {
            return;
        }
        let body = fight.body_mut(target);
        body.hp -= damage;
        let hp = body.hp;
        table.watch.count(target, count::DAMAGE_TAKEN, damage);
        table.watch.first(target, count::WOUNDED_ROUND, i32::from(fight.round));
        table.tell("HEI-051", || format!("{} loses {damage} HP: {hp} left", self.name(target)));
        if hp <= i32::from(self.book.injury.threshold) {
            self.injure(fight, target, part.bit(), table);
        }
    }

    /// Body parts are injured (HEI-072, HEI-073, HEI-074, R-48, R-49, R-50).
    pub(super) fn injure<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, parts: u8, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        body.injuries |= parts;
        body.stabilised = false;
        for part in BodyPart::of_set(parts) {
            table.watch.count(who, count::injured(part), 1);
            table.tell("HEI-072", || format!("the {} of {} is injured", part.spoken(), self.name(who)));
        }
        let level = self.level(fight.body(who).hp);
        let reached = [(Level::Bloodied, count::INJURED_ROUND), (Level::Mangled, count::MANGLED_ROUND)];
        for (least, moment) in reached.into_iter().chain([(Level::Mutilated, count::MUTILATED_ROUND)]) {
            if level >= least {
                table.watch.first(who, moment, i32::from(fight.round));
            }
        }
        for part in BodyPart::of_set(parts & self.injured.drop) {
            let hand = if part == BodyPart::OffArm { Hand::Off } else { Hand::Sword };
            self.drop_from(fight, who, hand, table);
        }
        let duration = Duration::of_seconds(self.book.effects.seconds, &self.book);
        let fresh = fight.current() == Some(who);
        if parts & self.injured.fall != 0 {
            let body = fight.body_mut(who);
            body.prone = true;
            if self.rulings().leg_injury == LegInjury::Timed {
                self.run_timer(&mut body.fall, duration, fresh);
            }
            table.tell("HEI-074", || format!("{} falls to the ground", self.name(who)));
        }
        if parts & self.injured.daze != 0 {
            let body = fight.body_mut(who);
            body.stance = None;
            if self.rulings().torso_injury == TorsoInjury::Timed {
                self.daze(body, duration, fresh);
            }
        }
        self.start_clocks(fight, who);
        if fight.body(who).dead {
            self.dies(fight, who, table);
        }
        let falls = !PLAIN && fight.body(who).prone && fight.body(who).climbing.is_some();
        if falls {
            let elevation = i32::from(fight.body(who).elevation);
            self.fall(fight, who, elevation, table);
        }
        self.receives_effect(fight, who, table);
    }

    /// What a hand holds falls to the ground; a weapon that one hand can hold stays in the other (HEI-054, R-49).
    pub(super) fn drop_from<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, hand: Hand, table: &mut Table<D, W>) {
        let fighter = self.fighter(who);
        let Some(item) = fight.body(who).places.in_hand(hand) else { return };
        let body = fight.body_mut(who);
        let stays = hand == Hand::Off && body.places[item] == Place::BothHands && fighter.gear.hands(item) == Hands::OneOrTwo;
        body.places.put(item, if stays { Place::SwordHand } else { Place::Ground(body.at) });
        if !stays {
            table.tell("HEI-054, HEI-074", || format!("{} drops the {}", self.name(who), fighter.gear.name(item)));
        }
    }

    /// The clocks of an injury by its level (HEI-076, HEI-077, R-51, R-52).
    #[inline]
    pub(super) fn start_clocks(&self, fight: &mut Fight, who: Slot) {
        let level = self.level(fight.body(who).hp);
        if level >= Level::Mangled {
            self.start_clocks_of(level, fight, who);
        }
    }

    #[inline(never)]
    fn start_clocks_of(&self, level: Level, fight: &mut Fight, who: Slot) {
        let (injury, round) = (&self.book.injury, u32::from(fight.round));
        let rounds = |seconds: u32| seconds / u32::from(self.book.turn.seconds);
        let body = fight.body_mut(who);
        let earlier = |present: u32, new: u32| if present == 0 { new.max(1) } else { present.min(new.max(1)) };
        if body.death_round == 0 {
            body.unconscious_round = (round + rounds(injury.mangled_unconscious_s)).max(1);
            body.death_round = (round + rounds(injury.mangled_death_s)).max(1);
        }
        if level == Level::Mutilated {
            body.death_round = earlier(body.death_round, round + rounds(injury.mutilated_death_s));
            body.dead = body.hp < i32::from(injury.lowest) && self.rulings().below_table == BelowTable::Dead;
            self.faint(fight, who);
        }
    }

    /// Whether an action moves an injured body part: legs walk, arms handle things, and the torso does both (HEI-079). An arm
    /// that an injury makes useless is not moved.
    pub(super) fn moves_injured(&self, body: &Body, act: Do) -> bool {
        let set = |parts: &[BodyPart]| parts.iter().fold(0, |set, part| set | part.bit());
        let legs = set(&[BodyPart::RightLeg, BodyPart::LeftLeg]);
        let arms = match self.rulings().arm_injury {
            ArmInjury::Lasting => 0,
            ArmInjury::Once => set(&[BodyPart::SwordArm, BodyPart::OffArm]),
        };
        let torso = BodyPart::Torso.bit();
        let moved = match act {
            Do::Charge | Do::Climb | Do::Carry => legs | arms | torso,
            Do::Move | Do::Run | Do::Crawl | Do::JumpDown | Do::DropProne | Do::StandUp => legs | torso,
            Do::Attack | Do::Brawl | Do::Break | Do::Draw | Do::PutAway | Do::Drop | Do::Get | Do::Conceal | Do::Swap => {
                arms | torso
            }
            _ => 0,
        };
        body.injuries & moved != 0
    }

    /// A stabilised injury opens again: its clock begins anew (HEI-079).
    #[cold]
    #[inline(never)]
    pub(super) fn reopen<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !self.book.care.reopen || self.level(fight.body(who).hp) < Level::Mangled {
            return;
        }
        fight.body_mut(who).stabilised = false;
        table.tell("HEI-079", || format!("the injury of {} opens again", self.name(who)));
        self.start_clocks(fight, who);
        if self.is_out(fight.body(who)) {
            self.leaves(fight, who, count::OUT_MUTILATED, table);
        }
    }

    /// Falls unconscious (HEI-218).
    pub(super) fn faint(&self, fight: &mut Fight, who: Slot) {
        let body = fight.body_mut(who);
        (body.unconscious, body.prone, body.asleep, body.stance) = (true, true, false, None);
    }

    /// Dies.
    pub(super) fn dies<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        body.dead = true;
        (body.unconscious_round, body.death_round) = (0, 0);
        self.faint(fight, who);
        table.watch.first(who, count::DEATH_ROUND, i32::from(fight.round));
        table.tell("HEI-076, HEI-077", || format!("{} dies", self.name(who)));
    }

    /// Whether somebody that has been harmed is out, surrenders or is disarmed (section 4.12 of the specification, step 6).
    pub(super) fn after_harm<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body(who);
        if body.gone || body.exit != Exit::Here {
            return;
        }
        if self.dazed_for_good(body) {
            self.leaves(fight, who, count::OUT_TORSO, table);
        } else if body.dead || body.unconscious {
            self.leaves(fight, who, count::OUT_MUTILATED, table);
        } else if self.is_out(body) {
            self.leaves(fight, who, count::OUT_INJURED, table);
        } else if self.surrenders(fight, who, table) {
            self.surrender(fight, who, count::OUT_YIELDED, table);
        } else if self.disarmed(self.fighter(who), fight.body(who)) && self.when_disarmed(fight, who, table) == Disarmed::Yield
        {
            self.surrender(fight, who, count::OUT_DISARMED, table);
        }
    }

    /// Surrenders.
    pub(super) fn surrender<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, reason: Counter, table: &mut Table<D, W>) {
        fight.body_mut(who).exit = Exit::Yielded;
        table.tell("R-57", || format!("{} surrenders", self.name(who)));
        self.leaves(fight, who, reason, table);
    }

    /// Somebody is out: it leaves its cluster, and all that it was about to do ends (section 4.12 of the specification, step 6).
    pub(super) fn leaves<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, reason: Counter, table: &mut Table<D, W>) {
        if fight.body(who).gone {
            return;
        }
        self.leave_cluster(fight, who);
        let body: &mut Body = fight.body_mut(who);
        body.gone = true;
        (body.guarding, body.readied, body.upcoming, body.stance, body.carrying) = (None, None, None, None, None);
        body.reveal();
        table.watch.count(who, reason, 1);
        table.watch.first(who, count::OUT_ROUND, i32::from(fight.round));
        table.tell("R-56", || format!("{} is out of the fight", self.name(who)));
        self.check_ending(fight);
        table.watch.count(who, count::DECIDED, i32::from(fight.ending.is_some()));
        self.drop_grabs(fight, who, table);
    }
}
