//! Quantities of `heimr`: every named value of a fight and of its combatants, with everybody who sees it.
//!
//! Owns the table from which the vocabulary of policies (section 6.4 of the specification), the metrics read off the end of a
//! fight, fatigue by round, lines of profiles and what tests look at follow; what of it only the omniscient know of others; and
//! a fight as policies see it. Start at [`QUANTITIES`].

use frame::dice::Slot;
use frame::fight::{ABSENT, Slots};
use frame::policy::{Fixed, Group as Members, Observer, Of, Read, Vocabulary, WordList};
use frame::rules::quantity::{NamedValue, early_metrics, named, names_early, observables, quantities};

use super::Core;
use super::book::tables::BodyPart;
use super::choose;
use super::fighter::Fighter;
use super::ground::{Direction, Ground, Square};
use super::sheet::BindPart;
use super::state::{Body, Exit, Fight, Guarding, Place, Stance, Upcoming};

/// Lists of words: kinds of defence, body parts, directions, combatants, what can be wielded, squares, parts that can be bound.
const DEFENCES: usize = 0;
const PARTS: usize = 1;
const DIRECTIONS: usize = 2;
const COMBATANTS: usize = 3;
const ITEMS: usize = 4;
const SQUARES: usize = 5;
const BINDS: usize = 6;

/// The challenge requirement of climbing where one cannot.
const NO_CLIMB: i64 = -1;

/// The worth of a defence that fails, or of none, in comparisons.
const NO_DEFENCE: i64 = -1000;

/// How many can cross a border without a limit.
const NO_LIMIT: i64 = 1000;

/// The number of nobody, and of nothing.
const NOBODY: i64 = -1;

/// The level after the levels of injury.
const DEAD_LEVEL: i64 = 4;

/// Kinds of what one wields, besides items by their names.
const WIELDED: [&str; 3] = ["melee weapon", "ranged weapon", "shield"];

