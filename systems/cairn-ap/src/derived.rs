//! Values of a combatant that follow from its state: modifiers, armor, hands, slots, distance, who can do what.
//!
//! Changes nothing. Start at [`Core::modifier`].

use frame::dice::Slot;
use frame::fight::{Adds, Slots};
use frame::rules::modifier::modifiers;

use super::Core;
use super::book::Attribute;
use super::fighter::{Origin, ShieldGear, Weapon};
use super::rulings::{DetachmentCrit, FullInventory, InjuryEffects, Modifier, RoundLength};
use super::sheet::Kind;
use super::state::{Body, Fight, Fixed, Held, Split, Status, flag};

/// Code of what is in hand, as bodies keep it.
pub const WEAPONS: u8 = 0;
/// The Grimoire or a scroll.
pub const GRIMOIRE: u8 = 1;
/// Nothing.
pub const NOTHING: u8 = 2;

/// The recovery that being Deprived can withhold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recovered {
    /// Of hit points.
    Hp,
    /// Of attributes.
    Attributes,
    /// From Fatigue.
    Fatigue,
}

impl Body {
    /// True if it has a Grimoire that can be used. [CAP-175]
    pub(super) fn has_book(&self) -> bool {
        self.has(flag::GRIMOIRE) && !self.has(flag::DAMAGED)
    }

    /// True if a spell stands in its Grimoire and can be cast from there. [CAP-154]
    pub(super) fn has_written(&self, spell: usize) -> bool {
        self.has_book() && self.spells >> spell & 1 == 1
    }

    /// True if it has the Grimoire or a scroll in hand, or a hand that is one with the Grimoire. [CAP-156, CAP-180]
    pub(super) fn holds_grimoire(&self) -> bool {
        self.ready == GRIMOIRE || self.has(flag::FUSED)
    }
}

/// Points that a score adds to a roll. [RU-01]
#[inline]
pub fn modifier_by(modifier: Modifier, score: i32) -> i32 {
    match modifier {
        Modifier::Attribute => score,
        Modifier::Half => score.div_euclid(2),
        Modifier::D20Bonus => (score - 10).div_euclid(2),
        Modifier::None => 0,
    }
}

impl Core {
    /// Points that an attribute adds to a roll. [RU-01, CAP-014] (step P1)
    #[inline]
    pub(super) fn modifier(&self, body: &Body, attribute: Attribute) -> i32 {
        modifier_by(self.rulings.modifier, i32::from(body.attributes[attribute.index()]))
    }

    /// Armor.
    #[inline(always)]
    pub(super) fn armor(&self, fight: &Fight, who: Slot) -> i32 {
        self.add_armor(0, fight, who)
    }

    /// Adds Armor, up to the cap, to a sum without any part. [CAP-078, CAP-080, CAP-181, RU-06]
    #[inline(always)]
    pub(super) fn add_armor<S: Adds>(&self, sum: S, fight: &Fight, who: Slot) -> S {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let mut worn = 0;
        if !body.has(flag::WINGS) {
            for (index, piece) in fighter.pieces.iter().enumerate() {
                if piece.worn && body.armor_gone >> index & 1 == 0 {
                    worn += i32::from(piece.armor);
                }
            }
        }
        let shield = match fighter.shield {
            Some(shield) if self.rulings.shield.is_armor() && self.shield_in_hand(fight, who) => i32::from(shield.armor),
            _ => 0,
        };
        sum.plus("armor worn", worn)
            .plus("shield", shield)
            .plus("natural Armor", fighter.natural_armor)
            .plus("magical Armor", body.magical_armor.into())
            .at_most("more than Armor can be", self.book.damage.armor_cap)
    }

    /// Damage that Armor leaves. [CAP-077]
    #[inline(always)]
    pub(super) fn less_armor<S: Adds>(&self, damage: S, armor: S) -> S {
        damage.less(armor).at_least("the least damage there is", self.book.damage.minimum)
    }

    /// True if it is a player character, and not a hireling in the place of one. [CAP-126]
    #[inline]
    pub(super) fn is_pc(&self, who: Slot, body: &Body) -> bool {
        self.fighter(who).kind == Kind::Pc && !body.has(flag::HIRED)
    }

