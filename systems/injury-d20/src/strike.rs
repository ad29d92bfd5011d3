//! Blows and shots of `injury-d20`: the attack roll from its dice to its degrees, and the parry that may meet it.
//!
//! Owns what adds to attack rolls (4.5 to 4.7 of the specification). Which blows there are is decided in
//! [`attack`](super::attack), what a hit does in [`harm`](super::harm). Start at [`Play::strike`].

use std::collections::HashMap;

use frame::dice::{Dice, Purpose, Roll, Slot};
use frame::fight::sum::Sum;
use frame::fight::{Adds, Sentence, Watch};
use frame::rules::modifier::modifiers;

use super::check::Rolled;
use super::derived::{DV, OWN_NET};
use super::metrics as count;
use super::rolls;
use super::rulings::{
    AttackHitsOn, AutoHitTakesReckless, CleaveRoll, CritConfirm, FreeActions, ParryNaturals, ParryUsesReaction, SizeScaling,
};
use super::sheet::{CoverText, WeaponKind};
use super::state::{Body, Fight, free};
use super::{Core, Play};

/// A use of a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// At arm's length.
    Melee,
    /// From afar.
    Shot,
    /// Thrown.
    Throw,
}

impl Use {
    /// All of them, in their order.
    pub const ALL: [Use; 3] = [Use::Melee, Use::Shot, Use::Throw];

    /// Returns the use of a kind of weapon when nothing else is said.
    pub fn of(kind: WeaponKind) -> Use {
        match kind {
            WeaponKind::Melee => Use::Melee,
            WeaponKind::Thrown => Use::Throw,
            _ => Use::Shot,
        }
    }
}

/// A weapon and how it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wield {
    /// The weapon.
    pub weapon: u8,
    /// Its use.
    pub used: Use,
}

/// A blow or shot that is about to be made.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// The weapon.
    pub weapon: u8,
    /// Its use.
    pub used: Use,
    /// Disadvantages of the action that it belongs to: earlier attacks, several weapons or shots.
    pub handicap: i32,
    /// Points for Power Attack or Deadly Aim.
    pub power: i32,
    /// Degrees by Reckless Attack.
    pub reckless: i32,
    /// True if it ends a charge.
    pub charge: bool,
    /// True if it is a reaction.
    pub reaction: bool,
    /// True if it may be followed by a cleave.
    pub cleaves: bool,
}

impl Blow {
    /// A plain one.
    pub fn plain(weapon: u8, used: Use) -> Self {
        Blow { weapon, used, handicap: 0, power: 0, reckless: 0, charge: false, reaction: false, cleaves: true }
    }
}

/// Bonus of an attack roll, the number that it is held against, and what else follows from the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Points that are added to the roll.
    pub bonus: i32,
    /// The defence value.
    pub dv: i32,
    /// Sizes that the attacker is larger, where degrees count them (INJ-161, INJ-162).
    pub sizes: i32,
    /// True if every hit on the target is critical, because it is helpless.
    pub helpless: bool,
}

/// An attack roll with everything added, held against a defence value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The face that counts.
    pub natural: i32,
    /// The result.
    pub total: i32,
    /// The defence value.
    pub dv: i32,
}

/// The degrees that a hit gains beyond its margin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gains {
    /// True if it is critical.
    pub critical: bool,
    /// Degrees by Reckless Attack.
    pub reckless: i32,
    /// Sizes that the attacker is larger, where they count.
    pub sizes: i32,
}

/// A hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Degrees.
    pub degrees: i32,
    /// Result of the attack roll.
    pub total: i32,
    /// True if it is critical.
    pub critical: bool,
}

/// Result of an attack roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A hit.
    Hit(Hit),
    /// A miss.
    Miss,
    /// A miss that costs the weapon.
    Fumble,
}

