//! Brawl attacks of `heimr`, and the blows that they provoke.
//!
//! Owns section 4.7 of the specification but for holds, which are in [`grapple`](super::grapple); what a brawl attack does is
//! in [`attack`](super::attack). Start at [`Play::brawl`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::attack::{Attack, AttackOutcome, Why};
use super::book::tables::Sound;
use super::choose::Ask;
use super::metrics as count;
use super::policy::{BrawlEffect, Do, Trigger};
use super::rulings::ProvokedWeapons;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// A brawl attack, for a hit or a bind (section 4.7 of the specification; HEI-162, HEI-188).
    pub(super) fn brawl(&mut self, who: Slot, target: Slot, why: Why, surprise: i32) {
        let bind = self.wants_bind(who, target);
        let Some((target, penalty)) = self.declare(who, target, why, true) else { return };
        self.make_noise(who, Sound::Loud);
        if !self.gets_close(who, target) {
            self.after_attack(who, target, false);
            return;
        }
        let mut attack = Attack { bind, surprise, penalty, ..Attack::new(who, None, why) };
        let requirement = self.declares(&mut attack, target);
        self.strike_at(&attack, target, requirement);
        self.after_attack(who, target, false);
        if !PLAIN && self.rules.readies && self.fight.ending.is_none() {
            self.triggers_of(Trigger::EnemyBrawls, who, |_, _| true);
        }
    }

    /// True if a brawl attack gets past the weapon of its target (HEI-192, HEI-193, R-36).
    fn gets_close(&mut self, who: Slot, target: Slot) -> bool {
        let rules = self.rules;
        let (fighter, body) = (rules.fighter(target), self.fight.body(target));
        let mut weapons = rules.melee_weapons(fighter, body);
        let provoked = weapons != [None, None]
            && rules.can_act(body)
            && body.holding.is_none()
            && body.held.is_none_or(|held| held.by != who)
            && !self.fight.body(who).dodged_from.has(target);
        if !provoked || !self.takes_provocation(Ask::about(target, who)) {
            return true;
        }
        if rules.rulings.provoked_weapons == ProvokedWeapons::One {
            weapons = [rules.best_weapon(self.fight, target, weapons), None];
        }
        self.table.tell("HEI-193", || format!("{} strikes at {} first", rules.name(target), rules.name(who)));
        let mut attack = Attack { dodge_only: true, ..Attack::new(target, None, Why::Provoked) };
        let requirement = self.declares(&mut attack, who);
        let (mut struck, mut comes_after) = (false, false);
        for weapon in weapons.into_iter().flatten() {
            if !rules.goes_on(self.fight, target, who, weapon) {
                continue;
            }
            self.table.watch.count(target, count::PROVOKED, 1);
            let outcome = self.strike_with(&attack, weapon, comes_after, who, requirement);
            struck |= outcome == AttackOutcome::Hit;
            if !comes_after && outcome.is_stopped(requirement) {
                break;
            }
            comes_after = true;
        }
        self.has_moved(target, Do::Attack);
        let goes_on = !struck && self.fight.ending.is_none() && rules.can_act(self.fight.body(who));
        if !goes_on {
            self.table.tell("HEI-193", || format!("the brawl attack of {} fails", rules.name(who)));
        }
        goes_on
    }

    /// True if a brawl attack is for a bind, which takes a free hand and a target that nobody holds (HEI-188, HEI-189).
    fn wants_bind(&mut self, who: Slot, target: Slot) -> bool {
        let can = self.rules.hand_to_grab(self.fight, who, target).is_some();
        can && self.brawls_for(Ask::about(who, target)) == BrawlEffect::Bind
    }
}
