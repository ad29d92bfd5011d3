//! What a combatant does in its turn: the policy's lines, and the default turn of a sensible fighter (sections 4.5 and 6.3 of
//! the specification).
//!
//! Owns the order in which actions are chosen; whether each is legal and what it does is in [`perform`](super::perform).
//! Start at [`Core::act`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::choose::Ask;
use super::decide::{Intent, Look, Ward};
use super::ground::{Direction, Location};
use super::metrics as count;
use super::observe::View;
use super::perform::Strike;
use super::policy::{Approach, BreatherMode, Disarmed, Do, Path};
use super::rulings::{Flee, StandUp};
use super::state::{Body, Fight, Hand, Upcoming};

/// What is left of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Standard actions that are left.
    pub standard: u8,
    /// Simultaneous actions that are left.
    pub simultaneous: u8,
    /// Whether nothing more can be done.
    pub over: bool,
    /// Kinds of action that have been done, one bit each.
    done: u32,
    /// Decisions of the default turn that have been made, one bit each.
    asked: u32,
    /// How a breather is to be taken, once that has been decided.
    breather: Option<BreatherMode>,
}

/// What comes next in a turn.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// An attack, which has been looked into.
    Strike(Strike),
    /// An action.
    Act(Intent),
}

impl Turn {
    /// What is left where a single action was readied: that action, whatever kind it is (HEI-107).
    pub(super) const ONE_ACTION: Turn = Turn { standard: 1, simultaneous: 0, over: false, done: 0, asked: 0, breather: None };

    /// Whether an action of this kind has been done.
    #[inline]
    pub fn has_done(&self, act: Do) -> bool {
        self.done >> act as u32 & 1 == 1
    }

    /// Notes that an action of this kind has been done.
    #[inline]
    pub fn note(&mut self, act: Do) {
        self.done |= 1 << act as u32;
    }

    /// Whether a decision comes up for the first time.
    #[inline]
    fn first_time(&mut self, act: Do) -> bool {
        let fresh = self.asked >> act as u32 & 1 == 0;
        self.asked |= 1 << act as u32;
        fresh
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Actions of a turn (section 4.5 of the specification, steps 5 to 9): whether it has stood up, or has gone down on purpose.
    pub(super) fn act<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let mut turn = Turn {
            standard: self.book.actions.standard,
            simultaneous: self.book.actions.simultaneous,
            over: false,
            done: 0,
            asked: 0,
            breather: None,
        };
        if self.surrenders(fight, who, table) {
            self.surrender(fight, who, count::OUT_YIELDED, table);
            return false;
        }
        if fight.body(who).upcoming.is_some() {
            self.before_upcoming(fight, who, &mut turn, table);
        }
        if PLAIN {
            // Its first action is the only one of almost every plain turn.
            if self.act_next(fight, who, &mut turn, table) {
                self.act_on(fight, who, &mut turn, table);
            }
        } else {
            while self.act_next(fight, who, &mut turn, table) {}
        }
        turn.has_done(Do::StandUp) || turn.has_done(Do::DropProne)
    }

