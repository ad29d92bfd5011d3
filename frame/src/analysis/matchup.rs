//! Match-ups: everything against everything, and what the whole says.
//!
//! Owns the lists of variants as they are typed, the order in which pairings are played and when each has been played enough, and what is
//! found in the matrix. Where both sides have the same list, each pairing is played from both sides, the second time with luck of its own,
//! and counted together: whoever stands first in the file has no advantage, and how large it is is told. All other cells are the same
//! fights with the same luck. Everything that is said of the whole follows from intervals that hold together (Bonferroni over all
//! pairings, and over all looks where a pairing may stop because it is clear). The formulas are those of [`rank`] and
//! [`zero_sum`]. Start at [`PathValues::read`], then [`MatchupPlan::play`] and [`MatchupMatrix::findings`].

mod plan;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::error::Failure;
use crate::exact::{ExactEngine, Solved};
use crate::fight::{Scale, typed};
use crate::sim::Layout;
use crate::sim::solo::{Arm, FRESH};
use crate::stats::apart::{self, ExtremeSet};
use crate::stats::looks::{self, PrecisionDemand, StatisticEvidence};
use crate::stats::rank::{self, Dominated, Strength};
use crate::stats::score::Score;
use crate::stats::verdict::holm;
use crate::stats::{Interval, Level, verdict, zero_sum};
use crate::tally::Tally;

use super::grid::{pieces, range};

pub use plan::{MatchupPlan, PairingSource};

/// Most entries of one side.
pub const ENTRIES_MOST: usize = 64;
/// Letters of a name that nobody gave, at the most.
const NAME_MOST: usize = 32;

/// One of those that are compared: a variant of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchupEntry {
    /// Its name.
    pub name: String,
    /// Changes that make it, as `--set` takes them.
    pub sets: Vec<String>,
    /// Patches that make it.
    pub patches: Vec<PathBuf>,
}

/// The values of one path, each with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathValues {
    /// As it was typed.
    pub text: String,
    /// The path, as `--set` takes it.
    pub path: String,
    /// Names and values, as `--set` takes these; none where those of the other side are meant.
    pub values: Vec<(String, String)>,
}

impl PathValues {
    /// Reads `path=value|value|...`; where there is no `|`, values stand between commas or are a range, as for a sweep. A value may have
    /// a name in front: `path=long: [..]|short: [..]`. A path alone has no values.
    ///
    /// # Errors
    /// A text that is nothing of the kind, with what to write.
    pub fn read(text: &str) -> Result<Self, String> {
        let equals = pieces(text, '=').first().map_or(0, |piece| piece.len());
        let (path, rest) = text.split_at(equals);
        let path = path.trim().to_owned();
        if path.is_empty() {
            return Err("write a path and its values, such as 'side.left.Lea.hp_max=8|10|12'".into());
        }
        let Some(values) = rest.strip_prefix('=') else {
            return Ok(PathValues { text: text.to_owned(), path, values: Vec::new() });
        };
        let parts = pieces(values, '|');
        let parts: Vec<String> = match parts[..] {
            [_] => match range(values)? {
                Some(values) => values,
                None => pieces(values, ',').into_iter().map(|value| value.trim().to_owned()).collect(),
            },
            _ => parts.into_iter().map(|value| value.trim().to_owned()).collect(),
        };
        if parts.iter().any(String::is_empty) {
            return Err("a value is missing: values stand between `|`, such as 'side.left.Lea.hp_max=8|10|12'".into());
        }
        let values: Vec<(String, String)> = parts.iter().map(|part| named(part)).collect();
        if let Some((name, _)) = values.iter().find(|(_, value)| value.is_empty()) {
            return Err(format!("`{name}:` has a name and no value"));
        }
        Ok(PathValues { text: text.to_owned(), path, values })
    }

    /// The entries that it makes.
    #[must_use]
    pub fn entries(&self) -> Vec<MatchupEntry> {
        let entry = |(name, value): &(String, String)| MatchupEntry {
            name: name.clone(),
            sets: vec![format!("{}={value}", self.path)],
            patches: Vec::new(),
        };
        self.values.iter().map(entry).collect()
    }
}

/// The name and the value of a text such as `long: [..]`; without a name in front, what the value calls itself, or the value.
fn named(text: &str) -> (String, String) {
    let plain = |name: &str| {
        let letters = |letter: char| letter.is_alphanumeric() || " _-+'".contains(letter);
        !name.trim().is_empty() && name.chars().all(letters)
    };
    if let [name, _, ..] = pieces(text, ':')[..]
        && plain(name)
    {
        return (name.trim().to_owned(), text[name.len() + 1..].trim().to_owned());
    }
    let own = ["name", "kind"].into_iter().map(|key| said(text, key)).find(|names| !names.is_empty());
    let name = match own {
        Some(names) => names.join(" + "),
        None => text.trim_matches(['"', '\'']).to_owned(),
    };
    let short = match name.char_indices().nth(NAME_MOST) {
        Some((end, _)) => format!("{}..", &name[..end]),
        None => name,
    };
    (short, text.to_owned())
}

