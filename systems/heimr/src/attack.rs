//! Attacks of `heimr`: the roll against a defence, and what a hit or a miss leads to.
//!
//! Owns what all attacks share of section 4.6 of the specification. Attacks in melee begin in [`melee`](super::melee), brawl
//! attacks in [`brawl`](super::brawl), shots in [`shoot`](super::shoot); defences are in [`defend`](super::defend). Start at
//! [`Play::strike_at`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Adds, Sentence, Watch};
use frame::rules::modifier::modifiers;

use super::book::tables::BodyPart;
use super::challenge::{Rolled, Toll, hits, taken};
use super::choose::Ask;
use super::defend::Fixed;
use super::derived::POSITION;
use super::fighter::Effect;
use super::mastery::Mastery;
use super::metrics as count;
use super::policy::Trigger;
use super::rolls;
use super::rulings::{GrabBreaksOn, GrabStopScope, InterruptOn, MeleeConcealment, RerollFatigue, TouchBinds};
use super::sheet::{DefenceKind, EffectKind, Reaction};
use super::state::Fight;
use super::{Core, Play};

/// The occasion of an attack.
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
    /// A combatant that outmanoeuvres a guard.
    Guard,
}

/// An attack as it is rolled.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// The attacker.
    pub by: Slot,
    /// With which weapon; none for a brawl attack.
    pub weapon: Option<u8>,
    /// True if it is a shot.
    pub ranged: bool,
    /// The occasion.
    pub why: Why,
    /// True if it is a brawl attack for a bind.
    pub bind: bool,
    /// The body part that is targeted.
    pub part: Option<BodyPart>,
    /// The skill that goes with it.
    pub skill: Option<u8>,
    /// Points that surprise adds to the potential.
    pub surprise: i32,
    /// Points that circumstances other than the target take off the consistency.
    pub penalty: i32,
    /// True if only a dodge can meet it.
    pub dodge_only: bool,
    /// Points that the attack takes off the consistency of that dodge.
    pub dodge_penalty: i32,
    /// True if its roll can raise fatigue.
    pub grows: bool,
}

/// An attack roll.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// The dice.
    pub rolled: Rolled,
    /// The result.
    pub result: i32,
    /// True if it meets fatigue.
    pub meets: bool,
}

/// The values that an attack roll is held against: the defence, and what a holder sets against it.
#[derive(Clone, Copy, Debug)]
pub struct Against {
    /// The defence, unless there is none.
    pub fixed: Option<Fixed>,
    /// The value that a holder sets against the attack.
    pub requirement: Option<i32>,
}

/// The outcome of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackOutcome {
    /// It failed by itself.
    Failed,
    /// The holder of the attacker has stopped it.
    HeldBack,
    /// A defence of this kind met it.
    Missed(DefenceKind),
    /// It hit.
    Hit,
}

/// The outcome of an attack roll that does not meet the attacker's fatigue, or what a holder sets against it; none of one that
/// meets both (HEI-134).
#[inline(always)]
pub(super) fn prevented(meets: bool, result: i32, requirement: Option<i32>) -> Option<AttackOutcome> {
    if !meets {
        return Some(AttackOutcome::Failed);
    }
    let free = requirement.is_none_or(|requirement| gets_past(result, requirement));
    if free { None } else { Some(AttackOutcome::HeldBack) }
}

/// True if a value is enough against what a holder sets against it (HEI-197).
#[inline(always)]
fn gets_past(value: i32, requirement: i32) -> bool {
    value >= requirement
}

