//! Quantities of `injury-d20`: every named value of a fight and of its combatants, with everybody who sees it.
//!
//! Owns the table from which the vocabulary of policies (section 6 of the specification), the metrics read off the end of a fight,
//! stamina by round, lines of profiles and what tests look at follow; and a fight as policies see it. Whatever others could not see at
//! the table is marked as such in its words: it is for policies that know everything. Start at [`QUANTITIES`].

use std::cell::OnceCell;
use std::sync::LazyLock;

use frame::dice::Slot;
use frame::fight::{ABSENT, Slots};
use frame::policy::{Fixed, Group as Members, Observer, Use, Vocabulary, WordList};
use frame::rules::quantity::{named, observables, quantities};

use super::Core;
use super::book::Sense;
use super::decide;
use super::fighter::Fighter;
use super::held::Sort;
use super::metrics::fate;
use super::plan::KINDS;
use super::sheet::{Capability, Condition, CoverText, PartKind, Skill};
use super::state::{Body, Fight, PartSet, Place, SHIELD, cause};
use super::strike::Wield;

/// Lists of words: parts, skills, capabilities, cover; those that only tests use: parts one by one, conditions, ways of moving.
const PARTS: usize = 0;
const SKILLS: usize = 1;
const CAPABILITIES: usize = 2;
const COVERS: usize = 3;
const EACH_PART: usize = 4;
const CONDITIONS: usize = 5;
const WAYS: usize = 6;

/// All senses.
const SENSES: [Sense; 3] = [Sense::Visual, Sense::Audio, Sense::Scent];

/// Parts of each kind that tests can name one by one.
const NAMED_PARTS: usize = 8;

/// The lists of words.
static WORDS: LazyLock<[WordList; 7]> = LazyLock::new(|| {
    let each_part = PartKind::WORDS.into_iter().flat_map(|kind| (0..NAMED_PARTS).map(move |index| format!("{kind}_{index}")));
    [
        WordList::new("part", PartKind::WORDS),
        WordList::new("skill", Skill::WORDS),
        WordList::new("capability", Capability::WORDS),
        WordList::new("cover", CoverText::WORDS),
        WordList::new("part with its number", each_part),
        WordList::new("condition", Condition::WORDS),
        WordList::new("way", ["ground", "fly", "burrow", "climb"]),
    ]
});

