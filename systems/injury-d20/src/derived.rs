//! Values of a combatant that follow from its state: what its injuries do, which weapons it can use, its defence value, what
//! it can pay.
//!
//! Owns the arithmetic of "derived values" in the specification; changes nothing. Distances and whatever depends on them are in
//! [`space`](super::space). Start at [`Core::dv`].

use frame::dice::Slot;
use frame::fight::{Ending, Rounding, Slots};
use frame::rules::modifier::modifiers;

use super::Core;
use super::book::{OffGuardCase, RollKind, Sense};
use super::fighter::{Fighter, Weapon};
use super::plan::parts_in;
use super::rulings::{
    DisabledHandHolds, DodgeWhenOffGuard, EndOut, FreeActions, InitiativeTie, InjuryValue, MultiheadCount, NoConChecks,
    OpenDefencesStack, PartStacking, SpendFromExhaustion, Strain,
};
use super::sheet::{Capability, Condition, Death, PartKind, Skill, WeaponKind};
use super::state::{Body, DEPTH, EMPTY, Fight, HANDS_MOST, PartSet, Place, SHIELD};
use super::strike::Use;

/// A roll of initiative (INJ-003).
#[derive(Clone, Copy, Default, Debug)]
pub struct Initiative {
    /// The total.
    pub total: i32,
    /// The Dexterity that decides between equals, 0 where it does not.
    pub dexterity: i32,
    /// The combatant that rolled.
    pub who: Slot,
}

impl Initiative {
    /// The order between two rolls: the greater goes first.
    pub fn key(&self) -> (i32, i32) {
        (self.total, self.dexterity)
    }
}

impl Core {
    /// Returns the Dexterity that decides between equal rolls of initiative; 0 where none does (INJ-003, R-02).
    pub(super) fn tie_dexterity(&self, dexterity: i32) -> i32 {
        if self.rulings.initiative_tie == InitiativeTie::DexThenRolloff { dexterity } else { 0 }
    }

    /// The order of initiative in words; what has decided a tie stands behind the tied combatants (INJ-003, R-02).
    pub(super) fn initiative_told(&self, order: &[Slot], rolled: &[Initiative]) -> String {
        let place = |&who: &Slot| {
            let Some(own) = rolled.iter().find(|other| other.who == who) else { return String::new() };
            let Initiative { total, dexterity, .. } = *own;
            let tied = rolled.iter().filter(|other| other.total == total).count() > 1;
            let alike = rolled.iter().filter(|other| other.key() == own.key()).count() > 1;
            let why = match self.rulings.initiative_tie {
                _ if !tied => String::new(),
                InitiativeTie::ScenarioOrder => ", tied: as they are listed".to_owned(),
                InitiativeTie::DexThenRolloff if !alike => format!(", tied: DEX {dexterity}"),
                _ => ", tied: rolled off".to_owned(),
            };
            format!("{} ({total}{why})", self.name(who))
        };
        order.iter().map(place).collect::<Vec<_>>().join(", ")
    }

    /// The tier of a part (INJ-064, INJ-079, INJ-105, INJ-121, INJ-134).
    #[inline]
    pub(super) fn tier(&self, who: Slot, part: u8) -> i32 {
        let (kind, _) = self.fighter(who).plan.of(part);
        i32::from(self.kinds[kind as usize].tier)
    }

    /// Parts of a kind with an injury.
    #[inline]
    pub(super) fn hurt(&self, who: Slot, body: &Body, kind: PartKind) -> i32 {
        (body.harm.hurt() & self.fighter(who).plan.all(kind)).count_ones() as i32
    }

    /// Parts of a kind with so many injuries or more.
    #[inline]
    fn worse(&self, who: Slot, body: &Body, kind: PartKind, count: u8) -> i32 {
        (body.harm.at_least(count) & self.fighter(who).plan.all(kind)).count_ones() as i32
    }

    /// True if there are parts of a kind and every one of them is injured or gone.
    #[inline]
    pub(super) fn all_hurt(&self, who: Slot, body: &Body, kind: PartKind) -> bool {
        let all = self.fighter(who).plan.all(kind);
        all != 0 && (body.harm.hurt() | body.harm.gone) & all == all
    }

    /// Parts that are destroyed or went with a larger one.
    #[inline]
    pub(super) fn lost(&self, who: Slot, body: &Body) -> PartSet {
        self.fighter(who).plan.lost(&body.harm)
    }

    /// True if there are parts of a kind and every one of them is lost.
    pub(super) fn all_lost(&self, who: Slot, body: &Body, kind: PartKind) -> bool {
        let all = self.fighter(who).plan.all(kind);
        all != 0 && self.lost(who, body) & all == all
    }

