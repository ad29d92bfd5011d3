//! Plain blows in `injury-d20`: an attacker with whom nothing is wrong strikes at a target of whom the same is true.
//!
//! Most blows are plain, and between them nothing has to be asked anew. Owns what makes a blow plain, and how one follows
//! another; what a blow does is in [`strike`](super::strike). What each row of the lists of an attack means for a plain blow is a table of
//! `tests/plain`. Start at [`Core::poised`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;
use frame::policy::Lines;

use super::book::RollKind;
use super::decide::ATTACKS;
use super::held::Sort;
use super::metrics as count;
use super::policies::Intent;
use super::ready::Worked;
use super::sheet::CoverText;
use super::space::SQUARE_FT;
use super::state::{Body, EMPTY, Fight, Place};
use super::strike::{Blow, Terms, Use, Wield};
use super::{Core, Play};

/// The weapon of a plain blow: the first one.
pub const WEAPON: u8 = 0;

/// Numbers that are known at load of an attacker whose blows can be plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    /// Bonus to attack rolls.
    bonus: i32,
    /// True if there is no other weapon than that of plain blows, bare hands apart, and nobody and nothing ever keeps its
    /// bearer from picking that up.
    sole_weapon: bool,
    /// True if no policy chooses the target: an only enemy who was missed is struck at again.
    target_by_default: bool,
}

/// The continuation after a plain blow.
enum Next {
    /// Another one, before which nothing else has to be asked.
    Blow,
    /// Nothing in this turn.
    Nothing,
    /// As the plan says.
    Planned,
}

impl Core {
    /// Returns what is to be known of an attacker whose blows can be plain: no ruling that they take for granted is touched,
    /// everybody is beside everybody else without cover, it puts no stamina into blows, does not cleave and begins with a simple weapon, and all
    /// its foes have its own size.
    pub(super) fn plain(&self, who: Slot) -> Option<Plain> {
        let fighter = self.fighter(who);
        let weapon = fighter.weapons.first()?;
        let fits = weapon.simple && !weapon.unarmed && !weapon.touch && weapon.reach_ft >= SQUARE_FT;
        let place = self.rulings.is_published_where_plain() && self.side_by_side && self.covers.is_empty();
        let alike = |foe: Slot| self.fighter(foe).size == fighter.size && self.fighter(foe).cover.melee == CoverText::None;
        let plain = place && fits && !self.ever_exerts(who) && !self.ever_cleaves(who) && self.lineup.foes(who).all(alike);
        let plain = plain && !self.policies.lists.plan.of(who).is_some_and(Lines::may_slip);
        let alone = fighter.weapons[1..].iter().all(|weapon| weapon.unarmed);
        let unasked = self.policies.lists.arm.of(who).is_none()
            && (self.policies.lists.react.deciders() & self.lineup.foes(who)).is_empty();
        plain.then_some(Plain {
            bonus: weapon.to_hit[Use::Melee as usize],
            sole_weapon: alone && unasked,
            target_by_default: self.policies.lists.target.of(who).is_none(),
        })
    }

