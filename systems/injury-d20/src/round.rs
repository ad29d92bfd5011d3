//! The round of `injury-d20`: Lore, initiative, turns, the end of the round and of the fight.
//!
//! Owns the order in which things happen (4.1 to 4.3 and 4.14 of the specification); what is done in a turn is in
//! [`act`](super::act). A step is a whole turn, or one action of it where every outcome is walked through, so that states can be
//! merged in between. Start at [`Play::play_step`].

use frame::arena::square::Square;
use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::{Adds, Ending, Few, Marked as _, Progress, Sentence, Slots, Watch};

use super::book::{Awareness, Confusion, RollKind, TurnMoment};
use super::derived::Initiative;
use super::fighter::Fighter;
use super::metrics as count;
use super::plain;
use super::rolls;
use super::rulings::{EndOut, HeartLore, InitiativeTie, Strain};
use super::sheet::{Attribute, PartKind, Skill};
use super::space::Space;
use super::state::{Body, Fields, Fight, Place, cause};
use super::{Core, Play};

/// Next turn of a round.
enum Turn {
    /// No other turn.
    None,
    /// A turn in which nothing can be done any more.
    Lost,
    /// A turn of this one; true if blows in it can be [plain](Core::poised).
    Begun(Slot, bool),
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Plays the next turn, or its next action.
    pub(super) fn play_step(&mut self) -> Progress {
        let turn = match self.fight.acting {
            Some(who) => Some((who, self.rules.poised(self.fight, who))),
            None => match self.next_turn() {
                Turn::Begun(who, poised) => (!self.table.settles()).then_some((who, poised)),
                Turn::Lost => None,
                Turn::None => return self.close_round(),
            },
        };
        if let Some((who, poised)) = turn {
            self.go_on(who, poised);
        }
        if let Some(ending) = self.fight.ending {
            self.fight.acting = None;
            return Progress::Over(ending);
        }
        if self.fight.acting.is_none() && usize::from(self.fight.next) >= self.fight.order.len() {
            return self.close_round();
        }
        Progress::Turn
    }

    /// The rest of a turn, or its next action where every outcome is walked through.
    #[inline(always)]
    fn go_on(&mut self, who: Slot, mut poised: bool) {
        let told = self.table.watch.told();
        while self.next_action(who, &mut poised) {
            if self.table.settles() {
                return;
            }
        }
        if self.table.listens() && self.table.watch.told() == told {
            let why = self.lend().why_idle(who);
            self.table.tell("INJ-174", || format!("{} does nothing: {why}", self.rules.name(who)));
        }
        self.end_turn(who);
    }

    /// Begins the next turn of the round (4.2 of the specification) (INJ-175).
    #[inline]
    fn next_turn(&mut self) -> Turn {
        if self.fight.next == 0 && self.fight.passes == 0 {
            self.fight.round += 1;
            self.fight.passes = self.rules.book.round.turns;
            self.table.tell("INJ-174", || format!("Round {}", self.fight.round));
            let arriving = self.rules.lineup.arrivals.in_round(self.fight.round);
            if !arriving.is_empty() {
                self.arrive(arriving);
                if self.fight.over() {
                    return Turn::Lost;
                }
            }
        }
        while let Some(&who) = self.fight.order.get(usize::from(self.fight.next)) {
            self.fight.next += 1;
            if self.fight.present.has(who) && !self.fight.body(who).yielded {
                return self.begin_turn(who);
            }
            // Its turn would begin now, and what lasts up to that is over.
            self.fight.end_exposure_to(who);
        }
        Turn::None
    }

    /// The end of a pass through the order: another one, or the end of the round.
    #[inline]
    fn close_round(&mut self) -> Progress {
        self.fight.next = 0;
        self.fight.passes = self.fight.passes.saturating_sub(1);
        if self.fight.passes > 0 {
            return Progress::Turn;
        }
        if self.fight.round >= self.rules.book.round.rounds_max {
            self.fight.ending = Some(Ending::Timeout);
            return Progress::Over(Ending::Timeout);
        }
        Progress::Round
    }

