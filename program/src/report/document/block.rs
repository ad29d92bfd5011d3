//! Blocks: what only a page has, from tables to chapters, and how each of them is written as HTML; and in Markdown, where a report says so.
//!
//! Owns every tag and class below the frame of a page; how it looks is in `templates/style.html`. Knows no report. Start at [`Block`]; a
//! table is a [`Grid`].

use std::fmt::Write as _;

use crate::report::document::KEY;
use crate::report::document::phrase::{Phrase, escaped};
use crate::report::figure::Figure;
use crate::report::listing::Listing;
use crate::report::markdown::{self, Align};
use crate::report::table::{Row, Table};

/// Letters of a cell from which on it is a text, which is continued below itself.
const TEXT_LEAST: usize = 60;
/// The heading of a chapter that says little itself.
const QUIET: &str = "h2 class=\"quiet\"";

/// A cell of a table.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[must_use]
pub struct Cell {
    /// The words.
    pub words: Phrase,
    /// The class in the style sheet; may be empty.
    pub class: &'static str,
    /// How strong its shade is, in per cent; nothing where it has none.
    pub strength: Option<u8>,
}

impl<T: Into<Phrase>> From<T> for Cell {
    fn from(words: T) -> Self {
        Cell { words: words.into(), ..Cell::default() }
    }
}

impl Cell {
    /// A figure in words, or a dash where nothing is known.
    pub fn figure(figure: Option<&Figure>) -> Self {
        figure.map_or_else(|| "\u{2013}".into(), |figure| Cell::from(&figure.words()))
    }

    /// The same with a shade, in per cent.
    pub fn shaded(self, strength: f64) -> Self {
        Cell { strength: Some(strength.round_ties_even().clamp(0.0, 100.0) as u8), ..self }
    }

    /// The same with a class.
    pub fn classed(self, class: &'static str) -> Self {
        Cell { class, ..self }
    }
}

/// A table of a page; the first cell of a row names it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Grid {
    /// The class in the style sheet: on a phone the cells of a `stack` stand below each other, each with its heading.
    pub class: &'static str,
    /// The headings; none for a table without a head.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl From<&Listing> for Grid {
    fn from(listing: &Listing) -> Self {
        let cell = |(column, text): (usize, &String)| {
            let key = listing.columns.get(column).is_some_and(|heading| heading == KEY);
            let class = match text.len() {
                _ if column == 0 => "",
                _ if key => "path",
                long if long > TEXT_LEAST => "text",
                _ => "",
            };
            Cell::from(text).classed(class)
        };
        let rows = listing.rows.iter().map(|row| row.iter().enumerate().map(cell).collect());
        Grid { class: "stack", columns: listing.columns.clone(), rows: rows.collect() }
    }
}

impl From<&Table> for Grid {
    fn from(table: &Table) -> Self {
        let cells = |row: &Row| row.cells.iter().map(|figure| Cell::figure(figure.as_ref())).collect::<Vec<_>>();
        let rows = table.rows.iter().map(|row| std::iter::once(Cell::from(&row.name)).chain(cells(row)).collect());
        Grid { class: "", columns: headed(table.rows_are, table.columns.clone()), rows: rows.collect() }
    }
}

/// Headings behind that of the first column.
pub fn headed(first: &str, others: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(others).collect()
}

impl Grid {
    /// A table of a class with these headings.
    pub fn new(class: &'static str, columns: &[&str], rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        Grid { class, columns: columns.iter().map(|&column| column.to_owned()).collect(), rows: rows.into_iter().collect() }
    }

