//! Questions that an `injury-d20` policy can ask: the observables, and the reading of each off the state.
//!
//! Owns the vocabulary of section 6 of the specification. Whatever others could not see at the table is marked as such in its
//! description: it is for policies that know everything. Start at [`OBSERVABLES`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::policy::{Argument, Fixed, Group, Kind, Observer, Use, Vocabulary, WordList};
use frame::rules::declare::observables;

use super::Core;
use super::book::Sense;
use super::decide;
use super::sheet::{Capability, CoverText, PartKind, Skill};
use super::state::Fight;
use super::strike::Wield;

/// Lists of words: parts, skills, capabilities, cover.
const PARTS: usize = 0;
const SKILLS: usize = 1;
const CAPABILITIES: usize = 2;
const COVERS: usize = 3;

observables! {
    Round = "round", Situation, Kind::Integer, Argument::None, "number of the round";
    EnemiesStanding = "enemies_standing", Situation, Kind::Integer, Argument::None, "enemies who are not out";
    AlliesStanding = "allies_standing", Situation, Kind::Integer, Argument::None, "others of one's side who are not out";
    Ap = "ap", Combatant, Kind::Integer, Argument::None, "action points left in the turn";
    Reactions = "reactions", Combatant, Kind::Integer, Argument::None, "reactions left";
    AttackActions = "attack_actions", Combatant, Kind::Integer, Argument::None, "attack actions in the turn so far";
    AttackTotal = "attack_total", Situation, Kind::Integer, Argument::None, "when parrying: the result of the attack; else 0";
    Degrees = "degrees", Situation, Kind::Integer, Argument::None, "when parrying: the degrees of the attack; else 0";
    Stamina = "stamina", Combatant, Kind::Integer, Argument::None, "stamina (of others: omniscient)";
    StaminaPercent = "stamina_percent", Combatant, Kind::Integer, Argument::None, "stamina in percent of the maximum (of others: omniscient)";
    Exhausted = "exhausted", Combatant, Kind::Boolean, Argument::None, "whether it is exhausted";
    Exhaustion = "exhaustion", Combatant, Kind::Integer, Argument::None, "points of exhaustion left (of others: omniscient)";
    Strain = "strain", Combatant, Kind::Integer, Argument::None, "strain";
    Bleed = "bleed", Combatant, Kind::Integer, Argument::None, "bleeding";
    Injuries = "injuries", Combatant, Kind::Integer, Argument::None, "injuries in all";
    InjuriesOf = "injuries_of", Combatant, Kind::Integer, Argument::Word(PARTS), "injuries of all parts of a kind";
    InjuriesOfTier = "injuries_of_tier", Combatant, Kind::Integer, Argument::Integer, "injuries of all parts of a tier, from 1 for minor to 5 for fatal";
    InjuryValue = "injury_value", Combatant, Kind::Integer, Argument::None, "what its injuries are worth in the number of a death save";
    PartsDestroyed = "parts_destroyed", Combatant, Kind::Integer, Argument::None, "parts that are destroyed or went with a larger one";
    Blinded = "blinded", Combatant, Kind::Boolean, Argument::None, "whether it is blinded";
    Deafened = "deafened", Combatant, Kind::Boolean, Argument::None, "whether it is deafened";
    Concussed = "concussed", Combatant, Kind::Boolean, Argument::None, "whether it is concussed";
    Confused = "confused", Combatant, Kind::Boolean, Argument::None, "whether it is confused";
    Stunned = "stunned", Combatant, Kind::Boolean, Argument::None, "whether it is stunned";
    Dazed = "dazed", Combatant, Kind::Boolean, Argument::None, "whether it is dazed";
    Sickened = "sickened", Combatant, Kind::Boolean, Argument::None, "whether it is sickened";
    Prone = "prone", Combatant, Kind::Boolean, Argument::None, "whether it is prone";
    OffGuard = "off_guard", Combatant, Kind::Boolean, Argument::None, "whether it is off-guard";
    Unconscious = "unconscious", Combatant, Kind::Boolean, Argument::None, "whether it is unconscious";
    Helpless = "helpless", Combatant, Kind::Boolean, Argument::None, "whether it is helpless: unconscious";
    Grappled = "grappled", Combatant, Kind::Boolean, Argument::None, "whether somebody holds it";
    Flying = "flying", Combatant, Kind::Boolean, Argument::None, "whether it flies";
    Dead = "dead", Combatant, Kind::Boolean, Argument::None, "whether it is dead";
    HasWeapon = "has_weapon", Combatant, Kind::Boolean, Argument::None, "whether it has a weapon to use, bare hands apart";
    ShieldReady = "shield_ready", Combatant, Kind::Boolean, Argument::None, "whether its shield is ready";
    Defending = "defending", Combatant, Kind::Boolean, Argument::None, "whether it defends";
    OpenDefences = "open_defences", Combatant, Kind::Integer, Argument::None, "how often it has opened its defences";
    UsableHands = "usable_hands", Combatant, Kind::Integer, Argument::None, "hands that can hold something";
    CanStand = "can_stand", Combatant, Kind::Boolean, Argument::None, "whether it could stand up";
    StandCost = "stand_cost", Combatant, Kind::Integer, Argument::None, "action points of standing up; 0 when it cannot";
    SpeedFt = "speed_ft", Combatant, Kind::Integer, Argument::None, "speed in feet as it moves now";
    Dv = "dv", Combatant, Kind::Integer, Argument::None, "defence value (of others: omniscient)";
    DistanceFt = "distance_ft", Combatant, Kind::Integer, Argument::None, "feet away from oneself";
    InReach = "in_reach", Combatant, Kind::Boolean, Argument::None, "whether one's first usable weapon reaches it";
    Threatened = "threatened", Combatant, Kind::Boolean, Argument::None, "whether somebody hostile threatens it";
    Flanking = "flanking", Combatant, Kind::Boolean, Argument::None, "whether oneself flanks it together with a friend";
    Flanked = "flanked", Combatant, Kind::Boolean, Argument::None, "whether somebody flanks it";
    Cover = "cover", Combatant, Kind::Word(COVERS), Argument::None, "its cover against shots";
    SizeDifference = "size_difference", Combatant, Kind::Integer, Argument::None, "sizes that it is larger than oneself";
    KnowsHeart = "knows_heart", Combatant, Kind::Boolean, Argument::None, "whether oneself knows where its heart is";
    FirstTurnDone = "first_turn_done", Combatant, Kind::Boolean, Argument::None, "whether it has had a turn";
    Capable = "capable", Combatant, Kind::Boolean, Argument::Word(CAPABILITIES), "whether its body lets it do this";
    WornWorks = "worn_works", Combatant, Kind::Boolean, Argument::Integer, "whether it can use the worn thing with this number, from 0";
    CanEat = "can_eat", Combatant, Kind::Boolean, Argument::None, "whether it can eat";
    Disadvantages = "disadvantages", Combatant, Kind::Integer, Argument::Word(SKILLS), "disadvantages of a skill by injuries, all senses together";
    HitChance = "hit_chance", Combatant, Kind::Integer, Argument::None, "chance in percent that one's next plain attack hits it (omniscient)";
    ChanceOfDegree = "chance_of_degree", Combatant, Kind::Integer, Argument::Integer, "chance in percent that the roll of one's next plain attack exceeds its defence value by so many degrees (omniscient)";
}

