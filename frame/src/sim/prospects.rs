//! Prospects: how the chances of one fight stand, moment by moment, and what follows from that of the fight.
//!
//! Owns the course of a fight: at every moment its state is [played on](super::outlook) so many times with fresh dice, and the shares of how
//! that ends are the chances there. They scatter around the truth; what asks on which side of a border a chance lies is settled: where it is
//! open, and only there, the state is played on twice as often, and twice again, up to [`SETTLED_BY`] times as often. A state that lies on a
//! border is never settled, and in a small fight many do; so each fight has borders of its own, spread evenly, and what scatters up in one
//! scatters down in another. Numbers over many fights are for whoever analyses them, and what is an outcome of a fight for a
//! [layout](super::layout). Start at [`ChanceCourse::found`].

use crate::fight::Ending;
use crate::stats::noise::{self, Estimate};
use crate::stats::proportion::proportion;
use crate::stats::{Interval, Level};

use super::outlook::{FightMoment, Outlook};

/// A border that is not sharp: each fight has one of its own, spread evenly over `middle` plus and minus `reach`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Border {
    /// The middle.
    pub middle: f64,
    /// How far it reaches to either side.
    pub reach: f64,
}

/// A fight is decided once its later winner never falls below about this chance again.
pub const DECIDED: Border = Border { middle: 0.95, reach: 0.025 };
/// A comeback is the victory of a side whose chance was once below about this.
pub const COMEBACK: Border = Border { middle: 0.2, reach: 0.05 };
/// A side is the favourite from about this chance on, until another one is.
pub const FAVOURITE: Border = Border { middle: 0.6, reach: 0.05 };

impl Border {
    /// The border of the fight of this number. Multiples of the golden ratio lie evenly between whole numbers, whichever fights are looked at
    /// (Weyl 1916).
    #[must_use]
    pub fn of(self, number: u64) -> f64 {
        /// The golden ratio in parts of 2^64.
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let place = (number.wrapping_mul(GOLDEN) >> 11) as f64 / (1_u64 << 53) as f64;
        self.middle + self.reach * (2.0 * place - 1.0)
    }
}

/// On which side of a border a chance lies is open within so many standard errors of it: one of 80 is beyond them by luck.
const DOUBT: f64 = 2.5;
/// A state is played on so many times as often as others at the most to settle it.
pub const SETTLED_BY: u32 = 32;
/// Continuations of each state: four parts of at least four.
pub const CONTINUATIONS_LEAST: u32 = 16;
/// Parts into which continuations are divided.
const PARTS: u32 = 4;

/// The first rounds after which those who wait feel alike.
const ROUNDS_APART: [u32; 7] = [0, 1, 2, 3, 4, 6, 9];
/// Steps of the chance of the first side within which those who wait feel alike.
const STEPS_APART: usize = 5;
/// Feelings of those who wait that are told apart.
pub const FEELINGS: usize = ROUNDS_APART.len() * STEPS_APART;

/// How closely a fight is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// Continuations of each state, a multiple of 4 and [`CONTINUATIONS_LEAST`] at least.
    pub continuations: u32,
    /// True if there is a moment after every step, not only after every round.
    pub turns: bool,
}

/// The chances at a moment of a fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chance {
    /// The moment.
    pub moment: FightMoment,
    /// How continuations ended, in four parts of as many each.
    parts: [Vec<u32>; PARTS as usize],
    /// How those ended that were played on top to settle it.
    more: Vec<u32>,
    /// Continuations in all; none where the fight is over.
    pub trials: Option<u32>,
    /// True if it is open on which side of a border that matters it lies.
    pub open: bool,
}

impl Chance {
    /// The chance of an ending, by its value.
    #[must_use]
    pub fn of(&self, ending: usize) -> f64 {
        let counted: u32 = self.parts.iter().map(|part| part[ending]).sum::<u32>() + self.more[ending];
        f64::from(counted) / f64::from(self.trials.unwrap_or(PARTS))
    }

    /// The chance of an ending with its interval; of no width where it is known.
    #[must_use]
    pub fn interval(&self, ending: usize, level: Level) -> Interval {
        let Some(trials) = self.trials else { return Interval::around(self.of(ending), 0.0) };
        let counted = self.parts.iter().map(|part| part[ending]).sum::<u32>() + self.more[ending];
        proportion(counted.into(), trials.into(), level).unwrap_or(Interval { estimate: 0.0, low: 0.0, high: 1.0 })
    }

    /// The estimate by some of the parts of what was played at every moment.
    #[must_use]
    pub fn by(&self, parts: &[usize]) -> Estimate {
        let of = |ending: usize| parts.iter().map(|&part| self.parts[part][ending]).sum::<u32>();
        let counts: Vec<u32> = (0..self.more.len()).map(of).collect();
        let all = f64::from(counts.iter().sum::<u32>());
        let shares = counts.into_iter().map(|count| f64::from(count) / all).collect();
        Estimate { shares, trials: self.trials.map(|_| all as u32) }
    }
}

