//! Harm in `vogt`: from the damage dice to wounds, exhaustion, death and dismemberment.
//!
//! Owns the steps from a roll of damage to its last consequence, in their order. Who strikes whom is decided in
//! [`act`](super::act). Start at [`Play::damage_roll`] and [`Play::hurt`].

use frame::dice::{Dice, Die, Slot};
use frame::fight::sum::Sum;
use frame::fight::watch::Counter;
use frame::fight::{Adds, DiceTaken, Rounding, Sentence, Watch};

use super::fighter::{DamageTypes, Rider};
use super::metrics as count;
use super::rolls;
use super::rulings::{
    ArMode, BleedingAr, BothTypes, Crit, DamageOrder, GearLoss, HalfRounding, Loss, Repeat, RiderNeed, ZeroDamage,
};
use super::sheet::Status;
use super::state::Body;
use super::{Core, Play};

/// The manner of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Luck {
    /// Once.
    Even,
    /// Twice, and the higher counts.
    Advantage,
    /// Twice, and the lower counts.
    Disadvantage,
}

impl Luck {
    /// Both at once cancel.
    pub fn of(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Luck::Advantage,
            (false, true) => Luck::Disadvantage,
            _ => Luck::Even,
        }
    }

    /// Returns which of the rolls counts.
    pub fn taken(self) -> DiceTaken {
        match self {
            Luck::Even => DiceTaken::All,
            Luck::Advantage => DiceTaken::As("helped: the higher roll of"),
            Luck::Disadvantage => DiceTaken::As("blind or mute: the lower roll of"),
        }
    }

    /// Returns which roll of a single die counts.
    pub fn taken_of_one(self) -> DiceTaken {
        match self {
            Luck::Even => DiceTaken::All,
            Luck::Advantage => DiceTaken::Highest,
            Luck::Disadvantage => DiceTaken::Lowest,
        }
    }

    /// One or two rolls, and what counts of them.
    #[inline]
    pub fn roll(self, mut once: impl FnMut() -> i32) -> i32 {
        let first = once();
        match self {
            Luck::Even => first,
            Luck::Advantage => first.max(once()),
            Luck::Disadvantage => first.min(once()),
        }
    }
}

/// The origin of damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// An attacker's blow or technique of this damage type; whether AR counts against it.
    Blow { by: Slot, damage_type: u8, ar: bool, technique: bool },
    /// Bleeding.
    Bleeding,
    /// A hazard between the fights, of this damage type if it has one; whether AR counts against it.
    Hazard { damage_type: Option<u8>, ar: bool },
}

impl Cause {
    /// The running number of damage that is taken from it.
    #[inline]
    fn counter(self) -> Counter {
        match self {
            Cause::Blow { technique: false, .. } => count::TAKEN_FROM_BLOWS,
            Cause::Blow { technique: true, .. } => count::TAKEN_FROM_TECHNIQUES,
            Cause::Bleeding => count::TAKEN_FROM_BLEEDING,
            Cause::Hazard { .. } => count::TAKEN_FROM_HAZARDS,
        }
    }
}

/// What gets through to a target.
struct Through<S> {
    /// Points that are left of the damage.
    left: S,
    /// Points that the AR has taken off.
    soaked: i32,
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The damage dice, each critical die followed by its extra one (VOG-028, VOG-037, R-09). A total of `most` may stand for
    /// a higher one.
    #[inline]
    pub(super) fn damage_roll(&mut self, who: Slot, die: Die, luck: Luck, most: impl FnOnce(&mut Self) -> Option<i32>) -> i32 {
        if self.table.settles() {
            let most = most(self);
            return self.settled_damage(who, die, luck, most);
        }
        if luck == Luck::Even && die.count == 1 {
            return self.damage_die(who, die.sides);
        }
        self.lend().damage_dice(who, die, luck)
    }

