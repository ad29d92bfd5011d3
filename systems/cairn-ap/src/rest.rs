//! The time between the fights of `cairn-ap`: the beginning of a day, aftercare, rests, travel.
//!
//! Owns sections 4.12 and 4.13 of the specification. Start at [`Play::begin_day`].

use frame::dice::{Dice, Slot};
use frame::fight::day::{Endangered, Sides};
use frame::fight::{Ending, Marked as _, Side, Slots, Watch};

use super::book::Attribute;
use super::book::between::{AidAfter, LoserAfter, MortalAfter, Replacement};
use super::changes::changes;
use super::derived::Recovered;
use super::fighter::Reserve;
use super::hazard::Hazard;
use super::rulings::{FallenBystanders, FirstDay};
use super::sheet::{Kind, Rolled};
use super::state::{Fields, Fight, HP_MOST, Status, Until, flag};
use super::{Core, Play, RestKind, rolls};

/// The rule by which a part of the day that is no fight changes a combatant.
fn why(kind: RestKind) -> &'static str {
    match kind {
        RestKind::Short => "CAP-067",
        RestKind::FewHours => "CAP-067, CAP-143",
        RestKind::Night => "CAP-067, CAP-075",
        RestKind::Week | RestKind::WeekAlone => "CAP-067, CAP-069",
        RestKind::Hunger => "CAP-071, CAP-072",
        RestKind::Meal => "CAP-071",
        RestKind::Specialist => "CAP-176",
        RestKind::Extraordinary => "CAP-125, CAP-148",
        RestKind::CopyScroll => "CAP-192",
        RestKind::MakeGrimoire => "CAP-195",
        RestKind::Hazard => "CAP-059",
    }
}