    /// 4.3, steps 1 to 6: what happens before the combatant does anything (INJ-176, INJ-239).
    #[inline]
    fn begin_turn(&mut self, who: Slot) -> Turn {
        let rules = self.rules;
        self.fight.acting = Some(who);
        self.fight.end_exposure_to(who);
        let Fighter { turn_ap: ap, reactions, .. } = *rules.fighter(who);
        let body = self.fight.body_mut(who);
        body.clear(Fields::Turn);
        (body.had_turn, body.ap, body.reactions) = (true, ap, reactions);
        self.table.watch.turn(who);
        self.table.watch.count(who, count::TURNS, 1);
        let mut poised = rules.poised(self.fight, who);
        self.count_conditions(who, poised);
        if rules.weakens(self.fight, who) {
            self.lend().weaken(who);
            if self.fight.over() || self.fight.body(who).dead() {
                self.lend().end_turn_early(who);
                return Turn::Lost;
            }
            poised = rules.poised(self.fight, who);
        }
        if !poised {
            if !self.lend().rouses(who) {
                self.lend().end_turn_early(who);
                return Turn::Lost;
            }
            poised = rules.poised(self.fight, who);
        }
        if !poised && self.fight.body(who).berserk {
            return Turn::Begun(who, false);
        }
        if self.wants(&rules.policies.lists.surrender, who, None) {
            self.lend().surrender(who);
            return Turn::Lost;
        }
        if self.wants(&rules.policies.lists.retreat, who, None) {
            if !self.lend().retreat(who) {
                return Turn::Lost;
            }
            poised = rules.poised(self.fight, who);
        }
        Turn::Begun(who, poised)
    }

    /// Takes the stamina that strain and blood cost when a turn begins.
    #[inline(never)]
    fn weaken(&mut self, who: Slot) {
        let rules = self.rules;
        if rules.rulings.strain == Strain::StaminaEachTurn && self.fight.body(who).strain > 0 {
            let strain = self.fight.body(who).strain;
            self.lose_stamina(who, strain * rules.book.strain.stamina_per_point);
            self.fight.body_mut(who).strain -= 1;
        }
        if rules.bleeds_at(self.fight.body(who), TurnMoment::TurnStart) {
            self.bleed(who);
        }
    }

    /// Begins the turn of a combatant with whom something is wrong; true if anything can be done in it (INJ-128).
    #[inline(never)]
    fn rouses(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        if self.fight.body(who).causes & cause::KNOCKED_OUT != 0 && self.con_check(who, &rolls::WAKING, rules.book.head.ko_dc) {
            self.wake(who, cause::KNOCKED_OUT, "INJ-128");
        }
        let body = self.fight.body_mut(who);
        if body.unconscious() || body.stunned > 0 {
            (body.ap, body.reactions) = (0, 0);
            let (rule, why) = match () {
                () if body.causes & cause::COMA != 0 => ("INJ-129", "it lies in a coma"),
                () if body.causes & cause::KNOCKED_OUT != 0 => ("INJ-128", "it is knocked out"),
                () if body.unconscious() => ("INJ-033", "it is unconscious"),
                () => ("R-18", "it is stunned"),
            };
            self.table.tell(rule, || format!("{} loses its turn: {why}", rules.name(who)));
            return false;
        }
        if body.dazed > 0 {
            (body.ap, body.reactions) = (rules.book.dazed.ap, 0);
            let left = body.ap;
            self.table.tell("INJ-125", || format!("{} is dazed: {left} action points", rules.name(who)));
            if left == 0 {
                return false;
            }
        }
        !rules.confused(who, self.fight.body(who)) || self.acts_confused(who)
    }