    /// Rolls damage of several dice or in several rolls, which are rarer.
    #[inline(never)]
    fn damage_dice(&mut self, who: Slot, die: Die, luck: Luck) -> i32 {
        luck.roll(|| {
            let mut sum = 0;
            for _ in 0..die.count {
                sum += self.damage_die(who, die.sides);
            }
            sum
        })
    }

    /// Rolls one damage die; the highest face is critical, and rolls on (VOG-037).
    #[inline(always)]
    pub(super) fn damage_die(&mut self, who: Slot, sides: u8) -> i32 {
        let face = self.table.roll(who, &rolls::DAMAGE, u32::from(sides));
        if face < i32::from(sides) { face } else { face + self.lend().critical_dice(who, sides) }
    }

    /// A total of damage dice, where nothing but the total is asked for, and everything from `most` on is the same. Dice show
    /// no less than nothing: where the modifier alone is enough, `most` is below that, and no die is cut to it.
    pub(super) fn settled_damage(&mut self, who: Slot, die: Die, luck: Luck, most: Option<i32>) -> i32 {
        let explodes = self.rules.rulings.crit != Crit::Off && self.takes_critical(who);
        let most = most.map_or(i32::MAX, |most| most.max(0));
        let key = |_: &Self| [i64::from(die.count), i64::from(die.sides), i64::from(explodes), i64::from(most), luck as i64];
        self.settle(&rolls::DAMAGE, key, |play| match (luck, die.count) {
            (Luck::Even, 0) => 0,
            (Luck::Even, 1) => play.damage_die(who, die.sides).min(most).into(),
            (Luck::Even, count) => {
                let mut part = |count| play.settled_damage(who, Die { count, ..die }, luck, Some(most));
                part(count - 1).saturating_add(part(1)).min(most).into()
            }
            _ => luck.roll(|| play.settled_damage(who, die, Luck::Even, Some(most))).into(),
        }) as i32
    }

    /// The damage from which on more of it does the same to this target: all AR is used up, and as many hit points are gone as
    /// anything depends on. `None` when there is no such amount. It is looked for by what [gets through](Play::gets_through).
    pub(super) fn enough(&self, target: Slot, damage_type: u8, meets_ar: bool) -> Option<i32> {
        let rules = self.rules;
        /// Where this much damage is not enough, none is.
        const DEALT_MOST: i32 = 1 << 13;
        let body = self.fight.body(target);
        let least = match rules.hp_floor() {
            Some(floor) => floor,
            None if rules.depth_matters(self.fight, target) => return None,
            None => rules.book.least_hp(),
        };
        let ar = meets_ar.then(|| rules.ar_left(target, body));
        let is_enough = |dealt: i32| {
            let Through { left, soaked } = self.gets_through::<i32>(dealt, target, Some(damage_type), ar);
            left >= (body.hp - least).max(1) && ar.is_none_or(|ar| soaked == ar)
        };
        let (mut below, mut enough) = (0, DEALT_MOST);
        if !is_enough(enough) {
            return None;
        }
        while enough - below > 1 {
            let middle = below.midpoint(enough);
            *(if is_enough(middle) { &mut enough } else { &mut below }) = middle;
        }
        Some(enough)
    }

    /// Rolls the dice that follow a die on its highest face; returns their sum.
    #[inline(never)]
    fn critical_dice(&mut self, who: Slot, sides: u8) -> i32 {
        let mut sum = 0;
        while self.rules.rulings.crit != Crit::Off && self.takes_critical(who) {
            self.table.watch.count(who, count::CRITICALS, 1);
            let face = self.table.roll(who, &rolls::CRITICAL, u32::from(sides));
            sum += face;
            if face < i32::from(sides) || self.rules.rulings.crit == Crit::Once {
                break;
            }
        }
        sum
    }

