//! Attacks of `cairn-ap`: targets, the contested check, what hits.
//!
//! Owns steps A1 to A11 of the specification. What damage does is in [`harm`](super::harm), other actions in
//! [`deeds`](super::deeds), held ones in [`held`](super::held). Start at [`Play::attack`].

use frame::dice::{Dice, Slot};
use frame::fight::{Adds, DiceTaken, Few, Sentence, Slots, Watch};
use frame::rules::modifier::modifiers;

use super::book::{Against, Attribute, Book};
use super::check::{self, Object, Result, Steps};
use super::derived::PLIGHT;
use super::fighter::{Origin, Weapon};
use super::harm::Source;
use super::metrics as count;
use super::rolls;
use super::rulings::{BlastTargets, DamageDie, Hidden, Unarmed};
use super::save::{Incoming, SaveRoll};
use super::sheet::Cover;
use super::spend::Base;
use super::state::{Fight, Fixed, Held, Status, flag};
use super::{Core, Play};

/// The manner of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct How {
    /// Against several in front. [CAP-036]
    pub sweep: bool,
    /// Against this one and nobody else's choice, without action points, and with what was settled before: a held attack.
    pub held: Option<(Slot, Fixed)>,
}

/// True if something is so for all of them.
fn all(targets: &[Slot], holds: impl Fn(Slot) -> bool) -> bool {
    targets.iter().all(|&target| holds(target))
}

/// An attacker and its weapon.
#[derive(Clone, Copy)]
struct Aim<'a> {
    who: Slot,
    arm: &'a Weapon,
    /// True if the attacker has gained an advantage beforehand.
    focused: bool,
}

/// The dice of an attack.
struct AttackRoll<'a, S> {
    arm: &'a Weapon,
    /// Base dice, as [`check::kept`] takes them; 0 where nothing but the weapon is rolled. [RU-24]
    dice: i32,
    /// The reasons for so many.
    steps: Steps<S>,
    object: Object,
    modifier: i32,
}

impl<S> AttackRoll<'_, S> {
    /// Its base die.
    #[inline(always)]
    fn base(&self) -> Base {
        let naturals = [count::ATTACK_NATURAL_1, count::ATTACK_NATURAL_20];
        let (dice, attribute, modifier) = (self.dice, self.arm.attribute, self.modifier);
        Base { roll: &rolls::ATTACK, dice, attribute, modifier, naturals }
    }
}

/// The roll of an attack, shared by all its targets. [CAP-111]
#[derive(Clone, Copy)]
struct Rolled {
    result: Result,
    weapon: i32,
}

impl Rolled {
    /// Returns the roll as one number; the value of a weapon's dice fits into its lowest bits.
    fn to_number(self, book: &Book) -> i64 {
        self.result.to_number(book) << u8::BITS | i64::from(self.weapon)
    }

    /// Returns the roll of a number.
    fn of_number(number: i64) -> Self {
        let result = Result::of_number(number >> u8::BITS);
        Rolled { result, weapon: (number & i64::from(u8::MAX)) as i32 }
    }

    /// The roll with so many points more.
    fn plus(self, points: i32) -> Self {
        Rolled { result: self.result.plus(points), ..self }
    }
}

/// The target of an attack, and all that it sets against the roll.
struct Opposed<'a, S> {
    target: Slot,
    /// Its save; none where it has none.
    save: Option<&'a SaveRoll<S>>,
    /// True if it is struck for sure.
    sure: bool,
}

/// An attack on one of its targets.
#[derive(Clone, Copy)]
pub(super) struct Struck {
    /// True for a hit.
    pub hits: bool,
    /// The face of the weapon's die.
    pub weapon: i32,
    /// Damage that naturals add.
    pub bonus: i32,
}

impl Struck {
    /// Of an attack that misses nothing else is asked.
    fn to_number(self) -> i64 {
        if !self.hits {
            return 0;
        }
        i64::from(self.hits) | i64::from(self.weapon) << 1 | i64::from(self.bonus) << 32
    }

