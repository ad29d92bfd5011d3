//! The duel of sword and shield against an axe as somebody would write it who only ever wants this one. It draws from the same
//! streams, so it fights the same fights. Once bare, for winner and rounds alone; once counting everything about them that a run
//! counts and that can differ from 0 or from a constant in this duel.

use frame::dice::{Dice, Purpose, Roll, Slot, Streams};
use frame::fight::Catalogue;
use frame::tally::Tally;

use crate::harness::ByHand;
use crate::harness::counts::Counts;

static ORDER: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "", looks_up: false };
static DAMAGE: Roll = Roll { purpose: Purpose::Damage, what: "", rule: "", looks_up: false };
static CHECK: Roll = Roll { purpose: Purpose::Check, what: "", rule: "", looks_up: false };
static FATE: Roll = Roll { purpose: Purpose::Fate, what: "", rule: "", looks_up: false };

/// The party and the foes.
const PARTY: Slot = Slot(0);
const FOES: Slot = Slot(1);

/// The counts of both, by the names of the metrics.
const OF_BOTH: [&str; 13] = [
    "attacked",
    "attacks",
    "damage_rolled",
    "damage_dealt",
    "damage_taken",
    "hp_lost",
    "ability_lost",
    "critical_saves",
    "criticals",
    "kills",
    "went_first",
    "out_round",
    "taken",
];
/// Places in that order.
const ATTACKED: usize = 0;
const ATTACKS: usize = 1;
const ROLLED: usize = 2;
const DEALT: usize = 3;
const TAKEN: usize = 4;
const HP_LOST: usize = 5;
const STR_LOST: usize = 6;
const CRITICAL_SAVES: usize = 7;
const CRITICALS: usize = 8;
const KILLS: usize = 9;
const FIRST: usize = 10;
const OUT: usize = 11;
const BLOWS_TAKEN: usize = 12;

/// The counts of the one with sword and shield alone.
const OF_MAE: [&str; 13] = [
    "injured_torso",
    "injured_left_leg",
    "injured_right_leg",
    "injured_left_arm",
    "injured_right_arm",
    "injured_head",
    "blocks",
    "dodges",
    "wounds_taken",
    "order_saves",
    "first_injury",
    "tired_round",
    "full_round",
];
/// Places in that order.
const HEAD: usize = 5;
const BLOCKS: usize = 6;
const DODGES: usize = 7;
const WOUNDS: usize = 8;
const ORDER_SAVES: usize = 9;
const FIRST_INJURY: usize = 10;
const TIRED: usize = 11;
const FULL: usize = 12;

/// Her numbers at the end, from the state or from numbers.
const MAE_AT_END: [&str; 19] = [
    "out",
    "dead",
    "unconscious",
    "arm_injured",
    "hp",
    "str",
    "dex",
    "fatigue",
    "wounds",
    "severe_wounds",
    "worst_wound",
    "free_slots",
    "weak",
    "fatigue_gained",
    "free_reactions",
    "saved_by_blocks",
    "saved_by_dodges",
    "saved",
    "injuries",
];
/// The numbers at the end of the one with the axe, with all that is counted of him alone.
const RURIK_AT_END: [&str; 11] =
    ["out", "dead", "down", "knocked_out", "away", "hp", "str", "weak", "morale_saves", "fled", "fled_lone"];

/// The rounds after which Fatigue and free slots are counted.
const ROUNDS: [i32; 6] = [1, 2, 3, 4, 6, 8];
/// Slots that he has free, which nothing changes.
const RURIK_FREE: i32 = 8;

/// The one with sword and shield.
struct Mae {
    str: i32,
    dex: i32,
    hp: i32,
    free: i32,
    armor: i32,
    armed: bool,
    shield: bool,
    arm_injured: bool,
    both: [i32; OF_BOTH.len()],
    own: [i32; OF_MAE.len()],
    /// Fatigue and free slots after [`ROUNDS`], as far as it came.
    by_round: [(i32, i32); ROUNDS.len()],
}

