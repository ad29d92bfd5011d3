//! Attacks of `cairn-ap`: targets, the contested check, what hits.
//!
//! Owns steps A1 to A11 of the specification. What damage does is in [`harm`](super::harm), other actions in
//! [`deeds`](super::deeds), held ones in [`held`](super::held). Start at [`Core::attack`].

use crate::dice::{Dice, Slot};
use crate::fight::{Few, Slots, Table, Watch};

use super::Core;
use super::book::Against;
use super::check::{self, Object, Result, Steps};
use super::fighter::{Origin, Weapon};
use super::harm::Source;
use super::metrics as count;
use super::policy::SaveMode;
use super::rolls;
use super::rulings::{BlastTargets, DamageDie, HelplessSave, Hidden, Parry, Unarmed};
use super::sheet::Cover;
use super::state::{Fight, Held, Status, flag};

/// How an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct How {
    /// Against several in front. [CAP-036]
    pub sweep: bool,
    /// Against this one and nobody else's choice, without action points: a held attack.
    pub held: Option<Slot>,
}

/// Whether something is so for all of them.
fn all(targets: &[Slot], holds: impl Fn(Slot) -> bool) -> bool {
    targets.iter().all(|&target| holds(target))
}

/// What an attack rolled: the same for all its targets. [CAP-111]
#[derive(Clone, Copy)]
struct Rolled {
    result: Result,
    weapon: i32,
}

impl Core {
    /// Action points of an attack.
    pub(super) fn attack_cost(&self, arm: &Weapon, sweep: bool) -> u8 {
        if sweep { self.book.ap.sweep } else { arm.ap }
    }

