//! The profile of a combatant of `cairn-ap`, read off its fighter and the state in which a day begins.
//!
//! Owns the words of a profile, and no rule: the numbers are those of [`derived`](super::derived) and of the fighter. Start at
//! [`Core::profile`].

use frame::dice::{Die, Slot};
use frame::rules::profile::{Profile, ProfileLine, Topic, many, plus, word};

use super::Core;
use super::book::Attribute;
use super::check::Object;
use super::fighter::{Fighter, Origin, Weapon};
use super::policy::SaveMode;
use super::quantities::{ALL, Code, QUANTITIES};
use super::rulings::DefaultTarget;
use super::sheet::Kind;
use super::state::Split;

/// Attributes by the names that players use.
pub(super) const ATTRIBUTES: [(Attribute, &str); 3] =
    [(Attribute::Str, "STR"), (Attribute::Dex, "DEX"), (Attribute::Wil, "WIL")];

impl Core {
    /// The profile of a combatant.
    pub(super) fn profile(&self, who: Slot) -> Profile {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let mut profile = Profile::default();
        let of = |now: i64, most: i64| if now == most { now.to_string() } else { format!("{now} of {most}") };
        profile.line(Topic::Pool, "hit points", of(body.hp.into(), body.hp_max.into()));
        for (attribute, name) in ATTRIBUTES {
            let (now, most) = (body.attributes[attribute.index()], body.maxima[attribute.index()]);
            let line = profile.line(Topic::Pool, name, of(now.into(), most.into()));
            line.also(format!("adds {} to rolls", self.modifier(body, attribute)));
        }
        let attribute = self.book.initiative.attribute;
        let initiative = i32::from(body.attributes[attribute.index()]);
        let line = profile.line(Topic::Initiative, "initiative", plus(die(self.book.initiative.die), initiative));
        line.part(name_of(attribute), initiative);
        for (index, weapon) in fighter.weapons.iter().enumerate().filter(|(_, weapon)| weapon.origin != Origin::Improvised) {
            self.weapon(who, index, weapon, &mut profile);
        }
        self.defences(who, &mut profile);
        for (attribute, name) in ATTRIBUTES {
            let modifier = self.modifier(body, attribute);
            profile.line(Topic::Check, name, plus(die(self.book.check.base_die), modifier)).part(name, modifier);
        }
        self.magic(who, &mut profile);
        if fighter.inventory {
            profile.line(Topic::Load, "slots", format!("{} of {}", self.slots_used(who, body), body.slots));
        }
        profile.line(Topic::Load, "movement", format!("{} a Move", many(self.spaces_per_move(body), "Space")));
        let seen = self.seen(&self.morning, who);
        profile.others(QUANTITIES, |row| seen.value(ALL[row]));
        self.defaults(who, &mut profile);
        self.notes(fighter, who, &mut profile);
        profile
    }

