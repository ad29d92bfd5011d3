//! Quantities of `cairn-ap`: every named value of a fight and of its combatants, with everybody who sees it.
//!
//! Owns the table from which the vocabulary of policies (section 6 of the specification), the metrics read off the end of a
//! fight, lines of profiles and what tests look at follow; and a fight as policies see it. Exact hit points and attributes of
//! others are open only where the book says that policies are omniscient. Start at [`QUANTITIES`].

use std::sync::LazyLock;

use frame::dice::Slot;
use frame::fight::{Side, Slots};
use frame::policy::{Fixed, Group as Members, Observer, Use, Vocabulary, WordList};
use frame::rules::quantity::{named, observables, quantities};

use super::Core;
use super::book::Knowledge;
use super::decide;
use super::fighter::Fighter;
use super::metrics::Whom;
use super::save::Incoming;
use super::state::{Body, Fight, Held, Status, flag};

/// Lists of words: what is in hand, statuses, saves.
const READY: usize = 0;
const STATUS: usize = 1;
const SAVES: usize = 2;

/// The lists of words.
static WORDS: LazyLock<[WordList; 3]> = LazyLock::new(|| {
    [
        WordList::new("what is in hand", ["weapons", "grimoire", "nothing"]),
        WordList::new("status", Status::NAMES),
        WordList::new("save", ["none_yet", "dodge", "block", "parry", "brace"]),
    ]
});