quantities! {
    seen: Seen<'_, PLAIN>, <const PLAIN: bool>, metrics [Fate, Life, Breath, Will, Injuries];

    Round = "round", Amount("rounds") => seen.fight.round, situation "number of the round";
    AttackersLastRound = "attackers_last_round", Amount("enemies") => seen.attackers_before(),
        situation "enemies that attacked one in the window before this turn";
    EnemiesHere = "enemies.here", Amount("enemies") =>
        seen.enemies(|other| other.at == seen.body.at && !other.hidden_from.has(seen.own)),
        situation "visible enemies in one's square that are not out";
    EnemiesAdjacent = "enemies.adjacent", Amount("enemies") =>
        seen.enemies(|other| seen.steps_to(other) == 1 && !other.hidden_from.has(seen.own)),
        situation "visible enemies in bordering squares that are not out";
    EnemiesUnseen = "enemies.unseen", Amount("enemies") [HEI-220] => seen.enemies(|other| other.hidden_from.has(seen.own)),
        situation "enemies hidden from one that are not out";
    EnemiesKnownToHide = "enemies.known_to_hide", Amount("enemies") [HEI-221, HEI-222] =>
        seen.enemies(|other| other.hidden_from.has(seen.own) && other.known_by.has(seen.own)),
        situation "enemies hidden from one of whom one knows that they hide, and where";
    EnemiesStanding = "enemies.standing", Amount("enemies") => seen.enemies(|_| true), situation "enemies that are not out";
    AlliesHere = "allies.here", Amount("allies") => seen.allies(|other| other.at == seen.body.at),
        situation "others of one's side in one's square that are not out";
    AlliesStanding = "allies.standing", Amount("allies") => seen.allies(|_| true),
        situation "others of one's side that are not out";
    BorderLimitLeft = "border.limit_left"(Word(DIRECTIONS)), Amount("crossings") [HEI-248, HEI-249, R-62] => seen.limit_left(),
        situation "how many can still cross the border in a direction; 1000 without a limit";
    BorderCr = "border.cr"(Word(DIRECTIONS)), Amount("points") [HEI-251, HEI-252] => seen.crossing(),
        situation "challenge requirement of crossing the border in a direction; 0 without one";
    SquareHeight = "square.height", Amount("height") [HEI-255] => seen.square().height,
        situation "height of the ground of one's square";
    SquareDifficult = "square.difficult", Flag [HEI-246, HEI-247] => seen.square().difficult,
        situation "whether the ground of one's square is difficult";
    SquareConcealment = "square.concealment", Amount("points") [HEI-273, HEI-274, HEI-275, HEI-277] =>
        seen.core.murk(seen.fight, seen.body.at),
        situation "what darkness and weather conceal in one's square";
    SquareLit = "square.lit", Flag [HEI-274, R-76, R-77] => seen.core.is_lit(seen.fight, seen.body.at),
        situation "whether a light reaches one's square";
    SquareCover = "square.cover", Amount("points") [HEI-272, HEI-278] =>
        seen.square().covers.iter().map(|cover| i64::from(cover.value)).max().unwrap_or(0),
        situation "what the best object of one's square conceals; 0 without one";
    SquareClimbCr = "square.climb_cr", Amount("points") [HEI-167, HEI-270] =>
        seen.square().climb_cr.map_or(NO_CLIMB, i64::from),
        situation "challenge requirement of climbing inside one's square; -1 where one cannot";
    Rerolls = "rerolls", Amount("times") [HEI-047] => seen.rerolls,
        situation "in `reroll`: how often the same roll has been paid for";

    Hp = "hp", Amount("HP") [HEI-002, HEI-051] => seen.body.hp,
        policy "hit points" private, metric Life "HP left", sheet Pool "hit points";
    HpMax = "hp_max", Amount("HP") [HEI-002, R-46] => seen.loaded().hp_max, policy "maximum of hit points" private;
    Willpower = "willpower", Amount("WP") [HEI-002, HEI-047, HEI-052] => seen.body.willpower,
        policy "willpower" private forgotten, metric Will "WP left" early, sheet Pool "willpower";
    Able = "able", Flag [HEI-069] => !seen.body.dead && seen.body.hp >= i32::from(seen.core.book.rest.min_hp),
        metric Will "can take a short rest";
    Fatigue = "fatigue", Amount("points") [HEI-132, HEI-136, HEI-138] => seen.body.effort.fatigue,
        policy "fatigue" private forgotten, metric Breath "fatigue at the end" early,
        sheet Pool "fatigue", rounds "fatigue" "fatigue in round";
    BaseFatigue = "base_fatigue", Amount("points") [HEI-138, HEI-139] => seen.core.base_fatigue(seen.of, seen.body),
        policy "base fatigue" private;
    Prone = "prone", Flag [HEI-053, HEI-169, HEI-215, R-50] => seen.body.prone, policy "whether it is prone";
    Dazed = "dazed", Flag [HEI-056, HEI-130, HEI-131, R-48] =>
        seen.body.daze.runs() || seen.body.daze_odd || seen.core.dazed_for_good(seen.body),
        policy "whether it is dazed";
    Stumbling = "stumbling", Flag [HEI-055, HEI-126, R-18] => seen.body.stumble.runs(), policy "whether it stumbles";
    Weakened = "weakened", Flag [HEI-063, HEI-126, R-18] => seen.body.weaken.runs(), policy "whether it is weakened";
    Held = "held", Flag [HEI-188, HEI-198, R-38] => seen.body.held.is_some(), policy "whether it is held in a grab";
    Holding = "holding", Flag [HEI-188, HEI-195, HEI-198, R-38] => seen.body.holding.is_some(),
        policy "whether it holds another combatant in a grab";
    Climbing = "climbing", Flag [HEI-167, HEI-228] => seen.body.climbing.is_some(), policy "whether it climbs";
    InCluster = "in_cluster", Flag [HEI-114, HEI-115, R-23] => seen.body.cluster != 0,
        policy "whether it is in a combat cluster";
    ClusterSize = "cluster_size", Amount("members") [HEI-114, HEI-115, R-23] => seen.cluster().len() as i64,
        policy "members of its combat cluster, itself included";
    AlliesInCluster = "allies_in_cluster", Amount("members") [HEI-114, HEI-115, R-23] =>
        seen.cluster().those(|member| seen.core.lineup.friendly(seen.own, member)).len() as i64,
        policy "members of its combat cluster that are of the side of the one who asks";
    Hidden = "hidden", Flag [HEI-171, HEI-220, R-69] =>
        if seen.own == seen.of { seen.body.hides() } else { seen.body.hidden_from.has(seen.own) },
        policy "whether it is hidden: oneself from any enemy, another from oneself";
    Loaded = "loaded", Flag [HEI-173, R-30] => seen.core.ready_shots(seen.loaded(), seen.body) != [None, None],
        policy "whether it has a ranged weapon in hand that is ready to shoot";
    Injured = "injured"(Word(PARTS)), Flag [HEI-072, HEI-073, HEI-199, R-47] => seen.body.injuries >> seen.argument & 1,
        policy "whether a body part is injured" forgotten;
    InjuryLevel = "injury_level", Amount("level") [HEI-075, HEI-076, HEI-077, R-52] => seen.core.level(seen.body.hp) as i64,
        policy "0 unhurt, 1 bloodied, 2 mangled, 3 mutilated";
    Injuries = "injuries", Amount("injuries") [HEI-072, HEI-073, R-47] => seen.body.injuries.count_ones(),
        policy "injured body parts" forgotten;
    TorsoInjured = "torso_injured", Flag [HEI-072, HEI-199, HEI-269] => seen.injured([BodyPart::Torso]),
        metric Injuries "torso injured" early;
    ArmInjured = "arm_injured", Flag [HEI-072, HEI-199] => seen.injured([BodyPart::SwordArm, BodyPart::OffArm]),
        metric Injuries "an arm injured" early;
    LegInjured = "leg_injured", Flag [HEI-072, HEI-199, HEI-269] => seen.injured([BodyPart::RightLeg, BodyPart::LeftLeg]),
        metric Injuries "a leg injured" early;
    Dodges = "dodges", Amount("dodges") [HEI-207, HEI-210] => seen.body.dodges, policy "dodges used in its window" forgotten;
    Blocks = "blocks", Amount("blocks") [HEI-207, HEI-210] => seen.body.blocks, policy "blocks used in its window" forgotten;
    ParriesLeft = "parries_left", Amount("parries") [HEI-208, HEI-210] => seen.parries_left(),
        policy "parries left in its window" forgotten;
    BreatherPending = "breather_pending", Flag [HEI-156, HEI-179] => seen.body.upcoming == Some(Upcoming::Breather),
        policy "whether an upcoming breather is pending";
    Defence = "defence", Amount("points") [HEI-186, HEI-190, R-14, R-34] =>
        seen.core.visible_defence(seen.of, seen.body).map_or(NO_DEFENCE, i64::from),
        policy "value of its rolled defence; -1000 where it fails or there is none";
    DefenceFails = "defence_fails", Flag [HEI-133, HEI-186, R-14] =>
        seen.body.stance.is_some() && seen.core.visible_defence(seen.of, seen.body).is_none(),
        policy "whether its rolled defence fails";
    DefenceKind = "defence_kind", Word(DEFENCES) [HEI-201, HEI-212, R-34] =>
        seen.body.stance.map_or(0, |stance| 1 + stance.kind as i64),
        policy "kind of its rolled defence";
    Distance = "distance", Amount("borders") [HEI-016] => seen.core.squares_to(seen.fight, seen.own, seen.of),
        policy "borders on the shortest way from oneself";
    At = "at"(Word(SQUARES)), Flag => i32::from(seen.body.at.0) == seen.argument, policy "whether it is in this square";
    Here = "here", Flag => seen.fight.body(seen.own).at == seen.body.at, policy "whether it is in one's square";
    InReach = "in_reach", Flag [HEI-113, HEI-128, HEI-257] =>
        !seen.core.in_reach(seen.fight, seen.own, Slots::only(seen.of)).is_empty(),
        policy "whether one reaches it in melee";
    Height = "height", Amount("height") [HEI-255, R-67] => seen.core.height(seen.body), policy "its height";
    Guarding = "guarding", Flag [HEI-164, HEI-231, HEI-235, R-41] => seen.body.guarding.is_some(), policy "whether it guards";
    Ongoing = "ongoing", Flag [HEI-155] => seen.body.ongoing, policy "whether it is on an ongoing action" forgotten;
    Wields = "wields"(Word(ITEMS)), Flag [HEI-187, HEI-230, R-37, R-49] => seen.wields(seen.argument as usize),
        policy "whether it wields such an item";
    Lit = "lit", Flag [HEI-274, R-76] => seen.core.bears_light(seen.body), policy "whether it holds a burning light";
    HidesItem = "hides_item", Flag [HEI-177, HEI-181] =>
        seen.body.concealed != 0 && (seen.own == seen.of || seen.body.searched_by.has(seen.own)),
        policy "whether a hidden item is known: of oneself, or found on another";
    Gauged = "gauged", Flag [HEI-182] => seen.body.gauged_by.has(seen.own),
        policy "whether one has seen through its will to fight";
    Shaken = "shaken", Flag [HEI-182, R-57] => seen.body.shaken_to.has(seen.own),
        policy "whether one has seen that it would surrender with one hit point less";
    Standing = "standing", Flag [R-56] => !seen.core.is_out(seen.body), policy "whether it is not out";
    Out = "out", Flag [R-56, R-87] => !seen.core.stands(seen.body), metric Fate "out";
    State = "state", Amount("levels") [HEI-075, HEI-076, HEI-077, R-52] =>
        if seen.body.dead { DEAD_LEVEL } else { seen.core.level(seen.body.hp) as i64 },
        metric Fate "state at the end";
    Asleep = "asleep", Flag [HEI-217] => seen.body.asleep, policy "whether it is asleep";
    Unconscious = "unconscious", Flag [HEI-076, HEI-077, HEI-218] => seen.body.unconscious, policy "whether it is unconscious";
    Dead = "dead", Flag [HEI-076, HEI-077, R-51, R-52] => seen.body.dead, policy "whether it is dead", metric Fate "dead";
    Dying = "dying", Flag [HEI-076, HEI-077, R-51, R-52] => seen.body.dead || seen.body.death_round != 0,
        metric Fate "dies if untreated";
    LiesUnconscious = "unconscious", Flag [HEI-076, HEI-077, HEI-218] => seen.body.unconscious && !seen.body.dead,
        metric Fate "unconscious";
    Gone = "gone", Flag [R-60] => matches!(seen.body.exit, Exit::Fled | Exit::Caught), metric Fate "has left the fight";
    Place = "place", Amount("place") [HEI-102, HEI-104, HEI-106, HEI-109] => seen.fight.place(seen.of) as i64,
        policy "its place in the order of turns, from 0";
    Is = "is"(Word(COMBATANTS)), Flag => i32::from(seen.of.0) == seen.argument, policy "whether it is this one";
    Armour = "armour", Amount("points") [R-59] => seen.loaded().armour, sheet Defence "armour";

    Absent = "absent", Flag => seen.body.exit == Exit::Absent;
    Fled = "fled", Flag [R-60] => seen.body.exit == Exit::Fled;
    Caught = "caught", Flag [HEI-145, HEI-146, R-60] => seen.body.exit == Exit::Caught;
    Away = "away", Flag [R-60, R-87] => seen.body.exit == Exit::Away;
    Yielded = "yielded", Flag [R-56, R-57] => seen.body.exit == Exit::Yielded;
    Stabilised = "stabilised", Flag [HEI-078, HEI-079, R-54] => seen.body.stabilised;
    UnconsciousRound = "unconscious_round", Amount("round") [HEI-076, R-51] => seen.body.unconscious_round;
    DeathRound = "death_round", Amount("round") [HEI-076, HEI-077, R-51] => seen.body.death_round;
    Square = "at", Amount("number") => seen.body.at.0;
    Column = "column", Amount("column") => seen.core.ground.place(seen.body.at).0;
    Row = "row", Amount("row") => seen.core.ground.place(seen.body.at).1;
    Elevation = "elevation", Amount("height") [HEI-255, R-67] => seen.body.elevation;
    Cluster = "cluster", Amount("number") [HEI-114, HEI-115, R-23] => seen.body.cluster;
    FallTurns = "fall_turns", Amount("turns") [HEI-053, HEI-126, R-18] => seen.body.fall.turns;
    StumbleTurns = "stumble_turns", Amount("turns") [HEI-055, HEI-126, R-18] => seen.body.stumble.turns;
    StumbleDirection = "stumble_direction", Amount("number") [HEI-129, R-20] =>
        number(seen.body.stumble_direction.map(|direction| direction as u8));
    DazeTurns = "daze_turns", Amount("turns") [HEI-056, HEI-126, R-18] => seen.body.daze.turns;
    DazeOdd = "daze_odd", Flag [HEI-131, R-19] => seen.body.daze_odd;
    WeakenTurns = "weaken_turns", Amount("turns") [HEI-063, HEI-126, R-18] => seen.body.weaken.turns;
    BindTurns = "bind_turns", Amount("turns") [HEI-126, R-18] =>
        seen.body.bind.iter().map(|timer| timer.turns).max().unwrap_or(0);
    DropTurns = "drop_turns", Amount("turns") [HEI-054, HEI-126, R-18] => seen.body.drop.turns;
    Bound = "bound"(Word(BINDS)), Flag [HEI-196] => seen.body.is_bound(BindPart::ALL[seen.argument as usize]);
    HeldBy = "held_by", Amount("slot") [HEI-188, HEI-198, R-38] => number(seen.body.held.map(|held| held.by.0));
    Holds = "holds", Amount("slot") [HEI-188, HEI-195, HEI-198, R-38] =>
        number(seen.body.holding.map(|holding| holding.whom.0));
    StanceKind = "stance", Amount("number") [HEI-201, HEI-211, HEI-212] =>
        number(seen.body.stance.map(|stance| stance.kind as u8));
    StanceC = "stance_c", Amount("points") [HEI-211, R-13] => seen.stance(|stance| stance.c);
    StancePre = "stance_pre", Amount("points") [HEI-211, R-13] => seen.stance(|stance| stance.pre);
    StanceItem = "stance_item", Amount("number") [HEI-205, HEI-206, HEI-211] => seen.stance(|stance| stance.item.into());
    Parries = "parries", Amount("parries") [HEI-208, HEI-210] =>
        seen.body.parries.iter().map(|&parries| i64::from(parries)).sum::<i64>();
    RanFrom = "ran_from", Amount("number") [HEI-166] => number(seen.body.ran_from.map(|at| at.0));
    CrawlPending = "crawl_pending", Flag [HEI-156, HEI-170] => matches!(seen.body.upcoming, Some(Upcoming::Crawl(_)));
    SkillPending = "skill_pending", Flag [HEI-156, HEI-161] => matches!(seen.body.upcoming, Some(Upcoming::Skill(..)));
    Readied = "readied", Flag [HEI-107, HEI-110] => seen.body.readied.is_some();
    DodgeReady = "dodge_ready", Amount("dodges") [HEI-172, R-33] => seen.body.dodge_ready;
    Ward = "ward", Amount("slot") [HEI-231, R-41] =>
        seen.guards(|ward| if let Guarding::Ally(ally) = ward { Some(ally.0) } else { None });
    WardBorder = "guarding_border", Amount("number") [HEI-231, HEI-237] =>
        seen.guards(|ward| if let Guarding::Border(direction) = ward { Some(direction as u8) } else { None });
    WardSquare = "guarding_square", Flag [HEI-231, HEI-237] => seen.body.guarding == Some(Guarding::Square);
    WardObjects = "guarding_objects", Flag [HEI-231] => seen.body.guarding == Some(Guarding::Objects);
    SearchedBy = "searched_by", Amount("bits") [HEI-181] => seen.body.searched_by.bits() as i64;
    GaugedBy = "gauged_by", Amount("bits") [HEI-182] => seen.body.gauged_by.bits() as i64;
    ShakenTo = "shaken_to", Amount("bits") [HEI-182, R-57] => seen.body.shaken_to.bits() as i64;
    HiddenFrom = "hidden_from", Amount("bits") [HEI-171, HEI-220, R-69] => seen.body.hidden_from.bits() as i64;
    KnownBy = "known_by", Amount("bits") [HEI-221, HEI-222] => seen.body.known_by.bits() as i64;
    DodgedFrom = "dodged_from", Amount("bits") [HEI-192] => seen.body.dodged_from.bits() as i64;
    ShotAtBy = "shot_at_by", Amount("bits") [HEI-171] => seen.body.shot_at_by.bits() as i64;
    Blind = "blind", Amount("bits") [HEI-279, HEI-280, HEI-283, R-70] => seen.body.blind as i64;
    Cover = "cover", Amount("number") [HEI-171, HEI-272, R-82] => number(seen.body.cover);
    HideValue = "hide_value", Amount("points") [HEI-171, HEI-224, R-69] => seen.body.hide_value;
    ConcealedFrom = "concealed_from"(Word(COMBATANTS)), Amount("points") [HEI-219, HEI-271, HEI-272, R-68] =>
        seen.core.concealment(seen.fight, seen.of, Slot(seen.argument as u8));
    TurnsMissed = "turns_missed", Amount("turns") [R-60, R-87] => seen.body.turns_missed;
    SkillsUsed = "skills_used", Amount("bits") [HEI-068, R-73] => seen.body.skills_used;
    Broken = "broken", Amount("bits") [HEI-253, R-64] => seen.fight.broken as i64;
    PlaceOf = "place"(Word(ITEMS)), Amount("number") [HEI-173, HEI-174, HEI-176, HEI-187] =>
        seen.item(|item| place_number(seen.body.places[item]));
    LoadedItem = "loaded"(Word(ITEMS)), Flag [HEI-173, R-30] => seen.item(|item| i64::from(seen.body.loaded >> item & 1));
    LitItem = "lit"(Word(ITEMS)), Flag [HEI-274, R-76] => seen.item(|item| i64::from(seen.body.lit >> item & 1));
    Concealed = "concealed"(Word(ITEMS)), Flag [HEI-177] => seen.item(|item| i64::from(seen.body.concealed >> item & 1));
    Wear = "wear"(Word(ITEMS)), Amount("blows") [R-64] => seen.item(|item| seen.body.wear[item].into());
}

