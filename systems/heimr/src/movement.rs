//! Movement of `heimr`: crossing borders, charges, running and leaving, carrying others.
//!
//! Owns section 4.13 of the specification. Heights are in [`climb`](super::climb). Start at [`Core::may_cross`] and
//! [`Play::step_over`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::attack::Why;
use super::book::tables::BodyPart;
use super::choose::Ask;
use super::decide::Intent;
use super::exertion::Challenge;
use super::fighter::Effect;
use super::ground::{Direction, Location};
use super::guard::Passage;
use super::metrics as count;
use super::policy::{Do, Trigger};
use super::rolls;
use super::rulings::{CrossingFail, Flee};
use super::sheet::EffectKind;
use super::state::{Body, Exit, Fight};
use super::turn::Turn;
use super::{Core, Play};

/// The end of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nowhere.
    Stayed,
    /// Into the next square, where this guard had an eye on the border.
    Entered(Option<Slot>),
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The direction that an intent means: its own, that of its square, else towards the nearest enemy.
    pub(super) fn bearing(&self, fight: &Fight, who: Slot, intent: Intent) -> Option<Direction> {
        if intent.direction.is_some() {
            return intent.direction;
        }
        let at = fight.body(who).at;
        let goal = match intent.square {
            Some(square) => square,
            None => fight.body(self.nearest(fight, who, self.visible_foes(fight, who))?).at,
        };
        if goal == at { None } else { self.next_step(fight, at, goal, self.path_of(fight, who)) }
    }

    /// True if it can go over a border like this (section 4.13 of the specification; HEI-129, HEI-163, HEI-166, HEI-170).
    pub(super) fn may_cross(&self, fight: &Fight, who: Slot, direction: Direction, act: Do) -> bool {
        let body = fight.body(who);
        let able =
            if act == Do::Crawl { body.prone && body.held.is_none() && !self.is_rooted(body) } else { self.can_shift(body) };
        let stumbles = body.stumble.runs() && (body.stumble_direction == Some(direction) || act == Do::Charge);
        let Some(next) = self.ground.passage(body.at, direction, fight.broken).filter(|_| able && !stumbles) else {
            return false;
        };
        let rise = self.ground.square(next).height - self.height(body);
        if !self.book.height.walks(rise) {
            return false;
        }
        let Some(border) = self.ground.square(body.at).borders[direction as usize] else { return true };
        let full = self.room_to_cross(fight, body.at, direction) == Some(0);
        !full && (self.ground.borders[usize::from(border)].crossing.is_none() || act == Do::Move)
    }

    /// True if it can run off the grid.
    pub(super) fn may_leave(&self, fight: &Fight, who: Slot, direction: Direction) -> bool {
        let body = fight.body(who);
        self.rulings().flee != Flee::Impossible
            && self.can_shift(body)
            && body.elevation == 0
            && !(body.stumble.runs() && body.stumble_direction == Some(direction))
            && self.ground.neighbour(body.at, direction).is_none()
    }

    /// The number of combatants that can cross a border before its limit is reached; none where there is no limit (HEI-248).
    pub(super) fn room_to_cross(&self, fight: &Fight, from: Location, direction: Direction) -> Option<u8> {
        let border = usize::from(self.ground.square(from).borders[direction as usize]?);
        Some(self.ground.borders[border].limit?.saturating_sub(fight.borders[border].count))
    }

    /// The elevation to which a Move inside the square leads: up onto what stands there, or down again (HEI-256, R-67).
    pub(super) fn footing(&self, body: &Body, direction: Direction) -> Option<i32> {
        let (now, step) = (i32::from(body.elevation), i32::from(self.book.height.free_step));
        let top = self.ground.square(body.at).covers.iter().map(|cover| cover.height).max().unwrap_or(0);
        let next = match direction {
            Direction::Up => (now + step).min(top).max(now),
            Direction::Down => (now - step).max(0).min(now),
            Direction::Left | Direction::Right => now,
        };
        (next != now && body.climbing.is_none()).then_some(next)
    }

    /// The targets that it could charge at over a border (HEI-163, HEI-166).
    pub(super) fn charge_targets(&self, fight: &Fight, who: Slot, direction: Direction) -> Slots {
        if !self.may_cross(fight, who, direction, Do::Charge) {
            return Slots::NONE;
        }
        let body = fight.body(who);
        let Some(next) = self.ground.neighbour(body.at, direction) else { return Slots::NONE };
        let height = self.ground.square(next).height;
        self.known_foes(fight, who).those(|foe| {
            let theirs = fight.body(foe);
            theirs.at == next && theirs.ran_from != Some(body.at) && self.reaches_over(self.height(theirs) - height)
        })
    }

    /// The combatants that it could help to move in that direction: the combatant that is named, else one that others move
    /// already, else those that cannot go by themselves, of its own side if there are any (HEI-241 to HEI-244, R-45).
    fn burdens(&self, fight: &Fight, who: Slot, direction: Direction, named: Option<Slot>) -> Slots {
        let body = fight.body(who);
        let here = |other: Slot| {
            let theirs = fight.body(other);
            other != who && theirs.at == body.at && matches!(theirs.exit, Exit::Here | Exit::Yielded)
        };
        if let Some(named) = named {
            return Slots::only(named).those(|named| here(named) && !fight.is_hidden(named, who));
        }
        let helpless = |other: Slot| {
            let theirs = fight.body(other);
            let stuck = theirs.prone || theirs.unconscious || theirs.held.is_some() || theirs.bound != 0;
            here(other) && (stuck || self.is_out(theirs))
        };
        let begun = fight.order.iter().find_map(|&other| {
            let (whom, where_to) = fight.body(other).carrying?;
            let same = self.lineup.friendly(who, other) && fight.body(other).at == body.at && where_to == direction;
            (same && helpless(whom)).then_some(whom)
        });
        if let Some(begun) = begun {
            return Slots::only(begun);
        }
        let all: Slots = fight.slots().filter(|&other| helpless(other)).collect();
        let friends = all.those(|other| self.lineup.friendly(who, other));
        if friends.is_empty() { all } else { friends }
    }

    /// True if it can help to move this combatant in that direction.
    pub(super) fn can_carry(&self, fight: &Fight, who: Slot, direction: Direction, named: Option<Slot>) -> bool {
        self.may_cross(fight, who, direction, Do::Move) && !self.burdens(fight, who, direction, named).is_empty()
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Goes into the next square (HEI-015, HEI-151, HEI-165; section 4.13 of the specification, steps 2 to 5).
    pub(super) fn step_over(&mut self, who: Slot, direction: Direction, act: Do) -> Step {
        let rules = self.rules;
        let from = self.fight.body(who).at;
        let Some(to) = rules.ground.neighbour(from, direction) else { return Step::Stayed };
        let looked_at = !PLAIN && rules.readies;
        if looked_at && !(self.sets_out(who, Some(to)) && rules.may_cross(self.fight, who, direction, act)) {
            self.table.tell("HEI-111", || format!("{} does not come away", rules.name(who)));
            return Step::Stayed;
        }
        let passage = self.past_border_guards(who, direction);
        if passage == Passage::Stopped || !self.crosses(who, direction) {
            return Step::Stayed;
        }
        if let Passage::Past(guard) = passage {
            self.is_passed(guard);
        }
        self.count_crossing(who, from, direction);
        self.leave_cluster(who);
        self.let_go(who);
        self.fight.body_mut(who).entered_from = Some(from);
        self.arrives(who, to);
        self.table.watch.count(who, count::MOVES, 1);
        self.table.tell("HEI-015", || {
            let verb = match act {
                Do::Crawl => "crawls",
                Do::Run => "runs",
                Do::Charge => "charges",
                _ => "moves",
            };
            format!("{} {verb} from {} to {}", rules.name(who), rules.ground.square(from).name, rules.ground.square(to).name)
        });
        let guard = self.guard_beyond(who, direction);
        if !PLAIN && rules.readies {
            self.triggers_of(Trigger::EnemyLeavesMySquare, who, |play, foe| play.fight.body(foe).at == from);
            self.entrance_triggers(who);
        }
        Step::Entered(guard)
    }

    /// True if a combatant that is about to leave its square, for the next one or the fight, can still do so after those that
    /// have seen through that have acted (HEI-111).
    fn sets_out(&mut self, who: Slot, to: Option<Location>) -> bool {
        let from = self.fight.body(who).at;
        let here = |at: Location| move |play: &Self, foe: Slot| play.fight.body(foe).at == at;
        self.intends(Trigger::EnemyLeavesMySquare, who, here(from))
            && to.is_none_or(|to| self.intends(Trigger::EnemyEntersMySquare, who, here(to)))
            && self.fight.body(who).at == from
    }

    /// A combatant crosses a border, which may be only so many (HEI-248, HEI-249, R-62).
    #[inline]
    fn count_crossing(&mut self, who: Slot, from: Location, direction: Direction) {
        if let Some(border) = self.rules.ground.square(from).borders[direction as usize] {
            let crossed = &mut self.fight.borders[usize::from(border)];
            crossed.first = crossed.first.or(Some(who));
            crossed.count = crossed.count.saturating_add(1);
        }
    }

    /// True if it gets over what is in the way (HEI-046, HEI-251, R-63).
    fn crosses(&mut self, who: Slot, direction: Direction) -> bool {
        let rules = self.rules;
        let border = rules.ground.square(self.fight.body(who).at).borders[direction as usize];
        let crossing = border.and_then(|border| rules.ground.borders[usize::from(border)].crossing);
        let Some((cr, ability)) = crossing else { return true };
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        let passed = self.passes(who, Challenge { ability, score, cr }, &rolls::CROSSING, true);
        self.table.watch.count(who, count::CROSSINGS, 1);
        self.table.watch.count(who, count::CROSSINGS_PASSED, i32::from(passed));
        if !passed {
            self.table.tell("HEI-251", || format!("{} does not get across", rules.name(who)));
            match rules.rulings.crossing_fail {
                CrossingFail::Prone => self.fight.body_mut(who).prone = true,
                CrossingFail::Fall => {
                    let effect = Effect { kind: EffectKind::Fall, number: rules.book.effects.seconds, part: None };
                    self.afflict(who, &effect, who, BodyPart::Torso);
                }
            }
        }
        passed
    }

    /// Moves inside the square: out of the cluster, and up or down where that is meant (HEI-115, HEI-165, R-67).
    pub(super) fn move_inside(&mut self, who: Slot, direction: Option<Direction>) {
        let rules = self.rules;
        let elevation = direction.and_then(|direction| rules.footing(self.fight.body(who), direction));
        if self.fight.body(who).cluster != 0 {
            self.leave_cluster(who);
            self.let_go(who);
            self.table.tell("HEI-165", || format!("{} moves out of its cluster", rules.name(who)));
        }
        if let Some(elevation) = elevation {
            self.fight.body_mut(who).elevation = elevation as i16;
            self.uncover();
            self.table.tell("HEI-256, R-67", || {
                format!("{} stands at a height of {}", rules.name(who), rules.height(self.fight.body(who)))
            });
        }
    }

    /// Runs into the next square, or off the grid (HEI-166, R-60).
    pub(super) fn run(&mut self, who: Slot, direction: Direction) {
        let rules = self.rules;
        let from = self.fight.body(who).at;
        if rules.ground.neighbour(from, direction).is_some() {
            if self.step_over(who, direction, Do::Run) != Step::Stayed {
                self.fight.body_mut(who).ran_from = Some(from);
            }
            return;
        }
        if !self.sets_out(who, None) || !rules.may_leave(self.fight, who, direction) {
            return self.table.tell("HEI-111", || format!("{} does not come away", rules.name(who)));
        }
        match self.past_border_guards(who, direction) {
            Passage::Stopped => return,
            Passage::Past(guard) => self.is_passed(guard),
            Passage::Free => {}
        }
        let exit = if self.is_chased_down(who) { Exit::Caught } else { Exit::Fled };
        self.fight.body_mut(who).exit = exit;
        self.table.tell("R-60", || {
            let word = if exit == Exit::Fled { "leaves the fight" } else { "is caught" };
            format!("{} {word}", rules.name(who))
        });
        let reason = if exit == Exit::Fled { count::OUT_FLED } else { count::OUT_CAUGHT };
        self.leaves(who, reason);
        self.check_ending();
        if rules.readies && self.fight.ending.is_none() {
            self.triggers_of(Trigger::EnemyLeavesMySquare, who, |play, foe| play.fight.body(foe).at == from);
        }
    }

    /// True if a combatant that leaves the grid is caught by the first enemy beside it that runs after it, and is away for as
    /// many turns as the chase has rounds (HEI-142, R-60, R-61, R-87).
    fn is_chased_down(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        if rules.rulings().flee != Flee::Chase {
            return false;
        }
        let from = self.fight.body(who).at;
        let mut pursuers = rules.foes(self.fight, who).those(|foe| {
            let body = self.fight.body(foe);
            body.at == from && rules.can_act(body) && rules.can_shift(body) && !self.fight.is_hidden(who, foe)
        });
        while let Some(first) = rules.first_in_order(self.fight, pursuers) {
            if self.pursues(Ask::about(first, who)) {
                let (caught, rounds) = self.chase(who, first);
                self.runs_after(first, rounds);
                return caught;
            }
            pursuers = pursuers.without(first);
        }
        false
    }

    /// Moves into the next square and attacks there (HEI-163, HEI-237).
    pub(super) fn charge(&mut self, who: Slot, direction: Direction, turn: &mut Turn) {
        let rules = self.rules;
        let targets = rules.charge_targets(self.fight, who, direction);
        let Some(target) = self.choose_target(who, targets) else { return };
        self.begins_ongoing(who, turn);
        let surprise = rules.surprise(self.fight, who, target);
        let Step::Entered(guard) = self.step_over(who, direction, Do::Charge) else { return };
        if self.fight.ending.is_some() || !rules.can_act(self.fight.body(who)) {
            return;
        }
        if let Some(guard) = guard {
            self.has_intercepted(guard);
            self.table.tell("HEI-237", || format!("{} meets the charge of {}", rules.name(guard), rules.name(who)));
        }
        let target = guard.unwrap_or(target);
        if rules.is_out(self.fight.body(target)) || rules.in_reach(self.fight, who, Slots::only(target)).is_empty() {
            return;
        }
        let weapons = rules.melee_weapons(rules.fighter(who), self.fight.body(who));
        if weapons == [None, None] {
            self.brawl(who, target, Why::Charge, surprise);
        } else {
            self.melee(who, target, weapons, Why::Charge, surprise);
        }
    }

    /// The number of bearers that it takes to move a combatant (HEI-241 to HEI-244).
    fn bearers_needed(&mut self, whom: Slot, by: Slot) -> u8 {
        let rules = self.rules;
        let (numbers, body) = (&rules.book.carry, self.fight.body(whom));
        let limp = body.unconscious || body.dead || body.asleep || body.daze.runs() || rules.dazed_for_good(body);
        if limp {
            return numbers.resisting_prone;
        }
        if !self.resists(Ask::about(whom, by)) {
            return numbers.leg_willing;
        }
        let body = self.fight.body(whom);
        if body.bound != 0 || body.held.is_some() {
            return numbers.bound_unwilling;
        }
        let down = body.prone && (body.fall.runs() || rules.down_for_good(body));
        if down { numbers.resisting_prone } else { numbers.unwilling }
    }

    /// Helps to move a combatant; when there are enough bearers, all go.
    pub(super) fn carry(&mut self, who: Slot, direction: Direction, named: Option<Slot>) {
        let rules = self.rules;
        let burdens = rules.burdens(self.fight, who, direction, named);
        let Some(whom) = self.choose_ally(who, burdens) else { return };
        self.fight.body_mut(who).carrying = Some((whom, direction));
        let at = self.fight.body(who).at;
        let bearers: Slots = self
            .fight
            .slots()
            .filter(|&bearer| self.fight.body(bearer).carrying == Some((whom, direction)) && self.fight.body(bearer).at == at)
            .filter(|&bearer| rules.can_act(self.fight.body(bearer)))
            .collect();
        self.table.tell("HEI-241", || format!("{} helps to move {}", rules.name(who), rules.name(whom)));
        let needed = usize::from(self.bearers_needed(whom, who));
        if bearers.len() < needed {
            return;
        }
        // The carried combatant crosses as well.
        if rules.room_to_cross(self.fight, at, direction).is_some_and(|room| usize::from(room) <= bearers.len()) {
            return self.table.tell("HEI-248", || format!("there is no room for {} and who carries", rules.name(whom)));
        }
        if !self.bear(bearers, direction, needed) || self.fight.ending.is_some() || self.fight.body(whom).at != at {
            return;
        }
        let Some(to) = rules.ground.neighbour(at, direction) else { return };
        self.count_crossing(whom, at, direction);
        self.leave_cluster(whom);
        self.drop_grabs(whom);
        self.arrives(whom, to);
        self.table.tell("HEI-241", || format!("{} is moved to {}", rules.name(whom), rules.ground.square(to).name));
        if rules.readies {
            self.entrance_triggers(whom);
        }
    }

    /// Leads bearers over a border one after the other, as long as so many as it takes can still come across; true if so many
    /// have. Those who are left stay with whom they carry (HEI-241 to HEI-244, R-45).
    fn bear(&mut self, bearers: Slots, direction: Direction, needed: usize) -> bool {
        let rules = self.rules;
        let (mut across, mut left) = (0, bearers.len());
        for bearer in bearers {
            self.fight.body_mut(bearer).carrying = None;
            if across + left >= needed && self.fight.ending.is_none() {
                let may = rules.can_act(self.fight.body(bearer)) && rules.may_cross(self.fight, bearer, direction, Do::Move);
                if may && self.step_over(bearer, direction, Do::Move) != Step::Stayed {
                    across += 1;
                } else {
                    self.table.tell("R-45", || format!("{} does not get across with its burden", rules.name(bearer)));
                }
            }
            left -= 1;
        }
        across >= needed
    }
}
