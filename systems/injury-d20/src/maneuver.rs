//! Maneuvers of `injury-d20`: attacks that injure nothing but do something else.
//!
//! Owns their roll and their effects (4.10 of the specification). Start at [`Play::maneuver`].

use frame::dice::{Dice, Slot};
use frame::fight::sum::Sum;
use frame::fight::{Adds, Few, Sentence, Slots, Watch};
use frame::rules::modifier::modifiers;

use super::book::combat::Trigger;
use super::derived::OWN_NET;
use super::fighter::Weapon;
use super::metrics as count;
use super::policy::{Do, SunderAim, spoken};
use super::rolls;
use super::rulings::{ManeuverNat20, ManeuverRoll};
use super::sheet::{Condition, Skill};
use super::space::{Line, SQUARE_FT, Space};
use super::state::{Fight, Place, SHIELD, THINGS};
use super::strike::{MELEE_NET, Use, with_dice};
use super::{Core, Play};

/// Maneuvers that a plan can want.
pub const MANEUVERS: [Do; 10] =
    [Do::Trip, Do::Disarm, Do::Drag, Do::Grapple, Do::Overrun, Do::Reposition, Do::Shove, Do::Steal, Do::Sunder, Do::Trick];

/// A maneuver with what was chosen for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maneuver {
    /// The maneuver.
    pub kind: Do,
    /// The condition that Trick brings.
    pub condition: Condition,
    /// The thing that Sunder or Disarm is aimed at, where one is named.
    pub aim: Option<SunderAim>,
}

impl Maneuver {
    /// The thing that Sunder breaks: a held weapon where none is named.
    fn broken(self) -> SunderAim {
        self.aim.unwrap_or(SunderAim::Weapon)
    }
}

impl Do {
    /// A maneuver against a target of this name, after "tries to".
    fn in_words(self, name: &str) -> String {
        match self {
            Do::Escape => format!("escape from {name}"),
            Do::Steal => format!("steal from {name}"),
            Do::Sunder => format!("break a thing of {name}"),
            other => format!("{} {name}", spoken(other)),
        }
    }
}

modifiers! {
    impl Core;

    /// Adds the advantages of a maneuver, disadvantages as negative ones (INJ-154, R-31).
    fn add_maneuver_net(&self, sum, fight: &Fight, who: Slot, target: Slot, skill: Skill) {
        let body = fight.body(who);
    } adds MANEUVER_NET "advantages of a maneuver, disadvantages below 0" {
        OWN_NET => self.add_attack_net(sum, who, body);
        MELEE_NET => self.add_melee_net(sum, fight, who, target);
        other_attacks "for other attacks of this turn" [INJ-185] => -self.handicap(body);
        injuries "injuries that hamper it" [R-17] => -self.skill_disadvantages(who, body, skill, &[]);
    }

    /// Adds what is added to the roll of a maneuver (INJ-154, INJ-163, INJ-187, R-31).
    fn add_maneuver_bonus(&self, sum, fight: &Fight, who: Slot, target: Slot, skill: Skill) {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let attribute = match self.rulings.maneuver_roll {
            ManeuverRoll::SkillPlusMb => 0,
            ManeuverRoll::AttackPlusSkill => {
                let weapon = self.maneuver_weapon(fight, who, target);
                weapon.map_or(0, |weapon| fighter.attack_attribute(weapon.attribute, Use::Melee))
            }
        };
        let sizes = fighter.size - self.fighter(target).size;
    } adds MANEUVER_BONUS "bonus of a maneuver" {
        martial_bonus "martial bonus" [INJ-154, INJ-187] => fighter.mb;
        skill "skill" [INJ-154, INJ-187] => fighter.skills[skill as usize];
        attack_attribute "attack attribute" [R-31] => attribute;
        sickened "sickened" [INJ-138, R-18] => self.flat(who, body);
        size "size" [INJ-163, INJ-164, R-33] => self.size_bonus(sizes, self.book.size.maneuver);
    }
}