/// The texts in quotes that stand behind `key =`, anywhere in a value.
fn said(text: &str, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(key) {
        let inner = text[..at].chars().next_back().is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        let rest = text[at + key.len()..].trim_start().strip_prefix('=').map(str::trim_start);
        let Some(rest) = rest.filter(|_| !inner) else { continue };
        let quote = rest.chars().next().filter(|letter| ['"', '\''].contains(letter));
        if let Some(word) = quote.and_then(|quote| rest[1..].split(quote).next()) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Gives entries with the same name their values as names.
///
/// # Errors
/// Two entries that are the same, or too many or too few of them.
pub fn told_apart(mut entries: Vec<MatchupEntry>, side: &str) -> Result<Vec<MatchupEntry>, String> {
    let twice = |entries: &[MatchupEntry], name: &str| entries.iter().filter(|entry| entry.name == name).count() > 1;
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let same: Vec<bool> = names.iter().map(|name| twice(&entries, name)).collect();
    for (entry, _) in entries.iter_mut().zip(same).filter(|(_, same)| *same) {
        if let Some((_, value)) = entry.sets.first().and_then(|set| set.split_once('=')) {
            entry.name = value.trim().to_owned();
        }
    }
    if let Some(entry) = entries.iter().find(|entry| twice(&entries, &entry.name)) {
        return Err(format!("`{}` is there twice among the {side}; give one of them another name: `name: value`", entry.name));
    }
    match entries.len() {
        0 => Err(format!("there are no {side}")),
        many if many > ENTRIES_MOST => Err(format!("{many} {side} are too many: {ENTRIES_MOST} at the most")),
        _ => Ok(entries),
    }
}

/// One number that a whole matrix comes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Total {
    /// The number.
    pub what: MatrixQuestion,
    /// True if it is about the columns, seen from their side.
    pub columns: bool,
    /// The largest advantage that is none.
    pub margin: f64,
}

/// What is asked of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatrixQuestion {
    /// The number of entries that another one dominates.
    Dominated,
    /// The largest mean of an entry over all opponents.
    Highest,
    /// The smallest one.
    Lowest,
}

impl Total {
    /// The functions by which it is asked for, each with what it is.
    pub const FUNCTIONS: [(&'static str, MatrixQuestion); 3] =
        [("dominated", MatrixQuestion::Dominated), ("highest", MatrixQuestion::Highest), ("lowest", MatrixQuestion::Lowest)];

    /// The number, by shares whose intervals hold together. `same` says that rows and columns are the same list.
    #[must_use]
    pub fn of(&self, shares: &[Vec<Interval>], same: bool) -> Interval {
        let seen = if self.columns { turned(shares) } else { shares.to_vec() };
        let mean = |(row, shares): (usize, &Vec<Interval>)| {
            let opponents = shares.iter().enumerate().filter(|(column, _)| !same || shares.len() == 1 || *column != row);
            rank::mean(&opponents.map(|(_, share)| *share).collect::<Vec<_>>())
        };
        let end = |start: f64, end: fn(f64, f64) -> f64| {
            seen.iter().enumerate().map(mean).fold(Interval { estimate: start, low: start, high: start }, |all, one| Interval {
                estimate: end(all.estimate, one.estimate),
                low: end(all.low, one.low),
                high: end(all.high, one.high),
            })
        };
        match self.what {
            MatrixQuestion::Highest => end(0.0, f64::max),
            MatrixQuestion::Lowest => end(1.0, f64::min),
            MatrixQuestion::Dominated => {
                let beaten = rank::beaten(&seen, self.margin);
                let count = |part: usize| beaten.iter().filter(|one| one[part]).count() as f64;
                Interval { estimate: count(1), low: count(0), high: count(2) }
            }
        }
    }
}

/// The shares as the columns see them.
fn turned(shares: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
    let seen = |one: Interval| Interval { estimate: 1.0 - one.estimate, low: 1.0 - one.high, high: 1.0 - one.low };
    (0..shares[0].len()).map(|column| shares.iter().map(|row| seen(row[column])).collect()).collect()
}

/// The shares of one list against itself, counted from both sides: those of the cells may share their luck.
#[must_use]
pub fn from_both_sides(cells: &[Vec<Interval>]) -> Vec<Vec<Interval>> {
    let back = turned(cells);
    let share = |row: usize, column: usize| {
        if row == column { Interval::around(0.5, 0.0) } else { rank::mean(&[cells[row][column], back[row][column]]) }
    };
    (0..cells.len()).map(|row| (0..cells.len()).map(|column| share(row, column)).collect()).collect()
}

/// What is known of a pairing, seen from the side of the rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum KnownPairing {
    /// Fights that were played.
    Counted(Score),
    /// The share of its victories with draws as half, and that of draws, both solved: exact, or with bounds that hold for certain.
    Solved {
        /// The share.
        share: Interval,
        /// The part of it that is draws.
        drawn: Interval,
    },
}

impl KnownPairing {
    /// The share of victories with draws as half.
    #[must_use]
    pub fn share(&self, level: Level) -> Option<Interval> {
        match self {
            KnownPairing::Counted(score) => score.interval(level),
            KnownPairing::Solved { share, .. } => Some(*share),
        }
    }

