//! A place in the order: turns begin, targets that are gone are replaced, moves, gambits, attacks, everything else.
//!
//! Owns steps 4.4 and 4.12 of the specification. Start at [`Play::play_members`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::attack::{Event, Kind};
use super::book::StuntRisk;
use super::choose::Lost;
use super::harm::{AbilityDamage, Origin};
use super::metrics as count;
use super::policy::Towards;
use super::rolls;
use super::rulings::{BlastCount, DefaultTarget, IntentFallback, LeftBehind, ReactionPer, RetreatFailure, ZoneLeave};
use super::save::{Advantage, Test};
use super::sheet::{Ability, HorseText, Skill, Trait};
use super::state::{Act, Fight, Intent, Status};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The members of a place act (step 4.4).
    #[inline(never)]
    pub(super) fn play_members(&mut self, members: Slots) {
        let rules = self.rules;
        let (mut changed, mut all) = (false, members);
        let bleed = all.any(|who| self.fight.body(who).bleeding > 0);
        for who in members {
            changed |= self.begin_turn(who);
        }
        if bleed && self.merge_point("bdp: behind bleeding", (members, changed)) {
            return;
        }
        if changed {
            self.morale();
            if rules.is_over(self.fight) {
                return;
            }
        }
        debug_assert!(rules.is_settled(self.fight) && !rules.is_over(self.fight));
        let here = members & self.fight.active();
        let members = if PLAIN { here } else { here.those(|who| self.fight.body(who).intent.is_some()) };
        let mut bystanders = members;
        let only_strike = rules.ordinary() && bystanders.all(|who| rules.only_strikes(self.fight, who));
        if !only_strike && self.come_to_blows(members) {
            return;
        }
        if self.attack_targets(members, only_strike) {
            return;
        }
        if !PLAIN && !only_strike {
            self.end_turns(members);
        }
    }

    /// Plays what comes before the attacks: targets that are gone, moves, gambits (steps 4.4.2 to 4.4.4); true when the fight
    /// is over (BDP-273).
    #[inline(never)]
    fn come_to_blows(&mut self, members: Slots) -> bool {
        let rules = self.rules;
        let mut follow: Option<(Slot, Slot)> = None;
        for who in members {
            self.check_target(who, &mut follow);
        }
        for who in members {
            self.moves_in(who);
        }
        if PLAIN {
            return false;
        }
        let tricky = |who: Slot| {
            let intent = self.fight.body(who).intent.as_ref();
            intent.is_some_and(|intent| matches!(intent.act, Act::Gambit(_) | Act::Trick(_)))
        };
        for who in members.those(tricky) {
            if let (Some(Intent { act: Act::Gambit(kind), .. }), Some(target)) =
                (self.fight.body(who).intent, rules.engaged_target(self.fight, who))
            {
                self.gambit(who, target, kind);
                self.morale();
                if rules.is_over(self.fight) {
                    return true;
                }
            }
            if let Some(Intent { act: Act::Trick(trick), target, .. }) =
                self.fight.body(who).intent.filter(|_| self.fight.is_active(who))
            {
                self.tricks(who, trick, target);
                if rules.is_over(self.fight) {
                    return true;
                }
            }
        }
        false
    }

    /// Plays what comes after the attacks (step 4.4.6).
    #[inline(never)]
    fn end_turns(&mut self, members: Slots) {
        let mut left = members;
        while let Some(who) = left.next() {
            if self.rules.is_over(self.fight) {
                return;
            }
            if self.fight.is_active(who) {
                self.acts_otherwise(who);
            }
            self.ends_turn(who);
            if !left.is_empty() && self.merge_point("bdp: behind a turn", left) {
                return;
            }
        }
    }

    /// Bleeding, standing up, lost turns; whether that can have changed anything for others (step 4.4.1; BDP-338).
    #[inline]
    fn begin_turn(&mut self, who: Slot) -> bool {
        let pending = std::mem::take(&mut self.fight.body_mut(who).bleeding);
        for _ in 0..pending {
            self.bleed(who);
        }
        if PLAIN {
            return pending > 0;
        }
        let once = self.rules.rulings().reaction_per == ReactionPer::OnceUntilTurn;
        if !self.fight.is_active(who) {
            return true;
        }
        let body = self.fight.body_mut(who);
        body.prone = false;
        body.plight.rousing = body.plight.roused;
        if once {
            body.reacted = false;
        }
        if body.stunned > 0 {
            body.stunned -= 1;
            body.intent = None;
            self.table.watch.count(who, count::TURNS_STUNNED, 1);
            self.table.tell("R-44", || format!("{} loses the turn", self.rules.name(who)));
        }
        true
    }

    /// A target that is gone or out of reach is replaced, or the action is lost (step 4.4.2, R-21).
    fn check_target(&mut self, who: Slot, follow: &mut Option<(Slot, Slot)>) {
        let rules = self.rules;
        let Some(intent) = self.fight.body(who).intent.as_ref().filter(|intent| intent.act.is_strike()) else {
            return;
        };
        let near = |target: Slot| rules.ordinary() && (intent.full || self.fight.body(who).engaged.has(target));
        if intent.target.is_some_and(|target| near(target) && self.fight.is_active(target)) {
            debug_assert!(intent.target.is_some_and(|target| rules.reachable(self.fight, who, intent).has(target)));
            return;
        }
        let mut intent = *intent;
        let guarded = intent.target.filter(|_| !rules.ordinary() && rules.somebody_protects);
        let shields = guarded.map_or(Slots::NONE, |target| rules.protectors(self.fight, who, target));
        if let Some(shield) = self.draw(who, shields, &rolls::DRAWN) {
            intent = Intent { target: Some(shield), closes: false, ..intent };
            self.fight.body_mut(who).intent = Some(intent);
            self.table.tell("BDP-520", || format!("{} draws the attack of {}", rules.name(shield), rules.name(who)));
        }
        let reachable = rules.reachable(self.fight, who, &intent);
        if intent.target.is_some_and(|target| reachable.has(target)) {
            return;
        }
        let led = follow.filter(|(lost, next)| intent.target == Some(*lost) && reachable.has(*next)).map(|(_, next)| next);
        let next = match rules.rulings().intent_fallback {
            IntentFallback::Lose => None,
            _ if led.is_some() => led,
            _ => self.choose_target(who, reachable),
        };
        if let (Some(lost), Some(next), None) = (intent.target, next, *follow) {
            *follow = Some((lost, next));
        }
        let there = intent.target.is_some_and(|target| self.fight.is_active(target));
        let lost = if there { Lost::Reach } else { Lost::Somebody };
        if next.is_none() && rules.rulings().intent_fallback == IntentFallback::Free {
            let again = self.intend(who);
            let again = again.target.is_none_or(|target| rules.reachable(self.fight, who, &again).has(target)).then_some(again);
            self.fight.body_mut(who).intent = again;
            if again.is_none() {
                self.loses_action(who, lost);
            }
            return;
        }
        if next.is_none() {
            self.fight.body_mut(who).intent = None;
            return self.loses_action(who, lost);
        }
        let closes = next.is_some_and(|next| !self.fight.body(who).engaged.has(next)) && intent.full && intent.first.is_none();
        self.fight.body_mut(who).intent = Some(Intent { target: next, closes, ..intent });
    }

    /// Moves at the beginning of a turn (step 4.4.3; BDP-604).
    fn moves_in(&mut self, who: Slot) {
        let Some(intent) = self.fight.body(who).intent.as_ref().filter(|_| self.fight.is_active(who)) else { return };
        match intent.act {
            Act::Move(to) => self.travel(who, to, intent.target, 1),
            Act::DoubleMove(to) => {
                let zones = self.rules.book.movement.full_turn_zones;
                self.travel(who, to, intent.target, zones);
            }
            Act::StepAway => self.steps_away(who),
            _ if intent.closes => self.closes_in(who, intent.target),
            _ => self.moves_first(who, intent.first, intent.target),
        }
    }

    /// The move of a move and an action; away from enemies it is a step within the zone where no other zone is safer (BDP-219,
    /// BDP-230, R-38).
    #[inline]
    fn moves_first(&mut self, who: Slot, first: Option<Towards>, target: Option<Slot>) {
        let Some(to) = first.filter(|_| self.rules.can_move(self.fight.body(who))) else { return };
        let before = self.fight.body(who).zone;
        self.travel(who, to, target, 1);
        let zone = self.fight.body(who).zone;
        if zone != before && self.rules.ground.zone(zone).slow {
            return self.arrives_late(who);
        }
        if zone == before && to == Towards::Away && !self.fight.body(who).engaged.is_empty() {
            self.steps_away(who);
        }
    }

    /// A move that took the whole turn (BDP-219).
    fn arrives_late(&mut self, who: Slot) {
        self.fight.body_mut(who).intent = None;
        self.table.tell("BDP-219", || format!("{} takes the whole turn to get there", self.rules.name(who)));
    }

    /// Closes the distance to the target (BDP-214, BDP-221, BDP-230, R-38).
    fn closes_in(&mut self, who: Slot, target: Option<Slot>) {
        let rules = self.rules;
        let Some(target) = target else { return };
        let zone = self.fight.body(target).zone;
        let moved = !rules.ordinary() && zone != self.fight.body(who).zone;
        if moved && !self.steps_into(who, zone) {
            self.fight.body_mut(who).intent = None;
            return self.loses_action(who, Lost::Room);
        }
        if !self.fight.is_active(who) || !self.fight.is_active(target) {
            return;
        }
        if moved && !rules.rulings().move_engages {
            self.fight.body_mut(who).intent = None;
            return;
        }
        self.fight.engage(who, target);
        if moved && rules.ground.zone(zone).slow {
            self.arrives_late(who);
        }
    }

    /// One step into the next zone; false when there is no room (BDP-217, BDP-223, R-38).
    fn steps_into(&mut self, who: Slot, zone: u8) -> bool {
        let inside =
            self.fight.slots().filter(|&other| self.fight.is_active(other) && self.fight.body(other).zone == zone).count();
        if self.rules.ground.zone(zone).max.is_some_and(|max| inside >= usize::from(max)) {
            return false;
        }
        self.leaves(who);
        if self.fight.is_active(who) {
            self.fight.part_all(who);
            self.fight.body_mut(who).zone = zone;
            self.table.tell("BDP-221", || format!("{} moves into another zone", self.rules.name(who)));
        }
        true
    }

    /// The quick attack of every engaged enemy on a target that leaves (BDP-223, R-38).
    fn leaves(&mut self, who: Slot) {
        let engaged = self.rules.engaged_foes(self.fight, who);
        if engaged.is_empty() || self.rules.rulings.zone_leave == ZoneLeave::None {
            return;
        }
        self.attack(&Event { target: who, attackers: engaged, kind: Kind::Leaving, reaction: false });
    }

    /// Moves through zones towards the target, or the nearest enemy, or away; where the book says so, not through a zone with
    /// enemies in it (BDP-221, BDP-222).
    fn travel(&mut self, who: Slot, to: Towards, target: Option<Slot>, most: u8) {
        let rules = self.rules;
        for step in 0..most {
            let here = self.fight.body(who).zone;
            let mut foes = rules.active_foes(self.fight, who).into_iter();
            let passes = step > 0 && foes.any(|foe| self.fight.body(foe).zone == here);
            let blocked = passes && rules.book.zone.enemy_blocks;
            let Some(zone) = rules.next_step(self.fight, who, to, target).filter(|_| !blocked) else { return };
            if step > 0 && rules.ground.zone(zone).slow {
                return;
            }
            if !self.steps_into(who, zone) || !self.fight.is_active(who) || rules.ground.zone(zone).slow {
                return;
            }
        }
    }

    /// Steps away from all enemies, in the same zone (BDP-229, R-38).
    fn steps_away(&mut self, who: Slot) {
        self.fight.part_all(who);
        self.table.tell("R-38", || format!("{} steps away", self.rules.name(who)));
    }

    /// The attack events of the members, one for each target (step 4.4.5); true when the path of dice at hand is left at a
    /// merge point.
    fn attack_targets(&mut self, members: Slots, only_strike: bool) -> bool {
        let strikes = |fight: &Fight, who: Slot| {
            let intent = fight.body(who).intent.as_ref().filter(|_| fight.is_active(who))?;
            matches!(intent.act, Act::Attack | Act::Throw | Act::StrikeAway).then_some(intent.target?)
        };
        if !PLAIN {
            for who in members {
                if strikes(self.fight, who).is_some() {
                    self.pays_for_strength(who);
                }
            }
        }
        if let Some(who) = members.single() {
            let Some(target) = strikes(self.fight, who) else { return false };
            if self.rules.strikes_one(who, target) {
                let event = Event { target, attackers: members, kind: Kind::Turn, reaction: true };
                self.strike_or_turn(event);
                return false;
            }
        }
        self.attack_all_targets(members, only_strike, strikes)
    }

    /// Attacks where there are several attackers, or bands, blasts and hordes, of several targets in an order that is drawn;
    /// true when the path at hand is left (BDP-263, BDP-406, BDP-412, R-43, R-67).
    #[inline(never)]
    fn attack_all_targets(
        &mut self,
        members: Slots,
        only_strike: bool,
        strikes: impl Fn(&Fight, Slot) -> Option<Slot>,
    ) -> bool {
        let rules = self.rules;
        let mut targets = [Slots::NONE; Slot::MOST];
        for who in members {
            let Some(target) = strikes(self.fight, who) else { continue };
            let mut struck = Slots::only(target);
            if rules.is_band(who) || rules.is(who, Trait::Blast) {
                struck = rules.engaged_foes(self.fight, who).with(target);
            } else if rules.is(target, Trait::Horde) {
                let horde = |foe: Slot| rules.is(foe, Trait::Horde);
                struck = rules.engaged_foes(self.fight, who).those(horde).with(target);
            }
            if struck.len() > 1 && rules.rulings().blast_count == BlastCount::Die {
                let die = rules.swing(self.fight, who, None).arm.die;
                let most = self.table.sum(who, &rolls::BLAST, die).max(1) as usize;
                struck = self.choose_more(who, Slots::only(target), struck, most - 1);
            }
            targets[who.index()] = struck;
        }
        let mut left = targets.iter().fold(Slots::NONE, |all, &struck| all | struck);
        while !left.is_empty() {
            let listed = || { members }.find_map(|who| { targets[who.index()] & left }.next());
            let target = match rules.rulings().default_target {
                DefaultTarget::Random | DefaultTarget::Everywhere => self.draw(Slot::MASTER, left, &rolls::NEXT_DRAWN),
                DefaultTarget::Listed => listed(),
            };
            let Some(target) = target else { break };
            left = left.without(target);
            let together = members.those(|one| targets[one.index()].has(target));
            let event = Event { target, attackers: together, kind: Kind::Turn, reaction: true };
            self.strike_or_turn(event);
            if !left.is_empty() && self.merge_point("bdp: behind one of several attacks", (members, only_strike, targets, left))
            {
                return true;
            }
            if rules.is_over(self.fight) {
                return false;
            }
        }
        false
    }

    /// Turns an event whose target has fallen meanwhile on another engaged enemy: the first listed attacker chooses, the others
    /// follow if they can (step 4.5.1, R-68).
    fn strike_or_turn(&mut self, event: Event) {
        let rules = self.rules;
        if self.fight.is_active(event.target) {
            return self.attack(&event);
        }
        let band = |who: Slot| rules.is_band(who) || rules.is(who, Trait::Blast);
        let mut attackers = event.attackers.those(|who| self.fight.is_active(who) && !band(who));
        while let Some(first) = { attackers }.next() {
            let swing = rules.swing(self.fight, first, Some(&event));
            let legal = rules.active_foes(self.fight, first).those(|foe| {
                if swing.ranged { rules.in_range(self.fight, &swing, foe) } else { self.fight.body(first).engaged.has(foe) }
            });
            let target = self.choose_target(first, legal);
            let follows = |one: Slot| target.is_some_and(|target| rules.can_strike(self.fight, one, Some(&event), target));
            let together = attackers.those(|one| one == first || follows(one));
            match target {
                Some(target) => self.attack(&Event { target, attackers: together, ..event }),
                None => self.loses_action(first, Lost::Somebody),
            }
            attackers = attackers.those(|one| !together.has(one) && self.fight.is_active(one));
            if rules.is_over(self.fight) {
                return;
            }
            if rules.rulings().left_behind == LeftBehind::Lose {
                return attackers.for_each(|one| self.loses_action(one, Lost::Reach));
            }
        }
    }

    /// Pays what stunts and savage strikes cost (BDP-254, BDP-523, BDP-613, BDP-253).
    fn pays_for_strength(&mut self, who: Slot) {
        let rules = self.rules;
        let Some(intent) = &self.fight.body(who).intent else { return };
        let (savage, stunt) = (intent.savage, intent.stunt);
        if savage && rules.fighter(who).has(Skill::SavageStrikes) {
            self.tire(who, rules.book.skill.savage_fatigue);
        }
        if stunt {
            self.fight.body_mut(who).stunts += 1;
            self.table.tell("BDP-253", || format!("{} tries a stunt", rules.name(who)));
            match rules.book.stunt.risk {
                StuntRisk::NextAttackEnhanced => self.fight.body_mut(who).exposed = true,
                StuntRisk::Fatigue => self.tire(who, rules.book.stunt.fatigue),
                StuntRisk::Damage => {
                    let lost = self.table.sum(who, &rolls::STUNT, rules.book.stunt.damage);
                    self.harm_ability(who, AbilityDamage::simply(Ability::Str, lost, Origin::Exertion), "BDP-254");
                }
                // Gear is lost behind the blow.
                StuntRisk::Gear => {}
            }
        }
        if self.breaks_weapon(who) {
            let body = self.fight.body_mut(who);
            (body.hp, body.next_enhanced) = (0, true);
            self.table.tell("BDP-613", || format!("{} breaks the weapon for one great blow", rules.name(who)));
        }
    }

    /// Everything that is no move, gambit or attack, and what follows an attack (step 4.4.6).
    fn acts_otherwise(&mut self, who: Slot) {
        let rules = self.rules;
        let strikes = |intent: &Intent| matches!(intent.act, Act::Attack) && !intent.stunt;
        let Some(intent) = self.fight.body(who).intent.as_ref().filter(|intent| !strikes(intent)).copied() else { return };
        match intent.act {
            Act::Retreat => self.retreats(who),
            Act::PickUp => self.picks_up(who),
            Act::Draw(weapon) => self.draws(who, weapon),
            Act::Reload => {
                let body = self.fight.body(who);
                let weapon = if body.carries(intent.weapon) { intent.weapon } else { rules.wielded(who, body) };
                let turns = &mut self.fight.body_mut(who).unready[usize::from(weapon)];
                *turns = turns.saturating_sub(1);
                self.table
                    .tell("BDP-347", || format!("{} makes the {} ready", rules.name(who), rules.weapon(who, weapon).name));
            }
            Act::StrikeAway => self.steps_away(who),
            Act::Sculpt(sculpt) => self.sculpts(who, sculpt, intent.target),
            Act::Miracle(miracle, dice) => self.prays_for(who, miracle, dice),
            Act::Song(song) => self.sings(who, song),
            Act::Breath => self.breathes(who),
            act => self.uses_talent(who, act, intent.target),
        }
        if intent.stunt && rules.book.stunt.risk == StuntRisk::Gear {
            let weapon = rules.swing(self.fight, who, None).weapon;
            self.drop_weapon(who, weapon);
        }
    }

    /// Draws a weapon into the right hand, and puts away what is in its way; the left hand keeps what it holds where the right
    /// one is empty.
    fn draws(&mut self, who: Slot, weapon: u8) {
        let rules = self.rules;
        let body = self.fight.body(who);
        if !body.carries(weapon) {
            return;
        }
        let [right, left] = rules.in_hands(who, body);
        let hands = |weapon: u8| rules.weapon(who, weapon).hands;
        let fits = |left: &u8| *left != weapon && hands(*left) + hands(weapon) <= 2 && right.is_none();
        let left = left.filter(fits);
        let body = self.fight.body_mut(who);
        (body.main, body.off) = (weapon, left);
        self.table.tell("R-11", || format!("{} draws the {}", rules.name(who), rules.weapon(who, weapon).name));
    }

    /// Picks up what it dropped.
    fn picks_up(&mut self, who: Slot) {
        let fighter = self.rules.fighter(who);
        let body = self.fight.body_mut(who);
        if body.dropped != 0 {
            let weapon = body.dropped.trailing_zeros() as u8;
            body.takes_back(weapon, fighter.weapons[usize::from(weapon)].slots);
            self.table.tell("R-11", || format!("{} picks up the {}", fighter.name, fighter.weapons[usize::from(weapon)].name));
        } else if body.shield_dropped {
            body.takes_back_shield(fighter.shield_slots);
            self.table.tell("R-11", || format!("{} picks up the shield", fighter.name));
        }
        self.check_full(who);
    }

    /// A retreat (step 4.12; BDP-303, BDP-306, BDP-373, R-39).
    fn retreats(&mut self, who: Slot) {
        let rules = self.rules;
        let gets_away = match rules.fighter(who).horse.filter(|_| rules.mounted(who, self.fight.body(who))) {
            Some(horse) => self.rides_off(who, horse),
            None => self.ability_save(who, rules.book.retreat.save, 0, Advantage::Neither, &rolls::RETREAT),
        };
        if !self.fight.is_active(who) {
            return;
        }
        if gets_away {
            self.table.watch.count(who, count::FLED, 1);
            return self.goes_out(who, Status::Fled);
        }
        self.table.tell("BDP-306", || format!("{} does not get away", rules.name(who)));
        let engaged = rules.engaged_foes(self.fight, who);
        if rules.rulings().retreat_failure == RetreatFailure::Hits && !engaged.is_empty() {
            self.attack(&Event { target: who, attackers: engaged, kind: Kind::Bonus, reaction: true });
        }
    }

    /// Riding off: no save from enemies that cannot keep up, the horse's DEX against others, and the rider's DEX against shots
    /// (BDP-373).
    fn rides_off(&mut self, who: Slot, horse: HorseText) -> bool {
        let rules = self.rules;
        let away = horse.outruns
            || rules.save.roll(
                Test::plain(horse.dex.unwrap_or(rules.book.foe.horse_dex).into()),
                who,
                &rolls::RETREAT,
                self.table,
            );
        let shoots = |foe: Slot| {
            let event = Event { target: who, attackers: Slots::only(foe), kind: Kind::Bonus, reaction: false };
            let swing = rules.swing(self.fight, foe, Some(&event));
            swing.ranged && rules.in_range(self.fight, &swing, who)
        };
        let archers = rules.active_foes(self.fight, who).those(shoots);
        if away && !archers.is_empty() && !self.dex_save(who, &rolls::FLEEING_SHOT) {
            self.table.tell("BDP-373", || format!("{} is shot at while riding off", rules.name(who)));
            self.attack(&Event { target: who, attackers: archers, kind: Kind::Bonus, reaction: false });
        }
        away
    }

    /// Decides whether to break the weapon of an attack for a great blow; by default no (BDP-613). The weapon goes with the
    /// blow.
    fn breaks_weapon(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        if !rules.rulings().sacrifice_offensive() {
            return false;
        }
        let weapon = rules.swing(self.fight, who, None).weapon;
        let loose = rules.weapon(who, weapon).loose() && !rules.weapon(who, weapon).ranged;
        if !loose || !self.wants(&self.rules.policies.lists.break_weapon, false, who) {
            return false;
        }
        self.fight.body_mut(who).breaking |= 1 << weapon;
        true
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if the combatant strikes at an enemy that it is engaged with, and does nothing else. In a plain fight nothing comes
    /// before that, and nothing after it.
    #[inline]
    fn only_strikes(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let at_hand = |target: Slot| body.engaged.has(target) && fight.is_active(target);
        body.intent.as_ref().is_some_and(|intent| {
            let alone = matches!(intent.act, Act::Attack) && !intent.closes && intent.first.is_none() && !intent.stunt;
            alone && intent.target.is_some_and(at_hand)
        })
    }

    /// Returns the targets that the combatant could go for with its intention (step 4.4.2, BDP-221, R-21).
    fn reachable(&self, fight: &Fight, who: Slot, intent: &Intent) -> Slots {
        let body = fight.body(who);
        let event = Event { target: who, attackers: Slots::only(who), kind: Kind::Turn, reaction: false };
        let swing = self.swing(fight, who, Some(&event));
        let shoots = swing.ranged && !matches!(intent.act, Act::Gambit(_));
        let stride = u8::from(intent.first.is_some() && self.can_move(body));
        let shot = shoots.then(|| self.shot_zones(who, swing.weapon, swing.thrown) + stride);
        self.active_foes(fight, who).those(|foe| self.comes_within(fight, who, foe, shot, intent.full))
    }

    /// Returns the target of an intention, where it is engaged and still there.
    fn engaged_target(&self, fight: &Fight, who: Slot) -> Option<Slot> {
        let body = fight.body(who);
        let target = body.intent.and_then(|intent| intent.target).filter(|_| body.active());
        target.filter(|&target| body.engaged.has(target) && fight.is_active(target))
    }

    /// True if an attack is on one target alone (BDP-263, BDP-406, BDP-412).
    #[inline]
    fn strikes_one(&self, who: Slot, target: Slot) -> bool {
        self.ordinary() || !self.is_band(who) && !self.is(who, Trait::Blast) && !self.is(target, Trait::Horde)
    }
}
