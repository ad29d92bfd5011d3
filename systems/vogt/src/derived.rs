//! Values of a combatant that follow from its state: modifiers, AR, the present maximum of hit points, movement, initiative
//! order, who is active.
//!
//! Owns the arithmetic of section "derived values"; changes nothing. Start at [`Core::ar`].

use frame::dice::{Die, Slot};
use frame::fight::{Adds, Ratio, Rounding, Slots};
use frame::rules::modifier::modifiers;

use super::Core;
use super::book::{Order, Tie};
use super::fighter::{DamageTypes, step};
use super::rulings::{AbilityPenalty, ArMode, Cap, EyeLoss, HpFloor, ProneAr, Stacking};
use super::sheet::{Ability, Status};
use super::state::{Body, Fight};

impl Core {
    /// Those whom the combatant could help: its friends on the field, else bystanders (VOG-020).
    pub(super) fn to_help(&self, fight: &Fight, who: Slot) -> Slots {
        let friends = (self.lineup.friends(who) & fight.present).without(who);
        if friends.is_empty() { self.bystanders(fight, who) } else { friends }
    }

    /// Others on the field of whom none is an enemy (VOG-020).
    fn bystanders(&self, fight: &Fight, who: Slot) -> Slots {
        let at_war = |other: Slot| self.lineup.hostile(who, other) || self.lineup.hostile(other, who);
        fight.present.without(who).those(|other| !at_war(other))
    }

    /// Adds the penalties of an ability that are added to whatever is rolled or read off it.
    #[inline(always)]
    pub(super) fn with_penalties<S: Adds>(&self, sum: S, who: Slot, body: &Body, ability: Ability) -> S {
        let none = self.is_whole(body, ability) || self.rulings.stat_penalty == AbilityPenalty::DieStep;
        if none { sum } else { self.penalties(sum, who, body, ability) }
    }

    /// An ability as it is now: its die, and what is added to whatever is rolled or read off it.
    #[inline(always)]
    pub(super) fn ability(&self, who: Slot, body: &Body, ability: Ability) -> (Die, i32) {
        if self.is_whole(body, ability) { (body.abilities[ability.index()], 0) } else { self.penalised(who, body, ability) }
    }

    /// True if nothing is there that could take anything off an ability.
    #[inline(always)]
    fn is_whole(&self, body: &Body, ability: Ability) -> bool {
        body.statuses == 0 && (ability != Ability::Awr || self.rulings.death_eye == EyeLoss::Nothing)
    }

    /// Returns the die and bonus of an ability that are left under its penalty.
    #[inline(never)]
    fn penalised(&self, who: Slot, body: &Body, ability: Ability) -> (Die, i32) {
        let (die, penalty) = (body.abilities[ability.index()], self.penalties(0, who, body, ability));
        match self.rulings.stat_penalty {
            AbilityPenalty::Flat => (die, penalty),
            AbilityPenalty::DieStep => (step(&self.book.ladder, die, penalty), 0),
        }
    }

    /// The modifier of an ability.
    #[inline(always)]
    pub(super) fn modifier(&self, who: Slot, body: &Body, ability: Ability) -> i32 {
        self.add_modifier(0, who, body, ability)
    }

    /// Adds the modifier of an ability: the median of its die rounded down, with penalties.
    #[inline(always)]
    pub(super) fn add_modifier<S: Adds>(&self, sum: S, who: Slot, body: &Body, ability: Ability) -> S {
        let (die, _) = self.ability(who, body, ability);
        self.with_penalties(sum.plus(ability.short(), die.median()), who, body, ability)
    }

    /// AR.
    #[inline(always)]
    pub(super) fn ar(&self, who: Slot, body: &Body) -> i32 {
        self.add_ar::<i32>(0, who, body)
    }

    /// Adds AR to a sum without any part (VOG-018, VOG-099, VOG-205, VOG-206, R-04, R-05).
    #[inline(always)]
    pub(super) fn add_ar<S: Adds>(&self, sum: S, who: Slot, body: &Body) -> S {
        if body.prone && self.rulings.prone_ar == ProneAr::Zero {
            return sum.because("prone");
        }
        let fighter = self.fighter(who);
        let sum = match fighter.ar_base {
            Some(base) => sum.plus("base", base),
            None => self.add_modifier(sum, who, body, Ability::Dex),
        };
        let armor = if body.armor_broken { 0 } else { fighter.armor };
        let defend = if body.defending { self.book.defend.ar_bonus } else { 0 };
        sum.plus("armor", armor).plus("Defend", defend).at_least("no less than 0", 0)
    }

    /// Points of AR that are left against the next blow.
    #[inline(always)]
    pub(super) fn ar_left(&self, who: Slot, body: &Body) -> i32 {
        self.add_ar_left::<i32>(0, who, body)
    }

    /// Adds the points of AR that are left against the next blow to a sum without any part.
    #[inline(always)]
    pub(super) fn add_ar_left<S: Adds>(&self, sum: S, who: Slot, body: &Body) -> S {
        match self.rulings.ar_mode {
            ArMode::PoolPerRound => {
                let sum = self.add_ar::<S>(sum, who, body);
                let used_up = body.absorbed.min(sum.total());
                sum.plus("used up in this round", -used_up)
            }
            ArMode::PerHit => self.add_ar::<S>(sum, who, body),
            ArMode::Off => sum,
        }
    }