    /// True if all its feet or all its legs are injured or gone: it falls, and cannot stand up (INJ-098, INJ-120).
    pub(super) fn footless(&self, who: Slot, body: &Body) -> bool {
        self.all_hurt(who, body, PartKind::Foot) || self.all_hurt(who, body, PartKind::Leg)
    }

    /// Returns the death that its injuries are: without a head, without a heart, or by too many of them where there is no
    /// Constitution (INJ-041, INJ-133, INJ-140).
    pub(super) fn death_by_injuries(&self, who: Slot, body: &Body) -> Option<Death> {
        let fighter = self.fighter(who);
        if self.book.head.dies_without && self.all_lost(who, body, PartKind::Head) {
            Some(Death::Head)
        } else if self.book.heart.dies_without && self.all_lost(who, body, PartKind::Heart) {
            Some(Death::Heart)
        } else {
            (!fighter.has_con && body.harm.injuries() >= fighter.destroyed_at).then_some(Death::Destroyed)
        }
    }

    /// The sum of the values of all injuries (INJ-036, R-10).
    pub(super) fn injury_value(&self, who: Slot, body: &Body) -> i32 {
        match self.rulings.injury_value {
            InjuryValue::Severity => body.harm.each().map(|part| self.tier(who, part)).sum(),
            InjuryValue::One => body.harm.injuries(),
        }
    }

    /// True if most heads have so many injuries; an only head has them with more as well (INJ-132, R-26).
    pub(super) fn most_heads(&self, who: Slot, body: &Body, count: u8) -> bool {
        let heads = self.fighter(who).plan.all(PartKind::Head);
        if body.harm.hurt() & heads == 0 {
            return false;
        }
        let mut reached = body.harm.at_least(count) & heads;
        if self.rulings.multihead_count == MultiheadCount::Exactly && heads.count_ones() > 1 {
            reached &= !body.harm.at_least(count + 1);
        }
        let most = self.book.multihead.majority.of(heads.count_ones() as i32, Rounding::Down);
        reached.count_ones() as i32 > most
    }

    /// True if the second injuries of heads and the first of hearts do anything to it.
    #[inline]
    pub(super) fn immune_to_checks(&self, who: Slot) -> bool {
        !self.fighter(who).has_con && self.rulings.no_con_checks == NoConChecks::Immune
    }

    /// True if the combatant is concussed: most of its heads have a first injury (INJ-122).
    #[inline]
    pub(super) fn concussed(&self, who: Slot, body: &Body) -> bool {
        body.harm.hurt() != 0 && self.most_heads(who, body, 1)
    }

    /// True if the combatant is confused (INJ-126).
    #[inline]
    pub(super) fn confused(&self, who: Slot, body: &Body) -> bool {
        body.harm.at_least(2) != 0 && self.most_heads(who, body, 2) && !self.immune_to_checks(who)
    }

    /// True if the combatant is sickened (INJ-138).
    #[inline]
    pub(super) fn sickened(&self, who: Slot, body: &Body) -> bool {
        let hearts = self.fighter(who).plan.all(PartKind::Heart);
        body.has(Condition::Sickened) || body.harm.hurt() & hearts != 0 && !self.immune_to_checks(who)
    }

    /// True if the combatant is blinded (INJ-083).
    #[inline]
    pub(super) fn blinded(&self, who: Slot, body: &Body) -> bool {
        body.has(Condition::Blinded) || self.all_hurt(who, body, PartKind::Eye)
    }

    /// True if the combatant is deafened (INJ-067).
    pub(super) fn deafened(&self, who: Slot, body: &Body) -> bool {
        body.has(Condition::Deafened) || self.all_hurt(who, body, PartKind::Ear)
    }

    /// True if the combatant is exhausted (INJ-025, INJ-032).
    #[inline]
    pub(super) fn exhausted(&self, who: Slot, body: &Body) -> bool {
        (body.stamina <= 0) & self.fighter(who).has_con
    }

    /// True if it is off-guard for want of a turn (INJ-007).
    #[inline]
    fn surprised(&self, body: &Body) -> bool {
        self.book.off_guard.until_first_turn && !body.had_turn
    }

    /// True if the combatant is off-guard (INJ-007, INJ-020, R-05).
    #[inline(always)]
    pub(super) fn off_guard(&self, who: Slot, body: &Body) -> bool {
        if self.surprised(body) {
            return true;
        }
        let seeing = (body.harm.hurt() | body.harm.gone) & self.fighter(who).plan.senses == 0;
        (!seeing || body.afflicted()) && self.off_guard_by_affliction(who, body)
    }

