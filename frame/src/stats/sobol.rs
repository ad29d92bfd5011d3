//! Shares of a variance: how much of what varies from fight to fight comes from some of the dice.
//!
//! Owns the estimators of Sobol' indices by pick and freeze, and their intervals. A fight number is played three times: with its own dice,
//! with other dice throughout, and with its own dice but for one lot, which is rolled anew (the *mixed* fight). Of the mixed fight and the
//! other one only that lot is the same: their covariance is what the lot decides *alone* (the first-order index; Saltelli et al. 2010). Of
//! the mixed fight and the own one only that lot differs: half of their mean squared difference is what the lot decides *in all*, with whatever
//! it takes other dice to decide (the total index; Jansen 1999). Both are divided by the variance of the same fights.
//!
//! The first-order index has a control that costs nothing: fights with all dice different have a covariance of 0. Its weight is the one that
//! makes the interval shortest; a weight of 1 is Saltelli's estimator, 0 that of Janon et al. 2014. So a lot that decides nothing is seen to,
//! and one that decides everything too.
//!
//! Everything follows from integer sums of products of powers, up to the fourth degree: they add up in any order. Intervals are normal
//! ones of a ratio of means. Where a lot changed fewer than [`FEW`] fights, they are limits of that count instead, which hold because nothing
//! decides more alone than in all; and likewise where nearly every fight is as the other dice say. Start at [`Trio`].

use super::proportion::poisson_limits;
use super::{Interval, Level};

/// Below so many fights that are changed by a lot the limits are those of their number.
const FEW: u64 = 100;

/// Fights in which something happens, and those in which it does not, at the least: with fewer of either nobody knows how it varies.
pub const ENOUGH: u64 = 100;

/// The largest value, and the negative of the smallest, whose fourth power can be summed over the most fights.
pub const SIZE_MOST: i64 = 1 << 20;

/// The highest degree of the products.
const DEGREE: usize = 4;

/// The number of products of powers of three numbers up to that degree.
const PRODUCTS: usize = 35;

/// The powers of each product.
const POWERS: [[usize; 3]; PRODUCTS] = powers();

/// The place of each product by its powers.
const PLACES: [[[usize; DEGREE + 1]; DEGREE + 1]; DEGREE + 1] = places();

const fn powers() -> [[usize; 3]; PRODUCTS] {
    let (mut all, mut place, mut i) = ([[0; 3]; PRODUCTS], 0, 0);
    while i <= DEGREE {
        let mut j = 0;
        while i + j <= DEGREE {
            let mut k = 0;
            while i + j + k <= DEGREE {
                all[place] = [i, j, k];
                place += 1;
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
    all
}

const fn places() -> [[[usize; DEGREE + 1]; DEGREE + 1]; DEGREE + 1] {
    let (mut places, mut place) = ([[[0; DEGREE + 1]; DEGREE + 1]; DEGREE + 1], 0);
    while place < PRODUCTS {
        let [i, j, k] = POWERS[place];
        places[i][j][k] = place;
        place += 1;
    }
    places
}

/// A quadratic form in the three numbers of a fight, each less its mean.
type Form = [[f64; 3]; 3];

/// Places of the three numbers.
const OWN: usize = 0;
const OTHER: usize = 1;
const MIXED: usize = 2;

/// The product of two of the numbers.
fn product(one: usize, other: usize) -> Form {
    let mut form = Form::default();
    form[one][other] = 1.0;
    form
}

/// A sum of forms, each with its weight.
fn sum<const N: usize>(parts: [(f64, Form); N]) -> Form {
    std::array::from_fn(|i| std::array::from_fn(|j| parts.iter().map(|(weight, form)| weight * form[i][j]).sum()))
}

/// Half the sum of the squares of two of the numbers.
fn squares(one: usize, other: usize) -> Form {
    sum([(0.5, product(one, one)), (0.5, product(other, other))])
}

/// The values of fights that were played three times: with their own dice, with others, and with both mixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trio {
    sums: Sums,
    /// Fights whose mixed value is not their own.
    changed: u64,
    /// Fights whose mixed value is not that of the other dice.
    unlike: u64,
    /// The least and the greatest value; of no fight the other way round.
    ends: [i64; 2],
}

/// The sums of the products of powers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Sums {
    /// Of what happens or not: fights by whether it happened own, other and mixed, as bits.
    Event([u64; 8]),
    /// Of amounts: one sum per product.
    Amount(Box<[i128; PRODUCTS]>),
}

/// The shares of the variance that belong to a lot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shares {
    /// What the lot decides alone.
    pub alone: Interval,
    /// What it decides in all, with whatever it takes other dice to decide.
    pub total: Interval,
}