    /// Runs for it, as long as there are points; false when that ends its turn. A prone combatant stands up first, where it can
    /// and would; else it crawls, where there is somewhere to crawl to.
    #[inline(never)]
    fn retreat(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let cost = rules.book.r#move.ap.max(1);
        while !self.fight.over() && !rules.stopped(self.fight, who) {
            if self.gets_up(who) {
                continue;
            }
            let gets_away = rules.move_squares(self.fight, who) > 0 && (rules.grid.is_some() || !self.fight.body(who).prone);
            if !gets_away || !self.spend(who, cost, count::AP_MOVE) {
                break;
            }
            self.flee(who);
        }
        let goes_on = self.fight.active.has(who) && !self.fight.over();
        if !goes_on {
            self.end_turn_early(who);
        }
        goes_on
    }

    /// Gives up.
    #[inline(never)]
    fn surrender(&mut self, who: Slot) {
        let round = i32::from(self.fight.round);
        self.fight.body_mut(who).yielded = true;
        self.table.watch.first(who, count::OUT_ROUND, round);
        self.table.tell("R-47", || format!("{} gives up", self.rules.name(who)));
        self.fight.release_by(who);
        self.muster(who);
        self.end_turn_early(who);
    }

    /// Counts for the metrics what is wrong with a combatant in this turn; nothing but exhaustion with the poised.
    #[inline]
    fn count_conditions(&mut self, who: Slot, poised: bool) {
        let rules = self.rules;
        let body = self.fight.body(who);
        let flag = i32::from;
        self.table.watch.count(who, count::TURNS_EXHAUSTED, flag(rules.exhausted(who, body)));
        if !poised {
            self.table.watch.count(who, count::TURNS_PRONE, flag(body.prone));
            self.table.watch.count(who, count::TURNS_BLINDED, flag(body.harm.hurt() != 0 && rules.blinded(who, body)));
            self.table.watch.count(who, count::TURNS_STUNNED, flag(body.stunned > 0));
            self.table.watch.count(who, count::TURNS_DAZED, flag(body.dazed > 0));
            self.table.watch.count(who, count::TURNS_UNCONSCIOUS, flag(body.unconscious()));
            self.table.watch.count(who, count::TURNS_GRAPPLED, flag(body.grappled_by.is_some()));
        }
        let armed = poised && body.holds(plain::WEAPON) || rules.melee_weapon(who, body).is_some();
        debug_assert_eq!(armed, rules.melee_weapon(who, body).is_some());
        self.table.watch.count(who, count::TURNS_UNARMED, flag(!armed));
        if let Some(place) = count::STAMINA.place(self.fight.round) {
            count::STAMINA.keep(place, who, rules.seen(self.fight, who).by_round(), &mut self.table.watch);
        }
    }

    /// Applies what confusion makes of a turn; false when nothing is left of it (INJ-126, R-18).
    #[inline(never)]
    pub(super) fn acts_confused(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        let confusions = &rules.book.confused.table;
        if confusions.is_empty() {
            return true;
        }
        let face = self.table.roll(who, &rolls::CONFUSION, confusions.len() as u32) as usize;
        let confusion = confusions[face - 1];
        self.table.watch.count(who, count::TURNS_CONFUSED, 1);
        self.table.tell("INJ-126", || {
            let what = match confusion {
                Confusion::Act => "acts as usual",
                Confusion::Nothing => "does nothing",
                Confusion::SelfHarm => "hurts itself",
                Confusion::Nearest => "attacks whoever is nearest",
            };
            format!("{} is confused and {what}", rules.name(who))
        });
        match confusion {
            Confusion::Act => true,
            Confusion::Nothing => {
                self.table.watch.count(who, count::TURNS_LOST_CONFUSED, 1);
                false
            }
            Confusion::SelfHarm => {
                self.strain(who, rules.book.confused.self_strain, count::STRAINED_BY_CONFUSION);
                self.table.watch.count(who, count::TURNS_LOST_CONFUSED, 1);
                false
            }
            Confusion::Nearest => {
                self.fight.body_mut(who).berserk = true;
                true
            }
        }
    }

    /// The end of a turn in which nothing is done.
    #[inline(never)]
    fn end_turn_early(&mut self, who: Slot) {
        self.end_turn(who);
    }