    /// Actions after the first one.
    #[cold]
    #[inline(never)]
    fn act_on<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, turn: &mut Turn, table: &mut Table<D, W>) {
        while self.act_next(fight, who, turn, table) {}
    }

    /// The next action of a turn; whether another one may follow.
    #[inline(always)]
    fn act_next<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, turn: &mut Turn, table: &mut Table<D, W>) -> bool {
        if turn.over || fight.ending.is_some() || !PLAIN && !self.can_act(fight.body(who)) {
            return false;
        }
        let told = if PLAIN { None } else { self.told(fight, who, turn, table) };
        let next = match told {
            Some(intent) => Some(Next::Act(intent)),
            None => self.usual(fight, who, turn, table),
        };
        match next {
            None | Some(Next::Act(Intent { act: Do::Wait, .. })) => return false,
            Some(Next::Strike(strike)) => self.perform_strike(fight, who, strike, turn, table),
            Some(Next::Act(intent)) => self.perform(fight, who, intent, turn, table),
        }
        // What is free has been decided before, and nothing else is left but a breather for which a policy would ask.
        let spent = PLAIN && turn.standard == 0 && !self.decides_breathers(who);
        debug_assert!(!spent || self.usual(fight, who, &mut { *turn }, table).is_none());
        !spent
    }

    /// What the first line of its policy says that holds and is legal.
    #[inline(always)]
    fn told<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, turn: &Turn, table: &mut Table<D, W>) -> Option<Intent> {
        let lines = &self.policy(who).turn;
        if lines.is_empty() {
            return None;
        }
        let view = View { core: self, fight, about: None, rerolls: 0 };
        let line = lines.first(&view, who, |intent| self.legal(fight, who, turn, *intent))?;
        table.watch.line(line.number);
        Some(line.action)
    }

    /// Steps 1 to 4 of the default turn, where an upcoming action waits to be continued (HEI-156, HEI-158).
    #[cold]
    #[inline(never)]
    fn before_upcoming<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, turn: &mut Turn, table: &mut Table<D, W>) {
        while let Some(intent) = self.usual_free(fight, who, turn, table) {
            self.perform(fight, who, intent, turn, table);
            if fight.ending.is_some() || !self.can_act(fight.body(who)) {
                return;
            }
        }
        if fight.body(who).upcoming.is_none() {
            return;
        }
        if self.cancels(fight, who, table) {
            fight.body_mut(who).upcoming = None;
            table.tell("HEI-158", || format!("{} gives up what it was about to do", self.name(who)));
        } else {
            self.continue_upcoming(fight, who, turn, table);
        }
    }

    /// Free actions of the default turn: stand up, look, guard, hide, let go.
    #[inline(always)]
    fn usual_free<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        turn: &mut Turn,
        table: &mut Table<D, W>,
    ) -> Option<Intent> {
        if fight.body(who).prone && self.would_stand(fight, who, turn, table) {
            return Some(Intent::simply(Do::StandUp));
        }
        if PLAIN { None } else { self.usual_aside(fight, who, turn, table) }
    }

    /// Whether it gets up as a free action.
    #[cold]
    #[inline(never)]
    fn would_stand<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, turn: &mut Turn, table: &mut Table<D, W>) -> bool {
        !turn.has_done(Do::DropProne)
            && self.rulings().stand_up == StandUp::Free
            && self.may_stand_up(fight.body(who), turn)
            && turn.first_time(Do::StandUp)
            && self.wants_to_stand(fight, who, table)
    }

    /// Look, guard, hide, let go.
    fn usual_aside<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        turn: &mut Turn,
        table: &mut Table<D, W>,
    ) -> Option<Intent> {
        let body = fight.body(who);
        if self.somebody_hides && !turn.has_done(Do::Observe) && turn.first_time(Do::Observe) {
            let unseen = self.foes(fight, who).those(|foe| fight.is_hidden(foe, who));
            let square = match self.nearest(fight, who, unseen) {
                None => None,
                Some(foe) => match self.looks(fight, who, table) {
                    Look::Nearest => Some(fight.body(foe).at),
                    Look::Square(square) => Some(square),
                    Look::No => None,
                },
            };
            if let Some(square) = square {
                return Some(Intent { square: Some(square), ..Intent::simply(Do::Observe) });
            }
        }
        let policy = self.policy(who);
        if !policy.guard.is_empty() && !turn.has_done(Do::Guard) && turn.first_time(Do::Guard) {
            let intent = match self.guards(fight, who, table) {
                Ward::Nobody => None,
                Ward::Ally(_) | Ward::Objects => Some(Intent::simply(Do::Guard)),
                Ward::Border(direction) => Some(Intent { direction: Some(direction), ..Intent::simply(Do::Guard) }),
            };
            if let Some(intent) = intent.filter(|&intent| self.legal(fight, who, turn, intent)) {
                return Some(intent);
            }
        }
        let hide = Intent::simply(Do::Hide);
        if !policy.hide.is_empty()
            && self.legal(fight, who, turn, hide)
            && turn.first_time(Do::Hide)
            && self.wants_to_hide(fight, who, table)
        {
            return Some(hide);
        }
        if let Some(holding) = body.holding
            && turn.first_time(Do::Release)
            && self.releases(fight, Ask::about(who, holding.whom), table)
        {
            return Some(Intent::simply(Do::Release));
        }
        None
    }

    /// What a sensible fighter does next; none when its turn is over (section 6.3 of the specification).
    #[inline(always)]
    fn usual<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, turn: &mut Turn, table: &mut Table<D, W>) -> Option<Next> {
        if let Some(intent) = self.usual_free(fight, who, turn, table) {
            return Some(Next::Act(intent));
        }
        let breather = match turn.breather {
            Some(mode) => mode,
            None => {
                let mode = self.breather_mode(fight, who, table);
                turn.breather = Some(mode);
                mode
            }
        };
        if turn.standard > 0 {
            let flees = !PLAIN && !self.policy(who).flee.is_empty();
            if flees
                && turn.first_time(Do::Run)
                && self.wants_to_flee(fight, who, table)
                && let Some(intent) = self.way_out(fight, who, turn)
            {
                return Some(Next::Act(intent));
            }
            if breather == BreatherMode::Ongoing && self.is_fatigued(who, fight.body(who)) {
                return Some(Next::Act(Intent::simply(Do::Breather)));
            }
            if let Some(next) = self.usual_standard(fight, who, turn, table) {
                return Some(next);
            }
        }
        // The mode is asked again at the end: fatigue may have changed since.
        let last = Intent::simply(Do::UpcomingBreather);
        let wanted = !fight.body(who).ongoing
            && fight.body(who).upcoming.is_none()
            && turn.first_time(Do::UpcomingBreather)
            && self.decides_breathers(who)
            && self.breather_mode(fight, who, table) == BreatherMode::Upcoming;
        (wanted && fight.ending.is_none() && self.legal(fight, who, turn, last)).then_some(Next::Act(last))
    }

    /// Steps 6 to 10 of the default turn.
    #[inline(always)]
    fn usual_standard<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        turn: &mut Turn,
        table: &mut Table<D, W>,
    ) -> Option<Next> {
        let costly = fight.body(who).prone && self.rulings().stand_up == StandUp::Standard && !turn.has_done(Do::DropProne);
        if costly && self.legal(fight, who, turn, Intent::simply(Do::StandUp)) && self.wants_to_stand(fight, who, table) {
            return Some(Next::Act(Intent::simply(Do::StandUp)));
        }
        if let Some(strike) = self.strike(fight, who) {
            return Some(Next::Strike(strike));
        }
        self.without_strike(fight, who, turn, table).map(Next::Act)
    }

    /// The same where there is nobody to strike at, or nothing to strike with.
    #[inline(never)]
    fn without_strike<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        turn: &mut Turn,
        table: &mut Table<D, W>,
    ) -> Option<Intent> {
        let simply = |act| Some(Intent::simply(act));
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let brawls = fighter.gear.unarmed;
        if self.ready_shots(fighter, body) != [None, None] {
            return if body.stumble.runs() { None } else { self.advance(fight, who, turn, table) };
        }
        let melee = self.melee_weapons(fighter, body) != [None, None];
        let unloaded = self.wielded(fighter, body, |index, weapon| !PLAIN && weapon.ammo && body.ammunition[index] > 0);
        if let Some(weapon) = unloaded.into_iter().flatten().next() {
            return Some(Intent { item: Some(weapon), ..Intent::simply(Do::Draw) });
        }
        if !melee && !brawls {
            if body.climbing.is_some()
                && let Some(intent) = self.advance(fight, who, turn, table)
            {
                return Some(intent);
            }
            if self.holds_weapon(who, body) {
                return self.without_free_hands(fight, who, turn, table);
            }
            if let Some(useless) = self.useless_weapon(who, body) {
                let drop = Intent { item: Some(useless), ..Intent::simply(Do::Drop) };
                return Some(drop).filter(|&intent| self.legal(fight, who, turn, intent));
            }
            if let Some(intent) = self.weapon_to_take(fight, who, turn) {
                return Some(intent);
            }
            if !self.disarmed(fighter, body) {
                return self.without_free_hands(fight, who, turn, table);
            }
            match self.when_disarmed(fight, who, table) {
                Disarmed::Brawl => {}
                Disarmed::Flee => return self.way_out(fight, who, turn),
                Disarmed::Yield => {
                    self.surrender(fight, who, count::OUT_DISARMED, table);
                    return None;
                }
            }
        }
        if !melee && self.legal(fight, who, turn, Intent::simply(Do::Brawl)) {
            return simply(Do::Brawl);
        }
        self.advance(fight, who, turn, table)
    }

    /// Whether there is a weapon in its hands that it could use with both of them free, loaded or not.
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

    /// With a weapon that cannot be used or taken, because an arm is bound: strike at the holder, or at the held; on a climb, go
    /// on.
    fn without_free_hands<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        turn: &Turn,
        table: &mut Table<D, W>,
    ) -> Option<Intent> {
        let whom = self.grappled(fight, who);
        let brawl = Intent { whom, ..Intent::simply(Do::Brawl) };
        if whom.is_some() && self.legal(fight, who, turn, brawl) {
            return Some(brawl);
        }
        if fight.body(who).climbing.is_some() { self.advance(fight, who, turn, table) } else { None }
    }

    /// A weapon to draw, or to get from a bag or the ground (HEI-173, HEI-176).
    fn weapon_to_take(&self, fight: &Fight, who: Slot, turn: &Turn) -> Option<Intent> {
        let weapons = 0..self.fighter(who).gear.weapons.len();
        let with = |act: Do| {
            let mut items = weapons.clone().map(|item| Intent { item: Some(item as u8), ..Intent::simply(act) });
            items.find(|&intent| self.legal(fight, who, turn, intent))
        };
        with(Do::Draw).or_else(|| with(Do::Get))
    }

    /// Towards the nearest enemy, or wait for it (steps 9 and 10 of the default turn).
    fn advance<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, turn: &Turn, table: &mut Table<D, W>) -> Option<Intent> {
        let seen = self.visible_foes(fight, who);
        let mode = self.approach(fight, who, table);
        match mode {
            Approach::Hold => return None,
            Approach::Ready => {
                let ready = Intent::simply(Do::Ready);
                return Some(ready).filter(|&intent| self.legal(fight, who, turn, intent));
            }
            Approach::Charge | Approach::Move => {}
        }
        let known = if seen.is_empty() { self.foes(fight, who) } else { seen };
        let goal = self.nearest(fight, who, known)?;
        let body = fight.body(who);
        let to = fight.body(goal).at;
        if to == body.at {
            return self.level_with(fight, who, goal, turn);
        }
        let direction = self.next_step(fight, body.at, to, self.path(fight, who, table))?;
        let towards = |act| Intent { direction: Some(direction), ..Intent::simply(act) };
        let legal = |act| Some(towards(act)).filter(|&intent| self.legal(fight, who, turn, intent));
        if body.prone {
            return legal(Do::Crawl);
        }
        let next = self.ground.neighbour(body.at, direction);
        let near = next == Some(to) && seen.has(goal) && self.strikes_in_melee(who, body);
        let charge = if mode == Approach::Charge && near { legal(Do::Charge) } else { None };
        charge.or_else(|| legal(Do::Move)).or_else(|| self.climb_or_free_a_hand(fight, who, towards(Do::Climb), turn))
    }

    /// Climbs as intended, or puts away what keeps it from holding on (HEI-174, HEI-230): what is in the off-hand first.
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
        Some(away).filter(|&intent| self.legal(fight, who, turn, intent))
    }

    /// Whether it would strike or brawl rather than shoot.
    fn strikes_in_melee(&self, who: Slot, body: &Body) -> bool {
        let fighter = self.fighter(who);
        let shoots = self.ready_shots(fighter, body) != [None, None];
        let strikes = fighter.gear.unarmed || self.melee_weapons(fighter, body) != [None, None];
        !shoots && (strikes || self.disarmed(fighter, body))
    }

    /// Up or down to an enemy in the same square (HEI-167).
    fn level_with(&self, fight: &Fight, who: Slot, goal: Slot, turn: &Turn) -> Option<Intent> {
        let gap = self.height(fight.body(goal)) - self.height(fight.body(who));
        if gap.abs() <= i32::from(self.book.height.melee_reach) {
            return None;
        }
        let direction = if gap > 0 { Direction::Up } else { Direction::Down };
        let climb = Intent { direction: Some(direction), square: Some(fight.body(who).at), ..Intent::simply(Do::Climb) };
        self.climb_or_free_a_hand(fight, who, climb, turn)
    }

    /// The first step of a shortest way.
    pub(super) fn next_step(&self, fight: &Fight, from: Location, to: Location, path: Path) -> Option<Direction> {
        let left = self.way(fight, from, to)?;
        let order = match path {
            Path::RowsFirst => [Direction::Up, Direction::Down, Direction::Right, Direction::Left],
            Path::ColumnsFirst => [Direction::Right, Direction::Left, Direction::Up, Direction::Down],
        };
        order.into_iter().find(|&direction| {
            let next = self.ground.neighbour(from, direction);
            next.is_some_and(|next| {
                (self.open_ground || self.passable(fight, from, next)) && self.way(fight, next, to) == Some(left - 1)
            })
        })
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

    /// Goes on with an upcoming action, as the standard action of this turn (HEI-156).
    fn continue_upcoming<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, turn: &mut Turn, table: &mut Table<D, W>) {
        let Some(upcoming) = fight.body_mut(who).upcoming.take() else { return };
        match upcoming {
            Upcoming::Breather => {
                turn.standard = turn.standard.saturating_sub(1);
                self.breathe(fight, who, table);
            }
            Upcoming::Crawl(direction) => {
                if self.may_cross(fight, who, direction, Do::Crawl) {
                    turn.standard = turn.standard.saturating_sub(1);
                    self.crawl(fight, who, direction, table);
                }
            }
            Upcoming::Skill(skill, mark) => {
                if self.still_reaches(fight, who, skill, mark) {
                    turn.standard = turn.standard.saturating_sub(1);
                    self.work_skill(fight, who, (skill, mark), table);
                }
            }
        }
    }
}
