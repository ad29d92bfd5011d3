//! Scans: any stretch of fight numbers of a scenario, counted, and if asked for with a digest of every single fight.
//!
//! Owns [`Fights`], what a check needs of a scenario. Fights are played in parallel and come back in the
//! order of their numbers. Must not judge. Start at [`Fights::play`].

use std::ops::Range;

use crate::dice::key::mix;
use crate::error::Failure;
use crate::fight::Catalogue;
use crate::tally::Tally;

use super::engine::Engine;
use super::own::sized;
use super::run::parts;
use super::solo::Arm;
use super::threads::{self, ThreadPool};

/// Every so many fights somebody asks whether to stop.
const BETWEEN_STOPS: u64 = 16;

/// A scenario whose fights can be scanned.
pub trait Fights: Send + Sync {
    /// The measures of a fight.
    fn catalogue(&self) -> &Catalogue;

    /// The number of metrics of the catalogue, from its beginning, that are the rules' own and not a designer's question.
    fn own_metrics(&self) -> usize;

    /// Plays the fights of a stretch. None when `stop` said so before the end.
    ///
    /// # Errors
    /// More threads than can be started.
    fn play(
        &self,
        stretch: &Stretch<'_>,
        threads: Option<u16>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Scanned>, Failure>;
}

/// The fights of a stretch, and what of each of them goes into its digest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch<'a> {
    /// The seed.
    pub seed: u64,
    /// Their numbers.
    pub numbers: Range<u64>,
    /// Indices of metrics; without any there are no digests.
    pub digested: &'a [usize],
}

/// The result of a stretch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scanned {
    /// The counts.
    pub tally: Tally,
    /// One digest per fight, in their order, when asked for.
    pub digests: Vec<u32>,
}

impl<E: Engine + ?Sized> Fights for Arm<E> {
    fn catalogue(&self) -> &Catalogue {
        &self.layout.catalogue
    }

    fn own_metrics(&self) -> usize {
        self.layout.catalogue.metrics.len() - self.layout.questions.len()
    }

    fn play(
        &self,
        stretch: &Stretch<'_>,
        threads: Option<u16>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Scanned>, Failure> {
        let parts: Vec<Range<u64>> = parts(stretch.numbers.clone()).collect();
        let play = |part: Range<u64>| self.part(stretch, part, stop);
        let played: Vec<Option<Scanned>> = ThreadPool::new(threads)?.install(|| threads::map(parts, play));
        let mut all = self.nothing();
        for part in played {
            let Some(part) = part else { return Ok(None) };
            all.tally.merge(&part.tally);
            all.digests.extend(part.digests);
        }
        sized(&self.layout.catalogue, |metric| all.tally.extremes(metric))?;
        Ok(Some(all))
    }
}

impl<E: Engine + ?Sized> Arm<E> {
    /// A scan of no fights.
    fn nothing(&self) -> Scanned {
        Scanned { tally: self.empty(), digests: Vec::new() }
    }

    /// None when `stop` said so before the end.
    fn part(&self, stretch: &Stretch<'_>, numbers: Range<u64>, stop: &(dyn Fn() -> bool + Sync)) -> Option<Scanned> {
        let mut scanned = self.nothing();
        let mut player = self.loaded.player(&self.layout, stretch.seed);
        for number in numbers {
            if number.is_multiple_of(BETWEEN_STOPS) && stop() {
                return None;
            }
            let values = player.play(number);
            scanned.tally.record(values);
            if !stretch.digested.is_empty() {
                scanned.digests.push(digest(stretch.digested.iter().map(|&metric| values[metric])));
            }
        }
        scanned.tally.lines = player.take_lines();
        Some(scanned)
    }
}

/// A digest of the values of one fight, in their order. Two fights that differ have the same one by a chance of 2^-32.
fn digest(values: impl Iterator<Item = i64>) -> u32 {
    (values.fold(0, |hash, value| mix(hash ^ value as u64).wrapping_add(1)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_depends_on_every_value_and_its_place_and_is_pinned() {
        // Baselines hold digests: another function would make every baseline differ.
        assert_eq!(digest([1, -2, 3].into_iter()), PINNED);
        let others = [[1, -2, 4], [-2, 1, 3], [0, -2, 3]].map(|values| digest(values.into_iter()));
        assert!(others.iter().all(|other| *other != PINNED), "{others:?}");
        assert_ne!(digest([0].into_iter()), digest([0, 0].into_iter()));
    }

    const PINNED: u32 = 0xAF69_482B;
}
