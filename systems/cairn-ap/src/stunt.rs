//! Stunts of `cairn-ap`: disarming, grabbing, shoving, tripping and blinding, and getting free again.
//!
//! Owns step X3 of the specification, and which stunts are possible; a line of a plan that wants one is in
//! [`deeds`](super::deeds). Start at [`Play::stunt`].

use frame::dice::{Dice, Slot};
use frame::fight::{Adds, Sentence, Watch};

use super::book::{Against, Attribute};
use super::check::{self, Result};
use super::derived::{GRIMOIRE, WEAPONS};
use super::fighter::{Origin, Weapon};
use super::metrics as count;
use super::policy::Do;
use super::rolls;
use super::spend::Base;
use super::state::{Fight, Fixed, Held, flag};
use super::{Core, Play};

/// One's own roll in a contest: the attribute, and the values settled for it.
#[derive(Clone, Copy)]
struct Own {
    attribute: Attribute,
    fixed: Fixed,
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
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

    /// A contested check of two without objects, of this attribute with what is settled of it: true if the Initiator succeeds.
    /// [CAP-052]
    fn contest(&mut self, who: Slot, own: Own, target: Slot, theirs: Attribute, against: Against) -> bool {
        let Own { attribute: own, fixed } = own;
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        let steps = self.own_steps(who, fixed);
        let dice = steps.dice(book, rulings);
        let save = (against == Against::Contested).then(|| {
            let steps = self.steps_of_save(target, theirs);
            (steps.dice(book, rulings), rules.modifier(self.fight.body(target), theirs))
        });
        let key = |_: &Self| {
            let (dice_of_save, modifier) = save.unwrap_or_default();
            [i64::from(dice), i64::from(fixed.modifier - modifier), i64::from(dice_of_save)]
        };
        let play = |play: &mut Self| {
            let (natural, sum) = play.base_roll(who, Base::new(&rolls::STUNT, dice, own, fixed.modifier));
            let mine = Result { total: sum.total(), natural };
            let (save, resists) = save
                .map(|(dice, modifier)| {
                    let (natural, sum) = play.base_roll(target, Base::new(&rolls::RESIST, dice, theirs, modifier));
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

    /// Applies a stunt that succeeds. [CAP-023, CAP-024, CAP-025, CAP-026, CAP-038]
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
    pub(super) fn break_free(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let cost = rules.stunt_cost(Do::Break);
        let held = self.fight.body(who).held;
        if held == Held::Free || !rules.can_pay(self.fight, who, cost) {
            return false;
        }
        self.pay(who, cost, count::AP_STUNT);
        let strength = Attribute::Str;
        let free = match held {
            Held::By(other) => {
                let own = Own { attribute: strength, fixed: rules.settled_stunt(self.fight, who, strength) };
                self.contest(who, own, other, strength, rules.book.check.stunt)
            }
            _ => {
                let dc = rules.book.stunt.break_dc;
                let (free, steps, sum) = self.achieves(who, &rolls::STUNT, strength, dc);
                self.table.tell("CAP-024", || {
                    let sentence = Sentence::new(format!("{} tears at what holds it: ", rules.name(who))).sum(sum);
                    steps.told(sentence.and(format!(" against {dc}")))
                });
                free
            }
        };
        if free {
            self.fight.change(who, |body| body.held = Held::Free);
        }
        self.table.tell("CAP-024", || format!("{} {}", rules.name(who), if free { "breaks free" } else { "is still held" }));
        true
    }

    /// Lets go of whom it holds; true if it held anybody. [CAP-024]
    pub(super) fn release(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let Some(other) = rules.grabbed_by(self.fight, who) else { return false };
        self.fight.body_mut(other).held = Held::Free;
        self.table.tell("CAP-024", || format!("{} lets go of {}", rules.name(who), rules.name(other)));
        true
    }
}

impl Core {
    /// Action points of a stunt, with the sand for one that blinds. [CAP-038, CAP-103]
    pub(super) fn stunt_cost(&self, stunt: Do) -> u8 {
        self.book.ap.stunt + if stunt == Do::Blind { self.book.ap.pick } else { 0 }
    }

    /// True if a combatant can try a stunt: a grab needs both hands free. [CAP-024]
    pub(super) fn can_stunt(&self, fight: &Fight, who: Slot, stunt: Do) -> bool {
        stunt != Do::Grab || self.empty_handed(fight, who) && self.grabbed_by(fight, who).is_none()
    }

    /// True if it has nothing in its hands, and both of them.
    fn empty_handed(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let carried = |(index, weapon): (usize, &Weapon)| {
            weapon.origin == Origin::Own && weapon.hands > 0 && self.has_weapon(who, body, index)
        };
        let armed = body.ready == WEAPONS && self.fighter(who).weapons.iter().enumerate().any(carried);
        body.ready != GRIMOIRE && !armed && !self.shield_in_hand(fight, who) && self.hands(fight, who) == 2
    }

    /// True if a stunt could do anything to a target in reach. (step X3)
    pub(super) fn stuntable(&self, fight: &Fight, who: Slot, foe: Slot, stunt: Do) -> bool {
        self.stunt_has_use(fight, foe, stunt) && self.distance(fight, who, foe) <= self.book.attack.reach
    }

    /// True if a stunt could do anything to a target.
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

    /// True if most enemies are to the right: where a target in the same Space is shoved to.
    fn hostile_direction(&self, fight: &Fight, who: Slot) -> bool {
        let own = fight.body(who).at;
        self.active_foes(fight, who).map(|foe| i32::from(fight.body(foe).at - own)).sum::<i32>() >= 0
    }
}
