//! Binomial probabilities of large counts, by logarithms of factorials.
//!
//! Owns the logarithm of the gamma function and the tails of a binomial distribution: what `statrs` has of them is wrong at our
//! sizes. Start at [`binomial_tails`].

/// From here on Stirling's series with four terms has all the digits of a float.
const SERIES_FROM: f64 = 12.0;

/// The logarithm of the gamma function, for `x > 0`: Stirling's series (Abramowitz and Stegun 6.1.41), reached by recurrence.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 1.0);
    while x < SERIES_FROM {
        shift *= x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series =
        (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0)))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - shift.ln()
}

/// The logarithm of the number of ways to choose `k` of `n`.
fn ln_choose(n: u64, k: u64) -> f64 {
    let factorial = |count: u64| ln_gamma(count as f64 + 1.0);
    factorial(n) - factorial(k) - factorial(n - k)
}

/// The probabilities of at most `k` and of at least `k` events among `n`, each of probability `p` strictly between 0 and 1.
/// Both hold the probability of exactly `k`.
///
/// # Panics
/// A `k` that is more than `n`.
#[must_use]
pub fn binomial_tails(k: u64, n: u64, p: f64) -> (f64, f64) {
    assert!(k <= n, "{k} events among only {n}");
    let odds = p / (1.0 - p);
    let here = (ln_choose(n, k) + k as f64 * p.ln() + (n - k) as f64 * (-p).ln_1p()).exp();
    let sum = |ratios: &mut dyn Iterator<Item = f64>| {
        let (mut term, mut sum) = (here, here);
        for ratio in ratios {
            term *= ratio;
            sum += term;
            // Past the mode terms only shrink, and what is left is smaller than a rounding error.
            if ratio < 1.0 && term < sum * 1e-18 {
                break;
            }
        }
        sum.min(1.0)
    };
    let below = sum(&mut (0..k).rev().map(|count| (count + 1) as f64 / ((n - count) as f64 * odds)));
    let above = sum(&mut (k..n).map(|count| (n - count) as f64 * odds / (count + 1) as f64));
    (if k == n { 1.0 } else { below }, if k == 0 { 1.0 } else { above })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::enumeration::binomial;

    #[test]
    fn logarithms_of_gamma_have_the_digits_of_the_tables() {
        // Abramowitz and Stegun, tables 6.1 to 6.4, and the factorial of a million.
        let table = [
            (0.5, 0.572_364_942_924_700_1),
            (1.0, 0.0),
            (2.0, 0.0),
            (1.5, -0.120_782_237_635_245_2),
            (10.0, 12.801_827_480_081_469),
            (12.0, 17.502_307_845_873_887),
            (101.0, 363.739_375_555_563_5),
            (1_000_001.0, 12_815_518.384_658_17),
        ];
        for (x, expected) in table {
            let ours = ln_gamma(x);
            assert!((ours - expected).abs() < 1e-13 * f64::max(100.0, expected), "{x}: {ours}");
        }
    }

    #[test]
    fn tails_agree_with_counting_by_hand() {
        // Of 20 throws of a coin at most 2 heads: (1 + 20 + 190) / 2^20.
        let near = |ours: f64, exact: f64| (ours / exact - 1.0).abs() < 1e-12;
        let (below, above) = binomial_tails(2, 20, 0.5);
        assert!(near(below, 211.0 / 1_048_576.0) && near(above, 1.0 - 21.0 / 1_048_576.0), "{below} {above}");
        let (below, above) = binomial_tails(0, 0, 0.3);
        assert!(near(below, 1.0) && near(above, 1.0), "of no events none and all came about");
        let (none, any) = binomial_tails(0, 3, 0.25);
        assert!(near(none, 0.421_875) && near(any, 1.0), "{none} {any}");
    }

    #[test]
    fn tails_agree_with_the_recurrence_that_needs_no_logarithms() {
        for (n, p) in [(59, 0.2), (1000, 0.5), (1999, 0.01), (50_000, 0.3)] {
            let (first, probabilities) = binomial(n, p);
            for (index, k) in (first..).take(probabilities.len()).enumerate().step_by(7) {
                let (below, above) = binomial_tails(k, n, p);
                let (left, right) = (probabilities[..=index].iter().sum::<f64>(), probabilities[index..].iter().sum::<f64>());
                assert!((below - left).abs() < 1e-9 * left + 1e-15, "{k} of {n}: {below} and {left}");
                assert!((above - right).abs() < 1e-9 * right + 1e-15, "{k} of {n}: {above} and {right}");
            }
        }
    }
}