    /// Raises damage to the least that it can be (VOG-030).
    #[inline(always)]
    pub(super) fn at_the_least<S: Adds>(&self, damage: S) -> S {
        damage.at_least("at the least", self.book.damage.minimum)
    }

    /// Returns the number of times that the penalty of `level` applies at the present exhaustion (VOG-041, R-12).
    #[inline]
    fn times(&self, body: &Body, level: u8) -> u16 {
        if level == 0 || body.exhaustion < u16::from(level) {
            return 0;
        }
        match self.rulings.exhaustion_stacking {
            Stacking::Once => 1,
            Stacking::EachLevel => body.exhaustion - u16::from(level) + 1,
        }
    }

    /// The lowest number of hit points, if there is one.
    #[inline(always)]
    pub(super) fn hp_floor(&self) -> Option<i32> {
        match self.rulings.hp_floor {
            HpFloor::None => None,
            HpFloor::Zero => Some(0),
        }
    }

    /// The highest level that exhaustion can come to.
    pub(super) fn exhaustion_most(&self) -> u16 {
        match (self.rulings.exhaustion_cap, self.book.exhaustion.death_level) {
            (Cap::None, _) | (Cap::DeathLevel, 0) => u16::MAX,
            (Cap::DeathLevel, level) => level.into(),
        }
    }

    /// The present maximum of hit points (VOG-043).
    #[inline]
    pub(super) fn hp_max(&self, who: Slot, body: &Body) -> i32 {
        let whole = self.fighter(who).hp_max;
        repeated(self.book.exhaustion.hp_max, whole, self.times(body, self.book.exhaustion.hp_max_level))
    }

    /// Squares of movement before being prone counts (VOG-009, VOG-024, VOG-042, VOG-049, VOG-093, VOG-101, R-17, R-20).
    #[inline]
    pub(super) fn allowance(&self, who: Slot, body: &Body, running: bool) -> i32 {
        let fighter = self.fighter(who);
        let mut squares = fighter.movement;
        if body.legs < fighter.legs {
            squares = squares.min(i32::from(self.book.death.leg_movement));
        }
        if body.has(Status::Immobile) {
            squares = squares.min(i32::from(self.book.status.immobile_movement));
        }
        if self.unconscious(body) {
            return 0;
        }
        let exhaustion = &self.book.exhaustion;
        squares = repeated(exhaustion.speed, squares, self.times(body, exhaustion.speed_level));
        if running { self.book.run.multiplier.of(squares, Rounding::Down) } else { squares }
    }

    /// True if it could stand up at all: that takes a leg and a square of movement, whatever else it costs (VOG-093, VOG-097,
    ///
    pub(super) fn can_stand(&self, who: Slot, body: &Body) -> bool {
        can_stand_with(self.allowance(who, body, false), body)
    }

    /// Squares of movement in this turn without running.
    pub(super) fn steps(&self, who: Slot, body: &Body) -> i32 {
        let steps = self.allowance(who, body, false);
        if body.prone { self.while_prone(steps) } else { steps }
    }

    /// Returns what is left of so many steps to a combatant that begins its turn prone (VOG-097).
    pub(super) fn while_prone(&self, steps: i32) -> i32 {
        self.book.prone.movement.of(steps, Rounding::Down)
    }

    /// True if it is unconscious, by exhaustion or by the status (VOG-044).
    #[inline]
    pub(super) fn unconscious(&self, body: &Body) -> bool {
        self.exhausted(body) || body.has(Status::Unconscious)
    }

    /// True if it is unconscious by exhaustion alone (VOG-044).
    #[inline]
    pub(super) fn exhausted(&self, body: &Body) -> bool {
        let level = self.book.exhaustion.unconscious_level;
        level > 0 && body.exhaustion >= u16::from(level)
    }

    /// True if it is on the field and alive.
    #[inline]
    pub(super) fn present(&self, body: &Body) -> bool {
        body.in_field && !body.dead
    }

    /// True if it is on the field, alive and conscious (VOG-102).
    #[inline]
    pub(super) fn active(&self, body: &Body) -> bool {
        self.present(body) && !self.unconscious(body)
    }

    /// Writes down whether it is present and active; has to follow every change that can make a difference to that.
    #[inline(never)]
    pub(super) fn muster(&self, fight: &mut Fight, who: Slot) {
        let (present, active) = (self.present(fight.body(who)), self.active(fight.body(who)));
        let belongs = |slots: Slots, belongs: bool| if belongs { slots.with(who) } else { slots.without(who) };
        fight.somebody_fell |= fight.present.has(who) && !present || fight.active.has(who) && !active;
        fight.present = belongs(fight.present, present);
        fight.active = belongs(fight.active, active);
    }

    /// Damage types it resists (VOG-038, VOG-089).
    #[inline]
    pub(super) fn resists(&self, who: Slot, body: &Body) -> DamageTypes {
        let drenched = if body.has(Status::Drenched) { self.types.drenched_resist } else { 0 };
        self.fighter(who).resist | drenched
    }

