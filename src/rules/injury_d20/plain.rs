//! Plain blows in `injury-d20`: somebody with whom nothing is wrong strikes at somebody of whom the same is true.
//!
//! Most blows are plain. The code of a blow is compiled once more for them, where `PLAIN` is true: what cannot happen in them is
//! not asked. Owns what makes a blow plain, and nothing of what it does. Start at [`Core::poised`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::act::Worked;
use super::book::RollKind;
use super::metrics as count;
use super::policies::Intent;
use super::rulings::Rulings;
use super::sheet::CoverText;
use super::space::SQUARE_FT;
use super::state::{Body, Fight};
use super::strike::{Blow, Terms, Use};

/// The weapon of a plain blow: the first one.
pub const WEAPON: u8 = 0;

impl Core {
    /// What somebody adds to its attack rolls where its blows can be plain: the rulings are untouched, everybody is beside
    /// everybody else without cover, it puts no stamina into blows, does not cleave and begins with a simple weapon, and all its
    /// foes have its own size.
    pub(super) fn plain_bonus(&self, who: Slot) -> Option<i32> {
        let fighter = self.fighter(who);
        let weapon = fighter.weapons.first()?;
        let fits = weapon.simple && !weapon.unarmed && !weapon.touch && weapon.reach_ft >= SQUARE_FT;
        let place = self.rulings == Rulings::UNTOUCHED && self.side_by_side && self.covers.is_empty();
        let alike = |foe: Slot| self.fighter(foe).size == fighter.size && self.fighter(foe).cover.1 == CoverText::None;
        let plain = place && fits && !self.ever_exerts(who) && !self.ever_cleaves(who) && self.foes(who).all(alike);
        plain.then_some(weapon.to_hit[Use::Melee as usize])
    }

    /// Whether blows of somebody are plain at whomever is hit plainly, as long as it holds its first weapon: nothing is wrong with
    /// it or with the weapon, and nothing stops it. A plain blow changes nothing of that.
    #[inline(always)]
    pub(super) fn poised(&self, fight: &Fight, who: Slot) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let amiss = body.stunned | body.dazed | body.sundered[usize::from(WEAPON)] | u8::from(body.prone | body.berserk);
        let hurt = (body.harm.hurt() | body.harm.gone) & fighter.plan.vital;
        fighter.plain_bonus.is_some() && fight.active.has(who) && amiss == 0 && hurt == 0 && !body.conditioned()
    }

    /// Attacks with the weapon of plain blows by a line of the plan, one after the other as long as nothing else has to be asked
    /// between them.
    #[inline(always)]
    pub(super) fn attacks_plainly<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (bonus, intent): (i32, &Intent),
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
            self.plain_blow(fight, (who, target), bonus, table);
            if !self.strikes_on(fight, who, intent) || D::SETTLES {
                return Worked::Struck;
            }
        }
    }

    /// Whether a plain blow that is aimed at somebody stays plain.
    #[inline(always)]
    fn is_hit_plainly(&self, target: Slot, body: &Body) -> bool {
        let hurt = (body.harm.hurt() | body.harm.gone) & self.fighter(target).plan.senses;
        hurt == 0 && body.ordinary()
    }

    /// A plain blow, paid for and struck.
    #[inline(always)]
    fn plain_blow<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        bonus: i32,
        table: &mut Table<D, W>,
    ) {
        // Where the bodies lie is looked up once: whatever is counted could have moved them, as far as the compiler knows.
        let bodies = fight.bodies.as_mut_slice();
        let dv = self.plain_dv(target, &bodies[target.index()]);
        let own = &mut bodies[who.index()];
        let blow = Blow { handicap: self.handicap(own), ..Blow::plain(WEAPON, Use::Melee) };
        let net = self.exhausted_net(who, own, RollKind::Attack) - blow.handicap;
        self.spend_of(who, own, (self.book.ap.attack, count::AP_ATTACK), table);
        let terms = Terms { bonus, dv };
        debug_assert_eq!((net, terms), (self.net(fight, (who, target), &blow), self.terms(fight, (who, target), &blow)));
        let rolled = self.roll_attack::<true, _, _>((who, target), (&blow, net), table);
        self.resolve::<true, _, _>(fight, (who, target), (blow, terms, rolled), table);
    }

    /// A plain attack by this line of the plan has been made; whether another one follows, so that nothing else has to be asked
    /// before it.
    #[inline(always)]
    fn strikes_on(&self, fight: &mut Fight, who: Slot, intent: &Intent) -> bool {
        let over = fight.over();
        let body = fight.body_mut(who);
        body.attacked(1);
        body.work_off(intent.times);
        !over && self.only_attacks(who, body) && self.may_attack(body) && body.holds(WEAPON)
    }

    /// The rulings, which the compiler knows in a plain blow.
    #[inline(always)]
    pub(super) fn rulings<const PLAIN: bool>(&self) -> &Rulings {
        if PLAIN { &Rulings::UNTOUCHED } else { &self.rulings }
    }
}
