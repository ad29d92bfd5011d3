//! Plain blows in `injury-d20`: somebody with whom nothing is wrong strikes at somebody of whom the same is true.
//!
//! Most blows are plain. The code of a blow is compiled once more for them, where `PLAIN` is true: what cannot happen in them is
//! not asked. Owns what makes a blow plain, and nothing of what it does. Start at [`Core::poised`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::act::Worked;
use super::book::RollKind;
use super::held::Sort;
use super::metrics as count;
use super::policies::Intent;
use super::rulings::Rulings;
use super::sheet::CoverText;
use super::space::SQUARE_FT;
use super::state::{Body, EMPTY, Fight, Place};
use super::strike::{Blow, Terms, Use};

/// The weapon of a plain blow: the first one.
pub const WEAPON: u8 = 0;

/// What is known beforehand of somebody whose blows can be plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plain {
    /// What it adds to its attack rolls.
    bonus: i32,
    /// Whether it has no other weapon than that of plain blows, bare hands apart, and nobody and nothing ever keeps it from picking
    /// that up.
    sole_weapon: bool,
    /// Whether no policy chooses whom it strikes at: then it strikes again at whom it has missed.
    target_by_default: bool,
}

/// What follows a plain blow.
enum Next {
    /// Another one, before which nothing else has to be asked.
    Blow,
    /// Nothing in this turn.
    Nothing,
    /// Whatever the plan says.
    Planned,
}

impl Core {
    /// What is to be known of somebody whose blows can be plain: the rulings are untouched, everybody is beside everybody else
    /// without cover, it puts no stamina into blows, does not cleave and begins with a simple weapon, and all its foes have its
    /// own size.
    pub(super) fn plain(&self, who: Slot) -> Option<Plain> {
        let fighter = self.fighter(who);
        let weapon = fighter.weapons.first()?;
        let fits = weapon.simple && !weapon.unarmed && !weapon.touch && weapon.reach_ft >= SQUARE_FT;
        let place = self.rulings == Rulings::UNTOUCHED && self.side_by_side && self.covers.is_empty();
        let alike = |foe: Slot| self.fighter(foe).size == fighter.size && self.fighter(foe).cover.1 == CoverText::None;
        let plain = place && fits && !self.ever_exerts(who) && !self.ever_cleaves(who) && self.foes(who).all(alike);
        let alone = fighter.weapons[1..].iter().all(|weapon| weapon.unarmed);
        let unasked = self.policies.arm.of(who).is_none() && (self.policies.react.deciders() & self.foes(who)).is_empty();
        plain.then_some(Plain {
            bonus: weapon.to_hit[Use::Melee as usize],
            sole_weapon: alone && unasked,
            target_by_default: self.policies.target.of(who).is_none(),
        })
    }

