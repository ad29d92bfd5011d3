//! One attack of one attacker: its weapon, its state, its roll, and its reach.
//!
//! Owns steps 3 to 5 of an attack event: what impairs and enhances an attack, its dice, its bonuses, and what it does to the
//! weapon. What becomes of the roll is decided in [`attack`](super::attack). Start at [`Core::swing`].

use frame::dice::{Dice, Die, Roll, Slot};
use frame::fight::{Adds, Sentence, Slots, Watch};
use frame::rules::modifier::{modifiers, reasons};

use super::attack::{Event, Kind};
use super::book::talents::KnowEnemy;
use super::harm::{AbilityDamage, Origin};
use super::metrics as count;
use super::outfit::Weapon;
use super::policy::Hands;
use super::rolls;
use super::rulings::{DirectArmor, EyeLoss, Impenetrable, SkillTable, ThrowRange};
use super::sheet::{Ability, Category, DamageType, Quality, Reaction, Skill, Trait};
use super::state::{Act, Body, Fight, Intent};
use super::strike::{Blow, Bonus, Edge, Kept, State, Strike};
use super::{Core, Play};

/// The attack of one attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Swing<'a> {
    /// The attacker.
    pub(super) who: Slot,
    /// The number of the weapon: the first one, and after the roll that of the kept die. [BDP-259]
    pub(super) weapon: u8,
    /// That weapon.
    pub(super) arm: &'a Weapon,
    /// The edge of the weapon.
    pub(super) edge: &'a Edge,
    /// The weapon beside it, of two.
    pub(super) off: Option<u8>,
    /// The category by which it is blocked and dodged: of two weapons the heavier.
    pub(super) category: Category,
    /// True if it comes from afar.
    pub(super) ranged: bool,
    /// True if the weapon is thrown.
    pub(super) thrown: bool,
    /// True if it came with a charge.
    pub(super) charge: bool,
    /// True if it is a stunt, or savage.
    pub(super) enhanced: bool,
}

/// A swing with its roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct RolledSwing<'a> {
    /// The swing, with the weapon of the kept die.
    pub(super) swing: Swing<'a>,
    /// The faces of its dice in this attack.
    pub(super) faces: i32,
    /// The result of the roll.
    pub(super) blow: Blow,
    /// Damage that comes through Armor.
    pub(super) through: i32,
}

