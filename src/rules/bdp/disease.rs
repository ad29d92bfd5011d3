//! Diseases, day by day.
//!
//! Owns how one is caught, and what a day of it does. Start at [`Core::ails`].

use crate::dice::{Dice, Slot};
use crate::fight::{Table, Watch};

use super::Core;
use super::metrics as count;
use super::rolls;
use super::rulings::DiseaseSuccess;
use super::save::Luck;
use super::state::{Fight, Illness};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Somebody catches a disease, unless it has that one already (BDP-080, BDP-083).
    pub(super) fn catches<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, kind: u8, table: &mut Table<D, W>) {
        let (name, disease) = &self.diseases[usize::from(kind)];
        let has = fight.body(who).diseases.iter().flatten().any(|illness| illness.kind == kind);
        let Some(place) = fight.body(who).diseases.iter().position(Option::is_none).filter(|_| !has) else { return };
        let days = disease.days.map(|dice| table.sum(who, &rolls::DISEASE_DAYS, dice).clamp(0, 255) as u8);
        fight.body_mut(who).diseases[place] = Some(Illness { kind, days, passed: 0 });
        table.watch.count(who, count::DISEASES, 1);
        table.tell("BDP-080", || format!("{} has {}", self.name(who), name.replace('_', " ")));
    }

    /// A day of all diseases that somebody has (BDP-081 to BDP-084, R-55).
    pub(super) fn ails<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, cared_for: bool, table: &mut Table<D, W>) {
        for place in 0..fight.body(who).diseases.len() {
            if fight.is_active(who) {
                self.ails_of(fight, who, (place, cared_for), table);
            }
        }
    }

    fn ails_of<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (place, cared_for): (usize, bool),
        table: &mut Table<D, W>,
    ) {
        let Some(mut illness) = fight.body(who).diseases[place] else { return };
        let (name, disease) = &self.diseases[usize::from(illness.kind)];
        let luck = Luck::of(cared_for && disease.care_helps, false);
        if self.ability_save(fight, who, (disease.save, 0, luck), &rolls::DISEASE, table) {
            illness.passed = illness.passed.saturating_add(1);
        } else {
            if self.rulings().disease_success == DiseaseSuccess::Consecutive {
                illness.passed = 0;
            }
            let lost = table.sum(who, &rolls::DISEASE_DAMAGE, disease.damage.dice) + disease.damage.flat;
            self.wears_down(fight, who, (disease.ability, lost), (false, false), "BDP-081", table);
        }
        illness.days = illness.days.map(|days| days.saturating_sub(1));
        let healed = disease.saves.is_some_and(|saves| illness.passed >= saves) || illness.days == Some(0);
        fight.body_mut(who).diseases[place] = Some(illness).filter(|_| !healed);
        if healed {
            table.watch.count(who, count::DISEASES_HEALED, 1);
            table.tell("BDP-082, BDP-083", || format!("{} is rid of {}", self.name(who), name.replace('_', " ")));
        }
    }
}