impl AttackOutcome {
    /// True if the first blow of an action that had to meet the requirement of a holder has not met it, which ends the action
    ///
    #[inline(always)]
    pub(super) fn is_stopped(self, requirement: Option<i32>) -> bool {
        requirement.is_some() && matches!(self, AttackOutcome::Failed | AttackOutcome::HeldBack)
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

    /// Returns the roll of the table that this attack is.
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
    /// True if a strike with this weapon at a target is still to be made.
    pub(super) fn goes_on(&self, fight: &Fight, who: Slot, target: Slot, weapon: u8) -> bool {
        let body = fight.body(who);
        let fit = self.can_act(body) && self.usable(self.fighter(who), body, usize::from(weapon));
        fit && !self.is_out(fight.body(target)) && fight.ending.is_none()
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

    /// Points that being hidden from the target adds (HEI-223).
    pub(super) fn surprise(&self, fight: &Fight, who: Slot, target: Slot) -> i32 {
        if fight.is_hidden(who, target) { i32::from(self.book.hidden.attack_bonus) } else { 0 }
    }

    /// Points that a guess at where the target hides takes off the consistency of a melee attack, concealment included; of
    /// others concealment alone, by the rulings. It is that of before the attack: after it both are in one cluster, and nothing
    /// conceals there (HEI-219, HEI-222, R-74).
    #[inline]
    pub(super) fn blindness(&self, fight: &Fight, who: Slot, target: Slot) -> i32 {
        let sees = PLAIN || self.rulings().melee_concealment == MeleeConcealment::No && !fight.is_hidden(target, who);
        if sees { 0 } else { -self.less_sight(0, fight, who, target) }
    }

    /// The points of a called Hit, which replaces what the weapon does (HEI-051).
    fn called_hit(&self, attack: &Attack) -> Option<u16> {
        let hit = |effects: &[Effect]| effects.iter().find(|effect| effect.kind == EffectKind::Hit).map(|effect| effect.number);
        let skills = &self.fighter(attack.by).skills;
        let skill = attack.skill.and_then(|skill| hit(&skills[usize::from(skill)].effects));
        skill.or_else(|| self.weapon_of(attack).and_then(|weapon| hit(&weapon.on_hit)))
    }

    /// True if an attack is a melee weapon attack of the attacker's own turn (HEI-192).
    fn is_own_melee(&self, fight: &Fight, attack: &Attack) -> bool {
        !attack.ranged && attack.weapon.is_some() && fight.current() == Some(attack.by)
    }
}

modifiers! {
    impl<const PLAIN: bool> Core<PLAIN>;

    /// Adds the effect of circumstances on the consistency of an attack (HEI-258, HEI-259; the table of section 4.6
    /// of the specification; HEI-200).
    #[inline]
    pub(super) fn add_attack_modifiers(&self, sum, fight: &Fight, attack: &Attack, target: Slot) {
        let (book, melee, shot) = (&self.book, !attack.ranged, !PLAIN && attack.ranged);
    } adds ATTACK "consistency of an attack, beside its ability and fatigue" {
        POSITION => self.add_own_modifiers(sum, fight, attack.by, melee);
        circumstances "circumstances" [HEI-118, HEI-122, HEI-123, R-28, R-74] => -attack.penalty;
        aimed "aimed at a body part" [HEI-200] if attack.part.is_some() => -i32::from(book.attack.target_penalty);
        SIGHT if shot => self.less_sight(sum, fight, attack.by, target);
        target_prone "target prone" [HEI-215] if shot && fight.body(target).prone => -i32::from(book.prone.ranged_against);
        HEIGHT if !PLAIN && melee => self.add_height(sum, fight, attack.by, target);
    }

    /// Takes off the consistency of an attack what concealment does, and a guess at where the target hides (HEI-219, HEI-222).
    #[inline]
    fn less_sight(&self, sum, fight: &Fight, who: Slot, target: Slot) {
        let guesses = fight.is_hidden(target, who);
    } adds SIGHT "consistency of an attack by what can be seen of its target" {
        concealment "concealment" [HEI-219, R-74] => -self.concealment(fight, target, who);
        guess "a guess" [HEI-222] if guesses => -i32::from(self.book.hidden.luck_penalty);
    }

    /// Adds the effect of heights on the consistency of an attack in melee (HEI-258, HEI-259).
    #[inline]
    fn add_height(&self, sum, fight: &Fight, who: Slot, target: Slot) {
        let rise = self.height(fight.body(target)) - self.height(fight.body(who));
    } adds HEIGHT "consistency of an attack by heights" {
        from_below "from below" [HEI-258] if rise > 0 => -i32::from(self.book.height.up_penalty);
        from_above "from above" [HEI-259] if rise < 0 => i32::from(self.book.height.down_bonus);
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A blow with one of the weapons of an action: the first one meets what a holder requires, and each that comes after
    /// another has a skill of its own (HEI-185, HEI-197, R-28, R-73).
    pub(super) fn strike_with(
        &mut self,
        attack: &Attack,
        weapon: u8,
        comes_after: bool,
        target: Slot,
        requirement: Option<i32>,
    ) -> AttackOutcome {
        let mut attack = Attack { weapon: Some(weapon), ..*attack };
        if comes_after {
            self.comes_second(&mut attack, target);
        }
        self.is_heard_striking(attack.by, weapon);
        self.strike_at(&attack, target, requirement.filter(|_| !comes_after))
    }

    /// A blow or shot that comes after another one of its action: it is worse, and has a skill of its own.
    pub(super) fn comes_second(&mut self, attack: &mut Attack, target: Slot) {
        attack.penalty += i32::from(self.rules.book.attack.offhand_penalty);
        attack.skill = self.declare_skill(attack.by, target);
    }

    /// True if an attack begins: those who have seen it coming have acted, both are still able to, and the target is found
    /// (HEI-111, HEI-222).
    pub(super) fn begins(&mut self, who: Slot, target: Slot, ranged: bool) -> bool {
        let rules = self.rules;
        self.triggers_before(who, target, ranged);
        if self.fight.ending.is_some() || !rules.can_act(self.fight.body(who)) || rules.is_out(self.fight.body(target)) {
            return false;
        }
        // A target that was quick enough is no longer where the blow goes; a shot looks for its range later.
        if !ranged && rules.readies && !rules.reaches(self.fight, who, target) {
            self.table.tell("HEI-111", || format!("{} is out of reach", rules.name(target)));
            return false;
        }
        self.finds(who, target)
    }

    /// Declares what goes with an attack, the body part and the skill; what a holder sets against it (HEI-197, HEI-200, R-73).
    #[inline]
    pub(super) fn declares(&mut self, attack: &mut Attack, target: Slot) -> Option<i32> {
        attack.part = self.aims(Ask::about(attack.by, target));
        attack.skill = self.declare_skill(attack.by, target);
        self.opposition(attack.by)
    }

    /// A blow with a weapon makes the noise of that.
    #[inline(always)]
    pub(super) fn is_heard_striking(&mut self, who: Slot, weapon: u8) {
        if !PLAIN {
            self.make_noise(who, self.rules.fighter(who).gear.weapons[usize::from(weapon)].sound);
        }
    }

    /// A blow in melee brings two into one cluster, and neither of them is hidden any more (HEI-114, HEI-225). What the blow
    /// loses where the other one could not be seen.
    #[inline]
    pub(super) fn close_in(&mut self, who: Slot, target: Slot) -> i32 {
        let penalty = self.rules.blindness(self.fight, who, target);
        self.join_cluster(who, target);
        if PLAIN {
            return 0;
        }
        for one in [who, target] {
            if self.fight.body(one).hides() {
                self.fight.body_mut(one).reveal();
                self.table.tell("HEI-225", || format!("{} is no longer hidden", self.rules.name(one)));
            }
        }
        penalty
    }

    /// True if an attack on a hidden target can be made at all: by luck (HEI-222).
    pub(super) fn finds(&mut self, who: Slot, target: Slot) -> bool {
        let rules = self.rules;
        if !self.fight.is_hidden(target, who) {
            return true;
        }
        let face = self.table.roll(who, &rolls::LUCK_SHOT, u32::from(rules.book.dice.big));
        let lucky = face == i32::from(rules.book.hidden.luck_face);
        self.table.tell("HEI-222", || {
            let word = if lucky { "guesses right" } else { "does not find its mark" };
            format!("{} {word}: {} is hidden", rules.name(who), rules.name(target))
        });
        lucky
    }

    /// [Carries out](Self::carry_out) an attack that is not the first blow of the attacker's turn: those are so many that they
    /// have the same where they are made.
    #[inline(never)]
    pub(super) fn strike_at(&mut self, attack: &Attack, target: Slot, requirement: Option<i32>) -> AttackOutcome {
        self.carry_out(attack, target, requirement)
    }

    /// Steps 5 and 7 to 15 of an attack: defence, roll, and what follows; `requirement` is what the holder of the attacker set
    /// against it (HEI-197, HEI-203).
    #[inline(always)]
    pub(super) fn carry_out(&mut self, attack: &Attack, target: Slot, requirement: Option<i32>) -> AttackOutcome {
        let fixed = self.fix_defence(attack, target);
        let mut against = Against { fixed, requirement };
        let thrown = self.attack_roll(attack, target, Some(&mut against));
        if let Some(outcome) = self.undone(attack.by, &thrown, requirement) {
            return outcome;
        }
        self.resolve(attack, &thrown, target, against.fixed)
    }

    /// Counts and tells what an attack roll comes to by itself, of an attack that is [prevented]; one that gets past a
    /// holder ends the grab (HEI-197).
    #[inline(always)]
    pub(super) fn undone(&mut self, who: Slot, thrown: &Thrown, requirement: Option<i32>) -> Option<AttackOutcome> {
        let rules = self.rules;
        let outcome = prevented(thrown.meets, thrown.result, requirement);
        if outcome == Some(AttackOutcome::Failed) {
            self.table.watch.count(who, count::ATTACKS_FATIGUED, 1);
            self.table.tell("HEI-133, HEI-134", || format!("{} is too tired: the attack fails by itself", rules.name(who)));
            return outcome;
        }
        let requirement = requirement?;
        if outcome == Some(AttackOutcome::HeldBack) {
            self.table.watch.count(who, count::HELD_BACK, 1);
            self.table.tell("HEI-197", || format!("{} against {requirement}: {} is held back", thrown.result, rules.name(who)));
            return outcome;
        }
        self.table.tell("HEI-197", || format!("{} against {requirement}: {} breaks free", thrown.result, rules.name(who)));
        self.end_grab(who);
        None
    }

    /// Rolls an attack. `against` is everything that it will be held against, where that is known; a defence that was
    /// put off is rolled with it.
    #[inline(always)]
    pub(super) fn attack_roll(&mut self, attack: &Attack, target: Slot, mut against: Option<&mut Against>) -> Thrown {
        let rules = self.rules;
        let by = attack.by;
        let mastery = rules.fighter(by).mastery(self.fight.body(by)).attack(attack.weapon);
        let &Mastery { score, physical } = mastery;
        let consistency = self.table.adds().plus("ability", score.c);
        let consistency = rules.add_attack_modifiers(consistency, self.fight, attack, target);
        let consistency = consistency.plus("weary", -rules.strain(by, self.fight.body(by), physical));
        let c = consistency.total();
        let roll = if PLAIN { &rolls::ATTACK } else { attack.roll() };
        let (mut rolled, mut meets, mut rerolls, mut result);
        rerolls = 0;
        loop {
            rolled = match &mut against {
                Some(against) if self.table.settles() => self.roll_against(c, attack, target, against, roll),
                _ => rules.check.pool.roll(c, by, roll, self.table),
            };
            let sum = self.table.adds().rolled(by, roll, taken(c), i32::from(rolled.pre));
            let sum = sum.plus("potential", score.p).plus("surprise", attack.surprise);
            result = sum.total();
            let fatigue = self.fight.body(by).effort.fatigue;
            self.table.tell("HEI-028", || {
                let sentence = Sentence::new(format!("{} rolls ", rules.name(by))).sum(sum);
                let sentence = sentence.and(" at C ").total("", consistency.clone());
                if physical { sentence.and(format!("; {} against fatigue {fatigue}", rolled.pre)) } else { sentence }
            });
            meets = self.exerts(by, rolled, Toll::of(physical, PLAIN || attack.grows));
            if meets || rules.rulings().reroll_fatigue == RerollFatigue::Never || !self.pays(by, rerolls) {
                break;
            }
            rerolls += 1;
        }
        self.table.watch.count(by, count::ATTACKS, 1);
        Thrown { rolled, result, meets }
    }

    /// Steps 11 to 15 of an attack: the defence is used, and the attack hits or misses (HEI-192, HEI-211, HEI-279, R-35).
    #[inline(always)]
    pub(super) fn resolve(&mut self, attack: &Attack, thrown: &Thrown, target: Slot, fixed: Option<Fixed>) -> AttackOutcome {
        let rules = self.rules;
        let by = attack.by;
        let (value, earlier) = match &fixed {
            Some(fixed) => {
                let (value, earlier) = self.use_defence(attack, target, fixed);
                (self.past_holder(target, fixed, value), earlier)
            }
            None => (None, 0),
        };
        let hit = hits(thrown.result, value, rules.book.attack.tie);
        let touches = !PLAIN && !hit && attack.weapon.is_none() && rules.touches(thrown.result, value);
        self.table.tell("HEI-202", || {
            let against = match (&fixed, value) {
                (None, _) => "no defence".to_owned(),
                (Some(fixed), None) => format!("a {} that fails", fixed.stance.kind.word()),
                (Some(fixed), Some(value)) => format!("a {} of {value}", fixed.stance.kind.word()),
            };
            let word = if hit { "a hit" } else { "a miss" };
            format!("{} against {against}: {word} on {}", thrown.result, rules.name(target))
        });
        self.table.watch.count(by, count::TOUCHES, i32::from(touches));
        if !PLAIN && fixed.is_some() && attack.ranged {
            self.turn_blind(target, by);
        }
        let stood = !self.fight.body(target).prone;
        let outcome = match &fixed {
            Some(fixed) if !hit => {
                if !PLAIN && fixed.stance.kind == DefenceKind::Dodge && rules.is_own_melee(self.fight, attack) {
                    let body = self.fight.body_mut(target);
                    body.dodged_from = body.dodged_from.with(by);
                }
                if touches && attack.bind && rules.rulings.touch_binds == TouchBinds::Yes {
                    self.land(attack, thrown, target);
                }
                self.table.watch.count(by, count::stopped(fixed.stance.kind), 1);
                AttackOutcome::Missed(fixed.stance.kind)
            }
            _ => {
                self.count_hit(by, target, attack);
                if let Some(fixed) = &fixed {
                    self.table.watch.count(target, count::beaten(fixed.stance.kind, earlier), 1);
                }
                self.land(attack, thrown, target);
                AttackOutcome::Hit
            }
        };
        if fixed.is_some_and(|fixed| fixed.stored) && self.fight.ending.is_none() {
            self.roll_ahead(target);
        }
        if !PLAIN && outcome == AttackOutcome::Hit && rules.readies && self.fight.ending.is_none() {
            self.hit_triggers(by, target);
            if rules.is_out(self.fight.body(target)) && self.fight.ending.is_none() {
                self.triggers_of(Trigger::AllyFalls, by, |play, ally| play.rules.lineup.friendly(ally, target));
            } else if stood && self.fight.body(target).prone && self.fight.ending.is_none() {
                self.triggers_of(Trigger::EnemyGoesDown, target, |_, _| true);
            }
        }
        outcome
    }

    /// The value that is left of a defence where a holder may set something against that, too.
    #[inline(always)]
    fn past_holder(&mut self, target: Slot, fixed: &Fixed, value: Option<i32>) -> Option<i32> {
        let rules = self.rules;
        if PLAIN || rules.rulings().grab_stop_scope != GrabStopScope::AllRolls {
            return value;
        }
        let value = value?;
        let mastery = rules.defence_mastery(target, self.fight.body(target), fixed.stance.kind, fixed.stance.item);
        if mastery.physical
            && let Some(requirement) = self.opposition(target)
        {
            if !gets_past(value, requirement) {
                return None;
            }
            self.end_grab(target);
        }
        Some(value)
    }

    /// Counts a hit, apart those on friends and those that were provoked.
    #[inline]
    fn count_hit(&mut self, by: Slot, target: Slot, attack: &Attack) {
        self.table.watch.count(by, count::HITS, 1);
        if PLAIN {
            return;
        }
        if self.rules.lineup.friendly(by, target) {
            self.table.watch.count(by, count::FRIENDLY_HITS, 1);
        }
        if attack.why == Why::Provoked {
            self.table.watch.count(by, count::PROVOKED_HITS, 1);
        }
    }

    /// Applies an attack that hits: damage, then effects (HEI-198, HEI-199, HEI-217, R-17, R-79).
    #[inline(always)]
    fn land(&mut self, attack: &Attack, thrown: &Thrown, target: Slot) {
        let by = attack.by;
        let part = self.rules.part_struck(attack.part, thrown.rolled.small);
        if !PLAIN {
            self.fight.body_mut(target).asleep = false;
        }
        if self.rules.rulings().interrupt_on == InterruptOn::Hit {
            self.interrupt(target);
        }
        self.anger(target, by, "R-79");
        let reaction = self.reacts(target, by);
        self.table.blame(by, || self.rules.weapon_of(attack).map_or("", |weapon| weapon.item.name.as_str()));
        if attack.weapon.is_none() {
            self.land_brawl(attack, target, part, reaction);
        } else {
            self.land_weapon(attack, target, part, reaction);
        }
        if !PLAIN && self.fight.body(by).held.is_some_and(|held| held.by == target) {
            self.end_grab(by);
        }
        self.after_landing(target);
        self.table.blame_nobody();
    }

    /// Applies the hit of a weapon (HEI-051, HEI-064, HEI-065, R-31, R-40, R-59).
    #[inline(always)]
    fn land_weapon(&mut self, attack: &Attack, target: Slot, part: BodyPart, reaction: Option<Reaction>) {
        let rules = self.rules;
        let Some(weapon) = rules.weapon_of(attack) else { return };
        let by = attack.by;
        let called = if !PLAIN && reaction.is_none() { rules.called_hit(attack) } else { None };
        let sum = self.table.adds();
        let sum = match called {
            _ if reaction == Some(Reaction::Miss) => sum.because("the hit is taken back"),
            Some(points) => sum.plus("called Hit", i32::from(points)),
            None => {
                let armour = rules.fighter(target).armour;
                sum.plus("weapon", weapon.damage).plus("armour", -armour).at_least("no less than 0", 0)
            }
        };
        let damage = sum.total();
        self.table.tell("HEI-051", || {
            let sentence = Sentence::new(format!("the {} strikes {}: ", weapon.item.name, part.word().replace('_', " ")))
                .total(" damage", sum);
            if damage > 0 { sentence } else { sentence.and(", which is nothing") }
        });
        self.table.watch.count(by, count::DAMAGE_DEALT, damage);
        self.wound(target, damage, part, count::TAKEN_FROM_WEAPONS);
        if called.is_some() {
            self.receives_effect(target);
        }
        if rules.rulings().grab_breaks_on == GrabBreaksOn::AnyHit {
            self.let_go(target);
        }
        if !PLAIN && reaction.is_none() {
            for effect in &weapon.on_hit {
                if effect.kind != EffectKind::Hit && !rules.is_out(self.fight.body(target)) {
                    self.afflict(target, effect, by, part);
                }
            }
            self.apply_skill_effects(attack, target, part);
        }
    }

    /// Applies a brawl attack that hits: a bind, or the effect Hit, of as many points as a skill calls (HEI-051, HEI-064,
    /// HEI-188, HEI-196).
    fn land_brawl(&mut self, attack: &Attack, target: Slot, part: BodyPart, reaction: Option<Reaction>) {
        let by = attack.by;
        if reaction.is_none() {
            if attack.bind
                && let Some(hand) = self.rules.hand_to_grab(self.fight, by, target)
            {
                self.receives_effect(target);
                self.grab(by, target, part, hand);
            }
            let usual = if attack.bind { None } else { Some(self.rules.book.brawl.damage) };
            if let Some(number) = self.rules.called_hit(attack).or(usual) {
                let hit = Effect { kind: EffectKind::Hit, number, part: None };
                self.afflict(target, &hit, by, part);
            }
            self.apply_skill_effects(attack, target, part);
        }
    }

    /// Lets everybody else answer an attack: readied actions (HEI-108).
    pub(super) fn after_attack(&mut self, who: Slot, target: Slot, ranged: bool) {
        if !PLAIN && self.rules.readies {
            self.triggers_after(who, target, ranged);
        }
    }
}
