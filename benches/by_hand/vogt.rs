//! The mirror duel of two clubs as somebody would write it who only ever wants this one: HP 10, STR and DEX d6, club 1d6. It
//! draws from the same streams, so it fights the same fights. Once bare, for winner and rounds alone; once counting everything
//! about them that a run counts and that can differ from 0 in this duel.

use frame::dice::{Dice, Purpose, Roll, Slot, Streams};
use frame::fight::Catalogue;
use frame::tally::Tally;

use crate::harness::ByHand;
use crate::harness::counts::Counts;

static INITIATIVE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "", looks_up: false };
static TIE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "", looks_up: false };
static DAMAGE: Roll = Roll { purpose: Purpose::Damage, what: "", rule: "", looks_up: false };

/// The counts of a duellist, by the names of the metrics.
const COUNTED: [&str; 18] = [
    "out",
    "exhaustion",
    "prone",
    "hp",
    "damage_dealt",
    "hp_taken",
    "damage_taken",
    "absorbed",
    "blows",
    "blows_through",
    "criticals",
    "went_first",
    "falls",
    "prone_turns",
    "exhausted_round",
    "weakened_round",
    "unconscious_round",
    "out_round",
];

#[derive(Clone, Copy, Default)]
struct Duellist {
    hp: i32,
    exhaustion: i32,
    prone: bool,
    absorbed_now: i32,
    /// From `damage_dealt` on, in the order of [`COUNTED`].
    numbers: [i32; 14],
}

const DEALT: usize = 0;
const HP_TAKEN: usize = 1;
const TAKEN: usize = 2;
const ABSORBED: usize = 3;
const BLOWS: usize = 4;
const THROUGH: usize = 5;
const CRITICALS: usize = 6;
const FIRST: usize = 7;
const FALLS: usize = 8;
const PRONE_TURNS: usize = 9;
const LEVEL_1: usize = 10;
const OUT: usize = 13;

/// The end of a duel.
pub struct Ended {
    both: [Duellist; 2],
    /// Rounds it took.
    pub rounds: i32,
    /// The winner; 2 when nobody did.
    pub winner: usize,
}

/// Fights one duel; `COUNTS` is whether it keeps its numbers.
pub fn duel<const COUNTS: bool>(dice: &mut Streams) -> Ended {
    let mut both = [Duellist { hp: 10, ..Duellist::default() }; 2];
    let count = |duellist: &mut Duellist, number: usize, amount: i32| {
        if COUNTS {
            duellist.numbers[number] += amount;
        }
    };
    for round in 1..=200 {
        both[0].absorbed_now = 0;
        both[1].absorbed_now = 0;
        let first = dice.roll(Slot(0), &INITIATIVE, 6);
        let second = dice.roll(Slot(1), &INITIATIVE, 6);
        let starts = match first.cmp(&second) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => dice.roll(Slot::MASTER, &TIE, 2) as usize - 1,
        };
        count(&mut both[starts], FIRST, 1);
        for who in [starts, 1 - starts] {
            if both[who].prone {
                count(&mut both[who], PRONE_TURNS, 1);
                both[who].prone = false;
            }
            let mut damage = 3;
            loop {
                let face = dice.roll(Slot(who as u8), &DAMAGE, 6) as i32;
                damage += face;
                if face < 6 {
                    break;
                }
                count(&mut both[who], CRITICALS, 1);
            }
            let target = &mut both[1 - who];
            let armor = if target.prone { 0 } else { 3 };
            let soaked = (armor - target.absorbed_now).max(0).min(damage);
            target.absorbed_now += soaked;
            let lost = damage - soaked;
            count(target, ABSORBED, soaked);
            count(&mut both[who], BLOWS, 1);
            count(&mut both[who], DEALT, damage);
            if lost > 0 {
                count(&mut both[who], HP_TAKEN, lost);
                count(&mut both[who], THROUGH, 1);
                let target = &mut both[1 - who];
                count(target, TAKEN, lost);
                target.hp -= lost;
                if target.hp <= 0 {
                    if !target.prone {
                        count(target, FALLS, 1);
                        target.prone = true;
                    }
                    target.exhaustion += 1;
                    count(target, LEVEL_1 + target.exhaustion as usize - 1, round);
                    if target.exhaustion == 2 {
                        target.hp = target.hp.min(5);
                    }
                    if target.exhaustion >= 3 {
                        count(target, OUT, round);
                        return Ended { both, rounds: round, winner: who };
                    }
                }
            }
        }
    }
    Ended { both, rounds: 200, winner: 2 }
}

/// The metrics of the fight that are counted.
const OF_FIGHT: [&str; 4] = ["winner", "rounds", "left.victory_rounds", "right.victory_rounds"];

/// Duels that are counted, with the sums of products that ratios need.
pub struct Duels {
    /// [`OF_FIGHT`], then [`COUNTED`] of each duellist.
    counts: Counts,
    /// Numerator times denominator of each ratio, by duellist.
    products: [[i64; 4]; 2],
}

impl Duels {
    /// None fought yet.
    pub fn new() -> Self {
        let of = |name: &'static str| COUNTED.map(|family| format!("{name}.{family}"));
        let keys = OF_FIGHT.map(str::to_owned).into_iter().chain(of("Lea")).chain(of("Rob"));
        Duels { counts: Counts::new(keys.collect()), products: [[0; 4]; 2] }
    }
}

impl ByHand for Duels {
    #[inline]
    fn fight(&mut self, dice: &mut Streams) {
        let ended = duel::<true>(dice);
        self.counts.add_all(0, &[ended.winner as i32, ended.rounds]);
        if ended.winner < 2 {
            self.counts.add(2 + ended.winner, ended.rounds);
        }
        for (who, duellist) in ended.both.iter().enumerate() {
            let state =
                [i32::from(duellist.exhaustion >= 3), duellist.exhaustion, i32::from(duellist.prone), duellist.hp.max(0)];
            self.counts.add_all(OF_FIGHT.len() + who * COUNTED.len(), state.iter().chain(&duellist.numbers));
            let of = |number: usize| i64::from(duellist.numbers[number]);
            let pairs = [
                of(DEALT) * of(BLOWS),
                of(THROUGH) * of(BLOWS),
                of(HP_TAKEN) * of(BLOWS),
                of(HP_TAKEN) * i64::from(ended.rounds),
            ];
            self.products[who].iter_mut().zip(pairs).for_each(|(sum, product)| *sum += product);
        }
    }

    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        self.counts.assert_same(catalogue, tally);
        let products: Vec<i128> = tally.products().map(|(_, _, product)| product).collect();
        let by_hand: Vec<i128> = (0..4).flat_map(|ratio| self.products.map(|of| i128::from(of[ratio]))).collect();
        assert_eq!(products, by_hand);
    }
}
