//! Edits: what becomes of a text, line by line.
//!
//! Owns the difference of two texts and how it is shown: lines that go, lines that come, and a few around them. Start at [`edits`].

use std::fmt::Write as _;

use crate::report::paint::Paint;

/// Lines shown around those that change.
const AROUND: usize = 2;
/// Pairs of lines that are compared at the most; of longer stretches everything goes and everything comes.
const COMPARED_MOST: usize = 4_000_000;

/// A line of both texts or of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit<'t> {
    /// It stands in both.
    Stays(&'t str),
    /// It stands in the old one only.
    Goes(&'t str),
    /// It stands in the new one only.
    Comes(&'t str),
}

/// The lines of both texts in their order, as few of them going and coming as can be.
#[must_use]
pub fn matched<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Edit<'t>> {
    let ahead = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let behind = old[ahead..].iter().rev().zip(new[ahead..].iter().rev()).take_while(|(old, new)| old == new).count();
    let (gone, come) = (&old[ahead..old.len() - behind], &new[ahead..new.len() - behind]);
    let mut edits: Vec<Edit<'t>> = old[..ahead].iter().map(|line| Edit::Stays(line)).collect();
    if gone.len() * come.len() > COMPARED_MOST {
        edits.extend(gone.iter().map(|line| Edit::Goes(line)));
        edits.extend(come.iter().map(|line| Edit::Comes(line)));
    } else {
        // The longest common part of what is left, from the back.
        let width = come.len() + 1;
        let mut common = vec![0_u32; (gone.len() + 1) * width];
        for (row, old) in gone.iter().enumerate().rev() {
            for (column, new) in come.iter().enumerate().rev() {
                common[row * width + column] = if old == new {
                    common[(row + 1) * width + column + 1] + 1
                } else {
                    common[(row + 1) * width + column].max(common[row * width + column + 1])
                };
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < gone.len() || column < come.len() {
            let down = if row < gone.len() { Some(common[(row + 1) * width + column]) } else { None };
            let right = if column < come.len() { Some(common[row * width + column + 1]) } else { None };
            if row < gone.len() && column < come.len() && gone[row] == come[column] {
                edits.push(Edit::Stays(gone[row]));
                (row, column) = (row + 1, column + 1);
            } else if down >= right {
                edits.push(Edit::Goes(gone[row]));
                row += 1;
            } else {
                edits.push(Edit::Comes(come[column]));
                column += 1;
            }
        }
    }
    edits.extend(old[old.len() - behind..].iter().map(|line| Edit::Stays(line)));
    edits
}

/// What becomes of a text: lines that go behind `-`, those that come behind `+`, with a few around them, each stretch under the number of its
/// first line.
#[must_use]
pub fn edits(old: &str, new: &str, colour: bool) -> String {
    let all = matched(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let changes: Vec<usize> = (0..all.len()).filter(|&at| !matches!(all[at], Edit::Stays(_))).collect();
    let near = |at: usize| changes.iter().any(|change| change.abs_diff(at) <= AROUND);
    let (mut text, mut number, mut apart) = (String::new(), 0, true);
    for (at, edit) in all.iter().enumerate() {
        number += usize::from(!matches!(edit, Edit::Comes(_)));
        if !near(at) {
            apart = true;
            continue;
        }
        if apart {
            let _ = writeln!(text, "  line {}", number.max(1));
            apart = false;
        }
        let paint = Paint(colour);
        text.push_str(&match edit {
            Edit::Stays(line) => format!("    {line}\n"),
            Edit::Goes(line) => paint.goes(&format!("  - {line}")) + "\n",
            Edit::Comes(line) => paint.comes(&format!("  + {line}")) + "\n",
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_is_shown_with_what_stands_around_it() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nb\nc\nD\ne\nf\ng\nh\ni\n";
        let wanted = "  line 2\n    b\n    c\n  - d\n  + D\n    e\n    f\n    g\n    h\n  + i\n";
        assert_eq!(edits(old, new, false), wanted);
        assert_eq!(edits(old, old, false), "");
        assert_eq!(edits("", "x\n", false), "  line 1\n  + x\n");
    }

    #[test]
    fn as_few_lines_as_can_be_go_and_come() {
        let edits = matched(&["1", "2", "3", "4"], &["1", "3", "4", "5"]);
        let moved = edits.iter().filter(|edit| !matches!(edit, Edit::Stays(_))).count();
        assert_eq!(moved, 2, "{edits:?}");
    }
}
