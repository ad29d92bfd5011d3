//! Forgetting in `injury-d20`: of each attack roll only the outcome counts, which makes exact answers possible.
//!
//! Owns no rule. Start at [`Play::settled_attack`].

use std::collections::HashMap;

use crate::dice::{Dice, Purpose, Roll, Slot};
use crate::fight::Watch;

use super::Play;
use super::check::Rolled;
use super::rolls;
use super::strike::{Attempt, Blow, Gains, Judged, Terms};

/// The outcome of an attack roll, which is settled for all its faces (see [`Dice::settle`]).
static OUTCOME: Roll = Roll { purpose: Purpose::Check, what: "outcome of an attack", rule: "INJ-044" };

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// An attack roll of which nothing is asked but what it comes to: of all faces that come to the same, the first.
    #[inline(never)]
    pub(super) fn settled_attack(&mut self, who: Slot, blow: &Blow, net: i32, terms: Terms) -> Rolled {
        let rules = self.rules;
        let (die, critical_from) = (rules.book.attack.die, rules.fighter(who).weapons[usize::from(blow.weapon)].critical_from);
        let (more, flat) = rules.dice_of(net);
        let needed = terms.dv - terms.bonus;
        let key = |_: &Self| [i64::from(net), i64::from(needed), i64::from(critical_from)];
        let mut firsts = HashMap::new();
        let natural = self.settle(&OUTCOME, key, |play| {
            let natural = play.settled_face(who, &rolls::ATTACK, die, more);
            let attempt = Attempt { natural, total: natural + flat + terms.bonus, dv: terms.dv };
            let judged = rules.judge(attempt, || critical_from);
            let degrees = match judged {
                Judged::Hits { bare, .. } => rules.degrees_of(attempt, bare, Gains { critical: false, reckless: 0, sizes: 0 }),
                Judged::Misses | Judged::Fumbles => 0,
            };
            // Faces that are counted for themselves stay apart.
            let special = [rules.book.crit.natural, rules.book.fumble.natural].map(|face| natural == face);
            i64::from(*firsts.entry((judged, degrees, special)).or_insert(natural))
        });
        Rolled { natural: natural as i32, flat }
    }

    /// One die and so many more, of which the best counts, or the worst where the number is negative: one die more than fewer
    /// of them.
    fn settled_face(&mut self, who: Slot, roll: &'static Roll, sides: u16, more: i32) -> i32 {
        let face = self.settle(
            roll,
            |_| [i64::from(sides), i64::from(more)],
            |play| {
                let fewer = (more != 0).then(|| play.settled_face(who, roll, sides, more - more.signum()));
                let next = play.table.roll(who, roll, u32::from(sides));
                i64::from(fewer.map_or(next, |kept| if more > 0 { kept.max(next) } else { kept.min(next) }))
            },
        );
        face as i32
    }
}
