//! Turning points: the chances after each step of one fight, and the dice that moved them most.
//!
//! A throw is the dice of one kind that somebody rolls one after the other for the same reason; what it did is the chance with them fallen,
//! against the chance before. All throws of a fight are tried; the most striking are then measured once more, by continuations of their own, so
//! that none stands there because its first estimate was lucky. Start at [`SteppedChances::of`].

use crate::dice::{Purpose, Roll, Slot};
use crate::error::Failure;
use crate::fight::watch::StoryEntry;
use crate::sim::story::Story;
use crate::sim::turning::{Fallen, Which, after_dice};
use crate::sim::{Engine, Layout};
use crate::stats::proportion::proportion;
use crate::stats::{Interval, Level};

use super::chances::{Chance, ChanceCourse, ChancePlan};

/// Continuations by which throws are tried.
const TRIED_BY: u32 = 128;
/// Throws that are measured.
const MEASURED: usize = 8;
/// Continuations by which they are.
const MEASURED_BY: u32 = 4096;
/// Throws that are told.
pub const TOLD: usize = 3;

/// A throw of dice in a fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throw {
    /// The fight of the day, from 0.
    pub fight: usize,
    /// Steps of it that were over.
    pub steps: usize,
    /// Faces of the dice of the step that had fallen before.
    before: Vec<u32>,
    /// The one who rolled.
    pub who: Slot,
    /// The roll.
    pub roll: &'static Roll,
    /// Faces of each die.
    pub sides: u32,
    /// The faces that they showed.
    pub faces: Vec<u32>,
}

/// A throw that turned a fight.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningThrow {
    /// The throw.
    pub throw: Throw,
    /// The round in which it was made, from 1.
    pub round: u32,
    /// The side whose chance it moved most.
    pub side: usize,
    /// The chance of that side before it and after it.
    pub chance: [Interval; 2],
}

impl TurningThrow {
    /// How far the chance moved.
    #[must_use]
    pub fn moved(&self) -> f64 {
        (self.chance[1].estimate - self.chance[0].estimate).abs()
    }
}

/// The chances of one fight number, step by step.
#[derive(Clone, PartialEq, Debug)]
pub struct SteppedChances {
    /// The fights of the day that took place, by their numbers from 0, each with its course.
    pub courses: Vec<(usize, ChanceCourse)>,
    /// The throws that moved chances most, the largest first.
    pub turned: Vec<TurningThrow>,
    /// The chances within steps that are whole rounds, before each throw of somebody else.
    pub between: Vec<Between>,
}

/// The chances within a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Between {
    /// The number of events of the story before it.
    pub place: usize,
    /// The place of its fight among those that took place.
    pub course: usize,
    /// How continuations ended, by the value of the ending.
    pub counts: Vec<u32>,
}

impl SteppedChances {
    /// The chances of a fight of this seed and number, whose story is known.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn of(
        engine: &dyn Engine,
        layout: &Layout,
        [seed, number]: [u64; 2],
        story: &Story,
        plan: &ChancePlan,
    ) -> Result<Self, Failure> {
        let sides = engine.sides().len();
        let course = |fight: usize| {
            let mut outlook = engine.outlook(layout, seed, fight)?;
            Some((fight, ChanceCourse::found(&mut *outlook, number, sides, plan.depth())?))
        };
        let courses: Vec<(usize, ChanceCourse)> = (0..layout.fights()).filter_map(course).collect();
        let (mut turned, mut between, mut first) = (Vec::new(), Vec::new(), 0);
        for (place, (fight, course)) in courses.iter().enumerate() {
            let steps = course.before_the_end().len();
            let which = Which { seed, number, fight: *fight, threads: plan.look.threads };
            let throws = throws(story, first, steps, *fight);
            let (places, fallen): (Vec<usize>, Vec<Fallen>) = within_rounds(story, first, course).into_iter().unzip();
            let counts = after_dice(engine, layout, which, &fallen, 0..plan.continuations)?;
            between.extend(places.into_iter().zip(counts).map(|(at, counts)| Between { place: at, course: place, counts }));
            first += steps;
            turned.extend(turning_points(engine, layout, which, course, throws)?);
        }
        turned.sort_by(|one: &TurningThrow, other| other.moved().total_cmp(&one.moved()));
        turned.truncate(TOLD);
        Ok(SteppedChances { courses, turned, between })
    }
}

