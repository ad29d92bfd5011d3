//! The turn of a combatant: the policy's lines, and the default turn of a sensible fighter (sections 4.5 and 6.3 of the
//! specification).
//!
//! Owns the order in which actions are chosen; whether each is legal and what it does is in [`perform`](super::perform).
//! Start at [`Play::act`].

use frame::dice::{Dice, Slot};
use frame::fight::{Ending, Offer, Watch};

use super::choose::{Ask, PossibleAttack};
use super::decide::{Intent, Look, Ward, every};
use super::ground::Direction;
use super::metrics as count;
use super::policy::{Approach, BreatherMode, Disarmed, Do};
use super::quantities::View;
use super::rulings::{Flee, StandUp};
use super::state::{Body, Fight, Hand, Place, Upcoming};
use super::{Core, Play};

/// The rest of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// Standard actions that are left.
    pub standard: u8,
    /// Simultaneous actions that are left.
    pub simultaneous: u8,
    /// True if nothing more can be done.
    pub over: bool,
    /// Kinds of action that have been done, one bit each.
    done: u64,
    /// Decisions of the default turn that have been made, one bit each.
    asked: u64,
    /// The way to take a breather, once that has been decided.
    breather: Option<BreatherMode>,
}

/// The next thing in a turn.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// An attack, which has been looked into.
    Strike(PossibleAttack),
    /// An action.
    Act(Intent),
}

impl Turn {
    /// The turn left where a single action was readied: that action, whatever kind it is (HEI-107).
    pub(super) const ONE_ACTION: Turn = Turn { standard: 1, simultaneous: 0, over: false, done: 0, asked: 0, breather: None };

    /// True if an action of this kind has been done.
    #[inline]
    pub fn has_done(&self, act: Do) -> bool {
        self.done >> act as u32 & 1 == 1
    }

    /// Notes that an action of this kind has been done.
    #[inline]
    pub fn note(&mut self, act: Do) {
        self.done |= 1 << act as u32;
    }

