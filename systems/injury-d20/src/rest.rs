//! Days of `injury-d20`: the end of a fight, hours, nights, days and weeks of rest, treatment, worsening,
//! healing, magic.
//!
//! Owns what is carried over and what is not (4.15 of the specification). Start at [`Play::end_fight`] and [`Play::take_rest`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Changes, Ending, Marked as _, Slots, Watch};

use super::book::between::{DayPart, HourlyPoints, RestHeal};
use super::metrics as count;
use super::plan::parts_in;
use super::policy::spoken;
use super::rolls;
use super::rulings::{DefeatedFate, Starvation, WorsenPer};
use super::sheet::{Attribute, Death, PartKind, Skill};
use super::state::{DEPTH, Fields, Fight, cause};
use super::{Core, Play, RestKind};

/// Kinds of parts in alphabetical order.
const BY_NAME: [PartKind; PartKind::ALL.len()] = [
    PartKind::Arm,
    PartKind::Ear,
    PartKind::Eye,
    PartKind::Foot,
    PartKind::Hand,
    PartKind::Head,
    PartKind::Heart,
    PartKind::Horn,
    PartKind::Leg,
    PartKind::Mouth,
    PartKind::Nose,
    PartKind::Tail,
    PartKind::Wing,
];

impl Core {
    /// Everybody of these sides who is alive, in slot order.
    fn alive(&self, fight: &Fight, sides: Sides) -> Slots {
        self.lineup.members_of(sides).those(|who| !fight.body(who).dead())
    }

    /// True if the check that wakes from a third injury of the head can succeed at all; then it does, sooner or later.
    fn can_come_round(&self, who: Slot) -> bool {
        let fighter = self.fighter(who);
        i32::from(self.book.check.die) + fighter.attribute(Attribute::Con) + fighter.check_bonus >= self.book.head.ko_dc
    }

    /// Applies what follows from the injuries with which a day begins, all of them older than it: a combatant that could not
    /// have come round from a third injury of the head lies in a coma, as after a fight; one that has no head or heart left is
    /// dead (INJ-129, INJ-133, INJ-140, R-25).
    pub(super) fn dawn(&self, fight: &mut Fight) {
        for who in fight.slots().filter(|&who| !fight.body(who).dead()).collect::<Slots>() {
            let (fighter, body) = (self.fighter(who), fight.body(who));
            let death = self.death_by_injuries(who, body);
            let coma = fighter.has_con && self.most_heads(who, body, 3) && !self.can_come_round(who);
            let body = fight.body_mut(who);
            body.death = death;
            if coma {
                body.causes |= cause::COMA;
            }
            self.passes_over(who, body);
        }
    }

