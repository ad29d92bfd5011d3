//! Questions about what befalls a character: the death and dismemberment table, and the dice it is made of.
//!
//! Start at [`death`].

use std::cmp::Reverse;

use num_rational::BigRational;
use num_traits::Zero;

use frame::dice::{Die, Distribution};
use frame::fight::{AnyWatch, Counting};
use frame::rules::Measures as _;
use frame::rules::answers::{Answer, AnswerTable, Cell, integer, not, ratio, row};
use frame::rules::chances::{Chances, Spread, certain, spread};
use frame::rules::places::{Keys, Places};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::book::Book;
use super::super::metrics as count;
use super::super::rulings::Loss;
use super::super::state::Body;
use super::trial::{ONE, Trial};

/// Pieces that a character has left: weapon, armor, hands, eyes, legs, voice; `None` when dead.
type Left = Option<[u8; 6]>;

/// The losses of the table, in its order, with their names.
const LOSSES: [(Loss, &str); 5] = [
    (Loss::Gear, "weapon or armor"),
    (Loss::Arm, "an arm"),
    (Loss::Eye, "an eye"),
    (Loss::Leg, "a leg"),
    (Loss::Voice, "the voice"),
];

/// Pieces that are left of one of [`LOSSES`], by its place there.
fn pieces(left: [u8; 6], place: usize) -> u8 {
    if place == 0 { left[0] + left[1] } else { left[place + 1] }
}

/// The pieces of a body with one weapon.
fn left_of(body: &Body) -> Left {
    let gear = [body.broken == 0, !body.armor_broken].map(u8::from);
    (!body.dead).then(|| [gear[0], gear[1], body.hands, body.eyes, body.legs, u8::from(body.voice)])
}

/// The table with what it does to a character that carries a weapon and armor.
struct Fate(Trial);

impl Fate {
    /// The one before any roll.
    fn whole(&self) -> Left {
        left_of(self.0.fight.body(ONE))
    }

    /// Probability that a roll says this.
    fn chance(&self, loss: Loss) -> BigRational {
        let rolled = Distribution::dice(self.0.core.book.death.die);
        spread(&rolled).chance(|&result| self.0.core.loss(result as i32) == loss)
    }

    /// Returns the pieces that are left after a level that is rolled for; a roll that the rulings repeat belongs to it.
    fn roll(&self, left: Left) -> Spread<Left> {
        let Some([weapon, armor, hands, eyes, legs, voice]) = left else { return certain(left) };
        let rolled = self.0.scene(|play| {
            let body = play.fight.body_mut(ONE);
            (body.broken, body.armor_broken) = (u16::from(weapon == 0), armor == 0);
            (body.hands, body.eyes, body.legs, body.voice) = (hands, eyes, legs, voice > 0);
            play.rules.fighter(ONE).rearm(body);
            play.death_roll_counts(ONE, false).then(|| left_of(play.fight.body(ONE)))
        });
        let counted: Spread<Left> =
            rolled.given(Option::is_some).into_iter().filter_map(|(left, chance)| Some((left?, chance))).collect();
        if counted.is_empty() { certain(left) } else { counted }
    }

    /// Returns the pieces that are left after several rolls.
    fn rolls(&self, from: Spread<Left>, count: u32) -> Spread<Left> {
        (0..count).fold(from, |spread, _| spread.then(|&left| self.roll(left)))
    }

    /// Returns everything that is ever left from these pieces on, step by step of so many rolls, up to death and to what is an end, with
    /// the chances to come to it and to go on from it. Pieces only go, so that what is left leads to itself or to less.
    fn ways(&self, mut from: Spread<Left>, rolls: u32, ends: impl Fn([u8; 6]) -> bool) -> Vec<(Left, [BigRational; 2])> {
        let mut ways = Vec::new();
        while let Some((left, comes)) = from.pop_last() {
            let ended = left.is_none_or(&ends);
            let mut after = self.rolls(certain(left), if ended { 0 } else { rolls });
            let goes_on = not(&after.remove(&left).unwrap_or_default());
            for (after, chance) in after {
                *from.entry(after).or_default() += &comes * chance / &goes_on;
            }
            ways.push((left, [comes, goes_on]));
        }
        ways
    }

    /// Probability that at some time before death no more than so many pieces are left of one of [`LOSSES`], by its place there.
    fn ever_down_to(&self, most: u8, place: usize) -> BigRational {
        let down = |left| pieces(left, place) <= most;
        let ways = self.ways(certain(self.whole()), 1, down);
        ways.into_iter().filter(|(left, _)| left.is_some_and(down)).map(|(_, [comes, _])| comes).sum()
    }

    /// Mean number of steps of so many rolls until death; `None` where it may never come.
    fn steps_to_death(&self, from: Spread<Left>, rolls: u32) -> Option<BigRational> {
        let ways = self.ways(from, rolls, |_| false).into_iter().filter(|(left, _)| left.is_some());
        ways.map(|(_, [comes, goes_on])| (!goes_on.is_zero()).then(|| comes / goes_on)).sum()
    }
}

