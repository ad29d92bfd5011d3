//! Attacks of `cairn-ap`: targets, the contested check, what hits.
//!
//! Owns steps A1 to A11 of the specification. What damage does is in [`harm`](super::harm), other actions in
//! [`deeds`](super::deeds), held ones in [`held`](super::held). Start at [`Core::attack`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Few, Slots, Table, Watch};

use super::Core;
use super::book::{Against, Attribute};
use super::check::{self, Object, Result, Steps};
use super::fighter::{Origin, Weapon};
use super::harm::Source;
use super::metrics as count;
use super::rolls;
use super::rulings::{BlastTargets, DamageDie, HelplessSave, Hidden, Rulings, Unarmed};
use super::save::SaveRoll;
use super::sheet::Cover;
use super::state::{Fight, Fixed, Held, Status, flag};

/// How an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct How {
    /// Against several in front. [CAP-036]
    pub sweep: bool,
    /// Against this one and nobody else's choice, without action points, and with what was settled before: a held attack.
    pub held: Option<(Slot, Fixed)>,
}

/// Whether something is so for all of them.
fn all(targets: &[Slot], holds: impl Fn(Slot) -> bool) -> bool {
    targets.iter().all(|&target| holds(target))
}

/// How an attack is rolled.
#[derive(Clone, Copy)]
struct AttackRoll {
    /// Base dice, as [`check::kept`] takes them; 0 where nothing but the weapon is rolled. [RU-24]
    dice: i32,
    object: Object,
    modifier: i32,
}

/// What an attack rolled: the same for all its targets. [CAP-111]
#[derive(Clone, Copy)]
struct Rolled {
    result: Result,
    weapon: i32,
}

/// What an attack is for one of its targets.
#[derive(Clone, Copy)]
struct Struck {
    hits: bool,
    /// What the weapon's die showed.
    weapon: i32,
    /// What naturals add.
    bonus: i32,
}

impl Struck {
    fn to_number(self) -> i64 {
        i64::from(self.hits) | i64::from(self.weapon) << 1 | i64::from(self.bonus) << 32
    }

    fn of_number(number: i64) -> Self {
        Struck { hits: number & 1 == 1, weapon: (number as u32 >> 1) as i32, bonus: (number >> 32) as i32 }
    }
}

impl Core {
    /// Action points of an attack.
    #[inline]
    pub(super) fn attack_cost(&self, arm: &Weapon, sweep: bool) -> u8 {
        if sweep { self.book.ap.sweep } else { arm.ap }
    }