impl Trio {
    /// No fights, of something that happens or not.
    #[must_use]
    pub fn event() -> Self {
        Trio { sums: Sums::Event([0; 8]), changed: 0, unlike: 0, ends: [i64::MAX, i64::MIN] }
    }

    /// No fights, of an amount.
    #[must_use]
    pub fn amount() -> Self {
        Trio { sums: Sums::Amount(Box::new([0; PRODUCTS])), changed: 0, unlike: 0, ends: [i64::MAX, i64::MIN] }
    }

    /// Adds a fight: its value with its own dice, with others, and with both mixed. What happens or not is 1 or 0; an amount lies within
    /// [`SIZE_MOST`].
    pub fn add(&mut self, values: [i64; 3]) {
        self.changed += u64::from(values[OWN] != values[MIXED]);
        self.unlike += u64::from(values[OTHER] != values[MIXED]);
        for value in values {
            self.ends = [self.ends[0].min(value), self.ends[1].max(value)];
        }
        match &mut self.sums {
            Sums::Event(cells) => cells[(values[0] | values[1] << 1 | values[2] << 2) as usize & 7] += 1,
            Sums::Amount(sums) => {
                let powers = values.map(|value| {
                    let (value, square) = (i128::from(value), i128::from(value) * i128::from(value));
                    [1, value, square, square * value, square * square]
                });
                for (sum, [i, j, k]) in sums.iter_mut().zip(POWERS) {
                    *sum += powers[0][i] * powers[1][j] * powers[2][k];
                }
            }
        }
    }

    /// Adds the fights of another one of its kind.
    pub fn merge(&mut self, more: &Self) {
        self.changed += more.changed;
        self.unlike += more.unlike;
        self.ends = [self.ends[0].min(more.ends[0]), self.ends[1].max(more.ends[1])];
        match (&mut self.sums, &more.sums) {
            (Sums::Event(cells), Sums::Event(more)) => cells.iter_mut().zip(more).for_each(|(sum, part)| *sum += part),
            (Sums::Amount(sums), Sums::Amount(more)) => {
                sums.iter_mut().zip(more.iter()).for_each(|(sum, part)| *sum += part);
            }
            _ => unreachable!("what happens is not added to an amount"),
        }
    }

