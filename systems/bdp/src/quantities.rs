//! Questions that a `bdp` policy can ask: the observables, and the reading of each off the state.
//!
//! Owns the vocabulary of section 6 of the specification. Everything is open to everybody except what others intend. Start at
//! [`OBSERVABLES`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::policy::{Argument, Fixed, Group, Kind, Observer, Use, Vocabulary, Words};
use frame::rules::declare::observables;

use super::Core;
use super::attack::Event;
use super::ground::Ground;
use super::scene::SurpriseRoll;
use super::sheet::{Ability, Category, Reaction, Trait};
use super::state::{Act, Fight, Intent};

/// Lists of words: reactions, categories, ways to be surprised.
const REACTIONS: usize = 0;
const CATEGORIES: usize = 1;
const SURPRISES: usize = 2;

observables! {
    Round = "round", Situation, Kind::Integer, Argument::None, "number of the round; 0 in a free one";
    Fights = "fight_of_day", Situation, Kind::Integer, Argument::None, "which fight of the day this is";
    Surprise = "surprise", Situation, Kind::Word(SURPRISES), Argument::None, "how surprise is rolled for in this scene";
    FoesActive = "foes.active", Situation, Kind::Integer, Argument::None, "enemies in the fight";
    FoesInjured = "foes.injured", Situation, Kind::Integer, Argument::None, "enemies in the fight who have lost STR";
    SideActive = "side.active", Situation, Kind::Integer, Argument::None, "members of one's side in the fight, oneself included";
    SideLost = "side.lost", Situation, Kind::Integer, Argument::None, "foes of one's side who are out";
    SideFirst = "side.morale_first_done", Situation, Kind::Boolean, Argument::None, "whether one's side has met its first casualty";
    SideLeader = "side.leader_alive", Situation, Kind::Boolean, Argument::None, "whether a leader of one's side is in the fight";
    EventAttackers = "event.attackers", Situation, Kind::Integer, Argument::None, "who attack in the event at hand; 0 without one";
    EventCategory = "event.has", Situation, Kind::Boolean, Argument::Word(CATEGORIES), "whether an attack of the event is of this category";
    EventFace = "event.max_face", Situation, Kind::Integer, Argument::None, "the largest face of the dice of the event";
    EventImpairs = "event.can_impair", Situation, Kind::Boolean, Argument::Word(REACTIONS), "whether a reaction would impair an attack of the event";
    ReactionCost = "reaction_cost", Situation, Kind::Integer, Argument::Word(REACTIONS), "what a reaction costs now; 99 when it is not possible";
    Incoming = "incoming", Situation, Kind::Integer, Argument::None, "damage about to be taken, when something may be given up for it";
    StrLoss = "str_loss", Situation, Kind::Integer, Argument::None, "STR that it would cost";
    Hp = "hp", Combatant, Kind::Integer, Argument::None, "HP";
    HpMax = "hp_max", Combatant, Kind::Integer, Argument::None, "maximum of HP";
    HpPercent = "hp_percent", Combatant, Kind::Integer, Argument::None, "HP in percent of the maximum";
    Str = "str", Combatant, Kind::Integer, Argument::None, "STR";
    Dex = "dex", Combatant, Kind::Integer, Argument::None, "DEX";
    Wil = "wil", Combatant, Kind::Integer, Argument::None, "WIL";
    StrPercent = "str_percent", Combatant, Kind::Integer, Argument::None, "STR in percent of the maximum";
    Armor = "armor", Combatant, Kind::Integer, Argument::None, "Armor";
    Fatigue = "fatigue", Combatant, Kind::Integer, Argument::None, "Fatigue";
    Free = "free_slots", Combatant, Kind::Integer, Argument::None, "slots that are left";
    Wounds = "wounds", Combatant, Kind::Integer, Argument::None, "wounds";
    Arms = "arms_injured", Combatant, Kind::Integer, Argument::None, "injured arms";
    CategoryOf = "category", Combatant, Kind::Word(CATEGORIES), Argument::None, "category of the wielded weapon";
    Die = "die", Combatant, Kind::Integer, Argument::None, "faces of the wielded weapon's die";
    Ranged = "ranged", Combatant, Kind::Boolean, Argument::None, "whether the wielded weapon shoots";
    Unarmed = "unarmed", Combatant, Kind::Boolean, Argument::None, "whether it wields nothing";
    Dropped = "dropped", Combatant, Kind::Boolean, Argument::None, "whether something it dropped lies there";
    Unloaded = "unloaded", Combatant, Kind::Boolean, Argument::None, "whether the wielded weapon has to be made ready";
    EngagedCount = "engaged_count", Combatant, Kind::Integer, Argument::None, "enemies it is engaged with";
    Engaged = "engaged", Combatant, Kind::Boolean, Argument::None, "whether it is engaged with oneself";
    Distance = "distance", Combatant, Kind::Integer, Argument::None, "zones between it and oneself";
    Cover = "in_cover", Combatant, Kind::Boolean, Argument::None, "whether its zone gives cover";
    High = "on_high_ground", Combatant, Kind::Boolean, Argument::None, "whether its zone is high ground";
    Prone = "prone", Combatant, Kind::Boolean, Argument::None, "whether it lies on the ground";
    Helpless = "helpless", Combatant, Kind::Boolean, Argument::None, "whether it lies or will lose its turn";
    Shocked = "shocked", Combatant, Kind::Boolean, Argument::None, "whether its next DEX save fails";
    Bleeding = "bleeding", Combatant, Kind::Integer, Argument::None, "dice of bleeding that wait";
    Band = "detachment", Combatant, Kind::Boolean, Argument::None, "whether it counts as a band";
    Leader = "leader", Combatant, Kind::Boolean, Argument::None, "whether it leads";
    Pc = "pc", Combatant, Kind::Boolean, Argument::None, "whether it is a player character";
    Active = "active", Combatant, Kind::Boolean, Argument::None, "whether it is in the fight";
    Caster = "caster", Combatant, Kind::Boolean, Argument::None, "whether it has Magic or Faith Dice";
    Water = "waterskin", Combatant, Kind::Integer, Argument::None, "faces of its waterskin's usage die; 0 without water";
    MagicDice = "magic_dice", Combatant, Kind::Integer, Argument::None, "Magic Dice that it can invest now";
    Aims = "aims_at_me", Combatant, Kind::Boolean, Argument::None, "whether it is known to mean to strike oneself in this round";
    Mine = "was_target", Combatant, Kind::Boolean, Argument::None, "whether it was one's target last";
}

