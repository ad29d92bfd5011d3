//! Chances: who stands how in a fight, round by round, and what that says of it.
//!
//! Owns the plan, the course of each fight, and the numbers over all of them. At every moment of a fight its state is
//! [played on](crate::sim::outlook) so many times with fresh dice; the shares of how that ends are the chances there. They scatter around the
//! truth, and each number is freed of that in its own way:
//!
//! - *swing* and *suspense* are of squares, from which noise is taken [exactly](crate::stats::noise);
//! - *surprise* is a sum of distances, followed to endless many continuations;
//! - what asks on which side of a border a chance lies (*decided*, *comeback*, *favourite*) is settled: where it is open on which side, and
//!   only there, the state is played on twice as often, and twice again, up to [`SETTLED_BY`] times as often. What is open even then counts by
//!   where it lies; each fight has [borders](Border) of its own, so that this goes either way.
//!
//! Start at [`ChancePlan::play`]; then [`FightChances`].

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use crate::error::Failure;
use crate::sim::Engine;
use crate::sim::outlook::{FightMoment, Look, Outlook};
pub use crate::sim::prospects::{
    Border, COMEBACK, CONTINUATIONS_LEAST, Chance, ChanceCourse, DECIDED, Depth, FAVOURITE, FEELINGS, SETTLED_BY,
};
use crate::sim::solo::Arm;
use crate::stats::noise;
use crate::stats::proportion::proportion;
use crate::stats::sample::{Sample, ValueBounds};
use crate::stats::{Interval, Level};

/// Fights whose courses are held at the most.
pub const FIGHTS_MOST: u64 = 100_000;

/// Quantiles of the chances of a round, in per cent.
pub const QUANTILES: [u8; 5] = [5, 25, 50, 75, 95];
/// Rounds are told as far as this share of the fights comes.
const REACHED_LEAST: f64 = 0.01;

/// Groups of fights for intervals by leaving one out.
const GROUPS: usize = 20;

/// The plan of an analysis of chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChancePlan {
    /// The fights, their fight of the day, and the threads.
    pub look: Look,
    /// Continuations of each state, a multiple of 4 and [`CONTINUATIONS_LEAST`] at least.
    pub continuations: u32,
    /// True if there is a moment after every step, not only after every round.
    pub turns: bool,
}

impl ChancePlan {
    /// How closely each fight is looked at.
    #[must_use]
    pub fn depth(&self) -> Depth {
        Depth { continuations: self.continuations, turns: self.turns }
    }

    /// Follows the fights, or those before `interrupted` became true. `progress` is told how many are over.
    ///
    /// # Errors
    /// More threads than can be started; a day that has no such fight.
    pub fn play<E: Engine + ?Sized>(
        &self,
        arm: &Arm<E>,
        interrupted: &AtomicBool,
        progress: &mut (dyn FnMut(u64) + Send),
    ) -> Result<FightChances, Failure> {
        let sides = arm.loaded.sides();
        let work = |outlook: &mut dyn Outlook, number| ChanceCourse::found(outlook, number, sides.len(), self.depth());
        let found = arm.look_ahead(&self.look, interrupted, progress, work)?;
        let endings = sides.iter().cloned().chain(["draw".to_owned(), "timeout".to_owned()]).collect();
        let played = found.len() as u64;
        Ok(FightChances { endings, sides: sides.len(), courses: found.into_iter().flatten().collect(), played })
    }
}

/// The unit of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberUnit {
    /// A share of fights.
    Share,
    /// How far chances move, as a share.
    Points,
    /// Rounds.
    Rounds,
    /// How often.
    Times,
}

/// A number that says something of the fights.
#[derive(Clone, PartialEq, Debug)]
pub struct ChanceNumber {
    /// The name for programs.
    pub key: String,
    /// The name for readers.
    pub label: String,
    /// The unit.
    pub unit: NumberUnit,
    /// The number with its interval.
    pub interval: Interval,
    /// Of a share: how many fights.
    pub count: Option<u64>,
    /// The number of fights that it is of.
    pub n: u64,
}