impl Core {
    /// True if the fallen of a combatant's side are looked after by these winners: they are of them, or no enemies. [RU-33]
    fn is_tended(&self, who: Slot, winner: Side) -> bool {
        let (relations, side) = (&self.lineup.relations, self.fighter(who).side);
        let mut winners = relations.camp_of(winner);
        let peaceful = winners.all(|one| !relations.hostile(one, side) && !relations.hostile(side, one));
        relations.wins(side, Ending::Won(winner)) || peaceful && self.rulings.fallen_bystanders == FallenBystanders::Tended
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The condition in which the scenario says a day begins; who is rolled by dice is rolled here. (step F1)
    pub(super) fn begin_day(&mut self) {
        self.fight.clone_from(&self.rules.morning);
        for who in self.fight.slots() {
            self.begin(who);
        }
    }

    /// Begins anew for everybody of these sides alone.
    pub(super) fn begin_anew(&mut self, sides: Sides) {
        let rules = self.rules;
        for who in rules.lineup.members_of(sides) {
            self.fight.change(who, |body| *body = *rules.morning.body(who));
            self.begin(who);
        }
    }

    /// Rolls a character that is made by dice, when a day begins.
    fn begin(&mut self, who: Slot) {
        let fighter = self.rules.fighter(who);
        if let Some(rolled) = fighter.rolled.filter(|_| fighter.reserve.is_none()) {
            self.roll_character(who, rolled);
        }
    }

    /// E2 to E4: what becomes of the fallen when a fight is over.
    pub(super) fn finish(&mut self, ending: Ending) {
        let winner = match ending {
            Ending::Won(side) => Some(side),
            Ending::Draw | Ending::Timeout => None,
        };
        for who in self.rules.lineup.members_of(self.fight.sides) {
            if self.fight.body(who).in_field {
                self.aftercare(who, winner.is_some_and(|winner| self.rules.is_tended(who, winner)));
            }
        }
    }

    /// Ends all that does not outlast a fight, and replaces the dead, of the sides that met in it.
    pub(super) fn end_fight(&mut self) {
        self.fight.to_act = Slots::NONE;
        let met = self.rules.lineup.members_of(self.fight.sides);
        // A combatant that has not come has nothing of this fight to forget.
        for who in met.those(|who| self.fight.body(who).in_field) {
            self.forget_the_fight(who);
        }
        for who in met {
            self.replace(who);
        }
    }

    /// Cares for a combatant after a fight. [CAP-118, CAP-119] (steps E2 to E4)
    pub(super) fn aftercare(&mut self, who: Slot, won: bool) {
        let numbers = &self.rules.book.aftercare;
        let status = self.fight.body(who).status;
        self.fight.body_mut(who).ended = status;
        if !won {
            match status {
                Status::Down | Status::OutOfAction if numbers.loser == LoserAfter::Dead => self.die(who),
                Status::Down
                | Status::OutOfAction
                | Status::Asleep
                | Status::Pacified
                | Status::Unconscious
                | Status::Paralysed
                | Status::Delirious => self.fight.set_status(who, Status::Captured),
                _ => {}
            }
            return;
        }
        if status == Status::Down && self.fight.body(who).dies_at > 0 {
            let treated = match numbers.aid {
                AidAfter::Auto => true,
                AidAfter::None => false,
                AidAfter::Bandages => self.use_bandages(who),
            };
            if treated {
                self.stabilise(who);
                if self.fight.body(who).status == Status::Active {
                    return;
                }
            } else {
                self.die(who);
            }
        }
        if self.fight.body(who).has(flag::MORTAL) && self.fight.body(who).status != Status::Dead {
            self.mortal_fate(who);
        }
    }

    /// Looks after those who fell to a hazard like the fallen of a won fight, if anybody is left to do it. (steps E2, E3)
    pub(super) fn care_after_hazard(&mut self, those: Slots) {
        let rules = self.rules;
        for who in those {
            let mut comrades = rules.lineup.members(rules.fighter(who).side);
            if !comrades.any(|comrade| self.fight.body(comrade).status == Status::Active) {
                continue;
            }
            if matches!(self.fight.body(who).status, Status::Down | Status::OutOfAction) && self.fight.body(who).dies_at > 0 {
                self.aftercare(who, true);
            }
        }
    }

    /// Runs into the hazard of this number; those who fall to it are looked after. (step B12)
    pub(super) fn run_into(&mut self, number: u16, of: Endangered) {
        let rules = self.rules;
        let there = self.fight.slots().filter(|&who| rules.is_about(self.fight.body(who).status)).collect();
        let struck = of.struck(there, self.table, &rolls::STRUCK);
        for who in struck {
            self.hazard(who, &rules.hazards[usize::from(number)]);
        }
        self.care_after_hazard(struck);
    }

    /// One use of the bandages of anybody who stands up for the patient.
    fn use_bandages(&mut self, who: Slot) -> bool {
        let carries = |other: &Slot| {
            let body = self.fight.body(*other);
            body.bandages > 0 && body.status == Status::Active
        };
        let Some(carrier) = self.rules.lineup.friends(who).find(carries) else { return false };
        self.fight.body_mut(carrier).bandages -= 1;
        true
    }

    /// E3: whether help comes in time. [CAP-092, CAP-093, CAP-151]
    fn mortal_fate(&mut self, who: Slot) {
        let rules = self.rules;
        let bandaged = self.fight.body(who).has(flag::STABLE) && rules.book.scars.mortal_bandages_suffice;
        let healed = match rules.book.aftercare.mortal {
            _ if bandaged => true,
            MortalAfter::Healed => true,
            MortalAfter::Dead => false,
            MortalAfter::Fate => {
                let numbers = &rules.book.fate;
                self.table.sum(who, &rolls::FATE, numbers.die) >= numbers.good_from
            }
        };
        self.table.tell("CAP-092, CAP-151", || {
            format!("{} {}", rules.name(who), if healed { "is healed in time" } else { "is not healed in time" })
        });
        if healed {
            self.fight.body_mut(who).dies_at = 0;
            self.fight.set_status(who, Status::OutOfAction);
        } else {
            self.die(who);
        }
    }

    /// Forgets what ends with the fight. (section 4.13)
    fn forget_the_fight(&mut self, who: Slot) {
        let called = matches!(self.rules.fighter(who).reserve, Some(Reserve::Called(..)));
        let ready = self.rules.fighter(who).start.ready;
        self.fight.change(who, |body| {
            body.clear(Fields::Fight);
            body.ready = ready;
            body.set(flag::FLEEING | flag::FIREPROOF, false);
            if matches!(body.status, Status::Asleep | Status::Pacified | Status::Fled | Status::Routed) {
                body.status = Status::Active;
            }
            if called {
                (body.status, body.called_until) = (Status::Absent, Until::default());
            }
        });
    }

    /// B11: a new character takes the place of a dead player character. [CAP-126]
    fn replace(&mut self, who: Slot) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        if fighter.kind != Kind::Pc || self.fight.body(who).status != Status::Dead || fighter.reserve.is_some() {
            return;
        }
        match rules.book.day.replace_dead {
            Replacement::None => return,
            Replacement::Hireling => {
                self.fight.change(who, |body| *body = fighter.start);
                self.fight.body_mut(who).set(flag::DOOMED | flag::NEED, false);
                self.fight.body_mut(who).set(flag::HIRED, true);
                self.roll_character(who, Rolled::Keep);
            }
            Replacement::Fresh => {
                self.fight.change(who, |body| *body = fighter.start);
                if let Some(rolled) = fighter.rolled {
                    self.roll_character(who, rolled);
                }
            }
        }
        self.fight.body_mut(who).surprised = false;
        self.table.tell("CAP-126", || format!("somebody new takes the place of {}", rules.name(who)));
    }