/// Result of a face with its total, before the degrees are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judged {
    /// A hit: whether by nothing but its face, and whether it could be critical.
    Hits {
        /// By nothing but its face.
        bare: bool,
        /// It could be critical.
        threatens: bool,
    },
    /// A miss.
    Misses,
    /// A miss that costs the weapon.
    Fumbles,
}

/// The outcome of an attack roll, which is settled for all its faces (see [`Dice::settle`]).
static OUTCOME: Roll = Roll { purpose: Purpose::Check, what: "outcome of an attack", rule: "INJ-044", looks_up: false };

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// A blow or shot with everything that follows from it, up to a cleave; true when it landed.
    #[inline(never)]
    pub(super) fn strike(&mut self, who: Slot, target: Slot, blow: Blow) -> bool {
        let rules = self.rules;
        let net = rules.net(self.fight, who, target, &blow);
        let terms = rules.terms(self.fight, who, target, &blow);
        let rolled = self.roll_attack(who, target, &blow, net, terms);
        let landed = self.resolve(who, target, blow, terms, rolled);
        if landed && rules.ever_cleaves(who) && blow.used == Use::Melee && !blow.reaction && blow.cleaves && !self.fight.over()
        {
            self.cleave(who, target, blow, rolled);
        }
        landed
    }

    /// The dice of a blow or shot (INJ-009, INJ-011).
    #[inline(always)]
    pub(super) fn roll_attack(&mut self, who: Slot, target: Slot, blow: &Blow, net: i32, terms: Terms) -> Rolled {
        let rules = self.rules;
        let roll = if blow.reaction { &rolls::REACTIVE } else { &rolls::ATTACK };
        let told =
            if self.table.listens() { Some(rules.add_net(Sum::begin(true), self.fight, who, target, blow)) } else { None };
        self.table.watch.count(who, count::BLOWS, 1);
        let rolled = if self.table.settles() && !rules.ever_cleaves(who) {
            let parries = rules.ever_parries(target) && rules.may_parry(self.fight, target);
            self.settled_attack(who, blow, net, terms, parries)
        } else {
            self.d20(who, roll, rules.book.attack.die, net)
        };
        self.table.watch.count(who, count::NET_DICE, -net);
        let sum = self.add_rolled(who, roll, net, rolled);
        self.table.tell("INJ-009", || {
            let weapon = rules.fighter(who).weapons[usize::from(blow.weapon)].spoken();
            let said = format!("{} attacks {} with {weapon}: ", rules.name(who), rules.name(target));
            with_dice(Sentence::new(said).sum(sum), told)
        });
        rolled
    }

    /// An attack roll of which nothing is asked but what it comes to: of all faces that come to the same, the first. A defender
    /// that could parry a hit asks for its result.
    #[inline(never)]
    pub(super) fn settled_attack(&mut self, who: Slot, blow: &Blow, net: i32, terms: Terms, parries: bool) -> Rolled {
        let rules = self.rules;
        let (die, critical_from) = (rules.book.attack.die, rules.fighter(who).weapons[usize::from(blow.weapon)].critical_from);
        let (more, flat) = rules.dice_of(net);
        let needed = terms.dv - terms.bonus;
        let key = |_: &Self| [i64::from(net), i64::from(needed), i64::from(critical_from), i64::from(parries)];
        let mut firsts = HashMap::new();
        let natural = self.settle(&OUTCOME, key, |play| {
            let natural = play.settled_face(who, &rolls::ATTACK, die, more);
            let attempt = Attempt { natural, total: natural + flat + terms.bonus, dv: terms.dv };
            let judged = rules.judge(attempt, || critical_from);
            let degrees = match judged {
                Judged::Hits { bare, .. } => {
                    rules.add_degrees(0, attempt, bare, Gains { critical: false, reckless: 0, sizes: 0 })
                }
                Judged::Misses | Judged::Fumbles => 0,
            };
            // Faces that are counted for themselves stay apart.
            let special = [rules.book.crit.natural, rules.book.fumble.natural].map(|face| natural == face);
            let told = (parries && matches!(judged, Judged::Hits { .. })).then_some(natural);
            i64::from(*firsts.entry((judged, degrees, special, told)).or_insert(natural))
        });
        Rolled { natural: natural as i32, flat }
    }

    /// Applies what an attack roll leads to, parry included; true if it lands.
    #[inline(always)]
    pub(super) fn resolve(&mut self, who: Slot, target: Slot, blow: Blow, terms: Terms, rolled: Rolled) -> bool {
        let rules = self.rules;
        let mut outcome = self.outcome(who, target, blow, terms, rolled);
        if blow.used == Use::Throw {
            self.let_go(who, blow.weapon);
        }
        if let Outcome::Hit(hit) = &mut outcome
            && (blow.used == Use::Melee || rules.book.parry.ranged)
            && self.parries(target, who, *hit)
            && self.deflects(target, who, hit)
        {
            if blow.used == Use::Throw {
                self.lies_with(who, blow.weapon, target, false);
            }
            return false;
        }
        match outcome {
            Outcome::Hit(hit) => {
                if blow.used == Use::Throw {
                    self.lies_with(who, blow.weapon, target, true);
                }
                self.table.blame(who, || &rules.fighter(who).weapons[usize::from(blow.weapon)].name);
                self.land(who, target, hit, blow.weapon);
                self.table.blame_nobody();
                true
            }
            Outcome::Miss | Outcome::Fumble => {
                self.table.tell("INJ-044", || {
                    let fumbles = if outcome == Outcome::Fumble { ", and it is a critical miss" } else { "" };
                    format!("{} misses{fumbles}", rules.name(who))
                });
                if blow.used == Use::Throw {
                    self.scatter(who, blow.weapon, target);
                } else if outcome == Outcome::Fumble {
                    self.lend().fumble(who, blow.weapon);
                }
                false
            }
        }
    }

    /// Returns what the face and the defence value make of an attack roll.
    #[inline(always)]
    pub(super) fn outcome(&mut self, who: Slot, target: Slot, blow: Blow, terms: Terms, rolled: Rolled) -> Outcome {
        let rules = self.rules;
        let dv = terms.dv;
        let total = rolled.sum() + terms.bonus;
        let attempt = Attempt { natural: rolled.natural, total, dv };
        self.table.tell("INJ-044", || {
            let bonus = rules.add_bonus(Sum::begin(true).plus("rolled", rolled.sum()), self.fight, who, target, &blow);
            let defence = rules.add_target_dv(Sum::begin(true), self.fight, who, target, &blow);
            let told = |sum: Sum, number: i32| if sum.total() == number { sum } else { number.into_sum() };
            let sentence = Sentence::new("").total("", told(bonus, total));
            let margin = match total - dv {
                0 => "just as much".to_owned(),
                above if above > 0 => format!("{above} above"),
                below => format!("{} below", -below),
            };
            sentence.and(" against a defence value of ").total("", told(defence, dv)).and(format!(": {margin}"))
        });
        let critical_from = || rules.fighter(who).weapons[usize::from(blow.weapon)].critical_from;
        let worst = rolled.natural == rules.book.fumble.natural;
        let (bare, threatens) = match rules.judge(attempt, critical_from) {
            Judged::Hits { bare, threatens } => (bare, threatens),
            judged => {
                if worst {
                    self.table.watch.count(who, count::NATURAL_1, 1);
                }
                return if judged == Judged::Fumbles { Outcome::Fumble } else { Outcome::Miss };
            }
        };
        self.table.watch.count(who, count::NATURAL_20, i32::from(rolled.natural == rules.book.crit.natural));
        self.table.watch.count(who, count::NATURAL_1, i32::from(worst));
        let critical = (threatens || terms.helpless && !bare) && self.confirmed(who, target, blow);
        self.table.watch.count(who, count::CRITICALS, i32::from(critical));
        let gains = Gains { critical, reckless: blow.reckless, sizes: terms.sizes };
        let sum = rules.add_degrees(self.table.adds(), attempt, bare, gains);
        let degrees = sum.total();
        self.table.tell("INJ-145", || {
            let said = if critical { "critical hit" } else { "hit" };
            let sentence = Sentence::new(format!("a {said} on {}: degrees ", rules.name(target))).total("", sum);
            if bare { sentence.and(", by nothing but its face") } else { sentence }
        });
        Outcome::Hit(Hit { degrees, total, critical })
    }

    /// True if a critical hit is one, where the rulings want it confirmed.
    #[inline(always)]
    fn confirmed(&mut self, who: Slot, target: Slot, blow: Blow) -> bool {
        self.rules.rulings.crit_confirm == CritConfirm::None || self.hits_again(who, target, &blow)
    }

    /// Rolls to confirm a critical hit; true if that hits as well.
    #[inline(never)]
    fn hits_again(&mut self, who: Slot, target: Slot, blow: &Blow) -> bool {
        let rules = self.rules;
        let Terms { bonus, dv, .. } = rules.terms(self.fight, who, target, blow);
        let (needed, net) = (dv - bonus, rules.net(self.fight, who, target, blow));
        let key = |_: &Self| [i64::from(net), i64::from(needed)];
        let hits = |play: &mut Self| {
            let again = play.d20(who, &rolls::CONFIRM, rules.book.attack.die, net);
            i64::from(rules.beats(again.sum(), needed))
        };
        self.settle(&rolls::CONFIRM, key, hits) == 1
    }

    /// True if the defender can and wants to parry a hit (INJ-242, R-45).
    #[inline(always)]
    fn parries(&mut self, who: Slot, attacker: Slot, hit: Hit) -> bool {
        self.rules.ever_parries(who)
            && self.rules.may_parry(self.fight, who)
            && self.lend().chooses_parry(who, attacker, hit.total, hit.degrees)
    }

    /// Parries a hit, which loses degrees by it; true if it is deflected. A parry that is not better changes nothing, however few
    /// degrees the hit has (INJ-243, INJ-244).
    #[inline(always)]
    pub(super) fn deflects(&mut self, who: Slot, attacker: Slot, hit: &mut Hit) -> bool {
        let Some(taken) = self.lend().parry(who, attacker, hit.total) else { return false };
        hit.degrees -= taken;
        let deflected = hit.degrees < 0;
        if deflected {
            self.table.watch.count(who, count::DEFLECTED, 1);
            self.table.tell("INJ-244", || format!("{} deflects the attack", self.rules.name(who)));
        }
        deflected
    }

    /// Parries; returns how many degrees that takes off an attack with this total, `None` where the parry is not better (INJ-242,
    /// INJ-243, INJ-245).
    pub(super) fn parry(&mut self, who: Slot, attacker: Slot, total: i32) -> Option<i32> {
        /// The result of a parry that is not better; degrees are never below 0.
        const FAILED: i64 = -1;
        let rules = self.rules;
        self.fight.body_mut(who).reactions -= rules.parry_reactions();
        let price = rules.price(self.fight.body(who), rules.book.parry.cost);
        self.pay(who, price);
        self.table.watch.count(who, count::PARRIES, 1);
        let weapon = rules.melee_weapon(who, self.fight.body(who))?;
        let blow = Blow { reaction: true, ..Blow::plain(weapon, Use::Melee) };
        let net = rules.net(self.fight, who, attacker, &blow);
        let needed = total - rules.bonus(self.fight, who, attacker, &blow);
        let key = |_: &Self| [i64::from(net), i64::from(needed)];
        let taken = self.settle(&rolls::PARRY, key, |play| {
            let rolled = play.d20(who, &rolls::PARRY, rules.book.attack.die, net);
            let sum = play.add_rolled(who, &rolls::PARRY, net, rolled);
            let sum = rules.add_bonus(sum, play.fight, who, attacker, &blow);
            let by = sum.total() - total;
            debug_assert_eq!(by, rolled.sum() - needed);
            let takes = rules.parry_takes(rolled.natural, by);
            play.table.tell("INJ-243", || {
                let sentence = Sentence::new(format!("{} parries with ", rules.name(who))).sum(sum);
                let off = match takes {
                    None => "not better, the attack comes through".to_owned(),
                    Some(1) => "1 degree off".to_owned(),
                    Some(takes) => format!("{takes} degrees off"),
                };
                sentence.and(format!(" against {total}: {off}"))
            });
            takes.map_or(FAILED, i64::from)
        });
        let taken = (taken != FAILED).then_some(taken as i32);
        self.table.watch.count(who, count::DEGREES_PARRIED, taken.unwrap_or(0));
        taken
    }

    /// A critical miss: the weapon falls, or is of no use for a while (INJ-151, INJ-152, R-28, R-30).
    #[inline(never)]
    fn fumble(&mut self, who: Slot, index: u8) {
        let rules = self.rules;
        if rules.rulings.fumble_drop == super::rulings::FumbleDrop::No {
            return;
        }
        let weapon = &rules.fighter(who).weapons[usize::from(index)];
        self.table.watch.count(who, count::FUMBLES, 1);
        if weapon.natural {
            let turns = self.fight.ends_of_next_turn(who);
            let lock = &mut self.fight.body_mut(who).locked[usize::from(index)];
            *lock = (*lock).max(turns);
            self.table.tell("INJ-152", || {
                format!("{} cannot use {} until the end of its next turn", rules.name(who), weapon.spoken())
            });
        } else {
            self.drop_thing(who, index, "INJ-151");
        }
    }

    /// Cleaves on into an enemy beside the first target (INJ-200, INJ-201, INJ-236, R-39).
    #[inline(never)]
    fn cleave(&mut self, who: Slot, target: Slot, blow: Blow, rolled: Rolled) {
        let rules = self.rules;
        let body = self.fight.body(who);
        let price = rules.price(body, rules.book.cleave.cost);
        let able = rules.free_left(body, free::CLEAVE)
            && self.fight.acting == Some(who)
            && self.fight.active.has(who)
            && rules.can_pay(who, body, price, 0)
            && rules.usable(who, body, blow.weapon);
        if !able || !self.wants(&rules.policies.lists.cleave, who, None) {
            return;
        }
        let reach = rules.fighter(who).weapons[usize::from(blow.weapon)].reach_ft;
        let beside = |foe: Slot| rules.adjacent(self.fight, target, foe) && rules.distance_ft(self.fight, who, foe) <= reach;
        let others = rules.active_foes(self.fight, who).without(target).those(beside);
        let Some(next) = self.choose_target(who, others) else { return };
        self.opens_defences(who, free::CLEAVE, price);
        self.table.watch.count(who, count::CLEAVES, 1);
        self.table.tell("INJ-200", || format!("{} cleaves on into {}", rules.name(who), rules.name(next)));
        let again = rules.rulings.free_actions == FreeActions::Unlimited;
        let blow = Blow { power: 0, reckless: 0, charge: false, cleaves: again, ..blow };
        match rules.rulings.cleave_roll {
            CleaveRoll::New => {
                self.strike(who, next, blow);
            }
            CleaveRoll::Same => {
                self.table.watch.count(who, count::BLOWS, 1);
                let terms = rules.terms(self.fight, who, next, &blow);
                let landed = self.resolve(who, next, blow, terms, rolled);
                if landed && again && !self.fight.over() {
                    self.cleave(who, next, blow, rolled);
                }
            }
        }
    }
}

