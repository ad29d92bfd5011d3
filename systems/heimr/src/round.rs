//! The round of `heimr`: how a fight begins, whose turn it is, and what frames a turn.
//!
//! Owns the order in which things happen; the order of turns is rolled in [`initiative`](super::initiative), what is done in a
//! turn is in [`turn`](super::turn). A step is one turn, so that the
//! state is whole between two steps. Start at [`Play::play_step`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Ending, Marked as _, Progress, Slots, Watch};

use super::Play;
use super::decide::Waiting;
use super::metrics as count;
use super::policy::Do;
use super::rolls;
use super::rulings::{DelayReset, FirstDefence, GuardDuration, StandUp};
use super::state::{Body, Crossed, Exit, Fields};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Section 4.4 of the specification: these sides come face to face; an ending when there is nobody to fight.
    #[inline(never)]
    pub(super) fn begin_fight(&mut self, sides: Sides) -> Option<Ending> {
        (self.fight.sides, self.fight.round, self.fight.cursor, self.fight.broken, self.fight.ending) = (sides, 1, 0, 0, None);
        self.fight.borders.fill(Crossed::default());
        let to_come = self.rules.lineup.arrivals.after_round(0);
        for who in self.fight.slots() {
            let first = !self.fight.met.has(self.rules.fighter(who).side);
            let comes = !to_come.has(who) && self.rules.comes(self.fight, who, first);
            self.fight.body_mut(who).exit = if comes { Exit::Here } else { Exit::Absent };
            if comes {
                self.place(who, first);
            }
        }
        self.form_starting_clusters();
        self.fight.met = self.fight.met | sides;
        self.fight.order.clear();
        if !PLAIN && self.rules.somebody_hides {
            for who in self.fight.slots() {
                if self.fight.body(who).exit == Exit::Here && self.rules.fighter(who).start.hides {
                    self.hide(who, &rolls::HIDE_AT_START);
                }
            }
        }
        self.roll_initiative();
        for place in 0..self.fight.order.len() {
            self.first_defence(self.fight.order[place]);
        }
        self.check_ending();
        self.fight.ending
    }

    /// Brings those who arrive when a round begins onto the field, at the end of the order of turns, among themselves by their
    /// initiative.
    #[inline(never)]
    fn arrive(&mut self) {
        let rules = self.rules;
        let arriving = rules.lineup.arrivals.in_round(self.fight.round).those(|who| rules.comes(self.fight, who, false));
        let there = self.fight.order.len();
        for who in arriving {
            self.fight.body_mut(who).exit = Exit::Here;
            self.place(who, false);
            self.fight.body_mut(who).cluster = 0;
            self.table.tell("", || format!("{} arrives", rules.name(who)));
        }
        self.line_up(arriving);
        for place in there..self.fight.order.len() {
            self.first_defence(self.fight.order[place]);
        }
        self.check_ending();
    }

    /// Puts a combatant on the field (section 4.21 of the specification; R-12).
    fn place(&mut self, who: Slot, first: bool) {
        let rules = self.rules;
        let fighter = rules.fighter(who);
        let unready = rules.rulings().first_defence == FirstDefence::None;
        let body = self.fight.body_mut(who);
        (body.at, body.elevation, body.unready) = (fighter.start.at, fighter.start.elevation as i16, unready);
        if !first {
            body.cover = fighter.start.cover;
        }
        if body.stabilised && rules.book.care.reopen {
            body.stabilised = false;
        }
        self.keep_up_fatigue(who);
        let body = self.fight.body(who);
        if !body.stabilised {
            self.start_clocks(who);
        }
        self.fight.body_mut(who).gone = rules.is_out(self.fight.body(who));
        if !rules.can_defend(self.fight.body(who)) {
            self.fight.body_mut(who).stance = None;
        }
    }

    /// Those of one number in one square begin in one cluster (HEI-114).
    fn form_starting_clusters(&mut self) {
        let rules = self.rules;
        let mut any = false;
        for who in self.fight.slots() {
            let start = &rules.fighter(who).start;
            self.fight.body_mut(who).cluster = 0;
            let first = !self.fight.met.has(rules.fighter(who).side);
            let wanted = start.cluster.filter(|_| first && !rules.is_out(self.fight.body(who)));
            let Some(number) = wanted else { continue };
            any = true;
            let mate = (0..who.0).map(Slot).find(|&other| {
                let theirs = &rules.fighter(other).start;
                theirs.cluster == Some(number) && theirs.at == start.at && self.fight.body(other).cluster != 0
            });
            let cluster = mate.map_or_else(|| rules.free_cluster(self.fight), |mate| self.fight.body(mate).cluster);
            self.fight.body_mut(who).cluster = cluster;
        }
        if any {
            for who in self.fight.slots() {
                if self.fight.members(self.fight.body(who).cluster).len() == 1 {
                    self.fight.body_mut(who).cluster = 0;
                }
            }
        }
    }

    /// The defence before one's first turn (HEI-186, R-12).
    fn first_defence(&mut self, who: Slot) {
        let rolls = self.rules.rulings().first_defence == FirstDefence::AfterInitiative;
        if rolls && self.fight.body(who).stance.is_none() {
            self.roll_ahead(who);
        }
    }

    /// Plays the next turn, up to the end of the round behind it (HEI-102).
    pub(super) fn play_step(&mut self) -> Progress {
        debug_assert!(!PLAIN || self.fight.bodies.iter().all(Body::is_plain), "something has happened that cannot");
        while let Some(who) = self.fight.current() {
            if !self.slot(who) {
                continue;
            }
            if let Some(ending) = self.fight.ending {
                return Progress::Over(ending);
            }
            if self.fight.current().is_some() {
                return Progress::Turn;
            }
        }
        self.close_round()
    }

    /// One place in the order: true when a turn was played there (section 4.5 of the specification, steps 1 and 2).
    fn slot(&mut self, who: Slot) -> bool {
        if !PLAIN {
            self.open_borders(who);
        }
        if !PLAIN && self.is_away(who) {
            self.fight.cursor += 1;
            return true;
        }
        let body = self.fight.body_mut(who);
        if self.rules.has_left(body) {
            self.fight.cursor += 1;
            return false;
        }
        if !PLAIN && !body.delayed && self.rules.can_act(body) && self.delays(who) {
            return true;
        }
        self.apart(|play| play.turn(who));
        self.fight.cursor += 1;
        true
    }

    /// True if a combatant misses its turn because it runs after another one; with the turn after the last of those it is back
    /// where it was.
    fn is_away(&mut self, who: Slot) -> bool {
        let body = self.fight.body_mut(who);
        if body.exit != Exit::Away || body.gone {
            return false;
        }
        if body.turns_missed > 0 {
            body.turns_missed -= 1;
            return true;
        }
        body.exit = Exit::Here;
        self.table.tell("R-87", || format!("{} is back", self.rules.name(who)));
        false
    }

    /// Those who may still cross a border are counted anew when the turn of the first of them has come (HEI-249, R-62).
    fn open_borders(&mut self, who: Slot) {
        for border in &mut self.fight.borders {
            if border.first == Some(who) {
                (border.count, border.first) = (0, None);
            }
        }
    }

    /// Waits for another combatant, when the policy says so: it gets a new place in the order (HEI-106, R-15).
    fn delays(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let (whom, after) = match self.waits(who) {
            Waiting::No => return false,
            Waiting::Before(whom) => (whom, false),
            Waiting::After(whom) => (whom, true),
        };
        if whom == who || !self.fight.order.contains(&whom) {
            return false;
        }
        if rules.rulings().delay_reset == DelayReset::AtSlot {
            self.begin_turn(who);
        }
        self.fight.order.remove(usize::from(self.fight.cursor));
        let theirs = self.fight.place(whom);
        self.fight.order.insert(theirs + usize::from(after), who);
        if theirs < usize::from(self.fight.cursor) {
            self.fight.cursor += 1;
        }
        self.fight.body_mut(who).delayed = true;
        self.table.tell("HEI-106", || {
            let side = if after { "after" } else { "before" };
            format!("{} waits, to act just {side} {}", rules.name(who), rules.name(whom))
        });
        true
    }

    /// Steps 3 to 12 of a turn (HEI-102, R-15).
    #[inline(always)]
    fn turn(&mut self, who: Slot) {
        let rules = self.rules;
        self.table.watch.turn(who);
        let delayed = !PLAIN && std::mem::take(&mut self.fight.body_mut(who).delayed);
        if !(delayed && rules.rulings().delay_reset == DelayReset::AtSlot) {
            self.begin_turn(who);
        }
        self.table.tell("HEI-102", || format!("Round {}: the turn of {}", self.fight.round, rules.name(who)));
        self.ask_holders(Some(who), None);
        let told = self.table.watch.told();
        let mut stood = false;
        if PLAIN || rules.can_act(self.fight.body(who)) {
            stood = self.act(who);
        } else {
            let asleep = self.fight.body(who).asleep;
            self.table.watch.count(who, count::TURNS_LOST, 1);
            self.table.watch.count(who, if asleep { count::TURNS_ASLEEP } else { count::TURNS_DAZED }, 1);
            self.table.tell("HEI-130, HEI-216", || format!("{} can do nothing", rules.name(who)));
        }
        if self.table.listens() && self.table.watch.told() == told {
            self.tells_empty_turn(who);
        }
        if self.fight.ending.is_none() {
            self.end_turn(who, stood);
        }
    }

    /// Tells of a turn in which nothing has happened why that is so.
    fn tells_empty_turn(&mut self, who: Slot) {
        let rules = self.rules;
        self.table.tell("HEI-102", || {
            let (name, why) = (rules.name(who), rules.why_nothing(self.fight, who));
            format!("{name} does nothing: {why}")
        });
    }

    /// Step 3: what begins anew with a turn (HEI-149, HEI-155, HEI-210).
    fn begin_turn(&mut self, who: Slot) {
        self.keep_up_fatigue(who);
        let body = self.fight.body_mut(who);
        body.clear(Fields::Window);
        body.effort.grown = 0;
        (body.attackers_before, body.attackers) = (body.attackers, Slots::NONE);
        let fatigue = body.effort.fatigue;
        if !PLAIN {
            self.begin_anew(who);
        }
        self.table.watch.count(who, count::TURNS, 1);
        self.table.watch.count(who, count::FATIGUE_SUM, i32::from(fatigue));
        self.table.watch.most(who, count::FATIGUE_PEAK, i32::from(fatigue));
        self.keep_fatigue(who);
        if fatigue > self.rules.book.dice.small {
            self.table.watch.first(who, count::TIRED_ROUND, i32::from(self.fight.round));
        }
    }

    /// The part of step 3 that is about more than defences and breath (HEI-110, HEI-131, R-41).
    fn begin_anew(&mut self, who: Slot) {
        let rules = self.rules;
        let members = if rules.somebody_hides { self.fight.members(self.fight.body(who).cluster) } else { Slots::NONE };
        let body = self.fight.body_mut(who);
        body.clear(Fields::Turn);
        if rules.rulings().guard_duration == GuardDuration::Turn {
            body.guarding = None;
        }
        body.cluster_at_start = members;
        if body.daze_odd && !body.daze.runs() {
            body.daze_odd = false;
            self.table.tell("HEI-131", || format!("the daze of {} is over", rules.name(who)));
        }
        for other in &mut self.fight.bodies {
            other.dodged_from = other.dodged_from.without(who);
            other.shot_at_by = other.shot_at_by.without(who);
        }
    }

    /// Steps 10 to 12: effects run out, one may stand up, the next defence is rolled (HEI-053, HEI-186, HEI-211, R-21).
    fn end_turn(&mut self, who: Slot, stood: bool) {
        if !PLAIN {
            self.end_effects(who);
        }
        let body = self.fight.body(who);
        let free = self.rules.rulings().stand_up == StandUp::Free && !stood;
        if free && body.prone && self.rules.can_stand(body) && self.wants_to_stand(who) && self.is_let(who, Do::StandUp) {
            self.stand_up(who);
            self.has_done(who, Do::StandUp);
        }
        let body = self.fight.body_mut(who);
        (body.unready, body.stance, body.entered_from) = (false, None, None);
        if body.prone {
            self.table.watch.count(who, count::PRONE_TURNS, 1);
        }
        self.roll_ahead(who);
    }

    /// Effects run out (HEI-053, R-18).
    fn end_effects(&mut self, who: Slot) {
        let body = self.fight.body_mut(who);
        body.fall.turn_ends();
        body.weaken.turn_ends();
        body.drop.turn_ends();
        body.daze.turn_ends();
        if body.stumble.turn_ends() {
            body.stumble_direction = None;
        }
        if body.bound != 0 {
            for (part, timer) in body.bind.iter_mut().enumerate() {
                if timer.turn_ends() {
                    body.bound &= !(1 << part);
                }
            }
        }
        let released = body.held.as_mut().is_some_and(|held| held.timer.turn_ends());
        if released {
            self.end_grab(who);
        }
    }

    /// The end of a round: clocks (HEI-076, HEI-077, R-51), and the last round.
    fn close_round(&mut self) -> Progress {
        let rules = self.rules;
        if self.fight.bodies.iter().any(Body::bleeds) {
            self.lend().run_clocks();
        }
        if !PLAIN {
            self.check_ending();
        }
        debug_assert_eq!(rules.outcome(self.fight), self.fight.ending, "whoever is out has left the fight");
        if let Some(ending) = self.fight.ending {
            return Progress::Over(ending);
        }
        if self.fight.round >= rules.book.turn.rounds_max {
            self.fight.ending = Some(Ending::Timeout);
            return Progress::Over(Ending::Timeout);
        }
        if rules.somebody_sleeps {
            self.fight.bodies.iter_mut().for_each(|body| body.heard = 0);
        }
        debug_assert!(self.fight.bodies.iter().all(|body| body.heard == 0), "nobody sleeps that could hear");
        (self.fight.round, self.fight.cursor) = (self.fight.round + 1, 0);
        if !PLAIN && rules.ground.changes_in(self.fight.round) {
            self.table.tell("HEI-273", || format!("Round {}: light and weather change", self.fight.round));
            self.uncover();
        }
        if !PLAIN && !rules.lineup.arrivals.late().is_empty() {
            self.arrive();
            if let Some(ending) = self.fight.ending {
                return Progress::Over(ending);
            }
        }
        Progress::Round
    }

    /// Those whose clocks have run out fall unconscious or die (HEI-076, HEI-077, R-51).
    #[inline(never)]
    fn run_clocks(&mut self) {
        let round = u32::from(self.fight.round);
        let due = |end: u32| end != 0 && end <= round;
        let mut fallen = Slots::NONE;
        for who in self.fight.slots() {
            let body = self.fight.body(who);
            if !matches!(body.exit, Exit::Here | Exit::Away)
                || body.dead
                || !due(body.unconscious_round) && !due(body.death_round)
            {
                continue;
            }
            if due(body.death_round) {
                self.dies(who);
            } else if !body.unconscious {
                self.table.tell("HEI-076", || format!("{} falls unconscious", self.rules.name(who)));
                self.faint(who);
            }
            fallen = fallen.with(who);
        }
        for who in fallen {
            self.leaves(who, count::OUT_CLOCK);
        }
    }
}