    /// B1 to B9, B12: a part of the day of these sides that is no fight. [CAP-067, CAP-197]
    pub(super) fn take_rest(&mut self, kind: RestKind, sides: Sides) {
        let rules = self.rules;
        let numbers = &rules.book.rest;
        let percent = i32::from(numbers.interruption_percent);
        if kind == RestKind::Short && percent > 0 && self.table.at_most(Slot::MASTER, &rolls::INTERRUPTION, 100, percent) {
            self.table.tell("CAP-067", || "the rest is interrupted and gives nothing".to_owned());
            return;
        }
        let seconds = match kind {
            RestKind::Short => numbers.short_minutes * 60,
            RestKind::FewHours => numbers.few_hours * 3600,
            RestKind::Night => numbers.night_hours * 3600,
            RestKind::Week | RestKind::WeekAlone => numbers.week_days * 86_400,
            RestKind::Hunger => 86_400,
            RestKind::MakeGrimoire => rules.book.make.hours * 3600,
            RestKind::Meal | RestKind::Specialist | RestKind::Extraordinary | RestKind::CopyScroll | RestKind::Hazard => 0,
        };
        self.pass_time(seconds, sides);
        let mut hours = 0;
        for who in rules.lineup.members_of(sides) {
            if rules.is_about(self.fight.body(who).status) {
                let before = *self.fight.body(who);
                hours = self.rest_of(who, kind).max(hours);
                self.table.tell(why(kind), || {
                    let changes = changes(&before, self.fight.body(who));
                    format!("{}: {}", rules.name(who), changes.text())
                });
            }
        }
        if kind == RestKind::Hazard {
            self.care_after_hazard(rules.lineup.members_of(sides));
        }
        self.pass_time(hours * 3600, sides);
    }

    /// Gives one of them this rest; the hours that it takes, where they are not known before. [CAP-071, CAP-125, CAP-148,
    /// CAP-176]
    fn rest_of(&mut self, who: Slot, kind: RestKind) -> u32 {
        match kind {
            RestKind::Short => self.short_rest(who),
            RestKind::FewHours => {
                self.end_walloped(who);
                self.short_rest(who);
            }
            RestKind::Night => self.night(who),
            RestKind::Week | RestKind::WeekAlone => self.week(who, kind == RestKind::Week),
            RestKind::Hunger => self.hunger(who),
            RestKind::Meal => {
                let body = self.fight.body_mut(who);
                body.set(flag::NEED, false);
                body.days_deprived = 0;
            }
            RestKind::Specialist => {
                let credit = self.rules.book.mishap.tumor_credit;
                let body = self.fight.body_mut(who);
                if body.tumors > 0 {
                    body.tumors = 0;
                    body.credit = body.credit.saturating_add(credit);
                }
            }
            RestKind::Extraordinary => {
                self.fight.body_mut(who).set(flag::DEAF, false);
                for attribute in [Attribute::Dex, Attribute::Wil] {
                    if self.fight.body(who).lost >> attribute.index() & 1 == 1 {
                        self.restore(who, attribute, i32::from(i16::MAX));
                    }
                }
            }
            RestKind::CopyScroll => return self.copy_scroll(who),
            RestKind::MakeGrimoire => self.make_grimoire(who),
            RestKind::Hazard => self.hazard(who, &Hazard::of_book(&self.rules.book)),
        }
        0
    }