    /// True if scars and critical damage treat it as a player character. [CAP-091, RU-11]
    #[inline]
    pub(super) fn as_pc(&self, who: Slot, body: &Body) -> bool {
        if body.has(flag::HIRED) { self.book.hireling.as_pc } else { self.fighter(who).as_pc }
    }

    /// True if it has to save for morale. [CAP-086, RU-11]
    #[inline]
    pub(super) fn wavers(&self, who: Slot, body: &Body) -> bool {
        if body.has(flag::HIRED) { self.book.morale.hirelings } else { self.fighter(who).morale }
    }

    /// True if its inventory is so full that it has no hit points. [CAP-C03, RU-20]
    pub(super) fn overloaded(&self, who: Slot, body: &Body) -> bool {
        let counts = self.rulings.full_inventory == FullInventory::HpZero;
        counts && self.fighter(who).inventory && self.free_slots(who, body) == 0
    }

    /// True if being Deprived withholds a recovery from a combatant, by magic or not. [CAP-073, RU-22]
    pub(super) fn withheld(&self, body: &Body, what: Recovered, by_magic: bool) -> bool {
        let numbers = &self.book.deprived;
        let blocked = match what {
            Recovered::Hp => numbers.blocks_hp,
            Recovered::Attributes => numbers.blocks_attributes,
            Recovered::Fatigue => numbers.blocks_fatigue,
        };
        body.has(flag::DEPRIVED) && blocked && (numbers.blocks_magic || !by_magic)
    }

    /// True if a combatant can get hit points back, by magic or not.
    pub(super) fn regains_hp(&self, who: Slot, body: &Body, by_magic: bool) -> bool {
        !self.withheld(body, Recovered::Hp, by_magic) && !self.overloaded(who, body)
    }

    /// True if harsh injuries count. [RU-16b]
    #[inline]
    pub(super) fn harsh(&self, body: &Body, flags: u32) -> bool {
        self.rulings.injury_effects == InjuryEffects::Harsh && body.has(flags)
    }

    /// Steps that a broken skull takes off rolls of WIL. [RU-16b]
    #[inline]
    pub(super) fn skull(&self, body: &Body, attribute: Attribute) -> i32 {
        if attribute == Attribute::Wil && self.harsh(body, flag::SKULL) { i32::from(self.book.step.impaired) } else { 0 }
    }

    /// The values that an action without objects takes from its Initiator as it is now. [CAP-046] (step X3)
    pub(super) fn settled_stunt(&self, fight: &Fight, who: Slot, attribute: Attribute) -> Fixed {
        let body = fight.body(who);
        let down = self.add_plight(0, body, true) + self.skull(body, attribute);
        Fixed { modifier: self.modifier(body, attribute), down }
    }

    /// Hands that are free for weapons and shield.
    pub(super) fn hands(&self, fight: &Fight, who: Slot) -> u8 {
        if self.grabbed_by(fight, who).is_some() {
            return 0;
        }
        let body = fight.body(who);
        let lost = u8::from(self.harsh(body, flag::ARM | flag::SUNDERED)) + u8::from(body.has(flag::FUSED));
        2_u8.saturating_sub(lost)
    }

    /// The combatant that it holds in its hands. [CAP-024]
    pub(super) fn grabbed_by(&self, fight: &Fight, who: Slot) -> Option<Slot> {
        if !fight.grabs {
            return None;
        }
        fight.slots().find(|&other| fight.body(other).held == Held::By(who))
    }

    /// True if it could attack with this weapon, whatever is in hand: it is there, not on the ground, and has shots left.
    /// [CAP-136]
    pub(super) fn has_weapon(&self, who: Slot, body: &Body, weapon: usize) -> bool {
        let arm = &self.fighter(who).weapons[weapon];
        let gone = (body.weapons_gone | body.on_ground) >> weapon & 1 == 1;
        let shots = arm.ammo.is_none_or(|ammo| body.shots.get(weapon).is_some_and(|&used| used < ammo));
        let grown = match arm.origin {
            Origin::Bolt => body.has(flag::FUSED),
            Origin::Alien => body.has(flag::ALIEN),
            _ => true,
        };
        !gone && shots && grown
    }

