//! Magic of `cairn-ap`: which spell with which dice, the roll, and what the spell does.
//!
//! Owns section 4.11 of the specification; mishaps are in [`mishap`](super::mishap), slots and Fatigue in
//! [`inventory`](super::inventory). Start at [`Play::cast`].

use frame::dice::{Dice, Slot};
use frame::fight::sum::Sum;
use frame::fight::{Adds, DiceTaken, Sentence, Slots, Watch};

use super::book::library::{Lasting, Measure, SpellEffect, SpellTarget};
use super::book::{Against, Attribute, Book};
use super::check::{self, Result};
use super::decide::Intent;
use super::derived::Recovered;
use super::fighter::{Reserve, Spell};
use super::harm::Source;
use super::metrics as count;
use super::rolls;
use super::rulings::{Chain, Reverse, Rulings, TwoPairs};
use super::spend::Base;
use super::state::{Body, Fight, Fixed, Held, Split, Status, Until, flag};
use super::{Core, Play};

/// The Magic Dice that were rolled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Magic {
    /// The number of dice: `[dice]`.
    pub dice: i32,
    /// Their total: `[sum]`.
    pub sum: i32,
    /// The number of dice on each face, up to the 20 faces that a die can have.
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

    /// True if enough dice for a mishap match twice. [RU-20]
    #[must_use]
    pub fn two_pairs(&self, book: &Book) -> bool {
        self.faces.iter().filter(|&&count| count >= book.magic.mishap_matches).count() >= 2
    }

    /// True if the spell fails. [CAP-163, RU-20] (step K3)
    #[must_use]
    pub fn fails(&self, book: &Book, rulings: &Rulings) -> bool {
        let two_pairs = rulings.two_pairs == TwoPairs::Fail && self.two_pairs(book);
        self.matches() >= book.magic.fail_matches || two_pairs
    }

    /// The entry of the mishaps table, if any. [CAP-162, CAP-190]
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
    /// The entry of the mishaps table for a caster; none for a vessel of magic. [CAP-184]
    fn entry_for(&self, body: &Body, magic: &Magic) -> Option<i32> {
        magic.entry(&self.book).filter(|_| !body.has(flag::VESSEL))
    }

    /// True if the spell of a caster fails; that of a vessel of magic never does. [CAP-184]
    pub(super) fn spell_fails(&self, body: &Body, magic: &Magic) -> bool {
        !body.has(flag::VESSEL) && magic.fails(&self.book, &self.rulings)
    }

    /// The hours of copying a spell with these dice. [CAP-193]
    pub(super) fn copying_hours(&self, magic: &Magic) -> i32 {
        (self.book.copy.hours - magic.sum).max(self.book.copy.hours_min)
    }

    /// The spell that is wanted, or the first that can be cast, and the dice for it. Whether a held spell is of use is seen when
    /// it happens. [CAP-156] (step K1)
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
        let most = self.magic_dice(who, fight.body(who));
        Split { slot: split.slot.min(most.slot), dust: split.dust.min(most.dust), free: split.free.min(most.free) }
    }

    /// True if a spell that waited for this one would do anything: to it, when it is for enemies.
    pub(super) fn can_take(&self, fight: &Fight, who: Slot, spell: usize, it: Slot) -> bool {
        let spell = &self.fighter(who).spells[spell];
        let targets = self.spell_targets(fight, who, spell);
        if spell.kind.target == SpellTarget::Enemies { targets.has(it) } else { !targets.is_empty() }
    }

    /// The dice that are put together. [CAP-159] (section 6 of the specification)
    fn split(&self, who: Slot, fight: &Fight, intent: &Intent) -> Option<Split> {
        let numbers = &self.book.magic;
        if let [Some(slot), Some(dust), Some(free)] = intent.dice {
            let split = Split { slot, dust, free };
            let legal = self.affordable(fight, who, split) == split;
            return (legal && (1..=numbers.max_dice).contains(&split.dice())).then_some(split);
        }
        let there = self.magic_dice(who, fight.body(who));
        let offered = Split { slot: there.slot.saturating_sub(numbers.keep_free), ..there };
        let split = self.invest(intent.total.unwrap_or(numbers.default_dice), offered);
        (split.dice() > 0).then_some(split)
    }

    /// So many dice of those that are there, as far as so many can be invested. [CAP-159]
    pub(super) fn invest(&self, wanted: u8, there: Split) -> Split {
        there.first(wanted.min(self.book.magic.max_dice))
    }

    /// True if there is anybody whom a spell could do anything for or to.
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
                let there = |other: Slot| self.strikeable(fight.body(other)) && near(other);
                self.lineup.friends(who).those(|other| there(other) && self.benefits(fight, other, spell))
            }
        }
    }

    /// True if a spell can do nothing to a target: hostile ones to detachments, restoring ones to the Deprived. [CAP-073]
    fn is_immune(&self, fight: &Fight, who: Slot, spell: &Spell) -> bool {
        let body = fight.body(who);
        let hostile = spell.kind.target == SpellTarget::Enemies;
        hostile && self.detached(who, body) && !self.book.magic.affects_detachment
            || spell.kind.effect == SpellEffect::Restore && self.withheld(body, Recovered::Attributes, true)
    }

    /// True if a friendly spell would do anything for a target.
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

    /// The values that a spell takes from its caster as it is now. [CAP-046]
    pub(super) fn settled_spell(&self, fight: &Fight, who: Slot) -> Fixed {
        let (body, attribute) = (fight.body(who), self.book.attribute.spell);
        Fixed { modifier: self.modifier(body, attribute), down: self.skull(body, attribute) }
    }

    /// The end of an effect. [CAP-157, CAP-C09]
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
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// K2 to K9: a spell with these dice, against this one when one in particular triggered it. [CAP-037, CAP-166, CAP-167,
    /// RU-20b]
    pub(super) fn cast(&mut self, who: Slot, spell: usize, split: Split, at: Option<(Slot, Fixed)>) {
        let rules = self.rules;
        let split = rules.affordable(self.fight, who, split);
        if split.dice() == 0 {
            return;
        }
        let body = self.fight.body(who);
        if let Some(scroll) = rules.scroll_of(who, body, spell).filter(|_| !body.has_written(spell)) {
            self.fight.body_mut(who).scrolls_used[scroll] += 1;
        }
        self.table.watch.count(who, count::CASTS, 1);
        let drained = self.fight.body(who).drained_until > self.fight.seconds;
        self.table.tell("CAP-037", || {
            format!("{} casts {} with {} dice", rules.name(who), rules.fighter(who).spells[spell].name, split.dice())
        });
        let magic = self.magic_roll(who, split);
        self.pay_for_magic(who, &magic, drained);
        let failed = rules.spell_fails(self.fight.body(who), &magic);
        if !failed {
            let reversed = rules.entry_for(self.fight.body(who), &magic) == Some(5);
            let targets = self.effect(who, spell, &magic, at, reversed);
            self.table.watch.count(who, count::AFFECTED, targets);
        }
        self.table.watch.count(who, count::CASTS_FAILED, i32::from(failed));
        let entry = self.suffer_mishaps(who, &magic);
        if entry == Some(4) && !failed && rules.rulings.mishap_4_chain == Chain::RandomCreature {
            self.chain(who, spell, &magic);
        }
        self.check_morale();
    }

    /// K8: the mishaps of the caster; the entry, if there is any. [CAP-162, RU-20]
    pub(super) fn suffer_mishaps(&mut self, who: Slot, magic: &Magic) -> Option<i32> {
        let rules = self.rules;
        let entry = rules.entry_for(self.fight.body(who), magic)?;
        let twice = rules.rulings.two_pairs == TwoPairs::Two && magic.two_pairs(&rules.book);
        for _ in 0..if twice { 2 } else { 1 } {
            self.mishap(who, entry);
        }
        Some(entry)
    }

    /// K2: dice of slots, of dust, and free ones. [CAP-155, CAP-158, CAP-161, CAP-165, CAP-173, CAP-189]
    pub(super) fn magic_roll(&mut self, who: Slot, split: Split) -> Magic {
        let rules = self.rules;
        let (numbers, mishaps) = (&rules.book.magic, &rules.book.mishap);
        let body = self.fight.body_mut(who);
        body.dust = body.dust.saturating_sub(split.dust * numbers.dust_per_die);
        let weary = self.fight.body(who).weary_until > self.fight.seconds;
        let from = i32::from(if weary { mishaps.weary_from } else { numbers.fatigue_from });
        let mut magic = Magic::default();
        let kinds = [(split.slot, &rolls::SLOT_DIE), (split.dust, &rolls::DUST_DIE), (split.free, &rolls::FREE_DIE)];
        for (kind, (dice, roll)) in kinds.into_iter().enumerate() {
            for _ in 0..dice {
                let face = self.table.roll(who, roll, u32::from(numbers.die));
                magic.show(face);
                magic.fatigue += i32::from(kind == 0 && face >= from);
                magic.burnt += i32::from(kind == 2 && face >= i32::from(numbers.fatigue_from));
                magic.vessel += i32::from(face >= i32::from(mishaps.vessel_from));
            }
        }
        self.table.tell("CAP-158, CAP-160, CAP-161, CAP-162", || {
            let sum = Sum::of_dice(who, rolls::MAGIC_DICE, DiceTaken::All, magic.sum);
            let sentence = Sentence::new(format!("{} rolls ", rules.name(who))).sum(sum);
            let sentence = sentence.and(format!(": {from} or more costs Fatigue, {} Fatigue", magic.fatigue));
            match magic.entry(&rules.book) {
                Some(_) => sentence.and(", and dice match"),
                None => sentence,
            }
        });
        magic
    }

    /// K3 to K6: what the dice cost. [CAP-161, CAP-163, CAP-170, CAP-173, CAP-176, CAP-184]
    pub(super) fn pay_for_magic(&mut self, who: Slot, magic: &Magic, drained: bool) {
        let rules = self.rules;
        let mishaps = &rules.book.mishap;
        if self.fight.body(who).has(flag::VESSEL) {
            for _ in 0..magic.vessel {
                let lost = self.table.sum(who, &rolls::DRAIN, mishaps.vessel);
                self.lose(who, Attribute::Str, lost);
            }
            return;
        }
        let body = self.fight.body_mut(who);
        let ignored = magic.fatigue.min(1).min(i32::from(body.credit));
        body.credit -= ignored as u8;
        let fatigue = magic.fatigue - ignored;
        if magic.entry(&rules.book) == Some(14) {
            body.tumors = body.tumors.saturating_add(fatigue as u8);
            if fatigue == 0 {
                body.set(flag::WORN_OUT, true);
            }
            self.fill_up(who);
        } else {
            self.tire(who, fatigue);
        }
        if magic.burnt > 0 {
            self.lose(who, Attribute::Wil, magic.burnt);
        }
        if drained {
            let lost = self.table.sum(who, &rolls::DRAIN, mishaps.drain);
            self.lose(who, Attribute::Wil, lost);
        }
        if rules.spell_fails(self.fight.body(who), magic) {
            self.table.tell("CAP-163", || format!("the spell of {} fails", rules.name(who)));
        }
    }

    /// K7: the effect; returns how many it took. [CAP-160, CAP-167, CAP-C10, RU-20b]
    fn effect(&mut self, who: Slot, spell: usize, magic: &Magic, at: Option<(Slot, Fixed)>, reversed: bool) -> i32 {
        let rules = self.rules;
        let spell = &rules.fighter(who).spells[spell];
        if reversed && rules.rulings.mishap_5_reverse == Reverse::Fizzle {
            return 0;
        }
        if spell.kind.target == SpellTarget::Enemies && reversed {
            self.takes(who, who, spell, magic, true);
            return 1;
        }
        let mut candidates = rules.spell_targets(self.fight, who, spell);
        let most = magic.measure(spell.kind.targets);
        let (mut taken, mut first) = (0, at.map(|(at, _)| at).filter(|&at| candidates.has(at)));
        let roll = (spell.kind.target == SpellTarget::Enemies && spell.kind.resist.is_some())
            .then(|| self.spell_roll(who, at.map(|(_, fixed)| fixed)));
        for _ in 0..most {
            let next = first.take().or_else(|| match spell.kind.target {
                SpellTarget::Enemies => self.choose_target(who, candidates),
                _ => self.choose_ally(who, candidates),
            });
            let Some(target) = next else { break };
            candidates = candidates.without(target);
            let resisted = roll.is_some_and(|roll| self.resists(target, spell, roll));
            if !resisted {
                self.takes(target, who, spell, magic, reversed);
                taken += 1;
            }
        }
        taken
    }

    /// The roll of a spell that can be resisted.
    fn spell_roll(&mut self, who: Slot, held: Option<Fixed>) -> Result {
        let rules = self.rules;
        let fixed = held.unwrap_or_else(|| rules.settled_spell(self.fight, who));
        let dice = self.own_steps(who, fixed).dice(&rules.book, &rules.rulings);
        let base = Base::new(&rolls::SPELL, dice, rules.book.attribute.spell, fixed.modifier);
        let (natural, sum) = self.base_roll(who, base);
        let total = sum.total();
        self.table.tell("CAP-018", || Sentence::new(format!("{} wills it: ", rules.name(who))).sum(sum));
        Result { total, natural }
    }

    /// True if a target resists.
    fn resists(&mut self, target: Slot, spell: &Spell, roll: Result) -> bool {
        let rules = self.rules;
        let (book, rulings) = (&rules.book, &rules.rulings);
        let Some(attribute) = spell.kind.resist else { return false };
        if book.check.spell == Against::Dc {
            return !check::contested(roll, None, book.check.dc, book, rulings);
        }
        let steps = self.steps_of_save(target, attribute);
        let modifier = rules.modifier(self.fight.body(target), attribute);
        let base = Base::new(&rolls::RESIST, steps.dice(book, rulings), attribute, modifier);
        let (natural, sum) = self.base_roll(target, base);
        let save = Result { total: sum.total(), natural };
        let resists = !check::contested(roll, Some(save), 0, book, rulings);
        self.table.tell("CAP-056, CAP-060", || {
            let sentence = steps.told(Sentence::new(format!("{} resists: ", rules.name(target))).sum(sum));
            sentence.and(format!(" against {}: {}", roll.total, if resists { "withstood" } else { "overcome" }))
        });
        resists
    }

    /// Applies a spell to one whom it takes. [CAP-188, CAP-C10, RU-29]
    fn takes(&mut self, target: Slot, who: Slot, spell: &Spell, magic: &Magic, reversed: bool) {
        let rules = self.rules;
        if !reversed && rules.is_immune(self.fight, target, spell) {
            return;
        }
        let until = rules.until(self.fight, who, spell.kind.duration, magic);
        let amount = magic.measure(spell.kind.amount);
        self.table.blame(who, || &spell.name);
        self.table.tell("CAP-C10", || format!("{} takes {}", spell.name, rules.name(target)));
        match spell.kind.effect {
            SpellEffect::Sleep | SpellEffect::Pacify => {
                let sleep = spell.kind.effect == SpellEffect::Sleep;
                self.fight.change(target, |body| body.asleep_until = until);
                self.table.watch.count(target, count::ASLEEP, 1);
                self.leave(target, if sleep { Status::Asleep } else { Status::Pacified });
            }
            SpellEffect::Restore if reversed => {
                self.lose(target, spell.kind.attribute, amount);
            }
            SpellEffect::Restore => self.restore(target, spell.kind.attribute, amount),
            SpellEffect::Ward if !reversed => self.fight.change(target, |body| body.ward = until),
            SpellEffect::Decoys if !reversed => {
                self.fight.change(target, |body| (body.decoys, body.decoys_until) = (amount.clamp(0, 99) as u8, until));
            }
            SpellEffect::Restrain => self.fight.change(target, |body| body.held = Held::Stuck(until)),
            SpellEffect::Damage => {
                let armor = rules.add_armor(self.table.adds(), self.fight, target);
                let damage = rules.less_armor(self.table.adds().plus("spell", amount), armor);
                self.anger(target, who, "RU-29");
                self.hurt(target, damage, Source::Spell);
            }
            SpellEffect::Speed if !reversed => {
                self.fight.change(target, |body| (body.speed, body.speed_until) = (amount.clamp(1, 99) as u8, until));
            }
            SpellEffect::Summon if !reversed => self.call_up(who, spell, amount, until),
            SpellEffect::Ward | SpellEffect::Decoys | SpellEffect::Speed | SpellEffect::Summon | SpellEffect::None => {}
        }
        self.table.blame_nobody();
    }

    /// Calls up those who stand by for this spell, as many as there are.
    fn call_up(&mut self, who: Slot, spell: &Spell, amount: i32, until: Until) {
        let rules = self.rules;
        let spells = &rules.fighter(who).spells;
        let Some(number) = spells.iter().position(|known| std::ptr::eq(known, spell)) else { return };
        let called = Some(Reserve::Called(who, number as u8));
        let mut left = amount;
        for other in self.fight.slots().filter(|&other| rules.fighter(other).reserve == called) {
            if left > 0 && self.fight.body(other).status == Status::Absent {
                left -= 1;
                let at = self.fight.body(who).at;
                self.fight.to_act = self.fight.to_act.without(other);
                self.fight.change(other, |body| {
                    *body = rules.fighter(other).start;
                    (body.in_field, body.called_until, body.at) = (true, until, at);
                    (body.ap, body.initiative) = (rules.fighter(other).ap_max, i16::MAX - i16::from(other.0));
                });
                if let Some(rolled) = rules.fighter(other).rolled {
                    self.roll_character(other, rolled);
                }
            }
        }
        if left > 0 {
            self.table.tell("CAP-C10", || format!("{left} more are called, but nobody else stands by"));
        }
    }

    /// The chain reaction of mishap 4: the spell takes a random creature of any side as well. [CAP-166, RU-20b]
    fn chain(&mut self, who: Slot, spell: usize, magic: &Magic) {
        let creatures = self.fight.active();
        if creatures.is_empty() {
            return;
        }
        let picked = self.table.pick(who, &rolls::CHAIN, creatures.len());
        if let Some(target) = { creatures }.nth(picked) {
            let spell = &self.rules.fighter(who).spells[spell];
            self.takes(target, who, spell, magic, false);
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
