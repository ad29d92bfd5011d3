//! The mirror duel of two swordsmen as somebody would write it who only ever wants this one: swordsmanship C 2 P 2 with a medium
//! weapon (+3, damage 2), agility C 2 P 1, stamina 2, dexterity 1, HP 4, WP 3. It draws from the same streams, so it fights the
//! same fights. Once bare, for winner and rounds alone; once counting everything about them that a run counts and that can differ
//! from 0 in this duel.

use frame::dice::{Dice, Purpose, Roll, Slot, Streams};
use frame::fight::Catalogue;
use frame::tally::Tally;

use crate::harness::ByHand;
use crate::harness::counts::Counts;

static INITIATIVE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "", looks_up: false };
static CHECK: Roll = Roll { purpose: Purpose::Check, what: "", rule: "", looks_up: false };

/// The counts of a duellist, by the names of the metrics.
const COUNTED: [&str; 51] = [
    "out",
    "state",
    "dying",
    "unconscious",
    "hp",
    "fatigue",
    "willpower",
    "able",
    "torso_injured",
    "arm_injured",
    "leg_injured",
    "acted_first",
    "turns",
    "prone_turns",
    "fatigue_sum",
    "breathers",
    "attacks",
    "hits",
    "attacks_fatigued",
    "defences_fatigued",
    "damage_dealt",
    "damage_taken",
    "parries",
    "parries_hit",
    "injured_torso",
    "injured_sword_arm",
    "injured_off_arm",
    "injured_right_leg",
    "injured_left_leg",
    "out_torso",
    "out_mutilated",
    "out_disarmed",
    "wounded_round",
    "injured_round",
    "tired_round",
    "out_round",
    "parried",
    "fatigue_peak",
    "mangled_round",
    "mutilated_round",
    "decided",
    "fatigue_1",
    "fatigue_2",
    "fatigue_3",
    "fatigue_4",
    "fatigue_5",
    "fatigue_6",
    "fatigue_8",
    "fatigue_10",
    "fatigue_15",
    "fatigue_20",
];

/// The rounds of the last of them.
const FATIGUE_ROUNDS: [i32; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];

/// Those of them that are read off the end.
const OF_STATE: usize = 11;

const FIRST: usize = 0;
const TURNS: usize = 1;
const PRONE_TURNS: usize = 2;
const FATIGUE_SUM: usize = 3;
const BREATHERS: usize = 4;
const ATTACKS: usize = 5;
const HITS: usize = 6;
const ATTACKS_FATIGUED: usize = 7;
const DEFENCES_FATIGUED: usize = 8;
const DEALT: usize = 9;
const TAKEN: usize = 10;
const PARRIES: usize = 11;
const PARRIES_HIT: usize = 12;
const INJURED_TORSO: usize = 13;
const INJURED_SWORD_ARM: usize = 14;
const INJURED_OFF_ARM: usize = 15;
const INJURED_RIGHT_LEG: usize = 16;
const INJURED_LEFT_LEG: usize = 17;
const OUT_TORSO: usize = 18;
const OUT_MUTILATED: usize = 19;
const OUT_DISARMED: usize = 20;
const WOUNDED_ROUND: usize = 21;
const INJURED_ROUND: usize = 22;
const TIRED_ROUND: usize = 23;
const OUT_ROUND: usize = 24;
const PARRIED: usize = 25;
const FATIGUE_PEAK: usize = 26;
const MANGLED_ROUND: usize = 27;
const MUTILATED_ROUND: usize = 28;
const DECIDED: usize = 29;
const FATIGUE_1: usize = 30;

const CONSISTENCY: i32 = 2;
const BASE_FATIGUE: i32 = 2;
const ROUNDS_MAX: i32 = 100;

#[derive(Clone, Copy)]
struct Duellist {
    hp: i32,
    fatigue: i32,
    grown: bool,
    prone: bool,
    ongoing: bool,
    out: bool,
    /// The parry that is rolled ahead: the small die, and the kept one.
    parry: (i32, i32),
    /// From `acted_first` on, in the order of [`COUNTED`].
    numbers: [i32; COUNTED.len() - OF_STATE],
}

