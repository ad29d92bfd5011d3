//! Questions of `bdp` about combatants: which parameter is which number of a sheet.
//!
//! Owns no rule: the numbers are those that fights begin with. Start at [`Core::taken`].

use frame::dice::Slot;
use frame::rules::about::{About, One, Parameters, choose, of};
use frame::rules::profile::word;

use super::super::Core;
use super::super::outfit::Weapon;
use super::super::policy::GambitKind;
use super::super::profile::ABILITIES;
use super::super::sheet::{Ability, Rolled};

impl<const PLAIN: bool> Core<PLAIN> {
    /// The parameters of a question that sheets answer.
    ///
    /// # Errors
    /// A weapon or ability that does not exist, or one that is not named while none is the usual one.
    pub(in super::super) fn taken(&self, question: &str, about: &About) -> Result<Parameters, String> {
        let mut taken = Parameters::default();
        let &About { by, at } = about;
        match question {
            "save" => self.score("ability", by.who, ability_named(by)?, &mut taken),
            "contest" => {
                let ability = ability_named(by)?;
                self.contests(["ability", "rolled"], by.who, ability, &mut taken);
                if let Some(at) = at {
                    let theirs = at.with.map_or(Ok(ability), |_| ability_named(at))?;
                    self.contests(["against", "rolled_against"], at.who, theirs, &mut taken);
                }
            }
            "action" | "peril" => self.scores(by.who, ["str", "dex", "wil"], &mut taken),
            "gambit" => self.gambit_taken(about, &mut taken)?,
            "morale" => {
                let side = self.fighter(by.who).side;
                let members = self.fighters.iter().filter(|fighter| fighter.side == side).count();
                if members >= 2 {
                    taken.take("members", members, of("the side", self.name(by.who)));
                }
                self.score("wil", by.who, Ability::Wil, &mut taken);
                self.score("dex", by.who, Ability::Dex, &mut taken);
            }
            "damage" => {
                self.dealt(["die", "type", "heavy", "magic"], by.who, self.weapon_asked(by)?, &mut taken);
                if let Some(second) = self.second_asked(by) {
                    self.dealt(["off", "off_type", "off_heavy", "off_magic"], by.who, second, &mut taken);
                }
                if let Some(at) = at {
                    self.protection("armor", at.who, &mut taken);
                }
            }
            "die" => {
                self.die("die", by.who, self.weapon_asked(by)?, &mut taken);
                self.second_die("off", by, &mut taken);
            }
            "parry" => self.parry_taken(about, &mut taken)?,
            "properties" => self.properties_taken(about, &mut taken)?,
            "faith" => {
                self.score("wil", by.who, Ability::Wil, &mut taken);
                taken.take("free", self.morning.body(by.who).free_faith.min(4), of("Faith Dice", self.name(by.who)));
            }
            "critical" => {
                self.die("die", by.who, self.weapon_asked(by)?, &mut taken);
                self.second_die("off", by, &mut taken);
                if let Some(at) = at {
                    let (name, body) = (self.name(at.who), self.morning.body(at.who));
                    self.protection("armor", at.who, &mut taken);
                    taken.take("hp", self.guard(at.who, body).max(0), of("HP", name));
                    self.score("str", at.who, Ability::Str, &mut taken);
                    self.score("dex", at.who, Ability::Dex, &mut taken);
                    taken.take("pc", self.fighter(at.who).pc, format!("what {name} is"));
                }
            }
            "counterspell" => {
                self.dice_asked("dice", by.who, &mut taken)?;
                if let Some(at) = at {
                    self.dice_asked("against", at.who, &mut taken)?;
                }
            }
            "prayer" => {
                let (name, body) = (self.name(by.who), self.morning.body(by.who));
                let wil = Ability::Wil.index();
                taken.take("lost", (body.maxima[wil] - body.abilities[wil]).max(0), of("WIL", name));
                taken.take("bonus", self.fighter(by.who).prayer, of("prayer", name));
            }
            "disease" => {
                self.score("str", by.who, Ability::Str, &mut taken);
                if by.with.is_some() {
                    self.score("ability", by.who, ability_named(by)?, &mut taken);
                }
            }
            "duel" => {
                self.scores(by.who, ["str", "dex", "wil"], &mut taken);
                self.die("die", by.who, self.weapon_asked(by)?, &mut taken);
                if let Some(at) = at {
                    self.scores(at.who, ["str_against", "dex_against", "wil_against"], &mut taken);
                    self.protection("armor", at.who, &mut taken);
                }
            }
            _ => {}
        }
        Ok(taken)
    }

    /// Takes the numbers of a gambit.
    fn gambit_taken(&self, about: &About, taken: &mut Parameters) -> Result<(), String> {
        let &About { by, at } = about;
        self.die("die", by.who, self.weapon_asked(by)?, taken);
        self.second_die("off", by, taken);
        if let Some(at) = at {
            let kinds = [GambitKind::Shove, GambitKind::Disarm, GambitKind::Trip, GambitKind::Stun];
            let names = kinds.map(|kind| (word(&kind), self.gambit_ability(kind)));
            let ability = choose(at, names.iter().map(|(name, ability)| (name.as_str(), *ability)), None)?;
            self.score("ability", at.who, ability, taken);
            self.score("own", by.who, ability, taken);
            self.die("back", at.who, self.held(at.who), taken);
            self.second_die("back_off", One { with: None, ..at }, taken);
        }
        Ok(())
    }

