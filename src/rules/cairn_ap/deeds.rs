//! Actions of `cairn-ap` other than attacks, spells and moving: what a line of a plan does, stunts, readying, aid, items,
//! retreat.
//!
//! Owns step T3 and most of section 4.10 of the specification; moving is in [`movement`](super::movement). Start at [`Play::carry_out`].

use crate::dice::{Dice, Slot};
use crate::fight::{Adds, Sentence, Slots, Watch};

use super::act::How;
use super::book::{Against, Attribute, Trivial};
use super::check::{self, Result};
use super::decide::Intent;
use super::derived::{GRIMOIRE, NOTHING, WEAPONS};
use super::fighter::Origin;
use super::metrics as count;
use super::policy::Do;
use super::rolls;
use super::rulings::Stabilised;
use super::state::{Body, Fight, Fixed, Held, Status, flag};
use super::{Core, Play};

/// One's own roll in a contest: the attribute, and the values settled for it.
#[derive(Clone, Copy)]
struct Own {
    attribute: Attribute,
    fixed: Fixed,
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Carries out a line of a plan, or what is to be done instead; false when neither is possible.
    #[inline]
    pub(super) fn carry_out(&mut self, who: Slot, intent: &Intent) -> bool {
        if self.try_to(who, intent) {
            return true;
        }
        let Some(otherwise) = intent.otherwise else { return false };
        self.try_to(who, &Intent::plain(otherwise))
    }

    fn try_to(&mut self, who: Slot, intent: &Intent) -> bool {
        let rules = self.rules;
        let ap = &rules.book.ap;
        match intent.act {
            Do::Attack | Do::Sweep | Do::Throw => self.plan_attack(who, intent),
            Do::Disarm | Do::Grab | Do::Shove | Do::Trip | Do::Blind => self.plan_stunt(who, intent.act),
            Do::Break => self.break_free(who),
            Do::Release => self.release(who),
            Do::Move => self.plan_move(who),
            Do::Gain => {
                if !rules.can_pay(self.fight, who, ap.gain) {
                    return false;
                }
                self.pay(who, ap.gain, count::AP_GAIN);
                let body = self.fight.body_mut(who);
                body.pending = body.pending.saturating_add(1);
                self.table.tell("CAP-043", || format!("{} gains advantage", rules.name(who)));
                true
            }
            Do::Defend => self.defend(who),
            Do::Help
            | Do::HoldAttack
            | Do::HoldTrip
            | Do::HoldShove
            | Do::HoldGrab
            | Do::HoldDisarm
            | Do::HoldBlind
            | Do::HoldCast => self.hold(who, intent),
            Do::Cast => self.plan_cast(who, intent),
            Do::ReadyWeapons => self.ready(who, WEAPONS),
            Do::ReadyGrimoire => self.ready(who, GRIMOIRE),
            Do::ReadyNothing => self.ready(who, NOTHING),
            Do::Aid => self.aid(who),
            Do::Item => self.use_item(who, intent.item),
            Do::Stand => self.fight.body(who).prone && rules.can_pay(self.fight, who, ap.stand) && self.stand(who),
            Do::Retreat => self.retreat(who),
            Do::Rest => self.breathe(who),
            Do::Nothing => true,
        }
    }

    /// An attack as a plan wants it: with the weapon taken in hand and the enemy reached first. [CAP-021]
    #[inline]
    fn plan_attack(&mut self, who: Slot, intent: &Intent) -> bool {
        let rules = self.rules;
        let weapons = &rules.fighter(who).weapons;
        let wanted = match intent.act {
            Do::Throw => weapons.iter().position(|weapon| weapon.origin == Origin::Improvised),
            _ => intent.weapon.map(usize::from),
        };
        let sweep = intent.act == Do::Sweep;
        let usual =
            rules.fighter(who).usual.filter(|_| self.fight.body(who).armed_as_ever() && !self.fight.grabs && wanted.is_none());
        debug_assert!(usual.is_none() || usual == rules.first_weapon(self.fight, who));
        let Some(weapon) = usual.or_else(|| self.weapon_for(who, wanted, sweep)) else { return false };
        let arm = &weapons[weapon];
        let cost = rules.attack_cost(arm, sweep);
        if !rules.can_pay(self.fight, who, cost) || sweep && arm.ranged {
            return false;
        }
        if rules.positions {
            self.get_near(who, cost, |fight, foe| rules.in_reach(fight, who, foe, arm), rules.near_enough(arm));
            if !rules.can_pay(self.fight, who, cost) {
                return false;
            }
        }
        if !self.fight.active().has(who) {
            return false;
        }
        self.attack::<false>(who, weapon, arm, How { sweep, held: None })
    }