quantities! {
    seen: Seen<'_>, metrics [Fate, Scores, Banes, Burden, Load];

    Round = "round", Amount("rounds") => seen.fight.round, situation "number of the round";
    DcDefault = "dc.usual", Amount("points") [CAP-011, CAP-012, CAP-051] => seen.dc(seen.core.book.check.dc),
        situation "the number where the rules name none; 0 where it is not disclosed";
    DcCritical = "dc.critical", Amount("points") [CAP-051, CAP-114] => seen.dc(seen.core.book.crit.dc),
        situation "the number of the save against critical damage; 0 where it is not disclosed";
    DcMorale = "dc.morale", Amount("points") [CAP-051, CAP-082, RU-04] => seen.dc(seen.core.book.morale.dc),
        situation "the number of the save for morale; 0 where it is not disclosed";
    DcRetreat = "dc.retreat", Amount("points") [CAP-051, CAP-132, RU-04] => seen.dc(seen.core.book.retreat.dc),
        situation "the number of the save for a retreat; 0 where it is not disclosed";
    GroupActive = "group.active", Amount("members") => count(seen.side() & seen.fight.active()),
        situation "members of one's side that can act, oneself included";
    GroupInitial = "group.initial", Amount("members") => seen.fight.initial[seen.core.fighter(seen.own).side.index()],
        situation "members of one's side at the beginning of the fight";
    GroupDown = "group.down", Amount("members") [CAP-117] =>
        count(seen.side().those(|other| seen.fight.body(other).status == Status::Down)),
        situation "members of one's side that are down";
    EnemyActive = "enemy.active", Amount("enemies") => count(seen.core.active_foes(seen.fight, seen.own)),
        situation "enemies that can act";
    EnemyInitial = "enemy.initial", Amount("enemies") => seen.enemies_met(), situation "enemies at the beginning of the fight";
    EnemyLeader = "enemy.leader_active", Flag [CAP-084] =>
        seen.foes().any(|foe| seen.core.fighter(foe).leader && seen.fight.active().has(foe)),
        situation "whether a leader of the enemies can act";
    EnemyMorale = "enemy.morale_used", Flag [CAP-082, CAP-083, CAP-085] => seen.foes().any(|foe| seen.morale_used(foe)),
        situation "whether enemies have already had to save for morale";
    AttackRanged = "attack.ranged", Flag [CAP-022] => seen.attack.is_some_and(|attack| attack.ranged),
        situation "in `save`: whether the attack comes from afar; its attacker is the target";
    AttackMagical = "attack.magical", Flag [CAP-186, CAP-C10] => seen.attack.is_some_and(|attack| attack.magical),
        situation "in `save`: whether the attack is magical";
    AllyDown = "ally_down_adjacent", Flag [CAP-068, CAP-118] => !seen.core.who_needs_aid(seen.fight, seen.own).is_empty(),
        situation "whether a friend who is down and not stabilised can be touched";

    Out = "out", Flag => seen.body.status != Status::Active, metric Fate "out of the fight";
    Dead = "dead", Flag [CAP-025, CAP-119, CAP-120, CAP-121, CAP-122, CAP-151, CAP-152, CAP-185] =>
        seen.body.status == Status::Dead,
        metric Fate "dead";
    Down = "down", Flag [CAP-117, CAP-151] => matches!(seen.body.status, Status::Down | Status::OutOfAction), metric Fate "down";
    Captured = "captured", Flag => seen.body.status == Status::Captured, metric Fate "captured";
    AsleepAtEnd = "asleep_at_end", Flag [CAP-C10] => matches!(seen.body.ended, Status::Asleep | Status::Pacified),
        metric Fate "asleep or without will to fight at the end";
    UnconsciousAtEnd = "unconscious_at_end", Flag [CAP-172] => seen.body.ended == Status::Unconscious,
        metric Fate "out of the body at the end";
    RoutedAtEnd = "routed_at_end", Flag [CAP-128] => seen.body.ended == Status::Routed, metric Fate "routed at the end";

    Hp = "hp", Amount("HP") [CAP-105, CAP-C03] => seen.exact(seen.body.hp),
        policy "hit points; of enemies 0 unless policies are omniscient", metric Scores "HP left";
    HpMax = "hp_max", Amount("HP") [CAP-141, CAP-142, CAP-143, CAP-144, CAP-145, CAP-151, CAP-152, CAP-169] =>
        seen.exact(seen.body.hp_max),
        policy "maximum of hit points; of enemies 0 unless policies are omniscient", metric Scores "maximum of HP";
    HpPercent = "hp_percent", Amount("percent") => seen.share(seen.body.hp, seen.body.hp_max),
        policy "hit points in percent; of enemies 100 unless policies are omniscient";
    Str = "str", Amount("points") [CAP-001, CAP-113] => seen.exact(seen.body.attributes[0]),
        policy "STR; of enemies 0 unless policies are omniscient", metric Scores "STR";
    StrMax = "str_max", Amount("points") [CAP-001, CAP-146, CAP-178] => seen.body.maxima[0], metric Scores "maximum of STR";
    StrPercent = "str_percent", Amount("percent") => seen.share(seen.body.attributes[0], seen.body.maxima[0]),
        policy "STR in percent; of enemies 100 unless policies are omniscient";
    Dex = "dex", Amount("points") [CAP-001] => seen.exact(seen.body.attributes[1]),
        policy "DEX; of enemies 0 unless policies are omniscient", metric Scores "DEX";
    DexMax = "dex_max", Amount("points") [CAP-001, CAP-146, CAP-147, CAP-181] => seen.body.maxima[1];
    Wil = "wil", Amount("points") [CAP-001] => seen.exact(seen.body.attributes[2]),
        policy "WIL; of enemies 0 unless policies are omniscient", metric Scores "WIL";
    WilMax = "wil_max", Amount("points") [CAP-001, CAP-146, CAP-148, CAP-149, CAP-150, CAP-170] => seen.body.maxima[2];
    HpZero = "hp_zero", Flag [CAP-107] => seen.body.hp == 0, policy "whether it has no hit points left";
    Wounds = "wounds", Amount("points") => seen.wounds(),
        policy "how badly hurt it looks: 1000 times the lost hit points in percent, and the lost STR in percent";
    Might = "might", Amount("points") => i64::from(seen.body.attributes[0]) + i64::from(seen.body.hp_max),
        policy "how strong it looks: STR and maximum of hit points";
    Ap = "ap", Amount("AP") [CAP-099, CAP-100, CAP-101, CAP-104] => seen.body.ap, policy "action points that are left";
    Pending = "pending_adv", Amount("steps") [CAP-043, RU-09] => seen.body.pending, policy "steps of gained advantage";
    Defences = "held_defences", Amount("defences") [CAP-027, CAP-028, RU-07] => seen.body.defences, policy "held defences";
    Waiting = "waiting", Amount("actions") [CAP-044, CAP-045] => seen.body.waiting.iter().flatten().count() as i64;
    Prone = "prone", Flag [CAP-026, CAP-143] => seen.body.prone, policy "whether it is prone";
    Restrained = "restrained", Flag [CAP-024, CAP-C10] => seen.body.held != Held::Free, policy "whether it is held";
    Blind = "blind", Flag [CAP-038] => seen.body.blind > 0, policy "whether it cannot see";
    Holding = "holding", Flag [CAP-024] => seen.core.grabbed_by(seen.fight, seen.of).is_some(),
        policy "whether it holds another";
    Ready = "ready", Word(READY) [CAP-156] => seen.body.ready, policy "what is in hand";
    Armed = "armed", Flag [CAP-106] => seen.core.armed(seen.fight, seen.of),
        policy "whether it has a weapon other than bare hands to use";
    FreeSlots = "free_slots", Amount("slots") [CAP-075, CAP-158, CAP-C02] => seen.core.free_slots(seen.of, seen.body),
        policy "free slots of the inventory", metric Load "free slots";
    Slots = "slots", Amount("slots") [CAP-174, CAP-181, CAP-C02] => seen.body.slots;
    Fatigue = "fatigue", Amount("slots") [CAP-072, CAP-074, CAP-075, CAP-161] => seen.body.fatigue,
        policy "Fatigue", metric Burden "Fatigue";
    Dust = "dust", Amount("units") [CAP-155] => seen.body.dust, policy "mana dust", metric Load "mana dust";
    CanCast = "can_cast", Flag [CAP-156, CAP-164, CAP-191] => seen.can_cast(), policy "whether it has a spell it could cast";
    Doomed = "doomed", Flag [CAP-152] => seen.body.has(flag::DOOMED), policy "whether it is doomed", metric Banes "doomed";
    Deprived = "deprived", Flag [CAP-071, CAP-143, CAP-151, CAP-169, CAP-176, CAP-197] => seen.body.has(flag::DEPRIVED),
        policy "whether it is Deprived", metric Banes "Deprived";
    LastSave = "last_save_mode", Word(SAVES) [CAP-049] => seen.body.last_save, policy "how it saved last";
    Attackers = "attackers", Amount("attackers") [CAP-040, RU-08] => count(seen.body.attackers),
        policy "how many have attacked it in close combat since the end of its last turn";
    OwnAttackers = "own_attackers", Amount("attackers") [CAP-040, RU-08] => count(seen.body.attackers & seen.side()),
        policy "how many of one's own side have attacked it in close combat since then";
    Occupied = "occupied", Flag [CAP-040, RU-08] => !seen.body.attackers.without(seen.own).is_empty(),
        policy "whether another than oneself has";
    StatusOf = "status", Word(STATUS) [CAP-117, CAP-123, CAP-124, CAP-128, CAP-132, CAP-151, CAP-172, CAP-C10] =>
        seen.body.status as i64,
        policy "whether and how it is in the fight";
    Is = "is"(Word(STATUS)), Flag => seen.body.status as i32 == seen.argument;
    InField = "in_field", Flag => seen.body.in_field;
    Detachment = "detachment", Flag [CAP-127] => seen.loaded().detachment, policy "whether it is a detachment";
    Leader = "leader", Flag [CAP-084] => seen.loaded().leader, policy "whether it leads its side";
    Caster = "caster", Flag [CAP-153] => seen.body.has(flag::GRIMOIRE), policy "whether it has a Grimoire";
    Armor = "armor", Amount("points") [CAP-078, CAP-080, CAP-174, CAP-178, CAP-181, RU-06] =>
        seen.core.armor(seen.fight, seen.of),
        policy "Armor", sheet Defence "Armor";
    Distance = "distance", Amount("Spaces") [RU-26] => seen.core.distance(seen.fight, seen.own, seen.of),
        policy "Spaces away from oneself";
    At = "at", Amount("Space") [RU-26] => seen.body.at;
    High = "high", Flag [CAP-110, RU-30] => seen.core.stands_high(seen.body),
        policy "true if it stands in one of `arena.heights`";
    Warded = "warded", Flag [CAP-C10] => seen.body.ward.on(), policy "whether it is warded";
    Decoys = "decoys", Amount("images") [CAP-188, CAP-C10] => seen.body.decoys, policy "images around it";

    Gold = "gold", Amount("gp") [CAP-070, CAP-193, CAP-196] => seen.body.gold, metric Load "gold";
    Worth = "worth", Amount("gp") [CAP-153, CAP-C04, CAP-C05, CAP-C07] => seen.loaded().worth, metric Load "worth of the gear";
    Wage = "wage", Amount("gp") [CAP-C08] => seen.loaded().wage, metric Load "wage";
    Tumors = "tumors", Amount("tumors") [CAP-176] => seen.body.tumors;
    Credit = "credit", Amount("steps") [CAP-176] => seen.body.credit;
    OnGround = "on_ground", Amount("weapons") [CAP-023] => seen.body.on_ground.count_ones();
    Bandages = "bandages", Amount("uses") [CAP-068, CAP-C07] => seen.body.bandages;
    Flags = "flags", Amount("bits") => seen.body.flags;
    Hamstrung = "hamstrung", Flag [CAP-147] => seen.body.has(flag::HAMSTRUNG);
    Walloped = "walloped", Flag [CAP-143] => seen.body.has(flag::WALLOPED);
    Deafened = "deafened", Flag [CAP-148] => seen.body.has(flag::DEAF);
    DiesAt = "dies_at", Amount("seconds") [CAP-119, CAP-151] => seen.body.dies_at;
}