    /// 4.3, step 9.
    #[inline(always)]
    fn end_turn(&mut self, who: Slot) {
        if self.rules.bleeds_at(self.fight.body(who), TurnMoment::TurnEnd) && !self.fight.over() && !self.fight.body(who).dead()
        {
            self.bleed(who);
        }
        self.fight.acting = None;
        let body = self.fight.body_mut(who);
        body.ap = 0;
        body.berserk = false;
        (body.entry, body.entry_times, body.kited) = (0, 0, false);
        if body.stunned | body.dazed != 0 {
            (body.stunned, body.dazed) = (body.stunned.saturating_sub(1), body.dazed.saturating_sub(1));
        }
        body.timed.iter_mut().chain(&mut body.locked).for_each(|ends| *ends = ends.saturating_sub(1));
        self.fight.end_turn_of_holder(who);
    }

    /// 4.1: these sides meet.
    pub(super) fn begin_fight(&mut self, sides: Sides) -> Option<Ending> {
        let rules = self.rules;
        (self.fight.sides, self.fight.round, self.fight.next, self.fight.passes) = (sides, 0, 0, 0);
        (self.fight.acting, self.fight.ending) = (None, None);
        let to_come = rules.lineup.arrivals.after_round(0);
        for who in self.fight.slots() {
            let fighter = rules.fighter(who);
            let body = self.fight.body_mut(who);
            body.in_field = sides.has(fighter.side) && !body.dead() && !to_come.has(who);
            if !sides.has(fighter.side) {
                continue;
            }
            (body.fled, body.yielded) = (false, false);
            body.had_turn = fighter.start.had_turn;
            body.reactions = 0;
            body.at = rules.places.get(who.index()).copied().unwrap_or_default();
            (body.flying, body.altitude_ft) = (fighter.start.flying, fighter.start.altitude_ft);
            if body.had_turn && !body.dead() && body.stunned == 0 {
                body.reactions = fighter.reactions;
            }
        }
        self.settle_bodies();
        self.muster_all();
        self.fight.ending = rules.ending(self.fight);
        if self.fight.ending.is_none() {
            self.learn_hearts();
            self.roll_initiative();
        }
        self.fight.ending
    }

    /// Brings combatants that arrive in this round onto the field, as near to their squares as there is room, at the end of the
    /// order; several of them roll initiative for their places. Those who lie unconscious do not come.
    #[inline(never)]
    fn arrive(&mut self, those: Slots) {
        let rules = self.rules;
        let coming = those.those(|who| rules.comes(self.fight, who));
        let order = if coming.len() > 1 { self.rolled_order(coming) } else { coming.collect() };
        for &who in order.iter() {
            let start = rules.places.get(who.index()).copied().unwrap_or_default();
            let at = rules.free_place(self.fight, who, start);
            let body = self.fight.body_mut(who);
            (body.in_field, body.at) = (true, at);
            // The next one finds the place taken.
            self.fight.present = self.fight.present.with(who);
            self.fight.order.push(who);
            self.table.tell("", || format!("{} arrives", rules.name(who)));
        }
        self.muster_all();
        self.fight.ending = rules.ending(self.fight);
        self.learn_hearts();
    }

