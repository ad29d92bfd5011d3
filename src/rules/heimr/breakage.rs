//! Breaking things in `heimr`: structures on borders, items that lie about, items that somebody holds.
//!
//! Owns rows HEI-057, HEI-253, HEI-254 and R-64. Start at [`Core::break_structure`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::book::tables::Sound;
use super::ground::Direction;
use super::rulings::ToughnessRule;
use super::sheet::EffectKind;
use super::state::{Exit, Fight, Hand, Place};

impl Core {
    /// Whether a blow breaks something, of which `wear` keeps the blows so far where they add up.
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
    fn blow(&self, fight: &Fight, who: Slot) -> Option<u16> {
        let fighter = self.fighter(who);
        let weapons = self.melee_weapons(fighter, fight.body(who)).into_iter().flatten();
        let strength = |weapon: u8| {
            let arm = &fighter.gear.weapons[usize::from(weapon)];
            let breaks = arm.on_hit.iter().filter(|effect| effect.kind == EffectKind::Break).map(|effect| effect.number);
            breaks.max().unwrap_or(0).max(arm.damage.clamp(0, i32::from(u16::MAX)) as u16)
        };
        weapons.map(strength).max()
    }

    /// Whoever strikes at things is heard, and no longer hidden (HEI-225).
    fn clatter<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        fight.body_mut(who).reveal();
        self.make_noise(fight, who, Sound::Loud, table);
    }

    /// Whether there is a structure on a border that it can strike at (HEI-253, R-64).
    pub(super) fn can_break(&self, fight: &Fight, who: Slot, direction: Direction) -> bool {
        let border = self.ground.square(fight.body(who).at).borders[direction as usize];
        let standing = border.is_some_and(|border| {
            self.ground.borders[usize::from(border)].toughness.is_some() && fight.broken >> border & 1 == 0
        });
        standing && self.blow(fight, who).is_some()
    }

    /// Strikes at the structure of a border (HEI-253, HEI-254, R-64).
    pub(super) fn break_structure<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        direction: Direction,
        table: &mut Table<D, W>,
    ) {
        let Some(border) = self.ground.square(fight.body(who).at).borders[direction as usize] else { return };
        let Some(toughness) = self.ground.borders[usize::from(border)].toughness else { return };
        let Some(blow) = self.blow(fight, who) else { return };
        self.clatter(fight, who, table);
        let broken = self.breaks(blow, toughness, &mut fight.borders[usize::from(border)].wear);
        if broken {
            fight.broken |= 1 << border;
        }
        table.tell("HEI-253", || {
            let word = if broken { "breaks" } else { "strikes in vain at" };
            format!("{} {word} the structure {}", self.name(who), direction.name())
        });
    }

    /// Such an item that lies here and can be broken: whose it is, and its number there. Items are meant by those of
    /// the one who strikes.
    pub(super) fn breakable(&self, fight: &Fight, who: Slot, item: usize) -> Option<(Slot, usize)> {
        let (kind, at) = (self.fighter(who).gear.kind(item), fight.body(who).at);
        self.blow(fight, who)?;
        fight.slots().find_map(|owner| {
            let (gear, body) = (&self.fighter(owner).gear, fight.body(owner));
            let here = |index: &usize| body.places[*index] == Place::Ground(at) && gear.kind(*index) == kind;
            let found = (0..gear.items()).filter(|_| body.exit != Exit::Absent).find(here)?;
            gear.toughness(found).map(|_| (owner, found))
        })
    }

    /// Strikes at an item that lies here.
    pub(super) fn break_lying<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, item: usize, table: &mut Table<D, W>) {
        let (Some((owner, index)), Some(blow)) = (self.breakable(fight, who, item), self.blow(fight, who)) else { return };
        if self.past_object_guards(fight, who, table) {
            self.clatter(fight, who, table);
            self.strike_item(fight, (owner, index), blow, table);
        }
    }

    /// What somebody holds is destroyed, if it can be (HEI-057, R-64).
    pub(super) fn break_held<D: Dice, W: Watch>(&self, fight: &mut Fight, target: Slot, number: u16, table: &mut Table<D, W>) {
        let (fighter, body) = (self.fighter(target), fight.body(target));
        let held = fighter.in_hand(body, Hand::Sword).or_else(|| fighter.in_hand(body, Hand::Off));
        if let Some(item) = held {
            self.strike_item(fight, (target, item), number, table);
        }
    }

    fn strike_item<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        (owner, item): (Slot, usize),
        blow: u16,
        table: &mut Table<D, W>,
    ) {
        let gear = &self.fighter(owner).gear;
        let Some(toughness) = gear.toughness(item) else { return };
        let body = fight.body_mut(owner);
        if self.breaks(blow, toughness, &mut body.wear[item]) {
            body.places[item] = Place::Gone;
            table.tell("HEI-057, R-64", || format!("the {} of {} breaks", gear.name(item), self.name(owner)));
        }
    }
}