    /// The share of fights that nobody wins.
    #[must_use]
    pub fn drawn(&self) -> f64 {
        match self {
            KnownPairing::Counted(score) => score.drawn as f64 / score.n().max(1) as f64,
            KnownPairing::Solved { drawn, .. } => drawn.estimate,
        }
    }

    /// The same seen from the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        let turn = |one: Interval| Interval { estimate: 1.0 - one.estimate, low: 1.0 - one.high, high: 1.0 - one.low };
        match self {
            KnownPairing::Counted(score) => KnownPairing::Counted(score.turned()),
            KnownPairing::Solved { share, drawn } => KnownPairing::Solved { share: turn(share), drawn },
        }
    }

    /// Both together, each as often as the other; `other` is seen from the same side.
    fn and(self, other: KnownPairing) -> Self {
        let between = |one: Interval, other: Interval| rank::mean(&[one, other]);
        match (self, other) {
            (KnownPairing::Counted(one), KnownPairing::Counted(other)) => KnownPairing::Counted(one.and(other)),
            (KnownPairing::Solved { share, drawn }, KnownPairing::Solved { share: also, drawn: too }) => {
                KnownPairing::Solved { share: between(share, also), drawn: between(drawn, too) }
            }
            // Nobody plays one and solves the other.
            (one, _) => one,
        }
    }
}

/// Where the ends of fights between two sides are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairingEnds {
    metric: usize,
    /// The labels of the winner when the side of the rows wins, and when that of the columns does.
    labels: [i64; 2],
}

impl PairingEnds {
    /// The ends of fights between these sides, that of the rows first.
    ///
    /// # Errors
    /// A side that does not win, or a day of several fights.
    pub fn of(layout: &Layout, sides: [&str; 2]) -> Result<Self, Failure> {
        let Some(metric) = layout.catalogue.index("winner").filter(|_| layout.fights() == 1) else {
            let message = "a match-up is of one fight, and this scenario is a day of several: take the fight that matters into a file of its own";
            return Err(Failure::Usage(message.into()));
        };
        let Scale::Category(labels) = &layout.catalogue.metrics[metric].scale else {
            return Err(Failure::Bug("the winner is no side".into()));
        };
        let camps = labels.iter().filter(|label| !typed::is_ending(label)).count();
        let label = |side: &str| labels.iter().position(|label| label == layout.victor(side)).map(|label| label as i64);
        let [Some(row), Some(column)] = sides.map(label) else {
            return Err(Failure::Usage(format!("{} and {} do not both win fights here", sides[0], sides[1])));
        };
        if row == column {
            return Err(Failure::Usage(format!("{} and {} win together: a match-up is between enemies", sides[0], sides[1])));
        }
        if camps > 2 {
            let all: Vec<&str> = labels.iter().filter(|label| !typed::is_ending(label)).map(String::as_str).collect();
            return Err(Failure::Usage(format!("a match-up is between two sides, and here {} fight", all.join(", "))));
        }
        Ok(PairingEnds { metric, labels: [row, column] })
    }

    /// The ends of fights that were counted.
    #[must_use]
    pub fn score(&self, tally: &Tally) -> Score {
        let counts = tally.counts(self.metric);
        let count = |label: i64| counts.iter().find(|(value, _)| *value == label).map_or(0, |(_, fights)| *fights);
        let [won, lost] = self.labels.map(count);
        Score { won, drawn: tally.n(self.metric) - won - lost, lost }
    }

    /// The ends of a fight that was solved; nothing where no end of it is known.
    #[must_use]
    pub fn solved(&self, solved: &Solved) -> Option<KnownPairing> {
        let [won, lost] = self.labels.map(|label| solved.share(self.metric, |value| value == label));
        let drawn = solved.share(self.metric, |value| !self.labels.contains(&value))?;
        let (won, lost) = (won?, lost?);
        let share = Interval {
            estimate: 0.5 + (won.estimate - lost.estimate) / 2.0,
            low: 0.5 + (won.low - lost.high) / 2.0,
            high: 0.5 + (won.high - lost.low) / 2.0,
        };
        let settled = solved.settled(self.metric);
        let share = if settled { Interval::around(share.estimate, 0.0) } else { share };
        Some(KnownPairing::Solved { share, drawn })
    }
}

/// When a pairing has been played enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairingStop {
    /// The most fights of a cell; those of a pairing from both sides are twice as many.
    pub fights: u64,
    /// The reach of its interval that is good enough, if any is.
    pub precision: Option<f64>,
    /// True if it is enough to know who is ahead.
    pub race: bool,
    /// The level of one interval.
    pub level: Level,
    /// The number of pairings.
    pub pairings: usize,
}

impl PairingStop {
    /// The numbers of fights of a cell after which it is seen whether they are enough.
    #[must_use]
    pub fn looks(&self) -> Vec<u64> {
        match (self.race, self.precision) {
            (true, _) => verdict::looks(self.fights),
            (false, Some(_)) => looks::looks(self.fights).collect(),
            (false, None) => vec![self.fights],
        }
    }

    /// The level of intervals that hold together, at whatever look each pairing ended.
    #[must_use]
    pub fn together(&self) -> Level {
        let looks = if self.race { self.looks().len() } else { 1 };
        apart::together(self.level, self.pairings * looks)
    }

