//! The profile of a combatant of `heimr`, read off its fighter with what it wields when a day begins.
//!
//! Owns the words of a profile, and no rule: consistency and potential are those of [`mastery`](super::mastery). Start at
//! [`Core::profile`].

use frame::dice::Slot;
use frame::rules::profile::{Profile, ProfileLine, Topic};

use super::Core;
use super::abilities::{AbilityId, Score};
use super::book::tables::Hands;
use super::fighter::Fighter;
use super::mastery::Mastery;
use super::quantities::{ALL, Code, QUANTITIES};
use super::rulings::DefaultTarget;
use super::sheet::DefenceKind;
use super::state::Place;

impl<const PLAIN: bool> Core<PLAIN> {
    /// The profile of a combatant.
    pub(super) fn profile(&self, who: Slot) -> Profile {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let mut profile = Profile::default();
        let values = fighter.now(body);
        self.pool(who, Code::Hp, fighter.hp_max, &mut profile);
        self.pool(who, Code::Willpower, fighter.willpower_max.into(), &mut profile);
        let fatigue = self.line(who, Code::Fatigue, &mut profile);
        let (stamina, name) = (values.attributes[self.abilities.stamina], &self.abilities.attributes[self.abilities.stamina].0);
        fatigue.from(format!("base {}", self.base_fatigue(who, body))).part(name, stamina);
        let initiative = match fighter.start.initiative {
            Some(given) => given.to_string(),
            None => score(values.initiative(body.willpower)),
        };
        profile.line(Topic::Initiative, "initiative", initiative);
        self.attacks(who, &mut profile);
        self.defences(who, &mut profile);
        let roles = &self.abilities.roles;
        let own = |index: &usize| {
            let ability = AbilityId(*index as u8);
            let used = [roles.hide, roles.observe, roles.climb, roles.fall].contains(&ability);
            used || self.is_trained(fighter, ability)
        };
        for index in (0..self.abilities.rows.len()).filter(own) {
            let ability = AbilityId(index as u8);
            let line = profile.line(Topic::Check, &self.abilities.rows[index].name, score(values.score(ability)));
            line.parts = self.parts_of(who, ability, 0);
        }
        for item in fighter.gear.lamp_items() {
            let Some(lamp) = fighter.gear.lamp(item) else { continue };
            let line = profile.line(Topic::Load, &lamp.item.name, format!("light up to {}", lamp.reach));
            line.also_if(!body.places[item].in_hand(), in_place(body.places[item]))
                .also_if(body.lit >> item & 1 == 0, "not lit");
        }
        self.defaults(who, &mut profile);
        self.notes(fighter, &mut profile);
        let seen = self.seen(&self.morning, who);
        profile.others(QUANTITIES, |row| seen.value(ALL[row]));
        profile
    }