    /// The weapon that is wanted, or the first that can be used, taken in hand if need be.
    #[inline(never)]
    fn weapon_for(&mut self, who: Slot, wanted: Option<usize>, sweep: bool) -> Option<usize> {
        if !self.fight.body(who).armed_as_ever() {
            self.take_in_hand(who, wanted, sweep);
        }
        match wanted {
            Some(weapon) => Some(weapon).filter(|&weapon| self.rules.can_use(self.fight, who, weapon)),
            None => self.rules.first_weapon(self.fight, who),
        }
    }

    /// Weapons are taken in hand when that is all that is missing to attack with the one that is wanted, or a better one than bare
    /// hands, and points for the attack are left then.
    fn take_in_hand(&mut self, who: Slot, wanted: Option<usize>, sweep: bool) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let body = self.fight.body(who);
        let better = |weapon: usize| {
            fighter.weapons[weapon].origin == Origin::Own
                && body.weapons_gone >> weapon & 1 == 0
                && fighter.weapons[weapon].hands > 0
        };
        let missing = match wanted {
            Some(weapon) => better(weapon) && (body.ready != WEAPONS || body.on_ground >> weapon & 1 == 1),
            None => (body.ready != WEAPONS || body.on_ground != 0) && (0..fighter.weapons.len()).any(better),
        };
        let first = rules.first_weapon(self.fight, who);
        let better = first.is_none_or(|first| wanted.is_some() || fighter.weapons[first].origin == Origin::Unarmed);
        if missing && better && rules.can_ready_for(self.fight, who, WEAPONS, wanted, sweep) {
            self.ready(who, WEAPONS);
        }
        // Bare hands have to be free of the Grimoire.
        let bare = wanted.is_none_or(|weapon| fighter.weapons[weapon].origin == Origin::Unarmed);
        if bare
            && self.fight.body(who).ready == GRIMOIRE
            && rules.first_weapon(self.fight, who).is_none()
            && rules.can_ready_for(self.fight, who, NOTHING, wanted, sweep)
        {
            self.ready(who, NOTHING);
        }
    }

    /// A stunt as a plan wants it. [CAP-023 to CAP-026, CAP-038]
    fn plan_stunt(&mut self, who: Slot, stunt: Do) -> bool {
        let rules = self.rules;
        let ap = &rules.book.ap;
        let cost = ap.stunt + if stunt == Do::Blind { ap.pick } else { 0 };
        if !rules.can_pay(self.fight, who, cost) || !rules.can_stunt(self.fight, who, stunt) {
            return false;
        }
        let reach = rules.book.attack.reach;
        self.get_near(who, cost, |fight, foe| rules.distance(fight, who, foe) <= reach, reach);
        let near = rules.active_foes(self.fight, who).those(|foe| rules.stuntable(self.fight, who, foe, stunt));
        let Some(target) = self.choose_target(who, near).filter(|_| rules.can_pay(self.fight, who, cost)) else {
            return false;
        };
        self.pay(who, cost, count::AP_STUNT);
        self.stunt(who, target, stunt, None);
        true
    }

    /// A stunt: contested, without objects. (step X3)
    pub(super) fn stunt(&mut self, who: Slot, target: Slot, stunt: Do, held: Option<Fixed>) {
        let rules = self.rules;
        self.table.watch.count(who, count::STUNTS, 1);
        let attribute = &rules.book.attribute;
        let blind = stunt == Do::Blind;
        let own = if blind { attribute.blind } else { attribute.stunt };
        let body = self.fight.body(target);
        let better = if rules.modifier(body, Attribute::Dex) > rules.modifier(body, Attribute::Str) {
            Attribute::Dex
        } else {
            Attribute::Str
        };
        let theirs = if blind { attribute.blind } else { better };
        let against = rules.book.check.stunt;
        let fixed = held.unwrap_or_else(|| rules.settled_stunt(self.fight, who, own));
        let success = self.contest(who, Own { attribute: own, fixed }, target, theirs, against);
        self.table.watch.count(who, count::STUNTS_DONE, i32::from(success));
        self.table.tell("CAP-023, CAP-024, CAP-025, CAP-026", || {
            let word = format!("{stunt:?}").to_lowercase();
            format!("{}: {word} against {}: {}", rules.name(who), rules.name(target), if success { "done" } else { "failed" })
        });
        if success {
            self.stunt_works(who, target, stunt);
        }
    }

    /// A contested check of two without objects, of this attribute with what is settled of it: whether the Initiator succeeds.
    fn contest(&mut self, who: Slot, own: Own, target: Slot, theirs: Attribute, against: Against) -> bool {
        let Own { attribute: own, fixed } = own;
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        let steps = self.own_steps(who, fixed);
        let dice = steps.dice(book, rulings);
        let save = (against == Against::Contested).then(|| {
            let steps = self.spend_pending(target).worse(rules.skull(self.fight.body(target), theirs));
            (steps.dice(book, rulings), rules.modifier(self.fight.body(target), theirs))
        });
        let key = |_: &Self| {
            let (dice_of_save, modifier) = save.unwrap_or_default();
            [i64::from(dice), i64::from(fixed.modifier - modifier), i64::from(dice_of_save)]
        };
        let play = |play: &mut Self| {
            let natural = play.base_die(who, &rolls::STUNT, dice);
            let sum = play.table.adds().rolled(who, &rolls::STUNT, check::taken(dice), natural);
            let sum = sum.plus(own.short(), fixed.modifier);
            let mine = Result { total: sum.total(), natural };
            let (save, resists) = save
                .map(|(dice, modifier)| {
                    let natural = play.base_die(target, &rolls::RESIST, dice);
                    let sum = play.table.adds().rolled(target, &rolls::RESIST, check::taken(dice), natural);
                    let sum = sum.plus(theirs.short(), modifier);
                    (Result { total: sum.total(), natural }, sum)
                })
                .unzip();
            let won = check::contested(mine, save, book.check.dc, book, rulings);
            play.table.tell("CAP-018, CAP-056", || {
                let sentence = steps.told(Sentence::new(format!("{} contests: ", rules.name(who))).sum(sum));
                match resists {
                    Some(resists) => sentence.and(format!(" against {} ", rules.name(target))).sum(resists),
                    None => sentence.and(format!(" against {}", book.check.dc)),
                }
            });
            i64::from(won)
        };
        self.settle(&rolls::STUNT, key, play) == 1
    }

    fn stunt_works(&mut self, who: Slot, target: Slot, stunt: Do) {
        match stunt {
            Do::Disarm => {
                if let Some(weapon) = self.rules.disarmable(self.fight, target) {
                    self.fight.body_mut(target).on_ground |= 1 << weapon;
                    let rules = self.rules;
                    let name = || &rules.fighter(target).weapons[weapon].name;
                    self.table.tell("CAP-023", || format!("the {} of {} lies on the ground", name(), rules.name(target)));
                }
            }
            Do::Grab => {
                self.fight.grabs = true;
                self.fight.change(target, |body| body.held = Held::By(who));
            }
            Do::Shove => self.shove(who, target),
            Do::Trip => self.fight.body_mut(target).prone = true,
            // A target that is blinded in its own turn still has the next one before it.
            Do::Blind => self.fight.body_mut(target).blind = 1 + u8::from(self.fight.turn_of == Some(target)),
            _ => {}
        }
    }

    /// A shove: away, and perhaps to death. [CAP-025]
    fn shove(&mut self, who: Slot, target: Slot) {
        let rules = self.rules;
        let spaces = rules.book.stunt.shove_spaces as i16;
        let (own, from) = (self.fight.body(who).at, self.fight.body(target).at);
        let direction =
            if from == own { if rules.hostile_direction(self.fight, who) { 1 } else { -1 } } else { (from - own).signum() };
        let to = from + direction * spaces;
        if rules.positions {
            self.table.tell("CAP-025", || format!("{} is shoved to Space {to}", rules.name(target)));
        }
        let body = self.fight.body_mut(target);
        (body.at, body.covered) = (to, false);
        self.let_go(target);
        let pit = rules.pits.iter().any(|&pit| if direction > 0 { pit > from && pit <= to } else { pit < from && pit >= to });
        if rules.positions && pit && !self.fight.body(target).has(flag::WINGS) {
            self.table.tell("CAP-025", || format!("{} falls into the pit", rules.name(target)));
            self.die(target);
            self.check_morale();
        }
    }

    /// Breaking free of hands or of a spell. [CAP-024] (step X3)
    fn break_free(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let cost = rules.book.ap.stunt;
        let held = self.fight.body(who).held;
        if held == Held::Free || !rules.can_pay(self.fight, who, cost) {
            return false;
        }
        self.pay(who, cost, count::AP_STUNT);
        let strength = Attribute::Str;
        let fixed = rules.settled_stunt(self.fight, who, strength);
        let free = match held {
            Held::By(other) => self.contest(who, Own { attribute: strength, fixed }, other, strength, rules.book.check.stunt),
            _ => {
                let (book, rulings) = (&rules.book, &rules.rulings);
                let steps = self.own_steps(who, fixed);
                let natural = self.base_die(who, &rolls::STUNT, steps.dice(book, rulings));
                let sum = self.table.adds();
                let sum = sum.rolled(who, &rolls::STUNT, check::taken(steps.dice(book, rulings)), natural);
                let sum = sum.plus(strength.short(), fixed.modifier);
                let total = sum.total();
                self.table.tell("CAP-024", || {
                    let sentence = Sentence::new(format!("{} tears at what holds it: ", rules.name(who))).sum(sum);
                    steps.told(sentence.and(format!(" against {}", book.stunt.break_dc)))
                });
                check::contested(Result { total, natural }, None, book.stunt.break_dc, book, rulings)
            }
        };
        if free {
            self.fight.change(who, |body| body.held = Held::Free);
        }
        self.table.tell("CAP-024", || format!("{} {}", rules.name(who), if free { "breaks free" } else { "is still held" }));
        true
    }

    fn release(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let Some(other) = rules.grabbed_by(self.fight, who) else { return false };
        self.fight.body_mut(other).held = Held::Free;
        self.table.tell("CAP-024", || format!("{} lets go of {}", rules.name(who), rules.name(other)));
        true
    }

    /// X4: aid for a friend who is down. [CAP-068, CAP-118, RU-17]
    pub(super) fn aid(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let cost = rules.book.ap.aid;
        let fallen = rules.who_needs_aid(self.fight, who);
        if !rules.can_pay(self.fight, who, cost) {
            return false;
        }
        let Some(friend) = self.choose_ally(who, fallen) else { return false };
        self.pay(who, cost, count::AP_OTHER);
        if rules.book.aid.needs_bandages {
            self.fight.body_mut(who).bandages -= 1;
        }
        if self.manages(who, Trivial::Aid) {
            self.table.tell("CAP-118", || format!("{} stabilises {}", rules.name(who), rules.name(friend)));
            self.table.watch.count(who, count::AIDED, 1);
            self.stabilise(friend);
        }
        true
    }

    /// Stops somebody's bleeding. [CAP-118, CAP-151, RU-17]
    pub(super) fn stabilise(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        body.dies_at = 0;
        body.set(flag::STABLE, true);
        let rises = body.status == Status::Down && !body.has(flag::MORTAL);
        if rises && self.rules.rulings.stabilised == Stabilised::ActiveAt0hp {
            self.rise(who);
        }
    }

    /// Lets somebody who was down take part again, as far as nothing else keeps it from that.
    pub(super) fn rise(&mut self, who: Slot) {
        self.fight.body_mut(who).set(flag::STABLE, false);
        self.fight.set_status(who, self.rules.risen(self.fight.body(who)));
    }

    /// X6: what is in hand, or a weapon from the ground. [CAP-156]
    pub(super) fn ready(&mut self, who: Slot, what: u8) -> bool {
        let rules = self.rules;
        let cost = rules.book.ap.ready;
        let body = self.fight.body(who);
        let takes_up = what == WEAPONS && body.on_ground != 0;
        let held = what == GRIMOIRE && !rules.can_hold(self.fight, who);
        if body.ready == what && !takes_up || held || !rules.can_pay(self.fight, who, cost) {
            return false;
        }
        self.pay(who, cost, count::AP_OTHER);
        if self.manages(who, Trivial::Ready) {
            let body = self.fight.body_mut(who);
            body.ready = what;
            if what == WEAPONS {
                body.on_ground = 0;
            }
            self.table.tell("CAP-156", || {
                let things = ["weapons", "the Grimoire", "nothing"][usize::from(what)];
                format!("{} has {things} in hand", rules.name(who))
            });
        }
        true
    }

    /// T2: standing up. [CAP-038]
    pub(super) fn stand(&mut self, who: Slot) -> bool {
        self.pay(who, self.rules.book.ap.stand, count::AP_OTHER);
        if self.manages(who, Trivial::Stand) {
            self.fight.body_mut(who).prone = false;
            self.table.tell("CAP-038", || format!("{} stands up", self.rules.name(who)));
        }
        true
    }

    /// A held defence. [CAP-027, CAP-028]
    pub(super) fn defend(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let cost = rules.book.ap.defend;
        if !rules.can_pay(self.fight, who, cost) || cost == 0 && self.fight.body(who).defences > 0 {
            return false;
        }
        self.pay(who, cost, count::AP_DEFEND);
        if self.manages(who, Trivial::Defend) {
            let body = self.fight.body_mut(who);
            body.defences = body.defences.saturating_add(1);
            self.table.tell("CAP-027, CAP-028", || format!("{} holds a defence", rules.name(who)));
        }
        true
    }

    /// X5: leaving the fight. [CAP-132, CAP-133]
    pub(super) fn retreat(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let numbers = &rules.book.retreat;
        let body = self.fight.body(who);
        let possible = rules.can_retreat(body)
            && body.retreats < numbers.per_turn
            && rules.can_pay(self.fight, who, rules.book.ap.retreat);
        if !possible {
            return false;
        }
        self.pay(who, rules.book.ap.retreat, count::AP_OTHER);
        self.fight.body_mut(who).retreats += 1;
        self.table.watch.count(who, count::RETREATS, 1);
        let steps = self.own_steps(who, Fixed::default()).worse(rules.skull(self.fight.body(who), numbers.attribute));
        let away = self.saves(who, &rolls::RETREAT, steps, numbers.attribute, numbers.dc);
        self.table.tell("CAP-132", || format!("{} {}", rules.name(who), if away { "gets away" } else { "does not get away" }));
        if away {
            self.leave(who, Status::Fled);
        }
        true
    }
}

impl Core {
    /// True if somebody could attack, with this in hand, with the weapon that is wanted or any, and pay for both; where no turn has
    /// points for both, whether it could attack in another. (step X6)
    fn can_ready_for(&self, fight: &Fight, who: Slot, what: u8, wanted: Option<usize>, sweep: bool) -> bool {
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
            self.can_pay(fight, who, both) || both > self.fighter(who).ap_max
        })
    }

    /// True if somebody can try a stunt: a grab needs both hands free. [CAP-024]
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

    /// True if a stunt could do anything to somebody in reach. (step X3)
    pub(super) fn stuntable(&self, fight: &Fight, who: Slot, foe: Slot, stunt: Do) -> bool {
        self.stunt_has_use(fight, foe, stunt) && self.distance(fight, who, foe) <= self.book.attack.reach
    }

    /// True if a stunt could do anything to somebody.
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

    /// True if most enemies are to the right: where somebody in the same Space is shoved to.
    fn hostile_direction(&self, fight: &Fight, who: Slot) -> bool {
        let own = fight.body(who).at;
        self.active_foes(fight, who).map(|foe| i32::from(fight.body(foe).at - own)).sum::<i32>() >= 0
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
}