quantities! {
    seen: Seen<'_>, metrics [Fate, Breath, Condition, Parts, Loot];

    Round = "round", Amount("rounds") => seen.fight.round, situation "number of the round";
    EnemiesStanding = "enemies_standing", Amount("enemies") => count(seen.core.lineup.foes(seen.own) & seen.fight.active),
        situation "enemies who are not out";
    AlliesStanding = "allies_standing", Amount("allies") =>
        count(seen.core.lineup.friends(seen.own).without(seen.own) & seen.fight.active),
        situation "others of one's side who are not out";
    Ap = "ap", Amount("points") [INJ-176] => seen.body.ap, policy "action points left in the turn";
    TurnAp = "turn_ap", Amount("points") [INJ-176, INJ-183] => seen.loaded().turn_ap, sheet Pool "action points";
    Reactions = "reactions", Amount("reactions") [INJ-176, INJ-239, R-51] => seen.body.reactions, policy "reactions left";
    AttackActions = "attack_actions", Amount("actions") [INJ-185, R-38] => seen.body.attack_actions,
        policy "attack actions in the turn so far";
    AttackTotal = "attack_total", Amount("points") [INJ-242, R-45] => seen.attack.map_or(0, |(total, _)| total),
        situation "when parrying: the result of the attack; else 0";
    Degrees = "degrees", Amount("degrees") [INJ-242, R-16, R-45] => seen.attack.map_or(0, |(_, degrees)| degrees),
        situation "when parrying: the degrees of the attack; else 0";

    Stamina = "stamina", Amount("points") [INJ-021, INJ-027, INJ-028] => seen.body.stamina,
        policy "stamina (of others: omniscient)", metric Breath "stamina left", rounds "stamina" "stamina in round";
    StaminaMax = "stamina_max", Amount("points") [INJ-022, INJ-023, INJ-024, INJ-029] => seen.loaded().stamina_max;
    StaminaPercent = "stamina_percent", Amount("percent") [INJ-021] => seen.stamina_percent(),
        policy "stamina in percent of the maximum (of others: omniscient)";
    Exhausted = "exhausted", Flag [INJ-025, INJ-032] => seen.core.exhausted(seen.of, seen.body),
        policy "whether it is exhausted", metric Condition "exhausted";
    Exhaustion = "exhaustion", Amount("points") [INJ-026, R-07] => seen.body.exhaustion,
        policy "points of exhaustion left (of others: omniscient)", metric Breath "exhaustion left";
    ExhaustionMax = "exhaustion_max", Amount("points") [R-07] => seen.loaded().exhaustion_max;
    Strain = "strain", Amount("points") [INJ-061, INJ-062, R-06] => seen.body.strain, policy "strain";
    Bleed = "bleed", Amount("points") [R-12, R-29] => seen.body.bleed, policy "bleeding";

    Injuries = "injuries", Amount("injuries") [INJ-042, INJ-043] => seen.body.harm.injuries(),
        policy "injuries in all", metric Condition "injuries";
    InjuriesOf = "injuries_of"(Word(PARTS)), Amount("injuries") [INJ-043] => seen
        .injuries_of(seen.loaded().plan.all(PartKind::ALL[seen.argument as usize])),
        policy "injuries of all parts of a kind";
    InjuriesOfTier = "injuries_of_tier"(Integer), Amount("injuries") [INJ-043] => seen.injuries_of(seen.of_tier()),
        policy "injuries of all parts of a tier, from 1 for minor to 5 for fatal";
    InjuriesAt = "injuries_at"(Word(EACH_PART)), Amount("injuries") [INJ-043] => seen
        .part().map_or(ABSENT, |part| seen.body.harm.count(part).into());
    Gone = "gone"(Word(EACH_PART)), Flag [R-23] => seen.part().map_or(ABSENT, |part| (seen.body.harm.gone >> part & 1) as i64);
    InjuryValue = "injury_value", Amount("points") [INJ-036, R-10] => seen.core.injury_value(seen.of, seen.body),
        policy "what its injuries are worth in the number of a death save", metric Condition "worth of the injuries";
    PartsDestroyed = "parts_destroyed", Amount("parts") [R-19, R-23] => seen.lost(),
        policy "parts that are destroyed or went with a larger one";
    PartsLost = "parts_lost", Amount("parts") [R-19, R-23] => seen.lost(), metric Condition "parts lost";
    Ears = "ear", Amount("injuries") [INJ-043, INJ-064] => seen.by_kind(PartKind::Ear), metric Parts "ears";
    Noses = "nose", Amount("injuries") [INJ-043, INJ-064] => seen.by_kind(PartKind::Nose), metric Parts "noses";
    Tails = "tail", Amount("injuries") [INJ-043, INJ-064] => seen.by_kind(PartKind::Tail), metric Parts "tails";
    Wings = "wing", Amount("injuries") [INJ-043, INJ-064] => seen.by_kind(PartKind::Wing), metric Parts "wings";
    Eyes = "eye", Amount("injuries") [INJ-043, INJ-079] => seen.by_kind(PartKind::Eye), metric Parts "eyes";
    Hands = "hand", Amount("injuries") [INJ-043, INJ-079, INJ-085] => seen.by_kind(PartKind::Hand), metric Parts "hands";
    Feet = "foot", Amount("injuries") [INJ-043, INJ-079, INJ-092] => seen.by_kind(PartKind::Foot), metric Parts "feet";
    Horns = "horn", Amount("injuries") [INJ-043, INJ-079] => seen.by_kind(PartKind::Horn), metric Parts "horns";
    Mouths = "mouth", Amount("injuries") [INJ-043, INJ-079] => seen.by_kind(PartKind::Mouth), metric Parts "mouths";
    Arms = "arm", Amount("injuries") [INJ-043, INJ-105, INJ-106] => seen.by_kind(PartKind::Arm), metric Parts "arms";
    Legs = "leg", Amount("injuries") [INJ-043, INJ-105, INJ-114] => seen.by_kind(PartKind::Leg), metric Parts "legs";
    Heads = "head", Amount("injuries") [INJ-043, INJ-121] => seen.by_kind(PartKind::Head), metric Parts "heads";
    Hearts = "heart", Amount("injuries") [INJ-043, INJ-134] => seen.by_kind(PartKind::Heart), metric Parts "hearts";

    Blinded = "blinded", Flag [INJ-083, INJ-196] => seen.core.blinded(seen.of, seen.body), policy "whether it is blinded";
    Deafened = "deafened", Flag [INJ-067, INJ-196] => seen.core.deafened(seen.of, seen.body), policy "whether it is deafened";
    Concussed = "concussed", Flag [INJ-122, INJ-132, R-26] => seen.core.concussed(seen.of, seen.body),
        policy "whether it is concussed";
    Confused = "confused", Flag [INJ-126, INJ-132, R-13, R-26] => seen.core.confused(seen.of, seen.body),
        policy "whether it is confused";
    Stunned = "stunned", Flag [INJ-124, INJ-137, R-18] => seen.body.stunned > 0, policy "whether it is stunned";
    StunnedTurns = "stunned_turns", Amount("turns") [INJ-124, INJ-137, R-18] => seen.body.stunned;
    Dazed = "dazed", Flag [INJ-125, R-18] => seen.body.dazed > 0, policy "whether it is dazed";
    DazedTurns = "dazed_turns", Amount("turns") [INJ-125, R-18] => seen.body.dazed;
    Timed = "timed"(Word(CONDITIONS)), Amount("turns") [INJ-196, R-31] => seen.body.timed[seen.argument as usize];
    Sickened = "sickened", Flag [INJ-138, INJ-196, R-13] => seen.core.sickened(seen.of, seen.body),
        policy "whether it is sickened";
    Prone = "prone", Flag [INJ-098, INJ-120, INJ-197, R-09] => seen.body.prone, policy "whether it is prone";
    OffGuard = "off_guard", Flag [INJ-007, INJ-020, R-05] => seen.core.off_guard(seen.of, seen.body),
        policy "whether it is off-guard";
    Unconscious = "unconscious", Flag [INJ-040, INJ-127, INJ-129, R-07] => seen.body.unconscious(),
        policy "whether it is unconscious";
    Coma = "coma", Flag [INJ-129, R-25] => seen.body.causes & cause::COMA != 0;
    KnockedOut = "knocked_out", Flag [INJ-127, INJ-128, R-25] => seen.body.causes & cause::KNOCKED_OUT != 0;
    Helpless = "helpless", Flag [INJ-033, R-09] => seen.body.helpless(), policy "whether it is helpless: unconscious";
    Grappled = "grappled", Flag [INJ-190, R-31, R-55] => seen.body.grappled_by.is_some(), policy "whether another combatant holds it";
    Flying = "flying", Flag [INJ-077, INJ-078, R-20] => seen.body.flying, policy "whether it flies";
    AltitudeFt = "altitude_ft", Amount("feet") => seen.body.altitude_ft;
    FateOf = "fate", Amount("fates") => fate(seen.body), metric Fate "what becomes of whom";
    Out = "out", Flag => !seen.core.active(seen.body), metric Fate "out";
    Active = "active", Flag => seen.core.active(seen.body);
    Present = "present", Flag => seen.core.present(seen.body);
    Dead = "dead", Flag [INJ-039, INJ-041, INJ-133, INJ-140] => seen.body.dead(),
        policy "whether it is dead", metric Fate "dead";
    Fled = "fled", Flag => seen.body.fled;
    Yielded = "yielded", Flag => seen.body.yielded;

    HasWeapon = "has_weapon", Flag => seen.core.armed(seen.of, seen.body, None, Sort::Any),
        policy "whether it has a weapon to use, bare hands apart";
    Armed = "armed", Flag => seen.core.melee_weapon(seen.of, seen.body).is_some();
    UsableWeapon = "usable_weapon"(Integer), Flag => seen.usable_weapon();
    PlaceOf = "place"(Integer), Amount("number") => seen.body.places.get(seen.argument as usize).map_or(ABSENT, place);
    ShieldPlace = "shield_place", Amount("number") => place(&seen.body.places[usize::from(SHIELD)]);
    LiesX = "lies_x"(Integer), Amount("column") => seen.lies().map_or(ABSENT, |[x, _]| x);
    LiesY = "lies_y"(Integer), Amount("row") => seen.lies().map_or(ABSENT, |[_, y]| y);
    ShieldReady = "shield_ready", Flag [INJ-227] => seen.body.shield_ready, policy "whether its shield is ready";
    Defending = "defending", Flag [INJ-225] => seen.body.dodging, policy "whether it defends";
    OpenDefences = "open_defences", Amount("times") [INJ-201, INJ-203, R-39] => seen.body.open_defences,
        policy "how often it has opened its defences";
    Charging = "charging", Flag [INJ-230, R-37] => seen.body.charging;
    UsableHands = "usable_hands", Amount("hands") [INJ-087, INJ-108, R-21] => seen.usable_hands(),
        policy "hands that can hold something";
    CanStand = "can_stand", Flag [INJ-098, INJ-120] => seen.core.stand_cost(seen.of, seen.body).is_some(),
        policy "whether it could stand up";
    StandCost = "stand_cost", Amount("points") [INJ-094, INJ-116, R-22] => seen.core
        .stand_cost(seen.of, seen.body).unwrap_or(0),
        policy "action points of standing up; 0 when it cannot";
    SpeedFt = "speed_ft", Amount("feet") [INJ-074, INJ-095, INJ-117, R-08] => seen.core.pace_ft(seen.of, seen.body),
        policy "speed in feet as it moves now";
    SpeedByWay = "speed_ft"(Word(WAYS)), Amount("feet") [INJ-074, INJ-095, INJ-117, R-08] => seen.core
        .speed_ft(seen.of, seen.body, seen.argument as usize);
    Dv = "dv", Amount("points") [INJ-014, INJ-016, INJ-225, INJ-227] => seen.core.dv(seen.of, seen.body, false),
        policy "defence value (of others: omniscient)";
    TouchDv = "touch_dv", Amount("points") [INJ-014, INJ-017, INJ-018, R-04] => seen.core.dv(seen.of, seen.body, true);
    WholeDv = "whole_dv", Amount("points") [INJ-014, INJ-015, INJ-016, R-03] => seen.loaded().dv + seen.loaded().armor,
        sheet Defence "defence value";
    ArmorSundered = "armor_sundered", Amount("points") [INJ-195, R-31] => seen.body.armor_sundered;
    DistanceFt = "distance_ft", Amount("feet") [R-49] => seen.core.distance_ft(seen.fight, seen.own, seen.of),
        policy "feet away from oneself";
    X = "x", Amount("column") => seen.body.at.x;
    Y = "y", Amount("row") => seen.body.at.y;
    InReach = "in_reach", Flag [INJ-198, INJ-209] => seen.in_reach(), policy "whether one's first usable weapon reaches it";
    Threatened = "threatened", Flag => seen.core.threatened(seen.fight, seen.of),
        policy "whether a hostile combatant threatens it";
    Flanking = "flanking", Flag [INJ-167, R-35] => seen.core.flanks(seen.fight, seen.own, seen.of),
        policy "whether oneself flanks it together with a friend";
    Flanked = "flanked", Flag [INJ-167, R-35] => seen.flanked(), policy "whether it is flanked";
    Cover = "cover", Word(COVERS) [INJ-165, INJ-166, R-34] => seen.core.cover_of(seen.of, seen.body).ranged as i64,
        policy "its cover against shots";
    SizeDifference = "size_difference", Amount("sizes") [R-33] => seen.loaded().size - seen.core.fighter(seen.own).size,
        policy "sizes that it is larger than oneself";
    KnowsHeart = "knows_heart", Flag [INJ-135, INJ-136, R-27] => seen.core.knows_heart(seen.fight.body(seen.own), seen.of),
        policy "whether oneself knows where its heart is";
    Knows = "knows", Amount("kinds") [INJ-135, INJ-136, R-27] => seen.body.knows.count_ones();
    FirstTurnDone = "first_turn_done", Flag [INJ-007, INJ-008] => seen.body.had_turn, policy "whether it has had a turn";
    PlaceInOrder = "place_in_order", Amount("number") [INJ-001, INJ-003, R-02] => seen.place_in_order();
    Capable = "capable"(Word(CAPABILITIES)), Flag [INJ-069, INJ-084, INJ-088, INJ-101] => seen.core
        .capable(seen.of, seen.body, Capability::ALL[seen.argument as usize]),
        policy "whether its body lets it do this";
    WornWorks = "worn_works"(Integer), Flag [INJ-089, INJ-111] => seen.argument >= 0
        && seen.core.worn_works(seen.of, seen.body, seen.argument as usize),
        policy "whether it can use the worn thing with this number, from 0";
    CanEat = "can_eat", Flag [INJ-102] => seen.core.can_eat(seen.of, seen.body), policy "whether it can eat";
    Disadvantages = "disadvantages"(Word(SKILLS)), Amount("disadvantages") [R-17] => seen
        .disadvantages(Skill::ALL[seen.argument as usize]),
        policy "disadvantages of a skill by injuries, all senses together";
    AttackNet = "attack_net", Amount("advantages") [INJ-032, INJ-080, INJ-083, INJ-122] => seen.core
        .attack_net(seen.of, seen.body);
    HitChance = "hit_chance", Amount("percent") [INJ-009, INJ-044, INJ-144, R-01] => seen.chance(0),
        policy "chance in percent that one's next plain attack hits it (omniscient)";
    ChanceOfDegree = "chance_of_degree"(Integer), Amount("percent") [INJ-009, INJ-044, R-01, R-16] => seen
        .chance(seen.argument),
        policy "chance in percent that the roll of one's next plain attack exceeds its defence value by so many degrees (omniscient)";

    Untreated = "untreated", Amount("injuries") [INJ-053, INJ-058] => seen.core.untreated(seen.fight, seen.of);
    Treated = "treated", Amount("injuries") [INJ-053, INJ-058] => seen.core.treated(seen.fight, seen.of);
    HungryDays = "hungry_days", Amount("days") [INJ-102] => seen.body.hungry_days;
    Stolen = "stolen", Amount("things") [INJ-194] => seen.body.stolen, metric Loot "things stolen";
}

