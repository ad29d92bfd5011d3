//! What lies between the fights of `bdp`: short breaks, perils, attempts, the road, training.
//!
//! Owns what can happen between two fights except nights, which are in [`night`](super::night). Start at [`Core::take_rest`].

use crate::dice::{Dice, Slot};
use crate::fight::day::Sides;
use crate::fight::{Slots, Table, Watch};

use super::Core;
use super::action::{ActionRule, Attempt, Outcome};
use super::book::checks::Action;
use super::book::gear::ItemUse;
use super::book::harm::Level;
use super::decide::Wants;
use super::harm::Cause;
use super::lowered;
use super::metrics as count;
use super::policy::Hand;
use super::react::ARMOR_BROKEN;
use super::rolls;
use super::rulings::{CasualtyWakes, CostEffect};
use super::save::Luck;
use super::scene::{AttemptText, ImprintText, PerilKind, PerilText, RestKind, TrainText, Trained};
use super::sheet::{Ability, Skill};
use super::state::{Fight, Status};

impl<const PLAIN: bool> Core<PLAIN> {
    /// A rest, or something that happens, for these sides (step 4.13).
    pub(super) fn take_rest<D: Dice, W: Watch>(
        &self,
        kind: RestKind,
        sides: Sides,
        fight: &mut Fight,
        table: &mut Table<D, W>,
    ) {
        match kind {
            RestKind::Break => self.short_break(sides, fight, table),
            RestKind::Night(text) => self.nights(text, sides, fight, table),
            RestKind::Peril(PerilText { kind, times }) => {
                for who in self.afoot(fight, sides) {
                    self.peril(fight, who, kind, times, table);
                }
            }
            RestKind::Attempt(text) => {
                for who in self.afoot(fight, sides) {
                    self.attempts(fight, who, text, table);
                }
            }
            RestKind::Climb => {
                for who in self.afoot(fight, sides) {
                    self.climbs(fight, who, table);
                }
            }
            RestKind::Imprint(text) => {
                for who in self.afoot(fight, sides) {
                    self.imprints(fight, who, text, table);
                }
            }
            RestKind::Train(text) => {
                for who in self.afoot(fight, sides).those(|who| self.fighter(who).pc) {
                    self.trains(fight, who, text, table);
                }
            }
        }
    }

    /// Everybody of these sides.
    pub(super) fn members_of(&self, sides: Sides) -> Slots {
        Slots::first(self.fighters.len()).those(|who| sides.has(self.fighter(who).side))
    }

    /// Everybody of these sides who is on its feet.
    pub(super) fn afoot(&self, fight: &Fight, sides: Sides) -> Slots {
        self.members_of(sides).those(|who| fight.is_active(who))
    }

