//! Harm in `bdp`: from damage behind Armor, or to an ability at once, to HP, abilities, Critical Damage Saves, injuries and
//! wounds.
//!
//! Owns the steps from damage to its last consequence, in their order. Attackers and targets are decided in
//! [`attack`](super::attack). Start at [`Play::hurt`].

use frame::dice::{Dice, Slot};
use frame::fight::watch::Counter;
use frame::fight::{Slots, Watch};

use super::book::harm::{Area, Level, Peril, Perils};
use super::fighter::WoundKeys;
use super::lowered;
use super::metrics as count;
use super::policy::WoundChoice;
use super::rolls;
use super::rulings::{
    ArmSide, ArmUntil, CritStr, DetachmentOverflow, DirectArmor, ElementWounds, GuardUses, GuardWound, InjuryRepeat,
    NonlethalOnCrit, NonlethalZero, NpcOnCrit, WoundKey, WoundRaise,
};
use super::scene::PerilKind;
use super::sheet::{Ability, DamageType, Skill, Source, Species, Trait};
use super::state::{Body, Status};
use super::wounds::{WOUNDS_MAX, Wound};
use super::{Core, Play};

/// The origin of harm, as it is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// Attacks, counted back on their attackers where they bounce.
    #[default]
    Attack,
    /// Poison on a weapon. [BDP-346]
    Poison,
    /// Bleeding. [BDP-338]
    Bleeding,
    /// Spells of another caster, and the blast of a feedback. [BDP-456, BDP-455]
    Magic,
    /// A creature that holds or breathes. [BDP-410, BDP-407]
    Monster,
    /// Whatever lies in wait in a zone, or is fallen from. [BDP-036]
    Surroundings,
    /// A hazard of the day.
    Hazard,
    /// One's own stunts, miracles, spells and attempts. [BDP-254, BDP-477, BDP-454, BDP-021]
    Exertion,
    /// A disease. [BDP-081]
    Disease,
}

impl Origin {
    /// The running number of points lost to it.
    pub(super) fn counter(self) -> Counter {
        count::LOST_TO[self as usize]
    }
}

/// The kind of blow that deals damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cause {
    /// The origin of the harm.
    pub origin: Origin,
    /// True if a failed save only knocks out. [BDP-250]
    pub nonlethal: bool,
    /// True if a failed save is death. [BDP-336]
    pub brutal: bool,
    /// Type of the damage, for kinds of wounds.
    pub damage: Option<DamageType>,
}

/// The result of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hurt {
    /// Points of the ability lost.
    pub lost: i32,
    /// True if a Critical Damage Save failed, or there was nothing left to save with.
    pub critical: bool,
    /// True if that was a death by Brutal.
    pub brutal: bool,
}

/// Damage to an ability that no blow does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AbilityDamage {
    /// The ability.
    pub(super) ability: Ability,
    /// Points.
    pub(super) amount: i32,
    /// True if it can ask for a Critical Damage Save.
    pub(super) critical: bool,
    /// True if that save has advantage.
    pub(super) advantage: bool,
    /// The origin of the damage.
    pub(super) origin: Origin,
}

