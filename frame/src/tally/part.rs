//! Parts: the counts of some of the fights of a command, so that several machines can share its work.
//!
//! Owns which fights a [`Shard`] plays, the file of a [`TallyPart`], and what [`Parts`] make a whole: every part once, all of the
//! same command. Must not play and must not judge. Start at [`Parts::gather`].

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::file::{FileLines, sealed};
use super::{PairedTally, ReadError, Tally};

/// Version of the file of a part. A reader refuses versions it does not know.
pub const PART_VERSION: u32 = 2;

/// One of several machines that share the fights of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
}

impl Shard {
    /// The fights that it plays, of these. The shards play neighbouring stretches that differ by one fight at the most.
    #[must_use]
    pub fn part(self, fights: Range<u64>) -> Range<u64> {
        let length = u128::from(fights.end - fights.start);
        // No stretch is longer than the whole, so it fits.
        let end = |number: u32| fights.start + (length * u128::from(number) / u128::from(self.of)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

/// The counts of some fights.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartCounts {
    /// Of one scenario.
    Single(Tally),
    /// Of two variants of a scenario, fight by fight.
    Paired(PairedTally),
}

/// The counts of some fights of one of the things that a command plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// The job that was played: digests of scenarios and of what is counted of their fights.
    pub job: String,
    /// Numbers of the fights.
    pub fights: Range<u64>,
    /// Their counts.
    pub counts: PartCounts,
}

/// The fights that one shard has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TallyPart {
    /// The shard, and the command.
    pub header: PartHeader,
    /// The counts.
    pub pieces: Vec<Piece>,
}

/// The origin of a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PartHeader {
    /// Version of the program.
    pub tool: String,
    /// Name of the scheme of random streams.
    pub scheme: String,
    /// The [state of the rules](super::results()).
    pub results: String,
    /// The words of the command, without the program's name and the shard.
    pub command: Vec<String>,
    /// The shard.
    pub shard: Shard,
}

impl TallyPart {
    /// The file's text.
    ///
    /// # Errors
    /// A part that cannot be put into words, which is a bug.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = format!("sparring part {PART_VERSION}\n{}\n", serde_json::to_string(&self.header)?);
        for piece in &self.pieces {
            text.push_str(&serde_json::to_string(piece)?);
            text.push('\n');
        }
        Ok(sealed(text))
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// A text that is no part, or a damaged one.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let (mut lines, _) = FileLines::open(text, "part", PART_VERSION..=PART_VERSION)?;
        let Some(header) = lines.next().and_then(|line| serde_json::from_str::<PartHeader>(line).ok()) else {
            return lines.fail("here should stand what the part belongs to");
        };
        if header.shard.number == 0 || header.shard.number > header.shard.of {
            return lines.fail(format!("there is no part {} of {}", header.shard.number, header.shard.of));
        }
        let mut pieces = Vec::new();
        while let Some(line) = lines.next() {
            match serde_json::from_str::<Piece>(line) {
                Ok(piece) if piece.fights.start < piece.fights.end => pieces.push(piece),
                _ => return lines.fail("here should stand the counts of some fights"),
            }
        }
        Ok(TallyPart { header, pieces })
    }
}

/// All parts of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The words of the command, without the program's name and the shard.
    pub command: Vec<String>,
    /// The counts, by job; those of each in the order of their fights.
    pieces: BTreeMap<String, Vec<Piece>>,
}