/// A round of the fights.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub round: u32,
    /// Fights that came to it.
    pub fights: u64,
    /// How far a chance moves in it, as the root of the mean square; none for fewer than two fights.
    pub swing: Option<Interval>,
    /// Fights that were decided before it began.
    pub decided: u64,
}

/// What makes a fight worth a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WantedFight {
    /// The winner stood low.
    Comeback,
    /// It was decided early.
    Decided,
    /// It was played on for long after that.
    PlayedOn,
    /// Nobody led by much.
    Close,
    /// A chance moved far at a time.
    Swing,
}

impl WantedFight {
    /// All of them.
    const ALL: [WantedFight; 5] =
        [WantedFight::Comeback, WantedFight::Decided, WantedFight::PlayedOn, WantedFight::Close, WantedFight::Swing];

    /// The name of the fight that has most of it.
    fn name(self) -> &'static str {
        match self {
            WantedFight::Comeback => "the biggest comeback",
            WantedFight::Decided => "the earliest decided",
            WantedFight::PlayedOn => "the longest played on",
            WantedFight::Close => "the closest",
            WantedFight::Swing => "the largest swing",
        }
    }
}

/// A fight to look at.
#[derive(Clone, PartialEq, Debug)]
pub struct NotedFight {
    /// The reason.
    pub what: &'static str,
    /// The number of the fight.
    pub number: u64,
    /// What is remarkable in it.
    pub why: String,
}

/// The chances of many fights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FightChances {
    /// The endings by their value: the sides, a draw, a timeout.
    pub endings: Vec<String>,
    /// The number of sides.
    pub sides: usize,
    /// The fights that took place, in their order.
    pub courses: Vec<ChanceCourse>,
    /// Fights that were followed, with those that did not take place.
    pub played: u64,
}

impl FightChances {
    /// The number of fights.
    #[must_use]
    pub fn fights(&self) -> u64 {
        self.courses.len() as u64
    }

    /// Fights of which something is open.
    #[must_use]
    pub fn open(&self) -> u64 {
        self.courses.iter().filter(|course| course.open()).count() as u64
    }

    /// Fights that ended so.
    #[must_use]
    pub fn ended(&self, ending: usize) -> u64 {
        self.courses.iter().filter(|course| course.ended == ending).count() as u64
    }

    /// The mean of a whole number of each fight.
    fn mean(&self, level: Level, value: impl Fn(&ChanceCourse) -> u32) -> Option<Interval> {
        let mut histogram: BTreeMap<i64, u64> = BTreeMap::new();
        self.courses.iter().for_each(|course| *histogram.entry(i64::from(value(course))).or_default() += 1);
        let histogram: Vec<(i64, u64)> = histogram.into_iter().collect();
        Sample::of(&histogram, ValueBounds::of(&histogram)).mean(level)
    }

    /// The chance of a side before the first round.
    #[must_use]
    pub fn start(&self, side: usize, level: Level) -> Option<Interval> {
        let shares: Vec<f64> = self.courses.iter().map(|course| course.chances[0].of(side)).collect();
        let Interval { estimate, low, high } = noise::mean(&shares, level)?;
        Some(Interval { estimate, low: low.max(0.0), high: high.min(1.0) })
    }

