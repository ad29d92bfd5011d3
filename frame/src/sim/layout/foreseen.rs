//! What the chances of a fight say of it, as its outcomes: `fight.decided`, `fight.dead_rounds`, `fight3.comebacks`.
//!
//! Owns which of these names mean something, which fights are looked at, and how closely. They are metrics for whoever asks; no other number
//! changes. How chances are found is for [`ChanceCourse`]. Start at [`Layout::foresees`].

use super::Layout;
use super::request::OnRequest;
use crate::fight::{ABSENT, Metric, Scale, Subject};
use crate::sim::Quantity;
use crate::sim::prospects::{ChanceCourse, Depth};

/// How closely each fight is looked at.
pub const DEPTH: Depth = Depth { continuations: 64, turns: false };
/// The first fights, each of which is looked at.
const EACH: u64 = 2000;
/// Of those behind them every so many is.
const EVERY: u64 = 100;

/// Something that the chances of a fight say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeseenNumber {
    /// The round with which it was decided.
    Decided,
    /// Rounds after that.
    Dead,
    /// The winner once stood low.
    Comeback,
    /// Changes of the favourite.
    Changes,
    /// How far the chances moved in all.
    Surprise,
    /// How far they moved in a round.
    Swing,
}

/// The name, the heading and the scale of each.
const NAMES: [(&str, ForeseenNumber, &str, Scale); 6] = [
    ("decided", ForeseenNumber::Decided, "decided with round", Scale::Amount("rounds")),
    ("dead_rounds", ForeseenNumber::Dead, "dead rounds after it was decided", Scale::Amount("rounds")),
    ("comebacks", ForeseenNumber::Comeback, "comebacks", Scale::Flag),
    ("changes", ForeseenNumber::Changes, "changes of the favourite", Scale::Amount("times")),
    ("surprise", ForeseenNumber::Surprise, "surprise of the fight", Scale::Amount("hundredths of a point")),
    ("swing", ForeseenNumber::Swing, "mean move of a chance in a round", Scale::Amount("hundredths of a point")),
];

impl ForeseenNumber {
    /// Its value in a fight; absent where that has none.
    #[must_use]
    pub fn of(self, course: &ChanceCourse) -> i64 {
        let hundredths = |share: f64| (share * 10_000.0).round() as i64;
        match self {
            ForeseenNumber::Decided => course.decided().into(),
            ForeseenNumber::Dead => course.dead_rounds().into(),
            ForeseenNumber::Comeback => course.winner().map_or(ABSENT, |_| course.is_comeback().into()),
            ForeseenNumber::Changes => course.changes().into(),
            ForeseenNumber::Surprise => hundredths(course.surprise()),
            ForeseenNumber::Swing => match course.before_the_end().len() {
                0 => ABSENT,
                moves => hundredths(course.surprise() / moves as f64),
            },
        }
    }
}

/// An outcome that somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreseen {
    /// The fight of the day, from 0.
    pub fight: usize,
    /// What its chances say.
    pub what: ForeseenNumber,
    /// The metric that it is.
    pub metric: usize,
}

impl Layout {
    /// True if the chances of the fight of this number are looked at: all of the first, and of the others some, whatever happens in them.
    #[must_use]
    pub fn foresees(number: u64) -> bool {
        number < EACH || number.is_multiple_of(EVERY)
    }

    /// The fight of the day that a key is about, and what it asks.
    fn foreseen_by(&self, key: &str) -> Option<(usize, usize)> {
        let (part, name) = key.split_once('.')?;
        let number = part.strip_prefix("fight")?;
        let fight = match (number, &self.day) {
            ("", None) => 0,
            (number, Some(_)) => number.parse::<usize>().ok()?.checked_sub(1).filter(|&fight| fight < self.fights())?,
            _ => return None,
        };
        Some((fight, NAMES.iter().position(|(known, ..)| *known == name)?))
    }

    /// True if a key means what the chances of a fight say.
    pub(super) fn is_foreseen(&self, key: &str) -> bool {
        self.foreseen_by(key).is_some()
    }

    /// The metric of what the chances of a fight say. It becomes a metric when it is first asked for.
    pub(super) fn foresee(&mut self, key: &str) -> Option<usize> {
        let (fight, place) = self.foreseen_by(key)?;
        let (_, what, label, scale) = &NAMES[place];
        let metric = self.catalogue.metrics.len();
        self.foreseen.push(Foreseen { fight, what: *what, metric });
        let (key, label, scale) = (key.to_owned(), (*label).to_owned(), scale.clone());
        let described = Metric { family: key.clone(), key, label, subject: Subject::Fight, scale };
        Some(self.define(described, Quantity::Metric(metric)))
    }

    /// What is asked of the chances of fights.
    #[must_use]
    pub fn foreseen(&self) -> &[Foreseen] {
        &self.foreseen
    }

    /// Leaves open what is asked of the chances of fights.
    #[inline]
    pub fn leave_open(&self, values: &mut [i64]) {
        self.foreseen.iter().for_each(|foreseen| values[foreseen.metric] = ABSENT);
    }

    /// What the chances of a fight say, among what is counted on request.
    pub(super) fn chances_on_request(&self) -> OnRequest {
        let names: Vec<&str> = NAMES.iter().map(|(name, ..)| *name).collect();
        let meaning = format!(
            "what the chances say, of a fight: one of {}. {EACH} fights are looked at, and of more every {EVERY}th, each with {} continuations \
             of every round; it takes as long as some hundred fights",
            names.join(", "),
            DEPTH.continuations
        );
        let fight = if self.day.is_some() { "fight1" } else { "fight" };
        let pattern = if self.day.is_some() { "fight3.WHAT" } else { "fight.WHAT" };
        OnRequest { pattern, meaning, example: format!("{fight}.dead_rounds") }
    }
}