    /// Writes it as HTML.
    fn write(&self, html: &mut String) {
        let (stack, bars) = (self.class.starts_with("stack"), self.class.starts_with("bars"));
        *html += if bars { "\n" } else { "\n<div class=\"scroll\">" };
        open(html, "table", self.class, "");
        if !self.columns.is_empty() {
            *html += "\n<thead><tr>";
            for column in &self.columns {
                let _ = write!(html, "<th scope=\"col\">{}</th>", escaped(column));
            }
            *html += "</tr></thead>";
        }
        *html += "\n<tbody>";
        for row in &self.rows {
            *html += "\n<tr>";
            for (place, Cell { words, class, strength }) in row.iter().enumerate() {
                let name = if place == 0 { "th" } else { "td" };
                let _ = write!(html, "<{name}{}", if place == 0 { " scope=\"row\"" } else { "" });
                if !class.is_empty() {
                    let _ = write!(html, " class=\"{class}\"");
                }
                if let Some(strength) = strength {
                    let _ = write!(html, " style=\"--strength:{strength}%\"");
                }
                if let Some(column) = self.columns.get(place).filter(|_| stack && place > 0) {
                    let _ = write!(html, " data-label=\"{}\"", escaped(column));
                }
                let _ = write!(html, ">{}</{name}>", words.html());
            }
            *html += "</tr>";
        }
        *html += if bars { "\n</tbody></table>" } else { "\n</tbody></table></div>" };
    }

    /// In Markdown.
    fn markdown(&self) -> String {
        let heads: Vec<String> = self.columns.iter().map(|column| markdown::safe(column)).collect();
        let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.words.markdown()).collect();
        markdown::table(&heads, Align::Left, self.rows.iter().map(row))
    }
}