/// The one with the axe.
struct Rurik {
    hp: i32,
    str: i32,
    /// True if he has looked whether to flee; true if he has fled.
    afraid: bool,
    fled: bool,
    /// True if a fist has laid him low, which does not kill.
    knocked_out: bool,
    both: [i32; OF_BOTH.len()],
}

/// The end of a duel.
pub struct Ended {
    mae: Mae,
    rurik: Rurik,
    /// Rounds it took.
    pub rounds: i32,
    /// 0 for the party, 1 for the foes, 3 for neither in time.
    pub winner: u64,
}

fn save(dice: &mut Streams, who: Slot, roll: &'static Roll, ability: i32) -> bool {
    let face = dice.roll(who, roll, 20) as i32;
    face < 20 && (face == 1 || face <= ability)
}

/// Counts, where that is wanted.
#[inline(always)]
fn count<const COUNTS: bool>(number: &mut i32, amount: i32) {
    if COUNTS {
        *number += amount;
    }
}

/// Keeps the first value.
#[inline(always)]
fn first<const COUNTS: bool>(number: &mut i32, value: i32) {
    if COUNTS && *number == 0 {
        *number = value;
    }
}

impl Mae {
    /// A slot is filled; the last one takes all HP.
    fn fills<const COUNTS: bool>(&mut self, round: i32) {
        self.free -= 1;
        if self.free <= 0 {
            first::<COUNTS>(&mut self.own[FULL], round);
            self.hp = 0;
        }
    }

    /// An injury; false when it is the end.
    fn is_injured<const COUNTS: bool>(&mut self, dice: &mut Streams, round: i32) -> bool {
        let face = dice.roll(PARTY, &FATE, 10);
        let area = if face <= 5 { 0 } else { face as usize - 5 };
        count::<COUNTS>(&mut self.own[area], 1);
        first::<COUNTS>(&mut self.own[FIRST_INJURY], area as i32 + 1);
        let mut stands = true;
        match face {
            1..=5 => {
                self.str = (self.str - dice.roll(PARTY, &FATE, 4) as i32).max(0);
                if self.str == 0 {
                    return false;
                }
            }
            6 | 7 => {
                self.dex = (self.dex - dice.roll(PARTY, &FATE, 4) as i32).max(0);
                stands = self.dex > 0;
            }
            8 => {
                self.arm_injured = true;
                if self.shield {
                    (self.shield, self.armor, self.free) = (false, 1, self.free + 1);
                }
            }
            9 => {
                self.arm_injured = true;
                if self.armed {
                    (self.armed, self.free) = (false, self.free + 1);
                }
            }
            _ => {
                if dice.roll(PARTY, &FATE, 6) <= 3 {
                    return false;
                }
            }
        }
        count::<COUNTS>(&mut self.own[WOUNDS], 1);
        self.fills::<COUNTS>(round);
        stands
    }

    /// A blow of the axe; false when it is the end.
    fn takes<const COUNTS: bool>(&mut self, rurik: &mut Rurik, round: i32, dice: &mut Streams) -> bool {
        // A fighter with a weapon blocks for Fatigue and keeps a slot free; with bare hands a dodge costs nothing.
        let fends = self.free > 0 && (!self.armed || self.free >= 2);
        let sides = if fends { 4 } else { 8 };
        count::<COUNTS>(&mut self.both[ATTACKED], 1);
        if !fends {
            count::<COUNTS>(&mut self.both[BLOWS_TAKEN], 1);
        } else if self.armed {
            count::<COUNTS>(&mut self.own[BLOCKS], 1);
            first::<COUNTS>(&mut self.own[TIRED], round);
            self.fills::<COUNTS>(round);
        } else {
            count::<COUNTS>(&mut self.own[DODGES], 1);
        }
        let face = dice.roll(FOES, &DAMAGE, sides) as i32;
        let damage = (face - self.armor).max(0);
        count::<COUNTS>(&mut rurik.both[ATTACKS], 1);
        count::<COUNTS>(&mut rurik.both[ROLLED], face);
        if damage == 0 {
            return true;
        }
        let soaked = self.hp.min(damage);
        self.hp -= soaked;
        count::<COUNTS>(&mut rurik.both[DEALT], damage);
        count::<COUNTS>(&mut self.both[TAKEN], damage);
        count::<COUNTS>(&mut self.both[HP_LOST], soaked);
        let rest = damage - soaked;
        if rest == 0 {
            return true;
        }
        count::<COUNTS>(&mut self.both[STR_LOST], rest.min(self.str));
        self.str = (self.str - rest).max(0);
        if self.str == 0 {
            return false;
        }
        count::<COUNTS>(&mut self.both[CRITICAL_SAVES], 1);
        if save(dice, PARTY, &CHECK, self.str) {
            return true;
        }
        count::<COUNTS>(&mut self.both[CRITICALS], 1);
        self.is_injured::<COUNTS>(dice, round)
    }
}

