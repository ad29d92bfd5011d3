//! Faith and song: miracles, and songs that are sung in a fight.
//!
//! Owns step 4.9.7 of the specification, and BDP-488 to BDP-492. Start at [`Core::prays_for`] and [`Core::sings`].

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::book::gear::ItemUse;
use super::lowered;
use super::metrics as count;
use super::rolls;
use super::save::Luck;
use super::sheet::{Ability, Miracle, Song};
use super::state::{Fight, Status, until};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Faith Dice that somebody can roll (BDP-477, BDP-487).
    pub(super) fn faith_dice(&self, fight: &Fight, who: Slot) -> u8 {
        let fighter = self.fighter(who);
        if fighter.fd == 0 { 0 } else { (fighter.fd + fight.body(who).free_faith).min(self.book.fd.max) }
    }

    /// Whether somebody can work a miracle: it is imprinted, and a focus is in a free hand (BDP-473).
    pub(super) fn can_pray(&self, fight: &Fight, who: Slot, miracle: Miracle) -> bool {
        let body = fight.body(who);
        let hands: u8 = self.wielded_all(who, body).map(|weapon| weapon.hands).sum::<u8>() + u8::from(body.shielded);
        let focus = self.item(fight, who, ItemUse::Focus).is_some();
        body.miracles >> miracle as u8 & 1 == 1 && focus && hands <= 1
    }

    /// Everybody of a side who is on its feet, whoever prays first of all.
    fn flock(&self, fight: &Fight, who: Slot) -> impl Iterator<Item = Slot> + use<PLAIN> {
        let ours = |one: Slot| one != who && !self.hostile(who, one) && fight.is_active(one);
        let others: Slots = fight.slots().filter(|&one| ours(one)).collect();
        std::iter::once(who).chain(others)
    }

    /// So many of a side for a miracle: as the policy chooses allies, else whoever prays and then the others in listing order.
    fn chosen_flock<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, many: usize, table: &mut Table<D, W>) -> Slots {
        if self.policy(who).ally.is_empty() {
            return self.flock(fight, who).take(many).collect();
        }
        let (mut left, mut chosen): (Slots, Slots) = (self.flock(fight, who).collect(), Slots::NONE);
        for _ in 0..many {
            let Some(one) = self.choose_ally(fight, who, left, table) else { break };
            (left, chosen) = (left.without(one), chosen.with(one));
        }
        chosen
    }

    /// A miracle, and the morale of those who saw it (steps 4.9.7 and 4.10; BDP-476, BDP-477).
    pub(super) fn prays_for<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (miracle, dice): (Miracle, u8),
        table: &mut Table<D, W>,
    ) {
        let (numbers, dice) = (&self.book.fd, dice.min(self.faith_dice(fight, who)));
        let free = fight.body(who).free_faith.min(dice);
        let (mut sum, mut lost) = (0, 0);
        for index in 0..dice {
            let face = table.roll(who, &rolls::FAITH_DICE, numbers.die.into());
            sum += face;
            let high = face >= i32::from(numbers.high_from);
            lost += if index < free {
                0
            } else if high {
                numbers.high
            } else {
                numbers.low
            };
        }
        fight.body_mut(who).free_faith -= free;
        table.watch.count(who, count::CASTS, 1);
        table.tell("BDP-477", || format!("{} prays with {dice} dice: {sum}, for {lost} WIL", self.name(who)));
        self.wears_down(fight, who, (Ability::Wil, lost.into()), (false, false), "BDP-477", table);
        let (many, sum16) = (usize::from(dice), sum as i16);
        match miracle {
            Miracle::Bless => fight.body_mut(who).daily.bless += sum16,
            Miracle::Rebuke => self.rebukes(fight, who, (sum as usize, dice.into()), table),
            Miracle::Empower => {
                for one in self.chosen_flock(fight, who, sum as usize, table) {
                    fight.body_mut(one).plight.empowered += i16::from(dice);
                }
            }
            Miracle::Replenish => self.replenishes(fight, who, (many, sum16), table),
            Miracle::Smite => {
                let plight = &mut fight.body_mut(who).plight;
                (plight.smite, plight.smites) = (sum16, dice);
            }
            Miracle::DivineProtection => {
                for one in self.chosen_flock(fight, who, many, table) {
                    fight.body_mut(one).plight.protected = dice;
                }
            }
            Miracle::Surge => self.surges(fight, who, (dice, sum16)),
        }
        table.tell("BDP-479, BDP-481, BDP-483, BDP-484, BDP-486", || format!("{} is granted", lowered(&miracle)));
        self.morale(fight, table);
    }

    /// Enemies of the faith flee (BDP-480).
    fn rebukes<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        (many, difficulty): (usize, i32),
        table: &mut Table<D, W>,
    ) {
        let foes = self.active_foes(fight, who).those(|foe| self.fighter(foe).unholy);
        for foe in foes.into_iter().take(many) {
            let save = (self.book.fd.rebuke, difficulty, Luck::Even);
            if !self.ability_save(fight, foe, save, &rolls::REBUKE, table) {
                table.watch.count(foe, count::FLED, 1);
                self.goes_out(fight, foe, Status::Fled, table);
            }
        }
    }

    /// Allies regain HP, those first who have lost most (BDP-482).
    fn replenishes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, (many, sum): (usize, i16), table: &mut Table<D, W>) {
        let mut left: Slots = self.flock(fight, who).collect();
        for _ in 0..many {
            let missing = |one: Slot| fight.body(one).hp_max - fight.body(one).hp;
            let hurt = left.those(|one| missing(one) > 0);
            let most = if self.policy(who).ally.is_empty() {
                hurt.into_iter().min_by_key(|&one| -missing(one))
            } else {
                self.choose_ally(fight, who, hurt, table)
            };
            let Some(one) = most else { return };
            left = left.without(one);
            self.gains_hp(fight, one, sum.into(), "BDP-482", table);
        }
    }

    /// HP come back, up to the maximum; not to the deprived (BDP-031).
    pub(super) fn gains_hp<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        gained: i32,
        rule: &'static str,
        table: &mut Table<D, W>,
    ) {
        if self.book.deprived.blocks_hp && self.is_deprived(fight, who) {
            return;
        }
        let body = fight.body_mut(who);
        body.hp = (i32::from(body.hp) + gained).min(body.hp_max.into()).max(body.hp.into()) as i16;
        table.tell(rule, || format!("{} has {} HP again", self.name(who), fight.body(who).hp));
        self.check_full(fight, who, table);
    }

    /// The most damaged ability of a side counts higher in saves (BDP-486).
    fn surges(&self, fight: &mut Fight, who: Slot, (dice, sum): (u8, i16)) {
        let missing =
            |one: Slot, ability: Ability| fight.body(one).maxima[ability.index()] - fight.body(one).abilities[ability.index()];
        let all = self.flock(fight, who).flat_map(|one| Ability::ALL.map(|ability| (one, ability)));
        let Some((one, ability)) = all.max_by_key(|&(one, ability)| missing(one, ability)) else { return };
        let until = until(fight.round, self.book.fd.surge_rounds.saturating_mul(dice.into()));
        let plight = &mut fight.body_mut(one).plight;
        (plight.surge, plight.surge_of, plight.surge_until) = (sum, Some(ability), until);
    }

    /// What a song has to be sung above (BDP-488).
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

    /// Whether somebody can sing this now (BDP-488, BDP-489).
    pub(super) fn can_sing(&self, fight: &Fight, who: Slot, song: Song) -> bool {
        let knows = self.fighter(who).songs >> song as u8 & 1 == 1;
        let loud = matches!(song, Song::Home | Song::Slaughter | Song::Iron);
        knows && loud && self.engaged_foes(fight, who).is_empty()
    }

    /// A song (BDP-488 to BDP-492).
    pub(super) fn sings<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, song: Song, table: &mut Table<D, W>) {
        if !self.can_sing(fight, who, song) {
            return self.loses_action(who, table);
        }
        let save = (self.book.song.save, self.complexity(song), Luck::Even);
        if !self.ability_save(fight, who, save, &rolls::SONG, table) {
            table.tell("BDP-488", || format!("the song of {} fails", self.name(who)));
            return self.tire(fight, who, self.book.song.fatigue, table);
        }
        table.tell("BDP-488", || format!("{} sings: {}", self.name(who), lowered(&song)));
        fight.body_mut(who).plight.singing = Some(song);
        let round = fight.round;
        for one in self.flock(fight, who) {
            let plight = &mut fight.body_mut(one).plight;
            match song {
                Song::Home => (plight.home, plight.terrified) = (true, false),
                Song::Slaughter => plight.slaughter_until = until(round, self.book.song.slaughter_rounds),
                _ => {}
            }
        }
        if song == Song::Iron {
            let armed = |&one: &Slot| one != who && self.weapon(one, self.wielded(one, fight.body(one))).hands > 0;
            let one = self.flock(fight, who).find(armed).unwrap_or(who);
            fight.body_mut(one).plight.iron = true;
        }
    }

    /// A song ends, and with it what lasts only while it is sung (BDP-489, BDP-491).
    pub(super) fn stops_singing(&self, fight: &mut Fight, who: Slot) {
        let song = fight.body_mut(who).plight.singing.take();
        let sings = |one: Slot| one != who && fight.is_active(one) && fight.body(one).plight.singing == song;
        if song == Some(Song::Slaughter) && !self.flock(fight, who).any(sings) {
            for one in self.flock(fight, who) {
                fight.body_mut(one).plight.slaughter_until = 0;
            }
        }
    }
}
