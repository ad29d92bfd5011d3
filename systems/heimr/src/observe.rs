//! The observables that a `heimr` policy can ask for, and how each is read off the state.
//!
//! Owns the vocabulary of section 6.4 of the specification, and what of it only the omniscient know of others. Start at
//! [`OBSERVABLES`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::policy::{Argument, Fixed, Group, Kind, Observer, Of, Read, Vocabulary, WordList};
use frame::rules::declare::observables;

use super::Core;
use super::book::tables::BodyPart;
use super::choose;
use super::fighter::Fighter;
use super::ground::{Direction, Ground, Square};
use super::sheet::DefenceKind;
use super::state::{Body, Fight, Upcoming};

/// Lists of words: kinds of defence, body parts, directions, combatants, what can be wielded, squares.
const DEFENCES: usize = 0;
const PARTS: usize = 1;
const DIRECTIONS: usize = 2;
const COMBATANTS: usize = 3;
const ITEMS: usize = 4;
const SQUARES: usize = 5;

/// The challenge requirement of climbing where one cannot.
const NO_CLIMB: i64 = -1;

/// The worth of a defence that fails, or of none, in comparisons.
const NO_DEFENCE: i64 = -1000;

/// Kinds of what one wields, besides items by their names.
const WIELDED: [&str; 3] = ["melee weapon", "ranged weapon", "shield"];

