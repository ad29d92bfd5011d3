//! The duel of sword and shield against an axe as somebody would write it who only ever wants this one. It draws from the same
//! streams, so it fights the same fights, and it only wants to know who wins and when.

use sparring::dice::{Dice, Purpose, Roll, Slot, Streams};

static ORDER: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "" };
static DAMAGE: Roll = Roll { purpose: Purpose::Damage, what: "", rule: "" };
static CHECK: Roll = Roll { purpose: Purpose::Check, what: "", rule: "" };
static FATE: Roll = Roll { purpose: Purpose::Fate, what: "", rule: "" };

/// The party and the foes.
const PARTY: Slot = Slot(0);
const FOES: Slot = Slot(1);

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
}

/// The end of a duel.
pub struct Ended {
    /// Rounds it took.
    pub rounds: i32,
    /// 0 for the party, 1 for the foes, 3 for neither in time.
    pub winner: u64,
}

fn save(dice: &mut Streams, who: Slot, roll: &'static Roll, ability: i32) -> bool {
    let face = dice.roll(who, roll, 20) as i32;
    face < 20 && (face == 1 || face <= ability)
}

impl Mae {
    /// A slot is filled; the last one takes all HP.
    fn fills(&mut self) {
        self.free -= 1;
        if self.free <= 0 {
            self.hp = 0;
        }
    }

    /// An injury; false when it is the end.
    fn is_injured(&mut self, dice: &mut Streams) -> bool {
        match dice.roll(PARTY, &FATE, 10) {
            1..=5 => {
                self.str -= dice.roll(PARTY, &FATE, 4) as i32;
                if self.str <= 0 {
                    return false;
                }
            }
            6 | 7 => {
                self.dex -= dice.roll(PARTY, &FATE, 4) as i32;
                if self.dex <= 0 {
                    return false;
                }
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
        self.fills();
        true
    }

    /// A blow of the axe; false when it is the end.
    fn takes(&mut self, dice: &mut Streams) -> bool {
        // Whoever has a weapon blocks for Fatigue and keeps a slot free; with bare hands a dodge costs nothing.
        let fends = self.free > 0 && (!self.armed || self.free >= 2);
        let sides = if fends { 4 } else { 8 };
        if fends && self.armed {
            self.fills();
        }
        let damage = dice.roll(FOES, &DAMAGE, sides) as i32 - self.armor;
        if damage <= 0 {
            return true;
        }
        let soaked = self.hp.min(damage);
        self.hp -= soaked;
        let rest = damage - soaked;
        if rest == 0 {
            return true;
        }
        self.str -= rest;
        self.str > 0 && (save(dice, PARTY, &CHECK, self.str) || self.is_injured(dice))
    }
}

/// Fights one duel.
pub fn duel(dice: &mut Streams) -> Ended {
    let mut mae = Mae { str: 12, dex: 11, hp: 5, free: 4, armor: 2, armed: true, shield: true, arm_injured: false };
    let (mut hp, mut str, mut afraid) = (6, 13, false);
    for rounds in 1..=50 {
        // Fists are quicker than the axe.
        let first = !mae.armed || save(dice, PARTY, &ORDER, mae.dex);
        for party in [first, !first] {
            if !party {
                if !mae.takes(dice) {
                    return Ended { rounds, winner: 1 };
                }
                continue;
            }
            let sides = if mae.arm_injured || !mae.armed { 4 } else { 8 };
            let damage = dice.roll(PARTY, &DAMAGE, sides) as i32 - 1;
            if damage <= 0 {
                continue;
            }
            let soaked = damage.min(hp);
            hp -= soaked;
            if damage > soaked {
                str -= damage - soaked;
                if str <= 0 || !save(dice, FOES, &CHECK, str) {
                    return Ended { rounds, winner: 0 };
                }
            }
            if hp == 0 && !afraid {
                afraid = true;
                if !save(dice, FOES, &CHECK, 12) {
                    return Ended { rounds, winner: 0 };
                }
            }
        }
    }
    Ended { rounds: 50, winner: 3 }
}