    /// True if a pairing needs no more fights.
    #[must_use]
    pub fn enough(&self, score: Score) -> bool {
        let clear = || score.interval(self.together()).is_some_and(|share| apart::side(share, 0.5).is_some());
        let precise = |precision: f64| {
            // Draws are half: what is worth 0, 1 or 2 is twice as wide.
            let (evidence, precision) = match score.drawn {
                0 => (StatisticEvidence::proportion(score.won, score.n()), precision),
                _ => (StatisticEvidence::mean([(0, score.lost), (1, score.drawn), (2, score.won)]), 2.0 * precision),
            };
            let demand = PrecisionDemand { label: "", precision, evidence };
            looks::standing(&[demand], score.n(), self.level).is_some_and(|standing| standing.met)
        };
        self.precision.is_some_and(precise) || self.race && clear()
    }
}

/// One of the fights of a pairing.
pub struct PairingFight<'a> {
    /// What is played.
    pub arm: &'a Arm<dyn ExactEngine>,
    /// Where its ends are read.
    pub ends: PairingEnds,
}

/// Plays a pairing until it is enough: one cell, or two with the sides exchanged. The second one has luck of its own. Returns the score
/// of each, seen from the side of its own row; nothing when it was interrupted.
///
/// # Errors
/// More threads than can be started; an own metric that is too large.
pub fn play(
    seats: &[PairingFight<'_>],
    pace: &PairingStop,
    threads: Option<u16>,
    interrupted: &AtomicBool,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Option<Vec<Score>>, Failure> {
    let mut scores = vec![Score::default(); seats.len()];
    let mut played = 0;
    for look in pace.looks() {
        for (place, (seat, score)) in seats.iter().zip(&mut scores).enumerate() {
            let from = if place == 0 { 0 } else { FRESH };
            let before = played * seats.len() as u64 + place as u64 * (look - played);
            let mut told = |done| progress(before + done);
            let Some(tally) = seat.arm.count(from + played..from + look, threads, interrupted, &mut told)? else {
                return Ok(None);
            };
            *score = score.and(seat.ends.score(&tally));
        }
        played = look;
        if pace.enough(both(&scores)) {
            break;
        }
    }
    Ok(Some(scores))
}

/// The scores of both seats, seen from the first.
fn both(scores: &[Score]) -> Score {
    scores
        .iter()
        .enumerate()
        .fold(Score::default(), |all, (place, score)| all.and(if place == 0 { *score } else { score.turned() }))
}

/// A pairing: a row and a column, or two entries that are both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// True if it is played from both sides.
    pub exchanged: bool,
}

/// All pairings, in the order in which they are played; `same` where rows and columns are the same list.
#[must_use]
pub fn pairings(rows: usize, columns: usize, same: bool) -> Vec<Pairing> {
    let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    all.filter(|(row, column)| !same || row <= column)
        .map(|(row, column)| Pairing { row, column, exchanged: same && row < column })
        .collect()
}

/// The state of a pairing.
#[derive(Clone, PartialEq, Debug)]
pub enum PairingState {
    /// It was played or solved: seen from the side of the row; where it was exchanged, then with the other one in its place, seen from
    /// the side of that.
    Played(Vec<KnownPairing>),
    /// It is no scenario that can be played: why not.
    Refused(String),
    /// There was no time for it.
    Open,
}

/// The matrix.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchupMatrix {
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// True if both are the same list.
    pub same: bool,
    /// All pairings with their states.
    pub pairings: Vec<(Pairing, PairingState)>,
    /// The level of one interval.
    pub level: Level,
    /// The level of intervals that hold together.
    pub together: Level,
    /// The largest advantage that is none.
    pub margin: f64,
}

/// How much an advantage it is to stand first in the file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seat {
    /// The pairing.
    pub pairing: Pairing,
    /// What the first seat wins more than half, between equals: of an entry against itself, or over both ways to seat two. The interval
    /// holds together with those of all other pairings.
    pub advantage: Interval,
}

/// Everything that the whole matrix says.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// By row: the mean over all columns; of the same list, over all others.
    pub means: Vec<Interval>,
    /// By column: the mean of the rows against it.
    pub means_of_columns: Vec<Interval>,
    /// By row: the columns against which it is worst, and best; none where none is told apart from another.
    pub ends: Vec<[Option<ExtremeSet>; 2]>,
    /// Rows that another one dominates.
    pub dominated: Vec<Dominated>,
    /// True if it is shown that no row is dominated: each is better than any other one against something, or all but the same.
    pub none_dominated: bool,
    /// Columns that another one dominates; of the same list those of the rows again.
    pub dominated_columns: Vec<Dominated>,
    /// Circles, each with how likely it is at the most that one of its steps is luck, corrected for all pairings.
    pub circles: Vec<(Vec<usize>, f64)>,
    /// The value of the game for the rows, and what the intervals leave open of it.
    pub value: Interval,
    /// The weights of rows and columns in an equilibrium, each with how far it may move within the intervals.
    pub mixture: [Vec<Interval>; 2],
    /// The strengths in one line.
    pub strength: Strength,
    /// Of the same list: the advantage of the first seat in each pairing.
    pub seats: Vec<Seat>,
}

