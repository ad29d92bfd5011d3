//! The round of `bdp`: its opening, the places of its order, its end.
//!
//! Owns the order in which things happen; what an action does is in [`act`](super::act). A step is the opening of a round or
//! one place of its order, so that the state is whole between two steps. Start at [`Play::play_step`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Ending, Marked as _, Progress, Side, Slots, Watch};

use super::book::gear::ItemUse;
use super::harm::Origin;
use super::metrics as count;
use super::rulings::{BleedAfter, DownTreated, GasUnit, GearRecover, ReactionPer, SameTime};
use super::scene::{PerilKind, Start};
use super::state::{Act, Body, Fields, Fight, Intent, Phase, Place, Status};
use super::{Core, Play};

/// Minutes of a turn in gas, where it is none of a fight.
const GAS_MINUTES: u32 = 10;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// These sides come face to face; an ending when there is nobody to fight (steps 4.1 and 4.2).
    pub(super) fn begin_fight(&mut self, sides: Sides) -> Option<Ending> {
        let rules = self.rules;
        (self.fight.sides, self.fight.round, self.fight.phase, self.fight.free_rounds, self.fight.mood) =
            (sides, 0, Phase::Open, 0, 0);
        self.fight.order.clear();
        let to_come = rules.lineup.arrivals.after_round(0);
        for who in self.fight.slots() {
            let fighter = rules.fighter(who);
            let here = sides.has(fighter.side) && !to_come.has(who);
            match self.fight.body(who).status {
                Status::Active if !here => self.fight.becomes(who, Status::Absent),
                Status::Absent if here => self.fight.becomes(who, Status::Active),
                // Player characters who fled are back for the next fight of a day.
                Status::Fled if fighter.pc => self.fight.becomes(who, if here { Status::Active } else { Status::Absent }),
                _ => {}
            }
            if !here {
                continue;
            }
            // The only fight of a day finds all combatants as the day began.
            if !PLAIN {
                rules.comes_fresh(who, self.fight.body_mut(who));
            }
            debug_assert!(!PLAIN || rules.is_fresh(who, self.fight.body(who)));
            self.check_full(who);
        }
        self.first_engagements();
        self.count_groups();
        self.fight.meetings = self.fight.meetings.saturating_add(1);
        let over = rules.ending(self.fight);
        if over.is_some() {
            return over;
        }
        if self.is_peaceful() {
            return Some(Ending::Draw);
        }
        self.surprise();
        let all = self.fight.active();
        self.meets_terror(all);
        self.meets_monsters(all);
        rules.ending(self.fight)
    }

    /// Engages the combatants that are engaged from the beginning (BDP-213; step 4.2.3).
    fn first_engagements(&mut self) {
        let rules = self.rules;
        if !rules.starts_engaged {
            return;
        }
        for who in self.fight.active() {
            for foe in rules.active_foes(self.fight, who) {
                let close = rules.scene.start == Start::Engaged && self.fight.body(who).zone == self.fight.body(foe).zone;
                if close || rules.pairs[who.index()].has(foe) {
                    self.fight.engage(who, foe);
                }
            }
        }
    }

    /// Opens the round, or plays the next place of its order; after the last of them the combatants that are left bleed.
    pub(super) fn play_step(&mut self) -> Progress {
        let progress = self.play_next();
        if matches!(progress, Progress::Over(_)) {
            self.bleeds_after();
        }
        progress
    }

    /// Opens the round or plays a place of its order, then looks for an ending; with the last place the round closes.
    #[inline(always)]
    fn play_next(&mut self) -> Progress {
        // Of combatants that are out the exact solver forgets what nobody asks any more.
        debug_assert!(!PLAIN || self.fight.active().all(|who| self.fight.body(who).is_plain(self.rules.morning.body(who))));
        let before = self.fight.active();
        if self.fight.phase == Phase::Open {
            self.apart(|play| play.open_round());
            self.fight.phase = Phase::Turns;
        } else {
            self.play_place();
        }
        // While nobody goes out no fight is over, unless nobody is awaited any more.
        let changed = before != self.fight.active() || !self.rules.lineup.arrivals.late().is_empty();
        if let Some(ending) = self.rules.ending(self.fight).filter(|_| changed) {
            return Progress::Over(ending);
        }
        debug_assert!(!self.rules.is_over(self.fight));
        if self.fight.order.is_empty() { self.close_round() } else { Progress::Turn }
    }

    /// A new round: hazards, intentions, order (step 4.3; BDP-227, BDP-212, BDP-228). Free rounds have no number, and
    /// nobody arrives in them (BDP-202).
    #[inline(always)]
    fn open_round(&mut self) {
        let rules = self.rules;
        if self.fight.free_rounds == 0 {
            self.fight.round += 1;
        }
        self.table.tell("BDP-212", || format!("Round {}", self.fight.round));
        if !PLAIN && self.fight.free_rounds == 0 {
            let arriving = rules.lineup.arrivals.in_round(self.fight.round).those(|who| rules.comes(self.fight, who));
            if !arriving.is_empty() {
                self.arrive(arriving);
            }
        }
        let active = self.fight.active();
        // Nothing is left of the round before in a plain scenario but intentions, which are replaced.
        if !PLAIN {
            active.for_each(|who| self.comes_to_round(who));
            self.morale();
            if rules.is_over(self.fight) {
                return;
            }
        }
        debug_assert!(rules.is_settled(self.fight) && !rules.is_over(self.fight));
        if PLAIN {
            active.for_each(|who| self.takes_aim(who));
        } else if rules.rulings().intent_telegraph {
            // Player characters come last, and see the intentions of those before (BDP-228).
            let late = active & rules.pcs;
            self.decide(active.those(|who| !late.has(who)));
            self.decide(late);
        } else {
            self.decide(active);
        }
        if !rules.ordinary() || self.table.listens() {
            for who in active & self.fight.active() {
                let body = self.fight.body_mut(who);
                body.plight.protecting = matches!(body.intent, Some(Intent { act: Act::Protect, .. }));
                if let Some(intent) = body.intent {
                    self.table
                        .tell("BDP-227", || format!("{} intends to {}", rules.name(who), rules.intent_name(who, &intent)));
                }
            }
        }
        self.find_order();
    }

    /// Brings the combatants that arrive in this round into the fight, engaged with nobody: they and their enemies see each
    /// other for the first time (BDP-298, BDP-374, BDP-422).
    #[inline(never)]
    fn arrive(&mut self, arriving: Slots) {
        let rules = self.rules;
        for who in arriving {
            self.fight.becomes(who, Status::Active);
            rules.comes_fresh(who, self.fight.body_mut(who));
            self.check_full(who);
            self.table.tell("", || format!("{} arrives", rules.name(who)));
        }
        self.join_groups(arriving);
        self.meets_terror(arriving);
        self.meets_monsters(arriving);
    }

    /// The beginning of a round for one: hazards, holds, rage, and nothing that was intended.
    fn comes_to_round(&mut self, who: Slot) {
        if !self.rules.ordinary() {
            self.hazard(who);
            if self.fight.is_active(who) {
                self.is_held(who);
            }
            if self.fight.is_active(who) {
                self.rages(who);
            }
        }
        let body = self.fight.body_mut(who);
        (body.intent, body.patient) = (None, false);
        (body.plight.hurt, body.plight.protecting) = (false, false);
        if self.rules.rulings().reaction_per == ReactionPer::Round {
            body.reacted = false;
        }
    }

    /// The intentions of these, one after the other (BDP-202, BDP-464).
    fn decide(&mut self, those: Slots) {
        let rules = self.rules;
        for who in those {
            let body = self.fight.body(who);
            if !body.active() {
                continue;
            }
            if body.surprised || body.unaware {
                self.table.watch.count(who, count::TURNS_SURPRISED, 1);
                continue;
            }
            let busy = rules.policies.lists.backpack.deciders().has(who) && self.drops_backpack(who);
            let intent = if busy { Intent::wait(rules.wielded(who, self.fight.body(who))) } else { self.intend(who) };
            // Nobody looks at the intentions of others, unless they are known to all.
            self.fight.body_mut(who).intent = Some(intent);
        }
    }

    /// Applies what the zone does to a combatant in it (BDP-219).
    fn hazard(&mut self, who: Slot) {
        let Some(kind) = self.rules.ground.zone(self.fight.body(who).zone).hazard else { return };
        if self.rules.peril_waits(kind, self.fight.round) {
            return;
        }
        self.peril(who, kind, 1, Origin::Surroundings);
    }

    /// One place of the order: the members of one side with the same key (step 4.3.6).
    fn play_place(&mut self) {
        let Some(first) = self.fight.order.pop() else { return };
        if self.fight.is_active(first.who()) {
            self.table.watch.turn(first.who());
        }
        if !self.table.listens() {
            return self.play_place_of(first);
        }
        let shared = self.fight.order.iter().filter(|next| next.is_shared_with(first));
        let members = shared.fold(Slots::only(first.who()), |members, next| members.with(next.who()));
        let told = self.table.watch.told();
        self.play_place_of(first);
        if self.table.watch.told() == told {
            members.for_each(|who| self.tells_empty_turn(who));
        }
    }

    /// Tells of a turn in which nothing has happened why that is so.
    fn tells_empty_turn(&mut self, who: Slot) {
        let (rules, body) = (self.rules, self.fight.body(who));
        let why = match &body.intent {
            _ if !body.active() => "it is out of the fight",
            _ if body.surprised || body.unaware => "it is surprised",
            None => "it has no intention",
            Some(Intent { act: Act::Move(_) | Act::DoubleMove(_), .. }) => "there is nowhere to go",
            Some(Intent { act: Act::Protect, .. }) => "it stands before the others",
            Some(Intent { act: Act::PickUp, .. }) => "nothing of its own lies there",
            Some(intent) if intent.target.is_some() => "whom it meant to strike is not to be had",
            Some(_) if self.rules.active_foes(self.fight, who).is_empty() => "it has nobody to fight",
            Some(_) => "it waits",
        };
        self.table.tell("BDP-227", || format!("{} does nothing: {why}", rules.name(who)));
    }

    /// Plays a place of the order, with all members that share it.
    fn play_place_of(&mut self, first: Place) {
        let shared = self.fight.order.last().is_some_and(|next| next.is_shared_with(first));
        if PLAIN && !shared {
            return self.play_alone(first.who());
        }
        let mut members = Slots::only(first.who());
        match self.rules.rulings().multi_same_time {
            // Equal places stand side by side.
            SameTime::Slot => {
                while let Some(next) = self.fight.order.pop_if(|next| next.is_shared_with(first)) {
                    members = members.with(next.who());
                }
            }
            SameTime::SideRound => {
                while let Some(next) = self.fight.order.iter().rposition(|next| next.side() == first.side()) {
                    members = members.with(self.fight.order.remove(next).who());
                }
            }
            SameTime::Never => {}
        }
        self.play_members(members);
    }

    /// The end of a round (step 4.3.7, R-60).
    fn close_round(&mut self) -> Progress {
        self.fight.phase = Phase::Open;
        self.rules.keeps_round(self.fight, &mut self.table.watch);
        if self.fight.free_rounds > 0 {
            self.leaves_free_rounds(self.fight.free_rounds - 1);
            return Progress::Round;
        }
        if self.fight.round >= self.rules.book.round.rounds_max { Progress::Over(Ending::Timeout) } else { Progress::Round }
    }

    /// Bleeding that is left when a fight is over (step 4.13, R-33).
    #[inline(never)]
    fn bleeds_after(&mut self) {
        for who in self.fight.active() {
            let pending = std::mem::take(&mut self.fight.body_mut(who).bleeding);
            if self.rules.rulings().bleed_after == BleedAfter::Roll {
                (0..pending).for_each(|_| self.bleed(who));
            }
        }
    }

    /// Ends what does not outlast a fight (steps 4.13 and ).
    pub(super) fn end_fight(&mut self) {
        let rules = self.rules;
        let met = rules.lineup.members_of(self.fight.sides);
        let winner = match rules.ending(self.fight) {
            Some(Ending::Won(side)) => Some(side),
            _ => None,
        };
        self.treats_the_down(winner);
        for who in met {
            self.fight.part_all(who);
            let won = winner.is_some_and(|winner| rules.lineup.relations.wins(rules.fighter(who).side, Ending::Won(winner)));
            if won && rules.rulings().gear_recover == GearRecover::Winner {
                self.recovers_gear(who);
            }
            let heals = rules.arms_heal_after_fight();
            let body = self.fight.body_mut(who);
            body.clear(Fields::Fight);
            if heals {
                body.arms = 0;
            }
        }
        // Combatants that were elsewhere are themselves again.
        for who in self.fight.slots() {
            if self.fight.body(who).status == Status::Absent {
                self.fight.becomes(who, Status::Active);
            }
        }
        self.fight.round = 0;
    }

    /// Has combatants that are down treated by an ally of the winning side; others die (BDP-363, BDP-610, R-64).
    fn treats_the_down(&mut self, winner: Option<Side>) {
        let rules = self.rules;
        let down = rules.lineup.members_of(self.fight.sides).those(|who| self.fight.body(who).status == Status::Down);
        for who in down {
            let won = |one: Slot| winner.is_some_and(|winner| rules.lineup.relations.friendly(rules.fighter(one).side, winner));
            let allies = (rules.lineup.friends(who) & self.fight.active()).those(won);
            let with_kit = |one: &Slot| rules.item(self.fight, *one, ItemUse::HealersKit).is_some();
            let treated = match rules.rulings.down_treated {
                DownTreated::Never => false,
                DownTreated::Ally => !allies.is_empty(),
                DownTreated::Kit => match allies.into_iter().find(with_kit) {
                    Some(healer) if self.wants(&self.rules.policies.lists.kit, true, healer) => {
                        let kit = rules.item(self.fight, healer, ItemUse::HealersKit);
                        if let Some(kit) = kit {
                            self.uses_item(healer, kit);
                        }
                        true
                    }
                    _ => false,
                },
            };
            let body = self.fight.body_mut(who);
            body.treated = treated;
            self.fight.becomes(who, if treated { Status::Down } else { Status::Dead });
            self.table.watch.mark(who, count::DEATHS, i32::from(!treated));
            let word = if treated { "is treated" } else { "dies untreated" };
            self.table.tell("R-64", || format!("{} {word}", rules.name(who)));
        }
    }

    /// Picks up what was dropped, item by item, while a slot stays free.
    fn recovers_gear(&mut self, who: Slot) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        if !self.fight.is_active(who) {
            return;
        }
        for weapon in 0..fighter.unarmed() {
            let slots = fighter.weapons[usize::from(weapon)].slots;
            let fits = rules.free(who, self.fight.body(who)) - i32::from(slots) >= 1;
            let body = self.fight.body_mut(who);
            if body.dropped >> weapon & 1 == 1 && fits {
                body.takes_back(weapon, slots);
            }
        }
        let fits = rules.free(who, self.fight.body(who)) - i32::from(fighter.shield_slots) >= 1;
        let body = self.fight.body_mut(who);
        if body.shield_dropped && fits {
            body.takes_back_shield(fighter.shield_slots);
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns those of these sides that could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let comes = |who: Slot| match fight.body(who).status {
            Status::Active | Status::Absent => true,
            // Player characters who fled are back for the next fight of a day.
            Status::Fled => self.fighter(who).pc,
            _ => false,
        };
        self.lineup.sides_of(self.lineup.members_of(sides).those(comes))
    }

    /// Forgets everything of earlier fights.
    fn comes_fresh(&self, who: Slot, body: &mut Body) {
        let fighter = self.fighter(who);
        body.clear(Fields::Before);
        (body.zone, body.reactions, body.unaware) = (self.places[who.index()], fighter.reaction_uses, fighter.start.unaware);
        // A reloaded weapon stays so; a weapon that has to be drawn is not kept drawn.
        for (turns, weapon) in body.unready.iter_mut().zip(&fighter.weapons) {
            *turns = weapon.draw;
        }
    }

    /// True if the combatant has nothing of a fight before.
    fn is_fresh(&self, who: Slot, body: &Body) -> bool {
        let mut fresh = *body;
        self.comes_fresh(who, &mut fresh);
        fresh == *body
    }

    /// True if a peril does nothing in this round: a Watch in the cold is longer, and a turn in gas may be (BDP-044, R-07).
    fn peril_waits(&self, kind: PerilKind, round: u16) -> bool {
        let minutes = match kind {
            PerilKind::Cold => self.book.days.watch_minutes(),
            PerilKind::Gas if self.rulings.gas_unit == GasUnit::TenMinutes => GAS_MINUTES,
            _ => return false,
        };
        u32::from(round) % (minutes * 60 / self.book.round.seconds.max(1)).max(1) != 0
    }

    /// True if a zone is so cold, and a fight may last so long, that some of its rounds are unlike the others (BDP-044).
    pub(super) fn freezes_in_rounds(&self) -> bool {
        let cold = self.ground.zones.iter().any(|zone| zone.hazard == Some(PerilKind::Cold));
        cold && (1..=self.book.round.rounds_max).any(|round| !self.peril_waits(PerilKind::Cold, round))
    }

    /// Returns the name of an intention in a story.
    fn intent_name(&self, who: Slot, intent: &Intent) -> String {
        let what = match intent.act {
            Act::Draw(weapon) => format!("draw the {}", self.weapon(who, weapon).name),
            Act::Gambit(kind) => words_of(&format!("{kind:?}")),
            Act::Trick(trick) => format!("{} by a trick", words_of(&format!("{:?}", trick.kind))),
            Act::Miracle(miracle, dice) => format!("pray for {} with {dice} dice", words_of(&format!("{miracle:?}"))),
            Act::Song(song) => format!("sing of {}", words_of(&format!("{song:?}"))),
            act => words_of(format!("{act:?}").split('(').next().unwrap_or_default()),
        };
        let speed = if intent.full { "full turn" } else { "quick turn" };
        format!("{what} ({speed})")
    }
}

/// A name of the code in words: `StepAway` is `step away`.
fn words_of(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}