/// The end of a duel.
pub struct Ended {
    both: [Duellist; 2],
    /// Rounds it took.
    pub rounds: i32,
    /// The winner; 3 when time ran out.
    pub winner: usize,
}

/// The small die and the kept one.
fn pool(dice: &mut Streams, who: usize, consistency: i32) -> (i32, i32) {
    let mut die = |sides| dice.roll(Slot(who as u8), &CHECK, sides) as i32;
    let small = die(6);
    let (mut highest, mut lowest, mut tens, mut ones) = (small, small, 0, i32::from(small == 1));
    for _ in 0..consistency.abs() {
        let face = die(10);
        (highest, lowest) = (highest.max(face), lowest.min(face));
        tens += i32::from(face == 10);
        ones += i32::from(face == 1);
    }
    match consistency {
        0 => (small, small),
        1.. => (small, highest + (tens - 1).max(0)),
        _ => (small, lowest - (ones - 1).max(0)),
    }
}

impl Duellist {
    const FRESH: Self = Duellist {
        hp: 4,
        fatigue: BASE_FATIGUE,
        grown: false,
        prone: false,
        ongoing: false,
        out: false,
        parry: (0, 0),
        numbers: [0; COUNTED.len() - OF_STATE],
    };

    /// True if a roll meets fatigue, which it may raise.
    fn meets<const COUNTS: bool>(&mut self, small: i32, pre: i32) -> bool {
        let fatigue = self.fatigue;
        if small < fatigue && !self.grown {
            self.fatigue = (fatigue + 1).min(20);
            self.grown = true;
            if COUNTS {
                self.peak();
            }
        }
        pre >= fatigue
    }

    fn peak(&mut self) {
        self.numbers[FATIGUE_PEAK] = self.numbers[FATIGUE_PEAK].max(self.fatigue);
    }

    fn defence(&self) -> i32 {
        CONSISTENCY - if self.prone { 2 } else { 0 } - if self.ongoing { 2 } else { 0 }
    }

    fn moment(&mut self, number: usize, round: i32) {
        if self.numbers[number] == 0 {
            self.numbers[number] = round;
        }
    }
}

/// The first to act: by initiative, then by dice, then drawn.
fn starts(dice: &mut Streams) -> usize {
    let initiative = |dice: &mut Streams, who: u8| {
        let mut die = |sides| dice.roll(Slot(who), &INITIATIVE, sides);
        die(6).max(die(10))
    };
    let (first, second) = (initiative(dice, 0), initiative(dice, 1));
    if first != second {
        return usize::from(second > first);
    }
    for _ in 0..2 {
        let (first, second) = (dice.roll(Slot(0), &INITIATIVE, 10), dice.roll(Slot(1), &INITIATIVE, 10));
        if first != second {
            return usize::from(second > first);
        }
    }
    dice.roll(Slot(0), &INITIATIVE, 2) as usize - 1
}

/// Fights one duel; `COUNTS` is whether it keeps its numbers.
pub fn duel<const COUNTS: bool>(dice: &mut Streams) -> Ended {
    let mut both = [Duellist::FRESH; 2];
    let count = |duellist: &mut Duellist, number: usize, amount: i32| {
        if COUNTS {
            duellist.numbers[number] += amount;
        }
    };
    let starts = starts(dice);
    count(&mut both[starts], FIRST, 1);
    for who in [starts, 1 - starts] {
        both[who].parry = pool(dice, who, CONSISTENCY);
    }
    for round in 1..=ROUNDS_MAX {
        for who in [starts, 1 - starts] {
            let own = &mut both[who];
            (own.grown, own.ongoing) = (false, false);
            count(own, TURNS, 1);
            count(own, FATIGUE_SUM, own.fatigue);
            if COUNTS {
                if own.fatigue > 6 {
                    own.moment(TIRED_ROUND, round);
                }
                own.peak();
                if let Some(place) = FATIGUE_ROUNDS.iter().position(|&kept| kept == round) {
                    own.numbers[FATIGUE_1 + place] = own.fatigue + 1;
                }
            }
            if own.fatigue >= BASE_FATIGUE + 3 {
                own.fatigue = (own.fatigue - 2).max(BASE_FATIGUE);
                own.ongoing = true;
                count(own, BREATHERS, 1);
            } else if attack::<COUNTS>(dice, &mut both, who, round) {
                return Ended { both, rounds: round, winner: who };
            }
            let own = &mut both[who];
            count(own, PRONE_TURNS, i32::from(own.prone));
            own.parry = pool(dice, who, own.defence());
        }
    }
    Ended { both, rounds: ROUNDS_MAX, winner: 3 }
}

