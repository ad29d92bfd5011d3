//! Harm in `injury-d20`: what a hit does, from the choice of a part to the last consequence.
//!
//! Owns injuries with their immediate effects, strain, the loss of stamina, unconsciousness, the death save and death (4.8 and
//! 4.12 to 4.13 of the specification). Start at [`Core::land`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::FallInjury;
use super::metrics as count;
use super::plan::parts_in;
use super::rolls;
use super::rulings::{
    BleedStack, CriticalSave, CriticalSaveEndsComa, DeathSaveScope, HitOrder, OverflowInjuries, SaveCountsNewInjury,
    SaveNat1Fails, Strain,
};
use super::sheet::{Attribute, CriticalEffect, PartKind};
use super::state::{Death, Fight, PartSet, cause};
use super::strike::Hit;

/// Faces of the death save.
pub const SAVE_SIDES: u16 = 20;

impl Core {
    /// A hit lands that need not be plain: once for all places that it comes from.
    #[inline(never)]
    pub(super) fn land_any<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        both: (Slot, Slot),
        hit: (Hit, u8),
        table: &mut Table<D, W>,
    ) {
        self.land::<false, _, _>(fight, both, hit, table);
    }

    /// A hit lands (4.8 of the specification).
    #[inline(always)]
    pub(super) fn land<const PLAIN: bool, D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        (hit, weapon): (Hit, u8),
        table: &mut Table<D, W>,
    ) {
        table.watch.count(who, count::HITS, 1);
        table.watch.count(who, count::DEGREES, hit.degrees.max(0));
        let rulings = self.rulings::<PLAIN>();
        let before = !PLAIN && fight.body(target).unconscious();
        let value = match rulings.save_counts_new_injury {
            SaveCountsNewInjury::Yes => None,
            SaveCountsNewInjury::No => Some(self.injury_value(target, fight.body(target))),
        };
        if rulings.hit_order == HitOrder::StrainThenInjury {
            self.strain_by(fight, target, hit.degrees, table);
        }
        let injured = self.injure_by(fight, (who, target), hit.degrees, table);
        let asks = match rulings.death_save_scope {
            DeathSaveScope::Always => injured.is_some() && self.fighter(target).has_con,
            _ => injured.is_some() && before,
        };
        if asks && !fight.body(target).dead() {
            self.death_save(fight, target, value, table);
        }
        if fight.body(target).dead() {
            return;
        }
        if rulings.hit_order == HitOrder::InjuryThenStrain {
            self.strain_by(fight, target, hit.degrees, table);
        }
        let fell = !before && fight.body(target).unconscious();
        if rulings.death_save_scope == DeathSaveScope::AlsoWhenFalling && injured.is_some() && fell {
            self.death_save(fight, target, value, table);
        }
        if hit.critical && !fight.body(target).dead() {
            self.critical_effect(fight, (who, target), (weapon, injured), table);
        }
    }

    /// The injuries of a hit; the part that was chosen (INJ-044 to INJ-048, INJ-135, R-50).
    #[inline(always)]
    fn injure_by<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        degrees: i32,
        table: &mut Table<D, W>,
    ) -> Option<u8> {
        if degrees < 0 {
            return None;
        }
        let part = self.choose_part(fight, (who, target), 1 + degrees, table)?;
        let mut left = 1 + degrees - (self.tier(target, part) - 1);
        let (mut at, first) = (part, part);
        loop {
            while left > 0 && !self.closed(fight, target, at) {
                self.injure(fight, target, at, table);
                left -= 1;
                if fight.body(target).dead() {
                    return Some(first);
                }
            }
            if left == 0 || self.rulings.overflow_injuries == OverflowInjuries::Wasted {
                return Some(first);
            }
            // What the part cannot hold goes to the next one that one degree less and less would reach.
            match self.choose_part(fight, (who, target), left, table) {
                Some(next) => {
                    at = next;
                    left -= self.tier(target, at) - 1;
                }
                None => return Some(first),
            }
        }
    }

    /// The tier of a part.
    #[inline]
    pub(super) fn tier(&self, who: Slot, part: u8) -> i32 {
        let (kind, _) = self.fighter(who).plan.of(part);
        i32::from(self.kinds[kind as usize].tier)
    }

    /// Whether a part can take no more injuries.
    #[inline]
    fn closed(&self, fight: &Fight, who: Slot, part: u8) -> bool {
        let (harm, plan) = (&fight.body(who).harm, &self.fighter(who).plan);
        let full = harm.at_least(self.kinds[plan.of(part).0 as usize].max);
        (full | harm.gone | plan.prostheses) >> part & 1 == 1
    }

    /// Parts that a hit reaching up to this tier can injure.
    #[inline(always)]
    pub(super) fn open_parts(&self, fight: &Fight, (who, target): (Slot, Slot), tier: i32) -> PartSet {
        let (harm, plan) = (&fight.body(target).harm, &self.fighter(target).plan);
        let hearts = i32::from(self.kinds[PartKind::Heart as usize].tier) <= tier && self.knows_heart(fight.body(who), target);
        plan.reached(tier, hearts) & !(plan.full(harm) | harm.gone | plan.prostheses)
    }

    /// One injury, with what it does at once (4.8a of the specification).
    pub(super) fn injure<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, part: u8, table: &mut Table<D, W>) {
        let (kind, index) = self.fighter(who).plan.of(part);
        let majority_before: [bool; 3] =
            std::array::from_fn(|at| kind == PartKind::Head && self.most_heads(who, fight.body(who), at as u8 + 1));
        let saw = matches!(kind, PartKind::Eye | PartKind::Head) && !self.blinded(who, fight.body(who));
        let body = fight.body_mut(who);
        let now = body.harm.add(part);
        table.watch.count(who, count::INJURIES, 1);
        table.tell("INJ-043", || {
            let injuries = if now == 1 { "injury" } else { "injuries" };
            format!("{}: {} {index} has {now} {injuries}", self.name(who), format!("{kind:?}").to_lowercase())
        });
        let rule = self.kinds[kind as usize];
        match kind {
            PartKind::Hand | PartKind::Arm if now == rule.disabled_at => self.drop_hand(fight, who, index, table),
            PartKind::Foot | PartKind::Leg => self.lose_footing(fight, who, table),
            PartKind::Wing => self.lose_wings(fight, who, table),
            PartKind::Heart if now == 1 => self.strike_heart(fight, who, table),
            PartKind::Head => {
                for count in 1..=3 {
                    if !majority_before[usize::from(count) - 1] && self.most_heads(who, fight.body(who), count) {
                        self.strike_head(fight, who, count, table);
                    }
                }
            }
            _ => {}
        }
        if now == rule.max && kind != PartKind::Nose {
            self.destroy(fight, who, part, table);
        }
        if saw && self.blinded(who, fight.body(who)) && !fight.body(who).dead() {
            let round = i32::from(fight.round);
            table.watch.first(who, count::BLINDED_ROUND, round);
            table.tell("INJ-083", || format!("{} is blinded", self.name(who)));
        }
        let fighter = self.fighter(who);
        if !fighter.has_con && !fight.body(who).dead() {
            let all = fight.body(who).harm.injuries();
            if all >= fighter.destroyed_at {
                self.die(fight, who, Death::Destroyed, table);
            }
        }
    }

    /// One injury that no hit inflicts, with the save that it asks for; `before` is whether its bearer was unconscious before what
    /// brought it (INJ-034, R-10).
    pub(super) fn injure_apart<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (part, before): (u8, bool),
        table: &mut Table<D, W>,
    ) {
        let value = match self.rulings.save_counts_new_injury {
            SaveCountsNewInjury::Yes => None,
            SaveCountsNewInjury::No => Some(self.injury_value(who, fight.body(who))),
        };
        self.injure(fight, who, part, table);
        let asks = match self.rulings.death_save_scope {
            DeathSaveScope::WhileUnconscious => before,
            DeathSaveScope::AlsoWhenFalling => fight.body(who).unconscious(),
            DeathSaveScope::Always => true,
        };
        if asks && !fight.body(who).dead() {
            self.death_save(fight, who, value, table);
        }
    }

    /// A part is destroyed (INJ-066, INJ-113, INJ-119, INJ-130, INJ-133, INJ-140, R-23).
    fn destroy<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, part: u8, table: &mut Table<D, W>) {
        let plan = &self.fighter(who).plan;
        let (kind, index) = plan.of(part);
        table.watch.count(who, count::DESTROYED, 1);
        table.tell("INJ-091", || format!("{}: {kind:?} {index} is destroyed", self.name(who)).to_lowercase());
        if self.book.parts.cascade {
            fight.body_mut(who).harm.gone |= plan.going_with(part);
        }
        match kind {
            PartKind::Arm | PartKind::Hand => self.drop_hand(fight, who, index, table),
            PartKind::Leg | PartKind::Foot => self.lose_footing(fight, who, table),
            _ => {}
        }
        let death = match kind {
            PartKind::Head if self.book.head.dies_without => Death::Head,
            PartKind::Heart if self.book.heart.dies_without => Death::Heart,
            _ => return,
        };
        if self.all_lost(who, fight.body(who), kind) {
            self.die(fight, who, death, table);
        }
    }

    /// All feet or all legs are injured or gone (INJ-098, INJ-120).
    fn lose_footing<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body(who);
        if self.all_hurt(who, body, PartKind::Foot) || self.all_hurt(who, body, PartKind::Leg) {
            self.fall_prone(fight, who, table);
        }
    }

    /// Falls prone.
    pub(super) fn fall_prone<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !fight.body(who).prone {
            fight.body_mut(who).prone = true;
            table.watch.count(who, count::FALLS, 1);
            table.tell("INJ-098, INJ-120", || format!("{} is prone", self.name(who)));
        }
    }

    /// Wings that do not carry any longer (INJ-077, INJ-078, R-20).
    fn lose_wings<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.body(who).flying && self.grounded(who, fight.body(who)) {
            self.fall_down(fight, who, table);
        }
    }

    /// Falls out of the air (INJ-078, R-20). An injury by that asks whoever was unconscious before for the death save (INJ-034).
    fn fall_down<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        if !body.flying {
            return;
        }
        let before = body.unconscious();
        let feet = std::mem::take(&mut body.altitude_ft);
        body.flying = false;
        table.tell("INJ-078", || format!("{} falls {feet} feet", self.name(who)));
        self.fall_prone(fight, who, table);
        self.strain(fight, who, feet / 10 * self.book.fall.strain_per_10ft, table);
        if self.book.fall.injury == FallInjury::MinorRandom && feet > 0 && !fight.body(who).dead() {
            let open = self.open_parts(fight, (who, who), 1) & !self.fighter(who).plan.all(PartKind::Heart);
            if open != 0 {
                let pick = table.pick(who, &rolls::FALL_PART, open.count_ones() as usize);
                if let Some(part) = parts_in(open).nth(pick) {
                    self.injure_apart(fight, who, (part, before), table);
                }
            }
        }
    }

    /// What the injuries of most heads do to the whole creature (INJ-122, INJ-124 to INJ-129, R-25).
    fn strike_head<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, number: u8, table: &mut Table<D, W>) {
        match number {
            1 => table.tell("INJ-122", || format!("{} is concussed", self.name(who))),
            2 if !self.immune_to_checks(who) => {
                let stands = self.con_check(fight, who, &rolls::HEAD_STUN, self.book.head.stun_dc, table);
                if stands {
                    self.daze(fight, who, table)
                } else {
                    self.stun(fight, who, table)
                }
                let round = i32::from(fight.round);
                table.watch.first(who, count::CONFUSED_ROUND, round);
            }
            3 if self.fighter(who).has_con => {
                let light = self.con_check(fight, who, &rolls::HEAD_COMA, self.book.head.ko_dc, table);
                let cause = if light { cause::KNOCKED_OUT } else { cause::COMA };
                table.watch.count(who, count::KNOCKED_OUT, 1);
                self.faint(fight, who, cause, table);
            }
            _ => {}
        }
    }

    /// The first injury of a heart (INJ-137, INJ-138).
    fn strike_heart<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if self.immune_to_checks(who) {
            return;
        }
        // The check comes first and is not made worse by what the injury itself brings.
        let (net, modifier) = self.con_check_terms(fight, who);
        let already =
            fight.body(who).has(super::sheet::Condition::Sickened) || self.hurt(who, fight.body(who), PartKind::Heart) > 1;
        let modifier = if already { modifier } else { modifier + self.book.sickened.penalty };
        let stands = self.check(who, &rolls::HEART_STUN, (net, modifier, self.book.heart.stun_dc), table);
        if !stands {
            self.stun(fight, who, table);
        }
    }

    /// Stunned: the next turn is lost, and in one's own turn the rest of that (INJ-124, R-18).
    pub(super) fn stun<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let turns = if fight.acting == Some(who) { 2 } else { 1 };
        let body = fight.body_mut(who);
        body.stunned = body.stunned.max(turns);
        (body.ap, body.reactions) = (0, 0);
        table.watch.count(who, count::STUNNED, 1);
        table.tell("INJ-124", || format!("{} is stunned", self.name(who)));
        if self.book.stunned.drops_held {
            self.drop_all(fight, who, table);
        }
    }

    /// Dazed (INJ-125).
    fn daze<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let turns = if fight.acting == Some(who) { 2 } else { 1 };
        let body = fight.body_mut(who);
        body.dazed = body.dazed.max(turns);
        (body.ap, body.reactions) = (0, 0);
        table.tell("INJ-125", || format!("{} is dazed", self.name(who)));
    }

    /// Strain of a hit (INJ-061, INJ-062).
    #[inline(always)]
    fn strain_by<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, degrees: i32, table: &mut Table<D, W>) {
        let numbers = &self.book.strain;
        self.strain(fight, who, numbers.per_hit + degrees.max(0) * numbers.per_degree, table);
    }

    /// Strain (INJ-063, R-06).
    #[inline(always)]
    pub(super) fn strain<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, points: i32, table: &mut Table<D, W>) {
        if points <= 0 {
            return;
        }
        fight.body_mut(who).strain += points;
        table.watch.count(who, count::STRAIN, points);
        table.tell("INJ-061", || format!("{} takes {points} strain", self.name(who)));
        if self.rulings.strain == Strain::StaminaNow {
            self.lose_stamina(fight, who, points * self.book.strain.stamina_per_point, table);
        }
    }

    /// Pays a price in stamina (INJ-027).
    pub(super) fn pay<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, price: i32, table: &mut Table<D, W>) {
        table.watch.count(who, count::STAMINA_PAID, price);
        self.lose_stamina(fight, who, price, table);
    }

    /// Stamina goes, then exhaustion, then consciousness (INJ-025, INJ-026, INJ-031, INJ-032, R-07).
    #[inline(always)]
    pub(super) fn lose_stamina<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, points: i32, table: &mut Table<D, W>) {
        if points <= 0 || !self.fighter(who).has_con {
            return;
        }
        let round = i32::from(fight.round);
        let body = fight.body_mut(who);
        let fresh = body.stamina > 0;
        let from_stamina = points.min(body.stamina);
        body.stamina -= from_stamina;
        body.exhaustion = (body.exhaustion - (points - from_stamina)).max(0);
        let (stamina, exhaustion) = (body.stamina, body.exhaustion);
        table.tell("INJ-028", || format!("{} has {stamina} stamina and {exhaustion} exhaustion left", self.name(who)));
        if fresh && stamina == 0 {
            table.watch.first(who, count::EXHAUSTED_ROUND, round);
            table.tell("INJ-025", || format!("{} is exhausted", self.name(who)));
        }
        if stamina == 0 && exhaustion == 0 && fight.body(who).causes & cause::EXHAUSTION == 0 {
            self.faint(fight, who, cause::EXHAUSTION, table);
        }
    }

    /// Falls unconscious (INJ-033, 4.12 of the specification).
    #[inline(never)]
    pub(super) fn faint<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, cause: u8, table: &mut Table<D, W>) {
        let before = fight.body(who).unconscious();
        fight.body_mut(who).causes |= cause;
        if before || fight.body(who).dead() {
            return;
        }
        let round = i32::from(fight.round);
        table.watch.first(who, count::OUT_ROUND, round);
        table.watch.first(who, count::UNCONSCIOUS_ROUND, round);
        table.tell("INJ-033", || format!("{} is unconscious", self.name(who)));
        self.drop_all(fight, who, table);
        let body = fight.body_mut(who);
        (body.ap, body.reactions, body.dodging, body.shield_ready) = (0, 0, false, false);
        self.fall_prone(fight, who, table);
        self.fall_down(fight, who, table);
        fight.release_by(who);
        self.muster(fight, who);
    }

    /// Wakes when no cause is left.
    pub(super) fn wake<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, causes: u8, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        let before = body.unconscious();
        body.causes &= !causes;
        if before && !body.unconscious() {
            table.tell("INJ-038", || format!("{} comes round", self.name(who)));
            self.muster(fight, who);
        }
    }

    /// The save of the unconscious (INJ-034 to INJ-039, R-10, R-11). `value` stands for the sum of the injuries.
    #[inline(never)]
    pub(super) fn death_save<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        value: Option<i32>,
        table: &mut Table<D, W>,
    ) {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        if !fighter.has_con {
            return;
        }
        let dc = value.unwrap_or_else(|| self.injury_value(who, body)) + body.bleed;
        let modifier = fighter.attribute(Attribute::Con) + fighter.save_bonus + self.flat(who, body);
        let net = self.base_net(who, body) + self.exhausted_net(who, body, super::book::RollKind::Save);
        table.watch.count(who, count::DEATH_SAVES, 1);
        let result = self.save_result(who, (net, modifier, dc), table);
        match result {
            SaveResult::Dies => self.die(fight, who, Death::Save, table),
            SaveResult::Lives => {}
            SaveResult::Critical => {
                table.watch.count(who, count::CRITICAL_SAVES, 1);
                let body = fight.body_mut(who);
                (body.bleed, body.exhaustion) = (0, fighter.exhaustion_max);
                body.stamina = body.stamina.max(self.book.save.wake_stamina.min(fighter.stamina_max));
                let coma = self.rulings.critical_save_ends_coma == CriticalSaveEndsComa::Yes;
                let ends = cause::EXHAUSTION | cause::KNOCKED_OUT | if coma { cause::COMA } else { 0 };
                self.wake(fight, who, ends, table);
            }
        }
    }

    /// What a death save comes to.
    pub(super) fn save_result<D: Dice, W: Watch>(
        &self,
        who: Slot,
        (net, modifier, dc): (i32, i32, i32),
        table: &mut Table<D, W>,
    ) -> SaveResult {
        let key = || [i64::from(net), i64::from(modifier - dc)];
        let result = table.settle(&rolls::DEATH_SAVE, key, |table| {
            let rolled = self.d20(who, &rolls::DEATH_SAVE, SAVE_SIDES, net, table);
            let total = rolled.sum() + modifier;
            table.tell("INJ-036", || format!("death save of {}: {total} against {dc}", self.name(who)));
            self.judge_save(rolled.natural, total, dc) as i64
        });
        match result {
            0 => SaveResult::Dies,
            1 => SaveResult::Lives,
            _ => SaveResult::Critical,
        }
    }

    /// What a face with its total comes to in a death save (INJ-036 to INJ-039, R-11).
    pub(super) fn judge_save(&self, natural: i32, total: i32, dc: i32) -> SaveResult {
        let best = natural == i32::from(SAVE_SIDES);
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

    /// Death (INJ-039, INJ-041, INJ-133, INJ-140).
    pub(super) fn die<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, death: Death, table: &mut Table<D, W>) {
        if fight.body(who).dead() {
            return;
        }
        let round = i32::from(fight.round);
        fight.body_mut(who).death = death;
        table.watch.first(who, count::OUT_ROUND, round);
        table.watch.first(who, count::DEATH_ROUND, round);
        table.tell("INJ-039", || format!("{} is dead", self.name(who)));
        self.drop_all(fight, who, table);
        let body = fight.body_mut(who);
        (body.ap, body.reactions) = (0, 0);
        fight.release_by(who);
        self.muster(fight, who);
    }

    /// What a critical hit brings (INJ-146, R-29).
    #[inline(never)]
    fn critical_effect<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        (weapon, part): (u8, Option<u8>),
        table: &mut Table<D, W>,
    ) {
        let (effect, amount) = self.fighter(who).weapons[usize::from(weapon)].effect;
        match effect {
            CriticalEffect::None => return,
            CriticalEffect::Bleed => {
                if self.fighter(target).has_con {
                    let body = fight.body_mut(target);
                    body.bleed = match self.rulings.bleed_stack {
                        BleedStack::Highest => body.bleed.max(amount),
                        BleedStack::Sum => body.bleed + amount,
                    };
                }
            }
            CriticalEffect::Strain => self.strain(fight, target, amount, table),
            CriticalEffect::Injury => {
                for _ in 0..amount {
                    if let Some(part) = part
                        && !self.closed(fight, target, part)
                        && !fight.body(target).dead()
                    {
                        self.injure(fight, target, part, table);
                    }
                }
            }
            CriticalEffect::Prone => self.fall_prone(fight, target, table),
            CriticalEffect::OffGuard => fight.expose(target, who),
        }
        table.tell("INJ-146", || format!("the critical hit brings {effect:?} for {}", self.name(target)).to_lowercase());
    }

    /// Bleeding in a turn (INJ-028, INJ-035, R-12).
    #[inline(always)]
    pub(super) fn bleed<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let bleed = fight.body(who).bleed;
        if bleed != 0 && self.fighter(who).has_con {
            self.lose_blood(fight, who, bleed, table);
        }
    }

    #[inline(never)]
    fn lose_blood<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, bleed: i32, table: &mut Table<D, W>) {
        let before = fight.body(who).unconscious();
        table.watch.count(who, count::BLED, bleed);
        table.tell("INJ-035", || format!("{} bleeds", self.name(who)));
        self.lose_stamina(fight, who, bleed * self.book.bleed.stamina_per_point, table);
        let asks = match self.rulings.death_save_scope {
            DeathSaveScope::WhileUnconscious => before,
            DeathSaveScope::AlsoWhenFalling => fight.body(who).unconscious(),
            DeathSaveScope::Always => true,
        };
        if asks {
            self.death_save(fight, who, None, table);
        }
    }
}

/// What a death save comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SaveResult {
    /// Death.
    Dies,
    /// Nothing.
    Lives,
    /// Waking.
    Critical,
}