    /// Whether blows of somebody are plain at whomever is hit plainly, as long as it holds its first weapon: nothing is wrong with
    /// it or with the weapon, and nothing stops it. A plain blow changes nothing of that.
    #[inline(always)]
    pub(super) fn poised(&self, fight: &Fight, who: Slot) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let amiss = body.stunned | body.dazed | body.sundered[usize::from(WEAPON)] | u8::from(body.prone | body.berserk);
        let hurt = (body.harm.hurt() | body.harm.gone) & fighter.plan.vital;
        fighter.plain.is_some() && fight.active.has(who) && amiss == 0 && hurt == 0 && !body.conditioned()
    }

    /// Attacks with the weapon of plain blows by a line of the plan, one after the other as long as nothing else has to be asked
    /// between them.
    #[inline(always)]
    pub(super) fn attacks_plainly<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (plain, intent): (Plain, &Intent),
        table: &mut Table<D, W>,
    ) -> Worked {
        loop {
            let foes = self.active_foes(fight, who);
            debug_assert_eq!(self.first_weapon(who, fight.body(who), None), Some(WEAPON));
            debug_assert!(foes == self.within_reach(fight, (who, self.candidates(fight, who)), (WEAPON, Use::Melee), 0));
            // Everybody is within reach, and as long as a fight goes on there is somebody to fight.
            let Some(target) = self.target_among(fight, who, foes, table) else { return Worked::Impossible };
            if !self.is_hit_plainly(target, fight.body(target)) {
                return self.attack_at(fight, (who, target), (WEAPON, Use::Melee), table);
            }
            let terms = Terms { bonus: plain.bonus, dv: self.plain_dv(target, fight.body(target)) };
            loop {
                debug_assert!(self.active_foes(fight, who) == foes && self.is_hit_plainly(target, fight.body(target)));
                let landed = self.plain_blow(fight, (who, target), terms, table);
                match self.next_to_do(fight, who, intent) {
                    Next::Nothing if !table.settles() => return Worked::Last,
                    Next::Blow if !table.settles() => {}
                    _ => return Worked::Plain,
                }
                if landed || !plain.target_by_default {
                    break;
                }
            }
        }
    }

    /// Whether a plain blow that is aimed at somebody stays plain.
    #[inline(always)]
    fn is_hit_plainly(&self, target: Slot, body: &Body) -> bool {
        let hurt = (body.harm.hurt() | body.harm.gone) & self.fighter(target).plan.senses;
        hurt == 0 && body.ordinary()
    }

    /// A plain blow, paid for and struck; true when it landed.
    #[inline(always)]
    fn plain_blow<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        terms: Terms,
        table: &mut Table<D, W>,
    ) -> bool {
        let own = fight.body_mut(who);
        let blow = Blow { handicap: self.handicap(own), ..Blow::plain(WEAPON, Use::Melee) };
        let net = self.exhausted_net(who, own, RollKind::Attack) - blow.handicap;
        self.spend_of(who, own, (self.book.ap.attack, count::AP_ATTACK), table);
        debug_assert_eq!((net, terms), (self.net(fight, (who, target), &blow), self.terms(fight, (who, target), &blow)));
        let rolled = self.roll_attack::<true, _, _>((who, target), (&blow, net), table);
        self.resolve::<true, _, _>(fight, (who, target), (blow, terms, rolled), table)
    }

    /// A plain attack by this line of the plan has been made: what comes next.
    #[inline(always)]
    fn next_to_do(&self, fight: &mut Fight, who: Slot, intent: &Intent) -> Next {
        let over = fight.over();
        let body = fight.body_mut(who);
        body.attacked(1);
        body.work_off(intent.times);
        if over {
            return Next::Nothing;
        }
        if !self.only_attacks(who) {
            return Next::Planned;
        }
        match self.attacks_left(body) && self.may_attack(body) {
            true if body.holds(WEAPON) => Next::Blow,
            true => Next::Planned,
            false => Next::Nothing,
        }
    }

    /// Picks up the weapon of plain blows, where that is the only one, lies at hand and can be taken into whole hands at once; false
    /// where something else has to be looked at.
    #[inline(always)]
    pub(super) fn grasps_plainly<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        plain: Plain,
        table: &mut Table<D, W>,
    ) -> bool {
        let fighter = self.fighter(who);
        let cost = self.book.pick_up.ap;
        let body = fight.body(who);
        let hands = usize::from(self.hands(who));
        let free = |body: &Body| body.holds[..hands].iter().filter(|&&thing| thing == EMPTY).count();
        let lies = matches!(body.places[usize::from(WEAPON)], Place::Ground(_));
        let whole = (body.harm.hurt() | body.harm.gone) & fighter.plan.grasping == 0;
        let mut needed = usize::from(fighter.weapons[usize::from(WEAPON)].hands);
        if !(plain.sole_weapon && lies && whole && body.ap >= cost && free(body) >= needed) {
            return false;
        }
        debug_assert!(!self.armed(who, fight.body(who), None, Sort::Any));
        debug_assert_eq!(self.within_grasp(fight, who, None, Sort::Any), Some(WEAPON));
        let body = fight.body_mut(who);
        self.spend_of(who, body, (cost, count::AP_OTHER), table);
        for hand in &mut body.holds[..hands] {
            if needed > 0 && *hand == EMPTY {
                *hand = WEAPON;
                needed -= 1;
            }
        }
        body.places[usize::from(WEAPON)] = Place::Held;
        table.tell("R-22", || format!("{} picks up a weapon", self.name(who)));
        true
    }

    /// The rulings, which the compiler knows in a plain blow.
    #[inline(always)]
    pub(super) fn rulings<const PLAIN: bool>(&self) -> &Rulings {
        if PLAIN { &Rulings::UNTOUCHED } else { &self.rulings }
    }
}
