//! Magic of `cairn-ap`: which spell with which dice, the roll, and what the spell does.
//!
//! Owns section 4.11 of the specification; mishaps are in [`mishap`](super::mishap), slots and Fatigue in
//! [`inventory`](super::inventory). Start at [`Core::cast`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::library::{Lasting, Measure, SpellEffect, SpellTarget};
use super::book::{Against, Attribute, Book};
use super::check::{self, Result};
use super::decide::Intent;
use super::derived::GRIMOIRE;
use super::fighter::{Reserve, Spell};
use super::harm::Source;
use super::metrics as count;
use super::rolls;
use super::rulings::{Chain, Reverse, Rulings, TwoPairs};
use super::state::{Fight, Fixed, Held, Split, Status, Until, flag};

/// What Magic Dice showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Magic {
    /// How many: `[dice]`.
    pub dice: i32,
    /// Their total: `[sum]`.
    pub sum: i32,
    /// How many of each face, up to the 20 faces that a die can have.
    pub(super) faces: [u8; 20],
    /// Dice of slots that give Fatigue.
    pub fatigue: i32,
    /// Free dice that cost WIL.
    pub burnt: i32,
    /// Dice that cost a vessel STR.
    pub vessel: i32,
}

impl Magic {
    /// The most dice that show the same.
    #[must_use]
    pub fn matches(&self) -> u8 {
        self.faces.iter().copied().max().unwrap_or(0)
    }

    /// How many faces enough dice show for a mishap.
    #[must_use]
    pub fn pairs(&self, book: &Book) -> usize {
        self.faces.iter().filter(|&&count| count >= book.magic.mishap_matches).count()
    }

    /// Whether the spell fails. [CAP-163, RU-20] (step K3)
    #[must_use]
    pub fn fails(&self, book: &Book, rulings: &Rulings) -> bool {
        let two_pairs = self.pairs(book) >= 2 && rulings.two_pairs == TwoPairs::Fail;
        self.matches() >= book.magic.fail_matches || two_pairs
    }

    /// The entry of the mishaps table, if any. [CAP-162]
    #[must_use]
    pub fn entry(&self, book: &Book) -> Option<i32> {
        (self.matches() >= book.magic.mishap_matches).then_some(self.sum)
    }

    /// Adds a die.
    pub fn show(&mut self, face: i32) {
        self.dice += 1;
        self.sum += face;
        self.faces[(face - 1).clamp(0, 19) as usize] += 1;
    }
}

impl Core {
    /// The spell that is wanted, or the first that can be cast, and the dice for it. Whether a held spell is of use is seen when it
    /// happens. [CAP-156 to CAP-159] (step K1)
    pub(super) fn spell_for(&self, fight: &Fight, who: Slot, intent: &Intent) -> Option<(usize, Split)> {
        let castable = |spell: &usize| self.can_cast(fight, who, *spell);
        let useful = |spell: &usize| castable(spell) && self.has_use(fight, who, *spell);
        let mut all = 0..self.fighter(who).spells.len();
        let spell = match intent.spell {
            Some(spell) if intent.act.holds() => Some(usize::from(spell)).filter(castable),
            Some(spell) => Some(usize::from(spell)).filter(useful),
            None => all.clone().find(useful).or_else(|| all.find(castable).filter(|_| intent.act.holds())),
        }?;
        let split = self.split(who, fight, intent)?;
        Some((spell, split))
    }

    /// Of these dice, those that it still has.
    pub(super) fn affordable(&self, fight: &Fight, who: Slot, split: Split) -> Split {
        let (slots, dust, free) = self.magic_dice(who, fight.body(who));
        Split { slot: split.slot.min(slots), dust: split.dust.min(dust), free: split.free.min(free) }
    }

    /// Whether a spell that waited for this one would do anything: to it, when it is for enemies.
    pub(super) fn can_take(&self, fight: &Fight, who: Slot, spell: usize, it: Slot) -> bool {
        let spell = &self.fighter(who).spells[spell];
        let targets = self.spell_targets(fight, who, spell);
        if spell.kind.target == SpellTarget::Enemies { targets.has(it) } else { !targets.is_empty() }
    }