/// The vocabulary.
pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(&observables(QUANTITIES), WORDS[..EACH_PART].to_vec())
}

/// Values that stay fixed throughout a scenario with or without a grid.
pub fn fixed(grid: bool) -> Vec<Fixed> {
    const NOWHERE: &str = "without `[arena]` nobody flanks anybody";
    if grid { Vec::new() } else { ["flanking", "flanked"].map(|name| Fixed::of_all(name, 0, NOWHERE)).to_vec() }
}

/// True if a policy asks for strain.
pub fn asks_strain(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Strain
}

/// True if a policy asks for attack actions, or for what they cost the next attack.
pub fn asks_attacks(used: &Use) -> bool {
    matches!(ASKED[usize::from(used.read.observable)], Code::AttackActions | Code::HitChance | Code::ChanceOfDegree)
}

/// True if a policy asks for the number of the round.
pub fn asks_round(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::Round
}

/// The value that tests call by this name, off a combatant as it sees itself.
pub fn peek(core: &Core, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let (row, argument) = named(QUANTITIES, &WORDS[..], name)?;
    Some(Seen { argument, ..core.seen(fight, who) }.value(ALL[row]))
}

/// Injuries by kind of part.
type ByKind = [i64; KINDS];

/// What a value is read off: a combatant in a fight, as one of them sees it.
#[derive(Clone)]
pub struct Seen<'a> {
    core: &'a Core,
    fight: &'a Fight,
    /// The observer.
    own: Slot,
    /// The combatant that is observed.
    of: Slot,
    body: &'a Body,
    /// The result and the degrees of the attack that is to be parried, if one is.
    attack: Option<(i32, i32)>,
    argument: i32,
    /// Injuries by kind of part, counted in one go when the first of them is asked for.
    kinds: OnceCell<ByKind>,
}

