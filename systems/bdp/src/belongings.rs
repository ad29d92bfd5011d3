//! Belongings in `bdp`, where they are used up or lost: items, and the light that burns.
//!
//! Owns how often an item can be used, and what goes with one that is gone. Start at [`Play::uses_item`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::book::gear::ItemUse;
use super::book::recovery::RecipeEffect;
use super::{Play, rolls};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Uses an item once; when that was the last time, it is gone.
    pub(super) fn uses_item(&mut self, who: Slot, item: usize) {
        let kind = &self.rules.fighter(who).items[item];
        let body = self.fight.body_mut(who);
        if kind.uses > 0 {
            body.item_uses[item] = body.item_uses[item].saturating_sub(1);
            if body.item_uses[item] == 0 {
                self.loses_item(who, item);
            }
        }
    }

    /// Uses a herb or a potion that cures a wound or a disease of this name, if the combatant has one (BDP-060 to BDP-063,
    /// BDP-085, BDP-122 to BDP-124).
    pub(super) fn takes_cure(&mut self, who: Slot, name: &str) -> bool {
        let rules = self.rules;
        let (items, held) = (&rules.fighter(who).items, self.fight.body(who).items);
        let herb = (0..items.len())
            .find(|&item| held >> item & 1 == 1 && items[item].does == ItemUse::Cure && items[item].key == name);
        let potion = rules.potion(self.fight, who, |recipe| recipe.effect == RecipeEffect::Cure && recipe.wound == name);
        if let Some(item) = herb {
            self.loses_item(who, item);
        } else if let Some(item) = potion {
            self.uses_item(who, item);
        } else {
            return false;
        }
        true
    }

    /// An item is gone, and with it the weapon that it was as well (BDP-471).
    pub(super) fn loses_item(&mut self, who: Slot, item: usize) {
        let fighter = self.rules.fighter(who);
        let body = self.fight.body_mut(who);
        if body.items >> item & 1 == 0 {
            return;
        }
        body.items &= !(1 << item);
        body.load -= fighter.items[item].slots;
        let weapon = fighter.weapons.iter().position(|weapon| weapon.item == Some(item as u8));
        if let Some(weapon) = weapon.filter(|&weapon| body.carries(weapon as u8)) {
            body.weapons &= !(1 << weapon);
            body.load -= fighter.weapons[weapon].slots;
        }
    }

    /// A torch that is dropped may go out and burn down (BDP-364).
    pub(super) fn drops_torch(&mut self, who: Slot) {
        let rules = self.rules;
        let die = self.fight.body(who).light;
        let torch =
            rules.item(self.fight, who, ItemUse::Torch).is_some() && rules.item(self.fight, who, ItemUse::Lantern).is_none();
        let out = i32::from(rules.book.light.torch_out);
        if rules.scene.dark && die > 0 && torch && self.table.at_most(who, &rolls::DROPPED_TORCH, die.into(), out) {
            self.table.tell("BDP-364", || format!("{} drops the torch, which goes out", rules.name(who)));
            self.burns_down(who);
        }
    }

    /// A bad hit may break a burning lantern (BDP-364).
    pub(super) fn lantern_may_break(&mut self, who: Slot) {
        let rules = self.rules;
        if self.fight.body(who).light == 0 || !rules.scene.dark {
            return;
        }
        let Some(lantern) = rules.item(self.fight, who, ItemUse::Lantern) else { return };
        if self.table.at_most(who, &rolls::LANTERN, rules.book.light.lantern_breaks.into(), 1) {
            self.loses_item(who, lantern);
            self.fight.body_mut(who).light = 0;
            self.table.tell("BDP-364", || format!("the lantern of {} breaks", rules.name(who)));
        }
    }

    /// The usage die of a light shrinks; behind the smallest the next torch is lit (BDP-364).
    pub(super) fn burns_down(&mut self, who: Slot) {
        let rules = self.rules;
        let smaller = rules.smaller(self.fight.body(who).light);
        self.fight.body_mut(who).light = smaller;
        if smaller > 0 {
            return;
        }
        if let Some(torch) = rules.item(self.fight, who, ItemUse::Torch) {
            self.loses_item(who, torch);
            if rules.item(self.fight, who, ItemUse::Torch).is_some() {
                self.fight.body_mut(who).light = rules.book.light.torch;
            }
        }
    }
}
