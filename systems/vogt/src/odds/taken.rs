//! Questions of `vogt` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::dice::{Die, Slot};
use frame::rules::about::{About, One, Parameters, choose, of};

use super::super::Core;
use super::super::fighter::DamageTypes;
use super::super::inventory;
use super::super::sheet::Ability;

impl Core {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon or ability that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let &About { by, at } = about;
        match question {
            "check" => {
                let ability = ability_named(by)?;
                let (die, penalty) = self.ability(by.who, self.morning.body(by.who), ability);
                let (skill, from) = (self.fighter(by.who).bonus[ability.index()], of(ability.short(), self.name(by.who)));
                taken.take("die", die, &from).take("bonus", skill, format!("skill in {from}"));
                taken.take("penalty", -penalty, format!("penalties of {from}"));
            }
            "contest" => {
                let ability = ability_named(by)?;
                self.whole_check(["die", "bonus"], by.who, ability, &mut taken);
                if let Some(at) = at {
                    let theirs = at.with.map_or(Ok(ability), |_| ability_named(at))?;
                    self.whole_check(["against", "bonus_against"], at.who, theirs, &mut taken);
                }
            }
            "initiative" => {
                self.goes(["die", "dex"], by, &mut taken)?;
                if let Some(at) = at {
                    self.goes(["against", "dex_against"], at, &mut taken)?;
                }
            }
            "damage" => {
                let (name, body) = (self.name(by.who), self.morning.body(by.who));
                let weapons = &self.fighter(by.who).weapons;
                let all = weapons.iter().map(|weapon| (weapon.name.as_str(), weapon));
                let weapon = choose(by, all, Some(&weapons[self.fighter(by.who).wielded(body)]))?;
                let strength = if weapon.add_str { body.abilities[Ability::Str.index()] } else { Die::NONE };
                let from = of(&weapon.name, name);
                taken.take("die", weapon.die, &from).take("str", strength, of("STR", name)).take("bonus", weapon.bonus, from);
                if let Some(at) = at {
                    let (name, body) = (self.name(at.who), self.morning.body(at.who));
                    let is = |types: DamageTypes| types >> weapon.damage_type & 1 == 1;
                    let types = of("damage types", name);
                    taken.take("ar", self.ar(at.who, body), of("AR", name));
                    taken.take("resistant", is(self.resists(at.who, body)), &types);
                    taken.take("vulnerable", is(self.vulnerable(at.who, body)), types);
                    taken.take("hp", body.hp.max(1), of("hit points", name));
                }
            }
            "death" => {
                taken.take("hp", self.morning.body(by.who).hp.max(1), of("hit points", self.name(by.who)));
            }
            "encumbrance" => {
                self.whole_check(["die", "bonus"], by.who, self.book.encumbrance.ability, &mut taken);
                let body = self.morning.body(by.who);
                let over = self.fighter(by.who).slots - inventory::slots_of(&body.abilities, body.hands, &self.book);
                if over > 0 {
                    taken.take("over", over, of("slots", self.name(by.who)));
                }
            }
            _ => {}
        }
        Ok(taken)
    }

    /// A check, with all that is added to it in one number.
    fn whole_check(&self, [die, bonus]: [&'static str; 2], who: Slot, ability: Ability, taken: &mut Parameters) {
        let (dice, penalty) = self.ability(who, self.morning.body(who), ability);
        let (skill, from) = (self.fighter(who).bonus[ability.index()], of(ability.short(), self.name(who)));
        taken.take(die, dice, &from).take(bonus, skill + penalty, format!("skill in {from}, penalties"));
    }

    /// Initiative dice and Dexterity.
    fn goes(&self, [die, dex]: [&'static str; 2], one: One, taken: &mut Parameters) -> Result<(), String> {
        let (fighter, body, name) = (self.fighter(one.who), self.morning.body(one.who), self.name(one.who));
        let weapons = fighter.weapons.iter().map(|weapon| (&weapon.name, weapon.initiative));
        let techniques = fighter.techniques.iter().filter_map(|technique| Some((&technique.name, technique.initiative?)));
        let usual = &fighter.weapons[fighter.wielded(body)];
        let all = weapons.chain(techniques).map(|(name, dice)| (name.as_str(), (name, dice)));
        let (with, dice) = choose(one, all, Some((&usual.name, usual.initiative)))?;
        taken.take(die, dice, of(with, name)).take(dex, body.abilities[Ability::Dex.index()], of("DEX", name));
        Ok(())
    }
}

/// Reads which ability is asked about; there is none by default.
fn ability_named(one: One) -> Result<Ability, String> {
    choose(one, Ability::ALL.map(|ability| (ability.short(), ability)), None)
}
