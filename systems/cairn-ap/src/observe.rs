//! The observables that a `cairn-ap` policy can ask for, and how each is read off the state.
//!
//! Owns the vocabulary of section 6 of the specification. Exact hit points and attributes of others are open only where the
//! book says that policies are omniscient. Start at [`OBSERVABLES`].

use frame::dice::Slot;
use frame::fight::{Side, Slots};
use frame::policy::{Argument, Fixed, Group, Kind, Observer, Use, Vocabulary, WordList};
use frame::rules::declare::observables;

use super::Core;
use super::book::Knowledge;
use super::decide;
use super::save::Incoming;
use super::state::{Fight, Held, Status, flag};

/// Lists of words.
const READY: usize = 0;
const STATUS: usize = 1;
const SAVES: usize = 2;

observables! {
    Round = "round", Situation, Kind::Integer, Argument::None, "number of the round";
    DcDefault = "dc.usual", Situation, Kind::Integer, Argument::None, "the number where the rules name none; 0 where it is not disclosed";
    DcCritical = "dc.critical", Situation, Kind::Integer, Argument::None, "the number of the save against critical damage; 0 where it is not disclosed";
    DcMorale = "dc.morale", Situation, Kind::Integer, Argument::None, "the number of the save for morale; 0 where it is not disclosed";
    DcRetreat = "dc.retreat", Situation, Kind::Integer, Argument::None, "the number of the save for a retreat; 0 where it is not disclosed";
    GroupActive = "group.active", Situation, Kind::Integer, Argument::None, "members of one's side that can act, oneself included";
    GroupInitial = "group.initial", Situation, Kind::Integer, Argument::None, "members of one's side at the beginning of the fight";
    GroupDown = "group.down", Situation, Kind::Integer, Argument::None, "members of one's side that are down";
    EnemyActive = "enemy.active", Situation, Kind::Integer, Argument::None, "enemies that can act";
    EnemyInitial = "enemy.initial", Situation, Kind::Integer, Argument::None, "enemies at the beginning of the fight";
    EnemyLeader = "enemy.leader_active", Situation, Kind::Boolean, Argument::None, "whether a leader of the enemies can act";
    EnemyMorale = "enemy.morale_used", Situation, Kind::Boolean, Argument::None, "whether enemies have already had to save for morale";
    AttackRanged = "attack.ranged", Situation, Kind::Boolean, Argument::None, "in `save`: whether the attack comes from afar; its attacker is the target";
    AttackMagical = "attack.magical", Situation, Kind::Boolean, Argument::None, "in `save`: whether the attack is magical";
    AllyDown = "ally_down_adjacent", Situation, Kind::Boolean, Argument::None, "whether a friend who is down and not stabilised can be touched";
    Hp = "hp", Combatant, Kind::Integer, Argument::None, "hit points; of enemies 0 unless policies are omniscient";
    HpMax = "hp_max", Combatant, Kind::Integer, Argument::None, "maximum of hit points; of enemies 0 unless policies are omniscient";
    HpPercent = "hp_percent", Combatant, Kind::Integer, Argument::None, "hit points in percent; of enemies 100 unless policies are omniscient";
    Str = "str", Combatant, Kind::Integer, Argument::None, "STR; of enemies 0 unless policies are omniscient";
    StrPercent = "str_percent", Combatant, Kind::Integer, Argument::None, "STR in percent; of enemies 100 unless policies are omniscient";
    Dex = "dex", Combatant, Kind::Integer, Argument::None, "DEX; of enemies 0 unless policies are omniscient";
    Wil = "wil", Combatant, Kind::Integer, Argument::None, "WIL; of enemies 0 unless policies are omniscient";
    HpZero = "hp_zero", Combatant, Kind::Boolean, Argument::None, "whether it has no hit points left";
    Wounds = "wounds", Combatant, Kind::Integer, Argument::None, "how badly hurt it looks: 1000 times the lost hit points in percent, and the lost STR in percent";
    Might = "might", Combatant, Kind::Integer, Argument::None, "how strong it looks: STR and maximum of hit points";
    Ap = "ap", Combatant, Kind::Integer, Argument::None, "action points that are left";
    Pending = "pending_adv", Combatant, Kind::Integer, Argument::None, "steps of gained advantage";
    Defences = "held_defences", Combatant, Kind::Integer, Argument::None, "held defences";
    Prone = "prone", Combatant, Kind::Boolean, Argument::None, "whether it is prone";
    Restrained = "restrained", Combatant, Kind::Boolean, Argument::None, "whether it is held";
    Blind = "blind", Combatant, Kind::Boolean, Argument::None, "whether it cannot see";
    Holding = "holding", Combatant, Kind::Boolean, Argument::None, "whether it holds somebody";
    Ready = "ready", Combatant, Kind::Word(READY), Argument::None, "what is in hand";
    Armed = "armed", Combatant, Kind::Boolean, Argument::None, "whether it has a weapon other than bare hands to use";
    FreeSlots = "free_slots", Combatant, Kind::Integer, Argument::None, "free slots of the inventory";
    Fatigue = "fatigue", Combatant, Kind::Integer, Argument::None, "Fatigue";
    Dust = "dust", Combatant, Kind::Integer, Argument::None, "mana dust";
    CanCast = "can_cast", Combatant, Kind::Boolean, Argument::None, "whether it has a spell it could cast";
    Doomed = "doomed", Combatant, Kind::Boolean, Argument::None, "whether it is doomed";
    Deprived = "deprived", Combatant, Kind::Boolean, Argument::None, "whether it is Deprived";
    LastSave = "last_save_mode", Combatant, Kind::Word(SAVES), Argument::None, "how it saved last";
    Attackers = "attackers", Combatant, Kind::Integer, Argument::None, "how many have attacked it in close combat since the end of its last turn";
    OwnAttackers = "own_attackers", Combatant, Kind::Integer, Argument::None, "how many of one's own side have attacked it in close combat since then";
    Occupied = "occupied", Combatant, Kind::Boolean, Argument::None, "whether somebody other than oneself has";
    StatusOf = "status", Combatant, Kind::Word(STATUS), Argument::None, "whether and how it is in the fight";
    Detachment = "detachment", Combatant, Kind::Boolean, Argument::None, "whether it is a detachment";
    Leader = "leader", Combatant, Kind::Boolean, Argument::None, "whether it leads its side";
    Caster = "caster", Combatant, Kind::Boolean, Argument::None, "whether it has a Grimoire";
    Armor = "armor", Combatant, Kind::Integer, Argument::None, "Armor";
    Distance = "distance", Combatant, Kind::Integer, Argument::None, "Spaces away from oneself";
    High = "high", Combatant, Kind::Boolean, Argument::None, "true if it stands in one of `arena.heights`";
    Warded = "warded", Combatant, Kind::Boolean, Argument::None, "whether it is warded";
    Decoys = "decoys", Combatant, Kind::Integer, Argument::None, "images around it";
}