/// The vocabulary.
pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(
        OBSERVABLES,
        vec![
            WordList::new("part", PartKind::WORDS),
            WordList::new("skill", Skill::WORDS),
            WordList::new("capability", Capability::WORDS),
            WordList::new("cover", CoverText::WORDS),
        ],
    )
}

/// Values that stay fixed throughout a scenario with or without a grid.
pub fn fixed(grid: bool) -> Vec<Fixed> {
    const NOWHERE: &str = "without `[arena]` nobody flanks anybody";
    if grid { Vec::new() } else { ["flanking", "flanked"].map(|name| Fixed::of_all(name, 0, NOWHERE)).to_vec() }
}

/// True if this asks for strain.
pub fn is_strain(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Strain
}

/// True if this asks for attack actions, or for what they cost the next attack.
pub fn is_attacks(used: &Use) -> bool {
    matches!(CODES[usize::from(used.read.observable)], Code::AttackActions | Code::HitChance | Code::ChanceOfDegree)
}

/// True if this asks for the number of the round.
pub fn is_round(used: &Use) -> bool {
    CODES[usize::from(used.read.observable)] == Code::Round
}

/// A fight as policies see it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub core: &'a Core,
    /// The state.
    pub fight: &'a Fight,
    /// The target at hand, where there is one already.
    pub target: Option<Slot>,
    /// The result and the degrees of the attack that is to be parried, if one is.
    pub attack: Option<(i32, i32)>,
}

