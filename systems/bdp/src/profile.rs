//! The profile of a combatant of `bdp`, read off its fighter and the state in which a day begins.
//!
//! Owns the words of a profile, and no rule: the numbers are those of [`derived`](super::derived) and of the fighter. Start at
//! [`Core::profile`].

use frame::dice::Slot;
use frame::rules::profile::{Profile, Topic, word};

use super::Core;
use super::fighter::Fighter;
use super::outfit::Weapon;
use super::quantities::{ALL, Code, QUANTITIES};
use super::rulings::DefaultTarget;
use super::sheet::{Ability, Reaction, Rolled, Skill};
use super::strike::Edge;

/// Abilities by the names that players use.
pub(super) const ABILITIES: [(Ability, &str); 3] = [(Ability::Str, "STR"), (Ability::Dex, "DEX"), (Ability::Wil, "WIL")];

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns the profile of a combatant.
    pub(super) fn profile(&self, who: Slot) -> Profile {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let mut profile = Profile::default();
        let of = |now: i64, most: i64| if now == most { now.to_string() } else { format!("{now} of {most}") };
        profile.line(Topic::Pool, "hit points", of(body.hp.into(), body.hp_max.into()));
        for (ability, name) in ABILITIES {
            let (now, most) = (body.abilities[ability.index()], body.maxima[ability.index()]);
            profile.line(Topic::Pool, name, of(now.into(), most.into()));
            let line = profile.line(Topic::Check, format!("{name} save"), format!("1d{} of at most {now}", self.save.die));
            line.part(name, self.ability(body, ability));
        }
        for (name, dice) in [("Magic Dice", fighter.md_max), ("Faith Dice", fighter.fd)] {
            if dice > 0 {
                profile.line(Topic::Pool, name, dice.to_string());
            }
        }
        for (index, weapon) in fighter.weapons.iter().enumerate() {
            self.weapon_of(who, index as u8, weapon, &mut profile);
        }
        if !self.policies.lists.target.deciders().has(who) {
            profile.line(Topic::Attack, "target", self.default_target(fighter));
        }
        self.defences(who, &mut profile);
        let slots = i32::from(fighter.slots);
        let line = profile.line(Topic::Load, "slots", format!("{} of {slots}", slots - self.free(who, body)));
        line.part("carried", body.load.into());
        line.part("fatigue", i32::from(body.fatigue) * i32::from(self.book.inventory.fatigue));
        line.part("wounds", body.wounds.count() * i32::from(self.book.inventory.wound));
        let items: Vec<String> = fighter.items.iter().map(|item| item.name.clone()).collect();
        if !items.is_empty() {
            profile.line(Topic::Load, "items", items.join(", "));
        }
        if fighter.rolled.is_some() {
            profile.line(Topic::Pool, "abilities", "rolled anew each day");
        }
        let seen = self.seen(&self.morning, who);
        profile.others(QUANTITIES, |row| seen.value(ALL[row]));
        self.notes(fighter, who, &mut profile);
        profile
    }

    /// Says by what a combatant chooses its target where no policy does (BDP-236, R-67).
    fn default_target(&self, fighter: &Fighter) -> String {
        let equals = match self.rulings().default_target {
            DefaultTarget::Random | DefaultTarget::Everywhere => "any of several equals",
            DefaultTarget::Listed => "of several equals the first listed",
        };
        if fighter.pc {
            format!("by default the one with the lowest HP and STR together, {equals}; the engaged before all others")
        } else {
            "by default any, the engaged before all others".to_owned()
        }
    }

    /// Describes the attack with one weapon.
    fn weapon_of(&self, who: Slot, index: u8, weapon: &Weapon, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let line = profile.line(Topic::Attack, &weapon.name, format!("{} damage", weapon.die));
        line.from(word(&weapon.category));
        if let Some(damage) = weapon.damage {
            line.from(word(&damage));
        }
        line.also_if(weapon.hands == 2, "two hands").also_if(weapon.reach, "reach");
        line.also_if(weapon.ranged, if weapon.far { "shoots far" } else { "shoots" }).also_if(weapon.thrown, "can be thrown");
        line.also.extend(properties(weapon.first_edge()));
        line.also_if(weapon.proficient, "proficient")
            .also_if(weapon.nonlethal, "not lethal")
            .also_if(weapon.silver, "silvered");
        let wielded = index == self.wielded(who, body) || body.off == Some(index);
        let by_lot = fighter.rolled == Some(Rolled::Rival) && weapon.item.is_none() && index != fighter.unarmed();
        line.also_if(wielded, "wielded").also_if(by_lot, "if it is drawn");
        line.also_if(!wielded && !by_lot && !self.usable(who, body, index), "not to be used");
    }

    /// Describes Armor and reactions.
    fn defences(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let armor = profile.quantity(&QUANTITIES[Code::Armor as usize], self.seen(&self.morning, who).value(Code::Armor));
        let worn = self.worn(who, body);
        let shield = if body.shielded { i32::from(self.book.armor.shield) } else { 0 };
        armor.part("worn", worn).part("shield", shield);
        armor.also(format!("off the damage, {} at most", self.book.armor.cap));
        let known = Reaction::ALL.iter().filter(|&&reaction| fighter.knows(reaction));
        let known: Vec<String> = known.map(word).collect();
        let line = profile.line(Topic::Defence, "reactions", known.join(", "));
        line.also_if(!fighter.pc, &format!("{} a fight that cost Fatigue", fighter.reaction_uses));
        let natures =
            [("vulnerable to", fighter.vulnerable), ("resistant to", fighter.resistant), ("immune to", fighter.immune)];
        for (name, sources) in natures {
            let of = super::sheet::Source::ALL.iter().filter(|&&source| sources >> source as u16 & 1 == 1);
            let of: Vec<String> = of.map(word).collect();
            if !of.is_empty() {
                profile.line(Topic::Defence, name, of.join(", "));
            }
        }
    }

    /// Remarks on what a designer may have overlooked.
    fn notes(&self, fighter: &Fighter, who: Slot, profile: &mut Profile) {
        let body = self.morning.body(who);
        let own = &fighter.weapons[..usize::from(fighter.unarmed())];
        let magic = fighter.md_max > 0 || fighter.fd > 0 || fighter.breath.is_some() || fighter.has(Skill::Brawler);
        if own.is_empty() && !magic {
            profile
                .remark("", format!("{} has no weapon: it fights with its fists", fighter.name))
                .help("`weapons = [{ kind = \"sword\" }]` gives it one");
        }
        for (index, weapon) in own.iter().enumerate().filter(|(_, weapon)| weapon.item.is_none()) {
            profile.note_dice(format!("weapons[{index}].die"), weapon.die);
        }
        if self.free(who, body) <= 0 {
            let slots = i32::from(fighter.slots);
            let used = slots - self.free(who, body);
            let so = if self.defenceless(who, body) { "defenceless" } else { "with a full inventory" };
            profile
                .note("", format!("{} begins {so}: {used} of {slots} slots are taken", fighter.name))
                .help("leave something out, or less in `slots_used`");
        }
    }
}

/// The properties of a weapon, each with its points.
fn properties(edge: &Edge) -> Vec<String> {
    let all = [
        ("heavy", edge.heavy),
        ("magic", edge.magic),
        ("sweep", edge.sweep),
        ("push", edge.push),
        ("counter", edge.counter),
        ("brutal", edge.brutal),
        ("shock", edge.shock),
        ("bleed", edge.bleed),
        ("quick", edge.quick),
        ("eversharp", edge.eversharp.into()),
    ];
    all.into_iter().filter(|(_, points)| *points != 0).map(|(name, points)| format!("{name} {points}")).collect()
}
