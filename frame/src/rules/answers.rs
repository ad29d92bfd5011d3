//! Answers to questions about dice: titles, notes, tables of exact numbers, curves.
//!
//! Owns what an answer is made of, and the short ways to write its tables; no text layout, which is the report's. Must not know any
//! rule. Start at [`Answer`], then [`row`].

use num_rational::BigRational;
use num_traits::{One as _, ToPrimitive, Zero as _};

use crate::dice::{Die, Distribution};

/// The answer of a system. All its numbers are exact.
#[derive(Clone, PartialEq, Debug, Default)]
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

impl Answer {
    /// An answer of which nothing is known but the question, in words.
    pub fn new(title: impl Into<String>) -> Self {
        Answer { title: title.into(), ..Answer::default() }
    }

    /// Adds a note, a sentence.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: AnswerTable) -> Self {
        self.tables.push(table);
        self
    }

    /// Adds a table; where it has no rows, a note that says why.
    #[must_use]
    pub fn table_or(self, table: AnswerTable, why_not: impl Into<String>) -> Self {
        if table.rows.is_empty() { self.note(why_not) } else { self.table(table) }
    }

    /// Adds the curve of this owner.
    #[must_use]
    pub fn curve(mut self, label: impl Into<String>, distribution: Distribution) -> Self {
        self.curves.push(Curve { label: label.into(), distribution });
        self
    }
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

    /// The mean of the tries until something of this chance happens.
    #[must_use]
    pub fn until(chance: &BigRational) -> Self {
        Cell::or_never(until(chance))
    }

    /// A fraction, or `never` where there is none.
    #[must_use]
    pub fn or_never(fraction: Option<BigRational>) -> Self {
        Cell::exact_or(fraction, "never")
    }

    /// The square root of a fraction: a standard deviation from a variance.
    #[must_use]
    pub fn root(fraction: &BigRational) -> Self {
        Cell::ExactDecimal(fraction.to_f64().unwrap_or(f64::NAN).sqrt())
    }
}

macro_rules! cells_of {
    ($($type:ty: $value:ident => $cell:expr;)*) => {
        $(impl From<$type> for Cell {
            fn from($value: $type) -> Self {
                $cell
            }
        })*
    };
}

cells_of! {
    &str: words => Cell::text(words);
    &&str: words => Cell::text(words);
    String: words => Cell::Text(words);
    &String: words => Cell::text(words);
    Die: die => Cell::text(die);
    i64: number => Cell::Integer(number);
    i32: number => Cell::Integer(number.into());
    i16: number => Cell::Integer(number.into());
    u8: number => Cell::Integer(number.into());
    u16: number => Cell::Integer(number.into());
    u32: number => Cell::Integer(number.into());
    usize: number => Cell::Integer(number as i64);
    BigRational: fraction => Cell::Exact(fraction);
    &BigRational: fraction => Cell::Exact(fraction.clone());
}