impl MatchupMatrix {
    /// The matrix without rows and columns of which nothing can be played, so that the others have one; and all pairings that cannot be
    /// played: row, column and reason.
    #[must_use]
    pub fn playable(self) -> (Self, Vec<[String; 3]>) {
        let refused = self.pairings.iter().filter_map(|(one, state)| match state {
            PairingState::Refused(why) => Some([self.rows[one.row].clone(), self.columns[one.column].clone(), why.clone()]),
            _ => None,
        });
        let refused: Vec<[String; 3]> = refused.collect();
        let some = |is: &dyn Fn(&Pairing) -> bool| {
            self.pairings.iter().any(|(one, state)| is(one) && !matches!(state, PairingState::Refused(_)))
        };
        let as_row = |entry: usize| some(&|one| one.row == entry || self.same && one.column == entry);
        let as_column = |entry: usize| some(&|one| one.column == entry || self.same && one.row == entry);
        let rows: Vec<usize> = (0..self.rows.len()).filter(|&row| as_row(row)).collect();
        let columns: Vec<usize> = (0..self.columns.len()).filter(|&column| as_column(column)).collect();
        if rows.is_empty() || rows.len() == self.rows.len() && columns.len() == self.columns.len() {
            return (self, refused);
        }
        let place = |places: &[usize], entry: usize| places.iter().position(|&kept| kept == entry);
        let moved = |(one, state): &(Pairing, PairingState)| {
            let (row, column) = (place(&rows, one.row)?, place(&columns, one.column)?);
            Some((Pairing { row, column, ..*one }, state.clone()))
        };
        let kept = MatchupMatrix {
            rows: rows.iter().map(|&row| self.rows[row].clone()).collect(),
            columns: columns.iter().map(|&column| self.columns[column].clone()).collect(),
            pairings: self.pairings.iter().filter_map(moved).collect(),
            ..self
        };
        (kept, refused)
    }

    /// What is known of a row against a column.
    #[must_use]
    pub fn known(&self, row: usize, column: usize) -> Option<KnownPairing> {
        let turned = self.same && row > column;
        let (row, column) = if turned { (column, row) } else { (row, column) };
        let (_, state) = self.pairings.iter().find(|(one, _)| (one.row, one.column) == (row, column))?;
        let PairingState::Played(known) = state else { return None };
        let known = match known[..] {
            [there, back] => there.and(back.turned()),
            [there] => there,
            _ => return None,
        };
        Some(if turned { known.turned() } else { known })
    }

    /// The share of a row against a column, with draws as half.
    #[must_use]
    pub fn share(&self, row: usize, column: usize, level: Level) -> Option<Interval> {
        self.known(row, column)?.share(level)
    }

    /// All shares; nothing where one is not known.
    #[must_use]
    pub fn shares(&self, level: Level) -> Option<Vec<Vec<Interval>>> {
        let row = |row| (0..self.columns.len()).map(|column| self.share(row, column, level)).collect();
        (0..self.rows.len()).map(row).collect()
    }

    /// The pairings whose shares are told apart from what is foretold of them, those first that are furthest from it: row and column.
    #[must_use]
    pub fn far(&self, foretold: &[Vec<f64>]) -> Vec<(usize, usize)> {
        let cells = (0..self.rows.len()).flat_map(|row| (0..self.columns.len()).map(move |column| (row, column)));
        let outside = |(row, column): (usize, usize)| {
            let (share, foretold) = (self.share(row, column, self.together)?, foretold[row][column]);
            let outside = foretold < share.low || share.high < foretold;
            outside.then_some(((share.estimate - foretold).abs(), (row, column)))
        };
        let once = cells.filter(|(row, column)| !self.same || row < column);
        let mut far: Vec<(f64, (usize, usize))> = once.filter_map(outside).collect();
        far.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        far.into_iter().map(|(_, cell)| cell).collect()
    }

    /// All shares of the game in which each of the two has either seat as often: there, an entry against itself wins half whatever the seats
    /// are worth, which is told apart.
    fn fair(&self, level: Level) -> Option<Vec<Vec<Interval>>> {
        let mut shares = self.shares(level)?;
        if self.same {
            (0..shares.len()).for_each(|entry| shares[entry][entry] = Interval::around(0.5, 0.0));
        }
        Some(shares)
    }

    /// The places of the opponents of a row: of the same list, all others.
    pub fn opponents(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let alone = self.columns.len() == 1;
        (0..self.columns.len()).filter(move |&column| alone || !self.same || column != row)
    }