/// All senses.
pub const SENSES: [Sense; 3] = [Sense::Visual, Sense::Audio, Sense::Scent];

impl View<'_> {
    /// The chance in percent that the next plain attack exceeds the defence value by at least so many degrees; a natural 20
    /// hits.
    fn chance(&self, own: Slot, of: Slot, degrees: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let Some((net, needed, _)) = core.attack_terms(fight, own, of, fight.body(own)) else { return 0 };
        /// More dice than this change nothing in percent, and their outcomes still fit into a number.
        const DICE_MOST: u32 = 12;
        let (more, flat) = core.dice_of(net);
        let dice = more.unsigned_abs().min(DICE_MOST - 1) + 1;
        let sides = u128::from(core.book.attack.die);
        let up_to = |face: u128| face.pow(dice);
        let mut ways = 0;
        for face in 1..=sides {
            let total = face as i32 + flat;
            let natural = face as i32 == core.book.crit.natural && degrees == 0;
            if natural || core.beats(total, needed) && core.degrees(total - needed) >= degrees {
                ways += if more >= 0 { up_to(face) - up_to(face - 1) } else { up_to(sides - face + 1) - up_to(sides - face) };
            }
        }
        (ways * 100 / up_to(sides)) as i64
    }

    /// Returns a value about which the rules have to be asked; kept apart, so that whatever stands in a body is read off
    /// quickly.
    #[inline(never)]
    fn by_rules(&self, own: Slot, of: Slot, code: Code, argument: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let (body, fighter) = (fight.body(of), core.fighter(of));
        let flag = i64::from;
        let kinds = |tier: i32| {
            let of_tier = |kind: &PartKind| i32::from(core.kinds[*kind as usize].tier) == tier;
            PartKind::ALL.into_iter().filter(of_tier).fold(0, |all, kind| all | fighter.plan.all(kind))
        };
        match code {
            Code::StaminaPercent => i64::from(body.stamina) * 100 / i64::from(fighter.stamina_max.max(1)),
            Code::Exhausted => flag(core.exhausted(of, body)),
            Code::InjuriesOf => i64::from(body.harm.total(fighter.plan.all(PartKind::ALL[argument as usize]))),
            Code::InjuriesOfTier => i64::from(body.harm.total(kinds(argument))),
            Code::InjuryValue => i64::from(core.injury_value(of, body)),
            Code::PartsDestroyed => i64::from(core.lost(of, body).count_ones()),
            Code::Blinded => flag(core.blinded(of, body)),
            Code::Deafened => flag(core.deafened(of, body)),
            Code::Concussed => flag(core.concussed(of, body)),
            Code::Confused => flag(core.confused(of, body)),
            Code::Sickened => flag(core.sickened(of, body)),
            Code::OffGuard => flag(core.off_guard(of, body)),
            Code::HasWeapon => flag(core.armed(of, body, None, super::held::Sort::Any)),
            Code::UsableHands => (0..core.hands(of)).filter(|&hand| core.hand_usable(of, body, hand)).count() as i64,
            Code::CanStand => flag(core.stand_cost(of, body).is_some()),
            Code::StandCost => core.stand_cost(of, body).map_or(0, i64::from),
            Code::SpeedFt => i64::from(core.pace_ft(of, body)),
            Code::Dv => i64::from(core.dv(of, body, false)),
            Code::DistanceFt => i64::from(core.distance_ft(fight, own, of)),
            Code::InReach => {
                flag(core.first_weapon(own, fight.body(own), None).is_some_and(|weapon| {
                    core.reaches(fight, own, of, Wield { weapon, used: core.natural_use(own, weapon) }, 0)
                }))
            }
            Code::Threatened => flag(core.threatened(fight, of)),
            Code::Flanking => flag(core.flanks(fight, own, of)),
            Code::Flanked => {
                let mut foes = core.active_foes(fight, of);
                flag(foes.any(|foe| core.flanks(fight, foe, of)))
            }
            Code::Cover => match core.cover_of(of, body).ranged {
                CoverText::None => 0,
                CoverText::Cover => 1,
                CoverText::Total => 2,
            },
            Code::SizeDifference => i64::from(fighter.size - core.fighter(own).size),
            Code::KnowsHeart => flag(core.knows_heart(fight.body(own), of)),
            Code::Capable => flag(core.capable(of, body, Capability::ALL[argument as usize])),
            Code::WornWorks => flag(argument >= 0 && core.worn_works(of, body, argument as usize)),
            Code::CanEat => flag(core.can_eat(of, body)),
            Code::Disadvantages => i64::from(core.skill_disadvantages(of, body, Skill::ALL[argument as usize], &SENSES)),
            Code::HitChance => self.chance(own, of, 0),
            Code::ChanceOfDegree => self.chance(own, of, argument),
            _ => 0,
        }
    }
}