impl Parts {
    /// Puts parts together, each given with the name of its file.
    ///
    /// # Errors
    /// Everything that keeps them from being one whole: parts of other commands, twice, or missing, each by name.
    pub fn gather(parts: Vec<(String, TallyPart)>) -> Result<Self, Vec<String>> {
        let Some((first, model)) = parts.first().map(|(name, part)| (name.clone(), part.header.clone())) else {
            return Err(vec!["there is no part".to_owned()]);
        };
        let mut wrong = Vec::new();
        let mut names: BTreeMap<u32, String> = BTreeMap::new();
        for (name, TallyPart { header, .. }) in &parts {
            if let Some(difference) = foreign(&model, header) {
                wrong.push(format!("{name} does not belong to {first}: {difference}"));
            } else if let Some(other) = names.insert(header.shard.number, name.clone()) {
                wrong.push(format!("{name} and {other} are both part {} of {}", header.shard.number, header.shard.of));
            }
        }
        let missing: Vec<String> =
            (1..=model.shard.of).filter(|number| !names.contains_key(number)).map(|number| number.to_string()).collect();
        if wrong.is_empty() && !missing.is_empty() {
            let noun = if missing.len() == 1 { "part" } else { "parts" };
            wrong.push(format!("{noun} {} of {} missing", missing.join(", "), model.shard.of));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let mut pieces: BTreeMap<String, Vec<Piece>> = BTreeMap::new();
        for piece in parts.into_iter().flat_map(|(_, part)| part.pieces) {
            pieces.entry(piece.job.clone()).or_default().push(piece);
        }
        pieces.values_mut().for_each(|pieces| pieces.sort_by_key(|piece| (piece.fights.start, piece.fights.end)));
        Ok(Parts { command: model.command, pieces })
    }

    /// The counts of these fights of a job, added to `empty`. None when the parts have not exactly these fights of it, or have
    /// counted other things.
    #[must_use]
    pub fn single(&self, job: &str, fights: Range<u64>, empty: Tally) -> Option<Tally> {
        self.sum(job, fights, empty, |sum, counts| match counts {
            PartCounts::Single(tally) if tally.is_like(sum) => {
                sum.merge(tally);
                Some(tally.fights())
            }
            _ => None,
        })
    }

    /// An empty part for two variants.
    #[must_use]
    pub fn paired(&self, job: &str, fights: Range<u64>, empty: PairedTally) -> Option<PairedTally> {
        self.sum(job, fights, empty, |sum, counts| match counts {
            PartCounts::Paired(tally) if tally.is_like(sum) => {
                sum.merge(tally);
                Some(tally.fights())
            }
            _ => None,
        })
    }

    /// Adds the pieces of these fights; `add` returns how many fights a piece counts, or nothing when it does not fit.
    fn sum<T>(&self, job: &str, fights: Range<u64>, empty: T, add: impl Fn(&mut T, &PartCounts) -> Option<u64>) -> Option<T> {
        let (mut sum, mut next) = (empty, fights.start);
        let none = Vec::new();
        let pieces = self.pieces.get(job).unwrap_or(&none).iter();
        for piece in pieces.filter(|piece| fights.start <= piece.fights.start && piece.fights.end <= fights.end) {
            let counted = add(&mut sum, &piece.counts)?;
            if piece.fights.start != next || counted != piece.fights.end - piece.fights.start {
                return None;
            }
            next = piece.fights.end;
        }
        (next == fights.end).then_some(sum)
    }
}

/// The reason why a part does not belong to the command of another one.
fn foreign(model: &PartHeader, other: &PartHeader) -> Option<String> {
    let program = |header: &PartHeader| (header.tool.clone(), header.scheme.clone(), header.results.clone());
    if program(model) != program(other) {
        let said = |header: &PartHeader| format!("sparring {} ({}, rules {})", header.tool, header.scheme, header.results);
        return Some(format!("one was played by {}, the other by {}", said(model), said(other)));
    }
    if model.command != other.command {
        return Some(format!("one is of `{}`, the other of `{}`", model.command.join(" "), other.command.join(" ")));
    }
    (model.shard.of != other.shard.of).then(|| format!("one is of {} parts, the other of {}", model.shard.of, other.shard.of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::{Catalogue, Metric, Scale, Subject};

    fn catalogue() -> Catalogue {
        let metric = |key: &str| Metric {
            key: key.into(),
            family: key.into(),
            label: key.into(),
            subject: Subject::Fight,
            scale: Scale::Amount("points"),
        };
        Catalogue { metrics: vec![metric("a"), metric("b")], ..Catalogue::default() }
    }

    fn tally(fights: Range<u64>) -> Tally {
        let mut tally = Tally::new(&catalogue(), 2);
        fights.for_each(|number| tally.record(&[number as i64 % 7, 5000 - number as i64]));
        tally
    }

    fn part(number: u32, of: u32, fights: u64) -> (String, TallyPart) {
        let shard = Shard { number, of };
        let header = PartHeader {
            tool: "1".into(),
            scheme: "s".into(),
            results: "r".into(),
            command: vec!["run".into(), "duel.toml".into()],
            shard,
        };
        let fights = shard.part(0..fights);
        let piece = Piece { job: "duel".into(), fights: fights.clone(), counts: PartCounts::Single(tally(fights)) };
        (format!("{number}.part"), TallyPart { header, pieces: vec![piece] })
    }

    fn gathered(parts: Vec<(String, TallyPart)>) -> Vec<String> {
        Parts::gather(parts).expect_err("it is no whole")
    }

    #[test]
    fn shards_play_every_fight_once() {
        for (fights, of) in [(0, 3), (2, 5), (100, 7), (1 << 40, 9)] {
            let mut next = 10;
            for number in 1..=of {
                let part = Shard { number, of }.part(10..10 + fights);
                assert_eq!(part.start, next);
                assert!((part.end - part.start).abs_diff(fights / u64::from(of)) <= 1);
                next = part.end;
            }
            assert_eq!(next, 10 + fights);
        }
    }

    #[test]
    fn parts_that_were_written_and_read_in_any_order_make_the_whole() {
        let read = |number| {
            let (name, part) = part(number, 3, 1000);
            let text = part.text().expect("it can be written");
            let read = TallyPart::read(&text).expect("it can be read");
            assert_eq!(read.text().expect("it can be written again"), text);
            (name, read)
        };
        let parts = Parts::gather(vec![read(3), read(1), read(2)]).expect("a whole");
        let (sum, whole) = (parts.single("duel", 0..1000, tally(0..0)).expect("all fights"), tally(0..1000));
        assert_eq!((sum.fights(), sum.counts(0), sum.counts(1)), (1000, whole.counts(0), whole.counts(1)));
        assert_eq!(parts.single("duel", 0..1001, tally(0..0)), None);
        assert_eq!(parts.single("other", 0..1000, tally(0..0)), None);
        let other = Tally::new(&Catalogue::default(), 2);
        assert_eq!(parts.single("duel", 0..1000, other), None);
    }

    #[test]
    fn what_keeps_parts_from_being_a_whole_is_named() {
        assert_eq!(gathered(vec![part(1, 3, 9)]), ["parts 2, 3 of 3 missing"]);
        assert_eq!(gathered(vec![part(1, 2, 9), part(1, 2, 9)]), ["1.part and 1.part are both part 1 of 2"]);
        let mut foreign = part(2, 2, 9);
        foreign.1.header.command[1] = "crowd.toml".into();
        let said = gathered(vec![part(1, 2, 9), foreign]);
        assert_eq!(said, ["2.part does not belong to 1.part: one is of `run duel.toml`, the other of `run crowd.toml`"]);
        let said = gathered(vec![part(1, 2, 9), part(2, 3, 9)]);
        assert_eq!(said, ["2.part does not belong to 1.part: one is of 2 parts, the other of 3"]);
        let mut older = part(2, 2, 9);
        older.1.header.tool = "0".into();
        assert!(
            gathered(vec![part(1, 2, 9), older])[0]
                .contains("by sparring 1 (s, rules r), the other by sparring 0 (s, rules r)")
        );
        let mut mended = part(2, 2, 9);
        mended.1.header.results = "q".into();
        assert!(
            gathered(vec![part(1, 2, 9), mended])[0]
                .contains("by sparring 1 (s, rules r), the other by sparring 1 (s, rules q)")
        );
        assert_eq!(gathered(Vec::new()), ["there is no part"]);
    }

    #[test]
    fn a_damaged_part_is_refused() {
        let text = part(1, 2, 9).1.text().expect("it can be written");
        let read = |text: &str| TallyPart::read(text).expect_err("it is no part").to_string();
        assert!(read(&text[..text.len() / 2]).contains("ends too soon"));
        assert!(read(&text.replace("duel", "dual")).contains("checksum"));
        assert!(read(&text.replace("part 2\n", "part 3\n")).contains("newer format"));
        assert!(read("").contains("no part"));
        let mut beyond = part(1, 2, 9).1;
        beyond.header.shard = Shard { number: 3, of: 2 };
        assert!(read(&beyond.text().expect("it can be written")).contains("no part 3 of 2"));
    }
}