    /// Damage that has been dealt meets its target: type, AR, hit points, exhaustion, the table (VOG-029, R-06, R-10, R-34,
    ///
    #[inline(always)]
    pub(super) fn hurt(&mut self, target: Slot, dealt: i32, cause: Cause) -> i32 {
        let rules = self.rules;
        let (damage_type, meets_ar) = match cause {
            Cause::Blow { damage_type, ar, .. } => (Some(damage_type), ar),
            Cause::Bleeding => (None, rules.rulings.bleeding_ar == BleedingAr::Used),
            Cause::Hazard { damage_type, ar } => (damage_type, ar),
        };
        let bled = cause == Cause::Bleeding;
        let dealt_to = self.table.adds().plus(if bled { "bleeding" } else { "damage" }, dealt);
        let ar = if meets_ar { Some(rules.add_ar_left(self.table.adds(), target, self.fight.body(target))) } else { None };
        let left = ar.as_ref().map(Adds::total);
        let Through { left: through, soaked } = self.gets_through(dealt_to, target, damage_type, left);
        if meets_ar {
            if rules.rulings.ar_mode == ArMode::PoolPerRound {
                self.fight.body_mut(target).absorbed += soaked;
            }
            self.table.watch.count(target, count::ABSORBED, soaked);
        }
        let lost = through.total();
        if let Cause::Blow { by, .. } = cause {
            self.anger(target, by, "R-55");
        }
        let body = self.fight.body_mut(target);
        if let Cause::Blow { by, .. } = cause {
            body.last_attacker = Some(by);
            self.table.watch.count(by, count::DAMAGE_DEALT, dealt);
        }
        if lost <= 0 && rules.rulings.exhaustion_from_zero_damage == ZeroDamage::Never {
            self.table.tell("VOG-029, VOG-205", || {
                with_ar(Sentence::new(format!("nothing reaches {}: ", rules.name(target))).sum(through), ar)
            });
            return lost;
        }
        let before = body.hp;
        body.hp -= lost;
        if let Some(floor) = rules.hp_floor() {
            body.hp = body.hp.max(floor);
        }
        let hp = body.hp;
        // Damage that there were no hit points for is damage taken, and takes nothing off.
        let taken = before - hp;
        self.table.watch.count(target, count::DAMAGE_TAKEN, lost);
        self.table.watch.count(target, cause.counter(), lost);
        if let Cause::Blow { by, .. } = cause {
            self.table.watch.count(by, count::HP_TAKEN, taken);
        }
        self.table.tell("VOG-029, VOG-205", || {
            let through = through.at_most("more than it has", taken);
            let sentence = Sentence::new(format!("{} loses ", rules.name(target))).total(" HP", through);
            with_ar(sentence.and(format!(": {hp} left")), ar)
        });
        self.drop_out(target, hp, bled);
        lost
    }

    /// What is left of damage when its type and the AR, of which so much is left, have taken off theirs (VOG-205, R-02, R-34).
    #[inline(always)]
    fn gets_through<S: Adds>(&self, dealt: S, target: Slot, damage_type: Option<u8>, ar: Option<i32>) -> Through<S> {
        let rules = self.rules;
        let (before_ar, after_ar) = match rules.rulings.damage_order {
            DamageOrder::TypeThenAr => (damage_type, None),
            DamageOrder::ArThenType => (None, damage_type),
        };
        let (mut left, mut soaked) = (dealt, 0);
        if let Some(damage_type) = before_ar {
            left = self.typed(target, left, damage_type);
        }
        if let Some(ar) = ar {
            soaked = ar.min(left.total());
            left = rules.at_the_least(left.plus("AR", -soaked));
        }
        if let Some(damage_type) = after_ar {
            left = self.typed(target, left, damage_type);
        }
        Through { left, soaked }
    }

    /// Resistance and vulnerability (VOG-038, VOG-039).
    #[inline]
    pub(super) fn typed<S: Adds>(&self, target: Slot, damage: S, damage_type: u8) -> S {
        let fighter = self.rules.fighter(target);
        let by_nature = (fighter.resist | fighter.vulnerable) >> damage_type & 1 == 1;
        let untouched = !by_nature && self.fight.body(target).statuses == 0;
        if untouched { damage } else { self.changed(target, damage, damage_type) }
    }