    /// Parts with injuries in the order in which they are treated: by tier downwards, then by kind and number (INJ-058).
    fn in_order<'a>(&'a self, fight: &Fight, who: Slot) -> impl Iterator<Item = u8> + use<'a> {
        let open = fight.body(who).harm.hurt() & !self.lost(who, fight.body(who));
        let plan = &self.fighter(who).plan;
        let tiers = (1..=9).rev();
        tiers.flat_map(move |tier| {
            let of_tier = move |part: &u8| i32::from(self.kinds[plan.of(*part).0 as usize].tier) == tier;
            let parts = BY_NAME.map(|kind| plan.all(kind) & open);
            parts.into_iter().flat_map(parts_in).filter(move |part| of_tier(part))
        })
    }

    /// The number that treating an injury of a part has to reach, and the days that it then takes (INJ-054, INJ-055).
    fn heal_terms(&self, who: Slot, part: u8) -> (i32, u8) {
        let (dc, days) = self.heal_numbers(self.tier(who, part));
        (dc, days.max(1).saturating_add(u8::from(self.heals_later())))
    }

    /// The number that treating an injury of a tier has to reach, and the days that it heals for (INJ-054, INJ-055).
    pub(super) fn heal_numbers(&self, tier: i32) -> (i32, u8) {
        let numbers = &self.book.heal;
        let tier = tier.max(1) as usize - 1;
        let dc = numbers.dc.get(tier).or(numbers.dc.last()).copied().unwrap_or(0);
        let weeks = numbers.weeks.get(tier).or(numbers.weeks.last()).copied().unwrap_or(0);
        (dc, weeks.saturating_mul(numbers.week_days))
    }

    /// Returns the number of checks that a part with so many untreated injuries asks for in a day (INJ-050, R-40).
    fn worsening_checks(&self, untreated: usize) -> usize {
        if self.rulings.worsen_per == WorsenPer::Part { untreated.min(1) } else { untreated }
    }

    /// True if the days that treated injuries heal come after their treatment: the day of the treatment does not count.
    fn heals_later(&self) -> bool {
        let order = &self.book.day.order;
        let first = |part: DayPart| order.iter().position(|&other| other == part);
        first(DayPart::Treatment).zip(first(DayPart::Healing)).is_some_and(|(treated, healed)| treated < healed)
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Applies what the end of a fight does to the sides that met in it (R-47; 4.15.1 of the specification).
    pub(super) fn end_fight(&mut self) {
        let rules = self.rules;
        let winner = match self.fight.ending {
            Some(Ending::Won(side)) => Some(side),
            _ => None,
        };
        // Who has not arrived was not there: nothing happens to it.
        let came = |who: Slot| self.fight.body(who).in_field || self.fight.body(who).fled;
        for who in rules.alive(self.fight, self.fight.sides).those(came) {
            let side = rules.fighter(who).side;
            let lost = winner.is_some_and(|winner| rules.lineup.relations.hostile(side, winner)) && !self.fight.body(who).fled;
            if lost && rules.rulings.defeated_fate == DefeatedFate::Killed {
                self.die(who, Death::Killed);
                continue;
            }
            self.come_to_rest(who);
        }
        self.fight.acting = None;
        self.fight.order.clear();
    }

    /// Ends all that does not outlast a fight.
    pub(super) fn come_to_rest(&mut self, who: Slot) {
        let (fighter, wakes) = (self.rules.fighter(who), self.rules.can_come_round(who));
        let body = self.fight.body_mut(who);
        body.clear(Fields::Fight);
        if body.causes & cause::KNOCKED_OUT != 0 {
            body.causes &= !cause::KNOCKED_OUT;
            if !wakes {
                body.causes |= cause::COMA;
            }
        }
        if body.flying && fighter.start.altitude_ft == 0 {
            (body.flying, body.altitude_ft) = (false, 0);
        }
        self.recover_things(who);
        self.get_up(who);
    }

    /// Gets a combatant up that can stand.
    fn get_up(&mut self, who: Slot) {
        let can = !self.fight.body(who).unconscious() && self.rules.stand_cost(who, self.fight.body(who)).is_some();
        if can {
            self.fight.body_mut(who).prone = false;
        }
    }

    /// A rest of everybody of these sides who is alive.
    pub(super) fn take_rest(&mut self, kind: RestKind, sides: Sides) {
        let before = self.table.listens().then(|| self.fight.bodies.clone());
        self.rests(kind, sides);
        let Some(before) = before else { return };
        for who in self.rules.alive(self.fight, sides) {
            let (before, after) = (&before[who.index()], self.fight.body(who));
            let mut changes = Changes::default();
            changes.number("stamina", before.stamina, after.stamina).number(
                "exhaustion points",
                before.exhaustion,
                after.exhaustion,
            );
            changes.number("strain", before.strain, after.strain).number("bleeding", before.bleed, after.bleed);
            changes.number("injuries", before.harm.injuries(), after.harm.injuries());
            changes.state("unconscious", before.unconscious(), after.unconscious()).state("prone", before.prone, after.prone);
            self.table.tell("INJ-123", || format!("{} after a rest: {}", self.rules.name(who), changes.text()));
        }
    }

    /// Applies a rest by its kind.
    fn rests(&mut self, kind: RestKind, sides: Sides) {
        match kind {
            RestKind::Hour => self.hour(sides),
            RestKind::Night => self.night(sides),
            RestKind::Day => self.day(sides),
            RestKind::Week => (0..self.rules.book.heal.week_days).for_each(|_| self.day(sides)),
            RestKind::Magic => self.magic(sides),
        }
        self.muster_all();
    }

    /// An hour of rest (INJ-123, R-24, R-48).
    fn hour(&mut self, sides: Sides) {
        for who in self.rules.alive(self.fight, sides) {
            self.breathe(who);
            self.rest_head(who);
        }
    }

    /// Applies an hour of rest to stamina and exhaustion; strain is gone.
    fn breathe(&mut self, who: Slot) {
        let fighter = self.rules.fighter(who);
        self.fight.body_mut(who).strain = 0;
        if !fighter.has_con {
            return;
        }
        let numbers = &self.rules.book.rest;
        let points = match numbers.points_per_hour {
            HourlyPoints::LevelPlusCon => (fighter.level + fighter.attribute(Attribute::Con)).max(1),
            HourlyPoints::Level => fighter.level.max(1),
            HourlyPoints::Fixed => numbers.fixed_points,
            HourlyPoints::All => fighter.stamina_max + fighter.exhaustion_max,
        };
        let body = self.fight.body_mut(who);
        let to_exhaustion = points.min(fighter.exhaustion_max - body.exhaustion);
        body.exhaustion += to_exhaustion;
        body.stamina = (body.stamina + points - to_exhaustion).min(fighter.stamina_max);
        self.wake_rested(who);
    }

    /// Wakes a combatant that is unconscious for want of exhaustion, as soon as there is some.
    fn wake_rested(&mut self, who: Slot) {
        let body = self.fight.body(who);
        if body.exhaustion >= 1 && body.causes & cause::EXHAUSTION != 0 {
            self.wakes_at_rest(who, cause::EXHAUSTION);
        }
    }

    /// Ends these causes of being unconscious; a combatant that is awake has its things again and gets up.
    fn wakes_at_rest(&mut self, who: Slot, causes: u8) {
        self.fight.body_mut(who).causes &= !causes;
        if !self.fight.body(who).unconscious() {
            self.recover_things(who);
            self.get_up(who);
        }
    }

    /// The check that heals a concussion (INJ-123, R-24).
    fn rest_head(&mut self, who: Slot) {
        let rules = self.rules;
        let heads = rules.fighter(who).plan.all(PartKind::Head);
        let (body, lost) = (self.fight.body(who), rules.lost(who, self.fight.body(who)));
        let ready = match rules.book.concussion.rest_heal {
            RestHeal::OnlySingle => body.harm.hurt() & !body.harm.at_least(2),
            RestHeal::Any => body.harm.hurt(),
        };
        for head in parts_in(ready & heads & !lost) {
            if self.con_check(who, &rolls::CONCUSSION, rules.book.head.rest_dc) {
                self.mend(who, head, 0);
            }
        }
    }

    /// A night: its hours, and what it fills.
    fn night(&mut self, sides: Sides) {
        let rules = self.rules;
        for _ in 0..rules.book.rest.night_hours {
            self.hour(sides);
        }
        if rules.book.rest.night_full {
            for who in rules.alive(self.fight, sides) {
                let fighter = rules.fighter(who);
                let body = self.fight.body_mut(who);
                (body.stamina, body.exhaustion) = (fighter.stamina_max, fighter.exhaustion_max);
                self.wake_rested(who);
            }
        }
    }

    /// A day (4.15.3 of the specification, R-40).
    fn day(&mut self, sides: Sides) {
        for &part in &self.rules.book.day.order {
            self.part_of_day(part, sides);
        }
        // Effects that a worsened injury brings for rounds are over when the day is.
        for who in self.rules.alive(self.fight, sides) {
            self.come_to_rest(who);
        }
        self.hunger(sides);
    }

    /// One part of a day.
    pub(super) fn part_of_day(&mut self, part: DayPart, sides: Sides) {
        match part {
            DayPart::Treatment => self.treat(sides),
            DayPart::Rest => self.night(sides),
            DayPart::Worsening => self.worsen(sides),
            DayPart::Healing => self.heal_a_day(sides),
        }
    }

    /// Treatment by the best healer of each side that rests (INJ-053, R-40).
    fn treat(&mut self, sides: Sides) {
        let rules = self.rules;
        for side in sides {
            let members = rules.lineup.members(side);
            let able = members.those(|who| !self.fight.body(who).dead() && !self.fight.body(who).unconscious());
            let heal = |who: Slot| rules.fighter(who).skills[Skill::Heal as usize];
            // Of healers who know as much, the least hampered one.
            let net = |who: Slot| rules.skill_net(who, self.fight.body(who), Skill::Heal, &[]);
            let Some(healer) = able.max_by_key(|&who| (heal(who), net(who), u8::MAX - who.0)) else { continue };
            let patients = members.those(|who| !self.fight.body(who).dead());
            let mut left = rules.book.heal.patients_per_day.map_or(usize::MAX, usize::from);
            for patient in patients {
                let untreated = rules.untreated(self.fight, patient) > 0;
                if !untreated || left == 0 {
                    continue;
                }
                left -= 1;
                self.treat_one(healer, patient);
            }
        }
    }

    /// Treats every injury of a patient that is not treated yet (INJ-053).
    fn treat_one(&mut self, healer: Slot, patient: Slot) {
        let rules = self.rules;
        for part in rules.in_order(self.fight, patient) {
            let (dc, days) = rules.heal_terms(patient, part);
            for injury in 0..usize::from(self.fight.body(patient).harm.count(part)) {
                if self.fight.care[patient.index()].days[usize::from(part)][injury] > 0 {
                    continue;
                }
                if self.treats(healer, dc) {
                    self.fight.care[patient.index()].days[usize::from(part)][injury] = days;
                    self.table.tell("INJ-055", || format!("an injury of {} is treated", rules.name(patient)));
                }
            }
        }
    }

    /// The tries of a day to treat an injury; true if one of them succeeds (INJ-053, INJ-054).
    pub(super) fn treats(&mut self, healer: Slot, dc: i32) -> bool {
        (0..self.rules.book.heal.attempts_per_day).any(|_| self.tries_to_treat(healer, dc))
    }

    /// One of these tries; true if it succeeds.
    pub(super) fn tries_to_treat(&mut self, healer: Slot, dc: i32) -> bool {
        self.skill_check(healer, &rolls::HEAL, Skill::Heal, &[], dc)
    }

    /// Untreated injuries may grow worse (INJ-049 to INJ-051, R-40).
    fn worsen(&mut self, sides: Sides) {
        let rules = self.rules;
        for who in rules.alive(self.fight, sides) {
            for part in rules.in_order(self.fight, who) {
                let days = &self.fight.care[who.index()].days[usize::from(part)];
                let count = usize::from(self.fight.body(who).harm.count(part));
                let checks = rules.worsening_checks(days[..count].iter().filter(|&&days| days == 0).count());
                for _ in 0..checks {
                    if self.fight.body(who).dead() || rules.lost(who, self.fight.body(who)) >> part & 1 == 1 {
                        break;
                    }
                    if self.neglect_tells(who) {
                        self.worsen_part(who, part);
                    }
                }
            }
        }
    }

    /// The check of a neglected injury; true if it fails (INJ-050).
    pub(super) fn neglect_tells(&mut self, who: Slot) -> bool {
        !self.con_check(who, &rolls::WORSENING, self.rules.book.worsen.dc)
    }

    /// Injures a neglected part once more, where it can bear it (INJ-051).
    fn worsen_part(&mut self, who: Slot, part: u8) {
        if self.rules.fighter(who).plan.full(&self.fight.body(who).harm) >> part & 1 == 1 {
            return;
        }
        let before = self.fight.body(who).unconscious();
        self.injure_apart(who, part, before, count::INJURED_BY_NEGLECT);
    }

    /// Treated injuries come a day nearer to being healed (INJ-052, INJ-055, INJ-056, INJ-058).
    fn heal_a_day(&mut self, sides: Sides) {
        for who in self.rules.alive(self.fight, sides) {
            let lost = self.rules.lost(who, self.fight.body(who));
            for part in parts_in(self.fight.body(who).harm.hurt() & !lost) {
                for injury in (0..DEPTH).rev() {
                    let days = self.fight.care[who.index()].days[usize::from(part)][injury];
                    match days {
                        0 => {}
                        1 => self.mend(who, part, injury),
                        days => self.fight.care[who.index()].days[usize::from(part)][injury] = days - 1,
                    }
                }
            }
        }
    }

    /// One injury of a part is healed; what follows from it ends with it.
    fn mend(&mut self, who: Slot, part: u8, injury: usize) {
        self.fight.body_mut(who).harm.heal(part);
        if let Some(care) = self.fight.care.get_mut(who.index()) {
            let days = &mut care.days[usize::from(part)];
            days.copy_within(injury + 1.., injury);
            days[DEPTH - 1] = 0;
        }
        self.end_coma(who);
    }

    /// A coma ends with the third injury of the head (INJ-129, R-25).
    fn end_coma(&mut self, who: Slot) {
        let body = self.fight.body(who);
        let ends = body.causes & cause::COMA != 0 && !self.rules.most_heads(who, body, 3);
        self.wakes_at_rest(who, if ends { cause::COMA } else { 0 });
    }

    /// Magic that heals injuries and lets parts grow again, on everybody who rests (INJ-057, INJ-058, INJ-059, R-41).
    fn magic(&mut self, sides: Sides) {
        let rules = self.rules;
        for who in rules.alive(self.fight, sides) {
            for _ in 0..rules.book.magic.regrow_parts {
                let lost = rules.lost(who, self.fight.body(who));
                let plan = &rules.fighter(who).plan;
                let Some(part) = parts_in(lost).max_by_key(|&part| (rules.tier(who, part), u8::MAX - part)) else { break };
                while self.fight.body(who).harm.count(part) > 0 {
                    self.mend(who, part, 0);
                }
                self.fight.body_mut(who).harm.gone &= !(1 << part | plan.going_with(part));
                let (kind, index) = plan.of(part);
                self.table.tell("INJ-059", || format!("{} {index} of {} grows again", spoken(kind), rules.name(who)));
            }
            for _ in 0..rules.book.magic.heal_injuries {
                let worst = rules.in_order(self.fight, who).next();
                let Some(part) = worst else { break };
                self.mend(who, part, 0);
                self.table.tell("INJ-057", || format!("an injury of {} is healed by magic", rules.name(who)));
            }
            self.end_coma(who);
        }
    }

    /// A day without food, for combatants that cannot eat (INJ-102).
    fn hunger(&mut self, sides: Sides) {
        let rules = self.rules;
        if rules.rulings.starvation == Starvation::Off {
            return;
        }
        for who in rules.alive(self.fight, sides) {
            let eats = rules.can_eat(who, self.fight.body(who));
            let body = self.fight.body_mut(who);
            body.hungry_days = if eats { 0 } else { body.hungry_days.saturating_add(1) };
            if body.hungry_days >= rules.book.day.starves_after {
                self.die(who, Death::Starved);
            }
        }
    }
}