    /// True if it can attack with this weapon as its hands are now.
    #[inline]
    pub(super) fn can_use(&self, fight: &Fight, who: Slot, weapon: usize) -> bool {
        let plainly = self.fighter(who).weapons[weapon].plain && fight.body(who).armed_as_ever() && !fight.grabs;
        debug_assert!(!plainly || self.has_hands_for(fight, who, fight.body(who), weapon));
        plainly || self.has_hands_for(fight, who, fight.body(who), weapon)
    }

    /// True if it has hands for the weapon with this in its hands.
    #[inline(never)]
    pub(super) fn has_hands_for(&self, fight: &Fight, who: Slot, body: &Body, weapon: usize) -> bool {
        let arm = &self.fighter(who).weapons[weapon];
        let in_hand = arm.hands == 0 && arm.origin != Origin::Unarmed || body.ready != GRIMOIRE || arm.origin == Origin::Bolt;
        let stowed = arm.origin == Origin::Own && arm.hands > 0 && body.ready != WEAPONS;
        self.has_weapon(who, body, weapon) && in_hand && !stowed && arm.hands <= self.hands(fight, who)
    }

    /// The weapon it would use first: the bolt of a fused hand, then its own in their order, bare hands at last. [CAP-180]
    pub(super) fn first_weapon(&self, fight: &Fight, who: Slot) -> Option<usize> {
        let in_order = self.fighter(who).in_order.iter().map(|&weapon| usize::from(weapon));
        in_order.into_iter().find(|&weapon| self.can_use(fight, who, weapon))
    }

    /// The weapon it holds against an attack in close combat, if any: never bare hands. (step A7)
    #[inline]
    pub(super) fn parrying(&self, fight: &Fight, who: Slot) -> Option<&Weapon> {
        let body = fight.body(who);
        let wielded = self.fighter(who).weapons.get(usize::from(body.wielded));
        let plain = wielded.filter(|arm| arm.plain && body.armed_as_ever() && !fight.grabs);
        debug_assert!(plain.is_none_or(|arm| self.find_parrying(fight, who).is_some_and(|found| std::ptr::eq(arm, found))));
        plain.or_else(|| self.find_parrying(fight, who))
    }

    /// Returns the weapon to parry with: the wielded one, else the first that can.
    #[inline(never)]
    fn find_parrying(&self, fight: &Fight, who: Slot) -> Option<&Weapon> {
        let (weapons, body) = (&self.fighter(who).weapons, fight.body(who));
        let hands = self.hands(fight, who);
        let fits = |weapon: usize| {
            let arm = &weapons[weapon];
            let held = arm.hands == 0 || body.ready == WEAPONS && arm.hands <= hands;
            arm.origin == Origin::Own && !arm.ranged && held && self.has_weapon(who, body, weapon)
        };
        let wielded = usize::from(body.wielded);
        if wielded < weapons.len() && fits(wielded) {
            return Some(&weapons[wielded]);
        }
        // A fighter with a bow in both hands has nothing to parry with.
        let busy = weapons.get(wielded).is_some_and(|arm| arm.ranged && arm.hands == 2 && self.has_weapon(who, body, wielded));
        (0..weapons.len()).find(|&weapon| fits(weapon) && (!busy || weapons[weapon].hands == 0)).map(|weapon| &weapons[weapon])
    }

    /// True if its shield is in a hand.
    pub(super) fn shield_in_hand(&self, fight: &Fight, who: Slot) -> bool {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let arm = self.harsh(body, flag::ARM | flag::SUNDERED);
        if fighter.shield.is_none() || body.shield_gone || arm || body.ready != WEAPONS {
            return false;
        }
        let wielded = fighter.weapons.get(usize::from(body.wielded));
        let used = wielded.filter(|_| self.has_weapon(who, body, usize::from(body.wielded))).map_or(0, |weapon| weapon.hands);
        self.hands(fight, who) > used
    }

