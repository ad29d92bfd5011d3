//! What lies between the fights of `bdp`: short breaks, and what happens on the way.
//!
//! Owns what is carried over and what is not. Start at [`Core::take_rest`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::gear::ItemUse;
use super::metrics as count;
use super::rolls;
use super::rulings::CasualtyWakes;
use super::scene::{PerilKind, PerilText, RestKind};
use super::state::{Fight, Status};

impl Core {
    /// A rest, or something that happens, for everybody (step 4.13).
    pub(super) fn take_rest<D: Dice, W: Watch>(&self, kind: RestKind, fight: &mut Fight, table: &mut Table<D, W>) {
        match kind {
            RestKind::Break => self.short_break(fight, table),
            RestKind::Peril(PerilText { kind, times }) => {
                for who in fight.slots().filter(|&who| fight.body(who).active()).collect::<Slots>() {
                    self.peril(fight, who, kind, times, table);
                }
            }
        }
    }

    /// Catching breath (BDP-031, BDP-092 to BDP-096, R-54, R-63).
    fn short_break<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let percent = i32::from(self.book.breath.encounter_percent);
        if percent > 0 && table.at_most(Slot::MASTER, &rolls::ENCOUNTER, 100, percent) {
            return table.tell("BDP-093", || "the break is interrupted and nobody recovers".to_owned());
        }
        for who in fight.slots() {
            if self.rulings.casualty_wakes == CasualtyWakes::Break {
                self.wakes(fight, who, table);
            }
            if fight.body(who).active() {
                self.drinks(fight, who, table);
            }
        }
    }

    /// Whoever was taken out by DEX, by WIL or by being knocked out wakes at 0 HP, unless an ability is at 0.
    fn wakes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        let out = matches!(body.status, Status::Unconscious | Status::Debilitated | Status::KnockedOut);
        if out && body.abilities.iter().all(|&ability| ability > 0) {
            (body.status, body.hp) = (Status::Active, 0);
            table.tell("R-63", || format!("{} comes to", self.name(who)));
        }
    }

    /// A drink of water gives HP back, and may be the last one (BDP-092, BDP-095, BDP-096).
    fn drinks<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let (numbers, body) = (&self.book.breath, fight.body(who));
        let deprived = self.book.deprived.blocks_hp && self.fighter(who).pc && body.deprived_days > 0;
        let dry = numbers.needs_water && body.waterskin == 0;
        if deprived || dry || body.hp >= body.hp_max || self.free(who, body) <= 0 {
            return;
        }
        let body = fight.body_mut(who);
        let gained = numbers.hp.map_or(i32::from(body.hp_max), i32::from);
        body.hp = (i32::from(body.hp) + gained).min(body.hp_max.into()) as i16;
        let die = body.waterskin;
        table.tell("BDP-092", || format!("{} catches breath: {} HP", self.name(who), fight.body(who).hp));
        if die == 0 {
            return;
        }
        table.watch.count(who, count::DRINKS, 1);
        let shown = table.roll(who, &rolls::WATER, die.into());
        if shown <= i32::from(numbers.shrink) {
            let smaller = numbers.chain.iter().copied().filter(|&faces| faces < die).max().unwrap_or(0);
            fight.body_mut(who).waterskin = smaller;
            table.tell("BDP-095, BDP-096", || format!("the water of {} runs low: d{smaller}", self.name(who)));
        }
    }
}

impl Core {
    /// Time on the road: cold hurts those without a winter cloak, each Watch (BDP-044, BDP-369, R-07).
    pub(super) fn travels<D: Dice, W: Watch>(&self, minutes: u32, fight: &mut Fight, table: &mut Table<D, W>) {
        const DAY_MINUTES: u32 = 24 * 60;
        if !self.scene.cold {
            return;
        }
        let watches = minutes / (DAY_MINUTES / u32::from(self.book.days.watches.max(1))).max(1);
        for _ in 0..watches {
            for who in fight.slots().filter(|&who| fight.body(who).active()).collect::<Slots>() {
                let (items, held) = (&self.fighter(who).items, fight.body(who).items);
                let cloaked = (0..items.len()).any(|item| held >> item & 1 == 1 && items[item].does == ItemUse::WinterCloak);
                if !cloaked {
                    self.peril(fight, who, PerilKind::Cold, 1, table);
                }
            }
        }
    }
}