impl AbilityDamage {
    /// Damage that asks for no save.
    pub(super) fn simply(ability: Ability, amount: i32, origin: Origin) -> Self {
        AbilityDamage { ability, amount, critical: false, advantage: false, origin }
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Damage that Armor let through (step 4.7 of the specification; BDP-239, BDP-240, BDP-632).
    #[inline]
    pub(super) fn hurt(&mut self, target: Slot, damage: i32, cause: Cause) -> Hurt {
        let rest = self.soaks(target, damage, cause.origin, "BDP-239");
        if rest == 0 { Hurt::default() } else { self.hurt_ability(target, rest, cause, true) }
    }

    /// HP soak damage; returns what is left of it for an ability (BDP-239, BDP-592; step 4.7.1).
    #[inline]
    pub(super) fn soaks(&mut self, target: Slot, damage: i32, origin: Origin, rule: &'static str) -> i32 {
        let rules = self.rules;
        let guard = rules.guard(target, self.fight.body(target));
        if !PLAIN {
            self.fight.body_mut(target).plight.hurt = true;
        }
        if guard > 0 && damage >= guard && rules.has_gift(self.fight, target, Species::Tough) {
            self.stays_up(target, guard, origin);
            return 0;
        }
        let soaked = guard.min(damage);
        let body = self.fight.body_mut(target);
        body.hp -= soaked as i16;
        self.table.watch.count(target, count::DAMAGE_TAKEN, damage);
        self.table.watch.count(target, count::HP_LOST, soaked);
        self.table.watch.count(target, origin.counter(), soaked);
        self.table.tell(rule, || format!("{} loses {soaked} HP: {} left", rules.name(target), self.fight.body(target).hp));
        damage - soaked
    }

    /// The tough keep some HP, and the rest of the damage is lost (BDP-592).
    fn stays_up(&mut self, target: Slot, guard: i32, origin: Origin) {
        let left = i32::from(self.rules.book.skill.tough_hp).min(guard);
        let body = self.fight.body_mut(target);
        body.daily.gifts += 1;
        body.hp = left as i16;
        self.table.watch.count(target, count::HP_LOST, guard - left);
        self.table.watch.count(target, origin.counter(), guard - left);
        self.table.tell("BDP-592", || format!("{} is tough and stays at {left} HP", self.rules.name(target)));
    }

    /// Damage that goes to STR, or where the rules say so to WIL, with or without a save (BDP-064, BDP-241, BDP-293, R-08,
    ///
    #[inline(never)]
    pub(super) fn hurt_ability(&mut self, target: Slot, damage: i32, cause: Cause, saves: bool) -> Hurt {
        let rules = self.rules;
        let band = rules.is(target, Trait::Detachment);
        let ability = match rules.rulings.detachment_overflow {
            DetachmentOverflow::Wil if band => Ability::Wil,
            _ => Ability::Str,
        };
        let score = &mut self.fight.body_mut(target).abilities[ability.index()];
        let lost = damage.min(i32::from(*score));
        *score -= lost as i16;
        let left = i32::from(*score);
        self.table.watch.count(target, count::ABILITY_LOST, lost);
        self.table.watch.count(target, cause.origin.counter(), lost);
        self.lantern_may_break(target);
        self.table.tell("BDP-240", || format!("{} loses {lost} {}: {left} left", rules.name(target), ability.name()));
        let hurt = Hurt { lost, critical: false, brutal: false };
        if left == 0 {
            let spared = cause.nonlethal && rules.rulings().nonlethal_zero == NonlethalZero::KnockedOut;
            let status = if spared && !band { Status::KnockedOut } else { rules.lost_with(target, ability) };
            self.goes_out(target, status);
            return Hurt { critical: true, ..hurt };
        }
        if !saves || self.critical_save(target, ability, false) {
            return hurt;
        }
        let brutal = rules.is_brutal(cause, target);
        self.critical(target, cause, brutal);
        Hurt { critical: true, brutal, ..hurt }
    }

    /// Damage to an ability that no blow does, with a Critical Damage Save where it asks for one (BDP-037, R-06). True if that
    /// save fails.
    pub(super) fn harm_ability(&mut self, target: Slot, damage: AbilityDamage, rule: &'static str) -> bool {
        let amount = self.rules.behind_armor(damage.amount, target, self.fight.body(target));
        self.wears_down(target, AbilityDamage { amount, ..damage }, rule)
    }

    /// Damage to an ability by poison, with advantage for a target that resists it (BDP-002, BDP-346, BDP-535).
    pub(super) fn harm_by_poison(&mut self, target: Slot, ability: Ability, amount: i32, critical: bool) {
        let advantage = self.rules.fighter(target).has(Skill::PoisonResistance);
        self.harm_ability(target, AbilityDamage { ability, amount, critical, advantage, origin: Origin::Poison }, "BDP-346");
    }

    /// An ability goes down by so much, whatever Armor is worn. True if a Critical Damage Save fails (BDP-041, BDP-620).
    pub(super) fn wears_down(&mut self, target: Slot, damage: AbilityDamage, rule: &'static str) -> bool {
        let rules = self.rules;
        let AbilityDamage { ability, amount, critical, advantage, origin } = damage;
        if amount == 0 || !self.fight.is_active(target) {
            return false;
        }
        let body = self.fight.body_mut(target);
        body.plight.hurt |= !PLAIN;
        let score = &mut body.abilities[ability.index()];
        let lost = amount.min(i32::from(*score));
        *score -= lost as i16;
        let left = *score;
        self.table.watch.count(target, count::ABILITY_LOST, lost);
        self.table.watch.count(target, origin.counter(), lost);
        self.table.tell(rule, || format!("{} loses {lost} {}: {left} left", rules.name(target), ability.name()));
        if left == 0 {
            self.goes_out(target, rules.lost_with(target, ability));
            return false;
        }
        let band = rules.is(target, Trait::Detachment);
        let saves = critical
            && match ability {
                Ability::Str => true,
                Ability::Dex => rules.rulings().crit_dex(),
                Ability::Wil => rules.rulings().crit_wil(),
            };
        let fails = saves && !self.critical_save(target, ability, advantage);
        if fails {
            match ability {
                // A detachment is routed (BDP-264).
                Ability::Dex | Ability::Wil if !band => self.goes_out(target, rules.lost_with(target, ability)),
                _ => self.critical(target, Cause::default(), false),
            }
        }
        fails
    }

    /// Applies what a failed save on STR does (BDP-065, BDP-250, BDP-264, BDP-336, R-08).
    fn critical(&mut self, target: Slot, cause: Cause, brutal: bool) {
        let rules = self.rules;
        self.table.watch.count(target, count::CRITICALS, 1);
        let fighter = rules.fighter(target);
        if brutal {
            return self.goes_out(target, rules.lost_with(target, Ability::Str));
        }
        if cause.nonlethal && rules.rulings().nonlethal_on_crit == NonlethalOnCrit::KnockedOut {
            return self.goes_out(target, Status::KnockedOut);
        }
        if rules.is(target, Trait::Detachment) {
            return self.goes_out(target, Status::Routed);
        }
        if fighter.pc {
            return match rules.rulings().crit_str() {
                CritStr::D6 => self.critical_table(target),
                CritStr::Injury | CritStr::Location => self.injury(target, cause),
            };
        }
        match rules.rulings().npc_on_crit {
            NpcOnCrit::Down => self.goes_out(target, Status::Down),
            NpcOnCrit::Dead => self.goes_out(target, Status::Dead),
            NpcOnCrit::Injury => self.injury(target, cause),
            NpcOnCrit::Impaired => self.fight.body_mut(target).weakened = true,
        }
    }

    /// The d6 of version 1.32 (BDP-610).
    fn critical_table(&mut self, target: Slot) {
        let numbers = &self.rules.book.critical;
        let face = self.table.roll(target, &rolls::CRITICAL_TABLE, numbers.die.into());
        if face <= i32::from(numbers.dead) {
            self.goes_out(target, Status::Dead);
        } else if face >= i32::from(numbers.rally) {
            let gained = self.table.sum(target, &rolls::RALLY, numbers.rally_hp);
            let body = self.fight.body_mut(target);
            let most = if numbers.rally_capped { i32::from(body.hp_max) } else { i32::MAX };
            body.hp = (i32::from(body.hp) + gained).min(most).max(i32::from(body.hp)).min(i32::from(i16::MAX)) as i16;
            self.table
                .tell("BDP-610", || format!("{} fights on with {} HP", self.rules.name(target), self.fight.body(target).hp));
            self.check_full(target);
        } else {
            self.goes_out(target, Status::Down);
        }
    }

    /// The area of an injury (BDP-069).
    pub(super) fn area(&mut self, target: Slot) -> Area {
        let rules = self.rules;
        let areas = &rules.book.injury.area;
        let likes =
            Area::ALL.map(|area| if self.table.settles() { rules.plain_area(self.fight, target, area) } else { area } as i64);
        let roll = |play: &mut Self| {
            let area = areas[play.table.roll(target, &rolls::AREA, areas.len() as u32) as usize - 1];
            likes[area as usize]
        };
        let area = Area::ALL[self.settle(&rolls::AREA, |_| likes, roll) as usize];
        self.table.tell("BDP-069", || format!("{} is injured: {}", rules.name(target), area.word().replace('_', " ")));
        area
    }

    /// An injury (BDP-069).
    fn injury(&mut self, target: Slot, cause: Cause) {
        let area = self.area(target);
        self.injures(target, area, cause);
    }

    /// Injures an area, by the table of injuries or as version 1.32 locates them (BDP-065, BDP-611).
    pub(super) fn injures(&mut self, target: Slot, area: Area, cause: Cause) {
        let rules = self.rules;
        if rules.fighter(target).pc && rules.rulings().crit_str() == CritStr::Location {
            self.location(target, area, cause);
        } else {
            self.by_table(target, area, cause);
        }
    }

    /// An injury by area (BDP-071 to BDP-078, R-09 to R-13).
    fn by_table(&mut self, target: Slot, area: Area, cause: Cause) {
        let rules = self.rules;
        let guarded = self.guards(target, area);
        if guarded && rules.rulings().guard_wound == GuardWound::Skip {
            return;
        }
        let mut wounds = true;
        if !guarded {
            match area {
                Area::Torso => self.loses(target, Ability::Str, &rolls::TORSO),
                Area::LeftLeg | Area::RightLeg => self.loses(target, Ability::Dex, &rolls::LEG),
                Area::LeftArm | Area::RightArm => self.arm(target, area),
                Area::Head => wounds = self.head(target),
            }
            self.counts_injury(target, area);
            self.dismember(target, area);
        }
        if wounds && self.fight.body(target).status != Status::Dead {
            self.injury_wounds(target, area, cause);
        }
    }

    /// The wound that an injury leaves (BDP-079, R-14).
    fn injury_wounds(&mut self, target: Slot, area: Area, cause: Cause) {
        let rules = self.rules;
        let by = cause.damage.filter(|_| rules.rulings().wound_key == WoundKey::WeaponArea);
        let wound = Wound { key: WoundKeys::injury(area, by), level: rules.book.injury.wound_level, treated: 0 };
        self.wound(target, wound);
    }

    /// True if gear protects the area; gear that protects once is broken by it (BDP-072, BDP-358, R-10).
    fn guards(&mut self, target: Slot, area: Area) -> bool {
        let rules = self.rules;
        let (items, held) = (&rules.fighter(target).items, self.fight.body(target).items);
        let worn = |item: &usize| {
            held >> item & 1 == 1 && !items[*item].stored && items[*item].area.is_some_and(|guard| guard.guarded_with(area))
        };
        let Some(item) = (0..items.len()).find(worn) else { return false };
        self.table.tell("BDP-072", || format!("{} of {} protects", items[item].name, rules.name(target)));
        if rules.rulings().guard_uses == GuardUses::Once {
            self.loses_item(target, item);
        }
        true
    }

    /// Takes what an injury costs of an ability, without another save (BDP-073, BDP-074, BDP-075).
    fn loses(&mut self, target: Slot, ability: Ability, roll: &'static frame::dice::Roll) {
        let rules = self.rules;
        let die = if ability == Ability::Str { rules.book.injury.torso } else { rules.book.injury.leg };
        let lost = self.table.sum(target, roll, die);
        let score = &mut self.fight.body_mut(target).abilities[ability.index()];
        *score = (i32::from(*score) - lost).max(0) as i16;
        let left = *score;
        self.table.tell("BDP-073, BDP-074", || format!("{} loses {lost} {}: {left} left", rules.name(target), ability.name()));
        if left == 0 {
            self.goes_out(target, rules.lost_with(target, ability));
        }
    }

    /// An injured arm drops what it holds and impairs attacks (BDP-076, BDP-077, R-11, R-12).
    fn arm(&mut self, target: Slot, area: Area) {
        let rules = self.rules;
        self.fight.body_mut(target).arms |= if area == Area::RightArm { 1 } else { 2 };
        let grips = rules.fighter(target).has(Skill::FirmGrip) && rules.rulings().firm_grip_injury;
        if !rules.book.injury.arm_drops || grips {
            return;
        }
        let body = self.fight.body(target);
        if rules.rulings().injury_arm_side == ArmSide::MainAlways {
            return self.drop_weapon(target, rules.wielded(target, body));
        }
        let [main, off] = rules.in_hands(target, body);
        let both = main.is_some_and(|weapon| rules.weapon(target, weapon).hands == 2);
        if area == Area::RightArm || both {
            return main.into_iter().for_each(|weapon| self.drop_weapon(target, weapon));
        }
        match off {
            Some(weapon) => self.drop_weapon(target, weapon),
            None if body.shielded => {
                let slots = rules.fighter(target).shield_slots;
                let body = self.fight.body_mut(target);
                (body.shielded, body.shield_dropped) = (false, true);
                body.load -= slots;
                self.table.tell("BDP-076", || format!("{} drops the shield", rules.name(target)));
            }
            None => self.drops_torch(target),
        }
    }

    /// A weapon falls to the ground (BDP-076, BDP-270).
    pub(super) fn drop_weapon(&mut self, who: Slot, weapon: u8) {
        let arm = self.rules.weapon(who, weapon);
        let body = self.fight.body_mut(who);
        if !arm.loose() || !body.carries(weapon) {
            return;
        }
        body.weapons &= !(1 << weapon);
        body.dropped |= 1 << weapon;
        body.load -= arm.slots;
        self.table.tell("BDP-076", || format!("{} drops the {}", self.rules.name(who), arm.name));
    }

    /// An injured head; true when it leaves a wound (BDP-078, R-13).
    fn head(&mut self, target: Slot) -> bool {
        let rules = self.rules;
        let numbers = &rules.book.injury;
        let both_wound = rules.rulings().injury_scar_wound;
        let (dead, eye) = (i32::from(numbers.head_dead), i32::from(numbers.head_eye));
        let alike = self.table.settles() && !rules.asked.eyes && both_wound;
        let fate = |face: i32| i64::from(face > dead) + i64::from(face > dead.max(eye) && !alike);
        let roll = |play: &mut Self| fate(play.table.roll(target, &rolls::HEAD, numbers.head.into()));
        let fate = self.settle(&rolls::HEAD, |_| [0_i64; 0], roll);
        if fate == 0 {
            self.goes_out(target, Status::Dead);
            false
        } else if fate == 1 {
            self.fight.body_mut(target).eye_lost = true;
            self.table.tell("BDP-078", || format!("{} loses an eye", rules.name(target)));
            true
        } else {
            self.table.tell("BDP-078", || format!("{} gains a scar", rules.name(target)));
            rules.rulings().injury_scar_wound
        }
    }

    /// A limb may be lost at once (BDP-071, R-09).
    fn dismember(&mut self, target: Slot, area: Area) {
        let percent = i32::from(self.rules.book.injury.dismember_percent);
        let limb = area.is_arm() || area.is_leg();
        if percent == 0
            || !limb
            || self.fight.body(target).status == Status::Dead
            || !self.table.at_most(target, &rolls::DISMEMBER, 100, percent)
        {
            return;
        }
        self.lose_limb(target, area);
    }

    /// Notes the loss of an arm, or of a first or second leg.
    fn lose_limb(&mut self, target: Slot, area: Area) {
        let lame = self.fight.body(target).limbs_lost & 4 != 0;
        self.fight.body_mut(target).limbs_lost |= match area {
            Area::RightArm => 1,
            Area::LeftArm => 2,
            _ if lame => 8,
            _ => 4,
        };
        self.table.tell("BDP-071", || format!("{} loses the {}", self.rules.name(target), area.word().replace('_', " ")));
        if area.is_arm() {
            self.leaves_shield(target);
        }
    }

    /// One arm is for a weapon, and none is left for a shield.
    fn leaves_shield(&mut self, who: Slot) {
        let slots = self.rules.fighter(who).shield_slots;
        let body = self.fight.body_mut(who);
        if body.shielded {
            body.load -= slots;
            self.table.tell("R-09", || format!("{} has no arm left for the shield", self.rules.name(who)));
        }
        (body.shielded, body.shield_dropped) = (false, false);
    }

    /// Counts an injury of an area.
    fn counts_injury(&mut self, target: Slot, area: Area) {
        self.table.watch.count(target, count::INJURED[area as usize], 1);
        self.table.watch.count(target, count::INJURIES, 1);
        self.table.watch.first(target, count::FIRST_INJURY, area as i32 + 1);
    }

    /// The injuries of version 1.32 by location, unless gear protects it (BDP-611, BDP-612, R-10).
    fn location(&mut self, target: Slot, area: Area, cause: Cause) {
        let rules = self.rules;
        if rules.rulings().location_guarded && self.guards(target, area) {
            if rules.rulings().guard_wound == GuardWound::Keep {
                self.injury_wounds(target, area, cause);
            }
            return;
        }
        self.counts_injury(target, area);
        match area {
            Area::Torso => self.loses(target, Ability::Str, &rolls::TORSO),
            Area::LeftArm | Area::RightArm => {
                self.arm(target, area);
                self.lose_limb(target, area);
            }
            Area::LeftLeg | Area::RightLeg => self.lose_limb(target, area),
            Area::Head if rules.book.injury.location_head_dead => self.goes_out(target, Status::Dead),
            Area::Head => {}
        }
        if self.fight.body(target).status == Status::Dead {
            return;
        }
        self.fight.body_mut(target).weakened = true;
        self.injury_wounds(target, area, cause);
    }

    /// A wound of the level that wounds have where nothing else is said.
    pub(super) fn wounds(&mut self, target: Slot, key: u8) {
        self.wound(target, Wound { key, level: self.rules.book.wound.level, treated: 0 });
    }

    /// Leaves the wound of an element or of a monster on a target that still stands, when it does damage or critical damage, as
    /// the ruling says (BDP-049, R-72).
    pub(super) fn marks(&mut self, target: Slot, damaged: bool, critical: bool, mark: Option<u8>) {
        let leaves = match self.rules.rulings().element_wounds {
            ElementWounds::Critical => critical,
            ElementWounds::Damage => damaged,
            ElementWounds::Never => false,
        };
        if let Some(key) = mark.filter(|_| leaves && self.fight.is_active(target)) {
            self.wounds(target, key);
        }
    }

    /// A wound: another slot, or one of its kind becomes worse (BDP-050 to BDP-053, BDP-057, BDP-070, R-09, R-14, R-15).
    pub(super) fn wound(&mut self, target: Slot, new: Wound) {
        let rules = self.rules;
        let worse = |wound: &Wound| wound.key == new.key && wound.level != Level::Permanent;
        let injury = WoundKeys::area(new.key).is_some();
        let repeated = self.fight.body(target).wounds.each().any(worse);
        let permanent = injury && repeated && rules.rulings().injury_repeat == InjuryRepeat::Permanent;
        let worsens = repeated && (permanent || self.wounds_choice(target) == WoundChoice::Worsen);
        if worsens {
            let raise = rules.rulings().wound_raise;
            let old = self.fight.body_mut(target).wounds.each_mut().find(|wound| worse(wound));
            if let Some(old) = old {
                let next = if old.level == Level::Light { Level::Severe } else { Level::Permanent };
                old.level = match raise {
                    _ if permanent => Level::Permanent,
                    WoundRaise::AtLeastNew => next.max(new.level),
                    WoundRaise::OneLevel => next,
                };
                old.treated = 0;
                let level = old.level;
                self.table.tell("BDP-053", || format!("a wound of {} becomes {}", rules.name(target), lowered(&level)));
                if level == Level::Permanent {
                    self.permanent(target, new.key);
                }
            }
        } else {
            if !self.makes_room(target) {
                return;
            }
            if self.fight.body_mut(target).wounds.add(new) {
                self.table.tell("BDP-050, BDP-079", || format!("{} has another wound", rules.name(target)));
                if new.level == Level::Permanent {
                    self.permanent(target, new.key);
                }
            } else {
                return self
                    .table
                    .tell("BDP-050", || format!("{} has {WOUNDS_MAX} wounds, and no more are kept", rules.name(target)));
            }
        }
        self.table.watch.count(target, count::WOUNDS, 1);
        self.check_full(target);
    }

    /// A permanent wound lowers its ability, maximum and all (BDP-057, R-15).
    fn permanent(&mut self, target: Slot, key: u8) {
        let rules = self.rules;
        let ability = rules.wound_abilities[usize::from(key)];
        let loss = rules.book.wound.permanent_loss;
        let body = self.fight.body_mut(target);
        let (most, now) = (&mut body.maxima[ability.index()], &mut body.abilities[ability.index()]);
        *most = (*most - loss).max(0);
        *now = (*now - loss).max(0);
        let left = *now;
        self.table.tell("BDP-057", || format!("{} is marked for good: {} {left}", rules.name(target), ability.name()));
        if left == 0 {
            self.goes_out(target, rules.lost_with(target, ability));
        }
    }

    /// So many minutes in the cold for these: harm for each whole Watch without proper clothing, with what went before
    /// (BDP-044, R-07).
    pub(super) fn freezes(&mut self, those: Slots, minutes: u32) {
        let rules = self.rules;
        let watch = rules.book.days.watch_minutes();
        for who in those.those(|who| !rules.is_clad(self.fight, who)) {
            let body = self.fight.body_mut(who);
            body.cold_minutes = body.cold_minutes.saturating_add(minutes);
        }
        loop {
            let due = those.those(|who| self.fight.is_active(who) && self.fight.body(who).cold_minutes >= watch);
            if due.is_empty() {
                return;
            }
            for who in due {
                self.fight.body_mut(who).cold_minutes -= watch;
                self.peril(who, PerilKind::Cold, 1, Origin::Surroundings);
            }
        }
    }

    /// Damage from the surroundings (BDP-036, BDP-037, BDP-041 to BDP-044, BDP-049, BDP-460).
    pub(super) fn peril(&mut self, who: Slot, kind: PerilKind, times: u8, origin: Origin) {
        let rules = self.rules;
        if kind == PerilKind::Cold && rules.is_clad(self.fight, who) {
            return self.table.tell("BDP-044", || format!("{} is dressed for the cold", rules.name(who)));
        }
        let (peril, rule) = rules.book.env.of(kind);
        let mut amount = 0;
        for _ in 0..times {
            amount += self.table.sum(who, &rolls::SURROUNDINGS, peril.damage.dice) + peril.damage.flat;
        }
        let damage = AbilityDamage { critical: peril.critical, ..AbilityDamage::simply(peril.ability, amount, origin) };
        self.suffer_surroundings(who, damage, peril.defendable, rule);
        if let Some(key) = rules.peril_wounds[kind as usize].filter(|_| self.fight.is_active(who)) {
            self.wounds(who, key);
        }
    }

    /// Damage of the surroundings: against Armor and HP where it can be defended against, else past both to the ability
    /// (BDP-036, BDP-037).
    pub(super) fn suffer_surroundings(&mut self, who: Slot, damage: AbilityDamage, defendable: bool, rule: &'static str) {
        if !defendable {
            self.harm_ability(who, damage, rule);
            return;
        }
        let through = (damage.amount - self.rules.armor(who, self.fight.body(who))).max(0);
        if through > 0 {
            self.hurt(who, through, Cause { origin: damage.origin, ..Cause::default() });
        }
    }

    /// One die of bleeding (BDP-338, R-33).
    pub(super) fn bleed(&mut self, who: Slot) {
        if self.fight.is_active(who) {
            let lost = self.table.sum(who, &rolls::BLEEDING, self.rules.book.property.bleed);
            self.harm_ability(who, AbilityDamage::simply(Ability::Str, lost, Origin::Bleeding), "BDP-338");
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns what Armor leaves of damage that no weapon does, where the ruling says that it counts against all kinds.
    pub(super) fn behind_armor(&self, amount: i32, target: Slot, body: &Body) -> i32 {
        match self.rulings().direct_armor {
            DirectArmor::All => (amount - self.armor(target, body)).max(0),
            DirectArmor::Weapons | DirectArmor::None => amount,
        }
    }

    /// Returns the kind of wound that an element leaves (BDP-049).
    pub(super) fn mark_of(&self, source: Source) -> Option<u8> {
        self.source_marks[source as usize]
    }

    /// Returns the kind of wound that one of these sources leaves, one bit each: that of the first in the order of sources
    /// (BDP-049).
    pub(super) fn mark_of_any(&self, sources: u16) -> Option<u8> {
        Source::ALL.into_iter().filter(|&source| sources >> source as u16 & 1 == 1).find_map(|source| self.mark_of(source))
    }

    /// True if critical damage of this kind is death for the target (BDP-336, R-31).
    pub(super) fn is_brutal(&self, cause: Cause, target: Slot) -> bool {
        cause.brutal && (!self.fighter(target).pc || self.rulings().brutal_pc)
    }

    /// True if an injured arm impairs attacks now (BDP-076, BDP-077, R-12).
    pub(super) fn arm_impairs(&self, arms: u8) -> bool {
        self.book.injury.arm_impairs && arms != 0
    }

    /// True if injured arms heal with the end of a fight.
    pub(super) fn arms_heal_after_fight(&self) -> bool {
        self.rulings().injury_arm_until == ArmUntil::Fight
    }
}

impl Perils {
    /// Returns the peril of a kind, and its rule (BDP-036 to BDP-049).
    #[must_use]
    pub fn of(&self, kind: PerilKind) -> (&Peril, &'static str) {
        match kind {
            PerilKind::Fall => (&self.fall, "BDP-042"),
            PerilKind::Gas => (&self.gas, "BDP-043"),
            PerilKind::Cold => (&self.cold, "BDP-044"),
            PerilKind::BearTrap => (&self.bear_trap, "BDP-045"),
            PerilKind::NightSpider => (&self.night_spider, "BDP-046"),
            PerilKind::Unnatural => (&self.unnatural, "BDP-047"),
            PerilKind::Eldritch => (&self.eldritch, "BDP-048"),
            PerilKind::Darts => (&self.darts, "BDP-036"),
            PerilKind::Fire => (&self.fire, "BDP-049"),
            PerilKind::Stairs => (&self.stairs, "BDP-310"),
        }
    }
}