    /// Changes damage by resistance, vulnerability, both or neither (VOG-038, VOG-039, R-06, R-07).
    #[inline(never)]
    fn changed<S: Adds>(&self, target: Slot, damage: S, damage_type: u8) -> S {
        let (rules, body) = (self.rules, self.fight.body(target));
        let belongs = |types: DamageTypes| types >> damage_type & 1 == 1;
        let (resistant, vulnerable) = (belongs(rules.resists(target, body)), belongs(rules.vulnerable(target, body)));
        if !resistant && !vulnerable {
            return damage;
        }
        let rounding = match rules.rulings.resistance_rounding {
            HalfRounding::Down => Rounding::Down,
            HalfRounding::Up => Rounding::Up,
        };
        let halve = |damage: S| damage.then("resistant", |points| rules.book.damage.resistance.of(points, rounding));
        let double = |damage: S| damage.then("vulnerable", |points| rules.book.damage.vulnerability.of(points, rounding));
        match (resistant, vulnerable, rules.rulings.resistant_and_vulnerable) {
            (true, false, _) => halve(damage),
            (false, true, _) => double(damage),
            (_, _, BothTypes::Cancel) => damage,
            (_, _, BothTypes::HalveThenDouble) => double(halve(damage)),
            (_, _, BothTypes::DoubleThenHalve) => halve(double(damage)),
        }
    }

    /// A wound that leaves so few hit points exhausts, and throws down (VOG-031, VOG-032).
    #[inline]
    fn drop_out(&mut self, target: Slot, hp: i32, bled: bool) {
        if hp > self.rules.book.exhaustion.at_hp {
            return;
        }
        self.table.watch.most(target, count::DEEPEST, -hp);
        if self.rules.book.exhaustion.knocks_prone {
            self.knock_prone(target);
        }
        for _ in 0..self.rules.book.exhaustion.per_wound {
            self.lend().exhaust(target, bled);
        }
    }

    /// One level of exhaustion, `bled` where blood was what was lost (VOG-040, VOG-045, R-14).
    #[inline(never)]
    pub(super) fn exhaust(&mut self, target: Slot, bled: bool) {
        let rules = self.rules;
        let round = i32::from(self.fight.round);
        let death_level = u16::from(rules.book.exhaustion.death_level);
        let body = self.fight.body_mut(target);
        if body.dead {
            return;
        }
        let before = body.exhaustion;
        body.exhaustion = before.saturating_add(1).min(rules.exhaustion_most());
        // No maximum is below 0, so that it takes nothing off those who have nothing left.
        if body.hp > 0 {
            body.hp = body.hp.min(rules.hp_max(target, body));
        }
        let (level, unconscious) = (body.exhaustion, rules.unconscious(body));
        self.table.watch.mark(target, count::LEVELS, i32::from(level - before));
        self.table.tell("VOG-031", || format!("{} is at exhaustion {level}", rules.name(target)));
        if let Some(&counter) = count::FIRST_LEVELS.get(usize::from(level) - 1) {
            self.table.watch.first(target, counter, round);
        }
        if unconscious {
            self.faint(target, "VOG-044");
        }
        if death_level > 0 && level >= death_level {
            self.death_table(target, bled);
        }
    }

    /// Loses consciousness by the rule of this id, and falls (VOG-044, R-18).
    fn faint(&mut self, target: Slot, rule: &'static str) {
        let round = i32::from(self.fight.round);
        self.rules.muster(self.fight, target);
        self.table.watch.first(target, count::OUT_ROUND, round);
        self.table.tell(rule, || format!("{} is unconscious", self.rules.name(target)));
        self.knock_prone(target);
    }

    /// Falls prone, by a wound, a rider, a contest or because it has lost consciousness (VOG-032).
    #[inline]
    pub(super) fn knock_prone(&mut self, target: Slot) {
        let body = self.fight.body_mut(target);
        if !body.prone && !body.dead {
            body.prone = true;
            self.table.watch.count(target, count::FALLS, 1);
            self.table.tell("VOG-032", || format!("{} falls prone", self.rules.name(target)));
        }
    }

