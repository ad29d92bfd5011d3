//! Arcane magic: Sculpt Energy, tricks, counterspells, Power, Fatigue and feedback.
//!
//! Owns steps 4.9.1 to 4.9.6 of the specification; the dice of a casting are those of [`casting`](super::casting). Start at
//! [`Play::sculpts`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Slots, Table, Watch};

use super::casting::Cast;
use super::harm::{AbilityDamage, Cause, Origin};
use super::metrics as count;
use super::outfit::magic_dice;
use super::policy::{GambitKind, PowerUse, SpellTargets};
use super::rolls;
use super::rulings::{CastInterrupt, SculptChoose, SculptTable, TrickMode};
use super::save::Advantage;
use super::saving::Terms;
use super::sheet::{Ability, Source, Trait};
use super::state::{Act, Fight, Sculpt, Trick};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Magic Dice that the caster can invest now (BDP-452, BDP-467, BDP-468, R-47, BDP-621).
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
        if self.rulings.md_needs_slots { own.min(free) } else { own }
    }

    /// Dice that the properties of a spell cost beside its damage (BDP-457, BDP-625).
    pub(super) fn steps_of(&self, sculpt: &Sculpt) -> u8 {
        let targets = match sculpt.targets {
            SpellTargets::One => 0,
            SpellTargets::Two => 1,
            SpellTargets::Blast if self.rulings.sculpt_table() == SculptTable::Older => 1,
            SpellTargets::Blast => 2,
        };
        let other = u8::from(sculpt.ability != Ability::Str) + u8::from(sculpt.element.is_some());
        let pierce = u8::from(sculpt.pierce && self.rulings.sculpt_table() == SculptTable::Older);
        u8::from(sculpt.quick) + sculpt.range + targets + other + pierce
    }

    /// True if the combatant can cast this spell now (BDP-452, BDP-457, R-48).
    pub(super) fn can_sculpt(&self, fight: &Fight, who: Slot, sculpt: &Sculpt) -> bool {
        let steps = match self.rulings.sculpt_choose {
            SculptChoose::Intention => self.steps_of(sculpt),
            SculptChoose::AfterRoll => u8::from(sculpt.quick),
        };
        sculpt.dice <= self.magic_dice(fight, who) && sculpt.dice > steps
    }

    /// True if the combatant has dice for a counterspell, and is neither casting nor stunned (BDP-463, R-50).
    fn could_counter(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let casting = |act: Act| matches!(act, Act::Sculpt(_) | Act::Trick(_) | Act::Miracle(..));
        let busy = body.intent.is_some_and(|intent| casting(intent.act));
        let stunned = body.stunned > 0 && !self.rulings.counter_stunned;
        !busy && !stunned && self.magic_dice(fight, who) > 0
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

    /// Returns the spell that its dice buy: everything that was meant, or after the roll as much of it as there are dice for
    ///
    fn buys(&self, sculpt: &Sculpt, rolled: u8) -> Sculpt {
        let mut bought = *sculpt;
        while self.steps_of(&bought) >= rolled && self.steps_of(&bought) > u8::from(sculpt.quick) {
            bought = match bought {
                _ if bought.pierce => Sculpt { pierce: false, ..bought },
                _ if bought.element.is_some() => Sculpt { element: None, ..bought },
                _ if bought.ability != Ability::Str => Sculpt { ability: Ability::Str, ..bought },
                _ if bought.targets == SpellTargets::Blast => Sculpt { targets: SpellTargets::Two, ..bought },
                _ if bought.targets == SpellTargets::Two => Sculpt { targets: SpellTargets::One, ..bought },
                _ => Sculpt { range: bought.range - 1, ..bought },
            };
        }
        bought
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Rolls Magic Dice, the enemy's Power and counterspell included: what is left of them for an effect, if anything (BDP-452,
    /// BDP-453, BDP-463, BDP-472, R-50).
    fn casts(&mut self, who: Slot, dice: u8) -> Option<(Cast, Cast)> {
        let rules = self.rules;
        let interrupted = rules.rulings.cast_interrupt == CastInterrupt::Damage && self.fight.body(who).plight.hurt;
        let dice = dice.min(rules.magic_dice(self.fight, who));
        if interrupted || dice == 0 {
            self.table.tell("R-50", || format!("the spell of {} comes to nothing", rules.name(who)));
            return None;
        }
        let drained = self.drains(who, dice);
        let cast = self.rolls_magic(who, dice, &rolls::MAGIC_DICE);
        self.table.watch.count(who, count::CASTS, 1);
        self.table.watch.count(who, count::MAGIC_DICE_ROLLED, cast.faces().len() as i32);
        self.table.tell("BDP-452", || format!("{} casts with {:?}", rules.name(who), cast.faces()));
        let left = cast.without(drained);
        let countered = left.faces().is_empty() || self.is_countered(who, &left);
        if countered {
            self.table.watch.count(who, count::SPELLS_CANCELLED, 1);
            self.pays_for_magic(who, &cast);
            return None;
        }
        Some((cast, left))
    }

    /// Rolls so many Magic Dice, with those more that high faces bring and the policy wants (BDP-452, BDP-453).
    fn rolls_magic(&mut self, who: Slot, dice: u8, roll: &'static Roll) -> Cast {
        let (rules, fight) = (self.rules, &mut *self.fight);
        let more = |table: &mut Table<D, W>| {
            Play { rules, fight: &mut *fight, table }.wants(&rules.policies.lists.extra_die, true, who)
        };
        rules.cast.roll(dice, who, roll, self.table, more)
    }

    /// Dice of an enemy's spell that the Power of a wand or staff cancels (BDP-472).
    fn drains(&mut self, caster: Slot, dice: u8) -> u8 {
        let powerful = self.rules.active_foes(self.fight, caster).those(|foe| self.fight.body(foe).power > 0);
        let willing = powerful.those(|foe| self.power_use(foe).0 == PowerUse::Spell);
        let Some(foe) = self.draw(caster, willing, &rolls::DRAWN) else { return 0 };
        let drained = dice.min(self.fight.body(foe).power).min(self.power_use(foe).1);
        self.fight.body_mut(foe).power -= drained;
        self.table.tell("BDP-472", || format!("the Power of {} takes {drained} of the dice", self.rules.name(foe)));
        drained
    }

    /// True if an enemy that does not cast itself counters a spell (BDP-463, R-50).
    fn is_countered(&mut self, caster: Slot, cast: &Cast) -> bool {
        let rules = self.rules;
        let able = rules.active_foes(self.fight, caster).those(|foe| rules.could_counter(self.fight, foe));
        let willing = able.those(|foe| self.counter_dice(foe) > 0);
        let Some(foe) = self.draw(caster, willing, &rolls::DRAWN) else { return false };
        let dice = self.counter_dice(foe).min(rules.magic_dice(self.fight, foe));
        let counter = self.rolls_magic(foe, dice, &rolls::COUNTERSPELL);
        let cancels = counter.sum() >= cast.sum();
        let word = if cancels { "counters" } else { "does not counter" };
        self.table.tell("BDP-463", || format!("{} {word} with {:?}", rules.name(foe), counter.faces()));
        self.pays_for_magic(foe, &counter);
        cancels
    }

    /// Fatigue and feedback of a casting (BDP-452, BDP-454, BDP-455, BDP-468, BDP-472, R-49).
    fn pays_for_magic(&mut self, who: Slot, cast: &Cast) {
        let rules = self.rules;
        let tiring = rules.cast.fatigue(cast);
        if rules.book.md.exhaust {
            let spent = &mut self.fight.body_mut(who).daily.exhausted;
            *spent = spent.saturating_add(tiring as u8);
        }
        self.tire(who, tiring as u8);
        let whole = rules.cast.feedback(cast, 0);
        if whole == 0 || !self.fight.is_active(who) {
            return;
        }
        let power = self.fight.body(who).power;
        let spared = match if power > 0 { self.power_use(who) } else { (PowerUse::Nothing, 0) } {
            (PowerUse::Feedback, most) => power.min(most).min(rules.cast.alike(cast)),
            _ => 0,
        };
        self.fight.body_mut(who).power -= spared;
        if spared > 0 {
            self.table.tell("BDP-472", || format!("the Power of {} takes {spared} of the dice", rules.name(who)));
        }
        let feedback = rules.cast.feedback(cast, spared);
        self.table.watch.count(who, count::FEEDBACK, feedback);
        if feedback == 0 {
            return;
        }
        self.table.tell("BDP-454", || format!("{feedback} feedback strikes {}", rules.name(who)));
        let around = rules.engaged_foes(self.fight, who);
        self.feeds_back(who, feedback, Origin::Exertion);
        if feedback > i32::from(rules.rulings().feedback_blast_over(&rules.book)) {
            self.table.tell("BDP-455", || format!("the feedback strikes everybody around {}", rules.name(who)));
            for one in around {
                self.table.blame(who, || "feedback");
                self.anger(one, who, "R-65");
                self.feeds_back(one, feedback, Origin::Magic);
            }
            self.table.blame_nobody();
        }
    }

    /// Feedback goes to HP, then WIL (BDP-454, R-06, R-49).
    fn feeds_back(&mut self, who: Slot, amount: i32, origin: Origin) {
        let rules = self.rules;
        let amount = rules.behind_armor(amount, who, self.fight.body(who));
        let rest = self.soaks(who, amount, origin, "BDP-454");
        let critical = rules.rulings.feedback_crit;
        self.wears_down(who, AbilityDamage { critical, ..AbilityDamage::simply(Ability::Wil, rest, origin) }, "BDP-454");
    }

    /// Chooses the targets that a spell strikes beside the first (BDP-457).
    fn struck_by(&mut self, who: Slot, targets: SpellTargets, first: Slot, reachable: Slots) -> Slots {
        let rules = self.rules;
        match targets {
            SpellTargets::One => Slots::only(first),
            SpellTargets::Two => {
                let more = usize::from(rules.book.md.targets).saturating_sub(1);
                self.choose_more(who, Slots::only(first), reachable, more)
            }
            SpellTargets::Blast => {
                let zone = self.fight.body(first).zone;
                rules.active_foes(self.fight, who).those(|foe| self.fight.body(foe).zone == zone)
            }
        }
    }

    /// Sculpt Energy, what it costs included, and the morale of the foes that saw it (steps 4.9 and 4.10; BDP-298, BDP-300).
    pub(super) fn sculpts(&mut self, who: Slot, sculpt: Sculpt, target: Option<Slot>) {
        self.strikes_by_magic(who, sculpt, target);
        self.morale();
    }

    /// Sculpt Energy (step 4.9.4; BDP-262, BDP-456, BDP-457).
    fn strikes_by_magic(&mut self, who: Slot, sculpt: Sculpt, target: Option<Slot>) {
        let rules = self.rules;
        let Some((cast, left)) = self.casts(who, sculpt.dice) else { return };
        let bought = rules.buys(&sculpt, left.faces().len() as u8);
        let reachable = rules.in_spell_range(self.fight, who, bought.range);
        let target = target.filter(|&target| reachable.has(target));
        let target = target.or_else(|| self.choose_target(who, reachable));
        if let Some(target) = target.filter(|_| left.faces().len() > usize::from(rules.steps_of(&bought))) {
            for one in self.struck_by(who, bought.targets, target, reachable) {
                if self.fight.is_active(one) {
                    self.table.blame(who, || "sculpt energy");
                    self.energy(who, one, &bought, &left);
                    self.table.blame_nobody();
                }
            }
        }
        self.pays_for_magic(who, &cast);
    }

    /// Applies what a spell does to one target (BDP-246, BDP-262, BDP-283, BDP-456, BDP-460, BDP-532, BDP-624, BDP-625, R-65).
    fn energy(&mut self, who: Slot, target: Slot, bought: &Sculpt, cast: &Cast) {
        let rules = self.rules;
        let (foe, source) = (rules.fighter(target), bought.element.unwrap_or(Source::Magic));
        let dice = cast.faces().len() - usize::from(rules.steps_of(bought));
        let band = foe.is_band() && bought.targets != SpellTargets::Blast;
        let rolled = if band || !rules.book.md.sum { cast.highest() } else { cast.best(dice) };
        let plus = if rules.rulings.sculpt_plus_dice() { cast.faces().len() as i32 } else { 0 };
        let guarded = foe.elemental == bought.element && bought.element.is_some();
        let elemental = if guarded { i32::from(rules.book.skill.elemental) } else { 0 };
        let armor = rules.armor(target, self.fight.body(target)).max(elemental);
        let ignored = if bought.pierce {
            i32::from(rules.book.md.pierce[usize::from(cast.highest() >= i32::from(rules.book.md.fatigue_on))])
        } else {
            0
        };
        let damage = if foe.is_immune(source) { 0 } else { (rolled + plus - (armor - ignored).max(0)).max(0) };
        self.table.tell("BDP-456", || format!("energy strikes {}: {damage} damage", foe.name));
        self.fight.body_mut(target).uses_protection();
        self.anger(target, who, "R-65");
        if damage > 0 && self.offers(target, damage, true) {
            return;
        }
        if damage == 0 {
            return;
        }
        self.table.watch.count(who, count::DAMAGE_DEALT, damage);
        if bought.ability == Ability::Str || foe.is(Trait::Detachment) {
            let hurt = self.hurt(target, damage, Cause { origin: Origin::Magic, ..Cause::default() });
            if hurt.critical {
                self.credits_spell(who, target);
            }
            self.marks(target, hurt.lost > 0, hurt.critical, rules.mark_of(source));
        } else {
            let rest = self.soaks(target, damage, Origin::Magic, "BDP-239");
            let harm = AbilityDamage { critical: true, ..AbilityDamage::simply(bought.ability, rest, Origin::Magic) };
            let fails = self.wears_down(target, harm, "BDP-457");
            self.marks(target, rest > 0, fails, rules.mark_of(source));
        }
    }

    /// A trick, what it costs included, and the morale of the foes that saw it (steps 4.4.4 and 4.10; BDP-298, BDP-300).
    pub(super) fn tricks(&mut self, who: Slot, trick: Trick, target: Option<Slot>) {
        self.outwits(who, trick, target);
        self.morale();
    }

    /// A trick: a gambit by magic (BDP-461, BDP-462).
    fn outwits(&mut self, who: Slot, trick: Trick, target: Option<Slot>) {
        let Some((cast, left)) = self.casts(who, trick.dice) else { return };
        let near = self.rules.in_spell_range(self.fight, who, 0);
        let first = target.filter(|&target| near.has(target)).or_else(|| self.choose_target(who, near));
        if let Some(first) = first {
            for one in self.choose_more(who, Slots::only(first), near, trick.more.into()) {
                if self.fight.is_active(one) && !self.withstands_trick(one, &trick, &left) {
                    self.succeeds(who, one, trick.kind);
                }
            }
        }
        self.pays_for_magic(who, &cast);
    }

    /// True if a save withstands the gambit of a spell (BDP-461, BDP-626).
    fn withstands_trick(&mut self, target: Slot, trick: &Trick, cast: &Cast) -> bool {
        let rules = self.rules;
        let ability = rules.gambit_ability(trick.kind);
        let more = cast.faces().len() as i32 - 1 - i32::from(trick.more);
        let (minus, difficulty) = match rules.rulings.trick_mode() {
            TrickMode::Minus => (rules.book.md.trick_minus * more.max(0), 0),
            TrickMode::Difficulty => {
                let [low, high] = rules.book.md.trick_difficulty.map(i32::from);
                let tiring = rules.cast.fatigue(cast);
                (0, high * tiring + low * (cast.faces().len() as i32 - tiring))
            }
        };
        let advantage = Advantage::of(trick.kind == GambitKind::Disarm && rules.grips(self.fight, target), false);
        let terms = Terms { difficulty, advantage, change: -minus };
        let passed = self.save_on(target, ability, terms, &rolls::GAMBIT_SAVE);
        let word = if passed { "withstands" } else { "yields to" };
        self.table.tell("BDP-461", || format!("{} {word} the trick", rules.name(target)));
        passed
    }
}
