//! The mirror duel of two swords as somebody would write it who only ever wants this one: attributes of 10, HP 4, Armor 1, a d8 that
//! attacks twice a turn and parries. It draws from the same streams, so it fights the same fights. Once bare, for winner and rounds
//! alone; once counting everything about them that a run counts and that can differ from 0 in this duel.

use std::cmp::Ordering;

use frame::dice::{Dice, Purpose, Roll, Slot, Streams};
use frame::fight::Catalogue;
use frame::tally::Tally;

use crate::harness::ByHand;
use crate::harness::counts::Counts;

static INITIATIVE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "", looks_up: false };
static CHECK: Roll = Roll { purpose: Purpose::Check, what: "", rule: "", looks_up: false };
static DAMAGE: Roll = Roll { purpose: Purpose::Damage, what: "", rule: "", looks_up: false };

/// The counts of a duellist, by the names of the metrics.
const COUNTED: [&str; 37] = [
    "out",
    "dead",
    "hp",
    "str",
    "dex",
    "wil",
    "opened",
    "turns",
    "ap_spent",
    "ap_lost",
    "ap_attack",
    "attacks",
    "hits",
    "hits_stopped",
    "soaked",
    "damage",
    "damage_taken",
    "str_lost",
    "attack_natural_1",
    "attack_natural_20",
    "save_natural_1",
    "save_natural_20",
    "crit_natural_1",
    "crit_natural_20",
    "crit_saves",
    "crit_failed",
    "out_round",
    "death_round",
    "stunts",
    "held",
    "retreats",
    "ap_gain",
    "ap_defend",
    "ap_hold",
    "ap_move",
    "ap_stunt",
    "ap_other",
];

/// The number of them that are read off the end.
const OF_STATE: usize = 6;
/// Places in the order of [`COUNTED`], without those.
const OPENED: usize = 0;
const TURNS: usize = 1;
const AP_SPENT: usize = 2;
const AP_LOST: usize = 3;
const AP_ATTACK: usize = 4;
const ATTACKS: usize = 5;
const HITS: usize = 6;
const STOPPED: usize = 7;
const SOAKED: usize = 8;
const DEALT: usize = 9;
const TAKEN: usize = 10;
const STR_LOST: usize = 11;
const ATTACK_1: usize = 12;
const SAVE_1: usize = 14;
const CRIT_1: usize = 16;
const CRIT_SAVES: usize = 18;
const CRIT_FAILED: usize = 19;
const OUT: usize = 20;
const DEATH: usize = 21;

#[derive(Clone, Copy, Default)]
struct Duellist {
    hp: i32,
    strength: i32,
    dead: bool,
    numbers: [i32; COUNTED.len() - OF_STATE],
}

/// The end of a duel.
pub struct Ended {
    both: [Duellist; 2],
    /// Rounds it took.
    pub rounds: i32,
    /// The winner; 2 when nobody did.
    pub winner: usize,
    /// The one who opened.
    pub opened: usize,
}

/// Fights one duel; `COUNTS` is whether it keeps its numbers.
pub fn duel<const COUNTS: bool>(dice: &mut Streams) -> Ended {
    let mut both = [Duellist { hp: 4, strength: 10, ..Duellist::default() }; 2];
    let count = |duellist: &mut Duellist, number: usize, amount: i32| {
        if COUNTS {
            duellist.numbers[number] += amount;
        }
    };
    let natural = |duellist: &mut Duellist, number: usize, face: i32| {
        if COUNTS {
            duellist.numbers[number] += i32::from(face == 1);
            duellist.numbers[number + 1] += i32::from(face == 20);
        }
    };
    let [first, second] = [0, 1].map(|who| dice.roll(Slot(who), &INITIATIVE, 20));
    let opened = match first.cmp(&second) {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => dice.roll(Slot::MASTER, &INITIATIVE, 2) as usize - 1,
    };
    let mut roll = |who: usize, roll: &'static Roll, sides: u32| dice.roll(Slot(who as u8), roll, sides) as i32;
    count(&mut both[opened], OPENED, 1);
    for round in 1..=100 {
        for who in [opened, 1 - opened] {
            let other = 1 - who;
            count(&mut both[who], TURNS, 1);
            let mut points = 4;
            for _ in 0..2 {
                points -= 2;
                count(&mut both[who], AP_SPENT, 2);
                count(&mut both[who], AP_ATTACK, 2);
                count(&mut both[who], ATTACKS, 1);
                let attack = roll(who, &CHECK, 20);
                let weapon = roll(who, &DAMAGE, 8);
                natural(&mut both[who], ATTACK_1, attack);
                let save = roll(other, &CHECK, 20);
                let parry = roll(other, &CHECK, 8);
                natural(&mut both[other], SAVE_1, save);
                if attack + both[who].strength + weapon < save + both[other].strength + parry {
                    continue;
                }
                let damage = (weapon - 1).max(0);
                count(&mut both[who], HITS, 1);
                count(&mut both[who], STOPPED, i32::from(damage == 0));
                count(&mut both[who], SOAKED, weapon - damage);
                count(&mut both[who], DEALT, damage);
                count(&mut both[other], TAKEN, damage);
                let target = &mut both[other];
                let over = (damage - target.hp).max(0);
                target.hp = (target.hp - damage).max(0);
                if over == 0 {
                    continue;
                }
                count(target, STR_LOST, over);
                target.strength = (target.strength - over).max(0);
                target.dead = target.strength == 0;
                if !target.dead {
                    let save = roll(other, &CHECK, 20);
                    natural(target, CRIT_1, save);
                    target.dead = save + target.strength <= 15;
                    count(target, CRIT_SAVES, 1);
                    count(target, CRIT_FAILED, i32::from(target.dead));
                }
                if target.dead {
                    count(target, OUT, round);
                    count(target, DEATH, round);
                    count(&mut both[who], AP_LOST, points);
                    return Ended { both, rounds: round, winner: who, opened };
                }
            }
            count(&mut both[who], AP_LOST, points);
        }
    }
    Ended { both, rounds: 100, winner: 2, opened }
}