/// The death and dismemberment table (VOG-045 to VOG-051, R-13, R-15, R-16).
pub fn death(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (fate, hp) = (Fate(Trial::new(words)?), arguments.number::<i32>("hp"));
    let whole = fate.whole();
    let columns = ["result", "on one roll", "at some time before death", "all of them before death"];
    let mut results = AnswerTable::of("results", columns, (0..).zip(LOSSES), |(place, (loss, name))| {
        let first = whole.map_or(0, |left| pieces(left, place).saturating_sub(1));
        row![name, fate.chance(loss), fate.ever_down_to(first, place), fate.ever_down_to(0, place)]
    });
    for (name, loss) in [("nothing", Loss::Nothing), ("death", Loss::Dead)] {
        results.row(row![name, fate.chance(loss), "", ""]);
    }
    let mut spread = certain(whole);
    let rolls = super::by_then("rolls", ["rolls", "dead by then", "on this roll"], arguments.integer("rolls"), || {
        spread = spread.then(|&left| fate.roll(left));
        spread.chance(Option::is_none)
    });
    let steps = fate.steps_to_death(certain(whole), 1);
    let turns = turns_to_bleed(&fate, Trial::new(words)?, hp);
    let means = [
        ("rolls up to death".to_owned(), Cell::or_never(steps)),
        (format!("own turns up to death by bleeding, from {hp} HP"), Cell::or_never(turns)),
    ];
    Ok(Answer::new("death and dismemberment")
        .note("one who carries a weapon and armor, with all limbs; a roll that is repeated counts once (R-15, R-16)")
        .note("bleeding past AR, without exhaustion at first, without help (VOG-081, R-34)")
        .table(results)
        .table(rolls)
        .table(AnswerTable::list("means", ["what", "mean"], means)))
}

/// Mean number of own turns in which one bleeds until death, from so many hit points on, without any AR left; `None` where death may never
/// come. The turns are played by themselves, as if the table took nothing. (VOG-031, VOG-040, VOG-045, VOG-081, R-11, R-34)
fn turns_to_bleed(fate: &Fate, mut trial: Trial, hp: i32) -> Option<BigRational> {
    /// Turns in which a character that bleeds to death has come to the table.
    const TURNS_MOST: i64 = 20_000;
    let death = &mut trial.core.book.death;
    (death.die, death.dead_at, death.table) = (Die::NONE, i32::MAX, Vec::new());
    let one = &mut trial.core.fighters[ONE.index()];
    (one.ar_base, one.armor, one.hp_max) = (Some(0), 0, hp);
    trial.fight.body_mut(ONE).hp = hp;
    let counting = Counting::new(2, trial.core.counters(), 0);
    let mut rolls = (1..=TURNS_MOST).map(|turn| {
        let rolls = trial.play_on(|play| {
            play.table.watch = AnyWatch::Counting(counting.clone());
            play.bleed(ONE);
            play.table.watch.counting().map_or(0, |counting| counting.counts.of(ONE)[usize::from(count::DEATH_ROLLS.0)])
        });
        (turn, rolls as u32)
    });
    let (turn, first) = rolls.find(|&(_, rolls)| rolls > 0)?;
    let later = rolls.next().map_or(first, |(_, rolls)| rolls);
    Some(integer(turn) + fate.steps_to_death(fate.rolls(certain(fate.whole()), first), later)?)
}

/// The dice of a new character (VOG-203).
pub fn creation(book: &Book) -> Answer {
    // The die that rolls lowest goes first, of equals the larger one.
    let faces =
        |&size: &u8| -> Keys<_> { (1..=size).map(|face| (Reverse((face, Reverse(size))), ratio(1, size.into()))).collect() };
    let places = Places::of(&book.creation.dice.iter().map(faces).collect::<Vec<_>>()).place;
    let sizes = book.creation.dice.iter().map(|&size| i64::from(size));
    let abilities =
        sizes.zip(places).map(|(size, mut place)| (size, place.swap_remove(0))).collect::<Vec<_>>().by(|&size| size);
    let one = abilities.distribution(|&size| size);
    let [best, worst] = [Distribution::higher_of, Distribution::lower_of].map(|of| {
        let two = of(&one, &one);
        of(&two, &two)
    });
    let columns = ["die", "one ability", "at least", "best of four", "worst of four"];
    let table = AnswerTable::of("abilities", columns, abilities.keys(), |&size| {
        let chances = [one.chance(size), one.at_least(size), best.chance(size), worst.chance(size)];
        let [one, at_least, best, worst] = chances.map(|chance| Cell::exact_or(chance, "?"));
        row![Die::new(1, size as u8), one, at_least, best, worst]
    });
    let median = |&size: &i64| Die::new(1, size as u8).median().into();
    let means = [("faces of an ability", abilities.mean(|&size| size)), ("modifier of an ability", abilities.mean(median))];
    Answer::new("abilities of a new character")
        .note("before one is rolled again or two are swapped (VOG-204)")
        .table(table)
        .table(AnswerTable::list("means", ["what", "mean"], means))
        .curve("one ability", one)
        .curve("best of four", best)
        .curve("worst of four", worst)
}
