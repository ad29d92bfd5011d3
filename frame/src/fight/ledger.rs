//! The ledger: every rule of a system by its id, with its kind and what it is, in a line.
//!
//! Owns how a ledger is read. Its rows are `id | kind | what it is | home`; beside it stands the list of rules that act in silence, of which
//! no story tells when they come up. Start at [`LedgerRow`].

/// A rule of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerRow {
    /// Its id: `VOG-033`.
    pub id: String,
    /// Its kind: `fight`, `check`, `between`, `build`, `ruling`, `narrative`; `rule` on a page of a designer's own.
    pub kind: String,
    /// What it is, in a line.
    pub what: String,
    /// True if no story tells when it comes up.
    pub silent: bool,
}

/// Reads a ledger, and beside it the ids of the rules that act in silence, one a line.
#[must_use]
pub fn read(ledger: &str, silent: &str) -> Vec<LedgerRow> {
    let row = |line: &str| {
        let mut cells = line.split('|').map(str::trim);
        let [id, kind, what] = [cells.next()?, cells.next()?, cells.next()?].map(str::to_owned);
        let silent = silent.lines().any(|line| line.trim() == id);
        Some(LedgerRow { id, kind, what, silent })
    };
    ledger.lines().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_their_cells_and_know_whether_a_story_tells_them() {
        let rows =
            read("VOG-018 | fight | Defend | act: defend\n\nR-05 | ruling | over rounds | act: x; y: z\n", "R-05\nVOG-01\n");
        let row = |id: &str, kind: &str, what: &str, silent| LedgerRow {
            id: id.into(),
            kind: kind.into(),
            what: what.into(),
            silent,
        };
        assert_eq!(rows, [row("VOG-018", "fight", "Defend", false), row("R-05", "ruling", "over rounds", true)]);
    }
}
