//! A place in the order: turns begin, targets that are gone are replaced, moves, gambits, attacks, everything else.
//!
//! Owns steps 4.4 and 4.12 of the specification. Start at [`Core::play_members`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::attack::{Event, Kind};
use super::book::StuntRisk;
use super::harm::Cause;
use super::metrics as count;
use super::policy::Towards;
use super::rolls;
use super::rulings::{BlastCount, IntentFallback, ReactionPer, RetreatFailure, ZoneLeave};
use super::save::{Luck, Test};
use super::scene::PerilKind;
use super::sheet::{Ability, HorseText, Skill, Trait};
use super::state::{Act, Fight, Intent, Status};

impl<const PLAIN: bool> Core<PLAIN> {
    /// The members of a place act (step 4.4).
    #[inline(never)]
    pub(super) fn play_members<D: Dice, W: Watch>(&self, fight: &mut Fight, members: Slots, table: &mut Table<D, W>) {
        let mut changed = false;
        for who in members {
            changed |= self.begin_turn(fight, who, table);
        }
        if changed {
            self.morale(fight, table);
            if self.is_over(fight) {
                return;
            }
        }
        debug_assert!(self.is_settled(fight) && !self.is_over(fight));
        let here = members & fight.active();
        let members = if PLAIN { here } else { here.those(|who| fight.body(who).intent.is_some()) };
        let mut bystanders = members;
        let only_strike = self.ordinary() && bystanders.all(|who| self.only_strikes(fight, who));
        if !only_strike && self.come_to_blows(fight, members, table) {
            return;
        }
        self.attack_targets(fight, members, table);
        if !PLAIN && !only_strike {
            self.end_turns(fight, members, table);
        }
    }

    /// Whether somebody strikes at an enemy with whom it is engaged, and does nothing else. In a plain fight nothing comes before
    /// that, and nothing after it.
    #[inline]
    fn only_strikes(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let at_hand = |target: Slot| body.engaged.has(target) && fight.is_active(target);
        body.intent.as_ref().is_some_and(|intent| {
            let alone = matches!(intent.act, Act::Attack) && !intent.closes && intent.first.is_none() && !intent.stunt;
            alone && intent.target.is_some_and(at_hand)
        })
    }

    /// What comes before the attacks: targets that are gone, moves, gambits (steps 4.4.2 to 4.4.4); true when the fight is over.
    #[inline(never)]
    fn come_to_blows<D: Dice, W: Watch>(&self, fight: &mut Fight, members: Slots, table: &mut Table<D, W>) -> bool {
        let mut follow: Option<(Slot, Slot)> = None;
        for who in members {
            self.check_target(fight, who, &mut follow, table);
        }
        for who in members {
            self.moves_in(fight, who, table);
        }
        if PLAIN {
            return false;
        }
        let tricky = |who: Slot| {
            let intent = fight.body(who).intent.as_ref();
            intent.is_some_and(|intent| matches!(intent.act, Act::Gambit(_) | Act::Trick(_)))
        };
        for who in members.those(tricky) {
            if let (Some(Intent { act: Act::Gambit(kind), .. }), Some(target)) =
                (fight.body(who).intent, self.engaged_target(fight, who))
            {
                self.gambit(fight, who, target, kind, table);
                self.morale(fight, table);
                if self.is_over(fight) {
                    return true;
                }
            }
            if let Some(Intent { act: Act::Trick(trick), target, .. }) = fight.body(who).intent.filter(|_| fight.is_active(who))
            {
                self.tricks(fight, who, (trick, target), table);
                if self.is_over(fight) {
                    return true;
                }
            }
        }
        false
    }

    /// What comes after the attacks (step 4.4.6).
    #[inline(never)]
    fn end_turns<D: Dice, W: Watch>(&self, fight: &mut Fight, members: Slots, table: &mut Table<D, W>) {
        for who in members {
            if self.is_over(fight) {
                return;
            }
            if fight.is_active(who) {
                self.acts_otherwise(fight, who, table);
            }
            self.ends_turn(fight, who, table);
        }
    }

