//! Sums: numbers that a rule adds up of named parts, and the sentences that tell them.
//!
//! A rule adds with [`Adds`]: for a watch that tells nothing this is an `i32` and costs what adding costs; for a story it is a
//! [`Sum`], which keeps the parts. So the story tells what the rule has added and nothing else. Owns how a sum reads. Start at
//! [`Adds`], then [`Sentence`].

use std::fmt::Write as _;

use serde::{Serialize, Serializer};

use crate::dice::{Roll, Slot};

/// Adds up a number of named parts. Parts of 0 are not told.
pub trait Adds: Clone {
    /// Nothing so far; parts are kept where somebody listens.
    fn begin(listens: bool) -> Self;

    /// Adds a part.
    #[must_use]
    fn plus(self, name: &'static str, value: i32) -> Self;

    /// Tells a reason that adds nothing: `0 prone`.
    #[must_use]
    fn because(self, name: &'static str) -> Self;

    /// Adds what `who` has rolled for one of `rolls` since the last sum of such dice: `value`, which is `taken` from their
    /// faces.
    #[must_use]
    fn rolled(self, who: Slot, rolls: impl Into<Rolls>, taken: DiceTaken, value: i32) -> Self;

    /// Adds another sum, part by part.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// Takes another sum off, part by part.
    #[must_use]
    fn less(self, other: Self) -> Self;

    /// The sum so far.
    fn total(&self) -> i32;

    /// The sum with its parts; without any where nobody listens.
    fn into_sum(self) -> Sum;

    /// Changes the sum; the difference is a part.
    #[inline(always)]
    #[must_use]
    fn then(self, name: &'static str, change: impl FnOnce(i32) -> i32) -> Self {
        let difference = change(self.total()) - self.total();
        self.plus(name, difference)
    }

    /// Raises the sum to `least`; the difference is a part.
    #[inline(always)]
    #[must_use]
    fn at_least(self, name: &'static str, least: i32) -> Self {
        self.then(name, |total| total.max(least))
    }

    /// Lowers the sum to `most`; the difference is a part.
    #[inline(always)]
    #[must_use]
    fn at_most(self, name: &'static str, most: i32) -> Self {
        self.then(name, |total| total.min(most))
    }
}

impl Adds for i32 {
    #[inline(always)]
    fn begin(_listens: bool) -> Self {
        0
    }

    #[inline(always)]
    fn plus(self, _name: &'static str, value: i32) -> Self {
        self + value
    }

    #[inline(always)]
    fn because(self, _name: &'static str) -> Self {
        self
    }

    #[inline(always)]
    fn rolled(self, _who: Slot, _rolls: impl Into<Rolls>, _taken: DiceTaken, value: i32) -> Self {
        self + value
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        self - other
    }

    #[inline(always)]
    fn total(&self) -> i32 {
        *self
    }

    fn into_sum(self) -> Sum {
        Sum { total: self, parts: None }
    }
}

/// The purpose of dice: one roll, or a roll with those that it can lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rolls {
    /// This one.
    One(&'static Roll),
    /// These.
    Several(&'static [&'static Roll]),
}

impl Rolls {
    /// True if it is one of these.
    #[must_use]
    pub fn has(self, roll: &Roll) -> bool {
        match self {
            Rolls::One(one) => one == roll,
            Rolls::Several(several) => several.contains(&roll),
        }
    }

    /// Returns the name of the roll, of several that of the first.
    fn name(self) -> &'static str {
        match self {
            Rolls::One(one) => one.what,
            Rolls::Several(several) => several.first().map_or("", |first| first.what),
        }
    }
}

impl From<&'static Roll> for Rolls {
    #[inline(always)]
    fn from(one: &'static Roll) -> Self {
        Rolls::One(one)
    }
}

impl From<&'static [&'static Roll]> for Rolls {
    #[inline(always)]
    fn from(several: &'static [&'static Roll]) -> Self {
        Rolls::Several(several)
    }
}