    /// Applies what follows at once from the condition in which a fight begins, for those who meet in it.
    fn settle_bodies(&mut self) {
        let rules = self.rules;
        for who in rules.lineup.members_of(self.fight.sides) {
            let fighter = rules.fighter(who);
            let body = self.fight.body(who);
            let empty = rules.is_empty(fighter, body);
            let footless = rules.footless(who, body);
            let fallen = empty || body.unconscious();
            let grounded = fallen || rules.grounded(who, body);
            let usable: [bool; super::state::HANDS_MOST] =
                std::array::from_fn(|hand| !fallen && rules.hand_usable(who, body, hand as u8));
            for (hand, usable) in usable.into_iter().enumerate().take(usize::from(rules.hands(who))) {
                let thing = self.fight.body(who).holds[hand];
                if !usable && thing != super::state::EMPTY {
                    self.let_go(who, thing);
                    let body = self.fight.body_mut(who);
                    let place = if fallen { Place::Ground(body.at) } else { Place::Stowed };
                    body.places[usize::from(thing)] = place;
                    // Nobody comes to a fight with a weapon in a hand that cannot hold it: another hand has it.
                    self.take_if_possible(who, thing);
                }
            }
            let body = self.fight.body_mut(who);
            if empty {
                body.causes |= cause::EXHAUSTION;
            }
            if fallen {
                body.reactions = 0;
            }
            if grounded {
                (body.flying, body.altitude_ft) = (false, 0);
            }
            body.prone |= fallen || footless && !body.flying;
        }
    }

    /// Lore about the hearts of those whom one meets for the first time (INJ-135, INJ-136, R-27).
    fn learn_hearts(&mut self) {
        let rules = self.rules;
        for who in self.fight.present {
            for &kind in &rules.kinds_by_name {
                let body = self.fight.body(who);
                if (body.knows | body.met) >> kind & 1 == 1 {
                    continue;
                }
                let enemies = (rules.lineup.foes(who) & self.fight.present)
                    .those(|foe| rules.fighter(foe).kind == kind && rules.fighter(foe).plan.count(PartKind::Heart) > 0);
                if enemies.is_empty() {
                    continue;
                }
                self.fight.body_mut(who).met |= 1 << kind;
                let learns = match rules.rulings.heart_lore {
                    HeartLore::Known => true,
                    HeartLore::Unknown => false,
                    HeartLore::Roll => {
                        let level = enemies.map(|foe| rules.fighter(foe).base_level).max().unwrap_or(0);
                        let dc = rules.book.heart.lore_dc_base + level;
                        self.skill_check(who, &rolls::LORE, Skill::Lore, &[], dc)
                    }
                };
                if learns {
                    let knowers =
                        if rules.book.heart.lore_shared_by_side { rules.lineup.friends(who) } else { Slots::only(who) };
                    for knower in knowers {
                        self.fight.body_mut(knower).knows |= 1 << kind;
                    }
                }
            }
        }
    }

    /// Initiative of everybody, and the order that follows.
    fn roll_initiative(&mut self) {
        let order = self.rolled_order(self.fight.present);
        self.fight.order.clear();
        self.fight.order.extend_from_slice(&order);
        if let Some(&first) = self.fight.order.first() {
            self.table.watch.count(first, count::WENT_FIRST, 1);
        }
    }

    /// The order of some by their initiative. Where outcomes are walked through, only the order is told apart.
    fn rolled_order(&mut self, those: Slots) -> Few<Slot> {
        /// Slots of an order as one number, six bits each.
        const SLOTS_MOST: usize = 10;
        if !self.table.settles() || those.len() > SLOTS_MOST {
            return self.initiative_order(those);
        }
        let terms: Few<i64> = those
            .flat_map(|who| {
                let (_, net, modifier) = self.rules.initiative_terms(self.fight, who);
                [i64::from(who.0), i64::from(net), i64::from(modifier)]
            })
            .collect();
        let order = self.settle(
            &rolls::INITIATIVE,
            |_| &terms[..],
            |play| play.initiative_order(those).iter().fold(0, |order, who| order << 6 | i64::from(who.0)),
        );
        (0..those.len()).rev().map(|place| Slot((order >> (6 * place) & 63) as u8)).collect()
    }