    /// Whom it may attack at all: active enemies, or when there are none and it would, the fallen. (step A1)
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        let active = self.active_foes(fight, who);
        if self.finishes(fight, who) && active.is_empty() {
            return self.foes(who).those(|foe| self.strikeable(fight.body(foe)));
        }
        active
    }

    /// An attack; false when there is nobody to attack. [CAP-021, CAP-105] (steps A1 to A11)
    pub(super) fn attack<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        weapon: usize,
        how: How,
        table: &mut Table<D, W>,
    ) -> bool {
        let arm = &self.fighter(who).weapons[weapon];
        let reachable = self.candidates(fight, who).those(|foe| self.in_reach(fight, who, foe, arm));
        let Some(first) = how.held.or_else(|| self.choose_target(fight, who, reachable, table)) else { return false };
        if how.held.is_none() {
            self.pay(fight, who, self.attack_cost(arm, how.sweep), table);
        }
        let body = fight.body_mut(who);
        if arm.origin == Origin::Own {
            body.wielded = weapon as u8;
        }
        if arm.ammo.is_some() {
            body.shots[weapon] += 1;
        }
        table.watch.count(who, count::ATTACKS, 1);
        table.tell("CAP-021", || format!("{} attacks {} with the {}", self.name(who), self.name(first), arm.name));
        let help = self.before_attack(fight, who, first, table);
        if !self.active(fight.body(who)) || !self.strikeable(fight.body(first)) {
            return true;
        }
        let targets = self.targets(fight, who, (arm, first), how.sweep, table);
        let steps = self.attack_steps(fight, who, arm, &targets, how.sweep, help);
        let rolled = self.roll_attack(fight, who, arm, steps, table);
        fight.struck = Slots::NONE;
        for &target in targets.iter() {
            if self.strikeable(fight.body(target)) {
                self.resolve(fight, who, target, (weapon, arm), rolled, table);
            }
        }
        self.check_morale(fight, table);
        self.after_attack(fight, who, &targets, !arm.ranged, table);
        true
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
        let mut others =
            self.candidates(fight, who).without(first).those(|foe| self.in_reach(fight, who, foe, arm) && individuals(foe));
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
    fn attack_steps(&self, fight: &mut Fight, who: Slot, arm: &Weapon, targets: &[Slot], sweep: bool, help: i32) -> Steps {
        let numbers = &self.book.step;
        let pending = i32::from(std::mem::take(&mut fight.body_mut(who).pending));
        let own = *fight.body(who);
        let fight = &*fight;
        let detached = self.detached(who, &own);
        let mut steps = Steps::up(pending * i32::from(numbers.gain) + help * i32::from(numbers.help));
        let (enhanced, impaired) = (i32::from(numbers.enhanced), i32::from(numbers.impaired));
        let mut up = |holds: bool, by: i32| steps.up += if holds { by } else { 0 };
        up(all(targets, |target| !fight.body(target).attackers.without(who).is_empty()), i32::from(numbers.occupied));
        up(all(targets, |target| fight.body(target).status != Status::Active), enhanced);
        up(!arm.ranged && all(targets, |target| fight.body(target).prone), i32::from(numbers.against_prone));
        up(all(targets, |target| fight.body(target).held != Held::Free), enhanced);
        up(detached && all(targets, |target| !self.detached(target, fight.body(target))), enhanced);
        up(arm.fire && all(targets, |target| fight.body(target).has(flag::PLANTS)), enhanced);
        let mut down = |holds: bool, by: i32| steps.down += if holds { by } else { 0 };
        down(!arm.ranged && own.prone, i32::from(numbers.prone));
        down(own.held != Held::Free, impaired);
        down(own.blind, impaired);
        down(self.fighter(who).bound, impaired);
        down(self.harsh(&own, flag::RIB), impaired);
        down(sweep && self.book.attack.sweep_impaired, impaired);
        down(all(targets, |target| self.covered(fight, target, arm.ranged)), impaired);
        let near = self.book.attack.near_spaces;
        down(arm.ranged && all(targets, |target| self.distance(fight, who, target) > near), impaired);
        down(!detached && !arm.blast && all(targets, |target| self.detached(target, fight.body(target))), impaired);
        down(!arm.magical && all(targets, |target| fight.body(target).has(flag::ELEMENTAL)), impaired);
        down(self.book.mishap.moonlight && all(targets, |target| fight.body(target).has(flag::PURPLE)), impaired);
        let hidden = self.rulings.mishap_17_hidden == Hidden::ImpairUnfocused && pending == 0;
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
    fn roll_attack<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        arm: &Weapon,
        steps: Steps,
        table: &mut Table<D, W>,
    ) -> Rolled {
        let (book, rulings) = (&self.book, &self.rulings);
        let natural = check::kept(table, who, &rolls::ATTACK, book.check.base_die, steps.dice(book, rulings));
        let weapon = if self.damage_only(arm) { 0 } else { arm.object.roll(table, who, &rolls::WEAPON, book) };
        let total = natural + self.modifier(fight.body(who), arm.attribute) + weapon;
        self.count_natural(who, natural, (count::ATTACK_NATURAL_1, count::ATTACK_NATURAL_20), table);
        table.tell("CAP-018", || format!("{} rolls {total}", self.name(who)));
        Rolled { result: Result { total, natural }, weapon }
    }

    /// Whether bare hands only roll for damage. [RU-14]
    fn damage_only(&self, arm: &Weapon) -> bool {
        arm.origin == Origin::Unarmed && self.rulings.unarmed == Unarmed::DamageOnly
    }

    /// Natural results, for statistics.
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

    /// A6 to A9: what the attack is for one of its targets. [CAP-064, CAP-105]
    fn resolve<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        (number, arm): (usize, &Weapon),
        rolled: Rolled,
        table: &mut Table<D, W>,
    ) {
        if self.warded_or_decoy(fight, who, target, arm, table) {
            return;
        }
        let (book, rulings) = (&self.book, &self.rulings);
        let helpless = fight.body(target).status != Status::Active;
        let save = if book.check.attack == Against::Dc || helpless && rulings.helpless_save == HelplessSave::AutoHit {
            None
        } else {
            Some(self.save(fight, target, !arm.ranged, helpless, table))
        };
        let auto = helpless && rulings.helpless_save == HelplessSave::AutoHit;
        let hits = auto || check::contested(rolled.result, save, book.check.dc, book, rulings);
        if !arm.ranged {
            let attackers = fight.body(target).attackers.with(who);
            fight.body_mut(target).attackers = attackers;
        }
        table.tell("CAP-060, CAP-061", || {
            let against = save.map_or(book.check.dc, |save| save.total);
            let name = self.name(target);
            if hits { format!("{} hits {name} ({against})", self.name(who)) } else { format!("{name} is not hit ({against})") }
        });
        if !hits {
            return;
        }
        fight.struck = fight.struck.with(target);
        table.watch.count(who, count::HITS, 1);
        let fresh = rulings.damage_die == DamageDie::Fresh || self.damage_only(arm);
        let value = if fresh { arm.object.roll(table, who, &rolls::FRESH_DAMAGE, book) } else { rolled.weapon };
        let bonus = check::bonus_damage(rolled.result.natural, save.map(|save| save.natural), book, rulings);
        let fireproof = arm.fire && fight.body(target).has(flag::FIREPROOF);
        let after_armor = (value - self.armor(target, fight.body(target))).max(book.damage.minimum);
        let damage = if fireproof { 0 } else { after_armor + bonus };
        table.watch.count(who, count::DAMAGE_DEALT, damage);
        table.tell("CAP-077", || format!("{damage} damage after Armor"));
        self.hurt(fight, target, damage, Source::Weapon { by: who, weapon: number as u8 }, table);
    }

    /// A6: wards and images. [CAP-188, CAP-C10]
    fn warded_or_decoy<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        arm: &Weapon,
        table: &mut Table<D, W>,
    ) -> bool {
        let body = fight.body(target);
        if body.ward.on() && !arm.magical {
            table.tell("CAP-C10", || format!("{} is warded", self.name(target)));
            return true;
        }
        let decoys = body.decoys;
        if decoys == 0 || table.roll(who, &rolls::DECOY, u32::from(decoys) + 1) < 2 {
            return false;
        }
        fight.body_mut(target).decoys -= 1;
        table.tell("CAP-188", || format!("an image of {} is struck and gone", self.name(target)));
        true
    }

    /// A7: the save of a target. [CAP-027, CAP-049, CAP-053 to CAP-056, CAP-102, RU-06, RU-13, RU-24]
    fn save<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        melee: bool,
        helpless: bool,
        table: &mut Table<D, W>,
    ) -> Result {
        let (book, rulings) = (&self.book, &self.rulings);
        if helpless {
            let natural = check::kept(table, target, &rolls::SAVE, book.check.base_die, 1);
            self.count_natural(target, natural, (count::SAVE_NATURAL_1, count::SAVE_NATURAL_20), table);
            return Result { total: natural, natural };
        }
        let unpaid = fight.body(target).ap < book.ap.save;
        let mode = if unpaid { SaveMode::Brace } else { self.best_mode(fight, target, melee, table) };
        if !unpaid && book.ap.save > 0 {
            self.pay(fight, target, book.ap.save, table);
        }
        let object = self.save_object(fight, target, mode, melee);
        let mut steps = self.spend_pending(fight, target);
        let body = fight.body_mut(target);
        if body.defences > 0 {
            body.defences -= 1;
            steps.up += i32::from(book.step.defend);
        }
        steps.down += if unpaid { i32::from(book.step.unpaid_save) } else { 0 };
        body.last_save = 1 + match mode {
            SaveMode::Dodge | SaveMode::Best => 0,
            SaveMode::Block => 1,
            SaveMode::Parry => 2,
            SaveMode::Brace => 3,
        };
        let natural = check::kept(table, target, &rolls::SAVE, book.check.base_die, steps.dice(book, rulings));
        let value: i32 = object.iter().map(|object| object.roll(table, target, &rolls::OBJECT, book)).sum();
        self.count_natural(target, natural, (count::SAVE_NATURAL_1, count::SAVE_NATURAL_20), table);
        let total = natural + self.modifier(fight.body(target), self.save_attribute(mode)) + value;
        table.tell("CAP-056", || format!("{} saves with {total}", self.name(target)));
        Result { total, natural }
    }

    /// Gained advantage, where it helps rolls other than one's own actions. [RU-09]
    pub(super) fn spend_pending(&self, fight: &mut Fight, who: Slot) -> Steps {
        if self.rulings.gain_advantage == super::rulings::GainAdvantage::NextActionThisTurn {
            return Steps::default();
        }
        let pending = std::mem::take(&mut fight.body_mut(who).pending);
        Steps::up(i32::from(pending) * i32::from(self.book.step.gain))
    }

    fn save_attribute(&self, mode: SaveMode) -> super::book::Attribute {
        let attribute = &self.book.attribute;
        match mode {
            SaveMode::Dodge | SaveMode::Best => attribute.dodge,
            SaveMode::Block => attribute.block,
            SaveMode::Parry => attribute.parry,
            SaveMode::Brace => attribute.brace,
        }
    }

    /// The objects of a save: a shield, a weapon, or where the book lets two help, both. [RU-06]
    fn save_object(&self, fight: &Fight, target: Slot, mode: SaveMode, melee: bool) -> [Object; 2] {
        let body = fight.body(target);
        let most = self.book.check.max_object_dice;
        let grabbing = self.grabbed_by(fight, target).is_some();
        let may_parry = melee && (self.rulings.parry == Parry::Always || body.defences > 0);
        let weapon = self.parrying(target, body).filter(|arm| may_parry && (arm.hands == 0 || !grabbing));
        let weapon = weapon.map_or(Object::NONE, |arm| arm.object);
        let shield = if grabbing { Object::NONE } else { self.shield_object(target, body) };
        match (mode, most) {
            (_, 0) => [Object::NONE; 2],
            (SaveMode::Block, 1) => [shield, Object::NONE],
            (SaveMode::Block, _) => [shield, weapon],
            (SaveMode::Parry, _) => [weapon, Object::NONE],
            _ => [Object::NONE; 2],
        }
    }

    /// The mode that is wanted, when it is possible, else the best on the average: block, parry, dodge, brace among equals.
    fn best_mode<D: Dice, W: Watch>(&self, fight: &Fight, target: Slot, melee: bool, table: &mut Table<D, W>) -> SaveMode {
        let body = fight.body(target);
        let objects = |mode| self.save_object(fight, target, mode, melee);
        let possible = |mode: SaveMode| match mode {
            SaveMode::Block => objects(mode)[0] != Object::NONE,
            SaveMode::Parry => melee && self.parrying(target, body).is_some() && body.ready != super::derived::GRIMOIRE,
            SaveMode::Dodge | SaveMode::Brace => true,
            SaveMode::Best => false,
        };
        let wanted = self.save_mode(fight, target, table);
        if possible(wanted) {
            return wanted;
        }
        let worth = |mode: SaveMode| {
            let object: i32 = objects(mode).iter().map(|object| object.mean(&self.book)).sum();
            1000 * self.modifier(body, self.save_attribute(mode)) + object
        };
        let mut best = (i32::MIN, SaveMode::Brace);
        for mode in [SaveMode::Block, SaveMode::Parry, SaveMode::Dodge, SaveMode::Brace] {
            if possible(mode) && worth(mode) > best.0 {
                best = (worth(mode), mode);
            }
        }
        best.1
    }
}
