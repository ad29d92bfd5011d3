//! Actions of `vogt`: what each of them does when its turn has come.
//!
//! Owns targets, the blows of attacks and techniques, Defend, Help, Retrieve and Contest. What damage does to its target is in
//! [`harm`](super::harm), movement in [`movement`](super::movement). Start at [`Play::act`].

use frame::dice::Roll;
use frame::dice::{Dice, Die, Slot};
use frame::fight::{Adds, Sentence, Slots, Watch};

use super::fighter::{Rider, TECHNIQUE_SIZES, Technique, Weapon};
use super::harm::{Cause, Luck};
use super::metrics as count;
use super::rolls;
use super::rulings::{AttackResolution, BlindDamage, ContestEffect, ContestTie, Declare, HelpAppliesTo, StrengthModifier};
use super::sheet::{Ability, AlsoStruck, Status, Targets, TechniqueKind};
use super::state::{Act, Body, Declared, Fight};
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Performs what was declared, against the target that was chosen for it, if any.
    #[inline]
    pub(super) fn act(&mut self, who: Slot, act: Act, target: Option<Slot>) {
        if self.fight.body(who).has(Status::Hallucinating) && self.hallucinates(who, act) {
            return;
        }
        match act {
            Act::Attack { weapon } => self.attack::<false>(who, usize::from(weapon), target),
            other => self.act_otherwise(who, other, target),
        }
    }

    /// Performs what is not an attack.
    #[inline(never)]
    fn act_otherwise(&mut self, who: Slot, act: Act, target: Option<Slot>) {
        let rules = self.rules;
        match act {
            Act::Technique { technique, dice } => {
                let technique = &rules.fighter(who).techniques[usize::from(technique)];
                match technique.kind {
                    TechniqueKind::Damage => self.strike_with(who, technique, dice, target),
                    TechniqueKind::Heal => self.heal(who, technique, dice),
                }
            }
            Act::Defend => self.defend(who),
            Act::Help => self.help(who),
            Act::Retrieve { weapon } => self.retrieve(who, weapon),
            Act::Contest => self.contest(who, target),
            Act::Stand => self.stand(who),
            Act::Run | Act::Flee | Act::Attack { .. } => {}
        }
    }

    /// Defends: AR until the next turn (VOG-018).
    fn defend(&mut self, who: Slot) {
        let rules = self.rules;
        self.fight.body_mut(who).defending = true;
        let ar = rules.add_ar(self.table.adds(), who, self.fight.body(who));
        self.table.tell("VOG-018", || Sentence::new(format!("{} defends: AR ", rules.name(who))).total("", ar));
    }

    /// Retrieves a weapon from the bag (VOG-059, R-45).
    fn retrieve(&mut self, who: Slot, weapon: u8) {
        let (fighter, body) = (self.rules.fighter(who), self.fight.body_mut(who));
        body.stowed &= !(1 << weapon);
        fighter.rearm(body);
        let name = || &fighter.weapons[usize::from(weapon)].name;
        self.table.tell("VOG-059", || format!("{} retrieves the {}", fighter.name, name()));
    }

    /// Stands up, where that is an action.
    fn stand(&mut self, who: Slot) {
        if !self.rules.can_stand(who, self.fight.body(who)) {
            return self.loses_action(who, Lost::Means);
        }
        self.fight.body_mut(who).prone = false;
        self.table.tell("R-19", || format!("{} stands up", self.rules.name(who)));
    }

    /// True if the action of a combatant who sees things is wasted on what is not there (VOG-092, R-36).
    #[inline(never)]
    fn hallucinates(&mut self, who: Slot, act: Act) -> bool {
        let rules = self.rules;
        let (sides, most) = (u32::from(rules.book.status.hallucinating_die), i32::from(rules.book.status.hallucinating_most));
        let wasteful = !matches!(act, Act::Run | Act::Flee);
        if !wasteful || sides == 0 || !self.table.at_most(who, &rolls::HALLUCINATION, sides, most) {
            return false;
        }
        if let Act::Technique { technique, dice } = act {
            self.expend(who, &rules.fighter(who).techniques[usize::from(technique)], dice);
        }
        self.table.watch.count(who, count::ACTIONS_LOST, 1);
        self.table.watch.count(who, count::LOST_TO_VISIONS, 1);
        self.table.tell("VOG-092", || format!("{} wastes its action on what is not there", rules.name(who)));
        true
    }

    /// The target of an action that needs one, chosen when its turn has come (VOG-011, R-22, R-23).
    #[inline]
    pub(super) fn target(&mut self, who: Slot, declared: Declared) -> Option<Slot> {
        let rules = self.rules;
        if !matches!(declared.act, Act::Attack { .. }) && !rules.needs_target(who, declared.act) {
            return None;
        }
        let candidates = rules.candidates(self.fight, who);
        if rules.rulings.declare == Declare::ActionAndTarget {
            return declared.target.filter(|&target| candidates.has(target));
        }
        self.choose_target::<false>(who, candidates)
    }

    /// A blow with a weapon (VOG-011, VOG-028, R-01).
    #[inline]
    pub(super) fn attack<const PLAIN: bool>(&mut self, who: Slot, weapon: usize, target: Option<Slot>) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let arm = &fighter.weapons[weapon];
        let distance = |target: Slot| if PLAIN { 1 } else { rules.distance(self.fight, who, target) };
        let in_reach = target.filter(|&target| distance(target) <= arm.range);
        let usable = fighter.usable(self.fight.body(who), weapon);
        let Some(target) = in_reach.filter(|_| usable) else {
            return self.lend().loses_action(who, if usable { Lost::of(target) } else { Lost::Means });
        };
        self.table.watch.count(who, count::BLOWS, 1);
        let (hits, ar, damage_luck) = self.attack_check::<PLAIN>(who, target, arm);
        if !hits {
            return;
        }
        let most = |play: &mut Self| {
            Some(play.enough(target, arm.damage_type, ar)? - rules.strength_least(play.fight, who, arm) - arm.bonus)
        };
        let rolled = self.damage_roll(who, arm.die, damage_luck, most);
        let damage = self.table.adds().rolled(who, rolls::OF_DAMAGE, damage_luck.taken(), rolled);
        let damage = rules.at_the_least(self.add_strength(damage, who, arm).plus("bonus", arm.bonus));
        let dealt = damage.total();
        self.table.tell("VOG-011, VOG-028", || {
            let said = if ar { rules.attack_name(who, target, arm) } else { fighter.name.clone() };
            Sentence::new(format!("{said}: ")).sum(damage).and(" damage")
        });
        let cause = Cause::Blow { by: who, damage_type: arm.damage_type, ar, technique: false };
        self.land(target, dealt, Blow { by: who, cause, name: &arm.name, riders: &arm.riders });
    }

    /// A blow that has been rolled meets its target, with what it brings besides (VOG-028, R-54).
    #[inline(always)]
    fn land(&mut self, target: Slot, dealt: i32, blow: Blow<'_>) {
        let Blow { by, cause, name, riders } = blow;
        self.table.blame(by, || name);
        let lost = self.hurt(target, dealt, cause);
        self.table.watch.count(by, count::BLOWS_THROUGH, i32::from(lost > 0));
        self.ride(target, by, riders, lost);
        self.table.blame_nobody();
    }

    /// The resolution of an attack: a hit or a miss, the count of AR, and the luck of its damage.
    #[inline]
    pub(super) fn attack_check<const PLAIN: bool>(&mut self, who: Slot, target: Slot, arm: &Weapon) -> (bool, bool, Luck) {
        let rules = self.rules;
        if PLAIN {
            return (true, true, Luck::Even);
        }
        if rules.rulings.attack_resolution == AttackResolution::Auto {
            return (true, true, self.damage_luck(who, false));
        }
        let ability = if arm.range <= 1 { Ability::Str } else { Ability::Dex };
        let luck = Luck::of(self.fight.end_help(who), rules.strikes_blindly(self.fight.body(who)));
        let against = rules.ar(target, self.fight.body(target));
        let test = Test { ability, luck, roll: &rolls::ATTACK_CHECK, against };
        let hits = self.reaches(who, test, |play, check, hits| {
            let against = rules.add_ar(play.table.adds(), target, play.fight.body(target));
            play.table.tell("VOG-011, R-01", || {
                let sentence = Sentence::new(rules.attack_name(who, target, arm) + ": ").sum(check);
                sentence.and(" against AR ").total("", against).and(if hits { ": a hit" } else { ": a miss" })
            });
        });
        (hits, false, Luck::Even)
    }

    /// The luck of a damage roll, `mute` where it lacks the voice that it needs: help counts if the ruling says so.
    #[inline]
    fn damage_luck(&mut self, who: Slot, mute: bool) -> Luck {
        let rules = self.rules;
        let helped = rules.rulings.help_applies_to == HelpAppliesTo::ChecksAndDamage && self.fight.end_help(who);
        Luck::of(helped, mute || rules.strikes_blindly(self.fight.body(who)))
    }

    /// Adds the Strength modifier of a weapon attack (VOG-033, R-08).
    #[inline]
    pub(super) fn add_strength(&mut self, sum: W::Adds, who: Slot, arm: &Weapon) -> W::Adds {
        match self.rules.strength_of(arm) {
            StrengthModifier::Median => self.rules.add_modifier(sum, who, self.fight.body(who), Ability::Str),
            StrengthModifier::Roll => self.add_check(sum, who, Ability::Str, Luck::Even, &rolls::STRENGTH),
            StrengthModifier::None => sum,
        }
    }

    /// Makes a check that has to reach a number, and tells of it; true if it does (VOG-004, R-33).
    pub(super) fn reaches(&mut self, who: Slot, test: Test, mut tell: impl FnMut(&mut Self, W::Adds, bool)) -> bool {
        let Test { ability, luck, roll, against } = test;
        let check = |play: &mut Self| {
            let check = play.check(who, ability, luck, roll);
            let reached = check.total() >= against;
            tell(play, check, reached);
            i64::from(reached)
        };
        self.settle(roll, |play| play.rules.check_key(play.fight, who, ability, luck, against), check) == 1
    }

    /// An ability check by itself.
    fn check(&mut self, who: Slot, ability: Ability, luck: Luck, roll: &'static Roll) -> W::Adds {
        self.add_check(self.table.adds(), who, ability, luck, roll)
    }

    /// Adds an ability check: die, bonus and penalties (VOG-002, VOG-003).
    fn add_check(&mut self, sum: W::Adds, who: Slot, ability: Ability, luck: Luck, roll: &'static Roll) -> W::Adds {
        let (die, _) = self.rules.ability(who, self.fight.body(who), ability);
        let rolled = luck.roll(|| self.table.sum(who, roll, die));
        let taken = if luck == Luck::Even || die.count > 1 { luck.taken() } else { luck.taken_of_one() };
        let sum = sum.rolled(who, roll, taken, rolled).plus("skill", self.rules.fighter(who).bonus[ability.index()]);
        self.rules.with_penalties(sum, who, self.fight.body(who), ability)
    }

    /// A technique that deals damage (VOG-014, VOG-035).
    fn strike_with(&mut self, who: Slot, technique: &Technique, dice: u8, target: Option<Slot>) {
        let rules = self.rules;
        let targets = rules.struck(self.fight, who, technique, target);
        if !technique.has_dice(self.fight.body(who), dice) {
            return self.loses_action(who, Lost::Means);
        }
        if targets.is_empty() {
            return self.loses_action(who, Lost::of(rules.candidates(self.fight, who).next()));
        }
        self.expend(who, technique, dice);
        let word = if dice == 1 { "die" } else { "dice" };
        self.table.tell("VOG-014", || format!("{} uses {} with {dice} {word}", rules.name(who), technique.name));
        let luck = self.damage_luck(who, technique.lacks_voice(self.fight.body(who)));
        let die = Die::new(dice, TECHNIQUE_SIZES[technique.size]);
        let modifier = rules.add_technique_modifier(0, who, self.fight.body(who), technique);
        let mut rolled = None;
        for target in targets {
            let again = !rules.book.damage.one_roll_for_all;
            let roll = match rolled {
                Some(roll) if !again => roll,
                _ => {
                    let mut hurt = if again { Slots::only(target) } else { targets };
                    let most = |play: &mut Self| {
                        hurt.try_fold(0, |most, one| {
                            let enough = play.enough(one, technique.damage_type, true)?;
                            Some(most.max(enough - modifier))
                        })
                    };
                    self.damage_roll(who, die, luck, most)
                }
            };
            rolled = Some(roll);
            let damage = self.table.adds().rolled(who, rolls::OF_DAMAGE, luck.taken(), roll);
            let damage = rules.at_the_least(rules.add_technique_modifier(damage, who, self.fight.body(who), technique));
            let dealt = damage.total();
            self.table.tell("VOG-034, VOG-035", || {
                Sentence::new(format!("{} strikes {}: ", technique.name, rules.name(target))).sum(damage).and(" damage")
            });
            self.table.watch.count(who, count::BLOWS, 1);
            let cause = Cause::Blow { by: who, damage_type: technique.damage_type, ar: true, technique: true };
            self.land(target, dealt, Blow { by: who, cause, name: &technique.name, riders: &technique.riders });
        }
    }

    /// A technique that heals (VOG-014).
    fn heal(&mut self, who: Slot, technique: &Technique, dice: u8) {
        let rules = self.rules;
        let side = rules.lineup.friends(who) & self.fight.present;
        let near = side.those(|ally| rules.distance(self.fight, who, ally) <= technique.range);
        let has_dice = technique.has_dice(self.fight.body(who), dice);
        let Some(ally) = self.choose_ally(who, near).filter(|_| has_dice) else {
            return self.loses_action(who, if has_dice { Lost::Reach } else { Lost::Means });
        };
        self.expend(who, technique, dice);
        let die = Die::new(dice, TECHNIQUE_SIZES[technique.size]);
        let luck = Luck::of(false, technique.lacks_voice(self.fight.body(who)));
        let rolled = luck.roll(|| self.table.sum(who, &rolls::HEALING, die));
        let healing = self.table.adds().rolled(who, &rolls::HEALING, luck.taken(), rolled);
        let healing = rules.add_technique_modifier(healing, who, self.fight.body(who), technique).at_least("no less than 0", 0);
        let hp_max = rules.hp_max(ally, self.fight.body(ally));
        let body = self.fight.body_mut(ally);
        let before = body.hp;
        let healing = healing.at_most("more than its maximum", (hp_max - before).max(0));
        let gained = healing.total();
        body.hp = before + gained;
        self.table.watch.count(who, count::HEALED, gained);
        self.table.tell("VOG-014, VOG-095", || {
            let said = format!("{} uses {}: {} is healed by ", rules.name(who), technique.name, rules.name(ally));
            Sentence::new(said).total(" HP", healing).and(format!(": {} now", before + gained))
        });
    }

    /// Technique dice leave the pool (VOG-014, VOG-215).
    fn expend(&mut self, who: Slot, technique: &Technique, dice: u8) {
        let pool = &mut self.fight.body_mut(who).technique_dice[technique.size];
        let spent = dice.min(*pool);
        *pool -= spent;
        self.table.watch.count(who, count::TECHNIQUE_DICE_SPENT, i32::from(spent));
    }

    /// Help for a friend, and where none is there for anybody who is no enemy (VOG-020, VOG-021).
    fn help(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(ally) = self.choose_ally(who, rules.to_help(self.fight, who)) else {
            return self.loses_action(who, Lost::Somebody);
        };
        self.fight.help(ally, who);
        self.table.tell("VOG-021", || format!("{} helps {}", rules.name(who), rules.name(ally)));
    }

    /// A contest with an adjacent foe (VOG-005, VOG-006, R-31, R-32).
    fn contest(&mut self, who: Slot, target: Option<Slot>) {
        let rules = self.rules;
        let range = rules.reach(self.fight, who, Act::Contest);
        let adjacent = |foe: Slot| rules.distance(self.fight, who, foe) <= range && self.fight.active.has(foe);
        let Some(foe) = target.filter(|&foe| adjacent(foe)) else {
            return self.loses_action(who, Lost::of(target));
        };
        let ability = rules.book.contest.ability;
        let (mine_luck, theirs_luck) = (self.fight.end_help(who), self.fight.end_help(foe));
        /// Contests that are rolled again for ever do not exist.
        const REROLLS_MAX: u32 = 100;
        let (mine_luck, theirs_luck) = (Luck::of(mine_luck, false), Luck::of(theirs_luck, false));
        for _ in 0..=REROLLS_MAX {
            let key = |play: &Self| {
                let keys = [(who, mine_luck), (foe, theirs_luck)]
                    .map(|(one, luck)| rules.check_key(play.fight, one, ability, luck, 0));
                keys.concat()
            };
            let compared = self.settle(&rolls::CONTEST_CHECK, key, |play| {
                let mine = play.check(who, ability, mine_luck, &rolls::CONTEST_CHECK);
                let theirs = play.check(foe, ability, theirs_luck, &rolls::CONTEST_CHECK);
                let compared = (mine.total() - theirs.total()).signum();
                play.table.tell("VOG-006", || {
                    let sentence = Sentence::new(format!("contest: {} ", rules.name(who))).sum(mine);
                    let sentence = sentence.and(format!(" against {} ", rules.name(foe))).sum(theirs);
                    sentence.and(match (compared, rules.rulings.contest_tie) {
                        (1, _) => ": won",
                        (0, ContestTie::Reroll) => ": a tie, rolled again",
                        (0, _) => ": a tie, which is nothing",
                        _ => ": lost",
                    })
                });
                i64::from(compared)
            });
            if compared > 0 {
                return self.win_contest(who, foe);
            }
            if compared < 0 || rules.rulings.contest_tie != ContestTie::Reroll {
                return;
            }
        }
    }

    /// Applies the effect of a won contest to the foe.
    fn win_contest(&mut self, who: Slot, foe: Slot) {
        let next_round = Some(self.fight.round.saturating_add(1));
        self.table.blame(who, || "");
        match self.rules.rulings.contest_effect {
            ContestEffect::Prone => self.knock_prone(foe),
            ContestEffect::Immobile => self.afflict(foe, who, Status::Immobile, next_round),
            ContestEffect::Afraid => self.afflict(foe, who, Status::Afraid, next_round),
        }
        self.table.blame_nobody();
    }

    /// An action that has become impossible.
    #[inline(never)]
    fn loses_action(&mut self, who: Slot, lost: Lost) {
        let (counter, why) = match lost {
            Lost::Reach => (count::LOST_OUT_OF_REACH, "whoever it is for is out of reach"),
            Lost::Somebody => (count::LOST_WITHOUT_ANYBODY, "nobody is there"),
            Lost::Means => (count::LOST_WITHOUT_MEANS, "it has nothing left to do it with"),
        };
        self.table.watch.count(who, count::ACTIONS_LOST, 1);
        self.table.watch.count(who, counter, 1);
        self.table.tell("R-23", || format!("nothing is left for {} to do: {why}", self.rules.name(who)));
    }
}