    /// Rolls on the death and dismemberment table until a roll counts.
    #[inline(never)]
    fn death_table(&mut self, target: Slot, bled: bool) {
        /// A table that takes only what is gone already would be rolled for ever.
        const REROLLS_MAX: u32 = 100;
        for _ in 0..=REROLLS_MAX {
            if self.death_roll_counts(target, bled) {
                return;
            }
        }
    }

    /// One roll on the table, with what it takes; false if the table has to be rolled again.
    pub(super) fn death_roll_counts(&mut self, target: Slot, bled: bool) -> bool {
        let loss = self.death_roll(target);
        self.table.watch.count(target, count::DEATH_ROLLS, 1);
        match (loss, self.rules.rulings.death_repeat) {
            (Some(Loss::Dead), _) | (None, Repeat::Dead) => self.die(target, bled),
            (Some(loss), _) => self.lose(target, loss),
            (None, repeat) => return repeat == Repeat::Nothing,
        }
        true
    }

    /// Rolls on the table and takes what it says; `None` when that is gone already (VOG-045).
    fn death_roll(&mut self, target: Slot) -> Option<Loss> {
        let rules = self.rules;
        let gone = |play: &Self, loss: Loss| !rules.can_lose(target, play.fight.body(target), loss);
        let key = |play: &Self| Loss::ALL.map(|loss| i64::from(gone(play, loss)));
        let taken = self.settle(&rolls::DEATH, key, |play| {
            let rolled = play.table.sum(target, &rolls::DEATH, rules.book.death.die);
            let loss = rules.loss(rolled);
            let again = gone(play, loss);
            play.table.tell("VOG-045", || {
                let sum = Sum::of_dice(target, &rolls::DEATH, DiceTaken::All, rolled);
                let sentence = Sentence::new(format!("death & dismemberment of {}: ", rules.name(target))).sum(sum);
                match loss {
                    _ if again => sentence.and(": that is gone already"),
                    Loss::Nothing => sentence.and(": nothing is lost"),
                    _ => sentence,
                }
            });
            if again { -1 } else { loss as i64 }
        });
        usize::try_from(taken).ok().map(|loss| Loss::ALL[loss])
    }

    /// Takes what the table says (VOG-047, VOG-048, VOG-049, VOG-050).
    fn lose(&mut self, target: Slot, loss: Loss) {
        let body = self.fight.body_mut(target);
        let (counter, rule, what) = match loss {
            Loss::Gear => return self.break_gear(target),
            Loss::Arm => {
                body.hands -= 1;
                self.rules.fighter(target).rearm(body);
                (count::ARMS_LOST, "VOG-047", "an arm")
            }
            Loss::Eye => {
                body.eyes -= 1;
                body.gain_lasting();
                (count::EYES_LOST, "VOG-048", "an eye")
            }
            Loss::Leg => {
                body.legs -= 1;
                (count::LEGS_LOST, "VOG-049", "a leg")
            }
            Loss::Voice => {
                body.voice = false;
                body.gain_lasting();
                (count::VOICE_LOST, "VOG-050", "the voice")
            }
            Loss::Dead | Loss::Nothing => return,
        };
        self.table.watch.count(target, counter, 1);
        self.table.tell(rule, || format!("{} loses {what}", self.rules.name(target)));
    }

    /// The weapon or the armor breaks (VOG-046, R-15).
    fn break_gear(&mut self, target: Slot) {
        let rules = self.rules;
        let (fighter, body) = (rules.fighter(target), self.fight.body(target));
        let (weapon, armor) = (rules.weapon_at_risk(target, body), rules.armor_at_risk(target, body));
        let takes_weapon = match (weapon, armor, rules.rulings.death_gear) {
            (Some(_), true, GearLoss::Random) => self.table.pick(target, &rolls::GEAR, 2) == 0,
            (Some(_), true, ruling) => ruling == GearLoss::WeaponFirst,
            (weapon, _, _) => weapon.is_some(),
        };
        let body = self.fight.body_mut(target);
        match weapon {
            Some(weapon) if takes_weapon => {
                body.broken |= 1 << weapon;
                fighter.rearm(body);
                self.table.tell("VOG-046", || format!("the {} of {} breaks", fighter.weapons[weapon].name, fighter.name));
            }
            _ => {
                body.armor_broken = true;
                self.table.tell("VOG-046", || format!("the armor of {} breaks", fighter.name));
            }
        }
        self.table.watch.count(target, count::GEAR_BROKEN, 1);
    }