    /// How the dice are put together. (section 6 of the specification)
    fn split(&self, who: Slot, fight: &Fight, intent: &Intent) -> Option<Split> {
        let numbers = &self.book.magic;
        let (slots, dust, free) = self.magic_dice(who, fight.body(who));
        if let [Some(slot_dice), Some(dust_dice), Some(free_dice)] = intent.dice {
            let split = Split { slot: slot_dice, dust: dust_dice, free: free_dice };
            let legal = slot_dice <= slots && dust_dice <= dust && free_dice <= free;
            return (legal && (1..=numbers.max_dice).contains(&split.dice())).then_some(split);
        }
        let wanted = intent.total.unwrap_or(numbers.default_dice).min(numbers.max_dice);
        let slot = wanted.min(slots.saturating_sub(numbers.keep_free));
        let from_dust = (wanted - slot).min(dust);
        let from_free = (wanted - slot - from_dust).min(free);
        let split = Split { slot, dust: from_dust, free: from_free };
        (split.dice() > 0).then_some(split)
    }

    /// Whether there is anybody whom a spell could do anything for or to.
    fn has_use(&self, fight: &Fight, who: Slot, spell: usize) -> bool {
        let spell = &self.fighter(who).spells[spell];
        match spell.kind.target {
            SpellTarget::Caster => true,
            _ => !self.spell_targets(fight, who, spell).is_empty(),
        }
    }

    /// Everybody whom a spell reaches.
    fn spell_targets(&self, fight: &Fight, who: Slot, spell: &Spell) -> Slots {
        let near = |other: Slot| self.distance(fight, who, other) <= spell.range.max(1);
        match spell.kind.target {
            SpellTarget::Enemies => self.active_foes(fight, who).those(|foe| near(foe) && !self.is_immune(fight, foe, spell)),
            SpellTarget::Caster => Slots::only(who),
            SpellTarget::Ally => {
                let own = |other: Slot| !self.hostile(who, other) && self.strikeable(fight.body(other));
                fight.slots().filter(|&other| own(other) && near(other) && self.benefits(fight, other, spell)).collect()
            }
        }
    }

    /// Whether a spell can do nothing to somebody: hostile ones to detachments, restoring ones to the Deprived. [CAP-073, RU-22]
    fn is_immune(&self, fight: &Fight, who: Slot, spell: &Spell) -> bool {
        let (body, numbers) = (fight.body(who), &self.book.deprived);
        let blocked = body.has(flag::DEPRIVED) && numbers.blocks_attributes && numbers.blocks_magic;
        let hostile = spell.kind.target == SpellTarget::Enemies;
        hostile && self.detached(who, body) && !self.book.magic.affects_detachment
            || spell.kind.effect == SpellEffect::Restore && blocked
    }

    /// Whether a friendly spell would do anything for somebody.
    fn benefits(&self, fight: &Fight, who: Slot, spell: &Spell) -> bool {
        let body = fight.body(who);
        match spell.kind.effect {
            SpellEffect::Restore => {
                let index = spell.kind.attribute.index();
                body.attributes[index] < body.maxima[index] && !self.is_immune(fight, who, spell)
            }
            SpellEffect::Ward => !body.ward.on(),
            _ => true,
        }
    }