impl Core {
    /// True if an action is aimed at a target.
    #[inline(never)]
    pub(super) fn needs_target(&self, who: Slot, act: Act) -> bool {
        match act {
            Act::Attack { .. } | Act::Run | Act::Contest => true,
            Act::Technique { technique, .. } => self.fighter(who).techniques[usize::from(technique)].needs_target(),
            _ => false,
        }
    }

    /// An attack in words.
    fn attack_name(&self, who: Slot, target: Slot, arm: &Weapon) -> String {
        format!("{} attacks {} with the {}", self.name(who), self.name(target), arm.name)
    }

    /// Adds the modifier and the bonus of a technique (VOG-034).
    fn add_technique_modifier<S: Adds>(&self, sum: S, who: Slot, body: &Body, technique: &Technique) -> S {
        let sum = match technique.ability {
            Some(ability) => self.add_modifier(sum, who, body, ability),
            None => sum,
        };
        sum.plus("bonus", technique.bonus)
    }

    /// True if the attacker is Blind, and that is a disadvantage (VOG-083, R-29).
    #[inline]
    fn strikes_blindly(&self, body: &Body) -> bool {
        body.has(Status::Blind) && self.rulings.blind_damage == BlindDamage::Disadvantage
    }

    /// The Strength modifier that attacks with a weapon have: none where it adds none (VOG-033).
    #[inline(always)]
    fn strength_of(&self, arm: &Weapon) -> StrengthModifier {
        if arm.add_str { self.rulings.strength_modifier } else { StrengthModifier::None }
    }

