//! Nights, each with the day that ends with it: meals, deprivation, sleep, care, potions, diseases, wounds, prayer.
//!
//! Owns the order of a day (step 4.13 of the specification). Start at [`Core::nights`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::gear::ItemUse;
use super::book::harm::{Area, Level};
use super::book::recovery::{Grade, RecipeEffect};
use super::decide::Wants;
use super::fighter::WoundKeys;
use super::lowered;
use super::metrics as count;
use super::policy::Meal;
use super::rolls;
use super::rulings::{CareMode, CasualtyWakes, ComfortableRestores, ComfortableWhich, WoundTreatment};
use super::save::Luck;
use super::scene::{Food, NightText};
use super::sheet::{Ability, Song};
use super::state::{Daily, Fight, Status};
use super::wounds::{WOUNDS_MAX, Wound};

/// What somebody has of a night.
#[derive(Clone, Copy)]
struct Slept {
    grade: Grade,
    deprived: bool,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Nights, one after the other.
    pub(super) fn nights<D: Dice, W: Watch>(&self, text: NightText, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        for _ in 0..text.days {
            let night = usize::from(fight.nights);
            fight.nights = fight.nights.saturating_add(1);
            table.tell("BDP-097", || "a night".to_owned());
            let resting = self.those_who_rest(fight, sides);
            let mut woken = Slots::NONE;
            for who in resting {
                if self.comes_round(fight, who, table) {
                    woken = woken.with(who);
                }
            }
            let song = self.sings_of_sorrow(fight, resting, table);
            for who in resting.those(|who| fight.is_active(who)) {
                self.day_of(fight, who, (&text, song), table);
                self.stays_out(fight, who, woken.has(who));
                self.keeps_night(fight, who, night, &mut table.watch);
            }
        }
    }

    /// Everybody who is not dead or gone, as long as one of the side is on its feet (step 4.13, R-63, R-64).
    fn those_who_rest(&self, fight: &Fight, sides: Sides) -> Slots {
        let cared_for = |who: Slot| fight.slots().any(|one| !self.hostile(who, one) && fight.is_active(one));
        let alive = |who: &Slot| !matches!(fight.body(*who).status, Status::Dead | Status::Destroyed | Status::Absent);
        let gone = |who: &Slot| matches!(fight.body(*who).status, Status::Fled | Status::Routed) && !self.fighter(*who).pc;
        self.members_of(sides).filter(alive).filter(|who| !gone(who)).filter(|&who| cared_for(who)).collect()
    }

