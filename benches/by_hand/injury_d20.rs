//! The duel of two soldiers who scratch each other, as somebody would write it who only ever wants this one: attack +6, defence
//! value 16, stamina 10, exhaustion 12, a sword that can fall. It draws from the same streams, so it fights the same fights. Once
//! bare, for winner and rounds alone; once counting everything about them that a run counts and that can differ from 0 in this duel.

use frame::dice::{Dice, Purpose, Roll, Slot, Streams};
use frame::fight::Catalogue;
use frame::tally::Tally;

use crate::harness::ByHand;
use crate::harness::counts::Counts;

static INITIATIVE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "", looks_up: false };
static ATTACK: Roll = Roll { purpose: Purpose::Check, what: "", rule: "", looks_up: false };

/// The counts of a soldier, by the names of the metrics.
const COUNTED: [&str; 33] = [
    "fate",
    "out",
    "stamina",
    "exhaustion",
    "exhausted",
    "injuries",
    "injury_value",
    "injuries_taken",
    "parts_lost",
    "destroyed",
    "ear",
    "nose",
    "went_first",
    "turns",
    "blows",
    "net_disadvantages",
    "hits",
    "degrees",
    "criticals",
    "natural_20",
    "natural_1",
    "fumbles",
    "strain",
    "dropped",
    "falls",
    "turns_exhausted",
    "turns_unarmed",
    "ap_attack",
    "ap_other",
    "ap_spent",
    "exhausted_round",
    "unconscious_round",
    "out_round",
];

/// The number of them that are read off the end.
const OF_STATE: usize = 13;
/// Places in the order of [`COUNTED`], without those.
const TURNS: usize = 0;
const BLOWS: usize = 1;
const DISADVANTAGES: usize = 2;
const HITS: usize = 3;
const DEGREES: usize = 4;
const CRITICALS: usize = 5;
const NATURAL_20: usize = 6;
const NATURAL_1: usize = 7;
const FUMBLES: usize = 8;
const STRAIN: usize = 9;
const DROPPED: usize = 10;
const FALLS: usize = 11;
const TURNS_EXHAUSTED: usize = 12;
const TURNS_UNARMED: usize = 13;
const AP_ATTACK: usize = 14;
const AP_OTHER: usize = 15;
const AP_SPENT: usize = 16;
const EXHAUSTED_ROUND: usize = 17;
const UNCONSCIOUS_ROUND: usize = 18;
const OUT_ROUND: usize = 19;

/// In so many rounds it is counted with how much stamina a turn begins.
const STAMINA_ROUNDS: usize = 10;

#[derive(Clone, Copy)]
struct Soldier {
    stamina: i32,
    exhaustion: i32,
    armed: bool,
    on_guard: bool,
    ears: [i32; 2],
    nose: i32,
    numbers: [i32; COUNTED.len() - OF_STATE],
    /// By round; nothing in rounds that there have not been.
    began_with: [Option<i32>; STAMINA_ROUNDS],
}

impl Soldier {
    const FRESH: Soldier = Soldier {
        stamina: 10,
        exhaustion: 12,
        armed: true,
        on_guard: false,
        ears: [0; 2],
        nose: 0,
        numbers: [0; COUNTED.len() - OF_STATE],
        began_with: [None; STAMINA_ROUNDS],
    };

    #[inline]
    fn count<const COUNTS: bool>(&mut self, number: usize, amount: i32) {
        if COUNTS {
            self.numbers[number] += amount;
        }
    }

    #[inline]
    fn spend<const COUNTS: bool>(&mut self, on: usize) {
        self.count::<COUNTS>(on, 1);
        self.count::<COUNTS>(AP_SPENT, 1);
    }

    /// So many injuries of the ear that has fewer, or of the nose.
    fn scratch(&mut self, injuries: i32) {
        let ear = usize::from(self.ears[1] < self.ears[0]);
        if self.ears[ear] < 2 {
            self.ears[ear] = (self.ears[ear] + injuries).min(2);
        } else {
            self.nose = 1;
        }
    }
}

/// The end of a duel.
pub struct Ended {
    both: [Soldier; 2],
    /// The one who went first.
    first: usize,
    /// Rounds it took.
    pub rounds: i32,
    /// The winner; 3 when time was out.
    pub winner: usize,
}

