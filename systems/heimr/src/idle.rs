//! Idle turns: why a combatant that can act has done nothing.
//!
//! Owns the words for replays, read off the state; must not change a fight. Start at [`Core::why_nothing`].

use frame::dice::Slot;

use super::Core;
use super::ground::Direction;
use super::state::Fight;

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns why a combatant that can act has done nothing in its turn, in words.
    pub(super) fn why_nothing(&self, fight: &Fight, who: Slot) -> String {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let foes = self.foes(fight, who);
        let fights = self.strike(fight, who).is_some() || !self.brawl_targets(fight, who).is_empty() && fighter.gear.unarmed;
        let full = Direction::ALL.into_iter().find(|&way| {
            let special = self.ground.square(body.at).borders[way as usize].is_some();
            special && self.room_to_cross(fight, body.at, way) == Some(0)
        });
        let goal = self.nearest(fight, who, foes).map(|foe| fight.body(foe).at);
        let waits = "its policy does nothing here";
        match goal {
            None if self.lineup.foes(who).any(|foe| self.stands(fight.body(foe))) => {
                "everybody whom it fights is away".to_owned()
            }
            None => "there is nobody whom it fights".to_owned(),
            _ if fights => waits.to_owned(),
            _ if !self.in_reach(fight, who, foes).is_empty() => "it has no hand free for its weapon".to_owned(),
            _ if body.held.is_some() => "it is held".to_owned(),
            _ if self.is_rooted(body) || !body.prone && !self.can_shift(body) => "it is bound to its place".to_owned(),
            Some(to) if to == body.at => "nobody is in reach".to_owned(),
            Some(to) if self.way(fight, body.at, to).is_none() => "no way leads to anybody whom it fights".to_owned(),
            _ if full.is_some() => format!("as many as may have crossed the border {}", full.map_or("", Direction::word)),
            _ if body.stumble.runs() => "it stumbles, and cannot go there".to_owned(),
            _ => format!("nobody is in reach, and {waits}"),
        }
    }
}
