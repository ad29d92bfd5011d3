//! The catalogue: what a scenario's outcomes are called, how each is measured, and which tables and pictures show them.
//!
//! Owns metrics and pictures as plain data, so that tallies, statistics and reports need to know no game. A core fills it
//! when a scenario is loaded. Start at [`Metric`].

use crate::dice::Slot;
use crate::fight::Side;

/// The value of a metric in a fight that has none, such as the rounds of a lost fight in "rounds of a victory".
/// It is not counted: such a metric carries its own number of fights.
pub const ABSENT: i64 = i64::MIN;

/// Whom a metric is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The fight as a whole.
    Fight,
    /// One side.
    Side(Side),
    /// One combatant.
    Combatant(Slot),
}

/// What a metric's integers mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Which of these labels came about: value n is label n.
    Category(Vec<String>),
    /// 1 when it happened, else 0.
    Flag,
    /// How much or how many, in this unit (plural); may be negative where the rules allow it.
    Amount(&'static str),
    /// The round in which it first happened; 0 when it never did.
    Moment,
}

/// A named integer outcome of a fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric {
    /// Stable name in files and conditions: `winner`, `rounds`, `Ysolde.hp`.
    pub key: String,
    /// The same outcome of other combatants or sides shares this: `hp`. Tables and pictures name families.
    pub family: &'static str,
    /// Heading in tables: `HP left`.
    pub label: String,
    /// Whom it is about.
    pub subject: Subject,
    /// What its integers mean.
    pub scale: Scale,
}

/// A table of the report, one row per combatant or side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overview {
    /// Heading.
    pub title: &'static str,
    /// One column per family: a flag as its rate, a category as the rate of each label, an amount as its mean.
    pub families: Vec<&'static str>,
    /// Whether the terminal shows it without being asked.
    pub headline: bool,
}

/// A picture of the report, as data. Families name the metrics it is drawn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Picture {
    /// Rates of the labels of a category, or of a flag for each subject, with intervals.
    Rates {
        /// Heading.
        title: &'static str,
        /// The family.
        family: &'static str,
    },
    /// Share of fights per integer value, one panel per subject.
    Distribution {
        /// Heading.
        title: &'static str,
        /// The family.
        family: &'static str,
    },
    /// How the fights divide over a few levels, one bar per subject.
    Levels {
        /// Heading.
        title: &'static str,
        /// The family; its values are the levels 0, 1, 2 ...
        family: &'static str,
        /// What the levels are called; the last one stands for every higher value too.
        levels: &'static [&'static str],
    },
    /// Share of fights in which it has happened by each round, one line per subject or per family.
    ByRound {
        /// Heading.
        title: &'static str,
        /// Families of [`Scale::Moment`], each with the name of its line.
        families: Vec<(&'static str, &'static str)>,
        /// Draw the share in which it has *not* happened yet: survival.
        surviving: bool,
    },
}

/// Everything that can be read off the fights of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Catalogue {
    /// The metrics, in the order in which a core measures them.
    pub metrics: Vec<Metric>,
    /// Tables.
    pub overviews: Vec<Overview>,
    /// Pictures.
    pub pictures: Vec<Picture>,
}

impl Catalogue {
    /// The metrics of a family, each with its index.
    pub fn family<'a>(&'a self, family: &'a str) -> impl Iterator<Item = (usize, &'a Metric)> {
        self.metrics.iter().enumerate().filter(move |(_, metric)| metric.family == family)
    }

    /// The index of the metric with this key.
    #[must_use]
    pub fn index(&self, key: &str) -> Option<usize> {
        self.metrics.iter().position(|metric| metric.key == key)
    }
}