/// The course of the chances of one fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceCourse {
    /// The number of the fight.
    pub number: u64,
    /// The ending, by its value.
    pub ended: usize,
    /// The number of sides: the endings before the others.
    pub sides: usize,
    /// Rounds that it took.
    pub rounds: u32,
    /// The chances at each moment; the last is the end, where they are known.
    pub chances: Vec<Chance>,
}

/// A fight whose chances are being found out.
struct Finding<'o> {
    outlook: &'o mut dyn Outlook,
    course: ChanceCourse,
}

impl Finding<'_> {
    /// Plays on from a moment as often again as so far, but for the first time.
    fn double(&mut self, place: usize) {
        let chance = &mut self.course.chances[place];
        let Some(trials) = chance.trials else { return };
        self.outlook.play_on(place, trials..2 * trials, &mut chance.more);
        chance.trials = Some(2 * trials);
    }

    /// True if it is open on which side of a border a chance lies.
    fn doubted(&self, place: usize, ending: usize, border: f64) -> bool {
        let chance = &self.course.chances[place];
        let error = |trials: u32| (border * (1.0 - border) / f64::from(trials)).sqrt();
        chance.trials.is_some_and(|trials| (chance.of(ending) - border).abs() <= DOUBT * error(trials))
    }

    /// Plays on from a moment until it is clear on which side of a border a chance lies. True if it lies below.
    fn below(&mut self, place: usize, ending: usize, border: f64, most: u32) -> bool {
        while self.doubted(place, ending, border) {
            if self.course.chances[place].trials.is_none_or(|trials| trials > most / 2) {
                self.course.chances[place].open = true;
                break;
            }
            self.double(place);
        }
        self.course.chances[place].of(ending) < border
    }

    /// Settles everything that borders are asked about.
    fn settle(&mut self, most: u32) {
        let ChanceCourse { number, ended, sides, .. } = self.course;
        let [decided, comeback, favourite_from] = [DECIDED, COMEBACK, FAVOURITE].map(|border| border.of(number));
        let last = self.course.chances.len() - 1;
        // Only the last moment below the border counts.
        let _ = (0..last).rev().find(|&place| self.below(place, ended, decided, most));
        if ended < sides {
            let mut places: Vec<usize> = (0..last).collect();
            places.sort_by(|&one, &other| self.course.chances[one].of(ended).total_cmp(&self.course.chances[other].of(ended)));
            // One moment below it is enough; and where a low one is clearly above, so are the higher ones.
            let found = places.into_iter().find(|&place| {
                let clear = !self.doubted(place, ended, comeback);
                self.below(place, ended, comeback, most) || clear
            });
            // How low the winner of a comeback stood is told.
            if let Some(place) = found.filter(|&place| self.course.chances[place].of(ended) < comeback) {
                while self.course.chances[place].trials.is_some_and(|trials| trials <= most / 2) {
                    self.double(place);
                }
            }
        }
        let mut favourite = None;
        for place in 0..last {
            let mut others = (0..sides).filter(|&side| favourite != Some(side));
            let next = others.find(|&side| !self.below(place, side, favourite_from, most));
            favourite = next.or(favourite);
        }
    }
}

impl ChanceCourse {
    /// The course of a fight of this number; none where it does not take place. `sides` is the number of sides of the scenario.
    pub fn found(outlook: &mut dyn Outlook, number: u64, sides: usize, depth: Depth) -> Option<Self> {
        let (ending, rounds) = outlook.follow(number, depth.turns)?;
        let (ended, endings) = (ending.winner(sides) as usize, Ending::Timeout.winner(sides) as usize + 1);
        let part = depth.continuations / PARTS;
        let mut chances = Vec::with_capacity(outlook.moments().len() + 1);
        for place in 0..outlook.moments().len() {
            let moment = outlook.moments()[place];
            let parts = std::array::from_fn(|index| {
                let (mut counts, from) = (vec![0; endings], index as u32 * part);
                outlook.play_on(place, from..from + part, &mut counts);
                counts
            });
            let (more, trials) = (vec![0; endings], Some(PARTS * part));
            chances.push(Chance { moment, parts, more, trials, open: false });
        }
        let certain: Vec<u32> = (0..endings).map(|ending| u32::from(ending == ended)).collect();
        let steps = chances.last().map_or(0, |chance| chance.moment.steps + 1);
        let moment = FightMoment { over: rounds, begun: rounds, steps };
        let parts = std::array::from_fn(|_| certain.clone());
        chances.push(Chance { moment, parts, more: vec![0; endings], trials: None, open: false });
        let mut finding = Finding { outlook, course: ChanceCourse { number, ended, sides, rounds, chances } };
        finding.settle(SETTLED_BY * depth.continuations);
        Some(finding.course)
    }

    /// The chances before the end.
    #[must_use]
    pub fn before_the_end(&self) -> &[Chance] {
        &self.chances[..self.chances.len() - 1]
    }

