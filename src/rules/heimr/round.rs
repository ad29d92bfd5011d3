//! The round of `heimr`: how a fight begins, initiative, the order of turns, and what frames a turn.
//!
//! Owns the order in which things happen; what is done in a turn is in [`turn`](super::turn). A step is one turn, so that the
//! state is whole between two steps. Start at [`Core::play_step`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Ending, Progress, Side, Slots, Table, Watch};

use super::Core;
use super::decide::Waiting;
use super::merge::ORDER_MOST;
use super::metrics as count;
use super::rolls;
use super::rulings::{DelayReset, FirstDefence, GuardDuration, InitiativeTie, StandUp};
use super::state::{Body, Crossed, Exit, Fight};

/// How often tied initiative is rolled for before it is drawn, which is as fair and comes to an end.
const TIE_ROLLS_MAX: u32 = 2;

/// What orders turns: initiative, willpower, consistency of the initiative roll.
type Precedence = (i32, i32, i32);

impl<const PLAIN: bool> Core<PLAIN> {
    /// Section 4.4 of the specification: these sides come face to face; an ending when there is nobody to fight.
    #[inline(never)]
    pub(super) fn begin_fight<D: Dice, W: Watch>(
        &self,
        sides: Sides,
        fight: &mut Fight,
        table: &mut Table<D, W>,
    ) -> Option<Ending> {
        (fight.sides, fight.round, fight.cursor, fight.broken, fight.ending) = (sides, 1, 0, 0, None);
        fight.borders.fill(Crossed::default());
        for who in fight.slots() {
            self.place(fight, who);
        }
        self.form_starting_clusters(fight);
        fight.met = fight.met | sides;
        fight.order.clear();
        if !PLAIN && self.somebody_hides {
            for who in fight.slots() {
                if fight.body(who).exit == Exit::Here && self.fighter(who).start.hides {
                    self.hide(fight, who, &rolls::HIDE_AT_START, table);
                }
            }
        }
        self.roll_initiative(fight, table);
        self.first_defences(fight, table);
        self.check_ending(fight);
        fight.ending
    }

    /// Puts a combatant on the field, or leaves it out (section 4.21 of the specification).
    fn place(&self, fight: &mut Fight, who: Slot) {
        let fighter = self.fighter(who);
        let here = fight.sides.has(fighter.side);
        let first = !fight.met.has(fighter.side);
        let unready = self.rulings().first_defence == FirstDefence::None;
        let threshold = i32::from(self.book.injury.threshold);
        let body = fight.body_mut(who);
        body.exit = if here && is_fit(body, first, threshold) { Exit::Here } else { Exit::Absent };
        if body.exit == Exit::Absent {
            return;
        }
        (body.at, body.elevation, body.unready) = (fighter.start.at, fighter.start.elevation as i16, unready);
        if !first {
            body.cover = fighter.start.cover;
        }
        if body.stabilised && self.book.care.reopen {
            body.stabilised = false;
        }
        if !body.stabilised {
            self.start_clocks(fight, who);
        }
        fight.body_mut(who).gone = self.is_out(fight.body(who));
        if !self.can_defend(fight.body(who)) {
            fight.body_mut(who).stance = None;
        }
    }