    /// Everything that is said of all fights, as far as it is known.
    #[must_use]
    pub fn numbers(&self, level: Level) -> Vec<ChanceNumber> {
        let n = self.fights();
        let mut numbers = Vec::new();
        let mut add = |key: &str, label: &str, unit, interval: Option<Interval>, of: (Option<u64>, u64)| {
            let number = |interval| ChanceNumber { key: key.into(), label: label.into(), unit, interval, count: of.0, n: of.1 };
            numbers.extend(interval.map(number));
        };
        let squares: Vec<(f64, f64)> = (self.courses.iter())
            .map(|course| course.squares().fold((0.0, 0.0), |(sum, moves), (_, square)| (sum + square, moves + 1.0)))
            .collect();
        let swing = noise::quotient(&squares, level).map(noise::root);
        add("swing", "swing of a round", NumberUnit::Points, swing, (None, n));
        add("decided", "decided with round", NumberUnit::Rounds, self.mean(level, ChanceCourse::decided), (None, n));
        add("dead_rounds", "dead rounds after it", NumberUnit::Rounds, self.mean(level, ChanceCourse::dead_rounds), (None, n));
        let won = self.courses.iter().filter(|course| course.winner().is_some()).count() as u64;
        let comebacks = self.courses.iter().filter(|course| course.is_comeback()).count() as u64;
        add("comebacks", "comebacks", NumberUnit::Share, proportion(comebacks, won, level), (Some(comebacks), won));
        add("changes", "changes of the favourite", NumberUnit::Times, self.mean(level, ChanceCourse::changes), (None, n));
        let surprise: Vec<f64> = self.courses.iter().map(ChanceCourse::surprise).collect();
        add("surprise", "surprise of a fight", NumberUnit::Points, noise::mean(&surprise, level), (None, n));
        add("suspense", "suspense of a fight", NumberUnit::Points, self.suspense(level), (None, n));
        numbers
    }

    /// The suspense of a fight (Ely, Frankel and Kamenica 2015): the sum, over all moments, of the standard deviation of the next chance, as
    /// those feel it who know the round and how the chances stand.
    fn suspense(&self, level: Level) -> Option<Interval> {
        /// The moves that are felt alike, of one group of fights.
        #[derive(Clone, Copy, Default)]
        struct Felt {
            moves: f64,
            squares: f64,
        }
        if self.courses.len() < GROUPS {
            return None;
        }
        let mut felt = vec![[Felt::default(); FEELINGS]; GROUPS];
        for (place, course) in self.courses.iter().enumerate() {
            for (cell, square) in course.felt() {
                let felt = &mut felt[place % GROUPS][cell];
                felt.moves += 1.0;
                felt.squares += square;
            }
        }
        let fights = |without: Option<usize>| {
            let all = 0..self.courses.len();
            all.filter(|place| without != Some(place % GROUPS)).count() as f64
        };
        Some(noise::jackknife(GROUPS, level, |without| {
            let cells = (0..FEELINGS).map(|cell| {
                let kept = felt.iter().enumerate().filter(|(group, _)| without != Some(*group)).map(|(_, cells)| cells[cell]);
                let Felt { moves, squares } = kept.fold(Felt::default(), |sum, one| Felt {
                    moves: sum.moves + one.moves,
                    squares: sum.squares + one.squares,
                });
                if moves > 0.0 { moves * (squares / moves).max(0.0).sqrt() } else { 0.0 }
            });
            cells.sum::<f64>() / fights(without)
        }))
    }

    /// The rounds that enough fights come to.
    #[must_use]
    pub fn rounds(&self, level: Level) -> Vec<Round> {
        let mut rounds = Vec::new();
        for round in 1.. {
            let fights = self.courses.iter().filter(|course| course.rounds >= round).count() as u64;
            if fights == 0 || (fights as f64) < REACHED_LEAST * self.courses.len() as f64 {
                break;
            }
            let of = |course: &ChanceCourse| {
                let here = course.squares().filter(|(at, _)| *at == round);
                here.fold((0.0, 0.0), |(sum, moves), (_, square)| (sum + square, moves + 1.0))
            };
            let squares: Vec<(f64, f64)> = self.courses.iter().map(of).filter(|pair| pair.1 > 0.0).collect();
            let decided = self.courses.iter().filter(|course| course.rounds >= round && course.decided() < round).count();
            let swing = noise::quotient(&squares, level).map(noise::root);
            rounds.push(Round { round, fights, swing, decided: decided as u64 });
        }
        rounds
    }

    /// [Quantiles](QUANTILES) of the chance of a side after each round, from before the first on; fights that are over count with what
    /// they came to, and it ends where hardly any fight is open. What noise adds to the spread of the others is taken out: their distances from their mean shrink as much.
    #[must_use]
    pub fn fan(&self, side: usize) -> Vec<[f64; QUANTILES.len()]> {
        let rounds = self.rounds(Level::default());
        let open = |round: &&Round| (round.fights - round.decided) as f64 >= REACHED_LEAST * self.courses.len() as f64;
        let rounds = rounds.iter().filter(open).count() as u32;
        (0..=rounds).map(|over| self.spread(side, over)).collect()
    }