observables! {
    Round = "round", Situation, Kind::Integer, Argument::None, "number of the round";
    AttackersLastRound = "attackers_last_round", Situation, Kind::Integer, Argument::None, "enemies that attacked one in the window before this turn";
    EnemiesHere = "enemies.here", Situation, Kind::Integer, Argument::None, "visible enemies in one's square that are not out";
    EnemiesAdjacent = "enemies.adjacent", Situation, Kind::Integer, Argument::None, "visible enemies in bordering squares that are not out";
    EnemiesUnseen = "enemies.unseen", Situation, Kind::Integer, Argument::None, "enemies hidden from one that are not out";
    EnemiesKnownToHide = "enemies.known_to_hide", Situation, Kind::Integer, Argument::None, "enemies hidden from one of whom one knows that they hide, and where";
    EnemiesStanding = "enemies.standing", Situation, Kind::Integer, Argument::None, "enemies that are not out";
    AlliesHere = "allies.here", Situation, Kind::Integer, Argument::None, "others of one's side in one's square that are not out";
    AlliesStanding = "allies.standing", Situation, Kind::Integer, Argument::None, "others of one's side that are not out";
    BorderLimitLeft = "border.limit_left", Situation, Kind::Integer, Argument::Word(DIRECTIONS), "how many can still cross the border in a direction; 1000 without a limit";
    BorderCr = "border.cr", Situation, Kind::Integer, Argument::Word(DIRECTIONS), "challenge requirement of crossing the border in a direction; 0 without one";
    SquareHeight = "square.height", Situation, Kind::Integer, Argument::None, "height of the ground of one's square";
    SquareDifficult = "square.difficult", Situation, Kind::Boolean, Argument::None, "whether the ground of one's square is difficult";
    SquareConcealment = "square.concealment", Situation, Kind::Integer, Argument::None, "what darkness and weather conceal in one's square";
    SquareLit = "square.lit", Situation, Kind::Boolean, Argument::None, "whether a light reaches one's square";
    SquareCover = "square.cover", Situation, Kind::Integer, Argument::None, "what the best object of one's square conceals; 0 without one";
    SquareClimbCr = "square.climb_cr", Situation, Kind::Integer, Argument::None, "challenge requirement of climbing inside one's square; -1 where one cannot";
    Rerolls = "rerolls", Situation, Kind::Integer, Argument::None, "in `reroll`: how often the same roll has been paid for";
    Hp = "hp", Combatant, Kind::Integer, Argument::None, "hit points";
    HpMax = "hp_max", Combatant, Kind::Integer, Argument::None, "maximum of hit points";
    Willpower = "willpower", Combatant, Kind::Integer, Argument::None, "willpower";
    Fatigue = "fatigue", Combatant, Kind::Integer, Argument::None, "fatigue";
    BaseFatigue = "base_fatigue", Combatant, Kind::Integer, Argument::None, "base fatigue";
    Prone = "prone", Combatant, Kind::Boolean, Argument::None, "whether it is prone";
    Dazed = "dazed", Combatant, Kind::Boolean, Argument::None, "whether it is dazed";
    Stumbling = "stumbling", Combatant, Kind::Boolean, Argument::None, "whether it stumbles";
    Weakened = "weakened", Combatant, Kind::Boolean, Argument::None, "whether it is weakened";
    Held = "held", Combatant, Kind::Boolean, Argument::None, "whether it is held in a grab";
    Holding = "holding", Combatant, Kind::Boolean, Argument::None, "whether it holds somebody in a grab";
    Climbing = "climbing", Combatant, Kind::Boolean, Argument::None, "whether it climbs";
    InCluster = "in_cluster", Combatant, Kind::Boolean, Argument::None, "whether it is in a combat cluster";
    ClusterSize = "cluster_size", Combatant, Kind::Integer, Argument::None, "members of its combat cluster, itself included";
    AlliesInCluster = "allies_in_cluster", Combatant, Kind::Integer, Argument::None, "members of its combat cluster that are of the side of the one who asks";
    Hidden = "hidden", Combatant, Kind::Boolean, Argument::None, "whether it is hidden: oneself from anybody, another from oneself";
    Loaded = "loaded", Combatant, Kind::Boolean, Argument::None, "whether it has a ranged weapon in hand that is ready to shoot";
    Injured = "injured", Combatant, Kind::Boolean, Argument::Word(PARTS), "whether a body part is injured";
    InjuryLevel = "injury_level", Combatant, Kind::Integer, Argument::None, "0 unhurt, 1 bloodied, 2 mangled, 3 mutilated";
    Injuries = "injuries", Combatant, Kind::Integer, Argument::None, "injured body parts";
    Dodges = "dodges", Combatant, Kind::Integer, Argument::None, "dodges used in its window";
    Blocks = "blocks", Combatant, Kind::Integer, Argument::None, "blocks used in its window";
    ParriesLeft = "parries_left", Combatant, Kind::Integer, Argument::None, "parries left in its window";
    BreatherPending = "breather_pending", Combatant, Kind::Boolean, Argument::None, "whether an upcoming breather is pending";
    Defence = "defence", Combatant, Kind::Integer, Argument::None, "value of its rolled defence; -1000 where it fails or there is none";
    DefenceFails = "defence_fails", Combatant, Kind::Boolean, Argument::None, "whether its rolled defence fails";
    DefenceKind = "defence_kind", Combatant, Kind::Word(DEFENCES), Argument::None, "kind of its rolled defence";
    Distance = "distance", Combatant, Kind::Integer, Argument::None, "borders on the shortest way from oneself";
    At = "at", Combatant, Kind::Boolean, Argument::Word(SQUARES), "whether it is in this square";
    Here = "here", Combatant, Kind::Boolean, Argument::None, "whether it is in one's square";
    InReach = "in_reach", Combatant, Kind::Boolean, Argument::None, "whether one reaches it in melee";
    Height = "height", Combatant, Kind::Integer, Argument::None, "its height";
    Guarding = "guarding", Combatant, Kind::Boolean, Argument::None, "whether it guards";
    Ongoing = "ongoing", Combatant, Kind::Boolean, Argument::None, "whether it is on an ongoing action";
    Wields = "wields", Combatant, Kind::Boolean, Argument::Word(ITEMS), "whether it wields such an item";
    Lit = "lit", Combatant, Kind::Boolean, Argument::None, "whether it holds a burning light";
    HidesItem = "hides_item", Combatant, Kind::Boolean, Argument::None, "whether a hidden item is known: of oneself, or found on another";
    Gauged = "gauged", Combatant, Kind::Boolean, Argument::None, "whether one has seen through its will to fight";
    Shaken = "shaken", Combatant, Kind::Boolean, Argument::None, "whether one has seen that it would surrender with one hit point less";
    Standing = "standing", Combatant, Kind::Boolean, Argument::None, "whether it is not out";
    Asleep = "asleep", Combatant, Kind::Boolean, Argument::None, "whether it is asleep";
    Unconscious = "unconscious", Combatant, Kind::Boolean, Argument::None, "whether it is unconscious";
    Dead = "dead", Combatant, Kind::Boolean, Argument::None, "whether it is dead";
    Place = "place", Combatant, Kind::Integer, Argument::None, "its place in the order of turns, from 0";
    Is = "is", Combatant, Kind::Boolean, Argument::Word(COMBATANTS), "whether it is this one";
}

