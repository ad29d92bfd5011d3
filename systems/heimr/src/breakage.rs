//! Breaking things in `heimr`: structures on borders, items that lie about, items that combatants hold.
//!
//! Owns rows HEI-057, HEI-253, HEI-254 and R-64. Start at [`Play::break_structure`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::book::tables::Sound;
use super::ground::Direction;
use super::rulings::ToughnessRule;
use super::sheet::EffectKind;
use super::state::{Fight, Hand, Place};
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if a blow breaks something, of which `wear` keeps the blows so far where they add up.
    fn breaks(&self, blow: u16, toughness: u16, wear: &mut u16) -> bool {
        match self.rulings.toughness {
            ToughnessRule::Threshold => blow >= toughness,
            ToughnessRule::Cumulative => {
                *wear = wear.saturating_add(blow);
                *wear >= toughness
            }
        }
    }

    /// The heaviest blow of what it wields in melee, by damage or by Break; none where it wields nothing.
    pub(super) fn blow(&self, fight: &Fight, who: Slot) -> Option<u16> {
        let fighter = self.fighter(who);
        let weapons = self.melee_weapons(fighter, fight.body(who)).into_iter().flatten();
        let strength = |weapon: u8| {
            let arm = &fighter.gear.weapons[usize::from(weapon)];
            let breaks = arm.on_hit.iter().filter(|effect| effect.kind == EffectKind::Break).map(|effect| effect.number);
            breaks.max().unwrap_or(0).max(arm.damage.clamp(0, i32::from(u16::MAX)) as u16)
        };
        weapons.map(strength).max()
    }

    /// The structure that stands on a border of its square, and its toughness (HEI-253).
    pub(super) fn structure(&self, fight: &Fight, who: Slot, direction: Direction) -> Option<(u8, u16)> {
        let border = self.ground.square(fight.body(who).at).borders[direction as usize]?;
        let toughness = self.ground.borders[usize::from(border)].toughness?;
        (fight.broken >> border & 1 == 0).then_some((border, toughness))
    }

    /// The blow that it could strike at the structure on a border, if there is one (HEI-253, R-64).
    pub(super) fn blow_at(&self, fight: &Fight, who: Slot, direction: Direction) -> Option<u16> {
        self.structure(fight, who, direction).and_then(|_| self.blow(fight, who))
    }

    /// Such an item that lies here and can be broken: whose it is, and its number there. Items are meant by those of
    /// the attacker.
    pub(super) fn breakable(&self, fight: &Fight, who: Slot, item: usize) -> Option<(Slot, usize)> {
        self.blow(fight, who)?;
        let breaks = |owner: Slot, found: &usize| self.fighter(owner).gear.item(*found).toughness.is_some();
        let mut owners = fight.order.iter().copied();
        owners.find_map(|owner| {
            let found = self.lies_of(owner, fight, who, item).filter(|found| breaks(owner, found))?;
            Some((owner, found))
        })
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Gives away a combatant that strikes at things: it is heard, and no longer hidden (HEI-225).
    pub(super) fn clatter(&mut self, who: Slot) {
        self.fight.body_mut(who).reveal();
        self.make_noise(who, Sound::Loud);
    }

    /// The structure on a border suffers a blow or a Break of so much (HEI-253, R-64).
    pub(super) fn break_structure(&mut self, who: Slot, direction: Direction, blow: u16) {
        let rules = self.rules;
        let Some((border, toughness)) = rules.structure(self.fight, who, direction) else { return };
        self.clatter(who);
        let broken = rules.breaks(blow, toughness, &mut self.fight.borders[usize::from(border)].wear);
        if broken {
            self.fight.broken |= 1 << border;
        }
        self.table.tell("HEI-253", || {
            let word = if broken { "breaks" } else { "strikes in vain at" };
            format!("{} {word} the structure {}", rules.name(who), direction.word())
        });
    }

    /// Destroys what the target holds, if it can be (HEI-057, R-64).
    pub(super) fn break_held(&mut self, target: Slot, number: u16) {
        let body = self.fight.body(target);
        let held = body.places.in_hand(Hand::Sword).or_else(|| body.places.in_hand(Hand::Off));
        if let Some(item) = held {
            self.strike_item(target, item, number);
        }
    }

    /// Strikes an item, which a blow as high as its toughness breaks.
    pub(super) fn strike_item(&mut self, owner: Slot, item: usize, blow: u16) {
        let rules = self.rules;
        let gear = &rules.fighter(owner).gear;
        let Some(toughness) = gear.item(item).toughness else { return };
        let body = self.fight.body_mut(owner);
        if rules.breaks(blow, toughness, &mut body.wear[item]) {
            body.places.put(item, Place::Gone);
            self.table.tell("HEI-057, R-64", || format!("the {} of {} breaks", gear.name(item), rules.name(owner)));
        }
    }
}