/// The number of some combatants.
fn count(slots: Slots) -> i64 {
    slots.len() as i64
}

/// The place of a thing as a number.
fn place(place: &Place) -> i64 {
    match place {
        Place::None => 0,
        Place::Held => 1,
        Place::Stowed => 2,
        Place::Ground(_) => 3,
        Place::Stuck(_) => 4,
        Place::Lost => 5,
    }
}

impl Seen<'_> {
    fn loaded(&self) -> &Fighter {
        self.core.fighter(self.of)
    }

    fn stamina_percent(&self) -> i64 {
        i64::from(self.body.stamina) * 100 / i64::from(self.loaded().stamina_max.max(1))
    }

    fn injuries_of(&self, parts: PartSet) -> i32 {
        self.body.harm.total(parts)
    }

    /// The parts of the tier that is asked for.
    fn of_tier(&self) -> PartSet {
        let of_tier = |kind: &PartKind| i32::from(self.core.kinds[*kind as usize].tier) == self.argument;
        PartKind::ALL.into_iter().filter(of_tier).fold(0, |all, kind| all | self.loaded().plan.all(kind))
    }

    /// The part that a test names, if there is one.
    fn part(&self) -> Option<u8> {
        let place = self.argument as usize;
        self.loaded().plan.part(PartKind::ALL[place / NAMED_PARTS], (place % NAMED_PARTS) as u8)
    }

    /// The number of parts that are destroyed or went with a larger one.
    fn lost(&self) -> u32 {
        self.core.lost(self.of, self.body).count_ones()
    }

    /// Injuries of a kind of part.
    fn by_kind(&self, kind: PartKind) -> i64 {
        let count = || {
            let (mut kinds, plan) = (ByKind::default(), &self.loaded().plan);
            self.body.harm.each().for_each(|part| kinds[plan.of(part).0 as usize] += 1);
            kinds
        };
        self.kinds.get_or_init(count)[kind as usize]
    }

    /// True if it can attack with the weapon of the number that is asked for; absent without such a weapon.
    fn usable_weapon(&self) -> i64 {
        let there = usize::try_from(self.argument).is_ok_and(|weapon| weapon < self.loaded().weapons.len());
        if there { self.core.attacks_with(self.of, self.body, self.argument as u8).into() } else { ABSENT }
    }

    /// Column and row of the thing whose number is asked for, if it lies on the ground.
    fn lies(&self) -> Option<[i64; 2]> {
        match self.body.places.get(self.argument as usize)? {
            Place::Ground(at) => Some([at.x, at.y].map(i64::from)),
            _ => None,
        }
    }

    fn usable_hands(&self) -> i64 {
        (0..self.core.hands(self.of)).filter(|&hand| self.core.hand_usable(self.of, self.body, hand)).count() as i64
    }

    /// True if the first usable weapon of the observer reaches it.
    fn in_reach(&self) -> bool {
        let &Seen { core, fight, own, of, .. } = self;
        core.first_weapon(own, fight.body(own), None)
            .is_some_and(|weapon| core.reaches(fight, own, of, Wield { weapon, used: core.natural_use(own, weapon) }, 0))
    }

    /// True if an enemy flanks it.
    fn flanked(&self) -> bool {
        let &Seen { core, fight, of, .. } = self;
        core.active_foes(fight, of).any(|foe| core.flanks(fight, foe, of))
    }

    /// Its place in the order of initiative, from 0; -1 without one.
    fn place_in_order(&self) -> i64 {
        self.fight.order.iter().position(|&other| other == self.of).map_or(-1, |place| place as i64)
    }

    /// Disadvantages of a skill by injuries, all senses together.
    fn disadvantages(&self, skill: Skill) -> i32 {
        self.core.skill_disadvantages(self.of, self.body, skill, &SENSES)
    }

    /// The chance in percent that the next plain attack exceeds the defence value by at least so many degrees; a natural 20
    /// hits.
    fn chance(&self, degrees: i32) -> i64 {
        let &Seen { core, fight, own, of, .. } = self;
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
}

impl Core {
    /// A combatant as it sees itself.
    pub(super) fn seen<'a>(&'a self, fight: &'a Fight, who: Slot) -> Seen<'a> {
        let (body, kinds) = (fight.body(who), OnceCell::new());
        Seen { core: self, fight, own: who, of: who, body, attack: None, argument: 0, kinds }
    }
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

impl Observer for View<'_> {
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let &View { core, fight, attack, .. } = self;
        let seen = Seen { core, fight, own, of, body: fight.body(of), attack, argument, kinds: OnceCell::new() };
        seen.value(ASKED[usize::from(observable)])
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.target.or_else(|| decide::expected_target(self, own))
    }

    fn group(&self, own: Slot, group: Members) -> Slots {
        group.of(&self.core.lineup, own) & self.fight.present
    }
}