/// Those whom the metric of a quantity is for.
pub fn whom(code: Code) -> Whom {
    match code {
        Code::AsleepAtEnd => Whom::Enchantable,
        Code::UnconsciousAtEnd | Code::Dust => Whom::Caster,
        Code::RoutedAtEnd => Whom::Detachment,
        Code::HpMax | Code::StrMax | Code::Doomed => Whom::Scarred,
        Code::FreeSlots | Code::Fatigue | Code::Deprived => Whom::Carrier,
        Code::Gold | Code::Worth => Whom::Payer,
        Code::Wage => Whom::Hireling,
        _ => Whom::Everybody,
    }
}

/// The vocabulary: the same in every scenario.
#[must_use]
pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(&observables(QUANTITIES), WORDS.to_vec())
}

/// The facts that hold throughout a scenario: what is not open to policies, and distances without positions. [CAP-012, CAP-051]
pub fn fixed(knows: &Knowledge, positions: bool) -> Vec<Fixed> {
    const HIDDEN: &str = "nobody sees it of enemies (`book.policy.omniscient`)";
    const NOWHERE: &str = "without `[arena]` everybody stands beside everybody";
    const SECRET: &str = "the number is not disclosed (`book.policy.knows_dc`)";
    let mut rows = Vec::new();
    if !knows.omniscient {
        let zeros = ["hp", "hp_max", "str", "dex", "wil"].map(|name| Fixed::of_enemies(name, 0, HIDDEN));
        rows.extend(zeros.into_iter().chain(["hp_percent", "str_percent"].map(|name| Fixed::of_enemies(name, 100, HIDDEN))));
    }
    if !knows.knows_dc {
        rows.extend(["dc.usual", "dc.critical", "dc.morale", "dc.retreat"].map(|name| Fixed::of_all(name, 0, SECRET)));
    }
    if !positions {
        rows.push(Fixed::of_enemies("distance", 1, NOWHERE));
    }
    rows
}