    /// Catching breath (BDP-031, BDP-092 to BDP-096, BDP-281, BDP-365, BDP-533, R-54, R-63).
    fn short_break<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        let percent = i32::from(self.book.breath.encounter_percent);
        if percent > 0 && table.at_most(Slot::MASTER, &rolls::ENCOUNTER, 100, percent) {
            return table.tell("BDP-093", || "the break is interrupted and nobody recovers".to_owned());
        }
        for who in self.members_of(sides) {
            let was_out = !fight.is_active(who);
            if self.rulings().casualty_wakes == CasualtyWakes::Break {
                self.wakes(fight, who, table);
            }
            if fight.is_active(who) && (self.rulings().wakes_drink || !was_out) {
                self.drinks(fight, who, table);
            }
        }
        for who in self.afoot(fight, sides) {
            self.lays_hands(fight, who, table);
            self.speaks_grace(fight, who, table);
            self.repairs(fight, who, table);
        }
    }

    /// Whoever was taken out by DEX, by WIL or by being knocked out wakes at 0 HP, unless an ability is at 0.
    pub(super) fn wakes<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let body = fight.body_mut(who);
        let out = matches!(body.status, Status::Unconscious | Status::Debilitated | Status::KnockedOut);
        if out && body.abilities.iter().all(|&ability| ability > 0) {
            body.hp = 0;
            fight.becomes(who, Status::Active);
            table.tell("R-63", || format!("{} comes to", self.name(who)));
        }
    }

    /// Whether being deprived keeps somebody from recovering; the published text says so of player characters (BDP-031).
    pub(super) fn is_deprived(&self, fight: &Fight, who: Slot) -> bool {
        self.fighter(who).pc && fight.body(who).deprived_days > 0
    }

    /// A drink of water gives HP back, and may be the last one (BDP-092, BDP-095, BDP-096).
    fn drinks<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let (numbers, body) = (&self.book.breath, fight.body(who));
        let deprived = self.book.deprived.blocks_hp && self.is_deprived(fight, who);
        let skin = self.item(fight, who, ItemUse::Waterskin);
        let dry = numbers.needs_water && (body.waterskin == 0 || skin.is_none());
        if deprived
            || dry
            || body.hp >= body.hp_max
            || self.free(who, body) <= 0
            || !self.wants(Wants::Drink, true, fight, who, table)
        {
            return;
        }
        let body = fight.body_mut(who);
        let gained = numbers.hp.map_or(i32::from(body.hp_max), i32::from);
        body.hp = (i32::from(body.hp) + gained).min(body.hp_max.into()) as i16;
        let die = body.waterskin;
        table.tell("BDP-092", || format!("{} catches breath: {} HP", self.name(who), fight.body(who).hp));
        if die == 0 {
            return;
        }
        table.watch.count(who, count::DRINKS, 1);
        if table.at_most(who, &rolls::WATER, die.into(), numbers.shrink.into()) {
            let smaller = self.smaller(die);
            fight.body_mut(who).waterskin = smaller;
            table.tell("BDP-095, BDP-096", || format!("the water of {} runs low: d{smaller}", self.name(who)));
        }
    }

    /// The next smaller usage die; 0 behind the smallest (BDP-095, BDP-096, BDP-364).
    fn smaller(&self, die: u8) -> u8 {
        self.book.breath.chain.iter().copied().filter(|&faces| faces < die).max().unwrap_or(0)
    }

    /// Whether an ability of somebody is damaged and can come back (BDP-031).
    fn can_be_restored(&self, fight: &Fight, who: Slot, ability: Ability) -> bool {
        let blocked = self.book.deprived.blocks_ability && self.is_deprived(fight, who);
        let body = fight.body(who);
        !blocked && body.abilities[ability.index()] < body.maxima[ability.index()]
    }

    /// Laying on hands: a disease is cured, or STR restored, of whoever of one's side needs it most (BDP-533).
    fn lays_hands<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if !self.fighter(who).has(Skill::LayOnHands) || fight.body(who).daily.laid {
            return;
        }
        let ours = |fight: &Fight, one: Slot| !self.hostile(who, one) && fight.is_active(one);
        let ill = fight.slots().find(|&one| ours(fight, one) && fight.body(one).diseases.iter().any(Option::is_some));
        let hurt = fight
            .slots()
            .filter(|&one| ours(fight, one) && self.can_be_restored(fight, one, Ability::Str))
            .min_by_key(|&one| fight.body(one).abilities[0]);
        let wish = self.hand(fight, who, table);
        match (wish, ill, hurt) {
            (Hand::Cure, Some(one), _) => {
                if let Some(place) = fight.body_mut(one).diseases.iter_mut().find(|place| place.is_some()) {
                    *place = None;
                }
                table.watch.count(one, count::DISEASES_HEALED, 1);
                table.tell("BDP-085, BDP-533", || format!("{} cures {}", self.name(who), self.name(one)));
            }
            (Hand::Cure | Hand::Restore, _, Some(one)) => {
                let gained = table.sum(who, &rolls::GRACE, self.book.skill.lay_on_hands);
                self.restores(fight, one, Ability::Str, gained, "BDP-533", table);
            }
            _ => return,
        }
        fight.body_mut(who).daily.laid = true;
    }

    /// Words of grace restore an ability, and leave whoever spoke them deprived (BDP-533).
    fn speaks_grace<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let spoken = fight.body(who).daily.graced;
        if !self.fighter(who).has(Skill::WordsOfGrace) || spoken || !self.wants(Wants::Grace, false, fight, who, table) {
            return;
        }
        let ours = |one: &Slot| !self.hostile(who, *one) && fight.is_active(*one);
        let missing =
            |one: Slot, ability: Ability| fight.body(one).maxima[ability.index()] - fight.body(one).abilities[ability.index()];
        let all = fight.slots().filter(ours).flat_map(|one| Ability::ALL.map(|ability| (one, ability)));
        let all = all.filter(|&(one, ability)| self.can_be_restored(fight, one, ability));
        let Some((one, ability)) = all.max_by_key(|&(one, ability)| missing(one, ability)) else { return };
        let gained = table.sum(who, &rolls::GRACE, self.book.skill.words_of_grace);
        self.restores(fight, one, ability, gained, "BDP-533", table);
        let body = fight.body_mut(who);
        (body.daily.graced, body.deprived_days) = (true, body.deprived_days.max(1));
    }

    /// An ability comes back, up to its maximum; not to the deprived (BDP-031).
    pub(super) fn restores<D: Dice, W: Watch>(
        &self,
        fight: &mut Fight,
        who: Slot,
        ability: Ability,
        gained: i32,
        rule: &'static str,
        table: &mut Table<D, W>,
    ) {
        if self.book.deprived.blocks_ability && self.is_deprived(fight, who) {
            return;
        }
        let body = fight.body_mut(who);
        let (now, most) = (&mut body.abilities[ability.index()], body.maxima[ability.index()]);
        let gained = gained.min(i32::from(most - *now)).max(0);
        *now += gained as i16;
        let now = *now;
        if gained > 0 {
            table.watch.count(who, count::RESTORED, gained);
            table.tell(rule, || format!("{} regains {gained} {}: {now}", self.name(who), ability.name()));
        }
    }

    /// Whoever has a repair kit repairs what was given up, shields excepted (BDP-281, BDP-365).
    fn repairs<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let fighter = self.fighter(who);
        if fight.body(who).broken == 0 || self.item(fight, who, ItemUse::RepairKit).is_none() {
            return;
        }
        for bit in 0..fighter.unarmed() {
            let slots = fighter.weapons[usize::from(bit)].slots;
            let fits = self.free(who, fight.body(who)) > i32::from(slots);
            let body = fight.body_mut(who);
            if body.broken >> bit & 1 == 1 && fits {
                (body.broken, body.weapons) = (body.broken & !(1 << bit), body.weapons | 1 << bit);
                body.load += slots;
            }
        }
        let slots = self.armor_slots(who, fight.body(who));
        let fits = self.free(who, fight.body(who)) > i32::from(slots);
        let body = fight.body_mut(who);
        if body.broken & ARMOR_BROKEN != 0 && fits {
            (body.broken, body.armored) = (body.broken & !ARMOR_BROKEN, true);
            body.load += slots;
        }
        table.tell("BDP-365", || format!("{} repairs gear", fighter.name));
    }

    /// What repair of everything that was given up would cost (BDP-281).
    pub(super) fn repair_cost(&self, who: Slot, broken: u16) -> i32 {
        if broken == 0 {
            return 0;
        }
        let fighter = self.fighter(who);
        let weapons = (0..fighter.unarmed()).filter(|bit| broken >> bit & 1 == 1);
        let prices: u32 = weapons.map(|bit| fighter.weapons[usize::from(bit)].price).sum();
        let armor = if broken & ARMOR_BROKEN != 0 { fighter.armor_price } else { 0 };
        self.book.sacrifice.repair.of((prices + armor) as i32, crate::fight::Rounding::Up)
    }

    /// An item of this kind that somebody carries, and can still use.
    pub(super) fn item(&self, fight: &Fight, who: Slot, does: ItemUse) -> Option<usize> {
        let (items, body) = (&self.fighter(who).items, fight.body(who));
        let usable = |item: &usize| items[*item].uses == 0 || body.item_uses[*item] > 0;
        (0..items.len()).find(|item| body.items >> item & 1 == 1 && items[*item].does == does && usable(item))
    }

    /// Uses an item once; when that was the last time, it is gone.
    pub(super) fn uses_item(&self, fight: &mut Fight, who: Slot, item: usize) {
        let kind = &self.fighter(who).items[item];
        let body = fight.body_mut(who);
        if kind.uses > 0 {
            body.item_uses[item] = body.item_uses[item].saturating_sub(1);
            if body.item_uses[item] == 0 {
                self.loses_item(fight, who, item);
            }
        }
    }

    /// An item is gone, and with it the weapon that it was as well (BDP-471).
    pub(super) fn loses_item(&self, fight: &mut Fight, who: Slot, item: usize) {
        let fighter = self.fighter(who);
        let body = fight.body_mut(who);
        if body.items >> item & 1 == 0 {
            return;
        }
        body.items &= !(1 << item);
        body.load -= fighter.items[item].slots;
        let weapon = fighter.weapons.iter().position(|weapon| weapon.item == Some(item as u8));
        if let Some(weapon) = weapon.filter(|&weapon| body.carries(weapon as u8)) {
            body.weapons &= !(1 << weapon);
            body.load -= fighter.weapons[weapon].slots;
        }
    }

    /// Time on the road: the cold, and lights that burn down (BDP-044, BDP-364, BDP-369, R-07).
    pub(super) fn travels<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        const DAY_MINUTES: u32 = 24 * 60;
        if self.scene.cold {
            let watches = minutes / (DAY_MINUTES / u32::from(self.book.days.watches.max(1))).max(1);
            for _ in 0..watches {
                for who in self.afoot(fight, sides).those(|who| self.item(fight, who, ItemUse::WinterCloak).is_none()) {
                    self.peril(fight, who, PerilKind::Cold, 1, table);
                }
            }
        }
        if self.scene.dark {
            for _ in 0..minutes / self.book.light.minutes.max(1) {
                for who in self.afoot(fight, sides) {
                    self.burns(fight, who, table);
                }
            }
        }
    }

    /// A light burns for a while; when it is out the next torch is lit (BDP-364).
    fn burns<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let die = fight.body(who).light;
        if die == 0 || !table.at_most(who, &rolls::LIGHT, die.into(), self.book.breath.shrink.into()) {
            return;
        }
        table.tell("BDP-364", || format!("the light of {} burns down", self.name(who)));
        self.burns_down(fight, who);
    }

    /// The usage die of a light shrinks; behind the smallest the next torch is lit (BDP-364).
    fn burns_down(&self, fight: &mut Fight, who: Slot) {
        let smaller = self.smaller(fight.body(who).light);
        fight.body_mut(who).light = smaller;
        if smaller > 0 {
            return;
        }
        if let Some(torch) = self.item(fight, who, ItemUse::Torch) {
            self.loses_item(fight, who, torch);
            if self.item(fight, who, ItemUse::Torch).is_some() {
                fight.body_mut(who).light = self.book.light.torch;
            }
        }
    }

    /// A torch that is dropped may go out and burn down (BDP-364).
    pub(super) fn drops_torch<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let die = fight.body(who).light;
        let torch = self.item(fight, who, ItemUse::Torch).is_some() && self.item(fight, who, ItemUse::Lantern).is_none();
        let out = i32::from(self.book.light.torch_out);
        if self.scene.dark && die > 0 && torch && table.at_most(who, &rolls::DROPPED_TORCH, die.into(), out) {
            table.tell("BDP-364", || format!("{} drops the torch, which goes out", self.name(who)));
            self.burns_down(fight, who);
        }
    }

    /// A bad hit may break a burning lantern (BDP-364).
    pub(super) fn lantern_may_break<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        if fight.body(who).light == 0 || !self.scene.dark {
            return;
        }
        let Some(lantern) = self.item(fight, who, ItemUse::Lantern) else { return };
        if table.at_most(who, &rolls::LANTERN, self.book.light.lantern_breaks.into(), 1) {
            self.loses_item(fight, who, lantern);
            fight.body_mut(who).light = 0;
            table.tell("BDP-364", || format!("the lantern of {} breaks", self.name(who)));
        }
    }

    /// After a climb the kit may be lost (BDP-361).
    fn climbs<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let Some(kit) = self.item(fight, who, ItemUse::ClimbingKit) else { return };
        if table.at_most(who, &rolls::CLIMBING_KIT, self.book.light.climbing_kit.into(), 1) {
            self.loses_item(fight, who, kit);
            table.tell("BDP-361", || format!("{} loses the climbing kit", self.name(who)));
        }
    }

    /// Somebody tries something, and may pay for it (BDP-013, BDP-020, BDP-021, R-05).
    fn attempts<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, text: AttemptText, table: &mut Table<D, W>) {
        let attempt = Attempt {
            impossible: text.impossible,
            certain: text.certain,
            time: text.time,
            benefits: text.benefits,
            hindrances: text.hindrances,
            skill: text.skill,
            abilities: fight.body(who).abilities.map(i32::from),
        };
        let action = &self.attempted[text.ability.map_or(0, |ability| ability.index() + 1)];
        let rule = ActionRule::new(&self.book, self.rulings());
        let outcome = rule.roll(&attempt, Some(action), (who, &rolls::TIME_GEAR_SKILL), table);
        table.watch.count(who, count::ATTEMPTS_FAILED, i32::from(outcome == Outcome::Failure));
        table.watch.count(who, count::ATTEMPTS_COSTLY, i32::from(outcome == Outcome::Cost));
        table.tell("BDP-020", || format!("{}: {}", self.name(who), lowered(&outcome)));
        if outcome != Outcome::Cost {
            return;
        }
        match self.rulings().tgs_cost_effect {
            CostEffect::Fatigue => self.tire(fight, who, self.book.tgs.cost_fatigue, table),
            CostEffect::Damage => {
                let damage = table.sum(who, &rolls::SURROUNDINGS, self.book.tgs.cost_damage);
                self.hurt(fight, who, damage, Cause::default(), table);
            }
            CostEffect::Break => {
                let items = &self.fighter(who).items;
                let held = fight.body(who).items;
                if let Some(item) = (0..items.len()).rev().find(|&item| held >> item & 1 == 1) {
                    self.loses_item(fight, who, item);
                    table.tell("BDP-021", || format!("{} breaks {}", self.name(who), items[item].name));
                }
            }
            CostEffect::None => {}
        }
    }

    /// Another miracle takes the place of the first one that is imprinted (BDP-474).
    fn imprints<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, text: ImprintText, table: &mut Table<D, W>) {
        let (bit, imprinted) = (1_u8 << text.miracle as u8, fight.body(who).miracles);
        if imprinted == 0 || imprinted & bit != 0 || self.item(fight, who, ItemUse::PrayerBook).is_none() {
            return;
        }
        if self.ability_save(fight, who, (self.book.fd.change, 0, Luck::Even), &rolls::IMPRINT, table) {
            fight.body_mut(who).miracles = imprinted & (imprinted - 1) | bit;
            table.tell("BDP-474", || format!("{} imprints another miracle", self.name(who)));
        }
    }

    /// Weeks of training, as long as there is gold (BDP-058, BDP-629, BDP-630).
    fn trains<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, text: TrainText, table: &mut Table<D, W>) {
        let numbers = &self.book.train;
        for _ in 0..text.weeks {
            let ability = match text.what {
                Trained::Hp => None,
                Trained::Str => Some(Ability::Str),
                Trained::Dex => Some(Ability::Dex),
                Trained::Wil => Some(Ability::Wil),
            };
            let body = fight.body(who);
            let price = match ability {
                Some(_) => numbers.ability_price,
                None => numbers.hp_price[usize::from(body.hp_trainings > 0)],
            };
            if body.gold < price {
                return;
            }
            fight.body_mut(who).gold -= price;
            match ability {
                Some(ability) => self.trains_ability(fight, who, ability, table),
                None => self.trains_hp(fight, who, table),
            }
        }
    }

    fn trains_hp<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) {
        let numbers = &self.book.train;
        let before = i32::from(fight.body(who).hp_max);
        let row = numbers.hp.range(..=before.clamp(0, 255) as u8).next_back();
        let Some((_, &dice)) = row else { return };
        let rolled = table.sum(who, &rolls::TRAIN_HP, dice);
        let after = if rolled > before { rolled } else { before + numbers.hp_least };
        let body = fight.body_mut(who);
        body.hp_max = after.min(i32::from(i16::MAX)) as i16;
        body.hp_trainings = body.hp_trainings.saturating_add(1);
        table.tell("BDP-629", || format!("{} trains: {after} HP", self.name(who)));
    }

    fn trains_ability<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, ability: Ability, table: &mut Table<D, W>) {
        let numbers = &self.book.train;
        let before = i32::from(fight.body(who).maxima[ability.index()]);
        let marked = |wound: &super::wounds::Wound| {
            wound.level == Level::Permanent && self.wound_abilities[usize::from(wound.key)] == ability
        };
        let for_good = !self.book.wound.permanent_trainable && fight.body(who).wounds.each().any(marked);
        if before >= numbers.ability_max || for_good {
            return;
        }
        if !table.at_most(who, &rolls::TRAIN_ABILITY, numbers.ability_die.into(), before) {
            let body = fight.body_mut(who);
            body.maxima[ability.index()] = (before + numbers.ability_gain).min(numbers.ability_max) as i16;
            body.abilities[ability.index()] += body.maxima[ability.index()] - before as i16;
            table.tell("BDP-630", || format!("{} has one more {}", self.name(who), ability.name()));
        }
    }
}

/// What an attempt without an ability, and with each of them, lists.
pub fn attempted() -> [Action; 4] {
    let of = |ability: Option<Ability>| Action { abilities: ability.into_iter().collect(), ..Action::default() };
    [of(None), of(Some(Ability::Str)), of(Some(Ability::Dex)), of(Some(Ability::Wil))]
}