    /// Takes the numbers of a parry, and of Counter.
    fn parry_taken(&self, about: &About, taken: &mut Parameters) -> Result<(), String> {
        let &About { by, at } = about;
        let weapon = self.weapon_asked(by)?;
        self.die("die", by.who, weapon, taken);
        let from = of(&weapon.name, self.name(by.who));
        taken.take("counter", weapon.first_edge().counter, &from).take("heavy", weapon.first_edge().heavy, &from);
        self.protection("armor", by.who, taken);
        if let Some(at) = at {
            let theirs = self.weapon_asked(at)?;
            self.die("against", at.who, theirs, taken);
            taken.take("heavy_against", theirs.first_edge().heavy, of(&theirs.name, self.name(at.who)));
            self.protection("armor_against", at.who, taken);
        }
        Ok(())
    }

    /// Takes the properties of a weapon.
    fn properties_taken(&self, about: &About, taken: &mut Parameters) -> Result<(), String> {
        let &About { by, at } = about;
        let weapon = self.weapon_asked(by)?;
        let (edge, from) = (weapon.first_edge(), of(&weapon.name, self.name(by.who)));
        taken.take("die", weapon.die, &from).take("heavy", edge.heavy, &from).take("magic", edge.magic, &from);
        taken.take("sweep", edge.sweep, &from).take("push", edge.push, &from).take("brutal", edge.brutal, &from);
        taken.take("shock", edge.shock, &from).take("bleed", edge.bleed, &from);
        if let Some(at) = at {
            self.protection("armor", at.who, taken);
        }
        Ok(())
    }

    /// The weapon of that name, or the one that is wielded.
    fn weapon_asked(&self, one: One) -> Result<&Weapon, String> {
        let weapons = self.fighter(one.who).weapons.iter().map(|weapon| (weapon.name.as_str(), weapon));
        choose(one, weapons, Some(self.held(one.who)))
    }

    /// Takes the die of a second weapon in hand, where the usual attack is with two.
    fn second_die(&self, parameter: &'static str, one: One, taken: &mut Parameters) {
        if let Some(second) = self.second_asked(one) {
            self.die(parameter, one.who, second, taken);
        }
    }

    /// The second weapon in hand, where the usual attack is with two (BDP-255).
    fn second_asked(&self, one: One) -> Option<&Weapon> {
        let second = self.swing(&self.morning, one.who, None).off.filter(|_| one.with.is_none());
        second.map(|second| self.weapon(one.who, second))
    }

    /// Takes what a weapon does to whoever is struck: its die, type, Heavy and Magic.
    fn dealt(&self, parameters: [&'static str; 4], who: Slot, weapon: &Weapon, taken: &mut Parameters) {
        let (edge, from) = (weapon.first_edge(), of(&weapon.name, self.name(who)));
        let kind = edge.damage.map_or("none".to_owned(), |damage| word(&damage));
        let [die, damage, heavy, magic] = parameters;
        taken.take(die, weapon.die, &from).take(damage, kind, &from);
        taken.take(heavy, edge.heavy, &from).take(magic, edge.magic, &from);
    }

    /// Returns the weapon that somebody wields in the morning.
    fn held(&self, who: Slot) -> &Weapon {
        self.weapon(who, self.wielded(who, self.morning.body(who)))
    }

    /// Takes the die of a weapon for a parameter.
    fn die(&self, parameter: &'static str, who: Slot, weapon: &Weapon, taken: &mut Parameters) {
        taken.take(parameter, weapon.die, of(&weapon.name, self.name(who)));
    }

    /// Takes the Armor that somebody has in the morning.
    fn protection(&self, parameter: &'static str, who: Slot, taken: &mut Parameters) {
        taken.take(parameter, self.armor(who, self.morning.body(who)), of("Armor", self.name(who)));
    }

    /// Takes all Magic Dice that somebody can have, 4 at most; an error where there are none.
    fn dice_asked(&self, parameter: &'static str, who: Slot, taken: &mut Parameters) -> Result<(), String> {
        let dice = self.fighter(who).md_max;
        if dice == 0 {
            return Err(format!("{} has no Magic Dice", self.name(who)));
        }
        taken.take(parameter, dice.min(4), of("Magic Dice", self.name(who)));
        Ok(())
    }

    /// Takes an ability as it is in the morning.
    fn score(&self, parameter: &'static str, who: Slot, ability: Ability, taken: &mut Parameters) {
        let from = of(ABILITIES[ability.index()].1, self.name(who));
        taken.take(parameter, self.ability(self.morning.body(who), ability), from);
    }

    /// Takes an ability as it is in the morning, or the dice by which nothing but they rolls it then (BDP-427, BDP-590).
    fn contests(&self, parameters: [&'static str; 2], who: Slot, ability: Ability, taken: &mut Parameters) {
        let (fighter, [score, rolled]) = (self.fighter(who), parameters);
        if matches!(fighter.rolled, Some(Rolled::Character | Rolled::Rival)) && fighter.age[ability.index()] == 0 {
            taken.take(rolled, self.book.creation.ability, of(ABILITIES[ability.index()].1, self.name(who)));
        } else {
            self.score(score, who, ability, taken);
        }
    }

    /// Takes all three abilities, in their order.
    fn scores(&self, who: Slot, parameters: [&'static str; 3], taken: &mut Parameters) {
        for (parameter, (ability, _)) in parameters.into_iter().zip(ABILITIES) {
            self.score(parameter, who, ability, taken);
        }
    }
}

/// Reads which ability is asked about; there is none by default.
fn ability_named(one: One) -> Result<Ability, String> {
    choose(one, ABILITIES.map(|(ability, name)| (name, ability)), None)
}
