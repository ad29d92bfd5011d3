//! Exact dice questions: what a system can be asked, what it is told with the question, and what its answer is made of.
//!
//! Owns [`Question`] and [`Parameter`] (data, from which a command line can be made), [`Arguments`] (what was asked, checked),
//! and [`Answer`] (tables and curves, no text layout: that is the report's). Must not know any rule. Start at [`Question`].

use std::ops::RangeInclusive;

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::dice::{Die, Distribution};
use crate::error::nearest;
use crate::scenario::FAR;

/// Something that a system can be asked about its dice.
#[derive(PartialEq, Eq, Debug)]
pub struct Question {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what the answer says.
    pub about: &'static str,
    /// The parameters that can be said with it.
    pub parameters: &'static [Parameter],
}

/// Something that can be said with a question.
#[derive(PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it means.
    pub about: &'static str,
    /// The kind of value.
    pub kind: ParameterKind,
    /// The value where it is not said.
    pub unsaid: Unsaid,
}

/// The value of a parameter that is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsaid {
    /// A value, as it would be typed.
    Default(&'static str),
    /// The number of the book.
    Book,
    /// Nothing of the kind, in words: `nobody`, `none`.
    Nothing(&'static str),
}

/// A parameter with its default as it would be typed.
#[must_use]
pub const fn parameter(name: &'static str, about: &'static str, kind: ParameterKind, default: &'static str) -> Parameter {
    Parameter { name, about, kind, unsaid: Unsaid::Default(default) }
}

/// A parameter for which the book has a number, where it is not said.
#[must_use]
pub const fn by_book(name: &'static str, about: &'static str, kind: ParameterKind) -> Parameter {
    Parameter { name, about, kind, unsaid: Unsaid::Book }
}

/// A parameter of something that need not be: `without` says in a word what there is then, such as `nobody`.
#[must_use]
pub const fn optional(name: &'static str, about: &'static str, kind: ParameterKind, without: &'static str) -> Parameter {
    Parameter { name, about, kind, unsaid: Unsaid::Nothing(without) }
}

/// The kind of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// A whole number, both ends included.
    Integer {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// Dice whose largest sum is at most this.
    Dice {
        /// The largest sum.
        most: i32,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// Yes or no: `true` or `false`.
    Flag,
    /// A text that the system reads itself; this says in words what it can be.
    Text(&'static str),
    /// All whole numbers between two of them, `-5..5`, both ends included, or a single one.
    Range {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// Pairs of whole numbers, `2:6,1:-3`, or `none` where there need not be any.
    Pairs {
        /// The smallest number.
        least: i64,
        /// The largest number.
        most: i64,
        /// The fewest pairs and the greatest number of them.
        counts: (usize, usize),
    },
}

impl ParameterKind {
    /// The kind in words.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            ParameterKind::Integer { least, most } => match (least <= -FAR, most >= FAR) {
                (true, true) => "a whole number".to_owned(),
                (false, true) => format!("{least} or more"),
                (true, false) => format!("{most} or less"),
                (false, false) => format!("{least} to {most}"),
            },
            ParameterKind::Dice { .. } => "dice such as 2d6".to_owned(),
            ParameterKind::Word(words) => words.join(", "),
            ParameterKind::Flag => "true, false; alone it is true".to_owned(),
            ParameterKind::Text(words) => words.to_owned(),
            ParameterKind::Range { least, most } => format!("{least}..{most}, or a part of it"),
            ParameterKind::Pairs { .. } => "pairs such as 2:6,1:3".to_owned(),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Unsaid,
    Integer(i64),
    Dice(Die),
    Word(&'static str),
    Flag(bool),
    Text(String),
    Range(i64, i64),
    Pairs(Vec<(i64, i64)>),
}

impl Parameter {
    /// Reads a value of the parameter, or what holds where none is said.
    fn read_or_unsaid(&self, text: Option<&str>) -> Result<Value, String> {
        match (text, self.unsaid) {
            (Some(text), Unsaid::Default(_)) | (None, Unsaid::Default(text)) => self.read(text),
            (None | Some(""), Unsaid::Book | Unsaid::Nothing(_)) => Ok(Value::Unsaid),
            (Some(text), _) => self.read(text),
        }
    }

    /// Reads a value of the parameter; the error names what is allowed.
    fn read(&self, text: &str) -> Result<Value, String> {
        let refuse = |allowed: String| format!("`{}` is `{text}`, but it has to be {allowed}", self.name);
        match self.kind {
            ParameterKind::Integer { least, most } => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(Value::Integer).ok_or_else(|| refuse(format!("a whole number from {least} to {most}")))
            }
            ParameterKind::Dice { most } => {
                let die = text.parse::<Die>().ok().filter(|die| die.most() <= most);
                die.map(Value::Dice)
                    .ok_or_else(|| refuse(format!("dice such as `2d6` of at most {most} in sum, or `0` for none")))
            }
            ParameterKind::Word(words) => {
                words.iter().find(|&&word| word == text).map(|word| Value::Word(word)).ok_or_else(|| {
                    let near = nearest(text, words.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
                    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                    refuse(format!("one of {}{}", words.join(", "), near.unwrap_or_default()))
                })
            }
            ParameterKind::Flag => text.parse().map(Value::Flag).map_err(|_| refuse("`true` or `false`".to_owned())),
            ParameterKind::Text(_) => Ok(Value::Text(text.to_owned())),
            ParameterKind::Range { least, most } => {
                let (low, high) = text.split_once("..").unwrap_or((text, text));
                let ends = low.parse().ok().zip(high.parse().ok());
                let ends = ends.filter(|&(low, high)| least <= low && low <= high && high <= most);
                ends.map(|(low, high)| Value::Range(low, high))
                    .ok_or_else(|| refuse(format!("a range within {least}..{most}, or one number of it")))
            }
            ParameterKind::Pairs { least, most, counts } => pairs(text)
                .filter(|pairs| (counts.0..=counts.1).contains(&pairs.len()))
                .filter(|pairs| pairs.iter().flat_map(|pair| [pair.0, pair.1]).all(|number| (least..=most).contains(&number)))
                .map(Value::Pairs)
                .ok_or_else(|| {
                    let many = match counts {
                        (1, 1) => "a pair `2:6`".to_owned(),
                        (0, 1) => "a pair `2:6` or `none`".to_owned(),
                        (0, most) => format!("`none` or at most {most} pairs `2:6,1:3`"),
                        (least, most) => format!("{least} to {most} pairs `2:6,1:3`"),
                    };
                    refuse(format!("{many} of whole numbers from {least} to {most}"))
                }),
        }
    }
}

/// Pairs of whole numbers, `none` for none of them.
fn pairs(text: &str) -> Option<Vec<(i64, i64)>> {
    if text == "none" {
        return Some(Vec::new());
    }
    let pair = |text: &str| text.split_once(':').and_then(|(one, other)| one.parse().ok().zip(other.parse().ok()));
    text.split(',').map(pair).collect()
}

/// The arguments of a question: a value for each of its parameters, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    values: Vec<(&'static str, Value)>,
}

impl Arguments {
    /// Reads what was said, name by name; what was not said has its default.
    ///
    /// # Errors
    /// With a line for everything that is unknown, said twice or not allowed.
    pub fn read<'a>(question: &Question, given: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut problems = Vec::new();
        let mut texts: Vec<Option<&str>> = vec![None; question.parameters.len()];
        for (name, text) in given {
            match question.parameters.iter().position(|parameter| parameter.name == name) {
                Some(index) if texts[index].is_some() => problems.push(format!("`{name}` is given twice")),
                Some(index) => texts[index] = Some(text),
                None => {
                    let names: Vec<&str> = question.parameters.iter().map(|parameter| parameter.name).collect();
                    let near = nearest(name, names.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
                    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                    let near = near.unwrap_or_else(|| ".".to_owned());
                    problems.push(format!("`{}` has no parameter `{name}`{near} It has {names}", question.name));
                }
            }
        }
        let mut values = Vec::with_capacity(texts.len());
        for (parameter, text) in question.parameters.iter().zip(texts) {
            match parameter.read_or_unsaid(text) {
                Ok(value) => values.push((parameter.name, value)),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(Arguments { values }) } else { Err(problems.join("\n")) }
    }

    /// Returns the value of a parameter, which has to be one of the question.
    fn value(&self, name: &str) -> &Value {
        let found = self.values.iter().find(|(given, _)| *given == name);
        &found.unwrap_or_else(|| panic!("the question has no parameter `{name}`")).1
    }

    /// A whole number, or `None` where it is not said and has no default.
    ///
    /// # Panics
    /// Like its sisters, when the question has no such parameter of this kind: a mistake in a core.
    #[must_use]
    pub fn integer_if_said(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Integer(number) => Some(*number),
            Value::Unsaid => None,
            other => panic!("`{name}` is {other:?} and no whole number"),
        }
    }

    /// A whole number.
    #[must_use]
    pub fn integer(&self, name: &str) -> i64 {
        self.integer_if_said(name).unwrap_or_else(|| panic!("`{name}` has no default"))
    }

    /// Dice.
    #[must_use]
    pub fn dice(&self, name: &str) -> Die {
        match self.value(name) {
            Value::Dice(die) => *die,
            other => panic!("`{name}` is {other:?} and no dice"),
        }
    }

    /// A word.
    #[must_use]
    pub fn word(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Word(word) => word,
            other => panic!("`{name}` is {other:?} and no word"),
        }
    }

    /// Yes or no.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Flag(flag) => *flag,
            other => panic!("`{name}` is {other:?} and no flag"),
        }
    }

    /// A number, a word, a flag or a text as it is typed, or `None` where it is not said and has no default.
    #[must_use]
    pub fn written(&self, name: &str) -> Option<String> {
        match self.value(name) {
            Value::Integer(number) => Some(number.to_string()),
            Value::Word(word) => Some((*word).to_owned()),
            Value::Flag(flag) => Some(flag.to_string()),
            Value::Text(text) => Some(text.clone()),
            Value::Unsaid => None,
            other => panic!("`{name}` is {other:?} and stands for more than a word"),
        }
    }

    /// A range of whole numbers.
    #[must_use]
    pub fn range(&self, name: &str) -> RangeInclusive<i64> {
        match self.value(name) {
            Value::Range(low, high) => *low..=*high,
            other => panic!("`{name}` is {other:?} and no range"),
        }
    }

    /// Pairs of whole numbers.
    #[must_use]
    pub fn pairs(&self, name: &str) -> &[(i64, i64)] {
        match self.value(name) {
            Value::Pairs(pairs) => pairs,
            other => panic!("`{name}` is {other:?} and no pairs"),
        }
    }
}