    /// True if any affliction that counts puts the combatant off-guard.
    #[inline(never)]
    fn off_guard_by_affliction(&self, who: Slot, body: &Body) -> bool {
        let counts = |case: OffGuardCase| self.off_guard_when >> case as u8 & 1 == 1;
        counts(OffGuardCase::Unconscious) && body.unconscious()
            || counts(OffGuardCase::Stunned) && body.stunned > 0 && self.book.stunned.off_guard
            || counts(OffGuardCase::Blinded) && self.blinded(who, body)
            || counts(OffGuardCase::Grappled) && body.grappled_by.is_some()
            || counts(OffGuardCase::Timed) && (body.has(Condition::OffGuard) || body.exposed_to != 0)
    }

    /// True if the combatant can do what the body's injuries could keep it from (INJ-069, INJ-084, INJ-088, INJ-101, INJ-110).
    pub(super) fn capable(&self, who: Slot, body: &Body, capability: Capability) -> bool {
        let fighter = self.fighter(who);
        let works = match capability {
            Capability::Voice => !self.all_hurt(who, body, PartKind::Mouth),
            Capability::Somatic => (0..self.hands(who)).any(|hand| self.hand_usable(who, body, hand)),
            Capability::Gaze => !self.all_hurt(who, body, PartKind::Eye),
            Capability::Scent => !self.all_hurt(who, body, PartKind::Nose),
        };
        fighter.can(capability) && works && !body.unconscious()
    }

    /// True if the combatant can eat (INJ-102).
    pub(super) fn can_eat(&self, who: Slot, body: &Body) -> bool {
        let mouths = self.fighter(who).plan.all(PartKind::Mouth);
        let closed = body.harm.at_least(self.book.part.mouth.disabled_at) | self.lost(who, body);
        mouths == 0 || mouths & !closed != 0
    }

    /// True if a thing that it wears can be used (INJ-089, INJ-111).
    pub(super) fn worn_works(&self, who: Slot, body: &Body, thing: usize) -> bool {
        let fighter = self.fighter(who);
        let Some(worn) = fighter.worn.get(thing).filter(|_| thing >= usize::from(body.bereft)) else { return false };
        let (kind, index) = fighter.plan.of(worn.part);
        let arm = if kind == PartKind::Arm { Some(worn.part) } else { fighter.plan.part(PartKind::Arm, index) };
        let mut out = self.lost(who, body);
        out |= body.harm.at_least(self.kinds[kind as usize].disabled_at) & 1 << worn.part;
        out |= arm.map_or(0, |arm| body.harm.at_least(self.book.part.arm.disabled_at) & 1 << arm);
        out & (1 << worn.part | arm.map_or(0, |arm| 1 << arm)) == 0
    }

    /// Hands that hold.
    #[inline]
    pub(super) fn hands(&self, who: Slot) -> u8 {
        self.fighter(who).plan.count(PartKind::Hand).min(HANDS_MOST as u8)
    }

    /// True if a hand can hold something (INJ-087, INJ-108, R-21).
    #[inline]
    pub(super) fn hand_usable(&self, who: Slot, body: &Body, hand: u8) -> bool {
        let limb = self.fighter(who).plan.limb(hand);
        let whole = (body.harm.hurt() | body.harm.gone) & limb == 0;
        limb != 0 && (whole || self.injured_hand_usable(who, body, hand))
    }

    /// True if a hand can hold something though its limb is injured.
    #[inline(never)]
    fn injured_hand_usable(&self, who: Slot, body: &Body, hand: u8) -> bool {
        let plan = &self.fighter(who).plan;
        if self.lost(who, body) & plan.limb(hand) != 0 {
            return false;
        }
        let disabled =
            |kind: PartKind, count: u8| plan.part(kind, hand).is_some_and(|part| body.harm.at_least(count) >> part & 1 == 1);
        self.rulings.disabled_hand_holds == DisabledHandHolds::Yes
            || !disabled(PartKind::Hand, self.book.part.hand.disabled_at)
                && !disabled(PartKind::Arm, self.book.part.arm.disabled_at)
    }

    /// Returns the number of hands that can hold something and are empty.
    #[inline]
    pub(super) fn free_hands(&self, who: Slot, body: &Body) -> u8 {
        let mut free = 0;
        for (hand, &thing) in (0..self.hands(who)).zip(&body.holds) {
            free += u8::from(thing == EMPTY && self.hand_usable(who, body, hand));
        }
        free
    }

    /// True if the shield can be readied (INJ-109, INJ-227).
    pub(super) fn shield_usable(&self, who: Slot, body: &Body) -> bool {
        if !body.holds(SHIELD) {
            return false;
        }
        let hand = body.holds.iter().position(|&thing| thing == SHIELD).unwrap_or(0) as u8;
        let arm = self.fighter(who).plan.part(PartKind::Arm, hand);
        arm.is_none_or(|arm| body.harm.at_least(self.book.part.arm.disabled_at) >> arm & 1 == 0)
            && self.hand_usable(who, body, hand)
    }