impl RolledSwing<'_> {
    /// True if its damage roll is in the upper half of the die (BDP-423, BDP-512).
    pub(super) fn is_high(&self) -> bool {
        self.blow.rolled.natural * 2 > self.faces
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns the attack of a combatant: as intended on its turn, else with the weapon in its hand (BDP-256).
    #[inline(always)]
    pub(super) fn swing(&self, fight: &Fight, who: Slot, event: Option<&Event>) -> Swing<'_> {
        let body = fight.body(who);
        let kind = event.map_or(Kind::Turn, |event| event.kind);
        if !PLAIN && kind == Kind::Leaving {
            return self.with_no_weapon(who);
        }
        // In a plain scenario every combatant means to strike with the weapon that it wields.
        let (on_turn, meant) = (!PLAIN && kind == Kind::Turn, !PLAIN && matches!(kind, Kind::Turn | Kind::Further));
        let intent = body.intent.as_ref().filter(|intent| meant && intent.act.is_strike());
        let throws = |intent: &Intent| matches!(intent.act, Act::Throw) && self.usable(who, body, intent.weapon);
        let thrown = on_turn && intent.is_some_and(throws);
        let main = match intent {
            Some(intent) if self.usable(who, body, intent.weapon) => intent.weapon,
            _ => self.wielded(who, body),
        };
        let hands = intent.map_or(Hands::Both, |intent| intent.hands);
        let fighter = self.fighter(who);
        let alike = |one: u8, other: u8| fighter.weapons[usize::from(one)].ranged == fighter.weapons[usize::from(other)].ranged;
        let second = self.second(who, body).filter(|&second| !thrown && main == body.main && alike(main, second));
        let category = |weapon: u8| fighter.weapons[usize::from(weapon)].category;
        let (weapon, off) = match (second, hands) {
            (Some(second), Hands::Quicker) if category(second) < category(main) => (second, None),
            (Some(second), Hands::Both) => (main, Some(second)),
            _ => (main, None),
        };
        let heavier = off.map_or(category(weapon), |off| category(off).max(category(weapon)));
        let meant = intent.filter(|_| on_turn);
        let closes = meant.is_some_and(|intent| intent.closes);
        let arm = &fighter.weapons[usize::from(weapon)];
        Swing {
            who,
            weapon,
            arm,
            edge: self.edge_of(who, body, weapon, arm),
            off,
            category: heavier,
            ranged: !PLAIN && (thrown || arm.ranged),
            thrown,
            charge: closes && fighter.is(Trait::Charge),
            enhanced: meant.is_some_and(|intent| intent.stunt || intent.savage) || on_turn && body.patient,
        }
    }

    /// Returns the quick attack at a target that leaves, which no weapon makes: none is used up, and none adds anything
    /// (BDP-223, R-38).
    #[inline(never)]
    fn with_no_weapon(&self, who: Slot) -> Swing<'_> {
        let weapon = self.fighter(who).unarmed();
        let arm = self.weapon(who, weapon);
        Swing {
            who,
            weapon,
            arm,
            edge: &Edge::NONE,
            off: None,
            category: arm.category,
            ranged: false,
            thrown: false,
            charge: false,
            enhanced: false,
        }
    }

    /// Returns this attack with the weapon that the kept die belongs to (BDP-259).
    #[inline(always)]
    fn with_kept<'a>(&'a self, swing: Swing<'a>, body: &Body, kept: Kept) -> Swing<'a> {
        match swing.off {
            Some(weapon) if !PLAIN && kept == Kept::Off => {
                let (arm, edge) = (self.weapon(swing.who, weapon), self.edge(swing.who, body, weapon));
                Swing { weapon, arm, edge, off: Some(swing.weapon), ..swing }
            }
            _ => swing,
        }
    }

    /// The weapons of an attack, one or two.
    fn arms<'a>(&'a self, swing: &Swing<'a>) -> impl Iterator<Item = &'a Weapon> + use<'a, PLAIN> {
        let off = swing.off.map(|weapon| self.weapon(swing.who, weapon));
        std::iter::once(swing.arm).chain(off)
    }

    /// True if a silvered weapon strikes a supernatural target (BDP-345).
    pub(super) fn is_silver(&self, arm: &Weapon, target: Slot) -> bool {
        arm.silver && self.fighter(target).is(Trait::Supernatural)
    }

    /// True if a blow of this weapon is of a kind that its target resists or ignores (BDP-345, BDP-424).
    pub(super) fn meets(&self, arm: &Weapon, sources: u16, target: Slot) -> bool {
        arm.sources & sources != 0 && !self.is_silver(arm, target)
    }

    /// True if something impairs an attack (step 3 of an attack event).
    #[inline]
    pub(super) fn impaired(&self, fight: &Fight, swing: &Swing, event: &Event, reaction: Reaction) -> bool {
        self.impairment(fight, swing, event, reaction).is_some()
    }

    /// True if a reaction impairs an attack of this category, or voids it (BDP-287, BDP-289).
    #[inline]
    pub(super) fn stops(&self, reaction: Reaction, category: Category) -> bool {
        match reaction {
            Reaction::Block => self.stopped[0] >> category as u8 & 1 == 1,
            Reaction::Dodge => self.stopped[1] >> category as u8 & 1 == 1,
            _ => false,
        }
    }

    /// True if a lost eye impairs an attack from afar.
    pub(super) fn eye_impairs(&self, lost: bool, ranged: bool) -> bool {
        lost && ranged && self.rulings().injury_eye == EyeLoss::RangedImpaired
    }

    /// True if something enhances an attack (step 3 of an attack event).
    #[inline]
    pub(super) fn enhanced(&self, fight: &Fight, swing: &Swing, event: &Event) -> bool {
        self.enhancement(fight, swing, event).is_some()
    }

    /// True if an attack is of a kind that its target is vulnerable to (BDP-421, BDP-424).
    fn finds_weakness(&self, swing: &Swing, target: Slot) -> bool {
        self.arms(swing).any(|arm| arm.sources & self.fighter(target).vulnerable != 0)
    }

    /// True if the attacker knows its enemy, where that means this (BDP-631).
    fn knows_enemy(&self, who: Slot, how: KnowEnemy) -> bool {
        let older = self.rulings().skills() == SkillTable::Older;
        older && self.book.skill.know_enemy_is == how && self.fighter(who).has(Skill::KnowYourEnemy)
    }

    /// True if the combatant is on a horse, or worse (BDP-373, BDP-417).
    pub(super) fn mounted(&self, who: Slot, body: &Body) -> bool {
        let fighter = self.fighter(who);
        (fighter.is(Trait::Mounted) || fighter.horse.is_some()) && !body.plight.grounded
    }

    /// True if the target flies or rides, and so is hard to get at (BDP-411, BDP-417).
    pub(super) fn aloft(&self, who: Slot, body: &Body) -> bool {
        self.fighter(who).is(Trait::Flying) && !body.plight.grounded || self.mounted(who, body)
    }

    /// True if an attack is a true strike (BDP-528).
    #[inline]
    pub(super) fn strikes_truly(&self, swing: &Swing) -> bool {
        self.has(swing.who, Skill::TrueStrikes) && swing.weapon == self.fighter(swing.who).unarmed()
    }

    /// The dice of an attack (BDP-255, BDP-418, BDP-431, BDP-526, BDP-616).
    #[inline(always)]
    pub(super) fn strike(&self, swing: &Swing, body: &Body, state: State, pack: bool) -> Strike {
        let (main, off) = if self.ordinary() { self.own_dice(swing) } else { self.special_dice(swing, body) };
        let slips = self.throws_masterly(swing);
        Strike {
            off,
            pack: if pack { self.book.foe.pack_die } else { 0 },
            least: self.fighter(swing.who).least,
            eversharp: swing.edge.eversharp,
            off_eversharp: swing.off.map_or(0, |weapon| self.edge(swing.who, body, weapon).eversharp),
            slips: if slips { self.book.property.throw_break } else { 0 },
            ..Strike::with(main, state, &self.book)
        }
    }

    /// The dice of the weapons of an attack.
    #[inline(always)]
    pub(super) fn own_dice(&self, swing: &Swing) -> (Die, Die) {
        (swing.arm.die, swing.off.map_or(Die::NONE, |weapon| self.weapon(swing.who, weapon).die))
    }

    /// True if an attack throws several weapons at once (BDP-526).
    #[inline(always)]
    fn throws_masterly(&self, swing: &Swing) -> bool {
        swing.thrown && self.has(swing.who, Skill::ThrowingMaster)
    }

    /// The dice of the weapons of an attack with what songs and skills make of them (BDP-492, BDP-506, BDP-526, BDP-528).
    #[inline(never)]
    fn special_dice(&self, swing: &Swing, body: &Body) -> (Die, Die) {
        let skills = &self.book.skill;
        let sings = if body.plight.iron { self.book.song.iron_dice } else { 0 };
        let known = if self.knows_enemy(swing.who, KnowEnemy::Die) { skills.know_enemy_dice } else { 0 };
        let doubled = if body.plight.roused { skills.rousing_dice } else { 1 };
        let truly = self.strikes_truly(swing);
        let of = |die: Die| if truly { skills.true_strike } else { die };
        let more = |die: Die, added: u8| Die::new(die.count.saturating_mul(doubled).saturating_add(added), die.sides);
        let (main, off) = self.own_dice(swing);
        let main = if self.throws_masterly(swing) { Die::new(skills.throwing_dice, of(main).sides) } else { of(main) };
        let off = if swing.off.is_some() { more(of(off), 0) } else { off };
        (more(main, sings.saturating_add(known)), off)
    }

    /// Bonus damage with a weapon whose dice have so many faces (BDP-478, BDP-616).
    #[inline]
    pub(super) fn bonus<S: Adds>(&self, nothing: S, fight: &Fight, swing: &Swing, highest: i32, target: Slot) -> Bonus<S> {
        debug_assert!(!self.ordinary() || self.add_bonus_damage(0, fight, swing, target) == 0);
        let shown = nothing.clone();
        let damage = if self.ordinary() { nothing } else { self.add_bonus_damage(nothing, fight, swing, target) };
        Bonus::limited(shown, damage, highest, &self.book, self.rulings())
    }

    /// True if an attacker can still carry out its attack on the target (BDP-213).
    #[inline]
    pub(super) fn can_strike(&self, fight: &Fight, who: Slot, event: Option<&Event>, target: Slot) -> bool {
        let there = fight.is_active(target) && fight.is_active(who);
        there && (fight.body(who).engaged.has(target) || !PLAIN && self.can_shoot(fight, who, event, target))
    }

    /// True if the attack is a shot or throw that reaches the target.
    #[inline(never)]
    fn can_shoot(&self, fight: &Fight, who: Slot, event: Option<&Event>, target: Slot) -> bool {
        let swing = self.swing(fight, who, event);
        swing.ranged && self.in_range(fight, &swing, target)
    }

    /// True if a shot or throw reaches the target (BDP-216, BDP-225).
    pub(super) fn in_range(&self, fight: &Fight, swing: &Swing, target: Slot) -> bool {
        let steps = self.ground.steps(fight.body(swing.who).zone, fight.body(target).zone);
        steps <= self.shot_zones(swing.who, swing.weapon, swing.thrown)
    }

    /// Zones apart up to which a weapon shoots, or is thrown (BDP-216, BDP-326, BDP-347, R-34, BDP-215).
    pub(super) fn shot_zones(&self, who: Slot, weapon: u8, thrown: bool) -> u8 {
        let movement = &self.book.movement;
        match thrown {
            true if self.rulings.throw_range == ThrowRange::Near => movement.throw_zones,
            true => movement.far_zones,
            false if self.weapon(who, weapon).far => movement.far_zones,
            false => 0,
        }
    }
}