    /// Rolls the initiative of some and puts them in order (INJ-001, INJ-003, R-02).
    pub(super) fn initiative_order(&mut self, those: Slots) -> Few<Slot> {
        let rules = self.rules;
        let sides = rules.book.initiative.die;
        let mut rolled: Few<Initiative> = Few::default();
        for who in those {
            let (roll, net, _) = rules.initiative_terms(self.fight, who);
            let face = self.d20(who, roll, sides, net);
            let sum = rules.add_initiative(self.add_rolled(who, roll, net, face), self.fight, who);
            let total = sum.total();
            self.table.tell("INJ-003", || Sentence::new(format!("{} has initiative ", rules.name(who))).total("", sum));
            let dexterity = rules.tie_dexterity(rules.fighter(who).attribute(Attribute::Dex));
            let place = rolled.iter().filter(|other| other.key() >= (total, dexterity)).count();
            rolled.insert(place, Initiative { total, dexterity, who });
        }
        let mut order: Few<Slot> = Few::default();
        let mut from = 0;
        while from < rolled.len() {
            let key = rolled[from].key();
            let until = from + rolled[from..].iter().take_while(|other| other.key() == key).count();
            let tied = rolled[from..until].iter().map(|one| one.who);
            if until - from == 1 || rules.rulings.initiative_tie == InitiativeTie::ScenarioOrder {
                tied.for_each(|who| order.push(who));
            } else {
                let mut tied: Few<Slot> = tied.collect();
                self.roll_off(&mut tied);
                tied.iter().for_each(|&who| order.push(who));
            }
            from = until;
        }
        self.table.tell("INJ-003", || format!("in this order: {}", rules.initiative_told(&order, &rolled)));
        order
    }

    /// The tied roll again, those who are still tied among themselves (INJ-003, R-02).
    #[inline(never)]
    fn roll_off(&mut self, tied: &mut Few<Slot>) {
        /// Roll-offs that end never do not exist.
        const TIMES_MOST: u32 = 64;
        let mut groups: Few<u32> = tied.iter().map(|_| 0).collect();
        for _ in 0..TIMES_MOST {
            let alone = |index: usize| groups.iter().filter(|&&group| group == groups[index]).count() == 1;
            if (0..tied.len()).all(alone) {
                return;
            }
            let sorted = self.roll_off_once(tied, &groups);
            let mut regrouped: Few<u32> = Few::default();
            for (place, &(_, same)) in sorted.iter().enumerate() {
                let group = if same { regrouped[place - 1] } else { place as u32 };
                regrouped.push(group);
            }
            let before = *tied;
            *tied = sorted.iter().map(|&(index, _)| before[index]).collect();
            groups = regrouped;
        }
    }

    /// One die each for the tied: their indices in the new order, each with whether it is still tied with the one before. Where
    /// outcomes are walked through, only the order is told apart, not the faces.
    fn roll_off_once(&mut self, tied: &Few<Slot>, groups: &Few<u32>) -> Few<(usize, bool)> {
        /// Orders of so many fit into one number.
        const SETTLED_MOST: usize = 8;
        let roll = |play: &mut Self| {
            let mut sorted: Few<(u32, i32, usize)> = Few::default();
            for (index, &who) in tied.iter().enumerate() {
                let alone = groups.iter().filter(|&&group| group == groups[index]).count() == 1;
                let face =
                    if alone { 0 } else { play.table.roll(who, &rolls::ROLL_OFF, u32::from(play.rules.book.initiative.die)) };
                let score = (groups[index], -face);
                let place = sorted.iter().filter(|other| (other.0, other.1) <= score).count();
                sorted.insert(place, (score.0, score.1, index));
            }
            let same =
                |place: usize| place > 0 && (sorted[place - 1].0, sorted[place - 1].1) == (sorted[place].0, sorted[place].1);
            (0..sorted.len()).map(|place| (sorted[place].2, same(place))).collect::<Few<(usize, bool)>>()
        };
        if !self.table.settles() || tied.len() > SETTLED_MOST {
            return roll(self);
        }
        let code = self.settle(
            &rolls::ROLL_OFF,
            |_| groups.iter().map(|&group| i64::from(group)).collect::<Few<i64>>().to_vec(),
            |play| roll(play).iter().fold(0, |code, &(index, same)| code << 7 | (index as i64) << 1 | i64::from(same)),
        );
        let places = (0..tied.len()).rev();
        places.map(|place| code >> (7 * place) & 127).map(|part| ((part >> 1) as usize, part & 1 == 1)).collect()
    }