    /// True if a decision comes up for the first time.
    #[inline]
    fn first_time(&mut self, act: Do) -> bool {
        let fresh = self.asked >> act as u32 & 1 == 0;
        self.asked |= 1 << act as u32;
        fresh
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// A turn of which nothing has been used (HEI-151).
    fn whole_turn(&self) -> Turn {
        let actions = &self.book.actions;
        let (standard, simultaneous) = (actions.standard, actions.simultaneous);
        Turn { standard, simultaneous, over: false, done: 0, asked: 0, breather: None }
    }

    /// Returns everything that a combatant could do if its turn began now, as lines of `turn` say it.
    pub(super) fn options_of(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        self.options_in(fight, who, &self.whole_turn())
    }

    /// Returns everything that a combatant could do next in a turn.
    #[cold]
    fn options_in(&self, fight: &Fight, who: Slot, turn: &Turn) -> Vec<Offer> {
        every(self.fighter(who)).legal(|intent| self.legal(fight, who, turn, *intent))
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Actions of a turn (section 4.5 of the specification, steps 5 to 9): whether it has stood up, or has gone down on purpose
    /// (HEI-153).
    pub(super) fn act(&mut self, who: Slot) -> bool {
        let mut turn = self.rules.whole_turn();
        if self.surrenders(who) {
            self.surrender(who, count::OUT_YIELDED);
            return false;
        }
        if self.fight.body(who).upcoming.is_some() {
            self.before_upcoming(who, &mut turn);
        }
        if PLAIN {
            // Its first action is the only one of almost every plain turn.
            if self.act_next(who, &mut turn) {
                self.act_on(who, &mut turn);
            }
        } else {
            while self.act_next(who, &mut turn) {}
        }
        turn.has_done(Do::StandUp) || turn.has_done(Do::DropProne)
    }

    /// Actions after the first one.
    #[cold]
    #[inline(never)]
    fn act_on(&mut self, who: Slot, turn: &mut Turn) {
        while self.act_next(who, turn) {}
    }

    /// The next action of a turn; whether another one may follow.
    #[inline(always)]
    fn act_next(&mut self, who: Slot, turn: &mut Turn) -> bool {
        if turn.over || self.fight.ending.is_some() || !PLAIN && !self.rules.can_act(self.fight.body(who)) {
            return false;
        }
        if self.table.watch.weighs() {
            let options = self.rules.options_in(self.fight, who, turn);
            self.table.watch.offer(who, options);
        }
        let told = if PLAIN { None } else { self.told(who, turn) };
        let next = match told {
            Some(intent) => Some(Next::Act(intent)),
            None => self.usual(who, turn),
        };
        match next {
            None | Some(Next::Act(Intent { act: Do::Wait, .. })) => return false,
            Some(next) => {
                self.table.watch.asks(who);
                match next {
                    Next::Strike(strike) => self.perform_strike(who, strike, turn),
                    Next::Act(intent) => self.perform(who, intent, turn),
                }
            }
        }
        // Free actions have been decided before, and nothing else is left but a breather for which a policy would ask.
        let spent = PLAIN && turn.standard == 0 && !self.rules.decides_breathers(who);
        debug_assert!(!spent || self.usual(who, &mut { *turn }).is_none());
        if !spent && self.merge_point("heimr: behind an action", (who, *turn)) {
            self.fight.ending = Some(Ending::Draw);
        }
        !spent
    }

    /// The intent of the first line of its policy that holds and is legal.
    #[inline(always)]
    fn told(&mut self, who: Slot, turn: &Turn) -> Option<Intent> {
        let rules = self.rules;
        let lines = rules.policies.lists.turn.of(who)?;
        let view = View { core: rules, fight: self.fight, about: None, rerolls: 0 };
        lines.decided(&view, who, self.table, |intent| rules.legal(self.fight, who, turn, *intent)).copied()
    }

    /// Steps 1 to 4 of the default turn, where an upcoming action waits to be continued (HEI-156, HEI-158).
    #[cold]
    #[inline(never)]
    fn before_upcoming(&mut self, who: Slot, turn: &mut Turn) {
        while let Some(intent) = self.usual_free(who, turn) {
            self.perform(who, intent, turn);
            if self.fight.ending.is_some() || !self.rules.can_act(self.fight.body(who)) {
                return;
            }
        }
        if self.fight.body(who).upcoming.is_none() {
            return;
        }
        if self.cancels(who) {
            self.fight.body_mut(who).upcoming = None;
            self.table.tell("HEI-158", || format!("{} gives up what it was about to do", self.rules.name(who)));
        } else {
            self.continue_upcoming(who, turn);
        }
    }

    /// Free actions of the default turn: stand up, look, guard, hide, let go.
    #[inline(always)]
    fn usual_free(&mut self, who: Slot, turn: &mut Turn) -> Option<Intent> {
        if self.fight.body(who).prone && self.would_stand(who, turn) {
            return Some(Intent::simply(Do::StandUp));
        }
        if PLAIN { None } else { self.usual_aside(who, turn) }
    }

    /// True if it gets up as a free action.
    #[cold]
    #[inline(never)]
    fn would_stand(&mut self, who: Slot, turn: &mut Turn) -> bool {
        !turn.has_done(Do::DropProne)
            && self.rules.rulings().stand_up == StandUp::Free
            && self.rules.may_stand_up(self.fight.body(who), turn)
            && turn.first_time(Do::StandUp)
            && self.wants_to_stand(who)
    }

    /// Look, guard, hide, let go.
    fn usual_aside(&mut self, who: Slot, turn: &mut Turn) -> Option<Intent> {
        let rules = self.rules;
        let looks = rules.somebody_hides && rules.legal(self.fight, who, turn, Intent::simply(Do::Observe));
        if looks && turn.first_time(Do::Observe) {
            let unseen = rules.foes(self.fight, who).those(|foe| self.fight.is_hidden(foe, who));
            let square = match rules.nearest(self.fight, who, unseen) {
                None => None,
                Some(foe) => match self.looks(who) {
                    Look::Nearest => Some(self.fight.body(foe).at),
                    Look::Square(square) => Some(square),
                    Look::No => None,
                },
            };
            if let Some(square) = square {
                return Some(Intent { square: Some(square), ..Intent::simply(Do::Observe) });
            }
        }
        let lists = &rules.policies.lists;
        if lists.guard.deciders().has(who) && !turn.has_done(Do::Guard) && turn.first_time(Do::Guard) {
            let intent = match self.guards(who) {
                Ward::Nobody => None,
                Ward::Ally(_) | Ward::Objects | Ward::Square => Some(Intent::simply(Do::Guard)),
                Ward::Border(direction) => Some(Intent { direction: Some(direction), ..Intent::simply(Do::Guard) }),
            };
            if let Some(intent) = intent.filter(|&intent| rules.legal(self.fight, who, turn, intent)) {
                return Some(intent);
            }
        }
        let hide = Intent::simply(Do::Hide);
        if lists.hide.deciders().has(who)
            && rules.legal(self.fight, who, turn, hide)
            && turn.first_time(Do::Hide)
            && self.wants_to_hide(who)
        {
            return Some(hide);
        }
        if let Some(holding) = self.fight.body(who).holding
            && turn.first_time(Do::Release)
            && self.releases(Ask::about(who, holding.whom))
        {
            return Some(Intent::simply(Do::Release));
        }
        None
    }

    /// The next action of a sensible fighter; none when its turn is over (section 6.3 of the specification).
    #[inline(always)]
    fn usual(&mut self, who: Slot, turn: &mut Turn) -> Option<Next> {
        let rules = self.rules;
        if let Some(intent) = self.usual_free(who, turn) {
            return Some(Next::Act(intent));
        }
        let breather = match turn.breather {
            Some(mode) => mode,
            None => {
                let mode = self.breather_mode(who);
                turn.breather = Some(mode);
                mode
            }
        };
        if turn.standard > 0 {
            let flees = !PLAIN && rules.policies.lists.flee.deciders().has(who);
            if flees
                && turn.first_time(Do::Run)
                && self.wants_to_flee(who)
                && let Some(intent) = rules.way_out(self.fight, who, turn)
            {
                return Some(Next::Act(intent));
            }
            if breather == BreatherMode::Ongoing && rules.is_fatigued(who, self.fight.body(who)) {
                return Some(Next::Act(Intent::simply(Do::Breather)));
            }
            if let Some(next) = self.usual_standard(who, turn) {
                return Some(next);
            }
        }
        // The mode is asked again at the end: fatigue may have changed since.
        let last = Intent::simply(Do::UpcomingBreather);
        let wanted = !self.fight.body(who).ongoing
            && self.fight.body(who).upcoming.is_none()
            && turn.first_time(Do::UpcomingBreather)
            && rules.decides_breathers(who)
            && self.breather_mode(who) == BreatherMode::Upcoming;
        (wanted && self.fight.ending.is_none() && rules.legal(self.fight, who, turn, last)).then_some(Next::Act(last))
    }

    /// Steps 6 to 10 of the default turn.
    #[inline(always)]
    fn usual_standard(&mut self, who: Slot, turn: &mut Turn) -> Option<Next> {
        let rules = self.rules;
        let costly =
            self.fight.body(who).prone && rules.rulings().stand_up == StandUp::Standard && !turn.has_done(Do::DropProne);
        if costly && rules.legal(self.fight, who, turn, Intent::simply(Do::StandUp)) && self.wants_to_stand(who) {
            return Some(Next::Act(Intent::simply(Do::StandUp)));
        }
        if let Some(strike) = rules.strike(self.fight, who) {
            return Some(Next::Strike(strike));
        }
        self.without_strike(who, turn).map(Next::Act)
    }

    /// The next action where there is nobody to strike at, or nothing to strike with.
    #[inline(never)]
    fn without_strike(&mut self, who: Slot, turn: &mut Turn) -> Option<Intent> {
        let rules = self.rules;
        let simply = |act| Some(Intent::simply(act));
        let (fighter, body) = (rules.fighter(who), self.fight.body(who));
        let brawls = fighter.gear.unarmed;
        if rules.ready_shots(fighter, body) != [None, None] {
            return if body.stumble.runs() { None } else { self.advance(who, turn) };
        }
        let melee = rules.melee_weapons(fighter, body) != [None, None];
        let unloaded = rules.wielded(fighter, body, |index, weapon| !PLAIN && weapon.ammo && body.ammunition[index] > 0);
        if let Some(weapon) = unloaded.into_iter().flatten().next() {
            return Some(Intent { item: Some(weapon), ..Intent::simply(Do::Draw) });
        }
        if !melee && !brawls {
            if body.climbing.is_some()
                && let Some(intent) = self.advance(who, turn)
            {
                return Some(intent);
            }
            let body = self.fight.body(who);
            if rules.holds_weapon(who, body) {
                return self.without_free_hands(who, turn);
            }
            if let Some(useless) = rules.useless_weapon(who, body) {
                let drop = Intent { item: Some(useless), ..Intent::simply(Do::Drop) };
                return rules.if_legal(self.fight, who, turn, drop);
            }
            if let Some(intent) = rules.weapon_to_take(self.fight, who, turn) {
                return Some(intent);
            }
            if let Some(lamp) = rules.lamp_in_the_way(self.fight, who) {
                let drop = Intent { item: Some(lamp), ..Intent::simply(Do::Drop) };
                return rules.if_legal(self.fight, who, turn, drop);
            }
            if !rules.disarmed(fighter, self.fight.body(who)) {
                return self.without_free_hands(who, turn);
            }
            match self.when_disarmed(who) {
                Disarmed::Brawl => {}
                Disarmed::Flee => return rules.way_out(self.fight, who, turn),
                Disarmed::Yield => {
                    self.surrender(who, count::OUT_DISARMED);
                    return None;
                }
            }
        }
        if !melee && rules.legal(self.fight, who, turn, Intent::simply(Do::Brawl)) {
            return simply(Do::Brawl);
        }
        self.advance(who, turn)
    }

    /// With a weapon that cannot be used or taken, because an arm is bound: strike at the holder, or at the held; on a climb,
    /// go on.
    fn without_free_hands(&mut self, who: Slot, turn: &Turn) -> Option<Intent> {
        let whom = self.rules.grappled(self.fight, who);
        let brawl = Intent { whom, ..Intent::simply(Do::Brawl) };
        if whom.is_some() && self.rules.legal(self.fight, who, turn, brawl) {
            return Some(brawl);
        }
        if self.fight.body(who).climbing.is_some() { self.advance(who, turn) } else { None }
    }

    /// Towards the nearest enemy, or wait for it (steps 9 and 10 of the default turn).
    fn advance(&mut self, who: Slot, turn: &Turn) -> Option<Intent> {
        let rules = self.rules;
        let seen = rules.visible_foes(self.fight, who);
        let mode = self.approach(who);
        match mode {
            Approach::Hold => return None,
            Approach::Ready => {
                let ready = Intent::simply(Do::Ready);
                return rules.if_legal(self.fight, who, turn, ready);
            }
            Approach::Charge | Approach::Move => {}
        }
        let known = if seen.is_empty() { rules.foes(self.fight, who) } else { seen };
        let goal = rules.nearest(self.fight, who, known)?;
        let to = self.fight.body(goal).at;
        if to == self.fight.body(who).at {
            return rules.level_with(self.fight, who, goal, turn);
        }
        let path = self.path(who);
        let body = self.fight.body(who);
        let direction = rules.next_step(self.fight, body.at, to, path)?;
        let towards = |act| Intent { direction: Some(direction), ..Intent::simply(act) };
        let legal = |act| rules.if_legal(self.fight, who, turn, towards(act));
        if body.prone {
            return legal(Do::Crawl);
        }
        let next = rules.ground.neighbour(body.at, direction);
        let near = next == Some(to) && seen.has(goal) && rules.strikes_in_melee(who, body);
        let charge = if mode == Approach::Charge && near { legal(Do::Charge) } else { None };
        charge.or_else(|| legal(Do::Move)).or_else(|| rules.climb_or_free_a_hand(self.fight, who, towards(Do::Climb), turn))
    }

    /// Goes on with an upcoming action, as the standard action of this turn (HEI-156, HEI-170).
    fn continue_upcoming(&mut self, who: Slot, turn: &mut Turn) {
        let Some(upcoming) = self.fight.body_mut(who).upcoming.take() else { return };
        match upcoming {
            Upcoming::Breather => {
                turn.standard = turn.standard.saturating_sub(1);
                self.breathe(who);
            }
            Upcoming::Crawl(direction) => {
                if self.rules.may_cross(self.fight, who, direction, Do::Crawl) {
                    turn.standard = turn.standard.saturating_sub(1);
                    self.step_over(who, direction, Do::Crawl);
                } else {
                    self.table.tell("HEI-170", || format!("{} can no longer crawl there", self.rules.name(who)));
                }
            }
            Upcoming::Skill(skill, mark) => {
                if self.rules.still_reaches(self.fight, who, skill, mark) {
                    turn.standard = turn.standard.saturating_sub(1);
                    self.work_skill(who, skill, mark);
                } else {
                    let name = &self.rules.fighter(who).skills[usize::from(skill)].name;
                    self.table.tell("HEI-161", || format!("nothing is left for the {name} of {}", self.rules.name(who)));
                }
            }
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// What it intends, if that is legal.
    fn if_legal(&self, fight: &Fight, who: Slot, turn: &Turn, intent: Intent) -> Option<Intent> {
        self.legal(fight, who, turn, intent).then_some(intent)
    }

    /// True if there is a weapon in its hands that it could use with both of them free, loaded or not.
    fn holds_weapon(&self, who: Slot, body: &Body) -> bool {
        let fighter = self.fighter(who);
        let weapons = 0..fighter.gear.weapons.len();
        weapons.into_iter().any(|index| body.places[index].in_hand() && self.within_reach(fighter, body, index))
    }

    /// A weapon in its hands of which there is no use any more, while there is another one to take instead.
    fn useless_weapon(&self, who: Slot, body: &Body) -> Option<u8> {
        let fighter = self.fighter(who);
        let useless = (0..fighter.gear.weapons.len()).find(|&index| body.places[index].in_hand())?;
        (!self.disarmed(fighter, body)).then_some(useless as u8)
    }

    /// A weapon to draw, or to get from a bag or the ground: one of its own.
    fn weapon_to_take(&self, fight: &Fight, who: Slot, turn: &Turn) -> Option<Intent> {
        let body = fight.body(who);
        let own = |item: &usize| match body.places[*item] {
            Place::Ground(at) => at == body.at,
            Place::Elsewhere | Place::Gone => false,
            _ => true,
        };
        let weapons = (0..self.fighter(who).gear.weapons.len()).filter(own);
        let with = |act: Do| {
            let mut items = weapons.clone().map(|item| Intent { item: Some(item as u8), ..Intent::simply(act) });
            items.find(|&intent| self.legal(fight, who, turn, intent))
        };
        with(Do::Draw).or_else(|| with(Do::Get))
    }

    /// Climbs as intended, or puts away what keeps it from holding on (HEI-230): what is in the off-hand first.
    fn climb_or_free_a_hand(&self, fight: &Fight, who: Slot, climb: Intent, turn: &Turn) -> Option<Intent> {
        if self.legal(fight, who, turn, climb) {
            return Some(climb);
        }
        let (fighter, body) = (self.fighter(who), fight.body(who));
        if self.has_hand_to_climb(fighter, body) || self.climb_plan(fight, who, climb).is_none() {
            return None;
        }
        let held = [Hand::Off, Hand::Sword].into_iter().find_map(|hand| body.places.in_hand(hand))?;
        let away = Intent { item: Some(held as u8), ..Intent::simply(Do::PutAway) };
        self.if_legal(fight, who, turn, away)
    }

    /// True if it would strike or brawl rather than shoot.
    fn strikes_in_melee(&self, who: Slot, body: &Body) -> bool {
        let fighter = self.fighter(who);
        let shoots = self.ready_shots(fighter, body) != [None, None];
        let strikes = fighter.gear.unarmed || self.melee_weapons(fighter, body) != [None, None];
        !shoots && (strikes || self.disarmed(fighter, body))
    }

    /// Up or down to an enemy in the same square.
    fn level_with(&self, fight: &Fight, who: Slot, goal: Slot, turn: &Turn) -> Option<Intent> {
        let gap = self.height(fight.body(goal)) - self.height(fight.body(who));
        if self.reaches_over(gap) {
            return None;
        }
        let direction = if gap > 0 { Direction::Up } else { Direction::Down };
        let climb = Intent { direction: Some(direction), square: Some(fight.body(who).at), ..Intent::simply(Do::Climb) };
        self.climb_or_free_a_hand(fight, who, climb, turn)
    }

    /// A step out of the fight: off the grid from its edge, else towards the edge.
    fn way_out(&self, fight: &Fight, who: Slot, turn: &Turn) -> Option<Intent> {
        if self.rulings().flee == Flee::Impossible {
            return None;
        }
        let body = fight.body(who);
        let act = if body.prone { Do::Crawl } else { Do::Run };
        let to_edge = |direction: Direction| {
            let mut at = body.at;
            let mut steps = 0;
            while let Some(next) = self.ground.neighbour(at, direction) {
                (at, steps) = (next, steps + 1);
            }
            steps
        };
        let towards = |direction| Intent { direction: Some(direction), ..Intent::simply(act) };
        let legal = |direction: &Direction| {
            self.legal(fight, who, turn, towards(*direction))
                || !body.prone && self.legal(fight, who, turn, Intent { act: Do::Move, ..towards(*direction) })
        };
        let chosen = Direction::ALL.into_iter().filter(legal).min_by_key(|&direction| to_edge(direction))?;
        let run = towards(chosen);
        Some(if self.legal(fight, who, turn, run) { run } else { Intent { act: Do::Move, ..run } })
    }
}