    /// Everything that the whole matrix says; nothing where a cell of it is not known.
    #[must_use]
    pub fn findings(&self) -> Option<Findings> {
        let [single, together] = [self.fair(self.level)?, self.fair(self.together)?];
        let mean = |row: usize| rank::mean(&self.opponents(row).map(|column| single[row][column]).collect::<Vec<_>>());
        let mean_of_column = |column: usize| {
            let rows = (0..self.rows.len()).filter(|&row| !self.same || self.rows.len() == 1 || row != column);
            rank::mean(&rows.map(|row| single[row][column]).collect::<Vec<_>>())
        };
        let ends = |row: usize| {
            let opponents: Vec<usize> = self.opponents(row).collect();
            let shares: Vec<Interval> = opponents.iter().map(|&column| together[row][column]).collect();
            let placed = |found: ExtremeSet| {
                let at = |places: Vec<usize>| places.into_iter().map(|place| opponents[place]).collect();
                ExtremeSet { named: at(found.named), open: at(found.open) }
            };
            [apart::smallest(&shares).map(placed), apart::largest(&shares).map(placed)]
        };
        Some(Findings {
            means: (0..self.rows.len()).map(mean).collect(),
            means_of_columns: (0..self.columns.len()).map(mean_of_column).collect(),
            ends: (0..self.rows.len()).map(ends).collect(),
            dominated: rank::dominated(&together, self.margin),
            none_dominated: !rank::beaten(&together, self.margin).iter().any(|one| one[2]),
            dominated_columns: rank::dominated(&turned(&together), self.margin),
            circles: self.circles(&together),
            value: if self.same { Interval::around(0.5, 0.0) } else { zero_sum::value(&together) },
            mixture: zero_sum::room(&together, self.same.then_some(0.5)),
            strength: rank::strength(&single, &together),
            seats: self.seats(),
        })
    }

    /// The circles, where rows and columns are the same list, the most certain first.
    fn circles(&self, shares: &[Vec<Interval>]) -> Vec<(Vec<usize>, f64)> {
        if !self.same {
            return Vec::new();
        }
        let pairs: Vec<Pairing> =
            pairings(self.rows.len(), self.columns.len(), true).into_iter().filter(|one| one.exchanged).collect();
        let chance = |pair: &Pairing| match self.known(pair.row, pair.column) {
            Some(KnownPairing::Counted(score)) => score.chance_if_even(),
            _ => 0.0,
        };
        let adjusted = holm(&pairs.iter().map(chance).collect::<Vec<_>>(), pairs.len());
        let mut chances = vec![vec![1.0; self.rows.len()]; self.rows.len()];
        for (pair, chance) in pairs.iter().zip(adjusted) {
            chances[pair.row][pair.column] = chance;
            chances[pair.column][pair.row] = chance;
        }
        let with_doubt = |circle: Vec<usize>| {
            let doubt = rank::doubt(&circle, &chances);
            (circle, doubt)
        };
        let mut found: Vec<(Vec<usize>, f64)> = rank::circles(&rank::beats(shares)).into_iter().map(with_doubt).collect();
        found.sort_by(|one, other| one.1.total_cmp(&other.1));
        found
    }

    /// The advantage of the first seat in each pairing of the same list.
    fn seats(&self) -> Vec<Seat> {
        let seat = |(pairing, state): &(Pairing, PairingState)| {
            let PairingState::Played(known) = state else { return None };
            let half = |known: &KnownPairing, level| {
                let share = known.share(level)?;
                Some(Interval { estimate: share.estimate - 0.5, low: share.low - 0.5, high: share.high - 0.5 })
            };
            let level = self.together;
            let advantage = match &known[..] {
                [there] => half(there, level)?,
                [there, back] => rank::mean(&[half(there, level.shared(2))?, half(back, level.shared(2))?]),
                _ => return None,
            };
            Some(Seat { pairing: *pairing, advantage })
        };
        if self.same { self.pairings.iter().filter_map(seat).collect() } else { Vec::new() }
    }
}

impl Findings {
    /// The pairings in which the first seat is an advantage, or a drawback, for certain.
    #[must_use]
    pub fn uneven(&self) -> Vec<Seat> {
        self.seats
            .iter()
            .filter(|seat| apart::side(seat.advantage, 0.0).is_some_and(std::cmp::Ordering::is_ne))
            .copied()
            .collect()
    }

