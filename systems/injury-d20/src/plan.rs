//! The plan of a body in `injury-d20`: which parts it has, and what goes for them.
//!
//! Owns the numbers of parts and which of them hang together. Must not change during a fight. Start at [`Plan`].

use frame::scenario::Complaints;

use super::book::Book;
use super::sheet::{PartKind, PartText, Sheet};
use super::state::{DEPTH, HANDS_MOST, Harm, PARTS_MOST, PartSet};

/// The number of kinds of parts.
pub const KINDS: usize = PartKind::ALL.len();

/// The highest tier that the book can give a kind of part.
const TIERS_MOST: usize = 9;

/// The rules of a kind of part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindRule {
    /// Tier, from 1.
    pub tier: u8,
    /// Injuries that it can hold.
    pub max: u8,
    /// Injuries from which on its natural attacks are out.
    pub disabled_at: u8,
}

/// Returns the rules of each kind, in their order.
pub fn kind_rules(book: &Book) -> [KindRule; KINDS] {
    let part = &book.part;
    let rule = |tier, max, disabled_at| KindRule { tier, max, disabled_at };
    let never = u8::MAX;
    [
        rule(part.ear.tier, part.ear.max, never),
        rule(part.nose.tier, part.nose.max, never),
        rule(part.tail.tier, part.tail.max, part.tail.disabled_at),
        rule(part.wing.tier, part.wing.max, part.wing.disabled_at),
        rule(part.eye.tier, part.eye.max, never),
        rule(part.hand.tier, part.hand.max, part.hand.disabled_at),
        rule(part.foot.tier, part.foot.max, part.foot.disabled_at),
        rule(part.horn.tier, part.horn.max, part.horn.disabled_at),
        rule(part.mouth.tier, part.mouth.max, part.mouth.disabled_at),
        rule(part.arm.tier, part.arm.max, part.arm.disabled_at),
        rule(part.leg.tier, part.leg.max, part.leg.disabled_at),
        rule(part.head.tier, part.head.max, never),
        rule(part.heart.tier, part.heart.max, never),
    ]
}

/// A body: which of its parts have which numbers.
#[derive(Clone, Debug)]
pub struct Plan {
    /// By kind: the first part, and how many there are.
    ranges: [(u8, u8); KINDS],
    /// By kind: all its parts.
    masks: [PartSet; KINDS],
    /// By part: its kind.
    kinds: [PartKind; PARTS_MOST],
    /// Parts that are prostheses.
    pub prostheses: PartSet,
    /// By tier: parts that a hit can injure which reaches up to it, hearts apart.
    reached: [PartSet; TIERS_MOST + 1],
    /// By number of injuries less 1: parts that hold so many and no more.
    holding: [PartSet; DEPTH],
    /// By hand: itself and its arm; nothing where there is no such hand.
    limbs: [PartSet; HANDS_MOST],
    /// All of those.
    pub grasping: PartSet,
    /// Parts that hamper one's own attacks when they are injured or gone: eyes and heads.
    pub senses: PartSet,
    /// Parts that hamper anything that it rolls: hearts besides those.
    pub vital: PartSet,
}

impl Plan {
    /// The plan of a sheet; what is wrong with it goes to `complaints` (INJ-060, R-14).
    pub fn new(sheet: &Sheet, path: &str, rules: &[KindRule; KINDS], complaints: &mut Complaints) -> Self {
        let mut plan = Plan {
            ranges: [(0, 0); KINDS],
            masks: [0; KINDS],
            kinds: [PartKind::Ear; PARTS_MOST],
            prostheses: 0,
            reached: [0; TIERS_MOST + 1],
            holding: [0; DEPTH],
            limbs: [0; HANDS_MOST],
            grasping: 0,
            senses: 0,
            vital: 0,
        };
        let mut next = 0_usize;
        for (kind, &count) in PartKind::ALL.into_iter().zip(&sheet.body.counts()) {
            if next + usize::from(count) > PARTS_MOST {
                complaints.error(format!("{path}.body"), format!("a body has at most {PARTS_MOST} parts"));
                break;
            }
            plan.ranges[kind as usize] = (next as u8, count);
            for part in next..next + usize::from(count) {
                plan.masks[kind as usize] |= 1 << part;
                plan.kinds[part] = kind;
            }
            next += usize::from(count);
        }
        if usize::from(plan.count(PartKind::Hand)) > HANDS_MOST {
            complaints.too_many(format!("{path}.body.hand"), HANDS_MOST, "hands");
        }
        for (index, given) in sheet.prosthesis.iter().enumerate() {
            if let Some(part) = plan.find(*given, &format!("{path}.prosthesis[{index}]"), complaints) {
                plan.prostheses |= 1 << part;
            }
        }
        for (hand, limb) in (0..plan.count(PartKind::Hand)).zip(0..HANDS_MOST) {
            let parts = [PartKind::Hand, PartKind::Arm].into_iter().filter_map(|kind| plan.part(kind, hand));
            plan.limbs[limb] = parts.fold(0, |limb, part| limb | 1 << part);
        }
        plan.grasping = plan.limbs.iter().fold(0, |all, limb| all | limb);
        plan.senses = plan.all(PartKind::Eye) | plan.all(PartKind::Head);
        plan.vital = plan.senses | plan.all(PartKind::Heart);
        for (kind, rule) in PartKind::ALL.into_iter().zip(rules) {
            let parts = plan.all(kind);
            for reached in plan.reached.iter_mut().skip(usize::from(rule.tier)).filter(|_| kind != PartKind::Heart) {
                *reached |= parts;
            }
            plan.holding[usize::from(rule.max).clamp(1, DEPTH) - 1] |= parts;
        }
        plan
    }

