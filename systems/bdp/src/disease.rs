//! Diseases, day by day.
//!
//! Owns how one is caught, and what a day of it does. Start at [`Play::ails`].

use frame::dice::{Dice, Slot};
use frame::fight::Watch;

use super::Play;
use super::harm::{AbilityDamage, Origin};
use super::metrics as count;
use super::rolls;
use super::rulings::DiseaseSuccess;
use super::save::Advantage;
use super::state::Illness;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The combatant catches a disease, unless it has that one already (BDP-080, BDP-083).
    pub(super) fn catches(&mut self, who: Slot, kind: u8) {
        let (name, disease) = &self.rules.diseases[usize::from(kind)];
        let has = self.fight.body(who).diseases.iter().flatten().any(|illness| illness.kind == kind);
        let Some(place) = self.fight.body(who).diseases.iter().position(Option::is_none).filter(|_| !has) else { return };
        let days = disease.days.map(|dice| self.table.sum(who, &rolls::DISEASE_DAYS, dice).clamp(0, 255) as u8);
        self.fight.body_mut(who).diseases[place] = Some(Illness { kind, days, passed: 0 });
        self.table.watch.count(who, count::DISEASES, 1);
        self.table.tell("BDP-080", || format!("{} has {}", self.rules.name(who), name.replace('_', " ")));
    }

    /// A day of all diseases that the combatant has (BDP-081 to BDP-084, R-55).
    pub(super) fn ails(&mut self, who: Slot, cared_for: bool) {
        for place in 0..self.fight.body(who).diseases.len() {
            if self.fight.is_active(who) {
                self.ails_of(who, place, cared_for);
            }
        }
    }

    /// A day of one disease: a cure, or a save and what follows from it (BDP-081 to BDP-085, R-55).
    fn ails_of(&mut self, who: Slot, place: usize, cared_for: bool) {
        let rules = self.rules;
        let Some(mut illness) = self.fight.body(who).diseases[place] else { return };
        let (name, disease) = &rules.diseases[usize::from(illness.kind)];
        if self.takes_cure(who, name) {
            self.fight.body_mut(who).diseases[place] = None;
            self.table.watch.count(who, count::DISEASES_HEALED, 1);
            return self.table.tell("BDP-085", || format!("{} is cured of {}", rules.name(who), name.replace('_', " ")));
        }
        let advantage = Advantage::of(cared_for && disease.care_helps, false);
        if self.ability_save(who, disease.save, 0, advantage, &rolls::DISEASE) {
            illness.passed = illness.passed.saturating_add(1);
        } else {
            if rules.rulings.disease_success == DiseaseSuccess::Consecutive {
                illness.passed = 0;
            }
            let lost = self.table.sum(who, &rolls::DISEASE_DAMAGE, disease.damage.dice) + disease.damage.flat;
            self.harm_ability(who, AbilityDamage::simply(disease.ability, lost, Origin::Disease), "BDP-081");
        }
        illness.days = illness.days.map(|days| days.saturating_sub(1));
        let healed = disease.saves.is_some_and(|saves| illness.passed >= saves) || illness.days == Some(0);
        self.fight.body_mut(who).diseases[place] = Some(illness).filter(|_| !healed);
        if healed {
            self.table.watch.count(who, count::DISEASES_HEALED, 1);
            self.table.tell("BDP-082, BDP-083", || format!("{} is rid of {}", rules.name(who), name.replace('_', " ")));
        }
    }
}