    /// The order of rows and of columns in which the matrix is read: the best on average first.
    #[must_use]
    pub fn order(&self) -> [Vec<usize>; 2] {
        let by = |means: &[Interval], best_first: bool| {
            let mut order: Vec<usize> = (0..means.len()).collect();
            let value = |place: usize| if best_first { -means[place].estimate } else { means[place].estimate };
            order.sort_by(|&one, &other| value(one).total_cmp(&value(other)).then(one.cmp(&other)));
            order
        };
        [by(&self.means, true), by(&self.means_of_columns, false)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::catalogue;
    use crate::stats::rank::Certainty;
    use crate::stats::testing::UniformNumbers;

    fn board(names: &[&str], scores: &dyn Fn(usize, usize) -> [Score; 2]) -> MatchupMatrix {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let pairings = pairings(names.len(), names.len(), true);
        let level = Level::default().shared(pairings.len());
        let played = |one: Pairing| {
            let [there, back] = scores(one.row, one.column).map(KnownPairing::Counted);
            (one, PairingState::Played(if one.exchanged { vec![there, back] } else { vec![there] }))
        };
        let pairings = pairings.into_iter().map(played).collect();
        MatchupMatrix {
            rows: names.clone(),
            columns: names,
            same: true,
            pairings,
            level: Level::default(),
            together: level,
            margin: 0.01,
        }
    }

    fn score(won: u64, n: u64) -> Score {
        Score { won, drawn: 0, lost: n - won }
    }

    #[test]
    fn lists_are_read_with_names_and_without() {
        let read = |text: &str| PathValues::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let names = |text: &str| read(text).values.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names("side.a.b.hp_max=6..8"), ["6", "7", "8"]);
        assert_eq!(names("policy.left=brave,careful"), ["brave", "careful"]);
        let weapons = "side.a.b.weapons=[{ name = \"dagger\", die = \"1d4\" }]|two: [{ name = 'a' }, { name = 'b' }]|[{ name = 'a' }, { kind = 'x', name = 'b' }]";
        assert_eq!(names(weapons), ["dagger", "two", "a + b"]);
        assert_eq!(read(weapons).values[1].1, "[{ name = 'a' }, { name = 'b' }]");
        assert_eq!(names("x=[{ kind = \"axe\" }]|\"plain\""), ["axe", "plain"]);
        let bare = read("side.\"x=y\".b.hp");
        assert_eq!((bare.path.as_str(), bare.values.len()), ("side.\"x=y\".b.hp", 0));
        let sets = read("a.b=fast: 1|slow: 2").entries().into_iter().map(|entry| entry.sets).collect::<Vec<_>>();
        assert_eq!(sets, [["a.b=1"], ["a.b=2"]]);
        for (text, wanted) in
            [("=1|2", "write a path"), ("a=1||2", "missing"), ("a=1|b:", "no value"), ("a=4..1", "empty"), ("a=", "missing")]
        {
            let error = PathValues::read(text).expect_err(text);
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }

    #[test]
    fn pairings_are_far_only_where_their_share_is_told_apart_from_what_is_foretold() {
        // Everybody wins half of everything, but the first nine of ten against the third.
        let share = |row, column| if (row, column) == (0, 2) { 9000 } else { 5000 };
        let board = board(&["a", "b", "c"], &|row, column| {
            [score(share(row, column), 10_000), score(10_000 - share(row, column), 10_000)]
        });
        let half = vec![vec![0.5; 3]; 3];
        assert_eq!(board.far(&half), [(0, 2)]);
        let mut other = half;
        (other[0][1], other[0][2]) = (0.0, 0.9);
        assert_eq!(board.far(&other), [(0, 1)]);
    }

    #[test]
    fn entries_are_told_apart_or_refused() {
        let entries = |text: &str| told_apart(PathValues::read(text).expect("a list").entries(), "rows");
        let apart = entries("a=[{ name = 'x', die = 1 }]|[{ name = 'x', die = 2 }]").expect("two");
        assert!(apart[0].name.contains("die = 1") && apart[1].name.contains("die = 2"), "{apart:?}");
        assert!(entries("a=1|2|1").expect_err("twice").contains("`1` is there twice"));
        assert!(told_apart(Vec::new(), "columns").expect_err("none").contains("no columns"));
        assert!(entries("a=1..65").expect_err("too many").contains("65 rows are too many"));
    }

    #[test]
    fn pairings_of_one_list_are_played_from_both_sides_and_counted_together() {
        let of = |rows, columns, same| {
            pairings(rows, columns, same).iter().map(|one| (one.row, one.column, one.exchanged)).collect::<Vec<_>>()
        };
        assert_eq!(of(2, 2, true), [(0, 0, false), (0, 1, true), (1, 1, false)]);
        assert_eq!(of(1, 2, false), [(0, 0, false), (0, 1, false)]);
        let board = board(&["a", "b"], &|row, column| {
            if row == column { [score(520, 1000); 2] } else { [score(700, 1000), score(350, 1000)] }
        });
        assert_eq!(board.known(0, 1), Some(KnownPairing::Counted(score(1350, 2000))));
        assert_eq!(board.known(1, 0), Some(KnownPairing::Counted(score(650, 2000))));
        let findings = board.findings().expect("all is known");
        let seats: Vec<f64> = findings.seats.iter().map(|seat| (seat.advantage.estimate * 1000.0).round() / 1000.0).collect();
        assert_eq!(seats, [0.02, 0.025, 0.02]);
        assert!(findings.uneven().is_empty(), "so few fights do not show it");
        assert_eq!(findings.order(), [[0, 1], [0, 1]]);
        assert_eq!(findings.means[0].estimate, 0.675);
    }

    #[test]
    fn rock_paper_scissors_and_a_stick_are_what_they_are() {
        // The stick wins less often than scissors do, against all of them.
        let truth = [[0.5, 0.2, 0.8, 0.9], [0.8, 0.5, 0.2, 0.55], [0.2, 0.8, 0.5, 0.65], [0.1, 0.45, 0.35, 0.5]];
        let mut luck = UniformNumbers::new(1);
        let mut played = |one: usize, other: usize| score(luck.binomial(4000, truth[one][other]), 4000);
        let scores: Vec<Vec<Score>> = (0..4).map(|one| (0..4).map(|other| played(one, other)).collect()).collect();
        let scores = |one: usize, other: usize| [scores[one][other], scores[other][one]];
        let board = board(&["rock", "paper", "scissors", "stick"], &scores);
        let found = board.findings().expect("all is known");
        assert_eq!(found.circles.iter().map(|(circle, _)| circle.clone()).collect::<Vec<_>>(), [[0, 2, 1]]);
        assert!(found.circles[0].1 < 1e-9);
        let dominated: Vec<_> = found.dominated.iter().map(|one| (one.row, one.by, one.certainty)).collect();
        assert_eq!(dominated, [(3, 2, Certainty::Certain)]);
        let [rows, columns] = &found.mixture;
        for weight in rows.iter().chain(columns).filter(|weight| weight.estimate > 0.0) {
            assert!(
                (weight.estimate - 1.0 / 3.0).abs() < 0.03 && weight.low < 1.0 / 3.0 && 1.0 / 3.0 < weight.high,
                "{weight:?}"
            );
        }
        assert!(rows[3].estimate == 0.0 && rows[3].high < 0.15, "{:?}", rows[3]);
        assert_eq!(found.value, Interval::around(0.5, 0.0), "the same for both");
        assert!(found.uneven().is_empty());
        let explained = found.strength.explained.expect("there are differences");
        assert!(explained.low < explained.estimate && explained.estimate < 0.8, "{explained:?}");
    }

    #[test]
    fn a_whole_matrix_comes_to_one_number_for_expectations() {
        let shares: Vec<Vec<Interval>> = [[0.5, 0.7, 0.6], [0.3, 0.5, 0.55], [0.4, 0.45, 0.5]]
            .map(|row| row.map(|share| Interval::around(share, 0.01)).to_vec())
            .to_vec();
        let of = |what, columns| Total { what, columns, margin: 0.01 }.of(&shares, true);
        let near =
            |ours: Interval, estimate: f64| (ours.estimate - estimate).abs() < 1e-9 && (ours.half_width() - 0.01).abs() < 1e-9;
        assert!(near(of(MatrixQuestion::Highest, false), 0.65) && near(of(MatrixQuestion::Lowest, false), 0.425));
        assert!(
            near(of(MatrixQuestion::Highest, true), 0.65) && near(of(MatrixQuestion::Lowest, true), 0.425),
            "the columns are the same list"
        );
        assert_eq!(of(MatrixQuestion::Dominated, false), Interval { estimate: 2.0, low: 2.0, high: 2.0 });
        let seated = from_both_sides(&[
            vec![Interval::around(0.52, 0.01), Interval::around(0.7, 0.01)],
            vec![Interval::around(0.34, 0.01), Interval::around(0.52, 0.01)],
        ]);
        assert!(
            seated[0][0] == Interval::around(0.5, 0.0) && near(seated[0][1], 0.68) && near(seated[1][0], 0.32),
            "{seated:?}"
        );
    }

    #[test]
    fn a_pairing_stops_when_it_is_precise_or_clear_and_not_before() {
        let pace = |precision, race| PairingStop { fights: 100_000, precision, race, level: Level::default(), pairings: 28 };
        assert_eq!(pace(None, false).looks(), [100_000]);
        assert_eq!(pace(Some(0.01), false).looks()[..3], [4096, 8192, 16_384]);
        assert!(pace(None, true).looks().len() <= 10);
        assert!(!pace(Some(0.01), false).enough(score(4096, 8192)) && pace(Some(0.01), false).enough(score(8192, 16_384)));
        assert!(pace(None, true).enough(score(5000, 8192)) && !pace(None, true).enough(score(4150, 8192)));
        let drawn = Score { won: 2000, drawn: 2192, lost: 4000 };
        assert!(pace(Some(0.01), false).enough(drawn) && !pace(Some(0.005), false).enough(drawn), "draws vary less");
        assert!(pace(None, true).together().alpha() < pace(None, false).together().alpha());
    }

    #[test]
    fn ends_of_fights_are_read_from_both_sides() {
        let catalogue = catalogue();
        let ends = PairingEnds { metric: 0, labels: [0, 1] };
        let mut tally = Tally::new(&catalogue, 0);
        [0, 0, 1].iter().for_each(|&winner| tally.record(&[winner, 3, 0, 0]));
        assert_eq!(ends.score(&tally), Score { won: 2, drawn: 0, lost: 1 });
        let nobody = PairingEnds { metric: 0, labels: [0, 2] };
        assert_eq!(nobody.score(&tally), Score { won: 2, drawn: 1, lost: 0 }, "who is none of the two wins for nobody");
    }

    #[test]
    fn an_entry_that_cannot_be_played_leaves_the_others_a_matrix() {
        let mut board = board(&["a", "b", "c"], &|_, _| [score(500, 1000); 2]);
        for (one, state) in &mut board.pairings {
            if one.row == 1 || one.column == 1 {
                *state = PairingState::Refused("no".into());
            }
        }
        let (kept, refused) = board.clone().playable();
        assert_eq!(
            (kept.rows.join(" "), kept.columns.join(" "), kept.pairings.len(), refused.len()),
            ("a c".into(), "a c".into(), 3, 3)
        );
        assert!(kept.findings().is_some() && kept.known(0, 1).is_some());
        board.pairings[0].1 = PairingState::Refused("no".into());
        assert_eq!(board.playable().0.rows, ["a", "c"], "what can be played against something stays");
    }

    #[test]
    fn one_cell_that_is_missing_leaves_the_whole_open() {
        let mut board = board(&["a", "b"], &|_, _| [score(500, 1000); 2]);
        board.pairings[1].1 = PairingState::Open;
        assert!(board.findings().is_none() && board.known(0, 1).is_none() && board.known(0, 0).is_some());
    }
}