/// True if nobody can see such a thing of another (section 6.1 of the specification).
pub fn is_private(observable: u16) -> bool {
    let private = [Code::Hp, Code::HpMax, Code::Willpower, Code::Fatigue, Code::BaseFatigue];
    CODES.get(usize::from(observable)).is_some_and(|code| private.contains(code))
}

/// True if that is forgotten of whoever is out, by the exact solver.
pub fn is_forgotten(observable: u16) -> bool {
    let tired = [Code::Willpower, Code::Fatigue, Code::Injured, Code::Injuries];
    let doing = [Code::Dodges, Code::Blocks, Code::ParriesLeft, Code::Ongoing];
    CODES.get(usize::from(observable)).is_some_and(|code| tired.contains(code) || doing.contains(code))
}

/// True if that asks of a candidate whether it hides.
pub fn asks_who_hides(read: Read) -> bool {
    read.of == Of::It && CODES.get(usize::from(read.observable)) == Some(&Code::Hidden)
}

/// The name of an observable.
pub fn name_of(observable: u16) -> &'static str {
    OBSERVABLES.get(usize::from(observable)).map_or("", |observable| observable.name)
}

/// The observable for which it matters who attacked before.
pub const ATTACKERS: &str = "attackers_last_round";

/// The observable that tells one round from another.
pub const ROUND: &str = "round";

/// The vocabulary of a scenario with these fighters on these squares.
pub fn vocabulary(fighters: &[Fighter], squares: &[Square]) -> Vocabulary {
    Vocabulary::new(
        OBSERVABLES,
        vec![
            WordList::new("kind of defence", ["none", "dodge", "block", "parry"]),
            WordList::new("body part", BodyPart::WORDS),
            WordList::new("direction", Direction::WORDS),
            WordList::new("combatant", fighters.iter().map(|fighter| &fighter.name)),
            WordList::new("item", names_of_items(fighters)),
            WordList::new("square", squares.iter().map(|square| &square.name)),
        ],
    )
}

/// The facts that hold throughout a scenario on this ground.
pub fn fixed(ground: &Ground, fighters: &[Fighter]) -> Vec<Fixed> {
    const ONE: &str = "there is only one square";
    let mut rows = Vec::new();
    if let [_] = ground.squares.as_slice() {
        rows.extend([("distance", 0), ("here", 1)].map(|(name, value)| Fixed::of_all(name, value, ONE)));
        rows.push(Fixed::of_all("enemies.adjacent", 0, ONE));
    }
    if !ground.hides() {
        rows.push(Fixed::of_all("enemies.unseen", 0, "nothing here hides anybody"));
    }
    if fighters.iter().all(|fighter| fighter.gear.lamps.is_empty()) {
        rows.push(Fixed::of_all("lit", 0, "nobody has a light"));
    }
    rows
}