/// The choice among several dice: those that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceTaken {
    /// All of them, added up.
    All,
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
    /// The highest, which these words say something is added to.
    HighestAnd(&'static str),
    /// The lowest, which these words say something is taken off.
    LowestAnd(&'static str),
    /// The choice that these words tell.
    As(&'static str),
}

/// A die in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Face {
    /// The roll for which it was thrown.
    #[serde(rename = "what", serialize_with = "its_name")]
    pub roll: &'static Roll,
    /// Its faces.
    pub sides: u32,
    /// The face it showed.
    pub face: u32,
}

/// Writes a roll as its name.
fn its_name<S: Serializer>(roll: &&'static Roll, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(roll.what)
}

/// The origin of the dice of a part, and the dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartDice {
    /// The one who rolled.
    pub who: Slot,
    /// For what.
    pub rolls: Rolls,
    /// The choice among them.
    pub taken: DiceTaken,
    /// The dice, in the order of their rolls; found when the sum is told.
    pub faces: Vec<Face>,
}

/// A part of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumPart {
    /// Its name; empty for dice.
    pub name: &'static str,
    /// The points that it adds.
    pub value: i32,
    /// The dice that it was rolled with.
    pub dice: Option<PartDice>,
    /// True if it is as much as the sum was raised by to a bound, which its name tells.
    pub bound: bool,
}

/// A number and the parts that it was added up of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    total: i32,
    parts: Option<Vec<SumPart>>,
}

impl Adds for Sum {
    fn begin(listens: bool) -> Self {
        Sum { total: 0, parts: listens.then(Vec::new) }
    }

    fn plus(mut self, name: &'static str, value: i32) -> Self {
        self.total += value;
        if let Some(parts) = self.parts.as_mut().filter(|_| value != 0) {
            parts.push(SumPart { name, value, dice: None, bound: false });
        }
        self
    }

    fn at_least(mut self, name: &'static str, least: i32) -> Self {
        let value = (least - self.total).max(0);
        self.total += value;
        if let Some(parts) = self.parts.as_mut().filter(|_| value != 0) {
            parts.push(SumPart { name, value, dice: None, bound: true });
        }
        self
    }

    fn because(mut self, name: &'static str) -> Self {
        if let Some(parts) = &mut self.parts {
            parts.push(SumPart { name, value: 0, dice: None, bound: false });
        }
        self
    }

    fn rolled(mut self, who: Slot, rolls: impl Into<Rolls>, taken: DiceTaken, value: i32) -> Self {
        self.total += value;
        if let Some(parts) = &mut self.parts {
            let dice = PartDice { who, rolls: rolls.into(), taken, faces: Vec::new() };
            parts.push(SumPart { name: "", value, dice: Some(dice), bound: false });
        }
        self
    }

    fn and(mut self, other: Self) -> Self {
        self.total += other.total;
        if let (Some(parts), Some(added)) = (&mut self.parts, other.parts) {
            parts.extend(added);
        }
        self
    }

    fn less(mut self, other: Self) -> Self {
        self.total -= other.total;
        if let (Some(parts), Some(taken)) = (&mut self.parts, other.parts) {
            parts.extend(taken.into_iter().map(|part| SumPart { value: -part.value, ..part }));
        }
        self
    }

    fn total(&self) -> i32 {
        self.total
    }

    fn into_sum(self) -> Sum {
        self
    }
}

impl Sum {
    /// A part with everything that `who` has rolled for one of `rolls`, for those who listen.
    #[must_use]
    pub fn of_dice(who: Slot, rolls: impl Into<Rolls>, taken: DiceTaken, value: i32) -> Self {
        Sum::begin(true).rolled(who, rolls, taken, value)
    }

    /// The parts, in the order in which they were added.
    pub fn parts(&self) -> &[SumPart] {
        self.parts.as_deref().unwrap_or_default()
    }

    /// The dice of its parts, to be found.
    pub fn dice_mut(&mut self) -> impl Iterator<Item = &mut PartDice> {
        self.parts.iter_mut().flatten().filter_map(|part| part.dice.as_mut())
    }