    /// Reads an attack back from its number.
    fn of_number(number: i64) -> Self {
        Struck { hits: number & 1 == 1, weapon: (number as u32 >> 1) as i32, bonus: (number >> 32) as i32 }
    }
}

impl Core {
    /// Action points of an attack. [CAP-103, RU-05]
    #[inline]
    pub(super) fn attack_cost(&self, arm: &Weapon, sweep: bool) -> u8 {
        if sweep { self.book.ap.sweep } else { arm.ap }
    }

    /// Those of them that a weapon reaches.
    #[inline]
    fn reachable<const BLADE: bool>(&self, fight: &Fight, who: Slot, arm: &Weapon) -> Slots {
        if BLADE || self.fighter(who).plain {
            return self.active_foes(fight, who);
        }
        let candidates = self.candidates(fight, who);
        if self.positions { candidates.those(|foe| self.in_reach(fight, who, foe, arm)) } else { candidates }
    }

    /// True if a combatant strikes and is struck plainly as long as nothing has befallen it: where no ruling that it takes for
    /// granted is touched and there are no positions, one that is no detachment, has free hands and no cover, and leaves the
    /// fallen alone.
    pub(super) fn strikes_plainly(&self, who: Slot) -> bool {
        let (published, check) = (self.rulings.is_published_where_plain(), &self.book.check);
        let everywhere = published && !self.positions && check.attack == Against::Contested && self.book.ap.save == 0;
        let fighter = self.fighter(who);
        let hindered = fighter.bound || fighter.detachment || fighter.enhanced || fighter.cover != Cover::None;
        everywhere && !hindered && self.never_finishes(who)
    }

    /// True if a blow is plain: nothing about the two, the weapon and the fight makes it different from any other, but for who
    /// else has attacked the target and what that one has held back for its defence. The code of a blow is compiled once more for
    /// such blows, where `PLAIN` is true: what cannot matter for them is not asked. Of who strikes with its [blade](Core::blade)
    /// nothing has to be asked any more.
    #[inline]
    fn is_plain<const BLADE: bool>(&self, fight: &Fight, who: Slot, arm: &Weapon, target: Slot, how: How) -> bool {
        let ready = || self.fighter(who).plain && arm.plain && fight.calm() && fight.body(who).plain();
        debug_assert!(!BLADE || ready() && !how.sweep && how.held.is_none());
        let usual = BLADE || !how.sweep && how.held.is_none() && ready();
        usual && self.fighter(target).plain && fight.body(target).plain()
    }

    /// The weapon that comes to mind first, for an attacker that strikes plainly with it a target that is plainly struck. A blow
    /// changes nothing of that as long as the turn goes on.
    #[inline]
    pub(super) fn blade(&self, fight: &Fight, who: Slot) -> Option<usize> {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        fighter.usual.filter(|_| fighter.plain && fight.calm() && body.plain() && body.armed_as_ever())
    }

    /// True if what friends held has left nothing of an attack: its target is gone, or has fallen before an attacker that leaves
    /// the fallen alone. (step A1)
    pub(super) fn is_called_off(&self, fight: &Fight, who: Slot, target: Slot, awake: bool) -> bool {
        let falls = awake && !fight.active().has(target);
        !fight.active().has(who) || !self.strikeable(fight.body(target)) || falls && !self.finishes(fight, who)
    }

    /// The values that an action takes from its Initiator as it is now. [CAP-046]
    #[inline]
    pub(super) fn settled_now(&self, fight: &Fight, who: Slot, attribute: Attribute, melee: bool) -> Fixed {
        let down = self.add_hindrance::<false, i32>(0, fight, who, attribute, melee);
        Fixed { modifier: self.modifier(fight.body(who), attribute), down }
    }