    /// Damage types it is vulnerable to (VOG-039, VOG-090, VOG-096).
    #[inline]
    pub(super) fn vulnerable(&self, who: Slot, body: &Body) -> DamageTypes {
        let drenched = if body.has(Status::Drenched) { self.types.drenched_vulnerable } else { 0 };
        let nauseated = if body.has(Status::Nauseated) { self.types.nauseated_vulnerable } else { 0 };
        self.fighter(who).vulnerable | drenched | nauseated
    }

    /// Active enemies.
    #[inline]
    pub(super) fn active_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who) & fight.active
    }

    /// Squares between two combatants; 1 where there is no grid.
    #[inline]
    pub(super) fn distance(&self, fight: &Fight, a: Slot, b: Slot) -> i32 {
        match &self.grid {
            Some(grid) => grid.distance(fight.body(a).at, fight.body(b).at),
            None => i32::from(a != b),
        }
    }

    /// A number that is smaller the earlier a combatant goes by its initiative alone (VOG-071).
    #[inline]
    pub(super) fn initiative_key(&self, body: &Body) -> i64 {
        i64::from(match self.book.round.order {
            Order::LowFirst => body.initiative,
            Order::HighFirst => -body.initiative,
        })
    }

    /// Returns the initiative of a combatant that re-evaluates, by what it had before and what it has rolled anew (VOG-026).
    pub(super) fn initiative_again(&self, before: i32, rolled: i32) -> i32 {
        if self.book.reevaluate.adds { before + rolled } else { rolled }
    }

    /// Adds the number that the save of those who carry too much has to reach, with so many slots too many (VOG-063, VOG-064, R-33).
    pub(super) fn add_load<S: Adds>(&self, sum: S, over: i32) -> S {
        let numbers = &self.book.encumbrance;
        sum.plus("difficulty", numbers.difficulty).plus("for slots too many", over * numbers.per_slot)
    }

    /// A number that is smaller the earlier a combatant goes: initiative, then the ties of the book (VOG-071 to VOG-073,
    /// Equal numbers are tied to the end.
    pub(super) fn order_key(&self, who: Slot, body: &Body) -> i64 {
        let mut key = self.initiative_key(body);
        for tie in self.book.round.ties.iter().take(2) {
            // Means and maxima of at most 99d100 fit into 14 bits each, and a Dexterity with its penalty into 16.
            key = match tie {
                Tie::Dex => {
                    let (die, penalty) = self.ability(who, body, Ability::Dex);
                    key << 16 | i64::from(0x7FFF - (die.mean_doubled() + 2 * penalty))
                }
                Tie::SmallDie => {
                    let die = body.initiative_die;
                    key << 28 | i64::from(die.mean_doubled()) << 14 | i64::from(die.most())
                }
            };
        }
        key
    }
}

/// A value changed by a factor so many times.
#[inline]
fn repeated(factor: Ratio, value: i32, times: u16) -> i32 {
    match times {
        0 => value,
        1 => factor.of(value, Rounding::Down),
        times => repeated_often(factor, value, times),
    }
}

/// Takes a fraction of a value several times, rounding down each time.
#[inline(never)]
fn repeated_often(factor: Ratio, value: i32, times: u16) -> i32 {
    (0..times.min(64)).fold(value, |value, _| factor.of(value, Rounding::Down))
}

/// True if the combatant lies there who could stand up with so many steps.
#[inline]
pub fn can_stand_with(steps: i32, body: &Body) -> bool {
    body.prone && body.legs > 0 && steps >= 1
}

modifiers! {
    impl Core;

    /// Adds what statuses and lost eyes take off an ability (VOG-084, VOG-088, VOG-091, VOG-100, R-16).
    fn penalties(&self, sum, who: Slot, body: &Body, ability: Ability) {
        let numbers = &self.book.status;
        let by = |of: Ability, status: Status| ability == of && body.has(status);
        let lost_eyes = || i32::from(self.fighter(who).eyes.saturating_sub(body.eyes));
        let eyes_count = ability == Ability::Awr && self.rulings.death_eye == EyeLoss::AwrPenalty;
    } adds PENALTIES "what statuses and lost eyes take off an ability" {
        frozen_str "frozen" [VOG-091] if by(Ability::Str, Status::Frozen) => numbers.frozen_str;
        frozen_dex "frozen" [VOG-091] if by(Ability::Dex, Status::Frozen) => numbers.frozen_dex;
        scorched_wil "scorched" [VOG-100] if by(Ability::Wil, Status::Scorched) => numbers.scorched_wil;
        blind_awr "blind" [VOG-084] if by(Ability::Awr, Status::Blind) => numbers.blind_awr;
        deaf_awr "deaf" [VOG-088] if by(Ability::Awr, Status::Deaf) => numbers.deaf_awr;
        scorched_awr "scorched" [VOG-100] if by(Ability::Awr, Status::Scorched) => numbers.scorched_awr;
        lost_eyes "lost eyes" [R-16] if eyes_count => lost_eyes() * self.book.death.eye_awr;
    }
}