/// True if a policy asks who has attacked a combatant.
pub fn asks_attackers(used: &Use) -> bool {
    matches!(ASKED[usize::from(used.read.observable)], Code::Attackers | Code::OwnAttackers | Code::Occupied)
}

/// True if a policy asks how a combatant saved last.
pub fn asks_last_save(used: &Use) -> bool {
    ASKED[usize::from(used.read.observable)] == Code::LastSave
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
    /// True if hit points and attributes of the one who is looked at are known exactly.
    open: bool,
    /// The attack that is saved against, if any.
    attack: Option<Incoming>,
    argument: i32,
}

/// The number of some combatants.
fn count(slots: Slots) -> i64 {
    slots.len() as i64
}

/// A part of a whole in percent, 0 where there is no whole.
fn percent(part: i16, whole: i16) -> i64 {
    if whole <= 0 { 0 } else { i64::from(part) * 100 / i64::from(whole) }
}

impl Seen<'_> {
    fn loaded(&self) -> &Fighter {
        self.core.fighter(self.of)
    }

    /// A number to be reached, where policies know such numbers.
    fn dc(&self, dc: i32) -> i32 {
        if self.core.book.policy.knows_dc { dc } else { 0 }
    }

    /// Members of the side of the one who looks.
    fn side(&self) -> Slots {
        self.core.lineup.members(self.core.fighter(self.own).side)
    }

    /// Its enemies.
    fn foes(&self) -> Slots {
        self.core.lineup.foes(self.own)
    }

    /// Its enemies when the fight began.
    fn enemies_met(&self) -> i64 {
        let (core, side) = (self.core, self.core.fighter(self.own).side);
        let hostile = |other: &usize| *other < core.lineup.sides && core.lineup.relations.hostile(side, Side(*other as u8));
        let sides = (0..self.fight.initial.len()).filter(hostile);
        sides.map(|other| i64::from(self.fight.initial[other])).sum()
    }

    /// True if the side of a combatant has already had to save for morale.
    fn morale_used(&self, who: Slot) -> bool {
        let unit = self.fight.units[self.core.fighter(who).side.index()];
        unit.first_done || unit.half_done || unit.lone_done
    }

    /// A value that is 0 where it is hidden.
    fn exact(&self, value: i16) -> i16 {
        if self.open { value } else { 0 }
    }

    /// A part of a whole in percent, 100 where it is hidden.
    fn share(&self, part: i16, whole: i16) -> i64 {
        if self.open { percent(part, whole) } else { 100 }
    }

    /// How badly hurt it looks.
    fn wounds(&self) -> i64 {
        let body = self.body;
        1000 * (100 - percent(body.hp, body.hp_max)) + 100 - percent(body.attributes[0], body.maxima[0])
    }

    /// True if it has a spell that it could cast.
    fn can_cast(&self) -> bool {
        (0..self.loaded().spells.len()).any(|spell| self.core.can_cast(self.fight, self.of, spell))
    }
}

impl Core {
    /// A combatant as it sees itself.
    pub(super) fn seen<'a>(&'a self, fight: &'a Fight, who: Slot) -> Seen<'a> {
        Seen { core: self, fight, own: who, of: who, body: fight.body(who), open: true, attack: None, argument: 0 }
    }
}

/// A fight as policies see it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules.
    pub core: &'a Core,
    /// The state.
    pub fight: &'a Fight,
    /// The attack that is saved against, if any.
    pub attack: Option<Incoming>,
}

impl Observer for View<'_> {
    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        let &View { core, fight, attack } = self;
        let open = core.book.policy.omniscient || !core.lineup.hostile(own, of);
        Seen { core, fight, own, of, body: fight.body(of), open, attack, argument }.value(ASKED[usize::from(observable)])
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.attack.map(|attack| attack.by).or_else(|| decide::expected_target(self, own))
    }

    fn group(&self, own: Slot, group: Members) -> Slots {
        group.of(&self.core.lineup, own).those(|other| self.core.strikeable(self.fight.body(other)))
    }
}
