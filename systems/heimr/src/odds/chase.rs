//! Questions about chases: how they end, and what stamina is worth in them.
//!
//! The distance of a chase has no end, so that these numbers are no fractions: they are followed round by round, exact to all
//! digits that are shown. Start at [`chase`].

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use frame::dice::{Roll, Slot};
use frame::rules::chances::add;

use super::super::chase::{Pace, Stage as ChaseStage};
use super::super::rolls;
use super::trial::{CoreOfAny, ONE, OTHER, Stage};
use super::{Answer, AnswerTable, Arguments, Cell, Effort, Roller, Score, score, trial};

/// Every result of a roll, none where it fails, with the fatigue after it.
type Rolls = Vec<((Option<i32>, u8), f64)>;

/// A runner: the fatigue with which it begins, and its rolls by its fatigue from 0 on.
struct Runner {
    fatigue: u8,
    rolls: Vec<Rolls>,
}

/// Lets a combatant run with this score and stamina by the rules.
fn runner(core: &mut CoreOfAny, who: Slot, score: Score, stamina: i64) -> Runner {
    let (ability, base) = (core.abilities.roles.chase, core.book.fatigue.base_with(stamina as i32));
    let mut from = core.morning.clone();
    let without_shield = from.body(ONE).places;
    from.body_mut(who).places = without_shield;
    let values = core.fighters[who.index()].values_mut();
    (values.abilities[ability.index()], values.base_fatigue) = (score, base);
    let roll: &'static Roll = if who == ONE { &rolls::QUARRY } else { &rolls::PURSUER };
    let mut stage = Stage::new(core);
    let with = |fatigue: u8| {
        from.body_mut(who).effort = Effort { fatigue, grown: 0 };
        let results = stage.scene(&from, |play| {
            play.begins_to_run(who);
            (play.result_of(who, ability, roll), play.fight.body(who).effort.fatigue)
        });
        results.into_iter().map(|(result, chance)| (result, chance.to_f64().unwrap_or(0.0))).collect()
    };
    Runner { fatigue: base, rolls: (0..=core.book.fatigue.max).map(with).collect() }
}

/// What a round of a chase comes to by these rolls, with the fatigue of both after it.
fn paces(core: &CoreOfAny, quarry: &Rolls, pursuer: &Rolls) -> Vec<((Pace, u8, u8), f64)> {
    let mut paces = Vec::new();
    for &((ahead, flees), chance) in quarry {
        for &((behind, chases), part) in pursuer {
            add(&mut paces, (core.chase_pace(ahead, behind), flees, chases), chance * part);
        }
    }
    paces
}

/// Follows a chase to its end. Returns how likely the quarry is caught, how likely by gaining ground, and how likely it
/// escapes; the mean number of rounds; and how likely the chase is broken off.
fn follow(core: &CoreOfAny, quarry: &Runner, pursuer: &Runner) -> [f64; 5] {
    const NEGLIGIBLE: f64 = 1e-15;
    let [mut caught, mut gained, mut escaped, mut rounds, mut broken_off] = [0.0; 5];
    let mut going = BTreeMap::from([((quarry.fatigue, pursuer.fatigue, core.chase_start()), 1.0)]);
    let (mut known, mut round) = (BTreeMap::new(), 0);
    while !going.is_empty() {
        let mut next = BTreeMap::new();
        round += 1;
        for ((flees, chases, distance), chance) in going {
            rounds += chance;
            let both = || paces(core, &quarry.rolls[usize::from(flees)], &pursuer.rolls[usize::from(chases)]);
            for &((pace, flees, chases), part) in known.entry((flees, chases)).or_insert_with(both).iter() {
                let part = chance * part;
                match core.chase_stage(distance, round, pace) {
                    ChaseStage::GoesOn(distance) => *next.entry((flees, chases, distance)).or_insert(0.0) += part,
                    ChaseStage::Caught if pace == Pace::QuarryTires => caught += part,
                    ChaseStage::Caught => (caught, gained) = (caught + part, gained + part),
                    ChaseStage::Escaped => escaped += part,
                    ChaseStage::BrokenOff => (escaped, broken_off) = (escaped + part, broken_off + part),
                }
            }
        }
        // A chance that is too small to be seen in any digit is not followed.
        next.retain(|_, chance| *chance > NEGLIGIBLE);
        going = next;
    }
    [caught, gained, escaped, rounds, broken_off]
}

/// The end of a chase, and the worth of stamina in it (HEI-142, HEI-143, HEI-144, HEI-145, HEI-146, HEI-147, R-61).
///
/// # Errors
/// A book that cannot be played by, or in which the terrain changes.
pub fn chase(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let numbers = &roller.book.chase;
    if !numbers.switch.is_empty() {
        return Err("the book changes the terrain during chases, and so the abilities; only a fight knows those".to_owned());
    }
    let mut core = trial(roller)?;
    let [quarry, pursuer] = ["quarry", "pursuer"].map(|name| score(arguments, name));
    let [stamina, asked] = arguments.numbers(["stamina", "stamina_against"]);
    let one = runner(&mut core, ONE, quarry, stamina);
    // That of the question first.
    let others = (asked.min(-2)..=asked.max(4)).filter(|&other| other != asked);
    let rows = std::iter::once((format!("{asked} (asked for)"), asked)).chain(others.map(|other| (other.to_string(), other)));
    let columns = [
        "stamina of the pursuer",
        "caught",
        "of these by gaining ground",
        "escaped",
        "mean rounds",
        "still running at the end",
    ];
    let table = AnswerTable::of("chase", columns, rows, |(label, stamina)| {
        let other = runner(&mut core, OTHER, pursuer, stamina);
        let [caught, gained, escaped, rounds, broken_off] = follow(&core, &one, &other).map(Cell::ExactDecimal);
        [label.into(), caught, gained, escaped, rounds, broken_off]
    });
    Ok(Answer::new(format!("chase of {quarry}, stamina {stamina} by {pursuer}"))
        .note(format!("from a distance of {}; {} points are a square (HEI-144)", numbers.start_distance, numbers.margin))
        .note("a runner that does not meet fatigue gives up: the quarry is caught, or the pursuer left behind (HEI-146)")
        .note(format!("after {} rounds the quarry has escaped (R-61)", numbers.rounds_max))
        .table(table))
}