    /// Parts that a hit can injure which reaches up to this tier, with hearts or without.
    #[inline]
    pub fn reached(&self, tier: i32, hearts: bool) -> PartSet {
        let others = self.reached[tier.clamp(0, TIERS_MOST as i32) as usize];
        if hearts { others | self.all(PartKind::Heart) } else { others }
    }

    /// Parts that hold as many injuries as they can.
    #[inline]
    pub fn full(&self, harm: &Harm) -> PartSet {
        harm.among(&self.holding)
    }

    /// Parts that are destroyed or went with a larger one (R-19: a nose cannot be destroyed, R-23).
    #[inline]
    pub fn lost(&self, harm: &Harm) -> PartSet {
        harm.gone | self.full(harm) & !self.all(PartKind::Nose)
    }

    /// All parts of a kind.
    #[inline]
    pub fn all(&self, kind: PartKind) -> PartSet {
        self.masks[kind as usize]
    }

    /// Returns the number of parts of a kind.
    #[inline]
    pub fn count(&self, kind: PartKind) -> u8 {
        self.ranges[kind as usize].1
    }

    /// The part with this number among those of its kind, if there is one.
    #[inline]
    pub fn part(&self, kind: PartKind, index: u8) -> Option<u8> {
        let (first, count) = self.ranges[kind as usize];
        (index < count).then(|| first + index)
    }

    /// The hand with this number and its arm; nothing where there is no such hand that could hold something.
    #[inline]
    pub fn limb(&self, hand: u8) -> PartSet {
        self.limbs.get(usize::from(hand)).copied().unwrap_or(0)
    }

    /// The kind of a part, and its number among those of its kind.
    #[inline]
    pub fn of(&self, part: u8) -> (PartKind, u8) {
        let kind = self.kinds[usize::from(part)];
        (kind, part - self.ranges[kind as usize].0)
    }

    /// The number of the head that a part of the face belongs to.
    pub fn head_of(&self, part: u8) -> Option<u8> {
        let (kind, index) = self.of(part);
        let heads = self.count(PartKind::Head);
        match kind {
            PartKind::Head => Some(index),
            PartKind::Ear | PartKind::Nose | PartKind::Eye | PartKind::Mouth | PartKind::Horn if heads > 0 => {
                Some((u16::from(index) * u16::from(heads) / u16::from(self.count(kind))) as u8)
            }
            _ => None,
        }
    }

    /// Parts of the face of a head.
    pub fn face(&self, head: u8) -> PartSet {
        let kinds = [PartKind::Ear, PartKind::Nose, PartKind::Eye, PartKind::Mouth, PartKind::Horn];
        let parts = kinds.into_iter().flat_map(|kind| parts_in(self.all(kind)));
        parts.filter(|&part| self.head_of(part) == Some(head)).fold(0, |face, part| face | 1 << part)
    }

    /// Parts that go with a larger one: a hand with its arm, a foot with its leg, the face with its head.
    pub fn going_with(&self, part: u8) -> PartSet {
        let (kind, index) = self.of(part);
        let hangs = |kind: PartKind| self.part(kind, index).map_or(0, |part| 1 << part);
        match kind {
            PartKind::Arm => hangs(PartKind::Hand),
            PartKind::Leg => hangs(PartKind::Foot),
            PartKind::Head => self.face(index),
            _ => 0,
        }
    }

    /// The part that a sheet names, if this body has it.
    pub fn find(&self, given: PartText, path: &str, complaints: &mut Complaints) -> Option<u8> {
        let found = self.part(given.part, given.index);
        if found.is_none() {
            let count = self.count(given.part);
            complaints
                .error(path, format!("there is no {:?} {}", given.part, given.index).to_lowercase())
                .help(format!("this body has {count}, counted from 0"));
        }
        found
    }
}

/// The lowest part of a set.
#[inline]
pub fn first_of(set: PartSet) -> Option<u8> {
    (set != 0).then(|| set.trailing_zeros() as u8)
}

/// The parts of a set, from the lowest on.
#[inline]
pub fn parts_in(mut set: PartSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let part = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(part)
    })
}