    /// Those who were treated are on their feet again, and so are those who were out otherwise; true for those of them whom a
    /// break did not wake before.
    fn comes_round<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let body = fight.body_mut(who);
        let woken = matches!(body.status, Status::Unconscious | Status::Debilitated | Status::KnockedOut);
        let treated = body.status == Status::Down && body.treated;
        if !(woken || treated || body.status == Status::Fled) {
            return false;
        }
        body.treated = false;
        let late = self.rulings().casualty_wakes == CasualtyWakes::Night || body.abilities.contains(&0);
        fight.becomes(who, Status::Active);
        table.tell("R-63, R-64", || format!("{} rests with the others", self.name(who)));
        woken && late
    }

    /// Somebody with an ability at 0 is still out, and those who wake by night do so at 0 HP (BDP-067, BDP-068, R-63).
    fn stays_out(&self, fight: &mut Fight, who: Slot, woken: bool) {
        let body = fight.body_mut(who);
        if !body.active() {
            return;
        }
        if woken {
            body.hp = 0;
        }
        if let Some(ability) = Ability::ALL.into_iter().find(|ability| body.abilities[ability.index()] == 0) {
            body.hp = 0;
            fight.becomes(who, self.lost_with(who, ability));
        }
    }

    /// One day and night of somebody.
    fn day_of<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (text, song): (&NightText, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        let tired = fight.body(who).fatigue;
        let fed = self.eats(fight, who, text, table);
        let grade = self.sleeps(fight, who, text, table);
        let night = self.book.rest.night(grade);
        let cold = text.cold && self.item(fight, who, ItemUse::WinterCloak).is_none();
        let sleepless = night.deprives && self.book.deprived.sleepless;
        let body = fight.body_mut(who);
        if fed && !cold && !sleepless && song != Some(who) {
            body.deprived_days = 0;
        } else {
            body.deprived_days = body.deprived_days.saturating_add(1);
            table.watch.count(who, count::DAYS_DEPRIVED, 1);
            table.tell("BDP-031", || format!("{} is deprived", self.name(who)));
        }
        let slept = Slept { grade, deprived: fight.body(who).deprived_days > 0 };
        if slept.deprived && self.rulings().deprived_locks_fatigue {
            fight.body_mut(who).fatigue = tired;
        }
        self.sheds_fatigue(fight, who, (slept, song), table);
        self.recovers_abilities(fight, who, slept, text, table);
        self.takes_potions(fight, who, slept, table);
        self.ails(fight, who, text.care, table);
        self.heals_wounds(fight, who, (text, slept), table);
        let body = fight.body(who);
        if i32::from(body.deprived_days) > i32::from(self.book.deprived.grace_days) {
            self.tire(fight, who, self.book.deprived.fatigue, table);
        }
        self.ends_day(fight, who, (text, slept), table);
    }

    /// HP, water, what counts by the day, prayer (step 4.13, parts 8 and 9; BDP-092, BDP-094, BDP-468, BDP-472, BDP-474).
    fn ends_day<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (text, slept): (&NightText, Slept),
        table: &mut Table<D, W>,
    ) {
        let fighter = self.fighter(who);
        let blocked = self.book.deprived.blocks_hp && fighter.pc && slept.deprived;
        let room = self.free(who, fight.body(who)) > 0;
        let skin = self.item(fight, who, ItemUse::Waterskin).is_some();
        let body = fight.body_mut(who);
        if !blocked && room && body.active() {
            body.hp = body.hp_max;
        }
        if text.water && skin {
            body.waterskin = self.book.breath.waterskin;
        }
        let exhausted = if slept.grade == Grade::None { body.daily.exhausted } else { 0 };
        body.daily = Daily { exhausted, grip: body.daily.grip, ..Daily::default() };
        if fighter.power_max > body.power {
            body.power = (body.power + self.book.md.power_repair).min(fighter.power_max);
        }
        let forced_out = fighter.miracles.count_ones().saturating_sub(body.miracles.count_ones());
        body.miracles = fighter.miracles;
        body.load += forced_out as i16 * i16::from(self.book.fd.miracle_slots);
        let lost = body.abilities.iter().zip(body.maxima).any(|(&now, most)| now < most);
        table.watch.count(who, count::DAYS_WEAK, i32::from(lost));
        self.prays(fight, who, table);
    }

    /// The meals of a day; true when there were enough (BDP-102 to BDP-108, BDP-126, R-53).
    fn eats<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, text: &NightText, table: &mut Table<D, W>) -> bool {
        let mut tries = self.book.meal.desperate_tries;
        let mut eaten = 0;
        while eaten < self.book.days.meals {
            let legal = |meal: Meal| self.can_eat(fight, who, meal, text, tries > 0);
            let Some(meal) = self.choose_meal(fight, who, legal, table) else { break };
            let shed = match meal {
                Meal::Nothing => break,
                Meal::Fancy => self.book.meal.fancy_fatigue.unwrap_or(u8::MAX),
                Meal::Simple => self.book.meal.simple_fatigue,
                Meal::Ration => {
                    if let Some(item) = self.item(fight, who, ItemUse::Ration).or_else(|| self.chew(fight, who)) {
                        self.uses_item(fight, who, item);
                    }
                    self.book.meal.simple_fatigue
                }
                Meal::Fresh => self.book.meal.fresh_fatigue,
                Meal::Desperate => {
                    tries -= 1;
                    let save = (self.book.meal.desperate_save, 0, Luck::Even);
                    if !self.ability_save(fight, who, save, &rolls::DESPERATE_MEAL, table) {
                        table.tell("BDP-105", || format!("{} cannot keep the meal down", self.name(who)));
                        continue;
                    }
                    0
                }
            };
            let body = fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_sub(shed);
            eaten += 1;
            table.watch.count(who, count::MEALS, 1);
            table.tell("BDP-103", || format!("{} eats: {}", self.name(who), lowered(&meal)));
        }
        eaten >= self.book.days.meals
    }

    /// A potion that counts as a simple meal (BDP-126).
    fn chew(&self, fight: &Fight, who: Slot) -> Option<usize> {
        self.potion(fight, who, |recipe| recipe.effect == RecipeEffect::Meal)
    }

    /// Whether there is such a meal (BDP-105 to BDP-108).
    fn can_eat(&self, fight: &Fight, who: Slot, meal: Meal, text: &NightText, tries: bool) -> bool {
        let pot = || fight.slots().any(|one| !self.hostile(who, one) && self.item(fight, one, ItemUse::CookingPot).is_some());
        match meal {
            Meal::Nothing => true,
            Meal::Fancy => text.food >= Food::Fancy && text.fire && pot(),
            Meal::Simple => text.food >= Food::Simple && text.fire,
            Meal::Ration => self.item(fight, who, ItemUse::Ration).is_some() || self.chew(fight, who).is_some(),
            Meal::Fresh => text.food >= Food::Fresh,
            Meal::Desperate => text.food >= Food::Desperate && tries,
        }
    }

    /// How well somebody sleeps, a tonic included (BDP-099 to BDP-101, BDP-121, BDP-360).
    fn sleeps<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, text: &NightText, table: &mut Table<D, W>) -> Grade {
        let numbers = &self.book.rest;
        let bedded = !numbers.needs_bedroll || self.item(fight, who, ItemUse::Bedroll).is_some();
        let ours = |one: &Slot| !self.hostile(who, *one) && fight.is_active(*one);
        let tents = fight.slots().filter(ours).filter(|&one| self.item(fight, one, ItemUse::Tent).is_some()).count();
        let before = fight.slots().filter(ours).filter(|&one| one < who).count();
        let dry = !numbers.needs_tent || before < tents * usize::from(numbers.tent_people);
        let rough = text.outdoors && (!bedded || text.bad_weather && !dry);
        let grade = if rough && text.sleep > Grade::Perilous { Grade::Perilous } else { text.sleep };
        let tonic = self.potion(fight, who, |recipe| recipe.effect == RecipeEffect::Sleep);
        let Some(item) = tonic.filter(|_| grade.better() != grade) else { return grade };
        if !self.wants(Wants::Salve, true, fight, who, table) {
            return grade;
        }
        self.uses_item(fight, who, item);
        table.tell("BDP-121", || format!("{} drinks a tonic and sleeps better", self.name(who)));
        grade.better()
    }

    /// What sleep does to Fatigue (BDP-100, BDP-101, BDP-493, R-51).
    fn sheds_fatigue<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (slept, song): (Slept, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        if slept.deprived && self.rulings().deprived_locks_fatigue {
            return;
        }
        let before = fight.body(who).fatigue;
        if self.book.rest.night(slept.grade).all_fatigue {
            fight.body_mut(who).fatigue = 0;
        }
        if song.is_some_and(|singer| singer != who && !self.hostile(singer, who)) && fight.body(who).fatigue > 0 {
            let shed = table.sum(who, &rolls::SORROW, self.book.song.sorrow_fatigue);
            let body = fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_sub(shed as u8);
        }
        if fight.body(who).fatigue < before {
            table.tell("BDP-100", || format!("{} has Fatigue {}", self.name(who), fight.body(who).fatigue));
        }
    }

    /// Whoever knows it sings of sorrow where others are tired (BDP-488, BDP-493).
    fn sings_of_sorrow<D: Dice, W: Watch>(&self, fight: &mut Fight, resting: Slots, table: &mut Table<D, W>) -> Option<Slot> {
        let knows = |who: &Slot| self.fighter(*who).songs >> Song::Sorrow as u8 & 1 == 1 && fight.is_active(*who);
        let singer = resting.into_iter().find(knows)?;
        let tired = |one: Slot| one != singer && !self.hostile(singer, one) && fight.body(one).fatigue > 0;
        resting.into_iter().find(|&one| tired(one))?;
        let save = (self.book.song.save, self.complexity(Song::Sorrow), Luck::Even);
        let sings = self.ability_save(fight, singer, save, &rolls::SONG, table);
        table.tell("BDP-493", || format!("{} {} of sorrow", self.name(singer), if sings { "sings" } else { "fails to sing" }));
        if !sings {
            self.tire(fight, singer, self.book.song.fatigue, table);
        }
        sings.then_some(singer)
    }

    /// What sleep and care give back of abilities (BDP-101, BDP-127 to BDP-130, BDP-618, BDP-619, R-52).
    fn recovers_abilities<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        slept: Slept,
        text: &NightText,
        table: &mut Table<D, W>,
    ) {
        let served = [text.healer, text.bath, text.company];
        let body = fight.body_mut(who);
        body.care_days = if text.healer { body.care_days.saturating_add(1) } else { 0 };
        if self.book.deprived.blocks_ability && self.fighter(who).pc && slept.deprived {
            return;
        }
        let missing = |fight: &Fight, ability: Ability| {
            fight.body(who).maxima[ability.index()] - fight.body(who).abilities[ability.index()]
        };
        let by_day = self.rulings().care_mode() == CareMode::PerDay;
        let worst = Ability::ALL.into_iter().rev().max_by_key(|&ability| missing(fight, ability));
        for ability in Ability::ALL {
            let cared = by_day && served[ability.index()];
            let chosen = self.rulings().comfortable_which == ComfortableWhich::Each || worst == Some(ability);
            let replaced = cared && !self.rulings().care_stacks;
            if self.book.rest.night(slept.grade).restores && chosen && !replaced && missing(fight, ability) > 0 {
                let amount = match self.rulings().comfortable_restores() {
                    ComfortableRestores::One => self.book.rest.ability,
                    ComfortableRestores::Die => self.book.rest.ability_1_32,
                };
                let gained = table.sum(who, &rolls::SLEEP, amount.dice) + amount.flat;
                self.restores(fight, who, ability, gained, "BDP-101", table);
            }
            if cared && missing(fight, ability) > 0 {
                let gained = table.sum(who, &rolls::CARE, self.book.care.of(ability));
                self.restores(fight, who, ability, gained, "BDP-128", table);
            }
        }
        if !by_day && fight.body(who).care_days >= self.book.care.week {
            fight.body_mut(who).care_days = 0;
            for ability in Ability::ALL {
                self.restores(fight, who, ability, missing(fight, ability).into(), "BDP-619", table);
            }
        }
    }

    /// A potion whose recipe is like that.
    fn potion(&self, fight: &Fight, who: Slot, like: impl Fn(&super::book::recovery::Recipe) -> bool) -> Option<usize> {
        let (items, body) = (&self.fighter(who).items, fight.body(who));
        let fits = |item: &usize| {
            let (kind, held) = (&items[*item], body.items >> item & 1 == 1);
            let recipe = self.book.recipe.list.get(&kind.key).filter(|_| kind.does == ItemUse::Potion && held);
            recipe.is_some_and(&like)
        };
        (0..items.len()).find(fits)
    }

    /// Potions that restore, cure or strengthen (BDP-118 to BDP-120, BDP-122 to BDP-125).
    fn takes_potions<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, slept: Slept, table: &mut Table<D, W>) {
        let blocked = self.book.deprived.blocks_ability && self.fighter(who).pc && slept.deprived;
        for ability in Ability::ALL {
            let body = fight.body(who);
            let hurt = body.abilities[ability.index()] < body.maxima[ability.index()];
            let salve = self.potion(fight, who, |recipe| recipe.effect == RecipeEffect::Restore && recipe.ability == ability);
            if let Some(item) = salve.filter(|_| hurt && !blocked && slept.grade != Grade::None)
                && self.wants(Wants::Salve, true, fight, who, table)
            {
                let dice = self.book.recipe.list[&self.fighter(who).items[item].key].dice;
                self.uses_item(fight, who, item);
                let gained = table.sum(who, &rolls::POTION, dice);
                self.restores(fight, who, ability, gained, "BDP-118", table);
            }
        }
        let brew = self.potion(fight, who, |recipe| recipe.effect == RecipeEffect::Grip);
        fight.body_mut(who).daily.grip = false;
        if let Some(item) = brew
            && self.wants(Wants::Salve, true, fight, who, table)
        {
            self.uses_item(fight, who, item);
            fight.body_mut(who).daily.grip = true;
            table.tell("BDP-125", || format!("{} has a stronger grip for a day", self.name(who)));
        }
    }

    /// Wounds that are treated (BDP-031, BDP-054 to BDP-056, BDP-060 to BDP-063, BDP-122 to BDP-124, BDP-363, R-12).
    fn heals_wounds<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (text, slept): (&NightText, Slept),
        table: &mut Table<D, W>,
    ) {
        let numbers = &self.book.wound;
        let blocked = self.book.deprived.blocks_wounds && self.fighter(who).pc && slept.deprived;
        for place in 0..WOUNDS_MAX {
            let Some(wound) = fight.body(who).wounds.at(place) else { continue };
            let needed = match wound.level {
                Level::Light if !numbers.light_medicine || text.medicine => numbers.light_nights,
                Level::Light if self.is_cured(fight, who, wound.key, table) => numbers.light_nights,
                Level::Severe if (!numbers.severe_care || text.care) && slept.grade >= numbers.severe_rest && !blocked => {
                    numbers.severe_days
                }
                _ => {
                    if self.rulings().wound_treatment == WoundTreatment::InARow {
                        fight.body_mut(who).wounds.put(place, Some(Wound { treated: 0, ..wound }));
                    }
                    continue;
                }
            };
            let treated = wound.treated.saturating_add(1);
            let healed = treated >= needed;
            fight.body_mut(who).wounds.put(place, (!healed).then_some(Wound { treated, ..wound }));
            if healed {
                table.watch.count(who, count::WOUNDS_HEALED, 1);
                table.tell("BDP-054, BDP-055", || format!("a wound of {} is healed", self.name(who)));
            }
        }
        let injured = |area: Area| fight.body(who).wounds.each().any(|wound| WoundKeys::area(wound.key) == Some(area));
        let arms = u8::from(injured(Area::RightArm)) | u8::from(injured(Area::LeftArm)) << 1;
        fight.body_mut(who).arms &= arms;
        if fight.body(who).wounds.count() == 0 {
            fight.body_mut(who).weakened = false;
        }
    }

    /// Whether somebody has, and uses, what cures a light wound of this kind: a potion, a herb, a healer's kit (BDP-060 to
    /// BDP-063, BDP-122 to BDP-124, BDP-363).
    fn is_cured<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, key: u8, table: &mut Table<D, W>) -> bool {
        let name = &self.wound_names[usize::from(key)];
        let (items, held) = (&self.fighter(who).items, fight.body(who).items);
        let herb = (0..items.len())
            .find(|&item| held >> item & 1 == 1 && items[item].does == ItemUse::Cure && items[item].key == *name);
        let potion = self.potion(fight, who, |recipe| recipe.effect == RecipeEffect::Cure && recipe.wound == *name);
        if let Some(item) = herb {
            self.loses_item(fight, who, item);
        } else if let Some(item) = potion {
            self.uses_item(fight, who, item);
        } else if let Some(item) = self.item(fight, who, ItemUse::HealersKit)
            && self.wants(Wants::Kit, true, fight, who, table)
        {
            self.uses_item(fight, who, item);
        } else {
            return false;
        }
        true
    }

    /// The evening prayer of whoever has Faith Dice (BDP-487).
    fn prays<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let (fighter, numbers) = (self.fighter(who), &self.book.prayer);
        if fighter.fd == 0 {
            return;
        }
        fight.body_mut(who).free_faith = 0;
        let total = table.sum(who, &rolls::PRAYER, numbers.dice) + i32::from(fighter.prayer);
        let missing = fight.body(who).maxima[2] - fight.body(who).abilities[2];
        let (gained, free) = match total {
            total if total <= numbers.none_max => (0, 0),
            total if total <= numbers.some_max && missing <= 0 => (0, 0),
            total if total <= numbers.little_max => (self.amount(who, numbers.little, table), 0),
            total if total <= numbers.some_max => (self.amount(who, numbers.some, table), 0),
            total if total <= numbers.all_max => (missing.into(), 0),
            _ => (missing.into(), numbers.free_dice),
        };
        self.restores(fight, who, Ability::Wil, gained, "BDP-487", table);
        fight.body_mut(who).free_faith = free;
    }

    fn amount<D: Dice, W: Watch>(&self, who: Slot, amount: super::book::checks::Amount, table: &mut Table<D, W>) -> i32 {
        table.sum(who, &rolls::PRAYER_WIL, amount.dice) + amount.flat
    }
}