/// A sentence about a roll, with the reasons for more dice than one.
pub(super) fn with_dice(sentence: Sentence, told: Option<Sum>) -> Sentence {
    match told.filter(|told| !told.parts().is_empty()) {
        Some(told) if told.total() < 0 => sentence.and("; disadvantage: ").sum(told),
        Some(told) => sentence.and("; advantage: ").sum(told),
        None => sentence,
    }
}

modifiers! {
    impl Core;

    /// Adds the advantages of a blow, disadvantages as negative ones (4.6 of the specification).
    #[inline(always)]
    fn add_net(&self, sum, fight: &Fight, who: Slot, target: Slot, blow: &Blow) {
        let own = fight.body(who);
        let weapon = &self.fighter(who).weapons[usize::from(blow.weapon)];
        let by_head = || weapon.head.is_some() && self.head_concussed(who, own, weapon);
    } adds NET "advantages of an attack roll or a parry, disadvantages below 0" {
        OWN_NET => self.add_attack_net(sum, who, own);
        other_attacks "for other attacks of this turn" [INJ-185] => -blow.handicap;
        reckless "reckless" [INJ-207] => -blow.reckless * self.book.reckless.disadvantage;
        concussed_head "concussed head" [INJ-131] if by_head() => -self.book.head.concussion_disadvantage;
        broken_weapon "broken weapon" [INJ-195] if self.broken(own, blow.weapon) =>
            -self.book.maneuver.sunder.broken_disadvantage;
        helpless_target "helpless target" [R-09] if fight.body(target).helpless() => self.book.helpless.extra_advantage;
        MELEE_NET if blow.used == Use::Melee => self.add_melee_net(sum, fight, who, target);
        RANGED_NET if blow.used != Use::Melee => self.add_ranged_net(sum, fight, who, target, blow);
    }

    /// Adds the advantages by position at arm's length, for maneuvers too, disadvantages as negative ones (INJ-165 to INJ-168,
    /// INJ-170, INJ-201).
    #[inline(always)]
    pub(super) fn add_melee_net(&self, sum, fight: &Fight, who: Slot, target: Slot) {
        let (own, theirs) = (fight.body(who), fight.body(target));
    } adds MELEE_NET "advantages by position at arm's length" {
        open_defences "open defences" [INJ-201, R-39] => self.openings(theirs);
        prone_target "prone target" [INJ-168] if theirs.prone => self.book.prone.melee_advantage;
        prone "prone" [INJ-170] if !theirs.prone && own.prone => -self.book.prone.own_melee_disadvantage;
        flanking "flanking" [INJ-167] if self.grid.is_some() && self.flanks(fight, who, target) => self.book.flanking.advantage;
        cover "cover" [INJ-165, INJ-166] => -self.cover_disadvantage(self.cover_of(target, theirs).melee);
    }

    /// Adds the advantages by position from afar, disadvantages as negative ones (INJ-165, INJ-166, INJ-169, INJ-171, INJ-173,
    /// INJ-209, INJ-211).
    #[inline(never)]
    fn add_ranged_net(&self, sum, fight: &Fight, who: Slot, target: Slot, blow: &Blow) {
        let weapon = &self.fighter(who).weapons[usize::from(blow.weapon)];
        let (own, theirs, prone) = (fight.body(who), fight.body(target), &self.book.prone);
        let distance = self.distance_ft(fight, who, target);
        let throws = blow.used == Use::Throw;
        let rests = !throws && matches!(weapon.kind, WeaponKind::Crossbow | WeaponKind::Firearm);
    } adds RANGED_NET "advantages by position from afar" {
        range "range" [INJ-209] => -self.increments(distance, weapon.increment_ft);
        prone_target "prone target" [INJ-169] if theirs.prone => -prone.ranged_disadvantage;
        throwing_prone "prone" [INJ-171] if own.prone && throws => -prone.throw_disadvantage;
        shooting_prone "prone" [INJ-173] if own.prone && rests => prone.crossbow_advantage;
        cover "cover" [INJ-165, INJ-166] if distance > self.book.cover.beyond_ft =>
            -self.cover_disadvantage(self.cover_of(target, theirs).ranged);
        into_a_melee "into a melee" [INJ-211] if self.disturbs_friends(fight, who, target) =>
            -self.book.ranged.into_melee_disadvantage;
    }

    /// Adds what is added to an attack roll (INJ-010, INJ-157, INJ-159, INJ-205, INJ-215).
    #[inline(always)]
    fn add_bonus(&self, sum, fight: &Fight, who: Slot, target: Slot, blow: &Blow) {
        let (fighter, melee) = (self.fighter(who), blow.used == Use::Melee);
        let weapon = &fighter.weapons[usize::from(blow.weapon)];
        let sizes = || self.fighter(target).size - fighter.size;
    } adds BONUS "bonus of an attack roll or a parry" {
        to_hit "to hit" [INJ-010] => weapon.to_hit[blow.used as usize];
        power_attack "stamina" [INJ-205] if melee => blow.power * self.book.power.bonus;
        deadly_aim "stamina" [INJ-215] if !melee => blow.power * self.book.deadly_aim.bonus;
        sickened "sickened" [INJ-138, R-18] => self.flat(who, fight.body(who));
        charge "charge" [INJ-230] if blow.charge => self.book.charge.attack_bonus;
        size "size" [INJ-157, INJ-158, INJ-159, INJ-160, R-33] if melee => self.size_bonus(sizes(), self.book.size.attack);
    }

    /// Adds the defence value that a blow meets.
    #[inline(always)]
    fn add_target_dv(&self, sum, fight: &Fight, who: Slot, target: Slot, blow: &Blow) {
        let weapon = &self.fighter(who).weapons[usize::from(blow.weapon)];
    } adds TARGET_DV "defence value that an attack roll meets" {
        DV => self.add_dv(sum, target, fight.body(target), weapon.touch);
        in_between "somebody in between" [INJ-213, INJ-214] if blow.used != Use::Melee =>
            self.intervening_dv(fight, who, target);
    }

    /// Adds the degrees of a hit (INJ-145, INJ-149, INJ-161, INJ-162, INJ-207, R-16, R-28).
    #[inline]
    pub(super) fn add_degrees(&self, sum, attempt: Attempt, bare: bool, gains: Gains) {
        let Attempt { natural, total, dv } = attempt;
        let Gains { critical, reckless, sizes } = gains;
        let takes_reckless = !bare || self.rulings.auto_hit_takes_reckless == AutoHitTakesReckless::Yes;
    } adds DEGREES "degrees of a hit" {
        margin "margin" [R-16] if !bare => self.degrees(total - dv).max(0);
        critical "critical" [INJ-145, R-28] if critical => self.book.crit.extra_degrees;
        worst_face "worst face" [INJ-149] if natural == self.book.fumble.natural => -self.book.fumble.degrees;
        reckless "reckless" [INJ-207, R-28] if takes_reckless => reckless;
        size "size" [INJ-161, INJ-162, R-33] => sizes * self.book.size.degrees;
    }
}

