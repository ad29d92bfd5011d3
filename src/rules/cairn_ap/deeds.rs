//! Actions of `cairn-ap` other than attacks, spells and moving: what a line of a plan does, stunts, readying, aid, items,
//! retreat.
//!
//! Owns step T3 and most of section 4.10 of the specification; moving is in [`movement`](super::movement). Start at [`Core::carry_out`].

use crate::dice::{Dice, Slot};
use crate::fight::watch::Counter;
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::act::How;
use super::book::{Against, Attribute, Trivial};
use super::check::{self, Result, Steps};
use super::decide::Intent;
use super::derived::{GRIMOIRE, NOTHING, WEAPONS};
use super::fighter::Origin;
use super::metrics as count;
use super::policy::Do;
use super::rolls;
use super::rulings::Stabilised;
use super::state::{Body, Fight, Fixed, Held, Status, flag};

impl Core {
    /// Pays action points for a use of that kind. [CAP-101]
    #[inline]
    pub(super) fn pay<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        points: u8,
        used_for: Counter,
        table: &mut Table<D, W>,
    ) {
        let body = fight.body_mut(who);
        let paid = points.min(body.ap);
        body.ap -= paid;
        table.watch.count(who, count::AP_SPENT, i32::from(paid));
        table.watch.count(who, used_for, i32::from(paid));
    }

    #[inline]
    pub(super) fn can_pay(&self, fight: &Fight, who: Slot, points: u8) -> bool {
        fight.body(who).ap >= points
    }

    /// Whether an action of a kind succeeds: without a roll where it is trivial, else against the usual number. [CAP-009, CAP-019]
    pub(super) fn manages<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        kind: Trivial,
        table: &mut Table<D, W>,
    ) -> bool {
        let numbers = &self.book.check;
        if numbers.trivial.contains(&kind) {
            return true;
        }
        let fixed = self.settled_stunt(fight, who, numbers.attribute);
        let steps = self.own_steps(fight, who, fixed);
        let natural = self.base_die(who, &rolls::ACTION, steps.dice(&self.book, &self.rulings), table);
        let total = natural + fixed.modifier;
        let success = check::contested(Result { total, natural }, None, numbers.dc, &self.book, &self.rulings);
        table.tell("CAP-019", || format!("{} rolls {total} against {}", self.name(who), numbers.dc));
        success
    }

    /// What an action without objects takes from its Initiator as it is now. [CAP-046] (step X3)
    pub(super) fn settled_stunt(&self, fight: &Fight, who: Slot, attribute: Attribute) -> Fixed {
        let (body, numbers) = (fight.body(who), &self.book.step);
        let mut down = if body.prone { i32::from(numbers.prone) } else { 0 };
        down += if body.held != Held::Free { i32::from(numbers.impaired) } else { 0 };
        down += if body.blind > 0 { i32::from(numbers.impaired) } else { 0 };
        down += self.skull(body, attribute);
        Fixed { modifier: self.modifier(body, attribute), down }
    }

    /// Gained advantage, which is spent, and what was settled before.
    pub(super) fn own_steps(&self, fight: &mut Fight, who: Slot, fixed: Fixed) -> Steps {
        let pending = std::mem::take(&mut fight.body_mut(who).pending);
        Steps { up: i32::from(pending) * i32::from(self.book.step.gain), down: fixed.down }
    }

    /// Carries out a line of a plan, or what is to be done instead; false when neither is possible.
    #[inline]
    pub(super) fn carry_out<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> bool {
        if self.try_to(fight, who, intent, table) {
            return true;
        }
        let Some(otherwise) = intent.otherwise else { return false };
        self.try_to(fight, who, &Intent::plain(otherwise), table)
    }

    fn try_to<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, intent: &Intent, table: &mut Table<D, W>) -> bool {
        let ap = &self.book.ap;
        match intent.act {
            Do::Attack | Do::Sweep | Do::Throw => self.plan_attack(fight, who, intent, table),
            Do::Disarm | Do::Grab | Do::Shove | Do::Trip | Do::Blind => self.plan_stunt(fight, who, intent.act, table),
            Do::Break => self.break_free(fight, who, table),
            Do::Release => self.release(fight, who, table),
            Do::Move => self.plan_move(fight, who, table),
            Do::Gain => {
                if !self.can_pay(fight, who, ap.gain) {
                    return false;
                }
                self.pay(fight, who, ap.gain, count::AP_GAIN, table);
                let body = fight.body_mut(who);
                body.pending = body.pending.saturating_add(1);
                table.tell("CAP-043", || format!("{} gains advantage", self.name(who)));
                true
            }
            Do::Defend => self.defend(fight, who, table),
            Do::Help
            | Do::HoldAttack
            | Do::HoldTrip
            | Do::HoldShove
            | Do::HoldGrab
            | Do::HoldDisarm
            | Do::HoldBlind
            | Do::HoldCast => self.hold(fight, who, intent, table),
            Do::Cast => self.plan_cast(fight, who, intent, table),
            Do::ReadyWeapons => self.ready(fight, who, WEAPONS, table),
            Do::ReadyGrimoire => self.ready(fight, who, GRIMOIRE, table),
            Do::ReadyNothing => self.ready(fight, who, NOTHING, table),
            Do::Aid => self.aid(fight, who, table),
            Do::Item => self.use_item(fight, who, intent.item, table),
            Do::Stand => fight.body(who).prone && self.can_pay(fight, who, ap.stand) && self.stand(fight, who, table),
            Do::Retreat => self.retreat(fight, who, table),
            Do::Rest => self.breathe(fight, who, table),
            Do::Nothing => true,
        }
    }

    /// An attack as a plan wants it: with the weapon taken in hand and the enemy reached first. [CAP-021]
    #[inline]
    fn plan_attack<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, intent: &Intent, table: &mut Table<D, W>) -> bool {
        let weapons = &self.fighter(who).weapons;
        let wanted = match intent.act {
            Do::Throw => weapons.iter().position(|weapon| weapon.origin == Origin::Improvised),
            _ => intent.weapon.map(usize::from),
        };
        let sweep = intent.act == Do::Sweep;
        let usual = self.fighter(who).usual.filter(|_| fight.body(who).armed_as_ever() && !fight.grabs && wanted.is_none());
        debug_assert!(usual.is_none() || usual == self.first_weapon(fight, who));
        let Some(weapon) = usual.or_else(|| self.weapon_for(fight, who, (wanted, sweep), table)) else { return false };
        let arm = &weapons[weapon];
        let cost = self.attack_cost(arm, sweep);
        if !self.can_pay(fight, who, cost) || sweep && arm.ranged {
            return false;
        }
        if self.positions {
            self.get_near(fight, who, cost, |fight, foe| self.in_reach(fight, who, foe, arm), self.near_enough(arm), table);
            if !self.can_pay(fight, who, cost) {
                return false;
            }
        }
        if !fight.active().has(who) {
            return false;
        }
        self.attack::<false, _, _>(fight, who, (weapon, arm), How { sweep, held: None }, table)
    }

    /// The weapon that is wanted, or the first that can be used, taken in hand if need be.
    #[inline(never)]
    fn weapon_for<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (wanted, sweep): (Option<usize>, bool),
        table: &mut Table<D, W>,
    ) -> Option<usize> {
        if !fight.body(who).armed_as_ever() {
            self.take_in_hand(fight, who, (wanted, sweep), table);
        }
        match wanted {
            Some(weapon) => Some(weapon).filter(|&weapon| self.can_use(fight, who, weapon)),
            None => self.first_weapon(fight, who),
        }
    }

    /// Weapons are taken in hand when that is all that is missing to attack with the one that is wanted, or a better one than bare
    /// hands, and points for the attack are left then.
    fn take_in_hand<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (wanted, sweep): (Option<usize>, bool),
        table: &mut Table<D, W>,
    ) {
        let fighter = self.fighter(who);
        let body = fight.body(who);
        let better = |weapon: usize| {
            fighter.weapons[weapon].origin == Origin::Own
                && body.weapons_gone >> weapon & 1 == 0
                && fighter.weapons[weapon].hands > 0
        };
        let missing = match wanted {
            Some(weapon) => better(weapon) && (body.ready != WEAPONS || body.on_ground >> weapon & 1 == 1),
            None => (body.ready != WEAPONS || body.on_ground != 0) && (0..fighter.weapons.len()).any(better),
        };
        let first = self.first_weapon(fight, who);
        let better = first.is_none_or(|first| wanted.is_some() || fighter.weapons[first].origin == Origin::Unarmed);
        if missing && better && self.can_ready_for(fight, who, (WEAPONS, wanted, sweep)) {
            self.ready(fight, who, WEAPONS, table);
        }
        // Bare hands have to be free of the Grimoire.
        let bare = wanted.is_none_or(|weapon| fighter.weapons[weapon].origin == Origin::Unarmed);
        if bare
            && fight.body(who).ready == GRIMOIRE
            && self.first_weapon(fight, who).is_none()
            && self.can_ready_for(fight, who, (NOTHING, wanted, sweep))
        {
            self.ready(fight, who, NOTHING, table);
        }
    }

    /// Whether somebody could attack, with this in hand, with the weapon that is wanted or any, and pay for both; where no turn has
    /// points for both, whether it could attack in another. (step X6)
    fn can_ready_for(&self, fight: &Fight, who: Slot, (what, wanted, sweep): (u8, Option<usize>, bool)) -> bool {
        let body = fight.body(who);
        let on_ground = if what == WEAPONS { 0 } else { body.on_ground };
        let ready = Body { ready: what, on_ground, ..*body };
        let usable = |weapon: &usize| self.has_hands_for(fight, who, &ready, *weapon);
        let weapon = match wanted {
            Some(weapon) => Some(weapon).filter(usable),
            None => self.fighter(who).in_order.iter().map(|&weapon| usize::from(weapon)).find(usable),
        };
        weapon.is_some_and(|weapon| {
            let attack = self.attack_cost(&self.fighter(who).weapons[weapon], sweep);
            let both = attack.saturating_add(self.book.ap.ready);
            self.can_pay(fight, who, both) || both > self.book.ap.max
        })
    }

    /// A stunt as a plan wants it. [CAP-023 to CAP-026, CAP-038]
    fn plan_stunt<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, stunt: Do, table: &mut Table<D, W>) -> bool {
        let ap = &self.book.ap;
        let cost = ap.stunt + if stunt == Do::Blind { ap.pick } else { 0 };
        if !self.can_pay(fight, who, cost) || !self.can_stunt(fight, who, stunt) {
            return false;
        }
        let reach = self.book.attack.reach;
        self.get_near(fight, who, cost, |fight, foe| self.distance(fight, who, foe) <= reach, reach, table);
        let near = self.active_foes(fight, who).those(|foe| self.stuntable(fight, who, foe, stunt));
        let Some(target) = self.choose_target(fight, who, near, table).filter(|_| self.can_pay(fight, who, cost)) else {
            return false;
        };
        self.pay(fight, who, cost, count::AP_STUNT, table);
        self.stunt(fight, who, target, stunt, None, table);
        true
    }

    /// Whether somebody can try a stunt: a grab needs both hands free. [CAP-024]
    pub(super) fn can_stunt(&self, fight: &Fight, who: Slot, stunt: Do) -> bool {
        stunt != Do::Grab || self.empty_handed(fight, who) && self.grabbed_by(fight, who).is_none()
    }

    fn empty_handed(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let carried = |(index, weapon): (usize, &super::fighter::Weapon)| {
            weapon.origin == Origin::Own && weapon.hands > 0 && self.has_weapon(who, body, index)
        };
        let armed = body.ready == WEAPONS && self.fighter(who).weapons.iter().enumerate().any(carried);
        body.ready != GRIMOIRE && !armed && !self.shield_in_hand(fight, who) && self.hands(fight, who) == 2
    }

    /// Whether a stunt could do anything to somebody in reach. (step X3)
    pub(super) fn stuntable(&self, fight: &Fight, who: Slot, foe: Slot, stunt: Do) -> bool {
        self.stunt_has_use(fight, foe, stunt) && self.distance(fight, who, foe) <= self.book.attack.reach
    }

    /// Whether a stunt could do anything to somebody.
    pub(super) fn stunt_has_use(&self, fight: &Fight, foe: Slot, stunt: Do) -> bool {
        let body = fight.body(foe);
        match stunt {
            Do::Disarm => self.disarmable(fight, foe).is_some(),
            Do::Grab => body.held == Held::Free,
            Do::Trip => !body.prone,
            Do::Blind => body.blind == 0,
            _ => true,
        }
    }

    /// The weapon that could be kicked out of a hand.
    fn disarmable(&self, fight: &Fight, foe: Slot) -> Option<usize> {
        let (body, weapons) = (fight.body(foe), &self.fighter(foe).weapons);
        let in_hand = |weapon: &usize| {
            let arm = &weapons[*weapon];
            arm.origin == Origin::Own && arm.hands > 0 && body.ready == WEAPONS && self.has_weapon(foe, body, *weapon)
        };
        Some(usize::from(body.wielded))
            .filter(|weapon| *weapon < weapons.len())
            .filter(in_hand)
            .or_else(|| (0..weapons.len()).find(in_hand))
    }

    /// A stunt: contested, without objects. (step X3)
    pub(super) fn stunt<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        stunt: Do,
        held: Option<Fixed>,
        table: &mut Table<D, W>,
    ) {
        table.watch.count(who, count::STUNTS, 1);
        let attribute = &self.book.attribute;
        let blind = stunt == Do::Blind;
        let own = if blind { attribute.blind } else { attribute.stunt };
        let body = fight.body(target);
        let better = if self.modifier(body, Attribute::Dex) > self.modifier(body, Attribute::Str) {
            Attribute::Dex
        } else {
            Attribute::Str
        };
        let theirs = if blind { attribute.blind } else { better };
        let against = self.book.check.stunt;
        let fixed = held.unwrap_or_else(|| self.settled_stunt(fight, who, own));
        let success = self.contest(fight, (who, fixed), (target, theirs), against, table);
        table.watch.count(who, count::STUNTS_DONE, i32::from(success));
        table.tell("CAP-023, CAP-024, CAP-025, CAP-026", || {
            let word = format!("{stunt:?}").to_lowercase();
            format!("{}: {word} against {}: {}", self.name(who), self.name(target), if success { "done" } else { "failed" })
        });
        if success {
            self.stunt_works(fight, who, target, stunt, table);
        }
    }

    /// A contested check of two without objects: whether the Initiator succeeds.
    fn contest<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, fixed): (Slot, Fixed),
        (target, theirs): (Slot, Attribute),
        against: Against,
        table: &mut Table<D, W>,
    ) -> bool {
        let (book, rulings) = (&self.book, &self.rulings);
        let dice = self.own_steps(fight, who, fixed).dice(book, rulings);
        let save = (against == Against::Contested).then(|| {
            let steps = self.spend_pending(fight, target).worse(self.skull(fight.body(target), theirs));
            (steps.dice(book, rulings), self.modifier(fight.body(target), theirs))
        });
        let key = || {
            let (theirs, modifier) = save.unwrap_or_default();
            [i64::from(dice), i64::from(fixed.modifier - modifier), i64::from(theirs)]
        };
        let play = |table: &mut Table<D, W>| {
            let natural = self.base_die(who, &rolls::STUNT, dice, table);
            let mine = Result { total: natural + fixed.modifier, natural };
            let save = save.map(|(dice, modifier)| {
                let natural = self.base_die(target, &rolls::RESIST, dice, table);
                Result { total: natural + modifier, natural }
            });
            i64::from(check::contested(mine, save, book.check.dc, book, rulings))
        };
        table.settle(&rolls::STUNT, key, play) == 1
    }

    fn stunt_works<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, stunt: Do, table: &mut Table<D, W>) {
        match stunt {
            Do::Disarm => {
                if let Some(weapon) = self.disarmable(fight, target) {
                    fight.body_mut(target).on_ground |= 1 << weapon;
                }
            }
            Do::Grab => {
                fight.grabs = true;
                fight.change(target, |body| body.held = Held::By(who));
            }
            Do::Shove => self.shove(fight, who, target, table),
            Do::Trip => fight.body_mut(target).prone = true,
            // Whoever is blinded in its own turn still has the next one before it.
            Do::Blind => fight.body_mut(target).blind = 1 + u8::from(fight.turn_of == Some(target)),
            _ => {}
        }
    }

    /// A shove: away, and perhaps to death. [CAP-025]
    fn shove<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) {
        let spaces = self.book.stunt.shove_spaces as i16;
        let (own, from) = (fight.body(who).at, fight.body(target).at);
        let direction =
            if from == own { if self.hostile_direction(fight, who) { 1 } else { -1 } } else { (from - own).signum() };
        let to = from + direction * spaces;
        let body = fight.body_mut(target);
        (body.at, body.covered) = (to, false);
        self.let_go(fight, target);
        let pit = self.pits.iter().any(|&pit| if direction > 0 { pit > from && pit <= to } else { pit < from && pit >= to });
        if self.positions && pit && !fight.body(target).has(flag::WINGS) {
            table.tell("CAP-025", || format!("{} falls into the pit", self.name(target)));
            self.die(fight, target, table);
            self.check_morale(fight, table);
        }
    }

    /// Whether most enemies are to the right: where somebody in the same Space is shoved to.
    fn hostile_direction(&self, fight: &Fight, who: Slot) -> bool {
        let own = fight.body(who).at;
        self.active_foes(fight, who).map(|foe| i32::from(fight.body(foe).at - own)).sum::<i32>() >= 0
    }

    /// Hands let go of whoever stops acting, and its own hands of whomever they hold. [CAP-024]
    pub(super) fn end_grips(&self, fight: &mut Fight, who: Slot) {
        if !fight.grabs {
            return;
        }
        if matches!(fight.body(who).held, Held::By(_)) {
            fight.body_mut(who).held = Held::Free;
        }
        while let Some(held) = self.grabbed_by(fight, who) {
            fight.body_mut(held).held = Held::Free;
        }
    }

    /// Whoever moved is not held any more, and holds nobody who is out of reach.
    pub(super) fn let_go(&self, fight: &mut Fight, who: Slot) {
        if let Held::By(other) = fight.body(who).held
            && self.distance(fight, who, other) > self.book.attack.reach
        {
            fight.body_mut(who).held = Held::Free;
        }
        if let Some(other) = self.grabbed_by(fight, who)
            && self.distance(fight, who, other) > self.book.attack.reach
        {
            fight.body_mut(other).held = Held::Free;
        }
    }

    /// Breaking free of hands or of a spell. [CAP-024] (step X3)
    fn break_free<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let cost = self.book.ap.stunt;
        let held = fight.body(who).held;
        if held == Held::Free || !self.can_pay(fight, who, cost) {
            return false;
        }
        self.pay(fight, who, cost, count::AP_STUNT, table);
        let strength = Attribute::Str;
        let fixed = self.settled_stunt(fight, who, strength);
        let free = match held {
            Held::By(other) => self.contest(fight, (who, fixed), (other, strength), self.book.check.stunt, table),
            _ => {
                let (book, rulings) = (&self.book, &self.rulings);
                let steps = self.own_steps(fight, who, fixed);
                let natural = self.base_die(who, &rolls::STUNT, steps.dice(book, rulings), table);
                let total = natural + fixed.modifier;
                check::contested(Result { total, natural }, None, book.stunt.break_dc, book, rulings)
            }
        };
        if free {
            fight.change(who, |body| body.held = Held::Free);
        }
        table.tell("CAP-024", || format!("{} {}", self.name(who), if free { "breaks free" } else { "is still held" }));
        true
    }

    fn release<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let Some(other) = self.grabbed_by(fight, who) else { return false };
        fight.body_mut(other).held = Held::Free;
        table.tell("CAP-024", || format!("{} lets go of {}", self.name(who), self.name(other)));
        true
    }

    /// X4: aid for a friend who is down. [CAP-068, CAP-118, RU-17]
    pub(super) fn aid<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let cost = self.book.ap.aid;
        let fallen = self.who_needs_aid(fight, who);
        if !self.can_pay(fight, who, cost) {
            return false;
        }
        let Some(friend) = self.choose_ally(fight, who, fallen, table) else { return false };
        self.pay(fight, who, cost, count::AP_OTHER, table);
        if self.book.aid.needs_bandages {
            fight.body_mut(who).bandages -= 1;
        }
        if self.manages(fight, who, Trivial::Aid, table) {
            table.tell("CAP-118", || format!("{} stabilises {}", self.name(who), self.name(friend)));
            table.watch.count(who, count::AIDED, 1);
            self.stabilise(fight, friend);
        }
        true
    }

    /// Stops somebody's bleeding. [CAP-118, CAP-151, RU-17]
    pub(super) fn stabilise(&self, fight: &mut Fight, who: Slot) {
        let body = fight.body_mut(who);
        body.dies_at = 0;
        body.set(flag::STABLE, true);
        let rises = body.status == Status::Down && !body.has(flag::MORTAL);
        if rises && self.rulings.stabilised == Stabilised::ActiveAt0hp {
            self.rise(fight, who);
        }
    }

    /// Whoever was down takes part again, as far as nothing else keeps it from that.
    pub(super) fn rise(&self, fight: &mut Fight, who: Slot) {
        fight.body_mut(who).set(flag::STABLE, false);
        fight.set_status(who, self.risen(fight.body(who)));
    }

    /// Friends whom it could aid now.
    #[inline]
    pub(super) fn who_needs_aid(&self, fight: &Fight, who: Slot) -> Slots {
        let unable = self.book.aid.needs_bandages && fight.body(who).bandages == 0;
        if unable { Slots::NONE } else { self.fallen_friends(fight, who) }
    }

    #[inline(never)]
    fn fallen_friends(&self, fight: &Fight, who: Slot) -> Slots {
        let needs = |other: Slot| {
            let body = fight.body(other);
            let mortal = body.status == Status::OutOfAction && self.book.scars.mortal_bandages_suffice;
            let fallen = body.status == Status::Down || mortal;
            let near = self.distance(fight, who, other) <= self.book.attack.reach;
            fallen && body.in_field && body.dies_at > 0 && near
        };
        self.friends(who).those(needs)
    }

    /// X6: what is in hand, or a weapon from the ground. [CAP-156]
    pub(super) fn ready<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, what: u8, table: &mut Table<D, W>) -> bool {
        let cost = self.book.ap.ready;
        let body = fight.body(who);
        let takes_up = what == WEAPONS && body.on_ground != 0;
        let held = what == GRIMOIRE && !self.can_hold(fight, who);
        if body.ready == what && !takes_up || held || !self.can_pay(fight, who, cost) {
            return false;
        }
        self.pay(fight, who, cost, count::AP_OTHER, table);
        if self.manages(fight, who, Trivial::Ready, table) {
            let body = fight.body_mut(who);
            body.ready = what;
            if what == WEAPONS {
                body.on_ground = 0;
            }
            table.tell("CAP-156", || {
                let things = ["weapons", "the Grimoire", "nothing"][usize::from(what)];
                format!("{} has {things} in hand", self.name(who))
            });
        }
        true
    }

    /// T2: standing up. [CAP-038]
    pub(super) fn stand<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.pay(fight, who, self.book.ap.stand, count::AP_OTHER, table);
        if self.manages(fight, who, Trivial::Stand, table) {
            fight.body_mut(who).prone = false;
            table.tell("CAP-038", || format!("{} stands up", self.name(who)));
        }
        true
    }

    /// A held defence. [CAP-027, CAP-028]
    pub(super) fn defend<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let cost = self.book.ap.defend;
        if !self.can_pay(fight, who, cost) || cost == 0 && fight.body(who).defences > 0 {
            return false;
        }
        self.pay(fight, who, cost, count::AP_DEFEND, table);
        if self.manages(fight, who, Trivial::Defend, table) {
            let body = fight.body_mut(who);
            body.defences = body.defences.saturating_add(1);
            table.tell("CAP-027, CAP-028", || format!("{} holds a defence", self.name(who)));
        }
        true
    }

    /// X5: leaving the fight. [CAP-132, CAP-133]
    pub(super) fn retreat<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let numbers = &self.book.retreat;
        let body = fight.body(who);
        let possible =
            self.can_retreat(body) && body.retreats < numbers.per_turn && self.can_pay(fight, who, self.book.ap.retreat);
        if !possible {
            return false;
        }
        self.pay(fight, who, self.book.ap.retreat, count::AP_OTHER, table);
        fight.body_mut(who).retreats += 1;
        table.watch.count(who, count::RETREATS, 1);
        let steps = self.own_steps(fight, who, Fixed::default()).worse(self.skull(fight.body(who), numbers.attribute));
        let modifier = self.modifier(fight.body(who), numbers.attribute);
        let away = self.saves(who, &rolls::RETREAT, (steps, modifier), numbers.dc, table);
        table.tell("CAP-132", || format!("{} {}", self.name(who), if away { "gets away" } else { "does not get away" }));
        if away {
            self.leave(fight, who, Status::Fled, table);
        }
        true
    }
}