    /// True if a weapon can be attacked with as it [is used](Use) when nothing else is said.
    #[inline(always)]
    pub(super) fn is_ready(&self, who: Slot, body: &Body, index: u8, weapon: &Weapon) -> bool {
        match weapon.used {
            Use::Throw => self.is_throwable(who, body, index, weapon),
            _ => self.is_usable(who, body, index, weapon),
        }
    }

    /// True if the combatant can use a weapon now, apart from distance (3.4 of the specification).
    #[inline(always)]
    pub(super) fn usable(&self, who: Slot, body: &Body, index: u8) -> bool {
        self.is_usable(who, body, index, &self.fighter(who).weapons[usize::from(index)])
    }

    /// [`Core::usable`], where the weapon is at hand besides its number.
    #[inline(always)]
    pub(super) fn is_usable(&self, who: Slot, body: &Body, index: u8, weapon: &Weapon) -> bool {
        if weapon.natural {
            return self.natural_usable(who, body, weapon, index);
        }
        debug_assert!(!weapon.simple || self.loaded(body, weapon, index));
        body.holds(index)
            && body.sundered[usize::from(index)] < self.book.maneuver.sunder.integrity
            && (weapon.simple || self.loaded(body, weapon, index))
    }

    /// True if a weapon could shoot, if it is one that shoots (INJ-172).
    fn loaded(&self, body: &Body, weapon: &Weapon, index: u8) -> bool {
        !(weapon.counted && body.ammo[usize::from(index)] == 0)
            && body.unloaded >> index & 1 == 0
            && !(weapon.kind == WeaponKind::Bow && body.prone && !self.book.prone.bow)
    }

    /// True if a natural weapon is not locked, and the parts it needs are whole enough.
    #[inline(always)]
    fn natural_usable(&self, who: Slot, body: &Body, weapon: &Weapon, index: u8) -> bool {
        let whole = weapon.needs.is_empty() || body.harm.hurt() | body.harm.gone == 0;
        body.locked[usize::from(index)] == 0 && (whole || self.injured_usable(who, body, weapon))
    }

    /// True if the parts of a natural weapon are whole enough for it; for a gaze one eye has to be whole (INJ-070, INJ-075, INJ-084,
    /// INJ-090, INJ-096, INJ-099, INJ-103, INJ-112, INJ-118).
    #[inline(never)]
    fn injured_usable(&self, who: Slot, body: &Body, weapon: &Weapon) -> bool {
        let lost = self.lost(who, body);
        let out = |&(part, count): &(u8, u8)| (lost | body.harm.at_least(count)) >> part & 1 == 1;
        let eyes = self.fighter(who).plan.all(PartKind::Eye);
        let gazes = weapon.needs.iter().any(|&(part, _)| eyes >> part & 1 == 1);
        let blind = gazes && self.all_hurt(who, body, PartKind::Eye);
        !blind && !weapon.needs.iter().any(out) && !self.head_out(who, body, weapon)
    }

    /// True if the head that a weapon belongs to is too injured to use it (INJ-131, R-26).
    fn head_out(&self, who: Slot, body: &Body, weapon: &Weapon) -> bool {
        let head = weapon.head.and_then(|head| self.fighter(who).plan.part(PartKind::Head, head));
        head.is_some_and(|head| (body.harm.at_least(self.book.multihead.disable_at) | body.harm.gone) >> head & 1 == 1)
    }

    /// True if the head that a weapon belongs to is concussed alone (INJ-131).
    pub(super) fn head_concussed(&self, who: Slot, body: &Body, weapon: &Weapon) -> bool {
        let head = weapon.head.and_then(|head| self.fighter(who).plan.part(PartKind::Head, head));
        head.is_some_and(|head| body.harm.hurt() >> head & 1 == 1) && !self.concussed(who, body)
    }

    /// True if a thrown weapon can be thrown: held, or drawn as a free action.
    pub(super) fn throwable(&self, who: Slot, body: &Body, index: u8) -> bool {
        self.is_throwable(who, body, index, &self.fighter(who).weapons[usize::from(index)])
    }

    /// True if a weapon that is neither natural nor shoots is at hand or quickly drawn, and not sundered for good (INJ-216).
    #[inline(never)]
    fn is_throwable(&self, who: Slot, body: &Body, index: u8, weapon: &Weapon) -> bool {
        if weapon.natural || weapon.shoots() {
            return false;
        }
        let at_hand = match body.places[usize::from(index)] {
            Place::Held => true,
            Place::Stowed => {
                weapon.kind == WeaponKind::Thrown && weapon.reload_ap == 0 && self.free_hands(who, body) >= weapon.hands
            }
            _ => false,
        };
        at_hand && body.sundered[usize::from(index)] < self.book.maneuver.sunder.integrity
    }