    /// B1. [CAP-067, CAP-073]
    fn short_rest(&mut self, who: Slot) {
        let rules = self.rules;
        let body = self.fight.body_mut(who);
        if rules.regains_hp(who, body, false) {
            body.hp = body.hp_max;
        }
        let rises =
            body.status == Status::Down && body.dies_at == 0 || body.status == Status::Unconscious && body.spirit_until == 0;
        if rises {
            self.rise(who);
        }
    }

    /// B2: the end of being walloped. [CAP-143]
    pub(super) fn end_walloped(&mut self, who: Slot) {
        self.fight.body_mut(who).set(flag::WALLOPED, false);
        for _ in 0..std::mem::take(&mut self.fight.body_mut(who).wallops) {
            let gained = self.table.sum(who, &rolls::RECOVERY, self.rules.book.scars.walloped) as i16;
            let body = self.fight.body_mut(who);
            body.hp_max = body.hp_max.saturating_add(gained).min(HP_MOST);
        }
    }

    /// B3. [CAP-075, CAP-169]
    fn night(&mut self, who: Slot) {
        let rules = self.rules;
        let body = self.fight.body_mut(who);
        if !rules.withheld(body, Recovered::Fatigue, false) {
            body.fatigue = rules.book.rest.night_fatigue.map_or(0, |removed| body.fatigue.saturating_sub(removed));
        }
        body.set(flag::SPENT | flag::WORN_OUT, false);
        for _ in 0..std::mem::take(&mut body.spent_rolls) {
            let rolled = self.table.sum(who, &rolls::RECOVERY, rules.book.mishap.deprived);
            self.raise_hp_max(who, rolled);
        }
        self.end_walloped(who);
        self.short_rest(who);
    }

    /// B5. [CAP-069, CAP-070, CAP-151]
    fn week(&mut self, who: Slot, healer: bool) {
        let rules = self.rules;
        let numbers = &rules.book.rest;
        if numbers.week_needs_healer && !healer {
            return self.short_rest(who);
        }
        if numbers.healer_costs && healer && !self.spend(who, rules.book.cost.medical_healing) {
            return self.short_rest(who);
        }
        let body = self.fight.body_mut(who);
        body.set(flag::MORTAL, false);
        if rules.withheld(body, Recovered::Attributes, false) {
            return;
        }
        self.recover(who);
        for attribute in Attribute::ALL {
            self.restore(who, attribute, i32::from(i16::MAX));
        }
        self.short_rest(who);
    }

    /// B4. [CAP-071, CAP-072, CAP-178, CAP-184, RU-22]
    fn hunger(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        // Vessels of magic do not hunger, and those who are covered with plants live on light.
        if body.has(flag::VESSEL | flag::PLANTS) {
            return;
        }
        body.set(flag::NEED, true);
        body.days_deprived = body.days_deprived.saturating_add(1);
        let counts = self.rules.rulings.deprived_first_day == FirstDay::Counts || body.days_deprived > 1;
        if counts {
            self.tire(who, i32::from(self.rules.book.deprived.fatigue_per_day));
        }
    }

    /// Pays a price; false where money matters and is missing.
    fn spend(&mut self, who: Slot, price: u32) -> bool {
        let price = price as i32;
        let body = self.fight.body_mut(who);
        if self.rules.fighter(who).pays && body.gold < price {
            return false;
        }
        body.gold -= if self.rules.fighter(who).pays { price } else { 0 };
        true
    }