    /// True if blows of an attacker that holds the first weapon are plain at every target that is hit plainly: nothing is wrong
    /// with the attacker or the weapon, and nothing stops the attacker. A plain blow changes nothing of that.
    #[inline(always)]
    pub(super) fn poised(&self, fight: &Fight, who: Slot) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let amiss = body.stunned | body.dazed | body.sundered[usize::from(WEAPON)] | u8::from(body.prone | body.berserk);
        let hurt = (body.harm.hurt() | body.harm.gone) & fighter.plan.vital;
        fighter.plain.is_some() && fight.active.has(who) && amiss == 0 && hurt == 0 && !body.conditioned()
    }

    /// True if a plain blow that is aimed at this target stays plain.
    #[inline(always)]
    pub(super) fn is_hit_plainly(&self, target: Slot, body: &Body) -> bool {
        let hurt = (body.harm.hurt() | body.harm.gone) & self.fighter(target).plan.senses;
        hurt == 0 && body.ordinary()
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Attacks with the weapon of plain blows by a line of the plan, one after the other as long as nothing else has to be
    /// asked between them.
    #[inline(always)]
    pub(super) fn attacks_plainly(&mut self, who: Slot, plain: Plain, intent: &Intent) -> Worked {
        let rules = self.rules;
        loop {
            let foes = rules.active_foes(self.fight, who);
            debug_assert_eq!(rules.first_weapon(who, self.fight.body(who), None), Some(WEAPON));
            debug_assert!(
                foes == rules.within_reach(
                    self.fight,
                    who,
                    rules.candidates(self.fight, who),
                    Wield { weapon: WEAPON, used: Use::Melee },
                    0
                )
            );
            // Everybody is within reach, and as long as a fight goes on there is an enemy to fight.
            let Some(target) = self.target_among(who, foes) else { return Worked::Impossible };
            if !rules.is_hit_plainly(target, self.fight.body(target)) {
                return self.attack_at(who, target, Wield { weapon: WEAPON, used: Use::Melee });
            }
            let alone = foes.single().is_some();
            let dv = rules.plain_dv(target, self.fight.body(target));
            let terms = Terms { bonus: plain.bonus, dv, sizes: 0, helpless: false };
            loop {
                debug_assert!(
                    rules.active_foes(self.fight, who) == foes && rules.is_hit_plainly(target, self.fight.body(target))
                );
                let landed = self.plain_blow(who, target, terms);
                match self.next_to_do(who, intent) {
                    Next::Nothing if !self.table.settles() => return Worked::Last,
                    Next::Blow if !self.table.settles() => {}
                    _ => return Worked::Plain,
                }
                if landed || !alone || !plain.target_by_default {
                    break;
                }
            }
        }
    }

    /// A plain blow, paid for and struck; true when it landed.
    #[inline(always)]
    fn plain_blow(&mut self, who: Slot, target: Slot, terms: Terms) -> bool {
        let rules = self.rules;
        let own = self.fight.body(who);
        let blow = Blow { handicap: rules.handicap(own), ..Blow::plain(WEAPON, Use::Melee) };
        let net = rules.exhausted_net(who, own, RollKind::Attack) - blow.handicap;
        self.spend_inlined(who, rules.book.ap.attack, count::AP_ATTACK);
        debug_assert_eq!(
            (net, terms),
            (rules.net(self.fight, who, target, &blow), rules.terms(self.fight, who, target, &blow))
        );
        let rolled = self.roll_attack(who, target, &blow, net, terms);
        self.resolve(who, target, blow, terms, rolled)
    }

    /// Works off a line of the plan by which a plain attack has been made; returns what comes next.
    #[inline(always)]
    fn next_to_do(&mut self, who: Slot, intent: &Intent) -> Next {
        let rules = self.rules;
        let over = self.fight.over();
        let body = self.fight.body_mut(who);
        body.attacked(1);
        body.work_off(intent.times);
        if over {
            return Next::Nothing;
        }
        if rules.policies.lists.plan.of(who).is_some() {
            return Next::Planned;
        }
        match body.entry < ATTACKS && rules.may_attack(body) {
            true if body.holds(WEAPON) => Next::Blow,
            true => Next::Planned,
            false => Next::Nothing,
        }
    }

    /// Picks up the weapon of plain blows, where that is the only one, lies at hand and can be taken into whole hands at once;
    /// false where something else has to be looked at.
    #[inline(always)]
    pub(super) fn grasps_plainly(&mut self, who: Slot, plain: Plain) -> bool {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let cost = rules.book.pick_up.ap;
        let body = self.fight.body(who);
        let hands = usize::from(rules.hands(who));
        let free = |body: &Body| body.holds[..hands].iter().filter(|&&thing| thing == EMPTY).count();
        let lies = matches!(body.places[usize::from(WEAPON)], Place::Ground(_));
        let whole = (body.harm.hurt() | body.harm.gone) & fighter.plan.grasping == 0;
        let mut needed = usize::from(fighter.weapons[usize::from(WEAPON)].hands);
        if !(plain.sole_weapon && lies && whole && body.ap >= cost && free(body) >= needed) {
            return false;
        }
        debug_assert!(!rules.armed(who, self.fight.body(who), None, Sort::Any));
        debug_assert_eq!(rules.within_grasp(self.fight, who, None, Sort::Any), Some(WEAPON));
        self.spend_inlined(who, cost, count::AP_OTHER);
        let body = self.fight.body_mut(who);
        for hand in &mut body.holds[..hands] {
            if needed > 0 && *hand == EMPTY {
                *hand = WEAPON;
                needed -= 1;
            }
        }
        body.places[usize::from(WEAPON)] = Place::Held;
        self.table.tell("R-22", || format!("{} picks up a weapon", rules.name(who)));
        true
    }
}
