//! The dice of a blow: which die of all that are rolled is kept, what the weapon makes of it, and what Armor leaves.
//!
//! Owns the damage roll of one attack, drawn through a table or counted exactly, and the arithmetic behind it. Must not know
//! attacker and target, nor what damage does. Start at [`Strike`], then [`Edge`].

use std::collections::BTreeMap;
use std::iter::repeat_n;

use num_bigint::BigInt;
use num_rational::BigRational;

use frame::dice::{Dice, Die, Roll, Slot};
use frame::fight::{Adds, DiceTaken, Table, Watch};
use frame::rules::chances::{Chances, Spread, certain};

use super::book::Book;
use super::book::gear::Tags;
use super::rulings::{BothStates, DirectArmor, ParryCompare, Rulings, TagRoll};
use super::sheet::{DamageType, Quality};

/// The disadvantage or advantage of an attack. [BDP-251, BDP-252]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum State {
    /// Neither.
    #[default]
    Normal,
    /// One small die in place of all others.
    Impaired,
    /// One large die beside the others.
    Enhanced,
    /// The small and the large die, and nothing else.
    Both,
}

impl State {
    /// Returns the state of an attack that something impairs or enhances.
    #[must_use]
    pub fn of(impaired: bool, enhanced: bool, rulings: &Rulings) -> Self {
        match (impaired, enhanced) {
            (false, false) => State::Normal,
            (true, false) => State::Impaired,
            (false, true) => State::Enhanced,
            (true, true) => match rulings.impaired_and_enhanced {
                BothStates::Cancel => State::Normal,
                BothStates::Impaired => State::Impaired,
                BothStates::Enhanced => State::Enhanced,
                BothStates::Both => State::Both,
            },
        }
    }
}

/// The die that was kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kept {
    /// A die of the first weapon.
    Main,
    /// A die of the second weapon.
    Off,
    /// Another one, which belongs to no weapon: its face is used with the first.
    Other,
}

/// The roll of one attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rolled {
    /// The highest face.
    pub natural: i32,
    /// The die that shows it.
    pub kept: Kept,
    /// True if that is a die of a weapon on its highest face. [BDP-328, R-30]
    pub regular_max: bool,
    /// True if any die of the weapon showed a face so low that the weapon is lost. [BDP-526]
    pub slipped: bool,
}

/// The dice of one attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    /// Dice of the first weapon.
    pub main: Die,
    /// Dice of the second one, or none. [BDP-255]
    pub off: Die,
    /// Its state.
    pub state: State,
    /// Faces of the dice of an impaired and of an enhanced attack.
    pub faces: (u8, u8),
    /// Faces of the die that pack tactics add to all that strike together; 0 for none, or where another one rolls it. [BDP-418]
    pub pack: u8,
    /// Lower faces count as this. [BDP-431]
    pub least: u8,
    /// Rolls of at most this that a die of the first weapon shows are made again once, and those of the other dice. [BDP-616]
    pub eversharp: u8,
    /// Rolls of at most this that a die of the second weapon shows, likewise.
    pub off_eversharp: u8,
    /// Faces of at most this on any die of a thrown weapon lose it; 0 for none. [BDP-526]
    pub slips: u8,
}

impl Strike {
    /// An attack with one weapon by a book.
    #[must_use]
    pub fn with(main: Die, state: State, book: &Book) -> Self {
        let faces = (book.die.impaired, book.die.enhanced);
        Strike { main, off: Die::NONE, state, faces, pack: 0, least: 0, eversharp: 0, off_eversharp: 0, slips: 0 }
    }

    /// Returns which of the dice counts.
    #[must_use]
    pub fn taken(&self) -> DiceTaken {
        if self.eversharp > 0 || self.off_eversharp > 0 {
            DiceTaken::As("the highest of the last roll, as low ones are rolled anew by Eversharp, of")
        } else {
            DiceTaken::HighestAnd("as no less counts")
        }
    }

    /// Returns the faces of the dice of the weapon to which the kept die belongs (BDP-259).
    #[inline(always)]
    #[must_use]
    pub fn faces_of(&self, kept: Kept) -> i32 {
        i32::from(if kept == Kept::Off { self.off.sides } else { self.main.sides })
    }

