//! Choices of `bdp`: every place where the rules ask a policy, other than for the action of a round.
//!
//! Owns the defaults where no line decides (section 6 of the specification). Start at [`Core::choose_target`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};
use crate::policy::Lines;

use super::Core;
use super::attack::Event;
use super::decide::{Policy, RESERVE, Wants};
use super::observe::View;
use super::policy::{Do, Flight, GambitKind, Hand, Meal, Offering, PowerUse, React, WoundChoice};
use super::react::Reacted;
use super::rolls;
use super::state::Fight;

impl<const PLAIN: bool> Core<PLAIN> {
    pub(super) fn policy(&self, who: Slot) -> &Policy {
        &self.policies.policies[who.index()]
    }

    /// The target that a policy would give; none where chance would decide.
    pub(super) fn expected_target(&self, view: &View<PLAIN>, own: Slot) -> Option<Slot> {
        let candidates = self.preferred(view.fight, own, self.active_foes(view.fight, own));
        let lines = &self.policy(own).target;
        let chosen = lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0));
        chosen.map(|(_, slot)| slot).or_else(|| self.policies.weakest.choose(view, own, candidates, |_| 0))
    }

    /// The engaged among the candidates, if there are any.
    fn preferred(&self, fight: &Fight, who: Slot, candidates: Slots) -> Slots {
        let close = candidates & fight.body(who).engaged;
        if close.is_empty() { candidates } else { close }
    }

    /// Whom to strike (BDP-236).
    #[inline(always)]
    pub(super) fn choose_target<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        match candidates.single() {
            Some(only) if !self.policies.deciders.target.has(who) => Some(only),
            _ => self.choose_among(fight, who, candidates, table),
        }
    }

    /// The same of several; by default the weakest for player characters, anybody for others, the engaged before all others.
    pub(super) fn choose_among<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        if let Some(rival) = fight.body(who).plight.provoked_by.filter(|&rival| !PLAIN && candidates.has(rival)) {
            return Some(rival);
        }
        let view = View { core: self, fight, event: None };
        let lines = &self.policy(who).target;
        let mut pick = |choices| table.pick(who, &rolls::RANDOM_TARGET, choices);
        if !lines.is_empty() {
            let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
            if let Some((line, slot)) = chosen {
                table.watch.line(line.number);
                return Some(slot);
            }
        }
        let default = if self.fighter(who).pc { &self.policies.weakest } else { &self.policies.random };
        default.choose(&view, who, self.preferred(fight, who, candidates), pick)
    }

    /// Whom to parry or strike back at; by default the first.
    pub(super) fn choose_opponent(&self, fight: &Fight, who: Slot, candidates: Slots) -> Option<Slot> {
        let view = View { core: self, fight, event: None };
        let lines = &self.policy(who).opponent;
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, |_| 0));
        chosen.map(|(_, slot)| slot).or_else(|| self.policies.first.choose(&view, who, candidates, |_| 0))
    }

    /// How to answer an attack; by default as impairs most (BDP-284).
    pub(super) fn choose_reaction<D: Dice, W: Watch>(&self, fight: &Fight, event: &Event, table: &mut Table<D, W>) -> Reacted {
        let (who, view) = (event.target, View { core: self, fight, event: Some(event) });
        let lines = &self.policy(who).reaction;
        let chosen = lines.decide(&view, who, |&(wish, reserve)| self.wish(fight, event, wish, reserve));
        match chosen {
            Some((line, reacted)) => {
                table.watch.line(line.number);
                reacted
            }
            None if lines.is_empty() => self.wish(fight, event, React::Best, RESERVE).unwrap_or(Reacted::DEFEND),
            None => Reacted::DEFEND,
        }
    }

    /// What the first line that holds says, if any does.
    fn said<A: Copy, D: Dice, W: Watch>(
        &self,
        lines: &Lines<A>,
        (fight, who): (&Fight, Slot),
        legal: impl FnMut(&A) -> bool,
        table: &mut Table<D, W>,
    ) -> Option<A> {
        let line = lines.first(&View { core: self, fight, event: None }, who, legal)?;
        table.watch.line(line.number);
        Some(line.action)
    }

    /// Whether somebody leaves such a decision to the rules.
    pub(super) fn leaves_to_rules(&self, what: Wants, who: Slot) -> bool {
        self.policy(who).yes_no[what as usize].is_empty()
    }

    /// Whether somebody wants something.
    pub(super) fn wants<D: Dice, W: Watch>(
        &self,
        what: Wants,
        default: bool,
        fight: &Fight,
        who: Slot,
        table: &mut Table<D, W>,
    ) -> bool {
        self.said(&self.policy(who).yes_no[what as usize], (fight, who), |_| true, table).unwrap_or(default)
    }

    /// Whom to command, empower or heal; by default the one with the fewest HP.
    pub(super) fn choose_ally<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let view = View { core: self, fight, event: None };
        let mut pick = |choices| table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = self.policy(who).ally.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        if let Some((line, slot)) = chosen {
            table.watch.line(line.number);
            return Some(slot);
        }
        candidates.into_iter().min_by_key(|&one| fight.body(one).hp)
    }

    /// What to give up for a blow; by default nothing (BDP-279).
    pub(super) fn choose_sacrifice<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        special: bool,
        table: &mut Table<D, W>,
    ) -> Offering {
        let legal = |offering: &Offering| self.can_offer(fight, who, *offering, special);
        self.said(&self.policy(who).sacrifice, (fight, who), legal, table).unwrap_or(Offering::Nothing)
    }

    /// What becomes of a second wound of a kind; by default it takes a slot (BDP-053).
    pub(super) fn wounds_choice<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> WoundChoice {
        self.said(&self.policy(who).wound, (fight, who), |_| true, table).unwrap_or(WoundChoice::NewSlot)
    }

    /// Which gambit comes back, where the policy says one.
    pub(super) fn counter_kind(&self, fight: &Fight, who: Slot) -> Option<GambitKind> {
        let view = View { core: self, fight, event: None };
        let line = self.policy(who).action.first(&view, who, |wish| wish.act == Do::Gambit);
        line.map(|line| line.action.gambit)
    }

    /// With how many dice to counter a spell; by default with none (BDP-463).
    pub(super) fn counter_dice<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> u8 {
        self.said(&self.policy(who).counterspell, (fight, who), |_| true, table).unwrap_or(0)
    }

    /// How many points of a blessing to spend on a save; by default none (BDP-479).
    pub(super) fn spends_blessing<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> u8 {
        self.said(&self.policy(who).bless, (fight, who), |_| true, table).unwrap_or(0)
    }

    /// What Power is used for, and how much of it at most; by default all of it for feedback (BDP-472).
    pub(super) fn power_use<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> (PowerUse, u8) {
        self.said(&self.policy(who).power, (fight, who), |_| true, table).unwrap_or((PowerUse::Feedback, u8::MAX))
    }

    /// Whether a flyer or rider who is hit comes down instead; by default no (BDP-411, BDP-417).
    pub(super) fn gives_up_flight<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.said(&self.policy(who).flight, (fight, who), |_| true, table) == Some(Flight::Fall)
    }

    /// What to eat; by default the best that is not desperate (BDP-103).
    pub(super) fn choose_meal<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        legal: impl Fn(Meal) -> bool,
        table: &mut Table<D, W>,
    ) -> Option<Meal> {
        let said = self.said(&self.policy(who).meal, (fight, who), |meal| legal(*meal), table);
        said.or_else(|| [Meal::Fancy, Meal::Simple, Meal::Ration, Meal::Fresh].into_iter().find(|&meal| legal(meal)))
    }

    /// What laying on hands does; by default it cures, or restores where there is nothing to cure (BDP-533).
    pub(super) fn hand<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> Hand {
        self.said(&self.policy(who).lay_hands, (fight, who), |_| true, table).unwrap_or(Hand::Cure)
    }

    /// Whether to break the weapon of an attack for a great blow; by default no (BDP-613). The weapon goes with the blow.
    pub(super) fn breaks_weapon<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        if !self.rulings().sacrifice_offensive() {
            return false;
        }
        let weapon = self.swing(fight, who, None).weapon;
        let loose = self.weapon(who, weapon).loose() && !self.weapon(who, weapon).ranged;
        if !loose || !self.wants(Wants::BreakWeapon, false, fight, who, table) {
            return false;
        }
        fight.body_mut(who).breaking |= 1 << weapon;
        true
    }

    /// Drops the backpack where the policy says so; true when it does (BDP-359, R-17).
    #[inline(never)]
    pub(super) fn drops_backpack<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let fighter = self.fighter(who);
        let stored =
            (0..fighter.items.len()).filter(|&item| fighter.items[item].stored && fight.body(who).items >> item & 1 == 1);
        let (bits, slots) =
            stored.fold((0_u32, 0), |(bits, slots), item| (bits | 1 << item, slots + fighter.items[item].slots));
        if fight.body(who).unpacked || bits == 0 || !self.wants(Wants::Backpack, false, fight, who, table) {
            return false;
        }
        let body = fight.body_mut(who);
        (body.unpacked, body.items, body.load) = (true, body.items & !bits, body.load - slots);
        table.tell("BDP-359", || format!("{} drops the backpack: {slots} slots", fighter.name));
        true
    }
}