    /// The first weapon for melee that it can use, bare hands apart.
    #[inline(always)]
    pub(super) fn melee_weapon(&self, who: Slot, body: &Body) -> Option<u8> {
        for (index, weapon) in (0..).zip(&self.fighter(who).weapons) {
            if weapon.melee() && !weapon.unarmed && self.is_usable(who, body, index, weapon) {
                return Some(index);
            }
        }
        None
    }

    /// True if the combatant could react to anything: it has had a turn, is conscious, neither stunned nor dazed, and sees what
    /// it needs to (INJ-008, R-18).
    #[inline]
    pub(super) fn can_react(&self, who: Slot, body: &Body) -> bool {
        let able = body.had_turn && body.in_field && !body.dead() && !body.unconscious();
        able && body.stunned == 0 && body.dazed == 0 && (self.book.blinded.reactions || !self.blinded(who, body))
    }

    /// Returns the advantages of every d20, disadvantages as negative ones (INJ-122; 4.0 of the specification).
    #[inline]
    pub(super) fn base_net(&self, who: Slot, body: &Body) -> i32 {
        if self.concussed(who, body) { -self.book.head.concussion_disadvantage } else { 0 }
    }

    /// Disadvantages of being exhausted, for this kind of roll.
    #[inline]
    pub(super) fn exhausted_net(&self, who: Slot, body: &Body, kind: RollKind) -> i32 {
        self.fighter(who).exhausted_net[usize::from(body.stamina <= 0)][kind as usize]
    }

    /// Returns the advantages of every check, disadvantages as negative ones (R-08; 4.0 of the specification).
    pub(super) fn check_net(&self, who: Slot, body: &Body) -> i32 {
        self.base_net(who, body) + self.exhausted_net(who, body, RollKind::Check)
    }

    /// Returns the points that are added to every d20 (INJ-138).
    #[inline]
    pub(super) fn flat(&self, who: Slot, body: &Body) -> i32 {
        if self.sickened(who, body) { -self.book.sickened.penalty } else { 0 }
    }

    /// Dice of attack rolls, parries and maneuvers, as far as they are a matter of oneself.
    #[inline(always)]
    pub(super) fn attack_net(&self, who: Slot, body: &Body) -> i32 {
        self.add_attack_net(0, who, body)
    }

    /// Returns the sum for so many injured parts of a kind.
    fn stacked(&self, parts: i32, each: i32) -> i32 {
        match self.rulings.part_stacking {
            PartStacking::PerPart => parts * each,
            PartStacking::WorstOnly => parts.min(1) * each,
        }
    }

    /// Disadvantages of a skill by injuries (INJ-065, INJ-068, INJ-073, INJ-081, INJ-086, INJ-093, INJ-107, INJ-115); a
    /// negative number where a tail helps (INJ-071, R-17). `senses` are those that a Perception or Survival check is about.
    pub(super) fn skill_disadvantages(&self, who: Slot, body: &Body, skill: Skill, senses: &[Sense]) -> i32 {
        let part = &self.book.part;
        let of = |kind: PartKind, each: i32| self.stacked(self.hurt(who, body, kind), each);
        let hands = || [of(PartKind::Hand, part.hand.skill_disadvantage), of(PartKind::Arm, part.arm.skill_disadvantage)];
        let feet = || [of(PartKind::Foot, part.foot.skill_disadvantage), of(PartKind::Leg, part.leg.skill_disadvantage)];
        let sense = |sense: &Sense| match (skill, sense) {
            (Skill::Perception, Sense::Visual) => of(PartKind::Eye, part.eye.perception_disadvantage),
            (Skill::Perception, Sense::Audio) => {
                let deaf = if self.deafened(who, body) { self.book.deafened.perception_disadvantage } else { 0 };
                of(PartKind::Ear, part.ear.perception_disadvantage) + deaf
            }
            (_, Sense::Scent) => of(PartKind::Nose, part.nose.scent_disadvantage),
            _ => 0,
        };
        let together = |parts: &[i32]| match self.rulings.part_stacking {
            PartStacking::PerPart => parts.iter().sum(),
            PartStacking::WorstOnly => parts.iter().copied().max().unwrap_or(0),
        };
        match skill {
            Skill::Acrobatics => {
                let arm = of(PartKind::Arm, part.arm.skill_disadvantage);
                together(&[feet()[0], feet()[1], arm]) - self.tails(who, body) * self.book.tail.acrobatics_advantage
            }
            Skill::Athletics => together(&[hands()[0], hands()[1], feet()[0], feet()[1]]),
            Skill::Thievery | Skill::Craft | Skill::MusicalInstrument => together(&hands()),
            Skill::Fly => of(PartKind::Wing, part.wing.fly_disadvantage),
            Skill::Perception | Skill::Survival => senses.iter().map(sense).fold(0, |all, one| together(&[all, one])),
            _ => 0,
        }
    }