/// An attack; whether it ends the duel.
fn attack<const COUNTS: bool>(dice: &mut Streams, both: &mut [Duellist; 2], who: usize, round: i32) -> bool {
    let count = |duellist: &mut Duellist, number: usize, amount: i32| {
        if COUNTS {
            duellist.numbers[number] += amount;
        }
    };
    let (small, pre) = pool(dice, who, CONSISTENCY - if both[who].prone { 2 } else { 0 });
    count(&mut both[who], ATTACKS, 1);
    if !both[who].meets::<COUNTS>(small, pre) {
        count(&mut both[who], ATTACKS_FATIGUED, 1);
        return false;
    }
    let target = &mut both[1 - who];
    let (parry_small, parry_pre) = target.parry;
    let meets = target.meets::<COUNTS>(parry_small, parry_pre);
    count(target, PARRIES, 1);
    count(target, DEFENCES_FATIGUED, i32::from(!meets));
    if !meets || pre > parry_pre {
        count(target, PARRIES_HIT, 1);
        let ends = wound::<COUNTS>(target, small, round);
        count(&mut both[who], HITS, 1);
        count(&mut both[who], DEALT, 2);
        if ends {
            return true;
        }
    } else {
        count(&mut both[who], PARRIED, 1);
    }
    // The next defence is a dodge, because the weapon has parried; nobody attacks before the next parry is rolled.
    let defence = both[1 - who].defence();
    pool(dice, 1 - who, defence);
    false
}

/// Takes two hit points and injures; whether that one is out.
fn wound<const COUNTS: bool>(target: &mut Duellist, small: i32, round: i32) -> bool {
    target.hp -= 2;
    if COUNTS {
        target.numbers[TAKEN] += 2;
        target.moment(WOUNDED_ROUND, round);
    }
    if target.hp > 0 {
        return false;
    }
    let part = match small {
        1 => INJURED_LEFT_LEG,
        2 => INJURED_RIGHT_LEG,
        3 => INJURED_OFF_ARM,
        4 => INJURED_SWORD_ARM,
        _ => INJURED_TORSO,
    };
    target.prone |= small <= 2;
    let reason = match part {
        INJURED_TORSO => Some(OUT_TORSO),
        _ if target.hp <= -4 => Some(OUT_MUTILATED),
        INJURED_SWORD_ARM => Some(OUT_DISARMED),
        _ => None,
    };
    if COUNTS {
        target.numbers[part] += 1;
        target.moment(INJURED_ROUND, round);
        if target.hp <= -2 {
            target.moment(MANGLED_ROUND, round);
        }
        if target.hp <= -4 {
            target.moment(MUTILATED_ROUND, round);
        }
        if let Some(reason) = reason {
            target.numbers[reason] = 1;
            target.numbers[OUT_ROUND] = round;
            target.numbers[DECIDED] = 1;
        }
    }
    target.out = reason.is_some();
    target.out
}

/// The duellists.
const NAMES: [&str; 2] = ["Lea", "Rob"];

/// The metrics of the fight that are counted.
const OF_FIGHT: [&str; 5] = ["winner", "rounds", "decided_by", "left.victory_rounds", "right.victory_rounds"];

/// Numerator and denominator of each ratio that can differ from 0, as places in the order of [`COUNTED`] from `acted_first` on;
/// [`ROUNDS`] is for the rounds of the fight.
const RATIOS: [(usize, usize); 7] = [
    (HITS, ATTACKS),
    (ATTACKS_FATIGUED, ATTACKS),
    (PARRIED, ATTACKS),
    (DEALT, TURNS),
    (DEALT, ROUNDS),
    (FATIGUE_SUM, TURNS),
    (PARRIES_HIT, PARRIES),
];

/// In the place of a number of a duellist: the rounds of the fight.
const ROUNDS: usize = usize::MAX;