/// Fights one duel; `COUNTS` is whether it keeps its numbers.
pub fn duel<const COUNTS: bool>(dice: &mut Streams) -> Ended {
    let mut both = [Soldier::FRESH; 2];
    let first = starts(dice);
    for round in 1..=200 {
        for who in [first, 1 - first] {
            if turn::<COUNTS>(dice, &mut both, who, round) {
                return Ended { both, first, rounds: round, winner: who };
            }
        }
    }
    Ended { both, first, rounds: 200, winner: 3 }
}

fn starts(dice: &mut Streams) -> usize {
    loop {
        let left = dice.roll(Slot(0), &INITIATIVE, 20);
        let right = dice.roll(Slot(1), &INITIATIVE, 20);
        if left != right {
            return usize::from(right > left);
        }
    }
}

/// One turn; true when the other one is out.
fn turn<const COUNTS: bool>(dice: &mut Streams, both: &mut [Soldier; 2], who: usize, round: i32) -> bool {
    let own = &mut both[who];
    own.on_guard = true;
    own.count::<COUNTS>(TURNS, 1);
    own.count::<COUNTS>(TURNS_EXHAUSTED, i32::from(own.stamina == 0));
    own.count::<COUNTS>(TURNS_UNARMED, i32::from(!own.armed));
    if COUNTS && let Some(began_with) = own.began_with.get_mut(round as usize - 1) {
        *began_with = Some(own.stamina);
    }
    let mut points = 3;
    let mut attacks = 0;
    for _ in 0..3 {
        let own = &mut both[who];
        if !own.armed && points > 0 {
            own.armed = true;
            points -= 1;
            own.spend::<COUNTS>(AP_OTHER);
        }
        if points == 0 {
            continue;
        }
        points -= 1;
        own.spend::<COUNTS>(AP_ATTACK);
        let worse = attacks + i32::from(own.stamina == 0);
        attacks += 1;
        let mut face = 20;
        for _ in 0..=worse {
            face = face.min(dice.roll(Slot(who as u8), &ATTACK, 20) as i32);
        }
        own.count::<COUNTS>(BLOWS, 1);
        own.count::<COUNTS>(DISADVANTAGES, worse);
        own.count::<COUNTS>(NATURAL_20, i32::from(face == 20));
        own.count::<COUNTS>(NATURAL_1, i32::from(face == 1));
        let (total, dv) = (face + 6, if both[1 - who].on_guard { 16 } else { 14 });
        if total <= dv {
            if face == 1 && total < dv {
                both[who].armed = false;
                both[who].count::<COUNTS>(FUMBLES, 1);
                both[who].count::<COUNTS>(DROPPED, 1);
            }
            continue;
        }
        let degrees = (total - dv) / 5 + i32::from(face == 20);
        both[who].count::<COUNTS>(HITS, 1);
        both[who].count::<COUNTS>(DEGREES, degrees);
        both[who].count::<COUNTS>(CRITICALS, i32::from(face == 20));
        let target = &mut both[1 - who];
        target.scratch(degrees + 1);
        let strain = 1 + degrees;
        target.count::<COUNTS>(STRAIN, strain);
        let from_stamina = strain.min(target.stamina);
        if from_stamina > 0 && from_stamina == target.stamina {
            target.count::<COUNTS>(EXHAUSTED_ROUND, round);
        }
        target.stamina -= from_stamina;
        target.exhaustion = (target.exhaustion - (strain - from_stamina)).max(0);
        if target.stamina == 0 && target.exhaustion == 0 {
            target.count::<COUNTS>(DROPPED, i32::from(target.armed));
            target.count::<COUNTS>(FALLS, 1);
            target.count::<COUNTS>(UNCONSCIOUS_ROUND, round);
            target.count::<COUNTS>(OUT_ROUND, round);
            return true;
        }
    }
    false
}

/// The metrics of the fight that are counted.
const OF_FIGHT: [&str; 3] = ["winner", "rounds", "seconds"];
/// Those of a side, each for one and then for the other.
const OF_SIDE: [&str; 3] = ["standing", "victory_rounds", "wins_going_first"];
/// Seconds of a round.
const SECONDS: i32 = 6;
/// Pairs of families whose products ratios need and can differ from 0.
const RATIOS: [(&str, &str); 6] = [
    ("hits", "blows"),
    ("degrees", "hits"),
    ("turns_exhausted", "turns"),
    ("turns_unarmed", "turns"),
    ("ap_attack", "ap_spent"),
    ("ap_other", "ap_spent"),
];
/// The two soldiers.
const NAMES: [&str; 2] = ["Lea", "Rob"];