    /// The sum as it reads: `d20 14 + 12 STR - 1 prone = 25`; a single part without its total: `12 STR`.
    #[must_use]
    pub fn text(&self) -> String {
        match self.parts() {
            [] => self.total.to_string(),
            [one] if one.reads_as_a_number() => self.parts_text(),
            _ => format!("{} = {}", self.parts_text(), self.total),
        }
    }

    /// The sum with its total first, in such units: `16 HP = 17 damage - 1 AR`.
    #[must_use]
    pub fn total_text(&self, unit: &str) -> String {
        let equals = if self.parts().is_empty() { "" } else { " = " };
        format!("{}{unit}{equals}{}", self.total, self.parts_text())
    }

    /// Returns the parts in words, each with its sign.
    fn parts_text(&self) -> String {
        let mut text = String::new();
        for (at, part) in self.parts().iter().enumerate() {
            if part.bound {
                let _ = write!(text, ", {}", part.name);
                continue;
            }
            text.push_str(match (at, part.value < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            part.write(&mut text);
        }
        text
    }
}

impl SumPart {
    /// True if its value is among its words.
    fn reads_as_a_number(&self) -> bool {
        self.dice.as_ref().is_none_or(|dice| dice.faces.len() < 2 || dice.taken != DiceTaken::All)
    }

    /// Writes a part: its name, or the dice that it was taken from.
    fn write(&self, text: &mut String) {
        let value = self.value.unsigned_abs();
        let Some(dice) = &self.dice else {
            let _ = write!(text, "{value} {}", self.name);
            return;
        };
        let words = match dice.taken {
            _ if dice.faces.is_empty() => "rolled before",
            DiceTaken::All if dice.faces.iter().map(|face| face.face).sum::<u32>() == value => {
                return dice.write(text, " + ", "+");
            }
            DiceTaken::Highest | DiceTaken::Lowest | DiceTaken::HighestAnd(_) | DiceTaken::LowestAnd(_)
                if dice.faces.len() == 1 && dice.shown() == Some(self.value) =>
            {
                return dice.write(text, ", ", ", ");
            }
            DiceTaken::All => "of",
            DiceTaken::Highest | DiceTaken::HighestAnd(_) => "highest of",
            DiceTaken::Lowest | DiceTaken::LowestAnd(_) => "lowest of",
            DiceTaken::As(words) => words,
        };
        let _ = write!(text, "{value} ({words}");
        if !dice.faces.is_empty() {
            text.push(' ');
            dice.write(text, ", ", ", ");
        }
        let more = self.value - dice.shown().unwrap_or(self.value);
        if let DiceTaken::HighestAnd(words) | DiceTaken::LowestAnd(words) = dice.taken
            && more != 0
        {
            let _ = write!(text, ", {more:+} {words}");
        }
        text.push(')');
    }
}

impl PartDice {
    /// Returns the sum of its faces; none where only words tell it, and where there are none.
    #[must_use]
    pub fn shown(&self) -> Option<i32> {
        let faces = self.faces.iter().map(|face| face.face as i32);
        match self.taken {
            _ if self.faces.is_empty() => None,
            DiceTaken::All => Some(faces.sum()),
            DiceTaken::Highest | DiceTaken::HighestAnd(_) => faces.max(),
            DiceTaken::Lowest | DiceTaken::LowestAnd(_) => faces.min(),
            DiceTaken::As(_) => None,
        }
    }

    /// The dice by kind: `d8 8`, `2d6 3+4`, and what those that come after are for: `d8 1 critical`.
    fn write(&self, text: &mut String, between: &str, within: &str) {
        let alike = |one: &Face, other: &Face| (one.roll, one.sides) == (other.roll, other.sides);
        for (at, kind) in self.faces.chunk_by(alike).enumerate() {
            let (count, faces) = (kind.len(), kind.iter().map(|face| face.face.to_string()).collect::<Vec<_>>().join(within));
            let count = if count == 1 { String::new() } else { count.to_string() };
            let _ = write!(text, "{}{count}d{} {faces}", if at == 0 { "" } else { between }, kind[0].sides);
            if kind[0].roll != self.faces[0].roll {
                let _ = write!(text, " {}", kind[0].roll.what);
            }
        }
    }
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            total: i32,
            parts: Vec<WrittenPart<'a>>,
        }
        #[derive(Serialize)]
        struct WrittenPart<'a> {
            name: &'a str,
            value: i32,
            #[serde(skip_serializing_if = "<[Face]>::is_empty")]
            dice: &'a [Face],
        }
        let part = |part: &SumPart| {
            let name = part.dice.as_ref().map_or(part.name, |dice| dice.rolls.name());
            (name, part.value)
        };
        let parts = self.parts().iter().map(|one| {
            let (name, value) = part(one);
            WrittenPart { name, value, dice: one.dice.as_ref().map_or(&[], |dice| &dice.faces) }
        });
        Written { total: self.total, parts: parts.collect() }.serialize(serializer)
    }
}

