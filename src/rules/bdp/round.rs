//! The round of `bdp`: its opening, the places of its order, its end.
//!
//! Owns the order in which things happen; what an action does is in [`act`](super::act). A step is the opening of a round or
//! one place of its order, so that the state is whole between two steps. Start at [`Core::play_step`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Ending, Progress, Side, Slots, Table, Watch};

use super::Core;
use super::book::gear::ItemUse;
use super::decide::Wants;
use super::metrics as count;
use super::rolls;
use super::rulings::{ActionCost, BleedAfter, DownTreated, GasUnit, GearRecover, ReactionPer, SameTime};
use super::scene::{PerilKind, Start};
use super::sheet::Ability;
use super::state::{Act, Body, Fight, Intent, Phase, Plight, Status};

impl<const PLAIN: bool> Core<PLAIN> {
    /// These sides come face to face; an ending when there is nobody to fight (steps 4.1 and 4.2).
    pub(super) fn begin_fight<D: Dice, W: Watch>(
        &self,
        sides: Sides,
        fight: &mut Fight,
        table: &mut Table<D, W>,
    ) -> Option<Ending> {
        (fight.sides, fight.round, fight.phase, fight.free_rounds, fight.mood) = (sides, 0, Phase::Open, 0, 0);
        fight.order.clear();
        for who in fight.slots() {
            let fighter = self.fighter(who);
            let here = sides.has(fighter.side);
            match fight.body(who).status {
                Status::Active if !here => fight.becomes(who, Status::Absent),
                Status::Absent if here => fight.becomes(who, Status::Active),
                // Player characters who fled are back for the next fight of a day.
                Status::Fled if fighter.pc => fight.becomes(who, if here { Status::Active } else { Status::Absent }),
                _ => {}
            }
            if !here {
                continue;
            }
            // The only fight of a day finds everybody as the day began.
            if !PLAIN {
                self.comes_fresh(who, fight.body_mut(who));
            }
            debug_assert!(!PLAIN || self.is_fresh(who, fight.body(who)));
            self.check_full(fight, who, table);
        }
        self.first_engagements(fight);
        self.count_groups(fight);
        fight.meetings = fight.meetings.saturating_add(1);
        let over = self.ending(fight);
        if over.is_some() {
            return over;
        }
        if self.is_peaceful(fight, table) {
            return Some(Ending::Draw);
        }
        self.surprise(fight, table);
        self.meets_terror(fight, table);
        self.meets_monsters(fight, table);
        self.ending(fight)
    }