    /// Whom it may attack at all: active enemies, and if it would, the fallen too. (step A1)
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        if self.finishes(fight, who) {
            return self.foes(who).those(|foe| self.strikeable(fight.body(foe)));
        }
        self.active_foes(fight, who)
    }

    /// Whom of them a weapon reaches.
    #[inline]
    fn reachable<const BLADE: bool>(&self, fight: &Fight, who: Slot, arm: &Weapon) -> Slots {
        if BLADE || self.fighter(who).plain {
            return self.active_foes(fight, who);
        }
        let candidates = self.candidates(fight, who);
        if self.positions { candidates.those(|foe| self.in_reach(fight, who, foe, arm)) } else { candidates }
    }

    /// An attack; false when there is nobody to attack. [CAP-021, CAP-105] (steps A1 to A11)
    #[inline(always)]
    pub(super) fn attack<const BLADE: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (weapon, arm): (usize, &Weapon),
        how: How,
        table: &mut Table<D, W>,
    ) -> bool {
        let held = how.held.map(|(target, _)| target);
        let choose = || self.choose_target(fight, who, self.reachable::<BLADE>(fight, who, arm), table);
        let Some(first) = held.or_else(choose) else { return false };
        if self.is_plain::<BLADE>(fight, (who, arm), first, how) {
            self.blow::<true, _, _>(fight, (who, first), (weapon, arm), how, table);
        } else {
            self.blow::<false, _, _>(fight, (who, first), (weapon, arm), how, table);
        }
        true
    }

    /// Whether somebody strikes and is struck plainly as long as nothing has befallen it: where the rulings are untouched and
    /// there are no positions, whoever is no detachment, has free hands and no cover, and leaves the fallen alone.
    pub(super) fn strikes_plainly(&self, who: Slot) -> bool {
        let (published, check) = (self.rulings == Rulings::UNTOUCHED, &self.book.check);
        let everywhere = published && !self.positions && check.attack == Against::Contested && self.book.ap.save == 0;
        let fighter = self.fighter(who);
        let hindered = fighter.bound || fighter.detachment || fighter.cover != Cover::None;
        everywhere && !hindered && self.never_finishes(who)
    }

    /// Whether a blow is plain: nothing about the two, the weapon and the fight makes it different from any other, but for who
    /// else has attacked the target and what that one has held back for its defence. The code of a blow is compiled once more for
    /// such blows, where `PLAIN` is true: what cannot matter for them is not asked. Of who strikes with its [blade](Core::blade)
    /// nothing has to be asked any more.
    #[inline]
    fn is_plain<const BLADE: bool>(&self, fight: &Fight, (who, arm): (Slot, &Weapon), target: Slot, how: How) -> bool {
        let ready = || self.fighter(who).plain && arm.plain && fight.calm() && fight.body(who).plain();
        debug_assert!(!BLADE || ready() && !how.sweep && how.held.is_none());
        let usual = BLADE || !how.sweep && how.held.is_none() && ready();
        usual && self.fighter(target).plain && fight.body(target).plain()
    }

    /// The weapon that comes to mind first, for whoever strikes plainly with it anybody who is plainly struck. A blow changes
    /// nothing of that as long as the turn goes on.
    #[inline]
    pub(super) fn blade(&self, fight: &Fight, who: Slot) -> Option<usize> {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        fighter.usual.filter(|_| fighter.plain && fight.calm() && body.plain() && body.armed_as_ever())
    }

    /// An attack with its blade, if it has one and the points for it; false when that has to be done in another way.
    #[inline]
    pub(super) fn strike<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        blade: Option<usize>,
        table: &mut Table<D, W>,
    ) -> bool {
        debug_assert_eq!(blade, self.blade(fight, who));
        let Some(weapon) = blade else { return false };
        debug_assert_eq!(blade, self.first_weapon(fight, who));
        let arm = &self.fighter(who).weapons[weapon];
        let possible = self.can_pay(fight, who, arm.ap);
        possible && self.attack::<true, _, _>(fight, who, (weapon, arm), How { sweep: false, held: None }, table)
    }

    /// Steps A2 to A11.
    #[inline(never)]
    fn blow<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, first): (Slot, Slot),
        (weapon, arm): (usize, &Weapon),
        how: How,
        table: &mut Table<D, W>,
    ) {
        if PLAIN || how.held.is_none() {
            self.pay(fight, who, self.attack_cost(arm, !PLAIN && how.sweep), count::AP_ATTACK, table);
        }
        let body = fight.body_mut(who);
        if PLAIN || arm.origin == Origin::Own {
            body.wielded = weapon as u8;
        }
        if !PLAIN && arm.ammo.is_some() {
            body.shots[weapon] += 1;
        }
        table.watch.count(who, count::ATTACKS, 1);
        table.tell("CAP-021", || format!("{} attacks {} with the {}", self.name(who), self.name(first), arm.name));
        let awake = PLAIN || fight.active().has(first);
        let help = if PLAIN { 0 } else { self.before_attack(fight, who, first, table) };
        if !PLAIN && self.is_called_off(fight, who, (first, awake)) {
            return;
        }
        let (only, several) =
            ([first], if PLAIN { None } else { Some(self.targets(fight, who, (arm, first), how.sweep, table)) });
        let targets = several.as_deref().unwrap_or(&only);
        let fixed = match how.held {
            Some((_, fixed)) if !PLAIN => fixed,
            _ => self.settled_now::<PLAIN>(fight, who, arm.attribute, !arm.ranged),
        };
        let steps = self.attack_steps::<PLAIN>(fight, (who, arm), targets, how.sweep, help, fixed.down);
        let object = if self.damage_only::<PLAIN>(arm) { Object::NONE } else { arm.object };
        let sure = self.rulings::<PLAIN>().helpless_save == HelplessSave::AutoHit
            && all(targets, |target| fight.body(target).status != Status::Active);
        let dice = if sure { 0 } else { steps.dice(&self.book, self.rulings::<PLAIN>()) };
        let roll = AttackRoll { dice, object, modifier: fixed.modifier };
        fight.struck = Slots::NONE;
        let alone = |target| fight.body(target).decoys == 0 && !self.is_warded(fight, target, arm);
        if PLAIN || targets.len() == 1 && alone(first) {
            self.strike_one::<PLAIN, _, _>(fight, who, first, (weapon, arm), roll, table);
        } else {
            self.strike_several(fight, who, targets, (weapon, arm), roll, table);
        }
        self.check_morale(fight, table);
        if !PLAIN {
            self.after_attack(fight, who, targets, !arm.ranged, table);
        }
    }

    /// Whether what friends held has left nothing of an attack: its target is gone, or has fallen before somebody who leaves the
    /// fallen alone. (step A1)
    pub(super) fn is_called_off(&self, fight: &Fight, who: Slot, (target, awake): (Slot, bool)) -> bool {
        let falls = awake && !fight.active().has(target);
        !fight.active().has(who) || !self.strikeable(fight.body(target)) || falls && !self.finishes(fight, who)
    }

    /// What an action takes from its Initiator as it is now. [CAP-046]
    #[inline]
    pub(super) fn settled_now<const PLAIN: bool>(&self, fight: &Fight, who: Slot, attribute: Attribute, melee: bool) -> Fixed {
        let body = fight.body(who);
        let hindered = !PLAIN && (body.hindered() || self.fighter(who).bound);
        debug_assert!(hindered || self.hindrance(fight, who, attribute, melee) == 0);
        let down = if hindered { self.hindrance(fight, who, attribute, melee) } else { 0 };
        Fixed { modifier: self.modifier_as::<PLAIN>(body, attribute), down }
    }

    /// Steps that it takes off an attack how somebody is.
    #[inline(never)]
    fn hindrance(&self, fight: &Fight, who: Slot, attribute: Attribute, melee: bool) -> i32 {
        let (body, numbers) = (fight.body(who), &self.book.step);
        let impaired = i32::from(numbers.impaired);
        let mut down = 0;
        let mut add = |holds: bool, by: i32| down += if holds { by } else { 0 };
        add(melee && body.prone, i32::from(numbers.prone));
        add(body.held != Held::Free, impaired);
        add(body.blind > 0, impaired);
        add(self.fighter(who).bound, impaired);
        add(self.harsh(body, flag::RIB), impaired);
        down + self.skull(body, attribute)
    }

    /// A2: everybody whom the attack is against. [CAP-036, CAP-111, CAP-131, CAP-C06, RU-18]
    fn targets<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        (arm, first): (&Weapon, Slot),
        sweep: bool,
        table: &mut Table<D, W>,
    ) -> Few<Slot> {
        let mut targets: Few<Slot> = [first].into_iter().collect();
        let detachment = self.detached(who, fight.body(who)) && !self.detached(first, fight.body(first));
        if !arm.blast && !detachment && !sweep {
            return targets;
        }
        let individuals = |foe: Slot| arm.blast || !detachment || !self.detached(foe, fight.body(foe));
        let mut others = self.reachable::<false>(fight, who, arm).without(first).those(individuals);
        let most = if !arm.blast && !detachment {
            usize::from(self.book.attack.sweep_targets)
        } else {
            match self.rulings.blast_targets {
                BlastTargets::Die => table.roll(who, &rolls::BLAST, u32::from(arm.object.die.max(1))) as usize,
                BlastTargets::All => usize::MAX,
                BlastTargets::Fixed => usize::from(self.book.attack.blast_targets),
            }
        };
        while targets.len() < most && !others.is_empty() {
            // The others of a detachment's attack are taken in the order of the file.
            let next = if detachment && !arm.blast { others.next() } else { self.choose_target(fight, who, others, table) };
            let Some(next) = next else { break };
            others = others.without(next);
            targets.push(next);
        }
        targets
    }

    /// A3: advantages and disadvantages; what depends on the target counts when it is so for all of them.
    #[inline]
    fn attack_steps<const PLAIN: bool>(
        &self,
        fight: &mut Fight,
        (who, arm): (Slot, &Weapon),
        targets: &[Slot],
        sweep: bool,
        help: i32,
        own_down: i32,
    ) -> Steps {
        let numbers = &self.book.step;
        let pending = if PLAIN { 0 } else { i32::from(std::mem::take(&mut fight.body_mut(who).pending)) };
        let fight = &*fight;
        let impaired = if !PLAIN && sweep && self.book.attack.sweep_impaired { i32::from(numbers.impaired) } else { 0 };
        let up = pending * i32::from(numbers.gain) + help * i32::from(numbers.help);
        let steps = Steps { up, down: own_down + impaired };
        let all_told = || self.steps_against(fight, who, arm, targets, steps, pending > 0);
        if !all(targets, |target| self.is_remarkable::<PLAIN>(fight, (who, arm), target)) {
            debug_assert_eq!(steps, all_told());
            return steps;
        }
        if !PLAIN {
            return all_told();
        }
        // There is nothing else to remark in a plain blow.
        let occupied = Steps { up: steps.up + i32::from(numbers.occupied), ..steps };
        debug_assert_eq!(occupied, all_told());
        occupied
    }

    /// Whether anything about a target could make an attack on it better or worse.
    #[inline]
    fn is_remarkable<const PLAIN: bool>(&self, fight: &Fight, (who, arm): (Slot, &Weapon), target: Slot) -> bool {
        let (body, fighter) = (fight.body(target), self.fighter(target));
        let occupied = !body.attackers.without(who).is_empty();
        if PLAIN || occupied {
            return occupied;
        }
        let state = body.status != Status::Active || body.prone || body.held != Held::Free || body.has(flag::STRANGE);
        let detachments = fighter.detachment || self.fighter(who).detachment;
        state || detachments || arm.ranged || fighter.cover != Cover::None
    }

    /// What the targets make better or worse.
    #[inline(never)]
    fn steps_against(
        &self,
        fight: &Fight,
        who: Slot,
        arm: &Weapon,
        targets: &[Slot],
        mut steps: Steps,
        focused: bool,
    ) -> Steps {
        let numbers = &self.book.step;
        let detached = self.detached(who, fight.body(who));
        let (enhanced, impaired) = (i32::from(numbers.enhanced), i32::from(numbers.impaired));
        let mut up = |holds: bool, by: i32| steps.up += if holds { by } else { 0 };
        up(all(targets, |target| !fight.body(target).attackers.without(who).is_empty()), i32::from(numbers.occupied));
        up(all(targets, |target| fight.body(target).status != Status::Active), enhanced);
        up(!arm.ranged && all(targets, |target| fight.body(target).prone), i32::from(numbers.against_prone));
        up(all(targets, |target| fight.body(target).held != Held::Free), enhanced);
        up(detached && all(targets, |target| !self.detached(target, fight.body(target))), enhanced);
        up(arm.fire && all(targets, |target| fight.body(target).has(flag::PLANTS)), enhanced);
        let mut down = |holds: bool, by: i32| steps.down += if holds { by } else { 0 };
        down(all(targets, |target| self.covered(fight, target, arm.ranged)), impaired);
        let near = self.book.attack.near_spaces;
        down(arm.ranged && all(targets, |target| self.distance(fight, who, target) > near), impaired);
        down(!detached && !arm.blast && all(targets, |target| self.detached(target, fight.body(target))), impaired);
        down(!arm.magical && all(targets, |target| fight.body(target).has(flag::ELEMENTAL)), impaired);
        down(self.book.mishap.moonlight && all(targets, |target| fight.body(target).has(flag::PURPLE)), impaired);
        let hidden = self.rulings.mishap_17_hidden == Hidden::ImpairUnfocused && !focused;
        down(hidden && all(targets, |target| fight.body(target).has(flag::WEIRD)), impaired);
        steps
    }

    /// Whether cover hides it from an attack of this kind. [CAP-109]
    fn covered(&self, fight: &Fight, target: Slot, ranged: bool) -> bool {
        let hides = match self.fighter(target).cover {
            Cover::None => false,
            Cover::Ranged => ranged,
            Cover::All => true,
        };
        hides && fight.body(target).covered
    }

    /// A4: the roll of the Initiator. [CAP-016, CAP-018, CAP-041, CAP-112, RU-14]
    #[inline(always)]
    fn roll_attack<D: Dice, W: Watch>(&self, who: Slot, roll: AttackRoll, table: &mut Table<D, W>) -> Rolled {
        let book = &self.book;
        let natural = if roll.dice == 0 { 0 } else { check::kept(table, who, &rolls::ATTACK, book.check.base_die, roll.dice) };
        let weapon = roll.object.roll(table, who, &rolls::WEAPON, book);
        let total = natural + roll.modifier + weapon;
        self.count_natural(who, natural, (count::ATTACK_NATURAL_1, count::ATTACK_NATURAL_20), table);
        table.tell("CAP-018", || format!("{} rolls {total}", self.name(who)));
        Rolled { result: Result { total, natural }, weapon }
    }

    /// Whether bare hands only roll for damage. [RU-14]
    #[inline]
    fn damage_only<const PLAIN: bool>(&self, arm: &Weapon) -> bool {
        arm.origin == Origin::Unarmed && self.rulings::<PLAIN>().unarmed == Unarmed::DamageOnly
    }

    /// The base die of a check that is no attack, no save against one, and none against critical damage.
    pub(super) fn base_die<D: Dice, W: Watch>(
        &self,
        who: Slot,
        roll: &'static Roll,
        dice: i32,
        table: &mut Table<D, W>,
    ) -> i32 {
        let natural = check::kept(table, who, roll, self.book.check.base_die, dice);
        self.count_natural(who, natural, (count::OTHER_NATURAL_1, count::OTHER_NATURAL_20), table);
        natural
    }

    /// Natural results, for statistics.
    #[inline]
    pub(super) fn count_natural<D: Dice, W: Watch>(
        &self,
        who: Slot,
        natural: i32,
        (ones, twenties): (crate::fight::watch::Counter, crate::fight::watch::Counter),
        table: &mut Table<D, W>,
    ) {
        table.watch.count(who, ones, i32::from(natural == 1));
        table.watch.count(who, twenties, i32::from(natural == i32::from(self.book.check.base_die)));
    }

    /// A5 to A9 for a single target: both rolls are asked for nothing but what comes of them. [CAP-060]
    #[inline]
    fn strike_one<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        (number, arm): (usize, &Weapon),
        roll: AttackRoll,
        table: &mut Table<D, W>,
    ) {
        let save = self.prepare_save::<PLAIN, _, _>(fight, target, PLAIN || !arm.ranged, table);
        let helpless = !PLAIN && fight.body(target).status != Status::Active;
        let key = || {
            let of = |object: Object| [object.die, object.second, object.advantages].map(i64::from);
            let objects = save.map_or([Object::NONE; 2], |save| save.objects);
            let [[a, b, c], [d, e, f], [g, h, i]] = [roll.object, objects[0], objects[1]].map(of);
            let theirs = save.map_or(0, |save| save.modifier);
            let (own_dice, dice) = (i64::from(roll.dice), save.map_or(0, |save| i64::from(save.dice)));
            [own_dice, i64::from(roll.modifier - theirs), dice, helpless.into(), a, b, c, d, e, f, g, h, i]
        };
        let strike = |table: &mut Table<D, W>| {
            let rolled = self.roll_attack(who, roll, table);
            self.against::<PLAIN, _, _>(who, target, rolled, (save, helpless), table)
        };
        let struck = if table.settles() {
            Struck::of_number(table.settle(&rolls::ATTACK, key, |table| strike(table).to_number()))
        } else {
            strike(table)
        };
        self.struck::<PLAIN, _, _>(fight, who, target, (number, arm), struck, table);
    }

    /// A5 to A9 for several targets, or for one that has images: one roll against every save. [CAP-111]
    fn strike_several<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        targets: &[Slot],
        (number, arm): (usize, &Weapon),
        roll: AttackRoll,
        table: &mut Table<D, W>,
    ) {
        let rolled = self.roll_attack(who, roll, table);
        for &target in targets {
            if !self.strikeable(fight.body(target)) {
                continue;
            }
            if self.is_warded(fight, target, arm) {
                table.tell("CAP-C10", || format!("{} is warded", self.name(target)));
                continue;
            }
            if self.decoyed(fight, who, target, table) {
                continue;
            }
            let helpless = fight.body(target).status != Status::Active;
            let save = self.prepare_save::<false, _, _>(fight, target, !arm.ranged, table);
            let struck = self.against::<false, _, _>(who, target, rolled, (save, helpless), table);
            self.struck::<false, _, _>(fight, who, target, (number, arm), struck, table);
        }
    }

    /// A7 and A8: an attack that has been rolled against a save. [CAP-060, CAP-061]
    #[inline(always)]
    fn against<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        who: Slot,
        target: Slot,
        rolled: Rolled,
        (save, helpless): (Option<SaveRoll>, bool),
        table: &mut Table<D, W>,
    ) -> Struck {
        let (book, rulings) = (&self.book, self.rulings::<PLAIN>());
        let save = save.map(|save| self.roll_save(target, save, table));
        let auto = helpless && rulings.helpless_save == HelplessSave::AutoHit;
        let hits = auto || check::contested(rolled.result, save, book.check.dc, book, rulings);
        table.tell("CAP-060, CAP-061", || {
            let against = save.map_or(book.check.dc, |save| save.total);
            let name = self.name(target);
            if hits { format!("{} hits {name} ({against})", self.name(who)) } else { format!("{name} is not hit ({against})") }
        });
        let bonus = check::bonus_damage(rolled.result.natural, save.map(|save| save.natural), book, rulings);
        Struck { hits, weapon: rolled.weapon, bonus }
    }

    /// A8 and A9: what is left of a hit after Armor. [CAP-064, CAP-077, CAP-105]
    #[inline]
    fn struck<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        (number, arm): (usize, &Weapon),
        struck: Struck,
        table: &mut Table<D, W>,
    ) {
        let (book, rulings) = (&self.book, self.rulings::<PLAIN>());
        if PLAIN || !arm.ranged {
            let body = fight.body_mut(target);
            body.attackers = body.attackers.with(who);
        }
        if !struck.hits {
            return;
        }
        fight.struck = fight.struck.with(target);
        table.watch.count(who, count::HITS, 1);
        let fresh = rulings.damage_die == DamageDie::Fresh || self.damage_only::<PLAIN>(arm);
        let value = if fresh { arm.object.roll(table, who, &rolls::FRESH_DAMAGE, book) } else { struck.weapon };
        let fireproof = !PLAIN && arm.fire && fight.body(target).has(flag::FIREPROOF);
        let after_armor = (value - self.armor(fight, target)).max(book.damage.minimum);
        let damage = if fireproof { 0 } else { after_armor + struck.bonus };
        table.watch.count(who, count::HITS_STOPPED, i32::from(damage == 0));
        table.watch.count(who, count::SOAKED, (value - damage).max(0));
        table.watch.count(who, count::DAMAGE_DEALT, damage);
        table.tell("CAP-077", || format!("{damage} damage after Armor"));
        if damage > 0 {
            self.hurt(fight, target, damage, Source::Weapon { by: who, weapon: number as u8 }, table);
        }
    }

    /// A6: a ward against weapons that are not magical. [CAP-C10]
    fn is_warded(&self, fight: &Fight, target: Slot, arm: &Weapon) -> bool {
        fight.body(target).ward.on() && !arm.magical
    }

    /// A6: images that may be struck instead. [CAP-188]
    fn decoyed<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) -> bool {
        let decoys = fight.body(target).decoys;
        if decoys == 0 || table.roll(who, &rolls::DECOY, u32::from(decoys) + 1) < 2 {
            return false;
        }
        fight.change(target, |body| body.decoys -= 1);
        table.tell("CAP-188", || format!("an image of {} is struck and gone", self.name(target)));
        true
    }
}