    /// A casting as a plan wants it: the Grimoire taken in hand first. [CAP-037]
    pub(super) fn plan_cast<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        intent: &Intent,
        table: &mut Table<D, W>,
    ) -> bool {
        let cost = self.book.ap.cast;
        let fused = fight.body(who).has(flag::FUSED);
        let ready = fight.body(who).ready == GRIMOIRE || fused;
        let all = cost + if ready { 0 } else { self.book.ap.ready };
        let Some((spell, split)) = self.spell_for(fight, who, intent).filter(|_| fight.body(who).ap >= all) else {
            return false;
        };
        let in_hand = ready || self.ready(fight, who, GRIMOIRE, table) && fight.body(who).ready == GRIMOIRE;
        if !in_hand {
            return false;
        }
        self.before_cast(fight, who, table);
        if !fight.active().has(who) {
            return true;
        }
        self.pay(fight, who, cost, count::AP_CAST, table);
        self.cast(fight, who, spell, split, None, table);
        true
    }

    /// K2 to K9: a spell with these dice, against this one when somebody in particular triggered it. [CAP-158 to CAP-163]
    pub(super) fn cast<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        spell: usize,
        split: Split,
        at: Option<(Slot, Fixed)>,
        table: &mut Table<D, W>,
    ) {
        let split = self.affordable(fight, who, split);
        if split.dice() == 0 {
            return;
        }
        let body = fight.body(who);
        let written = body.has(flag::GRIMOIRE) && !body.has(flag::DAMAGED) && body.spells >> spell & 1 == 1;
        if let Some(scroll) = self.scroll_of(who, body, spell).filter(|_| !written) {
            fight.body_mut(who).scrolls_used[scroll] += 1;
        }
        table.watch.count(who, count::CASTS, 1);
        let drained = fight.body(who).drained_until > self.now(fight);
        table.tell("CAP-037", || {
            format!("{} casts {} with {} dice", self.name(who), self.fighter(who).spells[spell].name, split.dice())
        });
        let magic = self.magic_roll(fight, who, split, table);
        let failed = self.pay_for_magic(fight, who, &magic, drained, table);
        if !failed {
            let reversed = magic.entry(&self.book) == Some(5) && !fight.body(who).has(flag::VESSEL);
            let targets = self.effect(fight, who, spell, &magic, (at, reversed), table);
            table.watch.count(who, count::AFFECTED, targets);
        }
        table.watch.count(who, count::CASTS_FAILED, i32::from(failed));
        let entry = self.suffer_mishaps(fight, who, &magic, table);
        if entry == Some(4) && !failed && self.rulings.mishap_4_chain == Chain::RandomCreature {
            self.chain(fight, who, spell, &magic, table);
        }
        self.check_morale(fight, table);
    }

    /// K8: the entry that the dice ask for, if any and if mishaps still befall the caster. [CAP-162, CAP-184, RU-20]
    pub(super) fn suffer_mishaps<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        magic: &Magic,
        table: &mut Table<D, W>,
    ) -> Option<i32> {
        let entry = magic.entry(&self.book).filter(|_| !fight.body(who).has(flag::VESSEL))?;
        let twice = magic.pairs(&self.book) >= 2 && self.rulings.two_pairs == TwoPairs::Two;
        for _ in 0..if twice { 2 } else { 1 } {
            self.mishap(fight, who, (entry, magic), table);
        }
        Some(entry)
    }

    /// K2: dice of slots, of dust, and free ones. [CAP-155, CAP-158]
    pub(super) fn magic_roll<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        split: Split,
        table: &mut Table<D, W>,
    ) -> Magic {
        let (numbers, mishaps) = (&self.book.magic, &self.book.mishap);
        let body = fight.body_mut(who);
        body.dust = body.dust.saturating_sub(split.dust * numbers.dust_per_die);
        let weary = fight.body(who).weary_until > self.now(fight);
        let from = i32::from(if weary { mishaps.weary_from } else { numbers.fatigue_from });
        let mut magic = Magic::default();
        let kinds = [(split.slot, &rolls::SLOT_DIE), (split.dust, &rolls::DUST_DIE), (split.free, &rolls::FREE_DIE)];
        for (kind, (dice, roll)) in kinds.into_iter().enumerate() {
            for _ in 0..dice {
                let face = table.roll(who, roll, u32::from(numbers.die));
                magic.show(face);
                magic.fatigue += i32::from(kind == 0 && face >= from);
                magic.burnt += i32::from(kind == 2 && face >= i32::from(numbers.fatigue_from));
                magic.vessel += i32::from(face >= i32::from(mishaps.vessel_from));
            }
        }
        magic
    }

    /// K3 to K6: what the dice cost; true when the spell fails. [CAP-161 to CAP-163, CAP-170, CAP-173, CAP-176, CAP-184]
    pub(super) fn pay_for_magic<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        magic: &Magic,
        drained: bool,
        table: &mut Table<D, W>,
    ) -> bool {
        let mishaps = &self.book.mishap;
        if fight.body(who).has(flag::VESSEL) {
            for _ in 0..magic.vessel {
                let lost = table.sum(who, &rolls::DRAIN, mishaps.vessel);
                self.lose(fight, who, Attribute::Str, lost, table);
            }
            return false;
        }
        let body = fight.body_mut(who);
        let ignored = magic.fatigue.min(1).min(i32::from(body.credit));
        body.credit -= ignored as u8;
        let fatigue = magic.fatigue - ignored;
        if magic.entry(&self.book) == Some(14) {
            body.tumors = body.tumors.saturating_add(fatigue as u8);
            if fatigue == 0 {
                body.set(flag::WORN_OUT, true);
            }
            self.fill_up(fight, who, table);
        } else {
            self.tire(fight, who, fatigue, table);
        }
        if magic.burnt > 0 {
            self.lose(fight, who, Attribute::Wil, magic.burnt, table);
        }
        if drained {
            let lost = table.sum(who, &rolls::DRAIN, mishaps.drain);
            self.lose(fight, who, Attribute::Wil, lost, table);
        }
        magic.fails(&self.book, &self.rulings)
    }

    /// K7: the effect; returns how many it took. [CAP-160, CAP-167, CAP-C10]
    fn effect<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        spell: usize,
        magic: &Magic,
        (at, reversed): (Option<(Slot, Fixed)>, bool),
        table: &mut Table<D, W>,
    ) -> i32 {
        let spell = &self.fighter(who).spells[spell];
        if reversed && self.rulings.mishap_5_reverse == Reverse::Fizzle {
            return 0;
        }
        if spell.kind.target == SpellTarget::Enemies && reversed {
            self.takes(fight, who, (who, spell, magic), true, table);
            return 1;
        }
        let mut candidates = self.spell_targets(fight, who, spell);
        let most = magic.measure(spell.kind.targets);
        let (mut taken, mut first) = (0, at.map(|(at, _)| at).filter(|&at| candidates.has(at)));
        let roll = (spell.kind.target == SpellTarget::Enemies && spell.kind.resist.is_some())
            .then(|| self.spell_roll(fight, who, at.map(|(_, fixed)| fixed), table));
        for _ in 0..most {
            let next = first.take().or_else(|| match spell.kind.target {
                SpellTarget::Enemies => self.choose_target(fight, who, candidates, table),
                _ => self.choose_ally(fight, who, candidates, table),
            });
            let Some(target) = next else { break };
            candidates = candidates.without(target);
            let resisted = roll.is_some_and(|roll| self.resists(fight, target, (spell, roll), table));
            if !resisted {
                self.takes(fight, target, (who, spell, magic), reversed, table);
                taken += 1;
            }
        }
        taken
    }

    /// What a spell takes from its caster as it is now. [CAP-046]
    pub(super) fn settled_spell(&self, fight: &Fight, who: Slot) -> Fixed {
        let (body, attribute) = (fight.body(who), self.book.attribute.spell);
        Fixed { modifier: self.modifier(body, attribute), down: self.skull(body, attribute) }
    }

    /// The roll of a spell that can be resisted.
    fn spell_roll<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        held: Option<Fixed>,
        table: &mut Table<D, W>,
    ) -> Result {
        let fixed = held.unwrap_or_else(|| self.settled_spell(fight, who));
        let dice = self.own_steps(fight, who, fixed).dice(&self.book, &self.rulings);
        let natural = self.base_die(who, &rolls::SPELL, dice, table);
        Result { total: natural + fixed.modifier, natural }
    }

    /// Whether a target resists.
    fn resists<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (spell, roll): (&Spell, Result),
        table: &mut Table<D, W>,
    ) -> bool {
        let (book, rulings) = (&self.book, &self.rulings);
        let Some(attribute) = spell.kind.resist else { return false };
        if book.check.spell == Against::Dc {
            return !check::contested(roll, None, book.check.dc, book, rulings);
        }
        let skull = self.skull(fight.body(target), attribute);
        let steps = self.spend_pending(fight, target).worse(skull);
        let natural = self.base_die(target, &rolls::RESIST, steps.dice(book, rulings), table);
        let save = Result { total: natural + self.modifier(fight.body(target), attribute), natural };
        !check::contested(roll, Some(save), 0, book, rulings)
    }

    /// What a spell does to one whom it takes.
    fn takes<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        (who, spell, magic): (Slot, &Spell, &Magic),
        reversed: bool,
        table: &mut Table<D, W>,
    ) {
        if !reversed && self.is_immune(fight, target, spell) {
            return;
        }
        let until = self.until(fight, who, spell.kind.duration, magic);
        let amount = magic.measure(spell.kind.amount);
        table.tell("CAP-C10", || format!("{} takes {}", spell.name, self.name(target)));
        match spell.kind.effect {
            SpellEffect::Sleep | SpellEffect::Pacify => {
                let sleep = spell.kind.effect == SpellEffect::Sleep;
                fight.change(target, |body| body.asleep_until = until);
                table.watch.count(target, count::ASLEEP, 1);
                self.leave(fight, target, if sleep { Status::Asleep } else { Status::Pacified }, table);
            }
            SpellEffect::Restore if reversed => {
                self.lose(fight, target, spell.kind.attribute, amount, table);
            }
            SpellEffect::Restore => self.restore(fight, target, spell.kind.attribute, amount),
            SpellEffect::Ward if !reversed => fight.change(target, |body| body.ward = until),
            SpellEffect::Decoys if !reversed => {
                fight.change(target, |body| (body.decoys, body.decoys_until) = (amount.clamp(0, 99) as u8, until));
            }
            SpellEffect::Restrain => fight.change(target, |body| body.held = Held::Stuck(until)),
            SpellEffect::Damage => {
                let damage = (amount - self.armor(fight, target)).max(self.book.damage.minimum);
                self.hurt(fight, target, damage, Source::Other, table);
            }
            SpellEffect::Speed if !reversed => {
                fight.change(target, |body| (body.speed, body.speed_until) = (amount.clamp(1, 99) as u8, until));
            }
            SpellEffect::Summon if !reversed => self.call_up(fight, (who, spell), amount, until, table),
            SpellEffect::Ward | SpellEffect::Decoys | SpellEffect::Speed | SpellEffect::Summon | SpellEffect::None => {}
        }
    }

    /// When an effect ends. [CAP-157, CAP-C09]
    fn until(&self, fight: &Fight, who: Slot, lasting: Lasting, magic: &Magic) -> Until {
        let minutes = match lasting {
            Lasting::Sum => magic.sum as u32 * self.book.magic.minutes_per_sum,
            Lasting::Dice => magic.dice as u32 * self.book.magic.minutes_per_sum,
            Lasting::Minutes => magic.dice as u32,
            Lasting::Fight => return Until { caster: who, round: u16::MAX },
            Lasting::Once => return Until::default(),
        };
        let turns = fight.active().len();
        let seconds = self.round_seconds(turns as u8).max(1);
        let rounds = (minutes * 60).div_ceil(seconds).min(20_000) as u16;
        Until { caster: who, round: fight.round.saturating_add(rounds) }
    }

    /// Calls up those who stand by for this spell, as many as there are.
    fn call_up<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, spell): (Slot, &Spell),
        amount: i32,
        until: Until,
        table: &mut Table<D, W>,
    ) {
        let spells = &self.fighter(who).spells;
        let Some(number) = spells.iter().position(|known| std::ptr::eq(known, spell)) else { return };
        let called = Some(Reserve::Called(who, number as u8));
        let mut left = amount;
        for other in fight.slots().filter(|&other| self.fighter(other).reserve == called) {
            if left > 0 && fight.body(other).status == Status::Absent {
                left -= 1;
                let at = fight.body(who).at;
                fight.to_act = fight.to_act.without(other);
                fight.change(other, |body| {
                    *body = self.fighter(other).start;
                    (body.in_field, body.called_until, body.at) = (true, until, at);
                    (body.ap, body.initiative) = (self.book.ap.max, i16::MAX - i16::from(other.0));
                });
                if let Some(rolled) = self.fighter(other).rolled {
                    self.roll_character(fight, other, rolled, table);
                }
            }
        }
        if left > 0 {
            table.tell("CAP-C10", || format!("{left} more are called, but nobody else stands by"));
        }
    }

    /// The chain reaction of mishap 4: the spell takes a random creature of any side as well. [CAP-166, RU-20b]
    fn chain<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, spell: usize, magic: &Magic, table: &mut Table<D, W>) {
        let creatures = fight.active();
        if creatures.is_empty() {
            return;
        }
        let picked = table.pick(who, &rolls::CHAIN, creatures.len());
        if let Some(target) = { creatures }.nth(picked) {
            let spell = &self.fighter(who).spells[spell];
            self.takes(fight, target, (who, spell, magic), false, table);
        }
    }
}

impl Magic {
    /// A number that the dice give. [CAP-160]
    fn measure(&self, measure: Measure) -> i32 {
        match measure {
            Measure::Dice => self.dice,
            Measure::Sum => self.sum,
            Measure::One => 1,
        }
    }
}
