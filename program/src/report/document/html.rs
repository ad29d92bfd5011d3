//! Pages: a document as one self-contained file that asks nobody for anything and works without scripts.
//!
//! Owns where each part of a document stands on its page, and what is folded. The frame of a page is `templates/page.html`; what only pages
//! have is a [`Block`]. Start at [`Document::html`].

use askama::Template;

use crate::report::document::{Block, Document, Medium, Part, Phrase, Picture, Section};
use frame::error::Failure;

/// Rows of a table that a page shows at the most: nobody reads more, and a browser has to lay all of them out.
const ROWS_MOST: usize = 200;

/// Rows of all tables together that stand open; the tables beyond them are folded.
const ROWS_OPEN: usize = 60;

/// Pictures that stand open; the others are folded, each under its title.
const PICTURES_OPEN: usize = 2;

/// What stands around the parts of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The small line above the heading: the system, the kind of report, the origin of its numbers.
    pub kicker: Vec<String>,
    /// The heading.
    pub heading: String,
    /// The title of the window, where it is not the heading.
    pub window: String,
    /// True if a fight is told, which has a style of its own.
    pub told: bool,
    /// The file beside the page that has all rows of its tables; where there is none the page has them.
    pub file: &'static str,
    /// The heading above the command.
    pub again: &'static str,
    /// What else is known of how it was made, each under its name.
    pub facts: Vec<(Phrase, Phrase)>,
    /// What is to be read of how it was made, below these facts.
    pub made: Vec<Block>,
    /// Version of the program, where the page names it.
    pub tool: Option<String>,
}

impl Default for Frame {
    fn default() -> Self {
        Frame {
            kicker: Vec::new(),
            heading: String::new(),
            window: String::new(),
            told: false,
            file: "",
            again: "Do it again",
            facts: Vec::new(),
            made: Vec::new(),
            tool: None,
        }
    }
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    frame: &'a Frame,
    /// The chapters with the names by which links find them, as HTML.
    contents: Vec<(&'a str, String)>,
    /// What stands below the heading, as HTML.
    header: String,
    /// What stands below that, as HTML.
    body: String,
}

/// Blocks as HTML.
fn written(blocks: &[Block]) -> String {
    let mut html = String::new();
    blocks.iter().for_each(|block| block.write(&mut html));
    html
}

/// A table of words: its first rows, or its lines where it has one column.
fn listing(section: &Section, file: &str) -> Vec<Block> {
    let Section { listing, note, .. } = section;
    let most = if file.is_empty() { usize::MAX } else { ROWS_MOST };
    let shown = listing.first(most);
    let mut blocks = vec![if shown.columns.len() == 1 {
        Block::Code(shown.rows.concat().join("\n") + "\n")
    } else {
        Block::listing(&shown)
    }];
    if let Some(more @ 1..) = listing.rows.len().checked_sub(most) {
        blocks.push(Block::note(format!("{more} more rows in {file}.")));
    }
    if !note.is_empty() {
        blocks.push(Block::note(note));
    }
    blocks
}

/// Pictures: the first ones at once, the others folded. What is said below all of them stands before their notes.
fn pictures(pictures: &[Picture], said: &str) -> Vec<Block> {
    let drawn = |picture: &Picture| {
        let described = format!("{}, with intervals; the numbers are in the tables below", picture.title);
        picture.block(described, format!("{said} {}", picture.note))
    };
    let (first, rest) = pictures.split_at(pictures.len().min(PICTURES_OPEN));
    let topic = |picture: &Picture| Block::topic(&picture.title, vec![Block::group("pictures", "", vec![drawn(picture)])]);
    let open = (!first.is_empty()).then(|| Block::group("pictures", "", first.iter().map(drawn).collect()));
    open.into_iter().chain(rest.iter().map(topic)).collect()
}

impl Picture {
    /// The picture with what it shows in words and what is said below it.
    pub fn block(&self, described: String, caption: String) -> Block {
        let drawn = Block::Drawn("", described, self.page.clone());
        Block::figure(&self.title, vec![drawn, Block::Caption(caption.into())]).named(&self.slug)
    }
}

impl Document {
    /// As a page.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn html(&self) -> Result<String, Failure> {
        let frame = &self.frame;
        let (mut header, mut body, mut details) = (Vec::new(), Vec::new(), Vec::new());
        let (mut command, mut notes, mut rows) = (None, Vec::new(), 0);
        for part in self.shown(Medium::Page) {
            match part {
                Part::Answers(answers) => {
                    let class = |place| if place == 0 && header.is_empty() { "verdict" } else { "" };
                    let answers = answers.iter().enumerate().map(|(place, answer)| Block::Said(class(place), answer.into()));
                    header.extend(answers.collect::<Vec<_>>());
                }
                Part::Verdicts(verdicts) => header.push(Block::note(format!("{verdicts}."))),
                Part::Warning(warning) => {
                    header.push(Block::Said("warning", Phrase::default().strong("Warning.").text(format!(" {warning}"))));
                }
                Part::Method { meaning, .. } => body.push(Block::note(meaning)),
                Part::Pictures { pictures: all, said } => body.extend(pictures(all, said)),
                Part::Section(section) if section.listing.rows.is_empty() => {}
                Part::Section(section) => {
                    rows += if section.headline { section.listing.rows.len() } else { 0 };
                    let blocks = listing(section, frame.file);
                    if section.whole || section.headline && rows <= ROWS_OPEN {
                        body.extend([Block::Heading((&section.title).into()), Block::card("", blocks)]);
                    } else {
                        details.push(Block::topic(&section.title, blocks));
                    }
                }
                Part::Figures(table) if table.rows.is_empty() => {}
                Part::Figures(table) => {
                    body.extend([Block::Heading((&table.title).into()), Block::card("", vec![Block::Grid(table.into())])]);
                }
                Part::Expected { that, verdict } => {
                    body.push(Block::Said("", Phrase::default().code(that).text(format!(": {verdict}"))));
                }
                Part::Command(said) => command = Some(Block::Code(said.clone())),
                Part::Note(note) => notes.push(Block::note(note)),
                Part::Text(text) => body.push(Block::Said("", text.into())),
                Part::Block(block) => body.push(block.clone()),
            }
        }
        if !details.is_empty() {
            body.push(Block::Heading("Details".into()));
            body.extend(details);
        }
        let mut end: Vec<Block> = command.into_iter().collect();
        if !frame.facts.is_empty() {
            end.push(Block::Terms("", frame.facts.clone()));
        }
        let footer = frame.tool.iter().map(|tool| Block::Markup(format!("<footer>Made by sparring {tool}.</footer>")));
        // Below chapters there is one more; elsewhere a command stands for itself.
        if body.iter().any(|block| block.contents().is_some()) {
            let parts = notes.into_iter().chain(end).chain(frame.made.clone()).chain(footer);
            body.push(Block::chapter("made", "How sure, how made", parts.collect()));
        } else {
            body.push(Block::Heading(frame.again.into()));
            body.extend(end.into_iter().chain(notes).chain(frame.made.clone()).chain(footer));
        }
        let contents = body.iter().filter_map(Block::contents).collect();
        let page = Page { frame, contents, header: written(&header), body: written(&body) };
        page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::listing::Listing;