    /// The number of fights.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.raw([0, 0, 0]) as u64
    }

    /// The sum of the values of all fights with their own dice.
    #[must_use]
    pub fn total(&self) -> i128 {
        self.raw([1, 0, 0])
    }

    /// Fights whose value is another one with the mixed dice.
    #[must_use]
    pub fn changed(&self) -> u64 {
        self.changed
    }

    /// The least and the greatest value; none of no fights.
    #[must_use]
    pub fn ends(&self) -> Option<[i64; 2]> {
        (self.ends[0] <= self.ends[1]).then_some(self.ends)
    }

    /// True if it varies often enough for anybody to know how: something that happens, and does not, in [`ENOUGH`] fights each.
    #[must_use]
    pub fn varies(&self) -> bool {
        match &self.sums {
            Sums::Event(cells) => {
                let happened: u64 = cells.iter().skip(1).step_by(2).sum();
                happened >= ENOUGH && self.n() - happened >= ENOUGH
            }
            Sums::Amount(_) => self.n() >= ENOUGH && self.ends[0] < self.ends[1],
        }
    }

    /// The sum of a product of powers.
    fn raw(&self, powers: [usize; 3]) -> i128 {
        match &self.sums {
            Sums::Event(cells) => {
                let holds = |cell: usize| (0..3).all(|place| powers[place] == 0 || cell >> place & 1 == 1);
                (0..8).filter(|&cell| holds(cell)).map(|cell| i128::from(cells[cell])).sum()
            }
            Sums::Amount(sums) => sums[PLACES[powers[0]][powers[1]][powers[2]]],
        }
    }

    /// The shares of the lot whose dice were mixed; none where [too little](Trio::varies) varies.
    #[must_use]
    pub fn shares(&self, level: Level) -> Option<Shares> {
        if !self.varies() {
            return None;
        }
        let moments = Moments::of(self, true);
        let total = sum([(1.0, squares(OWN, MIXED)), (-1.0, product(OWN, MIXED))]);
        let total = moments.ratio(&total, &squares(OWN, MIXED), None)?;
        let alone = moments.ratio(&product(OTHER, MIXED), &squares(OTHER, MIXED), Some(&product(OWN, OTHER)))?;
        let mut alone_within = alone.interval(level);
        if self.unlike < FEW {
            // What the lot does not decide alone shows where the mixed fight is not as the other one.
            let (least, most) = self.limits_of_few(self.unlike, moments.expect(&squares(OTHER, MIXED)), level);
            let (low, high) = (alone_within.low.min(1.0 - most), alone_within.high.max(1.0 - least));
            alone_within = within(Interval { estimate: alone.estimate, low, high });
        }
        if self.changed >= FEW {
            return Some(Shares { alone: alone_within, total: total.interval(level) });
        }
        let (least, most) = self.limits_of_few(self.changed, moments.expect(&squares(OWN, MIXED)), level);
        let total =
            within(Interval { estimate: total.estimate, low: least.min(total.estimate), high: most.max(total.estimate) });
        let estimate = alone.estimate.clamp(0.0, total.estimate);
        let estimate = if self.changed == 0 { 0.0 } else { estimate };
        Some(Shares { alone: Interval { estimate, low: 0.0, high: total.high }, total })
    }

    /// Limits of half of a mean squared difference, as a share of the variance, where few fights differ: those of their number, and of amounts
    /// nothing below, and above as if each difference were as large as one can be.
    fn limits_of_few(&self, few: u64, variance: f64, level: Level) -> (f64, f64) {
        let (low, high) = poisson_limits(few, level);
        let variance = variance * self.n() as f64;
        match &self.sums {
            Sums::Event(_) => (0.5 * low / variance, 0.5 * high / variance),
            Sums::Amount(_) => (0.0, 0.5 * high * ((self.ends[1] - self.ends[0]) as f64).powi(2) / variance),
        }
    }

    /// The sum of what several lots decide alone that together are all dice, where the mixed value of each fight is the sum of the mixed values
    /// of all of them. What is missing to 1 is decided by dice of several lots together: the interplay, which is what is returned.
    #[must_use]
    pub fn interplay(&self, level: Level) -> Option<Interval> {
        let moments = Moments::of(self, false);
        let ratio = moments.ratio(&product(OTHER, MIXED), &squares(OWN, OTHER), Some(&product(OWN, OTHER)))?;
        let Interval { estimate, low, high } = ratio.interval(level);
        Some(within(Interval { estimate: 1.0 - estimate, low: 1.0 - high, high: 1.0 - low }))
    }
}

