//! Harm in `bdp`: from damage behind Armor to HP, abilities, Critical Damage Saves, injuries and wounds.
//!
//! Owns the steps from damage to its last consequence, in their order. Who strikes whom is decided in
//! [`attack`](super::attack). Start at [`Core::hurt`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::harm::{Area, Level};
use super::fighter::WoundKeys;
use super::lowered;
use super::metrics as count;
use super::policy::WoundChoice;
use super::rolls;
use super::rulings::{
    ArmSide, ArmUntil, CritStr, DetachmentOverflow, GuardUses, GuardWound, InjuryRepeat, NonlethalOnCrit, NonlethalZero,
    NpcOnCrit, WoundKey, WoundRaise,
};
use super::sheet::{Ability, DamageType, Skill, Species, Trait};
use super::state::{Fight, Status};
use super::wounds::{WOUNDS_MAX, Wound};

/// What kind of blow damage comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cause {
    /// Whether a failed save only knocks out. [BDP-250]
    pub nonlethal: bool,
    /// Whether a failed save is death. [BDP-336]
    pub brutal: bool,
    /// Type of the damage, for kinds of wounds.
    pub damage: Option<DamageType>,
}

/// What damage did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hurt {
    /// Points of the ability lost.
    pub lost: i32,
    /// Whether a Critical Damage Save failed, or there was nothing left to save with.
    pub critical: bool,
    /// Whether that was a death by Brutal.
    pub brutal: bool,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Damage that Armor let through (BDP-239, BDP-240, BDP-241; step 4.7 of the specification).
    #[inline]
    pub(super) fn hurt<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        damage: i32,
        cause: Cause,
        table: &mut Table<D, W>,
    ) -> Hurt {
        let guard = self.guard(target, fight.body(target));
        if !PLAIN {
            fight.body_mut(target).plight.hurt = true;
        }
        if guard > 0 && damage >= guard && self.is_tough(fight, target) {
            return self.stays_up(fight, target, guard, table);
        }
        let soaked = guard.min(damage);
        let body = fight.body_mut(target);
        body.hp -= soaked as i16;
        table.watch.count(target, count::DAMAGE_TAKEN, damage);
        table.watch.count(target, count::HP_LOST, soaked);
        let rest = damage - soaked;
        table.tell("BDP-239", || format!("{} loses {soaked} HP: {} left", self.name(target), fight.body(target).hp));
        if rest == 0 { Hurt::default() } else { self.hurt_ability(fight, target, rest, (cause, true), table) }
    }

    /// Whether somebody is left with HP where others are not (BDP-592).
    fn is_tough(&self, fight: &Fight, target: Slot) -> bool {
        let unused = || fight.body(target).daily.gifts < self.book.skill.species_uses;
        !PLAIN && self.fighter(target).species == Species::Tough && unused()
    }

    /// The tough keep some HP, and the rest of the blow is lost (BDP-592).
    fn stays_up<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, guard: i32, table: &mut Table<D, W>) -> Hurt {
        let left = i32::from(self.book.skill.tough_hp).min(guard);
        let body = fight.body_mut(target);
        body.daily.gifts += 1;
        body.hp = left as i16;
        table.watch.count(target, count::HP_LOST, guard - left);
        table.tell("BDP-592", || format!("{} is tough and stays at {left} HP", self.name(target)));
        Hurt::default()
    }

    /// Damage that goes to STR, or where the rules say so to WIL, with or without a save (BDP-064, BDP-264, BDP-265, BDP-293,
    ///
    #[inline(never)]
    pub(super) fn hurt_ability<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        damage: i32,
        (cause, saves): (Cause, bool),
        table: &mut Table<D, W>,
    ) -> Hurt {
        let band = self.is(target, Trait::Detachment);
        let ability = match self.rulings().detachment_overflow {
            DetachmentOverflow::Wil if band => Ability::Wil,
            _ => Ability::Str,
        };
        let score = &mut fight.body_mut(target).abilities[ability.index()];
        let lost = damage.min(i32::from(*score));
        *score -= lost as i16;
        let left = i32::from(*score);
        table.watch.count(target, count::ABILITY_LOST, lost);
        self.lantern_may_break(fight, target, table);
        table.tell("BDP-240", || format!("{} loses {lost} {}: {left} left", self.name(target), ability.name()));
        let hurt = Hurt { lost, critical: false, brutal: false };
        if left == 0 {
            let status = match () {
                () if band => Status::Destroyed,
                () if cause.nonlethal && self.rulings().nonlethal_zero == NonlethalZero::KnockedOut => Status::KnockedOut,
                () => Status::Dead,
            };
            self.goes_out(fight, target, status, table);
            return Hurt { critical: true, ..hurt };
        }
        // A detachment saves with WIL whatever was hurt.
        let saved_with = if band { Ability::Wil } else { ability };
        if !saves || self.critical_save(fight, target, (saved_with, false), table) {
            return hurt;
        }
        let brutal = self.is_brutal(cause, target);
        self.critical(fight, target, cause, brutal, table);
        Hurt { critical: true, brutal, ..hurt }
    }

    /// Whether critical damage of this kind is death for somebody (BDP-336, R-31).
    pub(super) fn is_brutal(&self, cause: Cause, target: Slot) -> bool {
        cause.brutal && (!self.fighter(target).pc || self.rulings().brutal_pc)
    }

    /// What a failed save on STR does (BDP-065, BDP-250, BDP-264, BDP-336, R-08).
    pub(super) fn critical<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        cause: Cause,
        brutal: bool,
        table: &mut Table<D, W>,
    ) {
        table.watch.count(target, count::CRITICALS, 1);
        let fighter = self.fighter(target);
        if brutal {
            return self.goes_out(fight, target, Status::Dead, table);
        }
        if cause.nonlethal && self.rulings().nonlethal_on_crit == NonlethalOnCrit::KnockedOut {
            return self.goes_out(fight, target, Status::KnockedOut, table);
        }
        if self.is(target, Trait::Detachment) {
            return self.goes_out(fight, target, Status::Routed, table);
        }
        if fighter.pc {
            return match self.rulings().crit_str() {
                CritStr::Injury => self.injury(fight, target, cause, table),
                CritStr::D6 => self.critical_table(fight, target, table),
                CritStr::Location => self.location(fight, target, cause, table),
            };
        }
        match self.rulings().npc_on_crit {
            NpcOnCrit::Down => self.goes_out(fight, target, Status::Down, table),
            NpcOnCrit::Dead => self.goes_out(fight, target, Status::Dead, table),
            NpcOnCrit::Injury => self.injury(fight, target, cause, table),
            NpcOnCrit::Impaired => fight.body_mut(target).weakened = true,
        }
    }

    /// The d6 of version 1.32 (BDP-610).
    fn critical_table<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, table: &mut Table<D, W>) {
        let numbers = &self.book.critical;
        let face = table.roll(target, &rolls::CRITICAL_TABLE, numbers.die.into());
        if face <= i32::from(numbers.dead) {
            self.goes_out(fight, target, Status::Dead, table);
        } else if face >= i32::from(numbers.rally) {
            let gained = table.sum(target, &rolls::RALLY, numbers.rally_hp);
            let body = fight.body_mut(target);
            let most = if numbers.rally_capped { i32::from(body.hp_max) } else { i32::MAX };
            body.hp = (i32::from(body.hp) + gained).min(most).max(i32::from(body.hp)).min(i32::from(i16::MAX)) as i16;
            table.tell("BDP-610", || format!("{} fights on with {} HP", self.name(target), fight.body(target).hp));
            self.check_full(fight, target, table);
        } else {
            self.goes_out(fight, target, Status::Down, table);
        }
    }

    /// The area of an injury (BDP-069).
    fn area<D: Dice, W: Watch>(&self, fight: &Fight, target: Slot, table: &mut Table<D, W>) -> Area {
        let areas = &self.book.injury.area;
        let likes = Area::ALL.map(|area| if table.settles() { self.plain_area(fight, target, area) } else { area } as i64);
        let roll = |table: &mut Table<D, W>| {
            let area = areas[table.roll(target, &rolls::AREA, areas.len() as u32) as usize - 1];
            likes[area as usize]
        };
        let area = Area::ALL[table.settle(&rolls::AREA, || likes, roll) as usize];
        table.tell("BDP-069", || format!("{} is injured: {}", self.name(target), area.key().replace('_', " ")));
        area
    }

    /// An injury by area (BDP-069 to BDP-079, R-09 to R-14).
    fn injury<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, cause: Cause, table: &mut Table<D, W>) {
        let area = self.area(fight, target, table);
        let guarded = self.guards(fight, target, area, table);
        if guarded && self.rulings().guard_wound == GuardWound::Skip {
            return;
        }
        let mut wounds = true;
        if !guarded {
            match area {
                Area::Torso => self.loses(fight, target, Ability::Str, &rolls::TORSO, table),
                Area::LeftLeg | Area::RightLeg => self.loses(fight, target, Ability::Dex, &rolls::LEG, table),
                Area::LeftArm | Area::RightArm => self.arm(fight, target, area, table),
                Area::Head => wounds = self.head(fight, target, table),
            }
            table.watch.count(target, count::INJURED[area as usize], 1);
            table.watch.count(target, count::INJURIES, 1);
            table.watch.first(target, count::FIRST_INJURY, area as i32 + 1);
            self.dismember(fight, target, area, table);
        }
        if wounds && fight.body(target).status != Status::Dead {
            let by = cause.damage.filter(|_| self.rulings().wound_key == WoundKey::WeaponArea);
            let wound = Wound { key: WoundKeys::injury(area, by), level: self.book.injury.wound_level, treated: 0 };
            self.wound(fight, target, wound, table);
        }
    }

    /// Whether gear protects the area; gear that protects once is broken by it (BDP-072, BDP-358, R-10).
    fn guards<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, area: Area, table: &mut Table<D, W>) -> bool {
        let (items, held) = (&self.fighter(target).items, fight.body(target).items);
        let worn = |item: &usize| {
            held >> item & 1 == 1 && !items[*item].stored && items[*item].area.is_some_and(|guard| guard.guarded_with(area))
        };
        let Some(item) = (0..items.len()).find(worn) else { return false };
        table.tell("BDP-072", || format!("{} of {} protects", items[item].name, self.name(target)));
        if self.rulings().guard_uses == GuardUses::Once {
            let body = fight.body_mut(target);
            body.items &= !(1 << item);
            body.load -= items[item].slots;
        }
        true
    }

    /// What an injury costs of an ability, without another save (BDP-073, BDP-074, BDP-075).
    fn loses<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        target: Slot,
        ability: Ability,
        roll: &'static crate::dice::Roll,
        table: &mut Table<D, W>,
    ) {
        let die = if ability == Ability::Str { self.book.injury.torso } else { self.book.injury.leg };
        let lost = table.sum(target, roll, die);
        let score = &mut fight.body_mut(target).abilities[ability.index()];
        *score = (i32::from(*score) - lost).max(0) as i16;
        let left = *score;
        table.tell("BDP-073, BDP-074", || format!("{} loses {lost} {}: {left} left", self.name(target), ability.name()));
        if left == 0 {
            self.goes_out(fight, target, self.lost_with(target, ability), table);
        }
    }

    /// An injured arm drops what it holds and impairs attacks (BDP-076, BDP-077, R-11, R-12).
    fn arm<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, area: Area, table: &mut Table<D, W>) {
        fight.body_mut(target).arms |= if area == Area::RightArm { 1 } else { 2 };
        let grips = self.fighter(target).has(Skill::FirmGrip) && self.rulings().firm_grip_injury;
        if !self.book.injury.arm_drops || grips {
            return;
        }
        let body = fight.body(target);
        if self.rulings().injury_arm_side == ArmSide::MainAlways {
            return self.drop_weapon(fight, target, self.wielded(target, body), table);
        }
        let [main, off] = self.in_hands(target, body);
        let both = main.is_some_and(|weapon| self.weapon(target, weapon).hands == 2);
        if area == Area::RightArm || both {
            return main.into_iter().for_each(|weapon| self.drop_weapon(fight, target, weapon, table));
        }
        match off {
            Some(weapon) => self.drop_weapon(fight, target, weapon, table),
            None if body.shielded => {
                let slots = self.fighter(target).shield_slots;
                let body = fight.body_mut(target);
                (body.shielded, body.shield_dropped) = (false, true);
                body.load -= slots;
                table.tell("BDP-076", || format!("{} drops the shield", self.name(target)));
            }
            None => self.drops_torch(fight, target, table),
        }
    }

    /// A weapon falls to the ground (BDP-076, BDP-270).
    pub(super) fn drop_weapon<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, weapon: u8, table: &mut Table<D, W>) {
        let arm = self.weapon(who, weapon);
        let body = fight.body_mut(who);
        if !arm.loose() || !body.carries(weapon) {
            return;
        }
        body.weapons &= !(1 << weapon);
        body.dropped |= 1 << weapon;
        body.load -= arm.slots;
        table.tell("BDP-076", || format!("{} drops the {}", self.name(who), arm.name));
    }

    /// An injured head; true when it leaves a wound (BDP-078, R-13).
    fn head<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, table: &mut Table<D, W>) -> bool {
        let numbers = &self.book.injury;
        let both_wound = self.rulings().injury_scar_wound;
        let (dead, eye) = (i32::from(numbers.head_dead), i32::from(numbers.head_eye));
        let alike = table.settles() && !self.asked.eyes && both_wound;
        let fate = |face: i32| i64::from(face > dead) + i64::from(face > dead.max(eye) && !alike);
        let roll = |table: &mut Table<D, W>| fate(table.roll(target, &rolls::HEAD, numbers.head.into()));
        let fate = table.settle(&rolls::HEAD, || [0_i64; 0], roll);
        if fate == 0 {
            self.goes_out(fight, target, Status::Dead, table);
            false
        } else if fate == 1 {
            fight.body_mut(target).eye_lost = true;
            table.tell("BDP-078", || format!("{} loses an eye", self.name(target)));
            true
        } else {
            table.tell("BDP-078", || format!("{} gains a scar", self.name(target)));
            self.rulings().injury_scar_wound
        }
    }

    /// A limb may be lost at once (BDP-071, R-09).
    fn dismember<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, area: Area, table: &mut Table<D, W>) {
        let percent = i32::from(self.book.injury.dismember_percent);
        let limb = area.is_arm() || area.is_leg();
        if percent == 0
            || !limb
            || fight.body(target).status == Status::Dead
            || !table.at_most(target, &rolls::DISMEMBER, 100, percent)
        {
            return;
        }
        self.lose_limb(fight, target, area, table);
    }

    fn lose_limb<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, area: Area, table: &mut Table<D, W>) {
        let lame = fight.body(target).limbs_lost & 4 != 0;
        fight.body_mut(target).limbs_lost |= match area {
            Area::RightArm => 1,
            Area::LeftArm => 2,
            _ if lame => 8,
            _ => 4,
        };
        table.tell("BDP-071", || format!("{} loses the {}", self.name(target), area.key().replace('_', " ")));
        if area.is_arm() {
            self.leaves_shield(fight, target, table);
        }
    }

    /// One arm is for a weapon, and none is left for a shield.
    fn leaves_shield<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let slots = self.fighter(who).shield_slots;
        let body = fight.body_mut(who);
        if body.shielded {
            body.load -= slots;
            table.tell("R-09", || format!("{} has no arm left for the shield", self.name(who)));
        }
        (body.shielded, body.shield_dropped) = (false, false);
    }

    /// The injuries of version 1.32 by location (BDP-611, BDP-612).
    fn location<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, cause: Cause, table: &mut Table<D, W>) {
        let area = self.area(fight, target, table);
        table.watch.count(target, count::INJURED[area as usize], 1);
        table.watch.count(target, count::INJURIES, 1);
        match area {
            Area::Torso => self.loses(fight, target, Ability::Str, &rolls::TORSO, table),
            Area::LeftArm | Area::RightArm => {
                self.arm(fight, target, area, table);
                self.lose_limb(fight, target, area, table);
            }
            Area::LeftLeg | Area::RightLeg => self.lose_limb(fight, target, area, table),
            Area::Head if self.book.injury.location_head_dead => self.goes_out(fight, target, Status::Dead, table),
            Area::Head => {}
        }
        if fight.body(target).status == Status::Dead {
            return;
        }
        fight.body_mut(target).weakened = true;
        let by = cause.damage.filter(|_| self.rulings().wound_key == WoundKey::WeaponArea);
        let wound = Wound { key: WoundKeys::injury(area, by), level: self.book.injury.wound_level, treated: 0 };
        self.wound(fight, target, wound, table);
    }

    /// A wound: another slot, or one of its kind becomes worse (BDP-050 to BDP-053, BDP-057, R-09, R-14, R-15).
    pub(super) fn wound<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, new: Wound, table: &mut Table<D, W>) {
        let worse = |wound: &Wound| wound.key == new.key && wound.level != Level::Permanent;
        let injury = WoundKeys::area(new.key).is_some();
        let repeated = fight.body(target).wounds.each().any(worse);
        let permanent = injury && repeated && self.rulings().injury_repeat == InjuryRepeat::Permanent;
        let worsens = repeated && (permanent || self.wounds_choice(fight, target, table) == WoundChoice::Worsen);
        if worsens {
            let raise = self.rulings().wound_raise;
            let old = fight.body_mut(target).wounds.each_mut().find(|wound| worse(wound));
            if let Some(old) = old {
                let next = if old.level == Level::Light { Level::Severe } else { Level::Permanent };
                old.level = match raise {
                    _ if permanent => Level::Permanent,
                    WoundRaise::AtLeastNew => next.max(new.level),
                    WoundRaise::OneLevel => next,
                };
                old.treated = 0;
                let level = old.level;
                table.tell("BDP-053", || format!("a wound of {} becomes {}", self.name(target), lowered(&level)));
                if level == Level::Permanent {
                    self.permanent(fight, target, new.key, table);
                }
            }
        } else {
            if !self.makes_room(fight, target, table) {
                return;
            }
            if fight.body_mut(target).wounds.add(new) {
                table.tell("BDP-050, BDP-079", || format!("{} has another wound", self.name(target)));
                if new.level == Level::Permanent {
                    self.permanent(fight, target, new.key, table);
                }
            } else {
                return table
                    .tell("BDP-050", || format!("{} has {WOUNDS_MAX} wounds, and no more are kept", self.name(target)));
            }
        }
        table.watch.count(target, count::WOUNDS, 1);
        self.check_full(fight, target, table);
    }

    /// A permanent wound lowers its ability, maximum and all (BDP-057, R-15).
    fn permanent<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, key: u8, table: &mut Table<D, W>) {
        let ability = self.wound_abilities[usize::from(key)];
        let loss = self.book.wound.permanent_loss;
        let body = fight.body_mut(target);
        let (most, now) = (&mut body.maxima[ability.index()], &mut body.abilities[ability.index()]);
        *most = (*most - loss).max(0);
        *now = (*now - loss).max(0);
        let left = *now;
        table.tell("BDP-057", || format!("{} is marked for good: {} {left}", self.name(target), ability.name()));
        if left == 0 {
            self.goes_out(fight, target, self.lost_with(target, ability), table);
        }
    }

    /// Whether an injured arm impairs attacks now (BDP-076, R-12).
    pub(super) fn arm_impairs(&self, arms: u8) -> bool {
        self.book.injury.arm_impairs && arms != 0
    }

    /// Whether injured arms heal with the end of a fight.
    pub(super) fn arms_heal_after_fight(&self) -> bool {
        self.rulings().injury_arm_until == ArmUntil::Fight
    }
}