    /// Adds the steps that it takes off an attack of this attribute, in close combat or not, how the attacker is.
    #[inline]
    fn add_hindrance<const PLAIN: bool, S: Adds>(
        &self,
        sum: S,
        fight: &Fight,
        who: Slot,
        attribute: Attribute,
        melee: bool,
    ) -> S {
        let hindered = !PLAIN && (fight.body(who).hindered() || self.fighter(who).bound);
        debug_assert!(hindered || self.add_hindrances(0, fight, who, attribute, melee) == 0);
        if hindered { self.add_hindrances(sum, fight, who, attribute, melee) } else { sum }
    }

    /// True if anything about a target could make an attack on it better or worse.
    #[inline]
    fn is_remarkable<const PLAIN: bool>(&self, fight: &Fight, who: Slot, arm: &Weapon, target: Slot) -> bool {
        let (body, fighter) = (fight.body(target), self.fighter(target));
        let occupied = !body.attackers.without(who).is_empty();
        if PLAIN || occupied {
            return occupied;
        }
        let state = body.status != Status::Active || body.prone || body.held != Held::Free || body.has(flag::STRANGE);
        let detachments = fighter.detachment || self.fighter(who).detachment;
        state
            || detachments
            || arm.ranged
            || fighter.cover != Cover::None
            || self.fighter(who).enhanced
            || self.commands(fight, who, target)
    }

    /// Steps that the targets add or take away. [CAP-026, CAP-040, CAP-109, CAP-110, CAP-130, CAP-131, CAP-135, CAP-171, CAP-178,
    /// CAP-179, CAP-186, RU-08, RU-20b]
    #[inline(never)]
    fn steps_against<S: Adds>(&self, fight: &Fight, aim: Aim, targets: &[Slot], Steps { up, down }: Steps<S>) -> Steps<S> {
        Steps { up: self.add_steps_up(up, fight, aim, targets), down: self.add_steps_down(down, fight, aim, targets) }
    }

    /// True if cover hides it from an attack of this kind. [CAP-109]
    fn covered(&self, fight: &Fight, target: Slot, ranged: bool) -> bool {
        let hides = match self.fighter(target).cover {
            Cover::None => false,
            Cover::Ranged => ranged,
            Cover::All => true,
        };
        hides && fight.body(target).covered
    }

    /// True if bare hands only roll for damage. [RU-14, CAP-106]
    #[inline]
    fn damage_only(&self, arm: &Weapon) -> bool {
        arm.origin == Origin::Unarmed && self.rulings.unarmed == Unarmed::DamageOnly
    }

    /// A6: a ward against weapons that are not magical. [CAP-C10]
    fn is_warded(&self, fight: &Fight, target: Slot, arm: &Weapon) -> bool {
        fight.body(target).ward.on() && !arm.magical
    }
}