/// The answer of a system. All its numbers are exact.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The question, in words.
    pub title: String,
    /// The notes that a reader needs, a sentence each.
    pub notes: Vec<String>,
    /// The numbers.
    pub tables: Vec<AnswerTable>,
    /// Distributions to be drawn as the probability of at least each value.
    pub curves: Vec<Curve>,
}

/// A table of an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct AnswerTable {
    /// Heading.
    pub title: String,
    /// Headings of the columns.
    pub columns: Vec<String>,
    /// As many cells in each row as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A fraction.
    Exact(BigRational),
    /// A number that follows from fractions but is none itself, such as a square root.
    ExactDecimal(f64),
}

impl Cell {
    /// Words.
    pub fn text(text: impl ToString) -> Self {
        Cell::Text(text.to_string())
    }

    /// A fraction, or these words where there is none.
    pub fn exact_or(fraction: Option<BigRational>, otherwise: &str) -> Self {
        fraction.map_or_else(|| Cell::text(otherwise), Cell::Exact)
    }

    /// The square root of a fraction: a standard deviation from a variance.
    #[must_use]
    pub fn root(fraction: &BigRational) -> Self {
        Cell::ExactDecimal(fraction.to_f64().unwrap_or(f64::NAN).sqrt())
    }
}

/// A distribution to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The owner.
    pub label: String,
    /// The distribution.
    pub distribution: Distribution,
}

