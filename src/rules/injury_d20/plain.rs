//! Plain blows in `injury-d20`: somebody with whom nothing is wrong strikes at somebody of whom the same is true.
//!
//! Most blows are plain. The code of a blow is compiled once more for them, where `PLAIN` is true: what cannot happen in them is
//! not asked. Owns what makes a blow plain, and nothing of what it does. Start at [`Core::poised`].

use crate::dice::Slot;
use crate::fight::Slots;

use super::Core;
use super::rulings::Rulings;
use super::sheet::CoverText;
use super::space::SQUARE_FT;
use super::state::Fight;

/// The weapon of a plain blow: the first one.
pub const WEAPON: u8 = 0;

impl Core {
    /// By slot, those at whom a blow can be plain: the rulings are untouched, everybody is beside everybody else without cover,
    /// the one who strikes puts no stamina into blows and begins with a simple weapon, and both have the same size.
    pub(super) fn plain_targets(&self) -> Vec<Slots> {
        let all = Slots::first(self.fighters.len());
        let place = self.rulings == Rulings::UNTOUCHED && self.side_by_side && self.covers.is_empty();
        let strikes = |who: Slot| {
            let first = self.fighter(who).weapons.first();
            let fits = first.is_some_and(|weapon| weapon.simple && !weapon.unarmed && !weapon.touch);
            place && fits && first.is_some_and(|weapon| weapon.reach_ft >= SQUARE_FT) && !self.ever_exerts(who)
        };
        let targets = |who: Slot| {
            let (own, size) = (strikes(who), self.fighter(who).size);
            all.those(|foe| own && self.fighter(foe).size == size && self.fighter(foe).cover.1 == CoverText::None)
        };
        all.map(targets).collect()
    }

    /// Whether blows of somebody are plain at whomever is hit plainly, as long as it holds its first weapon: nothing is wrong with
    /// it or with the weapon, and nothing stops it. A plain blow changes nothing of that.
    #[inline(always)]
    pub(super) fn poised(&self, fight: &Fight, who: Slot) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let amiss = body.stunned | body.dazed | body.sundered[usize::from(WEAPON)] | u8::from(body.prone | body.berserk);
        let hurt = (body.harm.hurt() | body.harm.gone) & fighter.plan.vital;
        !fighter.plain_targets.is_empty() && fight.active.has(who) && amiss == 0 && hurt == 0 && !body.conditioned()
    }

    /// Whether a plain blow of somebody stays plain when it is aimed at this target.
    #[inline(always)]
    pub(super) fn hit_plainly(&self, fight: &Fight, who: Slot, target: Slot) -> bool {
        let body = fight.body(target);
        let hurt = (body.harm.hurt() | body.harm.gone) & self.fighter(target).plan.senses;
        self.fighter(who).plain_targets.has(target) && hurt == 0 && body.ordinary()
    }

    /// The rulings, which the compiler knows in a plain blow.
    #[inline(always)]
    pub(super) fn rulings<const PLAIN: bool>(&self) -> &Rulings {
        if PLAIN { &Rulings::UNTOUCHED } else { &self.rulings }
    }
}
