//! For tests: pairs of fights that are made up instead of played, so that what the change does to them is known.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::outcome::{Outcomes, matching};
use crate::dice::Slot;
use crate::error::Failure;
use crate::fight::{Catalogue, Metric, Overview, RatioOfTotals, Scale, Subject};
use crate::sim::pair::{Audience, PlayablePair};
use crate::tally::{Matching, PairedTally};

/// Values of a made-up fight: winner (0 left, 1 right), rounds, whether Ada dies, her hit points.
pub type Values = [i64; 4];

/// The catalogue of the values. Hit points per round are no headline.
#[must_use]
pub fn catalogue() -> Catalogue {
    let metric = |key: &str, family: &str, subject, scale| Metric {
        key: key.into(),
        family: family.into(),
        label: family.into(),
        subject,
        scale,
    };
    let ada = Subject::Combatant(Slot(0));
    let endings = Scale::Category(["left", "right"].map(str::to_owned).to_vec());
    let overview = Overview { title: "Fates".into(), families: vec!["dead".into(), "hp".into()], headline: true };
    let per_round = RatioOfTotals {
        family: "hp_per_round".into(),
        label: "HP per round".into(),
        over: "hp".into(),
        under: "rounds".into(),
    };
    Catalogue {
        ratios: vec![per_round],
        metrics: vec![
            metric("winner", "winner", Subject::Fight, endings),
            metric("rounds", "rounds", Subject::Fight, Scale::Amount("rounds")),
            metric("Ada.dead", "dead", ada, Scale::Flag),
            metric("Ada.hp", "hp", ada, Scale::Amount("HP")),
        ],
        overviews: vec![overview],
        ..Catalogue::default()
    }
}

/// A pair of scenarios whose fights come from a function of their number: values before and after.
pub struct MadeUp<F> {
    matching: Matching,
    /// The outcomes that it is compared by.
    pub outcomes: Outcomes,
    fight: F,
}

impl<F: Fn(u64) -> [Values; 2] + Sync> MadeUp<F> {
    /// A pair that fights like this.
    pub fn new(fight: F) -> Self {
        MadeUp::by(false, fight)
    }

    /// A pair that fights like this and is compared by everything when `all` is set.
    pub fn by(all: bool, fight: F) -> Self {
        let catalogue = catalogue();
        let matching = matching(&catalogue, &catalogue, all, |_| false);
        MadeUp { outcomes: Outcomes::of(&catalogue, &catalogue, &matching), matching, fight }
    }

    /// The pair, of which each side is counted by itself, too.
    #[must_use]
    pub fn each_alone(mut self) -> Self {
        let [before, after] = self.outcomes.catalogues();
        self.matching = self.matching.with_each_alone(before, after);
        self
    }
}

impl<F: Fn(u64) -> [Values; 2] + Sync> PlayablePair for MadeUp<F> {
    fn matching(&self) -> &Matching {
        &self.matching
    }

    fn play(
        &self,
        from: u64,
        looks: &[u64],
        _threads: Option<u16>,
        interrupted: &AtomicBool,
        audience: &mut dyn Audience,
    ) -> Result<bool, Failure> {
        let mut tally = PairedTally::new(&self.matching);
        for &look in looks {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(true);
            }
            for number in from + tally.fights()..look {
                let [before, after] = (self.fight)(number);
                tally.record(&self.matching, number, &before, &after);
            }
            audience.batch(look);
            if audience.look(&tally) {
                break;
            }
        }
        Ok(false)
    }
}