/// The reasons for the way in which an attack is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Why {
    /// The reason why it is impaired.
    pub(super) impaired: Option<&'static str>,
    /// The reason why it is enhanced.
    pub(super) enhanced: Option<&'static str>,
}

reasons! {
    impl<const PLAIN: bool> Core<PLAIN>;

    /// Returns the reason why an attack is impaired, if it is (BDP-612).
    #[inline]
    fn impairment(&self, fight: &Fight, swing: &Swing, event: &Event, reaction: Reaction) {
        let body = fight.body(swing.who);
        debug_assert!(!self.ordinary() || self.special_impairment(fight, swing, event).is_none());
    } asks IMPAIRMENTS "what impairs an attack" {
        block "a block" [BDP-287] if reaction == Reaction::Block => self.stops(reaction, swing.category);
        dodge "a reaction" [BDP-289] if reaction == Reaction::Dodge => self.stops(reaction, swing.category);
        injured_arm "an injured arm" [BDP-076, BDP-077, R-12] => self.arm_impairs(body.arms);
        setback "a setback" [BDP-512] if !PLAIN => body.next_impaired;
        injury "an injury" [BDP-612] if !PLAIN => body.weakened && self.rulings().injured_impaired;
        lost_eye "a lost eye" [R-13] => self.eye_impairs(body.eye_lost, swing.ranged);
        SPECIAL_IMPAIRMENTS if !self.ordinary() => self.special_impairment(fight, swing, event);
    }

    /// Returns the reason among those that there are not in [ordinary](Core::ordinary) fights (BDP-218, BDP-261, BDP-325,
    /// BDP-413, BDP-415, BDP-421, BDP-424, BDP-534).
    #[inline(never)]
    fn special_impairment(&self, fight: &Fight, swing: &Swing, event: &Event) {
        let (who, target) = (swing.who, event.target);
        let (body, it) = (fight.body(who), fight.body(target));
        let (fighter, foe) = (self.fighter(who), self.fighter(target));
        let (place, theirs) = (self.ground.zone(body.zone), self.ground.zone(it.zone));
        let alone = !fighter.is_band() && !fighter.is(Trait::Blast);
        let outdone = foe.is(Trait::Superior) && self.finds_weakness(swing, target);
        // One of two weapons that nothing hinders is enough.
        let all = |hinders: &dyn Fn(&Weapon) -> bool| self.arms(swing).all(hinders);
        let long = |arm: &Weapon| arm.reach && arm.damage == Some(DamageType::Slashing);
        let proof = foe.is(Trait::Impenetrable) && self.rulings().impenetrable == Impenetrable::Impaired;
    } asks SPECIAL_IMPAIRMENTS "what impairs an attack in a fight that has any of this" {
        cover "cover" [BDP-218] => theirs.cover && swing.ranged && body.zone != it.zone;
        tight_place "a tight place" [BDP-325] => place.tight && all(&long);
        befell "what befell it" [BDP-511] => body.impaired_until > fight.round;
        detachment "one against a detachment" [BDP-261, BDP-421] => alone && foe.is_band() && !outdone;
        horde "a horde" [BDP-412] => fighter.is(Trait::Horde);
        resistance "resistance" [BDP-345, BDP-424] => all(&|arm| self.meets(arm, foe.resistant, target));
        impenetrable "impenetrable" [BDP-345, BDP-413] => proof && all(&|arm| !self.is_silver(arm, target));
        opportunist "an opportunist" [BDP-534] => foe.has(Skill::Opportunist) && self.scene.distraction;
        invisible "an invisible target" [BDP-415] => foe.is(Trait::Invisible);
        terror "terror" [BDP-422] => body.plight.terrified;
        prey "being prey" [BDP-529] => it.plight.prey == Some(who);
    }

    /// Returns the reason why an attack is enhanced, if it is (BDP-612).
    #[inline]
    fn enhancement(&self, fight: &Fight, swing: &Swing, event: &Event) {
        let (body, it) = (fight.body(swing.who), fight.body(event.target));
        debug_assert!(!self.ordinary() || self.special_enhancement(fight, swing, event).is_none());
        if PLAIN {
            return None;
        }
    } asks ENHANCEMENTS "what enhances an attack" {
        weapon "the weapon" [BDP-253, BDP-519, BDP-523] => swing.enhanced;
        helpless_target "a helpless target" [] => self.helpless(it);
        exposed_target "an exposed target" [BDP-254] => it.exposed;
        advantage "an advantage gained" [BDP-502, BDP-613] => body.next_enhanced;
        injured_target "an injured target" [BDP-612] => it.weakened && self.rulings().injured_target_enhanced;
        SPECIAL_ENHANCEMENTS if !self.ordinary() => self.special_enhancement(fight, swing, event);
    }

    /// Returns the reason among those that there are not in [ordinary](Core::ordinary) fights (BDP-263, BDP-408, BDP-412,
    /// BDP-424, BDP-518, BDP-522, BDP-529, BDP-530).
    #[inline(never)]
    fn special_enhancement(&self, fight: &Fight, swing: &Swing, event: &Event) {
        let (who, target) = (swing.who, event.target);
        let (body, it) = (fight.body(who), fight.body(target));
        let (fighter, foe) = (self.fighter(who), self.fighter(target));
        let hunted = |prey: Slot| prey != who;
        let rider = fighter.has(Skill::MountedWarrior) && self.mounted(who, body);
    } asks SPECIAL_ENHANCEMENTS "what enhances an attack in a fight that has any of this" {
        charge "a charge" [BDP-408] => swing.charge;
        dodged "a blow dodged" [BDP-530] => body.dodged.has(target);
        rage "rage" [BDP-522] => body.plight.raging;
        raging_target "a raging target" [BDP-522] => it.plight.raging;
        prey "prey" [BDP-529] => body.plight.prey == Some(target) || it.plight.prey.is_some_and(hunted);
        mounted "from horseback" [BDP-518] => rider && !self.mounted(target, it);
        known_enemy "a known enemy" [BDP-631] => self.knows_enemy(who, KnowEnemy::Enhanced);
        detachment "a detachment against one" [BDP-263] => fighter.is_band() && !foe.is_band();
        horde "against a horde" [BDP-412] => foe.is(Trait::Horde);
        weakness "a weakness" [BDP-421, BDP-424] => self.finds_weakness(swing, target);
    }
}