    /// The dice in the order in which they are rolled: which, with how many faces, how many (BDP-251, BDP-252, BDP-255).
    #[inline]
    fn dice(&self) -> [(Kept, u8, u8); 5] {
        let own = !matches!(self.state, State::Impaired | State::Both);
        let large = matches!(self.state, State::Enhanced | State::Both);
        [
            (Kept::Main, self.main.sides, if own { self.main.count } else { 0 }),
            (Kept::Off, self.off.sides, if own { self.off.count } else { 0 }),
            (Kept::Other, self.faces.0, u8::from(!own)),
            (Kept::Other, self.faces.1, u8::from(large)),
            (Kept::Other, self.pack, u8::from(self.pack > 0)),
        ]
    }

    /// The higher of two dice; of equal ones that of a weapon, and the first (step 5 of an attack event).
    #[inline(always)]
    fn higher(&self, before: Option<Rolled>, kept: Kept, sides: u8, face: i32) -> Rolled {
        let slipped = before.is_some_and(|before| before.slipped) || kept == Kept::Main && face <= i32::from(self.slips);
        let rolled = Rolled { natural: face, kept, regular_max: kept != Kept::Other && face == i32::from(sides), slipped };
        match before {
            Some(before) if before.natural > face => Rolled { slipped, ..before },
            Some(before) if before.natural == face && (before.kept != Kept::Other || kept == Kept::Other) => {
                Rolled { slipped, ..before }
            }
            _ => rolled,
        }
    }

    /// Returns a roll, raised to the least that the weapon does (BDP-431).
    #[inline(always)]
    fn at_least(&self, rolled: Option<Rolled>) -> Rolled {
        let rolled = rolled.unwrap_or(Rolled { natural: 0, kept: Kept::Main, regular_max: false, slipped: false });
        Rolled { natural: rolled.natural.max(self.least.into()), ..rolled }
    }

    /// True if a face is low enough for the weapon to roll again.
    fn again(&self, rolled: Rolled) -> bool {
        let sharp = if rolled.kept == Kept::Off { self.off_eversharp } else { self.eversharp };
        rolled.natural <= i32::from(sharp)
    }

