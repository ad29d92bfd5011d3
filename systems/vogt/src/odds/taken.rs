//! Questions of `vogt` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::dice::{Die, Slot};
use frame::rules::about::{About, One, Parameters, choose, of};

use super::super::Core;
use super::super::inventory;
use super::super::sheet::Ability;

impl Core {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon or ability that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, &About { by, at }: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let (fighter, body) = (self.fighter(by.who), self.morning.body(by.who));
        let from = |what: &str, one: One| of(what, self.name(one.who));
        match question {
            "check" => self.checks(&["die", "bonus", "penalty"], by.who, ability_named(by)?, &mut taken),
            "contest" => {
                let ability = ability_named(by)?;
                self.checks(&["die", "bonus"], by.who, ability, &mut taken);
                if let Some(at) = at {
                    let theirs = at.with.map_or(Ok(ability), |_| ability_named(at))?;
                    self.checks(&["against", "bonus_against"], at.who, theirs, &mut taken);
                }
            }
            "initiative" => {
                self.goes(["die", "dex"], by, &mut taken)?;
                at.map_or(Ok(()), |at| self.goes(["against", "dex_against"], at, &mut taken))?;
            }
            "damage" => {
                let all = fighter.weapons.iter().map(|weapon| (weapon.name.as_str(), weapon));
                let weapon = choose(by, all, Some(&fighter.weapons[fighter.wielded(body)]))?;
                let strength = if weapon.add_str { body.abilities[Ability::Str.index()] } else { Die::NONE };
                taken.take("die", weapon.die, from(&weapon.name, by)).take("str", strength, from("STR", by));
                taken.take("bonus", weapon.bonus, from(&weapon.name, by));
                if let Some(at) = at {
                    let body = self.morning.body(at.who);
                    let types = [self.resists(at.who, body), self.vulnerable(at.who, body)];
                    let [resistant, vulnerable] = types.map(|types| types >> weapon.damage_type & 1 == 1);
                    taken.take("ar", self.ar(at.who, body), from("AR", at));
                    taken.take("resistant", resistant, from("damage types", at));
                    taken.take("vulnerable", vulnerable, from("damage types", at));
                    taken.take("hp", body.hp.max(1), from("hit points", at));
                }
            }
            "death" => drop(taken.take("hp", body.hp.max(1), from("hit points", by))),
            "encumbrance" => {
                self.checks(&["die", "bonus"], by.who, self.book.encumbrance.ability, &mut taken);
                let over = fighter.slots - inventory::slots_of(&body.abilities, body.hands, &self.book);
                if over > 0 {
                    taken.take("over", over, from("slots", by));
                }
            }
            _ => {}
        }
        Ok(taken)
    }

    /// A check: its die, what is added to it, and its penalty, which is added too where no parameter is named for it.
    fn checks(&self, names: &[&'static str], who: Slot, ability: Ability, taken: &mut Parameters) {
        let (die, penalty) = self.ability(who, self.morning.body(who), ability);
        let (skill, from) = (self.fighter(who).bonus[ability.index()], of(ability.short(), self.name(who)));
        taken.take(names[0], die, &from);
        match names.get(2) {
            Some(name) => {
                taken.take(names[1], skill, format!("skill in {from}")).take(name, -penalty, format!("penalties of {from}"))
            }
            None => taken.take(names[1], skill + penalty, format!("skill in {from}, penalties")),
        };
    }

    /// Initiative dice and Dexterity.
    fn goes(&self, [die, dex]: [&'static str; 2], one: One, taken: &mut Parameters) -> Result<(), String> {
        let (fighter, body, name) = (self.fighter(one.who), self.morning.body(one.who), self.name(one.who));
        let weapons = fighter.weapons.iter().map(|weapon| (weapon.name.as_str(), weapon.initiative));
        let techniques =
            fighter.techniques.iter().filter_map(|technique| Some((technique.name.as_str(), technique.initiative?)));
        let all = weapons.chain(techniques).map(|(name, dice)| (name, (name, dice)));
        let usual = all.clone().nth(fighter.wielded(body)).map(|(_, usual)| usual);
        let (with, dice) = choose(one, all, usual)?;
        taken.take(die, dice, of(with, name)).take(dex, body.abilities[Ability::Dex.index()], of("DEX", name));
        Ok(())
    }
}

/// Reads which ability is asked about; there is none by default.
fn ability_named(one: One) -> Result<Ability, String> {
    choose(one, Ability::ALL.map(|ability| (ability.short(), ability)), None)
}
