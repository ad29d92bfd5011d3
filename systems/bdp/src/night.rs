//! Nights, each with the day that ends with it: meals, deprivation, sleep, care, abilities that come back, potions, diseases,
//! wounds, prayer.
//!
//! Owns the order of a day (step 4.13 of the specification). Start at [`Play::nights`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Slots, Watch};

use super::book::gear::ItemUse;
use super::book::harm::{Area, Level};
use super::book::recovery::{Grade, RecipeEffect};
use super::fighter::WoundKeys;
use super::lowered;
use super::metrics as count;
use super::policy::Meal;
use super::rolls;
use super::rulings::{CareMode, CasualtyWakes, ComfortableRestores, ComfortableWhich, WoundTreatment};
use super::save::Advantage;
use super::scene::{Food, NightText};
use super::sheet::{Ability, Song};
use super::state::{Daily, Fight, Status};
use super::wounds::{WOUNDS_MAX, Wound};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Nights, one after the other.
    pub(super) fn nights(&mut self, text: NightText, sides: Sides) {
        for _ in 0..text.days {
            let night = usize::from(self.fight.nights);
            self.fight.nights = self.fight.nights.saturating_add(1);
            self.table.tell("BDP-097", || "a night".to_owned());
            let resting = self.rules.those_who_rest(self.fight, sides);
            let mut woken = Slots::NONE;
            for who in resting {
                if self.comes_round(who) {
                    woken = woken.with(who);
                }
            }
            let song = self.sings_of_sorrow(resting);
            for who in resting.those(|who| self.fight.is_active(who)) {
                self.day_of(who, &text, song);
                self.stays_out(who, woken.has(who));
                self.rules.keeps_night(self.fight, who, night, &mut self.table.watch);
            }
        }
    }

    /// Brings a combatant that was treated, or was out otherwise, to its feet again; true if a break did not wake it before
    ///
    fn comes_round(&mut self, who: Slot) -> bool {
        let body = self.fight.body_mut(who);
        let woken = matches!(body.status, Status::Unconscious | Status::Debilitated | Status::KnockedOut);
        let treated = body.status == Status::Down && body.treated;
        if !(woken || treated || body.status == Status::Fled) {
            return false;
        }
        body.treated = false;
        let late = self.rules.rulings.casualty_wakes == CasualtyWakes::Night || body.abilities.contains(&0);
        self.fight.becomes(who, Status::Active);
        self.table.tell("R-63, R-64", || format!("{} rests with the others", self.rules.name(who)));
        woken && late
    }

    /// A combatant with an ability at 0 is still out, and one that wakes by night does so at 0 HP (BDP-067, BDP-068, R-63).
    fn stays_out(&mut self, who: Slot, woken: bool) {
        let body = self.fight.body_mut(who);
        if !body.active() {
            return;
        }
        if woken {
            body.hp = 0;
        }
        if let Some(ability) = Ability::ALL.into_iter().find(|ability| body.abilities[ability.index()] == 0) {
            body.hp = 0;
            self.fight.becomes(who, self.rules.lost_with(who, ability));
        }
    }

    /// One day and night of a combatant (BDP-032, BDP-084, BDP-097, BDP-369, R-51).
    fn day_of(&mut self, who: Slot, text: &NightText, song: Option<Slot>) {
        let rules = self.rules;
        let tired = self.fight.body(who).fatigue;
        let fed = self.eats(who, text);
        let grade = self.sleeps(who, text);
        let night = rules.book.rest.night(grade);
        let cold = text.cold && !rules.is_clad(self.fight, who);
        self.sleeps_in_cold(who, text.cold);
        if !self.fight.is_active(who) {
            return;
        }
        let sleepless = night.deprives && rules.book.deprived.sleepless;
        let body = self.fight.body_mut(who);
        if fed && !cold && !sleepless && song != Some(who) {
            body.deprived_days = 0;
        } else {
            body.deprived_days = body.deprived_days.saturating_add(1);
            self.table.watch.count(who, count::DAYS_DEPRIVED, 1);
            self.table.tell("BDP-031", || format!("{} is deprived", rules.name(who)));
        }
        if self.fight.body(who).deprived_days > 0 && rules.rulings().deprived_locks_fatigue {
            self.fight.body_mut(who).fatigue = tired;
        }
        self.sheds_fatigue(who, grade, song);
        self.recovers_abilities(who, grade, text);
        self.takes_potions(who, grade);
        self.ails(who, text.care && grade != Grade::None);
        self.heals_wounds(who, text, grade);
        let body = self.fight.body(who);
        if i32::from(body.deprived_days) > i32::from(rules.book.deprived.grace_days) {
            self.tire(who, rules.book.deprived.fatigue);
        }
        self.ends_day(who, text, grade);
    }

    /// A night in the cold, or one in which the combatant is warm again (BDP-044, R-07).
    fn sleeps_in_cold(&mut self, who: Slot, cold: bool) {
        let days = &self.rules.book.days;
        if cold {
            self.freezes(Slots::only(who), u32::from(days.night_watches) * days.watch_minutes());
        } else {
            self.fight.body_mut(who).cold_minutes = 0;
        }
    }

    /// HP, water, what counts by the day, prayer (step 4.13, parts 8 and 9; BDP-092, BDP-094, BDP-368, BDP-468, BDP-472,
    /// BDP-474).
    fn ends_day(&mut self, who: Slot, text: &NightText, grade: Grade) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let blocked = rules.regains_no_hp(self.fight, who);
        let room = rules.free(who, self.fight.body(who)) > 0;
        let skin = rules.item(self.fight, who, ItemUse::Waterskin).is_some();
        let body = self.fight.body_mut(who);
        if !blocked && room && body.active() {
            body.hp = body.hp_max;
        }
        if text.water && skin {
            body.waterskin = rules.book.breath.waterskin;
        }
        let exhausted = if grade == Grade::None { body.daily.exhausted } else { 0 };
        body.daily = Daily { exhausted, grip: body.daily.grip, ..Daily::default() };
        if fighter.power_max > body.power {
            body.power = (body.power + rules.book.md.power_repair).min(fighter.power_max);
        }
        self.imprints_again(who);
        let body = self.fight.body_mut(who);
        let lost = body.abilities.iter().zip(body.maxima).any(|(&now, most)| now < most);
        self.table.watch.count(who, count::DAYS_WEAK, i32::from(lost));
        self.prays(who);
    }

    /// Miracles that were forced out come back, as many as there are slots for (BDP-473, BDP-475).
    fn imprints_again(&mut self, who: Slot) {
        let (rules, all) = (self.rules, self.rules.fighter(who).miracles);
        let slots = i32::from(rules.book.fd.miracle_slots);
        let forced_out = all.count_ones().saturating_sub(self.fight.body(who).miracles.count_ones());
        let room = (0..forced_out as i32).filter(|back| rules.free(who, self.fight.body(who)) >= (back + 1) * slots).count();
        let mut imprinted = all;
        for _ in room..forced_out as usize {
            imprinted &= !(1 << imprinted.ilog2());
        }
        let body = self.fight.body_mut(who);
        (body.miracles, body.load) = (imprinted, body.load + (room as i32 * slots) as i16);
        if room > 0 {
            self.table.tell("BDP-475", || format!("{} imprints what was forced out: {room}", rules.name(who)));
        }
    }

    /// The meals of a day; true when there were enough (BDP-102 to BDP-108, BDP-126, R-53).
    fn eats(&mut self, who: Slot, text: &NightText) -> bool {
        let rules = self.rules;
        let mut tries = rules.book.meal.desperate_tries;
        let mut eaten = 0;
        while eaten < rules.book.days.meals {
            let legal = |fight: &Fight, meal: Meal| rules.can_eat(fight, who, meal, text, tries > 0);
            let Some(meal) = self.choose_meal(who, legal) else { break };
            let shed = match meal {
                Meal::Nothing => break,
                Meal::Fancy => rules.book.meal.fancy_fatigue.unwrap_or(u8::MAX),
                Meal::Simple => rules.book.meal.simple_fatigue,
                Meal::Ration => {
                    if let Some(item) = rules.item(self.fight, who, ItemUse::Ration).or_else(|| rules.chew(self.fight, who)) {
                        self.uses_item(who, item);
                    }
                    rules.book.meal.simple_fatigue
                }
                Meal::Fresh => rules.book.meal.fresh_fatigue,
                Meal::Desperate => {
                    tries -= 1;
                    if !self.ability_save(who, rules.book.meal.desperate_save, 0, Advantage::Neither, &rolls::DESPERATE_MEAL) {
                        self.table.tell("BDP-105", || format!("{} cannot keep the meal down", rules.name(who)));
                        continue;
                    }
                    0
                }
            };
            let body = self.fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_sub(shed);
            eaten += 1;
            self.table.watch.count(who, count::MEALS, 1);
            self.table.tell("BDP-103", || format!("{} eats: {}", rules.name(who), lowered(&meal)));
        }
        eaten >= rules.book.days.meals
    }

    /// Decides how well the combatant sleeps, a tonic included (BDP-098, BDP-099, BDP-121, BDP-360).
    fn sleeps(&mut self, who: Slot, text: &NightText) -> Grade {
        let rules = self.rules;
        let numbers = &rules.book.rest;
        let bedded = !numbers.needs_bedroll || rules.item(self.fight, who, ItemUse::Bedroll).is_some();
        let ours = rules.lineup.friends(who) & self.fight.active();
        let tents = ours.filter(|&one| rules.item(self.fight, one, ItemUse::Tent).is_some()).count();
        let before = ours.filter(|&one| one < who).count();
        let dry = !numbers.needs_tent || before < tents * usize::from(numbers.tent_people);
        let rough = text.outdoors && (!bedded || text.bad_weather && !dry);
        let grade = if rough && text.sleep > Grade::Perilous { Grade::Perilous } else { text.sleep };
        let tonic = rules.potion(self.fight, who, |recipe| recipe.effect == RecipeEffect::Sleep);
        let Some(item) = tonic.filter(|_| grade.better() != grade) else { return grade };
        if !self.wants(&self.rules.policies.lists.salve, true, who) {
            return grade;
        }
        self.uses_item(who, item);
        self.table.tell("BDP-121", || format!("{} drinks a tonic and sleeps better", rules.name(who)));
        grade.better()
    }

    /// Takes off the Fatigue that sleep does (BDP-100, BDP-101, BDP-493, R-51).
    fn sheds_fatigue(&mut self, who: Slot, grade: Grade, song: Option<Slot>) {
        let rules = self.rules;
        if self.fight.body(who).deprived_days > 0 && rules.rulings().deprived_locks_fatigue {
            return;
        }
        let before = self.fight.body(who).fatigue;
        if rules.book.rest.night(grade).all_fatigue {
            self.fight.body_mut(who).fatigue = 0;
        }
        if song.is_some_and(|singer| singer != who && rules.lineup.friendly(singer, who)) && self.fight.body(who).fatigue > 0 {
            let shed = self.table.sum(who, &rolls::SORROW, rules.book.song.sorrow_fatigue);
            let body = self.fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_sub(shed as u8);
        }
        if self.fight.body(who).fatigue < before {
            self.table.tell("BDP-100", || format!("{} has Fatigue {}", rules.name(who), self.fight.body(who).fatigue));
        }
    }

    /// Lets a singer that knows the song sing of sorrow where others are tired; returns the singer (BDP-493).
    fn sings_of_sorrow(&mut self, resting: Slots) -> Option<Slot> {
        let rules = self.rules;
        let knows = |who: &Slot| rules.fighter(*who).songs >> Song::Sorrow as u8 & 1 == 1 && self.fight.is_active(*who);
        let singer = resting.into_iter().find(knows)?;
        let tired = |one: Slot| one != singer && rules.lineup.friendly(singer, one) && self.fight.body(one).fatigue > 0;
        resting.into_iter().find(|&one| tired(one))?;
        let told = |sings: bool| format!("{} {} of sorrow", rules.name(singer), if sings { "sings" } else { "fails to sing" });
        self.carries_a_tune(singer, Song::Sorrow, "BDP-493", told).then_some(singer)
    }

    /// Gives back what sleep and care restore of abilities (BDP-101, BDP-127 to BDP-130, BDP-618, BDP-619, R-52).
    fn recovers_abilities(&mut self, who: Slot, grade: Grade, text: &NightText) {
        let rules = self.rules;
        let served = [text.healer, text.bath, text.company];
        let body = self.fight.body_mut(who);
        body.care_days = if text.healer { body.care_days.saturating_add(1) } else { 0 };
        if rules.regains_no_abilities(self.fight, who) {
            return;
        }
        let missing = |fight: &Fight, ability: Ability| fight.body(who).missing(ability);
        let by_day = rules.rulings.care_mode() == CareMode::PerDay;
        let worst = Ability::ALL.into_iter().rev().max_by_key(|&ability| missing(self.fight, ability));
        for ability in Ability::ALL {
            let cared = by_day && served[ability.index()];
            let chosen = rules.rulings.comfortable_which == ComfortableWhich::Each || worst == Some(ability);
            let replaced = cared && !rules.rulings.care_stacks;
            if rules.book.rest.night(grade).restores && chosen && !replaced && missing(self.fight, ability) > 0 {
                let amount = match rules.rulings.comfortable_restores() {
                    ComfortableRestores::One => rules.book.rest.ability,
                    ComfortableRestores::Die => rules.book.rest.ability_1_32,
                };
                let gained = self.table.sum(who, &rolls::SLEEP, amount.dice) + amount.flat;
                self.restores(who, ability, gained, "BDP-101");
            }
            if cared && missing(self.fight, ability) > 0 {
                let gained = self.table.sum(who, &rolls::CARE, rules.book.care.of(ability));
                self.restores(who, ability, gained, "BDP-128");
            }
        }
        if !by_day && self.fight.body(who).care_days >= rules.book.care.week {
            self.fight.body_mut(who).care_days = 0;
            for ability in Ability::ALL {
                self.restores(who, ability, missing(self.fight, ability).into(), "BDP-619");
            }
        }
    }

    /// An ability comes back, up to its maximum; not to the deprived (BDP-031).
    pub(super) fn restores(&mut self, who: Slot, ability: Ability, gained: i32, rule: &'static str) {
        let rules = self.rules;
        if rules.regains_no_abilities(self.fight, who) {
            return;
        }
        let body = self.fight.body_mut(who);
        let (now, most) = (&mut body.abilities[ability.index()], body.maxima[ability.index()]);
        let gained = gained.min(i32::from(most - *now)).max(0);
        *now += gained as i16;
        let now = *now;
        if gained > 0 {
            self.table.watch.count(who, count::RESTORED, gained);
            self.table.tell(rule, || format!("{} regains {gained} {}: {now}", rules.name(who), ability.name()));
        }
    }

    /// Potions that restore, cure or strengthen (BDP-118 to BDP-120, BDP-125).
    fn takes_potions(&mut self, who: Slot, grade: Grade) {
        let rules = self.rules;
        let blocked = rules.regains_no_abilities(self.fight, who);
        for ability in Ability::ALL {
            let hurt = self.fight.body(who).missing(ability) > 0;
            let salve =
                rules.potion(self.fight, who, |recipe| recipe.effect == RecipeEffect::Restore && recipe.ability == ability);
            if let Some(item) = salve.filter(|_| hurt && !blocked && grade != Grade::None)
                && self.wants(&self.rules.policies.lists.salve, true, who)
            {
                let dice = rules.book.recipe.list[&rules.fighter(who).items[item].key].dice;
                self.uses_item(who, item);
                let gained = self.table.sum(who, &rolls::POTION, dice);
                self.restores(who, ability, gained, "BDP-118");
            }
        }
        let brew = rules.potion(self.fight, who, |recipe| recipe.effect == RecipeEffect::Grip);
        self.fight.body_mut(who).daily.grip = false;
        if let Some(item) = brew
            && self.wants(&self.rules.policies.lists.salve, true, who)
        {
            self.uses_item(who, item);
            self.fight.body_mut(who).daily.grip = true;
            self.table.tell("BDP-125", || format!("{} has a stronger grip for a day", rules.name(who)));
        }
    }

    /// Wounds that are treated (BDP-031, BDP-054 to BDP-056, R-12).
    fn heals_wounds(&mut self, who: Slot, text: &NightText, grade: Grade) {
        let rules = self.rules;
        let numbers = &rules.book.wound;
        let blocked = rules.book.deprived.blocks_wounds && rules.is_deprived(self.fight, who);
        for place in 0..WOUNDS_MAX {
            let Some(wound) = self.fight.body(who).wounds.at(place) else { continue };
            let needed = match wound.level {
                Level::Light if !numbers.light_medicine || text.medicine => numbers.light_nights,
                Level::Light if self.is_cured(who, wound.key) => numbers.light_nights,
                Level::Severe if (!numbers.severe_care || text.care) && grade >= numbers.severe_rest && !blocked => {
                    numbers.severe_days
                }
                _ => {
                    if rules.rulings.wound_treatment == WoundTreatment::InARow {
                        self.fight.body_mut(who).wounds.put(place, Some(Wound { treated: 0, ..wound }));
                    }
                    continue;
                }
            };
            let treated = wound.treated.saturating_add(1);
            let healed = treated >= needed;
            self.fight.body_mut(who).wounds.put(place, (!healed).then_some(Wound { treated, ..wound }));
            if healed {
                self.table.watch.count(who, count::WOUNDS_HEALED, 1);
                self.table.tell("BDP-054, BDP-055", || format!("a wound of {} is healed", rules.name(who)));
            }
        }
        let injured = |area: Area| self.fight.body(who).wounds.each().any(|wound| WoundKeys::area(wound.key) == Some(area));
        let arms = u8::from(injured(Area::RightArm)) | u8::from(injured(Area::LeftArm)) << 1;
        self.fight.body_mut(who).arms &= arms;
        if self.fight.body(who).wounds.count() == 0 {
            self.fight.body_mut(who).weakened = false;
        }
    }

    /// Uses what cures a light wound of this kind, if the combatant has it: a potion, a herb, a healer's kit (BDP-060 to
    /// BDP-063, BDP-122 to BDP-124, BDP-363).
    fn is_cured(&mut self, who: Slot, key: u8) -> bool {
        let rules = self.rules;
        if self.takes_cure(who, &rules.wound_names[usize::from(key)]) {
            return true;
        }
        let kit = rules.item(self.fight, who, ItemUse::HealersKit);
        let Some(kit) = kit.filter(|_| self.wants(&rules.policies.lists.kit, true, who)) else { return false };
        self.uses_item(who, kit);
        true
    }

    /// The evening prayer of a combatant with Faith Dice (BDP-487).
    pub(super) fn prays(&mut self, who: Slot) {
        let (fighter, numbers) = (self.rules.fighter(who), &self.rules.book.prayer);
        if fighter.fd == 0 {
            return;
        }
        self.fight.body_mut(who).free_faith = 0;
        let total = self.table.sum(who, &rolls::PRAYER, numbers.dice) + i32::from(fighter.prayer);
        let missing = self.fight.body(who).missing(Ability::Wil);
        let (gained, free) = match total {
            total if total <= numbers.none_max => (0, 0),
            total if total <= numbers.some_max && missing <= 0 => (0, 0),
            total if total <= numbers.little_max => (self.amount(who, numbers.little), 0),
            total if total <= numbers.some_max => (self.amount(who, numbers.some), 0),
            total if total <= numbers.all_max => (missing.into(), 0),
            _ => (missing.into(), numbers.free_dice),
        };
        self.restores(who, Ability::Wil, gained, "BDP-487");
        self.fight.body_mut(who).free_faith = free;
    }

    /// Rolls an amount of WIL.
    fn amount(&mut self, who: Slot, amount: super::book::checks::Amount) -> i32 {
        self.table.sum(who, &rolls::PRAYER_WIL, amount.dice) + amount.flat
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The combatants that are not dead or gone, as long as one of the side is on its feet (step 4.13, R-63, R-64).
    fn those_who_rest(&self, fight: &Fight, sides: Sides) -> Slots {
        let cared_for = |who: Slot| !(self.lineup.friends(who) & fight.active()).is_empty();
        let alive = |who: &Slot| !matches!(fight.body(*who).status, Status::Dead | Status::Destroyed | Status::Absent);
        let gone = |who: &Slot| matches!(fight.body(*who).status, Status::Fled | Status::Routed) && !self.fighter(*who).pc;
        self.lineup.members_of(sides).filter(alive).filter(|who| !gone(who)).filter(|&who| cared_for(who)).collect()
    }

    /// A potion that counts as a simple meal (BDP-126).
    fn chew(&self, fight: &Fight, who: Slot) -> Option<usize> {
        self.potion(fight, who, |recipe| recipe.effect == RecipeEffect::Meal)
    }

    /// True if there is such a meal (BDP-105 to BDP-108).
    fn can_eat(&self, fight: &Fight, who: Slot, meal: Meal, text: &NightText, tries: bool) -> bool {
        let pot = || self.lineup.friends(who).any(|one| self.item(fight, one, ItemUse::CookingPot).is_some());
        match meal {
            Meal::Nothing => true,
            Meal::Fancy => text.food >= Food::Fancy && text.fire && pot(),
            Meal::Simple => text.food >= Food::Simple && text.fire,
            Meal::Ration => self.item(fight, who, ItemUse::Ration).is_some() || self.chew(fight, who).is_some(),
            Meal::Fresh => text.food >= Food::Fresh,
            Meal::Desperate => text.food >= Food::Desperate && tries,
        }
    }
}
