//! Everything of the state by name, for tests and tools.
//!
//! Owns names only; what policies can ask is in [`observe`](super::observe). Start at [`see`].

use frame::dice::Slot;

use super::Core;
use super::book::tables::BodyPart;
use super::state::{Exit, Fight, Guarding, Place, Upcoming};

/// The slot of nobody.
const NOBODY: i64 = -1;

/// Returns somebody as a number, -1 for nobody.
fn slot(who: Option<Slot>) -> i64 {
    who.map_or(NOBODY, |who| i64::from(who.0))
}

/// Reads a property of a combatant by name. Combatants are seen as their slots, locations as their numbers, sets as bits.
pub fn see<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    if let Some((what, item)) = name.split_once(':') {
        return see_item(core, fight, who, what, item);
    }
    let body = fight.body(who);
    let flag = i64::from;
    Some(match name {
        "hp" => i64::from(body.hp),
        "willpower" => i64::from(body.willpower),
        "fatigue" => i64::from(body.effort.fatigue),
        "fatigue_grown" => i64::from(body.effort.grown),
        "base_fatigue" => i64::from(core.base_fatigue(who, body)),
        "at" => i64::from(body.at.0),
        "column" => i64::from(core.ground.place(body.at).0),
        "row" => i64::from(core.ground.place(body.at).1),
        "elevation" => i64::from(body.elevation),
        "height" => i64::from(core.height(body)),
        "cluster" => i64::from(body.cluster),
        "cluster_size" => fight.members(body.cluster).len() as i64,
        "out" => flag(core.is_out(body)),
        "absent" => flag(body.exit == Exit::Absent),
        "fled" => flag(body.exit == Exit::Fled),
        "caught" => flag(body.exit == Exit::Caught),
        "away" => flag(body.exit == Exit::Away),
        "yielded" => flag(body.exit == Exit::Yielded),
        "prone" => flag(body.prone),
        "climbing" => flag(body.climbing.is_some()),
        "asleep" => flag(body.asleep),
        "unconscious" => flag(body.unconscious),
        "dead" => flag(body.dead),
        "stabilised" => flag(body.stabilised),
        "unconscious_round" => i64::from(body.unconscious_round),
        "death_round" => i64::from(body.death_round),
        "injury_level" => core.level(body.hp) as i64,
        "injuries" => i64::from(body.injuries),
        "fall_turns" => i64::from(body.fall.turns),
        "stumble_turns" => i64::from(body.stumble.turns),
        "stumble_direction" => body.stumble_direction.map_or(NOBODY, |direction| direction as i64),
        "daze_turns" => i64::from(body.daze.turns),
        "daze_odd" => flag(body.daze_odd),
        "weaken_turns" => i64::from(body.weaken.turns),
        "bind_turns" => body.bind.iter().map(|timer| i64::from(timer.turns)).max().unwrap_or(0),
        "drop_turns" => i64::from(body.drop.turns),
        "bound" => i64::from(body.bound_parts()),
        "held_by" => slot(body.held.map(|held| held.by)),
        "holding" => slot(body.holding.map(|holding| holding.whom)),
        "stance" => body.stance.map_or(NOBODY, |stance| stance.kind as i64),
        "stance_c" => i64::from(body.stance?.c),
        "stance_pre" => i64::from(body.stance?.pre),
        "stance_d6" => i64::from(body.stance?.small),
        "stance_item" => i64::from(body.stance?.item),
        "defence" => i64::from(core.visible_defence(who, body)?),
        "dodges" => i64::from(body.dodges),
        "blocks" => i64::from(body.blocks),
        "parries" => body.parries.iter().map(|&count| i64::from(count)).sum(),
        "ongoing" => flag(body.ongoing),
        "ran_from" => body.ran_from.map_or(NOBODY, |at| i64::from(at.0)),
        "breather_pending" => flag(body.upcoming == Some(Upcoming::Breather)),
        "crawl_pending" => flag(matches!(body.upcoming, Some(Upcoming::Crawl(_)))),
        "skill_pending" => flag(matches!(body.upcoming, Some(Upcoming::Skill(..)))),
        "readied" => flag(body.readied.is_some()),
        "dodge_ready" => i64::from(body.dodge_ready),
        "guarding" => match body.guarding {
            Some(Guarding::Ally(ally)) => i64::from(ally.0),
            Some(Guarding::Border(_) | Guarding::Square | Guarding::Objects) | None => NOBODY,
        },
        "guarding_border" => match body.guarding {
            Some(Guarding::Border(direction)) => direction as i64,
            Some(Guarding::Ally(_) | Guarding::Square | Guarding::Objects) | None => NOBODY,
        },
        "guarding_square" => flag(body.guarding == Some(Guarding::Square)),
        "guarding_objects" => flag(body.guarding == Some(Guarding::Objects)),
        "searched_by" => body.searched_by.map(|who| 1_i64 << who.0).sum(),
        "gauged_by" => body.gauged_by.map(|who| 1_i64 << who.0).sum(),
        "shaken_to" => body.shaken_to.map(|who| 1_i64 << who.0).sum(),
        "cover" => body.cover.map_or(NOBODY, i64::from),
        "hidden" => flag(body.hides()),
        "hide_value" => i64::from(body.hide_value),
        "hidden_from" => body.hidden_from.map(|who| 1_i64 << who.0).sum(),
        "known_by" => body.known_by.map(|who| 1_i64 << who.0).sum(),
        "blind" => body.blind as i64,
        "dodged_from" => body.dodged_from.map(|who| 1_i64 << who.0).sum(),
        "shot_at_by" => body.shot_at_by.map(|who| 1_i64 << who.0).sum(),
        "place" => fight.place(who) as i64,
        "turns_missed" => i64::from(body.turns_missed),
        "skills_used" => i64::from(body.skills_used),
        "round" => i64::from(fight.round),
        "broken" => fight.broken as i64,
        _ => return see_part(core, fight, who, name),
    })
}

