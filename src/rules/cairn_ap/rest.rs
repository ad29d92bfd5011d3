//! What lies between the fights of `cairn-ap`: the beginning of a day, meetings, aftercare, rests, travel.
//!
//! Owns sections 4.12 and 4.13 of the specification. Start at [`Core::begin_day`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Ending, Slots, Table, Watch};

use super::book::Attribute;
use super::book::between::{AidAfter, LoserAfter, MortalAfter, Replacement};
use super::check::{self, Result};
use super::fighter::Reserve;
use super::harm::Source;
use super::rulings::FirstDay;
use super::sheet::{Cover, Kind, Rolled};
use super::state::{Fight, Held, Phase, Split, Status, Unit, Until, WAITING_MOST, flag};
use super::{Core, RestKind, rolls};

impl Core {
    /// The condition in which the scenario says a day begins; who is rolled by dice is rolled here. [CAP-088] (step F1)
    pub(super) fn begin_day<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.clone_from(&self.morning);
        for who in fight.slots() {
            self.begin(who, fight, table);
        }
    }

    /// The same for everybody of these sides alone.
    pub(super) fn begin_anew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        for who in fight.slots().filter(|&who| sides.has(self.fighter(who).side)) {
            fight.change(who, |body| *body = *self.morning.body(who));
            self.begin(who, fight, table);
        }
    }

    fn begin<D: Dice, W: Watch>(&self, who: Slot, fight: &mut Fight, table: &mut Table<D, W>) {
        let fighter = self.fighter(who);
        if let Some(rolled) = fighter.rolled.filter(|_| fighter.reserve.is_none()) {
            self.roll_character(fight, who, rolled, table);
        }
    }

    /// Attributes in their order, then hit points. [CAP-088, CAP-090, CAP-C01]
    pub(super) fn roll_character<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        rolled: Rolled,
        table: &mut Table<D, W>,
    ) {
        let hired = self.fighter(who).kind == Kind::Hireling || fight.body(who).has(flag::HIRED);
        let (hireling, pc) = (&self.book.hireling, &self.book.pc);
        let (scores, hp) = if hired { (hireling.attribute, hireling.hp) } else { (pc.attribute, pc.hp) };
        for attribute in Attribute::ALL {
            let score = table.sum(who, &rolls::ATTRIBUTE, scores) as i16;
            fight.body_mut(who).attributes[attribute.index()] = score;
        }
        let body = fight.body_mut(who);
        let highest = (0..3).rev().max_by_key(|&index| body.attributes[index]).unwrap_or(0);
        match rolled {
            Rolled::Keep => {}
            Rolled::HighestToStr => body.attributes.swap(0, highest),
            Rolled::HighestToDex => body.attributes.swap(1, highest),
            Rolled::HighestToWil => body.attributes.swap(2, highest),
        }
        body.maxima = body.attributes;
        let hp = table.sum(who, &rolls::HIT_POINTS, hp).max(1) as i16;
        let body = fight.body_mut(who);
        (body.hp, body.hp_max) = (hp, hp);
        table.tell("CAP-088, CAP-C01", || {
            let [str, dex, wil] = fight.body(who).attributes;
            format!("{}: STR {str}, DEX {dex}, WIL {wil}, {hp} hit points", self.name(who))
        });
    }

    /// E1: those of these sides who could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let comes = |who: Slot| self.fighter(who).reserve.is_none() && fight.body(who).status == Status::Active;
        fight.slots().filter(|&who| comes(who)).map(|who| self.fighter(who).side).collect::<Sides>() & sides
    }

    /// Everybody of these sides.
    pub(super) fn members_of(&self, sides: Sides) -> Slots {
        sides.fold(Slots::NONE, |all, side| all | self.members[side.index()])
    }

    /// F2, F3, F7: these sides meet. An ending when there is nobody to fight, or nobody wants to. [CAP-081] (step B10)
    pub(super) fn begin_fight<D: Dice, W: Watch>(
        &self,
        sides: Sides,
        fight: &mut Fight,
        table: &mut Table<D, W>,
    ) -> Option<Ending> {
        (fight.sides, fight.round, fight.phase, fight.place, fight.mood) = (sides, 0, Phase::Open, 0, 0);
        fight.units = [Unit::default(); crate::scenario::SIDES_MOST];
        fight.initial = [0; crate::scenario::SIDES_MOST];
        fight.grabs = false;
        for who in fight.slots() {
            let fighter = self.fighter(who);
            let wavers = self.wavers(who, fight.body(who));
            let at = self.places.get(who.index()).copied().unwrap_or_default();
            let able = fight.body(who).status == Status::Active;
            let here = fighter.reserve.is_none() && sides.has(fighter.side) && able;
            fight.place(who, here);
            let body = fight.body_mut(who);
            body.at = at;
            body.covered = fighter.cover != Cover::None;
            body.ap = if body.surprised { self.book.ap.surprised } else { self.book.ap.max };
            if here {
                let side = fighter.side.index();
                fight.initial[side] += 1;
                fight.units[side].initial += u8::from(wavers);
            }
        }
        if let Some(ending) = self.ending(fight) {
            return Some(ending);
        }
        self.reaction(fight, table)
    }

    /// Whether whoever is met wants to fight. [CAP-081] (step B10)
    fn reaction<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Option<Ending> {
        let numbers = &self.book.reaction;
        if !numbers.rolled {
            return None;
        }
        let total = table.sum(Slot::MASTER, &rolls::REACTION, numbers.die);
        let mood = numbers.up_to.iter().filter(|&&most| total > most).count();
        fight.mood = mood as u8 + 1;
        let wants = numbers.fight_on.iter().any(|wanted| *wanted as usize == mood);
        table.tell("CAP-081", || format!("the reaction is {total}: {}", if wants { "they fight" } else { "no fight" }));
        (!wants).then_some(Ending::Draw)
    }

    /// E2 to E4: what becomes of the fallen when a fight is over. [CAP-092, CAP-118, CAP-119, CAP-151]
    pub(super) fn finish<D: Dice, W: Watch>(&self, fight: &mut Fight, ending: Ending, table: &mut Table<D, W>) {
        let winner = match ending {
            Ending::Won(side) => Some(side),
            Ending::Draw | Ending::Timeout => None,
        };
        for who in self.members_of(fight.sides) {
            if fight.body(who).in_field {
                self.aftercare(fight, who, winner == Some(self.fighter(who).side), table);
            }
        }
    }

    /// What does not outlast a fight, and who takes the place of the dead, of the sides that met in it. [CAP-126]
    pub(super) fn end_fight<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.to_act = Slots::NONE;
        let met = self.members_of(fight.sides);
        for who in met {
            self.forget_the_fight(fight, who);
        }
        for who in met {
            self.replace(fight, who, table);
        }
    }

    /// What is done for somebody after a fight. (steps E2 to E4)
    fn aftercare<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, won: bool, table: &mut Table<D, W>) {
        let numbers = &self.book.aftercare;
        let status = fight.body(who).status;
        fight.body_mut(who).ended = status;
        if !won {
            match status {
                Status::Down | Status::OutOfAction if numbers.loser == LoserAfter::Dead => self.die(fight, who, table),
                Status::Down
                | Status::OutOfAction
                | Status::Asleep
                | Status::Pacified
                | Status::Unconscious
                | Status::Paralysed
                | Status::Delirious => fight.set_status(who, Status::Captured),
                _ => {}
            }
            return;
        }
        if status == Status::Down && fight.body(who).dies_at > 0 {
            let treated = match numbers.aid {
                AidAfter::Auto => true,
                AidAfter::None => false,
                AidAfter::Bandages => self.use_bandages(fight, who),
            };
            if treated {
                self.stabilise(fight, who);
                if fight.body(who).status == Status::Active {
                    return;
                }
            } else {
                self.die(fight, who, table);
            }
        }
        if fight.body(who).has(flag::MORTAL) && fight.body(who).status != Status::Dead {
            self.mortal_fate(fight, who, table);
        }
    }

    /// One use of anybody's bandages on the same side.
    fn use_bandages(&self, fight: &mut Fight, who: Slot) -> bool {
        let carrier = fight.slots().find(|&other| {
            !self.hostile(who, other) && fight.body(other).bandages > 0 && fight.body(other).status == Status::Active
        });
        let Some(carrier) = carrier else { return false };
        fight.body_mut(carrier).bandages -= 1;
        true
    }

    /// E3: whether help comes in time. [CAP-092, CAP-093, CAP-151]
    fn mortal_fate<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let bandaged = fight.body(who).has(flag::STABLE) && self.book.scars.mortal_bandages_suffice;
        let healed = match self.book.aftercare.mortal {
            _ if bandaged => true,
            MortalAfter::Healed => true,
            MortalAfter::Dead => false,
            MortalAfter::Fate => {
                let numbers = &self.book.fate;
                table.sum(who, &rolls::FATE, numbers.die) >= numbers.good_from
            }
        };
        table.tell("CAP-092, CAP-151", || {
            format!("{} {}", self.name(who), if healed { "is healed in time" } else { "is not healed in time" })
        });
        if healed {
            fight.body_mut(who).dies_at = 0;
            fight.set_status(who, Status::OutOfAction);
        } else {
            self.die(fight, who, table);
        }
    }

    /// What ends with the fight. (section 4.13)
    fn forget_the_fight(&self, fight: &mut Fight, who: Slot) {
        let called = matches!(self.fighter(who).reserve, Some(Reserve::Called(..)));
        let round_over = self.fighter(who).start.ready;
        fight.change(who, |body| {
            (body.prone, body.blind, body.held) = (false, 0, Held::Free);
            (body.pending, body.defences, body.waiting) = (0, 0, [None; WAITING_MOST]);
            body.attackers = Slots::NONE;
            (body.decoys, body.decoys_until, body.ward) = (0, Until::default(), Until::default());
            (body.speed, body.speed_until, body.asleep_until) = (0, Until::default(), Until::default());
            (body.on_ground, body.shots, body.ready, body.wielded) = (0, [0; 4], round_over, 0);
            (body.surprised, body.retreats, body.allowance) = (false, 0, 0);
            (body.initiative, body.last_save, body.ended) = (0, 0, Status::Active);
            body.set(flag::FLEEING | flag::FIREPROOF, false);
            if matches!(body.status, Status::Asleep | Status::Pacified | Status::Fled | Status::Routed) {
                body.status = Status::Active;
            }
            if called {
                (body.status, body.called_until) = (Status::Absent, Until::default());
            }
            body.in_field = false;
        });
    }

    /// B11: somebody new takes the place of a dead player character. [CAP-126]
    fn replace<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let fighter = self.fighter(who);
        if fighter.kind != Kind::Pc || fight.body(who).status != Status::Dead || fighter.reserve.is_some() {
            return;
        }
        match self.book.day.replace_dead {
            Replacement::None => return,
            Replacement::Hireling => {
                fight.change(who, |body| *body = fighter.start);
                fight.body_mut(who).set(flag::DOOMED | flag::NEED, false);
                fight.body_mut(who).set(flag::HIRED, true);
                self.roll_character(fight, who, Rolled::Keep, table);
            }
            Replacement::Fresh => {
                fight.change(who, |body| *body = fighter.start);
                if let Some(rolled) = fighter.rolled {
                    self.roll_character(fight, who, rolled, table);
                }
            }
        }
        fight.body_mut(who).surprised = false;
        table.tell("CAP-126", || format!("somebody new takes the place of {}", self.name(who)));
    }

    /// B1 to B9, B12: a part of the day of these sides that is no fight.
    pub(super) fn take_rest<D: Dice, W: Watch>(
        &self,
        kind: RestKind,
        sides: Sides,
        fight: &mut Fight,
        table: &mut Table<D, W>,
    ) {
        let numbers = &self.book.rest;
        let percent = i32::from(numbers.interruption_percent);
        if kind == RestKind::Short && percent > 0 && table.at_most(Slot::MASTER, &rolls::INTERRUPTION, 100, percent) {
            table.tell("CAP-067", || "the rest is interrupted and gives nothing".to_owned());
            return;
        }
        let seconds = match kind {
            RestKind::Short => numbers.short_minutes * 60,
            RestKind::FewHours => numbers.few_hours * 3600,
            RestKind::Night => numbers.night_hours * 3600,
            RestKind::Week | RestKind::WeekAlone => numbers.week_days * 86_400,
            RestKind::Hunger => 86_400,
            RestKind::MakeGrimoire => self.book.make.hours * 3600,
            RestKind::Meal | RestKind::Specialist | RestKind::Extraordinary | RestKind::CopyScroll | RestKind::Hazard => 0,
        };
        self.pass_time(fight, seconds, sides, table);
        let mut hours = 0;
        for who in self.members_of(sides) {
            let status = fight.body(who).status;
            if !matches!(status, Status::Dead | Status::Captured | Status::Absent) {
                hours = self.rest_of(fight, who, kind, table).max(hours);
            }
        }
        if kind == RestKind::Hazard {
            self.care_after_hazard(fight, sides, table);
        }
        self.pass_time(fight, hours * 3600, sides, table);
    }

    /// Whoever fell to a hazard is looked after like the fallen of a won fight, if anybody is left to do it. (steps E2, E3)
    fn care_after_hazard<D: Dice, W: Watch>(&self, fight: &mut Fight, sides: Sides, table: &mut Table<D, W>) {
        for who in self.members_of(sides) {
            let mut comrades = self.members[self.fighter(who).side.index()];
            if !comrades.any(|comrade| fight.body(comrade).status == Status::Active) {
                continue;
            }
            if matches!(fight.body(who).status, Status::Down | Status::OutOfAction) && fight.body(who).dies_at > 0 {
                self.aftercare(fight, who, true, table);
            }
        }
    }

    /// What it is for one of them; the hours that it takes, where they are not known before.
    fn rest_of<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, kind: RestKind, table: &mut Table<D, W>) -> u32 {
        match kind {
            RestKind::Short => self.short_rest(fight, who),
            RestKind::FewHours => {
                self.end_walloped(fight, who, table);
                self.short_rest(fight, who);
            }
            RestKind::Night => self.night(fight, who, table),
            RestKind::Week | RestKind::WeekAlone => self.week(fight, who, kind == RestKind::Week, table),
            RestKind::Hunger => self.hunger(fight, who, table),
            RestKind::Meal => {
                let body = fight.body_mut(who);
                body.set(flag::NEED, false);
                body.days_deprived = 0;
            }
            RestKind::Specialist => {
                let credit = self.book.mishap.tumor_credit;
                let body = fight.body_mut(who);
                if body.tumors > 0 {
                    body.tumors = 0;
                    body.credit = body.credit.saturating_add(credit);
                }
            }
            RestKind::Extraordinary => {
                fight.body_mut(who).set(flag::DEAF, false);
                for attribute in [Attribute::Dex, Attribute::Wil] {
                    if fight.body(who).lost >> attribute.index() & 1 == 1 {
                        self.restore(fight, who, attribute, i32::from(i16::MAX));
                    }
                }
            }
            RestKind::CopyScroll => return self.copy_scroll(fight, who, table),
            RestKind::MakeGrimoire => self.make_grimoire(fight, who),
            RestKind::Hazard => self.hazard(fight, who, table),
        }
        0
    }

    fn deprived(&self, fight: &Fight, who: Slot) -> bool {
        fight.body(who).has(flag::DEPRIVED)
    }

    /// B1. [CAP-067, CAP-073]
    fn short_rest(&self, fight: &mut Fight, who: Slot) {
        let blocked = self.deprived(fight, who) && self.book.deprived.blocks_hp;
        let full = self.overloaded(who, fight.body(who));
        let body = fight.body_mut(who);
        if !blocked && !full {
            body.hp = body.hp_max;
        }
        let rises =
            body.status == Status::Down && body.dies_at == 0 || body.status == Status::Unconscious && body.spirit_until == 0;
        if rises {
            self.rise(fight, who);
        }
    }

    /// B2: the end of being walloped. [CAP-143]
    fn end_walloped<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).set(flag::WALLOPED, false);
        for _ in 0..std::mem::take(&mut fight.body_mut(who).wallops) {
            let gained = table.sum(who, &rolls::RECOVERY, self.book.scars.walloped) as i16;
            let body = fight.body_mut(who);
            body.hp_max = body.hp_max.saturating_add(gained).min(99);
        }
    }

    /// B3. [CAP-075, CAP-169]
    fn night<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !(self.deprived(fight, who) && self.book.deprived.blocks_fatigue) {
            let body = fight.body_mut(who);
            body.fatigue = self.book.rest.night_fatigue.map_or(0, |removed| body.fatigue.saturating_sub(removed));
        }
        fight.body_mut(who).set(flag::SPENT | flag::WORN_OUT, false);
        for _ in 0..std::mem::take(&mut fight.body_mut(who).spent_rolls) {
            let rolled = table.sum(who, &rolls::RECOVERY, self.book.mishap.deprived);
            self.raise_hp_max(fight, who, rolled, table);
        }
        self.end_walloped(fight, who, table);
        self.short_rest(fight, who);
    }

    /// B5. [CAP-069, CAP-070, CAP-144, CAP-145, CAP-147, CAP-151]
    fn week<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, healer: bool, table: &mut Table<D, W>) {
        let numbers = &self.book.rest;
        if numbers.week_needs_healer && !healer {
            return self.short_rest(fight, who);
        }
        if numbers.healer_costs && healer && !self.spend(fight, who, self.book.cost.medical_healing) {
            return self.short_rest(fight, who);
        }
        fight.body_mut(who).set(flag::MORTAL, false);
        if self.deprived(fight, who) && self.book.deprived.blocks_attributes {
            return;
        }
        self.recover(fight, who, table);
        for attribute in Attribute::ALL {
            self.restore(fight, who, attribute, i32::from(i16::MAX));
        }
        self.short_rest(fight, who);
    }

    /// B4. [CAP-071, CAP-072, RU-22]
    fn hunger<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        if body.has(flag::VESSEL) {
            return;
        }
        body.set(flag::NEED, true);
        body.days_deprived = body.days_deprived.saturating_add(1);
        let counts = self.rulings.deprived_first_day == FirstDay::Counts || body.days_deprived > 1;
        if counts {
            self.tire(fight, who, i32::from(self.book.deprived.fatigue_per_day), table);
        }
    }

    /// Pays a price; false where money matters and is missing.
    fn spend(&self, fight: &mut Fight, who: Slot, price: u32) -> bool {
        let price = price as i32;
        let body = fight.body_mut(who);
        if self.fighter(who).pays && body.gold < price {
            return false;
        }
        body.gold -= if self.fighter(who).pays { price } else { 0 };
        true
    }

    /// B8: the hours that it takes. [CAP-192, CAP-193, CAP-194, RU-23]
    fn copy_scroll<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> u32 {
        let numbers = &self.book.copy;
        let body = fight.body(who);
        let able = body.status == Status::Active && body.silent_until <= self.now(fight);
        let writable = able && body.has(flag::GRIMOIRE) && !body.has(flag::DAMAGED);
        let new = |number: &u8| body.spells >> number & 1 == 0 && self.scroll_of(who, body, usize::from(*number)).is_some();
        let Some(spell) = self.fighter(who).scrolls.iter().copied().find(new).filter(|_| writable) else { return 0 };
        if !self.spend(fight, who, numbers.gp) {
            return 0;
        }
        if let Some(scroll) = self.scroll_of(who, fight.body(who), usize::from(spell)) {
            fight.body_mut(who).scrolls_used[scroll] = u8::MAX;
        }
        let mut copied = true;
        let mut hours = numbers.hours;
        let (slots, dust, free) = self.magic_dice(who, fight.body(who));
        let slot = numbers.dice.min(slots);
        let from_dust = (numbers.dice - slot).min(dust);
        let split = Split { slot, dust: from_dust, free: (numbers.dice - slot - from_dust).min(free) };
        if split.dice() > 0 {
            let magic = self.magic_roll(fight, who, split, table);
            hours = (hours - magic.sum).max(numbers.hours_min);
            copied = fight.body(who).has(flag::VESSEL) || !magic.fails(&self.book, &self.rulings);
            if numbers.risk {
                let drained = fight.body(who).drained_until > self.now(fight);
                self.pay_for_magic(fight, who, &magic, drained, table);
                self.suffer_mishaps(fight, who, &magic, table);
            }
        }
        if copied {
            fight.body_mut(who).spells |= 1 << spell;
        }
        table.tell("CAP-193", || {
            format!("{} {} a spell in {hours} hours", self.name(who), if copied { "copies" } else { "fails to copy" })
        });
        hours.max(0) as u32
    }

    /// B9. [CAP-175, CAP-195 to CAP-198]
    fn make_grimoire(&self, fight: &mut Fight, who: Slot) {
        let numbers = &self.book.make;
        let body = fight.body(who);
        let has_one = body.has(flag::GRIMOIRE) && !body.has(flag::DAMAGED);
        let able = body.status == Status::Active;
        let repairs = body.has(flag::GRIMOIRE) && body.has(flag::DAMAGED);
        let scroll = self
            .fighter(who)
            .scrolls
            .iter()
            .copied()
            .find_map(|number| self.scroll_of(who, body, usize::from(number)).map(|scroll| (number, scroll)));
        let Some((spell, scroll)) = scroll.filter(|_| able && !has_one) else { return };
        if !self.spend(fight, who, numbers.gp + if repairs { 0 } else { self.book.cost.book }) {
            return;
        }
        let body = fight.body_mut(who);
        body.scrolls_used[scroll] = u8::MAX;
        body.spells = if repairs { body.spells } else { 0 } | 1 << spell;
        body.set(flag::GRIMOIRE, true);
        body.set(flag::DAMAGED, false);
        body.set(flag::WORN_OUT, body.has(flag::WORN_OUT) || numbers.deprived);
    }

    /// B12. [CAP-059, CAP-066]
    fn hazard<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let (book, rulings) = (&self.book, &self.rulings);
        let numbers = &book.hazard;
        let mut natural = None;
        if numbers.dc > 0 {
            let skull = self.skull(fight.body(who), numbers.save);
            let steps = self.spend_pending(fight, who).worse(skull + i32::from(numbers.disadvantage));
            let face = self.base_die(who, &rolls::HAZARD, steps.dice(book, rulings), table);
            natural = Some(face);
            let total = face + self.modifier(fight.body(who), numbers.save);
            if check::saved(Result { total, natural: face }, numbers.dc, book, rulings) {
                return;
            }
        }
        let rolled = table.sum(who, &rolls::HAZARD_DAMAGE, numbers.die) + numbers.damage;
        let armor = if numbers.armor { self.armor(fight, who) } else { 0 };
        let bonus = check::bonus_damage(0, natural, book, rulings);
        self.hurt(fight, who, (rolled - armor).max(book.damage.minimum) + bonus, Source::Other, table);
    }

    /// Time passes: clocks of death for everybody, of mishaps for these sides. [CAP-119, CAP-170] (step B7)
    pub(super) fn pass_time<D: Dice, W: Watch>(&self, fight: &mut Fight, seconds: u32, sides: Sides, table: &mut Table<D, W>) {
        fight.seconds = fight.seconds.saturating_add(seconds);
        self.run_clocks(fight, table);
        for who in self.members_of(sides) {
            let body = fight.body(who);
            if body.has(flag::DRAINED) && body.drained_until <= fight.seconds {
                let rolled = table.sum(who, &rolls::RECOVERY, self.book.mishap.drain_after) as i16;
                let body = fight.body_mut(who);
                body.set(flag::DRAINED, false);
                let most = &mut body.maxima[Attribute::Wil.index()];
                *most = (*most).max(rolled);
            }
        }
    }
}