    /// The least that [`add_strength`](Play::add_strength) can add.
    fn strength_least(&self, fight: &Fight, who: Slot, arm: &Weapon) -> i32 {
        match self.strength_of(arm) {
            StrengthModifier::Median => self.modifier(who, fight.body(who), Ability::Str),
            StrengthModifier::Roll => {
                let (die, added) = self.of_check(who, fight.body(who), Ability::Str);
                i32::from(die.count) + added
            }
            StrengthModifier::None => 0,
        }
    }

    /// The dice of an ability check, and everything that [`add_check`](Play::add_check) adds to them.
    fn of_check(&self, who: Slot, body: &Body, ability: Ability) -> (Die, i32) {
        let (die, penalty) = self.ability(who, body, ability);
        (die, self.fighter(who).bonus[ability.index()] + penalty)
    }

    /// Returns everything that an ability check depends on, beside a number that it is held against.
    fn check_key(&self, fight: &Fight, who: Slot, ability: Ability, luck: Luck, against: i32) -> [i64; 4] {
        let (die, added) = self.of_check(who, fight.body(who), ability);
        [die.count.into(), die.sides.into(), luck as i64, i64::from(added) - i64::from(against)]
    }

    /// Returns the targets that a technique strikes, in slot order.
    fn struck(&self, fight: &Fight, who: Slot, technique: &Technique, target: Option<Slot>) -> Slots {
        let foes = self.candidates(fight, who);
        let within = |from: Slot, squares: i32| {
            let near = |one: Slot| self.distance(fight, from, one) <= squares;
            let struck = foes.those(near);
            // An area without an enemy in it is no target.
            if struck.is_empty() { struck } else { struck | self.also_struck(fight, who, technique).those(near) }
        };
        let in_reach = target.filter(|&target| self.distance(fight, who, target) <= technique.range);
        match (technique.targets, technique.radius) {
            (Targets::All, None) => within(who, technique.range).without(who),
            (Targets::All, Some(radius)) => in_reach.map_or(Slots::NONE, |target| within(target, radius)),
            (Targets::One, _) => in_reach.into_iter().collect(),
        }
    }
}