/// A part of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Block {
    /// A heading.
    Heading(Phrase),
    /// A small heading.
    Quiet(Phrase),
    /// Sentences, with their class: a `note`, a `warning`.
    Said(&'static str, Phrase),
    /// A note below a drawing.
    Caption(Phrase),
    /// A table.
    Grid(Grid),
    /// A list with its class, and its items with theirs; an `ordered` one has numbers.
    List(&'static str, Vec<(&'static str, Phrase)>),
    /// Terms with what each of them is; with a class they stand one behind the other, as far as there is room.
    Terms(&'static str, Vec<(Phrase, Phrase)>),
    /// What somebody types, or what is told line by line.
    Code(String),
    /// A drawing with its class and what it shows, in words.
    Drawn(&'static str, String, String),
    /// Markup as it stands.
    Markup(String),
    /// Others, held together.
    Within(Within),
}

/// Several blocks that are held together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// The element, the class that its kind always has, and the element of its heading.
    kind: [&'static str; 3],
    /// Further classes in the style sheet; may be empty.
    class: &'static str,
    /// Name for links; may be empty.
    id: String,
    /// Heading; may be empty.
    title: Phrase,
    /// True if it stands open, where it can be folded.
    open: bool,
    /// The blocks.
    parts: Vec<Block>,
}

impl Block {
    /// A note.
    pub fn note(said: impl Into<Phrase>) -> Self {
        Block::Said("note", said.into())
    }

    /// Verdicts, each with the mark of its word: what `holds`, what is `broken`, and what is neither.
    pub fn verdicts(items: impl IntoIterator<Item = (&'static str, Phrase)>) -> Self {
        let marked = |(word, said): (&'static str, Phrase)| {
            let mark = match word {
                "holds" => '\u{2713}',
                "broken" => '\u{2717}',
                _ => '?',
            };
            let mark = format!("<span class=\"mark\" aria-hidden=\"true\">{mark}</span><div>{}</div>", said.html());
            (word, Phrase::markup(mark))
        };
        Block::List("wanted", items.into_iter().map(marked).collect())
    }

    /// A table of words.
    pub fn listing(listing: &Listing) -> Self {
        Block::Grid(listing.into())
    }

    /// Blocks held together.
    fn within(kind: [&'static str; 3], title: impl Into<Phrase>, parts: Vec<Block>) -> Self {
        Block::Within(Within { kind, class: "", id: String::new(), title: title.into(), open: false, parts })
    }

    /// A chapter, which the list of contents names.
    pub fn chapter(id: &str, title: &str, parts: Vec<Block>) -> Self {
        Block::within(["section", "", "h2"], title, parts).named(id)
    }

    /// A chapter with a small heading, which the list of contents names.
    pub fn quiet(id: &str, title: &str, parts: Vec<Block>) -> Self {
        Block::within(["section", "", QUIET], title, parts).named(id)
    }

    /// A card; its heading may be empty.
    pub fn card(title: impl Into<Phrase>, parts: Vec<Block>) -> Self {
        Block::within(["section", "card", "h3"], title, parts)
    }

    /// A picture as wide as the page; its heading may be empty.
    pub fn figure(title: impl Into<Phrase>, parts: Vec<Block>) -> Self {
        Block::within(["figure", "", "h3"], title, parts).classed("wide")
    }

    /// Something that is folded, below its heading.
    pub fn fold(title: impl Into<Phrase>, parts: Vec<Block>) -> Self {
        Block::within(["details", "", "summary"], title, parts)
    }

    /// A topic of its own that is folded, below its heading.
    pub fn topic(title: impl Into<Phrase>, parts: Vec<Block>) -> Self {
        Block::within(["details", "topic", "summary"], title, parts)
    }

    /// A group of a class of the style sheet; its heading may be empty.
    pub fn group(class: &'static str, title: impl Into<Phrase>, parts: Vec<Block>) -> Self {
        Block::within(["div", "", "h4"], title, parts).classed(class)
    }

    /// The same with something changed in what holds it together.
    fn with(self, change: impl FnOnce(&mut Within)) -> Self {
        match self {
            Block::Within(mut within) => {
                change(&mut within);
                Block::Within(within)
            }
            other => other,
        }
    }

    /// The same with a name for links.
    pub fn named(self, id: &str) -> Self {
        self.with(|within| id.clone_into(&mut within.id))
    }

    /// The same with a further class.
    pub fn classed(self, class: &'static str) -> Self {
        self.with(|within| within.class = class)
    }

    /// The same, which stands open where this is true.
    pub fn open(self, open: bool) -> Self {
        self.with(|within| within.open = open)
    }

    /// The chapter, if it is one: its name for links and its heading.
    pub(super) fn contents(&self) -> Option<(&str, String)> {
        match self {
            Block::Within(Within { kind: [_, _, "h2" | QUIET], id, title, .. }) => Some((id, title.html())),
            _ => None,
        }
    }

    /// Writes it as HTML.
    pub(super) fn write(&self, html: &mut String) {
        let _ = match self {
            Block::Heading(title) => write!(html, "\n\n<h2>{}</h2>", title.html()),
            Block::Quiet(title) => write!(html, "\n\n<h2 class=\"quiet\">{}</h2>", title.html()),
            Block::Said(class, said) => {
                *html += "\n";
                open(html, "p", class, "");
                write!(html, "{}</p>", said.html())
            }
            Block::Caption(said) => write!(html, "\n<figcaption>{}</figcaption>", said.html()),
            Block::Code(said) => write!(html, "\n<pre><code>{}</code></pre>", escaped(said)),
            Block::Markup(markup) => write!(html, "\n{markup}"),
            Block::Drawn(class, described, markup) => {
                *html += "\n";
                // A second layout is hidden wherever there is no style sheet.
                let hidden = if class.ends_with("broad") { " hidden" } else { "" };
                open(html, "div", class, &format!("{hidden} role=\"img\" aria-label=\"{}\"", escaped(described)));
                write!(html, "{markup}</div>")
            }
            Block::Grid(grid) => {
                grid.write(html);
                Ok(())
            }
            Block::List(class, items) => {
                let name = if *class == "ordered" { "ol" } else { "ul" };
                *html += "\n";
                open(html, name, class, "");
                for (class, item) in items {
                    *html += "\n";
                    open(html, "li", class, "");
                    let _ = write!(html, "{}</li>", item.html());
                }
                write!(html, "\n</{name}>")
            }
            Block::Terms(class, terms) => {
                *html += "\n";
                open(html, "dl", class, "");
                for (term, said) in terms {
                    // What has a remark needs a line of its own.
                    let [opens, closes] = match *class {
                        "" => ["", ""],
                        _ if said.has_small() => ["<div class=\"long\">", "</div>"],
                        _ => ["<div>", "</div>"],
                    };
                    let _ = write!(html, "\n{opens}<dt>{}</dt><dd>{}</dd>{closes}", term.html(), said.html());
                }
                write!(html, "\n</dl>")
            }
            Block::Within(Within { kind, class, id, title, open: unfolded, parts }) => {
                let [name, own, heading] = kind;
                let id = if id.is_empty() { String::new() } else { format!(" id=\"{}\"", escaped(id)) };
                *html += if heading.starts_with("h2") { "\n\n" } else { "\n" };
                let unfolded = if *unfolded { " open" } else { "" };
                open(html, &format!("{name}{id}"), format!("{own} {class}").trim(), unfolded);
                if !title.is_empty() {
                    let closes = heading.split(' ').next().unwrap_or_default();
                    let _ = write!(html, "\n<{heading}>{}</{closes}>", title.html());
                }
                parts.iter().for_each(|part| part.write(html));
                write!(html, "\n</{name}>")
            }
        };
    }
}

impl Block {
    /// In Markdown, below headings of this level; drawings and markup are for pages alone.
    pub fn markdown(&self, level: usize) -> String {
        match self {
            Block::Heading(title) | Block::Quiet(title) => format!("\n{} {}\n", "#".repeat(level + 1), title.markdown()),
            Block::Said(_, said) | Block::Caption(said) => format!("\n{}\n", said.markdown()),
            Block::Grid(grid) => format!("\n{}", grid.markdown()),
            Block::List(_, items) => {
                let items = items.iter().map(|(_, item)| format!("- {}\n", item.markdown()));
                format!("\n{}", items.collect::<String>())
            }
            Block::Terms(_, terms) => {
                let terms = terms.iter().map(|(term, said)| format!("- {}: {}\n", term.markdown(), said.markdown()));
                format!("\n{}", terms.collect::<String>())
            }
            Block::Code(said) => format!("\n{}\n", markdown::fenced(said.trim_end_matches('\n'))),
            Block::Drawn(..) | Block::Markup(_) => String::new(),
            Block::Within(Within { kind, title, parts, .. }) => {
                let parts: String = parts.iter().map(|part| part.markdown(level)).collect();
                match kind {
                    ["details", ..] => format!("\n<details><summary>{}</summary>\n{parts}\n</details>\n", title.markdown()),
                    _ if title.is_empty() => parts,
                    _ => format!("\n{} {}\n{parts}", "#".repeat(level + 1), title.markdown()),
                }
            }
        }
    }
}

/// Opens an element of a class, which may be empty, with further attributes.
fn open(html: &mut String, name: &str, class: &str, more: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = write!(html, "<{name}{class}{more}>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_said_cannot_break_a_page() {
        let mut html = String::new();
        let said = "<b> & \"c\" 'd'";
        let grid = Grid { class: "stack", columns: vec![said.into(); 2], rows: vec![vec![said.into(), said.into()]] };
        Block::topic(said, vec![Block::note(Phrase::from(said).code(said)), Block::Grid(grid)]).named(said).write(&mut html);
        assert!(!html.contains("<b>") && !html.contains("& ") && !html.contains('\''), "{html}");
        assert_eq!(html.matches("&#60;b&#62; &#38; &#34;c&#34; &#39;d&#39;").count(), 9, "{html}");
        assert!(
            html.starts_with("\n<details id=\"&#60;b&#62;") && html.ends_with("</tbody></table></div>\n</details>"),
            "{html}"
        );
    }

    #[test]
    fn cells_say_their_heading_on_a_phone_and_only_there() {
        let listing = Listing::new(["what", KEY, "said"], [vec!["a".into(), "b".into(), "c".repeat(61)]]);
        let mut html = String::new();
        Block::listing(&listing).write(&mut html);
        assert!(html.contains("<td class=\"path\" data-label=\"key\">b</td><td class=\"text\" data-label=\"said\">"), "{html}");
        html.clear();
        Block::Grid(Grid { class: "heat", ..Grid::from(&listing) }).write(&mut html);
        assert!(html.contains("<table class=\"heat\">") && !html.contains("data-label"), "{html}");
    }
}
