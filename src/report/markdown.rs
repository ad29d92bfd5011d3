//! The report as Markdown: for a wiki, an issue or a design diary.

use std::fmt::Write as _;

use crate::report::answer::{method_note, verdict, warnings};
use crate::report::reading::Reading;
use crate::report::table::Table;
use crate::report::terminal::source;

/// The whole report.
#[must_use]
pub fn markdown(reading: &Reading, tables: &[Table]) -> String {
    let facts = reading.facts;
    let mut text = format!("# {}\n\n**{}**\n\n", safe(&facts.title), safe(&verdict(reading)));
    if !facts.about.is_empty() {
        let _ = writeln!(text, "{}\n", facts.about.trim());
    }
    let _ = writeln!(
        text,
        "System {}, {}, scenario `{}`.\n\n```\n{}\n```",
        facts.system,
        source(reading),
        facts.scenario,
        facts.command
    );
    for warning in warnings(reading) {
        let _ = writeln!(text, "\n> **Warning:** {}", safe(&warning.text()));
    }
    for expected in &facts.expectations {
        let _ = writeln!(text, "\n- expected `{}`: {}", expected.that, safe(&expected.verdict));
    }
    if !facts.patches.is_empty() {
        text.push_str("\n## Rules that differ\n\n| rule | here | published |\n| --- | --- | --- |\n");
        for patch in &facts.patches {
            let _ = writeln!(text, "| `{}` | {} | {} |", patch.path, safe(&patch.value), safe(&patch.published));
        }
    }
    for table in tables {
        let columns: Vec<String> = table.columns.iter().map(|column| safe(column)).collect();
        let _ = writeln!(text, "\n## {}\n\n| {} | {} |", safe(&table.title), table.rows_are, columns.join(" | "));
        let _ = writeln!(text, "| --- |{}", " ---: |".repeat(columns.len()));
        for row in &table.rows {
            let cells = row.cells.iter().map(|cell| cell.map_or_else(|| "-".to_owned(), |figure| figure.short()));
            let _ = writeln!(text, "| {} | {} |", safe(&row.name), cells.collect::<Vec<_>>().join(" | "));
        }
    }
    let _ = writeln!(text, "\n{}", safe(&method_note(reading)));
    text
}

/// Text that cannot break out of its line or its cell.
pub(super) fn safe(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ").replace('<', "&lt;")
}
