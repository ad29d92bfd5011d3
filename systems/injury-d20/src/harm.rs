//! Harm in `injury-d20`: what a hit does, from the choice of a part to the last consequence.
//!
//! Owns injuries with their immediate effects, strain, the loss of stamina, unconsciousness, the death save and death (4.8 and
//! 4.12 to 4.13 of the specification). Start at [`Play::land`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Adds, Sentence, Slots, Watch};

use super::book::FallInjury;
use super::metrics as count;
use super::plan::{KINDS, parts_in};
use super::policy::spoken;
use super::rolls;
use super::rulings::{
    BleedStack, CriticalSave, CriticalSaveEndsComa, DeathSaveScope, HitOrder, OverflowInjuries, SaveCountsNewInjury,
    SaveNat1Fails, Strain,
};
use super::sheet::{Attribute, CriticalEffect, Death, PartKind};
use super::state::{Fight, cause};
use super::strike::Hit;
use super::{Core, Play};

/// The rules that destroy a part, by its kind; none destroys a nose.
const DESTRUCTION: [&str; KINDS] = [
    "INJ-066", "", "INJ-072", "INJ-076", "INJ-082", "INJ-091", "INJ-097", "INJ-100", "INJ-104", "INJ-113", "INJ-119",
    "INJ-130", "INJ-139",
];

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Applies a hit that nothing has stopped (INJ-034, R-46, R-52; 4.8 of the specification).
    #[inline(always)]
    pub(super) fn land(&mut self, who: Slot, target: Slot, hit: Hit, weapon: u8) {
        let rules = self.rules;
        self.table.watch.count(who, count::HITS, 1);
        self.table.watch.count(who, count::DEGREES, hit.degrees.max(0));
        self.anger(target, who, "R-52");
        let order = rules.rulings.hit_order;
        let before = self.fight.body(target).unconscious();
        let value = rules.save_value(self.fight, target);
        if order == HitOrder::StrainThenInjury {
            self.strain_by(target, hit.degrees);
        }
        let injured = self.injure_by(who, target, hit.degrees);
        // A target that strain fells is asked for afterwards.
        let asked = injured.is_some() && rules.asks_for_save(before, before);
        if asked && !self.fight.body(target).dead() {
            self.death_save(target, value);
        }
        if self.fight.body(target).dead() {
            return;
        }
        if order == HitOrder::InjuryThenStrain {
            self.strain_by(target, hit.degrees);
        }
        if injured.is_some() && !asked && rules.asks_for_save(before, self.fight.body(target).unconscious()) {
            self.death_save(target, value);
        }
        if hit.critical && !self.fight.body(target).dead() {
            self.lend().critical_effect(who, target, weapon, injured);
        }
    }

    /// The injuries of a hit; the part that was chosen (INJ-044, INJ-045, INJ-046, INJ-047, INJ-048, INJ-150, R-50).
    #[inline(always)]
    fn injure_by(&mut self, who: Slot, target: Slot, degrees: i32) -> Option<u8> {
        let rules = self.rules;
        if degrees < 0 {
            return None;
        }
        let part = self.choose_part(who, target, 1 + degrees)?;
        let mut left = 1 + degrees - (rules.tier(target, part) - 1);
        let (mut at, first) = (part, part);
        loop {
            while left > 0 && !rules.closed(self.fight, target, at) {
                self.lend().injure(target, at, count::INJURED_BY_ATTACKS);
                left -= 1;
                if self.fight.body(target).dead() {
                    return Some(first);
                }
            }
            if left == 0 || rules.rulings.overflow_injuries == OverflowInjuries::Wasted {
                return Some(first);
            }
            // Injuries that the part cannot hold go to the next one that one degree less and less would reach.
            match self.choose_part(who, target, left) {
                Some(next) => {
                    at = next;
                    left -= rules.tier(target, at) - 1;
                }
                None => return Some(first),
            }
        }
    }

    /// One injury by a cause, as the number that counts it, with what it does at once (INJ-042, INJ-043, INJ-087, INJ-108,
    /// INJ-132; 4.8a of the specification).
    pub(super) fn injure(&mut self, who: Slot, part: u8, cause: Counter) {
        let rules = self.rules;
        let (kind, index) = rules.fighter(who).plan.of(part);
        let majority_before: [bool; 3] =
            std::array::from_fn(|at| kind == PartKind::Head && rules.most_heads(who, self.fight.body(who), at as u8 + 1));
        let saw = matches!(kind, PartKind::Eye | PartKind::Head) && !rules.blinded(who, self.fight.body(who));
        let body = self.fight.body_mut(who);
        let now = body.harm.add(part);
        self.table.watch.count(who, count::INJURIES, 1);
        self.table.watch.mark(who, count::injured(kind), 1);
        self.table.watch.count(who, cause, 1);
        self.table.tell("INJ-043", || {
            let injuries = if now == 1 { "injury" } else { "injuries" };
            format!("{}: {} {index} has {now} {injuries}", rules.name(who), spoken(kind))
        });
        let rule = rules.kinds[kind as usize];
        match kind {
            PartKind::Hand | PartKind::Arm if now == rule.disabled_at => self.drop_hand(who, index),
            PartKind::Foot | PartKind::Leg => self.lose_footing(who),
            PartKind::Wing if rules.grounded(who, self.fight.body(who)) => self.fall_down(who),
            PartKind::Heart if now == 1 => self.strike_heart(who),
            PartKind::Head => {
                for count in 1..=3 {
                    if !majority_before[usize::from(count) - 1] && rules.most_heads(who, self.fight.body(who), count) {
                        self.strike_head(who, count);
                    }
                }
            }
            _ => {}
        }
        if now == rule.max && rules.lost(who, self.fight.body(who)) >> part & 1 == 1 {
            self.destroy(who, part);
        }
        let death = rules.death_by_injuries(who, self.fight.body(who));
        let sees = death.is_none_or(|death| death == Death::Destroyed) && !self.fight.body(who).dead();
        if saw && sees && rules.blinded(who, self.fight.body(who)) {
            let round = i32::from(self.fight.round);
            self.table.watch.first(who, count::BLINDED_ROUND, round);
            self.table.tell("INJ-083", || format!("{} is blinded", rules.name(who)));
        }
        if let Some(death) = death {
            self.die(who, death);
        }
    }

    /// One injury that no hit inflicts, with the save that it asks for; `before` is true if its bearer was unconscious before
    /// what brought it (INJ-034, R-10).
    pub(super) fn injure_apart(&mut self, who: Slot, part: u8, before: bool, cause: Counter) {
        let rules = self.rules;
        let value = rules.save_value(self.fight, who);
        self.injure(who, part, cause);
        if rules.asks_for_save(before, self.fight.body(who).unconscious()) && !self.fight.body(who).dead() {
            self.death_save(who, value);
        }
    }

    /// Destroys a part: its functions are gone with it (INJ-066, INJ-072, INJ-076, INJ-082, INJ-091, INJ-097, INJ-100, INJ-104,
    /// INJ-113, INJ-119, INJ-130, INJ-133, INJ-139, INJ-140, R-23).
    fn destroy(&mut self, who: Slot, part: u8) {
        let rules = self.rules;
        let plan = &rules.fighter(who).plan;
        let (kind, index) = plan.of(part);
        self.table.watch.count(who, count::DESTROYED, 1);
        self.table.tell(DESTRUCTION[kind as usize], || format!("{}: {} {index} is destroyed", rules.name(who), spoken(kind)));
        if rules.book.parts.cascade {
            self.fight.body_mut(who).harm.gone |= plan.going_with(part);
        }
        match kind {
            PartKind::Arm | PartKind::Hand => self.drop_hand(who, index),
            PartKind::Leg | PartKind::Foot => self.lose_footing(who),
            _ => {}
        }
    }

    /// Falls where no foot or no leg is whole any longer (INJ-098, INJ-120).
    pub(super) fn lose_footing(&mut self, who: Slot) {
        if self.rules.footless(who, self.fight.body(who)) {
            self.fall_prone(who, "INJ-098, INJ-120");
        }
    }

    /// Falls prone by a rule. A combatant in the air does not: it falls when it comes down.
    pub(super) fn fall_prone(&mut self, who: Slot, rule: &'static str) {
        let body = self.fight.body(who);
        if !body.prone && !body.flying {
            self.fight.body_mut(who).prone = true;
            self.table.watch.count(who, count::FALLS, 1);
            self.table.tell(rule, || format!("{} is prone", self.rules.name(who)));
        }
    }

    /// Falls out of the air, for wings that do not carry any longer or in a faint (INJ-077, INJ-078, R-20). An injury by that asks
    /// a combatant that was unconscious before for the death save (INJ-034).
    fn fall_down(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        if !body.flying {
            return;
        }
        let before = body.unconscious();
        let feet = std::mem::take(&mut body.altitude_ft);
        body.flying = false;
        self.table.tell("INJ-078", || format!("{} falls {feet} feet", self.rules.name(who)));
        self.hits_the_ground(who, feet, before);
        self.loosen_grips();
    }

    /// Comes down from so many feet; `before` is true if the combatant was unconscious before (INJ-034, INJ-078, R-20).
    pub(super) fn hits_the_ground(&mut self, who: Slot, feet: i32, before: bool) {
        let rules = self.rules;
        self.fall_prone(who, "R-20");
        self.strain(who, feet / 10 * rules.book.fall.strain_per_10ft, count::STRAINED_BY_FALLS);
        if rules.book.fall.injury == FallInjury::MinorRandom && feet > 0 && !self.fight.body(who).dead() {
            let open = rules.open_parts(self.fight, who, who, 1) & !rules.fighter(who).plan.all(PartKind::Heart);
            if open != 0 {
                let pick = self.table.pick(who, &rolls::FALL_PART, open.count_ones() as usize);
                if let Some(part) = parts_in(open).nth(pick) {
                    self.injure_apart(who, part, before, count::INJURED_BY_FALLS);
                }
            }
        }
    }

    /// Applies what the injuries of most heads do to the whole creature (INJ-040, INJ-124, INJ-125, INJ-127, INJ-128, INJ-129).
    fn strike_head(&mut self, who: Slot, number: u8) {
        let rules = self.rules;
        match number {
            1 => self.table.tell("INJ-122", || format!("{} is concussed", rules.name(who))),
            2 if !rules.immune_to_checks(who) => {
                let stands = self.con_check(who, &rolls::HEAD_STUN, rules.book.head.stun_dc);
                if stands {
                    self.daze(who);
                } else {
                    self.stun(who, "INJ-124");
                }
                let round = i32::from(self.fight.round);
                self.table.watch.first(who, count::CONFUSED_ROUND, round);
            }
            3 if rules.fighter(who).has_con => {
                let light = self.con_check(who, &rolls::HEAD_COMA, rules.book.head.ko_dc);
                let cause = if light { cause::KNOCKED_OUT } else { cause::COMA };
                self.table.watch.count(who, count::KNOCKED_OUT, 1);
                self.lend().faint(who, cause);
            }
            _ => {}
        }
    }

    /// The first injury of a heart (INJ-137).
    fn strike_heart(&mut self, who: Slot) {
        let rules = self.rules;
        if rules.immune_to_checks(who) {
            return;
        }
        // The check comes first and is not made worse by what the injury itself brings.
        let (net, modifier) = rules.con_check_terms(self.fight, who);
        let already = self.fight.body(who).has(super::sheet::Condition::Sickened)
            || rules.hurt(who, self.fight.body(who), PartKind::Heart) > 1;
        let modifier = if already { modifier } else { modifier + rules.book.sickened.penalty };
        let stands = self.check(who, &rolls::HEART_STUN, net, modifier, rules.book.heart.stun_dc);
        if !stands {
            self.stun(who, "INJ-137");
        }
    }

    /// Stunned by a rule: the next turn is lost, and in one's own turn the rest of that.
    pub(super) fn stun(&mut self, who: Slot, rule: &'static str) {
        let turns = self.fight.ends_of_next_turn(who);
        let body = self.fight.body_mut(who);
        body.stunned = body.stunned.max(turns);
        (body.ap, body.reactions) = (0, 0);
        self.table.watch.count(who, count::STUNNED, 1);
        self.table.tell(rule, || format!("{} is stunned", self.rules.name(who)));
        if self.rules.book.stunned.drops_held {
            self.drop_all(who, "R-18");
        }
    }

    /// Dazed (INJ-125).
    fn daze(&mut self, who: Slot) {
        let turns = self.fight.ends_of_next_turn(who);
        let body = self.fight.body_mut(who);
        body.dazed = body.dazed.max(turns);
        (body.ap, body.reactions) = (0, 0);
        self.table.tell("INJ-125", || format!("{} is dazed", self.rules.name(who)));
    }

    /// Strain of a hit (INJ-061, INJ-062).
    #[inline(always)]
    pub(super) fn strain_by(&mut self, who: Slot, degrees: i32) {
        let sum = self.rules.add_strain(self.table.adds(), degrees);
        self.strain_of(who, sum, count::STRAINED_BY_ATTACKS);
    }

    /// Strain by a cause, as the number that counts it.
    #[inline(always)]
    pub(super) fn strain(&mut self, who: Slot, points: i32, cause: Counter) {
        self.strain_of(who, W::Adds::begin(false).plus("", points), cause);
    }

    /// Strain that is added up of its parts (INJ-063, R-06).
    #[inline(always)]
    fn strain_of(&mut self, who: Slot, sum: W::Adds, cause: Counter) {
        let rules = self.rules;
        let points = sum.total();
        if points <= 0 {
            return;
        }
        self.fight.body_mut(who).strain += points;
        self.table.watch.count(who, count::STRAIN, points);
        self.table.watch.count(who, cause, points);
        self.table.tell("INJ-061", || Sentence::new(format!("{} takes ", rules.name(who))).total(" strain", sum));
        if rules.rulings.strain == Strain::StaminaNow {
            self.lose_stamina(who, points * rules.book.strain.stamina_per_point);
        }
    }

    /// Pays a price in stamina (INJ-027).
    pub(super) fn pay(&mut self, who: Slot, price: i32) {
        self.table.watch.count(who, count::STAMINA_PAID, price);
        self.lose_stamina(who, price);
    }

    /// Pays for a free action of a kind that opens the defences of the attacker (INJ-201, INJ-203).
    pub(super) fn opens_defences(&mut self, who: Slot, kind: u8, price: i32) {
        self.pay(who, price);
        let body = self.fight.body_mut(who);
        body.free_used |= kind;
        body.open_defences = body.open_defences.saturating_add(1);
    }

    /// Stamina goes, then exhaustion, then consciousness; nothing of those without Constitution (INJ-021, INJ-025, INJ-026,
    /// INJ-028, INJ-031, INJ-040, R-07).
    #[inline(always)]
    pub(super) fn lose_stamina(&mut self, who: Slot, points: i32) {
        let rules = self.rules;
        if points <= 0 || !rules.fighter(who).has_con {
            return;
        }
        let round = i32::from(self.fight.round);
        let body = self.fight.body_mut(who);
        let fresh = body.stamina > 0;
        let from_stamina = points.min(body.stamina);
        let from_exhaustion = (points - from_stamina).min(body.exhaustion);
        body.stamina -= from_stamina;
        body.exhaustion -= from_exhaustion;
        let (stamina, exhaustion) = (body.stamina, body.exhaustion);
        self.table.tell("INJ-028", || {
            let lost = match (from_stamina, from_exhaustion) {
                (stamina, 0) => format!("{stamina} stamina"),
                (0, exhaustion) => format!("{exhaustion} exhaustion"),
                (stamina, exhaustion) => format!("{stamina} stamina and {exhaustion} exhaustion"),
            };
            format!("{} loses {lost}: {stamina} stamina and {exhaustion} exhaustion left", rules.name(who))
        });
        if fresh && stamina == 0 {
            self.table.watch.first(who, count::EXHAUSTED_ROUND, round);
            self.table.tell("INJ-025", || format!("{} is exhausted", rules.name(who)));
        }
        if stamina == 0 && exhaustion == 0 && self.fight.body(who).causes & cause::EXHAUSTION == 0 {
            self.lend().faint(who, cause::EXHAUSTION);
        }
    }

    /// Falls unconscious: prone, without actions and reactions, and lets go of everything (R-09; 4.12 of the specification).
    #[inline(never)]
    pub(super) fn faint(&mut self, who: Slot, cause: u8) {
        let before = self.fight.body(who).unconscious();
        self.fight.body_mut(who).causes |= cause;
        if before || self.fight.body(who).dead() {
            return;
        }
        let round = i32::from(self.fight.round);
        self.table.watch.first(who, count::OUT_ROUND, round);
        self.table.watch.first(who, count::UNCONSCIOUS_ROUND, round);
        self.table.tell("INJ-033", || format!("{} is unconscious", self.rules.name(who)));
        self.drop_all(who, "R-09");
        let body = self.fight.body_mut(who);
        (body.ap, body.reactions, body.dodging, body.shield_ready) = (0, 0, false, false);
        self.fall_prone(who, "R-09");
        self.fall_down(who);
        self.fight.release_by(who);
        self.muster(who);
    }

    /// Wakes by a rule when no cause is left.
    pub(super) fn wake(&mut self, who: Slot, causes: u8, rule: &'static str) {
        let body = self.fight.body_mut(who);
        let before = body.unconscious();
        body.causes &= !causes;
        if before && !body.unconscious() {
            self.table.tell(rule, || format!("{} comes round", self.rules.name(who)));
            self.muster(who);
        }
    }

    /// The save of the unconscious (INJ-034, INJ-035, INJ-036, INJ-037, INJ-038, INJ-039, R-10, R-11, R-25). `value` stands for
    /// the sum of the injuries.
    #[inline(never)]
    pub(super) fn death_save(&mut self, who: Slot, value: Option<i32>) {
        let rules = self.rules;
        let (fighter, body) = (rules.fighter(who), self.fight.body(who));
        if !fighter.has_con {
            return;
        }
        let value = value.unwrap_or_else(|| rules.injury_value(who, body));
        let dc = self.table.adds().plus("for the injuries", value).plus("bleed", body.bleed);
        let modifier = fighter.attribute(Attribute::Con) + fighter.save_bonus + rules.flat(who, body);
        let net = rules.base_net(who, body) + rules.exhausted_net(who, body, super::book::RollKind::Save);
        self.table.watch.count(who, count::DEATH_SAVES, 1);
        let result = self.save_result(who, net, modifier, dc);
        match result {
            SaveResult::Dies => self.die(who, Death::Save),
            SaveResult::Lives => {}
            SaveResult::Critical => {
                self.table.watch.count(who, count::CRITICAL_SAVES, 1);
                let body = self.fight.body_mut(who);
                (body.bleed, body.exhaustion) = (0, fighter.exhaustion_max);
                body.stamina = body.stamina.max(rules.book.save.wake_stamina.min(fighter.stamina_max));
                let coma = rules.rulings.critical_save_ends_coma == CriticalSaveEndsComa::Yes;
                let ends = cause::EXHAUSTION | cause::KNOCKED_OUT | if coma { cause::COMA } else { 0 };
                self.wake(who, ends, "INJ-038");
            }
        }
    }

    /// Rolls a death save.
    pub(super) fn save_result(&mut self, who: Slot, net: i32, modifier: i32, dc: W::Adds) -> SaveResult {
        let needed = dc.total();
        let key = |_: &Self| [i64::from(net), i64::from(modifier - needed)];
        let result = self.settle(&rolls::DEATH_SAVE, key, |play| {
            let rolled = play.d20(who, &rolls::DEATH_SAVE, play.rules.book.save.die, net);
            let sum = play.add_rolled(who, &rolls::DEATH_SAVE, net, rolled).plus("CON and bonus", modifier);
            let total = sum.total();
            let result = play.rules.judge_save(rolled.natural, total, needed);
            play.table.tell("INJ-036", || {
                let word = match result {
                    SaveResult::Dies => "dies",
                    SaveResult::Lives => "lives on",
                    SaveResult::Critical => "comes round",
                };
                let sentence = Sentence::new(format!("death save of {}: ", play.rules.name(who))).sum(sum);
                sentence.and(" against ").total("", dc.clone()).and(format!(": {word}"))
            });
            result as i64
        });
        match result {
            0 => SaveResult::Dies,
            1 => SaveResult::Lives,
            _ => SaveResult::Critical,
        }
    }

    /// Death, told with the rule that brings it.
    pub(super) fn die(&mut self, who: Slot, death: Death) {
        if self.fight.body(who).dead() {
            return;
        }
        let round = i32::from(self.fight.round);
        self.fight.body_mut(who).death = Some(death);
        self.table.watch.first(who, count::OUT_ROUND, round);
        self.table.watch.first(who, count::DEATH_ROUND, round);
        self.table.watch.mark(who, count::DEATHS, 1);
        let rule = match death {
            Death::Save => "INJ-039",
            Death::Destroyed => "INJ-041",
            Death::Head => "INJ-133",
            Death::Heart => "INJ-140",
            Death::Killed => "R-47",
            Death::Starved => "INJ-102",
        };
        self.table.tell(rule, || format!("{} is dead", self.rules.name(who)));
        self.drop_all(who, "R-09");
        let body = self.fight.body_mut(who);
        (body.ap, body.reactions) = (0, 0);
        self.fight.release_by(who);
        self.muster(who);
    }

    /// Applies what a critical hit brings (INJ-146, R-12, R-29).
    #[inline(never)]
    fn critical_effect(&mut self, who: Slot, target: Slot, weapon: u8, part: Option<u8>) {
        let rules = self.rules;
        let (effect, amount) = rules.fighter(who).weapons[usize::from(weapon)].effect;
        match effect {
            CriticalEffect::None => return,
            CriticalEffect::Bleed => {
                if rules.fighter(target).has_con {
                    let body = self.fight.body_mut(target);
                    body.bleed = match rules.rulings.bleed_stack {
                        BleedStack::Highest => body.bleed.max(amount),
                        BleedStack::Sum => body.bleed + amount,
                    };
                }
            }
            CriticalEffect::Strain => self.strain(target, amount, count::STRAINED_BY_ATTACKS),
            CriticalEffect::Injury => {
                for _ in 0..amount {
                    if let Some(part) = part
                        && !rules.closed(self.fight, target, part)
                        && !self.fight.body(target).dead()
                    {
                        self.injure(target, part, count::INJURED_BY_ATTACKS);
                    }
                }
            }
            CriticalEffect::Prone => self.fall_prone(target, "R-29"),
            CriticalEffect::OffGuard => self.fight.expose(target, who),
        }
        self.table.tell("INJ-146", || {
            let name = rules.name(target);
            let brings = match effect {
                CriticalEffect::Bleed => format!("{amount} bleed"),
                CriticalEffect::Strain => format!("{amount} strain"),
                CriticalEffect::Injury => format!("{amount} more injuries"),
                other => spoken(other),
            };
            format!("the critical hit on {name} brings {brings}")
        });
    }

    /// Bleeding in a turn (INJ-028, R-12).
    #[inline(always)]
    pub(super) fn bleed(&mut self, who: Slot) {
        let bleed = self.fight.body(who).bleed;
        if bleed != 0 && self.rules.fighter(who).has_con {
            self.lend().lose_blood(who, bleed);
        }
    }

    /// Bleeds a combatant: stamina is lost, and a death save is rolled where the ruling asks for one (INJ-035).
    #[inline(never)]
    fn lose_blood(&mut self, who: Slot, bleed: i32) {
        let rules = self.rules;
        let before = self.fight.body(who).unconscious();
        self.table.watch.count(who, count::BLED, bleed);
        self.table.tell("INJ-035", || format!("{} bleeds: {bleed}", rules.name(who)));
        self.lose_stamina(who, bleed * rules.book.bleed.stamina_per_point);
        if rules.asks_for_save(before, self.fight.body(who).unconscious()) {
            self.death_save(who, None);
        }
    }

    /// Writes down if the combatant is present and active, and if the fight is over with that.
    #[inline(never)]
    pub(super) fn muster(&mut self, who: Slot) {
        let rules = self.rules;
        let (present, active) = (rules.present(self.fight.body(who)), rules.active(self.fight.body(who)));
        let belongs = |slots: Slots, belongs: bool| if belongs { slots.with(who) } else { slots.without(who) };
        self.fight.present = belongs(self.fight.present, present);
        self.fight.active = belongs(self.fight.active, active);
        if self.fight.round > 0 && self.fight.ending.is_none() {
            self.fight.ending = rules.ending(self.fight);
        }
    }
}