    /// The side that won, if any did.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        (self.ended < self.sides).then_some(self.ended)
    }

    /// The round with which it was decided: 0 if before the first.
    #[must_use]
    pub fn decided(&self) -> u32 {
        let border = DECIDED.of(self.number);
        let open = self.before_the_end().iter().rposition(|chance| chance.of(self.ended) < border);
        self.chances[open.map_or(0, |place| place + 1)].moment.begun
    }

    /// Rounds that were played after it was decided.
    #[must_use]
    pub fn dead_rounds(&self) -> u32 {
        self.rounds - self.decided()
    }

    /// The moment at which the side that won is known to have stood worst: that with the lowest upper limit of its chance. None where nobody
    /// won, or there was none before the end.
    #[must_use]
    pub fn worst(&self) -> Option<&Chance> {
        let winner = self.winner()?;
        let most = |chance: &Chance| chance.interval(winner, Level::default()).high;
        self.before_the_end().iter().min_by(|one, other| most(one).total_cmp(&most(other)))
    }

    /// True if the side that won stood once below the border of comebacks.
    #[must_use]
    pub fn is_comeback(&self) -> bool {
        let border = COMEBACK.of(self.number);
        self.winner().is_some_and(|winner| self.before_the_end().iter().any(|chance| chance.of(winner) < border))
    }

    /// How often another side became the favourite.
    #[must_use]
    pub fn changes(&self) -> u32 {
        let (border, mut favourite, mut changes) = (FAVOURITE.of(self.number), None, 0);
        for chance in &self.chances {
            let other = (0..self.sides).find(|&side| favourite != Some(side) && chance.of(side) >= border);
            changes += u32::from(favourite.is_some() && other.is_some());
            favourite = other.or(favourite);
        }
        changes
    }

    /// True if it is open on which side of a border some chance lies.
    #[must_use]
    pub fn open(&self) -> bool {
        self.chances.iter().any(|chance| chance.open)
    }

    /// The mean lead of whoever stands best over the next, with noise; none before the first round.
    #[must_use]
    pub fn lead(&self) -> Option<f64> {
        let lead = |chance: &Chance| {
            let mut shares: Vec<f64> = (0..self.sides).map(|side| chance.of(side)).collect();
            shares.sort_by(f64::total_cmp);
            shares.pop().unwrap_or(0.0) - shares.pop().unwrap_or(0.0)
        };
        let moments = self.before_the_end();
        (!moments.is_empty()).then(|| moments.iter().map(lead).sum::<f64>() / moments.len() as f64)
    }

    /// The largest move between two moments, by the place of the first and with noise.
    #[must_use]
    pub fn largest_swing(&self) -> Option<(usize, f64)> {
        let all = self.chances.windows(2).map(|pair| noise::distance(&pair[0].by(&ALL), &pair[1].by(&ALL)));
        all.enumerate().max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// Squared moves without noise, each with the round in which it was made, from 1.
    pub fn squares(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.chances.windows(2).map(|pair| (pair[0].moment.over + 1, noise::squared_move(&pair[0].by(&ALL), &pair[1].by(&ALL))))
    }

    /// The sum of all moves, without noise on average.
    #[must_use]
    pub fn surprise(&self) -> f64 {
        let distance = |pair: &[Chance], parts: &[usize]| noise::distance(&pair[0].by(parts), &pair[1].by(parts));
        let mean = |pair: &[Chance], chosen: &[&[usize]]| {
            chosen.iter().map(|parts| distance(pair, parts)).sum::<f64>() / chosen.len() as f64
        };
        let move_of =
            |pair: &[Chance]| noise::without_noise([distance(pair, &ALL), mean(pair, &HALVES), mean(pair, &QUARTERS)]);
        self.chances.windows(2).map(move_of).sum()
    }

    /// By move: how those feel who wait for it, and its square without noise, from other continuations than the feeling.
    pub fn felt(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.chances.windows(2).map(|pair| {
            let over = pair[0].moment.over;
            let round = ROUNDS_APART.iter().rposition(|&from| from <= over).unwrap_or(0);
            let share = pair[0].by(HALVES[0]).shares[0];
            let step = ((share * STEPS_APART as f64) as usize).min(STEPS_APART - 1);
            let moved = |part: usize| [pair[0].by(&[part]), pair[1].by(&[part])];
            let ([one, after], [other, other_after]) = (moved(2), moved(3));
            (round * STEPS_APART + step, noise::crossed_move([&one, &after], [&other, &other_after]))
        })
    }
}

/// All parts of the continuations.
pub(crate) const ALL: [usize; 4] = [0, 1, 2, 3];
/// Halves of them.
const HALVES: [&[usize]; 2] = [&[0, 1], &[2, 3]];
/// Quarters of them.
const QUARTERS: [&[usize]; 4] = [&[0], &[1], &[2], &[3]];
