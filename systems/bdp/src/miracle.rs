//! Faith and song: miracles, and songs that are sung in a fight.
//!
//! Owns step 4.9.7 of the specification, and BDP-488 to BDP-492. Start at [`Play::prays_for`] and [`Play::sings`].

use frame::dice::{Dice, Slot};
use frame::fight::{Slots, Watch};

use super::book::Book;
use super::book::gear::ItemUse;
use super::choose::Lost;
use super::harm::{AbilityDamage, Origin};
use super::lowered;
use super::metrics as count;
use super::rolls;
use super::save::Advantage;
use super::sheet::{Ability, Miracle, Song};
use super::state::{Fight, Status, until};
use super::{Core, Play};

/// Returns the WIL that a Faith Die with this face costs (BDP-477).
pub fn faith_cost(face: i32, book: &Book) -> i16 {
    let numbers = &book.fd;
    if face >= i32::from(numbers.high_from) { numbers.high } else { numbers.low }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Faith Dice that the combatant can roll (BDP-477, BDP-487).
    pub(super) fn faith_dice(&self, fight: &Fight, who: Slot) -> u8 {
        let fighter = self.fighter(who);
        if fighter.fd == 0 { 0 } else { (fighter.fd + fight.body(who).free_faith).min(self.book.fd.max) }
    }

    /// True if the combatant can work a miracle: it is imprinted, and a focus is in a free hand (BDP-473).
    pub(super) fn can_pray(&self, fight: &Fight, who: Slot, miracle: Miracle) -> bool {
        let body = fight.body(who);
        let hands: u8 = self.wielded_all(who, body).map(|weapon| weapon.hands).sum::<u8>() + u8::from(body.shielded);
        let focus = self.item(fight, who, ItemUse::Focus).is_some();
        body.miracles >> miracle as u8 & 1 == 1 && focus && hands <= 1
    }

    /// The friends of a singer that are on their feet, the singer included.
    fn choir(&self, fight: &Fight, who: Slot) -> Slots {
        (self.lineup.friends(who) & fight.active()).with(who)
    }

    /// The possible targets of a miracle: the friends of the caster that are on their feet, and the caster itself where the
    /// ruling says so.
    fn flock(&self, fight: &Fight, who: Slot) -> Slots {
        let all = self.choir(fight, who);
        if self.rulings.prayer_for_oneself { all } else { all.without(who) }
    }

    /// Returns the number that a song has to be sung above (BDP-488).
    pub(super) fn complexity(&self, song: Song) -> i32 {
        let numbers = &self.book.song;
        let plain = match song {
            Song::Home => numbers.home,
            Song::Slaughter => numbers.slaughter,
            Song::Iron => numbers.iron,
            Song::Sorrow => numbers.sorrow,
            Song::Vigilance => numbers.vigilance,
        };
        i32::from(plain.saturating_sub(if numbers.whole { numbers.verses } else { 0 }))
    }

    /// True if the combatant can sing this now (BDP-488, BDP-489).
    pub(super) fn can_sing(&self, fight: &Fight, who: Slot, song: Song) -> bool {
        let knows = self.fighter(who).songs >> song as u8 & 1 == 1;
        let loud = matches!(song, Song::Home | Song::Slaughter | Song::Iron);
        knows && loud && self.engaged_foes(fight, who).is_empty()
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Chooses so many of a side for a miracle: as the policy chooses allies, else the caster and then the allies with the
    /// fewest HP.
    fn chosen_flock(&mut self, who: Slot, many: usize) -> Slots {
        let rules = self.rules;
        let (mut left, mut chosen) = (rules.flock(self.fight, who), Slots::NONE);
        if left.len() <= many {
            return left;
        }
        let oneself = Slots::only(who) & left;
        if many > 0 && !rules.policies.lists.ally.deciders().has(who) && !oneself.is_empty() {
            (left, chosen) = (left.without(who), oneself);
        }
        for _ in chosen.len()..many {
            let Some(one) = self.choose_ally(who, left) else { break };
            (left, chosen) = (left.without(one), chosen.with(one));
        }
        chosen
    }

    /// A miracle that is still imprinted, and the morale of the foes that saw it (steps 4.9.7 and 4.10; BDP-473, BDP-477,
    /// BDP-479, BDP-481, BDP-483, BDP-484, BDP-628).
    pub(super) fn prays_for(&mut self, who: Slot, miracle: Miracle, dice: u8) {
        let rules = self.rules;
        if !rules.can_pray(self.fight, who, miracle) {
            return self.loses_action(who, Lost::Means);
        }
        let (numbers, dice) = (&rules.book.fd, dice.min(rules.faith_dice(self.fight, who)));
        let free = self.fight.body(who).free_faith.min(dice);
        let (mut sum, mut lost) = (0, 0);
        for index in 0..dice {
            let face = self.table.roll(who, &rolls::FAITH_DICE, numbers.die.into());
            sum += face;
            lost += if index < free { 0 } else { faith_cost(face, &rules.book) };
        }
        self.fight.body_mut(who).free_faith -= free;
        self.table.watch.count(who, count::CASTS, 1);
        self.table.tell("BDP-477", || format!("{} prays with {dice} dice: {sum}, for {lost} WIL", rules.name(who)));
        self.wears_down(who, AbilityDamage::simply(Ability::Wil, lost.into(), Origin::Exertion), "BDP-477");
        let (many, sum16) = (usize::from(dice), sum as i16);
        match miracle {
            Miracle::Bless => self.fight.body_mut(who).daily.bless += sum16,
            Miracle::Rebuke => self.rebukes(who, sum as usize, dice.into()),
            Miracle::Empower => {
                for one in self.chosen_flock(who, sum as usize) {
                    self.fight.body_mut(one).plight.empowered += i16::from(dice);
                }
            }
            Miracle::Replenish => self.replenishes(who, many, sum16),
            Miracle::Smite => {
                let plight = &mut self.fight.body_mut(who).plight;
                (plight.smite, plight.smites) = (sum16, dice);
            }
            Miracle::DivineProtection => {
                for one in self.chosen_flock(who, many) {
                    self.fight.body_mut(one).plight.protected = dice;
                }
            }
            Miracle::Surge => self.surges(who, dice, sum16),
        }
        self.table.tell("BDP-479, BDP-481, BDP-483, BDP-484, BDP-486", || format!("{} is granted", lowered(&miracle)));
        self.morale();
    }

    /// Enemies of the faith flee (BDP-480).
    fn rebukes(&mut self, who: Slot, many: usize, difficulty: i32) {
        let rules = self.rules;
        let foes = rules.active_foes(self.fight, who).those(|foe| rules.fighter(foe).unholy);
        for foe in self.choose_more(who, Slots::NONE, foes, many) {
            if !self.ability_save(foe, rules.book.fd.rebuke, difficulty, Advantage::Neither, &rolls::REBUKE) {
                self.table.watch.count(foe, count::FLED, 1);
                self.goes_out(foe, Status::Fled);
            }
        }
    }

    /// Allies regain HP, those that have lost most before the others (BDP-482).
    fn replenishes(&mut self, who: Slot, many: usize, sum: i16) {
        let mut left = self.rules.flock(self.fight, who);
        for _ in 0..many {
            let missing = |one: Slot| self.fight.body(one).hp_max - self.fight.body(one).hp;
            let hurt = left.those(|one| missing(one) > 0);
            let most = if self.rules.policies.lists.ally.deciders().has(who) {
                self.choose_ally(who, hurt)
            } else {
                self.draw_least(who, hurt, |fight, one| i32::from(fight.body(one).hp - fight.body(one).hp_max))
            };
            let Some(one) = most else { return };
            left = left.without(one);
            self.gains_hp(one, sum.into(), "BDP-482");
        }
    }

    /// HP come back, up to the maximum; not to the deprived (BDP-031).
    pub(super) fn gains_hp(&mut self, who: Slot, gained: i32, rule: &'static str) {
        let rules = self.rules;
        if rules.regains_no_hp(self.fight, who) {
            return;
        }
        let body = self.fight.body_mut(who);
        body.hp = (i32::from(body.hp) + gained).min(body.hp_max.into()).max(body.hp.into()) as i16;
        self.table.tell(rule, || format!("{} has {} HP again", rules.name(who), self.fight.body(who).hp));
        self.check_full(who);
    }

    /// The most damaged ability of a side counts higher in saves (BDP-486).
    fn surges(&mut self, who: Slot, dice: u8, sum: i16) {
        let flock = self.rules.flock(self.fight, who);
        let Some((one, ability)) = self.draw_most_damaged(who, flock, |_, _| true) else { return };
        let until = until(self.fight.round, self.rules.book.fd.surge_rounds.saturating_mul(dice.into()));
        let plight = &mut self.fight.body_mut(one).plight;
        (plight.surge, plight.surge_of, plight.surge_until) = (sum, Some(ability), until);
    }

    /// A song (BDP-489 to BDP-492).
    pub(super) fn sings(&mut self, who: Slot, song: Song) {
        let rules = self.rules;
        if !rules.can_sing(self.fight, who, song) {
            return self.loses_action(who, Lost::Means);
        }
        let told = |sings: bool| {
            if sings {
                format!("{} sings: {}", rules.name(who), lowered(&song))
            } else {
                format!("the song of {} fails", rules.name(who))
            }
        };
        if !self.carries_a_tune(who, song, "BDP-488", told) {
            return;
        }
        self.fight.body_mut(who).plight.singing = Some(song);
        let round = self.fight.round;
        for one in rules.choir(self.fight, who) {
            let plight = &mut self.fight.body_mut(one).plight;
            match song {
                Song::Home => (plight.home, plight.terrified) = (true, false),
                Song::Slaughter => plight.slaughter_until = until(round, rules.book.song.slaughter_rounds),
                _ => {}
            }
        }
        if song == Song::Iron {
            let armed = |one: Slot| one != who && rules.weapon(one, rules.wielded(one, self.fight.body(one))).hands > 0;
            let armed = rules.choir(self.fight, who).those(armed);
            let one = self.draw(who, armed, &rolls::DRAWN).unwrap_or(who);
            self.fight.body_mut(one).plight.iron = true;
        }
    }

    /// True if a save above the complexity of a song carries it; a singer that fails is tired by it (BDP-488).
    pub(super) fn carries_a_tune(
        &mut self,
        who: Slot,
        song: Song,
        rule: &'static str,
        told: impl FnOnce(bool) -> String,
    ) -> bool {
        let rules = self.rules;
        let sings = self.ability_save(who, rules.book.song.save, rules.complexity(song), Advantage::Neither, &rolls::SONG);
        self.table.tell(rule, || told(sings));
        if !sings {
            self.tire(who, rules.book.song.fatigue);
        }
        sings
    }

    /// A song ends, and with it what lasts only while it is sung (BDP-489, BDP-491).
    pub(super) fn stops_singing(&mut self, who: Slot) {
        let song = self.fight.body_mut(who).plight.singing.take();
        let sings = |one: Slot| one != who && self.fight.is_active(one) && self.fight.body(one).plight.singing == song;
        if song == Some(Song::Slaughter) && !self.rules.choir(self.fight, who).any(sings) {
            for one in self.rules.choir(self.fight, who) {
                self.fight.body_mut(one).plight.slaughter_until = 0;
            }
        }
    }
}
