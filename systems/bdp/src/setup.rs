//! Rolls before the first fight: characters and rivals, surprise, the reaction of the other side.
//!
//! Owns the morning of a day and the steps 4.2.1 and 4.2.2 of the specification. Start at [`Play::rolls_up`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::Play;
use super::lowered;
use super::rolls;
use super::rulings::Rulings;
use super::scene::{Mood, SurpriseRoll, WeaponsShown};
use super::sheet::{Ability, Rolled, Skill, Song, Trait};

/// Times that a reaction is rolled again where its total has to lie on the table.
const ROLLS_MAX: u32 = 100;

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Everything that is rolled anew in the morning of a day (BDP-427, BDP-428, BDP-590).
    pub(super) fn rolls_up(&mut self, those: Slots) {
        let rules = self.rules;
        for who in those {
            if let Some(rolled) = rules.fighter(who).rolled {
                if matches!(rolled, Rolled::Character | Rolled::SwappedToStr | Rolled::Rival) {
                    self.rolls_abilities(who, rolled);
                }
                self.rolls_hp(who, rolled);
                if rolled == Rolled::Rival {
                    self.rolls_gear(who);
                }
            }
            for &disease in &rules.fighter(who).ill {
                self.catches(who, disease);
            }
        }
    }

    /// Rolls the three abilities of a character (BDP-524, BDP-590, BDP-598).
    fn rolls_abilities(&mut self, who: Slot, rolled: Rolled) {
        let rules = self.rules;
        let dice = rules.book.creation.ability;
        let mut scores = [0_i16; 3];
        for score in &mut scores {
            *score = self.table.sum(who, &rolls::ABILITY, dice) as i16;
        }
        if rolled == Rolled::SwappedToStr {
            let highest = (0..3).rev().max_by_key(|&index| scores[index]).unwrap_or(0);
            scores.swap(0, highest);
        }
        let age = rules.fighter(who).age;
        let aged = |index: usize| (scores[index] + i16::from(age[index])).max(1);
        let body = self.fight.body_mut(who);
        body.maxima = std::array::from_fn(aged);
        if rules.scene.audience && rules.fighter(who).has(Skill::Showfighter) {
            body.maxima[0] = body.maxima[0].max(rules.book.skill.show_str);
        }
        body.abilities = body.maxima;
        self.table.tell("BDP-590", || format!("{} has STR, DEX, WIL {scores:?}", rules.name(who)));
    }

    /// Rolls the HP of a character or of a foe by its training (BDP-404, BDP-427, BDP-591, BDP-634).
    fn rolls_hp(&mut self, who: Slot, rolled: Rolled) {
        let numbers = &self.rules.book.creation;
        let dice = match rolled {
            Rolled::Character | Rolled::SwappedToStr => numbers.hp,
            Rolled::Untrained => numbers.untrained,
            Rolled::Trained => numbers.trained,
            Rolled::Legendary => numbers.legendary,
            Rolled::Rival => match self.table.roll(who, &rolls::RIVAL_RANK, numbers.rival_die.into()) {
                face if face <= i32::from(numbers.rival_untrained_max) => numbers.untrained,
                face if face <= i32::from(numbers.rival_trained_max) => numbers.trained,
                _ => numbers.legendary,
            },
        };
        let hp = self.table.sum(who, &rolls::HIT_PROTECTION, dice);
        let most = if self.rules.fighter(who).pc { i32::MAX } else { numbers.hp_max };
        let body = self.fight.body_mut(who);
        body.hp_max = hp.min(most) as i16;
        body.hp = body.hp_max;
    }

    /// A rival's weapon and armor (BDP-428).
    pub(super) fn rolls_gear(&mut self, who: Slot) {
        let rules = self.rules;
        let weapons = rules.book.creation.rival_weapons.len() as u32;
        let weapon = self.table.roll(who, &rolls::RIVAL_WEAPON, weapons) as u8 - 1;
        let faces = &rules.book.creation.rival_armor;
        let die = faces.keys().copied().max().unwrap_or(1);
        let face = self.table.roll(who, &rolls::RIVAL_ARMOR, die.into());
        let kind = faces.keys().position(|&most| face <= i32::from(most)).map_or(0, |index| index as u8 + 1);
        let slots = rules.weapon(who, weapon).slots + rules.fighter(who).armors[usize::from(kind)].slots;
        let body = self.fight.body_mut(who);
        (body.weapons, body.main) = (body.weapons | 1 << weapon, weapon);
        (body.armor_kind, body.armored) = (kind, kind > 0);
        body.load += slots;
        self.table.tell("BDP-428", || format!("{} has a {}", rules.name(who), rules.weapon(who, weapon).name));
    }

    /// Rolls the reaction of sides that meet, and the mood that it leaves them in; true if they let each other be (BDP-207,
    /// BDP-503, R-40).
    pub(super) fn is_peaceful(&mut self) -> bool {
        let rules = self.rules;
        if !rules.scene.reaction {
            return false;
        }
        let mut total = self.counted_reaction(0);
        // After a victory the impressive make others think again.
        let impresses = |who: Slot| rules.of_party(who) && rules.fighter(who).has(Skill::Impressive);
        let impressive = self.fight.meetings > 1 && self.fight.active().any(impresses);
        if impressive && rules.book.reaction.mood(total) <= rules.scene.fight_up_to {
            total = self.counted_reaction(rules.book.reaction.impressive);
            self.table.tell("BDP-503", || "they are impressed, and think again".to_owned());
        }
        let mood = rules.book.reaction.mood(total);
        self.fight.mood = mood as u8 + 1;
        self.table.tell("BDP-207", || format!("those who are met are {}", lowered(&mood)));
        mood > rules.scene.fight_up_to
    }

    /// Rolls the total of a reaction with so much added, again while it lies beyond the table and does not count there.
    fn counted_reaction(&mut self, added: i32) -> i32 {
        let rules = self.rules;
        let mut total = self.reaction_total() + added;
        for _ in 0..ROLLS_MAX {
            if rules.book.reaction.counts(total, &rules.rulings) {
                break;
            }
            total = self.reaction_total() + added;
        }
        total
    }

    /// Rolls the total of a reaction, with all that is added to it (BDP-210, BDP-211, BDP-705).
    pub(super) fn reaction_total(&mut self) -> i32 {
        let rules = self.rules;
        let numbers = &rules.book.reaction;
        let total = self.table.sum(Slot::MASTER, &rolls::REACTION, numbers.dice);
        let shown = match rules.scene.weapons {
            WeaponsShown::Neither => 0,
            WeaponsShown::Drawn => -self.table.sum(Slot::MASTER, &rolls::WEAPONS_SHOWN, numbers.drawn),
            WeaponsShown::Sheathed => self.table.sum(Slot::MASTER, &rolls::WEAPONS_SHOWN, numbers.sheathed),
        };
        let party = || self.fight.active().filter(|&who| rules.of_party(who));
        let attuned = || self.fight.active().all(|who| rules.of_party(who) || rules.fighter(who).is(Trait::Beast));
        let talks = |who: Slot| {
            let fighter = rules.fighter(who);
            fighter.has(Skill::Mediator) || fighter.has(Skill::AnimalAttuned) && attuned()
        };
        let mediates = party().any(talks);
        let wil = party().next().map_or(0, |who| rules.ability(self.fight.body(who), Ability::Wil));
        let charm = match () {
            () if !numbers.wil => 0,
            () if wil <= i32::from(numbers.wil_low) => -numbers.wil_sway,
            () if wil >= i32::from(numbers.wil_high) => numbers.wil_sway,
            () => 0,
        };
        total + shown + if mediates { numbers.mediator } else { 0 } + charm
    }

    /// Finds the side that is surprised (BDP-201 to BDP-206, BDP-494, BDP-507, R-41).
    pub(super) fn surprise(&mut self) {
        let rules = self.rules;
        let numbers = &rules.book.surprise;
        let mut surprised = Slots::NONE;
        if let Some(side) = rules.surprised {
            surprised = self.fight.slots().filter(|&who| rules.fighter(who).side == side).collect();
        } else if let Some(roll) = rules.scene.surprise {
            let guarded = self.sings_of_vigilance();
            let faces = match roll {
                SurpriseRoll::Normal => numbers.normal,
                SurpriseRoll::LowVisibility => numbers.low_visibility,
                SurpriseRoll::Predator => numbers.predator,
                SurpriseRoll::Darkness => numbers.darkness,
            };
            let face = self.table.roll(Slot::MASTER, &rolls::SURPRISE, numbers.die.into());
            let [ambushed, foes] = faces.surprises(face);
            let alert = |who: Slot| rules.of_party(who) && rules.fighter(who).has(Skill::Alert);
            let watchful = self.fight.active().any(alert) && rules.book.skill.alert_protects;
            let caught = ambushed && !watchful && !guarded;
            let chosen = |who: &Slot| if rules.of_party(*who) { caught } else { foes };
            surprised = self.fight.slots().filter(chosen).collect();
        }
        let surprised = surprised.those(|who| self.fight.is_active(who));
        if surprised.is_empty() {
            return;
        }
        for who in surprised {
            self.fight.body_mut(who).surprised = true;
            self.table.tell("BDP-201", || format!("{} is surprised", rules.name(who)));
        }
        self.leaves_free_rounds(numbers.free_rounds);
    }

    /// True if a member of the party sings of vigilance, so that it cannot be ambushed (BDP-494).
    fn sings_of_vigilance(&mut self) -> bool {
        let rules = self.rules;
        let knows = |who: &Slot| rules.of_party(*who) && rules.fighter(*who).songs >> Song::Vigilance as u8 & 1 == 1;
        let Some(singer) = self.fight.active().find(knows) else { return false };
        let told =
            |sings: bool| format!("{} {} of vigilance", rules.name(singer), if sings { "sings" } else { "fails to sing" });
        self.carries_a_tune(singer, Song::Vigilance, "BDP-494", told)
    }

    /// Leaves so many free rounds to the side that surprises the other; without any left nobody is surprised any more
    /// (BDP-202).
    pub(super) fn leaves_free_rounds(&mut self, rounds: u8) {
        self.fight.free_rounds = rounds;
        if rounds == 0 {
            for body in &mut self.fight.bodies {
                body.surprised = false;
            }
        }
    }
}

impl super::book::checks::ReactionRoll {
    /// True if a total counts; others are rolled again.
    pub(super) fn counts(&self, total: i32, rulings: &Rulings) -> bool {
        rulings.reaction_clamp || (i32::from(self.dice.count)..=self.dice.most()).contains(&total)
    }

    /// The mood of a total; totals beyond the table are its ends. [BDP-207, R-40]
    #[must_use]
    pub fn mood(&self, total: i32) -> Mood {
        match total {
            total if total <= self.hostile_max => Mood::Hostile,
            total if total <= self.wary_max => Mood::Wary,
            total if total <= self.curious_max => Mood::Curious,
            total if total <= self.kind_max => Mood::Kind,
            _ => Mood::Helpful,
        }
    }
}