/// Duels that are counted, with the sums of products that ratios need.
pub struct Duels {
    /// [`OF_FIGHT`], then [`COUNTED`] of each duellist.
    counts: Counts,
    /// Numerator times denominator of each ratio, by duellist.
    products: [[i64; RATIOS.len()]; 2],
}

impl Duels {
    /// None fought yet.
    pub fn new() -> Self {
        let of = |name: &'static str| COUNTED.map(|family| format!("{name}.{family}"));
        let keys = OF_FIGHT.map(str::to_owned).into_iter().chain(of(NAMES[0])).chain(of(NAMES[1]));
        Duels { counts: Counts::new(keys.collect()), products: [[0; RATIOS.len()]; 2] }
    }

    /// Asserts that the engine has added up the same products, and nothing where this duel has nothing to add.
    fn assert_same_products(&self, catalogue: &Catalogue, tally: &Tally) {
        let mut found = 0;
        for (over, under, sum) in tally.products() {
            let keys = [over, under].map(|metric| catalogue.metrics[metric].key.as_str());
            let by_hand = self.product(keys);
            found += usize::from(by_hand.is_some());
            assert_eq!(sum, i128::from(by_hand.unwrap_or(0)), "{keys:?}");
        }
        assert_eq!(found, 2 * RATIOS.len());
    }

    /// The sum of products of two metrics.
    fn product(&self, keys: [&str; 2]) -> Option<i64> {
        NAMES.iter().zip(&self.products).find_map(|(name, products)| {
            let key = |place: usize| match place {
                ROUNDS => "rounds".to_owned(),
                place => format!("{name}.{}", COUNTED[OF_STATE + place]),
            };
            let ratio = RATIOS.iter().position(|&(over, under)| [key(over), key(under)] == keys)?;
            Some(products[ratio])
        })
    }
}

impl ByHand for Duels {
    #[inline]
    fn fight(&mut self, dice: &mut Streams) {
        let ended = duel::<true>(dice);
        // The reasons in the order of the labels of the metric.
        let reason = |duellist: &Duellist| {
            let reasons = [(OUT_TORSO, 0), (OUT_MUTILATED, 1), (OUT_DISARMED, 4)];
            reasons.iter().find(|(number, _)| duellist.numbers[*number] > 0).map(|(_, label)| *label)
        };
        let reason = ended.both.iter().find_map(reason).unwrap_or(8);
        self.counts.add_all(0, &[ended.winner as i32, ended.rounds, reason]);
        if ended.winner < 2 {
            self.counts.add(3 + ended.winner, ended.rounds);
        }
        for (who, duellist) in ended.both.iter().enumerate() {
            let numbers = &duellist.numbers;
            let level = match duellist.hp {
                1.. => 0,
                -1..=0 => 1,
                -3..=-2 => 2,
                _ => 3,
            };
            let arms = numbers[INJURED_SWORD_ARM] + numbers[INJURED_OFF_ARM];
            let legs = numbers[INJURED_RIGHT_LEG] + numbers[INJURED_LEFT_LEG];
            let state = [
                i32::from(duellist.out),
                level,
                i32::from(level >= 2),
                i32::from(level == 3),
                duellist.hp,
                duellist.fatigue,
                3,
                i32::from(duellist.hp >= 1),
                numbers[INJURED_TORSO],
                arms.min(1),
                legs.min(1),
            ];
            let (counted, fatigue) = numbers.split_at(FATIGUE_1);
            let place = OF_FIGHT.len() + who * COUNTED.len();
            self.counts.add_all(place, state.iter().chain(counted));
            let value = |place: usize| if place == ROUNDS { ended.rounds } else { numbers[place] };
            for (sum, (over, under)) in self.products[who].iter_mut().zip(RATIOS) {
                *sum += i64::from(value(over)) * i64::from(value(under));
            }
            for (number, &value) in fatigue.iter().enumerate().filter(|(_, value)| **value > 0) {
                self.counts.add(place + OF_STATE + FATIGUE_1 + number, value - 1);
            }
        }
    }

    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        self.counts.assert_same(catalogue, tally);
        self.assert_same_products(catalogue, tally);
    }
}