impl Core {
    /// Returns those in an area who are struck beside active enemies: the fallen, friends, or both. [VOG-035]
    fn also_struck(&self, fight: &Fight, who: Slot, technique: &Technique) -> Slots {
        let friends = if technique.also.contains(&AlsoStruck::Friends) { self.lineup.friends(who) } else { Slots::NONE };
        let all = if technique.also.contains(&AlsoStruck::Fallen) { friends | self.lineup.foes(who) } else { friends };
        let standing = if technique.also.contains(&AlsoStruck::Fallen) { fight.present } else { fight.active };
        all & standing
    }
}

/// A blow of a weapon or a technique that has been rolled.
struct Blow<'a> {
    /// The attacker.
    by: Slot,
    /// The blow as the origin of damage.
    cause: Cause,
    /// The weapon or technique.
    name: &'a str,
    /// Statuses that it brings.
    riders: &'a [Rider],
}

/// A check that has to reach a number.
#[derive(Clone, Copy)]
pub struct Test {
    /// The ability that is checked.
    pub ability: Ability,
    /// The manner of the roll.
    pub luck: Luck,
    /// The row of the roll table.
    pub roll: &'static Roll,
    /// The number.
    pub against: i32,
}

/// The reason why an action is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lost {
    /// The target is too far away.
    Reach,
    /// There is nobody whom it could be for.
    Somebody,
    /// The weapon, the dice, or what it takes to stand up.
    Means,
}

impl Lost {
    /// Returns the reason why an action for a target is lost: nobody was there, or nobody in reach.
    fn of(somebody: Option<Slot>) -> Self {
        if somebody.is_some() { Lost::Reach } else { Lost::Somebody }
    }
}