/// Metrics that are told of a combatant that is out of a fight before it is over.
pub const TOLD_EARLY: [&str; early_metrics(QUANTITIES)] = names_early(QUANTITIES);

/// The row of what policies ask by this code.
pub fn asked(observable: u16) -> &'static NamedValue {
    &QUANTITIES[ASKED[usize::from(observable)] as usize]
}

/// True if that asks of a candidate whether it hides.
pub fn asks_who_hides(read: Read) -> bool {
    read.of == Of::It && ASKED[usize::from(read.observable)] == Code::Hidden
}

/// The name of a quantity.
pub const fn name(code: Code) -> &'static str {
    QUANTITIES[code as usize].name
}

/// The vocabulary of a scenario with these fighters on these squares.
pub fn vocabulary(fighters: &[Fighter], squares: &[Square]) -> Vocabulary {
    Vocabulary::new(&observables(QUANTITIES), words(fighters, squares))
}

/// The lists of words, in the order of their numbers.
fn words(fighters: &[Fighter], squares: &[Square]) -> Vec<WordList> {
    vec![
        WordList::new("kind of defence", ["none", "dodge", "block", "parry"]),
        WordList::new("body part", BodyPart::WORDS),
        WordList::new("direction", Direction::WORDS),
        WordList::new("combatant", fighters.iter().map(|fighter| &fighter.name)),
        WordList::new("item", names_of_items(fighters)),
        WordList::new("square", squares.iter().map(|square| &square.name)),
        WordList::new("bound part", BindPart::WORDS),
    ]
}

