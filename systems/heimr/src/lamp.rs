//! Lights of `heimr` that combatants carry: lighting them, putting them out, and who is given away by one.
//!
//! Owns what a light does that moves (HEI-274, R-76 to R-78). Lights that stand on the ground are part of the
//! [ground](super::ground); taking, dropping and putting away are those of [items](super::items), where lights
//! shine is in [`derived`](super::derived). Start at [`Core::flame_for`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::fighter::Fighter;
use super::rulings::DroppedLight;
use super::state::{Body, Fight, Place};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if an item is a light in a working hand that does not burn.
    pub(super) fn can_light(&self, fighter: &Fighter, body: &Body, item: usize) -> bool {
        fighter.gear.lamp(item).is_some() && body.lit >> item & 1 == 0 && self.usable(fighter, body, item)
    }

    /// The burning light that one could put out: that in one's own hand, else one that lies in one's square, whosesoever it is;
    /// of a named item, only such a one.
    pub(super) fn flame_for(&self, fight: &Fight, who: Slot, named: Option<u8>) -> Option<(Slot, usize)> {
        let (own, body) = (&self.fighter(who).gear, fight.body(who));
        let meant = named.map(|item| &own.item(usize::from(item)).kind);
        let burns = |owner: Slot, wanted: &dyn Fn(Place) -> bool| {
            let (gear, theirs) = (&self.fighter(owner).gear, fight.body(owner));
            let fits = |item: &usize| {
                theirs.lit >> item & 1 == 1
                    && wanted(theirs.places[*item])
                    && meant.is_none_or(|kind| gear.item(*item).kind == *kind)
            };
            gear.lamp_items().find(fits).map(|item| (owner, item))
        };
        let lies_here = |place: Place| place == Place::Ground(body.at);
        burns(who, &Place::in_hand).or_else(|| fight.order.iter().find_map(|&owner| burns(owner, &lies_here)))
    }

    /// A light in its hands for which it has no hand left to take a weapon.
    pub(super) fn lamp_in_the_way(&self, fight: &Fight, who: Slot) -> Option<u8> {
        let (fighter, body) = (self.fighter(who), fight.body(who));
        let lamp = fighter.gear.lamp_items().find(|&item| body.places[item].in_hand())?;
        let mut without = *body;
        without.places.put(lamp, Place::Ground(body.at));
        let takes = |item: usize| {
            let near = matches!(body.places[item], Place::Worn | Place::Stored) || body.places[item] == Place::Ground(body.at);
            near && self.room_for(fighter, &without, item).is_some()
        };
        (0..fighter.gear.weapons.len()).any(takes).then_some(lamp as u8)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Lights a light that one holds.
    pub(super) fn kindle(&mut self, who: Slot, item: usize) {
        let rules = self.rules;
        self.fight.body_mut(who).lit |= 1 << item;
        self.table.tell("HEI-274, R-76", || {
            let reach = rules.fighter(who).gear.lamp(item).map_or(0, |lamp| lamp.reach);
            let (name, at) = (rules.fighter(who).gear.name(item), rules.ground.square(self.fight.body(who).at));
            format!("{} lights the {name}: darkness is gone in {} and up to {reach} around it", rules.name(who), at.name)
        });
        self.light_has_moved(who);
    }

    /// Puts out a light.
    pub(super) fn put_out(&mut self, who: Slot, owner: Slot, item: usize) {
        let rules = self.rules;
        self.fight.body_mut(owner).lit &= !(1 << item);
        self.table.tell("HEI-274, R-76", || {
            let whose = if owner == who { String::new() } else { format!(" of {}", rules.name(owner)) };
            format!("{} puts out the {}{whose}", rules.name(who), rules.fighter(owner).gear.name(item))
        });
    }

    /// Updates a light that has been taken, dropped or put away.
    pub(super) fn lamp_is_handled(&mut self, who: Slot, item: usize) {
        let rules = self.rules;
        let body = self.fight.body_mut(who);
        if body.lit >> item & 1 == 0 {
            return;
        }
        let (burns, rule) = match body.places[item] {
            Place::Ground(_) => (rules.rulings.dropped_light == DroppedLight::Burns, "R-77"),
            place => (place.in_hand(), "R-76"),
        };
        if !burns {
            body.lit &= !(1 << item);
            self.table.tell(rule, || format!("the {} goes out", rules.fighter(who).gear.name(item)));
            return;
        }
        self.light_has_moved(who);
    }

    /// A light burns now where none did: its bearer is given away, and so are all that nothing conceals any more.
    fn light_has_moved(&mut self, who: Slot) {
        let rules = self.rules;
        let body = self.fight.body_mut(who);
        if body.hides() && rules.gives_itself_away(body) {
            body.reveal();
            self.table.tell("R-78", || format!("{} is given away by its light", rules.name(who)));
        }
        self.uncover();
    }
}
