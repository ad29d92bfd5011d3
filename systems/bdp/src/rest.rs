//! Days of `bdp`: short breaks, perils, attempts, the road, training.
//!
//! Owns what can happen between two fights except nights, which are in [`night`](super::night). Start at [`Play::take_rest`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::Sides;
use frame::fight::{Changes, Slots, Watch};

use super::action::{ActionRule, Attempt, Outcome};
use super::book::gear::ItemUse;
use super::book::harm::Level;
use super::harm::{Cause, Origin};
use super::lowered;
use super::metrics as count;
use super::policy::Hand;
use super::rolls;
use super::rulings::{CasualtyWakes, CostEffect, GraceDeprives};
use super::save::Advantage;
use super::scene::{AttemptText, ImprintText, PerilText, RestKind, TrainText, Trained};
use super::sheet::{Ability, Skill};
use super::state::{ARMOR_BROKEN, Body, Fight, Status};
use super::{Core, Play};

/// Days of a week.
pub const WEEK_DAYS: u16 = 7;

/// Returns the changes by a rest.
fn changes(before: &Body, after: &Body) -> Changes {
    let mut changes = Changes::default();
    changes.number("HP", before.hp, after.hp).number("maximum of HP", before.hp_max, after.hp_max);
    for ability in Ability::ALL {
        let (name, index) = (ability.name(), ability.index());
        changes.number(name, before.abilities[index], after.abilities[index]);
        changes.number(&format!("maximum of {name}"), before.maxima[index], after.maxima[index]);
    }
    changes.number("Fatigue", before.fatigue, after.fatigue);
    changes.number("wounds", before.wounds.count(), after.wounds.count()).number("power", before.power, after.power);
    changes
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A rest, or something that happens, for these sides (step 4.13).
    pub(super) fn take_rest(&mut self, kind: RestKind, sides: Sides) {
        let before = self.table.listens().then(|| self.fight.bodies.clone());
        self.rests(kind, sides);
        let Some(before) = before else { return };
        for who in self.rules.lineup.members_of(sides) {
            let changes = changes(&before[who.index()], self.fight.body(who));
            if !changes.is_empty() {
                self.table.tell("BDP-092", || format!("{}: {}", self.rules.name(who), changes.text()));
            }
        }
    }

    /// Applies what happens between fights, by its kind.
    fn rests(&mut self, kind: RestKind, sides: Sides) {
        let rules = self.rules;
        match kind {
            RestKind::Break => self.short_break(sides),
            RestKind::Night(text) => self.nights(text, sides),
            RestKind::Peril(PerilText { kind, times }) => {
                for who in rules.afoot(self.fight, sides) {
                    self.peril(who, kind, times, Origin::Surroundings);
                }
            }
            RestKind::Attempt(text) => {
                for who in rules.afoot(self.fight, sides) {
                    self.attempts(who, text);
                }
            }
            RestKind::Climb => {
                for who in rules.afoot(self.fight, sides) {
                    self.climbs(who);
                }
            }
            RestKind::Imprint(text) => {
                for who in rules.afoot(self.fight, sides) {
                    self.imprints(who, text);
                }
            }
            RestKind::Train(text) => {
                for who in rules.afoot(self.fight, sides).those(|who| rules.fighter(who).pc) {
                    self.trains(who, text);
                }
            }
        }
    }

    /// Catching breath (BDP-092, BDP-093, R-54, R-63).
    fn short_break(&mut self, sides: Sides) {
        let rules = self.rules;
        let percent = i32::from(rules.book.breath.encounter_percent);
        if percent > 0 && self.table.at_most(Slot::MASTER, &rolls::ENCOUNTER, 100, percent) {
            return self.table.tell("BDP-093", || "the break is interrupted and nobody recovers".to_owned());
        }
        for who in rules.lineup.members_of(sides) {
            let was_out = !self.fight.is_active(who);
            if rules.rulings.casualty_wakes == CasualtyWakes::Break {
                self.wakes(who);
            }
            if self.fight.is_active(who) && (rules.rulings.wakes_drink || !was_out) {
                self.drinks(who);
            }
        }
        for who in rules.afoot(self.fight, sides) {
            self.lays_hands(who);
            self.speaks_grace(who);
            self.repairs(who);
        }
    }

    /// Wakes the combatant that was taken out by DEX, by WIL or by being knocked out at 0 HP, unless an ability is at 0.
    pub(super) fn wakes(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        let out = matches!(body.status, Status::Unconscious | Status::Debilitated | Status::KnockedOut);
        if out && body.abilities.iter().all(|&ability| ability > 0) {
            body.hp = 0;
            self.fight.becomes(who, Status::Active);
            self.table.tell("R-63", || format!("{} comes to", self.rules.name(who)));
        }
    }

    /// A drink of water gives HP back, and may be the last one (BDP-092, BDP-095, BDP-096, R-54).
    fn drinks(&mut self, who: Slot) {
        let rules = self.rules;
        let (numbers, body) = (&rules.book.breath, self.fight.body(who));
        let deprived = rules.regains_no_hp(self.fight, who);
        let skin = rules.item(self.fight, who, ItemUse::Waterskin);
        let dry = numbers.needs_water && (body.waterskin == 0 || skin.is_none());
        if deprived
            || dry
            || body.hp >= body.hp_max
            || rules.free(who, body) <= 0
            || !self.wants(&self.rules.policies.lists.drink, true, who)
        {
            return;
        }
        let body = self.fight.body_mut(who);
        let gained = numbers.hp.map_or(i32::from(body.hp_max), i32::from);
        body.hp = (i32::from(body.hp) + gained).min(body.hp_max.into()) as i16;
        let die = body.waterskin;
        self.table.tell("BDP-092", || format!("{} catches breath: {} HP", rules.name(who), self.fight.body(who).hp));
        if die == 0 {
            return;
        }
        self.table.watch.count(who, count::DRINKS, 1);
        let left = self.sips(who, die);
        if left != die {
            self.fight.body_mut(who).waterskin = left;
            self.table.tell("BDP-095, BDP-096", || format!("the water of {} runs low: d{left}", rules.name(who)));
        }
    }

    /// The usage die that a drink leaves of one (BDP-095, BDP-368).
    pub(super) fn sips(&mut self, who: Slot, die: u8) -> u8 {
        if self.shrinks(who, die, &rolls::WATER) { self.rules.smaller(die) } else { die }
    }

    /// True if a usage die shrinks by what it is used for (BDP-095, BDP-096, BDP-364).
    fn shrinks(&mut self, who: Slot, die: u8, roll: &'static Roll) -> bool {
        self.table.at_most(who, roll, die.into(), self.rules.book.breath.shrink.into())
    }

    /// Laying on hands: cures a disease, or restores STR, of the ally that needs it most (BDP-533, BDP-085).
    fn lays_hands(&mut self, who: Slot) {
        let rules = self.rules;
        if !rules.fighter(who).has(Skill::LayOnHands) || self.fight.body(who).daily.laid {
            return;
        }
        let ours = rules.lineup.friends(who) & self.fight.active();
        let hurt = ours.those(|one| rules.can_be_restored(self.fight, one, Ability::Str));
        let ill = ours.those(|one| self.fight.body(one).diseases.iter().any(Option::is_some));
        let cures = self.hand(who) == Hand::Cure && !ill.is_empty();
        let chosen = if cures {
            self.draw(who, ill, &rolls::DRAWN)
        } else {
            self.draw_least(who, hurt, |fight, one| fight.body(one).abilities[0].into())
        };
        match (cures, chosen) {
            (true, Some(one)) => {
                if let Some(place) = self.fight.body_mut(one).diseases.iter_mut().find(|place| place.is_some()) {
                    *place = None;
                }
                self.table.watch.count(one, count::DISEASES_HEALED, 1);
                self.table.tell("BDP-085, BDP-533", || format!("{} cures {}", rules.name(who), rules.name(one)));
            }
            (false, Some(one)) => {
                let gained = self.table.sum(who, &rolls::GRACE, rules.book.skill.lay_on_hands);
                self.restores(one, Ability::Str, gained, "BDP-533");
            }
            _ => return,
        }
        self.fight.body_mut(who).daily.laid = true;
    }

    /// Words of grace restore an ability, and leave the speaker deprived (BDP-533, R-70).
    fn speaks_grace(&mut self, who: Slot) {
        let rules = self.rules;
        let spoken = self.fight.body(who).daily.graced;
        if !rules.fighter(who).has(Skill::WordsOfGrace) || spoken || !self.wants(&self.rules.policies.lists.grace, false, who) {
            return;
        }
        let ours = rules.lineup.friends(who) & self.fight.active();
        let counts = |fight: &Fight, (one, ability)| rules.can_be_restored(fight, one, ability);
        let Some((one, ability)) = self.draw_most_damaged(who, ours, counts) else { return };
        let gained = self.table.sum(who, &rolls::GRACE, rules.book.skill.words_of_grace);
        self.restores(one, ability, gained, "BDP-533");
        self.fight.body_mut(who).daily.graced = true;
        let deprived = match rules.rulings.grace_deprives {
            GraceDeprives::Speaker => who,
            GraceDeprives::Restored => one,
        };
        let body = self.fight.body_mut(deprived);
        body.deprived_days = body.deprived_days.max(1);
        self.table.tell("BDP-533", || format!("{} is deprived by words of grace", rules.name(deprived)));
    }

    /// Repairs what was given up, by a bearer of a repair kit, shields excepted (BDP-281, BDP-365).
    fn repairs(&mut self, who: Slot) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        if self.fight.body(who).broken == 0 || rules.item(self.fight, who, ItemUse::RepairKit).is_none() {
            return;
        }
        for bit in 0..fighter.unarmed() {
            let slots = fighter.weapons[usize::from(bit)].slots;
            let fits = rules.free(who, self.fight.body(who)) > i32::from(slots);
            let body = self.fight.body_mut(who);
            if body.broken >> bit & 1 == 1 && fits {
                (body.broken, body.weapons) = (body.broken & !(1 << bit), body.weapons | 1 << bit);
                body.load += slots;
            }
        }
        let slots = rules.armor_slots(who, self.fight.body(who));
        let fits = rules.free(who, self.fight.body(who)) > i32::from(slots);
        let body = self.fight.body_mut(who);
        if body.broken & ARMOR_BROKEN != 0 && fits {
            (body.broken, body.armored) = (body.broken & !ARMOR_BROKEN, true);
            body.load += slots;
        }
        self.table.tell("BDP-365", || format!("{} repairs gear", fighter.name));
    }

    /// Time on the road: the cold, and lights that burn down (BDP-044, BDP-364, BDP-369, R-07).
    pub(super) fn travels(&mut self, minutes: u32, sides: Sides) {
        let rules = self.rules;
        if rules.scene.cold {
            self.freezes(rules.afoot(self.fight, sides), minutes);
        }
        if rules.scene.dark {
            self.burns_on(rules.afoot(self.fight, sides), minutes);
        }
    }

    /// The lights of these burn for so many minutes, and for what went before (BDP-364).
    fn burns_on(&mut self, those: Slots, minutes: u32) {
        let step = self.rules.book.light.minutes.max(1);
        for who in those.those(|who| self.fight.body(who).light > 0) {
            let body = self.fight.body_mut(who);
            body.lit_minutes = body.lit_minutes.saturating_add(minutes);
        }
        loop {
            let due = those.those(|who| self.fight.body(who).lit_minutes >= step);
            if due.is_empty() {
                return;
            }
            for who in due {
                self.fight.body_mut(who).lit_minutes -= step;
                self.burns(who);
            }
        }
    }

    /// A light burns for a while; when it is out the next torch is lit (BDP-364).
    fn burns(&mut self, who: Slot) {
        let die = self.fight.body(who).light;
        if die == 0 {
            // Nothing burns any more.
            self.fight.body_mut(who).lit_minutes = 0;
            return;
        }
        if !self.shrinks(who, die, &rolls::LIGHT) {
            return;
        }
        self.table.tell("BDP-364", || format!("the light of {} burns down", self.rules.name(who)));
        self.burns_down(who);
    }

    /// After a climb the kit may be lost (BDP-361).
    fn climbs(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(kit) = rules.item(self.fight, who, ItemUse::ClimbingKit) else { return };
        if self.table.at_most(who, &rolls::CLIMBING_KIT, rules.book.light.climbing_kit.into(), 1) {
            self.loses_item(who, kit);
            self.table.tell("BDP-361", || format!("{} loses the climbing kit", rules.name(who)));
        }
    }

    /// The combatant tries something, and may pay for it (BDP-013, BDP-020, BDP-021, R-04, R-05).
    fn attempts(&mut self, who: Slot, text: AttemptText) {
        let rules = self.rules;
        let abilities = self.fight.body(who).abilities.map(i32::from);
        let attempt = Attempt { text, abilities, listed: text.ability.as_slice() };
        let rule = ActionRule::new(&rules.book, &rules.rulings);
        let outcome = rule.roll(&attempt, who, &rolls::TIME_GEAR_SKILL, self.table);
        self.table.watch.count(who, count::ATTEMPTS_FAILED, i32::from(outcome == Outcome::Failure));
        self.table.watch.count(who, count::ATTEMPTS_COSTLY, i32::from(outcome == Outcome::Cost));
        self.table.tell("BDP-020", || format!("{}: {}", rules.name(who), lowered(&outcome)));
        if outcome != Outcome::Cost {
            return;
        }
        match rules.rulings.tgs_cost_effect {
            CostEffect::Fatigue => self.tire(who, rules.book.tgs.cost_fatigue),
            CostEffect::Damage => {
                let damage = self.table.sum(who, &rolls::SURROUNDINGS, rules.book.tgs.cost_damage);
                self.hurt(who, damage, Cause { origin: Origin::Exertion, ..Cause::default() });
            }
            CostEffect::Break => {
                let items = &rules.fighter(who).items;
                let held = self.fight.body(who).items;
                if let Some(item) = (0..items.len()).rev().find(|&item| held >> item & 1 == 1) {
                    self.loses_item(who, item);
                    self.table.tell("BDP-021", || format!("{} breaks {}", rules.name(who), items[item].name));
                }
            }
            CostEffect::None => {}
        }
    }

    /// Another miracle takes the place of the first one that is imprinted (BDP-474).
    fn imprints(&mut self, who: Slot, text: ImprintText) {
        let rules = self.rules;
        let (bit, imprinted) = (1_u8 << text.miracle as u8, self.fight.body(who).miracles);
        if imprinted == 0 || imprinted & bit != 0 || rules.item(self.fight, who, ItemUse::PrayerBook).is_none() {
            return;
        }
        if self.ability_save(who, rules.book.fd.change, 0, Advantage::Neither, &rolls::IMPRINT) {
            self.fight.body_mut(who).miracles = imprinted & (imprinted - 1) | bit;
            self.table.tell("BDP-474", || format!("{} imprints another miracle", rules.name(who)));
        }
    }

    /// Weeks of training, as long as there is gold (BDP-629, BDP-630).
    fn trains(&mut self, who: Slot, text: TrainText) {
        let numbers = &self.rules.book.train;
        for _ in 0..text.weeks {
            let ability = match text.what {
                Trained::Hp => None,
                Trained::Str => Some(Ability::Str),
                Trained::Dex => Some(Ability::Dex),
                Trained::Wil => Some(Ability::Wil),
            };
            let body = self.fight.body(who);
            let price = match ability {
                Some(_) => numbers.ability_price,
                None => numbers.hp_price[usize::from(body.hp_trainings > 0)],
            };
            if body.gold < price {
                return;
            }
            self.fight.body_mut(who).gold -= price;
            match ability {
                Some(ability) => self.trains_ability(who, ability),
                None => self.trains_hp(who),
            }
        }
    }

    /// Trains HP by the row of the present maximum (BDP-629).
    pub(super) fn trains_hp(&mut self, who: Slot) {
        let numbers = &self.rules.book.train;
        let before = i32::from(self.fight.body(who).hp_max);
        let row = numbers.hp.range(..=before.clamp(0, 255) as u8).next_back();
        let Some((_, &dice)) = row else { return };
        let rolled = self.table.sum(who, &rolls::TRAIN_HP, dice);
        let after = if rolled > before { rolled } else { before + numbers.hp_least };
        let body = self.fight.body_mut(who);
        body.hp_max = after.min(i32::from(i16::MAX)) as i16;
        body.hp_trainings = body.hp_trainings.saturating_add(1);
        self.table.tell("BDP-629", || format!("{} trains: {after} HP", self.rules.name(who)));
    }

    /// Trains an ability (BDP-058, BDP-630).
    pub(super) fn trains_ability(&mut self, who: Slot, ability: Ability) {
        let rules = self.rules;
        let numbers = &rules.book.train;
        let before = i32::from(self.fight.body(who).maxima[ability.index()]);
        let marked = |wound: &super::wounds::Wound| {
            wound.level == Level::Permanent && rules.wound_abilities[usize::from(wound.key)] == ability
        };
        let for_good = !rules.book.wound.permanent_trainable && self.fight.body(who).wounds.each().any(marked);
        if before >= numbers.ability_max || for_good {
            return;
        }
        if !self.table.at_most(who, &rolls::TRAIN_ABILITY, numbers.ability_die.into(), before) {
            let body = self.fight.body_mut(who);
            body.maxima[ability.index()] = (before + numbers.ability_gain).min(numbers.ability_max) as i16;
            body.abilities[ability.index()] += body.maxima[ability.index()] - before as i16;
            self.table.tell("BDP-630", || format!("{} has one more {}", rules.name(who), ability.name()));
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The members of these sides that are on their feet.
    pub(super) fn afoot(&self, fight: &Fight, sides: Sides) -> Slots {
        self.lineup.members_of(sides).those(|who| fight.is_active(who))
    }

    /// True if an ability of the combatant is damaged and can come back (BDP-031).
    fn can_be_restored(&self, fight: &Fight, who: Slot, ability: Ability) -> bool {
        !self.regains_no_abilities(fight, who) && fight.body(who).missing(ability) > 0
    }
}
