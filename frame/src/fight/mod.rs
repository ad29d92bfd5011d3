//! The vocabulary that all rules cores share: sides, endings, the table they roll on, what is watched and measured.
//!
//! Owns no rule. Start at [`Table`], which every rule function is handed; then [`watch`] for how a fight is observed and
//! [`catalogue`] for what its outcomes are called.

pub mod arrivals;
pub mod bodied;
pub mod catalogue;
pub mod causes;
pub mod changes;
pub mod day;
pub mod few;
pub mod ledger;
pub mod lineup;
pub mod marked;
pub mod offer;
pub mod pace;
pub mod ratio;
pub mod relations;
pub mod scratch;
pub mod slots;
pub mod span;
pub mod stand;
pub mod sum;
pub mod table;
pub mod typed;
pub mod watch;

pub use arrivals::{Arrivals, Reinforcements};
pub use bodied::usual_fields;
pub use bodied::{Bodied, Clocks, Move};
pub use catalogue::{
    ABSENT, Catalogue, Harm, Metric, NO_FIGHT, NamedRatio, Overview, Picture, PictureKind, RatioOfTotals, Roster, Scale,
    SideSum, Subject,
};
pub use causes::During;
pub use changes::Changes;
pub use few::Few;
pub use ledger::LedgerRow;
pub use lineup::Lineup;
pub use marked::{Marked, marked};
pub use offer::Offer;
pub use ratio::{Ratio, Rounding};
pub use relations::Relations;
pub use scratch::Scratch;
pub use slots::Slots;
pub use stand::Stand;
pub use sum::{Adds, DiceTaken, Sentence};
pub use table::Table;
pub use watch::{AnyWatch, Counting, Counts, Narrating, Silent, Watch};

/// A side of a scenario: its index in the order of the file. [`Relations`] say which others are hostile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Side(pub u8);

impl Side {
    /// The side as an index.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The ending of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This side won, and with it those that are allied to it.
    Won(Side),
    /// Nobody is left to win.
    Draw,
    /// The fight reached the most rounds it may last: an outcome, counted and shown.
    Timeout,
}

impl Ending {
    /// The value of the metric `winner`: the number of the side that won, of so many; then a draw, then a timeout.
    #[must_use]
    pub fn winner(self, sides: usize) -> i64 {
        match self {
            Ending::Won(side) => i64::from(side.0),
            Ending::Draw => sides as i64,
            Ending::Timeout => sides as i64 + 1,
        }
    }
}

/// The result of a step of a fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The round goes on.
    Turn,
    /// The round is over, the fight is not.
    Round,
    /// The fight is over.
    Over(Ending),
}
