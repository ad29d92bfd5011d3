//! Quantities of `vogt`: every named value of a fight and of its combatants, with everybody who sees it.
//!
//! Owns the table from which the vocabulary of policies (section 6.4 of the specification), the metrics read off the end of a fight,
//! distances by round, lines of profiles and what tests look at follow; and a fight as policies see it. Policies see everything but
//! what others have declared before initiative is rolled. Start at [`QUANTITIES`].

use frame::dice::Slot;
use frame::fight::{ABSENT, Slots};
use frame::policy::{Fixed, Group as Members, Observer, Scope, Use, Vocabulary, WordList};
use frame::rules::quantity::{named, observables, quantities};

use super::Core;
use super::decide;
use super::fighter::{Fighter, TECHNIQUE_SIZES};
use super::sheet::{Ability, Status};
use super::state::{Act, Body, Fight, Phase};

/// Lists of words: statuses, damage types, technique dice, actions.
const STATUSES: usize = 0;
const TYPES: usize = 1;
const DICE: usize = 2;
const ACTIONS: usize = 3;

/// The actions that can be declared, as words.
const ACTION_WORDS: [&str; 10] =
    ["nothing", "attack", "technique", "defend", "help", "run", "flee", "retrieve", "contest", "stand"];

quantities! {
    seen: Seen<'_>, metrics [Fate, Condition, Losses, Means, Points, Square];

    Round = "round", Amount("rounds") => seen.fight.round, situation "number of the round";
    EnemiesActive = "enemies.active", Amount("enemies") => count(seen.foes() & seen.fight.active),
        situation "enemies that can act";
    EnemiesPresent = "enemies.present", Amount("enemies") => count(seen.foes() & seen.fight.present),
        situation "enemies alive on the field";
    EnemiesYetToAct = "enemies.yet_to_act", Amount("enemies") [VOG-066] => seen.yet_to_act(),
        situation "enemies whose turn in this round is still to come";
    AlliesActive = "allies.active", Amount("allies") => count(seen.allies() & seen.fight.active),
        situation "others of one's side that can act";
    AlliesPresent = "allies.present", Amount("allies") => count(seen.allies() & seen.fight.present),
        situation "others of one's side alive on the field";
    AlliesAtOrBelow = "allies.at_or_below"(Integer), Amount("members") => seen.at_or_below(seen.argument),
        situation "living members of one's side, oneself included, with at most so many HP";
    NearestDistance = "nearest.distance", Amount("squares") => seen.nearest().unwrap_or(0),
        situation "squares to the nearest enemy that can act or, when none can, that is alive; 0 without one";
    InReach = "in_reach", Flag => seen.in_reach(), situation "whether movement and range reach such an enemy";

    Hp = "hp", Amount("HP") [VOG-029] => seen.body.hp, policy "hit points";
    HpMax = "hp_max", Amount("HP") [VOG-043] => seen.core.hp_max(seen.of, seen.body), policy "present maximum of hit points";
    HpPercent = "hp_percent", Amount("percent") => (i64::from(seen.body.hp) * 100).div_euclid(i64::from(seen.loaded().hp_max)),
        policy "hit points in percent of the maximum without exhaustion";
    // Hit points that are left are never fewer than the least of the book: how far below it a combatant has been beaten down is counted.
    HpLeft = "hp", Amount("HP") [VOG-029] => seen.body.hp.max(seen.core.book.least_hp()), metric Points "HP left";
    Exhaustion = "exhaustion", Amount("levels") [VOG-031, VOG-040] => seen.body.exhaustion,
        policy "level of exhaustion", metric Condition "exhaustion",
        sheet Pool "exhaustion";
    Prone = "prone", Flag [VOG-032, VOG-097] => seen.body.prone, policy "whether it is prone", metric Condition "prone";
    Ar = "ar", Amount("points") [VOG-018, VOG-206, R-04, R-05] => seen.core.ar(seen.of, seen.body),
        policy "AR", sheet Defence "AR";
    ArLeft = "ar_left", Amount("points") [VOG-205, R-02, R-03] => seen.core.ar_left(seen.of, seen.body),
        policy "AR that is left in this round";
    Absorbed = "absorbed", Amount("points") [VOG-205, R-02] => seen.body.absorbed;
    Has = "has"(Word(STATUSES)), Flag => seen.has(Status::ALL[seen.argument as usize]), policy "whether it has a status";
    Resists = "resists"(Word(TYPES)), Flag [VOG-038, VOG-089] => (seen.core.resists(seen.of, seen.body) >> seen.argument & 1) as i64,
        policy "whether it resists a damage type";
    Vulnerable = "vulnerable"(Word(TYPES)), Flag [VOG-039, VOG-090, VOG-096] => (seen.core.vulnerable(seen.of, seen.body) >> seen.argument & 1) as i64,
        policy "whether it is vulnerable to a damage type";
    Gold = "gold", Amount("gold") [VOG-207] => seen.body.gold, metric Means "gold";
    GearBroken = "gear_broken", Flag [VOG-046] => seen.gear_broken(), metric Means "gear broken";
    TechniqueDice = "td"(Word(DICE)), Amount("dice") [VOG-214, VOG-215] => seen.body.technique_dice[seen.argument as usize],
        policy "technique dice of a size that are left";
    AllTechniqueDice = "technique_dice", Amount("dice") [VOG-214, VOG-215] => seen.body.technique_dice.iter().map(|&dice| i64::from(dice)).sum::<i64>(),
        metric Means "technique dice left";
    Movement = "movement", Amount("squares") [VOG-009, VOG-024, VOG-042, VOG-049, VOG-093, VOG-101] => seen.core.allowance(seen.of, seen.body, false),
        policy "squares of movement in this turn, before being prone counts";
    Steps = "steps", Amount("squares") [VOG-009] => seen.core.steps(seen.of, seen.body), sheet Load "movement" of "square";
    Hands = "hands", Amount("hands") [VOG-047] => seen.body.hands, policy "hands that are left";
    ArmLost = "arm_lost", Flag [VOG-047] => seen.body.hands < seen.loaded().start.hands, metric Losses "arm lost";
    EyeLost = "eye_lost", Flag [VOG-048] => seen.body.eyes < seen.loaded().start.eyes, metric Losses "eye lost";
    LegLost = "leg_lost", Flag [VOG-049] => seen.body.legs < seen.loaded().start.legs, metric Losses "leg lost";
    VoiceLost = "voice_lost", Flag [VOG-050] => seen.loaded().start.voice && !seen.body.voice, metric Losses "voice lost";
    Initiative = "initiative", Amount("points") [VOG-069, VOG-071] => if seen.fight.phase == Phase::Turns { seen.body.initiative } else { 0 },
        policy "initiative in this round; 0 before it is rolled";
    Declared = "declared", Word(ACTIONS) [VOG-068] => seen.declared(), policy "what it has declared, once initiative is rolled";
    Defending = "defending", Flag [VOG-018, R-05] => seen.body.defending, policy "whether Defend holds";
    Distance = "distance", Amount("squares") [R-21] => seen.core.distance(seen.fight, seen.own, seen.of),
        policy "squares away from oneself";
    Column = "column", Amount("column") => seen.on_grid(|seen| Some(seen.body.at.x.into())), metric Square "column at the end";
    Row = "row", Amount("row") => seen.on_grid(|seen| Some(seen.body.at.y.into())), metric Square "row at the end";
    ToNearest = "distance", Amount("squares") => seen.on_grid(Seen::nearest_alive),
        metric Square "squares to the nearest enemy at the end",
        rounds "distance" "squares to the nearest enemy in round";
    Active = "active", Flag [VOG-044, VOG-102] => seen.core.active(seen.body), policy "whether it can act";
    Out = "out", Flag [VOG-044, VOG-102] => !seen.core.active(seen.body), metric Fate "out";
    Unconscious = "unconscious", Flag [VOG-044] => seen.core.unconscious(seen.body), policy "whether it is unconscious";
    Dead = "dead", Flag [VOG-051, VOG-085] => seen.body.dead, policy "whether it is dead", metric Fate "dead";
    StruckMeLast = "struck_me_last", Flag => seen.fight.body(seen.own).last_attacker == Some(seen.of),
        policy "whether it struck oneself last";

    RolledInitiative = "rolled_initiative", Amount("points") [VOG-069] => seen.body.initiative;
    X = "x", Amount("column") => seen.body.at.x;
    Y = "y", Amount("row") => seen.body.at.y;
    Eyes = "eyes", Amount("eyes") [VOG-048] => seen.body.eyes;
    Legs = "legs", Amount("legs") [VOG-049] => seen.body.legs;
    Voice = "voice", Flag [VOG-050] => seen.body.voice;
    Helped = "helped", Flag [VOG-020, VOG-021] => !seen.body.helped_by.is_empty();
    Fled = "fled", Flag [R-50] => !seen.body.in_field && !seen.body.dead;
    StrModifier = "str_modifier", Amount("points") [VOG-091] => seen.modifier(Ability::Str);
    DexModifier = "dex_modifier", Amount("points") [VOG-091] => seen.modifier(Ability::Dex);
    AwrModifier = "awr_modifier", Amount("points") [VOG-084, VOG-088, VOG-100] => seen.modifier(Ability::Awr);
    WilModifier = "wil_modifier", Amount("points") [VOG-100] => seen.modifier(Ability::Wil);
    ArmorBroken = "armor_broken", Flag [VOG-046] => seen.body.armor_broken;
    WeaponsBroken = "weapons_broken", Amount("weapons") [VOG-046] => seen.body.broken.count_ones();
    ItemSlots = "items_slots", Amount("slots") [VOG-056, VOG-208] => i64::from(seen.loaded().slots) + i64::from(seen.body.belonging_slots);
    OverSlots = "over_slots", Amount("slots") [VOG-063, VOG-064] => seen.body.over_slots;
}