modifiers! {
    impl Core;

    /// Adds every hindrance of the attacker itself: prone, held, blind, bound, broken rib, broken skull. [CAP-026, CAP-109]
    #[inline(never)]
    fn add_hindrances(&self, sum, fight: &Fight, who: Slot, attribute: Attribute, melee: bool) {
        let (body, impaired) = (fight.body(who), i32::from(self.book.step.impaired));
    } adds HINDRANCES "steps that the state of the attacker takes off an attack" {
        PLIGHT => self.add_plight(sum, body, melee);
        bound "bound" [CAP-109] if self.fighter(who).bound => impaired;
        broken_rib "broken rib" [CAP-109, RU-16b] if self.harsh(body, flag::RIB) => impaired;
        broken_skull "broken skull" [CAP-109, RU-16b] => self.skull(body, attribute);
    }

    /// Adds the steps that the targets give an attack. [CAP-026, CAP-040, CAP-110, CAP-131, RU-08]
    #[inline]
    fn add_steps_up(&self, sum, fight: &Fight, aim: Aim<'_>, targets: &[Slot]) {
        let (Aim { who, arm, .. }, numbers) = (aim, &self.book.step);
        let enhanced = i32::from(numbers.enhanced);
        let of = |target: Slot| fight.body(target);
        let detached = self.detached(who, of(who));
        let single = |target: Slot| !self.detached(target, of(target));
    } adds STEPS_UP "steps that are added to an attack" {
        occupied "occupied" [CAP-040, RU-08] if all(targets, |target| !of(target).attackers.without(who).is_empty()) =>
            i32::from(numbers.occupied);
        helpless "helpless" [CAP-110] if all(targets, |target| of(target).status != Status::Active) => enhanced;
        prone "prone" [CAP-026] if !arm.ranged && all(targets, |target| of(target).prone) => i32::from(numbers.against_prone);
        held "held" [CAP-110] if all(targets, |target| of(target).held != Held::Free) => enhanced;
        detachment "detachment against one" [CAP-131] if detached && all(targets, single) => enhanced;
        strength "from strength" [CAP-110] if self.fighter(who).enhanced => enhanced;
        height "from a height" [CAP-110, RU-30] if all(targets, |target| self.commands(fight, who, target)) => enhanced;
        plants "fire on plants" [CAP-178] if arm.fire && all(targets, |target| of(target).has(flag::PLANTS)) => enhanced;
    }

    /// Adds the steps that the targets take off an attack. [CAP-109, CAP-130, CAP-135, CAP-171, CAP-179, CAP-186, RU-20b]
    #[inline]
    fn add_steps_down(&self, sum, fight: &Fight, aim: Aim<'_>, targets: &[Slot]) {
        let Aim { who, arm, focused } = aim;
        let impaired = i32::from(self.book.step.impaired);
        let of = |target: Slot| fight.body(target);
        let near = self.book.attack.near_spaces;
        let alone = !arm.blast && !self.detached(who, fight.body(who));
        let hides = self.rulings.mishap_17_hidden == Hidden::ImpairUnfocused && !focused;
        let moonlight = self.book.mishap.moonlight;
    } adds STEPS_DOWN "steps that are taken off an attack" {
        cover "cover" [CAP-109] if all(targets, |target| self.covered(fight, target, arm.ranged)) => impaired;
        far "far" [CAP-135] if arm.ranged && all(targets, |target| self.distance(fight, who, target) > near) => impaired;
        detachment "one against a detachment" [CAP-130] if alone && all(targets, |target| self.detached(target, of(target))) =>
            impaired;
        elemental "elemental" [CAP-186] if !arm.magical && all(targets, |target| of(target).has(flag::ELEMENTAL)) => impaired;
        purple "purple by moonlight" [CAP-171] if moonlight && all(targets, |target| of(target).has(flag::PURPLE)) => impaired;
        weird "hard to see" [CAP-179, RU-20b] if hides && all(targets, |target| of(target).has(flag::WEIRD)) => impaired;
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// An attack; false when there is nobody to attack. [CAP-021] (steps A1 to A11)
    #[inline(always)]
    pub(super) fn attack<const BLADE: bool>(&mut self, who: Slot, weapon: usize, arm: &Weapon, how: How) -> bool {
        let held = how.held.map(|(target, _)| target);
        let choose = || self.choose_target(who, self.rules.reachable::<BLADE>(self.fight, who, arm));
        let Some(first) = held.or_else(choose) else { return false };
        if self.rules.is_plain::<BLADE>(self.fight, who, arm, first, how) {
            self.blow::<true>(who, first, weapon, arm, how);
        } else {
            self.blow::<false>(who, first, weapon, arm, how);
        }
        true
    }

    /// An attack with its blade, if it has one and the points for it; false when that has to be done in another way.
    #[inline]
    pub(super) fn strike(&mut self, who: Slot, blade: Option<usize>) -> bool {
        let rules = self.rules;
        debug_assert_eq!(blade, rules.blade(self.fight, who));
        let Some(weapon) = blade else { return false };
        debug_assert_eq!(blade, rules.first_weapon(self.fight, who));
        let arm = &rules.fighter(who).weapons[weapon];
        let possible = rules.can_pay(self.fight, who, arm.ap);
        possible && self.attack::<true>(who, weapon, arm, How { sweep: false, held: None })
    }

    /// Steps A2 to A11; a shot is counted. [CAP-021, CAP-136]
    #[inline(never)]
    fn blow<const PLAIN: bool>(&mut self, who: Slot, first: Slot, weapon: usize, arm: &Weapon, how: How) {
        let rules = self.rules;
        if PLAIN || how.held.is_none() {
            self.pay(who, rules.attack_cost(arm, !PLAIN && how.sweep), count::AP_ATTACK);
        }
        let body = self.fight.body_mut(who);
        if PLAIN || arm.origin == Origin::Own {
            body.wielded = weapon as u8;
        }
        if !PLAIN && arm.ammo.is_some() {
            body.shots[weapon] += 1;
        }
        self.table.watch.count(who, count::ATTACKS, 1);
        let awake = PLAIN || self.fight.active().has(first);
        let help = if PLAIN { 0 } else { self.before_attack(who, first) };
        if !PLAIN && rules.is_called_off(self.fight, who, first, awake) {
            self.table
                .tell("CAP-021", || format!("{} attacks {}, and nothing is left to do", rules.name(who), rules.name(first)));
            return;
        }
        let (only, several) = ([first], if PLAIN { None } else { Some(self.targets(who, arm, first, how.sweep)) });
        let targets = several.as_deref().unwrap_or(&only);
        let up = self.table.adds().plus("help", help * i32::from(rules.book.step.help));
        let (modifier, down) = match how.held {
            Some((_, fixed)) if !PLAIN => (fixed.modifier, self.table.adds().plus("settled when it was held", fixed.down)),
            _ => {
                let down = self.table.adds();
                let down = rules.add_hindrance::<PLAIN, _>(down, self.fight, who, arm.attribute, !arm.ranged);
                (rules.modifier(self.fight.body(who), arm.attribute), down)
            }
        };
        let steps = self.attack_steps::<PLAIN>(who, arm, targets, how.sweep, Steps { up, down });
        let object = if rules.damage_only(arm) { Object::NONE } else { arm.object };
        let sure = !PLAIN && all(targets, |target| rules.struck_for_sure(self.fight, target));
        let dice = if sure { 0 } else { steps.dice(&rules.book, &rules.rulings) };
        let roll = AttackRoll { arm, dice, steps, object, modifier };
        self.fight.struck = Slots::NONE;
        let alone = |target| self.fight.body(target).decoys == 0 && !rules.is_warded(self.fight, target, arm);
        if PLAIN || targets.len() == 1 && alone(first) {
            self.strike_one::<PLAIN>(who, first, weapon, &roll);
        } else {
            self.strike_several(who, targets, weapon, &roll);
        }
        self.check_morale();
        if !PLAIN {
            self.after_attack(who, targets, !arm.ranged);
        }
    }

    /// A2: everybody whom the attack is against. [CAP-036, CAP-111, CAP-131, RU-18]
    fn targets(&mut self, who: Slot, arm: &Weapon, first: Slot, sweep: bool) -> Few<Slot> {
        let rules = self.rules;
        let mut targets: Few<Slot> = [first].into_iter().collect();
        let detachment = rules.detached(who, self.fight.body(who)) && !rules.detached(first, self.fight.body(first));
        if !arm.blast && !detachment && !sweep {
            return targets;
        }
        let individuals = |foe: Slot| arm.blast || !detachment || !rules.detached(foe, self.fight.body(foe));
        let mut others = rules.reachable::<false>(self.fight, who, arm).without(first).those(individuals);
        let most = if !arm.blast && !detachment {
            usize::from(rules.book.attack.sweep_targets)
        } else {
            self.reaches(who, arm.object.die)
        };
        while targets.len() < most && !others.is_empty() {
            let Some(next) = self.choose_target(who, others) else { break };
            others = others.without(next);
            targets.push(next);
        }
        targets
    }

    /// The most targets that a blast of a weapon with this die has. [CAP-C06, RU-18]
    pub(super) fn reaches(&mut self, who: Slot, die: u8) -> usize {
        match self.rules.rulings.blast_targets {
            BlastTargets::Die => self.table.roll(who, &rolls::BLAST, u32::from(die.max(1))) as usize,
            BlastTargets::All => usize::MAX,
            BlastTargets::Fixed => usize::from(self.rules.book.attack.blast_targets),
        }
    }

    /// A3: advantages and disadvantages; what depends on the target counts when it is so for all of them. [CAP-043]
    #[inline]
    fn attack_steps<const PLAIN: bool>(
        &mut self,
        who: Slot,
        arm: &Weapon,
        targets: &[Slot],
        sweep: bool,
        own: Steps<W::Adds>,
    ) -> Steps<W::Adds> {
        let rules = self.rules;
        let numbers = &rules.book.step;
        let focused = !PLAIN && self.fight.body(who).pending > 0;
        let gained = if PLAIN { 0 } else { self.take_gained(who) };
        let impaired = if !PLAIN && sweep && rules.book.attack.sweep_impaired { i32::from(numbers.impaired) } else { 0 };
        let up = own.up.plus("gained advantage", gained);
        let steps = Steps { up, down: own.down.plus("sweep", impaired) };
        let aim = Aim { who, arm, focused };
        let all_told = |steps: &Steps<W::Adds>| rules.steps_against(self.fight, aim, targets, steps.clone());
        if !all(targets, |target| rules.is_remarkable::<PLAIN>(self.fight, who, arm, target)) {
            debug_assert_eq!(steps.numbers(), all_told(&steps).numbers());
            return steps;
        }
        if !PLAIN {
            return rules.steps_against(self.fight, aim, targets, steps);
        }
        // There is nothing else to remark in a plain blow.
        debug_assert_eq!(all_told(&steps).numbers(), (steps.up.total() + i32::from(numbers.occupied), steps.down.total()));
        Steps { up: steps.up.plus("occupied", i32::from(numbers.occupied)), down: steps.down }
    }

    /// A4: the attack roll, the weapon included.
    #[inline(always)]
    fn roll_attack(&mut self, who: Slot, target: Slot, roll: &AttackRoll<'_, W::Adds>) -> Rolled {
        let (rolled, sum) = if self.table.settles() { self.settled_attack(who, roll) } else { self.attack_dice(who, roll) };
        self.count_natural(who, roll.base(), rolled.result.natural);
        self.table.tell("CAP-021, CAP-018", || {
            let said = format!("{} attacks {} with the {}: ", self.rules.name(who), self.rules.name(target), roll.arm.name);
            roll.steps.told(Sentence::new(said).sum(sum))
        });
        rolled
    }

    /// The dice of an attack for the solver, which walks through all outcomes: once per result, whatever the attribute adds.
    #[inline(never)]
    fn settled_attack(&mut self, who: Slot, roll: &AttackRoll<'_, W::Adds>) -> (Rolled, W::Adds) {
        let book = &self.rules.book;
        let dice = |play: &mut Self| play.attack_dice(who, roll).0.plus(-roll.modifier).to_number(book);
        let [one, second, more] = roll.object.key();
        let number = self.settle(&rolls::ATTACK, |_| [i64::from(roll.dice), one, second, more], dice);
        let rolled = Rolled::of_number(number).plus(roll.modifier);
        (rolled, self.table.adds().plus("in all", rolled.result.total))
    }

    /// The dice of an attack: the base die and the weapon. [CAP-015]
    #[inline(always)]
    fn attack_dice(&mut self, who: Slot, roll: &AttackRoll<'_, W::Adds>) -> (Rolled, W::Adds) {
        let (natural, mut sum) = self.base_die(who, roll.base());
        let weapon = roll.object.roll(self.table, who, &rolls::WEAPON, &self.rules.book);
        if roll.object != Object::NONE {
            sum = sum.rolled(who, &rolls::WEAPON, DiceTaken::Highest, weapon);
        }
        (Rolled { result: Result { total: sum.total(), natural }, weapon }, sum)
    }

    /// A5 to A9 for a single target: both rolls are asked for nothing but what comes of them. [CAP-052]
    #[inline]
    fn strike_one<const PLAIN: bool>(&mut self, who: Slot, target: Slot, number: usize, roll: &AttackRoll<'_, W::Adds>) {
        let arm = roll.arm;
        let save = self.prepare_save::<PLAIN>(target, Incoming::of(who, arm));
        let sure = !PLAIN && self.rules.struck_for_sure(self.fight, target);
        let key = |_: &Self| {
            let theirs = save.as_ref().map_or(0, |save| save.modifier);
            let own = [roll.dice, roll.modifier - theirs, i32::from(sure)].map(i64::from);
            [&own[..], &roll.object.key(), &SaveRoll::key(save.as_ref())].concat()
        };
        let strike = |play: &mut Self| {
            let rolled = play.roll_attack(who, target, roll);
            play.against(rolled, &Opposed { target, save: save.as_ref(), sure })
        };
        let struck = if self.table.settles() {
            Struck::of_number(self.settle(&rolls::ATTACK, key, |play| strike(play).to_number()))
        } else {
            strike(self)
        };
        self.struck(who, target, number, arm, struck);
    }

    /// A5 to A9 for several targets, or for one that has images: one roll against every save. [CAP-052, CAP-111]
    fn strike_several(&mut self, who: Slot, targets: &[Slot], number: usize, roll: &AttackRoll<'_, W::Adds>) {
        let (rules, arm) = (self.rules, roll.arm);
        let rolled = self.roll_attack(who, targets[0], roll);
        for &target in targets {
            if !rules.strikeable(self.fight.body(target)) {
                continue;
            }
            if rules.is_warded(self.fight, target, arm) {
                self.table.tell("CAP-C10", || format!("{} is warded", rules.name(target)));
                continue;
            }
            if self.decoyed(who, target) {
                continue;
            }
            let sure = rules.struck_for_sure(self.fight, target);
            let save = self.prepare_save::<false>(target, Incoming::of(who, arm));
            let struck = self.against(rolled, &Opposed { target, save: save.as_ref(), sure });
            self.struck(who, target, number, arm, struck);
        }
    }

    /// A7 and A8: an attack that has been rolled against a save.
    #[inline(always)]
    fn against(&mut self, rolled: Rolled, opposed: &Opposed<'_, W::Adds>) -> Struck {
        if self.table.settles() { self.settle_contest(rolled, opposed) } else { self.contest_save(rolled, opposed) }
    }

    /// The contest for the solver, which walks through all outcomes: once per result, by the difference of what both have.
    #[inline(never)]
    fn settle_contest(&mut self, rolled: Rolled, opposed: &Opposed<'_, W::Adds>) -> Struck {
        let Opposed { save, sure, .. } = *opposed;
        let key = |_: &Self| {
            let Result { total, natural } = rolled.result;
            let own = [total - save.map_or(0, |save| save.modifier), natural, i32::from(sure)].map(i64::from);
            [&own[..], &SaveRoll::key(save)].concat()
        };
        let blank = Rolled { weapon: 0, ..rolled };
        let contest = |play: &mut Self| play.contest_save(blank, opposed).to_number();
        Struck { weapon: rolled.weapon, ..Struck::of_number(self.settle(&rolls::SAVE, key, contest)) }
    }

    /// A roll against a save, or against what stands for it.
    #[inline(always)]
    fn contest_save(&mut self, rolled: Rolled, opposed: &Opposed<'_, W::Adds>) -> Struck {
        let Opposed { target, save, sure } = *opposed;
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        let how = save;
        let (save, sum) = save.map(|save| self.roll_save(target, save)).unzip();
        let hits = sure || check::contested(rolled.result, save, book.check.dc, book, rulings);
        self.table.tell("CAP-056, CAP-060, CAP-061", || {
            let (name, total) = (rules.name(target), rolled.result.total);
            let sentence = match (how, sum) {
                _ if sure => Sentence::new(format!("{name} is helpless")),
                (Some(how), Some(sum)) => {
                    let sentence = Sentence::new(format!("{name} {}: ", how.mode.verb())).sum(sum);
                    how.steps.told(sentence.and(format!(" against {total}")))
                }
                _ => Sentence::new(format!("{name}: {total} against {}", book.check.dc)),
            };
            sentence.and(if hits { ": a hit" } else { ": no hit" })
        });
        let bonus = check::bonus_damage(rolled.result.natural, save.map(|save| save.natural), book, rulings);
        Struck { hits, weapon: rolled.weapon, bonus }
    }

    /// A8 and A9: what is left of a hit after Armor. [CAP-064, CAP-065, CAP-105, CAP-168, RU-27, RU-29]
    #[inline(always)]
    pub(super) fn struck(&mut self, who: Slot, target: Slot, number: usize, arm: &Weapon, struck: Struck) {
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        if !arm.ranged {
            let body = self.fight.body_mut(target);
            body.attackers = body.attackers.with(who);
        }
        if !struck.hits {
            return;
        }
        self.fight.struck = self.fight.struck.with(target);
        self.table.watch.count(who, count::HITS, 1);
        let fresh = rulings.damage_die == DamageDie::Fresh || rules.damage_only(arm);
        let value = if fresh { arm.object.roll(self.table, who, &rolls::FRESH_DAMAGE, book) } else { struck.weapon };
        let fireproof = arm.fire && self.fight.body(target).has(flag::FIREPROOF);
        let shown = self.table.adds();
        let shown = if fresh {
            shown.rolled(who, &rolls::FRESH_DAMAGE, DiceTaken::Highest, value)
        } else {
            shown.plus("weapon", value)
        };
        let armor = rules.add_armor(self.table.adds(), self.fight, target);
        let mut left = rules.less_armor(shown, armor).plus("naturals", struck.bonus);
        if fireproof {
            left = left.then("fireproof", |_| 0);
        }
        let damage = left.total();
        self.table.watch.count(who, count::HITS_STOPPED, i32::from(damage == 0));
        self.table.watch.count(who, count::SOAKED, (value - damage).max(0));
        self.table.watch.count(who, count::DAMAGE_DEALT, damage);
        self.anger(target, who, "RU-29");
        if damage > 0 {
            self.table.blame(who, || &arm.name);
            self.hurt(target, left, Source::Weapon { by: who, weapon: number as u8 });
            self.table.blame_nobody();
        } else {
            self.table.tell("CAP-077", || Sentence::new(format!("nothing reaches {}: ", rules.name(target))).total("", left));
        }
    }

    /// A6: images that may be struck instead. [CAP-188]
    fn decoyed(&mut self, who: Slot, target: Slot) -> bool {
        let decoys = self.fight.body(target).decoys;
        if decoys == 0 || self.table.roll(who, &rolls::DECOY, u32::from(decoys) + 1) < 2 {
            return false;
        }
        self.fight.change(target, |body| body.decoys -= 1);
        self.table.tell("CAP-188", || format!("an image of {} is struck and gone", self.rules.name(target)));
        true
    }
}
