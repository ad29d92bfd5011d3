//! Causes of harm: by whom it came, with which means, or by which part of a day.
//!
//! Owns what can be to blame and the numbers of those who ask for it. Rules say who is to blame by [`Table::blame`]; the parts of
//! a day say so by [`Watch::during`]. A watch that nobody asks for causes hears neither, and costs nothing. Start at [`HarmSource`].
//!
//! [`Table::blame`]: super::Table::blame
//! [`Watch::during`]: super::Watch::during

use crate::dice::Slot;
use crate::fight::Slots;
use crate::fight::pace::{Pace, Paced};
use crate::fight::watch::Counter;

/// The one whose doing it is, and the name of the means: a weapon, a spell, a technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blame<'a> {
    /// The one who does it.
    pub by: Slot,
    /// The name of the weapon or other means; empty where there is none.
    pub with: &'a str,
}

/// A part of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum During {
    /// A fight.
    #[default]
    Fight,
    /// The aftermath of a fight.
    Aftermath,
    /// A rest.
    Rest,
    /// The road.
    Road,
    /// The hazard of this number, counted in the order of the file.
    Hazard(u16),
}

/// A source of harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HarmSource {
    /// Any of these combatants.
    Those(Slots),
    /// A weapon or other means of this name, in whosever hands.
    Means(String),
    /// A part of a day, where it is nobody's doing. In a fight that is bleeding, exertion, a fall.
    Part(During),
    /// Any of these hazards.
    Hazards(Vec<u16>),
}

impl HarmSource {
    /// True if it is to blame for what is somebody's doing, or nobody's, in a part of a day.
    fn is_to_blame(&self, blame: Option<Blame<'_>>, during: During) -> bool {
        match (self, blame) {
            (HarmSource::Those(those), Some(blame)) => those.has(blame.by),
            (HarmSource::Means(name), Some(blame)) => name == blame.with,
            (HarmSource::Part(part), None) => *part == during,
            (HarmSource::Hazards(numbers), None) => matches!(during, During::Hazard(number) if numbers.contains(&number)),
            _ => false,
        }
    }
}

/// A number by its cause: one running number of these combatants, as far as one source is to blame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tracked {
    /// The combatants who suffer it.
    pub those: Slots,
    /// The running number.
    pub counter: Counter,
    /// The place of the source among all that are asked for.
    pub source: usize,
}

/// The numbers that are asked for by their causes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Causes {
    /// The sources.
    pub sources: Vec<HarmSource>,
    /// The numbers.
    pub tracked: Vec<Tracked>,
    /// What is asked of the time at the table: numbers that stand behind those.
    pub paced: Paced,
}

impl Causes {
    /// True if nobody asks for anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers() == 0
    }

    /// How many numbers are asked for.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.tracked.len() + self.paced.asked.len()
    }

    /// The place of a number; it is added where nobody has asked for it yet.
    pub fn place(&mut self, those: Slots, counter: Counter, source: &HarmSource) -> usize {
        let source = self.sources.iter().position(|known| known == source).unwrap_or_else(|| {
            self.sources.push(source.clone());
            self.sources.len() - 1
        });
        let tracked = Tracked { those, counter, source };
        self.tracked.iter().position(|known| *known == tracked).unwrap_or_else(|| {
            self.tracked.push(tracked);
            self.tracked.len() - 1
        })
    }
}

/// Attributes what is counted to what is to blame for it at the moment.
#[derive(Clone, Default)]
pub struct Attribution {
    causes: Causes,
    /// Running numbers of which somebody asks, as bits.
    counters: u128,
    during: During,
    /// Places of the sources that are to blame at the moment, as flags.
    to_blame: Vec<bool>,
    /// Counts the time at the table.
    pub pace: Pace,
}

impl Attribution {
    /// Begins without any numbers.
    #[must_use]
    pub fn new(causes: &Causes) -> Self {
        let counters = causes.tracked.iter().fold(0, |all, tracked| all | 1 << tracked.counter.0);
        let to_blame = vec![false; causes.sources.len()];
        let pace = Pace::new(&causes.paced, causes.tracked.len());
        let mut attribution = Attribution { causes: causes.clone(), counters, during: During::Fight, to_blame, pace };
        attribution.blame(None);
        attribution
    }

    /// True if anybody asks for causes.
    #[must_use]
    pub fn asked(&self) -> bool {
        !self.causes.tracked.is_empty()
    }

    /// Another part of the day begins.
    pub fn during(&mut self, part: During) {
        self.during = part;
        self.pace.begin();
        self.blame(None);
    }

    /// Blames somebody, or nobody, for all that follows.
    pub fn blame(&mut self, blame: Option<Blame<'_>>) {
        self.pace.pause();
        for (to_blame, source) in self.to_blame.iter_mut().zip(&self.causes.sources) {
            *to_blame = source.is_to_blame(blame, self.during);
        }
    }

    /// Adds to the numbers of those who ask for it.
    pub fn count(&mut self, numbers: &mut [i64], who: Slot, counter: Counter, amount: i32) {
        self.pace.count(numbers, who, counter, amount);
        if self.counters >> counter.0 & 1 == 0 {
            return;
        }
        for (number, tracked) in numbers.iter_mut().zip(&self.causes.tracked) {
            if tracked.counter == counter && tracked.those.has(who) && self.to_blame[tracked.source] {
                *number += i64::from(amount);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_goes_to_whoever_is_to_blame_and_to_nobody_else() {
        let [ada, rat, wolf] = [0, 1, 2].map(Slot);
        let (scars, hp) = (Counter(3), Counter(5));
        let mut causes = Causes::default();
        let sources = [
            HarmSource::Those(Slots::only(rat)),
            HarmSource::Those(Slots::only(rat).with(wolf)),
            HarmSource::Means("teeth".to_owned()),
            HarmSource::Part(During::Fight),
            HarmSource::Part(During::Road),
            HarmSource::Hazards(vec![0, 2]),
        ];
        let places = sources.each_ref().map(|source| causes.place(Slots::only(ada), scars, source));
        assert_eq!(places, [0, 1, 2, 3, 4, 5]);
        assert_eq!(causes.place(Slots::only(ada), scars, &sources[2]), 2, "whoever asks twice gets one number");
        let mut attribution = Attribution::new(&causes);
        let mut numbers = [0; 6];
        let mut play = |blame, during: Option<During>, amount| {
            if let Some(part) = during {
                attribution.during(part);
            }
            attribution.blame(blame);
            attribution.count(&mut numbers, ada, scars, amount);
            attribution.count(&mut numbers, rat, scars, 1000);
            attribution.count(&mut numbers, ada, hp, 1000);
        };
        play(Some(Blame { by: rat, with: "teeth" }), None, 1);
        play(Some(Blame { by: wolf, with: "teeth" }), None, 2);
        play(Some(Blame { by: wolf, with: "claws" }), None, 4);
        play(None, None, 8);
        play(None, Some(During::Road), 16);
        play(None, Some(During::Hazard(1)), 32);
        play(None, Some(During::Hazard(2)), 64);
        play(Some(Blame { by: rat, with: "" }), Some(During::Rest), 128);
        assert_eq!(numbers, [129, 135, 3, 8, 16, 64]);
    }
}