    /// Whole tails.
    fn tails(&self, who: Slot, body: &Body) -> i32 {
        let tails = self.fighter(who).plan.all(PartKind::Tail);
        (tails & !(body.harm.hurt() | body.harm.gone)).count_ones() as i32
    }

    /// Dice of a check of a skill.
    pub(super) fn skill_net(&self, who: Slot, body: &Body, skill: Skill, senses: &[Sense]) -> i32 {
        self.check_net(who, body) - self.skill_disadvantages(who, body, skill, senses)
    }

    /// The defence value.
    #[inline(always)]
    pub(super) fn dv(&self, who: Slot, body: &Body, touch: bool) -> i32 {
        self.add_dv(0, who, body, touch)
    }

    /// Returns the defence value of a target that is hit plainly, against a weapon that does not only touch.
    #[inline(always)]
    pub(super) fn plain_dv(&self, who: Slot, body: &Body) -> i32 {
        let fighter = self.fighter(who);
        fighter.armor + if self.surprised(body) { fighter.dv_off_guard } else { fighter.dv }
    }

    /// Returns the part of a bonus that sundering has left.
    #[inline(always)]
    fn bonus_left(&self, bonus: i32, sundered: u8) -> i32 {
        if sundered == 0 { bonus } else { self.bonus_of_sundered(bonus, sundered) }
    }

    /// Returns the part of a bonus that is left where something has been sundered: all, some or none (INJ-195, R-31).
    #[inline(never)]
    fn bonus_of_sundered(&self, bonus: i32, sundered: u8) -> i32 {
        let numbers = &self.book.maneuver.sunder;
        if sundered >= numbers.integrity {
            0
        } else if numbers.integrity - sundered <= numbers.broken_at {
            numbers.broken_armor.of(bonus, Rounding::Down)
        } else {
            bonus
        }
    }

    /// True if a weapon is broken, but not destroyed.
    #[inline]
    pub(super) fn broken(&self, body: &Body, weapon: u8) -> bool {
        let numbers = &self.book.maneuver.sunder;
        let sundered = body.sundered[usize::from(weapon)];
        sundered > 0 && numbers.integrity.saturating_sub(sundered) <= numbers.broken_at
    }

    /// Disadvantages by attack actions of the same turn (INJ-185).
    #[inline]
    pub(super) fn handicap(&self, body: &Body) -> i32 {
        i32::from(body.attack_actions) * self.book.iterative.disadvantage
    }

    /// Advantages that it gives to melee against it (INJ-201, R-39).
    #[inline]
    pub(super) fn openings(&self, body: &Body) -> i32 {
        let times = match self.rulings.open_defences_stack {
            OpenDefencesStack::Yes => i32::from(body.open_defences),
            OpenDefencesStack::No => i32::from(body.open_defences.min(1)),
        };
        times * self.book.open_defences.advantage
    }

    /// A price in stamina as it is now.
    #[inline]
    pub(super) fn price(&self, body: &Body, cost: i32) -> i32 {
        match self.rulings.strain {
            Strain::StaminaCost if cost > 0 => cost + body.strain / self.book.strain.per_cost,
            _ => cost,
        }
    }

    /// True if the combatant can pay a price in stamina and keep a reserve (INJ-030, R-07). Without Constitution nobody can,
    /// be it nothing, and nobody pays with its last breath: it would fall before it did what it pays for.
    #[inline]
    pub(super) fn can_pay(&self, who: Slot, body: &Body, price: i32, reserve: i32) -> bool {
        let left = match self.rulings.spend_from_exhaustion {
            SpendFromExhaustion::No => body.stamina,
            SpendFromExhaustion::Yes => body.stamina + (body.exhaustion - 1).max(0),
        };
        let pays = price <= 0 || left - price >= reserve && body.stamina + body.exhaustion > price;
        pays && self.fighter(who).has_con
    }

    /// True if a kind of free action is still to be had in this turn (INJ-177, INJ-235, INJ-237, R-36).
    #[inline]
    pub(super) fn free_left(&self, body: &Body, kind: u8) -> bool {
        match self.rulings.free_actions {
            FreeActions::EachKindOnce => body.free_used & kind == 0,
            FreeActions::Unlimited => true,
            FreeActions::OnePerTurn => body.free_used == 0,
        }
    }