impl Rurik {
    /// A blow of the sword, or of a fist; false when it is the end.
    fn takes<const COUNTS: bool>(&mut self, mae: &mut Mae, dice: &mut Streams) -> bool {
        let sides = if mae.arm_injured || !mae.armed { 4 } else { 8 };
        let face = dice.roll(PARTY, &DAMAGE, sides) as i32;
        let damage = face - 1;
        count::<COUNTS>(&mut self.both[ATTACKED], 1);
        count::<COUNTS>(&mut self.both[BLOWS_TAKEN], 1);
        count::<COUNTS>(&mut mae.both[ATTACKS], 1);
        count::<COUNTS>(&mut mae.both[ROLLED], face);
        if damage == 0 {
            return true;
        }
        let soaked = damage.min(self.hp);
        self.hp -= soaked;
        count::<COUNTS>(&mut mae.both[DEALT], damage);
        count::<COUNTS>(&mut self.both[TAKEN], damage);
        count::<COUNTS>(&mut self.both[HP_LOST], soaked);
        let rest = damage - soaked;
        if rest > 0 {
            count::<COUNTS>(&mut self.both[STR_LOST], rest.min(self.str));
            self.str = (self.str - rest).max(0);
            if self.str == 0 {
                count::<COUNTS>(&mut mae.both[KILLS], 1);
                return false;
            }
            count::<COUNTS>(&mut self.both[CRITICAL_SAVES], 1);
            if !save(dice, FOES, &CHECK, self.str) {
                count::<COUNTS>(&mut self.both[CRITICALS], 1);
                self.knocked_out = !mae.armed;
                count::<COUNTS>(&mut mae.both[KILLS], i32::from(mae.armed));
                return false;
            }
        }
        if self.hp == 0 && !self.afraid {
            self.afraid = true;
            self.fled = !save(dice, FOES, &CHECK, 12);
        }
        !self.fled
    }
}

/// Fights one duel; `COUNTS` is whether it keeps its numbers.
pub fn duel<const COUNTS: bool>(dice: &mut Streams) -> Ended {
    let mut mae = Mae {
        str: 12,
        dex: 11,
        hp: 5,
        free: 4,
        armor: 2,
        armed: true,
        shield: true,
        arm_injured: false,
        both: [0; OF_BOTH.len()],
        own: [0; OF_MAE.len()],
        by_round: [(0, 0); ROUNDS.len()],
    };
    let mut rurik = Rurik { hp: 6, str: 13, afraid: false, fled: false, knocked_out: false, both: [0; OF_BOTH.len()] };
    let mut kept = 0;
    for rounds in 1..=50 {
        // Fists are quicker than the axe.
        let starts = !mae.armed || {
            count::<COUNTS>(&mut mae.own[ORDER_SAVES], 1);
            save(dice, PARTY, &ORDER, mae.dex)
        };
        if COUNTS {
            *(if starts { &mut mae.both[FIRST] } else { &mut rurik.both[FIRST] }) += 1;
        }
        for party in [starts, !starts] {
            if !party && !mae.takes::<COUNTS>(&mut rurik, rounds, dice) {
                count::<COUNTS>(&mut rurik.both[KILLS], i32::from(mae.dex > 0));
                first::<COUNTS>(&mut mae.both[OUT], rounds);
                return Ended { mae, rurik, rounds, winner: 1 };
            }
            if party && !rurik.takes::<COUNTS>(&mut mae, dice) {
                first::<COUNTS>(&mut rurik.both[OUT], rounds);
                return Ended { mae, rurik, rounds, winner: 0 };
            }
        }
        if COUNTS && ROUNDS.get(kept) == Some(&rounds) {
            mae.by_round[kept] = (mae.own[BLOCKS], mae.free.max(0));
            kept += 1;
        }
    }
    Ended { mae, rurik, rounds: 50, winner: 3 }
}