    /// B8: the hours that it takes. [CAP-192, CAP-193, CAP-194, RU-23]
    fn copy_scroll(&mut self, who: Slot) -> u32 {
        let rules = self.rules;
        let numbers = &rules.book.copy;
        let body = self.fight.body(who);
        let able = body.status == Status::Active && body.silent_until <= self.fight.seconds;
        let writable = able && body.has_book();
        let new = |number: &u8| body.spells >> number & 1 == 0 && rules.scroll_of(who, body, usize::from(*number)).is_some();
        let Some(spell) = rules.fighter(who).scrolls.iter().copied().find(new).filter(|_| writable) else { return 0 };
        if !self.spend(who, numbers.gp) {
            return 0;
        }
        if let Some(scroll) = rules.scroll_of(who, self.fight.body(who), usize::from(spell)) {
            self.fight.body_mut(who).scrolls_used[scroll] = u8::MAX;
        }
        let mut copied = true;
        let mut hours = numbers.hours;
        let split = rules.invest(numbers.dice, rules.magic_dice(who, self.fight.body(who)));
        if split.dice() > 0 {
            let magic = self.magic_roll(who, split);
            hours = rules.copying_hours(&magic);
            copied = !rules.spell_fails(self.fight.body(who), &magic);
            if numbers.risk {
                let drained = self.fight.body(who).drained_until > self.fight.seconds;
                self.pay_for_magic(who, &magic, drained);
                self.suffer_mishaps(who, &magic);
            }
        }
        if copied {
            self.fight.body_mut(who).spells |= 1 << spell;
        }
        self.table.tell("CAP-193", || {
            format!("{} {} a spell in {hours} hours", rules.name(who), if copied { "copies" } else { "fails to copy" })
        });
        hours.max(0) as u32
    }

    /// B9. [CAP-175, CAP-195 to CAP-198]
    fn make_grimoire(&mut self, who: Slot) {
        let rules = self.rules;
        let numbers = &rules.book.make;
        let body = self.fight.body(who);
        let able = body.status == Status::Active && !body.has_book();
        let repairs = body.has(flag::GRIMOIRE) && body.has(flag::DAMAGED);
        let scroll = rules
            .fighter(who)
            .scrolls
            .iter()
            .copied()
            .find_map(|number| rules.scroll_of(who, body, usize::from(number)).map(|scroll| (number, scroll)));
        let Some((spell, scroll)) = scroll.filter(|_| able) else { return };
        if !self.spend(who, numbers.gp + if repairs { 0 } else { rules.book.cost.book }) {
            return;
        }
        let body = self.fight.body_mut(who);
        body.scrolls_used[scroll] = u8::MAX;
        body.spells = if repairs { body.spells } else { 0 } | 1 << spell;
        body.set(flag::GRIMOIRE, true);
        body.set(flag::DAMAGED, false);
        body.set(flag::WORN_OUT, body.has(flag::WORN_OUT) || numbers.deprived);
    }

    /// Time passes: clocks of death for everybody, of mishaps for these sides. [CAP-170] (step B7)
    pub(super) fn pass_time(&mut self, seconds: u32, sides: Sides) {
        self.fight.seconds = self.fight.seconds.saturating_add(seconds);
        self.run_clocks();
        for who in self.rules.lineup.members_of(sides) {
            let body = self.fight.body(who);
            if body.has(flag::DRAINED) && body.drained_until <= self.fight.seconds {
                let rolled = self.table.sum(who, &rolls::RECOVERY, self.rules.book.mishap.drain_after);
                self.fight.body_mut(who).set(flag::DRAINED, false);
                self.raise_max(who, Attribute::Wil, rolled);
            }
        }
    }
}

impl Core {
    /// E1: those of these sides who could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let comes = |who: Slot| self.fighter(who).reserve.is_none() && fight.body(who).status == Status::Active;
        self.lineup.sides_of(self.lineup.members_of(sides).those(comes))
    }
}
