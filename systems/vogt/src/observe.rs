//! Questions that a `vogt` policy can ask: the observables, and the reading of each off the state.
//!
//! Owns the vocabulary of section 6.4 of the specification. Everything is open to everybody except what others have declared
//! before initiative is rolled. Start at [`OBSERVABLES`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::policy::{Argument, Fixed, Group, Kind, Observer, Use, Vocabulary, WordList};
use frame::rules::declare::observables;

use super::Core;
use super::decide;
use super::fighter::TECHNIQUE_SIZES;
use super::sheet::{Ability, Status};
use super::state::{Act, Fight, Phase};

/// Lists of words: statuses, damage types, technique dice, actions.
const STATUSES: usize = 0;
const TYPES: usize = 1;
const DICE: usize = 2;
const ACTIONS: usize = 3;

/// The actions that can be declared, as words.
const ACTION_WORDS: [&str; 10] =
    ["nothing", "attack", "technique", "defend", "help", "run", "flee", "retrieve", "contest", "stand"];

observables! {
    Round = "round", Situation, Kind::Integer, Argument::None, "number of the round";
    EnemiesActive = "enemies.active", Situation, Kind::Integer, Argument::None, "enemies that can act";
    EnemiesPresent = "enemies.present", Situation, Kind::Integer, Argument::None, "enemies alive on the field";
    EnemiesYetToAct = "enemies.yet_to_act", Situation, Kind::Integer, Argument::None, "enemies whose turn in this round is still to come";
    AlliesActive = "allies.active", Situation, Kind::Integer, Argument::None, "others of one's side that can act";
    AlliesPresent = "allies.present", Situation, Kind::Integer, Argument::None, "others of one's side alive on the field";
    AlliesAtOrBelow = "allies.at_or_below", Situation, Kind::Integer, Argument::Integer, "living members of one's side, oneself included, with at most so many HP";
    NearestDistance = "nearest.distance", Situation, Kind::Integer, Argument::None, "squares to the nearest enemy that can act or, when none can, that is alive; 0 without one";
    InReach = "in_reach", Situation, Kind::Boolean, Argument::None, "whether movement and range reach such an enemy";
    Hp = "hp", Combatant, Kind::Integer, Argument::None, "hit points";
    HpMax = "hp_max", Combatant, Kind::Integer, Argument::None, "present maximum of hit points";
    HpPercent = "hp_percent", Combatant, Kind::Integer, Argument::None, "hit points in percent of the maximum without exhaustion";
    Exhaustion = "exhaustion", Combatant, Kind::Integer, Argument::None, "level of exhaustion";
    Prone = "prone", Combatant, Kind::Boolean, Argument::None, "whether it is prone";
    Ar = "ar", Combatant, Kind::Integer, Argument::None, "AR";
    ArLeft = "ar_left", Combatant, Kind::Integer, Argument::None, "AR that is left in this round";
    Has = "has", Combatant, Kind::Boolean, Argument::Word(STATUSES), "whether it has a status";
    Resists = "resists", Combatant, Kind::Boolean, Argument::Word(TYPES), "whether it resists a damage type";
    Vulnerable = "vulnerable", Combatant, Kind::Boolean, Argument::Word(TYPES), "whether it is vulnerable to a damage type";
    TechniqueDice = "td", Combatant, Kind::Integer, Argument::Word(DICE), "technique dice of a size that are left";
    Movement = "movement", Combatant, Kind::Integer, Argument::None, "squares of movement in this turn, before being prone counts";
    Hands = "hands", Combatant, Kind::Integer, Argument::None, "hands that are left";
    Initiative = "initiative", Combatant, Kind::Integer, Argument::None, "initiative in this round; 0 before it is rolled";
    Declared = "declared", Combatant, Kind::Word(ACTIONS), Argument::None, "what it has declared, once initiative is rolled";
    Defending = "defending", Combatant, Kind::Boolean, Argument::None, "whether Defend holds";
    Distance = "distance", Combatant, Kind::Integer, Argument::None, "squares away from oneself";
    Active = "active", Combatant, Kind::Boolean, Argument::None, "whether it can act";
    Unconscious = "unconscious", Combatant, Kind::Boolean, Argument::None, "whether it is unconscious";
    Dead = "dead", Combatant, Kind::Boolean, Argument::None, "whether it is dead";
    StruckMeLast = "struck_me_last", Combatant, Kind::Boolean, Argument::None, "whether it struck oneself last";
}