    /// Rolls the attack.
    #[inline(always)]
    pub fn roll<D: Dice, W: Watch>(&self, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> Rolled {
        if !table.settles() {
            return self.roll_dice(who, roll, table);
        }
        let code = |rolled: Rolled| {
            let flags = i64::from(rolled.slipped) << 1 | i64::from(rolled.regular_max);
            i64::from(rolled.natural) << 4 | (rolled.kept as i64) << 2 | flags
        };
        let settled = table.settle(roll, || self.key(), |table| code(self.roll_dice(who, roll, table)));
        let kept = match settled >> 2 & 3 {
            0 => Kept::Main,
            1 => Kept::Off,
            _ => Kept::Other,
        };
        Rolled { natural: (settled >> 4) as i32, kept, regular_max: settled & 1 == 1, slipped: settled >> 1 & 1 == 1 }
    }

    /// Rolls the dice of an attack, once more where the weapon is eversharp (BDP-616).
    #[inline(always)]
    fn roll_dice<D: Dice, W: Watch>(&self, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> Rolled {
        if let Some((kept, sides)) = self.only_die().filter(|_| self.eversharp == 0) {
            let face = table.roll(who, roll, sides.into());
            return self.at_least(Some(self.higher(None, kept, sides, face)));
        }
        let first = self.roll_once(who, roll, table);
        if self.again(first) { self.roll_once(who, roll, table) } else { first }
    }

    /// Rolls all dice once, and keeps the best.
    #[inline(never)]
    fn roll_once<D: Dice, W: Watch>(self, who: Slot, roll: &'static Roll, table: &mut Table<D, W>) -> Rolled {
        let mut rolled = None;
        for (kept, sides, count) in self.dice() {
            for _ in 0..count {
                let face = table.roll(who, roll, sides.into());
                rolled = Some(self.higher(rolled, kept, sides, face));
            }
        }
        self.at_least(rolled)
    }

    /// The die where there is but one, as in most attacks.
    #[inline(always)]
    fn only_die(&self) -> Option<(Kept, u8)> {
        match self.state {
            State::Normal if self.main.count == 1 && self.off.count == 0 && self.pack == 0 => {
                Some((Kept::Main, self.main.sides))
            }
            State::Impaired if self.pack == 0 => Some((Kept::Other, self.faces.0)),
            _ => None,
        }
    }

    /// Returns the numbers on which the roll depends.
    fn key(&self) -> [i64; 3] {
        let bytes = |bytes: [u8; 8]| i64::from_le_bytes(bytes);
        let (small, large) = self.faces;
        [
            bytes([self.main.count, self.main.sides, self.off.count, self.off.sides, small, large, 0, 0]),
            bytes([self.pack, self.least, self.eversharp, self.off_eversharp, self.slips, 0, 0, 0]),
            self.state as i64,
        ]
    }

    /// Every roll with its probability: counted die by die, as several dice have too many faces to be walked through.
    #[must_use]
    pub fn outcomes(&self) -> Spread<Rolled> {
        let dice = self.dice().into_iter().flat_map(|(kept, sides, count)| repeat_n((kept, sides), count.into()));
        let (mut found, mut ways) = (BTreeMap::from([(None, 1)]), 1);
        for (kept, sides) in dice {
            ways *= u64::from(sides);
            let mut next = BTreeMap::new();
            for (rolled, count) in &found {
                for face in 1..=i32::from(sides) {
                    *next.entry(Some(self.higher(*rolled, kept, sides, face))).or_insert(0) += count;
                }
            }
            found = next;
        }
        let ways = BigInt::from(ways);
        let found: Vec<_> =
            found.into_iter().map(|(rolled, count)| (rolled, BigRational::new(BigInt::from(count), ways.clone()))).collect();
        let once = found.by(|&rolled| self.at_least(rolled));
        if self.eversharp == 0 && self.off_eversharp == 0 {
            return once;
        }
        once.then(|&rolled| if self.again(rolled) { once.clone() } else { certain(rolled) })
    }
}

/// The powers that proficiency gives a weapon. [BDP-327, BDP-331]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Edge {
    /// Type of its damage, for an attacker proficient with it.
    pub damage: Option<DamageType>,
    /// Armor ignored, and the damage rolls that miss.
    pub heavy: i32,
    /// Points that are added to the roll.
    pub magic: i32,
    /// From this roll on; 0 for never.
    pub sweep: i32,
    /// From this roll on; 0 for never.
    pub push: i32,
    /// Up to this roll of the attacker.
    pub counter: i32,
    /// From this roll on; 0 for never.
    pub brutal: i32,
    /// From this roll on; 0 for never.
    pub shock: i32,
    /// From this roll on; 0 for never.
    pub bleed: i32,
    /// Points that DEX counts higher for the order.
    pub quick: i32,
    /// Rolls of at most this are made again.
    pub eversharp: u8,
    /// True if it can do more on a hit than damage: sweep, push, kill, shock or make bleed.
    pub acts: bool,
    /// True if it can do anything at all.
    pub special: bool,
}

impl Edge {
    /// The edge of no weapon at all.
    pub const NONE: Edge = Edge {
        damage: None,
        heavy: 0,
        magic: 0,
        sweep: 0,
        push: 0,
        counter: 0,
        brutal: 0,
        shock: 0,
        bleed: 0,
        quick: 0,
        eversharp: 0,
        acts: false,
        special: false,
    };

    /// Returns the edge of a weapon of this quality by its properties: better ones are a grade better, those that want high
    /// rolls with lower ones (BDP-343, BDP-344).
    #[must_use]
    pub fn new(tags: &Tags, quality: Quality, damage: Option<DamageType>, book: &Book) -> Self {
        let better = matches!(quality, Quality::Martial | Quality::Legendary);
        let step = if better { i32::from(book.property.martial_step) } else { 0 };
        let up = |tag: u8| if tag == 0 { 0 } else { i32::from(tag) + step };
        let down = |tag: u8| if tag == 0 { 0 } else { (i32::from(tag) - step).max(1) };
        let legendary = if quality == Quality::Legendary { i32::from(book.property.legendary_magic) } else { 0 };
        let edge = Edge {
            damage,
            heavy: up(tags.heavy),
            magic: up(tags.magic) + legendary,
            sweep: down(tags.sweep),
            push: down(tags.push),
            counter: up(tags.counter),
            brutal: down(tags.brutal),
            shock: down(tags.shock),
            bleed: down(tags.bleed),
            quick: up(tags.quick),
            eversharp: up(tags.eversharp).min(u8::MAX.into()) as u8,
            acts: [tags.sweep, tags.push, tags.brutal, tags.shock, tags.bleed] != [0; 5],
            special: false,
        };
        Edge { special: edge != Edge::NONE, ..edge }
    }
}

/// The result of a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Blow {
    /// The roll.
    pub rolled: Rolled,
    /// True if a heavy weapon missed.
    pub missed: bool,
    /// The damage roll with its bonuses; 0 for a miss.
    pub total: i32,
    /// The value with the points that slashing adds.
    pub value: i32,
    /// Armor that it ignores; all of it is [`i32::MAX`].
    pub ignores: i32,
}

