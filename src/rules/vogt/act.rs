//! Actions of `vogt`: what each of them does when its turn has come.
//!
//! Owns targets, the blows of attacks and techniques, Defend, Help, Retrieve and Contest. What damage does to its target is in
//! [`harm`](super::harm), movement in [`movement`](super::movement). Start at [`Core::act`].

use crate::dice::{Dice, Die, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::fighter::{TECHNIQUE_SIZES, Technique};
use super::harm::{Cause, Luck};
use super::metrics as count;
use super::rolls;
use super::rulings::{AttackResolution, BlindDamage, ContestEffect, ContestTie, Declare, HelpAppliesTo, StrengthModifier};
use super::sheet::{Ability, Status, Targets, TechniqueKind};
use super::state::{Act, Declared, Fight};

impl Core {
    /// Performs what was declared, against the target that was chosen for it, if any.
    #[inline]
    pub(super) fn act<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        act: Act,
        target: Option<Slot>,
        table: &mut Table<D, W>,
    ) {
        if fight.body(who).has(Status::Hallucinating) && self.hallucinates(fight, who, act, table) {
            return;
        }
        match act {
            Act::Attack { weapon } => self.attack::<false, _, _>(fight, who, usize::from(weapon), target, table),
            other => self.act_otherwise(fight, who, (other, target), table),
        }
    }

    /// Performs what is not an attack.
    #[inline(never)]
    fn act_otherwise<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (act, target): (Act, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        match act {
            Act::Technique { technique, dice } => {
                let technique = &self.fighter(who).techniques[usize::from(technique)];
                match technique.kind {
                    TechniqueKind::Damage => self.strike_with(fight, who, (technique, dice), target, table),
                    TechniqueKind::Heal => self.heal(fight, who, (technique, dice), table),
                }
            }
            Act::Defend => {
                fight.body_mut(who).defending = true;
                table.tell("VOG-018", || format!("{} defends: AR {}", self.name(who), self.ar::<false>(who, fight.body(who))));
            }
            Act::Help => self.help(fight, who, table),
            Act::Retrieve { weapon } => {
                let body = fight.body_mut(who);
                body.stowed &= !(1 << weapon);
                self.fighter(who).rearm(body);
                let name = || &self.fighter(who).weapons[usize::from(weapon)].name;
                table.tell("VOG-059", || format!("{} retrieves the {}", self.name(who), name()));
            }
            Act::Contest => self.contest(fight, who, target, table),
            Act::Stand => {
                if !self.can_stand(who, fight.body(who)) {
                    return self.loses_action(who, Lost::Means, table);
                }
                fight.body_mut(who).prone = false;
                table.tell("R-19", || format!("{} stands up", self.name(who)));
            }
            Act::Run | Act::Flee | Act::Attack { .. } => {}
        }
    }

    /// Whether the action of somebody who sees things is wasted on what is not there (VOG-092, R-36).
    #[inline(never)]
    fn hallucinates<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, act: Act, table: &mut Table<D, W>) -> bool {
        let sides = u32::from(self.book.status.hallucinating_die);
        let wasteful = !matches!(act, Act::Run | Act::Flee);
        if !wasteful || sides == 0 || !table.at_most(who, &rolls::HALLUCINATION, sides, 1) {
            return false;
        }
        if let Act::Technique { technique, dice } = act {
            self.expend(fight, who, &self.fighter(who).techniques[usize::from(technique)], dice, table);
        }
        table.watch.count(who, count::ACTIONS_LOST, 1);
        table.watch.count(who, count::LOST_TO_VISIONS, 1);
        table.tell("VOG-092", || format!("{} wastes its action on what is not there", self.name(who)));
        true
    }

    /// The target of an action that needs one, chosen when its turn has come (VOG-011, R-22, R-23).
    #[inline]
    pub(super) fn target<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        declared: Declared,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        if !matches!(declared.act, Act::Attack { .. }) && !self.needs_target(who, declared.act) {
            return None;
        }
        let candidates = self.candidates(fight, who);
        if self.rulings.declare == Declare::ActionAndTarget {
            return declared.target.filter(|&target| candidates.has(target));
        }
        self.choose_target::<false, _, _>(fight, who, candidates, table)
    }

    /// Whether an action is aimed at somebody.
    #[inline(never)]
    pub(super) fn needs_target(&self, who: Slot, act: Act) -> bool {
        match act {
            Act::Attack { .. } | Act::Run | Act::Contest => true,
            Act::Technique { technique, .. } => self.fighter(who).techniques[usize::from(technique)].needs_target(),
            _ => false,
        }
    }

    /// Whom it may strike: active enemies, or when there are none and it would, the fallen.
    #[inline]
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        let active = self.active_foes(fight, who);
        if active.is_empty() && self.finishes(fight, who) {
            return self.foes(who) & fight.present;
        }
        active
    }

    /// A blow with a weapon (VOG-011, VOG-033, R-01).
    #[inline]
    pub(super) fn attack<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        weapon: usize,
        target: Option<Slot>,
        table: &mut Table<D, W>,
    ) {
        let fighter = self.fighter(who);
        let arm = &fighter.weapons[weapon];
        let distance = |target: Slot| if PLAIN { 1 } else { self.distance(fight, who, target) };
        let in_reach = target.filter(|&target| distance(target) <= arm.range);
        let usable = fighter.usable(fight.body(who), weapon);
        let Some(target) = in_reach.filter(|_| usable) else {
            return self.loses_action(who, if usable { Lost::of(target) } else { Lost::Means }, table);
        };
        table.tell("VOG-011", || format!("{} attacks {} with the {}", fighter.name, self.name(target), arm.name));
        table.watch.count(who, count::BLOWS, 1);
        let (hits, ar, damage_luck) = self.attack_check::<PLAIN, _, _>(fight, who, target, arm.range, table);
        if !hits {
            return;
        }
        let strength = || if arm.add_str { self.strength_least(fight, who) } else { 0 };
        let most =
            |table: &mut Table<D, W>| Some(self.enough(fight, target, (arm.damage_type, ar), table)? - strength() - arm.bonus);
        let mut damage = self.damage_roll(fight, who, arm.die, damage_luck, most, table);
        if arm.add_str {
            damage += self.strength::<PLAIN, _, _>(fight, who, table);
        }
        let dealt = (damage + arm.bonus).max(self.book.damage.minimum);
        table.tell("VOG-028", || format!("{dealt} damage"));
        let cause = Cause::Blow { by: who, damage_type: arm.damage_type, ar };
        let hurt = self.hurt::<PLAIN, _, _>(fight, target, dealt, cause, table);
        table.watch.count(who, count::BLOWS_THROUGH, i32::from(hurt.lost > 0));
        self.ride(fight, target, who, (&arm.riders, hurt), table);
    }

    /// Whether an attack hits at all, whether AR counts against it, and how its damage is rolled.
    #[inline]
    fn attack_check<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        range: i32,
        table: &mut Table<D, W>,
    ) -> (bool, bool, Luck) {
        if PLAIN {
            return (true, true, Luck::Even);
        }
        let blind = fight.body(who).has(Status::Blind) && self.rulings.blind_damage == BlindDamage::Disadvantage;
        if self.rulings.attack_resolution == AttackResolution::Auto {
            let helped = self.rulings.help_applies_to == HelpAppliesTo::ChecksAndDamage && fight.end_help(who);
            return (true, true, Luck::of(helped, blind));
        }
        let ability = if range <= 1 { Ability::Str } else { Ability::Dex };
        let luck = Luck::of(fight.end_help(who), blind);
        let ar = self.ar::<false>(target, fight.body(target));
        let hits = |table: &mut Table<D, W>| {
            let total = self.check(fight, who, ability, luck, &rolls::ATTACK_CHECK, table);
            table.tell("R-01", || format!("{total} against AR {ar}: {}", if total >= ar { "a hit" } else { "a miss" }));
            i64::from(total >= ar)
        };
        let hits = table.settle(&rolls::ATTACK_CHECK, || self.check_key(fight, who, ability, luck, ar), hits) == 1;
        (hits, false, Luck::Even)
    }

    /// The Strength modifier of a weapon attack (VOG-033, R-08).
    #[inline]
    fn strength<const PLAIN: bool, D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> i32 {
        match self.rulings::<PLAIN>().strength_modifier {
            StrengthModifier::Median => self.modifier(who, fight.body(who), Ability::Str),
            StrengthModifier::Roll => self.check(fight, who, Ability::Str, Luck::Even, &rolls::STRENGTH, table),
            StrengthModifier::None => 0,
        }
    }

    /// The least that it can be.
    fn strength_least(&self, fight: &Fight, who: Slot) -> i32 {
        match self.rulings.strength_modifier {
            StrengthModifier::Median => self.modifier(who, fight.body(who), Ability::Str),
            StrengthModifier::Roll => {
                let (die, penalty) = self.ability(who, fight.body(who), Ability::Str);
                i32::from(die.count) + self.fighter(who).bonus[Ability::Str.index()] + penalty
            }
            StrengthModifier::None => 0,
        }
    }

    /// An ability check: die, bonus and penalties (VOG-002, VOG-003, R-29).
    pub(super) fn check<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        ability: Ability,
        luck: Luck,
        roll: &'static crate::dice::Roll,
        table: &mut Table<D, W>,
    ) -> i32 {
        let (die, penalty) = self.ability(who, fight.body(who), ability);
        luck.roll(|| table.sum(who, roll, die)) + self.fighter(who).bonus[ability.index()] + penalty
    }

    /// What an ability check depends on, beside a number that it is held against.
    pub(super) fn check_key(&self, fight: &Fight, who: Slot, ability: Ability, luck: Luck, against: i32) -> [i64; 4] {
        let (die, penalty) = self.ability(who, fight.body(who), ability);
        let added = self.fighter(who).bonus[ability.index()] + penalty;
        [die.count.into(), die.sides.into(), luck as i64, i64::from(added) - i64::from(against)]
    }

    /// A technique that deals damage (VOG-014, VOG-034, VOG-035).
    fn strike_with<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (technique, dice): (&Technique, u8),
        target: Option<Slot>,
        table: &mut Table<D, W>,
    ) {
        let targets = self.struck(fight, who, technique, target);
        if fight.body(who).technique_dice[technique.size] < dice {
            return self.loses_action(who, Lost::Means, table);
        }
        if targets.is_empty() {
            return self.loses_action(who, Lost::of(self.candidates(fight, who).next()), table);
        }
        self.expend(fight, who, technique, dice, table);
        table.tell("VOG-014", || format!("{} uses {} with {dice} dice", self.name(who), technique.name));
        let body = fight.body(who);
        let blind = body.has(Status::Blind) && self.rulings.blind_damage == BlindDamage::Disadvantage;
        let mute = body.has(Status::Mute) && technique.voice;
        let helped = self.rulings.help_applies_to == HelpAppliesTo::ChecksAndDamage && fight.end_help(who);
        let luck = Luck::of(helped, blind || mute);
        let die = Die::new(dice, TECHNIQUE_SIZES[technique.size]);
        let modifier = technique.ability.map_or(0, |ability| self.modifier(who, fight.body(who), ability)) + technique.bonus;
        let mut rolled = None;
        for target in targets {
            let again = !self.book.damage.one_roll_for_all;
            let roll = match rolled {
                Some(roll) if !again => roll,
                _ => {
                    let mut hurt = if again { Slots::only(target) } else { targets };
                    let most = |table: &mut Table<D, W>| {
                        hurt.try_fold(0, |most, one| {
                            let enough = self.enough(fight, one, (technique.damage_type, true), table)?;
                            Some(most.max(enough - modifier))
                        })
                    };
                    self.damage_roll(fight, who, die, luck, most, table)
                }
            };
            rolled = Some(roll);
            let dealt = (roll + modifier).max(self.book.damage.minimum);
            table.tell("VOG-034, VOG-035", || format!("{dealt} damage to {}", self.name(target)));
            table.watch.count(who, count::BLOWS, 1);
            let cause = Cause::Blow { by: who, damage_type: technique.damage_type, ar: true };
            let hurt = self.hurt::<false, _, _>(fight, target, dealt, cause, table);
            table.watch.count(who, count::BLOWS_THROUGH, i32::from(hurt.lost > 0));
            self.ride(fight, target, who, (&technique.riders, hurt), table);
        }
    }

    /// Whom a technique strikes, in slot order.
    fn struck(&self, fight: &Fight, who: Slot, technique: &Technique, target: Option<Slot>) -> Slots {
        let within =
            |from: Slot, squares: i32| self.candidates(fight, who).those(|foe| self.distance(fight, from, foe) <= squares);
        let in_reach = target.filter(|&target| self.distance(fight, who, target) <= technique.range);
        match (technique.targets, technique.radius) {
            (Targets::All, None) => within(who, technique.range),
            (Targets::All, Some(radius)) => in_reach.map_or(Slots::NONE, |target| within(target, radius)),
            (Targets::One, _) => in_reach.into_iter().collect(),
        }
    }

    /// A technique that heals (VOG-014, VOG-034, VOG-095).
    fn heal<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (technique, dice): (&Technique, u8),
        table: &mut Table<D, W>,
    ) {
        let side = self.friends(who) & fight.present;
        let near = side.those(|ally| self.distance(fight, who, ally) <= technique.range);
        let has_dice = fight.body(who).technique_dice[technique.size] >= dice;
        let Some(ally) = self.choose_ally(fight, who, near, table).filter(|_| has_dice) else {
            return self.loses_action(who, if has_dice { Lost::Reach } else { Lost::Means }, table);
        };
        self.expend(fight, who, technique, dice, table);
        let modifier = technique.ability.map_or(0, |ability| self.modifier(who, fight.body(who), ability)) + technique.bonus;
        let mute = fight.body(who).has(Status::Mute) && technique.voice;
        let die = Die::new(dice, TECHNIQUE_SIZES[technique.size]);
        let healing = Luck::of(false, mute).roll(|| table.sum(who, &rolls::HEALING, die)) + modifier;
        let hp_max = self.hp_max(ally, fight.body(ally));
        let body = fight.body_mut(ally);
        let before = body.hp;
        body.hp = before.max((before + healing.max(0)).min(hp_max));
        let gained = body.hp - before;
        table.watch.count(who, count::HEALED, gained);
        table.tell("VOG-014", || format!("{} heals {} by {gained}", self.name(who), self.name(ally)));
    }

    /// Technique dice leave the pool (VOG-215).
    fn expend<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        technique: &Technique,
        dice: u8,
        table: &mut Table<D, W>,
    ) {
        let pool = &mut fight.body_mut(who).technique_dice[technique.size];
        let spent = dice.min(*pool);
        *pool -= spent;
        table.watch.count(who, count::TECHNIQUE_DICE_SPENT, i32::from(spent));
    }

    /// Help for somebody of the side (VOG-020, VOG-021).
    fn help<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let others = (self.friends(who) & fight.present).without(who);
        let Some(ally) = self.choose_ally(fight, who, others, table) else {
            return self.loses_action(who, Lost::Somebody, table);
        };
        fight.help(ally, who);
        table.tell("VOG-021", || format!("{} helps {}", self.name(who), self.name(ally)));
    }

    /// A contest with an adjacent foe (VOG-005, VOG-006, R-31, R-32).
    fn contest<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Option<Slot>, table: &mut Table<D, W>) {
        let adjacent = |foe: Slot| self.distance(fight, who, foe) <= 1 && fight.active.has(foe);
        let Some(foe) = target.filter(|&foe| adjacent(foe)) else {
            return self.loses_action(who, Lost::of(target), table);
        };
        let ability = self.book.contest.ability;
        let (mine_luck, theirs_luck) = (fight.end_help(who), fight.end_help(foe));
        /// Contests that are rolled again for ever do not exist.
        const REROLLS_MAX: u32 = 100;
        let (mine_luck, theirs_luck) = (Luck::of(mine_luck, false), Luck::of(theirs_luck, false));
        for _ in 0..=REROLLS_MAX {
            let key = || {
                let keys =
                    [(who, mine_luck), (foe, theirs_luck)].map(|(one, luck)| self.check_key(fight, one, ability, luck, 0));
                keys.concat()
            };
            let compared = table.settle(&rolls::CONTEST_CHECK, key, |table| {
                let mine = self.check(fight, who, ability, mine_luck, &rolls::CONTEST_CHECK, table);
                let theirs = self.check(fight, foe, ability, theirs_luck, &rolls::CONTEST_CHECK, table);
                table.tell("VOG-006", || format!("contest: {} {mine}, {} {theirs}", self.name(who), self.name(foe)));
                i64::from((mine - theirs).signum())
            });
            if compared > 0 {
                return self.win_contest(fight, who, foe, table);
            }
            if compared < 0 || self.rulings.contest_tie != ContestTie::Reroll {
                return;
            }
        }
    }

    fn win_contest<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, foe: Slot, table: &mut Table<D, W>) {
        let next_round = Some(fight.round.saturating_add(1));
        match self.rulings.contest_effect {
            ContestEffect::Prone => self.knock_prone(fight, foe, table),
            ContestEffect::Immobile => self.afflict(fight, foe, who, Status::Immobile, next_round, table),
            ContestEffect::Afraid => self.afflict(fight, foe, who, Status::Afraid, next_round, table),
        }
    }

    /// An action that has become impossible.
    #[inline(never)]
    fn loses_action<D: Dice, W: Watch>(&self, who: Slot, lost: Lost, table: &mut Table<D, W>) {
        let (counter, why) = match lost {
            Lost::Reach => (count::LOST_OUT_OF_REACH, "out of reach"),
            Lost::Somebody => (count::LOST_WITHOUT_ANYBODY, "nobody is there"),
            Lost::Means => (count::LOST_WITHOUT_MEANS, "it has nothing left to do it with"),
        };
        table.watch.count(who, count::ACTIONS_LOST, 1);
        table.watch.count(who, counter, 1);
        table.tell("R-23", || format!("nothing is left for {} to do: {why}", self.name(who)));
    }
}

/// What an action that is lost lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lost {
    /// Whoever it is for is too far away.
    Reach,
    /// There is nobody whom it could be for.
    Somebody,
    /// The weapon, the dice, or what it takes to stand up.
    Means,
}

impl Lost {
    /// What an action for somebody lacks, whom there is or is not.
    fn of(somebody: Option<Slot>) -> Self {
        if somebody.is_some() { Lost::Reach } else { Lost::Somebody }
    }
}
