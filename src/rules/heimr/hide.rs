//! Hiding in `heimr`, looking for the hidden, what is heard, sleepers, and words spoken across the field.
//!
//! Owns section 4.18 of the specification, and of section 4.23 sleep and speech. Start at [`Core::hide`].

use crate::dice::{Dice, Roll, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::abilities::Score;
use super::book::tables::Sound;
use super::choose::Ask;
use super::ground::Location;
use super::metrics as count;
use super::rolls;
use super::rulings::{OpposedTie, Sightings};
use super::state::{Body, Fight};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Whether it can hide where it is (HEI-171, HEI-220).
    pub(super) fn can_hide(&self, body: &Body) -> bool {
        let square = self.ground.square(body.at);
        body.cluster == 0 && (square.murk > 0 || square.covers.iter().any(|cover| cover.value > 0))
    }

    /// Takes cover and hides, from everybody from whom that conceals it but those who have an eye on it (HEI-171, HEI-220).
    pub(super) fn hide<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) {
        let body = fight.body(who);
        if !self.can_hide(body) {
            return;
        }
        let covers = self.ground.square(body.at).covers.iter().enumerate();
        let best = covers.rev().max_by_key(|(_, cover)| cover.value).map(|(number, _)| number as u8);
        let ability = self.abilities.roles.hide;
        let score = self.fighter(who).score(body, ability);
        let c = score.c - self.weariness(fight, who, ability);
        let rolled = self.check.pool.roll(c, who, roll, table);
        let body = fight.body_mut(who);
        body.cover = body.cover.or(best);
        let meets = !self.abilities.is_physical(ability) || self.exerts(fight, who, rolled, table);
        table.watch.count(who, count::HIDES, i32::from(meets));
        if !meets {
            table.tell("HEI-133", || format!("{} is too tired to hide", self.name(who)));
            return;
        }
        let value = rolled.result(score.p);
        let watched = fight.body(who).cluster_at_start;
        let shot_at = fight.body(who).shot_at_by;
        let unaware = |foe| !watched.has(foe) && !shot_at.has(foe) && self.concealment(fight, who, foe) > 0;
        let from = self.foes(fight, who).those(unaware);
        let body = fight.body_mut(who);
        (body.hide_value, body.hidden_from, body.known_by) = (value as i16, from, Slots::NONE);
        table.tell("HEI-171", || format!("{} hides at {value}", self.name(who)));
    }

    /// Somebody stands elsewhere now: whoever is no longer concealed from somebody is no longer hidden from it either (HEI-220).
    pub(super) fn uncover<W: Watch, D: Dice>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        if !self.somebody_hides {
            return;
        }
        for who in fight.slots() {
            let from = fight.body(who).hidden_from;
            let left = from.those(|foe| self.concealment(fight, who, foe) > 0);
            if left == from {
                continue;
            }
            table.tell("HEI-220", || format!("{} is no longer concealed from everybody it hides from", self.name(who)));
            fight.body_mut(who).hidden_from = left;
            if left.is_empty() {
                fight.body_mut(who).reveal();
            }
        }
    }

    /// Whether a roll prevails over another that was made before it: one who responds, on a tie as well.
    pub(super) fn prevails(&self, responder: i32, initiator: i32) -> bool {
        match self.rulings().opposed_tie {
            OpposedTie::Responder => responder >= initiator,
            OpposedTie::Initiator => responder > initiator,
        }
    }

    /// Looks for hidden enemies in a square (HEI-180, R-69).
    pub(super) fn look<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, square: Location, table: &mut Table<D, W>) {
        let (numbers, ability) = (&self.book.observe, self.abilities.roles.observe);
        let body = fight.body(who);
        let score = self.fighter(who).score(body, ability);
        let bonus = match self.ground.steps(body.at, square) {
            0 => i32::from(numbers.same),
            1 => i32::from(numbers.border),
            _ => 0,
        };
        let there = self.foes(fight, who).those(|foe| fight.body(foe).at == square && fight.is_hidden(foe, who));
        let mut rerolls = 0;
        loop {
            let c = score.c - self.weariness(fight, who, ability);
            let rolled = self.check.pool.roll(c, who, &rolls::PERCEPTION, table);
            let meets = !self.abilities.is_physical(ability) || self.exerts(fight, who, rolled, table);
            let result = rolled.result(score.p + bonus);
            table.tell("HEI-180", || format!("{} looks at {}: {result}", self.name(who), self.ground.square(square).name));
            let found = there.those(|foe| meets && self.prevails(result, i32::from(fight.body(foe).hide_value)));
            for foe in found {
                self.is_spotted(fight, foe, who, table);
            }
            if !found.is_empty() || there.is_empty() || !self.pays(fight, who, rerolls, table) {
                return;
            }
            rerolls += 1;
        }
    }

    /// Somebody hidden is seen.
    fn is_spotted<D: Dice, W: Watch>(&self, fight: &mut Fight, hidden: Slot, by: Slot, table: &mut Table<D, W>) {
        let from = fight.body(hidden).hidden_from;
        let left = match self.rulings().sightings {
            Sightings::Shared => from.those(|foe| self.hostile(foe, by)),
            Sightings::Own => from.without(by),
        };
        let body = fight.body_mut(hidden);
        body.hidden_from = left;
        if left.is_empty() {
            body.reveal();
        }
        table.watch.count(by, count::SPOTTED, 1);
        table.tell("HEI-180", || format!("{} spots {}", self.name(by), self.name(hidden)));
    }

    /// A sound that sleepers nearby may hear (HEI-217, R-58).
    pub(super) fn make_noise<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, sound: Sound, table: &mut Table<D, W>) {
        if PLAIN || !self.somebody_sleeps {
            return;
        }
        let (at, hearing) = (fight.body(who).at, i32::from(self.book.sleep.hearing));
        let (bit, cr) = match sound {
            Sound::Soft => (1, self.book.sleep.soft_cr),
            Sound::Loud => (2, self.book.sleep.loud_cr),
        };
        for sleeper in fight.slots() {
            let body = fight.body(sleeper);
            let hears = body.asleep && body.heard & bit == 0 && !self.is_out(body) && self.ground.steps(body.at, at) <= hearing;
            if !hears || sleeper == who {
                continue;
            }
            let ability = self.abilities.roles.observe;
            let score: Score = self.fighter(sleeper).score(body, ability);
            fight.body_mut(sleeper).heard |= bit;
            if self.passes(fight, sleeper, (ability, score, i32::from(cr)), (&rolls::WAKE, false), table) {
                fight.body_mut(sleeper).asleep = false;
                table.tell("HEI-217", || format!("{} wakes up", self.name(sleeper)));
            }
        }
    }

    /// Who could be told to surrender: visible enemies in the same square that can listen (HEI-183, R-57).
    pub(super) fn hearers(&self, fight: &Fight, who: Slot) -> Slots {
        let at = fight.body(who).at;
        self.visible_foes(fight, who).those(|foe| fight.body(foe).at == at && !fight.body(foe).asleep)
    }

    /// A roll that neither fatigue nor a requirement has a part in, but for abilities that are physical.
    pub(super) fn plain_roll<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (ability, roll): (super::abilities::AbilityId, &'static Roll),
        table: &mut Table<D, W>,
    ) -> i32 {
        let score = self.fighter(who).score(fight.body(who), ability);
        let c = score.c - self.weariness(fight, who, ability);
        let rolled = self.check.pool.roll(c, who, roll, table);
        let meets = !self.abilities.is_physical(ability) || self.exerts(fight, who, rolled, table);
        let result = if meets { rolled.result(score.p) } else { i32::MIN };
        table.tell("HEI-043", || format!("{} rolls {result} ({})", self.name(who), roll.what));
        result
    }

    /// Tells somebody to surrender: it does when it would with a little fewer hit points (HEI-183, R-57).
    pub(super) fn demand_surrender<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let hearers = self.hearers(fight, who);
        let Some(target) = self.choose_target(fight, who, hearers, table) else { return };
        fight.body_mut(who).reveal();
        self.make_noise(fight, who, Sound::Loud, table);
        let roles = self.abilities.roles;
        let demand = self.plain_roll(fight, who, (roles.speak, &rolls::PERSUASION), table);
        let answer = self.plain_roll(fight, target, (roles.insight, &rolls::INSIGHT), table);
        if !self.prevails(answer, demand) && self.is_shaken(fight, target, who, table) {
            self.surrender(fight, target, count::OUT_YIELDED, table);
        }
    }

    /// Whether somebody would surrender with a little fewer hit points.
    fn is_shaken<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, by: Slot, table: &mut Table<D, W>) -> bool {
        let fewer = i32::from(self.book.speak.shaken_hp);
        fight.body_mut(who).hp -= fewer;
        let yields = self.ask(|policy| &policy.surrender, false, fight, Ask::about(who, by), table);
        fight.body_mut(who).hp += fewer;
        yields
    }

    /// Looks for a hidden item on an enemy (HEI-181).
    pub(super) fn search<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let seen = self.visible_foes(fight, who);
        let Some(target) = self.choose_target(fight, who, seen, table) else { return };
        let (ability, cr) = (self.abilities.roles.observe, i32::from(self.book.observe.item_cr));
        let score = self.fighter(who).score(fight.body(who), ability);
        let passed = self.passes(fight, who, (ability, score, cr), (&rolls::SEARCH, false), table);
        let body = fight.body_mut(target);
        let found = passed && body.concealed != 0;
        if found {
            body.searched_by = body.searched_by.with(who);
        }
        table.watch.count(who, count::ITEMS_FOUND, i32::from(found));
        table.tell("HEI-181", || {
            let what = if found { "finds something hidden on" } else { "finds nothing on" };
            format!("{} {what} {}", self.name(who), self.name(target))
        });
    }

    /// Looks for how much an enemy still wants to fight, which that one masks (HEI-182, R-57).
    pub(super) fn gauge<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let seen = self.visible_foes(fight, who);
        let Some(target) = self.choose_target(fight, who, seen, table) else { return };
        let roles = self.abilities.roles;
        let mask = self.plain_roll(fight, target, (roles.speak, &rolls::PERSUASION), table);
        let insight = self.plain_roll(fight, who, (roles.insight, &rolls::INSIGHT), table);
        let read = self.prevails(insight, mask);
        let shaken = read && self.is_shaken(fight, target, who, table);
        let body = fight.body_mut(target);
        if read {
            body.gauged_by = body.gauged_by.with(who);
            body.shaken_to = if shaken { body.shaken_to.with(who) } else { body.shaken_to.without(who) };
        }
        table.watch.count(who, count::WILLS_READ, i32::from(read));
        table.tell("HEI-182", || {
            let will = match (read, shaken) {
                (false, _) => "cannot tell whether there is fight left in",
                (true, true) => "sees that there is little fight left in",
                (true, false) => "sees that there is fight left in",
            };
            format!("{} {will} {}", self.name(who), self.name(target))
        });
    }
}