/// The points that are added to a damage roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bonus<S = i32> {
    /// Points that the dice show.
    pub shown: S,
    /// Bonus damage of skills, miracles and songs.
    pub damage: S,
    /// The limit of the sum of roll and bonus damage, if any; Magic comes on top. [BDP-478]
    pub capped_at: Option<i32>,
    /// The limit of the sum with Magic, if any. [BDP-616]
    pub magic_capped_at: Option<i32>,
}

impl<S> Bonus<S> {
    /// Points with the limits of a weapon whose dice have so many faces (BDP-478, BDP-616).
    #[inline(always)]
    #[must_use]
    pub fn limited(shown: S, damage: S, highest: i32, book: &Book, rulings: &Rulings) -> Self {
        let capped_at = book.fd.bonus_capped.then_some(highest);
        Bonus { shown, damage, capped_at, magic_capped_at: rulings.magic_x_cap().then_some(highest) }
    }
}

impl Blow {
    /// A blow that never comes.
    pub const MISSED: Blow = Blow {
        rolled: Rolled { natural: 0, kept: Kept::Main, regular_max: false, slipped: false },
        missed: true,
        total: 0,
        value: 0,
        ignores: 0,
    };

    /// Returns the result of a roll against this much Armor (steps 5 and 9 of an attack event; R-30).
    #[inline(always)]
    #[must_use]
    pub fn new(rolled: Rolled, edge: &Edge, bonus: Bonus, armor: i32, book: &Book) -> Self {
        Blow::added(rolled, edge, Bonus { shown: rolled.natural, ..bonus }, armor, book).0
    }

    /// Adds up what a roll comes to (BDP-328 to BDP-330, BDP-332, BDP-340).
    #[inline(always)]
    pub fn added<S: Adds>(rolled: Rolled, edge: &Edge, bonus: Bonus<S>, armor: i32, book: &Book) -> (Self, S) {
        let missed = rolled.natural <= edge.heavy && edge.heavy > 0;
        let skilled = bonus.shown.and(bonus.damage);
        let skilled = skilled
            .then("no more than the highest face", |sum| bonus.capped_at.map_or(sum, |most| sum.min(most.max(rolled.natural))));
        let before = skilled.total();
        let magical = skilled
            .plus("Magic", edge.magic)
            .then("no more than the highest face", |sum| bonus.magic_capped_at.map_or(sum, |most| sum.min(most.max(before))));
        let sum = magical.then("too low for Heavy", |sum| if missed { 0 } else { sum });
        let total = sum.total();
        let slashes = edge.damage == Some(DamageType::Slashing) && armor == 0 && total > 0;
        let ignores = match edge.damage {
            Some(DamageType::Piercing) if rolled.regular_max => i32::MAX,
            Some(DamageType::Bludgeoning) => edge.heavy + i32::from(book.property.bludgeon_ignore),
            _ => edge.heavy,
        };
        let sum = sum.plus("slashing at no Armor", if slashes { book.property.slash_bonus } else { 0 });
        (Blow { rolled, missed, total, value: sum.total(), ignores }, sum)
    }

    /// Returns the damage that comes through this much Armor (BDP-238).
    #[inline]
    #[must_use]
    pub fn through(&self, armor: i32) -> i32 {
        self.add_through(self.value, armor)
    }

    /// Takes Armor off what it comes to, but for what it ignores (BDP-238, BDP-275).
    #[inline(always)]
    pub fn add_through<S: Adds>(&self, value: S, armor: i32) -> S {
        let armor = armor.max(0);
        let ignored = if self.ignores == i32::MAX { "Armor that piercing ignores" } else { "Armor that the weapon ignores" };
        value.plus("Armor", -armor).plus(ignored, armor.min(self.ignores)).at_least("no less than 0", 0)
    }