/// The metrics of the fight that are counted.
const OF_FIGHT: [&str; 3] = ["winner", "rounds", "first_round"];
/// Those of a side, each for one and then for the other.
const OF_SIDE: [&str; 5] = ["standing", "victory_rounds", "opens", "wins_opening", "wins_not_opening"];
/// Pairs of families whose products ratios need, in the order of the ratios.
const RATIOS: [(&str, &str); 13] = [
    ("ap_attack", "ap_spent"),
    ("ap_gain", "ap_spent"),
    ("ap_defend", "ap_spent"),
    ("ap_hold", "ap_spent"),
    ("ap_move", "ap_spent"),
    ("ap_stunt", "ap_spent"),
    ("ap_other", "ap_spent"),
    ("hits", "attacks"),
    ("damage", "attacks"),
    ("hits_stopped", "hits"),
    ("damage", "hits"),
    ("damage", "ap_spent"),
    ("crit_failed", "crit_saves"),
];

/// Duels that are counted, with the sums of products that ratios need.
pub struct Duels {
    /// [`OF_FIGHT`], then [`OF_SIDE`] of each side, then [`COUNTED`] of each duellist.
    counts: Counts,
    /// Numerator times denominator of each ratio, by duellist.
    products: [[i64; RATIOS.len()]; 2],
    /// The places of those in the order of [`COUNTED`].
    pairs: [(usize, usize); RATIOS.len()],
}

impl Duels {
    /// None fought yet.
    pub fn new() -> Self {
        let of_side = |name: &'static str| OF_SIDE.map(|family| format!("{name}.{family}"));
        let of = |name: &'static str| COUNTED.map(|family| format!("{name}.{family}"));
        let sides = of_side("left").into_iter().chain(of_side("right"));
        let keys = OF_FIGHT.map(str::to_owned).into_iter().chain(sides).chain(of("Lea")).chain(of("Rob"));
        let place = |family: &str| COUNTED.iter().position(|known| *known == family).expect("a family that is counted");
        Duels {
            counts: Counts::new(keys.collect()),
            products: [[0; RATIOS.len()]; 2],
            pairs: RATIOS.map(|(over, under)| (place(over), place(under))),
        }
    }
}

impl ByHand for Duels {
    #[inline]
    fn fight(&mut self, dice: &mut Streams) {
        let ended = duel::<true>(dice);
        self.counts.add_all(0, &[ended.winner as i32, ended.rounds, i32::from(ended.rounds <= 1)]);
        for (who, duellist) in ended.both.iter().enumerate() {
            let (won, opened, dead) = (ended.winner == who, ended.opened == who, i32::from(duellist.dead));
            let of_side = OF_FIGHT.len() + who * OF_SIDE.len();
            self.counts.add(of_side, 1 - dead);
            if won {
                self.counts.add(of_side + 1, ended.rounds);
            }
            self.counts.add(of_side + 2, i32::from(opened));
            self.counts.add(of_side + if opened { 3 } else { 4 }, i32::from(won));
            let mut values = [0; COUNTED.len()];
            values[..OF_STATE].copy_from_slice(&[dead, dead, duellist.hp, duellist.strength, 10, 10]);
            values[OF_STATE..].copy_from_slice(&duellist.numbers);
            self.counts.add_all(OF_FIGHT.len() + 2 * OF_SIDE.len() + who * COUNTED.len(), &values);
            for (sum, (over, under)) in self.products[who].iter_mut().zip(self.pairs) {
                *sum += i64::from(values[over]) * i64::from(values[under]);
            }
        }
    }

    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        self.counts.assert_same(catalogue, tally);
        let products: Vec<i128> = tally.products().map(|(_, _, product)| product).collect();
        let by_hand: Vec<i128> = (0..RATIOS.len()).flat_map(|ratio| self.products.map(|of| i128::from(of[ratio]))).collect();
        assert_eq!(products, by_hand);
    }
}