/// Where somebody else begins to roll within a step that is a whole round, and the dice of it that have fallen by then; who rolls for the
/// order of the round does not begin a turn.
fn within_rounds(story: &Story, first: usize, course: &ChanceCourse) -> Vec<(usize, Fallen)> {
    let mut found = Vec::new();
    for (step, pair) in course.chances.windows(2).enumerate() {
        let is_round = |chance: &Chance| chance.moment.over == chance.moment.begun;
        let Some(&from) = story.steps.get(first + step).filter(|_| pair.iter().all(is_round)) else { continue };
        let to = story.steps.get(first + step + 1).copied().unwrap_or(story.told.len());
        let (mut faces, mut last): (Vec<u32>, Option<(Slot, Purpose)>) = (Vec::new(), None);
        for (place, told) in story.told.iter().enumerate().take(to).skip(from) {
            let StoryEntry::Die { who, roll, face, .. } = told else { continue };
            let before_turns = |purpose| matches!(purpose, Purpose::Initiative | Purpose::Setup);
            if last.is_some_and(|(other, purpose)| other != *who && !before_turns(purpose)) && !before_turns(roll.purpose) {
                found.push((place, Fallen { steps: step, faces: faces.clone() }));
            }
            last = Some((*who, roll.purpose));
            faces.push(*face);
        }
    }
    found
}

/// The throws of a fight, whose steps in the story begin with this one.
fn throws(story: &Story, first: usize, steps: usize, fight: usize) -> Vec<Throw> {
    let mut throws: Vec<Throw> = Vec::new();
    for step in 0..steps {
        let Some(&from) = story.steps.get(first + step) else { break };
        let to = story.steps.get(first + step + 1).copied().unwrap_or(story.told.len());
        let mut fallen = Vec::new();
        for told in &story.told[from..to] {
            let StoryEntry::Die { who, roll, sides, face, .. } = told else { continue };
            match throws.last_mut().filter(|_| !fallen.is_empty()) {
                Some(throw) if (throw.who, throw.roll, throw.sides) == (*who, *roll, *sides) => throw.faces.push(*face),
                _ => throws.push(Throw {
                    fight,
                    steps: step,
                    before: fallen.clone(),
                    who: *who,
                    roll,
                    sides: *sides,
                    faces: vec![*face],
                }),
            }
            fallen.push(*face);
        }
    }
    throws
}

/// The throws of a fight that moved chances most.
fn turning_points(
    engine: &dyn Engine,
    layout: &Layout,
    which: Which,
    course: &ChanceCourse,
    throws: Vec<Throw>,
) -> Result<Vec<TurningThrow>, Failure> {
    let before = |throw: &Throw| Fallen { steps: throw.steps, faces: throw.before.clone() };
    let after = |throw: &Throw| Fallen { steps: throw.steps, faces: [&throw.before[..], &throw.faces].concat() };
    let both = |throws: &[Throw]| throws.iter().flat_map(|throw| [before(throw), after(throw)]).collect::<Vec<_>>();
    let tried = after_dice(engine, layout, which, &both(&throws), 0..TRIED_BY)?;
    let mut striking: Vec<(u32, Throw)> = (tried.chunks(2).zip(throws))
        .map(|(ends, throw)| (ends[0].iter().zip(&ends[1]).map(|(one, other)| one.abs_diff(*other)).sum(), throw))
        .collect();
    striking.sort_by_key(|(moved, _)| std::cmp::Reverse(*moved));
    let throws: Vec<Throw> = striking.into_iter().take(MEASURED).map(|(_, throw)| throw).collect();
    let measured = after_dice(engine, layout, which, &both(&throws), TRIED_BY..TRIED_BY + MEASURED_BY)?;
    let turning = |(ends, throw): (&[Vec<u32>], Throw)| {
        let moved = |side: &usize| ends[0][*side].abs_diff(ends[1][*side]);
        let side = (0..course.sides).rev().max_by_key(moved)?;
        let chance = |end: &Vec<u32>| proportion(end[side].into(), MEASURED_BY.into(), Level::default());
        let round = course.chances[throw.steps].moment.over + 1;
        Some(TurningThrow { round, side, chance: [chance(&ends[0])?, chance(&ends[1])?], throw })
    };
    Ok(measured.chunks(2).zip(throws).filter_map(turning).collect())
}
