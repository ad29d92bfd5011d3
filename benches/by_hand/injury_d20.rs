//! The duel of two soldiers who scratch each other, as somebody would write it who only ever wants this one: attack +6, defence
//! value 16, stamina 10, exhaustion 12, a sword that can fall. It draws from the same streams, so it fights the same fights.

use sparring::dice::{Dice, Purpose, Roll, Slot, Streams};

static INITIATIVE: Roll = Roll { purpose: Purpose::Initiative, what: "", rule: "" };
static ATTACK: Roll = Roll { purpose: Purpose::Check, what: "", rule: "" };

#[derive(Clone, Copy)]
struct Soldier {
    stamina: i32,
    exhaustion: i32,
    armed: bool,
    on_guard: bool,
    ears: [i32; 2],
    nose: i32,
}

/// The end of a duel.
pub struct Ended {
    /// Rounds it took.
    pub rounds: u64,
    /// Who won; 3 when time was out.
    pub winner: u64,
}

/// Fights one duel.
pub fn duel(dice: &mut Streams) -> Ended {
    let fresh = Soldier { stamina: 10, exhaustion: 12, armed: true, on_guard: false, ears: [0; 2], nose: 0 };
    let mut both = [fresh; 2];
    let first = starts(dice);
    for round in 1..=200 {
        for who in [first, 1 - first] {
            if turn(dice, &mut both, who) {
                return Ended { rounds: round, winner: who as u64 };
            }
        }
    }
    Ended { rounds: 200, winner: 3 }
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
fn turn(dice: &mut Streams, both: &mut [Soldier; 2], who: usize) -> bool {
    both[who].on_guard = true;
    let mut points = 3;
    let mut attacks = 0;
    for _ in 0..3 {
        if !both[who].armed && points > 0 {
            both[who].armed = true;
            points -= 1;
        }
        if points == 0 {
            continue;
        }
        points -= 1;
        let worse = attacks + i32::from(both[who].stamina == 0);
        attacks += 1;
        let mut face = 20;
        for _ in 0..=worse {
            face = face.min(dice.roll(Slot(who as u8), &ATTACK, 20) as i32);
        }
        let target = &mut both[1 - who];
        let (total, dv) = (face + 6, if target.on_guard { 16 } else { 14 });
        if total <= dv {
            if face == 1 && total < dv {
                both[who].armed = false;
            }
            continue;
        }
        let degrees = (total - dv) / 5 + i32::from(face == 20);
        scratch(target, degrees + 1);
        let strain = 1 + degrees;
        let from_stamina = strain.min(target.stamina);
        target.stamina -= from_stamina;
        target.exhaustion = (target.exhaustion - (strain - from_stamina)).max(0);
        if target.stamina == 0 && target.exhaustion == 0 {
            return true;
        }
    }
    false
}

/// So many injuries of the ear that has fewer, or of the nose.
fn scratch(target: &mut Soldier, injuries: i32) {
    let ear = usize::from(target.ears[1] < target.ears[0]);
    if target.ears[ear] < 2 {
        target.ears[ear] = (target.ears[ear] + injuries).min(2);
    } else {
        target.nose = 1;
    }
}