    /// Adds the line of a quantity.
    fn line<'a>(&self, who: Slot, code: Code, profile: &'a mut Profile) -> &'a mut ProfileLine {
        profile.quantity(&QUANTITIES[code as usize], self.seen(&self.morning, who).value(code))
    }

    /// Adds the line of a means, with the most of it where that is more.
    fn pool(&self, who: Slot, code: Code, most: i32, profile: &mut Profile) {
        let line = self.line(who, code, profile);
        if line.value != most.to_string() {
            line.value += &format!(" of {most}");
        }
    }

    /// Says by what the rules choose where its policy leaves that to them.
    fn defaults(&self, who: Slot, profile: &mut Profile) {
        let equals = match self.rulings().default_target {
            DefaultTarget::Random => "of equals one is drawn",
            DefaultTarget::Listed => "of equals the first listed",
        };
        let alone = (0..self.fighters.len() as u8).map(Slot).all(|other| other == who || !self.lineup.friendly(who, other));
        for (what, asked, lines) in [("target", true, &self.policies.lists.target), ("ally", !alone, &self.policies.lists.ally)]
        {
            match lines.of(who) {
                _ if !asked => {}
                None => _ = profile.line(Topic::Default, what, "the first in the order of turns"),
                Some(_) => _ = profile.line(Topic::Default, what, "by its policy").also(equals),
            }
        }
    }

    /// Describes the attack with each weapon, and brawling.
    fn attacks(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let masteries = fighter.mastery(body);
        for (index, weapon) in fighter.gear.weapons.iter().enumerate() {
            let mastery = masteries.attack(Some(index as u8));
            let parts = self.parts_of(who, weapon.ability, weapon.bonus);
            let line = profile.line(Topic::Attack, &weapon.item.name, score(mastery.score));
            line.parts = parts;
            line.also(format!("damage {}", weapon.damage));
            if let Some(range) = weapon.range {
                line.also(format!("range {range}"));
            }
            line.also_if(weapon.item.hands == Hands::Two, "two hands").also_if(mastery.physical, "meets fatigue");
            line.also_if(!body.places[index].in_hand(), in_place(body.places[index]));
        }
        let brawl = masteries.attack(None);
        let parts = self.parts_of(who, self.abilities.roles.brawl, 0);
        let line = profile.line(Topic::Attack, "brawl", score(brawl.score));
        line.parts = parts;
        line.also_if(brawl.physical, "meets fatigue");
    }

    /// Describes dodging, every parry and every block, and armour.
    fn defences(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let masteries = fighter.mastery(body);
        let mut defence = |name: String, mastery: &Mastery, parts: Vec<String>, in_hand: bool| {
            let line = profile.line(Topic::Defence, name, score(mastery.score));
            line.parts = parts;
            line.also_if(mastery.physical, "meets fatigue").also_if(!in_hand, "not in hand");
        };
        let dodge = masteries.defence(DefenceKind::Dodge, 0);
        defence("dodge".to_owned(), dodge, self.parts_of(who, self.abilities.roles.dodge, 0), true);
        let weapons = fighter.gear.weapons.len();
        for (index, weapon) in fighter.gear.weapons.iter().enumerate().filter(|(_, weapon)| weapon.is_melee()) {
            let mastery = masteries.defence(DefenceKind::Parry, index as u8);
            let bonus = mastery.score.p - fighter.score(body, weapon.ability).p;
            let parts = self.parts_of(who, weapon.ability, bonus);
            defence(format!("parry with the {}", weapon.item.name), mastery, parts, body.places[index].in_hand());
        }
        for (index, shield) in fighter.gear.shields.iter().enumerate() {
            let mastery = masteries.defence(DefenceKind::Block, index as u8);
            let parts = self.parts_of(who, shield.ability, shield.bonus);
            defence(format!("block with the {}", shield.item.name), mastery, parts, body.places[weapons + index].in_hand());
        }
        if fighter.armour > 0 {
            self.line(who, Code::Armour, profile).also("off the damage of weapons");
        }
    }

    /// The parts of consistency and potential of an ability, with what an item adds to its potential.
    fn parts_of(&self, who: Slot, ability: AbilityId, bonus: i32) -> Vec<String> {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let row = &self.abilities.rows[ability.index()];
        let (now, bare) = (fighter.now(body), fighter.values(None));
        let base = self.abilities.untrained(ability, &bare.attributes);
        let own = bare.score(ability);
        let named = |&number: &usize| format!("{} {}", self.abilities.attributes[number].0, bare.attributes[number]);
        let named: Vec<String> = row.attributes.iter().map(named).collect();
        let mut parts = vec![format!("{}: base {}", row.name, score(base))];
        if !named.is_empty() {
            parts[0] += &format!(" by {}", named.join(" and "));
        }
        let grown = own - base;
        if grown != Score::default() {
            parts.push(format!("own {}", changes(grown)));
        }
        let shield = now.score(ability) - own;
        if shield != Score::default() {
            parts.push(format!("shield {}", changes(shield)));
        }
        if bonus != 0 {
            parts.push(format!("item {}", changes(Score { c: 0, p: bonus })));
        }
        parts
    }

    /// True if an ability is more, or less, than its attributes make it.
    fn is_trained(&self, fighter: &Fighter, ability: AbilityId) -> bool {
        let bare = fighter.values(None);
        let base = self.abilities.untrained(ability, &bare.attributes);
        bare.score(ability).p != base.p || bare.score(ability).c > base.c
    }

    /// Remarks on what a designer may have overlooked.
    fn notes(&self, fighter: &Fighter, profile: &mut Profile) {
        let gear = &fighter.gear;
        let with = gear.wielded_shield();
        let used: Vec<AbilityId> =
            gear.weapons.iter().map(|weapon| weapon.ability).chain(gear.shields.iter().map(|shield| shield.ability)).collect();
        let armed = |name: &str| {
            let of_weapons = self.book.weapon.values().flat_map(|kind| &kind.abilities);
            of_weapons.chain(self.book.shield.values().flat_map(|kind| &kind.abilities)).any(|known| known == name)
        };
        for (index, row) in self.abilities.rows.iter().enumerate() {
            let ability = AbilityId(index as u8);
            if !self.is_trained(fighter, ability) {
                continue;
            }
            let key = format!("abilities.{}", frame::scenario::quoted(&row.name));
            let own = fighter.values(None).score(ability);
            let now = fighter.values(with.map(|shield| shield as u8)).score(ability);
            if let Some(shield) = with.filter(|_| now.p < own.p) {
                let lost = format!("`{}` comes to {} with the {}", row.name, score(now), gear.shields[shield].item.name);
                profile
                    .remark(key, format!("{lost}, not to {}", score(own)))
                    .help("the shield takes something off its attributes, and potential is their average");
            } else if armed(&row.name) && !used.contains(&ability) && ability != self.abilities.roles.brawl {
                let used: Vec<&str> = used.iter().map(|ability| self.abilities.rows[ability.index()].name.as_str()).collect();
                let note = profile.note(key, format!("no weapon or shield of {} is used with `{}`", fighter.name, row.name));
                note.help(match used.as_slice() {
                    [] => "it has neither".to_owned(),
                    used => format!("they are used with {}", used.join(", ")),
                });
            }
        }
        if gear.unarmed && !self.is_trained(fighter, self.abilities.roles.brawl) {
            profile
                .remark("", format!("{} has no weapon: all it can do is brawl", fighter.name))
                .help("`weapons = [{ kind = \"medium\" }]` gives it one");
        }
    }
}

/// Consistency and potential: `C 2 P 4`.
fn score(score: Score) -> String {
    format!("C {} P {}", score.c, score.p)
}

/// The changes of consistency and potential: `C +1`, `P -2`.
fn changes(score: Score) -> String {
    let parts = [("C", score.c), ("P", score.p)].into_iter().filter(|(_, amount)| *amount != 0);
    parts.map(|(name, amount)| format!("{name} {amount:+}")).collect::<Vec<_>>().join(" ")
}

/// Returns the word for where an item is.
fn in_place(place: Place) -> &'static str {
    match place {
        Place::Worn => "worn",
        Place::Stored => "stored",
        Place::Ground(_) => "on the ground",
        Place::Elsewhere | Place::Gone => "not there",
        _ => "in hand",
    }
}