    /// Its shield, where that has dice.
    #[inline]
    pub(super) fn shield_object(&self, fight: &Fight, who: Slot) -> Option<&ShieldGear> {
        let shield = self.fighter(who).shield.as_ref()?;
        (self.shield_in_hand(fight, who) && self.rulings.shield.has_die()).then_some(shield)
    }

    /// Slots of its inventory that are in use. [CAP-075, CAP-C02]
    pub(super) fn slots_used(&self, who: Slot, body: &Body) -> i32 {
        let fighter = self.fighter(who);
        let bandages = body.bandages.div_ceil(u16::from(self.book.aid.bandage_uses));
        let mut used = self.grimoire_slots(body) + i32::from(bandages);
        for (index, thing) in fighter.things.iter().enumerate() {
            used += if body.things_gone >> index & 1 == 0 { i32::from(thing.slots) } else { 0 };
        }
        for (index, weapon) in fighter.weapons.iter().enumerate() {
            used += if body.weapons_gone >> index & 1 == 0 { i32::from(weapon.slots) } else { 0 };
        }
        for (index, piece) in fighter.pieces.iter().enumerate() {
            used += if body.armor_gone >> index & 1 == 0 { i32::from(piece.slots) } else { 0 };
        }
        used += fighter.shield.filter(|_| !body.shield_gone).map_or(0, |shield| i32::from(shield.slots));
        used + i32::from(body.fatigue) * i32::from(self.book.inventory.fatigue) + i32::from(body.tumors)
    }

    /// Slots that the Grimoire takes. [CAP-153, CAP-177, CAP-180]
    pub(super) fn grimoire_slots(&self, body: &Body) -> i32 {
        if !body.has(flag::GRIMOIRE) {
            0
        } else if body.has(flag::SOUL) {
            i32::from(self.book.mishap.soul_slots)
        } else if body.has(flag::FUSED) {
            i32::from(self.book.mishap.fused_slots)
        } else {
            i32::from(self.book.grimoire.slots)
        }
    }

    /// Free slots of its inventory. [CAP-158]
    pub(super) fn free_slots(&self, who: Slot, body: &Body) -> i32 {
        (i32::from(body.slots) - self.slots_used(who, body)).max(0)
    }

    /// Seconds that a round with so many turns takes. [RU-21, CAP-006]
    pub(super) fn round_seconds(&self, turns: u8) -> u32 {
        let turn = u32::from(self.book.ap.max) * self.book.ap.seconds;
        match self.rulings.round_length {
            RoundLength::Stated => self.book.round.seconds,
            RoundLength::Turn => turn,
            RoundLength::SumOfTurns => turn * u32::from(turns),
        }
    }

    /// True if it is on the field and can be struck, awake or not.
    #[inline]
    pub(super) fn strikeable(&self, body: &Body) -> bool {
        body.in_field && body.status.on_field()
    }

    /// True if a combatant in this status is with its side between fights.
    pub(super) fn is_about(&self, status: Status) -> bool {
        !matches!(status, Status::Dead | Status::Captured | Status::Absent)
    }