impl Core {
    /// Judges a face with its total: hit or miss, and if it could be critical (INJ-143, INJ-144, INJ-147,
    /// INJ-148, INJ-151, R-15, R-28).
    #[inline(always)]
    pub(super) fn judge(&self, attempt: Attempt, critical_from: impl FnOnce() -> i32) -> Judged {
        let Attempt { natural, total, dv } = attempt;
        let (success, best) = (self.beats(total, dv), natural == self.book.crit.natural);
        if success || best {
            let bare = best && total < dv;
            return Judged::Hits { bare, threatens: !bare && (best || natural >= critical_from()) };
        }
        if natural == self.book.fumble.natural && total < dv { Judged::Fumbles } else { Judged::Misses }
    }

    /// True if a total beats a defence value (INJ-044, R-15).
    #[inline]
    pub(super) fn beats(&self, total: i32, dv: i32) -> bool {
        total > dv || total == dv && self.rulings.attack_hits_on == AttackHitsOn::GreaterOrEqual
    }

    /// Advantages less disadvantages of a blow (4.6 of the specification).
    #[inline(always)]
    pub(super) fn net(&self, fight: &Fight, who: Slot, target: Slot, blow: &Blow) -> i32 {
        self.add_net(0, fight, who, target, blow)
    }

    /// Returns what is added to the roll of a blow, the defence value that it meets, and what else of the target counts (R-09,
    ///
    #[inline(always)]
    pub(super) fn terms(&self, fight: &Fight, who: Slot, target: Slot, blow: &Blow) -> Terms {
        let (bonus, dv) = (self.bonus(fight, who, target, blow), self.add_target_dv(0, fight, who, target, blow));
        let counts = blow.used == Use::Melee || self.book.size.degrees_ranged;
        let sizes = if counts { self.fighter(who).size - self.fighter(target).size } else { 0 };
        let helpless = fight.body(target).helpless() && self.book.helpless.auto_critical;
        Terms { bonus, dv, sizes, helpless }
    }

