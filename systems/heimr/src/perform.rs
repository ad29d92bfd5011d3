//! Actions of `heimr`: when each is legal, what it costs of a turn, and which rule carries it out.
//!
//! Owns the four kinds of action (standard, free, ongoing, upcoming) and the small actions that need no file of their own.
//! Start at [`Core::legal`] and [`Play::perform`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::attack::Why;
use super::book::tables::Sound;
use super::choose::PossibleAttack;
use super::decide::{Intent, Ward};
use super::ground::Direction;
use super::metrics as count;
use super::policy::Do;
use super::rulings::{Lighting, ReadyCost, StandUp};
use super::state::{Body, Fight, Guarding, Upcoming};
use super::turn::Turn;
use super::{Core, Play};

/// The price of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Price {
    /// A standard action, or what goes beside one.
    Standard,
    /// Nothing, once in a turn.
    Free,
    /// Nothing.
    Nothing,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if an action is possible now (R-16; section 4.5 of the specification; HEI-170).
    pub(super) fn legal(&self, fight: &Fight, who: Slot, turn: &Turn, intent: Intent) -> bool {
        let body = fight.body(who);
        let act = intent.act;
        if !self.can_pay(body, turn, act) {
            return false;
        }
        match act {
            Do::Attack => self.strike(fight, who).is_some(),
            Do::Brawl => !self.brawl_targets(fight, who).is_empty(),
            Do::Charge => {
                let direction = self.bearing(fight, who, intent);
                direction.is_some_and(|direction| !self.charge_targets(fight, who, direction).is_empty())
            }
            Do::Move if intent.square == Some(body.at) => {
                let higher = intent.direction.and_then(|direction| self.footing(body, direction));
                (body.cluster != 0 || higher.is_some()) && self.can_shift(body)
            }
            Do::Move => self.bearing(fight, who, intent).is_some_and(|direction| self.may_cross(fight, who, direction, act)),
            Do::Run => self
                .bearing(fight, who, intent)
                .is_some_and(|direction| self.may_cross(fight, who, direction, act) || self.may_leave(fight, who, direction)),
            Do::Crawl => {
                body.upcoming.is_none()
                    && body.entered_from.is_none()
                    && self.bearing(fight, who, intent).is_some_and(|direction| self.may_cross(fight, who, direction, act))
            }
            Do::Climb => self.has_hand_to_climb(self.fighter(who), body) && self.climb_plan(fight, who, intent).is_some(),
            Do::JumpDown => body.elevation > 0 && body.held.is_none() && !self.is_rooted(body),
            Do::DropProne => !body.prone && body.climbing.is_none(),
            Do::StandUp => body.prone && self.can_stand(body),
            Do::Hide => self.can_hide(fight, body, self.can_shift(body)),
            Do::Dodge => true,
            Do::Draw | Do::PutAway | Do::Get | Do::Conceal | Do::Drop | Do::Swap | Do::Light => {
                self.item_for(fight, who, intent).is_some()
            }
            Do::PutOut => self.flame_for(fight, who, intent.item).is_some(),
            Do::Breather => self.is_fatigued(who, body),
            Do::UpcomingBreather => body.upcoming.is_none() && self.is_fatigued(who, body),
            Do::Observe => {
                let looked = turn.has_done(Do::Search) || turn.has_done(Do::Gauge);
                !looked && (intent.square.is_some() || self.somebody_hides)
            }
            // One of the three kinds of observation in a turn.
            Do::Search | Do::Gauge => {
                let looked = turn.has_done(Do::Observe) || turn.has_done(Do::Search) || turn.has_done(Do::Gauge);
                !looked && !self.visible_foes(fight, who).is_empty()
            }
            Do::Speak => !self.hearers(fight, who).is_empty(),
            Do::Guard => self.can_guard(body),
            Do::Ready => body.readied.is_none(),
            Do::Skill => self.skill_is_possible(fight, who, intent, turn),
            Do::Release => body.holding.is_some(),
            Do::Carry => intent.direction.is_some_and(|direction| self.can_carry(fight, who, direction, intent.whom)),
            Do::Break => match (intent.direction, intent.item) {
                (Some(direction), _) => self.blow_at(fight, who, direction).is_some(),
                (None, Some(item)) => self.breakable(fight, who, usize::from(item)).is_some(),
                (None, None) => false,
            },
            Do::Wait => true,
        }
    }

    /// True if it may get up now.
    #[inline]
    pub(super) fn may_stand_up(&self, body: &Body, turn: &Turn) -> bool {
        body.prone && self.can_pay(body, turn, Do::StandUp) && self.can_stand(body)
    }

    /// True if a breather would do it good (HEI-179).
    #[inline]
    pub(super) fn is_fatigued(&self, who: Slot, body: &Body) -> bool {
        body.effort.fatigue > self.base_fatigue(who, body)
    }

    /// The price of an action (HEI-153, HEI-154, R-16, R-21, R-76). Skills pay for themselves.
    #[inline]
    fn price(&self, act: Do) -> Price {
        let standard = match act {
            Do::Attack | Do::Brawl | Do::Charge | Do::Move | Do::Run | Do::Climb | Do::Dodge | Do::Draw | Do::PutAway => true,
            Do::Get | Do::Conceal | Do::Breather | Do::Carry | Do::Break => true,
            Do::JumpDown | Do::DropProne | Do::Hide | Do::Swap | Do::Observe | Do::Speak | Do::Guard => false,
            Do::StandUp => self.rulings().stand_up == StandUp::Standard,
            Do::Light => self.rulings.lighting == Lighting::Standard,
            Do::Ready => self.rulings.ready_cost == ReadyCost::Standard,
            // Any number of items are dropped by one free action.
            Do::Drop | Do::PutOut | Do::Release | Do::Crawl | Do::UpcomingBreather | Do::Search | Do::Gauge => {
                return Price::Nothing;
            }
            Do::Skill | Do::Wait => return Price::Nothing,
        };
        if standard { Price::Standard } else { Price::Free }
    }

    /// True if a turn has left what an action takes (HEI-153, HEI-154, HEI-159).
    #[inline]
    fn can_pay(&self, body: &Body, turn: &Turn, act: Do) -> bool {
        match self.price(act) {
            Price::Standard => turn.standard > 0 || self.goes_beside(body, turn, act),
            Price::Free => !turn.has_done(act),
            Price::Nothing => true,
        }
    }

    /// True if an action goes beside one that has been carried out, instead of a standard action (HEI-159).
    fn goes_beside(&self, body: &Body, turn: &Turn, act: Do) -> bool {
        let beside = match act {
            Do::Move => turn.has_done(Do::Draw) || turn.has_done(Do::PutAway),
            Do::Draw | Do::PutAway => turn.has_done(Do::Move) && !body.ongoing,
            _ => false,
        };
        beside && turn.simultaneous > 0 && !turn.has_done(act)
    }

    /// Takes the price of an action from a turn: a simultaneous action where no standard action is left (HEI-153, HEI-159).
    fn pay(&self, act: Do, turn: &mut Turn) {
        if self.price(act) == Price::Standard {
            match turn.standard.checked_sub(1) {
                Some(left) => turn.standard = left,
                None => turn.simultaneous = turn.simultaneous.saturating_sub(1),
            }
        }
    }

    /// True if it can get up (HEI-053, HEI-074, R-21, R-50).
    pub(super) fn can_stand(&self, body: &Body) -> bool {
        !body.fall.runs() && !self.down_for_good(body) && self.can_act(body)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Carries out an attack that has been looked into.
    #[inline(always)]
    pub(super) fn perform_strike(&mut self, who: Slot, strike: PossibleAttack, turn: &mut Turn) {
        debug_assert_eq!(Some(strike), self.rules.strike(self.fight, who));
        self.rules.pay(Do::Attack, turn);
        turn.note(Do::Attack);
        self.act_attack(who, strike);
        self.has_moved(who, Do::Attack);
    }

    /// Carries out an action that is legal.
    #[inline(never)]
    pub(super) fn perform(&mut self, who: Slot, intent: Intent, turn: &mut Turn) {
        if !self.is_let(who, intent.act) {
            return;
        }
        if !PLAIN && self.rules.readies && !self.rules.legal(self.fight, who, turn, intent) {
            return;
        }
        self.perform_act(who, &intent, turn);
        self.has_moved(who, intent.act);
        self.has_done(who, intent.act);
    }

    /// Carries out an action whose price is paid (HEI-107).
    fn perform_act(&mut self, who: Slot, intent: &Intent, turn: &mut Turn) {
        let rules = self.rules;
        let act = intent.act;
        rules.pay(act, turn);
        turn.note(act);
        match act {
            Do::Attack => {
                if let Some(strike) = rules.strike(self.fight, who) {
                    self.act_attack(who, strike);
                }
            }
            Do::Brawl => self.act_brawl(who, intent.whom),
            Do::Charge | Do::Move | Do::Run | Do::Crawl | Do::Climb | Do::JumpDown | Do::DropProne | Do::StandUp => {
                self.perform_movement(who, intent, turn);
            }
            Do::Hide => self.hide(who, &super::rolls::HIDE),
            Do::Dodge => self.gets_ready_to_dodge(who),
            Do::Draw | Do::PutAway | Do::Get | Do::Drop | Do::Conceal | Do::Swap => {
                if matches!(act, Do::Get | Do::Conceal) {
                    self.begins_ongoing(who, turn);
                }
                if let Some(item) = rules.item_for(self.fight, who, *intent) {
                    self.handle_item(who, act, item);
                }
            }
            Do::Light => {
                if let Some(item) = rules.item_for(self.fight, who, *intent) {
                    self.kindle(who, usize::from(item));
                }
            }
            Do::PutOut => {
                if let Some((owner, item)) = rules.flame_for(self.fight, who, intent.item) {
                    self.put_out(who, owner, item);
                }
            }
            Do::Breather => {
                self.begins_ongoing(who, turn);
                self.breathe(who);
            }
            Do::UpcomingBreather => {
                self.begins_upcoming(who, Upcoming::Breather, turn);
                self.table.tell("HEI-156, HEI-179", || format!("{} begins a breather", rules.name(who)));
            }
            Do::Observe => {
                let unseen = rules.foes(self.fight, who).those(|foe| self.fight.is_hidden(foe, who));
                let nearest = rules.nearest(self.fight, who, unseen).map(|foe| self.fight.body(foe).at);
                if let Some(square) = intent.square.or(nearest) {
                    self.look(who, square);
                }
            }
            Do::Search => self.search(who),
            Do::Gauge => self.gauge(who),
            Do::Speak => self.demand_surrender(who),
            Do::Guard => self.take_guard(who, intent.direction),
            Do::Ready => {
                let readied = self.what_to_ready(who);
                self.fight.body_mut(who).readied = Some(readied);
                self.table.tell("HEI-107", || format!("{} readies an action", rules.name(who)));
            }
            Do::Skill => self.use_skill(who, *intent, turn),
            Do::Release => self.let_go(who),
            Do::Carry => {
                if let Some(direction) = intent.direction {
                    self.carry(who, direction, intent.whom);
                }
            }
            Do::Break => match (intent.direction, intent.item) {
                (Some(direction), _) => {
                    if let Some(blow) = rules.blow_at(self.fight, who, direction) {
                        self.break_structure(who, direction, blow);
                    }
                }
                (None, Some(item)) => self.break_lying(who, usize::from(item)),
                (None, None) => {}
            },
            Do::Wait => turn.over = true,
        }
    }

    /// Carries out an action that moves the body (HEI-165, HEI-169, HEI-170).
    fn perform_movement(&mut self, who: Slot, intent: &Intent, turn: &mut Turn) {
        let rules = self.rules;
        if !PLAIN && intent.direction.is_none() && rules.policies.lists.path.deciders().has(who) {
            // The line that decides is counted once, where its decision is carried out.
            self.path(who);
        }
        match intent.act {
            Do::Charge => {
                if let Some(direction) = rules.bearing(self.fight, who, *intent) {
                    self.charge(who, direction, turn);
                }
            }
            Do::Move => match rules.bearing(self.fight, who, *intent) {
                Some(direction) if intent.square != Some(self.fight.body(who).at) => {
                    self.step_over(who, direction, Do::Move);
                }
                _ => self.move_inside(who, intent.direction),
            },
            Do::Run => {
                if let Some(direction) = rules.bearing(self.fight, who, *intent) {
                    self.begins_ongoing(who, turn);
                    self.run(who, direction);
                }
            }
            Do::Crawl => {
                if let Some(direction) = rules.bearing(self.fight, who, *intent) {
                    self.begins_upcoming(who, Upcoming::Crawl(direction), turn);
                    self.table.tell("HEI-170, HEI-156", || format!("{} begins to crawl", rules.name(who)));
                }
            }
            Do::Climb => {
                if let Some(plan) = rules.climb_plan(self.fight, who, *intent) {
                    self.begins_ongoing(who, turn);
                    self.climb(who, plan);
                }
            }
            Do::JumpDown => self.jump_down(who),
            Do::DropProne => {
                self.fight.body_mut(who).prone = true;
                self.table.tell("HEI-169", || format!("{} drops prone", rules.name(who)));
            }
            Do::StandUp => self.stand_up(who),
            _ => {}
        }
    }

    /// The standard action of a weapon attack (HEI-160).
    #[inline(always)]
    fn act_attack(&mut self, who: Slot, strike: PossibleAttack) {
        let Some(target) = self.choose_target(who, strike.targets) else { return };
        self.strike_or_shoot(who, target, strike, Why::Action);
    }

    /// Strikes or shoots at a target of a possible attack.
    #[inline(always)]
    pub(super) fn strike_or_shoot(&mut self, who: Slot, target: Slot, strike: PossibleAttack, why: Why) {
        if !PLAIN && strike.ranged {
            self.shoot(who, target, strike.weapons, why);
        } else {
            self.melee(who, target, strike.weapons, why, 0);
        }
    }

    /// The standard action of a brawl attack, with this one or whom its policy chooses (HEI-162).
    fn act_brawl(&mut self, who: Slot, with: Option<Slot>) {
        let targets = self.rules.brawl_targets(self.fight, who);
        let with = with.filter(|&with| targets.has(with));
        let Some(target) = with.or_else(|| self.choose_target(who, targets)) else { return };
        self.brawl(who, target, Why::Action, 0);
    }

    /// A breather (HEI-179).
    pub(super) fn breathe(&mut self, who: Slot) {
        let rules = self.rules;
        let base = rules.base_fatigue(who, self.fight.body(who));
        let effort = &mut self.fight.body_mut(who).effort;
        effort.fatigue = rules.check.fatigue.after_breather(effort.fatigue, base).min(effort.fatigue);
        self.table.watch.count(who, count::BREATHERS, 1);
        self.table.tell("HEI-179", || {
            format!("{} takes a breather: fatigue {}", rules.name(who), self.fight.body(who).effort.fatigue)
        });
    }

    /// Gets up.
    pub(super) fn stand_up(&mut self, who: Slot) {
        self.fight.body_mut(who).prone = false;
        self.table.tell("R-21", || format!("{} stands up", self.rules.name(who)));
    }

    /// Guards a comrade here, or a border (HEI-164, HEI-231, R-41).
    fn take_guard(&mut self, who: Slot, direction: Option<Direction>) {
        let rules = self.rules;
        let ward = match (direction, self.guards(who)) {
            (Some(direction), _) | (None, Ward::Border(direction)) => Some(Guarding::Border(direction)),
            (None, Ward::Objects) => Some(Guarding::Objects),
            (None, Ward::Square) => Some(Guarding::Square),
            (None, ward @ (Ward::Ally(_) | Ward::Nobody)) => {
                let here = rules.allies(self.fight, who).those(|ally| self.fight.body(ally).at == self.fight.body(who).at);
                let ally = match ward {
                    Ward::Ally(Some(named)) => Some(named).filter(|&named| here.has(named)),
                    _ => self.choose_ally(who, here),
                };
                ally.map(Guarding::Ally)
            }
        };
        self.fight.body_mut(who).guarding = ward;
        self.table.tell("HEI-231", || match ward {
            Some(Guarding::Ally(ally)) => format!("{} guards {}", rules.name(who), rules.name(ally)),
            Some(Guarding::Border(direction)) => format!("{} guards the border {}", rules.name(who), direction.word()),
            Some(Guarding::Objects) => format!("{} guards what lies here", rules.name(who)),
            Some(Guarding::Square) => format!("{} guards the square", rules.name(who)),
            None => format!("{} finds nobody to guard", rules.name(who)),
        });
    }

    /// Tells an enemy to surrender: it does when it would with a little fewer hit points (HEI-183, HEI-225, R-57).
    pub(super) fn demand_surrender(&mut self, who: Slot) {
        let rules = self.rules;
        let hearers = rules.hearers(self.fight, who);
        let Some(target) = self.choose_target(who, hearers) else { return };
        self.fight.body_mut(who).reveal();
        self.make_noise(who, Sound::Loud);
        if !self.sees_through(target, who) && self.is_shaken(target, who) {
            self.surrender(target, count::OUT_YIELDED);
        } else {
            self.table.tell("HEI-183", || format!("{} does not surrender to {}", rules.name(target), rules.name(who)));
        }
    }

    /// Strikes at an item that lies here.
    fn break_lying(&mut self, who: Slot, item: usize) {
        let (Some((owner, index)), Some(blow)) =
            (self.rules.breakable(self.fight, who, item), self.rules.blow(self.fight, who))
        else {
            return;
        };
        if self.past_object_guards(who) {
            self.clatter(who);
            self.strike_item(owner, index, blow);
        }
    }
}