/// The vocabulary of a scenario with these damage types.
pub fn vocabulary(types: &[String]) -> Vocabulary {
    Vocabulary::new(
        OBSERVABLES,
        vec![
            WordList::new("status", Status::WORDS),
            WordList::new("damage type", types),
            WordList::new("die", TECHNIQUE_SIZES.map(|sides| format!("d{sides}"))),
            WordList::new("action", ACTION_WORDS),
        ],
    )
}

/// Values that stay fixed throughout a scenario with or without a grid.
pub fn fixed(grid: bool) -> Vec<Fixed> {
    const NOWHERE: &str = "without `[arena]` everybody stands beside everybody";
    let rows = [Fixed::of_enemies("distance", 1, NOWHERE), Fixed::of_all("nearest.distance", 1, NOWHERE)];
    if grid { Vec::new() } else { rows.to_vec() }
}

/// The things that a policy can ask for and a fight could do without knowing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Hit points that are left.
    Depth,
    /// AR that is left in the round.
    Absorbed,
    /// Initiative.
    Initiative,
    /// The last attacker of a combatant.
    Attacker,
}

/// True if a policy asks for the number of the round.
pub fn asks_round(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Round
}

/// Returns the topic that is asked for, if it is one; of hit points only where those below `least` are told apart.
pub fn topic(used: &Use, least: i32) -> Option<Topic> {
    match CODES[usize::from(used.read.observable)] {
        Code::Hp => (!used.same_up_to(least.into())).then_some(Topic::Depth),
        // A share of the hit points is at most 0 where they are.
        Code::HpPercent => (!used.same_up_to(0)).then_some(Topic::Depth),
        Code::AlliesAtOrBelow => (used.read.argument < least).then_some(Topic::Depth),
        Code::ArLeft => Some(Topic::Absorbed),
        Code::Initiative => Some(Topic::Initiative),
        Code::StruckMeLast => Some(Topic::Attacker),
        _ => None,
    }
}

/// The ability of this name.
pub fn ability_named(name: &str) -> Option<Ability> {
    ["str", "dex", "awr", "wil"].iter().position(|known| *known == name).map(|index| Ability::ALL[index])
}

/// A fight as policies see it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub core: &'a Core,
    /// The state.
    pub fight: &'a Fight,
    /// The target, once it has been chosen; before that, the one that would be.
    pub target: Option<Slot>,
}

impl View<'_> {
    /// Squares to the nearest enemy: the fallen count once nobody else is left, in fights to the death (E1).
    fn nearest(&self, own: Slot) -> Option<i32> {
        let (core, active) = (self.core, self.core.active_foes(self.fight, own));
        let foes = if active.is_empty() { core.lineup.foes(own) & self.fight.present } else { active };
        foes.map(|foe| core.distance(self.fight, own, foe)).min()
    }

    /// True if the nearest enemy can be reached and struck in this turn.
    fn in_reach(&self, own: Slot) -> bool {
        let (core, body, fighter) = (self.core, self.fight.body(own), self.core.fighter(own));
        let steps = if core.grid.is_some() { core.steps(own, body) } else { 0 };
        let range = fighter.weapons[fighter.wielded(body)].range;
        self.nearest(own).is_some_and(|distance| distance <= steps + range)
    }

    /// Returns the declared action as a number of the list; those of others are hidden while all declare.
    fn declared(&self, own: Slot, of: Slot) -> i64 {
        if own != of && self.fight.phase == Phase::Declare {
            return 0;
        }
        self.fight.body(of).declared.map_or(0, |declared| match declared.act {
            Act::Attack { .. } => 1,
            Act::Technique { .. } => 2,
            Act::Defend => 3,
            Act::Help => 4,
            Act::Run => 5,
            Act::Flee => 6,
            Act::Retrieve { .. } => 7,
            Act::Contest => 8,
            Act::Stand => 9,
        })
    }
}