    /// Returns the roll that the properties of weapons look at; nothing for a miss.
    #[inline]
    #[must_use]
    pub fn tag_roll(&self, rulings: &Rulings) -> i32 {
        match rulings.tag_roll {
            _ if self.missed => 0,
            TagRoll::Natural => self.rolled.natural,
            TagRoll::Total => self.total,
        }
    }

    /// Returns the roll that counts in a parry.
    #[must_use]
    pub fn parried(&self, rulings: &Rulings) -> i32 {
        match rulings.parry_compare {
            ParryCompare::Total => self.total,
            ParryCompare::Natural => self.rolled.natural,
        }
    }

    /// Returns the damage of the blow that wins a parry against a target with this much Armor (BDP-293, BDP-294, R-06, R-27).
    #[must_use]
    pub fn won(&self, armor: i32, rulings: &Rulings) -> i32 {
        let armored = rulings.parry_armor && rulings.direct_armor != DirectArmor::None;
        if armored { self.through(armor) } else { self.value }
    }

    /// True if Counter up to this roll throws the blow back (BDP-335, R-29, R-30).
    #[must_use]
    pub fn bounces(&self, most: i32, rulings: &Rulings) -> bool {
        (1..=most).contains(&self.tag_roll(rulings))
    }

    /// Returns the damage that a blow which is thrown back does to an attacker with this much Armor (BDP-335, R-29).
    #[must_use]
    pub fn bounced(&self, armor: i32, rulings: &Rulings) -> i32 {
        (self.total - if rulings.counter_armor { armor } else { 0 }).max(0)
    }

