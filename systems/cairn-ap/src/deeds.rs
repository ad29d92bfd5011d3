//! Actions of `cairn-ap`: what a line of a plan does, and those that are no attacks, stunts, spells or moves: readying, aid,
//! items, defence, retreat.
//!
//! Owns step T3 and most of section 4.10 of the specification; stunts are in [`stunt`](super::stunt), moving is in
//! [`movement`](super::movement). Start at [`Play::carry_out`].

use frame::dice::{Dice, Slot};
use frame::fight::{Offer, Slots, Watch};

use super::act::How;
use super::book::Trivial;
use super::decide::{Intent, every};
use super::derived::{GRIMOIRE, NOTHING, WEAPONS};
use super::fighter::Origin;
use super::metrics as count;
use super::policy::Do;
use super::rolls;
use super::rulings::Stabilised;
use super::state::{Body, Fight, Fixed, Status, flag};
use super::{Core, Play};

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

    /// Tries what a policy intends; true if there was anything to do.
    fn try_to(&mut self, who: Slot, intent: &Intent) -> bool {
        match intent.act {
            Do::Attack | Do::Sweep | Do::Throw => self.plan_attack(who, intent),
            Do::Disarm | Do::Grab | Do::Shove | Do::Trip | Do::Blind => self.plan_stunt(who, intent.act),
            Do::Break => self.break_free(who),
            Do::Release => self.release(who),
            Do::Move => self.plan_move(who),
            Do::Gain => self.gain(who),
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
            Do::Stand => {
                let possible = self.fight.body(who).prone && self.rules.can_pay(self.fight, who, self.rules.book.ap.stand);
                possible && self.stand(who)
            }
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

    /// Weapons are taken in hand when that is all that is missing to attack with the one that is wanted, or a better one than
    /// bare hands, and points for the attack are left then.
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
        let cost = rules.stunt_cost(stunt);
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

    /// A casting as a plan wants it: the Grimoire taken in hand first. [CAP-037]
    fn plan_cast(&mut self, who: Slot, intent: &Intent) -> bool {
        let rules = self.rules;
        let cost = rules.book.ap.cast;
        let ready = self.fight.body(who).holds_grimoire();
        let all = cost + if ready { 0 } else { rules.book.ap.ready };
        let Some((spell, split)) = rules.spell_for(self.fight, who, intent).filter(|_| self.fight.body(who).ap >= all) else {
            return false;
        };
        let in_hand = ready || self.ready(who, GRIMOIRE) && self.fight.body(who).ready == GRIMOIRE;
        if !in_hand {
            return false;
        }
        self.before_cast(who);
        // An answer can take the caster, or a hand.
        if !self.fight.active().has(who) || !rules.can_cast(self.fight, who, spell) {
            return true;
        }
        self.pay(who, cost, count::AP_CAST);
        self.cast(who, spell, split, None);
        true
    }

    /// X4: aid for a friend who is down. [CAP-068, CAP-118]
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

    /// Stops the bleeding of a fallen combatant. [CAP-118, CAP-151, RU-17]
    pub(super) fn stabilise(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        body.dies_at = 0;
        body.set(flag::STABLE, true);
        let rises = body.status == Status::Down && !body.has(flag::MORTAL);
        if rises && self.rules.rulings.stabilised == Stabilised::ActiveAt0hp {
            self.rise(who);
        }
    }

    /// Lets a combatant that was down take part again, as far as nothing else keeps it from that.
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

    /// An Advantage that waits for a roll. [CAP-043]
    fn gain(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        if !rules.can_pay(self.fight, who, rules.book.ap.gain) {
            return false;
        }
        self.pay(who, rules.book.ap.gain, count::AP_GAIN);
        let body = self.fight.body_mut(who);
        body.pending = body.pending.saturating_add(1);
        self.table.tell("CAP-043", || format!("{} gains advantage", rules.name(who)));
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
    /// True if a combatant could attack, with this in hand, with the weapon that is wanted or any, and pay for both; where no
    /// turn has points for both, whether it could attack in another. (step X6)
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

    /// Friends whom it could aid now.
    #[inline]
    pub(super) fn who_needs_aid(&self, fight: &Fight, who: Slot) -> Slots {
        let unable = self.book.aid.needs_bandages && fight.body(who).bandages == 0;
        if unable { Slots::NONE } else { self.fallen_friends(fight, who) }
    }

    /// Those of one's side who have fallen and can be helped where they lie.
    #[inline(never)]
    fn fallen_friends(&self, fight: &Fight, who: Slot) -> Slots {
        let needs = |other: Slot| {
            let body = fight.body(other);
            let mortal = body.status == Status::OutOfAction && self.book.scars.mortal_bandages_suffice;
            let fallen = body.status == Status::Down || mortal;
            let near = self.distance(fight, who, other) <= self.book.attack.reach;
            fallen && body.in_field && body.dies_at > 0 && near
        };
        self.lineup.friends(who).without(who).those(needs)
    }
}

impl Core {
    /// Returns everything that a combatant could do now, as lines of `plan` say it.
    pub(super) fn options_of(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        every(self.fighter(who)).legal(|intent| self.offers(fight, who, intent))
    }

    /// True if a combatant could do this now: it can be carried out in a copy of the fight, and for one who is there.
    pub(super) fn offers(&self, fight: &Fight, who: Slot, intent: &Intent) -> bool {
        let friends = || self.lineup.friends(who).without(who) & fight.active();
        Play::trying(self, fight, |play| play.try_to(who, intent)) && !(intent.act == Do::Help && friends().is_empty())
    }
}