    /// Adds the line of a quantity.
    fn line<'a>(&self, who: Slot, code: Code, profile: &'a mut Profile) -> &'a mut ProfileLine {
        profile.quantity(&QUANTITIES[code as usize], self.seen(&self.morning, who).value(code))
    }

    /// Describes the attack with one weapon.
    fn weapon(&self, who: Slot, index: usize, weapon: &Weapon, profile: &mut Profile) {
        let body = self.morning.body(who);
        let modifier = self.modifier(body, weapon.attribute);
        let dice = format!("{} + {}", die(self.book.check.base_die), object(weapon.object));
        let line = profile.line(Topic::Attack, &weapon.name, plus(dice, modifier));
        line.part(name_of(weapon.attribute), modifier);
        line.also(format!("damage {}", object(weapon.object))).also(format!("{} AP", weapon.ap));
        line.also_if(weapon.ranged, "from afar").also_if(weapon.blast, "blast").also_if(weapon.magical, "magical");
        line.also_if(weapon.hands == 2, "two hands");
        if !weapon.ranged && weapon.reach > 1 {
            line.also(format!("reach {}", weapon.reach));
        }
        if let Some(shots) = weapon.ammo {
            line.also(many(shots, "shot"));
        }
        let grown = matches!(weapon.origin, Origin::Bolt | Origin::Alien);
        line.also_if(grown, "by a mishap only");
        line.also_if(!grown && !self.can_use(&self.morning, who, index), "not in hand");
    }

    /// Describes armor, and the ways to save.
    fn defences(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        let armor = self.line(who, Code::Armor, profile);
        let worn: i32 = fighter.pieces.iter().filter(|piece| piece.worn).map(|piece| i32::from(piece.armor)).sum();
        armor.part("worn", worn).part("by nature", fighter.natural_armor).part("magical", i32::from(body.magical_armor));
        armor.also(format!("off the damage, {} at most", self.book.damage.armor_cap));
        let attribute = &self.book.attribute;
        let weapon = self.parrying(&self.morning, who).map(|weapon| (weapon.object, weapon.name.as_str()));
        let shield = self.shield_object(&self.morning, who).map(|shield| (shield.object, "shield"));
        let ways = [
            (SaveMode::Block, attribute.block, shield, true),
            (SaveMode::Parry, attribute.parry, weapon, true),
            (SaveMode::Dodge, attribute.dodge, None, false),
            (SaveMode::Brace, attribute.brace, None, false),
        ];
        for (mode, attribute, with, needs) in ways {
            if needs && with.is_none() {
                continue;
            }
            let modifier = self.modifier(body, attribute);
            let base = die(self.book.check.base_die);
            let dice = with.map_or(base.clone(), |(with, _)| format!("{base} + {}", object(with)));
            let line = profile.line(Topic::Defence, word(&mode), plus(dice, modifier));
            line.part(name_of(attribute), modifier);
            if let Some((with, name)) = with {
                line.from(format!("{name} {}", object(with)));
            }
        }
    }

    /// Describes Magic Dice and spells.
    fn magic(&self, who: Slot, profile: &mut Profile) {
        let (fighter, body) = (self.fighter(who), self.morning.body(who));
        if fighter.spells.is_empty() {
            return;
        }
        let Split { slot, dust, free } = self.magic_dice(who, body);
        let line = profile.line(Topic::Pool, "Magic Dice", (u32::from(slot) + u32::from(dust) + u32::from(free)).to_string());
        line.part("free slots", slot.into()).part("dust", dust.into()).part("free", free.into());
        let spells: Vec<&str> = fighter.spells.iter().map(|spell| spell.name.as_str()).collect();
        profile.line(Topic::Attack, "spells", spells.join(", "));
    }

    /// Says by what the rules choose where its policy leaves that to them. [RU-31]
    fn defaults(&self, who: Slot, profile: &mut Profile) {
        let by = match self.rulings.default_target {
            DefaultTarget::Random | DefaultTarget::Everywhere => ("most wounded", "of those who look alike one is drawn"),
            DefaultTarget::Listed => ("first listed", "until out of the fight"),
        };
        if !self.policies.chooses_target(who) {
            profile.line(Topic::Default, "target", by.0).also(by.1);
        }
    }

    /// Remarks on what a designer may have overlooked.
    fn notes(&self, fighter: &Fighter, who: Slot, profile: &mut Profile) {
        let own = fighter.weapons.iter().enumerate().filter(|(_, weapon)| weapon.origin == Origin::Own);
        let mut armed = false;
        for (index, weapon) in own {
            armed = true;
            for faces in [weapon.object.die, weapon.object.second] {
                profile.note_dice(format!("weapons[{index}]"), Die::new(u8::from(faces > 0), faces));
            }
            if weapon.hands > 2 {
                profile.note(format!("weapons[{index}].hands"), format!("nobody has hands for the {}", weapon.name));
            }
        }
        if !armed && fighter.spells.is_empty() {
            profile
                .remark("", format!("{} has no weapon: it fights with bare hands", fighter.name))
                .help("`weapons = [{ name = \"sword\" }]` gives it one");
        }
        let body = self.morning.body(who);
        if fighter.kind == Kind::Pc && self.overloaded(who, body) {
            let (used, slots) = (self.slots_used(who, body), body.slots);
            profile.note("", format!("{} carries {used} of {slots} slots, and has no hit points by that", fighter.name));
        }
    }
}

/// Returns the name of an attribute in words.
fn name_of(attribute: Attribute) -> &'static str {
    ATTRIBUTES[attribute.index()].1
}

/// A single die in words.
fn die(faces: u8) -> String {
    Die::new(1, faces).to_string()
}

/// The dice of an object: `1d8`, of two the higher, each the highest of several.
fn object(object: Object) -> String {
    let of = |faces: u8| match object.advantages {
        0 => die(faces),
        more => format!("the highest of {}d{faces}", u32::from(more) + 1),
    };
    match (object.die, object.second) {
        (0, 0) => "0".to_owned(),
        (one, 0) | (0, one) => of(one),
        (one, other) => format!("the higher of {} and {}", of(one), of(other)),
    }
}