impl Core {
    /// The skill of a maneuver (INJ-188 to INJ-197).
    pub(super) fn maneuver_skill(&self, kind: Do) -> Skill {
        let numbers = &self.book.maneuver;
        match kind {
            Do::Disarm => numbers.disarm.skill,
            Do::Drag => numbers.drag.skill,
            Do::Grapple => numbers.grapple.skill,
            Do::Overrun => numbers.overrun.skill,
            Do::Reposition => numbers.reposition.skill,
            Do::Shove => numbers.shove.skill,
            Do::Steal => numbers.steal.skill,
            Do::Sunder => numbers.sunder.skill,
            Do::Trick => numbers.trick.skill,
            _ => numbers.trip.skill,
        }
    }

    /// True if a maneuver would do anything to a target.
    pub(super) fn does_something(&self, fight: &Fight, who: Slot, target: Slot, maneuver: Maneuver) -> bool {
        let body = fight.body(target);
        let grid = self.grid.is_some();
        match maneuver.kind {
            Do::Disarm => self.disarms(fight, target, maneuver.aim).is_some(),
            Do::Drag | Do::Reposition | Do::Shove => grid,
            Do::Grapple => body.grappled_by.is_none_or(|by| by == who),
            Do::Overrun => grid || !body.prone,
            Do::Steal => self.steals(fight, target).is_some() || self.unstolen(fight, target),
            Do::Sunder => self.sunders(fight, target, maneuver.broken()),
            Do::Trick => !body.has(maneuver.condition),
            _ => !body.prone && !body.flying,
        }
    }

    /// True if a maneuver with this face and total succeeds against a defence value (INJ-155, R-31).
    pub(super) fn maneuver_succeeds(&self, natural: i32, total: i32, dv: i32) -> bool {
        total >= dv || natural == self.book.crit.natural && self.rulings.maneuver_nat20 == ManeuverNat20::Succeeds
    }

    /// Returns the degrees of a maneuver that succeeds with this total (INJ-155, R-16).
    pub(super) fn maneuver_degrees(&self, total: i32, dv: i32) -> i32 {
        self.degrees((total - dv).max(0))
    }

    /// The dice and the bonus of a maneuver roll with a skill, and the number that it has to reach.
    pub(super) fn maneuver_terms(&self, fight: &Fight, who: Slot, target: Slot, skill: Skill) -> (i32, i32, i32) {
        let net = self.add_maneuver_net(0, fight, who, target, skill);
        let bonus = self.add_maneuver_bonus(0, fight, who, target, skill);
        (net, bonus, self.dv(target, fight.body(target), false))
    }

    /// The weapon with which a maneuver reaches its target: the first, bare hands included; else the first for melee.
    fn maneuver_weapon(&self, fight: &Fight, who: Slot, target: Slot) -> Option<&Weapon> {
        let (body, distance) = (fight.body(who), self.distance_ft(fight, who, target));
        let usable = |(index, weapon): &(u8, &Weapon)| weapon.melee() && self.is_usable(who, body, *index, weapon);
        let weapons = || (0..).zip(&self.fighter(who).weapons).filter(usable).map(|(_, weapon)| weapon);
        weapons().find(|weapon| weapon.reach_ft >= distance).or_else(|| weapons().next())
    }

    /// Returns the thing that Disarm takes: what it is aimed at, else the first weapon that is held, else the shield (INJ-188).
    fn disarms(&self, fight: &Fight, target: Slot, aim: Option<SunderAim>) -> Option<u8> {
        match aim {
            Some(aim) => self.sundered_thing(fight, target, aim),
            None => (0..THINGS as u8).find(|&thing| fight.body(target).holds(thing)),
        }
    }

    /// Returns the thing that Steal takes: the first weapon that is stowed.
    fn steals(&self, fight: &Fight, target: Slot) -> Option<u8> {
        (0..THINGS as u8).find(|&thing| fight.body(target).places[usize::from(thing)] == Place::Stowed)
    }

    /// True if there is still something worn to steal.
    fn unstolen(&self, fight: &Fight, target: Slot) -> bool {
        usize::from(fight.body(target).bereft) < self.fighter(target).worn.len()
    }