/// The metrics of the fight that are counted.
const OF_FIGHT: [&str; 6] =
    ["winner", "rounds", "party.standing", "foes.standing", "party.victory_rounds", "foes.victory_rounds"];
/// Pairs of families whose products are not always 0, for ratios.
const MAE_RATIOS: [(&str, &str); 15] = [
    ("damage_dealt", "attacks"),
    ("damage_taken", "attacked"),
    ("saved_by_blocks", "blocks"),
    ("saved_by_dodges", "dodges"),
    ("blocks", "attacked"),
    ("dodges", "attacked"),
    ("taken", "attacked"),
    ("saved_by_blocks", "saved"),
    ("saved_by_dodges", "saved"),
    ("injured_torso", "injuries"),
    ("injured_left_leg", "injuries"),
    ("injured_right_leg", "injuries"),
    ("injured_left_arm", "injuries"),
    ("injured_right_arm", "injuries"),
    ("injured_head", "injuries"),
];
/// His numbers.
const RURIK_RATIOS: [(&str, &str); 3] = [("damage_dealt", "attacks"), ("damage_taken", "attacked"), ("taken", "attacked")];

/// The places at which her metrics begin, then the counts after rounds, then his.
const MAE: usize = OF_FIGHT.len();
const MAE_BY_ROUND: usize = MAE + OF_BOTH.len() + OF_MAE.len() + MAE_AT_END.len();
const RURIK: usize = MAE_BY_ROUND + 2 * ROUNDS.len();
const RURIK_BY_ROUND: usize = RURIK + OF_BOTH.len() + RURIK_AT_END.len();

/// Duels that are counted, with the sums of the products of [`MAE_RATIOS`] and [`RURIK_RATIOS`].
pub struct Duels {
    counts: Counts,
    mae: [i64; MAE_RATIOS.len()],
    rurik: [i64; RURIK_RATIOS.len()],
}

impl Duels {
    /// None fought yet.
    pub fn new() -> Self {
        let of = |name: &'static str, families: &[&str]| families.iter().map(|family| format!("{name}.{family}")).collect();
        let by_round = |name: &'static str| {
            let of = |round: i32| [format!("{name}.fatigue_{round}"), format!("{name}.free_slots_{round}")];
            ROUNDS.iter().flat_map(move |&round| of(round)).collect()
        };
        let keys: [Vec<String>; 8] = [
            OF_FIGHT.map(str::to_owned).to_vec(),
            of("Mae", &OF_BOTH),
            of("Mae", &OF_MAE),
            of("Mae", &MAE_AT_END),
            by_round("Mae"),
            of("Rurik", &OF_BOTH),
            of("Rurik", &RURIK_AT_END),
            by_round("Rurik"),
        ];
        Duels { counts: Counts::new(keys.concat()), mae: [0; MAE_RATIOS.len()], rurik: [0; RURIK_RATIOS.len()] }
    }

    /// Counts what is left of both after the rounds that were played out.
    fn count_rounds(&mut self, ended: &Ended, played: i32) {
        for (index, (fatigue, free)) in ended.mae.by_round.into_iter().enumerate() {
            if ROUNDS[index] > played {
                return;
            }
            self.counts.add(MAE_BY_ROUND + 2 * index, fatigue);
            self.counts.add(MAE_BY_ROUND + 2 * index + 1, free);
            self.counts.add(RURIK_BY_ROUND + 2 * index, 0);
            self.counts.add(RURIK_BY_ROUND + 2 * index + 1, RURIK_FREE);
        }
    }
}