/// A sentence of a story: words, and sums among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sentence {
    pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Words(String),
    /// The name of a combatant, as the story knows it.
    Name(Slot),
    Sum(Sum),
    /// A sum with its total first, in such units.
    Total(&'static str, Sum),
}

impl Sentence {
    /// A sentence that begins with these words.
    pub fn new(words: impl Into<String>) -> Self {
        Sentence { pieces: vec![Piece::Words(words.into())] }
    }

    /// A sentence that begins with the name of a combatant: for code that knows its slot alone.
    #[must_use]
    pub fn about(who: Slot) -> Self {
        Sentence { pieces: vec![Piece::Name(who)] }
    }

    /// Goes on with words.
    #[must_use]
    pub fn and(mut self, words: impl Into<String>) -> Self {
        self.pieces.push(Piece::Words(words.into()));
        self
    }

    /// Goes on with a sum.
    #[must_use]
    pub fn sum(mut self, sum: impl Adds) -> Self {
        self.pieces.push(Piece::Sum(sum.into_sum()));
        self
    }

    /// Goes on with a sum, its total first, in such units: `16 HP = 17 damage - 1 AR` has ` HP`.
    #[must_use]
    pub fn total(mut self, unit: &'static str, sum: impl Adds) -> Self {
        self.pieces.push(Piece::Total(unit, sum.into_sum()));
        self
    }

    /// Its sums.
    pub fn sums_mut(&mut self) -> impl Iterator<Item = &mut Sum> {
        self.pieces.iter_mut().filter_map(|piece| match piece {
            Piece::Sum(sum) | Piece::Total(_, sum) => Some(sum),
            Piece::Words(_) | Piece::Name(_) => None,
        })
    }

    /// The sentence as it reads with the names of the combatants by slot, and the sums in it that have parts.
    #[must_use]
    pub fn told(self, names: &[String]) -> (String, Vec<Sum>) {
        let (mut text, mut sums) = (String::new(), Vec::new());
        for piece in self.pieces {
            match piece {
                Piece::Words(words) => text += &words,
                Piece::Name(who) => text += names.get(who.index()).map_or("somebody", String::as_str),
                Piece::Sum(sum) => {
                    text += &sum.text();
                    sums.push(sum);
                }
                Piece::Total(unit, sum) => {
                    text += &sum.total_text(unit);
                    sums.push(sum);
                }
            }
        }
        sums.retain(|sum: &Sum| !sum.parts().is_empty());
        (text, sums)
    }
}

impl From<String> for Sentence {
    fn from(words: String) -> Self {
        Sentence::new(words)
    }
}