/// The cells of a row: words, whole numbers and fractions, each as what it is.
#[macro_export]
macro_rules! row {
    ($($cell:expr),* $(,)?) => {
        [$($crate::rules::answers::Cell::from($cell)),*]
    };
}
pub use row;

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

    /// A table with a row for each of these.
    pub fn of<T, const N: usize>(
        title: impl Into<String>,
        columns: [&str; N],
        items: impl IntoIterator<Item = T>,
        row: impl FnMut(T) -> [Cell; N],
    ) -> Self {
        let mut table = AnswerTable::new(title, &columns);
        table.rows.extend(items.into_iter().map(row).map(Vec::from));
        table
    }

    /// A table of two columns, from what stands in them.
    pub fn list<K: Into<Cell>, V: Into<Cell>>(
        title: impl Into<String>,
        columns: [&str; 2],
        rows: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        AnswerTable::of(title, columns, rows, |(what, value)| [what.into(), value.into()])
    }

    /// A table of outcomes with their probabilities.
    pub fn outcomes<K: Into<Cell>, V: Into<Cell>>(title: impl Into<String>, rows: impl IntoIterator<Item = (K, V)>) -> Self {
        AnswerTable::list(title, ["outcome", "probability"], rows)
    }

    /// A table with a row for each of these and a column for each of those, with its heading; `corner` heads the first column.
    pub fn grid<R: Into<Cell> + Clone, C, V: Into<Cell>>(
        [title, corner]: [&str; 2],
        rows: impl IntoIterator<Item = R>,
        columns: impl IntoIterator<Item = (String, C)>,
        mut cell: impl FnMut(&R, &C) -> V,
    ) -> Self {
        let (headings, columns): (Vec<String>, Vec<C>) = columns.into_iter().unzip();
        let mut table = AnswerTable::new(title, &[corner]);
        table.columns.extend(headings);
        for row in rows {
            let cells = columns.iter().map(|column| cell(&row, column).into());
            table.rows.push(std::iter::once(row.clone().into()).chain(cells).collect());
        }
        table
    }

    /// A table with a row and a column for each of these, each with what heads it; `corner` heads the first column.
    pub fn square<H: Into<Cell> + Clone + ToString, T, V: Into<Cell>>(
        title: [&str; 2],
        items: &[(H, T)],
        mut cell: impl FnMut(&T, &T) -> V,
    ) -> Self {
        let mut table = AnswerTable::new(title[0], &title[1..]);
        table.columns.extend(items.iter().map(|(heading, _)| heading.to_string()));
        for (heading, one) in items {
            let cells = items.iter().map(|(_, other)| cell(one, other).into());
            table.rows.push(std::iter::once(heading.clone().into()).chain(cells).collect());
        }
        table
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

/// A fraction of two whole numbers.
///
/// # Panics
/// A denominator of 0.
#[must_use]
pub fn ratio(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// The probability that something does not happen.
#[must_use]
pub fn not(chance: &BigRational) -> BigRational {
    BigRational::one() - chance
}

/// The chance that something of this chance happens at least once in so many tries.
#[must_use]
pub fn at_least_once(chance: &BigRational, tries: i32) -> BigRational {
    not(&not(chance).pow(tries))
}

/// The mean of the tries until something of this chance happens; `None` where it never does.
#[must_use]
pub fn until(chance: &BigRational) -> Option<BigRational> {
    (!chance.is_zero()).then(|| chance.recip())
}

/// The mean of a distribution; 0 of one that has none.
#[must_use]
pub fn mean(distribution: &Distribution) -> BigRational {
    distribution.mean().unwrap_or_else(BigRational::zero)
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

    #[test]
    fn tables_are_written_by_rows_of_whatever_stands_in_them() {
        let list = AnswerTable::list("means", ["what", "value"], [("hits", ratio(1, 2)), ("strain", integer(3))]);
        assert_eq!(list.rows[1], [Cell::text("strain"), Cell::Exact(integer(3))]);
        let of = AnswerTable::of("faces", ["face", "half"], 1..=2_i64, |face| row![face, ratio(face, 2)]);
        assert_eq!(of.rows[0], [Cell::Integer(1), Cell::Exact(ratio(1, 2))]);
        let grid =
            AnswerTable::grid(["sums", "one"], [1_i64, 2], [3_i64, 4].map(|of| (format!("and {of}"), of)), |one, other| {
                one + other
            });
        assert_eq!(grid.columns, ["one", "and 3", "and 4"]);
        assert_eq!(grid.rows, [row![1_i64, 4_i64, 5_i64], row![2_i64, 5_i64, 6_i64]]);
        let square = AnswerTable::square(["less", "of"], &[("three", 3_i64), ("five", 5)], |one, other| one - other);
        assert_eq!(
            (square.columns, square.rows),
            (
                vec!["of".into(), "three".into(), "five".into()],
                vec![row!["three", 0_i64, -2_i64].into(), row!["five", 2_i64, 0_i64].into()]
            )
        );
        let answer = Answer::new("all").note("a note").table(list).curve("a die", Distribution::dice(Die::new(1, 6)));
        assert_eq!((answer.notes.len(), answer.tables.len(), answer.curves[0].label.as_str()), (1, 1, "a die"));
        assert_eq!(not(&ratio(1, 4)), ratio(3, 4));
        let some = answer.clone().table_or(answer.tables[0].clone(), "no rows");
        assert_eq!((some.notes.len(), some.tables.len()), (1, 2));
        let none = answer.table_or(AnswerTable::new("nothing", &["what"]), "no rows");
        assert_eq!((none.notes.join(", ").as_str(), none.tables.len()), ("a note, no rows", 1));
        assert_eq!(at_least_once(&ratio(1, 4), 2), ratio(7, 16));
        assert_eq!([Cell::until(&ratio(1, 4)), Cell::until(&ratio(0, 1))], row![integer(4), "never"]);
    }
}