    /// The thing that Sunder or Disarm is aimed at, when it is a thing that is held.
    fn sundered_thing(&self, fight: &Fight, target: Slot, aim: SunderAim) -> Option<u8> {
        let body = fight.body(target);
        match aim {
            SunderAim::Weapon => (0..SHIELD).find(|&weapon| body.holds(weapon)),
            SunderAim::Shield => body.holds(SHIELD).then_some(SHIELD),
            SunderAim::Armor => None,
        }
    }

    /// True if there is something left to break at what is aimed at.
    fn sunders(&self, fight: &Fight, target: Slot, aim: SunderAim) -> bool {
        let integrity = self.book.maneuver.sunder.integrity;
        match aim {
            SunderAim::Armor => self.fighter(target).armor > 0 && fight.body(target).armor_sundered < integrity,
            _ => self.sundered_thing(fight, target, aim).is_some(),
        }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// A maneuver (INJ-153 to INJ-156, INJ-163, INJ-186, INJ-187, R-32).
    pub(super) fn maneuver(&mut self, who: Slot, target: Slot, maneuver: Maneuver) {
        let rules = self.rules;
        let skill = rules.maneuver_skill(maneuver.kind);
        self.table.watch.count(who, count::MANEUVERS, 1);
        if !rules.fighter(who).trained(skill) {
            // A fighter that is struck while it tries may have lost what it reaches with.
            if !self.provoke(who, Trigger::UntrainedManeuver, Some(target), &mut Slots::default())
                || rules.distance_ft(self.fight, who, target) > rules.melee_reach_ft(self.fight, who)
            {
                return;
            }
        }
        let Some((total, dv)) = self.roll_maneuver(who, target, maneuver.kind, skill) else { return };
        let degrees = rules.maneuver_degrees(total, dv);
        if rules.book.parry.maneuvers
            && rules.ever_parries(target)
            && rules.may_parry(self.fight, target)
            && self.chooses_parry(target, who, total, degrees)
            && self.parry(target, who, total).is_some_and(|taken| taken > degrees)
        {
            return;
        }
        self.table.watch.count(who, count::MANEUVERS_DONE, 1);
        self.maneuver_effect(who, target, maneuver, degrees);
    }

    /// A maneuver roll with a skill: its total and the defence value, when it succeeds (INJ-154, INJ-155, R-31).
    pub(super) fn roll_maneuver(&mut self, who: Slot, target: Slot, tried: Do, skill: Skill) -> Option<(i32, i32)> {
        let rules = self.rules;
        let roll = if tried == Do::Escape { &rolls::ESCAPE } else { &rolls::MANEUVER };
        let (net, bonus, dv) = rules.maneuver_terms(self.fight, who, target, skill);
        let key = |_: &Self| [i64::from(net), i64::from(bonus), i64::from(dv)];
        let total = self.settle(roll, key, |play| {
            let rolled = play.d20(who, roll, rules.book.attack.die, net);
            let sum = rules.add_maneuver_bonus(play.add_rolled(who, roll, net, rolled), play.fight, who, target, skill);
            let total = sum.total();
            let done = rules.maneuver_succeeds(rolled.natural, total, dv);
            play.table.tell("INJ-155", || {
                let told = rules.add_maneuver_net(Sum::begin(true), play.fight, who, target, skill);
                let by = match skill {
                    Skill::Str => "STR".to_owned(),
                    Skill::Dex => "DEX".to_owned(),
                    skill => spoken(skill),
                };
                let said = format!("{} tries to {} by {by}: ", rules.name(who), tried.in_words(rules.name(target)));
                let word = if done { "done" } else { "failed" };
                with_dice(Sentence::new(said).sum(sum).and(format!(" against a defence value of {dv}: {word}")), Some(told))
            });
            i64::from(if done { total } else { i32::MIN })
        }) as i32;
        (total > i32::MIN).then_some((total, dv))
    }

    /// Applies a maneuver, and tells who has been moved by it.
    fn maneuver_effect(&mut self, who: Slot, target: Slot, maneuver: Maneuver, degrees: i32) {
        let before = [who, target].map(|one| self.fight.body(one).at);
        self.apply_maneuver(who, target, maneuver, degrees);
        for (one, before) in [who, target].into_iter().zip(before) {
            let at = self.fight.body(one).at;
            if at != before {
                self.table.tell("INJ-187", || format!("{} ends at ({}, {})", self.rules.name(one), at.x, at.y));
            }
        }
        self.loosen_grips();
    }

    /// Applies a maneuver that succeeds, by its degrees (INJ-188, INJ-190, INJ-196, INJ-197).
    fn apply_maneuver(&mut self, who: Slot, target: Slot, maneuver: Maneuver, degrees: i32) {
        let rules = self.rules;
        let numbers = &rules.book.maneuver;
        let squares = |feet: i32| feet * (1 + degrees) / SQUARE_FT;
        let [own, theirs] = [who, target].map(|one| rules.space(one, self.fight.body(one)));
        match maneuver.kind {
            Do::Disarm => {
                if let Some(thing) = rules.disarms(self.fight, target, maneuver.aim) {
                    self.drop_thing(target, thing, "INJ-188");
                }
            }
            Do::Drag => self.push(Line::between(theirs, own), [who, target], squares(numbers.drag.feet)),
            Do::Grapple => {
                self.fight.hold(target, who, numbers.grapple.turn_ends);
                self.table.tell("INJ-190", || format!("{} holds {}", rules.name(who), rules.name(target)));
            }
            Do::Overrun => {
                self.overrun(who, target);
                if degrees >= numbers.overrun.prone_degrees {
                    self.fall_prone(target, "INJ-191");
                }
            }
            Do::Reposition => self.reposition(who, target, squares(numbers.reposition.feet)),
            Do::Shove => self.push(Line::between(own, theirs), [target, target], squares(numbers.shove.feet)),
            Do::Steal => self.steal(who, target),
            Do::Sunder => self.sunder(target, maneuver.broken(), 1 + degrees),
            Do::Trick => {
                let ends = (1 + degrees).min(250) as u8;
                let timed = &mut self.fight.body_mut(target).timed[maneuver.condition as usize];
                *timed = (*timed).max(ends);
                self.table.tell("INJ-196", || {
                    let turns = if ends == 1 { "its next turn".to_owned() } else { format!("its next {ends} turns") };
                    format!("{} is {} until the end of {turns}", rules.name(target), spoken(maneuver.condition))
                });
            }
            _ => self.fall_prone(target, "INJ-197"),
        }
    }

    /// Takes a thing out of the hands of the target, by a maneuver that succeeds (INJ-194).
    fn steal(&mut self, who: Slot, target: Slot) {
        let rules = self.rules;
        let robbed = rules.fighter(target);
        let name = match rules.steals(self.fight, target) {
            Some(SHIELD) => "shield",
            Some(thing) => &robbed.weapons[usize::from(thing)].name,
            None if rules.unstolen(self.fight, target) => &robbed.worn[usize::from(self.fight.body(target).bereft)].name,
            None => return,
        };
        match rules.steals(self.fight, target) {
            Some(thing) => self.fight.body_mut(target).places[usize::from(thing)] = Place::Lost,
            None => self.fight.body_mut(target).bereft += 1,
        }
        let body = self.fight.body_mut(who);
        body.stolen = body.stolen.saturating_add(1);
        self.table.tell("INJ-194", || format!("{} steals the {name} of {}", rules.name(who), rules.name(target)));
    }

    /// Breaks the target's armor or a thing of its a little more; what is broken through is lost (INJ-195).
    fn sunder(&mut self, target: Slot, aim: SunderAim, amount: i32) {
        let rules = self.rules;
        let integrity = rules.book.maneuver.sunder.integrity;
        let more = |sundered: u8| (i32::from(sundered) + amount).min(i32::from(integrity)) as u8;
        let mut hits = 0;
        if let Some(thing) = rules.sundered_thing(self.fight, target, aim) {
            let place = usize::from(thing);
            hits = more(self.fight.body(target).sundered[place]);
            self.fight.body_mut(target).sundered[place] = hits;
            if hits >= integrity {
                self.let_go(target, thing);
                self.fight.body_mut(target).places[place] = Place::Lost;
            }
        } else if aim == SunderAim::Armor {
            hits = more(self.fight.body(target).armor_sundered);
            self.fight.body_mut(target).armor_sundered = hits;
        }
        self.table.watch.count(target, count::SUNDERED, 1);
        self.table.tell("INJ-195", || {
            format!("the {} of {} has taken {hits} of the {integrity} hits it can take", spoken(aim), rules.name(target))
        });
    }

    /// Moves along a line as far as there is room: the attacker away from the target, who follows (INJ-189), or the target alone
    /// (INJ-193).
    fn push(&mut self, line: Line, movers: [Slot; 2], squares: i32) {
        let rules = self.rules;
        let starts = movers.map(|one| rules.space(one, self.fight.body(one)));
        for by in (1..=squares).map(|step| line.after(step)) {
            let next = starts.map(|space| space.moved(by));
            if rules.way(by) > squares || !next.iter().all(|&space| rules.free_space(self.fight, space, movers)) {
                break;
            }
            for (one, space) in movers.into_iter().zip(next) {
                self.fight.body_mut(one).at = space.at;
            }
        }
    }

    /// The attacker goes straight on to the first place behind the target, through the target and past nothing and nobody else
    /// (INJ-191).
    fn overrun(&mut self, who: Slot, target: Slot) {
        let rules = self.rules;
        let Some(grid) = &rules.grid else { return };
        let (own, theirs) = (rules.space(who, self.fight.body(who)), rules.space(target, self.fight.body(target)));
        let line = Line::between(own, theirs);
        for next in (1..=i32::from(grid.width.max(grid.height))).map(|step| own.moved(line.after(step))) {
            if !rules.free_space(self.fight, next, [who, target]) {
                break;
            }
            if line.passes(next, theirs) && !next.meets(theirs) {
                self.fight.body_mut(who).at = next.at;
                return;
            }
        }
        self.table.tell("INJ-191", || format!("there is no way for {} to behind {}", rules.name(who), rules.name(target)));
    }

    /// The target is moved within reach: to where most friends of the attacker are beside it, by the shortest way past nothing and
    /// nobody (INJ-192).
    fn reposition(&mut self, who: Slot, target: Slot, squares: i32) {
        let rules = self.rules;
        let reach = rules.melee_reach_ft(self.fight, who);
        let own = rules.space(who, self.fight.body(who));
        let start = self.fight.body(target).at;
        let fight = &*self.fight;
        let friends: Few<Space> = (rules.lineup.friends(who) & fight.active)
            .without(who)
            .map(|friend| rules.space(friend, fight.body(friend)))
            .collect();
        let best = self.carried(target, squares, |next, cost| {
            let fits = rules.spaces_ft(own, next) <= reach && next.at != start;
            let beside = friends.iter().filter(|&&friend| rules.spaces_ft(friend, next) <= SQUARE_FT).count() as i32;
            fits.then_some((-beside, cost, next.at.y, next.at.x))
        });
        if let Some(at) = best {
            self.fight.body_mut(target).at = at;
        }
    }

    /// An attempt to get out of a grapple: a maneuver roll with whichever skill is hampered less, else with the better one
    /// (INJ-190, R-31).
    pub(super) fn escape(&mut self, who: Slot) {
        let Some(holder) = self.fight.body(who).grappled_by else { return };
        let (fighter, body) = (self.rules.fighter(who), self.fight.body(who));
        let skill = [Skill::Acrobatics, Skill::Athletics]
            .into_iter()
            .min_by_key(|&skill| (self.rules.skill_disadvantages(who, body, skill, &[]), -fighter.skills[skill as usize]))
            .unwrap_or(Skill::Acrobatics);
        if self.roll_maneuver(who, holder, Do::Escape, skill).is_some() {
            let body = self.fight.body_mut(who);
            (body.grappled_by, body.grapple_ends) = (None, 0);
        }
    }
}