    /// Returns the action points for standing up (INJ-094, INJ-116, R-22); `None` when it is impossible (INJ-098, INJ-120).
    pub(super) fn stand_cost(&self, who: Slot, body: &Body) -> Option<u8> {
        if self.footless(who, body) {
            return None;
        }
        let numbers = &self.book.stand;
        let feet = self.hurt(who, body, PartKind::Foot) as u8;
        let legs = self.hurt(who, body, PartKind::Leg) as u8;
        let cost =
            numbers.ap.saturating_add(feet.saturating_mul(numbers.foot_ap)).saturating_add(legs.saturating_mul(numbers.leg_ap));
        Some(if numbers.cap_at_turn_ap { cost.min(self.fighter(who).turn_ap) } else { cost })
    }

    /// Speed in feet by way of moving: on the ground, in the air, in the ground, up walls (INJ-032, INJ-074, INJ-095, INJ-117,
    ///
    pub(super) fn speed_ft(&self, who: Slot, body: &Body, way: usize) -> i32 {
        let mut speed = self.fighter(who).speeds_ft[way];
        if body.harm.hurt() != 0 {
            let part = &self.book.part;
            speed -= match way {
                1 => self.hurt(who, body, PartKind::Wing) * self.book.wing.fly_speed_loss_ft,
                _ => {
                    self.worse(who, body, PartKind::Foot, part.foot.disabled_at) * part.foot.speed_loss_ft
                        + self.worse(who, body, PartKind::Leg, part.leg.disabled_at) * part.leg.speed_loss_ft
                }
            };
        }
        let speed = speed.max(0);
        let speed = if self.exhausted(who, body) { self.book.exhausted.speed_factor.of(speed, Rounding::Down) } else { speed };
        if body.grappled_by.is_some() { 0 } else { speed }
    }

    /// Speed in feet as it moves now.
    pub(super) fn pace_ft(&self, who: Slot, body: &Body) -> i32 {
        self.speed_ft(who, body, usize::from(body.flying))
    }

    /// True if its wings do not carry it any longer (INJ-077, R-20). A combatant that flies without wings does not need them.
    pub(super) fn grounded(&self, who: Slot, body: &Body) -> bool {
        let wings = self.fighter(who).plan.all(PartKind::Wing);
        let whole = wings & !(body.harm.hurt() | body.harm.gone);
        wings != 0 && whole.count_ones() <= u32::from(self.book.wing.grounded_at)
    }

    /// True if the combatant stands, is free and has wings that carry it, or flies without any (INJ-077, R-20).
    pub(super) fn may_take_off(&self, who: Slot, body: &Body) -> bool {
        !body.flying && !body.prone && !self.grounded(who, body) && self.speed_ft(who, body, 1) > 0
    }

    /// True if it is on the field and alive.
    #[inline]
    pub(super) fn present(&self, body: &Body) -> bool {
        body.in_field && !body.dead()
    }

    /// True if it can still act in this fight.
    #[inline]
    pub(super) fn active(&self, body: &Body) -> bool {
        self.present(body) && !body.unconscious() && !body.yielded
    }