    /// Disadvantages of a shot or blow at a target behind this cover (INJ-165, INJ-166).
    #[inline]
    fn cover_disadvantage(&self, cover: CoverText) -> i32 {
        match cover {
            CoverText::None => 0,
            CoverText::Cover => self.book.cover.disadvantage,
            CoverText::Total => self.book.cover.total_disadvantage,
        }
    }

    /// Returns what is added to an attack roll (4.6 of the specification).
    #[inline(always)]
    pub(super) fn bonus(&self, fight: &Fight, who: Slot, target: Slot, blow: &Blow) -> i32 {
        self.add_bonus(0, fight, who, target, blow)
    }

    /// The bonus for so many sizes, of either sign (INJ-158, INJ-160, INJ-164, R-33).
    #[inline]
    pub(super) fn size_bonus(&self, sizes: i32, each: i32) -> i32 {
        if sizes == 0 {
            return 0;
        }
        let steps = sizes.abs();
        let amount = match self.rulings.size_scaling {
            SizeScaling::Doubling => each << (steps - 1),
            SizeScaling::Linear => each * steps,
        };
        amount * sizes.signum()
    }

    /// Returns the reactions that a parry takes.
    fn parry_reactions(&self) -> u8 {
        u8::from(self.rulings.parry_uses_reaction == ParryUsesReaction::Yes)
    }

