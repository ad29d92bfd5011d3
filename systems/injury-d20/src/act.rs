//! Turns of `injury-d20`: the plan of a policy, worked off line by line.
//!
//! Owns the turn plan of section 6 of the specification, and actions that are no attacks; those that attack are in
//! [`attack`](super::attack), and what comes before an action is in [`ready`](super::ready). Start at [`Play::next_action`].

use frame::dice::{Dice, Slot};
use frame::fight::{Offer, Slots, Watch};

use super::book::combat::Trigger;
use super::held::Sort;
use super::maneuver::MANEUVERS;
use super::metrics as count;
use super::policies::{Intent, every};
use super::policy::{Do, Movement};
use super::ready::Worked;
use super::rolls;
use super::sheet::Skill;
use super::state::{Fight, SHIELD, free};
use super::strike::Use;
use super::{Core, Play};

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Does the next thing in a turn; false when nothing is left to do. `poised` is kept up: whether blows can be
    /// [plain](super::Core::poised).
    #[inline(always)]
    pub(super) fn next_action(&mut self, who: Slot, poised: &mut bool) -> bool {
        let rules = self.rules;
        loop {
            debug_assert_eq!(*poised, rules.poised(self.fight, who));
            if self.fight.over() || !*poised && rules.stopped(self.fight, who) {
                return false;
            }
            let Some(intent) = self.planned(who) else { return false };
            self.offer(who);
            match self.work(who, intent, *poised) {
                Worked::Plain => return true,
                Worked::Last => return false,
                worked @ (Worked::Done | Worked::Prepared) => {
                    if worked == Worked::Done {
                        self.fight.body_mut(who).work_off(intent.times);
                    }
                    *poised = rules.poised(self.fight, who);
                    return true;
                }
                Worked::Impossible => {
                    self.could_not(who);
                    let body = self.fight.body_mut(who);
                    (body.entry, body.entry_times) = (body.entry + 1, 0);
                }
            }
        }
    }

    /// Carries out an entry of a plan; attacks first, since most entries are.
    #[inline(always)]
    fn work(&mut self, who: Slot, intent: &Intent, poised: bool) -> Worked {
        if intent.act == Do::Attack && (poised || !self.fight.body(who).prone) {
            return self.attack_entry(who, intent, poised);
        }
        self.lend().work_otherwise(who, intent)
    }

    /// Stands up before anything else is done, where that is possible and wanted.
    pub(super) fn gets_up(&mut self, who: Slot) -> bool {
        let body = self.fight.body(who);
        let gets_up = body.prone
            && self.rules.stand_cost(who, body).is_some_and(|cost| cost <= body.ap)
            && self.answer(&self.rules.policies.lists.stand, who, None).unwrap_or(true);
        if gets_up {
            self.stand_up(who);
        }
        gets_up
    }

    /// Works off a line that is no attack of a standing combatant.
    #[inline(never)]
    fn work_otherwise(&mut self, who: Slot, intent: &Intent) -> Worked {
        if !matches!(intent.act, Do::Stand | Do::LieDown | Do::Crawl) && self.gets_up(who) {
            return Worked::Prepared;
        }
        self.entry(who, intent)
    }

    /// Works off a line of a combatant that does not get up first.
    fn entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        match intent.act {
            Do::Attack => self.attack_instead(who, intent),
            Do::Multi => self.multi_entry(who, intent),
            Do::Rapid => self.rapid_entry(who, intent),
            Do::Throw => self.throw_entry(who, intent),
            Do::Charge => self.charge_entry(who, intent),
            maneuver if MANEUVERS.contains(&maneuver) => self.maneuver_entry(who, intent),
            _ => self.other_entry(who, intent),
        }
    }

    /// Stands up (INJ-094, INJ-116, R-22, R-32).
    fn stand_up(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let Some(cost) = rules.stand_cost(who, self.fight.body(who)) else { return false };
        if !self.spend(who, cost, count::AP_STAND) {
            return false;
        }
        let goes_on = self.provoke(who, Trigger::StandUp, None, &mut Slots::default());
        if goes_on && rules.stand_cost(who, self.fight.body(who)).is_some() {
            self.fight.body_mut(who).prone = false;
            self.table.tell("INJ-094", || format!("{} stands up", rules.name(who)));
        }
        true
    }

    /// Everything that is neither an attack nor a maneuver (INJ-225, INJ-227).
    #[inline(never)]
    fn other_entry(&mut self, who: Slot, intent: &Intent) -> Worked {
        let rules = self.rules;
        let (body, kinds) = (self.fight.body(who), &rules.book.action);
        let done = match intent.act {
            Do::Defend => {
                self.begin_action(who, kinds.defend, count::AP_DEFEND) && {
                    let body = self.fight.body_mut(who);
                    (body.dodging, body.no_attack) = (true, true);
                    self.table.tell("INJ-225", || format!("{} defends", rules.name(who)));
                    true
                }
            }
            Do::Shield if rules.shield_usable(who, body) && !body.shield_ready => {
                self.begin_action(who, kinds.shield, count::AP_SHIELD) && {
                    self.fight.body_mut(who).shield_ready = true;
                    self.table.tell("INJ-227", || format!("{} readies the shield", rules.name(who)));
                    true
                }
            }
            Do::Shield if !body.holds(SHIELD) => self.take_up(who, Some(SHIELD)),
            Do::Staunch => self.staunch(who),
            Do::Move | Do::Step | Do::Crawl => self.go(who, intent.act),
            Do::Stand => body.prone && self.stand_up(who),
            Do::LieDown => {
                !body.prone && !body.flying && self.spend(who, rules.book.lie_down.ap, count::AP_OTHER) && {
                    self.fight.body_mut(who).prone = true;
                    self.table.tell("R-22", || format!("{} lies down", rules.name(who)));
                    true
                }
            }
            Do::TakeOff => self.take_off(who, intent.feet),
            Do::Land => self.come_down(who),
            Do::PickUp => {
                let thing = rules.within_grasp(self.fight, who, intent.weapon, Sort::Any);
                self.take_up(who, thing)
            }
            Do::Draw => match rules.to_draw(who, body, intent.weapon, Sort::Any) {
                Some(weapon) if body.ap >= rules.draw_cost(who, weapon) => {
                    self.draw(who, weapon);
                    true
                }
                _ => false,
            },
            Do::Drop => self.drop_entry(who, intent),
            Do::Escape if body.grappled_by.is_some() => {
                let cost = rules.book.maneuver.grapple.escape_ap;
                self.spend(who, cost, count::AP_OTHER) && {
                    self.escape(who);
                    true
                }
            }
            Do::Recover => match body.timed.iter().position(|&ends| ends > 0) {
                Some(condition) if self.spend(who, rules.book.maneuver.trick.end_ap, count::AP_OTHER) => {
                    self.fight.body_mut(who).timed[condition] = 0;
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if done { Worked::Done } else { Worked::Impossible }
    }

    /// Takes off, to a height that is named, or at which it begins, or that of the book; at most as high as it flies far
    /// (INJ-077, R-20). It provokes as leaving a square does.
    fn take_off(&mut self, who: Slot, feet: Option<i32>) -> bool {
        let rules = self.rules;
        let numbers = &rules.book.fly;
        if !rules.may_take_off(who, self.fight.body(who)) || !self.spend(who, numbers.ap, count::AP_MOVE) {
            return false;
        }
        let goes_on = self.provoke(who, Trigger::LeaveThreatened, None, &mut Slots::default());
        if goes_on && rules.may_take_off(who, self.fight.body(who)) {
            let begun = rules.fighter(who).start.altitude_ft;
            let usual = if begun > 0 { begun } else { numbers.height_ft };
            let most = rules.speed_ft(who, self.fight.body(who), 1);
            let body = self.fight.body_mut(who);
            (body.flying, body.altitude_ft) = (true, feet.unwrap_or(usual).min(most));
            let height = body.altitude_ft;
            self.table.tell("R-20", || format!("{} takes off, to a height of {height} feet", rules.name(who)));
            self.loosen_grips();
        }
        true
    }

    /// Comes down to the ground, where there is room; without a foot to stand on it lies there (INJ-098, INJ-120, R-20).
    fn come_down(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        let room = rules.grid.is_none() || rules.free_space(self.fight, rules.space(who, body), [who, who]);
        if !body.flying || !room || !self.spend(who, rules.book.fly.ap, count::AP_MOVE) {
            return false;
        }
        if self.provoke(who, Trigger::LeaveThreatened, None, &mut Slots::default()) && self.fight.body(who).flying {
            let body = self.fight.body_mut(who);
            (body.flying, body.altitude_ft) = (false, 0);
            self.table.tell("R-20", || format!("{} comes down to the ground", rules.name(who)));
            self.loosen_grips();
            self.lose_footing(who);
        }
        true
    }

    /// Picks up a thing that lies here, where a hand and the points are left.
    fn take_up(&mut self, who: Slot, thing: Option<u8>) -> bool {
        let rules = self.rules;
        let here =
            thing.filter(|&thing| rules.lies_here(self.fight, who, thing) && rules.free_hands(who, self.fight.body(who)) > 0);
        match here {
            Some(thing) if self.fight.body(who).ap >= rules.grasp_cost(self.fight, who, thing) => {
                self.pick_up(who, thing);
                true
            }
            _ => false,
        }
    }

    /// Drops a held thing, where dropping is still free in this turn.
    fn drop_entry(&mut self, who: Slot, intent: &Intent) -> bool {
        let (rules, body) = (self.rules, self.fight.body(who));
        let named = |thing: u8| thing != SHIELD && rules.wanted(who, thing, intent.weapon, Sort::Any);
        let held = |&thing: &u8| body.holds(thing) && (intent.weapon.is_none() || named(thing));
        let thing = (0..=SHIELD).find(held).filter(|_| self.rules.free_left(body, free::DROP));
        thing.is_some_and(|thing| {
            self.fight.body_mut(who).free_used |= free::DROP;
            self.drop_thing(who, thing, "INJ-235");
            true
        })
    }

    /// Stops the blood of a combatant.
    fn staunch(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let bleeds =
            |ally: Slot| self.fight.body(ally).bleed > 0 && rules.distance_ft(self.fight, who, ally) <= super::space::SQUARE_FT;
        let bleeding = (rules.lineup.friends(who) & self.fight.present).those(bleeds);
        if bleeding.is_empty() || self.fight.body(who).ap < rules.book.staunch.ap {
            return false;
        }
        let Some(ally) = self.choose_ally(who, bleeding) else { return false };
        self.spend(who, rules.book.staunch.ap, count::AP_OTHER);
        if self.skill_check(who, &rolls::STAUNCH, Skill::Heal, &[], rules.book.staunch.dc) {
            self.fight.body_mut(ally).bleed = 0;
        }
        true
    }

    /// Moves as the plan says, without an attack to follow.
    fn go(&mut self, who: Slot, act: Do) -> bool {
        let rules = self.rules;
        let body = self.fight.body(who);
        if body.prone != (act == Do::Crawl) {
            return false;
        }
        let full = rules.move_squares(self.fight, who);
        let squares = if act == Do::Move { full } else { full.min(1) };
        let cost = rules.book.r#move.ap;
        if rules.grid.is_none() || body.ap < cost {
            return false;
        }
        let candidates = rules.candidates(self.fight, who);
        let Some(target) = self.choose_target(who, candidates) else { return false };
        let kites = self.movement(who) == Movement::Kite;
        let found = if kites {
            self.keep_away(who, target, i32::MAX, squares)
        } else {
            self.approach(who, target, super::space::SQUARE_FT, squares)
        };
        if found.is_none() {
            return false;
        }
        self.spend(who, cost, count::AP_MOVE);
        self.walk(who, act == Do::Move);
        self.level_out(who, target);
        true
    }
}

impl Core {
    /// Returns everything that the combatant could do now, as lines of `plan` say it.
    pub(super) fn options_of(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        every(self.fighter(who)).legal(|intent| self.offers(fight, who, intent))
    }

    /// True if the combatant could do this now: it can be worked off in a copy of the fight.
    pub(super) fn offers(&self, fight: &Fight, who: Slot, intent: &Intent) -> bool {
        let shoots = |weapon: u8| self.fighter(who).weapons[usize::from(weapon)].used != Use::Melee;
        let rapid = intent.act != Do::Rapid || intent.weapon.is_some_and(shoots);
        rapid && Play::trying(self, fight, |play| play.entry(who, intent) != Worked::Impossible)
    }
}