/// A share, which is never below 0 nor above 1.
fn within(interval: Interval) -> Interval {
    let Interval { estimate, low, high } = interval;
    let [estimate, low, high] = [estimate, low, high].map(|limit| limit.clamp(0.0, 1.0));
    Interval { estimate, low, high }
}

/// An estimate with its standard error.
struct Ratio {
    estimate: f64,
    error: f64,
}

impl Ratio {
    /// The interval of a share, which is never below 0 nor above 1: an estimate that luck drives beyond an end stands at it, and keeps its error.
    fn interval(&self, level: Level) -> Interval {
        within(Interval::around(self.estimate.clamp(0.0, 1.0), level.z() * self.error))
    }
}

/// Means of the products of powers of three numbers, each less its mean.
struct Moments {
    n: f64,
    means: [f64; PRODUCTS],
}

impl Moments {
    /// The moments of some fights. With `alike` all three numbers have one mean, otherwise the mixed one has its own.
    fn of(trio: &Trio, alike: bool) -> Self {
        let n = trio.n() as f64;
        let mean = |place: usize| trio.raw(std::array::from_fn(|at| usize::from(at == place))) as f64 / n;
        let [own, other, mixed] = [0, 1, 2].map(mean);
        let middle = f64::midpoint(own, other);
        let centres = if alike { [(own + other + mixed) / 3.0; 3] } else { [middle, middle, mixed] };
        // First less a whole number, without any error, and then less the rest.
        let whole = centres.map(|centre| centre.round() as i128);
        let exact: [i128; PRODUCTS] = std::array::from_fn(|place| {
            let part = |lower: [usize; 3], steps: [i128; 3]| trio.raw(lower) * steps[0] * steps[1] * steps[2];
            expanded(POWERS[place], whole.map(|whole| -whole), part)
        });
        let rest: [f64; 3] = std::array::from_fn(|place| whole[place] as f64 - centres[place]);
        let means = std::array::from_fn(|place| {
            let part = |lower: [usize; 3], steps: [f64; 3]| {
                exact[PLACES[lower[0]][lower[1]][lower[2]]] as f64 / n * steps[0] * steps[1] * steps[2]
            };
            expanded(POWERS[place], rest, part)
        });
        Moments { n, means }
    }

    /// The mean of a form.
    fn expect(&self, form: &Form) -> f64 {
        let mut mean = 0.0;
        for (i, row) in form.iter().enumerate() {
            for (j, weight) in row.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                mean += weight * self.of_places(&[i, j]);
            }
        }
        mean
    }

    /// The mean of the product of two forms.
    fn expect_both(&self, one: &Form, other: &Form) -> f64 {
        let mut mean = 0.0;
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|&(i, j)| one[i][j] != 0.0) {
            for (k, l) in (0..3).flat_map(|k| (0..3).map(move |l| (k, l))).filter(|&(k, l)| other[k][l] != 0.0) {
                mean += one[i][j] * other[k][l] * self.of_places(&[i, j, k, l]);
            }
        }
        mean
    }

    /// The mean of the product of the numbers at some places.
    fn of_places(&self, places: &[usize]) -> f64 {
        let mut powers = [0; 3];
        places.iter().for_each(|&place| powers[place] += 1);
        self.means[PLACES[powers[0]][powers[1]][powers[2]]]
    }

    /// The ratio of the means of two forms, less a form whose mean is 0 with the weight that makes the error least. None where nothing varies.
    fn ratio(&self, over: &Form, under: &Form, control: Option<&Form>) -> Option<Ratio> {
        let variance = self.expect(under);
        if variance <= 0.0 {
            return None;
        }
        let plain = self.expect(over) / variance;
        let apart = |ratio: f64| sum([(1.0, *over), (-ratio, *under)]);
        let weight = control.map_or(0.0, |control| {
            let power = self.expect_both(control, control);
            if power > 0.0 { self.expect_both(&apart(plain), control) / power } else { 0.0 }
        });
        let none = Form::default();
        let control = control.unwrap_or(&none);
        let estimate = plain - weight * self.expect(control) / variance;
        let influence = sum([(1.0, apart(estimate)), (-weight, *control)]);
        let spread = self.expect_both(&influence, &influence).max(0.0);
        Some(Ratio { estimate, error: (spread / self.n).sqrt() / variance })
    }
}