impl Observer for View<'_> {
    fn situation(&self, own: Slot, observable: u16, _: i32) -> i64 {
        let core = self.core;
        let count = |slots: Slots| slots.len() as i64;
        match CODES[usize::from(observable)] {
            Code::Round => i64::from(self.fight.round),
            Code::EnemiesStanding => count(core.lineup.foes(own) & self.fight.active),
            Code::AlliesStanding => count(core.lineup.friends(own).without(own) & self.fight.active),
            Code::AttackTotal => self.attack.map_or(0, |(total, _)| i64::from(total)),
            Code::Degrees => self.attack.map_or(0, |(_, degrees)| i64::from(degrees)),
            _ => 0,
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let body = self.fight.body(of);
        let flag = i64::from;
        match CODES[usize::from(observable)] {
            Code::Ap => i64::from(body.ap),
            Code::Reactions => i64::from(body.reactions),
            Code::AttackActions => i64::from(body.attack_actions),
            Code::Stamina => i64::from(body.stamina),
            Code::Exhaustion => i64::from(body.exhaustion),
            Code::Strain => i64::from(body.strain),
            Code::Bleed => i64::from(body.bleed),
            Code::Injuries => i64::from(body.harm.injuries()),
            Code::Stunned => flag(body.stunned > 0),
            Code::Dazed => flag(body.dazed > 0),
            Code::Prone => flag(body.prone),
            Code::Unconscious => flag(body.unconscious()),
            Code::Helpless => flag(body.helpless()),
            Code::Grappled => flag(body.grappled_by.is_some()),
            Code::Flying => flag(body.flying),
            Code::Dead => flag(body.dead()),
            Code::ShieldReady => flag(body.shield_ready),
            Code::Defending => flag(body.dodging),
            Code::OpenDefences => i64::from(body.open_defences),
            Code::FirstTurnDone => flag(body.had_turn),
            code => self.by_rules(own, of, code, argument),
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