/// Duels that are counted, with the sums of products that ratios need.
pub struct Duels {
    /// [`OF_FIGHT`], then [`OF_SIDE`] of each side, then [`COUNTED`] of each soldier.
    counts: Counts,
    /// Stamina at the beginning of a turn, by soldier and round.
    stamina: Counts,
    /// Numerator times denominator of each ratio, by soldier.
    products: [[i64; RATIOS.len()]; 2],
    /// Strain times rounds, by soldier.
    strain_by_rounds: [i64; 2],
    /// The places of numerators and denominators in the order of [`COUNTED`].
    pairs: [(usize, usize); RATIOS.len()],
}

impl Duels {
    /// None fought yet.
    pub fn new() -> Self {
        let of_side = |name: &'static str| OF_SIDE.map(|family| format!("{name}.{family}"));
        let of = |name: &'static str| COUNTED.map(|family| format!("{name}.{family}"));
        let sides = of_side("left").into_iter().chain(of_side("right"));
        let keys = OF_FIGHT.map(str::to_owned).into_iter().chain(sides).chain(NAMES.into_iter().flat_map(of));
        let stamina =
            NAMES.into_iter().flat_map(|name| (1..=STAMINA_ROUNDS).map(move |round| format!("{name}.stamina_{round}")));
        let place = |family: &str| COUNTED.iter().position(|known| *known == family).expect("a family that is counted");
        Duels {
            counts: Counts::new(keys.collect()),
            stamina: Counts::new(stamina.collect()),
            products: [[0; RATIOS.len()]; 2],
            strain_by_rounds: [0; 2],
            pairs: RATIOS.map(|(over, under)| (place(over), place(under))),
        }
    }
}

impl ByHand for Duels {
    #[inline]
    fn fight(&mut self, dice: &mut Streams) {
        let ended = duel::<true>(dice);
        self.counts.add_all(0, &[ended.winner as i32, ended.rounds, SECONDS * ended.rounds]);
        for (who, soldier) in ended.both.iter().enumerate() {
            let (won, first) = (ended.winner == who, i32::from(ended.first == who));
            let out = i32::from(soldier.numbers[OUT_ROUND] > 0);
            let of_side = OF_FIGHT.len() + who * OF_SIDE.len();
            self.counts.add(of_side, 1 - out);
            if won {
                self.counts.add(of_side + 1, ended.rounds);
            }
            if first == 1 {
                self.counts.add(of_side + 2, i32::from(won));
            }
            let (ears, nose) = (soldier.ears[0] + soldier.ears[1], soldier.nose);
            let (injuries, lost) = (ears + nose, soldier.ears[0] / 2 + soldier.ears[1] / 2);
            let (stamina, exhaustion) = (soldier.stamina, soldier.exhaustion);
            let exhausted = i32::from(stamina == 0);
            let mut values = [0; COUNTED.len()];
            values[..OF_STATE].copy_from_slice(&[
                out, out, stamina, exhaustion, exhausted, injuries, injuries, injuries, lost, lost, ears, nose, first,
            ]);
            values[OF_STATE..].copy_from_slice(&soldier.numbers);
            self.counts.add_all(OF_FIGHT.len() + 2 * OF_SIDE.len() + who * COUNTED.len(), &values);
            for (round, began_with) in soldier.began_with.iter().enumerate() {
                if let Some(stamina) = *began_with {
                    self.stamina.add(who * STAMINA_ROUNDS + round, stamina);
                }
            }
            for (sum, (over, under)) in self.products[who].iter_mut().zip(self.pairs) {
                *sum += i64::from(values[over]) * i64::from(values[under]);
            }
            self.strain_by_rounds[who] += i64::from(soldier.numbers[STRAIN]) * i64::from(ended.rounds);
        }
    }

    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        self.counts.assert_same(catalogue, tally);
        self.stamina.assert_same(catalogue, tally);
        let index = |key: String| catalogue.index(&key).unwrap_or_else(|| panic!("there is no metric {key}"));
        let mut by_hand = Vec::new();
        for (who, name) in NAMES.into_iter().enumerate() {
            for ((over, under), sum) in RATIOS.into_iter().zip(self.products[who]) {
                by_hand.push((index(format!("{name}.{over}")), index(format!("{name}.{under}")), i128::from(sum)));
            }
            by_hand.push((index(format!("{name}.strain")), index("rounds".to_owned()), i128::from(self.strain_by_rounds[who])));
        }
        let mut products: Vec<_> = tally.products().filter(|(.., sum)| *sum != 0).collect();
        by_hand.sort_unstable();
        products.sort_unstable();
        assert_eq!(products, by_hand, "products");
    }
}
