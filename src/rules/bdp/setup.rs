//! What is rolled before anybody fights: characters and rivals, surprise, the reaction of those who are met.
//!
//! Owns the morning of a day and the steps 4.2.1 and 4.2.2 of the specification. Start at [`Core::rolls_up`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::lowered;
use super::rolls;
use super::save::Luck;
use super::scene::{Mood, SurpriseRoll, WeaponsShown};
use super::sheet::{Ability, Rolled, Skill, Song, Trait};
use super::state::Fight;

/// Times that a reaction is rolled again where its total has to lie on the table.
const ROLLS_MAX: u32 = 100;

impl<const PLAIN: bool> Core<PLAIN> {
    /// Everything that is rolled anew in the morning of a day (BDP-404, BDP-427, BDP-428, BDP-590, BDP-591, BDP-598).
    pub(super) fn rolls_up<D: Dice, W: Watch>(&self, those: Slots, fight: &mut Fight, table: &mut Table<D, W>) {
        for who in those {
            if let Some(rolled) = self.fighter(who).rolled {
                if matches!(rolled, Rolled::Character | Rolled::SwappedToStr | Rolled::Rival) {
                    self.rolls_abilities(fight, who, rolled, table);
                }
                self.rolls_hp(fight, who, rolled, table);
                if rolled == Rolled::Rival {
                    self.rolls_gear(fight, who, table);
                }
            }
            for &disease in &self.fighter(who).ill {
                self.catches(fight, who, disease, table);
            }
        }
    }