modifiers! {
    impl<const PLAIN: bool> Core<PLAIN>;

    /// Adds what miracles, skills and the plight of the attacker add to damage (BDP-481, BDP-491, BDP-527, BDP-631).
    #[inline(never)]
    fn add_bonus_damage(&self, sum, fight: &Fight, swing: &Swing, target: Slot) {
        let (fighter, skills) = (self.fighter(swing.who), &self.book.skill);
        let (plight, it) = (&fight.body(swing.who).plight, fight.body(target));
        let several = || (it.engaged & self.lineup.friends(swing.who) & fight.active()).len() >= 2;
        let older = self.rulings().skills() == SkillTable::Older;
    } adds BONUS_DAMAGE "bonus damage of an attack" {
        miracle "a miracle" [BDP-481] => plight.empowered.into();
        smite "a smite" [BDP-483] if plight.smites > 0 => plight.smite.into();
        song "a song" [BDP-491] if plight.slaughter_until > fight.round => self.book.song.slaughter_bonus;
        trooper "trooper" [BDP-527] if fighter.has(Skill::Trooper) && !swing.ranged && several() => skills.trooper;
        marksman "marksman" [BDP-631] if older && fighter.has(Skill::Marksman) && swing.ranged => skills.marksman;
        known_enemy "known enemy" [BDP-631] if self.knows_enemy(swing.who, KnowEnemy::Bonus) => skills.know_enemy;
    }
}

