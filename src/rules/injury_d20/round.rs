//! The round of `injury-d20`: Lore, initiative, turns, the end of the round and of the fight.
//!
//! Owns the order in which things happen (4.1 to 4.3 and 4.14 of the specification); what is done in a turn is in
//! [`act`](super::act). A step is a whole turn, or one action of it where every outcome is walked through, so that states can be
//! merged in between. Start at [`Core::play_step`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Ending, Few, Progress, Side, Slots, Table, Watch};

use super::Core;
use super::book::{Awareness, Confusion, RollKind, TurnMoment};
use super::fighter::Fighter;
use super::metrics as count;
use super::plain;
use super::rolls;
use super::rulings::{EndOut, HeartLore, InitiativeTie, Strain};
use super::sheet::{Attribute, PartKind, Skill};
use super::state::{Body, Fight, Place, cause};

/// What comes next in a round.
enum Turn {
    /// No other turn.
    None,
    /// A turn in which nothing can be done any more.
    Lost,
    /// A turn of this one, and whether blows in it can be [plain](Core::poised).
    Begun(Slot, bool),
}

impl Core {
    /// Plays the next turn, or its next action.
    pub(super) fn play_step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        let turn = match fight.acting {
            Some(who) => Some((who, self.poised(fight, who))),
            None => match self.next_turn(fight, table) {
                Turn::Begun(who, poised) => (!table.settles()).then_some((who, poised)),
                Turn::Lost => None,
                Turn::None => return self.close_round(fight),
            },
        };
        if let Some((who, poised)) = turn {
            self.go_on(fight, who, poised, table);
        }
        if let Some(ending) = fight.ending {
            fight.acting = None;
            return Progress::Over(ending);
        }
        if fight.acting.is_none() && usize::from(fight.next) >= fight.order.len() {
            return self.close_round(fight);
        }
        Progress::Turn
    }

    /// The rest of a turn, or its next action where every outcome is walked through.
    #[inline(always)]
    fn go_on<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, mut poised: bool, table: &mut Table<D, W>) {
        while self.next_action(fight, who, &mut poised, table) {
            if table.settles() {
                return;
            }
        }
        self.end_turn(fight, who, table);
    }

    /// Begins the next turn of the round (4.2 of the specification).
    #[inline]
    fn next_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Turn {
        if fight.next == 0 && fight.passes == 0 {
            fight.round += 1;
            fight.passes = self.book.round.turns;
            table.tell("INJ-174", || format!("Round {}", fight.round));
        }
        while let Some(&who) = fight.order.get(usize::from(fight.next)) {
            fight.next += 1;
            if fight.present.has(who) && !fight.body(who).yielded {
                return self.begin_turn(fight, who, table);
            }
            // Its turn would begin now, and what lasts up to that is over.
            fight.end_exposure_to(who);
        }
        Turn::None
    }

    /// The end of a pass through the order: another one, or the end of the round.
    #[inline]
    fn close_round(&self, fight: &mut Fight) -> Progress {
        fight.next = 0;
        fight.passes = fight.passes.saturating_sub(1);
        if fight.passes > 0 {
            return Progress::Turn;
        }
        if fight.round >= self.book.round.rounds_max {
            fight.ending = Some(Ending::Timeout);
            return Progress::Over(Ending::Timeout);
        }
        Progress::Round
    }

    /// 4.3, steps 1 to 6: what happens before anybody does anything.
    #[inline]
    fn begin_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> Turn {
        fight.acting = Some(who);
        fight.end_exposure_to(who);
        let Fighter { turn_ap: ap, reactions, .. } = *self.fighter(who);
        let body = fight.body_mut(who);
        (body.had_turn, body.dodging, body.shield_ready, body.charging) = (true, false, false, false);
        (body.open_defences, body.attack_actions, body.free_used, body.no_attack) = (0, 0, 0, false);
        (body.entry, body.entry_times, body.berserk, body.kited) = (0, 0, false, false);
        (body.ap, body.reactions) = (ap, reactions);
        table.watch.count(who, count::TURNS, 1);
        let mut poised = self.poised(fight, who);
        self.count_conditions(fight, (who, poised), table);
        if self.weakens(fight, who) {
            self.weaken(fight, who, table);
            if fight.over() || fight.body(who).dead() {
                self.end_turn_early(fight, who, table);
                return Turn::Lost;
            }
            poised = self.poised(fight, who);
        }
        if !poised {
            if !self.rouses(fight, who, table) {
                self.end_turn_early(fight, who, table);
                return Turn::Lost;
            }
            poised = self.poised(fight, who);
        }
        if !poised && fight.body(who).berserk {
            return Turn::Begun(who, false);
        }
        if self.surrenders(fight, who, table) {
            self.surrender(fight, who, table);
            return Turn::Lost;
        }
        if self.retreats(fight, who, table) {
            if !self.retreat(fight, who, table) {
                return Turn::Lost;
            }
            poised = self.poised(fight, who);
        }
        Turn::Begun(who, poised)
    }

    /// Whether the beginning of a turn takes stamina.
    #[inline(always)]
    fn weakens(&self, fight: &Fight, who: Slot) -> bool {
        let body = fight.body(who);
        let strained = body.strain > 0 && self.rulings.strain == Strain::StaminaEachTurn;
        strained || body.bleed != 0 && self.book.bleed.when == TurnMoment::TurnStart
    }

    /// What strain and blood take when a turn begins.
    #[inline(never)]
    fn weaken<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if self.rulings.strain == Strain::StaminaEachTurn && fight.body(who).strain > 0 {
            let strain = fight.body(who).strain;
            self.lose_stamina(fight, who, strain * self.book.strain.stamina_per_point, table);
            fight.body_mut(who).strain -= 1;
        }
        if self.book.bleed.when == TurnMoment::TurnStart {
            self.bleed(fight, who, table);
        }
    }

    /// Whether somebody with whom something is wrong can do anything in its turn.
    #[inline(never)]
    fn rouses<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        if fight.body(who).causes & cause::KNOCKED_OUT != 0
            && self.con_check(fight, who, &rolls::WAKING, self.book.head.ko_dc, table)
        {
            self.wake(fight, who, cause::KNOCKED_OUT, table);
        }
        let body = fight.body_mut(who);
        if body.unconscious() || body.stunned > 0 {
            (body.ap, body.reactions) = (0, 0);
            return false;
        }
        if body.dazed > 0 {
            (body.ap, body.reactions) = (self.book.dazed.ap, 0);
            if body.ap == 0 {
                return false;
            }
        }
        !self.confused(who, fight.body(who)) || self.acts_confused(fight, who, table)
    }

    /// Runs for it, as long as there are points; false when that ends its turn. Whoever lies stands up first, where it can and
    /// would; else it crawls, where there is somewhere to crawl to.
    #[inline(never)]
    fn retreat<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let cost = self.book.r#move.ap.max(1);
        while !fight.over() && !self.stopped(fight, who) {
            if self.gets_up(fight, who, table) {
                continue;
            }
            let gets_away = self.move_squares(fight, who) > 0 && (self.grid.is_some() || !fight.body(who).prone);
            if !gets_away || !self.spend(fight, who, cost, count::AP_MOVE, table) {
                break;
            }
            self.flee(fight, who, table);
        }
        let goes_on = fight.active.has(who) && !fight.over();
        if !goes_on {
            self.end_turn_early(fight, who, table);
        }
        goes_on
    }

    /// Gives up.
    #[inline(never)]
    fn surrender<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let round = i32::from(fight.round);
        fight.body_mut(who).yielded = true;
        table.watch.first(who, count::OUT_ROUND, round);
        table.tell("R-47", || format!("{} gives up", self.name(who)));
        fight.release_by(who);
        self.muster(fight, who);
        self.end_turn_early(fight, who, table);
    }

    /// What is wrong with it in this turn, for the metrics; nothing but exhaustion with those who are poised.
    #[inline]
    fn count_conditions<D: Dice, W: Watch>(&self, fight: &Fight, (who, poised): (Slot, bool), table: &mut Table<D, W>) {
        let body = fight.body(who);
        let flag = i32::from;
        table.watch.count(who, count::TURNS_EXHAUSTED, flag(self.exhausted(who, body)));
        if !poised {
            table.watch.count(who, count::TURNS_PRONE, flag(body.prone));
            table.watch.count(who, count::TURNS_BLINDED, flag(body.harm.hurt() != 0 && self.blinded(who, body)));
            table.watch.count(who, count::TURNS_STUNNED, flag(body.stunned > 0));
        }
        let armed = poised && body.holds(plain::WEAPON) || self.melee_weapon(who, body).is_some();
        debug_assert_eq!(armed, self.melee_weapon(who, body).is_some());
        table.watch.count(who, count::TURNS_UNARMED, flag(!armed));
        let kept = usize::from(fight.round).checked_sub(1).and_then(|round| count::STAMINA_OF_ROUND.get(round));
        if let Some(&counter) = kept {
            table.watch.first(who, counter, body.stamina + 1);
        }
    }

    /// What confusion makes of a turn; false when nothing is left of it (INJ-126, R-18).
    #[inline(never)]
    fn acts_confused<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let confusions = &self.book.confused.table;
        if confusions.is_empty() {
            return true;
        }
        let face = table.roll(who, &rolls::CONFUSION, confusions.len() as u32) as usize;
        let confusion = confusions[face - 1];
        table.watch.count(who, count::TURNS_CONFUSED, 1);
        table.tell("INJ-126", || format!("{} is confused: {confusion:?}", self.name(who)).to_lowercase());
        match confusion {
            Confusion::Act => true,
            Confusion::Nothing => false,
            Confusion::SelfHarm => {
                self.strain(fight, who, self.book.confused.self_strain, table);
                false
            }
            Confusion::Nearest => {
                fight.body_mut(who).berserk = true;
                true
            }
        }
    }

    /// The end of a turn in which nothing is done.
    #[inline(never)]
    fn end_turn_early<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        self.end_turn(fight, who, table);
    }

    /// 4.3, step 9.
    #[inline(always)]
    fn end_turn<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if self.book.bleed.when == TurnMoment::TurnEnd && !fight.over() && !fight.body(who).dead() {
            self.bleed(fight, who, table);
        }
        fight.acting = None;
        let body = fight.body_mut(who);
        body.ap = 0;
        body.berserk = false;
        (body.entry, body.entry_times, body.kited) = (0, 0, false);
        if body.stunned | body.dazed != 0 {
            (body.stunned, body.dazed) = (body.stunned.saturating_sub(1), body.dazed.saturating_sub(1));
        }
        body.timed.iter_mut().chain(&mut body.locked).for_each(|ends| *ends = ends.saturating_sub(1));
        fight.end_turn_of_holder(who);
    }

    /// 4.1: these sides meet.
    pub(super) fn begin_fight<D: Dice, W: Watch>(
        &self,
        sides: Sides,
        fight: &mut Fight,
        table: &mut Table<D, W>,
    ) -> Option<Ending> {
        (fight.sides, fight.round, fight.next, fight.passes) = (sides, 0, 0, 0);
        (fight.acting, fight.ending) = (None, None);
        for who in fight.slots() {
            let fighter = self.fighter(who);
            let body = fight.body_mut(who);
            body.in_field = sides.has(fighter.side) && !body.dead();
            if !sides.has(fighter.side) {
                continue;
            }
            (body.fled, body.yielded) = (false, false);
            body.had_turn = fighter.start.had_turn;
            body.reactions = 0;
            body.at = self.places.get(who.index()).copied().unwrap_or_default();
            (body.flying, body.altitude_ft) = (fighter.start.flying, fighter.start.altitude_ft);
            if body.had_turn && !body.dead() {
                body.reactions = fighter.reactions;
            }
        }
        self.settle_bodies(fight);
        self.muster_all(fight);
        fight.ending = self.ending(fight);
        if fight.ending.is_none() {
            self.learn_hearts(fight, table);
            self.roll_initiative(fight, table);
        }
        fight.ending
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

    /// Whether somebody has neither stamina nor exhaustion left.
    fn is_empty(&self, fighter: &Fighter, body: &Body) -> bool {
        fighter.has_con && body.stamina <= 0 && body.exhaustion <= 0
    }

    /// What follows at once from the condition in which a fight begins, for those who meet in it.
    fn settle_bodies(&self, fight: &mut Fight) {
        for who in self.members_of(fight.sides) {
            let fighter = self.fighter(who);
            let body = fight.body(who);
            let empty = self.is_empty(fighter, body);
            let footless = self.all_hurt(who, body, PartKind::Foot) || self.all_hurt(who, body, PartKind::Leg);
            let fallen = empty || body.unconscious();
            let grounded = fallen || self.grounded(who, body);
            let usable: [bool; super::state::HANDS_MOST] =
                std::array::from_fn(|hand| !fallen && self.hand_usable(who, body, hand as u8));
            for (hand, usable) in usable.into_iter().enumerate().take(usize::from(self.hands(who))) {
                let thing = fight.body(who).holds[hand];
                if !usable && thing != super::state::EMPTY {
                    self.let_go(fight, who, thing);
                    let body = fight.body_mut(who);
                    let place = if fallen { Place::Ground(body.at) } else { Place::Stowed };
                    body.places[usize::from(thing)] = place;
                    // Nobody comes to a fight with a weapon in a hand that cannot hold it: another hand has it.
                    self.take_if_possible(fight, who, thing);
                }
            }
            let body = fight.body_mut(who);
            if empty {
                body.causes |= cause::EXHAUSTION;
            }
            body.prone |= footless || fallen;
            if fallen {
                body.reactions = 0;
            }
            if grounded {
                (body.flying, body.altitude_ft) = (false, 0);
            }
        }
    }

    /// Lore about the hearts of those whom one meets for the first time (INJ-135, INJ-136, R-27).
    fn learn_hearts<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        for who in fight.present {
            for &kind in &self.kinds_by_name {
                let body = fight.body(who);
                if (body.knows | body.met) >> kind & 1 == 1 {
                    continue;
                }
                let enemies = (self.foes(who) & fight.present)
                    .those(|foe| self.fighter(foe).kind == kind && self.fighter(foe).plan.count(PartKind::Heart) > 0);
                if enemies.is_empty() {
                    continue;
                }
                fight.body_mut(who).met |= 1 << kind;
                let learns = match self.rulings.heart_lore {
                    HeartLore::Known => true,
                    HeartLore::Unknown => false,
                    HeartLore::Roll => {
                        let level = enemies.map(|foe| self.fighter(foe).base_level).max().unwrap_or(0);
                        let dc = self.book.heart.lore_dc_base + level;
                        self.skill_check(fight, who, &rolls::LORE, (Skill::Lore, &[], dc), table)
                    }
                };
                if learns {
                    let knowers = if self.book.heart.lore_shared_by_side { self.friends(who) } else { Slots::only(who) };
                    for knower in knowers {
                        fight.body_mut(knower).knows |= 1 << kind;
                    }
                }
            }
        }
    }

    /// Initiative of everybody, and the order that follows (INJ-002 to INJ-006, R-02).
    fn roll_initiative<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        /// Slots of an order as one number, six bits each.
        const SLOTS_MOST: usize = 10;
        let present = fight.present;
        if !table.settles() || present.len() > SLOTS_MOST {
            let order = self.initiative_order(fight, table);
            fight.order.clear();
            fight.order.extend_from_slice(&order);
        } else {
            let terms: Few<i64> = present
                .flat_map(|who| {
                    let (_, net, modifier) = self.initiative_terms(fight, who);
                    [i64::from(who.0), i64::from(net), i64::from(modifier)]
                })
                .collect();
            let order = table.settle(
                &rolls::INITIATIVE,
                || &terms[..],
                |table| self.initiative_order(fight, table).iter().fold(0, |order, who| order << 6 | i64::from(who.0)),
            );
            let places = (0..present.len()).rev();
            fight.order.clear();
            fight.order.extend(places.map(|place| Slot((order >> (6 * place) & 63) as u8)));
        }
        if let Some(&first) = fight.order.first() {
            table.watch.count(first, count::WENT_FIRST, 1);
        }
    }

    /// How somebody rolls initiative: the roll, dice and modifier.
    fn initiative_terms(&self, fight: &Fight, who: Slot) -> (&'static crate::dice::Roll, i32, i32) {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let flat = self.flat(who, body);
        let plain = self.base_net(who, body) + self.exhausted_net(who, body, RollKind::Initiative);
        match self.book.encounter.awareness {
            Awareness::Base => (&rolls::INITIATIVE, plain, flat),
            Awareness::Ready => (&rolls::INITIATIVE, plain, flat + fighter.attribute(Attribute::Dex)),
            Awareness::Ambush if self.hiding == Some(fighter.side) => {
                let net = self.skill_net(who, body, Skill::Stealth, &[]);
                (&rolls::STEALTH, net, flat + fighter.skills[Skill::Stealth as usize])
            }
            Awareness::Ambush => {
                let senses = &self.book.ambush.perception_components;
                let net = self.skill_net(who, body, Skill::Perception, senses);
                (&rolls::PERCEPTION, net, flat + fighter.skills[Skill::Perception as usize])
            }
        }
    }

    fn initiative_order<D: Dice, W: Watch>(&self, fight: &Fight, table: &mut Table<D, W>) -> Few<Slot> {
        let sides = self.book.initiative.die;
        let mut rolled: Few<(i32, i32, Slot)> = Few::default();
        for who in fight.present {
            let (roll, net, modifier) = self.initiative_terms(fight, who);
            let total = self.d20(who, roll, sides, net, table).sum() + modifier;
            table.tell("INJ-003", || format!("{} has initiative {total}", self.name(who)));
            let dexterity = match self.rulings.initiative_tie {
                InitiativeTie::DexThenRolloff => self.fighter(who).attribute(Attribute::Dex),
                _ => 0,
            };
            let place = rolled.iter().filter(|(other, dex, _)| (*other, *dex) >= (total, dexterity)).count();
            rolled.insert(place, (total, dexterity, who));
        }
        let mut order: Few<Slot> = Few::default();
        let mut from = 0;
        while from < rolled.len() {
            let key = (rolled[from].0, rolled[from].1);
            let until = from + rolled[from..].iter().take_while(|(total, dex, _)| (*total, *dex) == key).count();
            let tied = rolled[from..until].iter().map(|(_, _, who)| *who);
            if until - from == 1 || self.rulings.initiative_tie == InitiativeTie::ScenarioOrder {
                tied.for_each(|who| order.push(who));
            } else {
                let mut tied: Few<Slot> = tied.collect();
                self.roll_off(&mut tied, table);
                tied.iter().for_each(|&who| order.push(who));
            }
            from = until;
        }
        order
    }

    /// The tied roll again, those who are still tied among themselves (INJ-003, R-02).
    #[inline(never)]
    fn roll_off<D: Dice, W: Watch>(&self, tied: &mut Few<Slot>, table: &mut Table<D, W>) {
        /// Roll-offs that end never do not exist.
        const TIMES_MOST: u32 = 64;
        let mut groups: Few<u32> = tied.iter().map(|_| 0).collect();
        for _ in 0..TIMES_MOST {
            let alone = |index: usize| groups.iter().filter(|&&group| group == groups[index]).count() == 1;
            if (0..tied.len()).all(alone) {
                return;
            }
            let sorted = self.roll_off_once(tied, &groups, table);
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

    /// One die each for those who are tied: their indices in the new order, each with whether it is still tied with the one
    /// before. Where outcomes are walked through, only the order is told apart, not the faces.
    fn roll_off_once<D: Dice, W: Watch>(
        &self,
        tied: &Few<Slot>,
        groups: &Few<u32>,
        table: &mut Table<D, W>,
    ) -> Few<(usize, bool)> {
        /// Orders of so many fit into one number.
        const SETTLED_MOST: usize = 8;
        let roll = |table: &mut Table<D, W>| {
            let mut sorted: Few<(u32, i32, usize)> = Few::default();
            for (index, &who) in tied.iter().enumerate() {
                let alone = groups.iter().filter(|&&group| group == groups[index]).count() == 1;
                let face = if alone { 0 } else { table.roll(who, &rolls::ROLL_OFF, u32::from(self.book.initiative.die)) };
                let score = (groups[index], -face);
                let place = sorted.iter().filter(|other| (other.0, other.1) <= score).count();
                sorted.insert(place, (score.0, score.1, index));
            }
            let same =
                |place: usize| place > 0 && (sorted[place - 1].0, sorted[place - 1].1) == (sorted[place].0, sorted[place].1);
            (0..sorted.len()).map(|place| (sorted[place].2, same(place))).collect::<Few<(usize, bool)>>()
        };
        if !table.settles() || tied.len() > SETTLED_MOST {
            return roll(table);
        }
        let code = table.settle(
            &rolls::ROLL_OFF,
            || groups.iter().map(|&group| i64::from(group)).collect::<Few<i64>>().to_vec(),
            |table| roll(table).iter().fold(0, |code, &(index, same)| code << 7 | (index as i64) << 1 | i64::from(same)),
        );
        let places = (0..tied.len()).rev();
        places.map(|place| code >> (7 * place) & 127).map(|part| ((part >> 1) as usize, part & 1 == 1)).collect()
    }

    /// Writes down whether somebody is present and active, and whether the fight is over with that.
    #[inline(never)]
    pub(super) fn muster(&self, fight: &mut Fight, who: Slot) {
        let (present, active) = (self.present(fight.body(who)), self.active(fight.body(who)));
        let belongs = |slots: Slots, belongs: bool| if belongs { slots.with(who) } else { slots.without(who) };
        fight.present = belongs(fight.present, present);
        fight.active = belongs(fight.active, active);
        if fight.round > 0 && fight.ending.is_none() {
            fight.ending = self.ending(fight);
        }
    }

    /// The same of everybody.
    pub(super) fn muster_all(&self, fight: &mut Fight) {
        fight.present = fight.slots().filter(|&who| self.present(fight.body(who))).collect();
        fight.active = fight.slots().filter(|&who| self.active(fight.body(who))).collect();
    }

    /// Whether the fight is over, and for whom (4.14 of the specification, R-47).
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        let counts = match self.rulings.end_out {
            EndOut::Unconscious => fight.active,
            EndOut::Dead => fight.present.those(|who| !fight.body(who).yielded),
        };
        let mut standing = (0..).map(Side).zip(&self.members).filter(|&(_, &side)| !(side & counts).is_empty());
        match (standing.next(), standing.next()) {
            (Some(_), Some(_)) if !fight.active.is_empty() => None,
            (Some((side, _)), None) => Some(Ending::Won(side)),
            _ => Some(Ending::Draw),
        }
    }
}