    fn rolls_abilities<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, rolled: Rolled, table: &mut Table<D, W>) {
        let dice = self.book.creation.ability;
        let mut scores = [0_i16; 3];
        for score in &mut scores {
            *score = table.sum(who, &rolls::ABILITY, dice) as i16;
        }
        if rolled == Rolled::SwappedToStr {
            let highest = (0..3).rev().max_by_key(|&index| scores[index]).unwrap_or(0);
            scores.swap(0, highest);
        }
        let age = self.fighter(who).age;
        let aged = |index: usize| (scores[index] + i16::from(age[index])).max(1);
        let body = fight.body_mut(who);
        body.maxima = std::array::from_fn(aged);
        body.abilities = body.maxima;
        table.tell("BDP-590", || format!("{} has STR, DEX, WIL {scores:?}", self.name(who)));
    }

    fn rolls_hp<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, rolled: Rolled, table: &mut Table<D, W>) {
        let numbers = &self.book.creation;
        let dice = match rolled {
            Rolled::Character | Rolled::SwappedToStr => numbers.hp,
            Rolled::Untrained => numbers.untrained,
            Rolled::Trained => numbers.trained,
            Rolled::Legendary => numbers.legendary,
            Rolled::Rival => match table.roll(who, &rolls::RIVAL_RANK, numbers.rival_die.into()) {
                face if face <= i32::from(numbers.rival_untrained_max) => numbers.untrained,
                face if face <= i32::from(numbers.rival_trained_max) => numbers.trained,
                _ => numbers.legendary,
            },
        };
        let hp = table.sum(who, &rolls::HIT_PROTECTION, dice);
        let most = if self.fighter(who).pc { i32::MAX } else { numbers.hp_max };
        let body = fight.body_mut(who);
        body.hp_max = hp.min(most) as i16;
        body.hp = body.hp_max;
    }

    /// A rival's weapon and armor (BDP-428).
    fn rolls_gear<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let weapons = self.book.creation.rival_weapons.len() as u32;
        let weapon = table.roll(who, &rolls::RIVAL_WEAPON, weapons) as u8 - 1;
        let faces = &self.book.creation.rival_armor;
        let die = faces.keys().copied().max().unwrap_or(1);
        let face = table.roll(who, &rolls::RIVAL_ARMOR, die.into());
        let kind = faces.keys().position(|&most| face <= i32::from(most)).map_or(0, |index| index as u8 + 1);
        let slots = self.weapon(who, weapon).slots + self.fighter(who).armors[usize::from(kind)].1;
        let body = fight.body_mut(who);
        (body.weapons, body.main) = (body.weapons | 1 << weapon, weapon);
        (body.armor_kind, body.armored) = (kind, kind > 0);
        body.load += slots;
        table.tell("BDP-428", || format!("{} has a {}", self.name(who), self.weapon(who, weapon).name));
    }

    /// Whether those who meet let each other be: how they react, in what mood that leaves them (BDP-207 to BDP-211, BDP-503,
    /// BDP-705, R-40).
    pub(super) fn is_peaceful<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> bool {
        if !self.scene.reaction {
            return false;
        }
        let mut total = self.reaction_total(fight, table);
        if !self.rulings().reaction_clamp {
            let dice = self.book.reaction.dice;
            let lies = |total: i32| (i32::from(dice.count)..=dice.most()).contains(&total);
            for _ in 0..ROLLS_MAX {
                if lies(total) {
                    break;
                }
                total = self.reaction_total(fight, table);
            }
        }
        // After a victory the impressive make others think again.
        let party = |who: &Slot| self.party == Some(self.fighter(*who).side) && fight.is_active(*who);
        let impressive = fight.meetings > 1 && fight.slots().filter(party).any(|who| self.fighter(who).has(Skill::Impressive));
        if impressive && self.book.reaction.mood(total) <= self.scene.fight_up_to {
            total = self.reaction_total(fight, table) + self.book.reaction.impressive;
            table.tell("BDP-503", || "they are impressed, and think again".to_owned());
        }
        let mood = self.book.reaction.mood(total);
        fight.mood = mood as u8 + 1;
        table.tell("BDP-207", || format!("those who are met are {}", lowered(&mood)));
        mood > self.scene.fight_up_to
    }

    fn reaction_total<D: Dice, W: Watch>(&self, fight: &Fight, table: &mut Table<D, W>) -> i32 {
        let numbers = &self.book.reaction;
        let total = table.sum(Slot::MASTER, &rolls::REACTION, numbers.dice);
        let shown = match self.scene.weapons {
            WeaponsShown::Neither => 0,
            WeaponsShown::Drawn => -table.sum(Slot::MASTER, &rolls::WEAPONS_SHOWN, numbers.drawn),
            WeaponsShown::Sheathed => table.sum(Slot::MASTER, &rolls::WEAPONS_SHOWN, numbers.sheathed),
        };
        let party = || fight.slots().filter(|&who| self.party == Some(self.fighter(who).side) && fight.is_active(who));
        let met = || fight.slots().filter(|&who| self.party != Some(self.fighter(who).side) && fight.is_active(who));
        let attuned = || met().all(|who| self.fighter(who).is(Trait::Beast));
        let talks = |who: Slot| {
            let fighter = self.fighter(who);
            fighter.has(Skill::Mediator) || fighter.has(Skill::AnimalAttuned) && attuned()
        };
        let mediates = party().any(talks);
        let wil = party().next().map_or(0, |who| self.ability(fight.body(who), Ability::Wil));
        let charm = match () {
            () if !numbers.wil => 0,
            () if wil <= i32::from(numbers.wil_low) => -numbers.wil_sway,
            () if wil >= i32::from(numbers.wil_high) => numbers.wil_sway,
            () => 0,
        };
        total + shown + if mediates { numbers.mediator } else { 0 } + charm
    }

    /// Whether anybody is surprised (BDP-201 to BDP-206, BDP-494, BDP-507, R-41).
    pub(super) fn surprise<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        let numbers = &self.book.surprise;
        let party = |who: Slot| self.party == Some(self.fighter(who).side);
        let mut surprised = Slots::NONE;
        if let Some(side) = self.surprised {
            surprised = fight.slots().filter(|&who| self.fighter(who).side == side).collect();
        } else if let Some(roll) = self.scene.surprise {
            let guarded = self.sings_of_vigilance(fight, table);
            let faces = match roll {
                SurpriseRoll::Normal => numbers.normal,
                SurpriseRoll::LowVisibility => numbers.low_visibility,
                SurpriseRoll::Predator => numbers.predator,
                SurpriseRoll::Darkness => numbers.darkness,
            };
            let face = table.roll(Slot::MASTER, &rolls::SURPRISE, numbers.die.into());
            let foes = faces.foes > 0 && face >= i32::from(faces.foes);
            let alert = |who: Slot| party(who) && self.fighter(who).has(Skill::Alert) && fight.is_active(who);
            let watchful = fight.slots().any(alert) && self.book.skill.alert_protects;
            let caught = face <= i32::from(faces.party) && !watchful && !guarded;
            let chosen = |who: &Slot| if party(*who) { caught } else { foes };
            surprised = fight.slots().filter(chosen).collect();
        }
        let surprised = surprised.those(|who| fight.is_active(who));
        if surprised.is_empty() {
            return;
        }
        for who in surprised {
            fight.body_mut(who).surprised = true;
            table.tell("BDP-201", || format!("{} is surprised", self.name(who)));
        }
        fight.free_rounds = numbers.free_rounds;
        if fight.free_rounds == 0 {
            self.recovers_from_surprise(fight);
        }
    }

    /// Whether somebody of the party sings of vigilance, so that it cannot be ambushed (BDP-488, BDP-494).
    fn sings_of_vigilance<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> bool {
        let knows = |who: &Slot| {
            let fighter = self.fighter(*who);
            self.party == Some(fighter.side) && fighter.songs >> Song::Vigilance as u8 & 1 == 1 && fight.is_active(*who)
        };
        let Some(singer) = fight.slots().find(knows) else { return false };
        let save = (self.book.song.save, self.complexity(Song::Vigilance), Luck::Even);
        let sings = self.ability_save(fight, singer, save, &rolls::SONG, table);
        table.tell("BDP-494", || {
            format!("{} {} of vigilance", self.name(singer), if sings { "sings" } else { "fails to sing" })
        });
        if !sings {
            self.tire(fight, singer, self.book.song.fatigue, table);
        }
        sings
    }

    pub(super) fn recovers_from_surprise(&self, fight: &mut Fight) {
        for body in &mut fight.bodies {
            body.surprised = false;
        }
    }
}

impl super::book::checks::ReactionRoll {
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
