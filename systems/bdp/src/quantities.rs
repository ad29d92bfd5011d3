//! Quantities of `bdp`: every named value of a fight and of its combatants, and where it is seen.
//!
//! Owns the table from which the vocabulary of policies (section 6 of the specification), the metrics read off the end of a
//! fight, what rounds and nights leave, lines of profiles and what tests look at follow; and a fight as policies see it.
//! Policies see everything but what others intend. Start at [`QUANTITIES`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::policy::{Fixed, Group as Members, Observer, Scope, Use, Vocabulary, WordList};
use frame::rules::quantity::{named, observables, quantities};

use super::Core;
use super::attack::Event;
use super::book::harm::Level;
use super::fighter::Fighter;
use super::ground::Ground;
use super::outfit::Weapon;
use super::scene::{SurpriseRoll, ZoneText};
use super::sheet::{Ability, Category, Reaction, Trait};
use super::state::{Act, Body, Fight, Intent, Status};
use super::swing::Swing;

/// Lists of words: reactions, categories, ways to be surprised.
const REACTIONS: usize = 0;
const CATEGORIES: usize = 1;
const SURPRISES: usize = 2;

quantities! {
    seen: Seen<'_, PLAIN>, <const PLAIN: bool>, metrics [Fate, Condition, Load];

    Round = "round", Amount("rounds") => seen.fight.round, situation "number of the round; 0 in a free one";
    Fights = "fight_of_day", Amount("fights") => seen.fight.meetings, situation "which fight of the day this is";
    Surprise = "surprise", Word(SURPRISES) [BDP-201, BDP-204, BDP-205, BDP-206] => seen.surprise(),
        situation "how surprise is rolled for in this scene";
    FoesActive = "foes.active", Amount("enemies") => seen.core.active_foes(seen.fight, seen.own).len() as i64,
        situation "enemies in the fight";
    FoesInjured = "foes.injured", Amount("enemies") => seen.foes_injured(), situation "enemies in the fight who have lost STR";
    SideActive = "side.active", Amount("members") => seen.side_active(|_| true),
        situation "members of one's side in the fight, oneself included";
    SideLost = "side.lost", Amount("enemies") => seen.side_lost(), situation "foes of one's side who are out";
    SideFirst = "side.morale_first_done", Flag [BDP-298, R-36] => seen
        .fight.groups[seen.core.fighter(seen.own).side.index()].first_done,
        situation "whether one's side has met its first casualty";
    SideLeader = "side.leader_alive", Flag [BDP-299] => seen.side_active(|fighter| fighter.is(Trait::Leader)) > 0,
        situation "whether a leader of one's side is in the fight";
    EventAttackers = "event.attackers", Amount("attackers") [BDP-257, R-24] => seen.event
        .map_or(0, |event| event.attackers.len() as i64),
        situation "who attack in the event at hand; 0 without one";
    EventCategory = "event.has"(Word(CATEGORIES)), Flag [BDP-321, BDP-322, BDP-323, R-22] => seen
        .event_has(Category::ALL[seen.argument as usize]),
        situation "whether an attack of the event is of this category";
    EventFace = "event.max_face", Amount("faces") [BDP-255, BDP-257] => seen.event_face(),
        situation "the largest face of the dice of the event";
    EventImpairs = "event.can_impair"(Word(REACTIONS)), Flag [BDP-251, BDP-287, BDP-289] => seen
        .event_impairs(Reaction::ALL[seen.argument as usize]),
        situation "whether a reaction would impair an attack of the event";
    ReactionCost = "reaction_cost"(Word(REACTIONS)), Amount("Fatigue") [BDP-287, BDP-288, BDP-289, BDP-291] => seen
        .reaction_cost(Reaction::ALL[seen.argument as usize]),
        situation "what a reaction costs now; 99 when it is not possible";
    Incoming = "incoming", Amount("points") [BDP-279, R-37] => seen.fight.body(seen.own).incoming,
        situation "damage about to be taken, when something may be given up for it";
    StrLoss = "str_loss", Amount("STR") [BDP-239, BDP-240, BDP-244] => seen.str_loss(), situation "STR that it would cost";

    Out = "out", Flag => !seen.body.active(), metric Fate "out";
    Dead = "dead", Flag [BDP-066, BDP-078, BDP-265] => matches!(seen.body.status, Status::Dead | Status::Destroyed),
        metric Fate "dead";
    Down = "down", Flag [BDP-610, R-08] => seen.body.status == Status::Down, metric Fate "down";
    KnockedOut = "knocked_out", Flag [BDP-250] => seen.body.status == Status::KnockedOut, metric Fate "knocked out";
    Unconscious = "unconscious", Flag [BDP-067, R-17] => seen.body.status == Status::Unconscious, metric Fate "unconscious";
    Debilitated = "debilitated", Flag [BDP-068] => seen.body.status == Status::Debilitated, metric Fate "debilitated";
    Away = "away", Flag [BDP-264, BDP-302, BDP-303] => matches!(seen.body.status, Status::Fled | Status::Routed),
        metric Fate "fled or routed";
    ArmInjured = "arm_injured", Flag [BDP-076, BDP-077, R-12] => seen.body.arms != 0, metric Condition "arm injured";
    Hp = "hp", Amount("HP") [BDP-239, BDP-595, R-18] => seen.body.hp, policy "HP", metric Condition "HP left, dead or alive";
    HpMax = "hp_max", Amount("HP") [BDP-404, BDP-591, BDP-629] => seen.body.hp_max, policy "maximum of HP";
    HpPercent = "hp_percent", Amount("percent") => percent(seen.body.hp, seen.body.hp_max),
        policy "HP in percent of the maximum";
    Str = "str", Amount("STR") [BDP-001, BDP-038, BDP-240] => seen.ability(Ability::Str),
        policy "STR", metric Condition "STR left";
    Dex = "dex", Amount("DEX") [BDP-001, BDP-039] => seen.ability(Ability::Dex), policy "DEX", metric Condition "DEX left";
    Wil = "wil", Amount("WIL") [BDP-001, BDP-040] => seen.ability(Ability::Wil), policy "WIL", metric Condition "WIL left";
    StrPercent = "str_percent", Amount("percent") [BDP-001] => if seen.hidden { 0 } else {
        percent(seen.body.abilities[0], seen.body.maxima[0])
    },
        policy "STR in percent of the maximum";
    Armor = "armor", Amount("points") [BDP-276, BDP-277, BDP-484, BDP-513] => seen.core.armor(seen.of, seen.body),
        policy "Armor", sheet Defence "Armor";
    Missing = "missing", Amount("points") [BDP-001] => seen.missing(), nights "lost_night" "ability points missing after night";
    Fatigue = "fatigue", Amount("Fatigue") [BDP-032, BDP-033, BDP-034] => seen.body.fatigue,
        policy "Fatigue", metric Condition "Fatigue",
        rounds "fatigue" "Fatigue after round", nights "fatigue_night" "Fatigue after night";
    Free = "free_slots", Amount("slots") [BDP-033, BDP-050, BDP-593] => seen.core.free(seen.of, seen.body),
        policy "slots that are left", metric Load "free slots",
        rounds "free_slots" "free slots after round", nights "free_night" "free slots after night";
    Wounds = "wounds", Amount("wounds") [BDP-049, BDP-053, BDP-079] => seen.body.wounds.count(),
        policy "wounds", metric Condition "wounds";
    SevereWounds = "severe_wounds", Amount("wounds") [BDP-052, BDP-079] => seen.severe_wounds(),
        metric Condition "severe and permanent wounds";
    WorstWound = "worst_wound", Amount("level") [BDP-052, BDP-053, R-14] => seen.body.wounds.each()
        .map(|wound| wound.level as i64 + 1).max().unwrap_or(0),
        metric Condition "worst wound";
    Arms = "arms_injured", Amount("arms") [BDP-076, BDP-077, R-12] => seen.body.arms.count_ones(), policy "injured arms";
    CategoryOf = "category", Word(CATEGORIES) [BDP-321, BDP-322, BDP-323, R-22] => seen.weapon().category as i64,
        policy "category of the wielded weapon";
    Die = "die", Amount("faces") [BDP-247, BDP-321, BDP-322, BDP-323] => seen.weapon().die.sides,
        policy "faces of the wielded weapon's die";
    Ranged = "ranged", Flag [BDP-347] => seen.weapon().ranged, policy "whether the wielded weapon shoots";
    Unarmed = "unarmed", Flag [BDP-247] => seen.weapon().hands == 0, policy "whether it wields nothing";
    Dropped = "dropped", Flag [BDP-076, BDP-077, BDP-271, R-11] => seen.body.dropped != 0 || seen.body.shield_dropped,
        policy "whether something it dropped lies there";
    Unloaded = "unloaded", Flag [BDP-347] => seen.body.unready[usize::from(seen.core.wielded(seen.of, seen.body))] > 0,
        policy "whether the wielded weapon has to be made ready";
    EngagedCount = "engaged_count", Amount("enemies") [BDP-213] => seen.core.engaged_foes(seen.fight, seen.of).len() as i64,
        policy "enemies it is engaged with";
    Engaged = "engaged", Flag [BDP-213] => seen.body.engaged.has(seen.own), policy "whether it is engaged with oneself";
    Distance = "distance", Amount("zones") [BDP-224, BDP-225] => seen.core.ground
        .steps(seen.fight.body(seen.own).zone, seen.body.zone),
        policy "zones between it and oneself";
    Cover = "in_cover", Flag [BDP-218] => seen.zone().cover, policy "whether its zone gives cover";
    High = "on_high_ground", Flag [BDP-310] => seen.zone().highground, policy "whether its zone is high ground";
    Prone = "prone", Flag [BDP-271, R-44] => seen.body.prone, policy "whether it lies on the ground";
    Helpless = "helpless", Flag [BDP-271, BDP-615, R-44] => seen.core.helpless(seen.body),
        policy "whether it lies or will lose its turn";
    Shocked = "shocked", Flag [BDP-337, R-32] => seen.body.shocked_until > seen.fight.round,
        policy "whether its next DEX save fails";
    Bleeding = "bleeding", Amount("dice") [BDP-338, R-33] => seen.body.bleeding, policy "dice of bleeding that wait";
    Band = "detachment", Flag [BDP-260, BDP-421] => seen.loaded().is_band(), policy "whether it counts as a band";
    Leader = "leader", Flag [BDP-299] => seen.loaded().is(Trait::Leader), policy "whether it leads";
    Pc = "pc", Flag => seen.loaded().pc, policy "whether it is a player character";
    Active = "active", Flag => seen.body.active(), policy "whether it is in the fight";
    Caster = "caster", Flag [BDP-451, BDP-477] => seen.loaded().md_max > 0 || seen.loaded().fd > 0,
        policy "whether it has Magic or Faith Dice";
    Water = "waterskin", Amount("faces") [BDP-094, BDP-095] => seen.body.waterskin,
        policy "faces of its waterskin's usage die; 0 without water",
        metric Load "waterskin";
    MagicDice = "magic_dice", Amount("dice") [BDP-451, BDP-467, BDP-468, R-47] => seen.core.magic_dice(seen.fight, seen.of),
        policy "Magic Dice that it can invest now";
    Aims = "aims_at_me", Flag [BDP-228] => seen.aims_at_me(),
        policy "whether it is known to mean to strike oneself in this round";
    Mine = "was_target", Flag => seen.fight.body(seen.own).last_target == Some(seen.of),
        policy "whether it was one's target last";
    Ill = "ill", Amount("diseases") [BDP-080, BDP-083] => seen.body.diseases.iter().flatten().count() as i64,
        metric Load "diseases";
    Weak = "weak", Flag [BDP-001] => seen.weak(), metric Load "ability damaged";
    RepairCost = "repair_cost", Amount("coins") [BDP-281, BDP-320] => seen.core.repair_cost(seen.of, seen.body.broken),
        metric Load "repair of what was given up";

    EngagedWith = "engaged_with", Amount("enemies") [BDP-213] => seen.body.engaged.len() as i64;
    EngagedBack = "engaged_back", Amount("enemies") => seen.engaged_back();
    StrMax = "str_max", Amount("STR") [BDP-001, BDP-057, BDP-630] => seen.body.maxima[0];
    DexMax = "dex_max", Amount("DEX") [BDP-001, BDP-057, BDP-630] => seen.body.maxima[1];
    WilMax = "wil_max", Amount("WIL") [BDP-001, BDP-057, BDP-630] => seen.body.maxima[2];
    ZoneOf = "zone", Amount("number") => seen.body.zone;
    Unready = "unready", Amount("turns") [BDP-347] => seen.body.unready.iter().map(|&turns| i64::from(turns)).sum::<i64>();
    Stunned = "stunned", Amount("turns") [BDP-271, BDP-615, R-44] => seen.body.stunned;
    Shielded = "shielded", Flag [BDP-357] => seen.body.shielded;
    Armored = "armored", Flag [BDP-279] => seen.body.armored;
    Weapons = "weapons", Amount("weapons") => i64::from(seen.body.weapons.count_ones()) - 1;
    Light = "light", Amount("number") [BDP-364] => seen.body.light;
    Gold = "gold", Amount("gold") [BDP-629, BDP-630] => seen.body.gold;
    Power = "power", Amount("points") [BDP-472] => seen.body.power;
    Terrified = "terrified", Flag [BDP-422, R-45] => seen.body.plight.terrified;
    Held = "held", Flag [BDP-410] => seen.body.plight.held_by.is_some();
    Grounded = "grounded", Flag [BDP-411, BDP-417] => seen.body.plight.grounded;
    Bless = "bless", Amount("points") [BDP-479] => seen.body.daily.bless;
    Items = "items", Amount("items") => seen.body.items.count_ones();
    DeprivedDays = "deprived_days", Amount("days") [BDP-032, R-51] => seen.body.deprived_days;
    Surprised = "surprised", Flag [BDP-201, R-41] => seen.body.surprised;
    ArmBits = "arms", Amount("bits") [BDP-076, BDP-077, R-12] => seen.body.arms;
    Mood = "mood", Amount("number") [BDP-207, R-40] => seen.fight.mood;
    FreeFaith = "free_faith", Amount("dice") [BDP-487] => seen.body.free_faith;
    Miracles = "miracles", Amount("miracles") [BDP-473, BDP-475] => seen.body.miracles.count_ones();
    Reactions = "reactions", Amount("reactions") [R-62] => seen.body.reactions;
    EyeLost = "eye_lost", Flag [BDP-078, R-13] => seen.body.eye_lost;
    LimbsLost = "limbs_lost", Amount("number") [BDP-071, R-09] => seen.body.limbs_lost;
    Weakened = "weakened", Flag [BDP-612, R-08] => seen.body.weakened;
    HpTrainings = "hp_trainings", Amount("times") [BDP-629] => seen.body.hp_trainings;
    Routed = "routed", Flag [BDP-264] => seen.body.status == Status::Routed;
    Destroyed = "destroyed", Flag [BDP-265] => seen.body.status == Status::Destroyed;
}

