//! Arcane magic: Sculpt Energy, tricks, counterspells, Power, Fatigue and feedback.
//!
//! Owns steps 4.9.1 to 4.9.6 of the specification; the dice of a casting are those of [`casting`](super::casting). Start at
//! [`Core::sculpts`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::casting::Cast;
use super::decide::Wants;
use super::harm::Cause;
use super::metrics as count;
use super::outfit::magic_dice;
use super::policy::{GambitKind, PowerUse, SpellTargets};
use super::rolls;
use super::rulings::{CastInterrupt, SculptChoose, SculptTable, TrickMode};
use super::save::Luck;
use super::sheet::{Ability, Source, Trait};
use super::state::{Act, Fight, Sculpt, Trick};

/// The properties of a spell that are paid for with dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bought {
    range: u8,
    targets: SpellTargets,
    element: Option<Source>,
    ability: Ability,
    pierce: bool,
    dice: u8,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Magic Dice that somebody can invest now (BDP-452, BDP-467, BDP-468, R-47).
    pub(super) fn magic_dice(&self, fight: &Fight, who: Slot) -> u8 {
        let body = fight.body(who);
        let fighter = self.fighter(who);
        if fighter.md_max == 0 {
            return 0;
        }
        let items = (0..fighter.items.len()).filter(|&item| self.at_hand(who, body, item));
        let all = magic_dice(fighter.md, items.map(|item| &fighter.items[item]), &self.book);
        let own = all.saturating_sub(body.daily.exhausted);
        let free = self.free(who, body).clamp(0, 255) as u8;
        if self.rulings().md_needs_slots { own.min(free) } else { own }
    }

    /// Dice that the properties of a spell cost beside its damage (BDP-457, BDP-625).
    pub(super) fn steps_of(&self, sculpt: &Sculpt) -> u8 {
        let targets = match sculpt.targets {
            SpellTargets::One => 0,
            SpellTargets::Two => 1,
            SpellTargets::Blast if self.rulings().sculpt_table() == SculptTable::Older => 1,
            SpellTargets::Blast => 2,
        };
        let other = u8::from(sculpt.ability != Ability::Str) + u8::from(sculpt.element.is_some());
        let pierce = u8::from(sculpt.pierce && self.rulings().sculpt_table() == SculptTable::Older);
        u8::from(sculpt.quick) + sculpt.range + targets + other + pierce
    }

    /// Whether somebody can cast this spell now (BDP-452, BDP-457, R-48).
    pub(super) fn can_sculpt(&self, fight: &Fight, who: Slot, sculpt: &Sculpt) -> bool {
        let steps = match self.rulings().sculpt_choose {
            SculptChoose::Intention => self.steps_of(sculpt),
            SculptChoose::AfterRoll => u8::from(sculpt.quick),
        };
        sculpt.dice <= self.magic_dice(fight, who) && sculpt.dice > steps
    }

    /// Enemies within the range of a spell (BDP-456, BDP-457).
    pub(super) fn in_spell_range(&self, fight: &Fight, who: Slot, range: u8) -> Slots {
        let most = match range {
            0 => 0,
            1 => self.book.movement.far_zones,
            _ => u8::MAX - 1,
        };
        let zone = fight.body(who).zone;
        self.active_foes(fight, who).those(|foe| self.ground.steps(zone, fight.body(foe).zone) <= most)
    }

    /// What a spell's dice buy: everything that was meant, or after the roll as much of it as there are dice for.
    fn buys(&self, sculpt: &Sculpt, rolled: u8) -> Bought {
        let mut bought = Bought {
            range: sculpt.range,
            targets: sculpt.targets,
            element: sculpt.element,
            ability: sculpt.ability,
            pierce: sculpt.pierce,
            dice: self.steps_of(sculpt),
        };
        while bought.dice >= rolled && bought.dice > u8::from(sculpt.quick) {
            let less = match bought {
                _ if bought.pierce => Bought { pierce: false, ..bought },
                _ if bought.element.is_some() => Bought { element: None, ..bought },
                _ if bought.ability != Ability::Str => Bought { ability: Ability::Str, ..bought },
                _ if bought.targets == SpellTargets::Blast => Bought { targets: SpellTargets::Two, ..bought },
                _ if bought.targets == SpellTargets::Two => Bought { targets: SpellTargets::One, ..bought },
                _ => Bought { range: bought.range - 1, ..bought },
            };
            let (range, targets, element, ability, pierce) =
                (less.range, less.targets, less.element, less.ability, less.pierce);
            bought = Bought { dice: self.steps_of(&Sculpt { range, targets, element, ability, pierce, ..*sculpt }), ..less };
        }
        bought
    }

    /// Rolls Magic Dice, the enemy's Power and counterspell included: what is left of them for an effect, if anything (BDP-452,
    /// BDP-453, BDP-463, BDP-472, R-50).
    fn casts<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        dice: u8,
        table: &mut Table<D, W>,
    ) -> Option<(Cast, Cast)> {
        let interrupted = self.rulings().cast_interrupt == CastInterrupt::Damage && fight.body(who).plight.hurt;
        let dice = dice.min(self.magic_dice(fight, who));
        if interrupted || dice == 0 {
            table.tell("R-50", || format!("the spell of {} comes to nothing", self.name(who)));
            return None;
        }
        let drained = self.drains(fight, who, dice, table);
        let wants = |table: &mut Table<D, W>| self.wants(Wants::ExtraDie, true, fight, who, table);
        let cast = self.cast.roll(dice, (who, &rolls::MAGIC_DICE), table, wants);
        table.watch.count(who, count::CASTS, 1);
        table.watch.count(who, count::MAGIC_DICE_ROLLED, cast.faces().len() as i32);
        table.tell("BDP-452", || format!("{} casts with {:?}", self.name(who), cast.faces()));
        let left = cast.without(drained);
        let countered = left.faces().is_empty() || self.is_countered(fight, who, &left, table);
        if countered {
            table.watch.count(who, count::SPELLS_CANCELLED, 1);
            self.pays_for_magic(fight, who, &cast, table);
            return None;
        }
        Some((cast, left))
    }

    /// Dice of an enemy's spell that the Power of a wand or staff cancels (BDP-472).
    fn drains<D: Dice, W: Watch>(&self, fight: &mut Fight, caster: Slot, dice: u8, table: &mut Table<D, W>) -> u8 {
        for foe in self.active_foes(fight, caster) {
            let power = fight.body(foe).power;
            if power == 0 {
                continue;
            }
            if let (PowerUse::Spell, most) = self.power_use(fight, foe, table) {
                let drained = dice.min(power).min(most);
                fight.body_mut(foe).power -= drained;
                table.tell("BDP-472", || format!("the Power of {} takes {drained} of the dice", self.name(foe)));
                return drained;
            }
        }
        0
    }

    /// Whether an enemy who does not cast itself counters a spell (BDP-463, R-50).
    fn is_countered<D: Dice, W: Watch>(&self, fight: &mut Fight, caster: Slot, cast: &Cast, table: &mut Table<D, W>) -> bool {
        for foe in self.active_foes(fight, caster) {
            let casting = |act: Act| matches!(act, Act::Sculpt(_) | Act::Trick(_) | Act::Miracle(..));
            let busy = fight.body(foe).intent.is_some_and(|intent| casting(intent.act));
            let most = self.magic_dice(fight, foe);
            let stunned = fight.body(foe).stunned > 0 && !self.rulings().counter_stunned;
            let dice = if busy || stunned || most == 0 { 0 } else { self.counter_dice(fight, foe, table).min(most) };
            if dice == 0 {
                continue;
            }
            let wants = |table: &mut Table<D, W>| self.wants(Wants::ExtraDie, true, fight, foe, table);
            let counter = self.cast.roll(dice, (foe, &rolls::COUNTERSPELL), table, wants);
            let cancels = counter.sum() >= cast.sum();
            let word = if cancels { "counters" } else { "does not counter" };
            table.tell("BDP-463", || format!("{} {word} with {:?}", self.name(foe), counter.faces()));
            self.pays_for_magic(fight, foe, &counter, table);
            return cancels;
        }
        false
    }

    /// Fatigue and feedback of a casting (BDP-452, BDP-454, BDP-455, BDP-468, BDP-472, R-49).
    fn pays_for_magic<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, cast: &Cast, table: &mut Table<D, W>) {
        let tiring = self.cast.fatigue(cast);
        if self.book.md.exhaust {
            let spent = &mut fight.body_mut(who).daily.exhausted;
            *spent = spent.saturating_add(tiring as u8);
        }
        self.tire(fight, who, tiring as u8, table);
        let whole = self.cast.feedback(cast, 0);
        if whole == 0 || !fight.is_active(who) {
            return;
        }
        let power = fight.body(who).power;
        let spared = match if power > 0 { self.power_use(fight, who, table) } else { (PowerUse::Nothing, 0) } {
            (PowerUse::Feedback, most) => power.min(most).min(self.cast.alike(cast)),
            _ => 0,
        };
        fight.body_mut(who).power -= spared;
        if spared > 0 {
            table.tell("BDP-472", || format!("the Power of {} takes {spared} of the dice", self.name(who)));
        }
        let feedback = self.cast.feedback(cast, spared);
        table.watch.count(who, count::FEEDBACK, feedback);
        if feedback == 0 {
            return;
        }
        table.tell("BDP-454", || format!("{feedback} feedback strikes {}", self.name(who)));
        let around = self.engaged_foes(fight, who);
        self.feeds_back(fight, who, feedback, table);
        if feedback > i32::from(self.rulings().feedback_blast_over(&self.book)) {
            table.tell("BDP-455", || format!("the feedback strikes everybody around {}", self.name(who)));
            for one in around {
                self.feeds_back(fight, one, feedback, table);
            }
        }
    }

    /// Feedback goes to HP, then WIL (BDP-454, R-49).
    fn feeds_back<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, amount: i32, table: &mut Table<D, W>) {
        let soaked = self.guard(who, fight.body(who)).min(amount);
        let body = fight.body_mut(who);
        body.hp -= soaked as i16;
        table.watch.count(who, count::HP_LOST, soaked);
        table.tell("BDP-454", || format!("{} loses {soaked} HP: {} left", self.name(who), fight.body(who).hp));
        self.wears_down(fight, who, (Ability::Wil, amount - soaked), (self.rulings().feedback_crit, false), "BDP-454", table);
    }

    /// Sculpt Energy, what it costs included, and the morale of those who saw it (steps 4.9 and 4.10; BDP-298, BDP-300).
    pub(super) fn sculpts<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        spell: (Sculpt, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        self.strikes_by_magic(fight, who, spell, table);
        self.morale(fight, table);
    }

    /// Sculpt Energy (step 4.9.4; BDP-262, BDP-456, BDP-457, BDP-460, BDP-624, BDP-625).
    fn strikes_by_magic<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (sculpt, target): (Sculpt, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        let Some((cast, left)) = self.casts(fight, who, sculpt.dice, table) else { return };
        let bought = self.buys(&sculpt, left.faces().len() as u8);
        let reachable = self.in_spell_range(fight, who, bought.range);
        let target = target.filter(|&target| reachable.has(target));
        let target = target.or_else(|| self.choose_target(fight, who, reachable, table));
        if let Some(target) = target.filter(|_| left.faces().len() > usize::from(bought.dice)) {
            for one in self.struck_by(fight, who, (bought.targets, target), reachable) {
                if fight.is_active(one) {
                    self.energy(fight, who, one, (&bought, &left), table);
                }
            }
        }
        self.pays_for_magic(fight, who, &cast, table);
    }

    /// Whom a spell strikes (BDP-457).
    fn struck_by(&self, fight: &Fight, who: Slot, (targets, first): (SpellTargets, Slot), reachable: Slots) -> Slots {
        match targets {
            SpellTargets::One => Slots::only(first),
            SpellTargets::Two => {
                let others = reachable.without(first).into_iter().take(usize::from(self.book.md.targets) - 1);
                others.fold(Slots::only(first), Slots::with)
            }
            SpellTargets::Blast => {
                let zone = fight.body(first).zone;
                self.active_foes(fight, who).those(|foe| fight.body(foe).zone == zone)
            }
        }
    }

    /// What a spell does to one target (BDP-246, BDP-262, BDP-283, BDP-532, BDP-624, BDP-625).
    fn energy<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        target: Slot,
        (bought, cast): (&Bought, &Cast),
        table: &mut Table<D, W>,
    ) {
        let (foe, source) = (self.fighter(target), bought.element.unwrap_or(Source::Magic));
        let dice = cast.faces().len() - usize::from(bought.dice);
        let band = foe.is_band() && bought.targets != SpellTargets::Blast;
        let rolled = if band || !self.book.md.sum { cast.highest() } else { cast.best(dice) };
        let plus = if self.rulings().sculpt_plus_dice() { cast.faces().len() as i32 } else { 0 };
        let guarded = foe.elemental == bought.element && bought.element.is_some();
        let elemental = if guarded { i32::from(self.book.skill.elemental) } else { 0 };
        let armor = self.armor(target, fight.body(target)).max(elemental);
        let ignored = match bought.pierce {
            true => i32::from(self.book.md.pierce[usize::from(cast.highest() >= i32::from(self.book.md.fatigue_on))]),
            false => 0,
        };
        let immune = foe.immune >> source as u16 & 1 == 1;
        let damage = if immune { 0 } else { (rolled + plus - (armor - ignored).max(0)).max(0) };
        table.tell("BDP-456", || format!("energy strikes {}: {damage} damage", foe.name));
        fight.body_mut(target).plight.protected = fight.body(target).plight.protected.saturating_sub(1);
        if damage == 0 || self.offers(fight, target, (damage, true), table) {
            return;
        }
        table.watch.count(who, count::DAMAGE_DEALT, damage);
        if bought.ability == Ability::Str || foe.is(Trait::Detachment) {
            self.hurt(fight, target, damage, Cause::default(), table);
        } else {
            let soaked = self.guard(target, fight.body(target)).min(damage);
            let body = fight.body_mut(target);
            (body.hp, body.plight.hurt) = (body.hp - soaked as i16, true);
            table.watch.count(target, count::DAMAGE_TAKEN, damage);
            table.watch.count(target, count::HP_LOST, soaked);
            self.wears_down(fight, target, (bought.ability, damage - soaked), (true, false), "BDP-457", table);
        }
    }

    /// A trick, what it costs included, and the morale of those who saw it (steps 4.4.4 and 4.10; BDP-298, BDP-300).
    pub(super) fn tricks<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        spell: (Trick, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        self.outwits(fight, who, spell, table);
        self.morale(fight, table);
    }

    /// A trick: a gambit by magic (BDP-461, BDP-462, BDP-626).
    fn outwits<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (trick, target): (Trick, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        let Some((cast, left)) = self.casts(fight, who, trick.dice, table) else { return };
        let near = self.in_spell_range(fight, who, 0);
        let first = target.filter(|&target| near.has(target)).or_else(|| self.choose_target(fight, who, near, table));
        if let Some(first) = first {
            let others = near.without(first).into_iter().take(trick.more.into());
            for one in others.fold(Slots::only(first), Slots::with) {
                if fight.is_active(one) && !self.withstands_trick(fight, one, &trick, &left, table) {
                    self.succeeds(fight, who, one, trick.kind, table);
                }
            }
        }
        self.pays_for_magic(fight, who, &cast, table);
    }

    fn withstands_trick<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        trick: &Trick,
        cast: &Cast,
        table: &mut Table<D, W>,
    ) -> bool {
        let ability = self.gambit_ability(trick.kind);
        let more = cast.faces().len() as i32 - 1 - i32::from(trick.more);
        let (minus, difficulty) = match self.rulings().trick_mode() {
            TrickMode::Minus => (self.book.md.trick_minus * more.max(0), 0),
            TrickMode::Difficulty => {
                let [low, high] = self.book.md.trick_difficulty.map(i32::from);
                let tiring = self.cast.fatigue(cast);
                (0, high * tiring + low * (cast.faces().len() as i32 - tiring))
            }
        };
        let before = fight.body(target).abilities[ability.index()];
        fight.body_mut(target).abilities[ability.index()] = before - minus as i16;
        let luck = Luck::of(trick.kind == GambitKind::Disarm && self.grips(fight, target), false);
        let passed = self.ability_save(fight, target, (ability, difficulty, luck), &rolls::GAMBIT_SAVE, table);
        fight.body_mut(target).abilities[ability.index()] = before;
        let word = if passed { "withstands" } else { "yields to" };
        table.tell("BDP-461", || format!("{} {word} the trick", self.name(target)));
        passed
    }
}
