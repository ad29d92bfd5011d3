//! Attacks of `heimr`: from the declaration in melee to the roll, and what a hit or a miss leads to.
//!
//! Owns section 4.6 of the specification for weapons in melee and what all attacks share; shots are in
//! [`shoot`](super::shoot), brawls in [`grapple`](super::grapple), defences in [`defend`](super::defend). Start at
//! [`Core::melee`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::tables::BodyPart;
use super::challenge::{Rolled, hits};
use super::choose::Ask;
use super::defend::Fixed;
use super::derived::Wielded;
use super::gear::Weapon;
use super::mastery::Mastery;
use super::metrics as count;
use super::policy::Trigger;
use super::rolls;
use super::rulings::{ClimbAttack, InterruptOn, MeleeConcealment, RerollFatigue, TouchBinds};
use super::sheet::DefenceKind;
use super::state::{Body, Fight};

/// What gives occasion to an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// An action of one's turn.
    Action,
    /// A charge.
    Charge,
    /// A readied action.
    Readied,
    /// A brawl attack that is begun nearby.
    Provoked,
    /// Somebody who outmanoeuvres a guard.
    Guard,
}

/// An attack as it is rolled.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// Who attacks.
    pub by: Slot,
    /// With which weapon; none for a brawl attack.
    pub weapon: Option<u8>,
    /// Whether it is a shot.
    pub ranged: bool,
    /// Why.
    pub why: Why,
    /// Whether it is a brawl attack for a bind.
    pub bind: bool,
    /// The body part that is targeted.
    pub part: Option<BodyPart>,
    /// The skill that goes with it.
    pub skill: Option<u8>,
    /// What surprise adds to the potential.
    pub surprise: i32,
    /// What circumstances other than the target take off the consistency.
    pub penalty: i32,
    /// Whether only a dodge can meet it.
    pub dodge_only: bool,
    /// What it takes off the consistency of that dodge.
    pub dodge_penalty: i32,
    /// Whether its roll can raise fatigue.
    pub grows: bool,
}

/// An attack roll.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// The dice.
    pub rolled: Rolled,
    /// The result.
    pub result: i32,
    /// Whether it meets fatigue.
    pub meets: bool,
}

/// What an attack roll is held against: the defence, and what a holder sets against it.
pub type Against = (Option<Fixed>, Option<i32>);

/// What became of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It failed by itself.
    Failed,
    /// The holder of the attacker has stopped it.
    HeldBack,
    /// A defence of this kind met it.
    Missed(DefenceKind),
    /// It hit.
    Hit,
}

impl Outcome {
    /// Whether the first blow of an action that had to meet the requirement of a holder has not met it, which ends the action
    /// (HEI-197, R-39).
    #[inline(always)]
    pub(super) fn is_stopped(self, requirement: Option<i32>) -> bool {
        requirement.is_some() && matches!(self, Outcome::Failed | Outcome::HeldBack)
    }
}

impl Attack {
    /// A plain attack.
    pub fn new(by: Slot, weapon: Option<u8>, why: Why) -> Self {
        Attack {
            by,
            weapon,
            ranged: false,
            why,
            bind: false,
            part: None,
            skill: None,
            surprise: 0,
            penalty: 0,
            dodge_only: false,
            dodge_penalty: 0,
            grows: true,
        }
    }

    fn roll(&self) -> &'static Roll {
        match (self.why, self.weapon) {
            (Why::Provoked, _) => &rolls::PROVOKED,
            (Why::Guard, _) => &rolls::GUARD_ATTACK,
            (_, None) => &rolls::BRAWL,
            _ if !self.grows => &rolls::RETARGETED,
            _ => &rolls::ATTACK,
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The weapon of an attack.
    #[inline]
    pub(super) fn weapon_of(&self, attack: &Attack) -> Option<&Weapon> {
        attack.weapon.map(|weapon| &self.fighter(attack.by).gear.weapons[usize::from(weapon)])
    }

    /// A melee attack with each of these weapons; a charge can add surprise (section 4.6 of the specification; HEI-160, HEI-185, R-28).
    #[inline]
    pub(super) fn melee<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        weapons: Wielded,
        (why, surprise): (Why, i32),
        table: &mut Table<D, W>,
    ) {
        let Some((target, penalty)) = self.declare(fight, (who, target), why, false, table) else { return };
        let mut attack = Attack { surprise, penalty, ..Attack::new(who, None, why) };
        attack.part = self.aims(fight, Ask::about(who, target), table);
        attack.skill = self.declare_skill(fight, who, target, table);
        let requirement = self.opposition(fight, who, table);
        let (first, second) = match weapons {
            [Some(sword), off] => (sword, off),
            [None, Some(off)] => (off, None),
            [None, None] => return self.after_attack(fight, (who, target), false, table),
        };
        // Nothing has come to pass since the first weapon was found to reach its target, where nobody can intervene.
        debug_assert!(!PLAIN || self.goes_on(fight, who, target, first));
        let strikes = PLAIN || self.goes_on(fight, who, target, first);
        let mut stopped = false;
        if strikes {
            let attack = Attack { weapon: Some(first), ..attack };
            self.is_heard_striking(fight, who, first, table);
            stopped = self.carry_out(fight, &attack, target, requirement, table).is_stopped(requirement);
        }
        if let Some(second) = second
            && !stopped
            && self.goes_on(fight, who, target, second)
        {
            self.strike_with(fight, &attack, (second, strikes), target, requirement, table);
        }
        self.after_attack(fight, (who, target), false, table);
    }