    /// Bleeding, standing up, lost turns; whether that can have changed anything for others (step 4.4.1; BDP-337, BDP-338).
    #[inline]
    fn begin_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let pending = std::mem::take(&mut fight.body_mut(who).bleeding);
        for _ in 0..pending {
            self.bleed(fight, who, table);
        }
        if PLAIN {
            return pending > 0;
        }
        let once = self.rulings().reaction_per == ReactionPer::OnceUntilTurn;
        let body = fight.body_mut(who);
        body.prone = false;
        body.plight.rousing = body.plight.roused;
        if once {
            body.reacted = false;
        }
        if body.stunned > 0 {
            body.stunned -= 1;
            body.intent = None;
            table.tell("R-44", || format!("{} loses the turn", self.name(who)));
        }
        true
    }

    /// Whom somebody could go for with what it intends (step 4.4.2, BDP-221, R-21).
    fn reachable(&self, fight: &Fight, who: Slot, intent: &Intent) -> Slots {
        let body = fight.body(who);
        let event = Event { target: who, attackers: Slots::only(who), kind: Kind::Turn, reaction: false };
        let swing = self.swing(fight, who, Some(&event));
        self.active_foes(fight, who).those(|foe| {
            let steps = self.ground.steps(body.zone, fight.body(foe).zone);
            let melee = body.engaged.has(foe) || intent.full && steps <= 1 && self.can_move(body);
            let shoots = swing.ranged && !matches!(intent.act, Act::Gambit(_));
            let stride = u8::from(intent.first.is_some() && self.can_move(body));
            if shoots { steps <= self.shot_zones(who, swing.weapon, swing.thrown) + stride } else { melee }
        })
    }

    /// A target that is gone or out of reach is replaced, or the action is lost (step 4.4.2, R-21).
    fn check_target<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        follow: &mut Option<(Slot, Slot)>,
        table: &mut Table<D, W>,
    ) {
        let Some(intent) = fight.body(who).intent.as_ref().filter(|intent| Self::is_strike(intent.act)) else { return };
        let near = |target: Slot| self.ordinary() && (intent.full || fight.body(who).engaged.has(target));
        if intent.target.is_some_and(|target| near(target) && fight.is_active(target)) {
            debug_assert!(intent.target.is_some_and(|target| self.reachable(fight, who, intent).has(target)));
            return;
        }
        let mut intent = *intent;
        let guarded = intent.target.filter(|_| !self.ordinary() && self.somebody_protects);
        if let Some(shield) = guarded.and_then(|target| self.protector(fight, who, target)) {
            intent = Intent { target: Some(shield), closes: false, ..intent };
            fight.body_mut(who).intent = Some(intent);
            table.tell("BDP-520", || format!("{} draws the attack of {}", self.name(shield), self.name(who)));
        }
        let reachable = self.reachable(fight, who, &intent);
        if intent.target.is_some_and(|target| reachable.has(target)) {
            return;
        }
        let led = follow.filter(|(lost, next)| intent.target == Some(*lost) && reachable.has(*next)).map(|(_, next)| next);
        let next = match self.rulings().intent_fallback {
            IntentFallback::Lose => None,
            _ if led.is_some() => led,
            _ => self.choose_target(fight, who, reachable, table),
        };
        if let (Some(lost), Some(next), None) = (intent.target, next, *follow) {
            *follow = Some((lost, next));
        }
        if next.is_none() && self.rulings().intent_fallback == IntentFallback::Free {
            let again = self.intend(fight, who, table);
            let again = again.target.is_none_or(|target| self.reachable(fight, who, &again).has(target)).then_some(again);
            fight.body_mut(who).intent = again;
            if again.is_none() {
                self.loses_action(who, table);
            }
            return;
        }
        if next.is_none() {
            fight.body_mut(who).intent = None;
            return self.loses_action(who, table);
        }
        let closes = next.is_some_and(|next| !fight.body(who).engaged.has(next)) && intent.full && intent.first.is_none();
        fight.body_mut(who).intent = Some(Intent { target: next, closes, ..intent });
    }

    /// Moves at the beginning of a turn (step 4.4.3).
    fn moves_in<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(intent) = fight.body(who).intent.as_ref().filter(|_| fight.is_active(who)) else { return };
        match intent.act {
            Act::Move(to) => self.travel(fight, who, (to, intent.target), 1, table),
            Act::DoubleMove(to) => {
                let zones = self.book.movement.full_turn_zones;
                self.travel(fight, who, (to, intent.target), zones, table);
            }
            Act::StepAway => self.steps_away(fight, who, table),
            _ if intent.closes => self.closes_in(fight, who, intent.target, table),
            _ => self.moves_first(fight, who, (intent.first, intent.target), table),
        }
    }

    /// The move of a move and an action; away from enemies it is a step within the zone where no other zone is safer (BDP-219,
    /// BDP-230, R-38).
    #[inline]
    fn moves_first<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (first, target): (Option<Towards>, Option<Slot>),
        table: &mut Table<D, W>,
    ) {
        let Some(to) = first.filter(|_| self.can_move(fight.body(who))) else { return };
        let before = fight.body(who).zone;
        self.travel(fight, who, (to, target), 1, table);
        let zone = fight.body(who).zone;
        if zone != before && self.ground.zone(zone).slow {
            return self.arrives_late(fight, who, table);
        }
        if zone == before && to == Towards::Away && !fight.body(who).engaged.is_empty() {
            self.steps_away(fight, who, table);
        }
    }

    /// A move that took the whole turn (BDP-219).
    fn arrives_late<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).intent = None;
        table.tell("BDP-219", || format!("{} takes the whole turn to get there", self.name(who)));
    }

    /// Closes the distance to the target (BDP-221, BDP-230, R-38).
    fn closes_in<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, target: Option<Slot>, table: &mut Table<D, W>) {
        let Some(target) = target else { return };
        let zone = fight.body(target).zone;
        let moved = !self.ordinary() && zone != fight.body(who).zone;
        if moved && !self.steps_into(fight, who, zone, table) {
            fight.body_mut(who).intent = None;
            return self.loses_action(who, table);
        }
        if !fight.is_active(who) || !fight.is_active(target) {
            return;
        }
        if moved && !self.rulings().move_engages {
            fight.body_mut(who).intent = None;
            return;
        }
        fight.engage(who, target);
        if moved && self.ground.zone(zone).slow {
            self.arrives_late(fight, who, table);
        }
    }

    /// One step into the next zone; false when there is no room (BDP-217, BDP-223, R-38).
    fn steps_into<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, zone: u8, table: &mut Table<D, W>) -> bool {
        let inside = fight.slots().filter(|&other| fight.is_active(other) && fight.body(other).zone == zone).count();
        if inside >= usize::from(self.ground.zone(zone).max) {
            return false;
        }
        self.leaves(fight, who, table);
        if fight.is_active(who) {
            fight.part_all(who);
            fight.body_mut(who).zone = zone;
            table.tell("BDP-221", || format!("{} moves into another zone", self.name(who)));
        }
        true
    }

    /// The quick attack of everybody engaged on somebody who leaves (BDP-223, R-38).
    fn leaves<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let engaged = self.engaged_foes(fight, who);
        if engaged.is_empty() || self.rulings().zone_leave == ZoneLeave::None {
            return;
        }
        self.attack(fight, &Event { target: who, attackers: engaged, kind: Kind::Leaving, reaction: false }, table);
    }

    /// Moves through zones towards the target, or the nearest enemy, or away; where the book says so, not through a zone with
    /// enemies in it (BDP-214, BDP-221, BDP-222).
    fn travel<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (to, target): (Towards, Option<Slot>),
        most: u8,
        table: &mut Table<D, W>,
    ) {
        for step in 0..most {
            let here = fight.body(who).zone;
            let foes = self.active_foes(fight, who);
            let goal = target.filter(|&target| to == Towards::Target && foes.has(target)).map_or(foes, Slots::only);
            let near = |zone: u8| goal.map(|foe| self.ground.steps(zone, fight.body(foe).zone)).min().unwrap_or(0);
            let passes = step > 0 && foes.into_iter().any(|foe| fight.body(foe).zone == here);
            let blocked = passes && self.book.zone.enemy_blocks;
            let better = |zone: &u8| match to {
                Towards::Target => near(*zone) < near(here),
                Towards::Away => near(*zone) > near(here),
            };
            let Some(zone) = self.ground.next_to(here).find(better).filter(|_| !blocked) else { return };
            if step > 0 && self.ground.zone(zone).slow {
                return;
            }
            if !self.steps_into(fight, who, zone, table) || !fight.is_active(who) || self.ground.zone(zone).slow {
                return;
            }
        }
    }

    /// Steps away from everybody, in the same zone (BDP-229, R-38).
    fn steps_away<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.part_all(who);
        table.tell("R-38", || format!("{} steps away", self.name(who)));
    }

    fn engaged_target(&self, fight: &Fight, who: Slot) -> Option<Slot> {
        let body = fight.body(who);
        let target = body.intent.and_then(|intent| intent.target).filter(|_| body.active());
        target.filter(|&target| body.engaged.has(target) && fight.is_active(target))
    }

    /// The attack events of the members, in the order of the first attacker of each target (step 4.4.5; BDP-257, BDP-263,
    /// BDP-406, BDP-412, R-43).
    fn attack_targets<D: Dice, W: Watch>(&self, fight: &mut Fight, members: Slots, table: &mut Table<D, W>) {
        let strikes = |fight: &Fight, who: Slot| {
            let intent = fight.body(who).intent.as_ref().filter(|_| fight.is_active(who))?;
            matches!(intent.act, Act::Attack | Act::Throw | Act::StrikeAway).then_some(intent.target?)
        };
        if !PLAIN {
            for who in members {
                if strikes(fight, who).is_some() {
                    self.pays_for_strength(fight, who, table);
                }
            }
        }
        if let Some(who) = members.single() {
            let Some(target) = strikes(fight, who) else { return };
            if self.strikes_one(who, target) {
                let event = Event { target, attackers: members, kind: Kind::Turn, reaction: true };
                return self.strike_or_turn(fight, event, table);
            }
        }
        self.attack_all_targets(fight, members, strikes, table);
    }

    /// Whether an attack is on one target alone (BDP-263, BDP-406, BDP-412).
    #[inline]
    fn strikes_one(&self, who: Slot, target: Slot) -> bool {
        self.ordinary() || !self.is_band(who) && !self.is(who, Trait::Blast) && !self.is(target, Trait::Horde)
    }

    /// The same where there are several attackers, or bands, blasts and hordes.
    #[inline(never)]
    fn attack_all_targets<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        members: Slots,
        strikes: impl Fn(&Fight, Slot) -> Option<Slot>,
        table: &mut Table<D, W>,
    ) {
        let mut targets = [Slots::NONE; Slot::MOST];
        for who in members {
            let Some(target) = strikes(fight, who) else { continue };
            let mut struck = Slots::only(target);
            if self.is_band(who) || self.is(who, Trait::Blast) {
                struck = self.engaged_foes(fight, who).with(target);
            } else if self.is(target, Trait::Horde) {
                let horde = |foe: Slot| self.is(foe, Trait::Horde);
                struck = self.engaged_foes(fight, who).those(horde).with(target);
            }
            if struck.len() > 1 && self.rulings().blast_count == BlastCount::Die {
                let die = self.swing(fight, who, None).arm.die;
                let most = table.sum(who, &rolls::BLAST, die).max(1) as usize;
                struck = std::iter::once(target).chain(struck.without(target)).take(most).collect();
            }
            targets[who.index()] = struck;
        }
        let mut done = Slots::NONE;
        for who in members {
            for target in targets[who.index()] {
                if done.has(target) {
                    continue;
                }
                done = done.with(target);
                let together = members.those(|one| targets[one.index()].has(target));
                let event = Event { target, attackers: together, kind: Kind::Turn, reaction: true };
                self.strike_or_turn(fight, event, table);
                if self.is_over(fight) {
                    return;
                }
            }
        }
    }

    /// An event whose target has fallen meanwhile goes to another one who is engaged (step 4.5.1).
    fn strike_or_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, event: Event, table: &mut Table<D, W>) {
        if fight.is_active(event.target) {
            return self.attack(fight, &event, table);
        }
        let band = |who: Slot| self.is_band(who) || self.is(who, Trait::Blast);
        let attackers = event.attackers.those(|who| fight.is_active(who) && !band(who));
        let Some(first) = attackers.into_iter().next() else { return };
        let swing = self.swing(fight, first, Some(&event));
        let legal = self.active_foes(fight, first).those(|foe| match swing.ranged {
            true => self.in_range(fight, &swing, foe),
            false => fight.body(first).engaged.has(foe),
        });
        let Some(target) = self.choose_target(fight, first, legal, table) else { return self.loses_action(first, table) };
        self.attack(fight, &Event { target, attackers, ..event }, table);
    }

    /// What stunts and savage strikes cost (BDP-254, BDP-523, BDP-613).
    fn pays_for_strength<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(intent) = &fight.body(who).intent else { return };
        let (savage, stunt) = (intent.savage, intent.stunt);
        if savage && self.fighter(who).has(Skill::SavageStrikes) {
            self.tire(fight, who, self.book.skill.savage_fatigue, table);
        }
        if stunt {
            fight.body_mut(who).stunts += 1;
            table.tell("BDP-253", || format!("{} tries a stunt", self.name(who)));
            match self.book.stunt.risk {
                StuntRisk::NextAttackEnhanced => fight.body_mut(who).exposed = true,
                StuntRisk::Fatigue => self.tire(fight, who, self.book.stunt.fatigue, table),
                StuntRisk::Damage => {
                    let lost = table.sum(who, &rolls::STUNT, self.book.stunt.damage);
                    self.harm_ability(fight, who, (Ability::Str, lost, false), "BDP-254", table);
                }
                StuntRisk::Gear => {}
            }
        }
        if self.breaks_weapon(fight, who, table) {
            let body = fight.body_mut(who);
            (body.hp, body.next_enhanced) = (0, true);
            table.tell("BDP-613", || format!("{} breaks the weapon for one great blow", self.name(who)));
        }
    }

    /// Everything that is no move, gambit or attack, and what follows an attack (step 4.4.6).
    fn acts_otherwise<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let strikes = |intent: &Intent| matches!(intent.act, Act::Attack) && !intent.stunt;
        let Some(intent) = fight.body(who).intent.as_ref().filter(|intent| !strikes(intent)).copied() else { return };
        match intent.act {
            Act::Retreat => self.retreats(fight, who, table),
            Act::PickUp => self.picks_up(fight, who, table),
            Act::Draw(weapon) => self.draws(fight, who, weapon, table),
            Act::Reload => {
                let body = fight.body(who);
                let weapon = if body.carries(intent.weapon) { intent.weapon } else { self.wielded(who, body) };
                let turns = &mut fight.body_mut(who).unready[usize::from(weapon)];
                *turns = turns.saturating_sub(1);
                table.tell("BDP-347", || format!("{} makes the {} ready", self.name(who), self.weapon(who, weapon).name));
            }
            Act::StrikeAway => self.steps_away(fight, who, table),
            Act::Sculpt(sculpt) => self.sculpts(fight, who, (sculpt, intent.target), table),
            Act::Miracle(miracle, dice) => self.prays_for(fight, who, (miracle, dice), table),
            Act::Song(song) => self.sings(fight, who, song, table),
            Act::Breath => self.breathes(fight, who, table),
            act => self.uses_talent(fight, who, (act, intent.target), table),
        }
        if intent.stunt && self.book.stunt.risk == StuntRisk::Gear {
            let weapon = self.swing(fight, who, None).weapon;
            self.drop_weapon(fight, who, weapon, table);
        }
    }

    /// Draws a weapon into the right hand, and puts away what is in its way; the left hand keeps what it holds where the right
    /// one is empty.
    fn draws<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, weapon: u8, table: &mut Table<D, W>) {
        let body = fight.body(who);
        if !body.carries(weapon) {
            return;
        }
        let [right, left] = self.in_hands(who, body);
        let hands = |weapon: u8| self.weapon(who, weapon).hands;
        let fits = |left: &u8| *left != weapon && hands(*left) + hands(weapon) <= 2 && right.is_none();
        let left = left.filter(fits);
        let body = fight.body_mut(who);
        (body.main, body.off) = (weapon, left);
        table.tell("R-11", || format!("{} draws the {}", self.name(who), self.weapon(who, weapon).name));
    }

    /// Picks up what it dropped.
    fn picks_up<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let fighter = self.fighter(who);
        let body = fight.body_mut(who);
        if body.dropped != 0 {
            let weapon = body.dropped.trailing_zeros() as u8;
            body.dropped &= !(1 << weapon);
            body.weapons |= 1 << weapon;
            body.load += fighter.weapons[usize::from(weapon)].slots;
            table.tell("R-11", || format!("{} picks up the {}", fighter.name, fighter.weapons[usize::from(weapon)].name));
        } else if body.shield_dropped {
            (body.shielded, body.shield_dropped) = (true, false);
            body.load += fighter.shield_slots;
            table.tell("R-11", || format!("{} picks up the shield", fighter.name));
        }
        self.check_full(fight, who, table);
    }

    /// A retreat (step 4.12; BDP-303 to BDP-306, BDP-373, R-39).
    fn retreats<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let gets_away = match self.fighter(who).horse.filter(|_| self.mounted(who, fight.body(who))) {
            Some(horse) => self.rides_off(fight, who, horse, table),
            None => self.ability_save(fight, who, (self.book.retreat.save, 0, Luck::Even), &rolls::RETREAT, table),
        };
        if !fight.is_active(who) {
            return;
        }
        if gets_away {
            table.watch.count(who, count::FLED, 1);
            return self.goes_out(fight, who, Status::Fled, table);
        }
        table.tell("BDP-306", || format!("{} does not get away", self.name(who)));
        let engaged = self.engaged_foes(fight, who);
        if self.rulings().retreat_failure == RetreatFailure::Hits && !engaged.is_empty() {
            self.attack(fight, &Event { target: who, attackers: engaged, kind: Kind::Bonus, reaction: true }, table);
        }
    }

    /// Riding off: no save from those who cannot keep up, the horse's DEX against others, and the rider's DEX against shots
    /// (BDP-373).
    fn rides_off<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, horse: HorseText, table: &mut Table<D, W>) -> bool {
        let away = horse.outruns
            || self.save.roll(Test::plain(horse.dex.unwrap_or(self.book.foe.horse_dex).into()), who, &rolls::RETREAT, table);
        let shoots = |foe: Slot| {
            let event = Event { target: who, attackers: Slots::only(foe), kind: Kind::Bonus, reaction: false };
            let swing = self.swing(fight, foe, Some(&event));
            swing.ranged && self.in_range(fight, &swing, who)
        };
        let archers = self.active_foes(fight, who).those(shoots);
        if away && !archers.is_empty() && !self.dex_save(fight, who, &rolls::FLEEING_SHOT, table) {
            table.tell("BDP-373", || format!("{} is shot at while riding off", self.name(who)));
            self.attack(fight, &Event { target: who, attackers: archers, kind: Kind::Bonus, reaction: false }, table);
        }
        away
    }

    /// Damage from the surroundings (BDP-036 to BDP-049, BDP-460).
    pub(super) fn peril<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        kind: PerilKind,
        times: u8,
        table: &mut Table<D, W>,
    ) {
        let env = &self.book.env;
        let (peril, rule) = match kind {
            PerilKind::Fall => (&env.fall, "BDP-042"),
            PerilKind::Gas => (&env.gas, "BDP-043"),
            PerilKind::Cold => (&env.cold, "BDP-044"),
            PerilKind::BearTrap => (&env.bear_trap, "BDP-045"),
            PerilKind::NightSpider => (&env.night_spider, "BDP-046"),
            PerilKind::Unnatural => (&env.unnatural, "BDP-047"),
            PerilKind::Eldritch => (&env.eldritch, "BDP-048"),
            PerilKind::Darts => (&env.darts, "BDP-036"),
            PerilKind::Fire => (&env.fire, "BDP-049"),
            PerilKind::Stairs => (&env.stairs, "BDP-310"),
        };
        let mut amount = 0;
        for _ in 0..times {
            amount += table.sum(who, &rolls::SURROUNDINGS, peril.damage.dice) + peril.damage.flat;
        }
        if peril.defendable {
            let damage = (amount - self.armor(who, fight.body(who))).max(0);
            if damage > 0 {
                self.hurt(fight, who, damage, Cause::default(), table);
            }
        } else {
            self.harm_ability(fight, who, (peril.ability, amount, peril.critical), rule, table);
        }
        if let Some(key) = self.peril_wounds[kind as usize].filter(|_| fight.is_active(who)) {
            let wound = super::wounds::Wound { key, level: self.book.wound.level, treated: 0 };
            self.wound(fight, who, wound, table);
        }
    }
}