    /// Enemies that can act.
    #[inline]
    pub(super) fn active_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who) & fight.active()
    }

    /// True if a combatant stands in an advantageous position. [CAP-110, RU-30]
    pub(super) fn stands_high(&self, body: &Body) -> bool {
        self.positions && self.heights.contains(&body.at)
    }

    /// True if the attacker strikes from an advantageous position at a target that stands in none. [CAP-110, RU-30]
    pub(super) fn commands(&self, fight: &Fight, who: Slot, target: Slot) -> bool {
        !self.heights.is_empty() && self.stands_high(fight.body(who)) && !self.stands_high(fight.body(target))
    }

    /// Spaces between two; 1 where there are no positions. [RU-26]
    #[inline]
    pub(super) fn distance(&self, fight: &Fight, one: Slot, other: Slot) -> i32 {
        if !self.positions {
            return i32::from(one != other);
        }
        (i32::from(fight.body(one).at) - i32::from(fight.body(other).at)).abs()
    }

    /// True if a weapon reaches from one to another. [CAP-134, CAP-135] (step A1)
    pub(super) fn in_reach(&self, fight: &Fight, who: Slot, target: Slot, weapon: &Weapon) -> bool {
        if !self.positions {
            return true;
        }
        let distance = self.distance(fight, who, target);
        if weapon.ranged {
            return self.book.attack.far_spaces.is_none_or(|far| distance <= i32::from(far));
        }
        distance <= weapon.reach
    }

    /// True if a detachment still fights and is fought as one. [CAP-127, RU-18]
    pub(super) fn detached(&self, who: Slot, body: &Body) -> bool {
        let weakened = self.rulings.detachment_crit == DetachmentCrit::Weakened && body.has(flag::WEAKENED);
        self.fighter(who).detachment && !weakened
    }

    /// True if it cannot run. [CAP-147, RU-16b]
    fn is_lame(&self, body: &Body) -> bool {
        body.has(flag::HAMSTRUNG) || self.harsh(body, flag::LEG)
    }

    /// Spaces of one Move. [CAP-042, CAP-147] (step X1)
    pub(super) fn spaces_per_move(&self, body: &Body) -> i32 {
        if body.held != Held::Free {
            return 0;
        }
        if self.is_lame(body) {
            return self.book.scars.hamstrung_spaces;
        }
        let (dex, divisor) = (i32::from(body.attributes[Attribute::Dex.index()]), self.book.moving.divisor);
        let spaces = if self.book.moving.round_up { (dex + divisor - 1).div_euclid(divisor) } else { dex.div_euclid(divisor) };
        spaces * i32::from(body.speed.max(1))
    }

    /// True if it can run from the fight at all. [CAP-133, CAP-147] (step X5)
    pub(super) fn can_retreat(&self, body: &Body) -> bool {
        let runs = !self.is_lame(body) || self.book.scars.hamstrung_retreat;
        self.book.retreat.safe_destination && runs && body.held == Held::Free
    }

    /// True if it has a spell to cast, and a Grimoire or scroll to cast it from, and may. [CAP-156, CAP-164]
    pub(super) fn can_cast(&self, fight: &Fight, who: Slot, spell: usize) -> bool {
        let body = fight.body(who);
        let silent = body.silent_until > fight.seconds;
        (body.has_written(spell) || self.scroll_of(who, body, spell).is_some()) && !silent && self.can_hold(fight, who)
    }

    /// True if it has the hands for a Grimoire. [CAP-156, CAP-180]
    pub(super) fn can_hold(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        if body.has(flag::FUSED) {
            return !self.harsh(body, flag::SUNDERED) && self.grabbed_by(fight, who).is_none();
        }
        self.hands(fight, who) >= self.book.magic.hands
    }

    /// An unused scroll with this spell. [CAP-191]
    pub(super) fn scroll_of(&self, who: Slot, body: &Body, spell: usize) -> Option<usize> {
        let scrolls = self.fighter(who).scrolls.iter().enumerate();
        let fresh = |index: usize| body.scrolls_used.get(index).is_some_and(|&used| used < self.book.magic.scroll_uses);
        scrolls.filter(|(index, number)| usize::from(**number) == spell && fresh(*index)).map(|(index, _)| index).next()
    }

    /// Magic Dice it could invest: of slots, of dust, free ones. [CAP-155, CAP-158, CAP-173, CAP-187]
    pub(super) fn magic_dice(&self, who: Slot, body: &Body) -> Split {
        let slot = self.free_slots(who, body).min(255) as u8;
        Split { slot, dust: body.dust / self.book.magic.dust_per_die, free: body.free_dice }
    }
}

modifiers! {
    impl Core;

    /// Adds the steps that being prone, held or blind takes off an action, prone only in close combat. [CAP-026, CAP-109]
    pub(super) fn add_plight(&self, sum, body: &Body, melee: bool) {
        let numbers = &self.book.step;
    } adds PLIGHT "steps that being prone, held or blind takes off an action" {
        prone "prone" [CAP-026] if melee && body.prone => i32::from(numbers.prone);
        held "held" [CAP-109] if body.held != Held::Free => i32::from(numbers.impaired);
        blind "blind" [CAP-109] if body.blind > 0 => i32::from(numbers.impaired);
    }
}
