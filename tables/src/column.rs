//! Columns: cells of one kind under a name.

use std::borrow::Cow;

/// A column of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Column<'a> {
    /// The name, which is its heading.
    pub name: Cow<'a, str>,
    /// The cells, one for each row.
    pub cells: Cells<'a>,
}

/// The cells of a column, all of one kind. `None` is a cell without a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Cells<'a> {
    /// Texts.
    Texts(Vec<Option<Cow<'a, str>>>),
    /// Whole numbers, which may be negative.
    Wholes(Vec<Option<i64>>),
    /// Numbers of something that is counted.
    Counts(Vec<Option<u64>>),
    /// Numbers.
    Numbers(Vec<Option<f64>>),
    /// What is so or not.
    Flags(Vec<Option<bool>>),
}

impl<'a> Column<'a> {
    /// A column of this name with these cells.
    pub fn new<T: Cell<'a>>(name: impl Into<Cow<'a, str>>, cells: impl IntoIterator<Item = T>) -> Self {
        Column { name: name.into(), cells: T::gather(cells.into_iter()) }
    }
}

impl Cells<'_> {
    /// The number of cells.
    pub fn len(&self) -> usize {
        match self {
            Cells::Texts(cells) => cells.len(),
            Cells::Wholes(cells) => cells.len(),
            Cells::Counts(cells) => cells.len(),
            Cells::Numbers(cells) => cells.len(),
            Cells::Flags(cells) => cells.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What can stand in a cell: a value, or an `Option` of one.
pub trait Cell<'a>: Sized {
    /// These values as the cells of a column.
    fn gather(values: impl Iterator<Item = Self>) -> Cells<'a>;
}

/// A kind of value, what it is called among [`Cells`], and how it gets there.
macro_rules! cells {
    ($( $value:ty: $kind:ident($convert:expr); )*) => { $(
        impl<'a> Cell<'a> for $value {
            fn gather(values: impl Iterator<Item = Self>) -> Cells<'a> {
                Cells::$kind(values.map(|value| Some($convert(value))).collect())
            }
        }

        impl<'a> Cell<'a> for Option<$value> {
            fn gather(values: impl Iterator<Item = Self>) -> Cells<'a> {
                Cells::$kind(values.map(|value| value.map($convert)).collect())
            }
        }
    )* };
}

cells! {
    &'a str: Texts(Cow::Borrowed);
    String: Texts(Cow::Owned);
    i64: Wholes(i64::from);
    u64: Counts(u64::from);
    f64: Numbers(f64::from);
    bool: Flags(bool::from);
}