impl ByHand for Duels {
    #[inline]
    fn fight(&mut self, dice: &mut Streams) {
        let ended = duel::<true>(dice);
        let Ended { mae, rurik, rounds, winner } = &ended;
        let (mae_out, rurik_out) = (i32::from(*winner == 1), i32::from(*winner == 0));
        self.counts.add_all(0, &[*winner as i32, *rounds, 1 - mae_out, 1 - rurik_out]);
        if *winner < 2 {
            self.counts.add(4 + *winner as usize, *rounds);
        }
        let own = &mae.own;
        let (blocks, dodges, wounds) = (own[BLOCKS], own[DODGES], own[WOUNDS]);
        let injuries: i32 = own[..=HEAD].iter().sum();
        let unconscious = i32::from(mae.dex == 0);
        let at_end = [
            mae_out,
            mae_out - unconscious,
            unconscious,
            i32::from(mae.arm_injured),
            mae.hp,
            mae.str,
            mae.dex,
            blocks,
            wounds,
            wounds,
            if wounds > 0 { 2 } else { 0 },
            mae.free,
            i32::from(mae.str < 12 || mae.dex < 11),
            blocks,
            dodges,
            4 * blocks,
            4 * dodges,
            4 * (blocks + dodges),
            injuries,
        ];
        self.counts.add_all(MAE, mae.both.iter().chain(own).chain(&at_end));
        let fled = i32::from(rurik.fled);
        let (dead, knocked_out) = (i32::from(rurik.str == 0), i32::from(rurik.knocked_out));
        let at_end = [
            rurik_out,
            dead,
            rurik_out - dead - knocked_out - fled,
            knocked_out,
            fled,
            rurik.hp,
            rurik.str,
            i32::from(rurik.str < 13),
            i32::from(rurik.afraid),
            fled,
            fled,
        ];
        self.counts.add_all(RURIK, rurik.both.iter().chain(&at_end));
        self.count_rounds(&ended, if *winner < 2 { *rounds - 1 } else { *rounds });
        let Ended { mae, rurik, .. } = &ended;
        let of = |both: &[i32; OF_BOTH.len()]| {
            [both[DEALT] * both[ATTACKS], both[TAKEN] * both[ATTACKED], both[BLOWS_TAKEN] * both[ATTACKED]]
        };
        let [dealt, taken, blows] = of(&mae.both);
        let attacked = mae.both[ATTACKED];
        let products = [
            dealt,
            taken,
            4 * blocks * blocks,
            4 * dodges * dodges,
            blocks * attacked,
            dodges * attacked,
            blows,
            16 * blocks * (blocks + dodges),
            16 * dodges * (blocks + dodges),
        ];
        let injured = mae.own[..=HEAD].iter().map(|area| area * injuries);
        self.mae.iter_mut().zip(products.into_iter().chain(injured)).for_each(|(sum, product)| *sum += i64::from(product));
        self.rurik.iter_mut().zip(of(&rurik.both)).for_each(|(sum, product)| *sum += i64::from(product));
    }

    fn assert_same(&self, catalogue: &Catalogue, tally: &Tally) {
        self.counts.assert_same(catalogue, tally);
        for (over, under, sum) in tally.products() {
            let key = |metric: usize| catalogue.metrics[metric].key.as_str();
            let by_hand = |name: &str, ratios: &[(&str, &str)], sums: &[i64]| {
                let same = |(one, other): &(&str, &str)| {
                    key(over) == format!("{name}.{one}") && key(under) == format!("{name}.{other}")
                };
                ratios.iter().position(same).map_or(0, |place| i128::from(sums[place]))
            };
            let by_hand = by_hand("Mae", &MAE_RATIOS, &self.mae) + by_hand("Rurik", &RURIK_RATIOS, &self.rurik);
            assert_eq!(sum, by_hand, "{} by {}", key(over), key(under));
        }
    }
}