    /// A document with a short table, two that are folded, and what other media alone say.
    fn document() -> Document {
        let rows = |count: usize| Listing::new(["what", "n"], (0..count).map(|row| vec!["<i>".to_owned(), row.to_string()]));
        let mut document = Document::new("A <b> duel");
        document.frame.file = "figures.csv";
        document.add([Part::Command("sparring run".into()), Part::Note("How sure.".into())]);
        document.add([Part::Answers(vec!["Left won.".into(), "It took long.".into()]), Part::Warning("Few fights.".into())]);
        document.add([Part::Section(Section::new("short", rows(3))), Part::Section(Section::new("long", rows(ROWS_OPEN)))]);
        document.add([Part::Section(Section::of("aside", "a note", rows(ROWS_MOST + 1), false))]);
        document.line("only on a terminal");
        document.write([Part::Note("only written".into())]);
        document
    }

    #[test]
    fn a_page_opens_with_the_answer_folds_what_is_long_and_ends_with_the_command() {
        let page = document().html().expect("a page");
        let places = [
            "<title>A &#60;b&#62; duel - sparring",
            "<p class=\"verdict\">Left won.</p>\n<p>It took long.</p>",
            "<strong>Warning.</strong> Few fights.",
            "<h2>short</h2>",
            "<h2>Details</h2>",
            "<summary>long</summary>",
            "<summary>aside</summary>",
            "<p class=\"note\">1 more rows in figures.csv.</p>\n<p class=\"note\">a note</p>",
            "<h2>Do it again</h2>\n<pre><code>sparring run</code></pre>\n<p class=\"note\">How sure.</p>",
        ];
        let found: Vec<usize> = places.iter().map(|text| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"))).collect();
        assert!(found.is_sorted(), "{found:?}");
        assert!(
            !page.contains("only on") && !page.contains("only written") && !page.contains("<i>") && !page.contains("<nav"),
            "{page}"
        );
    }

    #[test]
    fn chapters_are_in_the_list_of_contents_with_how_it_was_made() {
        let mut document = document();
        document.page([Block::chapter("who", "Who they are", vec![Block::note("Two.")])]);
        let page = document.html().expect("a page");
        for (id, title) in [("answer", "The answer"), ("who", "Who they are"), ("made", "How sure, how made")] {
            assert!(page.contains(&format!("<li><a href=\"#{id}\">{title}</a></li>")), "{page}");
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
    }
}