impl AnswerTable {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        AnswerTable {
            title: title.into(),
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Probabilities of at least each value: a row for each value, a column for each curve, up to the value from which on
    /// all of them are below `tail` or unknown.
    pub fn at_least(title: impl Into<String>, value: &str, curves: &[Curve], tail: &BigRational) -> Self {
        let mut table = AnswerTable::new(title, &[value]);
        table.columns.extend(curves.iter().map(|curve| format!("at least, {}", curve.label)));
        let low = curves.iter().map(|curve| curve.distribution.low()).min().unwrap_or(0);
        let high = curves.iter().map(|curve| curve.distribution.high()).max().unwrap_or(0);
        for value in low..=high + 1 {
            let chances: Vec<Option<BigRational>> = curves.iter().map(|curve| curve.distribution.at_least(value)).collect();
            if chances.iter().flatten().all(|chance| chance < tail) {
                break;
            }
            let cells = chances.into_iter().map(|chance| Cell::exact_or(chance, "?"));
            table.rows.push(std::iter::once(Cell::Integer(value)).chain(cells).collect());
        }
        table
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let cells: Vec<Cell> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len(), "a row of `{}` has another number of cells", self.title);
        self.rows.push(cells);
    }
}

/// A whole number as a fraction.
#[must_use]
pub fn integer(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

/// The probability of at least a value below which tables and curves end; nothing is rounded by it.
#[must_use]
pub fn tail() -> BigRational {
    BigRational::new(1.into(), 1000.into())
}

/// An addition to dice as it is written behind them: ` + 2`, and nothing for 0.
#[must_use]
pub fn signed(number: i64) -> String {
    if number == 0 { String::new() } else { format!(" {} {}", if number < 0 { '-' } else { '+' }, number.abs()) }
}

#[cfg(any(test, feature = "testing"))]
impl Answer {
    /// The fraction in the row that begins with `row`, in the column `column` of the table `title`.
    ///
    /// # Panics
    /// A table, column or row that does not exist, with all that there is.
    pub fn fraction(&self, title: &str, row: &str, column: &str) -> BigRational {
        let first = |cells: &[Cell]| match &cells[0] {
            Cell::Text(text) => text == row,
            Cell::Integer(number) => number.to_string() == row,
            _ => false,
        };
        let table =
            self.tables.iter().find(|table| table.title == title).unwrap_or_else(|| panic!("no table {title}: {self:#?}"));
        let column =
            table.columns.iter().position(|name| name == column).unwrap_or_else(|| panic!("no column {column}: {table:#?}"));
        let cells = table.rows.iter().find(|cells| first(cells)).unwrap_or_else(|| panic!("no row {row}: {table:#?}"));
        match &cells[column] {
            Cell::Exact(fraction) => fraction.clone(),
            other => panic!("{other:?} is no fraction"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static QUESTION: Question = Question {
        name: "check",
        about: "",
        parameters: &[
            parameter("die", "", ParameterKind::Dice { most: 100 }, "1d6"),
            parameter("bonus", "", ParameterKind::Integer { least: -9, most: 9 }, "0"),
            by_book("difficulty", "", ParameterKind::Integer { least: 0, most: 9 }),
            parameter("luck", "", ParameterKind::Word(&["even", "advantage"]), "even"),
            parameter("blind", "", ParameterKind::Flag, "false"),
            parameter("levels", "", ParameterKind::Range { least: -5, most: 9 }, "-5..5"),
            parameter("blows", "", ParameterKind::Pairs { least: -9, most: 9, counts: (0, 2) }, "none"),
            optional("third", "", ParameterKind::Integer { least: 0, most: 9 }, "nobody"),
        ],
    };

    #[test]
    fn what_is_not_said_has_its_default_and_is_none_where_the_book_decides_or_it_need_not_be() {
        let arguments = Arguments::read(&QUESTION, [("bonus", "-3"), ("luck", "advantage")]).unwrap();
        assert_eq!(arguments.dice("die"), Die::new(1, 6));
        assert_eq!((arguments.integer("bonus"), arguments.integer_if_said("difficulty")), (-3, None));
        assert_eq!(arguments.integer_if_said("third"), None);
        assert_eq!(Arguments::read(&QUESTION, [("third", "4")]).unwrap().integer_if_said("third"), Some(4));
        assert_eq!((arguments.word("luck"), arguments.flag("blind")), ("advantage", false));
        assert_eq!((arguments.range("levels"), arguments.pairs("blows")), (-5..=5, &[][..]));
    }

    #[test]
    fn ranges_and_pairs_are_read_with_their_signs() {
        let arguments = Arguments::read(&QUESTION, [("levels", "-3..-1"), ("blows", "2:6,-1:-3")]).unwrap();
        assert_eq!((arguments.range("levels"), arguments.pairs("blows")), (-3..=-1, &[(2, 6), (-1, -3)][..]));
        assert_eq!(Arguments::read(&QUESTION, [("levels", "-4")]).unwrap().range("levels"), -4..=-4);
        for (name, text) in [
            ("levels", "5..-5"),
            ("levels", "0..10"),
            ("levels", "-6"),
            ("levels", ".."),
            ("blows", "2"),
            ("blows", "2:10"),
            ("blows", "1:1,1:1,1:1"),
            ("blows", ""),
        ] {
            assert!(Arguments::read(&QUESTION, [(name, text)]).is_err(), "{name} {text}");
        }
    }

    #[test]
    fn everything_wrong_is_told_at_once_with_what_is_allowed() {
        let given = [
            ("dye", "1d6"),
            ("bonus", "10"),
            ("luck", "advantag"),
            ("blind", "yes"),
            ("die", "50d6"),
            ("die", "1d4"),
            ("levels", "9..10"),
            ("blows", "3:0:1"),
        ];
        let told = Arguments::read(&QUESTION, given).unwrap_err();
        let expected = [
            "`check` has no parameter `dye`; did you mean `die`? It has die, bonus, difficulty, luck, blind, levels, blows, third",
            "`die` is given twice",
            "`die` is `50d6`, but it has to be dice such as `2d6` of at most 100 in sum, or `0` for none",
            "`bonus` is `10`, but it has to be a whole number from -9 to 9",
            "`luck` is `advantag`, but it has to be one of `even`, `advantage`; did you mean `advantage`?",
            "`blind` is `yes`, but it has to be `true` or `false`",
            "`levels` is `9..10`, but it has to be a range within -5..9, or one number of it",
            "`blows` is `3:0:1`, but it has to be `none` or at most 2 pairs `2:6,1:3` of whole numbers from -9 to 9",
        ];
        assert_eq!(told.lines().collect::<Vec<_>>(), expected);
    }
}