/// The facts that hold throughout a scenario on this ground.
pub fn fixed(ground: &Ground, fighters: &[Fighter]) -> Vec<Fixed> {
    const ONE: &str = "there is only one square";
    let of_all = |code, value, because| Fixed::of_all(name(code), value, because);
    let mut rows = Vec::new();
    if let [_] = ground.squares.as_slice() {
        rows.extend(
            [(Code::Distance, 0), (Code::Here, 1), (Code::EnemiesAdjacent, 0)].map(|(code, value)| of_all(code, value, ONE)),
        );
    }
    if !ground.hides() {
        rows.push(of_all(Code::EnemiesUnseen, 0, "nothing here hides anybody"));
    }
    if fighters.iter().all(|fighter| fighter.gear.lamps.is_empty()) {
        rows.push(of_all(Code::Lit, 0, "nobody has a light"));
    }
    rows
}

/// The words for what a combatant wields: the kinds, then the name of every item of these fighters once. An item that is called
/// like a kind is asked for by its kind alone.
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

/// The value that tests call by this name, off a combatant as it sees itself: combatants as their slots, squares as their
/// numbers, sets as bits.
pub fn peek<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, who: Slot, text: &str) -> Option<i64> {
    // Tests look at everybody after every step: words are listed only where one is given.
    let words = if text.ends_with(')') { words(&core.fighters, &core.ground.squares) } else { Vec::new() };
    let (row, argument) = named(QUANTITIES, &words, text)?;
    Some(Seen { argument, ..core.seen(fight, who) }.value(ALL[row]))
}

