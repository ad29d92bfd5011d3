//! For tests: luck that is the same in every run.

use crate::dice::key::mix;

/// A source of uniform numbers.
pub struct UniformNumbers(u64);

impl UniformNumbers {
    /// One that begins here.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        UniformNumbers(mix(seed ^ 0x5EED))
    }

    /// A number from 0 to 1, without 1.
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Draws one of these, by their weights that add up to 1.
    pub fn choose(&mut self, weights: &[f64]) -> usize {
        let mut left = self.uniform();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        weights.len() - 1
    }

    /// Draws the number of events of probability `p` in `n` fights.
    pub fn binomial(&mut self, n: u64, p: f64) -> u64 {
        (0..n).filter(|_| self.uniform() < p).count() as u64
    }
}
