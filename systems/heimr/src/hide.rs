//! Hiding in `heimr`, looking for the hidden, what is heard, sleepers, and words spoken across the field.
//!
//! Owns section 4.18 of the specification, and of section 4.23 sleep and speech. Start at [`Play::hide`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Slots, Watch};

use super::abilities::Score;
use super::book::tables::Sound;
use super::choose::Ask;
use super::exertion::Challenge;
use super::ground::Location;
use super::metrics as count;
use super::rolls;
use super::rulings::{HiddenTell, OpposedTie, Sightings};
use super::state::{Body, Fight};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if it can hide where it is: behind any object there, or, where it cannot move, only behind the object that it has
    /// (HEI-171, HEI-220, R-82).
    pub(super) fn can_hide(&self, fight: &Fight, body: &Body, moves: bool) -> bool {
        let covers = &self.ground.square(body.at).covers;
        let taken = body.cover.and_then(|cover| covers.get(usize::from(cover)));
        let behind = || covers.iter().filter(|_| moves).chain(taken).any(|cover| cover.value > 0);
        body.cluster == 0 && (self.murk(fight, body.at) > 0 || behind()) && !self.gives_itself_away(body)
    }

    /// The object behind which it hides: that which conceals it from most of the enemies that it sees, and there best; of equal
    /// ones the densest, then the object that it has (HEI-171, HEI-271, HEI-272, R-82).
    fn cover_for(&self, fight: &Fight, who: Slot) -> Option<u8> {
        let body = fight.body(who);
        let seen = self.visible_foes(fight, who);
        let murk = self.murk(fight, body.at);
        let worth = |number: u8| {
            let values = seen.map(|foe| self.concealed_by(number, murk, body, fight.body(foe)));
            let (hidden, sum) = values.fold((0, 0), |(hidden, sum), value| (hidden + i32::from(value > 0), sum + value));
            let density = self.ground.square(body.at).covers[usize::from(number)].value;
            (hidden, sum, density, body.cover == Some(number))
        };
        let covers = 0..self.ground.square(body.at).covers.len() as u8;
        covers.rev().max_by_key(|&number| worth(number))
    }

    /// True if a roll prevails over another that was made before it (HEI-043, R-02): one who responds, on a tie as well.
    pub(super) fn prevails(&self, responder: i32, initiator: i32) -> bool {
        match self.rulings.opposed_tie {
            OpposedTie::Responder => responder >= initiator,
            OpposedTie::Initiator => responder > initiator,
        }
    }

    /// The enemies that could be told to surrender: visible enemies in the same square that can listen (HEI-183, R-57).
    pub(super) fn hearers(&self, fight: &Fight, who: Slot) -> Slots {
        let at = fight.body(who).at;
        self.visible_foes(fight, who).those(|foe| fight.body(foe).at == at && !fight.body(foe).asleep)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Takes cover and hides, from all enemies from which that conceals it but those that have an eye on it (HEI-171, HEI-220,
    ///
    pub(super) fn hide(&mut self, who: Slot, roll: &'static Roll) {
        let rules = self.rules;
        let body = self.fight.body(who);
        // Before a fight there was time to lie down behind something.
        let moves = rules.can_shift(body) || std::ptr::eq(roll, &rolls::HIDE_AT_START) && !rules.is_rooted(body);
        if !rules.can_hide(self.fight, body, moves) {
            return;
        }
        if moves {
            let cover = rules.cover_for(self.fight, who);
            self.fight.body_mut(who).cover = cover;
        }
        let result = self.result_of(who, rules.abilities.roles.hide, roll);
        self.table.watch.count(who, count::HIDES, i32::from(result.is_some()));
        let Some(value) = result else {
            self.table.tell("HEI-133", || format!("{} is too tired to hide", rules.name(who)));
            return;
        };
        let watched = self.fight.body(who).cluster_at_start;
        let shot_at = self.fight.body(who).shot_at_by;
        let unaware = |foe| !watched.has(foe) && !shot_at.has(foe) && rules.concealment(self.fight, who, foe) > 0;
        let from = rules.foes(self.fight, who).those(unaware);
        let body = self.fight.body_mut(who);
        (body.hide_value, body.hidden_from, body.known_by) = (value as i16, from, Slots::NONE);
        self.table.tell("HEI-171", || {
            let nobody = if from.is_empty() { ", and everybody sees it all the same" } else { "" };
            format!("{} hides at {value}{nobody}", rules.name(who))
        });
    }

    /// Comes to stand in another square: cover, guard and hiding are left behind (HEI-220, R-42).
    pub(super) fn arrives(&mut self, who: Slot, to: Location) {
        let body = self.fight.body_mut(who);
        (body.at, body.elevation, body.climbing) = (to, 0, None);
        (body.cover, body.guarding) = (None, None);
        body.reveal();
        self.uncover();
    }

    /// A combatant stands elsewhere now: all that are no longer concealed from an enemy are no longer hidden from it either
    /// (HEI-220).
    pub(super) fn uncover(&mut self) {
        let rules = self.rules;
        if !rules.somebody_hides {
            return;
        }
        for who in self.fight.slots() {
            let from = self.fight.body(who).hidden_from;
            let left = from.those(|foe| rules.concealment(self.fight, who, foe) > 0);
            if left == from {
                continue;
            }
            self.table.tell("HEI-220", || format!("{} is no longer concealed from everybody it hides from", rules.name(who)));
            self.fight.body_mut(who).hidden_from = left;
            if left.is_empty() {
                self.fight.body_mut(who).reveal();
            }
        }
    }

    /// Looks for hidden enemies in a square (HEI-180).
    pub(super) fn look(&mut self, who: Slot, square: Location) {
        let rules = self.rules;
        let (numbers, ability) = (&rules.book.observe, rules.abilities.roles.observe);
        let body = self.fight.body(who);
        let score = rules.fighter(who).score(body, ability);
        let bonus = match rules.ground.steps(body.at, square) {
            0 => i32::from(numbers.same),
            1 => i32::from(numbers.border),
            _ => 0,
        };
        let there =
            rules.foes(self.fight, who).those(|foe| self.fight.body(foe).at == square && self.fight.is_hidden(foe, who));
        let mut rerolls = 0;
        loop {
            let c = score.c - rules.weariness(self.fight, who, ability);
            let rolled = rules.check.pool.roll(c, who, &rolls::PERCEPTION, self.table);
            self.tells_roll(who, &rolls::PERCEPTION, Score { c, p: score.p }, rolled, bonus);
            let meets = self.exerts(who, rolled, rules.toll(ability));
            let result = rolled.result(score.p + bonus);
            self.table
                .tell("HEI-180", || format!("{} looks at {}: {result}", rules.name(who), rules.ground.square(square).name));
            let found = there.those(|foe| meets && rules.prevails(result, i32::from(self.fight.body(foe).hide_value)));
            for foe in found {
                self.is_spotted(foe, who);
            }
            if !found.is_empty() || there.is_empty() || !self.pays(who, rerolls) {
                return;
            }
            rerolls += 1;
        }
    }

    /// A hidden combatant is seen, and the viewer tells its side; a viewer that hides itself has to whisper.
    fn is_spotted(&mut self, hidden: Slot, by: Slot) {
        let rules = self.rules;
        let from = self.fight.body(hidden).hidden_from;
        let hides = self.fight.body(by).hides();
        let keeps_quiet = hides && rules.rulings.hidden_tell == HiddenTell::Silent;
        let left = match rules.rulings.sightings {
            Sightings::Shared if !keeps_quiet => from.those(|foe| !rules.lineup.friendly(foe, by)),
            Sightings::Shared | Sightings::Own => from.without(by),
        };
        let tells = hides && left != from.without(by) && rules.rulings.hidden_tell == HiddenTell::Whisper;
        let body = self.fight.body_mut(hidden);
        body.hidden_from = left;
        if left.is_empty() {
            body.reveal();
        }
        self.table.watch.count(by, count::SPOTTED, 1);
        self.table.tell("HEI-180", || format!("{} spots {}", rules.name(by), rules.name(hidden)));
        if tells {
            self.is_soft(by, "HEI-224, R-86");
        }
    }

    /// A soft sound of a hidden combatant makes it easier to find (HEI-224).
    pub(super) fn is_soft(&mut self, who: Slot, rule: &'static str) {
        let rules = self.rules;
        self.make_noise(who, Sound::Soft);
        self.fight.body_mut(who).hide_value -= i16::from(rules.book.hidden.soft_sound);
        self.table.tell(rule, || format!("{} hides at {} now", rules.name(who), self.fight.body(who).hide_value));
    }

    /// A sound that sleepers nearby may hear (HEI-217, R-58).
    pub(super) fn make_noise(&mut self, who: Slot, sound: Sound) {
        let rules = self.rules;
        if PLAIN || !rules.somebody_sleeps {
            return;
        }
        let (at, hearing) = (self.fight.body(who).at, i32::from(rules.book.sleep.hearing));
        let (bit, cr) = match sound {
            Sound::Soft => (1, rules.book.sleep.soft_cr),
            Sound::Loud => (2, rules.book.sleep.loud_cr),
        };
        for sleeper in self.fight.slots() {
            let body = self.fight.body(sleeper);
            let hears =
                body.asleep && body.heard & bit == 0 && !rules.is_out(body) && rules.ground.steps(body.at, at) <= hearing;
            if !hears || sleeper == who {
                continue;
            }
            let ability = rules.abilities.roles.observe;
            let score: Score = rules.fighter(sleeper).score(body, ability);
            self.fight.body_mut(sleeper).heard |= bit;
            if self.passes(sleeper, Challenge { ability, score, cr: i32::from(cr) }, &rolls::WAKE, false) {
                self.fight.body_mut(sleeper).asleep = false;
                self.table.tell("HEI-217", || format!("{} wakes up", rules.name(sleeper)));
            }
        }
    }

    /// A roll that neither fatigue nor a requirement has a part in, but for abilities that are physical.
    fn plain_roll(&mut self, who: Slot, ability: super::abilities::AbilityId, roll: &'static Roll) -> i32 {
        self.result_of(who, ability, roll).unwrap_or_else(|| {
            self.table.tell("HEI-133", || format!("{} is too tired: the roll fails", self.rules.name(who)));
            i32::MIN
        })
    }

    /// True if insight sees through the words or the face of a combatant, which its persuasion shows (HEI-111, HEI-182,
    /// HEI-183, R-02).
    pub(super) fn sees_through(&mut self, who: Slot, other: Slot) -> bool {
        let roles = self.rules.abilities.roles;
        let mask = self.plain_roll(other, roles.speak, &rolls::PERSUASION);
        let insight = self.plain_roll(who, roles.insight, &rolls::INSIGHT);
        self.rules.prevails(insight, mask)
    }

    /// True if a combatant would surrender with a little fewer hit points.
    pub(super) fn is_shaken(&mut self, who: Slot, by: Slot) -> bool {
        let fewer = i32::from(self.rules.book.speak.shaken_hp);
        self.fight.body_mut(who).hp -= fewer;
        let yields = self.ask(&self.rules.policies.lists.surrender, false, Ask::about(who, by));
        self.fight.body_mut(who).hp += fewer;
        yields
    }

    /// Looks for a hidden item on an enemy (HEI-181).
    pub(super) fn search(&mut self, who: Slot) {
        let rules = self.rules;
        let seen = rules.visible_foes(self.fight, who);
        let Some(target) = self.choose_target(who, seen) else { return };
        let (ability, cr) = (rules.abilities.roles.observe, i32::from(rules.book.observe.item_cr));
        let score = rules.fighter(who).score(self.fight.body(who), ability);
        let passed = self.passes(who, Challenge { ability, score, cr }, &rolls::SEARCH, false);
        let body = self.fight.body_mut(target);
        let found = passed && body.concealed != 0;
        if found {
            body.searched_by = body.searched_by.with(who);
        }
        self.table.watch.count(who, count::ITEMS_FOUND, i32::from(found));
        self.table.tell("HEI-181", || {
            let what = if found { "finds something hidden on" } else { "finds nothing on" };
            format!("{} {what} {}", rules.name(who), rules.name(target))
        });
    }

    /// Looks for how much an enemy still wants to fight, which that one masks (HEI-182, R-57).
    pub(super) fn gauge(&mut self, who: Slot) {
        let rules = self.rules;
        let seen = rules.visible_foes(self.fight, who);
        let Some(target) = self.choose_target(who, seen) else { return };
        let read = self.sees_through(who, target);
        let shaken = read && self.is_shaken(target, who);
        let body = self.fight.body_mut(target);
        if read {
            body.gauged_by = body.gauged_by.with(who);
            body.shaken_to = if shaken { body.shaken_to.with(who) } else { body.shaken_to.without(who) };
        }
        self.table.watch.count(who, count::WILLS_READ, i32::from(read));
        self.table.tell("HEI-182", || {
            let will = match (read, shaken) {
                (false, _) => "cannot tell whether there is fight left in",
                (true, true) => "sees that there is little fight left in",
                (true, false) => "sees that there is fight left in",
            };
            format!("{} {will} {}", rules.name(who), rules.name(target))
        });
    }
}