    /// True if a property that acts from `from` on does.
    #[inline]
    #[must_use]
    pub fn triggers(&self, from: i32, rulings: &Rulings) -> bool {
        from > 0 && !self.missed && self.tag_roll(rulings) >= from
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rolls;
    use frame::dice::Scripted;
    use frame::fight::Silent;
    use frame::rules::trial::outcomes;

    fn ratio(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn strike(die: u8, state: State) -> Strike {
        Strike::with(Die::new(1, die), state, &Book::default())
    }

    /// The mean of something over all rolls.
    fn mean(strike: Strike, of: impl Fn(Rolled) -> i32) -> BigRational {
        strike.outcomes().mean(|rolled| of(*rolled).into())
    }

    fn damage(edge: Edge, armor: i32) -> impl Fn(Rolled) -> i32 {
        move |rolled| Blow::new(rolled, &edge, Bonus::default(), armor, &Book::default()).through(armor)
    }

    fn typed(damage: DamageType) -> Edge {
        Edge { damage: Some(damage), ..Edge::default() }
    }

    // BDP-251, BDP-252, BDP-238
    #[test]
    fn impaired_and_enhanced_attacks_have_the_means_of_the_specification() {
        assert_eq!(mean(strike(6, State::Enhanced), |rolled| rolled.natural), ratio(503, 72));
        assert_eq!(mean(strike(8, State::Enhanced), |rolled| rolled.natural), ratio(59, 8));
        assert_eq!(mean(strike(8, State::Enhanced), |rolled| i32::from(rolled.natural >= 9)), ratio(1, 3));
        assert_eq!(mean(strike(10, State::Impaired), damage(Edge::default(), 2)), ratio(3, 4));
    }

    // BDP-328, BDP-329, BDP-330, BDP-332
    #[test]
    fn types_of_damage_have_the_means_of_the_specification() {
        assert_eq!(mean(strike(6, State::Normal), damage(typed(DamageType::Piercing), 3)), ratio(3, 2));
        let flail = Edge { heavy: 1, ..typed(DamageType::Bludgeoning) };
        assert_eq!(mean(strike(8, State::Normal), damage(flail, 2)), ratio(35, 8));
        assert_eq!(mean(strike(8, State::Normal), damage(typed(DamageType::Slashing), 0)), ratio(11, 2));
        assert_eq!(mean(strike(8, State::Normal), damage(typed(DamageType::Slashing), 1)), ratio(7, 2));
    }

    // BDP-328, R-30
    #[test]
    fn piercing_only_works_on_the_highest_face_of_a_weapon() {
        let mut table = Table { dice: Scripted::new("damage d6=6 d12=8 d6=6 d12=6 d4=4"), watch: Silent };
        let mut rolled = |state| strike(6, state).roll(Slot(0), &rolls::DAMAGE, &mut table);
        assert_eq!(rolled(State::Enhanced), Rolled { natural: 8, kept: Kept::Other, regular_max: false, slipped: false });
        assert_eq!(rolled(State::Enhanced), Rolled { natural: 6, kept: Kept::Main, regular_max: true, slipped: false });
        assert!(!rolled(State::Impaired).regular_max);
    }

    // BDP-255, BDP-418
    #[test]
    fn two_weapons_and_a_pack_roll_their_dice_in_order_and_keep_the_highest() {
        let both = Strike { off: Die::new(1, 6), pack: 12, ..strike(8, State::Normal) };
        let mut table = Table { dice: Scripted::new("damage d8=3 d6=5 d12=5"), watch: Silent };
        let rolled = both.roll(Slot(0), &rolls::DAMAGE, &mut table);
        assert_eq!(rolled, Rolled { natural: 5, kept: Kept::Off, regular_max: false, slipped: false });
    }

    //
    #[test]
    fn impaired_and_enhanced_at_once_is_as_the_ruling_says() {
        let state = |both| State::of(true, true, &Rulings { impaired_and_enhanced: both, ..Rulings::default() });
        assert_eq!(state(BothStates::Cancel), State::Normal);
        assert_eq!((state(BothStates::Impaired), state(BothStates::Enhanced)), (State::Impaired, State::Enhanced));
        let mut table = Table { dice: Scripted::new("damage d4=4 d12=3"), watch: Silent };
        assert_eq!(strike(8, state(BothStates::Both)).roll(Slot(0), &rolls::DAMAGE, &mut table).natural, 4);
    }

    // BDP-616, BDP-431
    #[test]
    fn eversharp_rolls_again_once_and_the_experienced_roll_no_less() {
        let sharp = Strike { eversharp: 2, ..strike(4, State::Normal) };
        assert_eq!(mean(sharp, |rolled| rolled.natural), ratio(12, 4) * ratio(1, 1));
        assert_eq!(mean(Strike { least: 3, ..strike(4, State::Normal) }, |rolled| rolled.natural), ratio(13, 4));
        let mut table = Table { dice: Scripted::new("damage d4=2 d4=1"), watch: Silent };
        assert_eq!(sharp.roll(Slot(0), &rolls::DAMAGE, &mut table).natural, 1);
    }

    // BDP-343, BDP-344
    #[test]
    fn martial_weapons_are_a_grade_better() {
        let tags = Tags { sweep: 7, heavy: 1, counter: 2, ..Tags::default() };
        let edge = Edge::new(&tags, Quality::Legendary, None, &Book::default());
        assert_eq!((edge.sweep, edge.heavy, edge.counter, edge.magic, edge.push), (6, 2, 3, 1, 0));
        assert_eq!(Edge::new(&tags, Quality::Normal, None, &Book::default()).sweep, 7);
    }

    // BDP-340, BDP-478, BDP-616
    #[test]
    fn bonus_damage_stops_at_the_highest_face_and_magic_does_not_unless_the_ruling_says_so() {
        let rolled = Rolled { natural: 7, kept: Kept::Main, regular_max: false, slipped: false };
        let edge = Edge { magic: 2, ..Edge::default() };
        let total = |bonus| Blow::new(rolled, &edge, bonus, 0, &Book::default()).total;
        let bonus = |damage, magic_capped_at| Bonus { shown: 0, damage, capped_at: Some(8), magic_capped_at };
        assert_eq!(total(bonus(5, None)), 10);
        assert_eq!(total(bonus(0, Some(8))), 8);
        let heavy = Edge { heavy: 7, magic: 2, ..Edge::default() };
        let miss = Blow::new(rolled, &heavy, Bonus::default(), 0, &Book::default());
        assert!(miss.missed && miss.total == 0 && !miss.triggers(1, &Rulings::default()));
    }

    #[test]
    fn what_is_rolled_is_what_is_counted() {
        for strike in [
            strike(6, State::Enhanced),
            Strike { off: Die::new(1, 6), pack: 4, ..strike(4, State::Normal) },
            Strike { eversharp: 2, least: 2, ..strike(6, State::Both) },
        ] {
            assert_eq!(outcomes(|table| strike.roll(Slot(0), &rolls::DAMAGE, table)), strike.outcomes());
        }
    }
}