/// True if a policy asks for the last target of a combatant.
pub fn asks_last_target(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Mine
}

/// True if a policy asks for the number of the round.
pub fn asks_round(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Round
}

/// True if a policy asks who is known to aim at the observer.
pub fn asks_aims(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Aims
}

/// True if a policy asks for injured arms.
pub fn asks_arms(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Arms
}

/// True if a policy asks for what lies on the ground.
pub fn asks_dropped(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Dropped
}

/// The vocabulary.
pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(
        &observables(QUANTITIES),
        vec![
            WordList::new("reaction", Reaction::WORDS),
            WordList::new("category", Category::WORDS),
            WordList::new("surprise", ["none", "normal", "low_visibility", "predator", "darkness"]),
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

/// The value that tests call by this name, off a combatant as it sees itself.
pub fn peek<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let (row, argument) = named(QUANTITIES, vocabulary().words(), name)?;
    Some(Seen { argument, ..core.seen(fight, who) }.value(ALL[row]))
}

/// What a value is read off: a combatant in a fight, as one of them sees it.
#[derive(Clone, Copy)]
pub struct Seen<'a, const PLAIN: bool> {
    core: &'a Core<PLAIN>,
    fight: &'a Fight,
    /// The attack that is answered, if any.
    event: Option<&'a Event>,
    /// The observer.
    own: Slot,
    /// The combatant that is observed.
    of: Slot,
    body: &'a Body,
    /// True if the abilities of the observed combatant are hidden.
    hidden: bool,
    argument: i32,
}