impl Core {
    /// Adds the strain of a hit (INJ-061, INJ-062).
    #[inline(always)]
    pub(super) fn add_strain<S: Adds>(&self, sum: S, degrees: i32) -> S {
        let numbers = &self.book.strain;
        sum.plus("for the hit", numbers.per_hit).plus("for its degrees", degrees.max(0) * numbers.per_degree)
    }

    /// The worth of the injuries that a save after the next one counts; `None` where it counts that one too (INJ-036, R-10).
    #[inline]
    fn save_value(&self, fight: &Fight, who: Slot) -> Option<i32> {
        let counts = self.rulings.save_counts_new_injury == SaveCountsNewInjury::Yes;
        (!counts).then(|| self.injury_value(who, fight.body(who)))
    }

    /// True if an injury or blood asks for a death save of a combatant that was unconscious before it or not, and is so now or
    /// not (INJ-034, INJ-035, R-10).
    #[inline]
    fn asks_for_save(&self, before: bool, now: bool) -> bool {
        match self.rulings.death_save_scope {
            DeathSaveScope::WhileUnconscious => before,
            DeathSaveScope::AlsoWhenFalling => now,
            DeathSaveScope::Always => true,
        }
    }

    /// True if a part can take no more injuries.
    #[inline]
    fn closed(&self, fight: &Fight, who: Slot, part: u8) -> bool {
        self.closed_parts(who, fight.body(who)) >> part & 1 == 1
    }

    /// Returns what a face with its total comes to in a death save (INJ-036, INJ-037, INJ-038, INJ-039, R-11).
    pub(super) fn judge_save(&self, natural: i32, total: i32, dc: i32) -> SaveResult {
        let best = natural == i32::from(self.book.save.die);
        let margin = total >= dc + self.book.save.critical_margin;
        let critical = match self.rulings.critical_save {
            CriticalSave::Nat20 => best && total >= dc,
            CriticalSave::Margin => margin,
            CriticalSave::Either => best && total >= dc || margin,
        };
        let worst = natural == 1 && self.rulings.save_nat1_fails == SaveNat1Fails::Yes;
        match critical {
            _ if worst || total < dc && !best => SaveResult::Dies,
            true => SaveResult::Critical,
            false => SaveResult::Lives,
        }
    }
}

/// Result of a death save.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaveResult {
    /// Death.
    Dies,
    /// Nothing.
    Lives,
    /// Waking.
    Critical,
}