impl<'a, const PLAIN: bool, D: Dice, W: Watch> Play<'a, PLAIN, D, W> {
    /// Rolls one attack (steps 3 to 5 of an attack event; BDP-237, BDP-528, R-06).
    #[inline(always)]
    pub(super) fn roll_swing(
        &mut self,
        swing: Swing<'a>,
        event: &Event,
        reaction: Reaction,
        roll: &'static Roll,
        pack: bool,
    ) -> RolledSwing<'a> {
        let rules = self.rules;
        let (who, target) = (swing.who, event.target);
        let truly = rules.strikes_truly(&swing) && event.kind != Kind::Leaving;
        if truly {
            let lost = self.table.sum(who, &rolls::TRUE_STRIKE, rules.book.skill.true_strike_wil);
            self.wears_down(who, AbilityDamage::simply(Ability::Wil, lost, Origin::Exertion), "BDP-528");
            if !self.fight.is_active(who) {
                return RolledSwing { swing, faces: 0, blow: Blow::MISSED, through: 0 };
            }
        }
        let why = Why {
            impaired: rules.impairment(self.fight, &swing, event, reaction),
            enhanced: rules.enhancement(self.fight, &swing, event),
        };
        let state = State::of(why.impaired.is_some(), why.enhanced.is_some(), rules.rulings());
        let armor = rules.armor(target, self.fight.body(target));
        let strike = match event.kind {
            Kind::Leaving if !PLAIN => Strike::with(rules.book.zone.leave_die, state, &rules.book),
            _ => rules.strike(&swing, self.fight.body(who), state, pack),
        };
        let mut rolled = strike.roll(who, roll, self.table);
        // The die of attackers at a target that leaves is none of their weapon.
        rolled.regular_max &= PLAIN || event.kind != Kind::Leaving;
        let swing = rules.with_kept(swing, self.fight.body(who), rolled.kept);
        let faces = strike.faces_of(if PLAIN { Kept::Main } else { rolled.kept });
        let shown = self.table.adds().rolled(who, roll, strike.taken(), rolled.natural);
        let bonus = rules.bonus(self.table.adds(), self.fight, &swing, faces, target);
        let (mut blow, sum) = Blow::added(rolled, swing.edge, Bonus { shown, ..bonus }, armor, &rules.book);
        if truly {
            blow.ignores = i32::MAX;
        }
        self.uses_up(who, event);
        self.wears(&swing, &blow);
        let direct = rules.rulings().direct_armor == DirectArmor::None && rules.hp_denied(self.fight.body(target));
        let sum = if direct { sum } else { blow.add_through(sum, armor) };
        let through = sum.total();
        self.counts_attack(who, target, &blow, sum, why);
        RolledSwing { swing, faces, blow, through }
    }

    /// Counts an attack, and tells what it comes to.
    #[inline]
    pub(super) fn counts_attack(&mut self, who: Slot, target: Slot, blow: &Blow, sum: W::Adds, why: Why) {
        self.table.watch.count(who, count::ATTACKS, 1);
        self.table.watch.count(who, count::DAMAGE_ROLLED, blow.total);
        self.table.tell("BDP-237, BDP-238", || {
            let said = format!("{} attacks {}: ", self.rules.name(who), self.rules.name(target));
            let mut sentence = Sentence::new(said).sum(sum).and(" damage");
            if let Some(impaired) = why.impaired {
                sentence = sentence.and(format!("; impaired by {impaired}"));
            }
            if let Some(enhanced) = why.enhanced {
                sentence = sentence.and(format!("; enhanced by {enhanced}"));
            }
            sentence
        });
    }

    /// Uses up what was given to an attack (BDP-483, BDP-489, BDP-519, BDP-530, step 4 of an attack event).
    #[inline]
    fn uses_up(&mut self, who: Slot, event: &Event) {
        if PLAIN {
            return;
        }
        let body = self.fight.body_mut(who);
        (body.next_impaired, body.next_enhanced) = (false, false);
        // Patience is for the attack of one's own turn.
        body.patient &= event.kind != Kind::Turn;
        if self.rules.ordinary() {
            return;
        }
        if body.dodged.has(event.target) {
            body.dodged = Slots::NONE;
        }
        body.plight.smites = body.plight.smites.saturating_sub(1);
        if body.plight.smites == 0 {
            body.plight.smite = 0;
        }
        if body.plight.singing.is_some() {
            self.stops_singing(who);
        }
    }

    /// Wears the weapons of an attack: both are used, and the roll is that of the kept die's (BDP-259).
    pub(super) fn wears(&mut self, swing: &Swing, blow: &Blow) {
        if PLAIN {
            return;
        }
        self.wears_one(swing.who, swing.weapon, swing.thrown, Some(blow));
        if let Some(other) = swing.off {
            self.wears_one(swing.who, other, false, None);
        }
    }

    /// Wears one weapon of an attack, with the roll where that is its own (BDP-249, BDP-326, BDP-341, BDP-347, BDP-526).
    #[inline]
    fn wears_one(&mut self, who: Slot, number: u8, thrown: bool, blow: Option<&Blow>) {
        let rules = self.rules;
        let weapon = rules.weapon(who, number);
        let body = self.fight.body_mut(who);
        let lasts = !weapon.ranged && weapon.uses == 0 && weapon.quality != Quality::Deteriorated;
        if lasts && !thrown && body.breaking == 0 {
            return;
        }
        let bit = 1_u16 << number;
        let low = |blow: &Blow| blow.rolled.natural <= i32::from(rules.book.property.throw_break) || blow.rolled.slipped;
        let lost_thrown = thrown && blow.is_some_and(low);
        let worn_out = weapon.quality == Quality::Deteriorated && blow.is_some_and(|blow| blow.rolled.regular_max);
        if weapon.ranged {
            body.unready[usize::from(number)] = weapon.reload.max(weapon.draw);
        }
        let uses = body.used[usize::from(number)].saturating_add(u8::from(weapon.uses > 0));
        body.used[usize::from(number)] = uses;
        let broken = body.breaking & bit != 0;
        body.breaking &= !bit;
        let used_up = broken || weapon.uses > 0 && uses >= weapon.uses;
        if !(thrown || worn_out || used_up) || !weapon.loose() || body.weapons & bit == 0 {
            return;
        }
        body.weapons &= !bit;
        body.load -= weapon.slots;
        if thrown && !lost_thrown && !worn_out && !used_up {
            body.dropped |= bit;
        } else {
            self.table.tell("BDP-249, BDP-326, BDP-341", || format!("the {} of {} is gone", weapon.name, rules.name(who)));
        }
    }
}