/// A part of a whole in percent, 0 where there is no whole.
fn percent(part: i16, whole: i16) -> i64 {
    if whole == 0 { 0 } else { (i64::from(part) * 100).div_euclid(i64::from(whole)) }
}

impl<const PLAIN: bool> Seen<'_, PLAIN> {
    fn loaded(&self) -> &Fighter {
        self.core.fighter(self.of)
    }

    fn weapon(&self) -> &Weapon {
        self.core.weapon(self.of, self.core.wielded(self.of, self.body))
    }

    fn zone(&self) -> &ZoneText {
        self.core.ground.zone(self.body.zone)
    }

    fn ability(&self, ability: Ability) -> i32 {
        if self.hidden { 0 } else { self.core.ability(self.body, ability) }
    }

    /// Returns the number of the roll for surprise in the list of words.
    fn surprise(&self) -> i64 {
        self.core.scene.surprise.map_or(0, |roll| match roll {
            SurpriseRoll::Normal => 1,
            SurpriseRoll::LowVisibility => 2,
            SurpriseRoll::Predator => 3,
            SurpriseRoll::Darkness => 4,
        })
    }

    /// Enemies in the fight that have lost STR.
    fn foes_injured(&self) -> i64 {
        let hurt = |who: Slot| self.fight.body(who).abilities[0] < self.fight.body(who).maxima[0];
        self.core.active_foes(self.fight, self.own).those(hurt).len() as i64
    }

    /// Members of the observer's side in the fight of whom a condition is true.
    fn side_active(&self, is: impl Fn(&Fighter) -> bool) -> i64 {
        let (core, side) = (self.core, self.core.fighter(self.own).side);
        let counts = |who: &Slot| core.fighter(*who).side == side && self.fight.is_active(*who) && is(core.fighter(*who));
        self.fight.slots().filter(counts).count() as i64
    }

    /// Foes of the observer's side that are out.
    fn side_lost(&self) -> i64 {
        let group = &self.fight.groups[self.core.fighter(self.own).side.index()];
        group.there.those(|who| !self.fight.is_active(who)).len() as i64
    }

    /// True if a condition is true of one of the attacks that are answered.
    fn event_any(&self, is: impl Fn(&Event, &Swing) -> bool) -> bool {
        let of =
            |event: &Event| event.attackers.into_iter().any(|who| is(event, &self.core.swing(self.fight, who, Some(event))));
        self.event.is_some_and(of)
    }

    /// True if an attack of the event is of this category.
    fn event_has(&self, category: Category) -> bool {
        self.event_any(|_, swing| swing.category == category)
    }

    /// The largest face of the dice of the event.
    fn event_face(&self) -> i64 {
        let Some(event) = self.event else { return 0 };
        let face = |who: Slot| i64::from(self.core.largest_face(&self.core.swing(self.fight, who, Some(event))));
        event.attackers.map(face).max().unwrap_or(0)
    }

    /// True if a reaction would impair an attack of the event that is not impaired already.
    fn event_impairs(&self, reaction: Reaction) -> bool {
        let core = self.core;
        self.event_any(|event, swing| {
            core.stops(reaction, swing.category) && !core.impaired(self.fight, swing, event, Reaction::Defend)
        })
    }

    fn reaction_cost(&self, reaction: Reaction) -> i64 {
        self.core.cost(self.fight, self.own, reaction, 0).map_or(99, i64::from)
    }

    /// STR that the damage about to be taken would cost.
    fn str_loss(&self) -> i32 {
        let body = self.fight.body(self.own);
        (i32::from(body.incoming) - self.core.guard(self.own, body)).max(0)
    }

    /// Ability points that are missing.
    fn missing(&self) -> i32 {
        self.body.abilities.iter().zip(self.body.maxima).map(|(&now, most)| i32::from((most - now).max(0))).sum()
    }

    /// True if an ability is damaged.
    fn weak(&self) -> bool {
        let (now, most) = (&self.body.abilities, &self.body.maxima);
        (0..most.len()).fold(false, |weak, one| weak | (now[one] < most[one]))
    }

    fn severe_wounds(&self) -> i64 {
        self.body.wounds.each().filter(|wound| wound.level != Level::Light).count() as i64
    }

    /// True if the combatant is known to aim at the observer.
    fn aims_at_me(&self) -> bool {
        let known = self.core.rulings().intent_telegraph && self.core.fighter(self.own).pc;
        let strikes = |intent: &Intent| !matches!(intent.act, Act::Move(_) | Act::DoubleMove(_));
        known && self.body.intent.filter(strikes).is_some_and(|intent| intent.target == Some(self.own))
    }

    /// Combatants engaged both ways with this one.
    fn engaged_back(&self) -> i64 {
        let with_it = |other: &Slot| self.fight.is_active(*other) && self.fight.body(*other).engaged.has(self.of);
        self.body.engaged.into_iter().filter(with_it).count() as i64
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// A combatant as it sees itself.
    pub(super) fn seen<'a>(&'a self, fight: &'a Fight, who: Slot) -> Seen<'a, PLAIN> {
        Seen { core: self, fight, event: None, own: who, of: who, body: fight.body(who), hidden: false, argument: 0 }
    }
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

impl<const PLAIN: bool> Observer for View<'_, PLAIN> {
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let &View { core, fight, event } = self;
        let hidden = !core.rulings.sees_abilities && core.lineup.hostile(own, of);
        Seen { core, fight, event, own, of, body: fight.body(of), hidden, argument }.value(ASKED[usize::from(observable)])
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.core.expected_target(self, own)
    }

    fn group(&self, own: Slot, group: Members) -> Slots {
        group.of(&self.core.lineup, own).those(|other| self.fight.is_active(other))
    }
}