/// The vocabulary of a scenario with these damage types.
pub fn vocabulary(types: &[String]) -> Vocabulary {
    Vocabulary::new(
        &observables(QUANTITIES),
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

/// True if anything asks for the number of the round.
pub fn asks_round(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Round
}

/// Returns the topic that is asked for, if it is one; of hit points only where those below `least` are told apart.
pub fn topic(used: &Use, least: i32) -> Option<Topic> {
    match ASKED[usize::from(used.read.observable)] {
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

/// The value that tests call by this name, off a combatant as it sees itself.
pub fn peek(core: &Core, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let (row, argument) = named(QUANTITIES, vocabulary(&core.type_names).words(), name)?;
    Some(Seen { argument, ..core.seen(fight, who) }.value(ALL[row]))
}

/// What a value is read off: a combatant in a fight, as one of them sees it.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    core: &'a Core,
    fight: &'a Fight,
    /// The one who looks.
    own: Slot,
    /// The one who is looked at.
    of: Slot,
    body: &'a Body,
    argument: i32,
}

/// The number of some combatants.
fn count(slots: Slots) -> i64 {
    slots.len() as i64
}

impl Seen<'_> {
    fn loaded(&self) -> &Fighter {
        self.core.fighter(self.of)
    }

    /// Enemies of the one who looks.
    fn foes(&self) -> Slots {
        self.core.lineup.foes(self.own)
    }

    /// The others of its side.
    fn allies(&self) -> Slots {
        self.core.lineup.friends(self.own).without(self.own)
    }

    /// Enemies whose turn in this round is still to come.
    fn yet_to_act(&self) -> i64 {
        let waiting = if self.fight.passes > 0 { &self.fight.order } else { &self.fight.queue };
        let foes = self.foes() & self.fight.active;
        waiting.iter().filter(|&&other| foes.has(other)).count() as i64
    }

    /// Living members of its side with at most so many hit points.
    fn at_or_below(&self, most: i32) -> i64 {
        let friends = self.core.lineup.friends(self.own) & self.fight.present;
        count(friends.those(|other| self.fight.body(other).hp <= most))
    }

    /// Squares to the nearest enemy: the fallen count once nobody else is left, in fights to the death (E1).
    fn nearest(&self) -> Option<i32> {
        let (core, active) = (self.core, self.core.active_foes(self.fight, self.own));
        let foes = if active.is_empty() { self.foes() & self.fight.present } else { active };
        foes.map(|foe| core.distance(self.fight, self.own, foe)).min()
    }

    /// True if the nearest enemy can be reached and struck in this turn.
    fn in_reach(&self) -> bool {
        let (core, body, fighter) = (self.core, self.fight.body(self.own), self.core.fighter(self.own));
        let steps = if core.grid.is_some() { core.steps(self.own, body) } else { 0 };
        let range = fighter.weapons[fighter.wielded(body)].range;
        self.nearest().is_some_and(|distance| distance <= steps + range)
    }

    /// True if the combatant has a status, which being prone and exhaustion count as.
    fn has(&self, status: Status) -> bool {
        match status {
            Status::Prone => self.body.prone,
            Status::Unconscious => self.core.unconscious(self.body),
            status => self.body.has(status),
        }
    }

    /// True if a weapon or the armor has broken since the day began.
    fn gear_broken(&self) -> bool {
        let start = &self.loaded().start;
        self.body.broken != start.broken || self.body.armor_broken != start.armor_broken
    }

    fn modifier(&self, ability: Ability) -> i32 {
        self.core.modifier(self.of, self.body, ability)
    }

    /// Something about its square; absent without a grid and off it.
    fn on_grid(&self, of: impl Fn(&Self) -> Option<i32>) -> i64 {
        let there = self.core.grid.is_some() && self.body.in_field;
        Some(self).filter(|_| there).and_then(of).map_or(ABSENT, i64::from)
    }

    /// Squares to the nearest enemy that is alive on the field.
    fn nearest_alive(&self) -> Option<i32> {
        let (core, foes) = (self.core, self.core.lineup.foes(self.of) & self.fight.present);
        foes.map(|foe| core.distance(self.fight, self.of, foe)).min()
    }

    /// Returns the declared action as a number of the list; those of others are hidden while all declare.
    fn declared(&self) -> i64 {
        if self.own != self.of && self.fight.phase == Phase::Declare {
            return 0;
        }
        self.body.declared.map_or(0, |declared| match declared.act {
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

impl Core {
    /// A combatant as it sees itself.
    pub(super) fn seen<'a>(&'a self, fight: &'a Fight, who: Slot) -> Seen<'a> {
        Seen { core: self, fight, own: who, of: who, body: fight.body(who), argument: 0 }
    }
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

impl Observer for View<'_> {
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        Seen { core, fight, own, of, body: fight.body(of), argument }.value(ASKED[usize::from(observable)])
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.target.or_else(|| decide::expected_target(self, own))
    }

    fn group(&self, own: Slot, group: Members) -> Slots {
        group.of(&self.core.lineup, own) & self.fight.present
    }
}
