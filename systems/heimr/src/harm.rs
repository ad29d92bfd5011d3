//! Harm in `heimr`: damage, injuries by body part, falls, clocks, and being out of the fight.
//!
//! Owns section 4.12 of the specification, being out of the fight of 4.20, the falls of 4.14, and how long a condition runs.
//! Effects that are called are in [`effects`](super::effects). Start at [`Play::wound`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Marked as _, Watch};

use super::abilities::Score;
use super::book::surroundings::Falling;
use super::book::tables::{BodyPart, Hands};
use super::derived::Level;
use super::exertion::Challenge;
use super::fighter::{Duration, is_injured, rounds};
use super::ground::Location;
use super::metrics as count;
use super::policy::{Disarmed, Do};
use super::rolls;
use super::rulings::{ArmInjury, BelowTable, DazeOdd, EffectOverlap, FallHp, HoldConsistency, LegInjury, TorsoInjury};
use super::state::{Body, Exit, Fields, Hand, Place, Timer};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Follows every hit: climbers hold on, the hurt may be out (HEI-227, HEI-263).
    pub(super) fn after_landing(&mut self, target: Slot) {
        self.after_harm(target);
        if !PLAIN && self.fight.ending.is_none() && self.fight.body(target).climbing.is_some() {
            self.hold_on(target);
        }
    }

    /// Hit points are lost to a cause, by the number that counts it; at few enough a body part is injured (HEI-072, R-47).
    pub(super) fn wound(&mut self, target: Slot, damage: i32, part: BodyPart, cause: Counter) {
        if damage <= 0 {
            return;
        }
        let body = self.fight.body_mut(target);
        body.hp -= damage;
        let hp = body.hp;
        self.table.watch.count(target, count::DAMAGE_TAKEN, damage);
        self.table.watch.count(target, cause, damage);
        self.table.watch.first(target, count::WOUNDED_ROUND, i32::from(self.fight.round));
        self.table.tell("HEI-051", || format!("{} loses {damage} HP: {hp} left", self.rules.name(target)));
        if is_injured(hp, &self.rules.book) {
            self.injure(target, part.bit());
        }
    }

    /// Body parts are injured (HEI-072, HEI-073, HEI-074, R-48, R-49, R-50).
    pub(super) fn injure(&mut self, who: Slot, parts: u8) {
        let rules = self.rules;
        let body = self.fight.body_mut(who);
        body.injuries |= parts;
        body.stabilised = false;
        for part in BodyPart::of_set(parts) {
            self.table.watch.count(who, count::injured(part), 1);
            self.table.tell("HEI-072", || format!("the {} of {} is injured", part.spoken(), rules.name(who)));
        }
        let level = rules.level(self.fight.body(who).hp);
        let reached = [(Level::Bloodied, count::INJURED_ROUND), (Level::Mangled, count::MANGLED_ROUND)];
        for (least, moment) in reached.into_iter().chain([(Level::Mutilated, count::MUTILATED_ROUND)]) {
            if level >= least {
                self.table.watch.first(who, moment, i32::from(self.fight.round));
            }
        }
        for part in BodyPart::of_set(parts & rules.injured.drop) {
            let hand = if part == BodyPart::OffArm { Hand::Off } else { Hand::Sword };
            self.drop_from(who, hand);
        }
        let duration = Duration::of_seconds(rules.book.effects.seconds, &rules.book);
        let fresh = self.fight.current() == Some(who);
        if parts & rules.injured.fall != 0 {
            self.goes_down(who, Some(duration).filter(|_| rules.rulings().leg_injury == LegInjury::Timed));
            self.table.tell("HEI-074", || format!("{} falls to the ground", rules.name(who)));
        }
        if parts & rules.injured.daze != 0 {
            let body = self.fight.body_mut(who);
            body.stance = None;
            if rules.rulings().torso_injury == TorsoInjury::Timed {
                rules.daze(body, duration, fresh);
            }
        }
        self.start_clocks(who);
        if self.fight.body(who).dead {
            self.dies(who);
        }
        let falls = !PLAIN && self.fight.body(who).prone && self.fight.body(who).climbing.is_some();
        if falls {
            let elevation = i32::from(self.fight.body(who).elevation);
            self.fall(who, elevation, "HEI-074");
        }
        self.receives_effect(who);
    }

    /// Goes down to the ground, and cannot stand up for so long, where that has an end of its own (HEI-053).
    pub(super) fn goes_down(&mut self, who: Slot, duration: Option<Duration>) {
        let fresh = self.fight.current() == Some(who);
        let body = self.fight.body_mut(who);
        body.prone = true;
        if let Some(duration) = duration {
            self.rules.run_timer(&mut body.fall, duration, fresh);
        }
    }

    /// Drops what a hand holds to the ground; a weapon that one hand can hold stays in the other (HEI-054, R-49).
    pub(super) fn drop_from(&mut self, who: Slot, hand: Hand) {
        let fighter = self.rules.fighter(who);
        let Some(item) = self.fight.body(who).places.in_hand(hand) else { return };
        let body = self.fight.body_mut(who);
        let stays = hand == Hand::Off && body.places[item] == Place::BothHands && fighter.gear.hands(item) == Hands::OneOrTwo;
        body.places.put(item, if stays { Place::SwordHand } else { Place::Ground(body.at) });
        if !stays {
            self.table.tell("HEI-054, HEI-074", || format!("{} drops the {}", self.rules.name(who), fighter.gear.name(item)));
            if fighter.gear.lamp(item).is_some() {
                self.lamp_is_handled(who, item);
            }
        }
    }

    /// Holds on after a hit or an effect, or falls (HEI-227, HEI-263, R-66).
    fn hold_on(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(climb) = self.fight.body(who).climbing.filter(|climb| climb.cr > 0) else { return };
        let ability = rules.abilities.roles.climb;
        let own = rules.fighter(who).score(self.fight.body(who), ability);
        let hold = i32::from(rules.book.climb.hold_c);
        let c = match rules.rulings.hold_c {
            HoldConsistency::Fixed => hold,
            HoldConsistency::Lowered => own.c - hold,
        };
        let challenge = Challenge { ability, score: Score { c, p: own.p }, cr: i32::from(climb.cr) };
        if !self.passes(who, challenge, &rolls::HOLD_ON, true) {
            let elevation = i32::from(self.fight.body(who).elevation);
            self.fall(who, elevation, "HEI-263");
        }
    }

    /// Falls from an elevation, by this rule; a combatant that lands in the square below has left its own (HEI-264).
    pub(super) fn fall(&mut self, who: Slot, elevation: i32, rule: &'static str) {
        let rules = self.rules;
        let (at, height) = rules.landing(self.fight.body(who), elevation);
        self.table.tell(rule, || format!("{} falls from a height of {height}", rules.name(who)));
        self.leave_cluster(who);
        self.end_grab(who);
        if at == self.fight.body(who).at {
            let body = self.fight.body_mut(who);
            (body.elevation, body.climbing) = (0, None);
            self.uncover();
        } else {
            self.arrives(who, at);
        }
        self.table.watch.count(who, count::FALLS, 1);
        self.goes_down(who, Some(Duration::of_seconds(rules.book.effects.seconds, &rules.book)));
        self.receives_effect(who);
        self.falls_down(who, height);
    }

    /// Comes down from a fall of this height (HEI-264, HEI-266).
    pub(super) fn falls_down(&mut self, who: Slot, height: i32) {
        self.come_down(who, height, self.rules.book.fall.fall_cr(height), &rolls::FALL);
    }

    /// Coming down from a dangerous height (HEI-264, HEI-267, HEI-268, HEI-269, R-53).
    pub(super) fn come_down(&mut self, who: Slot, height: i32, cr: i32, roll: &'static Roll) {
        let rules = self.rules;
        if height < i32::from(rules.book.fall.min_height) {
            return;
        }
        let ability = rules.abilities.roles.fall;
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        if self.passes(who, Challenge { ability, score, cr }, roll, true) {
            return;
        }
        let before = self.fight.body(who).hp;
        let hp = match rules.rulings.fall_hp {
            FallHp::Min => before.min(i32::from(rules.book.fall.hp_from) - height),
            FallHp::Subtract => before - height,
        };
        self.fight.body_mut(who).hp = hp;
        self.table.watch.count(who, count::DAMAGE_TAKEN, before - hp);
        self.table.watch.count(who, count::TAKEN_FROM_FALLS, before - hp);
        self.table.tell("HEI-267", || format!("{} has {hp} HP left", rules.name(who)));
        if is_injured(hp, &rules.book) {
            let mut parts = BodyPart::RightLeg.bit() | BodyPart::LeftLeg.bit();
            if hp <= i32::from(rules.book.injury.mutilated) {
                parts |= BodyPart::Torso.bit();
            }
            self.injure(who, parts);
        }
        self.after_harm(who);
    }

    /// A combatant has received an effect: what it was about to do is interrupted, and it lets go of the held (HEI-157,
    /// HEI-198). A holder that lets go rolls its next defence at once, and so this comes after everything the effect does.
    pub(super) fn receives_effect(&mut self, who: Slot) {
        self.interrupt(who);
        self.let_go(who);
    }

    /// The clocks of an injury by its level (HEI-076, HEI-077, R-51, R-52).
    #[inline]
    pub(super) fn start_clocks(&mut self, who: Slot) {
        let level = self.rules.level(self.fight.body(who).hp);
        if level >= Level::Mangled {
            self.start_clocks_of(level, who);
        }
    }

    /// Sets the rounds of fainting and of death by a level, of which the earlier counts (HEI-076, HEI-077, R-51, R-52).
    #[inline(never)]
    fn start_clocks_of(&mut self, level: Level, who: Slot) {
        let rules = self.rules;
        let (injury, round) = (&rules.book.injury, u32::from(self.fight.round));
        let rounds = |seconds: u32| rounds(seconds, &rules.book);
        let body = self.fight.body_mut(who);
        let earlier = |present: u32, new: u32| if present == 0 { new.max(1) } else { present.min(new.max(1)) };
        if body.death_round == 0 {
            body.unconscious_round = (round + rounds(injury.mangled_unconscious_s)).max(1);
            body.death_round = (round + rounds(injury.mangled_death_s)).max(1);
        }
        if level == Level::Mutilated {
            body.death_round = earlier(body.death_round, round + rounds(injury.mutilated_death_s));
            body.dead = body.hp < i32::from(injury.lowest) && rules.rulings().below_table == BelowTable::Dead;
            self.faint(who);
        }
    }

    /// Notes that a combatant has carried out an action, which may reopen its injuries (HEI-079).
    #[inline(always)]
    pub(super) fn has_moved(&mut self, who: Slot, act: Do) {
        if self.fight.body(who).stabilised && self.rules.moves_injured(self.fight.body(who), act) {
            self.reopen(who);
        }
    }

    /// A stabilised injury opens again: its clock begins anew (HEI-079).
    #[cold]
    #[inline(never)]
    pub(super) fn reopen(&mut self, who: Slot) {
        let rules = self.rules;
        if !rules.book.care.reopen || rules.level(self.fight.body(who).hp) < Level::Mangled {
            return;
        }
        self.fight.body_mut(who).stabilised = false;
        self.table.tell("HEI-079", || format!("the injury of {} opens again", rules.name(who)));
        self.start_clocks(who);
        if rules.is_out(self.fight.body(who)) {
            self.leaves(who, count::OUT_MUTILATED);
        }
    }

    /// No longer dies, and is conscious again (HEI-078).
    pub(super) fn is_stabilised(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        (body.unconscious_round, body.death_round) = (0, 0);
        (body.stabilised, body.unconscious) = (true, false);
        self.table.tell("HEI-078", || format!("{} is stabilised", self.rules.name(who)));
    }

    /// Falls unconscious (HEI-218).
    pub(super) fn faint(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        (body.unconscious, body.prone, body.asleep, body.stance) = (true, true, false, None);
    }

    /// Dies.
    pub(super) fn dies(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        body.dead = true;
        (body.unconscious_round, body.death_round) = (0, 0);
        self.faint(who);
        self.table.watch.first(who, count::DEATH_ROUND, i32::from(self.fight.round));
        self.table.watch.mark(who, count::DEATHS, 1);
        self.table.tell("HEI-076, HEI-077", || format!("{} dies", self.rules.name(who)));
    }

    /// Follows harm: a combatant that has been harmed may be out, surrender or be disarmed (section 4.12 of the specification,
    /// step 6).
    pub(super) fn after_harm(&mut self, who: Slot) {
        let rules = self.rules;
        let body = self.fight.body(who);
        if body.gone || body.exit != Exit::Here {
            return;
        }
        if rules.dazed_for_good(body) {
            self.leaves(who, count::OUT_TORSO);
        } else if body.dead || body.unconscious {
            self.leaves(who, count::OUT_MUTILATED);
        } else if rules.is_out(body) {
            self.leaves(who, count::OUT_INJURED);
        } else if self.surrenders(who) {
            self.surrender(who, count::OUT_YIELDED);
        } else if rules.disarmed(rules.fighter(who), self.fight.body(who)) && self.when_disarmed(who) == Disarmed::Yield {
            self.surrender(who, count::OUT_DISARMED);
        }
    }

    /// Surrenders.
    pub(super) fn surrender(&mut self, who: Slot, reason: Counter) {
        self.fight.body_mut(who).exit = Exit::Yielded;
        self.table.tell("R-57", || format!("{} surrenders", self.rules.name(who)));
        self.leaves(who, reason);
    }

    /// A combatant is out: it leaves its cluster, and all that it was about to do ends (section 4.12 of the specification,
    /// step 6).
    pub(super) fn leaves(&mut self, who: Slot, reason: Counter) {
        if self.fight.body(who).gone {
            return;
        }
        self.breaks_off(who);
        self.fight.body_mut(who).gone = true;
        self.table.watch.count(who, reason, 1);
        self.table.watch.first(who, count::OUT_ROUND, i32::from(self.fight.round));
        self.table.tell("R-56", || format!("{} is out of the fight", self.rules.name(who)));
        self.check_ending();
        self.table.watch.count(who, count::DECIDED, i32::from(self.fight.ending.is_some()));
        self.drop_grabs(who);
    }

    /// Breaks off all that the combatant was about to do, and leaves its cluster.
    fn breaks_off(&mut self, who: Slot) {
        self.leave_cluster(who);
        let body: &mut Body = self.fight.body_mut(who);
        body.clear(Fields::Doing);
        body.reveal();
    }

    /// Runs after a combatant that has left: until so many turns have been missed nobody finds the pursuer where it was.
    pub(super) fn runs_after(&mut self, who: Slot, turns: u16) {
        self.breaks_off(who);
        let body = self.fight.body_mut(who);
        (body.exit, body.turns_missed, body.dodge_ready) = (Exit::Away, turns, 0);
        self.drop_grabs(who);
        self.table.tell("R-87", || format!("{} is away for {turns} of its turns", self.rules.name(who)));
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Lets a timer run for longer, by the rulings.
    pub(super) fn run_timer(&self, timer: &mut Timer, duration: Duration, fresh: bool) {
        match self.rulings().effect_overlap {
            EffectOverlap::Add => {
                timer.fresh = if timer.turns == 0 { fresh } else { timer.fresh };
                timer.turns = timer.turns.saturating_add(duration.turns);
            }
            EffectOverlap::Max if duration.turns > timer.turns => *timer = Timer { turns: duration.turns, fresh },
            EffectOverlap::Max if duration.turns == timer.turns && timer.turns > 0 => timer.fresh |= fresh,
            EffectOverlap::Max => {}
        }
    }

    /// Dazes a combatant (HEI-056, HEI-130, HEI-131, R-19).
    pub(super) fn daze(&self, body: &mut Body, duration: Duration, fresh: bool) {
        let odd = duration.odd && self.rulings().daze_odd == DazeOdd::Yes;
        match self.rulings().effect_overlap {
            EffectOverlap::Add => body.daze_odd |= odd,
            EffectOverlap::Max if duration.turns > body.daze.turns => body.daze_odd = odd,
            EffectOverlap::Max if duration.turns == body.daze.turns => body.daze_odd |= odd,
            EffectOverlap::Max => {}
        }
        self.run_timer(&mut body.daze, duration, fresh);
        body.stance = None;
    }

    /// The place where a combatant lands that comes down from this elevation, and the depth of the fall.
    fn landing(&self, body: &Body, elevation: i32) -> (Location, i32) {
        let below = body.climbing.and_then(|climb| climb.along).and_then(|along| self.ground.neighbour(body.at, along));
        match below {
            Some(below) if elevation < 0 => {
                (below, self.ground.square(body.at).height + elevation - self.ground.square(below).height)
            }
            _ => (body.at, elevation.max(0)),
        }
    }

    /// True if an action moves an injured body part: legs walk, arms handle things, and the torso does both (HEI-079). An arm
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
            Do::Light | Do::PutOut => arms | torso,
            _ => 0,
        };
        body.injuries & moved != 0
    }
}

impl Falling {
    /// The requirement of a jump from this height (HEI-265).
    #[must_use]
    pub fn jump_cr(&self, height: i32) -> i32 {
        i32::from(self.jump_mult) * height
    }

    /// The requirement of a fall from this height (HEI-266).
    #[must_use]
    pub fn fall_cr(&self, height: i32) -> i32 {
        self.jump_cr(height) + i32::from(self.fall_extra)
    }
}