/// `injured_torso`, `bound_body` and so on.
fn see_part<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let body = fight.body(who);
    if let Some(part) = name.strip_prefix("injured_") {
        let part: BodyPart = part.parse().ok()?;
        return Some(i64::from(body.injuries & part.bit() != 0));
    }
    if let Some(other) = name.strip_prefix("concealed_from_") {
        let other = core.fighters.iter().position(|fighter| fighter.name == other)?;
        return Some(i64::from(core.concealment(fight, who, Slot(other as u8))));
    }
    let part = name.strip_prefix("bound_")?.parse().ok()?;
    Some(i64::from(body.is_bound(part)))
}

/// `place:medium` (0 sword hand, 1 off-hand, 2 both, 3 worn, 4 stored, 5 on the ground, 6 gone, 7 elsewhere),
/// `loaded:bow`, `ammunition:bow`, `usable:bow`, `concealed:light`, `lit:torch`.
fn see_item<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, who: Slot, what: &str, item: &str) -> Option<i64> {
    let (fighter, body) = (core.fighter(who), fight.body(who));
    let index = (0..fighter.gear.items()).find(|&index| fighter.gear.name(index) == item)?;
    Some(match what {
        "place" => match body.places[index] {
            Place::SwordHand => 0,
            Place::OffHand => 1,
            Place::BothHands => 2,
            Place::Worn => 3,
            Place::Stored => 4,
            Place::Ground(_) => 5,
            Place::Gone => 6,
            Place::Elsewhere => 7,
        },
        "loaded" => i64::from(body.loaded >> index & 1),
        "ammunition" => i64::from(*body.ammunition.get(index)?),
        "parries" => i64::from(*body.parries.get(index)?),
        "usable" => i64::from(core.usable(fighter, body, index)),
        "wear" => i64::from(body.wear[index]),
        "concealed" => i64::from(body.concealed >> index & 1),
        "lit" => i64::from(body.lit >> index & 1),
        _ => return None,
    })
}