/// The vocabulary: the same in every scenario.
#[must_use]
pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(
        OBSERVABLES,
        vec![
            WordList::new("what is in hand", ["weapons", "grimoire", "nothing"]),
            WordList::new("status", Status::NAMES),
            WordList::new("save", ["none_yet", "dodge", "block", "parry", "brace"]),
        ],
    )
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

/// The name of what is used of the vocabulary.
#[must_use]
pub fn name(used: &Use) -> &'static str {
    OBSERVABLES[usize::from(used.read.observable)].name
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

/// A part of a whole in percent, 0 where there is no whole.
fn percent(part: i16, whole: i16) -> i64 {
    if whole <= 0 { 0 } else { i64::from(part) * 100 / i64::from(whole) }
}

impl View<'_> {
    /// Returns a number to be reached, where policies know such numbers.
    fn dc(&self, dc: i32) -> i64 {
        if self.core.book.policy.knows_dc { i64::from(dc) } else { 0 }
    }
}

impl Observer for View<'_> {
    fn situation(&self, own: Slot, observable: u16, _: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let mut foes = core.lineup.foes(own);
        let side = core.fighter(own).side;
        match CODES[usize::from(observable)] {
            Code::Round => i64::from(fight.round),
            Code::DcDefault => self.dc(core.book.check.dc),
            Code::DcCritical => self.dc(core.book.crit.dc),
            Code::DcMorale => self.dc(core.book.morale.dc),
            Code::DcRetreat => self.dc(core.book.retreat.dc),
            Code::GroupActive => (core.lineup.members(side) & fight.active()).len() as i64,
            Code::GroupInitial => i64::from(fight.initial[side.index()]),
            Code::GroupDown => {
                core.lineup.members(side).filter(|&other| fight.body(other).status == Status::Down).count() as i64
            }
            Code::EnemyActive => core.active_foes(fight, own).len() as i64,
            Code::EnemyInitial => {
                let hostile =
                    |other: &usize| *other < core.lineup.sides && core.lineup.relations.hostile(side, Side(*other as u8));
                let sides = (0..fight.initial.len()).filter(hostile);
                sides.map(|other| i64::from(fight.initial[other])).sum()
            }
            Code::EnemyLeader => i64::from(foes.any(|foe| core.fighter(foe).leader && fight.active().has(foe))),
            Code::EnemyMorale => {
                let used = foes.any(|foe| {
                    let unit = fight.units[core.fighter(foe).side.index()];
                    unit.first_done || unit.half_done || unit.lone_done
                });
                i64::from(used)
            }
            Code::AttackRanged => i64::from(self.attack.is_some_and(|attack| attack.ranged)),
            Code::AttackMagical => i64::from(self.attack.is_some_and(|attack| attack.magical)),
            Code::AllyDown => i64::from(!core.who_needs_aid(fight, own).is_empty()),
            _ => 0,
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, _: i32) -> i64 {
        let (core, fight) = (self.core, self.fight);
        let (body, fighter) = (fight.body(of), core.fighter(of));
        let open = core.book.policy.omniscient || !core.lineup.hostile(own, of);
        let exact = |value: i16| if open { i64::from(value) } else { 0 };
        let share = |part: i16, whole: i16| if open { percent(part, whole) } else { 100 };
        match CODES[usize::from(observable)] {
            Code::Hp => exact(body.hp),
            Code::HpMax => exact(body.hp_max),
            Code::HpPercent => share(body.hp, body.hp_max),
            Code::Str => exact(body.attributes[0]),
            Code::StrPercent => share(body.attributes[0], body.maxima[0]),
            Code::Dex => exact(body.attributes[1]),
            Code::Wil => exact(body.attributes[2]),
            Code::HpZero => i64::from(body.hp == 0),
            Code::Wounds => 1000 * (100 - percent(body.hp, body.hp_max)) + 100 - percent(body.attributes[0], body.maxima[0]),
            Code::Might => i64::from(body.attributes[0]) + i64::from(body.hp_max),
            Code::Ap => i64::from(body.ap),
            Code::Pending => i64::from(body.pending),
            Code::Defences => i64::from(body.defences),
            Code::Prone => i64::from(body.prone),
            Code::Restrained => i64::from(body.held != Held::Free),
            Code::Blind => i64::from(body.blind > 0),
            Code::Holding => i64::from(core.grabbed_by(fight, of).is_some()),
            Code::Ready => i64::from(body.ready),
            Code::Armed => i64::from(core.armed(fight, of)),
            Code::FreeSlots => i64::from(core.free_slots(of, body)),
            Code::Fatigue => i64::from(body.fatigue),
            Code::Dust => i64::from(body.dust),
            Code::CanCast => i64::from((0..fighter.spells.len()).any(|spell| core.can_cast(fight, of, spell))),
            Code::Doomed => i64::from(body.has(flag::DOOMED)),
            Code::Deprived => i64::from(body.has(flag::DEPRIVED)),
            Code::LastSave => i64::from(body.last_save),
            Code::Attackers => body.attackers.len() as i64,
            Code::OwnAttackers => (body.attackers & core.lineup.members(core.fighter(own).side)).len() as i64,
            Code::Occupied => i64::from(!body.attackers.without(own).is_empty()),
            Code::StatusOf => body.status as i64,
            Code::Detachment => i64::from(fighter.detachment),
            Code::Leader => i64::from(fighter.leader),
            Code::Caster => i64::from(body.has(flag::GRIMOIRE)),
            Code::Armor => i64::from(core.armor(fight, of)),
            Code::Distance => i64::from(core.distance(fight, own, of)),
            Code::High => i64::from(core.stands_high(body)),
            Code::Warded => i64::from(body.ward.on()),
            Code::Decoys => i64::from(body.decoys),
            _ => 0,
        }
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.attack.map(|attack| attack.by).or_else(|| decide::expected_target(self, own))
    }

    fn group(&self, own: Slot, group: Group) -> Slots {
        let core = self.core;
        let members = match group {
            Group::Allies => core.lineup.friends(own).without(own),
            Group::Enemies => core.lineup.foes(own),
        };
        members.those(|other| core.strikeable(self.fight.body(other)))
    }
}
