//! Maneuvers of `injury-d20`: attacks that injure nothing but do something else.
//!
//! Owns their roll and their effects (4.10 of the specification). Start at [`Core::maneuver`].

use crate::arena::square::Square;
use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::combat::Trigger;
use super::fighter::Weapon;
use super::metrics as count;
use super::policy::{Do, SunderAim};
use super::rolls;
use super::rulings::{ManeuverNat20, ManeuverRoll};
use super::sheet::{Condition, Skill};
use super::space::{Line, SQUARE_FT, Space};
use super::state::{Fight, Place, SHIELD, THINGS};
use super::strike::Use;

/// A maneuver with what was chosen for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Maneuver {
    /// Which.
    pub kind: Do,
    /// What Trick brings.
    pub condition: Condition,
    /// What Sunder is aimed at.
    pub aim: SunderAim,
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

    /// Whether a maneuver would do anything to a target.
    pub(super) fn does_something(&self, fight: &Fight, (who, target): (Slot, Slot), maneuver: Maneuver) -> bool {
        let body = fight.body(target);
        let grid = self.grid.is_some();
        match maneuver.kind {
            Do::Disarm => self.disarms(fight, target).is_some(),
            Do::Drag | Do::Reposition | Do::Shove => grid,
            Do::Grapple => body.grappled_by.is_none_or(|by| by == who),
            Do::Overrun => grid || !body.prone,
            Do::Steal => self.steals(fight, target).is_some() || self.unstolen(fight, target),
            Do::Sunder => self.sunders(fight, target, maneuver.aim),
            Do::Trick => !body.has(maneuver.condition),
            _ => !body.prone,
        }
    }

    /// The dice and the bonus of a maneuver roll with a skill, and the number that it has to reach.
    pub(super) fn maneuver_terms(&self, fight: &Fight, (who, target): (Slot, Slot), skill: Skill) -> (i32, i32, i32) {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let handicap = i32::from(body.attack_actions) * self.book.iterative.disadvantage;
        let net = self.attack_net(who, body) + self.melee_net(fight, who, target)
            - handicap
            - self.skill_disadvantages(who, body, skill, &[]);
        let attribute = match self.rulings.maneuver_roll {
            ManeuverRoll::SkillPlusMb => 0,
            ManeuverRoll::AttackPlusSkill => {
                let weapon = self.maneuver_weapon(fight, (who, target));
                weapon.map_or(0, |weapon| fighter.attack_attribute(weapon.attribute, Use::Melee))
            }
        };
        let size = self.size_bonus(fighter.size - self.fighter(target).size, self.book.size.maneuver);
        let bonus = fighter.mb + fighter.skills[skill as usize] + attribute + self.flat(who, body) + size;
        (net, bonus, self.dv(target, fight.body(target), false))
    }

    /// The weapon with which a maneuver reaches its target: the first, bare hands included; else the first for melee.
    fn maneuver_weapon(&self, fight: &Fight, (who, target): (Slot, Slot)) -> Option<&Weapon> {
        let (body, distance) = (fight.body(who), self.distance_ft(fight, who, target));
        let usable = |(index, weapon): &(u8, &Weapon)| weapon.melee() && self.is_usable(who, body, (*index, weapon));
        let weapons = || (0..).zip(&self.fighter(who).weapons).filter(usable).map(|(_, weapon)| weapon);
        weapons().find(|weapon| weapon.reach_ft >= distance).or_else(|| weapons().next())
    }

    /// A maneuver (INJ-153 to INJ-156, INJ-163, INJ-186, INJ-187, R-32).
    pub(super) fn maneuver<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        maneuver: Maneuver,
        table: &mut Table<D, W>,
    ) {
        let skill = self.maneuver_skill(maneuver.kind);
        table.watch.count(who, count::MANEUVERS, 1);
        if !self.fighter(who).trained(skill) {
            let trigger = (Trigger::UntrainedManeuver, Some(target));
            // Whoever is struck while it tries may have lost what it reaches with.
            if !self.provoke(fight, who, trigger, &mut Slots::default(), table)
                || self.distance_ft(fight, who, target) > self.melee_reach_ft(fight, who)
            {
                return;
            }
        }
        let Some((total, dv)) = self.roll_maneuver(fight, (who, target), (&rolls::MANEUVER, skill), table) else { return };
        let degrees = self.degrees((total - dv).max(0));
        if self.book.parry.maneuvers
            && self.ever_parries(target)
            && self.may_parry(fight, target)
            && self.chooses_parry(fight, (target, who), (total, degrees), table)
            && self.parry(fight, (target, who), total, table) > degrees
        {
            return;
        }
        table.watch.count(who, count::MANEUVERS_DONE, 1);
        self.maneuver_effect(fight, (who, target), (maneuver, degrees), table);
    }

    /// A maneuver roll with a skill: its total and the defence value, when it succeeds (INJ-154, INJ-155, R-31).
    fn roll_maneuver<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        (roll, skill): (&'static Roll, Skill),
        table: &mut Table<D, W>,
    ) -> Option<(i32, i32)> {
        let (net, bonus, dv) = self.maneuver_terms(fight, (who, target), skill);
        let key = || [i64::from(net), i64::from(bonus), i64::from(dv)];
        let total = table.settle(roll, key, |table| {
            let rolled = self.d20(who, roll, self.book.attack.die, net, table);
            let total = rolled.sum() + bonus;
            let best = rolled.natural == self.book.crit.natural && self.rulings.maneuver_nat20 == ManeuverNat20::Succeeds;
            table.tell("INJ-155", || {
                format!("{} of {} on {}: {total} against {dv}", roll.what, self.name(who), self.name(target))
            });
            i64::from(if total >= dv || best { total } else { i32::MIN })
        }) as i32;
        (total > i32::MIN).then_some((total, dv))
    }

    fn maneuver_effect<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (who, target): (Slot, Slot),
        (maneuver, degrees): (Maneuver, i32),
        table: &mut Table<D, W>,
    ) {
        let numbers = &self.book.maneuver;
        let squares = |feet: i32| feet * (1 + degrees) / SQUARE_FT;
        match maneuver.kind {
            Do::Disarm => {
                if let Some(thing) = self.disarms(fight, target) {
                    self.drop_thing(fight, target, thing, table);
                }
            }
            Do::Drag => self.drag(fight, (who, target), squares(numbers.drag.feet)),
            Do::Grapple => {
                fight.hold(target, who, numbers.grapple.turn_ends);
                table.tell("INJ-190", || format!("{} holds {}", self.name(who), self.name(target)));
            }
            Do::Overrun => {
                self.overrun(fight, who, target);
                if degrees >= numbers.overrun.prone_degrees {
                    self.fall_prone(fight, target, table);
                }
            }
            Do::Reposition => self.reposition(fight, (who, target), squares(numbers.reposition.feet)),
            Do::Shove => self.shove(fight, (who, target), squares(numbers.shove.feet)),
            Do::Steal => self.steal(fight, who, target, table),
            Do::Sunder => self.sunder(fight, target, maneuver.aim, 1 + degrees, table),
            Do::Trick => {
                let ends = (1 + degrees).min(250) as u8;
                let timed = &mut fight.body_mut(target).timed[maneuver.condition as usize];
                *timed = (*timed).max(ends);
                table.tell("INJ-196", || format!("{} is {:?}", self.name(target), maneuver.condition).to_lowercase());
            }
            _ => self.fall_prone(fight, target, table),
        }
    }

    /// What Disarm takes: the first weapon that is held, else the shield.
    fn disarms(&self, fight: &Fight, target: Slot) -> Option<u8> {
        (0..THINGS as u8).find(|&thing| fight.body(target).holds(thing))
    }

    /// What Steal takes: the first weapon that is stowed.
    fn steals(&self, fight: &Fight, target: Slot) -> Option<u8> {
        (0..THINGS as u8).find(|&thing| fight.body(target).places[usize::from(thing)] == Place::Stowed)
    }

    /// Whether there is still something worn to steal.
    fn unstolen(&self, fight: &Fight, target: Slot) -> bool {
        usize::from(fight.body(target).bereft) < self.fighter(target).worn.len()
    }

    fn steal<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Slot, table: &mut Table<D, W>) {
        let robbed = self.fighter(target);
        let name = match self.steals(fight, target) {
            Some(SHIELD) => "shield",
            Some(thing) => &robbed.weapons[usize::from(thing)].name,
            None if self.unstolen(fight, target) => &robbed.worn[usize::from(fight.body(target).bereft)].name,
            None => return,
        };
        match self.steals(fight, target) {
            Some(thing) => fight.body_mut(target).places[usize::from(thing)] = Place::Lost,
            None => fight.body_mut(target).bereft += 1,
        }
        let body = fight.body_mut(who);
        body.stolen = body.stolen.saturating_add(1);
        table.tell("INJ-194", || format!("{} steals the {name} of {}", self.name(who), self.name(target)));
    }

    /// The thing that Sunder is aimed at, when it is a thing that is held.
    fn sundered_thing(&self, fight: &Fight, target: Slot, aim: SunderAim) -> Option<u8> {
        let body = fight.body(target);
        match aim {
            SunderAim::Weapon => (0..SHIELD).find(|&weapon| body.holds(weapon)),
            SunderAim::Shield => body.holds(SHIELD).then_some(SHIELD),
            SunderAim::Armor => None,
        }
    }

    fn sunders(&self, fight: &Fight, target: Slot, aim: SunderAim) -> bool {
        let integrity = self.book.maneuver.sunder.integrity;
        match aim {
            SunderAim::Armor => self.fighter(target).armor > 0 && fight.body(target).armor_sundered < integrity,
            _ => self.sundered_thing(fight, target, aim).is_some(),
        }
    }

    fn sunder<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, aim: SunderAim, amount: i32, table: &mut Table<D, W>) {
        let integrity = self.book.maneuver.sunder.integrity;
        let more = |sundered: u8| (i32::from(sundered) + amount).min(i32::from(integrity)) as u8;
        if let Some(thing) = self.sundered_thing(fight, target, aim) {
            let place = usize::from(thing);
            let left = more(fight.body(target).sundered[place]);
            fight.body_mut(target).sundered[place] = left;
            if left >= integrity {
                self.let_go(fight, target, thing);
                fight.body_mut(target).places[place] = Place::Lost;
            }
        } else if aim == SunderAim::Armor {
            let body = fight.body_mut(target);
            body.armor_sundered = more(body.armor_sundered);
        }
        table.watch.count(target, count::SUNDERED, 1);
        table.tell("INJ-195", || format!("the {aim:?} of {} suffers", self.name(target)).to_lowercase());
    }

    /// The attacker goes away from the target, who follows (INJ-189).
    fn drag(&self, fight: &mut Fight, (who, target): (Slot, Slot), squares: i32) {
        let (own, theirs) = (self.space(who, fight.body(who)), self.space(target, fight.body(target)));
        let line = Line::between(theirs, own);
        for by in (1..=squares).map(|step| line.after(step)) {
            let (next, follow) = (own.moved(by), theirs.moved(by));
            let free = |space: Space| self.free_space(fight, space, [who, target]);
            if self.way(by) > squares || !free(next) || !free(follow) {
                break;
            }
            fight.body_mut(who).at = next.at;
            fight.body_mut(target).at = follow.at;
        }
    }

    /// The target is moved straight away (INJ-193).
    fn shove(&self, fight: &mut Fight, (who, target): (Slot, Slot), squares: i32) {
        let theirs = self.space(target, fight.body(target));
        let line = Line::between(self.space(who, fight.body(who)), theirs);
        for by in (1..=squares).map(|step| line.after(step)) {
            let next = theirs.moved(by);
            if self.way(by) > squares || !self.free_space(fight, next, [target, target]) {
                break;
            }
            fight.body_mut(target).at = next.at;
        }
    }

    /// The attacker goes straight on to the first place behind the target (INJ-191).
    fn overrun(&self, fight: &mut Fight, who: Slot, target: Slot) {
        let Some(grid) = &self.grid else { return };
        let (own, theirs) = (self.space(who, fight.body(who)), self.space(target, fight.body(target)));
        let line = Line::between(own, theirs);
        let mut places = (1..=i32::from(grid.width.max(grid.height))).map(|step| own.moved(line.after(step)));
        let behind = places.find(|&next| line.passes(next, theirs) && !next.meets(theirs));
        if let Some(next) = behind.filter(|&next| self.free_space(fight, next, [who, who])) {
            fight.body_mut(who).at = next.at;
        }
    }

    /// The target is moved within reach: to where most friends of the attacker are beside it, by the shortest way (INJ-192).
    fn reposition(&self, fight: &mut Fight, (who, target): (Slot, Slot), squares: i32) {
        let reach = self.melee_reach_ft(fight, who);
        let own = self.space(who, fight.body(who));
        let start = self.space(target, fight.body(target));
        let field = self.grid.as_ref().map_or(0, |grid| grid.width.max(grid.height));
        let side = squares.min(i32::from(field)) as i16;
        let mut best: Option<((i32, i32), Square)> = None;
        for y in -side..=side {
            for x in -side..=side {
                let (next, way) = (start.moved((x, y)), self.way((x, y)));
                let fits = way <= squares && self.spaces_ft(own, next) <= reach && !own.meets(next);
                if !fits || next.at == start.at || !self.free_space(fight, next, [target, target]) {
                    continue;
                }
                let beside = |friend: &Slot| self.spaces_ft(self.space(*friend, fight.body(*friend)), next) <= SQUARE_FT;
                let friends = (self.friends(who) & fight.active).without(who).filter(beside).count() as i32;
                let key = (-friends, way);
                if best.is_none_or(|(known, _)| key < known) {
                    best = Some((key, next.at));
                }
            }
        }
        if let Some((_, at)) = best {
            fight.body_mut(target).at = at;
        }
    }

    /// The longest reach of a melee weapon that it can use.
    pub(super) fn melee_reach_ft(&self, fight: &Fight, who: Slot) -> i32 {
        let (body, weapons) = (fight.body(who), &self.fighter(who).weapons);
        let usable = |index: &usize| weapons[*index].melee() && self.usable(who, body, *index as u8);
        (0..weapons.len()).filter(usable).map(|index| weapons[index].reach_ft).max().unwrap_or(0)
    }

    /// An attempt to get out of a grapple: a maneuver roll with whichever skill is hampered less, else with the better one
    /// (INJ-190, R-31).
    pub(super) fn escape<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(holder) = fight.body(who).grappled_by else { return };
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let skill = [Skill::Acrobatics, Skill::Athletics]
            .into_iter()
            .min_by_key(|&skill| (self.skill_disadvantages(who, body, skill, &[]), -fighter.skills[skill as usize]))
            .unwrap_or(Skill::Acrobatics);
        if self.roll_maneuver(fight, (who, holder), (&rolls::ESCAPE, skill), table).is_some() {
            let body = fight.body_mut(who);
            (body.grappled_by, body.grapple_ends) = (None, 0);
        }
    }
}