impl From<&str> for Sentence {
    fn from(words: &str) -> Self {
        Sentence::new(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static DAMAGE: Roll = Roll { purpose: Purpose::Damage, what: "damage", rule: "TEST", looks_up: false };
    static CRITICAL: Roll = Roll { purpose: Purpose::Damage, what: "critical", rule: "TEST", looks_up: false };
    static BOTH: &[&Roll] = &[&DAMAGE, &CRITICAL];

    /// A sum of dice with these faces, of which this counts.
    fn of(taken: DiceTaken, value: i32, faces: &[(&'static Roll, u32, u32)]) -> Sum {
        let mut sum = Sum::begin(true).rolled(Slot(0), BOTH, taken, value);
        let faces = faces.iter().map(|&(roll, sides, face)| Face { roll, sides, face });
        sum.dice_mut().for_each(|dice| dice.faces = faces.clone().collect());
        sum
    }

    #[test]
    fn a_sum_is_what_a_number_would_be_and_reads_as_it_was_added() {
        fn add<S: Adds>(sum: S) -> S {
            sum.plus("STR", 12)
                .plus("luck", 0)
                .plus("prone", -1)
                .then("halved", |total| total / 2)
                .at_least("minimum", 9)
                .at_most("cap", 7)
        }
        let sum = add(Sum::begin(true));
        assert_eq!(sum.text(), "12 STR - 1 prone - 6 halved, minimum - 2 cap = 7");
        assert_eq!((sum.total(), add(0), add(Sum::begin(false)).total()), (7, 7, 7));
        let less = Sum::begin(true).plus("weapon", 8).less(Sum::begin(true).plus("worn", 2).plus("spell", -1));
        assert_eq!((less.text().as_str(), 8.less(1)), ("8 weapon - 2 worn + 1 spell = 7", 7));
        assert!(add(Sum::begin(false)).parts().is_empty(), "nobody listens");
        assert_eq!(Sum::begin(true).plus("STR", -3).text(), "-3 STR");
        assert_eq!(
            Sum::begin(true).plus("damage", 1).plus("armor", -2).at_least("no less than 0", 0).text(),
            "1 damage - 2 armor, no less than 0 = 0"
        );
        assert_eq!(Sum::begin(true).text(), "0");
        assert_eq!(Sum::begin(true).total_text(" HP"), "0 HP");
        assert_eq!(Sum::begin(true).plus("damage", 9).because("no armor").total_text(" HP"), "9 HP = 9 damage + 0 no armor");
    }

    #[test]
    fn dice_read_by_what_counts_of_them() {
        let faces = [(&DAMAGE, 8, 8), (&CRITICAL, 8, 1), (&DAMAGE, 8, 7), (&DAMAGE, 8, 2)];
        assert_eq!(of(DiceTaken::All, 18, &faces).plus("STR", 2).text(), "d8 8 + d8 1 critical + 2d8 7+2 + 2 STR = 20");
        assert_eq!(of(DiceTaken::Highest, 7, &faces[2..]).plus("skill", -2).text(), "7 (highest of 2d8 7, 2) - 2 skill = 5");
        assert_eq!(of(DiceTaken::Lowest, 2, &faces[3..]).text(), "d8 2");
        assert_eq!(
            of(DiceTaken::HighestAnd("for more"), 9, &faces[..2]).text(),
            "9 (highest of d8 8, d8 1 critical, +1 for more)"
        );
        assert_eq!(of(DiceTaken::LowestAnd("for more"), 2, &faces[3..]).text(), "d8 2");
        assert_eq!(
            of(DiceTaken::As("the better roll of"), 9, &faces[..3]).text(),
            "9 (the better roll of d8 8, d8 1 critical, d8 7)"
        );
        assert_eq!(of(DiceTaken::All, 9, &faces[2..]).text(), "2d8 7+2 = 9");
        assert_eq!(of(DiceTaken::All, 5, &[]).text(), "5 (rolled before)");
    }

    #[test]
    fn a_sentence_reads_through_its_sums() {
        let sum = Sum::begin(true).plus("STR", 2).plus("skill", 1);
        let (text, sums) = Sentence::new("A: ").sum(sum.clone()).and(" against ").sum(4).told(&[]);
        assert_eq!((text.as_str(), sums), ("A: 2 STR + 1 skill = 3 against 4", vec![sum]));
    }
}