/// The words for what somebody wields: the kinds, then the name of every item of these fighters once. An item that is called like a kind is
/// asked for by its kind alone.
fn names_of_items(fighters: &[Fighter]) -> Vec<&str> {
    let mut names = WIELDED.to_vec();
    for fighter in fighters {
        for name in (0..fighter.gear.items()).map(|item| fighter.gear.name(item)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// By fighter, for each of its items, the number of its word in the vocabulary.
pub fn wielded_words(fighters: &[Fighter]) -> Vec<Vec<usize>> {
    let names = names_of_items(fighters);
    let word = |name: &str| names.iter().position(|known| *known == name).unwrap_or(0);
    let of = |fighter: &Fighter| (0..fighter.gear.items()).map(|item| word(fighter.gear.name(item))).collect();
    fighters.iter().map(of).collect()
}

/// A fight as policies see it.
#[derive(Clone, Copy)]
pub struct View<'a, const PLAIN: bool> {
    /// The rules.
    pub core: &'a Core<PLAIN>,
    /// The state.
    pub fight: &'a Fight,
    /// The combatant that conditions call `target`; none for the one that it would attack.
    pub about: Option<Slot>,
    /// The number of times that the roll in question has been paid for.
    pub rerolls: u8,
}

impl<const PLAIN: bool> View<'_, PLAIN> {
    /// Counts the others, hostile or friendly, who are not out and of whom something is true.
    fn count(&self, own: Slot, hostile: bool, wanted: impl Fn(Slot, &Body) -> bool) -> i64 {
        let core = self.core;
        let those = self.fight.slots().filter(|&other| {
            other != own && if hostile { core.lineup.hostile(own, other) } else { core.lineup.friendly(own, other) }
        });
        those
            .filter(|&other| {
                let body = self.fight.body(other);
                !core.is_out(body) && wanted(other, body)
            })
            .count() as i64
    }

    /// Returns the border of one's square in a direction, if there is one.
    fn border(&self, own: Slot, direction: i32) -> Option<usize> {
        let square = self.core.ground.square(self.fight.body(own).at);
        square.borders[direction as usize].map(usize::from)
    }

    /// True if somebody has in hand what a word names: a melee weapon, another weapon, a shield, or an item.
    fn wields(&self, of: Slot, body: &Body, word: usize) -> bool {
        let (core, fighter) = (self.core, self.core.fighter(of));
        match word {
            0 => core.melee_weapons(fighter, body) != [None, None],
            1 => core.wielded(fighter, body, |_, weapon| !weapon.is_melee()) != [None, None],
            2 => core.usable_shield(fighter, body).is_some(),
            _ => {
                let items = core.item_words[of.index()].iter().enumerate();
                items.filter(|(_, known)| **known == word).any(|(item, _)| core.usable(fighter, body, item))
            }
        }
    }

    /// Returns the parries that the wielded melee weapons have left together.
    fn parries_left(&self, of: Slot, body: &Body) -> i64 {
        let (core, fighter) = (self.core, self.core.fighter(of));
        let most = core.book.defence.parries_per_weapon;
        let weapons = core.melee_weapons(fighter, body).into_iter().flatten();
        weapons.map(|weapon| i64::from(most.saturating_sub(body.parries[usize::from(weapon)]))).sum()
    }
}

impl<const PLAIN: bool> Observer for View<'_, PLAIN> {
    fn situation(&self, own: Slot, observable: u16, argument: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let body = fight.body(own);
        match CODES[usize::from(observable)] {
            Code::Round => i64::from(fight.round),
            Code::AttackersLastRound => body.attackers_before.filter(|&by| core.lineup.hostile(own, by)).count() as i64,
            Code::EnemiesHere => self.count(own, true, |_, other| other.at == body.at && !other.hidden_from.has(own)),
            Code::EnemiesAdjacent => {
                self.count(own, true, |_, other| core.ground.steps(body.at, other.at) == 1 && !other.hidden_from.has(own))
            }
            Code::EnemiesUnseen => self.count(own, true, |_, other| other.hidden_from.has(own)),
            Code::EnemiesKnownToHide => self.count(own, true, |_, other| other.hidden_from.has(own) && other.known_by.has(own)),
            Code::EnemiesStanding => self.count(own, true, |_, _| true),
            Code::AlliesHere => self.count(own, false, |_, other| other.at == body.at),
            Code::AlliesStanding => self.count(own, false, |_, _| true),
            Code::BorderLimitLeft => self.border(own, argument).map_or(1000, |border| {
                let limit = core.ground.borders[border].limit;
                limit.map_or(1000, |limit| i64::from(limit.saturating_sub(fight.borders[border].count)))
            }),
            Code::BorderCr => {
                let border = self.border(own, argument);
                border.and_then(|border| core.ground.borders[border].crossing).map_or(0, |(cr, _)| i64::from(cr))
            }
            Code::SquareHeight => i64::from(core.ground.square(body.at).height),
            Code::SquareDifficult => i64::from(core.ground.square(body.at).difficult),
            Code::SquareConcealment => i64::from(core.murk(fight, body.at)),
            Code::SquareLit => i64::from(core.is_lit(fight, body.at)),
            Code::SquareCover => {
                let covers = &core.ground.square(body.at).covers;
                i64::from(covers.iter().map(|cover| cover.value).max().unwrap_or(0))
            }
            Code::SquareClimbCr => core.ground.square(body.at).climb_cr.map_or(NO_CLIMB, i64::from),
            Code::Rerolls => i64::from(self.rerolls),
            _ => 0,
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let body = fight.body(of);
        match CODES[usize::from(observable)] {
            Code::Hp => i64::from(body.hp),
            Code::HpMax => i64::from(core.fighter(of).hp_max),
            Code::Willpower => i64::from(body.willpower),
            Code::Fatigue => i64::from(body.effort.fatigue),
            Code::BaseFatigue => i64::from(core.base_fatigue(of, body)),
            Code::Prone => i64::from(body.prone),
            Code::Dazed => i64::from(body.daze.runs() || body.daze_odd || core.dazed_for_good(body)),
            Code::Stumbling => i64::from(body.stumble.runs()),
            Code::Weakened => i64::from(body.weaken.runs()),
            Code::Held => i64::from(body.held.is_some()),
            Code::Holding => i64::from(body.holding.is_some()),
            Code::Climbing => i64::from(body.climbing.is_some()),
            Code::InCluster => i64::from(body.cluster != 0),
            Code::ClusterSize => fight.members(body.cluster).len() as i64,
            Code::AlliesInCluster => {
                fight.members(body.cluster).filter(|&member| core.lineup.friendly(own, member)).count() as i64
            }
            Code::Hidden => i64::from(if own == of { body.hides() } else { body.hidden_from.has(own) }),
            Code::Loaded => i64::from(core.ready_shots(core.fighter(of), body) != [None, None]),
            Code::Injured => i64::from(body.injuries >> argument & 1),
            Code::InjuryLevel => core.level(body.hp) as i64,
            Code::Injuries => i64::from(body.injuries.count_ones()),
            Code::Dodges => i64::from(body.dodges),
            Code::Blocks => i64::from(body.blocks),
            Code::ParriesLeft => self.parries_left(of, body),
            Code::BreatherPending => i64::from(body.upcoming == Some(Upcoming::Breather)),
            Code::Defence => core.visible_defence(of, body).map_or(NO_DEFENCE, i64::from),
            Code::DefenceFails => i64::from(body.stance.is_some() && core.visible_defence(of, body).is_none()),
            Code::DefenceKind => body.stance.map_or(0, |stance| match stance.kind {
                DefenceKind::Dodge => 1,
                DefenceKind::Block => 2,
                DefenceKind::Parry => 3,
            }),
            Code::Distance => i64::from(core.squares_to(fight, own, of)),
            Code::At => i64::from(i32::from(body.at.0) == argument),
            Code::Here => i64::from(fight.body(own).at == body.at),
            Code::InReach => i64::from(!core.in_reach(fight, own, Slots::only(of)).is_empty()),
            Code::Height => i64::from(core.height(body)),
            Code::Guarding => i64::from(body.guarding.is_some()),
            Code::Ongoing => i64::from(body.ongoing),
            Code::Wields => i64::from(self.wields(of, body, argument as usize)),
            Code::Lit => i64::from(core.bears_light(body)),
            Code::HidesItem => i64::from(body.concealed != 0 && (own == of || body.searched_by.has(own))),
            Code::Gauged => i64::from(body.gauged_by.has(own)),
            Code::Shaken => i64::from(body.shaken_to.has(own)),
            Code::Standing => i64::from(!core.is_out(body)),
            Code::Asleep => i64::from(body.asleep),
            Code::Unconscious => i64::from(body.unconscious),
            Code::Dead => i64::from(body.dead),
            Code::Place => fight.place(of) as i64,
            Code::Is => i64::from(i32::from(of.0) == argument),
            _ => 0,
        }
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.about.or_else(|| choose::expected_target(self.core, self.fight, own))
    }

    fn group(&self, own: Slot, group: Group) -> Slots {
        let core = self.core;
        match group {
            Group::Allies => core.comrades(self.fight, own),
            Group::Enemies => core.visible_foes(self.fight, own),
        }
    }
}