impl Observer for View<'_> {
    fn situation(&self, own: Slot, observable: u16, argument: i32) -> i64 {
        let core = self.core;
        let (active, present) = (self.fight.active, self.fight.present);
        let foes = core.lineup.foes(own);
        let count = |slots: Slots| slots.len() as i64;
        match CODES[usize::from(observable)] {
            Code::Round => i64::from(self.fight.round),
            Code::EnemiesActive => count(foes & active),
            Code::EnemiesPresent => count(foes & present),
            Code::EnemiesYetToAct => {
                let waiting = if self.fight.passes > 0 { &self.fight.order } else { &self.fight.queue };
                waiting.iter().filter(|&&other| (foes & active).has(other)).count() as i64
            }
            Code::AlliesActive => count(core.lineup.friends(own).without(own) & active),
            Code::AlliesPresent => count(core.lineup.friends(own).without(own) & present),
            Code::AlliesAtOrBelow => {
                count((core.lineup.friends(own) & present).those(|other| self.fight.body(other).hp <= argument))
            }
            Code::NearestDistance => self.nearest(own).map_or(0, i64::from),
            Code::InReach => i64::from(self.in_reach(own)),
            _ => 0,
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let (core, body) = (self.core, self.fight.body(of));
        match CODES[usize::from(observable)] {
            Code::Hp => i64::from(body.hp),
            Code::HpMax => i64::from(core.hp_max(of, body)),
            Code::HpPercent => (i64::from(body.hp) * 100).div_euclid(i64::from(core.fighter(of).hp_max)),
            Code::Exhaustion => i64::from(body.exhaustion),
            Code::Prone => i64::from(body.prone),
            Code::Ar => i64::from(core.ar::<false>(of, body)),
            Code::ArLeft => i64::from(core.ar_left::<false>(of, body)),
            Code::Has => match Status::ALL[argument as usize] {
                Status::Prone => i64::from(body.prone),
                Status::Unconscious => i64::from(core.unconscious(body)),
                status => i64::from(body.has(status)),
            },
            Code::Resists => (core.resists(of, body) >> argument & 1) as i64,
            Code::Vulnerable => (core.vulnerable(of, body) >> argument & 1) as i64,
            Code::TechniqueDice => i64::from(body.technique_dice[argument as usize]),
            Code::Movement => i64::from(core.allowance(of, body, false)),
            Code::Hands => i64::from(body.hands),
            Code::Initiative => i64::from(if self.fight.phase == Phase::Turns { body.initiative } else { 0 }),
            Code::Declared => self.declared(own, of),
            Code::Defending => i64::from(body.defending),
            Code::Distance => i64::from(core.distance(self.fight, own, of)),
            Code::Active => i64::from(core.active(body)),
            Code::Unconscious => i64::from(core.unconscious(body)),
            Code::Dead => i64::from(body.dead),
            Code::StruckMeLast => i64::from(self.fight.body(own).last_attacker == Some(of)),
            _ => 0,
        }
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.target.or_else(|| decide::expected_target(self, own))
    }

    fn group(&self, own: Slot, group: Group) -> Slots {
        let core = self.core;
        let members = match group {
            Group::Allies => core.lineup.friends(own).without(own),
            Group::Enemies => core.lineup.foes(own),
        };
        members & self.fight.present
    }
}