    /// Quantiles of the chance of a side after a round.
    fn spread(&self, side: usize, over: u32) -> [f64; QUANTILES.len()] {
        let (mut known, mut sampled, mut noise) = (Vec::new(), Vec::new(), 0.0);
        for course in &self.courses {
            let at =
                course.chances.iter().find(|chance| chance.moment.over >= over && chance.moment.begun == chance.moment.over);
            let Some(chance) = at.or(course.chances.last()) else { continue };
            let share = chance.of(side);
            match chance.trials {
                Some(trials) => {
                    sampled.push(share);
                    noise += share * (1.0 - share) / f64::from(trials - 1);
                }
                None => known.push(share),
            }
        }
        let n = sampled.len().max(1) as f64;
        let mean = sampled.iter().sum::<f64>() / n;
        let variance = sampled.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / n;
        let shrunk = if variance > 0.0 { (1.0 - noise / n / variance).max(0.0).sqrt() } else { 1.0 };
        let mut all = known;
        all.extend(sampled.into_iter().map(|share| mean + (share - mean) * shrunk));
        all.sort_by(f64::total_cmp);
        let at = |percent: u8| (usize::from(percent) * all.len()).div_ceil(100).max(1) - 1;
        QUANTILES.map(|percent| all.get(at(percent)).copied().unwrap_or(0.0))
    }

    /// What is remarkable in a fight by one of the things that can be wanted, with how much: the less, the more remarkable. None where there is
    /// nothing of it.
    fn remark(&self, wanted: WantedFight, course: &ChanceCourse) -> Option<(f64, String)> {
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let name = |side: usize| self.endings[side].as_str();
        match wanted {
            WantedFight::Comeback => {
                let (winner, worst) = (course.winner()?, course.worst()?);
                let stood = worst.interval(winner, Level::default());
                let low = match stood.estimate {
                    0.0 => format!("below {:.1} %", (stood.high * 1000.0).ceil() / 10.0),
                    share if share < 0.1 => format!("{:.1} %", share * 100.0),
                    share => percent(share),
                };
                let why = format!("{} stood at {low} {} and won", name(winner), after(worst.moment));
                (stood.estimate < COMEBACK.middle).then_some((stood.estimate, why))
            }
            WantedFight::Decided => {
                let (decided, rounds) = (course.decided(), course.rounds);
                let when = if decided == 0 { "before the first round".to_owned() } else { format!("with round {decided}") };
                let why = format!("decided {when} of {rounds}, {}", self.word(course));
                (course.chances.len() > 1).then_some((f64::from(decided) - f64::from(rounds) / 1e6, why))
            }
            WantedFight::PlayedOn => {
                let (dead, decided) = (course.dead_rounds(), course.decided());
                let rounds = if dead == 1 { "round" } else { "rounds" };
                let why = format!("{dead} {rounds} after it was decided with round {decided}");
                (dead > 0).then_some((-f64::from(dead), why))
            }
            WantedFight::Close => {
                let lead = course.lead().filter(|_| course.rounds > 1)?;
                Some((lead, format!("a lead of {:.0} points on average over {} rounds", lead * 100.0, course.rounds)))
            }
            WantedFight::Swing => {
                let (place, swing) = course.largest_swing()?;
                let [before, then] = [place, place + 1].map(|place| &course.chances[place]);
                let moved = |side: &usize| then.of(*side) - before.of(*side);
                let side = (0..self.sides).max_by(|one, other| moved(one).total_cmp(&moved(other)))?;
                let (from, to, round) = (percent(before.of(side)), percent(then.of(side)), before.moment.over + 1);
                Some((-swing, format!("{} from {from} to {to} in round {round}", name(side))))
            }
        }
    }