    /// True if the defender could parry (INJ-242, R-45).
    pub(super) fn may_parry(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        self.can_react(who, body)
            && body.reactions >= self.parry_reactions()
            && self.can_pay(who, body, self.price(body, self.book.parry.cost), 0)
            && !self.off_guard(who, body)
            && self.melee_weapon(who, body).is_some()
    }

    /// Degrees that a parry takes away which shows this face and is by so much better than the attack; `None` where it fails (INJ-243,
    /// INJ-245, R-45).
    fn parry_takes(&self, natural: i32, by: i32) -> Option<i32> {
        let naturals = self.rulings.parry_naturals == ParryNaturals::Yes;
        let wins = match natural {
            face if naturals && face == self.book.crit.natural => true,
            face if naturals && face == self.book.fumble.natural => false,
            _ => by > 0,
        };
        wins.then(|| self.book.parry.degrees + self.degrees(by).max(0))
    }

    /// The roll of an attack with this body in this place, for what policies ask: dice, bonus, and the defence value.
    pub(super) fn attack_terms(
        &self,
        fight: &Fight,
        who: Slot,
        target: Slot,
        body: &Body,
    ) -> Option<(i32, i32, &'static Roll)> {
        let weapon = self.first_weapon(who, body, None)?;
        let used = self.natural_use(who, weapon);
        let mut blow = Blow::plain(weapon, used);
        blow.handicap = self.handicap(body);
        let Terms { bonus, dv, .. } = self.terms(fight, who, target, &blow);
        Some((self.net(fight, who, target, &blow), dv - bonus, &rolls::ATTACK))
    }
}