/// The product of powers of three numbers, to each of which something is added, by the products of their lower powers.
fn expanded<T>(powers: [usize; 3], added: [T; 3], part: impl Fn([usize; 3], [T; 3]) -> T) -> T
where
    T: Copy + std::iter::Sum + std::ops::Mul<Output = T> + From<i32>,
{
    const BINOMIALS: [[i32; DEGREE + 1]; DEGREE + 1] =
        [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    let step = |place: usize, lower: usize| {
        let power = (lower..powers[place]).fold(T::from(1), |product, _| product * added[place]);
        power * T::from(BINOMIALS[powers[place]][lower])
    };
    let all = (0..=powers[0]).flat_map(|i| (0..=powers[1]).flat_map(move |j| (0..=powers[2]).map(move |k| [i, j, k])));
    all.map(|lower| part(lower, std::array::from_fn(|place| step(place, lower[place])))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::testing::UniformNumbers;

    /// A game of three dice: what they show is summed, and the sum decides.
    struct Game {
        sides: [u32; 3],
        outcome: fn(i64) -> i64,
        event: bool,
    }

    const GAMES: [Game; 4] = [
        Game { sides: [6, 6, 20], outcome: |sum| i64::from(sum >= 17), event: true },
        Game { sides: [4, 12, 3], outcome: |sum| i64::from(sum >= 17), event: true },
        Game { sides: [6, 6, 20], outcome: |sum| sum, event: false },
        Game { sides: [8, 4, 2], outcome: |sum| (sum - 7) * (sum - 7) * 30, event: false },
    ];

    impl Game {
        /// Every result of the dice.
        fn all(&self) -> impl Iterator<Item = [i64; 3]> + '_ {
            let [x, y, z] = self.sides.map(i64::from);
            (1..=x).flat_map(move |i| (1..=y).flat_map(move |j| (1..=z).map(move |k| [i, j, k])))
        }

        /// The true shares of a die, by going through everything.
        fn truth(&self, lot: usize) -> [f64; 2] {
            let of = |dice: [i64; 3]| (self.outcome)(dice.iter().sum()) as f64;
            let n = self.all().count() as f64;
            let mean = self.all().map(of).sum::<f64>() / n;
            let variance = self.all().map(|dice| (of(dice) - mean).powi(2)).sum::<f64>() / n;
            let grouped = |same: &dyn Fn(&[i64; 3], &[i64; 3]) -> bool| {
                let given = |dice: [i64; 3]| {
                    let alike: Vec<f64> = self.all().filter(|other| same(&dice, other)).map(of).collect();
                    alike.iter().sum::<f64>() / alike.len() as f64
                };
                self.all().map(|dice| (given(dice) - mean).powi(2)).sum::<f64>() / n / variance
            };
            let alone = grouped(&|one, other| one[lot] == other[lot]);
            let others = grouped(&|one, other| (0..3).all(|die| die == lot || one[die] == other[die]));
            [alone, 1.0 - others]
        }

        /// The counts of some fights for each die, and those for the interplay.
        fn played(&self, luck: &mut UniformNumbers, fights: u64) -> ([Trio; 3], Trio) {
            let empty = || if self.event { Trio::event() } else { Trio::amount() };
            let (mut trios, mut all) = ([empty(), empty(), empty()], Trio::amount());
            let roll = |luck: &mut UniformNumbers| self.sides.map(|sides| (luck.uniform() * f64::from(sides)) as i64 + 1);
            let of = |dice: [i64; 3]| (self.outcome)(dice.iter().sum());
            for _ in 0..fights {
                let (own, other) = (roll(luck), roll(luck));
                let mixed = [0, 1, 2].map(|lot| {
                    let mut dice = own;
                    dice[lot] = other[lot];
                    of(dice)
                });
                trios.iter_mut().zip(mixed).for_each(|(trio, mixed)| trio.add([of(own), of(other), mixed]));
                all.add([of(own), of(other), mixed.iter().sum()]);
            }
            (trios, all)
        }
    }

    #[test]
    fn a_sum_of_dice_shares_its_variance_by_the_squares_of_their_sides() {
        let [d6, _, d20] = [0, 1, 2].map(|lot| GAMES[2].truth(lot));
        let all = f64::from(6 * 6 - 1) * 2.0 + f64::from(20 * 20 - 1);
        assert!((d6[0] - 35.0 / all).abs() < 1e-12 && (d20[0] - 399.0 / all).abs() < 1e-12);
        assert!((d6[0] - d6[1]).abs() < 1e-12, "a sum has no interplay");
    }

    #[test]
    fn shares_of_sums_with_a_threshold_are_found_within_five_sigma() {
        let level = Level::missing(5.7e-7);
        for (number, game) in GAMES.iter().enumerate() {
            let (trios, all) = game.played(&mut UniformNumbers::new(number as u64), 40_000);
            let mut alone = 0.0;
            for (lot, trio) in trios.iter().enumerate() {
                let (found, truth) = (trio.shares(level).expect("it varies"), game.truth(lot));
                for (found, truth) in [found.alone, found.total].into_iter().zip(truth) {
                    assert!(found.low <= truth && truth <= found.high, "{number} {lot}: {found:?} {truth}");
                    assert!(found.half_width() < 0.15, "{number} {lot}: {found:?} {truth}");
                }
                alone += truth[0];
            }
            let rest = all.interplay(level).expect("it varies");
            assert!(rest.low <= 1.0 - alone && 1.0 - alone <= rest.high, "{number}: {rest:?} {alone}");
        }
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        for (number, game) in GAMES.iter().enumerate() {
            let (runs, mut held) = (400_u64, [[0_u64; 2]; 3]);
            let mut held_interplay = 0;
            let truths = [0, 1, 2].map(|lot| game.truth(lot));
            let interplay = 1.0 - truths.iter().map(|truth| truth[0]).sum::<f64>();
            for run in 0..runs {
                let (trios, all) = game.played(&mut UniformNumbers::new(1000 * number as u64 + run), 2048);
                for (held, (trio, truth)) in held.iter_mut().zip(trios.iter().zip(truths)) {
                    let found = trio.shares(Level::default()).expect("it varies");
                    for (held, (found, truth)) in held.iter_mut().zip([found.alone, found.total].into_iter().zip(truth)) {
                        *held += u64::from(found.low <= truth && truth <= found.high);
                    }
                }
                let rest = all.interplay(Level::default()).expect("it varies");
                held_interplay += u64::from(rest.low - 1e-12 <= interplay && interplay <= rest.high + 1e-12);
            }
            // 95 % of 400 are 380, with a standard deviation of 4.4.
            let mut all = held.iter().flatten().chain([&held_interplay]);
            assert!(all.all(|&held| held >= 358), "{number}: {held:?} {held_interplay} of {runs}");
        }
    }

    #[test]
    fn a_lot_that_nobody_draws_from_has_none_and_one_that_is_everything_has_all() {
        let mut luck = UniformNumbers::new(3);
        let (mut nothing, mut everything) = ([Trio::event(), Trio::amount()], [Trio::event(), Trio::amount()]);
        let n = 5000_u64;
        for _ in 0..n {
            let [own, other] = [0, 1].map(|_| i64::from(luck.uniform() < 0.3));
            nothing.iter_mut().for_each(|trio| trio.add([own, other, own]));
            everything.iter_mut().for_each(|trio| trio.add([own, other, other]));
        }
        for trio in nothing {
            let shares = trio.shares(Level::default()).expect("it varies");
            for share in [shares.alone, shares.total] {
                assert_eq!((share.estimate, share.low), (0.0, 0.0), "{shares:?}");
                assert!(share.high > 0.0 && share.high < 0.003, "{shares:?}");
            }
        }
        for trio in everything {
            let shares = trio.shares(Level::default()).expect("it varies");
            assert!((shares.alone.estimate - 1.0).abs() < 1e-12, "{shares:?}");
            assert!(
                shares.alone.low > 0.997 && shares.alone.low < 1.0 && shares.total.high == 1.0 && shares.total.low > 0.95,
                "{shares:?}"
            );
        }
    }

    #[test]
    fn shares_near_none_hold_the_truth_and_are_never_negative() {
        // A lot changes what happens in few fights, and then together with others.
        let (runs, fights) = (400, 3000);
        for rare in [0.002, 0.01, 0.03] {
            let (mut alone, mut total) = (0_u64, 0_u64);
            for seed in 0..runs {
                let (mut luck, mut trio) = (UniformNumbers::new(seed), Trio::event());
                for _ in 0..fights {
                    let [main, there] = [0, 1].map(|_| i64::from(luck.uniform() < 0.5));
                    let [mine, fresh] = [0, 1].map(|_| luck.uniform() < rare);
                    // The lot turns what the main dice say around.
                    let of = |main: i64, turned: bool| if turned { 1 - main } else { main };
                    trio.add([of(main, mine), of(there, fresh), of(main, fresh)]);
                }
                let found = trio.shares(Level::default()).expect("it varies");
                assert!(found.alone.low >= 0.0 && found.alone.low <= found.alone.estimate, "{found:?}");
                // Turning around decides nothing alone; in all, whether it is another turn: 2 r (1 - r) / (2 / 4).
                let truth = 4.0 * rare * (1.0 - rare);
                alone += u64::from(found.alone.low <= 0.0);
                total += u64::from(found.total.low <= truth && truth <= found.total.high);
            }
            assert!(alone >= 380 && total >= 366, "{rare}: {alone} {total} of {runs}");
        }
    }

    #[test]
    fn counts_add_up_in_any_order() {
        let mut luck = UniformNumbers::new(9);
        let ([one, ..], _) = GAMES[3].played(&mut luck, 500);
        let ([other, ..], _) = GAMES[3].played(&mut luck, 300);
        let (mut first, mut last) = (one.clone(), other.clone());
        first.merge(&other);
        last.merge(&one);
        assert_eq!(first, last);
        assert_eq!(first.n(), 800);
    }

    #[test]
    fn amounts_far_from_zero_lose_no_digits() {
        let mut luck = UniformNumbers::new(4);
        let (mut near, mut far) = (Trio::amount(), Trio::amount());
        for _ in 0..4000 {
            let values = [0, 1, 2].map(|_| (luck.uniform() * 5.0) as i64);
            near.add(values);
            far.add(values.map(|value| value + 1_000_000));
        }
        let [near, far] = [near, far].map(|trio| trio.shares(Level::default()).expect("it varies"));
        for (near, far) in [(near.alone, far.alone), (near.total, far.total)] {
            assert!((near.estimate - far.estimate).abs() < 1e-9 && (near.high - far.high).abs() < 1e-9, "{near:?} {far:?}");
        }
    }

    #[test]
    fn what_hardly_varies_is_not_divided() {
        let mut trio = Trio::event();
        (0..5000).for_each(|fight| trio.add([i64::from(fight < 99), i64::from(fight > 4000), 0]));
        assert_eq!(trio.shares(Level::default()), None);
        trio.add([1, 0, 0]);
        assert!(trio.shares(Level::default()).is_some());
        assert_eq!(Trio::amount().shares(Level::default()), None);
    }
}