    /// Conscious enemies.
    #[inline]
    pub(super) fn active_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who) & fight.active
    }

    /// True if it knows where the heart of another is (INJ-135, R-27).
    #[inline]
    pub(super) fn knows_heart(&self, body: &Body, of: Slot) -> bool {
        body.knows >> self.fighter(of).kind & 1 == 1
    }

    /// Parts that a hit reaching up to this tier can injure (INJ-135).
    #[inline(always)]
    pub(super) fn open_parts(&self, fight: &Fight, who: Slot, target: Slot, tier: i32) -> PartSet {
        let hearts = i32::from(self.kinds[PartKind::Heart as usize].tier) <= tier && self.knows_heart(fight.body(who), target);
        self.fighter(target).plan.reached(tier, hearts) & !self.closed_parts(target, fight.body(target))
    }

    /// Parts that take no more injuries: they are full or gone, or prostheses (INJ-060, R-23, R-41).
    #[inline(always)]
    pub(super) fn closed_parts(&self, who: Slot, body: &Body) -> PartSet {
        let plan = &self.fighter(who).plan;
        plan.full(&body.harm) | body.harm.gone | plan.prostheses
    }

    /// Returns how the fight has ended, if it has (4.14 of the specification, R-47).
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        if self.lineup.arrivals.awaited_in(fight.round).into_iter().any(|who| self.comes(fight, who)) {
            return None;
        }
        let counts = match self.rulings.end_out {
            EndOut::Unconscious => fight.active,
            EndOut::Dead => fight.present.those(|who| !fight.body(who).yielded),
        };
        let nobody_acts = || (fight.active & self.lineup.contenders()).is_empty().then_some(Ending::Draw);
        self.lineup.ending(counts, fight.sides).or_else(nobody_acts)
    }

    /// True if a combatant of the sides that have met comes to the fight when its round has come.
    pub(super) fn comes(&self, fight: &Fight, who: Slot) -> bool {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        fight.sides.has(fighter.side) && !body.dead() && !body.unconscious() && !self.is_empty(fighter, body)
    }

    /// True if the combatant cannot go on with its turn. One that began it dazed goes on with what points the book leaves it,
    /// unless it is dazed anew (INJ-125, R-18).
    #[inline]
    pub(super) fn stopped(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        !fight.active.has(who) || body.stunned > 0 || body.dazed > 1
    }

    /// True if the combatant has neither stamina nor exhaustion left.
    pub(super) fn is_empty(&self, fighter: &Fighter, body: &Body) -> bool {
        fighter.has_con && body.stamina <= 0 && body.exhaustion <= 0
    }

    /// Injuries that are not treated, those of lost parts apart.
    pub(super) fn untreated(&self, fight: &Fight, who: Slot) -> i64 {
        self.injuries_by_care(fight, who, false)
    }

    /// Injuries that are treated, those of lost parts apart.
    pub(super) fn treated(&self, fight: &Fight, who: Slot) -> i64 {
        self.injuries_by_care(fight, who, true)
    }

    /// Counts injuries of parts that are left, of those that are treated or of those that are not.
    fn injuries_by_care(&self, fight: &Fight, who: Slot, treated: bool) -> i64 {
        let body = fight.body(who);
        let parts = parts_in(body.harm.hurt() & !self.lost(who, body));
        let of_part = |part: u8| {
            let count = usize::from(body.harm.count(part));
            let days = fight.care.get(who.index()).map_or([0; DEPTH], |care| care.days[usize::from(part)]);
            days[..count].iter().filter(|&&days| (days > 0) == treated).count() as i64
        };
        parts.map(of_part).sum()
    }
}

modifiers! {
    impl Core;

    /// Adds the dice of attack rolls, parries and maneuvers.
    #[inline(always)]
    pub(super) fn add_attack_net(&self, sum, who: Slot, body: &Body) {
        let whole = (body.harm.hurt() | body.harm.gone) & self.fighter(who).plan.senses == 0;
    } adds OWN_NET "advantages of an attack roll, a parry or a maneuver by the own state of the combatant that rolls" {
        exhausted "exhausted" [INJ-032, R-08] => self.exhausted_net(who, body, RollKind::Attack);
        IMPAIRMENT if !whole || body.has(Condition::Blinded) => self.add_impairment(sum, who, body);
    }

    /// Adds the disadvantages of attack rolls by injured eyes and heads (INJ-080).
    #[inline(never)]
    fn add_impairment(&self, sum, who: Slot, body: &Body) {
        let eyes = || self.stacked(self.hurt(who, body, PartKind::Eye), self.book.part.eye.attack_disadvantage);
    } adds IMPAIRMENT "disadvantages by injured eyes and heads" {
        injured_eyes "injured eyes" [INJ-080, R-17] => -eyes();
        blinded "blinded" [INJ-083, R-18] if self.blinded(who, body) => -self.book.blinded.disadvantage;
        concussed "concussed" [INJ-122] => self.base_net(who, body);
    }

    /// Adds the defence value (INJ-014, INJ-016, INJ-017, INJ-018, INJ-225, INJ-227, R-04).
    #[inline(always)]
    pub(super) fn add_dv(&self, sum, who: Slot, body: &Body, touch: bool) {
        let (fighter, off_guard) = (self.fighter(who), self.off_guard(who, body));
        let dodges = body.dodging && (!off_guard || self.rulings.dodge_when_off_guard == DodgeWhenOffGuard::Kept);
    } adds DV "defence value" {
        off_guard "off guard" [INJ-014, R-04] if off_guard => fighter.dv_off_guard;
        own "own" [INJ-014] if !off_guard => fighter.dv;
        armor "armor" [INJ-016, INJ-017, INJ-018, INJ-195] if !touch => self.bonus_left(fighter.armor, body.armor_sundered);
        shield "shield" [INJ-018, INJ-195, INJ-227, R-04] if !touch && body.shield_ready =>
            self.bonus_left(fighter.shield, body.sundered[usize::from(SHIELD)]);
        defending "defending" [INJ-225, R-04] if dodges => self.book.defend.bonus.unwrap_or(fighter.mb);
        charging "charging" [INJ-230] if body.charging => -self.book.charge.dv_penalty;
    }
}