/// True if somebody asks whom it meant to strike last.
pub fn asks_last_target(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Mine
}

/// True if somebody asks for the number of the round.
pub fn asks_round(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Round
}

/// True if somebody asks who is known to mean to strike it.
pub fn asks_aims(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Aims
}

/// True if somebody asks for injured arms.
pub fn asks_arms(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Arms
}

/// True if somebody asks for what lies on the ground.
pub fn asks_dropped(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Dropped
}

/// The vocabulary.
pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(
        OBSERVABLES,
        vec![
            Words::new("reaction", Reaction::WORDS),
            Words::new("category", Category::WORDS),
            Words::new("surprise", ["none", "normal", "low_visibility", "predator", "darkness"]),
        ],
    )
}

/// Values that stay fixed throughout a scenario: abilities that nobody sees, and places where there is only one.
pub fn fixed(sees_abilities: bool, ground: &Ground) -> Vec<Fixed> {
    const HIDDEN: &str = "nobody sees the abilities of enemies here (`rulings.sees_abilities`)";
    const NOWHERE: &str = "there is only one zone";
    let mut rows = Vec::new();
    if !sees_abilities {
        rows.extend(["str", "dex", "wil", "str_percent"].map(|name| Fixed::of_enemies(name, 0, HIDDEN)));
    }
    if let [zone] = ground.zones.as_slice() {
        rows.push(Fixed::of_all("distance", 0, NOWHERE));
        rows.push(Fixed::of_all("in_cover", i64::from(zone.cover), NOWHERE));
        rows.push(Fixed::of_all("on_high_ground", i64::from(zone.highground), NOWHERE));
    }
    rows
}

/// A fight as policies see it.
#[derive(Clone, Copy)]
pub struct View<'a, const PLAIN: bool> {
    /// The rules.
    pub core: &'a Core<PLAIN>,
    /// The state.
    pub fight: &'a Fight,
    /// The attack that is answered, if any.
    pub event: Option<&'a Event>,
}

impl<const PLAIN: bool> View<'_, PLAIN> {
    /// The number of combatants of whom something is true.
    fn count(&self, who: impl Fn(Slot) -> bool) -> i64 {
        self.fight.slots().filter(|&other| who(other)).count() as i64
    }

    /// A part of a whole in percent, 0 where there is no whole.
    fn percent(part: i16, whole: i16) -> i64 {
        if whole == 0 { 0 } else { (i64::from(part) * 100).div_euclid(i64::from(whole)) }
    }

    /// Returns what is asked of the attack event at hand, 0 outside of one.
    fn event(&self, code: Code, argument: i32) -> i64 {
        let Some(event) = self.event else { return 0 };
        let swing = |who: Slot| self.core.swing(self.fight, who, Some(event));
        match code {
            Code::EventAttackers => event.attackers.len() as i64,
            Code::EventCategory => {
                let category = Category::ALL[argument as usize];
                i64::from(event.attackers.into_iter().any(|who| swing(who).category == category))
            }
            Code::EventFace => event.attackers.map(|who| i64::from(self.core.largest_face(&swing(who)))).max().unwrap_or(0),
            _ => {
                let reaction = Reaction::ALL[argument as usize];
                let impairs = |who: Slot| {
                    let swing = swing(who);
                    let newly = || !self.core.impaired(self.fight, &swing, event, Reaction::Defend);
                    self.core.stops(reaction, swing.category) && newly()
                };
                i64::from(event.attackers.into_iter().any(impairs))
            }
        }
    }
}

