//! Values that follow from the state of a combatant: Armor, slots, weapons in hand, proficiency.
//!
//! Of changes it owns Fatigue, room in the slots and going out. Start at [`Core::armor`] and [`Core::free`].

use frame::dice::Dice;
use frame::dice::Slot;
use frame::fight::{Ending, Slots, Watch};

use super::book::gear::ItemUse;
use super::book::recovery::Recipe;
use super::metrics as count;
use super::outfit::Weapon;
use super::rulings::{FullHp, HeavyBy, InventoryFull, Overflow};
use super::sheet::{Ability, Category, Skill};
use super::state::{ARMOR_BROKEN, Body, Fight, Status};
use super::strike::Edge;
use super::{Core, Play};

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns the price of repairing everything that was given up (BDP-281, BDP-320).
    pub(super) fn repair_cost(&self, who: Slot, broken: u16) -> i32 {
        if broken == 0 {
            return 0;
        }
        let fighter = self.fighter(who);
        let weapons = (0..fighter.unarmed()).filter(|bit| broken >> bit & 1 == 1);
        let prices: u32 = weapons.map(|bit| fighter.weapons[usize::from(bit)].price).sum();
        let armor = if broken & ARMOR_BROKEN != 0 { fighter.armor_price } else { 0 };
        self.book.sacrifice.repair.of((prices + armor) as i32, frame::fight::Rounding::Up)
    }

    /// Slots that are left; none or fewer is a full inventory (BDP-033, BDP-050, BDP-593).
    #[inline]
    pub(super) fn free(&self, who: Slot, body: &Body) -> i32 {
        let numbers = &self.book.inventory;
        let tired = i32::from(body.fatigue) * i32::from(numbers.fatigue);
        let wounded = body.wounds.count() * i32::from(numbers.wound);
        i32::from(self.fighter(who).slots) - i32::from(body.load) - tired - wounded
    }

    /// True if the combatant is defenceless by a full inventory (BDP-245, R-18).
    #[inline]
    pub(super) fn defenceless(&self, who: Slot, body: &Body) -> bool {
        self.rulings().inventory_full == InventoryFull::Defenceless && self.free(who, body) <= 0
    }

    /// HP that count now (BDP-244, BDP-595, R-18, R-41).
    #[inline]
    pub(super) fn guard(&self, who: Slot, body: &Body) -> i32 {
        let full = self.rulings().inventory_full_hp == FullHp::Suppressed && self.free(who, body) <= 0;
        if full || self.hp_denied(body) { 0 } else { body.hp.into() }
    }

    /// True if blows go past HP because they are not seen coming (BDP-244, R-41, BDP-203).
    pub(super) fn hp_denied(&self, body: &Body) -> bool {
        let unseen = body.unaware && self.rulings().unaware_hp_denied || body.surprised && self.rulings().surprise_hp_denied;
        !PLAIN && unseen
    }

    /// The number of the weapon that it wields: the first one, or what is left in the other hand; that of no weapon at all when
    /// both are empty (BDP-255, R-11).
    #[inline]
    pub(super) fn wielded(&self, who: Slot, body: &Body) -> u8 {
        let held = body.main;
        if self.usable(who, body, held) {
            return held;
        }
        let other = body.off.filter(|&weapon| !PLAIN && self.usable(who, body, weapon));
        other.unwrap_or_else(|| self.fighter(who).unarmed())
    }

    /// Returns the weapons in the right hand and in the left one.
    pub(super) fn in_hands(&self, who: Slot, body: &Body) -> [Option<u8>; 2] {
        let held = |weapon: &u8| self.usable(who, body, *weapon) && self.weapon(who, *weapon).loose();
        [Some(body.main).filter(held), body.off.filter(held)]
    }

    /// True if a weapon has to be drawn before it can be used; natural weapons never have.
    pub(super) fn is_away(&self, who: Slot, body: &Body, weapon: u8) -> bool {
        let held = weapon == self.wielded(who, body) || self.second(who, body) == Some(weapon);
        !held && self.weapon(who, weapon).loose()
    }

    /// True if the combatant carries a weapon and has the hands for it (BDP-323, R-09).
    #[inline]
    pub(super) fn usable(&self, who: Slot, body: &Body, weapon: u8) -> bool {
        // Nothing takes more than two hands.
        let arms_left = if PLAIN { 2 } else { [2, 1, 1, 0][usize::from(body.limbs_lost & 3)] };
        body.carries(weapon) && (arms_left == 2 || self.weapon(who, weapon).hands <= arms_left)
    }

    /// The weapon in the other hand, if it is there.
    #[inline]
    pub(super) fn second(&self, who: Slot, body: &Body) -> Option<u8> {
        body.off
            .filter(|_| !PLAIN)
            .filter(|&weapon| body.carries(weapon) && body.limbs_lost & 3 == 0 && self.wielded(who, body) == body.main)
    }

    /// A weapon.
    #[inline]
    pub(super) fn weapon(&self, who: Slot, weapon: u8) -> &Weapon {
        &self.fighter(who).weapons[usize::from(weapon)]
    }

    /// True if the combatant has an item, and where that is a weapon as well, has not dropped it (BDP-471).
    pub(super) fn at_hand(&self, who: Slot, body: &Body, item: usize) -> bool {
        let fighter = self.fighter(who);
        let dropped = |weapon: u8| fighter.weapons[usize::from(weapon)].item == Some(item as u8) && !body.carries(weapon);
        body.items >> item & 1 == 1 && !(0..fighter.unarmed()).any(dropped)
    }

    /// True if a weapon of this category is in its hands.
    #[inline]
    pub(super) fn wields(&self, who: Slot, body: &Body, category: Category) -> bool {
        self.wielded_all(who, body).any(|weapon| weapon.category == category)
    }

    /// Every weapon in its hands.
    #[inline]
    pub(super) fn wielded_all(&self, who: Slot, body: &Body) -> impl Iterator<Item = &Weapon> {
        let main = self.weapon(who, self.wielded(who, body));
        std::iter::once(main).chain(self.second(who, body).map(|weapon| self.weapon(who, weapon)))
    }

    /// Returns the edge of a weapon in its hands as they are trained now.
    #[inline]
    pub(super) fn edge(&self, who: Slot, body: &Body, weapon: u8) -> &Edge {
        self.edge_of(who, body, weapon, self.weapon(who, weapon))
    }

    /// Returns the edge of a weapon that is at hand.
    #[inline]
    pub(super) fn edge_of<'a>(&'a self, who: Slot, body: &Body, weapon: u8, arm: &'a Weapon) -> &'a Edge {
        if self.asked.kills {
            return self.edge_by_kills(who, body, weapon);
        }
        let edge = arm.first_edge();
        debug_assert_eq!(edge, self.edge_by_kills(who, body, weapon));
        edge
    }

    /// Returns the edge of a weapon, where killing blows may have made the attacker proficient (BDP-327, BDP-331).
    #[inline(never)]
    fn edge_by_kills(&self, who: Slot, body: &Body, weapon: u8) -> &Edge {
        let (fighter, arm) = (self.fighter(who), self.weapon(who, weapon));
        let property = &self.book.property;
        let by_type = arm.damage.is_some_and(|damage| {
            fighter.types >> damage as u8 & 1 == 1 || body.type_kills[damage as usize] >= property.type_kills
        });
        let by_weapon = arm.proficient || body.weapon_kills[usize::from(weapon)] >= property.skill_kills;
        arm.edge(by_type, by_weapon)
    }

    /// Slots of the armor that it wears.
    pub(super) fn armor_slots(&self, who: Slot, body: &Body) -> i16 {
        self.fighter(who).armors[usize::from(body.armor_kind)].slots
    }

    /// Armor that it wears, without a shield.
    #[inline]
    pub(super) fn worn(&self, who: Slot, body: &Body) -> i32 {
        if body.armored { self.fighter(who).armors[usize::from(body.armor_kind)].points } else { 0 }
    }

    /// Armor, with everything that counts as such (BDP-276, BDP-277, BDP-357).
    #[inline(always)]
    pub(super) fn armor(&self, who: Slot, body: &Body) -> i32 {
        let worn = self.worn(who, body);
        let shield = if body.shielded { i32::from(self.book.armor.shield) } else { 0 };
        let armor = if self.ordinary() { worn + shield } else { self.special_armor(who, body, worn, shield) };
        armor.min(self.book.armor.cap.into())
    }

    /// Armor by what the combatant wears with what skills and miracles make of it (BDP-484, BDP-513, BDP-524).
    #[inline(never)]
    fn special_armor(&self, who: Slot, body: &Body, worn: i32, shield: i32) -> i32 {
        let (fighter, numbers) = (self.fighter(who), &self.book.skill);
        let mut armor = worn + shield;
        if fighter.has(Skill::DefensivePosture) && shield == 0 && self.second(who, body).is_none() {
            let weapon = self.weapon(who, self.wielded(who, body));
            let shoots = weapon.ranged && !self.rulings.posture_bows;
            let fits = weapon.hands > 0 && weapon.category != Category::Slow && !shoots;
            armor += if fits { i32::from(numbers.posture) } else { 0 };
        }
        if fighter.has(Skill::FancyFootwork) && worn == 0 {
            armor += i32::from(numbers.footwork);
        }
        if fighter.has(Skill::Showfighter) && self.scene.audience {
            armor += i32::from(numbers.show_armor);
        }
        if body.plight.protected > 0 {
            armor = armor.max(self.book.fd.protection.into());
        }
        armor
    }

    /// The Armor by which reactions are allowed and free (BDP-288, BDP-290, BDP-291, R-19).
    pub(super) fn bulk(&self, who: Slot, body: &Body) -> i32 {
        match self.rulings().heavy_by() {
            HeavyBy::Worn => self.worn(who, body),
            HeavyBy::Total => self.armor(who, body),
        }
    }

    /// An ability as it is now.
    #[inline]
    pub(super) fn ability(&self, body: &Body, ability: Ability) -> i32 {
        body.abilities[ability.index()].into()
    }

    /// True if it is helpless (section 3.2 of the specification).
    pub(super) fn helpless(&self, body: &Body) -> bool {
        body.prone || body.stunned > 0
    }

    /// Active enemies, in slot order.
    #[inline]
    pub(super) fn active_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.lineup.foes(who) & fight.active()
    }

    /// Enemies that the combatant is engaged with.
    pub(super) fn engaged_foes(&self, fight: &Fight, who: Slot) -> Slots {
        self.active_foes(fight, who) & fight.body(who).engaged
    }

    /// True if being deprived keeps the combatant from recovering; the published text says so of player characters (BDP-031).
    pub(super) fn is_deprived(&self, fight: &Fight, who: Slot) -> bool {
        self.fighter(who).pc && fight.body(who).deprived_days > 0
    }

    /// True if being deprived keeps the combatant from regaining HP (BDP-031).
    pub(super) fn regains_no_hp(&self, fight: &Fight, who: Slot) -> bool {
        self.book.deprived.blocks_hp && self.is_deprived(fight, who)
    }

    /// True if being deprived keeps the combatant from regaining abilities (BDP-031).
    pub(super) fn regains_no_abilities(&self, fight: &Fight, who: Slot) -> bool {
        self.book.deprived.blocks_ability && self.is_deprived(fight, who)
    }

    /// True if the combatant is dressed for the cold (BDP-044, BDP-369).
    pub(super) fn is_clad(&self, fight: &Fight, who: Slot) -> bool {
        self.item(fight, who, ItemUse::WinterCloak).is_some()
    }

    /// A potion whose recipe is like that.
    pub(super) fn potion(&self, fight: &Fight, who: Slot, like: impl Fn(&Recipe) -> bool) -> Option<usize> {
        let (items, body) = (&self.fighter(who).items, fight.body(who));
        let fits = |item: &usize| {
            let (kind, held) = (&items[*item], body.items >> item & 1 == 1);
            let recipe = self.book.recipe.list.get(&kind.key).filter(|_| kind.does == ItemUse::Potion && held);
            recipe.is_some_and(&like)
        };
        (0..items.len()).find(fits)
    }

    /// An item of this kind that the combatant carries, and can still use.
    pub(super) fn item(&self, fight: &Fight, who: Slot, does: ItemUse) -> Option<usize> {
        let (items, body) = (&self.fighter(who).items, fight.body(who));
        let usable = |item: &usize| items[*item].uses == 0 || body.item_uses[*item] > 0;
        (0..items.len()).find(|item| body.items >> item & 1 == 1 && items[*item].does == does && usable(item))
    }

    /// True if the fight is over.
    #[inline]
    pub(super) fn is_over(&self, fight: &Fight) -> bool {
        self.ending(fight).is_some()
    }

    /// Returns the ending of the fight, if it has ended (step 4.11; R-61).
    #[inline]
    pub(super) fn ending(&self, fight: &Fight) -> Option<Ending> {
        if !PLAIN && self.lineup.arrivals.awaited_in(fight.round).into_iter().any(|who| self.comes(fight, who)) {
            return None;
        }
        self.lineup.ending(fight.active(), fight.sides)
    }

    /// True if the combatant is of a side that has met and comes to the fight when its round has come.
    pub(super) fn comes(&self, fight: &Fight, who: Slot) -> bool {
        fight.sides.has(self.fighter(who).side) && fight.body(who).status == Status::Absent
    }

    /// The next smaller usage die; 0 behind the smallest (BDP-095, BDP-096, BDP-364).
    pub(super) fn smaller(&self, die: u8) -> u8 {
        self.book.breath.chain.iter().copied().filter(|&faces| faces < die).max().unwrap_or(0)
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Fatigue comes over the combatant, as much as there is room for (BDP-033, BDP-034).
    pub(super) fn tire(&mut self, who: Slot, fatigue: u8) {
        for _ in 0..fatigue {
            if !self.makes_room(who) {
                return;
            }
            let body = self.fight.body_mut(who);
            body.fatigue = body.fatigue.saturating_add(1);
            self.table.watch.count(who, count::FATIGUE, 1);
            if self.fight.round > 0 {
                self.table.watch.first(who, count::TIRED_ROUND, self.fight.round.into());
            }
            self.table.tell("BDP-033", || format!("{} has Fatigue {}", self.rules.name(who), self.fight.body(who).fatigue));
            self.check_full(who);
        }
    }

    /// True if something that needs a slot comes at all; room is made for it where there is none.
    #[inline]
    pub(super) fn makes_room(&mut self, who: Slot) -> bool {
        self.rules.free(who, self.fight.body(who)) > 0 || self.finds_room(who)
    }

    /// Makes room for something that needs a slot, where none is left: something stored is dropped, else a miracle is forced
    /// out, or whatever else the ruling says; true if it comes (BDP-475, R-17).
    #[inline(never)]
    fn finds_room(&mut self, who: Slot) -> bool {
        let rules = self.rules;
        match rules.rulings().overflow {
            Overflow::Ignore => false,
            Overflow::Collapse => {
                self.goes_out(who, Status::Unconscious);
                true
            }
            Overflow::Drop => {
                let items = &rules.fighter(who).items;
                let held = self.fight.body(who).items;
                let stored =
                    (0..items.len()).rev().find(|&item| held >> item & 1 == 1 && items[item].stored && items[item].slots > 0);
                let miracles = self.fight.body(who).miracles;
                if stored.is_none() && miracles != 0 {
                    let body = self.fight.body_mut(who);
                    body.miracles &= !(1 << miracles.ilog2());
                    body.load -= i16::from(rules.book.fd.miracle_slots);
                    self.table.tell("BDP-475", || format!("a miracle of {} is forced out", rules.name(who)));
                }
                if let Some(item) = stored {
                    let body = self.fight.body_mut(who);
                    body.items &= !(1 << item);
                    body.load -= items[item].slots;
                    self.table.tell("R-17", || format!("{} drops {}", rules.name(who), items[item].name));
                }
                true
            }
        }
    }

    /// A full inventory takes all HP (BDP-595, R-18).
    #[inline]
    pub(super) fn check_full(&mut self, who: Slot) {
        if self.rules.free(who, self.fight.body(who)) <= 0 {
            self.is_full(who);
        }
    }

    /// Takes all HP of a combatant without a free slot, where the ruling says so (BDP-595, R-18).
    #[inline(never)]
    fn is_full(&mut self, who: Slot) {
        if self.fight.round > 0 {
            self.table.watch.first(who, count::FULL_ROUND, self.fight.round.into());
        }
        if self.rules.rulings().inventory_full_hp == FullHp::Lost && self.fight.body(who).hp > 0 {
            self.fight.body_mut(who).hp = 0;
            self.table.watch.count(who, count::DEFENCELESS, 1);
            self.table.tell("BDP-595", || format!("{} has no slot left and loses all HP", self.rules.name(who)));
        }
    }

    /// The combatant is out of the fight.
    pub(super) fn goes_out(&mut self, who: Slot, status: Status) {
        if !self.fight.is_active(who) {
            return;
        }
        self.fight.part_all(who);
        self.fight.becomes(who, status);
        let round = i32::from(self.fight.round.max(1));
        self.table.watch.first(who, count::OUT_ROUND, round);
        self.table.watch.mark(who, count::DEATHS, i32::from(matches!(status, Status::Dead | Status::Destroyed)));
        let (rule, what) = match status {
            Status::Active | Status::Absent => ("BDP-212", "is not here"),
            Status::Fled => ("BDP-302", "flees"),
            Status::KnockedOut => ("BDP-250", "is knocked out"),
            Status::Unconscious => ("BDP-067", "is unconscious"),
            Status::Debilitated => ("BDP-068", "is debilitated"),
            Status::Down => ("R-08", "is down"),
            Status::Routed => ("BDP-264", "is routed"),
            Status::Destroyed => ("BDP-265", "is destroyed"),
            Status::Dead => ("BDP-066", "is dead"),
        };
        self.table.tell(rule, || format!("{} {what}", self.rules.name(who)));
    }
}