    /// Death (VOG-051, VOG-085).
    fn die(&mut self, target: Slot, bled: bool) {
        let round = i32::from(self.fight.round);
        self.fight.body_mut(target).dead = true;
        self.rules.muster(self.fight, target);
        self.table.watch.first(target, count::OUT_ROUND, round);
        self.table.watch.first(target, count::DEATH_ROUND, round);
        self.table.watch.mark(target, count::DEATHS, 1);
        if bled {
            self.table.watch.count(target, count::BLED_TO_DEATH, 1);
        }
        self.table.tell("VOG-051", || format!("{} is dead", self.rules.name(target)));
    }

    /// The statuses that go with a blow.
    #[inline]
    pub(super) fn ride(&mut self, target: Slot, by: Slot, riders: &[Rider], lost: i32) {
        if riders.is_empty() || self.fight.body(target).dead || lost <= 0 && self.rules.rulings.riders == RiderNeed::Damage {
            return;
        }
        for rider in riders {
            let last_round = rider.rounds.map(|rounds| self.fight.round.saturating_add(rounds));
            self.lend().afflict(target, by, rider.status, last_round);
        }
    }

    /// Gives a status, with what comes of it at once.
    #[inline(never)]
    pub(super) fn afflict(&mut self, target: Slot, by: Slot, status: Status, last_round: Option<u16>) {
        if status == Status::Prone {
            return self.knock_prone(target);
        }
        let body = self.fight.body_mut(target);
        body.gain(status, last_round);
        if status == Status::Afraid {
            body.fears = body.fears.with(by);
        }
        if status == Status::Unconscious {
            return self.faint(target, "R-54");
        }
        self.table.tell("R-54", || format!("{} is {}", self.rules.name(target), status.word()));
    }
}

/// Tells of a wound what AR was there against it.
fn with_ar(sentence: Sentence, ar: Option<impl Adds>) -> Sentence {
    match ar {
        Some(ar) => sentence.and(" (AR ").total("", ar).and(")"),
        None => sentence,
    }
}

impl Core {
    /// Returns the meaning of a result of the table (VOG-051).
    pub(super) fn loss(&self, result: i32) -> Loss {
        if result >= self.book.death.dead_at {
            return Loss::Dead;
        }
        let row = usize::try_from(result - 1).ok();
        row.and_then(|row| self.book.death.table.get(row)).copied().unwrap_or(Loss::Nothing)
    }

    /// True if there is still left what the table says.
    fn can_lose(&self, target: Slot, body: &Body, loss: Loss) -> bool {
        match loss {
            Loss::Gear => self.weapon_at_risk(target, body).is_some() || self.armor_at_risk(target, body),
            Loss::Arm => body.hands > 0,
            Loss::Eye => body.eyes > 0,
            Loss::Leg => body.legs > 0,
            Loss::Voice => body.voice,
            Loss::Dead | Loss::Nothing => true,
        }
    }

    /// The weapon that would break.
    fn weapon_at_risk(&self, target: Slot, body: &Body) -> Option<usize> {
        let fighter = self.fighter(target);
        (0..fighter.weapons.len()).find(|&weapon| fighter.usable(body, weapon) && fighter.weapons[weapon].hands > 0)
    }

    /// True if there is armor that could break.
    fn armor_at_risk(&self, target: Slot, body: &Body) -> bool {
        self.fighter(target).armor > 0 && !body.armor_broken
    }
}