    /// Fights by one of the things that can be wanted, the most remarkable first.
    #[must_use]
    pub fn remarkable(&self, wanted: WantedFight) -> Vec<NotedFight> {
        let known = self.courses.iter().filter_map(|course| Some((course.number, self.remark(wanted, course)?)));
        let mut all: Vec<(u64, (f64, String))> = known.collect();
        all.sort_by(|(number, (one, _)), (next, (other, _))| one.total_cmp(other).then(number.cmp(next)));
        all.into_iter().map(|(number, (_, why))| NotedFight { what: wanted.name(), number, why }).collect()
    }

    /// Fights to look at: the most remarkable by everything that can be wanted.
    #[must_use]
    pub fn noted(&self) -> Vec<NotedFight> {
        WantedFight::ALL.iter().filter_map(|&wanted| self.remarkable(wanted).into_iter().next()).collect()
    }

    /// The ending of a fight in a word or two.
    fn word(&self, course: &ChanceCourse) -> String {
        match course.winner() {
            Some(winner) => format!("won by {}", self.endings[winner]),
            None => self.endings[course.ended].clone(),
        }
    }
}

/// A moment in words: `before the first round`, `after round 3`, `in round 4`.
#[must_use]
pub fn after(moment: FightMoment) -> String {
    match moment {
        FightMoment { begun: 0, .. } => "before the first round".to_owned(),
        FightMoment { over, begun, .. } if over == begun => format!("after round {over}"),
        FightMoment { begun, .. } => format!("in round {begun}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Ending, Side};
    use crate::sim::prospects::ALL;
    use crate::stats::testing::UniformNumbers;

    /// A made-up fight: whoever first strikes so many times wins; in a round one of the two strikes, or nobody.
    #[derive(Clone, Copy)]
    struct Race {
        /// Strikes that win.
        strikes: u32,
        /// How likely the first strikes in a round, and the second.
        chances: [f64; 2],
    }

    impl Race {
        /// The chance of the first, when so many strikes are missing to each.
        fn chance(self, missing: [u32; 2]) -> f64 {
            match missing {
                [0, _] => 1.0,
                [_, 0] => 0.0,
                [one, other] => {
                    let [first, second] = self.chances;
                    let (then, else_then) = (self.chance([one - 1, other]), self.chance([one, other - 1]));
                    (first * then + second * else_then) / (first + second)
                }
            }
        }

        /// The standard deviation of the next chance.
        fn suspense(self, missing: [u32; 2]) -> f64 {
            let here = self.chance(missing);
            let [first, second] = self.chances;
            let square = |missing: [u32; 2], likely: f64| likely * (self.chance(missing) - here).powi(2);
            (square([missing[0] - 1, missing[1]], first) + square([missing[0], missing[1] - 1], second)).sqrt()
        }
    }

    /// Looks ahead in a race, whose chances are known.
    struct Racing {
        race: Race,
        number: u64,
        moments: Vec<FightMoment>,
        states: Vec<[u32; 2]>,
    }

    impl Racing {
        fn new(race: Race) -> Self {
            Racing { race, number: 0, moments: Vec::new(), states: Vec::new() }
        }
    }

    impl Outlook for Racing {
        fn follow(&mut self, number: u64, _: bool) -> Option<(Ending, u32)> {
            let mut luck = UniformNumbers::new(number);
            self.number = number;
            self.moments.clear();
            self.states.clear();
            let mut missing = [self.race.strikes; 2];
            for round in 0.. {
                if let Some(won) = missing.iter().position(|&missing| missing == 0) {
                    return Some((Ending::Won(Side(won as u8)), round));
                }
                self.moments.push(FightMoment { over: round, begun: round, steps: round });
                self.states.push(missing);
                let [first, second] = self.race.chances;
                match luck.choose(&[first, second, 1.0 - first - second]) {
                    2 => {}
                    striker => missing[striker] -= 1,
                }
            }
            None
        }

        fn moments(&self) -> &[FightMoment] {
            &self.moments
        }

        fn play_on(&mut self, moment: usize, continuations: std::ops::Range<u32>, counts: &mut [u32]) {
            let chance = self.race.chance(self.states[moment]);
            let mut luck =
                UniformNumbers::new((self.number << 40) ^ ((moment as u64) << 24) ^ u64::from(continuations.start) ^ (1 << 63));
            let all = continuations.len() as u32;
            let spread = (f64::from(all) * chance * (1.0 - chance)).sqrt();
            // Many are drawn at once: the sum of twelve uniform numbers is normal enough.
            let won = if spread > 4.0 {
                let normal = (0..12).map(|_| luck.uniform()).sum::<f64>() - 6.0;
                (f64::from(all) * chance + spread * normal).round().clamp(0.0, f64::from(all)) as u32
            } else {
                luck.binomial(all.into(), chance) as u32
            };
            counts[0] += won;
            counts[1] += all - won;
        }
    }

    fn plan(fights: u64, continuations: u32) -> ChancePlan {
        ChancePlan { look: Look { fight: 0, fights: 0..fights, threads: None }, continuations, turns: false }
    }

    /// The chances of such a race.
    fn chances(race: Race, plan: &ChancePlan) -> FightChances {
        let mut racing = Racing::new(race);
        let courses: Vec<ChanceCourse> =
            plan.look.fights.clone().filter_map(|number| ChanceCourse::found(&mut racing, number, 2, plan.depth())).collect();
        let endings = ["first", "second", "draw", "timeout"].map(str::to_owned).to_vec();
        FightChances { endings, sides: 2, played: courses.len() as u64, courses }
    }

    /// The numbers of the same fights by their true chances.
    fn truth(race: Race, fights: u64) -> BTreeMap<&'static str, f64> {
        let mut racing = Racing::new(race);
        let mut sums: BTreeMap<&'static str, f64> = BTreeMap::new();
        let mut moves = 0.0;
        for number in 0..fights {
            let Some((Ending::Won(winner), rounds)) = racing.follow(number, false) else { panic!("somebody wins") };
            let won = |chance: f64| if winner.0 == 0 { chance } else { 1.0 - chance };
            let mut path: Vec<f64> = racing.states.iter().map(|&missing| won(race.chance(missing))).collect();
            path.push(1.0);
            let [decided, comeback, from] = [DECIDED, COMEBACK, FAVOURITE].map(|border| border.of(number));
            let decided = path.iter().rposition(|&chance| chance < decided).map_or(0, |place| place + 1);
            let (mut favourite, mut changes) = (0, 0);
            for chance in &path {
                let now = if *chance >= from { 1 } else { -i32::from(1.0 - *chance >= from) };
                changes += i32::from(now != 0 && favourite == -now);
                favourite = if now == 0 { favourite } else { now };
            }
            let moved = || path.windows(2).map(|pair| pair[1] - pair[0]);
            moves += f64::from(rounds);
            let mut add = |key, value: f64| *sums.entry(key).or_default() += value;
            add("swing", moved().map(|moved| moved * moved).sum());
            add("decided", decided as f64);
            add("dead_rounds", f64::from(rounds) - decided as f64);
            add("comebacks", f64::from(u8::from(path.iter().any(|&chance| chance < comeback))));
            add("changes", f64::from(changes));
            add("surprise", moved().map(f64::abs).sum());
            add("suspense", racing.states.iter().map(|&missing| race.suspense(missing)).sum());
        }
        let swing = (sums["swing"] / moves).sqrt();
        let mut means: BTreeMap<&'static str, f64> = sums.into_iter().map(|(key, sum)| (key, sum / fights as f64)).collect();
        means.insert("swing", swing);
        means
    }

    /// Races: in the first no chance lies within a point of the middle of a border, in the others many do.
    const RACES: [Race; 3] = [
        Race { strikes: 3, chances: [0.3, 0.3] },
        Race { strikes: 5, chances: [0.27, 0.23] },
        Race { strikes: 4, chances: [0.1, 0.2] },
    ];

    #[test]
    fn what_estimates_scatter_is_taken_out_of_every_number() {
        const FIGHTS: u64 = 4000;
        for race in RACES {
            let (truth, found) = (truth(race, FIGHTS), chances(race, &plan(FIGHTS, 64)));
            // The fights are the same: all that is between is what the estimates scatter, not what fights do.
            let near = BTreeMap::from([
                ("swing", 0.03),
                ("decided", 0.04),
                ("dead_rounds", 0.08),
                ("comebacks", 0.14),
                ("changes", 0.1),
                ("surprise", 0.1),
                ("suspense", 0.13),
            ]);
            for number in found.numbers(Level::default()) {
                let (value, truth, near) = (number.interval.estimate, truth[number.key.as_str()], near[number.key.as_str()]);
                assert!((value - truth).abs() <= (near * truth).max(0.01), "{}: {value} for {truth}", number.key);
            }
            let raw: f64 = found
                .courses
                .iter()
                .flat_map(|course| course.chances.windows(2))
                .map(|pair| noise::distance(&pair[0].by(&ALL), &pair[1].by(&ALL)))
                .sum::<f64>()
                / FIGHTS as f64;
            assert!(raw > 1.1 * truth["surprise"], "there is scatter to be taken out: {raw} for {}", truth["surprise"]);
        }
    }

    #[test]
    fn an_even_race_is_even_at_the_start_and_the_fan_keeps_its_mean() {
        let found = chances(Race { strikes: 3, chances: [0.3, 0.3] }, &plan(2000, 16));
        for side in [0, 1] {
            let start = found.start(side, Level::missing(1e-6)).expect("there are fights");
            assert!(start.low <= 0.5 && 0.5 <= start.high && start.half_width() < 0.02, "{start:?}");
        }
        let fan = found.fan(0);
        assert!(fan.len() > 5 && fan.iter().all(|spread| spread.is_sorted()));
        assert!(
            fan[0].iter().all(|quantile| (quantile - 0.5).abs() < 0.05),
            "what is the same in all fights has no spread: {:?}",
            fan[0]
        );
        assert_eq!((fan[fan.len() - 1][0], fan[fan.len() - 1][4]), (0.0, 1.0));
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        const RUNS: u64 = 60;
        for (place, race) in RACES.into_iter().enumerate() {
            let truth = truth(race, 20_000);
            let mut held: BTreeMap<String, (u64, f64)> = BTreeMap::new();
            for run in 0..RUNS {
                let mut plan = plan(0, 64);
                plan.look.fights = (run + 1) * 100_000..(run + 1) * 100_000 + 200;
                for number in chances(race, &plan).numbers(Level::default()) {
                    let holds = (number.interval.low..=number.interval.high).contains(&truth[number.key.as_str()]);
                    let sums = held.entry(number.key).or_default();
                    *sums = (sums.0 + u64::from(holds), sums.1 + number.interval.half_width());
                }
            }
            // What is read off borders holds where states lie on them, too, and the interval is of use: as wide as that of known chances.
            let settled = BTreeMap::from([("decided", 1.3), ("dead_rounds", 0.6), ("comebacks", 0.06), ("changes", 0.17)]);
            for (key, (held, width)) in held {
                let most = settled.get(key.as_str());
                if place == 0 || most.is_some() {
                    assert!(held * 100 >= 85 * RUNS, "{key}: {held} of {RUNS}");
                }
                let width = width / RUNS as f64;
                assert!(most.is_none_or(|most| width <= *most), "{key}: {width}");
            }
        }
    }

    #[test]
    fn a_fight_that_nobody_can_lose_is_decided_before_it_begins() {
        let found = chances(Race { strikes: 2, chances: [0.9, 0.0] }, &plan(50, 16));
        for course in &found.courses {
            assert_eq!((course.decided(), course.dead_rounds(), course.changes()), (0, course.rounds, 0));
            assert!(!course.is_comeback() && !course.open());
        }
        let numbers = found.numbers(Level::default());
        let swing = numbers.iter().find(|number| number.key == "swing").expect("known");
        assert_eq!(swing.interval.estimate, 0.0);
    }
}