    /// Those of these sides who could fight if they met now.
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let threshold = i32::from(self.book.injury.threshold);
        let both = self.fighters.iter().zip(&fight.bodies).filter(|(fighter, _)| sides.has(fighter.side));
        let able = both.filter(|(fighter, body)| {
            is_fit(body, !fight.met.has(fighter.side), threshold) && !self.is_out(&Body { exit: Exit::Here, ..**body })
        });
        able.map(|(fighter, _)| fighter.side).collect()
    }

    /// Those of one number in one square begin in one cluster (HEI-114).
    fn form_starting_clusters(&self, fight: &mut Fight) {
        let mut any = false;
        for who in fight.slots() {
            let start = &self.fighter(who).start;
            fight.body_mut(who).cluster = 0;
            let first = !fight.met.has(self.fighter(who).side);
            let wanted = start.cluster.filter(|_| first && !self.is_out(fight.body(who)));
            let Some(number) = wanted else { continue };
            any = true;
            let mate = (0..who.0).map(Slot).find(|&other| {
                let theirs = &self.fighter(other).start;
                theirs.cluster == Some(number) && theirs.at == start.at && fight.body(other).cluster != 0
            });
            let cluster = mate.map_or_else(|| self.free_cluster(fight), |mate| fight.body(mate).cluster);
            fight.body_mut(who).cluster = cluster;
        }
        if any {
            for who in fight.slots() {
                if fight.members(fight.body(who).cluster).len() == 1 {
                    fight.body_mut(who).cluster = 0;
                }
            }
        }
    }

    /// Initiative and the order that follows from it (HEI-104, HEI-105, R-05, R-06).
    fn roll_initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let present = fight.bodies.iter().filter(|body| body.exit == Exit::Here).count();
        if table.settles() && !self.abilities.initiative.physical && present <= ORDER_MOST {
            self.settled_order(fight, table);
        } else {
            self.roll_order(fight, table);
        }
        if let Some(&first) = fight.order.first() {
            table.watch.count(first, count::ACTED_FIRST, 1);
        }
        table.tell("HEI-105", || {
            let names: Vec<&str> = fight.order.iter().map(|&who| self.name(who)).collect();
            format!("order: {}", names.join(", "))
        });
    }

    /// Everybody rolls initiative, and is put in order.
    pub(super) fn roll_order<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.order.clear();
        let mut keys = [Precedence::default(); Slot::MOST];
        for who in fight.slots() {
            if fight.body(who).exit != Exit::Here {
                continue;
            }
            let score = self.initiative(fight, who, table);
            let body = fight.body(who);
            let c = match self.rulings().initiative_tie {
                InitiativeTie::DexThenD10 => self.fighter(who).now(body).initiative_c,
                InitiativeTie::D10 | InitiativeTie::ListOrder => 0,
            };
            let key = (score, i32::from(body.willpower), c);
            keys[who.index()] = key;
            // Insertion keeps those who are equal in the order of the file.
            let place = fight.order.iter().position(|other| keys[other.index()] < key).unwrap_or(fight.order.len());
            fight.order.insert(place, who);
            table.tell("HEI-104", || format!("{} has initiative {score}", self.name(who)));
        }
        if self.rulings().initiative_tie != InitiativeTie::ListOrder {
            let mut from = 0;
            while from < fight.order.len() {
                let key = keys[fight.order[from].index()];
                let tied = fight.order[from..].iter().take_while(|other| keys[other.index()] == key).count();
                if tied > 1 {
                    self.break_tie(&mut fight.order[from..from + tied], TIE_ROLLS_MAX, table);
                }
                from += tied;
            }
        }
    }

    fn initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> i32 {
        let fighter = self.fighter(who);
        if let Some(given) = fighter.start.initiative {
            return given;
        }
        let physical = self.abilities.initiative.physical;
        let weary = self.strain(who, fight.body(who), physical);
        let body = fight.body_mut(who);
        let values = fighter.now(body);
        let potential = values.initiative_p.unwrap_or(i32::from(body.willpower));
        let rolled = self.check.pool.roll(values.initiative_c - weary, who, &rolls::INITIATIVE, table);
        let meets = !physical || self.check.fatigue.judge(rolled, &mut body.effort);
        if meets { rolled.result(potential) } else { 0 }
    }

    /// Big dice among those who are equal in everything, higher first; who is still equal after some of them is drawn.
    fn break_tie<D: Dice, W: Watch>(&self, tied: &mut [Slot], passes: u32, table: &mut Table<D, W>) {
        if tied.len() < 2 {
            return;
        }
        if passes == 0 {
            for first in 0..tied.len() {
                let left = &mut tied[first..];
                let next = table.pick(left[0], &rolls::INITIATIVE_TIE, left.len());
                left[..=next].rotate_right(1);
            }
            return;
        }
        let sides = u32::from(self.book.dice.big);
        let mut faces = [(0, Slot::MASTER); Slot::MOST];
        let faces = &mut faces[..tied.len()];
        for (face, &who) in faces.iter_mut().zip(tied.iter()) {
            *face = (-table.roll(who, &rolls::INITIATIVE_TIE, sides), who);
        }
        faces.sort_unstable();
        for (place, &(_, who)) in tied.iter_mut().zip(faces.iter()) {
            *place = who;
        }
        let mut from = 0;
        while from < tied.len() {
            let same = faces[from..].iter().take_while(|(face, _)| *face == faces[from].0).count();
            self.break_tie(&mut tied[from..from + same], passes - 1, table);
            from += same;
        }
    }

    /// Defences before anybody has had a turn (HEI-186, R-12).
    fn first_defences<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        if self.rulings().first_defence != FirstDefence::AfterInitiative {
            return;
        }
        for place in 0..fight.order.len() {
            let who = fight.order[place];
            if fight.body(who).stance.is_none() {
                self.roll_ahead(fight, who, table);
            }
        }
    }

    /// Plays the next turn, up to the end of the round behind it.
    pub(super) fn play_step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        while let Some(who) = fight.current() {
            if !self.slot(fight, who, table) {
                continue;
            }
            if let Some(ending) = fight.ending {
                return Progress::Over(ending);
            }
            if fight.current().is_some() {
                return Progress::Turn;
            }
        }
        self.close_round(fight, table)
    }

    /// One place in the order: true when a turn was played there (section 4.5 of the specification, steps 1 and 2).
    fn slot<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        if !PLAIN {
            self.open_borders(fight, who);
        }
        let body = fight.body_mut(who);
        if self.has_left(body) {
            fight.cursor += 1;
            return false;
        }
        if !PLAIN {
            if body.turns_missed > 0 {
                body.turns_missed -= 1;
                fight.cursor += 1;
                return true;
            }
            if !body.delayed && self.can_act(body) && self.delays(fight, who, table) {
                return true;
            }
        }
        self.turn(fight, who, table);
        fight.cursor += 1;
        true
    }

    /// Those who may still cross a border are counted anew when the turn of the first of them has come (HEI-249).
    fn open_borders(&self, fight: &mut Fight, who: Slot) {
        for border in &mut fight.borders {
            if border.first == Some(who) {
                (border.count, border.first) = (0, None);
            }
        }
    }

    /// Waits for somebody, when the policy says so: it gets a new place in the order (HEI-106, R-15).
    fn delays<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let (whom, after) = match self.waits(fight, who, table) {
            Waiting::No => return false,
            Waiting::Before(whom) => (whom, false),
            Waiting::After(whom) => (whom, true),
        };
        if whom == who || !fight.order.contains(&whom) {
            return false;
        }
        if self.rulings().delay_reset == DelayReset::AtSlot {
            self.begin_turn(fight, who, table);
        }
        fight.order.remove(usize::from(fight.cursor));
        let theirs = fight.place(whom);
        fight.order.insert(theirs + usize::from(after), who);
        if theirs < usize::from(fight.cursor) {
            fight.cursor += 1;
        }
        fight.body_mut(who).delayed = true;
        table.tell("HEI-106", || {
            let side = if after { "after" } else { "before" };
            format!("{} waits, to act just {side} {}", self.name(who), self.name(whom))
        });
        true
    }

    /// Steps 3 to 12 of a turn.
    #[inline(never)]
    fn turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let delayed = !PLAIN && std::mem::take(&mut fight.body_mut(who).delayed);
        if !(delayed && self.rulings().delay_reset == DelayReset::AtSlot) {
            self.begin_turn(fight, who, table);
        }
        table.tell("HEI-102", || format!("Round {}: the turn of {}", fight.round, self.name(who)));
        let mut stood = false;
        if PLAIN || self.can_act(fight.body(who)) {
            stood = self.act(fight, who, table);
        } else {
            table.watch.count(who, count::TURNS_LOST, 1);
            table.tell("HEI-130, HEI-216", || format!("{} can do nothing", self.name(who)));
        }
        if fight.ending.is_none() {
            self.end_turn(fight, who, stood, table);
        }
    }

    /// Step 3: what begins anew with a turn (HEI-110, HEI-149, HEI-155, HEI-210, HEI-131).
    fn begin_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        (body.dodges, body.blocks, body.effort.grown) = (0, 0, 0);
        body.parries.fill(0);
        body.ongoing = false;
        (body.attackers_before, body.attackers) = (body.attackers, Slots::NONE);
        let fatigue = body.effort.fatigue;
        if !PLAIN {
            self.begin_anew(fight, who, table);
        }
        table.watch.count(who, count::TURNS, 1);
        table.watch.count(who, count::FATIGUE_SUM, i32::from(fatigue));
        table.watch.most(who, count::FATIGUE_PEAK, i32::from(fatigue));
        if let Some(kept) = count::fatigue_in(fight.round) {
            table.watch.first(who, kept, i32::from(fatigue) + 1);
        }
        if fatigue > self.book.dice.small {
            table.watch.first(who, count::TIRED_ROUND, i32::from(fight.round));
        }
    }

    /// The part of step 3 that is about more than defences and breath.
    fn begin_anew<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let members = if self.somebody_hides { fight.members(fight.body(who).cluster) } else { Slots::NONE };
        let body = fight.body_mut(who);
        (body.ran_from, body.blind, body.dodge_ready) = (None, 0, 0);
        (body.readied, body.carrying) = (None, None);
        if self.rulings().guard_duration == GuardDuration::Turn {
            body.guarding = None;
        }
        body.cluster_at_start = members;
        if body.daze_odd && !body.daze.runs() {
            body.daze_odd = false;
            table.tell("HEI-131", || format!("the daze of {} is over", self.name(who)));
        }
        for other in &mut fight.bodies {
            other.dodged_from = other.dodged_from.without(who);
            other.shot_at_by = other.shot_at_by.without(who);
        }
    }

    /// Steps 10 to 12: effects run out, one may stand up, the next defence is rolled (HEI-053, HEI-186, HEI-211, R-18).
    fn end_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, stood: bool, table: &mut Table<D, W>) {
        if !PLAIN {
            self.end_effects(fight, who, table);
        }
        let body = fight.body(who);
        let free = self.rulings().stand_up == StandUp::Free && !stood;
        if free && body.prone && self.can_stand(body) && self.wants_to_stand(fight, who, table) {
            self.stand_up(fight, who, table);
        }
        let body = fight.body_mut(who);
        (body.unready, body.stance, body.entered_from) = (false, None, None);
        if body.prone {
            table.watch.count(who, count::PRONE_TURNS, 1);
        }
        self.roll_ahead(fight, who, table);
    }

    /// Effects run out (HEI-053, R-18).
    fn end_effects<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
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
            self.end_grab(fight, who, table);
        }
    }

    /// The end of a round: clocks (HEI-076, HEI-077, R-51), and the last round.
    fn close_round<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        if fight.bodies.iter().any(Body::bleeds) {
            self.run_clocks(fight, table);
        }
        if !PLAIN {
            self.check_ending(fight);
        }
        debug_assert_eq!(self.outcome(fight), fight.ending, "whoever is out has left the fight");
        if let Some(ending) = fight.ending {
            return Progress::Over(ending);
        }
        if fight.round >= self.book.turn.rounds_max {
            fight.ending = Some(Ending::Timeout);
            return Progress::Over(Ending::Timeout);
        }
        if self.somebody_sleeps {
            fight.bodies.iter_mut().for_each(|body| body.heard = 0);
        }
        debug_assert!(fight.bodies.iter().all(|body| body.heard == 0), "nobody sleeps that could hear");
        (fight.round, fight.cursor) = (fight.round + 1, 0);
        Progress::Round
    }

    /// Those whose clocks have run out fall unconscious or die (HEI-076, HEI-077, R-51).
    #[inline(never)]
    fn run_clocks<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let round = u32::from(fight.round);
        let due = |end: u32| end != 0 && end <= round;
        let mut fallen = Slots::NONE;
        for who in fight.slots() {
            let body = fight.body(who);
            if body.exit != Exit::Here || body.dead || !due(body.unconscious_round) && !due(body.death_round) {
                continue;
            }
            if due(body.death_round) {
                self.dies(fight, who, table);
            } else if !body.unconscious {
                table.tell("HEI-076", || format!("{} falls unconscious", self.name(who)));
                self.faint(fight, who);
            }
            fallen = fallen.with(who);
        }
        for who in fallen {
            self.leaves(fight, who, count::OUT_CLOCK, table);
        }
    }

    /// Looks whether the fight is over, and for whom.
    pub(super) fn check_ending(&self, fight: &mut Fight) {
        if fight.ending.is_none() {
            fight.ending = self.outcome(fight);
        }
    }

    /// How the fight ends as it stands: when all who stand are of one side.
    fn outcome(&self, fight: &Fight) -> Option<Ending> {
        let mut standing: Option<Side> = None;
        for (body, fighter) in fight.bodies.iter().zip(&self.fighters) {
            if !self.is_out(body) {
                match standing {
                    Some(side) if side != fighter.side => return None,
                    _ => standing = Some(fighter.side),
                }
            }
        }
        Some(standing.map_or(Ending::Draw, Ending::Won))
    }
}

/// Whether somebody comes to a fight: in whatever condition to its first, and to others when it is not laid up (section 4.21 of
/// the specification).
fn is_fit(body: &Body, first: bool, threshold: i32) -> bool {
    !body.dead && (first || body.hp > threshold && !body.unconscious)
}