    /// Those of these sides who could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let comes = |who: Slot| match fight.body(who).status {
            Status::Active | Status::Absent => true,
            // Player characters who fled are back for the next fight of a day.
            Status::Fled => self.fighter(who).pc,
            _ => false,
        };
        fight.slots().filter(|&who| comes(who)).map(|who| self.fighter(who).side).collect::<Sides>() & sides
    }

    /// What somebody has of no fight before.
    fn comes_fresh(&self, who: Slot, body: &mut Body) {
        let fighter = self.fighter(who);
        (body.engaged, body.zone) = (Slots::NONE, self.places[who.index()]);
        (body.intent, body.reacted, body.surprised) = (None, false, false);
        body.reactions = fighter.reaction_uses;
        (body.plight, body.treated) = (Plight::default(), false);
        (body.stunts, body.unaware) = (0, fighter.start.unaware);
        // What has been reloaded stays so; what has to be drawn is not kept drawn.
        for (turns, weapon) in body.unready.iter_mut().zip(&fighter.weapons) {
            *turns = weapon.draw;
        }
    }

    /// Whether somebody has nothing of a fight before.
    fn is_fresh(&self, who: Slot, body: &Body) -> bool {
        let mut fresh = *body;
        self.comes_fresh(who, &mut fresh);
        fresh == *body
    }

    /// Who is engaged from the beginning (step 4.2.3).
    fn first_engagements(&self, fight: &mut Fight) {
        if !self.starts_engaged {
            return;
        }
        for who in fight.active() {
            for foe in self.active_foes(fight, who) {
                let close = self.scene.start == Start::Engaged && fight.body(who).zone == fight.body(foe).zone;
                if close || self.pairs[who.index()].has(foe) {
                    fight.engage(who, foe);
                }
            }
        }
    }

    /// Opens the round, or plays the next place of its order; with the last of them those who are left bleed.
    pub(super) fn play_step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        let progress = self.play_next(fight, table);
        if matches!(progress, Progress::Over(_)) {
            self.bleeds_after(fight, table);
        }
        progress
    }

    #[inline(always)]
    fn play_next<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        debug_assert!(!PLAIN || fight.bodies.iter().all(Body::is_plain));
        let before = fight.active();
        if fight.phase == Phase::Open {
            self.open_round(fight, table);
            fight.phase = Phase::Turns;
        } else {
            self.play_place(fight, table);
        }
        // While nobody goes out no fight is over.
        if let Some(ending) = self.ending(fight).filter(|_| before != fight.active()) {
            return Progress::Over(ending);
        }
        debug_assert!(!self.is_over(fight));
        if fight.order.is_empty() { self.close_round(fight, table) } else { Progress::Turn }
    }

    /// A new round: hazards, intentions, order (step 4.3; BDP-202, BDP-219, BDP-227).
    #[inline(never)]
    fn open_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        if fight.free_rounds == 0 {
            fight.round += 1;
        }
        table.tell("BDP-212", || format!("Round {}", fight.round));
        if PLAIN {
            // Nothing is left of the round before but intentions, which are replaced, and nothing has happened.
            debug_assert!(self.is_settled(fight) && !self.is_over(fight));
            return self.takes_places(fight, table);
        }
        let active = fight.active();
        active.for_each(|who| self.comes_to_round(fight, who, table));
        self.morale(fight, table);
        if self.is_over(fight) {
            return;
        }
        debug_assert!(self.is_settled(fight));
        if self.rulings().intent_telegraph {
            // Player characters come last, and see the intentions of those before (BDP-228).
            let late = active & self.pcs;
            self.decide(fight, active.those(|who| !late.has(who)), table);
            self.decide(fight, late, table);
        } else {
            self.decide(fight, active, table);
        }
        for who in active & fight.active() {
            let body = fight.body_mut(who);
            body.plight.protecting = matches!(body.intent, Some(Intent { act: Act::Protect, .. }));
            self.tells_intention(fight, who, table);
        }
        self.find_order(fight, table);
    }

    /// What somebody intends, in a story (BDP-227).
    #[inline]
    pub(super) fn tells_intention<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) {
        if let Some(intent) = &fight.body(who).intent {
            table.tell("BDP-227", || format!("{} intends to {}", self.name(who), self.intent_name(who, intent)));
        }
    }

    /// The beginning of a round for one: hazards, holds, rage, and nothing that was intended.
    fn comes_to_round<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !self.ordinary() {
            self.hazard(fight, who, table);
            self.is_held(fight, who, table);
            self.rages(fight, who, table);
        }
        let body = fight.body_mut(who);
        (body.intent, body.patient) = (None, false);
        (body.plight.hurt, body.plight.protecting) = (false, false);
        if self.rulings().reaction_per == ReactionPer::Round {
            body.reacted = false;
        }
    }

    /// The intentions of these, one after the other.
    fn decide<D: Dice, W: Watch>(&self, fight: &mut Fight, those: Slots, table: &mut Table<D, W>) {
        for who in those {
            let body = fight.body(who);
            if !body.active() || body.surprised || body.unaware {
                continue;
            }
            let dropped = self.policies.deciders.backpack.has(who) && self.drops_backpack(fight, who, table);
            let busy = dropped && self.rulings().backpack_drop == ActionCost::Quick;
            let intent = if busy { Self::idle(self.wielded(who, fight.body(who))) } else { self.intend(fight, who, table) };
            // Nobody looks at the intentions of others, unless they are known to all.
            fight.body_mut(who).intent = Some(intent);
        }
    }

    /// What the zone does to whoever stands in it (BDP-219).
    fn hazard<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(kind) = self.ground.zone(fight.body(who).zone).hazard else { return };
        if kind == PerilKind::Gas && self.gas_waits(fight.round) {
            return;
        }
        self.peril(fight, who, kind, 1, table);
    }

    /// Whether gas does nothing in this round, because a turn in it is longer.
    fn gas_waits(&self, round: u16) -> bool {
        let seconds = self.book.round.seconds.max(1);
        self.rulings().gas_unit == GasUnit::TenMinutes && u32::from(round) % (600 / seconds).max(1) != 0
    }

    /// One place of the order: everybody of one side with the same key (step 4.3.6, R-24).
    fn play_place<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let Some(first) = fight.order.pop() else { return };
        let shared = fight.order.last().is_some_and(|next| next.is_shared_with(first));
        if PLAIN && !shared {
            return self.play_alone(fight, first.who(), table);
        }
        let mut members = Slots::only(first.who());
        match self.rulings().multi_same_time {
            // Equal places stand side by side.
            SameTime::Slot => {
                while let Some(next) = fight.order.pop_if(|next| next.is_shared_with(first)) {
                    members = members.with(next.who());
                }
            }
            SameTime::SideRound => {
                while let Some(next) = fight.order.iter().rposition(|next| next.side() == first.side()) {
                    members = members.with(fight.order.remove(next).who());
                }
            }
            SameTime::Never => {}
        }
        self.play_members(fight, members, table);
    }

    /// The end of a round (step 4.3.7, R-60).
    fn close_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        fight.phase = Phase::Open;
        self.keeps_round(fight, &mut table.watch);
        if fight.free_rounds > 0 {
            fight.free_rounds -= 1;
            if fight.free_rounds == 0 {
                self.recovers_from_surprise(fight);
            }
            return Progress::Round;
        }
        if fight.round >= self.book.round.rounds_max { Progress::Over(Ending::Timeout) } else { Progress::Round }
    }

    /// Whether the fight is over.
    #[inline]
    pub(super) fn is_over(&self, fight: &Fight) -> bool {
        self.ending(fight).is_some()
    }

    /// How the fight has ended, if it has (step 4.11; R-61).
    #[inline]
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        let Some(first) = fight.active().into_iter().next() else { return Some(Ending::Draw) };
        self.active_foes(fight, first).is_empty().then(|| Ending::Won(self.fighter(first).side))
    }

    /// Bleeding that is left when a fight is over (step 4.13, R-33).
    #[inline(never)]
    fn bleeds_after<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        for who in fight.active() {
            let pending = std::mem::take(&mut fight.body_mut(who).bleeding);
            if self.rulings().bleed_after == BleedAfter::Roll {
                (0..pending).for_each(|_| self.bleed(fight, who, table));
            }
        }
    }

    /// What does not outlast a fight (steps 4.13 and ).
    pub(super) fn end_fight<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let met = self.members_of(fight.sides);
        let winner = match self.ending(fight) {
            Some(Ending::Won(side)) => Some(side),
            _ => None,
        };
        self.treats_the_down(fight, winner, table);
        for who in met {
            fight.part_all(who);
            if winner == Some(self.fighter(who).side) && self.rulings().gear_recover == GearRecover::Winner {
                self.recovers_gear(fight, who);
            }
            let heals = self.arms_heal_after_fight();
            let body = fight.body_mut(who);
            (body.bleeding, body.prone, body.stunned, body.shocked_until) = (0, false, 0, 0);
            (body.next_impaired, body.next_enhanced, body.impaired_until, body.exposed) = (false, false, 0, false);
            (body.dodged, body.patient, body.intent, body.unaware) = (Slots::NONE, false, None, false);
            (body.dropped, body.shield_dropped, body.surprised) = (0, false, false);
            body.plight = Plight::default();
            if heals {
                body.arms = 0;
            }
        }
        // Those who were elsewhere are themselves again.
        for who in fight.slots() {
            if fight.body(who).status == Status::Absent {
                fight.becomes(who, Status::Active);
            }
        }
        fight.round = 0;
    }

    /// Those who are down are treated by an ally of the winning side, or die (BDP-363, BDP-610, R-64).
    fn treats_the_down<D: Dice, W: Watch>(&self, fight: &mut Fight, winner: Option<Side>, table: &mut Table<D, W>) {
        let down = self.members_of(fight.sides).those(|who| fight.body(who).status == Status::Down);
        for who in down {
            let helps = |one: &Slot| {
                let side = self.fighter(*one).side;
                !self.hostile(who, *one) && fight.is_active(*one) && winner.is_some_and(|winner| self.are_allied(side, winner))
            };
            let allies: Slots = fight.slots().filter(helps).collect();
            let with_kit = |one: &Slot| self.item(fight, *one, ItemUse::HealersKit).is_some();
            let treated = match self.rulings().down_treated {
                DownTreated::Never => false,
                DownTreated::Ally => !allies.is_empty(),
                DownTreated::Kit => match allies.into_iter().find(with_kit) {
                    Some(healer) if self.wants(Wants::Kit, true, fight, healer, table) => {
                        let kit = self.item(fight, healer, ItemUse::HealersKit);
                        if let Some(kit) = kit {
                            self.uses_item(fight, healer, kit);
                        }
                        true
                    }
                    _ => false,
                },
            };
            let body = fight.body_mut(who);
            body.treated = treated;
            fight.becomes(who, if treated { Status::Down } else { Status::Dead });
            let word = if treated { "is treated" } else { "dies untreated" };
            table.tell("R-64", || format!("{} {word}", self.name(who)));
        }
    }

    /// Picks up what was dropped, item by item, while a slot stays free.
    fn recovers_gear(&self, fight: &mut Fight, who: Slot) {
        let fighter = self.fighter(who);
        if !fight.is_active(who) {
            return;
        }
        for weapon in 0..fighter.unarmed() {
            let slots = fighter.weapons[usize::from(weapon)].slots;
            let fits = self.free(who, fight.body(who)) - i32::from(slots) >= 1;
            let body = fight.body_mut(who);
            if body.dropped >> weapon & 1 == 1 && fits {
                body.dropped &= !(1 << weapon);
                body.weapons |= 1 << weapon;
                body.load += slots;
            }
        }
        let fits = self.free(who, fight.body(who)) - i32::from(fighter.shield_slots) >= 1;
        let body = fight.body_mut(who);
        if body.shield_dropped && fits {
            (body.shielded, body.load) = (true, body.load + fighter.shield_slots);
        }
    }

    /// One die of bleeding (BDP-338, R-33).
    pub(super) fn bleed<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.is_active(who) {
            let lost = table.sum(who, &rolls::BLEEDING, self.book.property.bleed);
            self.harm_ability(fight, who, (Ability::Str, lost, false), "BDP-338", table);
        }
    }

    /// What an intention is called in a story.
    fn intent_name(&self, who: Slot, intent: &Intent) -> String {
        let what = match intent.act {
            Act::Draw(weapon) => format!("draw the {}", self.weapon(who, weapon).name),
            act => format!("{act:?}").split('(').next().unwrap_or_default().to_lowercase(),
        };
        let speed = if intent.full { "full turn" } else { "quick turn" };
        format!("{what} ({speed})")
    }

    /// Counts a place that could not be used.
    pub(super) fn loses_action<D: Dice, W: Watch>(&self, who: Slot, table: &mut Table<D, W>) {
        table.watch.count(who, count::ACTIONS_LOST, 1);
        table.tell("R-21", || format!("nothing is left for {} to do", self.name(who)));
    }
}
