//! Forgetting in `bdp`: drops what nothing later asks for, so that the exact solver can put together fights that go on alike.
//!
//! Owns what is forgotten between two steps. Must change no chance of anything that is measured. Start at [`Core::forget`].

use frame::dice::Slot;
use frame::fight::{Marked as _, Slots};
use frame::policy::Use;
use frame::rules::plan::DayPlan;

use super::book::harm::Area;
use super::decide::Policies;
use super::fighter::Fighter;
use super::policy::Do;
use super::quantities;
use super::rulings::{CritStr, EyeLoss, GasUnit, InjuryRepeat, ReactionPer};
use super::scene::RestKind;
use super::state::{Act, Body, Fields, Fight, Phase};
use super::wounds::Wounds;
use super::{Core, Words};

/// The parts of the state that later steps can ask for in a scenario.
#[derive(Debug)]
pub struct Asked {
    /// The last target that the attacker meant to strike.
    last_target: bool,
    /// What others meant to do in this round, after they have done it.
    aims: bool,
    /// True if injuries are located, so that each arm is lost for itself.
    located: bool,
    /// The things on the ground.
    dropped: bool,
    /// Of which kind a wound is.
    pub(super) wounds: bool,
    /// Killing blows.
    pub(super) kills: bool,
    /// The eyes that are lost.
    pub(super) eyes: bool,
    /// The arms that are injured.
    arms: bool,
    /// The number of the round.
    pub(super) rounds: bool,
    /// True if the defender has reacted.
    reacted: bool,
    /// True if anything comes after the fight.
    day: bool,
}

impl Asked {
    /// Reads off a scenario what its policies, rulings and days can ask for.
    pub fn new(fighters: &[Fighter], policies: &Policies, Words { book, rulings }: Words, plan: &DayPlan<RestKind>) -> Self {
        let uses: Vec<Use> = policies.lists.uses().into_iter().chain(plan.uses()).collect();
        let day = plan.legs.len() > 1;
        let learns = |fighter: &Fighter| {
            let enough = fighters.len() as u8;
            let types = fighter.start.type_kills.iter().any(|&kills| kills.saturating_add(enough) >= book.property.type_kills);
            let skill = fighter.start.weapon_kills.iter();
            types || skill.copied().any(|kills| kills.saturating_add(enough) >= book.property.skill_kills)
        };
        Asked {
            last_target: uses.iter().any(quantities::asks_last_target),
            aims: rulings.intent_telegraph && uses.iter().any(quantities::asks_aims),
            located: rulings.crit_str() == CritStr::Location,
            dropped: day || policies.does(Do::PickUp) || uses.iter().any(quantities::asks_dropped),
            wounds: day || !policies.lists.wound.is_empty() || rulings.injury_repeat == InjuryRepeat::Permanent,
            kills: day || fighters.iter().any(learns),
            eyes: rulings.injury_eye == EyeLoss::RangedImpaired,
            arms: day || uses.iter().any(quantities::asks_arms),
            // Gas comes with some rounds.
            rounds: uses.iter().any(quantities::asks_round) || rulings.gas_unit == GasUnit::TenMinutes,
            reacted: rulings.reaction_per != ReactionPer::Event,
            day,
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Forgets what no later step reads.
    pub(super) fn forget(&self, fight: &mut Fight) {
        let waiting: Slots = fight.order.iter().map(|place| place.who()).collect();
        let (asked, round) = (&self.asked, fight.round);
        for who in (0..fight.bodies.len() as u8).map(Slot) {
            let turns = fight.phase == Phase::Turns;
            let body = fight.body_mut(who);
            let casts = |act: Act| matches!(act, Act::Sculpt(_) | Act::Trick(_) | Act::Miracle(..));
            body.intent = body.intent.filter(|intent| turns && (asked.aims || waiting.has(who) || casts(intent.act)));
            if !asked.last_target {
                body.last_target = None;
            }
            if !asked.dropped {
                (body.dropped, body.shield_dropped) = (0, false);
            }
            if !asked.kills {
                (body.type_kills, body.weapon_kills) = Default::default();
            }
            body.eye_lost &= asked.eyes;
            if !asked.arms {
                body.arms = body.arms.min(1);
            }
            body.reacted &= asked.reacted;
            let plight = &mut body.plight;
            let ends = [&mut plight.smoked_until, &mut plight.slaughter_until, &mut plight.surge_until];
            ends.into_iter().chain([&mut body.shocked_until, &mut body.impaired_until]).for_each(|until| {
                if *until <= round {
                    *until = 0;
                }
            });
            put_wounds_in_order(&mut body.wounds, asked.wounds);
            let to_come = self.lineup.arrivals.after_round(round).has(who);
            if !body.active() && !asked.day && !to_come {
                body.clear(Fields::Fallen);
            }
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Forgets what is [told early](super::metrics::TOLD_EARLY) of a combatant; once its fight is over, everything but its
    /// fate.
    pub(super) fn forget_buried(&self, who: Slot, over: bool, fight: &mut Fight) {
        let morning = &self.morning.bodies[who.index()];
        let body = fight.body_mut(who);
        if over {
            *body = Body { status: body.status, ..*morning };
        } else {
            (body.abilities, body.maxima, body.hp, body.fatigue) = (morning.maxima, morning.maxima, 0, 0);
            body.clear(Fields::Told);
        }
    }

    /// True if areas with like consequences are told apart.
    pub(super) fn tells_areas(&self) -> bool {
        self.asked.wounds || self.asked.arms || self.asked.located || self.book.injury.dismember_percent > 0
    }

    /// An area of which nothing but its consequences is asked for: legs are alike, and so are arms with nothing in them.
    pub(super) fn plain_area(&self, fight: &Fight, who: Slot, area: Area) -> Area {
        let body = fight.body(who);
        let empty =
            || self.wielded(who, body) == self.fighter(who).unarmed() && self.second(who, body).is_none() && !body.shielded;
        match area {
            _ if self.tells_areas() => area,
            Area::RightLeg => Area::LeftLeg,
            Area::LeftArm if empty() => Area::RightArm,
            area => area,
        }
    }
}

/// Wounds in one order whatever the order in which they came; without their kinds, where nobody asks for these.
fn put_wounds_in_order(wounds: &mut Wounds, kinds: bool) {
    if !kinds {
        wounds.each_mut().for_each(|wound| (wound.key, wound.treated) = (0, 0));
    }
    wounds.put_in_order();
}