impl<const PLAIN: bool> Observer for View<'_, PLAIN> {
    fn situation(&self, own: Slot, observable: u16, argument: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let side = core.fighter(own).side;
        let ours = |who: Slot| core.fighter(who).side == side;
        let active = |who: Slot| fight.is_active(who);
        match CODES[usize::from(observable)] {
            Code::Round => fight.round.into(),
            Code::Fights => fight.meetings.into(),
            Code::Surprise => core.scene.surprise.map_or(0, |roll| match roll {
                SurpriseRoll::Normal => 1,
                SurpriseRoll::LowVisibility => 2,
                SurpriseRoll::Predator => 3,
                SurpriseRoll::Darkness => 4,
            }),
            Code::FoesActive => core.active_foes(fight, own).len() as i64,
            Code::FoesInjured => {
                let hurt = |who: Slot| fight.body(who).abilities[0] < fight.body(who).maxima[0];
                core.active_foes(fight, own).those(hurt).len() as i64
            }
            Code::SideActive => self.count(|who| ours(who) && active(who)),
            Code::SideLost => fight.groups[side.index()].there.those(|who| !active(who)).len() as i64,
            Code::SideFirst => fight.groups[side.index()].first_done.into(),
            Code::SideLeader => {
                i64::from(self.count(|who| ours(who) && active(who) && core.fighter(who).is(Trait::Leader)) > 0)
            }
            Code::ReactionCost => core.cost(fight, own, Reaction::ALL[argument as usize], 0).map_or(99, i64::from),
            Code::Incoming => fight.body(own).incoming.into(),
            Code::StrLoss => i64::from((i32::from(fight.body(own).incoming) - core.guard(own, fight.body(own))).max(0)),
            code => self.event(code, argument),
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, _: i32) -> i64 {
        let (core, fight, body) = (self.core, self.fight, self.fight.body(of));
        let wielded = core.wielded(of, body);
        let weapon = core.weapon(of, wielded);
        let hidden = !core.rulings().sees_abilities && core.lineup.hostile(own, of);
        match CODES[usize::from(observable)] {
            Code::Str | Code::Dex | Code::Wil | Code::StrPercent if hidden => 0,
            Code::Cover => core.ground.zone(body.zone).cover.into(),
            Code::High => core.ground.zone(body.zone).highground.into(),
            Code::Hp => body.hp.into(),
            Code::HpMax => body.hp_max.into(),
            Code::HpPercent => Self::percent(body.hp, body.hp_max),
            Code::Str => core.ability(body, Ability::Str).into(),
            Code::Dex => core.ability(body, Ability::Dex).into(),
            Code::Wil => core.ability(body, Ability::Wil).into(),
            Code::StrPercent => Self::percent(body.abilities[0], body.maxima[0]),
            Code::Armor => core.armor(of, body).into(),
            Code::Fatigue => body.fatigue.into(),
            Code::Free => core.free(of, body).into(),
            Code::Wounds => body.wounds.count().into(),
            Code::Arms => body.arms.count_ones().into(),
            Code::CategoryOf => weapon.category as i64,
            Code::Die => weapon.die.sides.into(),
            Code::Ranged => weapon.ranged.into(),
            Code::Unarmed => i64::from(weapon.hands == 0),
            Code::Dropped => i64::from(body.dropped != 0 || body.shield_dropped),
            Code::Unloaded => i64::from(body.unready[usize::from(wielded)] > 0),
            Code::EngagedCount => core.engaged_foes(fight, of).len() as i64,
            Code::Engaged => body.engaged.has(own).into(),
            Code::Distance => core.ground.steps(fight.body(own).zone, body.zone).into(),
            Code::Prone => body.prone.into(),
            Code::Helpless => core.helpless(body).into(),
            Code::Shocked => i64::from(body.shocked_until > fight.round),
            Code::Bleeding => body.bleeding.into(),
            Code::Band => core.fighter(of).is_band().into(),
            Code::Leader => core.fighter(of).is(Trait::Leader).into(),
            Code::Pc => core.fighter(of).pc.into(),
            Code::Active => body.active().into(),
            Code::Caster => i64::from(core.fighter(of).md_max > 0 || core.fighter(of).fd > 0),
            Code::Water => body.waterskin.into(),
            Code::MagicDice => core.magic_dice(fight, of).into(),
            Code::Aims => {
                let known = core.rulings().intent_telegraph && core.fighter(own).pc;
                let strikes = |intent: &Intent| !matches!(intent.act, Act::Move(_) | Act::DoubleMove(_));
                i64::from(known && body.intent.filter(strikes).is_some_and(|intent| intent.target == Some(own)))
            }
            Code::Mine => i64::from(fight.body(own).last_target == Some(of)),
            _ => 0,
        }
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.core.expected_target(self, own)
    }

    fn group(&self, own: Slot, group: Group) -> Slots {
        let core = self.core;
        let wanted = |other: Slot| match group {
            Group::Allies => other != own && core.lineup.friendly(own, other),
            Group::Enemies => core.lineup.hostile(own, other),
        };
        self.fight.slots().filter(|&other| wanted(other) && self.fight.is_active(other)).collect()
    }
}