    /// Writes down who is present and active.
    pub(super) fn muster_all(&mut self) {
        self.fight.present = self.fight.slots().filter(|&who| self.rules.present(self.fight.body(who))).collect();
        self.fight.active = self.fight.slots().filter(|&who| self.rules.active(self.fight.body(who))).collect();
    }
}

impl Core {
    /// True if the beginning of a turn takes stamina.
    #[inline(always)]
    fn weakens(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let strained = body.strain > 0 && self.rulings.strain == Strain::StaminaEachTurn;
        strained || self.bleeds_at(body, TurnMoment::TurnStart)
    }

    /// True if the combatant bleeds at this moment of its turns.
    #[inline(always)]
    fn bleeds_at(&self, body: &Body, moment: TurnMoment) -> bool {
        body.bleed != 0 && self.book.bleed.when == moment
    }

    /// Those of these sides who could fight if they met now (4.14 of the specification, R-47).
    pub(super) fn able_sides(&self, sides: Sides, fight: &Fight) -> Sides {
        let (mut able, mut awake) = (Sides::NONE, false);
        for (fighter, body) in self.fighters.iter().zip(&fight.bodies) {
            if body.dead() || !sides.has(fighter.side) {
                continue;
            }
            let fallen = body.unconscious() || self.is_empty(fighter, body);
            awake |= !fallen;
            let fights = match self.rulings.end_out {
                EndOut::Unconscious => !fallen,
                EndOut::Dead => true,
            };
            able = if fights { able.with(fighter.side) } else { able };
        }
        if awake { able } else { Sides::NONE }
    }

    /// Returns the roll of initiative of a combatant, its dice and its modifier.
    pub(super) fn initiative_terms(&self, fight: &Fight, who: Slot) -> (&'static frame::dice::Roll, i32, i32) {
        let body = fight.body(who);
        let bonus = self.add_initiative(0, fight, who);
        let Some(skill) = self.initiative_skill(who) else {
            return (&rolls::INITIATIVE, self.base_net(who, body) + self.exhausted_net(who, body, RollKind::Initiative), bonus);
        };
        let roll = if skill == Skill::Stealth { &rolls::STEALTH } else { &rolls::PERCEPTION };
        (roll, self.skill_net(who, body, skill, &self.book.ambush.perception_components), bonus)
    }

    /// Returns the skill that a combatant rolls for initiative; `None` where no side hides (INJ-005, INJ-006).
    fn initiative_skill(&self, who: Slot) -> Option<Skill> {
        let hides = self.hiding == Some(self.fighter(who).side);
        let skill = if hides { Skill::Stealth } else { Skill::Perception };
        (self.book.encounter.awareness == Awareness::Ambush).then_some(skill)
    }

    /// Adds what is added to an initiative roll (INJ-002, INJ-004).
    fn add_initiative<S: Adds>(&self, sum: S, fight: &Fight, who: Slot) -> S {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let sum = match self.initiative_skill(who) {
            Some(skill) => sum.plus(Skill::WORDS[skill as usize], fighter.skills[skill as usize]),
            None if self.book.encounter.awareness == Awareness::Ready => sum.plus("DEX", fighter.attribute(Attribute::Dex)),
            None => sum,
        };
        sum.plus("sickened", self.flat(who, body))
    }

    /// The lowest square of the free space nearest to this one, the first of those that are as near; itself without a grid and where
    /// there is none.
    fn free_place(&self, fight: &Fight, who: Slot, at: Square) -> Square {
        let Some(grid) = &self.grid else { return at };
        let start = Space { at, ..self.space(who, fight.body(who)) };
        let squares = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| Square { x, y }));
        let free = squares.filter(|&at| self.free_space(fight, Space { at, ..start }, [who, who]));
        free.min_by_key(|&square| grid.distance(at, square)).unwrap_or(at)
    }
}