    /// A blow with one of the weapons of an action: the first one meets what a holder requires, and each that comes after
    /// another has a skill of its own (HEI-185, HEI-197, R-28, R-73).
    pub(super) fn strike_with<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        (weapon, comes_after): (u8, bool),
        target: Slot,
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Outcome {
        let mut attack = Attack { weapon: Some(weapon), ..*attack };
        if comes_after {
            attack.penalty += i32::from(self.book.attack.offhand_penalty);
            attack.skill = self.declare_skill(fight, attack.by, target, table);
        }
        self.is_heard_striking(fight, attack.by, weapon, table);
        self.strike_at(fight, &attack, target, requirement.filter(|_| !comes_after), table)
    }

    /// A blow with a weapon makes the noise of that.
    #[inline(always)]
    fn is_heard_striking<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, weapon: u8, table: &mut Table<D, W>) {
        if !PLAIN {
            self.make_noise(fight, who, self.fighter(who).gear.weapons[usize::from(weapon)].sound, table);
        }
    }

    /// Whether a strike with this weapon at somebody is still to be made.
    pub(super) fn goes_on(&self, fight: &Fight, who: Slot, target: Slot, weapon: u8) -> bool {
        let body = fight.body(who);
        let fit = self.can_act(body) && self.usable(self.fighter(who), body, usize::from(weapon));
        fit && !self.is_out(fight.body(target)) && fight.ending.is_none()
    }

    /// What being hidden from the target adds (HEI-223).
    pub(super) fn surprise(&self, fight: &Fight, who: Slot, target: Slot) -> i32 {
        if fight.is_hidden(who, target) { i32::from(self.book.hidden.attack_bonus) } else { 0 }
    }

    /// What a guess at where somebody hides takes off the consistency of a melee attack, concealment included; of others
    /// concealment alone, by the rulings. It is that of before the attack: after it both are in one cluster, and nothing
    /// conceals there (HEI-219, HEI-222, R-74).
    #[inline]
    pub(super) fn blindness(&self, fight: &Fight, who: Slot, target: Slot) -> i32 {
        let sees = PLAIN || self.rulings().melee_concealment == MeleeConcealment::No && !fight.is_hidden(target, who);
        if sees { 0 } else { self.luck_penalty(fight, who, target) + self.concealment(fight, target, who) }
    }

    /// What a guess at where somebody hides takes off the consistency, beside concealment (HEI-222).
    #[inline]
    pub(super) fn luck_penalty(&self, fight: &Fight, who: Slot, target: Slot) -> i32 {
        if !PLAIN && fight.is_hidden(target, who) { i32::from(self.book.hidden.luck_penalty) } else { 0 }
    }

    /// Steps 1 to 5 of an attack in melee: luck, intentions seen through, guards, the cluster. Whom it is directed at in the
    /// end, and what it loses where that one could not be seen; none when nothing comes of it.
    #[inline]
    pub(super) fn declare<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        why: Why,
        brawl: bool,
        table: &mut Table<D, W>,
    ) -> Option<(Slot, i32)> {
        let own_action = matches!(why, Why::Action | Why::Charge | Why::Readied);
        let mut target = target;
        table.tell("HEI-160", || {
            let what = if brawl { "brawls with" } else { "attacks" };
            format!("{} {what} {}", self.name(who), self.name(target))
        });
        if own_action && !PLAIN {
            self.triggers_before(fight, (who, target), false, table);
            if fight.ending.is_some() || !self.can_act(fight.body(who)) || self.is_out(fight.body(target)) {
                return None;
            }
            // Whoever was quick enough is no longer where the blow goes.
            if self.readies && !self.reaches(fight, who, target) {
                table.tell("HEI-111", || format!("{} is out of reach", self.name(target)));
                return None;
            }
            if !self.finds(fight, who, target, table) {
                return None;
            }
            target = self.past_guards(fight, who, target, table)?;
        }
        Some((target, self.close_in(fight, who, target, table)))
    }

    /// A blow in melee brings two into one cluster, and neither of them is hidden any more (HEI-114, HEI-225). What the blow
    /// loses where the other one could not be seen.
    #[inline]
    pub(super) fn close_in<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        table: &mut Table<D, W>,
    ) -> i32 {
        let penalty = self.blindness(fight, who, target);
        self.join_cluster(fight, who, target);
        if PLAIN {
            return 0;
        }
        for one in [who, target] {
            if fight.body(one).hides() {
                fight.body_mut(one).reveal();
                table.tell("HEI-225", || format!("{} is no longer hidden", self.name(one)));
            }
        }
        penalty
    }

    /// Whether an attack on somebody hidden can be made at all: by luck (HEI-222).
    pub(super) fn finds<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, target: Slot, table: &mut Table<D, W>) -> bool {
        if !fight.is_hidden(target, who) {
            return true;
        }
        let face = table.roll(who, &rolls::LUCK_SHOT, u32::from(self.book.dice.big));
        let lucky = face == i32::from(self.book.hidden.luck_face);
        table.tell("HEI-222", || {
            let word = if lucky { "guesses right" } else { "does not find its mark" };
            format!("{} {word}: {} is hidden", self.name(who), self.name(target))
        });
        lucky
    }

    /// Somebody is attacked: what it was about to do is interrupted (HEI-157, R-17).
    #[inline]
    pub(super) fn is_attacked<'a>(&self, fight: &'a mut Fight, target: Slot, by: Slot) -> &'a mut Body {
        let body = fight.body_mut(target);
        body.attackers = body.attackers.with(by);
        if self.rulings().interrupt_on == InterruptOn::Attacked {
            body.upcoming = None;
        }
        body
    }

    /// [Carries out](Self::carry_out) an attack that is not the first blow of somebody's turn: those are so many that they
    /// have the same where they are made.
    #[inline(never)]
    pub(super) fn strike_at<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Outcome {
        self.carry_out(fight, attack, target, requirement, table)
    }

    /// Steps 5 and 7 to 15 of an attack: defence, roll, and what follows; `requirement` is what the holder of the attacker set
    /// against it (HEI-197).
    #[inline(always)]
    fn carry_out<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Outcome {
        let fixed = self.fix_defence(fight, attack, target, table);
        let thrown = self.attack_roll(fight, attack, target, Some((fixed, requirement)), table);
        if let Some(outcome) = self.undone(fight, attack.by, &thrown, requirement, table) {
            return outcome;
        }
        self.resolve(fight, attack, &thrown, (target, fixed), table)
    }

    /// What becomes of an attack that does not meet the attacker's fatigue, or what a holder sets against it (HEI-133, HEI-134,
    /// HEI-197); none of one that meets both.
    #[inline(always)]
    pub(super) fn undone<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        thrown: &Thrown,
        requirement: Option<i32>,
        table: &mut Table<D, W>,
    ) -> Option<Outcome> {
        if !thrown.meets {
            table.watch.count(who, count::ATTACKS_FATIGUED, 1);
            table.tell("HEI-133, HEI-134", || format!("{} is too tired: the attack fails by itself", self.name(who)));
            return Some(Outcome::Failed);
        }
        let requirement = requirement?;
        if thrown.result < requirement {
            table.watch.count(who, count::HELD_BACK, 1);
            table.tell("HEI-197", || format!("{} against {requirement}: {} is held back", thrown.result, self.name(who)));
            return Some(Outcome::HeldBack);
        }
        table.tell("HEI-197", || format!("{} against {requirement}: {} breaks free", thrown.result, self.name(who)));
        self.end_grab(fight, who, table);
        None
    }

    /// Rolls an attack (HEI-293, R-08). `against` is everything that it will be held against, where that is known.
    #[inline(always)]
    pub(super) fn attack_roll<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        target: Slot,
        against: Option<Against>,
        table: &mut Table<D, W>,
    ) -> Thrown {
        let by = attack.by;
        let &Mastery { score, physical } = self.fighter(by).mastery(fight.body(by)).attack(attack.weapon);
        let c = score.c + self.attack_modifier(fight, attack, target) - self.strain(by, fight.body(by), physical);
        let roll = if PLAIN { &rolls::ATTACK } else { attack.roll() };
        let potential = score.p + attack.surprise;
        let (mut rolled, mut meets, mut rerolls);
        rerolls = 0;
        loop {
            rolled = match against {
                Some(against) if table.settles() => {
                    let effort = physical.then_some(fight.body(by).effort);
                    let sort = self.sort_attack(fight, attack, (target, against), (potential, effort));
                    self.check.pool.settled(c, (by, roll), &sort, table)
                }
                _ => self.check.pool.roll(c, by, roll, table),
            };
            meets = !physical
                || if PLAIN || attack.grows {
                    self.exerts(fight, by, rolled, table)
                } else {
                    self.check.fatigue.meets(rolled, fight.body(by).effort.fatigue)
                };
            if meets || self.rulings().reroll_fatigue == RerollFatigue::Never || !self.pays(fight, by, rerolls, table) {
                break;
            }
            rerolls += 1;
        }
        let result = rolled.result(potential);
        table.watch.count(by, count::ATTACKS, 1);
        table.tell("HEI-028", || {
            format!("{} rolls {} and {} more: {result}", self.name(by), rolled.pre, result - i32::from(rolled.pre))
        });
        Thrown { rolled, result, meets }
    }

    /// What circumstances do to the consistency of an attack (the table of section 4.6 of the specification).
    #[inline]
    pub(super) fn attack_modifier(&self, fight: &Fight, attack: &Attack, target: Slot) -> i32 {
        let book = &self.book;
        let mut sum = self.own_modifier(fight, attack.by, !attack.ranged) - attack.penalty;
        if attack.part.is_some() {
            sum -= i32::from(book.attack.target_penalty);
        }
        if PLAIN {
            return sum;
        }
        let (body, theirs) = (fight.body(attack.by), fight.body(target));
        sum -= self.concealment(fight, target, attack.by);
        sum -= self.luck_penalty(fight, attack.by, target);
        if attack.ranged {
            if theirs.prone {
                sum -= i32::from(book.prone.ranged_against);
            }
        } else {
            sum += match (self.height(theirs) - self.height(body)).signum() {
                1 => -i32::from(book.height.up_penalty),
                -1 => i32::from(book.height.down_bonus),
                _ => 0,
            };
        }
        sum
    }

    /// What one's own position does to the consistency of attacks (HEI-215, HEI-226, HEI-229, HEI-246).
    #[inline]
    pub(super) fn own_modifier(&self, fight: &Fight, who: Slot, melee: bool) -> i32 {
        let (book, body) = (&self.book, fight.body(who));
        let mut sum = 0;
        if body.prone {
            sum -= i32::from(book.prone.self_penalty);
        }
        if PLAIN {
            return sum;
        }
        if body.climbing.is_some() {
            let (first, second) = (i32::from(book.climb.penalty), i32::from(book.climb.attack_penalty));
            sum -= match self.rulings().climb_attack {
                ClimbAttack::First => first,
                ClimbAttack::Second => second,
                ClimbAttack::Both => first + second,
            };
        }
        if melee && self.ground.square(body.at).difficult {
            sum -= i32::from(book.terrain.difficult_penalty);
        }
        sum
    }

    /// Steps 11 to 15 of an attack: the defence is used, and the attack hits or misses.
    #[inline(always)]
    pub(super) fn resolve<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        thrown: &Thrown,
        (target, fixed): (Slot, Option<Fixed>),
        table: &mut Table<D, W>,
    ) -> Outcome {
        let by = attack.by;
        let (value, earlier) = match &fixed {
            Some(fixed) => self.use_defence(fight, attack, target, fixed, table),
            None => (None, 0),
        };
        let hit = hits(thrown.result, value, self.book.attack.tie);
        let touches = !PLAIN
            && value.is_some_and(|value| {
                let below = value - thrown.result;
                attack.weapon.is_none() && !hit && below <= i32::from(self.book.brawl.touch_band)
            });
        table.tell("HEI-202", || {
            let against = match (&fixed, value) {
                (None, _) => "no defence".to_owned(),
                (Some(fixed), None) => format!("a {} that fails", fixed.stance.kind.name()),
                (Some(fixed), Some(value)) => format!("a {} of {value}", fixed.stance.kind.name()),
            };
            let word = if hit { "a hit" } else { "a miss" };
            format!("{} against {against}: {word} on {}", thrown.result, self.name(target))
        });
        table.watch.count(by, count::TOUCHES, i32::from(touches));
        if !PLAIN && fixed.is_some() && attack.ranged {
            self.turn_blind(fight, target, by, table);
        }
        let outcome = match &fixed {
            Some(fixed) if !hit => {
                if !PLAIN && fixed.stance.kind == DefenceKind::Dodge && self.is_own_melee(fight, attack) {
                    let body = fight.body_mut(target);
                    body.dodged_from = body.dodged_from.with(by);
                }
                if touches && attack.bind && self.rulings().touch_binds == TouchBinds::Yes {
                    self.land(fight, attack, thrown, target, table);
                }
                table.watch.count(by, count::stopped(fixed.stance.kind), 1);
                Outcome::Missed(fixed.stance.kind)
            }
            _ => {
                self.count_hit(by, target, attack, table);
                if let Some(fixed) = &fixed {
                    table.watch.count(target, count::beaten(fixed.stance.kind, earlier), 1);
                }
                self.land(fight, attack, thrown, target, table);
                Outcome::Hit
            }
        };
        if fixed.is_some_and(|fixed| fixed.stored) && fight.ending.is_none() {
            self.roll_ahead(fight, target, table);
        }
        if !PLAIN && outcome == Outcome::Hit && self.readies && fight.ending.is_none() {
            self.hit_triggers(fight, by, target, table);
        }
        outcome
    }

    #[inline]
    fn count_hit<D: Dice, W: Watch>(&self, by: Slot, target: Slot, attack: &Attack, table: &mut Table<D, W>) {
        table.watch.count(by, count::HITS, 1);
        if PLAIN {
            return;
        }
        if !self.hostile(by, target) {
            table.watch.count(by, count::FRIENDLY_HITS, 1);
        }
        if attack.why == Why::Provoked {
            table.watch.count(by, count::PROVOKED_HITS, 1);
        }
    }

    /// Whether an attack is a melee weapon attack of the attacker's own turn (HEI-192).
    fn is_own_melee(&self, fight: &Fight, attack: &Attack) -> bool {
        !attack.ranged && attack.weapon.is_some() && fight.current() == Some(attack.by)
    }

    /// What an attack that hits does: damage, then effects (HEI-051, HEI-199, R-29).
    #[inline(always)]
    fn land<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        attack: &Attack,
        thrown: &Thrown,
        target: Slot,
        table: &mut Table<D, W>,
    ) {
        let by = attack.by;
        let face = usize::from(thrown.rolled.small).max(1) - 1;
        let usual = self.book.body_part.get(face).copied().unwrap_or(BodyPart::Torso);
        let part = attack.part.unwrap_or(usual);
        if !PLAIN {
            fight.body_mut(target).asleep = false;
        }
        if self.rulings().interrupt_on == InterruptOn::Hit {
            fight.body_mut(target).upcoming = None;
        }
        let reaction = self.reacts(fight, target, by, table);
        if attack.weapon.is_none() {
            self.land_brawl(fight, attack, (target, part), reaction, table);
        } else {
            self.land_weapon(fight, attack, (target, part), reaction, table);
        }
        if !PLAIN && fight.body(by).held.is_some_and(|held| held.by == target) {
            self.end_grab(fight, by, table);
        }
        self.after_landing(fight, target, table);
    }

    /// What follows an attack for everybody else: readied actions (HEI-108).
    pub(super) fn after_attack<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        ranged: bool,
        table: &mut Table<D, W>,
    ) {
        if !PLAIN && self.readies {
            self.triggers_after(fight, (who, target), ranged, table);
        }
    }
}

impl Trigger {
    /// Whether an attack sets it off, for one on whose side the attacked are.
    pub(super) fn is_set_off(self, attacked_me: bool, attacked_ally: bool, ranged: bool) -> bool {
        match self {
            Trigger::EnemyAttacksMe => attacked_me,
            Trigger::EnemyAttacksAlly => attacked_ally,
            Trigger::EnemyShoots => ranged,
            Trigger::EnemyEntersMySquare | Trigger::AllyHits => false,
        }
    }
}

impl DefenceKind {
    /// Its name in a story.
    pub(super) fn name(self) -> &'static str {
        match self {
            DefenceKind::Dodge => "dodge",
            DefenceKind::Block => "block",
            DefenceKind::Parry => "parry",
        }
    }
}
