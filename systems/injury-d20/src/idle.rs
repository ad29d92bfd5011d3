//! Why a combatant does nothing in a turn of `injury-d20`, for replays.
//!
//! Owns the reasons in words, and who stands or lies in the way. Changes nothing in the fight: it is asked when a turn is over in which
//! nothing has been told. Start at [`Play::why_idle`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::Play;
use super::maneuver::MANEUVERS;
use super::policies::Intent;
use super::policy::{Do, Movement};
use super::quantities::View;
use super::rulings::FallenRoom;
use super::strike::{Use, Wield};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The reason why a turn has come to nothing, after "does nothing: ".
    #[inline(never)]
    pub(super) fn why_idle(&mut self, who: Slot) -> String {
        let rules = self.rules;
        let body = self.fight.body(who);
        let fallback = "nothing of its plan can be done now".to_owned();
        if rules.stopped(self.fight, who) {
            return "it cannot go on".to_owned();
        }
        let wanted = self.wanted_now(who);
        let Some(attack) = wanted.iter().copied().find(|intent| attacks(intent.act)) else {
            return if wanted.is_empty() { "no line of its plan holds".to_owned() } else { fallback };
        };
        let candidates = rules.candidates(self.fight, who);
        if candidates.is_empty() {
            return "there is nobody whom it would attack".to_owned();
        }
        let Some(weapon) = rules.first_weapon(who, body, attack.weapon) else {
            return "it has nothing at hand to attack with".to_owned();
        };
        let wield = Wield { weapon, used: rules.natural_use(who, weapon) };
        if !rules.within_reach(self.fight, who, candidates, wield, 0).is_empty() {
            return fallback;
        }
        self.why_out_of_reach(who, candidates, wield)
    }

    /// The lines of its plan that hold at the end of a turn.
    fn wanted_now(&self, who: Slot) -> Vec<Intent> {
        let view = View { core: self.rules, fight: self.fight, target: None, attack: None };
        match self.rules.policies.lists.plan.of(who) {
            Some(lines) if !self.fight.body(who).berserk && !lines.is_empty() => {
                let holds = lines.iter().filter(|line| line.when.as_ref().is_none_or(|when| when.holds(&view, who)));
                holds.map(|line| line.action).collect()
            }
            _ => vec![Intent::plain(Do::Attack)],
        }
    }

    /// The reason why nobody is within reach of a weapon, nor is come nearer to.
    fn why_out_of_reach(&mut self, who: Slot, candidates: Slots, wield: Wield) -> String {
        let rules = self.rules;
        let body = self.fight.body(who);
        let Some(target) = rules.chosen_by_default(self.fight, who, candidates).next() else { return String::new() };
        let name = rules.name(target);
        if rules.grid.is_none() && !body.flying {
            return format!("{name} is out of its reach");
        }
        if let Some(holder) = body.grappled_by {
            return format!("{name} is out of its reach, and {} holds it", rules.name(holder));
        }
        if rules.move_squares(self.fight, who) == 0 {
            return format!("{name} is out of its reach, and it cannot move");
        }
        let view = View { core: rules, fight: self.fight, target: None, attack: None };
        let moves = rules.policies.lists.movement.of(who).and_then(|lines| lines.first(&view, who, |_| true));
        if moves.is_some_and(|line| line.action == Movement::Hold) {
            return format!("{name} is out of its reach, and it stays where it is");
        }
        if self.fight.body(who).prone {
            return format!("{name} is out of its reach, and it lies on the ground");
        }
        let reach = if wield.used == Use::Melee { rules.range_ft(who, wield) } else { super::space::SQUARE_FT };
        let barring = self.those_in_the_way(who, target, reach).unwrap_or_default();
        if barring.is_empty() {
            return format!("there is no way to {name}");
        }
        let in_the_way = |one: Slot| {
            let lies = self.fight.body(one).unconscious() || self.fight.body(one).prone;
            format!("{} {} in the way", rules.name(one), if lies { "lies" } else { "stands" })
        };
        let those: Vec<String> = barring.map(in_the_way).collect();
        let ruling = { barring }.any(|one| self.fight.body(one).unconscious()) && rules.rulings.fallen_room != FallenRoom::None;
        let why = if ruling { " (`rulings.fallen_room`)" } else { "" };
        format!("it cannot come to {name}: {}{why}", those.join(", "))
    }
}

/// True if an action of a plan needs a target within reach.
fn attacks(act: Do) -> bool {
    matches!(act, Do::Attack | Do::Multi | Do::Rapid | Do::Throw | Do::Charge) || MANEUVERS.contains(&act)
}
