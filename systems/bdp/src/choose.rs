//! Choices of `bdp`: where the rules ask a policy, other than for the action of a round, for reactions and for gear to give up.
//!
//! Owns the defaults where no line decides (section 6 of the specification). Start at [`Play::choose_target`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Slots, Watch};
use frame::policy::{Lists, Selector};

use super::metrics as count;
use super::policy::{Do, Flight, GambitKind, Hand, Meal, PowerUse, WoundChoice};
use super::quantities::View;
use super::rolls;
use super::rulings::{ActionCost, DefaultTarget};
use super::sheet::Ability;
use super::state::Fight;
use super::{Core, Play};

/// The reason that nothing is left to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lost {
    /// The one it is for is out of reach.
    Reach,
    /// Nobody is there.
    Somebody,
    /// The zone is full.
    Room,
    /// Nothing is left to do it with.
    Means,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The target that a policy would give; none where chance would decide.
    pub(super) fn expected_target(&self, view: &View<PLAIN>, own: Slot) -> Option<Slot> {
        let candidates = self.preferred(view.fight, own, self.active_foes(view.fight, own));
        let lines = self.policies.lists.target.of(own);
        let choose = |selector: &Selector| selector.choose(view, own, candidates, |_| 0);
        let chosen = lines.and_then(|lines| lines.decide(view, own, choose));
        chosen.map(|(_, slot)| slot).or_else(|| self.policies.weakest.choose(view, own, candidates, |_| 0))
    }

    /// The engaged among the candidates, if there are any.
    fn preferred(&self, fight: &Fight, who: Slot, candidates: Slots) -> Slots {
        let close = candidates & fight.body(who).engaged;
        if close.is_empty() { candidates } else { close }
    }

    /// Chooses an opponent to parry or strike back at; by default the first.
    pub(super) fn choose_opponent(&self, fight: &Fight, who: Slot, candidates: Slots) -> Option<Slot> {
        let view = View { core: self, fight, event: None };
        let lines = self.policies.lists.opponent.of(who);
        let choose = |selector: &Selector| selector.choose(&view, who, candidates, |_| 0);
        let chosen = lines.and_then(|lines| lines.decide(&view, who, choose));
        chosen.map(|(_, slot)| slot).or_else(|| self.policies.first.choose(&view, who, candidates, |_| 0))
    }

    /// Returns the gambit that comes back, where the policy says one.
    pub(super) fn counter_kind(&self, fight: &Fight, who: Slot) -> Option<GambitKind> {
        let view = View { core: self, fight, event: None };
        let line = self.policies.lists.action.of(who)?.first(&view, who, |wish| wish.act == Do::Gambit)?;
        Some(line.action.gambit)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Chooses the target to strike (BDP-236).
    #[inline(always)]
    pub(super) fn choose_target(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        match candidates.single() {
            Some(only) if !self.rules.policies.lists.target.deciders().has(who) => Some(only),
            _ => self.choose_among(who, candidates),
        }
    }

    /// Chooses the target to strike of several; by default the weakest for player characters, any of them for others, engaged
    /// enemies before all others (BDP-236, BDP-505, R-67).
    pub(super) fn choose_among(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        let rules = self.rules;
        if let Some(rival) = self.fight.body(who).plight.provoked_by.filter(|&rival| !PLAIN && candidates.has(rival)) {
            return Some(rival);
        }
        if let Some(slot) = self.choose_by(&rules.policies.lists.target, who, candidates) {
            return Some(slot);
        }
        let candidates = rules.preferred(self.fight, who, candidates);
        if !rules.fighter(who).pc {
            let (mut left, many) = (candidates, candidates.len());
            return if many > 0 { left.nth(self.table.pick(who, &rolls::RANDOM_TARGET, many)) } else { None };
        }
        let view = View { core: rules, fight: self.fight, event: None };
        let weakest = rules.policies.weakest.foremost_of(&view, who, candidates);
        self.draw(who, weakest, &rolls::RANDOM_TARGET)
    }

    /// Draws one of several equals between which nobody has chosen; without a die the first listed where the ruling says so
    ///
    pub(super) fn draw(&mut self, who: Slot, mut equals: Slots, roll: &'static Roll) -> Option<Slot> {
        let many = equals.len();
        let drawn = many > 1 && self.rules.rulings().default_target != DefaultTarget::Listed;
        let place = if drawn { self.table.pick(who, roll, many) } else { 0 };
        equals.nth(place)
    }

    /// Returns a combatant for which a value is lowest, by a draw of the combatant that chooses.
    pub(super) fn draw_least(&mut self, who: Slot, those: Slots, value: impl Fn(&Fight, Slot) -> i32) -> Option<Slot> {
        let least = those.map(|one| value(self.fight, one)).min()?;
        let equals = those.those(|one| value(self.fight, one) == least);
        self.draw(who, equals, &rolls::DRAWN)
    }

    /// Returns the most damaged ability of these combatants that counts, by a draw of the chooser among several that lack as
    /// much; of one combatant the last in the order of abilities.
    pub(super) fn draw_most_damaged(
        &mut self,
        who: Slot,
        those: Slots,
        counts: impl Fn(&Fight, (Slot, Ability)) -> bool,
    ) -> Option<(Slot, Ability)> {
        let worst = |fight: &Fight, one: Slot| {
            let counted = Ability::ALL.into_iter().filter(|&ability| counts(fight, (one, ability)));
            counted.max_by_key(|&ability| fight.body(one).missing(ability))
        };
        let those = those.those(|one| worst(self.fight, one).is_some());
        let missing = |fight: &Fight, one: Slot| worst(fight, one).map_or(0, |ability| fight.body(one).missing(ability));
        let one = self.draw_least(who, those, |fight, one| -i32::from(missing(fight, one)))?;
        Some((one, worst(self.fight, one)?))
    }

    /// Chooses targets beside the first one, so many of these as the rules allow, one after the other.
    pub(super) fn choose_more(&mut self, who: Slot, first: Slots, others: Slots, more: usize) -> Slots {
        let (mut left, mut chosen) = (others.those(|one| !first.has(one)), first);
        if left.len() <= more {
            return left | first;
        }
        for _ in 0..more {
            let Some(one) = self.choose_target(who, left) else { break };
            (left, chosen) = (left.without(one), chosen.with(one));
        }
        chosen
    }

    /// Chooses the attacker to parry or strike back at of several; by default any of them.
    pub(super) fn draws_opponent(&mut self, who: Slot, candidates: Slots, chosen: Slot) -> Slot {
        let rules = self.rules;
        if let Some(opponent) = self.choose_by(&rules.policies.lists.opponent, who, candidates) {
            return opponent;
        }
        let view = View { core: rules, fight: self.fight, event: None };
        let equals = rules.policies.first.foremost_of(&view, who, candidates);
        self.draw(who, equals, &rolls::RANDOM_TARGET).unwrap_or(chosen)
    }

    /// Returns the combatant that the lines of a policy choose; `None` when none of them chooses anybody.
    fn choose_by(&mut self, lists: &Lists<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        let lines = lists.of(who)?;
        if let Some(slips) = lines.slipping(who, self.table) {
            return slips.whom(who, self.table, candidates);
        }
        let view = View { core: self.rules, fight: self.fight, event: None };
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
        chosen.map(|(_, slot)| slot)
    }

    /// Returns what the first line of the combatant says that holds and is legal, if any is.
    pub(super) fn said<A: Copy>(
        &mut self,
        lists: &Lists<A>,
        who: Slot,
        mut legal: impl FnMut(&Fight, &A) -> bool,
    ) -> Option<A> {
        let lines = lists.of(who)?;
        let fight = &*self.fight;
        let view = View { core: self.rules, fight, event: None };
        lines.decided(&view, who, self.table, |action| legal(fight, action)).copied()
    }

    /// Decides a question of yes or no.
    #[inline]
    pub(super) fn wants(&mut self, lists: &Lists<bool>, default: bool, who: Slot) -> bool {
        self.wonder(lists, who, None);
        if lists.deciders().has(who) { self.said(lists, who, |_, _| true).unwrap_or(default) } else { default }
    }

    /// Chooses the ally to command, empower or heal; by default the ally with the fewest HP.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        let chosen = self.choose_by(&self.rules.policies.lists.ally, who, candidates);
        chosen.or_else(|| self.draw_least(who, candidates, |fight, one| fight.body(one).hp.into()))
    }

    /// Decides what becomes of a second wound of a kind; by default it takes a slot (BDP-053).
    pub(super) fn wounds_choice(&mut self, who: Slot) -> WoundChoice {
        self.said(&self.rules.policies.lists.wound, who, |_, _| true).unwrap_or(WoundChoice::NewSlot)
    }

    /// Decides with how many dice to counter a spell; by default with none (BDP-463).
    pub(super) fn counter_dice(&mut self, who: Slot) -> u8 {
        self.said(&self.rules.policies.lists.counterspell, who, |_, _| true).unwrap_or(0)
    }

    /// Decides how many points of a blessing to spend on a save; by default none (BDP-479).
    pub(super) fn spends_blessing(&mut self, who: Slot) -> u8 {
        self.said(&self.rules.policies.lists.bless, who, |_, _| true).unwrap_or(0)
    }

    /// Decides what Power is used for, and how much of it at most; by default all of it for feedback (BDP-472).
    pub(super) fn power_use(&mut self, who: Slot) -> (PowerUse, u8) {
        self.said(&self.rules.policies.lists.power, who, |_, _| true).unwrap_or((PowerUse::Feedback, u8::MAX))
    }

    /// Decides whether a flyer or rider that is hit comes down instead; by default no (BDP-411, BDP-417).
    pub(super) fn gives_up_flight(&mut self, who: Slot) -> bool {
        self.said(&self.rules.policies.lists.flight, who, |_, _| true) == Some(Flight::Fall)
    }

    /// Decides what to eat; by default the best that is not desperate (BDP-103).
    pub(super) fn choose_meal(&mut self, who: Slot, legal: impl Fn(&Fight, Meal) -> bool) -> Option<Meal> {
        let said = self.said(&self.rules.policies.lists.meal, who, |fight, meal| legal(fight, *meal));
        said.or_else(|| {
            [Meal::Fancy, Meal::Simple, Meal::Ration, Meal::Fresh].into_iter().find(|&meal| legal(self.fight, meal))
        })
    }

    /// Decides what laying on hands does; by default it cures, or restores where there is nothing to cure (BDP-533).
    pub(super) fn hand(&mut self, who: Slot) -> Hand {
        self.said(&self.rules.policies.lists.lay_hands, who, |_, _| true).unwrap_or(Hand::Cure)
    }

    /// Drops the backpack where the policy says so; true when that is all that the combatant does in this round (BDP-359,
    ///
    #[inline(never)]
    pub(super) fn drops_backpack(&mut self, who: Slot) -> bool {
        let fighter = self.rules.fighter(who);
        let stored =
            (0..fighter.items.len()).filter(|&item| fighter.items[item].stored && self.fight.body(who).items >> item & 1 == 1);
        let (bits, slots) =
            stored.fold((0_u32, 0), |(bits, slots), item| (bits | 1 << item, slots + fighter.items[item].slots));
        if self.fight.body(who).unpacked || bits == 0 || !self.wants(&self.rules.policies.lists.backpack, false, who) {
            return false;
        }
        let body = self.fight.body_mut(who);
        (body.unpacked, body.items, body.load) = (true, body.items & !bits, body.load - slots);
        self.table.tell("BDP-359", || format!("{} drops the backpack: {slots} slots", fighter.name));
        self.rules.rulings().backpack_drop == ActionCost::Quick
    }

    /// Counts a place that could not be used.
    pub(super) fn loses_action(&mut self, who: Slot, lost: Lost) {
        let (counter, why) = match lost {
            Lost::Reach => (count::LOST_OUT_OF_REACH, "whoever it is for is out of reach"),
            Lost::Somebody => (count::LOST_WITHOUT_ANYBODY, "nobody is there"),
            Lost::Room => (count::LOST_WITHOUT_ROOM, "there is no room in the zone"),
            Lost::Means => (count::LOST_WITHOUT_MEANS, "it has nothing left to do it with"),
        };
        self.table.watch.count(who, count::ACTIONS_LOST, 1);
        self.table.watch.count(who, counter, 1);
        self.table.tell("R-21", || format!("nothing is left for {} to do: {why}", self.rules.name(who)));
    }
}