/// What a value is read off: a combatant in a fight, as one of them sees it.
#[derive(Clone, Copy)]
pub struct Seen<'a, const PLAIN: bool> {
    core: &'a Core<PLAIN>,
    fight: &'a Fight,
    /// The viewer.
    own: Slot,
    /// The combatant that it looks at.
    of: Slot,
    body: &'a Body,
    /// The number of times that the roll in question has been paid for.
    rerolls: u8,
    argument: i32,
}

/// The number of something, if it is there.
fn number(of: Option<u8>) -> i64 {
    of.map_or(NOBODY, i64::from)
}

/// The number of a place.
fn place_number(place: Place) -> i64 {
    match place {
        Place::SwordHand => 0,
        Place::OffHand => 1,
        Place::BothHands => 2,
        Place::Worn => 3,
        Place::Stored => 4,
        Place::Ground(_) => 5,
        Place::Gone => 6,
        Place::Elsewhere => 7,
    }
}

impl<const PLAIN: bool> Seen<'_, PLAIN> {
    fn loaded(&self) -> &Fighter {
        self.core.fighter(self.of)
    }

    /// The square where the combatant is.
    fn square(&self) -> &Square {
        self.core.ground.square(self.body.at)
    }

    /// The combat cluster that it is in.
    fn cluster(&self) -> Slots {
        self.fight.members(self.body.cluster)
    }

    /// Counts the enemies of the viewer that are not out and of which something is true.
    fn enemies(&self, wanted: impl Fn(&Body) -> bool) -> i64 {
        self.core.foes(self.fight, self.own).those(|foe| wanted(self.fight.body(foe))).len() as i64
    }

    /// Counts the others of its side that are not out and of which something is true.
    fn allies(&self, wanted: impl Fn(&Body) -> bool) -> i64 {
        self.core.allies(self.fight, self.own).those(|ally| wanted(self.fight.body(ally))).len() as i64
    }

    /// Borders between the combatant and another one.
    fn steps_to(&self, other: &Body) -> i32 {
        self.core.ground.steps(self.body.at, other.at)
    }

    /// Enemies that attacked it in the window before this one.
    fn attackers_before(&self) -> i64 {
        self.body.attackers_before.those(|by| self.core.lineup.hostile(self.own, by)).len() as i64
    }

    /// The border of its square in the direction that is asked for, if there is one.
    fn border(&self) -> Option<usize> {
        self.square().borders[self.argument as usize].map(usize::from)
    }

    /// How many can still cross that border.
    fn limit_left(&self) -> i64 {
        let left = |border: usize| {
            let limit = self.core.ground.borders[border].limit?;
            Some(limit.saturating_sub(self.fight.borders[border].count).into())
        };
        self.border().and_then(left).unwrap_or(NO_LIMIT)
    }

    /// The challenge requirement of crossing it.
    fn crossing(&self) -> i64 {
        let crossing = self.border().and_then(|border| self.core.ground.borders[border].crossing);
        crossing.map_or(0, |(cr, _)| cr.into())
    }

    /// True if one of these parts is injured.
    fn injured<const N: usize>(&self, parts: [BodyPart; N]) -> bool {
        parts.into_iter().any(|part| self.body.injuries & part.bit() != 0)
    }

    /// True if it has in hand what a word names: a melee weapon, another weapon, a shield, or an item.
    fn wields(&self, word: usize) -> bool {
        let (core, fighter, body) = (self.core, self.loaded(), self.body);
        match word {
            0 => core.melee_weapons(fighter, body) != [None, None],
            1 => core.wielded(fighter, body, |_, weapon| !weapon.is_melee()) != [None, None],
            2 => core.usable_shield(fighter, body).is_some(),
            _ => {
                let items = core.item_words[self.of.index()].iter().enumerate();
                items.filter(|(_, known)| **known == word).any(|(item, _)| core.usable(fighter, body, item))
            }
        }
    }

    /// Something of the item that a word names.
    fn item(&self, of: impl Fn(usize) -> i64) -> i64 {
        let words = &self.core.item_words[self.of.index()];
        words.iter().position(|&word| word == self.argument as usize).map_or(ABSENT, of)
    }

    /// The parries that the wielded melee weapons have left together.
    fn parries_left(&self) -> i64 {
        let most = self.core.book.defence.parries_per_weapon;
        let weapons = self.core.melee_weapons(self.loaded(), self.body).into_iter().flatten();
        weapons.map(|weapon| i64::from(most.saturating_sub(self.body.parries[usize::from(weapon)]))).sum()
    }

    /// Something of its rolled defence.
    fn stance(&self, of: impl Fn(Stance) -> i32) -> i64 {
        self.body.stance.map_or(ABSENT, |stance| of(stance).into())
    }

    /// Something of what it guards.
    fn guards(&self, of: impl Fn(Guarding) -> Option<u8>) -> i64 {
        number(self.body.guarding.and_then(of))
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// A combatant as it sees itself.
    #[inline]
    pub(super) fn seen<'a>(&'a self, fight: &'a Fight, who: Slot) -> Seen<'a, PLAIN> {
        Seen { core: self, fight, own: who, of: who, body: fight.body(who), rerolls: 0, argument: 0 }
    }
}

/// A fight as policies see it.
#[derive(Clone, Copy)]
pub struct View<'a, const PLAIN: bool> {
    /// The rules.
    pub core: &'a Core<PLAIN>,
    /// The state.
    pub fight: &'a Fight,
    /// The combatant that conditions call `target`; none for the target that it would attack.
    pub about: Option<Slot>,
    /// The number of times that the roll in question has been paid for.
    pub rerolls: u8,
}

impl<const PLAIN: bool> Observer for View<'_, PLAIN> {
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let &View { core, fight, rerolls, .. } = self;
        Seen { core, fight, own, of, body: fight.body(of), rerolls, argument }.value(ASKED[usize::from(observable)])
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.about.or_else(|| choose::expected_target(self.core, self.fight, own))
    }

    fn group(&self, own: Slot, group: Members) -> Slots {
        match group {
            Members::Allies => self.core.comrades(self.fight, own),
            Members::Enemies => self.core.visible_foes(self.fight, own),
        }
    }
}
